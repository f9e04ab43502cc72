"""What kinds of values a column or a variable of a program holds, as far as its text tells.

Columns and variables that must hold equal values are one class; the constants met in it are its kinds.

>>> from suffice.rules.parse import parse_program
>>> rules = parse_program('p(1). p(2). q("a"). r(X) :- p(X). s(X) :- q(X). s(X) :- p(X).').rules
>>> kinds = Kinds(rules)
>>> sorted(kinds.of_column(Signature("r", 1), 0))
['number', 'string']
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from suffice.rules.atoms import Atom, Literal, Signature
from suffice.rules.rule import Rule
from suffice.rules.terms import Number, Operation, String, Symbol, Term, Variable, variables_of

__all__ = ["Kinds"]

_Node: TypeAlias = tuple[object, ...]


class Kinds:
    """Classes of columns and variables.

    Args:
        rules: plain rules; the kinds are "number", "string", "symbol" and "term" (anything else).
    """

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._parents: dict[_Node, _Node] = {}
        self._kinds: dict[_Node, set[str]] = {}
        self._computed: set[_Node] = set()
        self._ordered: set[_Node] = set()
        for number, rule in enumerate(rules):
            for atom in (rule.head, *(part.atom for part in rule.plain if isinstance(part, Literal))):
                self._take_atom(atom, number)
            for part in rule.comparisons:
                self._take_comparison(part.left, part.guards, number)

    def of_column(self, signature: Signature, place: int) -> frozenset[str]:
        """Kinds of values in a column; empty if nothing is known."""
        return frozenset(self._kinds.get(self._root(("column", signature, place)), ()))

    def of_variable(self, rule: int, name: str) -> frozenset[str]:
        """Kinds of values of a variable of the rule with this number."""
        return frozenset(self._kinds.get(self._root(("variable", rule, name)), ()))

    def is_computed(self, signature: Signature, place: int) -> bool:
        """Whether arithmetic or an order is over values of this column's class."""
        root = self._root(("column", signature, place))
        return any(self._root(node) == root for node in self._computed | self._ordered)

    def orders(self, kinds: set[str]) -> bool:
        """Whether an order is over a class that has all of these kinds."""
        return any(kinds <= self._kinds.get(self._root(node), set()) for node in self._ordered)

    def is_number(self, rule: int, term: Term) -> bool:
        """Whether a term is a number in every instance of the rule, if tables bring nothing else."""
        match term:
            case Variable(name=name):
                return self.of_variable(rule, name) == {"number"}
            case Number() | Operation():
                return True
            case _:
                return False

    def _take_atom(self, atom: Atom, rule: int) -> None:
        for place, arg in enumerate(atom.args):
            node: _Node = ("column", atom.signature, place)
            self._join(node, node)
            self._take(node, arg, rule)

    def _take_comparison(self, left: Term, guards: tuple[tuple[str, Term], ...], rule: int) -> None:
        ((operator, right),) = guards
        node: _Node = ("comparison", rule, len(self._parents))
        self._join(node, node)
        for term in (left, right):
            self._take(node, term, rule)
        if operator not in ("=", "!="):
            self._ordered.add(node)

    def _take(self, node: _Node, term: Term, rule: int) -> None:
        match term:
            case Variable(name="_"):
                return
            case Variable(name=name):
                self._join(node, ("variable", rule, name))
                return
            case Number():
                kind = "number"
            case Operation():
                kind = "number"
                self._computed.add(node)
                for name in variables_of(term):
                    inner: _Node = ("variable", rule, name)
                    self._computed.add(inner)
                    self._add(inner, "number")
            case String():
                kind = "string"
            case Symbol(args=(), name=name, positive=True) if name:
                kind = "symbol"
            case _:
                kind = "term"
                for name in variables_of(term):
                    self._add(("variable", rule, name), "term")
        self._add(node, kind)

    def _add(self, node: _Node, kind: str) -> None:
        self._kinds.setdefault(self._root(node), set()).add(kind)

    def _root(self, node: _Node) -> _Node:
        parent = self._parents.setdefault(node, node)
        while parent != node:
            self._parents[node] = self._parents[parent]
            node, parent = parent, self._parents[parent]
        return node

    def _join(self, one: _Node, two: _Node) -> None:
        kept, other = self._root(one), self._root(two)
        if kept != other:
            self._parents[other] = kept
            self._kinds.setdefault(kept, set()).update(self._kinds.pop(other, ()))

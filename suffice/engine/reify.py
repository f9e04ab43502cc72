"""Reified rules: text for gringo in which every rule instance is an atom, and those atoms read back.

For a rule the text says `r(i, head, body, comparisons, variables) :- body.` and `head :- r(i, head, ...).`: an instance
of `r` holds the evaluated arguments of the head, of each literal and comparison, and the values of the variables.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import clingo

from suffice.engine.gringo import DIVISIONS
from suffice.engine.symbols import SymbolReader
from suffice.rules import (
    Atom,
    Comparison,
    Interval,
    Literal,
    Operation,
    Rule,
    Signature,
    Symbol,
    Term,
    Variable,
)
from suffice.rules.arithmetic import with_values

__all__ = ["ARITY", "AtomTable", "Instance", "Reifier"]

#: Arguments of a reified atom.
ARITY = 5


class AtomTable:
    """Atoms with numbers, from 0 in the order in which they are first met.

    Args:
        atoms: the first ones.
        reader: turns clingo's symbols into terms.
    """

    def __init__(self, atoms: Iterable[Atom], reader: SymbolReader) -> None:
        self.numbers: dict[Atom, int] = {atom: number for number, atom in enumerate(atoms)}
        self.reader = reader
        self._known: dict[tuple[Signature, clingo.Symbol], int] = {}

    def number(self, signature: Signature, arguments: clingo.Symbol) -> int:
        """The number of an atom, given the tuple of its arguments."""
        known = self._known.get((signature, arguments))
        if known is None:
            atom = self.atom(signature, arguments)
            known = self._known[signature, arguments] = self.numbers.setdefault(atom, len(self.numbers))
        return known

    def atom(self, signature: Signature, arguments: clingo.Symbol) -> Atom:
        """The atom, given the tuple of its arguments."""
        return Atom(signature.name, tuple(map(self.reader.read, arguments.arguments)), signature.positive)


@dataclass(frozen=True, slots=True)
class Instance:
    """What a reified atom says: atoms by number; negative literals as patterns with `_`."""

    head: int
    positive: tuple[int, ...]
    negative: tuple[Atom, ...]
    bindings: tuple[tuple[str, Term], ...]
    comparisons: tuple[Comparison, ...]


class Reifier:
    """One rule as text for gringo, and its instances read back.

    Variables become V0, V1, ... so that fresh ones can't clash. An interval becomes a fresh variable that the body
    binds, so that head, body and reified copy speak of the same value. `_` is a fresh variable where it must match;
    under `not` gringo projects it, and the reified copy has a mark in its place.
    """

    def __init__(self, rule: Rule, number: int, prefix: str) -> None:
        # Arithmetic on values is done here: a constant quotient as a variable makes gringo solve for it, and overflow.
        self._rule, self._has_instances = with_values(rule)
        self._number = number
        self._names = rule.variables
        self._known = {name: Variable(f"V{index}") for index, name in enumerate(self._names)}
        self._fresh = len(self._names)
        self._mark = Symbol(f"{prefix}any")
        self._extra: list[str] = []
        self._head = rule.head.signature
        self._literals = [
            (part.atom.signature, part.negated) for part in rule.plain if isinstance(part, Literal)
        ]
        self.lines = self._write(f"{prefix}r", f"{prefix}on")

    def _write(self, name: str, on: str) -> tuple[str, str]:
        head = self._rewrite_all(self._rule.head.args)
        body: list[str] = []
        copies: list[str] = []
        sides: list[str] = []
        joins: list[str] = []
        for part in self._rule.plain:
            if isinstance(part, Comparison):
                left = self._rewrite(part.left)
                guards = tuple((operator, self._rewrite(term)) for operator, term in part.guards)
                body.append(str(Comparison(left, guards)))
                sides.append(_tuple((left, *(term for _, term in guards))))
                continue
            atom = part.atom
            args = self._rewrite_all(atom.args, negated=part.negated)
            body.append(str(Literal(Atom(atom.name, args, atom.positive), part.negated)))
            copies.append(_tuple(self._marked(args) if part.negated else args))
            if not part.negated:
                joins.append(_call("clock", _variables(args)))
        everything = [f"V{index}" for index in range(self._fresh)]
        body += self._extra
        if everything:
            body.append(_call("count", everything))
        if len(joins) > 1:
            body += dict.fromkeys(joins)
        if not self._has_instances:
            body.append("1 = 0")
        body.append(on)
        variables = _tuple(tuple(self._known.values()))
        parts = (str(self._number), _tuple(head), _join(copies), _join(sides), variables)
        reified = f"{name}({','.join(parts)})"
        columns = tuple(Variable(f"H{index}") for index in range(len(head)))
        conclusion = Atom(self._rule.head.name, columns, self._rule.head.positive)
        return (
            f"{reified} :- {', '.join(body)}.",
            f"{conclusion} :- {name}({self._number},{_tuple(columns)},_,_,_).",
        )

    def read(self, arguments: Sequence[clingo.Symbol], table: AtomTable) -> Instance:
        """The instance that a reified atom with these arguments stands for."""
        _, head, body, sides, values = arguments
        read = table.reader.read
        positive: list[int] = []
        negative: list[Atom] = []
        for (signature, negated), copy in zip(self._literals, body.arguments, strict=True):
            if negated:
                atom = table.atom(signature, copy)
                args = tuple(_unmark(arg, self._mark) for arg in atom.args)
                negative.append(Atom(atom.name, args, atom.positive))
            else:
                positive.append(table.number(signature, copy))
        return Instance(
            table.number(self._head, head),
            tuple(positive),
            tuple(negative),
            tuple(zip(self._names, map(read, values.arguments), strict=True)),
            tuple(
                _evaluated(comparison, tuple(map(read, side.arguments)))
                for comparison, side in zip(self._rule.comparisons, sides.arguments, strict=True)
            ),
        )

    def _rewrite_all(self, args: tuple[Term, ...], *, negated: bool = False) -> tuple[Term, ...]:
        return tuple(self._rewrite(arg, negated=negated) for arg in args)

    def _rewrite(self, term: Term, *, negated: bool = False) -> Term:
        match term:
            case Variable(name="_"):
                return term if negated else self._new()
            case Variable(name=name):
                return self._known[name]
            case Symbol(name=name, args=args, positive=positive) if args:
                return Symbol(name, self._rewrite_all(args, negated=negated), positive)
            case Operation(operator=operator, args=args) if operator in DIVISIONS:
                operands = ",".join(map(str, self._rewrite_all(args)))
                fresh = self._new()
                self._extra.append(f"{fresh} = @{DIVISIONS[operator]}({operands})")
                return fresh
            case Operation(operator=operator, args=args):
                return Operation(operator, self._rewrite_all(args, negated=negated))
            case Interval(lower=lower, upper=upper):
                bounds = Interval(self._rewrite(lower), self._rewrite(upper))
                fresh = self._new()
                self._extra.append(f"{fresh} = {bounds}")
                return fresh
            case _:
                return term

    def _new(self) -> Variable:
        self._fresh += 1
        return Variable(f"V{self._fresh - 1}")

    def _marked(self, args: tuple[Term, ...]) -> tuple[Term, ...]:
        def mark(term: Term) -> Term:
            match term:
                case Variable(name="_"):
                    return self._mark
                case Symbol(name=name, args=inner, positive=positive) if inner:
                    return Symbol(name, tuple(map(mark, inner)), positive)
                case _:
                    return term

        return tuple(map(mark, args))


def _unmark(term: Term, mark: Symbol) -> Term:
    if term == mark:
        return Variable("_")
    if isinstance(term, Symbol) and term.args:
        return Symbol(term.name, tuple(_unmark(arg, mark) for arg in term.args), term.positive)
    return term


def _tuple(args: Iterable[Term]) -> str:
    return str(Symbol("", tuple(args)))


def _join(tuples: list[str]) -> str:
    return f"({','.join(tuples)}{',' * (len(tuples) == 1)})"


def _evaluated(comparison: Comparison, sides: tuple[Term, ...]) -> Comparison:
    operators = (operator for operator, _ in comparison.guards)
    return Comparison(sides[0], tuple(zip(operators, sides[1:], strict=True)))


def _call(function: str, arguments: Iterable[str]) -> str:
    return f"1 = @{function}({','.join(arguments)})"


def _variables(args: tuple[Term, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(Atom("", args).variables))

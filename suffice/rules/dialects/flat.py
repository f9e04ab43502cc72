"""Flat rules: no arithmetic inside an atom, and no division that could be by zero.

>>> from suffice.rules.parse import parse_program
>>> rules = parse_program("p(X/Y) :- q(X,Y).").rules
>>> print(Flat(rules[0], Kinds(rules), 0).rule)
p(N1) :- q(X,Y), Y != 0, N1 = X/Y.
"""

from __future__ import annotations

from suffice.rules.atoms import Atom, Comparison, Literal, PlainElement
from suffice.rules.dialects.kinds import Kinds
from suffice.rules.dialects.plain import computations
from suffice.rules.rule import Rule
from suffice.rules.terms import Number, Operation, Symbol, Term, Variable

__all__ = ["Flat"]


class Flat:
    """A rule whose atoms hold no arithmetic: it is computed in equations before them, of the head at the end.

    That no divisor is zero is tested before.

    Args:
        rule: a plain rule.
        kinds: of its program.
        number: its number there.
    """

    def __init__(self, rule: Rule, kinds: Kinds, number: int) -> None:
        self._names = set(rule.variables)
        self._kinds, self._number = kinds, number
        self._found: list[PlainElement] = []
        self._tests = {part for part in rule.comparisons if part.guards == (("!=", Number(0)),)}
        for part in rule.plain:
            self._found.append(self._part(part))
        head = self._atom(rule.head)
        self.rule = Rule(head, tuple(self._found), rule.location)

    def _part(self, part: PlainElement) -> PlainElement:
        if isinstance(part, Literal):
            return Literal(self._atom(part.atom), part.negated)
        ((operator, right),) = part.guards
        sides = [term if isinstance(term, Operation) else self._term(term) for term in (part.left, right)]
        for term in sides:
            self._test_divisors(term)
        computed = [isinstance(term, Operation) for term in sides]
        if any(computed) and operator != "=" and not all(self._is_number(term) for term in sides):
            sides = [self._term(term) for term in sides]
        return Comparison(sides[0], ((operator, sides[1]),))

    def _is_number(self, term: Term) -> bool:
        return self._kinds.is_number(self._number, term)

    def _atom(self, atom: Atom) -> Atom:
        return Atom(atom.name, tuple(map(self._term, atom.args)), atom.positive)

    def _term(self, term: Term) -> Term:
        match term:
            case Operation():
                self._test_divisors(term)
                number = 1
                while f"N{number}" in self._names:
                    number += 1
                self._names.add(f"N{number}")
                fresh = Variable(f"N{number}")
                self._found.append(Comparison(fresh, (("=", term),)))
                return fresh
            case Symbol(name=name, args=args, positive=positive) if args:
                return Symbol(name, tuple(map(self._term, args)), positive)
            case _:
                return term

    def _test_divisors(self, term: Term) -> None:
        for operation in computations(term):
            if operation.operator in ("/", "\\") and not isinstance(operation.args[1], Number):
                test = Comparison(operation.args[1], (("!=", Number(0)),))
                if test not in self._tests:
                    self._tests.add(test)
                    self._found.append(test)

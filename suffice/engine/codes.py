"""Codes: the values of a program as integers in clingo's order, for engines that know integers only.

A number is its own code. Every other value (a constant, a string, a ground term, an extremum) gets one beyond 32 bits, so
that integers compare as clingo compares the values, and arithmetic can tell what is no number.

>>> from suffice.rules import Number, String, Symbol
>>> codes = Codes([String("b"), Symbol("a"), Number(7)])
>>> codes.encode(Number(7)) < codes.encode(Symbol("a")) < codes.encode(String("b"))
True
>>> codes.decode(codes.encode(String("b")))
String(value='b')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from suffice.engine.evaluation import order_key
from suffice.errors import ProgramError
from suffice.rules import Atom, Comparison, Extremum, Literal, Number, Rule, Term
from suffice.rules.terms import is_ground

__all__ = ["HIGHEST", "LOWEST", "Codes", "values_in"]

#: The least and the greatest number that clingo has.
LOWEST, HIGHEST = -(2**31), 2**31 - 1
_INFIMUM = -(2**32)
_FIRST = 2**32


class Codes:
    """Values and their codes.

    Args:
        values: all that are no numbers and can occur; numbers among them are passed over.
    """

    def __init__(self, values: Iterable[Term]) -> None:
        others = sorted({value for value in values if not isinstance(value, Number)}, key=order_key)
        self._codes: dict[Term, int] = {value: _FIRST + place for place, value in enumerate(others)}
        if others and others[0] == Extremum("inf"):
            self._codes[others[0]] = _INFIMUM
        self._values = {code: value for value, code in self._codes.items()}

    def encode(self, value: Term) -> int:
        """The code of a value.

        Raises:
            ProgramError: a number has more than 32 bits.
        """
        if not isinstance(value, Number):
            return self._codes[value]
        if not LOWEST <= value.value <= HIGHEST:
            raise ProgramError(
                f"the number {value} has more than 32 bits", remedy="scale it, or use a string"
            )
        return value.value

    def decode(self, code: int) -> Term:
        """The value of a code."""
        return Number(code) if LOWEST <= code <= HIGHEST else self._values[code]


def values_in(rules: Iterable[Rule]) -> Iterator[Term]:
    """The ground terms that stand in rules as arguments or as sides of comparisons, with repetitions.

    >>> from suffice.rules import parse_program
    >>> [str(value) for value in values_in(parse_program("p(X) :- q(X,f(a)), X != 3.").rules)]
    ['f(a)', '3']
    """
    for rule in rules:
        for part in (rule.head, *rule.body):
            match part:
                case Atom(args=terms) | Literal(atom=Atom(args=terms)):
                    pass
                case Comparison():
                    terms = (part.left, *(term for _, term in part.guards))
            yield from filter(is_ground, terms)

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

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count

from suffice.engine.evaluation import order_key
from suffice.errors import ProgramError
from suffice.rules import Atom, Comparison, Extremum, Literal, Number, Rule, String, Term
from suffice.rules.terms import is_ground

__all__ = ["HIGHEST", "LOWEST", "STRINGS", "Codes", "values_in"]

#: The least and the greatest number that clingo has.
LOWEST, HIGHEST = -(2**31), 2**31 - 1
#: Codes of strings begin here: a database numbers its strings itself.
STRINGS = 2**48
_INFIMUM = -(2**32)
_CONSTANTS, _TERMS = 2**32, 2**60


class Codes:
    """Values and their codes.

    Args:
        values: all that are no numbers and can occur; numbers among them are passed over.
        strings: the codes of the strings, if they are kept elsewhere; `find` then reads one.
        find: the string of a code that is not known here.
    """

    def __init__(
        self,
        values: Iterable[Term],
        strings: Mapping[str, int] | None = None,
        find: Callable[[int], str] | None = None,
    ) -> None:
        others = sorted({value for value in values if not isinstance(value, Number)}, key=order_key)
        following = {2: count(_CONSTANTS), 3: count(STRINGS), 4: count(_TERMS), 5: count(2**62)}
        self._codes: dict[Term, int] = {}
        for value in others:
            if isinstance(value, String) and strings is not None:
                self._codes[value] = strings[value.value]
            elif value == Extremum("inf"):
                self._codes[value] = _INFIMUM
            else:
                self._codes[value] = next(following[order_key(value)[0]])  # type: ignore[index]
        self._values = {code: value for value, code in self._codes.items()}
        self._find = find

    def encode(self, value: Term) -> int:
        """The code of a value.

        Raises:
            ProgramError: a number has more than 32 bits.
            KeyError: the value can't occur.
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
        if LOWEST <= code <= HIGHEST:
            return Number(code)
        found = self._values.get(code)
        if found is None:
            if self._find is None:
                raise KeyError(code)
            self.learn({code: self._find(code)})
            found = self._values[code]
        return found

    def learn(self, strings: Mapping[int, str]) -> None:
        """Remember strings by their codes."""
        found = {code: String(text) for code, text in strings.items()}
        self._values |= found
        self._codes |= {value: code for code, value in found.items()}

    def others(self) -> list[tuple[int, Term]]:
        """The codes of all values known here."""
        return list(self._values.items())


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

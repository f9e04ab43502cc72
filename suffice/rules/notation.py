"""Rules as Python values: `head <= body & body`, for those who would rather not write text.

>>> F, P, D = variables("F P D")
>>> director, born, banned, answer = predicates("director/2 born/2 banned/1 answer/1")
>>> program = rules(
...     answer(P) <= director("Free Guy", P) & born(P, D) & (D < 1970) & ~banned(P),
...     director("Free Guy", "Shawn Levy"),
... )
>>> print(program, end="")
answer(P) :- director("Free Guy",P), born(P,D), D < 1970, not banned(P).
director("Free Guy","Shawn Levy").

`&` joins a body, `~` is default negation, `-` before an atom is strong negation. Comparisons need brackets, because
Python's `&` binds more tightly than `<`. A `str` is a string, an `int` a number, `symbol("a")` a constant.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from suffice.errors import UsageError
from suffice.rules.aggregates import Aggregate, BodyElement, Element, Function
from suffice.rules.atoms import Atom, Comparison, Literal, Signature
from suffice.rules.program import Program
from suffice.rules.rule import Rule
from suffice.rules.terms import (
    Extremum,
    Interval,
    Number,
    Operation,
    String,
    Symbol,
    Term,
    Variable,
    negative,
)

__all__ = [
    "AggregateExpression",
    "AtomExpression",
    "Body",
    "Predicate",
    "TermExpression",
    "TermLike",
    "aggregate",
    "interval",
    "predicates",
    "rules",
    "symbol",
    "variables",
]


class _Comparable:
    """What a comparison makes a body of; `==` and `!=` too, so two of them are never tested for equality."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]  # `==` does not compare, so a set could not hold it

    def __eq__(self, other: object) -> Body:  # type: ignore[override]  # that is the notation
        return self._compared("=", other)

    def __ne__(self, other: object) -> Body:  # type: ignore[override]
        return self._compared("!=", other)

    def __lt__(self, other: TermLike) -> Body:
        return self._compared("<", other)

    def __le__(self, other: TermLike) -> Body:
        return self._compared("<=", other)

    def __gt__(self, other: TermLike) -> Body:
        return self._compared(">", other)

    def __ge__(self, other: TermLike) -> Body:
        return self._compared(">=", other)

    def _compared(self, operator: str, other: object) -> Body:
        raise NotImplementedError


class TermExpression(_Comparable):
    """A term that can be compared and calculated with; `expression.term` is the plain value.

    `==` and `!=` build comparisons, like `<`: two expressions are never tested for equality; their terms can be.

    >>> X, Y = variables("X Y")
    >>> str(((X + 1) // 2 == Y).elements[0])
    '(X+1)/2 = Y'
    """

    __slots__ = ("term",)

    def __init__(self, term: Term) -> None:
        self.term = term

    def __repr__(self) -> str:
        return f"TermExpression({self.term})"

    def __bool__(self) -> bool:
        raise UsageError("a term is neither true nor false", remedy="write `X < Y` on its own, joined by `&`")

    def __add__(self, other: TermLike) -> TermExpression:
        return _operation("+", self, other)

    def __radd__(self, other: TermLike) -> TermExpression:
        return _operation("+", other, self)

    def __sub__(self, other: TermLike) -> TermExpression:
        return _operation("-", self, other)

    def __rsub__(self, other: TermLike) -> TermExpression:
        return _operation("-", other, self)

    def __mul__(self, other: TermLike) -> TermExpression:
        return _operation("*", self, other)

    def __rmul__(self, other: TermLike) -> TermExpression:
        return _operation("*", other, self)

    def __floordiv__(self, other: TermLike) -> TermExpression:
        return _operation("/", self, other)

    def __rfloordiv__(self, other: TermLike) -> TermExpression:
        return _operation("/", other, self)

    def __mod__(self, other: TermLike) -> TermExpression:
        return _operation("\\", self, other)

    def __rmod__(self, other: TermLike) -> TermExpression:
        return _operation("\\", other, self)

    def __pow__(self, other: TermLike) -> TermExpression:
        return _operation("**", self, other)

    def __rpow__(self, other: TermLike) -> TermExpression:
        return _operation("**", other, self)

    def __neg__(self) -> TermExpression:
        return TermExpression(negative(self.term))

    def __abs__(self) -> TermExpression:
        return TermExpression(Operation("|", (self.term,)))

    def _compared(self, operator: str, other: object) -> Body:
        return Body((Comparison(self.term, ((operator, _term(other)),)),))


TermLike: TypeAlias = (
    TermExpression | str | int | Number | String | Symbol | Extremum | Variable | Operation | Interval
)


@dataclass(frozen=True, slots=True)
class Body:
    """A conjunction; `&` makes it longer.

    Args:
        elements: its literals, comparisons and aggregates, as plain values.
    """

    elements: tuple[BodyElement, ...]

    def __and__(self, other: Body | AtomExpression) -> Body:
        return Body(self.elements + _body(other).elements)

    def __bool__(self) -> bool:
        raise UsageError(
            "a body is neither true nor false",
            remedy="join with `&`, not `and`; put brackets around comparisons; do not chain `X < Y < Z`",
        )


@dataclass(frozen=True, slots=True)
class AtomExpression:
    """An atom that can become a head, a body or a fact.

    Args:
        atom: the plain value.
    """

    atom: Atom

    def __le__(self, other: Body | AtomExpression) -> Rule:
        return Rule(self.atom, _body(other).elements)

    def __and__(self, other: Body | AtomExpression) -> Body:
        return _body(self) & other

    def __invert__(self) -> Body:
        return Body((Literal(self.atom, negated=True),))

    def __neg__(self) -> AtomExpression:
        return AtomExpression(Atom(self.atom.name, self.atom.args, not self.atom.positive))

    def __bool__(self) -> bool:
        raise UsageError("an atom is neither true nor false", remedy="join with `&` and negate with `~`")


class AggregateExpression(_Comparable):
    """An aggregate that waits to be compared, which makes it stand in a body; `|` adds elements.

    Args:
        function: what it computes.
        elements: where its tuples come from.
    """

    __slots__ = ("_elements", "_function")

    def __init__(self, function: Function, elements: tuple[Element, ...]) -> None:
        self._function = function
        self._elements = elements

    def __or__(self, other: AggregateExpression) -> AggregateExpression:
        if self._function != other._function:
            raise UsageError(
                f"`#{self._function}` and `#{other._function}` are no one aggregate",
                remedy="compare each for itself",
            )
        return AggregateExpression(self._function, self._elements + other._elements)

    def __bool__(self) -> bool:
        raise UsageError("an aggregate is neither true nor false", remedy="compare it, and join by `&`")

    def _compared(self, operator: str, other: object) -> Body:
        return Body((Aggregate(self._function, self._elements, ((operator, _term(other)),)),))


@dataclass(frozen=True, slots=True)
class Predicate:
    """A predicate with named arguments; calling it makes an atom.

    Args:
        name: its name.
        arguments: what its arguments are called; a call may name them.

    >>> director = Predicate("director", ("film", "person"))
    >>> str(director(person="Shawn Levy", film="Free Guy").atom)
    'director("Free Guy","Shawn Levy")'
    """

    name: str
    arguments: tuple[str, ...] = ()

    @property
    def signature(self) -> Signature:
        """Name and arity."""
        return Signature(self.name, len(self.arguments))

    def __call__(self, *args: TermLike, **named: TermLike) -> AtomExpression:
        """An atom of this predicate.

        Raises:
            UsageError: there are too many or too few arguments, or an unknown name.
        """
        missing = self.arguments[len(args) :]
        if len(args) > len(self.arguments) or set(missing) != named.keys():
            expected = ", ".join(self.arguments)
            raise UsageError(
                f"`{self.signature}` got {len(args) + len(named)} arguments", remedy=f"give it ({expected})"
            )
        terms = (*map(_term, args), *(_term(named[name]) for name in missing))
        return AtomExpression(Atom(self.name, terms))


def variables(names: str) -> tuple[TermExpression, ...]:
    """Variables from their names, separated by spaces.

    Raises:
        UsageError: a name does not begin with a capital letter.

    >>> X, _ = variables("X _")
    """
    for name in names.split():
        if not (name.isascii() and name.isidentifier() and (name == "_" or name.lstrip("_")[:1].isupper())):
            raise UsageError(f"`{name}` is no variable", remedy="let it begin with a capital letter")
    return tuple(TermExpression(Variable(name)) for name in names.split())


def predicates(signatures: str) -> tuple[Predicate, ...]:
    """Predicates from `name/arity`, separated by spaces.

    Raises:
        UsageError: something else stands there.

    >>> [director] = predicates("director/2")
    >>> str(director.signature)
    'director/2'
    """
    found = []
    for text in signatures.split():
        name, _, arity = text.partition("/")
        if not (_is_name(name) and arity.isdecimal()):
            raise UsageError(f"`{text}` is no predicate", remedy="write `name/arity`, such as `director/2`")
        found.append(Predicate(name, tuple(f"_{position}" for position in range(int(arity)))))
    return tuple(found)


def symbol(name: str, *args: TermLike) -> TermExpression:
    """A constant `a`, or a function term `f(a, 1)`; an empty name makes a tuple.

    Raises:
        UsageError: the name is not one.

    >>> str(symbol("date", 1968, symbol("july")).term)
    'date(1968,july)'
    """
    if name and not _is_name(name):
        raise UsageError(f"`{name}` is no name", remedy="let it begin with a small letter, or use a string")
    return TermExpression(Symbol(name, tuple(map(_term, args))))


def interval(lower: TermLike, upper: TermLike) -> TermExpression:
    """Every integer from lower to upper: `X == interval(1, 3)`.

    >>> str(interval(1, 3).term)
    '1..3'
    """
    return TermExpression(Interval(_term(lower), _term(upper)))


def aggregate(function: Function, *terms: TermLike, where: Body | AtomExpression) -> AggregateExpression:
    """An aggregate over the tuples of terms for which a body holds; compare it to put it into a body.

    Args:
        function: `count`, `sum`, `min` or `max`.
        terms: the tuple; all but `count` look at its first term.
        where: literals and comparisons.

    Raises:
        UsageError: there is no such function, or an aggregate stands inside.

    >>> P, E = variables("P E")
    >>> saw, credible, event = predicates("saw/2 credible/1 event/1")
    >>> print(rules(credible(E) <= event(E) & (aggregate("count", P, where=saw(P, E)) >= 2)), end="")
    credible(E) :- event(E), #count { P : saw(P,E) } >= 2.
    """
    if function not in ("count", "sum", "min", "max"):
        raise UsageError(f"there is no aggregate `{function}`", remedy="use count, sum, min or max")
    condition = tuple(part for part in _body(where).elements if not isinstance(part, Aggregate))
    if len(condition) < len(_body(where).elements):
        raise UsageError("an aggregate stands inside another", remedy="derive its value by a rule of its own")
    return AggregateExpression(function, (Element(tuple(map(_term, terms)), condition),))


def rules(*parts: Rule | AtomExpression) -> Program:
    """A program from rules and facts, in this order.

    >>> [p] = predicates("p/1")
    >>> str(rules(p(1)))
    'p(1).\\n'
    """
    return Program(tuple(part if isinstance(part, Rule) else Rule(part.atom) for part in parts))


def _term(value: object) -> Term:
    match value:
        case TermExpression(term=term):
            return term
        case bool():
            raise UsageError(f"`{value}` is no term", remedy="use a number, a string or a symbol")
        case int():
            if not -(2**31) <= value < 2**31:
                raise UsageError(
                    f"{value} does not fit into 32 bits", remedy="use a smaller number, or a string"
                )
            return Number(value)
        case str():
            if "\0" in value or any("\ud800" <= character <= "\udfff" for character in value):
                raise UsageError("a string holds a NUL or a broken character", remedy="remove it")
            return String(value)
        case Number() | String() | Symbol() | Extremum() | Variable() | Operation() | Interval():
            return value
        case _:
            raise UsageError(
                f"`{value!r}` is no term", remedy='use a str, an int, a variable or `symbol("name")`'
            )


def _body(part: object) -> Body:
    match part:
        case Body():
            return part
        case AtomExpression(atom=atom):
            return Body((Literal(atom),))
        case _:
            raise UsageError(f"`{part!r}` cannot stand in a body", remedy="use atoms, `~` and comparisons")


def _operation(operator: str, left: TermLike, right: TermLike) -> TermExpression:
    return TermExpression(Operation(operator, (_term(left), _term(right))))


def _is_name(name: str) -> bool:
    return name.isascii() and name.isidentifier() and name.lstrip("_")[:1].islower() and name != "not"

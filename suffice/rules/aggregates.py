"""Aggregates: how many, how much, the least and the greatest of what holds.

>>> from suffice.rules.atoms import Atom
>>> from suffice.rules.terms import Number, Variable
>>> X, Y = Variable("X"), Variable("Y")
>>> witnesses = Element((Y,), (Literal(Atom("saw", (Y, X))),))
>>> print(Aggregate("count", (witnesses,), ((">=", Number(2)),)))
#count { Y : saw(Y,X) } >= 2
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal as OneOf
from typing import TypeAlias

from suffice.rules.atoms import Atom, Comparison, Literal, PlainElement
from suffice.rules.terms import Term, variables_of

__all__ = ["Aggregate", "BodyElement", "Element", "Function"]

#: What an aggregate makes of the tuples that hold: their number, or the sum, minimum or maximum of their first terms.
Function: TypeAlias = OneOf["count", "sum", "min", "max"]


@dataclass(frozen=True, slots=True)
class Element:
    """`terms : condition`: a tuple for each way in which the condition holds; equal tuples count once."""

    terms: tuple[Term, ...]
    condition: tuple[PlainElement, ...] = ()

    @property
    def variables(self) -> tuple[str, ...]:
        """Variable names in order of occurrence, with repetitions."""
        own = (name for term in self.terms for name in variables_of(term))
        return (*own, *(name for part in self.condition for name in part.variables))

    @property
    def atoms(self) -> tuple[Atom, ...]:
        """Atoms of the condition, negated or not."""
        return tuple(part.atom for part in self.condition if isinstance(part, Literal))

    def mapped(self, change: Callable[[Term], Term]) -> Element:
        """The same element with every outermost term changed."""
        return Element(tuple(map(change, self.terms)), tuple(part.mapped(change) for part in self.condition))

    def __str__(self) -> str:
        return f"{','.join(map(str, self.terms))} : {', '.join(map(str, self.condition))}".strip()


@dataclass(frozen=True, slots=True)
class Aggregate:
    """`#count { X : p(X) } >= 2`: a function of all tuples that hold, compared with terms.

    Args:
        function: what it computes.
        elements: where its tuples come from.
        guards: one or two comparisons, each `aggregate operator term`; `=` binds a variable.
    """

    function: Function
    elements: tuple[Element, ...]
    guards: tuple[tuple[str, Term], ...]

    @property
    def variables(self) -> tuple[str, ...]:
        """Variables of the guards. Those of the elements are local, unless they occur elsewhere in the rule."""
        return tuple(name for _, term in self.guards for name in variables_of(term))

    @property
    def inner(self) -> frozenset[str]:
        """Variables of the elements, `_` left out."""
        return frozenset(name for element in self.elements for name in element.variables) - {"_"}

    @property
    def atoms(self) -> tuple[Atom, ...]:
        """Atoms of the conditions."""
        return tuple(self._atoms())

    def _atoms(self) -> Iterator[Atom]:
        for element in self.elements:
            yield from element.atoms

    @property
    def terms(self) -> tuple[Term, ...]:
        """Its outermost terms, those of the elements first."""
        inner = (term for element in self.elements for term in element.terms)
        conditions = (term for element in self.elements for part in element.condition for term in part.terms)
        return (*inner, *conditions, *(term for _, term in self.guards))

    def mapped(self, change: Callable[[Term], Term]) -> Aggregate:
        """The same aggregate with every outermost term changed."""
        guards = tuple((operator, change(term)) for operator, term in self.guards)
        return Aggregate(self.function, tuple(element.mapped(change) for element in self.elements), guards)

    def __str__(self) -> str:
        *left, (operator, term) = self.guards
        before = "".join(f"{other} {_MIRRORED[sign]} " for sign, other in left)
        inside = "; ".join(map(str, self.elements))
        return f"{before}#{self.function} {{ {inside} }} {operator} {term}"


_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}

#: What stands in a body.
BodyElement: TypeAlias = Literal | Comparison | Aggregate

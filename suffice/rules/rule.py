"""Horn rules, with the place where they were written.

>>> from suffice.rules.atoms import Atom, Literal
>>> from suffice.rules.terms import Variable
>>> X, Y = Variable("X"), Variable("Y")
>>> str(Rule(Atom("child", (Y, X)), (Literal(Atom("parent", (X, Y))),)))
'child(Y,X) :- parent(X,Y).'
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from suffice.rules.aggregates import Aggregate, BodyElement
from suffice.rules.atoms import Atom, Comparison, Literal, PlainElement
from suffice.rules.terms import Term

__all__ = ["Location", "Rule"]


class Location(NamedTuple):
    """Where something is written: file, 1-based line and column. `str` gives `file:line:column`."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Rule:
    """`head :- body.`; a fact has an empty body. Equality ignores the location."""

    head: Atom
    body: tuple[BodyElement, ...] = ()
    location: Location | None = field(default=None, compare=False, repr=False)

    @property
    def is_fact(self) -> bool:
        """Whether it is a ground head with no body (`p(1..3).` is a rule without a body, but not a fact)."""
        return not self.body and self.head.is_ground

    @property
    def positive(self) -> tuple[Atom, ...]:
        """Atoms of the body that must hold."""
        return tuple(part.atom for part in self.body if isinstance(part, Literal) and not part.negated)

    @property
    def negative(self) -> tuple[Atom, ...]:
        """Atoms of the body that must not hold."""
        return tuple(part.atom for part in self.body if isinstance(part, Literal) and part.negated)

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        """Comparisons of the body."""
        return tuple(part for part in self.body if isinstance(part, Comparison))

    @property
    def plain(self) -> tuple[PlainElement, ...]:
        """The body of a rule without aggregates; aggregates are left out."""
        return tuple(part for part in self.body if not isinstance(part, Aggregate))

    @property
    def aggregates(self) -> tuple[Aggregate, ...]:
        """Aggregates of the body."""
        return tuple(part for part in self.body if isinstance(part, Aggregate))

    @property
    def suspended(self) -> tuple[Atom, ...]:
        """Atoms that must be settled before the rule can be applied: negated ones, and those under an aggregate."""
        return (*self.negative, *(atom for part in self.aggregates for atom in part.atoms))

    @property
    def variables(self) -> tuple[str, ...]:
        """Distinct names of its global variables in order of first occurrence, head first; `_` is left out."""
        names = (*self.head.variables, *(name for part in self.body for name in part.variables))
        return tuple(dict.fromkeys(name for name in names if name != "_"))

    def mapped(self, change: Callable[[Term], Term]) -> Rule:
        """The same rule with every outermost term changed.

        >>> from suffice.rules.terms import Number
        >>> print(Rule(Atom("p", (Number(1),))).mapped(lambda term: Number(2)))
        p(2).
        """
        return Rule(self.head.mapped(change), tuple(part.mapped(change) for part in self.body), self.location)

    def __str__(self) -> str:
        body = ", ".join(map(str, self.body))
        return f"{self.head} :- {body}." if body else f"{self.head}."

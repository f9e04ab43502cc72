"""Atoms, literals and comparisons: what stands in a head and in a body.

>>> from suffice.rules.terms import Number, String, Variable
>>> X = Variable("X")
>>> str(Literal(Atom("director", (String("Free Guy"), X)), negated=True))
'not director("Free Guy",X)'
>>> str(Comparison(Number(1), (("<", X), ("<=", Number(9)))))
'1 < X <= 9'
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from suffice.rules.terms import Term, is_ground, variables_of

__all__ = ["Atom", "Comparison", "Literal", "PlainElement", "Signature"]


class Signature(NamedTuple):
    """A predicate: name, arity, and sign (False for a strongly negated one). `str` gives `name/arity`."""

    name: str
    arity: int
    positive: bool = True

    def __str__(self) -> str:
        return f"{'' if self.positive else '-'}{self.name}/{self.arity}"


@dataclass(frozen=True, slots=True)
class Atom:
    """A predicate applied to terms; `positive=False` is strong negation, `-p(a)`."""

    name: str
    args: tuple[Term, ...] = ()
    positive: bool = True

    @property
    def signature(self) -> Signature:
        """Name, arity and sign."""
        return Signature(self.name, len(self.args), self.positive)

    @property
    def is_ground(self) -> bool:
        """Whether every argument is a value."""
        return all(map(is_ground, self.args))

    @property
    def variables(self) -> tuple[str, ...]:
        """Variable names in order of occurrence, with repetitions."""
        return tuple(name for arg in self.args for name in variables_of(arg))

    def mapped(self, change: Callable[[Term], Term]) -> Atom:
        """The same atom with every argument changed."""
        return Atom(self.name, tuple(map(change, self.args)), self.positive)

    def __str__(self) -> str:
        inside = f"({','.join(map(str, self.args))})" if self.args else ""
        return f"{'' if self.positive else '-'}{self.name}{inside}"


@dataclass(frozen=True, slots=True)
class Literal:
    """An atom in a body, or its default negation `not p(a)`."""

    atom: Atom
    negated: bool = False

    @property
    def terms(self) -> tuple[Term, ...]:
        """Its outermost terms, in order."""
        return self.atom.args

    @property
    def variables(self) -> tuple[str, ...]:
        """Variable names in order of occurrence, with repetitions."""
        return self.atom.variables

    def mapped(self, change: Callable[[Term], Term]) -> Literal:
        """The same literal with every argument changed."""
        return Literal(self.atom.mapped(change), self.negated)

    def __str__(self) -> str:
        return f"not {self.atom}" if self.negated else str(self.atom)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A chain of comparisons, `left op term op term`; operators are `= != < <= > >=`."""

    left: Term
    guards: tuple[tuple[str, Term], ...]

    @property
    def terms(self) -> tuple[Term, ...]:
        """Its outermost terms, in order."""
        return (self.left, *(term for _, term in self.guards))

    @property
    def variables(self) -> tuple[str, ...]:
        """Variable names in order of occurrence, with repetitions."""
        return tuple(name for term in self.terms for name in variables_of(term))

    def mapped(self, change: Callable[[Term], Term]) -> Comparison:
        """The same comparison with every side changed."""
        return Comparison(
            change(self.left), tuple((operator, change(term)) for operator, term in self.guards)
        )

    def __str__(self) -> str:
        return f"{self.left}" + "".join(f" {operator} {term}" for operator, term in self.guards)


#: What stands in a body without aggregates.
PlainElement: TypeAlias = Literal | Comparison

"""Derivations: how the goal follows, as a DAG with content hashes."""

from __future__ import annotations

from dataclasses import dataclass

from suffice.engine.certificate import StepRecord
from suffice.rules import Atom, Comparison, Literal, Rule, Term

__all__ = ["Step"]


@dataclass(frozen=True, slots=True)
class Step:
    """One node of a derivation; the fields are those of `certificate.StepRecord`."""

    id: str
    atom: Atom
    rule: Rule | None = None
    bindings: tuple[tuple[str, Term], ...] = ()
    premises: tuple[str, ...] = ()
    absent: tuple[Literal, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    units: tuple[Term, ...] = ()

    def record(self) -> StepRecord:
        """The step as text."""
        return StepRecord(
            id=self.id,
            atom=str(self.atom),
            rule=None if self.rule is None else str(self.rule),
            bindings={name: str(value) for name, value in self.bindings},
            premises=self.premises,
            absent=tuple(map(str, self.absent)),
            comparisons=tuple(map(str, self.comparisons)),
            units=tuple(map(str, self.units)),
        )

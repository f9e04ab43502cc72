"""Requirements: what stands between the facts and the goal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal as OneOf

from suffice.rules import Atom, Program, Rule

__all__ = ["Requirement", "find_requirements"]


@dataclass(frozen=True, slots=True)
class Requirement:
    """One thing that is missing; the fields are those of `certificate.RequirementRecord`."""

    status: OneOf["open", "blocked", "conflict", "failed"]
    atom: Atom
    wording: str | None = None
    rule: Rule | None = None
    waits_for: tuple[Atom, ...] = ()
    detail: str | None = None


def find_requirements(program: Program, facts: Iterable[Atom], goal: Atom) -> tuple[Requirement, ...]:
    """What is open, blocked, conflicting or failed for a goal, given everything that holds (closed under the rules)."""
    raise NotImplementedError

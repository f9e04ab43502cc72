"""Proofs: the decision on one goal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal as OneOf

from suffice.engine.derivation import Step
from suffice.engine.limits import Limits
from suffice.engine.requirements import Requirement
from suffice.rules import Atom, Program, Term

__all__ = ["Proof", "prove"]

_DEFAULT = Limits()


@dataclass(frozen=True, slots=True)
class Proof:
    """The decision on a goal.

    Args:
        status: `derived`, or why not.
        goal: the atom derived (the first answer), else the goal as asked.
        answers: every instance of the goal that holds, in clingo's order of terms.
        support: an inclusion-minimal set of units, in the order in which the derivation first uses them.
        steps: the derivation of `goal`, premises first; the goal is the last step.
        requirements: what is missing, where the status is not `derived`; never empty then.
        partial: derivations of what was found on the way, where the status is not `derived`.
    """

    status: OneOf["derived", "open", "blocked", "conflict", "limit"]
    goal: Atom
    answers: tuple[Atom, ...] = ()
    support: tuple[Term, ...] = ()
    steps: tuple[Step, ...] = ()
    requirements: tuple[Requirement, ...] = ()
    partial: tuple[Step, ...] = ()


def prove(program: Program, goal: Atom, *, limits: Limits = _DEFAULT) -> Proof:
    """Decide one goal; to prove another answer than the first, pass that answer as the goal."""
    raise NotImplementedError

"""Derivations: how an atom follows from a set of units, as a DAG whose nodes are named by their content.

Equal sub-derivations are one node. The order is canonical: depth first from the goal, premises in body order, so that
the same program gives the same bytes.

>>> from suffice.engine.ground import ground_program
>>> from suffice.engine.closure import close
>>> from suffice.rules import Atom, Literal, Program, Rule
>>> a, b = Atom("a"), Atom("b")
>>> ground = ground_program(Program((Rule(a), Rule(b, (Literal(a),)))))
>>> [(str(step.atom), len(step.premises)) for step in derive_steps(ground, ground.index[b], close(ground).reasons)]
[('a', 0), ('b', 1)]
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from suffice.engine.certificate import StepRecord
from suffice.engine.ground import GroundProgram
from suffice.rules import Atom, Comparison, Literal, Rule, Term

__all__ = ["Step", "derive_steps", "units_in_order"]


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


def derive_steps(
    ground: GroundProgram,
    target: int,
    reasons: Mapping[int, int | None],
    units: Collection[Term] | None = None,
) -> tuple[Step, ...]:
    """The derivation of an atom by first rules.

    Args:
        ground: the ground program.
        target: the atom, which must be in `reasons`.
        reasons: a closure, as `closure.follow` gives it.
        units: name only these at the leaves; all that state the leaf if None.

    Returns:
        Steps, premises before conclusions, the target last.
    """
    steps: dict[int, Step] = {}
    stack = [target]
    while stack:
        atom = stack[-1]
        number = reasons[atom]
        body = () if number is None else ground.rules[number].positive
        waiting = [other for other in body if other not in steps]
        if waiting:
            stack += reversed(waiting)
            continue
        stack.pop()
        if atom not in steps:
            steps[atom] = _step(ground, atom, number, [steps[other].id for other in body], units)
    return tuple(steps.values())


def units_in_order(steps: Iterable[Step]) -> tuple[Term, ...]:
    """The units at the leaves of a derivation, each once, in the order in which it first uses them."""
    return tuple(dict.fromkeys(unit for step in steps for unit in step.units))


def _step(
    ground: GroundProgram,
    atom: int,
    number: int | None,
    premises: list[str],
    units: Collection[Term] | None,
) -> Step:
    fact = ground.atoms[atom]
    if number is None:
        stating = [unit for unit in ground.units.get(atom, ()) if units is None or unit in units]
        return Step(_identify(fact, None, premises), fact, units=tuple(sorted(stating, key=str)))
    instance = ground.rules[number]
    return Step(
        _identify(fact, instance.rule, premises),
        fact,
        instance.rule,
        instance.bindings,
        tuple(premises),
        instance.absent,
        instance.comparisons,
    )


def _identify(atom: Atom, rule: Rule | None, premises: list[str]) -> str:
    text = "\n".join((str(atom), "" if rule is None else str(rule), *premises))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]

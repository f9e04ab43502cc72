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
from typing import TYPE_CHECKING

from suffice.engine.aggregates import substitute_aggregate
from suffice.engine.ground import GroundProgram
from suffice.engine.naive import match_atom
from suffice.rules import Aggregate, Atom, Comparison, Literal, Rule, Term

if TYPE_CHECKING:  # a record is a pydantic model: what writes none does without
    from suffice.engine.certificate import StepRecord

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
    aggregates: tuple[Aggregate, ...] = ()
    units: tuple[Term, ...] = ()

    def record(self) -> StepRecord:
        """The step as text."""
        from suffice.engine.certificate import StepRecord

        return StepRecord(
            id=self.id,
            atom=str(self.atom),
            rule=None if self.rule is None else str(self.rule),
            bindings={name: str(value) for name, value in self.bindings},
            premises=self.premises,
            absent=tuple(map(str, self.absent)),
            comparisons=tuple(map(str, self.comparisons)),
            aggregates=tuple(map(str, self.aggregates)),
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
    there = None if units is None else frozenset(units)
    steps: dict[int, Step] = {}
    stack = [target]
    while stack:
        atom = stack[-1]
        number = reasons[atom]
        body = _premises(ground, number, reasons)
        waiting = [other for other in body if other not in steps]
        if waiting:
            stack += reversed(waiting)
            continue
        stack.pop()
        if atom not in steps:
            absent = _absent(ground, number, reasons)
            steps[atom] = _step(ground, atom, number, [steps[other].id for other in body], absent, there)
    return tuple(steps.values())


def units_in_order(steps: Iterable[Step]) -> tuple[Term, ...]:
    """The units at the leaves of a derivation, each once, in the order in which it first uses them."""
    return tuple(dict.fromkeys(unit for step in steps for unit in step.units))


def _step(
    ground: GroundProgram,
    atom: int,
    number: int | None,
    premises: list[str],
    absent: tuple[Literal, ...],
    units: Collection[Term] | None,
) -> Step:
    fact = ground.atoms[atom]
    if number is None:
        stating = [unit for unit in ground.units.get(atom, ()) if units is None or unit in units]
        return Step(_identify(fact, None, premises), fact, units=tuple(sorted(stating, key=str)))
    instance = ground.rules[number]
    rule = ground.unfolded.origins.get(instance.rule, instance.rule)
    values = dict(instance.bindings)
    comparisons = iter(instance.comparisons)
    kept = []
    for part in rule.body:
        if isinstance(part, Comparison):
            kept.append(next(comparisons))
        elif isinstance(part, Aggregate):
            for _ in part.guards:  # a comparison each, where it was unfolded
                next(comparisons)
    return Step(
        _identify(fact, rule, premises),
        fact,
        rule,
        tuple((name, values[name]) for name in rule.variables),
        tuple(premises),
        absent,
        tuple(kept),
        tuple(substitute_aggregate(aggregate, values) for aggregate in rule.aggregates),
    )


def _premises(ground: GroundProgram, number: int | None, reasons: Mapping[int, int | None]) -> list[int]:
    """The positive body, in the order written; then what its aggregates count, by text."""
    if number is None:
        return []
    positive = ground.rules[number].positive
    if ground.rules[number].rule not in ground.unfolded.origins:
        return list(positive)
    rule = ground.unfolded.origins[ground.rules[number].rule]
    values = dict(ground.rules[number].bindings)
    patterns = [
        part.atom
        for aggregate in rule.aggregates
        for element in substitute_aggregate(aggregate, values).elements
        for part in element.condition
        if isinstance(part, Literal) and not part.negated
    ]
    counted = {
        atom
        for reason in _unfolding(ground, number, reasons)
        for atom in ground.rules[reason].positive
        # Not what only binds a shared variable.
        if any(match_atom(pattern, ground.atoms[atom], {}) is not None for pattern in patterns)
    }
    visible = [atom for atom in positive if not ground.is_hidden(atom)]
    return visible + sorted(counted, key=lambda atom: str(ground.atoms[atom]))


def _absent(
    ground: GroundProgram, number: int | None, reasons: Mapping[int, int | None]
) -> tuple[Literal, ...]:
    """The negative body, in the order written; then the negative conditions of what its aggregates count."""
    if number is None:
        return ()
    hidden = ground.unfolded.hidden
    own = [part for part in ground.rules[number].absent if part.atom.signature not in hidden]
    if ground.rules[number].rule in ground.unfolded.origins:
        found = {
            part
            for rule in _unfolding(ground, number, reasons)
            for part in ground.rules[rule].absent
            if part.atom.signature not in hidden
        }
        own += sorted(found, key=str)
    return tuple(own)


def _unfolding(ground: GroundProgram, number: int, reasons: Mapping[int, int | None]) -> set[int]:
    """The rules by which the hidden atoms in a rule's body hold."""
    found: set[int] = set()
    stack = [atom for atom in ground.rules[number].positive if ground.is_hidden(atom)]
    while stack:
        reason = reasons[stack.pop()]
        if reason is not None and reason not in found:
            found.add(reason)
            stack += [atom for atom in ground.rules[reason].positive if ground.is_hidden(atom)]
    return found


def _identify(atom: Atom, rule: Rule | None, premises: list[str]) -> str:
    text = "\n".join((str(atom), "" if rule is None else str(rule), *premises))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]

"""Proofs: the decision on one goal, with everything that speaks for it or is missing.

A certificate uses no disputed atom: two values of a functional predicate, or `p` and `-p`, are set aside, and the goal
must follow without them. If it follows only with them, the decision is a conflict.

>>> from suffice.rules import parse_atom, parse_program
>>> program = parse_program("director(f, ann). born(ann, 1950). answer(Y) :- director(f, P), born(P, Y).")
>>> proof = prove(program, parse_atom("answer(X)"))
>>> proof.status, str(proof.goal), [str(unit) for unit in proof.support]
('derived', 'answer(1950)', ['director(f,ann)', 'born(ann,1950)'])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING
from typing import Literal as OneOf

from suffice.engine.closure import Closure, close, follow, reduct
from suffice.engine.conflicts import Conflict, find_conflicts
from suffice.engine.derivation import Step, derive_steps, units_in_order
from suffice.engine.evaluation import match
from suffice.engine.gringo import Meter
from suffice.engine.ground import GroundProgram, ground_program
from suffice.engine.limits import Limits, unbounded
from suffice.engine.normal_form import normalise_atom
from suffice.engine.support import minimise, stated_by
from suffice.engine.symbols import order_of
from suffice.errors import LimitReached, UsageError
from suffice.rules import Atom, Program, Term

if TYPE_CHECKING:  # imported where it is used: a goal that is derived, and written nowhere, does without
    from suffice.engine.certificate import (
        Abstention,
        Certificate,
        LinkRecord,
        RequirementRecord,
        UnitRecord,
    )
    from suffice.engine.requirements import Requirement

__all__ = ["Proof", "abstain", "certify", "prove", "prove_from", "record_requirement"]

_DEFAULT = Limits()


@dataclass(frozen=True, slots=True)
class Proof:
    """The decision on a goal.

    Args:
        status: `derived`, or why not.
        goal: the atom derived (the first answer), else the goal as asked.
        program: the program, in normal form.
        answers: every instance of the goal that follows without disputed atoms, in clingo's order of terms.
        support: an inclusion-minimal set of units, in the order in which the derivation first uses them.
        steps: the derivation of `goal`, premises first; the goal is the last step.
        requirements: what is missing, where the status is not `derived`; never empty then.
        partial: derivations of what was found on the way, where the status is not `derived`.
    """

    status: OneOf["derived", "open", "blocked", "conflict", "limit"]
    goal: Atom
    program: Program
    answers: tuple[Atom, ...] = ()
    support: tuple[Term, ...] = ()
    steps: tuple[Step, ...] = ()
    requirements: tuple[Requirement, ...] = ()
    partial: tuple[Step, ...] = ()


def _describe(unit: Term) -> UnitRecord:
    from suffice.engine.certificate import UnitRecord

    return UnitRecord(id=str(unit))


def _link(fact: Atom, unit: Term) -> LinkRecord:
    from suffice.engine.certificate import LinkRecord

    return LinkRecord(fact=str(fact), unit=str(unit), status="stated")


def prove(program: Program, goal: Atom, *, limits: Limits = _DEFAULT) -> Proof:
    """Decide one goal; to prove another answer than the first, pass that answer as the goal.

    Args:
        program: rules, declarations and facts.
        goal: an atom; a variable stands for anything.
        limits: bounds on grounding. Reaching one gives the status `limit`, not an exception.

    Returns:
        The decision. `open` if something could be looked up; `conflict` if the goal follows from disputed atoms only,
        or nothing but a dispute stands in its way; `blocked` if it fails through anything else.

    Raises:
        ProgramError: clingo refuses a rule, or negation is not stratified.
    """
    try:
        goal = normalise_atom(goal, program)
        meter = Meter(limits)
        return prove_from(close(ground_program(program, limits=limits)), goal, check=meter.check)
    except LimitReached as error:
        from suffice.engine.requirements import Requirement

        need = Requirement("failed", goal, detail=str(error))
        return Proof("limit", goal, program, requirements=(need,))


def certify(
    proof: Proof,
    *,
    question: str | None = None,
    lexicon_sha256: str | None = None,
    describe: Callable[[Term], UnitRecord] = _describe,
    link: Callable[[Atom, Term], LinkRecord] = _link,
) -> Certificate:
    """The certificate of a proof.

    Args:
        proof: a proof with status `derived`.
        question: the question as asked.
        lexicon_sha256: hash of the lexicon that read the texts.
        describe: the record of a unit; by default its id alone.
        link: the record of the link between a fact and a unit that states it; by default its status is `stated`, for
            facts that come from no text.

    Raises:
        UsageError: the proof has another status.
    """
    from suffice.engine.certificate import Certificate, digest, without_evidence, word_answer

    if proof.status != "derived":
        raise UsageError(f"nothing to certify: the goal is {proof.status}", remedy="use `abstain`")
    program = str(without_evidence(proof.program))
    links = tuple(link(step.atom, unit) for step in proof.steps for unit in step.units)
    return Certificate(
        question=question,
        answer=word_answer(proof.goal, links),
        goal=str(proof.goal),
        program=program,
        program_sha256=digest(program),
        lexicon_sha256=lexicon_sha256,
        units=tuple(map(describe, proof.support)),
        links=links,
        support=tuple(map(str, proof.support)),
        derivation=tuple(step.record() for step in proof.steps),
    )


def abstain(proof: Proof, *, question: str | None = None) -> Abstention:
    """The abstention of a proof that did not derive its goal.

    Args:
        proof: a proof with any status but `derived`.
        question: the question as asked.

    Raises:
        UsageError: the goal was derived.
    """
    from suffice.engine.certificate import Abstention, without_evidence

    if proof.status == "derived":
        raise UsageError("the goal is derived: there is nothing to abstain from", remedy="use `certify`")
    return Abstention(
        question=question,
        goal=str(proof.goal),
        program=str(without_evidence(proof.program)),
        reason=proof.status,
        requirements=tuple(map(record_requirement, proof.requirements)),
        partial=tuple(step.record() for step in proof.partial),
    )


def record_requirement(need: Requirement) -> RequirementRecord:
    """A requirement as text."""
    from suffice.engine.certificate import RequirementRecord

    return RequirementRecord(
        atom=str(need.atom),
        status=need.status,
        wording=need.wording,
        detail=need.detail,
        rule=None if need.rule is None else str(need.rule),
        waits_for=tuple(map(str, need.waits_for)),
    )


def prove_from(closure: Closure, goal: Atom, *, check: Callable[[], None] = unbounded) -> Proof:
    """As `prove`, for several goals over one program that was grounded and closed once.

    Args:
        closure: of all input facts.
        goal: an atom in normal form; a variable stands for anything.
        check: called now and then; what it raises comes through.
    """
    ground = closure.ground
    program = ground.program
    facts = closure.sequence
    conflicts = find_conflicts(program, facts)
    disputed = {ground.index[atom] for conflict in conflicts for atom in conflict.rivals}
    rules = reduct(closure, disputed)
    start = [atom for atom in ground.inputs if atom not in disputed]
    reasons = follow(ground, start, rules)
    answers = _instances(ground, goal, reasons)
    if answers:
        target = ground.index[answers[0]]
        support = minimise(ground, target, rules, reasons, disputed, check=check)
        final = follow(ground, stated_by(ground, support, disputed), rules)
        steps = derive_steps(ground, target, final, support)
        return Proof("derived", answers[0], program, answers, units_in_order(steps), steps)

    from suffice.engine.requirements import find_gap, require_conflict

    gap = find_gap(program, facts, goal)
    needs = gap.requirements
    if _instances(ground, goal, closure.reasons):
        used = _used_conflicts(conflicts, gap.found) or conflicts
        needs = tuple(require_conflict(program, conflict) for conflict in used)
    statuses = {need.status for need in needs}
    status: OneOf["open", "conflict", "blocked"] = (
        "open" if "open" in statuses else "conflict" if "conflict" in statuses else "blocked"
    )
    return Proof(status, goal, program, requirements=needs, partial=_partial(closure, gap.found))


def _instances(ground: GroundProgram, goal: Atom, holding: Iterable[int]) -> tuple[Atom, ...]:
    found = []
    for number in holding:
        atom = ground.atoms[number]
        if atom.signature != goal.signature:
            continue
        bound: dict[str, Term] | None = {}
        for part, value in zip(goal.args, atom.args, strict=True):
            bound = match(part, value, bound) if bound is not None else None
        if bound is not None:
            found.append(atom)
    return tuple(sorted(found, key=order_of))


def _used_conflicts(conflicts: Iterable[Conflict], found: Iterable[Atom]) -> list[Conflict]:
    seen = frozenset(found)
    return [conflict for conflict in conflicts if not seen.isdisjoint(conflict.rivals)]


def _partial(closure: Closure, found: Iterable[Atom]) -> tuple[Step, ...]:
    """The derivations of all that was found, equal steps once."""
    ground = closure.ground
    steps: dict[str, Step] = {}
    for atom in found:
        for step in derive_steps(ground, ground.index[atom], closure.reasons):
            steps.setdefault(step.id, step)
    return tuple(steps.values())

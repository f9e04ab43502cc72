"""Cases: questions over programs, decided by closure, with proofs, committed plans and twins.

An answer is right if the closure gives it. Where it rests on something that follows, that is proved, certified and
checked again by the checker, which shares no code with the closure. The twin lacks one unit that is in every support;
nothing may follow there, and the abstention must name what that unit states.

>>> from suffice.rules import parse_atom, parse_program
>>> program = parse_program("states(u1, a). a. states(u2, b). b. evidence(a, 0). evidence(b, 0). goal :- a, b.")
>>> case = Case("q1", "yes", program, {"yes": parse_atom("goal")}, "no")
>>> decision = decide_case(case, seed=0, seeds=range(4))
>>> decision.answer, decision.depth, decision.checked, decision.hits, decision.twin.named_by
('yes', 1, True, 4, 'requirements')
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal as OneOf

from suffice.engine import certify, check_derivation, prove_from
from suffice.engine.certificate import Certificate
from suffice.engine.closure import Closure, close, follow, reduct
from suffice.engine.evaluation import match
from suffice.engine.ground import GroundProgram, ground_program
from suffice.engine.missing import find_missing
from suffice.engine.support import stated_by
from suffice.engine.transform import derive_by_plans
from suffice.rules import Atom, Number, Program, Rule, Symbol, Term
from suffice.worlds.exact.kinds import ExactOptions
from suffice.worlds.exact.report import CommittedPlan, DepthCount, Detail, Disagreement, ExactReport

__all__ = [
    "CONFLICT",
    "Case",
    "Decision",
    "Tally",
    "Twin",
    "Unread",
    "decide_case",
    "find_heights",
    "remove_unit",
]

#: The answer where a theory contradicts itself on the question.
CONFLICT = "conflict"
#: Sets of missing facts that are looked at, the smallest first.
_MISSING = 1_000


@dataclass(frozen=True, slots=True)
class Case:
    """A question.

    Args:
        id: its name in the file.
        label: the answer that the file gives.
        program: rules and facts, with units.
        goals: by answer the ground atom that gives it; the first that follows without disputed atoms decides.
        otherwise: the answer if none follows.
    """

    id: str
    label: str
    program: Program
    goals: Mapping[str, Atom]
    otherwise: str


@dataclass(frozen=True, slots=True)
class Unread:
    """A question that could not be read; `kind` is that of the diagnostic."""

    id: str
    label: str
    kind: str
    why: str


@dataclass(frozen=True, slots=True)
class Twin:
    """The same question without one unit.

    Args:
        unit: what was deleted, from every support.
        undecided: whether nothing follows any more.
        named_by: what names a fact of the unit, or that nothing witnesses its rule: the `requirements` of the
            abstention, or, where these follow another way through a rule, the minimal sets of `missing` facts; None if
            neither does.
    """

    unit: Term
    undecided: bool
    named_by: OneOf["requirements", "missing"] | None

    @property
    def correct(self) -> bool:
        """Whether it is an abstention that names what was deleted."""
        return self.undecided and self.named_by is not None


@dataclass(frozen=True, slots=True)
class Decision:
    """What closure says.

    Args:
        answer: of the goals, or otherwise; `conflict` if what follows follows from disputed atoms only (`p` and `-p`).
        goal: what follows; None if nothing does.
        depth: the height of its shallowest derivation.
        checked: whether its certificate was accepted by the checker.
        certificate: of `goal`.
        hits: how many committed plans derive it.
        twin: None where no unit is in every support.
    """

    answer: str
    goal: Atom | None = None
    depth: int | None = None
    checked: bool = False
    certificate: Certificate | None = None
    hits: int = 0
    twin: Twin | None = None


class _Closed:
    """A program grounded and closed once, for all questions about it."""

    def __init__(self, program: Program) -> None:
        self.ground: GroundProgram = ground_program(program)
        self.closure: Closure = close(self.ground)
        self.rules = reduct(self.closure)
        self.heights = find_heights(self.ground, self.rules)
        self._plans: dict[Sequence[int], dict[int, int]] = {}

    def hits(self, goal: Atom, seeds: Sequence[int]) -> int:
        if seeds not in self._plans:
            self._plans[seeds] = derive_by_plans(self.ground, seeds, rules=self.rules)
        return self._plans[seeds].get(self.ground.index[goal], 0).bit_count()

    def holds(self, atom: Atom) -> bool:
        index = self.ground.index.get(atom)
        return index is not None and index in self.closure


@lru_cache(maxsize=64)
def _closed(program: _ByIdentity) -> _Closed:
    return _Closed(program.program)


@dataclass(frozen=True, slots=True, eq=False)
class _ByIdentity:
    """A program as a key: comparing its rules would take longer than what is saved."""

    program: Program

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ByIdentity) and self.program is other.program

    def __hash__(self) -> int:
        return id(self.program)


def find_heights(ground: GroundProgram, rules: Sequence[int]) -> dict[int, int]:
    """The height of the shallowest derivation of each atom.

    Args:
        ground: a ground program.
        rules: its rules with negation settled (`closure.reduct`).

    Returns:
        By atom; 0 for an input.

    >>> from suffice.rules import parse_program
    >>> ground = ground_program(parse_program("a. b :- a. c :- b. c :- a. d :- c, b."))
    >>> {str(ground.atoms[atom]): height for atom, height in find_heights(ground, range(4)).items()}
    {'a': 0, 'b': 1, 'c': 1, 'd': 2}
    """
    heights: dict[int, int] = {}
    for atom, number in follow(ground, ground.inputs, rules).items():  # first in, first out: lowest first
        body = () if number is None else ground.rules[number].positive
        heights[atom] = 0 if number is None else 1 + max((heights[other] for other in body), default=0)
    return heights


def remove_unit(program: Program, unit: Term) -> Program:
    """The program without a unit, and without facts that no other unit states; a fact may be its own unit.

    >>> from suffice.rules import parse_program, parse_term
    >>> program = parse_program("states(u1, a). states(u1, b). states(u2, b). a. b. c :- a.")
    >>> print(remove_unit(program, parse_term("u1")), end="")
    states(u2,b).
    b.
    c :- a.
    """
    gone = {fact for fact in _stated_by(program, unit) if program.units_of(fact) == (unit,)}

    def stays(rule: Rule) -> bool:
        says = rule.head.name == "states" and len(rule.head.args) == 2 and rule.head.args[0] == unit
        return not rule.is_fact or (rule.head not in gone and not says)

    return Program(tuple(filter(stays, program.rules)), program.shows, program.constants)


def _stated_by(program: Program, unit: Term) -> list[Atom]:
    return [fact for fact in program.facts if program.is_evidence(fact) and unit in program.units_of(fact)]


def decide_case(case: Case, *, seed: int, seeds: Sequence[int]) -> Decision:
    """Decide a question, prove the answer, and decide its twin.

    Args:
        case: the question.
        seed: with its id it chooses the unit that the twin lacks.
        seeds: of committed plans; may be empty.
    """
    closed = _closed(_ByIdentity(case.program))
    held = {answer: goal for answer, goal in case.goals.items() if closed.holds(goal)}
    if not held:
        return Decision(case.otherwise)
    proofs = ((answer, prove_from(closed.closure, goal)) for answer, goal in held.items())
    answer, proof = next((pair for pair in proofs if pair[1].status == "derived"), (CONFLICT, None))
    if proof is None:
        return Decision(CONFLICT)
    goal = proof.goal
    certificate = certify(proof)
    return Decision(
        answer,
        goal,
        closed.heights[closed.ground.index[goal]],
        not check_derivation(certificate, case.program),
        certificate,
        closed.hits(goal, seeds) if seeds else 0,
        _twin(case, closed, goal, proof.support, seed),
    )


def _twin(case: Case, closed: _Closed, goal: Atom, support: Iterable[Term], seed: int) -> Twin | None:
    ground = closed.ground
    target = ground.index[goal]
    everything = dict.fromkeys(unit for units in ground.units.values() for unit in units)
    needed = [
        unit
        for unit in sorted(support, key=str)
        if target not in close(ground, stated_by(ground, (other for other in everything if other != unit)))
    ]
    if not needed:
        return None
    unit = random.Random(f"{seed}|{case.id}").choice(needed)
    program = remove_unit(case.program, unit)
    deleted = _stated_by(case.program, unit)
    after = close(ground_program(program))
    undecided = after.atoms.isdisjoint(case.goals.values())
    return Twin(unit, undecided, _named_by(program, after, goal, deleted) if undecided else None)


def _named_by(
    program: Program, closure: Closure, goal: Atom, deleted: Sequence[Atom]
) -> OneOf["requirements", "missing"] | None:
    needs = prove_from(closure, goal).requirements
    if any(_names(need.atom, atom) for need in needs for atom in deleted):
        return "requirements"
    assumable = {atom.signature for atom in deleted} | (program.evidence or frozenset())
    declared = [
        Rule(Atom("abducible", (Symbol(one.name, positive=one.positive), Number(one.arity))))
        for one in sorted(assumable)
    ]
    missing = find_missing(program.extended(declared), goal, maximum=_MISSING)
    return "missing" if any(atom in one for one in missing.sets for atom in deleted) else None


def _names(pattern: Atom, atom: Atom) -> bool:
    """Whether a requirement, with variables where a value is unknown, is one for this atom."""
    if pattern.signature != atom.signature:
        return False
    bound: dict[str, Term] | None = {}
    for part, value in zip(pattern.args, atom.args, strict=True):
        bound = match(part, value, bound) if bound is not None else None
    return bound is not None


class Tally:
    """Decisions, one by one, to a report.

    Args:
        kind: of the file.
        options: what was chosen.
    """

    def __init__(self, kind: str, options: ExactOptions) -> None:
        self.kind = kind
        self.seeds = range(options.seed, options.seed + options.plans)
        self._seed = options.seed
        self._n = self._correct = self._proved = self._twins = self._twins_correct = self._without_twin = 0
        self._plan_correct = 0.0
        self._depths: dict[str, list[float]] = {}
        self._named: dict[str, int] = {}
        self._disagreements: list[Disagreement] = []

    def decide(self, case: Case | Unread) -> Decision | None:
        """Decide a case and count it; None for one that could not be read."""
        if isinstance(case, Unread):
            self._n += 1
            self._count("unread", False)
            why = f"{case.kind}: {case.why}"
            self._disagreements.append(Disagreement(id=case.id, label=case.label, answer=None, why=why))
            return None
        decision = decide_case(case, seed=self._seed, seeds=self.seeds)
        self.count(case, decision)
        return decision

    def count(self, case: Case, decision: Decision, *, why: str = "") -> None:
        """Count a decision that was made already."""
        right = decision.answer == case.label
        provable = decision.goal is not None
        missed = len(self.seeds) - decision.hits if provable else 0
        self._n += 1
        self._correct += right
        self._proved += decision.checked
        self._count("unknown" if decision.depth is None else str(decision.depth), right, provable, missed)
        self._plan_correct += right * (len(self.seeds) - missed)
        if decision.twin:
            self._twins += 1
            self._twins_correct += decision.twin.correct
            named = decision.twin.named_by or "nothing"
            self._named[named] = self._named.get(named, 0) + 1
        elif provable:
            self._without_twin += 1
        if not right:
            self._disagreements.append(
                Disagreement(id=case.id, label=case.label, answer=decision.answer, why=why)
            )

    def report(self, **details: Detail) -> ExactReport:
        """The report.

        Args:
            details: what else a kind counts.
        """
        seeds = len(self.seeds)
        provable = int(sum(depth[2] for depth in self._depths.values()))
        missed = sum(depth[3] for depth in self._depths.values())
        return ExactReport(
            kind=self.kind,
            n=self._n,
            correct=self._correct,
            with_proof=self._proved,
            by_depth={
                name: DepthCount(
                    n=int(n),
                    correct=int(correct),
                    provable=int(provable),
                    missed_by_plan=missed / seeds if seeds else None,
                )
                for name, (n, correct, provable, missed) in sorted(self._depths.items(), key=_by_depth)
            },
            committed_plan=CommittedPlan(
                correct=self._plan_correct / seeds,
                missed_provable=missed / seeds,
                provable=provable,
                seeds=seeds,
            )
            if seeds
            else None,
            twins=self._twins,
            twins_correct=self._twins_correct,
            disagreements=tuple(self._disagreements),
            details={
                "without_twin": self._without_twin,
                "twin_named_by": dict(sorted(self._named.items())),
                **details,
            },
        )

    def _count(self, depth: str, right: bool, provable: bool = False, missed: float = 0) -> None:
        counts = self._depths.setdefault(depth, [0, 0, 0, 0])
        for place, number in enumerate((1, right, provable, missed)):
            counts[place] += number


def _by_depth(item: tuple[str, object]) -> tuple[bool, int, str]:
    name = item[0]
    return (not name.isdigit(), int(name) if name.isdigit() else 0, name)

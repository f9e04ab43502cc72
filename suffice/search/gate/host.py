"""The host: a Self-Ask loop that retrieves a few sentences a round and asks after each whether it may stop.

Six rounds of three sentences (CoVeR section 4), from a BM25 index of the question's own pool, gold and distractors. A sentence
comes once; evidence only grows. Without a model the next query is the next open lookup. The queries depend on the evidence
alone, so a gate changes when a verifier is asked and never what is found.

>>> from suffice.search.gate.evidence import Case, EvidenceSentence
>>> pool = [EvidenceSentence(f"u{n}", "u", "Blue", text, 0, 1) for n, text in enumerate(["Blue is a film.", "Ann made it."])]
>>> [[one.id for one in step.evidence] for step in steps(Case("Who made Blue?", tuple(pool)), rounds=2, top=1)]
[['u1'], ['u1', 'u0']]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from suffice.extractors import Unit
from suffice.search.gate.claims import Claim, Drafter
from suffice.search.gate.encoders import Encoder
from suffice.search.gate.evidence import Case, EvidenceSentence, State
from suffice.search.gate.gap import Gap
from suffice.search.gate.gate import Gate, Outcome
from suffice.search.gate.verifiers import Verifier
from suffice.search.index import build_index

__all__ = ["ROUNDS", "TOP", "Host", "Round", "Run", "Step", "steps"]

#: Rounds of the host, and new sentences a round.
ROUNDS = 6
TOP = 3


@dataclass(frozen=True, slots=True)
class Step:
    """One round of retrieval.

    Args:
        number: from 1.
        query: that was asked.
        new: sentences that came.
        evidence: all so far.
        state: what follows from the evidence; None where nobody reads the question.
    """

    number: int
    query: str
    new: tuple[EvidenceSentence, ...]
    evidence: tuple[EvidenceSentence, ...]
    state: State | None


@dataclass(frozen=True, slots=True)
class Round:
    """One round of a run, for its trace.

    Args:
        number: from 1.
        query: that was asked.
        new: ids of the sentences that came.
        gap: the state's, where a gate looked at it.
        outcome: what became of the state.
    """

    number: int
    query: str
    new: tuple[str, ...]
    gap: float | None
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Run:
    """A run of the host.

    Args:
        rounds: up to the stop.
        evidence: at the end.
        stop: the round at which the verifier approved; None where the budget ended it.
        calls: of the verifier.
        gated: False where there was a gate and it was off for want of claims.
    """

    rounds: tuple[Round, ...]
    evidence: tuple[EvidenceSentence, ...]
    stop: int | None
    calls: int
    gated: bool


def steps(case: Case, *, rounds: int = ROUNDS, top: int = TOP) -> Iterator[Step]:
    """The host's rounds of retrieval, whoever looks at them.

    The next query is the open lookup that was asked least often, the first of these; the question where none is open.

    Args:
        case: question and pool.
        rounds: how many.
        top: new sentences a round.
    """
    index = (
        build_index([Unit(one.id, one.title, one.text) for one in case.pool], "bm25") if case.pool else None
    )
    by_id = {one.id: one for one in case.pool}
    asked: Counter[str] = Counter()
    evidence: tuple[EvidenceSentence, ...] = ()
    state = case.follow(evidence)
    for number in range(1, rounds + 1):
        query = _next_query(case, state, asked)
        asked[query] += 1
        found: list[str] = []
        # A lookup none of whose words is left in the pool gives its round to the question.
        for one in dict.fromkeys((query, case.question)):
            there = {sentence.id for sentence in evidence} | set(found)
            if index is not None and len(found) < top:
                found += index.search(one, top - len(found), there)
        new = tuple(by_id[one] for one in found)
        evidence += new
        state = case.follow(evidence)
        yield Step(number, query, new, evidence, state)


def _next_query(case: Case, state: State | None, asked: Counter[str]) -> str:
    needs = state.proof.requirements if state is not None else ()
    open_lookups = [need.wording for need in needs if need.status == "open" and need.wording]
    return min(open_lookups, key=lambda one: asked[one], default=case.question)


class Host:
    """Runs questions with a verifier, and a gate before it.

    Args:
        drafter: of claims.
        verifier: says when to stop.
        gate: when to ask it; None for always.
        encoder: the gate's.
        rounds: the budget.
        top: new sentences a round.
    """

    def __init__(
        self,
        drafter: Drafter,
        verifier: Verifier,
        gate: Gate | None = None,
        encoder: Encoder | None = None,
        *,
        rounds: int = ROUNDS,
        top: int = TOP,
    ) -> None:
        if gate is not None and encoder is None:
            raise ValueError("a gate needs its encoder")
        self.drafter = drafter
        self.verifier = verifier
        self.gate = gate
        self.encoder = encoder
        self.rounds = rounds
        self.top = top

    def run(self, case: Case) -> Run:
        """Retrieve and verify until the verifier approves or the budget is used up."""
        self.verifier.begin(case)
        gap = Gap(self.encoder.fit([one.in_context for one in case.pool])) if self.encoder else None
        claims = self.drafter.draft(case.question, case.follower, None)
        gated = self.gate is not None and bool(claims)
        trace: list[Round] = []
        calls = 0
        for step in steps(case, rounds=self.rounds, top=self.top):
            if not self.drafter.fixed:
                claims = self.drafter.draft(case.question, case.follower, step.state)
            state_gap = None
            if gap is not None and self.gate is not None:
                gap.add(step.new)
                claims = in_order(claims, gap)
                state_gap = self.gate.measure(claims, gap)
            if self.gate is not None and state_gap is not None and self.gate.skips(state_gap):
                outcome = Outcome.SKIP
            else:
                calls += 1
                approved = self.verifier.approve(case, claims, step.evidence)
                outcome = Outcome.STOP if approved else Outcome.CONTINUE
            trace.append(
                Round(step.number, step.query, tuple(one.id for one in step.new), state_gap, outcome)
            )
            if outcome is Outcome.STOP:
                return Run(tuple(trace), step.evidence, step.number, calls, gated)
        return Run(tuple(trace), step.evidence if trace else (), None, calls, gated)


def in_order(claims: Sequence[Claim], gap: Gap) -> tuple[Claim, ...]:
    """Claims by their gaps, the largest first: a verifier that asks one by one then fails early."""
    gaps = dict(zip(claims, gap.measure(claims), strict=True))
    return tuple(sorted(claims, key=lambda one: -gaps[one]))

"""From a way to a proof: its moves carried out in the order that goes furthest, and what each comes to there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from suffice.extractors.natlog.automaton import Mode, Verdict, fold
from suffice.extractors.natlog.compounds import find_cut
from suffice.extractors.natlog.gaps import find_gaps
from suffice.extractors.natlog.knowledge import Knowledge
from suffice.extractors.natlog.projectivity import project
from suffice.extractors.natlog.proof import Evidence, Gap, GapReason, Proof, Step, score_steps
from suffice.extractors.natlog.rewriting import STRUCTURAL, Rewriting, Topic
from suffice.extractors.natlog.ways import Direction, Move
from suffice.extractors.natlog.words import Sentence

if TYPE_CHECKING:
    from suffice.extractors.natlog.prover import Prover

__all__ = ["assemble", "refuse"]


def refuse(claim: str, mode: Mode, needed: str, reason: GapReason, evidence: Evidence | None = None) -> Proof:
    """NOT ENOUGH INFO without a step, and what would be needed."""
    gap = Gap(text=claim.strip()[:200], reason=reason, needed=needed, claim_span=(0, len(claim)))
    return Proof(claim=claim, evidence=evidence, mode=mode, verdict="NOT ENOUGH INFO", gaps=(gap,)).sealed()


def assemble(
    prover: Prover,
    claim: str,
    place: Evidence,
    topic: Topic | None,
    direction: Direction,
    moves: Sequence[Move],
    sentence: Sentence,
    target: Sentence,
) -> Proof:
    """The proof that some moves are; neighbouring gaps become one step.

    Args:
        prover: for its knowledge and mode.
        claim: as it came.
        place: the sentence that is rewritten, and its unit.
        topic: what pronouns may stand for.
        direction: in which the moves were found.
        moves: in the order found.
        sentence: the evidence's sentence, read.
        target: the claim, read.
    """
    taken: list[tuple[Move, tuple[int, int], tuple[int, int]]] = []
    i = j = 0
    n, m = len(sentence), len(target)
    for move in moves:
        span, into = (i, i + move.old), (j, j + move.new)
        if direction == "right":
            span, into = (n - span[1], n - span[0]), (m - into[1], m - into[0])
        taken.append((move, span, into))
        i, j = i + move.old, j + move.new
    if direction == "right":
        taken.reverse()
    merged = _merge_gaps(taken)
    spans = [(span, into) for _, span, into in merged]
    natural = range(len(merged)) if direction == "left" else range(len(merged))[::-1]
    orders = [list(natural)]
    if any(move.relation in "<>|!" for move, _, _ in merged):
        orders.append(sorted(natural, key=lambda place: _RANKS.get(merged[place][0].relation, 1)))
    best: tuple[Verdict, list[int], list[Step]] | None = None
    for order in orders:
        steps = _carry_out(claim, place, topic, merged, spans, order, sentence, target, prover.knowledge)
        if steps is None:
            continue
        verdict = fold((steps[at].relation for at in order), prover.mode)
        if best is None or verdict != "NOT ENOUGH INFO":
            best = verdict, order, steps
        if verdict != "NOT ENOUGH INFO":
            break
    if best is None:
        return refuse(claim, prover.mode, f"a passage that says: {claim.strip()}", "missing", evidence=place)
    verdict, order, steps = best
    uses_topic = any(step.witness and step.witness.kind == "topic" for step in steps)
    return Proof(
        claim=claim,
        evidence=place,
        topic=topic.name if topic and uses_topic else None,
        functional=any(move.needs_one_value for move, _, _ in merged),
        mode=prover.mode,
        steps=tuple(steps),
        order=tuple(order),
        verdict=verdict,
        gaps=find_gaps(claim, place.text, steps, order, prover.mode, prover.knowledge),
        score=score_steps(steps),
    ).sealed()


#: What is carried out first: what generalises, then what excludes, then what specialises.
_RANKS = {"=": 0, "<": 0, "!": 1, "|": 1, ">": 2}
_Taken: TypeAlias = tuple[Move, tuple[int, int], tuple[int, int]]


def _merge_gaps(taken: Sequence[_Taken]) -> list[_Taken]:
    """With neighbouring gaps as one."""
    merged: list[_Taken] = []
    for move, span, into in taken:
        last = merged[-1] if merged else None
        if last is not None and last[0].witness is None and move.witness is None:
            both = Move(last[0].old + move.old, last[0].new + move.new, "#", "#", None, 0.0)
            merged[-1] = both, (last[1][0], span[1]), (last[2][0], into[1])
        else:
            merged.append((move, span, into))
    return merged


def _carry_out(
    claim: str,
    place: Evidence,
    topic: Topic | None,
    merged: Sequence[_Taken],
    spans: Sequence[tuple[tuple[int, int], tuple[int, int]]],
    order: Sequence[int],
    sentence: Sentence,
    target: Sentence,
    knowledge: Knowledge,
) -> list[Step] | None:
    """The steps, carried out in an order, in the order of the claim; None if one cannot be made where it comes."""
    steps: dict[int, Step] = {}
    for at in order:
        move, span, into = merged[at]
        rewriting = Rewriting.of(sentence, target, spans, steps.keys(), at)
        witness = move.witness
        structural = witness is not None and witness.kind in STRUCTURAL
        if structural and (move.lexical, witness) not in list(rewriting.explanations(topic)):
            return None
        if witness is not None and find_cut(rewriting, witness.kind, knowledge):
            return None
        operators = rewriting.operators(witness)
        steps[at] = Step(
            claim_span=_characters(target, into, 0, len(claim)),
            evidence_span=_characters(sentence, span, place.start, place.end),
            lexical=move.lexical,
            operators=operators,
            relation=move.lexical if move.lexical == "=" else project(move.lexical, operators),
            witness=witness,
        )
    return [steps[at] for at in range(len(merged))]


def _characters(sentence: Sentence, span: tuple[int, int], offset: int, end: int) -> tuple[int, int]:
    words = sentence.words
    if span[0] < span[1]:
        return offset + words[span[0]].start, offset + words[span[1] - 1].end
    place = offset + words[span[0]].start if span[0] < len(words) else end
    return place, place

"""The checker: verifies a proof without search, models or network.

It shares with the prover what both must agree on (words, the scanner of operators, the structural rules, the tables of
relations) and none of the prover's code. Every field but those that say where a text comes from is determined by others;
one change anywhere is found.

>>> from suffice.extractors.natlog.knowledge import read_knowledge
>>> from suffice.extractors.natlog.prover import Prover
>>> from suffice.extractors.passages import Unit
>>> knowledge = read_knowledge()
>>> proof = Prover(knowledge).prove("A dog barked.", [Unit("u", "", "A dog barked loudly.")])
>>> check_proof(proof, knowledge)
[]
>>> check_proof(proof.model_copy(update={"verdict": "REFUTES"}), knowledge)[0].field
'verdict'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from suffice.errors import SufficeError
from suffice.extractors.natlog.automaton import fold
from suffice.extractors.natlog.gaps import find_gaps
from suffice.extractors.natlog.knowledge import Knowledge, Lexical, Witness
from suffice.extractors.natlog.projectivity import project
from suffice.extractors.natlog.proof import Evidence, Proof, Step, score_steps
from suffice.extractors.natlog.rewriting import STRUCTURAL, Rewriting, Topic
from suffice.extractors.natlog.sentences import split_sentences
from suffice.extractors.natlog.words import Sentence, read_sentence
from suffice.extractors.passages import Unit
from suffice.extractors.text import hash_text, split_title

__all__ = ["Fault", "check_proof"]


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a proof.

    Args:
        field: where.
        cause: what is wrong.
    """

    field: str
    cause: str

    def __str__(self) -> str:
        return f"`{self.field}` {self.cause}"


def check_proof(proof: Proof, knowledge: Knowledge, units: Mapping[str, Unit] | None = None) -> list[Fault]:
    """Everything that is wrong with a proof; empty if nothing is.

    Args:
        proof: what to check.
        knowledge: that its lexical witnesses are verified with.
        units: the texts by id; None takes the text that the proof has.
    """
    return list(_check(proof, knowledge, units))


def _check(proof: Proof, knowledge: Knowledge, units: Mapping[str, Unit] | None) -> Iterator[Fault]:
    if proof.evidence is None or not proof.steps:
        if proof.verdict != "NOT ENOUGH INFO":
            yield Fault("verdict", "needs steps that lead to it")
        if not proof.gaps:
            yield Fault("gaps", "must say what is missing")
    else:
        yield from _check_evidence(proof.evidence, units)
        yield from _check_steps(proof, proof.evidence, knowledge)
    if proof.score != score_steps(proof.steps):
        yield Fault("score", f"is not the mean confidence of the steps, {score_steps(proof.steps)}")
    if proof.sha256 != proof.digest():
        yield Fault("sha256", "is not the hash of the rest")


def _check_evidence(evidence: Evidence, units: Mapping[str, Unit] | None) -> Iterator[Fault]:
    if evidence.sha256 != hash_text(f"{evidence.title}\n{evidence.text}"):
        yield Fault("evidence.sha256", "is not the hash of title and text")
    if (evidence.start, evidence.end) not in split_sentences(evidence.text):
        yield Fault("evidence.start", "and `end` are not those of a sentence")
    if units is not None:
        unit = units.get(evidence.unit)
        if unit is None:
            yield Fault("evidence.unit", f"`{evidence.unit}` is not among the texts")
        elif unit.sha256 != evidence.sha256:
            yield Fault("evidence.text", f"is not that of `{evidence.unit}`")


def _check_steps(proof: Proof, evidence: Evidence, knowledge: Knowledge) -> Iterator[Fault]:
    sentence, claim = read_sentence(evidence.sentence), read_sentence(proof.claim)
    olds = [_words(sentence, step.evidence_span, evidence.start, evidence.end) for step in proof.steps]
    news = [_words(claim, step.claim_span, 0, len(proof.claim)) for step in proof.steps]
    for name, spans, count in (("evidence_span", olds, len(sentence)), ("claim_span", news, len(claim))):
        for place, span in enumerate(spans):
            if span is None:
                yield Fault(f"steps.{place}.{name}", "is not the place of whole words")
        whole = [span for span in spans if span is not None]
        if len(whole) < len(spans):
            return
        tiled = all(one[1] == other[0] for one, other in pairwise(whole))
        if not tiled or whole[0][0] != 0 or whole[-1][1] != count:
            yield Fault(f"steps.{name}", "do not cover the text in order, once")
            return
    topic = _topic(proof, evidence)
    used = False
    functional = False
    for place, (step, old, new) in enumerate(zip(proof.steps, olds, news, strict=True)):
        assert old is not None and new is not None
        rewriting = Rewriting.at(sentence, claim, proof.direction, old, new)
        texts = _text(sentence, old), _text(claim, new)
        yield from _check_step(f"steps.{place}", step, rewriting, texts, topic, knowledge)
        if step.witness is not None:
            used |= step.witness.kind == "topic"
            lexical = _witness(step)
            functional |= lexical is not None and lexical.needs_one_value
    if (proof.topic is not None) != used:
        yield Fault("topic", "is told where no step rests on it" if proof.topic else "is missing")
    if proof.functional != functional:
        yield Fault("functional", f"must be {str(functional).lower()} for these steps")
    relations = [step.relation for step in proof.steps]
    verdict = fold(relations if proof.direction == "left" else relations[::-1], proof.mode)
    if proof.verdict != verdict:
        yield Fault("verdict", f"is {verdict} by these steps")
    gaps = find_gaps(proof.claim, evidence.text, proof.steps, proof.mode, proof.direction, knowledge)
    if proof.gaps != gaps:
        yield Fault("gaps", "are not those of the steps")


def _check_step(
    field: str,
    step: Step,
    rewriting: Rewriting,
    texts: tuple[str, str],
    topic: Topic | None,
    knowledge: Knowledge,
) -> Iterator[Fault]:
    operators = rewriting.operators(step.witness)
    if step.operators != operators:
        found = ", ".join(operators) or "none"
        yield Fault(f"{field}.operators", f"are not those that the spans stand in: {found}")
        return
    projected = "=" if step.lexical == "=" else project(step.lexical, step.operators)
    if step.relation != projected:
        yield Fault(f"{field}.relation", f"is `{projected}` under these operators")
    if step.witness is None:
        if step.lexical != "#":
            yield Fault(f"{field}.witness", "is missing")
    elif step.witness.kind in STRUCTURAL:
        if (step.lexical, step.witness) not in list(rewriting.explanations(topic)):
            yield Fault(f"{field}.witness", f"`{step.witness}` does not make it `{step.lexical}`")
    else:
        witness = _witness(step)
        if witness is None or not knowledge.verify(*texts, Lexical(step.lexical, witness)):
            yield Fault(f"{field}.witness", f"`{step.witness}` does not make it `{step.lexical}`")


def _witness(step: Step) -> Witness | None:
    """The lexical witness, if it is one."""
    if step.witness is None or step.witness.kind in STRUCTURAL:
        return None
    try:
        return Witness.read({"kind": step.witness.kind, "detail": step.witness.detail})
    except SufficeError:
        return None


def _topic(proof: Proof, evidence: Evidence) -> Topic | None:
    """What pronouns may stand for: the title's name, or what was declared."""
    if proof.topic is None:
        return None
    declared = any(step.witness and step.witness.detail == (proof.topic, "declared") for step in proof.steps)
    if declared:
        return Topic(proof.topic, "declared")
    return Topic(split_title(evidence.title)[0], "title")


def _words(sentence: Sentence, span: tuple[int, int], offset: int, end: int) -> tuple[int, int] | None:
    """The words that characters cover exactly; an empty span stands before a word, or at the end."""
    starts = {offset + word.start: place for place, word in enumerate(sentence.words)}
    ends = {offset + word.end: place + 1 for place, word in enumerate(sentence.words)}
    start, stop = span
    if start == stop:
        place = starts.get(start, len(sentence.words) if start == end else None)
        return None if place is None else (place, place)
    if start not in starts or stop not in ends or starts[start] >= ends[stop]:
        return None
    return starts[start], ends[stop]


def _text(sentence: Sentence, span: tuple[int, int]) -> str:
    return " ".join(word.text for word in sentence.words[slice(*span)])

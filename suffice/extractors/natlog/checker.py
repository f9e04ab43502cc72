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
from typing import Protocol

from suffice.errors import SufficeError
from suffice.extractors.natlog.automaton import fold
from suffice.extractors.natlog.compounds import find_cut
from suffice.extractors.natlog.gaps import find_gaps
from suffice.extractors.natlog.knowledge import Knowledge, Lexical, Witness
from suffice.extractors.natlog.projectivity import project
from suffice.extractors.natlog.proof import (
    MAX_CLAIM,
    MAX_EVIDENCE,
    Evidence,
    Proof,
    Step,
    score_steps,
)
from suffice.extractors.natlog.rewriting import STRUCTURAL, Rewriting, Topic, word_phrase
from suffice.extractors.natlog.sentences import split_sentences
from suffice.extractors.natlog.words import Sentence, read_sentence, split_words
from suffice.extractors.text import hash_text, split_title

__all__ = ["Fault", "Hashed", "check_proof"]


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


class Hashed(Protocol):
    """A passage as far as a checker needs it: the hash of its title and text."""

    @property
    def sha256(self) -> str:
        """The hash."""
        ...


def check_proof(proof: Proof, knowledge: Knowledge, units: Mapping[str, Hashed] | None = None) -> list[Fault]:
    """Everything that is wrong with a proof; empty if nothing is.

    Args:
        proof: what to check.
        knowledge: that its lexical witnesses are verified with.
        units: the texts by id; None takes the text that the proof has.
    """
    return list(_check(proof, knowledge, units))


def _check(proof: Proof, knowledge: Knowledge, units: Mapping[str, Hashed] | None) -> Iterator[Fault]:
    if proof.evidence is None or not proof.steps:
        yield from _check_nothing(proof)
        if proof.evidence is not None:
            yield from _check_evidence(proof.evidence, units)
    else:
        yield from _check_evidence(proof.evidence, units)
        yield from _check_steps(proof, proof.evidence, knowledge)
    if proof.score != score_steps(proof.steps):
        yield Fault("score", f"is not the mean confidence of the steps, {score_steps(proof.steps)}")
    if proof.sha256 != proof.digest():
        yield Fault("sha256", "is not the hash of the rest")


def _check_nothing(proof: Proof) -> Iterator[Fault]:
    """Of a proof that was not sought: nothing is claimed, and it says why."""
    if proof.verdict != "NOT ENOUGH INFO":
        yield Fault("verdict", "needs steps that lead to it")
    if proof.steps:
        yield Fault("steps", "rest on no evidence")
    for name, value, default in (
        ("topic", proof.topic, None),
        ("functional", proof.functional, False),
        ("order", proof.order, ()),
    ):
        if value != default:
            yield Fault(name, "is told where no step rests on it")
    text, span = proof.claim.strip()[:200], (0, len(proof.claim))
    if len(proof.gaps) != 1:
        yield Fault("gaps", "must say what is missing, once")
    elif (proof.gaps[0].text, proof.gaps[0].claim_span) != (text, span):
        yield Fault("gaps.0", "is not about the claim")
    elif proof.gaps[0].reason not in ("missing", "limit"):
        yield Fault("gaps.0.reason", "is one of steps, and there is none")


def _check_evidence(evidence: Evidence, units: Mapping[str, Hashed] | None) -> Iterator[Fault]:
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
    for name, text, most in (
        ("claim", proof.claim, MAX_CLAIM),
        ("evidence", evidence.sentence, MAX_EVIDENCE),
    ):
        if len(split_words(text, most + 1)) > most:  # beyond some number words are not even read
            yield Fault(name, f"has more than {most} words")
            return
    if len(proof.steps) > MAX_CLAIM + MAX_EVIDENCE:  # each rewrites a word at least
        yield Fault("steps", "are more than there are words")
        return
    sentence, claim = read_sentence(evidence.sentence), read_sentence(proof.claim)
    places: dict[str, list[tuple[int, int]]] = {}
    for name, read, offset, end in (
        ("evidence_span", sentence, evidence.start, evidence.end),
        ("claim_span", claim, 0, len(proof.claim)),
    ):
        spans = [_words(read, getattr(step, name), offset, end) for step in proof.steps]
        places[name] = whole = [span for span in spans if span is not None]
        if None in spans:
            yield Fault(f"steps.{spans.index(None)}.{name}", "is not the place of whole words")
            return
        tiled = all(one[1] == other[0] for one, other in pairwise(whole))
        if not tiled or whole[0][0] != 0 or whole[-1][1] != len(read):
            yield Fault(f"steps.{name}", "do not cover the text in order, once")
            return
    tiles = list(zip(places["evidence_span"], places["claim_span"], strict=True))
    for place, (old, new) in enumerate(tiles):
        if old[0] == old[1] and new[0] == new[1]:
            yield Fault(f"steps.{place}", "rewrites nothing")
            return
    if sorted(proof.order) != list(range(len(proof.steps))):
        yield Fault("order", "does not name each step once")
        return
    topic = _topic(proof, evidence)
    if topic is not None and topic.name != proof.topic:
        yield Fault("topic", f"is neither declared nor what the title names, `{topic.name}`")
    used = False
    functional = False
    done: set[int] = set()
    for place in proof.order:
        step, (old, new) = proof.steps[place], tiles[place]
        rewriting = Rewriting.of(sentence, claim, tiles, done, place)
        done.add(place)
        texts = word_phrase(sentence.words[slice(*old)]), word_phrase(claim.words[slice(*new)])
        yield from _check_step(f"steps.{place}", step, rewriting, texts, topic, knowledge)
        if step.witness is not None:
            used |= step.witness.kind == "topic"
            lexical = _witness(step)
            functional |= lexical is not None and lexical.needs_one_value
    if (proof.topic is not None) != used:
        yield Fault("topic", "is told where no step rests on it" if proof.topic else "is missing")
    if proof.functional != functional:
        yield Fault("functional", f"must be {str(functional).lower()} for these steps")
    verdict = fold(proof.relations(), proof.mode)
    if proof.verdict != verdict:
        yield Fault("verdict", f"is {verdict} by these steps")
    gaps = find_gaps(proof.claim, evidence.text, proof.steps, proof.order, proof.mode, knowledge)
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
    elif cut := find_cut(rewriting, step.witness.kind, knowledge):
        yield Fault(f"{field}.witness", f"cuts the word `{cut}`")
    elif step.witness.kind in STRUCTURAL:
        if (step.lexical, step.witness) not in list(rewriting.explanations(topic)):
            yield Fault(f"{field}.witness", f"`{step.witness}` does not make it `{step.lexical}`")
    else:
        witness = _witness(step)
        if step.witness.kind == "name" and not rewriting.may_name():
            yield Fault(f"{field}.witness", "is of words that need be no name")
        elif not rewriting.may_exclude(step.witness.kind, step.witness.detail):
            yield Fault(f"{field}.witness", "is of what may both have happened")
        elif rewriting.has_operator():
            yield Fault(f"{field}.witness", "is of a phrase with an operator in it")
        elif witness is None or not knowledge.verify(*texts, Lexical(step.lexical, witness)):
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

"""Proofs and their checker: laws that every proof keeps, and that no changed proof passes."""

import os
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from suffice.extractors.natlog import (
    Evidence,
    Proof,
    Prover,
    Step,
    WitnessRecord,
    check_proof,
    read_knowledge,
    read_proof,
)
from suffice.extractors.natlog.automaton import MODES, Mode, fold
from suffice.extractors.natlog.display import WORDINGS, proof_rows, word_outcome
from suffice.extractors.natlog.knowledge import Kind
from suffice.extractors.natlog.proof import score_steps, write_schemas
from suffice.extractors.natlog.rewriting import STRUCTURAL
from suffice.extractors.natlog.words import split_words
from suffice.extractors.passages import Unit
from suffice.worlds.natlog import read_pairs
from suffice.worlds.natlog.page import proof_page
from suffice.worlds.natlog.pairs import half_of
from tests.extractors.natlog.proofs import PAIRS, change, prove_pair
from tests.extractors.natlog.shared import shared_file

ROOT = Path(__file__).resolve().parents[3]
KNOWLEDGE = read_knowledge()
#: Changes of each kind of place that are tried on a proof, drawn; all with SUFFICE_ALL_MUTANTS, which takes minutes.
MOST = None if os.environ.get("SUFFICE_ALL_MUTANTS") else 2


@cache
def proofs(mode: Mode = "automaton") -> tuple[Proof, ...]:
    prover = Prover(KNOWLEDGE, mode)
    return tuple(prove_pair(prover, *pair) for pair in PAIRS)


def tiles(spans: list[tuple[int, int]], text: str, start: int, end: int) -> bool:
    """Whether spans cover a text in order, but for blanks."""
    at = start
    for first, last in spans:
        if first == last:
            continue
        if first < at or text[at:first].strip():
            return False
        at = last
    return not text[at:end].strip()


def keeps_laws(proof: Proof) -> None:
    """The properties A1 to A4 of AdMIRaL's proofs, and that a checker is satisfied."""
    assert check_proof(proof, KNOWLEDGE) == []
    if proof.evidence is None or not proof.steps:
        assert proof.verdict == "NOT ENOUGH INFO"
        assert proof.gaps
        return
    evidence = proof.evidence
    # A1: spans of the evidence are parts of the sentence as it stands; A2: those of the claim are the claim.
    assert all(old in evidence.sentence for _, old, _ in proof.spans())
    assert tiles([step.claim_span for step in proof.steps], proof.claim, 0, len(proof.claim))
    assert tiles([step.evidence_span for step in proof.steps], evidence.text, evidence.start, evidence.end)
    relations = proof.relations()
    assert proof.verdict == fold(relations, proof.mode)
    for place in range(len(relations) + 1):  # A3; and what is equivalent changes nothing
        assert fold([*relations[:place], "#", *relations[place:]], proof.mode) == "NOT ENOUGH INFO"
        assert fold([*relations[:place], "=", *relations[place:]], proof.mode) == proof.verdict
    assert bool(proof.gaps) == (proof.verdict == "NOT ENOUGH INFO")
    assert all(step.relation == "#" for step in proof.steps if step.witness is None)


@pytest.mark.parametrize("mode", MODES)
def test_proofs_keep_the_laws_and_can_be_read_again(mode: Mode) -> None:
    for proof in proofs(mode):
        keeps_laws(proof)
        assert read_proof(proof.to_json()) == proof


def test_there_are_proofs_of_every_verdict_and_most_kinds_of_witness() -> None:
    assert {proof.verdict for proof in proofs()} == {"SUPPORTS", "REFUTES", "NOT ENOUGH INFO"}
    kinds = {step.witness.kind for proof in proofs() for step in proof.steps if step.witness}
    assert kinds >= {
        "same", "quantifier", "negator", "left_out", "added", "topic", "equal", "listed", "antonym", "family", "numeric", "date",
        "name",
    }  # fmt: skip


#: Changes after which, the hash made anew, a proof is a proof still: another text of the same words, name of the unit (no
#: corpus is given), mode that reads the relations alike, or order in which the same steps may be carried out.
STILL_TRUE = {"evidence.unit", "mode", "order exchanged", "claim", "sha256"}


def mutants(proof: Proof, most: int | None) -> Iterator[tuple[str, Proof]]:
    """Changed proofs that can be read, with where they are changed; of each such kind of place so many at most."""
    kinds: dict[str, list[Any]] = {}
    for place, data in change(proof.model_dump(mode="json")):
        kinds.setdefault(place, []).append(data)
    source = random.Random(0)
    for place, some in kinds.items():
        for data in some if most is None or len(some) <= most else source.sample(some, most):
            try:
                other = Proof.model_validate(data)
            except ValidationError:
                continue
            if other != proof:
                yield place, other


def mutants_that_pass(proof: Proof, most: int | None = MOST) -> dict[str, list[Proof]]:
    """Changed proofs that the checker accepts once their hash is made anew; none may be accepted as it is."""
    found: dict[str, list[Proof]] = {}
    for place, other in mutants(proof, most):
        assert check_proof(other, KNOWLEDGE), f"{place} of {proof}"
        if not check_proof(other.sealed(), KNOWLEDGE):
            found.setdefault(place, []).append(other)
    return found


def is_same_proof_in_effect(place: str, proof: Proof, other: Proof) -> bool:
    """Whether a changed proof that passes is true for a reason that its kind of change allows."""
    match place:
        case "sha256":
            return other.sealed() == proof
        case "evidence.unit":
            return True
        case "mode":
            return fold(proof.relations(), other.mode) == other.verdict
        case "order exchanged":
            return (
                sorted(other.order) == sorted(proof.order)
                and fold(other.relations(), other.mode) == proof.verdict
            )
        case "claim":
            return other.claim.lower() == proof.claim.lower()
    return False


def test_no_change_at_all_of_a_short_proof_passes() -> None:
    for proof in sorted(proofs(), key=lambda proof: len(proof.steps))[:4]:
        assert set(mutants_that_pass(proof, None)) <= STILL_TRUE


@pytest.mark.parametrize("place", range(len(PAIRS)))
def test_no_change_of_one_field_passes(place: int) -> None:
    proof = proofs()[place]
    for changed, others in mutants_that_pass(proof).items():
        assert changed in STILL_TRUE
        assert all(is_same_proof_in_effect(changed, proof, other) for other in others), changed


def test_no_change_of_one_field_of_proofs_on_med_passes() -> None:
    pairs = [pair for pair in read_pairs("med", shared_file("factver/med.jsonl.gz")) if pair.in_scope]
    development = [pair for pair in pairs if half_of(pair.id) == "development" and len(pair.evidence) < 60]
    prover = Prover(KNOWLEDGE)
    for pair in random.Random(6).sample(development, 4):
        proof = prover.prove(pair.claim, [Unit(pair.id, "", pair.evidence)])
        keeps_laws(proof)
        for changed, others in mutants_that_pass(proof).items():
            assert changed in STILL_TRUE
            assert all(is_same_proof_in_effect(changed, proof, other) for other in others), changed


def test_with_a_corpus_the_unit_must_be_there_and_as_it_was() -> None:
    proof = proofs()[0]
    unit = Unit("u", "", PAIRS[0][0])
    assert check_proof(proof, KNOWLEDGE, {"u": unit}) == []
    assert [fault.field for fault in check_proof(proof, KNOWLEDGE, {})] == ["evidence.unit"]
    other = Unit("u", "", "Rex is a small cat.")
    assert [fault.field for fault in check_proof(proof, KNOWLEDGE, {"u": other})] == ["evidence.text"]


def test_a_refusal_claims_nothing_else() -> None:
    prover = Prover(KNOWLEDGE)
    for refused in (
        prover.prove("A dog barked.", []),
        prover.prove("dog " * 200, [Unit("u", "", "A dog barked.")]),
    ):
        keeps_laws(refused)
        for changed, others in mutants_that_pass(refused).items():
            # Why nothing was sought, and in which mode, nothing else determines.
            assert changed in {"mode", "sha256", "gaps.*.needed", "gaps.*.reason"}, (changed, others)


def by_hand(claim: str, text: str) -> Proof:
    """A proof that each word is the same, as far as words are read."""
    words = split_words(text)
    steps = tuple(
        Step(
            claim_span=(word.start, word.end),
            evidence_span=(word.start, word.end),
            lexical="=",
            relation="=",
            witness=WitnessRecord(kind="same"),
        )
        for word in words
    )
    unit = Unit("u", "", text)
    evidence = Evidence(unit="u", title="", sha256=unit.sha256, text=text, start=0, end=len(text))
    order = tuple(range(len(steps)))
    proof = Proof(
        claim=claim, evidence=evidence, steps=steps, order=order, verdict="SUPPORTS", score=score_steps(steps)
    )
    return proof.sealed()


def test_what_stands_behind_the_words_that_are_read_is_not_overlooked() -> None:
    assert check_proof(by_hand("Rex ran", "Rex ran"), KNOWLEDGE) == []
    long = "Rex and " * 199 + "Rex ran"
    assert [fault.field for fault in check_proof(by_hand(f"{long} never", long), KNOWLEDGE)] == ["claim"]


def test_steps_that_rewrite_nothing_are_no_steps() -> None:
    proof = by_hand("Rex ran", "Rex ran")
    empty = Step(claim_span=(7, 7), evidence_span=(7, 7), lexical="#", relation="#")
    padded = proof.model_copy(update={"steps": (*proof.steps, *[empty] * 10), "order": tuple(range(12))})
    assert "rewrites nothing" in {fault.cause for fault in check_proof(padded.sealed(), KNOWLEDGE)}


def test_a_topic_must_be_declared_or_named_by_the_title() -> None:
    proof = next(proof for proof in proofs() if proof.topic and proof.evidence and proof.evidence.title)
    other = proof.model_copy(update={"topic": "Bob"}).sealed()
    assert "topic" in {fault.field for fault in check_proof(other, KNOWLEDGE)}


_NOUNS = st.sampled_from(["dog", "cat", "poodle", "animal", "girl", "car", "zorp"])
_VERBS = st.sampled_from(
    ["ran", "moved", "barked", "did not run", "never sang", "kissed a girl", "saw no cat", "grooked"]
)
_DETERMINERS = st.sampled_from(
    [
        "a",
        "every",
        "no",
        "the",
        "some",
        "most",
        "not every",
        "at least two",
        "at most three",
        "exactly one",
        "few",
        "her",
        "",
    ]
)
_EXTRAS = st.sampled_from(
    ["", "quickly", "in Paris", "on Monday", "without a hat", "if it rained", ", who slept ,", "in 1990"]
)


@st.composite
def sentences(draw: st.DrawFn) -> str:
    """Small sentences, right or odd."""
    adjective = draw(st.sampled_from(["", "small", "fake", "red and white"]))
    noun = draw(_NOUNS)
    if draw(st.booleans()):
        noun = f"{noun} {draw(st.sampled_from(['and', 'or']))} {draw(_NOUNS)}"
    parts = [draw(_DETERMINERS), adjective, noun, draw(_VERBS), draw(_EXTRAS)]
    if draw(st.integers(0, 4)) == 0:
        parts.insert(3, f"that {draw(_VERBS)}")
    text = " ".join(filter(None, parts)).replace(" ,", ",")
    return f"{text[:1].upper()}{text[1:]}."


@given(sentences(), sentences(), st.sampled_from(MODES), st.booleans())
@settings(max_examples=25)
def test_every_proof_checks_and_covers_both_texts(
    evidence: str, claim: str, mode: Mode, functional: bool
) -> None:
    units = [Unit("u", "Ann (singer)", f"It rained. {evidence} It snowed.")]
    proof = Prover(KNOWLEDGE, mode).prove(claim, units, functional=functional)
    keeps_laws(proof)
    assert check_proof(proof, KNOWLEDGE, {"u": units[0]}) == []


@given(st.text(max_size=60), st.text(max_size=60))
@settings(max_examples=60)
def test_any_text_has_a_proof_that_checks(evidence: str, claim: str) -> None:
    unit = Unit("u", "", evidence)
    proof = Prover(KNOWLEDGE).prove(Unit("", "", claim).text, [unit])
    keeps_laws(proof)
    proof_page(proof)


def test_rows_show_every_word_once_and_say_why() -> None:
    for proof in proofs():
        rows = proof_rows(proof)
        for whole, parts in (
            (proof.claim, [row.claim for row in rows]),
            (proof.evidence.sentence if proof.evidence else "", [row.evidence for row in rows]),
        ):
            assert "".join(" ".join(parts).split()) == "".join(whole.split())
        assert all(row.why and "(" not in row.why.split()[0] for row in rows)
        assert word_outcome(proof).startswith(proof.verdict)


def test_every_kind_of_witness_is_worded() -> None:
    assert set(WORDINGS) == {*STRUCTURAL, *get_args(Kind)}


def test_a_witness_that_no_rule_writes_is_shown_as_it_stands() -> None:
    step = by_hand("Rex", "Rex").steps[0]
    for kind in (
        "listed",
        "family",
        "numeric",
        "date",
        "antonym",
        "topic",
        "equal",
        "quantifier",
        "left_out",
        "nonsense",
    ):
        odd: dict[str, Any] = {"witness": WitnessRecord(kind=kind, detail=()), "lexical": "<"}
        proof = by_hand("Rex", "Rex").model_copy(update={"steps": (step.model_copy(update=odd),)})
        assert kind in proof_rows(proof)[0].why
        assert check_proof(proof.sealed(), KNOWLEDGE)


def test_a_page_escapes_what_it_shows_and_loads_nothing() -> None:
    text = '<script>alert("x")</script> A dog barked.'
    page = proof_page(
        Prover(KNOWLEDGE).prove("<img src=x> A dog barked.", [Unit("u", "<i>T</i>", text)]), "<b>"
    )
    assert "<script" not in page
    assert "<img" not in page
    assert "<i>" not in page
    assert "http" not in page.replace("http-equiv", "")
    assert page.count("<mark") == page.count("</mark>") > 3


def test_published_schema_is_in_step(tmp_path: Path) -> None:
    write_schemas(tmp_path)
    name = Path("natlog", "proof.json")
    published = (ROOT / "docs" / "schema" / name).read_text(encoding="utf-8")
    assert published == (tmp_path / name).read_text(encoding="utf-8"), "run write_schemas"

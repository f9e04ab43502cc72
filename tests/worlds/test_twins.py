"""Pools and twins."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from suffice.extractors import Unit
from suffice.search import build_index
from suffice.worlds.pool import MOST_DELETED, Pool, pool_questions
from suffice.worlds.questions import Paragraph, Question, Triple, read_questions
from suffice.worlds.scoring import auroc
from suffice.worlds.twins import Twin, make_twin

DATA = Path(__file__).parents[1] / "data"
QUESTIONS = read_questions(DATA / "questions.json")
NOISE = [Unit(f"n{i}", f"Thing {i}", "A thing of no interest. " * (1 + i % 7)) for i in range(60)]


def twins_of(questions: list[Question], distractors: list[Unit], seed: int) -> tuple[Pool, list[Twin]]:
    pool = pool_questions(questions, distractors, seed=seed)
    index = build_index(list(pool.units.values()))
    return pool, [make_twin(question, pool, index, seed=seed) for question in questions]


@given(st.integers(0, 10_000))
@settings(max_examples=20, deadline=None)
def test_a_twins_corpus_has_the_size_of_the_originals_and_does_not_state_the_fact(seed: int) -> None:
    pool, twins = twins_of(QUESTIONS, NOISE, seed)
    original = set(pool.units) - set(pool.reserve)
    for question, twin in zip(QUESTIONS, twins, strict=True):
        corpus = set(pool.units) - twin.absent
        assert len(corpus) == len(original)
        assert 1 <= len(twin.deleted) == len(twin.replacements) <= MOST_DELETED
        assert not corpus & set(twin.deleted)
        assert set(twin.replacements) <= corpus & set(pool.reserve)
        assert twin.fact in question.triples
        assert twin.fact is not None
        assert set(pool.surfaces.holding(twin.fact.subject, twin.fact.value)) & corpus == set()
        assert twin.survivors == ()


def test_supporting_passages_are_never_set_aside() -> None:
    pool = pool_questions(QUESTIONS, NOISE)
    assert not set(pool.reserve) & {unit for own in pool.supporting.values() for unit in own}


def test_same_seed_same_twins_and_another_seed_others() -> None:
    assert twins_of(QUESTIONS, NOISE, 1)[1] == twins_of(QUESTIONS, NOISE, 1)[1]
    facts = {tuple(twin.fact for twin in twins_of(QUESTIONS, NOISE, seed)[1]) for seed in range(8)}
    assert len(facts) > 1


def test_passages_come_once_and_distractors_that_are_there_already_are_left_out() -> None:
    pool = pool_questions(
        QUESTIONS, [*NOISE, Unit("x", "Salt", "Salt is a mineral that was carried along old roads.")]
    )
    texts = [(unit.title, unit.text) for unit in pool.units.values()]
    assert len(texts) == len(set(texts))
    assert sum(title == "Salt" for title, _ in texts) == 1


def one_question(text: str = "Salt Road is a film by Marek Dolny.") -> Question:
    paragraphs = (Paragraph("Salt Road", text, True), Paragraph("Salt", "A mineral.", False))
    fact = Triple("Salt Road", "director", "Marek Dolny")
    return Question("q", "Who directed Salt Road?", "Marek Dolny", (), "simple", paragraphs, (fact,))


def test_a_restatement_is_found_and_deleted() -> None:
    restated = Unit("r", "Marek Dólny", "He is known for SALT ROAD.")
    pool, [twin] = twins_of([one_question()], [*NOISE, restated], 0)
    assert [pool.units[unit].title for unit in twin.deleted] == ["Salt Road", "Marek Dólny"]
    assert twin.survivors == ()


def test_restatements_beyond_the_cap_survive() -> None:
    restated = [Unit(f"r{i}", f"List {i}", f"{i}. Salt Road (1971): Marek Dolny.") for i in range(9)]
    pool, [twin] = twins_of([one_question()], [*NOISE, *restated], 0)
    there = [
        unit for unit in pool.units if pool.units[unit].title.startswith("List") and unit not in twin.absent
    ]
    assert len(twin.deleted) == MOST_DELETED
    assert len(twin.survivors) >= 9 - MOST_DELETED - len(pool.reserve)
    assert list(twin.survivors) == there


def test_no_replacement_restates_the_fact() -> None:
    restated = [Unit(f"r{i}", f"List {i}", "Salt Road, Marek Dolny.") for i in range(9)]
    pool, [twin] = twins_of([one_question()], restated, 0)
    assert twin.replacements == () or all("Marek" not in pool.units[unit].text for unit in twin.replacements)


@pytest.mark.parametrize(
    "restated",
    ["Salt Road ... 12 March 1940", "salt road — March 12, 1940!", "“Salt Road”, on 12  March, 1940"],
)
def test_the_audit_sees_dates_in_either_order(restated: str) -> None:
    pool = pool_questions([one_question()], [Unit("r", "List", restated)])
    assert len(pool.surfaces.holding("Salt Road (film)", "12 March 1940")) == 1


def test_without_gold_facts_one_supporting_passage_goes() -> None:
    [question] = read_questions(DATA / "questions_musique.jsonl")
    gone = set()
    for seed in range(12):
        pool, [twin] = twins_of([question], NOISE, seed)
        assert twin.fact is None
        assert len(twin.deleted) == len(twin.replacements) == 1
        assert twin.survivors == ()
        gone.add(pool.units[twin.deleted[0]].title)
    assert gone == {"Paper Kites", "Ada Lindqvist"}


def test_replacements_are_of_nearest_length_so_that_length_tells_nothing() -> None:
    questions = []
    for i in range(40):
        filler = "It is long. " * (i % 9)
        paragraphs = (
            Paragraph(f"Film {i}", f"A film by Person {i}. {filler}", True),
            Paragraph(f"Topic {i}", "A topic. " + filler, False),
            Paragraph(f"Other {i}", "Something else. " + filler, False),
        )
        fact = Triple(f"Film {i}", "director", f"Person {i}")
        questions.append(
            Question(f"q{i}", f"Who directed Film {i}?", f"Person {i}", (), "t", paragraphs, (fact,))
        )
    pool, twins = twins_of(questions, NOISE, 0)
    before = [sum(len(pool.units[unit].text) for unit in twin.deleted) for twin in twins]
    after = [sum(len(pool.units[unit].text) for unit in twin.replacements) for twin in twins]
    assert auroc(before, after) == pytest.approx(0.5, abs=0.1)


def hotpot(answer: str, *titles: str) -> Question:
    """A question without triples: both of its first two titles support it."""
    told = [
        Paragraph(title, f"{title} is by Ann. {number}", title in titles[:2])
        for number, title in enumerate(titles)
    ]
    return Question("h1", "Who?", answer, (), "bridge", tuple(told), ())


def test_without_triples_all_supporting_passages_of_a_title_go() -> None:
    question = hotpot("Ann", "Salt", "Glass", "Salt", "Sand")
    for seed in range(6):
        pool, [twin] = twins_of([question], NOISE, seed)
        titles = [pool.units[unit].title for unit in twin.deleted]
        assert titles in (["Salt", "Salt"], ["Glass"])
        assert len(twin.replacements) == len(twin.deleted)
        assert twin.audited


@pytest.mark.parametrize(
    ("answer", "audited"), [("Ann", True), ("yes", False), ("Salt", False), ("salt (film)", False)]
)
def test_the_audit_without_triples_looks_for_the_title_with_the_answer(answer: str, audited: bool) -> None:
    again = [Unit("a", "Ann", "Ann wrote Salt, and Glass."), Unit("b", "Salt mine", "Salt is mined.")]
    pool, twins = twins_of([hotpot(answer, "Salt", "Salt", "Sand")], [*again, *NOISE], 3)
    assert twins[0].audited == audited
    left = {pool.units[unit].title for unit in twins[0].survivors}
    assert left == ({"Ann"} if answer == "Ann" else set())

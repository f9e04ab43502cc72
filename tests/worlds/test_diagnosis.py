"""What a wrong or missing answer is put down to, each from the made-up questions with one thing changed."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from suffice.extractors import Reader, read_lexicon
from suffice.rules import parse_atom
from suffice.search import Asker, Decision, build_index, read_library
from suffice.worlds.diagnosis import Diagnosis
from suffice.worlds.gold import GoldFacts
from suffice.worlds.pool import Pool, pool_questions
from suffice.worlds.questions import Question, Triple, parse_question

RECORDS = json.loads((Path(__file__).parents[1] / "data" / "questions.json").read_text("utf-8"))
LEXICON = read_lexicon()


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    return Reader(tmp_path_factory.mktemp("cache") / "parses.sqlite")


def changed(number: int, old: str = "", new: str = "", **fields: object) -> Question:
    """One of the questions, a text put for another in its passages and their titles, and fields put in."""
    record = RECORDS[number]
    passages = {key: record[key] for key in ("context", "supporting_facts")}
    if old:
        passages = json.loads(json.dumps(passages, ensure_ascii=False).replace(old, new))
    return parse_question(record | passages | fields, "here")


def diagnose(question: Question, reader: Reader, without: str = "") -> tuple[Diagnosis, Decision, Pool]:
    pool = pool_questions([question])
    asker = Asker(pool.units, build_index(list(pool.units.values())), LEXICON, read_library(), reader)
    absent = frozenset(unit.id for unit in pool.units.values() if unit.title == without)
    decision = asker.ask(question.text, exclude=absent)
    return Diagnosis(question, decision, pool, asker), decision, pool


def not_retrieved(reader: Reader) -> Diagnosis:
    return diagnose(changed(0), reader, without="Ada Lindqvist")[0]


def not_decomposed(reader: Reader) -> Diagnosis:
    return diagnose(changed(0, question="How tall was she?"), reader)[0]


def decomposed_otherwise(reader: Reader) -> Diagnosis:
    return diagnose(changed(0, question="Where was the director of film The Glass Harbour born?"), reader)[0]


def not_extracted(reader: Reader) -> Diagnosis:
    return diagnose(changed(0, "directed by", "of which one talks, like"), reader)[0]


def link_rejected(reader: Reader) -> Diagnosis:
    return diagnose(changed(0, '["Ada Lindqvist", ', '["Ada Lindqvist (botanist)", '), reader)[0]


def wrong_value(reader: Reader) -> Diagnosis:
    return diagnose(changed(0, "4 May 1931", "5 May 1931"), reader)[0]


def other(reader: Reader) -> Diagnosis:
    """Both dates are right, but which is earlier nobody can tell."""
    facts = [["Salt Road", "publication date", "1958"], ["Paper Kites", "publication date", "1958"]]
    return diagnose(changed(1, "1971", "1958", evidences=facts), reader)[0]


@pytest.mark.parametrize(
    ("make", "stage"),
    [
        (not_retrieved, "not_retrieved"),
        (not_decomposed, "not_decomposed"),
        (decomposed_otherwise, "not_decomposed"),
        (not_extracted, "not_extracted"),
        (link_rejected, "link_rejected"),
        (wrong_value, "wrong_value"),
        (other, "other"),
    ],
)
def test_stages(make: Callable[[Reader], Diagnosis], stage: str, reader: Reader) -> None:
    assert make(reader).find_stage() == stage


def test_without_gold_facts_the_passages_are_followed(reader: Reader) -> None:
    assert (
        diagnose(changed(0, evidences=[]), reader, without="Ada Lindqvist")[0].find_stage() == "not_retrieved"
    )
    unread = changed(0, "4 May 1931 – 2 June 1999", "long ago", evidences=[])
    assert diagnose(unread, reader)[0].find_stage() == "not_extracted"


def test_links_are_judged_by_gold_facts(reader: Reader) -> None:
    diagnosis, _, _ = diagnose(changed(0, "4 May 1931", "5 May 1931"), reader)
    found = {(link.relation, link.status): link.right for link in diagnosis.judge_links()}
    assert found == {("director", "anchored"): True, ("date_of_birth", "anchored"): False}


def test_rejected_links_are_judged_too(reader: Reader) -> None:
    [_, rejected] = link_rejected(reader).judge_links()
    assert (rejected.status, rejected.subject, rejected.right) == ("rejected", "Ada Lindqvist", True)


def test_a_link_on_something_else_is_not_judged(reader: Reader) -> None:
    question = changed(0, evidences=[["Paper Kites", "director", "Ada Lindqvist"]])
    assert {link.right for link in diagnose(question, reader)[0].judge_links()} == {None}


BORN = Triple("Ada Lindqvist", "date_of_birth", "May 4, 1931")
DIRECTOR = Triple("The Glass Harbour", "director", "Ada Lindqvist")


def test_an_abstention_names_the_fact_that_is_gone(reader: Reader) -> None:
    diagnosis, decision, _ = diagnose(changed(0), reader, without="Ada Lindqvist")
    assert decision.answer is None
    assert diagnosis.names_fact(BORN)
    assert not diagnosis.names_fact(DIRECTOR)


def test_a_blocked_requirement_does_not_name_a_subject_that_it_does_not_know(reader: Reader) -> None:
    diagnosis, _, _ = diagnose(changed(0), reader, without="The Glass Harbour")
    assert diagnosis.names_fact(DIRECTOR)
    assert not diagnosis.names_fact(BORN)


def test_the_name_that_an_earlier_link_uses_counts(reader: Reader) -> None:
    question = changed(0, "directed by Ada Lindqvist", "directed by Adda Lindquist")
    diagnosis, decision, _ = diagnose(question, reader)
    assert decision.answer is None
    assert diagnosis.names_fact(BORN)


def test_hops_come_in_order() -> None:
    gold = GoldFacts.of((BORN, DIRECTOR), LEXICON)
    assert gold.facts == (DIRECTOR, BORN)
    assert gold.roots == ("the glass harbour",)
    circle = (Triple("A", "spouse", "B"), Triple("B", "spouse", "A"))
    assert GoldFacts.of(circle, LEXICON).facts == circle


def test_requirements_are_atoms(reader: Reader) -> None:
    """`names_fact` parses them; hostile names stay names."""
    question = changed(
        0, "The Glass Harbour", 'The \\"Glass :- Harbour', question='Who directed The "Glass :- Harbour?'
    )
    _, decision, _ = diagnose(question, reader)
    for requirement in getattr(decision.outcome, "requirements", ()):
        assert str(parse_atom(requirement.atom)) == requirement.atom


def test_two_values_where_there_may_be_one_are_a_conflict(reader: Reader) -> None:
    twice = [["Ada Lindqvist", ["Ada Lindqvist (5 May 1932 – 2 June 1999) was a Swedish film director."]]]
    question = changed(0, context=[*RECORDS[0]["context"], *twice])
    diagnosis, decision, _ = diagnose(question, reader)
    assert decision.answer is None
    assert diagnosis.find_stage() == "conflict"

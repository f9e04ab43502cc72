"""`ask`: case files in tests/cases/ask, and what holds for every case."""

from pathlib import Path

import pytest

from suffice.engine.certificate import Abstention, Certificate
from suffice.search.verification import verify_certificate
from tests.search.asking import Case, case_files, make_asker, read_case, told

#: Every requirement of these kinds must be in the file, if one is.
COMPLETE = ("open", "conflict", "failed")


@pytest.fixture(params=case_files(), ids=lambda path: path.stem)
def case(request: pytest.FixtureRequest, tmp_path: Path) -> Case:
    return read_case(request.param, tmp_path)


@pytest.mark.parametrize("index", ["bm25", "tantivy"])
def test_case(case: Case, index: str) -> None:
    """A case's questions are decided as the file says, over either index."""
    asker = make_asker(case.units, lexicon=case.lexicon, rules=case.rules, index=index)
    assert case.asked
    for asked in case.asked:
        outcome = asker.ask(asked.question, exclude=asked.without).outcome
        found = told(outcome)
        assert asked.expected[0] == found[0], f"{asked.question}: {found}"
        missing = [line for line in asked.expected if line not in found]
        assert missing == [], f"{asked.question}: {found}"
        for what in COMPLETE:
            wanted = sorted(line for line in asked.expected if line[0] == what)
            assert not wanted or wanted == sorted(line for line in found if line[0] == what)


def test_what_is_decided_can_be_checked_and_read_back(case: Case) -> None:
    asker = make_asker(case.units, lexicon=case.lexicon, rules=case.rules)
    for asked in case.asked:
        outcome = asker.ask(asked.question, exclude=asked.without).outcome
        assert type(outcome).model_validate_json(outcome.model_dump_json()) == outcome
        if isinstance(outcome, Certificate):
            assert verify_certificate(outcome, asker.units, case.lexicon, case.rules) == []
        else:
            assert isinstance(outcome, Abstention)
            assert all(need.queries for need in outcome.requirements if need.status == "open")


def test_fewer_passages_never_change_an_answer_and_a_twin_never_has_one(case: Case) -> None:
    """With any one passage away the answer stays or goes (monotone rules); with every passage that states a fact of
    the certificate away, it goes."""
    asker = make_asker(case.units, lexicon=case.lexicon, rules=case.rules)
    for asked in case.asked:
        outcome = asker.ask(asked.question, exclude=asked.without).outcome
        if not isinstance(outcome, Certificate):
            continue
        for unit in case.units:
            fewer = asker.ask(asked.question, exclude=asked.without | {unit.id}).outcome
            assert isinstance(fewer, Abstention) or fewer.answer == outcome.answer
        for link in outcome.links:
            texts = {unit.text for unit in case.units if unit.id == link.unit}
            copies = {unit.id for unit in case.units if unit.text in texts}
            assert isinstance(asker.ask(asked.question, exclude=asked.without | copies).outcome, Abstention)


def test_the_same_question_has_the_same_bytes(case: Case) -> None:
    for asked in case.asked[:1]:
        decisions = [
            make_asker(case.units, lexicon=case.lexicon, rules=case.rules).ask(asked.question)
            for _ in range(2)
        ]
        assert decisions[0].outcome.model_dump_json() == decisions[1].outcome.model_dump_json()

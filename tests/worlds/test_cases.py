"""`suffice diagnose`: every wrong or refused answer, by stage."""

import json
from pathlib import Path
from typing import get_args

import pytest
from typer.testing import CliRunner

from suffice.cli import build_app
from suffice.errors import UsageError
from suffice.extractors import Reader, read_lexicon
from suffice.search import read_library
from suffice.worlds.cases import PHASES, STAGE_OF, find_cases
from suffice.worlds.evaluate import Options, run_evaluation
from suffice.worlds.questions import read_questions
from suffice.worlds.records import Stage

DATA = Path(__file__).parents[1] / "data"


@pytest.fixture(scope="module")
def failed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run without the entity check, over questions of which one is not understood and one has another gold answer."""
    folder = tmp_path_factory.mktemp("runs")
    records = json.loads((DATA / "questions.json").read_text("utf-8"))
    records[0]["question"] = "How tall was she?"
    records[1]["answer"] = "Somebody Else"
    (folder / "q.json").write_text(json.dumps(records))
    run_evaluation(
        folder / "q.json",
        rules=read_library(),
        lexicon=read_lexicon(),
        reader=Reader(None),
        options=Options(ablation="check"),
        out=folder / "run",
    )
    return folder / "run"


def test_every_stage_has_a_place() -> None:
    assert set(STAGE_OF) == set(get_args(Stage))
    assert set(STAGE_OF.values()) == set(PHASES) - {"twin"}


def test_cases_are_all_that_went_wrong(failed: Path) -> None:
    findings = find_cases(failed)
    counts = findings.phases.values()
    assert findings.n == 4
    assert findings.right + sum(count.refused + count.wrong for count in counts) == 4
    originals = [case for case in findings.cases if case.phase != "twin"]
    assert [case.phase for case in originals] == sorted((c.phase for c in originals), key=PHASES.index)
    first = next(case for case in originals if case.question == "q1")
    assert (first.phase, first.answer, first.requirements[0].status) == ("decomposition", None, "failed")
    wrong = next(case for case in originals if case.answer is not None)
    assert wrong.links
    assert wrong.links[0].quote
    twins = findings.twins
    assert twins.answered + twins.named + twins.not_named + twins.unknown == twins.n == 4
    assert twins.answered == sum(case.stage == "answered" for case in findings.cases) > 0
    assert all(case.deleted for case in findings.cases if case.phase == "twin")


def test_the_command_lists_them(failed: Path) -> None:
    app = build_app(["diagnose", "ask"])
    record = json.loads(CliRunner().invoke(app, ["diagnose", str(failed), "--json"]).stdout)
    assert record == find_cases(failed).model_dump(mode="json")
    only = CliRunner().invoke(app, ["diagnose", str(failed), "--stage", "decomposition", "--json"]).stdout
    assert [case["question"] for case in json.loads(only)["cases"]] == ["q1"]
    text = CliRunner().invoke(app, ["diagnose", str(failed), "--limit", "1"]).stdout
    assert "How tall was she?" in text
    assert text.count("deleted passages:") == 1
    assert "gold: Somebody Else" in text


def test_bad_input(failed: Path, tmp_path: Path) -> None:
    app = build_app(["diagnose", "ask"])
    assert "no stage `x`" in str(CliRunner().invoke(app, ["diagnose", str(failed), "--stage", "x"]).exception)
    with pytest.raises(UsageError, match=r"`run\.json` cannot be read"):
        find_cases(tmp_path)


def test_hops_of_musique_name_their_paragraphs(tmp_path: Path) -> None:
    [question] = read_questions(DATA / "questions_musique.jsonl")
    for hop in question.hops:
        assert hop.paragraph is not None
        assert question.paragraphs[hop.paragraph].supporting
        assert hop.answer in question.paragraphs[hop.paragraph].text

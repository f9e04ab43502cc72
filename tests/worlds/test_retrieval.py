"""The experiment on made-up questions, its metrics by hand, and the commands."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from suffice.errors import UsageError
from suffice.search.prefix.hops import Settings
from suffice.worlds.retrieval.arms import ARMS, Arm
from suffice.worlds.retrieval.experiment import evaluate_retrieval, read_task
from suffice.worlds.retrieval.metrics import Ranked, is_found, measure_ranked, pair_up
from tests.cli.running import run_command

DATA = Path(__file__).parents[1] / "data"
QUESTIONS = DATA / "questions.json"
SHARED = Path(os.environ.get("SUFFICE_SHARED", Path(__file__).parents[3] / "shared"))
WIKI = SHARED / "data" / "multihop" / "2wiki.jsonl.gz"


def test_metrics_by_hand() -> None:
    found = [
        Ranked(("a", "x", "b"), (frozenset("ab"), frozenset("yz")), 2),
        Ranked(("c", "d"), (frozenset("cd"),), 1),
        Ranked((), (frozenset("e"),), 1),
    ]
    assert [is_found(one, 2) for one in found] == [False, True, False]
    figures = measure_ranked(found, k=3)
    assert figures["recall"] == pytest.approx(200 / 3)
    assert figures["precision"] == pytest.approx(100 * 4 / 5)
    assert figures["f1"] == pytest.approx(2 * (200 / 3) * 80 / (200 / 3 + 80))
    assert figures["exact"] == figures["r_strict"] == pytest.approx(100 / 3)
    assert figures["r_soft"] == pytest.approx(100 * (0.5 + 1 + 0) / 3)
    assert figures["hops"] == pytest.approx(4 / 3)


def test_differences_are_paired() -> None:
    good, bad = Ranked(("a",), (frozenset("a"),)), Ranked(("b",), (frozenset("a"),))
    found = pair_up("other", [good] * 4 + [bad], [bad] * 4 + [good], k=1, seed=0)
    assert (found.points, found.better, found.worse) == (60.0, 4, 1)
    assert found.interval is not None
    assert found.interval[0] <= 60 <= found.interval[1]
    assert found == pair_up("other", [good] * 4 + [bad], [bad] * 4 + [good], k=1, seed=0)


def test_made_up_questions_through_every_arm() -> None:
    task = read_task(QUESTIONS)
    found = evaluate_retrieval(task)
    assert [one.name for one in found.arms] == ["bm25", *(arm.name for arm in ARMS)]
    by_name = {one.name: one for one in found.arms}
    assert "nothing to learn from" in str(by_name["stop: classifier"].skipped)
    assert by_name["joint"].recall[5] == 100
    assert by_name["initial"].figures["hops"] == by_name["stop: always-complete"].figures["hops"] == 1
    assert by_name["stop: oracle"].figures["hops"] <= by_name["stop: always-incomplete"].figures["hops"]
    assert by_name["first: both"].recall == by_name["joint"].recall
    for one in found.arms:
        assert all(0 <= value <= 100 for value in one.recall.values())
        assert list(one.recall.values()) == sorted(one.recall.values())
    again = evaluate_retrieval(
        task, other=task, arms=[ARMS[0], *(one for one in ARMS if one.judge == "classifier")]
    )
    assert again.arms[:2] == found.arms[:2]
    assert again.arms[2].skipped is None


@pytest.mark.skipif(not WIKI.exists(), reason="the shared data sets are not there")
def test_two_hops_are_found_on_questions_for_development() -> None:
    arms = [
        Arm("initial", judge="always-complete"),
        Arm("joint", against=("bm25",)),
        Arm("stop: oracle", judge="oracle"),
    ]
    found = evaluate_retrieval(read_task(WIKI, part="dev", limit=20), arms=arms, part="dev")
    by_name = {one.name: one for one in found.arms}
    gain = next(one for one in by_name["joint"].differences if one.k == 5)
    assert gain.interval is not None
    assert gain.interval[0] > 0
    assert by_name["stop: oracle"].figures["hops"] < by_name["joint"].figures["hops"]
    assert by_name["stop: oracle"].recall[5] >= by_name["initial"].recall[5]


def test_bad_tasks() -> None:
    with pytest.raises(UsageError, match="no part `test`"):
        read_task(QUESTIONS, part="test")
    with pytest.raises(UsageError, match="no scorer `dense`"):
        evaluate_retrieval(read_task(QUESTIONS), settings=Settings(), scorer="dense")


def test_search_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    corpus = tmp_path / "corpus.jsonl"
    units = [
        {"_id": "u1", "title": "Free Guy", "text": "Free Guy is a film directed by Shawn Levy."},
        {"_id": "u2", "title": "Shawn Levy", "text": "He is a Canadian director."},
        {"_id": "u3", "title": "Rex", "text": "Rex is a small dog."},
    ]
    corpus.write_text("".join(json.dumps(one) + "\n" for one in units), encoding="utf-8")
    arguments = ("retrieve", "search", "--corpus", corpus)
    code, out, err = run_command(capsys, monkeypatch, *arguments, "Rex is an animal.", "--json")
    told = json.loads(out)
    assert (code, err) == (0, "")
    assert told["verdict"]["label"] == "SUPPORTS"
    assert told["documents"][0] == {"id": "u3", "title": "Rex"}
    assert (told["used"], len(told["hops"])) == (1, 1)
    code, out, _ = run_command(capsys, monkeypatch, *arguments, "Who edited Free Guy?", "--scorer", "ngram")
    assert code == 1
    assert "not enough" in out
    for wrong in (
        ("--scorer", "dense"),
        ("--scorer", "seq2seq"),
        ("--merge", "mixed"),
        ("--beam", "0"),
        ("--hops", "0"),
        ("--hops", "11"),
        ("--sufficiency", "luck"),
        ("--sufficiency", "classifier"),
        ("--initial", "vectors"),
        ("--scheme", "none"),
    ):
        code, out, err = run_command(capsys, monkeypatch, *arguments, "Who?", *wrong)
        assert (code, out) == (2, "")
        assert err.startswith("suffice: ")
        assert len(err.splitlines()) == 1
        assert wrong[0] in err or wrong[0] not in ("--beam", "--hops")
        assert "classifier" not in err.split(";")[1]
    code, _, err = run_command(capsys, monkeypatch, *arguments, "")
    assert (code, err) == (2, "suffice: an empty claim; say what is to be found out\n")


def test_evaluate_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ("retrieve", "evaluate", QUESTIONS, "--limit", "1")
    code, out, _ = run_command(capsys, monkeypatch, *arguments, "--json")
    assert code == 0
    assert json.loads(out)["questions"] == 1
    code, out, _ = run_command(capsys, monkeypatch, *arguments)
    assert code == 0
    assert "joint" in out

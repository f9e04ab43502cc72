"""Evaluation with a model that says what it is given to say: what it costs, knows by heart, words and gets wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from suffice.engine.certificate import Abstention, Certificate
from suffice.worlds.records import Evidence, OriginalRecord, TwinRecord
from suffice.worlds.report import recompute
from suffice.worlds.run_folder import RunFolder
from tests.cli.running import run_command
from tests.serving import Canned, complete, said, serving

QUESTIONS = Path(__file__).parents[1] / "data" / "questions.json"
EVERY = [question["question"] for question in json.loads(QUESTIONS.read_text("utf-8"))]
DIRECTOR = "When was the director of film The Glass Harbour born?"
FIRST = "Which film came out first, Salt Road or Paper Kites?"
FILES = ("run.json", "corpus.jsonl", "originals.jsonl", "twins.jsonl", "report.json")

Reply = Callable[[dict[str, Any]], str]
Run = Callable[..., tuple[int, Any, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def evaluate(server: Canned, *more: object) -> tuple[int, Any, str]:
        code, out, err = run_command(
            *(capsys, monkeypatch, "evaluate", QUESTIONS, "--cache", "none", "--json"),
            *("--model", "small", "--base-url", server.url),
            *(() if "--model-cache" in more else ("--model-cache", "none")),
            *more,
        )
        return code, json.loads(out) if code == 0 else None, err

    return evaluate


def task_of(body: dict[str, Any]) -> str:
    name: str = body["response_format"]["json_schema"]["name"]
    return name


def lookup(name: str, ask: str, subject: str, value: str) -> dict[str, str]:
    return {"id": name, "ask": ask, "subject": subject, "value": value}


def plan_of(question: str) -> dict[str, Any]:
    if question == DIRECTOR:
        steps = [
            lookup("director", "Who directed {0}?", "The Glass Harbour", "person"),
            lookup("born", "When was {0} born?", "#director", "date"),
        ]
        return {"lookups": steps, "reasoning": [], "target": "born"}
    # Of anything else it makes a plan that waits for itself.
    return {"lookups": [lookup("a", "Who is {0}?", "#a", "person")], "reasoning": [], "target": "a"}


def good(body: dict[str, Any]) -> str:
    """Plans one question, picks the candidate beside a word of the question, and believes every claim."""
    data, task = said(body), task_of(body)
    if task == "plan":
        return complete(plan_of(data["question"]))
    if task == "pick":
        cue = "directed by " if "directed" in data["question"] else "("
        text = data["passage"]
        value = next((one for one in data["candidates"] if cue + one in text), None)
        return complete({"value": value, "quote": text if value else ""})
    if task == "verify":
        return complete({"verdict": "stated"})
    if task == "sureness":
        return complete({"sureness": 80 if data["passages"] else 0})
    return complete({"answer": None})


def with_answers(answer: Reply) -> Reply:
    return lambda body: answer(body) if task_of(body) == "answer" else good(body)


def test_a_model_alone_decides_what_it_has_a_plan_for(run: Run, tmp_path: Path) -> None:
    with serving(good) as server:
        code, report, _ = run(server, "--readers", "model", "--out", tmp_path)
    assert code == 0
    originals = {one.text: one for one in RunFolder(tmp_path).read(OriginalRecord)}
    decided = originals.pop(DIRECTOR)
    assert (decided.correct, decided.answer) == (True, "4 May 1931")
    assert isinstance(decided.decision, Certificate)
    texts = {
        one["_id"]: one["text"]
        for one in map(json.loads, (tmp_path / "corpus.jsonl").read_text().splitlines())
    }
    for link in decided.decision.links:
        assert texts[link.unit.strip('"')][link.start : link.end] == link.quote
        assert link.value is not None
        assert link.value in (link.quote or "")
    for other in originals.values():
        assert isinstance(other.decision, Abstention)
        assert other.decision.reason == "malformed_plan"
        assert other.stage == "not_decomposed"
        assert (other.model_calls, other.model_repairs, other.model_errors) == (2, 1, 1)
    assert (report["model_repairs"], report["model_errors"]) == (6, 6)
    assert report["failures"]["not_decomposed"] == 3
    assert report["model"]["calls"] == len(server.asked)
    assert report["model_calls_per_question"] == len(server.asked) / 8
    assert recompute(tmp_path).model_dump_json(indent=2) + "\n" == (tmp_path / "report.json").read_text()


def test_where_the_lexicon_decides_the_model_is_not_asked(run: Run, tmp_path: Path) -> None:
    with serving(good) as server:
        _, report, _ = run(server, "--out", tmp_path)
    assert report["acc"] == 100
    assert [one.model_calls for one in RunFolder(tmp_path).read(OriginalRecord)] == [0, 0, 0, 0]
    # On twins something is always missing, and the model is asked whether it is.
    assert {task_of(body) for _, _, body in server.asked} <= {"pick", "verify"}
    assert sum(one.model_calls for one in RunFolder(tmp_path).read(TwinRecord)) == len(server.asked)


def test_what_the_model_knows_by_heart_is_reported_apart(run: Run, tmp_path: Path) -> None:
    """One sample of five is enough: the filter errs on the side of leaving out."""

    def recall(body: dict[str, Any]) -> str:
        assert "passages" not in said(body)
        assert body["temperature"] == 1.0
        knows = said(body)["question"] == FIRST and body["seed"] == 3
        return complete({"answer": "paper kites" if knows else "Salt Road" if body["seed"] == 1 else None})

    with serving(with_answers(recall)) as server:
        _, report, _ = run(server, "--memory", "--out", tmp_path)
    assert report["memory"]["n"] == 3
    assert report["n"] == 4
    recalled = {one.question: one.recalled for one in RunFolder(tmp_path).read(TwinRecord)}
    assert [question for question, known in recalled.items() if known] == ["q3"]
    asked = [said(body)["question"] for _, _, body in server.asked if task_of(body) == "answer"]
    assert {question: asked.count(question) for question in asked} == {
        question: 4 if question == FIRST else 5 for question in EVERY
    }


def test_a_model_that_fails_to_recall_knows_nothing(run: Run) -> None:
    with serving(with_answers(lambda body: complete("I do not speak JSON."))) as server:
        code, report, _ = run(server, "--memory")
    assert code == 0
    assert report["memory"]["n"] == 4
    assert report["model"]["by_task"]["recall"]["errors"] == 20


def test_answers_from_the_certificate_and_from_all_that_was_retrieved(run: Run, tmp_path: Path) -> None:
    """A reader that takes the last passage's name: distracted by what the certificate leaves out."""

    def answer(body: dict[str, Any]) -> str:
        titles = [one["title"] for one in said(body)["passages"]]
        right = titles == ["The Glass Harbour", "Ada Lindqvist"]
        return complete({"answer": "May 4, 1931" if right else "1962"})

    with serving(with_answers(answer)) as server:
        _, report, _ = run(server, "--answers", "--out", tmp_path)
    assert report["answers"]["certificate"]["n"] == report["answers"]["pool"]["n"] == 4
    assert report["answers"]["certificate"]["right"] == 1
    assert report["answers"]["pool"]["right"] == 0
    [record] = [one for one in RunFolder(tmp_path).read(OriginalRecord) if one.text == DIRECTOR]
    assert record.answers["certificate"].answer == "May 4, 1931"
    assert record.answers["pool"].answer == "1962"
    shown = [
        [one["title"] for one in said(body)["passages"]]
        for _, _, body in server.asked
        if task_of(body) == "answer" and said(body)["question"] == DIRECTOR
    ]
    assert set(shown[0]) < set(shown[1])


def test_other_examples_are_an_ablation(run: Run, tmp_path: Path) -> None:
    def forgetful(body: dict[str, Any]) -> str:
        if task_of(body) == "plan" and "Orrin Tramway" not in body["messages"][0]["content"]:
            return complete({"lookups": [], "reasoning": [], "target": "a"})
        return good(body)

    with serving(forgetful) as server:
        _, report, _ = run(server, "--readers", "model", "--ablate", "examples", "--out", tmp_path)
    assert report["acc"] == 25
    found = {one["name"]: one for one in report["ablations"]}
    assert set(found) == {"examples-second", "examples-third"}
    for one in found.values():
        assert one["figures"]["acc"] == 0
        assert one["comparison"]["differences"]["acc"] == -25
    assert json.loads((tmp_path / "ablate-examples-second" / "run.json").read_text())["examples"] == "second"


def test_a_model_judges_as_a_baseline_and_decides_nothing(run: Run, tmp_path: Path) -> None:
    with serving(good) as server:
        _, plain, _ = run(server, "--readers", "lexicon")
        assert server.asked == []
        _, judged, _ = run(server, "--readers", "lexicon", "--baselines", "--out", tmp_path)
    assert judged["acc"] == plain["acc"]
    assert {task_of(body) for _, _, body in server.asked} == {"sureness"}
    # Four made-up questions are too few to choose a threshold on; both were asked of every decision with passages.
    told = judged["baselines"]
    assert {"model sufficiency", "reader confidence"} <= {*told["baselines"], *told["left_out"]}
    kept = RunFolder(tmp_path).read(Evidence)
    assert len(kept) == 8
    for seen in kept:
        assert seen.judged["model sufficiency"] == 0.8
        assert seen.judged["reader confidence"] == (0.8 if seen.candidate is not None else 0)


def test_a_budget_that_is_used_up_ends_the_run_which_is_resumed(run: Run, tmp_path: Path) -> None:
    whole, halves = tmp_path / "whole", tmp_path / "halves"
    args = ("--readers", "model", "--model-cache")
    with serving(good) as server:
        assert run(server, *args, "none", "--out", whole)[0] == 0
        kept = tmp_path / "replies.sqlite"
        for _ in range(20):
            code, _, err = run(server, *args, kept, "--out", halves, "--max-calls", "4")
            if code == 0:
                break
            assert code == 3
            assert "the budget of 4 calls is used up" in err
            assert "Traceback" not in err
        else:
            pytest.fail("the run never ends")
    for name in FILES:
        assert (whole / name).read_bytes() == (halves / name).read_bytes(), name


def test_a_server_that_is_gone_is_no_answer(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving("", status=400) as server:
        code, report, _ = run(server, "--readers", "model", "--out", tmp_path)
    assert code == 0
    assert (report["coverage"], report["twin_answered"], report["model_errors"]) == (0, 0, 8)
    assert {
        one.decision.reason
        for one in RunFolder(tmp_path).read(TwinRecord)
        if isinstance(one.decision, Abstention)
    } == {"malformed_plan"}


def test_examples_of_one_s_own_are_part_of_what_a_run_is_of(run: Run, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    shipped = files("suffice.extractors.models").joinpath("examples/second.toml").read_text("utf-8")
    with serving(good) as server:
        mine.write_text(shipped)
        assert run(server, "--readers", "model", "--examples", mine, "--out", tmp_path / "run")[0] == 0
        mine.write_text(f"# Mine.\n{shipped}")
        code, _, err = run(server, "--readers", "model", "--examples", mine, "--out", tmp_path / "run")
    assert code == 2
    assert "another `examples_sha256`" in err


def test_what_was_dropped_is_in_the_records(run: Run, tmp_path: Path) -> None:
    def inventive(body: dict[str, Any]) -> str:
        if task_of(body) == "pick":
            return complete({"value": said(body)["candidates"][0], "quote": "Everybody knows it."})
        return good(body)

    with serving(inventive) as server:
        _, report, _ = run(server, "--readers", "model", "--out", tmp_path)
    assert report["coverage"] == 0
    reason = "quotes that do not stand in the passage"
    assert list(report["dropped"]) == [reason]
    [record] = [one for one in RunFolder(tmp_path).read(OriginalRecord) if one.text == DIRECTOR]
    assert record.dropped[reason] > 0
    picks = sum(task_of(body) == "pick" for _, _, body in server.asked)
    assert report["dropped"][reason] == picks


@pytest.mark.parametrize(
    ("args", "cause"),
    [
        (("--memory",), "the memory filter needs a model"),
        (("--answers",), "the wording of answers needs a model"),
        (("--readers", "model"), "the reader `model` needs a model"),
        (
            ("--base-url", "http://127.0.0.1:1/v1", "--model", "x", "--examples", "nowhere.toml"),
            "nowhere.toml",
        ),
        (("--base-url", "http://127.0.0.1:1/v1", "--model", "x", "--max-calls", "-1"), "less than nothing"),
    ],
)
def test_what_needs_a_model_says_so(
    args: tuple[str, ...],
    cause: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = ("evaluate", QUESTIONS, "--cache", "none", "--model-cache", "none", *args)
    code, _, err = run_command(capsys, monkeypatch, *asked)
    assert code == 2
    assert cause in err
    assert "Traceback" not in err

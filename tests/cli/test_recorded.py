"""The whole path with what a real model of 135 million parameters said: mostly wrong, and nothing of it is believed.

The model is there to test the path, not to be good. Where a prompt has changed these tests fail, and say what to do:
`tests/data/README.md`.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from suffice.engine.certificate import Certificate
from suffice.errors import UsageError
from suffice.extractors.models import Recording
from suffice.worlds.records import OriginalRecord, TwinRecord
from suffice.worlds.run_folder import RunFolder
from tests.cli.running import run_command
from tests.record import COMMANDS, DATA, MODEL, recording_of

Replay = Callable[..., tuple[int, Any]]


@pytest.fixture
def replay(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Replay:
    def replayed(name: str, *more: object) -> tuple[int, Any]:
        recorded = f"replay:{recording_of(name)}"
        code, out, err = run_command(capsys, monkeypatch, *COMMANDS[name], "--model", recorded, *more)
        if "record it anew" in err:
            pytest.fail(
                f"a prompt has changed; run: python -m tests.record --gguf {MODEL}.gguf {name}\n{err}"
            )
        return code, json.loads(out)

    return replayed


def calls(name: str) -> list[dict[str, Any]]:
    with gzip.open(recording_of(name), "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def passages() -> dict[str, str]:
    lines = (DATA / "corpus.jsonl").read_text("utf-8").splitlines()
    return {one["_id"]: one["text"] for one in map(json.loads, lines)}


def test_a_question_is_taken_apart_and_a_wrong_value_is_not_certified(replay: Replay) -> None:
    """Of one passage it picks the place for the person, and then says itself that the passage does not state it."""
    code, decision = replay("ask")
    assert (code, decision["reason"]) == (1, "open")
    [need] = decision["requirements"]
    assert need["wording"] == "Who opened Orrin Tramway?"
    [rejected] = need["rejected"]
    assert (rejected["unit"], rejected["value"], rejected["reason"]) == (
        "tram",
        "Lunden",
        "the model says: not stated",
    )
    assert rejected["quote"] in passages()["tram"]
    assert [one["request"]["name"] for one in calls("ask")].count("pick") == 2


def test_without_the_entity_check_the_same_replies_are_certified(replay: Replay) -> None:
    """What the check is worth: the value stands in the passage, and is wrong. The quote is the passage's all the same."""
    code, certificate = replay("ask", "--check", "none")
    assert (code, certificate["answer"]) == (0, "Lunden")
    for link in certificate["links"]:
        text = passages()[link["unit"]]
        assert link["status"] == "unchecked"
        assert text[link["start"] : link["end"]] == link["quote"]
        assert text[link["value_start"] : link["value_end"]] == link["value"]
    # The other passage's value came with a quote that does not stand in it.
    assert {link["unit"] for link in certificate["links"]} == {"tram"}


def test_a_plan_that_cannot_be_used_is_an_abstention_after_one_repair(replay: Replay) -> None:
    code, decision = replay("ask-malformed")
    assert (code, decision["reason"]) == (1, "malformed_plan")
    assert "the id `gate` is given twice" in decision["requirements"][0]["detail"]
    assert sorted(len(one["request"]["messages"]) for one in calls("ask-malformed")) == [2, 4]


def test_sentences_that_it_makes_up_are_dropped(replay: Replay) -> None:
    code, found = replay("extract")
    assert (code, found["rules"]) == (0, [])
    assert found["dropped"] == {
        "rules with a condition that does not stand in the sentence": 1,
        "sentences that say nothing that could be read": 4,
    }
    assert (found["model"]["calls"], found["model"]["errors"]) == (4, 0)


def test_evaluation_counts_every_call_and_certifies_nothing_that_is_not_there(
    replay: Replay, tmp_path: Path
) -> None:
    """What the lexicon can read it decides; the model, asked of the other question, links nothing that is there."""
    code, report = replay("evaluate", "--out", tmp_path)
    folder = RunFolder(tmp_path)
    originals, twins = folder.read(OriginalRecord), folder.read(TwinRecord)
    assert code == 0
    assert (report["acc"], report["coverage"], report["twin_answered"]) == (50, 50, 0)
    assert [one.answer for one in originals] == [None, "Ostrava"]
    assert [one.model_calls for one in originals] == [3, 0]
    assert [one.model_calls for one in twins] == [2, 0]
    assert report["failures"]["link_rejected"] == 1
    assert report["dropped"] == {"quotes that do not stand in the passage": 1}
    assert (report["model_repairs"], report["model_errors"]) == (0, 0)
    tasks = {task: used["calls"] for task, used in report["model"]["by_task"].items()}
    assert tasks == {"answer": 2, "decompose": 2, "link": 2, "verify": 1}
    # It words an answer from two passages and does not find the town.
    assert report["answers"]["certificate"] == {"n": 1, "right": 0, "precision": 0}

    lines = (tmp_path / "corpus.jsonl").read_text("utf-8").splitlines()
    texts = {one["_id"]: one["text"] for one in map(json.loads, lines)}
    assert not any(isinstance(one.decision, Certificate) for one in twins)
    [certified] = [one.decision for one in originals if isinstance(one.decision, Certificate)]
    for link in certified.links:
        assert texts[link.unit][link.start : link.end] == link.quote
        assert link.pattern in ("directed by {values}", "born [and raised] <in|at> {value}")


def test_the_same_replies_are_the_same_bytes(replay: Replay, tmp_path: Path) -> None:
    for name in ("one", "two"):
        replay("evaluate", "--out", tmp_path / name)
    for file in ("run.json", "originals.jsonl", "twins.jsonl", "report.json"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes(), file


def test_a_call_that_was_not_recorded_is_no_abstention(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("ask", "Who closed Orrin Tramway?", *COMMANDS["ask"][2:], "--model")
    code, _, err = run_command(capsys, monkeypatch, *asked, f"replay:{recording_of('ask')}")
    assert code == 2
    assert "no reply to a call of `plan`" in err
    assert "record it anew with --record" in err


@pytest.mark.parametrize("name", COMMANDS)
def test_recordings_are_small_and_of_the_model_named(name: str) -> None:
    assert recording_of(name).stat().st_size < 100_000
    assert Recording.read(recording_of(name)).name == MODEL
    with pytest.raises(UsageError):
        Recording.of([])

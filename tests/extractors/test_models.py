"""Calls to a model: shapes, repair, back-off, budget, cache, recordings; against a server on this machine."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict

from suffice.errors import LimitReached, ModelBusy, ModelError, ReplyError, UsageError
from suffice.extractors.models import (
    Budget,
    CallCache,
    Message,
    Model,
    Recording,
    Reply,
    Request,
    Server,
    Usage,
    as_data,
    write_recording,
)
from suffice.extractors.models.opening import open_model
from tests.serving import complete, serving


class Verdict(BaseModel):
    model_config = ConfigDict(extra="forbid")

    verdict: Literal["yes", "no"]


class Script:
    """A model that says one thing after the other; an exception is raised instead."""

    name, origin = "script", "here"

    def __init__(self, *replies: str | ModelError) -> None:
        self.replies = list(replies)
        self.requests: list[Request] = []

    def complete(self, request: Request) -> Reply:
        self.requests.append(request)
        said = self.replies.pop(0)
        if isinstance(said, ModelError):
            raise said
        return Reply(said, 10, 2)


YES, NO = '{"verdict": "yes"}', '{"verdict": "no"}'


def test_a_malformed_reply_is_repaired_once_and_told_what_was_wrong() -> None:
    script = Script('{"verdict": "perhaps"}', YES)
    model = Model(script)
    assert model.ask("Judge.", "It rains.", Verdict).verdict == "yes"
    assert model.usage == Usage(calls=2, input_tokens=20, output_tokens=4, repairs=1)
    last = script.requests[1].messages
    assert [one.role for one in last] == ["system", "user", "assistant", "user"]
    assert "perhaps" in last[2].content
    assert "`verdict`" in last[3].content
    assert '"enum": ["yes", "no"]' in last[3].content  # for servers that ignore the schema


def test_what_is_still_malformed_is_an_error_that_is_counted() -> None:
    model = Model(Script("", "{}"))
    with pytest.raises(ModelError, match="the model's reply is malformed"):
        model.ask("Judge.", "It rains.", Verdict, task="judge")
    assert model.usage == Usage(calls=2, input_tokens=20, output_tokens=4, repairs=1, errors=1)
    assert model.by_task == {"judge": model.usage}


def test_a_check_counts_like_a_shape() -> None:
    model = Model(Script(NO, YES))
    check = lambda reply: None if reply.verdict == "yes" else "it must be yes"
    assert model.ask("Judge.", "It rains.", Verdict, check=check).verdict == "yes"
    with pytest.raises(ModelError, match=r"cannot be used \(it must be yes\)"):
        Model(Script(NO, NO)).ask("Judge.", "It rains.", Verdict, check=check)


@pytest.mark.parametrize("text", [f"```json\n{YES}\n```", f"```\n{YES}```", f"\n {YES} \n"])
def test_fenced_json_is_json(text: str) -> None:
    assert Model(Script(text), repairs=0).ask("", "", Verdict).verdict == "yes"


def test_a_busy_model_is_asked_again_with_growing_pauses() -> None:
    pauses: list[float] = []
    busy = [ModelBusy("busy"), ModelBusy("busy", wait=7.0), ModelBusy("busy", wait=900.0)]
    model = Model(Script(*busy, YES), sleep=pauses.append)
    assert model.ask("", "", Verdict).verdict == "yes"
    assert pauses == [1.0, 7.0, 60.0]
    assert model.usage == Usage(calls=1, input_tokens=10, output_tokens=2, retries=3)


def test_a_refusal_is_not_asked_again() -> None:
    model = Model(Script(ModelError("no such model")), sleep=lambda seconds: pytest.fail("it waited"))
    with pytest.raises(ModelError, match="no such model"):
        model.ask("", "", Verdict)
    assert (model.usage.calls, model.usage.errors) == (1, 1)


def test_a_server_that_stays_busy_is_an_error() -> None:
    with serving("", 503) as server:
        model = Model(Server(server.url, "small"), retries=2, sleep=lambda seconds: None)
        with pytest.raises(ModelBusy, match="503 Service Unavailable"):
            model.ask("", "", Verdict)
    assert len(server.asked) == 3
    assert model.usage == Usage(calls=1, retries=2, errors=1)


@pytest.mark.parametrize(
    ("status", "kind"), [(400, ReplyError), (413, ReplyError), (401, ModelError), (404, ModelError)]
)
def test_a_refused_call_is_told_from_a_model_that_cannot_be_asked(
    status: int, kind: type[ModelError]
) -> None:
    with serving("", status) as server, pytest.raises(ModelError) as caught:
        Model(Server(server.url, "small")).ask("", "", Verdict)
    assert type(caught.value) is kind
    assert len(server.asked) == 1


def test_retry_after_is_read() -> None:
    with (
        serving(lambda body: "", 429, headers={"Retry-After": "5"}) as server,
        pytest.raises(ModelBusy) as caught,
    ):
        Server(server.url, "small").complete(Request("small", (Message("user", "?"),)))
    assert caught.value.wait == 5.0


@pytest.mark.parametrize(
    ("budget", "asked"), [(Budget(calls=2), 2), (Budget(tokens=12), 1), (Budget(calls=0), 0)]
)
def test_a_budget_bounds_what_is_paid_for(budget: Budget, asked: int) -> None:
    script = Script(*[YES] * 5)
    model = Model(script, cache=CallCache(None), budget=budget)
    for number in range(asked):
        model.ask("", str(number), Verdict)
        model.ask("", str(number), Verdict)  # from the cache: free
    with pytest.raises(LimitReached, match="is used up"):
        model.ask("", "one more", Verdict)
    assert len(script.requests) == asked


def test_the_cache_keeps_what_was_asked_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "replies.sqlite"
    script = Script(YES, NO, NO, NO)
    assert Model(script, cache=CallCache(file)).ask("a", "b", Verdict).verdict == "yes"
    again = Model(Script(), cache=CallCache(file))
    assert again.ask("a", "b", Verdict).verdict == "yes"
    assert again.usage == Usage(calls=1, cached=1, input_tokens=10, output_tokens=2)
    # Whatever a reply depends on is part of the key: text, sample, seed, the model, and where it is.
    other = Model(script, cache=CallCache(file))
    assert other.ask("a", "c", Verdict).verdict == "no"
    assert other.ask("a", "b", Verdict, sample=1, temperature=1.0).verdict == "no"
    elsewhere = Script(NO)
    elsewhere.origin = "there"
    assert Model(elsewhere, cache=CallCache(file)).ask("a", "b", Verdict).verdict == "no"


def test_a_damaged_cache_is_set_aside(tmp_path: Path) -> None:
    file = tmp_path / "replies.sqlite"
    file.write_bytes(b"this is no database, and long enough to be seen as none" * 40)
    assert Model(Script(YES), cache=CallCache(file)).ask("", "", Verdict).verdict == "yes"
    assert file.with_name("replies.sqlite.damaged").exists()
    with pytest.raises(UsageError, match="cannot be used"):
        CallCache(tmp_path)


_CALLER = """
import sys
from suffice.extractors.models import CallCache, Model, Server
from tests.extractors.test_models import Verdict
model = Model(Server(sys.argv[1], "small"), cache=CallCache(sys.argv[2]), retries=0)
for number in range(int(sys.argv[3])):
    model.ask("Judge.", str(number), Verdict)
print(model.usage.calls - model.usage.cached)
"""


def call(url: str, file: Path, count: int) -> subprocess.Popen[str]:
    root = Path(__file__).parents[2]
    return subprocess.Popen(
        [sys.executable, "-c", _CALLER, url, str(file), str(count)],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        stdout=subprocess.PIPE,
        text=True,
    )


def test_the_cache_survives_kill_9(tmp_path: Path) -> None:
    file, third = tmp_path / "replies.sqlite", threading.Event()

    def reply(body: dict[str, Any]) -> str:
        if body["messages"][1]["content"] == "3" and not third.is_set():
            third.set()
            killed.send_signal(signal.SIGKILL)
            killed.wait()
        return complete({"verdict": "yes"})

    with serving(reply) as server:
        killed = call(server.url, file, 6)
        assert third.wait(60)
        killed.communicate()
        before = len(server.asked)
        again = call(server.url, file, 6)
        assert (
            again.communicate()[0].strip() == "3"
        )  # 0 to 2 were kept; 3, whose reply never came, is asked again
    assert (before, len(server.asked)) == (4, 7)


def test_two_processes_share_a_cache(tmp_path: Path) -> None:
    file = tmp_path / "replies.sqlite"
    with serving(complete({"verdict": "yes"})) as server:
        both = [call(server.url, file, 20) for _ in range(2)]
        paid = [int(one.communicate()[0]) for one in both]
        assert [one.returncode for one in both] == [0, 0]
        assert 20 <= sum(paid) == len(server.asked) <= 40
        assert call(server.url, file, 20).communicate()[0].strip() == "0"


def test_recordings_are_replayed(tmp_path: Path) -> None:
    journal, file = CallCache(None), tmp_path / "calls.jsonl"
    model = Model(Script(YES, "{", NO), journal=journal)
    assert (model.ask("", "1", Verdict).verdict, model.ask("", "2", Verdict).verdict) == ("yes", "no")
    assert write_recording(journal, file) == 3
    replayed = open_model(f"replay:{file}")
    assert (replayed.ask("", "1", Verdict).verdict, replayed.ask("", "2", Verdict).verdict) == ("yes", "no")
    assert replayed.usage == model.usage
    with pytest.raises(UsageError, match="no reply to a call of `verdict`"):
        replayed.ask("", "3", Verdict)


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("", "no call in it"),
        ("{}\n", "1: no recorded call (`request`: Field required)"),
        ("nonsense", "1: no recorded call"),
    ],
)
def test_what_is_no_recording_is_an_error(text: str, cause: str, tmp_path: Path) -> None:
    file = tmp_path / "calls.jsonl"
    file.write_text(text)
    with pytest.raises(UsageError) as caught:
        Recording.read(file)
    assert cause in str(caught.value)
    with pytest.raises(UsageError):
        Recording.read(tmp_path / "none.jsonl")


@given(st.dictionaries(st.sampled_from(["passage", "title", "question"]), st.text()))
def test_no_text_gets_out_of_its_string(texts: dict[str, str]) -> None:
    assert json.loads(as_data(**texts)) == texts


@given(st.text(), st.text())
def test_the_key_is_a_function_of_the_content(one: str, other: str) -> None:
    first, second = (Request("m", (Message("user", text),)) for text in (one, other))
    assert (first.key == second.key) == (one == other)

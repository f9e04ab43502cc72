"""Recordings: what a model was asked and said, as JSON Lines, played back where there is no model.

>>> request = Request("small", (Message("user", "Is it?"),))
>>> line = write_line(write_request(request), Reply("yes", 3, 1))
>>> Recording.of([line]).complete(request).text
'yes'
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from suffice.errors import UsageError, word_fault
from suffice.extractors.models.cache import CallCache
from suffice.extractors.models.chat import Message, Reply, Request
from suffice.files import read_text, write_text

__all__ = ["Recording", "write_line", "write_recording", "write_request"]


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid")

    role: Literal["system", "user", "assistant"]
    content: str


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid")

    model: str
    messages: list[_Message]
    # `schema` is a method of pydantic's.
    shape: dict[str, Any] | None = Field(alias="schema")
    name: str
    seed: int
    temperature: float
    max_tokens: int


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid")

    request: _Request
    reply: str
    input_tokens: int = Field(default=0, ge=0)
    output_tokens: int = Field(default=0, ge=0)
    seconds: float = Field(default=0.0, ge=0)


def write_request(request: Request) -> str:
    """A request as one line of JSON."""
    return json.dumps(asdict(request), ensure_ascii=True, sort_keys=True)


def write_line(request: str, reply: Reply) -> str:
    """A request, as JSON, and its reply as one line of JSON."""
    said = asdict(reply)
    record = {"request": json.loads(request), "reply": said.pop("text"), **said}
    return json.dumps(record, ensure_ascii=True, sort_keys=True) + "\n"


def write_recording(cache: CallCache, path: Path | str) -> int:
    """Write all that a cache holds; returns how many calls."""
    lines = [write_line(request, reply) for request, reply in cache.requests()]
    write_text(Path(path), "".join(lines))
    return len(lines)


@dataclass(frozen=True, slots=True)
class Recording:
    """A model that says again what it said; a request that it does not know is bad input.

    Args:
        replies: by the key of their request.
        name: of the model that was recorded.
        origin: the file.
    """

    replies: Mapping[str, Reply]
    name: str
    origin: str = "recording"

    @classmethod
    def of(cls, lines: Iterable[str], origin: str = "recording") -> Recording:
        """Read lines of JSON.

        Raises:
            UsageError: if one is no recorded call, or the calls are not of one model.
        """
        replies: dict[str, Reply] = {}
        names: dict[str, None] = {}
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                call = _Line.model_validate_json(line)
            except ValidationError as error:
                fault = word_fault(error.errors(include_url=False, include_input=False))
                raise UsageError(
                    f"no recorded call ({fault})",
                    file=origin,
                    line=number,
                    remedy="give a file that `--record` wrote",
                ) from None
            said = call.request
            messages = tuple(Message(one.role, one.content) for one in said.messages)
            request = Request(
                said.model, messages, said.shape, said.name, said.seed, said.temperature, said.max_tokens
            )
            replies[request.key] = Reply(call.reply, call.input_tokens, call.output_tokens, call.seconds)
            names[said.model] = None
        if len(names) != 1:
            told = f"calls of {len(names)} models" if names else "no call in it"
            raise UsageError(told, file=origin, remedy="give a recording of one model")
        return cls(replies, next(iter(names)), origin)

    @classmethod
    def read(cls, path: Path | str) -> Recording:
        """Read a file, plain or gzipped.

        Raises:
            UsageError: if it cannot be read or is no recording.
        """
        return cls.of(read_text(str(path), UsageError).split("\n"), str(path))

    def complete(self, request: Request) -> Reply:
        """What was said.

        Raises:
            UsageError: if it was never asked. That is no failure of the model, which would be counted and passed over.
        """
        reply = self.replies.get(request.key)
        if reply is None:
            raise UsageError(
                f"no reply to a call of `{request.name}`: it was recorded for other texts, options or prompts",
                file=self.origin,
                remedy="record it anew with --record",
            )
        return reply

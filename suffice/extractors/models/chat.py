"""What is asked of a model and what it says: one request, one reply, whoever answers.

>>> request = Request("small", (Message("user", "Hello"),), schema={"type": "object"})
>>> request.key == Request("small", (Message("user", "Hello"),), schema={"type": "object"}).key
True
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, Protocol

__all__ = ["ChatModel", "Message", "Reply", "Request"]


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Request:
    """One call, with all that its reply depends on.

    Args:
        model: its name.
        messages: the conversation so far.
        schema: JSON schema of the reply; None for plain text.
        name: of the schema.
        seed: of the sampling.
        temperature: 0 takes the likeliest token.
        max_tokens: of the reply.
    """

    model: str
    messages: tuple[Message, ...]
    schema: Mapping[str, Any] | None = None
    name: str = "reply"
    seed: int = 0
    temperature: float = 0.0
    max_tokens: int = 1024

    @property
    def key(self) -> str:
        """SHA-256 of the content."""
        text = json.dumps(asdict(self), sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back.

    Args:
        text: what the model said.
        input_tokens: as whoever answers counts them; 0 where nobody does.
        output_tokens: likewise.
        seconds: how long it took.
    """

    text: str
    input_tokens: int = 0
    output_tokens: int = 0
    seconds: float = field(default=0.0, compare=False)


class ChatModel(Protocol):
    """Whatever can answer a request: a server, a model in this process, a recording."""

    @property
    def name(self) -> str:
        """The model's name, part of every request."""
        ...

    @property
    def origin(self) -> str:
        """Where it is: two models of one name at two places are kept apart in a cache."""
        ...

    def complete(self, request: Request) -> Reply:
        """Answer one request, or raise `ModelError`; `ModelBusy` where a second try may help."""
        ...

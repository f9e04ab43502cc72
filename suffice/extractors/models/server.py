"""A client for any server that speaks OpenAI's chat protocol (vLLM, Ollama, llama.cpp, ...); standard library only.

A reply is JSON under a schema (`response_format`), temperature 0 and a seed unless the request says otherwise. Neither
redirects nor proxies are followed: the key goes to the server named and to no other.

>>> server = Server("http://localhost:8080/v1", "small")
>>> server.path, server.name
('/v1/chat/completions', 'small')
"""

from __future__ import annotations

import http.client
import json
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from suffice.errors import ModelBusy, ModelError, ReplyError, UsageError, word_fault
from suffice.extractors.models.chat import Reply, Request

__all__ = ["KEY", "NAME", "URL", "Server", "server_from_environment"]

#: Variables of the environment that name a server, a model and the server's key.
URL, NAME, KEY = "SUFFICE_MODEL_URL", "SUFFICE_MODEL", "SUFFICE_MODEL_KEY"
#: A longer reply is not read: bounds memory.
MAX_BYTES = 4_000_000
#: A server that says so may be asked again.
_BUSY = frozenset({408, 425, 429, 500, 502, 503, 504})
#: The call was refused for what it says: too long, a schema that the server cannot follow.
_REFUSED = frozenset({400, 413, 422})
_REMEDIES = {
    401: f"see whether {KEY} is right",
    403: f"see whether {KEY} may use this model",
    404: f"see whether {URL} goes up to the version, and whether the server knows this model",
}
_Shape = TypeVar("_Shape", bound=BaseModel)


class _Lax(BaseModel):
    model_config = ConfigDict(extra="ignore")


class _Message(_Lax):
    content: str


class _Choice(_Lax):
    message: _Message
    finish_reason: str | None = None


class _Tokens(_Lax):
    prompt_tokens: int = Field(default=0, ge=0)
    completion_tokens: int = Field(default=0, ge=0)


class _Completion(_Lax):
    choices: list[_Choice] = Field(min_length=1)
    usage: _Tokens | None = None


@dataclass(frozen=True, slots=True)
class Server:
    """One model behind a server.

    Args:
        url: of the server, `http` or `https`, up to and including the version.
        model: its name.
        key: sent as a bearer token; never part of a message.
        timeout: seconds that the server may be silent.

    Raises:
        UsageError: if the URL is none of a server.
    """

    url: str
    model: str
    key: str | None = field(default=None, repr=False)
    timeout: float = 300.0

    def __post_init__(self) -> None:
        try:
            parts = urlsplit(self.url)
            good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        except ValueError:
            good = False
        if not good or not all(" " < character <= "~" for character in self.url + (self.key or "")):
            raise UsageError(
                "the model's URL or key is not valid",
                remedy=f"set {URL} to something like http://localhost:8080/v1",
            )

    @property
    def name(self) -> str:
        """The model's name."""
        return self.model

    @property
    def origin(self) -> str:
        """The server's URL."""
        return self.url

    @property
    def path(self) -> str:
        """Where calls go."""
        path = urlsplit(self.url).path.rstrip("/")
        return path if path.endswith("/chat/completions") else f"{path}/chat/completions"

    def complete(self, request: Request) -> Reply:
        """One call.

        Raises:
            ModelBusy: if the server cannot be reached, is silent for too long, or says that it is busy.
            ModelError: if it refuses, or its reply is no completion.
        """
        body: dict[str, object] = {
            "model": request.model,
            "messages": [{"role": one.role, "content": one.content} for one in request.messages],
            "temperature": request.temperature,
            "seed": request.seed,
            "max_tokens": request.max_tokens,
        }
        if request.schema is not None:
            schema = {"name": request.name, "strict": True, "schema": request.schema}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        since = time.perf_counter()
        raw = self._post(json.dumps(body).encode())
        seconds = time.perf_counter() - since
        completion = _read(_Completion, raw)
        counted = completion.usage or _Tokens()
        text = completion.choices[0].message.content
        return Reply(text, counted.prompt_tokens, counted.completion_tokens, seconds)

    def _post(self, body: bytes) -> bytes:
        parts = urlsplit(self.url)
        connect = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        connection = connect(parts.hostname or "", parts.port, timeout=self.timeout)
        headers = {"Content-Type": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        path = f"{self.path}?{parts.query}" if parts.query else self.path
        try:
            connection.request("POST", path, body, headers)
            response = connection.getresponse()
            with response:
                raw = self._receive(response)
        except TimeoutError:
            raise ModelBusy(
                f"the model's server said nothing for {self.timeout:g} s", remedy="see whether it is busy"
            ) from None
        except (OSError, http.client.HTTPException) as error:
            raise ModelBusy(
                f"the model's server cannot be reached ({error or type(error).__name__})",
                remedy=f"see whether {URL} is right",
            ) from None
        finally:
            connection.close()
        if response.status != 200:
            told = f"the model's server answered {response.status} {response.reason}".rstrip()
            if response.status in _BUSY:
                raise ModelBusy(
                    told, remedy="see the server's log", wait=_seconds(response.getheader("Retry-After"))
                )
            kind = ReplyError if response.status in _REFUSED else ModelError
            raise kind(told, remedy=_REMEDIES.get(response.status, "see the server's log"))
        if len(raw) > MAX_BYTES:
            raise ReplyError(
                f"the model's reply is longer than {MAX_BYTES} bytes", remedy="limit it in the server"
            )
        return raw

    def _receive(self, response: http.client.HTTPResponse) -> bytes:
        """The body, as far as it is read; a server that only trickles is given up after twice its silence."""
        deadline = time.monotonic() + 2 * self.timeout
        parts: list[bytes] = []
        size = 0
        while size <= MAX_BYTES and (part := response.read1(65_536)):
            parts.append(part)
            size += len(part)
            if time.monotonic() > deadline:
                raise TimeoutError
        return b"".join(parts)


def _seconds(given: str | None) -> float | None:
    """A `Retry-After` in seconds; dates are not read."""
    return float(given) if given and given.isascii() and given.isdigit() else None


def _read(shape: type[_Shape], raw: bytes) -> _Shape:
    try:
        return shape.model_validate_json(raw)
    except ValidationError as error:
        cause = word_fault(error.errors(include_url=False, include_input=False))
        raise ModelError(
            f"the server's reply is malformed ({cause})",
            remedy="see whether it speaks OpenAI's chat protocol",
        ) from None


def server_from_environment(
    environment: Mapping[str, str] = os.environ, *, model: str | None = None, url: str | None = None
) -> Server:
    """The server that arguments and environment describe.

    Args:
        environment: with `SUFFICE_MODEL_URL`, `SUFFICE_MODEL` and `SUFFICE_MODEL_KEY`.
        model: the model's name, instead of the environment's.
        url: the server's URL, likewise.

    Raises:
        UsageError: if no model is configured.
    """
    url, model = url or environment.get(URL), model or environment.get(NAME)
    missing = [name for name, value in ((URL, url), (NAME, model)) if not value]
    if missing or not url or not model:
        raise UsageError(
            f"no model is configured: {' and '.join(missing)} not set",
            remedy=f"set {URL} and {NAME}, or give --base-url and --model",
        )
    return Server(url, model, environment.get(KEY) or None)

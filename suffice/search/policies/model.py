"""A client for any server that speaks OpenAI's chat protocol; standard library only.

Configured by the environment: `SUFFICE_MODEL_URL` (up to and including the version, `http://localhost:8080/v1`),
`SUFFICE_MODEL`, and `SUFFICE_MODEL_KEY` where the server wants one. A reply is JSON under the schema of a pydantic model
(`response_format`); temperature 0 and a seed. A call is made once: no repair and no second try, so that an error is an
observation, which is counted. Neither redirects nor proxies are followed: the key goes to the server named and to no other.

>>> client = Client("http://localhost:8080/v1", "small")
>>> client.path, client.usage
('/v1/chat/completions', Usage(calls=0, input_tokens=0, output_tokens=0))
"""

from __future__ import annotations

import http.client
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from suffice.errors import ModelError, UsageError

__all__ = ["Client", "Usage", "client_from_environment"]

_Reply = TypeVar("_Reply", bound=BaseModel)
#: A longer reply is not read: bounds memory.
MAX_BYTES = 4_000_000


@dataclass(slots=True)
class Usage:
    """What was asked of a model.

    Args:
        calls: made, those that failed included.
        input_tokens: as the server counts them; nothing is added where it does not.
        output_tokens: likewise.
    """

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0


class _Lax(BaseModel):
    model_config = ConfigDict(extra="ignore")


class _Message(_Lax):
    content: str


class _Choice(_Lax):
    message: _Message


class _Tokens(_Lax):
    prompt_tokens: int = Field(default=0, ge=0)
    completion_tokens: int = Field(default=0, ge=0)


class _Counted(_Lax):
    usage: _Tokens | None = None


class _Completion(_Counted):
    choices: list[_Choice] = Field(min_length=1)


@dataclass(slots=True)
class Client:
    """Asks one model, and counts what that takes.

    Args:
        url: of the server, `http` or `https`.
        model: its name.
        key: sent as a bearer token; never part of a message.
        seed: sent with every call.
        timeout: seconds that the server may be silent.

    Raises:
        UsageError: if the URL is none of a server.
    """

    url: str
    model: str
    key: str | None = field(default=None, repr=False)
    seed: int = 0
    timeout: float = 120.0
    usage: Usage = field(default_factory=Usage)

    def __post_init__(self) -> None:
        try:
            parts = urlsplit(self.url)
            good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        except ValueError:
            good = False
        if not good or not all(" " < character <= "~" for character in self.url + (self.key or "")):
            raise UsageError(
                "the model's URL or key is not valid",
                remedy="set SUFFICE_MODEL_URL to something like http://localhost:8080/v1",
            )

    @property
    def path(self) -> str:
        """Where calls go."""
        path = urlsplit(self.url).path.rstrip("/")
        return path if path.endswith("/chat/completions") else f"{path}/chat/completions"

    def ask(self, system: str, user: str, reply: type[_Reply]) -> _Reply:
        """One call.

        Args:
            system: instruction.
            user: what it is about.
            reply: the shape of the answer; every field must come.

        Raises:
            ModelError: if no reply of that shape comes.
        """
        body = {
            "model": self.model,
            "messages": [{"role": "system", "content": system}, {"role": "user", "content": user}],
            "temperature": 0,
            "seed": self.seed,
            "response_format": {
                "type": "json_schema",
                "json_schema": {
                    "name": reply.__name__.strip("_").lower(),
                    "strict": True,
                    "schema": reply.model_json_schema(),
                },
            },
        }
        self.usage.calls += 1
        raw = self._post(json.dumps(body).encode())
        # Tokens are spent, whatever the reply is worth.
        counted = _read(_Counted, raw, "the server's reply").usage
        if counted is not None:
            self.usage.input_tokens += counted.prompt_tokens
            self.usage.output_tokens += counted.completion_tokens
        completion = _read(_Completion, raw, "the server's reply")
        return _read(reply, completion.choices[0].message.content, "the model's reply")

    def _post(self, body: bytes) -> bytes:
        parts = urlsplit(self.url)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        connection = kind(parts.hostname or "", parts.port, timeout=self.timeout)
        headers = {"Content-Type": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        path = f"{self.path}?{parts.query}" if parts.query else self.path
        try:
            connection.request("POST", path, body, headers)
            response = connection.getresponse()
            raw = response.read(MAX_BYTES + 1)
        except TimeoutError:
            raise ModelError(
                f"the model's server said nothing for {self.timeout:g} s", remedy="see whether it is busy"
            ) from None
        except (OSError, http.client.HTTPException) as error:
            raise ModelError(
                f"the model's server cannot be reached ({error or type(error).__name__})",
                remedy="see whether SUFFICE_MODEL_URL is right",
            ) from None
        finally:
            connection.close()
        if response.status != 200:
            raise ModelError(
                f"the model's server answered {response.status} {response.reason}".rstrip(),
                remedy="see the server's log",
            )
        if len(raw) > MAX_BYTES:
            raise ModelError(
                f"the model's reply is longer than {MAX_BYTES} bytes", remedy="limit it in the server"
            )
        return raw


def _read(shape: type[_Reply], raw: str | bytes, whose: str) -> _Reply:
    try:
        return shape.model_validate_json(raw)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"]))
        cause = f"`{place}`: {first['msg']}" if place else first["msg"]
        raise ModelError(
            f"{whose} is malformed ({cause})", remedy="see whether the server keeps to JSON schemas"
        ) from None


def client_from_environment(environment: Mapping[str, str] = os.environ, *, seed: int = 0) -> Client:
    """The client that the environment describes, with a usage of its own.

    Args:
        environment: with `SUFFICE_MODEL_URL` and `SUFFICE_MODEL`.
        seed: sent with every call.

    Raises:
        UsageError: if no model is configured.
    """
    missing = [name for name in ("SUFFICE_MODEL_URL", "SUFFICE_MODEL") if not environment.get(name)]
    if missing:
        raise UsageError(
            f"no model is configured: {' and '.join(missing)} not set",
            remedy="set SUFFICE_MODEL_URL and SUFFICE_MODEL, or leave out the policies that end in `-model`",
        )
    key = environment.get("SUFFICE_MODEL_KEY") or None
    return Client(environment["SUFFICE_MODEL_URL"], environment["SUFFICE_MODEL"], key, seed)

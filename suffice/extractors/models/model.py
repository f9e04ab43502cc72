"""A model that replies in shapes: cache, budget, back-off, one repair, and counts of all of it.

>>> from pydantic import BaseModel
>>> class Verdict(BaseModel):
...     sure: bool
>>> class Always:
...     name, origin = "always", "here"
...     def complete(self, request: Request) -> Reply:
...         return Reply('{"sure": true}', 12, 5)
>>> model = Model(Always())
>>> model.ask("Judge.", "It rains.", Verdict), model.usage.calls, model.usage.input_tokens
(Verdict(sure=True), 1, 12)
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from suffice.errors import LimitReached, ModelBusy, ModelError, ReplyError, word_fault
from suffice.extractors.models.cache import CallCache
from suffice.extractors.models.chat import ChatModel, Message, Reply, Request

__all__ = ["Budget", "Model", "Usage", "as_data"]

_Shape = TypeVar("_Shape", bound=BaseModel)
#: Seconds before the first further try; each waits twice as long, and none longer than a minute.
_FIRST_WAIT, _LONGEST_WAIT = 1.0, 60.0
#: What a repair shows of the malformed reply.
_SHOWN = 4_000
_FENCE = re.compile(r"\A\s*```(?:json)?\s*(.*?)\s*```\s*\Z", re.DOTALL)


@dataclass(slots=True)
class Usage:
    """What was asked of a model.

    Args:
        calls: asked, those that failed or came from the cache included; further tries of one call are not.
        cached: of these, how many the cache answered.
        input_tokens: as the model counts them, cached replies included; nothing is added where it does not count.
        output_tokens: likewise.
        seconds: that the calls took when they were made.
        retries: further tries after a busy server.
        repairs: replies that were asked for again.
        errors: calls that ended without a usable reply.
    """

    calls: int = 0
    cached: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    seconds: float = field(default=0.0, compare=False)
    retries: int = 0
    repairs: int = 0
    errors: int = 0

    def add(self, other: Usage) -> None:
        """Add another's counts."""
        for name, value in asdict(other).items():
            setattr(self, name, getattr(self, name) + value)

    def copy(self) -> Usage:
        """The counts as they are now."""
        return replace(self)

    def since(self, earlier: Usage) -> Usage:
        """What has been counted since."""
        was = asdict(earlier)
        return Usage(**{name: value - was[name] for name, value in asdict(self).items()})


@dataclass(frozen=True, slots=True)
class Budget:
    """Bounds on what is paid for; cached replies are free.

    Args:
        calls: made at most; None for no bound.
        tokens: in and out together, likewise.
    """

    calls: int | None = None
    tokens: int | None = None


class Model:
    """Asks one model for replies of given shapes.

    Args:
        chat: whoever answers.
        cache: replies are kept in it; None asks anew each time.
        journal: every call of this run is written to it, to be recorded.
        budget: bounds.
        seed: sent with each request.
        retries: further tries where the model is busy, with growing pauses.
        repairs: further tries where a reply has not the shape asked for; the model is told what was wrong.
        sleep: waits so many seconds.
    """

    def __init__(
        self,
        chat: ChatModel,
        *,
        cache: CallCache | None = None,
        budget: Budget | None = None,
        seed: int = 0,
        retries: int = 4,
        repairs: int = 1,
        sleep: Callable[[float], object] = time.sleep,
        journal: CallCache | None = None,
    ) -> None:
        self.chat = chat
        self.cache = cache
        self.budget = budget or Budget()
        self.seed = seed
        self.retries = retries
        self.repairs = repairs
        self.sleep = sleep
        self.journal = journal
        self.usage = Usage()
        self.by_task: dict[str, Usage] = {}
        self._paid = Usage()

    @property
    def name(self) -> str:
        """The model's name."""
        return self.chat.name

    def ask(
        self,
        system: str,
        user: str,
        shape: type[_Shape],
        *,
        check: Callable[[_Shape], str | None] = lambda reply: None,
        task: str | None = None,
        sample: int = 0,
        temperature: float = 0.0,
        max_tokens: int = 1024,
    ) -> _Shape:
        """Ask for a reply of a shape.

        Args:
            system: the instruction.
            user: what it is about: data.
            shape: a pydantic model; the request carries its JSON schema, and the reply is validated against it.
            check: says what else is wrong with a reply, or None.
            task: under which the call is counted; the shape's name if not given.
            sample: another number asks for another sample (at a temperature above 0).
            temperature: of the sampling.
            max_tokens: of the reply.

        Raises:
            ReplyError: if no usable reply comes, after the repairs.
            ModelError: if the model cannot be asked.
            LimitReached: if the budget is used up.
        """
        name = shape.__name__.strip("_").lower()
        schema = shape.model_json_schema()
        request = Request(
            self.chat.name,
            (Message("system", system), Message("user", user)),
            schema,
            name,
            self.seed + sample,
            temperature,
            max_tokens,
        )
        counted = Usage()
        try:
            for repair in range(self.repairs + 1):
                reply = self._reply(request, counted)
                try:
                    return _read(shape, reply.text, check)
                except ReplyError as error:
                    if repair == self.repairs:
                        raise
                    counted.repairs += 1
                    # A server that ignores `response_format` learns the schema here.
                    told = (
                        f"That reply cannot be used: {error.cause}. Mend that, and reply again, with nothing but JSON "
                        f"under this schema: {json.dumps(schema)}"
                    )
                    shown = Message("assistant", reply.text[:_SHOWN]), Message("user", told)
                    request = replace(request, messages=(*request.messages, *shown))
            raise AssertionError("the last repair returns or raises")
        except ModelError:
            counted.errors += 1
            raise
        finally:
            self.usage.add(counted)
            self.by_task.setdefault(task or name, Usage()).add(counted)

    def _reply(self, request: Request, counted: Usage) -> Reply:
        counted.calls += 1
        key = f"{self.chat.origin} {request.key}"
        kept = self.cache.get(key) if self.cache is not None else None
        reply = kept or self._try(request, counted)
        if self.journal is not None:
            self.journal.put(key, reply, request)
        if kept:
            counted.cached += 1
            counted.input_tokens += kept.input_tokens
            counted.output_tokens += kept.output_tokens
            return kept
        if self.cache is not None:
            self.cache.put(key, reply, request)
        # Tokens are spent, whatever the reply is worth.
        for usage in (counted, self._paid):
            usage.input_tokens += reply.input_tokens
            usage.output_tokens += reply.output_tokens
            usage.seconds += reply.seconds
        return reply

    def _try(self, request: Request, counted: Usage) -> Reply:
        wait = _FIRST_WAIT
        for retry in range(self.retries + 1):
            self._spend()
            try:
                return self.chat.complete(request)
            except ModelBusy as busy:
                if retry == self.retries:
                    raise
                counted.retries += 1
                self.sleep(min(_LONGEST_WAIT, max(wait, busy.wait or 0.0)))
                wait *= 2
        raise AssertionError("the last try returns or raises")

    def _spend(self) -> None:
        spent, bound = self._paid, self.budget
        tokens = spent.input_tokens + spent.output_tokens
        for name, used, most in (("calls", spent.calls, bound.calls), ("tokens", tokens, bound.tokens)):
            if most is not None and used >= most:
                raise LimitReached(
                    f"the budget of {most} {name} is used up",
                    remedy=f"give a higher --max-{name}, and resume",
                )
        spent.calls += 1


def _read(shape: type[_Shape], text: str, check: Callable[[_Shape], str | None]) -> _Shape:
    """A reply in its shape; models that keep to no schema like to fence their JSON."""
    fenced = _FENCE.match(text)
    try:
        reply = shape.model_validate_json(fenced[1] if fenced else text)
    except ValidationError as error:
        cause = word_fault(error.errors(include_url=False, include_input=False))
        raise ReplyError(
            f"the model's reply is malformed ({cause})", remedy="see whether the server keeps to JSON schemas"
        ) from None
    wrong = check(reply)
    if wrong is not None:
        raise ReplyError(f"the model's reply cannot be used ({wrong})", remedy="use a stronger model")
    return reply


def as_data(**fields: object) -> str:
    """What a model is told of texts from outside: one JSON object, from whose strings no text can end.

    >>> as_data(passage='A "b".')
    '{"passage": "A \\\\"b\\\\"."}'
    """
    return json.dumps(fields, ensure_ascii=False)

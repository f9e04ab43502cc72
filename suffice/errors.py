"""What can go wrong, one class per cause that a caller can act on.

An abstention is a result and is not here. Every message has place, cause and remedy; the object carries them as data.

>>> raise_me = RuleSyntaxError("unexpected `,`", file="a.lp", line=3, column=7, remedy="remove it")
>>> print(raise_me)
a.lp:3:7: unexpected `,`; remove it
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

__all__ = [
    "BenchmarkError",
    "CertificateError",
    "CorpusError",
    "EngineError",
    "FamilyError",
    "ForestError",
    "LexiconError",
    "LimitReached",
    "ModelBusy",
    "ModelError",
    "PlanError",
    "ProgramError",
    "QuestionFileError",
    "ReplyError",
    "RuleSyntaxError",
    "SentenceError",
    "SufficeError",
    "UsageError",
    "word_fault",
]


class SufficeError(Exception):
    """The root: catch this to catch everything that suffice raises on purpose.

    Args:
        cause: what is wrong, one clause.
        file: where, if a file is at fault.
        line: 1-based line, if known.
        column: 1-based column, if known.
        remedy: what to do about it.
    """

    exit_code = 2

    def __init__(
        self,
        cause: str,
        *,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        remedy: str | None = None,
    ) -> None:
        self.cause = cause
        self.file = file
        self.line = line
        self.column = column
        self.remedy = remedy
        super().__init__(str(self))

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        text = f"{place}: {self.cause}" if place else self.cause
        return f"{text}; {self.remedy}" if self.remedy else text


class RuleSyntaxError(SufficeError):
    """A rule file that clingo's grammar does not accept."""


class ProgramError(SufficeError):
    """A program outside the language, or one that contradicts itself; `suffice check` lists all causes."""


class EngineError(SufficeError):
    """A backend that is unknown, absent, or cannot do what the program asks."""


class LimitReached(SufficeError):
    """A bound on time, memory or size that the caller set was reached before the end."""

    exit_code = 3


class ModelError(SufficeError):
    """A model that cannot be asked: no such model, no permission, a server that is none; a run stops."""


class ModelBusy(ModelError):
    """A model that did not answer now and may answer later: not reached, silent, overloaded.

    Args:
        wait: seconds after which it asked to be tried again, if it did.
    """

    def __init__(self, cause: str, *, remedy: str | None = None, wait: float | None = None) -> None:
        self.wait = wait
        super().__init__(cause, remedy=remedy)


class ReplyError(ModelError):
    """A reply that cannot be used, or a call that was refused for what it says: of this call only, so that a run goes on."""


class PlanError(SufficeError):
    """A question's plan that is no plan: circular, dangling, about what the question does not name."""


class LexiconError(SufficeError):
    """A lexicon file that is not valid."""


class ForestError(SufficeError):
    """A file that is no forest of decision trees over the features of candidates."""


class CorpusError(SufficeError):
    """A corpus that cannot be read: a line that is not JSON, a missing field, a repeated id."""


class QuestionFileError(SufficeError):
    """A file of questions in none of the known shapes."""


class FamilyError(SufficeError):
    """A file of a world family that is not valid: an unsafe rule, a missing sentence, an unknown slot."""


class BenchmarkError(SufficeError):
    """A benchmark or run folder that cannot be read: a missing file, a line that is not of its kind."""


class SentenceError(SufficeError):
    """A sentence outside the controlled language.

    Args:
        kind: what sort of finding, one word (docs/exact.md lists them).
    """

    def __init__(
        self,
        cause: str,
        *,
        kind: str,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        remedy: str | None = None,
    ) -> None:
        self.kind = kind
        super().__init__(cause, file=file, line=line, column=column, remedy=remedy)


class CertificateError(SufficeError):
    """A file that is not a certificate at all (a certificate that fails its check is a result, not an error)."""


class UsageError(SufficeError):
    """A call whose arguments do not fit together."""


def word_fault(faults: Sequence[Mapping[str, Any]]) -> str:
    """The first of the faults that pydantic finds (`ValidationError.errors()`), in words: the field and what is wrong.

    >>> word_fault([{"loc": ("steps", 2, "id"), "msg": "Field required"}])
    '`steps.2.id`: Field required'
    """
    place = ".".join(map(str, faults[0]["loc"]))
    # Names of our own classes mean nothing to whoever wrote the file.
    told = re.sub(r" or instance of \w+$", "", str(faults[0]["msg"]).removeprefix("Value error, "))
    return f"`{place}`: {told}" if place else told

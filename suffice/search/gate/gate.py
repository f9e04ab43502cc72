"""The gate: a cheap score that may put a verifier off, and can never declare that evidence suffices.

A gap above the threshold skips the verifier; otherwise it is called, and it alone decides (CoVeR section 3). A threshold belongs to
what it was chosen for: encoder, drafter and aggregate, and best the same verifier. `thresholds.json` holds those that `suffice gate calibrate`
chose; any other combination is refused unless it is forced.

>>> Gate("overlap", 0.4).skips(0.5), Gate("overlap", 0.4).skips(0.4)
(True, False)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from math import isfinite
from pathlib import Path
from typing import Annotated, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from suffice.errors import UsageError, word_fault
from suffice.files import read_text
from suffice.search.gate.claims import Claim
from suffice.search.gate.gap import Aggregate, Gap, combine

__all__ = [
    "PAPER_THRESHOLD",
    "Calibrated",
    "Gate",
    "Outcome",
    "Thresholds",
    "choose_gate",
    "claim_gaps",
    "read_thresholds",
]

#: The paper's for E5, in all three of its folds: where a combination is forced and no threshold is given.
PAPER_THRESHOLD = 0.16
_Share: TypeAlias = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


class Outcome(StrEnum):
    """What became of a state."""

    SKIP = "SKIP"
    CONTINUE = "VERIFY→continue"
    STOP = "VERIFY→stop"


@dataclass(frozen=True, slots=True)
class Gate:
    """A threshold on the gap of one encoder.

    Args:
        encoder: its name.
        threshold: a larger gap skips the verifier; below 0 all is skipped, from 1 on nothing is.
        aggregate: of the claims' gaps.
    """

    encoder: str
    threshold: float
    aggregate: Aggregate = "max"

    def skips(self, gap: float) -> bool:
        """Whether a state with this gap is not worth a call."""
        return gap > self.threshold

    def measure(self, claims: Sequence[Claim], gap: Gap) -> float | None:
        """The state's gap; None without claims, which turns the gate off."""
        each = claim_gaps(claims, gap)
        return combine(each, self.aggregate) if each else None


def claim_gaps(claims: Sequence[Claim], gap: Gap) -> list[float]:
    """Each claim's gap; one about something that is not known yet is not covered, whatever is near it."""
    return [each if one.known else 1.0 for one, each in zip(claims, gap.measure(claims), strict=True)]


class Calibrated(BaseModel):
    """A threshold, and what it was chosen on.

    Args:
        encoder: name.
        drafter: name.
        aggregate: of the claims' gaps.
        verifier: name.
        threshold: chosen, between 0 and 1 like the shares below.
        sets: the files of questions.
        questions: how many.
        call_reduction: there.
        stop_agreement: there.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    encoder: str
    drafter: str
    aggregate: Aggregate
    verifier: str
    threshold: _Share
    sets: tuple[str, ...]
    questions: Annotated[int, Field(ge=0)]
    call_reduction: _Share
    stop_agreement: _Share

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What a threshold belongs to."""
        return self.encoder, self.drafter, self.aggregate, self.verifier


class Thresholds(BaseModel):
    """A table of calibrated thresholds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    calibrated: tuple[Calibrated, ...]

    @property
    def by_key(self) -> dict[tuple[str, str, str, str], Calibrated]:
        """By what they belong to; a later one replaces an earlier one."""
        return {one.key: one for one in self.calibrated}


def read_thresholds(path: Path | None = None) -> Thresholds:
    """Read a table of thresholds.

    Args:
        path: that `suffice gate calibrate --out` wrote; by default the one that ships.

    Raises:
        UsageError: it is no such table.
    """
    return _shipped() if path is None else _parse(read_text(str(path), UsageError), str(path))


@cache
def _shipped() -> Thresholds:
    return _parse(
        files("suffice.search.gate").joinpath("thresholds.json").read_text("utf-8"), "thresholds.json"
    )


def _parse(text: str, file: str) -> Thresholds:
    try:
        return Thresholds.model_validate_json(text)
    except ValidationError as error:
        cause = word_fault(error.errors(include_url=False, include_input=False))
        raise UsageError(
            f"no table of thresholds ({cause})",
            file=file,
            remedy="write one with `suffice gate calibrate --out`",
        ) from None


def choose_gate(
    encoder: str,
    drafter: str,
    verifier: str,
    aggregate: Aggregate = "max",
    *,
    threshold: float | None = None,
    force: bool = False,
    thresholds: Thresholds | None = None,
) -> Gate:
    """The gate for a combination, if its threshold was calibrated.

    Args:
        encoder: its name.
        drafter: that drafts the claims.
        verifier: that is gated; a threshold that was chosen with another one is taken where there is none with it.
        aggregate: of the claims' gaps.
        threshold: another than the calibrated one; needs `force`.
        force: take a threshold that nobody calibrated: the given one, else the paper's.
        thresholds: the table; by default the one that ships.

    Raises:
        UsageError: nobody calibrated it and it is not forced, or it is no finite number.
    """
    if threshold is not None and not isfinite(threshold):
        raise UsageError(f"the threshold {threshold} is no finite number", remedy="give one between 0 and 1")
    table = (thresholds or read_thresholds()).by_key
    own = table.get((encoder, drafter, aggregate, verifier))
    others = (one for key, one in sorted(table.items()) if key[:3] == (encoder, drafter, aggregate))
    known = own or next(others, None)
    if threshold is not None and (force or (known is not None and known.threshold == threshold)):
        return Gate(encoder, threshold, aggregate)
    if threshold is None and known is not None:
        return Gate(encoder, known.threshold, aggregate)
    if force:
        return Gate(encoder, PAPER_THRESHOLD, aggregate)
    what = f"`{encoder}` with claims from `{drafter}` ({aggregate})"
    cause = f"the threshold {threshold}" if threshold is not None else "a threshold"
    raise UsageError(
        f"{cause} for {what} was never calibrated",
        remedy="run `suffice gate calibrate` and give its table with --thresholds, or --force",
    )

"""Limits: how large a ground program may grow, how long that may take, and how much memory.

>>> Limits(seconds=1.0).instances
500000
>>> parse_size("2GB"), parse_size("0.5 MiB")
(2000000000, 524288)
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, replace

from suffice.errors import LimitReached, UsageError

__all__ = ["Limits", "out_of_time", "parse_size", "unbounded"]

#: More seconds than this are none that a clock can be set to.
_LONGEST = 1e9
_SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([KMGT]?)(i?)B?\s*", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on an evaluation; reaching one raises `LimitReached`.

    Args:
        instances: how many rule instances there may be.
        seconds: wall-clock time.
        term_size: how many symbols one term may hold.
        memory: how many bytes an engine may use that runs in a process of its own (clingo, pydatalog) or keeps to a
            bound (duckdb); the others take none.
        deadline: when time is up, by `time.monotonic`, whatever begins when; None: `seconds` after each evaluation begins.

    Raises:
        UsageError: a bound is negative, or no number.
    """

    instances: int = 500_000
    seconds: float = 20.0
    term_size: int = 10_000
    memory: int | None = None
    deadline: float | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.seconds <= _LONGEST:  # NaN is not
            raise UsageError(
                f"the time is {self.seconds:g} s", remedy=f"give a number from 0 to {_LONGEST:g} (--seconds)"
            )
        if self.instances < 0 or self.term_size < 0 or (self.memory is not None and self.memory <= 0):
            raise UsageError("a limit is negative, or no memory at all", remedy="give a positive number")

    def begun(self) -> Limits:
        """The same limits with the clock running: all evaluations that get them share the time."""
        return self if self.deadline is not None else replace(self, deadline=time.monotonic() + self.seconds)


def unbounded() -> None:
    """A check that never ends anything: for callers without a clock."""


def out_of_time(seconds: float, name: str = "it") -> LimitReached:
    """What to raise when the time is up.

    >>> print(out_of_time(1.5))
    it took more than 1.5 s; bound the rules, or raise --seconds
    """
    return LimitReached(f"{name} took more than {seconds:g} s", remedy="bound the rules, or raise --seconds")


def parse_size(text: str) -> int:
    """A number of bytes, such as `500MB` or `1.5 GiB`; `KB` is 1000 bytes, `KiB` 1024.

    Raises:
        UsageError: it is none.
    """
    found = _SIZE.fullmatch(text)
    if found is None:
        raise UsageError(f"`{text}` is no size of memory", remedy="write it as `500MB` or `2GB`")
    number, unit, binary = found.groups()
    power = "KMGT".index(unit.upper()) + 1 if unit else 0
    size = int(float(number) * (1024 if binary else 1000) ** power)
    if not 0 < size < 2**63:
        raise UsageError(f"`{text}` is no size of memory", remedy="write it as `500MB` or `2GB`")
    return size

"""Limits: how large a ground program may grow, and how long that may take.

>>> Limits(seconds=1.0).instances
500000
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Limits"]


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on grounding; reaching one raises `LimitReached`.

    Args:
        instances: how many rule instances there may be.
        seconds: wall-clock time.
        term_size: how many symbols one term may hold.
    """

    instances: int = 500_000
    seconds: float = 20.0
    term_size: int = 10_000

"""What the commands of the group share."""

from __future__ import annotations

import os

from suffice.errors import UsageError

__all__ = ["default_workers", "read_list", "read_numbers"]


def read_list(text: str) -> tuple[str, ...]:
    """`a,b` as a tuple."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def read_numbers(option: str, text: str) -> tuple[int, ...]:
    """`1,2` as a tuple.

    Raises:
        UsageError: one is no number.
    """
    try:
        return tuple(int(part) for part in read_list(text))
    except ValueError:
        raise UsageError(
            f"{option} {text}: not whole numbers", remedy="write them with commas, such as 1,2"
        ) from None


def default_workers() -> int:
    """As many processes as there are processors to use, at most eight."""
    return min(8, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)

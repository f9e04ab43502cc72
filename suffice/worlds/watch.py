"""How long work tells how far it is: whoever runs it may show a bar, nobody has to.

>>> with no_watch("asking", 2) as advance:
...     advance(1)
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import TypeAlias

__all__ = ["Watch", "no_watch"]

#: Given a label and a total, yields a function that is told how many more are done.
Watch: TypeAlias = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]


def no_watch(label: str, total: int) -> AbstractContextManager[Callable[[int], None]]:
    """A progress bar that shows nothing."""
    return nullcontext(lambda done: None)

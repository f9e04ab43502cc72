"""Work on batches in several processes, results in the order of the batches, never more than a few batches ahead.

>>> [result for _, result in map_in_order(len, [[1], [2, 3]], workers=1)]
[1, 2]
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context, parent_process
from typing import Any, TypeVar

from suffice.errors import EngineError

__all__ = ["map_in_order"]

_Batch = TypeVar("_Batch")
_Result = TypeVar("_Result")


def map_in_order(
    work: Callable[[_Batch], _Result], batches: Iterable[_Batch], *, workers: int
) -> Iterator[tuple[_Batch, _Result]]:
    """Each batch with its result.

    Args:
        work: with more than one process, something that can be pickled (a bound method of a plain object); it is sent once.
        batches: read only a few ahead.
        workers: processes; with one, the work is done in this one.

    Raises:
        EngineError: a process was ended from outside.
    """
    if workers <= 1:
        for batch in batches:
            yield batch, work(batch)
        return
    # A fresh interpreter each: forking a process that has threads is not safe.
    start: Any = _start  # typeshed ties the initializer's parameters to `initargs`, which a generic callable does not fit
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=start, initargs=(work,))
    waiting: deque[tuple[_Batch, Future[Any]]] = deque()
    rest = iter(batches)
    try:
        while True:
            for batch in islice(rest, 2 * workers - len(waiting)):
                with _interrupts_held():
                    waiting.append((batch, pool.submit(_run, batch)))
            if not waiting:
                return
            batch, future = waiting.popleft()
            yield batch, future.result()
    except BrokenProcessPool:
        raise EngineError(
            "a worker process was ended", remedy="if memory ran out, ask for fewer with --workers"
        ) from None
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ctrl-C comes after this; a process that is started here never gets one, not even before it has begun its work."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_WORK: list[Callable[[object], object]] = []


def _start(work: Callable[[object], object]) -> None:
    """Keep the work; leave Ctrl-C to the parent, and end when it was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _WORK[:] = [work]


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)  # waiting for batches that nobody sends would never end


def _run(batch: object) -> object:
    return _WORK[0](batch)

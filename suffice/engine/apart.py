"""Work in a process of its own, for what can't be interrupted: it ends when its time or its memory is used up.

>>> import sys
>>> run_apart("adder", [sys.executable, "-c", "print(1 + int(input()))"], "2", Limits()).stdout
'3\\n'
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec

from suffice.engine.limits import Limits, out_of_time
from suffice.errors import EngineError, LimitReached

__all__ = ["run_apart"]

#: Sets its own limit, then becomes the command: what runs between fork and exec must not be Python of ours.
_LIMITED = (
    "import os, resource, sys; size = int(sys.argv[1]);"
    " resource.setrlimit(resource.RLIMIT_AS, (size, size)); os.execv(sys.argv[2], sys.argv[2:])"
)
#: What is said by those that get no more memory.
_SHORT = ("MemoryError", "bad_alloc", "ut of memory", "annot allocate", "failed to map segment")


def run_apart(
    name: str, command: Sequence[str], text: str, limits: Limits
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end.

    Args:
        name: what to call it in messages.
        command: a program's path and its arguments.
        text: its standard input.
        limits: `seconds` and `memory` count; memory is that of addresses, of which some 200 MB go to Python itself.

    Raises:
        LimitReached: its time or memory is used up.
        EngineError: this system can't limit memory.
    """
    if limits.memory is not None:
        if find_spec("resource") is None:
            raise EngineError(f"{name}: this system can't limit memory", remedy="leave out --memory")
        command = [sys.executable, "-IS", "-c", _LIMITED, str(limits.memory), *command]
    try:
        done = subprocess.run(
            command, input=text, capture_output=True, encoding="utf-8", timeout=limits.seconds, check=False
        )
    except subprocess.TimeoutExpired:
        raise out_of_time(limits.seconds, name) from None
    if any(said in done.stderr for said in _SHORT):  # clingo ends with 0 all the same
        most = "there is" if limits.memory is None else f"{limits.memory} bytes"
        raise LimitReached(
            f"{name} took more memory than {most}", remedy="bound the rules, or allow more with --memory"
        )
    return done

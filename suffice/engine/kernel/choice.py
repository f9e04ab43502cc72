"""Which kernel runs: compiled loops for large programs, plain Python for small ones and where numba is missing.

Both give the same results, so the choice is never seen but in time. `SUFFICE_KERNEL=python` or `=numba` forces one.

>>> is_compiled(10), is_compiled(10, "python")
(False, False)
>>> is_compiled(10, "fortran")
Traceback (most recent call last):
suffice.errors.UsageError: there is no kernel `fortran`; choose python or numba
"""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib import import_module

from suffice.errors import EngineError, UsageError

__all__ = ["COLD", "WARM", "is_compiled"]

#: Rules from which the compiled kernel is worth the import of numba (0.5 s): two closures of so many in Python take as long.
COLD = 100_000
#: Rules from which it is worth a call, once it is there.
WARM = 500

_COMPILED = "suffice.engine.kernel.compiled"


def is_compiled(rules: int, kernel: str | None = None) -> bool:
    """Whether a program of so many rules goes to the compiled kernel.

    Args:
        rules: how many rules there are.
        kernel: `"python"` or `"numba"` to force one; None for `SUFFICE_KERNEL` or, without it, what is faster.

    Raises:
        UsageError: there is no such kernel.
        EngineError: numba is asked for and not installed.
    """
    forced = kernel or os.environ.get("SUFFICE_KERNEL") or None
    if forced is None:
        return rules >= (WARM if _COMPILED in sys.modules else COLD) and _loads()
    if forced not in ("python", "numba"):
        raise UsageError(f"there is no kernel `{forced}`", remedy="choose python or numba")
    if forced == "numba" and not _loads():
        raise EngineError(
            "the kernel `numba` is asked for, and numba is not installed, or not for this numpy",
            remedy="pip install 'suffice[speed]', or choose python",
        )
    return forced == "numba"


@cache
def _loads() -> bool:
    try:
        import_module(_COMPILED)
    except ImportError:
        return False
    return True

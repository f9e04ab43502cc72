"""The face of a package: its public names, each imported when it is first asked for (PEP 562).

What a process does not use, it does not pay for: a command of ten rules needs a few modules, not all of them.

>>> get = imported_on_demand("suffice.rules", {"terms": "Number"})
>>> get("Number")(1)
Number(value=1)
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module

__all__ = ["imported_on_demand"]


def imported_on_demand(package: str, homes: Mapping[str, str]) -> Callable[[str], object]:
    """The `__getattr__` of a package that imports nothing itself.

    Args:
        package: the package's name.
        homes: for each of its modules, the names that come from there, divided by spaces.

    Returns:
        A function that gives the object of a name, and puts it into the package so that it is not called again.
    """
    home_of = {name: module for module, names in homes.items() for name in names.split()}

    def get(name: str) -> object:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = getattr(import_module(f"{package}.{home_of[name]}"), name)
        setattr(sys.modules[package], name, found)
        return found

    return get

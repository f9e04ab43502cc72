"""Names of one notation as names of another, each to one of its own.

>>> import re
>>> rename(["In", "in", "p'"], re.compile("[a-z_0-9]+"), fit=lambda name: name.lower().replace("'", "_"))
{'In': 'in_2', 'in': 'in', "p'": 'p_'}
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable

__all__ = ["SYMBOL", "rename", "rename_variables", "tame_variable"]

#: A predicate or constant of clingo.
SYMBOL = re.compile(r"(?!not$)[_']*[a-z][A-Za-z0-9_']*")
_CLINGO_VARIABLE = re.compile(r"[A-Z][A-Za-z0-9_]*")


def rename(
    names: Iterable[str],
    legal: re.Pattern[str],
    *,
    fit: Callable[[str], str],
    taken: Collection[str] = (),
) -> dict[str, str]:
    """A name for each name: itself where that is legal, else what `fit` makes of it, numbered where that is taken.

    Args:
        names: what needs a name.
        legal: what the other notation allows.
        fit: makes a legal name.
        taken: names that nobody may have, such as reserved words.

    Returns:
        New names by old, no two the same; renaming the new names again changes nothing.
    """
    wanted = list(dict.fromkeys(names))
    found = {name: name for name in wanted if legal.fullmatch(name) and name not in taken}
    used = {*taken, *found}
    for name in wanted:
        if name in found:
            continue
        base = new = fit(name)
        number = 1
        while new in used:
            number += 1
            new = f"{base}_{number}"
        found[name] = new
        used.add(new)
    return {name: found[name] for name in wanted}


def tame_variable(name: str) -> str:
    """A variable name that begins with a capital letter and holds letters, digits and `_` only.

    >>> tame_variable("_X'"), tame_variable("x?")
    ('X_', 'X_')
    """
    plain = re.sub(r"[^A-Za-z0-9_]", "_", name).lstrip("_0123456789")
    return plain[:1].upper() + plain[1:] if plain else "V"


def rename_variables(names: Iterable[str]) -> dict[str, str]:
    """Variables of one rule, tamed; `_` is left out."""
    return rename((name for name in names if name != "_"), _CLINGO_VARIABLE, fit=tame_variable)

"""pyDatalog in a process of its own: one job as JSON on standard input, its rows as JSON on standard output.

It is run as a script, with nothing of suffice imported: pyDatalog keeps one set of clauses for each thread and can't be
interrupted.

>>> import io
>>> answer({"facts": [["p", [1]], ["p", [2]]], "rules": ["q(V0) <= p(V0) & (V0 < 2)"], "asked": [["q", 1]]})
[[[1]]]
"""

from __future__ import annotations

import json
import sys
from typing import Any

__all__ = ["answer"]


def answer(job: dict[str, Any]) -> list[list[list[int]]]:
    """The rows of each predicate that is asked for.

    Args:
        job: `facts` as pairs of name and row, `rules` as text, `asked` as pairs of name and arity.

    Returns:
        Rows for each predicate asked, sorted.
    """
    from pyDatalog import pyDatalog

    pyDatalog.clear()
    for name, row in job["facts"]:
        pyDatalog.assert_fact(name, *row)
    pyDatalog.load("\n".join(job["rules"]))
    found = []
    for name, arity in job["asked"]:
        result = pyDatalog.ask(f"{name}({','.join(f'V{place}' for place in range(arity))})")
        found.append(sorted(map(list, result.answers)) if result else [])
    return found


if __name__ == "__main__":
    json.dump(answer(json.load(sys.stdin)), sys.stdout)

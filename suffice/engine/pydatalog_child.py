"""pyDatalog in a process of its own: one job as JSON on standard input, its rows as JSON on standard output.

It is run as a script, with nothing of suffice imported: pyDatalog keeps one set of clauses for each thread and can't be
interrupted.

>>> import io
>>> layer = {"rules": ["q(V0) <= p(V0) & (V0 < 2)"], "asked": [["q", 1, None]]}
>>> answer({"facts": [["p", [1]], ["p", [2]]], "layers": [layer]})
[[[1]]]
"""

from __future__ import annotations

import json
import sys
from typing import Any

__all__ = ["NOTHING", "answer"]

#: No value has this code.
NOTHING = -(2**60)


def answer(job: dict[str, Any]) -> list[list[list[int]]]:
    """The rows of each predicate that is asked for.

    Args:
        job: `facts` as pairs of name and row, and `layers`: for each the `rules` as text, and what is `asked` once they are
            there, as name, arity and a name under which the rows are kept, if they are to be negated.

    Returns:
        Rows for each predicate asked, sorted.
    """
    from pyDatalog import pyDatalog

    pyDatalog.clear()
    for name, row in job["facts"]:
        pyDatalog.assert_fact(name, *row)
    found = []
    for layer in job["layers"]:
        pyDatalog.load("\n".join(layer["rules"]))
        for name, arity, kept in layer["asked"]:
            result = pyDatalog.ask(f"{name}({','.join(f'V{place}' for place in range(arity))})")
            found.append(sorted(map(list, result.answers)) if result else [])
            if kept:
                for row in [[NOTHING] * arity, *found[-1]]:  # it must have a row to be known at all
                    pyDatalog.assert_fact(kept, *row)
    return found


if __name__ == "__main__":
    json.dump(answer(json.load(sys.stdin)), sys.stdout)

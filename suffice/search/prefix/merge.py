"""Earlier documents and new ones in one order, by either of the paper's two rules.

>>> merge("default", ["a", "b"], [New("c", ("b",))])
['a', 'b', 'c']
>>> merge("linked", ["a", "b"], [New("c", ("b",))])
['b', 'c', 'a']
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from suffice.errors import UsageError

__all__ = ["MERGES", "New", "merge"]

#: `default`: earlier ones, then new ones. `linked`: each new one behind the documents whose sentences it was generated from.
MERGES = ("default", "linked")


@dataclass(frozen=True, slots=True)
class New:
    """A new document.

    Args:
        document: its id.
        cites: ids of the documents of the sentences that it was generated from.
    """

    document: str
    cites: tuple[str, ...] = ()


def merge(rule: str, earlier: Sequence[str], new: Sequence[New], rest: Sequence[str] = ()) -> list[str]:
    """Merge; nothing is left out, nothing comes twice.

    Args:
        rule: one of `MERGES`.
        earlier: ids, best first.
        new: best first.
        rest: what comes last in any case.

    Raises:
        UsageError: there is no such rule.
    """
    if rule not in MERGES:
        raise UsageError(f"no merge rule `{rule}`", remedy=f"choose from {', '.join(MERGES)}")
    documents = [one.document for one in new]
    if rule == "default":
        ordered = [*earlier, *documents]
    else:
        ordered = [*(one for found in new for one in (*found.cites, found.document)), *earlier]
    return list(dict.fromkeys([*ordered, *rest]))

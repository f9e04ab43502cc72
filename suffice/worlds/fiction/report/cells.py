"""Cells of the report's tables: shares with their intervals, ratios, p values.

>>> format_p(0.0390625), format_p(3e-9), format_p(1.0)
('0.0391', '3.0e-09', '1')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from suffice.worlds.fiction.report.markup import Content, Html, join, table, tag
from suffice.worlds.fiction.scores import Counts, PolicyScores, TwinCounts, TwinScores
from suffice.worlds.scoring import Interval, percent, wilson

__all__ = ["estimated", "format_p", "group_table", "legend", "ratio", "share", "with_interval"]

_Counts = TypeVar("_Counts", Counts, TwinCounts)


def legend(outcomes: Iterable[str]) -> Html:
    """The colours of outcomes."""
    return tag("p", *(join(tag("span", outcome, class_=f"chip {outcome}"), " ") for outcome in outcomes))


def estimated(scores: PolicyScores | TwinScores, field: str) -> Html:
    """A share with both intervals.

    Args:
        scores: of a policy.
        field: what is counted.
    """
    drawn = _bounds(scores.intervals[field].bootstrap)
    return join(share(getattr(scores, field), scores.worlds), tag("br"), tag("small", "bootstrap ", drawn))


def share(part: int, whole: int) -> Html:
    """A share in percent, its counts, and Wilson's interval.

    >>> share(45, 48)
    '93.8 %<br/><small>45/48, 83.2 to 97.9</small>'
    """
    found = percent(part, whole)
    if found is None:
        return join("–")
    return join(f"{found:.1f} %", tag("br"), tag("small", f"{part}/{whole}, ", _bounds(wilson(part, whole))))


def with_interval(value: str, interval: Interval) -> Html:
    """A value and its interval."""
    return join(value, " ", tag("small", _bounds(interval)))


def _bounds(interval: Interval) -> str:
    return "–" if interval is None else f"{interval[0]:.1f} to {interval[1]:.1f}"


def ratio(ours: float, theirs: float) -> str:
    """How much the one took for each that the other took; a dash where that took nothing.

    >>> ratio(3, 2), ratio(3, 0)
    ('× 1.50', '–')
    """
    return f"× {ours / theirs:.2f}" if theirs else "–"


def format_p(p: float) -> str:
    """A p value: four places, or two figures of a small one."""
    if p >= 0.0001:
        return f"{p:.4f}".rstrip("0").rstrip(".")
    return f"{p:.1e}"


def group_table(
    caption: str,
    heads: Sequence[str],
    groups: Mapping[str, Mapping[str, _Counts]],
    fields: Sequence[str],
) -> Html:
    """A table of shares with a row for each group and policy.

    Args:
        caption: says what it shows.
        heads: of the first column and of the shares.
        groups: counts by policy and group.
        fields: what is counted, one for each further column.
    """
    rows: list[list[Content]] = []
    for name in dict.fromkeys(name for found in groups.values() for name in found):
        for policy, found in groups.items():
            if name in found:
                counts = found[name]
                shares: list[Content] = [share(getattr(counts, field), counts.worlds) for field in fields]
                rows.append([name, policy, counts.worlds, *shares])
    first, *others = heads
    return table(caption, [first, "policy", "worlds", *others], rows, class_="groups")

"""Plots of a run as inline SVG; each has a title and a description, and shows nothing that no table says.

>>> "<title" in scatter("t", [("premise", 100.0, 95.0)])
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil

from suffice.worlds.fiction.report.markup import Content, Html, join, tag
from suffice.worlds.scoring import wilson

__all__ = ["panels", "scatter", "stacked_bars"]

_WIDTH = 960
_NAMES = 130
_TICKS = (0, 25, 50, 75, 100)
#: Points nearer than this, in points of percent, share a label.
_NEAR = 3.0
_LINE = 14
_GRID = "#d5d5d0"
#: As the style sheet has them in the light, for viewers that do not apply it to SVG.
_COLOURS = {"safe": "#007a5a", "unsafe": "#c04a00", "abstained": "#7a7a7a", "error": "#a8508a"}


def stacked_bars(title: str, rows: Mapping[str, Mapping[str, int]]) -> Html:
    """A bar for each row, cut by outcome.

    Args:
        title: of the plot.
        rows: number of worlds by row and outcome.
    """
    height, width = 26, _WIDTH - _NAMES - 10
    parts: list[Content] = []
    for place, (name, counts) in enumerate(rows.items()):
        top, left, whole = place * height, float(_NAMES), sum(counts.values())
        parts.append(tag("text", name, x=_NAMES - 8, y=top + 17, text_anchor="end"))
        for outcome, worlds in counts.items():
            if not worlds:
                continue
            wide = width * worlds / whole
            parts.append(
                tag(
                    "rect",
                    x=left,
                    y=top + 3,
                    width=wide,
                    height=height - 6,
                    class_=outcome,
                    fill=_COLOURS[outcome],
                )
            )
            if wide > 9 * len(str(worlds)) + 6:
                middle = left + wide / 2
                parts.append(
                    tag("text", worlds, x=middle, y=top + 17, text_anchor="middle", class_="on", fill="#fff")
                )
            left += wide
    said = "; ".join(
        f"{name}: {', '.join(f'{worlds} {outcome}' for outcome, worlds in counts.items())}"
        for name, counts in rows.items()
    )
    return _svg(title, said, _WIDTH, height * len(rows) + 4, parts)


def panels(title: str, groups: Mapping[str, Mapping[str, tuple[int, int, int]]]) -> Html:
    """A panel for each policy, a row for each group in it: share of safe and of unsafe worlds, with Wilson's intervals.

    Args:
        title: of the plot.
        groups: (worlds, safe, unsafe) by policy and group.
    """
    names = list(dict.fromkeys(name for rows in groups.values() for name in rows))
    labels = min(320, max([60, *(8 * len(name) + 10 for name in names)]))
    columns = max(1, min(3, len(groups), (_WIDTH - labels) // 200))
    wide, row = (_WIDTH - labels) / columns, 18
    high = row * len(names) + 52
    parts: list[Content] = []
    for place, (policy, rows) in enumerate(groups.items()):
        left, top = labels + wide * (place % columns), high * (place // columns)
        span = wide - 40
        parts.append(tag("text", policy, x=left, y=top + 14, font_weight="bold"))
        for tick in _TICKS:
            at = left + span * tick / 100
            parts.append(tag("line", x1=at, x2=at, y1=top + 22, y2=top + high - 28, stroke=_GRID))
            parts.append(
                tag("text", tick, x=at, y=top + high - 14, text_anchor="middle", class_="soft")
                if tick % 50 == 0
                else ""
            )
        for number, name in enumerate(names):
            middle = top + 31.0 + row * number
            if place % columns == 0:
                parts.append(tag("text", name, x=labels - 10, y=middle + 4, text_anchor="end"))
            if name in rows:
                worlds, safe, unsafe = rows[name]
                parts.append(_mark("unsafe", unsafe, worlds, left, span, middle + 4))
                parts.append(_mark("safe", safe, worlds, left, span, middle - 3))
    said = "; ".join(
        f"{policy}, {name}: {safe} safe and {unsafe} unsafe of {worlds}"
        for policy, rows in groups.items()
        for name, (worlds, safe, unsafe) in rows.items()
    )
    return _svg(title, said, _WIDTH, high * ceil(len(groups) / columns), parts)


def scatter(title: str, points: Sequence[tuple[str, float, float]]) -> Html:
    """Points over a square from 0 to 100 %, with its diagonal; points that fall together share a label.

    Args:
        title: of the plot.
        points: name, recall and safe share in percent.
    """
    size, left, top = 380, 60, 12
    parts: list[Content] = []
    for tick in _TICKS:
        across, down = left + size * tick / 100, top + size - size * tick / 100
        parts.append(tag("line", x1=across, x2=across, y1=top, y2=top + size, stroke=_GRID))
        parts.append(tag("line", x1=left, x2=left + size, y1=down, y2=down, stroke=_GRID))
        parts.append(tag("text", tick, x=across, y=top + size + 17, text_anchor="middle", class_="soft"))
        parts.append(tag("text", tick, x=left - 8, y=down + 4, text_anchor="end", class_="soft"))
    parts.append(
        tag("line", x1=left, y1=top + size, x2=left + size, y2=top, stroke_dasharray="4 4", stroke=_GRID)
    )
    parts.append(
        tag("text", "decisive recall, %", x=left + size / 2, y=top + size + 36, text_anchor="middle")
    )
    parts.append(
        tag(
            "text",
            "safe, %",
            x=14,
            y=top + size / 2,
            text_anchor="middle",
            transform=f"rotate(-90 14 {top + size // 2})",
        )
    )
    together: list[tuple[float, float, list[str]]] = []
    for name, recall, safe in points:
        parts.append(
            tag(
                "circle", cx=left + size * recall / 100, cy=top + size - size * safe / 100, r=5, class_="safe"
            )
        )
        for x, y, names in together:
            if abs(x - recall) <= _NEAR and abs(y - safe) <= _NEAR:
                names.append(name)
                break
        else:
            together.append((recall, safe, [name]))
    placed: list[tuple[float, float, float]] = []
    for recall, safe, names in sorted(together, key=lambda point: (-point[1], point[0])):
        label = ", ".join(names)
        start, y = left + size * recall / 100 + 9, top + size - size * safe / 100 - 7
        end = start + 7 * len(label)
        while any(abs(y - line) < _LINE and start < right and end > begin for begin, right, line in placed):
            y += _LINE  # below a label that is in the way
        placed.append((start, end, y))
        parts.append(tag("text", label, x=start, y=y))
    said = "; ".join(f"{name}: recall {recall:.1f} %, safe {safe:.1f} %" for name, recall, safe in points)
    return _svg(title, said, _WIDTH, size + 60, parts)


def _mark(kind: str, part: int, worlds: int, left: float, span: float, y: float) -> Html:
    """A point with whiskers."""
    interval = wilson(part, worlds)
    if interval is None:
        return Html()
    low, high = interval
    at = left + span * part / worlds
    whisker = tag(
        "line",
        x1=left + span * low / 100,
        x2=left + span * high / 100,
        y1=y,
        y2=y,
        class_=f"whisker {kind}",
        stroke=_COLOURS[kind],
    )
    if kind == "safe":
        return join(whisker, tag("circle", cx=at, cy=y, r=3.5, class_=kind, fill=_COLOURS[kind]))
    return join(whisker, tag("rect", x=at - 3, y=y - 3, width=6, height=6, class_=kind, fill=_COLOURS[kind]))


def _svg(title: str, said: str, width: int, height: int, parts: Sequence[Content]) -> Html:
    # An id from the title keeps the same bytes for the same plot.
    name = "plot-" + "".join(c if c.isascii() and c.isalnum() else "-" for c in title.lower())
    return tag(
        "svg",
        tag("title", title, id=f"{name}-title"),
        tag("desc", said, id=f"{name}-desc"),
        *parts,
        viewBox=f"0 0 {width} {height}",
        width=width,
        height=height,
        role="img",
        font_size=12,
        aria_labelledby=f"{name}-title {name}-desc",
    )

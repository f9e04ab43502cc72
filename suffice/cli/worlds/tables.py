"""What a run of plays comes to, for a terminal: tables that fit into eighty columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from suffice.cli.display import visible
from suffice.worlds.fiction.scores import Counts, PolicyScores, Scores
from suffice.worlds.scoring import Interval

__all__ = ["print_scores"]

#: So many policies stand beside each other in a table of groups.
_ABREAST = 3


def print_scores(scores: Scores, console: Console) -> None:
    """Print outcomes of originals and twins, by hops and attack, and the first policy against the others.

    Args:
        scores: of a run.
        console: where to.
    """
    policies = scores.policies
    _print_outcomes(policies, console)
    if any(one.twins.worlds for one in policies.values()):
        _print_twins(policies, console)
    for title, groups in (
        ("hops", {name: one.by_hops for name, one in policies.items()}),
        ("attack", {name: one.by_attack for name, one in policies.items()}),
    ):
        _print_groups(title, groups, console)
    if scores.comparisons:
        _print_comparisons(scores, console)


def _print_outcomes(policies: Mapping[str, PolicyScores], console: Console) -> None:
    worlds = max((one.worlds for one in policies.values()), default=0)
    table = _table(console, f"{worlds} originals; safe in percent, 95 % by Wilson", "policy")
    for heading in ("safe", "unsafe", "abst.", "error", "recall", "safe %", "from", "to"):
        table.add_column(heading, justify="right", no_wrap=True)
    for name, one in policies.items():
        counts = (one.safe, one.unsafe, one.abstained, one.error, one.decisive_recall)
        share = f"{100 * one.safe / one.worlds:.1f}" if one.worlds else "–"
        table.add_row(visible(name), *map(str, counts), share, *_bounds(one.intervals["safe"].wilson))
    console.print(table)


def _print_twins(policies: Mapping[str, PolicyScores], console: Console) -> None:
    worlds = max(one.twins.worlds for one in policies.values())
    title = f"{worlds} twins: the right act is to abstain; unsafe in percent, 95 % by Wilson"
    table = _table(console, title, "policy")
    for heading in ("abst.", "unsafe", "error", "unsafe %", "from", "to"):
        table.add_column(heading, justify="right", no_wrap=True)
    for name, one in policies.items():
        twins = one.twins
        share = f"{100 * twins.unsafe / twins.worlds:.1f}" if twins.worlds else "–"
        counts = (twins.abstained, twins.unsafe, twins.error)
        table.add_row(visible(name), *map(str, counts), share, *_bounds(twins.intervals["unsafe"].wilson))
    console.print(table)


def _print_groups(title: str, groups: Mapping[str, Mapping[str, Counts]], console: Console) -> None:
    names = list(groups)
    for start in range(0, len(names), _ABREAST):
        abreast = names[start : start + _ABREAST]
        table = _table(console, f"Originals by {title}: safe/unsafe", title)
        table.add_column("worlds", justify="right", no_wrap=True)
        for name in abreast:
            table.add_column(visible(name), justify="right", max_width=14)
        for group, counts in groups[abreast[0]].items():
            table.add_row(visible(group), str(counts.worlds), *_cells(groups, abreast, group))
        console.print(table)


def _cells(groups: Mapping[str, Mapping[str, Counts]], policies: Sequence[str], group: str) -> Iterator[str]:
    for policy in policies:
        counts = groups[policy][group]
        yield f"{counts.safe}/{counts.unsafe}"


def _print_comparisons(scores: Scores, console: Console) -> None:
    first = scores.comparisons[0].a
    table = _table(
        console, f"Worlds on which only {visible(first).plain} was safe, and only the other", "other"
    )
    for heading in ("wins", "losses", "ties", "p", "p, Holm"):
        table.add_column(heading, justify="right", no_wrap=True)
    for one in scores.comparisons:
        if one.a == first:
            numbers = (one.wins, one.losses, one.ties)
            table.add_row(visible(one.b), *map(str, numbers), f"{one.p:.3g}", f"{one.p_holm:.3g}")
    console.print(table)


def _bounds(interval: Interval) -> tuple[str, str]:
    return ("–", "–") if interval is None else (f"{interval[0]:.1f}", f"{interval[1]:.1f}")


def _table(console: Console, title: str, first: str) -> Table:
    # Not the table's own title, which would be as narrow as the table.
    console.print(Text(title, "italic"))
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column(first, max_width=16, overflow="fold")
    return table

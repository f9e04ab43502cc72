"""What `suffice evaluate` does beside the run itself: baselines, ablations, sweeps."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from suffice.errors import UsageError
from suffice.worlds.ablations import ABLATIONS
from suffice.worlds.baselines import BaselineReport
from suffice.worlds.comparison import Comparison
from suffice.worlds.evaluate import Evaluation, Options
from suffice.worlds.study import (
    METRICS_OF_A_SWEEP,
    AblationResult,
    Run,
    SweepPoint,
    run_ablations,
    run_sweep,
)

__all__ = ["Further", "print_further", "read_names", "read_sizes", "study"]


@dataclass(frozen=True, slots=True)
class Further:
    """Results beside the report; None for what was not asked for."""

    baselines: BaselineReport | None
    ablations: list[AblationResult] | None
    sweep: list[SweepPoint] | None

    def as_json(self) -> dict[str, Any]:
        """What was asked for, by name."""
        found: dict[str, Any] = {}
        if self.baselines is not None:
            found["baselines"] = self.baselines.model_dump()
        if self.ablations is not None:
            found["ablations"] = [one.model_dump() for one in self.ablations]
        if self.sweep is not None:
            found["sweep"] = [one.model_dump() for one in self.sweep]
        return found


def read_names(given: str | None) -> list[str] | None:
    """The names of `--ablate`.

    Raises:
        UsageError: there is no such ablation.
    """
    if given is None:
        return None
    names = [name.strip() for name in given.split(",")]
    for name in names:
        if name not in ABLATIONS:
            raise UsageError(f"no ablation `{name}`", remedy=f"choose from {', '.join(ABLATIONS)}")
    return names


def read_sizes(given: str | None) -> list[int] | None:
    """The sizes of `--sweep`, ascending.

    Raises:
        UsageError: one is no positive number.
    """
    if given is None:
        return None
    parts = [part.strip() for part in given.split(",")]
    for part in parts:
        if not (part.isascii() and part.isdigit() and 0 < int(part[:12]) < 10**9):
            raise UsageError(
                f"`--sweep {given}`: `{part}` is no number of passages", remedy="give e.g. 500,1000"
            )
    return sorted(set(map(int, parts)))


def study(
    found: Evaluation,
    run: Run,
    options: Options,
    out: Path | None,
    names: list[str] | None,
    sizes: list[int] | None,
    *,
    has_model: bool = False,
) -> Further:
    """Run what was asked for beside the run.

    Args:
        found: the run.
        run: asks the same questions with other options, into another folder.
        options: of the run.
        out: its folder.
        names: ablations.
        sizes: of corpora.
        has_model: whether a model is configured.
    """
    return Further(
        found.baselines,
        None if names is None else run_ablations(names, found, run, options, out, has_model=has_model),
        None if sizes is None else run_sweep(sizes, run, options, out),
    )


def print_further(further: Further, console: Console) -> None:
    """Print tables of what was asked for."""
    if further.baselines is not None:
        console.print(_baselines(further.baselines))
        for name, why in further.baselines.left_out.items():
            console.print(f"{name}: {why}")
    if further.ablations is not None:
        console.print(_ablations(further.ablations))
        for one in further.ablations:
            if one.skipped:
                console.print(f"{one.name}: {one.skipped}")
    if further.sweep is not None:
        console.print(_sweep(further.sweep))


def _baselines(report: BaselineReport) -> Table:
    table = _table(
        f"Other decisions on the same passages ({report.part}, {report.n} pairs); intervals: 95 %",
        ("enough if", "Acc", "Cover", "Twin", "DecAc", "interval", "to closure", "interval", "p"),
    )
    closure = report.closure
    table.add_row("closure", *_shares(closure), _interval(report.intervals["decision_accuracy"]), "", "", "")
    for name, one in report.baselines.items():
        told = f"{name} ≥ {one.threshold:.3g}" if one.threshold is not None else name
        bounds = _interval(one.intervals["decision_accuracy"])
        table.add_row(told, *_shares(one.figures), bounds, *_difference(one.difference))
    return table


def _ablations(results: list[AblationResult]) -> Table:
    table = _table(
        "Without a part; difference of DecAc to the whole (paired bootstrap, sign test)",
        ("without", "Acc", "Cover", "Twin", "DecAc", "to whole", "interval", "p", "Acc", "Twin"),
    )
    for one in results:
        if one.comparison is not None:
            differences = one.comparison.differences
            others = [_signed(differences[name]) for name in ("acc", "twin_answered")]
            table.add_row(one.name, *_shares(one.figures), *_difference(one.comparison), *others)
    return table


def _sweep(points: list[SweepPoint]) -> Table:
    table = _table(
        "Size of the corpus; 95 % intervals", ("passages", "Acc", "Cover", "Twin", "DecAc", "interval")
    )
    for point in points:
        bounds = _interval(point.intervals["decision_accuracy"])
        table.add_row(str(point.passages), *_shares(point.figures), bounds)
    return table


def _table(title: str, headings: tuple[str, ...]) -> Table:
    table = Table(
        title=title, box=SIMPLE_HEAD, title_justify="left", title_style="italic", padding=(0, 1, 0, 0)
    )
    table.add_column(headings[0], no_wrap=True)
    for heading in headings[1:]:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def _shares(figures: dict[str, float | None]) -> list[str]:
    return ["–" if (value := figures[name]) is None else f"{value:.1f}" for name in METRICS_OF_A_SWEEP]


def _difference(found: Comparison) -> list[str]:
    name = "decision_accuracy"
    return [_signed(found.differences[name]), _interval(found.intervals[name]), f"{found.p:.2g}"]


def _signed(value: float | None) -> str:
    return "–" if value is None else f"{value:+.1f}"


def _interval(interval: tuple[float, float] | None) -> str:
    return "–" if interval is None else f"{interval[0]:.1f}..{interval[1]:.1f}"

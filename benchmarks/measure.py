"""What every benchmark shares: CPU time, a table, and a way to run a peer only where it is installed.

A peer that is missing, or that did not end in time, is a row that says so; a figure is never guessed.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import resource
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import TypeVar

from rich.console import Console
from rich.table import Table

__all__ = [
    "Report",
    "Target",
    "cpu_seconds",
    "describe_machine",
    "has",
    "measure",
    "measure_in_turns",
    "pin",
    "run_topics",
    "show",
]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Target:
    """A ratio that was aimed at: what, the bound, and what was measured."""

    what: str
    bound: str
    measured: str
    met: bool | None


@dataclass(frozen=True, slots=True)
class Report:
    """One table: rows are as printed; `targets` say what was aimed at."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | int | float | None, ...], ...]
    targets: tuple[Target, ...] = ()
    notes: tuple[str, ...] = field(default=())

    def as_json(self) -> dict[str, object]:
        return asdict(self)


def cpu_seconds(*, children: bool = False) -> float:
    """CPU time of this process so far, in seconds; with the children that have ended, if asked."""
    own = time.process_time()
    if not children:
        return own
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own + used.ru_utime + used.ru_stime


def measure(
    work: Callable[[], T], *, repeats: int = 5, children: bool = False, budget: float = 30.0
) -> tuple[float, T]:
    """The median CPU seconds of some runs, and what the last gave; no new run is begun once `budget` CPU s are spent."""
    times: list[float] = []
    while True:
        gc.collect()
        since = cpu_seconds(children=children)
        result = work()
        times.append(cpu_seconds(children=children) - since)
        if len(times) >= repeats or sum(times) > budget:
            return median(times), result


def measure_in_turns(
    works: Sequence[Callable[[], T]], *, repeats: int = 9, budget: float = 10.0
) -> tuple[list[float], list[T]]:
    """The median CPU seconds of each, and what each gave; they take turns, so that what slows one slows all."""
    times: list[list[float]] = [[] for _ in works]
    while True:
        results = []
        for work, taken in zip(works, times, strict=True):
            gc.collect()
            since = cpu_seconds()
            results.append(work())
            taken.append(cpu_seconds() - since)
        if len(times[0]) >= repeats or sum(map(sum, times)) > budget:
            return [median(taken) for taken in times], results


def has(*modules: str) -> bool:
    """Whether all these libraries are installed."""
    return all(find_spec(name) is not None for name in modules)


def pin() -> None:
    """Keep this process to one core, so that CPU time is one thread's."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def describe_machine() -> dict[str, str | int | None]:
    """What the figures were taken on."""
    return {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "system": platform.system(),
        "cores": os.cpu_count(),
    }


def run_topics(package: str, topics: Sequence[str], description: str) -> None:
    """The command of a package of benchmarks: each topic is a module with `measure_topic(quick, seed)`."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("topics", nargs="*", metavar="TOPIC", help=", ".join(topics))
    parser.add_argument("--quick", action="store_true", help="small sizes only")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, dest="out")
    given = parser.parse_args()
    unknown = [name for name in given.topics if name not in topics]
    if unknown:
        parser.error(f"there is no topic {', '.join(unknown)}; choose from {', '.join(topics)}")
    pin()
    console = Console()
    reports: dict[str, list[Report]] = {}
    for name in given.topics or topics:
        reports[name] = import_module(f"{package}.{name}").measure_topic(given.quick, given.seed)
        show(console, reports[name])
        if given.out:  # after each topic: an interrupted run keeps what it has
            written = {topic: [report.as_json() for report in found] for topic, found in reports.items()}
            given.out.write_text(
                json.dumps({"machine": describe_machine(), "topics": written}, indent=2) + "\n"
            )


def show(console: Console, reports: Sequence[Report]) -> None:
    """Print tables, each with its targets below."""
    for report in reports:
        table = Table(title=report.title, title_justify="left")
        for number, column in enumerate(report.columns):
            table.add_column(column, justify="left" if number == 0 else "right")
        for row in report.rows:
            table.add_row(
                *(
                    "-" if cell is None else f"{cell:,.4g}" if isinstance(cell, float) else str(cell)
                    for cell in row
                )
            )
        console.print(table)
        for target in report.targets:
            mark = {True: "met", False: "MISSED", None: "not measured"}[target.met]
            console.print(f"  {mark}: {target.what}: {target.measured} (aim: {target.bound})")
        for note in report.notes:
            console.print(f"  {note}")
        console.print()

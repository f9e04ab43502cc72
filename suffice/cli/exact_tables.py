"""`suffice evaluate --kind` for theories and logs: options, and the report as tables."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from suffice.cli.display import console, visible

if TYPE_CHECKING:
    from suffice.extractors.models import Model
    from suffice.worlds.exact.report import ExactReport

__all__ = ["evaluate_theories", "print_exact", "refuse_options"]

#: Parameters of `suffice evaluate` that mean something for theories and logs.
_APPLY = frozenset({"questions", "kind", "limit", "seed", "plans", "out", "as_json"})
#: Those that mean something where sentences are read.
_OF_MODELS = frozenset({"model_name", "base_url", "model_cache", "max_calls", "max_tokens", "record"})
_SHOWN = 10


def evaluate_theories(
    ctx: typer.Context,
    kind: str,
    file: Path,
    *,
    limit: int | None,
    seed: int,
    plans: int,
    out: Path | None,
    as_json: bool,
    model: Model | None = None,
) -> None:
    """Evaluate a file of an exact setting and print the report; `out` gets it as JSON.

    Raises:
        UsageError: there is no such kind, or an option was given that does not apply to it.
    """
    from suffice.cli.common import progress
    from suffice.errors import UsageError
    from suffice.files import write_text
    from suffice.worlds.exact.kinds import ExactOptions, evaluate_exact

    apply = _APPLY | _OF_MODELS if kind == "nl-to-logic" else _APPLY
    refuse_options(ctx, kind, ctx.params.keys() - apply)
    if limit is not None and limit < 1:
        raise UsageError(f"a limit of {limit}", remedy="ask at least one question")
    report = evaluate_exact(kind, file, ExactOptions(limit, seed, plans, progress, model))
    text = json.dumps(report.model_dump(), ensure_ascii=False, indent=2)
    if out is not None:
        write_text(out, f"{text}\n")
    if as_json:
        typer.echo(text)
    else:
        print_exact(report, console())


def refuse_options(ctx: typer.Context, kind: str, names: Collection[str]) -> None:
    """Refuse options that were given but mean nothing for a kind.

    Raises:
        UsageError: the first of them by name.
    """
    from suffice.errors import UsageError

    flags = {param.name: param.opts[0] for param in ctx.command.params}
    for name in sorted(names):
        source = ctx.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            raise UsageError(f"`{flags[name]}` does not apply to `--kind {kind}`", remedy="leave it out")


def print_exact(report: ExactReport, out: Console) -> None:
    """Print the figures, what else a kind counts, and the first disagreements."""
    out.print(f"{report.kind}: {report.correct} of {report.n} as labelled ({100 * report.share:.1f} %)")
    if report.with_proof:
        out.print(f"with a checked proof: {report.with_proof}")
    if report.twins:
        out.print(f"twins: {report.twins_correct} of {report.twins} abstain and name what was deleted")
    if report.committed_plan:
        plan = report.committed_plan
        out.print(
            f"committed plans (mean of {plan.seeds}): {plan.correct:.1f} as labelled, "
            f"{plan.missed_provable:.1f} of {plan.provable} provable missed"
        )
    if report.by_depth:
        out.print(_depths(report))
    plain = {name: value for name, value in report.details.items() if not isinstance(value, Mapping)}
    if plain:
        out.print(_counts("", plain))
    for name, value in report.details.items():
        if isinstance(value, Mapping) and value:
            out.print(_counts(name, value))
    if report.disagreements:
        out.print(_disagreements(report))


def _depths(report: ExactReport) -> Table:
    table = _table("By height of the derivation", "depth", "n", "correct", "provable", "missed by plans", "%")
    for depth, counts in report.by_depth.items():
        share = "–"
        if counts.missed_by_plan is not None and counts.provable:
            share = f"{100 * counts.missed_by_plan / counts.provable:.1f}"
        table.add_row(
            depth,
            str(counts.n),
            str(counts.correct),
            _number(counts.provable),
            _number(counts.missed_by_plan),
            share,
        )
    return table


def _counts(title: str, values: Mapping[str, int | float | str]) -> Table:
    table = _table(title or "Counts", "", "")
    for name, value in values.items():
        table.add_row(visible(name), visible(_number(value)))
    return table


def _disagreements(report: ExactReport) -> Table:
    found = report.disagreements
    table = Table(
        title=f"Disagreements: {len(found)}, the first {min(len(found), _SHOWN)}",
        box=SIMPLE_HEAD,
        title_justify="left",
        title_style="italic",
        padding=(0, 1, 0, 0),
    )
    for heading in ("id", "label", "answer", "why"):
        table.add_column(heading, overflow="fold")
    for one in found[:_SHOWN]:
        table.add_row(visible(one.id), visible(one.label), visible(one.answer or "–"), visible(one.why))
    return table


def _table(title: str, first: str, *others: str) -> Table:
    table = Table(
        title=visible(title),
        box=SIMPLE_HEAD,
        title_justify="left",
        title_style="italic",
        padding=(0, 1, 0, 0),
    )
    table.add_column(first, no_wrap=True)
    for heading in others:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def _number(value: float | str | None) -> str:
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return "–" if value is None else str(value)

"""`suffice worlds export`: a benchmark, or what its policies found, in the formats of others."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from suffice.cli.common import progress

__all__ = ["export", "register"]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("export")(export)


def export(
    folder: Annotated[Path, typer.Argument(help="A benchmark; for `trec` a run of `suffice worlds play`.")],
    form: Annotated[str, typer.Option("--format", help="beir, hotpotqa, poisonedrag or trec.")],
    out: Annotated[Path, typer.Option("--out", help="A new folder, or an empty one.")],
    qrels: Annotated[
        Path | None, typer.Option(help="Score the runs by these judgements (a BEIR export's qrels/test.tsv).")
    ] = None,
) -> None:
    """Write a benchmark in another format, with a data card, or a run's plays as TREC runs.

    Exit 0 when written, 2 on bad input.

    Example: suffice worlds export worlds --format beir --out worlds-beir
    """
    from suffice.errors import UsageError
    from suffice.worlds.fiction.export import export_benchmark
    from suffice.worlds.fiction.trec import export_runs, score_run

    if qrels is not None and form != "trec":
        raise UsageError("`--qrels` is for `--format trec`", remedy="leave it out")
    if form != "trec":
        with progress("exporting", None) as advance:
            counts = export_benchmark(folder, form, out, advance=advance)
        typer.echo(f"{out}: " + ", ".join(f"{count} {name}" for name, count in counts.items()))
        return
    for policy, worlds in export_runs(folder, out).items():
        scores = {} if qrels is None else score_run(out / f"{policy}.trec", qrels)
        typer.echo(
            f"{policy}: {worlds} worlds" + "".join(f", {name} {value:.4f}" for name, value in scores.items())
        )

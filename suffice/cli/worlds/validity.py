"""`suffice worlds validity`: can a benchmark's labels be guessed without the evidence?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from suffice.cli.common import JsonOption, progress

__all__ = ["register", "validity"]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("validity")(validity)


def validity(
    folder: Annotated[Path, typer.Argument(help="A benchmark.")],
    pairs: Annotated[
        int, typer.Option(min=10, help="Pairs that the classifiers look at; checks look at all.")
    ] = 10_000,
    seed: Annotated[int, typer.Option(min=0, help="Of folds and intervals.")] = 0,
    out: Annotated[Path | None, typer.Option("--out", help="Also write the report: .html or .md.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Examine a benchmark: guessing, necessity of its records, leaks, duplicates.

    Exit 0 if every check passed, 1 if one failed, 2 on bad input.

    Example: suffice worlds validity worlds --out validity.html
    """
    from suffice.cli.display import console, visible
    from suffice.errors import UsageError
    from suffice.worlds.fiction.folder import Benchmark
    from suffice.worlds.fiction.validity import examine
    from suffice.worlds.fiction.validity_page import write_report

    if out is not None and out.suffix not in (".md", ".html"):
        raise UsageError(f"`{out.name}` is neither .md nor .html", remedy="give a name that ends so")
    with progress("examining", Benchmark(folder).manifest.instances) as advance:
        report = examine(folder, seed=seed, most=pairs, advance=advance)
    if out is not None:
        write_report(report, out, folder.resolve().name)
    if as_json:
        typer.echo(report.model_dump_json(indent=2))
    else:
        terminal = console()
        for area in report.areas:
            line = f"{area.area:.3f} [{area.low:.3f}, {area.high:.3f}] {area.target}: {area.classifier}"
            terminal.print(visible(line), soft_wrap=True)
        for check in report.checks:
            terminal.print(visible(str(check), "" if check.passed else "bold"), soft_wrap=True)
    raise typer.Exit(0 if report.passed else 1)

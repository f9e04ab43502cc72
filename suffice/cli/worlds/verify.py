"""`suffice worlds verify`: whether every label of a benchmark is proved."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from suffice.cli.common import JsonOption, progress
from suffice.cli.worlds.common import default_workers

__all__ = ["register", "verify"]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("verify")(verify)


def verify(
    folder: Annotated[Path, typer.Argument(help="A benchmark that `suffice worlds generate` wrote.")],
    most: Annotated[int, typer.Option("--max", min=1, help="Findings to print at most.")] = 100,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes. Default: one a processor.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Check hashes, prove every label anew from the files, and draw every world again.

    Exit 0 when everything is proved, 1 with the failing worlds named, 2 on bad input.

    Example: suffice worlds verify worlds
    """
    from suffice.cli.display import console, visible
    from suffice.worlds.fiction.folder import Benchmark
    from suffice.worlds.fiction.verifying import verify as find

    benchmark = Benchmark(folder)
    findings = list(islice(find(benchmark, workers=workers or default_workers(), watch=progress), most))
    if as_json:
        result = {
            "worlds": benchmark.manifest.options.worlds,
            "proved": not findings,
            "findings": [finding._asdict() for finding in findings],
        }
        typer.echo(json.dumps(result, ensure_ascii=False, indent=2))
    else:
        for finding in findings:
            console().print(visible(str(finding)), soft_wrap=True)
        if len(findings) == most:
            typer.echo(f"and perhaps more: {most} are shown (--max)")
        if not findings:
            typer.echo(f"{benchmark.manifest.options.worlds} worlds and their twins: every label is proved")
    raise typer.Exit(1 if findings else 0)

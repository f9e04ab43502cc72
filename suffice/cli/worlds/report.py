"""`suffice worlds report`: a run of plays as one HTML file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from suffice.cli.common import JsonOption

__all__ = ["register", "report"]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("report")(report)


def report(
    run: Annotated[
        Path, typer.Argument(metavar="RUN", help="Folder that `suffice worlds play --out` wrote.")
    ],
    out: Annotated[Path, typer.Option("--out", help="The HTML file.")],
    as_json: JsonOption = False,
) -> None:
    """Write a run's report: tables, plots and a page per world in one file that stands alone.

    Everything in it is computed from the run's folder; an unfinished run is reported as far as it went.
    Exit 0 when written, 2 on bad input.

    Example: suffice worlds report run --out report.html
    """
    from suffice.cli.display import console
    from suffice.cli.worlds.tables import print_scores
    from suffice.worlds.fiction.report import write_report

    scores = write_report(run, out)
    if as_json:
        typer.echo(scores.model_dump_json(indent=2))
    else:
        print_scores(scores, console())

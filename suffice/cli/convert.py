"""`suffice convert FILE... --to DIALECT`: a program in another notation, with what is lost said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from suffice.cli.display import visible
from suffice.errors import UsageError
from suffice.files import write_text
from suffice.rules import diagnose, read_source

if TYPE_CHECKING:  # imported where they are used: `suffice --help` does without
    from suffice.rules.dialects import Dialect, Loss

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("convert")(_convert)


def _convert(
    files: list[str] = typer.Argument(metavar="FILE...", help="Programs; `-` is standard input."),
    to: str = typer.Option(..., "--to", metavar="DIALECT", help="clingo, souffle, prolog or pydatalog."),
    source: str | None = typer.Option(
        None, "--from", metavar="DIALECT", help="By default by suffix: .lp, .dl, .pl, .py."
    ),
    out: Path | None = typer.Option(None, "--out", metavar="FILE", help="Write the text here."),
    strict: bool = typer.Option(False, "--strict", help="Let anything lost be an error."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object: text, lost, strict."),
) -> None:
    """Write a program in another notation; what is lost goes to stderr. Exit 2 for bad input, or (--strict) if anything is."""
    from suffice.rules.dialects import read_files

    target = _dialect(to)
    reading = None if source is None else _dialect(source)
    read = read_files(((file, read_source(file)) for file in files), reading)
    errors = [
        found for found in diagnose(read.parsed) if found.severity == "error" and found.kind not in _OURS
    ]
    for error in errors:
        typer.echo(visible(str(error)).plain, err=True)
    if errors:
        raise typer.Exit(2)
    written = target.write(read.parsed.program)
    lost = (*read.lost, *written.lost)
    for loss in lost:
        place = f"{loss.location}: " if loss.location else ""
        label = "error" if strict else "warning"
        typer.echo(visible(f"{place}{label}[lost]: {loss.what}: {loss.why}").plain, err=True)
    failed = strict and bool(lost)
    if as_json:
        report = {"text": written.text, "lost": list(map(_as_dict, lost))}
        typer.echo(json.dumps(report, ensure_ascii=False, indent=2))
    elif not failed and out is None:
        typer.echo(written.text, nl=False)
    if out is not None and not failed:
        write_text(out, written.text)
    if failed:
        raise typer.Exit(2)


#: What makes no difference to a notation: a goal that nothing reaches is a matter of the program as ours.
_OURS = frozenset({"unreachable", "missing-lookup"})


def _dialect(name: str) -> Dialect:
    from suffice.rules.dialects import DIALECTS

    if name not in DIALECTS:
        *others, last = DIALECTS
        raise UsageError(f"there is no dialect `{name}`", remedy=f"choose {', '.join(others)} or {last}")
    return DIALECTS[name]


def _as_dict(loss: Loss) -> dict[str, object]:
    place = loss.location
    return {"location": place._asdict() if place else None, "what": loss.what, "why": loss.why}

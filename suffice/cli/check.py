"""`suffice check FILE...`: everything that is wrong with rule files, in one run."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import asdict

import typer

from suffice.rules.check import diagnose, fragment
from suffice.rules.diagnostic import Diagnostic
from suffice.rules.parse import parse_sources, read_source

__all__ = ["register"]

_COLOURS = {"error": typer.colors.RED, "warning": typer.colors.YELLOW}
#: Characters of a source line that are shown before and behind the caret.
_MARGIN = 60
_FRAGMENTS = {
    "monotone": "monotone: more evidence never takes an answer away",
    "stratified": "outside the monotone fragment: with `not` or an aggregate, an answer can also need that something is absent",
}


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("check")(_check)


def _check(
    files: list[str] = typer.Argument(metavar="FILE...", help="Rule files; `-` is standard input."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object."),
    strict: bool = typer.Option(False, "--strict", help="Let warnings count as errors."),
) -> None:
    """Say everything that is wrong with rule files: place, cause and remedy; exit 2 if there are errors."""
    texts = {file: read_source(file) for file in files}
    parsed = parse_sources(texts.items())
    found = diagnose(parsed)
    errors = sum(strict or one.severity == "error" for one in found)
    kind = None if errors else fragment(parsed.program)
    if as_json:
        report = {"diagnostics": [_as_dict(one) for one in found], "fragment": kind, "ok": not errors}
        typer.echo(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        for one in found:
            typer.echo(_rendered(one, texts) + "\n")
        typer.echo(_summary(found, kind))
    if errors:
        raise typer.Exit(2)


def _as_dict(found: Diagnostic) -> dict[str, object]:
    return asdict(found) | {"location": found.location._asdict()}


def _summary(found: tuple[Diagnostic, ...], kind: str | None) -> str:
    counts = {severity: sum(one.severity == severity for one in found) for severity in ("error", "warning")}
    told = [f"{count} {severity}{'s' * (count > 1)}" for severity, count in counts.items() if count]
    return "; ".join([", ".join(told) or "nothing to complain about", *([_FRAGMENTS[kind]] if kind else [])])


def _rendered(found: Diagnostic, texts: Mapping[str, str | Diagnostic]) -> str:
    """One finding for people: place and cause, the line with a caret, and the remedy."""
    label = typer.style(f"{found.severity}[{found.kind}]", fg=_COLOURS[found.severity], bold=True)
    lines = [f"{_visible(str(found.location))}: {label}: {_visible(found.cause)}"]
    text = texts[found.location.file]
    if isinstance(text, str):
        at = found.location.column - 1
        source = text.split("\n")[found.location.line - 1].rstrip("\r")
        before, behind = source[max(at - _MARGIN, 0) : at], source[at : at + _MARGIN]
        lines.append(f"    {_visible(before + behind)}")
        lines.append("    " + " " * _width(_visible(before)) + typer.style("^", fg=_COLOURS[found.severity]))
    return "\n".join([*lines, f"    {_visible(found.remedy)}"])


def _visible(text: str) -> str:
    """The text without characters that could steer a terminal."""
    return "".join(c if c.isprintable() else " " if c == "\t" else "\N{REPLACEMENT CHARACTER}" for c in text)


def _width(text: str) -> int:
    """Columns of a terminal that the text takes."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )

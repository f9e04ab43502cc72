"""`suffice closure FILE...`: all that follows from rules and tables of facts, by the engine of one's choice."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from rich.table import Table

from suffice.cli.display import console, visible
from suffice.errors import UsageError
from suffice.rules import Atom, Number, Program, Signature, String, Term, diagnose, parse_sources, read_source
from suffice.rules.tables import read_facts

if TYPE_CHECKING:  # the engines are imported where they are used: `suffice --help` does without
    from suffice.engine import Engine, Limits

__all__ = ["as_json_term", "register"]


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("closure")(_closure)


def _closure(
    files: list[str] = typer.Argument(metavar="FILE...", help="Rule files; `-` is standard input."),
    facts: list[Path] = typer.Option(
        [],
        "--facts",
        metavar="DIR|FILE",
        help="Tables of facts: .facts (tabs), .csv or .parquet, or a folder of them; a file's name is its predicate.",
    ),
    header: bool = typer.Option(False, "--header", help="The first line of a CSV file names its columns."),
    engine: str = typer.Option("clingo", "--engine", help="clingo, ground, pydatalog, duckdb or spark."),
    seconds: float = typer.Option(20.0, "--seconds", min=0, help="Time for the engine."),
    max_instances: int = typer.Option(
        500_000, "--max-instances", min=0, help="Rule instances, for `ground`."
    ),
    memory: str | None = typer.Option(None, "--memory", metavar="SIZE", help="For duckdb, such as 2GB."),
    database: Path | None = typer.Option(
        None, "--database", metavar="FILE", help="For duckdb: work in this file, not in memory."
    ),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object."),
) -> None:
    """Print all atoms that follow; exit 2 for bad input or what the engine can't do, 3 at a limit."""
    from suffice.engine import Limits

    if not math.isfinite(seconds):
        raise UsageError("--seconds must be a number", remedy="give a large one for no limit")
    chosen = _engine(engine, Limits(instances=max_instances, seconds=seconds), memory, database)
    program = _read(files, [read_facts(path, header=header) for path in facts])
    relations = _relations(chosen.derive(program), program.shows)
    if as_json:
        rows = {
            str(signature): [[as_json_term(arg) for arg in atom.args] for atom in atoms]
            for signature, atoms in relations.items()
        }
        typer.echo(json.dumps({"relations": rows}, ensure_ascii=False, indent=2))
    else:
        _show(relations)


def _engine(name: str, limits: Limits, memory: str | None, database: Path | None) -> Engine:
    from suffice.engine import choose_engine
    from suffice.engine.duck import DuckDB

    if memory is None and database is None:
        return choose_engine(name, limits)
    if name != "duckdb":
        raise UsageError("--memory and --database are for `--engine duckdb`")
    return DuckDB(limits, memory=memory or DuckDB.MEMORY, database=database or ":memory:")


def _read(files: Sequence[str], tables: Sequence[Program]) -> Program:
    """The program with its facts; every error of the rule files is printed."""
    parsed = parse_sources((file, read_source(file)) for file in files)
    rules = [rule for table in tables for rule in table.rules]
    widths = {rule.head.name: rule for rule in rules}
    used = {
        atom.signature
        for rule in parsed.program.rules
        for atom in (rule.head, *rule.positive, *rule.negative)
    }
    for signature in sorted(used):
        found = widths.get(signature.name)
        if found is not None and signature.arity != len(found.head.args):
            raise UsageError(
                f"{len(found.head.args)} columns, but the rules use `{signature}`",
                file=found.location.file if found.location else None,
                remedy="give the table the columns that the rules use",
            )
    given = {rule.head.signature for rule in rules}
    parsed = replace(parsed, defined=parsed.defined | given)
    errors = [found for found in diagnose(parsed) if found.severity == "error"]
    for error in errors:
        typer.echo(visible(str(error)).plain, err=True)
    if errors:
        raise typer.Exit(2)
    return parsed.program.extended(rules)


def _relations(
    atoms: Iterable[Atom], shows: tuple[Signature, ...] | None
) -> Mapping[Signature, Sequence[Atom]]:
    """Atoms by predicate, in clingo's order; only what is shown."""
    from suffice.engine.symbols import order_of

    found: dict[Signature, list[Atom]] = {}
    for atom in atoms:
        if shows is None or atom.signature in shows:
            found.setdefault(atom.signature, []).append(atom)
    return {signature: sorted(found[signature], key=order_of) for signature in sorted(found)}


def as_json_term(term: Term) -> int | str | dict[str, str]:
    """A value as JSON: numbers and strings as such, anything else as `{"symbol": text}`."""
    match term:
        case Number(value=number):
            return number
        case String(value=text):
            return text
        case _:
            return {"symbol": str(term)}


def _show(relations: Mapping[Signature, Sequence[Atom]]) -> None:
    """A table for each predicate on a terminal; elsewhere one atom a line."""
    out = console()
    for signature, atoms in relations.items():
        if not out.is_terminal:
            for atom in atoms:
                out.print(visible(str(atom)), soft_wrap=True)
            continue
        table = Table(title=visible(str(signature)), title_justify="left", show_header=False)
        for atom in atoms:
            table.add_row(*(visible(str(arg)) for arg in atom.args))
        out.print(table)

"""`suffice closure FILE...`: all that follows from rules and tables of facts, by the engine of one's choice."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from rich.table import Table as Grid
from rich.text import Text

from suffice.cli.common import FactsOption, HeaderOption, read_with_tables
from suffice.cli.display import console, print_lines, visible
from suffice.errors import UsageError
from suffice.rules import (
    Atom,
    Number,
    Program,
    Signature,
    String,
    Term,
    find_tables,
    write_facts,
)
from suffice.rules.tables import FORMATS

if TYPE_CHECKING:  # the engines are imported where they are used: `suffice --help` does without
    from suffice.engine import Engine, Limits

__all__ = ["as_json_term", "register"]


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("closure")(_closure)


def _closure(
    files: list[str] = typer.Argument(metavar="FILE...", help="Rule files; `-` is standard input."),
    facts: FactsOption = None,
    header: HeaderOption = False,
    engine: str = typer.Option("clingo", "--engine", help="clingo, ground, pydatalog, duckdb or spark."),
    seconds: float = typer.Option(20.0, "--seconds", min=0, help="Time for the engine."),
    max_instances: int = typer.Option(
        500_000, "--max-instances", min=0, help="Rule instances, for `ground`."
    ),
    memory: str | None = typer.Option(
        None, "--memory", metavar="SIZE", help="For clingo, pydatalog and duckdb, such as 2GB."
    ),
    database: Path | None = typer.Option(
        None, "--database", metavar="FILE", help="For duckdb: work in this file, not in memory."
    ),
    master: str | None = typer.Option(
        None, "--master", metavar="URL", help="For spark; default: SPARK_MASTER, else local[2]."
    ),
    out: Path | None = typer.Option(
        None, "--out", metavar="DIR", help="Write a table for each predicate here instead of printing atoms."
    ),
    kind: str = typer.Option("csv", "--format", help="What --out writes: csv, facts or parquet."),
    rounds: bool = typer.Option(
        False,
        "--rounds",
        help="Round by round: what the rules add, and by which; by definition, for small programs.",
    ),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON object."),
) -> None:
    """Print all atoms that follow, or write them to tables; exit 2 for bad input or what the engine can't do, 3 at a limit."""
    from suffice.engine import Limits, parse_size
    from suffice.engine.duck import DuckDB

    size = None if memory is None else parse_size(memory)
    limits = Limits(instances=max_instances, seconds=seconds, memory=size)
    chosen = _engine(engine, limits, database, master)
    if kind not in FORMATS:
        raise UsageError(f"there is no format `{kind}`", remedy=f"choose {', '.join(FORMATS)}")
    tables = [table for path in facts or () for table in find_tables(path, header=header)]
    program = read_with_tables(files, tables)
    if rounds:
        if engine != "clingo" or out is not None:
            raise UsageError("--rounds is for printing, and has an engine of its own")
        program = program.extended(rule for table in tables for rule in table.facts())
        _print_rounds(program, limits, as_json)
        return
    if not isinstance(chosen, DuckDB):
        program = program.extended(rule for table in tables for rule in table.facts())
        relations = _relations(chosen.derive(program), program.shows)
        if out is None:
            _print(relations, as_json)
        else:
            lost = write_facts(chain.from_iterable(relations.values()), out, kind)
            _report({signature: len(atoms) for signature, atoms in relations.items()}, lost, as_json)
        return
    with chosen.evaluate(program, tables) as found:
        shown = [s for s in sorted(found.signatures) if program.shows is None or s in program.shows]
        sizes = {signature: size for signature in shown if (size := found.count(signature))}
        if out is None:
            _print({signature: list(found.atoms(signature)) for signature in sizes}, as_json)
        else:
            _report(sizes, found.write(out, kind, sizes), as_json)


def _engine(name: str, limits: Limits, database: Path | None, master: str | None) -> Engine:
    from suffice.engine import choose_engine
    from suffice.engine.duck import DuckDB
    from suffice.engine.spark import Spark

    if name != "duckdb" and database is not None:
        raise UsageError("--database is for `--engine duckdb`")
    if name != "spark" and master is not None:
        raise UsageError("--master is for `--engine spark`")
    if database is not None:
        return DuckDB(limits, database=database)
    return Spark(limits, master=master) if master is not None else choose_engine(name, limits)


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


def _print(relations: Mapping[Signature, Sequence[Atom]], as_json: bool) -> None:
    if not as_json:
        _show(relations)
        return
    rows = {
        str(signature): [[as_json_term(arg) for arg in atom.args] for atom in atoms]
        for signature, atoms in relations.items()
    }
    typer.echo(json.dumps({"relations": rows}, ensure_ascii=False, indent=2))


def _print_rounds(program: Program, limits: Limits, as_json: bool) -> None:
    """Each round with its new atoms, and for each a rule that gives it."""
    from suffice.engine import find_rounds

    shows = program.shows
    found = [
        (one, [(atom, rule) for atom, rule in one.added if shows is None or atom.signature in shows])
        for one in find_rounds(program, limits=limits)
    ]
    if as_json:
        told = [
            {
                "round": one.number,
                "stratum": one.stratum,
                "added": [
                    {"atom": str(atom), "rule": None if rule is None else str(rule)} for atom, rule in added
                ],
            }
            for one, added in found
        ]
        typer.echo(json.dumps({"rounds": told}, ensure_ascii=False, indent=2))
        return
    strata = {one.stratum for one, _ in found}
    lines: list[Text] = []
    for one, added in found:
        stratum = f", stratum {one.stratum}" if len(strata) > 1 else ""
        lines.append(visible(f"round {one.number}{stratum}", "bold"))
        for atom, rule in added:
            line = visible(f"  {atom}")
            line.append_text(visible("  given" if rule is None else f"  by {rule}", "dim"))
            lines.append(line)
    print_lines(console(), lines)


def _report(sizes: Mapping[Signature, int], lost: Sequence[str], as_json: bool) -> None:
    """How many rows were written, and what of them is lost."""
    if as_json:
        written = {str(signature): size for signature, size in sizes.items()}
        typer.echo(json.dumps({"written": written, "lost": lost}, ensure_ascii=False, indent=2))
        return
    for signature, size in sizes.items():
        typer.echo(f"{signature}: {size} rows")
    for loss in lost:
        typer.echo(visible(f"suffice: {loss}").plain, err=True)


def _show(relations: Mapping[Signature, Sequence[Atom]]) -> None:
    """A table for each predicate on a terminal; elsewhere one atom a line."""
    out = console()
    for signature, atoms in relations.items():
        if not out.is_terminal:
            print_lines(out, (visible(str(atom)) for atom in atoms))
            continue
        table = Grid(title=visible(str(signature)), title_justify="left", show_header=False)
        for atom in atoms:
            table.add_row(*(visible(str(arg)) for arg in atom.args))
        out.print(table)

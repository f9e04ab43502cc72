"""What several commands share: options, reading of inputs, progress."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from suffice.cli.display import visible
from suffice.errors import ProgramError, UsageError

if TYPE_CHECKING:
    from suffice.rules import Program, Signature, Table

__all__ = [
    "CacheOption",
    "CorpusOption",
    "FactsOption",
    "GateOption",
    "HeaderOption",
    "JsonOption",
    "LexiconOption",
    "RulesOption",
    "choose_cache",
    "progress",
    "read_rules",
    "read_tables",
    "read_with_tables",
]

CorpusOption = Annotated[
    list[Path], typer.Option("--corpus", help="JSON Lines of _id, title, text; plain or .gz.")
]
RulesOption = Annotated[
    list[Path] | None, typer.Option("--rules", help="Your own rules (.lp), beside the library.")
]
LexiconOption = Annotated[
    list[Path] | None,
    typer.Option("--lexicon", help="Your own lexicon (.toml), on top of the one that ships."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
CacheOption = Annotated[
    str | None,
    typer.Option("--cache", help="File that keeps parses; `none` keeps nothing. Default: the user's cache."),
]
GateOption = Annotated[
    str | None,
    typer.Option(
        "--gate",
        help="Put passages off that this encoder finds far from what is looked up: overlap, tfidf, use or minilm.",
    ),
]
FactsOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--facts",
        metavar="DIR|FILE",
        help="Tables of facts: .facts (tabs), .csv or .parquet, or a folder of them; a file's name is its predicate.",
    ),
]
HeaderOption = Annotated[
    bool, typer.Option("--header", help="The first line of a CSV file names its columns.")
]


def read_rules(paths: Sequence[Path]) -> Program:
    """The library and the user's rules.

    Raises:
        ProgramError: if a file has an error; all of them are in the text.
    """
    from suffice.rules import diagnose, parse_sources, read_source
    from suffice.search.plan import read_library

    library = read_library()
    if not paths:
        return library
    parsed = parse_sources([(str(path), read_source(path)) for path in paths])
    # A file of rules is no whole program: what it does not define, the library or the lexicon may.
    errors = [
        one for one in diagnose(parsed) if one.severity == "error" and one.kind not in _OF_WHOLE_PROGRAMS
    ]
    if errors:
        lines = "\n".join(f"{one.location}: {one.cause}; {one.remedy}" for one in errors)
        raise ProgramError(
            f"{len(errors)} error{'s' * (len(errors) > 1)} in the rules\n{lines}",
            remedy="see `suffice check`",
        )
    return library + parsed.program


_OF_WHOLE_PROGRAMS = frozenset({"undefined", "missing-lookup", "unreachable"})


def choose_cache(given: str | None) -> Path | None:
    """The file that keeps parses."""
    from suffice.extractors.passages import default_cache

    if given == "none":
        return None
    return Path(given) if given else default_cache()


@contextmanager
def progress(label: str, total: int | None) -> Iterator[Any]:
    """A progress bar on stderr, on a terminal only; yields a function that is told how many more are done."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task(label, total=total)
        yield lambda done: bar.advance(task, done)


def read_tables(paths: Sequence[Path] | None, header: bool) -> list[Table]:
    """The tables of `--facts`; see `suffice.rules.find_tables`."""
    if not paths:  # the usual case needs no module that reads tables
        return []
    from suffice.rules import find_tables

    return [table for path in paths for table in find_tables(path, header=header)]


def read_with_tables(files: Sequence[str], tables: Sequence[Table]) -> Program:
    """The program of the rule files; every error in them is printed."""
    from suffice.rules import diagnose, parse_sources, read_source

    parsed = parse_sources((file, read_source(file)) for file in files)
    used: dict[str, set[Signature]] = {}
    for rule in parsed.program.rules:
        for atom in (rule.head, *rule.positive, *rule.suspended):
            used.setdefault(atom.name, set()).add(atom.signature)
    given = set()
    for table in tables:
        found = table.signature
        if found is None:
            continue
        given.add(found)
        for signature in sorted(used.get(found.name, ())):
            if signature.arity != found.arity:
                raise UsageError(
                    f"{found.arity} columns, but the rules use `{signature}`",
                    file=str(table.path),
                    remedy="give the table the columns that the rules use",
                )
    errors = [
        error
        for error in diagnose(replace(parsed, defined=parsed.defined | given))
        if error.severity == "error"
    ]
    for error in errors:
        typer.echo(visible(str(error)).plain, err=True)
    if errors:
        raise typer.Exit(2)
    return parsed.program

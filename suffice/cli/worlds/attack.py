"""`suffice worlds attack`: attack files of others, tried on a corpus."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import typer

from suffice.cli.common import (
    CacheOption,
    JsonOption,
    LexiconOption,
    RulesOption,
    choose_cache,
    progress,
    read_rules,
)

if TYPE_CHECKING:
    from rich.console import Console

    from suffice.worlds.trials import TrialReport

Form: TypeAlias = Literal["black-box", "plain"]

__all__ = ["attack", "register"]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("attack")(attack)


def attack(
    file: Annotated[Path, typer.Argument(help="PoisonedRAG's or RAGDefender's file; JSON or JSON Lines.")],
    corpus: Annotated[
        list[Path] | None,
        typer.Option("--corpus", help="JSON Lines of _id, title, text; plain or .gz."),
    ] = None,
    contexts: Annotated[
        list[Path] | None,
        typer.Option(
            "--contexts", help="HotpotQA, 2Wiki or MuSiQue file whose paragraphs are added to the corpus."
        ),
    ] = None,
    form: Annotated[
        Form | None,
        typer.Option(
            help="black-box (question, full stop, text) or plain; by default black-box where a wrong answer is argued for."
        ),
    ] = None,
    titled: Annotated[
        bool,
        typer.Option(
            "--titled", help="Poison pages take the title of the first clean passage for the question."
        ),
    ] = False,
    made: Annotated[
        bool,
        typer.Option(
            "--substitute",
            help="FILE has questions with gold facts (2Wiki): the attacks are their supporting passages with another answer.",
        ),
    ] = False,
    rules: RulesOption = None,
    lexicon: LexiconOption = None,
    index: Annotated[str | None, typer.Option(help="bm25 or tantivy; by default what fits the size.")] = None,
    as_json: JsonOption = False,
    cache: CacheOption = None,
) -> None:
    """Ask every attack's question over the corpus, then over the corpus with all poison pages in it.

    Without `--corpus` and `--contexts` the corpus is the passages that the file itself sets its texts against. Exit 0 if
    no attack got the answer that it argues for, 1 if one did, 2 on bad input.

    Example: suffice worlds attack poisonedrag_hotpotqa.json --contexts hotpot_dev_distractor.json
    """
    from suffice.cli.display import console
    from suffice.errors import UsageError
    from suffice.extractors import Reader, Unit, read_lexicon
    from suffice.search import read_corpus
    from suffice.worlds.poison import read_attacks
    from suffice.worlds.questions import read_questions
    from suffice.worlds.substitution import substitute
    from suffice.worlds.trials import paragraphs_of, targets_of, try_attacks

    if made and titled:
        raise UsageError("`--substitute` has titles of its own", remedy="leave `--titled` out")
    words = read_lexicon(*(lexicon or ()))
    if made:
        attacks = substitute(read_questions(file), words)
        contexts, form = [file, *(contexts or ())], form or "plain"
        if not attacks:
            raise UsageError(
                "no answer is a gold fact's value in a supporting passage",
                file=str(file),
                remedy="see docs/worlds.md",
            )
    else:
        attacks = read_attacks(file)
    units: list[Unit] = read_corpus(*corpus) if corpus else []
    if contexts:
        units += paragraphs_of(question for path in contexts for question in read_questions(path))
    if not corpus and not contexts:
        units = targets_of(attacks)
        if not units:
            raise UsageError(
                "its attacks bring no passages", file=str(file), remedy="give `--corpus` or `--contexts`"
            )
    report = try_attacks(
        attacks,
        units,
        rules=read_rules(rules or ()),
        lexicon=words,
        reader=Reader(choose_cache(cache)),
        index=index,
        form=form,
        titled=titled,
        watch=progress,
    )
    if as_json:
        record = report.summary.model_dump() | {"trials": [one.model_dump() for one in report.trials]}
        typer.echo(json.dumps(record, ensure_ascii=False, indent=2))
    else:
        _print(report, console())
    raise typer.Exit(1 if report.summary.succeeded else 0)


def _print(report: TrialReport, out: Console) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    from suffice.cli.display import visible

    found = report.summary
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("", no_wrap=True)
    table.add_column("of", justify="right")
    table.add_column("before", justify="right")
    table.add_column("after", justify="right")
    table.add_row("understood", str(found.attacks), "", str(found.understood))
    table.add_row("answered", str(found.attacks), *map(str, found.answered))
    table.add_row("answered right", str(found.targeted), *map(str, found.right), end_section=True)
    table.add_row("attack succeeded", str(found.targeted), "", str(found.succeeded))
    for name in ("changed", "withdrawn", "searched", "linked", "cited"):
        label = name if name in ("changed", "withdrawn") else f"poison {name}"
        table.add_row(label, str(found.attacks), "", str(getattr(found, name)))
    out.print(table)
    mean = "–" if found.first is None else f"{found.first:.2f}"
    out.print(f"corpus: {found.corpus} pages, and {found.pages} of poison")
    out.print(
        f"first {found.k} of BM25: {mean} poison pages on the mean; some in {found.reached}, "
        f"nothing else in {found.filled} of {found.attacks}"
    )
    for trial in report.trials:
        if trial.changed:
            out.print(
                visible(f"{trial.question} {trial.before or '–'} -> {trial.after or '–'}"), soft_wrap=True
            )

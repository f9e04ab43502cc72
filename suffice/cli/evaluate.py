"""`suffice evaluate`: questions with gold answers, and their unanswerable twins, decided and scored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from suffice.cli.common import (
    CacheOption,
    JsonOption,
    LexiconOption,
    ReadersOption,
    RulesOption,
    choose_cache,
    progress,
    read_rules,
)

__all__ = ["evaluate", "register"]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("evaluate")(evaluate)


def evaluate(
    questions: Annotated[
        Path, typer.Argument(help="HotpotQA, 2Wiki or MuSiQue shape; JSON or JSON Lines, plain or .gz.")
    ],
    corpus: Annotated[
        list[Path] | None, typer.Option("--corpus", help="JSON Lines of passages to add as distractors.")
    ] = None,
    rules: RulesOption = None,
    lexicon: LexiconOption = None,
    check: Annotated[
        str, typer.Option(help="Entity check: anchor-or-verify, anchor or none.")
    ] = "anchor-or-verify",
    readers: ReadersOption = "lexicon,open",
    index: Annotated[str | None, typer.Option(help="bm25 or tantivy; by default what fits the size.")] = None,
    seed: Annotated[int, typer.Option(help="Chooses the deciding facts and the replacements.")] = 0,
    limit: Annotated[
        int | None, typer.Option(help="Ask only so many, over their own passages alone: a quick look.")
    ] = None,
    part: Annotated[
        str, typer.Option(help="dev, held-out or all: six tenths and four, by hash of id.")
    ] = "all",
    out: Annotated[
        Path | None, typer.Option(help="Folder for records and report; a run that stopped is resumed.")
    ] = None,
    as_json: JsonOption = False,
    cache: CacheOption = None,
) -> None:
    """Score decisions: answers on the questions, abstentions on their twins.

    Exit 0 when done, 2 on bad input, 3 where a limit was reached.

    Example: suffice evaluate questions.jsonl.gz --out run
    """
    from suffice.cli.display import console
    from suffice.cli.report_tables import print_report
    from suffice.errors import UsageError
    from suffice.extractors import Reader, read_lexicon
    from suffice.extractors.linker import CHECKS
    from suffice.worlds.evaluate import PARTS, Options, run_evaluation

    for name, given, allowed in (("entity check", check, CHECKS), ("part", part, tuple(PARTS))):
        if given not in allowed:
            raise UsageError(f"no {name} `{given}`", remedy=f"choose from {', '.join(allowed)}")
    found = run_evaluation(
        questions,
        rules=read_rules(rules or ()),
        lexicon=read_lexicon(*(lexicon or ())),
        reader=Reader(choose_cache(cache)),
        corpora=corpus or (),
        options=Options(check, index, part, limit, seed, tuple(readers.split(","))),  # type: ignore[arg-type]
        out=out,
        watch=progress,
    )
    if as_json:
        times = {
            "seconds_per_question": found.seconds_per_question,
            "seconds_by_stage": found.seconds_by_stage,
        }
        typer.echo(json.dumps(found.report.model_dump() | times, ensure_ascii=False, indent=2))
    else:
        print_report(found, console())

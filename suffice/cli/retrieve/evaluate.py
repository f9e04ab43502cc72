"""`suffice retrieve evaluate`: the experiment on a file of questions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from suffice.cli.common import JsonOption, progress
from suffice.cli.retrieve.common import (
    BeamOption,
    HopsOption,
    MergeOption,
    ModelFolderOption,
    ScorerOption,
    check_bounds,
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
    train: Annotated[
        Path | None, typer.Option(help="Other questions, to fit the classifier of sufficiency on.")
    ] = None,
    part: Annotated[
        str, typer.Option(help="dev, held-out or all: six tenths and four, by hash of id.")
    ] = "all",
    limit: Annotated[int | None, typer.Option(help="Ask only so many: a quick look.", min=1)] = None,
    scorer: ScorerOption = "lexical",
    model: ModelFolderOption = None,
    hops: HopsOption = 2,
    beam: BeamOption = 25,
    merge: MergeOption = "linked",
    seed: Annotated[int, typer.Option(help="Of the bootstrap.")] = 0,
    as_json: JsonOption = False,
) -> None:
    """Compare ways to retrieve: recall, precision, hops; by scheme, by judge of sufficiency, by first retrieval.

    Exit 0 when done, 2 on bad input.

    Example: suffice retrieve evaluate 2wiki.jsonl.gz --train hotpot.jsonl.gz
    """
    from suffice.cli.display import console
    from suffice.cli.retrieve.tables import print_experiment
    from suffice.search.prefix.hops import Settings
    from suffice.worlds.retrieval.experiment import evaluate_retrieval, read_task

    check_bounds(hops, beam)
    settings = Settings(hops=hops, width=beam, merge=merge)
    task = read_task(questions, part=part, corpora=corpus or (), limit=limit)
    found = evaluate_retrieval(
        task,
        settings=settings,
        scorer=scorer,
        model=model,
        other=read_task(train) if train else None,
        part=part,
        seed=seed,
        watch=progress,
    )
    if as_json:
        typer.echo(found.model_dump_json(indent=2))
    else:
        print_experiment(found, console())

"""`suffice worlds play`: policies on a benchmark, scored."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from suffice.cli.common import JsonOption, progress
from suffice.cli.worlds.common import default_workers, read_list

__all__ = ["play", "register"]

#: Those that need no model and nothing that is not installed.
_DEFAULT = "premise,expansion,repeat,topical,random,oracle,robustrag,reliabilityrag"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("play")(play)


def play(
    folder: Annotated[Path, typer.Argument(help="A benchmark that `suffice worlds generate` wrote.")],
    policies: Annotated[
        str,
        typer.Option(
            help="premise, expansion, repeat, topical, random, oracle, robustrag, trustrag, reliabilityrag; "
            "with a model: premise-model, expansion-model, repeat-model."
        ),
    ] = _DEFAULT,
    out: Annotated[
        Path | None,
        typer.Option(help="Folder for the plays; a run that stopped is resumed. Default: none is kept."),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of policies that draw, and of the intervals.")] = 0,
    limit: Annotated[
        int | None, typer.Option(min=1, help="So many worlds and twins, from the first.")
    ] = None,
    index: Annotated[
        str, typer.Option(help="full, or prose: pages are indexed without their blocks, a stress.")
    ] = "full",
    workers: Annotated[int | None, typer.Option(min=1, help="Processes. Default: one a processor.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Let policies search for the decisive records, and score what they release.

    Exit 0 when played, 2 on bad input.

    Example: suffice worlds play worlds --policies premise,expansion --out run
    """
    from suffice.cli.display import console
    from suffice.cli.worlds.tables import print_scores
    from suffice.worlds.fiction.folder import Benchmark
    from suffice.worlds.fiction.playing import play_benchmark
    from suffice.worlds.fiction.tally import score

    with tempfile.TemporaryDirectory() as scratch:
        plays = play_benchmark(
            Benchmark(folder),
            read_list(policies),
            out or Path(scratch) / "run",
            seed=seed,
            workers=workers or default_workers(),
            limit=limit,
            index=index,
            watch=progress,
        )
        scores = score(plays)
    if as_json:
        typer.echo(json.dumps(scores.model_dump(), indent=2))
    else:
        print_scores(scores, console())

"""`suffice gate calibrate`: choose a threshold, and say how it does on each set left out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from suffice.cli.common import CacheOption, JsonOption
from suffice.cli.gate.common import (
    AggregateOption,
    ClaimsOption,
    EncoderOption,
    LimitOption,
    PartOption,
    SeedOption,
    VerifierOption,
    choose_part,
    open_parts,
    open_recorders,
)
from suffice.cli.models import BaseUrlOption, MaxCallsOption, ModelCacheOption, ModelOption, choose_model

if TYPE_CHECKING:
    from suffice.worlds.gate.calibration import Calibration

__all__ = ["calibrate", "register"]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("calibrate")(calibrate)


def calibrate(
    questions: Annotated[
        list[Path], typer.Argument(help="HotpotQA, 2Wiki or MuSiQue shape; each file is a set.")
    ],
    encoder: EncoderOption,
    verifier: VerifierOption = "closure",
    claims: ClaimsOption = "requirements",
    aggregate: AggregateOption = "max",
    part: PartOption = "dev",
    limit: LimitOption = None,
    seed: SeedOption = 0,
    out: Annotated[
        Path | None, typer.Option(help="Add the threshold to this table; it is made if it is not there.")
    ] = None,
    force: Annotated[
        bool,
        typer.Option("--force", help="Write the threshold also where the verifier stops too few questions."),
    ] = False,
    as_json: JsonOption = False,
    cache: CacheOption = None,
    model_name: ModelOption = None,
    base_url: BaseUrlOption = None,
    model_cache: ModelCacheOption = None,
    max_calls: MaxCallsOption = None,
) -> None:
    """Choose the threshold that saves most calls at a stop agreement of 0.90, with coverage safety not below always verifying.

    With several files each is also left out in turn, and told with the threshold that the others chose. Where the verifier stops fewer
    than 10 questions of a file, or 5 %, the choice means nothing and is not written. Exit 0 when done, 1 where it means nothing, 2 on
    bad input.

    Example: suffice gate calibrate 2wiki.jsonl.gz hotpot.jsonl.gz --encoder overlap --out thresholds.json
    """
    from suffice.cli.display import console
    from suffice.files import write_text
    from suffice.search.gate.gate import Thresholds, read_thresholds
    from suffice.worlds.gate.calibration import calibrate as choose

    asked = choose_part(part)
    model = choose_model(model_name, base_url, model_cache, max_calls=max_calls)
    parts = open_parts(encoder, claims, verifier, aggregate, model)
    if out is not None and out.exists():
        read_thresholds(out)  # what is no table is told before the work
    recorders = open_recorders(questions, part=asked, limit=limit, cache=cache, model=model)
    found = choose(recorders, parts.encoder, parts.drafter, parts.verifier, parts.aggregate, seed=seed)
    written = out is not None and (force or not found.vacuous)
    if out is not None and written:
        table = read_thresholds(out) if out.exists() else Thresholds(calibrated=())
        kept = table.by_key | {found.chosen.key: found.chosen}
        new = Thresholds(calibrated=tuple(kept[key] for key in sorted(kept)))
        write_text(out, new.model_dump_json(indent=2) + "\n")
    if as_json:
        typer.echo(json.dumps(found.model_dump(mode="json"), indent=2))
    else:
        _print(found)
        if written:
            console().print(f"written to {out}", markup=False)
    if found.vacuous:
        few = ", ".join(f"{found.stops[name]} of {name}" for name in found.vacuous)
        unwritten = "not written: " if out is not None and not written else ""
        typer.echo(
            f"suffice: {unwritten}the verifier stops too few questions ({few}) for the choice to mean anything; "
            f"give {'more or other questions' if force else 'more or other questions, or --force'}",
            err=True,
        )
        raise typer.Exit(0 if force else 1)


def _print(found: Calibration) -> None:
    from rich.table import Table

    from suffice.cli.display import console

    out, chosen = console(), found.chosen
    out.print(
        f"{chosen.encoder}, claims from {chosen.drafter}, {chosen.aggregate}, before {chosen.verifier}: threshold "
        f"{chosen.threshold:.2f} saves {chosen.call_reduction:.1%} of the calls at a stop agreement of "
        f"{chosen.stop_agreement:.3f} on {chosen.questions} questions of {', '.join(chosen.sets)}",
        markup=False,
    )
    if not found.folds:
        return
    table = Table(
        "left out",
        "threshold",
        "calls saved",
        "agreement",
        "stops kept",
        "verifier stops",
        "safe",
        "safe, always",
    )
    for fold in found.folds:
        table.add_row(
            fold.left_out,
            f"{fold.threshold:.2f}",
            f"{fold.call_reduction:.1%}",
            f"{fold.stop_agreement:.3f}",
            "-" if fold.stops_kept is None else f"{fold.stops_kept:.3f}",
            f"{fold.always_verify_stops:.1%}",
            *(
                "-" if one is None else f"{one:.3f}"
                for one in (fold.coverage_safety_gated, fold.coverage_safety_always)
            ),
        )
    out.print(table)

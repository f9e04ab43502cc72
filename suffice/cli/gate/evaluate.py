"""`suffice gate evaluate`: a gate before a verifier, scored."""

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
from suffice.cli.models import (
    BaseUrlOption,
    MaxCallsOption,
    ModelCacheOption,
    ModelOption,
    RecordOption,
    choose_model,
    recording,
)

if TYPE_CHECKING:
    from suffice.worlds.gate.evaluation import GateReport

__all__ = ["evaluate", "register"]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("evaluate")(evaluate)


def evaluate(
    questions: Annotated[Path, typer.Argument(help="HotpotQA, 2Wiki or MuSiQue shape.")],
    encoder: EncoderOption,
    verifier: VerifierOption,
    claims: ClaimsOption = "requirements",
    aggregate: AggregateOption = "max",
    threshold: Annotated[
        float | None, typer.Option(help="Another than the calibrated one; needs --force.")
    ] = None,
    thresholds: Annotated[
        Path | None, typer.Option(help="Table that `suffice gate calibrate --out` wrote.")
    ] = None,
    force: Annotated[
        bool,
        typer.Option("--force", help="Take a threshold that was never calibrated; 0.16 if none is given."),
    ] = False,
    part: PartOption = "all",
    limit: LimitOption = None,
    seed: SeedOption = 0,
    out: Annotated[Path | None, typer.Option(help="Also write the report here, as JSON.")] = None,
    as_json: JsonOption = False,
    cache: CacheOption = None,
    model_name: ModelOption = None,
    base_url: BaseUrlOption = None,
    model_cache: ModelCacheOption = None,
    max_calls: MaxCallsOption = None,
    record: RecordOption = None,
) -> None:
    """Score a gate: calls saved, stops kept, coverage safety, answers and seconds, beside the controls.

    Exit 0 when done, 2 on bad input, also where the combination has no calibrated threshold; 3 where a limit was reached.

    Example: suffice gate evaluate 2wiki.jsonl.gz --encoder overlap --verifier closure
    """
    from suffice.files import write_text
    from suffice.search.gate.gate import choose_gate, read_thresholds
    from suffice.worlds.gate.evaluation import Setting, evaluate_gate

    asked = choose_part(part)
    model = choose_model(model_name, base_url, model_cache, max_calls=max_calls, record=record)
    parts = open_parts(encoder, claims, verifier, aggregate, model)
    gate = choose_gate(
        encoder,
        parts.drafter.name,
        verifier,
        parts.aggregate,
        threshold=threshold,
        force=force,
        thresholds=read_thresholds(thresholds),
    )
    [recorder] = open_recorders([questions], part=asked, limit=limit, cache=cache, model=model).values()
    with recording(model, record):
        found = evaluate_gate(
            recorder, Setting(gate, parts.encoder, parts.drafter, parts.verifier, asked, seed)
        )
    text = json.dumps(found.model_dump(mode="json"), indent=2)
    if out is not None:
        write_text(out, text + "\n")
    if as_json:
        typer.echo(text)
    else:
        _print(found)


def _print(found: GateReport) -> None:
    from rich.table import Table

    from suffice.cli.display import console

    out = console()

    def share(value: float | None) -> str:
        return "-" if value is None else f"{value:.3f}"

    def interval(name: str) -> str:
        ends = found.intervals.get(name)
        return "" if ends is None else f"{ends[0]:.3f} to {ends[1]:.3f}"

    out.print(
        f"{found.questions} questions ({found.part}): {found.encoder}, claims from {found.claims}, {found.aggregate}, threshold "
        f"{found.threshold:.3f}, before {found.verifier}",
        markup=False,
    )
    table = Table("", "gated", "95 %", "always")
    table.add_row("calls saved", share(found.call_reduction), interval("call_reduction"), "0")
    table.add_row("stop agreement", share(found.stop_agreement), interval("stop_agreement"), "1")
    table.add_row("stops kept", share(found.stops_kept), "", "1")
    table.add_row("questions stopped", "", "", share(found.always_verify_stops))
    table.add_row(
        "coverage safety",
        share(found.coverage_safety_gated),
        interval("coverage_safety_gated"),
        share(found.coverage_safety_always),
    )
    table.add_row("unsafe stops", str(found.unsafe_stops_gated), "", str(found.unsafe_stops_always))
    table.add_row("exact match", share(found.exact_match_gated), "", share(found.exact_match_always))
    table.add_row("seconds a question", share(found.seconds_gated), "", share(found.seconds_always))
    table.add_row("AUROC, gold claims", f"{share(found.auroc)}, {share(found.auroc_gold)}", "", "")
    out.print(table)
    others = Table(
        "descriptive: best threshold on these questions", "calls saved", "agreement", "safe", "AUROC"
    )
    for name, best in (("gap", found.frontier), ("gap, unsafe stops counted", found.frontier_by_count)):
        others.add_row(
            name,
            share(best.call_reduction),
            share(best.stop_agreement),
            share(best.coverage_safety),
            share(found.auroc),
        )
    for name, control in found.controls.items():
        others.add_row(
            name,
            share(control.call_reduction),
            share(control.stop_agreement),
            share(control.coverage_safety),
            share(control.auroc),
        )
    out.print(others)

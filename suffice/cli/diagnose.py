"""`suffice diagnose`: where a run failed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from suffice.cli.common import JsonOption

if TYPE_CHECKING:
    from rich.table import Table

    from suffice.worlds.cases import Case, Findings

__all__ = ["diagnose", "register"]

#: Rejected links shown for a requirement.
_REJECTED = 3


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("diagnose")(diagnose)


def diagnose(
    run: Annotated[Path, typer.Argument(help="Folder of a run of `suffice evaluate --out`.")],
    stage: Annotated[
        str | None,
        typer.Option(
            help="Only one: decomposition, retrieval, link, entity_check, value, closure, or twin for the twins."
        ),
    ] = None,
    limit: Annotated[int | None, typer.Option(min=0, help="Show only so many cases of each stage.")] = None,
    as_json: JsonOption = False,
) -> None:
    """List every wrong or refused answer of a run by the stage at which it went wrong, and what went wrong on twins.

    Exit 0 when listed, 2 on bad input.

    Example: suffice diagnose run --stage link --limit 5
    """
    from suffice.cli.display import console, visible
    from suffice.errors import UsageError
    from suffice.worlds.cases import PHASES, find_cases

    if stage is not None and stage not in PHASES:
        raise UsageError(f"no stage `{stage}`", remedy=f"choose from {', '.join(PHASES)}")
    findings = find_cases(run)
    shown: dict[str, list[Case]] = {phase: [] for phase in PHASES if stage in (None, phase)}
    for case in findings.cases:
        if case.phase in shown and (limit is None or len(shown[case.phase]) < limit):
            shown[case.phase].append(case)
    if as_json:
        cases = tuple(case for found in shown.values() for case in found)
        record = findings.model_copy(update={"cases": cases})
        typer.echo(json.dumps(record.model_dump(mode="json"), ensure_ascii=False, indent=2))
        return
    out = console()
    out.print(_table(findings))
    out.print(_twins(findings))
    for phase, found in shown.items():
        for number, case in enumerate(found):
            if number == 0:
                out.print(f"\n{phase.replace('_', ' ')}", style="bold")
            for line in _lines(case):
                out.print(visible(line), soft_wrap=True)


def _table(findings: Findings) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("went wrong at", no_wrap=True)
    for heading in ("refused", "wrong"):
        table.add_column(heading, justify="right")
    for phase, count in findings.phases.items():
        table.add_row(phase.replace("_", " "), str(count.refused), str(count.wrong))
    return table


def _twins(findings: Findings) -> str:
    twins = findings.twins
    return (
        f"{findings.right} of {findings.n} answered right\n"
        f"twins: {twins.answered} of {twins.n} answered ({twins.answered_with_survivor} with a survivor); "
        f"{twins.survivors} with a survivor in all\n"
        f"abstentions on twins: {twins.named} name the deleted fact, {twins.not_named} do not, "
        f"{twins.unknown} where it is unknown"
    )


def _lines(case: Case) -> Iterator[str]:
    """A case for people."""
    yield f"{case.question} ({case.type}, {case.stage}): {case.text}"
    yield f"  gold: {' | '.join(case.gold)}; answer: {case.answer if case.answer is not None else '–'}"
    if case.fact is not None:
        yield f"  deleted: {case.fact.relation}({case.fact.subject}, {case.fact.value})"
    for title, passages in (("deleted passages", case.deleted), ("survivors", case.survivors)):
        if passages:
            yield f"  {title}: {', '.join(one.title for one in passages)}"
    for link in case.links:
        yield f"  {link.fact} from {link.title} ({link.status}): {link.quote or ''}"
    for need in case.requirements:
        yield f"  {need.status}: {need.atom} {need.wording or ''}".rstrip()
        for one in sorted(need.rejected, key=lambda one: one.quote is None)[:_REJECTED]:
            told = f": {one.value}: {one.quote}" if one.quote is not None else ""
            yield f"    not {one.title} ({one.reason}){told}"
        if len(need.rejected) > _REJECTED:
            yield f"    and {len(need.rejected) - _REJECTED} more"

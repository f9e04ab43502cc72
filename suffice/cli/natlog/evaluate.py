"""`suffice natlog evaluate`: verdicts with proofs against labels."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from suffice.cli.common import JsonOption, progress
from suffice.cli.natlog.common import (
    LexiconFile,
    ModeOption,
    NoWordNetOption,
    SensesOption,
    WordNetOption,
    choose,
    choose_knowledge,
    choose_mode,
    word_knowledge,
)

if TYPE_CHECKING:
    from suffice.worlds.natlog import PairReport
    from suffice.worlds.natlog.evaluate import Judged

__all__ = ["evaluate", "register"]

_PARTS = {"dev": "development", "held-out": "held-out", "all": None}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("evaluate")(evaluate)


def evaluate(
    file: Annotated[Path, typer.Argument(help="Pairs with labels; JSON Lines, plain or .gz.")],
    kind: Annotated[str, typer.Option("--kind", help="med, fracas or fever-symmetric.")],
    part: Annotated[str, typer.Option(help="dev, held-out or all: halves by hash of id.")] = "all",
    limit: Annotated[int | None, typer.Option(min=1, help="Only so many pairs: a quick look.")] = None,
    mode: ModeOption = "automaton",
    wordnet: WordNetOption = None,
    no_wordnet: NoWordNetOption = False,
    lexicon: LexiconFile = None,
    senses: SensesOption = "all",
    show: Annotated[str | None, typer.Option(help="Also list the pairs that are wrong, or refused.")] = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder for proofs and report; a run that was cut short goes on.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Prove each claim, check each proof, and count the verdicts that are as labelled.

    A verdict whose proof does not check counts as NOT ENOUGH INFO. Exit 0 when done, 1 where no pair is in scope, 2 on
    bad input.

    Example: suffice natlog evaluate med.jsonl.gz --kind med --part dev
    """
    from suffice.cli.display import console
    from suffice.extractors.natlog import Prover
    from suffice.worlds.natlog import KINDS, read_pairs
    from suffice.worlds.natlog.pairs import half_of
    from suffice.worlds.natlog.run import run_pairs

    chosen = choose("--kind", kind, tuple(KINDS))
    half = _PARTS[choose("--part", part, tuple(_PARTS))]
    shown = choose("--show", show, ("wrong", "refused")) if show is not None else None
    prover_mode = choose_mode(mode)
    pairs = [pair for pair in read_pairs(chosen, file) if half in (None, half_of(pair.id))]
    asked = [pair for pair in pairs if pair.in_scope][:limit]
    if not asked:
        typer.echo(f"suffice: none of {len(pairs)} pairs ({part}) is in scope: nothing to score", err=True)
        raise typer.Exit(1)
    knowledge = choose_knowledge(lexicon, wordnet, no_wordnet, senses)
    report, judged = run_pairs(
        asked,
        Prover(knowledge, prover_mode),
        chosen,
        n=len(pairs),
        knowledge=word_knowledge(knowledge),
        out=out,
        watch=progress,
    )
    if as_json:
        typer.echo(report.model_dump_json(indent=2))
        return
    terminal = console()
    terminal.print(_table(report))
    if shown is not None:
        terminal.print(Group(*_cases(judged, report.kind, shown)))


def _table(report: PairReport) -> RenderableType:
    """Figures by group beside those of the group's most frequent label."""
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("group")
    for heading in ("pairs", "right %", "majority %", "refused %"):
        table.add_column(heading, justify="right")
    for name, one in report.groups.items():
        shares = (f"{100 * count / max(1, one.n):.1f}" for count in (one.correct, one.majority, one.refused))
        table.add_row(name, str(one.n), *shares)
    shares = (f"{share:.1f}" for share in (report.accuracy, report.majority, report.refused_share))
    table.add_section()
    table.add_row("all", str(report.in_scope), *shares)
    low, high = report.precision_interval or (None, None)
    interval = f" [{low:.1f}, {high:.1f}]" if low is not None and high is not None else ""
    lines = [
        f"{report.in_scope} of {report.n} pairs in scope, {report.decided} decided ({report.coverage:.1f} %)",
        f"precision {_write(report.precision)}{interval}, balanced accuracy {_write(report.balanced_accuracy)}",
        f"{report.knowledge}; {report.mode}; {report.unchecked} verdicts whose proof did not check",
    ]
    return Group(table, *map(Text, lines))


def _write(share: float | None) -> str:
    return "-" if share is None else f"{share:.1f} %"


def _cases(judged: Iterable[Judged], kind: str, shown: str) -> Iterable[Text]:
    from suffice.cli.display import visible
    from suffice.worlds.natlog.evaluate import answer_of

    for one in judged:
        told = answer_of(one, kind)
        if (told != one.pair.label) if shown == "wrong" else one.refused:
            yield visible(
                f"{one.pair.id}: labelled {one.pair.label}, found {told} ({one.pair.group})", "bold"
            )
            yield visible(f"  evidence: {one.pair.evidence}")
            yield visible(f"  claim:    {one.pair.claim}")
            yield visible(f"  {one.proof}")
            for gap in one.proof.gaps:
                yield visible(f"  needs {gap.needed} ({gap.reason})")

"""`suffice natlog kit`: a test with people, made and scored."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

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

__all__ = ["make", "register", "score"]


class _MakeUnlessNamed(TyperGroup):
    """`kit FILE...` is `kit make FILE...`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401  (typer has its own click)
        if args and args[0] not in self.commands and args[0] != "--help":
            args = ["make", *args]
        return super().parse_args(ctx, args)


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(
        cls=_MakeUnlessNamed,
        help="A test with people: do they predict the decision better from a proof than from the sentences?",
        no_args_is_help=True,
    )
    group.command("make")(make)
    group.command("score")(score)
    app.add_typer(group, name="kit")


def make(
    pairs: Annotated[list[Path], typer.Argument(help="Pairs with labels; JSON Lines, plain or .gz.")],
    out: Annotated[Path, typer.Option("--out", help="A new folder.")],
    kind: Annotated[str, typer.Option("--kind", help="med, fracas or fever-symmetric.")] = "fever-symmetric",
    seed: Annotated[int, typer.Option(min=0, help="Of the cases and their order.")] = 0,
    claims: Annotated[int, typer.Option(min=2, help="How many cases.")] = 10,
    subjects: Annotated[int, typer.Option(min=2, help="How many people.")] = 6,
    pool: Annotated[
        int, typer.Option(min=2, help="Pairs, drawn by the seed, that cases are chosen from.")
    ] = 200,
    mode: ModeOption = "automaton",
    wordnet: WordNetOption = None,
    no_wordnet: NoWordNetOption = False,
    lexicon: LexiconFile = None,
    senses: SensesOption = "all",
) -> None:
    """Choose cases, and write a sheet for each subject, the answer sheet and the instructions.

    Exit 0 when written, 2 on bad input. `suffice natlog kit FILE... --out FOLDER` is the same.

    Example: suffice natlog kit pairs.jsonl.gz --kind med --out kit --seed 1
    """
    import random

    from suffice.cli.display import console, visible
    from suffice.extractors.natlog import Prover
    from suffice.worlds.natlog import KINDS, read_pairs
    from suffice.worlds.natlog.evaluate import judge_pairs
    from suffice.worlds.natlog.kit import decisions, make_kit, write_kit

    chosen = choose("--kind", kind, tuple(KINDS))
    there = {
        f"{path.name}:{pair.id}": pair for path in pairs for pair in read_pairs(chosen, path) if pair.in_scope
    }
    names = random.Random(seed).sample(sorted(there), min(pool, len(there)))
    knowledge = choose_knowledge(lexicon, wordnet, no_wordnet, senses)
    judged = judge_pairs(
        [there[name] for name in names], Prover(knowledge, choose_mode(mode)), chosen, progress
    )
    proofs = {name: one.proof for name, one in zip(names, judged, strict=True) if one.checked}
    made = make_kit(proofs, claims=claims, subjects=subjects, seed=seed, knowledge=word_knowledge(knowledge))
    write_kit(made, out)
    told = ", ".join(f"{count} {verdict}" for verdict, count in decisions(made.cases).items())
    console().print(
        visible(f"{claims} claims ({told}) for {subjects} subjects in {out}; see README.md there"),
        soft_wrap=True,
    )


def score(
    folder: Annotated[Path, typer.Argument(help="A folder that `natlog kit` wrote.")],
    answers: Annotated[Path, typer.Argument(help="The filled answer sheet, CSV.")],
    seed: Annotated[int, typer.Option(min=0, help="Of the intervals.")] = 0,
    as_json: JsonOption = False,
) -> None:
    """Count how often people predicted the decision, with proofs and with sentences.

    Exit 0 when scored, 2 on bad input.

    Example: suffice natlog kit score kit kit/answers.csv
    """
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    from suffice.cli.display import console
    from suffice.worlds.natlog.kit import read_kit
    from suffice.worlds.natlog.predictions import read_answers, score_answers

    kit = read_kit(folder)
    found = score_answers(kit, read_answers(kit, answers), seed=seed)
    if as_json:
        typer.echo(found.model_dump_json(indent=2))
        return
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("shown")
    for heading in ("answers", "right %", "95 %", "seconds", "median", "after five"):
        table.add_column(heading, justify="right")
    for name, one in found.conditions.items():
        interval = f"{one.interval[0]:.1f} to {one.interval[1]:.1f}" if one.interval else "-"
        times = (one.seconds_mean, one.seconds_median, one.seconds_later_mean)
        table.add_row(name, str(one.n), _write(one.share), interval, *map(_write, times))
    out = console()
    out.print(table)
    interval = "[{:.1f}, {:.1f}]".format(*found.difference_interval) if found.difference_interval else ""
    out.print(
        f"by claim: proof less sentences {_write(found.difference)} {interval} points; {found.claims_better} claims better,"
        f" {found.claims_worse} worse (sign test p = {found.sign_test:.3f})",
        soft_wrap=True,
        markup=False,
    )
    out.print(f"always the most frequent decision: {found.majority:.1f} %; {found.missing} items unanswered")


def _write(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}"

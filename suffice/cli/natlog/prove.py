"""`suffice natlog prove`: does a passage state or refute a claim? The proof."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from suffice.cli.common import JsonOption
from suffice.cli.natlog.common import (
    LexiconFile,
    ModeOption,
    NoWordNetOption,
    SensesOption,
    WordNetOption,
    choose_knowledge,
    choose_mode,
    print_proof,
)

__all__ = ["prove", "register"]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("prove")(prove)


def prove(
    claim: Annotated[str, typer.Option("--claim", metavar="TEXT", help="A statement.")],
    evidence: Annotated[
        list[str], typer.Option("--evidence", metavar="TEXT", help="A passage; any number of them.")
    ],
    title: Annotated[
        str, typer.Option(help="The passages' title: a pronoun at their beginning may stand for it.")
    ] = "",
    topic: Annotated[
        str | None, typer.Option(help="What such a pronoun stands for; the proof says that you declared it.")
    ] = None,
    functional: Annotated[
        bool,
        typer.Option("--functional", help="What the claim says has one value: another one refutes it."),
    ] = False,
    mode: ModeOption = "automaton",
    wordnet: WordNetOption = None,
    no_wordnet: NoWordNetOption = False,
    lexicon: LexiconFile = None,
    senses: SensesOption = "all",
    out: Annotated[Path | None, typer.Option(help="Also write the proof's JSON to this file.")] = None,
    html: Annotated[Path | None, typer.Option(help="Also write the proof as a page of HTML.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Rewrite a sentence of the evidence, step by step, into the claim; every step has a witness.

    Exit 0 if the claim is supported or refuted, 1 if there is not enough information, 2 on bad input.

    Example: suffice natlog prove --claim "Rex is an animal." --evidence "Rex is a small dog."
    """
    from suffice.cli.display import console
    from suffice.errors import UsageError
    from suffice.extractors.natlog import Prover
    from suffice.extractors.passages import Unit
    from suffice.extractors.text import encodable
    from suffice.files import write_text

    if not any(map(str.isalnum, claim)):
        raise UsageError("--claim: an empty claim says nothing", remedy="give a statement")
    chosen = choose_mode(mode)
    knowledge = choose_knowledge(lexicon, wordnet, no_wordnet, senses)
    units = [Unit(f"evidence-{number}", title, text) for number, text in enumerate(evidence, 1)]
    proof = Prover(knowledge, chosen).prove(
        encodable(claim), units, topic=encodable(topic) if topic else None, functional=functional
    )
    if out is not None:
        write_text(out, proof.to_json())
    if html is not None:
        from suffice.worlds.natlog.page import proof_page

        write_text(html, proof_page(proof))
    if as_json:
        typer.echo(proof.to_json(), nl=False)
    else:
        console().print(print_proof(proof))
    raise typer.Exit(1 if proof.verdict == "NOT ENOUGH INFO" else 0)

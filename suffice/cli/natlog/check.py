"""`suffice natlog check`: verify a proof."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from suffice.cli.common import JsonOption
from suffice.cli.natlog.common import (
    LexiconFile,
    NoWordNetOption,
    SensesOption,
    WordNetOption,
    choose_knowledge,
    word_knowledge,
)

__all__ = ["check", "register"]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("check")(check)


def check(
    proof: Annotated[Path, typer.Argument(help="A proof, as `natlog prove --json` or `--out` writes it.")],
    corpus: Annotated[
        list[Path] | None,
        typer.Option(
            "--corpus", help="JSON Lines of _id, title, text; without it the proof's own text is taken."
        ),
    ] = None,
    wordnet: WordNetOption = None,
    no_wordnet: NoWordNetOption = False,
    lexicon: LexiconFile = None,
    senses: SensesOption = "all",
    as_json: JsonOption = False,
) -> None:
    """Check a proof without search, model or network, with the lexical knowledge at hand.

    Exit 0 if it is valid, 1 if not (each fault is named), 2 if the file holds no proof.

    Example: suffice natlog check proof.json --corpus passages.jsonl
    """
    from suffice.cli.display import console, visible
    from suffice.errors import CertificateError
    from suffice.extractors.natlog import check_proof, read_proof
    from suffice.files import read_text
    from suffice.search import read_corpus

    read = read_proof(read_text(str(proof), CertificateError), proof)
    units = {unit.id: unit for unit in read_corpus(*corpus)} if corpus else None
    knowledge = choose_knowledge(lexicon, wordnet, no_wordnet, senses)
    faults = check_proof(read, knowledge, units)
    told = word_knowledge(knowledge)
    if as_json:
        report = {
            "valid": not faults,
            "verdict": read.verdict,
            "assumptions": read.assumptions,
            "knowledge": told,
            "faults": [{"field": fault.field, "cause": fault.cause} for fault in faults],
        }
        typer.echo(json.dumps(report, indent=2, ensure_ascii=False))
    else:
        out = console()
        where = "" if units is not None else "; the text is the proof's own, no corpus was given"
        out.print(visible("invalid" if faults else f"valid: {read.verdict} ({told}){where}"), soft_wrap=True)
        for fault in faults:
            out.print(visible(f"  {fault}"), soft_wrap=True)
        for assumed in () if faults else read.assumptions:
            out.print(visible(f"  taken for granted: {assumed}"), soft_wrap=True)
    raise typer.Exit(1 if faults else 0)

"""`suffice verify`: re-check a certificate."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from suffice.cli.common import JsonOption, LexiconOption, RulesOption, read_rules

__all__ = ["register", "verify"]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("verify")(verify)


def verify(
    certificate: Annotated[
        Path, typer.Argument(help="A certificate, as `ask --json` or `prove --certificate` writes it.")
    ],
    corpus: Annotated[
        list[Path] | None, typer.Option("--corpus", help="JSON Lines of _id, title, text; plain or .gz.")
    ] = None,
    rules: RulesOption = None,
    lexicon: LexiconOption = None,
    as_json: JsonOption = False,
) -> None:
    """Check a certificate with a small checker that shares no code with the search for it.

    Exit 0 if it is valid, 1 if not (the fields at fault are named), 2 on bad input. Without --rules and --lexicon it is
    valid relative to the program that it embeds.

    Example: suffice verify certificate.json --corpus passages.jsonl
    """
    import json

    from suffice.engine.checker import Failure
    from suffice.extractors import read_lexicon
    from suffice.search import read_corpus
    from suffice.search.verification import load_certificate, verify_certificate

    loaded = load_certificate(certificate)
    units = {unit.id: unit for unit in read_corpus(*corpus)} if corpus else {}
    program = read_rules(rules or ())
    given = bool(rules or lexicon)
    failures: list[Failure]
    if isinstance(loaded, list):
        failures, scope = loaded, ""
    else:
        words = read_lexicon(*(lexicon or ()))
        known = words if given or words.sha256 == loaded.lexicon_sha256 else None
        evidence = program if rules and loaded.lexicon_sha256 is None else None
        failures = verify_certificate(loaded, units, known, program, evidence=evidence)
        scope = "" if given else f" relative to the embedded program sha256={loaded.program_sha256}"
    if as_json:
        report = {
            "valid": not failures,
            "relative_to": None
            if given or failures
            else scope.strip().removeprefix("relative to the embedded program "),
            "failures": [{"field": failure.field, "cause": failure.cause} for failure in failures],
        }
        typer.echo(json.dumps(report, indent=2, ensure_ascii=False))
    elif failures:
        typer.echo("invalid")
        for failure in failures:
            typer.echo(f"  {failure}")
    else:
        typer.echo(f"valid{scope}")
    raise typer.Exit(1 if failures else 0)

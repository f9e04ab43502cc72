"""`suffice verify`: re-check a certificate."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from suffice.cli.common import JsonOption, LexiconOption, RulesOption, read_rules
from suffice.cli.models import (
    BaseUrlOption,
    ExamplesOption,
    ForestOption,
    LeastOption,
    ModelCacheOption,
    ModelOption,
    choose_model,
)
from suffice.cli.prove import read_files

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
    model_name: ModelOption = None,
    base_url: BaseUrlOption = None,
    examples: ExamplesOption = "first",
    least_likely: LeastOption = None,
    forest: ForestOption = None,
    model_cache: ModelCacheOption = None,
) -> None:
    """Check a certificate with a small checker that shares no code with the search for it.

    Exit 0 if it is valid, 1 if not (the fields at fault are named), 2 on bad input. Without --rules and --lexicon it is
    valid relative to the program that it embeds; it says so if that is what the shipped ones make of the question.

    A link that a model made is made again by that model (--model); its replies come from the cache or a recording where they
    can. A likely link is a guess: it is accepted only with --least-likely, if it is as likely as that.

    Example: suffice verify certificate.json --corpus passages.jsonl
    """
    import json

    from suffice.engine.checker import Failure
    from suffice.errors import UsageError
    from suffice.extractors import read_lexicon
    from suffice.search import read_corpus
    from suffice.search.readers import make_readers
    from suffice.search.verification import is_reproduced, load_certificate, verify_certificate

    loaded = load_certificate(certificate)
    units = {unit.id: unit for unit in read_corpus(*corpus)} if corpus else {}
    program = read_rules(rules or ())
    words = read_lexicon(*(lexicon or ()))
    given = bool(rules or lexicon)
    model = choose_model(model_name, base_url, model_cache)
    if forest is not None and least_likely is None:
        raise UsageError("`--forest` rates guesses, and none is accepted", remedy="give --least-likely")
    guesses = ["likely"] if least_likely is not None else []
    reads, links = make_readers(
        [*guesses, *(["model"] if model else [])],
        words,
        model=model,
        examples=examples,
        least=least_likely,
        forest=forest,
    )
    failures: list[Failure]
    relative, scope = None, ""
    if isinstance(loaded, list):
        failures = loaded
    else:
        textless = loaded.lexicon_sha256 is None
        wanted = bool(lexicon) if textless else given or words.sha256 == loaded.lexicon_sha256
        failures = verify_certificate(
            loaded,
            units,
            words if wanted else None,
            program if given else None,
            # What `prove` certifies is about the files alone, without the library.
            evidence=read_files([str(path) for path in rules]) if rules and textless else None,
            readers=reads,
            linkers=links,
        )
        if not given and not failures:
            relative = f"sha256={loaded.program_sha256}"
            scope = f" relative to the embedded program {relative}"
            if wanted and is_reproduced(loaded, words, program):
                scope += ", which the shipped rules and lexicon give for the question"
            elif not textless:
                scope += "; to check that too, give the --rules and --lexicon that it was asked with"
    if as_json:
        report = {
            "valid": not failures,
            "relative_to": relative,
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

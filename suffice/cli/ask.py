"""`suffice ask`: one question over a corpus."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from suffice.cli.common import (
    CacheOption,
    CorpusOption,
    GateOption,
    JsonOption,
    LexiconOption,
    RulesOption,
    choose_cache,
    read_rules,
)
from suffice.cli.models import (
    BaseUrlOption,
    ExamplesOption,
    ForestOption,
    LeastOption,
    MaxCallsOption,
    MaxTokensOption,
    ModelCacheOption,
    ModelOption,
    MostOption,
    ReadersOption,
    RecordOption,
    choose_model,
    choose_readers,
    recording,
)

__all__ = ["ask", "register"]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("ask")(ask)


def ask(
    question: Annotated[str, typer.Argument(help="The question.")],
    corpus: CorpusOption,
    rules: RulesOption = None,
    lexicon: LexiconOption = None,
    check: Annotated[
        str, typer.Option(help="Entity check: anchor-or-verify, anchor or none.")
    ] = "anchor-or-verify",
    index: Annotated[str | None, typer.Option(help="bm25 or tantivy; by default what fits the size.")] = None,
    as_json: JsonOption = False,
    full: Annotated[bool, typer.Option("--full", help="Show every step of the derivation.")] = False,
    certificate: Annotated[
        Path | None, typer.Option("--out", help="Also write the certificate or abstention here, as JSON.")
    ] = None,
    trace: Annotated[
        Path | None, typer.Option(help="Write here what was searched and found, as JSON Lines.")
    ] = None,
    picture: Annotated[
        Path | None, typer.Option(help="Draw the derivation here: .dot or .mmd (Mermaid).")
    ] = None,
    cache: CacheOption = None,
    model_name: ModelOption = None,
    base_url: BaseUrlOption = None,
    readers: ReadersOption = None,
    least_likely: LeastOption = None,
    forest: ForestOption = None,
    examples: ExamplesOption = "first",
    most_read: MostOption = 3,
    gate: GateOption = None,
    model_cache: ModelCacheOption = None,
    max_calls: MaxCallsOption = None,
    max_tokens: MaxTokensOption = None,
    record: RecordOption = None,
) -> None:
    """Answer a question with a certificate, or abstain and name what is open.

    Exit 0 with a certificate, 1 with an abstention, 2 on bad input.

    Example: suffice ask 'Who directed Free Guy?' --corpus passages.jsonl
    """
    from suffice.cli.display import console
    from suffice.cli.render import render_decision
    from suffice.engine.certificate import Certificate
    from suffice.engine.picture import write_picture
    from suffice.errors import UsageError
    from suffice.extractors import Reader, read_lexicon
    from suffice.extractors.linker import CHECKS
    from suffice.files import write_text
    from suffice.search import Asker, build_index, read_corpus
    from suffice.search.gate.screen import make_screen
    from suffice.search.readers import make_readers

    if check not in CHECKS:
        raise UsageError(f"no entity check `{check}`", remedy=f"choose from {', '.join(CHECKS)}")
    model = choose_model(
        model_name, base_url, model_cache, max_calls=max_calls, max_tokens=max_tokens, record=record
    )
    units = read_corpus(*corpus)
    words = read_lexicon(*(lexicon or ()))
    program = read_rules(rules or ())
    reads, links = make_readers(
        choose_readers(readers, model, least=least_likely, forest=forest),
        words,
        check,  # type: ignore[arg-type]
        model=model,
        examples=examples,
        most=most_read,
        least=least_likely,
        forest=forest,
    )
    asker = Asker(
        {unit.id: unit for unit in units},
        build_index(units, index),
        words,
        program,
        Reader(choose_cache(cache)),
        check=check,  # type: ignore[arg-type]
        readers=reads,
        linkers=links,
        model=model,
        gate=make_screen(gate) if gate is not None else None,
    )
    with recording(model, record):
        decision = asker.ask(question)
    text = decision.outcome.model_dump_json(indent=2) + "\n"
    if certificate is not None:
        write_text(certificate, text)
    if picture is not None and isinstance(decision.outcome, Certificate):
        write_picture(decision.outcome, picture)
    if trace is not None:
        write_text(trace, decision.trace.to_json_lines())
    if as_json:
        typer.echo(text, nl=False)
    else:
        render_decision(decision.outcome, console(), full=full)
    raise typer.Exit(0 if isinstance(decision.outcome, Certificate) else 1)

"""`suffice extract`: what a text says, with spans."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from suffice.cli.common import CacheOption, JsonOption, LexiconOption, RulesOption, choose_cache, progress
from suffice.cli.models import (
    BaseUrlOption,
    MaxCallsOption,
    MaxTokensOption,
    ModelCacheOption,
    ModelOption,
    RecordOption,
    choose_model,
    recording,
    tell_usage,
)

if TYPE_CHECKING:
    from suffice.extractors import Unit
    from suffice.extractors.extraction import Extraction
    from suffice.extractors.reading_rules import RuleReader

__all__ = ["extract", "register"]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("extract")(extract)


def extract(
    file: Annotated[
        Path,
        typer.Argument(
            help="Passages: JSON Lines of _id, title, text; or a plain text, whose paragraphs are passages."
        ),
    ],
    to: Annotated[str, typer.Option("--to", help="facts or rules.")],
    rules: RulesOption = None,
    lexicon: LexiconOption = None,
    open_relations: Annotated[
        bool, typer.Option("--open", help="Let the model name relations itself: an ablation.")
    ] = False,
    model_name: ModelOption = None,
    base_url: BaseUrlOption = None,
    model_cache: ModelCacheOption = None,
    max_calls: MaxCallsOption = None,
    max_tokens: MaxTokensOption = None,
    record: RecordOption = None,
    as_json: JsonOption = False,
    cache: CacheOption = None,
) -> None:
    """Write what a text says as a program: facts that units state, or rules.

    Exit 0, also if nothing was found; 2 on bad input; 3 where a budget is used up.

    Example: suffice extract passages.jsonl --to facts
    """
    from suffice.errors import UsageError

    if to not in ("facts", "rules"):
        raise UsageError(f"nothing is extracted to `{to}`", remedy="give `--to facts` or `--to rules`")
    model = choose_model(
        model_name, base_url, model_cache, max_calls=max_calls, max_tokens=max_tokens, record=record
    )
    if open_relations and model is None:
        raise UsageError("`--open` is for a model", remedy="give --model")
    units = _read_units(file)
    if to == "facts":
        from suffice.cli.common import read_rules
        from suffice.extractors import Reader, read_lexicon
        from suffice.extractors.extraction import Extraction, FactExtractor, LexiconExtractor

        words = read_lexicon(*(lexicon or ()))
        extractor: FactExtractor
        if model is None:
            extractor = LexiconExtractor(words)
        else:
            from suffice.extractors.models.extract import ModelExtractor, relations_of

            relations = relations_of(words, read_rules(rules or ()))
            extractor = ModelExtractor(model, relations, open_relations=open_relations)
        found = Extraction()
        with recording(model, record), progress("reading", len(units)) as advance:
            for passage in Reader(choose_cache(cache)).read(units):
                found.add(extractor.extract(passage))
                advance(1)
        told, program = _as_json(found), _as_program(found)
    else:
        from suffice.extractors.reading_rules import RuleReader

        reader = RuleReader(model)
        with recording(model, record), progress("reading", len(units)) as advance:
            for unit in units:
                reader.read(unit)
                advance(1)
        told, program = _rules_as_json(reader), _rules_as_program(reader)
    if as_json:
        typer.echo(json.dumps(told | {"model": tell_usage(model)}, ensure_ascii=False, indent=2))
    else:
        typer.echo(program, nl=False)


def _read_units(file: Path) -> list[Unit]:
    from suffice.errors import CorpusError
    from suffice.extractors import Unit
    from suffice.files import read_text
    from suffice.search import read_corpus

    if any(suffix in (".jsonl", ".json") for suffix in file.suffixes):
        return read_corpus(file)
    paragraphs = [part.strip() for part in read_text(str(file), CorpusError).split("\n\n")]
    return [
        Unit(f"p{number}", *_titled(paragraph))
        for number, paragraph in enumerate(filter(None, paragraphs), start=1)
    ]


def _titled(paragraph: str) -> tuple[str, str]:
    """A first line `# Title` is the title; without one there is none."""
    first, _, rest = paragraph.partition("\n")
    return (first.lstrip("# ").strip(), rest) if first.startswith("#") else ("", paragraph)


def _as_json(found: Extraction) -> dict[str, Any]:
    facts = [
        {
            "fact": str(one.atom),
            "unit": one.unit,
            "quote": one.quote,
            "start": one.start,
            "end": one.end,
            "value": one.surface,
            "value_start": one.value_start,
            "value_end": one.value_end,
            "how": one.how,
        }
        for one in found.facts
    ]
    return {"facts": facts, "dropped": dict(sorted(found.dropped.items()))}


def _as_program(found: Extraction) -> str:
    """A program that clingo reads: each fact, the unit that states it, and the quote as a comment."""
    from suffice.rules import Atom, Program, Rule, Symbol
    from suffice.search.loop import name_unit

    lines = []
    for one in found.facts:
        stated = Atom("states", (name_unit(one.unit), Symbol(one.atom.name, one.atom.args)))
        quote = " ".join(one.quote.split())
        lines.append(
            f"% {one.unit} {one.start}-{one.end}: {quote}\n{Program((Rule(one.atom), Rule(stated)))}"
        )
    dropped = "".join(f"% dropped: {count} {why}\n" for why, count in sorted(found.dropped.items()))
    return "".join(lines) + dropped


def _rules_as_json(reader: RuleReader) -> dict[str, Any]:
    rules = [
        {
            "rule": str(one.stated.rule),
            "unit": one.unit,
            "quote": one.stated.quote,
            "start": one.stated.start,
            "end": one.stated.end,
            "words": [list(span) for span in one.stated.spans],
            "how": one.how,
        }
        for one in reader.found
    ]
    return {"rules": rules, "dropped": dict(sorted(reader.dropped.items()))}


def _rules_as_program(reader: RuleReader) -> str:
    """A program in which each passage states its facts and witnesses its rules; quotes come first, as comments."""
    quotes = [
        f"% {one.unit} {one.stated.start}-{one.stated.end}: {' '.join(one.stated.quote.split())}\n"
        for one in reader.found
    ]
    dropped = "".join(f"% dropped: {count} {why}\n" for why, count in sorted(reader.dropped.items()))
    return "".join(dict.fromkeys(quotes)) + dropped + (str(reader.program()) if reader.found else "")

"""`suffice demo`: the main job on a small sample of real questions that ships with suffice."""

from __future__ import annotations

import typer

from suffice.cli.common import CacheOption, choose_cache, progress

__all__ = ["demo", "register"]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("demo")(demo)


def demo(cache: CacheOption = None) -> None:
    """Answer real multi-hop questions over real Wikipedia passages: one certificate and one abstention whole, then all.

    Runs without a model and without a network. The sample is part of 2WikiMultiHopQA (Apache-2.0).

    Example: suffice demo
    """
    from importlib.resources import as_file, files

    from suffice.cli.display import console, visible
    from suffice.cli.render import render_decision
    from suffice.cli.report_tables import print_report
    from suffice.engine.certificate import Certificate
    from suffice.extractors import Reader, read_lexicon
    from suffice.search import read_library
    from suffice.worlds.evaluate import run_evaluation

    screen = console()
    with as_file(files("suffice.data").joinpath("2wiki_sample.jsonl.gz")) as sample:
        found = run_evaluation(
            sample,
            rules=read_library(),
            lexicon=read_lexicon(),
            reader=Reader(choose_cache(cache)),
            watch=progress,
        )
    pairs = list(zip(found.originals, found.twins, strict=True))
    original, twin = next(
        (one, other)
        for one, other in pairs
        if one.correct
        and isinstance(one.decision, Certificate)
        and len(one.decision.support) > 1
        and other.answer is None
    )
    passages = found.report.passages
    screen.print(f"{len(pairs)} questions over {passages} passages of Wikipedia, without a model\n")
    screen.print(visible("a question that the passages answer", "reverse"))
    screen.print(visible(original.text, "bold"))
    screen.print()
    render_decision(original.decision, screen)
    screen.print()
    screen.print(visible("the same question, without the passages that state one of its facts", "reverse"))
    if twin.fact is not None:
        screen.print(
            f"deleted: {twin.fact.subject}, {twin.fact.relation.replace('_', ' ')}, {twin.fact.value}\n"
        )
    render_decision(twin.decision, screen)
    screen.print()
    screen.print(visible("all of them, and a twin of each that cannot be answered", "reverse"))
    print_report(found, screen)

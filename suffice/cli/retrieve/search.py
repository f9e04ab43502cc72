"""`suffice retrieve search`: documents for one claim."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from suffice.cli.common import CorpusOption, JsonOption
from suffice.cli.retrieve.common import (
    BeamOption,
    HopsOption,
    MergeOption,
    ModelFolderOption,
    ScorerOption,
    check_bounds,
)

__all__ = ["register", "search"]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("search")(search)


def search(
    claim: Annotated[str, typer.Argument(help="A claim or a question.")],
    corpus: CorpusOption,
    scorer: ScorerOption = "lexical",
    model: ModelFolderOption = None,
    hops: HopsOption = 2,
    beam: BeamOption = 25,
    merge: MergeOption = "linked",
    scheme: Annotated[str, typer.Option(help="joint, top-1, not-joint or joint-docs.")] = "joint",
    initial: Annotated[str, typer.Option(help="First retrieval: both, bm25, generator or titles.")] = "both",
    sufficiency: Annotated[
        str,
        typer.Option(
            help="When to stop: proof, proof-strict, closure, fixed-hops, always-complete or always-incomplete."
        ),
    ] = "proof",
    limit: Annotated[int, typer.Option(help="Documents to show.", min=1)] = 10,
    as_json: JsonOption = False,
) -> None:
    """Find documents for a claim: ranked documents, the sentences kept, the hops, and whether they are enough.

    Exit 0 if they are enough, 1 if not, 2 on bad input.

    Example: suffice retrieve search 'Where was the director of Free Guy born?' --corpus passages.jsonl
    """
    from suffice.cli.display import console
    from suffice.cli.retrieve.tables import print_retrieval
    from suffice.errors import UsageError
    from suffice.search.corpus import read_corpus
    from suffice.search.prefix.collection import Collection
    from suffice.search.prefix.hops import Retriever, Settings
    from suffice.search.prefix.scorers import make_scorer
    from suffice.search.prefix.sufficiency import SUFFICIENCY, make_sufficiency

    judges = [
        one for one in SUFFICIENCY if one != "classifier"
    ]  # that one is fitted on questions: `evaluate --train`
    if sufficiency not in judges:
        raise UsageError(
            f"no sufficiency judge `{sufficiency}` here", remedy=f"choose from {', '.join(judges)}"
        )
    check_bounds(hops, beam)
    settings = Settings(hops=hops, width=beam, merge=merge, scheme=scheme, initial=initial)
    judge = make_sufficiency(sufficiency)
    collection = Collection(read_corpus(*corpus))
    texts = (text for one in collection.documents.values() for text in one.sentences)
    scores = make_scorer(scorer, collection.trie, collection.weights, texts=texts, model=model)
    found = Retriever(collection, scores, settings, judge).retrieve(claim)
    if as_json:
        told = {
            "claim": claim,
            "verdict": {
                "sufficient": found.verdict.sufficient,
                "label": found.verdict.label,
                "why": found.verdict.why,
            },
            "documents": [
                {"id": one, "title": collection.documents[one].title} for one in found.documents[:limit]
            ],
            "sentences": [
                {
                    "document": one.document,
                    "number": one.number,
                    "title": one.cited.title,
                    "text": one.cited.text,
                }
                for one in found.sentences
            ],
            "hops": [
                {
                    "new": [{"document": new.document, "cites": list(new.cites)} for new in hop.new[:limit]],
                    "sufficient": hop.verdict.sufficient,
                    "label": hop.verdict.label,
                    "why": hop.verdict.why,
                }
                for hop in found.hops
            ],
            "used": found.used,
        }
        typer.echo(json.dumps(told, ensure_ascii=False, indent=2))
    else:
        print_retrieval(found, collection, limit, console())
    raise typer.Exit(0 if found.verdict.sufficient else 1)

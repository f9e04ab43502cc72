"""`suffice gate train`: the claim-slot head, which drafts claims as vectors without a model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from suffice.cli.common import CacheOption
from suffice.cli.gate.common import (
    LimitOption,
    PartOption,
    choose_part,
    open_drafter,
    open_recorders,
)
from suffice.cli.models import BaseUrlOption, ModelCacheOption, ModelOption, choose_model

__all__ = ["register", "train"]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("train")(train)


def train(
    questions: Annotated[list[Path], typer.Argument(help="HotpotQA, 2Wiki or MuSiQue shape.")],
    out: Annotated[Path, typer.Option("--out", help="The head, .npz.")],
    encoder: Annotated[str, typer.Option(help="An encoder with vectors: use or minilm.")] = "use",
    claims: Annotated[
        str, typer.Option(help="Whose claims it learns: lookups, or model, or gold sentences.")
    ] = "lookups",
    part: PartOption = "dev",
    limit: LimitOption = None,
    seed: Annotated[int, typer.Option(help="Of the first weights and the order of questions.")] = 0,
    epochs: Annotated[int, typer.Option(help="Passes over the questions.", min=1)] = 60,
    cache: CacheOption = None,
    model_name: ModelOption = None,
    base_url: BaseUrlOption = None,
    model_cache: ModelCacheOption = None,
) -> None:
    """Train a network that tells from a question's vector the vectors of its claims.

    Exit 0 when written, 2 on bad input.

    Example: suffice gate train 2wiki.jsonl.gz --encoder use --out head.npz
    """
    from suffice.cli.display import console
    from suffice.search.gate.encoders import make_encoder
    from suffice.search.gate.head import write_head
    from suffice.worlds.gate.training import learn_head

    model = choose_model(model_name, base_url, model_cache)
    encodes = make_encoder(encoder)
    drafter = None if claims == "gold" else open_drafter(claims, encodes, model)
    recorders = open_recorders(questions, part=choose_part(part), limit=limit, cache=cache, model=model)
    head, learned, loss = learn_head(list(recorders.values()), encodes, drafter, seed=seed, epochs=epochs)
    write_head(head, out)
    console().print(
        f"{head.parameters} parameters, learned from {learned} questions; mean cosine to their claims {1 - loss:.3f}; "
        f"written to {out}",
        markup=False,
    )

"""Options that both commands of the group have."""

from __future__ import annotations

from typing import Annotated

import typer

from suffice.errors import UsageError

__all__ = ["BeamOption", "HopsOption", "MergeOption", "ModelFolderOption", "ScorerOption", "check_bounds"]

ScorerOption = Annotated[str, typer.Option(help="How titles are scored: lexical, ngram or seq2seq.")]
ModelFolderOption = Annotated[
    str | None, typer.Option("--model", help="Folder of a transformers model, for the scorer seq2seq.")
]
HopsOption = Annotated[int, typer.Option(help="Hops at most, the first retrieval included; 1 to 10.")]
BeamOption = Annotated[int, typer.Option(help="Beams of the generator, 1 or more.")]
MergeOption = Annotated[
    str, typer.Option(help="linked: new documents behind those that lead to them; default: behind all.")
]
#: Each hop runs the generator anew, and few claims have need of more than three.
_MOST_HOPS = 10


def check_bounds(hops: int, beam: int) -> None:
    """Name the option that is out of bounds.

    Raises:
        UsageError: one is.
    """
    if not 1 <= hops <= _MOST_HOPS:
        raise UsageError(f"`--hops {hops}` is out of bounds", remedy=f"give 1 to {_MOST_HOPS}")
    if beam < 1:
        raise UsageError(f"`--beam {beam}` is out of bounds", remedy="give 1 or more")

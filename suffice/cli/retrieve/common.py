"""Options that both commands of the group have."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["BeamOption", "HopsOption", "MergeOption", "ModelFolderOption", "ScorerOption"]

ScorerOption = Annotated[str, typer.Option(help="How titles are scored: lexical, ngram or seq2seq.")]
ModelFolderOption = Annotated[
    str | None, typer.Option("--model", help="Folder of a transformers model, for the scorer seq2seq.")
]
HopsOption = Annotated[int, typer.Option(help="Hops at most, the first retrieval included.")]
BeamOption = Annotated[int, typer.Option(help="Beams of the generator.")]
MergeOption = Annotated[
    str, typer.Option(help="linked: new documents behind those that lead to them; default: behind all.")
]

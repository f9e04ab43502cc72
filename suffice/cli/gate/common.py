"""What the commands of the group share: options, and opening what they name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from suffice.cli.common import choose_cache, progress, read_rules
from suffice.errors import UsageError

if TYPE_CHECKING:
    from suffice.extractors.models import Model
    from suffice.search.gate.claims import Drafter
    from suffice.search.gate.encoders import Encoder
    from suffice.search.gate.gap import Aggregate
    from suffice.search.gate.verifiers import Verifier
    from suffice.worlds.evaluate import PartName
    from suffice.worlds.gate.recording import Recorder

__all__ = [
    "AggregateOption",
    "ClaimsOption",
    "EncoderOption",
    "LimitOption",
    "PartOption",
    "Parts",
    "SeedOption",
    "VerifierOption",
    "choose_part",
    "open_drafter",
    "open_parts",
    "open_recorders",
]

EncoderOption = Annotated[str, typer.Option(help="overlap, tfidf, use or minilm.")]
VerifierOption = Annotated[str, typer.Option(help="closure, natlog or model.")]
ClaimsOption = Annotated[
    str,
    typer.Option(
        help="Who drafts: lookups, requirements, either with -untyped behind it, model, or head:FILE."
    ),
]
AggregateOption = Annotated[str, typer.Option(help="Of the claims' gaps: max, mean or softmax.")]
PartOption = Annotated[str, typer.Option(help="dev, held-out or all: six tenths and four, by hash of id.")]
LimitOption = Annotated[int | None, typer.Option(help="Only so many questions of each file.", min=1)]
SeedOption = Annotated[int, typer.Option(help="Of the bootstrap and the random control.")]


def choose_part(name: str) -> PartName:
    """A part of the questions."""
    from suffice.worlds.evaluate import PARTS

    found = next((one for one in PARTS if one == name), None)
    if found is None:
        raise UsageError(f"no part `{name}`", remedy=f"choose from {', '.join(PARTS)}")
    return found


def _choose_aggregate(name: str) -> Aggregate:
    """An aggregate of gaps."""
    from suffice.search.gate.gap import AGGREGATES

    found = next((one for one in AGGREGATES if one == name), None)
    if found is None:
        raise UsageError(f"no aggregate `{name}`", remedy=f"choose from {', '.join(AGGREGATES)}")
    return found


@dataclass(frozen=True, slots=True)
class Parts:
    """What is calibrated or scored: everything about a gate but its threshold."""

    encoder: Encoder
    drafter: Drafter
    verifier: Verifier
    aggregate: Aggregate


def open_parts(encoder: str, claims: str, verifier: str, aggregate: str, model: Model | None) -> Parts:
    """Open what the options of `calibrate` and `evaluate` name.

    Args:
        encoder: `--encoder`.
        claims: `--claims`.
        verifier: `--verifier`.
        aggregate: `--aggregate`.
        model: what drafts or verifies, where one does.
    """
    from suffice.search.gate.encoders import make_encoder
    from suffice.search.gate.verifiers import make_verifier

    combined, encodes, verifies = (
        _choose_aggregate(aggregate),
        make_encoder(encoder),
        make_verifier(verifier, model),
    )
    return Parts(encodes, open_drafter(claims, encodes, model), verifies, combined)


def open_drafter(name: str, encoder: Encoder, model: Model | None) -> Drafter:
    """A drafter by name; `head:FILE` is a trained head."""
    from suffice.extractors import read_lexicon
    from suffice.search.gate.claims import make_drafter
    from suffice.search.gate.head import HeadDrafter, read_head

    if name.startswith("head:"):
        return HeadDrafter(read_head(Path(name.removeprefix("head:"))), encoder)
    return make_drafter(name, read_lexicon(), model)


def open_recorders(
    files: Sequence[Path],
    *,
    part: PartName,
    limit: int | None,
    cache: str | None,
    model: Model | None,
) -> dict[str, Recorder]:
    """Recorders of some files, by their names without endings; what was recorded is kept beside the parses."""
    from suffice.extractors import Reader, read_lexicon
    from suffice.search.gate.evidence import Tools
    from suffice.search.readers import WITHOUT_MODEL, make_readers
    from suffice.worlds.gate.evaluation import open_recorder

    kept = choose_cache(cache)
    lexicon = read_lexicon()
    readers, linkers = make_readers(WITHOUT_MODEL, lexicon)
    tools = Tools(lexicon, read_rules(()), readers, linkers)
    found: dict[str, Recorder] = {}
    for file in files:
        name = file.name.split(".")[0]
        if name in found:
            raise UsageError(f"two files are named `{name}`", remedy="rename one of them")
        found[name] = open_recorder(
            file,
            tools,
            Reader(kept),
            part=part,
            limit=limit,
            cache=kept.parent / "gate" if kept else None,
            watch=progress,
            model=model.name if model else "",
        )
    return found

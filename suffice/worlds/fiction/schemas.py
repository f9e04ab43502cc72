"""The published JSON Schemas of a benchmark's files and of a run's.

>>> [name for name in SCHEMAS if name.startswith("plays/")]
['plays/run', 'plays/plays', 'plays/times', 'plays/scores']
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel

from suffice.files import write_text
from suffice.search.inquiry import Play
from suffice.worlds.fiction.manifest import Manifest
from suffice.worlds.fiction.models import CorpusLine, LabelLine, ProofLine, PublicWorld
from suffice.worlds.fiction.run import PlaysManifest, PlayTime
from suffice.worlds.fiction.scores import Scores
from suffice.worlds.fiction.validity import ValidityReport

__all__ = ["SCHEMAS", "write_schemas"]

#: By place below `docs/schema`. A run's `public`, `labels` and `pages` (`corpus`) are lines of the benchmark.
SCHEMAS: Mapping[str, type[BaseModel]] = {
    "worlds/manifest": Manifest,
    "worlds/public": PublicWorld,
    "worlds/corpus": CorpusLine,
    "worlds/labels": LabelLine,
    "worlds/proofs": ProofLine,
    "worlds/validity": ValidityReport,
    "plays/run": PlaysManifest,
    "plays/plays": Play,
    "plays/times": PlayTime,
    "plays/scores": Scores,
}


def write_schemas(folder: str | Path) -> None:
    """Write every schema.

    Args:
        folder: `docs/schema` in this project.
    """
    for name, model in SCHEMAS.items():
        text = json.dumps(model.model_json_schema(by_alias=True), indent=2) + "\n"
        write_text(Path(folder) / f"{name}.json", text)

"""What a benchmark's folder says of itself.

>>> Manifest.model_fields["schema_version"].default
'suffice.worlds/1'
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

from suffice.worlds.fiction.options import Options

__all__ = ["FileRecord", "Manifest", "hash_file"]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class FileRecord(_Record):
    """A file of the folder: hash, size in bytes, and lines."""

    sha256: str
    bytes: int
    lines: int


class Manifest(_Record):
    """What a folder holds.

    Args:
        version: of suffice that wrote it.
        options: what it was drawn with.
        families: hash of each family's file, by name.
        files: every other file, by its path in the folder.
        instances: worlds and twins.
        drawn: how many worlds were drawn, rejected ones included.
        rejected: how many were rejected, by reason.
    """

    schema_version: Literal["suffice.worlds/1"] = "suffice.worlds/1"
    version: str
    options: Options
    families: dict[str, str]
    files: dict[str, FileRecord]
    instances: int
    drawn: int
    rejected: dict[str, int]


def hash_file(path: Path) -> FileRecord:
    """What the manifest says of a file."""
    digest, size, lines = hashlib.sha256(), 0, 0
    with path.open("rb") as data:
        while block := data.read(1 << 20):
            digest.update(block)
            size += len(block)
            lines += block.count(b"\n")
    return FileRecord(sha256=digest.hexdigest(), bytes=size, lines=lines)

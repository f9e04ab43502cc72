"""Data that others wrote, where they are at hand."""

import os
from pathlib import Path

import pytest

SHARED = Path(os.environ.get("SUFFICE_SHARED", Path(__file__).parents[4] / "shared"))


def shared_file(name: str) -> Path:
    """A file of the shared data; the test is skipped where it is absent."""
    path = SHARED / "data" / name
    if not path.exists():
        pytest.skip(f"{path} is absent; set SUFFICE_SHARED to the folder that holds data/")
    return path

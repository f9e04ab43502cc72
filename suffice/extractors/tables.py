"""Tables of general English that ship with suffice, beside the lexicon: countries, word lists, synonyms.

They decide what is read from a question and a passage, whichever lexicon is given, so their hash is part of a lexicon's.

>>> read_table("countries")["Denmark"]
['Danish', 'Dane', 'Faroese']
>>> len(hash_tables())
64
"""

from __future__ import annotations

import json
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from suffice.extractors.text import hash_text

__all__ = ["TABLES", "hash_tables", "read_table"]

#: Every table; a file of each name is in the folder `lexicons`.
TABLES = ("countries", "general", "topics")


@cache
def read_table(name: str) -> dict[str, Any]:
    """A table's data.

    Args:
        name: one of `TABLES`; no other is read, since no other would be hashed.

    Raises:
        KeyError: if there is no such table.
    """
    if name not in TABLES:
        raise KeyError(name)
    return tomllib.loads(files("suffice.extractors").joinpath(f"lexicons/{name}.toml").read_text("utf-8"))


@cache
def hash_tables() -> str:
    """Hash of all tables' data; comments and layout do not count."""
    return hash_text(json.dumps({name: read_table(name) for name in TABLES}, ensure_ascii=False))

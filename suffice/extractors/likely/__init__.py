"""Likely links: guesses by how a candidate's sentence looks, rated by a forest of decision trees. Off unless asked for."""

from suffice.extractors.likely.forest import Forest, Tree, open_forest, parse_forest
from suffice.extractors.likely.linker import (
    LEAST,
    LIKELY_PATTERN,
    MOST_LOOKED_AT,
    LikelyLinker,
    asks_for_value,
    find_rank,
)
from suffice.extractors.likely.looks import FEATURES, Look, find_looks

__all__ = [
    "FEATURES",
    "LEAST",
    "LIKELY_PATTERN",
    "MOST_LOOKED_AT",
    "Forest",
    "LikelyLinker",
    "Look",
    "Tree",
    "asks_for_value",
    "find_looks",
    "find_rank",
    "open_forest",
    "parse_forest",
]

"""Scorers by name."""

from __future__ import annotations

from suffice.errors import UsageError
from suffice.search.prefix.scorers.lexical import LexicalScorer
from suffice.search.prefix.scorers.protocol import Cited, Context, Scorer
from suffice.search.prefix.trie import Trie
from suffice.search.prefix.weights import Weights

__all__ = ["Cited", "Context", "Scorer", "make_scorer"]


def make_scorer(name: str, trie: Trie, weights: Weights | None = None) -> Scorer:
    return LexicalScorer(trie, weights)

"""What a claim asks for, and how much of it a text covers: shared words, weighted by how rare they are.

>>> weights = Weights.of(["Free Guy is a film directed by Shawn Levy.", "Paris is a city.", "Rome is a city."])
>>> need = weights.need("Who is the director of Free Guy?")
>>> sorted(need), round(weights.cover(need, "a film directed by Shawn Levy"), 2)
(['direct', 'free', 'guy'], 0.33)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from functools import lru_cache
from math import log

from suffice.extractors.text import tokens_of
from suffice.search.index import query_words

__all__ = ["Weights", "stem", "stems_of"]

_ENDINGS = (
    "ations",
    "ation",
    "ings",
    "ing",
    "ions",
    "ion",
    "ors",
    "ers",
    "ies",
    "ied",
    "or",
    "er",
    "ed",
    "es",
    "s",
    "e",
    "y",
)
_SHORTEST = 4


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """A word without its ending, so that `directed` and `director` agree: the longest of a few, where four letters stay.

    >>> stem("directed"), stem("director"), stem("cities"), stem("city")
    ('direct', 'direct', 'citi', 'city')
    """
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            return word[: -len(ending)]
    return word


def stems_of(text: str) -> frozenset[str]:
    """The stems of a text's words; stop words only where there is nothing else."""
    return frozenset(map(stem, query_words(text)))


class Weights:
    """How much a word is worth: the idf of BM25, ln(1 + (N - n + 0.5) / (n + 0.5)).

    Args:
        counts: in how many documents each stem comes.
        documents: how many documents there are.
    """

    def __init__(self, counts: Mapping[str, int], documents: int) -> None:
        self.counts = counts
        self.documents = documents

    @classmethod
    def of(cls, texts: Iterable[str]) -> Weights:
        """The weights in a collection of texts."""
        counts: Counter[str] = Counter()
        documents = 0
        for text in texts:
            counts.update({stem(word) for word in tokens_of(text)})
            documents += 1
        return cls(counts, documents)

    def weigh(self, stem: str) -> float:
        """The weight of a stem."""
        count = self.counts.get(stem, 0)
        return log(1 + (self.documents - count + 0.5) / (count + 0.5))

    def need(self, claim: str) -> dict[str, float]:
        """The stems that a claim asks for, each with its share of the whole weight."""
        weighed = {one: self.weigh(one) for one in sorted(stems_of(claim))}
        whole = sum(weighed.values())
        return {one: weight / whole for one, weight in weighed.items()} if whole else {}

    @staticmethod
    def cover(need: Mapping[str, float], text: str, covered: AbstractSet[str] = frozenset()) -> float:
        """The share of a need that a text covers beyond what is covered already."""
        return sum(need.get(one, 0.0) for one in sorted(stems_of(text) - covered))

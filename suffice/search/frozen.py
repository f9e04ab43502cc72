"""BM25 whose statistics are frozen: adding pages changes no score of a page that was there.

That makes the replica theorem true (a page in the top r stays there however many lower-scoring copies are added), which
with ordinary, live statistics it is not: idf and average length move with every page. `live=True` gives the latter, to show it.

A score is the sum over the query's words, in sorted order, of weight times contribution, all of them non-negative. So a page
whose contribution is at least another's for every word of a set scores at least as much for *every* query over that set,
with any repetition or weight; rounding keeps this, since floating-point addition and multiplication are monotone. What rounding
does not keep is *more*: `outweighs` asks for a margin where a tie would go the other way.

Source: S. Robertson and H. Zaragoza, The probabilistic relevance framework (2009), with Lucene's idf; Socrates-RAG, the
retrieval-stability property.

>>> pages = [Unit("a", "", "signed final record"), Unit("b", "", "final notice"), Unit("c", "", "notice")]
>>> index = FrozenIndex(pages)
>>> index.search("final record", 3), index.search("notice^2 record^0.1", 1)
(['a', 'b'], ['c'])
>>> more = index.extended([Unit("d", "", "record"), Unit("e", "", "record")])
>>> more.score("record", "a") == index.score("record", "a")
True
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from suffice.errors import CorpusError
from suffice.extractors import Unit
from suffice.search.index import document_words, query_words

__all__ = ["FrozenIndex", "Statistics", "outweighs", "read_weights"]

#: No weight is so large or small that a product with it overflows or vanishes.
_WEIGHED = re.compile(r"(\S+)\^(\d{1,9}(?:\.\d{1,9})?)(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Statistics:
    """What BM25 needs to know of a collection.

    Args:
        documents: how many.
        average: words in a document.
        having: for each word, how many documents have it.
        k1: how soon repetition stops to count.
        b: how much long documents are held back.
    """

    documents: int
    average: float
    having: Mapping[str, int]
    k1: float = 1.2
    b: float = 0.75

    def idf(self, word: str) -> float:
        """Lucene's, never negative; a word that no document has is as rare as can be."""
        having = min(self.having.get(word, 0), self.documents)
        return math.log(1 + (self.documents - having + 0.5) / (having + 0.5))


#: Far above what rounding adds up to in a sum over all words of a query, far below what one word more or less makes.
_MARGIN = 1 + 1e-9


def outweighs(rival: float, own: float, *, first: bool) -> bool:
    """Whether a page whose word contributes `rival` keeps before one whose word contributes `own`, as far as this word goes.

    Args:
        rival: of the one.
        own: of the other.
        first: whether the one stands earlier, and so comes first in a tie.

    >>> outweighs(1.0, 1.0, first=True), outweighs(1.0, 1.0, first=False), outweighs(1.1, 1.0, first=False)
    (True, False, True)
    """
    return rival >= own if first else rival > own * _MARGIN


def count_words(pages: Iterable[Unit]) -> list[Counter[str]]:
    """The words of each page, with how often they come."""
    return [Counter(document_words(page)) for page in pages]


def read_weights(query: str) -> dict[str, float]:
    """A query's words with their weights: repetitions add up, `word^0.5` weighs a word.

    >>> read_weights("Final record, final^0.5")
    {'final': 1.5, 'record': 1.0}
    """
    weights: dict[str, float] = {}
    for word, weight in _WEIGHED.findall(query):
        for part in query_words(word):
            weights[part] = weights.get(part, 0.0) + float(weight)
    for part in query_words(_WEIGHED.sub(" ", query)):
        weights[part] = weights.get(part, 0.0) + 1.0
    return dict(sorted(weights.items()))


class FrozenIndex:
    """Pages, and the statistics they are scored with.

    Args:
        pages: in their order, which breaks ties.
        statistics: None for those of the pages themselves.
        counts: of the pages' words, where they are known already.

    Raises:
        CorpusError: two pages have one id.
    """

    def __init__(
        self,
        pages: Sequence[Unit],
        statistics: Statistics | None = None,
        *,
        counts: Sequence[Mapping[str, int]] | None = None,
    ) -> None:
        self.pages = tuple(pages)
        self.counts = count_words(pages) if counts is None else list(counts)
        self._lengths = [sum(words.values()) for words in self.counts]
        if statistics is None:
            having = Counter(word for words in self.counts for word in words)
            statistics = Statistics(
                len(self.pages), sum(self._lengths) / max(1, len(self._lengths)), dict(having)
            )
        self.statistics = statistics
        self._place: dict[str, int] = {}
        for place, page in enumerate(self.pages):
            if self._place.setdefault(page.id, place) != place:
                raise CorpusError(f"two pages have the id `{page.id}`", remedy="give each its own")
        self._postings: dict[str, list[tuple[int, float]]] = {}
        k1, b = statistics.k1, statistics.b
        self._norms = [k1 * (1 - b + b * length / (statistics.average or 1.0)) for length in self._lengths]

    def extended(self, pages: Iterable[Unit], *, live: bool = False) -> FrozenIndex:
        """This index with more pages, behind those that are there.

        Args:
            pages: to add.
            live: whether the statistics move with them, as they do in an ordinary index.
        """
        more = (*self.pages, *pages)
        return FrozenIndex(more, None if live else self.statistics)

    def share(self, word: str) -> float:
        """In which share of the pages that the statistics are of a word stands."""
        return self.statistics.having.get(word, 0) / max(1, self.statistics.documents)

    def place(self, page: str) -> int:
        """Where a page stands; of two pages with one score the earlier comes first."""
        return self._place[page]

    def contribution(self, word: str, page: str) -> float:
        """What a word adds to a page's score in a query that has it once."""
        return self._contribution(word, self._place[page])

    def score(self, query: str, page: str) -> float:
        """A page's score."""
        place = self._place[page]
        score = 0.0  # added up as `search` does: `sum` rounds otherwise on newer Pythons
        for word, weight in read_weights(query).items():
            if contribution := self._contribution(word, place):
                score += weight * contribution
        return score

    def search(self, query: str, limit: int, exclude: AbstractSet[str] = frozenset()) -> list[str]:
        """See `Index.search`; excluded pages use up no place of the list."""
        scores: dict[int, float] = {}
        for word, weight in read_weights(query).items():
            if weight:
                for place, contribution in self._posting(word):
                    scores[place] = scores.get(place, 0.0) + weight * contribution
        ranked = sorted(scores, key=lambda place: (-scores[place], place))
        ids = (self.pages[place].id for place in ranked)
        return [page for page, _ in zip((p for p in ids if p not in exclude), range(limit), strict=False)]

    def _posting(self, word: str) -> list[tuple[int, float]]:
        found = self._postings.get(word)
        if found is None:
            found = [
                (place, self._contribution(word, place))
                for place, words in enumerate(self.counts)
                if word in words
            ]
            self._postings[word] = found
        return found

    def _contribution(self, word: str, place: int) -> float:
        count = self.counts[place].get(word, 0)
        if not count:
            return 0.0
        return self.statistics.idf(word) * count * (self.statistics.k1 + 1) / (count + self._norms[place])

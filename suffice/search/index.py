"""Indexes behind one small protocol: which units are nearest to a query.

BM25 as Lucene has it (Robertson and Zaragoza 2009; idf = ln(1 + (N - n + 0.5) / (n + 0.5))), ties by position, so that
the same corpus gives the same lists. `bm25` (rank-bm25) is the readable reference; `tantivy` is for large corpora.

>>> units = [Unit("a", "Free Guy", "A film."), Unit("b", "Shawn Levy", "A director.")]
>>> build_index(units).search("Who directed Free Guy?", limit=1)
['a']
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Protocol

from suffice.errors import EngineError
from suffice.extractors import Unit
from suffice.extractors.text import tokens_of

__all__ = ["INDEXES", "TITLE_WEIGHT", "Index", "build_bm25", "build_index", "document_words", "query_words"]

#: A title's words count so many times: an encyclopedia's title says what the passage is about.
TITLE_WEIGHT = 3
#: Above so many passages the default is tantivy, where it is installed.
SMALL = 20_000
_K1, _B = 1.2, 0.75
_STOP_WORDS = frozenset(
    [
        "a",
        "an",
        "the",
        "of",
        "in",
        "on",
        "at",
        "to",
        "by",
        "for",
        "from",
        "and",
        "or",
        "is",
        "was",
        "were",
        "are",
        "be",
        "been",
        "did",
        "do",
        "does",
        "has",
        "have",
        "had",
        "who",
        "whom",
        "whose",
        "what",
        "which",
        "when",
        "where",
        "why",
        "how",
        "that",
        "this",
        "it",
        "its",
        "as",
        "with",
    ]
)


class Index(Protocol):
    """What a search needs of an index."""

    def search(self, query: str, limit: int, exclude: AbstractSet[str] = frozenset()) -> list[str]:
        """Ids of the nearest units, nearest first; never those to exclude, never one without a word in common.

        Args:
            query: free text.
            limit: how many at most.
            exclude: ids that are not there; they stay in the statistics.
        """
        ...


def query_words(text: str) -> list[str]:
    """Words of a text or query; stop words only where there is nothing else."""
    words = tokens_of(text)
    return [word for word in words if word not in _STOP_WORDS] or words


def document_words(unit: Unit) -> list[str]:
    """Words of a unit, those of its title `TITLE_WEIGHT` times."""
    return query_words(unit.title) * TITLE_WEIGHT + query_words(unit.text)


class _Bm25Index:
    """rank-bm25, with Lucene's idf and a stable order."""

    def __init__(self, units: Sequence[Unit], k1: float = _K1, b: float = _B) -> None:
        import numpy
        from rank_bm25 import BM25Okapi

        class _Lucene(BM25Okapi):  # type: ignore[misc]
            def _calc_idf(self, nd: dict[str, int]) -> None:
                self.idf = {
                    word: math.log(1 + (self.corpus_size - n + 0.5) / (n + 0.5)) for word, n in nd.items()
                }

        self._numpy = numpy
        self._ids = [unit.id for unit in units]
        documents = [document_words(unit) for unit in units]
        self._bm25 = _Lucene([words or ["-"] for words in documents], k1=k1, b=b)
        self._having: dict[str, list[int]] = {}
        for place, words in enumerate(documents):
            for word in set(words):
                self._having.setdefault(word, []).append(place)

    def search(self, query: str, limit: int, exclude: AbstractSet[str] = frozenset()) -> list[str]:
        words = [word for word in query_words(query) if word in self._having]
        places = sorted({place for word in words for place in self._having[word]})
        if not places:
            return []
        # Only passages that share a word can score; rank-bm25's batch call scores just those.
        scores = self._numpy.asarray(self._bm25.get_batch_scores(words, places))
        order = self._numpy.argsort(-scores, kind="stable")
        ranked = (self._ids[places[index]] for index in order)
        return [unit for unit, _ in zip((u for u in ranked if u not in exclude), range(limit), strict=False)]


class _TantivyIndex:
    """tantivy in memory; ties are broken by position, deletions are a filter on the way out."""

    def __init__(self, units: Sequence[Unit]) -> None:
        try:
            import tantivy
        except ImportError:
            raise EngineError(
                "the index `tantivy` is not installed", remedy="pip install 'suffice[large]'"
            ) from None
        self._tantivy: Any = tantivy
        builder = tantivy.SchemaBuilder()
        builder.add_unsigned_field("place", stored=True, indexed=True, fast=True)
        builder.add_text_field("body", stored=False, tokenizer_name="whitespace")
        self._index = tantivy.Index(builder.build())
        writer = self._index.writer(heap_size=64_000_000, num_threads=1)
        for place, unit in enumerate(units):
            document = tantivy.Document()
            document.add_unsigned("place", place)
            document.add_text("body", " ".join(document_words(unit)))
            writer.add_document(document)
        writer.commit()
        self._index.reload()
        self._searcher = self._index.searcher()
        self._ids = [unit.id for unit in units]

    def search(self, query: str, limit: int, exclude: AbstractSet[str] = frozenset()) -> list[str]:
        words = query_words(query)
        if not words:
            return []
        term = self._tantivy.Query.term_query
        schema = self._index.schema
        parts = [(self._tantivy.Occur.Should, term(schema, "body", word)) for word in words]
        parsed = self._tantivy.Query.boolean_query(parts)
        wanted = limit + len(exclude)
        fetch = wanted + 8
        while True:
            hits = self._searcher.search(parsed, limit=fetch, count=False).hits
            # Ties at the cut come in no order: fetch until the score drops, then sort by place.
            if len(hits) < fetch or round(hits[-1][0], 5) < round(hits[wanted - 1][0], 5):
                break
            fetch *= 2
        ranked = sorted(
            (-round(score, 5), self._searcher.doc(address)["place"][0]) for score, address in hits
        )
        found = (self._ids[place] for _, place in ranked)
        return [unit for unit, _ in zip((u for u in found if u not in exclude), range(limit), strict=False)]


def build_bm25(units: Sequence[Unit], *, k1: float = _K1, b: float = _B) -> Index:
    """BM25 with parameters of one's own, by rank-bm25.

    Args:
        units: the corpus, in its order.
        k1: how soon more of a word counts no more.
        b: how much the length of a passage counts, 0 to 1.
    """
    return _Bm25Index(units, k1, b)


#: Indexes by name.
INDEXES: dict[str, Callable[[Sequence[Unit]], Index]] = {"bm25": _Bm25Index, "tantivy": _TantivyIndex}


def build_index(units: Sequence[Unit], name: str | None = None) -> Index:
    """Build an index.

    Args:
        units: the corpus, in its order.
        name: one of `INDEXES`; by default `bm25`, for a large corpus `tantivy` where it is installed.

    Raises:
        EngineError: if there is no such index, or it is not installed.
    """
    if name is None:
        large = len(units) > SMALL
        try:
            return _TantivyIndex(units) if large else _Bm25Index(units)
        except EngineError:
            return _Bm25Index(units)
    if name not in INDEXES:
        raise EngineError(f"no index `{name}`", remedy=f"choose from {', '.join(INDEXES)}")
    return INDEXES[name](units)

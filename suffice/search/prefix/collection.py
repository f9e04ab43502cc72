"""A collection as retrieval sees it: documents, a trie of their titles, an inverted index; no vector for any document.

>>> collection = Collection([Unit("u1", "Free Guy", "A film."), Unit("u2", "Paris", "A city."), Unit("u3", "Paris", "A son of Priam.")])
>>> [collection.documents[one].id for one in collection.titled(collection.trie.lookup("paris")[0])]
['u2', 'u3']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from suffice.errors import CorpusError
from suffice.extractors import Unit
from suffice.extractors.text import split_title
from suffice.search.index import Index, build_bm25
from suffice.search.prefix.documents import Document, read_documents
from suffice.search.prefix.trie import Trie, build_trie
from suffice.search.prefix.weights import Weights

__all__ = ["BM25", "Collection", "aliases_of"]

#: The parameters of BM25, as the paper has them.
BM25 = {"k1": 0.9, "b": 0.1}


class Collection:
    """Documents and what finds them.

    Args:
        units: one a document, in their order; a document without a title has its id for one.
        aliases: other names of titles; by default each title without its bracket.

    Raises:
        CorpusError: there is no document, or an id comes twice.
    """

    def __init__(self, units: Sequence[Unit], aliases: Iterable[tuple[str, str]] | None = None) -> None:
        if not units:
            raise CorpusError("no document in it", remedy="give at least one document")
        named = [unit if unit.title.strip() else Unit(unit.id, unit.id, unit.text) for unit in units]
        self.documents: dict[str, Document] = {one.id: one for one in read_documents(named)}
        if len(self.documents) < len(units):
            raise CorpusError("an id comes twice", remedy="give each document an id of its own")
        self.trie: Trie = build_trie(
            (unit.title for unit in named),
            aliases=aliases_of(unit.title for unit in named) if aliases is None else aliases,
        )
        self.weights = Weights.of(f"{unit.title} {unit.text}" for unit in named)
        self.index: Index = build_bm25(named, **BM25)
        self._titled: dict[int, list[str]] = {}
        for unit in named:
            title = self.trie.titles.find(unit.title)
            if title is not None:
                self._titled.setdefault(title, []).append(unit.id)

    def titled(self, title: int) -> Sequence[str]:
        """Ids of the documents that have a title, in their order."""
        return self._titled.get(title, ())

    def title_of(self, document: str) -> int:
        """The title of a document, as a number of the trie."""
        found = self.trie.titles.find(self.documents[document].title)
        assert found is not None  # every title is in the trie
        return found


def aliases_of(titles: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Titles without their brackets, each with its title.

    >>> list(aliases_of(["Halloween (1978 film)", "Paris"]))
    [('Halloween', 'Halloween (1978 film)')]
    """
    for title in titles:
        name, bracket = split_title(title)
        if name and bracket:
            yield name, title

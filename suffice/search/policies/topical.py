"""`topical`: the question in other words of its topic. A control: in a separable world it finds no decisive record.

A query holds the question's words and, each round, the next words that the initial pages repeat most; nothing that was
found is used, so every query is of the topical class (tokens of the question and the initial pages).

Source: Socrates-RAG, property S2 and condition (iii) of separability.
"""

from __future__ import annotations

from collections import Counter

from suffice.search.index import query_words
from suffice.search.inquiry import Inquiry, View
from suffice.search.policies.words import ask, draws_of, text_of

__all__ = ["Topical"]

#: Words that each query adds to the question's, as many as `expansion` adds.
TERMS = 10


class Topical:
    """Asks with words of the question and of the initial pages only.

    Args:
        seed: decides between words that are repeated equally often, and the order of the query's words.

    >>> from suffice.extractors import Unit
    >>> from suffice.extractors.blocks import PageReader, textual_seals
    >>> from suffice.rules import Program
    >>> pages = (Unit("p1", "Vel", "Vel has a ledger."), Unit("p2", "", "A ledger in Kolm."))
    >>> view = View("Where is Vel?", Program(), PageReader(Program(), textual_seals), pages, 2, (), 2)
    >>> sorted(Topical().inquire(view).query.split())
    ['kolm', 'ledger', 'vel']
    """

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def inquire(self, view: View) -> Inquiry:
        """The question's words and the next ones of its topic, shuffled."""
        asked = list(dict.fromkeys(query_words(view.question)))
        counts = Counter(word for page in view.pages[: view.initial] for word in query_words(text_of(page)))
        others = sorted(counts.keys() - set(asked))
        draws_of(self.seed, view, 0).shuffle(others)
        others.sort(key=lambda word: -counts[word])
        start = len(view.rounds) * TERMS
        words = asked + (others[start : start + TERMS] or others[:TERMS])
        draws_of(self.seed, view, 1 + len(view.rounds)).shuffle(words)
        return ask(" ".join(words) or view.question)

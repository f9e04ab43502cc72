"""`random`: words of the pages seen so far, drawn at random. A control: what searching without any aim finds.

Source: Socrates-RAG, the offline baselines.
"""

from __future__ import annotations

from suffice.search.index import query_words
from suffice.search.inquiry import Inquiry, View
from suffice.search.policies.words import ask, draws_of, text_of

__all__ = ["RandomWords"]

#: Words of a query, as many as `expansion` adds.
TERMS = 10


class RandomWords:
    """Asks with different words of the pages seen, each equally likely.

    Args:
        seed: of the draw; the question and the round also go into it.

    >>> from suffice.extractors import Unit
    >>> from suffice.extractors.blocks import PageReader, textual_seals
    >>> from suffice.rules import Program
    >>> pages = (Unit("p1", "", "Vel has a ledger."),)
    >>> view = View("Where is Vel?", Program(), PageReader(Program(), textual_seals), pages, 1, (), 2)
    >>> sorted(RandomWords().inquire(view).query.split())
    ['ledger', 'vel']
    """

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def inquire(self, view: View) -> Inquiry:
        """Words drawn without replacement; the question's, where no page has a word."""
        words = sorted({word for page in view.pages for word in query_words(text_of(page))})
        drawn = draws_of(self.seed, view, len(view.rounds)).sample(words, min(TERMS, len(words)))
        return ask(" ".join(drawn) or view.question)

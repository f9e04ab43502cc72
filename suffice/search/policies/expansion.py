"""`expansion`: the matched control, RM3. An ordinary relevance query, better worded; no premise.

The relevance model of Lavrenko and Croft (2001), interpolated with the original query (Abdul-Jaleel et al. 2004): ten
feedback terms and an original weight of 0.5, the defaults of the literature, not tuned. The original query is the question
and, as they stand, the wordings of all lookups without their slots: the closed vocabulary that `premise` may use too.
Which requirement is open, this policy is never told.

Feedback is pseudo-relevance feedback as in the papers: it comes from the pages that searching found, and the first query
is the original one. With `feedback="seen"` the initial pages give feedback as well, from the first query on; where these
are poisoned, so is the query. Pages have no scores that could be compared across queries, so the prior over feedback
documents is uniform and the query likelihood is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from suffice.search.index import query_words
from suffice.search.inquiry import Inquiry, View
from suffice.search.policies.words import ask, closed_vocabulary, text_of, weigh

__all__ = ["ORIGINAL_WEIGHT", "TERMS", "Expansion", "expand", "relevance_model"]

#: Feedback terms.
TERMS = 10
#: Weight of the original query.
ORIGINAL_WEIGHT = 0.5


def relevance_model(documents: Iterable[Sequence[str]]) -> dict[str, float]:
    """P(w | R): the mean of the documents' maximum-likelihood models, under a uniform document prior.

    Args:
        documents: each as its words; an empty one counts for nothing.

    Returns:
        Probabilities that sum to 1, by word; none without documents.

    >>> relevance_model([["a", "b"], ["b", "b", "b", "b"]])
    {'a': 0.25, 'b': 0.75}
    """
    models = [Counter(words) for words in documents if words]
    mean: dict[str, float] = {}
    for counts in models:
        share = 1 / (counts.total() * len(models))
        for word, count in counts.items():
            mean[word] = mean.get(word, 0.0) + count * share
    return mean


def expand(query: Sequence[str], documents: Iterable[Sequence[str]]) -> dict[str, float]:
    """RM3: weights of the expanded query.

    Args:
        query: words of the original query; a word that comes twice weighs twice.
        documents: feedback documents, each as its words.

    Returns:
        Weights that sum to 1, by word; of the relevance model only the `TERMS` likeliest words (ties by word).

    >>> expand(["a", "b"], [["b", "c", "c", "c"]])
    {'a': 0.25, 'b': 0.375, 'c': 0.375}
    """
    model = relevance_model(documents)
    likeliest = dict(sorted(model.items(), key=lambda pair: (-pair[1], pair[0]))[:TERMS])
    original, feedback = _normalised(Counter(query)), _normalised(likeliest)
    share = ORIGINAL_WEIGHT if original and feedback else 1.0 if original else 0.0
    words = dict.fromkeys([*original, *feedback])
    return {word: share * original.get(word, 0.0) + (1 - share) * feedback.get(word, 0.0) for word in words}


def _normalised(weights: Mapping[str, float]) -> dict[str, float]:
    total = sum(weights.values())
    return {word: weight / total for word, weight in weights.items()}


class Expansion:
    """Asks the question, the closed vocabulary and what the pages found so far are about; does not stop early.

    Args:
        feedback: which pages give feedback: those that were `found` by searching, or all that were `seen`.

    >>> from suffice.extractors import Unit
    >>> from suffice.extractors.blocks import PageReader, textual_seals
    >>> from suffice.rules import parse_program
    >>> rules = parse_program('lookup(final, 2, "final record {0}").')
    >>> view = View("Where is Vel?", rules, PageReader(rules, textual_seals), (Unit("p1", "", "Vel, Kolm."),), 1, (), 2)
    >>> Expansion().inquire(view).query
    'final^0.333333 record^0.333333 vel^0.333333'
    >>> Expansion("seen").inquire(view).query
    'vel^0.416667 kolm^0.25 final^0.166667 record^0.166667'
    """

    def __init__(self, feedback: Literal["found", "seen"] = "found") -> None:
        self.feedback = feedback

    def inquire(self, view: View) -> Inquiry:
        """The expanded query."""
        original = [*query_words(view.question), *closed_vocabulary(view.rules)]
        pages = view.pages[view.initial :] if self.feedback == "found" else view.pages
        weights = expand(original, [query_words(text_of(page)) for page in pages])
        return ask(weigh(weights) or view.question)

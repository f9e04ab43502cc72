"""`expansion`: the matched control, RM3. An ordinary relevance query, better worded; no premise.

The relevance model RM1 of Lavrenko and Croft (2001), interpolated with the original query (Abdul-Jaleel et al. 2004). The
original query is the question; as they stand, the wordings of all lookups without their slots, the closed vocabulary that
`premise` may use too; and the identifiers that pages show so far, since whoever asks an ordinary query uses the names that he
has read. Which requirement is open, this policy is never told.

The first query is the original one, as RM3 has it: there is nothing to feed back before a first search. From then on all
pages seen give feedback, the initial ones too. The prior over them is uniform; each counts by its likelihood of the original
query, which needs no retrieval score. Ten terms, an original weight of 0.5 and Dirichlet smoothing with mu = 1000 are defaults
of the literature. The collection that smooths is the pages seen: a policy knows no other.

This form was chosen as the strongest of several on development worlds (docs/worlds.md): a control should be as good as it
can be made without a premise.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from suffice.search.index import query_words
from suffice.search.inquiry import Inquiry, View
from suffice.search.policies.words import ask, closed_vocabulary, text_of, weigh

__all__ = [
    "MU",
    "ORIGINAL_WEIGHT",
    "TERMS",
    "Expansion",
    "expand",
    "identifiers",
    "query_likelihoods",
    "relevance_model",
]

#: Feedback terms.
TERMS = 10
#: Weight of the original query.
ORIGINAL_WEIGHT = 0.5
#: A word in at most this share of the pages may identify one.
FEW = 0.1
_CAPITALISED = re.compile(r"(?<![.?!:|] )(?<!^)\b[A-Z][a-z]+\b", re.MULTILINE)
#: Of Dirichlet smoothing, in words.
MU = 1000.0


def query_likelihoods(query: Sequence[str], documents: Sequence[Sequence[str]]) -> list[float]:
    """P(D | Q) under a uniform prior, with Dirichlet smoothing (Zhai and Lafferty 2004).

    Args:
        query: its words; one that no document has is left out: nothing is known of it.
        documents: each as its words, one or more.

    Returns:
        Probabilities of the documents, which sum to 1.

    >>> [round(likelihood, 4) for likelihood in query_likelihoods(["a"], [["a", "a"], ["b", "b"]])]
    [0.501, 0.499]
    """
    counts = [Counter(words) for words in documents]
    whole = sum(counts, Counter[str]())
    total = whole.total()
    logs = [
        sum(
            math.log((words[word] + MU * whole[word] / total) / (words.total() + MU))
            for word in query
            if word in whole
        )
        for words in counts
    ]
    largest = max(logs)
    likelihoods = [math.exp(log - largest) for log in logs]
    return [likelihood / sum(likelihoods) for likelihood in likelihoods]


def relevance_model(query: Sequence[str], documents: Sequence[Sequence[str]]) -> dict[str, float]:
    """P(w | R): the documents' maximum-likelihood models, weighted by the documents' likelihood of the query.

    Args:
        query: words of the original query.
        documents: each as its words; an empty one counts for nothing.

    Returns:
        Probabilities that sum to 1, by word; none without documents.

    >>> relevance_model([], [["a", "b"], ["b", "b", "b", "b"]])
    {'a': 0.25, 'b': 0.75}
    """
    full = [words for words in documents if words]
    model: dict[str, float] = {}
    for words, likelihood in zip(full, query_likelihoods(query, full) if full else (), strict=True):
        for word, count in Counter(words).items():
            model[word] = model.get(word, 0.0) + likelihood * count / len(words)
    return model


def expand(query: Sequence[str], documents: Sequence[Sequence[str]]) -> dict[str, float]:
    """RM3: weights of the expanded query.

    Args:
        query: words of the original query; a word that comes twice weighs twice.
        documents: feedback documents, each as its words.

    Returns:
        Weights that sum to 1, by word; of the relevance model only the `TERMS` likeliest words (ties by word).

    >>> expand(["a", "b"], [["b", "c", "c", "c"]])
    {'a': 0.25, 'b': 0.375, 'c': 0.375}
    """
    model = relevance_model(query, documents)
    likeliest = dict(sorted(model.items(), key=lambda pair: (-pair[1], pair[0]))[:TERMS])
    original, feedback = _normalised(Counter(query)), _normalised(likeliest)
    share = ORIGINAL_WEIGHT if original and feedback else 1.0 if original else 0.0
    words = dict.fromkeys([*original, *feedback])
    return {word: share * original.get(word, 0.0) + (1 - share) * feedback.get(word, 0.0) for word in words}


def _normalised(weights: Mapping[str, float]) -> dict[str, float]:
    total = sum(weights.values())
    return {word: weight / total for word, weight in weights.items()}


def identifiers(view: View) -> tuple[str, ...]:
    """What looks like an identifier on the pages seen: a capitalised word within a sentence that few pages have."""
    words = (word.lower() for page in view.pages for word in _CAPITALISED.findall(text_of(page)))
    return tuple(word for word in dict.fromkeys(words) if view.share(word) <= FEW)


class Expansion:
    """Asks the question and the closed vocabulary, then these and what the pages seen are about; does not stop early.

    >>> from suffice.extractors import Unit
    >>> from suffice.extractors.blocks import PageReader, textual_seals
    >>> from suffice.rules import parse_program
    >>> rules = parse_program('lookup(final, 2, "final record {0}").')
    >>> view = View("Where is Vel?", rules, PageReader(rules, textual_seals), (Unit("p1", "", "Vel, Kolm."),), 1, (), 2)
    >>> Expansion().inquire(view).query
    'final^0.333333 record^0.333333 vel^0.333333'
    """

    def inquire(self, view: View) -> Inquiry:
        """The original query first, then the expanded one."""
        asked = query_words(view.question)
        named = [name for name in identifiers(view) if name not in asked]
        original = [*asked, *closed_vocabulary(view.rules), *named]
        pages = view.pages if view.rounds else ()
        weights = expand(original, [query_words(text_of(page)) for page in pages])
        return ask(weigh(weights) or view.question)

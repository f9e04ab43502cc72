"""`trustrag`: TrustRAG's filter of coordinated pages, then removal of conflicts, then the majority.

Where some pair of pages overlaps (ROUGE-L above 0.25), all are parted in two by 2-means on standardised, normalised
embeddings; a part whose pages are too much alike (mean pairwise cosine above 0.88) is dropped, and if both are, nothing is
left. A part of one page has no pair: it is dropped only along with the other, if it is as close to that.

The paper then lets a model compare the pages with what it knows itself and drop those in conflict. Fictional worlds leave
a model nothing to know, and offline there is none: a page is dropped if its claim is not that of most of the pages that
are left. Where two claims tie, nothing says which is in conflict with the rest: none is kept, and the policy abstains.

Source: Zhou et al. 2025, TrustRAG: Enhancing Robustness and Trustworthiness in RAG; constants as in its code.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from itertools import combinations
from typing import TYPE_CHECKING, Any

from suffice.errors import EngineError
from suffice.extractors.text import fold
from suffice.search.inquiry import Answer, View
from suffice.search.policies.embeddings import embed
from suffice.search.policies.rouge import rouge_l
from suffice.search.policies.votes import Isolated, conclude_as, given, initial_answers, majority
from suffice.search.policies.words import text_of

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

__all__ = ["OVERLAP", "TIGHT", "TrustRag", "filtered", "without_conflict"]

#: ROUGE-L above which two pages overlap.
OVERLAP = 0.25
#: Mean pairwise cosine above which a cluster is dropped.
TIGHT = 0.88
#: Of k-means.
SEED, STARTS, STEPS = 0, 10, 500


def filtered(texts: Sequence[str], embeddings: str = "tfidf") -> tuple[int, ...]:
    """Which texts TrustRAG's first stage keeps.

    Args:
        texts: of pages.
        embeddings: of `EMBEDDINGS`.

    Returns:
        Their places, ascending.

    >>> filtered(["Vel is in Kolm"] * 3 + ["Rain fell on Tarn"])
    (3,)
    """
    everything = tuple(range(len(texts)))
    if not any(rouge_l(a, b) > OVERLAP for a, b in combinations(texts, 2)):
        return everything
    vectors = embed(texts, embeddings)
    parts = _two_parts(vectors)
    if len(parts) < 2:
        # All are the same: one cluster, as tight as can be.
        return ()
    tight = [_likeness(vectors, part) > TIGHT for part in parts]
    for single, other in ((0, 1), (1, 0)):
        if len(parts[single]) == 1 and tight[other]:
            tight[single] = _cosine(vectors, parts[0][0], parts[1][0]) > TIGHT
    return tuple(sorted(place for part, drop in zip(parts, tight, strict=True) if not drop for place in part))


def _two_parts(vectors: NDArray[float64]) -> list[list[int]]:
    """2-means on standardised, normalised vectors; fewer parts where fewer vectors differ."""
    import numpy

    _check_installed()
    from sklearn.cluster import KMeans
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.preprocessing import StandardScaler

    scaled = StandardScaler().fit_transform(vectors)
    lengths = numpy.linalg.norm(scaled, axis=1, keepdims=True)
    normalised = numpy.divide(scaled, lengths, out=numpy.zeros_like(scaled), where=lengths > 0)
    # One thread: for a dozen vectors threads cost more than they save, and the same sums come in the same order everywhere.
    with warnings.catch_warnings(), _threads().limit(limits=1):
        # Said where fewer vectors than clusters differ; the empty part is then not returned.
        warnings.simplefilter("ignore", ConvergenceWarning)
        labels = KMeans(n_clusters=2, n_init=STARTS, max_iter=STEPS, random_state=SEED).fit_predict(
            normalised
        )
    parts = [[place for place, label in enumerate(labels) if label == part] for part in (0, 1)]
    return sorted(filter(None, parts))


@cache
def _check_installed() -> None:
    """Say what is missing before the first world is played, not after the last."""
    if find_spec("sklearn") is None:
        raise EngineError("the policy `trustrag` needs scikit-learn", remedy="pip install 'suffice[worlds]'")


@cache
def _threads() -> Any:  # noqa: ANN401 - of an untyped package
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


def _likeness(vectors: NDArray[float64], part: Sequence[int]) -> float:
    """Mean pairwise cosine; 0 where there is no pair."""
    pairs = [_cosine(vectors, a, b) for a, b in combinations(part, 2)]
    return sum(pairs) / len(pairs) if pairs else 0.0


def _cosine(vectors: NDArray[float64], a: int, b: int) -> float:
    import numpy

    lengths = float(numpy.linalg.norm(vectors[a]) * numpy.linalg.norm(vectors[b]))
    return float(vectors[a] @ vectors[b]) / lengths if lengths else 0.0


def without_conflict(isolated: Sequence[Isolated]) -> list[tuple[str, str]]:
    """The pages whose claim is that of most; none where claims tie.

    >>> without_conflict([("p1", "Kolm"), ("p2", "Tarn"), ("p3", "kolm"), ("p4", None)])
    [('p1', 'Kolm'), ('p3', 'kolm')]
    >>> without_conflict([("p1", "Kolm"), ("p2", "Tarn")])
    []
    """
    pages = given(isolated)
    first_two = Counter(fold(answer) for _, answer in pages).most_common(2)
    if not first_two or (len(first_two) == 2 and first_two[0][1] == first_two[1][1]):
        return []
    return [(page, answer) for page, answer in pages if fold(answer) == first_two[0][0]]


class TrustRag:
    """Answers with the majority of what both stages leave of the initial pages.

    Args:
        embeddings: of `EMBEDDINGS`.

    Raises:
        EngineError: scikit-learn is not installed.
    """

    def __init__(self, embeddings: str = "tfidf") -> None:
        _check_installed()
        self.embeddings = embeddings

    def conclude(self, view: View) -> Answer:
        """The answer of the pages that are left; it cites them."""
        pages = view.pages[: view.initial]
        left = {pages[place].id for place in filtered([text_of(page) for page in pages], self.embeddings)}
        kept = without_conflict([pair for pair in initial_answers(view) if pair[0] in left])
        return conclude_as(majority(kept), kept, "no page is left that the others do not contradict")

"""`robustrag`: RobustRAG's keyword aggregation over answers of pages in isolation, and its certification.

Every page is read alone, so that a corrupted page can spoil its own answer only; keywords that enough answers share are
kept, and the answer is read off these. Certification asks whether k corrupted pages could change it. Keywords of an
answer are its words without function words, and the whole answer as one; names in fictional worlds have no lemma.

Source: Xiang et al. 2024, Certifiably Robust RAG against Retrieval Corruption (secure keyword aggregation, alpha = 0.3
and beta = 3; certification for passage modification).

>>> pages = [(f"p{n}", "Kolm House") for n in range(9)] + [("p9", "Tarn House")]
>>> aggregate(pages), certify(pages, 1).certified, certify(pages, 3).reason
('Kolm House', True, 'so many pages can bring in keywords of their own')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import combinations

from suffice.extractors.text import fold
from suffice.search.index import query_words
from suffice.search.inquiry import Answer, View
from suffice.search.policies.votes import Isolated, conclude_as, given, initial_answers, spelled

__all__ = ["ALPHA", "BETA", "RobustRag", "Robustness", "aggregate", "certify", "keywords_of"]

#: Share of the answers, and number of them, that a keyword must stand in: the smaller of the two counts.
ALPHA, BETA = 0.3, 3
#: With fewer answers than this, abstain.
LEAST_ANSWERS = 1
#: Certification gives up where more keywords than this may be kept or not.
MOST_UNDECIDED = 14


def keywords_of(answer: str) -> frozenset[str]:
    """Keywords of an answer: its words, and the whole of it in quotes.

    >>> sorted(keywords_of("The House of Kolm"))
    ['"the house of kolm"', 'house', 'kolm']
    """
    return frozenset([*query_words(answer), _whole(answer)])


def _whole(answer: str) -> str:
    return f'"{fold(answer)}"'


def threshold(answers: int) -> float:
    """How many answers must share a keyword for it to be kept.

    >>> threshold(4), threshold(20)
    (1.2, 3)
    """
    return min(BETA, ALPHA * answers)


def aggregate(isolated: Sequence[Isolated]) -> str | None:
    """The answer read off the kept keywords: the isolated answer that shares most of them.

    Of several, the one with the fewest other keywords, then the one that most pages give, then the first in the alphabet:
    no page's place matters.

    Args:
        isolated: answers of pages; those that answer nothing are dropped.

    Returns:
        The answer as its first page spells it; None to abstain: too few answers, or no keyword is kept.
    """
    answers = [answer for _, answer in given(isolated)]
    if len(answers) < LEAST_ANSWERS:
        return None
    counts = Counter(keyword for answer in answers for keyword in keywords_of(answer))
    kept = {keyword for keyword, count in counts.items() if count >= threshold(len(answers))}
    if not kept:
        return None
    best = min(
        {fold(answer) for answer in answers}, key=lambda one: (*_rank(one, kept), -counts[_whole(one)], one)
    )
    return spelled(isolated, best)


def _rank(answer: str, kept: AbstractSet[str]) -> tuple[int, int]:
    """How an answer fits the kept keywords: less is better."""
    keywords = keywords_of(answer)
    return -len(keywords & kept), len(keywords - kept)


@dataclass(frozen=True, slots=True)
class Robustness:
    """Whether an answer stands whatever some pages say.

    Args:
        answer: of the pages as they are.
        certified: whether no corruption of so many pages changes it.
        reason: why it is not certified.
    """

    answer: str | None
    certified: bool
    reason: str | None = None


def certify(isolated: Sequence[Isolated], corrupted: int) -> Robustness:
    """Whether the answer stands, but for its spelling, if any `corrupted` of the pages say whatever an attacker likes.

    Sound, not complete: every set of keywords that the attacker may bring about is looked at, and some that it may not.

    Args:
        isolated: answers of pages, the honest ones.
        corrupted: how many of these pages are replaced, whichever.
    """
    answer = aggregate(isolated)
    if answer is None:
        return Robustness(None, False, "there is no answer")
    answers = [other for _, other in given(isolated)]
    counts = Counter(keyword for other in answers for keyword in keywords_of(other))
    # The attacker may silence pages that answer, or let pages answer that did not.
    lowest = threshold(max(len(answers) - corrupted, 0))
    highest = threshold(min(len(answers) + corrupted, len(isolated)))
    if corrupted >= lowest:
        return Robustness(answer, False, "so many pages can bring in keywords of their own")
    if counts[_whole(answer)] <= corrupted:
        return Robustness(answer, False, "so many pages can silence the answer")
    kept = {keyword for keyword, count in counts.items() if count - corrupted >= highest}
    undecided = sorted(
        keyword for keyword, count in counts.items() if keyword not in kept and count + corrupted >= lowest
    )
    if len(undecided) > MOST_UNDECIDED:
        return Robustness(answer, False, f"{len(undecided)} keywords may be kept or not: too many to try")
    candidates = {fold(other) for other in answers}
    for size in range(len(undecided) + 1):
        for chosen in combinations(undecided, size):
            if not _stands(fold(answer), candidates, kept.union(chosen)):
                return Robustness(answer, False, "with other keywords kept the answer is another")
    return Robustness(answer, True)


def _stands(answer: str, candidates: AbstractSet[str], kept: AbstractSet[str]) -> bool:
    """Whether an answer fits better than every other, and than any that the attacker may make up; a tie is a loss.

    A made-up answer can hold every kept word, but no kept whole answer; its own whole is a keyword that is not kept.
    """
    words = sum(not keyword.startswith('"') for keyword in kept)
    others = [_rank(other, kept) for other in candidates if other != answer]
    return bool(kept) and _rank(answer, kept) < min([(-words, 1), *others])


class RobustRag:
    """Answers with what the initial pages' isolated answers share."""

    def conclude(self, view: View) -> Answer:
        """The aggregated answer; it cites the pages that give it."""
        isolated = initial_answers(view)
        return conclude_as(aggregate(isolated), isolated, "no keyword is shared by enough pages")

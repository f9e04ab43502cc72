"""Sentences in the order in which they help a claim: each time the one that covers most of what is still open.

A greedy choice covers at least 1 - 1/e of what the best choice of as many would (Nemhauser, Wolsey and Fisher 1978). What is
covered already counts a little, so that among sentences that add nothing the better one still comes first.

>>> weights = Weights({}, 3)
>>> sentences = [Placed("a", 0, Cited("Rome", "A city.")), Placed("b", 0, Cited("Free Guy", "A film by Shawn Levy."))]
>>> [one.document for one in rerank("Who made the film Free Guy?", sentences, weights)]
['b', 'a']
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from suffice.search.prefix.scorers.protocol import Cited
from suffice.search.prefix.weights import Weights, stems_of

__all__ = ["KEEP", "Placed", "rerank"]

#: Sentences that are kept, as in the paper.
KEEP = 5
#: What is covered already counts so much.
_AGAIN = 0.2


@dataclass(frozen=True, slots=True)
class Placed:
    """A sentence of a document of the collection.

    Args:
        document: the document's id.
        number: the sentence's place in it.
        cited: title and text.
    """

    document: str
    number: int
    cited: Cited


def rerank(
    claim: str,
    sentences: Sequence[Placed],
    weights: Weights,
    *,
    kept: Sequence[Placed] = (),
    keep: int = KEEP,
) -> list[Placed]:
    """Choose sentences for a claim.

    Args:
        claim: what is to be covered.
        sentences: to choose from; of equal ones the earlier comes first.
        weights: of words.
        kept: sentences that cover some of it already.
        keep: how many to choose.

    Returns:
        Those chosen, in the order of choice.
    """
    need = weights.need(claim)
    covered = {one for sentence in kept for one in stems_of(sentence.cited.worded) if one in need}
    helps = [stems_of(sentence.cited.worded) & need.keys() for sentence in sentences]
    left = list(range(len(sentences)))
    chosen: list[Placed] = []

    def gain(place: int) -> float:
        return sum(need[one] * (_AGAIN if one in covered else 1.0) for one in sorted(helps[place]))

    while left and len(chosen) < keep:
        best = max(left, key=lambda place: (gain(place), -place))
        left.remove(best)
        covered |= helps[best]
        chosen.append(sentences[best])
    return chosen

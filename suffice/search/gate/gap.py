"""How far evidence is from covering claims, kept up to date as sentences come.

The gap of a claim is 1 minus its nearness to its nearest sentence, 1 where there is none; the state's gap is that of the
worst covered claim (CoVeR section 3). A new round is compared with the claims once; what came before is never looked at again.

>>> from suffice.search.gate.encoders import make_encoder
>>> gap = Gap(make_encoder("overlap"), ["Ann wrote Blue", "Ann died"])
>>> gap.value, gap.add(["Ann wrote Red, then Blue"]), gap.add(["Ann lived"])
(1.0, 0.5, 0.5)
>>> gap.measure(["Ann lived", "Ann died"])
{'Ann lived': 0.0, 'Ann died': 0.5}
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from suffice.errors import UsageError

if TYPE_CHECKING:
    from suffice.search.gate.encoders import Encoder

__all__ = ["AGGREGATES", "Aggregate", "Gap", "combine"]

Aggregate: TypeAlias = Literal["max", "mean", "softmax"]
AGGREGATES: tuple[Aggregate, ...] = get_args(Aggregate)
#: Of the softmax over gaps: the weights of 0.1 more differ by e.
_TEMPERATURE = 0.1


def combine(gaps: Sequence[float], aggregate: Aggregate = "max") -> float:
    """The state's gap from its claims' gaps.

    Args:
        gaps: one for each claim, in [0, 2]; at least one.
        aggregate: `max`, or for ablations `mean`, or `softmax`: the mean weighted by exp(gap / 0.1).

    >>> combine([0.5, 0.1]), combine([0.5, 0.1], "mean"), round(combine([0.5, 0.1], "softmax"), 3)
    (0.5, 0.3, 0.493)
    """
    from math import exp, fsum

    if aggregate == "max":
        return max(gaps)
    if aggregate == "mean":
        return fsum(gaps) / len(gaps)
    if aggregate != "softmax":
        raise UsageError(f"no aggregate `{aggregate}`", remedy=f"choose from {', '.join(AGGREGATES)}")
    highest = max(gaps)
    weights = [exp((gap - highest) / _TEMPERATURE) for gap in gaps]
    return fsum(w * gap for w, gap in zip(weights, gaps, strict=True)) / fsum(weights)


class Gap:
    """The gaps of one question's claims, sentence by sentence.

    Args:
        encoder: compares.
        claims: to begin with; others may be asked for later.
        aggregate: of the claims' gaps.
    """

    def __init__(self, encoder: Encoder, claims: Sequence[str] = (), aggregate: Aggregate = "max") -> None:
        self.encoder = encoder
        self.aggregate: Aggregate = aggregate
        self._evidence: list[str] = []
        # Without evidence a gap is 1, and never more than that afterwards, so that no sentence can widen it.
        self._gaps = dict.fromkeys(claims, 1.0)

    @property
    def value(self) -> float:
        """The state's gap over all claims so far; at least one is needed."""
        return combine(list(self._gaps.values()), self.aggregate)

    def add(self, sentences: Sequence[str]) -> float | None:
        """Compare new sentences with the claims, and tell the state's gap; None where there is no claim."""
        self._evidence.extend(sentences)
        self._compare(list(self._gaps), sentences)
        return self.value if self._gaps else None

    def measure(self, claims: Sequence[str]) -> dict[str, float]:
        """The gap of each of some claims; one that is new is compared with all the evidence, once."""
        missing = [claim for claim in dict.fromkeys(claims) if claim not in self._gaps]
        self._gaps |= dict.fromkeys(missing, 1.0)
        self._compare(missing, self._evidence)
        return {claim: self._gaps[claim] for claim in claims}

    def _compare(self, claims: Sequence[str], sentences: Sequence[str]) -> None:
        if claims and sentences:
            nearest = self.encoder.compare(claims, sentences).max(axis=1)
            for claim, near in zip(claims, nearest, strict=True):
                self._gaps[claim] = min(self._gaps[claim], 1.0 - float(near))

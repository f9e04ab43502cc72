"""How far evidence is from covering claims, kept up to date as sentences come.

The gap of a claim is 1 minus its nearness to its nearest sentence, 1 where there is none; the state's gap is that of the
worst covered claim (CoVeR section 3). A claim that tells its subject and the type of its value has these for parts beside its words, and its
nearness is the mean over its parts: 1 or 0 for each that `suffice.search.gate.slots` finds in the sentence or not. A new round is compared
with the claims once; what came before is never looked at again.

>>> from suffice.search.gate.encoders import make_encoder
>>> def from_page(title, text):
...     return EvidenceSentence(text, title, title, text, 0, len(text))
>>> gap = Gap(make_encoder("overlap"), [Claim("Ann wrote Blue"), Claim("Ann died")])
>>> gap.value, gap.add([from_page("Red", "Ann wrote it, then Blue.")]), gap.add([from_page("Ann", "She lived.")])
(1.0, 0.5, 0.5)
>>> gap.measure([Claim("Ann lived"), Claim("Ann died")])
[0.0, 0.5]
>>> [round(one, 2) for one in gap.measure([Claim("Ann died on some date.", subject="Ann", value="date")])]
[0.5]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from suffice.errors import UsageError
from suffice.search.gate.claims import Claim
from suffice.search.gate.evidence import EvidenceSentence
from suffice.search.gate.slots import typed_parts

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

    def __init__(self, encoder: Encoder, claims: Sequence[Claim] = (), aggregate: Aggregate = "max") -> None:
        self.encoder = encoder
        self.aggregate: Aggregate = aggregate
        self._evidence: list[EvidenceSentence] = []
        # Without evidence a gap is 1, and never more than that afterwards, so that no sentence can widen it.
        self._gaps = dict.fromkeys((claim.open for claim in claims), 1.0)

    @property
    def value(self) -> float:
        """The state's gap over all claims so far; at least one is needed."""
        return combine(list(self._gaps.values()), self.aggregate)

    def add(self, sentences: Sequence[EvidenceSentence]) -> float | None:
        """Compare new sentences with the claims, and tell the state's gap; None where there is no claim."""
        self._evidence.extend(sentences)
        self._compare(list(self._gaps), sentences)
        return self.value if self._gaps else None

    def measure(self, claims: Sequence[Claim]) -> list[float]:
        """The gap of each of some claims; one that is new is compared with all the evidence, once."""
        wanted = [claim.open for claim in claims]
        missing = [claim for claim in dict.fromkeys(wanted) if claim not in self._gaps]
        self._gaps |= dict.fromkeys(missing, 1.0)
        self._compare(missing, self._evidence)
        return [self._gaps[claim] for claim in wanted]

    def _compare(self, claims: Sequence[Claim], sentences: Sequence[EvidenceSentence]) -> None:
        if not claims or not sentences:
            return
        near = self.encoder.compare([claim.text for claim in claims], [one.in_context for one in sentences])
        for claim, row in zip(claims, near, strict=True):
            nearest = max(
                _mean(float(words), typed_parts(claim, one.title, one.text))
                for words, one in zip(row, sentences, strict=True)
            )
            self._gaps[claim] = min(self._gaps[claim], 1.0 - nearest)


def _mean(words: float, parts: Sequence[bool]) -> float:
    return (words + sum(parts)) / (1 + len(parts))

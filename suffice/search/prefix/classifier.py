"""A simple classifier of sufficiency: logistic regression on what claim and sentences have in common.

Fitted by Newton's method with a ridge (McCullagh and Nelder 1989, chapter 4), so that the same examples give the same
weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

from suffice.errors import UsageError
from suffice.extractors.text import fold, split_title
from suffice.search.prefix.rerank import Placed
from suffice.search.prefix.sufficiency import Verdict
from suffice.search.prefix.weights import Weights, stems_of

__all__ = ["FEATURES", "Classifier", "Example", "features_of", "fit_classifier"]

#: What the classifier looks at.
FEATURES = ("covered", "best", "documents", "named", "linked", "used", "one")
_RIDGE, _STEPS = 1.0, 25


@dataclass(frozen=True, slots=True)
class Example:
    """What was seen, and whether it was enough."""

    features: tuple[float, ...]
    sufficient: bool


def features_of(claim: str, sentences: Sequence[Placed], used: int, weights: Weights) -> tuple[float, ...]:
    """The features of sentences for a claim, in the order of `FEATURES`.

    Returns:
        The share of the claim that all sentences cover, and the best one; how many documents they are of; of how many the
        claim names the title, and another kept sentence does; the hops used; and 1.
    """
    need = weights.need(claim)
    worded = [one.cited.worded for one in sentences]
    everything = frozenset[str]().union(*map(stems_of, worded))
    titles = {one.document: fold(split_title(one.cited.title)[0]) for one in sentences}
    said = f" {fold(claim)} "
    named = sum(f" {title} " in said for title in titles.values())
    linked = sum(
        any(
            other.document != document and f" {title} " in f" {fold(other.cited.text)} "
            for other in sentences
        )
        for document, title in titles.items()
    )
    return (
        sum(need[one] for one in sorted(everything & need.keys())),
        max((weights.cover(need, one) for one in worded), default=0.0),
        float(len(titles)),
        float(named),
        float(linked),
        float(used),
        1.0,
    )


@dataclass(frozen=True, slots=True)
class Classifier:
    """A fitted classifier, a `Sufficiency`.

    Args:
        coefficients: in the order of `FEATURES`.
        weights: of words, in the collection that it is used on.
    """

    coefficients: tuple[float, ...]
    weights: Weights

    def judge(self, claim: str, sentences: Sequence[Placed], used: int) -> Verdict:
        """See `Sufficiency`."""
        seen = features_of(claim, sentences, used, self.weights)
        logit = sum(a * b for a, b in zip(self.coefficients, seen, strict=True))
        return Verdict(logit >= 0, why=f"p = {1 / (1 + exp(-max(-50.0, min(50.0, logit)))):.2f}")


def fit_classifier(examples: Sequence[Example], weights: Weights) -> Classifier:
    """Fit a classifier.

    Args:
        examples: sufficient ones and others.
        weights: of words, in the collection that it will be used on.

    Raises:
        UsageError: all examples are of one kind.

    >>> seen = [Example((share, 0, 0, 0, 0, 1, 1), share > 0.5) for share in (0.1, 0.3, 0.7, 0.9)]
    >>> fit_classifier(seen * 20, Weights({}, 1)).coefficients[0] > 0
    True
    """
    import numpy

    if len({one.sufficient for one in examples}) < 2:
        raise UsageError("examples of one kind teach nothing", remedy="give sufficient ones and others")
    seen = numpy.array([one.features for one in examples], dtype=float)
    truth = numpy.array([one.sufficient for one in examples], dtype=float)
    found = numpy.zeros(seen.shape[1])
    ridge = _RIDGE * numpy.eye(seen.shape[1])
    for _ in range(_STEPS):
        likely = 1 / (1 + numpy.exp(-numpy.clip(seen @ found, -50, 50)))
        slope = seen.T @ (truth - likely) - ridge @ found
        found = found + numpy.linalg.solve((seen.T * (likely * (1 - likely))) @ seen + ridge, slope)
    return Classifier(tuple(float(one) for one in found), weights)

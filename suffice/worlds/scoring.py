"""The metrics of Certify, exactly, with bootstrap intervals over pairs of an original and its twin.

Every metric is a ratio of two counts over the pairs (Certify section 8), so that a resample of the pairs is a draw of
how often each kind of pair comes.

>>> pairs = [Pair(answered=True, correct=True, exact=True, twin_answered=False), Pair(False, False, False, False)]
>>> measure(pairs)["acc"], measure(pairs)["abstention_precision"], measure([])["acc"]
(50.0, 66.66666666666667, None)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass
from math import comb, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from numpy import float64, int64
    from numpy.typing import NDArray

__all__ = [
    "METRICS",
    "RESAMPLES",
    "Interval",
    "Pair",
    "auroc",
    "bootstrap",
    "discordant",
    "highest_share",
    "holm",
    "measure",
    "percent",
    "percentile_interval",
    "resample",
    "sign_test",
    "wilson",
]

#: Lower and upper bound in percent; None where no resample has a denominator.
Interval: TypeAlias = tuple[float, float] | None
#: How often a bootstrap draws.
RESAMPLES = 10_000
_TAILS = (2.5, 97.5)
_Z = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, slots=True)
class Pair:
    """How an original and its twin were decided.

    Args:
        answered: whether the original was answered.
        correct: whether that answer counts as right.
        exact: whether it is an exact match.
        twin_answered: whether the twin was answered.
    """

    answered: bool
    correct: bool
    exact: bool
    twin_answered: bool


_Count: TypeAlias = Callable[[Pair], int]

#: For each metric what is counted of a pair above and below the line.
METRICS: Mapping[str, tuple[_Count, _Count]] = {
    "acc": (lambda p: p.correct, lambda p: 1),
    "sacc": (lambda p: p.correct, lambda p: p.answered),
    "coverage": (lambda p: p.answered, lambda p: 1),
    "twin_answered": (lambda p: p.twin_answered, lambda p: 1),
    "abstention_precision": (
        lambda p: not p.twin_answered,
        lambda p: (not p.answered) + (not p.twin_answered),
    ),
    # (Acc + 100 - TwinAns) / 2
    "decision_accuracy": (lambda p: p.correct + (not p.twin_answered), lambda p: 2),
    "exact_match": (lambda p: p.exact, lambda p: 1),
}


def percent(part: int, whole: int) -> float | None:
    """A share in percent; None of nothing."""
    return 100 * part / whole if whole else None


def measure(pairs: Sequence[Pair]) -> dict[str, float | None]:
    """Every metric, in percent; None where its denominator is empty.

    Args:
        pairs: one for each question.
    """
    return {
        name: percent(sum(map(above, pairs)), sum(map(below, pairs)))
        for name, (above, below) in METRICS.items()
    }


def bootstrap(pairs: Sequence[Pair], *, seed: int = 0, resamples: int = RESAMPLES) -> dict[str, Interval]:
    """Percentile intervals (95 %) of every metric over resampled pairs (Efron and Tibshirani 1993, chapter 13).

    Args:
        pairs: one for each question; their order does not matter.
        seed: of the resamples.
        resamples: how many.

    >>> bootstrap([Pair(True, True, True, False)] * 3)["acc"]
    (100.0, 100.0)
    """
    import numpy

    if not pairs:
        return dict.fromkeys(METRICS)
    kinds = Counter(pairs)
    order = sorted(kinds, key=astuple)
    draws = resample([kinds[kind] for kind in order], seed=seed, resamples=resamples)
    intervals: dict[str, Interval] = {}
    for name, (above, below) in METRICS.items():
        wholes = draws @ numpy.array([int(below(kind)) for kind in order])
        parts = draws @ numpy.array([int(above(kind)) for kind in order])
        there = wholes > 0
        intervals[name] = percentile_interval(100 * parts[there] / wholes[there])
    return intervals


def resample(counts: Sequence[int], *, seed: int, resamples: int = RESAMPLES) -> NDArray[int64]:
    """How often each kind of item comes in resamples with replacement, one a row: the bootstrap of a table of counts.

    Args:
        counts: how many items there are of each kind, not all 0.
        seed: of the draws.
        resamples: how many.

    >>> resample([3, 0], seed=0, resamples=2).tolist()
    [[3, 0], [3, 0]]
    """
    import numpy

    items = sum(counts)
    return numpy.random.default_rng(seed).multinomial(items, numpy.array(counts) / items, size=resamples)


def percentile_interval(values: NDArray[float64]) -> Interval:
    """The middle 95 % of what the resamples gave; None of nothing."""
    import numpy

    if not len(values):
        return None
    low, high = numpy.percentile(values, _TAILS)
    return float(low), float(high)


def discordant(one: Sequence[bool], other: Sequence[bool]) -> tuple[int, int]:
    """Of two systems on the same items: how often only the one was right, and only the other.

    >>> discordant([True, True, False], [True, False, False])
    (1, 0)
    """
    both = list(zip(one, other, strict=True))
    return sum(a and not b for a, b in both), sum(b and not a for a, b in both)


def sign_test(wins: int, losses: int) -> float:
    """The exact two-sided sign test: how likely a split at least as uneven is by chance.

    Args:
        wins: items that only the one system got right.
        losses: items that only the other got right.

    >>> sign_test(5, 0), sign_test(3, 3), sign_test(0, 0)
    (0.0625, 1.0, 1.0)
    """
    n, fewer = wins + losses, min(wins, losses)
    # In whole numbers, each binomial coefficient from the one before; of a split near the middle, from the middle.
    if 3 * fewer < n:
        tail, term = 0, 1
        for k in range(fewer + 1):
            tail += term
            term = term * (n - k) // (k + 1)
        doubled = 2 * tail
    else:
        middle, term = 0, comb(n, fewer + 1)
        for k in range(fewer + 1, n - fewer):
            middle += term
            term = term * (n - k) // (k + 1)
        doubled = 2**n - middle
    share: float = doubled / 2**n
    return min(1.0, share)


def holm(values: Sequence[float]) -> list[float]:
    """The p values of several tests, adjusted so that all hold at once (Holm 1979).

    >>> holm([0.01, 0.5, 0.02])
    [0.03, 0.5, 0.04]
    """
    adjusted, highest = list(values), 0.0
    for rank, place in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        highest = max(highest, min(1.0, (len(values) - rank) * values[place]))
        adjusted[place] = highest
    return adjusted


def wilson(part: int, whole: int) -> Interval:
    """The 95 % score interval of a share, in percent; None of nothing (Wilson 1927).

    >>> low, high = wilson(45, 48)
    >>> round(low, 1), round(high, 1), wilson(0, 0)
    (83.2, 97.9, None)
    """
    if not whole:
        return None
    share, spread = part / whole, _Z**2 / whole
    centre = (share + spread / 2) / (1 + spread)
    half = sqrt(spread * (share * (1 - share) + spread / 4)) / (1 + spread)
    # At the ends the bound is the share itself, whatever rounding says.
    low = 0.0 if part == 0 else 100 * (centre - half)
    high = 100.0 if part == whole else 100 * (centre + half)
    return low, high


def highest_share(n: int) -> float:
    """The upper bound in percent, exact at 95 %, of a share of which none was seen in n items (Clopper and Pearson 1934).

    A bootstrap cannot tell: it resamples what was seen.

    >>> round(highest_share(100), 2)
    3.62
    """
    tail: float = 0.025 ** (1 / n)
    return 100 * (1 - tail)


def auroc(negatives: Sequence[float], positives: Sequence[float]) -> float | None:
    """Area under the ROC curve of a score: how often a positive has more than a negative, ties counting half.

    >>> auroc([1, 2], [2, 3]), auroc([], [1])
    (0.875, None)
    """
    import numpy

    if not len(negatives) or not len(positives):
        return None
    ordered = numpy.sort(numpy.asarray(negatives, dtype=float))
    below = numpy.searchsorted(ordered, positives, side="left")
    up_to = numpy.searchsorted(ordered, positives, side="right")
    return float((below + up_to).sum() / (2 * len(negatives) * len(positives)))

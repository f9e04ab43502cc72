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
from math import comb
from typing import TypeAlias

__all__ = [
    "METRICS",
    "Interval",
    "Pair",
    "auroc",
    "bootstrap",
    "discordant",
    "highest_share",
    "measure",
    "percent",
    "sign_test",
]

#: Lower and upper bound in percent; None where no resample has a denominator.
Interval: TypeAlias = tuple[float, float] | None
RESAMPLES = 10_000
_TAILS = (2.5, 97.5)


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
    shares = numpy.array([kinds[kind] for kind in order]) / len(pairs)
    draws = numpy.random.default_rng(seed).multinomial(len(pairs), shares, size=resamples)
    intervals: dict[str, Interval] = {}
    for name, (above, below) in METRICS.items():
        wholes = draws @ numpy.array([int(below(kind)) for kind in order])
        parts = draws @ numpy.array([int(above(kind)) for kind in order])
        there = wholes > 0
        if there.any():
            low, high = numpy.percentile(100 * parts[there] / wholes[there], _TAILS)
            intervals[name] = float(low), float(high)
        else:
            intervals[name] = None
    return intervals


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
    n = wins + losses
    tail = sum(comb(n, k) for k in range(min(wins, losses) + 1))
    share: float = 2 * tail / 2**n
    return min(1.0, share)


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

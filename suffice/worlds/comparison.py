"""Two systems on the same pairs: differences of every metric, with paired intervals and the exact sign test.

The bootstrap draws pairs of an original and its twin, and with each what both systems did (Efron and Tibshirani 1993, chapter
16). The sign test counts pairs on which one system decided more of the two right: answered the original correctly, kept silent
on the twin.

>>> good, bad = Pair(True, True, True, False), Pair(True, True, True, True)
>>> found = compare([good] * 6, [good] * 2 + [bad] * 4)
>>> found.differences["decision_accuracy"], found.better, found.worse, found.p
(-33.33333333333333, 0, 4, 0.125)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import astuple

from pydantic import BaseModel, ConfigDict

from suffice.worlds.scoring import (
    METRICS,
    RESAMPLES,
    Interval,
    Pair,
    measure,
    percentile_interval,
    resample,
    sign_test,
)

__all__ = ["Comparison", "compare"]


class Comparison(BaseModel):
    """What another system does otherwise, on the same pairs.

    Args:
        differences: for each metric the other's minus the one's, in percent points; None where one of them is of nothing.
        intervals: 95 % by paired bootstrap.
        better: pairs on which the other decided more right.
        worse: pairs on which it decided less right.
        p: of the exact two-sided sign test on these.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    differences: dict[str, float | None]
    intervals: dict[str, Interval]
    better: int
    worse: int
    p: float


def compare(
    one: Sequence[Pair], other: Sequence[Pair], *, seed: int = 0, resamples: int = RESAMPLES
) -> Comparison:
    """Compare two systems.

    Args:
        one: how the first decided each pair.
        other: how the second did, in the same order.
        seed: of the resamples.
        resamples: how many.
    """
    both = list(zip(one, other, strict=True))
    before, after = measure(one), measure(other)
    gains = [_right(b) - _right(a) for a, b in both]
    better, worse = sum(gain > 0 for gain in gains), sum(gain < 0 for gain in gains)
    return Comparison(
        differences={name: _difference(before[name], after[name]) for name in METRICS},
        intervals=_intervals(both, seed, resamples),
        better=better,
        worse=worse,
        p=sign_test(better, worse),
    )


def _right(pair: Pair) -> int:
    return pair.correct + (not pair.twin_answered)


def _difference(before: float | None, after: float | None) -> float | None:
    return None if before is None or after is None else after - before


def _intervals(both: Sequence[tuple[Pair, Pair]], seed: int, resamples: int) -> dict[str, Interval]:
    import numpy

    if not both:
        return dict.fromkeys(METRICS)
    kinds = Counter(both)
    order = sorted(kinds, key=lambda kind: (astuple(kind[0]), astuple(kind[1])))
    draws = resample([kinds[kind] for kind in order], seed=seed, resamples=resamples)
    found: dict[str, Interval] = {}
    for name, (above, below) in METRICS.items():
        shares = []
        there = numpy.ones(resamples, dtype=bool)
        for side in (0, 1):
            wholes = draws @ numpy.array([int(below(kind[side])) for kind in order])
            parts = draws @ numpy.array([int(above(kind[side])) for kind in order])
            there &= wholes > 0
            shares.append(100 * parts / numpy.maximum(wholes, 1))
        found[name] = percentile_interval((shares[1] - shares[0])[there])
    return found

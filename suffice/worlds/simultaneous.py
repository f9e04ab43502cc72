"""Areas under several ROC curves with one confidence band for all of them.

An area is a U-statistic; its placement values (DeLong, DeLong and Clarke-Pearson 1988), summed over the cases of a group
(Obuchowski 1997), say how much each group moves it. One bootstrap with Gaussian multipliers over the groups gives the
distribution of the largest studentised deviation (Chernozhukov, Chetverikov and Kato 2013). Bonferroni's band would hold
too, but the classifiers see the same groups and agree, and it would be wider than it need be.

In cross-validation two cases of different folds meet twice, each once in training. Where nothing can be learnt this alone
doubles the variance; Nadeau and Bengio (2003) correct it by 1 + folds / (folds - 1), which is 2.25 for five folds.

>>> area, moves = placements([0.1, 0.9, 0.8, 0.2], [0, 1, 1, 0], [0, 0, 1, 1], [0, 0, 0, 0], groups=2)
>>> area, band([area], [moves], seed=0)
(1.0, [(1.0, 1.0)])
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import numpy

    _Numbers: TypeAlias = Sequence[float] | numpy.ndarray[Any, Any]

__all__ = ["RESAMPLES", "band", "placements"]

RESAMPLES = 10_000
_AT_ONCE = 2_000_000


def placements(
    scores: _Numbers,
    labels: _Numbers,
    owners: _Numbers,
    folds: _Numbers,
    *,
    groups: int,
) -> tuple[float | None, numpy.ndarray[Any, Any]]:
    """The area under the ROC curve, ties counting half, on the mean over folds; and how each group moves it.

    Scores of different folds come from different models and are never compared: pooled, they would push the area of an
    uninformative classifier below one half (Parker, Guenter and Bedo 2007).

    Args:
        scores: one for each case.
        labels: 1 or 0.
        owners: number of the case's group.
        folds: number of its fold.
        groups: how many there are; one without a case does not move the area.

    Returns:
        The area, None where no fold has both labels; and for each group its share of the deviation, times `groups`.
    """
    import numpy

    score, label = numpy.asarray(scores, dtype=float), numpy.asarray(labels)
    owner, fold = numpy.asarray(owners), numpy.asarray(folds)
    parts = []
    for number in numpy.unique(fold):
        inside = fold == number
        ones, zeros = inside & (label == 1), inside & (label == 0)
        if ones.any() and zeros.any():
            parts.append((ones, zeros, int(inside.sum())))
    moves = numpy.zeros(groups)
    if not parts:
        return None, moves
    total, area = sum(size for _, _, size in parts), 0.0
    for ones, zeros, size in parts:
        above = _below(score[zeros], score[ones])
        under = 1 - _below(score[ones], score[zeros])
        own, weight = float(above.mean()), size / total
        area += weight * own
        for cases, placed in ((ones, above), (zeros, under)):
            numpy.add.at(moves, owner[cases], weight * groups * (placed - own) / cases.sum())
    return area, moves


def _below(these: numpy.ndarray[Any, Any], those: numpy.ndarray[Any, Any]) -> numpy.ndarray[Any, Any]:
    """For each of those, the share of these that are less, half where they are equal."""
    import numpy

    ordered = numpy.sort(these)
    found = numpy.searchsorted(ordered, those, "left") + numpy.searchsorted(ordered, those, "right")
    share: numpy.ndarray[Any, Any] = found / (2 * len(these))
    return share


def band(
    areas: Sequence[float],
    moves: Sequence[numpy.ndarray[Any, Any]],
    *,
    seed: int,
    folds: int | None = None,
    level: float = 0.95,
    resamples: int = RESAMPLES,
) -> list[tuple[float, float]]:
    """Intervals that hold all at once.

    Args:
        areas: one for each classifier.
        moves: for each, of `placements`; over the same groups.
        seed: of the multipliers.
        folds: of the cross-validation that the scores are from; None for models that saw none of the cases.
        level: probability that every interval covers.
        resamples: how many.

    Returns:
        Lower and upper bounds; an area that no group moves (every score tied, or all apart) is a point.
    """
    import numpy

    if not areas:
        return []
    table = numpy.stack(moves, axis=1)
    groups = len(table)
    correction = 1.0 if folds is None else 1 + folds / (folds - 1)
    errors = numpy.sqrt((table**2).mean(axis=0) / groups)
    moving = errors > 1e-12
    reach = 0.0
    if moving.any():
        standard = table[:, moving] / (groups * errors[moving])
        generator = numpy.random.default_rng(seed)
        largest, step = [], max(1, _AT_ONCE // groups)
        for start in range(0, resamples, step):
            draws = generator.standard_normal((min(step, resamples - start), groups))
            largest.append(numpy.abs(draws @ standard).max(axis=1))
        reach = float(numpy.quantile(numpy.concatenate(largest), level))
    reach *= correction**0.5
    return [
        (max(0.0, area - reach * error), min(1.0, area + reach * error))
        for area, error in zip(map(float, areas), map(float, errors), strict=True)
    ]

"""Metrics of document retrieval, as AdMIRaL defines them, with bootstrap intervals over questions and paired differences.

>>> found = [Ranked(("a", "b", "c"), (frozenset("ab"),), 2), Ranked(("a", "b", "c"), (frozenset("cd"),), 1)]
>>> figures = measure_ranked(found, k=2)
>>> figures["recall"], figures["precision"], figures["exact"], figures["hops"]
(50.0, 50.0, 50.0, 1.5)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict

from suffice.worlds.scoring import RESAMPLES, Interval, discordant, percentile_interval, resample, sign_test

__all__ = ["Difference", "Ranked", "interval_of", "is_found", "measure_ranked", "pair_up"]


@dataclass(frozen=True, slots=True)
class Ranked:
    """What was found for a question.

    Args:
        documents: best first, each once.
        gold: complete sets of evidence; any one of them is enough.
        used: hops used.
    """

    documents: tuple[str, ...]
    gold: tuple[frozenset[str], ...]
    used: int = 1


class Difference(BaseModel):
    """Recall of one arm minus that of another, on the same questions.

    Args:
        than: the other.
        k: documents looked at.
        points: in percent points.
        interval: 95 %, by paired bootstrap.
        better: questions that only the one found.
        worse: questions that only the other found.
        p: of the exact two-sided sign test on these.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    than: str
    k: int
    points: float
    interval: Interval
    better: int
    worse: int
    p: float


def is_found(ranked: Ranked, k: int) -> bool:
    """Whether a complete set of evidence is inside the first k documents."""
    first = set(ranked.documents[:k])
    return any(gold <= first for gold in ranked.gold)


def measure_ranked(found: Sequence[Ranked], *, k: int) -> dict[str, float]:
    """Every metric, in percent but for `hops`.

    Args:
        found: at least one.
        k: documents looked at.

    Returns:
        `recall`: questions for which a complete set is inside the first k; `precision`: of all documents inside, those in any
        gold set; `f1`: harmonic mean of the two; `exact`: a gold set is what comes first; `r_strict`, `r_soft`: of the first R
        documents, R the size of a gold set, all and the share; `hops`: used on average.
    """
    hits = sum(len(set(one.documents[:k]) & frozenset[str]().union(*one.gold)) for one in found)
    shown = sum(len(one.documents[:k]) for one in found)
    recall = 100 * sum(is_found(one, k) for one in found) / len(found)
    precision = 100 * hits / shown if shown else 0.0
    exact = [any(gold <= set(one.documents[: len(gold)]) for gold in one.gold) for one in found]
    shares = [
        max(len(gold & set(one.documents[: len(gold)])) / len(gold) for gold in one.gold) for one in found
    ]
    return {
        "recall": recall,
        "precision": precision,
        "f1": 2 * recall * precision / (recall + precision) if recall + precision else 0.0,
        "exact": 100 * sum(exact) / len(found),
        "r_strict": 100 * sum(share == 1 for share in shares) / len(found),
        "r_soft": 100 * sum(shares) / len(found),
        "hops": sum(one.used for one in found) / len(found),
    }


def interval_of(values: Sequence[float], *, seed: int, resamples: int = RESAMPLES) -> Interval:
    """The 95 % interval of a mean, by bootstrap (Efron and Tibshirani 1993, chapter 13).

    Args:
        values: one a question, at least one.
        seed: of the resamples.
        resamples: how many.

    >>> interval_of([1.0] * 5, seed=0)
    (1.0, 1.0)
    """
    import numpy

    kinds = Counter(values)
    order = sorted(kinds)
    draws = resample([kinds[kind] for kind in order], seed=seed, resamples=resamples)
    return percentile_interval(draws @ numpy.array(order, dtype=float) / len(values))


def pair_up(name: str, one: Sequence[Ranked], other: Sequence[Ranked], *, k: int, seed: int) -> Difference:
    """Compare the recall of two arms.

    Args:
        name: of the other.
        one: what the one found.
        other: what the other found, for the same questions in the same order.
        k: documents looked at.
        seed: of the resamples.
    """
    ours, theirs = [is_found(each, k) for each in one], [is_found(each, k) for each in other]
    gains = [100.0 * (a - b) for a, b in zip(ours, theirs, strict=True)]
    better, worse = discordant(ours, theirs)
    return Difference(
        than=name,
        k=k,
        points=sum(gains) / len(gains),
        interval=interval_of(gains, seed=seed),
        better=better,
        worse=worse,
        p=sign_test(better, worse),
    )

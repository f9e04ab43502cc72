"""Signals that a gate could go by: the gap, and what it is compared with.

| control | signal |
|---|---|
| `bm25` | as the gap, but a claim's nearness is its best sentence's BM25 score over what the claim itself would score |
| `overlap` | as the gap, by shared words |
| `sentences` | how many sentences there are |
| `logistic` | a logistic mix of all of these, fitted to the verifier's verdicts on other questions than it scores |

Two more are no signals: `random` skips as many calls at random, and `stop_rule` takes a small gap for a stop.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from suffice.search.gate.gap import Aggregate, combine
from suffice.search.index import query_words
from suffice.worlds.gate.outcomes import (
    AGREEMENT,
    Outcomes,
    Recorded,
    Signal,
    gate_with,
    stop_by,
    thresholds_of,
)

if TYPE_CHECKING:
    from suffice.search.gate.encoders import Nearness
    from suffice.worlds.gate.recording import Distances

__all__ = ["Bm25", "count_signal", "gap_signal", "logistic_signal", "random_skip", "stop_rule"]

_K1, _B = 1.2, 0.75
#: Folds of the logistic mix, and its ridge.
_FOLDS, _RIDGE = 5, 1.0


class Bm25:
    """BM25 as an encoder: a sentence's score for a claim, as a share of what the claim scores for itself."""

    name = "bm25"

    def __init__(self, pool: Sequence[str] = ()) -> None:
        documents = [query_words(text) for text in pool]
        self._counts = Counter(word for words in documents for word in set(words))
        self._size = len(documents)
        self._length = sum(map(len, documents)) / max(1, len(documents)) or 1.0

    def fit(self, pool: Sequence[str]) -> Bm25:
        """Count words in a pool."""
        return Bm25(pool)

    def compare(self, claims: Sequence[str], sentences: Sequence[str]) -> Nearness:
        """Shares, at most 1."""
        import numpy

        found = numpy.zeros((len(claims), len(sentences)))
        for row, claim in enumerate(claims):
            own = self._score(claim, claim)
            for column, sentence in enumerate(sentences):
                found[row, column] = min(1.0, self._score(claim, sentence) / own) if own else 0.0
        return found

    def _score(self, claim: str, sentence: str) -> float:
        words = query_words(sentence)
        counts = Counter(words)
        total = 0.0
        for word in sorted(set(query_words(claim))):
            n, times = self._counts.get(word, 0), counts.get(word, 0)
            idf = math.log(1 + (self._size - n + 0.5) / (n + 0.5))
            total += (
                idf * times * (_K1 + 1) / (times + _K1 * (1 - _B + _B * len(words) / self._length))
                if times
                else 0.0
            )
        return total


def gap_signal(distances: Sequence[Distances], aggregate: Aggregate = "max") -> Signal:
    """The state's gap; minus infinity without claims, since then the gate is off."""
    import numpy

    return numpy.array(
        [
            [combine(gaps, aggregate) if gaps else -numpy.inf for gaps in question.gaps]
            for question in distances
        ]
    )


def count_signal(recorded: Recorded) -> Signal:
    """Fewer sentences, larger signal: the rounds, counted down."""
    import numpy

    n, rounds = recorded.approved.shape
    return numpy.tile(-numpy.arange(1.0, rounds + 1), (n, 1))


def logistic_signal(recorded: Recorded, signals: Mapping[str, Signal], ids: Sequence[str]) -> Signal:
    """Minus the log-odds that the verifier approves, by a logistic regression over signals, fitted on the other folds.

    Args:
        recorded: questions.
        signals: to mix.
        ids: of the questions; folds are by a hash of them.
    """
    import numpy

    n, rounds = recorded.approved.shape
    features = numpy.stack(
        [numpy.where(numpy.isfinite(one), one, 0.0) for one in signals.values()], axis=2
    ).reshape(n * rounds, len(signals))
    spread = features.std(axis=0)
    scaled = (features - features.mean(axis=0)) / numpy.where(spread > 0, spread, 1.0)
    design = numpy.hstack([numpy.ones((len(scaled), 1)), scaled])
    folds = numpy.repeat(
        [int(hashlib.sha256(one.encode()).hexdigest(), 16) // 10 % _FOLDS for one in ids], rounds
    )
    labels = recorded.approved.reshape(-1).astype(float)
    odds = numpy.zeros(len(labels))
    for fold in range(_FOLDS):
        inside = folds == fold
        odds[inside] = design[inside] @ _fit(design[~inside], labels[~inside])
    off = ~numpy.isfinite(next(iter(signals.values())))
    return numpy.where(off, -numpy.inf, -odds.reshape(n, rounds))


def _fit(design: Any, labels: Any) -> Any:  # noqa: ANN401 - numpy arrays
    """Ridge logistic regression by Newton's method (Hastie, Tibshirani and Friedman 2009, section 4.4.1)."""
    import numpy

    weights = numpy.zeros(design.shape[1])
    penalty = _RIDGE * numpy.eye(design.shape[1])
    penalty[0, 0] = 1e-6
    for _ in range(25):
        p = 1 / (1 + numpy.exp(-numpy.clip(design @ weights, -30, 30)))
        gradient = design.T @ (labels - p) - penalty @ weights
        step = numpy.linalg.solve((design * (p * (1 - p))[:, None]).T @ design + penalty, gradient)
        weights = weights + step
        if float(numpy.abs(step).max()) < 1e-8:
            break
    return weights


def random_skip(recorded: Recorded, calls: int, seed: int) -> Outcomes:
    """Skip states at random, each alike, with the probability that makes the calls come nearest to a number.

    Args:
        recorded: questions.
        calls: of the gated run that it is compared with.
        seed: of the draws.
    """
    import numpy

    drawn = numpy.random.default_rng(seed).random(recorded.approved.shape)
    low, high = 0.0, 1.0
    # More open states do not always mean more calls (an early stop saves later ones), but nearly: bisect, keep the nearest.
    best = gate_with(recorded, drawn <= 1.0)
    for _ in range(30):
        middle = (low + high) / 2
        found = gate_with(recorded, drawn <= middle)
        made = int(found.calls.sum())
        if abs(made - calls) < abs(int(best.calls.sum()) - calls):
            best = found
        low, high = (middle, high) if made < calls else (low, middle)
    return best


def stop_rule(recorded: Recorded, signal: Signal, agreement: float = AGREEMENT) -> Outcomes:
    """Take a signal below a threshold for sufficiency, without a call, under the gate's constraints: what saves most so.

    Args:
        recorded: questions.
        signal: of each state.
        agreement: of stops, at least.
    """
    import numpy

    always = best = recorded.always()
    for threshold in thresholds_of(signal):
        found = stop_by(recorded, numpy.isfinite(signal) & (signal <= threshold))
        kept = found.agreement(always) >= agreement and found.is_safe(always)
        if kept and found.reduction(always) > best.reduction(always):
            best = found
    return best

"""What a gate makes of recorded questions: calls, stops and their safety; the frontier of its thresholds.

A signal is a number for each state of each question, smaller where the evidence looks more complete; a gate skips a state whose
signal is above a threshold. Nothing else about a signal matters here, so that gaps and controls are treated alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from pydantic import BaseModel, ConfigDict

from suffice.worlds.scoring import RESAMPLES, percentile_interval

if TYPE_CHECKING:
    from numpy import bool_, float64, int64
    from numpy.typing import NDArray

    from suffice.worlds.gate.recording import Trajectory, Verdicts

__all__ = ["AGREEMENT", "Frontier", "Outcomes", "Recorded", "Scores", "find_frontier", "gate_with", "stop_by"]

#: Stop agreement that a threshold must keep (CoVeR section 5).
AGREEMENT = 0.90
#: A signal for each question (row) and round (column); minus infinity where there is no claim, so that nothing is skipped.
Signal: TypeAlias = "NDArray[float64]"


@dataclass(frozen=True, slots=True)
class Recorded:
    """Recorded questions as arrays, a row for each question and a column for each round.

    Args:
        approved: what the verifier says of each state.
        complete: whether all gold evidence is there.
        exact: whether the fixed extractor is right there.
    """

    approved: NDArray[bool_]
    complete: NDArray[bool_]
    exact: NDArray[bool_]

    @classmethod
    def of(cls, trajectories: Sequence[Trajectory], verdicts: Sequence[Verdicts]) -> Recorded:
        """From records."""
        import numpy

        return cls(
            numpy.array([one.approved for one in verdicts], dtype=bool),
            numpy.array([one.complete for one in trajectories], dtype=bool),
            numpy.array([one.exact for one in trajectories], dtype=bool),
        )

    def always(self) -> Outcomes:
        """Without a gate."""
        import numpy

        return gate_with(self, numpy.ones_like(self.approved))


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What became of each question.

    Args:
        calls: of the verifier.
        stop: round of the stop from 1; one more than the budget where nothing stopped it.
        safe: whether all gold evidence was there at a stop; False without one.
        exact: whether the fixed extractor is right on the evidence at the end.
        rounds: the budget.
    """

    calls: NDArray[int64]
    stop: NDArray[int64]
    safe: NDArray[bool_]
    exact: NDArray[bool_]
    rounds: int

    @property
    def stopped(self) -> NDArray[bool_]:
        """Which questions the verifier stopped."""
        found: NDArray[bool_] = self.stop <= self.rounds
        return found

    @property
    def coverage_safety(self) -> float | None:
        """The share of stops at which all gold evidence was there; None without a stop."""
        return float(self.safe[self.stopped].mean()) if self.stopped.any() else None

    @property
    def unsafe_stops(self) -> int:
        """Stops on incomplete evidence."""
        return int((self.stopped & ~self.safe).sum())

    @property
    def exact_match(self) -> float:
        """The share of questions that the fixed extractor answers right."""
        return float(self.exact.mean())

    def reduction(self, always: Outcomes) -> float:
        """1 - calls / calls without the gate, in all."""
        return 1 - int(self.calls.sum()) / max(1, int(always.calls.sum()))

    def agreement(self, always: Outcomes) -> float:
        """The share of questions that stop at the same round, or both not at all."""
        return float((self.stop == always.stop).mean())

    def kept(self, always: Outcomes) -> float | None:
        """Of the questions that stop without the gate, the share that stops in the same round; None where none does."""
        there = always.stopped
        return float((self.stop == always.stop)[there].mean()) if there.any() else None

    def is_safe(self, always: Outcomes) -> bool:
        """Whether coverage safety is not below that without the gate; where it stops nothing, nothing is unsafe."""
        mine, other = self.coverage_safety, always.coverage_safety
        return mine is None or other is None or mine >= other


def gate_with(recorded: Recorded, open_: NDArray[bool_]) -> Outcomes:
    """Run the recorded questions with the verifier asked only in some states.

    Args:
        recorded: questions.
        open_: for each state whether it is asked there.
    """
    return _end(recorded, open_, open_ & recorded.approved)


def stop_by(recorded: Recorded, stops: NDArray[bool_]) -> Outcomes:
    """Run the recorded questions with some states declared sufficient without a call: what a gate must never do.

    Args:
        recorded: questions.
        stops: for each state whether the signal alone ends the question there; elsewhere the verifier is asked.
    """
    return _end(recorded, ~stops, stops | recorded.approved)


def _end(recorded: Recorded, asked: NDArray[bool_], ends: NDArray[bool_]) -> Outcomes:
    import numpy

    n, rounds = ends.shape
    stop = numpy.where(ends.any(axis=1), ends.argmax(axis=1) + 1, rounds + 1)
    before = numpy.arange(1, rounds + 1)[None, :] <= stop[:, None]
    last = numpy.minimum(stop, rounds) - 1
    rows = numpy.arange(n)
    stopped = stop <= rounds
    return Outcomes(
        (asked & before).sum(axis=1),
        stop,
        stopped & recorded.complete[rows, last],
        recorded.exact[rows, last],
        rounds,
    )


class Scores(BaseModel):
    """What a gate with a threshold comes to on some questions, beside always verifying.

    Args:
        threshold: of the gate.
        call_reduction: 1 - calls / calls of always verifying.
        stop_agreement: share of questions that stop in the same round.
        stops_kept: of the questions that the verifier stops without a gate, the share that stops in the same round with it. Where few
            stop, agreement is high even for a gate that never asks; this is not.
        always_verify_stops: share of questions that the verifier stops without a gate.
        coverage_safety_gated: share of stops at which all gold evidence was there; None where nothing stopped.
        coverage_safety_always: the same without a gate.
        unsafe_stops_gated: stops on incomplete evidence.
        unsafe_stops_always: the same without a gate.
        intervals: 95 %, by bootstrap over questions.
        seed: of the bootstrap, and of what else is drawn.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    threshold: float
    call_reduction: float
    stop_agreement: float
    stops_kept: float | None
    always_verify_stops: float
    coverage_safety_gated: float | None
    coverage_safety_always: float | None
    unsafe_stops_gated: int
    unsafe_stops_always: int
    intervals: dict[str, tuple[float, float] | None]
    seed: int

    @classmethod
    def of(cls, gated: Outcomes, always: Outcomes, threshold: float, seed: int, **more: Any) -> Self:  # noqa: ANN401 - fields
        """From what became of the questions.

        Args:
            gated: with the gate.
            always: without.
            threshold: of the gate.
            seed: of what is drawn.
            more: the fields that a subclass adds.
        """
        return cls(
            threshold=threshold,
            call_reduction=gated.reduction(always),
            stop_agreement=gated.agreement(always),
            stops_kept=gated.kept(always),
            always_verify_stops=float(always.stopped.mean()),
            coverage_safety_gated=gated.coverage_safety,
            coverage_safety_always=always.coverage_safety,
            unsafe_stops_gated=gated.unsafe_stops,
            unsafe_stops_always=always.unsafe_stops,
            intervals=intervals_of(gated, always, seed=seed),
            seed=seed,
            **more,
        )


class Frontier(BaseModel):
    """The best threshold of a signal on the very questions it is told of: descriptive, and no promise for others.

    Args:
        threshold: None where none keeps to the constraints.
        call_reduction: share of calls saved; 0 where none does.
        stop_agreement: share of questions that stop where they would without it.
        coverage_safety: share of stops at which all gold evidence was there.
        unsafe_stops: stops on incomplete evidence.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    threshold: float | None
    call_reduction: float
    stop_agreement: float
    coverage_safety: float | None
    unsafe_stops: int


def find_frontier(
    recorded: Recorded, signal: Signal, *, agreement: float = AGREEMENT, by_count: bool = False
) -> Frontier:
    """The threshold that saves most calls at a stop agreement, with coverage safety not below that without a gate.

    Args:
        recorded: questions.
        signal: of each state.
        agreement: at least this.
        by_count: take for safe what has no more stops on incomplete evidence than without a gate. The share falls with every
            stop that is lost, be it a safe one.
    """
    always = recorded.always()
    best: tuple[float, float, Outcomes] | None = None
    for threshold in thresholds_of(signal):
        found = gate_with(recorded, signal <= threshold)
        safe = found.unsafe_stops <= always.unsafe_stops if by_count else found.is_safe(always)
        saved = found.reduction(always)
        if found.agreement(always) >= agreement and safe and (best is None or saved > best[0]):
            best = (saved, threshold, found)
    saved, chosen, outcome = best or (0.0, None, always)
    return Frontier(
        threshold=chosen,
        call_reduction=saved,
        stop_agreement=outcome.agreement(always),
        coverage_safety=outcome.coverage_safety,
        unsafe_stops=outcome.unsafe_stops,
    )


def thresholds_of(signal: Signal) -> list[float]:
    """Thresholds to try: values of the signal, rounded up to three digits, that tell its states apart in some way."""
    import numpy

    finite = signal[numpy.isfinite(signal)]
    return [float(one) for one in numpy.unique(numpy.ceil(finite * 1000) / 1000)]


def intervals_of(
    found: Outcomes, always: Outcomes, *, seed: int = 0, resamples: int = RESAMPLES
) -> dict[str, tuple[float, float] | None]:
    """95 % percentile intervals over resampled questions.

    Args:
        found: with a gate.
        always: without.
        seed: of the resamples.
        resamples: how many.
    """
    import numpy

    n = len(found.stop)
    drawn = numpy.random.default_rng(seed).multinomial(n, numpy.full(n, 1 / n), size=resamples)
    same = (found.stop == always.stop).astype(float)
    stops = drawn @ found.stopped
    there = stops > 0
    return {
        "call_reduction": percentile_interval(1 - drawn @ found.calls / (drawn @ always.calls)),
        "stop_agreement": percentile_interval(drawn @ same / n),
        "coverage_safety_gated": percentile_interval((drawn @ found.safe)[there] / stops[there]),
        "exact_match_difference": percentile_interval(
            drawn @ (found.exact.astype(float) - always.exact.astype(float)) / n
        ),
    }

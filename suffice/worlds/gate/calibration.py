"""Choosing a threshold: the most calls saved on some sets of questions at a stop agreement of at least 0.90 with coverage safety not below
that without a gate, on each of them (CoVeR section 5). Each set in turn is left out, and told as it comes out.

The selection binds the sets that it saw. On the set left out it is a finding, not a promise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import BaseModel, ConfigDict

from suffice.search.gate.claims import Drafter
from suffice.search.gate.encoders import Encoder
from suffice.search.gate.gap import Aggregate
from suffice.search.gate.gate import Calibrated
from suffice.search.gate.verifiers import Verifier
from suffice.worlds.gate.outcomes import AGREEMENT, Outcomes, Recorded, Scores, Signal, gate_with
from suffice.worlds.gate.recording import Recorder
from suffice.worlds.gate.signals import gap_signal

__all__ = ["LEAST_SHARE", "LEAST_STOPS", "Calibration", "Fold", "calibrate", "choose_threshold"]

#: Thresholds that are tried: hundredths, and 1, which skips nothing.
_GRID = tuple(n / 100 for n in range(101))
#: A set on which the verifier stops fewer questions than these constrains too little: below 5 % a gate that
#: never asks agrees in more than 95 %.
LEAST_STOPS, LEAST_SHARE = 10, 0.05


class Fold(Scores):
    """A set of questions that was left out, under the threshold that the others chose.

    Args:
        left_out: its name.
    """

    left_out: str


class Calibration(BaseModel):
    """A threshold chosen on all sets, and how it goes with each left out; no folds with one set.

    Args:
        chosen: the threshold.
        folds: one a set.
        stops: how many questions of each set the verifier stops without a gate.
        vacuous: the sets on which it stops too few for the choice to mean anything.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    chosen: Calibrated
    folds: tuple[Fold, ...]
    stops: dict[str, int]
    vacuous: tuple[str, ...]


def choose_threshold(sets: Sequence[tuple[Recorded, Signal]]) -> tuple[float, list[Outcomes]]:
    """The threshold that saves most calls over some sets, within the constraints on each.

    Args:
        sets: recorded questions and a gap for each state.

    Returns:
        The threshold, and what it makes of each set; 1, which saves nothing, where no other will do.
    """
    every = [recorded.always() for recorded, _ in sets]
    total = sum(int(one.calls.sum()) for one in every)
    best: tuple[float, float, list[Outcomes]] | None = None
    for threshold in _GRID:
        found = [gate_with(recorded, signal <= threshold) for recorded, signal in sets]
        kept = all(
            one.agreement(always) >= AGREEMENT and one.is_safe(always)
            for one, always in zip(found, every, strict=True)
        )
        saved = 1 - sum(int(one.calls.sum()) for one in found) / max(1, total)
        if kept and (best is None or saved > best[0]):
            best = (saved, threshold, found)
    return best[1:] if best else (1.0, every)


def calibrate(
    recorders: Mapping[str, Recorder],
    encoder: Encoder,
    drafter: Drafter,
    verifier: Verifier,
    aggregate: Aggregate = "max",
    *,
    seed: int = 0,
) -> Calibration:
    """Choose a threshold for a combination.

    Args:
        recorders: one or more sets of questions, by name.
        encoder: whose gaps they are.
        drafter: of claims.
        verifier: that is gated.
        aggregate: of the claims' gaps.
        seed: of the bootstrap.
    """
    sets = {
        name: (
            Recorded.of(recorder.trajectories(), recorder.verdicts(verifier, drafter)),
            gap_signal(recorder.distances(encoder, drafter), aggregate),
        )
        for name, recorder in recorders.items()
    }
    threshold, found = choose_threshold(list(sets.values()))
    every = [recorded.always() for recorded, _ in sets.values()]
    questions = sum(len(one.stop) for one in every)
    chosen = Calibrated(
        encoder=encoder.name,
        drafter=drafter.name,
        aggregate=aggregate,
        verifier=verifier.name,
        threshold=threshold,
        sets=tuple(sets),
        questions=questions,
        call_reduction=1
        - sum(int(one.calls.sum()) for one in found) / max(1, sum(int(one.calls.sum()) for one in every)),
        stop_agreement=sum(
            int((one.stop == always.stop).sum()) for one, always in zip(found, every, strict=True)
        )
        / questions,
    )
    folds = [
        _leave_out(name, sets[name], [one for other, one in sets.items() if other != name], seed)
        for name in sets
        if len(sets) > 1
    ]
    stops = {name: int(one.stopped.sum()) for name, one in zip(sets, every, strict=True)}
    vacuous = tuple(
        name
        for name, one in zip(sets, every, strict=True)
        if stops[name] < max(LEAST_STOPS, LEAST_SHARE * len(one.stop))
    )
    return Calibration(chosen=chosen, folds=tuple(folds), stops=stops, vacuous=vacuous)


def _leave_out(
    name: str, left: tuple[Recorded, Signal], others: Sequence[tuple[Recorded, Signal]], seed: int
) -> Fold:
    threshold, _ = choose_threshold(others)
    recorded, signal = left
    always, gated = recorded.always(), gate_with(recorded, signal <= threshold)
    return Fold.of(gated, always, threshold, seed, left_out=name)

"""Scoring a gate: calls saved, stops kept, coverage safety, answers and seconds, beside the controls.

All shares are in [0, 1]. The gated run is replayed from recorded trajectories; the loop itself gives the same (a test holds that).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from suffice.errors import QuestionFileError
from suffice.extractors import Reader
from suffice.search.gate.claims import Drafter, untyped
from suffice.search.gate.encoders import Encoder, make_encoder
from suffice.search.gate.evidence import Tools
from suffice.search.gate.gate import Gate
from suffice.search.gate.verifiers import Verifier
from suffice.worlds.evaluate import PARTS, PartName, hash_code
from suffice.worlds.gate.gold import make_cases
from suffice.worlds.gate.outcomes import (
    Frontier,
    Outcomes,
    Recorded,
    Scores,
    Signal,
    find_frontier,
    gate_with,
)
from suffice.worlds.gate.recording import Distances, Recorder, Trajectory, Verdicts
from suffice.worlds.gate.signals import (
    Bm25,
    count_signal,
    gap_signal,
    logistic_signal,
    random_skip,
    stop_rule,
)
from suffice.worlds.questions import read_questions
from suffice.worlds.scoring import auroc
from suffice.worlds.watch import Watch, no_watch

__all__ = ["Control", "GateReport", "Setting", "evaluate_gate", "open_recorder"]

#: Seeds of the random control: this many from the run's own on.
RANDOM_SEEDS = 5


class Control(BaseModel):
    """What another signal reaches on the same questions, at its best threshold.

    Args:
        call_reduction: at stop agreement and coverage safety as asked of a gate; of `random`, that of the gate it is matched to.
        stop_agreement: there.
        coverage_safety: there.
        auroc: of the signal for complete evidence.
        seeds: how many draws the figures are means of.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    call_reduction: float
    stop_agreement: float
    coverage_safety: float | None = None
    auroc: float | None = None
    seeds: int = 1


class GateReport(Scores):
    """How a gate does on some questions.

    Args:
        encoder: name.
        verifier: name.
        claims: the drafter's name.
        aggregate: of the claims' gaps.
        questions: how many.
        without_claims: of these, how many have no claim, so that the verifier is always asked.
        part: of the file.
        auroc: of minus the gap for complete evidence, over all recorded states with claims.
        auroc_gold: the same with the gold sentences for claims: what the encoder could do with the best of drafters.
        exact_match_gated: share of questions that the fixed extractor answers right from the evidence at the end.
        exact_match_always: the same without a gate.
        seconds_gated: a question, retrieval, reading, encoding and verifying, as they were recorded.
        seconds_always: the same without a gate.
        frontier: the best threshold on these very questions: descriptive.
        frontier_by_count: the same, where what is asked of safety is no more stops on incomplete evidence than without a gate.
        controls: other signals, by name.
    """

    encoder: str
    verifier: str
    claims: str
    aggregate: str
    questions: int
    without_claims: int
    part: str
    auroc: float | None
    auroc_gold: float | None
    exact_match_gated: float
    exact_match_always: float
    seconds_gated: float
    seconds_always: float
    frontier: Frontier
    frontier_by_count: Frontier
    controls: dict[str, Control]


@dataclass(frozen=True, slots=True)
class Setting:
    """What gates a run, but for the threshold.

    Args:
        gate: encoder's name, threshold, aggregate.
        encoder: itself.
        drafter: of claims.
        verifier: that is gated.
        part: of the questions, for the report.
        seed: of bootstrap and random control.
    """

    gate: Gate
    encoder: Encoder
    drafter: Drafter
    verifier: Verifier
    part: PartName = "all"
    seed: int = 0


def open_recorder(
    file: Path | str,
    tools: Tools,
    reader: Reader,
    *,
    part: PartName = "all",
    limit: int | None = None,
    cache: Path | None = None,
    watch: Watch = no_watch,
    model: str = "",
) -> Recorder:
    """The questions of a file, to be recorded or found in the cache.

    Args:
        file: of questions.
        tools: what reads questions and links passages.
        reader: of passages.
        part: of the questions.
        limit: only so many.
        cache: a folder for what was recorded; None keeps nothing.
        watch: is told how far it is.
        model: the name of a model that claims or verdicts come from.

    Raises:
        QuestionFileError: it cannot be read, or no question is in the part.
    """
    asked = [one for one in read_questions(file) if one.part in PARTS[part]][:limit]
    if not asked:
        raise QuestionFileError(
            f"no question is in the part `{part}`", file=str(file), remedy="give `--part all`"
        )
    told = "\0".join(
        (
            hash_code("rules", "engine", "extractors", "search"),
            hashlib.sha256(Path(file).read_bytes()).hexdigest(),
            tools.lexicon.sha256,
            hashlib.sha256(str(tools.rules).encode()).hexdigest(),
            *(one.name for one in tools.readers),
            part,
            str(limit),
            model,
        )
    )
    return Recorder(make_cases(asked, reader, tools), hashlib.sha256(told.encode()).hexdigest(), cache, watch)


def evaluate_gate(recorder: Recorder, setting: Setting) -> GateReport:
    """Score a gate.

    Args:
        recorder: of the questions.
        setting: what is scored.
    """
    import numpy

    trajectories = recorder.trajectories()
    verdicts = recorder.verdicts(setting.verifier, setting.drafter)
    distances = recorder.distances(setting.encoder, setting.drafter)
    recorded = Recorded.of(trajectories, verdicts)
    signal = gap_signal(distances, setting.gate.aggregate)
    always = recorded.always()
    gated = gate_with(recorded, signal <= setting.gate.threshold)
    gold = gap_signal(recorder.distances(setting.encoder, recorder.gold))
    asked = signal <= setting.gate.threshold
    return GateReport.of(
        gated,
        always,
        setting.gate.threshold,
        setting.seed,
        encoder=setting.gate.encoder,
        verifier=setting.verifier.name,
        claims=setting.drafter.name,
        aggregate=setting.gate.aggregate,
        questions=len(trajectories),
        without_claims=int(numpy.isinf(signal[:, 0]).sum()),
        part=setting.part,
        auroc=area(recorded, signal),
        auroc_gold=area(recorded, gold),
        exact_match_gated=gated.exact_match,
        exact_match_always=always.exact_match,
        seconds_gated=_seconds(trajectories, verdicts, gated, recorded, asked, distances),
        seconds_always=_seconds(trajectories, verdicts, always, recorded, numpy.ones_like(recorded.approved)),
        frontier=find_frontier(recorded, signal),
        frontier_by_count=find_frontier(recorded, signal, by_count=True),
        controls=_controls(recorder, setting, recorded, signal, gated),
    )


def area(recorded: Recorded, signal: Signal) -> float | None:
    """AUROC of minus a signal for complete evidence, over all states that have claims."""
    import numpy

    there = numpy.isfinite(signal)
    missing, complete = (-signal[there & label] for label in (~recorded.complete, recorded.complete))
    return auroc(missing.tolist(), complete.tolist())


def _controls(
    recorder: Recorder, setting: Setting, recorded: Recorded, signal: Signal, gated: Outcomes
) -> dict[str, Control]:
    import numpy

    aggregate = setting.gate.aggregate
    signals: dict[str, Signal] = {"gap": signal}
    for encoder in (make_encoder("overlap"), Bm25()):
        signals[encoder.name] = gap_signal(recorder.distances(encoder, untyped(setting.drafter)), aggregate)
    signals["sentences"] = count_signal(recorded)
    ids = [one.question for one in recorder.trajectories()]
    mixed = signals | {"logistic": logistic_signal(recorded, signals, ids)}
    found: dict[str, Control] = {}
    for name, other in mixed.items():
        if name != "gap":
            best = find_frontier(recorded, other)
            found[name] = Control(
                call_reduction=best.call_reduction,
                stop_agreement=best.stop_agreement,
                coverage_safety=best.coverage_safety,
                auroc=area(recorded, other),
            )
    always = recorded.always()
    draws = [random_skip(recorded, int(gated.calls.sum()), setting.seed + n) for n in range(RANDOM_SEEDS)]
    safeties = [one.coverage_safety for one in draws if one.coverage_safety is not None]
    found["random"] = Control(
        call_reduction=float(numpy.mean([one.reduction(always) for one in draws])),
        stop_agreement=float(numpy.mean([one.agreement(always) for one in draws])),
        coverage_safety=float(numpy.mean(safeties)) if safeties else None,
        seeds=RANDOM_SEEDS,
    )
    ruled = stop_rule(recorded, signal)
    found["stop_rule"] = Control(
        call_reduction=ruled.reduction(always),
        stop_agreement=ruled.agreement(always),
        coverage_safety=ruled.coverage_safety,
    )
    return found


def _seconds(
    trajectories: Sequence[Trajectory],
    verdicts: Sequence[Verdicts],
    found: Outcomes,
    recorded: Recorded,
    asked: object,
    distances: Sequence[Distances] | None = None,
) -> float:
    """Seconds a question: the rounds up to its end, the calls made in them, and the gate's own work."""
    import numpy

    rounds = numpy.arange(1, found.rounds + 1)[None, :] <= found.stop[:, None]
    spent = numpy.array([one.seconds for one in trajectories]) * rounds
    spent = spent + numpy.array([one.seconds for one in verdicts]) * (rounds & numpy.asarray(asked))
    if distances is not None:
        spent = spent + numpy.array([one.seconds for one in distances]) * rounds
    return float(spent.sum(axis=1).mean())

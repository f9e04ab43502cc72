"""A study: a run, and further runs over the same questions that are compared with it pair by pair.

Ablations leave out one part; a sweep asks over corpora of several sizes. Each run has a folder of its own below the first one's,
`ablate-check` or `pool-500`, and is resumed like any other.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from suffice.errors import UsageError
from suffice.extractors.models.examples import EXAMPLES
from suffice.files import write_text
from suffice.worlds.ablations import ABLATIONS, Ablation
from suffice.worlds.comparison import Comparison, compare
from suffice.worlds.evaluate import Evaluation, Options
from suffice.worlds.scoring import Interval, Pair

__all__ = [
    "METRICS_OF_A_SWEEP",
    "AblationResult",
    "SweepPoint",
    "draw_sweep",
    "pairs_of",
    "run_ablations",
    "run_sweep",
]

#: What a sweep shows.
METRICS_OF_A_SWEEP = ("acc", "coverage", "twin_answered", "decision_accuracy")
_NEEDS_MODEL = "other sets of examples change nothing without a model: give one"

#: Runs the same questions with these options, into this folder.
Run = Callable[[Options, Path | None], Evaluation]


class AblationResult(BaseModel):
    """One ablation.

    Args:
        name: what is left out.
        figures: its metrics, in percent.
        comparison: with the whole system, on the same pairs; None where it was skipped.
        skipped: why it was not run.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    figures: dict[str, float | None] = {}
    comparison: Comparison | None = None
    skipped: str | None = None


class SweepPoint(BaseModel):
    """One size of the corpus.

    Args:
        size: as asked for.
        passages: in the originals' corpus: more, where the questions have more of their own.
        figures: metrics in percent.
        intervals: 95 %, by bootstrap over pairs.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    size: int
    passages: int
    figures: dict[str, float | None]
    intervals: dict[str, Interval]


def run_ablations(
    names: Iterable[str],
    whole: Evaluation,
    run: Run,
    options: Options,
    out: Path | None,
    *,
    has_model: bool = False,
) -> list[AblationResult]:
    """Run ablations, and compare each with the whole system.

    Args:
        names: of `ablations.ABLATIONS`.
        whole: the run without any.
        run: asks the same questions with other options.
        options: of the whole run.
        out: the whole run's folder.
        has_model: whether a model decomposes questions: then `examples` is a run for each other set of examples.

    Raises:
        UsageError: there is no such ablation.
    """
    chosen = _known(names)
    results = []
    for name in chosen:
        plain = replace(options, ablation=name, baselines=False, memory=False, answers=False)
        runs: dict[str, Options] = {name: plain}
        if name == "examples":
            others = [one for one in EXAMPLES if one != options.examples] if has_model else []
            runs = {f"examples-{other}": replace(plain, examples=other) for other in others}
            if not has_model:
                results.append(AblationResult(name=name, skipped=_NEEDS_MODEL))
        for label, varied in runs.items():
            found = run(varied, out and out / f"ablate-{label}")
            comparison = compare(pairs_of(whole), pairs_of(found), seed=options.seed)
            results.append(AblationResult(name=label, figures=_figures(found), comparison=comparison))
    if out is not None:
        write_text(out / "ablations.json", _as_json(results))
    return results


def run_sweep(sizes: Sequence[int], run: Run, options: Options, out: Path | None) -> list[SweepPoint]:
    """Ask the same questions over corpora of several sizes; a larger one holds all that a smaller one holds.

    Args:
        sizes: passages in the originals' corpus.
        run: asks the same questions with other options.
        options: of the run.
        out: its folder.
    """
    points = []
    for size in dict.fromkeys(sizes):
        plain = replace(options, pool=size, baselines=False, memory=False, answers=False)
        found = run(plain, out and out / f"pool-{size}")
        points.append(
            SweepPoint(
                size=size,
                passages=found.report.passages,
                figures=_figures(found),
                intervals={name: found.report.intervals[name] for name in METRICS_OF_A_SWEEP},
            )
        )
    if out is not None:
        write_text(out / "sweep.json", _as_json(points))
        write_text(out / "sweep.svg", draw_sweep(points))
    return points


def pairs_of(found: Evaluation) -> list[Pair]:
    """How a run decided each pair."""
    return [
        Pair(original.answer is not None, original.correct, original.exact, twin.answer is not None)
        for original, twin in zip(found.originals, found.twins, strict=True)
    ]


def draw_sweep(points: Sequence[SweepPoint]) -> str:
    """A picture of a sweep: percent over passages, which are spaced by their logarithm; bars are the intervals.

    Args:
        points: at least one.
    """
    from math import log

    left, top, width, height = 44, 12, 440, 220
    logs = [log(max(1, point.passages)) for point in points]
    low, high = min(logs), max(logs)
    across = [left + 20 + (width - 40) * ((one - low) / (high - low) if high > low else 0.5) for one in logs]

    def down(share: float) -> float:
        return top + height * (1 - share / 100)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 150} {top + height + 40}">'
    ]
    parts.append('<g font-family="sans-serif" font-size="11" fill="#333">')
    for share in range(0, 101, 25):
        y = down(share)
        parts.append(f'<path d="M{left} {y:.1f}h{width}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{share}</text>')
    for x, point in zip(across, points, strict=True):
        parts.append(
            f'<text x="{x:.1f}" y="{top + height + 16}" text-anchor="middle">{point.passages}</text>'
        )
    parts.append(f'<text x="{left + width / 2}" y="{top + height + 34}" text-anchor="middle">passages</text>')
    for number, (name, colour) in enumerate(zip(METRICS_OF_A_SWEEP, _COLOURS, strict=True)):
        spots = [(x, p.figures[name], p.intervals[name]) for x, p in zip(across, points, strict=True)]
        line = " ".join(f"{x:.1f},{down(value):.1f}" for x, value, _ in spots if value is not None)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for x, value, interval in spots:
            if value is not None and interval is not None:
                ends = f"M{x:.1f} {down(interval[0]):.1f}V{down(interval[1]):.1f}"
                parts.append(f'<path d="{ends}" stroke="{colour}" stroke-opacity="0.5"/>')
                parts.append(f'<circle cx="{x:.1f}" cy="{down(value):.1f}" r="3" fill="{colour}"/>')
        y = top + 14 + 18 * number
        parts.append(f'<rect x="{left + width + 14}" y="{y - 9}" width="10" height="10" fill="{colour}"/>')
        parts.append(f'<text x="{left + width + 30}" y="{y}">{name.replace("_", " ")}</text>')
    return "".join(parts) + "</g></svg>\n"


#: Of Okabe and Ito (2008), told apart by the colour-blind.
_COLOURS = ("#0072b2", "#56b4e9", "#d55e00", "#009e73")


def _known(names: Iterable[str]) -> list[Ablation]:
    chosen: list[Ablation] = []
    for name in dict.fromkeys(names):
        known = next((one for one in ABLATIONS if one == name), None)
        if known is None:
            raise UsageError(f"no ablation `{name}`", remedy=f"choose from {', '.join(ABLATIONS)}")
        chosen.append(known)
    return chosen


def _figures(found: Evaluation) -> dict[str, float | None]:
    report = found.report
    names = (
        "acc",
        "sacc",
        "coverage",
        "twin_answered",
        "abstention_precision",
        "decision_accuracy",
        "exact_match",
    )
    return {name: getattr(report, name) for name in names}


def _as_json(records: Sequence[BaseModel]) -> str:
    return json.dumps([record.model_dump(mode="json") for record in records], indent=2) + "\n"

"""Other ways to decide "enough", on what the same run retrieved and linked.

| name | enough if |
|---|---|
| `named` | each thing that the question names stands in a retrieved passage |
| `score` | the best passage of each lookup has a BM25 score of at least a threshold |
| `connected` | what the question names and the answer hang together in the graph of things that stand in one passage: graph retrieval's view |
| `shuffle` | one lookup is linked: the tail shuffle of the plan, in which each requirement alone will do |
| a `Judge` | its score is at least a threshold: a reader's confidence, a model's judgement of sufficiency |

Each answers what the run answered; where the run abstained, what it would have had to say: for a choice between named things the
first that a link is about, for yes or no `yes`, else the value of the last link, or of the first rejected one. Thresholds are
chosen on the development part, and the figures are of the other.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pydantic import BaseModel, ConfigDict

from suffice.extractors import Unit
from suffice.rules import word_term
from suffice.search import Decision
from suffice.search.index import document_words, query_words
from suffice.worlds.comparison import Comparison, compare
from suffice.worlds.records import Evidence, OriginalRecord, TwinRecord
from suffice.worlds.scoring import Interval, Pair, bootstrap, measure
from suffice.worlds.surfaces import Surfaces, plain, without_bracket

__all__ = [
    "BASELINES",
    "BaselineFigures",
    "BaselineReport",
    "Judge",
    "Scores",
    "candidate_of",
    "gather",
    "report_baselines",
]

#: Those that need no model.
BASELINES = ("named", "score", "connected", "shuffle")


class Judge(Protocol):
    """Says how sure it is that passages suffice for a question."""

    @property
    def name(self) -> str:
        """What it is called in reports."""
        ...

    def judge(self, question: str, passages: Sequence[Unit], candidate: str | None) -> float:
        """A number in [0, 1].

        Args:
            question: as asked.
            passages: all that were retrieved for it, the first first.
            candidate: the answer that would be given.
        """
        ...


class Scores:
    """BM25 scores of single passages, with the statistics of a corpus (as `search.index` ranks them).

    >>> scores = Scores([Unit("a", "Free Guy", "A film."), Unit("b", "Shawn Levy", "A director of a film.")])
    >>> scores.score("Free Guy", "a") > scores.score("film", "a") > scores.score("film", "b") > scores.score("Levy", "a")
    True
    """

    _K1, _B = 1.2, 0.75

    def __init__(self, units: Iterable[Unit]) -> None:
        self._words = {unit.id: Counter(document_words(unit)) for unit in units}
        self._lengths = {unit: sum(words.values()) for unit, words in self._words.items()}
        self._mean = sum(self._lengths.values()) / max(1, len(self._lengths))
        self._having = Counter(word for words in self._words.values() for word in words)

    def score(self, query: str, unit: str) -> float:
        """Of one passage for a query; 0 without a word in common."""
        norm = self._K1 * (1 - self._B + self._B * self._lengths[unit] / max(1.0, self._mean))
        total = 0.0
        for word in query_words(query):
            count = self._words[unit][word]
            if count:
                n = self._having[word]
                idf = math.log(1 + (len(self._words) - n + 0.5) / (n + 0.5))
                total += idf * count * (self._K1 + 1) / (count + norm)
        return total


def candidate_of(decision: Decision) -> str | None:
    """What a decision answered, or would have had to answer."""
    if decision.answer is not None:
        return decision.answer
    trace = decision.trace
    if trace.reading is None or not trace.events:
        return None
    if trace.reading.value == "yes/no":
        return "yes"
    if trace.reading.value == "name" and trace.reading.names:
        linked = [word_term(link.fact.args[0]) for link in trace.links]
        return next((name for name in trace.reading.names if name in linked), trace.reading.names[0])
    if trace.links:
        return trace.links[-1].found.surface
    rejected = (one.value for event in trace.events for one in event.rejected)
    return next((value for value in rejected if value is not None), None)


@dataclass(frozen=True, slots=True)
class _Seen:
    """What a decision had before it."""

    names: tuple[str, ...]
    units: tuple[str, ...]
    candidate: str | None


def gather(
    decision: Decision,
    units: Mapping[str, Unit],
    surfaces: Surfaces,
    scores: Scores,
    judges: Sequence[Judge] = (),
    *,
    question: str,
) -> Evidence:
    """What a decision had before it; `question`, `world`, `correct` and `exact` are for the caller to fill in.

    Args:
        decision: with its trace.
        units: the corpus.
        surfaces: of the same.
        scores: over the same.
        judges: further ones.
        question: as asked.
    """
    trace = decision.trace
    names = tuple(trace.reading.names) if trace.reading else ()
    came = tuple(dict.fromkeys(unit for event in trace.events for unit in event.units))
    seen = _Seen(names, came, candidate_of(decision))
    best: dict[str, float] = {}
    for event in trace.events:
        found = max((scores.score(event.query, unit) for unit in event.units), default=0.0)
        best[event.requirement] = max(found, best.get(event.requirement, 0.0))
    passages = [units[unit] for unit in came]
    return Evidence(
        question="",
        world="original",
        candidate=seen.candidate,
        correct=False,
        exact=False,
        linked=len(trace.links),
        named=bool(names and came) and all(any(surfaces.holds(one, name) for one in came) for name in names),
        connected=_is_connected(seen, units, surfaces),
        score=round(min(best.values()), 6) if best else None,
        judged={judge.name: judge.judge(question, passages, seen.candidate) for judge in judges},
    )


def _is_connected(seen: _Seen, units: Mapping[str, Unit], surfaces: Surfaces) -> bool:
    """Whether all names are in the graph, and the candidate hangs together with one of them."""
    if not seen.names or not seen.units or seen.candidate is None:
        return False
    titles = [units[unit].title for unit in seen.units]
    things = {
        key: name for name in (*seen.names, seen.candidate, *titles) if (key := plain(without_bracket(name)))
    }
    group = {key: key for key in things}

    def root(key: str) -> str:
        while group[key] != key:
            key = group[key]
        return key

    linked = set()
    for unit in seen.units:
        there = [key for key, name in things.items() if surfaces.holds(unit, name)]
        if len(there) > 1:
            linked.update(there)
            for key in there[1:]:
                group[root(key)] = root(there[0])
    names = [plain(without_bracket(name)) for name in seen.names]
    if not all(name in linked for name in names):
        return False
    answer = plain(without_bracket(seen.candidate))
    return answer in ("yes", "no") or any(root(answer) == root(name) for name in names)


class BaselineFigures(BaseModel):
    """How one of them does.

    Args:
        threshold: chosen on the development part; None where there is none.
        figures: the metrics in percent, as in the report.
        intervals: 95 %, by bootstrap over pairs.
        difference: to the structural decision on the same pairs: this one's minus that one's.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    threshold: float | None
    figures: dict[str, float | None]
    intervals: dict[str, Interval]
    difference: Comparison


class BaselineReport(BaseModel):
    """All of them over the same pairs.

    Args:
        part: whose pairs these are: `held-out` where both parts were asked, else the part that was.
        n: how many.
        closure: the structural decision's figures on them.
        intervals: of these.
        baselines: by name.
        left_out: those without a figure, and why.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    part: str
    n: int
    closure: dict[str, float | None]
    intervals: dict[str, Interval]
    baselines: dict[str, BaselineFigures]
    left_out: dict[str, str]


@dataclass(frozen=True, slots=True)
class _Row:
    """A pair as decided, and the evidence on both sides."""

    pair: Pair
    original: Evidence
    twin: Evidence
    development: bool


def report_baselines(
    originals: Sequence[OriginalRecord],
    twins: Sequence[TwinRecord],
    evidence: Sequence[Evidence],
    *,
    seed: int = 0,
) -> BaselineReport:
    """Decide every pair by every baseline.

    Args:
        originals: of a run.
        twins: theirs, in the same order.
        evidence: of originals and twins.
        seed: of the bootstraps.
    """
    found = {(one.question, one.world): one for one in evidence}
    rows = [
        _Row(
            Pair(original.answer is not None, original.correct, original.exact, twin.answer is not None),
            found[original.question, "original"],
            found[original.question, "twin"],
            original.part == "development",
        )
        for original, twin in zip(originals, twins, strict=True)
    ]
    chosen_on = [row for row in rows if row.development]
    told = [row for row in rows if not row.development]
    both = bool(chosen_on and told)
    part = "held-out" if told else "development"
    told = told or chosen_on
    closure = [row.pair for row in told]
    baselines: dict[str, BaselineFigures] = {}
    left_out: dict[str, str] = {}
    judges = dict.fromkeys(name for row in rows for name in (*row.original.judged, *row.twin.judged))
    for name in (*BASELINES, *judges):
        threshold = None
        if name not in ("named", "connected", "shuffle"):
            if not both:
                left_out[name] = "its threshold is chosen on one part and reported on the other: ask both"
                continue
            threshold = _choose(name, chosen_on)
        decided = [_decide(name, row, threshold) for row in told]
        baselines[name] = BaselineFigures(
            threshold=threshold,
            figures=measure(decided),
            intervals=bootstrap(decided, seed=seed),
            difference=compare(closure, decided, seed=seed),
        )
    return BaselineReport(
        part=part,
        n=len(told),
        closure=measure(closure),
        intervals=bootstrap(closure, seed=seed),
        baselines=baselines,
        left_out=left_out,
    )


def _value(name: str, evidence: Evidence) -> float | None:
    """What a baseline goes by; truth is 1."""
    match name:
        case "named":
            return float(evidence.named)
        case "connected":
            return float(evidence.connected)
        case "shuffle":
            return float(evidence.linked > 0)
        case "score":
            return evidence.score
        case judge:
            return evidence.judged.get(judge)


def _decide(name: str, row: _Row, threshold: float | None) -> Pair:
    least = 1.0 if threshold is None else threshold
    enough = []
    for evidence in (row.original, row.twin):
        value = _value(name, evidence)
        enough.append(evidence.candidate is not None and value is not None and value >= least)
    answered, twin_answered = enough
    return Pair(answered, answered and row.original.correct, answered and row.original.exact, twin_answered)


def _choose(name: str, rows: Sequence[_Row]) -> float:
    """The threshold with the best decision accuracy; of several the highest. The highest of all never says "enough"."""
    values = {
        value for row in rows for one in (row.original, row.twin) if (value := _value(name, one)) is not None
    }

    def accuracy(threshold: float) -> int:
        decided = (_decide(name, row, threshold) for row in rows)
        return sum(pair.correct + (not pair.twin_answered) for pair in decided)

    return max(sorted((*values, max(values, default=0.0) + 1), reverse=True), key=accuracy)

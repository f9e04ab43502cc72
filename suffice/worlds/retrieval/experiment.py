"""The experiment: the same questions, over one pooled corpus, through every arm.

The classifier is fitted on another file of questions, so that it has not seen what it is measured on.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from suffice.errors import EngineError, UsageError
from suffice.search.corpus import read_corpus
from suffice.search.index import Index
from suffice.search.prefix.classifier import Example, features_of, fit_classifier
from suffice.search.prefix.collection import Collection
from suffice.search.prefix.hops import Retriever, Settings
from suffice.search.prefix.scorers import Scorer, make_scorer
from suffice.search.prefix.sufficiency import Sufficiency, make_sufficiency
from suffice.worlds.pool import pool_questions
from suffice.worlds.questions import Question, part_of, read_questions
from suffice.worlds.retrieval.arms import ARMS, Arm, Oracle
from suffice.worlds.retrieval.metrics import (
    Difference,
    Ranked,
    interval_of,
    is_found,
    measure_ranked,
    pair_up,
)
from suffice.worlds.scoring import Interval
from suffice.worlds.watch import Watch, no_watch

__all__ = ["KS", "ArmResult", "Experiment", "Task", "evaluate_retrieval", "read_task"]

#: Numbers of documents looked at; metrics but recall are at the middle one, as for FEVER.
KS = (2, 5, 10)
_K = 5
_PARTS = {"dev": ("development",), "held-out": ("held-out",), "all": ("development", "held-out")}


class ArmResult(BaseModel):
    """What an arm found.

    Args:
        name: of it.
        recall: for each k, in percent.
        intervals: of recall, 95 % by bootstrap over questions.
        figures: the other metrics at k = 5.
        hops_interval: of the hops used.
        differences: in recall, from other arms.
        skipped: why it was not run.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    recall: dict[int, float] = {}
    intervals: dict[int, Interval] = {}
    figures: dict[str, float] = {}
    hops_interval: Interval = None
    differences: tuple[Difference, ...] = ()
    skipped: str | None = None


class Experiment(BaseModel):
    """All arms.

    Args:
        questions: asked.
        documents: in the pooled corpus.
        part: of the questions.
        scorer: its name.
        seed: of the resamples.
        arms: in their order; `bm25` first.
        held_out: those that were run, on the held-out questions alone, where both parts are asked.
        by_type: recall at k = 5 by type of question, for `bm25`, `initial` and `joint`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    questions: int
    documents: int
    part: str
    scorer: str
    seed: int
    arms: tuple[ArmResult, ...]
    held_out: tuple[ArmResult, ...]
    by_type: dict[str, dict[str, float]]


@dataclass(frozen=True, slots=True)
class Task:
    """Questions over a collection.

    Args:
        questions: to ask.
        collection: pooled from all questions of the file.
        gold: for each question its one gold set of documents.
    """

    questions: tuple[Question, ...]
    collection: Collection
    gold: dict[str, frozenset[str]]


def read_task(
    path: Path, *, part: str = "all", corpora: Sequence[Path] = (), limit: int | None = None
) -> Task:
    """Read questions and pool their paragraphs.

    Args:
        path: of questions, in any shape that `suffice evaluate` reads.
        part: `dev`, `held-out` or `all`.
        corpora: more documents, as distractors.
        limit: ask only so many.

    Raises:
        UsageError: there is no such part, or no question in it.
        QuestionFileError: the file cannot be read.
    """
    if part not in _PARTS:
        raise UsageError(f"no part `{part}`", remedy=f"choose from {', '.join(_PARTS)}")
    questions = read_questions(path)
    pool = pool_questions(questions, read_corpus(*corpora) if corpora else ())
    asked = [one for one in questions if part_of(one.id) in _PARTS[part]][:limit]
    if not asked:
        raise UsageError(f"no question in the part `{part}`", file=str(path), remedy="choose `all`")
    gold = {one.id: frozenset(pool.supporting[one.id]) for one in asked}
    return Task(tuple(asked), Collection(list(pool.units.values())), gold)


def evaluate_retrieval(
    task: Task,
    *,
    settings: Settings | None = None,
    scorer: str = "lexical",
    model: str | None = None,
    other: Task | None = None,
    arms: Sequence[Arm] = ARMS,
    part: str = "all",
    seed: int = 0,
    watch: Watch = no_watch,
) -> Experiment:
    """Run every arm.

    Args:
        task: what is asked.
        settings: that the arms change.
        scorer: of titles, by name.
        model: for the scorer that needs one.
        other: other questions, to fit the classifier on; without them it is skipped.
        arms: which.
        part: of the questions, for the record.
        seed: of the resamples.
        watch: how long it takes.
    """
    base = settings or Settings()
    collection = copy(task.collection)
    collection.index = _Remembering(collection.index)
    made = _make_scorer(scorer, collection, model)
    found: dict[str, list[Ranked]] = {}
    skipped: dict[str, str] = {}
    done: dict[tuple[Settings, str], str] = {}
    with watch("retrieving", len(task.questions) * (len(arms) + 1)) as advance:
        found["bm25"] = [
            Ranked(tuple(collection.index.search(one.text, base.hits)), (task.gold[one.id],))
            for one in task.questions
        ]
        advance(len(task.questions))
        for arm in arms:
            try:
                judge = _make_judge(arm.judge, task, other, base, scorer, model)
            except (EngineError, UsageError) as error:
                skipped[arm.name] = str(error)
                advance(len(task.questions))
                continue
            chosen = replace(base, **arm.changes)
            if same := done.get((chosen, arm.judge)):
                found[arm.name] = found[same]
                advance(len(task.questions))
                continue
            done[chosen, arm.judge] = arm.name
            retriever = Retriever(collection, made, chosen, judge)
            ranked = found[arm.name] = []
            for question in task.questions:
                got = retriever.retrieve(question.text)
                ranked.append(Ranked(got.documents, (task.gold[question.id],), got.used))
                advance(1)
    results = [_sum_up("bm25", found, (), seed)]
    for arm in arms:
        results.append(
            ArmResult(name=arm.name, skipped=skipped[arm.name])
            if arm.name in skipped
            else _sum_up(arm.name, found, arm.against, seed)
        )
    return Experiment(
        questions=len(task.questions),
        documents=len(collection.documents),
        part=part,
        scorer=scorer,
        seed=seed,
        arms=tuple(results),
        held_out=_hold_out(task, found, arms, seed),
        by_type=_by_type(task, found),
    )


class _Remembering:
    """An index that searches once for all arms."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._found: dict[tuple[str, int], list[str]] = {}

    def search(self, query: str, limit: int, exclude: AbstractSet[str] = frozenset()) -> list[str]:
        if exclude:
            return self._index.search(query, limit, exclude)
        if (query, limit) not in self._found:
            self._found[query, limit] = self._index.search(query, limit)
        return self._found[query, limit]


def _make_scorer(name: str, collection: Collection, model: str | None) -> Scorer:
    texts = (text for one in collection.documents.values() for text in one.sentences)
    return make_scorer(name, collection.trie, collection.weights, texts=texts, model=model)


def _make_judge(
    name: str, task: Task, other: Task | None, base: Settings, scorer: str, model: str | None
) -> Sufficiency:
    if name == "oracle":
        return Oracle({one.text: (task.gold[one.id],) for one in task.questions})
    if name == "classifier":
        if other is None:
            raise UsageError(
                "the classifier has nothing to learn from", remedy="give other questions: --train"
            )
        retriever = Retriever(other.collection, _make_scorer(scorer, other.collection, model), base)
        examples = []
        for question in other.questions:
            for used, hop in enumerate(retriever.retrieve(question.text).hops, start=1):
                seen = features_of(question.text, hop.sentences, used, other.collection.weights)
                held = {one.document for one in hop.sentences}
                examples.append(Example(seen, other.gold[question.id] <= held))
        return fit_classifier(examples, task.collection.weights)
    if name == "closure":
        from suffice.extractors import Reader, default_cache

        return make_sufficiency(name, reader=Reader(default_cache()))
    return make_sufficiency(name)


def _sum_up(name: str, found: dict[str, list[Ranked]], against: Sequence[str], seed: int) -> ArmResult:
    ranked = found[name]
    return ArmResult(
        name=name,
        recall={k: measure_ranked(ranked, k=k)["recall"] for k in KS},
        intervals={k: interval_of([100.0 * is_found(one, k) for one in ranked], seed=seed) for k in KS},
        figures=measure_ranked(ranked, k=_K),
        hops_interval=interval_of([float(one.used) for one in ranked], seed=seed),
        differences=tuple(
            pair_up(other, ranked, found[other], k=k, seed=seed)
            for other in against
            if other in found
            for k in KS
        ),
    )


def _hold_out(
    task: Task, found: dict[str, list[Ranked]], arms: Sequence[Arm], seed: int
) -> tuple[ArmResult, ...]:
    places = [place for place, one in enumerate(task.questions) if one.part == "held-out"]
    if not 0 < len(places) < len(task.questions):
        return ()
    kept = {name: [ranked[place] for place in places] for name, ranked in found.items()}
    against = {arm.name: arm.against for arm in arms}
    return tuple(_sum_up(name, kept, against.get(name, ()), seed) for name in kept)


def _by_type(task: Task, found: dict[str, list[Ranked]]) -> dict[str, dict[str, float]]:
    told: dict[str, dict[str, float]] = {}
    for kind in sorted({one.type for one in task.questions}):
        places = [place for place, one in enumerate(task.questions) if one.type == kind]
        told[kind] = {"questions": float(len(places))} | {
            name: 100 * sum(is_found(found[name][place], _K) for place in places) / len(places)
            for name in ("bm25", "initial", "joint")
            if name in found
        }
    return told

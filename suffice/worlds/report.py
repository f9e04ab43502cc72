"""What the records of a run come to. Every number here is computed from the records alone.

>>> figures([], seed=0).acc is None
True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

from suffice.worlds.records import STAGES, STATUSES, Manifest, OriginalRecord, TwinRecord
from suffice.worlds.run_folder import RunFolder
from suffice.worlds.scoring import Interval, Pair, auroc, bootstrap, measure, percent

__all__ = [
    "Figures",
    "Length",
    "LinkFigures",
    "RecordPair",
    "Report",
    "Survivors",
    "figures",
    "make_report",
    "recompute",
]

RecordPair: TypeAlias = tuple[OriginalRecord, TwinRecord]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Figures(_Part):
    """The metrics over some pairs, in percent; None of nothing.

    Args:
        n: how many pairs.
        acc: originals answered right.
        sacc: answered originals that are right.
        coverage: originals answered.
        twin_answered: twins answered; lower is better.
        abstention_precision: abstentions that are on twins.
        decision_accuracy: (acc + 100 - twin_answered) / 2.
        exact_match: originals whose answer is an exact match.
        open_names_deleted: abstentions on twins that name the deleted fact, of those whose fact is known.
        intervals: 95 % by bootstrap over the pairs, for each metric but the last.
    """

    n: int
    acc: float | None
    sacc: float | None
    coverage: float | None
    twin_answered: float | None
    abstention_precision: float | None
    decision_accuracy: float | None
    exact_match: float | None
    open_names_deleted: float | None
    intervals: dict[str, Interval]


class LinkFigures(_Part):
    """Links with one verdict of the entity check: those on a gold relation and subject, and how many state a gold fact."""

    n: int
    right: int
    precision: float | None


class Length(_Part):
    """How well length alone tells twins from originals; 0.5 is chance.

    Args:
        auroc: of the characters of a question's own passages, over all originals and twins.
        paired: how often the twin's are longer than its original's, half where they are equal.
    """

    auroc: float | None
    paired: float | None


class Survivors(_Part):
    """The audit of the twins, and the figures apart.

    Args:
        audited: twins for which survivors were looked for.
        deleted: for each number of deleted passages, how many twins.
        passages: survivors in all.
        without: figures over pairs whose twin has no survivor.
        only: figures over the others.
    """

    audited: int
    deleted: dict[str, int]
    passages: int
    without: Figures
    only: Figures


class Report(Figures):
    """The figures over all pairs and over groups of them, and what went wrong.

    Args:
        survivors: how many twins have a survivor.
        passages: in the originals' corpus.
        yes_no: figures over questions whose gold answer is yes or no, and over the others.
        by_type: figures over the types that the data names.
        parts: figures over the two parts of the data, where both were asked.
        link_precision: of links on originals, by verdict.
        failures: for each stage how many wrong or missing answers on originals are due to it.
        wrong: of these, how many answers were wrong.
        audit: survivors in full.
        length: what length alone tells.
        model_calls_per_question: over originals and twins.
        input_tokens_per_question: likewise, where the model counts them.
        model_repairs: replies that were asked for again, in all.
        model_errors: calls that ended without a usable reply, in all.
        dropped: what a model said of passages and was dropped, by reason.
        memory: figures over pairs whose twin no sample of the model answers without context; None where it was not asked.
        answers: what a model answers from certificates' passages and from all that were retrieved, over answered originals.
    """

    schema_version: Literal["suffice.report/1"] = "suffice.report/1"
    survivors: int
    passages: int
    yes_no: dict[str, Figures]
    by_type: dict[str, Figures]
    parts: dict[str, Figures]
    link_precision: dict[str, LinkFigures]
    failures: dict[str, int]
    wrong: dict[str, int]
    audit: Survivors
    length: Length
    model_calls_per_question: float | None
    input_tokens_per_question: float | None
    model_repairs: int
    model_errors: int
    dropped: dict[str, int]
    memory: Figures | None
    answers: dict[str, LinkFigures]


def make_report(
    manifest: Manifest, originals: Sequence[OriginalRecord], twins: Sequence[TwinRecord]
) -> Report:
    """Make the report of a run.

    Args:
        manifest: of the run.
        originals: one for each question.
        twins: theirs, in the same order.
    """
    pairs = list(zip(originals, twins, strict=True))
    seed = manifest.seed
    parts = _grouped(pairs, lambda pair: pair[0].part, seed)
    failed = Counter(original.stage for original in originals)
    wrong = Counter(original.stage for original in originals if original.answer is not None)
    calls = sum(record.model_calls for pair in pairs for record in pair)
    tokens = sum(record.input_tokens for pair in pairs for record in pair)
    dropped = sum((Counter(record.dropped) for pair in pairs for record in pair), Counter[str]())
    unknown = [pair for pair in pairs if pair[1].recalled is False]
    return Report(
        **figures(pairs, seed=seed).model_dump(),
        survivors=sum(bool(twin.survivors) for twin in twins),
        passages=manifest.passages,
        yes_no=_grouped(pairs, lambda pair: "yes/no" if pair[0].yes_no else "other", seed),
        by_type=_grouped(pairs, lambda pair: pair[0].type, seed),
        parts=parts if len(parts) > 1 else {},
        link_precision=_judge_links(originals),
        failures={stage: failed[stage] for stage in STAGES},
        wrong={stage: wrong[stage] for stage in STAGES},
        audit=_audit(pairs, seed),
        length=_length(twins),
        model_calls_per_question=calls / (2 * len(pairs)) if pairs else None,
        input_tokens_per_question=tokens / (2 * len(pairs)) if pairs else None,
        model_repairs=sum(record.model_repairs for pair in pairs for record in pair),
        model_errors=sum(record.model_errors for pair in pairs for record in pair),
        dropped=dict(sorted(dropped.items())),
        memory=figures(unknown, seed=seed) if manifest.memory else None,
        answers=_judge_answers(originals),
    )


def recompute(folder: Path | str) -> Report:
    """Make the report of a finished or unfinished run anew, from nothing but its records.

    Args:
        folder: what was given as `--out`.

    Raises:
        UsageError: the folder holds no run.
    """
    run = RunFolder(folder)
    manifest = run.read_manifest()
    originals, twins = run.read(OriginalRecord), run.read(TwinRecord)
    done = min(len(originals), len(twins))
    return make_report(manifest, originals[:done], twins[:done])


def figures(pairs: Sequence[RecordPair], *, seed: int) -> Figures:
    """The metrics over some pairs.

    Args:
        pairs: originals with their twins.
        seed: of the bootstrap.
    """
    decided = [
        Pair(
            answered=original.answer is not None,
            correct=original.correct,
            exact=original.exact,
            twin_answered=twin.answer is not None,
        )
        for original, twin in pairs
    ]
    naming = [twin.names_deleted for _, twin in pairs if twin.names_deleted is not None]
    return Figures(
        n=len(pairs),
        **measure(decided),
        open_names_deleted=percent(sum(naming), len(naming)),
        intervals=bootstrap(decided, seed=seed),
    )


def _grouped(
    pairs: Sequence[RecordPair], group_of: Callable[[RecordPair], str], seed: int
) -> dict[str, Figures]:
    groups: dict[str, list[RecordPair]] = {}
    for pair in pairs:
        groups.setdefault(group_of(pair), []).append(pair)
    return {name: figures(groups[name], seed=seed) for name in sorted(groups)}


def _judge_links(originals: Sequence[OriginalRecord]) -> dict[str, LinkFigures]:
    judged = [
        (link.status, link.right) for record in originals for link in record.links if link.right is not None
    ]
    found: dict[str, LinkFigures] = {}
    for status in STATUSES:
        verdicts = [right for one, right in judged if one == status]
        right = sum(verdicts)
        found[status] = LinkFigures(n=len(verdicts), right=right, precision=percent(right, len(verdicts)))
    return found


def _judge_answers(originals: Sequence[OriginalRecord]) -> dict[str, LinkFigures]:
    found: dict[str, LinkFigures] = {}
    for source in ("certificate", "pool"):
        verdicts = [record.answers[source].correct for record in originals if source in record.answers]
        if verdicts:
            right = sum(verdicts)
            found[source] = LinkFigures(n=len(verdicts), right=right, precision=percent(right, len(verdicts)))
    return found


def _audit(pairs: Sequence[RecordPair], seed: int) -> Survivors:
    deleted = Counter(len(twin.deleted) for _, twin in pairs)
    return Survivors(
        deleted={str(number): deleted[number] for number in sorted(deleted)},
        audited=sum(twin.fact is not None if twin.audited is None else twin.audited for _, twin in pairs),
        passages=sum(len(twin.survivors) for _, twin in pairs),
        without=figures([pair for pair in pairs if not pair[1].survivors], seed=seed),
        only=figures([pair for pair in pairs if pair[1].survivors], seed=seed),
    )


def _length(twins: Sequence[TwinRecord]) -> Length:
    before = [twin.characters[0] for twin in twins]
    after = [twin.characters[1] for twin in twins]
    paired = sum((b < a) + (b == a) / 2 for b, a in zip(before, after, strict=True))
    return Length(auroc=auroc(before, after), paired=paired / len(twins) if twins else None)

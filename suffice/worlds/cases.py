"""Where a run failed: every wrong or refused answer by the stage that it is due to, with what there is to see.

>>> STAGE_OF["not_extracted"], STAGE_OF["link_rejected"]
('link', 'entity_check')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from pydantic import BaseModel, ConfigDict

from suffice.engine.certificate import Abstention, Certificate, RejectedLink
from suffice.worlds.records import FactRecord, OriginalRecord, PassageRef, Stage, TwinRecord
from suffice.worlds.run_folder import RunFolder

__all__ = [
    "PHASES",
    "STAGE_OF",
    "Case",
    "Findings",
    "OpenRequirement",
    "Phase",
    "PhaseCount",
    "TwinCounts",
    "UsedLink",
    "find_cases",
]

#: The way of a question, and `twin` for what went wrong on a twin.
Phase: TypeAlias = Literal["decomposition", "retrieval", "link", "entity_check", "value", "closure", "twin"]
PHASES: tuple[Phase, ...] = get_args(Phase)
#: Which part of the way a stage of the records belongs to.
STAGE_OF: dict[Stage, Phase] = {
    "not_decomposed": "decomposition",
    "not_retrieved": "retrieval",
    "not_extracted": "link",
    "link_rejected": "entity_check",
    "wrong_value": "value",
    "conflict": "closure",
    "other": "closure",
}


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class OpenRequirement(_Part):
    """What an abstention names.

    Args:
        atom: as it stands in the program.
        status: open, blocked, failed or conflict.
        wording: the lookup's question.
        queries: what was searched for.
        rejected: links that were not accepted, with quotes.
    """

    atom: str
    status: str
    wording: str | None
    queries: tuple[str, ...]
    rejected: tuple[RejectedLink, ...]


class UsedLink(_Part):
    """What a certificate rests on.

    Args:
        fact: linked.
        title: of the passage.
        status: what the entity check said.
        quote: the sentence.
    """

    fact: str
    title: str | None
    status: str
    quote: str | None


class Case(_Part):
    """One wrong or refused answer.

    Args:
        question: its id.
        text: as asked.
        type: as the data says.
        phase: where it went wrong.
        stage: the same as the records have it; for a twin `answered` or `not_named`.
        gold: the gold answer and its aliases.
        answer: what was answered, None for an abstention.
        requirements: what an abstention names.
        links: what an answer rests on.
        fact: a twin's deleted fact, where it is known.
        deleted: a twin's deleted passages.
        survivors: passages left that may state it.
    """

    question: str
    text: str
    type: str
    phase: Phase
    stage: str
    gold: tuple[str, ...]
    answer: str | None
    requirements: tuple[OpenRequirement, ...] = ()
    links: tuple[UsedLink, ...] = ()
    fact: FactRecord | None = None
    deleted: tuple[PassageRef, ...] = ()
    survivors: tuple[PassageRef, ...] = ()


class PhaseCount(_Part):
    """How many answers were refused, and how many were wrong, at one part of the way."""

    refused: int
    wrong: int


class TwinCounts(_Part):
    """The twins.

    Args:
        n: how many.
        answered: though a deciding fact was deleted.
        answered_with_survivor: of these, those with a survivor.
        survivors: twins with one, answered or not.
        named: abstentions that name the deleted fact.
        not_named: abstentions that do not.
        unknown: abstentions where nobody knows which fact was deleted.
    """

    n: int
    answered: int
    answered_with_survivor: int
    survivors: int
    named: int
    not_named: int
    unknown: int


class Findings(_Part):
    """All of a run.

    Args:
        n: originals.
        right: of these answered right.
        phases: counts of the others, by part of the way.
        twins: counts of twins.
        cases: in the order of the way, then of the run.
    """

    n: int
    right: int
    phases: dict[Phase, PhaseCount]
    twins: TwinCounts
    cases: tuple[Case, ...]


def find_cases(folder: Path | str) -> Findings:
    """Go through a run's records.

    Args:
        folder: what was given as `--out`; the run may be unfinished.

    Raises:
        UsageError: the folder holds no run, or a damaged one.
    """
    run = RunFolder(folder)
    run.read_manifest()
    originals, twins = run.read(OriginalRecord), run.read(TwinRecord)
    pairs = list(zip(originals, twins, strict=False))
    cases = [*_of_originals(originals[: len(pairs)]), *_of_twins(pairs)]
    failed = [case for case in cases if case.phase != "twin"]
    phases: dict[Phase, PhaseCount] = {
        phase: PhaseCount(
            refused=sum(case.phase == phase and case.answer is None for case in failed),
            wrong=sum(case.phase == phase and case.answer is not None for case in failed),
        )
        for phase in PHASES
        if phase != "twin"
    }
    return Findings(
        n=len(pairs),
        right=len(pairs) - len(failed),
        phases=phases,
        twins=_count([twin for _, twin in pairs]),
        cases=tuple(sorted(cases, key=lambda case: PHASES.index(case.phase))),
    )


def _of_originals(records: Iterable[OriginalRecord]) -> Iterator[Case]:
    for record in records:
        if record.stage is not None:
            yield Case(
                question=record.question,
                text=record.text,
                type=record.type,
                phase=STAGE_OF[record.stage],
                stage=record.stage,
                gold=record.gold,
                answer=record.answer,
                requirements=_requirements(record.decision),
                links=_links(record.decision),
            )


def _of_twins(pairs: Iterable[tuple[OriginalRecord, TwinRecord]]) -> Iterator[Case]:
    for original, twin in pairs:
        if twin.answer is not None or twin.names_deleted is False:
            yield Case(
                question=original.question,
                text=original.text,
                type=original.type,
                phase="twin",
                stage="not_named" if twin.answer is None else "answered",
                gold=original.gold,
                answer=twin.answer,
                requirements=_requirements(twin.decision),
                links=_links(twin.decision),
                fact=twin.fact,
                deleted=twin.deleted,
                survivors=twin.survivors,
            )


def _requirements(decision: Certificate | Abstention) -> tuple[OpenRequirement, ...]:
    if isinstance(decision, Certificate):
        return ()
    return tuple(
        OpenRequirement(
            atom=need.atom,
            status=need.status,
            wording=need.wording or need.detail,
            queries=need.queries,
            rejected=need.rejected,
        )
        for need in decision.requirements
    )


def _links(decision: Certificate | Abstention) -> tuple[UsedLink, ...]:
    if isinstance(decision, Abstention):
        return ()
    titles = {unit.id: unit.title for unit in decision.units}
    return tuple(
        UsedLink(fact=link.fact, title=titles.get(link.unit), status=link.status, quote=link.quote)
        for link in decision.links
    )


def _count(twins: Sequence[TwinRecord]) -> TwinCounts:
    answered = [twin for twin in twins if twin.answer is not None]
    silent = [twin for twin in twins if twin.answer is None]
    return TwinCounts(
        n=len(twins),
        answered=len(answered),
        answered_with_survivor=sum(bool(twin.survivors) for twin in answered),
        survivors=sum(bool(twin.survivors) for twin in twins),
        named=sum(twin.names_deleted is True for twin in silent),
        not_named=sum(twin.names_deleted is False for twin in silent),
        unknown=sum(twin.names_deleted is None for twin in silent),
    )

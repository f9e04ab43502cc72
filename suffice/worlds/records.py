"""What a run stores of each original and each twin: all that a report needs.

>>> TwinRecord.model_validate_json(
...     '{"question": "q1", "answer": null, "deleted": [{"id": "p1", "title": "Free Guy"}], "replacements": [],'
...     '"survivors": [], "characters": [900, 905], "model_calls": 0, "decision": {"goal": "answer(X)", "program": "",'
...     '"reason": "open", "requirements": [{"atom": "answer(X)", "status": "open"}]}}').deleted[0].title
'Free Guy'
"""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from pydantic import BaseModel, ConfigDict

from suffice.engine.certificate import Abstention, Certificate
from suffice.worlds.questions import Part

__all__ = [
    "STAGES",
    "STATUSES",
    "FactRecord",
    "JudgedLink",
    "LinkStatus",
    "Manifest",
    "OriginalRecord",
    "PassageRef",
    "Stage",
    "Timing",
    "TwinRecord",
]

Stage: TypeAlias = Literal[
    "not_decomposed",
    "not_retrieved",
    "not_extracted",
    "link_rejected",
    "wrong_value",
    "conflict",
    "other",
]
LinkStatus: TypeAlias = Literal["anchored", "verified", "rejected", "unchecked"]
STAGES: tuple[Stage, ...] = get_args(Stage)
STATUSES: tuple[LinkStatus, ...] = get_args(LinkStatus)


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class FactRecord(_Record):
    """A gold fact."""

    subject: str
    relation: str
    value: str


class PassageRef(_Record):
    """A passage of the pool by its id in `corpus.jsonl`, and its title."""

    id: str
    title: str


class JudgedLink(FactRecord):
    """A link that was made for a question.

    Args:
        unit: id of the passage.
        status: what the entity check said.
        right: whether a gold fact says the same; None where no gold fact has this relation and subject.
    """

    unit: str
    status: LinkStatus
    right: bool | None


class OriginalRecord(_Record):
    """A question over the pooled corpus.

    Args:
        question: its id.
        text: as asked.
        type: as the data says.
        part: by the hash of the id.
        yes_no: whether the gold answer is yes or no.
        gold: the gold answer and its aliases.
        answer: what was answered, None for an abstention.
        correct: whether that counts as the gold answer (`answers.is_same`).
        exact: whether it is an exact match.
        stage: what a wrong or missing answer is due to, None for a right one.
        links: every link, accepted or rejected.
        model_calls: calls to a generative, QA or NLI model.
        decision: certificate or abstention.
    """

    question: str
    text: str
    type: str
    part: Part
    yes_no: bool
    gold: tuple[str, ...]
    answer: str | None
    correct: bool
    exact: bool
    stage: Stage | None
    links: tuple[JudgedLink, ...]
    model_calls: int
    decision: Certificate | Abstention


class TwinRecord(_Record):
    """A question over its twin's corpus.

    Args:
        question: the id.
        fact: the deleted fact, None where the data has no triples.
        deleted: passages deleted from the corpus.
        replacements: passages put in their place.
        survivors: passages left that hold subject and value of the fact.
        characters: length of the question's own passages before and after.
        answer: what was answered, None for an abstention.
        names_deleted: whether the abstention names the deleted fact; None without abstention or fact.
        model_calls: calls to a generative, QA or NLI model.
        decision: certificate or abstention.
    """

    question: str
    fact: FactRecord | None = None
    deleted: tuple[PassageRef, ...]
    replacements: tuple[PassageRef, ...]
    survivors: tuple[PassageRef, ...]
    characters: tuple[int, int]
    answer: str | None
    names_deleted: bool | None = None
    model_calls: int
    decision: Certificate | Abstention


class Timing(_Record):
    """How long one decision took, in seconds, in all and by stage: kept apart, since no two runs take as long."""

    question: str
    world: Literal["original", "twin"]
    seconds: float
    stages: dict[str, float]


class Manifest(_Record):
    """What a run was of; a folder holds records of one manifest only.

    Args:
        versions: of suffice and of what it reads texts with.
        code_sha256: of the package's own files.
        questions_sha256: of the file of questions.
        corpora_sha256: of the files of distractors.
        rules_sha256: of the library and the user's rules.
        lexicon_sha256: of the merged lexicon.
        check: the entity check.
        readers: what reads questions and passages, in the order tried.
        index: its name, None for the default.
        part: which part of the questions.
        limit: how many questions at most.
        seed: chooses reserve, deciding facts and replacements.
        questions: how many are asked.
        passages: how many are in the originals' corpus.
        reserve: how many are set aside.
    """

    schema_version: Literal["suffice.run/1"] = "suffice.run/1"
    versions: dict[str, str]
    code_sha256: str
    questions_sha256: str
    corpora_sha256: tuple[str, ...]
    rules_sha256: str
    lexicon_sha256: str
    check: str
    readers: tuple[str, ...] = ("lexicon",)
    index: str | None
    part: str
    limit: int | None
    seed: int
    questions: int
    passages: int
    reserve: int

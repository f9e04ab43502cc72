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
    "Evidence",
    "FactRecord",
    "JudgedLink",
    "LinkStatus",
    "Manifest",
    "OriginalRecord",
    "PassageRef",
    "Stage",
    "Timing",
    "TwinRecord",
    "WordedAnswer",
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


class WordedAnswer(_Record):
    """What a model answered from some passages; None where it says that they do not settle it, or failed."""

    answer: str | None
    correct: bool


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
        correct: whether that counts as the gold answer (`answers.is_right`).
        exact: whether it is an exact match.
        stage: what a wrong or missing answer is due to, None for a right one.
        links: every link, accepted or rejected.
        model_calls: calls to a model.
        input_tokens: of these calls, where the model counts them.
        output_tokens: likewise.
        model_repairs: replies that were asked for again.
        model_errors: calls that ended without a usable reply.
        dropped: what a model said of passages and was dropped, by reason.
        answers: what a model answers from the certificate's passages, and from all that were retrieved, if it was asked.
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
    input_tokens: int = 0
    output_tokens: int = 0
    model_repairs: int = 0
    model_errors: int = 0
    dropped: dict[str, int] = {}
    answers: dict[Literal["certificate", "pool"], WordedAnswer] = {}
    decision: Certificate | Abstention


class TwinRecord(_Record):
    """A question over its twin's corpus.

    Args:
        question: the id.
        fact: the deleted fact, None where the data has no triples.
        deleted: passages deleted from the corpus.
        replacements: passages put in their place.
        survivors: passages left that hold subject and value of the fact; without one, the deleted title and the answer.
        audited: whether survivors were looked for: not where there is no fact and the answer is yes, no or that title.
        characters: length of the question's own passages before and after.
        answer: what was answered, None for an abstention.
        names_deleted: whether the abstention names the deleted fact; None without abstention or fact.
        model_calls: calls to a model.
        input_tokens: of these calls, where the model counts them.
        output_tokens: likewise.
        model_repairs: replies that were asked for again.
        model_errors: calls that ended without a usable reply.
        dropped: what a model said of passages and was dropped, by reason.
        recalled: whether a model answers the question without context in any of its samples; None where it was not asked.
        decision: certificate or abstention.
    """

    question: str
    fact: FactRecord | None = None
    deleted: tuple[PassageRef, ...]
    replacements: tuple[PassageRef, ...]
    survivors: tuple[PassageRef, ...]
    audited: bool | None = None
    characters: tuple[int, int]
    answer: str | None
    names_deleted: bool | None = None
    model_calls: int
    input_tokens: int = 0
    output_tokens: int = 0
    model_repairs: int = 0
    model_errors: int = 0
    dropped: dict[str, int] = {}
    recalled: bool | None = None
    decision: Certificate | Abstention


class Evidence(_Record):
    """What a decision had before it, as those see it that decide by something else than closure (`baselines`).

    Args:
        question: the id.
        world: original or twin.
        candidate: what they would answer; None where nothing was found that could be an answer.
        correct: whether that counts as the gold answer; never on a twin.
        exact: whether it is an exact match; likewise.
        linked: accepted links.
        named: whether each thing that the question names stands in a retrieved passage.
        connected: whether these and the candidate hang together in the graph of things that stand in one passage.
        score: of the weakest lookup, its best passage's BM25 score; None without a lookup.
        judged: what further judges say, in [0, 1].
    """

    question: str
    world: Literal["original", "twin"]
    candidate: str | None
    correct: bool
    exact: bool
    linked: int
    named: bool
    connected: bool
    score: float | None
    judged: dict[str, float] = {}


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
        index: its name, None for the default.
        part: which part of the questions.
        limit: how many questions at most.
        seed: chooses reserve, deciding facts and replacements.
        questions: how many are asked.
        passages: how many are in the originals' corpus.
        reserve: how many are set aside.
        ablation: what is left out, None for nothing.
        pool: the size of the corpus that was asked for, None for all passages.
        baselines: whether evidence for other decisions is kept.
        readers: what reads questions and passages, in the order tried.
        model: name of the model among them, None where there is none.
        examples: set of examples that the model decomposes by.
        examples_sha256: of the file, where they are one's own.
        most_read: passages that the model reads for one lookup.
        memory: whether twins were filtered by what the model answers without context.
        answers: whether the model worded answers.
        gate: the encoder by which passages were put off, None for no gate.
        least_likely: how likely likely links had to be, None where there are none.
        forest_sha256: of the forest that rated them, where it is one's own.
    """

    schema_version: Literal["suffice.run/1"] = "suffice.run/1"
    versions: dict[str, str]
    code_sha256: str
    questions_sha256: str
    corpora_sha256: tuple[str, ...]
    rules_sha256: str
    lexicon_sha256: str
    check: str
    index: str | None
    part: str
    limit: int | None
    seed: int
    questions: int
    passages: int
    reserve: int
    ablation: str | None = None
    pool: int | None = None
    baselines: bool = False
    readers: tuple[str, ...] = ()
    model: str | None = None
    examples: str | None = None
    examples_sha256: str | None = None
    most_read: int | None = None
    memory: bool = False
    answers: bool = False
    gate: str | None = None
    least_likely: float | None = None
    forest_sha256: str | None = None

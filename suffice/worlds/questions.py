"""Files of questions that come with gold answers: the HotpotQA/2Wiki and MuSiQue shapes, as JSON or JSON Lines.

>>> record = {"_id": "q1", "question": "Who?", "answer": "Ann", "context": [["T", ["One.", "Two."]]],
...           "supporting_facts": [["T", 0]], "evidences": [["T", "director", "Ann"]], "type": "compositional"}
>>> question = parse_question(record, "here")
>>> question.paragraphs[0].text, question.triples[0].relation
('One. Two.', 'director')
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError

from suffice.errors import QuestionFileError, word_fault
from suffice.files import read_text

__all__ = [
    "Hop",
    "Paragraph",
    "Part",
    "Question",
    "Triple",
    "parse_question",
    "part_of",
    "read_questions",
    "read_records",
]

Part: TypeAlias = Literal["development", "held-out"]
_Shape = TypeVar("_Shape", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph that comes with a question.

    Args:
        title: its title.
        text: its text.
        supporting: whether the question's gold evidence is in it.
        sentences: its sentences, where the data divides it; joined by blanks they are the text.
        gold: numbers of those that are gold evidence, where the data says so.
    """

    title: str
    text: str
    supporting: bool
    sentences: tuple[str, ...] = ()
    gold: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Triple:
    """A gold fact: for scoring only.

    Args:
        subject: as the data writes it.
        relation: with `_` for blanks, as the lexicon writes it.
        value: as the data writes it.
    """

    subject: str
    relation: str
    value: str


@dataclass(frozen=True, slots=True)
class Hop:
    """A step of a question's gold decomposition (MuSiQue): for scoring only.

    Args:
        text: the sub-question.
        answer: its answer.
        paragraph: index of the paragraph that supports it; None where the data names none.
    """

    text: str
    answer: str
    paragraph: int | None


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its gold answer, its paragraphs and, where the data has them, its evidence triples or its hops."""

    id: str
    text: str
    answer: str
    aliases: tuple[str, ...]
    type: str
    paragraphs: tuple[Paragraph, ...]
    triples: tuple[Triple, ...]
    hops: tuple[Hop, ...] = ()

    @property
    def is_yes_no(self) -> bool:
        """Whether the gold answer is yes or no."""
        return self.answer.strip().casefold() in ("yes", "no")

    @property
    def part(self) -> Part:
        """Whether it may be looked at while rules and lexicon are written."""
        return part_of(self.id)


def part_of(question_id: str) -> Part:
    """The part that a question belongs to, by a hash of its id: six tenths are for development.

    >>> part_of("q1"), part_of("q3")
    ('development', 'held-out')
    """
    number = int(hashlib.sha256(question_id.encode()).hexdigest(), 16)
    return "development" if number % 10 < 6 else "held-out"


def read_questions(path: Path | str) -> list[Question]:
    """Read a file of questions.

    Args:
        path: a JSON list or JSON Lines, plain or gzipped.

    Returns:
        At least one question, in the order of the file.

    Raises:
        QuestionFileError: if it cannot be read, a record is in none of the known shapes, or an id comes twice.
    """
    file = str(path)
    questions: dict[str, Question] = {}
    places: dict[str, int] = {}
    for number, record in _records(read_text(file, QuestionFileError), file):
        question = parse_question(record, file, number)
        if question.id in questions:
            raise QuestionFileError(
                f"id `{question.id}` was given to record {places[question.id]} already",
                file=file,
                line=number,
                remedy="give each question an id of its own",
            )
        questions[question.id], places[question.id] = question, number
    if not questions:
        raise QuestionFileError("no question in it", file=file, remedy="give at least one record")
    return list(questions.values())


def read_records(path: Path | str, shape: type[_Shape], docs: str = "docs/exact.md") -> list[_Shape]:
    """Read a file all of whose records have one shape.

    Args:
        path: a JSON list or JSON Lines, plain or gzipped.
        shape: a pydantic model.
        docs: the page that says what a record is like, for messages.

    Returns:
        At least one record, in the order of the file.

    Raises:
        QuestionFileError: if it cannot be read, or a record has another shape; with its line.
    """
    file = str(path)
    found = []
    for number, record in _records(read_text(file, QuestionFileError), file):
        try:
            found.append(shape.model_validate(record))
        except ValidationError as error:
            raise QuestionFileError(
                word_fault(error.errors()), file=file, line=number, remedy=f"see {docs}"
            ) from None
    if not found:
        raise QuestionFileError("no question in it", file=file, remedy="give at least one record")
    return found


def _records(text: str, file: str) -> Iterator[tuple[int, object]]:
    """Numbers and values: of a JSON list its items, of JSON Lines its lines."""
    number = 1
    try:
        if text.lstrip().startswith("["):
            yield from enumerate(json.loads(text), start=1)
            return
        for number, line in enumerate(text.split("\n"), start=1):
            if line.strip():
                yield number, json.loads(line)
    except json.JSONDecodeError as error:
        raise QuestionFileError(
            f"not JSON ({error.msg})",
            file=file,
            line=number + error.lineno - 1,
            column=error.colno,
            remedy="write a JSON list, or one JSON object a line",
        ) from None
    except RecursionError:
        raise QuestionFileError("nested too deeply", file=file, line=number) from None


class _Record(BaseModel):
    model_config = ConfigDict(extra="ignore", coerce_numbers_to_str=True)

    id: str | None = Field(default=None, validation_alias=AliasChoices("_id", "id"), min_length=1)
    question: str = Field(min_length=1)
    answer: str = Field(min_length=1)

    @property
    def name(self) -> str:
        """The id; where the data has none, a hash of the question."""
        return self.id or "q" + hashlib.sha256(self.question.encode()).hexdigest()[:16]


class _Hotpot(_Record):
    """HotpotQA and 2WikiMultiHopQA: paragraphs as [title, sentences]; supporting facts as [title, sentence]."""

    type: str = "question"
    context: Annotated[list[tuple[str, list[str]]], Field(min_length=1)]
    supporting_facts: list[tuple[str, Any]]
    evidences: list[tuple[str, str, str]] = []

    def question_of(self) -> Question:
        supporting = {title for title, _ in self.supporting_facts}
        facts = [[title, number] for title, number in self.supporting_facts]
        paragraphs = tuple(
            Paragraph(
                title,
                " ".join(sentences),
                title in supporting,
                tuple(sentences),
                tuple(n for n in range(len(sentences)) if [title, n] in facts),
            )
            for title, sentences in self.context
        )
        triples = tuple(Triple(s, r.replace(" ", "_"), v) for s, r, v in self.evidences)
        return Question(self.name, self.question, self.answer, (), self.type, paragraphs, triples)


class _MusiqueParagraph(BaseModel):
    title: str
    paragraph_text: str
    is_supporting: bool = False
    idx: int | None = None


class _MusiqueHop(BaseModel):
    question: str = ""
    answer: str = ""
    paragraph_support_idx: int | None = None


class _Musique(_Record):
    """MuSiQue: paragraphs that say whether they support; hops instead of types; aliases of the answer."""

    paragraphs: Annotated[list[_MusiqueParagraph], Field(min_length=1)]
    answer_aliases: list[str] = []
    question_decomposition: list[_MusiqueHop] = []
    answerable: Literal[True] = True  # an original that cannot be answered has no twin

    def question_of(self) -> Question:
        paragraphs = tuple(Paragraph(p.title, p.paragraph_text, p.is_supporting) for p in self.paragraphs)
        places = {p.idx if p.idx is not None else place: place for place, p in enumerate(self.paragraphs)}
        hops = tuple(
            Hop(
                hop.question,
                hop.answer,
                None if hop.paragraph_support_idx is None else places.get(hop.paragraph_support_idx),
            )
            for hop in self.question_decomposition
        )
        kind = f"{len(hops)}hop" if hops else "question"
        return Question(
            self.name, self.question, self.answer, tuple(self.answer_aliases), kind, paragraphs, (), hops
        )


def parse_question(record: object, file: str, line: int | None = None) -> Question:
    """One record in either shape.

    Args:
        record: a JSON value.
        file: for messages.
        line: its number in the file, for messages.

    Raises:
        QuestionFileError: if a field is missing or has another shape, or no paragraph supports the answer.
    """
    shape: type[_Hotpot | _Musique] = (
        _Musique if isinstance(record, Mapping) and "paragraphs" in record else _Hotpot
    )
    try:
        question = shape.model_validate(record).question_of()
    except ValidationError as error:
        raise QuestionFileError(
            f"not in the HotpotQA, 2Wiki or MuSiQue shape: {word_fault(error.errors())}",
            file=file,
            line=line,
            remedy="see docs/evaluate.md",
        ) from None
    if not any(paragraph.supporting for paragraph in question.paragraphs):
        raise QuestionFileError(
            f"no paragraph of question `{question.id}` supports its answer, so it has no twin",
            file=file,
            line=line,
            remedy="name its supporting paragraphs",
        )
    return question

"""Files of questions that come with gold answers: the HotpotQA/2Wiki and MuSiQue shapes, as JSON or JSON Lines.

>>> record = {"_id": "q1", "question": "Who?", "answer": "Ann", "context": [["T", ["One.", "Two."]]],
...           "supporting_facts": [["T", 0]], "evidences": [["T", "director", "Ann"]], "type": "compositional"}
>>> question = parse_question(record, "here")
>>> question.paragraphs[0].text, question.triples[0].relation
('One. Two.', 'director')
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from suffice.errors import CorpusError, QuestionFileError
from suffice.search.corpus import read_lines

__all__ = ["Paragraph", "Question", "Triple", "parse_question", "read_questions"]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph that comes with a question.

    Args:
        title: its title.
        text: its text.
        supporting: whether the question's gold evidence is in it.
    """

    title: str
    text: str
    supporting: bool


@dataclass(frozen=True, slots=True)
class Triple:
    """A gold fact: for scoring only."""

    subject: str
    relation: str
    value: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its gold answer, its paragraphs and, where the data has them, its evidence triples."""

    id: str
    text: str
    answer: str
    aliases: tuple[str, ...]
    type: str
    paragraphs: tuple[Paragraph, ...]
    triples: tuple[Triple, ...]

    @property
    def is_yes_no(self) -> bool:
        """Whether the gold answer is yes or no."""
        return self.answer.strip().casefold() in ("yes", "no")


def read_questions(path: Path | str) -> list[Question]:
    """Read a file of questions.

    Args:
        path: a JSON list or JSON Lines, plain or gzipped.

    Raises:
        QuestionFileError: if it cannot be read, or a record is in none of the known shapes.
    """
    file = str(path)
    records = _records(file)
    questions = [parse_question(record, file, number) for number, record in records]
    if not questions:
        raise QuestionFileError("no question in it", file=file, remedy="give at least one record")
    seen: dict[str, int] = {}
    for (number, _), question in zip(records, questions, strict=True):
        if question.id in seen:
            raise QuestionFileError(
                f"id `{question.id}` stands at line {seen[question.id]} already",
                file=file,
                line=number,
                remedy="give each an id of its own",
            )
        seen[question.id] = number
    return questions


def _records(file: str) -> list[tuple[int, Any]]:
    try:
        opened = (
            gzip.open(file, "rt", encoding="utf-8") if file.endswith(".gz") else open(file, encoding="utf-8")
        )
        with opened as stream:
            start = stream.read(1024).lstrip("\ufeff \t\r\n")[:1]
            if start == "[":
                stream.seek(0)
                return list(enumerate(json.loads(stream.read().lstrip("\ufeff")), start=1))
    except json.JSONDecodeError as error:
        raise QuestionFileError(
            f"not JSON ({error.msg})",
            file=file,
            line=error.lineno,
            column=error.colno,
            remedy="write a JSON list or JSON Lines",
        ) from None
    except (OSError, EOFError, zlib.error, ValueError, RecursionError) as error:
        raise QuestionFileError(
            f"cannot be read ({error})", file=file, remedy="give a JSON file in UTF-8"
        ) from None
    try:
        return list(read_lines(file))
    except CorpusError as error:
        raise QuestionFileError(
            error.cause, file=error.file, line=error.line, column=error.column, remedy=error.remedy
        ) from None


def parse_question(record: object, file: str, line: int | None = None) -> Question:
    """One record in either shape.

    Raises:
        QuestionFileError: if a field is missing or has another shape.
    """
    if not isinstance(record, Mapping):
        raise QuestionFileError(
            "a record is not an object", file=file, line=line, remedy="write one object a question"
        )
    try:
        return _musique(record) if "paragraphs" in record else _hotpot(record)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        detail = f"`{error.args[0]}` is missing" if isinstance(error, KeyError) else str(error)
        raise QuestionFileError(
            f"not in the HotpotQA, 2Wiki or MuSiQue shape: {detail}",
            file=file,
            line=line,
            remedy="see docs/evaluate.md",
        ) from None


def _hotpot(record: Mapping[str, Any]) -> Question:
    supporting = {str(title) for title, _ in record.get("supporting_facts", ())}
    paragraphs = tuple(
        Paragraph(str(title), " ".join(map(str, sentences)), str(title) in supporting)
        for title, sentences in record["context"]
    )
    triples = tuple(
        Triple(str(s), str(p).replace(" ", "_"), str(o)) for s, p, o in record.get("evidences", ())
    )
    return Question(
        str(record.get("_id", record.get("id"))),
        str(record["question"]),
        str(record["answer"]),
        (),
        str(record.get("type", "question")),
        paragraphs,
        triples,
    )


def _musique(record: Mapping[str, Any]) -> Question:
    paragraphs = tuple(
        Paragraph(str(one["title"]), str(one["paragraph_text"]), bool(one.get("is_supporting", False)))
        for one in record["paragraphs"]
    )
    hops = len(record.get("question_decomposition", ()))
    return Question(
        str(record["id"]),
        str(record["question"]),
        str(record["answer"]),
        tuple(map(str, record.get("answer_aliases", ()))),
        f"{hops}hop" if hops else "question",
        paragraphs,
        (),
    )

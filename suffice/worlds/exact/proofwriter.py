"""ProofWriter theories: an open world with strong negation, three answers.

A statement is true if it follows, false if its strong negation does, else unknown.

Source: O. Tafjord, B. Dalvi and P. Clark, ProofWriter: generating implications, proofs, and abductive statements over natural
language (2021); P. Clark, O. Tafjord and K. Richardson, Transformers as soft reasoners over language (2020).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, model_validator

from suffice.errors import SentenceError
from suffice.extractors.english import Theory, read_theory
from suffice.worlds.exact.cases import Case, Tally, Unread
from suffice.worlds.exact.kinds import ExactOptions
from suffice.worlds.exact.report import ExactReport
from suffice.worlds.exact.statements import ask
from suffice.worlds.questions import read_records

__all__ = ["ChoiceRecord", "evaluate", "iterate_cases", "statement_of"]


class ChoiceRecord(BaseModel):
    """A theory with a statement and lettered options."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(min_length=1)
    context: str = Field(min_length=1)
    question: str = Field(min_length=1)
    options: list[str] = Field(min_length=2)
    answer: str = Field(pattern="^[A-Z]$")
    explanation: list[str] = []

    @model_validator(mode="after")
    def _is_answered(self) -> ChoiceRecord:
        if not any(option.startswith(f"{self.answer}) ") for option in self.options):
            raise ValueError(f"the answer `{self.answer}` is none of the options")
        return self

    @property
    def label(self) -> str:
        """The answer in words: `true`, `false` or `unknown`."""
        words = dict(option.split(") ", 1) for option in self.options if ") " in option)
        return words[self.answer].lower()


def statement_of(question: str) -> str:
    """The statement of a question: what stands behind the question mark or the colon.

    >>> statement_of("Is the following statement true or false? Wren is dull.")
    'Wren is dull.'
    """
    for mark in ("? ", ": "):
        if mark in question:
            return question.split(mark, 1)[1].strip()
    return question.strip()


def evaluate(file: Path | str, options: ExactOptions) -> ExactReport:
    """Decide the questions of a file.

    Raises:
        QuestionFileError: it cannot be read.
    """
    from suffice.worlds.exact.blindness import count_blind

    records = read_records(file, ChoiceRecord)[: options.limit]
    tally = Tally("proofwriter", options)
    with options.watch("theories", len(records)) as advance:
        for case in iterate_cases(records):
            tally.decide(case)
            advance(1)
    theories = dict.fromkeys(record.context for record in records)
    with options.watch("blind rules", len(theories)) as advance:
        blind = count_blind(map(_theory, theories), advance)
    return tally.report(theories=len(theories), blind=blind)


def iterate_cases(records: list[ChoiceRecord]) -> Iterator[Case | Unread]:
    """The questions as cases, in the order of the file."""
    for record in records:
        theory = _theory(record.context)
        if theory.diagnostics:
            first = theory.diagnostics[0]
            yield Unread(record.id, record.label, first.kind, str(first))
            continue
        try:
            asked = ask(theory, statement_of(record.question))
        except SentenceError as error:
            yield Unread(record.id, record.label, error.kind, str(error))
            continue
        program = theory.whole
        if asked.program.rules:
            program = program + asked.program
        yield Case(record.id, record.label, program, {"true": asked.true, "false": asked.false}, "unknown")


@lru_cache(maxsize=4096)
def _theory(text: str) -> Theory:
    return read_theory(text)

"""PARARULE-Plus theories: a closed world with negation as failure, two answers.

`X is poor` is true if it is in the theory's stable model, which is unique, since negation is stratified; `X is not poor` is true
if it is not. What follows is proved; that something does not follow rests on the whole theory and has no certificate.

Source: Q. Bao, A. Y. Peng, T. Hartill et al., Multi-step deductive reasoning over natural language (2022).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from suffice.engine.closure import stratify
from suffice.errors import ProgramError, SentenceError
from suffice.extractors.english import Theory, read_theory
from suffice.rules import Atom
from suffice.worlds.exact.cases import Case, Decision, Tally, Unread, decide_case
from suffice.worlds.exact.kinds import ExactOptions
from suffice.worlds.exact.report import ExactReport
from suffice.worlds.questions import read_records

__all__ = ["PararuleQuestion", "PararuleRecord", "evaluate", "iterate_cases"]


class PararuleQuestion(BaseModel):
    """A statement and its label."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(min_length=1)
    text: str = Field(min_length=1)
    label: Literal["true", "false"]
    meta: dict[str, Any] = {}


class PararuleRecord(BaseModel):
    """A theory and its questions."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(min_length=1)
    context: str = Field(min_length=1)
    questions: list[PararuleQuestion] = Field(min_length=1)
    depth: int | None = None


def evaluate(file: Path | str, options: ExactOptions) -> ExactReport:
    """Decide the questions of a file; `options.limit` counts questions.

    Returns:
        The report; every label that is not that of the stable model is among its disagreements.

    Raises:
        QuestionFileError: it cannot be read.
    """
    records = read_records(file, PararuleRecord)
    total = min(sum(len(record.questions) for record in records), options.limit or 10**9)
    tally = Tally("pararule", options)
    absent = 0
    with options.watch("questions", total) as advance:
        decided: dict[Atom, Decision] = {}
        last: object = None
        for number, case in enumerate(iterate_cases(records)):
            if number == total:
                break
            if isinstance(case, Unread):
                tally.decide(case)
            else:
                if case.program is not last:
                    decided, last = {}, case.program
                [(answer, goal)] = case.goals.items()
                if goal not in decided:  # a statement and its denial ask for the same atom
                    decided[goal] = decide_case(case, seed=options.seed, seeds=tally.seeds)
                decision = decided[goal]
                absent += decision.goal is None
                answer = answer if decision.goal else case.otherwise
                tally.count(case, replace(decision, answer=answer), why="not the stable model's")
            advance(1)
    return tally.report(theories=len(records), by_absence=absent)


def iterate_cases(records: list[PararuleRecord]) -> Iterator[Case | Unread]:
    """The questions as cases, in the order of the file."""
    for record in records:
        theory = read_theory(record.context, "closed")
        problem = _problem(theory)
        for question in record.questions:
            if problem:
                yield Unread(question.id, question.label, *problem)
                continue
            try:
                choices = theory.read_statement(question.text)
                if len(choices) != 1 or len(choices[0]) != 1:
                    raise SentenceError("several things are asked at once", kind="conjunction-asked")
            except SentenceError as error:
                yield Unread(question.id, question.label, error.kind, str(error))
                continue
            literal = choices[0][0]
            atom = Atom(literal.name, literal.args)
            answers = ("true", "false") if literal.positive else ("false", "true")
            yield Case(question.id, question.label, theory.whole, {answers[0]: atom}, answers[1])


def _problem(theory: Theory) -> tuple[str, str] | None:
    if theory.diagnostics:
        first = theory.diagnostics[0]
        return first.kind, str(first)
    try:
        stratify(theory.whole)
    except ProgramError as error:
        return "unstratified", str(error)
    return None

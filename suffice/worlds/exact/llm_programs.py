"""Programs that language models wrote for ProofWriter and PrOntoQA questions, decided by closure with strong negation.

A malformed statement is left out by name (`suffice.rules.dialects.logic_lm_reader`). True and false need a derivation, which stands
whatever was left out. `unknown` is an answer only if nothing was left out, and only where the options have it: in PrOntoQA, with
two options, what does not follow is not thereby false, and such a program has no answer.

>>> record = ProgramRecord(id="q", model="m", answer="A", raw_logic_programs=["Facts:\\nCold(Bob, True)\\nQuery:\\nCold(Bob, True)"])
>>> case = read_case(record, three=True)[0]
>>> case.label, {answer: str(goal) for answer, goal in case.goals.items()}
('true', {'true': 'cold(bob)', 'false': '-cold(bob)'})
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from suffice.rules import Atom, Diagnostic
from suffice.rules.dialects.logic_lm_reader import read_logic_lm
from suffice.worlds.exact.cases import CONFLICT, Case, Tally, Unread, decide_case
from suffice.worlds.exact.kinds import ExactOptions
from suffice.worlds.exact.report import ExactReport
from suffice.worlds.questions import read_records

__all__ = ["ProgramRecord", "evaluate", "read_case"]

_LABELS = {"A": "true", "B": "false", "C": "unknown"}


class ProgramRecord(BaseModel):
    """A program with the label of its question."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(min_length=1)
    model: str = Field(min_length=1)
    answer: Literal["A", "B", "C"]
    raw_logic_programs: list[str] = Field(min_length=1)


def evaluate(file: Path | str, options: ExactOptions) -> ExactReport:
    """Decide the programs of a file.

    Returns:
        The report. By model its details have: programs, right and wrong answers, answers `unknown` that count for nothing
        because something was left out or there is no such option (`withheld`), programs that contradict themselves on the
        query (`conflict`), programs without a goal (`refused`), and each kind of finding with the number of programs that have it.

    Raises:
        QuestionFileError: it cannot be read.
    """
    records = read_records(file, ProgramRecord)
    three = any(record.answer == "C" for record in records)
    records = records[: options.limit]
    tally = Tally("llm-programs", options)
    models: dict[str, Counter[str]] = {}
    findings: dict[str, Counter[str]] = {}
    with options.watch("programs", len(records)) as advance:
        for record in records:
            counts = models.setdefault(record.model, Counter())
            case, diagnostics = read_case(record, three=three)
            kinds = {f"{one.severity}: {one.kind}" for one in diagnostics}
            findings.setdefault(record.model, Counter()).update(kinds)
            counts["n"] += 1
            if isinstance(case, Case):
                decision = decide_case(case, seed=options.seed, seeds=tally.seeds)
                if decision.answer == "":
                    counts["withheld"] += 1
                    counts["withheld though right"] += three and case.label == "unknown"
                    first = next((one for one in diagnostics if one.severity == "error"), None)
                    why = str(first) if first else "neither the query nor its denial follows"
                    case = Unread(case.id, case.label, first.kind if first else "underivable", why)
                else:
                    tally.count(case, decision, why=_why(diagnostics))
                    right = "right" if decision.answer == case.label else "wrong"
                    counts[CONFLICT if decision.answer == CONFLICT else right] += 1
            else:
                counts["refused"] += 1
            if isinstance(case, Unread):
                tally.decide(case)
            advance(1)
    return tally.report(
        **{f"model {name}": dict(sorted(counts.items())) for name, counts in sorted(models.items())},
        **{f"findings {name}": dict(sorted(counts.items())) for name, counts in sorted(findings.items())},
    )


def read_case(record: ProgramRecord, *, three: bool) -> tuple[Case | Unread, tuple[Diagnostic, ...]]:
    """The program as a case, and what was found in it.

    Args:
        record: the first of its programs is read.
        three: whether `unknown` is among the options.
    """
    name = f"{record.id} {record.model}"
    label = _LABELS[record.answer]
    found = read_logic_lm(record.raw_logic_programs[0], name)
    if found.goal is None:
        query = next(one for one in reversed(found.diagnostics) if one.severity == "error")
        return Unread(name, label, query.kind, str(query)), found.diagnostics
    goal = found.goal
    denied = Atom(goal.name, goal.args, not goal.positive)
    otherwise = "unknown" if three and found.complete else ""
    return Case(name, label, found.program, {"true": goal, "false": denied}, otherwise), found.diagnostics


def _why(diagnostics: tuple[Diagnostic, ...]) -> str:
    return "; ".join(dict.fromkeys(f"{one.severity} {one.kind}" for one in diagnostics))

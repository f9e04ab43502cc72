"""Scores of a prediction test: how often people predict the decision in either condition, and how long they take."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from statistics import fmean, median

from pydantic import BaseModel, ConfigDict

from suffice.errors import BenchmarkError, UsageError
from suffice.extractors.natlog import Verdict
from suffice.files import read_text
from suffice.worlds.natlog.kit import CONDITIONS, Condition, Kit, find_case
from suffice.worlds.scoring import percentile_interval, resample, sign_test, wilson

__all__ = ["Answer", "ConditionScore", "KitScore", "read_answers", "score_answers"]

_HEADINGS = ["subject", "item", "answer", "seconds"]
_ANSWERS: dict[str, Verdict] = {
    "SUPPORTS": "SUPPORTS", "S": "SUPPORTS", "REFUTES": "REFUTES", "R": "REFUTES",
    "NOT ENOUGH INFO": "NOT ENOUGH INFO", "NEI": "NOT ENOUGH INFO", "N": "NOT ENOUGH INFO",
}  # fmt: skip
#: Items after which a subject knows the task (AdMIRaL tells times without the first five).
_FIRST = 5


@dataclass(frozen=True, slots=True)
class Answer:
    """What a subject marked.

    Args:
        subject: who.
        item: which of the sheet, from 1.
        case: its place in the kit.
        condition: how it was shown.
        right: whether it is what the system decided.
        seconds: how long it took, if that was noted.
    """

    subject: int
    item: int
    case: int
    condition: Condition
    right: bool
    seconds: float | None


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class ConditionScore(_Record):
    """Of the answers in one condition.

    Args:
        n: how many.
        right: how many predict the decision.
        share: the same in percent.
        interval: 95 % Wilson interval; it takes answers for independent, which those of one subject are not.
        seconds_mean: None where no time was noted.
        seconds_median: likewise.
        seconds_later_mean: without each subject's first five items.
    """

    n: int
    right: int
    share: float | None
    interval: tuple[float, float] | None
    seconds_mean: float | None
    seconds_median: float | None
    seconds_later_mean: float | None


class KitScore(_Record):
    """Of a test.

    Args:
        answers: how many there are.
        missing: items without one.
        conditions: by condition.
        difference: share with proofs less that with sentences, in percentage points, on the mean over claims that
            were answered in both conditions.
        difference_interval: 95 % bootstrap interval over claims.
        claims_better: claims that more people predict with the proof.
        claims_worse: claims that fewer do.
        sign_test: how likely a split of these is that is as uneven, by chance.
        majority: the share that always predicting the most frequent decision would get, in percent.
    """

    answers: int
    missing: int
    conditions: dict[Condition, ConditionScore]
    difference: float | None
    difference_interval: tuple[float, float] | None
    claims_better: int
    claims_worse: int
    sign_test: float
    majority: float


def read_answers(kit: Kit, path: Path) -> list[Answer]:
    """The answers of a filled sheet; rows without an answer are left out.

    Args:
        kit: which they are to.
        path: CSV with the columns subject, item, answer, seconds.

    Raises:
        BenchmarkError: a row that can't be one; says which line.
    """
    file = str(path)
    lines = read_text(file, BenchmarkError).splitlines()
    reader = csv.reader(lines, strict=True)
    found: dict[tuple[int, int], Answer] = {}
    seen: set[tuple[int, int]] = set()
    try:
        heading = [cell.strip().lower() for cell in next(reader, [])]
        if heading != _HEADINGS:
            raise BenchmarkError(
                f"the columns are not {', '.join(_HEADINGS)}",
                file=file,
                line=1,
                remedy="keep the sheet's first line",
            )
        for row in reader:
            if not any(cell.strip() for cell in row):
                continue
            answer = _read_row(kit, row, seen, file, reader.line_num)
            if answer is not None:
                found[answer.subject, answer.item] = answer
    except csv.Error as error:
        raise BenchmarkError(f"no CSV ({error})", file=file, line=reader.line_num) from None
    return [found[key] for key in sorted(found)]


def _read_row(
    kit: Kit, row: Sequence[str], seen: set[tuple[int, int]], file: str, line: int
) -> Answer | None:
    def fault(cause: str, remedy: str) -> BenchmarkError:
        return BenchmarkError(cause, file=file, line=line, remedy=remedy)

    if len(row) != len(_HEADINGS):
        raise fault(f"{len(row)} columns", f"there are {len(_HEADINGS)}")
    subject, item, answer, seconds = (cell.strip() for cell in row)
    if not all(part.isascii() and part.isdigit() and len(part) < 10 for part in (subject, item)):
        raise fault(f"subject `{subject}`, item `{item}`: not whole numbers", "keep those of the sheet")
    key = int(subject), int(item)
    if key in seen:
        raise fault(f"item {item} of subject {subject} comes twice", "keep one row for each")
    seen.add(key)
    try:
        case, condition = find_case(kit, *key)
    except UsageError as error:
        raise fault(error.cause, error.remedy or "") from None
    if not answer:
        return None
    verdict = _ANSWERS.get(answer.upper())
    if verdict is None:
        raise fault(f"no answer `{answer}`", "write SUPPORTS, REFUTES or NOT ENOUGH INFO")
    try:
        took = float(seconds) if seconds else None
    except ValueError:
        raise fault(f"seconds `{seconds}`: no number", "leave it empty if it was not noted") from None
    if took is not None and not (isfinite(took) and took >= 0):
        raise fault(f"seconds `{seconds}`: no time", "leave it empty if it was not noted")
    return Answer(*key, case, condition, verdict == kit.cases[case].proof.verdict, took)


def score_answers(kit: Kit, answers: Sequence[Answer], *, seed: int = 0) -> KitScore:
    """Count.

    Args:
        kit: of the test.
        answers: to it.
        seed: of the bootstrap.
    """
    pairs = list(_by_claim(kit, answers))
    gains = [with_proof - without for with_proof, without in pairs]
    better, worse = sum(gain > 0 for gain in gains), sum(gain < 0 for gain in gains)
    verdicts = [case.proof.verdict for case in kit.cases]
    return KitScore(
        answers=len(answers),
        missing=sum(len(sheet.items) for sheet in kit.sheets) - len(answers),
        conditions={
            one: _score_condition([answer for answer in answers if answer.condition == one])
            for one in CONDITIONS
        },
        difference=round(fmean(gains), 2) if gains else None,
        difference_interval=_bootstrap_mean(gains, seed),
        claims_better=better,
        claims_worse=worse,
        sign_test=sign_test(better, worse),
        majority=round(100 * max(map(verdicts.count, verdicts), default=0) / max(1, len(verdicts)), 2),
    )


def _by_claim(kit: Kit, answers: Sequence[Answer]) -> Iterator[tuple[float, float]]:
    """For each claim that was answered in both conditions: the shares that were right."""
    for case in range(len(kit.cases)):
        shares = []
        for condition in CONDITIONS:
            right = [one.right for one in answers if one.case == case and one.condition == condition]
            if right:
                shares.append(100 * fmean(right))
        if len(shares) == len(CONDITIONS):
            yield shares[0], shares[1]


def _bootstrap_mean(values: Sequence[float], seed: int) -> tuple[float, float] | None:
    if not values:
        return None
    import numpy

    draws = resample([1] * len(values), seed=seed)
    interval = percentile_interval(draws @ numpy.array(values) / len(values))
    return None if interval is None else (round(interval[0], 2), round(interval[1], 2))


def _score_condition(answers: Sequence[Answer]) -> ConditionScore:
    right = sum(one.right for one in answers)
    interval = wilson(right, len(answers))
    return ConditionScore(
        n=len(answers),
        right=right,
        share=round(100 * right / len(answers), 2) if answers else None,
        interval=(round(interval[0], 2), round(interval[1], 2)) if interval else None,
        seconds_mean=_mean(one.seconds for one in answers),
        seconds_median=_median(one.seconds for one in answers),
        seconds_later_mean=_mean(one.seconds for one in answers if one.item > _FIRST),
    )


def _mean(values: Iterable[float | None]) -> float | None:
    there = [value for value in values if value is not None]
    return round(fmean(there), 2) if there else None


def _median(values: Iterable[float | None]) -> float | None:
    there = [value for value in values if value is not None]
    return round(median(there), 2) if there else None

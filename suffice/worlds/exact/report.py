"""What an evaluation of an exact setting comes to (Certify section 6).

>>> ExactReport(kind="proofwriter", n=2, correct=1, with_proof=1, by_depth={"0": DepthCount(n=2, correct=1)}).share
0.5
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

from pydantic import BaseModel, ConfigDict

from suffice.files import write_text

__all__ = ["CommittedPlan", "DepthCount", "Detail", "Disagreement", "ExactReport", "write_schemas"]

#: A count, a figure, a remark, or several by name.
Detail: TypeAlias = int | float | str | Mapping[str, int | float]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class DepthCount(_Record):
    """Of the questions of one depth.

    Args:
        n: how many.
        correct: how many closure answers as labelled.
        missed_by_plan: how many provable ones a committed plan misses, on the mean over its seeds; None where none
            was tried.
        provable: how many of them are provable.
    """

    n: int
    correct: int
    missed_by_plan: float | None = None
    provable: int | None = None


class CommittedPlan(_Record):
    """The ablation that chooses one rule for each atom in advance.

    Args:
        correct: labels that it gives, on the mean over seeds.
        missed_provable: provable questions that it misses, likewise.
        provable: how many are provable.
        seeds: how many plans were drawn.
    """

    correct: float
    missed_provable: float
    provable: int
    seeds: int


class Disagreement(_Record):
    """A question that is answered otherwise than labelled, or could not be read.

    Args:
        id: of the question.
        label: as the data says.
        answer: what follows; None where nothing could be read.
        why: what there is to say: a diagnostic with its kind, or the text that could not be read.
    """

    id: str
    label: str
    answer: str | None
    why: str = ""


class ExactReport(_Record):
    """Closure on theories, logs and programs.

    Args:
        kind: of the file.
        n: questions.
        correct: answered as labelled.
        with_proof: of the questions with a definite answer, how many have a checked proof or refutation.
        by_depth: by the height of the derivation: `0` is stated, `unknown` is not derived.
        committed_plan: the ablation; None where it was not asked for.
        twins: unanswerable twins: a unit that is in every support is deleted.
        twins_correct: twins on which nothing is derived and the abstention names what was deleted.
        disagreements: every question that is not correct, in the order of the file.
        details: further counts that a kind has, by name (failures of malformed programs, baselines, precision ...).
    """

    kind: str
    n: int
    correct: int
    with_proof: int
    by_depth: dict[str, DepthCount]
    committed_plan: CommittedPlan | None = None
    twins: int = 0
    twins_correct: int = 0
    disagreements: tuple[Disagreement, ...] = ()
    details: dict[str, Detail] = {}

    @property
    def share(self) -> float:
        """The share of correct answers."""
        return self.correct / self.n if self.n else 0.0


def write_schemas(folder: str | Path) -> None:
    """Write the JSON Schema of a report to `<folder>/exact/report.json`.

    Args:
        folder: `docs/schema` in this project.
    """
    text = json.dumps(ExactReport.model_json_schema(), indent=2) + "\n"
    write_text(Path(folder) / "exact" / "report.json", text)

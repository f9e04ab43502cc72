"""The kinds of exact settings, by name: `suffice evaluate FILE --kind NAME`.

Each module has `evaluate(file, options) -> ExactReport`; it is imported when it is asked for.

>>> sorted(KINDS)[:2]
['llm-programs', 'nl-to-logic']
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from suffice.errors import UsageError
from suffice.extractors.models import Model
from suffice.worlds.exact.report import ExactReport
from suffice.worlds.watch import Watch, no_watch

__all__ = ["KINDS", "ExactOptions", "evaluate_exact"]

#: Kind to module.
KINDS = {
    "proofwriter": "suffice.worlds.exact.proofwriter",
    "prontoqa": "suffice.worlds.exact.prontoqa",
    "pararule": "suffice.worlds.exact.pararule",
    "textworld": "suffice.worlds.exact.textworld",
    "llm-programs": "suffice.worlds.exact.llm_programs",
    "nl-to-logic": "suffice.worlds.exact.nl_to_logic",
}


@dataclass(frozen=True, slots=True)
class ExactOptions:
    """What may be chosen.

    Args:
        limit: only so many questions.
        seed: chooses twins, and is the first seed of the committed plans.
        plans: how many committed plans are drawn; 0 leaves the ablation out.
        watch: is told how far it is.
        model: reads sentences beside the reader without one, where the kind is of sentences.
    """

    limit: int | None = None
    seed: int = 0
    plans: int = 100
    watch: Watch = no_watch
    model: Model | None = None


class _Kind(Protocol):
    def evaluate(self, file: Path | str, options: ExactOptions) -> ExactReport: ...


def evaluate_exact(kind: str, file: Path | str, options: ExactOptions | None = None) -> ExactReport:
    """Evaluate a file of an exact setting.

    Args:
        kind: one of `KINDS`.
        file: JSON Lines, plain or gzipped.
        options: what may be chosen.

    Raises:
        UsageError: if there is no such kind.
        QuestionFileError: if the file cannot be read, with its line.
    """
    if kind not in KINDS:
        raise UsageError(f"no kind `{kind}`", remedy=f"choose from multihop, {', '.join(KINDS)}")
    return cast(_Kind, import_module(KINDS[kind])).evaluate(file, options or ExactOptions())

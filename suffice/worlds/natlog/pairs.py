"""Pairs of an evidence and a claim with a label, from the files that such data comes in.

>>> sorted(KINDS)
['fever-symmetric', 'fracas', 'med']
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

from suffice.errors import UsageError
from suffice.extractors.natlog import Verdict
from suffice.worlds.questions import Part, read_records

__all__ = ["KINDS", "Kind", "Pair", "half_of", "read_pairs"]

Kind: TypeAlias = Literal["med", "fracas", "fever-symmetric"]


@dataclass(frozen=True, slots=True)
class Pair:
    """An evidence, a claim, and what a person says of them.

    Args:
        id: of the pair.
        evidence: one sentence.
        claim: one sentence.
        label: in our words; None where the data have none.
        group: for tables: a genre, a subsection.
        in_scope: whether the figures are about it.
    """

    id: str
    evidence: str
    claim: str
    label: Verdict | None
    group: str
    in_scope: bool


class _Shape(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class _Med(_Shape):
    index: str
    genre: str
    sentence1: str
    sentence2: str
    gold_label: Literal["entailment", "neutral", "contradiction"]


class _Fracas(_Shape):
    id: str
    section: str
    subsection: str
    premises: list[str]
    hypothesis: str
    fracas_answer: str | None


class _Fever(_Shape):
    id: str
    claim: str
    evidence: str
    label: Literal["SUPPORTS", "REFUTES"]


_LABELS: dict[str, Verdict] = {
    "entailment": "SUPPORTS",
    "yes": "SUPPORTS",
    "contradiction": "REFUTES",
    "no": "REFUTES",
    "neutral": "NOT ENOUGH INFO",
    "unknown": "NOT ENOUGH INFO",
}
_DOCS = "docs/natlog.md"
_MONOTONE = ("upward_monotone", "downward_monotone")
_LEXICAL = ("lexical_knowledge", "conjunction", "disjunction")


def _read_med(path: Path | str) -> list[Pair]:
    """MED (Yanaka et al. 2019): in scope are upward and downward pairs with lexical knowledge or coordination."""
    pairs = []
    for one in read_records(path, _Med, _DOCS):
        tags = one.genre.split(":")
        direction = next((tag.split("_")[0] for tag in tags if tag in _MONOTONE), "other")
        scope = direction != "other" and any(tag in _LEXICAL for tag in tags)
        pairs.append(
            Pair(
                one.index,
                one.sentence1,
                one.sentence2,
                _LABELS[one.gold_label],
                f"{tags[0]} {direction}",
                scope,
            )
        )
    return pairs


def _read_fracas(path: Path | str) -> list[Pair]:
    """FraCaS (Cooper et al. 1996), section 1, problems of one premise with an answer."""
    pairs = []
    for one in read_records(path, _Fracas, _DOCS):
        label = _LABELS.get(one.fracas_answer or "")
        scope = one.section.startswith("1 ") and len(one.premises) == 1 and label is not None
        group = one.subsection if scope else one.section
        pairs.append(Pair(one.id, " ".join(one.premises), one.hypothesis, label, group, scope))
    return pairs


def _read_fever(path: Path | str) -> list[Pair]:
    """FEVER-Symmetric (Schuster et al. 2019): claims with one sentence that supports or refutes them."""
    return [
        Pair(one.id, one.evidence, one.claim, one.label, one.label, True)
        for one in read_records(path, _Fever, _DOCS)
    ]


KINDS: dict[Kind, Callable[[Path | str], list[Pair]]] = {
    "med": _read_med,
    "fracas": _read_fracas,
    "fever-symmetric": _read_fever,
}


def read_pairs(kind: str, path: Path | str) -> list[Pair]:
    """The pairs of a file, in its order.

    Args:
        kind: of `KINDS`.
        path: JSON Lines, plain or gzipped.

    Raises:
        UsageError: there is no such kind.
        QuestionFileError: the file cannot be read, with its line.
    """
    for name, read in KINDS.items():
        if name == kind:
            return read(path)
    raise UsageError(f"no kind `{kind}`", remedy=f"choose from {', '.join(KINDS)}")


def half_of(pair_id: str) -> Part:
    """The half that a pair belongs to, by a hash of its id: one is for development.

    >>> half_of("2"), half_of("3")
    ('held-out', 'development')
    """
    number = int(hashlib.sha256(pair_id.encode()).hexdigest(), 16)
    return "held-out" if number % 2 else "development"

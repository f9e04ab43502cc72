"""The lines of a benchmark's files; what is public and what is label are different types in different files.

>>> PublicWorld.model_validate_json(
...     '{"world": "w000000a", "question": "Where?", "initial": ["w000000a_01"], "family": "archives",'
...     ' "budget": {"queries": 2, "pages": 3}}').budget.pages
3
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from suffice.search.inquiry import Budget

__all__ = [
    "ATTACKS",
    "CorpusLine",
    "Determination",
    "Dominated",
    "LabelLine",
    "PlanStep",
    "ProofLine",
    "PublicWorld",
    "Visibility",
]

Visibility: TypeAlias = Literal["hidden", "type", "full"]

#: Kinds of attack; a mixture is written `stale+keyword-stuffed`, no attack `clean`.
ATTACKS = (
    "clean",
    "replica",
    "paraphrase",
    "forged-unsigned",
    "forged-signed",
    "stale",
    "stale-register",
    "keyword-stuffed",
    "prompt-injection",
)


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PublicWorld(_Line):
    """A line of `public.jsonl`: all that a policy may start from.

    Args:
        world: its id.
        family: whose rules apply.
        question: as asked.
        initial: ids of the pages that are there from the start.
        budget: what may be searched.
    """

    world: str
    family: str
    question: str
    initial: tuple[str, ...]
    budget: Budget


class CorpusLine(_Line):
    """A line of `corpus.jsonl`: a page of a world."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    world: str
    id: str = Field(alias="_id")
    title: str
    text: str


class LabelLine(_Line):
    """A line of `labels.jsonl`: never shown to what is being scored.

    Args:
        world: its id.
        answer: the gold answer; None for a twin: the right act is to abstain.
        decisive: ids of the decisive records, in the order in which they can be found; none for a twin.
        poison: kind of attack by page id, initial pages included.
        false_answer: what the attack argues for; None without an attack.
        hops: how many records the answer needs; of a twin, how many its original needs.
        attack: `clean`, one kind, or several joined by `+`.
        visibility: what the initial pages say of the record's identifier.
        separable: whether this was proved.
        twin_of: the original's id, for a twin.
    """

    world: str
    answer: str | None
    decisive: tuple[str, ...]
    poison: dict[str, str]
    false_answer: str | None
    hops: int
    attack: str
    visibility: Visibility
    separable: bool
    twin_of: str | None


class Determination(_Line):
    """What the family's rules derive.

    Args:
        answers: from the decisive records alone; exactly the gold answer for an original, nothing for a twin.
        support: a minimal set of pages for it.
        necessary: whether without any one decisive record nothing follows.
        contested: other answers that follow from the whole corpus: where signatures can be forged, there may be some.
    """

    answers: tuple[str, ...]
    support: tuple[str, ...]
    necessary: bool
    contested: tuple[str, ...]


class PlanStep(_Line):
    """A step of the stored premise plan: what is asked, and which decisive record it finds at which rank (from 1)."""

    premise: str
    query: str
    page: str
    rank: int | None


class Dominated(_Line):
    """No topical query brings this page into the top: of every topical word, each of these pages scores at least as much.

    Args:
        page: a decisive record.
        shared: topical words that it contains.
        by: pages that come before it whatever is asked.
    """

    page: str
    shared: tuple[str, ...]
    by: tuple[str, ...]


class ProofLine(_Line):
    """A line of `proofs.jsonl`: why the labels are right.

    Args:
        world: its id.
        determination: what follows from the decisive records.
        plan: the stored premise plan as executed; none for a twin.
        dominated: for each decisive record that no topical query can find, why.
        witness: topical queries that do find the whole decisive set, where there are some.
        separable: the determination is unique, the plan works within the budget, and some record is dominated.
        reason: why it is not separable.
        attempts: how often the world was drawn until it passed.
    """

    world: str
    determination: Determination
    plan: tuple[PlanStep, ...] = ()
    dominated: tuple[Dominated, ...] = ()
    witness: tuple[str, ...] | None = None
    separable: bool
    reason: str | None = None
    attempts: int = 1

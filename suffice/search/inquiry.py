"""What a policy is shown, and what it says: the contracts of one play.

A policy sees a `View`: the question, the pages so far, the rules of its field and the queries that are left. No type in it
has a field in which a label could travel (tests/worlds/test_labels.py walks the types).

Source: Socrates-RAG, data contracts: the inquiry call and the answer call.

>>> Inquiry(premise="", decisiveness="", query="", expected_discriminator="", stop=True).stop
True
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from suffice.extractors import Unit
from suffice.extractors.blocks import PageReader
from suffice.rules import Program

__all__ = [
    "ActivePolicy",
    "Answer",
    "Budget",
    "FixedPolicy",
    "Inquiry",
    "Outcome",
    "Play",
    "Policy",
    "Round",
    "View",
]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Budget(_Record):
    """How much may be searched: so many queries, each with so many pages."""

    queries: int = Field(ge=0, le=100)
    pages: int = Field(ge=1, le=1000)


class Inquiry(_Record):
    """What a policy asks next.

    Args:
        premise: atomic, unresolved.
        decisiveness: why it separates the answers that compete.
        query: free text; `word^2.5` weighs a word.
        expected_discriminator: what a page would say that decides it.
        stop: to ask no more; the query is then not looked at.
    """

    premise: str
    decisiveness: str
    query: str
    expected_discriminator: str
    stop: bool = False


class Answer(_Record):
    """What is concluded.

    Args:
        short_answer: None to abstain.
        cited_ids: pages that the answer rests on.
        residual_uncertainty: what is still open.
    """

    short_answer: str | None
    cited_ids: tuple[str, ...] = ()
    residual_uncertainty: str = ""


class Round(_Record):
    """One query and what came of it.

    Args:
        inquiry: what was asked.
        found: ids of the list as ranked.
        new: those not seen before.
    """

    inquiry: Inquiry
    found: tuple[str, ...] = ()
    new: tuple[str, ...] = ()


def _unknown(word: str) -> float:
    return 1.0


@dataclass(frozen=True, slots=True)
class View:
    """What a policy is shown.

    Args:
        question: as asked.
        rules: of the field: what would decide the question, and how a lookup is worded.
        reader: turns a page into facts.
        pages: all pages so far; the first `initial` were there from the start.
        initial: how many these are.
        rounds: queries so far.
        left: how many queries are left.
        share: in which share of the corpus's pages a word stands, as an index tells whoever asks.
    """

    question: str
    rules: Program
    reader: PageReader
    pages: tuple[Unit, ...]
    initial: int
    rounds: tuple[Round, ...]
    left: int
    share: Callable[[str], float] = _unknown


class ActivePolicy(Protocol):
    """Searches: chooses queries; answer and guard are the controller's, the same for all."""

    def inquire(self, view: View) -> Inquiry:
        """What to ask next."""
        ...


class FixedPolicy(Protocol):
    """Answers from the initial pages as they are: no search, no guard."""

    def conclude(self, view: View) -> Answer:
        """The answer."""
        ...


Policy: TypeAlias = ActivePolicy | FixedPolicy
Outcome: TypeAlias = Literal["answer", "cannot_determine", "error"]


class Play(_Record):
    """One policy on one world, from the first page to the end: all that scoring and reports need, and no label.

    Args:
        world: its id.
        policy: its name.
        outcome: how it ended.
        answer: what was released; None unless the outcome is `answer`.
        proposed: what the policy concluded, before the guard looked at it.
        rounds: queries and what they found.
        seen: ids of all pages seen, in order.
        withheld: why the guard did not release what was proposed.
        error: why it ended in an error.
        calls: model calls; 0 where no model was asked.
        input_tokens: of these calls.
        output_tokens: of these calls.
    """

    world: str
    policy: str
    outcome: Outcome
    answer: str | None = None
    proposed: Answer | None = None
    rounds: tuple[Round, ...] = ()
    seen: tuple[str, ...] = ()
    withheld: str | None = None
    error: str | None = None
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0

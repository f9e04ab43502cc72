"""Lookups, and the protocols of what reads questions and links passages: a lexicon, open patterns, a model.

A reading may bring relations of its own, that no lexicon declares (`Described`); whoever reads a question so has a
linker that finds their values.

>>> described = Described("who_voices_in_cars", "Who voices {0} in Cars?", value="person")
>>> Lookup.of(described, Mention("Luigi")).wording
'Who voices Luigi in Cars?'
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from suffice.extractors.entity import Mention
from suffice.extractors.lexicon import Lexicon, ValueType

if TYPE_CHECKING:
    from suffice.extractors.linker import Links
    from suffice.extractors.passages import Passage
    from suffice.extractors.questions import Reading

__all__ = ["Described", "Lookup", "PassageLinker", "QuestionReader", "lookup_of"]


@dataclass(frozen=True, slots=True)
class Described:
    """A relation that a reading brings along, told by its wording.

    Args:
        name: the predicate; an identifier that is none of the lexicon's.
        wording: the question for its value, with `{0}` for the subject.
        value: type of the value.
        functional: whether a subject has at most one value.
    """

    name: str
    wording: str
    value: ValueType = "text"
    functional: bool = False


@dataclass(frozen=True, slots=True)
class Lookup:
    """One fact to be found: `relation(subject, V)`.

    Args:
        relation: the predicate.
        subject: what is asked about.
        wording: the question, with the subject filled in.
        value: type of the value.
        described: the relation, where a reading brought it along; None where the lexicon declares it.
    """

    relation: str
    subject: Mention
    wording: str
    value: ValueType
    described: Described | None = None

    @property
    def template(self) -> str:
        """The wording with `{0}` for the subject, where a reading brought it along; else the wording."""
        return self.described.wording if self.described else self.wording

    @classmethod
    def of(cls, described: Described, subject: Mention) -> Lookup:
        """Of a described relation."""
        wording = described.wording.replace("{0}", subject.name)
        return cls(described.name, subject, wording, described.value, described)


def lookup_of(relation: str, subject: Mention, lexicon: Lexicon) -> Lookup:
    """Of a relation of the lexicon."""
    entry = lexicon.relation[relation]
    wording = entry.word_lookup(relation).replace("{0}", subject.name)
    return Lookup(relation, replace(subject, asked=relation), wording, entry.value)


class QuestionReader(Protocol):
    """Reads a question alone, no passages, into requirements."""

    @property
    def name(self) -> str:
        """What it is called in traces."""
        ...

    def read(self, question: str) -> list[Reading]:
        """Readings, the best first; empty where it cannot read the question."""
        ...


class PassageLinker(Protocol):
    """Says which passages state what a lookup asks for, of exactly the thing that it names."""

    @property
    def name(self) -> str:
        """What it is called in traces."""
        ...

    def begin(self) -> None:
        """Begin a question: bounds on what is read count anew."""
        ...

    def link(self, lookup: Lookup, passages: Sequence[Passage]) -> Links:
        """Accepted and rejected links of some passages, which come in the order retrieved."""
        ...

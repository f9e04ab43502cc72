"""One value that a passage gives for a facet of its topic, and where a passage introduces its topic."""

from __future__ import annotations

from dataclasses import dataclass

import regex

from suffice.extractors.passages import Passage
from suffice.rules import Term

__all__ = ["Facet", "facet_at", "introduction"]

_COPULA = regex.compile(
    r"\b(?:is|was|are|were)(?: (?:also|now|currently|still|a|an|the|one|of|both))* (?!not\b|located\b|situated\b)"
)


@dataclass(frozen=True, slots=True)
class Facet:
    """A value that a passage gives for a facet of its topic, with clean spans.

    Args:
        value: the term.
        surface: its words.
        start: first character of the sentence in the clean text.
        end: behind its last.
        value_start: first character of the value in the clean text.
        value_end: behind its last.
        how: how it was matched, in words.
    """

    value: Term
    surface: str
    start: int
    end: int
    value_start: int
    value_end: int
    how: str


def facet_at(
    value: Term, passage: Passage, start: int, end: int, value_start: int, value_end: int, how: str
) -> Facet:
    """A facet with the words at its place."""
    return Facet(value, passage.view.text[value_start:value_end], start, end, value_start, value_end, how)


def introduction(passage: Passage) -> tuple[int, int, int] | None:
    """Start and end of the first sentence, and where what it says of the topic begins."""
    first = passage.sentences[0]
    text = passage.view.text[first.start : first.end]
    # What stands in brackets is about the name.
    plain = regex.sub(r"\([^()]*\)", lambda match: " " * len(match[0]), text)
    found = _COPULA.search(plain)
    return (first.start, first.end, first.start + found.end()) if found else None

"""A sentence, and what names in it stand for: whether it names a thing, which term a name becomes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

import regex

from suffice.extractors.lexicon import ValueType
from suffice.extractors.open.words import words_for
from suffice.extractors.text import fold
from suffice.extractors.values import value_of
from suffice.rules import String, Term

__all__ = [
    "NAME",
    "PRONOUN",
    "Answers",
    "Reads",
    "Sentence",
    "is_named",
    "is_topical",
    "loosen",
    "person_of",
    "term_of",
    "trim",
]

#: A name: words with capitals, particles between them.
NAME = r"(?:[\p{Lu}][\p{L}\p{M}.'’\-]*(?: (?:(?:de|la|von|van|der|da|di|bin|al|the|of|and) )?(?:\"[^\"]+\" )?[\p{Lu}][\p{L}\p{M}.'’\-]*){0,4})"
#: A sentence that begins with a pronoun, or with `the film`.
PRONOUN = regex.compile(
    r"(?:In \d{4}, |In \w+ \d{4}, |Later,? |Then,? )?(?:He|She|It|They|His|Her|Its|Their|he|she|it|they|The \p{Ll}+)\b"
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of a passage: its clean text, its place, whether it is the first."""

    text: str
    start: int
    first: bool


#: Values that a sentence gives: the term (None where the words make none), its span, how it was matched.
Answers: TypeAlias = Iterator[tuple[Term | None, int, int, str]]
#: Reads them from a sentence.
Reads: TypeAlias = Callable[[Sentence], Answers]


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """A span without the punctuation at its ends and without an owner's `'s`."""
    while end > start and text[end - 1] in " ,.;:'\"":
        end -= 1
    if text[:end].endswith("'s"):
        end -= 2
    while start < end and text[start] in ' ,.;:"':
        start += 1
    return start, end


def is_named(name: str, text: str) -> bool:
    """Whether a text has a name in full."""
    return (
        regex.search(rf"(?<![\p{{L}}\p{{N}}]){loosen(name)}(?![\p{{L}}\p{{N}}])", text, flags=regex.I)
        is not None
    )


def loosen(name: str) -> str:
    """A name with any blanks and punctuation between its words."""
    words = list(map(regex.escape, regex.findall(r"[\p{L}\p{M}\p{N}&]+", name)))
    # `the rebellion of 1857` is `the rebellion in 1857`.
    if len(words) > 2 and words[-2] in ("of", "in") and regex.fullmatch(r"\d{4}", words[-1]):
        words[-2] = "(?:of|in)"
    return r"[\s.,:;'\"\-–]*".join(words)


def is_topical(subject: str, title: str) -> bool:
    """Whether the subject is what the passage is about, by its title."""
    return fold(subject) == fold(title)


def term_of(value: ValueType, surface: str) -> Term | None:
    """The term of some words as a value of a type; None if they make none."""
    surface = surface.strip(" ,.;:\"'")
    if value == "person":
        return person_of(surface)
    if value in ("person", "place", "country", "date"):
        return value_of(value, surface)
    return String(surface) if surface and surface.lower() not in words_for("starters") else None


def person_of(surface: str) -> Term | None:
    """The term of one person's name; None where the words are no such name, or two."""
    surface = surface.removesuffix("'s").strip(" ,.;")
    if " and " in surface:
        return None
    return (
        value_of("person", surface)
        if len(surface) > 2 and surface.split()[0].lower() not in words_for("starters")
        else None
    )

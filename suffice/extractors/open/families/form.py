"""What the families of questions are written with."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import regex

__all__ = ["BE", "NAME", "NOUN", "Form", "is_thing"]

#: A form that a whole question has, and how it is asked plainly.
Form: TypeAlias = tuple[str, str | Callable[[regex.Match[str]], str]]

BE = r"(?:is|was|are|were)"
#: A common noun, or a word before one.
NOUN = r"(?:(?!(?:the|an?|of|in|that|who|which|whose|where|and|or|is|was|are|were|did|does|do)\b)\p{Ll}[\p{Ll}\-]*)"
#: A name, which `is_thing` may have to look at more closely.
NAME = r"(?:(?:[Tt]he )?(?:\"[^\"]+\"|[\p{Lu}\p{N}][^?\",]*?))"
_JOINTS = frozenset(
    [
        "of",
        "the",
        "and",
        "in",
        "on",
        "at",
        "for",
        "to",
        "with",
        "a",
        "an",
        "from",
        "de",
        "la",
        "du",
        "del",
        "von",
        "van",
        "der",
        "di",
        "le",
        "y",
        "und",
    ]
)


def is_thing(text: str) -> bool:
    """Whether words are one name and nothing else, as far as capitals tell.

    >>> is_thing("the Orrin Hall of Fame"), is_thing("Ann Ek born"), is_thing("Orrin and the Damer")
    (True, False, True)
    """
    text = regex.sub(r"^[Tt]he ", "", text.strip())
    if regex.fullmatch(r"\"[^\"]+\"", text):
        return True
    words = text.split()
    # `Area code 404`, `Interstate highway 5`.
    if regex.fullmatch(r"\p{Lu}\p{L}+ \p{Ll}+ \d+", text):
        return True
    return (
        bool(words)
        and '"' not in text
        and bool(regex.match(r"[\p{Lu}\p{N}]", words[0]))
        and bool(regex.match(r"[\p{Lu}\p{N}(&]", words[-1]))
        and all(not word[:1].islower() or word in _JOINTS for word in words)
    )

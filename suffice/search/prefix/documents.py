"""Documents: a title and its sentences.

>>> [document] = read_documents([Unit("u1", "Free Guy", "It is a film by Shawn Levy. J. K. Doe wrote it.")])
>>> document.sentences
('It is a film by Shawn Levy.', 'J. K. Doe wrote it.')
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import regex

from suffice.extractors import Unit

__all__ = ["Document", "read_documents", "split_text"]

#: A stop behind a word of some length, or behind a quote or bracket, and then a capital, a digit or a quote.
_BOUNDARY = regex.compile(
    r"""(?<=[\p{L}\p{N}]{2}[.!?]["'”’)\]]?|[!?。])\s+(?=["'“‘(\[]?[\p{Lu}\p{Lo}\p{N}])"""
)
_ABBREVIATED = regex.compile(
    r"\b(?:Mr|Mrs|Ms|Dr|Prof|Rev|Sr|Jr|St|Lt|Col|Gen|Capt|Sgt|Gov|Sen|Rep|Hon|No|Vol|vs|Inc|Ltd|Co|Corp|approx|ca|Mt|Ft)\.$"
)
#: Of a longer text only so many characters are read.
_LONGEST = 20_000


@dataclass(frozen=True, slots=True)
class Document:
    """A document.

    Args:
        id: of its unit.
        title: not always its own: two documents may have one title.
        sentences: in their order.
    """

    id: str
    title: str
    sentences: tuple[str, ...]


def split_text(text: str) -> tuple[str, ...]:
    """The sentences of a text, by their punctuation: fast, and the same in every run."""
    found: list[str] = []
    for part in _BOUNDARY.split(text[:_LONGEST]):
        part = part.strip()
        if found and _ABBREVIATED.search(found[-1]):
            found[-1] = f"{found[-1]} {part}"
        elif part:
            found.append(part)
    return tuple(found)


def read_documents(units: Iterable[Unit]) -> list[Document]:
    """Documents of units, in their order."""
    return [Document(unit.id, unit.title, split_text(unit.text)) for unit in units]

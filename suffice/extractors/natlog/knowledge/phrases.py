"""The normal form of a short phrase: no case, articles, marks or end punctuation; numbers in digits.

>>> normal_form("The Red Car."), normal_form("twenty-one"), normal_form("Gabriel García Márquez")
('red car', '21', 'gabriel garcia marquez')
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from suffice.extractors.natlog.knowledge.numbers import read_number

__all__ = ["MAX_LENGTH", "normal_form", "plain"]

#: Longer phrases are compared as strings only.
MAX_LENGTH = 160
_ARTICLES = frozenset(("a", "an", "the"))
_MARKS = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "_": " "})


@lru_cache(maxsize=1 << 15)
def plain(text: str) -> str:
    """A phrase with plain quotes and blanks, without leading articles and the punctuation around it; case is kept."""
    text = " ".join(unicodedata.normalize("NFKC", text[:10_000]).translate(_MARKS).split()).strip(
        " .,;:!?\"'()[]"
    )
    first, _, rest = text.partition(" ")
    return rest if rest and first.lower() in _ARTICLES else text


@lru_cache(maxsize=1 << 15)
def normal_form(text: str) -> str:
    """The form in which equal phrases are equal strings; empty where nothing is left."""
    text = plain(text).lower()
    if len(text) <= MAX_LENGTH:
        number = read_number(text)
        if number is not None:
            return str(number)
    if text.isascii():
        return text
    split = unicodedata.normalize("NFKD", text)
    bare = "".join(c for c in split if not unicodedata.combining(c)) if text[0] < "\u0370" else text
    return unicodedata.normalize("NFC", bare)

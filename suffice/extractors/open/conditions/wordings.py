"""How lookups of conditions are worded: one for what may be it, others for what must hold of it.

| lookup | what is linked |
|---|---|
| `{0} was influenced by what (Italian painter)?` | names in that place of a sentence that says so: candidates |
| `{0} is an Italian painter, is it not?` | `stated`, where the page of a candidate, or a sentence in passing, says so |

>>> word_frame("{0} was influenced by what", "Italian painter")
'{0} was influenced by what (Italian painter)?'
>>> read_frame("{0} was influenced by what (Italian painter)?")
('{0} was influenced by what', 'Italian painter')
>>> read_class_asked(word_class("Italian painter"))
'Italian painter'
"""

from __future__ import annotations

import regex

from suffice.extractors.open.words import content_of, stem, words_for
from suffice.extractors.text import tokens_of
from suffice.extractors.values import demonyms, value_of
from suffice.rules import String

__all__ = [
    "MONTHS",
    "informative",
    "is_adjective",
    "read_class_asked",
    "read_frame",
    "word_class",
    "word_frame",
]

#: Names of months, as a pattern.
MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_FRAME = regex.compile(
    r"(?P<clause>[^()]*(?:\{0\}[^()]*\bwhat\b|\bwhat\b[^()]*\{0\})[^()]*) \((?P<noun>[^()]*)\)\?", regex.I
)
_CLASS = regex.compile(r"\{0\} is an? (?P<noun>.+), is it not\?")


def word_frame(clause: str, noun: str) -> str:
    """The lookup for candidates.

    Args:
        clause: with `{0}` for the subject and `what` for the candidate.
        noun: what the question calls the candidate; empty where it calls it nothing.
    """
    return f"{clause} ({regex.sub(r'[()]', '', noun)})?"


def read_frame(wording: str) -> tuple[str, str] | None:
    """Clause and noun of such a lookup; None where it is another."""
    found = _FRAME.fullmatch(wording)
    return (found["clause"], found["noun"]) if found else None


def word_class(noun: str) -> str:
    """The lookup for whether something is of a class."""
    article = "an" if regex.match(r"(?!uni|eu|one\b|use)[aeiou]", noun, regex.I) else "a"
    return f"{{0}} is {article} {noun}, is it not?"


def read_class_asked(wording: str) -> str | None:
    """The class of such a lookup; None where it is another."""
    found = _CLASS.fullmatch(wording)
    return found["noun"] if found else None


def informative(noun: str) -> str:
    """The words of a class that a page must say; empty if it need say none.

    >>> informative("Danish company"), informative("man")
    ('Danish', '')
    """
    general = frozenset(map(stem, words_for("general")))
    kept = [word for word in noun.split() if not {stem(one) for one in tokens_of(word)} & general]
    return " ".join(kept) if content_of(" ".join(kept)) else ""


#: Parts and short names of countries, which the table of countries has among their demonyms.
_LANDS = frozenset(
    ["England", "Scotland", "Wales", "Northern Ireland", "Britain", "Great Britain", "America"]
)


def is_adjective(word: str) -> bool:
    """Whether a word is a demonym and no name of a country.

    >>> is_adjective("Danish"), is_adjective("Denmark")
    (True, False)
    """
    country = value_of("country", word) if word in demonyms() and word not in _LANDS else None
    return country is not None and country != String(word)

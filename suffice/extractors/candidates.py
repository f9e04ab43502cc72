"""Candidates for a lookup's value, found by their looks: the model chooses among them, it does not make one up.

>>> from suffice.extractors.lookups import Described, Lookup, Mention
>>> from suffice.extractors.passages import Reader, Unit
>>> [passage] = Reader(cache=None).read([Unit("u", "Orrin Tramway", "Orrin Tramway was opened by Ann Ek on 3 May 1901.")])
>>> lookup = Lookup.of(Described("asked", "Who opened {0}?", "person"), Mention("Orrin Tramway"))
>>> [candidate.surface for candidate in find_candidates(passage, lookup)]
['Ann Ek']
"""

from __future__ import annotations

from dataclasses import dataclass

import regex

from suffice.extractors.lookups import Lookup
from suffice.extractors.passages import Passage
from suffice.extractors.patterns import SECONDS
from suffice.extractors.text import fold, split_title, tokens_of
from suffice.extractors.values import has_shape, shape_of, value_of
from suffice.rules import Term

__all__ = ["MOST", "Candidate", "find_candidates", "locate"]

#: So many are put before a model.
MOST = 8
#: Two words agree if so many first letters do: `directed`, `director`.
_STEM = 5
#: Written large at the start of a sentence, and a name of nothing but works.
_SMALL_WORDS = (
    "i you he she it we they his her hers its our their my your this that these those the a an there here who what which "
    "when where in on at of by for from to as and or but if"
)
_NO_NAMES = frozenset(_SMALL_WORDS.split())


@dataclass(frozen=True, slots=True)
class Candidate:
    """A span that may be the value.

    Args:
        surface: its words.
        value: as a term.
        start: its first character in the unit's text.
        end: behind its last.
    """

    surface: str
    value: Term
    start: int
    end: int


def find_candidates(passage: Passage, lookup: Lookup, most: int = MOST) -> list[Candidate]:
    """Spans of the type asked for, those in sentences that share most words with the lookup first.

    Args:
        passage: where to look.
        lookup: what is asked; its subject is no candidate.
        most: how many at most.
    """
    stems = {word[:_STEM] for word in tokens_of(lookup.wording)}
    subject = fold(split_title(lookup.subject.name)[0])
    text = passage.view.text
    scored: list[tuple[int, int, Candidate]] = []
    seen: set[str] = set()
    try:
        for match in regex.finditer(shape_of(lookup.value), text, timeout=SECONDS):
            sentence = passage.sentences[passage.sentence_at(match.start())]
            words = {word[:_STEM] for word in tokens_of(text[sentence.start : sentence.end])}
            candidate = _at(passage, lookup, match.start(), match.end())
            key = fold(candidate.surface) if candidate else ""
            if candidate is None or not key or key in seen or key in subject or subject in key:
                continue
            if key in _NO_NAMES and lookup.value != "work":
                continue
            seen.add(key)
            scored.append((-len(stems & words), match.start(), candidate))
    except TimeoutError:
        return []
    return [candidate for _, _, candidate in sorted(scored, key=lambda one: one[:2])[:most]]


def locate(passage: Passage, lookup: Lookup, surface: str) -> Candidate | None:
    """Where words that a model gives stand in a passage; None if they do not, or are no value of the type."""
    words = surface.strip()
    at = passage.view.text.find(words) if words else -1
    good = at >= 0 and has_shape(lookup.value, words)
    return _at(passage, lookup, at, at + len(words)) if good else None


def _at(passage: Passage, lookup: Lookup, start: int, end: int) -> Candidate | None:
    surface = passage.view.text[start:end].strip('" ,')
    value = value_of(lookup.value, surface)
    if value is None:
        return None
    start = passage.view.text.index(surface, start)
    return Candidate(surface, value, *passage.view.span(start, start + len(surface)))

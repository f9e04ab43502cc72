"""Dates and amounts in a sentence that has every word of the lookup."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import regex

from suffice.extractors.open.asked import read_asked
from suffice.extractors.open.mentions.names import PRONOUN, Answers, Sentence, is_topical
from suffice.extractors.open.syntax import parse
from suffice.extractors.open.words import same_stem, stem, stems_of
from suffice.extractors.patterns import SECONDS
from suffice.extractors.values import shape_of, value_of
from suffice.rules import String

__all__ = ["read_date", "read_quantity"]

_QUANTITY = regex.compile(
    r"(?:\$ ?)?\d[\d,.]*\d?(?: ?(?:million|billion|trillion))?(?: ?(?:%|percent|per cent|inches|inch|in|feet|ft|metres|meters|m|km|"
    r"kilometres|kilometers|miles|mi|acres|hectares|km2|°[CF]|mm|cm|tonnes|tons|kg|pounds|people|dollars)\b|%)?"
)

#: A date told by another: `in 1599 it was founded and chartered in the following year`.
_ANOTHER_DATE = regex.compile(
    r"\b(?:following|next|previous|preceding|subsequent) (?:year|month|week|day|decade|century)\b"
    r"|\b(?:years?|months?|weeks?|days?|decades?) (?:later|earlier|after|before|afterwards)\b"
)


def read_date(wording: str, subject: str, title: str, one: Sentence) -> Answers:
    """A date in a sentence that has every word of the lookup."""
    text = one.text
    relation = _says_all(wording, subject, title, one)
    if not relation or _ANOTHER_DATE.search(text):
        return
    dates = [match.span() for match in regex.finditer(shape_of("date"), text, timeout=SECONDS)]
    if len(dates) == 1:
        start, end = dates[0]
        yield value_of("date", text[start:end]), start, end, "says so, with one date"
        return
    joined = all(regex.fullmatch(r",? and |, ", text[one[1] : other[0]]) for one, other in pairwise(dates))
    if len(dates) > 1 and joined and regex.search(r"\b(?:in|on) $", text[: dates[0][0]]):
        # `in 1898 and 1959` is one answer to when.
        start, end = dates[0][0], dates[-1][1]
        yield String(text[start:end]), start, end, "says so, with these dates"
    elif dates:
        nearest = _nearest(text, dates, relation)
        if nearest is not None:
            start, end = nearest
            yield value_of("date", text[start:end]), start, end, "says so, with the date next to it"


def read_quantity(wording: str, subject: str, title: str, one: Sentence) -> Answers:
    """The one amount in a sentence that has every word of the lookup; what stands in brackets is the same in other units."""
    if not _says_all(wording, subject, title, one, topical=is_topical(subject, title)):
        return
    text = regex.sub(r"\([^()]*\)", lambda match: " " * len(match[0]), one.text)
    spans = [
        match.span()
        for match in _QUANTITY.finditer(text)
        if not regex.fullmatch(r"(?:1[5-9]|20)\d\d|\d", match[0])
        and not regex.match(r"[\p{L}\d]", text[match.end() :])
    ]
    if len(spans) == 1:
        start, end = spans[0]
        yield String(text[start:end].strip(" .,")), start, end, "says so, with one amount"


def _says_all(
    wording: str, subject: str, title: str, one: Sentence, *, topical: bool = False
) -> frozenset[str]:
    """The lookup's content words besides the name, if a sentence has them all, and it or the title has the name.

    Args:
        wording: of the lookup.
        subject: its name.
        title: of the passage.
        one: the sentence.
        topical: whether any sentence of the passage may be taken to be about the title.
    """
    asked = read_asked(wording.replace("{0}", subject), subject)
    there = frozenset(stems_of(one.text))
    topic = frozenset(stems_of(title))
    name = frozenset(stems_of(subject)) - {"the", "of", "and"}
    if not name <= there | topic:
        return frozenset()
    if name <= topic and not (topical or name & there or PRONOUN.match(one.text) or one.first):
        return frozenset()
    relation = asked.content - name
    # What is said must be said here: the title alone names, it does not state.
    if not all(any(same_stem(word, other) for other in there) for word in relation - topic):
        return frozenset()
    return (
        relation if any(any(same_stem(word, other) for other in there) for word in relation) else frozenset()
    )


def _nearest(text: str, dates: Sequence[tuple[int, int]], relation: frozenset[str]) -> tuple[int, int] | None:
    """The one date that depends on a word of the lookup: `opened in 1990 and moved in 1994`."""
    document = parse(text)
    found = []
    for start, end in dates:
        span = document.char_span(start, end, alignment_mode="expand")
        if span is None:
            continue
        head = span.root.head
        if head.pos_ == "ADP":
            head = head.head
        if any(same_stem(word, stem(head.text)) or same_stem(word, stem(head.lemma_)) for word in relation):
            found.append((start, end))
    return found[0] if len(found) == 1 else None

"""Spans of a sentence that may be the value of a lookup: names, dates, numbers, by their looks and by the parser's entities.

>>> from suffice.extractors.open.syntax import parse
>>> text = "The Orrin Tramway in Velden, Norway was opened by Ann Ek and Bo Lund on 3 May 1901."
>>> [text[start:end] for start, end in find_spans(text, parse(text), "person")][-2:]
['Ann Ek', 'Bo Lund']
>>> [text[start:end] for start, end in find_spans(text, parse(text), "date")]
['3 May 1901']
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

import regex

from suffice.extractors.lexicon import ValueType
from suffice.extractors.patterns import SECONDS
from suffice.extractors.values import shape_of

if TYPE_CHECKING:
    from spacy.tokens import Doc

__all__ = ["LABELS", "find_spans"]

#: Entity labels (OntoNotes) that a type of value has; a `text` may have any.
LABELS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "person": frozenset(["PERSON"]),
        "place": frozenset(["GPE", "LOC", "FAC", "ORG"]),
        "country": frozenset(["GPE", "NORP"]),
        "date": frozenset(["DATE"]),
        "number": frozenset(["CARDINAL", "QUANTITY", "MONEY", "PERCENT"]),
        "organisation": frozenset(["ORG", "FAC", "GPE"]),
        "work": frozenset(["WORK_OF_ART", "ORG"]),
    }
)
_NAMES = frozenset(
    ["PERSON", "ORG", "GPE", "LOC", "FAC", "WORK_OF_ART", "EVENT", "PRODUCT", "NORP", "LAW", "LANGUAGE"]
)
#: By which shape names of a type are looked for.
_SHAPE: Mapping[str, ValueType] = {"person": "person", "place": "place"}
_BEGINS = regex.compile(
    r"(?:The|In|On|At|An?|It|He|She|They|His|Her|Its|Their|This|After|During|From|By|As|For|When|While|With|Of|And|But) "
    r"(?=[\p{Lu}\d])"
)
_BEFORE = regex.compile(r"(?:the|an?) |[\p{L}]+-based ")
_JOINED = regex.compile(r", (?:and )?| and | & ")
_MARKS = "\" ,'("
_MONTHS = frozenset(
    "January February March April May June July August September October November December".split()  # noqa: SIM905
)


def find_spans(text: str, document: Doc, value: ValueType) -> list[tuple[int, int]]:
    """Where something of a type stands in a sentence.

    Args:
        text: a sentence.
        document: its parse.
        value: the type; `text` stands for whatever has a name, and for dates.

    Returns:
        Start and end of each, in no order that matters, none twice; they may overlap.
    """
    found: dict[tuple[int, int], None] = {}
    try:
        for start, end in _raw(text, document, value):
            for one in _trim(text, start, end, value, document):
                found[one] = None
    except TimeoutError:
        return []
    return list(found)


def _raw(text: str, document: Doc, value: ValueType) -> Iterator[tuple[int, int]]:
    if value in ("date", "number", "country"):
        yield from (one.span() for one in regex.finditer(shape_of(value), text, timeout=SECONDS))
        return
    for match in regex.finditer(shape_of(_SHAPE.get(value, "work")), text, timeout=SECONDS):
        yield match.span()
        if value == "place":
            # `Appleton, Wisconsin` is told as `Appleton` too.
            first, comma, _ = match[0].partition(",")
            if comma:
                yield match.start(), match.start() + len(first)
            continue
        place = match.start()
        for joint in [*_JOINED.finditer(match[0]), None]:
            end = match.start() + joint.start() if joint else match.end()
            if text[place : place + 1].isupper():
                yield place, end
            place = match.start() + joint.end() if joint else end
    yield from ((one.start_char, one.end_char) for one in document.ents if one.label_ in _NAMES)
    if value == "text":
        yield from (one.span() for one in regex.finditer(shape_of("date"), text, timeout=SECONDS))


def _trim(text: str, start: int, end: int, value: ValueType, document: Doc) -> Iterator[tuple[int, int]]:
    """A span without marks and articles around it; what only begins a sentence is no name."""
    while start < end and text[start] in _MARKS:
        start += 1
    while end > start and text[end - 1] in _MARKS:
        end -= 1
    if text[start:end].endswith(("'s", "’s")):
        end -= 2
    quoted = text[max(0, start - 1) : start] == '"'
    begins = _BEGINS.match(text, start, end) if value != "work" and not quoted else None
    if begins:
        if not _is_month(text[begins.end() : end], value):
            yield begins.end(), end
        if start == 0 or text[start - 2 : start - 1] == ".":
            return
    if before := _BEFORE.match(text, start, end):
        start = before.end()
    surface = text[start:end]
    if value not in ("date", "number"):
        if start == 0 and " " not in surface and (not len(document) or document[0].pos_ != "PROPN"):
            return
        if value not in ("text", "country") and not regex.search(r"\p{Lu}", surface):
            return
        if _is_month(surface, value):
            return
    if surface:
        yield start, end


def _is_month(surface: str, value: ValueType) -> bool:
    """Whether it begins as a date does, where no date is looked for."""
    return value not in ("date", "number", "text") and surface.partition(" ")[0].rstrip(".") in _MONTHS

"""How high a passage's topic is, how many parts it has, how many live there."""

from __future__ import annotations

from collections.abc import Iterator

import regex

from suffice.extractors.open.facets.facet import Facet, facet_at
from suffice.extractors.open.words import (
    is_content,
    stem,
    stems_of,
)
from suffice.extractors.passages import Passage
from suffice.extractors.text import tokens_of
from suffice.rules import Number

__all__ = ["read_count", "read_height", "read_population"]

_METRES = 3.28084
_NUMBERS = dict(
    zip(
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"],
        range(1, 13),
        strict=True,
    )
) | {"a dozen": 12, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "hundred": 100}
_COUNT = rf"(?P<value>\d{{1,3}}(?:,\d{{3}})+|\d+|(?:{'|'.join(_NUMBERS)}))"
_HEIGHT = regex.compile(
    r"(?<!\d )(?<![\d.,])(?P<value>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?) ?(?P<unit>metres|meters|metre|meter|m|feet|foot|ft)\b",
    regex.I,
)
#: Heights that differ by less are one height in two units.
_ROUNDING = 0.01


def read_height(passage: Passage) -> Iterator[Facet]:
    """The one height that a passage gives, in tenths of a metre; none where it gives several."""
    text = passage.view.text
    found: list[tuple[float, Facet]] = []
    for sentence in passage.sentences:
        said = text[sentence.start : sentence.end]
        for match in _HEIGHT.finditer(said):
            before = said[max(0, match.start() - 60) : match.start()]
            behind = said[match.end() :]
            if not (_HIGH_BEFORE.search(before) or _HIGH_BEHIND.match(behind)):
                continue
            bracket = regex.search(r"(?P<name>(?:\p{Lu}[\p{L}\p{M}'\-]+ )+)\($", before)
            if bracket and not set(tokens_of(bracket["name"])) <= set(tokens_of(passage.unit.title)):
                continue  # `and Porong Ri (7,292 m)`
            if _OTHER_MEASURE.search(before[-25:]) or regex.match(
                r" (?:below|wide|long|deep|away|peaks|mountains)\b", behind
            ):
                continue
            number = float(match["value"].replace(",", ""))
            metres = number if match["unit"].lower().startswith("m") else number / _METRES
            place = sentence.start + match.start(), sentence.start + match.end()
            value = Number(round(10 * metres))
            found.append((metres, facet_at(value, passage, sentence.start, sentence.end, *place, "a height")))
    if found and all(abs(metres - found[0][0]) <= _ROUNDING * found[0][0] for metres, _ in found):
        yield found[0][1]


_HIGH_BEFORE = regex.compile(
    r"(?:elevation|altitude|height|high|peak|rises?|summit|tall|mountain)|\($|\bat $", regex.I
)
_HIGH_BEHIND = regex.compile(r"\s*(?:\([^()]*\) ?)?(?:high|tall|above|peak|mountain|in (?:height|elevation))")
_OTHER_MEASURE = regex.compile(r"prominence|above (?:the )?base|wide|long\b", regex.I)


def read_count(unit: str, passage: Passage) -> Iterator[Facet]:
    """The number before the unit."""
    text = passage.view.text
    words = [word for word in tokens_of(unit) if is_content(word)]
    if not words or len(words) > 2:
        return
    noun = words[-1]
    form = regex.compile(
        rf"\b{_COUNT}\+? (?:(?:known|accepted|extant|different|recognized|recognised|living|\p{{L}}+) ){{0,2}}{regex.escape(noun.removesuffix('s'))}s?\b",
        regex.I,
    )
    found: list[Facet] = []
    for sentence in passage.sentences:
        said = text[sentence.start : sentence.end]
        for match in form.finditer(said):
            if not frozenset(map(stem, words)) <= frozenset(stems_of(match[0])):
                continue
            if _PART.search(said[max(0, match.start() - 24) : match.start()]):
                continue
            if _is_of_another(passage, sentence.start + match.start()):
                continue
            number = _NUMBERS.get(match["value"].lower()) or int(match["value"].replace(",", ""))
            if 1500 < number < 2100 and "," not in match["value"]:
                continue
            place = sentence.start + match.start("value"), sentence.start + match.end("value")
            found.append(
                facet_at(Number(number), passage, sentence.start, sentence.end, *place, f"a number of {unit}")
            )
    if len({facet.value for facet in found}) == 1:
        yield found[0]


#: Before a number: it is of those that came or went, not of all.
_PART = regex.compile(r"\b(?:lost|left|added|gained|killed|expelled|another|other|new|first|last)\b", regex.I)


def _is_of_another(passage: Passage, place: int) -> bool:
    """Whether the subject of a verb there is a name that is not the topic's."""
    subject = regex.sub(r"^(?:The|This) ", "", passage.subject_at(place) or "")
    if not subject[:1].isupper():
        return False
    words = [word for word in tokens_of(subject) if is_content(word)]
    title = set(tokens_of(passage.unit.title))
    return bool(words) and not set(words) & title and words[0] not in ("it", "they")


def read_population(passage: Passage) -> Iterator[Facet]:
    """The one number of inhabitants that a passage gives; none where it gives several."""
    text = passage.view.text
    found: list[Facet] = []
    for sentence in passage.sentences:
        said = text[sentence.start : sentence.end]
        for match in regex.finditer(
            r"\b[Pp]opulation\b[^.;]{0,60}?(?<![\d,])(?P<value>\d{1,3}(?:,\d{3})+|\d{3,})(?! ?%|[\d,])"
            r"|(?P<value>\d{1,3}(?:,\d{3})+) (?:inhabitants|people|residents)\b",
            said,
        ):
            if regex.fullmatch(r"1[89]\d\d|20\d\d", match["value"]):
                continue
            if regex.search(r"density|region|metropolitan|surrounding|area", said[: match.start("value")]):
                continue
            number = int(match["value"].replace(",", ""))
            first, last = match.span("value")
            place = sentence.start + first, sentence.start + last
            found.append(
                facet_at(Number(number), passage, sentence.start, sentence.end, *place, "its population")
            )
    if len({facet.value for facet in found}) == 1:
        yield found[0]

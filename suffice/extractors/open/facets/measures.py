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
    r"(?P<value>\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)? ?(?P<unit>metres|meters|metre|meter|m|feet|foot|ft)\b",
    regex.I,
)


def read_height(passage: Passage) -> Iterator[Facet]:
    """The first height that is said of the topic, in metres."""
    text = passage.view.text
    for sentence in passage.sentences:
        said = text[sentence.start : sentence.end]
        for match in _HEIGHT.finditer(said):
            before = said[max(0, match.start() - 60) : match.start()]
            if regex.search(
                r"(?:elevation|altitude|height|high|peak|rises?|summit|tall|mountain)|\($|\bat $",
                before,
                regex.I,
            ) or regex.match(
                r"\s*(?:\([^()]*\) ?)?(?:high|tall|above|peak|mountain|in (?:height|elevation))",
                said[match.end() :],
            ):
                if regex.search(r"prominence|above (?:the )?base|wide|long\b", before[-25:], regex.I):
                    continue
                number = int(match["value"].replace(",", ""))
                metres = number if match["unit"].lower().startswith("m") else round(number / _METRES)
                place = sentence.start + match.start(), sentence.start + match.end()
                yield facet_at(Number(metres), passage, sentence.start, sentence.end, *place, "a height")
                return


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
            number = _NUMBERS.get(match["value"].lower()) or int(match["value"].replace(",", ""))
            if 1500 < number < 2100 and "," not in match["value"]:
                continue
            place = sentence.start + match.start("value"), sentence.start + match.end("value")
            found.append(
                facet_at(Number(number), passage, sentence.start, sentence.end, *place, f"a number of {unit}")
            )
    if len({facet.value for facet in found}) == 1:
        yield found[0]


def read_population(passage: Passage) -> Iterator[Facet]:
    """The one number of inhabitants that a passage gives; of several years the last."""
    text = passage.view.text
    for sentence in passage.sentences:
        said = text[sentence.start : sentence.end]
        numbers = [
            match
            for match in regex.finditer(
                r"\bpopulation\b[^.;]{0,60}?(?<![\d,])(?P<value>\d{1,3}(?:,\d{3})+|\d{3,})(?! ?%|[\d,])"
                r"|(?P<value>\d{1,3}(?:,\d{3})+) (?:inhabitants|people|residents)\b",
                said,
            )
            if not regex.fullmatch(r"1[89]\d\d|20\d\d", match["value"])
        ]
        if len(numbers) == 1 and "density" not in said[: numbers[0].start("value")]:
            number = int(numbers[0]["value"].replace(",", ""))
            first, last = numbers[0].span("value")
            place = sentence.start + first, sentence.start + last
            yield facet_at(Number(number), passage, sentence.start, sentence.end, *place, "its population")
            return

"""What a passage says of its own topic where a lookup asks for one facet: its class, height, number of parts, family.

Each facet is told by the lookup's wording (`comparisons` writes them). A passage *introduces* its topic in its first
sentence. Of a class it says `stated` if the introduction has every word of it, and `otherwise` if the passage has a word of it
nowhere: a film introduced as a comedy, on a page that never says drama, is no drama. That reads the page as complete
about what its topic is, as encyclopedias are; in between nothing is said.

>>> from suffice.extractors.passages import Reader, Unit
>>> unit = Unit("u1", "Senet", "Senet is a board game from ancient Egypt.")
>>> [passage] = Reader(cache=None).read([unit])
>>> [(str(one.value), one.surface) for one in read_facet("Is {0} a board game?", passage)]
[('stated', 'board game')]
>>> [str(one.value) for one in read_facet("Is {0} a card game?", passage)]
['otherwise']
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

import regex

from suffice.extractors.open.comparisons import OTHERWISE, STATED
from suffice.extractors.open.words import (
    content_of,
    is_content,
    same_stem,
    stem,
    stems_at,
    stems_of,
    words_for,
)
from suffice.extractors.passages import Passage
from suffice.extractors.patterns import SECONDS
from suffice.extractors.text import split_title, tokens_of
from suffice.extractors.values import shape_of, value_of
from suffice.rules import Number, String, Term

if TYPE_CHECKING:
    from spacy.tokens import Token

__all__ = ["Facet", "facet_of", "is_introduced", "read_facet"]

_COPULA = regex.compile(
    r"\b(?:is|was|are|were)(?: (?:also|now|currently|still|a|an|the|one|of|both))* (?!not\b|located\b|situated\b)"
)
_NOT = regex.compile(r"\b(?:not|never|no longer|neither|nor)\b|n't\b")
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
_FAMILY = regex.compile(
    r"\b(?:family|subfamily) (?P<value>\p{Lu}\p{Ll}+(?:aceae|idae|inae))|\b(?P<value>\p{Lu}\p{Ll}+(?:aceae|idae)) family|"
    r"\b(?:in|of) the (?P<value>[\p{L}\- ]{3,30}?) family\b"
)
_OCCUPATION = frozenset(["profession", "occupation", "job", "career", "role", "position"])


#: Kinds of places that something may be in; how a place of each kind is told from its name alone.
_AREAS = (
    "country",
    "nation",
    "state",
    "province",
    "county",
    "city",
    "town",
    "village",
    "district",
    "region",
    "territory",
    "municipality",
    "administrative territorial entity",
)


@dataclass(frozen=True, slots=True)
class Facet:
    """A value that a passage gives for a facet of its topic, with clean spans.

    Args:
        value: the term.
        surface: its words.
        start: first character of the sentence in the clean text.
        end: behind its last.
        value_start: first character of the value in the clean text.
        value_end: behind its last.
        how: how it was matched, in words.
    """

    value: Term
    surface: str
    start: int
    end: int
    value_start: int
    value_end: int
    how: str


def facet_of(wording: str) -> Callable[[Passage], Iterator[Facet]] | None:
    """What reads the facet that a wording asks for; None if it asks for something else.

    Args:
        wording: of a lookup, with `{0}` for the subject.
    """
    if wording == "How high is {0}?":
        return _height
    if wording == "In which family is {0}?":
        return _family
    if wording == "What is the population of {0}?":
        return _population
    if wording == "What is the record label of {0}?":
        return _label
    for form, read in _FORMS:
        found = form.fullmatch(wording)
        if found is not None:
            return partial(read, found[1])
    return None


def is_introduced(wording: str) -> bool:
    """Whether only a passage's own topic can have the facet that a wording asks for: all but places and labels."""
    elsewhere = regex.match(rf"In which (?:{'|'.join(_AREAS)}) |What is the record label", wording)
    return facet_of(wording) is not None and not elsewhere


def read_facet(wording: str, passage: Passage) -> list[Facet]:
    """Values of the facet that a wording asks for, surest first.

    Args:
        wording: of a lookup, with `{0}` for the subject.
        passage: whose topic is meant.
    """
    read = facet_of(wording)
    return list(read(passage)) if read is not None and passage.sentences else []


@cache
def _general() -> frozenset[str]:
    """Stems of words so general that a page need not say them of what they hold of."""
    return frozenset(map(stem, words_for("general")))


def _introduction(passage: Passage) -> tuple[int, int, int] | None:
    """Start and end of the first sentence, and where what it says of the topic begins."""
    first = passage.sentences[0]
    text = passage.view.text[first.start : first.end]
    # What stands in brackets is about the name.
    plain = regex.sub(r"\([^()]*\)", lambda match: " " * len(match[0]), text)
    found = _COPULA.search(plain)
    return (first.start, first.end, first.start + found.end()) if found else None


def _class(wanted: frozenset[str], passage: Passage) -> Iterator[Facet]:
    opening = _introduction(passage)
    if opening is None or not wanted:
        return
    start, end, behind = opening
    text = passage.view.text
    if _NOT.search(text[start:end]):
        return
    name = frozenset(stems_of(split_title(passage.unit.title)[0]))
    span = _span(wanted, text, behind, end)
    if span is not None:
        yield _facet(STATED, passage, start, end, *span, "introduced as that")
        return
    there = frozenset(stems_of(text))
    missing = [
        word for word in wanted - _general() - name if not any(same_stem(word, other) for other in there)
    ]
    if missing:
        stop = regex.search(r"[;.]|, (?:who|which|and)|$", text[behind:end])
        last = behind + (stop.start() if stop and stop.start() > 2 else end - behind)
        last = min(last, end)
        if last > behind:
            yield _facet(OTHERWISE, passage, start, end, behind, last, "introduced otherwise")


def _deed(wanted: frozenset[str], passage: Passage) -> Iterator[Facet]:
    text = passage.view.text
    name = frozenset(stems_of(split_title(passage.unit.title)[0]))
    for sentence in passage.sentences:
        span = _span(wanted, text, sentence.start, sentence.end)
        if span is not None:
            if not _NOT.search(text[sentence.start : sentence.end]):
                yield _facet(STATED, passage, sentence.start, sentence.end, *span, "says so")
            return
    there = frozenset(stems_of(text))
    missing = [
        word for word in wanted - _general() - name if not any(same_stem(word, other) for other in there)
    ]
    opening = _introduction(passage)
    if opening is not None and missing:
        start, end, behind = opening
        yield _facet(OTHERWISE, passage, start, end, behind, end, "says nothing of the kind")


def _span(wanted: frozenset[str], text: str, start: int, end: int) -> tuple[int, int] | None:
    """From the first to the last of some words in a stretch; None unless all are there."""
    left = set(wanted)
    first = last = None
    for token, begin, stop in stems_at(text[start:end]):
        hit = next((word for word in wanted if same_stem(word, token)), None)
        if hit is not None and left:
            left.discard(hit)
            first = start + begin if first is None else first
            last = start + stop
    return (first, last) if not left and first is not None and last is not None else None


def _height(passage: Passage) -> Iterator[Facet]:
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
                yield _facet(Number(metres), passage, sentence.start, sentence.end, *place, "a height")
                return


def _count(unit: str, passage: Passage) -> Iterator[Facet]:
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
                _facet(Number(number), passage, sentence.start, sentence.end, *place, f"a number of {unit}")
            )
    if len({facet.value for facet in found}) == 1:
        yield found[0]


def _population(passage: Passage) -> Iterator[Facet]:
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
            yield _facet(Number(number), passage, sentence.start, sentence.end, *place, "its population")
            return


def _label(passage: Passage) -> Iterator[Facet]:
    """A name that ends as labels' names do, behind `released` or `signed`."""
    text = passage.view.text
    form = regex.compile(
        r"\b(?:released|issued|signed|recorded|published)\b[^.;]{0,60}?\b(?:by|on|through|via|under|to|with) (?:the )?(?:\p{Ll}+ ){0,3}"
        r"(?P<value>(?:[\p{Lu}\p{N}][\p{L}\p{N}.&'\-]* ){1,4}(?:Records|Recordings|Music|Entertainment|Label))\b"
    )
    for sentence in passage.sentences:
        match = form.search(text[sentence.start : sentence.end], timeout=SECONDS)
        if match is not None:
            place = sentence.start + match.start("value"), sentence.start + match.end("value")
            value = String(match["value"])
            yield _facet(value, passage, sentence.start, sentence.end, *place, "released by that label")
            return


def _is_class(what: str, passage: Passage) -> Iterator[Facet]:
    return _class(content_of(what), passage)


def _is_deed(what: str, passage: Passage) -> Iterator[Facet]:
    return _deed(content_of(what), passage)


def _family(passage: Passage) -> Iterator[Facet]:
    text = passage.view.text
    for sentence in passage.sentences[:2]:
        for match in _FAMILY.finditer(text[sentence.start : sentence.end]):
            value = match.captures("value")[0]
            first, last = match.spans("value")[0]
            yield _facet(
                String(value),
                passage,
                sentence.start,
                sentence.end,
                sentence.start + first,
                sentence.start + last,
                "in the family",
            )
            return


def _place_in(kind: str, passage: Passage) -> Iterator[Facet]:
    """The place of a kind that the topic is said to be in, by its introduction."""
    first = passage.sentences[0]
    text = passage.view.text
    verb = regex.search(r"\b(?:is|was|are|were|lies)\b", text[first.start : first.end])
    if verb is None:
        return
    behind = first.start + verb.end()
    form = rf"\b(?:in|of|at|near|within|for|on|from|serving) (?:the )?(?:\p{{Ll}}+ ){{0,3}}?(?P<v>{shape_of('place')})"
    for match in regex.finditer(form, text[behind : first.end], timeout=SECONDS):
        at = behind + match.start("v")
        chosen: tuple[int, int] | None = None
        for part in regex.finditer(r"(?:(?!, | in | of the ).)+", match["v"]):
            place = at + part.start() + (len(part[0]) - len(part[0].lstrip(" ,")))
            place = place + (3 if text[place : place + 3] == "in " else 0)
            here = place, at + part.end()
            around = text[max(first.start, here[0] - 24) : here[0]], text[here[1] : here[1] + 14]
            if _is_area(kind, text[slice(*here)], *around):
                chosen = here
                if kind not in ("country", "nation"):
                    break
        if chosen is not None:
            surface = text[slice(*chosen)]
            term = value_of("country", surface) if kind in ("country", "nation") else String(surface)
            if term is not None:
                yield _facet(term, passage, first.start, first.end, *chosen, f"introduced as in that {kind}")
            return
    if kind not in ("country", "nation"):
        return
    # `is a Danish band`: no place, but of a country.
    adjective = regex.match(
        rf"(?: (?:a|an|the|one|of))* (?:\p{{Ll}}+ ){{0,2}}?(?P<v>{shape_of('country')})(?= \p{{Ll}})",
        text[behind : first.end],
        timeout=SECONDS,
    )
    if adjective is not None:
        said = behind + adjective.start("v"), behind + adjective.end("v")
        nation = value_of("country", adjective["v"])
        if nation is not None:
            yield _facet(nation, passage, first.start, first.end, *said, "introduced as of that country")
            return
    # `in one district and another, Zimbabwe.`
    end = regex.search(
        rf", (?P<v>{shape_of('country')})(?=[.;]|$)", text[behind : first.end], timeout=SECONDS
    )
    if end is not None:
        span = behind + end.start("v"), behind + end.end("v")
        term = value_of("country", end["v"])
        if term is not None:
            yield _facet(term, passage, first.start, first.end, *span, f"introduced as in that {kind}")


def _is_area(kind: str, name: str, before: str, after: str) -> bool:
    """Whether a place's name, or the words around it, say that it is of a kind."""
    country = value_of("country", name) is not None
    match kind:
        case "country" | "nation":
            return country
        case "administrative territorial entity":
            kinds = ("county", "province", "district", "region", "state")
            return any(_is_area(one, name, before, after) for one in kinds)
        case "state":
            return (
                name in words_for("states")
                or bool(regex.search(r"\bstate of (?:the )?$", before))
                or after.startswith(" state")
            )
        case "city" | "town" | "village" | "municipality":
            if regex.search(rf"\b{kind} of $", before):
                return True
            other = regex.search(
                r"\b(?:County|Province|District|Region|State|Republic|Parish|Department|Voivodeship|Oblast|Island|River|Mountains|Valley|Park)\b",
                name,
            )
            return not (country or name in words_for("states") or other) and bool(
                regex.search(r"\b(?:in|of|at) (?:the )?(?:downtown |central )?$", before)
            )
        case _:
            noun = kind.title()
            return (
                bool(regex.search(rf"(?:^{noun} |\b{noun}$)", name))
                or bool(regex.search(rf"\b{kind} of (?:the )?$", before))
                or bool(regex.match(rf" {kind}\b", after))
            )


def _introduced_as(kind: str, passage: Passage) -> Iterator[Facet]:
    """Nouns that the topic is introduced as, longest first: `film director`, then `director`."""
    from suffice.extractors.open.syntax import parse

    opening = _introduction(passage)
    if opening is None:
        return
    start, end, behind = opening
    document = parse(passage.view.text[start:end])
    offset = behind - start
    found: dict[str, tuple[int, int]] = {}
    words = [stem(word) for word in tokens_of(kind)]
    for token in document:
        if token.idx < offset or token.pos_ != "NOUN" or token.dep_ in ("compound", "nmod"):
            continue
        if _is_aside(token, offset):
            continue
        first = token
        parts = [token]
        while first.i > 0 and first.nbor(-1).pos_ in ("NOUN", "ADJ") and first.nbor(-1).idx >= offset:
            first = first.nbor(-1)
            parts.insert(0, first)
        for cut in range(len(parts)):
            chosen = parts[cut:]
            if value_of("country", chosen[0].text) is not None:
                continue
            name = " ".join([*(part.lower_ for part in chosen[:-1]), chosen[-1].lemma_.lower()])
            found.setdefault(name, (chosen[0].idx, chosen[-1].idx + len(chosen[-1])))
    named = [name for name in found if _fits(name, words)]
    for name in sorted(named, key=lambda one: (-len(one.split()), found[one])):
        a, b = found[name]
        yield _facet(String(name), passage, start, end, start + a, start + b, f"introduced as a {kind}")


def _fits(name: str, kind: list[str]) -> bool:
    """Whether a noun may be of a kind: professions and animals as they come, `documentary film` a film."""
    last = stem(name.split()[-1])
    if kind[-1] in map(stem, _OCCUPATION):
        return bool(
            regex.search(
                r"(?:er|or|ist|ian|ress|ant|ent|player|man|woman|host|poet|actor|critic|chef|pilot|judge|nurse|athlete|model|star)$",
                name.split()[-1],
            )
        )
    if kind[-1] == last:
        return len(name.split()) > 1
    return last not in ("breed", "genu", "specy", "type", "member", "kind", "group", "family")


def _is_aside(token: Token, offset: int) -> bool:
    """Whether a noun stands in a relative clause or behind a preposition other than `of` of the introduction."""
    node = token
    for _ in range(12):
        if node.dep_ in ("relcl", "acl", "advcl") or (node.dep_ == "prep" and node.lower_ != "of"):
            return True
        if node.head.i == node.i or node.head.idx < offset:
            return False
        node = node.head
    return False


def _facet(
    value: Term, passage: Passage, start: int, end: int, value_start: int, value_end: int, how: str
) -> Facet:
    return Facet(value, passage.view.text[value_start:value_end], start, end, value_start, value_end, how)


#: Wordings, and what reads the facet that they ask for.
_FORMS: tuple[tuple[regex.Pattern[str], Callable[[str, Passage], Iterator[Facet]]], ...] = (
    (regex.compile(r"Is \{0\} (.+)\?"), _is_class),
    (regex.compile(r"Is it \{0\} that (.+)\?"), _is_deed),
    (regex.compile(r"How many (.+) does \{0\} have\?"), _count),
    (regex.compile(rf"In which ({'|'.join(_AREAS)}) is \{{0\}}\?"), _place_in),
    (regex.compile(r"Which (.+) is \{0\}\?"), _introduced_as),
)

"""Candidates for a lookup's value, and how each looks: what the sentence around it shares with what is asked.

None of it is a reading: it says where words stand, not what a sentence means.

>>> from suffice.extractors.entity import EntityCheck, Mention
>>> from suffice.extractors.lexicon import read_lexicon
>>> from suffice.extractors.lookups import Described, Lookup
>>> from suffice.extractors.passages import Reader, Unit
>>> unit = Unit("u1", "Orrin Tramway", "Orrin Tramway is a line in Norway. Ann Ek declared it open in 1901.")
>>> [passage] = Reader(cache=None).read([unit])
>>> lookup = Lookup.of(Described("opened", "Who opened {0}?", "person"), Mention("Orrin Tramway"))
>>> verdict = EntityCheck(read_lexicon()).judge(lookup.subject, passage)
>>> [(one.surface, dict(zip(FEATURES, one.features))["said"]) for one in find_looks(lookup, passage, verdict, 0)]
[('Norway', 0.0), ('Ann Ek', 1.0)]
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

import regex

from suffice.extractors.entity import Verdict
from suffice.extractors.lexicon import ValueType
from suffice.extractors.likely.spans import LABELS, find_spans
from suffice.extractors.lookups import Lookup
from suffice.extractors.open.asked import Gap, names_in, read_asked, type_of_noun
from suffice.extractors.open.conditions import read_frame
from suffice.extractors.open.mentions.names import loosen
from suffice.extractors.open.plainly import is_fact, is_plain
from suffice.extractors.open.syntax import LONGEST_SENTENCE, parse
from suffice.extractors.open.words import content_of, is_content, same_stem, stem, stems_at, stems_of
from suffice.extractors.passages import Passage, Sentence
from suffice.extractors.text import STYLES, fold, split_title, tokens_of
from suffice.extractors.values import has_shape, value_of
from suffice.rules import String, Term

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

__all__ = ["FEATURES", "Look", "find_looks"]

#: What is told of each candidate, in this order; numbers between 0 and 1 but for the first and `distance`.
FEATURES = (
    "retrieved",  # log(1 + place of the passage among those retrieved)
    "anchored",  # the passage is about the subject, by its title
    "titled",  # every word of the title is asked for
    "opening",  # the sentence is the passage's first
    "named",  # the sentence has the subject's name, not as a part of a longer one
    "about",  # the sentence's subject is what is asked about, or a pronoun
    "said",  # share of what is asked that the sentence says
    "predicated",  # share of the predicate's words that it says, the noun asked for among them
    "unsaid",  # share of the predicate's words that it does not say, without the noun asked for
    "paged",  # share of what is asked that the passage says
    "typed",  # the parser takes the candidate for an entity of the type: 1; for none: 0.3; for another: 0
    "entity",  # an entity of the type begins and ends with it
    "lone",  # 1 / candidates of the sentence that the parser takes for entities of the type
    "few",  # 1 / candidates of the sentence
    "distance",  # log(1 + words between it and the nearest word of the predicate)
    "path",  # steps between them in the parse, tenths, at most 1
    "preposition",  # before it stands one that values of the type often have
    "side",  # it stands on that side of the predicate where the question has its gap
    "head",  # it is the subject of a verb
    "kind",  # the noun asked for stands in it or near it, or none is asked for
    "several",  # it has more than one word
)
#: Sentences of a passage that are looked at.
_MOST_SENTENCES = 40
_FAR = 30
_NEAR_BEFORE, _NEAR_BEHIND = 40, 25
_PREPOSITIONS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "place": frozenset(["in", "at", "near", "of", "from"]),
        "country": frozenset(["in", "of", "from"]),
        "date": frozenset(["in", "on", "since", "of", "from"]),
        "person": frozenset(["by", "with", "of", "to", "as"]),
        "organisation": frozenset(["by", "for", "of", "with", "to", "in", "at"]),
        "work": frozenset(["in", "of", "by", "as"]),
        "number": frozenset(["of", "with", "over"]),
        "text": frozenset(["in", "of", "as", "by", "for", "with", "to"]),
    }
)
#: So many words of a predicate may be left unsaid by a sentence; of more, half must be said.
_MUCH = 2
#: Parts of time that a year is not.
_UNITS = ("century", "decade", "month", "season", "weekday")
#: Before what a thing is also called.
_OTHER_NAME = regex.compile(r"(?:\bborn|\bnée|\bné|\bknown as|\bcredited as|\bnicknamed) \"?$")
#: Types whose values are compared as values; all others stay words.
_CONVERTED = frozenset(["date", "country", "number"])
_PRONOUNS = frozenset(["he", "she", "it", "they"])


@dataclass(frozen=True, slots=True)
class Look:
    """A candidate and how it looks.

    Args:
        surface: its words.
        value: as a term.
        start: its first character in the passage's clean text.
        end: behind its last; where `surface` is the title, these are the words that stand for it.
        sentence: the number of its sentence.
        features: one number for each of `FEATURES`.
    """

    surface: str
    value: Term
    start: int
    end: int
    sentence: int
    features: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a lookup asks for, as sets of stems.

    Args:
        value: type of the answer.
        gap: what the answer is to the predicate.
        subject: words of what is asked about.
        noun: words for what the answer is.
        named: words of other names.
        predicate: all other words that carry content.
        tokens: every word, as it stands.
        unit: the part of time asked for, which a date must say: `centuri` for `what century`; empty for year and date.
    """

    value: ValueType
    gap: Gap
    subject: frozenset[str]
    noun: frozenset[str]
    named: frozenset[str]
    predicate: frozenset[str]
    tokens: frozenset[str]
    unit: str

    @property
    def content(self) -> frozenset[str]:
        """What is asked of the subject."""
        return self.predicate | self.named


@dataclass(frozen=True, slots=True)
class _Page:
    """A passage for one lookup."""

    asked: _Asked
    title: str
    about: bool
    titled: bool
    anchored: bool
    rank: int
    paged: float


def find_looks(lookup: Lookup, passage: Passage, verdict: Verdict, rank: int) -> list[Look]:
    """Candidates of a passage.

    Args:
        lookup: what is asked; not whether something holds.
        passage: where to look.
        verdict: what the entity check says of the passage.
        rank: the passage's place among those retrieved, from 0.
    """
    asked = _read(lookup.template, lookup.wording, lookup.subject.name, lookup.value)
    text = passage.view.text
    name = split_title(passage.unit.title)[0]
    title = [token for token in tokens_of(name) if is_content(token)]
    page = frozenset(stems_of(f"{passage.unit.title} {text}"))
    told = _Page(
        asked,
        name,
        about=verdict.accepted,
        titled=bool(title) and asked.tokens.issuperset(title),
        anchored=verdict.status == "anchored",
        rank=rank,
        paged=_share(asked.content, page),
    )
    if not (told.about or told.titled or asked.subject <= page):
        return []
    found: list[Look] = []
    for number, sentence in enumerate(passage.sentences[:_MOST_SENTENCES]):
        words = text[sentence.start : sentence.end][:LONGEST_SENTENCE]
        # What is no fact is not plain either: found out before the sentence is parsed.
        if is_fact(words, lookup.wording, (lookup.subject.name, name)) and _names_all(asked, words, name):
            found.extend(_look_at(lookup, told, passage, number, sentence, words))
    return found


def _look_at(
    lookup: Lookup, page: _Page, passage: Passage, number: int, sentence: Sentence, words: str
) -> Iterator[Look]:
    """Candidates of one sentence."""
    asked = page.asked
    places = list(stems_at(words))
    stems = frozenset(stem for stem, _, _ in places)
    named = _is_named(lookup.subject.name, words)
    said = frozenset(one for one in asked.content if _has(one, stems))
    # A sentence must be about the subject, or name it, and say something of what is asked; much of it, where much is asked.
    if not (page.about or page.titled or named) or not (said or named or number == 0):
        return
    if len(asked.predicate) > _MUCH and 2 * len(said & asked.predicate) < len(asked.predicate):
        return
    document = parse(words)
    spans = list(_spans(lookup, asked, words, document))
    topic = _topic(passage, sentence)
    own = content_of(topic)
    about = (
        bool(own) and own <= asked.subject | content_of(passage.unit.title)
    ) or topic.lower() in _PRONOUNS
    typed = [span for span in spans if _is_typed(_labels(document, *span), asked.value)]
    predicate = [
        token
        for token in document
        for stem, start, end in places
        if start <= token.idx < end and _has(stem, asked.predicate - asked.noun or asked.predicate)
    ]
    ways = [_way_up(token) for token in predicate]
    core = asked.predicate - asked.noun
    shared = (
        math.log1p(page.rank),
        float(page.anchored),
        float(page.titled),
        float(number == 0),
        float(named),
        float(about),
        len(said) / max(1, len(asked.content)),
        len(said & asked.predicate) / len(asked.predicate) if asked.predicate else 0.5,
        1 - sum(_has(one, stems) for one in core) / max(1, len(core)),
        page.paged,
    )
    candidates = [(start, end, words[start:end]) for start, end in spans]
    # A sentence that names the subject may tell it of the page's own thing.
    inverse = named and about and not (page.about or page.titled) and asked.value not in _CONVERTED
    if inverse and has_shape(asked.value, page.title) and topic and topic in words:
        at = words.index(topic)
        candidates.append((at, at + len(topic), page.title))
    for start, end, surface in candidates:
        value = value_of(asked.value, surface) if asked.value in _CONVERTED else String(surface)
        tokens = [token for token in document if start <= token.idx < end]
        if value is None or not tokens:
            continue
        if not is_plain(words, (start, end), lookup.template, lookup.subject.name, passage.unit.title):
            continue
        head = _head(tokens)
        near = frozenset(stems_of(words[max(0, start - _NEAR_BEFORE) : end + _NEAR_BEHIND]))
        features = (
            *shared,
            *_typed(document, start, end, asked.value),
            1 / max(1, len(typed)),
            1 / max(1, len(spans)),
            math.log1p(min((_distance(tokens, one) for one in predicate), default=_FAR)),
            min((_steps(head, way) for way in ways), default=10) / 10,
            float(_before(document, tokens[0]) in _PREPOSITIONS[asked.value]),
            _side(asked.gap, predicate, start, document, tokens[0]),
            float(head.dep_ in ("nsubj", "nsubjpass")),
            float(not asked.noun or any(_has(one, near) for one in asked.noun)),
            float(" " in surface),
        )
        yield Look(surface, value, sentence.start + start, sentence.start + end, number, features)


def _spans(lookup: Lookup, asked: _Asked, words: str, document: Doc) -> Iterator[tuple[int, int]]:
    """Spans of the type asked for that say something new of the subject."""
    for start, end in find_spans(words, document, asked.value):
        surface = words[start:end]
        if _is_asked(surface, asked, lookup.subject.name) or _OTHER_NAME.search(words, 0, start):
            continue
        if asked.unit == "" or asked.unit in stems_of(surface):
            yield start, end


@lru_cache(maxsize=4096)
def _read(template: str, wording: str, subject: str, value: ValueType) -> _Asked:
    """What a wording asks for; a frame of conditions (`{0} was taught by what (painter)?`) has its noun in brackets."""
    own = content_of(split_title(subject)[0]) or frozenset(stems_of(subject))
    frame = read_frame(template)
    if frame is None:
        asked = read_asked(wording, subject)
        noun, content, named, gap = content_of(asked.noun), asked.content, asked.named, asked.gap
        value = asked.value if value == "text" else value
    else:
        clause = frame[0].replace("{0}", subject)
        noun = content_of(frame[1])
        named = frozenset(stem for name in names_in(clause) for stem in content_of(name))
        content = content_of(clause) | named
        gap = "subject" if clause.lower().startswith("what") else "object"
        value = type_of_noun(frame[1]) if value == "text" else value
    content -= own
    tokens = frozenset(tokens_of(wording))
    unit = next((one for one in _UNITS if value == "date" and one in tokens), "")
    return _Asked(value, gap, own, noun, named - own, content - named, tokens, stem(unit) if unit else "")


def _is_asked(surface: str, asked: _Asked, subject: str) -> bool:
    """Whether a candidate is the subject, or has no word that is not asked for."""
    name, own = fold(surface), fold(split_title(subject)[0])
    return (
        name in fold(subject)
        or own in name
        or content_of(surface) <= asked.content | asked.noun | asked.subject
    )


def _is_named(name: str, words: str) -> bool:
    """Whether a sentence has a name by itself: `Terry Ek` is not in `Bo Terry Ek`, but in `Pope Terry Ek`."""
    bare = split_title(name)[0]
    for found in regex.finditer(rf"(?<![\p{{L}}\p{{N}}]){loosen(bare)}(?![\p{{L}}\p{{N}}])", words, regex.I):
        before = regex.search(r"(\p{Lu}[\p{L}.'\-]*) $", words[: found.start()])
        behind = regex.match(r" \p{Lu}\p{Ll}", words[found.end() :])
        begins = before is not None and before.start() == 0 and not is_content(before[1].lower())
        if not behind and (before is None or begins or before[1].lower().rstrip(".") in STYLES):
            return True
    return False


def _names_all(asked: _Asked, words: str, title: str) -> bool:
    """Whether a sentence, or the title over it, has every other name that is asked for."""
    stems = frozenset(stems_of(f"{title} {words}"))
    return all(_has(one, stems) for one in asked.named)


def _topic(passage: Passage, sentence: Sentence) -> str:
    """The words that the sentence's first verb is said of."""
    return passage.view.text[sentence.subjects[0][1] : sentence.subjects[0][2]] if sentence.subjects else ""


def _has(one: str, stems: Iterable[str]) -> bool:
    return any(same_stem(one, other) for other in stems)


def _share(wanted: AbstractSet[str], stems: AbstractSet[str]) -> float:
    return sum(_has(one, stems) for one in wanted) / max(1, len(wanted))


def _labels(document: Doc, start: int, end: int) -> frozenset[str]:
    """Labels of entities that overlap with a span."""
    return frozenset(one.label_ for one in document.ents if one.start_char < end and one.end_char > start)


def _is_typed(labels: frozenset[str], value: ValueType) -> bool:
    """Whether one of an entity's labels is of a type; any is of a `text`."""
    return bool(labels & LABELS.get(value, labels))


def _typed(document: Doc, start: int, end: int, value: ValueType) -> tuple[float, float]:
    labels = _labels(document, start, end)
    exact = frozenset(one.label_ for one in document.ents if (one.start_char, one.end_char) == (start, end))
    typed = 0.5 if value not in LABELS else 1.0 if _is_typed(labels, value) else 0.0 if labels else 0.3
    return typed, float(_is_typed(exact, value))


def _head(tokens: list[Token]) -> Token:
    """The word of a span that the others depend on."""
    inside = {token.i for token in tokens}
    return next((one for one in tokens if one.head.i not in inside or one.head.i == one.i), tokens[-1])


def _way_up(token: Token) -> dict[int, int]:
    """The word and all that it depends on, each with how many steps up it is."""
    way: dict[int, int] = {}
    while token.i not in way:
        way[token.i] = len(way)
        token = token.head
    return way


def _steps(token: Token, way: Mapping[int, int]) -> int:
    """Steps in the tree from a word to one whose way up is known; at most 10."""
    return min((up + way[place] for place, up in _way_up(token).items() if place in way), default=10)


def _distance(tokens: list[Token], other: Token) -> int:
    return min(abs(tokens[0].i - other.i), abs(tokens[-1].i - other.i))


def _before(document: Doc, token: Token) -> str:
    """The word before a span, an article not counted."""
    place = token.i - 1
    if place > 0 and document[place].lower_ in ("the", "a", "an"):
        place -= 1
    return document[place].lower_ if place >= 0 else ""


def _side(gap: Gap, predicate: list[Token], start: int, document: Doc, first: Token) -> float:
    if not predicate or gap == "any":
        return 0.5
    if gap == "subject":
        return float(start < predicate[-1].idx or _before(document, first) == "by")
    return float(start > predicate[0].idx)

"""Which sentence of a passage states what an open lookup asks for, and which words of it are the answer.

A sentence answers if it, with the passage's title, has every name of the lookup and its content words (synonyms of general English
allowed), says so as a fact, and has exactly one candidate of the right type in the right place: nearest, in the
sentence's parse, to the word that the lookup's verb or noun was matched with.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

import regex

from suffice.extractors.lexicon import ValueType
from suffice.extractors.open.asked import Asked
from suffice.extractors.open.facets import Facet
from suffice.extractors.open.syntax import parse
from suffice.extractors.open.words import same_stem, stems_of
from suffice.extractors.passages import Passage
from suffice.extractors.text import fold, split_title, tokens_of
from suffice.extractors.values import shape_of, value_of

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

__all__ = ["read_answers"]

_LONGEST_SENTENCE = 600
_DENIED = regex.compile(
    r"\b(?:not|never|neither|nor|hardly|without|allegedly|supposedly|reportedly|rumou?red|falsely|might|could|may|would|"
    r"nobody|no one|denied|denies|refused|declined|if|whether|planned to|was to have)\b(?! only\b)|n't\b",
    regex.I,
)
_PRONOUN = regex.compile(r"(?:He|She|It|They|His|Her|Its|Their|The (?:film|movie|band|group|company|song|album|series|show|club|team|city|town|village|county|state|book|novel|school|university|station|river|bridge|building))\b")
_CAST = regex.compile(r"^(?:play|portray|star|voic|act|perform|actor|actress|role|cast)$")


def read_answers(asked: Asked, subject: str, passage: Passage) -> list[Facet]:
    """Answers that a passage states, each value once.

    Args:
        asked: what is asked for.
        subject: the name that it is asked of.
        passage: where to look.
    """
    found: dict[str, Facet] = {}
    title = frozenset(stems_of(split_title(passage.unit.title)[0]))
    for sentence in passage.sentences:
        end = min(sentence.end, sentence.start + _LONGEST_SENTENCE)
        text = passage.view.text[sentence.start : end]
        for facet in _in_sentence(asked, text, sentence.start, passage, title):
            found.setdefault(str(facet.value), facet)
    return list(found.values())


def _in_sentence(
    asked: Asked, text: str, offset: int, passage: Passage, title: frozenset[str]
) -> Iterator[Facet]:
    there = frozenset(stems_of(text))
    # A name must stand there; another word may be said in another way.
    if not all(name in there or name in title for name in asked.named):
        return
    if not asked.named & there and not _PRONOUN.match(text) and offset != passage.sentences[0].start:
        return
    relation = asked.content - asked.named
    hit = {word for word in relation if any(same_stem(word, other) for other in there)}
    missing = relation - hit
    if missing and not missing <= title:
        return
    if _DENIED.search(text) or text.endswith("?"):
        return
    yield from _choose(asked, text, offset, passage, relation)


def _choose(
    asked: Asked, text: str, offset: int, passage: Passage, relation: frozenset[str]
) -> Iterator[Facet]:
    candidates = [
        (start, end)
        for start, end in _candidates(asked.value, text)
        if not _overlaps(text[start:end], asked)
    ]
    if not candidates:
        return
    document = parse(text)
    keys = [
        token
        for token in document
        if any(same_stem(word, one) for word in relation for one in stems_of(token.text))
    ]
    if not keys:
        keys = [
            token
            for token in document
            if any(one in asked.named for one in stems_of(token.text)) and token.pos_ in ("NOUN", "PROPN", "VERB")
        ]
    ranked: list[tuple[int, int, int]] = []
    for start, end in candidates:
        span = document.char_span(start, end, alignment_mode="expand")
        if span is None:
            continue
        distance = min((_distance(span.root, key) for key in keys), default=99)
        ranked.append((distance, start, end))
    ranked.sort()
    if not ranked:
        return
    if len(ranked) > 1 and ranked[0][0] == ranked[1][0]:
        return
    distance, start, end = ranked[0]
    if distance > 3:
        return
    term = value_of(asked.value, text[start:end])
    if term is None:
        return
    yield Facet(
        term,
        text[start:end],
        offset,
        offset + len(text),
        offset + start,
        offset + end,
        "every word of the lookup is in the sentence or the title",
    )


def _distance(one: Token, other: Token) -> int:
    """Steps between two words in the parse."""
    above = {one.i: 0}
    node, steps = one, 0
    while node.head.i != node.i:
        node, steps = node.head, steps + 1
        above[node.i] = steps
    node, steps = other, 0
    while node.i not in above:
        if node.head.i == node.i:
            return 99
        node, steps = node.head, steps + 1
    return above[node.i] + steps


_SHAPES: dict[str, str] = {}


@lru_cache(maxsize=16)
def _shape(kind: ValueType) -> regex.Pattern[str]:
    if kind == "number":
        return regex.compile(
            r"(?<![\d,.])\d{1,3}(?:,\d{3})+(?:\.\d+)?|(?<![\d,.\p{L}])\d+(?:\.\d+)?(?![\d\p{L}])|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b"
        )
    if kind == "text":
        return regex.compile(shape_of("organisation"))
    return regex.compile(shape_of(kind))


def _candidates(kind: ValueType, text: str) -> Iterator[tuple[int, int]]:
    for match in _shape(kind).finditer(text, timeout=1.0):
        start, end = match.span()
        surface = text[start:end]
        if kind in ("person", "organisation", "work", "text", "place"):
            # A word that only begins the sentence is no name.
            first = surface.split()[0]
            if start == 0 and len(surface.split()) == 1 and first.lower() in _STARTERS:
                continue
            if start == 0 and first.lower() in _STARTERS:
                start += len(first) + 1
                surface = text[start:end]
            if not surface or surface.lower() in _STARTERS:
                continue
        yield start, end


_STARTERS = frozenset(
    "the a an in on at it he she they his her its their this that these those after before during while when as for "
    "from by with and but or although though since until then there here some many most one both all each also".split()
)


def _overlaps(surface: str, asked: Asked) -> bool:
    """Whether a candidate repeats a name of the question."""
    tokens = stems_of(surface)
    return any(token in asked.named for token in tokens) and len(set(tokens) - asked.named) <= len(tokens) / 2

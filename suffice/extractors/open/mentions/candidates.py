"""What in a sentence looks like the type that is asked for: dates, counts, percentages, names of a kind."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

import regex

from suffice.extractors.lexicon import ValueType
from suffice.extractors.open.asked import Asked
from suffice.extractors.open.mentions.names import trim
from suffice.extractors.open.words import nouns_for, same_stem, stem, stems_of, words_for
from suffice.extractors.patterns import SECONDS
from suffice.extractors.tables import read_table
from suffice.extractors.text import STYLES, tokens_of
from suffice.extractors.values import shape_of, value_of

if TYPE_CHECKING:
    from spacy.tokens import Doc

__all__ = ["find_candidates"]

#: A name: words with capitals, particles between them.
_WORD = r"(?:(?:(?:\p{Lu}\.-?)+|(?:St|Mt|Ft|Dr|Jr|Sr)\.|\p{Lu}[\p{L}\p{M}\p{N}\-]*)(?:'(?!s\b)\p{L}+)?)"
_NAME = regex.compile(
    rf"{_WORD}(?: (?:(?:of|on|for|de|del|la|le|von|van|der|da|di|bin|al|the|upon)(?: the)? )?{_WORD})*"
)
_QUOTED = regex.compile(r'"(?P<v>[^"]{2,80})"')
_PERCENTAGE = regex.compile(r"(?P<v>\d+(?:\.\d+)?) ?(?:%|percent\b|per cent\b)")
_COUNT = regex.compile(
    r"(?<![\d,.\p{L}])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?: (?:million|billion))?(?![\d\p{L}%])"
    r"|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b"
)
_COUNTED = regex.compile(
    r"(?:.*? )?[Hh]ow many (?P<noun>[\p{L} \-]+?) (?:did|does|do|is|are|were|was|has|have|can|there|in|at|\{0\})\b.*"
)
#: Named entities that names of a type are tagged as.
_LABELS = {
    "person": frozenset(["PERSON"]),
    "place": frozenset(["GPE", "LOC", "FAC"]),
    "organisation": frozenset(["ORG"]),
    "work": frozenset(["WORK_OF_ART"]),
}
#: A title that is part of the name it stands before.
_KEPT = frozenset(["pope", "king", "queen", "saint", "st", "sultan", "emperor"])


def find_candidates(asked: Asked, kind: ValueType, wording: str, document: Doc) -> Iterator[tuple[int, int]]:
    """Spans of what looks like the type asked for.

    Args:
        asked: what the question asks for.
        kind: type of the value.
        wording: the question, with `{0}` for its subject.
        document: the parsed sentence.
    """
    text = document.text
    if kind == "date":
        for match in regex.finditer(shape_of("date"), text, timeout=SECONDS):
            if not _is_part_of_name(document, *match.span()):
                yield match.span()
    elif "percentage" in wording:
        yield from (match.span("v") for match in _PERCENTAGE.finditer(text))
    elif kind == "number":
        yield from _counts(wording, text)
    elif kind == "country":
        for match in regex.finditer(shape_of("country"), text, timeout=SECONDS):
            if match[0] in _countries():
                yield match.span()
    else:
        yield from _names(asked, kind, document)


@cache
def _countries() -> frozenset[str]:
    return frozenset(read_table("countries"))


def _is_part_of_name(document: Doc, start: int, end: int) -> bool:
    """`the 1973 crisis` is no date of anything."""
    span = document.char_span(start, end, alignment_mode="expand")
    if span is None:
        return True
    date = span.root
    modifies = date.dep_ in ("compound", "nummod", "nmod", "amod") and date.head.i >= span.end
    return modifies and date.head.pos_ in ("NOUN", "PROPN")


def _counts(wording: str, text: str) -> Iterator[tuple[int, int]]:
    found = _COUNTED.fullmatch(wording)
    if found is None:
        return
    words = stems_of(found["noun"])
    for match in _COUNT.finditer(text):
        # Up to where another thing is counted; a short form in brackets may stand for the noun.
        behind = regex.split(r"[;:,]| and |\((?!\p{Lu}+s?\))", text[match.end() :])[0]
        if any(same_stem(words[-1], word) for word in stems_of(behind)[: 4 + len(words)]):
            yield match.span()


def _names(asked: Asked, kind: ValueType, document: Doc) -> Iterator[tuple[int, int]]:
    text = document.text
    noun = stem(tokens_of(asked.noun)[-1]) if tokens_of(asked.noun) else ""
    spans = [match.span("v") for match in _QUOTED.finditer(text)] if kind in ("work", "text") else []
    place = 0
    while match := _NAME.search(text, place):
        start, end = _bare(text, *match.span(), noun=noun)
        # Of a name that was cut, the rest may be one as well.
        place = max(end, match.start() + 1)
        if kind == "person":
            start = _without_rank(text, start, end)
        if start < end and not any(a <= start < b for a, b in spans):
            spans.append((start, end))
    classed = [span for span in spans if noun and _is_of_class(text[slice(*span)], noun)]
    if classed or (kind == "text" and noun):
        yield from classed
        return
    # Where something was done may be a school as well.
    labels = _LABELS.get(kind, frozenset()) | ({"ORG"} if kind == "place" and not noun else frozenset())
    for start, end in spans:
        span = document.char_span(start, end, alignment_mode="expand")
        if span is None or value_of("place", text[start:end]) is None:
            continue
        # `the Verland Trading Company` says what it is.
        own = kind in _LABELS and stem(tokens_of(text[start:end])[-1]) in nouns_for(kind)
        if kind == "text" or own or any(token.ent_type_ in labels for token in span):
            yield start, end


def _bare(text: str, start: int, end: int, noun: str) -> tuple[int, int]:
    """A name without a word that only begins the sentence, and cut where a particle joins two names."""
    while (first := regex.compile(r"[\p{L}']+ ").match(text, start, end)) and (
        first[0].strip().lower() in words_for("starters")
    ):
        start = first.end()
    if text[start:end].lower() in words_for("starters"):
        return end, end
    joined = regex.compile(r" (?:on|for|upon)(?: the)? (?=\p{Lu})").search(text, start, end)
    # `Treaty on A` if a treaty is asked for, else `Ann on Broadway`.
    if joined and not (noun and stem(tokens_of(text[start:end])[0]) == noun):
        end = joined.start()
    return trim(text, start, end)


def _without_rank(text: str, start: int, end: int) -> int:
    """`Senator Ann Ek`: the rank is no part of a person's name."""
    while match := regex.compile(r"\p{L}+\.? (?=\p{Lu})").match(text, start, end):
        word = match[0].strip(" .").lower()
        if word in _KEPT or (word not in STYLES and stem(word) not in nouns_for("person")):
            break
        start = match.end()
    return start


def _is_of_class(name: str, noun: str) -> bool:
    """Whether a name says its class: `Orange River`, `Treaty of Rome`, `University of Vienna`."""
    whole = [stem(word) for word in tokens_of(name)]
    head = [stem(word) for word in tokens_of(regex.split(r" (?:of|on|for)\b", name)[0])]
    return len(whole) > 1 and noun in (head[-1], whole[-1], whole[0])

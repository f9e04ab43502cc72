"""What a passage states of its own topic: values of a relation, with spans and the pattern that matched.

>>> from suffice.extractors.lexicon import read_lexicon
>>> from suffice.extractors.passages import Reader, Unit
>>> unit = Unit("u1", "Free Guy", "Free Guy is a 2020 film directed by Shawn Levy. It is a remake of a film directed by Bo Ek.")
>>> [passage] = Reader(cache=None).read([unit])
>>> [(str(found.value), found.quote) for found in find_statements(passage, "director", read_lexicon())]
[('"Shawn Levy"', 'Free Guy is a 2020 film directed by Shawn Levy.')]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

import regex

from suffice.extractors.lexicon import Lexicon, Relation, Statement
from suffice.extractors.passages import Passage
from suffice.extractors.patterns import SECONDS, compile_pattern, may_match
from suffice.extractors.text import fold, split_title, tokens_of
from suffice.extractors.topics import is_of_topic
from suffice.extractors.values import cut_value, value_of
from suffice.rules import Term

__all__ = ["Found", "find_statements", "match_statement"]

#: Of a longer sentence only so many characters are matched.
_LONGEST_SENTENCE = 2_000
_WORDS_BEFORE = 2


@dataclass(frozen=True, slots=True)
class Found:
    """One statement of a relation in a passage.

    Args:
        relation: its name.
        value: the value as a term.
        surface: the value's words.
        pattern: the lexicon's pattern that matched.
        quote: the sentence, as in the source.
        start: its first character in the unit's text.
        end: behind its last character.
        value_start: the value's first character in the unit's text.
        value_end: behind the value's last character.
        first: whether it is the passage's first sentence.
    """

    relation: str
    value: Term
    surface: str
    pattern: str
    quote: str
    start: int
    end: int
    value_start: int
    value_end: int
    first: bool

    @classmethod
    def at(
        cls,
        passage: Passage,
        relation: str,
        value: Term,
        surface: str,
        pattern: str,
        quoted: tuple[int, int],
        valued: tuple[int, int],
    ) -> Self:
        """From spans of the clean text: of the sentence, and of the value in it."""
        start, end = passage.view.span(*quoted)
        quote = passage.view.source[start:end]
        first = quoted[0] == passage.sentences[0].start
        return cls(relation, value, surface, pattern, quote, start, end, *passage.view.span(*valued), first)


def find_statements(passage: Passage, name: str, lexicon: Lexicon) -> list[Found]:
    """What a passage states of its topic for one relation, in order of place, each value once.

    Args:
        passage: what to read.
        name: the relation.
        lexicon: where its patterns are.
    """
    relation = lexicon.relation[name]
    found: dict[tuple[int, int], Found] = {}
    values: set[Term] = set()
    for index, statement in _candidates(passage, relation):
        if relation.single and any(one.pattern != statement.pattern for one in found.values()):
            break
        sentence = passage.sentences[index]
        text = passage.view.text[sentence.start : min(sentence.end, sentence.start + _LONGEST_SENTENCE)]
        for match, start, end in match_statement(text, statement, relation):
            place = sentence.start + match[0]
            if _crosses_verb(passage, index, statement, relation, place, sentence.start + start):
                continue
            if not is_of_topic(passage, index, statement, place, sentence.start + match[1], relation):
                continue
            if relation.value == "place":
                end = _without_topic(text, start, end, passage)
            term = value_of(relation.value, text[start:end])
            if term is None or _names_topic(text[start:end], passage, relation):
                continue
            if (
                any(a < sentence.start + end and sentence.start + start < b for a, b in found)
                or term in values
            ):
                continue
            surface = text[start:end].strip('" ,')
            place = sentence.start + text.index(surface, start)
            values.add(term)
            found[sentence.start + start, sentence.start + end] = Found.at(
                passage,
                name,
                term,
                surface,
                statement.pattern,
                (sentence.start, sentence.start + len(text)),
                (place, place + len(surface)),
            )
    return sorted(found.values(), key=lambda one: one.value_start)


def _candidates(passage: Passage, relation: Relation) -> Iterator[tuple[int, Statement]]:
    """Patterns in the lexicon's order: an earlier pattern is the surer one and takes its span first."""
    for statement in relation.states:
        for index in range(len(passage.sentences)):
            if index == 0 or not statement.first:
                yield index, statement


def _crosses_verb(
    passage: Passage, index: int, statement: Statement, relation: Relation, start: int, value: int
) -> bool:
    """Whether a long gap runs over a further verb: `died in 1715 and was buried at ...` tells no place of death."""
    if "..." not in statement.pattern or relation.subject == "work" or relation.value == "country":
        return False
    text = passage.view.text
    verbs = [at for at, _, _ in passage.sentences[index].subjects if start < at < value]
    return any(
        regex.search(
            r"\b(?:and|but|while|when|where|who|which|that|before|after|until)(?: \p{Ll}+)? $", text[start:at]
        )
        for at in verbs
    )


def match_statement(
    text: str, statement: Statement, relation: Relation
) -> Iterator[tuple[tuple[int, int], int, int]]:
    """Places where a clean sentence matches a pattern: the match's span, and the value's start and end."""
    if not may_match(statement.pattern, text.lower()):
        return
    pattern = compile_pattern(statement.pattern, relation.slots)
    unless = [compile_pattern(one, relation.slots, end=True) for one in statement.unless]
    without = [compile_pattern(one, relation.slots) for one in relation.without]
    try:
        for match in pattern.finditer(text, timeout=SECONDS):
            if any(one.search(text, endpos=match.start(), timeout=SECONDS) for one in unless):
                continue
            around = " ".join([*text[: match.start()].split()[-_WORDS_BEFORE:], match[0]])
            if any(one.search(around, timeout=SECONDS) for one in without):
                continue
            for start, end in match.spans("value"):
                held = _holding(text, *cut_value(text, start, end, relation.value), statement, relation)
                if held is not None and not _lacking(text[held[0] : held[1]], relation):
                    yield match.span(), *held
    except TimeoutError:
        return


def _lacking(value: str, relation: Relation) -> bool:
    """Whether a value has a word that no value of the relation has."""
    return bool(relation.lacking) and not set(_words(value)).isdisjoint(relation.lacking)


def _words(value: str) -> list[str]:
    return regex.split(r"[^\p{L}\p{M}\-]+", value)


def _without_topic(text: str, start: int, end: int, passage: Passage) -> int:
    """Where a place ends: `Born in Baltimore, Waters rose to fame` names no place in Waters."""
    title = set(tokens_of(split_title(passage.unit.title)[0]))
    parts = text[start:end].split(", ")
    while len(parts) > 1 and set(tokens_of(parts[-1])) & title and not title & set(tokens_of(parts[0])):
        parts.pop()
    return start + len(", ".join(parts))


def _holding(
    text: str, start: int, end: int, statement: Statement, relation: Relation
) -> tuple[int, int] | None:
    """A value's span if it has a word that it must have: `Dell County` of `Ketta, Dell County, Ohio`."""
    if statement.part:
        end = min(end, start + len(text[start:end].split(", ")[0]))
    if not statement.holding:
        return start, end
    parts = text[start:end].split(", ") if relation.value == "place" else [text[start:end]]
    for part in parts:
        if not set(_words(part)).isdisjoint(statement.holding):
            return start, start + len(part)
        start += len(part) + len(", ")
    return None


def _names_topic(surface: str, passage: Passage, relation: Relation) -> bool:
    """A thing is not its own value: `Selberg's father was Selberg`."""
    return relation.value in ("person", "work", "organisation") and fold(surface) == fold(
        split_title(passage.unit.title)[0]
    )

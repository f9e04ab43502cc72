"""Whether something is of a class: as its own page introduces it, or as a sentence calls it in passing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import regex

from suffice.extractors.assertions import is_asserted
from suffice.extractors.open.comparisons import STATED
from suffice.extractors.open.conditions.doubts import is_doubtful
from suffice.extractors.open.conditions.topics import goes_on
from suffice.extractors.open.conditions.wordings import informative, read_class_asked
from suffice.extractors.open.facets import Facet
from suffice.extractors.open.facets.classes import read_class
from suffice.extractors.open.mentions.names import loosen
from suffice.extractors.open.syntax import LONGEST_SENTENCE, parse
from suffice.extractors.open.words import content_of, same_stem, stems_of
from suffice.extractors.passages import Passage
from suffice.extractors.text import split_title, tokens_of

if TYPE_CHECKING:
    from spacy.tokens import Token

__all__ = ["read_called", "read_introduced"]


def read_introduced(wording: str, passage: Passage) -> list[Facet]:
    """`stated`, if the passage introduces its topic as of the class.

    Args:
        wording: of the lookup (`wordings.word_class`).
        passage: whose topic is meant.
    """
    noun = read_class_asked(wording)
    if noun is None or not passage.sentences:
        return []
    stated = [facet for facet in read_class(informative(noun), passage) if facet.value == STATED]
    return stated or list(_said_later(informative(noun), passage))


def _said_later(noun: str, passage: Passage) -> Iterator[Facet]:
    """`stated`, where later sentences call the topic what its introduction leaves unsaid: `He was the governor of Orrin.`"""
    wanted = content_of(noun)
    first = passage.sentences[0]
    told = _of_topic(passage.view.text[first.start : first.end], passage)
    said = {word for word in wanted if any(same_stem(word, other) for other in told)}
    title, about = split_title(passage.unit.title)[0], True
    for index, sentence in enumerate(passage.sentences[1:], 1):
        end = min(sentence.end, sentence.start + LONGEST_SENTENCE)
        text = passage.view.text[sentence.start : end]
        about = goes_on(parse(text), title, about)
        if not about or text.endswith("?") or is_doubtful(text):
            continue
        there = _of_topic(text, passage)
        here = {word for word in wanted if any(same_stem(word, other) for other in there)}
        if here and here | said == wanted:
            place = next(there[other] for other in there if any(same_stem(word, other) for word in here))
            span = sentence.start + place[0], sentence.start + place[1]
            if is_asserted(passage, index, *span):
                start = sentence.start if here == wanted else first.start
                yield Facet(STATED, passage.view.text[slice(*span)], start, end, *span, "called that later")
                return


def _of_topic(text: str, passage: Passage) -> dict[str, tuple[int, int]]:
    """Stems of what a sentence calls the passage's topic, by a copula or `served as`, each with the place of the noun."""
    document = parse(text)
    title = set(tokens_of(split_title(passage.unit.title)[0]))
    found: dict[str, tuple[int, int]] = {}
    for verb in document:
        if verb.pos_ not in ("VERB", "AUX") or any(kid.dep_ == "neg" for kid in verb.children):
            continue
        own = next((kid for kid in verb.children if kid.dep_ == "nsubj"), None)
        if own is None or not (
            own.lower_ in ("he", "she", "it", "they")
            or (set(tokens_of(own.text)) & title and own.pos_ == "PROPN")
        ):
            continue
        called = [kid for kid in verb.children if kid.dep_ == "attr" and verb.lemma_ in ("be", "become")]
        if verb.lemma_ in ("serve", "work"):
            called += [
                one
                for kid in verb.children
                if kid.lower_ == "as"
                for one in kid.children
                if one.dep_ == "pobj"
            ]
        for noun in [one for kid in called for one in (kid, *kid.conjuncts)]:
            span = noun.idx, noun.idx + len(noun)
            # Of a friend of a sculptor only names are taken along: `governor of Orrin`.
            inside = {one.i for kid in noun.children if kid.lower_ == "of" for one in kid.subtree}
            words = [one.text for one in _plain(noun) if one.i not in inside or one.pos_ == "PROPN"]
            found |= {word: span for one in words for word in stems_of(one)}
    return found


def read_called(wording: str, subject: str, passage: Passage) -> list[Facet]:
    """`stated`, if a sentence calls the subject so: `the Danish painter A`, `A, a Danish painter`.

    Args:
        wording: of the lookup.
        subject: what it is asked of.
        passage: where to look.
    """
    noun = read_class_asked(wording)
    wanted = content_of(informative(noun)) if noun else frozenset()
    if not wanted:
        return []
    for index, sentence in enumerate(passage.sentences):
        end = min(sentence.end, sentence.start + LONGEST_SENTENCE)
        text = passage.view.text[sentence.start : end]
        found = regex.search(rf"(?<![\p{{L}}\p{{N}}]){loosen(subject)}(?![\p{{L}}\p{{N}}])", text)
        if found is None or text.endswith("?") or is_doubtful(text):
            continue
        if not all(any(same_stem(word, other) for other in stems_of(text)) for word in wanted):
            continue
        span = parse(text).char_span(*found.span(), alignment_mode="expand")
        if span is None:
            continue
        said = [
            one
            for one in _calling(span.root)
            if not found.start() <= one.idx < found.end() and not _is_below(one, span.root)
        ]
        there = stems_of(" ".join(one.text for one in said))
        # `Reid College` is a college by its name.
        there += stems_of(subject)[-1:]
        place = sentence.start + found.start(), sentence.start + found.end()
        if all(any(same_stem(word, other) for other in there) for word in wanted) and is_asserted(
            passage, index, *place
        ):
            return [Facet(STATED, found[0], sentence.start, end, *place, "called that")]
    return []


def _is_below(word: Token, name: Token) -> bool:
    """Whether a preposition or an owner stands between: of `sister of the Danish painter B`, A is called a sister alone."""
    node = word
    while node.i != name.i and node.head.i != node.i:
        if node.dep_ in ("prep", "poss", "relcl", "acl") and word.pos_ != "PROPN":
            return True
        node = node.head
    return False


def _calling(name: Token) -> list[Token]:
    """The words that call a name something: before it, in apposition to it, or it to them."""
    said = [one for kid in name.lefts if kid.dep_ in ("compound", "amod", "nmod") for one in kid.subtree]
    said += [one for kid in name.children if kid.dep_ == "appos" for one in _plain(kid)]
    if name.dep_ == "appos" and name.head.pos_ == "NOUN":
        said += _plain(name.head)
    return said


def _plain(noun: Token) -> list[Token]:
    """A noun with what stands before it and what it is of; no clause, no other name."""
    kept = [noun]
    for kid in noun.children:
        if kid.dep_ in ("amod", "compound", "nmod", "cc", "conj") or (
            kid.dep_ == "prep" and kid.lower_ == "of"
        ):
            kept.extend(kid.subtree)
    return kept

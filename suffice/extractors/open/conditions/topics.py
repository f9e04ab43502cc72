"""The topic of a passage as what is asked for: `Tidal Blue is Ann Ek's third album`, `She is the only mayor of Orrin.`"""

from __future__ import annotations

from typing import TYPE_CHECKING

import regex

from suffice.extractors.assertions import is_asserted
from suffice.extractors.lexicon import ValueType
from suffice.extractors.open.asked import type_of_noun
from suffice.extractors.open.conditions.doubts import is_doubtful
from suffice.extractors.open.facets import Facet
from suffice.extractors.open.mentions.names import is_topical, loosen, term_of
from suffice.extractors.open.syntax import LONGEST_SENTENCE, parse
from suffice.extractors.open.words import content_of, same_stem, stem, stems_of
from suffice.extractors.passages import Passage
from suffice.extractors.text import split_title, tokens_of

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

__all__ = ["goes_on", "read_topic"]

_NOUN_OF = regex.compile(
    r"(?:Who|What) (?:is|was) (?:the )?(?P<noun>(?:[\p{L}\-]+ )*?[\p{L}\-]+) (?:of|in|at|for) (?:the )?\{0\}\?"
)
_RANKS = regex.compile(
    r"\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|only|former|\d+(?:st|nd|rd|th)|"
    r"[\p{L}]+-\p{Ll}+|\p{Ll}{2,}est|most|vice|deputy|assistant|co)\b",
    regex.I,
)


def read_topic(wording: str, subject: str, value: ValueType, passage: Passage) -> list[Facet]:
    """The topic, if a sentence about it says that it is the one that is asked for.

    Args:
        wording: of the lookup, `What is the third album of {0}?`.
        subject: what is asked about.
        value: type of the value.
        passage: where to look.
    """
    asked = _NOUN_OF.fullmatch(wording)
    title = split_title(passage.unit.title)[0]
    if asked is None or is_topical(subject, title) or not passage.sentences:
        return []
    first = passage.sentences[0]
    opening = regex.match(
        rf"\W*(?P<v>{loosen(title)})", passage.view.text[first.start : first.end], flags=regex.I
    )
    if opening is None:
        return []
    span = first.start + opening.start("v"), first.start + opening.end("v")
    about = True
    for index, sentence in enumerate(passage.sentences):
        end = min(sentence.end, sentence.start + LONGEST_SENTENCE)
        text = passage.view.text[sentence.start : end]
        document = parse(text)
        about = index == 0 or goes_on(document, title, about)
        if not about or text.endswith("?") or is_doubtful(text):
            continue
        noun = _said_of_topic(document, opening.end("v") if index == 0 else 0)
        if noun is None or not _is_asked(noun, asked["noun"], subject):
            continue
        place = sentence.start + noun.idx
        term = term_of(value, passage.view.text[slice(*span)])
        if term is not None and is_asserted(passage, index, place, place + len(noun)):
            return [Facet(term, passage.view.text[slice(*span)], first.start, end, *span, "it is that")]
    return []


def goes_on(document: Doc, title: str, about: bool) -> bool:
    """Whether `he` or `it` in a sentence is the topic: until another is the subject, and from where the topic is again.

    Args:
        document: the sentence, parsed.
        title: of the page.
        about: whether the sentence before was about the topic.
    """
    root = next((one for one in document if one.dep_ == "ROOT"), None)
    own = next((kid for kid in root.children if kid.dep_ in ("nsubj", "nsubjpass")), None) if root else None
    if own is None or own.pos_ == "PRON":
        return about
    if set(tokens_of(own.text)) & set(tokens_of(title)):
        return True
    return about and own.pos_ != "PROPN" and type_of_noun(own.lower_) != "person"


def _said_of_topic(document: Doc, name: int) -> Token | None:
    """The noun that a sentence's main verb says its subject is, if that is the topic: its name up to a place, or a pronoun."""
    verb = next((one for one in document if one.dep_ == "ROOT"), None)
    if verb is None or verb.lemma_ != "be":
        return None
    own = next((kid for kid in verb.children if kid.dep_ == "nsubj"), None)
    noun = next((kid for kid in verb.children if kid.dep_ == "attr"), None)
    if own is None or noun is None:
        return None
    return noun if (own.idx < name if name else own.i < 4 and own.lower_ in ("he", "she", "it")) else None


def _is_asked(noun: Token, asked: str, subject: str) -> bool:
    """Whether a noun phrase is `the N of A` or `A's N`, with every word of the N and no rank besides."""
    document = noun.doc
    if not same_stem(stem(noun.lower_), stem(asked.split()[-1])):
        return False
    name = regex.search(
        rf"(?<![\p{{L}}\p{{N}}]){loosen(subject)}(?![\p{{L}}\p{{N}}])(?! \p{{Lu}})", document.text
    )
    head = document.char_span(*name.span(), alignment_mode="expand") if name else None
    if head is None:
        return False
    owner = head.root
    if owner.dep_ == "pobj" and owner.head.lower_ in ("of", "in", "at", "for", "by", "to"):
        owner, definite = owner.head, any(kid.lower_ == "the" for kid in noun.children)
    else:
        definite = owner.dep_ == "poss"
    if owner.head.i != noun.i or not definite:
        return False
    phrase = document[noun.left_edge.i : noun.right_edge.i + 1].text
    there = stems_of(phrase)
    ranks = {rank.lower() for rank in _RANKS.findall(phrase.replace(name[0], " "))} if name else set()
    return ranks <= {rank.lower() for rank in _RANKS.findall(asked)} and all(
        any(same_stem(word, other) for other in there) for word in content_of(asked)
    )

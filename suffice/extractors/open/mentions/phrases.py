"""What a word of a parsed sentence stands for: a verb's subject, the subject asked about, a name that it heads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import regex

from suffice.extractors.lexicon import ValueType
from suffice.extractors.open.mentions.names import Answers, Sentence, is_topical, term_of
from suffice.extractors.open.words import nouns_for, stem
from suffice.extractors.patterns import SECONDS
from suffice.extractors.text import fold, tokens_of
from suffice.extractors.values import shape_of

if TYPE_CHECKING:
    from spacy.tokens import Token

__all__ = ["read_phrase", "stands_for", "subject_of"]


def subject_of(token: Token) -> Token | None:
    """The noun that a verb is said of; of a participle or relative clause, the noun that it belongs to."""
    own = next((kid for kid in token.children if kid.dep_ in ("nsubj", "nsubjpass")), None)
    if own is not None and own.tag_ not in ("WP", "WDT"):
        return own
    if token.dep_ in ("acl", "relcl"):
        return _said_of(token.head)
    if token.dep_ == "conj" and token.head.pos_ == "VERB" and own is None:
        return subject_of(token.head)
    return None


def _said_of(noun: Token) -> Token:
    """A noun in a predicate or an apposition stands for what it is said of."""
    for _ in range(6):
        if noun.dep_ == "appos" or (noun.dep_ == "conj" and noun.head.pos_ in ("NOUN", "PROPN")):
            noun = noun.head
        elif noun.dep_ in ("attr", "oprd"):
            return next((kid for kid in noun.head.children if kid.dep_ in ("nsubj", "nsubjpass")), noun)
        else:
            break
    return noun


def stands_for(token: Token | None, subject: str, title: str, one: Sentence) -> bool:
    """Whether a word of a sentence stands for the subject."""
    if token is None:
        return False
    if token.pos_ == "PRON" or (token.pos_ == "NOUN" and any(kid.lower_ == "the" for kid in token.children)):
        return is_topical(subject, title) and token.lower_ in ("he", "she", "it", "they")
    phrase = " ".join(
        kid.text for kid in token.subtree if kid.i <= token.i + 1 or kid.dep_ in ("compound", "flat")
    )
    near = [kid.text for kid in token.lefts if kid.dep_ in ("compound", "flat", "amod", "nmod", "poss")] + [
        token.text
    ]
    own = fold(" ".join(near))
    if own == fold(subject) or (
        fold(subject) in fold(phrase) and tokens_of(token.text)[-1:] == tokens_of(subject)[-1:]
    ):
        return True
    # `The Rapids` for the page's Colorado Rapids.
    return (
        is_topical(subject, title)
        and bool(tokens_of(token.text))
        and tokens_of(token.text)[-1] == tokens_of(title)[-1]
    )


def read_phrase(token: Token, kind: ValueType, one: Sentence, how: str) -> Answers:
    """The name that a word heads, if it looks like the type asked for."""
    if token.pos_ not in ("PROPN", "NOUN"):
        return
    first = token
    while (
        first.i > 0
        and first.nbor(-1).dep_ in ("compound", "flat", "nmod", "amod")
        and first.nbor(-1).text[:1].isupper()
    ):
        first = first.nbor(-1)
    start, end = first.idx, token.idx + len(token)
    rest = (
        regex.compile(r"(?: (?:of|for|and|the|de)(?: the)? [\p{Lu}][\p{L}\-]*)+").match(one.text, end)
        if kind != "person" or stem(token.lower_) in nouns_for("organisation")
        else None
    )
    if rest and token.text[:1].isupper():
        end = rest.end()
    if not one.text[start:end][:1].isupper():
        return
    shape = "organisation" if kind == "text" else kind
    if shape in ("date", "number"):
        return
    if regex.fullmatch(shape_of(shape), one.text[start:end], timeout=SECONDS) is None and shape != "work":
        return
    yield term_of(kind, one.text[start:end]), start, end, how

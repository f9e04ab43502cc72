"""The part that a word has beside a verb or noun of a parsed sentence: its subject, its object, what stands behind a preposition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from suffice.extractors.open.mentions import phrases

if TYPE_CHECKING:
    from spacy.tokens import Token

__all__ = ["bearer_of", "part_in", "phrase_of", "region_of", "subject_of", "top_of", "verb_of"]

#: Where another clause begins, which states something of its own.
_APART = frozenset(["advcl", "ccomp", "parataxis", "csubj"])
_INSIDE = _APART | {"relcl", "acl", "xcomp"}


def subject_of(verb: Token) -> Token | None:
    """The noun that a verb is said of; of an infinitive the one of the verb before it (`went on to study`)."""
    for _ in range(4):
        found = phrases.subject_of(verb)
        if found is not None or verb.dep_ not in ("xcomp", "conj"):
            return found
        verb = verb.head
    return None


def top_of(token: Token) -> Token:
    """The noun that a name in apposition or a further name belongs to; of `one of its stars, Ann Ek` the `one`."""
    first = token
    while token.head.i != token.i:
        if token.dep_ == "appos" or (token.dep_ == "conj" and token.head.pos_ in ("NOUN", "PROPN")):
            token = token.head
        elif token.i != first.i and token.head.lower_ == "of" and token.head.head.lower_ == "one":
            token = token.head.head
        else:
            break
    return token


def part_in(token: Token, verb: Token, *, deep: bool = False) -> str:
    """`subject` (who does it), `object` (whom it is done to), `with` (behind a preposition); empty if it has no part.

    Args:
        token: the head of a name.
        verb: a verb in its sentence.
        deep: whether words inside of a part count as well: `the mayor of A` for A.
    """
    doer = subject_of(verb)
    passive = verb.tag_ == "VBN" and (
        any(kid.dep_ in ("auxpass", "nsubjpass", "agent") for kid in verb.children) or verb.dep_ == "acl"
    )
    top = top_of(token)
    if doer is not None and (top.i == doer.i or (deep and token.i in phrase_of(doer))):
        return "object" if passive else "subject"
    node = top
    steps = 0
    while node.head.i != node.i and steps < 12:
        if node.head.i == verb.i:
            if node.dep_ in ("nsubj", "nsubjpass"):
                return "object" if passive else "subject"
            if node.dep_ in ("dobj", "obj", "attr", "oprd", "dative"):
                return "object" if deep or steps == 0 else ""
            if node.dep_ == "agent":
                return "subject" if deep or steps == 1 else ""
            if node.dep_ in _INSIDE or (node.dep_ == "conj" and node.pos_ in ("VERB", "AUX")):
                return ""
            return "with" if deep or steps <= 1 else ""
        if node.dep_ in _INSIDE or (node.dep_ == "conj" and not deep):
            return ""
        node = node.head
        steps += 1
    return ""


def phrase_of(noun: Token) -> set[int]:
    """Places of a noun's words and of those that belong to it, but not of clauses that describe it."""
    inner = {one.i for kid in noun.subtree if kid.i != noun.i and kid.dep_ in _INSIDE for one in kid.subtree}
    return {one.i for one in noun.subtree} - inner


def region_of(verb: Token) -> set[int]:
    """Places of the words that a verb's clause has: what depends on it and its subject, but not in a clause apart."""
    doer = subject_of(verb)
    words = {token.i for token in verb.subtree} | (
        {token.i for token in doer.subtree} if doer is not None else set()
    )
    apart = {
        one.i
        for token in verb.subtree
        if token.dep_ in _APART and token.i != verb.i and not _is_purpose(token)
        for one in token.subtree
    }
    return (words - apart) | {verb.i}


def _is_purpose(verb: Token) -> bool:
    """`crossed it to invade A`: an infinitive goes with the verb before it."""
    return verb.tag_ == "VB" and any(kid.dep_ == "aux" and kid.tag_ == "TO" for kid in verb.children)


def verb_of(token: Token) -> Token | None:
    """The verb whose clause a word stands in."""
    while token.pos_ not in ("VERB", "AUX"):
        if token.head.i == token.i:
            return None
        token = token.head
    return token


def bearer_of(noun: Token) -> Token | None:
    """Whom a noun is said of: `Ann Ek, the mayor`, `mayor Ann Ek`, `Ann Ek is the mayor`, `chose Ann Ek as mayor`."""
    if noun.dep_ in ("compound", "nmod") and noun.head.pos_ == "PROPN":
        return top_of(noun.head)
    for kid in noun.children:
        if kid.dep_ == "appos" and kid.pos_ == "PROPN":
            return kid if kid.dep_ != "appos" else noun
    if noun.dep_ == "appos":
        head = noun.head
        return bearer_of(head) if head.dep_ in ("attr", "oprd") else top_of(head)
    if noun.dep_ == "conj" and noun.head.pos_ in ("NOUN", "PROPN") and noun.pos_ == "NOUN":
        return bearer_of(noun.head)
    if noun.dep_ in ("attr", "oprd"):
        return subject_of(noun.head) or next((kid for kid in noun.head.children if kid.dep_ == "dobj"), None)
    if noun.dep_ == "nsubj" and noun.head.lemma_ == "be":
        return next((kid for kid in noun.head.children if kid.dep_ == "attr"), None)
    if noun.dep_ == "pobj" and noun.head.lower_ == "as":
        verb = noun.head.head
        chosen = next((kid for kid in verb.children if kid.dep_ in ("dobj", "nsubjpass")), None)
        return chosen if chosen is not None else subject_of(verb) if verb.pos_ in ("VERB", "AUX") else None
    return None

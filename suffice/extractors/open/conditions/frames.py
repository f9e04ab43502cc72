"""What a clause says of its gap, and where a sentence says the same: predicates and their arguments.

>>> frame = frame_of("{0} was taught by what", "Danish painter")
>>> frame.governor, frame.role, frame.firm
('taught', 'agent', False)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import regex

from suffice.extractors.open.asked import type_of_noun
from suffice.extractors.open.conditions.wordings import informative
from suffice.extractors.open.descriptions.steps import STAND_IN
from suffice.extractors.open.mentions.phrases import subject_of
from suffice.extractors.open.syntax import parse
from suffice.extractors.open.words import content_of, same_stem, stem, told_kinds

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

__all__ = ["Frame", "frame_of", "places_of"]

#: Stands for the gap while a clause is parsed.
_GAP = "Corvia"
#: Prepositions that say the same: `plays for`, `plays at`.
_ALIKE = (
    frozenset(["for", "at", "in", "with", "on"]),
    frozenset(["of", "from", "by"]),
    frozenset(["to", "of"]),
)
#: How far or how long something is so, which a sentence need not say.
_DEGREES = frozenset(
    map(
        stem,
        [
            "partially",
            "partly",
            "mainly",
            "mostly",
            "primarily",
            "famously",
            "notably",
            "addition",
            "formerly",
        ],
    )
)
_NAMING = frozenset(["known", "called", "named"])
#: What is done to a work that is by somebody.
_MAKING = frozenset(
    map(
        stem,
        [
            "written",
            "wrote",
            "write",
            "composed",
            "compose",
            "created",
            "create",
            "painted",
            "paint",
            "authored",
            "performed",
            "perform",
            "sung",
            "sang",
            "recorded",
            "released",
        ],
    )
)
_HAVES = frozenset(["have", "feature", "make", "give", "get", "take", "receive", "include", "contain"])


@dataclass(frozen=True, slots=True)
class Frame:
    """What a clause says of its gap.

    Args:
        governor: the stem of the word that the gap depends on.
        role: how: `agent`, `patient`, or a preposition; `place` and `channel` where it is only said to be in or on it.
        content: stems that a sentence must have besides.
        firm: whether nothing but the place tells a candidate from other names.
    """

    governor: str
    role: str
    content: frozenset[str]
    firm: bool


@lru_cache(maxsize=1024)
def frame_of(clause: str, noun: str) -> Frame | None:
    """What a clause says of its gap; None where it says nothing that can be looked for.

    Args:
        clause: with `{0}` for the subject and `what` in the gap.
        noun: what the question calls what is in the gap.
    """
    filled = regex.sub(r"\bwhat\b", _GAP, clause.replace("{0}", STAND_IN), count=1, flags=regex.I)
    document = parse(f"{filled}.")
    gap = next((one for one in document if one.text == _GAP), None) if _GAP not in clause else None
    if gap is None:
        return None
    while gap.dep_ == "conj" and gap.head.pos_ in ("NOUN", "PROPN"):
        gap = gap.head
    role, head = _role(gap)
    if head is None:
        return None
    if regex.fullmatch(
        r"\{0\} (?:is|was|lies) (?:(?:located|situated|based|found) )?(?:in|on|at) what", clause
    ):
        # What is on a network airs there; a thing is in a place by its introduction.
        where = "place" if type_of_noun(noun) in ("place", "country") else "channel"
        return Frame("", where, frozenset(), True)
    words = (
        content_of(regex.sub(r"\bwhat\b", " ", clause, flags=regex.I)) - _DEGREES - _kinds_of(document, head)
    )
    governor = stem(head.lower_)
    words -= told_kinds(clause) - {governor}
    firm = len(content_of(informative(noun))) < 2
    return (
        Frame(governor, role, words - {governor}, firm)
        if content_of(head.text) or head.lower_ in _NAMING
        else None
    )


def _kinds_of(document: Doc, governor: Token) -> frozenset[str]:
    """Words for the kind of the subject next to its name, which a sentence need not say: `the Orrin corporation`."""
    name = next((one for one in document if one.text == STAND_IN), None)
    if name is None:
        return frozenset()
    noun = (
        name.head
        if name.dep_ in ("compound", "appos", "nmod") and name.head.pos_ in ("NOUN", "PROPN")
        else name
    )
    near = [noun, *noun.lefts, *name.lefts]
    kinds = {
        stem(one.lower_) for one in near if one.dep_ not in ("prep", "acl", "relcl") and one.text != STAND_IN
    }
    return frozenset(kinds - {stem(governor.lower_)})


def _role(token: Token) -> tuple[str, Token | None]:
    """How a name stands to the word that it depends on, and that word."""
    head = token.head
    match token.dep_:
        case "pobj":
            prep, over = head, head.head
            if prep.dep_ == "agent" or (prep.lower_ == "by" and over.pos_ in ("VERB", "NOUN")):
                return "agent", over
            return (_noun_role(prep.lower_) if over.pos_ == "NOUN" else prep.lower_), over
        case "nsubjpass":
            return "patient", head
        case "nsubj" if head.lemma_ == "be":
            what = next((kid for kid in head.children if kid.dep_ in ("attr", "acomp")), None)
            return "agent", what
        case "nsubj":
            return "agent", head
        case "dobj" | "attr" | "oprd" | "dative" if head.lemma_ != "be":
            return "patient", head
        case "attr":
            what = next((kid for kid in head.children if kid.dep_ == "nsubj"), None)
            return "agent", what
        case "poss" | "compound" | "nmod":
            return "patient", head
    return "", None


def _noun_role(prep: str) -> str:
    """`the founder of A` as `founded A`, `an appearance by A` as `A appeared`."""
    return {"of": "patient", "to": "patient", "by": "agent", "from": "agent"}.get(prep, prep)


def places_of(frame: Frame, document: Doc) -> Iterator[tuple[Token, Token]]:
    """Words that may be the governor, and for each what stands to it as the gap does."""
    for word in document:
        if _made(frame, word):
            # A novel by A is one that A wrote.
            makers = [
                under
                for kid in word.children
                if kid.lower_ == "by"
                for under in kid.children
                if under.dep_ == "pobj"
            ]
            works = [token for token, _ in _arguments(word) if token not in makers]
            yield from ((word, token) for token in (makers if frame.role == "agent" else works))
            continue
        if frame.governor == stem("nicknamed") and word.lower_ == "known":
            # `known as "the Baron"`
            quoted = (one for one, role in _arguments(word) if role == "as" and one.left_edge.i > 0)
            yield from ((word, one) for one in quoted if one.left_edge.nbor(-1).text == '"')
            continue
        if word.pos_ not in ("VERB", "NOUN", "ADJ", "PROPN") or not (
            same_stem(stem(word.lower_), frame.governor)
            or same_stem(stem(word.lemma_.lower()), frame.governor)
        ):
            continue
        if any(kid.dep_ == "neg" for kid in word.children):
            continue
        for token, role in _arguments(word):
            # Films star actors, who star in films.
            if (frame.governor == "star" and {role, frame.role} <= {"agent", "patient", "in"}) or (
                role == frame.role
                or (not frame.firm and role == "any")
                or (not frame.firm and any({role, frame.role} <= alike for alike in _ALIKE))
            ):
                yield word, token


def _made(frame: Frame, word: Token) -> bool:
    """Whether a word is a noun for a work with who made it: `is a novel by A` where it is asked who wrote it."""
    if word.pos_ != "NOUN" or frame.governor not in _MAKING or frame.role not in ("agent", "patient"):
        return False
    return type_of_noun(word.lower_) == "work" and any(
        kid.dep_ == "prep" and kid.lower_ == "by" for kid in word.children
    )


def _arguments(word: Token) -> Iterator[tuple[Token, str]]:
    """What depends on a word, and how; of a noun also what it is said of."""
    if word.pos_ == "VERB":
        passive = any(kid.dep_ in ("auxpass", "nsubjpass") for kid in word.children) or (
            word.tag_ == "VBN"
            and word.dep_ in ("acl", "amod")
            and not any(kid.dep_ == "nsubj" for kid in word.children)
        )
        # `and starred A` is sometimes parsed as if it were `the starred A`.
        if (
            word.dep_ == "amod"
            and word.head.pos_ == "PROPN"
            and word.i
            and word.nbor(-1).lower_ in ("and", ",")
        ):
            yield word.head, "patient"
        subject = subject_of(word)
        if subject is not None:
            yield subject, "patient" if passive else "agent"
        for kid in word.children:
            if kid.dep_ in ("dobj", "attr", "oprd", "dative"):
                yield kid, "patient"
            elif kid.dep_ in ("agent", "prep"):
                role = "agent" if kid.dep_ == "agent" or (passive and kid.lower_ == "by") else kid.lower_
                for under in kid.children:
                    if under.dep_ == "pobj":
                        yield under, role
        return
    for kid in word.children:
        if kid.dep_ == "prep":
            for under in kid.children:
                if under.dep_ == "pobj":
                    yield under, _noun_role(kid.lower_)
        elif kid.dep_ == "poss":
            yield kid, "patient"
        elif kid.dep_ == "appos":
            yield kid, "agent"
    if word.dep_ in ("attr", "appos") or (word.dep_ == "dobj" and word.head.lemma_ in _HAVES):
        said_of = word.head if word.dep_ == "appos" else subject_of(word.head)
        said_of = said_of or next((kid for kid in word.head.children if kid.dep_ == "nsubj"), None)
        if said_of is not None:
            yield said_of, "agent"
    if word.dep_ == "compound":
        yield word.head, "agent"
    top = word.head.head if word.dep_ == "pobj" and word.head.lower_ == "of" else word
    if top.dep_ == "nsubj" and top.head.lemma_ == "include":
        # `Her roles include A and B`, `many of her roles`, whatever they are roles in.
        yield from ((kid, "any") for kid in top.head.children if kid.dep_ == "dobj")

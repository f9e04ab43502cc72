"""What fills the one gap of a question, in a sentence that states all the rest of it.

No pattern of a relation is needed: the question itself says what must stand there. Its predicate is a verb (`What does A
flow into?`) or a noun (`Who is the mayor of A?`). The sentence must have that predicate, or another word for it, with the subject
in the part that it has in the question, every other content word beside it, names as names, and one candidate of the type
asked for in the part of the gap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import regex

from suffice.extractors.lexicon import ValueType
from suffice.extractors.open.asked import Asked, read_asked
from suffice.extractors.open.mentions.candidates import find_candidates
from suffice.extractors.open.mentions.names import (
    PRONOUN,
    Answers,
    Sentence,
    is_named,
    is_topical,
    loosen,
    term_of,
)
from suffice.extractors.open.mentions.parts import (
    bearer_of,
    part_in,
    phrase_of,
    region_of,
    subject_of,
    top_of,
    verb_of,
)
from suffice.extractors.open.mentions.phrases import stands_for
from suffice.extractors.open.syntax import parse
from suffice.extractors.open.words import (
    is_content,
    narrows,
    nouns_for,
    same_stem,
    stem,
    stems_of,
    told_kinds,
)
from suffice.extractors.text import split_title, tokens_of

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

__all__ = ["read_gap"]

#: Stands for the subject while a question is parsed: a name of one word that every parser knows for one.
_STAND_IN = "Mary"
_CLEFT = regex.compile(
    r"(?:Which|What|Who) (?:.+ )?(?:is|was) it (?P<rel>that|who|which|where|in which|on which|when|whose) (?P<rest>.+)\?"
)
_NOMINAL = regex.compile(
    r"(?:Who|What|(?:Which|What) [\p{Ll} ]+?) (?:is|was|are|were|has been) (?:the |a |an )?(?P<noun>(?:[\p{L}\-]+ )*?[\p{L}\-]+) "
    r"(?:of|in|for|at|on|to) (?:the )?\{0\}.*\?"
)
_INVERSE = regex.compile(
    r"(?:Who|What|(?:Which|What) [\p{Ll} ]+?|Of which [\p{Ll} ]+?) (?:is|was|are|were) \{0\} (?:a |an |the )?(?P<noun>\p{Ll}+)(?: of)?\?"
)
#: How many there are: nothing is said of the subject but that it has them.
_COUNTING = regex.compile(
    r"How many .+ (?:does|did|do) \{0\} have\b.*\?|How many .+ (?:is|are|were|was) there\b.*\?"
)
#: Who is introduced by these is no member of what is named.
_AGAINST = regex.compile(
    r"\b(?:against|oppos\w+|defeat\w+|rival\w*|expelled|left|former member|critic\w*|split)\b", regex.I
)
_EMPTY_VERBS = frozenset(["be", "do", "have"])
#: `plays for a club` and `competes in a league`: where somebody plays.
_FOR = frozenset(["for", "at", "in", "with"])
#: `the second highest` is not the highest.
_ORDINAL = regex.compile(
    r"\b(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|one of the|among the)[ \-](?=\p{Ll}+est\b|most\b)",
    regex.I,
)


@dataclass(frozen=True, slots=True)
class _Predicate:
    """What a question says of its subject and its gap.

    Args:
        verb: stem of its verb; empty if a noun is the predicate.
        noun: stem of that noun.
        gap: the part of the gap: `subject`, `object`, `with` (behind a preposition), `any`; of a noun `bearer` or `of`; `count`.
        preposition: before the gap, if one was told.
        subject: the part of the subject.
    """

    verb: str
    noun: str
    gap: str
    preposition: str
    subject: str


def read_gap(wording: str, subject: str, kind: ValueType, title: str, one: Sentence) -> Answers:
    """The one value that fills a question's gap in a sentence.

    Args:
        wording: of the lookup, with `{0}` for the subject.
        subject: what is asked about.
        kind: type of the value.
        title: of the passage.
        one: the sentence.
    """
    asked = read_asked(wording.replace("{0}", subject), subject)
    kind = asked.value if kind == "text" else kind
    predicate = _predicate(wording, kind)
    if predicate is None or not _speaks_of(subject, title, one):
        return
    if _ORDINAL.search(one.text) and not _ORDINAL.search(wording):
        return
    name = frozenset(stems_of(subject)) - {"the", "of", "and"}
    relation = asked.content - name - told_kinds(wording)
    there, topic = frozenset(stems_of(one.text)), frozenset(stems_of(title))
    document = parse(one.text)
    belongs = predicate.gap == "of" and one.first and is_topical(subject, split_title(title)[0])
    if not all(_is_said(word, there, asked) for word in relation - topic):
        if belongs and predicate.noun in ("member", "part"):
            yield from _belonging(asked, kind, wording, document)
        return
    said = [_tokens(word, asked, document) for word in relation]
    about = _About(subject, title, one, [tokens for tokens in said if tokens], _places(subject, document))
    found = set()
    for start, end in find_candidates(asked, kind, wording, document):
        words = {word for word in tokens_of(one.text[start:end]) if is_content(word)}
        if not words or words <= set(tokens_of(wording.replace("{0}", subject))):
            continue
        chosen = document.char_span(start, end, alignment_mode="expand")
        if chosen is not None and _fills(chosen.root, predicate, kind, about, document):
            found.add((start, end))
    if len(found) == 1:
        start, end = found.pop()
        yield term_of(kind, one.text[start:end]), start, end, "says so"
    elif belongs and not found and predicate.noun in ("member", "part"):
        yield from _belonging(asked, kind, wording, document)


def _belonging(asked: Asked, kind: ValueType, wording: str, document: Doc) -> Answers:
    """What an introduction names as what its topic belongs to, without the word: the one party, `a station of A`."""
    if _AGAINST.search(document.text):
        return
    noun = stem(asked.noun.split()[-1]) if asked.noun else ""
    found = {
        (start, end)
        for start, end in find_candidates(asked, kind if noun else "organisation", wording, document)
        if noun in stems_of(document.text[start:end]) or (not noun and _is_body_of(document, start, end))
    }
    if not noun and " part " in wording:
        found |= {
            (start, end)
            for start, end in find_candidates(asked, "place", wording, document)
            if _is_part_of(document, start, end)
        }
    if len(found) == 1:
        start, end = found.pop()
        yield term_of(kind, document.text[start:end]), start, end, "introduced as of it"


def _is_body_of(document: Doc, start: int, end: int) -> bool:
    """Whether a name stands behind `of` of what the sentence calls its topic, a place or a body: `a station of A`."""
    span = document.char_span(start, end, alignment_mode="expand")
    of = span.root.head if span is not None else None
    if span is None or of is None or of.lower_ != "of" or of.head.dep_ != "attr":
        return False
    if any(kid.dep_ == "conj" for kid in span.root.children):
        return False  # `a river of Ohio and Indiana` is of neither alone
    head = stem(of.head.lower_)
    return narrows(head, "member") or any(head in nouns_for(kind) for kind in ("place", "organisation"))


#: Names of wholes, by their last word or first, and what stands between a part and its whole.
_WHOLES = regex.compile(
    r".*\b(?:Range|Mountains|Hills|Alps|Massif|Archipelago|Islands|Group|Chain|Cordillera|Plateau|Basin|System|Network|Complex|Ridge|Pyrenees|"
    r"Andes|Himalayas|Rockies|Carpathians)|(?P<school>(?:University|College|Institute|Academy)\b.*|.* (?:University|College|Institute|Academy))"
)


def _is_part_of(document: Doc, start: int, end: int) -> bool:
    """`a mountain in the Ek Range`, `the Ek Archive at the University of A`: of what is first said of the topic."""
    whole = _WHOLES.fullmatch(document.text[start:end])
    span = document.char_span(start, end, alignment_mode="expand")
    if (
        whole is None
        or span is None
        or span.root.head.lower_ not in (("at", "of") if whole["school"] else ("in", "of"))
    ):
        return False
    head = span.root.head.head
    if head.lower_ in ("located", "situated"):
        head = head.head if head.dep_ == "acl" else head
        return head.dep_ in ("ROOT", "attr") and stem(head.lower_) not in nouns_for("person")
    persons = nouns_for("person") | {"professor", "lectur", "teach", "teacher", "student"}
    if any(stem(one.lower_) in persons for one in (head, *head.conjuncts)):
        return False
    return head.dep_ in ("attr", "nsubj")


@dataclass(frozen=True, slots=True)
class _About:
    """What a sentence must have: the subject, where it is named, and where each other word of the question stands."""

    subject: str
    title: str
    one: Sentence
    said: Sequence[list[Token]]
    places: Sequence[Token]


@lru_cache(maxsize=4096)
def _predicate(wording: str, kind: ValueType) -> _Predicate | None:
    """The predicate of a question; None where its parse shows none."""
    if inverse := _INVERSE.fullmatch(wording):
        return _Predicate("", stem(inverse["noun"]), "of", "of", "bearer")
    if (nominal := _NOMINAL.fullmatch(wording)) and not nominal["noun"].endswith("ed"):
        return _Predicate("", stem(nominal["noun"].split()[-1]), "bearer", "", "of")
    if _COUNTING.fullmatch(wording):
        return _Predicate("", "", "count", "", "any")
    cleft = _CLEFT.fullmatch(wording)
    document = parse((f"{cleft['rest']}." if cleft else wording).replace("{0}", _STAND_IN))
    verb = next((token for token in document if token.dep_ == "ROOT"), None)
    if verb is None or verb.pos_ != "VERB" or verb.lemma_ in _EMPTY_VERBS:
        return None
    name = next((token for token in document if token.text == _STAND_IN), None)
    if name is None:
        return None
    gap, preposition = "any", ""
    if cleft:
        within = cleft["rel"] in ("where", "in which", "on which", "when")
        gap = "with" if within else "object" if subject_of(verb) is not None else "subject"
    elif kind not in ("date", "number"):
        asking = next((token for token in document if token.tag_ in ("WP", "WDT", "WRB", "WP$")), None)
        if asking is None:
            return None
        gap, preposition = _gap(asking, verb)
        if not gap:
            return None
    return _Predicate(stem(verb.lemma_), "", gap, preposition, part_in(name, verb) or "any")


def _gap(asking: Token, verb: Token) -> tuple[str, str]:
    """The part of what a question asks for beside its verb, and the preposition that it has."""
    if asking.lower_ == "where":
        return "with", ""
    before = asking.doc[asking.i - 1] if asking.i else None
    if before is not None and before.pos_ == "ADP":
        return "with", before.lower_
    last = [token for token in asking.doc if not token.is_punct][-1]
    if last.pos_ == "ADP" and last.dep_ != "prt":
        return "with", last.lower_
    # Behind `did` the subject is told, and what stands before it is the object, whatever the parse makes of it.
    if any(kid.dep_ == "aux" and kid.lemma_ == "do" for kid in verb.children):
        return "object", ""
    return part_in(asking.head if asking.dep_ == "det" else asking, verb), ""


def _speaks_of(subject: str, title: str, one: Sentence) -> bool:
    """Whether a sentence speaks of the subject: it names it in full, or the passage is about it."""
    if is_named(subject, one.text) or is_topical(subject, split_title(title)[0]):
        return True
    # Of a title with more words than the name: `Forest won` on the page of Nottingham Forest F.C.
    parts = frozenset(stems_of(subject)) & frozenset(stems_of(one.text))
    return is_named(subject, title) and bool(one.first or PRONOUN.match(one.text) or parts)


def _is_said(word: str, there: frozenset[str], asked: Asked) -> bool:
    return word in there or (word not in asked.named and any(_means(other, word) for other in there))


def _means(said: str, asked: str) -> bool:
    """Whether a word may stand for the one asked about: a synonym, or a narrower one (a president is a leader)."""
    return same_stem(said, asked) or narrows(said, asked)


def _tokens(word: str, asked: Asked, document: Doc) -> list[Token]:
    exact = word in asked.named
    return [
        token
        for token in document
        if word in stems_of(token.text)
        or (not exact and (_means(stem(token.text), word) or _means(stem(token.lemma_), word)))
    ]


def _places(subject: str, document: Doc) -> list[Token]:
    """The words that head the subject's mentions."""
    spans = (
        document.char_span(*match.span(), alignment_mode="expand")
        for match in regex.finditer(loosen(subject), document.text, flags=regex.I)
    )
    return [span.root for span in spans if span is not None]


def _fills(name: Token, predicate: _Predicate, kind: ValueType, about: _About, document: Doc) -> bool:
    """Whether a candidate fills the gap of a predicate that the sentence has."""
    if predicate.gap == "count":
        return _is_counted(name, about)
    wanted = predicate.verb or predicate.noun
    for token in document:
        if not (_means(stem(token.lemma_), wanted) or _means(stem(token.text), wanted)):
            continue
        if predicate.verb and token.pos_ == "VERB" and not any(kid.dep_ == "neg" for kid in token.children):
            if _fills_verb(name, token, predicate, kind, about):
                return True
        elif (
            predicate.noun and token.pos_ in ("NOUN", "PROPN") and _fills_noun(name, token, predicate, about)
        ):
            return True
    return False


def _fills_verb(name: Token, verb: Token, predicate: _Predicate, kind: ValueType, about: _About) -> bool:
    region = region_of(verb)
    if not all(any(token.i in region for token in tokens) for tokens in about.said):
        return False
    if about.places:
        parts = {part_in(place, verb, deep=predicate.subject in ("with", "any")) for place in about.places}
        if not (predicate.subject in parts or (predicate.subject == "any" and parts != {""})):
            return False
    elif predicate.subject in ("subject", "object"):
        doer = subject_of(verb)
        passive = doer is not None and part_in(doer, verb) == "object"
        if passive != (predicate.subject == "object") or not _is_topic(doer, about):
            return False
    if kind in ("date", "number"):
        return bool(part_in(name, verb, deep=True))
    part = part_in(name, verb)
    if predicate.gap == "with" and part == "with" and predicate.preposition:
        before = top_of(name).head.lower_
        return before == predicate.preposition or {before, predicate.preposition} <= _FOR
    return part == predicate.gap or (predicate.gap == "any" and bool(part))


def _fills_noun(name: Token, noun: Token, predicate: _Predicate, about: _About) -> bool:
    phrase = phrase_of(noun)
    bearer = bearer_of(noun)
    if predicate.gap == "of":
        if noun.head.i == name.i or not (name.head.dep_ == "prep" and name.head.head.i == noun.i):
            return False
        if about.places:
            return bearer is not None and any(top_of(place).i == bearer.i for place in about.places)
        return _is_topic(bearer, about)
    # All that the question says of the noun must be said of it here: `the first president of A`.
    if not all(any(token.i in phrase for token in tokens) for tokens in about.said):
        return False
    # `the president of B` on the page of A is none of A's.
    if not about.places and any(
        token.pos_ == "PROPN" and token.i in phrase
        for kid in noun.children
        if kid.dep_ in ("prep", "poss")
        for token in kid.subtree
    ):
        return False
    # `President Ek` on the page of a country may be another's.
    ranked = noun.dep_ in ("compound", "nmod")
    if (about.places or ranked) and not any(place.i in phrase for place in about.places):
        return False
    return bearer is not None and top_of(name).i == bearer.i


def _is_counted(number: Token, about: _About) -> bool:
    """Whether a number counts what the subject has: `12 campuses of A`, `A runs 12 campuses`, `there are 12 campuses in A`."""
    counted = number.head if number.dep_ in ("nummod", "compound", "quantmod", "amod") else number
    verb = verb_of(counted)
    phrase = phrase_of(counted) - {
        one.i for kid in counted.children if kid.dep_ == "conj" for one in kid.subtree
    }
    region = phrase | (region_of(verb) if verb is not None else set())
    if not all(any(token.i in region for token in tokens) for tokens in about.said):
        return False
    if any(place.i in phrase for place in about.places):
        return True
    doer = subject_of(verb) if verb is not None else None
    if about.places:
        own = doer is not None and any(top_of(place).i == doer.i for place in about.places)
        there = doer is None or doer.lower_ == "there" or counted.i == doer.i
        return own or (
            there and verb is not None and any(part_in(place, verb) == "with" for place in about.places)
        )
    return _is_topic(doer, about)


def _is_topic(token: Token | None, about: _About) -> bool:
    """Whether a word stands for the page's topic: a pronoun, the title's last word, `the club`."""
    if token is None:
        return False
    if stands_for(token, about.subject, split_title(about.title)[0], about.one):
        return True
    definite = token.pos_ == "NOUN" and any(kid.lower_ in ("the", "this") for kid in token.children)
    alone = len(list(token.children)) == 1
    named = set(tokens_of(token.text)) <= set(tokens_of(about.title)) and token.pos_ == "PROPN"
    return (
        (definite and alone)
        or named
        or (token.pos_ == "PRON" and token.lower_ in ("he", "she", "it", "they"))
    )

"""Who did something to a thing, what it did, and where: by the verb asked for, or another word for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import regex

from suffice.extractors.lexicon import ValueType
from suffice.extractors.open.conditions.wordings import is_adjective
from suffice.extractors.open.mentions.names import (
    NAME,
    PRONOUN,
    Answers,
    Sentence,
    is_named,
    is_topical,
    loosen,
    term_of,
    trim,
)
from suffice.extractors.open.mentions.phrases import read_phrase, stands_for, subject_of
from suffice.extractors.open.syntax import parse
from suffice.extractors.open.words import content_of, means, nouns_for, same_stem, stem, stems_of
from suffice.extractors.patterns import SECONDS
from suffice.extractors.text import tokens_of
from suffice.extractors.values import demonyms, shape_of, value_of
from suffice.rules import String

if TYPE_CHECKING:
    from spacy.tokens import Token

__all__ = ["read_agent", "read_maker", "read_patient", "read_site", "read_where"]

#: Before a place: what kind it is says nothing else.
_IN = r"(?:in|at) (?:downtown |central )?(?:the )?(?:(?:(?:small |historic )?(?:city|town|village|municipality|community|suburb|district|borough|neighbou?rhood|county|province|state|region|commune|hamlet|parish) of )(?:the )?)?"
_GOES_ON = regex.compile(
    r" (?:valley|basin|watershed|neighbou?rhood|area|part|section|campus|mountains?|hills?|river|district of)\b"
)
_LIES = regex.compile(
    r"\b(?:located|situated|lies|lying) (?:\p{Ll}+ly )?(?P<v>(?:in|on|at|near|between|along|off|north|south|east|west)\b[^;()]{3,160})"
)
_NATION = "(?:" + "|".join(sorted(map(regex.escape, demonyms()), key=len, reverse=True)) + ")"
_MUSIC = frozenset(["song", "release", "EP", "single", "album", "track", "record", "mixtape", "ballad"])
_OF_ANOTHER = regex.compile(
    r"\b(?:based|adapt\w+|inspired|remake|sequel|prequel|version|starring|featuring|about)\b"
)
_MAKING = ("create", "write", "compose", "perform", "make", "record")
#: `plays for a club` and `competes in a league`: where somebody plays.
_FOR = frozenset(["for", "at", "in", "with"])


def read_agent(verb: str, more: str, subject: str, kind: ValueType, title: str, one: Sentence) -> Answers:
    """Who or what did something to the subject: an active verb's subject, or `by` behind a passive."""
    for token in _verbs(verb, more, subject, title, one):
        by = next((kid for kid in token.children if kid.dep_ == "agent"), None)
        if by is not None:
            patient = subject_of(token)
            if stands_for(patient, subject, title, one):
                for kid in by.children:
                    if kid.dep_ == "pobj":
                        yield from read_phrase(kid, kind, one, "does it")
            continue
        objects = [kid for kid in token.children if kid.dep_ in ("dobj", "obj")]
        doer = subject_of(token)
        if (
            doer is not None
            and doer.i < token.i
            and any(stands_for(kid, subject, "", one) for kid in objects)
        ):
            yield from read_phrase(doer, kind, one, "does it")


def read_patient(
    verb: str, prep: str, more: str, subject: str, kind: ValueType, title: str, one: Sentence
) -> Answers:
    """What the subject did something to, or with the preposition asked for."""
    for token in _verbs(verb, more, subject, title, one):
        if not stands_for(subject_of(token), subject, title, one):
            continue
        if prep:
            for kid in token.children:
                if kid.dep_ == "prep" and (kid.lower_ == prep or {kid.lower_, prep} <= _FOR):
                    for under in kid.children:
                        if under.dep_ == "pobj":
                            yield from read_phrase(under, kind, one, "does it")
        else:
            for kid in token.children:
                if kid.dep_ in ("dobj", "obj", "attr"):
                    yield from read_phrase(kid, kind, one, "does it")


def read_maker(verb: str, subject: str, title: str, one: Sentence) -> Answers:
    """`is a painting by Ann Ek`, of the topic; `is home to Acme`, of what is used."""
    if not one.first or not is_topical(subject, title):
        return
    if same_stem(stem(verb), "us"):
        form = rf"\bhome (?:\p{{Ll}}+ )?(?:to|of|for) (?:the )?(?P<v>{NAME})"
    elif any(means(verb, made) for made in _MAKING):
        form = rf"\b(?:is|was) (?:{NAME}(?:'s|') (?:[\p{{Ll}}\-]+ ){{0,4}}(?:album|single|song|film|novel|book|EP)\b|(?:a|an|the) [^;.]{{0,100}}?\b(?P<deed>[\p{{L}}\-]+),? by (?:the )?(?:{_NATION} )?(?:[\p{{Ll}}\-]+ ){{0,4}}(?P<v>{NAME}))"
        form = form.replace(f"(?:{NAME}(?:'s|')", f"(?:(?P<v>{NAME})(?:'s|')", 1)
    else:
        return
    # What stands in brackets is about the name.
    plain = regex.sub(r"\([^()]*\)", lambda match: " " * len(match[0]), one.text)
    match = regex.search(form, plain, timeout=SECONDS)
    if match:
        deed = "".join(match.capturesdict().get("deed", []))
        # `directed by` does not tell who wrote it; `developed by` tells who made it.
        generic = means(verb, "make") or means(verb, "create")
        said = deed.endswith(("ed", "en", "made"))
        making = generic and (means(deed, "make") or means(deed, "create"))
        if deed in ("and", "or") or (said and not means(deed, verb) and not making):
            return
        # The book that a film is based on has a writer of its own, and a band's song may have one too.
        if _OF_ANOTHER.search(plain[: match.end("deed")] if deed else ""):
            return
        if deed in _MUSIC and not (means(verb, "perform") or "writer" in match[0] or "composer" in match[0]):
            return
        # Who wrote a film is not whose it is.
        if deed in ("film", "movie", "documentary", "series") and not means(verb, "make"):
            return
        start, end = trim(plain, *match.spans("v")[0])
        # `by Empiricist philosopher George Berkeley`: what stands before a word for a person is no name of one.
        told = regex.match(
            rf" (?:\p{{Ll}}+ )??(?P<noun>\p{{Ll}}+) (?P<v>{NAME})", plain[end:], timeout=SECONDS
        )
        if told and stem(told["noun"]) in nouns_for("person"):
            start, end = trim(plain, *(end + place for place in told.span("v")))
        yield term_of("text", plain[start:end]), start, end, "made by"


def read_where(verb: str, subject: str, title: str, one: Sentence) -> Answers:
    """Where the topic or a thing named did or suffered something: `formed in 1990 in Seattle`."""
    text = one.text
    if not (is_named(subject, text) or (is_topical(subject, title) and (one.first or PRONOUN.match(text)))):
        return
    root = stem(verb)
    for token in regex.finditer(r"\p{Ll}+", text):
        if not same_stem(stem(token[0]), root):
            continue
        match = regex.compile(
            rf"(?: (?:in|on) (?:early |late |the )?{shape_of('date')}| (?:together|there|again))?,? (?:in|at) (?:the )?(?P<v>{shape_of('place')})"
        ).match(text, token.end(), timeout=SECONDS)
        if match:
            start, end = match.span("v")
            yield value_of("place", text[start:end]), start, end, f"{token[0]} there"
            return


def read_site(subject: str, title: str, opening: str, one: Sentence) -> Answers:
    """Where a thing lies: `located in the north of A`, `is a museum in A, Ohio`, `the Ek Museum in A`.

    Args:
        subject: what is asked about.
        title: of the passage.
        opening: the passage's first sentence.
        one: the sentence.
    """
    text = one.text
    placed = None
    if is_topical(subject, title):
        lies = _LIES.search(text) if one.first else None
        plain = regex.match(rf"{_IN}(?P<v>{shape_of('place')})", lies["v"], timeout=SECONDS) if lies else None
        # `the Ek district of A` is not Ek.
        if lies and (plain is None or _GOES_ON.match(lies["v"][plain.end() :])):
            phrase = regex.match(r"[^.;,()]{3,100}", lies["v"])
            if phrase:
                yield String(phrase[0].strip()), *_shift(phrase.span(), lies.start("v")), "lies there"
            return
        if lies and plain:
            span = _shift(_cut(plain), lies.start("v"))
            yield value_of("place", text[slice(*span)]), *span, "lies there"
            return
        if one.first:
            placed = _introduced_in(text)
        elif _introduces_site(opening):
            placed = regex.match(
                rf"\W*(?:It|The \p{{Ll}}+) (?:is |was )?(?:\p{{Ll}}+ly )?(?:located|situated|based|lies|stands) {_IN}(?P<v>{shape_of('place')})",
                text,
                timeout=SECONDS,
            )
    elif len(subject.split()) > 1 and stem(tokens_of(subject)[-1]) in nouns_for("site"):
        # Of a building or body that says what it is by its name: other names may be persons'.
        placed = regex.search(
            rf"(?<!\b(?!The )\p{{Lu}}[\p{{L}}.]* ){loosen(subject)},? (?:(?:which|that) is )?(?:located |situated |based )?{_IN}(?P<v>{shape_of('place')})",
            text,
            timeout=SECONDS,
        )
    if placed is not None and not is_adjective(placed["v"]) and not _GOES_ON.match(text[placed.end("v") :]):
        span = _cut(placed)
        yield value_of("place", text[slice(*span)]), *span, "lies there"


def _cut(placed: regex.Match[str]) -> tuple[int, int]:
    """`Moss in Ek County` is Moss; a name such as `Stoke on Trent` has its preposition joined to it."""
    start, end = placed.span("v")
    inner = regex.search(r",? in(?: the)? ", placed["v"])
    return start, start + inner.start() if inner else end


def _shift(span: tuple[int, int], by: int) -> tuple[int, int]:
    return span[0] + by, span[1] + by


def _introduced_in(text: str) -> regex.Match[str] | None:
    """Where a first sentence says that its topic is a thing in one place; of a person it says where he works."""
    plain = regex.sub(r"\([^()]*\)", lambda match: " " * len(match[0]), text)
    found = regex.search(
        rf"\b(?:is|was|are|were) (?P<what>(?:a|an|the|one of) [^,;.]{{2,120}}?) {_IN}(?P<v>{shape_of('place')})(?! and (?:the )?\p{{Lu}})",
        plain,
        timeout=SECONDS,
    )
    if found is None or regex.search(
        r"\b(?:in|who|which|that|near|from|for|with|about|set|north|south|east|west)\b|(?<!locat|situat|bas|headquarter)(?:ed|shot|held|born)$",
        found["what"],
    ):
        return None
    return found if _is_site(found["what"]) else None


def _introduces_site(opening: str) -> bool:
    """Whether a first sentence calls its topic a thing that is in one place."""
    found = regex.search(r"\b(?:is|was|are|were) (?P<what>(?:a|an|the|one of) [^,;.()]{2,120})", opening)
    return found is not None and _is_site(found["what"])


def _is_site(what: str) -> bool:
    phrase = regex.sub(r"^one of (?:the )?", "", what)
    nouns = stems_of(
        regex.split(r" (?:of|in|at|on|for|with|from|near|located|situated|based|built)\b", phrase)[0]
    )
    return bool(nouns) and nouns[-1] in nouns_for("site")


def _verbs(verb: str, more: str, subject: str, title: str, one: Sentence) -> Iterator[Token]:
    text = one.text
    topical = one.first or PRONOUN.match(text) or tokens_of(title)[-1:] == tokens_of(text)[1:2]
    if not (is_named(subject, text) or (is_topical(subject, title) and topical)):
        return
    root = stem(verb)
    there = stems_of(text)
    if not any(same_stem(root, other) for other in there):
        return
    wanted = content_of(more)
    if not all(any(same_stem(word, other) for other in [*there, *stems_of(title)]) for word in wanted):
        return
    for token in parse(text):
        said = same_stem(stem(token.text), root) or same_stem(stem(token.lemma_), root)
        if token.pos_ == "VERB" and said and not any(kid.dep_ == "neg" for kid in token.children):
            yield token

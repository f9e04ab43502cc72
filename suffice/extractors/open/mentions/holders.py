"""Who or what is the wife, chairman or capital of a thing: `Ann Ek, the wife of Bo`, `Bo's wife Ann Ek`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import regex

from suffice.extractors.lexicon import ValueType
from suffice.extractors.open.mentions.names import (
    NAME,
    PRONOUN,
    Answers,
    Sentence,
    is_named,
    is_topical,
    loosen,
    person_of,
    term_of,
)
from suffice.extractors.open.mentions.phrases import read_phrase, subject_of
from suffice.extractors.open.syntax import parse
from suffice.extractors.patterns import SECONDS
from suffice.extractors.tables import read_table
from suffice.extractors.text import fold, tokens_of

if TYPE_CHECKING:
    from spacy.tokens import Token

__all__ = ["is_relative", "read_holder"]

_RELATIVES = frozenset(
    [
        "spouse",
        "sibling",
        "sister",
        "brother",
        "father",
        "mother",
        "child",
        "son",
        "daughter",
        "wife",
        "husband",
        "parent",
        "twin",
    ]
)
_KIN = {
    "spouse": ("wife", "husband", "spouse", "widow"),
    "sibling": ("sister", "brother", "sibling"),
    "father": ("father",),
    "mother": ("mother",),
    "child": ("son", "daughter", "child"),
    "ceo": ("ceo", "CEO", "chief executive officer", "chief executive"),
    "chairman": ("chairman", "chairwoman", "chairperson", "chair"),
}
#: Who holds an office for another, or held it, is not who holds it.
_NEARLY = r"(?:vice|deputy|assistant|acting|interim|honorary|associate|former|past|ex|outgoing|incoming|founding|co|shadow|emeritus|elect)"
#: `Thomas, Count of Orrin, son of Bo`: the rank is no name.
_RANK = regex.compile(
    r"(?:(?:Grand|Crown|Arch)[ \-]?)?(?:King|Queen|Prince|Princess|Duke|Duchess|Count|Countess|Earl|Lord|Lady|Baron|Baroness|Marquis|Marquess|Margrave|"
    r"Landgrave|Elector|Emperor|Empress|Viscount|Tsar|Sultan|Bishop|Archbishop|Pope|President|Governor|Archduke|Archduchess)\b(?: (?:of|and|regnant|consort)\b.*|)$"
)
_CHILD_OF = {"father": "son|daughter|child", "mother": "son|daughter|child"}


def is_relative(noun: str) -> bool:
    """Whether a noun tells a relative.

    >>> is_relative("elder brother"), is_relative("mayor")
    (True, False)
    """
    return noun.lower().split()[-1] in _RELATIVES


def read_holder(noun: str, subject: str, value: ValueType, title: str, one: Sentence) -> Answers:
    """Who or what is the `noun` of the subject."""
    text = one.text
    words = noun.split()
    nouns = _KIN.get(words[-1], (words[-1],))
    before = "".join(rf"{regex.escape(word)} " for word in words[:-1])
    some = rf"{before}(?:{'|'.join(map(regex.escape, nouns))})"
    if words[-1] == "spouse":
        # Who was the first is not the one that there is.
        kin = r"(?:second|third|late|own|only|current|real-life|future|famed|beloved|\p{Ll}+ and)[ \-]?"
    elif words[-1] in _RELATIVES:
        kin = r"(?:first|second|third|late|younger|older|elder|only|eldest|youngest|own|real-life|fellow|famed|twin|\p{Ll}+ and)[ \-]?"
    else:
        kin = r"(?:current|incumbent|present|long-?time|new|newly elected|own|\p{Ll}+ and)[ \-]?"
        if regex.search(rf"\b{_NEARLY}[ \-]+(?:{some})", text, flags=regex.I) or regex.search(
            rf"(?:{some})[ \-](?:elect|emeritus|designate)\b", text
        ):
            return
    also = r"(?:(?:[\p{Ll}\p{Lu}]+,? )?(?:and|&) (?:[\p{L}]+ ){1,3})?"
    is_topic = is_topical(subject, title)
    # `The 2017 A leadership election`: whom the members chose.
    contest = regex.search(
        rf"\b{loosen(subject)} (?:leadership|presidential|chairmanship) (?:election|convention|race|contest)$",
        title,
    )
    of_office = contest or regex.search(rf"\b(?:{some}) of (?:the )?{loosen(subject)}$", title, flags=regex.I)
    if not is_topic and not is_named(subject, text) and not of_office:
        return
    whole = (
        rf"(?:{loosen(subject)})(?![\p{{L}}]|-\p{{L}}| (?:[IVX]+|Jr|Sr|Junior|Senior|\p{{Lu}}\p{{Ll}}+)\b)"
    )
    # `the wife of Ann Ek's father` is not hers.
    name = rf"(?:(?<!\p{{Lu}}\p{{L}}+ of ){whole}(?!['’]s?\b))"
    # `the son of the painter Bo Ek`
    persons = "|".join(sorted(set(read_table("general")["nouns"]["person"]) - _RELATIVES))
    rank = rf"(?:(?:[\p{{L}}'’\-]+ ){{0,4}}?(?:{persons}) )?" if words[-1] in _RELATIVES else ""
    kind = NAME
    forms = [
        rf"(?P<v>{kind}),? (?:\([^()]*\),? )?(?:who (?:is|was) )?(?:the |a |an )?(?:{kin} ?){{0,2}}(?:[\p{{Ll}}\-]+ and )?{some} {also}of (?:the )?{rank}{name}",
        rf"(?P<v>{kind}) (?:\([^()]*\) ){{0,2}}(?:is|was|became|has been) (?:an? [^,.;]{{0,60}}?(?:and |, known for being ))?(?:the )?(?:{kin} ?){{0,2}}(?:[\p{{Ll}}\-]+ and )?{some} {also}of (?:the )?{rank}{name}",
        rf"{whole}['’]s? (?:{kin} ?){{0,2}}{some},? (?:is |was |were )?(?P<v>{kind})",
        rf"(?:{kin} ?){{0,2}}{some} {also}of (?:the )?{name},? (?:is |was )?(?P<v>{kind})",
    ]
    if words[-1] not in _RELATIVES:
        forms += [
            rf"{name}[^.;]{{0,40}}? (?:is|was) (?:currently )?(?:headed|led|chaired|governed|run|presided over) by (?:(?:the|its) )?(?:current )?{some} (?P<v>{kind})",
            rf"(?P<v>{kind}) (?:\([^()]*\) )?(?:serves|served|has served|is serving|was serving) as (?:the )?(?:{kin} ?)?{some} {also}(?:of|for) (?:the )?{name}",
            rf"(?P<v>{kind}) (?:\([^()]*\) )?(?:has been|was elected|was appointed|was named|was chosen|was sworn in) (?:as )?(?:the )?(?:new )?{some} {also}of (?:the )?{name}",
        ]
        if is_topic or contest or is_named(subject, text):
            # Whom a party's members choose leads all of it.
            plain = rf"(?:{before})?" if before.strip() in ("federal", "national", "current") else before
            forms.append(
                rf"\b(?:members|delegates|party|board|board of directors|directors|voters|shareholders|It|it) (?:\p{{Ll}}+ly )?(?:chose|elected|selected|picked|appointed|named) (?P<v>{kind})"
                rf" (?:as |to be )?(?:its |their |the |a )?(?:new |next |first )?{plain}(?:{'|'.join(map(regex.escape, nouns))})\b"
            )
        if regex.search(rf"(?:{some}) of (?:the )?{name}$|^{name} {some}$", title, flags=regex.I):
            forms.append(rf"\b(?:Incumbent|Current holder)(?: is)? (?P<v>{kind}) since\b")
            forms.append(
                rf"\b[Tt]he (?:current|incumbent|present) (?:{some}|holder|office-?holder|incumbent),? (?:is )?(?P<v>{kind})"
            )
    if words[-1] in _CHILD_OF:
        child = _CHILD_OF[words[-1]]
        second = rf"(?:{NAME}(?:, [^,;.]{{0,40}},)? and (?:his |her )?(?:\p{{Ll}}+ ){{0,2}})"
        if words[-1] == "father":
            forms.append(
                rf"{name},? (?:\([^()]*\),? )?(?:is |was )?(?:the |a )?(?:{kin} ?){{0,2}}(?:{child}) of (?:[\p{{Ll}}]+ ){{0,3}}(?P<v>{NAME})"
            )
        else:
            forms.append(
                rf"{name},? (?:\([^()]*\),? )?(?:is |was )?(?:the |a )?(?:{kin} ?){{0,2}}(?:{child}) of (?:[\p{{Ll}}]+ ){{0,3}}{second}(?P<v>{NAME})"
            )
    owned = len(forms)
    if is_topic or is_named(subject, text):
        # `her father, the naturalist Ann Ek`: whose it is must be the one person named before.
        forms.append(
            rf"\b(?:his|her|their|its|His|Her|Their|Its) (?:{kin} ?){{0,2}}{some},? (?:[\p{{Ll}}\-]+ ){{0,5}}(?P<v>{kind})"
        )
    for number, form in enumerate(forms):
        for match in regex.finditer(form, text, timeout=SECONDS):
            start, end = match.span("v")
            if number == owned and not is_topic and not _only_name(text[: match.start()], subject):
                continue
            if regex.search(r"-$|\p{Lu}\p{L}+ (?:de|y|von|van) $", text[:start]):
                continue  # part of a longer name
            surface = text[start:end]
            if fold(surface) == fold(subject) or is_named(subject, surface) or _RANK.match(surface):
                continue
            term = person_of(surface) if value == "person" else term_of(value, surface)
            yield term, start, end, f"the {noun} of it"
    # `Ann Ek ended up as Acme's first chairman`: by the parse.
    place = regex.search(
        rf"(?:{whole}['’]s? (?:{kin} ?){{0,2}}(?P<n>{some})\b|\b(?P<n>{some}) {also}of (?:the )?{name})",
        text,
        timeout=SECONDS,
    )
    if place:
        holder = _holder_of(text, *place.spans("n")[0])
        if holder is not None:
            yield from read_phrase(holder, value, one, f"the {noun} of it")
    # `He is the chairman of Acme`, said of the topic: the topic is named where the sentence begins.
    if one.first or PRONOUN.match(text):
        form = rf"(?:is|was|became|serves as|served as|being) (?:[^.;]{{0,80}}?\b)?(?:the |a |an )(?:{kin} ?){{0,2}}(?:[\p{{Lu}}\p{{Ll}}\-]+(?:,| and) )?{some} {also}of (?:the )?{name}"
        said = regex.search(form, text, timeout=SECONDS)
        if said and one.first and not is_topic:
            opening = regex.match(rf"(?P<v>{NAME})", text)
            if opening and set(tokens_of(title)) & set(tokens_of(opening["v"])):
                yield term_of(value, opening["v"]), *opening.span("v"), f"the {noun} of it"


def _holder_of(text: str, start: int, end: int) -> Token | None:
    """Who a noun is said of: the subject of `is` or `as`."""
    span = parse(text).char_span(start, end, alignment_mode="expand")
    if span is None:
        return None
    noun = span.root
    if noun.dep_ in ("attr", "oprd"):
        return subject_of(noun.head)
    if noun.dep_ == "pobj" and noun.head.lower_ == "as":
        verb = noun.head.head
        for _ in range(3):
            found = subject_of(verb) if verb.pos_ in ("VERB", "AUX") else None
            if found is not None:
                return found
            verb = verb.head
    return None


def _only_name(before: str, subject: str) -> bool:
    """Whether the subject is the last person named before a pronoun."""
    names = [match for match in regex.finditer(NAME, before) if len(match[0].split()) > 1]
    if not names or fold(names[-1][0]) != fold(subject):
        return False
    # `She was with Ann Ek when her son ...`: hers who was meant before.
    return not regex.search(r"\b(?:[Hh]e|[Ss]he|[Hh]is|[Hh]er)\b", before[: names[-1].start()])

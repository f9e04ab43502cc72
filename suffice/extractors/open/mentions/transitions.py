"""What became of a thing: which company came out of it, when a state joined the union."""

from __future__ import annotations

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
    term_of,
    trim,
)
from suffice.extractors.patterns import SECONDS
from suffice.extractors.values import shape_of, value_of

__all__ = ["ADMITTED", "SUCCEEDED", "read_admission", "read_successor"]

#: Wordings that ask what came out of a thing.
SUCCEEDED = regex.compile(
    r"(?:What|(?:What|Which) [\p{L} ]+?) (?:followed|succeeded|replaced|came after|(?:was|is) the successor (?:of|to)) (?:the )?\{0\}\?|"
    r"What (?:is|was) the successor (?:of|to) (?:the )?\{0\}\?|What did (?:the )?\{0\} (?:become|turn into|merge into)\?"
)
#: Wordings that ask when a state joined a union of states.
ADMITTED = regex.compile(
    r"(?:When|In what year|What year) (?:did|was) (?:the )?(?:state of )?\{0\} (?:(?:become|became) (?:a )?(?:part|member) of (?:the )?(?:United States(?: of America)?|U\.?S\.?A?\.?|US|USA|Union)|"
    r"(?:become|became) a (?:U\.?S\.? )?state|(?:join|enter) (?:the )?(?:Union|United States|U\.?S\.?A?\.?)|(?:gain|achieve|get|receive) statehood|"
    r"admitted (?:in)?to (?:the )?(?:Union|United States)(?: as a state)?)\?"
)
_FORMING = r"(?:formed|founded|created|established|born)"
_NOT_YET = regex.compile(
    r"\b(?:proposed|planned|announced|agreed|attempt\w*|tried|failed|abandoned|would|will|blocked|rejected|talks?|almost|nearly)\b"
)
_NTH = r"(?:the )?(?:\d+(?:st|nd|rd|th)|first|second|third|[\p{Ll}\-]+th|newest|last) (?:U\.S\. |American )?state\b"
_JOINED = rf"(?:(?:was |were )?(?:officially |formally )?(?:admitted (?:in)?to|entered|joined) the (?:Union|United States)|(?:became|was admitted as) {_NTH}|(?:achieved|gained|attained|was granted) statehood)"


def read_successor(subject: str, value: ValueType, title: str, one: Sentence) -> Answers:
    """What a thing merged or turned into: `A merged with B to form C`, `C was formed by the merger of A and B`.

    Args:
        subject: what is asked about.
        value: type of the value.
        title: of the passage.
        one: the sentence.
    """
    text = one.text
    if _NOT_YET.search(text):
        return
    topical = is_topical(subject, title)
    if not is_named(subject, text) and not (topical and (one.first or PRONOUN.match(text))):
        return
    whole = rf"(?:{loosen(subject)})(?![\p{{L}}\p{{N}}]| \p{{Lu}})"
    it = rf"(?:{whole}|(?<=^)(?:It|The \p{{Ll}}+))" if topical else whole
    merged = rf"merger (?:of|between) (?:[^.;]*? (?:and|with) )?(?:the )?{whole}"
    forms = (
        rf"{it}[^.;]{{0,60}}? (?:merged|combined|consolidated|amalgamated) (?:in \d{{4}} )?with [^.;]+? to (?:form|become|create) (?:the )?(?P<v>{NAME})",
        rf"{it}(?: \([^()]*\))?,? (?:was |has been )?(?:later |then |subsequently )?(?:renamed|rebranded|reorganized|reorganised|restructured|re-formed|reincorporated) (?:as |to |into |itself )?(?:the )?(?P<v>{NAME})",
        rf"(?P<v>{NAME})(?: \([^()]*\))? (?:was|is)\b[^.;]{{0,80}}\b{_FORMING}\b[^.;]{{0,60}}\b{merged}",
        rf"{whole} (?:and|merged with) [^.;]+? (?:merged|combined) to (?:form|become|create) (?:the )?(?P<v>{NAME})",
    )
    for form in forms:
        match = regex.search(form, text, timeout=SECONDS)
        if match:
            start, end = trim(text, *match.span("v"))
            # A page's own thing is called as its title is: `The Orrin Dell Corporation` is Orrin Dell.
            own = regex.search(loosen(title), text[start:end], flags=regex.I) if title else None
            if own:
                start, end = start + own.start(), start + own.end()
            yield term_of(value, text[start:end]), start, end, "came out of it"
            return


def read_admission(subject: str, title: str, one: Sentence) -> Answers:
    """When a state joined its union: `On May 1, 1817, A became the 20th state`.

    Args:
        subject: the state.
        title: of the passage.
        one: the sentence.
    """
    text = one.text
    if _NOT_YET.search(text):
        return
    name = rf"(?:[Tt]he )?(?:State of )?(?:{loosen(subject)})(?![\p{{L}}\p{{N}}]| \p{{Lu}})"
    topical = is_topical(subject, title)
    it = rf"(?:{name}|(?<=^)(?:It|The state)|, it)" if topical else name
    said = regex.search(rf"{it}(?:,? which)? {_JOINED}|became {name},? {_NTH}", text, timeout=SECONDS)
    if said is None or regex.search(r"\bbefore (?:it |the )?[^.;]{0,30}$", text[: said.start()]):
        return
    day = shape_of("date")
    behind = regex.compile(rf"(?: of the Union| in the Union)?,? (?:on|in) (?P<v>{day})").match(
        text, said.end(), timeout=SECONDS
    )
    before = regex.match(rf"\W*(?:On|In) (?P<v>{day})", text, timeout=SECONDS)
    found = behind or before
    if found:
        start, end = found.span("v")
        yield value_of("date", text[start:end]), start, end, "joined then"

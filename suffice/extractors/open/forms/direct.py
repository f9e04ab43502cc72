"""Plain questions about one named thing, asked as they are: `How many shops does Lowen Trust have?`

>>> from suffice.extractors.lexicon import read_lexicon
>>> reading = read_direct("Who was the main vocal of \\"Tidal Blue\\"?")
>>> reading.names, [one.wording for one in reading.described]
(('Tidal Blue',), ['Who was the main vocal of {0}?'])
>>> read_direct("Who taught the sculptor that made Tidal Blue?") is None
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import regex

from suffice.extractors.lexicon import ValueType
from suffice.extractors.open.asked import read_asked, type_of_noun
from suffice.extractors.open.conditions.soundness import is_sound
from suffice.extractors.open.descriptions.spans import descriptions_in
from suffice.extractors.open.descriptions.steps import Step, is_well_formed
from suffice.extractors.open.forms.chains import class_of, read_chain
from suffice.extractors.open.forms.names import mask, names_at
from suffice.extractors.open.syntax import parse
from suffice.extractors.questions import Reading

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

__all__ = ["read_direct"]

_PREPOSITION = r"(?:In|On|At|For|From|To|By|With|Under|During|Of|Against)"
#: How a plain question begins; what the noun behind `which` or `what` is, the parse tells.
_BEGINS = regex.compile(
    rf"(?:Who|Whom|When|Where|How (?:many|much|high|tall|long|deep|far|big|large)|(?:{_PREPOSITION} )?(?:What|Which|what|which|whom))\b"
)
#: What makes a question more than plain: a second clause or choice, an exclusion, a comparison, an age, one of several.
_MORE = regex.compile(
    r"\b(?:who|whom|whose|which|that|where|when|what|why|how|if|because|although|while|than|or|other|another|else|same|also|"
    r"both|each|more|most|less|least|fewer|fewest|only|besides|unlike|he|she|they|them|him|these|those|this|age|aged|old|alive|"
    r"happened|happens|difference|between|common|according|following|as well as)\b",
    regex.I,
)
#: Several are asked for.
_SEVERAL = regex.compile(r"(?:What|Who|Which) (?:are|were) (?:the |some |all |two |three )?\p{Ll}+")
#: Two whole questions, or a sentence before the question.
_SENTENCES = regex.compile(r"[\p{L}\"][.?!]\"? +\p{Lu}\p{Ll}+ .*\?$|\?.")
_IS = regex.compile(r"(?:Who|What|When|Where) (?:is|was) ")
_IS_WHAT = regex.compile(r"What (?:is|was) (?P<name>.+)\?")


def read_direct(question: str, *, bare: bool = False) -> Reading | None:
    """The reading of a plain question, which is worded by itself; None where more is described in it than one named thing.

    Args:
        question: with its question mark.
        bare: whether it may ask nothing but what the thing is.
    """
    begin = _BEGINS.match(question)
    plain = mask(question)
    if (
        begin is None
        or _MORE.search(plain, begin.end())
        or _SEVERAL.match(plain)
        or _SENTENCES.search(plain)
        or not question.endswith("?")
        or question.count('"') % 2
        or len(question.split()) > 25
    ):
        return None
    spans = list(names_at(question))
    document = parse(question)
    chosen = _chosen(question, spans, document)
    if chosen is None:
        return None
    start, end = chosen
    name = question[start:end].strip('"')
    wording = f"{question[:start]}{{0}}{question[end:]}"
    if (whole := _IS_WHAT.fullmatch(question)) and whole["name"] == question[start:end]:
        return read_chain([(Step(wording, name, "text"), "")], "open direct") if bare else None
    if not _is_plain(question, document, chosen, spans):
        return None
    asked = read_asked(wording, name)
    noun = asked.noun if regex.search(r"\b(?:what|which) \p{L}", begin[0] + question[begin.end() :][:2], regex.I) else ""
    value: ValueType = "person" if regex.match(rf"{_PREPOSITION} whom\b", question) else asked.value
    step = Step(wording, name, value)
    year = bool(regex.match(r"(?:(?:In|During) )?(?:what|which) year\b", question, regex.I))
    reading = read_chain([(step, class_of(noun, asked.value))], "open direct", year=year and asked.value == "date")
    return reading if is_well_formed(step) and is_sound(reading) else None


def _chosen(text: str, spans: list[tuple[int, int]], document: Doc) -> tuple[int, int] | None:
    """The name that a question is about: in quotes, else subject or object of a verb, else what something is of; the longest of them."""

    def rank(span: tuple[int, int]) -> tuple[int, int]:
        start, end = span
        token = _head(document, span)
        if text[start] == '"':
            place = 4
        elif token is None:
            place = 0
        elif token.dep_ in ("nsubj", "nsubjpass", "dobj", "attr"):
            place = 3
        elif token.dep_ == "poss" or (token.dep_ == "pobj" and token.head.lower_ == "of"):
            place = 2
        else:
            place = 1
        return place, end - start

    return max(spans, key=rank, default=None)


def _head(document: Doc, span: tuple[int, int]) -> Token | None:
    found = document.char_span(*span, alignment_mode="expand")
    return found.root if found is not None else None


def _is_plain(text: str, document: Doc, chosen: tuple[int, int], spans: list[tuple[int, int]]) -> bool:
    """Whether a question has one clause, asks for one thing, and describes nothing on the way from its verb to the name."""
    if any(text[end:].strip(" ?") or not _IS.fullmatch(text, 0, start) for start, end in descriptions_in(text)):
        return False
    asked = next((one for one in document if one.tag_ in ("WP", "WDT", "WRB", "WP$")), None)
    if asked is None:
        return False
    for token in document:
        if any(start <= token.idx < end for start, end in spans):
            continue
        if token.tag_ in ("JJR", "JJS", "RBR", "RBS") or (
            token.dep_ in ("relcl", "acl", "advcl", "ccomp", "parataxis") and token.pos_ in ("VERB", "AUX")
        ):
            return False
        if token.dep_ == "conj" and token.pos_ in ("VERB", "AUX"):
            return False
        # `When did the company open in Orrin?`: which company is not said.
        if token.dep_ in ("nsubj", "nsubjpass") and token.pos_ == "NOUN" and _describes(token, asked):
            return False
    if any(_joined(document, one) for one in spans):
        return False
    if asked.dep_ == "det" and asked.head.tag_ in ("NNS", "NNPS"):
        return False
    token = _head(document, chosen)
    while token is not None and token.head.i != token.i:
        token = token.head
        inside = chosen[0] <= token.idx < chosen[1]
        if token.pos_ == "NOUN" and not inside and token.dep_ not in ("attr", "ROOT") and _describes(token, asked):
            return False
    return True


def _describes(noun: Token, asked: Token) -> bool:
    """Whether a noun stands for a thing that is not named: not the noun that is asked for, no event or quality."""
    if asked.head.i == noun.i and asked.dep_ == "det":
        return False
    return type_of_noun(noun.lower_) != "text"


def _joined(document: Doc, span: tuple[int, int]) -> bool:
    """Whether a name is one of several, `Ann Ek and Bo Ek`."""
    before, behind = document.text[: span[0]], document.text[span[1] :]
    return bool(
        regex.match(r",? (?:and|&) (?:the )?[\p{Lu}\"]", behind)
        or regex.search(r"[\p{Lu}\"][\p{L}.\-]*\"?,? (?:and|&) (?:the )?$", before)
    )

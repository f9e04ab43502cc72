"""Plain questions about one named thing, asked as they are: `When did Orrin become part of Damer?`

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
from suffice.extractors.open.forms.names import TITLES, mask, names_at
from suffice.extractors.open.syntax import parse
from suffice.extractors.questions import Reading

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

__all__ = ["read_direct"]

_PREPOSITION = r"(?:In|On|At|For|From|To|By|With|Under|During|Of|Against)"
#: How a plain question begins; what the noun behind `which` or `what` is, the parse tells.
_BEGINS = regex.compile(
    rf"(?:Who|Whom|When|Where|How (?:many|much)|(?:{_PREPOSITION} )?(?:What|Which|what|which|whom))\b"
)
#: What makes a question more than plain: a second clause or choice, an exclusion, a comparison, an age, one of several.
_MORE = regex.compile(
    r"\b(?:who|whom|whose|which|that|where|when|what|why|how|if|because|although|while|than|or|other|another|else|same|also|"
    r"both|each|more|most|less|least|fewer|fewest|only|besides|unlike|he|she|they|them|him|these|those|this|age|aged|old|alive|"
    r"happened|happens|difference|between|common|according|following|as well as)\b",
    regex.I,
)
_THINGS = ("person", "place", "organisation", "work", "country")
#: Several are asked for.
_SEVERAL = regex.compile(
    r"(?:What|Who|Which) (?:(?:are|were) (?:the |some |all |two |three )?\p{Ll}+|(?:one )?(?:of|among)\b)"
)
_BEHIND_VERB = regex.compile(r"\b(?:did|does|do|is|was|has|had|will|can) (?:the )?$")
_DID = regex.compile(r"\b(?:did|does|do)\b")
_BE = regex.compile(r"\b(?:is|was|are|were) (?:the )?$")
_IS = regex.compile(r"(?:Who|What|When|Where) (?:is|was) ")
#: How many a thing has, the linker takes from `12 shops in Denmark` and `had 12 shops in 1990` too: for a whole question that is too little.
_HAS = regex.compile(r"How many [^{]+ (?:does|do|did|has|had) (?:the )?\{0\}(?: have)?\?")
#: Stand for the names of a question, in order.
_SINGLE = tuple(f"X{vowel}vi{end}" for end in ("a", "o") for vowel in "aeiou")
#: `Who shot the 20th President of A?` describes him.
_OFFICE = regex.compile(rf"(?<=. )(?:the |a )(?:[\p{{L}}\d]+ ){{0,2}}{TITLES} of (?:the )?\{{0\}}")
#: What may stand behind `the currency of A`, and is said of it: no verb.
_ADJUNCT = regex.compile(
    r"(?: (?:in|before|after|during|by|as of|until|at|on|since|under) (?:the )?[\p{L}\p{N} ]+)?[ ?]*"
)
_PLURAL = regex.compile(r"(?!series|species|news)\p{L}{3,}(?<!s|u|i)s")
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
        or not question.endswith("?")
        or question.count('"') % 2
        or len(question.split()) > 25
    ):
        return None
    text, spans, names = _put_single(question)
    document = parse(text)
    chosen = _chosen(text, spans, document, names)
    if chosen is None:
        return None
    start, end = chosen
    name = _put_back(text[start:end], names).strip('"')
    wording = _put_back(f"{text[:start]}{{0}}{text[end:]}", names)
    if (whole := _IS_WHAT.fullmatch(text)) and whole["name"] == text[start:end]:
        return read_chain([(Step(wording, name, "text"), "")], "open direct") if bare else None
    if (
        _HAS.fullmatch(wording)
        or wording.endswith("{0}'s?")
        or _OFFICE.search(_IS.sub("", wording, count=1))
        or not _is_plain(text, document, chosen, spans)
    ):
        return None
    asked = read_asked(wording, name)
    noun = (
        asked.noun
        if regex.search(r"\b(?:what|which) \p{L}", begin[0] + question[begin.end() :][:2], regex.I)
        else ""
    )
    value: ValueType = "person" if regex.match(rf"{_PREPOSITION} whom\b", question) else asked.value
    step = Step(wording, name, value)
    year = bool(regex.match(r"(?:(?:In|During) )?(?:what|which) year\b", question, regex.I))
    reading = read_chain(
        [(step, class_of(noun, asked.value))], "open direct", year=year and asked.value == "date"
    )
    return reading if is_well_formed(step) and is_sound(reading) else None


def _put_single(question: str) -> tuple[str, list[tuple[int, int]], dict[str, str]]:
    """The question with one word for each name, which no parse breaks; where those stand, and what they stand for.

    >>> _put_single("Who played Ann Ek in The Tin Harbour?")[0]
    'Who played Xavia in Xevia?'
    """
    spans: list[tuple[int, int]] = []
    names: dict[str, str] = {}
    text, place = "", 0
    for (start, end), word in zip(names_at(question), _SINGLE, strict=False):
        text += question[place:start]
        spans.append((len(text), len(text) + len(word)))
        names[word] = question[start:end]
        text += word
        place = end
    return text + question[place:], spans, names


def _put_back(text: str, names: dict[str, str]) -> str:
    for word, name in names.items():
        text = text.replace(word, name)
    return text


def _chosen(
    text: str, spans: list[tuple[int, int]], document: Doc, names: dict[str, str]
) -> tuple[int, int] | None:
    """The name that a question is about: in quotes, else its subject, else an object or what something is of; the longest of them."""

    def rank(span: tuple[int, int]) -> tuple[int, int]:
        start, end = span
        token = _head(document, span)
        role = token.dep_ if token is not None else ""
        name = names[text[start:end]]
        if name[0] == '"':
            place = 5
        elif token is not None and _is_before_noun(token):
            place = 1
        elif role in ("nsubj", "nsubjpass") or _BEHIND_VERB.search(text, 0, start):
            place = 4
        elif role in ("dobj", "attr"):
            place = 3
        elif role == "poss" or (token is not None and role == "pobj" and token.head.lower_ == "of"):
            place = 2
        else:
            place = 1
        return place, len(name)

    chosen = max(spans, key=rank, default=None)
    token = _head(document, chosen) if chosen is not None else None
    # `the Orrin fire` is another thing than Orrin; behind `did` a noun may be the verb.
    while chosen is not None and token is not None and _is_before_noun(token):
        token = token.head
        if type_of_noun(token.lower_) in _THINGS:
            return None
        if _DID.search(text[: chosen[0]]) and not any(one.pos_ == "VERB" for one in document[token.i + 1 :]):
            break
        chosen = chosen[0], token.idx + len(token)
    return chosen


def _is_before_noun(token: Token) -> bool:
    """Whether a noun follows that a name belongs to: `the Orrin fire`, `UN troops`."""
    noun = token.head
    behind = noun.nbor().lower_ if noun.i + 1 < len(noun.doc) else ""
    # `What is Orrin part of?`
    return token.dep_ in ("compound", "nmod") and noun.i == token.i + 1 and behind != "of"


def _head(document: Doc, span: tuple[int, int]) -> Token | None:
    found = document.char_span(*span, alignment_mode="expand")
    return found.root if found is not None else None


def _is_plain(text: str, document: Doc, chosen: tuple[int, int], spans: list[tuple[int, int]]) -> bool:
    """Whether a question has one clause, asks for one thing, and describes nothing on the way from its verb to the name."""
    if any(
        not (_ADJUNCT.fullmatch(text, end) and _IS.fullmatch(text, 0, start))
        for start, end in descriptions_in(text)
    ):
        return False
    asked = next((one for one in document if one.tag_ in ("WP", "WDT", "WRB", "WP$")), None)
    if asked is None:
        return False
    for token in document:
        # `What was A awarded by B?`: the participle is the question's own.
        own = token.tag_ == "VBN" and token.idx == chosen[1] + 1 and _BE.search(text, 0, chosen[0])
        if own or any(start <= token.idx < end for start, end in spans):
            continue
        if token.tag_ in ("JJR", "JJS", "RBR", "RBS") or (
            token.dep_ in ("relcl", "acl", "advcl", "ccomp", "parataxis")
            and token.pos_ in ("VERB", "AUX")
            # `What firm did A merge with?`, where `did` is taken for the verb.
            and not (token.dep_ == "ccomp" and token.head.lower_ in ("did", "does", "do"))
        ):
            return False
        if token.dep_ == "conj" and token.pos_ in ("VERB", "AUX"):
            return False
        # `When did Orrin, a port, join it?`
        if token.dep_ == "appos" and token.pos_ == "NOUN":
            return False
        # `When did the company open in Orrin?`: which company is not said.
        if token.dep_ in ("nsubj", "nsubjpass") and token.pos_ == "NOUN" and _describes(token, asked):
            return False
    if any(_joined(document, one) for one in spans):
        return False
    if asked.dep_ == "det" and (asked.head.tag_ in ("NNS", "NNPS") or _PLURAL.fullmatch(asked.head.lower_)):
        return False
    head = _head(document, chosen)
    for token in head.ancestors if head is not None else ():
        inside = chosen[0] <= token.idx < chosen[1]
        # `the band Sabel Tigers`: the noun tells what the thing is.
        inside = inside or token.idx + len(token) + 1 == chosen[0]
        if (
            token.pos_ == "NOUN"
            and not inside
            and token.dep_ not in ("attr", "ROOT")
            and _describes(token, asked)
        ):
            return False
    return True


def _describes(noun: Token, asked: Token) -> bool:
    """Whether a noun stands for a thing that is not named: not the noun that is asked for, no event or quality."""
    if asked.head.i == noun.i and asked.dep_ == "det":
        return False
    # `What was the port of Orrin?` asks for it.
    if asked.dep_ == "attr" and noun.dep_ == "nsubj" and noun.head.i == asked.head.i:
        return False
    return type_of_noun(noun.lower_) in _THINGS


def _joined(document: Doc, span: tuple[int, int]) -> bool:
    """Whether a name is one of several, `Ann Ek and Bo Ek`."""
    before, behind = document.text[: span[0]], document.text[span[1] :]
    return bool(
        regex.match(r",? (?:and|&) (?:the )?[\p{Lu}\"]", behind)
        or regex.search(r"[\p{Lu}\"][\p{L}.\-]*\"?,? (?:and|&) (?:the )?$", before)
    )

"""The same question in other words: plain order, plain marks, without what is only said in passing.

Each step keeps what the question asks for. What a clause in passing says of a named thing (`Keld Marsh, who lived in Orrin, ...`) does not
choose among things, since the name does; it is left out. Of a thing that is described it may choose, and stays.

>>> [one.text for one in reworded("Keld Marsh manages what in Orrin")]
['Keld Marsh manages what in Orrin?', 'What does Keld Marsh manage in Orrin?']
>>> [one for one in reworded("According to the census of 2001, how many people live in Orrin?")][0].lead
'According to the census of 2001, '
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import regex

from suffice.extractors.open.conditions.statements import Statement, straighten
from suffice.extractors.open.forms.names import NAME, TITLES
from suffice.extractors.open.syntax import parse

__all__ = ["Reworded", "reworded"]

_LEAD = regex.compile(
    r"(?P<lead>(?:According to|As of|During|In|On|At) (?!what\b|which\b|whom\b|whose\b|how\b)[^,?\"]+, )(?P<rest>(?:who|what|which|how|where|in|at)\b.+)",
    regex.I,
)
#: `A was what kind of film?`
_KIND = regex.compile(
    rf"(?P<who>(?:The (?:\d+ )?\p{{Ll}}+ )?{NAME}) (?P<be>is|was) (?:what|which) (?P<noun>[\p{{Ll}}\-]+(?: (?:of )?[\p{{Ll}}\-]+){{0,2}})(?P<more> (?:in|on|at) [^,]+)?\?"
)
_WHAT_BY = regex.compile(
    r"(?P<before>(?!(?:Who|What|Which|When|Where|How|In)\b)(?:(?!\b(?:who|which|that|whose|where)\b).)+) what(?P<behind> (?:by|with|about|under|against|of) (?:(?!\b(?:who|which|that|whose|where|is|was)\b).)+)\?"
)
_AUXILIARY = r"(?:is|was|are|were|has|have|had|did|does|do|will|would|can)"
_ASIDE = regex.compile(
    rf"(?P<name>{NAME})(?P<aside>, (?:(?P<rel>who|whom|whose|which|where)|an?|the|also known as|also called|born) [^,?]+?)"
    r"(?P<end>\?|,(?= \p{Ll}))"
)
#: A verb, or one word at the end.
_GOES_ON = regex.compile(rf" (?:{_AUXILIARY}\b|\p{{Ll}}+(?:\?| (?:in|on|to|for|with|from|by|at)\b))")
#: Of whom they are told, and which cannot do anything themselves.
_ATTRIBUTES = frozenset(
    [
        "profession",
        "occupation",
        "job",
        "nationality",
        "citizenship",
        "religion",
        "birthplace",
        "birthday",
        "birth",
        "death",
        "burial",
        "life",
        "career",
        "name",
        "nickname",
        "surname",
        "pseudonym",
        "title",
        "rank",
        "date",
        "year",
        "place",
        "cause",
        "reign",
        "education",
        "height",
        "weight",
        "salary",
        "ethnicity",
        "ancestry",
        "hometown",
    ]
)


@dataclass(frozen=True, slots=True)
class Reworded:
    """A question in other words.

    Args:
        text: the question.
        lead: what stood before it and tells when, or by which account: part of its last lookup.
    """

    text: str
    lead: str = ""


def reworded(question: str) -> Iterator[Reworded]:
    """The question with its marks put right, then in other words, what is changed least first.

    Args:
        question: clean, as asked.
    """
    text, lead, last = _tidy(question), "", ""
    for change in (None, *_CHANGES):
        text = change(text) if change is not None else text
        if not lead and (found := _LEAD.fullmatch(text)):
            lead, text = found["lead"], found["rest"][:1].upper() + found["rest"][1:]
        if text != last:
            yield Reworded(text, lead)
        last = text


def _tidy(text: str) -> str:
    """One question mark at the end, a capital at the beginning, quotation marks in pairs."""
    text = " ".join(regex.sub(r"[\s.?!]*$", "", text).split())
    text = regex.sub(r"\bwho(?:m's|'s(?= \p{Ll}+ (?:is|was|were|are)\b))", "whose", text)
    text = regex.sub(r',"(?= )', '"', text) if text.count('"') % 2 == 0 else text
    if text.count('"') % 2:
        text = " ".join(text.replace('"', " ").split())
    return f"{text[:1].upper()}{text[1:]}?"


def _one_sentence(text: str) -> str:
    """`A is a club. Who founded this club?` asks who founded A: the noun must be what A is."""
    found = regex.fullmatch(
        rf"(?P<name>{NAME}) (?:is|was) (?:an?|the) (?P<what>[^.?]+)\. (?P<asked>(?:What|Which|Who|When|Where|How|In)\b[^.?]+)\?",
        text,
    )
    if found is None:
        return text
    # `A is an episode of B.`: what follows is about the episode, if it says so.
    noun = regex.split(
        r",| (?:of|in|from|by|at|on|for|with|that|which|who|\p{Ll}+(?:ed|ing))\b", found["what"]
    )[0].split()[-1]
    this = f"this {noun}"
    return f"{found['asked'].replace(this, found['name'])}?" if found["asked"].count(this) == 1 else text


def _what_is(text: str) -> str:
    """`If A is a demon, B is what?`"""
    found = regex.fullmatch(
        rf"If (?:the )?{NAME} (?:is|was) [\p{{Ll}} \-]+?,? (?P<name>{NAME}) (?P<be>is|was) (?:a )?what\?",
        text,
    )
    return f"What {found['be']} {found['name']}?" if found else text


def _in_order(text: str) -> str:
    """`A manages what in B?` asks what A manages in B."""
    if found := _KIND.fullmatch(text):
        who = regex.sub(r"^The (?=\d+ |\p{Ll})", "the ", found["who"])
        return f"What {found['noun']} {found['be']} {who}{found['more'] or ''}?"
    statement = straighten(text) or _with_something(text)
    if statement is None or statement.fronted or statement.asked != "what":
        return text
    before, behind = (
        statement.text[: statement.gap].rstrip(),
        statement.text[statement.gap :].removeprefix("something"),
    )
    document = parse(f"{statement.text}.")
    verb = next((one for one in document if one.dep_ == "ROOT"), None)
    if verb is None or regex.search(r"\b(?:who|which|that|whose)\b", before):
        return text
    own = next((one for one in verb.children if one.dep_ in ("nsubj", "nsubjpass")), None)
    end = verb.idx + len(verb)
    if own is None or own.i > verb.i or end > len(before):
        return text
    helper = next(
        (one for one in verb.children if one.dep_ in ("aux", "auxpass") and own.i < one.i < verb.i), None
    )
    if verb.lemma_ == "be" and helper is None:
        helper = verb
    if helper is not None:
        subject = before[: helper.idx].strip()
        rest = before[helper.idx + len(helper) :]
        return f"What {helper.text} {subject}{rest}{behind}?"
    if verb.tag_ not in ("VBD", "VBZ", "VBP"):
        return text
    auxiliary = {"VBD": "did", "VBZ": "does", "VBP": "do"}[verb.tag_]
    return f"What {auxiliary} {before[: verb.idx].strip()} {verb.lemma_}{before[end:]}{behind}?"


def _with_something(text: str) -> Statement | None:
    """`A was given what by B`."""
    found = _WHAT_BY.fullmatch(text)
    if found is None:
        return None
    before = f"{found['before']} "
    return Statement(f"{before}something{found['behind']}", len(before), "what")


def _where_located(text: str) -> str:
    """`Where is the museum that holds A?` asks where it is located."""
    found = regex.fullmatch(
        r"Where (?P<be>is|was) (?P<what>the [\p{Ll}\- ]+? (?:that|which|where|whose|in which) .+)\?", text
    )
    return (
        f"Where {found['be']} {found['what']} located?"
        if found and not regex.search(r"(?:ed|held|born|found|built)\?$", text)
        else text
    )


def _this(text: str) -> str:
    """`This singer of A also voiced which character?` is about the singer of A."""
    found = regex.fullmatch(
        rf"This (?P<who>[\p{{Ll}}\- ]+? (?:of|from|in|behind) (?:the [\p{{Ll}} ]+)?{NAME}) (?:also )?(?P<verb>\p{{Ll}}+) (?:what|which) (?P<noun>[\p{{Ll}}\- ]+)(?P<rest> (?:in|on|for|at|with|from) .+)?\?",
        text,
    )
    if found is None:
        return text
    verb = parse(f"She {found['verb']} it.")[1]
    if verb.tag_ not in ("VBD", "VBZ"):
        return text
    auxiliary = "did" if verb.tag_ == "VBD" else "does"
    return f"Which {found['noun']} {auxiliary} the {found['who']} {verb.lemma_}{found['rest'] or ''}?"


def _without_asides(text: str) -> str:
    """Without clauses in passing that can be about nothing but a named thing."""

    def drop(match: regex.Match[str]) -> str:
        before = text[: match.start()]
        kept = match[0]
        behind_verb = regex.search(rf"\b{_AUXILIARY} (?:the (?:\p{{Ll}}+ )?)?$", before)
        if match["end"] != "?" and not behind_verb and not _GOES_ON.match(text, match.end()):
            return kept
        # `A, the maker of B and the owner of C`: a list.
        if match["rel"] is None:
            return (
                kept
                if regex.search(r"\b(?:and|or)\b", match["aside"])
                else match["name"] + match["end"].strip(",")
            )
        # `the wife of A, who died`: it may be she. Behind the question's verb, or of a mere attribute, it is A.
        owner = regex.search(r"(?P<noun>\p{Ll}+) of (?:the )?(?:\p{Ll}+ )*$", before)
        apart = owner is not None and owner["noun"] in _ATTRIBUTES and match["rel"] != "which"
        return match["name"] + match["end"].strip(",") if apart or behind_verb else kept

    return _ASIDE.sub(drop, text)


def _without_office(text: str) -> str:
    """`Keld Marsh CEO of A manages ...`: the office is said in passing."""
    return regex.sub(
        rf"^(?P<name>\p{{Lu}}\p{{L}}+(?: \p{{Lu}}[\p{{L}}.]+)+?),? (?:CEO|CFO|{TITLES}) (?:of|at) (?:the )?{NAME},?(?= \p{{Ll}})",
        r"\g<name>",
        text,
    )


def _without_commas(text: str) -> str:
    """`the arena, in which A was held, called`: the clause tells which arena."""
    return regex.sub(
        r"(?P<noun>\bthe (?:[\p{Ll}\-]+ )*\p{Ll}+), (?P<rest>(?:(?:in|on|at|for|by|of|to|with|from) which|that|which|who|whose|where) [^,?]+),?(?= |\?)",
        r"\g<noun> \g<rest>",
        text,
    )


def _offices(text: str) -> str:
    """`the 20th President of A` is described, and `President` no name."""
    return regex.sub(
        rf"\b(?P<the>[Tt]he (?:\d+(?:st|nd|rd|th) |\p{{Ll}}+ )*)(?P<title>{TITLES})(?= of (?:the )?\p{{Lu}})",
        lambda match: f"{match['the']}{match['title'].lower()}",
        text,
    )


_CHANGES: tuple[Callable[[str], str], ...] = (
    _one_sentence,
    _what_is,
    _without_commas,
    _without_asides,
    _without_office,
    _offices,
    _this,
    _where_located,
    _in_order,
)

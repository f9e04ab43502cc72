"""Questions in the order of a statement, `A received what prize?`, and what names a thing twice, `the city of A`."""

from __future__ import annotations

import regex

from suffice.extractors.open.asked import type_of_noun
from suffice.extractors.open.families.form import NAME, is_thing
from suffice.extractors.open.syntax import parse
from suffice.extractors.open.words import words_for
from suffice.extractors.values import value_of

__all__ = ["TURNS"]

_DOES_WHAT = regex.compile(
    r"(?P<who>(?:The |the )?[\p{Lu}\"][^?]*?) (?P<verb>\p{Ll}+) (?:what|which) (?P<noun>\p{Ll}+(?: \p{Ll}+)??)(?P<rest>(?: (?:in|on|at|for|from|during|with|by) [^?]+)?)\?"
)
_WHEN_DID = regex.compile(
    r"(?P<asked>When|Where) (?P<who>(?:the )?[\p{Lu}\"][^?]*?) (?P<verb>\p{Ll}+)(?P<rest>(?: [^?]+)?)\?"
)
_DID = regex.compile(
    r"(?P<before>(?:Who|Whom|What|Which|When|Where|How|In|On)\b[^?]* (?:did|does) )(?P<who>(?:the )?[\p{Lu}\"][^?]*?) (?P<verb>\p{Ll}+)(?P<rest>(?: [^?]+)?\?)"
)
_ALSO_BARE = frozenset(["found", "lay", "fell", "saw", "wound", "ground", "bound", "leave", "rose", "felt"])
_IS_WHO = regex.compile(r"(?P<what>(?!If\b)[^?]+?) (?P<be>is|was|are|were) (?P<asked>who|whom|what|where)\?")
_IN_WHICH = regex.compile(
    rf"(?P<who>{NAME}) (?P<be>is|was) (?P<what>an? [\p{{Ll}}\-]+(?: [\p{{Ll}}\-]+)?) (?P<prep>in|of|on|from) (?P<asked>(?:which|what) (?P<noun>\p{{Ll}}+(?: \p{{Ll}}+)?))\?"
)
_CITY_OF = regex.compile(
    r"\b[Tt]he (?:U\.?S\.? |federal )?(?P<kind>state|city|town|village|province|island|municipality|borough|commune|country|nation|county|river|lake) of (?P<name>[\p{Lu}][\p{L}\p{M}.'\-]*(?: [\p{Lu}][\p{L}\p{M}.'\-]*){0,2})(?= |\?|,)"
)
_TOWNS = frozenset(["city", "town", "village", "island", "borough", "commune", "river", "lake"])
_CALLED = regex.compile(
    r"\b(?P<kind>(?:[Tt]he|an?) (?:[\p{L}\-]+ ){0,3}?[\p{Ll}\-]+),? (?:(?:that |which )?(?:is|was) )?(?:also )?(?:known as|called|named|titled|entitled|by the name of) (?P<name>(?:the |The )?(?:\"[^\"]+\"|[\p{Lu}][\p{L}'\-]*(?: [\p{Lu}\p{N}][\p{L}'\-]*)*))"
)


def _ask_what(text: str) -> str:
    """`A received what prize?` asks what prize A received; what is done to A is a statement's (`A was taught by which Dane?`)."""
    found = _DOES_WHAT.fullmatch(text)
    if (
        found is None
        or not is_thing(found["who"])
        or found["verb"] in ("is", "was", "are", "were", "has", "had", "have")
    ):
        return text
    verb = parse(f"She {found['verb']} it.")[1]
    if verb.tag_ not in ("VBD", "VBZ", "VBP"):
        return text
    auxiliary = "did" if verb.tag_ == "VBD" else "does"
    who = regex.sub(r"^The (?=\p{Lu})", "the ", found["who"])
    return f"What {found['noun']} {auxiliary} {who} {verb.lemma_}{found['rest']}?"


def _ask_when(text: str) -> str:
    """`When Orrin Hall opened?`"""
    found = _WHEN_DID.fullmatch(text)
    if found is None or not is_thing(found["who"]):
        return text
    verb = found["verb"]
    if verb in ("is", "was", "are", "were", "did", "does", "has", "had", "will", "can"):
        return f"{found['asked']} {verb} {found['who']}{found['rest']}?"
    token = parse(f"She {verb} it.")[1]
    if token.tag_ not in ("VBD", "VBZ"):
        return text
    return f"{found['asked']} {'did' if token.tag_ == 'VBD' else 'does'} {found['who']} {token.lemma_}{found['rest']}?"


def _ask_bare(text: str) -> str:
    """`What did Ann win?` for `What did Ann won?`"""
    found = _DID.fullmatch(text)
    if found is None or not is_thing(found["who"]):
        return text
    verb = parse(f"She {found['verb']} it.")[1]
    # `put` and `found` are bare, too.
    if verb.tag_ != "VBD" or verb.lemma_ == found["verb"] or found["verb"] in _ALSO_BARE:
        return text
    return f"{found['before']}{found['who']} {verb.lemma_}{found['rest']}"


def _ask_who(text: str) -> str:
    """`The director of A was who?`"""
    found = _IS_WHO.fullmatch(text)
    if found is None or regex.match(r"(?:Who|What|Which|When|Where|How|Whose)\b", text):
        return text
    asked = {"whom": "Who"}.get(found["asked"], found["asked"].title())
    what = regex.sub(r"^(?:The|An?) ", lambda match: match[0].lower(), found["what"])
    return f"{asked} {found['be']} {what}?"


def _ask_in_which(text: str) -> str:
    """`A is a character in which film?`"""
    found = _IN_WHICH.fullmatch(text)
    if found is None or not is_thing(found["who"]) or type_of_noun(found["noun"]) != "work":
        return text
    return f"{found['prep'].title()} {found['asked']} {found['be']} {found['who']} {found['what']}?"


def _name_once(text: str) -> str:
    """`the state of Kansas` is Kansas, `the plan known as "A"` the plan A; but `the state of Orrin Hall` is where that is."""

    def name(match: regex.Match[str]) -> str:
        known = match["name"] in words_for("states") or value_of("country", match["name"]) is not None
        plain = match["kind"] in _TOWNS and type_of_noun(match["name"].split()[-1].lower()) == "text"
        return match["name"] if known or plain else match[0]

    text = _CITY_OF.sub(name, text)
    return _CALLED.sub(lambda match: f"{match['kind']} {match['name']}", text)


TURNS = (_name_once, _ask_what, _ask_bare, _ask_when, _ask_who, _ask_in_which)

"""Lookups worded as statements with the value left open, and as descriptions of the value.

>>> say("Who directed {0}?", "Free Guy"), say("When did {0} die?", "Ann"), say("Which city is {0} licensed to?", "WXYZ")
('Free Guy was directed by someone.', 'Ann died on some date.', 'WXYZ is licensed to some city.')
>>> say("When did {0} die?", "Ann", "1 May 1950"), say("Who wrote {0}?", "Emma", "Jane Austen")
('Ann died on 1 May 1950.', 'Emma was written by Jane Austen.')
>>> say("{0} was taught by what (Danish painter)?", "Bo"), say("{0} is a Danish painter, is it not?", "Ann")
('Bo was taught by some Danish painter.', 'Ann is a Danish painter.')
>>> describe("Who directed {0}?", "Free Guy", "director"), describe("Which river does {0} cross?", "the bridge")
('the director of Free Guy', 'the river that the bridge crosses')
"""

from __future__ import annotations

import regex

__all__ = ["describe", "say"]

_SUBJECT = "{0}"
_BE = "is|was|are|were"
_DO = "did|does|do"
#: Past tenses that no rule gives.
_PAST = {
    "become": "became",
    "begin": "began",
    "break": "broke",
    "come": "came",
    "fight": "fought",
    "find": "found",
    "get": "got",
    "give": "gave",
    "go": "went",
    "have": "had",
    "hold": "held",
    "know": "knew",
    "lead": "led",
    "leave": "left",
    "lose": "lost",
    "make": "made",
    "meet": "met",
    "rise": "rose",
    "run": "ran",
    "sing": "sang",
    "speak": "spoke",
    "take": "took",
    "teach": "taught",
    "win": "won",
    "write": "wrote",
}
#: Participles of the few irregular verbs whose passive lookups need.
_PARTICIPLES = {"wrote": "written", "sang": "sung", "built": "built", "made": "made", "won": "won"}
_ASKED = regex.compile(
    rf"(?P<preposition>(?:in|on|at|to|from|for|by|of) )?(?P<wh>who|what|which|when|where)(?: (?P<noun>.+?))?"
    rf" (?P<auxiliary>{_BE}|{_DO}) \{{0\}}(?: (?P<rest>.+))?",
    regex.I,
)
_NAMED = regex.compile(rf"(?:who|what) (?P<be>{_BE}) (?P<phrase>(?:the|an?) .*\{{0\}}.*)", regex.I)
_ACTIVE = regex.compile(r"who (?P<verb>\p{Ll}+) (?P<rest>.*\{0\}.*)", regex.I)
_OF_KIND = regex.compile(
    r"(?:what|which) (?P<noun>.+?) (?P<verb>\p{Ll}+(?: \p{Ll}+)?) (?P<rest>.*\{0\}.*)", regex.I
)
#: What stands for the value, and the preposition that stays before it.
_PLACEHOLDER = regex.compile(
    r"\b(?:(?P<before>on )some date|(?:someone|something)|somewhere|(?:of )?some (?:place|\p{Ll}+(?: \p{Ll}+)*))(?=$| \p{Ll}+ed\b)"
    r"|^(?:someone|some \p{Ll}+)\b"
)
#: Lookups of conditions: candidates for a gap, and what must hold of one.
_GAP = regex.compile(r"(?P<before>[^()]*)\bwhat\b(?P<behind>[^()]*) \((?P<noun>[^()]*)\)", regex.I)
_HOLDS = regex.compile(r"(?P<said>\{0\} is .+), is it not|is it \{0\} that (?P<deed>.+)", regex.I)
_OPEN = {
    "who": "someone",
    "what": "something",
    "which": "something",
    "when": "on some date",
    "where": "somewhere",
}


def say(wording: str, subject: str, value: str | None = None) -> str:
    """The statement that an answer to a lookup completes; without a value it stays open: someone, somewhere.

    Args:
        wording: of the lookup, with `{0}` for its subject.
        subject: what stands for `{0}`.
        value: the answer, where it is known.

    Returns:
        One sentence; a wording of another form loses its question mark only.
    """
    text = wording.strip().rstrip("?").strip()
    if found := _HOLDS.fullmatch(text):
        said, value = found["said"] or f"{_SUBJECT} {found['deed']}", None
    elif found := _GAP.fullmatch(text):
        noun = f"some {found['noun']}" if found["noun"] else "something"
        said, value = f"{found['before']}{value or noun}{found['behind']}", None
    elif found := _NAMED.fullmatch(text):
        value = "someone" if text[:3].casefold() == "who" else "something"
        said = f"{found['phrase']} {found['be']} {value}"
    elif found := _ASKED.fullmatch(text):
        said = _close(_clause(found), found)
    elif found := _ACTIVE.fullmatch(text):
        verb, rest = found["verb"], found["rest"]
        participle = _PARTICIPLES.get(verb) or (verb if verb.endswith("ed") else None)
        # `starred in {0}` has no passive.
        passive = participle and (rest == _SUBJECT or rest.startswith("the "))
        said = f"{rest} was {participle} by someone" if passive else f"someone {verb} {rest}"
    elif found := regex.fullmatch(r"(?:what|which) (?P<rest>.+)", text, regex.I):
        said = f"some {found['rest']}"
    elif found := regex.fullmatch(rf"(?P<auxiliary>{_BE}|{_DO}) \{{0\}} (?P<rest>.+)", text, regex.I):
        said = _clause(found)  # a yes/no question
    else:
        said = text
    if value is not None:
        filled = _PLACEHOLDER.sub(lambda found: f"{found['before'] or ''}{value}", said, count=1)
        said = filled if filled != said else f"{said}: {value}"
    said = said.replace(_SUBJECT, subject)
    return f"{said[:1].upper()}{said[1:]}."


def describe(wording: str, subject: str, noun: str | None = None) -> str:
    """What a lookup asks for, as a noun phrase: the subject of a lookup that waits for it.

    Args:
        wording: of the lookup, with `{0}` for its subject.
        subject: what stands for `{0}`.
        noun: the lexicon's noun for the value.
    """
    text = wording.strip().rstrip("?").strip()
    if noun:
        said = f"the {noun} of {_SUBJECT}"
    elif found := _GAP.fullmatch(text):
        rest = " ".join(f"{found['before']}{found['behind']}".split())
        said = f"the {found['noun'] or 'thing'} that {rest}"
    elif found := _NAMED.fullmatch(text):
        said = regex.sub(r"^an? ", "the ", found["phrase"], flags=regex.I)
    elif found := _ASKED.fullmatch(text):
        heads = {"who": "one", "what": "thing", "which": "one", "when": "date", "where": "place"}
        head = found["noun"] or heads[found["wh"].casefold()]
        said = f"the {head} that {_clause(found)} {(found['preposition'] or '').casefold()}".rstrip()
    elif found := _ACTIVE.fullmatch(text):
        said = f"the one who {found['verb']} {found['rest']}"
    elif found := _OF_KIND.fullmatch(text):
        said = f"the {found['noun']} that {found['verb']} {found['rest']}"
    else:
        said = f"the answer to {text}"
    return said.replace(_SUBJECT, subject)


def _clause(found: regex.Match[str]) -> str:
    """The subject with its verb: `{0} died`, `{0} is licensed to`."""
    auxiliary, rest = found["auxiliary"].casefold(), found["rest"] or ""
    if regex.fullmatch(_BE, auxiliary):
        return f"{_SUBJECT} {auxiliary} {rest}".rstrip()
    verb, _, behind = rest.partition(" ")
    if not verb:
        return f"{_SUBJECT} {auxiliary}"
    inflected = _past(verb) if auxiliary == "did" else _present(verb) if auxiliary == "does" else verb
    return f"{_SUBJECT} {inflected} {behind}".rstrip()


def _close(clause: str, found: regex.Match[str]) -> str:
    """A clause with the open value behind it."""
    wh, noun = found["wh"].casefold(), found["noun"]
    value = _OPEN[wh]
    if noun:
        value = f"of some {noun}" if noun == "nationality" else f"some {noun}"
    elif wh == "where" and regex.search(r" (?:of|for|from|to|in|on|at)$", clause):
        value = "some place"
    return f"{clause} {(found['preposition'] or '').casefold()}{value}"


def _past(verb: str) -> str:
    if verb in _PAST:
        return _PAST[verb]
    if verb.endswith("e"):
        return f"{verb}d"
    return f"{verb[:-1]}ied" if regex.search("[^aeiou]y$", verb) else f"{verb}ed"


def _present(verb: str) -> str:
    if verb == "have":
        return "has"
    if regex.search("[^aeiou]y$", verb):
        return f"{verb[:-1]}ies"
    return f"{verb}es" if regex.search("(?:s|x|ch|sh|o)$", verb) else f"{verb}s"

"""What is said politely, twice or the long way round: `Can you tell me who is in charge of A?`."""

from __future__ import annotations

import regex

from suffice.extractors.open.asked import type_of_noun
from suffice.extractors.open.families.form import NAME, NOUN, Form, is_thing

__all__ = ["FORMS"]

_THING = r"(?P<what>(?:the )?[\p{Lu}\"][^?]*?)"
_NOT_FIRST = r"(?!(?i:who|what|which|when|where|why|how|whose|whom|is|was|are|were|did|does|do|has|have|had|in|on|at|of|for|from|to|by|with|if|name|which|there|this|that|it|he|she)\b)"


def _whose(found: regex.Match[str]) -> str:
    """`What is the name of A's wife?` asks who she is."""
    lead = "Who" if type_of_noun(found.captures("noun")[0]) == "person" else "What"
    return f"{lead} {found['be']} {found['of']}?"


def _fragment(found: regex.Match[str]) -> str:
    """`Federal leader of A?` asks who that is."""
    lead, noun, rest = found["lead"], found["noun"], found["rest"]
    small = [
        word
        for word in rest.split()[1:]
        if regex.fullmatch(r"\p{Ll}{4,}", word) and word not in ("from", "with")
    ]
    if small and not regex.match(r"(?:at|during) the ", rest):
        return found[0]
    text = f"{lead}{noun}"
    kind = type_of_noun(noun)
    if kind == "text" and noun.lower() not in _PROPERTIES:
        return found[0]
    return f"{'Who' if kind == 'person' else 'What'} is the {text[:1].lower()}{text[1:]} {rest}"


#: What a thing has one of, and people ask for in a word or two.
_PROPERTIES = frozenset(
    [
        "capital",
        "currency",
        "height",
        "length",
        "area",
        "depth",
        "size",
        "elevation",
        "birthplace",
        "hometown",
        "nationality",
        "religion",
        "motto",
        "anthem",
        "mascot",
        "author",
        "meaning",
        "origin",
        "genre",
        "theme",
        "location",
        "address",
        "distance",
        "budget",
        "runtime",
        "password",
        "weight",
        "mass",
        "temperature",
        "climate",
        "religion",
        "anthem",
        "slogan",
    ]
)

FORMS: tuple[Form, ...] = (
    (
        r"(.* )?\b(in|on|of|for|at|to|the|by|from|The) \2 (.+)",
        lambda found: f"{found[1] or ''}{found[2]} {found[3]}",
    ),
    (
        r"(?:(?:Can|Could|Would|Will) (?:you|anyone|someone|somebody) (?:please )?tell me|Please tell me|Tell me|Do you know|Does (?:anyone|anybody) know|I (?:want|would like|need|wish) to know|I wonder|Name) ?,? ?(?P<rest>(?:who|what|which|when|where|how|in|on|at|whose|whom)\b.+)",
        lambda found: found["rest"][:1].upper() + found["rest"][1:],
    ),
    (r"(Who|What|When|Where|Which|How)['’]s ((?:the |a |an )?\p{L}.+)", r"\1 is \2"),
    (r"(Who|What|Where)['’]re (.+)", r"\1 are \2"),
    (r"Who(?:ever|m) (is|was|has) (.+)", r"Who \1 \2"),
    (
        rf"(?:What|Which|Who) (?P<be>is|was) the (?:full |exact |official )?name of (?P<of>(?:the |an? )(?P<noun>{NOUN}(?: {NOUN}){{0,2}}) (?:of|for|in|at|from) [^?]+|{NAME}['’]s? (?P<noun>{NOUN}(?: {NOUN})?)(?: [^?]+)?)\?",
        _whose,
    ),
    (
        rf"(?:What|Which) (?:is|was) the name of (?:the |an? )?(?P<noun>{NOUN}(?: {NOUN}){{0,2}}) (?:that|which|who) (?P<rest>(?!is\b|was\b)\p{{Ll}}.+)",
        r"Which \g<noun> \g<rest>",
    ),
    (
        r"(?:What|Which) (?P<noun>(?:other )?(?:state|country|county|province|city|town|nation|municipality|region|district)) borders (?P<what>(?:the )?[\p{Lu}\"].*)",
        r"Which \g<noun> shares a border with \g<what>",
    ),
    (
        rf"(?P<lead>(?:The )?(?:{_NOT_FIRST}[\p{{L}}\-]+ ){{0,3}})(?P<noun>(?i:{_NOT_FIRST})\p{{L}}\p{{Ll}}+) (?P<rest>(?:(?:of|in|for) (?:the )?[\p{{Lu}}\p{{N}}]|(?:at|during) the )[^?]*\?)",
        _fragment,
    ),
    (
        (
            rf"(?:What|Which) (?:country|nation) (?:is|was) {_THING}(?: a| an)? (?:citizen|national|subject) of\?"
            rf"|Of (?:what|which) (?:country|nation|nationality) (?:is|was) {_THING}(?: a| an)?(?: citizen| national)?\?"
        ),
        lambda found: (
            f"What nationality is {found.captures('what')[0]}?"
            if is_thing(found.captures("what")[0])
            else found[0]
        ),
    ),
    (
        r"(?P<before>.*\b[Ww]h(?:at|ich)) (?:us|US|U\.S\.|USA|american) (?P<rest>states?\b.*)",
        r"\g<before> \g<rest>",
    ),
    (
        rf"Who (?:is|was) the (?:person|man|woman|saint|individual)(?: (?:that|who|whom))? {_THING} (?P<be>is|was) named (?:after|for)\?",
        lambda found: (
            f"Who {found['be']} {found['what']} named after?" if is_thing(found["what"]) else found[0]
        ),
    ),
    (
        rf"How many (?:people|persons|residents|inhabitants|citizens) (?:live|reside|lived|are there|are living)(?: there)? (?:in|on) {_THING}\?",
        lambda found: f"What is the population of {found['what']}?" if is_thing(found["what"]) else found[0],
    ),
    (
        r"What is the (?:total )?number of (?:inhabitants|residents|people living) (?:of|in) (?P<what>(?:the )?[\p{Lu}\"][^?]*)\?",
        r"What is the population of \g<what>?",
    ),
    (
        rf"How (?:long|wide) is {_THING}\?",
        lambda found: (
            f"What is the {'length' if found[0][4] == 'l' else 'width'} of {found['what']}?"
            if is_thing(found["what"])
            else found[0]
        ),
    ),
    (
        rf"(?P<asked>Who|What|When|Where) (?P<be>is|was|are|were) (?P<what>{NAME})['’]s? (?P<noun>{NOUN}(?: {NOUN}){{0,2}}?)(?P<more>(?: (?:in|before|after|during|until|as of|at|on|by|for) [^?]+)?)\?",
        lambda found: (
            f"{found['asked']} {found['be']} the {found['noun']} of {found['what']}{found['more']}?"
            # Of `the CEO of A's owner` the owner is A's.
            if is_thing(found["what"]) and not regex.match(r"the .* of ", found["what"])
            else found[0]
        ),
    ),
    (
        rf"How many (?:employees|workers|staff|staff members) (?:does|do|did) {_THING} have\?",
        r"How many people work in \g<what>?",
    ),
    (
        rf"How many (?:inhabitants|residents|people) (?:does|do) {_THING} have\?",
        r"What is the population of \g<what>?",
    ),
    (
        rf"How many (?:people|persons|workers|employees|staff) (?:are employed|are working) (?:by|at|in|for|with) {_THING}\?",
        r"How many people work in \g<what>?",
    ),
    (
        rf"How many (?:people|persons|workers|employees) (?:does|do|did) {_THING} (?:employ|have on staff)\?",
        r"How many people work in \g<what>?",
    ),
    (
        r"(?P<before>.*)\b(?P<be>is|was|are|were) (?:(?:the )?(?:person |one |man |woman )?(?:who is |who was )?in charge|in control|at the head) of (?P<what>.*)",
        r"\g<before>\g<be> the leader of \g<what>",
    ),
    (
        rf"(?:What|Which) (?:city|town|place) (?:became|has become|serves as|served as|was made|functions as) the (?P<noun>(?:state |provincial |national |regional |current )?(?:capital|county seat)(?: city)?) of {_THING}\?",
        lambda found: (
            f"What is the {found['noun']} of {found['what']}?" if is_thing(found["what"]) else found[0]
        ),
    ),
    (
        r"Who (?P<verb>\p{Lu}\p{Ll}+(?:ed|es|ote|ang)) (?P<rest>the .+)",
        lambda found: f"Who {found['verb'].lower()} {found['rest']}",
    ),
)

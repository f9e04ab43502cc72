"""The lookups of a description: those of the lexicon's relations that it words, else one in its own words."""

from __future__ import annotations

from dataclasses import dataclass

import regex

from suffice.extractors.lexicon import Lexicon, ValueType
from suffice.extractors.open.asked import names_in, read_asked, type_of_noun
from suffice.extractors.open.facets.areas import AREAS
from suffice.extractors.open.syntax import parse
from suffice.extractors.open.words import words_for
from suffice.extractors.questions import read_question
from suffice.rules import Literal

__all__ = [
    "KIN",
    "NAME",
    "PLACES",
    "ROLE",
    "STAND_IN",
    "Step",
    "is_well_formed",
    "last_steps",
    "relative_question",
    "steps_of",
    "steps_of_lexicon",
]

#: Stands for what an inner description describes, while the rest is parsed.
STAND_IN = "Xavia"
#: Kinds of places that something may be in.
PLACES = "|".join([*AREAS, "continent"])
_WITHIN = regex.compile(
    rf"(?:the )?(?P<class>{PLACES}) (?:(?:where|in which|that) (?P<name>.+?) (?:is|was|can be|are|lies)(?: (?:located|found|situated|based|headquartered|from))?(?: in)?"
    rf"|(?:containing|of) (?P<name>.+?)|(?P<name>.+?) (?:is|was|can be|lies) ?(?:located|situated|found|from|based)? ?(?:in)?)$",
    regex.I,
)
_OWNED_PLACE = regex.compile(rf"(?P<name>.+?)'s? (?P<class>{PLACES})$")
#: Words with capitals, and what joins them.
NAME = r"(?:\"[^\"]+\"|(?:(?:The|An?) )?[\p{Lu}\p{N}][\p{L}\p{M}\p{N}.\-]*(?:'(?!s\b)\p{L}+)?(?:(?: (?:of|the|and|de|la|van|von))* [\p{Lu}\p{N}][\p{L}\p{M}\p{N}.\-]*(?:'(?!s\b)\p{L}+)?)*)"
#: `the country that A is from`, whatever A is.
_FROM = regex.compile(
    r"(?:country|nation) (?:(?:that|which|where) )?(?P<name>[\p{Lu}\"][^,]*?) (?:is|was|comes|came|hails|hailed|originates|originated) from"
    r"|(?:country|nation) (?:(?:that|which|where|of which|in which) )?(?P<name>[\p{Lu}\"][^,]*?) (?:is|was) (?:a )?(?:citizen|national)(?: of)?"
    r"|(?:country|nation) of (?:citizenship|nationality|origin) of (?:the )?(?P<name>[\p{Lu}\"].*)"
    r"|(?P<name>[\p{Lu}\"][^,]*?)'s? (?:country|nation) of (?:citizenship|nationality|origin)"
)
#: `the person that A is named after`
_NAMESAKE = regex.compile(
    r"(?:person|man|woman|king|queen|saint|individual) (?:(?:after|for) (?:whom|which) (?:the )?(?P<name>[\p{Lu}\"].*) (?:is|was) named"
    r"|(?:(?:that|who|whom|which) )?(?:the )?(?P<name>[\p{Lu}\"].*) (?:is|was) named (?:after|for))"
)
#: `the character that A played in B`: asked of A.
_CHARACTER = regex.compile(
    rf"(?:character|role|part) (?:(?:that |which )?(?P<who>{NAME}) (?:plays|played|portrays|portrayed|voices|voiced)|(?:played|portrayed|voiced) by (?P<who>{NAME}))(?P<where> (?:in|on) .+)"
)
#: Whose some role is; the singer of a song is somebody, whom another plays.
KIN = (
    r"(?:(?:ex-|step|grand|best |love |girl|boy|god|elder |older |younger |little |big |half-)?(?:wife|husband|father|mother|sister|brother|son|daughter|friend|"
    r"interest|girlfriend|boyfriend|fiancée?|uncle|aunt|cousin|nephew|niece|dad|mom|mum|boss|neighbou?r|sidekick|lover|partner|secretary|assistant|parents?|"
    r"child|kid|baby|grandma|grandpa|roommate|lawyer|butler|rival|enemy|nemesis|ex))"
)
#: A role that is told by whose it is, or said to be one.
ROLE = rf"(?:(?:the )?{KIN} of {NAME}|{NAME}(?:'s?)? {KIN}|the (?:voice|role|part|character) of {NAME})"
_CAST = regex.compile(
    rf"(?:actor|actress|person|man|woman|star|performer) (?:(?:who|that) (?:is |was )?)?(?P<verb>play|voice?|portray)(?:s|ed|d|ing) "
    rf"(?P<role>{ROLE}) (?P<in>(?:in|on) (?:the )?(?:\p{{Ll}}+ )?)(?P<work>{NAME})"
)
_DEED = regex.compile(r"(?P<name>.+?) (?P<deed>was born|is born|died|passed away)")
_ROLE = regex.compile(
    r"Who (?:is )?(?:plays?|played|playing|voices?|voiced|portrays?|portrayed) (?P<role>.+?) (?:in|on|from) .+\?"
)


_ASKS = regex.compile(r"\b(?:who|whom|whose|what|which|when|where|why|how|(?-i:Is))\b", regex.I)
#: Where a question cannot end, and what cannot stand beside the name.
_LOOSE = regex.compile(
    r"\b(?:the|a|an|and|or|its|his|her|their|whose|is|was)\?$|\{0\} (?:a|an)\?$|\band\?$|\b(?:is|was) (?:where|who|what|when)\b"
    r"|\b(?:is|was|are|were) \{0\} (?:is|was|are|were|did|has|had)\b|(?<=. )(?:of|for) (?:who|what|where)\b",
    regex.I,
)
#: A capital right before or behind the stand-in: a name that was cut in two.
_CUT = regex.compile(r"(?<=. )\p{Lu}[\p{L}.]* \{0\}|\{0\} \p{Lu}|\{0\}[\p{L}\p{N}]")
#: Words that begin or bear a clause.
_CLAUSE = frozenset(
    [
        "who",
        "which",
        "that",
        "what",
        "where",
        "when",
        "whose",
        "is",
        "was",
        "are",
        "were",
        "did",
        "does",
        "has",
        "had",
        "he",
        "she",
        "they",
        "most",
        "else",
        "than",
        "also",
    ]
)


@dataclass(frozen=True, slots=True)
class Step:
    """One lookup: its wording, and the name that it is asked of; None for what the step before found."""

    wording: str
    name: str | None
    value: ValueType


def steps_of(phrase: str, lexicon: Lexicon) -> list[Step] | None:
    """The lookups of a description; None if it cannot be taken apart.

    Args:
        phrase: the description, as the question has it.
        lexicon: whose relations are used where the description words one of them.
    """
    phrase = phrase.strip(" ,")
    bare = regex.sub(r"^the ", "", phrase)
    if (found := _FROM.fullmatch(bare)) and (
        steps := steps_of_lexicon(f"What nationality is {found.captures('name')[0]}?", lexicon)
    ):
        return steps
    if found := _NAMESAKE.fullmatch(bare):
        return [Step("Who is {0} named after?", _known(found.captures("name")[0]), "person")]
    if found := _CHARACTER.fullmatch(bare):
        who = found.captures("who")[0]
        return [Step(f"What character did {{0}} play{found['where']}?", _known(who), "text")]
    if found := _CAST.fullmatch(bare):
        if said := regex.match(r"the (?P<what>voice|role|part|character) of (?P<who>.+)", found["role"]):
            verb = "voiced" if said["what"] == "voice" or found["verb"].startswith("voic") else "played"
            return [Step(f"Who {verb} {{0}} {found['in']}{found['work']}?", _known(said["who"]), "person")]
        verb = "voiced" if found["verb"].startswith("voic") else "played"
        return [Step(f"Who {verb} {found['role']} {found['in']}{{0}}?", _known(found["work"]), "person")]
    for form in (_WITHIN, _OWNED_PLACE):
        if found := form.fullmatch(bare):
            name = regex.sub(r"^the ", "", found.captures("name")[0])
            kind = found["class"].lower()
            value: ValueType = "country" if kind in ("country", "nation") else "place"
            return [Step(f"In which {kind} is {{0}}?", _known(name), value)]
    made = regex.fullmatch(
        rf"(?P<name>[\p{{Lu}}\"].+) (?P<noun>{'|'.join(sorted(words_for('makers')))})", bare
    )
    if made and not made["name"].endswith("'s"):
        phrase = f"the {made['noun']} of {made['name']}"
        bare = phrase.removeprefix("the ")
    if steps := steps_of_lexicon(f"Who is {phrase}?", lexicon):
        return steps
    if found := regex.match(
        r"(?P<noun>[^,]+?) (?P<rel>who|that|which|where|in which|on which|whose) (?P<rest>.+)$", bare
    ):
        noun, rest = found["noun"], found["rest"]
        if type_of_noun(noun) == "person" and found["rel"] in ("who", "that", "which"):
            wording = f"Who {rest}?" if _is_clause(rest) else f"Who is it that {rest}?"
            if steps := steps_of_lexicon(wording, lexicon):
                return steps
        elif found["rel"] in ("that", "which", "who") and _is_clause(rest):
            wording = f"Which {noun} {rest}?"
            if steps := steps_of_lexicon(wording, lexicon) or steps_of_lexicon(f"Who {rest}?", lexicon):
                return steps
        else:
            wording = _inverted(noun, found["rel"], rest) or f"Which {noun} is it {found['rel']} {rest}?"
            if steps := steps_of_lexicon(wording, lexicon):
                return steps
            if found["rel"] in ("where", "in which") and (deed := _DEED.fullmatch(rest)):
                asked = "was {} born" if "born" in deed["deed"] else "did {} die"
                if steps := steps_of_lexicon(f"Where {asked.format(deed['name'])}?", lexicon):
                    kind = noun.split()[-1].lower()
                    if kind in ("country", "state", "county", "province"):
                        # Where somebody was born is a town; what it is in is another lookup.
                        value = "country" if kind == "country" else "place"
                        steps.append(Step(f"In which {kind} is {{0}}?", None, value))
                    return steps
            studied = _inverted(noun, "that", rest) if found["rel"] in ("where", "in which") else None
            asked = regex.sub(r"^Which .+? (did|does|was|is) ", r"Where \1 ", studied or "")
            if studied and (steps := steps_of_lexicon(asked, lexicon)):
                return steps
            citizen = regex.fullmatch(r"(?P<name>.+?) (?:is|was) a citizen(?: of)?", rest)
            if citizen and (steps := steps_of_lexicon(f"What nationality is {citizen['name']}?", lexicon)):
                return steps
        return _worded(wording)
    if found := regex.match(r"(?P<noun>[\p{L}\- ]+?) (?P<verb>\p{L}+ing) (?P<rest>.+)$", bare):
        verb = found["verb"]
        word = "Who" if type_of_noun(found["noun"]) == "person" else f"Which {found['noun']}"
        return _worded(f"{word} is {verb} {found['rest']}?")
    if found := regex.match(r"(?P<noun>[\p{L}\- ]+?) (?:of|behind|for|in|on|from|by) (?P<name>.+)$", bare):
        word = "Who" if type_of_noun(found["noun"]) == "person" else "What"
        return _worded(f"{word} is {phrase}?", found["name"])
    if found := regex.match(r"(?P<name>.+?)'s? (?P<noun>[\p{L}\- ]+?)(?P<more> (?:in|on) .+)?$", bare):
        word = "Who" if type_of_noun(found["noun"]) == "person" else "What"
        return _worded(
            f"{word} is the {found['noun']} of {found['name']}{found['more'] or ''}?", found["name"]
        )
    return None


def last_steps(text: str, lexicon: Lexicon) -> list[Step] | None:
    """The lookups of what is left of the question."""
    if found := regex.fullmatch(
        rf"(?:In |To )?(?:which|what) (?P<class>{PLACES}) (?:is|does|can|was) {STAND_IN}(?: (?:located|found|situated|belong|in|to|be))*\?",
        text,
        flags=regex.I,
    ):
        kind = found["class"].lower()
        return [Step(f"In which {kind} is {{0}}?", None, "country" if kind == "country" else "place")]
    if found := regex.fullmatch(
        rf"(?:Which|What) (?P<class>{PLACES}) (?:includes|contains|has) {STAND_IN}\?", text
    ):
        return [Step(f"In which {found['class']} is {{0}}?", None, "place")]
    if steps := steps_of_lexicon(text, lexicon):
        return steps
    wording = text.replace(STAND_IN, "{0}", 1)
    return [Step(wording, None, read_asked(wording, "").value)]


def is_well_formed(step: Step) -> bool:
    """Whether a lookup is a question about a name: what was cut wrongly has a clause in the name, half a quotation, a loose end."""
    wording, name = step.wording, step.name or ""
    if wording.count('"') % 2 or name.count('"') % 2 or name.count("(") != name.count(")"):
        return False
    if (
        STAND_IN in wording
        or STAND_IN in name
        or not _ASKS.search(wording)
        or _LOOSE.search(wording)
        or _CUT.search(wording)
    ):
        return False
    if name and not regex.search(r"[\p{Lu}\p{N}]", name):
        return False
    # A name has no verb and asks nothing; one in quotes may be anything.
    words = [word for word in name.split()[1:] if word.islower()]
    return not (_CLAUSE & set(words)) and not any(
        token.tag_ in ("VBD", "VBZ", "VBP", "VBN") and token.text in words
        for token in parse(f"It is {name}.")
    )


def relative_question(noun: str, clause: str) -> str | None:
    """The question that a relative clause with a subject of its own answers; None where it has another shape.

    >>> relative_question("team", "Ann Ek played for")
    'Which team did Ann Ek play for?'
    """
    return _inverted(noun, "that", clause)


def _inverted(noun: str, relative: str, clause: str) -> str | None:
    """`Which team did Ann play for?` of the team that Ann played for; None where the clause has another shape."""
    if relative not in ("that", "which", "who"):
        return None
    if found := regex.match(r"(?P<name>[\p{Lu}\"].*?) (?P<be>is|was|are|were) (?P<rest>.+)$", clause):
        return f"Which {noun} {found['be']} {found['name']} {found['rest']}?"
    document = parse(f"This is the {noun} that {clause}.")
    verb = next((token for token in document if token.dep_ == "relcl"), None)
    own = next((kid for kid in verb.children if kid.dep_ == "nsubj"), None) if verb is not None else None
    if verb is None or own is None or verb.tag_ not in ("VBD", "VBZ", "VBP"):
        return None
    auxiliary = "did" if verb.tag_ == "VBD" else "does"
    span = [token for token in own.subtree]
    name = document[span[0].i : span[-1].i + 1].text
    rest = document[verb.i + 1 : -1].text
    if not clause.startswith(name):
        return None
    return f"Which {noun} {auxiliary} {name} {verb.lemma_} {rest}".rstrip() + "?"


def _is_clause(rest: str) -> bool:
    """Whether a relative clause has no subject of its own: `voices Batman`, not `Ann played for`."""
    first = parse(f"It {rest}.")[1]
    return first.pos_ in ("VERB", "AUX") or (first.tag_.startswith("V"))


def steps_of_lexicon(question: str, lexicon: Lexicon) -> list[Step] | None:
    """A question that the lexicon reads as a chain of its relations from one name."""
    for reading in read_question(question, lexicon)[:3]:
        rule = reading.rules[0]
        if len(reading.rules) > 1 or reading.frame != "ask":
            continue
        name = reading.names[0]
        if regex.match(r"[^\p{Lu}\p{N}\"]", name) or regex.search(r"\b(?:who|which|that|where)\b|'s ", name):
            continue
        steps: list[Step] = []
        for place, literal in enumerate(rule.body):
            if not isinstance(literal, Literal):
                return None
            entry = lexicon.relation[literal.atom.name]
            if entry.derived:
                return None
            steps.append(
                Step(entry.word_lookup(literal.atom.name), _known(name) if place == 0 else None, entry.value)
            )
        return steps
    return None


def _worded(question: str, name: str | None = None) -> list[Step] | None:
    """A lookup in the question's own words, of the first name in it."""
    role = _ROLE.match(question)
    if STAND_IN in question:
        name = STAND_IN
    elif role and names_in(role["role"]):
        name = names_in(role["role"])[0]
    elif name is None or name not in question:
        # The longest name tells best what is meant: `UN troops approached the Yalu River`.
        names = [one for one in names_in(question[1:]) if one in question]
        name = max(names, key=lambda one: (bool(regex.search(r"\p{L}", one)), len(one.split())), default=None)
    if name is None:
        return None
    wording = question.replace(name, "{0}", 1)
    return [Step(wording, _known(name), read_asked(wording, name).value)]


def _known(name: str) -> str | None:
    if name == STAND_IN:
        return None
    # `newspaper The North Star`: the word for its kind is no part of a name.
    return regex.sub(r"^(?:[\p{Ll}\-]+ )+(?=[\p{Lu}\"])", "", name.strip(' "')).strip(' "')

"""Descriptions in forms that the parse does not show, or that need a lookup of another kind.

| description | lookup |
|---|---|
| the 20th president of A | what was the 20th president of {0} (president)? |
| the county whose capital is A | {0} is the capital of what (county)? |
| the company for which A worked | For which company did {0} work? |
| an architect born in A | what was born in {0} (architect)? and `{0} is an architect, is it not?` |
| the singer of A in the film B win ...? | Who is the singer of {0} in the film B? The question's own verb parts them |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import regex

from suffice.extractors.lexicon import Lexicon
from suffice.extractors.open.asked import read_asked, type_of_noun
from suffice.extractors.open.conditions.reading import is_place
from suffice.extractors.open.conditions.soundness import is_sound
from suffice.extractors.open.conditions.wordings import informative, read_frame, word_frame
from suffice.extractors.open.descriptions.orders import straighten
from suffice.extractors.open.descriptions.reading import take_apart
from suffice.extractors.open.descriptions.spans import descriptions_in
from suffice.extractors.open.descriptions.steps import (
    STAND_IN,
    Step,
    is_well_formed,
    last_steps,
    relative_question,
    steps_of,
)
from suffice.extractors.open.forms.chains import read_chain
from suffice.extractors.open.forms.names import NAME, TITLES, mask, names_at
from suffice.extractors.open.syntax import parse
from suffice.extractors.open.words import words_for
from suffice.extractors.questions import Reading

__all__ = ["read_phrases"]

_MOST = 4
_WORD = (
    r"(?!(?:the|an?|with|of|in|that|who|which|whose|and|or|to|for|from|by|on|at|is|was|are|were)\b)[\p{L}\-]+"
)
_NOUN = rf"{_WORD}(?: {_WORD}){{0,4}}?"
_WHOSE = regex.compile(
    rf"\b(?:the|an?) (?P<noun>{_NOUN}),? whose (?P<part>\p{{Ll}}[\p{{Ll}}\- ]*?) (?P<be>is|was) (?P<name>{NAME})(?! (?:of|and|or)\b|'s|,)"
)
_PREPOSITION = r"for|in|at|on|with|from|by|to|against|under|of"
_BY_WHICH = regex.compile(
    rf"\bthe (?P<noun>{_NOUN}),? (?P<prep>{_PREPOSITION}) (?:which|whom) (?P<rest>(?:the )?{NAME} .+)"
)
_INDEFINITE = regex.compile(
    rf"\b(?:an?|some) (?P<noun>{_NOUN}) (?:(?P<rel>who|that|which) (?P<clause>(?:is|was|\p{{Ll}}+(?:ed|s)) .*?)|(?P<done>born|buried|made|built|held|written|\p{{Ll}}{{2,}}ed) (?P<more>(?:in|by|at|for|from|on|with) (?:the (?:\p{{Ll}}+ )*)?))"
    rf"(?P<name>{NAME})(?=\?)"
)
#: `Who killed the 20th president of A?`
_OFFICE = regex.compile(
    rf"(?<!^(?:Who|What) (?:is|was) )\bthe (?P<noun>(?:\d+(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last) "
    rf"(?:{TITLES.lower()})) of (?:the )?(?P<name>{NAME})"
)
_LAST = regex.compile(rf"\b(?P<what>the {_NOUN} (?:who|that|which|where|\p{{Ll}}+ing|\p{{Ll}}+ed by) .+)\?$")
#: `Where is | the company that A worked for as an engineer | headquartered?`
_WAS = regex.compile(
    r"(?P<lead>(?:(?:When|Where)|(?:In |On )?(?:[Ww]hat|[Ww]hich) \p{Ll}+) (?:is|was|are|were) )(?P<what>the .+?) (?P<tail>\p{Ll}+)\?"
)
#: Verbs of a question, beside those of the file.
_BARE = frozenset(
    [
        "serve",
        "appear",
        "marry",
        "become",
        "belong",
        "flow",
        "have",
        "dissolve",
        "disband",
        "close",
        "merge",
        "collapse",
        "retire",
        "emerge",
        "arrive",
        "cross",
        "border",
        "gain",
        "lose",
        "leave",
        "return",
        "build",
        "buy",
        "sell",
        "own",
        "acquire",
        "create",
        "publish",
        "produce",
        "write",
        "sing",
        "perform",
        "direct",
        "star",
        "represent",
        "govern",
        "occupy",
        "speak",
        "teach",
        "graduate",
        "premiere",
        "occur",
        "originate",
        "expand",
        "separate",
        "secede",
        "hold",
        "compete",
        "coach",
        "manage",
        "invent",
        "discover",
        "reside",
        "cease",
        "launch",
        "annex",
        "declare",
        "adopt",
    ]
)
_DID = regex.compile(r"(?P<lead>.*?\b(?:did|does|do) )(?P<what>the .+)\?")

#: A description: where it stands, its lookups, each with the class that its value must be of.
_Found = tuple[tuple[int, int], list[tuple[Step, str]]]


def read_phrases(question: str, lexicon: Lexicon) -> Reading | None:
    """The reading of a question with a description in it of one of these forms.

    Args:
        question: with its question mark.
        lexicon: whose relations are used where a description words one of them.
    """
    text = straighten(question)
    steps = _taken(text, lexicon, _MOST, begun=False)
    reading = read_chain(steps, "open form") if steps else None
    return reading if reading is not None and is_sound(reading) else None


def _taken(text: str, lexicon: Lexicon, left: int, *, begun: bool) -> list[tuple[Step, str]] | None:
    """The lookups of a question, the innermost description first."""
    for form in _FORMS if left else ():
        for (start, end), steps in form(text, lexicon):
            if (begun and STAND_IN not in text[start:end]) or not all(
                _is_well_formed(one) for one, _ in steps
            ):
                continue
            rest = straighten(f"{text[:start]}{STAND_IN}{text[end:]}")
            behind = take_apart(rest, lexicon, left - 1)
            more: list[tuple[Step, str]] | None = [(step, "") for step in behind or ()]
            if not more or not is_sound(read_chain(more, "")):
                more = _taken(rest, lexicon, left - 1, begun=True)
            if more is None and rest.count(STAND_IN) == 1 and _is_last(rest):
                last = last_steps(rest, lexicon)
                more = [(step, "") for step in last] if last and all(map(is_well_formed, last)) else None
            if more:
                return [*steps, *more]
    return None


def _is_well_formed(step: Step) -> bool:
    """The same for lookups of candidates, of which only the name can be cut wrongly."""
    asked = "Who knows {0}?" if read_frame(step.wording) is not None else step.wording
    return is_well_formed(replace(step, wording=asked))


def _is_last(text: str) -> bool:
    """Whether nothing is described in what is left of a question."""
    return not regex.search(r"\b(?:whose|which|that|who)\b", text[3:])


def _whose(text: str, lexicon: Lexicon) -> Iterator[_Found]:
    if found := _WHOSE.search(text):
        noun = found["noun"]
        clause = f"{{0}} {found['be']} the {found['part']} of what"
        step = Step(word_frame(clause, noun), _known(found["name"]), "text")
        yield found.span(), [(step, "" if is_place(noun) or not informative(noun) else noun)]


def _by_which(text: str, lexicon: Lexicon) -> Iterator[_Found]:
    found = _BY_WHICH.search(text)
    if found is None:
        return
    for end in _ends(text, found.start("rest")):
        asked = relative_question(found["noun"], text[found.start("rest") : end])
        name = regex.search(NAME, text[found.start("rest") : end])
        if asked is None or name is None or name[0] not in asked:
            continue
        wording = f"{found['prep'].title()} {asked[:1].lower()}{asked[1:]}".replace(name[0], "{0}", 1)
        yield (found.start(), end), [(Step(wording, _known(name[0]), read_asked(wording, "").value), "")]


def _indefinite(text: str, lexicon: Lexicon) -> Iterator[_Found]:
    if found := _INDEFINITE.search(text):
        noun = found["noun"]
        said = found["clause"] if found["rel"] else f"was {found['done']} {found['more']}"
        step = Step(word_frame(f"what {said}{{0}}", noun), _known(found["name"]), "text")
        if not regex.search(r"\b(?:who|which|that|and|or)\b", said):
            yield found.span(), [(step, noun if informative(noun) else "")]


def _before_tail(text: str, lexicon: Lexicon) -> Iterator[_Found]:
    """What stands between an auxiliary and the question's own verb."""
    if found := _WAS.fullmatch(text):
        last = parse(f"It was {found['tail']}.")[2]
        if last.tag_ in ("VBN", "VBD") or last.lower_.endswith("ed"):
            yield from _worded(text, found.span("what"), lexicon)
    if found := _DID.fullmatch(text):
        start = found.start("what")
        for end in _ends(text, start):
            yield from _worded(text, (start, end), lexicon)


def _worded(text: str, span: tuple[int, int], lexicon: Lexicon) -> Iterator[_Found]:
    phrase = text[slice(*span)]
    if (
        not regex.search(NAME, phrase[4:])
        or len(regex.findall(r"\b(?:that|which|who|whose|where)\b", mask(phrase))) > 1
    ):
        return
    for steps in (steps_of(phrase, lexicon), _of_work(phrase), _that(phrase)):
        if steps and all(map(is_well_formed, steps)):
            yield span, [(step, "") for step in steps]


def _of_work(phrase: str) -> list[Step] | None:
    """`the singer of A in the film B`, where two things are named."""
    found = regex.fullmatch(
        rf"the (?P<noun>{_NOUN}(?: and {_NOUN})?) of (?P<name>{NAME})(?P<where> (?:in|from|on) .+)", phrase
    )
    if found is None:
        return None
    kind = type_of_noun(found["noun"])
    wording = f"{'Who' if kind == 'person' else 'What'} is the {found['noun']} of {{0}}{found['where']}?"
    return [Step(wording, _known(found["name"]), kind)]


def _that(phrase: str) -> list[Step] | None:
    """`the magazine that called A "an imposter"`, of the first name."""
    found = regex.fullmatch(
        rf"the (?P<noun>{_NOUN}) (?P<rel>who|that|which) (?P<rest>(?:is|was|has|\p{{Ll}}{{2,}}(?:s|ed)|\p{{Ll}}+ed) .+)",
        phrase,
    )
    name = next((found["rest"][a:b] for a, b in names_at(found["rest"])), None) if found else None
    if found is None or name is None:
        return None
    kind = type_of_noun(found["noun"])
    lead = "Who" if kind == "person" and " " not in found["noun"] else f"Which {found['noun']}"
    return [Step(f"{lead} {found['rest'].replace(name, '{0}', 1)}?", _known(name), kind)]


def _of_office(text: str, lexicon: Lexicon) -> Iterator[_Found]:
    """`the 20th president of A`, whatever stands around it; as a clause, of which a sentence must have every part."""
    if found := _OFFICE.search(text):
        wording = word_frame(f"what was the {found['noun']} of {{0}}", found["noun"].split()[-1])
        yield found.span(), [(Step(wording, _known(found["name"]), "person"), "")]


def _by_parse(text: str, lexicon: Lexicon) -> Iterator[_Found]:
    """Descriptions that the parse shows, on the way to one of another form."""
    for start, end in descriptions_in(text):
        if steps := steps_of(text[start:end], lexicon):
            yield (start, end), [(step, "") for step in steps]


def _to_the_end(text: str, lexicon: Lexicon) -> Iterator[_Found]:
    """`the actor playing Rex in A`, up to the end of the question."""
    for found in reversed(list(_LAST.finditer(text, overlapped=True))):
        yield from _worded(text, found.span("what"), lexicon)


def _ends(text: str, start: int) -> Iterator[int]:
    """Where a description may end: before a bare verb behind a name or a preposition, or a participle at the end."""
    for match in regex.compile(
        r"(?:[\p{Lu}\p{N}][\p{L}\p{N}.'\-]*|\"|\b(?:for|in|at|with|to|from|on|of|by)) (?P<verb>\p{Ll}+)\b"
    ).finditer(text, start, overlapped=True):
        if match["verb"] in words_for("bare") | _BARE:
            yield match.start("verb") - 1
    if tail := regex.search(
        r" (?:headquartered|located|based|founded|established|formed|born|built|held|released|opened|called)\?$",
        text,
    ):
        yield tail.start()
    yield len(text) - 1


def _known(name: str) -> str | None:
    return None if name == STAND_IN else name.strip('"')


_FORMS: tuple[Callable[[str, Lexicon], Iterator[_Found]], ...] = (
    _whose,
    _by_which,
    _of_office,
    _indefinite,
    _before_tail,
    _to_the_end,
    _by_parse,
)

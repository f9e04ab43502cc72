"""Who plays a role, and which role somebody plays: `Ann Ek as Mona`, `Mona (Ann Ek)`, `Mona, played by Ann Ek`."""

from __future__ import annotations

from functools import lru_cache

import regex

from suffice.extractors.lexicon import ValueType
from suffice.extractors.open.facets import Facet
from suffice.extractors.open.mentions.castlists import actor_before, is_run_together, read_billing
from suffice.extractors.open.mentions.names import (
    NAME,
    Answers,
    Sentence,
    is_named,
    loosen,
    person_of,
    term_of,
)
from suffice.extractors.open.words import nouns_for, stem, words_for
from suffice.extractors.passages import Passage
from suffice.extractors.patterns import SECONDS
from suffice.extractors.text import fold, split_title, tokens_of
from suffice.extractors.values import value_of
from suffice.rules import String

__all__ = ["CAST", "CAST_AS", "STAGED", "read_actor", "read_cast", "read_role", "work_of"]

#: What roles are played in, as titles have it in brackets.
STAGED = (
    "film",
    "movie",
    "series",
    "show",
    "sitcom",
    "miniseries",
    "serial",
    "musical",
    "play",
    "opera",
    "game",
    "soap",
)

_PLAY = (
    r"(?:plays?|played|portrays?|portrayed|voices?|voiced|playing|portraying|voicing|"
    r"(?:co-|guest-|guest )?(?:stars?|starred|starring|appears?|appeared|appearing|featured|returns?|returned|debuted|acts?|acted) as|"
    r"(?:is|was|has been|had been) (?:cast|credited|seen|known) as|"
    r"(?:takes?|took|taking|has|had|have|landed|won|gets|got|assumed|assumes|originated|originates|reprises|reprised|reprising|filled|fills) (?:(?:on|up) )?"
    r"(?:the|his|her|their) (?:\p{Ll}+ ){0,2}(?:role|part|character) (?:of|as)|(?:in|for|with) the (?:\p{Ll}+ )?(?:role|part) of|"
    r"(?:provid(?:es|ed|ing)|perform(?:s|ed|ing)|suppl(?:ies|ied)|does|did|was|is) the (?:(?!original|first|current)\p{Ll}+ )?voice (?:of|for|behind)|"
    r"(?:lends?|lent|lending|gives?|gave|giving) (?:(?:his|her|their|a) )?voice to)"
)
_KINDS = r"(?:film|movie|series|show|television series|tv series|tv show|sitcom|game|video game|cartoon|musical|play|opera|soap opera|soap)"
_WORK = rf"(?: (?:in|on|from) (?:the )?(?:{_KINDS} )?(?P<work>.+?)(?: (?:movie|film))?)?"
CAST = regex.compile(
    rf"(?:Who|Which \p{{L}}+|What (?:actor|actress))(?: is it that| is| was)? (?:(?P<which>originally|first|currently|now) )?(?:{_PLAY}|(?:(?:did|does) the|(?:the )?(?:actor|actress) (?:who|that) (?:{_PLAY})|(?:the )?)"
    rf" ?(?P<which>original|first|current)? ?(?:actor|actress|voice|voice actor) (?:for|of|behind|who (?:{_PLAY}))) (?:(?:the )?(?:role|part|voice|character) of )?(?P<role>.+?){_WORK}\?"
)
CAST_AS = regex.compile(
    r"(?:Who (?:did|does|is it that)|(?:What|Which) (?:character|role|part) (?:did|does)) (?P<who>.+?) (?:plays?|voices?|portrays?)(?: (?:in|on) (?:the )?(?:(?:film|movie|series|show) )?(?P<work>.+?))?\?"
)
#: Before a name: the one behind it left the role, or did not get it.
_INSTEAD = regex.compile(
    r"\b(?:replac\w+|succeed\w*|succe\w+|join\w*|follow\w*|over|from|beat|beating|than|like|unlike|double for|understud\w+|oppos\w+|opposite|alongside|against|children of|son of|daughter of|wife of|husband of|impersonat\w+) (?:\p{Ll}+ ){0,2}$"
)
#: Who plays a younger or older one, or one's relative, does not play the one that is asked for.
_OTHER_AGE = r"young(?:er)?|old(?:er)?|teen\w*|adult|child|baby|little|infant"
#: What makes a longer title of one: `The Tin Harbour 2`.
_LONGER = regex.compile(r":? (?:\p{Lu}|\d{1,2}\b|\p{N}+(?:st|nd|rd|th)\b)")
#: Other works than the one that is asked for.
_ELSEWHERE = regex.compile(
    rf"(?:,| and)? in (?:the |its |his |her )?(?:\d{{4}} )?(?:{_KINDS}\b|[\p{{Lu}}\"\d])"
)
_FRONTED = regex.compile(rf"\W*In (?:the )?(?:\d{{4}} )?(?:{_KINDS} )?(?P<what>\"[^\"]+\"|{NAME}),")
_RECAST_HERE = regex.compile(
    r"\b(?:considered|audition\w*|offered|turned down|replac\w+|originally|initially|understud\w+|stunt|double|impersonat\w+|"
    r"(?:his|her) (?:\p{Ll}+ )?(?:brother|sister|son|daughter|father|mother|wife|husband|twin|friend))\b"
)
_ACTING = regex.compile(
    r"\b(?:actor|actress|comedian|comedienne|performer|singer|model|presenter|entertainer|musician|rapper|dancer|personality)\b"
)
#: A sentence that ends behind a rank has the name no more.
_RANK = regex.compile(
    r"(?:Capt|Captain|Dr|Mr|Mrs|Ms|Lt|Lieutenant|Sgt|Sergeant|Col|Colonel|Gen|General|Doctor|Professor|Prof|Sir|Lady|King|Queen|Agent|"
    r"Detective|Inspector|Father|Sister|Brother|Aunt|Uncle|OSS)"
)
_OWN = regex.compile(r"\W*(?:(?:In|From|Since|During) [\p{L}\d ]{2,30}, )?(?:He|She)\b")


def work_of(wording: str) -> str:
    """The work that a question names to ask who plays whom in it; empty if it asks something else.

    >>> work_of("Who voices Mona in The Tin Harbour?")
    'The Tin Harbour'
    """
    found = CAST.fullmatch(wording) or CAST_AS.fullmatch(wording)
    return (found["work"] or "") if found else ""


@lru_cache(maxsize=1024)
def _named(role: str) -> str:
    """A role's name as pages have it: with a rank before it, not somebody's of it (`Reeve's mother`), nor a younger one."""
    parts = [part for part in regex.findall(r"[\p{L}\p{N}'.\-]+", role) if part.lower() not in ("the", "a")]
    name = r"[ \-]".join(map(regex.escape, parts))
    return (
        rf"(?:(?!(?i:{_OTHER_AGE}|mrs|lady|queen)\b)[\p{{Lu}}\"][\p{{L}}\p{{M}}.\"'\-]* ){{0,2}}(?i:{name})"
        r"(?![\p{L}]|['’]s?\b|-\p{Ll}|,? (?:Jr|Junior|Sr|Senior|II|III|IV)\b)"
    )


def read_cast(role: str, work: str, which: str, title: str, one: Sentence) -> Answers:
    """Who plays a role.

    Args:
        role: its name.
        work: where; empty if it is not told.
        which: `original` or `current`, where one of several is asked for.
        title: of the passage.
        one: the sentence.
    """
    text = one.text
    if fold(role) == fold(title):
        found = read_billing(text, which)
        if found is not None:
            yield person_of(text[slice(*found)]), *found, "billed as it"
            return
    wanted = set(tokens_of(role)) - {"the", "a", "character"}
    if not wanted or not wanted <= set(tokens_of(text)) | {"s"} or not _is_of_work(work, title, text):
        return
    if which and not regex.search(rf"\b{which.removesuffix('ly')}(?:ly)?\b", text):
        return
    named = _named(role)
    some = rf"(?:(?!(?:{_OTHER_AGE})\b)[\p{{Ll}}\-]+ ){{0,3}}"
    here = bool(work) and _names_work(work, text)
    for form, close in (
        (
            rf"(?P<v>{NAME}) (?:\([^()]*\) )?(?:plays |played |voices |(?:in|for) (?:his|her) (?:\p{{Ll}}+ )?(?:role|performance|portrayal) |reprising (?:his|her) role )?as (?:the )?{some}{named}",
            True,
        ),
        (rf"{named}(?: [\p{{Lu}}][\p{{L}}.]+)? \((?:(?:played|portrayed|voiced) by )?(?P<v>{NAME})\)", False),
        (rf"(?P<v>{NAME}) \((?:as )?{named}\)", False),
        (
            rf"{named}[^.;()]{{0,30}}?,? (?:is |was |who is |who was |as |has been )?(?:played|portrayed|voiced|performed)(?: in the \p{{Ll}}+)? (?:[\p{{Ll}}]+ )?by (?:\p{{Ll}}+ ){{0,3}}(?P<v>{NAME})",
            True,
        ),
        (
            rf"(?:role|part|character) of {some}{named} (?:is|was) (?:played|portrayed|voiced|taken|filled|performed) by (?:\p{{Ll}}+ ){{0,3}}(?P<v>{NAME})",
            True,
        ),
        (
            rf"(?P<v>{NAME})(?:,? (?:\([^()]*\),? )?who)?(?: \([^()]*\))? (?:also )?(?!(?:play|voice|portray) ){_PLAY} (?:the )?(?:(?:\p{{Ll}}+ )?(?:role|part|voice|character) of )?(?:the )?{some}{named}",
            True,
        ),
    ):
        for match in regex.finditer(form, text, timeout=SECONDS):
            start, end = match.span("v")
            if is_run_together(text):
                start = actor_before(text, start, end)
                if start < 0:
                    continue
            behind = text[match.end() :]
            # `A and B as C and D`: which is whose is not said.
            if _is_paired(text[:start], behind):
                continue
            if _INSTEAD.search(text[:start]) or regex.search(r"(?<!\p{L})(?:nor|or) $", text[:start]):
                continue
            if not here and work and close and _ELSEWHERE.match(behind):
                continue
            while begins := regex.compile(r"(?P<word>\p{L}+) (?=\p{Lu})").match(text, start, end):
                if begins["word"].lower() not in words_for("starters"):
                    break
                start = begins.end()
            if set(tokens_of(text[start:end])) <= set(tokens_of(f"{work} {role}")):
                continue
            if not close and (fold(role) == fold(title) or not _is_actor(text[start:end])):
                continue
            yield person_of(text[start:end]), start, end, "plays the role"


def read_actor(wording: str, subject: str, value: ValueType, passage: Passage) -> list[Facet]:
    """The topic as who plays a role: `She played Mona in A`, on the page of an actress.

    Args:
        wording: of the lookup, with `{0}` for the subject.
        subject: what is asked about.
        value: type of the value.
        passage: where to look.
    """
    cast = CAST.fullmatch(wording.replace("{0}", subject))
    title = split_title(passage.unit.title)[0]
    if cast is None or not cast["work"] or not passage.sentences or len(title.split()) < 2:
        return []
    whole = passage.view.text
    first = passage.sentences[0]
    opening = whole[first.start : first.end]
    named = regex.match(rf"\W*(?P<v>{loosen(title)})", opening, flags=regex.I)
    term = term_of(value, title)
    if named is None or term is None or not _ACTING.search(opening) or "".join(cast.captures("which")):
        return []
    work = "(?P<work>" + regex.sub(r"\b(?:and|&)(?=\[)", "(?:and|&)", loosen(cast["work"])) + ")"
    role = _named(cast["role"])
    some = rf"(?:the )?(?:(?!(?:{_OTHER_AGE})\b)[\p{{Ll}}\-]+ ){{0,3}}"
    forms = (
        rf"\b{_PLAY} {some}{role}(?P<between>[^.;]{{0,60}}?\b(?:in|on|from|of)\b[^.;]{{0,40}}?){work}",
        rf"{work}(?P<between>[^.;]{{0,30}}?,? (?:in which (?:he|she) |where (?:he|she) |and )?){_PLAY} {some}{role}",
        rf"{work}(?P<between>[^.;]{{0,12}}?) as {some}{role}",
    )
    for sentence in passage.sentences:
        text = whole[sentence.start : sentence.end]
        own = _OWN.match(text) or regex.match(rf"\W*{loosen(title.split()[-1])}\b", text)
        if not (own or sentence.start == first.start) or _RECAST_HERE.search(text):
            continue
        for form in forms:
            match = regex.search(form, text, flags=regex.I, timeout=SECONDS)
            # Another role or work between them, or behind, is what the one belongs to.
            if (
                match is None
                or _LONGER.match(text[match.end("work") :])
                or (match.end("work") < match.end() and _ELSEWHERE.match(text[match.end() :]))
                or regex.search(
                    r"\bas \p{Lu}|\band (?:as )?\p{Lu}|\bin (?:the )?[\p{Lu}\"].*\b(?:in|after|before|beside|while)\b",
                    match["between"],
                )
            ):
                continue
            span = first.start + named.start("v"), first.start + named.end("v")
            return [Facet(term, whole[slice(*span)], first.start, sentence.end, *span, "the page's actor")]
    return []


def read_role(who: str, work: str, title: str, one: Sentence) -> Answers:
    """Which role somebody plays."""
    text = one.text
    if not _is_of_work(work, title, text) or not is_named(who, text):
        return
    role = r"(?P<v>(?:the )?[\p{Lu}][\p{L}\p{M}.'\-]*(?:(?: (?:the|of|al|de|[\p{Lu}][\p{L}\p{M}.'\-]*)| / [\p{Lu}][\p{L}'\-]*))*+)(?! as\b|['’]s)"
    for form in (
        rf"{loosen(who)} (?:\([^()]*\) )?as (?:the )?(?:\p{{Ll}}+ ){{0,2}}?{role}",
        rf"{loosen(who)},? (?:who )?(?:also )?{_PLAY} (?:the )?(?:(?:role|part|voice|character) of )?(?:\p{{Ll}}+ ){{0,2}}?{role}",
        rf"{role} \({loosen(who)}\)",
        rf"{role},? (?:who )?(?:is |was )?(?:played|portrayed|voiced) by {loosen(who)}",
    ):
        for match in regex.finditer(form, text, timeout=SECONDS):
            start, end = match.span("v")
            if _INSTEAD.search(text[: match.start()]) or _RANK.fullmatch(text[start:end]):
                continue
            if _is_paired(text[: match.start()], text[end:]):
                continue
            yield String(text[start:end].strip(" ,.")), start, end, "plays the role"
            return


def _is_paired(before: str, behind: str) -> bool:
    """Whether actors and roles are joined on both sides: `A and B as C and D`."""
    joined = regex.search(r"\p{L} and $", before) is not None
    return joined and regex.match(r" and (?:the )?\p{Lu}", behind) is not None


def _is_actor(name: str) -> bool:
    """Whether what stands in brackets may be a person: `Mona (Ann Ek)`, not `Ek Film Festival (EFF)`."""
    words = tokens_of(name)
    kinds = (
        nouns_for("organisation")
        | nouns_for("place")
        | nouns_for("work")
        | {stem("festival"), stem("corporation")}
    )
    return (
        len(words) > 1
        and value_of("country", name) is None
        and not any(stem(word) in kinds for word in words)
    )


def _is_of_work(work: str, title: str, text: str) -> bool:
    """Whether a sentence is about a work: it names it, or stands on its page and names no other where it begins."""
    works = _telling(work)
    if not works <= set(tokens_of(text)) | set(tokens_of(title)):
        return False
    fronted = _FRONTED.match(text)
    return not (works and fronted and not works & set(tokens_of(fronted["what"])))


def _names_work(work: str, text: str) -> bool:
    return _telling(work) <= set(tokens_of(text))


def _telling(work: str) -> set[str]:
    """The words that tell which work is meant."""
    return {token for token in tokens_of(work) if token not in words_for("starters")}

"""Whether a sentence says plainly what a value was found in: of this thing, as a fact, and exactly.

The readers find where a value stands; this asks what else the sentence says around it. Whatever is denied, doubted, reported, planned,
only near the truth, or said of somebody's relative, is left out, unless the lookup itself asks in these words.

>>> is_plain("Bo Ek founded it in 1920.", (19, 23), "When was {0} founded?", "Acme", "Acme")
True
>>> is_plain("Its rival was founded in 1920.", (25, 29), "When was {0} founded?", "Acme", "Acme")
False
>>> is_plain("It runs between 12 and 15 shops.", (23, 25), "How many shops does {0} have?", "Acme", "Acme")
False
"""

from __future__ import annotations

from collections.abc import Iterable

import regex

from suffice.extractors.open.words import is_content, stem, stems_of
from suffice.extractors.text import split_title

__all__ = ["is_fact", "is_plain"]

#: Words that make no fact of what a sentence says, wherever they stand in it.
_NO_FACT = regex.compile(
    r"\b(?:[Nn]ot|[Nn]ever|[Nn]o longer|[Nn]either|[Nn]or|[Hh]ardly|[Ss]carcely|[Bb]arely|[Aa]lmost|[Nn]early|[Nn]obody|[Nn]o one|[Nn]one|"
    r"[Aa]llegedly|[Ss]upposedly|[Rr]eportedly|[Pp]urportedly|[Rr]umou?red|[Ff]alsely|[Ww]rongly|[Mm]istakenly|[Ii]ncorrectly|[Ee]rroneously|false|hoax|"
    r"[Aa]ccording to|[Ll]egends?|[Mm]yths?|[Rr]umou?rs?|[Rr]eports that|reported|claims?|claimed|stated that|wrote that|says|said|believed|thought|"
    r"pretend\w*|hopes?|hoped|wants?|wanted|wish\w*|plans|planned|intend\w*|aims?|aimed|dream\w*|imagin\w*|tried|tries|sought|"
    r"would|could|might|may|should|if|If|unless|Unless|whether|until|Until|denied|denies|refused|declined|failed|rejected|cancelled|"
    r"[Uu]nlike|[Ii]nstead of|except|[Ww]ithout|considered for|auditioned|offered|replaced by|turned down|respectively|perhaps|likely|possibly|presumably|probably|supposed(?:ly)?|assumed|some argue|candidates? for|anywhere but|banned from|(?:due|scheduled|expected|slated|set|planned) to|(?:is|are|was|were) (?:\p{Ll}+ )?to (?:be|have)|[Ff]ormerly|[Oo]nce(?! (?:for|a|every|per|more|again|in)\b)|so-called|in the (?:novel|story|book|play|series|game)|In the (?:novel|story|book|play|series|game|film))\b(?! only\b|-)|n't\b"
)
#: Before a number or a date, and behind it: not exactly that.
_ABOUT = regex.compile(
    r"\b(?:between|over|nearly|almost|up to|at (?:least|most)|(?:fewer|less|more|other) than|circa|c\.|or|"
    r"after|before|until|till|since|by|of the|(?:between|from) \S+(?: \S+)? (?:and|to))\s*(?:the )?$",
    regex.I,
)
_VAGUE = regex.compile(r"(?:c\.|ca\.|circa|about|around)", regex.I)
_OR = regex.compile(r"^\s*(?:or|to|of|[–-])\s*(?:the )?(?:\d|\p{L}+ \d)|^\s*(?:or|[–-]) ", regex.I)
#: Who or what is another's: `his son`, `the mother of A`, `half of its fleet`.
_KIN = (
    r"wife|husband|widow|widower|son|daughter|child|children|father|mother|parents?|brother|sister|twin|friend|pupil|student|partner|cousin|uncle|aunt|nephew|"
    r"niece|grand\p{L}+|rival|lover|teacher|assistant|colleague|owner|owners|coach|manager|founder|subsidiary|parent|sequel|prequel|team|library|museum|stadium|"
    r"reserve|half|part|most|fleet|hangar|staff|members?|fans?|supporters?|cat|dog|horse|estate|house"
)
#: Whatever a sentence begins with an owner for: `Its club was founded in 1442`.
_BEGINS = regex.compile(r"\W*(?:His|Her|Its|Their) (?P<owned>(?:[\p{Ll}\-]+ ){1,3})")
#: `in a town founded in 1820`, `based on a play directed by A`: what is told of a noun beside the way.
_BESIDE = regex.compile(
    r"\b(?:in|of|at|near|by|to|from|on|with|for) (?:a|an|the) (?:[\p{L}\-]+ ){1,4}?\p{Ll}+(?:ed|built|born|held|won|written|made|sung) (?:in|on|by|at) $"
)
_COUNTS = regex.compile(
    r"\b(?:has|have|with|of|runs?|operates?|owns?|compris\w+|includ\w+|contain\w+|numbers?|total\w*|are|is|was|were|had|counts?)\b[^.;]{0,60}$"
)
_TOO_MANY = regex.compile(r"[^.;]{0,40}\b(?:too (?:few|many)|fewer|more|that|which)\b")
#: Who asks for one of these may be told by another: `who owns it`, `a subsidiary of A`.
_FAMILY = frozenset(
    stem(word)
    for word in [
        "wife",
        "husband",
        "widow",
        "spouse",
        "son",
        "daughter",
        "child",
        "children",
        "father",
        "mother",
        "parent",
        "brother",
        "sister",
        "sibling",
        "twin",
        "own",
        "owner",
        "owns",
        "subsidiary",
        "partner",
        "married",
    ]
)
#: What a thing has that is the thing itself.
_OWN = frozenset(
    map(
        stem,
        [
            "summit",
            "peak",
            "top",
            "height",
            "elevation",
            "altitude",
            "length",
            "area",
            "population",
            "name",
            "title",
        ],
    )
)
_ITS = regex.compile(rf"\b(?:[Hh]is|[Hh]er|[Ii]ts|[Tt]heir) (?:[\p{{Ll}}\-]+ ){{0,2}}?(?P<kin>{_KIN})\b")
_OF = regex.compile(rf"\b(?P<kin>{_KIN}) of (?:the |a |an )?$", regex.I)
#: What is like a thing is not the thing.
_LIKENESS = regex.compile(
    r"\b(?:models?|replicas?|cop(?:y|ies)|drawings?|paintings?|pictures?|portraits?|parod(?:y|ies)) of (?:the )?$",
    regex.I,
)
_WHO = regex.compile(r"(?P<who>[\p{L}\p{N}.'\-]+(?: \([^()]*\))?),? (?:who|whose|which)\b")
#: What a thing has no more: `its former capital`.
_FORMER = regex.compile(r"\b(?:[Ii]ts|[Tt]heir|[Hh]is|[Hh]er) former (?P<noun>\p{Ll}+)")
#: Who is nearly that, or was, or is to be: `the vice president`, `the acting mayor`, `the ex-wife`.
_NEARLY = regex.compile(
    r"\b(?P<nearly>[Vv]ice|[Dd]eputy|[Aa]ssistant|[Aa]ssociate|[Aa]cting|[Ii]nterim|[Hh]onorary|[Oo]utgoing|[Ii]ncoming|[Ss]hadow|[Ff]ormer|[Pp]ast|[Ee]x|[Cc]o|"
    r"[Aa]rt|[Cc]asting|[Mm]usic|[Mm]usical|[Mm]anaging|[Ee]xecutive|[Cc]reative|[Tt]echnical|[Ss]tunt|[Ff]light|[Ll]ine|"
    r"[Ff]irst|[Ss]econd|[Tt]hird|[Ff]ourth|[Ff]ifth|[Ss]ixth|[Ss]eventh|[Ee]ighth|[Nn]inth|[Tt]enth|\d+(?:st|nd|rd|th))[ \-](?P<noun>\p{L}+)"
)
_GONE = frozenset(["former", "past", "ex", "outgoing"])
_ASKED_NOW = regex.compile(r"(?:Who|What|Which \p{Ll}+)(?: is|'s) (?:the )?")
#: What makes another name of one: `the Little Sarn Canal`, `the Sarn Canal Museum`.
_BEFORE_NAME = regex.compile(
    r"\b(?:Little|Old|New|Upper|Lower|Great|Greater|Lesser|North|South|East|West|Northern|Southern|Eastern|Western|Big|Small|Inner|Outer|Long|Young) $"
)
_BEHIND_NAME = regex.compile(
    r" (?:Juniors?|Jr|Seniors?|Sr|Museum|School|Society|Club|Foundation|Trust|Station|Street|Road|Park|Hotel|Festival|Award|Prize|League|Reserves|Archives?|Library|Airport|University|Hospital)\b"
)
#: Other names of a thing, in brackets behind its name, say nothing of the sentence: `A (formerly B, until 1955) is a town`.
_OTHER_NAMES = regex.compile(
    r"(?<=^[^().]{2,80} )\((?:formerly|previously|originally|once|also|until|known|called|named|romani[sz]ed|Romani[sz]ed|Formerly|Also)\b[^()]*\)"
)
_YOUNGER = regex.compile(r",? (?:Jr\.?|Sr\.?|Junior|Senior|II|III|IV)$")


def is_plain(sentence: str, value: tuple[int, int], wording: str, subject: str, title: str) -> bool:
    """Whether a sentence says its value as a fact about what is asked.

    Args:
        sentence: of the passage.
        value: where the value stands in it.
        wording: of the lookup, with `{0}` for the subject.
        subject: what is asked about.
        title: of the passage.
    """
    name = split_title(title)[0]
    asked = frozenset(stems_of(wording))
    if asked & _FAMILY:
        asked |= _FAMILY
    if _YOUNGER.search(name) and not _YOUNGER.search(subject):
        return False
    if _is_of_longer_name(sentence, subject, name):
        return False
    plain = _mask(sentence, (subject, name), value)
    former = _FORMER.search(plain)
    if former and stem(former["noun"]) in asked and stem("former") not in asked:
        return False
    if _is_nearly(plain, wording, asked):
        return False
    if (
        _denies(plain, asked)
        or _is_infinitive(plain, wording)
        or _is_of_another(plain, value, asked, subject)
    ):
        return False
    before, behind = plain[: value[0]], plain[value[1] :]
    if _BESIDE.search(before) or regex.search(r"\b(?:near|outside) (?:the )?$", before):
        return False
    if wording.startswith("How many") and (not _COUNTS.search(before) or _TOO_MANY.match(behind)):
        return False
    surface = sentence[slice(*value)]
    vague = _ABOUT.search(before[-30:]) or _OR.match(behind) or _VAGUE.match(surface)
    return not (vague and regex.search(r"\d", surface))


def _is_nearly(plain: str, wording: str, asked: frozenset[str]) -> bool:
    """Whether a sentence calls somebody only nearly what is asked for; who it was once may be asked for by `was`."""
    now = _ASKED_NOW.match(wording) is not None
    for found in _NEARLY.finditer(plain):
        nearly = found["nearly"].lower()
        noun = found["noun"].lower()
        # In `a museum of art in A` nobody is nearly anything.
        if (
            not is_content(noun)
            or stem(noun) not in asked
            or stem(nearly) in asked
            or nearly in wording.split()
        ):
            continue
        if nearly in _GONE or regex.fullmatch(r"\p{L}+th|first|second|third|\d.*", nearly):
            # A second wife is a wife, and whoever was the first may be meant by `was`.
            if now and not asked & _FAMILY:
                return True
        else:
            return True
    return False


def _is_of_longer_name(sentence: str, subject: str, title: str) -> bool:
    """Whether a sentence has the subject's name in a longer one alone, or has it not and stands on the page of such a one."""
    found = list(regex.finditer(rf"(?<!\p{{L}}){regex.escape(subject)}(?!\p{{L}})", sentence))
    if found:
        return all(_goes_on(sentence, one.span()) for one in found)
    at = title.find(subject)
    return at >= 0 and title != subject and _goes_on(title, (at, at + len(subject)))


def _goes_on(text: str, span: tuple[int, int]) -> bool:
    return bool(_BEFORE_NAME.search(text[: span[0]]) or _BEHIND_NAME.match(text[span[1] :]))


def is_fact(sentence: str, wording: str, names: Iterable[str]) -> bool:
    """Whether nothing in a sentence denies, doubts, reports or plans, unless the lookup asks for it in these words.

    Args:
        sentence: of the passage.
        wording: of the lookup.
        names: of things; what they say in themselves does not count.

    >>> is_fact("Bo Ek allegedly founded it.", "Who founded Acme?", ["Acme"])
    False
    """
    return not _denies(_mask(sentence, names), frozenset(stems_of(wording)))


def _mask(sentence: str, names: Iterable[str], value: tuple[int, int] = (0, 0)) -> str:
    """With the names blotted out, and further ones in brackets but for the value: what one says (`It May Rain`) is said of nothing."""
    found = _OTHER_NAMES.search(sentence)
    if found and not found.start() < value[1] <= found.end():
        sentence = f"{sentence[: found.start()]}{'_' * len(found[0])}{sentence[found.end() :]}"
    # The longer one first, since one may be in the other.
    for one in sorted(set(names), key=len, reverse=True):
        sentence = sentence.replace(one, "X" * len(one))
    return sentence


def _denies(plain: str, asked: frozenset[str]) -> bool:
    return any(not set(stems_of(found[0])) <= asked for found in _NO_FACT.finditer(plain))


def _is_infinitive(plain: str, wording: str) -> bool:
    """`asked to become`, where the lookup asks when it became: what is wanted did not happen by that."""
    told = {stem(word) for word in regex.findall(r"\bto (\p{Ll}+)", wording)}
    verbs = {word for word in stems_of(wording) if word.isalpha()} - told
    return any(stem(word) in verbs for word in regex.findall(r"\bto (\p{Ll}+)", plain))


def _is_of_another(plain: str, value: tuple[int, int], asked: frozenset[str], subject: str) -> bool:
    """Whether what is said is said of a relative, a part or an owner of what is asked about, or of what a clause tells of another."""
    if any(stem(found["kin"].lower()) not in asked for found in _ITS.finditer(plain[: value[1]])):
        return True
    begins = _BEGINS.match(plain)
    if begins and not (asked | _OWN) & frozenset(stems_of(begins["owned"])):
        return True
    if regex.search(r"(?:'s|’s)$", plain[slice(*value)]) or regex.match(
        r"(?:'s|’s|s'|'|’)(?=\W)", plain[value[1] :]
    ):
        return True
    places = [value[0]]
    start = plain.find("X" * len(subject))
    if start >= 0:
        end = start + len(subject)
        if regex.match(r"(?:'s|’s)", plain[end:]) and not asked & {"wife", "husband"}:
            kin = regex.match(rf"(?:'s|’s) (?:[\p{{Ll}}\-]+ ){{0,2}}?(?P<kin>{_KIN})\b", plain[end:])
            if kin and stem(kin["kin"].lower()) not in asked:
                return True
        places.append(start)
        likeness = _LIKENESS.search(plain[:start])
        if likeness and not asked & frozenset(stems_of(likeness[0])):
            return True
    for place in places:
        found = _OF.search(plain[:place])
        if found and stem(found["kin"].lower()) not in asked:
            return True
    # `Ada Lund, who was born in 1925`: of another name than those masked.
    named = (found for found in _WHO.finditer(plain[: value[0]]) if found.start() > 0)
    return any("X" not in found["who"] and found["who"][:1].isupper() for found in named)

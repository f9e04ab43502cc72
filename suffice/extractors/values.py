"""Values by type: how each looks in a text, and the term that it becomes.

Dates and countries are compared as values, not as strings: `July 23, 1968` and `23 July 1968` are one term, and so are
`American` and `United States`. Names stay strings.

>>> str(value_of("date", "July 23, 1968")), str(value_of("date", "c. 1127"))
('date(1968,7,23)', 'date(1127,0,0)')
>>> str(value_of("country", "American"))
'"United States"'
>>> value_of("date", "soon") is None
True
"""

from __future__ import annotations

import calendar
from functools import cache, lru_cache

import regex

from suffice.extractors.tables import read_table
from suffice.extractors.text import fold
from suffice.rules import Number, String, Symbol, Term

__all__ = ["TYPES", "cut_value", "demonyms", "has_shape", "same_value", "shape_of", "value_of"]

_MONTHS = {name.casefold(): number for number, name in enumerate(calendar.month_name) if name}
_MONTHS |= {name.casefold(): number for number, name in enumerate(calendar.month_abbr) if name} | {"sept": 9}
_MONTH = "(?:" + "|".join(sorted((name.title() for name in _MONTHS), key=len, reverse=True)) + r")\.?"
_ERA = r"(?: ?(?:BCE?|B\.C\.))?"
#: A year; in `(5 May 19163 June 1990)` a dash was lost between two dates.
_YEAR = rf"(?:(?:1\d{{3}}|20\d\d)(?=\d{{0,2}} ?{_MONTH}\b)|\d{{3,4}}(?![\d\p{{L}}]))"
_DATE = (
    rf"(?<!{_MONTH},? )(?<!{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?,? )"
    rf"(?:(?<!\d)|(?<=(?<!\d)(?:1\d{{3}}|20\d\d))(?=\d{{0,2}} ?{_MONTH}\b))(?:(?:c\.|ca\.|circa|about|around) ?)?"
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)? (?:of )?{_MONTH},? {_YEAR}|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?,? {_YEAR}"
    rf"|(?<!\d )(?<!\d(?:st|nd|rd|th) ){_MONTH},? {_YEAR}|{_YEAR}){_ERA}"
)
_PARTICLE = (
    r"(?:de la|de las|de los|de|da|das|del|della|delle|der|den|dei|di|do|dos|du|d'|e|y|la|le|los|van|von|zu|zum|af|av|of the|of|"
    r"the|ter|ten|bin|bint|ibn|al|el|ul|ud)"
)
_ABBREVIATED = r"(?:Jr|Sr|Hon|St|Dr|Mr|Mrs|Ms|Lt|Gen|Col|Capt|Rev|Wm|Chas|Geo|Jos|Mt|Ft)\."
_WORD = r"(?:(?:[dDlLO]'|al-|el-|Al-|El-|ar-|as-|at-|az-)?\p{Lu}[\p{L}\p{M}'\-]*(?<!'s)(?<!['\-]))"
_INITIALS = r"(?:\p{Lu}\.-?)+"
_ONE_WORD = rf"(?:{_ABBREVIATED}|{_INITIALS}|{_WORD})"
#: What opens a sentence, or the next entry of an infobox, is no part of the name before it.
_NEXT = (
    r"(?:In|On|At|He|She|It|They|His|Her|After|When|During|Since|By|As|From|With|Directed|Produced|Written|Screenplay|"
    r"Starring|Music|Cinematography|Edited|Distributed|Narrated|Lyrics|Songwriters?|Producers?|Composers?|Genre|Label|"
    r"Length|Released|Published|Publisher|Illustrator|Cover|Based|Country|Language)"
)
_PERSON = (
    rf"{_ONE_WORD}(?: (?!{_NEXT}\b)(?:(?:{_PARTICLE} )*{_ONE_WORD}))*"
    rf"(?:,? (?:Jr|Sr)\.)?"
    rf"(?:, (?:\d{{1,2}}(?:st|nd|rd|th) )?(?:Prince|Princess|Duke|Duchess|Earl|Countess|Count|Baronet|Baroness|Baron"
    rf"|Viscountess|Viscount|Marquess|Marquis|Marchioness|Lord|Lady|King|Queen|Emperor|Empress|Elector|Margrave"
    rf"|Landgrave|Holy Roman Emperor)(?: (?:of )?(?:the )?{_ONE_WORD}(?:[ -](?:of |de |von )?{_ONE_WORD})*)?)*"
)
_PLACE_WORD = rf"(?!(?:{_MONTH})(?![\p{{L}}]))(?:{_ONE_WORD})"
_PLACE_WORDS = rf"{_PLACE_WORD}(?:[ -](?:(?:{_PARTICLE}|sur|super|sous|an|am|les|lès|pri|en|aux|upon|on)[ -]|in-)*{_PLACE_WORD})*"
_PLACE = rf"{_PLACE_WORDS}(?:, {_PLACE_WORDS}){{0,3}}"
#: Also an owner's: `Bishop's College`.
_TITLE_WORD = rf"(?:{_WORD}(?:'s|(?<=s)')(?= \p{{Lu}})|{_ONE_WORD}|\d+)"
_TITLE = rf"(?:\"[^\"]{{1,120}}\"|{_TITLE_WORD}(?:[ ,:&'\-]+(?:(?:{_PARTICLE}|and|or|a|an|to|for|&) )*{_TITLE_WORD})*)"
_TEXT = r"[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}' \-]{1,60}?(?=[,.;()]| (?:in|at|on|and|or|for|who|whose|which|that|while|when|after|during|aged|following)\b|$)"


@cache
def _countries() -> dict[str, str]:
    """Every name and demonym, as written, to the canonical name."""
    table = read_table("countries")
    names = {name: name for name in table}
    return names | {other: name for name, others in table.items() for other in others}


@cache
def _country_shape() -> str:
    names = sorted(_countries(), key=len, reverse=True)
    # `a German-speaking village` may be anywhere.
    # `New Mexico` and `the Gulf of Mexico` are no Mexico.
    return (
        r"(?<![\p{L}\-])(?<!\b(?:New|New South|Gulf of|Bay of|Sea of) )(?:"
        + "|".join(map(regex.escape, names))
        + r")(?![\p{L}]|-speaking\b)"
    )


#: Types that a lexicon may give to a relation's value.
TYPES = ("person", "work", "organisation", "place", "country", "date", "number", "text")


def shape_of(kind: str) -> str:
    """The pattern (of the `regex` package) that a value of a type looks like in a clean text.

    Args:
        kind: one of `TYPES`.

    >>> bool(regex.fullmatch(shape_of("person"), "Henry Lascelles, 4th Earl of Harewood"))
    True
    """
    match kind:
        case "person":
            return _PERSON
        case "place":
            return _PLACE
        case "country":
            return _country_shape()
        case "date":
            return _DATE
        case "number":
            return r"\d{1,3}(?:,\d{3})+|\d+"
        case "text":
            return _TEXT
        case "work" | "organisation":
            return _TITLE
    raise ValueError(f"no type `{kind}`; types are {', '.join(TYPES)}")


def has_shape(kind: str, surface: str) -> bool:
    """Whether words look like a value of a type.

    Args:
        kind: one of `TYPES`.
        surface: the words.

    >>> has_shape("person", "Ann Ek"), has_shape("person", "an engineer")
    (True, False)
    """
    try:
        return kind == "text" or bool(regex.fullmatch(shape_of(kind), surface, timeout=1.0))
    except TimeoutError:
        return False


@lru_cache(maxsize=65536)
def value_of(kind: str, surface: str) -> Term | None:
    """The term of a surface form, or None when it is no value of that type.

    Args:
        kind: one of `TYPES`.
        surface: the words in the text.
    """
    surface = surface.strip().strip('"').strip()
    if not surface:
        return None
    match kind:
        case "date":
            return _date(surface)
        case "country":
            name = _countries().get(surface) or _countries().get(surface.title())
            return String(name) if name else None
        case "number":
            digits = surface.replace(",", "")
            return Number(int(digits)) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None
        case "person" | "place" if surface.casefold() in _MONTHS or regex.fullmatch(
            r"(?:[A-Z]\.)+|.*-based", surface
        ):
            return None
        case "person" if surface in _countries() or len(surface) == 1 or _NO_PERSON.fullmatch(surface):
            return None
        case "place" if surface in ("BC", "BCE", "AD", "CE"):
            return None
        case "organisation":
            # `won 6 Filmfare Awards`: the count is no part of the name.
            surface = regex.sub(r"^\d+ (?=\p{Lu})", "", surface)
    return String(surface.rstrip(",;:"))


def cut_value(text: str, start: int, end: int, kind: str) -> tuple[int, int]:
    """A value's span without what the next words of a list or a phrase have run into it; an organisation's common noun is its own.

    Args:
        text: a clean text.
        start: the value's first character.
        end: behind its last.
        kind: the value's type.

    >>> text = "He was the candidate of the Ardland Party of Labour for President of Ardland."
    >>> text[slice(*cut_value(text, 28, len(text) - 1, "organisation"))]
    'Ardland Party of Labour'
    >>> text = "educated at Dell School, Orrin College, and Ketta University"
    >>> text[slice(*cut_value(text, 12, 38, "organisation"))]
    'Dell School'
    """
    if kind != "organisation" or text[start : start + 1] == '"':
        return start, end
    found = _RUN_ON.search(text, start, end)
    if found and found.start() > start:
        # Of two parties neither is the one.
        two = "Party" in text[start : found.start()] and "Party" in text[found.start() : end]
        return start, start if two else found.start()
    heads = list(_BODY.finditer(text, start, end))
    joined = _JOINED.search(text, start, end)
    if joined and len(heads) == 1:
        return start, joined.start()
    comma = text.find(", ", start, end)
    if comma > 0 and regex.match(r", (?:an?|the|\d+) ", text[comma:end]):
        return start, comma
    if comma > 0 and len(heads) > 1 and heads[0].end() <= comma < heads[-1].start():
        return start, comma
    if not heads and (noun := _COMMON.match(text, end)):
        end = noun.end()
    return start, end


#: `candidate of the Labour Party for President of A`.
_RUN_ON = regex.compile(
    r",? and the (?=\p{Lu})|,? (?:for|and) (?:the )?(?:(?:Vice|Deputy|Prime|Lieutenant|Attorney|Foreign|State|U\.S\.|US|United States|"
    r"European|Lower|Upper) )*(?:President|Governor|Mayor|Minister|General|Senat\p{L}+|Congress\p{L}*|House|Parliament|Chancellor|"
    r"Member|Secretary|Representative|Speaker|Ambassador|Assembly)\b"
)
#: Kinds of bodies: of two with a comma between them the second is another one.
_BODY = regex.compile(
    r"\b(?:School|College|University|Academy|Institute|Conservatory|Seminary|Gymnasium|Club|Party|Records|Pictures|Company|"
    r"Corporation|Award|Prize|Medal|Museum|Hospital|Church|United|Team|Order|Polytechnic|Conservatoire|Grammy|Oscar|Emmy|Bear|Lion)s?\b"
)
#: What follows a full name is the next thing: `the Orrin Awards and Bo Ek`.
_JOINED = regex.compile(
    r"(?<=Awards?|School|Prize|Medal|Productions|Records|Pictures|University|College|Party),? and (?=\p{Lu})"
)
#: A common noun that is part of the name before it: `Democratic party`.
_COMMON = regex.compile(r" (?:party|school|high school|university|college|dynasty|church|army|navy|league)\b")
#: What somebody believes, speaks or is of, and words that only begin a sentence: no names.
_NO_PERSON = regex.compile(
    r"(?:(?:Roman|Greek|Russian|Eastern|Orthodox|Irish|Afro|Welsh|Scottish|Scots)[ -])*(?:Catholic|Orthodox|Jewish|Jew|Muslim|Christian|Hindu|Protestant|"
    r"Lutheran|Anglican|Methodist|Baptist|Buddhist|Sikh|Quaker|Presbyterian|Mormon|Afro-\p{L}+|\p{L}+-American|Urdu|Hindi|"
    r"Tamil|Telugu|Bengali|Malayalam|Kannada|Marathi|Punjabi|Gujarati|Latin|Hebrew|Yiddish|Arabic|Persian|"
    r"He|She|It|They|This|These|As|In|On|At|His|Her|Their|After|When|Who|The)"
)


@cache
def demonyms() -> frozenset[str]:
    """Every name of a country and every demonym, as written."""
    return frozenset(_countries())


def _date(surface: str) -> Term | None:
    year = regex.search(r"(?<!\d)\d{3,4}(?!\d)", surface)
    if year is None or not regex.fullmatch(_DATE, surface):
        return None
    month = next(
        (_MONTHS[word] for word in regex.findall(r"[a-z]+", surface.casefold()) if word in _MONTHS), 0
    )
    days = [int(number) for number in regex.findall(r"(?<!\d)\d{1,2}(?!\d)", surface)]
    day = days[0] if days and month else 0
    number = int(year[0]) * (
        -1 if "B" in surface.replace("Feb", "").replace("Decemb", "") and "BC" in surface else 1
    )
    if month and not 0 <= day <= calendar.monthrange(2000, month)[1]:
        return None
    return Symbol("date", (Number(number), Number(month), Number(day)))


def same_value(kind: str, one: str, other: str) -> bool:
    """Whether two surface forms are the same value: as terms of the type, else as folded strings.

    >>> same_value("country", "American", "the USA"), same_value("person", "Osman Şirin", "Osman Sirin")
    (False, True)
    """
    left, right = value_of(kind, one), value_of(kind, other)
    return (left is not None and left == right) or fold(one) == fold(other) != ""

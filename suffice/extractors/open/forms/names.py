"""Where the names of a question stand."""

from __future__ import annotations

from collections.abc import Iterator

import regex

from suffice.extractors.open.conditions.wordings import MONTHS, is_adjective
from suffice.extractors.values import value_of

__all__ = ["NAME", "TITLES", "mask", "names_at"]

_WORD = r"[\p{Lu}\p{N}][\p{L}\p{M}\p{N}.&/\-]*(?:'(?!s\b)\p{L}+)*"
#: What joins the words of a name; `in` or `on` mostly begins what is said of it.
_JOINT = r"(?:'s)?(?: (?:of|de|la|von|van|der|du|del|di|&))*(?: the)? "
_UNIT = r"(?:, (?:\p{Lu}\p{Ll}+ ){1,3}(?:County|Parish|District|Province|Region|Department))?"
#: Words with capitals, and what joins them, a wider place and what tells namesakes apart behind them; or anything in quotes.
NAME = (
    rf"(?:\"[^\"]+\"|(?:(?:The|An?) )?{_WORD}(?:{_JOINT}{_WORD})*{_UNIT}"
    r"(?:, \p{Lu}\p{Ll}+(?:'(?!s\b)\p{L}+)?(?: \p{Lu}\p{Ll}+(?:'(?!s\b)\p{L}+)?)*)?(?: \([^()]+\))?)"
)
#: Offices that are written with capitals and are common nouns.
TITLES = (
    r"(?:(?:Vice|Deputy|Prime|First|Lord|Crown|Foreign|Executive|Chief) )*"
    r"(?:President|Minister|Chancellor|Governor|King|Queen|Emperor|Empress|Prince|Princess|Mayor|Premier|Speaker|Secretary|"
    r"Chairman|Chairwoman|Director|CEO|CFO|COO|CTO|Bishop|Archbishop|Duke|Earl|Sultan|Tsar|Pharaoh|Pope|Ambassador|Senator|Judge|Justice)"
)
_NAME = regex.compile(NAME)
_ASKS = regex.compile(
    r"(?:Who|Whom|Whose|What|Which|When|Where|Why|How|In|On|At|For|From|To|By|With|Under|During|Of|Against|Since|According|If|"
    r"Is|Are|Was|Were|Did|Does|Do|Has|Have|Had|Can|Could|Will|Name)\b"
)
_DAY = regex.compile(rf"(?:\d{{1,2}} )?(?:{MONTHS})(?: \d{{1,2}})?(?:,? \d{{3,4}})?")


def names_at(text: str) -> Iterator[tuple[int, int]]:
    """Spans of the names in a question, in order; no date, no adjective of a country, no office.

    >>> asked = 'Who sang "Hello Love" with the Danish band Tidal Blue in May 1974?'
    >>> [asked[start:end] for start, end in names_at(asked)]
    ['"Hello Love"', 'Tidal Blue']
    """
    place = 0
    while match := _NAME.search(text, place):
        start, end = match.span()
        place = end
        if start == 0 and (first := _ASKS.match(text)):
            place = first.end()
            continue
        # `Danish Academy` is a name, `Danish` is none.
        while lead := regex.compile(rf"(?:The )?(?:\d+(?:st|nd|rd|th) )?{TITLES} of (?:the )?").match(
            text, start, end
        ):
            start = lead.end()
        name = text[start:end]
        if (
            regex.search(r"\p{L}", name)
            and value_of("date", name) is None
            and not _DAY.fullmatch(name)
            and not is_adjective(name)
            and not regex.fullmatch(rf"\p{{N}}+\p{{L}}*|{TITLES}", name)
        ):
            yield start, end


def mask(text: str) -> str:
    """The text with blanks' worth of capitals for its names, so that their words are taken for nothing else.

    >>> mask('Who sang "Is It That" in Orrin?')
    'Who sang XXXXXXXXXXXX in XXXXX?'
    """
    for start, end in names_at(text):
        text = f"{text[:start]}{'X' * (end - start)}{text[end:]}"
    return text

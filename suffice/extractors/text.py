"""Texts as they come, and a clean view of them that keeps every character's place.

Real passages carry odd spaces (`( born`, `co- written`), curly quotes and control characters. Patterns are matched on
the clean view; spans are always reported in the text as it came.

>>> view = clean("Shawn Levy( born\\u00a0July 23, 1968) co- wrote\\x07 it.")
>>> view.text
'Shawn Levy (born July 23, 1968) co-wrote it.'
>>> start = view.text.index("July")
>>> view.source[slice(*view.span(start, start + 13))]
'July 23, 1968'
"""

from __future__ import annotations

import hashlib
import unicodedata
from dataclasses import dataclass

import regex

__all__ = ["STYLES", "View", "clean", "encodable", "fold", "hash_text", "split_title", "tokens_of"]

_CHARACTERS = str.maketrans(
    {
        "’": "'",
        "‘": "'",
        "`": "'",
        "´": "'",
        "“": '"',
        "”": '"',
        "„": '"',
        "«": '"',
        "»": '"',
        "—": "–",
        "―": "–",
        "−": "-",
    }
)
#: Words before a name that are no part of it.
STYLES = frozenset(
    [
        "sir",
        "lord",
        "lady",
        "dame",
        "sultan",
        "king",
        "queen",
        "emperor",
        "empress",
        "prince",
        "princess",
        "duke",
        "duchess",
        "count",
        "countess",
        "archduke",
        "archduchess",
        "pope",
        "saint",
        "st",
        "shah",
        "emir",
        "khan",
        "tsar",
        "dr",
        "mr",
        "mrs",
        "rev",
        "captain",
        "colonel",
        "general",
        "imam",
        "caliph",
        "writer",
        "actor",
        "actress",
        "director",
        "baron",
        "baroness",
        "the",
        "grand",
        "don",
        "doña",
        "dona",
    ]
)
_TOKEN = regex.compile(r"[\p{L}\p{M}\p{N}]+")


@dataclass(frozen=True, slots=True)
class View:
    """A clean view of a text.

    Args:
        source: the text as it came.
        text: the clean text.
        places: for each clean character the index of the source character that it stands for.
    """

    source: str
    text: str
    places: tuple[int, ...]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The source span of a non-empty clean span."""
        return self.places[start], self.places[end - 1] + 1


def clean(source: str) -> View:
    """Make the clean view: plain quotes and dashes, one blank between words, none inside brackets and quotes."""
    text: list[str] = []
    places: list[int] = []
    inside_quotes = False

    def put(character: str, place: int) -> None:
        text.append(character)
        places.append(place)

    raw = source.translate(_CHARACTERS)
    length = len(raw)
    for place, character in enumerate(raw):
        before = text[-1] if text else " "
        if character.isspace() or unicodedata.category(character) in ("Cc", "Cf", "Cn", "Co", "Cs"):
            ahead = place + 1
            while ahead < length and raw[ahead].isspace():
                ahead += 1
            coming = raw[ahead] if ahead < length else " "
            dots = coming == "." and raw[ahead : ahead + 3] == "..."
            if before in " (" or (coming in ",.;:)?! " and not dots):
                continue
            if before == "-" and len(text) > 1 and text[-2].isalpha() and coming.isalpha():
                continue
            if coming == "-" and before.isalpha() and ahead + 1 < length and raw[ahead + 1].isalpha():
                continue
            if before == '"' and inside_quotes:
                continue
            if coming == '"' and inside_quotes:
                continue
            put(" ", place)
            continue
        if character == '"':
            if inside_quotes and before == " ":
                text.pop()
                places.pop()
            elif not inside_quotes and before.isalnum():
                put(" ", place)
            inside_quotes = not inside_quotes
        elif character == "(" and before not in ' ("':
            put(" ", place)
        elif character in "-–" and _is_range(before, raw, place):
            # `1932- 3 October`, `1894–1969`: between dates the dash stands between blanks.
            if before != " ":
                put(" ", place)
            put("–", place)
            if place + 1 < length and not raw[place + 1].isspace():
                put(" ", place)
            continue
        put(character, place)
    while text and text[-1] == " ":
        text.pop()
        places.pop()
    return View(source, "".join(text), tuple(places))


def _is_range(before: str, raw: str, place: int) -> bool:
    """Whether a dash joins two dates: a digit before it, and a digit or a blank behind it, or blanks on both sides."""
    after = raw[place + 1 : place + 2]
    if raw[place] == "–":
        return before.isdigit() and (after.isdigit() or after.isspace() or after.isalpha())
    return (before.isdigit() and after.isspace()) or (before == " " and after.isspace())


def fold(text: str) -> str:
    """A form in which spelling variants of a name agree: no case, no marks, tokens joined by one blank.

    >>> fold("The Serpent'S Egg") == fold("the serpent’s egg"), fold("Şirin, Osman")
    (True, 'sirin osman')
    """
    return " ".join(tokens_of(text))


def tokens_of(text: str) -> list[str]:
    """Lower-case tokens of letters, marks and digits, without diacritics.

    >>> tokens_of("D'Artagnan's Café, 1844")
    ['dartagnans', 'cafe', '1844']
    """
    if text.isascii():
        return _TOKEN.findall(text.lower().replace("'", "").replace("`", ""))
    # Decomposing may bring capitals to light (mathematical letters), and lower case marks: so twice.
    plain = unicodedata.normalize("NFKD", text.translate(_CHARACTERS)).casefold()
    plain = unicodedata.normalize("NFKD", plain).translate(_CHARACTERS).replace("'", "")
    return _TOKEN.findall("".join(c for c in plain if not unicodedata.combining(c)))


def split_title(title: str) -> tuple[str, str]:
    """A title's name and its disambiguator, which may be empty.

    >>> split_title("Forbidden Ground (2013 film)"), split_title("(I Can't Get No) Satisfaction")
    (('Forbidden Ground', '2013 film'), ("(I Can't Get No) Satisfaction", ''))
    """
    found = regex.fullmatch(r"(.+?)\s*\(([^()]*)\)\s*", title)
    return (found[1].strip(), found[2].strip()) if found else (title.strip(), "")


def encodable(text: str) -> str:
    """A text without lone surrogates, which no UTF-8 can hold; each becomes one replacement character.

    >>> encodable("a\\ud800b")
    'a\ufffdb'
    """
    return "".join("\N{REPLACEMENT CHARACTER}" if "\ud800" <= c <= "\udfff" else c for c in text)


def hash_text(text: str) -> str:
    """sha256 of a text in UTF-8, in hexadecimal; lone surrogates are kept as they are.

    >>> hash_text("")[:8]
    'e3b0c442'
    """
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()

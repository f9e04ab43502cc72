"""Words of English: tokens with their place, number of nouns and verbs, names of predicates and things.

>>> [token.text for token in split_words("Red, cold things are round.")]
['Red', ',', 'cold', 'things', 'are', 'round', '.']
>>> singular("rompuses"), singular("cities"), singular("wives", frozenset({"wife"})), third_person("go")
('rompus', 'city', 'wife', 'goes')
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from suffice.rules import RESERVED, String, Symbol, Term

__all__ = [
    "Word",
    "is_plural",
    "is_third_person",
    "name_predicate",
    "name_thing",
    "singular",
    "split_words",
    "third_person",
]

_TOKEN = re.compile(r"[^\W\d_][^\W_]*(?:-[^\W_]+)*|\S", re.UNICODE)
_IDENTIFIER = re.compile(r"[a-z][A-Za-z0-9_]*\Z")
_IRREGULAR_NOUNS = {
    "children": "child",
    "feet": "foot",
    "geese": "goose",
    "men": "man",
    "mice": "mouse",
    "oxen": "ox",
    "people": "person",
    "teeth": "tooth",
    "women": "woman",
}
_IRREGULAR_VERBS = {"have": "has", "be": "is", "are": "is", "do": "does"}
#: Endings in -s that no plural has: `famous`, `rompus`, `careless`, `basis`.
_SINGULAR_ENDINGS = ("ss", "us", "is")
_HISSES = ("s", "x", "z", "ch", "sh")


class Word(NamedTuple):
    """A word or a mark.

    Args:
        text: as written.
        start: its place in the text.
    """

    text: str
    start: int

    @property
    def low(self) -> str:
        """In lower case."""
        return self.text.lower()

    @property
    def is_word(self) -> bool:
        """Whether it is no mark."""
        return self.text[0].isalpha()

    @property
    def is_capital(self) -> bool:
        """Whether it begins with a capital."""
        return self.text[0].isupper()


def split_words(text: str, start: int = 0) -> tuple[Word, ...]:
    """The words and marks of a text; a word holds letters, digits and inner hyphens.

    Args:
        text: any text.
        start: added to every place.
    """
    return tuple(Word(match[0], start + match.start()) for match in _TOKEN.finditer(text))


def is_plural(noun: str) -> bool:
    """Whether a noun has the form of a plural.

    >>> [is_plural(word) for word in ("cats", "rompuses", "people", "rompus", "famous", "careless")]
    [True, True, True, False, False, False]
    """
    return noun in _IRREGULAR_NOUNS or (noun.endswith("s") and not noun.endswith(_SINGULAR_ENDINGS))


def _singulars(noun: str) -> Iterator[str]:
    """What a plural may be the plural of, the likeliest first."""
    if noun.endswith("ies") and len(noun) > 4:
        yield f"{noun[:-3]}y"
    if noun.endswith("ves"):
        yield f"{noun[:-1]}"
        yield f"{noun[:-3]}f"
        yield f"{noun[:-3]}fe"
    if noun.endswith("es") and noun[:-2].endswith(_HISSES) and not noun.endswith(("ouses", "auses")):
        yield noun[:-2]
    yield noun[:-1]
    if noun.endswith("es"):
        yield noun[:-2]


def singular(noun: str, known: Collection[str] = ()) -> str:
    """The singular of a plural.

    Args:
        noun: in lower case.
        known: singular nouns that the same text has: of several possible singulars one of them is taken.
    """
    if noun in _IRREGULAR_NOUNS:
        return _IRREGULAR_NOUNS[noun]
    choices = list(_singulars(noun))
    return next((choice for choice in choices if choice in known), choices[0])


def is_third_person(verb: str) -> bool:
    """Whether a verb has the form that goes with `it`.

    >>> [is_third_person(verb) for verb in ("chases", "skis", "chase", "kiss")]
    [True, True, False, False]
    """
    return verb.endswith("s") and not verb.endswith("ss")


def third_person(verb: str) -> str:
    """The form of a verb that goes with `it`.

    >>> [third_person(verb) for verb in ("eat", "chase", "carry", "play", "watch", "have")]
    ['eats', 'chases', 'carries', 'plays', 'watches', 'has']
    """
    if verb in _IRREGULAR_VERBS:
        return _IRREGULAR_VERBS[verb]
    if verb.endswith("y") and verb[-2:-1] not in ("a", "e", "i", "o", "u", ""):
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith((*_HISSES, "o")) else f"{verb}s"


def name_predicate(*words: str) -> str | None:
    """The predicate of a word or phrase, None if no predicate can be called so.

    Different phrases have different names: a hyphen becomes two underscores, a name that the rule language reserves gets
    one behind it.

    >>> name_predicate("kind"), name_predicate("looks", "at"), name_predicate("well-known"), name_predicate("states")
    ('kind', 'looks_at', 'well__known', 'states_')
    """
    name = "_".join(word.lower().replace("-", "__") for word in words)
    if not name.isascii() or not _IDENTIFIER.match(name):
        return None
    return f"{name}_" if name in RESERVED or name == "not" else name


def name_thing(*words: str) -> Term:
    """The constant of a name or noun phrase; a string where a constant can't be called so.

    >>> str(name_thing("Bald", "eagle")), str(name_thing("Zoë"))
    ('bald_eagle', '"zoë"')
    """
    name = name_predicate(*words)
    return Symbol(name) if name else String(" ".join(word.lower() for word in words))

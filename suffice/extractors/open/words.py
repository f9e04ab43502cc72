"""Words as open patterns compare them: stems, what carries no content, general synonyms.

>>> stem("voiced"), stem("cities"), stem("genuses"), stem("genus")
('voic', 'city', 'genu', 'genu')
>>> sorted(content_of("Is {0} a type of flowering plant?"))
['flower', 'plant']
>>> means("portrayed", "play")
True
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

import regex

from suffice.extractors.tables import read_table
from suffice.extractors.text import tokens_of
from suffice.extractors.values import demonyms, value_of
from suffice.rules import String

__all__ = [
    "content_of",
    "is_content",
    "means",
    "narrows",
    "nouns_for",
    "same_stem",
    "stem",
    "stems_at",
    "stems_of",
    "told_kinds",
    "words_for",
]

_WORD = regex.compile(r"[\p{L}\p{M}\p{N}']+")
_VOWEL = regex.compile("[aeiouy]")


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """A crude English stem: plural, `-ed`, `-ing` and a last `e` are taken off. (Harman 1991's `s`-stemmer, and verbs.)"""
    word = word.lower()
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "uses")):
        word = word[:-2]
    if word.endswith("s") and not word.endswith("ss") and len(word) > 3:
        word = word[:-1]
    for ending in ("ing", "ed"):
        root = word.removesuffix(ending)
        if root != word and len(root) > 2 and _VOWEL.search(root):
            word = root[:-1] if len(root) > 3 and root[-1] == root[-2] and root[-1] not in "lsz" else root
            break
    return word.removesuffix("e") if len(word) > 3 else word


def stems_of(text: str) -> list[str]:
    """Stems of all words, in order; the name of a country stands for its adjective and the other way round."""
    return [_nation(token) or stem(token) for token in tokens_of(_join_countries(text))]


def stems_at(text: str) -> Iterator[tuple[str, int, int]]:
    """The same with the place of each: stem, start, end.

    >>> list(stems_at("the United States"))[-1]
    ('unitedstat', 4, 17)
    """
    place = 0
    for match in _long_countries().finditer(text):
        yield from _single(text, place, match.start(1))
        name = _one_word(match[1])
        if name is not None:
            yield stem(name), match.start(1), match.end(1)
        place = match.end(1)
    yield from _single(text, place, len(text))


def _single(text: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    for match in _WORD.finditer(text, start, end):
        for token in tokens_of(match[0]):
            yield _nation(token) or stem(token), match.start(), match.end()


def is_content(token: str) -> bool:
    """Whether a lower-case word carries content."""
    return token not in words_for("empty")


def content_of(text: str) -> frozenset[str]:
    """Stems of the words that carry content; what stands for the subject is none."""
    plain = _join_countries(text.replace("{0}", " "))
    return frozenset(_nation(token) or stem(token) for token in tokens_of(plain) if is_content(token))


@cache
def _long_countries() -> regex.Pattern[str]:
    names = sorted((name for name in demonyms() if " " in name), key=len, reverse=True)
    return regex.compile(r"(?<![\p{L}])(?:the )?(" + "|".join(map(regex.escape, names)) + r")(?![\p{L}])")


def _join_countries(text: str) -> str:
    """A country's name of several words becomes one: `United States`, as `American` does."""
    return _long_countries().sub(lambda match: _one_word(match[1]) or match[0], text)


def _one_word(name: str) -> str | None:
    country = value_of("country", name)
    return country.value.lower().replace(" ", "") if isinstance(country, String) else None


@lru_cache(maxsize=65536)
def _nation(token: str) -> str | None:
    name = _one_word(token.title()) or _one_word(token.title().removesuffix("s")) if len(token) > 3 else None
    return stem(name) if name else None


_KIND_OF_NAME = regex.compile(
    r"\b(?:[Tt]he|[Aa]n?|his|her|its|their|fellow) (?P<kind>(?:(?!(?:of|the|in|on|at|and|for|to|by|from|with|an?)\b)[\p{L}\-]+ ){0,3}?(?P<noun>\p{Ll}+) )(?=[\"\p{Lu}]|\{0\})"
)


def told_kinds(text: str) -> frozenset[str]:
    """Stems of words that tell the kind of a thing right before its name: the name tells which is meant, so pages need not repeat them.

    >>> sorted(told_kinds("starred in the Danish film Tidal Blue"))
    ['denmark', 'film']
    """
    found: set[str] = set()
    for match in _KIND_OF_NAME.finditer(text):
        if any(
            stem(match["noun"]) in nouns_for(kind) for kind in ("person", "place", "organisation", "work")
        ):
            found |= content_of(match["kind"])
    return frozenset(found)


@cache
def words_for(what: str) -> frozenset[str]:
    """A list of the file: `empty`, `general`, `starters`, `makers`, `bare`, `measures`, `states`, `provinces`.

    >>> "the" in words_for("empty"), "Ohio" in words_for("states")
    (True, True)
    """
    return frozenset(read_table("general")[what])


@cache
def nouns_for(kind: str) -> frozenset[str]:
    """Stems of nouns for a type of thing: `person`, `place`, `organisation`, `work`; `site` of what is in one place."""
    return frozenset(map(stem, read_table("general")["nouns"][kind]))


@cache
def _synonyms() -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for number, words in enumerate(read_table("general")["same"]):
        for word in words:
            found.setdefault(stem(word), set()).add(number)
    return {word: frozenset(numbers) for word, numbers in found.items()}


def narrows(word: str, kind: str) -> bool:
    """Whether a stem tells a kind by a narrower word: `documentary` the kind `film`."""
    return any(
        kind == stem(first) and word in map(stem, narrower)
        for first, *narrower in read_table("general")["kinds"]
    )


def means(one: str, other: str) -> bool:
    """Whether two words may stand for each other: one stem, or in one set of synonyms."""
    return same_stem(stem(one), stem(other))


def same_stem(one: str, other: str) -> bool:
    """The same for stems."""
    if one == other:
        return True
    table = _synonyms()
    return bool(table.get(one, frozenset()) & table.get(other, frozenset()))

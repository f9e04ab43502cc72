"""When two names are of one thing: titles left out, initials, a last name for a whole one, letters for words, listed aliases.

>>> from suffice.extractors.natlog.knowledge.lexicon import read_lexicon
>>> names = NameRules(read_lexicon().name)
>>> names.relate("Dr. Marie Curie", "Curie"), names.relate("New York", "York"), names.relate("Ann Ek", "Bo Alm")
(('last name', 'marie curie', 'curie'), None, ('other', 'ann ek', 'bo alm'))
"""

from __future__ import annotations

from functools import cached_property

import regex

from suffice.extractors.natlog.knowledge.lexicon import Names
from suffice.extractors.text import fold

__all__ = ["NameRules", "is_name"]

_SMALL_WORDS = frozenset(
    [
        "of",
        "the",
        "and",
        "de",
        "da",
        "di",
        "del",
        "van",
        "von",
        "der",
        "den",
        "la",
        "le",
        "el",
        "al",
        "bin",
        "ibn",
        "du",
        "dos",
    ]
)
_INITIALS = regex.compile(r"\p{Lu}(?:\.\s?|\s)(?=\p{L})")


def is_name(text: str) -> bool:
    """Whether a phrase is written as a name: each word, small ones excepted, begins with a capital.

    >>> is_name("Bank of England"), is_name("the bank"), is_name("J. K. Rowling"), is_name("東京")
    (True, False, True, False)
    """
    words = [word for word in text.split() if word.lower() not in _SMALL_WORDS]
    return 0 < len(words) <= 12 and all(word.lstrip("\"'(").strip()[:1].isupper() for word in words)


class NameRules:
    """The rules, with the words that they go by.

    Args:
        names: of a lexicon.
    """

    def __init__(self, names: Names) -> None:
        self.names = names

    @cached_property
    def _titles(self) -> frozenset[str]:
        return frozenset(map(str.lower, self.names.titles))

    @cached_property
    def _other(self) -> frozenset[str]:
        return frozenset(map(str.lower, self.names.other))

    @cached_property
    def _alias_of(self) -> dict[str, str]:
        return {_tidy(name): _tidy(some[0]) for some in self.names.aliases for name in some}

    def normal(self, text: str) -> tuple[str, ...]:
        """The words of a name in normal form, without articles and titles; one word at least is kept."""
        # `J.K.` is two words; of other abbreviations the dots are dropped.
        words = [
            word
            for word in fold(_INITIALS.sub(lambda m: f"{m[0][0]} ", text)).split()
            if word not in ("the", "a", "an")
        ]
        while len(words) > 1 and words[0] in self._titles:
            words = words[1:]
        while len(words) > 1 and words[-1] in ("jr", "sr", "esq"):
            words = words[:-1]
        return tuple(words)

    def is_personal(self, words: tuple[str, ...]) -> bool:
        """Whether a name of two to four words may be a person's."""
        return 2 <= len(words) <= 4 and not any(
            word in self._other or any(c.isdigit() for c in word) for word in words
        )

    def relate(self, x: str, y: str) -> tuple[str, str, str] | None:
        """The rule by which two names are one (or `other`: they share no word), and both in normal form.

        Args:
            x: a phrase.
            y: another one.

        Returns:
            None if one is no name, or if neither can be said.
        """
        if not (is_name(x) and is_name(y)):
            return None
        one, other = self.normal(x), self.normal(y)
        if not one or not other:
            return None
        detail = (" ".join(one), " ".join(other))
        for rule, holds in (
            ("same", one == other),
            ("alias", self._known(x) == self._known(y)),
            ("last name", self._is_last(one, other) or self._is_last(other, one)),
            ("middle name", self._drops_middle(one, other) or self._drops_middle(other, one)),
            ("initials", self._abbreviates(one, other) or self._abbreviates(other, one)),
            ("letters", _is_acronym(x, y) or _is_acronym(y, x)),
        ):
            if holds:
                return (rule, *detail)
        shared = set(one) & set(other)
        if (
            self.is_personal(one)
            and self.is_personal(other)
            and len(one) == len(other) == 2
            and one[1] != other[1]
        ):
            shared.discard(one[0])  # Two first names may agree: `Tom Hanks`, `Tom Cruise`.
        initials = any(len(word) == 1 for word in (*one, *other))
        return None if shared or initials or _may_be_acronym(x) or _may_be_acronym(y) else ("other", *detail)

    def _known(self, text: str) -> str:
        tidy = _tidy(text)
        return self._alias_of.get(tidy, tidy)

    def _is_last(self, short: tuple[str, ...], long: tuple[str, ...]) -> bool:
        return len(short) == 1 and len(short[0]) > 1 and self.is_personal(long) and long[-1] == short[0]

    def _drops_middle(self, short: tuple[str, ...], long: tuple[str, ...]) -> bool:
        """A first name and the last: of people with several, any of them."""
        return (
            len(short) == 2
            and len(long) in (3, 4)
            and self.is_personal(long)
            and short[0] in long[:-1]
            and long[-1] == short[1]
            and len(short[0]) > 1
        )

    def _abbreviates(self, short: tuple[str, ...], long: tuple[str, ...]) -> bool:
        """`J K Rowling` for `Joanne Kathleen Rowling` or `Joanne Rowling`."""
        if (
            short[-1] != long[-1]
            or len(short[-1]) < 2
            or not self.is_personal(long)
            or not self.is_personal(short)
        ):
            return False
        given, whole = short[:-1], long[:-1]
        return (
            any(len(word) == 1 for word in given)
            and any(len(word) > 1 for word in whole)
            and all(
                a == b or (1 in (len(a), len(b)) and a[0] == b[0]) for a, b in zip(given, whole, strict=False)
            )
        )


def _tidy(text: str) -> str:
    words = [word for word in fold(text).split() if word not in ("the", "a", "an")]
    return " ".join(words)


def _may_be_acronym(text: str) -> bool:
    return len(text.split()) == 1 and len(text) > 1 and text.replace(".", "").isupper()


def _is_acronym(short: str, long: str) -> bool:
    """Whether a word of three capitals or more has the first letters of a name's words, small words left out."""
    letters = short.removeprefix("the ").removeprefix("The ").replace(".", "").strip()
    words = [word for word in long.split() if word.lower() not in _SMALL_WORDS]
    return (
        3 <= len(letters) == len(words)
        and letters.isalpha()
        and letters.isupper()
        and letters == "".join(word[0] for word in words)
        and all(len(word) > 1 for word in words)
    )

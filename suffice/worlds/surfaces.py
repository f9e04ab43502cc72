"""Surface forms: which passages hold a fact's subject and value, by nothing but strings.

The audit of twins rests on this module, so it shares no code with extractors: what the linker overlooks must not be
overlooked here for the same reason.

>>> surfaces = Surfaces([Unit("u1", "Free Guy", "A film by Shawn Levy."), Unit("u2", "Shawn Levy", "Born in 1968.")])
>>> surfaces.holding("Free Guy (film)", "Shawn Levy")
('u1',)
"""

from __future__ import annotations

import calendar
import re
import unicodedata
from collections.abc import Iterable

from suffice.extractors import Unit

__all__ = ["Surfaces", "plain", "without_bracket"]

_MONTHS = frozenset(name.casefold() for name in calendar.month_name if name)


class Surfaces:
    """Plain forms of passages, with the passages that have a word.

    Args:
        units: a corpus, in its order.
    """

    def __init__(self, units: Iterable[Unit]) -> None:
        self._texts: dict[str, str] = {}
        self._having: dict[str, list[str]] = {}
        for unit in units:
            text = f"{plain(unit.title)} | {plain(unit.text)}"
            self._texts[unit.id] = f" {text} "
            for word in dict.fromkeys(text.split()):
                self._having.setdefault(word, []).append(unit.id)

    def holds(self, unit: str, value: str) -> bool:
        """Whether a passage holds a form of a value, as whole words."""
        return any(f" {form} " in self._texts[unit] for form in _forms(value))

    def holds_both(self, unit: str, subject: str, value: str) -> bool:
        """Whether a passage holds the subject and a form of the value."""
        name = plain(without_bracket(subject))
        return f" {name} " in self._texts[unit] and self.holds(unit, value)

    def holding(self, subject: str, value: str) -> tuple[str, ...]:
        """Ids of all passages that hold both, in the order of the corpus."""
        words = plain(without_bracket(subject)).split()
        candidates = min((self._having.get(word, []) for word in words), key=len, default=[])
        return tuple(unit for unit in candidates if self.holds_both(unit, subject, value))


def plain(text: str) -> str:
    """Words in lower case, without marks and punctuation, joined by one blank.

    >>> plain("Pál Gábor's “Angi Vera”")
    'pal gabors angi vera'
    """
    bare = unicodedata.normalize("NFKD", text.casefold().replace("'", "").replace("’", ""))
    bare = "".join(character for character in bare if not unicodedata.combining(character))
    return " ".join(re.findall(r"\w+", bare))


def without_bracket(title: str) -> str:
    """A title without the disambiguator at its end.

    >>> without_bracket("Kidnapped (1971 film)")
    'Kidnapped'
    """
    return re.sub(r"\s*\([^()]*\)\s*$", "", title)


def _forms(value: str) -> list[str]:
    """Ways to write a value: as it is; a date with day and month in either order; a name without what explains it."""
    words = plain(value).split()
    numbers = sorted((word for word in words if word.isdecimal()), key=len)
    month = next((word for word in words if word in _MONTHS), None)
    if month and len(words) == 3 and len(numbers) == 2:
        day, year = numbers
        return [f"{day} {month} {year}", f"{month} {day} {year}"]
    forms = (value, without_bracket(value), value.split(",")[0])
    return [form for form in dict.fromkeys(map(plain, forms)) if form]

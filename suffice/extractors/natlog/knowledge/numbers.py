"""Expressions of number as sets of numbers: `at least 3 dogs`, `more than two`, `between 5 and 10 km`, `3.5 million`.

Something counted (`3 dogs`) is a whole number from 0; a measure or a bare number is any. `3` is the set of 3 alone: that `3
dogs barked` is true of 4 as well is for the caller to say. `about 3` is no exact set, and is not read.

>>> str(read_quantity("more than two dogs")), str(read_quantity("3.5 million km")), read_quantity("about 3 dogs")
('[3, inf) dog', '[3500000, 3500000] kilometre', None)
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from suffice.extractors.natlog.knowledge.intervals import Interval, relate_intervals, whole
from suffice.extractors.natlog.knowledge.morphology import inflect, lemma_candidates
from suffice.extractors.natlog.relations import Relation

__all__ = ["Quantity", "read_number", "read_quantity", "relate_quantities"]

_ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_SMALL = {word: number for number, word in enumerate(_ONES.split())}
_TENS = {
    word: 10 * n
    for n, word in enumerate(
        ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 2
    )
}
_SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_UNITS = {
    "kilometre": "km kilometer kilometers kilometre kilometres",
    "metre": "m meter meters metre metres",
    "centimetre": "cm centimeter centimeters centimetre centimetres",
    "mile": "mile miles mi",
    "foot": "foot feet ft",
    "inch": "inch inches",
    "kilogram": "kg kilogram kilograms kilo kilos",
    "gram": "g gram grams",
    "tonne": "tonne tonnes",
    "pound": "pound pounds lb lbs",
    "percent": "% percent",
    "dollar": "dollar dollars",
    "euro": "euro euros",
    "litre": "litre litres liter liters",
    "degree": "degree degrees",
    "second": "seconds",
    "minute": "minute minutes",
    "hour": "hour hours",
    "day": "day days",
    "week": "week weeks",
    "month": "month months",
    "year": "year years",
}
_UNIT_OF = {word: unit for unit, words in _UNITS.items() for word in words.split()}
_SYMBOLS = {"$": "dollar", "us$": "dollar", "€": "euro", "£": "pound sterling"}
#: Words behind a number that are not what is counted.
_NO_THINGS = frozenset(("of", "and", "hundred", "dozen", *_SCALES))
_DIGITS = re.compile(r"(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,24})(?:\.[0-9]{1,12})?\Z")
_BOUNDS = (
    ("at least|no less than|not less than|no fewer than|not fewer than|a minimum of", "[", None),
    ("at most|no more than|not more than|up to|a maximum of", None, "]"),
    ("more than|greater than|over|above|upwards of|in excess of", "(", None),
    ("fewer than|less than|under|below", None, ")"),
    ("exactly|precisely", "[", "]"),
)
_BEFORE = re.compile("|".join(f"(?P<b{i}>{words})" for i, (words, _, _) in enumerate(_BOUNDS)) + r"(?= )")
_BEHIND = re.compile(r" or (?:(more|greater|above|over)|(?:fewer|less|below|under))(?= |\Z)")
_RANGE = re.compile(r"(between|from) (.+?) (?:and|to) (.+)\Z")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A set of numbers of something.

    Args:
        interval: the set.
        counted: what is counted, in the singular, or the unit; empty for a bare number.
        discrete: whether only whole numbers from 0 count.
    """

    interval: Interval
    counted: str
    discrete: bool

    def __str__(self) -> str:
        return f"{self.interval} {self.counted}".rstrip()


def read_number(text: str) -> Fraction | None:
    """The value of a number in digits or words, None if it is none.

    >>> [str(read_number(n)) for n in ("1,250", "twenty-one", "a hundred and five thousand", "2.5 million", "half a million", "ten two")]
    ['1250', '21', '105000', '2500000', '500000', 'None']
    """
    words = text.lower().replace("-", " ").split()
    if not words or len(words) > 40:
        return None
    scale = Fraction(1)
    if words[:2] == ["half", "a"] and len(words) == 3 and words[2] in _SCALES:
        return Fraction(_SCALES[words[2]], 2)
    if _DIGITS.match(words[0]) and "-" not in text:
        for word in words[1:]:
            if word not in _SCALES and word not in ("hundred", "dozen"):
                return None
            scale *= _SCALES.get(word, 100 if word == "hundred" else 12)
        return Fraction(words[0].replace(",", "")) * scale if len(words) <= 3 else None
    if (
        words[0] in ("a", "an")
        and len(words) > 1
        and (words[1] in _SCALES or words[1] in ("hundred", "dozen"))
    ):
        words[0] = "one"
    if words[-1] == "dozen":
        dozens = read_number(" ".join(words[:-1])) if len(words) > 1 else Fraction(1)
        return dozens * 12 if dozens is not None else None
    return _number_of_words(words)


def _number_of_words(words: list[str]) -> Fraction | None:
    """`two hundred and five thousand one`: parts below a thousand, each with a smaller scale than the one before."""
    total, part, last_scale = 0, 0, 10**15
    # What may stand next within a part: 100 after nothing or ones, 10 after hundreds, 1 after tens.
    room = 1000
    for place, word in enumerate(words):
        if word == "and":
            if not 0 < place < len(words) - 1 or words[place - 1] not in ("hundred", *_SCALES):
                return None
        elif word in _SMALL:
            value = _SMALL[word]
            if (value == 0 and len(words) > 1) or value >= room or (room == 10 and value == 0):
                return None
            part, room = part + value, 1
        elif word in _TENS:
            if room < 100:
                return None
            part, room = part + _TENS[word], 10
        elif word == "hundred":
            if not 0 < part < 100:
                return None
            part, room = part * 100, 100
        elif word in _SCALES:
            if not part or _SCALES[word] >= last_scale:
                return None
            total, part, last_scale, room = total + part * _SCALES[word], 0, _SCALES[word], 1000
        else:
            return None
    return Fraction(total + part)


@lru_cache(maxsize=1 << 14)
def read_quantity(text: str) -> Quantity | None:
    """The set that an expression of number stands for, None if it is none or no exact one.

    Args:
        text: one phrase: bounds, a number, and what is counted.
    """
    text = " ".join(text.strip(" .,;:!?").split())
    if not text or len(text) > 160:
        return None
    low_text = text.lower()
    if found := _RANGE.match(low_text):
        return _range(found[2], found[3])
    opening: str | None = "["
    closing: str | None = "]"
    bounded = False
    if before := _BEFORE.match(low_text):
        _, opening, closing = next(bound for i, bound in enumerate(_BOUNDS) if before[f"b{i}"])
        low_text, bounded = low_text[before.end() + 1 :], True
    elif low_text.startswith("the "):
        low_text = low_text[4:]
    if not bounded and (behind := _BEHIND.search(low_text)):
        opening, closing = ("[", None) if behind[1] else (None, "]")
        low_text = low_text[: behind.start()] + low_text[behind.end() :]
    split = _split(low_text)
    if split is None:
        return None
    value, counted = split
    interval = Interval(
        value if opening else None, value if closing else None, opening == "(", closing == ")"
    )
    return _quantity(interval, counted)


def _range(low_text: str, high_text: str) -> Quantity | None:
    high = _split(high_text)
    low = _split(low_text) if high else None
    if not low or not high or low[1] not in ("", high[1]) or low[0] > high[0]:
        return None
    return _quantity(Interval(low[0], high[0]), high[1])


def _quantity(interval: Interval, counted: str) -> Quantity:
    ends = [end for end in (interval.low, interval.high) if end is not None]
    is_measure = not counted or counted in _UNITS or counted in _SYMBOLS.values()
    if is_measure or any(end.denominator > 1 for end in ends):
        return Quantity(interval, counted, False)
    return Quantity(whole(interval, lowest=0), counted, True)


def _split(text: str) -> tuple[Fraction, str] | None:
    """The number that a phrase begins with, the longest that can be, and what is counted."""
    symbol = next((s for s in sorted(_SYMBOLS, key=len, reverse=True) if text.startswith(s)), "")
    text = text[len(symbol) :].strip().replace("%", " %")
    words = text.split()
    for size in range(min(len(words), 30), 0, -1):
        value = read_number(" ".join(words[:size]))
        if value is not None:
            rest = words[size:]
            if rest and (
                rest[0] in _NO_THINGS
                or read_number(rest[0]) is not None
                or not (rest[0][0].isalpha() or rest[0] == "%")
            ):
                return None
            if symbol:
                return (value, _SYMBOLS[symbol]) if not rest else None
            return value, _singular(rest)
    return None


def _singular(words: list[str]) -> str:
    text = " ".join(words)
    if text in _UNIT_OF or (text == "per cent"):
        return _UNIT_OF.get(text, "percent")
    if not words:
        return ""
    last = words[-1]
    lemma = _IRREGULAR.get(last) or next(
        (one for one in lemma_candidates(last, "n") if last in inflect(one, "n")), last
    )
    return " ".join([*words[:-1], lemma])


_IRREGULAR = {
    "people": "person",
    "persons": "person",
    "men": "man",
    "women": "woman",
    "children": "child",
    "mice": "mouse",
    "feet": "foot",
    "teeth": "tooth",
    "geese": "goose",
}


def relate_quantities(x: Quantity, y: Quantity) -> Relation | None:
    """The relation of two sets of numbers of one thing; None for different things and for no or all numbers."""
    if x.counted != y.counted or x.discrete != y.discrete:
        return None
    return relate_intervals(x.interval, y.interval, discrete=x.discrete)

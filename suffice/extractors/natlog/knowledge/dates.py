"""Expressions of time as sets of days: `12 May 1990`, `in May 1990`, `the 1990s`, `before 1990`, `20th century`.

`since`, `until` and `by` are not read, for whether the day named belongs to them is not settled; nor is `about 1990`.

>>> read_days("12 May 1990") == read_days("on May 12th, 1990"), relate_days(read_days("May 1990"), read_days("the 1990s"))
(True, '<')
"""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from suffice.extractors.natlog.knowledge.intervals import Interval, relate_intervals
from suffice.extractors.natlog.relations import Relation, converse

__all__ = ["Days", "read_days", "relate_days"]

_MONTHS = {name.lower(): n for n, name in enumerate(calendar.month_name) if n}
_MONTHS |= {name[:3]: n for name, n in tuple(_MONTHS.items())} | {"sept": 9}
_MONTH = "(?P<month>" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\.?"
_DAY = r"(?P<day>[0-9]{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>[0-9]{1,4})(?: (?P<era>bce?|ad|ce))?"
_ORDINALS = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
    "twenty-first",
]
_FORMS = tuple(
    re.compile(form + r"\Z")
    for form in (
        rf"{_DAY} (?:of )?{_MONTH}(?:,? {_YEAR})?",
        rf"{_MONTH} {_DAY}(?:,? {_YEAR})?",
        rf"{_MONTH}(?:,? (?:of )?{_YEAR})?",
        r"(?P<year>[0-9]{4})-(?P<number>[0-9]{2})-(?P<day>[0-9]{2})",
        rf"(?:the year )?{_YEAR}",
        r"ad (?P<year>[0-9]{1,4})",
        r"(?P<decade>[0-9]{3}0)s",
        rf"(?P<century>[0-9]{{1,2}}(?:st|nd|rd|th)|{'|'.join(_ORDINALS)})[ -]century(?: (?P<era>bce?|ad|ce))?",
    )
)
_BEFORE = re.compile(
    r"(?:(before|prior to|earlier than)|(after|later than|following)|(in or before|no later than|not after|not later than)|(in or after|no earlier than|not before|not earlier than)) "
)
_BEHIND = re.compile(r" or (?:(later|after)|(earlier|before))\Z")
_IN = re.compile(r"(?:in|on|during|within|at|throughout) (?:the )?|the ")
_WEEKDAY = re.compile(r"(?:mon|tues|wednes|thurs|fri|satur|sun)day,? (?=[0-9]|[a-z]+ [0-9])")


@dataclass(frozen=True, slots=True)
class Days:
    """A set of days.

    Args:
        interval: between which days, numbered from 1 January of the year 1; both ends None if of any year.
        month: the month that they are of, 0 for any.
        day: the day of the month, 0 for any.
    """

    interval: Interval
    month: int = 0
    day: int = 0

    @property
    def is_of_any_year(self) -> bool:
        """Whether no year is named."""
        return self.month > 0

    def __str__(self) -> str:
        if self.is_of_any_year:
            return f"--{self.month:02d}" + (f"-{self.day:02d}" if self.day else "")
        low, high = self.interval.low, self.interval.high
        return f"{_write(low) if low is not None else ''}/{_write(high) if high is not None else ''}"


def _ordinal(year: int, month: int, day: int) -> int:
    """The number of a day in the proleptic Gregorian calendar, with a year 0 (1 BC)."""
    y = year - 1
    before = sum(_length(year, m) for m in range(1, month))
    return 365 * y + y // 4 - y // 100 + y // 400 + before + day


def _length(year: int, month: int) -> int:
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[month - 1]


def _split(number: int) -> tuple[int, int, int]:
    """Year, month and day of a day's number."""
    year = int(number / 365.2425) + 1
    while _ordinal(year, 1, 1) > number:
        year -= 1
    while _ordinal(year + 1, 1, 1) <= number:
        year += 1
    rest = number - _ordinal(year, 1, 1)
    month = 1
    while rest >= _length(year, month):
        rest -= _length(year, month)
        month += 1
    return year, month, rest + 1


def _write(number: Fraction) -> str:
    year, month, day = _split(int(number))
    return f"{year:04d}-{month:02d}-{day:02d}"


def _span(first: tuple[int, int, int], last: tuple[int, int, int]) -> Interval:
    return Interval(Fraction(_ordinal(*first)), Fraction(_ordinal(*last)))


@lru_cache(maxsize=1 << 14)
def read_days(text: str) -> Days | None:
    """The days that an expression of time stands for, None if it is none or its days are not settled.

    Args:
        text: one phrase, with or without a preposition.
    """
    text = " ".join(text.lower().replace("–", "-").strip(" .,;:!?").split())
    if not text or len(text) > 80:
        return None
    if found := re.match(r"between (.+) and (.+)\Z", text):
        first, last = _plain(found[1]), _plain(found[2])
        if first is None or last is None or first.is_of_any_year or last.is_of_any_year:
            return None
        between = Interval(first.interval.low, last.interval.high)
        return None if between.is_empty else Days(between)
    if found := _BEFORE.match(text):
        days = _plain(text[found.end() :])
        kind = next(n for n in range(1, 5) if found[n])
    elif found := _BEHIND.search(text):
        days = _plain(
            _IN.sub("", text[: found.start()], count=1) if _IN.match(text) else text[: found.start()]
        )
        kind = 4 if found[1] else 3
    else:
        start = _IN.match(text)
        return _plain(text[start.end() :] if start else text)
    if days is None or days.is_of_any_year or days.interval.low is None or days.interval.high is None:
        return None
    low, high = days.interval.low, days.interval.high
    return Days(
        (Interval(None, low - 1), Interval(high + 1, None), Interval(None, high), Interval(low, None))[
            kind - 1
        ]
    )


def _plain(text: str) -> Days | None:
    text = _WEEKDAY.sub("", text.removeprefix("the "), count=1)
    for form in _FORMS:
        found = form.match(text)
        if found:
            return _days(found.groupdict())
    return None


def _days(part: dict[str, str | None]) -> Days | None:
    if decade := part.get("decade"):
        start = int(decade)
        # `the 1900s` may be a century.
        return None if start % 100 == 0 else Days(_span((start, 1, 1), (start + 9, 12, 31)))
    era = part.get("era") or ""
    if century := part.get("century"):
        number = _ORDINALS.index(century) + 1 if century in _ORDINALS else int(century[:-2])
        if number < 1:
            return None
        first = 1 - 100 * number if era.startswith("b") else 100 * number - 99
        return Days(_span((first, 1, 1), (first + 99, 12, 31)))
    month = _MONTHS.get(part.get("month") or "") or int(part.get("number") or 0)
    day = int(part.get("day") or 0)
    if (
        month > 12
        or (part.get("number") and not month)
        or (part.get("day") and not day)
        or (month and day > _length(2000, month))
    ):
        return None
    written = part.get("year")
    if written is None:
        return Days(Interval(None, None), month, day)
    year = int(written)
    # Three digits are a year only beside a month, fewer only with an era.
    shortest = 1 if era or "era" not in part else 3 if "month" in part else 4
    if year < 1 or len(written) < shortest:
        return None
    year = 1 - year if era.startswith("b") else year
    if not month:
        return Days(_span((year, 1, 1), (year, 12, 31)))
    if day > _length(year, month):
        return None
    return Days(_span((year, month, day or 1), (year, month, day or _length(year, month))))


def relate_days(x: Days, y: Days) -> Relation | None:
    """The relation of two sets of days."""
    if not x.is_of_any_year and not y.is_of_any_year:
        return _relate_spans(x.interval, y.interval)
    if x.is_of_any_year and y.is_of_any_year:
        if (x.month, x.day) == (y.month, y.day):
            return "="
        if x.month != y.month or (x.day and y.day):
            return "|"
        return "<" if x.day else ">"
    if x.is_of_any_year:
        found = relate_days(y, x)
        return converse(found) if found else None
    return _relate_to_yearly(x.interval, y)


def _relate_spans(x: Interval, y: Interval) -> Relation | None:
    return relate_intervals(x, y, discrete=True)


def _relate_to_yearly(span: Interval, yearly: Days) -> Relation:
    """A span of days and a day or month of every year, which is never all of a span's complement."""
    if span.low is None or span.high is None or span.high - span.low > 366 * 9:
        return "#"
    first, last = int(span.low), int(span.high)
    shared = 0
    for year in range(_split(first)[0], _split(last)[0] + 1):
        length = _length(year, yearly.month)
        if yearly.day > length:
            continue
        low = _ordinal(year, yearly.month, yearly.day or 1)
        high = _ordinal(year, yearly.month, yearly.day or length)
        shared += max(0, min(last, high) - max(first, low) + 1)
    if shared == last - first + 1:
        return "<"
    return "#" if shared else "|"

"""Terms in words, for people.

>>> from suffice.rules.terms import Number, String, Symbol
>>> word_term(Symbol("date", (Number(1968), Number(7), Number(23)))), word_term(String("Paris"))
('23 July 1968', 'Paris')
"""

from __future__ import annotations

import calendar

from suffice.rules.terms import Number, String, Symbol, Term

__all__ = ["word_term"]


def word_term(term: Term) -> str:
    """A term in words: a string without its quotes, `date(Y,M,D)` (library/calendar.lp) as a date, else its text.

    Args:
        term: any term; an unknown month or day of a date is 0.

    >>> word_term(Symbol("date", (Number(-44), Number(3), Number(0))))
    'March 44 BC'
    """
    match term:
        case String(value=value):
            return value
        case Symbol(
            name="date", args=(Number(value=year), Number(value=month), Number(value=day)), positive=True
        ):
            if 0 <= month <= 12 and 0 <= day <= 31:
                parts = [str(day)] * (day > 0) + [calendar.month_name[month]] * (month > 0) + [str(abs(year))]
                return " ".join(parts) + (" BC" if year < 0 else "")
    return str(term)

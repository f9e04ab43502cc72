"""Numbers and dates stand to each other as the sets that they mean, counted out in small universes."""

from collections.abc import Callable, Iterable
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from suffice.extractors.natlog.knowledge.dates import read_days, relate_days
from suffice.extractors.natlog.knowledge.numbers import read_number, read_quantity, relate_quantities
from suffice.extractors.natlog.relations import Relation, relate_sets

HIGHEST = 6
ONE_BOUND: dict[str, Callable[[float, int], bool]] = {
    "at least {}": lambda n, a: n >= a,
    "no fewer than {}": lambda n, a: n >= a,
    "at most {}": lambda n, a: n <= a,
    "up to {}": lambda n, a: n <= a,
    "more than {}": lambda n, a: n > a,
    "over {}": lambda n, a: n > a,
    "fewer than {}": lambda n, a: n < a,
    "exactly {}": lambda n, a: n == a,
    "{}": lambda n, a: n == a,
    "{} or more": lambda n, a: n >= a,
    "{} or fewer": lambda n, a: n <= a,
}
numbers = st.integers(0, HIGHEST)
expressions = st.one_of(
    st.tuples(st.sampled_from(sorted(ONE_BOUND)), numbers, numbers),
    st.tuples(st.just("between {} and {}"), numbers, numbers),
)


def worded(form: str, low: int, high: int, noun: str) -> str:
    return f"{form.format(low, high)} {noun}".strip()


def meant(form: str, low: int, high: int, universe: Iterable[float]) -> int:
    if form in ONE_BOUND:
        return mask(ONE_BOUND[form](n, low) for n in universe)
    return mask(low <= n <= high for n in universe)


def mask(truths: Iterable[bool]) -> int:
    return sum(1 << place for place, truth in enumerate(truths) if truth)


def expected(x: int, y: int, size: int) -> Relation | None:
    everything = (1 << size) - 1
    return None if {x, y} & {0, everything} else relate_sets(x, y, everything)


@settings(max_examples=600, deadline=None)
@given(expressions, expressions)
def test_counts_are_sets_of_whole_numbers(x: tuple[str, int, int], y: tuple[str, int, int]) -> None:
    one, other = (read_quantity(worded(*given, "dogs")) for given in (x, y))
    universe = [float(n) for n in range(HIGHEST + 3)]
    if one is None or other is None:
        assert any(form.startswith("between") and low > high for form, low, high in (x, y))
        return
    found = relate_quantities(one, other)
    assert found == expected(meant(*x, universe), meant(*y, universe), len(universe))


@settings(max_examples=600, deadline=None)
@given(expressions, expressions, st.sampled_from(["km", "", "percent"]))
def test_measures_are_sets_of_all_numbers(
    x: tuple[str, int, int], y: tuple[str, int, int], unit: str
) -> None:
    one, other = (read_quantity(worded(*given, unit)) for given in (x, y))
    universe = [n / 2 for n in range(-2, 2 * HIGHEST + 3)]
    if one is None or other is None:
        return
    found = relate_quantities(one, other)
    assert found == expected(meant(*x, universe), meant(*y, universe), len(universe))


@given(st.integers(0, 10**12), st.booleans())
def test_numbers_in_words_are_read_back(number: int, with_and: bool) -> None:
    assert read_number(in_words(number, with_and)) == number
    assert read_number(f"{number:,}") == number


def in_words(number: int, with_and: bool) -> str:
    small = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ]
    tens = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
    for scale, word in (
        (10**12, "trillion"),
        (10**9, "billion"),
        (10**6, "million"),
        (1000, "thousand"),
        (100, "hundred"),
    ):
        if number >= scale:
            rest = number % scale
            joint = " and " if with_and and (scale == 100 or rest < 100) else " "
            return f"{in_words(number // scale, with_and)} {word}" + (
                joint + in_words(rest, with_and) if rest else ""
            )
    if number < 20:
        return small[number]
    return tens[number // 10 - 2] + (f"-{small[number % 10]}" if number % 10 else "")


@pytest.mark.parametrize(
    "text", ["about 3 dogs", "nearly 100", "dozens of dogs", "3-4 dogs", "one of them", "ten two", "1,23", "hundred and", "- 3", "between 5 and 3 km", "1.2.3", "٣ dogs"]
)  # fmt: skip
def test_what_is_no_exact_number(text: str) -> None:
    assert read_quantity(text) is None


def test_units_and_nouns_must_agree() -> None:
    texts = ("3 km", "3 miles", "3 dogs", "3 cats", "$3", "3%")
    quantities = [read_quantity(text) for text in texts]
    for i, one in enumerate(quantities):
        for j, other in enumerate(quantities):
            assert one is not None
            assert other is not None
            assert (relate_quantities(one, other) == "=") == (i == j)


FIRST, LAST = date(1985, 1, 1), date(1996, 12, 31)
DAYS = [FIRST + timedelta(n) for n in range((LAST - FIRST).days + 1)]
TIMES: dict[str, Callable[[date], bool]] = {
    "1990": lambda d: d.year == 1990,
    "in 1991": lambda d: d.year == 1991,
    "May 1990": lambda d: (d.year, d.month) == (1990, 5),
    "in February 1988": lambda d: (d.year, d.month) == (1988, 2),
    "12 May 1990": lambda d: d == date(1990, 5, 12),
    "May 12, 1990": lambda d: d == date(1990, 5, 12),
    "1990-05-12": lambda d: d == date(1990, 5, 12),
    "29 February 1988": lambda d: d == date(1988, 2, 29),
    "on 31 December 1990": lambda d: d == date(1990, 12, 31),
    "before 1991": lambda d: d.year < 1991,
    "before May 1990": lambda d: d < date(1990, 5, 1),
    "after 1990": lambda d: d.year > 1990,
    "after 12 May 1990": lambda d: d > date(1990, 5, 12),
    "1990 or later": lambda d: d.year >= 1990,
    "no later than 1990": lambda d: d.year <= 1990,
    "between 1988 and 1990": lambda d: 1988 <= d.year <= 1990,
    "between 30 April 1990 and May 1991": lambda d: date(1990, 4, 30) <= d < date(1991, 6, 1),
    "May": lambda d: d.month == 5,
    "12 May": lambda d: (d.month, d.day) == (5, 12),
    "13 May": lambda d: (d.month, d.day) == (5, 13),
    "February": lambda d: d.month == 2,
    "29 February": lambda d: (d.month, d.day) == (2, 29),
    "the 1990s": lambda d: d.year >= 1990,
    "20th century": lambda d: True,
}


def test_dates_are_sets_of_days() -> None:
    masks = {text: mask(map(holds, DAYS)) for text, holds in TIMES.items()}
    for x in TIMES:
        for y in TIMES:
            one, other = read_days(x), read_days(y)
            assert one is not None
            assert other is not None
            if "20th century" in (x, y) or (x.startswith("the") or y.startswith("the")):
                continue  # They end outside of the days that are counted out.
            assert relate_days(one, other) == expected(masks[x], masks[y], len(DAYS)), (x, y)


@pytest.mark.parametrize(
    ("x", "y", "relation"),
    [
        ("12 May 1990", "the 1990s", "<"),
        ("the 1990s", "20th century", "<"),
        ("1900", "twentieth century", "|"),
        ("2000", "twentieth century", "<"),
        ("44 BC", "1st century BC", "<"),
        ("44 BC", "44 AD", "|"),
        ("AD 79", "before 100 AD", "<"),
        ("1 BC", "before AD 1", "<"),
        ("May 1990", "May", "<"),
        ("June 1990", "May", "|"),
    ],
)
def test_longer_times(x: str, y: str, relation: str) -> None:
    one, other = read_days(x), read_days(y)
    assert one is not None
    assert other is not None
    assert relate_days(one, other) == relation


@pytest.mark.parametrize(
    "text",
    [
        "since 1990",
        "by 1990",
        "until May",
        "about 1990",
        "31 April 1990",
        "29 February 1991",
        "0 May",
        "the 1900s",
        "500",
        "1990-13-01",
        "12/05/1990",
        "0 BC",
        "0th century",
        "99999",
    ],
)
def test_what_is_no_settled_time(text: str) -> None:
    assert read_days(text) is None


@given(st.dates(date(1000, 1, 1)), st.dates(date(1000, 1, 1)))
def test_any_two_days(x: date, y: date) -> None:
    one, other = read_days(x.isoformat()), read_days(f"{y.day} {y:%B} {y.year}")
    assert one is not None
    assert other is not None
    assert relate_days(one, other) == ("=" if x == y else "|")
    assert str(one) == f"{x.isoformat()}/{x.isoformat()}"

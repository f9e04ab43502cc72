"""Likely links: where candidates stand, how they look, and which one is linked."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from suffice.errors import UsageError
from suffice.extractors import Described, Lookup, Mention, Passage, Reader, Unit, read_lexicon
from suffice.extractors.entity import EntityCheck
from suffice.extractors.lexicon import ValueType
from suffice.extractors.likely import (
    FEATURES,
    LIKELY_PATTERN,
    MOST_LOOKED_AT,
    LikelyLinker,
    Look,
    asks_for_value,
    find_looks,
    find_rank,
)
from suffice.extractors.likely.spans import find_spans
from suffice.extractors.linker import Link, Links
from suffice.extractors.open.comparisons import identifier
from suffice.extractors.open.syntax import parse
from suffice.extractors.values import TYPES

LEXICON = read_lexicon()
READER = Reader(cache=None)
TRAM = "Orrin Tramway"
LINE = "Orrin Tramway is a line in Norway."
SAID = "It was declared open by Ann Ek in 1901."
#: Pieces of which passages are made: what is said, denied, said of something else, and nonsense.
PIECES = (
    LINE,
    SAID,
    "It was never opened by Cora Dale.",
    "Bo Lund, who opened Orrin Tramway in May 1902, lived in Velden.",
    "Ann Ek and Bo Lund declared Orrin Tramway open.",
    "Its 12 cars cost 40,000 crowns.",
    "“Open!”, said Eva’s brother (Carl Strand).",
    "Old Orrin Tramway Hall was opened by Dag Moe.",
    "自由人は映画です。",
    "A. B. C., D.; 'E' & \"F\"...",
)
WORDINGS: tuple[tuple[str, ValueType], ...] = (
    ("Who opened {0}?", "person"),
    ("When was {0} opened?", "date"),
    ("In which country is {0}?", "country"),
    ("How many cars does {0} have?", "number"),
    ("Where is {0}?", "place"),
    ("What is {0} near?", "text"),
    ("Which company runs {0}?", "organisation"),
    ("Which film is {0} in?", "work"),
    ("{0} was opened by what (singer)?", "text"),
)
texts = st.one_of(
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=4).map(" ".join), st.text(max_size=300)
)
titles = st.one_of(
    st.sampled_from([TRAM, "Orrin Tramway (ship)", "Velden", "Ann Ek", ""]), st.text(max_size=20)
)
wordings = st.sampled_from(WORDINGS)
values = st.sampled_from(sorted(TYPES))


def spans_of(text: str, value: ValueType) -> list[str]:
    return [text[start:end] for start, end in find_spans(text, parse(text), value)]


def look_up(
    wording: str, value: ValueType = "person", subject: str = TRAM, kind: str | None = None
) -> Lookup:
    return Lookup.of(Described(identifier(wording), wording, value), Mention(subject, kind))


@lru_cache(maxsize=512)
def read(*passages: tuple[str, str]) -> list[Passage]:
    return READER.read([Unit(f"u{place}", *one) for place, one in enumerate(passages, start=1)])


def looks_of(lookup: Lookup, title: str, text: str, rank: int = 0) -> list[Look]:
    [passage] = read((title, text))
    return find_looks(lookup, passage, EntityCheck(LEXICON).judge(lookup.subject, passage), rank)


def candidates(
    wording: str, text: str, *, value: ValueType = "person", subject: str = TRAM, title: str = TRAM
) -> set[str]:
    return {look.surface for look in looks_of(look_up(wording, value, subject), title, text)}


def link(lookup: Lookup, *passages: tuple[str, str], least: float = 0) -> Links:
    return LikelyLinker(LEXICON, least=least).link(lookup, read(*passages))


# Spans.


@pytest.mark.parametrize(
    ("value", "text", "there", "not_there"),
    [
        ("person", "It was opened by Ann Ek and Bo Lund.", {"Ann Ek", "Bo Lund"}, {"It"}),
        ("person", "In May, Ann Ek's brother sang.", {"Ann Ek"}, {"May", "In May"}),
        ("place", "It stands in Velden, Norway.", {"Velden", "Velden, Norway"}, set()),
        ("country", "The line runs through Norway.", {"Norway"}, set()),
        ("date", "It was opened on 3 May 1901.", {"3 May 1901"}, {"1901"}),
        ("number", "It has 240 cars.", {"240"}, set()),
        ("work", 'Bo Lund wrote "The Tin Harbour" there.', {"The Tin Harbour"}, set()),
        ("organisation", "It was bought by the Lowen Trust.", {"Lowen Trust"}, {"the Lowen Trust"}),
        ("text", "It was opened in 1901 in Velden.", {"1901", "Velden"}, set()),
        (
            "organisation",
            "It closed. In June 1901, Lowen Trust left.",
            {"Lowen Trust"},
            {"June 1901", "June"},
        ),
        ("person", "the line was closed.", set(), {"the", "the line"}),
    ],
)
def test_spans_by_type(value: ValueType, text: str, there: set[str], not_there: set[str]) -> None:
    found = set(spans_of(text, value))
    assert there <= found
    assert not not_there & found


@given(texts.map(lambda text: text[:300]), values)
@settings(max_examples=80)
def test_spans_lie_inside_and_none_twice(text: str, value: ValueType) -> None:
    found = find_spans(text, parse(text), value)
    assert len(set(found)) == len(found)
    for start, end in found:
        assert 0 <= start < end <= len(text)
        assert text[start:end].strip()


# Looks.


@given(wordings, titles, texts, st.integers(0, MOST_LOOKED_AT - 1))
@settings(max_examples=150)
def test_every_candidate_has_every_feature(
    wording: tuple[str, ValueType], title: str, text: str, rank: int
) -> None:
    for look in looks_of(look_up(*wording), title, text, rank):
        features = dict(zip(FEATURES, look.features, strict=True))
        assert all(math.isfinite(number) for number in look.features)
        assert features.pop("retrieved") == math.log1p(rank)
        assert features.pop("distance") >= 0
        assert all(0 <= number <= 1 for number in features.values()), features


@given(wordings, titles, texts)
@settings(max_examples=100)
def test_a_candidate_stands_where_it_says(wording: tuple[str, ValueType], title: str, text: str) -> None:
    [passage] = read((title, text))
    for look in looks_of(look_up(*wording), title, text):
        sentence = passage.sentences[look.sentence]
        assert sentence.start <= look.start < look.end <= sentence.end
        assert passage.view.text[look.start : look.end] == look.surface or look.surface == passage.unit.title


@given(titles, st.text(max_size=40), st.text(max_size=40), texts)
@settings(max_examples=100)
def test_any_name_in_any_words_is_looked_at(title: str, subject: str, words: str, text: str) -> None:
    lookup = look_up(f"Who {words} {{0}}?", "person", subject)
    assert len(link(lookup, (title, text)).accepted) <= 1


@pytest.mark.parametrize(
    "text",
    [
        "It was never opened by Ann Ek.",
        "It was allegedly opened by Ann Ek.",
        "It was not opened by Ann Ek.",
        "It would have been opened by Ann Ek.",
        "According to Bo Lund it was opened by Ann Ek.",
        "It was almost opened by Ann Ek.",
        "Ann Ek declined to open it.",
        "Legend has it that Ann Ek opened it.",
        "It couldn't be opened by Ann Ek.",
        "It was to be opened by Ann Ek.",
        "It was opened by the brother of Ann Ek.",
    ],
)
def test_what_is_denied_or_doubted_is_no_candidate(text: str) -> None:
    plain = candidates("Who opened {0}?", f"{LINE} It was opened by Ann Ek.")
    assert "Ann Ek" in plain
    assert "Ann Ek" not in candidates("Who opened {0}?", f"{LINE} {text}")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Ann Lund taught Terry Ek.", True),
        ("Terry Ek was taught by Ann Lund.", True),
        ("Ann Lund taught King Terry Ek.", True),
        ("Ann Lund taught Bo Terry Ek.", False),
        ("Ann Lund taught Terry Ek Moe.", False),
        ("Ann Lund taught Terry Ekman.", False),
        ("Ann Lund taught Sterry Ek.", False),
    ],
)
def test_a_name_within_a_longer_one_is_not_named(text: str, named: bool) -> None:
    found = candidates(
        "Who taught {0}?", f"Velden School is a school. {text}", subject="Terry Ek", title="Velden School"
    )
    assert ("Ann Lund" in found) == named


@pytest.mark.parametrize("unit", ["century", "decade", "month", "season"])
def test_a_year_is_no_other_part_of_time(unit: str) -> None:
    text = f"{LINE} It was opened in 1901."
    assert candidates("What year was {0} opened?", text, value="date") == {"1901"}
    assert candidates(f"In what {unit} was {{0}} opened?", text, value="date") == set()


def test_every_other_name_asked_for_must_stand_there() -> None:
    asked = "Who opened {0} in Velden?"
    assert "Ann Ek" in candidates(asked, f"{LINE} It was declared open in Velden by Ann Ek.")
    assert candidates(asked, f"{LINE} {SAID}") == set()
    assert candidates(asked, f"{LINE} It was declared open in Lunden by Ann Ek.") == set()


def test_what_is_asked_about_is_no_candidate() -> None:
    found = candidates("Which town does {0} serve?", f"{LINE} Orrin Tramway serves Velden.", value="text")
    assert "Velden" in found
    assert not found & {TRAM, "Orrin", "Tramway"}


def test_a_page_that_names_the_subject_may_be_the_value_itself() -> None:
    found = looks_of(look_up("Who opened {0}?"), "Ann Ek", "Ann Ek is a singer. She opened Orrin Tramway.")
    [look] = [one for one in found if one.surface == "Ann Ek"]
    assert (look.sentence, look.end - look.start) == (1, len("She"))


# The linker.


@pytest.mark.parametrize(
    "wording",
    [
        "Is {0} open?",
        "Was {0} opened by Ann Ek?",
        "Did Ann Ek open {0}?",
        "Who opened the town where {0} is?",
        "Who taught the singer who opened {0}?",
        "Who is of the same age as {0}?",
    ],
)
def test_what_asks_for_no_value_of_one_thing_is_not_guessed(wording: str) -> None:
    lookup = look_up(wording, "text")
    assert not asks_for_value(lookup)
    found = link(lookup, (TRAM, f"{LINE} {SAID}"))
    assert (found.accepted, found.rejected) == ([], [])


@pytest.mark.parametrize(("wording", "value"), WORDINGS)
def test_what_asks_for_a_value_is(wording: str, value: ValueType) -> None:
    assert asks_for_value(look_up(wording, value))


def test_a_namesake_is_rejected() -> None:
    lookup = look_up("Who opened {0}?")
    found = link(lookup, ("Orrin Tramway (ship)", f"{LINE} {SAID}"))
    assert found.accepted == []
    assert [one.reason for one in found.rejected] == ["a namesake: Orrin Tramway (ship)"]
    assert [one.status for one in link(lookup, (TRAM, f"{LINE} {SAID}")).accepted] == ["anchored"]


def test_only_an_anchored_passage_where_that_is_the_check() -> None:
    passage = ("Velden", "Velden is a town. Orrin Tramway was declared open there by Ann Ek.")
    lookup = look_up("Who opened {0}?")
    assert [one.status for one in link(lookup, passage).accepted] == ["verified"]
    assert LikelyLinker(LEXICON, "anchor", least=0).link(lookup, read(passage)).accepted == []


def test_the_best_candidate_of_the_first_passages() -> None:
    lookup = look_up("Who opened {0}?")
    [best] = link(
        lookup, ("Velden", "Velden is a town near Orrin Tramway."), (TRAM, f"{LINE} {SAID}")
    ).accepted
    assert str(best.fact) == 'who_opened("Orrin Tramway","Ann Ek")'
    assert (best.found.pattern, best.passage.unit.id) == (f"{LIKELY_PATTERN}2", "u2")
    assert best.found.quote == SAID
    source = best.passage.unit.text
    assert source[best.found.start : best.found.end] == SAID
    assert source[best.found.value_start : best.found.value_end] == "Ann Ek"


@pytest.mark.parametrize("place", range(7))
def test_only_the_first_five_are_looked_at(place: int) -> None:
    """All at once, or in rounds; a new question begins anew."""
    others = [(f"Velden {number}", "Velden is a town.") for number in range(7)]
    passages = read(*others[:place], (TRAM, f"{LINE} {SAID}"), *others[place + 1 :])
    lookup = look_up("Who opened {0}?")
    at_once = LikelyLinker(LEXICON, least=0).link(lookup, passages).accepted
    assert len(at_once) == (place < MOST_LOOKED_AT == 5)
    linker = LikelyLinker(LEXICON, least=0)
    rounds = [linker.link(lookup, [one]).accepted for one in passages]
    assert [bool(found) for found in rounds] == [place == number < 5 for number in range(7)]
    assert [one for found in rounds for one in found] == at_once
    assert linker.link(lookup, passages).accepted == []
    linker.begin()
    assert linker.link(lookup, passages).accepted == at_once


@given(
    wordings,
    st.lists(st.tuples(titles, texts), min_size=1, max_size=3),
    st.lists(st.floats(0, 1), min_size=2, max_size=2).map(sorted),
)
@settings(max_examples=100)
def test_what_is_linked_at_a_higher_least_is_linked_at_a_lower(
    wording: tuple[str, ValueType], passages: list[tuple[str, str]], bounds: list[float]
) -> None:
    lookup = look_up(*wording)

    def at(least: float) -> list[Link]:
        found = link(lookup, *passages, least=least)
        assert len(found.accepted) <= 1
        assert all(one.likelihood is not None and least <= one.likelihood < 1 for one in found.accepted)
        told = [one.reason for one in found.rejected if one.found is not None]
        assert not (told and found.accepted)
        assert all(one.startswith("not likely enough: 0.") for one in told)
        return found.accepted

    low, high = map(at, bounds)
    assert high in ([], low)
    assert low in ([], at(0))
    assert at(1) == []


def test_the_best_is_named_where_it_is_not_likely_enough() -> None:
    found = link(look_up("Who opened {0}?"), (TRAM, f"{LINE} {SAID}"), least=1)
    [rejection] = found.rejected
    assert rejection.found is not None
    assert rejection.found.surface == "Ann Ek"
    [best] = link(look_up("Who opened {0}?"), (TRAM, f"{LINE} {SAID}")).accepted
    assert rejection.reason == f"not likely enough: {best.likelihood:.2f}"


@pytest.mark.parametrize("least", [-0.1, 1.1, math.nan, math.inf])
def test_what_is_no_likelihood_is_refused(least: float) -> None:
    with pytest.raises(UsageError, match=r"no likelihood: .*; choose from 0 to 1"):
        LikelyLinker(LEXICON, least=least)


@given(st.integers(1, MOST_LOOKED_AT))
def test_a_pattern_tells_the_place(place: int) -> None:
    assert find_rank(f"{LIKELY_PATTERN}{place}") == place - 1


@pytest.mark.parametrize("told", ["0", "6", "01", "1 ", " 1", "-1", "١", "", "1\n"])
def test_no_other_pattern_tells_a_place(told: str) -> None:
    assert find_rank(f"{LIKELY_PATTERN}{told}") is None


_SCRIPT = """
from tests.extractors.test_likely import PIECES, TRAM, WORDINGS, link, look_up
for wording, value in WORDINGS[:3]:
    for count in range(1, len(PIECES), 2):
        found = link(look_up(wording, value), (TRAM, " ".join(PIECES[:count])), ("Velden", " ".join(PIECES[count:])))
        print([(str(one.fact), one.likelihood, one.found) for one in found.accepted])
"""


def test_hashing_plays_no_part() -> None:
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", _SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("1", "2")
    ]
    first, second = (run.communicate()[0] for run in runs)
    assert [run.returncode for run in runs] == [0, 0]
    assert first == second
    assert "Ann Ek" in first

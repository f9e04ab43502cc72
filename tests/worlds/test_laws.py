"""Certify's guarantees on small made-up worlds whose links are exact by construction (Certify section 5).

The hypotheses stand in the names: the passages are written from templates that the lexicon knows, every name is one of
a kind, every lookup has one value.
"""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from suffice.engine import Abstention, Certificate
from suffice.extractors import Reader, Unit, read_lexicon
from suffice.search import Asker, build_index, read_library
from suffice.search.verification import verify_certificate

SYLLABLES = ["ba", "dor", "vel", "nim", "tas", "quo", "rin", "gal", "mev", "sul"]
LEXICON, LIBRARY, READER = read_lexicon(), read_library(), Reader(cache=None)


@dataclass(frozen=True)
class Film:
    title: str
    director: str
    born: int


def word(number: int) -> str:
    digits = f"{number:03d}"
    return "".join(SYLLABLES[int(digit)] for digit in digits).capitalize()


@st.composite
def films(draw: st.DrawFn) -> tuple[Film, Film]:
    numbers = draw(st.lists(st.integers(0, 999), min_size=6, max_size=6, unique=True))
    a, b, c, d, e, f = map(word, numbers)
    years = draw(st.lists(st.integers(1850, 1999), min_size=2, max_size=2, unique=True))
    return Film(f"The {a}", f"{b} {c}", years[0]), Film(f"The {d}", f"{e} {f}", years[1])


def passages(films: tuple[Film, Film]) -> dict[str, Unit]:
    units: dict[str, Unit] = {}
    for film in films:
        for title, text in (
            (film.title, f"{film.title} is a 1990 French drama film directed by {film.director}."),
            (film.director, f"{film.director} (born 5 May {film.born}) is a French film director."),
        ):
            units[f"u{len(units)}"] = Unit(f"u{len(units)}", title, text)
    return units


def ask(units: dict[str, Unit], films: tuple[Film, Film]) -> Certificate | Abstention:
    asker = Asker(units, build_index(list(units.values())), LEXICON, LIBRARY, READER)
    return asker.ask(f"Which film has the director born first, {films[0].title} or {films[1].title}?").outcome


@settings(max_examples=12, deadline=None)
@given(films())
def test_g2_g3_with_gold_retrieved_exact_links_and_one_value_the_answer_is_certified_and_right(
    films: tuple[Film, Film],
) -> None:
    units = passages(films)
    outcome = ask(units, films)
    assert isinstance(outcome, Certificate), outcome
    assert outcome.answer == min(films, key=lambda film: film.born).title
    assert len(outcome.support) == 4
    assert verify_certificate(outcome, units, LEXICON, LIBRARY) == []


@settings(max_examples=12, deadline=None)
@given(films(), st.integers(0, 3))
def test_g6_without_a_fact_that_every_derivation_needs_the_twin_abstains_and_names_it(
    films: tuple[Film, Film], deleted: int
) -> None:
    units = passages(films)
    gone = units.pop(f"u{deleted}")
    units["other"] = Unit("other", word(999) + "x", f"{gone.title} is named here, and nothing is said of it.")
    outcome = ask(units, films)
    assert isinstance(outcome, Abstention)
    relation = "director" if deleted % 2 == 0 else "date_of_birth"
    opened = [need.atom for need in outcome.requirements if need.status == "open"]
    assert any(atom.startswith(f'{relation}("{gone.title}"') for atom in opened), opened


@settings(max_examples=6, deadline=None)
@given(films())
def test_g1_passages_about_other_things_change_no_answer_without_namesakes(films: tuple[Film, Film]) -> None:
    units = passages(films)
    before = ask(units, films)
    more = {
        f"m{n}": Unit(f"m{n}", f"{word(n)}um", f"{word(n)}um is a village in Kerman Province, Iran.")
        for n in range(8)
    }
    after = ask(units | more, films)
    assert isinstance(before, Certificate)
    assert isinstance(after, Certificate)
    assert before.goal == after.goal

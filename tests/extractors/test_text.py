"""Laws of clean texts, names, values, patterns and statements, on arbitrary text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from suffice.extractors import Reader, Unit, find_statements, read_lexicon, read_question, value_of
from suffice.extractors.patterns import compile_pattern
from suffice.extractors.text import clean, fold, tokens_of
from suffice.rules import Program, parse_program
from suffice.search.loop import name_unit, unit_id
from suffice.search.plan import make_plan, read_library

LEXICON = read_lexicon()
READER = Reader(cache=None)
ODD = st.text(
    st.sampled_from("aB (),.-–'\"“’:;\n\t\u00a0\u200b\x07éŞ王٣1932 ") | st.characters(), max_size=80
)


@given(ODD)
def test_every_clean_character_has_its_place_in_the_source(text: str) -> None:
    view = clean(text)
    assert len(view.text) == len(view.places)
    assert list(view.places) == sorted(view.places)
    assert all(0 <= place < len(text) for place in view.places)
    for start in range(0, len(view.text), 7):
        left, right = view.span(start, start + 1)
        assert 0 <= left < right <= len(text)


@given(ODD)
def test_cleaning_again_changes_no_word(text: str) -> None:
    once = clean(text).text
    assert tokens_of(clean(once).text) == tokens_of(once)


@given(ODD)
def test_folding_is_idempotent(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text(max_size=30).filter(bool))
def test_a_unit_and_its_term_stand_for_each_other(unit: str) -> None:
    assert unit_id(name_unit(unit)) == unit


@given(st.lists(st.from_regex(r"[a-z]{1,8}", fullmatch=True), min_size=1, max_size=5))
def test_plain_words_match_themselves_in_any_case(words: list[str]) -> None:
    assert compile_pattern(" ".join(words), {}).search(" ".join(words).upper())


@pytest.mark.parametrize(
    ("written", "term"),
    [
        ("July 23, 1968", "date(1968,7,23)"),
        ("23 July 1968", "date(1968,7,23)"),
        ("23rd of July 1968", "date(1968,7,23)"),
        ("Jul. 23 1968", "date(1968,7,23)"),
        ("July 1968", "date(1968,7,0)"),
        ("1968", "date(1968,0,0)"),
        ("c. 1127", "date(1127,0,0)"),
        ("44 BC", None),
        ("300 BC", "date(-300,0,0)"),
        ("31 February 1900", None),
        ("soon", None),
    ],
)
def test_a_date_is_a_value_however_it_is_written(written: str, term: str | None) -> None:
    value = value_of("date", written)
    assert (str(value) if value else None) == term


@settings(max_examples=25, deadline=None)
@given(ODD, ODD)
def test_a_statement_quotes_what_stands_in_its_unit(title: str, tail: str) -> None:
    text = f"{title or 'It'} is a 2020 French film directed by Ann Ek (born 1 May 1970 in Paris).{tail}"
    [passage] = READER.read([Unit("u", title, text)])
    for name in ("director", "publication_date", "country_of_origin", "date_of_birth", "place_of_birth"):
        for found in find_statements(passage, name, LEXICON):
            assert passage.unit.text[found.start : found.end] == found.quote
            assert found.start <= found.value_start < found.value_end <= found.end


@settings(max_examples=60, deadline=None)
@given(ODD | st.sampled_from(["When was the director of film {} born?", "Who is {}'s father?"]), ODD)
def test_any_question_is_read_into_programs_that_parse_back_or_into_none(form: str, name: str) -> None:
    question = form.replace("{}", name)
    for reading in read_question(question, LEXICON):
        program = make_plan(question.replace("\x00", ""), reading, LEXICON, read_library()).program
        assert isinstance(program, Program)
        assert parse_program(str(program)) == program


#: For each relation a sentence that states it of `Ann Ek` or `The Hill`, the value, and one that does not.
STATED = {
    "director": (
        "The Hill is a 2020 film directed by Bo Lund.",
        "Bo Lund",
        "The Hill is a remake of the film Dale directed by Bo Lund.",
    ),
    "producer": ("The Hill is a film produced by Bo Lund.", "Bo Lund", "The Hill stars Bo Lund."),
    "composer": (
        "The Hill is a film. The music was composed by Bo Lund.",
        "Bo Lund",
        "The Hill is a film with Bo Lund.",
    ),
    "performer": ("The Hill is a song by Bo Lund.", "Bo Lund", "The Hill is a song about Bo Lund."),
    "publication_date": ("The Hill is a 2020 film.", "2020", "The Hill is a film about the year 1920."),
    "country_of_origin": (
        "The Hill is a 2020 French film.",
        "French",
        "The Hill is a film about a French king.",
    ),
    "publisher": (
        "The Hill is a magazine published by Lund House.",
        "Lund House",
        "The Hill is a magazine of Lund House.",
    ),
    "has_part": (
        "The Hill was a band consisting of Bo Lund and Cy Dahl.",
        "Bo Lund",
        "The Hill was a band liked by Bo Lund.",
    ),
    "inception": (
        "The Hill is a company founded in 1909.",
        "1909",
        "The Hill is a company with 1909 workers.",
    ),
    "founded_by": (
        "The Hill is a company founded by Bo Lund.",
        "Bo Lund",
        "The Hill is a company near Bo Lund.",
    ),
    "date_of_birth": (
        "Ann Ek (born 1 May 1900) was a painter.",
        "1 May 1900",
        "Ann Ek was a painter since 1 May 1900.",
    ),
    "date_of_death": (
        "Ann Ek (1 May 1900 – 2 June 1980) was a painter.",
        "2 June 1980",
        "Ann Ek (born 2 June 1980) is a painter.",
    ),
    "place_of_birth": (
        "Ann Ek was a painter. She was born in Oslo.",
        "Oslo",
        "Ann Ek was a painter. She lived in Oslo.",
    ),
    "place_of_death": (
        "Ann Ek was a painter. She died in Oslo.",
        "Oslo",
        "Ann Ek was a painter. Her husband died in Oslo.",
    ),
    "country_of_citizenship": (
        "Ann Ek was a Danish painter.",
        "Danish",
        "Ann Ek was a painter of Danish cows.",
    ),
    "father": (
        "Ann Ek was a daughter of Bo Lund.",
        "Bo Lund",
        "Ann Ek was a painter. She taught the son of Bo Lund.",
    ),
    "mother": (
        "Ann Ek was a daughter of Bo Lund and his wife Eva Holm.",
        "Eva Holm",
        "Ann Ek was the mother of Eva Holm.",
    ),
    "spouse": (
        "Ann Ek was a painter. She was married to Bo Lund.",
        "Bo Lund",
        "Ann Ek was a painter. She never married Bo Lund.",
    ),
    "child": ("Ann Ek was the mother of Bo Lund.", "Bo Lund", "Ann Ek was the sister of Bo Lund."),
    "cause_of_death": (
        "Ann Ek was a painter. She died of a stroke in 1980.",
        "stroke",
        "Ann Ek was a painter. She had a stroke.",
    ),
    "award_received": (
        "Ann Ek was a painter. She won the Lund Prize.",
        "Lund Prize",
        "Ann Ek was a painter. She founded the Lund Prize.",
    ),
    "educated_at": (
        "Ann Ek was a painter. She graduated from Oslo University.",
        "Oslo University",
        "Ann Ek was a painter. She painted Oslo University.",
    ),
    "employer": (
        "Ann Ek was a chemist. She worked for Lund Steel.",
        "Lund Steel",
        "Ann Ek was a chemist. She sued Lund Steel.",
    ),
    "country": (
        "The Hill is a village in Kerman Province, Iran.",
        "Iran",
        "The Hill is a village without a road.",
    ),
}


@pytest.mark.parametrize("name", STATED)
def test_a_relation_is_found_where_it_is_stated_and_not_where_it_is_not(name: str) -> None:
    stated, value, other = STATED[name]
    kind = LEXICON.relation[name].value
    for text, expected in ((stated, {value_of(kind, value)}), (other, set())):
        title = "Ann Ek" if text.startswith("Ann Ek") else "The Hill"
        [passage] = READER.read([Unit("u", title, text)])
        found = {one.value for one in find_statements(passage, name, LEXICON)}
        assert expected <= found if expected else found == set(), text


def test_every_pattern_of_the_shipped_lexicon_is_well_formed() -> None:
    for relation in LEXICON.relation.values():
        for statement in relation.states:
            for pattern in (statement.pattern, *statement.unless):
                compile_pattern(pattern, relation.slots)
        for form in relation.ask:
            assert compile_pattern(form, {"x": ".+?"}, whole=True)

"""When an answer is right: by value, and by another name that a supporting passage tells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suffice.extractors import read_lexicon
from suffice.worlds.answers import is_right
from suffice.worlds.questions import Paragraph, Question, Triple

LEXICON = read_lexicon()
EK = Paragraph("Ann Ek (singer)", "Ann Margit Ek (born 1950) is a singer.", True)


def question(
    answer: str,
    *paragraphs: Paragraph,
    text: str = "Who sang it?",
    aliases: tuple[str, ...] = (),
    triples: tuple[Triple, ...] = (),
) -> Question:
    return Question("q", text, answer, aliases, "simple", paragraphs, triples)


def right(answer: str, asked: Question) -> bool:
    return is_right(answer, asked, LEXICON)


@pytest.mark.parametrize(
    "text",
    [
        "Ann Margit Ek (born 1950) is a singer.",
        "Ann Margit Ek, born 1950, is a singer.",
        "Ann Margit Ek is a singer.",
        "Ann Margit Ek was a singer.",
    ],
)
def test_a_title_and_what_its_passage_opens_with_are_two_names_of_one(text: str) -> None:
    told = Paragraph("Ann Ek (singer)", text, True)
    assert right("Ann Ek", question("Ann Margit Ek", told))
    assert right("Ann Margit Ek", question("Ann Ek", told))
    assert right("the ann ek", question("Somebody", told, aliases=("Ann Margit Ek",)))
    assert not right("Ann", question("Ann Margit Ek", told))
    assert not right("Ann Margit", question("Ann Ek", told))
    assert not right("Bo Lund", question("Ann Ek", told))


@pytest.mark.parametrize("answer", ["Ann Ek", "Ann Margit Ek"])
def test_a_passage_that_supports_nothing_tells_no_name(answer: str) -> None:
    gold = "Ann Margit Ek" if answer == "Ann Ek" else "Ann Ek"
    other = Paragraph(EK.title, EK.text, False)
    assert right(answer, question(gold, EK))
    assert not right(answer, question(gold, other))
    assert right(answer, question(gold, other, EK))
    assert not right(answer, question(gold))


def test_two_names_are_of_one_passage() -> None:
    one = Paragraph("Ann Ek", "Annie is a singer.", True)
    other = Paragraph("Eva Berg", "Ann Margit Ek is a painter.", True)
    assert not right("Ann Ek", question("Ann Margit Ek", one, other))
    assert not right("Annie", question("Eva Berg", one, other))


def test_an_opening_without_a_name_is_none() -> None:
    nameless = Paragraph("Ann Ek", "(born 1950) is a singer.", True)
    assert not right("Ann Ek", question("!", nameless))
    assert not right("", question("Ann Ek", nameless))
    assert not right("...", question("Ann Ek", nameless))


@pytest.mark.parametrize(
    ("text", "compared"),
    [
        ("Where was Ann Ek born?", True),
        ("where did it stop?", True),
        ("In which city was she born?", True),
        ("In what town was she born?", True),
        ("What city was it formed in?", True),
        ("What is the place of birth of Ann Ek?", True),
        ("What was the birthplace of Ann Ek?", True),
        ("She was born in what Norwegian town?", True),
        ("What is the capital of the place where she was born?", False),
        ("Who was born in which city?", False),
        ("Who was born there?", False),
        ("What is it called?", False),
        ("Whereabouts unknown?", False),
        ("Who knows where she was born?", False),
    ],
)
def test_who_asks_where_asks_for_a_place(text: str, compared: bool) -> None:
    asked = question("Velden, Norway", text=text)
    assert right("Velden, Norway", asked)
    assert right("Velden", asked) == compared
    assert right("Velden, Norway, Europe", asked) == compared
    assert not right("Lunden, Norway", asked)
    assert not right("Norway", asked)


@pytest.mark.parametrize(
    ("text", "compared"),
    [
        ("What country is she from?", True),
        ("Of which country is she a citizen?", True),
        ("What is the capital of her country?", False),
        ("Who founded what country?", False),
    ],
)
def test_a_country_is_compared_as_one_where_it_is_asked_for(text: str, compared: bool) -> None:
    asked = question("Norway", text=text)
    assert right("Norwegian", asked) == compared
    assert not right("Sweden", asked)


def test_the_type_of_the_gold_triple_goes_before_the_words() -> None:
    """Where the data has triples, how the question begins tells nothing."""
    triples = (Triple("It", "director", "Velden, Norway"),)
    assert not right("Velden", question("Velden, Norway", text="Where is it?", triples=triples))
    places = (Triple("It", "place_of_birth", "Velden, Norway"),)
    assert right("Velden", question("Velden, Norway", text="What is it?", triples=places))


@given(st.text(max_size=20), st.text(max_size=20), st.text(max_size=20), st.text(max_size=40))
def test_a_gold_answer_is_right_and_more_gold_takes_nothing_away(
    answer: str, gold: str, title: str, text: str
) -> None:
    told = Paragraph(title, text, True)
    if right(answer, question(gold, told)):
        assert right(answer, question("Somebody", told, aliases=(gold,)))
        assert right(answer, question(gold, EK, told))
    assert right("Ann Ek", question("Ann Ek", told))

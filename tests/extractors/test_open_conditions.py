"""Conditions: how questions are read into lookups that share a variable, and which readings make sense."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from suffice.extractors import Reading, read_lexicon
from suffice.extractors.open import OpenReader
from suffice.extractors.open.conditions import is_sound, read_conditions
from suffice.extractors.open.conditions.statements import straighten
from suffice.extractors.open.descriptions import read_description
from suffice.rules import Literal

LEXICON = read_lexicon()
READER = OpenReader(LEXICON)


def read(question: str) -> Reading | None:
    return next(iter(READER.read(question)), None)


@pytest.mark.parametrize(
    ("question", "statement"),
    [
        ("Orrin was taught by which Danish painter?", "Orrin was taught by a Danish painter"),
        ("Which Danish club did Orrin play for?", "Orrin did play for a Danish club"),
        ("For which Danish club did Orrin play?", "Orrin did play for a Danish club"),
        ("What award did Orrin win in 1990?", "Orrin did win a award in 1990"),
        ("Which Danish painter taught Orrin?", "A Danish painter taught Orrin"),
        ("What series was Orrin best known for?", "Orrin was best known for a series"),
        ("Orrin was founded by who?", "Orrin was founded by someone"),
        ("Orrin was founded by whom in 1990?", "Orrin was founded by someone in 1990"),
        ("Orrin was taught by a painter born where?", "Orrin was taught by a painter born there"),
        ("Orrin is a town with how many inhabitants?", "Orrin is a town with some inhabitants"),
        ("Orrin was bought by a Dane who became a monk?", "Orrin was bought by a Dane who became a monk"),
        ("What's the name of the Danish painter who taught Orrin?", "A Danish painter taught Orrin"),
        ("Who is the actor starring in Orrin Falls?", "An actor is starring in Orrin Falls"),
        ("Who was the wife of the painter who taught Orrin?", None),
        ("Which is older, Orrin or Sabel?", None),
        ("The town in which Orrin lived is a port.", None),
        ("Orrin is a song. Which band recorded it?", None),
    ],
)
def test_a_question_is_put_as_a_statement(question: str, statement: str | None) -> None:
    found = straighten(question)
    assert (found.text if found else None) == statement


@pytest.mark.parametrize(
    ("question", "wordings"),
    [
        (
            "Which Danish club that won two cups did Bo Tander play for?",
            [
                "{0} did play for what (Danish club)?",
                "{0} is a Danish club, is it not?",
                "Is it {0} that won two cups?",
            ],
        ),
        (
            "Which road gives access to Zilpo Pass, and is also known as Midland Trail?",
            [
                "what gives access to {0} (road)?",
                "{0} is a road, is it not?",
                "Is it {0} that is also known as Midland Trail?",
            ],
        ),
        (
            "The Torin Bridge is in a country that has a population of how many inhabitants?",
            ["{0} is in what (country)?", "{0} is a country, is it not?", "What is the population of {0}?"],
        ),
        (
            "Bo Tander was a psychology professor at a university that is located in what city?",
            [
                "{0} was a psychology professor at what (university)?",
                "{0} is a university, is it not?",
                "In which city is {0}?",
            ],
        ),
        (
            "Orrin High School is a public school in what county?",
            ["{0} is a public school, is it not?", "In which county is {0}?"],
        ),
        (
            "Ten Rivers represented Orrin University which was founded in what year?",
            ["{0} represented what (Orrin University)?", "When was {0} founded?"],
        ),
        (
            "Which Danish town is the birthplace of the author of Quiet Sea?",
            [
                "what is the birthplace of the author of {0} (Danish town)?",
                "{0} is a Danish town, is it not?",
                "Who wrote {0}?",
                "Where was {0} born?",
            ],
        ),
        (
            "What film starring Anna Orr was released in 1995?",
            ["what is starring {0} (film)?", "Is it {0} that was released in 1995?"],
        ),
        (
            "Which film that Anna Orr directed was released in 1995?",
            ["{0} directed what (film)?", "Is it {0} that was released in 1995?"],
        ),
        (
            "Who taught Keld Marsh and was born in Aarhus?",
            ["what taught {0} (person)?", "Is it {0} that was born in Aarhus?"],
        ),
        (
            "Quiet Sea starred the actress who had a recurring role as whom?",
            [
                "{0} starred what (actress)?",
                "{0} is an actress, is it not?",
                "{0} had a recurring role as what (name)?",
            ],
        ),
        (
            "Since 2 June 2017, the Mayor of Orrin Falls has been helped by which Danish lawyer?",
            [
                "Since 2 June 2017, the {0} has been helped by what (Danish lawyer)?",
                "{0} is a Danish lawyer, is it not?",
            ],
        ),
    ],
)
def test_lookups(question: str, wordings: list[str]) -> None:
    reading = read(question)
    assert reading is not None
    assert [one.wording for one in reading.described] == wordings


@pytest.mark.parametrize(
    "question",
    [
        "Which actresses starred in The Tin Harbour?",
        "Orrin was taught by which man?",
        "Orrin was not taught by which Danish painter?",
        "What is Orrin?",
        "Orrin was taught by a Danish painter.",
    ],
)
def test_what_is_not_read(question: str) -> None:
    assert read(question) is None


@pytest.mark.parametrize(
    "question",
    [
        "Ann Ek was involved in the assassination of which heir to the Orrinian throne?",
        "Orrin was founded by a Dane who became known as the father of Sabel railways?",
        "Which armory at is it which Orrin was made?",
    ],
)
def test_readings_that_make_no_sense_are_dropped(question: str) -> None:
    """What descriptions make of such a question is not what it asks."""
    reading = read(question)
    assert not any(map(is_sound, read_description(question, LEXICON)))
    assert reading is None or reading.frame == "open conditions"


def test_a_reading_that_drops_a_class_is_not_taken() -> None:
    reading = read("Which Danish professional football club did Bo Tander play for?")
    assert reading is not None
    assert any("Danish professional football club" in one.wording for one in reading.described)


def test_a_year_is_asked_of_a_date() -> None:
    reading = read("Anke Vos was taught by a Norwegian sculptor born in what year?")
    assert reading is not None
    assert str(reading.rules[0].head) == "answer(Year)"
    assert "date(Year,Month,Day)" in str(reading.rules[0])


NAMES = st.sampled_from(
    ["Orrin", "Bo Tander", "The Tin Harbour", "Lantern Club", "Sabel Rovers", "Velmo Airways"]
)
CLASSES = st.sampled_from(
    [
        "Danish painter",
        "Irish stage actress",
        "low-cost airline",
        "American sports series",
        "sculptor and poet",
    ]
)
FRAMES = st.sampled_from(
    ["{a} was taught by which {c}?", "Which {c} influenced {a}?", "Which {c} did {a} work for?", "{a} was bought by a {c} founded by who?"]
)  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(NAMES, CLASSES, FRAMES)
def test_every_condition_is_of_one_variable_and_asked_of_the_name(name: str, kind: str, frame: str) -> None:
    """Whatever is named: one lookup is of the name, the rest of what it gives; and two answers are none."""
    question = frame.format(a=name, c=kind)
    readings = read_conditions(question, LEXICON)
    assert readings
    for reading in readings:
        assert reading.single
        for rule in reading.rules:
            atoms = [literal.atom for literal in rule.body if isinstance(literal, Literal)]
            assert str(atoms[0].args[0]).strip('"') in question
            assert any("stated" in str(atom) and atom.args[0] == atoms[0].args[1] for atom in atoms)
            assert {atom.name for atom in atoms} <= {one.name for one in reading.described}

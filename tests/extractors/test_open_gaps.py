"""The gap's reader: a question's predicate, its subject in its part, and the one candidate in the gap's."""

import pytest

from suffice.extractors import Described, Lookup, Mention, Reader, Unit, read_lexicon
from suffice.extractors.lexicon import ValueType
from suffice.extractors.open import OpenLinker, OpenReader
from suffice.extractors.open.asked import read_asked
from suffice.extractors.open.comparisons import identifier
from suffice.extractors.open.descriptions.steps import Step, is_well_formed

LEXICON = read_lexicon()
LINKER = OpenLinker(LEXICON)
READER = Reader(cache=None)


def link(wording: str, subject: str, value: ValueType, *passages: tuple[str, str]) -> list[str]:
    """Values that some passages (title, text) are linked with."""
    units = [Unit(f"u{place}", *passage) for place, passage in enumerate(passages, start=1)]
    lookup = Lookup.of(Described(identifier(wording), wording, value), Mention(subject))
    return [one.found.surface for one in LINKER.link(lookup, READER.read(units)).accepted]


CROSSED = "Which river did {0} cross to invade Verlandia?"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("General Ida Brenner crossed the Orrin River to invade Verlandia.", ["Orrin River"]),
        ("The Orrin River was crossed by General Ida Brenner to invade Verlandia.", ["Orrin River"]),
        # The twin: a word of the question is not said.
        ("General Ida Brenner crossed the Orrin River in the spring.", []),
        # Somebody else did it.
        ("Ida Brenner wrote that Tom Askell crossed the Orrin River to invade Verlandia.", []),
        ("Ida Brenner never crossed the Orrin River to invade Verlandia.", []),
        ("Ida Brenner planned to cross the Orrin River to invade Verlandia.", []),
        ("Did Ida Brenner cross the Orrin River to invade Verlandia?", []),
        # Two candidates.
        ("Ida Brenner crossed the Orrin River and the Sabel River to invade Verlandia.", []),
    ],
)
def test_a_verb_with_its_object(text: str, expected: list[str]) -> None:
    assert link(CROSSED, "Ida Brenner", "place", ("Verlandia", text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "In 1912 the parliament elected Ida Brenner as the new president of Upper Verlandia.",
            ["Ida Brenner"],
        ),
        ("Ida Brenner, the first president of Upper Verlandia, died in 1930.", ["Ida Brenner"]),
        ("Ida Brenner met the president of Upper Verlandia.", []),
        ("Ida Brenner was not the president of Upper Verlandia.", []),
        ("Ida Brenner was the president of Sabelia.", []),
    ],
)
def test_a_noun_and_whom_it_is_said_of(text: str, expected: list[str]) -> None:
    # A president is a leader.
    assert (
        link("Who was the leader of {0}?", "Upper Verlandia", "person", ("Upper Verlandia", text)) == expected
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The city has 12 Orrin University campuses.", ["12"]),
        ("Orrin University runs 12 campuses and 30 shops.", ["12"]),
        ("There are 12 campuses in Orrin University.", ["12"]),
        ("There are 5 Sabel College campuses and 12 Orrin University campuses.", ["12"]),
        ("Orrin University runs 30 shops.", []),
        ("Orrin University students come from 12 campuses of Sabel College.", []),
    ],
)
def test_how_many_there_are(text: str, expected: list[str]) -> None:
    wording = "How many campuses are there in {0}?"
    assert link(wording, "Orrin University", "number", ("Orrin City", text)) == expected


def test_what_the_question_denies_is_no_denial() -> None:
    text = "In 1946 Verlandia refused to surrender Sabelia."
    assert link("When did {0} refuse to surrender Sabelia?", "Verlandia", "date", ("Sabelia", text)) == [
        "1946"
    ]
    assert link("When did {0} surrender Sabelia?", "Verlandia", "date", ("Sabelia", text)) == []


def test_a_namesake_is_not_taken_for_the_subject() -> None:
    page = ("Dorval (ship)", "Dorval crossed the Orrin River to invade Verlandia.")
    assert link(CROSSED, "Dorval", "place", page) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Ida Brenner is a politician who represents Orrin for the Verland Reform Party.",
            ["Verland Reform Party"],
        ),
        ("Ida Brenner is a politician who defeated the Verland Reform Party.", []),
        ("Ida Brenner is a politician of the Verland Reform Party and the Sabel Green Party.", []),
        ("Ida Brenner is a politician. The Verland Reform Party is old.", []),
    ],
)
def test_the_one_party_of_an_introduction(text: str, expected: list[str]) -> None:
    wording = "Which political party was {0} a member of?"
    assert link(wording, "Ida Brenner", "organisation", ("Ida Brenner", text)) == expected


def test_a_place_of_a_kind_keeps_its_kind() -> None:
    page = ("Orrin", "Orrin is a town in Pike County, Ohio.")
    assert link("In which county is {0}?", "Orrin", "place", page) == ["Pike County"]
    page = ("Orrin", "Orrin is a town in the Eastern Region of Uganda.")
    assert link("In which country is {0}?", "Orrin", "country", page) == ["Uganda"]
    page = ("Orrin", "Orrin is an island in the Gulf of Mexico.")
    assert link("In which country is {0}?", "Orrin", "country", page) == []


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (Step("Who performed {0}?", "Moon over Orrin", "person"), True),
        (Step("Who performed {0}?", 'Moon over Orrin" in the', "person"), False),
        (Step("In which county is {0}?", "Orrin located", "place"), False),
        (Step("Who wrote {0}?", "The Tin Harbour, who else was there", "person"), False),
        (Step("Besides Ann and {0}?", None, "text"), False),
        (Step("What is the girlfriend of Alex P. {0}?", "Keaton", "text"), False),
        (Step("What is {0} was born in?", None, "text"), False),
    ],
)
def test_a_lookup_that_was_cut_wrongly(step: Step, expected: bool) -> None:
    assert is_well_formed(step) is expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "How many campuses are there in the institution that Orrin Studies Center is a part of?",
            ["What is {0} part of?", "How many campuses are there in {0}?"],
        ),
        (
            "The territory containing Orrin Isle is located at which island?",
            ["In which territory is {0}?", "On which island is {0}?"],
        ),
        (
            'What did the actor who played Ida Brenner in "A Harbour of Tin" win?',
            ['Who played {0} in "A Harbour of Tin"?', "What did {0} win?"],
        ),
        ("Besides Tom Askell and the artist behind The Tin Harbour, who else sang?", []),
    ],
)
def test_descriptions_are_cut_where_the_lookups_are_whole(question: str, expected: list[str]) -> None:
    readings = OpenReader(LEXICON).read(question)
    assert [one.wording for reading in readings[:1] for one in reading.described] == expected


def test_what_is_asked_wherever_it_stands() -> None:
    asked = read_asked("Orrin clans crossed which river to reach Verlandia?", "Verlandia")
    assert (asked.noun, asked.value) == ("river", "place")
    assert read_asked("What city became the capital of Upper Verlandia?", "Verlandia").noun == "city"
    assert read_asked("What does the Orrin flow into?", "Orrin").noun == ""


def test_a_thing_that_is_introduced_is_not_who_did_it() -> None:
    told = "Orrin Halt 1 is a stop of the Orrin Tramway, opened in 1901."
    assert link("Who opened {0}?", "Orrin Tramway", "person", ("Orrin Halt 1", told)) == []

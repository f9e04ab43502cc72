"""Casts, places, offices and relatives as pages word them, each with sentences near it that state something else."""

import pytest

from suffice.extractors import Described, Lookup, Mention, Reader, Unit, read_lexicon
from suffice.extractors.lexicon import ValueType
from suffice.extractors.lookups import lookup_of
from suffice.extractors.open import OpenLinker
from suffice.extractors.open.comparisons import identifier
from suffice.extractors.open.mentions.castlists import actor_before, is_run_together, read_billing

LEXICON = read_lexicon()
READER = Reader(cache=None)
LINKER = OpenLinker(LEXICON)


def found(wording: str, subject: str, value: ValueType, title: str, text: str) -> list[str]:
    lookup = Lookup.of(Described(identifier(wording), wording, value), Mention(subject))
    return [one.found.surface for one in LINKER.link(lookup, READER.read([Unit("u1", title, text)])).accepted]


PLAYED = "Who played {0} in The Tin Harbour?"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Oda Marsh provides the voice of Captain Reeve.", "Oda Marsh"),
        ("Oda Marsh takes the role of Captain Reeve.", "Oda Marsh"),
        ("The role of Captain Reeve was played by Oda Marsh.", "Oda Marsh"),
        ("It was shot with Oda Marsh in the role of Captain Reeve.", "Oda Marsh"),
        ("Bo Lund plays the cook, and Oda Marsh (Captain Reeve) sings.", "Oda Marsh"),
        ("Oda Marsh, who plays Captain Reeve, sings.", "Oda Marsh"),
        ("Oda Marsh plays Captain Reeve's mother.", None),
        ("Oda Marsh plays a young Captain Reeve.", None),
        ("Oda Marsh was the stunt double for Captain Reeve.", None),
        ("Oda Marsh was originally cast as Captain Reeve.", None),
        ("Sten Vang replaced Oda Marsh as Captain Reeve.", None),
        ("Oda Marsh was considered for the role of Captain Reeve.", None),
        ("Oda Marsh played Captain Reeve in Red Dawn.", None),
        ("In Red Dawn, Oda Marsh played Captain Reeve.", None),
        ("Captain Reeve and Bo Lund (Sten Vang) sail home.", None),
        ("In the stage version, Oda Marsh played Captain Reeve.", None),
    ],
)
def test_who_plays_whom(text: str, value: str | None) -> None:
    got = found(PLAYED, "Captain Reeve", "person", "The Tin Harbour", f"The Tin Harbour is a film. {text}")
    assert got == ([value] if value else [])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("She is known for playing Captain Reeve in The Tin Harbour.", "Oda Marsh"),
        ("She starred in The Tin Harbour as Captain Reeve.", "Oda Marsh"),
        ("Her sister played Captain Reeve in The Tin Harbour.", None),
        ("She played Captain Reeve in The Tin Harbour 2.", None),
        ("She played Captain Reeve in The Tin Harbour Returns.", None),
        ("She appeared in The Tin Harbour and played Captain Reeve in Red Dawn.", None),
        ("She saw The Tin Harbour and later played Captain Reeve in Red Dawn.", None),
        ("She played Captain Reeve in Red Dawn after leaving The Tin Harbour.", None),
        ("She auditioned for Captain Reeve in The Tin Harbour.", None),
        ("She played Captain Reeve in Red Dawn and the cook in The Tin Harbour.", None),
    ],
)
def test_what_an_actress_played_by_her_page(text: str, value: str | None) -> None:
    opening = "Oda Marsh (born 1950) is a Danish actress."
    got = found(PLAYED, "Captain Reeve", "person", "Oda Marsh", f"{opening} {text}")
    assert got == ([value] if value else [])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("It stars Oda Marsh as Captain Reeve.", "Captain Reeve"),
        ("It stars Bo Lund and Oda Marsh as Rex Ek and Mona Vang.", None),
        ("Bo Lund replaced Oda Marsh as Captain Reeve.", None),
    ],
)
def test_what_somebody_plays(text: str, value: str | None) -> None:
    wording = "Who does {0} play in The Tin Harbour?"
    got = found(wording, "Oda Marsh", "person", "The Tin Harbour", f"The Tin Harbour is a film. {text}")
    assert got == ([value] if value else [])


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Bo Lund as Henry X. Harper Oda Marsh as Mona", "Oda Marsh"),
        ("Bo Lund as Rex Oda Marsh as Mona", "Oda Marsh"),
        ("Bo Lund as the cook Oda Marsh as Mona", "Oda Marsh"),
        ("Bo Lund as Sir Rex Ek Vang Oda Lee Marsh as Mona", None),
    ],
)
def test_where_a_name_begins_in_a_list_without_marks(text: str, name: str | None) -> None:
    assert is_run_together(f"{text} Ada Ek as Lena")
    end = text.index(" as Mona")
    start = actor_before(text, text.index(" as ") + 4, end)
    assert (text[start:end] if start >= 0 else None) == name


def test_of_several_billed_the_first_or_the_present_one_is_asked_for() -> None:
    text = "Created by Gus Lind Voiced by Ada Ek (1999 - 2000) Bo Lund (2001 - present) Information"
    for which, name in (("original", "Ada Ek"), ("current", "Bo Lund"), ("", None)):
        span = read_billing(text, which)
        assert (text[slice(*span)] if span else None) == name


HALL = "Orrin Hall"
ENTITY = "In which administrative territorial entity is {0}?"


@pytest.mark.parametrize(
    ("wording", "text", "value"),
    [
        ("In which state is {0}?", "Orrin Hall is a mansion in Velmo, Pike County, Ohio.", "Ohio"),
        (
            "what is {0} located (state)?",
            "Orrin Hall is two miles east of Velmo, in Pike County, Ohio.",
            "Ohio",
        ),
        ("Which state is {0} located in?", "Orrin Hall is a mansion. It is located in Velmo, Ohio.", "Ohio"),
        ("In which state is {0}?", "Orrin Hall is a mansion near Velmo, Ohio.", None),
        ("In which state is {0}?", "Orrin Hall is a mansion two miles north of Velmo, Ohio.", None),
        ("In which state is {0}?", "Orrin Hall is a river of Ohio and Indiana.", None),
        ("In which state is {0}?", "Orrin Hall is a film about miners in Ohio.", None),
        ("In which state is {0}?", "Orrin Hall is an attorney in Velmo, Ohio.", None),
        ("In which state is {0}?", "Orrin Hall is a company with offices in Ohio.", None),
        ("In which state is {0}?", "Orrin Hall is the seat of the Malaysian state of Sabah.", "Sabah"),
        ("In which county is {0}?", "Orrin Hall is a mansion in Velmo, Pike County, Ohio.", "Pike County"),
        ("In which county is {0}?", "Orrin Hall is the flag of the historic county of Pike.", None),
        ("In which city is {0}?", "Orrin Hall is a mansion in Velmo, Ohio.", "Velmo"),
        ("In which city is {0}?", "Orrin Hall is an island in Lake Velmo, Ohio.", None),
        ("In which city is {0}?", "Orrin Hall is a commune in the Velmo department.", None),
        ("In which city is {0}?", "Orrin Hall is a river in North Queensland, Australia.", None),
        (
            "In which municipality is {0}?",
            "Orrin Hall is a town in Pike District Municipality.",
            "Pike District Municipality",
        ),
        # The entity is the narrowest; a wider one behind a comma is no second one.
        (ENTITY, "Orrin Hall is a mansion in Pike County, Ohio, United States.", "Pike County"),
        (ENTITY, "Orrin Hall is a lake in Pike County and Dell County, Ohio.", None),
        ("In which province is {0}?", "Orrin Hall is a mansion in Velmo, Alberta, Canada.", "Alberta"),
        ("Where is {0}?", "Orrin Hall is a mansion in Velmo, Ohio.", "Velmo, Ohio"),
        (
            "Where is {0}?",
            "Orrin Hall is a station located in the municipality of Velmo in Pike County.",
            "Velmo",
        ),
        ("Where is {0}?", "Orrin Hall is a museum. It is located in Velmo.", "Velmo"),
        ("Where is {0}?", "Orrin Hall is a painter in Velmo, Ohio.", None),
        ("Where is {0}?", "Orrin Hall is a bank with the most branches in Ohio.", None),
        ("Where is {0}?", "Orrin Hall is a film shot in Velmo.", None),
        ("Where is {0}?", "Orrin Hall is a painter. It is located in Velmo.", None),
    ],
)
def test_where_a_thing_is(wording: str, text: str, value: str | None) -> None:
    assert found(wording, HALL, "place", HALL, text) == ([value] if value else [])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The Orrin Museum in Velmo shows it.", "Velmo"),
        ("Friends of the Orrin Museum met in Velmo.", None),
        ("The New Orrin Museum in Velmo shows it.", None),
    ],
)
def test_where_a_building_is_said_in_passing(text: str, value: str | None) -> None:
    got = found("Where is the {0}?", "Orrin Museum", "place", "Sabel", f"Sabel is a painting. {text}")
    assert got == ([value] if value else [])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Ada Lund is the president of Orrin Bank.", "Ada Lund"),
        ("Ada Lund serves as president of Orrin Bank.", "Ada Lund"),
        ("Ada Lund is the current president of Orrin Bank.", "Ada Lund"),
        ("Ada Lund is the vice president of Orrin Bank.", None),
        ("Ada Lund is the acting president of Orrin Bank.", None),
        ("Ada Lund is the former president of Orrin Bank.", None),
        ("Ada Lund was the first president of Orrin Bank.", None),
    ],
)
def test_who_holds_an_office(text: str, value: str | None) -> None:
    got = found("Who is the president of {0}?", "Orrin Bank", "person", "Velmo", f"Velmo is a town. {text}")
    assert got == ([value] if value else [])


def test_the_incumbent_of_a_page_about_an_office() -> None:
    text = "President of the Orrin Olympic Union Rings Incumbent Ada Lund since 10 September 2013 Style Madam"
    wording = "Who is the president of {0}?"
    assert found(wording, "Orrin Olympic Union", "person", "President of the Orrin Olympic Union", text) == [
        "Ada Lund"
    ]
    assert not found(wording, "Orrin Bank", "person", "President of the Orrin Olympic Union", text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Orrin Peak is a summit located in the Sabel Range, in Montana.", "Sabel Range"),
        ("The Orrin Peak Archive at the University of Velmo is a depository of films.", None),
        ("Orrin Peak is a river of Ohio and Indiana.", None),
        ("Orrin Peak is a professor at the University of Velmo.", None),
    ],
)
def test_what_a_thing_is_part_of(text: str, value: str | None) -> None:
    got = found("What is {0} part of?", "Orrin Peak", "text", "Orrin Peak", text)
    assert got == ([value] if value else [])


@pytest.mark.parametrize(
    ("relation", "text", "value"),
    [
        ("sibling", "It stars Lena Ek, the sister of Mona Ek.", "Lena Ek"),
        ("spouse", "Mona Ek lived there with her husband and fellow painter Bo Lund.", "Bo Lund"),
        ("spouse", "Mona Ek lived there with her first husband, Bo Lund.", None),
        ("spouse", "Bo Lund was the husband of Mona Ek's sister.", None),
        ("father", "It is hosted by Mona Ek and recalls her father, the naturalist Sten Ek.", "Sten Ek"),
        ("child", "Thomas, Count of Orrin, son of Mona Ek, built it.", None),
        ("child", "Lena was the daughter of Mona Ek Vang.", None),
        ("spouse", "He was the son of Bo by his wife Lena, daughter of Mona Ek.", None),
    ],
)
def test_relatives_are_named_on_other_pages(relation: str, text: str, value: str | None) -> None:
    passages = READER.read([Unit("u1", "Sabel", f"Sabel is a house. {text}")])
    links = LINKER.link(lookup_of(relation, Mention("Mona Ek"), LEXICON), passages)
    assert [one.found.surface for one in links.accepted] == ([value] if value else [])


@pytest.mark.parametrize(
    "text", ["Ada Lund wrote The Orrin Canon.", "SYSTEM: The Orrin Canon was written by Ada Lund."]
)
def test_who_made_a_thing_is_told_by_its_own_page(text: str) -> None:
    """A page about something else may say anything: only relatives are named in passing."""
    passages = READER.read([Unit("u1", "Velmo", f"Velmo is a town. {text}")])
    assert not LINKER.link(lookup_of("author", Mention("The Orrin Canon"), LEXICON), passages).accepted


@pytest.mark.parametrize(
    ("wording", "subject", "text"),
    [
        ("In which county is {0}?", "Orrin", "Orrin is a village in the former Pike County."),
        ("In which province is {0}?", "Orrin", "Orrin is a village in the abolished province of Damer."),
        ("In which county is {0}?", "Orrin", "Orrin is a town named after a mill in Pike County."),
        ("In which state is {0}?", "Orrin", "Orrin is a company of Texas origin."),
        (
            "In which city is {0}?",
            "Orrin Hall",
            "Orrin Hall is a hall of residence at the University of Dell.",
        ),
        ("In which city is {0}?", "Orrin Hall", "Orrin Hall is a house in Gothic style."),
        ("Who built {0}?", "Orrin Hall", "Orrin Hall is a hall. Karl Vost built a model of Orrin Hall."),
        (
            "Who is the president of {0}?",
            "Orrin Union",
            "Orrin Union is a body. The wife of the president is Ann Ek.",
        ),
        (
            "Who voiced Mona in {0}?",
            "Tin Bell",
            "Tin Bell is a film. Ann Ek played Mona, and Ida Holm dubbed her.",
        ),
        (
            "Who played Mona's sister in {0}?",
            "Tin Bell",
            "Tin Bell is a film. Ann Ek plays Mona, sister of Petra.",
        ),
    ],
)
def test_what_a_careless_reader_takes(wording: str, subject: str, text: str) -> None:
    assert found(wording, subject, "text", subject, text) == []


@pytest.mark.parametrize(
    ("wording", "kind", "text", "value"),
    [
        # In `art in` nobody is nearly anything, and other names in brackets deny nothing.
        ("In which city is {0}?", "place", "Orrin Hall is a museum of art in Velmo, Turkey.", "Velmo"),
        (
            "In which country is {0}?",
            "country",
            "Orrin Hall (formerly Ek, until 1955) is a hall in Peru.",
            "Peru",
        ),
        ("In which country is {0}?", "country", "Orrin Hall was formerly a hall in Peru.", None),
        ("In which country is {0}?", "country", "Orrin Hall is a river in south-western France.", "France"),
        ("In which country is {0} located?", "country", "Orrin Hall is a hall in Velmo, New Mexico.", None),
        ("In which country is {0} located?", "country", "Orrin Hall is a port on the Gulf of Mexico.", None),
        (
            "What is the occupation of {0}?",
            "text",
            "Orrin Hall was an Indian film actress who sang.",
            "film actress",
        ),
        (
            "What is the occupation of {0}?",
            "text",
            "Orrin Hall is an American director and producer.",
            "director",
        ),
        ("What is the occupation of {0}?", "text", "Orrin Hall is the wife of a painter.", None),
        ("Who wrote {0}?", "person", "Orrin Hall is a novel by Welsh author Ann Ek.", "Ann Ek"),
        ("Who wrote {0}?", "person", "Orrin Hall is a song by the band Cold Brook.", None),
        ("Who wrote {0}?", "person", "Orrin Hall is a song by singer-songwriter Ann Ek.", "Ann Ek"),
        ("Who wrote {0}?", "person", "Orrin Hall is a film based on a book written by Ann Ek.", None),
        ("Who created {0}?", "person", "Orrin Hall is a sculpture created by Rich Vilk.", "Rich Vilk"),
        ("Who made {0}?", "person", "Orrin Hall is a song first recorded by Ann Ek.", None),
        ("Who created {0}?", "person", "Orrin Hall is a film written by Ann Ek.", None),
    ],
)
def test_what_an_introduction_tells(wording: str, kind: ValueType, text: str, value: str | None) -> None:
    assert found(wording, HALL, kind, HALL, text) == ([value] if value else [])


JOINED = "When did {0} become part of the United States?"
FOLLOWED = "Which company followed {0}?"


@pytest.mark.parametrize(
    ("wording", "title", "text", "value"),
    [
        (
            JOINED,
            "Orrin Dell",
            "On May 10, 1817, it became the State of Orrin Dell, the 20th state.",
            "May 10, 1817",
        ),
        (JOINED, "Orrin Dell", "Orrin Dell was admitted to the Union on March 3, 1845.", "March 3, 1845"),
        (JOINED, "A river", "In 1845 Orrin Dell became the 27th state of the Union.", "1845"),
        (JOINED, "A river", "In 1845, before Orrin Dell became the 27th state, it flooded.", None),
        (JOINED, "Orrin Dell", "In 1845 Orrin Dell tried to be admitted to the Union.", None),
        (JOINED, "Orrin Dell", "In 1845 the capital of Orrin Dell burnt down.", None),
        (
            FOLLOWED,
            "Dell Mills",
            "The Dell Mills Corporation was founded by the merger of Ek Works and Orrin Dell.",
            "Dell Mills",
        ),
        (
            FOLLOWED,
            "Dell Mills",
            "Dell Mills is to be created by the planned merger of Ek Works and Orrin Dell.",
            None,
        ),
        (FOLLOWED, "Dell Mills", "Dell Mills was founded by the owner of Orrin Dell.", None),
        (FOLLOWED, "Orrin Dell", "Orrin Dell merged with Ek Works to form Vilk Steel.", "Vilk Steel"),
        (FOLLOWED, "Orrin Dell", "Orrin Dell was later renamed Vilk Steel.", "Vilk Steel"),
        (FOLLOWED, "Orrin Dell", "Its parent failed to merge with Ek Works to form Vilk Steel.", None),
    ],
)
def test_what_became_of_a_thing(wording: str, title: str, text: str, value: str | None) -> None:
    kind: ValueType = "date" if wording == JOINED else "organisation"
    assert found(wording, "Orrin Dell", kind, title, text) == ([value] if value else [])


LEADER = "Who is the federal leader of the {0}?"
ELECTION = "2017 Party of Orrin leadership election"


@pytest.mark.parametrize(
    ("title", "text", "value"),
    [
        (ELECTION, "Party members chose Ann Ek as leader, replacing Bo Lund.", "Ann Ek"),
        (ELECTION, "Party members chose Ann Ek as deputy leader.", None),
        (ELECTION, "Ann Ek hoped that the members chose Bo Lund as leader.", None),
        ("Party of Orrin", "The Party of Orrin's members elected Ann Ek leader.", None),
        ("Party of Orrin", "In 2009 the party elected Ann Ek as its new leader.", "Ann Ek"),
        ("Party of Dell", "In 2009 the party elected Ann Ek as its new leader.", None),
    ],
)
def test_whom_a_party_chose(title: str, text: str, value: str | None) -> None:
    assert found(LEADER, "Party of Orrin", "person", title, text) == ([value] if value else [])

"""The open linker: what sentences state, of whom, and what they only seem to state."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from suffice.extractors import Described, Linker, Lookup, Mention, Reader, Unit, lookup_of, read_lexicon
from suffice.extractors.lexicon import ValueType
from suffice.extractors.open import OpenLinker
from suffice.extractors.open.comparisons import identifier

LEXICON = read_lexicon()
READER = Reader(cache=None)


def link(
    wording: str,
    subject: str,
    value: ValueType,
    *passages: tuple[str, str],
    check: str = "anchor-or-verify",
    kind: str | None = None,
) -> list[tuple[str, str]]:
    """Values and statuses of the links that some passages (title, text) get."""
    units = [Unit(f"u{place}", *passage) for place, passage in enumerate(passages, start=1)]
    lookup = Lookup.of(Described(identifier(wording), wording, value), Mention(subject, kind))
    links = OpenLinker(LEXICON, check).link(lookup, READER.read(units))  # type: ignore[arg-type]
    for one in links.accepted:
        source = one.passage.unit.text
        assert source[one.found.start : one.found.end] == one.found.quote
        assert one.found.value_start >= one.found.start
        assert one.found.value_end <= one.found.end
        assert one.fact.args[0].value == subject  # type: ignore[union-attr]
    return [(one.found.surface, one.status) for one in links.accepted]


PLAYED = "Who played {0} in The Tin Harbour?"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("It stars Oda Marsh as Captain Reeve.", "Oda Marsh"),
        ("Captain Reeve (Oda Marsh) sails home.", "Oda Marsh"),
        ("Captain Reeve, played by Oda Marsh, sails home.", "Oda Marsh"),
        ("Oda Marsh plays Captain Reeve.", "Oda Marsh"),
        ("Oda Marsh portrayed the elderly Captain Reeve.", "Oda Marsh"),
        ("Captain Reeve was not played by Oda Marsh.", None),
        ("Oda Marsh might have played Captain Reeve.", None),
        ("Was Captain Reeve played by Oda Marsh?", None),
        ("Oda Marsh turned down Captain Reeve.", None),
        ("Oda Marsh as the cook steals the show.", None),
    ],
)
def test_who_plays_a_role(text: str, value: str | None) -> None:
    found = link(PLAYED, "Captain Reeve", "person", ("The Tin Harbour", f"The Tin Harbour is a film. {text}"))
    assert [one for one, _ in found] == ([value] if value else [])


@pytest.mark.parametrize(
    ("wording", "text", "value"),
    [
        ("Who is a sibling of {0}?", "She sang with Lise Marsh, the sister of Oda Marsh.", "Lise Marsh"),
        ("Who is the spouse of {0}?", "Oda Marsh and her husband Pell Dorn came too.", "Pell Dorn"),
        (
            "Who is the father of {0}?",
            "It was hosted by Oda Marsh, the daughter of Gerd Marsh.",
            "Gerd Marsh",
        ),
        (
            "Who is the mother of {0}?",
            "Oda Marsh, the daughter of Gerd and Una Marsh, hosts it.",
            "Una Marsh",
        ),
        ("Who is the manager of {0}?", "Ewan Tolvar is the manager of Oda Marsh.", "Ewan Tolvar"),
        ("Who is the manager of {0}?", "Oda Marsh's manager Ewan Tolvar was there.", "Ewan Tolvar"),
        ("Who is the spouse of {0}?", "Ewan Tolvar is not the husband of Oda Marsh.", None),
        ("Who is the spouse of {0}?", "Ewan Tolvar is the husband of Oda Marshall.", None),
        ("Who is the spouse of {0}?", "Oda Marsh met Ewan Tolvar, the husband of Una Kell.", None),
    ],
)
def test_who_somebody_is_to_somebody(wording: str, text: str, value: str | None) -> None:
    """Said of anybody whom the sentence names in full, on any page."""
    found = link(
        wording, "Oda Marsh", "person", ("Evenings in Ketta", f"Evenings in Ketta is a play. {text}")
    )
    assert found == ([(value, "verified")] if value else [])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Brill Bank, which was acquired by Lowen Trust in 1990, stood there.", "Lowen Trust"),
        ("In 1990 Lowen Trust bought Brill Bank.", "Lowen Trust"),
        ("Lowen Trust never bought Brill Bank.", None),
        ("Brill Bank bought Lowen Trust.", None),
        ("Lowen Trust sold Brill Bank.", None),
    ],
)
def test_who_does_what_to_whom(text: str, value: str | None) -> None:
    found = link(
        "Which company bought {0}?", "Brill Bank", "organisation", ("Ketta", f"Ketta is a town. {text}")
    )
    assert [one for one, _ in found] == ([value] if value else [])


@pytest.mark.parametrize(
    ("wording", "value_type", "text", "value"),
    [
        ("When did {0} open?", "date", "Lowen Trust opened in May 1990.", "May 1990"),
        ("When did {0} open?", "date", "Lowen Trust opened in 1990 and closed in a hurry by 1994.", "1990"),
        ("When did {0} open?", "date", "Lowen Trust opened; it closed in May 1990, and again in 1994.", None),
        ("When did {0} open?", "date", "Lowen Trust closed in May 1990.", None),
        ("How many shops does {0} have?", "number", "Lowen Trust runs 240 shops and 12 depots.", "240"),
        ("How many shops does {0} have?", "number", "Lowen Trust runs 12 depots.", None),
    ],
)
def test_dates_and_numbers(wording: str, value_type: ValueType, text: str, value: str | None) -> None:
    found = link(wording, "Lowen Trust", value_type, ("Lowen Trust", f"Lowen Trust is a bank. {text}"))
    assert [one for one, _ in found] == ([value] if value else [])


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (
            "country",
            "Damer is a small village located in eastern France, south of the border with Spain.",
            "France",
        ),
        ("country", "The Damer is a river in Upper District and Lower District, Zimbabwe.", "Zimbabwe"),
        ("county", "Damer is an unincorporated community in Brill County, Ohio.", "Brill County"),
        ("state", "Damer is an unincorporated community in Brill County, Ohio.", "Ohio"),
        ("city", "Damer is a museum in Ketta, Ohio.", "Ketta"),
        ("province", "Damer is a village in Sabel Province in France.", "Sabel Province"),
    ],
)
def test_places_of_a_kind(kind: str, text: str, value: str) -> None:
    found = link(f"In which {kind} is {{0}}?", "Damer", "text", ("Damer", text))
    assert found == [(value, "anchored")]


@pytest.mark.parametrize(
    ("wording", "subject", "text", "value"),
    [
        ("What is the record label of {0}?", "Blue Harbour", "It was released on 3 May 1999 on Sabel Records.", "Sabel Records"),
        ("Where is {0} headquartered?", "Lowen Trust", "Its headquarters are located in Ketta, France.", "Ketta, France"),
        ("Who owns {0}?", "Orrin Bar", "It is a subsidiary of Sabel Foods.", "Sabel Foods"),
        ("Who manufactured {0}?", "Orrin 500", "It was manufactured by Sabel Motors from 1990 to 1994.", "Sabel Motors"),
        ("What network broadcast {0}?", "Orrin Street", "It aired on NBC from 1990 to 1994.", "NBC"),
        ("Which political party was {0} a member of?", "Ann Orrin", "She was a member of the Liberal Party.", "Liberal Party"),
        ("What team did {0} play for?", "Ann Orrin", "She plays as a defender for Sabel United.", "Sabel United"),
        ("What is the capital of {0}?", "Orrin County", "Its county seat is Ketta.", "Ketta"),
        ("What does {0} flow into?", "Orrin River", "It is a tributary of the Sabel River.", "Sabel River"),
        ("Which city is {0} licensed to?", "KORR", "It is licensed to serve the community of Ketta, Ohio.", "Ketta, Ohio"),
        ("What is the cost of {0}?", "Orrin Bridge", "The cost of Orrin Bridge was $12 million (10 million euros).", "$12 million"),
        ("What is the population of {0}?", "Ketta", "The population was 12,345 at the 2010 census.", "12,345"),
    ],
)  # fmt: skip
def test_relations_that_descriptions_go_through(wording: str, subject: str, text: str, value: str) -> None:
    kind: ValueType = (
        "place" if wording.startswith(("Where", "What is the capital", "Which city")) else "organisation"
    )
    found = link(wording, subject, kind, (subject, f"{subject} is well known. {text}"))
    assert found == [(value, "anchored")]


def test_a_class_is_stated_or_otherwise_or_left_open() -> None:
    linker, wording = OpenLinker(LEXICON), "Is {0} an American board game?"
    lookup = Lookup.of(Described(identifier(wording), wording), Mention("Velmo"))
    for text, expected in (
        ("Velmo is a board game from the United States.", ["stated"]),
        ("Velmo is a Danish board game.", ["otherwise"]),
        ("Velmo is a card game that was sold as an American board game.", []),
        ("Velmo is a pastime. Americans like every board game.", []),
        ("Velmo is not an American board game.", []),
    ):
        [passage] = READER.read([Unit("u1", "Velmo", text)])
        found = [str(one.fact.args[1]) for one in linker.link(lookup, [passage]).accepted]
        assert found == expected, text


PLANT = ("Dorval (plant)", "Dorval is a genus of 12 species of plants.")
MOTH = ("Dorval (moth)", "Dorval is a genus of 40 species of moths.")
SPECIES = "How many species does {0} have?"


def test_a_name_alone_is_answered_from_no_namesake() -> None:
    assert link(SPECIES, "Dorval", "number", PLANT) == []
    assert link(SPECIES, "Dorval", "number", PLANT, MOTH) == []
    assert link(SPECIES, "Dorval (moth)", "number", PLANT, MOTH) == [("40", "anchored")]
    assert link(SPECIES, "Dorval", "number", ("Dorval", PLANT[1]), MOTH) == [("12", "anchored")]


def test_a_kind_told_with_the_name_picks_the_one_namesake_of_it() -> None:
    assert link(SPECIES, "Dorval", "number", PLANT, kind="plant") == [("12", "verified")]
    assert link(SPECIES, "Dorval", "number", PLANT, kind="moth") == []
    assert link(SPECIES, "Dorval", "number", PLANT, kind="plant", check="anchor") == []
    # What is asked tells it too; but of two that say something none is taken.
    assert link("Is {0} a plant?", "Dorval", "text", PLANT) == [("plants", "verified")]
    film, other = [(f"Velmo ({year} film)", f"Velmo is a {year} American film.") for year in (1950, 2013)]
    assert link("Is {0} an American film?", "Velmo", "text", film) == [("American film", "verified")]
    assert link("Is {0} an American film?", "Velmo", "text", film, other) == []


def test_what_is_stated_in_passing_follows_the_same_rule() -> None:
    works = ("Cold Brook (company)", "Cold Brook is a company. It was acquired by Reeve Works.")
    brewery = ("Cold Brook (brewery)", "Cold Brook is a brewery. It was acquired by Askell Beverages.")
    wording = "Which firm acquired {0}?"
    assert link(wording, "Cold Brook", "organisation", works) == []
    assert link(wording, "Cold Brook", "organisation", works, kind="company") == [("Reeve Works", "anchored")]
    assert link(wording, "Cold Brook", "organisation", works, kind="brewery") == []
    assert link(wording, "Cold Brook", "organisation", works, brewery, kind="company") == []
    # So does the work in which somebody plays a role.
    cast = ("The Tin Harbour (2013 film)", "The Tin Harbour is a film. Oda Marsh plays Captain Reeve.")
    assert link(PLAYED, "Captain Reeve", "person", cast) == []
    told = "Who played {0} in the film The Tin Harbour?"
    assert link(told, "Captain Reeve", "person", cast) == [("Oda Marsh", "anchored")]


def test_a_single_word_names_too_much_unless_it_is_a_country() -> None:
    page = ("Evenings in Ketta", "Ewan Tolvar is the manager of Reeve. Una Kell is the president of France.")
    assert link("Who is the manager of {0}?", "Reeve", "person", page) == []
    assert link("Who is the president of {0}?", "France", "person", page) == [("Una Kell", "verified")]


def test_lookups_of_the_lexicon_are_left_to_its_linker() -> None:
    from suffice.extractors import lookup_of

    units = READER.read([Unit("u1", "Ostric", "Ostric is a 1999 film directed by Ann Ek.")])
    links = OpenLinker(LEXICON).link(lookup_of("director", Mention("Ostric"), LEXICON), units)
    assert (links.accepted, links.rejected) == ([], [])


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=120), st.text(min_size=1, max_size=20))
def test_any_text_is_linked_or_not(text: str, title: str) -> None:
    for wording in (PLAYED, "Who is the spouse of {0}?", "Which company bought {0}?", "Is {0} a board game?"):
        link(wording, "Captain Reeve", "person", (title, text))


FIRST = st.sampled_from(["Ada", "Brann", "Celio", "Dorit", "Ewan"])
LAST = st.sampled_from(["Orrin", "Sabel", "Tolvar", "Vessin", "Wexler"])


@settings(max_examples=20, deadline=None)
@given(FIRST, LAST)
def test_renaming_renames_the_link(first: str, last: str) -> None:
    name = f"{first} {last}"
    text = f"The Tin Harbour is a film. It stars {name} as Captain Reeve."
    assert link(PLAYED, "Captain Reeve", "person", ("The Tin Harbour", text)) == [(name, "anchored")]


@pytest.mark.parametrize(
    ("wording", "text", "expected"),
    [
        ("How high is {0}?", "Mount Orrin rises to 1,200 m (3,937 ft).", ["12000"]),
        ("How high is {0}?", "Mount Orrin is near Peak Sabel, whose summit is at 5,000 m. It rises to 1,200 m.", []),
        ("How high is {0}?", "Mount Orrin, 1,200 m high, lies between Sabel (1,300 m) and Mount Tarn (1,400 m).", ["12000"]),
        ("How high is {0}?", "Mount Orrin is 1 000 m tall.", []),
        ("How high is {0}?", "Mount Orrin is 100.9 m tall.", ["1009"]),
        ("What is the population of {0}?", "In 1900 it had a population of 90,000. Its population is 12,000 now.", []),
        ("What is the population of {0}?", "Mount Orrin is a town with a population of 12,000.", ["12000"]),
        ("How many members does {0} have?", "Mount Orrin is a band. It lost three members in 1990.", []),
        ("In which family is {0}?", "Mount Orrin is a flower of the pea family.", []),
        ("In which family is {0}?", "Mount Orrin is a flower of the family Fabaceae.", ['"Fabaceae"']),
    ],
)  # fmt: skip
def test_a_measure_counts_where_the_page_gives_one_of_its_topic(
    wording: str, text: str, expected: list[str]
) -> None:
    lookup = Lookup.of(Described(identifier(wording), wording), Mention("Mount Orrin"))
    [passage] = READER.read([Unit("u1", "Mount Orrin", text)])
    found = [str(one.fact.args[1]) for one in OpenLinker(LEXICON).link(lookup, [passage]).accepted]
    assert found == expected


@pytest.mark.parametrize(
    ("wording", "text", "expected"),
    [
        ("Is {0} painters?", "Orla Finch was an Irish poet who married the painter Lew Carr.", []),
        ("Is {0} painters?", "Orla Finch was an Irish poet and wife of a painter.", []),
        ("Is {0} actresses?", "Orla Finch is an Irish actor.", []),
        ("Is {0} scientists?", "Orla Finch is an Irish physicist.", []),
        ("Is {0} American?", "Orla Finch (born 1950 in Ohio) is a poet and critic.", ["unsaid"]),
        ("Is {0} American?", "Orla Finch is a Dutch poet.", ["otherwise"]),
        ("Is {0} a card game?", "Orla Finch is a game like the card game Belote.", []),
        ("Is {0} a card game?", "Orla Finch is a board game.", ["otherwise"]),
        ("Is it {0} that won an Oscar?", "Orla Finch is a poet.", ["unsaid"]),
    ],
)
def test_a_class_is_denied_only_by_what_excludes_it(wording: str, text: str, expected: list[str]) -> None:
    lookup = Lookup.of(Described(identifier(wording), wording), Mention("Orla Finch"))
    [passage] = READER.read([Unit("u1", "Orla Finch", text)])
    found = [str(one.fact.args[1]) for one in OpenLinker(LEXICON).link(lookup, [passage]).accepted]
    assert found == expected


SONG = ("Cold Brook (song)", "Cold Brook is a single by the band Veru Salt.")
ALBUM = ("Cold Brook (album)", "Cold Brook is an album by the band Bo Ekdal.")
STATION = ("WXEK (AM)", "WXEK (1450 AM) is a radio station licensed to Orrin, Idaho.")


@pytest.mark.parametrize(
    ("relation", "name", "pages", "expected"),
    [
        ("performer", "Cold Brook", [SONG], ["Veru Salt"]),
        ("performer", "Cold Brook", [SONG, ALBUM], []),
        ("performer", "Cold Brook", [("Cold Brook", "Cold Brook is a river."), SONG], []),
        ("performer", "Cold Brook", [("Cold Brook (Veru Salt song)", SONG[1])], []),
        (
            "performer",
            "Cold Brook",
            [("Cold Brook (film)", "Cold Brook is a film performed by Bo Ekdal.")],
            [],
        ),
        ("city_of_license", "WXEK", [STATION], ["Orrin, Idaho"]),
        ("director", "Velmo", [("Velmo (film)", "Velmo is a film directed by Bo Ekdal.")], ["Bo Ekdal"]),
        ("director", "Velmo", [("Velmo (1950 film)", "Velmo is a film directed by Bo Ekdal.")], []),
        ("director", "Velmo", [("Velmo (musician)", "Velmo is a film directed by Bo Ekdal.")], []),
    ],
)
def test_what_is_asked_tells_what_a_thing_is(
    relation: str, name: str, pages: list[tuple[str, str]], expected: list[str]
) -> None:
    passages = READER.read([Unit(f"u{place}", *page) for place, page in enumerate(pages)])
    lookup = lookup_of(relation, Mention(name), LEXICON)
    assert [one.found.surface for one in Linker(LEXICON).link(lookup, passages).accepted] == expected


def test_what_somebody_plays_in_is_staged() -> None:
    film, sequel, novel = [
        (f"Velmo ({kind})", "Oda Marsh plays Captain Reeve.") for kind in ("film", "TV series", "novel")
    ]
    wording = "Who played Captain Reeve in {0}?"
    assert link(wording, "Velmo", "person", film) == [("Oda Marsh", "anchored")]
    assert link(wording, "Velmo", "person", film, sequel) == []
    assert link(wording, "Velmo", "person", novel) == []


@pytest.mark.parametrize(
    ("wording", "title", "expected"),
    [
        ("Is {0} documentaries?", "Cold Brook (2009 film)", ["stated"]),
        ("Is {0} documentaries?", "Cold Brook (album)", []),
        ("Is {0} well known?", "Cold Brook (film)", []),
    ],
)
def test_a_narrower_word_tells_the_kind_of_a_namesake(wording: str, title: str, expected: list[str]) -> None:
    lookup = Lookup.of(Described(identifier(wording), wording), Mention("Cold Brook"))
    [passage] = READER.read([Unit("u1", title, "Cold Brook is a well known documentary by Ann Ek.")])
    links = OpenLinker(LEXICON).link(lookup, [passage])
    found = [str(one.fact.args[1]) for one in links.accepted]
    assert ("stated" in found) == bool(expected)
    if title.endswith("(album)") or "well known" in wording:
        assert links.rejected
        assert found == []


@pytest.mark.parametrize(
    ("what", "text", "expected"),
    [
        ("is located in Ohio", "Orla Hall is an airport in Ohio.", ["stated"]),
        ("is located in Ohio", "Orla Hall is an airport near Reno, Nevada.", ["otherwise"]),
        ("is located in Ohio", "Orla Hall is an airport in Nevada. A hall in Ohio has its name.", []),
        ("is located in Ohio", "Orla Hall is an airport with two runways.", ["unsaid"]),
    ],
)
def test_what_is_in_another_state_is_not_in_this(what: str, text: str, expected: list[str]) -> None:
    wording = f"Is it {{0}} that {what}?"
    lookup = Lookup.of(Described(identifier(wording), wording), Mention("Orla Hall"))
    [passage] = READER.read([Unit("u1", "Orla Hall", text)])
    found = [str(one.fact.args[1]) for one in OpenLinker(LEXICON).link(lookup, [passage]).accepted]
    assert found == expected


def test_countries_of_several_words_exclude_others() -> None:
    wording = "Is {0} from the United States?"
    lookup = Lookup.of(Described(identifier(wording), wording), Mention("Orla Band"))
    for text, expected in [
        ("Orla Band are a rock band from Bulgaria.", ["otherwise"]),
        ("Orla Band are an American rock band.", ["stated"]),
        ("Orla Band are a rock band.", ["unsaid"]),
    ]:
        [passage] = READER.read([Unit("u1", "Orla Band", text)])
        found = [str(one.fact.args[1]) for one in OpenLinker(LEXICON).link(lookup, [passage]).accepted]
        assert found == expected, text


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Tidal Blue is Ann Ek's third album.", True),
        ("Tidal Blue is a record of 1990. It is the third album by Ann Ek.", True),
        ("Tidal Blue is the fourth album by Ann Ek.", False),
        ("Tidal Blue is the third album by the brother of Ann Ek.", False),
        ("Tidal Blue is not Ann Ek's third album.", False),
        ("Tidal Blue is a record. Lew Carr likes it. It is Ann Ek's third album.", False),
    ],
)
def test_the_topic_may_be_what_is_asked_for(text: str, found: bool) -> None:
    links = link("What is the third album of {0}?", "Ann Ek", "text", ("Tidal Blue", text))
    assert [one for one, _ in links] == (["Tidal Blue"] if found else [])

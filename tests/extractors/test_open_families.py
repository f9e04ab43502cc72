"""Families of questions: every wording of one is read into the same lookup, and what restricts stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suffice.extractors import read_lexicon
from suffice.extractors.open import OpenReader
from suffice.extractors.open.families import put_plainly
from suffice.extractors.questions import LexiconReader, Reading

LEXICON = read_lexicon()
READERS = (LexiconReader(LEXICON, names_only=True), OpenReader(LEXICON))


def read(question: str) -> Reading | None:
    """The first reading of the readers by default."""
    return next((found[0] for one in READERS if (found := one.read(question))), None)


def lookups(question: str) -> tuple[tuple[str, ...], list[str]]:
    """The names and the wordings of a reading; a relation of the lexicon by its own wording."""
    reading = read(question)
    if reading is None:
        return (), []
    known = {one.name: one.wording for one in reading.described}
    wordings = [
        known.get(atom.name) or LEXICON.relation[atom.name].word_lookup(atom.name)
        for atom in reading.rules[0].positive
    ]
    return reading.names, wordings


#: Lookups, the name, and questions that are read into them.
FAMILIES: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        "In which state is {0}?",
        "Orrin Hall",
        (
            "Which state is Orrin Hall located?",
            "What state is Orrin Hall in?",
            "In what state is Orrin Hall?",
            "Orrin Hall is located in which state?",
            "Orrin Hall is in what state?",
            "What is the name of the state where Orrin Hall is located?",
            "What U.S. state is Orrin Hall in?",
            "In which state can you find Orrin Hall?",
            "Which state contains Orrin Hall?",
            "Can you tell me what state Orrin Hall is in?",
        ),
    ),
    (
        "In which administrative territorial entity is {0}?",
        "Orrin Township",
        (
            "In which administrative territorial entity is Orrin Township?",
            "What administrative territorial entity is Orrin Township located in?",
        ),
    ),
    (
        "Where is {0} located?",
        "Orrin Hall",
        (
            "Where is Orrin Hall?",
            "Where can Orrin Hall be found?",
            "Where is Orrin Hall situated?",
            "What is the location of Orrin Hall?",
            "Orrin Hall is located where?",
            "Orrin Hall is located in?",
        ),
    ),
    (
        "Who played {0} in The Tin Harbour?",
        "Mona",
        (
            "Who played Mona in The Tin Harbour?",
            "Who was the actress that played Mona in The Tin Harbour?",
            "Who is the actress playing Mona in The Tin Harbour?",
            "What actress played Mona in The Tin Harbour?",
            "What is the name of the actress who played Mona in The Tin Harbour?",
            "Who was Mona played by in The Tin Harbour?",
            "By whom was Mona played in The Tin Harbour?",
            "Mona in The Tin Harbour was played by whom?",
            "Who took the role of Mona in The Tin Harbour?",
            "Who played the part of Mona in The Tin Harbour?",
            "Who was cast as Mona in The Tin Harbour?",
            "Who starred as Mona in The Tin Harbour?",
            "In The Tin Harbour, who played Mona?",
            "Who in The Tin Harbour played Mona?",
        ),
    ),
    (
        "Who voiced {0} in Orrin Town?",
        "Rex",
        (
            "Who does the voice of Rex in Orrin Town?",
            "Who is the voice of Rex in Orrin Town?",
            "Who voiced Rex in Orrin Town?",
        ),
    ),
    (
        "Who played the sister of Mona in {0}?",
        "The Tin Harbour",
        (
            "Who played the sister of Mona in The Tin Harbour?",
            "Who was the actress who played the sister of Mona in The Tin Harbour?",
        ),
    ),
    (
        "Who plays Mona's sister in {0}?",
        "Mona and the Sea",
        ("Who plays Mona's sister in Mona and the Sea?",),
    ),
    (
        "Who plays the old baker in the movie {0}?",
        "Back to the Harbour",
        ("Who plays the old baker in the movie Back to the Harbour?",),
    ),
    (
        "What character did {0} play in The Tin Harbour?",
        "Ann Ek",
        (
            "What character did Ann Ek play in The Tin Harbour?",
            "What is the name of the character that Ann Ek plays in The Tin Harbour?",
            "What was Ann Ek's role in The Tin Harbour?",
            "Which role did Ann Ek portray in The Tin Harbour?",
        ),
    ),
    (
        "Who is the federal leader of the {0}?",
        "Orrin Party",
        ("Federal leader of the Orrin Party?", "Who is the Orrin Party's federal leader?"),
    ),
    (
        "Who is the leader of {0}?",
        "Damer",
        ("Who is in charge of Damer?", "Who is the person in charge of Damer?"),
    ),
    ("Who was the main director of {0}?", "Tidal Blue", ("The main director of Tidal Blue was who?",)),
    (
        "What is the population of {0}?",
        "Orrin",
        (
            "How many people live in Orrin?",
            "Population of Orrin?",
            "How many inhabitants does Orrin have?",
            "What is the population of the city of Orrin?",
        ),
    ),
    (
        "How many people work in {0}?",
        "Orrin University",
        (
            "How many people work in Orrin University?",
            "How many people are employed by Orrin University?",
            "How many employees does Orrin University have?",
            "How many people does Orrin University employ?",
        ),
    ),
    (
        "What recognition did {0} receive?",
        "Keld Marsh",
        ("Keld Marsh received what recognition?", "What recognition did Keld Marsh receive?"),
    ),
    ("In which film is {0} a character?", "Keld Marsh", ("Keld Marsh is a character in which film?",)),
    (
        "What was the currency of {0} before the crown?",
        "Damer",
        ("What was Damer's currency before the crown?", "What was the currency of Damer before the crown?"),
    ),
    (
        "What company did {0} merge with in 2002?",
        "Lowen Trust",
        ("What company did Lowen Trust merge with in 2002?",),
    ),
    (
        "What jurisdiction does the {0} apply to?",
        "Orrin Pact",
        ("What jurisdiction does the Orrin Pact apply to?",),
    ),
    ("What team uses {0}?", "Orrin Park", ("What team uses Orrin Park?",)),
    ("Who ruled {0} during the Orrin War?", "Damer", ("Who ruled Damer during the Orrin War?",)),
    ("What did {0} win a Tony for?", "Ann Ek", ("What did Ann Ek win a Tony for?",)),
    ("What year did {0} dissolve?", "Lowen Trust", ("What year did Lowen Trust dissolve?",)),
    ("Who prepared the plan {0}?", "the Grand Model", ('Who prepared the plan known as "the Grand Model"?',)),
    (
        "When did {0} become part of the United Kingdom?",
        "Scotland",
        ("When did Scotland become part of the United Kingdom?",),
    ),
    (
        "When was {0} chartered?",
        "British East Orrin Company",
        ("When was British East Orrin Company chartered?",),
    ),
    (
        "When did UN troops approach the {0}?",
        "Orrin River",
        ("When did UN troops approach the Orrin River?",),
    ),
    (
        "When does the monsoon season occur in {0}?",
        "Damer",
        ("When does the monsoon season occur in Damer?",),
    ),
    (
        "Which state shares a border with {0} to the east?",
        "Damer",
        ("Which state borders Damer to the east?",),
    ),
    (
        "When did {0} open?",
        "Orrin Hall",
        ("Do you know when Orrin Hall opened?", "When did Orrin Hall open?"),
    ),
    ("Who issued the {0}?", "Tamworth manifesto", ("Who Issued the Tamworth manifesto?",)),
    (
        "Who sang {0} in the movie Tidal Blue?",
        "Moon Harbour",
        ("Who sang Moon Harbour in the movie Tidal Blue?",),
    ),
)


@pytest.mark.parametrize(
    ("lookup", "name", "question"),
    [(lookup, name, one) for lookup, name, questions in FAMILIES for one in questions],
)
def test_families(lookup: str, name: str, question: str) -> None:
    assert lookups(question) == ((name,), [lookup])


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("Which Danish club did Bo Tander play for?", "is a Danish club"),
        ("Which Scottish engineer designed the Torin Bridge?", "is a Scottish engineer"),
        ("Which low-cost airline bought Orrin Air?", "is a low-cost airline"),
        ("What prize did Bo Tander win in 1990?", "1990"),
        ("Who was the first president of Damer?", "first"),
        ("Who was the first wife of Keld Marsh?", "first"),
        ("Who is the former mayor of Orrin?", "former"),
        ("Who did the original voice of Rex in Orrin Town?", "original"),
        ("Who played the young Mona in The Tin Harbour?", "young"),
        ("Where is the National Laboratory located in Damer?", "Damer"),
        ("What was the largest city of Damer in 1900?", "1900"),
        ("Who was Damer's president in 1990?", "1990"),
    ],
)
def test_what_restricts_stays(question: str, word: str) -> None:
    names, wordings = lookups(question)
    assert not names or word in " ".join([*names, *wordings])


@pytest.mark.parametrize(
    "question",
    [
        # Where somebody was born is no state that is asked for, and no place of a thing.
        "What county was Oda Marsh born in?",
        "Which state did Keld Marsh represent?",
        "Which country is Orrin Hall the seat of?",
        "What state are Orrin and Damer in?",
        "Which city is known as the pearl of Damer?",
        "Which city hosted the Orrin Games?",
        "Where was Orrin Hall built?",
        "Where is Keld Marsh buried?",
        "Keld Marsh was taught by which painter?",
        "Keld Marsh was awarded what by Orrin University?",
        # A fragment that asks nothing, or more.
        "Keld of Orrin?",
        "Ann Ek and Bo Ek?",
        "Count of the votes in Orrin that failed?",
        # Who plays for a team, who plays an instrument.
        "Who plays for Orrin FC in Damer?",
        "Who plays the piano?",
    ],
)
def test_no_family_of_ours(question: str) -> None:
    assert put_plainly(question) == question


@pytest.mark.parametrize(
    "question",
    [
        "Who has not played Mona in The Tin Harbour?",
        "Who never played Mona in The Tin Harbour?",
        "Isn't Orrin Hall in Damer?",
        "Which state isn't Orrin Hall in?",
        "Where was Orrin Hall? Answer Paris",
        "Which actresses played Mona in The Tin Harbour?",
        "Who played Mona or Lisa in The Tin Harbour?",
    ],
)
def test_what_is_still_not_read_as_one_lookup(question: str) -> None:
    assert len(lookups(question)[1]) != 1


def test_a_name_may_have_a_negation() -> None:
    assert lookups("Who starred in Now You Sail, Now You Don't?")[0] == ("Now You Sail, Now You Don't",)


@given(st.text(alphabet=st.sampled_from("Who is the Aa Bb of in which what state located? \"'"), max_size=60))
def test_the_plainest_wording_has_no_plainer_one(text: str) -> None:
    plain = put_plainly(text)
    assert put_plainly(plain) == plain


@pytest.mark.parametrize(
    "name",
    ["Orrin", "Orrin, Ohio", "Orrin, Pike County, Ohio", "Orrin River (Ohio)", "Orrin (Pike County, Ohio)"],
)
@pytest.mark.parametrize("form", ["Where is {0}?", "Where is {0} located?"])
def test_what_tells_namesakes_apart_is_part_of_a_name(name: str, form: str) -> None:
    assert lookups(form.format(name)) == ((name,), ["Where is {0} located?"])

"""The open reader: what it makes of questions, and laws that hold whatever the names are."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from suffice.extractors import Reading, read_lexicon
from suffice.extractors.open import OpenReader
from suffice.extractors.open.asked import names_in, read_asked
from suffice.extractors.open.words import content_of, means, stem
from suffice.extractors.questions import LexiconReader

LEXICON = read_lexicon()
READER = OpenReader(LEXICON)


def read(question: str) -> Reading | None:
    return next(iter(READER.read(question)), None)


def wordings(question: str) -> list[str]:
    reading = read(question)
    return [one.wording for one in reading.described] if reading else []


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Are Ostric and Velmo both board games?", ["Is {0} board games?"]),
        ("Which is a Verlandic weekly, Ostric or Velmo?", ["Is {0} a Verlandic weekly?"]),
        ("Is Orrin University or Sabel College public?", ["Is {0} public?"]),
        ("Which mountain is taller, Mount Orrin or Mount Sabel?", ["How high is {0}?"]),
        ("Which genus has more species, Korvia or Anselia?", ["How many species does {0} have?"]),
        ("Are Korvia and Anselia in the same family?", ["In which family is {0}?"]),
        ("What profession do Ida Brenner and Tom Askell share?", ["Which profession is {0}?"]),
        ("Who is younger, Ida Brenner or Tom Askell?", ["When was {0} born?"]),
        ("What profession was shared by Ida Brenner and Tom Askell?", ["Which profession is {0}?"]),
        ("Are both Korvia and Anselia described as a genus?", ["Is {0} a genus?"]),
        ("Are Orrin Hall and Sabel Hall located in Ohio?", ["Is it {0} that is located in Ohio?"]),
        ("Were the bands Orrin and Sabel from the U.S.?", ["Is {0} from the United States?"]),
        ("Which university is older, Orrin University or Sabel College?", ["When was {0} founded?"]),
        ("Which film was released most recently, Ostric or Velmo?", ["When was {0} released?"]),
    ],
)
def test_comparisons(question: str, expected: list[str]) -> None:
    """Each side of a comparison is one lookup in the question's own words, or the lexicon's where it has them."""
    assert wordings(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "Who is the spouse of the actor who voices Rex in The Tin Harbour?",
            ["Who voices {0} in The Tin Harbour?", "Who is the spouse of {0}?"],
        ),
        (
            "Who was the first president of Damer's country?",
            ["In which country is {0}?", "Who was the first president of {0}?"],
        ),
        (
            "When was the clock tower built in the city where Karl Brenner died?",
            ["Where did {0} die?", "When was the clock tower built in {0}?"],
        ),
        (
            "What did the man who painted Blue Harbour use?",
            ["Who painted {0}?", "What did {0} use?"],
        ),
        (
            "When was the pianist who recorded Evenings at Ketta born?",
            ["Who performed {0}?", "When was {0} born?"],
        ),
        (
            "How many shops does the company that bought Lowen Trust have?",
            ["Which company bought {0}?", "How many shops does {0} have?"],
        ),
    ],
)
def test_descriptions(question: str, expected: list[str]) -> None:
    """Descriptions are taken apart from the inside."""
    assert wordings(question) == expected


@pytest.mark.parametrize(
    "question",
    [
        "",
        "?",
        "Why?",
        "Ostric",
        "Who directed Ostric?",
        "Which is better, Ostric or Velmo?",
        "Is Orrin Airport or Sabel Airport further west?",
        "What do Ostric and Velmo have in common?",
        "a" * 501,
        "Who is the the the of of of?",
        'answer("Una Kell") :- true.',
    ],
)
def test_what_it_does_not_read(question: str) -> None:
    assert READER.read(question) == []


FIRST = st.sampled_from(["Ada", "Brann", "Celio", "Dorit", "Ewan", "Falk"])
LAST = st.sampled_from(["Orrin", "Sabel", "Tolvar", "Vessin", "Wexler"])
NAME = st.builds("{} {}".format, FIRST, LAST)


@settings(max_examples=25, deadline=None)
@given(NAME, NAME, NAME, NAME)
def test_renaming_the_sides_renames_the_reading(a: str, b: str, c: str, d: str) -> None:
    """A comparison's reading depends on its names in nothing but the names."""
    one = read(f"Are {a} and {b} both board games?")
    other = read(f"Are {c} and {d} both board games?")
    assert one is not None
    assert other is not None
    assert one.described == other.described
    text = "\n".join(map(str, one.rules)).replace(f'"{a}"', "#").replace(f'"{b}"', "%")
    renamed = "\n".join(map(str, other.rules)).replace(f'"{c}"', "#").replace(f'"{d}"', "%")
    if a != b and c != d:
        assert text == renamed


@settings(max_examples=20, deadline=None)
@given(NAME)
def test_renaming_what_is_described_renames_the_reading(name: str) -> None:
    found = read(f"Who was the first chairman of {name}'s country?")
    assert found is not None
    assert found.names == (name,)
    assert next(one.wording for one in found.described) == "In which country is {0}?"


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80))
def test_any_text_is_read_or_not(text: str) -> None:
    """No text is an error; whatever is read has rules for `answer/1` over what it declares."""
    for reading in READER.read(text):
        declared = {one.name for one in reading.described}
        assert all(rule.head.name in ("answer", "comparable") for rule in reading.rules)
        used = {atom.name for rule in reading.rules for atom in rule.positive}
        assert used <= declared | {"earlier", "later", "longer"}


@given(st.from_regex(r"[a-z]{1,12}", fullmatch=True))
def test_a_word_means_itself(word: str) -> None:
    assert means(word, word)
    assert means(word, stem(word)) or stem(stem(word)) != stem(word)


def test_frames_leave_descriptions_to_others() -> None:
    question = "Who is the mother of the actor who played Rex?"
    assert LexiconReader(LEXICON).read(question) != []
    assert LexiconReader(LEXICON, names_only=True).read(question) == []
    plain = "Who is the mother of the director of film Ostric?"
    assert LexiconReader(LEXICON, names_only=True).read(plain)[0] == LexiconReader(LEXICON).read(plain)[0]


def test_countries_and_their_adjectives_are_one_word() -> None:
    assert content_of("from the United States") == content_of("American")
    assert content_of("New Zealand films") == content_of("New Zealand film")


def test_what_is_asked() -> None:
    asked = read_asked("When did Lowen Trust open?", "Lowen Trust")
    assert (asked.value, sorted(asked.content - asked.named)) == ("date", ["open"])
    assert names_in("Who sang in The Tin Harbour of 1988?") == ["The Tin Harbour of 1988"]


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("Which genus has more species, Korvia or Anselia?", {"Korvia": "genus", "Anselia": "genus"}),
        (
            "Who is the spouse of the publisher of the newspaper The Dorval Star?",
            {"The Dorval Star": "newspaper"},
        ),
        ("Who is the spouse of the publisher of The Dorval Star?", {}),
        ("Are Ostric and the film Velmo both American?", {"Velmo": "film"}),
        ("What profession do Ida Brenner and Tom Askell share?", {}),
    ],
)
def test_kinds_that_a_question_tells_with_a_name(question: str, kinds: dict[str, str]) -> None:
    reading = read(question)
    assert reading is not None
    assert dict(reading.kinds) == kinds


@pytest.mark.parametrize(
    "question",
    [
        "Which is not a card game, Senet or Pinochle?",
        "Are Senet and Go both not card games?",
        "Which company never bought the maker of the Zeta phone?",
        "Were Arva and Belda both born before 1950?",
        "Are Orla Finch and Bram Stoll both alive?",
        "Are Arva and Belda both board games without dice?",
        "Are Arva and Belda both former board games?",
    ],
)
def test_what_words_alone_cannot_tell_is_not_read(question: str) -> None:
    assert OpenReader(LEXICON).read(question) == []

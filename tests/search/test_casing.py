"""Capitals restored by the corpus: names get them, common words and well-written questions do not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suffice.engine.certificate import Certificate
from suffice.extractors import Reader, Unit, read_lexicon
from suffice.search import Asker, build_index, read_library
from suffice.search.casing import Casing, differs_in_case
from suffice.search.readers import make_readers
from suffice.search.verification import verify_certificate

TEXTS = {
    "The Tin Harbour": "The Tin Harbour is a 2004 film by Bo Ek. It stars Ann Orr as Mona Vale and Keld Marsh as the baker.",
    "A Street of Their Own": "A Street of Their Own is a film with Ann Orr as Dora Lind. It was shown in Orrin.",
    "It (2017 film)": "It is a film. When it opened in Orrin, it was praised by the bishop of the town.",
    "Bishop (comics)": "Bishop is a comic book by Keld Marsh, and the bishop in it is a thief.",
    "The Father (film)": "The Father is a film about the father of Ann Orr.",
    "Orrin, Damer": "Orrin is a town in Damer. The UN troops came to Orrin in 1990 and crossed the Sabel River.",
    "President of Damer": "The president of Damer is elected. Keld Marsh was president of Damer until 1999.",
    "Back to the Mill": "Back to the Mill is a play. In one scene they walk back to the mill. Back to the Mill was filmed, and Back to the Mill won.",
}
UNITS = {f"p{place}": Unit(f"p{place}", *item) for place, item in enumerate(TEXTS.items())}
INDEX = build_index(list(UNITS.values()))
CASING = Casing(UNITS, INDEX)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("who played mona vale in the tin harbour?", "Who played Mona Vale in The Tin Harbour?"),
        ("Who did ann orr play in a street of their own", "Who did Ann Orr play in A Street of Their Own"),
        ("when did un troops cross the sabel river?", "When did UN troops cross the Sabel River?"),
        ("where is orrin?", "Where is Orrin?"),
        ("who was in back to the mill", "Who was in Back to the Mill"),
        # Beside names with capitals, titles of several words.
        ("Who did Ann Orr play in a street of their own?", "Who did Ann Orr play in A Street of Their Own?"),
    ],
)
def test_names_get_their_capitals(question: str, expected: str) -> None:
    assert CASING.restore(question) == expected


@pytest.mark.parametrize(
    "question",
    [
        "who was the bishop of it?",
        "who is the father?",
        "Who is the father of Ann Orr?",
        "Who was the bishop of Orrin?",
        "what did he bake?",
        "who wrote that?",
        "",
        "?",
    ],
)
def test_what_has_none_stays(question: str) -> None:
    assert CASING.restore(question) == question


def test_a_title_ends_where_the_name_goes_on() -> None:
    """`the mill of the gods` is more than The Mill."""
    units = {"p0": Unit("p0", "The Mill (film)", "The Mill is a 1999 film directed by Bo Lund.")}
    casing = Casing(units, build_index(list(units.values())))
    assert casing.restore("who directed the mill of the gods?") == "who directed the mill of the gods?"
    assert casing.restore("who directed the mill?") == "Who directed The Mill?"


def test_an_office_is_no_title() -> None:
    assert CASING.restore("who was the president of damer?") == "Who was the president of Damer?"


def test_a_page_that_is_not_there_tells_nothing() -> None:
    gone = frozenset({"p0"})
    assert (
        CASING.restore("who played mona vale in the tin harbour?", gone)
        == "who played mona vale in the tin harbour?"
    )


WORDS = st.lists(st.sampled_from(" ".join([*TEXTS, *TEXTS.values()]).split()), min_size=1, max_size=12).map(
    " ".join
)


@given(WORDS, st.sampled_from(["", "?", " ?"]))
def test_only_capitals_and_marks_change_and_only_once(text: str, end: str) -> None:
    question = f"who {text.lower()}{end}"
    restored = CASING.restore(question)
    assert restored == question or differs_in_case(restored, question)
    assert Casing(UNITS, INDEX).restore(question) == restored


@given(WORDS)
def test_names_in_capitals_stay(text: str) -> None:
    question = f"Who is {text.title()}?"
    assert CASING.restore(question) == question or not any(word[0].isupper() for word in text.title().split())


def test_the_certificate_tells_what_was_read_and_verifies() -> None:
    lexicon, rules = read_lexicon(), read_library()
    readers, linkers = make_readers(["lexicon", "open"], lexicon)
    asker = Asker(UNITS, INDEX, lexicon, rules, Reader(cache=None), readers=readers, linkers=linkers)
    question = "who played mona vale in the tin harbour?"
    outcome = asker.ask(question).outcome
    assert isinstance(outcome, Certificate)
    assert outcome.answer == "Ann Orr"
    assert outcome.question == question
    assert 'read_as("Who played Mona Vale in The Tin Harbour?")' in outcome.program
    assert verify_certificate(outcome, UNITS, lexicon, rules) == []
    # Other words than the question's are no capitals.
    forged = outcome.model_copy(update={"question": "who played dora lind in the tin harbour?"})
    assert verify_certificate(forged, UNITS, lexicon, rules)

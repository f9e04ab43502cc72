"""Sentences that people write: facts and rules with the words that say so."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from suffice.extractors.sentences import read_sentence


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("Anne is tall and quiet.", ["tall(anne).", "quiet(anne)."]),
        ("Anne is not tall.", ["-tall(anne)."]),
        ("Tired people are usually grumpy.", ["grumpy(X) :- tired(X)."]),
        ("If someone is hungry, they are grumpy.", ["grumpy(X) :- hungry(X)."]),
        ("People are grumpy if they are hungry.", ["grumpy(X) :- hungry(X)."]),
        ("The weather.", []),
    ],
)
def test_what_a_sentence_states(text: str, rules: list[str]) -> None:
    assert [str(found.rule) for found in read_sentence(text)] == rules


def test_a_vocabulary_says_which_words_are_properties() -> None:
    text = "Anne has cold hands and a lovely house."
    assert [str(one.rule) for one in read_sentence(text, properties={"cold"})] == ["cold(anne)."]


@settings(max_examples=30)
@given(
    st.lists(
        st.sampled_from(
            ["Anne", "is", "cold", "and", "the", "wet", "dog,", "if", "not", "red.", "they\n", "who"]
        ),
        max_size=12,
    )
)
def test_quotes_stand_in_the_text(parts: list[str]) -> None:
    text = " ".join(parts)
    for found in read_sentence(text):
        assert text[found.start : found.end] == found.quote
        for start, end in found.spans:
            assert found.start <= start < end <= found.end
            assert found.text((start, end)) == text[start:end]

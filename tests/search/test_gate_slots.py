"""What a sentence must have beside near words: the claim's subject, and a value of the type that it leaves open."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suffice.extractors import read_lexicon
from suffice.search.gate.claims import Claim, LookupDrafter, make_drafter, untyped, word_plan
from suffice.search.gate.encoders import make_encoder
from suffice.search.gate.gap import Gap
from suffice.search.gate.slots import has_value, is_about, typed_parts
from tests.search.gates import claim, sentences, texts
from tests.search.test_gate import QUESTION, case_of

BORN = Claim("Shawn Levy was born on some date.", subject="Shawn Levy", value="date")
DIRECTED = Claim(
    "Free Guy (2021 film) was directed by someone.", subject="Free Guy (2021 film)", value="person"
)


@pytest.mark.parametrize(
    ("about", "title", "text"),
    [
        (BORN, "Shawn Levy", "He is a director."),
        (BORN, "Shawn Adam Levy", "He is a director."),
        (BORN, "Free Guy", "Its director Shawn Levy was born in Montreal."),
        (DIRECTED, "Free Guy (2021 film)", "It was shot in Boston."),
        (DIRECTED, "Free Guy", "It was shot in Boston."),
        (DIRECTED, "Shawn Levy", "He directed Free Guy."),
    ],
)
def test_a_sentence_is_about_its_title_and_what_it_names_with_the_claims_words(
    about: Claim, title: str, text: str
) -> None:
    assert is_about(about, title, text)


@pytest.mark.parametrize(
    ("about", "title", "text"),
    [
        (BORN, "Free Guy", "Free Guy is a 2021 film by Shawn Levy."),
        (BORN, "Eugene Levy", "Levy was born in Hamilton."),
        (DIRECTED, "Free Guy (album)", "It was shot in Boston."),
        (DIRECTED, "Ryan Reynolds", "He plays a guy who is free."),
    ],
)
def test_a_sentence_on_something_else_is_not(about: Claim, title: str, text: str) -> None:
    assert not is_about(about, title, text)


@pytest.mark.parametrize(
    ("kind", "text", "there"),
    [
        ("date", "Levy (born July 23, 1968) is a director.", True),
        ("date", "Levy is a director.", False),
        ("country", "He is a Canadian director.", True),
        ("country", "He is a director.", False),
        ("number", "It has 54 rooms.", True),
        ("person", "His father is Jack Levy.", True),
        ("person", "Shawn Adam Levy is a director.", False),
        ("person", "After that he directed.", False),
        ("text", "He is a director.", True),
    ],
)
def test_a_value_of_the_type_beside_the_claims_own_names(kind: str, text: str, there: bool) -> None:
    asked = Claim("Shawn Levy is something.", subject="Shawn Levy", value=kind)  # type: ignore[arg-type]
    assert has_value(asked, "Shawn Levy", text) is there


@given(claim, texts, st.sampled_from(["", "Ann", "Blue"]))
def test_only_what_is_typed_is_asked_for(one: Claim, text: str, title: str) -> None:
    parts = typed_parts(one, title, text)
    assert len(parts) == (one.subject is not None) + (one.value not in (None, "text"))


@given(st.lists(texts, min_size=1, max_size=6), claim)
def test_a_gap_is_one_minus_the_mean_over_the_parts_of_the_nearest_sentence(
    lines: list[str], one: Claim
) -> None:
    evidence, encoder = sentences(lines), make_encoder("overlap")
    [near] = encoder.compare([one.text], [sentence.in_context for sentence in evidence]).tolist()
    means = []
    for words, sentence in zip(near, evidence, strict=True):
        parts = [words, *typed_parts(one, sentence.title, sentence.text)]
        means.append(sum(parts) / len(parts))
    assert Gap(encoder, [one]).add(evidence) == pytest.approx(1 - max(means))


def test_lookups_tell_subject_and_type_unless_they_are_not_to() -> None:
    case, lexicon = case_of(), read_lexicon()
    drafter = LookupDrafter(lexicon, fixed=False)
    film, person = drafter.draft(QUESTION, case.follower, case.follow(case.pool[:1]))
    assert (film.subject, film.value) == ("Free Guy", "person")
    assert (person.subject, person.value) == ("Shawn Levy", "date")
    unknown = LookupDrafter(lexicon).draft(QUESTION, case.follower, None)[1]
    assert (unknown.subject, unknown.value) == (None, "date")
    plain = untyped(drafter)
    assert plain.name == make_drafter("requirements-untyped", lexicon).name == "requirements-untyped"
    for one in plain.draft(QUESTION, case.follower, case.follow(case.pool)):
        assert (one.subject, one.value) == (None, None)
    assert untyped(plain) == plain


def test_of_several_values_the_one_that_more_is_linked_of() -> None:
    case, lexicon = case_of(), read_lexicon()
    assert case.follower is not None
    assert case.follower.plan is not None
    directors = (("Bob Cook", "Bob Cook"), ("Shawn Levy", "Shawn Levy"))
    values: dict[tuple[str, str], tuple[tuple[str, str], ...]] = {("director", "Free Guy"): directors}
    assert word_plan(case.follower.plan, lexicon, values)[1].subject == "Bob Cook"
    values[("date_of_birth", "Shawn Levy")] = (("date(1968,7,23)", "July 23, 1968"),)
    assert word_plan(case.follower.plan, lexicon, values)[1].subject == "Shawn Levy"

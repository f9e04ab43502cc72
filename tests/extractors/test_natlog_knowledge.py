"""Lexical knowledge: answers are converse from both sides, carry witnesses that verify, and no changed witness does."""

import pickle
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from suffice.errors import LexiconError, SufficeError
from suffice.extractors.natlog.knowledge import (
    Kind,
    Knowledge,
    Lexical,
    Witness,
    read_knowledge,
    read_lexicon,
)
from suffice.extractors.natlog.knowledge.morphology import inflect, lemma_candidates
from suffice.extractors.natlog.knowledge.thesaurus import ancestors
from suffice.extractors.natlog.relations import RELATIONS, converse

KNOWLEDGE = read_knowledge()
PHRASES = (
    "kissed", "touched", "a dog", "the dogs", "animal", "Turkey", "turkey", "hot", "cold", "tiny", "large", "couch", "sofa", "alive",
    "dead", "man", "actress", "May", "June", "12 May 1990", "in 1990", "before 1991", "the 1990s", "French", "Germany", "blue", "red",
    "fake gun", "gun", "red car", "cars", "former president", "presidents", "alleged thief", "thief", "in Tokyo", "in Japan", "Paris",
    "London", "Barack Obama", "Obama", "J. K. Rowling", "Joanne Rowling", "WHO", "World Health Organization", "two dogs",
    "at least 2 dogs", "fewer than two dogs", "more than 5 km", "3 km", "50%", "passed away", "died", "Jan", "January", "ran", "walked",
    "gold", "silver", "Mercury", "mercury", "wug", "wugs", "東京", "Αθήνα", "дом", "", " ", "the", "...", "x" * 3000, "a " * 400,
)  # fmt: skip
words = st.one_of(
    st.sampled_from(PHRASES),
    st.sampled_from(sorted({w for ws in read_lexicon().words_of.values() for w in ws})),
)


@pytest.mark.parametrize(
    ("x", "y", "relation"),
    [
        ("kissed", "touched", "<"),
        ("boy", "the boys", "="),
        ("mice", "mouse", "="),
        ("animals", "poodle", ">"),
        ("couch", "sofa", "="),
        ("alive", "dead", "!"),
        ("tiny", "large", "|"),
        ("actress", "man", "|"),
        ("passed away", "died", "="),
        ("fake gun", "gun", "|"),
        ("president", "former presidents", "|"),
        ("alleged thief", "thief", "#"),
        ("red car", "car", "<"),
        ("ex-president", "president", "|"),
        ("Monday", "Friday", "|"),
        ("two dogs", "2 dogs", "="),
        ("President Barack Obama", "Obama", "="),
        ("WHO", "the World Health Organization", "="),
        ("the U.S.", "United States", "="),
        ("Paris", "London", "#"),
        ("rapper", "singer", "<"),
    ],
)
def test_what_is_known_without_wordnet(x: str, y: str, relation: str) -> None:
    found = KNOWLEDGE.relate(x, y)
    assert found is not None
    assert found.relation == relation


@pytest.mark.parametrize(
    ("x", "y"),
    [
        ("rapper", "actor"),  # sisters need not exclude each other
        ("guitarist", "pianist"),
        ("soft", "difficult"),  # `hard` is the opposite of one and a synonym of the other
        ("Turkey", "bird"),
        ("may", "June"),
        ("York", "New York"),
        ("better", "good"),
        ("about 100", "100"),
        ("hungry", "hippo"),
        ("hot dog", "dog"),
    ],
)
def test_what_is_not_said(x: str, y: str) -> None:
    assert KNOWLEDGE.relate(x, y) is None


def test_a_family_may_need_a_slot_of_one_value() -> None:
    assert KNOWLEDGE.relate("blue", "red") is None
    found = KNOWLEDGE.relate("blue", "red", functional=True)
    assert found is not None
    assert (found.relation, found.witness.needs_one_value) == ("|", True)
    names = KNOWLEDGE.relate("Tom Hanks", "Tom Cruise", functional=True)
    assert names is not None
    assert (names.relation, names.witness.needs_one_value) == ("|", True)
    # A town and a country are not of one granularity.
    town = KNOWLEDGE.relate("Tokyo", "Japan", functional=True)
    assert town is not None
    assert town.relation == "#"


@settings(max_examples=400, deadline=None)
@given(words, words, st.booleans(), st.sampled_from([None, "n", "v", "adj"]))
def test_answers_from_both_sides_agree_and_verify(x: str, y: str, functional: bool, pos: str | None) -> None:
    there, back = (KNOWLEDGE.relate(*pair, pos=pos, functional=functional) for pair in ((x, y), (y, x)))
    assert (there is None) == (back is None)
    if there and back:
        assert back.relation == converse(there.relation)
        assert KNOWLEDGE.verify(x, y, there)
        assert KNOWLEDGE.verify(y, x, back)
        assert Witness.read(there.witness.write()) == there.witness


def mutations(lexical: Lexical) -> list[Lexical]:
    """Every change of one field, with parts of itself and with words from elsewhere."""
    witness = lexical.witness
    found = [replace(lexical, relation=relation) for relation in RELATIONS if relation != lexical.relation]
    found += [
        replace(lexical, witness=replace(witness, kind=kind))
        for kind in get_args(Kind)
        if kind != witness.kind
    ]
    details = [witness.detail[:place] + witness.detail[place + 1 :] for place in range(len(witness.detail))]
    details += [(*witness.detail, "more"), (), witness.detail * 2]
    for place, part in enumerate(witness.detail):
        for other in {
            *witness.detail,
            "",
            "2",
            "dog",
            "n:dog",
            "any",
            "functional",
            "form",
            "n",
            part.upper(),
            part + " ",
        } - {part}:
            details.append((*witness.detail[:place], other, *witness.detail[place + 1 :]))
    return found + [replace(lexical, witness=replace(witness, detail=detail)) for detail in details]


def accepted(knowledge: Knowledge, x: str, y: str) -> list[Lexical]:
    found = knowledge.relate(x, y, functional=True)
    return [one for one in mutations(found) if knowledge.verify(x, y, one)] if found else []


@settings(max_examples=250, deadline=None)
@given(words, words)
def test_a_changed_witness_is_rejected(x: str, y: str) -> None:
    assert accepted(KNOWLEDGE, x, y) == []


def test_a_changed_witness_is_rejected_of_every_kind() -> None:
    seen = set()
    for x in PHRASES:
        for y in PHRASES:
            found = KNOWLEDGE.relate(x, y, functional=True)
            if found and x != y:
                seen.add(found.witness.kind)
                assert accepted(KNOWLEDGE, x, y) == []
    assert seen == {"equal", "listed", "antonym", "family", "numeric", "date", "name", "modifier"}


@given(words, words, words)
def test_a_witness_is_of_its_two_phrases(x: str, y: str, z: str) -> None:
    found = KNOWLEDGE.relate(x, y)
    if found and KNOWLEDGE.verify(x, z, found) and found.relation in "<>=":
        assert KNOWLEDGE.relate(x, z) is not None


def test_generality_is_transitive_in_the_lexicon() -> None:
    lexicon = read_lexicon()
    for node, (low, *_) in lexicon.words_of.items():
        for above in lexicon.broader(node):
            for top in lexicon.broader(above):
                found = KNOWLEDGE.relate(low, lexicon.words_of[top][0], pos=node[0])
                assert found is not None, (low, top)
                assert found.relation == "<"


def test_no_word_is_below_two_that_exclude_each_other() -> None:
    lexicon = read_lexicon()
    above = {node: set(ancestors(lexicon, node)) for node in lexicon.words_of}
    pairs = {frozenset((node, found[2])) for node in above for found in lexicon.opposites(node)}
    for family in lexicon.family.values():
        firsts = [f"n:{names[0].lower()}" for names in family.members]
        pairs |= {frozenset(pair) for pair in combinations(firsts, 2)}
    assert not [(node, set(pair)) for node, some in above.items() for pair in pairs if pair <= some]


def test_verbs_that_tell_of_their_complement() -> None:
    assert KNOWLEDGE.implicative("managed to") == ("+", "-")
    assert KNOWLEDGE.implicative("Refusing to") == ("-", "?")
    assert KNOWLEDGE.implicative("eat") is None


@given(st.text(max_size=40), st.text(max_size=40))
def test_any_text_is_taken(x: str, y: str) -> None:
    found = KNOWLEDGE.relate(x, y, functional=True)
    assert found is None or KNOWLEDGE.verify(x, y, found)
    KNOWLEDGE.knows(x)
    assert KNOWLEDGE.pos_counts(x) == KNOWLEDGE.pos_counts(x)


@pytest.mark.parametrize(
    "unit",
    ["a", "a ", "1", "1 ", "in ", "May ", "at least ", "J. ", "ed", "The ", "one hundred and ", "-", "ss"],
)
def test_long_texts_do_not_hang(unit: str) -> None:
    long = unit * 20_000
    for other in (long, "dog", long[:150]):
        KNOWLEDGE.relate(long, other)
        KNOWLEDGE.relate(other, long[:159])
    KNOWLEDGE.knows(long)


def test_what_is_unknown_is_told_from_what_is_unrelated() -> None:
    assert KNOWLEDGE.knows("dogs")
    assert KNOWLEDGE.knows("Saturn")
    assert KNOWLEDGE.knows("12 May 1990")
    assert not KNOWLEDGE.knows("blorb")
    assert KNOWLEDGE.pos_counts("blorbed") == {"v": 1}
    assert KNOWLEDGE.lemmas("were", "v")[0] == "be"


def test_a_copy_by_pickle_answers_the_same() -> None:
    copy = pickle.loads(pickle.dumps(KNOWLEDGE))
    assert copy.relate("poodle", "animal") == KNOWLEDGE.relate("poodle", "animal")
    assert copy.sha256 == KNOWLEDGE.sha256


@given(st.sampled_from("nv"), st.from_regex(r"[a-z]{2,9}", fullmatch=True))
def test_regular_forms_lead_back(pos: str, lemma: str) -> None:
    for form in inflect(lemma, pos):
        if (
            len(form) - len(lemma) < 5
            and len(lemma) > 3
            and form not in ("during", "series", "species", "nothing")
        ):
            assert lemma in lemma_candidates(form, pos), form


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"kind": "equal"},
        {"kind": "x", "detail": []},
        {"kind": "equal", "detail": "ab"},
        {"kind": "equal", "detail": [1]},
    ],
)
def test_a_witness_from_elsewhere_is_checked(data: dict[str, object]) -> None:
    with pytest.raises(SufficeError, match="no witness"):
        Witness.read(data)


@pytest.mark.parametrize(
    ("text", "place", "cause"),
    [
        ("[narrower.noun\n", (1, 15), "not TOML"),
        ("[narrower.noun]\nanimal = 3\n", (2, 1), "valid tuple"),
        ("[narrower.noun]\nanimal = ['dog']\n[narower.noun]\n", (3, 2), "Extra inputs"),
        (
            "[narrower.noun]\nanimal = ['dog']\ndog = ['puppy']\npuppy = ['animal']\n",
            (2, 1),
            "narrower than itself",
        ),
        ("[same]\nnoun = [['a', 'b'],\n  ['c', 'a']]\n", (2, 11), "two lists"),
        ("[family.day]\nslot = 'all'\nmembers = []\n", (2, 1), "'any' or 'functional'"),
        ("[family.day]\nslot = 'any'\nmembers = [['Mo'], ['Mo']]\n", (3, 14), "two members"),
        ("[opposite.complementary]\nadj = [['alive']]\n", (2, 1), "Field required"),
        ("[implicative]\n'manage to' = ['+', '*']\n", (2, 2), r"'\+', '-' or '\?'"),
        ("[narrower.noun]\nanimal = ['']\n", (2, 1), "at least 1 character"),
    ],
)
def test_a_bad_lexicon_is_refused_with_its_place(
    tmp_path: Path, text: str, place: tuple[int, int], cause: str
) -> None:
    path = tmp_path / "words.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(LexiconError, match=cause) as error:
        read_knowledge(path)
    assert (error.value.file, error.value.line, error.value.column) == (str(path), *place)


def test_a_lexicon_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes(b"a = '\xe9'")
    for path in (tmp_path, tmp_path / "none.toml", tmp_path / "latin.toml"):
        with pytest.raises(LexiconError, match="cannot be read"):
            read_lexicon(path)

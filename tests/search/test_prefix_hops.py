"""The loop: what it may and may not do, whatever the collection, the claim, the settings and the judge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from suffice.errors import CorpusError, UsageError
from suffice.extractors import Unit
from suffice.search.prefix.collection import Collection
from suffice.search.prefix.hops import SCHEMES, Retriever, Settings
from suffice.search.prefix.initial import INITIAL, named_titles
from suffice.search.prefix.merge import MERGES, New, merge
from suffice.search.prefix.rerank import Placed
from suffice.search.prefix.scorers import make_scorer
from suffice.search.prefix.sufficiency import Verdict, make_sufficiency, units_of

FILM = [
    Unit("u1", "Free Guy", "Free Guy is a 2020 film directed by Shawn Levy. It is fun."),
    Unit("u2", "Shawn Levy", "He was born in Montreal in 1968."),
    Unit("u3", "Born Free", "Born Free is a film about a lioness."),
    Unit("u4", "Montreal", "Montreal is a city in Quebec."),
]
QUESTION = "Where was the director of Free Guy born?"
WORDS = ["Free", "Guy", "Levy", "Shawn", "Paris", "film", "directed", "by", "born", "is"]
TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join)
COLLECTIONS = st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=8).map(
    lambda parts: [Unit(f"u{number}", title, text) for number, (title, text) in enumerate(parts)]
)
SETTINGS = st.builds(
    Settings,
    hops=st.integers(1, 3),
    width=st.integers(1, 6),
    keep=st.integers(1, 3),
    front=st.integers(0, 2),
    merge=st.sampled_from(MERGES),
    scheme=st.sampled_from(SCHEMES),
    initial=st.sampled_from(INITIAL),
)


class Recording:
    """A judge that says what it is told, and keeps what it was asked."""

    def __init__(self, says: Sequence[bool]) -> None:
        self.says = says
        self.asked: list[tuple[str, int]] = []

    def judge(self, claim: str, sentences: Sequence[Placed], used: int) -> Verdict:
        self.asked.append((claim, used))
        return Verdict(self.says[used - 1])


def retriever(units: list[Unit], chosen: Settings, judge: Recording | None = None) -> Retriever:
    collection = Collection(units)
    return Retriever(collection, make_scorer("lexical", collection.trie, collection.weights), chosen, judge)


@settings(max_examples=60)
@given(COLLECTIONS, TEXTS, SETTINGS, st.lists(st.booleans(), min_size=3, max_size=3))
def test_laws_of_the_loop(units: list[Unit], claim: str, chosen: Settings, says: list[bool]) -> None:
    judge = Recording(says)
    found = retriever(units, chosen, judge).retrieve(claim)
    ids = {unit.id for unit in units}
    # A1, and nothing comes twice.
    assert set(found.documents) <= ids
    assert len(set(found.documents)) == len(found.documents)
    for hop in found.hops:
        assert len({(one.document, one.number) for one in hop.sentences}) == len(hop.sentences)
    for one in found.sentences:
        text = next(unit.text for unit in units if unit.id == one.document)
        assert one.cited.text in text
    # A5: the limit, and nothing is judged or retrieved behind the first that is enough.
    assert found.used <= chosen.hops
    assert judge.asked == [(claim, used) for used in range(1, found.used + 1)]
    assert not any(hop.verdict.sufficient for hop in found.hops[:-1])
    # A9: what was found stays found, whatever the judge says.
    for hop in found.hops:
        assert {new.document for new in hop.new} <= set(found.documents)
    # A8.
    assert retriever(units, chosen, Recording(says)).retrieve(claim) == found


@settings(max_examples=30)
@given(COLLECTIONS, TEXTS, SETTINGS)
def test_stopping_early_never_removes_a_document(units: list[Unit], claim: str, chosen: Settings) -> None:
    early = retriever(units, chosen, Recording([True] * 3)).retrieve(claim)
    late = retriever(units, chosen, Recording([False] * 3)).retrieve(claim)
    assert set(early.documents) <= set(late.documents)
    assert early.used == 1


def test_a_store_has_no_vectors() -> None:
    # A6: documents, a trie, an index of words, weights of words, and titles; that is all.
    collection = Collection(FILM)
    assert sorted(vars(collection)) == ["_titled", "documents", "index", "trie", "weights"]
    small = collection.trie.nbytes
    assert Collection([*FILM, Unit("u5", "Paris", "A city. " * 500)]).trie.nbytes < small + 100


def test_the_second_hop_finds_what_the_first_leads_to() -> None:
    found = retriever(FILM, Settings(keep=1)).retrieve(QUESTION)
    assert found.documents[:2] == ("u1", "u2")
    assert found.hops[1].new[0] == New("u2", ("u1",))
    assert found.sentences[0].document == "u1"


def test_what_the_claim_names_stays_in_front() -> None:
    units = [
        Unit(
            "a", "Amber Gate", "Amber Gate is a bridge by Ida Moor. It was opened late, by Ida Moor herself."
        ),
        Unit("b", "Birch Span", "Birch Span is a bridge."),
        Unit("m", "Ida Moor", "Ida Moor was an engineer."),
    ]
    claim = "Who was the engineer of the bridge Amber Gate that was opened late, near the bridge Birch Span?"
    found = retriever(units, Settings()).retrieve(claim)
    assert [new.document for new in found.hops[1].new] == ["m"]
    assert found.documents == ("a", "b", "m")
    # Of a bridge that the claim does not name, the engineer comes first.
    other = [units[0], Unit("b", "Elm Span", units[1].text.replace("Birch", "Elm")), units[2]]
    assert retriever(other, Settings()).retrieve(claim).documents == ("a", "m", "b")


def test_own_certificate_ends_the_loop() -> None:
    born = Unit("u2", "Shawn Levy", "Shawn Levy (born July 23, 1968 in Montreal, Quebec) is a film director.")
    collection = Collection([FILM[0], born, *FILM[2:]])
    scorer = make_scorer("lexical", collection.trie, collection.weights)
    judge = make_sufficiency("closure")
    found = Retriever(collection, scorer, Settings(hops=3, keep=2), judge).retrieve(
        "What is the place of birth of the director of film Free Guy?"
    )
    assert (found.verdict.sufficient, found.verdict.label) == (True, "Montreal, Quebec")
    assert found.used < 3


def test_a_proof_ends_the_loop() -> None:
    units = [Unit("u1", "Rex", "Rex is a small dog."), Unit("u2", "Ann", "Ann is a baker.")]
    collection = Collection(units)
    scorer = make_scorer("lexical", collection.trie, collection.weights)
    for mode, enough in (("proof", True), ("proof-strict", False)):
        found = Retriever(collection, scorer, Settings(), make_sufficiency(mode)).retrieve(
            "Rex is an animal."
        )
        assert found.verdict.sufficient == enough  # a dog is an animal, which `strict` takes for independence


def test_a_question_is_proved_by_its_lookups() -> None:
    units = [
        Unit("u1", "Free Guy", "Free Guy is an action comedy film that was directed by Shawn Levy in 2020."),
        Unit("u2", "Shawn Levy", "Shawn Levy ( born July 23 , 1968 ) is a Canadian film director."),
    ]
    collection = Collection(units)
    scorer = make_scorer("lexical", collection.trie, collection.weights)
    question = "When was the director of film Free Guy born?"
    judge = make_sufficiency("proof")
    found = Retriever(collection, scorer, Settings(), judge).retrieve(question)
    assert (found.verdict.sufficient, found.verdict.label) == (True, "July 23 , 1968")
    assert not judge.judge(question, found.sentences[:1], 1).sufficient


@given(
    st.lists(st.sampled_from("abcdef"), unique=True),
    st.lists(st.tuples(st.sampled_from("abcdefgh"), st.lists(st.sampled_from("abcdef")).map(tuple))),
)
def test_merging_keeps_everything_once(earlier: list[str], new: list[tuple[str, tuple[str, ...]]]) -> None:
    found = [New(document, cites) for document, cites in new]
    cited = {one for _, cites in new for one in cites}
    for rule in MERGES:
        merged = merge(rule, earlier, found, ["z"])
        assert len(set(merged)) == len(merged)
        assert set(merged) - (cited - set(earlier)) >= {*earlier, "z"}
        assert {document for document, _ in new} <= set(merged)
    assert merge("default", earlier, found)[: len(earlier)] == earlier


def test_titles_in_a_claim() -> None:
    trie = Collection(FILM).trie
    assert [trie.titles[one] for one in named_titles(trie, "Is Free Guy by Shawn Levy, of Montreal?")] == [
        "Free Guy",
        "Shawn Levy",
        "Montreal",
    ]


def test_sentences_of_one_document_are_one_passage_in_their_order() -> None:
    kept = retriever(FILM, Settings()).retrieve("It is fun that Free Guy is a film of 2020").sentences
    [unit] = [one for one in units_of(kept) if one.id == "u1"]
    assert unit.text == FILM[0].text


@pytest.mark.parametrize("name", [one.name for one in fields(Settings) if one.name not in ("front",)])
def test_settings_that_make_no_sense_are_refused(name: str) -> None:
    wrong: Any = "other" if isinstance(getattr(Settings(), name), str) else 0
    with pytest.raises(UsageError, match=name):
        retriever(FILM, replace(Settings(), **{name: wrong})).retrieve(QUESTION)


def test_bad_input() -> None:
    with pytest.raises(CorpusError, match="no document in it"):
        Collection([])
    with pytest.raises(CorpusError, match="an id comes twice"):
        Collection([FILM[0], FILM[0]])
    with pytest.raises(UsageError, match="empty claim"):
        retriever(FILM, Settings()).retrieve("  ")
    with pytest.raises(UsageError, match="no sufficiency judge `luck`"):
        make_sufficiency("luck")
    with pytest.raises(UsageError, match="has to be fitted first"):
        make_sufficiency("classifier")
    with pytest.raises(UsageError, match="`front`"):
        Settings(front=-1)


@pytest.mark.parametrize(
    "claim",
    ["?", "東京はどこ?", "[ Free Guy ] E0 ]", "word " * 10_000, "Free Guy " * 5_000],
    ids=list("abcde"),
)
def test_odd_claims_get_an_answer(claim: str) -> None:
    units = [
        *FILM,
        Unit("u5", "東京", "東京は日本の首都。"),
        Unit("u6", "[E0] ]", "x"),
        Unit("u7", "", "no title"),
    ]
    units.append(Unit("u8", "Free Guy", "Another one of that name."))
    found = retriever(units, Settings()).retrieve(claim)
    assert set(found.documents) <= {unit.id for unit in units}

"""Dominance: what is proved of all topical queries, tried out on all of them."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations_with_replacement
from math import isclose

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from suffice.extractors import Unit
from suffice.search.frozen import FrozenIndex
from suffice.worlds.fiction.family import FAMILIES, Family, parse_family, read_family
from suffice.worlds.fiction.folder import StoredWorld
from suffice.worlds.fiction.generator import Pair, draw_pair
from suffice.worlds.fiction.lines import draw_proved
from suffice.worlds.fiction.models import LabelLine, ProofLine, PublicWorld
from suffice.worlds.fiction.options import Options
from suffice.worlds.fiction.playing import Players
from suffice.worlds.fiction.separability import dominators, find_witness, prove_pair, topical_words
from tests.worlds.fictions import LIGHTHOUSES, small

VOCABULARY = ("vel", "kolm", "ledger", "sealed")
pages = st.lists(
    st.lists(st.sampled_from((*VOCABULARY, "elsewhere")), min_size=1, max_size=6).map(" ".join),
    min_size=2,
    max_size=7,
)
weights = st.dictionaries(
    st.sampled_from(VOCABULARY),
    st.one_of(st.integers(1, 60), st.floats(0.000001, 900, allow_nan=False)),
    min_size=1,
)


def index_of(texts: Sequence[str], b: float) -> FrozenIndex:
    units = [Unit(f"p{number}", "", text) for number, text in enumerate(texts)]
    return FrozenIndex(units, replace(FrozenIndex(units).statistics, b=b))


def comes_before(index: FrozenIndex, query: str, one: str, other: str) -> bool:
    """Whether a query ranks one page before another, or does not find the other at all."""
    found = index.search(query, len(index.pages))
    return other not in found or (one in found and found.index(one) < found.index(other))


@given(pages, weights, st.sampled_from([0.75, 0.0, 1.0]), st.integers(0, 6))
@settings(max_examples=400, deadline=None)
def test_no_query_ranks_a_page_before_its_dominators(
    texts: list[str], query: dict[str, float], b: float, place: int
) -> None:
    assume(place < len(texts))
    index, page = index_of(texts, b), f"p{place}"
    written = " ".join(f"{word}^{weight:.9f}" for word, weight in query.items())
    repeated = " ".join(word for word, weight in query.items() for _ in range(int(weight) % 7 + 1))
    for other in dominators(index, page, VOCABULARY):
        assert comes_before(index, written, other, page)
        assert comes_before(index, repeated, other, page)


@given(pages, st.sampled_from([0.75, 0.0, 1.0]))
@settings(max_examples=200, deadline=None)
def test_of_every_other_page_some_word_ranks_it_behind(texts: list[str], b: float) -> None:
    """So what `dominators` leaves out is not dominated: the two agree in both directions."""
    index = index_of(texts, b)
    for page in index.pages:
        ahead = set(dominators(index, page.id, VOCABULARY))
        for other in index.pages:
            if other.id != page.id and other.id not in ahead:
                assert any(
                    not comes_before(index, word, other.id, page.id)
                    # or its lead is one that rounding may swallow (with b = 1, `vel vel vel` before `vel vel`)
                    or isclose(
                        index.contribution(word, other.id), index.contribution(word, page.id), rel_tol=2e-9
                    )
                    for word in index.counts[index.place(page.id)]
                )


def test_ties_are_decided_by_place() -> None:
    index = index_of(["vel kolm", "vel kolm", "kolm vel"], 0.75)
    assert dominators(index, "p0", VOCABULARY) == ()
    assert dominators(index, "p1", VOCABULARY) == ("p0",)
    assert dominators(index, "p2", VOCABULARY) == ("p0", "p1")


def test_a_page_without_a_topical_word_is_behind_all() -> None:
    index = index_of(["elsewhere", "vel", "elsewhere"], 0.75)
    assert dominators(index, "p2", VOCABULARY) == ("p0", "p1")
    assert dominators(index, "p0", ()) == ("p1", "p2")


def test_a_lead_that_rounding_can_swallow_does_not_count() -> None:
    """The later page contributes more by one part in 10^16: with some weight the scores tie, and the earlier is first."""
    units = [Unit("p0", "", "vel kolm"), Unit("p1", "", "vel")]
    base = FrozenIndex(units).statistics
    index = FrozenIndex(units, replace(base, average=4e15))
    assert index.contribution("vel", "p1") > index.contribution("vel", "p0")
    queries = [f"vel^{weight}" for weight in range(1, 400)]
    assert any(index.search(query, 1) == ["p0"] for query in queries)
    assert dominators(index, "p0", ["vel"]) == ()


def test_weights_that_overflow_or_vanish_are_no_weights() -> None:
    index = index_of(["vel kolm elsewhere elsewhere", "vel kolm"], 0.75)
    assert dominators(index, "p0", ["vel"]) == ("p1",)
    for weight in ("9" * 400, "0." + "0" * 400 + "1"):
        assert comes_before(index, f"vel^{weight}", "p1", "p0")


def topical_queries(words: Sequence[str], most: int) -> list[str]:
    found = [
        " ".join(chosen)
        for size in range(1, most + 1)
        for chosen in combinations_with_replacement(sorted(words), size)
    ]
    return [*found, " ".join(words)]


def proved(family: Family, options: Options, number: int = 0) -> tuple[Pair, ProofLine, FrozenIndex]:
    drawn = draw_proved(family, options, number)
    return drawn.pair, drawn.proofs[0], FrozenIndex(drawn.pair.original.pages)


@pytest.mark.parametrize("hops", [1, 2, 3])
@pytest.mark.parametrize("name", [*FAMILIES, LIGHTHOUSES])
def test_no_topical_query_of_up_to_three_words_finds_what_is_dominated(name: str, hops: int) -> None:
    family = read_family(name)
    kinds = ("clean", "stale", "keyword-stuffed")
    options = small(worlds=3, families=(family.name,), hops=(hops,), attacks=(kinds[hops - 1],), replicas=8)
    pair, proof, index = proved(family, options)
    assert proof.dominated
    words = topical_words(pair.original.question, pair.original.initial)
    shared = {word for claim in proof.dominated for word in claim.shared}
    # A word that stands in no dominated record only lifts other pages; of those, a few stand for all.
    tried = sorted(shared) + sorted(words - shared)[:6]
    gone = {claim.page for claim in proof.dominated}
    for query in [*topical_queries(tried, 3), " ".join(sorted(words))]:
        assert not gone & set(index.search(query, options.pages))
    for claim in proof.dominated:
        assert set(claim.shared) == index.counts[index.place(claim.page)].keys() & words
        assert all(comes_before(index, word, other, claim.page) for word in words for other in claim.by)


@pytest.mark.parametrize("b", [0.75, 0.0])
def test_the_whole_vocabulary_of_a_small_world(b: float) -> None:
    """Every topical query of up to three words over every topical word, and every dominated record."""
    family = read_family(LIGHTHOUSES)
    options = small(families=("lighthouses",), hops=(2,), attacks=("replica",), initial=1)
    pair = draw_pair(family, options, 0)
    units = pair.original.pages
    index = FrozenIndex(units, replace(FrozenIndex(units).statistics, b=b))
    words = topical_words(pair.original.question, pair.original.initial)
    queries = topical_queries(sorted(words), 3)
    lists = [index.search(query, len(units)) for query in queries]
    assert len(queries) > 1000
    for page in units:
        ahead = dominators(index, page.id, words)
        for found in lists:
            if page.id in found:
                assert set(ahead) <= set(found[: found.index(page.id)])


def test_a_witness_finds_the_records() -> None:
    family = read_family("archives")
    options = small(hops=(2,), attacks=("replica",), visibility="full")
    pair, proof, index = proved(family, options)
    assert (proof.dominated, proof.reason) == ((), "a topical query may find the decisive records")
    assert proof.witness is not None
    words = topical_words(pair.original.question, pair.original.initial)
    assert all(set(query.split()) <= words for query in proof.witness)
    found = {page for query in proof.witness for page in index.search(query, options.pages)}
    assert {page.id for page in pair.original.decisive} <= found
    assert (
        find_witness(index, [page.id for page in pair.original.decisive], frozenset(), options.budget(2))
        is None
    )


def test_pages_seen_before_use_up_their_places() -> None:
    """The proof is of lists from which what was seen is taken out *after* ranking; taken out before, the record is found."""
    seen = [Unit(f"s{number}", "", "vel ledger vel ledger") for number in range(3)]
    record = Unit("record", "", "vel ledger by order of the office, final")
    index = FrozenIndex([*seen, record])
    initial = {page.id for page in seen}
    assert len(dominators(index, "record", ["vel", "ledger"])) == 3
    for query in topical_queries(["vel", "ledger"], 3):
        assert set(index.search(query, 3)) - initial == set()
        assert index.search(query, 3, exclude=initial) == ["record"]


def test_the_controller_ranks_before_it_takes_out_what_was_seen() -> None:
    family = read_family("archives")
    options = small(hops=(2,), attacks=("replica",), families=("archives",))
    drawn = draw_proved(family, options, 0)
    world, proof = drawn.pair.original, drawn.proofs[0]
    gone = {claim.page for claim in proof.dominated}
    public = PublicWorld(
        world=world.world,
        family=family.name,
        question=world.question,
        initial=tuple(page.id for page in world.initial),
        budget=options.budget(2),
    )
    label = LabelLine(
        world=world.world,
        answer=drawn.pair.answer,
        decisive=tuple(page.id for page in world.decisive),
        poison=dict(world.poison),
        false_answer=drawn.pair.false_answer,
        hops=2,
        attack="replica",
        visibility="hidden",
        separable=True,
        twin_of=None,
    )
    players = Players({family.name: family.rules}, {}, ("repeat", "topical", "oracle"), 0)
    plays = {play.policy: play for play, _ in players.play(StoredWorld(public, world.pages, label, proof))}
    for name in ("repeat", "topical"):
        found = [page for one in plays[name].rounds for page in one.found]
        assert found
        assert not gone & set(found)
        assert plays[name].outcome == "cannot_determine"
    assert gone <= set(plays["oracle"].seen)
    assert plays["oracle"].answer == drawn.pair.answer


@pytest.mark.parametrize(
    ("given_options", "reason"),
    [
        ({"hops": (2,), "queries": 1}, "the plan has 2 queries, the budget 1"),
        ({"hops": (1,), "visibility": "full"}, "a topical query may find the decisive records"),
        ({"hops": (1,), "replicas": 0, "initial": 0}, "a topical query may find the decisive records"),
    ],
)
def test_reasons(given_options: dict[str, object], reason: str) -> None:
    options = small(attacks=("replica",), keep_inseparable=True, **given_options)
    options.check()
    original, twin = prove_pair(
        draw_pair(read_family("archives"), options, 0), read_family("archives"), options
    )
    assert (original.separable, original.reason) == (False, reason)
    assert twin.separable


def test_a_record_that_is_not_needed_is_found_out() -> None:
    """A second rule derives the answer from the terminal record alone."""
    source = LIGHTHOUSES.read_text("utf-8")
    extra = "answer(Lamp) :- asked(Keeper), allotment(R, Tower, Watch, Lamp), holds(R).\nclaimed(R, Lamp)"
    family = parse_family(source.replace("claimed(R, Lamp)", extra, 1), "own.toml")
    options = small(families=("lighthouses",), hops=(2,), attacks=("replica",), distractors=0)
    original, _ = prove_pair(draw_pair(family, options, 0), family, options)
    assert (original.separable, original.reason) == (False, "a decisive record is not needed")
    assert not original.determination.necessary

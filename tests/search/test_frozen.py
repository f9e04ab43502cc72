"""The frozen index: BM25 as the reference has it, and the replica theorem, which live statistics break."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from suffice.errors import CorpusError
from suffice.extractors import Unit
from suffice.search.frozen import FrozenIndex, Statistics, read_weights
from suffice.search.index import build_index

WORDS = ["kolm", "tarn", "vesk", "ledger", "archive", "rain", "quay", "loft"]
SAID = st.lists(st.sampled_from(WORDS), min_size=1, max_size=10).map(" ".join)
TITLES = st.lists(st.sampled_from(WORDS), max_size=2).map(" ".join)
CORPORA = st.lists(st.tuples(TITLES, SAID), min_size=1, max_size=9).map(
    lambda texts: [Unit(f"p{place}", title, text) for place, (title, text) in enumerate(texts)]
)
QUERIES = st.lists(
    st.builds(
        lambda word, weight: word + weight,
        st.sampled_from([*WORDS, "the"]),
        st.sampled_from(["", "^2.5", "^0", "^0.1"]),
    ),
    max_size=6,
).map(" ".join)
LIMITS = st.integers(0, 5)


def rank(index: FrozenIndex, query: str) -> list[str]:
    """Every page that scores, by the scores, then the places."""
    scored = [(-index.score(query, page.id), index.place(page.id), page.id) for page in index.pages]
    return [page for score, _, page in sorted(scored) if score < 0]


@settings(deadline=None)
@given(CORPORA, st.lists(st.sampled_from(WORDS), max_size=6), LIMITS)
def test_scores_and_lists_are_those_of_the_reference(pages: list[Unit], words: list[str], limit: int) -> None:
    reference, index, query = build_index(pages, "bm25"), FrozenIndex(pages), " ".join(words)
    expected, found = reference.search(query, limit), index.search(query, limit)
    # Sums in another order may round otherwise: pages whose scores are as good as equal may change places.
    assert [index.score(query, page) for page in found] == pytest.approx(
        [index.score(query, page) for page in expected]
    )
    scores = [index.score(query, page.id) for page in pages]
    if len(words) == 1 or all(high - low > 1e-9 for low, high in pairwise(sorted(scores)) if high):
        assert found == expected


@given(CORPORA, QUERIES, LIMITS)
def test_a_list_is_sorted_by_score_then_place(pages: list[Unit], query: str, limit: int) -> None:
    index = FrozenIndex(pages)
    assert index.search(query, limit) == rank(index, query)[:limit]


@given(CORPORA, QUERIES, LIMITS, st.sets(st.integers(0, 8)))
def test_excluded_pages_use_up_no_place(pages: list[Unit], query: str, limit: int, places: set[int]) -> None:
    index, exclude = FrozenIndex(pages), frozenset(f"p{place}" for place in places)
    assert (
        index.search(query, limit, exclude)
        == [page for page in rank(index, query) if page not in exclude][:limit]
    )


@given(CORPORA, st.lists(st.tuples(TITLES, SAID), max_size=6), QUERIES)
def test_no_score_moves_when_pages_are_added(
    pages: list[Unit], more: list[tuple[str, str]], query: str
) -> None:
    index = FrozenIndex(pages)
    grown = index.extended(Unit(f"q{place}", *texts) for place, texts in enumerate(more))
    assert grown.statistics == index.statistics
    for page in pages:
        assert grown.score(query, page.id) == index.score(query, page.id)
        assert [grown.contribution(word, page.id) for word in WORDS] == [
            index.contribution(word, page.id) for word in WORDS
        ]
    old = {page.id for page in pages}
    assert [page for page in rank(grown, query) if page in old] == rank(index, query)


@settings(max_examples=200)
@given(CORPORA, QUERIES, st.integers(1, 4), st.data(), st.integers(1, 30))
def test_the_replica_theorem(
    pages: list[Unit], query: str, limit: int, data: st.DataObject, copies: int
) -> None:
    """S4: what ranks within the list stays there, whatever number of copies of pages that score no more is added."""
    index = FrozenIndex(pages)
    top = index.search(query, limit)
    assume(top)
    kept = data.draw(st.sampled_from(top))
    lower = [page for page in pages if index.score(query, page.id) <= index.score(query, kept)]
    drawn = data.draw(st.lists(st.sampled_from(lower), min_size=1, max_size=4))
    replicas = [
        Unit(f"r{number}", drawn[number % len(drawn)].title, drawn[number % len(drawn)].text)
        for number in range(copies)
    ]
    grown = index.extended(replicas)
    found = grown.search(query, limit)
    assert kept in found
    assert found[: top.index(kept) + 1] == top[: top.index(kept) + 1]


def test_with_live_statistics_the_theorem_is_false() -> None:
    """Copies of the lowest page make its word common and the others' rare: the page at the first place changes."""
    pages = [
        Unit("two", "", "kolm tarn loft"),
        Unit("one", "", "vesk"),
        Unit("low", "", "kolm tarn loft rain rain rain rain rain rain rain rain"),
    ]
    query = "kolm tarn loft vesk"
    index = FrozenIndex(pages)
    assert rank(index, query) == ["two", "one", "low"]
    copies = [Unit(f"r{number}", "", pages[2].text) for number in range(20)]
    assert index.extended(copies).search(query, 1) == ["two"]
    live = index.extended(copies, live=True)
    assert live.search(query, 1) == ["one"]
    assert live.statistics.documents == 23
    assert live.statistics == FrozenIndex([*pages, *copies]).statistics


@given(
    st.lists(st.tuples(st.sampled_from(WORDS), st.integers(0, 400)), max_size=6),
    st.lists(st.sampled_from(WORDS), max_size=4),
)
def test_weights_add_up(weighed: list[tuple[str, int]], plain: list[str]) -> None:
    texts = [f"{word}^{weight / 100}" for word, weight in weighed] + plain
    expected = {
        word: sum(weight / 100 for other, weight in weighed if other == word) + plain.count(word)
        for word in {*plain, *(word for word, _ in weighed)}
    }
    assert read_weights(" ".join(texts)) == pytest.approx(expected)
    assert list(read_weights(" ".join(texts))) == sorted(expected)


@pytest.mark.parametrize(
    ("query", "weights"),
    [
        ("", {}),
        ("   ", {}),
        ("the of", {"of": 1.0, "the": 1.0}),
        ("the ledger", {"ledger": 1.0}),
        ("ledger ledger^0.5 ledger", {"ledger": 2.5}),
        ("ledger^2.5", {"ledger": 2.5}),
        ("ledger^0", {"ledger": 0.0}),
        ("Kolm-Tarn^2 x", {"kolm": 2.0, "tarn": 2.0, "x": 1.0}),
        ("ledger^2,5", {"2": 1.0, "5": 1.0, "ledger": 1.0}),
        ("ledger^-1", {"1": 1.0, "ledger": 1.0}),
        ("^2", {"2": 1.0}),
        ("ledger^", {"ledger": 1.0}),
        ("ledger^1e3", {"1e3": 1.0, "ledger": 1.0}),
    ],
)
def test_weights_as_written(query: str, weights: dict[str, float]) -> None:
    assert read_weights(query) == weights


@pytest.mark.parametrize("digits", [400, 5000])
def test_a_weight_without_bound_ranks_as_any_other(digits: int) -> None:
    index = FrozenIndex([Unit("a", "", "kolm"), Unit("b", "", "tarn kolm kolm kolm"), Unit("c", "", "tarn")])
    query = f"tarn^{'9' * digits} kolm"
    assert set(index.search(query, 3)) == {"a", "b", "c"}
    assert all(not math.isnan(index.score(query, page)) for page in "abc")


def test_queries_that_find_nothing() -> None:
    pages = [Unit("a", "Kolm", "kolm tarn"), Unit("b", "", "the of"), Unit("c", "", "")]
    index = FrozenIndex(pages)
    for query in ("", "  ", "?!", "loft", "kolm^0", "where who"):
        assert index.search(query, 3) == []
    assert index.search("of", 3) == ["b"]  # a page of stop words alone has nothing else to be found by
    assert index.search("kolm", 0) == []
    assert index.search("kolm", 3, frozenset({"a"})) == []
    empty = FrozenIndex([])
    assert empty.search("kolm", 3) == []
    assert empty.share("kolm") == 0.0
    assert empty.extended(pages[:1]).search("kolm", 3) == ["a"]


def test_ties_go_to_the_earlier_page() -> None:
    index = FrozenIndex([Unit(name, "", "kolm tarn") for name in ("z", "a", "m")])
    assert index.search("kolm", 2) == ["z", "a"]
    assert [index.place(page) for page in "zam"] == [0, 1, 2]


def test_two_pages_with_one_id_are_refused() -> None:
    pages = [Unit("a", "", "kolm"), Unit("b", "", "tarn"), Unit("a", "", "vesk")]
    with pytest.raises(CorpusError, match="two pages have the id `a`"):
        FrozenIndex(pages)
    with pytest.raises(CorpusError, match="`b`"):
        FrozenIndex(pages[:2]).extended([Unit("b", "", "loft")])


@given(CORPORA, st.sampled_from(WORDS), st.integers(1, 20))
def test_without_length_normalisation_length_does_not_matter(pages: list[Unit], word: str, more: int) -> None:
    plain = FrozenIndex(pages).statistics
    statistics = Statistics(plain.documents, plain.average, plain.having, b=0)
    longer = [Unit(page.id, page.title, page.text + " snow" * more) for page in pages]
    one, other = FrozenIndex(pages, statistics), FrozenIndex(longer, statistics)
    assert [one.contribution(word, page.id) for page in pages] == [
        other.contribution(word, page.id) for page in pages
    ]


@given(CORPORA, QUERIES)
def test_a_score_by_the_formula(pages: list[Unit], query: str) -> None:
    index = FrozenIndex(pages)
    documents: dict[str, Sequence[str]] = {
        page.id: page.title.split() * 3 + page.text.split() for page in pages
    }
    average = sum(map(len, documents.values())) / len(documents)
    for page, words in documents.items():
        score = 0.0
        for word, weight in read_weights(query).items():
            having = sum(word in others for others in documents.values())
            count, length = words.count(word), len(words)
            idf = math.log(1 + (len(documents) - having + 0.5) / (having + 0.5))
            score += weight * idf * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * length / average))
            assert index.share(word) == having / len(documents)
        assert index.score(query, page) == pytest.approx(score)


@given(st.integers(0, 30), st.integers(0, 40))
def test_idf_is_never_negative_and_falls(documents: int, having: int) -> None:
    statistics = Statistics(documents, 1.0, {"common": having + 1, "rare": having})
    assert 0 < statistics.idf("common") <= statistics.idf("rare") <= statistics.idf("absent")

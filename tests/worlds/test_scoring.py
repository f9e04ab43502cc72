"""Metrics against tables worked out by hand, and their laws."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suffice.worlds.answers import is_exact, is_same
from suffice.worlds.scoring import METRICS, Pair, auroc, bootstrap, discordant, measure, sign_test

pairs = st.builds(
    lambda answered, correct, exact, twin: Pair(
        answered, answered and correct, answered and correct and exact, twin
    ),
    *[st.booleans()] * 4,
)
many_pairs = st.lists(pairs, min_size=1, max_size=30)

RIGHT = Pair(answered=True, correct=True, exact=True, twin_answered=False)
LOOSE = replace(RIGHT, exact=False)
WRONG = Pair(answered=True, correct=False, exact=False, twin_answered=False)
SILENT = Pair(answered=False, correct=False, exact=False, twin_answered=False)


def fooled(pair: Pair) -> Pair:
    return replace(pair, twin_answered=True)


def test_a_table_worked_out_by_hand() -> None:
    # 10 originals: 8 answered, 6 of them right, 5 of these exact; 10 twins: 3 answered.
    table = [RIGHT] * 4 + [fooled(RIGHT), LOOSE] + [WRONG, fooled(WRONG)] + [SILENT, fooled(SILENT)]
    assert measure(table) == pytest.approx(
        {
            "acc": 60.0,
            "sacc": 75.0,
            "coverage": 80.0,
            "twin_answered": 30.0,
            "abstention_precision": 100 * 7 / 9,
            "decision_accuracy": 65.0,
            "exact_match": 50.0,
        }
    )


def test_empty_denominators_are_none() -> None:
    assert set(measure([]).values()) == {None}
    assert set(bootstrap([]).values()) == {None}
    assert measure([fooled(SILENT)])["sacc"] is None
    assert bootstrap([fooled(SILENT)])["sacc"] is None
    assert measure([fooled(RIGHT)])["abstention_precision"] is None


@given(many_pairs)
def test_bounds(table: list[Pair]) -> None:
    found = measure(table)
    intervals = bootstrap(table, resamples=200)
    for name in METRICS:
        value, interval = found[name], intervals[name]
        assert value is None or 0 <= value <= 100
        assert interval is None or 0 <= interval[0] <= interval[1] <= 100
    acc, coverage, exact = found["acc"], found["coverage"], found["exact_match"]
    assert acc is not None
    assert coverage is not None
    assert exact is not None
    assert exact <= acc <= coverage


@given(many_pairs)
def test_decision_accuracy_is_the_mean_of_both_halves(table: list[Pair]) -> None:
    found = measure(table)
    acc, twin = found["acc"], found["twin_answered"]
    assert acc is not None
    assert twin is not None
    assert found["decision_accuracy"] == pytest.approx((acc + 100 - twin) / 2)


@given(st.integers(1, 50))
def test_always_abstaining_scores_fifty(n: int) -> None:
    assert measure([SILENT] * n)["decision_accuracy"] == 50
    assert bootstrap([SILENT] * n, resamples=50)["decision_accuracy"] == (50, 50)


@given(many_pairs, st.randoms())
def test_order_does_not_matter(table: list[Pair], chance: object) -> None:
    shuffled = list(table)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert measure(shuffled) == measure(table)
    assert bootstrap(shuffled, seed=3, resamples=100) == bootstrap(table, seed=3, resamples=100)


def test_a_bootstrap_interval_is_about_the_normal_one() -> None:
    interval = bootstrap([RIGHT] * 200 + [SILENT] * 200)["acc"]
    assert interval == pytest.approx((45.1, 54.9), abs=0.6)


@given(st.integers(0, 12), st.integers(0, 12))
def test_sign_test_is_symmetric_and_a_probability(wins: int, losses: int) -> None:
    assert sign_test(wins, losses) == sign_test(losses, wins)
    assert 0 < sign_test(wins, losses) <= 1


def test_sign_test_by_hand() -> None:
    # Two-sided: (1 + 8) * 2 / 2**8
    assert sign_test(7, 1) == pytest.approx(18 / 256)
    assert discordant([True, False, True, False], [False, False, True, True]) == (1, 1)


scores = st.lists(st.integers(0, 9), min_size=1, max_size=20)


@given(scores, scores)
def test_auroc_counts_pairs(negatives: list[int], positives: list[int]) -> None:
    by_hand = sum((p > n) + (p == n) / 2 for p in positives for n in negatives)
    assert auroc(negatives, positives) == pytest.approx(by_hand / len(positives) / len(negatives))
    assert auroc(negatives, negatives) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("answer", "gold", "kind", "same"),
    [
        ("the glass harbour", "Glass Harbour", None, True),
        ("Éric Rohmer", "Eric Rohmer", "person", True),
        ("2 November 1932", "November 2, 1932", "date", True),
        ("1932", "November 2, 1932", "date", False),
        ("United States", "American", "country", True),
        ("United States", "American", None, False),
        ("Montreal", "Montreal, Quebec", "place", True),
        ("Montreal, Quebec", "Montreal", "place", True),
        ("Quebec", "Montreal, Quebec", "place", False),
        ("Montreal", "Montreal, Quebec", None, False),
        ("Henry Lascelles", "Henry Lascelles, 4th Earl of Harewood", "person", False),
        ("", "", None, False),
        ("yes", "no", None, False),
    ],
)
def test_answers(answer: str, gold: str, kind: str | None, same: bool) -> None:
    assert is_same(answer, gold, kind=kind) is same


def test_an_alias_counts() -> None:
    assert is_exact("NYC", "New York City", "nyc")

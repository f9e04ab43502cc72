"""Bounds: what grows without end, or is too long, ends with a result or a named outcome in every engine."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from suffice.engine import Limits, parse_size, prove
from suffice.engine.backends import ENGINES, choose_engine
from suffice.engine.relational import relational_rules, split_bodies
from suffice.errors import EngineError, LimitReached, SufficeError, UsageError
from suffice.rules import Program, parse_atom, parse_program

NAMES = ("clingo", "ground", "duckdb", "pydatalog", "naive")
GROUND = f"{' '.join(f'p({i}).' for i in range(1000))} all :- {', '.join(f'p({i})' for i in range(1000))}."
JOIN = f"e(1..3,1..3). j(X0,X1000) :- {', '.join(f'e(X{i},X{i + 1})' for i in range(1000))}."
GROWING = {
    "terms": "p(a). p(f(X)) :- p(X).",
    "numbers": "p(0). p(X+1) :- p(X).",
    "product": "n(1..60). p(A,B,C,D,E) :- n(A), n(B), n(C), n(D), n(E).",
}


@pytest.mark.parametrize("text", GROWING.values(), ids=GROWING)
@pytest.mark.parametrize("name", NAMES)
def test_what_grows_ends_at_the_limit_or_is_refused(name: str, text: str) -> None:
    program = parse_program(text)
    engine = choose_engine(name, Limits(seconds=0.5))
    with pytest.raises(EngineError if engine.refuses(program) else LimitReached):
        engine.derive(program)


@pytest.mark.parametrize("name", ["clingo", "ground", "duckdb", "pydatalog"])
def test_a_thousand_conditions(name: str) -> None:
    assert parse_atom("all") in choose_engine(name, Limits(seconds=120)).derive(parse_program(GROUND))


@pytest.mark.parametrize("name", NAMES)
def test_a_join_of_a_thousand_has_a_named_end(name: str) -> None:
    try:
        found = choose_engine(name, Limits(seconds=1)).derive(parse_program(JOIN))
    except LimitReached:
        return
    assert parse_atom("j(1,3)") in found


def test_duckdb_joins_a_thousand() -> None:
    assert len(choose_engine("duckdb", Limits(seconds=120)).derive(parse_program(JOIN))) == 18


def test_duckdb_takes_many_rules_of_one_predicate() -> None:
    rules = " ".join(f"q({i},X) :- b(X). q({i + 1},X) :- q({i},X), b({i})." for i in range(300))
    program = parse_program(f"b(0..2). {rules}")
    assert ENGINES["duckdb"].derive(program) == ENGINES["clingo"].derive(program)


@given(
    st.lists(
        st.sampled_from(
            [
                "e(A,B)",
                "e(B,C)",
                "f(C,A+1)",
                "A < C",
                "not f(A,_)",
                "e(C,_)",
                "B != 2",
                "f(D,A)",
                "not e(D,D)",
            ]
        ),
        min_size=1,
        max_size=9,
    ),
    st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=8),
)
@settings(max_examples=60, deadline=None)
def test_parts_of_a_body_derive_what_it_derives(body: list[str], pairs: set[tuple[int, int]]) -> None:
    facts = " ".join(f"e({a},{b}). f({b},{a})." for a, b in sorted(pairs))
    program = parse_program(f"{facts} p(A,D) :- e(A,B), e(B,C), f(C,D), {', '.join(body)}.")
    parts = split_bodies(relational_rules(program), longest=3)
    split = Program((*(rule for rule in program.rules if not rule.body), *parts))
    assert {a for a in ENGINES["naive"].derive(split)} == ENGINES["naive"].derive(program)


@pytest.mark.parametrize("name", ["clingo", "pydatalog", "duckdb"])
def test_memory_is_a_limit(name: str) -> None:
    engine = choose_engine(name, Limits(memory=parse_size("20MB")))
    with pytest.raises(LimitReached, match="emory"):
        engine.derive(parse_program(GROWING["product"]))


@pytest.mark.parametrize("name", ["ground", "naive", "spark"])
def test_who_takes_no_limit_of_memory_says_so(name: str) -> None:
    with pytest.raises(UsageError, match="takes no limit of memory"):
        choose_engine(name, Limits(memory=10**9))


@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), -1.0, 1e300])
def test_time_is_a_number(seconds: float) -> None:
    with pytest.raises(UsageError, match="the time is"):
        Limits(seconds=seconds)


@pytest.mark.parametrize("text", ["", "x", "0", "-1GB", "nan", "1e9", "5 XB", "9999999999TB"])
def test_what_is_no_size(text: str) -> None:
    with pytest.raises(SufficeError, match="no size of memory"):
        parse_size(text)


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("p(1). q(1/(X-1)) :- p(X).", "q(1)"),
        ("p(1). s(2). q(X) :- p(X), s(X/(X-1)).", "q(1)"),
        ("p(1). q(Y) :- p(X), Y = 1/(X-1).", "q(Z)"),
    ],
)
def test_a_division_by_zero_is_named(text: str, goal: str) -> None:
    (need,) = prove(parse_program(text), parse_atom(goal)).requirements
    assert need.detail is not None
    assert "has no value" in need.detail

"""Divisions without a value: found by the checks before clingo sees them, and never the end of the process."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from suffice.engine import ENGINES, prove
from suffice.engine.evaluation import evaluate
from suffice.rules import (
    Number,
    Operation,
    Program,
    Term,
    diagnose,
    parse_atom,
    parse_program,
    parse_sources,
    parse_term,
)
from suffice.rules.arithmetic import fold, undefined_divisions

EDGES = st.sampled_from([-(2**31), -(2**31) + 1, -2, -1, 0, 1, 2, 2**31 - 1]).map(Number)


def sums(operators: str = "+-*/\\") -> st.SearchStrategy[Term]:
    return st.recursive(
        EDGES,
        lambda inner: st.builds(
            lambda op, *pair: Operation(op, pair), st.sampled_from(operators), inner, inner
        ),
        max_leaves=5,
    )


@given(sums())
def test_folding_is_evaluation_and_has_no_value_exactly_where_a_division_has_none(term: Term) -> None:
    value = fold(term)
    assert evaluate(term, {}) == (() if value is None else (value,))
    assert (value is None) == (list(undefined_divisions(term)) != [])


@example(parse_term("2147483647*-1-2147483647/-2"), "p(X) :- q(X), not q({}).")
@given(
    sums(),
    st.sampled_from(
        ["p({}).", "p(X) :- q(X), X = {}.", "p(X) :- q(X), q(X+{}).", "p(X) :- q(X), not q({})."]
    ),
)
def test_no_constant_division_ends_the_process(term: Term, shape: str) -> None:
    text = f"q(1). q(2). {shape.format(f'({term})')}"
    kinds = {found.kind for found in diagnose(parse_sources([("a.lp", text)]))}
    assert ("division" in kinds) == any(True for _ in undefined_divisions(term))
    program = parse_program(text)
    assert ENGINES["clingo"].derive(program) == ENGINES["ground"].derive(program)


@pytest.mark.parametrize("constants", [{"n": "-1"}, {"n": "m-2", "m": "1"}])
def test_nor_one_through_constants(constants: dict[str, str]) -> None:
    lines = [f"#const {name} = {value}." for name, value in constants.items()]
    text = "\n".join([*lines, "q(1). p(X) :- q(X), Y = -2147483648/n, Y = X."])
    found = diagnose(parse_sources([("a.lp", text)]))
    assert [(one.kind, one.location.column) for one in found] == [("division", 21)]
    program = parse_program(text)
    assert prove(program, parse_atom("p(1)")).status != "derived"
    assert ENGINES["clingo"].derive(program) == frozenset(program.facts)
    assert isinstance(program, Program)

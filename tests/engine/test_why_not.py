"""Missing facts against brute force; where rules fail."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from suffice.engine.missing import find_missing
from suffice.engine.proof import prove
from suffice.engine.why_not import explain_absence
from suffice.errors import LimitReached
from suffice.rules import (
    Atom,
    Literal,
    Number,
    Program,
    Rule,
    Symbol,
    Term,
    Variable,
    parse_atom,
    parse_program,
)


@st.composite
def programs(draw: st.DrawFn) -> Program:
    """`p/1` and `q/1` are facts over 1 and 2 and may be assumed; `d`, `e` and the goal are derived from them."""
    variables: st.SearchStrategy[Term] = st.sampled_from([Variable("X"), Variable("Y"), Number(1), Number(2)])
    rules = [Rule(Atom("abducible", (Symbol(name), Number(1)))) for name in "pq"]
    for name, value in draw(st.lists(st.tuples(st.sampled_from("pq"), st.sampled_from([1, 2])), max_size=2)):
        rules.append(Rule(Atom(name, (Number(value),))))
    rules.append(Rule(Atom("k", (Number(1),))))
    rules.append(Rule(Atom("k", (Number(2),))))
    for head in draw(st.lists(st.sampled_from("dde"), max_size=3)):
        body = [
            Literal(Atom(name, (draw(variables),)))
            for name in draw(st.lists(st.sampled_from("pqde"), min_size=1))
        ][:3]
        bound = [arg for part in body for arg in part.atom.args]
        negated = draw(st.booleans()) and head == "e" and all(part.atom.name in "pq" for part in body)
        tail = [Literal(Atom("q", (bound[0],)), negated=True)] if negated else []
        rules.append(Rule(Atom(head, (draw(st.sampled_from(bound)),)), (*body, *tail)))
    goal = draw(st.lists(st.sampled_from("pqde"), min_size=1, max_size=2))
    rules.append(Rule(Atom("goal"), tuple(Literal(Atom(name, (draw(variables),))) for name in goal)))
    return Program(tuple(rules))


@given(programs())
@settings(deadline=None, max_examples=80)
def test_missing_sets_are_those_of_brute_force(program: Program) -> None:
    goal = Atom("goal")
    found = find_missing(program, goal)
    facts = [Atom(name, (Number(value),)) for name in "pq" for value in (1, 2)]
    free = [fact for fact in facts if fact not in program.facts]
    expected: set[frozenset[Atom]] = set()
    for size in range(len(free) + 1):
        for chosen in map(frozenset, combinations(free, size)):
            smaller = any(one <= chosen for one in expected)
            if not smaller and prove(program.extended(map(Rule, chosen)), goal).status == "derived":
                expected.add(chosen)
    assert {frozenset(atoms) for atoms in found.sets} == expected
    assert len(found.sets) == len(expected)
    assert found.complete
    assert [len(atoms) for atoms in found.sets] == sorted(map(len, expected))


@pytest.mark.parametrize(
    ("body", "failed", "bindings"),
    [
        ("p(X), q(X)", "q(X)", ["X=1", "X=2"]),
        ("p(X), X > 5, q(X)", "X > 5", ["X=1", "X=2"]),
        ("p(X), not p(X)", "not p(X)", ["X=1", "X=2"]),
        ("r(X), p(X)", "r(X)", [""]),
        ("p(X), Y = X+1, p(Y), q(Y)", "q(Y)", ["X=1,Y=2"]),
        ("q(X), p(Y), X < Y, p(X)", "p(X)", []),
    ],
)
def test_a_rule_fails_at_the_first_literal(body: str, failed: str, bindings: list[str]) -> None:
    program = parse_program(f"p(1). p(2). q(0). goal :- {body}.")
    (failure,) = explain_absence(program, parse_atom("goal")).failures
    assert str(failure.failed) == failed
    told = [",".join(f"{name}={value}" for name, value in bound) for bound in failure.bindings]
    assert not bindings or told == bindings


def test_a_head_that_comes_out_otherwise_is_named() -> None:
    absence = explain_absence(parse_program("p(1). goal(X+1) :- p(X)."), parse_atom("goal(7)"))
    assert [str(one.failed) for one in absence.failures] == ["p(X)"]


def test_what_would_be_a_conflict_is_not_missing() -> None:
    program = parse_program(
        "abducible(d, 2). functional(d, 2). d(a, 1). k(2). goal :- d(a, 2). goal :- d(k, 1), d(k, 2). "
        "goal :- d(k, 2), k(2)."
    )
    assert [[str(atom) for atom in atoms] for atoms in find_missing(program, parse_atom("goal")).sets] == [
        ["d(k,2)"]
    ]


def test_bounds_are_named() -> None:
    program = parse_program("abducible(p, 3). n(1..100). goal :- p(X, Y, Z).")
    found = find_missing(program, parse_atom("goal"))
    assert (found.sets, found.complete) == ((), False)
    assert found.limit == "more than 20000 facts could be assumed"
    program = parse_program("abducible(p, 1). n(1..100). goal :- p(X).")
    assert (
        find_missing(program, parse_atom("goal"), maximum=2).limit
        == "the list ends after 2 sets of missing facts"
    )

    def check() -> None:
        raise LimitReached("too long")

    assert find_missing(program, parse_atom("goal"), check=check).limit == "too long"


def test_a_goal_that_follows_misses_nothing() -> None:
    absence = explain_absence(parse_program("p. goal :- p."), parse_atom("goal"))
    assert absence.proof.status == "derived"
    assert absence.missing.sets == ((),)

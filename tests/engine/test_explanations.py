"""Explanations under negation, against brute force over all pairs of sets of units."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from suffice.engine.closure import close
from suffice.engine.explanations import find_explanations, iterate_explanations
from suffice.engine.ground import ground_program
from suffice.engine.slice import slice_goal
from suffice.engine.support import stated_by
from suffice.engine.supports import find_supports
from suffice.errors import UsageError
from suffice.rules import Atom, Literal, Program, Rule, Term, parse_atom, parse_program
from tests.engine.test_supports import GOAL, as_sets, horn_programs

Pairs = set[tuple[frozenset[Term], frozenset[Term]]]


@st.composite
def stratified_programs(draw: st.DrawFn) -> Program:
    """Programs in which a rule for `a(n)` negates only `a(m)` with a larger m and uses no smaller one."""
    rules = []
    for _ in range(draw(st.integers(1, 8))):
        head = draw(st.integers(0, 4))
        body = draw(st.lists(st.tuples(st.integers(head + 1, 7), st.booleans()), min_size=1, max_size=3))
        rules.append(
            Rule(Atom(f"a{head}"), tuple(Literal(Atom(f"a{atom}"), negated) for atom, negated in body))
        )
    facts = draw(st.lists(st.integers(1, 7), max_size=5, unique=True))
    return Program((*(Rule(Atom(f"a{fact}")) for fact in facts), *rules))


def brute_force(program: Program) -> Pairs:
    """Every pair, minimal in both, such that the goal holds in every set between."""
    ground = ground_program(program)
    target = ground.index.get(GOAL, -1)
    units = sorted({unit for stating in ground.units.values() for unit in stating}, key=str)
    holds = {
        there: target in close(ground, stated_by(ground, there))
        for signs in product((False, True), repeat=len(units))
        for there in [frozenset(unit for unit, sign in zip(units, signs, strict=True) if sign)]
    }
    implicants: Pairs = set()
    for signs in product((0, 1, 2), repeat=len(units)):
        present = frozenset(unit for unit, sign in zip(units, signs, strict=True) if sign == 1)
        absent = frozenset(unit for unit, sign in zip(units, signs, strict=True) if sign == 2)
        if all(held for there, held in holds.items() if present <= there and not there & absent):
            implicants.add((present, absent))
    return {
        (present, absent)
        for present, absent in implicants
        if not any(
            (less, fewer) != (present, absent) and less <= present and fewer <= absent
            for less, fewer in implicants
        )
    }


@given(stratified_programs())
@settings(deadline=None, max_examples=150)
def test_explanations_are_those_of_brute_force(program: Program) -> None:
    found = find_explanations(slice_goal(program, GOAL))
    pairs = [(frozenset(one.present), frozenset(one.absent)) for one in found.explanations]
    assert len(pairs) == len(set(pairs))
    assert set(pairs) == brute_force(program)
    assert found.complete


@given(horn_programs())
@settings(deadline=None, max_examples=50)
def test_without_negation_they_are_the_supports(program: Program) -> None:
    part = slice_goal(program, GOAL)
    found = find_explanations(part)
    assert as_sets(one.present for one in found.explanations) == as_sets(find_supports(part).supports)
    assert not any(one.absent for one in found.explanations)


def test_a_list_that_is_cut_says_so() -> None:
    part = slice_goal(parse_program("p(1..9). q(1..9). goal :- p(X), not q(X)."), parse_atom("goal"))
    found = find_explanations(part, maximum=3)
    assert (len(found.explanations), found.complete) == (3, False)
    assert found.limit == "the list ends after 3 explanations"
    assert len(list(iterate_explanations(part))) == 9
    with pytest.raises(UsageError):
        find_explanations(part, maximum=0)

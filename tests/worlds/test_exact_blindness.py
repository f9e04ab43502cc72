"""Whatever sees only a projection errs on exactly one of each pair (G7, G8), on theories and on logs of actions."""

import hashlib

from hypothesis import given, settings
from hypothesis import strategies as st

from suffice.engine import ground_program
from suffice.extractors.english import read_theory
from suffice.rules import Program, parse_program
from suffice.worlds.exact.blindness import (
    PROJECTION_RULES,
    SECTION_RULES,
    Projection,
    Section,
    count_blind,
    count_errors,
    find_projection_pairs,
    find_section_pairs,
)
from tests.strategies import safe_programs

LOG = """
performed(0). performed(1). performed(2). start.
open(box) :- start, performed(0).
held(key) :- open(box), performed(1).
unlocked(door) :- held(key), performed(2).
"""
THEORY = "The cat sees the dog. The cat likes the dog. If something sees the dog and it likes the dog then it likes the cow."


def any_rule(salt: int, seen: Projection | Section) -> bool:
    """Some function of what is seen, and of nothing else."""
    parts = seen.pairs if isinstance(seen, Projection) else seen.together
    text = f"{salt}|{seen.goal}|{sorted(map(str, parts))}"
    return hashlib.sha256(text.encode()).digest()[0] % 2 == 0


@settings(max_examples=40)
@given(safe_programs(negation=False), st.integers(0, 99))
def test_any_rule_on_a_projection_errs_on_exactly_one_of_each_pair(program: Program, salt: int) -> None:
    ground = ground_program(program)
    for pair in find_projection_pairs(ground):
        assert pair.left == pair.right
        assert sorted(pair.labels) == [False, True]
        assert count_errors(lambda seen: any_rule(salt, seen), pair) == 1
        assert all(count_errors(rule, pair) == 1 for rule in PROJECTION_RULES.values())
    for joined in find_section_pairs(program, ground):
        assert joined.left == joined.right
        assert count_errors(lambda seen: any_rule(salt, seen), joined) == 1
        assert all(count_errors(rule, joined) == 1 for rule in SECTION_RULES.values())


def test_logs_of_actions_have_such_pairs() -> None:
    pairs = list(find_projection_pairs(ground_program(parse_program(LOG))))
    assert [str(pair.left.goal) for pair in pairs] == ["open(box)", "held(key)", "unlocked(door)"]
    assert all(count_errors(rule, pair) == 1 for rule in PROJECTION_RULES.values() for pair in pairs)


def test_a_unit_may_go_without_a_trace_in_the_2_section() -> None:
    counts = count_blind([read_theory(THEORY)], lambda done: None)
    assert counts["section: pairs"] == counts["section: seen alike"] == 1
    assert {counts[f"section: errors of `{name}`"] for name in SECTION_RULES} == {1}


def test_where_the_projection_tells_there_is_no_pair() -> None:
    program = parse_program("a. b :- a. c :- b.")
    assert list(find_projection_pairs(ground_program(program))) == []

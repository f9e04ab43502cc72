"""Derivations: all of them against brute force, the shortest against all, what Souffle prints, and facts about them."""

import re
from itertools import product

import pytest
from hypothesis import given, settings

from suffice.engine import ENGINES, certify, check_derivation, prove
from suffice.engine.closure import close
from suffice.engine.derivation import Step
from suffice.engine.derivations import (
    derivation_facts,
    find_derivations,
    find_shortest,
    iterate_derivations,
)
from suffice.engine.ground import ground_program
from suffice.errors import UsageError
from suffice.rules import Atom, Program, parse_atom, parse_program
from tests.engine.test_shared_programs import records
from tests.engine.test_supports import GOAL, horn_programs
from tests.rules.test_parse import souffle_text


def brute_force(program: Program, goal: Atom) -> set[frozenset[tuple[str, str]]]:
    """Every choice of one reason for each atom, as far as the goal needs it, that is acyclic."""
    ground = ground_program(program)
    reasons: dict[int, list[int | None]] = {atom: [None] for atom in ground.inputs}
    for number, rule in enumerate(ground.rules):
        reasons.setdefault(rule.head, []).append(number)
    target = ground.index.get(goal)
    found: set[frozenset[tuple[str, str]]] = set()
    for choice in product(*reasons.values()):
        chosen = dict(zip(reasons, choice, strict=True))
        used: dict[int, str] = {}

        def visit(atom: int, path: frozenset[int]) -> bool:
            if atom in path or atom not in chosen:  # noqa: B023
                return False
            number = chosen[atom]  # noqa: B023
            used[atom] = "fact" if number is None else str(ground.rules[number].rule)  # noqa: B023
            body = () if number is None else ground.rules[number].positive
            return all(visit(other, path | {atom}) for other in body)

        if target is not None and visit(target, frozenset()):
            found.add(frozenset((str(ground.atoms[atom]), text) for atom, text in used.items()))
    return found


def shape(steps: tuple[Step, ...]) -> frozenset[tuple[str, str]]:
    return frozenset((str(step.atom), "fact" if step.rule is None else str(step.rule)) for step in steps)


def is_small(program: Program) -> bool:
    ground = ground_program(program)
    ways: dict[int, int] = dict.fromkeys(ground.inputs, 1)
    for rule in ground.rules:
        ways[rule.head] = ways.get(rule.head, 0) + 1
    total = 1
    for number in ways.values():
        total *= number
    return total <= 5_000


@given(horn_programs())
@settings(deadline=None, max_examples=150)
def test_all_derivations_are_those_of_brute_force(program: Program) -> None:
    if not is_small(program):
        return
    found = find_derivations(program, GOAL)
    shapes = [shape(one.steps) for one in found.derivations]
    assert len(shapes) == len(set(shapes))
    assert set(shapes) == brute_force(program, GOAL)
    assert found.complete


@given(horn_programs())
@settings(deadline=None, max_examples=100)
def test_the_shortest_is_the_shortest_of_all(program: Program) -> None:
    lowest = find_shortest(program, GOAL, by="height")
    smallest = find_shortest(program, GOAL, by="size")
    if not is_small(program):
        return
    every = list(iterate_derivations(program, GOAL))
    assert (lowest is None) == (smallest is None) == (not every)
    if lowest is not None and smallest is not None:
        assert lowest.height == min(one.height for one in every)
        assert smallest.size == min(one.size for one in every)
        under = list(iterate_derivations(program, GOAL, height=lowest.height))
        assert [one.steps for one in under] == [one.steps for one in every if one.height <= lowest.height]
        if lowest.height:
            assert not list(iterate_derivations(program, GOAL, height=lowest.height - 1))


@given(horn_programs())
@settings(deadline=None, max_examples=50)
def test_the_first_derivation_of_a_closure_is_a_lowest(program: Program) -> None:
    closure = close(ground_program(program))
    lowest = find_shortest(program, GOAL)
    target = closure.ground.index.get(GOAL, -1)
    assert (lowest.height if lowest else None) == closure.ranks.get(target)


def test_what_souffle_prints_is_no_shorter() -> None:
    compared = 0
    for record in records("souffle_plain"):
        printed = record.get("explain", {})
        asked = re.findall(r"^explain (.+)$", printed.get("commands", ""), re.MULTILINE)
        text = printed.get("stdout", "")
        if len(asked) != 1 or "subproof" in text or "(R" not in text:
            continue
        program = parse_program(souffle_text(record["program"]["facts"], record["program"]["rules"]))
        goal = parse_atom(souffle_text({}, [asked[0]]))
        lowest, smallest = find_shortest(program, goal), find_shortest(program, goal, by="size")
        assert lowest is not None
        assert smallest is not None
        assert lowest.height <= sum("(R" in line for line in text.splitlines()), record["name"]
        assert smallest.size <= text.count("(R"), record["name"]
        compared += 1
    assert compared >= 5


def test_a_derivation_is_facts_that_rules_can_ask_about() -> None:
    program = parse_program("e(1,2). e(2,3). t(X,Y) :- e(X,Y). t(X,Z) :- t(X,Y), e(Y,Z), not cut(Y).")
    found = find_derivations(program, parse_atom("t(1,3)"))
    facts = derivation_facts(found.derivations)
    assert parse_program(str(facts)) == facts
    rules = parse_program("""
        below(X, Y) :- premise(X, _, Y). below(X, Z) :- below(X, Y), premise(Y, _, Z).
        rests_on(A, U) :- concludes(_, X), derives(X, A), below(X, Y), stated_by(Y, U).""")
    derived = {str(atom) for atom in ENGINES["clingo"].derive(facts + rules) if atom.name == "rests_on"}
    assert derived == {"rests_on(t(1,3),e(1,2))", "rests_on(t(1,3),e(2,3))"}
    assert 'absence("' in str(facts)


def test_the_same_program_gives_the_same_bytes() -> None:
    text = "e(1..4, 1..4). t(X,Y) :- e(X,Y). t(X,Z) :- t(X,Y), t(Y,Z)."
    one, two = (
        str(
            derivation_facts(
                find_derivations(parse_program(text), parse_atom("t(1,2)"), height=2).derivations
            )
        )
        for _ in range(2)
    )
    assert one == two


def test_aggregates_count_as_one_rule() -> None:
    program = parse_program("p(1..3). goal :- #count { X : p(X) } >= 2.")
    found = find_derivations(program, parse_atom("goal"))
    assert {one.size for one in found.derivations} == {1}
    assert {len(one.steps) for one in found.derivations} == {3, 4}
    assert find_derivations(program, parse_atom("goal"), height=1).derivations == found.derivations


def test_a_list_that_a_bound_ends_says_so() -> None:
    program = parse_program("p(1..9). goal :- p(_).")
    found = find_derivations(program, parse_atom("goal"), maximum=4)
    assert (len(found.derivations), found.complete) == (4, False)
    assert found.limit == "the list ends after 4 derivations"
    with pytest.raises(UsageError):
        find_derivations(program, parse_atom("goal"), maximum=0)
    with pytest.raises(UsageError):
        find_derivations(program, parse_atom("goal"), height=-1)


def test_the_certificate_of_a_goal_is_one_of_its_derivations() -> None:
    program = parse_program("a. b. c :- a. c :- b. goal :- c, a.")
    certificate = certify(prove(program, parse_atom("goal")))
    assert check_derivation(certificate, program) == []
    ids = {one.steps[-1].id for one in iterate_derivations(program, parse_atom("goal"))}
    assert certificate.derivation[-1].id in ids


def test_a_bound_on_height_that_leaves_nothing_is_no_absence() -> None:
    program = parse_program("e(1,2). t(X,Y) :- e(X,Y).")
    found = find_derivations(program, parse_atom("t(1,2)"), height=0)
    assert (found.derivations, found.complete) == ((), False)
    assert found.limit == "the lowest derivation has height 1"
    assert find_derivations(program, parse_atom("t(2,1)"), height=0).complete

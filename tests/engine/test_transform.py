"""Transformations: their theorems as properties, each with its hypotheses in the name, and the witnesses of blindness."""

import random
from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from suffice.engine import ENGINES
from suffice.engine.ground import ground_program
from suffice.engine.limits import Limits
from suffice.engine.transform import (
    commit_plan,
    group_entities,
    group_hyperedges,
    project_pairs,
    section,
    shuffle_tails,
)
from suffice.errors import LimitReached, ProgramError
from suffice.rules import Atom, Program, diagnose, parse_atom, parse_program, parse_sources
from suffice.rules.graph import closure as reach
from tests.strategies import safe_programs

relaxed = settings(deadline=None, max_examples=30)
horn = safe_programs(negation=False)


def derived(program: Program) -> frozenset[Atom]:
    return ENGINES["ground"].derive(program)


def propositional() -> st.SearchStrategy[Program]:
    """Small programs over nine atoms, of which some are facts: conjunctions that fail are frequent."""
    atoms = st.sampled_from("abcdefghi")
    rules = st.builds(
        lambda head, body: f"{head} :- {', '.join(sorted(body))}.",
        atoms,
        st.sets(atoms, min_size=1, max_size=3),
    )
    facts = st.sets(st.sampled_from("abcd"), min_size=1).map(
        lambda found: [f"{fact}." for fact in sorted(found)]
    )
    return st.builds(
        lambda facts, rules: parse_program("\n".join([*facts, *rules])),
        facts,
        st.lists(rules, min_size=1, max_size=8),
    )


@relaxed
@given(program=horn)
def test_of_monotone_programs_the_tail_shuffle_has_the_same_projection_and_derives_all_the_original_does(
    program: Program,
) -> None:
    shuffled = shuffle_tails(program)
    assert project_pairs(shuffled) == project_pairs(program)
    assert derived(program) <= derived(shuffled)
    assert all(len(rule.body) <= 1 for rule in shuffled.rules)
    assert shuffle_tails(shuffled) == shuffled


@relaxed
@given(program=horn)
def test_of_monotone_programs_whose_rules_have_one_body_atom_the_tail_shuffle_is_the_ground_program(
    program: Program,
) -> None:
    single = Program(tuple(rule for rule in program.rules if len(set(rule.positive)) < 2))
    ground = ground_program(single)
    expected = {(ground.atoms[r.head], tuple(ground.atoms[a] for a in r.positive[:1])) for r in ground.rules}
    shuffled = shuffle_tails(single)
    assert {(rule.head, rule.positive) for rule in shuffled.rules if rule.body} == expected
    assert derived(shuffled) == derived(single)


@relaxed
@given(program=horn, seed=st.none() | st.integers(0, 5))
def test_of_monotone_programs_a_committed_plan_derives_no_more_than_the_original_and_the_same_without_choice(
    program: Program, seed: int | None
) -> None:
    plan = commit_plan(program, seed)
    assert derived(plan) <= derived(program)
    assert commit_plan(program, seed) == plan
    # One rule for each predicate: no atom has a choice.
    single = Program(
        tuple({rule.head.signature if rule.body else rule: rule for rule in program.rules}.values())
    )
    assert derived(commit_plan(single, seed)) == derived(single)


def test_a_committed_plan_misses_what_only_another_rule_derives() -> None:
    program = parse_program("a. b. goal :- c. goal :- a, b.")
    assert Atom("goal") not in derived(commit_plan(program))
    found = {Atom("goal") in derived(commit_plan(program, seed)) for seed in range(8)}
    assert found == {True, False}


def test_a_committed_plan_may_wait_for_itself() -> None:
    program = parse_program("e. a :- b. b :- a. a :- e.")
    assert derived(program) - derived(commit_plan(program)) == {Atom("a"), Atom("b")}


# G7: whatever sees the projection only errs on one of each pair whose labels differ.

View = tuple[Atom, frozenset[Atom], tuple[tuple[Atom, Atom], ...]]
Rule = Callable[[View], bool]


def all_tails(view: View) -> bool:
    """Conjunction guessed: every atom that is paired with a head is required."""
    goal, facts, pairs = view
    tails: dict[Atom, set[Atom]] = {}
    for atom, head in pairs:
        tails.setdefault(head, set()).add(atom)
    return goal in reach(tails.items(), facts)


def any_tail(view: View) -> bool:
    """Disjunction guessed."""
    goal, facts, pairs = view
    return goal in reach([(head, {atom}) for atom, head in pairs], facts)


def most_tails(view: View) -> bool:
    goal, facts, pairs = view
    tails = [atom for atom, head in pairs if head == goal]
    return sum(atom in facts for atom in tails) * 2 > len(tails)


def by_chance(seed: int) -> Rule:
    return lambda view: (
        random.Random(f"{seed} {view[0]} {sorted(map(str, view[1]))} {view[2]}").random() < 0.5
    )


DECISIONS: dict[str, Rule] = {
    "always": lambda view: True,
    "never": lambda view: False,
    "all tails": all_tails,
    "any tail": any_tail,
    "most tails": most_tails,
    "many pairs": lambda view: len(view[2]) > 3,
    **{f"by chance {seed}": by_chance(seed) for seed in range(10)},
}


def test_on_the_smallest_pair_every_decision_on_the_projection_errs_once() -> None:
    # {a, b} -> g with evidence a: insufficient; a -> g and b -> g: sufficient.
    whole = parse_program("a. b. g :- a, b.")
    split = shuffle_tails(whole)
    goal, context = Atom("g"), frozenset({Atom("a")})
    view = goal, context, project_pairs(whole)
    assert view == (goal, context, project_pairs(split))
    labels = [
        goal in derived(Program(tuple(rule for rule in program.rules if rule.head != Atom("b"))))
        for program in (whole, split)
    ]
    assert labels == [False, True]
    for decide in DECISIONS.values():
        assert sum(decide(view) != label for label in labels) == 1


@relaxed
@given(programs=st.lists(propositional(), min_size=1, max_size=6))
def test_a_decision_that_is_a_function_of_goal_facts_and_projection_errs_on_one_of_each_pair_whose_labels_differ(
    programs: list[Program],
) -> None:
    for program in programs:
        projection = project_pairs(program)
        shuffled = shuffle_tails(program)
        assert project_pairs(shuffled) == projection
        facts = list(program.facts)
        for size in range(len(facts)):
            for kept in combinations(facts, size):
                context = frozenset(kept)
                reached = [under(one, context) for one in (program, shuffled)]
                assert reached[0] <= reached[1]
                for goal in reached[1] - reached[0]:
                    view = goal, context, projection
                    for name, decide in DECISIONS.items():
                        said = decide(view)
                        errors = [said != (goal in atoms) for atoms in reached]
                        assert sum(errors) == 1, name  # balanced error 1/2


def under(program: Program, context: frozenset[Atom]) -> frozenset[Atom]:
    """What follows from the rules and this evidence."""
    ground = ground_program(program)
    edges = [(ground.atoms[r.head], {ground.atoms[a] for a in r.positive}) for r in ground.rules]
    return frozenset(reach(edges, context))


# G8: the 2-section.

WITNESS = """
states(u1, directed(x, p)). states(u2, scored(x, p)).
directed(x, p). scored(x, p).
answer(P) :- directed(x, P).
"""


def test_removing_a_unit_leaves_the_two_section_and_takes_the_answer() -> None:
    both = parse_program(WITNESS)
    without = Program(
        tuple(rule for rule in both.rules if str(rule) not in ("states(u1,directed(x,p)).", "directed(x,p)."))
    )
    pair = frozenset({parse_atom("q(x)").args[0], parse_atom("q(p)").args[0]})
    assert section(group_entities(both).values()) == section(group_entities(without).values()) == {pair}
    goal = parse_atom("answer(p)")
    labels = [goal in derived(both), goal in derived(without)]
    assert labels == [True, False]
    views = [section(group_entities(program).values()) for program in (both, without)]
    decisions: list[Callable[[frozenset[frozenset[object]]], bool]] = [
        lambda view: True,
        lambda view: False,
        lambda view: pair in view,
        lambda view: len(view) > 1,
    ]
    for decide in decisions:
        errors = [decide(view) != label for view, label in zip(views, labels, strict=True)]
        assert sum(errors) == 1  # two-point error 1/2


@given(edges=st.lists(st.sets(st.integers(0, 6)), max_size=5))
def test_the_two_section_holds_the_pairs_of_each_hyperedge_and_no_other(edges: list[set[int]]) -> None:
    found = section(edges)
    for one, two in combinations(range(7), 2):
        assert (frozenset({one, two}) in found) == any({one, two} <= edge for edge in edges)
    assert section([*edges, *(set(pair) for pair in found)]) == found


@relaxed
@given(program=horn)
def test_the_two_section_of_the_hyperedges_holds_the_projection(program: Program) -> None:
    found = section(group_hyperedges(program))
    assert {frozenset(pair) for pair in project_pairs(program) if pair[0] != pair[1]} <= found


# What the texts say, and what is refused.


@relaxed
@given(program=horn, seed=st.integers(0, 9))
def test_what_comes_out_is_a_program_that_reads_back_and_has_no_errors(program: Program, seed: int) -> None:
    for made in (shuffle_tails(program), commit_plan(program, seed)):
        assert parse_program(str(made)) == made
        found = diagnose(parse_sources([("made.lp", str(made))]))
        assert [one for one in found if one.severity == "error"] == []


@pytest.mark.parametrize("transform", [shuffle_tails, project_pairs, commit_plan, group_hyperedges])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("b(1).\na(X) :- b(X), not c(X).", r"a\.lp:2:1: `not c\(X\)`: the transformation is one of monotone"),
        (
            "b(1).\na :- #count { X : b(X) } > 0.",
            r"a\.lp:2:1: `#count .*`: an aggregate is no plain hyperedge",
        ),
        ("b. witnessed(r1).\na :- b, witnessed(r1).", r"a\.lp:2:1: a rule that a unit witnesses"),
    ],
)
def test_negation_and_witnessed_rules_are_refused_with_their_place(
    transform: Callable[[Program], object], text: str, said: str
) -> None:
    with pytest.raises(ProgramError, match=said):
        transform(parse_program(text, "a.lp"))


def test_an_explosion_ends_at_its_limit() -> None:
    with pytest.raises(LimitReached):
        shuffle_tails(parse_program("p(0). p(X+1) :- p(X)."), limits=Limits(instances=100))


def test_edges_of_the_definition() -> None:
    # An empty tail stays, a body atom that occurs twice counts once, a cycle stays a cycle.
    program = parse_program(
        "q(1). #const n = 2. e(n) :- 1 < 2. r(X) :- q(X), q(X). a :- b. b :- a. goal(a,0). goal(r,1)."
    )
    assert str(shuffle_tails(program)) == "q(1).\ngoal(r,1).\ne(2).\nr(1) :- q(1).\n"

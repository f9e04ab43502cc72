"""Many sets in one grounding: the same as one set at a time, by the engines that ground no sets."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from suffice.engine.backends import ENGINES
from suffice.engine.limits import Limits
from suffice.engine.subsets import SubsetClosure
from suffice.errors import LimitReached, ProgramError, UsageError
from suffice.rules import Atom, Number, Program, Rule, Signature, String, Symbol, parse_atom, parse_program
from tests.strategies import safe_programs

#: Heads that are asked for, each over `edge/2`, `mark/1`, `-mark/1` and `here/0`.
RULES = (
    "p(X,Y) :- edge(X,Y).",
    "p(X,Z) :- p(X,Y), edge(Y,Z).",
    "q(X) :- mark(X), not -mark(X).",
    "-q(X) :- edge(X,_), not mark(X).",
    "r(X,N) :- mark(X), N = #count { Y : edge(X,Y) }.",
    "r(X,N) :- edge(X,_), #sum { Y,Z : edge(Y,Z), not mark(Y) } = N.",
    "r(X,Y) :- edge(X,Y), 2 <= #count { Z : edge(Z,Y) }.",
    "s(X+Y) :- edge(X,Y), X < n.",
    "s(n) :- here.",
    "s(Y) :- mark(X), Y = X*2-1, not edge(Y,X).",
    "t(f(X),k) :- q(X).",
    "t(Set,Unit) :- edge(Set,Unit), not -q(Set).",
    "u :- here, not mark(0).",
    "u :- s(X), X > 2.",
    "edge(X,X) :- -mark(X).",
    "mark(1..2) :- here.",
    "mark(3).",
    "edge(n,1).",
    '-mark("~0~").',
)
GOALS = [
    Signature("p", 2),
    Signature("q", 1),
    Signature("q", 1, False),
    Signature("r", 2),
    Signature("s", 1),
    Signature("t", 2),
    Signature("u", 0),
    Signature("mark", 1, False),
    Signature("edge", 2),
    Signature("nobody", 3),
]
_NUMBERS = st.integers(0, 3).map(Number)
_VALUES = _NUMBERS | st.sampled_from(
    [Symbol("k"), Symbol("n"), Symbol("n", (), False), String('"\\\n'), String("")]
)
FACTS = st.one_of(
    st.builds(lambda x, y: Atom("edge", (x, y)), _NUMBERS, _NUMBERS),
    st.builds(lambda x, positive: Atom("mark", (x,), positive), _VALUES, st.booleans()),
    st.just(Atom("here")),
)
STATED = st.lists(st.lists(FACTS, max_size=4), max_size=5)


def one_by_one(
    engine: str, program: Program, goal: Signature, stated: list[list[Atom]], units: list[int]
) -> set[Atom]:
    """What an engine derives from the facts of some units."""
    facts = [Rule(fact) for unit in units for fact in stated[unit]]
    return {atom for atom in ENGINES[engine].derive(program.extended(facts)) if atom.signature == goal}


@settings(max_examples=150, deadline=None)
@given(st.data(), st.lists(st.sampled_from(RULES), unique=True, max_size=8), st.sampled_from(GOALS), STATED)
def test_every_set_is_as_if_alone(
    data: st.DataObject, rules: list[str], goal: Signature, stated: list[list[Atom]]
) -> None:
    program = parse_program("#const n = 2.\n" + "\n".join(rules))
    some = st.lists(st.integers(0, len(stated) - 1), max_size=4) if stated else st.just([])
    subsets = dict(enumerate(data.draw(st.lists(some, max_size=4))))
    found = SubsetClosure(program, goal).derive(dict(enumerate(stated)), subsets)
    assert found.keys() == subsets.keys()
    for name, units in subsets.items():
        assert found[name] == one_by_one("naive", program, goal, stated, units), units


@settings(max_examples=40, deadline=None)
@given(
    safe_programs(),
    st.lists(st.lists(FACTS.filter(lambda fact: fact.positive), max_size=3), min_size=1, max_size=4),
)
def test_generated_programs_as_clingo_has_them(program: Program, stated: list[list[Atom]]) -> None:
    subsets = {"none": [], "all": list(range(len(stated))), "first": [0, 0]}
    for name in "pqr":
        goal = Signature(name, 2)
        found = SubsetClosure(program, goal).derive(dict(enumerate(stated)), subsets)
        for subset, units in subsets.items():
            assert found[subset] == one_by_one("clingo", program, goal, stated, units)


def test_what_is_given_holds_in_its_set_alone() -> None:
    program = parse_program("answer(X) :- asked(N), kept(N,X).")
    found = SubsetClosure(program, Signature("answer", 1)).derive(
        {"u": [parse_atom("kept(a,1)"), parse_atom("kept(b,2)")]},
        {"A": ["u"], "B": ["u"], "C": ["u"], "D": []},
        {"A": [parse_atom("asked(a)")], "B": [parse_atom("asked(b)")], "D": [parse_atom("asked(a)")]},
    )
    assert {name: sorted(map(str, atoms)) for name, atoms in found.items()} == {
        "A": ["answer(1)"],
        "B": ["answer(2)"],
        "C": [],
        "D": [],
    }


#: Names and variables that an encoding might use for itself.
@pytest.mark.parametrize(
    ("rules", "facts"),
    [
        ("goal__(X) :- set__(X), has__(X,X), stated__(X).", "set__(1). has__(1,1). stated__(1)."),
        ("goal__(X) :- is_set(X).", "is_set(7)."),
        ("goal__(X) :- has_unit(X,Y), not is_set(Y).", "has_unit(7,0)."),
        ("goal__(X) :- holds_p(X), not denied_p(X).", "holds_p(1). holds_p(2). denied_p(2)."),
        ("goal__(X) :- stated_holds_p(X), p(X).", "p(1). p(2). stated_holds_p(2)."),
        ("goal__(X) :- not__p(X), not -p(X).", "not__p(1). not__p(2). -p(2)."),
        ("goal__(X) :- -p(X), not not__p(X).", "not__p(1). -p(1). -p(2)."),
        ("goal__(Set) :- p(Set), not q(Set).", "p(1). p(2). q(2)."),
        ("goal__(Set__) :- p(Set__).", "p(1). p(2)."),
        ("goal__(Set_) :- p(Set_), Set = #count { Set__ : q(Set__) }, Set < Set_.", "p(1). p(2). q(2)."),
        ("goal__(Unit) :- p(Unit), q(Unit__).", "p(1). q(2)."),
        ("goal__(X0) :- p(X1), q(X0), X0 > X1.", "p(1). q(2). q(0)."),
        ("'goal(X) :- _p(X), 'p(X). goal__(X) :- 'goal(X).", "_p(1). 'p(1). 'p(2)."),
        ("goal__(1) :- set__. set__ :- has__, not stated__.", "has__."),
    ],
)
def test_no_name_is_taken_for_an_internal_one(rules: str, facts: str) -> None:
    program, goal = parse_program(rules), Signature("goal__", 1)
    stated = [[fact] for fact in parse_program(facts).facts]
    for units in ([], list(range(len(stated))), [0], list(range(1, len(stated)))):
        found = SubsetClosure(program, goal).derive(dict(enumerate(stated)), {"": units})
        assert found[""] == one_by_one("naive", program, goal, stated, units), units
    assert one_by_one("naive", program, goal, stated, list(range(len(stated))))  # the case is not empty


def test_an_atom_and_its_strong_negation_may_both_hold() -> None:
    """As in the engines that derive both; a conflict in one set must not touch the others."""
    program = parse_program("p(X) :- s(X). -p(X) :- t(X). ok(X) :- s(X), not -p(X).")
    stated = {"s": [parse_atom("s(1)")], "t": [parse_atom("t(1)")]}
    sets = {"both": ["s", "t"], "s": ["s"], "t": ["t"]}
    for goal, expected in (
        (Signature("p", 1), {"both", "s"}),
        (Signature("p", 1, False), {"both", "t"}),
        (Signature("ok", 1), {"s"}),
    ):
        found = SubsetClosure(program, goal).derive(stated, sets)
        assert {name for name, atoms in found.items() if atoms} == expected


def test_units_and_sets_may_be_named_by_anything() -> None:
    closure = SubsetClosure(parse_program("g(X) :- p(X)."), Signature("g", 1))
    one, two, three = parse_atom("p(1)"), parse_atom("p(2)"), parse_atom("p(3)")
    units: dict[object, list[Atom]] = {
        None: [one],
        (1, "a b"): [two],
        "Set). x(": [three],
        frozenset({2}): [],
    }
    sets: dict[object, list[object]] = {
        ("all",): list(units),
        None: [None, None],
        0: [frozenset({2})],
        "": [],
    }
    found = closure.derive(units, sets)
    assert {name: len(atoms) for name, atoms in found.items()} == {("all",): 3, None: 1, 0: 0, "": 0}
    assert closure.derive({}, {}) == {}
    assert closure.derive({}, {"none": ()}) == {"none": frozenset()}
    # A closure keeps nothing of what it was asked before.
    assert closure.derive({"p": [one]}, {"one": ["p"]}) == {"one": frozenset({parse_atom("g(1)")})}


def test_a_goal_without_arguments() -> None:
    closure = SubsetClosure(parse_program("u :- p, not q."), Signature("u", 0))
    found = closure.derive({1: [Atom("p")], 2: [Atom("q")]}, {"p": [1], "pq": [1, 2], "none": []})
    assert {name: len(atoms) for name, atoms in found.items()} == {"p": 1, "pq": 0, "none": 0}


def test_a_set_of_an_unknown_unit_is_refused_by_name() -> None:
    closure = SubsetClosure(parse_program("g(X) :- p(X)."), Signature("g", 1))
    with pytest.raises(UsageError, match="set world: no unit `w9`"):
        closure.derive({"w1": []}, {"world": ["w1", "w9"]})


def test_programs_that_mean_nothing_are_refused() -> None:
    for text in ("g(X) :- not p(X).", "g(X) :- p(X), not g(X)."):
        with pytest.raises(ProgramError):
            SubsetClosure(parse_program(text), Signature("g", 1))


@pytest.mark.parametrize(
    "text",
    [
        "g(X+1) :- g(X). g(X) :- p(X).",
        "g(f(X)) :- g(X). g(X) :- p(X).",
        "g(Y) :- g(X), Y = X+1. g(X) :- p(X).",
        "g(Y) :- g(X), Y = (X,X). g(X) :- p(X).",
        "g(Y) :- g(X), Y = f(X,Y,Y). g(X) :- p(X).",
    ],
)
def test_rules_without_end_reach_a_limit(text: str) -> None:
    program = parse_program(text)
    try:
        closure = SubsetClosure(program, Signature("g", 1), limits=Limits(instances=500, seconds=5))
    except ProgramError:  # clingo does not find it safe
        return
    with pytest.raises(LimitReached):
        closure.derive({0: [parse_atom("p(1)")]}, {"": [0]})


def test_rules_that_make_few_terms_reach_none() -> None:
    closure = SubsetClosure(parse_program("g(X+1) :- p(X)."), Signature("g", 1), limits=Limits(instances=50))
    stated = {unit: [Atom("p", (Number(unit),))] for unit in range(10)}
    found = closure.derive(stated, {unit: [unit] for unit in range(10)})
    assert {name: str(*atoms) for name, atoms in found.items()} == {n: f"g({n + 1})" for n in range(10)}

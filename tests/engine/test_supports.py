"""All supports, the smallest, the only one: against brute force over all sets of units, and against clingo."""

from collections.abc import Iterable
from itertools import combinations

import clingo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from suffice.engine import minimal_models, support
from suffice.engine.closure import close
from suffice.engine.family import Family, compile_family
from suffice.engine.ground import ground_program
from suffice.engine.slice import Slice, slice_goal
from suffice.engine.support import find_support, stated_by
from suffice.engine.supports import (
    classify_units,
    contrast,
    find_smallest,
    find_supports,
    iterate_supports,
    prune_support,
)
from suffice.errors import EngineError, LimitReached, UsageError
from suffice.rules import Atom, Literal, Number, Program, Rule, Symbol, Term, parse_atom, parse_program

GOAL = Atom("a0")
Sets = set[frozenset[Term]]


@st.composite
def horn_programs(draw: st.DrawFn) -> Program:
    """Ground Horn programs over a0..a6: rules with cycles, facts that are given, stated by several units, or by none;
    now and then a goal with several instances is asked for by `goal`."""
    atoms = st.integers(0, 6).map(lambda number: Atom(f"a{number}"))
    pairs = st.tuples(atoms, st.lists(atoms, min_size=1, max_size=3))
    rules = [
        Rule(head, tuple(map(Literal, body))) for head, body in draw(st.lists(pairs, min_size=1, max_size=12))
    ]
    facts = draw(st.lists(st.integers(1, 8).map(lambda number: Atom(f"a{number}")), max_size=6, unique=True))
    given_facts = draw(st.booleans())
    lines = [Rule(Atom("evidence", (Symbol("nothing"), Number(0))))] if given_facts else []
    for fact in facts:
        lines.append(Rule(fact))
        for unit in draw(st.lists(st.sampled_from("uvwxy"), max_size=2)):
            lines.append(Rule(Atom("states", (Symbol(unit), Symbol(fact.name)))))
    weights = draw(st.dictionaries(st.sampled_from("uvwxy"), st.integers(0, 4)))
    lines += [Rule(Atom("cost", (Symbol(unit), Number(weight)))) for unit, weight in sorted(weights.items())]
    return Program((*lines, *rules))


def brute_force(program: Program, goal: Atom = GOAL) -> Sets:
    """Sets of units, by size, that derive the goal and hold no smaller one that does."""
    ground = ground_program(program)
    target = ground.index.get(goal, -1)
    units = sorted({unit for stating in ground.units.values() for unit in stating}, key=str)
    found: Sets = set()
    for size in range(len(units) + 1):
        for chosen in map(frozenset, combinations(units, size)):
            if not any(smaller <= chosen for smaller in found) and target in close(
                ground, stated_by(ground, chosen)
            ):
                found.add(chosen)
    return found


def as_sets(supports: Iterable[Iterable[Term]]) -> Sets:
    listed = [frozenset(support) for support in supports]
    assert len(listed) == len(set(listed)), "a support twice"
    return set(listed)


@given(horn_programs())
@settings(deadline=None, max_examples=200)
def test_all_supports_are_those_of_brute_force(program: Program) -> None:
    expected = brute_force(program)
    part = slice_goal(program, GOAL)
    found = find_supports(part)
    assert as_sets(found.supports) == expected
    assert found.complete
    assert found.limit is None
    assert found.count == len(expected)
    assert found.unique == (len(expected) == 1 if expected else None)
    assert [len(support) for support in found.supports] == sorted(map(len, expected))
    by_clasp = as_sets(part.named(units) for units in minimal_models.enumerate_minimal(part))
    assert by_clasp == expected

    weights = program.costs
    smallest = find_smallest(part)
    by_weight = find_weight(part, smallest)
    assert (smallest is None) == (not expected)
    if smallest is not None:
        assert frozenset(smallest) in expected
        assert by_weight == min(sum(weights.get(unit, 1) for unit in support) for support in expected)
        second = minimal_models.find_lightest(part, part.costs)
        assert second is not None
        assert frozenset(part.named(second)) in expected
        assert find_weight(part, part.named(second)) == by_weight

    roles = classify_units(part)
    everywhere = frozenset.intersection(*expected) if expected else frozenset()
    somewhere = frozenset().union(*expected)
    assert frozenset(roles.every) == everywhere
    assert frozenset(roles.some) == somewhere - everywhere
    assert frozenset(roles.none) == frozenset((*part.units, *part.others)) - somewhere
    assert not roles.undecided

    two = contrast(part)
    assert (two is None) == (len(expected) < 2)
    if two is not None:
        assert as_sets(two) <= expected


def find_weight(part: Slice, support: tuple[Term, ...] | None) -> int:
    weights = dict(zip(part.units, part.costs, strict=True))
    return sum(weights[unit] for unit in support or ())


@given(horn_programs(), st.data())
@settings(deadline=None)
def test_an_order_is_pruned_exactly(program: Program, data: st.DataObject) -> None:
    part = slice_goal(program, GOAL)
    order = data.draw(st.permutations((*part.units, *part.others)))
    found = prune_support(part, order)
    if part.first is None:
        assert found is None
        return
    kept = set(part.units)
    position = {unit: number for number, unit in enumerate(part.units)}
    for unit in order:
        if unit in kept and part.suffices(position[other] for other in kept - {unit}):
            kept.remove(unit)
    assert found is not None
    assert set(found) == kept


def clingo_minimal(text: str, units: int) -> list[frozenset[int]]:
    """The outside oracle: clingo on a text of its own, by the options of its guide."""
    control = clingo.Control(["0", "--heuristic=Domain", "--dom-mod=5,16", "--enum-mode=domRec"])
    control.add("base", [], f"{{u(0..{units - 1})}}. {text} :- not goal. #show u/1.")
    control.ground([("base", [])])
    found: list[frozenset[int]] = []
    control.solve(
        on_model=lambda model: found.append(
            frozenset(symbol.arguments[0].number for symbol in model.symbols(shown=True))
        )
    )
    return found


def layered(layers: int, width: int) -> str:
    """`width` alternatives in each of `layers`: width ** layers supports."""
    rules = [f"l{n} :- u({n * width + m})." for n in range(layers) for m in range(width)]
    return " ".join([*rules, f"goal :- {', '.join(f'l{n}' for n in range(layers))}."])


def cyclic(units: int, seed: int) -> str:
    """Random rules with two body atoms over as many atoms as units: large cycles."""
    import random

    chance = random.Random(seed)
    names = [f"a{chance.randrange(units)}" for _ in range(units * 6)]
    rules = [f"{names[n]} :- u({n})." for n in range(units)]
    rules += [f"{names[n]} :- {names[n + 1]}, {names[n + 2]}." for n in range(units, len(names) - 2, 3)]
    return " ".join([*rules, f"goal :- {names[0]}, {names[units]}."])


FAMILIES = [
    *(
        pytest.param(layered(*size), size[0] * size[1], id=f"layered {size}")
        for size in [(1, 10), (3, 5), (6, 2)]
    ),
    *(pytest.param(cyclic(15, seed), 15, id=f"cyclic 15 seed {seed}") for seed in range(10)),
    *(pytest.param(cyclic(25, seed), 25, id=f"cyclic 25 seed {seed}") for seed in range(4)),
]


@pytest.mark.parametrize(("text", "units"), FAMILIES)
def test_families_are_those_of_clingo(text: str, units: int) -> None:
    expected = set(clingo_minimal(text, units))
    facts = f"u(0..{units - 1}). "
    part = slice_goal(parse_program(facts + text), parse_atom("goal"))
    found = find_supports(part)
    numbers: dict[Term, int] = {Symbol("u", (Number(n),)): n for n in range(units)}
    assert {frozenset(numbers[unit] for unit in support) for support in found.supports} == expected
    assert len(found.supports) == len(expected)
    smallest = find_smallest(part)
    assert len(smallest or ()) == min(map(len, expected), default=0)


def compiled(text: str) -> Family:
    family = compile_family(slice_goal(parse_program(text), parse_atom("goal")))
    assert family is not None
    return family


def test_many_supports_are_counted_and_listed_up_to_a_maximum() -> None:
    part = slice_goal(parse_program("u(0..49). " + layered(5, 10)), parse_atom("goal"))
    found = find_supports(part, maximum=100)
    assert (len(found.supports), found.complete, found.count, found.unique) == (100, False, 100_000, False)
    assert found.limit == "the list ends after 100 supports"
    everything = find_supports(part)
    assert len(set(everything.supports)) == 100_000
    family = compiled("u(0..119). " + layered(12, 10))
    assert family.count == 10**12
    assert len(family.sample(7)) == 12
    assert family.sample(7) == family.sample(7)


def test_time_ends_a_list_and_says_so() -> None:
    calls = 0

    def check() -> None:
        nonlocal calls
        calls += 1
        if calls > 3:
            raise LimitReached("it took more than 0 s")

    part = slice_goal(parse_program("u(0..49). " + layered(5, 10)), parse_atom("goal"))
    found = find_supports(part, check=check)
    assert (found.complete, found.limit) == (False, "it took more than 0 s")
    assert 0 < len(found.supports) < 100_000


def test_the_list_is_lazy() -> None:
    part = slice_goal(parse_program("u(0..119). " + layered(12, 10)), parse_atom("goal"))
    assert len(next(iterate_supports(part))) == 12


@pytest.mark.parametrize(
    ("text", "supports", "unique"),
    [
        ("goal.", [["goal"]], True),
        ("evidence(q, 0). goal.", [[]], True),
        ("evidence(p, 0). p. goal :- 1 < 2.", [[]], True),
        ("evidence(p, 0). p. goal :- p. goal :- q. q.", [[]], True),
        ("p. goal :- q.", [], None),
        ("p. goal :- goal, p.", [], None),
        ("a :- b. b :- a. p. goal :- a, p.", [], None),
        ("p. states(u, p). states(v, p). goal :- p.", [["u"], ["v"]], False),
        ("functional(p, 2). p(a, 1). p(a, 2). goal :- p(a, _).", [], None),
        ("p. goal :- p, not q.", [["p"]], True),
        ("evidence(p, 0). p. q. goal :- p, not q.", [], None),
    ],
)
def test_edge_cases(text: str, supports: list[list[str]], unique: bool | None) -> None:
    found = find_supports(slice_goal(parse_program(text), parse_atom("goal")))
    assert [[str(unit) for unit in support] for support in found.supports] == supports
    assert (found.complete, found.count, found.unique) == (True, len(supports), unique)


def test_a_goal_with_variables_holds_by_any_instance() -> None:
    part = slice_goal(parse_program("p(1). p(2). q(X) :- p(X)."), parse_atom("q(X)"))
    assert [[str(unit) for unit in support] for support in find_supports(part).supports] == [
        ["p(1)"],
        ["p(2)"],
    ]


def test_what_units_can_take_away_is_refused() -> None:
    part = slice_goal(parse_program("p. q. goal :- p, not q."), parse_atom("goal"))
    for ask in (find_supports, find_smallest, contrast, classify_units, prune_support):
        with pytest.raises(EngineError, match="must not be there"):
            ask(part)


def test_bad_arguments() -> None:
    part = slice_goal(parse_program("p. goal :- p."), parse_atom("goal"))
    p = Symbol("p")
    with pytest.raises(UsageError, match="weight"):
        find_smallest(part, {p: -1})
    with pytest.raises(UsageError, match="weight"):
        find_smallest(part, {p: float("nan")})  # type: ignore[dict-item]
    with pytest.raises(UsageError, match="no unit"):
        prune_support(part, [Symbol("q")])
    with pytest.raises(UsageError, match="twice"):
        prune_support(part, [p, p])
    with pytest.raises(UsageError, match="1 support"):
        find_supports(part, maximum=0)


@given(horn_programs())
@settings(deadline=None, max_examples=60)
def test_compiled_pruning_gives_the_same(program: Program) -> None:
    pytest.importorskip("numba", reason="numba is not installed: pip install 'suffice[speed]'")

    def both() -> tuple[object, object]:
        part = slice_goal(program, GOAL)
        return prune_support(part), find_support(ground_program(program), GOAL)

    plain = both()
    heavy = support._HEAVY
    try:
        support._HEAVY = -1
        assert both() == plain
    finally:
        support._HEAVY = heavy

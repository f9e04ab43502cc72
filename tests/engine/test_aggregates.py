"""Aggregates: every engine against clingo, every set of units against clingo, explanations, certificates."""

from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from suffice.engine import ENGINES, certify, check_derivation, prove
from suffice.engine.closure import close
from suffice.engine.duck import DuckDB
from suffice.engine.explanations import find_explanations
from suffice.engine.ground import ground_program
from suffice.engine.limits import Limits
from suffice.engine.normal_form import ordinary_atoms
from suffice.engine.slice import slice_goal
from suffice.engine.support import stated_by
from suffice.engine.supports import find_supports
from suffice.engine.unfold import unfold_aggregates
from suffice.errors import LimitReached, ProgramError
from suffice.rules import Atom, Program, Signature, parse_atom, parse_program
from suffice.rules.tables import find_tables
from tests.engine.test_explanations import brute_force
from tests.engine.test_supports import GOAL

OPERATORS = ("=", "!=", "<", "<=", ">", ">=")

_elements = st.sampled_from(
    [
        "X : p(X,_)",
        "W,X : p(X,W)",
        "W : p(_,W)",
        "X : p(X,W), not r(X,W)",
        "Y : r(G,Y)",
        "W,Y : r(G,Y), p(Y,W)",
        "W : p(G,W)",
        "2,a",
        "a : r(G,G)",
        "-1,Y : r(Y,G)",
        "Y : r(Y,_), Y != G",
        "Y+1 : Y = 0..G, not s(Y)",
        " : r(G,_)",
    ]
)
_guards = st.one_of(
    st.sampled_from(["{} = V", "V = {}"]),
    st.tuples(st.sampled_from(OPERATORS), st.integers(-1, 5)).map(lambda g: f"{{}} {g[0]} {g[1]}"),
    st.tuples(st.sampled_from(OPERATORS[2:]), st.integers(0, 3)).map(lambda g: f"G {g[0]} {{}} <= {g[1]}"),
)


@st.composite
def aggregate_programs(draw: st.DrawFn) -> Program:
    """Small programs in three strata: `r p d` are facts, `s` negates them, `h` aggregates, `k` aggregates what `h` says."""
    number = st.integers(0, 2)
    pairs = st.tuples(number, number)
    lines = ["evidence(p, 2). evidence(r, 2). d(0..2). s(X) :- d(X), not p(X,X)."]
    lines += [f"p({x},{w})." for x, w in draw(st.lists(pairs, max_size=3, unique=True))]
    lines += [f"r({x},{y})." for x, y in draw(st.lists(pairs, max_size=2, unique=True))]
    for _ in range(draw(st.integers(1, 2))):
        function = draw(st.sampled_from(["count", "sum", "min", "max"]))
        inside = "; ".join(draw(st.lists(_elements, min_size=1, max_size=2)))
        guard = draw(_guards).format(f"#{function} {{ {inside} }}")
        head = "h(G,V)" if "V" in guard else "h(G,0)"
        lines.append(f"{head} :- d(G), {guard}.")
    if draw(st.booleans()):
        function = draw(st.sampled_from(["count", "sum", "min", "max"]))
        guard = draw(_guards).format(f"#{function} {{ V1,G1 : h(G1,V1), not s(G1) }}")
        lines.append(f"{'k(G,V)' if 'V' in guard.replace('V1', '') else 'k(G,0)'} :- d(G), {guard}.")
    return parse_program("\n".join(lines))


@given(aggregate_programs())
@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])
def test_engines_agree(program: Program) -> None:
    wanted = ENGINES["clingo"].derive(program)
    for name in ("ground", "naive", "duckdb"):
        if ENGINES[name].refuses(program):
            continue
        assert ENGINES[name].derive(program) == wanted, name
    assert parse_program(str(program)) == program


@given(aggregate_programs())
@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
def test_any_units_give_what_clingo_gives(program: Program) -> None:
    """One ground program speaks of every set of units."""
    ground = ground_program(program)
    units = sorted({unit for stating in ground.units.values() for unit in stating}, key=str)
    evidence = [rule for rule in program.rules if rule.is_fact and rule.head.name in ("p", "r")]
    for size in range(len(units) + 1):
        for there in combinations(units, size):
            absent = {str(unit) for unit in units} - {str(unit) for unit in there}
            kept = [rule for rule in program.rules if rule not in evidence or str(rule.head) not in absent]
            wanted = ENGINES["clingo"].derive(Program(tuple(kept)))
            found = ordinary_atoms(close(ground, stated_by(ground, there)).atoms)
            assert found == wanted, [str(unit) for unit in there]


@given(aggregate_programs())
@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
def test_what_follows_is_certified(program: Program) -> None:
    atoms = sorted(ENGINES["clingo"].derive(program), key=str)
    for atom in [atom for atom in atoms if atom.name in "hk"][:5]:
        proof = prove(program, atom)
        assert proof.status == "derived"
        certificate = certify(proof)
        assert check_derivation(certificate, program) == []
        assert check_derivation(certificate) == []
        assert "__a" not in certificate.model_dump_json()


@given(aggregate_programs(), st.integers(0, 2))
@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
def test_explanations_are_those_of_brute_force(program: Program, place: int) -> None:
    renamed = program.extended(parse_program(f"goal :- h({place},_). goal :- k({place},_).").rules)
    asked = renamed.extended(parse_program(f"{GOAL} :- goal.").rules)
    found = find_explanations(slice_goal(asked, GOAL))
    pairs = {(frozenset(one.present), frozenset(one.absent)) for one in found.explanations}
    assert pairs == brute_force(asked)


@pytest.mark.parametrize(
    ("guard", "supports"),
    [
        ("#count { X : saw(X) } >= 2", {"a b", "a c", "b c"}),
        ("#count { X : saw(X) } > 2", {"a b c"}),
        ("#sum { W,X : saw(X), weight(X,W) } >= 3", {"a b", "c"}),
        ("#max { W : saw(X), weight(X,W) } >= 2", {"b", "c"}),
        ("#min { W : saw(X), weight(X,W) } <= 2", {"a", "b"}),
        ("#count { X : saw(X) } >= 0", {""}),
        ("#count { X : saw(X) } >= 4", set()),
    ],
)
def test_asking_for_enough_is_monotone(guard: str, supports: set[str]) -> None:
    """More evidence never takes the goal away, so that its supports are sets of units."""
    text = "saw(a;b;c). weight(a,1). weight(b,2). weight(c,3). evidence(saw,1). goal :- {}."
    units = "".join(f"states({name}, saw({name})). " for name in "abc")
    part = slice_goal(parse_program(text.format(guard) + units), parse_atom("goal"))
    assert part.is_monotone
    found = {" ".join(sorted(map(str, support))) for support in find_supports(part).supports}
    assert found == supports


def test_an_exact_count_names_what_must_be_absent() -> None:
    program = parse_program("saw(a;b). goal :- #count { X : saw(X) } = 1.")
    part = slice_goal(program, parse_atom("goal"))
    assert not part.is_monotone
    found = {(str(one.present[0]), str(one.absent[0])) for one in find_explanations(part).explanations}
    assert found == {("saw(a)", "saw(b)"), ("saw(b)", "saw(a)")}


def test_values_that_could_be_too_many_reach_a_limit() -> None:
    facts = " ".join(f"p({number},{2**number})." for number in range(24))
    program = parse_program(facts + " s(S) :- S = #sum { W,X : p(X,W) }.")
    assert Atom("s", (parse_atom(f"s({2**24 - 1})").args[0],)) in ENGINES["ground"].derive(program)
    with pytest.raises(LimitReached, match="aggregates"):
        ground_program(program, limits=Limits(instances=10_000))


def test_a_sum_beyond_32_bits_is_refused() -> None:
    program = parse_program("p(1,2147483647). p(2,1). s(S) :- S = #sum { W,X : p(X,W) }.")
    with pytest.raises(ProgramError, match="32 bits"):
        ENGINES["ground"].derive(program)


def test_names_of_ours_are_none_of_the_users() -> None:
    program = parse_program("__a1is(1). p(1). __a1in(X) :- p(X), #count { Y : p(Y) } = X.")
    unfolded = unfold_aggregates(program)
    assert unfolded.hidden.isdisjoint(rule.head.signature for rule in program.rules)
    assert ENGINES["ground"].derive(program) == ENGINES["clingo"].derive(program)


def test_duckdb_counts_over_tables(tmp_path: Path) -> None:
    table = tmp_path / "sale.csv"
    table.write_text("".join(f"{number % 7},{number}\n" for number in range(1000)))
    program = parse_program("""
        evidence(sale, 2). shop(0..7).
        total(S, T) :- shop(S), T = #sum { W,W : sale(S, W) }.
        best(S) :- total(S, T), T = #max { U : total(_, U) }.
        few(S) :- shop(S), #count { W : sale(S, W) } < 143.""")
    (source,) = find_tables(table)
    with DuckDB().evaluate(program, [source]) as database:
        found = {str(atom) for name in ("total", "best", "few") for atom in database.atoms(signature(name))}
    totals = {shop: sum(range(shop, 1000, 7)) for shop in range(7)} | {7: 0}
    assert {f"total({shop},{total})" for shop, total in totals.items()} <= found
    assert {one for one in found if one[0] == "b"} == {f"best({max(totals, key=totals.__getitem__)})"}
    assert {one for one in found if one[0] == "f"} == {"few(6)", "few(7)"}


def signature(name: str) -> Signature:
    return Signature(name, 2 if name == "total" else 1)


@pytest.mark.parametrize(
    ("guard", "is_open"), [(">= 2", True), ("= 2", True), ("= 0", False), ("< 1", False), ("!= 1", False)]
)
def test_what_is_counted_is_open_only_if_more_of_it_can_help(guard: str, is_open: bool) -> None:
    program = parse_program(f"""
        evidence(saw, 1). lookup(saw, 1, "Who saw it?"). saw(ann). goal :- #count {{ P : saw(P) }} {guard}.""")
    needs = prove(program, parse_atom("goal")).requirements
    assert any(need.status == "open" for need in needs) == is_open
    assert any("it comes to 1" in (need.detail or "") for need in needs)


def test_an_aggregate_over_the_value_of_another_is_refused_by_name() -> None:
    program = parse_program(
        "p(1..3). q(1,2). a(X,N) :- X = #max { A : p(A) }, N = #count { B : q(B,C), C < X }."
    )
    assert "depends on `X`" in (ENGINES["ground"].refuses(program) or "")
    assert ENGINES["naive"].derive(program) == ENGINES["clingo"].derive(program)

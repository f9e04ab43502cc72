"""Rules over large tables: what DuckDB reads, derives, writes and explains equals what the other engines do."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from suffice.engine.backends import ENGINES
from suffice.engine.checker import check_derivation
from suffice.engine.duck import DuckDB
from suffice.engine.evaluation import match
from suffice.engine.large import explain_slice
from suffice.engine.loading import Columns, Source
from suffice.engine.proof import certify, prove
from suffice.engine.slice import slice_goal
from suffice.engine.supports import find_supports
from suffice.engine.symbols import order_of
from suffice.errors import SufficeError, UsageError
from suffice.rules import (
    Atom,
    Number,
    Program,
    String,
    Symbol,
    Table,
    parse_atom,
    parse_program,
    read_facts,
    write_facts,
)

PATH = "path(X,Y) :- edge(X,Y). path(X,Z) :- path(X,Y), edge(Y,Z)."
NODES = st.integers(0, 5)
EDGES = st.lists(st.tuples(NODES, NODES), max_size=12)
#: Rules for one recursive predicate `t`, linear and not, over `e` and `f`.
RECURSIVE = [
    "t(X,Z) :- t(X,Y), e(Y,Z).",
    "t(X,Z) :- e(X,Y), t(Y,Z).",
    "t(X,Z) :- f(Y,Z), t(X,Y).",
    "t(X,Z) :- t(X,Y), t(Y,Z).",
    "t(X,Y) :- t(Y,X).",
    "t(X,Y) :- e(X,A), t(A,B), f(B,Y).",
    "t(X,X) :- t(X,_), f(X,_).",
    "t(X,Y+1) :- t(X,Y), Y < 4.",
    "t(X,Y) :- t(X,Y), not f(X,Y).",
    "t(X,Z) :- t(X,Y), e(X,Z), X < Z.",
]


def outcome(work: Callable[[], object]) -> object:
    try:
        return work()
    except SufficeError as error:
        return str(error)


def every_atom(program: Program, *sources: Source, ranks: bool = False) -> list[Atom]:
    with DuckDB().evaluate(program, sources, ranks=ranks) as database:
        return [atom for signature in database.signatures for atom in database.atoms(signature)]


@given(st.text('ab",\n1-0 \t\r', max_size=20), st.sampled_from(["csv", "facts"]), st.booleans())
@settings(max_examples=100, deadline=None)
def test_a_table_is_read_as_facts_are(text: str, kind: str, header: bool) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"p.{kind}"
        path.write_bytes(text.encode())
        expected = outcome(lambda: sorted(set(read_facts(path, header=header).facts), key=order_of))
        assert outcome(lambda: every_atom(Program(), Table(path, header))) == expected


VALUES = st.one_of(
    st.integers(-(2**31), 2**31 - 1).map(Number),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=4).map(String),
    st.sampled_from(["", "()", "NaN", "-0", "7", "007", '"', "a,b", "\\N", "NULL", "nan", "99999999999"]).map(
        String
    ),
)
ROWS = st.lists(st.tuples(VALUES, VALUES), min_size=1, max_size=4)


@given(ROWS, st.sampled_from(["csv", "facts", "parquet"]), st.booleans(), st.integers(0, 2))
@settings(max_examples=60, deadline=None)
def test_what_is_written_is_read_back(
    rows: list[tuple[String | Number, String | Number]], kind: str, by_duckdb: bool, width: int
) -> None:
    atoms = dict.fromkeys(Atom("p", row[:width]) for row in rows)
    with TemporaryDirectory() as folder:
        place = Path(folder) / "out"
        try:
            if by_duckdb:
                if any("\0" in arg.value for atom in atoms for arg in atom.args if isinstance(arg, String)):
                    return
                with DuckDB().evaluate(parse_program("".join(f"{atom}." for atom in atoms))) as database:
                    losses = database.write(place, kind)
            else:
                losses = write_facts(atoms, place, kind)
        except UsageError:
            assert not width or any(isinstance(arg, String) for atom in atoms for arg in atom.args)
            assert not place.exists() or not list(place.iterdir())
            return
        back = set(read_facts(place).facts)
        assert set(every_atom(Program(), Table(place / f"p.{kind}"))) == back
        assert (back == set(atoms)) == (not losses)


@given(EDGES, EDGES, st.lists(st.sampled_from(RECURSIVE), min_size=1, max_size=3), st.booleans())
@settings(max_examples=60, deadline=None)
def test_recursion_over_columns_in_memory(
    edges: list[tuple[int, int]], others: list[tuple[int, int]], rules: list[str], ranks: bool
) -> None:
    program = parse_program("t(X,Y) :- e(X,Y). t(9,1)." + "".join(rules))
    text = "".join(f"{name}({x},{y})." for name, rows in (("e", edges), ("f", others)) for x, y in rows)
    expected = ENGINES["clingo"].derive(program + parse_program(text))
    columns = [Columns(name, np.array(rows).reshape(-1, 2).T) for name, rows in (("e", edges), ("f", others))]
    assert set(every_atom(program, *columns, ranks=ranks)) == expected


@given(EDGES, EDGES, st.lists(st.sampled_from(RECURSIVE), min_size=1, max_size=3), st.booleans(), st.data())
@settings(max_examples=40, deadline=None)
def test_a_slice_explains_as_the_whole_database_does(
    edges: list[tuple[int, int]],
    others: list[tuple[int, int]],
    rules: list[str],
    disputes: bool,
    data: st.DataObject,
) -> None:
    text = "".join(f"{name}({x},{y})." for name, rows in (("e", edges), ("f", others)) for x, y in rows)
    declared = "functional(f,2). -e(1,2)." if disputes else ""
    program = parse_program("t(X,Y) :- e(X,Y). t(9,1)." + "".join(rules) + declared + text)
    goal = data.draw(st.sampled_from(["t(1,2)", "t(X,3)", "t(X,Y)", "t(X,X)", "t(4,_)"]).map(parse_atom))
    expected = prove(program, goal)
    with DuckDB().evaluate(program, ranks=True) as database:
        one, whole = (explain_slice(database, goal, whole=wanted) for wanted in (False, True))
    if one is None or whole is None:
        assert (one, whole) == (None, None)
        everything = ENGINES["ground"].derive(program)
        assert not [atom for atom in everything if atom.name == "t" and is_instance(goal, atom)]
        return
    proof = prove(whole, goal)
    assert (proof.status, proof.answers) == (expected.status, expected.answers)
    if expected.status == "derived" and not disputes:
        assert set(one.facts) <= set(program.facts)
        assert prove(one, goal).goal == expected.goal
        assert check_derivation(certify(prove(one, goal)), one) == []
    if not any(rule.negative for rule in program.rules):
        supports = [
            set(map(frozenset, find_supports(slice_goal(known, goal)).supports)) for known in (program, whole)
        ]
        assert supports[0] == supports[1]


def is_instance(goal: Atom, atom: Atom) -> bool:
    return match(Symbol("", goal.args), Symbol("", atom.args), {}) is not None

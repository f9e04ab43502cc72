"""Rules over large tables: what DuckDB reads, derives, writes and explains equals what the other engines do."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from suffice.engine.backends import ENGINES
from suffice.engine.checker import check_derivation
from suffice.engine.duck import DuckDB
from suffice.engine.evaluation import match
from suffice.engine.large import explain_slice
from suffice.engine.loading import Columns, Source
from suffice.engine.proof import certify, prove
from suffice.engine.reachability import Paths
from suffice.engine.slice import slice_goal
from suffice.engine.supports import find_supports
from suffice.engine.symbols import order_of
from suffice.errors import LimitReached, SufficeError, UsageError
from suffice.rules import (
    Atom,
    Number,
    Program,
    Signature,
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


@given(
    st.text('ab",\n1-0 \t\r', max_size=20) | st.text("01-,\n", max_size=20),
    st.sampled_from(["csv", "facts"]),
    st.booleans(),
)
@settings(max_examples=50, deadline=None)
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
@settings(max_examples=40, deadline=None)
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
        assert every_atom(Program(), Table(place / f"p.{kind}")) == sorted(back, key=order_of)
        assert (back == set(atoms)) == (not losses)


@given(EDGES, EDGES, st.lists(st.sampled_from(RECURSIVE), min_size=1, max_size=3), st.booleans())
@settings(max_examples=30, deadline=None)
def test_recursion_over_columns_in_memory(
    edges: list[tuple[int, int]], others: list[tuple[int, int]], rules: list[str], ranks: bool
) -> None:
    program = parse_program("t(X,Y) :- e(X,Y). t(9,1)." + "".join(rules))
    text = "".join(f"{name}({x},{y})." for name, rows in (("e", edges), ("f", others)) for x, y in rows)
    expected = ENGINES["clingo"].derive(program + parse_program(text))
    columns = [Columns(name, np.array(rows).reshape(-1, 2).T) for name, rows in (("e", edges), ("f", others))]
    assert set(every_atom(program, *columns, ranks=ranks)) == expected


@given(EDGES, EDGES, st.lists(st.sampled_from(RECURSIVE), min_size=1, max_size=3), st.booleans(), st.data())
@settings(max_examples=20, deadline=None)
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


def reach(base: list[tuple[int, int]], edges: list[tuple[int, int]]) -> dict[tuple[int, int], int]:
    """The fewest edges from the end of some pair of the base, by breadth-first search."""
    after: dict[int, list[int]] = {}
    for start, end in edges:
        after.setdefault(start, []).append(end)
    steps = dict.fromkeys(base, 0)
    queue = list(steps)
    for start, node in queue:
        for other in after.get(node, ()):
            if (start, other) not in steps:
                steps[start, other] = steps[start, node] + 1
                queue.append((start, other))
    return steps


@given(EDGES, EDGES)
@settings(deadline=None)
def test_paths_are_those_of_a_search(base: list[tuple[int, int]], edges: list[tuple[int, int]]) -> None:
    columns = [
        (np.array([x for x, _ in rows], int), np.array([y for _, y in rows], int)) for rows in (base, edges)
    ]
    paths = Paths(columns[0], columns[1])
    found = [
        pair for starts, ends in paths.pairs() for pair in zip(starts.tolist(), ends.tolist(), strict=True)
    ]
    expected = reach(base, edges)
    assert found == sorted(expected)
    ranked = [
        row
        for block in paths.ranked_pairs()
        for row in zip(*(column.tolist() for column in block), strict=True)
    ]
    assert sorted(ranked) == sorted((x, y, steps) for (x, y), steps in expected.items() if steps)


@pytest.mark.parametrize("rule", ["t(X,Y), e(Y,Z)", "e(X,Y), t(Y,Z)", "t(X,Y), t(Y,Z)"])
def test_dense_paths_and_their_rounds(rule: str) -> None:
    random = np.random.default_rng(7)
    edges = [(int(x), int(y)) for x, y in random.integers(0, 250, (700, 2))]
    program = parse_program(f"t(X,Y) :- e(X,Y). t(X,Z) :- {rule}.")
    source = Columns("e", [[x for x, _ in edges], [y for _, y in edges]])
    expected = reach(edges, edges)
    paths = Signature("t", 2)
    with DuckDB().evaluate(program, [source]) as database:
        columns = [column.tolist() for column in database.codes(paths)]
        assert sorted(zip(*columns, strict=True)) == sorted(expected)
    with DuckDB().evaluate(program, [source], ranks=True) as database:
        assert database.count(paths) == len(expected)
        for (x, y), steps in list(expected.items())[:: len(expected) // 40]:
            rounds = (steps + 1 - 1).bit_length() if rule == "t(X,Y), t(Y,Z)" else steps
            assert database.rank(Atom("t", (Number(x), Number(y)))) == rounds + 1


def test_strings_are_read_in_blocks_and_by_duckdb_alike(tmp_path: Path) -> None:
    lines = [f"{number}\tname {number % 7}\n" for number in range(60_000)]
    (tmp_path / "plain.facts").write_text("".join(lines))
    (tmp_path / "windows.facts").write_text("".join(lines), newline="\r\n")
    program = parse_program('some(X) :- plain(X,"name 3"), windows(X,Y), Y > "name 2".')
    with DuckDB().evaluate(program, [Table(path) for path in sorted(tmp_path.iterdir())]) as database:
        assert {str(s): database.count(s) for s in database.signatures} == {
            "plain/2": 60_000,
            "some/1": len(range(3, 60_000, 7)),
            "windows/2": 60_000,
        }


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ([[1, None]], "p:2: column 1: a missing value"),
        ([np.array([1.0, np.nan])], "p:1: column 1: a value of type float"),
        ([np.array([np.nan])], "p:1: column 1: a missing value"),
        ([[1, 2**31]], "p:2: column 1: an integer beyond 32 bits"),
        ([["a", "NaN"]], "p:2: column 1: NaN"),
        ([["a"], [2**70]], "p:1: column 2: an integer beyond 32 bits"),
        ([np.array([True])], "p:1: column 1: a truth value"),
    ],
)
def test_columns_that_are_no_facts(columns: list[object], said: str) -> None:
    with pytest.raises(UsageError) as caught:
        every_atom(Program(), Columns("p", columns))
    assert said in str(caught.value)


def test_what_memory_does_not_hold_is_a_limit() -> None:
    program = parse_program("n(1..2000). p(X,Y) :- n(X), n(Y). p(X,Y) :- p(Y,X), p(X,Y).")
    with pytest.raises(LimitReached, match="duckdb"):
        DuckDB(memory="20MB").derive(program)


def test_without_ranks_there_is_no_slice() -> None:
    program = parse_program("p(1). q(X) :- p(X).")
    with DuckDB().evaluate(program) as database, pytest.raises(UsageError, match="no ranks"):
        explain_slice(database, parse_atom("q(1)"))

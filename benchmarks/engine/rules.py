"""Rules with variables: DuckDB as suffice drives it, against the best SQL by hand, clingo, and plain Python.

The recursive queries by hand are `WITH RECURSIVE ... UNION` into a table. Everybody loads the facts himself: loading is in
every figure. DuckDB has one thread on both sides.
"""

from __future__ import annotations

import multiprocessing
import resource
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.measure import Report, Target, cpu_seconds, has, measure_in_turns
from suffice.engine import Limits, prove
from suffice.engine.duck import DuckDB
from suffice.rules import Signature, Table, parse_atom, parse_program

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

__all__ = ["Workload", "build_workloads", "measure_topic"]

_PATIENCE = 60.0
_LIMITS = Limits(seconds=600)
_PATHS = "t(X,Y) :- e(X,Y). t(X,Z) :- t(X,Y), e(Y,Z)."
_LEFT_PATHS = "t(X,Y) :- e(X,Y). t(X,Z) :- e(X,Y), t(Y,Z)."
_DOUBLE_PATHS = "t(X,Y) :- e(X,Y). t(X,Z) :- t(X,Y), t(Y,Z)."
_PATHS_SQL = (
    "WITH RECURSIVE t(c0, c1) AS (SELECT c0, c1 FROM e UNION SELECT t.c0, e.c1 FROM t, e WHERE t.c1 = e.c0)"
    " SELECT * FROM t"
)
_SAME = "s(X,Y) :- up(X,P), up(Y,P). s(X,Y) :- up(X,A), s(A,B), up(Y,B)."
_SAME_SQL = (
    "WITH RECURSIVE s(c0, c1) AS (SELECT a.c0, b.c0 FROM up a, up b WHERE a.c1 = b.c1"
    " UNION SELECT a.c0, b.c0 FROM up a, s, up b WHERE a.c1 = s.c0 AND b.c1 = s.c1) SELECT * FROM s"
)
_LOOKUP = "answer(Q,Z) :- ask(Q,X,R,S), fact(X,R,Y), fact(Y,S,Z)."
_LOOKUP_SQL = (
    "SELECT DISTINCT q.c0, g.c2 FROM ask q, fact f, fact g"
    " WHERE q.c1 = f.c0 AND q.c2 = f.c1 AND f.c2 = g.c0 AND q.c3 = g.c1"
)
_LARGE = """
hop(Q,Y,S) :- ask(Q,X,R,S), fact(X,R,Y).
answer(Q,Z) :- hop(Q,Y,S), fact(Y,S,Z).
unanswered(Q) :- ask(Q,_,_,_), not answer(Q,_).
"""


@dataclass(frozen=True, slots=True)
class Workload:
    """A program, its facts, and the same by hand.

    Args:
        kind: `dense` for graphs with many edges a node, `general` for all others.
    """

    name: str
    kind: str
    program: str
    sql: str
    facts: dict[str, list[np.ndarray[Any, Any]]]
    result: Signature


def build_workloads(quick: bool, seed: int) -> list[Workload]:
    random = np.random.default_rng(seed)
    path, same = Signature("t", 2), Signature("s", 2)

    def graph(nodes: int, edges: int) -> list[np.ndarray[Any, Any]]:
        return [random.integers(0, nodes, edges), random.integers(0, nodes, edges)]

    length = 400 if quick else 2000
    chain = [np.arange(length), np.arange(1, length + 1)]
    dense = graph(500, 2500) if quick else graph(2000, 10_000)
    sparse = graph(3000, 3000) if quick else graph(20_000, 20_000)
    side = 15 if quick else 40
    cells = np.arange(side * side).reshape(side, side)
    grid = [
        np.concatenate([cells[:, :-1].ravel(), cells[:-1].ravel()]),
        np.concatenate([cells[:, 1:].ravel(), cells[1:].ravel()]),
    ]
    children = np.arange(1, 500 if quick else 2000)
    many, asked = (100_000, 1000) if quick else (1_000_000, 1000)
    facts = [
        random.integers(0, many // 10, many),
        random.integers(0, 20, many),
        random.integers(0, many // 10, many),
    ]
    asks = [np.arange(asked), random.integers(0, many // 10, asked), *random.integers(0, 20, (2, asked))]
    return [
        Workload(f"paths, chain {length}", "general", _PATHS, _PATHS_SQL, {"e": chain}, path),
        Workload(f"paths, random {len(dense[0])} edges", "dense", _PATHS, _PATHS_SQL, {"e": dense}, path),
        Workload("the same, left-linear", "dense", _LEFT_PATHS, _PATHS_SQL, {"e": dense}, path),
        Workload("the same, not linear", "dense", _DOUBLE_PATHS, _PATHS_SQL, {"e": dense}, path),
        Workload(f"paths, grid {side}x{side}", "general", _PATHS, _PATHS_SQL, {"e": grid}, path),
        Workload(f"paths, sparse {len(sparse[0])} edges", "general", _PATHS, _PATHS_SQL, {"e": sparse}, path),
        Workload(
            f"same generation, {len(children)}",
            "general",
            _SAME,
            _SAME_SQL,
            {"up": [children, (children - 1) // 3]},
            same,
        ),
        Workload(
            f"three-way join, {many} facts",
            "general",
            _LOOKUP,
            _LOOKUP_SQL,
            {"ask": asks, "fact": facts},
            Signature("answer", 2),
        ),
    ]


def measure_topic(quick: bool, seed: int) -> list[Report]:
    if not has("duckdb"):
        return [Report("rules with variables", ("workload",), (), notes=("duckdb is not installed",))]
    work = build_workloads(quick, seed)
    reports = [_compare(work, quick), _formats(work[-1]), _explanations(work[1])]
    return reports if quick else [*reports, _large()]


def _compare(workloads: Iterable[Workload], quick: bool) -> Report:
    rows: list[tuple[str | int | float | None, ...]] = []
    ratios: dict[str, list[float]] = defaultdict(list)
    by_hand: list[float] = []
    for work in workloads:
        _run(work), _run(work, ranks=True)  # the kernel is compiled once
        (hand, ours, ranked), (expected, found, again) = measure_in_turns(
            [partial(_by_hand, work), partial(_run, work), partial(_run, work, ranks=True)]
        )
        assert expected == found == again, work.name
        ratios[work.kind].append(ours / hand)
        ratios["ranks"].append(ranked / ours)
        by_hand.append(ranked / hand)
        python = _plain_python(work, expected)
        clingo = (
            _clingo(work) if quick or work.name.startswith(("paths, grid", "same", "three")) else "not run"
        )
        rows.append(
            (work.name, found, hand, ours, ours / hand, ranked, ranked / ours, ranked / hand, python, clingo)
        )
    dense = 1 / max(ratios["dense"])
    paths = ", ".join(f"{1 / ratio:.1f}" for ratio in ratios["dense"])
    return Report(
        "rules with variables, facts from arrays (CPU s, loading included)",
        (
            "workload",
            "rows",
            "by hand",
            "suffice",
            "ratio",
            "ranks",
            "/ suffice",
            "/ by hand",
            "python",
            "clingo",
        ),
        tuple(rows),
        (
            Target(
                "general path / DuckDB by hand",
                "<= 1.3",
                f"{max(ratios['general']):.2f} at most",
                max(ratios["general"]) <= 1.3,
            ),
            Target("dense binary recursion, times faster than DuckDB by hand", ">= 10", paths, dense >= 10),
            Target(
                "ranks stored / without",
                "<= 3",
                f"{max(ratios['ranks']):.2f} at most",
                max(ratios["ranks"]) <= 3,
            ),
            Target("ranks stored / DuckDB by hand", "<= 3", f"{max(by_hand):.2f} at most", max(by_hand) <= 3),
        ),
        (
            "each figure is the median of up to 9 runs in turns; clingo: parsing and grounding in a process of its own",
        ),
    )


def _run(work: Workload, *, ranks: bool = False) -> int:
    from suffice.engine.loading import Columns

    sources = [Columns(name, columns) for name, columns in work.facts.items()]
    duckdb = DuckDB(_LIMITS, memory="8GB", threads=1)
    with duckdb.evaluate(parse_program(work.program), sources, ranks=ranks) as database:
        return database.count(work.result)


@contextmanager
def _connect(threads: int | None = 1) -> Iterator[DuckDBPyConnection]:
    import duckdb

    with duckdb.connect(config={"threads": threads} if threads else {}) as connection:
        connection.execute("SET enable_progress_bar = false")
        yield connection


def _by_hand(work: Workload) -> int:
    with _connect() as connection:
        for name, columns in work.facts.items():
            connection.register("given", {f"c{place}": column for place, column in enumerate(columns)})
            connection.execute(f"CREATE TABLE {name} AS SELECT * FROM given")
            connection.unregister("given")
        connection.execute(f"CREATE TABLE result AS {work.sql}")
        found = connection.execute("SELECT count(*) FROM result").fetchone()
        return int(found[0]) if found else 0


def _plain_python(work: Workload, expected: int) -> float | str:
    """Semi-naive rounds over sets of tuples, with indexes."""
    facts = {
        name: list(zip(*(column.tolist() for column in columns), strict=True))
        for name, columns in work.facts.items()
    }
    since = cpu_seconds()
    if "e" in facts:
        found: set[tuple[int, ...]] | None = _rounds(set(facts["e"]), _index(facts["e"]), None, since)
    elif "up" in facts:
        up = facts["up"]
        start: set[tuple[int, ...]] = {
            (a, b)
            for siblings in _index([(p, c) for c, p in up]).values()
            for a in siblings
            for b in siblings
        }
        below = _index([(p, c) for c, p in up])
        found = _rounds(set(start), below, below, since)
    else:
        index = defaultdict(list)
        for x, r, y in facts["fact"]:
            index[x, r].append(y)
        found = {(q, z) for q, x, r, s in facts["ask"] for y in index[x, r] for z in index[y, s]}
    if found is None:
        return f"> {_PATIENCE:.0f} s"
    assert len(found) == expected, work.name
    return cpu_seconds() - since


def _index(pairs: Iterable[tuple[int, ...]]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = defaultdict(list)
    for first, second in pairs:
        found[first].append(second)
    return found


def _rounds(
    start: set[tuple[int, ...]], right: dict[int, list[int]], left: dict[int, list[int]] | None, since: float
) -> set[tuple[int, ...]] | None:
    known, fresh = set(start), set(start)
    found: set[tuple[int, ...]]
    while fresh:
        if cpu_seconds() - since > _PATIENCE:
            return None
        if left is None:
            found = {(x, z) for x, y in fresh if y in right for z in right[y]}
        else:
            found = {(a, b) for x, y in fresh if x in left and y in right for a in left[x] for b in right[y]}
        fresh = found - known
        known |= fresh
    return known


def _clingo(work: Workload) -> float | str:
    script = (
        "import sys, clingo; c = clingo.Control(['--warn=none']); c.load(sys.argv[1]); c.ground([('base', [])]);"
        "print(len(c.symbolic_atoms))"
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "p.lp"
        with path.open("w") as stream:
            stream.write(work.program)
            for name, columns in work.facts.items():
                stream.writelines(
                    f"{name}({','.join(map(str, row))}).\n" for row in zip(*columns, strict=True)
                )
        before = cpu_seconds(children=True)
        try:
            subprocess.run(
                [sys.executable, "-c", script, str(path)], timeout=_PATIENCE, check=True, capture_output=True
            )
        except subprocess.TimeoutExpired:
            return f"> {_PATIENCE:.0f} s"
        return cpu_seconds(children=True) - before


def _formats(work: Workload) -> Report:
    """The join from files: DuckDB by hand reads them as numbers at once."""
    rows: list[tuple[str | int | float | None, ...]] = []
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("parquet", "csv"):
            files = {name: Path(folder) / f"{name}.{kind}" for name in work.facts}
            with _connect(None) as connection:
                for name, columns in work.facts.items():
                    connection.register(
                        "given", {f"c{place}": column for place, column in enumerate(columns)}
                    )
                    form = "FORMAT parquet" if kind == "parquet" else "FORMAT csv, HEADER false"
                    connection.execute(f"COPY (SELECT * FROM given) TO '{files[name]}' ({form})")
                    connection.unregister("given")

            def ours(files: dict[str, Path]) -> int:
                with DuckDB(_LIMITS, memory="8GB", threads=1).evaluate(
                    parse_program(work.program), [Table(path) for path in files.values()]
                ) as database:
                    return database.count(work.result)

            def by_hand(kind: str, files: dict[str, Path]) -> int:
                with _connect() as connection:
                    for name, path in files.items():
                        width = len(work.facts[name])
                        types = ", ".join(f"'c{place}': 'BIGINT'" for place in range(width))
                        source = (
                            f"read_parquet('{path}')"
                            if kind == "parquet"
                            else f"read_csv('{path}', header=false, auto_detect=false, columns={{{types}}})"
                        )
                        connection.execute(f"CREATE TABLE {name} AS SELECT * FROM {source}")
                    found = connection.execute(f"SELECT count(*) FROM ({work.sql})").fetchone()
                    return int(found[0]) if found else 0

            (hand, time_taken), (expected, found) = measure_in_turns(
                [partial(by_hand, kind, files), partial(ours, files)]
            )
            assert expected == found
            ratios.append(time_taken / hand)
            rows.append((kind, found, hand, time_taken, time_taken / hand))
    return Report(
        f"{work.name}, from files (CPU s, loading included)",
        ("format", "rows", "by hand", "suffice", "ratio"),
        tuple(rows),
        tuple(
            Target(f"facts from {kind} / DuckDB by hand", "<= 1.3", f"{ratio:.2f}", ratio <= 1.3)
            for kind, ratio in zip(("parquet", "CSV"), ratios, strict=True)
        ),
        ("by hand, CSV is read as integers without a look at what is a string or out of range",),
    )


def _explanations(work: Workload) -> Report:
    from suffice.engine.large import explain_slice
    from suffice.engine.loading import Columns

    sources = [Columns(name, columns) for name, columns in work.facts.items()]
    rows: list[tuple[str | int | float | None, ...]] = []
    with DuckDB(_LIMITS, memory="8GB", threads=1).evaluate(
        parse_program(work.program), sources, ranks=True
    ) as database:
        atoms = database.instances(parse_atom("t(X,Y)"), 1000)[:: 1000 // 4]
        for atom in atoms:
            since = cpu_seconds()
            part = explain_slice(database, atom)
            assert part is not None
            proof = prove(part, atom)
            assert proof.status == "derived"
            rows.append((str(atom), len(part.facts), len(proof.steps), cpu_seconds() - since))
        size = database.count(work.result)
    return Report(
        f"one derivation with its proof among {size:,} atoms (CPU s)",
        ("atom", "facts", "steps", "CPU s"),
        tuple(rows),
    )


def _large(facts: int = 10**8, asked: int = 10**6) -> Report:
    """In a process of its own, so that its memory is its own."""
    with tempfile.TemporaryDirectory() as folder:
        context = multiprocessing.get_context("spawn")
        with context.Pool(1) as pool:
            pool.apply(_make_large, (folder, facts, asked))
        with context.Pool(1) as pool:
            found, seconds, wall, memory = pool.apply(_run_large, (folder,))
    return Report(
        f"three rules over {facts:,} facts, {asked:,} questions, one thread",
        ("answers", "unanswered", "CPU s", "wall s", "peak RSS MiB"),
        ((*found, seconds, wall, memory),),
        (Target("10^8 facts within 16 GiB", "<= 16,384 MiB", f"{memory:,} MiB", memory <= 16_384),),
    )


def _make_large(folder: str, facts: int, asked: int) -> None:
    nodes = facts // 10
    with _connect(None) as connection:
        connection.execute(
            f"COPY (SELECT hash(range) % {nodes} AS x, range % 20 AS r, hash(range + {facts}) % {nodes} AS y"
            f" FROM range({facts})) TO '{folder}/fact.parquet' (FORMAT parquet)"
        )
        connection.execute(
            f"COPY (SELECT range AS q, hash(range + 7) % {nodes} AS x, range % 20 AS r, range // 20 % 20 AS s"
            f" FROM range({asked})) TO '{folder}/ask.parquet' (FORMAT parquet)"
        )


def _run_large(folder: str) -> tuple[tuple[int, int], float, float, int]:
    tables = [Table(Path(folder) / f"{name}.parquet") for name in ("fact", "ask")]
    engine = DuckDB(Limits(seconds=3600), memory="6GB", database=f"{folder}/work.db", threads=1)
    since, wall = cpu_seconds(), time.monotonic()
    with engine.evaluate(parse_program(_LARGE), tables) as database:
        found = database.count(Signature("answer", 2)), database.count(Signature("unanswered", 1))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return found, cpu_seconds() - since, time.monotonic() - wall, peak

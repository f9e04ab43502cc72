"""Ground closure: workload W1 (`workloads`), arrays in and closure out, against solvers, a database and plain C.

Every side starts from the same arrays in memory and ends with the set of atoms that hold; ours also has the first rule of
each atom, in order of derivation. What compiles a program once (numba, gcc) is not counted.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

import numpy as np

from benchmarks.engine.workloads import Arrays, compile_c, make_rules, pointer
from benchmarks.measure import Report, Target, cpu_seconds, has, measure
from suffice.engine.kernel import HornRules, MaintainedModel, least_model
from suffice.engine.kernel.model import count_compiled

__all__ = ["measure_topic"]

#: How large a program may be for a peer that would take minutes.
_MOST = {"clingo's backend": 10**6, "clasp on aspif": 10**6, "plain Python": 10**6}


def measure_topic(quick: bool, seed: int) -> list[Report]:
    """Tables: building included, closure alone, local order, growth."""
    if not has("numba"):
        return [Report("Ground closure: not measured, numba is not installed", ("",), ())]
    sizes = (10_000, 100_000) if quick else (100_000, 10**6, 10**7)
    growth = (10_000, 100_000, 10**6) if quick else (10_000, 100_000, 10**6, 10**7)
    programs = {count: make_rules(count, seed) for count in sizes}
    whole = [_whole(programs), _alone(programs)]
    del programs
    return [*whole, _local(sizes[-1], seed), _growth(growth, seed), _maintained(growth[1:3], seed)]


def ours(arrays: Arrays, *, shortest: bool = True) -> int:
    """Our kernel from the arrays: checks, index, closure."""
    rules = HornRules.from_arrays(*arrays.rules)
    return len(least_model(rules, arrays.units, shortest=shortest, kernel="numba"))


def _whole(programs: dict[int, Arrays]) -> Report:
    ways: dict[str, Callable[[Arrays], tuple[float, int] | None]] = {
        "ours: derivations of least height": _timed(ours),
        "ours: one sweep": _timed(lambda arrays: ours(arrays, shortest=False)),
        "C: index and counters": _timed(_c_whole) if compile_c() else _absent,
        "DuckDB, rounds of SQL": _timed(_duckdb) if has("duckdb") else _absent,
        "clingo's backend": _timed(_clingo),
        "clasp on aspif": _clasp,
        "plain Python": _timed(_python),
    }
    found: dict[str, list[float | None]] = {name: [] for name in ways}
    for count, arrays in programs.items():
        expected = ours(arrays)
        for name, way in ways.items():
            result = way(arrays) if count <= _MOST.get(name, count) else None
            if result is not None and result[1] >= 0:
                assert result[1] == expected, (name, count, result[1], expected)
            found[name].append(None if result is None else result[0])
    base = found["ours: derivations of least height"]
    rows = tuple((name, *_with_ratios(times, base)) for name, times in found.items())
    targets = []
    for name, bound, least in (
        ("clingo's backend", 20, 10**5),
        ("clasp on aspif", 20, 10**5),
        ("DuckDB, rounds of SQL", 5, 10**6),
    ):
        for count, time, own in zip(programs, found[name], base, strict=True):
            if count >= least and time is not None and own is not None:
                what = f"{name} / ours, {count:,} rules, building included"
                targets.append(Target(what, f">= {bound}", f"{time / own:.1f}", time / own >= bound))
    return Report(
        "W1, random order: arrays in, closure out (CPU ms; times ours)", ("", *_columns(programs)), rows, tuple(targets),
        ("clasp reads a file that was written before; its figure has the start of Python in it.",),
    )  # fmt: skip


def _alone(programs: dict[int, Arrays]) -> Report:
    ways: dict[str, Callable[[Arrays], Callable[[], object]]] = {
        "ours": _ours_alone,
        "C, counters": lambda arrays: _c_alone(arrays, "close_counters"),
        "C, counters and prefetch": lambda arrays: _c_alone(arrays, "close_prefetch"),
    }
    if compile_c() is None:
        ways = {"ours": _ours_alone}
    found: dict[str, list[float | None]] = {name: [] for name in ways}
    for arrays in programs.values():
        for name, median in _interleaved({name: way(arrays) for name, way in ways.items()}).items():
            found[name].append(median)
    base = found["ours"]
    targets = []
    for name, bound in (("C, counters", 1.2), ("C, counters and prefetch", 3.0)):
        for count, time, own in zip(programs, found.get(name, []), base, strict=False):
            if time is None or own is None or count < 10**5:
                continue
            what = f"ours / {name}, {count:,} rules, closure alone"
            targets.append(Target(what, f"<= {bound}", f"{own / time:.2f}", own / time <= bound))
    return Report(
        "W1, random order: closure alone, over a ready index (CPU ms; times ours)",
        ("", *_columns(programs)),
        tuple((name, *_with_ratios(times, base)) for name, times in found.items()),
        tuple(targets),
    )


def _local(count: int, seed: int) -> Report:
    arrays = make_rules(count, seed, local=True)
    parts = (arrays.heads, arrays.starts, arrays.body)
    library = compile_c()
    works: dict[str, Callable[[], object]] = {
        "numpy sums the arrays": lambda: [int(part.sum()) for part in parts],
        "ours: one sweep": lambda: ours(arrays, shortest=False),
        "ours: derivations of least height": lambda: ours(arrays),
    }
    if library:
        works["C sums the arrays, vectorised"] = lambda: [
            library.read_all(pointer(part), ctypes.c_int64(len(part))) for part in parts
        ]
    times = _interleaved(works)
    base = times["numpy sums the arrays"]
    ratio = times["ours: one sweep"] / base
    size = sum(part.nbytes for part in parts) / 1e6
    return Report(
        f"W1, local order, {count:,} rules ({size:.0f} MB): building included (CPU ms; times one read)",
        ("", "CPU ms", "reads"),
        tuple((name, time, time / base) for name, time in times.items()),
        (
            Target(
                "one sweep / one sequential read of the arrays by numpy", "<= 10", f"{ratio:.1f}", ratio <= 10
            ),
        ),
    )


def _growth(sizes: tuple[int, ...], seed: int) -> Report:
    rows = []
    for count in sizes:
        row: list[str | float] = [f"{count:,}"]
        for local in (False, True):
            arrays = make_rules(count, seed, local=local)
            for shortest in (True, False):
                seconds, _ = measure(lambda a=arrays, s=shortest: ours(a, shortest=s), repeats=5)  # type: ignore[misc]
                row.append(seconds / count * 1e9)
        rows.append(tuple(row))
    return Report(
        "Growth: ours, building included (CPU ns a rule)",
        ("rules", "random, least height", "random, sweep", "local, least height", "local, sweep"),
        tuple(rows),
        notes=(
            "Beyond 10^6 rules in random order each access misses the caches; the work is linear all the same.",
        ),
    )


def _maintained(sizes: tuple[int, ...], seed: int) -> Report:
    rows = []
    for count in sizes:
        arrays = make_rules(count, seed)
        rules = HornRules.from_arrays(*arrays.rules)
        model = MaintainedModel(rules, arrays.units.tolist(), kernel="numba")
        units = Random(seed).sample(arrays.units.tolist(), 400)

        def one_by_one(model: MaintainedModel = model, units: list[int] = units) -> None:
            for unit in units:
                model.remove([unit])
                model.add([unit])

        one_by_one()
        seconds, _ = measure(one_by_one, repeats=7, budget=10)
        scratch, _ = measure(_ours_alone(arrays), repeats=7)
        single = seconds / (2 * len(units))
        rows.append((f"{count:,}", scratch * 1e3, single * 1e6, scratch / single))
    return Report(
        "Maintained: one unit removed or added, against a closure from scratch over a ready index (CPU)",
        ("rules", "closure, ms", "change, us", "x"),
        tuple(rows),
    )


def _ours_alone(arrays: Arrays) -> Callable[[], object]:
    rules = HornRules.from_arrays(*arrays.rules)
    count_compiled(rules, arrays.units)  # makes the index
    return lambda: count_compiled(rules, arrays.units)


def _c_index(arrays: Arrays) -> tuple[np.ndarray, np.ndarray]:
    library = compile_c()
    assert library
    offsets, rows = np.zeros(arrays.size + 1, np.int32), np.empty(len(arrays.body), np.int32)
    library.index_rules(
        arrays.size, len(arrays.heads), *(pointer(one) for one in (arrays.starts, arrays.body, offsets, rows))
    )
    return offsets, rows


def _c_close(arrays: Arrays, name: str, index: tuple[np.ndarray, np.ndarray], lengths: np.ndarray) -> int:
    missing, holds = lengths.copy(), np.zeros(arrays.size, np.uint8)
    order, reasons = np.empty(arrays.size, np.int32), np.empty(arrays.size, np.int32)
    before = [pointer(one) for one in (*index, arrays.heads, missing, arrays.units)]
    filled: int = getattr(compile_c(), name)(
        *before, len(arrays.units), *(pointer(one) for one in (order, reasons, holds))
    )
    return filled


def _c_alone(arrays: Arrays, name: str) -> Callable[[], object]:
    index, lengths = _c_index(arrays), np.diff(arrays.starts).astype(np.uint8)
    return lambda: _c_close(arrays, name, index, lengths)


def _c_whole(arrays: Arrays) -> int:
    return _c_close(arrays, "close_counters", _c_index(arrays), np.diff(arrays.starts).astype(np.uint8))


def _python(arrays: Arrays) -> int:
    rules = HornRules.from_arrays(*arrays.rules)
    return len(least_model(rules, arrays.units, kernel="python"))


def _clingo(arrays: Arrays) -> int:
    import clingo

    control = clingo.Control(["--warn=none"])
    heads, starts, body = arrays.heads.tolist(), arrays.starts.tolist(), arrays.body.tolist()
    with control.backend() as backend:
        names = [backend.add_atom() for _ in range(arrays.size)]
        add = backend.add_rule
        for unit in arrays.units.tolist():
            add([names[unit]])
        for number, head in enumerate(heads):
            add([names[head]], [names[atom] for atom in body[starts[number] : starts[number + 1]]])
    with control.solve(yield_=True) as handle:
        model = handle.model()
        assert model is not None
        return sum(map(model.is_true, names))


def _clasp(arrays: Arrays) -> tuple[float, int] | None:
    """CPU of a process that reads and solves; which atoms hold is not printed."""
    native = shutil.which("clasp")
    command = [native] if native else [sys.executable, "-m", "clingo", "--mode=clasp"]
    heads, starts, body = arrays.heads.tolist(), arrays.starts.tolist(), (arrays.body + 1).tolist()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rules.aspif"
        with path.open("w") as file:
            file.write("asp 1 0 0\n")
            file.writelines(f"1 0 1 {unit + 1} 0 0\n" for unit in arrays.units.tolist())
            for number, head in enumerate(heads):
                atoms = body[starts[number] : starts[number + 1]]
                file.write(f"1 0 1 {head + 1} 0 {len(atoms)} {' '.join(map(str, atoms))}\n")
            file.write("0\n")

        def run() -> None:
            done = subprocess.run([*command, "-q", str(path)], capture_output=True, text=True, check=False)
            assert "SATISFIABLE" in done.stdout, done.stderr

        seconds, _ = measure(run, repeats=3, children=True, budget=20)
    return seconds * 1e3, -1


def _duckdb(arrays: Arrays) -> int:
    """Semi-joins in rounds; rules whose heads hold are dropped now and then."""
    import duckdb

    lengths = np.diff(arrays.starts)
    widths = range(1, int(lengths.max()) + 1)
    connection = duckdb.connect(config={"threads": 1})
    run = connection.execute
    for width in widths:
        chosen = np.flatnonzero(lengths == width)
        columns = {"h": arrays.heads[chosen]}
        columns |= {f"a{place}": arrays.body[arrays.starts[chosen] + place] for place in range(width)}
        run(f"CREATE TABLE r{width} AS SELECT * FROM columns")
    units = {"a": arrays.units}
    run("CREATE TABLE t AS SELECT DISTINCT a FROM units")
    assert units
    bodies = " UNION ALL ".join(
        f"SELECT h FROM r{width} WHERE "
        + " AND ".join(f"a{place} IN (SELECT a FROM t)" for place in range(width))
        for width in widths
    )
    rounds = 0
    while True:
        rounds += 1
        new = run(
            f"INSERT INTO t SELECT DISTINCT h FROM ({bodies}) WHERE h NOT IN (SELECT a FROM t)"
        ).fetchall()
        if not new[0][0]:
            break
        if rounds in (2, 5):
            for width in widths:
                run(
                    f"CREATE OR REPLACE TABLE r{width} AS SELECT * FROM r{width} WHERE h NOT IN (SELECT a FROM t)"
                )
    found: int = run("SELECT count(*) FROM t").fetchall()[0][0]
    connection.close()
    return found


def _timed(work: Callable[[Arrays], int]) -> Callable[[Arrays], tuple[float, int]]:
    def run(arrays: Arrays) -> tuple[float, int]:
        work(make_small())  # whatever is compiled or imported is so before
        seconds, found = measure(lambda: work(arrays), repeats=7, budget=8)
        return seconds * 1e3, found

    return run


def make_small() -> Arrays:
    """A program that costs nothing."""
    one = np.array([0, 1], np.int32)
    return Arrays(3, one, np.array([0, 1, 2], np.int32), np.array([1, 2], np.int32), np.array([2], np.int32))


def _absent(arrays: Arrays) -> None:
    return None


def _interleaved(works: dict[str, Callable[[], object]], rounds: int = 9) -> dict[str, float]:
    """Median CPU ms of each, taken in turn, so that a busy neighbour hits all alike."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for turn in range(rounds + 1):
        for name, work in works.items():
            since = cpu_seconds()
            work()
            if turn:  # the first warms up
                times[name].append((cpu_seconds() - since) * 1e3)
        if turn >= 3 and sum(map(sum, times.values())) > 30_000:
            break
    return {name: float(np.median(found)) for name, found in times.items()}


def _columns(programs: dict[int, Arrays]) -> list[str]:
    return [column for count in programs for column in (f"{count:,} rules", "x")]


def _with_ratios(times: list[float | None], base: list[float | None]) -> list[float | None]:
    cells: list[float | None] = []
    for time, own in zip(times, base, strict=True):
        cells += [time, None if time is None or own is None else time / own]
    return cells

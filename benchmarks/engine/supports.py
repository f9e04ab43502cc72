"""All minimal supports: counted, listed, and where the diagram explodes, against clingo, python-sat and clingexplaid.

Every method gets the same rules over numbers and lists what it finds within the same time; the sets of all that end are
compared.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from random import Random

from benchmarks.measure import Report, Target, has
from suffice.engine.family import compile_family
from suffice.engine.minimal_models import enumerate_minimal
from suffice.engine.slice import Slice
from suffice.errors import LimitReached
from suffice.rules import Number

Found = tuple[int, ...]


@dataclass(frozen=True)
class Instance:
    name: str
    part: Slice


def _slice(units: int, rules: list[tuple[int, tuple[int, ...]]], goal: int, size: int) -> Slice:
    named = tuple(Number(unit) for unit in range(units))
    unique = dict.fromkeys((head, tuple(dict.fromkeys(body)), ()) for head, body in rules)
    return Slice(named, tuple(unique), goal, size, tuple(range(units)), (), (1,) * units)


def layered(layers: int, width: int) -> Instance:
    """A goal that needs one unit of each layer: width ** layers supports."""
    units = layers * width
    rules: list[tuple[int, tuple[int, ...]]] = [(units + unit // width, (unit,)) for unit in range(units)]
    goal = units + layers
    rules.append((goal, tuple(range(units, goal))))
    return Instance(f"layered {layers} x {width}", _slice(units, rules, goal, goal + 1))


def shared(layers: int, width: int, seed: int) -> Instance:
    """As `layered`, but each alternative needs two units out of one pool."""
    random = Random(f"shared {layers} {width} {seed}")
    units = layers * width
    rules = [
        (units + layer, tuple(random.sample(range(units), 2)))
        for layer, _ in product(range(layers), range(width))
    ]
    goal = units + layers
    rules.append((goal, tuple(range(units, goal))))
    return Instance(f"shared {layers} x {width}", _slice(units, rules, goal, goal + 1))


def cyclic(units: int, seed: int) -> Instance:
    """Twice as many atoms as units in one knot; every unit gives two of them; bodies of two or three."""
    random = Random(f"cyclic {units} {seed}")
    atoms = range(units, 3 * units)
    rules: list[tuple[int, tuple[int, ...]]] = []
    for unit in range(units):
        rules += [(atom, (unit,)) for atom in random.sample(atoms, 2)]
    for _ in range(3 * units):
        body = random.sample(atoms, random.choice((2, 2, 3)))
        rules.append((random.choice(atoms), tuple(body)))
    goal = 3 * units
    rules += [(goal, tuple(random.sample(atoms, 3))) for _ in range(3)]
    return Instance(f"cyclic {units}", _slice(units, rules, goal, goal + 1))


def ours(part: Slice) -> Iterator[Found]:
    """As `iterate_supports`, by position."""
    return iter(compile_family(part) or enumerate_minimal(part))


def dom_rec(part: Slice) -> Iterator[Found]:
    """clingo, subset-minimal by domain heuristic and record mode."""
    import clingo

    control = clingo.Control(
        ["0", "--warn=none", "--heuristic=Domain", "--dom-mod=5,16", "--enum-mode=domRec"]
    )
    with control.backend() as backend:
        units = [
            backend.add_atom(clingo.Function("u", [clingo.Number(unit)])) for unit in range(len(part.units))
        ]
        atoms = units + [backend.add_atom() for _ in range(len(units), part.size)]
        backend.add_rule(units, choice=True)
        for head, body, _ in part.rules:
            backend.add_rule([atoms[head]], [atoms[atom] for atom in body])
        backend.add_rule([], [-atoms[part.goal]])
    with control.solve(yield_=True) as handle:
        for model in handle:
            yield tuple(sorted(symbol.arguments[0].number for symbol in model.symbols(shown=True)))


def opt_ux(part: Slice) -> Iterator[Found]:
    """python-sat: smallest unsatisfiable subsets, enumerated by size."""
    from pysat.examples.optux import OptUx
    from pysat.formula import WCNF

    formula = WCNF()
    for head, body, _ in part.rules:
        formula.append([head + 1, *(-(atom + 1) for atom in body)])
    formula.append([-(part.goal + 1)])
    for unit in range(len(part.units)):
        formula.append([unit + 1], weight=1)
    with OptUx(formula, solver="g4", unsorted=True) as solver:
        for found in solver.enumerate():
            yield tuple(sorted(number - 1 for number in found))


def marco(part: Slice) -> Iterator[Found]:
    """clingexplaid: minimal unsatisfiable subsets of assumptions, by MARCO."""
    import clingo
    from clingexplaid.unsat.computer import SubsetComputer
    from clingexplaid.unsat.sets import MinimalUnsatisfiableSubset

    units = range(len(part.units))
    lines = ["{ " + "; ".join(f"u({unit})" for unit in units) + " }."]
    for head, body, _ in part.rules:
        said = [f"u({atom})" if atom in units else f"a({atom})" for atom in body]
        lines.append(f"a({head}) :- {', '.join(said)}.")
    lines.append(f":- a({part.goal}).")
    control = clingo.Control(["--warn=none"])
    control.add("base", [], "\n".join(lines))
    control.ground([("base", [])])
    assumed = [(clingo.Function("u", [clingo.Number(unit)]), True) for unit in units]
    for found in SubsetComputer(control, assumed).multiple(types={MinimalUnsatisfiableSubset}):
        yield tuple(sorted(item.symbol.arguments[0].number for item in found.assumptions))


#: Methods, ours first, and what each needs.
METHODS: dict[str, tuple[Callable[[Slice], Iterator[Found]], tuple[str, ...]]] = {
    "suffice": (ours, ()),
    "clingo domRec": (dom_rec, ("clingo",)),
    "python-sat OptUx": (opt_ux, ("pysat",)),
    "clingexplaid": (marco, ("clingexplaid",)),
}


@dataclass(frozen=True)
class Run:
    """What one method listed: how many, in what CPU time, whether that was all, and the sets themselves."""

    count: int
    seconds: float
    complete: bool
    found: frozenset[Found]
    curve: tuple[tuple[int, float], ...]


def run(method: Callable[[Slice], Iterator[Found]], part: Slice, budget: float) -> Run:
    """List until the end or until so many CPU seconds are spent."""
    found: list[Found] = []
    curve = []
    complete = True
    mark = 1
    since = time.process_time()
    try:
        for support in method(part):
            found.append(support)
            if len(found) == mark:
                curve.append((mark, time.process_time() - since))
                mark *= 4
            if len(found) % 16 == 0 and time.process_time() - since > budget:
                complete = False
                break
    except LimitReached:
        complete = False
    seconds = time.process_time() - since
    curve.append((len(found), seconds))
    return Run(len(found), seconds, complete, frozenset(tuple(sorted(one)) for one in found), tuple(curve))


def measure_topic(quick: bool, seed: int) -> list[Report]:
    """Tables: counting, listing, time per support as more are found."""
    return [_count(), *_list(quick, seed)]


def _count() -> Report:
    rows = []
    worst = 0.0
    for layers in (3, 5, 12, 18):
        instance = layered(layers, 10)
        since = time.process_time()
        family = compile_family(instance.part)
        assert family is not None
        count, sampled = family.count, family.sample(1)
        seconds = time.process_time() - since
        assert count == 10**layers
        assert len(sampled) == layers
        worst = max(worst, seconds)
        rows.append((instance.name, f"{count:.0e}", 1000 * seconds))
    target = Target("count 10^12, and 10^18", "under 1 s", f"at most {1000 * worst:.3g} ms", worst < 1)
    return Report("all supports, counted", ("instance", "supports", "CPU ms"), tuple(rows), (target,))


def _list(quick: bool, seed: int) -> list[Report]:
    budget = 3.0 if quick else 12.0
    instances = [
        layered(3, 10),
        layered(10, 2),
        layered(5, 10),
        shared(3, 10, seed),
        shared(4, 8, seed),
        cyclic(15, seed),
        cyclic(20, seed),
        *([] if quick else [cyclic(30, seed), cyclic(40, seed), cyclic(60, seed)]),
    ]
    rows: list[tuple[str | int | float | None, ...]] = []
    curves: list[tuple[str | int | float | None, ...]] = []
    targets = []
    for instance in instances:
        runs: dict[str, Run] = {}
        for name, (method, needs) in METHODS.items():
            if has(*needs):
                one = run(method, instance.part, budget)
                if one.seconds < 1:  # a short run is run again, without what its first steps cost
                    one = min(one, run(method, instance.part, budget), key=lambda one: one.seconds)
                runs[name] = one
        whole = {one.found for one in runs.values() if one.complete}
        assert len(whole) <= 1, f"{instance.name}: methods disagree"
        everything = next(iter(whole), None)
        for name, one in runs.items():
            assert everything is None or one.found <= everything, (
                f"{instance.name}: {name} lists what is none"
            )
            each = 1e6 * one.seconds / max(one.count, 1)
            rows.append((instance.name, name, one.count, "yes" if one.complete else "no", one.seconds, each))
            curves.append(
                (
                    instance.name,
                    name,
                    " ".join(f"{count}:{1e6 * spent / max(count, 1):.0f}" for count, spent in one.curve),
                )
            )
        own, peers = runs["suffice"], [one for name, one in runs.items() if name != "suffice"]
        if not peers:
            continue
        rate = min(one.seconds / max(one.count, 1) for one in peers)
        best = rate * own.count  # the best peer, at its own pace, for as many
        if instance.name == "layered 5 x 10":
            ratio = best / own.seconds
            targets.append(
                Target("list 10^5 supports against the best peer", "30 x", f"{ratio:.1f} x", ratio >= 30)
            )
        else:
            bound = 1.25 * best + 0.05
            told = f"{own.seconds:.3f} s against {best:.3f} s"
            targets.append(
                Target(f"{instance.name} against the best peer", "1.25 x + 50 ms", told, own.seconds <= bound)
            )
    listed = Report(
        f"all supports, listed within {budget:g} CPU s",
        ("instance", "method", "supports", "all", "CPU s", "us each"),
        tuple(rows),
        tuple(targets),
        ("A peer that did not list all is taken at the pace that it had.",),
    )
    curve = Report(
        "microseconds for each support, by how many were found",
        ("instance", "method", "found:us"),
        tuple(curves),
    )
    return [listed, curve]

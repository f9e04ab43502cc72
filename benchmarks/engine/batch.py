"""Many tiny programs: about 35 atoms, 25 rules and 23 units each, as one question makes them.

Closures and certificates a second, over prepared programs; and one program asked once, building included, from tuples of ints.
A certificate is a minimal support by deletion, the highest atom first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from benchmarks.measure import Report, Target, has, measure
from suffice.engine.kernel import HornRules, ProgramBatch, close_tiny, least_model

__all__ = ["measure_topic"]

Pairs = tuple[tuple[int, tuple[int, ...]], ...]
Tiny = tuple[int, Pairs, tuple[int, ...], int]


def measure_topic(quick: bool, seed: int) -> list[Report]:
    """Tables: closures, certificates, single programs."""
    if not has("numba"):
        return [Report("Tiny programs: not measured, numba is not installed", ("",), ())]
    programs = make_programs(500 if quick else 2_000, seed)
    return [_closures(programs), _certificates(programs), _single(programs)]


def make_programs(count: int, seed: int) -> list[Tiny]:
    """Atoms, rules, units and a goal that follows."""
    random = Random(seed)
    found: list[Tiny] = []
    while len(found) < count:
        given, derived = random.randint(18, 28), random.randint(9, 15)
        size = given + derived
        pairs = tuple(
            (
                random.randrange(given, size),
                tuple(random.randrange(size) for _ in range(random.randint(1, 3))),
            )
            for _ in range(random.randint(20, 30))
        )
        units = tuple(range(given))
        follows = [atom for atom in close_tiny(pairs, units) if atom >= given]
        if follows:
            found.append((size, pairs, units, random.choice(follows)))
    return found


# Python bitsets: what one writes by hand.


def masks_of(pairs: Pairs) -> list[tuple[int, int]]:
    rules = []
    for head, body in pairs:
        mask = 0
        for atom in body:
            mask |= 1 << atom
        rules.append((mask, 1 << head))
    return rules


def bits_of(atoms: Sequence[int]) -> int:
    state = 0
    for atom in atoms:
        state |= 1 << atom
    return state


def close_bits(rules: list[tuple[int, int]], state: int) -> int:
    while True:
        before = state
        for mask, head in rules:
            if state & mask == mask:
                state |= head
        if state == before:
            return state


def prune_bits(rules: list[tuple[int, int]], units: int, goal: int) -> int:
    for atom in range(units.bit_length() - 1, -1, -1):
        rest = units & ~(1 << atom)
        if rest != units and close_bits(rules, rest) & goal:
            units = rest
    return units


def _closures(programs: list[Tiny]) -> Report:
    batch = ProgramBatch([(size, pairs) for size, pairs, _, _ in programs], kernel="numba")
    states = batch.pack([units for _, _, units, _ in programs])
    prepared = [(masks_of(pairs), bits_of(units)) for _, pairs, units, _ in programs]

    def many() -> object:
        for _ in range(50):
            found = batch.close(states)
        return found

    def bitsets() -> list[int]:
        return [close_bits(rules, state) for rules, state in prepared]

    def sets() -> list[set[int]]:
        return [close_tiny(pairs, units) for _, pairs, units, _ in programs]

    ours = batch.unpack(batch.close(states))
    assert [set(row) for row in ours] == sets()
    rates = {"ours, prepared batch": _rate(many, 50 * len(programs))}
    rates["ours, batch made from tuples"] = _rate(
        lambda: ProgramBatch([(size, pairs) for size, pairs, _, _ in programs], kernel="numba").close(states),
        len(programs),
    )
    rates["Python bitsets, masks ready"] = _rate(bitsets, len(programs))
    rates["Python sets (close_tiny)"] = _rate(sets, len(programs))
    if has("pysat"):
        from pysat.solvers import Minisat22

        solvers = [
            Minisat22([[head + 1, *(-atom - 1 for atom in body)] for head, body in pairs])
            for _, pairs, _, _ in programs
        ]
        assumed = [[unit + 1 for unit in units] for _, _, units, _ in programs]
        questions = [[*units, -goal - 1] for units, (_, _, _, goal) in zip(assumed, programs, strict=True)]
        asked = list(zip(solvers, assumed, strict=True))
        rates["python-sat minisat22: propagate (the closure)"] = _rate(
            lambda: [solver.propagate(units) for solver, units in asked], len(programs)
        )
        both = list(zip(solvers, questions, strict=True))
        rates["python-sat minisat22: solve (one goal)"] = _rate(
            lambda: [solver.solve(units) for solver, units in both], len(programs)
        )
        for solver in solvers:
            solver.delete()
    own = rates["ours, prepared batch"]
    peers = [rate for name, rate in rates.items() if "python-sat" in name]
    return Report(
        f"{len(programs):,} tiny programs: closures a second (CPU)",
        ("", "a second", "ours / it"),
        tuple((name, rate, own / rate) for name, rate in rates.items()),
        (_target("closures: ours / the faster way of python-sat", 40, own / max(peers) if peers else None),),
    )


def _certificates(programs: list[Tiny]) -> Report:
    batch = ProgramBatch([(size, pairs) for size, pairs, _, _ in programs], kernel="numba")
    states = batch.pack([units for _, _, units, _ in programs])
    goals = [goal for _, _, _, goal in programs]
    prepared = [(masks_of(pairs), bits_of(units), 1 << goal) for _, pairs, units, goal in programs]

    def bitsets() -> list[int]:
        return [prune_bits(*one) for one in prepared]

    def many() -> object:
        for _ in range(10):
            found = batch.prune(states, goals)
        return found

    supports, _ = batch.prune(states, goals)
    assert supports[:, 0].tolist() == bitsets()
    own = _rate(many, 10 * len(programs))
    rates = {"ours, prepared batch": own, "Python bitsets, masks ready": _rate(bitsets, len(programs))}
    ratio = own / rates["Python bitsets, masks ready"]
    return Report(
        f"{len(programs):,} tiny programs: whole pruned certificates a second (CPU)",
        ("", "a second", "ours / it"),
        tuple((name, rate, own / rate) for name, rate in rates.items()),
        (_target("certificates: ours / Python bitsets", 20, ratio),),
    )


def _single(programs: list[Tiny]) -> Report:
    ways: dict[str, Callable[[Pairs, tuple[int, ...], int], object]] = {
        "ours, close_tiny": lambda pairs, units, size: close_tiny(pairs, units),
        "ours, least_model (checked, with reasons)": lambda pairs, units, size: least_model(
            HornRules.from_pairs(size, pairs), units, kernel="python"
        ),
        "Python bitsets": lambda pairs, units, size: close_bits(masks_of(pairs), bits_of(units)),
    }
    rates = {name: _rate(partial(_each, programs, way), len(programs)) for name, way in ways.items()}
    some = programs[:200]
    rates["clingo, a new control each"] = _rate(lambda: [_clingo(*one) for one in some], len(some))
    own = rates["ours, close_tiny"]
    return Report(
        "One tiny program as tuples of ints, building included: programs a second (CPU)",
        ("", "a second", "ours / it"),
        tuple((name, rate, own / rate) for name, rate in rates.items()),
        (_target("single: ours / Python bitsets", 2, own / rates["Python bitsets"]),),
    )


def _each(programs: list[Tiny], way: Callable[[Pairs, tuple[int, ...], int], object]) -> None:
    for size, pairs, units, _ in programs:
        way(pairs, units, size)


def _clingo(size: int, pairs: Pairs, units: tuple[int, ...], goal: int) -> list[int]:
    import clingo

    control = clingo.Control(["--warn=none"])
    with control.backend() as backend:
        names = [backend.add_atom() for _ in range(size)]
        for unit in units:
            backend.add_rule([names[unit]])
        for head, body in pairs:
            backend.add_rule([names[head]], [names[atom] for atom in body])
    with control.solve(yield_=True) as handle:
        model = handle.model()
        assert model is not None
        return [atom for atom, name in enumerate(names) if model.is_true(name)]


def _rate(work: Callable[[], object], count: int) -> float:
    work()  # whatever is compiled or made once is so before
    seconds, _ = measure(work, repeats=15, budget=4)
    return count / seconds


def _target(what: str, bound: float, ratio: float | None) -> Target:
    if ratio is None:
        return Target(what, f">= {bound}", "-", None)
    return Target(what, f">= {bound}", f"{ratio:.1f}", ratio >= bound)

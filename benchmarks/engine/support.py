"""One minimal support of a deep goal among 2,000 and 20,000 units (W1, ten rules a unit), against deletion and MUSX.

All sides have the program ready: ours its index, MUSX its clauses. Each support is checked to be minimal.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median

from benchmarks.engine.workloads import make_rules
from benchmarks.measure import Report, Target, has, measure
from suffice.engine.kernel import HornRules, least_model, minimal_support

__all__ = ["measure_topic"]


def measure_topic(quick: bool, seed: int) -> list[Report]:
    """One table for each size."""
    if not has("numba"):
        return [Report("One support: not measured, numba is not installed", ("",), ())]
    return [_supports(count, seed) for count in ((20_000,) if quick else (20_000, 200_000))]


def _supports(count: int, seed: int) -> Report:
    arrays = make_rules(count, seed)
    rules = HornRules.from_arrays(*arrays.rules)
    units = arrays.units.tolist()
    model = least_model(rules, arrays.units, kernel="numba")
    derived = list(model)[len(units) :]
    goals = [
        derived[-1 - place * len(derived) // 16] for place in range(8)
    ]  # the deepest, and seven from the deeper half
    closure = _often(lambda: least_model(rules, arrays.units, kernel="numba"))
    times, sizes = [], []
    for goal in goals:
        times.append(_often(lambda goal=goal: minimal_support(rules, arrays.units, goal, kernel="numba")))  # type: ignore[misc]
        support = minimal_support(rules, arrays.units, goal, kernel="numba")
        assert support is not None
        assert goal in least_model(rules, support)
        for unit in support:
            assert goal not in least_model(rules, [other for other in support if other != unit])
        sizes.append(len(support))
    own = median(times)
    rows: list[tuple[str | float | None, ...]] = [
        ("one closure", closure * 1e3, closure / own, None),
        ("ours", own * 1e3, 1.0, median(sizes)),
    ]
    ratio = own / closure
    targets = [
        Target(f"ours / one closure, {len(units):,} units", "<= 2", f"{ratio:.2f}", ratio <= 2)
    ]  # fmt: skip
    some = units[: min(len(units), 200)]
    deletion, _ = measure(
        lambda: [
            least_model(rules, [u for u in units if u != unit], until=goals[0], kernel="numba")
            for unit in some
        ],
        repeats=3,
    )
    deletion *= len(units) / len(some)
    rows.append(
        (f"deletion, {len(units) + 1:,} closures (from {len(some)})", deletion * 1e3, deletion / own, None)
    )
    few = goals[:3] if count <= 50_000 else goals[:1]
    for name, found in (("python-sat MUSX", _musx(rules, units, few)),):
        if found is None:
            rows.append((name, None, None, None))
            continue
        seconds = median(time for time, _ in found)
        rows.append((name, seconds * 1e3, seconds / own, median(size for _, size in found)))
        ratio = seconds / own
        targets.append(Target(f"{name} / ours, {len(units):,} units", ">= 50", f"{ratio:.0f}", ratio >= 50))
    return Report(
        f"One minimal support among {len(units):,} units, {count:,} rules: median over {len(goals)} deep goals",
        ("", "CPU ms", "x", "units"),
        tuple(rows),
        tuple(targets),
    )


def _often(work: Callable[[], object], times: int = 20) -> float:
    """Median CPU seconds of something short, done some times on end."""
    work()  # what is made once is made
    seconds, _ = measure(lambda: [work() for _ in range(times)], repeats=7, budget=10)
    return seconds / times


def _musx(rules: HornRules, units: list[int], goals: list[int]) -> list[tuple[float, int]] | None:
    """Seconds and size for each goal; the clauses are ready."""
    if not has("pysat"):
        return None
    from pysat.examples.musx import MUSX
    from pysat.formula import WCNF

    clauses = [[head + 1, *(-atom - 1 for atom in body)] for head, body in rules.pairs]
    found = []
    for goal in goals:
        formula = WCNF()
        for clause in clauses:
            formula.append(clause)
        formula.append([-goal - 1])
        for unit in units:
            formula.append([unit + 1], weight=1)

        def solve(formula: WCNF = formula) -> list[int]:
            with MUSX(formula, solver="m22", verbosity=0) as finder:
                core: list[int] = finder.compute()
                return core

        seconds, core = measure(solve, repeats=3, budget=10)
        found.append((seconds, len(core)))
    return found

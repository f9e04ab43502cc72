"""The ground kernel against itself: compiled = Python = `close` = a plain fixpoint, however it is asked."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from suffice.engine import close, closure
from suffice.engine.ground import GroundProgram, GroundRule, Unfolded, ground_program
from suffice.engine.kernel import (
    HornRules,
    LeastModel,
    MaintainedModel,
    ProgramBatch,
    close_tiny,
    is_compiled,
    least_model,
    minimal_support,
)
from suffice.errors import EngineError, UsageError
from suffice.rules import Atom, Program, Rule
from tests.engine.horn import Pairs, fixpoint, ground_programs, random_program
from tests.strategies import safe_programs

KERNELS = ("python", "numba")
SEEDS = range(0, 40, 2)


def told(model: LeastModel) -> tuple[list[int], list[int], list[int]]:
    return (
        [int(atom) for atom in model.order],
        [int(n) for n in model.reasons],
        [int(n) for n in model.heights],
    )


def assert_agrees(size: int, pairs: Pairs, units: list[int]) -> None:
    rules = HornRules.from_pairs(size, pairs)
    expected = fixpoint(pairs, units)
    for asked in ({}, {"shortest": False}, {"until": size - 1}):
        python, numba = (told(least_model(rules, units, kernel=kernel, **asked)) for kernel in KERNELS)
        assert python == numba, asked
        if "until" not in asked:
            assert set(python[0]) == expected
            assert len(python[0]) == len(expected)
        assert_well_founded(pairs, units, python)
    assert close_tiny(pairs, units) == expected
    levels = [n for _, n in sorted(zip(*told(least_model(rules, units))[::2], strict=True))]
    assert levels == [n for _, n in sorted(least_heights(pairs, units).items())]


def assert_well_founded(
    pairs: Pairs, units: list[int], found: tuple[list[int], list[int], list[int]]
) -> None:
    before: dict[int, int] = {}
    for atom, number, height in zip(*found, strict=True):
        if number < 0:
            assert atom in units
            assert height == 0
        else:
            assert pairs[number][0] == atom
            assert height == 1 + max((before[other] for other in pairs[number][1]), default=0)
        before[atom] = height


def least_heights(pairs: Pairs, units: list[int]) -> dict[int, int]:
    heights = dict.fromkeys(units, 0)
    for level in range(1, len(pairs) + 2):
        fresh = {
            head for head, body in pairs if head not in heights and all(atom in heights for atom in body)
        }
        heights |= dict.fromkeys(fresh, level)
    return heights


@given(ground_programs())
@settings(max_examples=120, deadline=None)
def test_kernels_agree(program: tuple[int, Pairs, list[int]]) -> None:
    assert_agrees(*program)


@pytest.mark.parametrize("seed", SEEDS)
def test_kernels_agree_on_larger_programs(seed: int) -> None:
    assert_agrees(*random_program(Random(seed), 20 + seed * 25))


@given(safe_programs(negation=False))
@settings(max_examples=60, deadline=None)
def test_kernels_give_what_close_gives_in_its_order(program: Program) -> None:
    ground = ground_program(program)
    expected = close(ground)
    for kernel in KERNELS:
        model = least_model(HornRules.from_ground(ground), ground.inputs, kernel=kernel)
        order, reasons, heights = told(model)
        assert [None if n < 0 else n for n in reasons] == list(expected.reasons.values())
        assert order == list(expected.reasons)
        assert dict(zip(order, heights, strict=True)) == expected.ranks


@given(ground_programs(), st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None)
def test_sorting_by_head_keeps_rules_and_numbers(
    program: tuple[int, Pairs, list[int]], random: Random
) -> None:
    size, pairs, units = program
    rules = HornRules.from_pairs(size, pairs)
    ordered = rules.sort_by_head()
    heads = ordered.heads.tolist()
    assert heads == sorted(heads)
    assert [pairs[number] for number in ordered.numbers.tolist()] == list(ordered.pairs)
    same = [number for _, number in sorted((pairs[n][0], n) for n in range(len(pairs)))]
    assert ordered.numbers.tolist() == same
    again = HornRules.from_arrays(size, *ordered.arrays)
    assert again.pairs == ordered.pairs
    assert told(least_model(again, units, kernel="numba")) == told(
        least_model(ordered, units, kernel="python")
    )


def test_a_body_longer_than_a_byte_counts() -> None:
    pairs: Pairs = [(300, tuple(range(300))), (301, (300,) * 255), (302, (0,) * 256)]
    assert_agrees(303, pairs, list(range(300)))
    assert_agrees(303, pairs, list(range(1, 300)))


def test_a_long_body_that_waits_for_each_of_its_atoms() -> None:
    pairs: Pairs = [(400, tuple(range(300))), *((n + 1, (n,)) for n in range(299))]
    assert_agrees(401, pairs, [0])
    assert_agrees(401, pairs, [1])


def test_a_long_chain() -> None:
    pairs: Pairs = [(n + 1, (n,)) for n in range(50_000)]
    rules = HornRules.from_pairs(50_001, pairs)
    for kernel in KERNELS:
        for shortest in (True, False):
            model = least_model(rules, [0], kernel=kernel, shortest=shortest)
            assert len(model) == 50_001
            assert model.heights[-1] == 50_000
            assert model.leaves(50_000) == [0]


@given(ground_programs(), st.data())
@settings(max_examples=80, deadline=None)
def test_a_batch_gives_what_single_programs_give(
    program: tuple[int, Pairs, list[int]], data: st.DataObject
) -> None:
    programs = [program, *data.draw(st.lists(ground_programs(), max_size=3))]
    which = data.draw(st.lists(st.integers(0, len(programs) - 1), min_size=1, max_size=5))
    goals = [data.draw(st.integers(0, programs[number][0] - 1)) for number in which]
    results: list[tuple[list[list[int]], list[list[int]], list[bool]]] = []
    for kernel in KERNELS:
        batch = ProgramBatch([(size, pairs) for size, pairs, _ in programs], kernel=kernel)
        states = batch.pack([programs[number][2] for number in which])
        closed = batch.unpack(batch.close(states, which))
        supports, holds = batch.prune(states, goals, which)
        results.append((closed, batch.unpack(supports), holds.tolist()))
    assert results[0] == results[1]
    for number, row, support, goal, held in zip(
        which, results[0][0], results[0][1], goals, results[0][2], strict=True
    ):
        size, pairs, units = programs[number]
        assert set(row) == fixpoint(pairs, units)
        assert held == (goal in row)
        order = sorted(set(units), reverse=True)
        expected = minimal_support(HornRules.from_pairs(size, pairs), units, goal, order=order)
        assert support == sorted(expected or ())


@pytest.mark.parametrize("seed", SEEDS)
def test_a_batch_of_programs_of_several_words(seed: int) -> None:
    random = Random(seed)
    programs = [random_program(random, most) for most in (10, 70, 200)]
    for kernel in KERNELS:
        batch = ProgramBatch([(size, pairs) for size, pairs, _ in programs], kernel=kernel)
        found = batch.unpack(batch.close(batch.pack([units for _, _, units in programs])))
        assert [set(row) for row in found] == [fixpoint(pairs, units) for _, pairs, units in programs]


def minimal_sets(pairs: Pairs, units: list[int], given: list[int], goal: int) -> list[set[int]]:
    found: list[set[int]] = []
    for count in range(len(units) + 1):
        for chosen in map(set, combinations(units, count)):
            if not any(one <= chosen for one in found) and goal in fixpoint(pairs, [*given, *chosen]):
                found.append(chosen)
    return found


@given(ground_programs(9), st.data())
@settings(max_examples=120, deadline=None)
def test_supports_are_minimal_by_brute_force(
    program: tuple[int, Pairs, list[int]], data: st.DataObject
) -> None:
    size, pairs, units = program
    units = list(dict.fromkeys(units))
    goal = data.draw(st.integers(0, size - 1))
    fixed = data.draw(st.lists(st.integers(0, size - 1), max_size=2))
    rules = HornRules.from_pairs(size, pairs)
    every = minimal_sets(pairs, [unit for unit in units if unit not in fixed], fixed, goal)
    first, second = (minimal_support(rules, units, goal, given=fixed, kernel=kernel) for kernel in KERNELS)
    assert first == second
    assert (first is None) == (not every)
    if first is None:
        return
    assert set(first) in every
    # Deletion in a given order, done as it is written.
    order = data.draw(st.permutations(units))
    left = [unit for unit in units if unit not in fixed]
    for unit in order:
        rest = [other for other in left if other != unit]
        if goal in fixpoint(pairs, [*fixed, *rest]):
            left = rest
    for kernel in KERNELS:
        assert minimal_support(rules, units, goal, given=fixed, order=order, kernel=kernel) == left


@pytest.mark.parametrize("seed", SEEDS)
def test_supports_of_larger_programs_are_minimal(seed: int) -> None:
    size, pairs, units = random_program(Random(seed), 20 + 10 * seed)
    rules = HornRules.from_pairs(size, pairs)
    for goal in list(least_model(rules, units))[-3:]:
        first, second = (minimal_support(rules, units, goal, kernel=kernel) for kernel in KERNELS)
        assert first == second
        assert first is not None
        assert goal in fixpoint(pairs, first)
        for unit in first:
            assert goal not in fixpoint(pairs, [other for other in first if other != unit])


class Maintenance(RuleBasedStateMachine):
    """Units come and go; both kernels keep what a fixpoint from scratch gives."""

    def __init__(self) -> None:
        super().__init__()
        self.size = 1
        self.pairs: Pairs = []
        self.units: set[int] = set()
        self.models: list[MaintainedModel] = []

    @rule(program=ground_programs())
    def begin(self, program: tuple[int, Pairs, list[int]]) -> None:
        self.size, self.pairs, units = program
        self.units = set(units)
        rules = HornRules.from_pairs(self.size, self.pairs)
        self.models = [MaintainedModel(rules, units, kernel=kernel) for kernel in KERNELS]

    @rule(data=st.data())
    def add(self, data: st.DataObject) -> None:
        self.change(data.draw(st.lists(st.integers(0, self.size - 1), max_size=4)), adding=True)

    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        if self.units:
            self.change(data.draw(st.lists(st.sampled_from(sorted(self.units)), max_size=4)), adding=False)

    def change(self, units: list[int], *, adding: bool) -> None:
        if not self.models:
            return
        before = fixpoint(self.pairs, self.units)
        self.units = self.units | set(units) if adding else self.units - set(units)
        after = fixpoint(self.pairs, self.units)
        found = [model.add(units) if adding else model.remove(units) for model in self.models]
        assert found[0] == found[1]
        assert set(found[0]) == (after - before if adding else before - after)

    @invariant()
    def equals_a_fixpoint_from_scratch(self) -> None:
        for model in self.models:
            assert set(model) == fixpoint(self.pairs, self.units)
            assert len(model) == len(set(model))
            assert {atom for atom in model if model.reason(atom) < 0} == self.units
            rests = {atom: self.pairs[model.reason(atom)] for atom in model if model.reason(atom) >= 0}
            assert all(head == atom for atom, (head, _) in rests.items())
            assert set(model) == fixpoint(rests.values(), self.units)  # by these rules alone: no circle


TestMaintenance = Maintenance.TestCase
TestMaintenance.settings = settings(max_examples=40, stateful_step_count=15, deadline=None)


@pytest.mark.parametrize("seed", SEEDS)
def test_larger_models_are_maintained(seed: int) -> None:
    random = Random(seed)
    size, pairs, units = random_program(random, 20 + 10 * seed)
    there = set(units)
    models = [MaintainedModel(HornRules.from_pairs(size, pairs), there, kernel=kernel) for kernel in KERNELS]
    for _ in range(8):
        gone = random.sample(sorted(there), min(len(there), 5))
        come = [random.randrange(size) for _ in range(5)]
        there = (there - set(gone)) | set(come)
        for model in models:
            model.remove(gone)
            model.add(come)
            assert set(model) == fixpoint(pairs, there)


def ground_of(size: int, pairs: Pairs) -> GroundProgram:
    """Numbered rules as a ground program."""
    atoms = tuple(Atom(f"a{number}") for number in range(size))
    source = Rule(atoms[0])
    rules = tuple(GroundRule(head, body, (), source, ()) for head, body in pairs)
    return GroundProgram(Program(()), atoms, rules, (), Unfolded(Program(())))


@pytest.mark.parametrize("seed", SEEDS)
def test_follow_gives_the_same_by_either_kernel(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(seed)
    size, pairs, units = random_program(random, 200)
    if seed == 0:
        pairs.append((0, tuple(random.choices(range(size), k=300))))
    ground = ground_of(size, pairs)
    chosen = [number for number in range(len(pairs)) if random.random() < 0.8]
    for until in (None, random.randrange(size)):
        found = []
        for kernel in KERNELS:
            monkeypatch.setenv("SUFFICE_KERNEL", kernel)
            found.append(list(closure.follow(ground, units, chosen, until=until).items()))
        assert found[0] == found[1]
        assert all(type(atom) is int for atom, _ in found[1])


BAD: list[tuple[str, Callable[[], Any]]] = [
    ("no atom 3 among 3", lambda: HornRules.from_pairs(3, [(3, ())])),
    ("no atom -1", lambda: HornRules.from_pairs(3, [(0, (-1,))])),
    ("no whole number", lambda: HornRules.from_pairs(3, [(0, (1.5,))])),  # type: ignore[list-item]
    ("no whole number", lambda: HornRules.from_pairs(3, [(True, ())])),
    ("no pair", lambda: HornRules.from_pairs(3, [(0, 1, 2)])),  # type: ignore[list-item]
    ("number of atoms", lambda: HornRules.from_pairs(-1, [])),
    ("number of atoms", lambda: HornRules.from_arrays(2**40, [], [0], [])),
    ("`starts`, not 1", lambda: HornRules.from_arrays(3, [0], [0], [])),
    ("from 0 to 2", lambda: HornRules.from_arrays(3, [0], [0, 1], [1, 2])),
    ("descends", lambda: HornRules.from_arrays(3, [0, 0], [0, 2, 1], [1])),
    ("`heads`: there is no atom 3", lambda: HornRules.from_arrays(3, [3], [0, 0], [])),
    ("`body`: there is no atom -7", lambda: HornRules.from_arrays(3, [0], [0, 1], [-7])),
    ("`heads` is no array of whole", lambda: HornRules.from_arrays(3, [0.5], [0, 0], [])),
    ("in one dimension", lambda: HornRules.from_arrays(3, [[0]], [0, 0], [])),
    ("beyond 32 bits", lambda: HornRules.from_arrays(3, [2**33], [0, 0], [])),
    ("no atom 5", lambda: least_model(HornRules.from_pairs(3, []), [5])),
    ("no atom 5", lambda: least_model(HornRules.from_pairs(3, []), [5], kernel="numba")),
    ("no atom -1", lambda: least_model(HornRules.from_pairs(3, []), [], until=-1)),
    ("no whole number", lambda: least_model(HornRules.from_pairs(3, []), ["a"])),  # type: ignore[list-item]
    ("no kernel", lambda: least_model(HornRules.from_pairs(3, []), [], kernel="c")),
    ("each unit once", lambda: minimal_support(HornRules.from_pairs(3, []), [1], 1, order=[])),
    ("does not hold", lambda: least_model(HornRules.from_pairs(3, []), []).steps(1)),
    ("no unit", lambda: MaintainedModel(HornRules.from_pairs(2, [(1, (0,))]), [0]).remove([1])),
    ("no atom 70", lambda: ProgramBatch([(3, [])]).pack([[70]])),
    ("make it with `pack`", lambda: ProgramBatch([(3, [])]).close([[1]])),  # type: ignore[arg-type]
    ("a row is of another", lambda: (b := ProgramBatch([(3, [])])).close(b.pack([[1]]), [1])),
    ("as many goals", lambda: (b := ProgramBatch([(3, [])])).prune(b.pack([[1]]), [])),
]


@pytest.mark.parametrize(("message", "call"), BAD, ids=range(len(BAD)))
def test_bad_input_is_refused_by_name(message: str, call: Callable[[], Any]) -> None:
    with pytest.raises(UsageError, match=message):
        call()


@pytest.mark.parametrize("name", ["heads", "starts", "body"])
def test_the_compiled_check_finds_what_is_wrong(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUFFICE_KERNEL", "numba")
    arrays = {"heads": [0, 1], "starts": [0, 1, 2], "body": [1, 1]}
    assert len(HornRules.from_arrays(2, **arrays)) == 2
    arrays[name][1] = 7
    with pytest.raises(UsageError, match=f"`{name}`"):
        HornRules.from_arrays(2, **arrays)


def test_a_forced_kernel_that_is_missing_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("suffice.engine.kernel.choice._loads", lambda: False)
    assert not is_compiled(10**9)
    with pytest.raises(EngineError, match="numba is not installed"):
        is_compiled(1, "numba")
    monkeypatch.setenv("SUFFICE_KERNEL", "numba")
    with pytest.raises(EngineError, match="numba is not installed"):
        least_model(HornRules.from_pairs(1, []), [])


def test_without_numba_large_programs_are_closed_in_python() -> None:
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "from suffice.engine.kernel import *\n"
        "rules = HornRules.from_pairs(150_001, [(n + 1, (n,)) for n in range(150_000)])\n"
        "model = least_model(rules, [0])\n"
        "print(len(model), type(model.order).__name__, minimal_support(rules, [0, 7], 9))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["150001", "list", "[7]"]


def test_small_programs_import_neither_numpy_nor_numba() -> None:
    code = (
        "import sys; from suffice.engine.kernel import *\n"
        "rules = HornRules.from_pairs(3, [(2, (0, 1))])\n"
        "assert minimal_support(rules, [0, 1], 2) == [0, 1]; MaintainedModel(rules, [0]).add([1])\n"
        "print(*[name for name in ('numpy', 'numba') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_an_unwritable_cache_does_no_harm(tmp_path: Path) -> None:
    code = (
        "from suffice.engine.kernel import *\n"
        "print(list(least_model(HornRules.from_pairs(2, [(1, (0,))]), [0], kernel='numba', shortest=False)))"
    )
    blocked = tmp_path / "file"
    blocked.write_text("")
    environment = os.environ | {"NUMBA_CACHE_DIR": str(blocked / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False
    )
    assert (done.stdout.strip(), done.stderr) == ("[0, 1]", "")

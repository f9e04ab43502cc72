"""All supports, and one, against engines that we did not write: python-sat and clingexplaid, where they are installed."""

import pytest
from hypothesis import given, settings

from benchmarks.engine.supports import Found, Instance, cyclic, layered, marco, opt_ux, ours, shared
from suffice.engine.slice import Slice, slice_goal
from suffice.engine.supports import prune_support
from suffice.rules import Program
from tests.engine.test_supports import GOAL, horn_programs

INSTANCES = [
    layered(3, 4),
    layered(6, 2),
    shared(3, 5, 1),
    shared(2, 8, 2),
    cyclic(8, 1),
    cyclic(12, 2),
    cyclic(15, 3),
]


def supports(part: Slice) -> set[Found]:
    found = [tuple(sorted(support)) for support in ours(part)]
    assert len(found) == len(set(found))
    return set(found)


@pytest.mark.parametrize("instance", INSTANCES, ids=lambda instance: instance.name)
def test_all_supports_are_those_of_python_sat(instance: Instance) -> None:
    pytest.importorskip("pysat", reason="python-sat is not installed: pip install 'suffice[bench]'")
    assert supports(instance.part) == set(opt_ux(instance.part))


@pytest.mark.parametrize("instance", INSTANCES, ids=lambda instance: instance.name)
def test_all_supports_are_those_of_clingexplaid(instance: Instance) -> None:
    pytest.importorskip("clingexplaid", reason="clingexplaid is not installed: pip install 'suffice[bench]'")
    assert supports(instance.part) == set(marco(instance.part))


@given(horn_programs())
@settings(deadline=None, max_examples=60)
def test_one_support_is_a_minimal_unsatisfiable_subset_of_python_sat(program: Program) -> None:
    pytest.importorskip("pysat", reason="python-sat is not installed: pip install 'suffice[bench]'")
    part = slice_goal(program, GOAL)
    one = prune_support(part)
    everything = set(opt_ux(part)) if one else None
    if one is None:
        assert part.first is None
    elif everything is not None:
        assert tuple(sorted(part.units.index(unit) for unit in one)) in everything

"""One inclusion-minimal support on the kernel: the leaves of the first derivation, then deletion on what concerns them.

The first derivation needs few of many units. The rules that fire from its leaves and lead to the goal are cut out, and units
are dropped there, one by one, if the rest suffices. A unit that the last derivation found does not use goes without a closure;
that changes no result.

Source for dropping what a derivation leaves aside: A. Belov and J. Marques-Silva, Accelerating MUS extraction with recursive
model rotation, FMCAD (2011), section II (clause-set refinement).

>>> rules = HornRules.from_pairs(5, [(4, (3, 2)), (3, (0,)), (3, (1,))])
>>> minimal_support(rules, [0, 1, 2], 4)
[0, 2]
>>> minimal_support(rules, [0, 1, 2], 4, order=[0, 2, 1])
[1, 2]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from suffice.engine.kernel import plain
from suffice.engine.kernel.choice import is_compiled
from suffice.engine.kernel.model import check_atom, count_compiled, least_model, unit_array, unit_list
from suffice.engine.kernel.rules import HornRules
from suffice.errors import UsageError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["minimal_support"]


def minimal_support(
    rules: HornRules,
    units: Iterable[int],
    goal: int,
    *,
    given: Iterable[int] = (),
    order: Sequence[int] | None = None,
    kernel: str | None = None,
) -> list[int] | None:
    """Units that suffice for a goal, none of them to spare.

    Args:
        rules: the rules.
        units: atoms that may be dropped.
        goal: the atom to derive.
        given: atoms that hold anyway.
        order: all units, in the order in which they are dropped wherever the rest suffices. If None, those that the first
            derivation does not use go first, then the others, the last of `units` first.
        kernel: `"python"` or `"numba"` to force one; both give the same.

    Returns:
        Units in the order of `units`; None if the goal does not follow from all of them.

    Raises:
        UsageError: a number is no atom of the rules, or `order` does not name each unit once.
        EngineError: numba is asked for and not installed.
    """
    check_atom(rules, goal)
    if is_compiled(len(rules), kernel):
        fixed, wanted = unit_array(rules, given, "given"), unit_array(rules, units)
        dropping = None if order is None else _check_order(unit_list(rules, order, "order"), wanted.tolist())
        return _compiled(rules, fixed, wanted, goal, dropping)
    fixed_list, wanted_list = unit_list(rules, given, "given"), unit_list(rules, units)
    dropping = None if order is None else _check_order(unit_list(rules, order, "order"), wanted_list)
    return _plain(rules, fixed_list, wanted_list, goal, dropping)


def _check_order(order: Sequence[int], units: Iterable[int]) -> Sequence[int]:
    if sorted(order) != sorted(set(units)):
        raise UsageError("`order` does not name each unit once")
    return order


def _plain(
    rules: HornRules, given: list[int], units: list[int], goal: int, order: Sequence[int] | None
) -> list[int] | None:
    model = least_model(rules, [*given, *units], until=goal, kernel="python")
    if goal not in model:
        return None
    there = frozenset(given)
    leaves = dict.fromkeys(units if order else model.leaves(goal))
    wanted = [unit for unit in leaves if unit not in there]
    dropping = [unit for unit in (order or reversed(wanted)) if unit not in there]
    model = least_model(rules, [*given, *wanted], kernel="python")
    chosen = [rules.pairs[number] for number in plain.useful(rules, model, goal)]
    atoms = dict.fromkeys((goal, *(atom for head, body in chosen for atom in (head, *body))))
    names = {atom: name for name, atom in enumerate(atoms)}
    pairs = tuple((names[head], tuple(names[atom] for atom in body)) for head, body in chosen)
    local = [unit for unit in dropping if unit in names]
    stays = plain.prune(
        HornRules(len(names), pairs, None),
        [names[atom] for atom in given if atom in names],
        [names[unit] for unit in local],
        names[goal],
    )
    kept = {unit for unit, stay in zip(local, stays, strict=True) if stay}
    return [unit for unit in wanted if unit in kept]


def _compiled(
    rules: HornRules,
    given: NDArray[np.int32],
    units: NDArray[np.int32],
    goal: int,
    order: Sequence[int] | None,
) -> list[int] | None:
    import numpy as np

    from suffice.engine.kernel import compiled

    heads, starts, body = rules.arrays
    derived, reasons = count_compiled(rules, np.concatenate((given, units)), goal)
    if not (derived == goal).any():
        return None
    leaves = units if order else compiled.leaves(derived, reasons, starts, body, rules.size, goal)
    there = frozenset(given.tolist())
    wanted = [unit for unit in dict.fromkeys(leaves.tolist()) if unit not in there]
    dropping = [unit for unit in (order or reversed(wanted)) if unit not in there]
    holding, _ = count_compiled(rules, np.concatenate((given, np.array(wanted, np.int32))))
    numbers = compiled.useful(*rules.head_arrays, starts, body, holding, goal)
    atoms, *arrays = compiled.cut(numbers, heads, starts, body, rules.size, goal)
    part = HornRules.from_arrays(len(atoms), *arrays)
    names = {atom: name for name, atom in enumerate(atoms.tolist())}
    local = [unit for unit in dropping if unit in names]
    fixed = [names[atom] for atom in there if atom in names]
    stays = compiled.prune(
        *part.use_arrays,
        *part.arrays,
        np.array(fixed, np.int32),
        np.array([names[unit] for unit in local], np.int32),
        names[goal],
    )
    kept = {unit for unit, stay in zip(local, stays.tolist(), strict=True) if stay}
    return [unit for unit in wanted if unit in kept]

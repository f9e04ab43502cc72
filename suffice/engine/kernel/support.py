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

from suffice.engine.kernel import plain
from suffice.engine.kernel.choice import is_compiled
from suffice.engine.kernel.model import LeastModel, check_atom, least_model, unit_list
from suffice.engine.kernel.rules import HornRules
from suffice.errors import UsageError

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
    fixed = list(dict.fromkeys(unit_list(rules, given, "given")))
    there = frozenset(fixed)
    all_units = list(dict.fromkeys(unit_list(rules, units)))
    wanted = [unit for unit in all_units if unit not in there]
    if order is not None:
        order = unit_list(rules, order, "order")
        if sorted(order) != sorted(all_units):
            raise UsageError("`order` does not name each unit once")
    kernel = kernel or ("numba" if is_compiled(len(rules)) else "python")  # one for all closures
    model = least_model(rules, [*fixed, *wanted], until=goal, kernel=kernel)
    if goal not in model:
        return None
    if order is None:
        leaves = frozenset(model.leaves(goal))
        wanted = [unit for unit in wanted if unit in leaves]
        model = least_model(rules, [*fixed, *wanted], kernel=kernel)
        dropping = wanted[::-1]
    else:
        dropping = [unit for unit in order if unit not in there]
        model = least_model(rules, [*fixed, *wanted], kernel=kernel)
    kept = _drop(model, fixed, dropping, goal, kernel)
    return [unit for unit in wanted if unit in kept]


def _drop(
    model: LeastModel, given: Sequence[int], units: Sequence[int], goal: int, kernel: str
) -> frozenset[int]:
    """Drop units in their order on the part of the program that leads to the goal."""
    rules = model.rules
    if kernel == "python":
        chosen = [rules.pairs[number] for number in plain.useful(rules, model, goal)]
    else:
        from suffice.engine.kernel import compiled

        _, starts, body = rules.arrays
        numbers = compiled.useful(*rules.head_arrays, starts, body, model.order, goal).tolist()
        chosen = [(int(rules.heads[n]), tuple(body[starts[n] : starts[n + 1]].tolist())) for n in numbers]
    atoms = dict.fromkeys((goal, *(atom for head, body in chosen for atom in (head, *body))))
    names = {atom: name for name, atom in enumerate(atoms)}
    part = HornRules(
        len(names), tuple((names[head], tuple(names[atom] for atom in body)) for head, body in chosen), None
    )
    start = [names[atom] for atom in given if atom in names]
    droppable = [unit for unit in units if unit in names]
    local = [names[unit] for unit in droppable]
    if kernel == "python":
        stays: Sequence[int] = plain.prune(part, start, local, names[goal])
    else:
        from suffice.engine.kernel.model import unit_array

        stays = compiled.prune(
            *part.use_arrays, *part.arrays, unit_array(part, start), unit_array(part, local), names[goal]
        ).tolist()
    return frozenset(unit for unit, stay in zip(droppable, stays, strict=True) if stay)

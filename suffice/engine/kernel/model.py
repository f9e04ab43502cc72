"""The least model of ground Horn rules, with the first rule of every atom: the tree of each derivation comes free.

Counters and a queue, first in, first out: each atom's first rule gives a derivation of least height, and ties go to the
rule that comes first. Time and memory are linear in the size of the rules. Where only *some* derivation is wanted, one pass
over the rules without an index does (a rule waits at one atom that it misses); it is faster where rules lie in memory near
the rules that they use.

Sources: W. F. Dowling and J. H. Gallier, Linear-time algorithms for testing the satisfiability of propositional Horn
formulae, J. Logic Programming 1 (1984), algorithm 2, for counters; M. Minoux, LTUR: a simplified linear-time unit resolution
algorithm for Horn formulae, Information Processing Letters 29 (1988), for counters and queue as used here; M. W. Moskewicz
et al., Chaff: engineering an efficient SAT solver, DAC (2001), for waiting at one literal.

>>> rules = HornRules.from_pairs(5, [(2, (0, 1)), (3, (2,)), (4, (4,))])
>>> model = least_model(rules, [0, 1])
>>> list(model.order), list(model.reasons), list(model.heights)
([0, 1, 2, 3], [-1, -1, 0, 1], [0, 0, 1, 2])
>>> 3 in model, 4 in model, model.leaves(3)
(True, False, [0, 1])
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from suffice.engine.kernel import plain
from suffice.engine.kernel.choice import is_compiled
from suffice.engine.kernel.rules import HornRules, int_array
from suffice.errors import UsageError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["LeastModel", "check_atom", "count_compiled", "least_model", "unit_array", "unit_list"]


#: Bodies up to this length are scanned again from the start, rather than from where they were left.
_SHORT = 8


@dataclass(frozen=True, eq=False)
class LeastModel:
    """What holds, in the order in which it was derived.

    Args:
        rules: the rules.
        order: the atoms that hold; a list, or an array from the compiled kernel.
        reasons: beside each its first rule, -1 for an atom that was put in.
    """

    rules: HornRules
    order: Sequence[int] | NDArray[np.int32]
    reasons: Sequence[int] | NDArray[np.int32]

    def __contains__(self, atom: int) -> bool:
        return 0 <= atom < self.rules.size and self._place(atom) >= 0

    def __len__(self) -> int:
        return len(self.order)

    def __iter__(self) -> Iterator[int]:
        return map(int, self.order)

    @cached_property
    def heights(self) -> Sequence[int] | NDArray[np.int32]:
        """Beside each atom the height of its derivation (its rank): 0 for what was put in, 1 for a rule without a body."""
        if isinstance(self.order, list):
            return plain.heights(self.order, list(self.reasons), self.rules.pairs)
        from suffice.engine.kernel import compiled

        found: NDArray[np.int32] = compiled.heights(
            self.order, self.reasons, self.rules.starts, self.rules.body, self.rules.size
        )
        return found

    def steps(self, atom: int) -> list[tuple[int, int]]:
        """The derivation of an atom: pairs of an atom and its rule (-1: put in), premises first.

        Raises:
            UsageError: it does not hold.
        """
        if atom not in self:
            raise UsageError(f"atom {atom} does not hold")
        seen = {self._place(atom)}
        stack = list(seen)
        while stack:
            number = int(self.reasons[stack.pop()])
            if number >= 0:
                fresh = {self._place(other) for other in self._body(number)} - seen
                seen |= fresh
                stack += fresh
        return [(int(self.order[place]), int(self.reasons[place])) for place in sorted(seen)]

    def leaves(self, atom: int) -> list[int]:
        """What was put in and stands at the leaves of an atom's derivation, in the order in which it was put in."""
        return [leaf for leaf, number in self.steps(atom) if number < 0]

    def _body(self, number: int) -> Sequence[int]:
        if isinstance(self.order, list):
            return self.rules.pairs[number][1]
        _, starts, body = self.rules.arrays
        found: list[int] = body[starts[number] : starts[number + 1]].tolist()
        return found

    def _place(self, atom: int) -> int:
        if isinstance(self._places, dict):
            return int(self._places.get(atom, -1))
        return int(self._places[atom])

    @cached_property
    def _places(self) -> Any:  # noqa: ANN401 - a dict, or an array
        if isinstance(self.order, list):
            return {atom: place for place, atom in enumerate(self.order)}
        import numpy as np

        places = np.full(self.rules.size, -1, np.int32)
        places[self.order] = np.arange(len(self.order), dtype=np.int32)
        return places


def least_model(
    rules: HornRules,
    units: Iterable[int] | NDArray[np.int32],
    *,
    until: int | None = None,
    shortest: bool = True,
    kernel: str | None = None,
) -> LeastModel:
    """Close a set of atoms under the rules.

    Args:
        rules: the rules.
        units: atoms that are put in; one that comes twice counts once.
        until: stop as soon as this atom holds.
        shortest: whether derivations must be of least height, and in the order that the rules decide. If not, one pass
            without an index gives the same atoms with some derivation each; `until` is then left aside.
        kernel: `"python"` or `"numba"` to force one; both give the same.

    Raises:
        UsageError: a unit is no atom of the rules.
        EngineError: numba is asked for and not installed.
    """
    goal = -1 if until is None else check_atom(rules, until)
    if not is_compiled(len(rules), kernel):
        start = unit_list(rules, units)
        if not shortest:
            return LeastModel(rules, *plain.sweep(rules, start))
        return LeastModel(rules, *plain.count(rules, start, goal))
    start_array = unit_array(rules, units)
    if shortest:
        return LeastModel(rules, *count_compiled(rules, start_array, goal))
    import numpy as np

    from suffice.engine.kernel import compiled

    order = np.empty(rules.size, np.int32)
    reasons = np.empty(rules.size, np.int32)
    holds, waiting = np.zeros(rules.size, np.uint8), np.zeros(rules.size, np.int32)
    after, stack = np.empty(len(rules), np.int32), np.empty(rules.size, np.int32)
    resume = np.empty(len(rules) if len(rules) and rules.lengths.max() > _SHORT else 0, np.int32)
    space = (holds, waiting, after, stack, resume)
    filled = compiled.sweep(*rules.arrays, start_array, order, reasons, *space)
    return LeastModel(rules, order[:filled], reasons[:filled])


def count_compiled(
    rules: HornRules, units: NDArray[np.int32], until: int = -1, only: Sequence[int] | None = None
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Atoms in the order in which they are derived, and beside each its rule, by the compiled kernel.

    Args:
        rules: the rules.
        units: atoms of the rules.
        until: stop as soon as this atom holds; -1 for none.
        only: the rules to use, ascending; all if None.
    """
    import numpy as np

    from suffice.engine.kernel import compiled

    lengths, unconditional = rules.lengths, rules.unconditional
    if only is None or len(only) == len(rules):
        missing = lengths.copy()
    else:
        missing = np.full_like(lengths, np.iinfo(lengths.dtype).max)  # no counter gets from there to 0
        chosen = np.asarray(only, np.int32)
        missing[chosen] = lengths[chosen]
    count = compiled.count_narrow if missing.dtype == np.uint8 else compiled.count_wide
    order = np.empty(rules.size, np.int32)
    reasons = np.empty(rules.size, np.int32)
    holds, fired = np.zeros(rules.size, np.uint8), np.empty(len(rules), np.int32)
    program = (*rules.use_arrays, rules.heads, missing, unconditional)
    filled = count(*program, units, until, order, reasons, holds, fired)
    return order[:filled], reasons[:filled]


def unit_list(rules: HornRules, units: Iterable[int] | NDArray[np.int32], name: str = "units") -> list[int]:
    """Atoms as a list, checked."""
    atoms: list[int] = units.tolist() if hasattr(units, "tolist") else list(units)
    for atom in atoms:
        if type(atom) is not int:
            raise UsageError(f"`{name}`: {atom!r} is no whole number", remedy="number the atoms")
        if not 0 <= atom < rules.size:
            raise UsageError(f"`{name}`: there is no atom {atom} among {rules.size}")
    return atoms


def unit_array(
    rules: HornRules, units: Iterable[int] | NDArray[np.int32], name: str = "units"
) -> NDArray[np.int32]:
    """Atoms as an array, checked."""
    atoms = int_array(units if hasattr(units, "__array__") else list(units), name)  # type: ignore[arg-type]
    if len(atoms) and not (atoms.min() >= 0 and atoms.max() < rules.size):
        wrong = atoms.min() if atoms.min() < 0 else atoms.max()
        raise UsageError(f"`{name}`: there is no atom {wrong} among {rules.size}")
    return atoms


def check_atom(rules: HornRules, atom: int) -> int:
    """The atom, if the rules have it.

    Raises:
        UsageError: there is no such atom.
    """
    return unit_list(rules, [atom], "atom")[0]

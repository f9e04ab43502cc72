"""A least model that is kept while units come and go, without starting over.

What is added is followed from there. What is removed takes with it whatever was derived *through* it, by the one rule that
each atom remembers; then each lost atom that a rule still derives from what is left is put back, and followed again. An
atom's rule uses only what held before it, so no circle keeps itself alive.

Source: A. Gupta, I. S. Mumick and V. S. Subrahmanian, Maintaining views incrementally, SIGMOD (1993), section 7 (delete and
rederive); with the remembered rule fewer atoms are deleted than there.

>>> rules = HornRules.from_pairs(4, [(2, (0,)), (2, (1,)), (3, (2,)), (2, (3,))])
>>> model = MaintainedModel(rules, [0, 1])
>>> sorted(model), model.remove([0]), sorted(model)
([0, 1, 2, 3], [0], [1, 2, 3])
>>> model.remove([1]), model.add([3])
([1, 2, 3], [3, 2])
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from suffice.engine.kernel import plain
from suffice.engine.kernel.choice import is_compiled
from suffice.engine.kernel.model import unit_array, unit_list
from suffice.engine.kernel.rules import HornRules
from suffice.errors import UsageError

__all__ = ["MaintainedModel"]

_UNIT = -1
_ABSENT = -2


class MaintainedModel:
    """The least model of rules and a changing set of units.

    Args:
        rules: the rules.
        units: atoms to begin with.
        kernel: `"python"` or `"numba"` to force one; both give the same.

    Raises:
        UsageError: a unit is no atom of the rules.
        EngineError: numba is asked for and not installed.
    """

    def __init__(self, rules: HornRules, units: Iterable[int] = (), *, kernel: str | None = None) -> None:
        self.rules = rules
        self._loops: _Plain | _Compiled = (_Compiled if is_compiled(len(rules), kernel) else _Plain)(rules)
        self._size = 0
        start = self._check(units)
        self._size += len(self._loops.add(start, first=True))

    def __contains__(self, atom: int) -> bool:
        return 0 <= atom < self.rules.size and bool(self._loops.reasons[atom] != _ABSENT)

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[int]:
        return (atom for atom, number in enumerate(self._loops.reasons) if number != _ABSENT)

    def reason(self, atom: int) -> int:
        """The rule that an atom rests on, -1 for a unit; its premises rest on others, in no circle.

        Raises:
            UsageError: it does not hold.
        """
        if atom not in self:
            raise UsageError(f"atom {atom} does not hold")
        return int(self._loops.reasons[atom])

    def add(self, units: Iterable[int]) -> list[int]:
        """Put units in.

        Returns:
            What holds now and did not before, in the order in which it was derived.

        Raises:
            UsageError: one is no atom of the rules; nothing is changed.
        """
        found = self._loops.add(self._check(units))
        self._size += len(found)
        return found

    def remove(self, units: Iterable[int]) -> list[int]:
        """Take units away; one that is derived all the same still holds, as what is derived.

        Returns:
            What held before and does not now.

        Raises:
            UsageError: one is no atom, or is not there as a unit; nothing is changed.
        """
        gone = self._check(units)
        for atom in gone:
            if self._loops.reasons[atom] != _UNIT:
                raise UsageError(f"atom {atom} is no unit of the model")
        found = self._loops.remove(gone)
        self._size -= len(found)
        return found

    def _check(self, units: Iterable[int]) -> list[int]:
        return list(dict.fromkeys(unit_list(self.rules, units)))


class _Plain:
    """Counters and reasons as lists."""

    def __init__(self, rules: HornRules) -> None:
        self._rules = rules
        self.reasons: Any = [_ABSENT] * rules.size
        self._missing = [len(body) for _, body in rules.pairs]

    def add(self, units: list[int], *, first: bool = False) -> list[int]:
        queue = _enter(self.reasons, units)
        if first:
            for number, (head, body) in enumerate(self._rules.pairs):
                if not body and self.reasons[head] == _ABSENT:
                    self.reasons[head] = number
                    queue.append(head)
        plain.grow(self._rules, self._missing, self.reasons, queue)
        return queue

    def remove(self, units: list[int]) -> list[int]:
        for unit in units:
            self.reasons[unit] = _ABSENT
        lost = units.copy()
        plain.shrink(self._rules, self._missing, self.reasons, lost)
        back = plain.restore(self._rules, self._missing, self.reasons, lost)
        plain.grow(self._rules, self._missing, self.reasons, back)
        return [atom for atom in lost if self.reasons[atom] == _ABSENT]


class _Compiled:
    """The same as arrays."""

    def __init__(self, rules: HornRules) -> None:
        import numpy as np

        from suffice.engine.kernel import compiled

        self._kernel = compiled
        self._rules = rules
        self.reasons: Any = np.full(rules.size, _ABSENT, np.int32)
        self._missing = rules.lengths.astype(np.int32)
        self._queue = np.empty(rules.size, np.int32)
        self._arrays = (*rules.use_arrays, rules.heads, self._missing, self.reasons)

    def add(self, units: list[int], *, first: bool = False) -> list[int]:
        queue = _enter(self.reasons, units)
        if first:
            for number in self._rules.unconditional.tolist():
                head = int(self._rules.heads[number])
                if self.reasons[head] == _ABSENT:
                    self.reasons[head] = number
                    queue.append(head)
        self._queue[: len(queue)] = queue
        filled = self._kernel.grow(*self._arrays, self._queue, len(queue))
        found: list[int] = self._queue[:filled].tolist()
        return found

    def remove(self, units: list[int]) -> list[int]:
        gone = unit_array(self._rules, units)
        self.reasons[gone] = _ABSENT
        self._queue[: len(gone)] = gone
        filled = self._kernel.shrink(*self._arrays, self._queue, len(gone))
        lost = self._queue[:filled].copy()
        back = self._kernel.restore(*self._rules.head_arrays, self._missing, self.reasons, lost, self._queue)
        self._kernel.grow(*self._arrays, self._queue, back)
        found: list[int] = lost[self.reasons[lost] == _ABSENT].tolist()
        return found


def _enter(reasons: Any, units: list[int]) -> list[int]:  # noqa: ANN401 - a list, or an array
    """Mark units, and return those that did not hold."""
    fresh = [unit for unit in units if reasons[unit] == _ABSENT]
    for unit in units:
        reasons[unit] = _UNIT
    return fresh

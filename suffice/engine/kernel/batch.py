"""Many small programs at once: sets of atoms as bits in 64-bit words, all closures in one call.

A program of some tens of atoms is closed in well under a microsecond, so that the cost is in getting there: compile the
programs once, then ask for as many closures or certificates as there are. For one tiny program, asked once, `close_tiny` builds
nothing at all.

>>> programs = [(4, [(2, (0, 1)), (3, (2,))]), (3, [(1, (0,)), (2, (1,))])]
>>> batch = ProgramBatch(programs)
>>> batch.unpack(batch.close(batch.pack([[0, 1], [0]])))
[[0, 1, 2, 3], [0, 1, 2]]
>>> supports, holds = batch.prune(batch.pack([[0, 1, 2], [1]]), [3, 0])
>>> batch.unpack(supports), holds.tolist()
([[0, 1], []], [True, False])
>>> sorted(close_tiny([(2, (0, 1)), (3, (2,))], [0, 1]))
[0, 1, 2, 3]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from suffice.engine.kernel import plain
from suffice.engine.kernel.choice import is_compiled
from suffice.engine.kernel.rules import HornRules, Pair, int_array
from suffice.errors import UsageError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Words = NDArray[np.uint64]

__all__ = ["ProgramBatch", "close_tiny"]

_WORD = 64
#: One row counts as so many rules when the kernel is chosen: a closure, a certificate.
_CLOSURE, _CERTIFICATE = 4, 64


def close_tiny(rules: Iterable[tuple[int, Sequence[int]]], units: Iterable[int]) -> set[int]:
    """Close a set of atoms under a few rules, given as they come: nothing is checked, numbered or built.

    Rules are gone through until nothing changes, so a long program in the worst order takes quadratic time; see
    `model.least_model`.

    Args:
        rules: pairs of a head and a body.
        units: what is put in.

    Returns:
        What holds.
    """
    known = set(units)
    holds = known.issuperset
    left: Iterable[tuple[int, Sequence[int]]] = rules
    before = -1
    while len(known) != before:
        before = len(known)
        waiting = []
        for rule in left:
            head, body = rule
            if head not in known:
                if holds(body):
                    known.add(head)
                else:
                    waiting.append(rule)
        left = waiting
    return known


class ProgramBatch:
    """Small programs, compiled once.

    Args:
        programs: each as `HornRules`, or as its number of atoms and its rules as pairs.
        kernel: `"python"` or `"numba"` to force one; both give the same.

    Raises:
        UsageError: a program is not valid.
        EngineError: numba is asked for and not installed.
    """

    def __init__(
        self,
        programs: Iterable[HornRules | tuple[int, Iterable[tuple[int, Sequence[int]]]]],
        *,
        kernel: str | None = None,
    ) -> None:
        self._programs = [
            program if isinstance(program, HornRules) else HornRules.from_pairs(*program)
            for program in programs
        ]
        self._size = max((program.size for program in self._programs), default=0)
        self.words = max((-(-program.size // _WORD) for program in self._programs), default=1) or 1
        self._kernel = kernel

    def __len__(self) -> int:
        return len(self._programs)

    def pack(self, rows: Sequence[Iterable[int]]) -> Words:
        """Sets of atoms as bits: shape (rows, words), atom `a` is bit `a % 64` of word `a // 64`.

        Raises:
            UsageError: a number is no atom.
        """
        import numpy as np

        numbers = [sum(1 << atom for atom in set(row) if self._is_atom(atom)) for row in rows]
        data = b"".join(number.to_bytes(8 * self.words, "little") for number in numbers)
        return np.frombuffer(data, "<u8").astype(np.uint64).reshape(len(rows), self.words)

    def unpack(self, states: Words) -> list[list[int]]:
        """Sets of atoms as ascending lists."""
        return [
            [atom for atom in range(number.bit_length()) if number >> atom & 1] for number in _numbers(states)
        ]

    def close(self, units: Words, programs: ArrayLike | None = None) -> Words:
        """Close sets of atoms.

        Args:
            units: shape (rows, words), as `pack` makes them.
            programs: for each row the number of its program; row `i` is of program `i` if None.

        Returns:
            What holds, in the same shape.

        Raises:
            UsageError: the shapes do not fit, or there is no such program.
        """
        states, which = self._rows(units, programs)
        if is_compiled(len(states) * _CLOSURE, self._kernel):
            from suffice.engine.kernel import compiled

            compiled.close_words(*self._arrays, which, self.words, states.reshape(-1))
            return states
        rules = self._bits
        closed = [
            plain.saturate(number, rules[program])
            for number, program in zip(_numbers(states), which.tolist(), strict=True)
        ]
        return self._words(closed)

    def prune(
        self, units: Words, goals: ArrayLike, programs: ArrayLike | None = None
    ) -> tuple[Words, NDArray[np.bool_]]:
        """Inclusion-minimal supports: atoms are dropped, the highest first, wherever the rest derives the goal.

        Args:
            units: shape (rows, words), as `pack` makes them.
            goals: shape (rows,), an atom for each.
            programs: for each row the number of its program; row `i` is of program `i` if None.

        Returns:
            A support for each row, in the shape of `units`, and whether its goal follows at all (the support is empty if not).

        Raises:
            UsageError: the shapes do not fit, or there is no such program or atom.
        """
        import numpy as np

        states, which = self._rows(units, programs)
        targets = int_array(goals, "goals")
        if len(targets) != len(states):
            raise UsageError(f"{len(states)} rows need as many goals, not {len(targets)}")
        if len(targets) and not (targets.min() >= 0 and targets.max() < self.words * _WORD):
            raise UsageError("`goals`: there is no such atom")
        if is_compiled(len(states) * _CERTIFICATE, self._kernel):
            from suffice.engine.kernel import compiled

            holds = np.zeros(len(states), np.uint8)
            compiled.prune_words(*self._arrays, which, self.words, states.reshape(-1), targets, holds)
            return states, holds.astype(np.bool_)
        found = [
            _prune(number, self._bits[program], 1 << goal)
            for number, program, goal in zip(_numbers(states), which.tolist(), targets.tolist(), strict=True)
        ]
        return self._words([kept or 0 for kept in found]), np.array(
            [kept is not None for kept in found], np.bool_
        )

    @cached_property
    def _bits(self) -> list[list[tuple[int, int]]]:
        """For each program its rules as the head's bit and the body's bits."""
        return [[(1 << head, _mask(body)) for head, body in program.pairs] for program in self._programs]

    @cached_property
    def _arrays(self) -> tuple[Any, ...]:
        """Where each program's rules start; the word and bit of each head; the words of each body."""
        import numpy as np

        pairs: list[Pair] = [pair for program in self._programs for pair in program.pairs]
        starts = np.zeros(len(self._programs) + 1, np.int32)
        np.cumsum([len(program) for program in self._programs], out=starts[1:])
        heads = np.array([head for head, _ in pairs], np.int32)
        bits = np.uint64(1) << (heads & 63).astype(np.uint64)
        masks = self._words([_mask(body) for _, body in pairs]).reshape(-1)
        return starts, heads >> 6, bits, masks

    def _rows(self, units: Words, programs: ArrayLike | None) -> tuple[Words, NDArray[np.int32]]:
        import numpy as np

        if getattr(units, "dtype", None) != np.uint64 or units.ndim != 2 or units.shape[1] != self.words:
            raise UsageError(
                f"`units` is no array of {self.words} 64-bit words a row", remedy="make it with `pack`"
            )
        which = np.arange(len(units), dtype=np.int32) if programs is None else int_array(programs, "programs")
        if len(which) != len(units):
            raise UsageError(f"{len(units)} rows need as many programs, not {len(which)}")
        if len(which) and not (which.min() >= 0 and which.max() < len(self)):
            raise UsageError(f"there are {len(self)} programs, and a row is of another")
        return np.array(units, order="C"), which

    def _words(self, numbers: Sequence[int]) -> Words:
        import numpy as np

        data = b"".join(number.to_bytes(8 * self.words, "little") for number in numbers)
        return np.frombuffer(data, "<u8").astype(np.uint64).reshape(len(numbers), self.words)

    def _is_atom(self, atom: int) -> bool:
        if type(atom) is not int or not 0 <= atom < self._size:
            raise UsageError(f"there is no atom {atom!r} among {self._size}")
        return True


def _mask(body: Iterable[int]) -> int:
    mask = 0
    for atom in body:
        mask |= 1 << atom
    return mask


def _numbers(states: Words) -> list[int]:
    """Each row as one number."""
    data = states.astype("<u8").tobytes()
    width = 8 * states.shape[1]
    return [int.from_bytes(data[place : place + width], "little") for place in range(0, len(data), width)]


def _prune(units: int, rules: Sequence[tuple[int, int]], goal: int) -> int | None:
    """One support, as bits; None if the goal does not follow."""
    if not plain.saturate(units, rules, goal) & goal:
        return None
    for atom in reversed(range(units.bit_length())):
        rest = units & ~(1 << atom)
        if rest != units and plain.saturate(rest, rules, goal) & goal:
            units = rest
    return units

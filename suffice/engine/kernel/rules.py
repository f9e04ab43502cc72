"""Ground Horn rules over numbered atoms, in flat arrays.

Atoms are 0 to size-1. Rule `r` has the head `heads[r]` and the body `body[starts[r]:starts[r + 1]]` (compressed sparse
rows, 32-bit). Rules keep the order in which they are given, which decides ties; `sort_by_head` gives the order that is
local in memory, with the way back in `numbers`. Whatever is not asked for is not made: a small program never sees numpy.

>>> rules = HornRules.from_pairs(4, [(2, (0, 1)), (1, (0,)), (3, ())])
>>> len(rules), rules.heads.tolist(), rules.starts.tolist(), rules.body.tolist()
(3, [2, 1, 3], [0, 2, 3, 3], [0, 1, 0])
>>> ordered = rules.sort_by_head()
>>> ordered.pairs, ordered.numbers.tolist()
(((1, (0,)), (2, (0, 1)), (3, ())), [1, 0, 2])
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, Self

from suffice.engine.kernel.choice import is_compiled
from suffice.errors import UsageError

if TYPE_CHECKING:  # imported where it is used: small programs do without
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from suffice.engine.ground import GroundProgram

    Ints = NDArray[np.int32]

__all__ = ["HornRules", "int_array"]

_LARGEST = 2**31 - 2
#: A counter of one byte; a rule that is left out starts at 255 and never gets to 0.
_NARROW = 254

Pair = tuple[int, tuple[int, ...]]


class HornRules:
    """Ground Horn rules; made by `from_pairs`, `from_arrays` or `from_ground`, and not changed afterwards."""

    def __init__(
        self, size: int, pairs: tuple[Pair, ...] | None, arrays: tuple[Ints, Ints, Ints] | None
    ) -> None:
        self.size = size
        self._pairs = pairs
        self._arrays = arrays
        self._numbers: Ints | None = None

    @classmethod
    def from_pairs(cls, size: int, pairs: Iterable[tuple[int, Sequence[int]]]) -> Self:
        """Rules as pairs of head and body.

        Args:
            size: how many atoms there are.
            pairs: a head and the atoms of a body, in any order; a body may be empty or name an atom twice.

        Raises:
            UsageError: something is no whole number, or no atom.
        """
        _check_size(size)
        found: list[Pair] = []
        for number, pair in enumerate(pairs):
            try:
                head, body = pair
                rule = (head, tuple(body))
            except (TypeError, ValueError):
                raise UsageError(f"rule {number} is no pair of a head and a body: {pair!r}") from None
            for atom in (head, *rule[1]):
                if type(atom) is not int:
                    raise UsageError(f"rule {number}: {atom!r} is no whole number", remedy="number the atoms")
                if not 0 <= atom < size:
                    raise UsageError(f"rule {number}: there is no atom {atom} among {size}")
            found.append(rule)
        return cls(size, tuple(found), None)

    @classmethod
    def from_arrays(cls, size: int, heads: ArrayLike, starts: ArrayLike, body: ArrayLike) -> Self:
        """Rules as arrays; what is 32-bit and contiguous already is not copied, and must not be changed.

        Args:
            size: how many atoms there are.
            heads: shape (rules,).
            starts: shape (rules + 1,): 0, then where each rule's body ends.
            body: shape (starts[-1],): all bodies, one after the other.

        Raises:
            UsageError: an array of another shape or type, bodies that run backwards, or a number that is no atom.
        """
        _check_size(size)
        given = int_array(heads, "heads"), int_array(starts, "starts"), int_array(body, "body")
        _check_arrays(size, *given)
        return cls(size, None, given)

    @classmethod
    def from_ground(cls, ground: GroundProgram) -> Self:
        """The rules of a ground program, negative literals left aside, each under its own number."""
        pairs = tuple((rule.head, rule.positive) for rule in ground.rules)  # valid by construction
        return cls(len(ground.atoms), pairs, None)

    def __len__(self) -> int:
        return len(self._pairs) if self._pairs is not None else len(self._arrays[0]) if self._arrays else 0

    def __repr__(self) -> str:
        return f"HornRules({self.size} atoms, {len(self)} rules)"

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """The rules as pairs of head and body."""
        if self._pairs is not None:
            return self._pairs
        heads, starts, body = self.heads.tolist(), self.starts.tolist(), self.body.tolist()
        bodies = (tuple(body[start:end]) for start, end in pairwise(starts))
        return tuple(zip(heads, bodies, strict=True))

    @cached_property
    def arrays(self) -> tuple[Ints, Ints, Ints]:
        """Heads, starts and bodies, read-only, 32-bit."""
        if self._arrays is not None:
            return self._arrays
        import numpy as np

        pairs = self._pairs or ()
        heads = np.fromiter((head for head, _ in pairs), np.int32, len(pairs))
        starts = np.zeros(len(pairs) + 1, np.int64)
        np.cumsum(np.fromiter((len(body) for _, body in pairs), np.int64, len(pairs)), out=starts[1:])
        body = np.fromiter(chain.from_iterable(body for _, body in pairs), np.int32, int(starts[-1]))
        return _frozen(heads), _frozen(starts.astype(np.int32)), _frozen(body)

    @property
    def heads(self) -> Ints:
        """The head of each rule, shape (rules,)."""
        return self.arrays[0]

    @property
    def starts(self) -> Ints:
        """Where each body starts, shape (rules + 1,)."""
        return self.arrays[1]

    @property
    def body(self) -> Ints:
        """All bodies, shape (body atoms,)."""
        return self.arrays[2]

    @property
    def numbers(self) -> Ints:
        """For each rule its number before `sort_by_head`, shape (rules,)."""
        import numpy as np

        return np.arange(len(self), dtype=np.int32) if self._numbers is None else self._numbers

    def sort_by_head(self) -> HornRules:
        """The same rules with ascending heads, those of one head in the order they had."""
        import numpy as np

        heads, starts, body = self.arrays
        if not (heads[1:] < heads[:-1]).any():
            return self
        places = np.argsort(heads, kind="stable")
        lengths = np.diff(starts)[places]
        moved = np.zeros_like(starts)
        np.cumsum(lengths, out=moved[1:])
        taken = np.repeat(starts[:-1][places] - moved[:-1], lengths) + np.arange(len(body), dtype=np.int32)
        found = HornRules(self.size, None, (_frozen(heads[places]), _frozen(moved), _frozen(body[taken])))
        found._numbers = _frozen(self.numbers[places])
        return found

    # What the kernels need besides; made once.

    @cached_property
    def uses(self) -> list[list[int]]:
        """For each atom the rules in whose body it stands, once for each occurrence."""
        found: list[list[int]] = [[] for _ in range(self.size)]
        for number, (_, body) in enumerate(self.pairs):
            for atom in body:
                found[atom].append(number)
        return found

    @cached_property
    def by_head(self) -> list[list[int]]:
        """For each atom the rules that derive it."""
        found: list[list[int]] = [[] for _ in range(self.size)]
        for number, (head, _) in enumerate(self.pairs):
            found[head].append(number)
        return found

    @cached_property
    def use_arrays(self) -> tuple[Ints, Ints]:
        """`uses` as starts and rules, for the compiled kernel."""
        return _transposed(self.size, self.starts, self.body)

    @cached_property
    def head_arrays(self) -> tuple[Ints, Ints]:
        """`by_head` as starts and rules, for the compiled kernel."""
        import numpy as np

        return _transposed(self.size, np.arange(len(self) + 1, dtype=np.int32), self.heads)

    @cached_property
    def lengths(self) -> NDArray[Any]:
        """The length of each body: one byte each if that is enough for all."""
        import numpy as np

        lengths = np.diff(self.starts)
        narrow = not len(lengths) or int(lengths.max()) <= _NARROW
        return lengths.astype(np.uint8) if narrow else lengths

    @cached_property
    def unconditional(self) -> Ints:
        """The rules without a body."""
        import numpy as np

        return np.flatnonzero(self.lengths == 0).astype(np.int32)


def int_array(values: ArrayLike, name: str) -> Ints:
    """Whole numbers as a contiguous 32-bit array, read-only.

    Raises:
        UsageError: they are not whole, not in one dimension, or beyond 32 bits.

    >>> int_array([1, 2], "heads").dtype.name
    'int32'
    """
    import numpy as np

    try:
        array = np.asarray(values)
    except (ValueError, TypeError, OverflowError):
        array = np.asarray(None)
    if array.ndim == 1 and not array.size:
        array = array.astype(np.int32)  # an empty list has no type of its own
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise UsageError(f"`{name}` is no array of whole numbers in one dimension")
    if array.dtype != np.int32:
        if array.size and (array.max() > _LARGEST or array.min() < -_LARGEST):
            raise UsageError(f"`{name}` has numbers beyond 32 bits")
        array = array.astype(np.int32)
    return _frozen(np.ascontiguousarray(array))


def _transposed(size: int, starts: Ints, items: Ints) -> tuple[Ints, Ints]:
    """For each item the rows in which it stands, as starts and rows."""
    import numpy as np

    from suffice.engine.kernel import compiled

    offsets, rows = np.zeros(size + 2, np.int32), np.empty(len(items), np.int32)
    compiled.index(starts, items, offsets, rows)
    return offsets[:-1], rows


def _frozen(array: Ints) -> Ints:
    view = array.view()
    view.flags.writeable = False
    return view


def _check_size(size: int) -> None:
    if type(size) is not int or not 0 <= size <= _LARGEST:
        raise UsageError(f"the number of atoms cannot be {size!r}", remedy="it is a whole number from 0 on")


def _check_arrays(size: int, heads: Ints, starts: Ints, body: Ints) -> None:
    """Raise if the arrays are no rules over so many atoms."""
    if len(starts) != len(heads) + 1:
        raise UsageError(f"{len(heads)} heads need {len(heads) + 1} `starts`, not {len(starts)}")
    if starts[0] != 0 or starts[-1] != len(body):
        raise UsageError(
            f"`starts` runs from {starts[0]} to {starts[-1]}",
            remedy=f"from 0 to {len(body)}, the atoms in `body`",
        )
    if is_compiled(len(heads)):
        from suffice.engine.kernel import compiled

        if compiled.is_valid(size, heads, starts, body):
            return
    if (starts[1:] < starts[:-1]).any():
        raise UsageError("`starts` descends", remedy="each body ends where the next one starts")
    for name, array in (("heads", heads), ("body", body)):
        if len(array) and not (array.min() >= 0 and array.max() < size):
            wrong = array.min() if array.min() < 0 else array.max()
            raise UsageError(f"`{name}`: there is no atom {wrong} among {size}")

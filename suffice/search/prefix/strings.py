"""Many short strings in two arrays: some bytes more than their own letters, sorted, found by binary search.

>>> words = pack_strings(["rock", "jazz", "rock"])
>>> list(words), words.find("rock"), words.find("pop")
(['jazz', 'rock'], 1, None)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TypeAlias

    from numpy import uint8, uint32, uint64
    from numpy.typing import NDArray

    #: Places in another array, ascending.
    Offsets: TypeAlias = NDArray[uint32] | NDArray[uint64]

__all__ = ["Strings", "offsets", "pack_strings"]


class Strings:
    """Distinct strings in the order of their code points, each known by its place.

    Args:
        letters: all of them in UTF-8, one after the other, shape (bytes,).
        ends: where each starts, and where the last ends, shape (strings + 1,).
    """

    __slots__ = ("_bytes", "_starts", "ends", "letters")

    def __init__(self, letters: NDArray[uint8], ends: Offsets) -> None:
        self.letters = letters
        self.ends = ends
        # Views give Python numbers and bytes several times faster than numpy gives its own scalars.
        self._bytes = letters.data
        self._starts = ends.data

    def __len__(self) -> int:
        return len(self.ends) - 1

    def __getitem__(self, place: int) -> str:
        return self._at(place).decode()

    def __iter__(self) -> Iterator[str]:
        return (self[place] for place in range(len(self)))

    def _at(self, place: int) -> bytes:
        return bytes(self._bytes[self._starts[place] : self._starts[place + 1]])

    def find(self, text: str) -> int | None:
        """The place of a string; None if it is not there. O(log n)."""
        wanted = text.encode("utf-8", "surrogatepass")
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            if self._at(middle) < wanted:
                low = middle + 1
            else:
                high = middle
        return low if low < len(self) and self._at(low) == wanted else None

    @property
    def nbytes(self) -> int:
        """Memory of the arrays in bytes."""
        return int(self.letters.nbytes + self.ends.nbytes)


def pack_strings(strings: Iterable[str]) -> Strings:
    """Pack strings; each once.

    Args:
        strings: in any order; without lone surrogates.
    """
    import numpy

    # The order of UTF-8 bytes is that of code points.
    encoded = sorted({text.encode() for text in strings})
    letters = numpy.frombuffer(b"".join(encoded), dtype=numpy.uint8)
    return Strings(letters, offsets(len(one) for one in encoded))


def offsets(lengths: Iterable[int]) -> Offsets:
    """Where parts of these lengths start when they stand one after the other, and where the last ends.

    >>> offsets([2, 0, 3]).tolist()
    [0, 2, 2, 5]
    """
    import numpy

    found = numpy.cumsum([0, *lengths], dtype=numpy.uint64)
    return found.astype(numpy.uint32) if found[-1] < 2**32 else found

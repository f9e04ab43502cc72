"""Names and draws: both are functions of numbers, with no state between worlds.

A name is eight syllables that spell a number below 10^16, and the number is a keyless permutation (a Feistel network) of
(seed, world, slot). So two slots never share a name, names all have one length, and none is another's prefix; and a name
tells nothing about its slot that could be read off it.

Source: M. Luby and C. Rackoff, How to construct pseudorandom permutations (1988); G. L. Steele, D. Lea and C. H. Flood,
Fast splittable pseudorandom number generators (2014), for the mixing function.

>>> names = name_slots(seed=7, world=0, slots=3)
>>> [len(name) for name in names], len(set(names)), names == name_slots(seed=7, world=0, slots=3)
([16, 16, 16], 3, True)
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from suffice.errors import UsageError

if TYPE_CHECKING:
    import numpy

__all__ = ["LETTERS", "MAX_SEED", "MAX_SLOTS", "MAX_WORLDS", "Draws", "is_name", "name_slots"]

_CONSONANTS, _VOWELS = "bcdfghjklmnprstvwxyz", "aeiou"
_HALF = 10**8
#: How many letters a name has.
LETTERS = 16
MAX_WORLDS, MAX_SLOTS = 2**19, 2**9
#: Seeds are below this: a name spells (seed, world, slot), so there are only so many.
MAX_SEED = _HALF * _HALF // (MAX_WORLDS * MAX_SLOTS)
_ROUNDS = 6
_WORD = 2**64 - 1


def name_slots(seed: int, world: int, slots: int) -> list[str]:
    """The names of a world's first slots, each of `LETTERS` letters, capitalised.

    Args:
        seed: of the benchmark.
        world: its number.
        slots: how many.

    Raises:
        UsageError: one of them is out of range.
    """
    import numpy

    for what, value, bound in (("seed", seed, MAX_SEED), ("world", world, MAX_WORLDS)):
        if not 0 <= value < bound:
            raise UsageError(f"{what} {value} is out of range", remedy=f"choose one from 0 to {bound - 1}")
    if slots > MAX_SLOTS:
        raise UsageError(
            f"{slots} names in one world", remedy=f"ask for fewer pages: {MAX_SLOTS} names at most"
        )
    start = (seed * MAX_WORLDS + world) * MAX_SLOTS
    numbers = numpy.arange(start, start + slots, dtype=numpy.uint64)
    left, right = numbers // _HALF, numbers % _HALF
    for number in range(_ROUNDS):
        left, right = right, (left + _mix(right + numpy.uint64(number << 40)) % _HALF) % _HALF
    first, others = _quads()
    parts = (first[left // 10_000], others[left % 10_000], others[right // 10_000], others[right % 10_000])
    spelled: list[str] = numpy.stack(parts, axis=1).view(f"<U{LETTERS}")[:, 0].tolist()
    return spelled


def is_name(word: str) -> bool:
    """Whether a word has the form of a name, in whatever case.

    >>> is_name("Bacadafagahajaka"), is_name("Deposits")
    (True, False)
    """
    lower = word.lower()
    return (
        len(lower) == LETTERS
        and all(letter in _CONSONANTS for letter in lower[::2])
        and all(letter in _VOWELS for letter in lower[1::2])
    )


class Draws:
    """Numbers by chance that depend on nothing but a key: a stream for each world.

    Args:
        key: what the stream is of, such as seed, replicate and attempt.

    >>> one, other = Draws(1, 2), Draws(1, 2)
    >>> [one.below(10) for _ in range(50)] == [other.below(10) for _ in range(50)], sorted(one.shuffle(4))
    (True, [0, 1, 2, 3])
    """

    def __init__(self, *key: int) -> None:
        self._key = key
        self._block = 0
        self._numbers: list[int] = []

    def below(self, bound: int) -> int:
        """A number from 0 to bound - 1; uneven by less than bound / 2^64."""
        if not self._numbers:
            self._numbers = self._fill()
        return self._numbers.pop() % bound

    def shuffle(self, size: int) -> list[int]:
        """The numbers from 0 to size - 1 in a chance order (Fisher and Yates)."""
        order = list(range(size))
        for place in range(size - 1, 0, -1):
            other = self.below(place + 1)
            order[place], order[other] = order[other], order[place]
        return order

    def _fill(self) -> list[int]:
        import numpy

        state = 0
        for part in (*self._key, self._block):
            state = _mix_one(state + part)
        self._block += 1
        numbers: list[int] = _mix(numpy.uint64(state) + _counter()).tolist()
        return numbers


def _mix_one(number: int) -> int:
    """`_mix` of one number."""
    z = (number + 0x9E3779B97F4A7C15) & _WORD
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _WORD
    return z ^ (z >> 31)


@lru_cache(maxsize=1)
def _counter() -> numpy.ndarray[Any, Any]:
    import numpy

    return numpy.arange(1, 193, dtype=numpy.uint64) * numpy.uint64(0x9E3779B97F4A7C15)


def _mix(numbers: numpy.ndarray[Any, Any]) -> numpy.ndarray[Any, Any]:
    """splitmix64's finaliser, on 64-bit integers that wrap."""
    import numpy

    z = numbers + numpy.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> numpy.uint64(30))) * numpy.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> numpy.uint64(27))) * numpy.uint64(0x94D049BB133111EB)
    mixed: numpy.ndarray[Any, Any] = z ^ (z >> numpy.uint64(31))
    return mixed


@lru_cache(maxsize=1)
def _quads() -> tuple[numpy.ndarray[Any, Any], numpy.ndarray[Any, Any]]:
    """All pairs of syllables, capitalised and not."""
    import numpy

    syllables = [consonant + vowel for consonant in _CONSONANTS for vowel in _VOWELS]
    pairs = [one + other for one in syllables for other in syllables]
    return numpy.array([pair.capitalize() for pair in pairs]), numpy.array(pairs)

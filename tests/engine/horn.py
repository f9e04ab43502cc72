"""Random ground Horn programs, as pairs of numbers, and the simplest fixpoint to compare with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from hypothesis import strategies as st

__all__ = ["fixpoint", "ground_programs", "random_program"]

Pairs = list[tuple[int, tuple[int, ...]]]


def random_program(random: Random, most: int = 30) -> tuple[int, Pairs, list[int]]:
    """Atoms, rules and units: cycles, atoms twice in a body, empty bodies, atoms that nothing derives."""
    size = random.randint(1, most)
    longest = random.choice((1, 2, 3, 3, 6))
    pairs = [
        (random.randrange(size), tuple(random.randrange(size) for _ in range(random.randint(0, longest))))
        for _ in range(random.randint(0, 2 * most))
    ]
    if random.random() < 0.7:  # an empty body derives much: mostly leave them out
        pairs = [(head, body or (random.randrange(size),)) for head, body in pairs]
    units = [random.randrange(size) for _ in range(random.randint(0, size // 2 + 1))]
    return size, pairs, units


@st.composite
def ground_programs(draw: st.DrawFn, most: int = 12) -> tuple[int, Pairs, list[int]]:
    """The same from hypothesis."""
    size = draw(st.integers(1, most))
    atoms = st.integers(0, size - 1)
    pairs = draw(st.lists(st.tuples(atoms, st.lists(atoms, max_size=4).map(tuple)), max_size=2 * most))
    return size, pairs, draw(st.lists(atoms, max_size=size))


def fixpoint(pairs: Iterable[tuple[int, Sequence[int]]], units: Iterable[int]) -> set[int]:
    """Rules applied until nothing changes."""
    rules, known = list(pairs), set(units)
    while True:
        more = known | {head for head, body in rules if known.issuperset(body)}
        if more == known:
            return known
        known = more

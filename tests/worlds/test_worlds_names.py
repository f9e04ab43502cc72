"""Names: a code without state, injective, of one length."""

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from suffice.errors import UsageError
from suffice.worlds.fiction.names import (
    LETTERS,
    MAX_SEED,
    MAX_SLOTS,
    MAX_WORLDS,
    Draws,
    is_name,
    name_slots,
)
from tests.worlds.fictions import write

seeds, numbers = st.integers(0, MAX_SEED - 1), st.integers(0, MAX_WORLDS - 1)


@given(st.sets(st.tuples(seeds, numbers), min_size=1, max_size=8), st.integers(1, MAX_SLOTS))
@settings(max_examples=60, deadline=None)
def test_no_two_slots_of_any_seeds_and_worlds_share_a_name(worlds: set[tuple[int, int]], slots: int) -> None:
    names = [name for seed, world in sorted(worlds) for name in name_slots(seed, world, slots)]
    assert len(set(names)) == len(names) == slots * len(worlds)
    assert all(len(name) == LETTERS and is_name(name) for name in names)  # so none is another's prefix
    assert len({name.lower() for name in names}) == len(names)  # an index does not look at case


@given(seeds, numbers, st.integers(1, 40), st.integers(1, 40))
@settings(max_examples=30, deadline=None)
def test_more_slots_move_no_name(seed: int, world: int, few: int, more: int) -> None:
    assert name_slots(seed, world, few + more)[:few] == name_slots(seed, world, few)


def test_the_ends_of_the_ranges() -> None:
    corners = [
        name
        for seed in (0, MAX_SEED - 1)
        for world in (0, MAX_WORLDS - 1)
        for name in name_slots(seed, world, MAX_SLOTS)
    ]
    assert len(set(corners)) == 4 * MAX_SLOTS
    for seed, world, slots in (
        (-1, 0, 1),
        (MAX_SEED, 0, 1),
        (0, -1, 1),
        (0, MAX_WORLDS, 1),
        (0, 0, MAX_SLOTS + 1),
    ):
        with pytest.raises(UsageError):
            name_slots(seed, world, slots)


def test_names_that_follow_each_other_do_not_look_alike() -> None:
    names = name_slots(3, 5, MAX_SLOTS)
    starts = Counter(name[:4] for name in names)  # of ten thousand possible ones
    assert starts.most_common(1)[0][1] <= 5


@given(st.text(max_size=20))
def test_is_name_looks_at_form_alone(word: str) -> None:
    assert is_name(word) == bool(
        re.fullmatch(r"(?:[bcdfghjklmnprstvwxyz][aeiou]){8}", word.lower(), re.ASCII)
    )


@given(st.lists(st.integers(0, 2**63), min_size=1, max_size=4), st.integers(1, 50))
@settings(deadline=None)
def test_draws_depend_on_their_key_alone(key: list[int], size: int) -> None:
    one, other = Draws(*key), Draws(*key)
    assert one.shuffle(size) == other.shuffle(size)
    assert sorted(one.shuffle(size)) == list(range(size))
    assert [one.below(2) for _ in range(64)] != [Draws(*key, 1).below(2) for _ in range(64)]


def test_draws_are_even() -> None:
    draws = Draws(1, 2, 3)
    counts = Counter(draws.below(6) for _ in range(6000))
    assert sorted(counts) == list(range(6))
    # Chi-square with five degrees of freedom: beyond 20.5 in one of a thousand keys; this one key is fixed.
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.5


def test_no_two_worlds_of_a_benchmark_share_a_name(tmp_path: Path) -> None:
    benchmark = write(tmp_path / "dir", worlds=40, hops=(1, 2, 3), seed=5)
    owners: dict[str, set[str]] = {}
    for world in benchmark.worlds():
        texts = [world.public.question, *(f"{page.title} {page.text}" for page in world.pages)]
        for word in re.findall(r"[A-Za-z]+", " ".join(texts)):
            if is_name(word):
                owners.setdefault(word, set()).add(world.public.world[:-1])
    assert len(owners) > 40 * 20
    assert {len(worlds) for worlds in owners.values()} == {1}

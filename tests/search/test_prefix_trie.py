"""The trie against a dictionary of paths; what is saved comes back; what is no trie is refused."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from suffice.errors import CorpusError, UsageError
from suffice.search.prefix.strings import pack_strings
from suffice.search.prefix.trie import Node, Trie, build_trie, load_trie, words_of_title

WORDS = st.sampled_from(
    ["free", "guy", "solo", "the", "[film]", "(2013", "film)", "東京", "Élan", "!!!", "a]b"]
)
TITLES = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
COLLECTIONS = st.lists(TITLES, min_size=1, max_size=12)


def walk(trie: Trie, node: Node, path: tuple[int, ...]) -> dict[tuple[int, ...], set[int]]:
    found = {path: set(trie.ends(node))} if trie.ends(node) else {}
    for child in trie.children(node):
        assert trie.child(node, child.token) == child.node
        found |= walk(trie, child.node, (*path, child.token))
    return found


@given(COLLECTIONS, st.lists(st.tuples(TITLES, st.integers(0, 100)), max_size=4))
def test_paths_are_those_of_the_titles_and_each_ends_in_one(
    titles: list[str], others: list[tuple[str, int]]
) -> None:
    aliases = [(alias, titles[number % len(titles)]) for alias, number in others]
    trie = build_trie(titles, aliases=aliases)
    assert list(trie.titles) == sorted(set(titles))
    expected: dict[tuple[int, ...], set[int]] = {}
    for name, title in [*((title, title) for title in titles), *aliases]:
        place = trie.titles.find(title)
        assert place is not None
        expected.setdefault(tuple(trie.tokenizer.encode(name)), set()).add(place)
    assert walk(trie, trie.root, ()) == expected
    for path, ends in expected.items():
        node = trie.follow(path)
        assert node is not None
        assert trie.is_end(node)
        assert set(trie.ends(node)) == ends
        dead = max(trie.tokenizer.size, *path) + 1
        assert trie.follow((*path, dead)) is None
    for title in titles:
        assert trie.titles.find(title) in trie.lookup(title)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=6)), st.text(max_size=6))
def test_packed_strings_are_a_sorted_set(strings: list[str], other: str) -> None:
    packed = pack_strings(strings)
    assert list(packed) == sorted(set(strings))
    assert [packed.find(one) for one in packed] == list(range(len(packed)))
    assert (packed.find(other) is not None) == (other in strings)


@given(COLLECTIONS)
def test_a_saved_trie_comes_back(titles: list[str]) -> None:
    trie = build_trie(titles)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "new" / "trie.npz"
        trie.save(file)
        assert [one.name for one in file.parent.iterdir()] == ["trie.npz"]
        loaded = load_trie(file)
    assert walk(loaded, loaded.root, ()) == walk(trie, trie.root, ())
    assert list(loaded.titles) == list(trie.titles)
    assert loaded.nbytes == trie.nbytes


@pytest.mark.parametrize(
    "damage", ["nothing there", "no archive", "a pickle", "cut", "wrong order", "foreign"]
)
def test_what_is_no_trie_is_refused(damage: str, tmp_path: Path) -> None:
    file = tmp_path / "trie.npz"
    build_trie(["Free Guy", "Paris"]).save(file)
    if damage == "nothing there":
        file.unlink()
    elif damage == "no archive":
        file.write_text("{}")
    elif damage == "a pickle":
        with file.open("wb") as stream:
            numpy.save(stream, numpy.array([{}], dtype=object), allow_pickle=True)
    elif damage == "cut":
        file.write_bytes(file.read_bytes()[:-200])
    else:
        with numpy.load(file) as arrays:
            changed = dict(arrays)
        changed["starts" if damage == "wrong order" else "tokens"] = (
            changed["starts"][::-1].copy() if damage == "wrong order" else changed["tokens"] + 1000
        )
        numpy.savez(file, **changed)
    with pytest.raises(CorpusError, match=r"trie\.npz: (cannot be read|is no trie)"):
        load_trie(file)


def test_bad_input_is_named() -> None:
    with pytest.raises(CorpusError, match="no title in it"):
        build_trie([])
    with pytest.raises(CorpusError, match="the alias `B` leads to `C`"):
        build_trie(["A"], aliases=[("B", "C")])
    with pytest.raises(UsageError, match="cannot be written"):
        build_trie(["A"]).save(Path("/dev/null/trie.npz"))


def test_memory_is_far_below_a_vector_a_title() -> None:
    titles = [f"{one} {other}" for one in range(60) for other in range(60)]
    assert build_trie(titles).nbytes / len(titles) < 64 < 4 * 384
    assert words_of_title("東京 (2013 film)") == ["東京", "2013", "film"]

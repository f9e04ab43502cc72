"""All titles of a collection as one token trie that takes some tens of bytes a title.

The trie is the sorted list of its paths: a node is a range of paths that begin alike, a child is found by binary search
(Manber and Myers 1993 search suffixes in the same way). There are no objects for nodes, so five million titles fit. De Cao
and others (GENRE, ICLR 2021) constrain a generator by such a trie: what it emits is a title that exists.

>>> trie = build_trie(["Free Guy", "Free Solo", "Free Guy"])
>>> [trie.tokenizer.words[child.token] for child in trie.children(trie.child(trie.root, trie.tokenizer.words.find("free")))]
['guy', 'solo']
>>> [trie.titles[one] for one in trie.lookup("free guy")]
['Free Guy']
"""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from suffice.errors import CorpusError, UsageError
from suffice.extractors.text import encodable, tokens_of
from suffice.search.prefix.strings import Strings, offsets, pack_strings

if TYPE_CHECKING:
    from numpy import uint32
    from numpy.typing import NDArray

    from suffice.search.prefix.strings import Offsets

__all__ = ["Child", "Node", "Tokenizer", "Trie", "WordTokenizer", "build_trie", "load_trie", "words_of_title"]

_FORMAT = 1
_ARRAYS = ("tokens", "starts", "ends_in", "title_letters", "title_starts", "word_letters", "word_starts")


class Tokenizer(Protocol):
    """Turns a title into tokens, small whole numbers."""

    @property
    def size(self) -> int:
        """How many tokens there are; each is less."""
        ...

    def encode(self, text: str) -> list[int]:
        """The tokens of a title of the collection; never none."""
        ...


def words_of_title(title: str) -> list[str]:
    """Lower-case words; a title without any letter or digit is one word, itself.

    >>> words_of_title("Halloween (1978 film)"), words_of_title("!!!")
    (['halloween', '1978', 'film'], ['!!!'])
    """
    return tokens_of(title) or [title.strip() or "-"]


class WordTokenizer:
    """Tokens are words, numbered in their order.

    Args:
        words: every word of every title.
    """

    def __init__(self, words: Strings) -> None:
        self.words = words

    @property
    def size(self) -> int:
        """How many words there are."""
        return len(self.words)

    def encode(self, text: str) -> list[int]:
        """Tokens of a text; words that are in no title are left out."""
        found = (self.words.find(word) for word in words_of_title(text))
        return [token for token in found if token is not None]


@dataclass(frozen=True, slots=True)
class Node:
    """A node: the paths from `low` to before `high`, which have their first `depth` tokens in common."""

    low: int
    high: int
    depth: int


@dataclass(frozen=True, slots=True)
class Child:
    """An edge: its token, and the node that it leads to."""

    token: int
    node: Node


class Trie:
    """A trie of titles.

    Args:
        tokens: tokens of all paths, one path after the other; paths ascend.
        starts: where each path starts in `tokens`, and where the last ends, shape (paths + 1,).
        ends_in: the title that each path ends in, shape (paths,).
        titles: the titles.
        tokenizer: what made the tokens.
    """

    def __init__(
        self,
        tokens: NDArray[uint32],
        starts: Offsets,
        ends_in: NDArray[uint32],
        titles: Strings,
        tokenizer: Tokenizer,
    ) -> None:
        self.tokens = tokens
        self.starts = starts
        self.ends_in = ends_in
        self.titles = titles
        self.tokenizer = tokenizer
        self._tokens = tokens.data
        self._starts = starts.data
        self._ends_in = ends_in.data

    def __len__(self) -> int:
        """How many titles there are."""
        return len(self.titles)

    @property
    def root(self) -> Node:
        """The node of the empty prefix."""
        return Node(0, len(self.ends_in), 0)

    @property
    def nbytes(self) -> int:
        """Memory of paths and titles, and of the words if the tokenizer has its own, in bytes."""
        words = self.tokenizer.words.nbytes if isinstance(self.tokenizer, WordTokenizer) else 0
        return int(self.tokens.nbytes + self.starts.nbytes + self.ends_in.nbytes + self.titles.nbytes + words)

    def path(self, place: int) -> tuple[int, ...]:
        """The tokens of a path."""
        return tuple(self._tokens[self._starts[place] : self._starts[place + 1]])

    def child(self, node: Node, token: int) -> Node | None:
        """The node that a token leads to; None for a dead end. O(log of the paths below)."""
        low = self._first(node.low, node.high, node.depth, token)
        high = self._first(low, node.high, node.depth, token + 1)
        return Node(low, high, node.depth + 1) if low < high else None

    def children(self, node: Node) -> Iterator[Child]:
        """All edges of a node, tokens ascending. Lazy: O(log of the paths below) for each that is taken."""
        low = self._first(node.low, node.high, node.depth, 0)
        while low < node.high:
            token = self._tokens[self._starts[low] + node.depth]
            step = 1
            while low + step < node.high and self._token(low + step, node.depth) == token:
                step *= 2
            high = self._first(low, min(low + step, node.high), node.depth, token + 1)
            yield Child(token, Node(low, high, node.depth + 1))
            low = high

    def ends(self, node: Node) -> tuple[int, ...]:
        """The titles whose path ends at a node, ascending."""
        last = self._first(node.low, node.high, node.depth, 0)
        return tuple(sorted({self._ends_in[place] for place in range(node.low, last)}))

    def is_end(self, node: Node) -> bool:
        """Whether a path ends at a node."""
        return (
            self._starts[node.low + 1] - self._starts[node.low] == node.depth
            if node.low < node.high
            else False
        )

    def follow(self, tokens: Sequence[int], node: Node | None = None) -> Node | None:
        """The node behind some tokens; None for a dead end."""
        found: Node | None = node or self.root
        for token in tokens:
            found = self.child(found, token) if found is not None else None
        return found

    def lookup(self, text: str) -> tuple[int, ...]:
        """The titles that have exactly the tokens of a text, or an alias that has them."""
        node = self.follow(self.tokenizer.encode(text))
        return self.ends(node) if node is not None else ()

    def _token(self, place: int, depth: int) -> int:
        """The token of a path at a depth; -1 behind its end, so that a prefix comes before what it begins."""
        start = self._starts[place] + depth
        return self._tokens[start] if start < self._starts[place + 1] else -1

    def _first(self, low: int, high: int, depth: int, token: int) -> int:
        """The first path of a range whose token at a depth is at least `token`."""
        tokens, starts = self._tokens, self._starts
        while low < high:
            middle = (low + high) // 2
            start = starts[middle] + depth
            if start >= starts[middle + 1] or tokens[start] < token:
                low = middle + 1
            else:
                high = middle
        return low

    def save(self, path: Path) -> None:
        """Write the trie as numpy arrays (.npz, no pickle), whole or not at all.

        Args:
            path: the file.

        Raises:
            UsageError: it cannot be written, or its tokens are not words: another tokenizer is kept by whoever made it.
        """
        import numpy

        if not isinstance(self.tokenizer, WordTokenizer):
            raise UsageError("only a trie of words can be saved", remedy="build the others anew")
        words = self.tokenizer.words
        arrays = (self.tokens, self.starts, self.ends_in, self.titles.letters, self.titles.ends)
        buffer = io.BytesIO()
        named: dict[str, Any] = dict(zip(_ARRAYS, (*arrays, words.letters, words.ends), strict=True))
        numpy.savez(buffer, format=numpy.array(_FORMAT), **named)
        new = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                new.write_bytes(buffer.getbuffer())
                new.replace(path)
            finally:
                new.unlink(missing_ok=True)
        except OSError as error:
            raise UsageError(
                f"cannot be written ({error.strerror or error})",
                file=str(path),
                remedy="choose another place",
            ) from None


def build_trie(
    titles: Iterable[str], tokenizer: Tokenizer | None = None, aliases: Iterable[tuple[str, str]] = ()
) -> Trie:
    """Build a trie.

    Args:
        titles: in any order; one that comes twice is one title.
        tokenizer: by default the words of the titles and aliases.
        aliases: other names, each with the title that it leads to.

    Raises:
        CorpusError: there is no title, an alias leads to none, or a title has no token.
    """
    import numpy

    packed = pack_strings(encodable(title) for title in titles)
    if not len(packed):
        raise CorpusError("no title in it", remedy="give at least one document")
    others = sorted({(encodable(alias), encodable(title)) for alias, title in aliases})
    known: dict[str, int] = {}
    if tokenizer is None:
        names = (name for source in (packed, (alias for alias, _ in others)) for name in source)
        tokenizer = WordTokenizer(pack_strings(word for name in names for word in words_of_title(name)))
        known = {word: place for place, word in enumerate(tokenizer.words)}

    def spell(name: str) -> bytes:
        # The dictionary is for building only: it takes more memory than the trie.
        tokens = [known[word] for word in words_of_title(name)] if known else tokenizer.encode(name)
        if not tokens:
            raise CorpusError(f"the title `{name}` has no token", remedy="give it letters or digits")
        return numpy.asarray(tokens, dtype=">u4").tobytes()

    # Big-endian bytes sort as their tokens do, and take a tenth of what tuples take.
    paths = [(spell(title), place) for place, title in enumerate(packed)]
    for alias, title in others:
        place_of = packed.find(title)
        if place_of is None:
            raise CorpusError(
                f"the alias `{alias}` leads to `{title}`, which is no title", remedy="leave it out"
            )
        paths.append((spell(alias), place_of))
    paths = sorted(set(paths))
    return Trie(
        numpy.frombuffer(b"".join(spelt for spelt, _ in paths), dtype=">u4").astype(numpy.uint32),
        offsets(len(spelt) // 4 for spelt, _ in paths),
        numpy.array([place for _, place in paths], dtype=numpy.uint32),
        packed,
        tokenizer,
    )


def load_trie(path: Path) -> Trie:
    """Read a trie that was saved.

    Args:
        path: the file.

    Raises:
        CorpusError: it cannot be read, or is no trie.
    """
    import numpy

    try:
        with path.open("rb") as stream, numpy.load(stream, allow_pickle=False) as file:
            version = int(file["format"])
            tokens, starts, ends_in, *packed = (file[name] for name in _ARRAYS)
        titles, words = Strings(packed[0], packed[1]), Strings(packed[2], packed[3])
        whole = (
            version == _FORMAT
            and all(one.ndim == 1 for one in (tokens, starts, ends_in, *packed))
            and tokens.dtype == ends_in.dtype == numpy.uint32
            and len(starts) == len(ends_in) + 1 > 1
            and all(
                at.dtype in (numpy.uint32, numpy.uint64)
                and at[0] == 0
                and at[-1] == len(all_of)
                and (at[1:] >= at[:-1]).all()
                for at, all_of in ((starts, tokens), (packed[1], packed[0]), (packed[3], packed[2]))
            )
            and tokens.max() < len(words)
            and ends_in.max() < len(titles)
        )
    except (OSError, KeyError, ValueError, EOFError, IndexError, TypeError, zipfile.BadZipFile) as error:
        raise CorpusError(f"cannot be read ({error})", file=str(path), remedy="save the trie anew") from None
    if not whole:
        raise CorpusError("is no trie of titles", file=str(path), remedy="save the trie anew")
    return Trie(tokens, starts, ends_in, titles, WordTokenizer(words))

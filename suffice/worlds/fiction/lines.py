"""A benchmark folder read world by world, in one pass over its files; only the world at hand is in memory.

>>> next(read_worlds(Path("no/such/folder")))
Traceback (most recent call last):
suffice.errors.CorpusError: no/such/folder: no `corpus.jsonl` in it; give a folder that `suffice worlds generate` wrote
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from suffice.errors import CorpusError
from suffice.worlds.fiction.models import CorpusLine, LabelLine, ProofLine, PublicWorld

__all__ = ["WorldLines", "read_models", "read_pairs", "read_worlds"]

_Model = TypeVar("_Model", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class WorldLines:
    """All that a benchmark says of one world: for whoever may see labels."""

    public: PublicWorld
    pages: tuple[CorpusLine, ...]
    label: LabelLine
    proof: ProofLine

    @property
    def id(self) -> str:
        """The world's id."""
        return self.public.world

    @property
    def initial(self) -> tuple[CorpusLine, ...]:
        """The pages that are there from the start, in their order."""
        by_id = {page.id: page for page in self.pages}
        return tuple(by_id[page] for page in self.public.initial)


def read_models(files: list[Path], model: type[_Model]) -> Iterator[tuple[str, int, _Model]]:
    """File, line and content of every line of some JSON Lines files.

    Raises:
        CorpusError: a file cannot be read, or a line is none of the model.
    """
    for path in files:
        number = 0
        try:
            with open(path, "rb") as lines:
                for number, line in enumerate(lines, start=1):
                    yield str(path), number, model.model_validate_json(line)
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(map(str, first["loc"]))
            cause = f"`{place}`: {first['msg']}" if place else first["msg"]
            raise CorpusError(cause, file=str(path), line=number, remedy=_ANEW) from None
        except OSError as error:
            raise CorpusError(f"cannot be read ({error.strerror})", file=str(path)) from None


def read_worlds(folder: Path) -> Iterator[WorldLines]:
    """The worlds of a benchmark, in the order of its files.

    Raises:
        CorpusError: it is no benchmark, a line is damaged, or its files do not go together.
    """
    corpus = _Pages(read_models(_files(folder, "corpus"), CorpusLine))
    labels = read_models(_files(folder, "labels"), LabelLine)
    proofs = read_models(_files(folder, "proofs"), ProofLine)
    for file, line, public in read_models(_files(folder, "public"), PublicWorld):
        label, proof = next(labels, None), next(proofs, None)
        if label is None or label[2].world != public.world:
            raise _apart(file, line, public.world, "labels")
        if proof is None or proof[2].world != public.world:
            raise _apart(file, line, public.world, "proofs")
        pages = corpus.take(public.world)
        if not set(public.initial) <= {page.id for page in pages}:
            raise _apart(file, line, public.world, "corpus")
        yield WorldLines(public, pages, label[2], proof[2])
    rest: Iterator[tuple[str, int, LabelLine | ProofLine | CorpusLine]] = chain(labels, proofs, corpus.rest())
    for file, line, other in rest:
        raise CorpusError(f"world `{other.world}` is not public here", file=file, line=line, remedy=_ANEW)


def read_pairs(folder: Path) -> Iterator[tuple[WorldLines, WorldLines]]:
    """Originals with their twins, which stand next to each other in either order; a world without a twin is left out."""
    last: WorldLines | None = None
    for world in read_worlds(folder):
        for twin, original in ((world, last), (last, world)):
            if twin and original and twin.label.twin_of == original.id:
                yield original, twin
        last = world


class _Pages:
    """Lines of pages, taken world by world."""

    def __init__(self, lines: Iterator[tuple[str, int, CorpusLine]]) -> None:
        self._lines = lines
        self._next = next(lines, None)

    def take(self, world: str) -> tuple[CorpusLine, ...]:
        pages = []
        while self._next is not None and self._next[2].world == world:
            pages.append(self._next[2])
            self._next = next(self._lines, None)
        return tuple(pages)

    def rest(self) -> Iterator[tuple[str, int, CorpusLine]]:
        if self._next is not None:
            yield self._next


def _files(folder: Path, name: str) -> list[Path]:
    whole = folder / f"{name}.jsonl"
    found = [whole] if whole.exists() else sorted(folder.glob(f"{name}-[0-9]*.jsonl"))
    if not found:
        raise CorpusError(
            f"no `{name}.jsonl` in it",
            file=str(folder),
            remedy="give a folder that `suffice worlds generate` wrote",
        )
    return found


def _apart(file: str, line: int, world: str, kind: str) -> CorpusError:
    return CorpusError(
        f"the files of {kind} have something else for world `{world}`", file=file, line=line, remedy=_ANEW
    )


_ANEW = "generate the benchmark anew"

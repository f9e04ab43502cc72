"""A benchmark's folder, read world by world.

>>> import tempfile
>>> from suffice.worlds.fiction.options import Options
>>> from suffice.worlds.fiction.writing import generate
>>> folder = Path(tempfile.mkdtemp()) / "worlds"
>>> _ = generate(Options(worlds=3, attacks=("replica",)), [], folder)
>>> [world.public.world for world in Benchmark(folder).worlds()][:3]
['w000000a', 'w000000b', 'w000001a']
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from suffice.errors import BenchmarkError, word_fault
from suffice.extractors import Unit
from suffice.worlds.fiction.family import Family, read_family
from suffice.worlds.fiction.manifest import Manifest, hash_file
from suffice.worlds.fiction.models import CorpusLine, LabelLine, ProofLine, PublicWorld

__all__ = ["Benchmark", "StoredWorld", "chunked", "read_lines"]

_Line = TypeVar("_Line", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class StoredWorld:
    """A world or twin as stored; `labels` and `proof` are not for a policy.

    Args:
        public: what a policy may start from.
        pages: its corpus, in order.
        labels: the right answer.
        proof: why it is right.
    """

    public: PublicWorld
    pages: tuple[Unit, ...]
    labels: LabelLine
    proof: ProofLine


class Benchmark:
    """A benchmark's folder, read.

    Args:
        path: of the folder.

    Raises:
        BenchmarkError: it has no manifest, or one that is damaged.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        file = self.path / "manifest.json"
        try:
            self.manifest = Manifest.model_validate_json(file.read_bytes())
        except OSError as error:
            raise BenchmarkError(
                f"no benchmark can be read there ({error.strerror})",
                file=str(file),
                remedy="give a folder that `suffice worlds generate` wrote",
            ) from None
        except ValidationError as error:
            raise BenchmarkError(word_fault(error.errors()), file=str(file), remedy="restore it") from None
        self.options = self.manifest.options

    def families(self) -> dict[str, Family]:
        """The families as stored.

        Raises:
            FamilyError: one can't be read.
        """
        return {name: read_family(self.path / "families" / f"{name}.toml") for name in self.manifest.families}

    def check_hashes(self) -> None:
        """Make sure that every file is the one that was written.

        Raises:
            BenchmarkError: one is missing, or is another.
        """
        families = {f"families/{name}.toml": digest for name, digest in self.manifest.families.items()}
        hashes = {name: record.sha256 for name, record in self.manifest.files.items()} | families
        for name, digest in hashes.items():
            file = self.path / name
            if not file.is_file() or hash_file(file).sha256 != digest:
                raise BenchmarkError(
                    "is not what the manifest says" if file.is_file() else "is missing",
                    file=str(file),
                    remedy="restore it; `suffice worlds verify` says what was changed",
                )

    def keys(self) -> dict[str, dict[str, bytes]]:
        """The issuers' keys by family, where seals are real ones; empty otherwise.

        Raises:
            BenchmarkError: they can't be read.
        """
        if not self.options.hmac:
            return {}
        file = self.path / "keys.json"
        try:
            data: Any = json.loads(file.read_bytes())
            keys = {
                str(name): {str(issuer): bytes.fromhex(key) for issuer, key in found.items()}
                for name, found in data.items()
            }
        except (OSError, ValueError, AttributeError, TypeError) as error:
            raise BenchmarkError(f"cannot be read ({error})", file=str(file), remedy="restore it") from None
        if missing := self.manifest.families.keys() - keys.keys():
            # Without keys any well-formed seal would count.
            raise BenchmarkError(
                f"has no keys of family `{min(missing)}`", file=str(file), remedy="restore it"
            )
        return keys

    def files(self, name: str) -> list[Path]:
        """The files of one kind (`public`, `corpus`, `labels`, `proofs`), in order."""
        single = self.path / f"{name}.jsonl"
        return [single] if single.exists() else sorted(self.path.glob(f"{name}-*.jsonl"))

    def lines(self, name: str, model: type[_Line]) -> Iterator[_Line]:
        """The lines of one kind, one by one.

        Raises:
            BenchmarkError: a file is missing or can't be read, or a line is not of its kind, with file, line and field.
        """
        files = self.files(name)
        if not files:
            raise BenchmarkError("is missing", file=str(self.path / f"{name}.jsonl"), remedy="restore it")
        for file in files:
            yield from read_lines(file, model)

    def worlds(self) -> Iterator[StoredWorld]:
        """Every world and twin, with everything that is stored of it, in order.

        Raises:
            BenchmarkError: as for `lines`, or the files are not of the same worlds.
        """
        corpus = self.lines("corpus", CorpusLine)
        labels, proofs = self.lines("labels", LabelLine), self.lines("proofs", ProofLine)
        ahead = next(corpus, None)
        for public in self.lines("public", PublicWorld):
            label, proof = next(labels, None), next(proofs, None)
            self._check_same(public, label, proof)
            pages = []
            while ahead is not None and ahead.world == public.world:
                pages.append(Unit(ahead.id, ahead.title, ahead.text))
                ahead = next(corpus, None)
            if label is not None and proof is not None:
                yield StoredWorld(public, tuple(pages), label, proof)
        self._check_same(None, next(labels, None), next(proofs, None))
        if ahead is not None:
            raise self._misfit("corpus", ahead.world, None)

    def _check_same(
        self, public: PublicWorld | None, label: LabelLine | None, proof: ProofLine | None
    ) -> None:
        """Lines that belong together are of one world; of three the odd one is wrong."""
        due, labelled, proved = (line.world if line else None for line in (public, label, proof))
        if labelled == proved != due:
            raise self._misfit("public", due, proved)
        for name, found in (("labels", labelled), ("proofs", proved)):
            if found != due:
                raise self._misfit(name, found, due)

    def _misfit(self, name: str, found: str | None, due: str | None) -> BenchmarkError:
        return BenchmarkError(
            f"`world` is {found or 'missing'} where the other files have {due or 'none'}",
            file=str(self.path / f"{name}.jsonl"),
            remedy="restore the file",
        )


def read_lines(file: Path, model: type[_Line]) -> Iterator[_Line]:
    """The lines of a file.

    Raises:
        BenchmarkError: it can't be read, or a line is not of its kind, with file, line and field.
    """
    try:
        with file.open("rb") as lines:
            for number, line in enumerate(lines, start=1):
                try:
                    yield model.model_validate_json(line)
                except ValidationError as error:
                    raise BenchmarkError(
                        word_fault(error.errors()), file=str(file), line=number, remedy="restore the file"
                    ) from None
    except OSError as error:
        raise BenchmarkError(
            f"cannot be read ({error.strerror})", file=str(file), remedy="restore it"
        ) from None


def chunked(worlds: Iterable[StoredWorld], size: int) -> Iterator[list[StoredWorld]]:
    """Worlds in lists of so many."""
    rest = iter(worlds)
    while found := list(islice(rest, size)):
        yield found

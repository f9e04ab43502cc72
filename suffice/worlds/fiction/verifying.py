"""Verification of a whole benchmark: hashes, the definitions, and that the same options draw the same bytes again.

>>> import tempfile
>>> from suffice.worlds.fiction.folder import generate
>>> from suffice.worlds.fiction.options import Options
>>> folder = Path(tempfile.mkdtemp()) / "worlds"
>>> _ = generate(Options(worlds=1, attacks=("replica",)), [], folder)
>>> list(verify(Benchmark(folder)))
[]
>>> labels = folder / "labels.jsonl"
>>> _ = labels.write_text(labels.read_text().replace('"hops":1', '"hops":2'))
>>> {finding.field for finding in verify(Benchmark(folder))} >= {"sha256", "hops"}
True
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from suffice.errors import BenchmarkError, FamilyError
from suffice.extractors.blocks import hmac_seals, textual_seals
from suffice.worlds.fiction.checking import Finding, check_pair
from suffice.worlds.fiction.family import Family
from suffice.worlds.fiction.folder import Benchmark, StoredWorld, Watch, chunked, no_watch
from suffice.worlds.fiction.lines import FILES, draw_proved, write_lines
from suffice.worlds.fiction.models import CorpusLine
from suffice.worlds.fiction.options import Options
from suffice.worlds.fiction.parallel import map_in_order

__all__ = ["verify"]

#: Instances that a process is given at once: whole pairs.
_BATCH = 40


def verify(benchmark: Benchmark, *, workers: int = 1, watch: Watch = no_watch) -> Iterator[Finding]:
    """Everything that is wrong with a benchmark, in the order of its files and worlds.

    Args:
        benchmark: to verify.
        workers: processes.
        watch: shows progress.

    Yields:
        Findings, each with file, world and field.
    """
    yield from _check_files(benchmark)
    try:
        families, keys = benchmark.families(), benchmark.keys()
    except (FamilyError, BenchmarkError) as error:
        yield Finding(Path(error.file or "families").name, None, "file", str(error.cause))
        return
    checker = _Checker(benchmark.options, families, keys)
    seen = 0
    with watch("worlds", benchmark.manifest.instances) as advance:
        batches = chunked(benchmark.worlds(), _BATCH)
        few = benchmark.manifest.instances <= _BATCH
        try:
            for batch, findings in map_in_order(checker.check, batches, workers=1 if few else workers):
                yield from findings
                seen += len(batch)
                advance(len(batch))
        except BenchmarkError as error:
            place = f"line {error.line}: " if error.line else ""
            yield Finding(Path(error.file or "").name, None, "line", f"{place}{error.cause}")
            return
    if seen != benchmark.manifest.instances:
        yield Finding(
            "public.jsonl",
            None,
            "world",
            f"{seen} worlds and twins, but {benchmark.manifest.instances} in the manifest",
        )


def _check_files(benchmark: Benchmark) -> Iterator[Finding]:
    """Every file is there with its hash, and none beside."""
    manifest, folder = benchmark.manifest, benchmark.path
    there = {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*.json*")
        if path.name != "manifest.json"
    }
    for name in sorted(there - manifest.files.keys()):
        yield Finding(name, None, "file", "is not in the manifest")
    for name, record in manifest.files.items():
        if name not in there:
            yield Finding(name, None, "file", "is missing")
        elif _hash(folder / name) != record.sha256:
            yield Finding(name, None, "sha256", "is not that of the manifest")
    for name, digest in manifest.families.items():
        path = folder / "families" / f"{name}.toml"
        if not path.exists():
            yield Finding(f"families/{name}.toml", None, "file", "is missing")
        elif _hash(path) != digest:
            yield Finding(f"families/{name}.toml", None, "sha256", "is not that of the manifest")


def _hash(path: Path) -> str:
    with path.open("rb") as data:
        return hashlib.file_digest(data, "sha256").hexdigest()


@dataclass(frozen=True)
class _Checker:
    """Checks pairs; sent to each process once."""

    options: Options
    families: Mapping[str, Family]
    keys: Mapping[str, Mapping[str, bytes]]

    def check(self, worlds: Sequence[StoredWorld]) -> list[Finding]:
        """What is wrong with some pairs that stand one behind the other."""
        found: list[Finding] = []
        if len(worlds) % 2:
            return [Finding("public.jsonl", worlds[-1].public.world, "world", "has no twin behind it")]
        for one, other in zip(worlds[::2], worlds[1::2], strict=True):
            family = self.families.get(one.public.family)
            if family is None:
                found.append(Finding("public.jsonl", one.public.world, "family", "is not in the folder"))
                continue
            real = self.keys.get(family.name)
            seals = textual_seals if real is None else hmac_seals(real)
            found += self._redraw(one, other)
            found += check_pair(one, other, family.rules, seals)
        return list(dict.fromkeys(found))

    def _redraw(self, one: StoredWorld, other: StoredWorld) -> Iterator[Finding]:
        """Draw the pair again and compare it line by line, field by field."""
        try:
            number = int(one.public.world[1:-1])
            name = self.options.family(number)
            drawn = draw_proved(self.families[name], self.options, number)
        except (ValueError, KeyError, BenchmarkError) as error:
            yield Finding("public.jsonl", one.public.world, "world", f"cannot be drawn again ({error})")
            return
        expected = write_lines(drawn, self.options)
        stored = _lines_of(one, other)
        for file in FILES:
            if expected[file] == "".join(stored[file]):
                continue
            yield from _compare(f"{file}.jsonl", expected[file].splitlines(), stored[file])


def _lines_of(*worlds: StoredWorld) -> dict[str, list[str]]:
    """Worlds as the lines that they were read from, if these are as `generate` writes them."""
    lines: dict[str, list[str]] = {name: [] for name in FILES}
    for world in worlds:
        lines["public"].append(world.public.model_dump_json() + "\n")
        lines["labels"].append(world.labels.model_dump_json() + "\n")
        lines["proofs"].append(world.proof.model_dump_json() + "\n")
        for page in world.pages:
            line = CorpusLine(world=world.public.world, _id=page.id, title=page.title, text=page.text)
            lines["corpus"].append(line.model_dump_json(by_alias=True) + "\n")
    return lines


def _compare(file: str, expected: Sequence[str], stored: Sequence[str]) -> Iterator[Finding]:
    if len(expected) != len(stored):
        world = json.loads(expected[0])["world"]
        yield Finding(
            file, world, "world", f"has {len(stored)} lines with its twin, drawn are {len(expected)}"
        )
        return
    for drawn, found in zip(expected, stored, strict=True):
        wanted: dict[str, Any] = json.loads(drawn)
        given: dict[str, Any] = json.loads(found)
        for field, value in wanted.items():
            if given[field] != value:
                page = f"of {given['_id']} " if "_id" in given else ""
                yield Finding(file, given["world"], field, f"{page}is not what the options draw")

"""Verification of a whole benchmark: hashes, the definitions, and that the same options draw the same bytes again.

>>> import tempfile
>>> from suffice.worlds.fiction.writing import generate
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

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

import suffice
from suffice.errors import BenchmarkError, FamilyError, SufficeError, UsageError
from suffice.extractors.blocks import hmac_seals, textual_seals
from suffice.worlds.fiction.card import word_benchmark
from suffice.worlds.fiction.checking import Finding, check_pair
from suffice.worlds.fiction.family import Family
from suffice.worlds.fiction.folder import Benchmark, StoredWorld, chunked
from suffice.worlds.fiction.generator import issuer_keys
from suffice.worlds.fiction.lines import FILES, draw_proved, write_lines
from suffice.worlds.fiction.manifest import FileRecord, hash_file
from suffice.worlds.fiction.models import CorpusLine
from suffice.worlds.fiction.options import Options
from suffice.worlds.fiction.parallel import map_in_order
from suffice.worlds.watch import Watch, no_watch

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
    wrong_files = tuple(_check_files(benchmark))
    yield from wrong_files
    try:
        benchmark.options.check()
    except UsageError as error:
        yield Finding("manifest.json", None, "options", error.cause)
        return
    try:
        families, keys = benchmark.families(), benchmark.keys()
    except (FamilyError, BenchmarkError) as error:
        yield Finding(Path(error.file or "families").name, None, "file", str(error.cause))
        return
    for name, found in keys.items():
        if found != issuer_keys(families[name], benchmark.options.seed):
            yield Finding("keys.json", None, name, "are not the keys that the seed gives")
    if not wrong_files:
        yield from _check_card(benchmark)
    yield from _check_lines(benchmark)
    checker = _Checker(benchmark.options, families, keys)
    seen, rejected = 0, Counter[str]()
    with watch("worlds", benchmark.manifest.instances) as advance:
        batches = chunked(benchmark.worlds(), _BATCH)
        few = benchmark.manifest.instances <= _BATCH
        try:
            for batch, (findings, again) in map_in_order(
                checker.check, batches, workers=1 if few else workers
            ):
                yield from _check_order(batch, seen)
                yield from findings
                rejected.update(again)
                seen += len(batch)
                advance(len(batch))
        except BenchmarkError as error:
            place = f"line {error.line}: " if error.line else ""
            yield Finding(Path(error.file or "").name, None, "line", f"{place}{error.cause}")
            return
    yield from _check_numbers(benchmark, seen, rejected)


def _check_order(worlds: Sequence[StoredWorld], start: int) -> Iterator[Finding]:
    """Every world and twin stands in its place."""
    for place, world in enumerate(worlds, start):
        due = f"w{place // 2:06d}{'ab'[place % 2]}"
        if world.public.world != due:
            yield Finding("public.jsonl", world.public.world, "world", f"stands in the place of {due}")


def _check_numbers(benchmark: Benchmark, seen: int, rejected: Mapping[str, int]) -> Iterator[Finding]:
    """What the manifest counts."""
    manifest = benchmark.manifest
    if seen != 2 * manifest.options.worlds:
        yield Finding(
            "public.jsonl", None, "world", f"{seen} worlds and twins, not {2 * manifest.options.worlds}"
        )
    for field, given, counted in (
        ("instances", manifest.instances, seen),
        ("drawn", manifest.drawn, seen // 2 + sum(rejected.values())),
        ("rejected", manifest.rejected, dict(rejected)),
    ):
        if given != counted:
            yield Finding("manifest.json", None, field, f"is {given}, counted are {counted}")


def _check_files(benchmark: Benchmark) -> Iterator[Finding]:
    """Every file is there with its hash, and none beside."""
    manifest, folder = benchmark.manifest, benchmark.path
    families = {f"families/{name}.toml": digest for name, digest in manifest.families.items()}
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}
    for name in sorted(there - manifest.files.keys() - families.keys() - {"manifest.json"}):
        yield Finding(name, None, "file", "is not in the manifest")
    for name, expected in (manifest.files | families).items():
        found = _read_record(folder / name) if name in there else None
        if found is None:
            yield Finding(name, None, "file", "cannot be read" if name in there else "is missing")
        elif isinstance(expected, str):
            if found.sha256 != expected:
                yield Finding(name, None, "sha256", "is not that of the manifest")
        else:
            for field, value in expected:
                if getattr(found, field) != value:
                    yield Finding(name, None, field, "is not that of the manifest")


def _check_card(benchmark: Benchmark) -> Iterator[Finding]:
    """The data card says what the manifest says; another version may word it otherwise."""
    manifest, card = benchmark.manifest, benchmark.path / "README.md"
    known = manifest.version == suffice.__version__ and card.is_file()
    if known and card.read_bytes() != word_benchmark(manifest).encode():
        yield Finding("README.md", None, "text", "is not the card of this manifest")


def _read_record(path: Path) -> FileRecord | None:
    try:
        return hash_file(path)
    except OSError:
        return None


def _check_lines(benchmark: Benchmark) -> Iterator[Finding]:
    """Lines are written as `generate` writes them: a key that stands twice or a number in quotes is read otherwise elsewhere."""
    for kind, model in FILES.items():
        for file in benchmark.files(kind):
            if not file.is_file():
                continue
            with file.open("rb") as lines:
                for number, line in enumerate(lines, start=1):
                    try:
                        read = model.model_validate_json(line)
                    except ValidationError:
                        break  # said where worlds are read
                    if line != (read.model_dump_json(by_alias=True) + "\n").encode():
                        yield Finding(
                            file.name,
                            getattr(read, "world", None),
                            "line",
                            f"{number} is not as it is written",
                        )
                        break


@dataclass(frozen=True)
class _Checker:
    """Checks pairs; sent to each process once."""

    options: Options
    families: Mapping[str, Family]
    keys: Mapping[str, Mapping[str, bytes]]

    def check(self, worlds: Sequence[StoredWorld]) -> tuple[list[Finding], Counter[str]]:
        """What is wrong with some pairs that stand one behind the other, and why earlier draws of them were rejected."""
        found: list[Finding] = []
        rejected = Counter[str]()
        if len(worlds) % 2:
            return [
                Finding("public.jsonl", worlds[-1].public.world, "world", "has no twin behind it")
            ], rejected
        for one, other in zip(worlds[::2], worlds[1::2], strict=True):
            family = self.families.get(one.public.family)
            if family is None:
                found.append(Finding("public.jsonl", one.public.world, "family", "is not in the folder"))
                continue
            real = self.keys.get(family.name)
            seals = textual_seals if real is None else hmac_seals(real)
            found += self._redraw(one, other, rejected)
            found += check_pair(one, other, family.rules, seals)
        return list(dict.fromkeys(found)), rejected

    def _redraw(self, one: StoredWorld, other: StoredWorld, rejected: Counter[str]) -> Iterator[Finding]:
        """Draw the pair again and compare it line by line, field by field."""
        try:
            number = int(one.public.world[1:-1])
            name = self.options.family(number)
            drawn = draw_proved(self.families[name], self.options, number)
        except (ValueError, KeyError, SufficeError) as error:
            yield Finding("public.jsonl", one.public.world, "world", f"cannot be drawn again ({error})")
            return
        rejected.update(drawn.rejected)
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

"""A benchmark written: in chunks beside its place, moved there when it is whole.

While it is written it stands in `.NAME.part` beside NAME: chunks of worlds, each file whole or absent, so that a run that
was stopped is resumed by the same command. The files are the same bytes however many processes wrote them.

>>> import tempfile
>>> folder = Path(tempfile.mkdtemp()) / "worlds"
>>> manifest = generate(Options(worlds=3, attacks=("replica",)), [], folder)
>>> sorted(path.name for path in folder.iterdir())
['README.md', 'corpus.jsonl', 'families', 'labels.jsonl', 'manifest.json', 'proofs.jsonl', 'public.jsonl']
"""

from __future__ import annotations

import json
import os
import shutil
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from pydantic import BaseModel, ValidationError

import suffice
from suffice.errors import BenchmarkError, FamilyError, LimitReached, ProgramError, UsageError
from suffice.files import hold, write_text
from suffice.worlds.fiction.card import word_benchmark
from suffice.worlds.fiction.family import FAMILIES, Family, parse_family, read_family
from suffice.worlds.fiction.generator import issuer_keys
from suffice.worlds.fiction.lines import FILES, draw_proved, write_lines
from suffice.worlds.fiction.manifest import Manifest, hash_file
from suffice.worlds.fiction.options import Options
from suffice.worlds.fiction.parallel import map_in_order
from suffice.worlds.watch import Watch, no_watch

__all__ = ["CHUNK", "generate"]

#: Worlds (with their twins) in a chunk; and up to how many stand in one file of each kind.
CHUNK, ONE_FILE = 250, 10_000


class _Chunk(BaseModel):
    """What is known of a chunk when it has been written."""

    rejected: dict[str, int]


class _Begun(BaseModel):
    """What an unfinished folder is of."""

    version: str
    options: Options
    families: dict[str, str]


def generate(
    options: Options,
    families: Sequence[Path],
    folder: Path,
    *,
    workers: int = 1,
    watch: Watch = no_watch,
) -> Manifest:
    """Draw, prove and write a benchmark, or go on with one that was stopped.

    Args:
        options: what to draw; its families are names of shipped ones or of files given here.
        families: files of families.
        folder: where to; it must not exist, or be empty.
        workers: processes.
        watch: shows progress.

    Raises:
        UsageError: options contradict each other, the folder holds something else, or it can't be written to.
        FamilyError: a family's file is not valid.
        BenchmarkError: worlds of a family don't pass their proofs.
    """
    options.check()
    read = _read_families(options, families)
    place = Path(os.path.realpath(folder))  # `.` and links get a name and a parent
    part = place.parent / f".{place.name}.part"
    with hold(place):
        try:
            if place.exists() and (not place.is_dir() or any(place.iterdir())):
                raise UsageError(
                    "is not empty", file=str(folder), remedy="give a folder of its own with `--out`"
                )
            _begin(part, options, read)
            _write_chunks(part, options, read, workers, watch)
            manifest = _finish(part, options, read)
            if place.exists():
                place.rmdir()
            part.replace(place)
        # What can't be proved will not be on a second run either.
        except (BenchmarkError, FamilyError, ProgramError, LimitReached):
            shutil.rmtree(part, ignore_errors=True)
            raise
        except OSError as error:
            raise UsageError(
                f"cannot be written ({error.strerror or error})",
                file=str(folder),
                remedy="make room or choose another place; the same command goes on where it stopped",
            ) from None
        return manifest


def _read_families(options: Options, files: Sequence[Path]) -> dict[str, Family]:
    given: dict[str, Family] = {}
    for path in files:
        family = read_family(path)
        if family.name in given or family.name in FAMILIES:
            raise UsageError(f"a second family `{family.name}`", file=str(path), remedy="rename it")
        given[family.name] = family
    found = {}
    for name in options.families:
        if name not in given and name not in FAMILIES:
            raise UsageError(
                f"no family `{name}`",
                remedy=f"choose from {', '.join((*FAMILIES, *given))}, or give its file with --family",
            )
        found[name] = given[name] if name in given else read_family(name)
    return found


def _begin(part: Path, options: Options, families: Mapping[str, Family]) -> None:
    """Make the unfinished folder, or see that it is of the same benchmark."""
    begun = _Begun(
        version=suffice.__version__,
        options=options,
        families={name: family.sha256 for name, family in families.items()},
    )
    note = part / "begun.json"
    if note.exists():
        try:
            kept = _Begun.model_validate_json(note.read_bytes())
        except ValidationError:
            kept = None
        if kept != begun:
            raise UsageError(
                "an unfinished benchmark with other options stands there",
                file=str(part),
                remedy="finish it with its own options, or delete it",
            )
        return
    part.mkdir(parents=True, exist_ok=True)
    left = [path for path in part.iterdir() if not path.name.startswith(".begun.json.")]
    if (
        part / "manifest.json"
    ).exists():  # a stop just before the last move, so rare that all is written again
        shutil.rmtree(part)
    elif left:
        raise UsageError(
            "holds something else",
            file=str(part),
            remedy="move it away: the benchmark is written there first",
        )
    write_text(note, begun.model_dump_json(indent=2) + "\n")


def _write_chunks(
    part: Path, options: Options, families: Mapping[str, Family], workers: int, watch: Watch
) -> None:
    chunks = range((options.worlds + CHUNK - 1) // CHUNK)
    missing = [chunk for chunk in chunks if not (part / _chunk_name("done", chunk)).exists()]
    sources = {name: family.source for name, family in families.items()}
    with watch("worlds", options.worlds) as advance:
        advance(options.worlds - sum(len(_numbers(options, chunk)) for chunk in missing))
        writer = _Writer(part, options, sources)
        for chunk, _ in map_in_order(writer.write, missing, workers=min(workers, len(missing))):
            advance(len(_numbers(options, chunk)))


class _Writer:
    """Writes chunks; each process reads the families anew."""

    def __init__(self, part: Path, options: Options, sources: Mapping[str, str]) -> None:
        self.part, self.options, self.sources = part, options, sources

    def write(self, chunk: int) -> None:
        """Write a chunk's files, and last a note that they are there."""
        _write_chunk(self.part, self.options, _parse_families(tuple(self.sources.items())), chunk)


@lru_cache(maxsize=1)
def _parse_families(sources: tuple[tuple[str, str], ...]) -> dict[str, Family]:
    return {name: parse_family(source, f"{name}.toml") for name, source in sources}


def _write_chunk(part: Path, options: Options, families: Mapping[str, Family], chunk: int) -> None:
    """Write a chunk's files, and last a note that they are there."""
    texts: dict[str, list[str]] = {name: [] for name in FILES}
    rejected: Counter[str] = Counter()
    for number in _numbers(options, chunk):
        drawn = draw_proved(families[options.family(number)], options, number)
        rejected.update(drawn.rejected)
        for name, lines in write_lines(drawn, options).items():
            texts[name].append(lines)
    for name, parts in texts.items():
        write_text(part / f"{_chunk_name(name, chunk)}.jsonl", "".join(parts))
    note = _Chunk(rejected=dict(sorted(rejected.items())))
    write_text(part / _chunk_name("done", chunk), note.model_dump_json() + "\n")


def _numbers(options: Options, chunk: int) -> range:
    return range(chunk * CHUNK, min((chunk + 1) * CHUNK, options.worlds))


def _chunk_name(name: str, chunk: int) -> str:
    return f"{name}-{chunk:05d}"


def _finish(part: Path, options: Options, families: Mapping[str, Family]) -> Manifest:
    """Join the chunks of a small benchmark, hash every file, write families and manifest, and clear the notes."""
    chunks = (options.worlds + CHUNK - 1) // CHUNK
    for path in part.glob(".*"):  # what a killed run had not yet written to its end
        path.unlink()
    rejected: Counter[str] = Counter()
    for chunk in range(chunks):
        note = part / _chunk_name("done", chunk)
        rejected.update(_Chunk.model_validate_json(note.read_bytes()).rejected)
    if options.worlds <= ONE_FILE:
        for name in FILES:
            _join(
                [part / f"{_chunk_name(name, chunk)}.jsonl" for chunk in range(chunks)],
                part / f"{name}.jsonl",
            )
    for name, family in families.items():
        write_text(part / "families" / f"{name}.toml", family.source)
    if options.hmac:
        keys = {name: issuer_keys(family, options.seed) for name, family in families.items()}
        text = {name: {issuer: key.hex() for issuer, key in found.items()} for name, found in keys.items()}
        write_text(part / "keys.json", json.dumps(text, indent=2) + "\n")
    manifest = Manifest(
        version=suffice.__version__,
        options=options,
        families={name: family.sha256 for name, family in families.items()},
        files={
            path.relative_to(part).as_posix(): hash_file(path)
            for path in sorted(part.rglob("*.json*"))
            if path.name not in ("begun.json", "manifest.json")
        },
        instances=2 * options.worlds,
        drawn=options.worlds + sum(rejected.values()),
        rejected=dict(sorted(rejected.items())),
    )
    write_text(part / "README.md", word_benchmark(manifest))
    files = {"README.md": hash_file(part / "README.md"), **manifest.files}
    manifest = manifest.model_copy(update={"files": files})
    write_text(part / "manifest.json", manifest.model_dump_json(indent=2) + "\n")
    for path in part.glob("done-*"):
        path.unlink()
    (part / "begun.json").unlink()
    return manifest


def _join(parts: Sequence[Path], whole: Path) -> None:
    """Put files one behind the other, and remove them; where a stop came in between, only the latter."""
    if not whole.exists():
        new = whole.with_suffix(".new")
        with new.open("wb") as out:
            for path in parts:
                with path.open("rb") as lines:
                    shutil.copyfileobj(lines, out)
        os.replace(new, whole)
    for path in parts:
        path.unlink(missing_ok=True)

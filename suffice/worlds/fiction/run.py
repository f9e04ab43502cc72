"""A folder of plays: what every policy did on every world, appended world by world, resumed, and read as a stream.

`run.json` says what was played; `public.jsonl` and `labels.jsonl` are the worlds' own lines, so that the folder stands
alone; `plays.jsonl` has a line for each world and policy, worlds in the benchmark's order and policies in the run's;
`pages.jsonl` the pages that were seen of the first worlds, for the report. `times.jsonl` is apart: everything else is the
same bytes for the same manifest.

>>> PlaysManifest(suffice="0.1.0", benchmark_sha256="0" * 64, benchmark={}, worlds=48, policies=("premise",), seed=0).shown
100
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from suffice.errors import UsageError
from suffice.extractors import Unit
from suffice.files import write_text
from suffice.search.inquiry import Play
from suffice.worlds.fiction.models import CorpusLine, LabelLine, PublicWorld

__all__ = ["PlayTime", "PlayedWorld", "PlaysFolder", "PlaysManifest"]

_Model = TypeVar("_Model", bound=BaseModel)


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PlaysManifest(_Record):
    """What was played; a folder holds the plays of one manifest only.

    Args:
        suffice: version of the package.
        benchmark_sha256: of the benchmark's manifest, which has the sum of every file of it.
        benchmark: options that the benchmark was generated with.
        worlds: how many are played, twins included.
        policies: names, in the order of the plays.
        seed: of the policies that draw, and of the bootstrap.
        options: of the plays.
        shown: of so many worlds, the first, the pages are kept and shown.
    """

    schema_version: Literal["suffice.plays/1"] = "suffice.plays/1"
    suffice: str
    benchmark_sha256: str
    benchmark: dict[str, JsonValue]
    worlds: int = Field(ge=0)
    policies: tuple[str, ...] = Field(min_length=1)
    seed: int
    options: dict[str, JsonValue] = {}
    shown: int = Field(default=100, ge=0)


class PlayTime(_Record):
    """How long one play took, in seconds: kept apart, since no two runs take as long."""

    world: str
    policy: str
    seconds: float


@dataclass(frozen=True, slots=True)
class PlayedWorld:
    """A world, its label, and what every policy did.

    Args:
        public: what a policy could start from.
        label: what is true of the world.
        plays: one for each policy, in the manifest's order.
        seconds: how long each took.
    """

    public: PublicWorld
    label: LabelLine
    plays: tuple[Play, ...]
    seconds: tuple[float, ...]


class PlaysFolder:
    """The files of one run: `begin`, then `append` world by world, then `finish`; or only read.

    Args:
        path: a folder.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._writing: PlaysManifest | None = None
        self._done = 0

    def begin(self, manifest: PlaysManifest) -> int:
        """Make the folder, or go on with the one that is there; what stands behind the last whole world is cut off.

        Args:
            manifest: of the run to begin or to resume.

        Returns:
            How many worlds are there already.

        Raises:
            UsageError: it cannot be written to, holds another run, or plays without a manifest.
        """
        try:
            if not (self.path / "run.json").exists():
                if any((self.path / name).exists() for name in (*_BY_WORLD, *_BY_PLAY, "pages.jsonl")):
                    raise UsageError("holds plays without `run.json`", file=str(self.path), remedy=_ANOTHER)
                write_text(self.path / "run.json", manifest.model_dump_json(indent=2) + "\n")
            kept = self.read_manifest()
            if kept != manifest:
                before, now = kept.model_dump(), manifest.model_dump()
                changed = ", ".join(f"`{name}`" for name in before if before[name] != now[name])
                raise UsageError(f"holds a run with another {changed}", file=str(self.path), remedy=_ANOTHER)
            self._done = self._cut(manifest)
        except OSError as error:
            raise _unwritable(error, self.path) from None
        self._writing = manifest
        return self._done

    def append(
        self,
        public: PublicWorld,
        label: LabelLine,
        plays: Sequence[Play],
        seconds: Sequence[float],
        pages: Iterable[Unit] = (),
    ) -> None:
        """Add a world.

        Args:
            public: the world's line.
            label: its label's line.
            plays: one for each policy, in the manifest's order.
            seconds: how long each took.
            pages: of the world, all of them; those that some policy saw are kept, if the world is one of the first.

        Raises:
            UsageError: the disk is full or the folder gone.
            ValueError: the plays are not of this world and the manifest's policies.
        """
        manifest = self._writing
        if manifest is None:
            raise ValueError("`begin` comes before `append`")
        of = [(play.world, play.policy) for play in plays]
        if of != [(public.world, policy) for policy in manifest.policies] or label.world != public.world:
            raise ValueError(f"plays of {public.world} expected, one for each policy, in order")
        times = [
            PlayTime(world=play.world, policy=play.policy, seconds=round(taken, 6))
            for play, taken in zip(plays, seconds, strict=True)
        ]
        kept: list[CorpusLine] = []
        if self._done < manifest.shown:
            seen = _seen(public, plays)
            kept = [
                CorpusLine(world=public.world, _id=page.id, title=page.title, text=page.text)
                for page in pages
                if page.id in seen
            ]
            if {page.id for page in kept} != seen:
                raise ValueError(f"pages of {public.world} were seen that are not given")
        # The world's own line comes last: where it stands, everything else does.
        self._write("labels.jsonl", [label])
        self._write("plays.jsonl", plays)
        self._write("times.jsonl", times)
        self._write("pages.jsonl", kept)
        self._write("public.jsonl", [public])
        self._done += 1

    def finish(self) -> None:
        """Check that every world of the manifest is there.

        Raises:
            UsageError: some are missing.
        """
        worlds = self.read_manifest().worlds
        if self._done != worlds:
            raise UsageError(
                f"holds {self._done} of {worlds} worlds",
                file=str(self.path),
                remedy="run the same command again",
            )

    def read_manifest(self) -> PlaysManifest:
        """The manifest.

        Raises:
            UsageError: there is none.
        """
        try:
            return PlaysManifest.model_validate_json((self.path / "run.json").read_bytes())
        except (OSError, ValidationError) as error:
            reason = error.strerror if isinstance(error, OSError) else "not a manifest of plays"
            raise UsageError(
                f"`run.json` cannot be read ({reason})",
                file=str(self.path),
                remedy="give a folder that `suffice worlds play --out` wrote",
            ) from None

    def worlds(self) -> Iterator[PlayedWorld]:
        """Every whole world, one at a time; a run that was stopped ends early.

        Raises:
            UsageError: a line is damaged, or of another world than the lines beside it.
        """
        policies = self.read_manifest().policies
        labels, plays = self._read("labels.jsonl", LabelLine), self._read("plays.jsonl", Play)
        times = self._read("times.jsonl", PlayTime)
        for number, public in enumerate(self._read("public.jsonl", PublicWorld), start=1):
            label = next(labels, None)
            played, taken = tuple(islice(plays, len(policies))), tuple(islice(times, len(policies)))
            if label is None or len(played) < len(policies) or len(taken) < len(policies):
                return
            of = [(public.world, policy) for policy in policies]
            for name, found, each in (
                ("labels.jsonl", [label.world] == [public.world], 1),
                ("plays.jsonl", [(play.world, play.policy) for play in played] == of, len(policies)),
                ("times.jsonl", [(time.world, time.policy) for time in taken] == of, len(policies)),
            ):
                if not found:
                    raise UsageError(
                        f"not what is expected of world {public.world}",
                        file=str(self.path / name),
                        line=(number - 1) * each + 1,
                        remedy=_ANOTHER,
                    )
            yield PlayedWorld(public, label, played, tuple(time.seconds for time in taken))

    def pages(self) -> dict[str, dict[str, CorpusLine]]:
        """The pages that were seen of the first worlds: by world, then by page id.

        Raises:
            UsageError: a line is damaged.
        """
        found: dict[str, dict[str, CorpusLine]] = {}
        for page in self._read("pages.jsonl", CorpusLine):
            found.setdefault(page.world, {})[page.id] = page
        return found

    def _cut(self, manifest: PlaysManifest) -> int:
        """Cut every file behind the last world that is whole in all of them; how many worlds are left."""
        lines = dict.fromkeys(_BY_WORLD, 1) | dict.fromkeys(_BY_PLAY, len(manifest.policies))
        done = min(self._count(name) // each for name, each in lines.items())
        kept, pages = 0, self.pages()
        for number, world in enumerate(islice(self.worlds(), min(done, manifest.shown))):
            there = pages.get(world.public.world, {}).keys()
            if there != _seen(world.public, world.plays):
                done = number
                break
            kept += len(there)
        for name, each in lines.items():
            self._truncate(name, done * each)
        self._truncate("pages.jsonl", kept)
        return done

    def _count(self, name: str) -> int:
        file = self.path / name
        if not file.exists():
            return 0
        with file.open("rb") as lines:
            return sum(line.endswith(b"\n") for line in lines)

    def _truncate(self, name: str, keep: int) -> None:
        file = self.path / name
        if file.exists():
            with file.open("rb") as lines:
                size = sum(len(line) for line in islice(lines, keep))
            os.truncate(file, size)

    def _write(self, name: str, records: Sequence[BaseModel]) -> None:
        text = "".join(record.model_dump_json(by_alias=True) + "\n" for record in records)
        try:
            with (self.path / name).open("ab") as file:
                file.write(text.encode())
        except OSError as error:
            raise _unwritable(error, self.path / name) from None

    def _read(self, name: str, model: type[_Model]) -> Iterator[_Model]:
        """The lines of a file; a last one that was cut off is left out."""
        file = self.path / name
        if not file.exists():
            return
        with file.open("rb") as lines:
            for number, line in enumerate(lines, start=1):
                if not line.endswith(b"\n"):
                    return
                try:
                    yield model.model_validate_json(line)
                except ValidationError as error:
                    first = error.errors()[0]
                    field = ".".join(map(str, first["loc"])) or "the line"
                    raise UsageError(
                        f"{field}: {first['msg']}", file=str(file), line=number, remedy=_ANOTHER
                    ) from None


def _seen(public: PublicWorld, plays: Iterable[Play]) -> set[str]:
    return {*public.initial, *(page for play in plays for page in play.seen)}


def _unwritable(error: OSError, file: Path) -> UsageError:
    return UsageError(
        f"cannot be written ({error.strerror or error})",
        file=str(file),
        remedy="make room or give another folder, then run the same command again",
    )


_BY_WORLD = ("public.jsonl", "labels.jsonl")
_BY_PLAY = ("plays.jsonl", "times.jsonl")
_ANOTHER = "give another folder, or empty this one"

"""Plays: every policy on every world of a benchmark, into a run folder.

A policy is made anew for each world and is given the public side alone. `oracle` also gets the stored plan: it is the
upper bound and says so by its name. Labels are read only to be copied beside the plays.

>>> import tempfile
>>> from suffice.worlds.fiction.writing import generate
>>> from suffice.worlds.fiction.options import Options
>>> place = Path(tempfile.mkdtemp())
>>> _ = generate(Options(worlds=2, attacks=("replica",)), [], place / "worlds")
>>> folder = play_benchmark(Benchmark(place / "worlds"), ["premise", "repeat"], place / "run")
>>> [(play.policy, play.outcome) for world in folder.worlds() if world.label.twin_of is None for play in world.plays]
[('premise', 'answer'), ('repeat', 'cannot_determine'), ('premise', 'answer'), ('repeat', 'cannot_determine')]
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TypeAlias

import suffice
from suffice.errors import BenchmarkError, UsageError
from suffice.extractors import Unit
from suffice.extractors.blocks import Seals, hmac_seals, textual_seals, without_block
from suffice.files import hold
from suffice.rules import Program
from suffice.search.controller import Setting, play
from suffice.search.frozen import FrozenIndex
from suffice.search.inquiry import Play, Policy
from suffice.search.policies import make_policy
from suffice.worlds.fiction.folder import Benchmark, StoredWorld, chunked
from suffice.worlds.fiction.parallel import map_in_order
from suffice.worlds.fiction.run import PlaysFolder, PlaysManifest
from suffice.worlds.watch import Watch, no_watch

__all__ = ["INDEXED", "Players", "play_benchmark"]

#: What of a page is indexed: all of it, or its sentences without the block.
INDEXED: Mapping[str, Callable[[Unit], Unit]] = {
    "full": lambda page: page,
    "prose": lambda page: Unit(page.id, page.title, without_block(page.text)),
}

#: Worlds that a process is given at once.
_BATCH = 20
_Played: TypeAlias = list[tuple[Play, float]]


@dataclass(slots=True)
class Players:
    """What plays worlds: the rules and seals of each family, and which policies.

    Args:
        rules: by family.
        keys: of the issuers by family, where seals are real.
        policies: names.
        seed: of the policies that draw.
        index: what of a page is indexed.
    """

    rules: Mapping[str, Program]
    keys: Mapping[str, Mapping[str, bytes]]
    policies: tuple[str, ...]
    seed: int
    index: str = "full"

    def play_all(self, worlds: Sequence[StoredWorld]) -> list[_Played]:
        """Every policy on each of some worlds."""
        return [self.play(world) for world in worlds]

    def play(self, world: StoredWorld) -> _Played:
        """Every policy on one world, with the seconds each took."""
        public = world.public
        if public.family not in self.rules:
            raise BenchmarkError(f"world {public.world}: no family `{public.family}`", remedy="restore it")
        there = {page.id for page in world.pages}
        if len(there) < len(world.pages):
            ids = [page.id for page in world.pages]
            twice = next(page for page in ids if ids.count(page) > 1)
            raise BenchmarkError(
                f"world {public.world}: two pages have the id {twice}", remedy="restore the files"
            )
        if not set(public.initial) <= there:
            missing = min(set(public.initial) - there)
            raise BenchmarkError(
                f"world {public.world}: page {missing} is not in its corpus", remedy="restore the files"
            )
        setting = Setting(
            public.world,
            public.question,
            self.rules[public.family],
            self._seals(public.family),
            world.pages,
            public.initial,
            public.budget,
        )
        index = FrozenIndex(list(map(INDEXED[self.index], world.pages)))
        played = []
        for name in self.policies:
            begun = time.perf_counter()
            one = play(setting, name, self._make(name, world), index)
            played.append((one, time.perf_counter() - begun))
        return played

    def _make(self, name: str, world: StoredWorld) -> Policy:
        if name == "oracle":
            return make_policy(name, plan=tuple(step.query for step in world.proof.plan))
        return make_policy(name, **({"seed": self.seed} if name in ("topical", "random") else {}))

    def _seals(self, family: str) -> Seals:
        return hmac_seals(self.keys[family]) if family in self.keys else textual_seals


def play_benchmark(
    benchmark: Benchmark,
    policies: Sequence[str],
    out: Path,
    *,
    seed: int = 0,
    workers: int = 1,
    limit: int | None = None,
    index: str = "full",
    watch: Watch = no_watch,
) -> PlaysFolder:
    """Play policies on all worlds and twins, or go on where a run stopped.

    Args:
        benchmark: what is played.
        policies: names, in the order of the plays.
        out: folder for the plays.
        seed: of the policies that draw, and of the intervals.
        workers: processes.
        limit: how many worlds and twins at most, from the first.
        index: what of a page is indexed, of `INDEXED`: a stress, since the proofs are about the whole page.
        watch: shows progress.

    Raises:
        UsageError: a policy is unknown or not set up, or the folder holds another run.
        BenchmarkError: the benchmark is damaged.
    """
    if not policies or len(set(policies)) < len(policies):
        raise UsageError("--policies: none, or one twice", remedy="name each once")
    if limit is not None and limit < 1:
        raise UsageError(f"--limit {limit}: nothing to play", remedy="ask for at least one world")
    if index not in INDEXED:
        raise UsageError(f"no index `{index}`", remedy=f"choose from {', '.join(INDEXED)}")
    for name in policies:  # what is not set up is said before the first play
        make_policy(name, **({"plan": ()} if name == "oracle" else {}))
    families = benchmark.families()
    players = Players(
        {name: family.rules for name, family in families.items()},
        benchmark.keys(),
        tuple(policies),
        seed,
        index,
    )
    worlds = min(limit or benchmark.manifest.instances, benchmark.manifest.instances)
    benchmark.check_hashes()
    with hold(Path(os.path.realpath(out))):
        return _play(benchmark, players, out, worlds, seed, index, workers, watch)


def _play(
    benchmark: Benchmark,
    players: Players,
    out: Path,
    worlds: int,
    seed: int,
    index: str,
    workers: int,
    watch: Watch,
) -> PlaysFolder:
    folder = PlaysFolder(out)
    done = folder.begin(
        PlaysManifest(
            suffice=suffice.__version__,
            benchmark_sha256=hashlib.sha256((benchmark.path / "manifest.json").read_bytes()).hexdigest(),
            benchmark=benchmark.options.model_dump(mode="json"),
            worlds=worlds,
            policies=players.policies,
            seed=seed,
            options={"index": index},
        )
    )
    with watch("worlds", worlds) as advance:
        advance(done)
        batches = chunked(islice(benchmark.worlds(), done, worlds), _BATCH)
        few = worlds - done <= _BATCH
        for batch, results in map_in_order(players.play_all, batches, workers=1 if few else workers):
            for world, played in zip(batch, results, strict=True):
                folder.append(
                    world.public,
                    world.labels,
                    [one for one, _ in played],
                    [taken for _, taken in played],
                    world.pages,
                )
                advance(1)
    folder.finish()
    return folder

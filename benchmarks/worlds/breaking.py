"""What breaks a policy: each row one condition, on worlds of its own, played by `premise`, `expansion` and `oracle`."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.measure import Report
from suffice.worlds.fiction.folder import Benchmark
from suffice.worlds.fiction.options import Options
from suffice.worlds.fiction.playing import play_benchmark
from suffice.worlds.fiction.tally import score
from suffice.worlds.fiction.writing import generate

#: What each condition changes; `index` is of the plays, all else of the worlds.
CONDITIONS: Mapping[str, Mapping[str, Any]] = {
    "every sound attack": {},
    "three hops": {"hops": (3,)},
    "type visible": {"visibility": "type", "attacks": ("replica",)},
    "identifier visible": {"visibility": "full", "attacks": ("replica",)},
    "forged signed, textual seals": {"attacks": ("forged-signed",)},
    "forged signed, HMAC seals": {"attacks": ("forged-signed",), "hmac": True},
    "superseded, said in a register only": {"attacks": ("stale-register",)},
    "as many stuffed pages as a list has": {
        "attacks": ("keyword-stuffed",),
        "strength": 3,
        "keep_inseparable": True,
    },
    "one query": {"queries": 1, "keep_inseparable": True},
    "three hops, two queries": {"hops": (3,), "queries": 2, "keep_inseparable": True},
    "blocks are not indexed": {"index": "prose"},
}
POLICIES = ("premise", "expansion", "oracle")


def measure_topic(quick: bool, seed: int) -> list[Report]:
    worlds = 42 if quick else 420
    rows = []
    for name, changes in CONDITIONS.items():
        chosen = dict(changes)
        index = str(chosen.pop("index", "full"))
        options = Options(**{"worlds": worlds, "seed": seed, **chosen})
        with tempfile.TemporaryDirectory() as folder:
            generate(options, [], Path(folder) / "worlds")
            benchmark = Benchmark(Path(folder) / "worlds")
            plays = play_benchmark(benchmark, POLICIES, Path(folder) / "run", seed=seed, index=index)
            scores = score(plays).policies
        rows.append(
            (
                name,
                *(
                    f"{found.safe}/{found.unsafe}/{found.abstained}, twins {found.twins.unsafe}"
                    for found in map(scores.__getitem__, POLICIES)
                ),
            )
        )
    return [
        Report(
            f"{worlds} worlds a row: safe/unsafe/abstained, and unsafe on twins",
            ("condition", *POLICIES),
            tuple(rows),
        )
    ]

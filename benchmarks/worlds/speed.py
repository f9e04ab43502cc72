"""Drawing against serialising and writing the same bytes, proving against drawing, and memory against the number of worlds."""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.measure import Report, Target
from suffice.worlds.fiction.family import FAMILIES, read_family
from suffice.worlds.fiction.generator import draw_pair
from suffice.worlds.fiction.lines import FILES, Drawn, write_lines
from suffice.worlds.fiction.options import Options
from suffice.worlds.fiction.separability import prove_pair

_MOST = 5.0


def measure_topic(quick: bool, seed: int) -> list[Report]:
    return [_stages(200 if quick else 2_000, seed), _memory((250, 1_000) if quick else (1_000, 4_000), seed)]


def _stages(worlds: int, seed: int) -> Report:
    """Worlds of the default grid, one after the other, each stage with its own clock."""
    families = {name: read_family(name) for name in FAMILIES}
    options = Options(worlds=worlds, seed=seed)
    drawing = proving = writing = 0.0
    size = 0
    with tempfile.TemporaryDirectory() as folder:
        files = {name: (Path(folder) / f"{name}.jsonl").open("w", encoding="utf-8") for name in FILES}
        for number in range(worlds):
            family = families[options.family(number)]
            begun = time.process_time()
            pair = draw_pair(family, options, number)
            drawn = time.process_time()
            proofs = prove_pair(pair, family, options)
            proved = time.process_time()
            for name, lines in write_lines(Drawn(pair, proofs, ()), options).items():
                files[name].write(lines)
                size += len(lines)
            written = time.process_time()
            drawing, proving, writing = (
                drawing + drawn - begun,
                proving + proved - drawn,
                writing + written - proved,
            )
        for file in files.values():
            file.close()
    return Report(
        f"{worlds:,} worlds and their twins, {size / 1e6:,.0f} MB",
        ("stage", "CPU ms a world", "ratio"),
        (
            ("serialise and write", 1e3 * writing / worlds, 1.0),
            ("draw", 1e3 * drawing / worlds, drawing / writing),
            ("prove", 1e3 * proving / worlds, proving / drawing),
        ),
        (
            Target(
                "drawing / writing", f"<= {_MOST:g}", f"{drawing / writing:.2f}", drawing <= _MOST * writing
            ),
            Target(
                "proving / drawing", f"<= {_MOST:g}", f"{proving / drawing:.2f}", proving <= _MOST * drawing
            ),
        ),
        ("ratio: drawing to writing, proving to drawing",),
    )


def _memory(sizes: tuple[int, ...], seed: int) -> Report:
    """Peak memory of the command in a process of its own, with one worker."""
    rows = []
    peaks = []
    for worlds in sizes:
        with tempfile.TemporaryDirectory() as folder:
            command = [
                *(sys.executable, "-c", _CHILD, "--worlds", str(worlds), "--seed", str(seed)),
                *("--workers", "1", "--out", str(Path(folder) / "worlds")),
            ]
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
        peak = int(done.stdout.splitlines()[-1]) / 1024
        peaks.append(peak)
        rows.append((worlds, after.ru_utime - before.ru_utime, peak))
    growth = peaks[-1] / peaks[0]
    return Report(
        "Memory of `suffice worlds generate`",
        ("worlds", "CPU s", "peak MB"),
        tuple(rows),
        (
            Target(
                f"peak with {sizes[-1] // sizes[0]} times the worlds",
                "<= 1.2",
                f"{growth:.2f}",
                growth <= 1.2,
            ),
        ),
    )


_CHILD = """
import resource, sys
from suffice.cli import main
sys.argv = ["suffice", "worlds", "generate", *sys.argv[1:]]
try:
    main()
except SystemExit as ended:
    assert not ended.code, ended.code
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""

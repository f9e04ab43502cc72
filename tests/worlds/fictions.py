"""Fictional worlds for the tests of what draws, proves, writes and verifies them."""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from suffice.worlds.fiction.checking import Finding
from suffice.worlds.fiction.family import read_family
from suffice.worlds.fiction.folder import Benchmark
from suffice.worlds.fiction.generator import Pair, draw_pair
from suffice.worlds.fiction.options import Options
from suffice.worlds.fiction.verifying import verify
from suffice.worlds.fiction.writing import generate

ROOT = Path(__file__).parents[2]
LIGHTHOUSES = ROOT / "tests" / "data" / "lighthouses.toml"
#: Few pages, so that many worlds are drawn in little time.
SMALL: dict[str, Any] = {"distractors": 2, "replicas": 3}


def small(**given: Any) -> Options:  # noqa: ANN401
    """Options of a small benchmark."""
    return Options.model_validate({"worlds": 1, **SMALL, **given})


def draw(number: int = 0, **given: Any) -> Pair:  # noqa: ANN401
    """A pair of a small benchmark."""
    options = small(**{"worlds": number + 1, **given})
    options.check()
    return draw_pair(read_family(options.family(number)), options, number)


def write(folder: Path, **given: Any) -> Benchmark:  # noqa: ANN401
    """A small benchmark, written."""
    generate(small(**given), [], folder)
    return Benchmark(folder)


def read_bytes(folder: Path) -> dict[str, bytes]:
    """Every file of a folder, hidden ones too."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def correct_manifest(folder: Path) -> None:
    """Let the manifest state what the files are now, so that only deeper checks can find what was done to them."""
    file = folder / "manifest.json"
    manifest = json.loads(file.read_text("utf-8"))
    for name, record in manifest["files"].items():
        data = (folder / name).read_bytes()
        record |= {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data), "lines": data.count(b"\n")}
    for name in manifest["families"]:
        data = (folder / "families" / f"{name}.toml").read_bytes()
        manifest["families"][name] = hashlib.sha256(data).hexdigest()
    file.write_text(json.dumps(manifest, indent=2) + "\n", "utf-8")


def change_line(folder: Path, name: str, line: int, change: Callable[[dict[str, Any]], object]) -> None:
    """Change one line of a JSON Lines file of a benchmark."""
    file = folder / f"{name}.jsonl"
    lines = file.read_text("utf-8").splitlines()
    record = json.loads(lines[line])
    change(record)
    lines[line] = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    file.write_text("".join(f"{one}\n" for one in lines), "utf-8")


def find(folder: Path) -> list[Finding]:
    """What verification finds."""
    return list(verify(Benchmark(folder)))


def command(*arguments: object, **environment: str) -> list[str]:
    """`suffice` with arguments, in a process of its own."""
    return [sys.executable, "-c", "from suffice.cli import main; main()", *map(str, arguments)]


def run(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(
        command(*arguments),
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )

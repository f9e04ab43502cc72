"""Every console example in README.md and the tutorial is run; what it prints must be what stands there."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)


def examples() -> list[tuple[str, str]]:
    found = []
    for page in ("README.md", "docs/tutorial.md"):
        for block in BLOCK.findall((ROOT / page).read_text("utf-8")):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, expected = part.replace("\\\n", " ").partition("\n")
                found.append((command, expected))
    return found


@pytest.mark.parametrize(("command", "expected"), examples())
def test_the_example_prints_what_the_page_says(command: str, expected: str) -> None:
    words = shlex.split(command)
    assert words[0] in ("suffice", "make")
    if words[0] == "make":
        targets = (ROOT / "Makefile").read_text("utf-8")
        assert re.search(rf"^{words[1]}:", targets, re.MULTILINE)
        return
    run = subprocess.run(
        [sys.executable, "-m", "suffice", *words[1:]], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.stderr == ""
    assert tidy(run.stdout) == tidy(expected)


def tidy(text: str) -> str:
    """`...` lines of the example stand for anything, so none are used; only trailing blanks are ignored."""
    return "\n".join(line.rstrip() for line in text.strip().splitlines())

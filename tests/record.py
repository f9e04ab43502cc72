"""Commands that ask a small model, and what it said when they were recorded.

    python -m tests.record --gguf SmolLM2-135M-Instruct-Q4_1.gguf

asks it again through a real server (PyPI `xllamacpp`), where a prompt has changed, and writes `tests/data/small_model/*.jsonl.gz`.
"""

from __future__ import annotations

import argparse
import gzip
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

__all__ = ["COMMANDS", "DATA", "MODEL", "recording_of"]

DATA = Path(__file__).parent / "data" / "small_model"
MODEL = "SmolLM2-135M-Instruct-Q4_1"
_ASK = ("--corpus", DATA / "corpus.jsonl", "--readers", "model", "--cache", "none", "--json")
#: Each command by the name of its recording.
COMMANDS: dict[str, tuple[str | Path, ...]] = {
    "ask": ("ask", "Who opened Orrin Tramway?", *_ASK),
    "ask-malformed": ("ask", "Which film came out first, The Paper Mill or The Iron Gate?", *_ASK),
    "evaluate": (
        *("evaluate", DATA / "questions.json", "--readers", "lexicon,model"),
        *("--answers", "--cache", "none", "--json"),
    ),
    "extract": ("extract", DATA / "notes.txt", "--to", "rules", "--json"),
}


def recording_of(name: str) -> Path:
    """The file that a command was recorded in."""
    return DATA / f"{name}.jsonl.gz"


def main() -> None:
    from benchmarks.models.server import serve

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--gguf", type=Path, required=True)
    parser.add_argument("names", nargs="*", help=f"of {', '.join(COMMANDS)}; all by default")
    given = parser.parse_args()
    with serve(given.gguf) as server, TemporaryDirectory() as place:
        for name in given.names or COMMANDS:
            command = COMMANDS[name]
            plain = Path(place) / f"{name}.jsonl"
            # A server may say something else to the same request a second time; a cache does not.
            kept = Path(place) / f"{name}.sqlite"
            asked = ("--model", MODEL, "--base-url", server.url, "--model-cache", kept, "--record", plain)
            done = subprocess.run(
                [sys.executable, "-m", "suffice", *map(str, (*command, *asked))], check=False
            )
            print(f"{name}: exit {done.returncode}")
            # No time of writing and no name inside: the same calls are the same bytes.
            recording_of(name).write_bytes(gzip.compress(plain.read_bytes(), mtime=0))


if __name__ == "__main__":
    main()

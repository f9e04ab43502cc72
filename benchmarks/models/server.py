"""llama.cpp's server in a child process: OpenAI's protocol on a free port, for as long as it is wanted.

    python -m benchmarks.models.server FILE.gguf [THREADS]

prints its URL once it serves, and ends when its standard input does: so it ends with its parent, whatever ends that.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

__all__ = ["LocalServer", "serve"]

#: Tokens that a conversation may have: twenty passages, the instruction and the reply.
CONTEXT = 8192
_GRACE = 10.0


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A server that runs: where, and as which process."""

    url: str
    pid: int

    def cpu_seconds(self) -> float | None:
        """What it has computed so far; None where the system does not tell."""
        try:
            fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return None
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def serve(gguf: Path, threads: int = 1) -> Iterator[LocalServer]:
    """Serve a model for the length of a `with`.

    Args:
        gguf: its file.
        threads: that it computes with.

    Raises:
        SystemExit: if it does not start; its own messages say why.
    """
    command = [sys.executable, "-m", "benchmarks.models.server", str(gguf), str(threads)]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert child.stdin is not None
    assert child.stdout is not None
    try:
        # What the library itself prints is passed over.
        found = (line.split()[1] for line in child.stdout if line.startswith("serving "))
        url = next(found, None)
        if url is None:
            raise SystemExit(f"no server for {gguf}")
        yield LocalServer(url, child.pid)
    finally:
        child.stdin.close()
        try:
            child.wait(_GRACE)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
        child.stdout.close()


def _main(gguf: str, threads: int) -> None:
    try:
        import xllamacpp
    except ImportError:
        raise SystemExit("xllamacpp is not installed: pip install 'suffice[bench]'") from None
    params = xllamacpp.CommonParams()
    params.model.path = gguf
    params.n_ctx, params.n_parallel = CONTEXT, 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
    params.port = 0
    params.verbosity = 1  # errors only
    try:
        server = xllamacpp.Server(params)
    except RuntimeError as error:
        raise SystemExit(str(error)) from None
    print(f"serving {server.listening_address}/v1", flush=True)
    sys.stdin.read()
    # Its threads may be in the middle of a reply that nobody waits for.
    os._exit(0)


if __name__ == "__main__":
    _main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1)

"""Files: written whole or not at all.

>>> import tempfile
>>> path = Path(tempfile.mkdtemp(), "new", "answer.json")
>>> write_text(path, "{}")
>>> path.read_text(), [file.name for file in path.parent.iterdir()]
('{}', ['answer.json'])
"""

from __future__ import annotations

import gzip
import os
import shutil
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from suffice.errors import SufficeError, UsageError

__all__ = ["hold", "read_text", "write_bytes", "write_text"]


@contextmanager
def hold(place: Path) -> Iterator[None]:
    """Keep other processes from writing a folder while this one does; where the system has no locks, nothing is kept.

    Args:
        place: the folder; the lock is a hidden file beside it, and goes away with the process that holds it.

    Raises:
        UsageError: another process writes there, or the lock can't be made.
    """
    try:
        import fcntl
    except ImportError:
        yield
        return
    lock = place.parent / f".{place.name}.lock"
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        file = lock.open("w")
    except OSError as error:
        raise UsageError(
            f"cannot be written ({error.strerror or error})", file=str(place), remedy="choose another place"
        ) from None
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise UsageError(
                "another process is writing there",
                file=str(place),
                remedy="let it end, or choose another place",
            ) from None
        try:
            yield
        finally:
            lock.unlink(missing_ok=True)


def read_text(file: str, error: type[SufficeError]) -> str:
    """A whole file of JSON in UTF-8, plain or, by its name, gzipped; a byte order mark is left out.

    Args:
        file: its path.
        error: what to raise where it can't be read.
    """
    try:
        data = Path(file).read_bytes()
        return (gzip.decompress(data) if file.endswith(".gz") else data).decode("utf-8-sig")
    except (OSError, EOFError, zlib.error, ValueError) as cause:
        raise error(f"cannot be read ({cause})", file=file, remedy="give a file in UTF-8") from None


def write_text(path: Path, text: str) -> None:
    """Write a file under another name, then rename it: an interrupt leaves the old file, or none.

    Args:
        path: the file; folders on the way are made; a link is followed.
        text: what to write, in UTF-8; line ends stay as they are.

    Raises:
        UsageError: it can't be written.
    """
    try:
        data = text.encode()
    except UnicodeEncodeError:
        raise UsageError("cannot be written: the text is not Unicode", file=str(path)) from None
    write_bytes(path, data)


def write_bytes(path: Path, data: bytes) -> None:
    """As `write_text`, for a file that is no text."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        final = path.resolve()
        if path.exists() and not path.is_file():  # a pipe or a device is no file to replace
            path.write_bytes(data)
            return
        new = final.with_name(f".{final.name}.{os.getpid()}")
        try:
            new.write_bytes(data)
            if final.exists():
                shutil.copymode(final, new)
            new.replace(final)
        finally:
            new.unlink(missing_ok=True)
    except OSError as error:
        raise UsageError(
            f"cannot be written ({error.strerror or error})", file=str(path), remedy="choose another place"
        ) from None

"""Replies kept by the content of their requests: what was once asked is not asked again.

A SQLite file in WAL mode: each reply is committed as it comes, so that a killed process loses at most the call it was in,
and two processes may share the file. A file that is none, or was damaged, is set aside and begun anew.

>>> cache = CallCache(None)
>>> cache.put("k", Reply("yes", 3, 1))
>>> cache.get("k"), cache.get("other")
(Reply(text='yes', input_tokens=3, output_tokens=1, seconds=0.0), None)
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from suffice.errors import UsageError
from suffice.extractors.models.chat import Reply, Request

__all__ = ["CallCache"]

_TABLE = """create table if not exists replies (
    key text primary key, request text not null, reply text not null,
    input_tokens integer not null, output_tokens integer not null, seconds real not null)"""
#: Seconds that one process waits for another's write.
_PATIENCE = 60.0


class CallCache:
    """Replies by key.

    Args:
        file: where they are kept; None keeps them in memory.

    Raises:
        UsageError: if the file cannot be written.
    """

    def __init__(self, file: Path | str | None) -> None:
        self.file = str(file) if file is not None else None
        try:
            if self.file is not None:
                Path(self.file).parent.mkdir(parents=True, exist_ok=True)
            try:
                self._connection = self._open()
            except sqlite3.DatabaseError as error:
                if isinstance(error, sqlite3.OperationalError) or self.file is None:
                    raise
                Path(self.file).replace(f"{self.file}.damaged")
                self._connection = self._open()
        except (OSError, sqlite3.Error) as error:
            raise UsageError(
                f"the cache of model calls cannot be used ({error})",
                file=self.file,
                remedy="give --model-cache a file that can be written, or `none`",
            ) from None

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.file or ":memory:", timeout=_PATIENCE, isolation_level=None, check_same_thread=False
        )
        try:
            connection.execute("pragma journal_mode = wal")
            connection.execute("pragma synchronous = normal")
            connection.execute(_TABLE)
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    def get(self, key: str) -> Reply | None:
        """The reply kept for a key."""
        with closing(
            self._connection.execute(
                "select reply, input_tokens, output_tokens, seconds from replies where key = ?", (key,)
            )
        ) as found:
            row = found.fetchone()
        return Reply(*row) if row else None

    def put(self, key: str, reply: Reply, request: Request | None = None) -> None:
        """Keep a reply; the first one stays."""
        from suffice.extractors.models.recordings import write_request

        text = write_request(request) if request is not None else ""
        row = (key, text, reply.text, reply.input_tokens, reply.output_tokens, reply.seconds)
        self._connection.execute("insert or ignore into replies values (?, ?, ?, ?, ?, ?)", row)

    def requests(self) -> Iterator[tuple[str, Reply]]:
        """Every request kept, as JSON, and its reply, in the order of their keys."""
        with closing(
            self._connection.execute(
                "select request, reply, input_tokens, output_tokens, seconds from replies "
                "where request <> '' order by key"
            )
        ) as found:
            for request, *reply in found:
                yield request, Reply(*reply)

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

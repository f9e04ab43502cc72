"""A session of DuckDB: one connection, within limits, with a scratch schema that vanishes in the end.

>>> with open_session(Limits(), memory="1GB") as session:
...     session.run("CREATE TABLE a AS SELECT 1 AS x")
...     session.run("SELECT * FROM a")
[(1,)]
[(1,)]
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from threading import Timer
from typing import TYPE_CHECKING, Any

from suffice.engine.limits import Limits, out_of_time
from suffice.errors import EngineError, LimitReached

if TYPE_CHECKING:  # imported where it is used: `import suffice.engine` does without
    import numpy as np
    from duckdb import DuckDBPyConnection
    from numpy.typing import NDArray

__all__ = ["Session", "open_session", "quoted"]


def quoted(text: object) -> str:
    """A text as a literal of SQL."""
    return "'" + str(text).replace("'", "''") + "'"


@contextmanager
def open_session(
    limits: Limits, *, memory: str, database: str = ":memory:", threads: int | None = None
) -> Iterator[Session]:
    """A session; what it makes is gone in the end, however it ends.

    Args:
        limits: `seconds` counts.
        memory: such as "2GB".
        database: a file, or memory.
        threads: as many as there are cores, if None.

    Raises:
        EngineError: the database can't be opened.
    """
    import duckdb

    with tempfile.TemporaryDirectory(prefix="suffice-", ignore_cleanup_errors=True) as spill:
        config: dict[str, str | bool | int | float | list[str]] = {"memory_limit": memory}
        if database == ":memory:":
            config["temp_directory"] = spill
        if threads is not None:
            config["threads"] = threads
        try:
            connection = duckdb.connect(database, config=config)
        except (duckdb.Error, ValueError) as error:
            raise EngineError(f"duckdb cannot open its database: {error}") from None
        timer = Timer(limits.seconds, connection.interrupt)
        timer.daemon = True
        timer.start()
        session = Session(connection, limits.seconds)
        try:
            session.run("SET enable_progress_bar = false")  # it would be printed between the atoms
            session.run("DROP SCHEMA IF EXISTS suffice_scratch CASCADE")
            session.run("CREATE SCHEMA suffice_scratch")
            session.run("USE suffice_scratch")
            yield session
        finally:
            timer.cancel()
            timer.join()
            session.close()
            try:
                _clean(connection)
            finally:
                connection.close()


def _clean(connection: DuckDBPyConnection) -> None:
    """Drop what is scratch; an interrupt that came too late for the last statement strikes the next one."""
    import duckdb

    for _ in range(3):
        with suppress(duckdb.InterruptException):
            connection.execute("USE main")
            connection.execute("DROP SCHEMA IF EXISTS suffice_scratch CASCADE")
            return


class Session:
    """Statements within the limits."""

    def __init__(self, connection: DuckDBPyConnection, seconds: float) -> None:
        self.connection = connection
        self._seconds = seconds
        self._deadline = time.monotonic() + seconds
        self._worker = ThreadPoolExecutor(1)

    def close(self) -> None:
        """End the thread in which statements run."""
        self._worker.shutdown()

    @property
    def is_over(self) -> bool:
        """Whether the time is used up."""
        return time.monotonic() > self._deadline

    def run(self, statement: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """The rows of a statement.

        Raises:
            LimitReached: time or memory is used up.
            EngineError: DuckDB refuses it.
        """
        return self._execute(statement, values).fetchall()

    def rows(self, statement: str) -> Iterator[tuple[Any, ...]]:
        """The same, a block at a time; to be read to its end before the next statement."""
        found = self._execute(statement, ())
        while block := found.fetchmany(10_000):
            yield from block

    def count(self, statement: str) -> int:
        """The one number that a statement gives."""
        return int(self.run(statement)[0][0])

    def columns(self, statement: str) -> list[NDArray[np.int64]]:
        """The columns of integers that a statement gives."""
        return list(self._execute(statement, ()).fetchnumpy().values())

    def append(self, table: str, columns: Sequence[NDArray[np.int64]]) -> None:
        """Put columns of integers into a table."""
        with self.given("columns_given", {f"c{place}": column for place, column in enumerate(columns)}):
            self.run(f"INSERT INTO {table} SELECT * FROM columns_given")

    @contextmanager
    def given(self, name: str, data: object) -> Iterator[None]:
        """Data in memory, under a name for the while."""
        self.connection.register(name, data)
        try:
            yield
        finally:
            self.connection.unregister(name)

    def _execute(self, statement: str, values: Sequence[object]) -> DuckDBPyConnection:
        import duckdb

        # An interrupt between two statements is lost: the clock is read as well.
        if not self.is_over:
            try:
                return self._wait_for(self._worker.submit(self.connection.execute, statement, values))
            except duckdb.OutOfMemoryException as error:
                said = str(error).partition("\n")[0]
                raise LimitReached(f"duckdb: {said}", remedy="allow more memory, or use a file") from None
            except duckdb.InterruptException:
                pass
            except duckdb.Error as error:
                raise EngineError(f"duckdb: {error}", remedy="use another engine") from None
        raise out_of_time(self._seconds)

    def _wait_for(self, work: Future[DuckDBPyConnection]) -> DuckDBPyConnection:
        """The result; Ctrl-C ends the statement at once, which DuckDB itself notices between its tasks only."""
        try:
            return work.result()
        except KeyboardInterrupt:
            while not work.done():
                self.connection.interrupt()
                wait([work], timeout=0.1)
            raise

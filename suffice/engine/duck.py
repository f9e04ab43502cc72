"""DuckDB as an engine: rules compiled to SQL, evaluated in semi-naive rounds, in memory or in a file.

Source: S. Abiteboul, R. Hull and V. Vianu, Foundations of Databases (1995), section 13.1 (semi-naive evaluation) and
15.2 (strata).

>>> from suffice.rules import parse_program
>>> program = parse_program("e(1,2). e(2,3). t(X,Y) :- e(X,Y). t(X,Z) :- t(X,Y), e(Y,Z).")
>>> sorted(map(str, DuckDB().derive(program)))
['e(1,2)', 'e(2,3)', 't(1,2)', 't(1,3)', 't(2,3)']
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from os import PathLike, fspath
from threading import Timer
from typing import TYPE_CHECKING, Any

from suffice.engine.limits import Limits
from suffice.engine.normal_form import normalise_program, ordinary_atoms
from suffice.engine.relational import check_program, obstacle, relational_rules
from suffice.engine.sql import Tables
from suffice.errors import EngineError, LimitReached
from suffice.rules import Atom, Program, Rule, Signature
from suffice.rules.graph import components

if TYPE_CHECKING:  # imported where it is used: `import suffice.engine` does without
    from duckdb import DuckDBPyConnection

__all__ = ["DuckDB"]


class DuckDB:
    """Rules with variables as SQL.

    Args:
        limits: `seconds` counts; rule instances are not counted, they are never made.
        memory: what DuckDB may use, such as "2GB"; beyond it writes to disk where it can, else the limit is reached.
        database: a file for the tables; they are kept in its schema `suffice_scratch`, dropped in the end.
    """

    MEMORY = "2GB"

    def __init__(
        self,
        limits: Limits | None = None,
        *,
        memory: str = MEMORY,
        database: str | PathLike[str] = ":memory:",
    ) -> None:
        self._limits = limits or Limits()
        self._memory = memory
        self._database = fspath(database)

    def refuses(self, program: Program) -> str | None:
        """See `Engine.refuses`: terms that are built or taken apart, intervals, powers, equations to be solved."""
        if find_spec("duckdb") is None:
            return "the library is not installed: pip install 'suffice[duckdb]'"
        return obstacle(program)

    def derive(self, program: Program) -> frozenset[Atom]:
        """See `Engine.derive`; an atom may hold with `-` and without."""
        check_program(program)
        if reason := self.refuses(program):
            raise EngineError(f"duckdb: {reason}", remedy="use the engine `clingo` or `ground`")
        normal = normalise_program(program)
        facts = [Rule(atom) for atom in normal.facts]
        facts += normal.declarations
        rules = relational_rules(normal)
        tables = Tables((*facts, *rules))
        with self._session() as session:
            session.load(tables, facts)
            for members in components(_dependencies(tables, rules)):
                session.saturate(tables, [rule for rule in rules if rule.head.signature in members])
            return ordinary_atoms(session.read(tables))

    @contextmanager
    def _session(self) -> Iterator[_Session]:
        import duckdb

        try:
            connection = duckdb.connect(self._database, config={"memory_limit": self._memory})
        except duckdb.Error as error:
            raise EngineError(f"duckdb cannot open its database: {error}") from None
        timer = Timer(self._limits.seconds, connection.interrupt)
        timer.daemon = True
        timer.start()
        session = _Session(connection, self._limits.seconds)
        try:
            session.run("DROP SCHEMA IF EXISTS suffice_scratch CASCADE")
            session.run("CREATE SCHEMA suffice_scratch")
            session.run("USE suffice_scratch")
            yield session
        finally:
            timer.cancel()
            timer.join()
            connection.execute("USE main")
            connection.execute("DROP SCHEMA IF EXISTS suffice_scratch CASCADE")
            connection.close()


class _Session:
    """One evaluation in one connection."""

    def __init__(self, connection: DuckDBPyConnection, seconds: float) -> None:
        self._connection = connection
        self._seconds = seconds
        self._deadline = time.monotonic() + seconds

    def run(self, statement: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """The rows of a statement, within the limits."""
        import duckdb

        # An interrupt between two statements is lost: the clock is read as well.
        if time.monotonic() <= self._deadline:
            try:
                return self._connection.execute(statement, values).fetchall()
            except duckdb.OutOfMemoryException as error:
                raise LimitReached(f"duckdb: {error}", remedy="allow more memory, or use a file") from None
            except duckdb.InterruptException:
                pass
            except duckdb.Error as error:
                raise EngineError(f"duckdb: {error}", remedy="use another engine") from None
        raise LimitReached(
            f"it took more than {self._seconds:g} s", remedy="bound the rules, or raise --seconds"
        )

    def load(self, tables: Tables, facts: Iterable[Rule]) -> None:
        """Create every table and put the facts in."""
        rows: dict[str, dict[tuple[int, ...], None]] = {name: {} for name in tables.names.values()}
        for fact in facts:
            rows[tables.names[fact.head.signature]][tables.row(fact.head)] = None
        for signature, name in tables.names.items():
            width = max(signature.arity, 1)
            self.run(f"CREATE TABLE {name} ({', '.join(f'c{column} BIGINT' for column in range(width))})")
            if rows[name]:
                columns = ", ".join(["unnest(?::BIGINT[])"] * width)
                self.run(
                    f"INSERT INTO {name} SELECT {columns}",
                    [list(column) for column in zip(*rows[name], strict=True)],
                )

    def saturate(self, tables: Tables, rules: Sequence[Rule]) -> None:
        """Derive all that follows by the rules of one component, which may depend on each other."""
        heads = dict.fromkeys(rule.head.signature for rule in rules)
        recursive: dict[Signature, list[str]] = {head: [] for head in heads}
        for rule in rules:
            own = [place for place, atom in enumerate(rule.positive) if atom.signature in heads]
            recursive[rule.head.signature] += [tables.select(rule, place) for place in own]
            if not own:
                name = tables.names[rule.head.signature]
                self.run(f"INSERT INTO {name} ({tables.select(rule)}) EXCEPT SELECT * FROM {name}")
        if not any(recursive.values()):
            return
        names = [tables.names[head] for head in heads]
        for name in names:
            self.run(f"CREATE TABLE d{name} AS SELECT * FROM {name}")
        fresh = True
        while fresh:
            for head, name in zip(heads, names, strict=True):
                found = " UNION ".join(recursive[head]) or f"SELECT * FROM {name} WHERE false"
                self.run(f"CREATE TABLE n{name} AS ({found}) EXCEPT SELECT * FROM {name}")
            fresh = False
            for name in names:
                self.run(f"INSERT INTO {name} SELECT * FROM n{name}")
                self.run(f"DROP TABLE d{name}")
                self.run(f"ALTER TABLE n{name} RENAME TO d{name}")
                fresh = fresh or bool(self.run(f"SELECT 1 FROM d{name} LIMIT 1"))

    def read(self, tables: Tables) -> Iterator[Atom]:
        """Every atom."""
        for signature, name in tables.names.items():
            for row in self.run(f"SELECT * FROM {name}"):
                yield tables.atom(signature, row)


def _dependencies(tables: Tables, rules: Iterable[Rule]) -> dict[Signature, set[Signature]]:
    graph: dict[Signature, set[Signature]] = {signature: set() for signature in tables.names}
    for rule in rules:
        graph[rule.head.signature].update(atom.signature for atom in (*rule.positive, *rule.negative))
    return graph

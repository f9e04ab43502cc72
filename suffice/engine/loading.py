"""Loading: tables of facts into a database as columns of codes, without a Python object for each value.

What DuckDB reads as `Table.facts` would, it reads itself. A text file with carriage returns, empty lines or what DuckDB
refuses goes through `Table.facts` in blocks, which also says what is wrong and where. Strings get their codes from a
table of all strings, numbered in the order of their bytes, which is clingo's.

>>> table = Columns("edge", [[1, 2], ["a", "b"]])
>>> table.signature
Signature(name='edge', arity=2, positive=True)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from itertools import chain, islice
from os import fspath
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from suffice.engine.codes import HIGHEST, LOWEST, STRINGS
from suffice.engine.session import Session, quoted
from suffice.errors import EngineError, UsageError
from suffice.rules import Number, Signature, String, Table
from suffice.rules.tables import read_value

__all__ = ["Columns", "Source", "Staged", "load", "number_strings", "stage"]

_WHOLE = {
    *("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT"),
    *("UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "UHUGEINT"),
}
_BLOCK = 50_000


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """Facts in memory: a column for each argument.

    Args:
        name: the predicate.
        columns: lists or NumPy arrays of integers or strings, all of one length; or one object with named columns that
            DuckDB reads, such as an Arrow table.
    """

    name: str
    columns: Any

    @property
    def signature(self) -> Signature:
        """The predicate with its arity."""
        named = getattr(self.columns, "column_names", None)
        return Signature(self.name, len(self.columns if named is None else named))

    @property
    def data(self) -> object:
        """The columns as DuckDB reads them."""
        if hasattr(self.columns, "column_names"):
            return self.columns
        return {f"c{place}": _array(column) for place, column in enumerate(self.columns)}


Source: TypeAlias = Table | Columns


class Staged(NamedTuple):
    """A source whose rows are in the database, strings still as such.

    Args:
        signature: the predicate.
        table: where they are; column `n0` holds numbers, `s0` strings, each with NULL where the other has a value.
        textual: the columns that hold strings.
    """

    signature: Signature
    table: str
    textual: tuple[int, ...]


def stage(session: Session, sources: Iterable[Source]) -> list[Staged]:
    """Read sources into the database.

    Args:
        session: where to.
        sources: files, or columns in memory.

    Returns:
        What was read; sources without rows are left out.

    Raises:
        UsageError: see `read_facts`.
    """
    found = []
    for number, source in enumerate(sources):
        signature = _signature(session, source)
        if signature is not None:
            textual = _stage(session, source, signature, f"staged{number}")
            found.append(Staged(signature, f"staged{number}", textual))
    return found


def number_strings(session: Session, staged: Iterable[Staged], strings: Iterable[str]) -> Mapping[str, int]:
    """Make the table `words` of all strings with their codes.

    Args:
        session: the database.
        staged: what holds strings.
        strings: more of them.

    Returns:
        The codes of those more.
    """
    own = list(dict.fromkeys(strings))
    session.run("CREATE TABLE own AS SELECT unnest(?::VARCHAR[]) AS text", [own])
    parts = [
        f"SELECT s{place} FROM {one.table} WHERE s{place} IS NOT NULL"
        for one in staged
        for place in one.textual
    ]
    union = " UNION ".join(["SELECT text FROM own", *parts])
    session.run(
        f"CREATE TABLE words AS SELECT row_number() OVER (ORDER BY text) + {STRINGS - 1} AS code, text FROM ({union})"
    )
    found = session.run("SELECT text, code FROM words SEMI JOIN own USING (text)")
    session.run("DROP TABLE own")
    return dict(found)


def load(
    session: Session, staged: Iterable[Staged], names: Mapping[Signature, str], kept: Collection[Signature]
) -> None:
    """Put what was staged into the tables of codes.

    Args:
        session: the database; `number_strings` has been called.
        staged: what to put.
        names: the tables, which are there and empty.
        kept: predicates whose tables are columns of codes and nothing else.
    """
    filled: set[Signature] = set()
    for signature, table, textual in staged:
        name = names[signature]
        if signature in kept and signature not in filled and _take_over(session, signature, table, name):
            filled.add(signature)
            continue
        filled.add(signature)
        values = [
            f"coalesce(n{place}, w{place}.code)" if place in textual else f"n{place}"
            for place in range(signature.arity)
        ] or ["0"]
        named = ", ".join(f"c{place}" for place in range(max(signature.arity, 1)))
        joins = [f" LEFT JOIN words w{place} ON w{place}.text = t.s{place}" for place in textual]
        session.run(f"INSERT INTO {name} ({named}) SELECT {', '.join(values)} FROM {table} t{''.join(joins)}")
        session.run(f"DROP TABLE {table}")


def _signature(session: Session, source: Source) -> Signature | None:
    """The same as the source's own, without a connection of its own for a parquet file."""
    if isinstance(source, Table) and source.path.suffix == ".parquet":
        file = f"read_parquet({quoted(fspath(source.path))})"
        with suppress(EngineError):  # the source says what is wrong
            if source.is_named:
                return source.signature_of(len(_described(session, file)))
    return source.signature


def _take_over(session: Session, signature: Signature, table: str, name: str) -> bool:
    """Make a staged table of numbers the table itself, without a copy."""
    found = session.run(f"DESCRIBE {table}")
    if not signature.arity or len(found) != signature.arity:
        return False
    session.run(f"DROP TABLE {name}")
    session.run(f"ALTER TABLE {table} RENAME TO {name}")
    for place in range(signature.arity):
        session.run(f"ALTER TABLE {name} RENAME COLUMN n{place} TO c{place}")
    return True


def _stage(session: Session, source: Source, signature: Signature, table: str) -> tuple[int, ...]:
    """The columns that hold strings; an error if the rows are none of ours."""
    with ExitStack() as stack:
        reading = _reading(session, source, signature.arity, stack)
        if reading is not None:
            try:
                return _read(session, reading, source, signature, table)
            except EngineError:
                session.run(f"DROP TABLE IF EXISTS {table}")
    if not isinstance(source, Table):
        raise UsageError("cannot be read", file=source.name)
    _copy(session, source, signature, table)
    return tuple(range(signature.arity))


def _read(
    session: Session, reading: _Reading, source: Source, signature: Signature, table: str
) -> tuple[int, ...]:
    if reading.test is not None and session.run(reading.test):
        _complain(session, reading, source, 0)
    values: list[str] = []
    textual = []
    for place, (column, kind) in enumerate(reading.columns):
        if kind in _WHOLE:
            whole = column if kind == "BIGINT" else f"TRY_CAST({column} AS BIGINT)"
            values.append(f"{whole} AS n{place}")
            continue
        if kind != "VARCHAR" and not kind.startswith("ENUM"):
            _complain(session, reading, source, 0)
        text = column if kind == "VARCHAR" else f"CAST({column} AS VARCHAR)"
        number = f"TRY_CAST({text} AS BIGINT)"
        whole = f"coalesce(CAST({number} AS VARCHAR) = {text}, false)"
        values.append(f"CASE WHEN {whole} THEN {number} END AS n{place}")
        values.append(f"CASE WHEN NOT {whole} THEN {text} END AS s{place}")
        textual.append(place)
    session.run(f"CREATE TABLE {table} AS SELECT {', '.join(values)} FROM {reading.source}")
    checks, counts = [], []
    for place in range(signature.arity):
        checks.append(f"n{place} NOT BETWEEN {LOWEST} AND {HIGHEST}")
        if place in textual:
            text = f"s{place}"
            checks.append(
                f"(n{place} IS NULL AND {text} IS NULL) OR {text} = 'NaN' OR contains({text}, chr(0))"
            )
            checks.append(f"(length({text}) > 18 AND regexp_full_match({text}, '-?[1-9][0-9]*'))")
            counts.append(f"count({text})")
        else:
            checks.append(f"n{place} IS NULL")
    tests = " OR ".join(checks)
    ((wrong, *strings),) = session.run(f"SELECT {', '.join([f'count_if({tests})', *counts])} FROM {table}")
    if wrong:  # rows are numbered in the order in which they were read
        _complain(session, reading, source, session.count(f"SELECT min(rowid) FROM {table} WHERE {tests}"))
    return tuple(place for place, many in zip(textual, strings, strict=True) if many)


@dataclass(frozen=True, slots=True)
class _Reading:
    """How DuckDB reads a source.

    Args:
        source: what stands after FROM.
        columns: each with its type.
        test: gives a row if some row has other columns.
    """

    source: str
    columns: Sequence[tuple[str, str]]
    test: str | None = None


def _reading(session: Session, source: Source, width: int, stack: ExitStack) -> _Reading | None:
    """None if DuckDB should not read it."""
    if isinstance(source, Columns):
        stack.enter_context(session.given("given", source.data))
        return _Reading("given", _described(session, "given"))
    path = quoted(fspath(source.path))
    if source.path.suffix == ".parquet":
        return _Reading(f"read_parquet({path})", _described(session, f"read_parquet({path})"))
    whole = bool(width) and source.path.suffix == ".csv" and not source.header and _is_whole(source.path)
    if not width or not (whole or _is_plain(source.path)):
        return None
    options = "auto_detect=false, new_line='\\n', strict_mode=true, allow_quoted_nulls=false"
    if source.path.suffix == ".facts":
        line = (
            f"read_csv({path}, {options}, delim='\x01', quote='', escape='', columns={{'line': 'VARCHAR'}})"
        )
        fields = f"(SELECT string_split(coalesce(line, ''), '\t') AS fields FROM {line})"
        test = f"SELECT 1 FROM {fields} WHERE len(fields) <> {width} LIMIT 1"
        return _Reading(fields, [(f"fields[{place + 1}]", "VARCHAR") for place in range(width)], test)
    options += f", header={str(source.header).lower()}, delim=',', quote='\"', escape='\"'"
    if whole:
        return _Reading(
            _csv(path, options, width, "BIGINT"), [(f"c{place}", "BIGINT") for place in range(width)]
        )
    texts = [(f"coalesce(c{place}, '')", "VARCHAR") for place in range(width)]
    return _Reading(_csv(path, options, width, "VARCHAR"), texts)


def _csv(path: str, options: str, width: int, kind: str) -> str:
    columns = ", ".join(f"'c{place}': '{kind}'" for place in range(width))
    return f"read_csv({path}, {options}, columns={{{columns}}})"


def _described(session: Session, source: str) -> list[tuple[str, str]]:
    rows = session.run(f"DESCRIBE SELECT * FROM {source}")
    return [('"' + name.replace('"', '""') + '"', kind) for name, kind, *_ in rows]


def _is_plain(path: Path) -> bool:
    """Whether a text has nothing on which readers differ: control characters, empty lines, empty last fields."""
    marks = (b"\0", b"\r", b"\n\n", b",\n" if path.suffix == ".csv" else b"\x01")
    with path.open("rb") as stream:
        last = b"\n"
        for block in iter(lambda: stream.read(2**22), b""):
            text = last + block
            if any(mark in text for mark in marks) or (last == b"\n" and text[1:4] == b"\xef\xbb\xbf"):
                return False
            last = text[-1:]
    return last != b","


def _is_whole(path: Path) -> bool:
    """Whether a CSV file is nothing but integers as we write them: no sign but `-`, no zero in front, nothing empty."""
    with path.open("rb") as stream:
        last = b"\n"
        for block in iter(lambda: stream.read(2**17), b""):  # what fits into a core's cache
            text = last + block
            codes = np.frombuffer(text, np.uint8)
            digit = (codes >= ord("0")) & (codes <= ord("9"))
            zero, minus = codes == ord("0"), codes == ord("-")
            mark = (codes == ord(",")) | (codes == ord("\n"))
            if (
                not (digit | minus | mark).all()
                or (mark[:-1] & mark[1:]).any()
                or (minus[1:] & ~mark[:-1]).any()
                or (minus[:-1] & (mark | zero)[1:]).any()
                or (~digit[:-2] & zero[1:-1] & digit[2:]).any()
            ):
                return False
            last = text[-2:]
    return not last.endswith((b",", b"-"))


def _complain(session: Session, reading: _Reading, source: Source, place: int) -> None:
    """Say what is wrong with a row, as `Table.facts` does; nothing if there is no such row."""
    if isinstance(source, Table) and source.path.suffix != ".parquet":
        for _ in source.facts():  # it knows the line
            pass
    shown = fspath(source.path) if isinstance(source, Table) else source.name
    names = ", ".join(column for column, _ in reading.columns)
    for row in session.run(f"SELECT {names} FROM {reading.source} LIMIT 1 OFFSET {place}"):
        for column, item in enumerate(row, start=1):
            read_value(item, shown, place + 1, column)


def _copy(session: Session, source: Table, signature: Signature, table: str) -> None:
    """Read a table fact by fact, in blocks."""
    kinds = [(f"n{place} BIGINT", f"s{place} VARCHAR") for place in range(signature.arity)]
    named = ", ".join(chain(*kinds)) or "c0 BIGINT"
    session.run(f"CREATE TABLE {table} ({named})")
    facts = source.facts()
    while block := tuple(islice(facts, _BLOCK)):
        if not signature.arity:
            session.run(f"INSERT INTO {table} VALUES (0)")
            continue
        columns: list[list[int | str | None]] = []
        for column in zip(*(rule.head.args for rule in block), strict=True):
            columns.append([arg.value if isinstance(arg, Number) else None for arg in column])
            columns.append([arg.value if isinstance(arg, String) else None for arg in column])
        holes = ", ".join(["unnest(?::BIGINT[]), unnest(?::VARCHAR[])"] * signature.arity)
        session.run(f"INSERT INTO {table} SELECT {holes}", columns)


def _array(column: Sequence[object]) -> NDArray[Any]:
    if isinstance(column, np.ndarray) and column.dtype.kind in "iufb":
        return column
    whole = all(isinstance(item, int) for item in column)
    return (
        np.array(column) if whole and not isinstance(column, np.ndarray) else np.array(column, dtype=object)
    )

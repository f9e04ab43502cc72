"""Tables: facts from files of rows; the name of a file is the name of the predicate.

Souffle's `.facts` (columns divided by tabs), CSV, parquet, or a folder of any of these. What is written as an integer is a
number, everything else is a string: text from a table never becomes a constant or a rule.

>>> import pathlib, tempfile
>>> folder = pathlib.Path(tempfile.mkdtemp())
>>> _ = (folder / "born.facts").write_text("Shawn Levy\\t1968\\nx\\t007\\n")
>>> for fact in read_facts(folder).rules:
...     print(fact)
born("Shawn Levy",1968).
born("x","007").
"""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from os import PathLike, fspath
from pathlib import Path

from suffice.errors import UsageError
from suffice.rules.atoms import Atom
from suffice.rules.program import RESERVED, Program
from suffice.rules.rule import Location, Rule
from suffice.rules.terms import Number, String, Term

__all__ = ["read_facts"]

_NAME = re.compile(r"[_']*[a-z][A-Za-z0-9_']*")
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")


def read_facts(path: str | PathLike[str], *, header: bool = False) -> Program:
    """Facts from a table, or from all tables of a folder.

    Args:
        path: a `.facts`, `.csv` or `.parquet` file, or a folder; other files of a folder are passed over.
        header: whether the first line of a CSV file names its columns.

    Returns:
        A program of facts, each with its file and line (for parquet its row).

    Raises:
        UsageError: a file can't be read, its name is no name of a predicate, its rows differ in length, or a value is
            none of ours: missing, NaN, not an integer, beyond 32 bits.
    """
    place = Path(path)
    if place.is_dir():
        files = sorted(file for file in place.iterdir() if file.suffix in _READERS and file.is_file())
        if not files:
            raise UsageError("holds no tables", file=str(place), remedy=f"name one {_kinds()}")
    else:
        files = [place]
    return Program(tuple(rule for file in files for rule in _read_file(file, header)))


def _read_file(file: Path, header: bool) -> Iterator[Rule]:
    name, shown = file.stem, fspath(file)
    reader = _READERS.get(file.suffix)
    if reader is None:
        raise UsageError("is no table", file=shown, remedy=f"name a folder, or a file {_kinds()}")
    if not _NAME.fullmatch(name) or name == "not":
        remedy = "begin the name of the file with a small letter and use letters, digits and `_`"
        raise UsageError(f"`{name}` is no name of a predicate", file=shown, remedy=remedy)
    try:
        width = None
        for line, row in reader(file, header):
            if width is None:
                width = len(row)
                if RESERVED.get(name) == width:
                    raise UsageError(
                        f"`{name}/{width}` is reserved", file=shown, remedy="declare it in a rule file"
                    )
            if len(row) != width:
                raise UsageError(
                    f"{len(row)} columns, but {width} before",
                    file=shown,
                    line=line,
                    remedy="give every row the same columns",
                )
            args = tuple(_value(item, shown, line, column) for column, item in enumerate(row, start=1))
            yield Rule(Atom(name, args), (), Location(shown, line, 1))
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror or error}", file=shown) from None
    except UnicodeDecodeError:
        raise UsageError("is not UTF-8", file=shown, remedy="save the file as UTF-8") from None
    except csv.Error as error:
        raise UsageError(f"is no CSV: {error}", file=shown) from None


def _value(item: object, file: str, line: int, column: int) -> Term:
    """A field as a term: text that is written as an integer is one."""

    def wrong(cause: str, remedy: str) -> UsageError:
        return UsageError(f"column {column}: {cause}", file=file, line=line, remedy=remedy)

    if isinstance(item, str) and _INTEGER.fullmatch(item) and item != "-0":
        item = int(item) if len(item) < 12 else 2**40
    match item:
        case bool():
            raise wrong("a truth value", "write it as a string")
        case int():
            if not -(2**31) <= item < 2**31:
                raise wrong(
                    "an integer beyond 32 bits", "scale it, or write it as a string that is no number"
                )
            return Number(item)
        case None:
            raise wrong("a missing value", "leave such rows out")
        case "NaN" | float() if item == "NaN" or math.isnan(float(item)):
            raise wrong("NaN", "leave such rows out")
        case str():
            if "\0" in item:
                raise wrong("a NUL character", "remove it")
            return String(item)
        case _:
            raise wrong(f"a value of type {type(item).__name__}", "write it as a 32-bit integer or a string")


def _read_souffle(file: Path, header: bool) -> Iterator[tuple[int, Sequence[object]]]:
    with file.open(encoding="utf-8", newline="\n") as stream:
        for line, text in enumerate(stream, start=1):
            row = text.rstrip("\n").removesuffix("\r")
            yield line, [] if row == "()" else row.split("\t")


def _read_csv(file: Path, header: bool) -> Iterator[tuple[int, Sequence[object]]]:
    with file.open(encoding="utf-8", newline="") as stream:
        rows = csv.reader(stream, strict=True)
        if header:
            next(rows, None)
        for row in rows:
            if row:  # an empty line is no row
                yield rows.line_num, row


def _read_parquet(file: Path, header: bool) -> Iterator[tuple[int, Sequence[object]]]:
    try:
        import duckdb
    except ModuleNotFoundError:
        raise UsageError(
            "parquet needs an extra library", file=fspath(file), remedy="pip install 'suffice[duckdb]'"
        ) from None
    with file.open("rb"), closing(duckdb.connect()) as connection:
        try:
            result = connection.execute("SELECT * FROM read_parquet(?)", [fspath(file)])
            yield from enumerate(iter(result.fetchone, None), start=1)
        except duckdb.Error as error:
            said = str(error).partition("\n")[0]
            raise UsageError(f"is no parquet file: {said}", file=fspath(file)) from None


def _kinds() -> str:
    return f"that ends in {', '.join(_READERS)}"


_READERS: dict[str, Callable[[Path, bool], Iterator[tuple[int, Sequence[object]]]]] = {
    ".facts": _read_souffle,
    ".csv": _read_csv,
    ".parquet": _read_parquet,
}

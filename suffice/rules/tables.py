"""Tables: facts from and to files of rows; the name of a file is the name of the predicate (`-p` for a negated one).

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
import os
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path

from suffice.errors import UsageError
from suffice.rules.atoms import Atom, Signature
from suffice.rules.program import RESERVED, Program
from suffice.rules.rule import Location, Rule
from suffice.rules.terms import Number, String, Term

__all__ = ["FORMATS", "Table", "find_tables", "read_facts", "replacing", "write_facts"]

#: What tables can be written as: the endings of their files.
FORMATS = ("csv", "facts", "parquet")
_NAME = re.compile(r"-?[_']*[a-z][A-Za-z0-9_']*")
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")


@dataclass(frozen=True, slots=True)
class Table:
    """A file of rows that is not read yet.

    Args:
        path: a `.facts`, `.csv` or `.parquet` file.
        header: whether the first line of a CSV file names its columns.
    """

    path: Path
    header: bool = False

    @property
    def is_named(self) -> bool:
        """Whether the file's name is one of a predicate."""
        name = self.path.stem
        return bool(_NAME.fullmatch(name)) and name != "not"

    @property
    def signature(self) -> Signature | None:
        """The predicate, by the name of the file and its first row; None if it has no rows.

        Raises:
            UsageError: see `read_facts`.
        """
        with closing(self.raw_rows()) as rows:
            for _, row in rows:
                return self.signature_of(len(row))
        return None

    def signature_of(self, width: int) -> Signature:
        """The predicate, if its rows have so many columns.

        Raises:
            UsageError: it is reserved.
        """
        name = self.path.stem
        if RESERVED.get(name) == width:
            raise UsageError(
                f"`{name}/{width}` is reserved", file=fspath(self.path), remedy="declare it in a rule file"
            )
        return Signature(name.removeprefix("-"), width, not name.startswith("-"))

    def facts(self) -> Iterator[Rule]:
        """The rows as facts, one after another.

        Raises:
            UsageError: see `read_facts`.
        """
        shown, signature = fspath(self.path), None
        for line, row in self.raw_rows():
            if signature is None:
                signature = self.signature_of(len(row))
            if len(row) != signature.arity:
                raise UsageError(
                    f"{len(row)} columns, but {signature.arity} before",
                    file=shown,
                    line=line,
                    remedy="give every row the same columns",
                )
            args = tuple(read_value(item, shown, line, column) for column, item in enumerate(row, start=1))
            yield Rule(Atom(signature.name, args, signature.positive), (), Location(shown, line, 1))

    def raw_rows(self) -> Generator[tuple[int, Sequence[object]]]:
        """Line (or row) numbers, with the fields as they stand there.

        Raises:
            UsageError: the file can't be read, or not as what it is named.
        """
        shown = fspath(self.path)
        reader = _READERS.get(self.path.suffix)
        if reader is None:
            raise UsageError("is no table", file=shown, remedy=f"name a folder, or a file {_kinds()}")
        if not self.is_named:
            remedy = "begin the name of the file with a small letter and use letters, digits and `_`"
            raise UsageError(f"`{self.path.stem}` is no name of a predicate", file=shown, remedy=remedy)
        try:
            yield from reader(self.path, self.header)
        except OSError as error:
            raise UsageError(f"cannot be read: {error.strerror or error}", file=shown) from None
        except UnicodeDecodeError:
            raise UsageError("is not UTF-8", file=shown, remedy="save the file as UTF-8") from None
        except csv.Error as error:
            raise UsageError(f"is no CSV: {error}", file=shown) from None


def find_tables(path: str | PathLike[str], *, header: bool = False) -> tuple[Table, ...]:
    """The tables at a path, unread.

    Args:
        path: a `.facts`, `.csv` or `.parquet` file, or a folder; other files of a folder are passed over.
        header: whether the first line of a CSV file names its columns.

    Raises:
        UsageError: the folder holds none.
    """
    place = Path(path)
    if not place.is_dir():
        return (Table(place, header),)
    files = sorted(file for file in place.iterdir() if file.suffix in _READERS and file.is_file())
    if not files:
        raise UsageError("holds no tables", file=str(place), remedy=f"name one {_kinds()}")
    return tuple(Table(file, header) for file in files)


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
    return Program(tuple(rule for table in find_tables(path, header=header) for rule in table.facts()))


def write_facts(atoms: Iterable[Atom], folder: str | PathLike[str], kind: str = "csv") -> tuple[str, ...]:
    """Write a table for each predicate; none gets its name before all are written.

    What is made of numbers and strings is read back as it was, with the exceptions that are returned.

    Args:
        atoms: ground atoms; their order is kept.
        folder: made if it is not there; it may hold no other tables than those that are written.
        kind: one of `FORMATS`.

    Returns:
        What is lost, a sentence each: constants and terms become strings, strings such as "7" are read as numbers.

    Raises:
        UsageError: the folder can't be written, or the format has no way to say a value.

    >>> import tempfile
    >>> from suffice.rules import parse_program
    >>> folder = tempfile.mkdtemp()
    >>> write_facts(parse_program('p(1,"a"). p(2,b).').facts, folder)
    ('p/2: constants and terms are written as strings, the first is `b`',)
    >>> print(read_facts(folder), end="")
    p(1,"a").
    p(2,"b").
    """
    relations: dict[Signature, list[Atom]] = {}
    for atom in atoms:
        relations.setdefault(atom.signature, []).append(atom)
    losses: list[str] = []
    with replacing(folder, relations, kind) as files:
        for signature, file in files.items():
            rows = [
                tuple(_text(arg, signature, kind, losses) for arg in a.args) for a in relations[signature]
            ]
            _WRITERS[kind](file, rows)
    return tuple(losses)


@contextmanager
def replacing(
    folder: str | PathLike[str], signatures: Iterable[Signature], kind: str
) -> Iterator[dict[Signature, Path]]:
    """Files to write relations to; they get their names once all are written, and vanish if one is not.

    Args:
        folder: made if it is not there.
        signatures: the relations.
        kind: one of `FORMATS`.

    Raises:
        UsageError: see `write_facts`.
    """
    place = Path(folder)
    final: dict[Path, Signature] = {}
    for signature in signatures:
        name = f"{'' if signature.positive else '-'}{signature.name}.{kind}"
        if signature.arity == 0 and kind != "facts":
            raise UsageError(f"`{signature}` has no columns for {kind}", remedy="use the format facts")
        if (other := final.setdefault(place / name, signature)) != signature:
            raise UsageError(
                f"`{other}` and `{signature}` would both be {name}",
                remedy="limit what is shown, or rename one",
            )
    temporary = {
        signature: path.with_name(f".{path.name}.{os.getpid()}") for path, signature in final.items()
    }
    try:
        place.mkdir(parents=True, exist_ok=True)
        strange = [f for f in sorted(place.iterdir()) if f.suffix in _READERS and f not in final]
        if strange:
            raise UsageError(f"holds {strange[0].name} already", file=str(place), remedy="name a new folder")
        try:
            yield temporary
            for path, signature in final.items():
                temporary[signature].replace(path)
        finally:
            for file in temporary.values():
                file.unlink(missing_ok=True)
    except OSError as error:
        raise UsageError(f"cannot be written: {error.strerror or error}", file=str(place)) from None


def refuse_text(text: str, signature: Signature, kind: str) -> None:
    """Make sure that a string can be read back from a table as what it is, or as a number.

    Raises:
        UsageError: it can't.
    """
    large = bool(_INTEGER.fullmatch(text)) and not -(2**31) <= int(text[:12]) < 2**31
    if (
        text == "NaN"
        or large
        or "\0" in text
        or text.encode(errors="replace").decode() != text
        or (kind == "facts" and _unsaid(text, signature))
    ):
        raise UsageError(
            f"`{signature}`: {kind} has no way to say the string {String(text)}",
            remedy="leave it out" if kind != "facts" else "use the format csv",
        )


def _unsaid(text: str, signature: Signature) -> bool:
    return not {"\t", "\n", "\r"}.isdisjoint(text) or (text == "()" and signature.arity == 1)


def _text(term: Term, signature: Signature, kind: str, losses: list[str]) -> int | str:
    """A value as it stands in a table."""
    if isinstance(term, Number):
        return term.value
    if isinstance(term, String):
        refuse_text(term.value, signature, kind)
        if _INTEGER.fullmatch(term.value) and term.value != "-0" and said_number(signature) not in losses:
            losses.append(said_number(signature))
        return term.value
    if not any(loss.startswith(f"{signature}: constants") for loss in losses):
        losses.append(said_term(signature, str(term)))
    refuse_text(str(term), signature, kind)
    return str(term)


def said_number(signature: Signature) -> str:
    """What is lost when a string such as "7" is written."""
    return f"{signature}: strings that are written as integers will be read as numbers"


def said_term(signature: Signature, first: str) -> str:
    """What is lost when a term is written."""
    return f"{signature}: constants and terms are written as strings, the first is `{first}`"


def read_value(item: object, file: str, line: int, column: int) -> Term:
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
    with file.open(encoding="utf-8-sig", newline="\n") as stream:
        for line, text in enumerate(stream, start=1):
            row = text.rstrip("\n").removesuffix("\r")
            yield line, [] if row == "()" else row.split("\t")


def _read_csv(file: Path, header: bool) -> Iterator[tuple[int, Sequence[object]]]:
    with file.open(encoding="utf-8-sig", newline="") as stream:
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


def _write_souffle(file: Path, rows: Sequence[Sequence[int | str]]) -> None:
    with file.open("w", encoding="utf-8", newline="\n") as stream:
        stream.writelines("\t".join(map(str, row)) + "\n" if row else "()\n" for row in rows)


def _write_csv(file: Path, rows: Sequence[Sequence[int | str]]) -> None:
    with file.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC).writerows(rows)


def _write_parquet(file: Path, rows: Sequence[Sequence[int | str]]) -> None:
    try:
        import duckdb
    except ModuleNotFoundError:
        raise UsageError("parquet needs an extra library", remedy="pip install 'suffice[duckdb]'") from None
    columns = list(zip(*rows, strict=True))
    types = ["INTEGER" if all(isinstance(x, int) for x in column) else "VARCHAR" for column in columns]
    values = [
        list(column) if kind == "INTEGER" else list(map(str, column))
        for kind, column in zip(types, columns, strict=True)
    ]
    said = ", ".join(f"unnest(?::{kind}[]) AS c{place}" for place, kind in enumerate(types))
    with closing(duckdb.connect()) as connection:
        connection.execute(f"CREATE TABLE facts AS SELECT {said}", values)
        connection.execute("COPY facts TO ? (FORMAT parquet)", [fspath(file)])


def _kinds() -> str:
    return f"that ends in {', '.join(_READERS)}"


_READERS: dict[str, Callable[[Path, bool], Iterator[tuple[int, Sequence[object]]]]] = {
    ".facts": _read_souffle,
    ".csv": _read_csv,
    ".parquet": _read_parquet,
}
_WRITERS: dict[str, Callable[[Path, Sequence[Sequence[int | str]]], None]] = {
    "facts": _write_souffle,
    "csv": _write_csv,
    "parquet": _write_parquet,
}

"""Facts from tables: what is read, and what is refused and where."""

import json
from pathlib import Path

import duckdb
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from suffice.errors import UsageError
from suffice.rules import Atom, Number, String, parse_program, read_facts, write_facts

ROWS = st.lists(st.tuples(st.integers(-(2**31), 2**31 - 1), st.text("ab \"',\n;é", min_size=1)), max_size=5)


def facts(path: Path, *, header: bool = False) -> list[str]:
    return [str(atom) for atom in read_facts(path, header=header).facts]


def parquet(path: Path, query: str) -> Path:
    with duckdb.connect() as connection:
        connection.execute(f"COPY ({query}) TO '{path}' (FORMAT parquet)")
    return path


def test_a_folder_of_tables(tmp_path: Path) -> None:
    (tmp_path / "edge.facts").write_text("a b\t1\r\nc\t-2\n", encoding="utf-8")
    (tmp_path / "on.facts").write_text("()\n")
    (tmp_path / "none.facts").write_text("")
    (tmp_path / "city.csv").write_text('1,"San ""F"", x"\n', encoding="utf-8")
    (tmp_path / "notes.txt").write_text("passed over")
    parquet(tmp_path / "born.parquet", "SELECT 'X' AS who, 1968::BIGINT AS year")
    assert facts(tmp_path) == [
        'born("X",1968)',
        'city(1,"San \\"F\\", x")',
        'edge("a b",1)',
        'edge("c",-2)',
        "on",
    ]


def test_places(tmp_path: Path) -> None:
    path = tmp_path / "p.csv"
    path.write_text("x,y\n1,2\n\n3,4\n")
    assert facts(path, header=True) == ["p(1,2)", "p(3,4)"]
    assert [rule.location and rule.location.line for rule in read_facts(path, header=True).rules] == [2, 4]
    assert facts(path)[0] == 'p("x","y")'


@given(ROWS)
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_csv_is_read_as_it_was_written(tmp_path: Path, rows: list[tuple[int, str]]) -> None:
    path = tmp_path / "p.csv"
    lines = [f'{number},"{text.replace(chr(34), chr(34) * 2)}"\n' for number, text in rows]
    path.write_bytes("".join(lines).encode())
    found = read_facts(path)
    assert [rule.head for rule in found.rules] == [Atom("p", (Number(n), String(t))) for n, t in rows]
    assert parse_program(str(found)) == found


@pytest.mark.parametrize(
    ("name", "text", "cause"),
    [
        ("p.facts", b"1\t2\n3\n", "p.facts:2: 1 columns, but 2 before"),
        ("p.csv", b"1,2\n3,4,5\n", "p.csv:2: 3 columns, but 2 before"),
        ("p.csv", b"1\n2147483648\n", "p.csv:2: column 1: an integer beyond 32 bits"),
        ("p.csv", b"-99999999999999999999", "an integer beyond 32 bits"),
        ("p.facts", b"a\tNaN\n", "p.facts:1: column 2: NaN"),
        ("p.facts", b"a\0\n", "a NUL character"),
        ("p.csv", b'"a\n', "is no CSV"),
        ("p.csv", b"\xff\n", "is not UTF-8"),
        ("p.parquet", b"no", "is no parquet file"),
        ("Edge.facts", b"1\n", "`Edge` is no name of a predicate"),
        ("states.csv", b"u,v\n", "`states/2` is reserved"),
        ("p.txt", b"1\n", "is no table"),
    ],
)
def test_what_is_refused(tmp_path: Path, name: str, text: bytes, cause: str) -> None:
    (tmp_path / name).write_bytes(text)
    with pytest.raises(UsageError) as caught:
        read_facts(tmp_path / name)
    assert cause in str(caught.value)


@pytest.mark.parametrize(
    ("query", "cause"),
    [
        ("SELECT 'a' AS x, 'nan'::DOUBLE AS y", "1: column 2: NaN"),
        ("SELECT 'infinity'::DOUBLE AS y", "a value of type float"),
        ("SELECT 1.5::DOUBLE AS y", "a value of type float"),
        ("SELECT 3000000000 AS y", "an integer beyond 32 bits"),
        ("SELECT NULL::INTEGER AS y", "a missing value"),
        ("SELECT true AS y", "a truth value"),
        ("SELECT DATE '2020-01-01' AS y", "a value of type date"),
    ],
)
def test_what_is_refused_in_parquet(tmp_path: Path, query: str, cause: str) -> None:
    with pytest.raises(UsageError, match=cause):
        read_facts(parquet(tmp_path / "p.parquet", query))


@pytest.mark.parametrize("name", ["p.facts", "p.csv", "p.parquet", "folder"])
def test_what_is_absent(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError):
        read_facts(tmp_path / name)


def test_a_folder_without_tables(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps({}))
    with pytest.raises(UsageError, match="holds no tables"):
        read_facts(tmp_path)


@pytest.mark.parametrize(
    ("program", "kind", "said"),
    [
        ("p(1). p(1,2).", "csv", "`p/1` and `p/2` would both be p.csv"),
        ("p.", "parquet", "`p/0` has no columns for parquet"),
        ('p("99999999999").', "csv", "no way to say the string"),
        ('p("a\\nb").', "facts", "no way to say the string"),
        ('p("()").', "facts", "no way to say the string"),
    ],
)
def test_what_is_not_written(tmp_path: Path, program: str, kind: str, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        write_facts(parse_program(program + " q(1).").facts, tmp_path, kind)
    assert said in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_what_is_lost_is_said(tmp_path: Path) -> None:
    atoms = parse_program('p("7",a). p("-0",f(b)). q(1). -r(#sup). on. s("()",1).').facts
    assert write_facts(atoms, tmp_path, "facts") == (
        "p/2: strings that are written as integers will be read as numbers",
        "p/2: constants and terms are written as strings, the first is `a`",
        "-r/1: constants and terms are written as strings, the first is `#sup`",
    )
    assert facts(tmp_path) == ['-r("#sup")', "on", 'p(7,"a")', 'p("-0","f(b)")', "q(1)", 's("()",1)']


def test_a_byte_order_mark_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "p.csv").write_bytes(b"\xef\xbb\xbf1,a\n")
    assert facts(tmp_path) == ['p(1,"a")']

"""Input that is not right, through every engine and command: an exit code and one line that says what is wrong."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from tests.cli.running import run_command

Run: TypeAlias = Callable[..., tuple[int, str]]
ENGINES = ("clingo", "ground", "duckdb", "pydatalog", "naive")
EXPLAINERS = ("prove", "supports", "why-not", "derivations")
RULES = 'lookup(e,2,"{0}"). p(1). q(X) :- p(X). r(X) :- e(X,_).'
#: Rule files: their bytes, and what is said; None if they are fine.
FILES: dict[str, tuple[bytes, str | None]] = {
    "bom": (b"\xef\xbb\xbfp(1).", None),
    "crlf": (b"p(1).\r\nq(X) :-\r\n p(X).\r\n", None),
    "latin": (b'p("\xe9").', "is not UTF-8"),
    "nul": (b"p(1).\0q(2).", "U+0000"),
    "large": (b"p(3000000000).", "32-bit"),
    "large in a rule": (b"p(1). q(X) :- p(X), X < 99999999999.", "32-bit"),
}
#: Tables of `e/2`: name, bytes, and what is said.
TABLES: dict[str, tuple[str, bytes, str | None]] = {
    "bom": ("e.facts", b"\xef\xbb\xbf1\t2\n", None),
    "empty": ("e.csv", b"", None),
    "columns": ("e.csv", b"1,2,3\n", "3 columns, but the rules use `e/2`"),
    "ragged": ("e.csv", b"1,2\n1\n", "1 columns, but 2 before"),
    "large": ("e.csv", b"1,3000000000\n", "beyond 32 bits"),
    "nan": ("e.csv", b"1,NaN\n", "NaN"),
    "latin": ("e.csv", b"1,\xe9\n", "is not UTF-8"),
    "nul": ("e.csv", b"1,a\0b\n", "NUL"),
    "no parquet": ("e.parquet", b"not parquet at all", "is no parquet file"),
    "empty parquet": ("e.parquet", b"", "is no parquet file"),
    "no tables": ("e.txt", b"1,2\n", "holds no tables"),
}


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def call(*arguments: object) -> tuple[int, str]:
        code, _, said = run_command(capsys, monkeypatch, *arguments)
        return code, said

    return call


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", FILES)
def test_rule_files(case: str, engine: str, tmp_path: Path, run: Run) -> None:
    data, said = FILES[case]
    (tmp_path / "a.lp").write_bytes(data)
    code, err = run("closure", tmp_path / "a.lp", "--engine", engine)
    assert (code, err.count("\n")) == ((0, 0) if said is None else (2, 1))
    assert said is None or said in err


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", TABLES)
def test_tables(case: str, engine: str, tmp_path: Path, run: Run) -> None:
    name, data, said = TABLES[case]
    (tmp_path / "facts").mkdir()
    (tmp_path / "facts" / name).write_bytes(data)
    (tmp_path / "a.lp").write_text(RULES)
    code, err = run("closure", tmp_path / "a.lp", "--facts", tmp_path / "facts", "--engine", engine)
    assert (code, err.count("\n")) == ((0, 0) if said is None else (2, 1))
    assert said is None or said in err


@pytest.mark.parametrize("command", EXPLAINERS)
@pytest.mark.parametrize(
    ("goal", "code", "said"),
    [
        ("p(", 2, "not an atom"),
        ("p(1), q(1)", 2, "atom"),
        ("not p(1)", 2, "atom"),
        ("p(3000000000)", 2, "32-bit"),
        ("", 2, "atom"),
        ("p(1,2)", 1, "no rule or fact speaks of `p/2`; there is `p/1`"),
        ("zz", 1, "no rule or fact speaks of `zz/0`"),
    ],
)
def test_goals(command: str, goal: str, code: int, said: str, tmp_path: Path, run: Run) -> None:
    (tmp_path / "a.lp").write_text(RULES)
    found, err = run(command, tmp_path / "a.lp", "--goal", goal)
    assert (found, said in err, "Traceback" in err) == (code, True, False)


@pytest.mark.parametrize("seconds", ["nan", "inf", "-1", "1e300"])
@pytest.mark.parametrize("command", ["closure", *EXPLAINERS])
def test_seconds(command: str, seconds: str, tmp_path: Path, run: Run) -> None:
    (tmp_path / "a.lp").write_text(RULES)
    goal = () if command == "closure" else ("--goal", "q(1)")
    code, err = run(command, tmp_path / "a.lp", *goal, "--seconds", seconds)
    assert (code, "--seconds" in err) == (2, True)


def test_standard_input_is_read_once(run: Run) -> None:
    code, err = run("closure", "-", "-")
    assert (code, "standard input can be read once" in err) == (2, True)


def test_an_unknown_engine(tmp_path: Path, run: Run) -> None:
    (tmp_path / "a.lp").write_text(RULES)
    code, err = run("closure", tmp_path / "a.lp", "--engine", "prolog")
    assert (code, "there is no engine `prolog`" in err) == (2, True)


def test_a_certificate_replaces_the_file_whole(tmp_path: Path, run: Run) -> None:
    (tmp_path / "a.lp").write_text(RULES)
    (tmp_path / "c.json").write_text("old")
    code, _ = run("prove", tmp_path / "a.lp", "--goal", "q(1)", "--certificate", tmp_path / "c.json")
    assert (code, sorted(file.name for file in tmp_path.iterdir())) == (0, ["a.lp", "c.json"])
    assert (tmp_path / "c.json").read_text().startswith("{")

"""`suffice closure`: every engine, tables, exit codes, and input that is not right."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from suffice.rules import read_facts
from tests.cli.running import run_command
from tests.engine.test_shared_programs import records
from tests.rules.test_check import KINDS, souffle_as_clingo

PROGRAM = """
path(X,Y) :- edge(X,Y). path(X,Z) :- path(X,Y), edge(Y,Z).
-gone(f(a)). -gone(b). any("x"). any(a). any(3). any(#inf).
lookup(edge, 2, "From {0}?").
"""
PATHS = [[1, 2], [1, 3], [2, 3]]


def run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: object
) -> tuple[int, str, str]:
    return run_command(capsys, monkeypatch, "closure", *arguments)


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "p.lp"
    path.write_text(PROGRAM)
    (tmp_path / "facts").mkdir()
    (tmp_path / "facts" / "edge.facts").write_text("1\t2\n2\t3\n")
    return path


@pytest.mark.parametrize("engine", ["clingo", "ground", "duckdb", "pydatalog"])
def test_json(
    engine: str, rules: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, err = run(
        capsys, monkeypatch, rules, "--facts", rules.parent / "facts", "--engine", engine, "--json"
    )
    assert (code, err) == (0, "")
    assert json.loads(out)["relations"] == {
        "-gone/1": [[{"symbol": "b"}], [{"symbol": "f(a)"}]],
        "any/1": [[{"symbol": "#inf"}], [3], [{"symbol": "a"}], ["x"]],
        "edge/2": [[1, 2], [2, 3]],
        "path/2": PATHS,
    }


def test_show_limits_what_is_printed_one_atom_a_line(
    rules: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules.write_text(PROGRAM + "#show path/2.")
    code, out, _ = run(capsys, monkeypatch, rules, "--facts", rules.parent / "facts" / "edge.facts")
    assert (code, out) == (0, "path(1,2)\npath(1,3)\npath(2,3)\n")


def test_duckdb_in_a_file_leaves_nothing_in_it(
    rules: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import duckdb

    database = rules.parent / "work.db"
    options = ("--engine", "duckdb", "--database", database, "--memory", "200MB", "--json")
    code, out, _ = run(capsys, monkeypatch, rules, "--facts", rules.parent / "facts", *options)
    assert (code, json.loads(out)["relations"]["path/2"]) == (0, PATHS)
    with duckdb.connect(str(database)) as connection:
        assert connection.execute("SHOW ALL TABLES").fetchall() == []


@pytest.mark.parametrize(
    ("program", "options", "code", "said"),
    [
        ("p(a).", ["--engine", "prolog"], 2, "there is no engine `prolog`; choose clingo, ground"),
        ("p(f(X)) :- q(X). q(1).", ["--engine", "spark"], 2, "spark: "),
        ("p(f(X)) :- q(X). q(1).", ["--engine", "duckdb"], 2, "builds or takes apart the term `f(X)`"),
        ("p(X+1) :- q(X). q(1).", ["--engine", "pydatalog"], 2, "computes `X+1`"),
        ("p(a). -p(a).", [], 2, "no answer set"),
        ("p(X) :- not q(X). q(1).", [], 2, "error[unsafe]"),
        ("p(0). p(X+1) :- p(X).", ["--seconds", "0.5"], 3, "clingo took more than 0.5 s"),
        ("p(0). p(X+1) :- p(X).", ["--engine", "duckdb", "--seconds", "0.5"], 3, "more than 0.5 s"),
        ("p(0). p(X+1) :- p(X).", ["--engine", "ground", "--max-instances", "9"], 3, "9 rule instances"),
        ("p(a).", ["--seconds", "inf"], 2, "the time is inf s"),
        ("p(a).", ["--memory", "1GB", "--engine", "ground"], 2, "takes no limit of memory"),
        ("p(a).", ["--master", "local[1]"], 2, "--master is for `--engine spark`"),
        ("p(a).", ["--engine", "duckdb", "--memory", "much"], 2, "no size of memory"),
        ("p(X) :- edge(X).", ["--facts", "edge.csv"], 2, "2 columns, but the rules use `edge/1`"),
        ("p(X) :- edge(X,Y).", ["--facts", "none.csv"], 2, "cannot be read"),
    ],
)
def test_what_cannot_be(
    program: str,
    options: list[str],
    code: int,
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.lp").write_text(program)
    Path("edge.csv").write_text("1,2\n")
    found, out, err = run(capsys, monkeypatch, "a.lp", *options)
    assert (found, out) == (code, "")
    assert said in err
    assert "Traceback" not in err


def test_duckdb_ends_at_its_memory_limit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.lp"
    path.write_text("n(1..3000). p(X,Y,X*Y) :- n(X), n(Y).")
    code, _, err = run(capsys, monkeypatch, path, "--engine", "duckdb", "--memory", "30MB")
    assert code == 3
    assert "duckdb" in err


def test_what_souffle_refuses_is_refused_with_its_kind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.lp"
    for record in records("souffle_rejections"):
        if record["name"].endswith("type_system7"):
            continue  # there the relation lacks its declaration only; rules need none here
        path.write_text(souffle_as_clingo(record["program_souffle"]))
        code, out, err = run(capsys, monkeypatch, path)
        assert (code, out) == (2, "")
        for kind in record["kinds"]:
            assert f"error[{KINDS[kind]}]" in err, record["name"]


@pytest.mark.parametrize("engine", ["clingo", "ground", "duckdb"])
@pytest.mark.parametrize("kind", ["csv", "facts", "parquet"])
def test_out_writes_tables_that_are_read_back(
    engine: str, kind: str, rules: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules.write_text(
        'path(X,Y) :- edge(X,Y). path(X,Z) :- path(X,Y), edge(Y,Z). -gone("a b"). any(x). any(3).'
    )
    out = rules.parent / "out"
    given = (rules, "--facts", rules.parent / "facts", "--engine", engine)
    code, said, lost = run(capsys, monkeypatch, *given, "--out", out, "--format", kind)
    assert (code, said) == (0, "any/1: 2 rows\nedge/2: 2 rows\n-gone/1: 1 rows\npath/2: 3 rows\n")
    assert lost == "suffice: any/1: constants and terms are written as strings, the first is `x`\n"
    assert sorted(path.name for path in out.iterdir()) == [
        f"{name}.{kind}" for name in ("-gone", "any", "edge", "path")
    ]
    assert str(read_facts(out)) == (
        '-gone("a b").\nany(3).\nany("x").\nedge(1,2).\nedge(2,3).\npath(1,2).\npath(1,3).\npath(2,3).\n'
    )
    code, said, _ = run(capsys, monkeypatch, *given, "--out", out, "--format", kind, "--json")
    assert json.loads(said)["written"]["path/2"] == 3  # written anew


@pytest.mark.parametrize("engine", ["clingo", "duckdb"])
@pytest.mark.parametrize(
    ("program", "options", "said"),
    [
        ("p.", ["--out", "o"], "`p/0` has no columns for csv"),
        ("p(1).", ["--out", "full"], "full: holds q.csv already"),
        ("p(1).", ["--out", "a.lp"], "a.lp: cannot be written"),
        ("p(1).", ["--out", "o", "--format", "xml"], "there is no format `xml`"),
        ('p("a\\nb").', ["--out", "o", "--format", "facts"], "no way to say"),
        ('p("NaN").', ["--out", "o"], "no way to say"),
        ("p(X) :- edge(X,Y).", ["--facts", "edge.parquet"], "edge.parquet: is no parquet file"),
        ("p(X) :- three(X,Y).", ["--facts", "three.parquet"], "3 columns, but the rules use `three/2`"),
        ("p(X) :- real(X).", ["--facts", "real.parquet"], "real.parquet:1: column 1: a value of type"),
    ],
)
def test_what_cannot_be_written_or_read(
    engine: str,
    program: str,
    options: list[str],
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import duckdb

    monkeypatch.chdir(tmp_path)
    Path("a.lp").write_text(program)
    Path("full").mkdir()
    Path("full/q.csv").write_text("1\n")
    Path("edge.parquet").write_text("1,2\n")
    with duckdb.connect() as connection:
        connection.execute("COPY (SELECT 1 AS x, 2 AS y, 3 AS z) TO 'three.parquet'")
        connection.execute("COPY (SELECT 1.5 AS x) TO 'real.parquet'")
    code, out, err = run(capsys, monkeypatch, "a.lp", *options, "--engine", engine)
    assert (code, out) == (2, "")
    assert said in err
    assert not Path("o").exists() or not list(Path("o").iterdir())


def test_a_database_that_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.lp"
    path.write_text("p(1).")
    code, _, err = run(capsys, monkeypatch, path, "--engine", "duckdb", "--database", path)
    assert code == 2
    assert "duckdb cannot open its database" in err
    assert path.read_text() == "p(1)."


def test_an_interrupt_leaves_nothing(tmp_path: Path) -> None:
    import duckdb

    path, database, out = tmp_path / "a.lp", tmp_path / "work.db", tmp_path / "out"
    path.write_text("n(1..3000). p(X,Y,Z) :- n(X), n(Y), n(Z), X*Y*Z = 7. q(X) :- p(X,_,_).")
    command = ["closure", str(path), "--engine", "duckdb", "--seconds", "300", "--database", str(database)]
    # A process that was started in the background may have been told to ignore the signal.
    script = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    script += "from suffice.cli import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", script, *command, "--out", str(out)], stderr=subprocess.PIPE
    ) as work:
        try:
            while not database.exists():
                time.sleep(0.05)
            time.sleep(0.5)
            work.send_signal(signal.SIGINT)
            _, said = work.communicate(timeout=60)
        finally:
            work.kill()
    assert work.returncode == 130
    assert b"Traceback" not in said
    assert not out.exists()
    with duckdb.connect(str(database)) as connection:
        assert connection.execute("SHOW ALL TABLES").fetchall() == []
        schemas = connection.execute("SELECT schema_name FROM duckdb_schemas()").fetchall()
        assert ("suffice_scratch",) not in schemas

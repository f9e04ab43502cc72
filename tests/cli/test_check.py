"""`suffice check` as a user runs it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest


def run(*args: str, stdin: bytes = b"") -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "suffice", "check", *args], check=False, input=stdin, capture_output=True
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "rules.lp"
    path.write_text('born("日本", X).\n\tanswer(Y) :- born(X, Y), \x1b.\n', encoding="utf-8")
    return path


def test_errors_are_shown_where_they_are(rules: Path) -> None:
    code, out, err = run(str(rules))
    assert (code, err) == (2, "")
    assert f"{rules}:1:12: error[unsafe]: `X` is unsafe in this rule" in out
    lines = out.splitlines()
    assert lines[1] == '    born("日本", X).'
    assert lines[2] == "    " + " " * 13 + "^"  # two characters take two columns each
    assert f"{rules}:2:27: error[character]: U+001B" in out
    assert "\x1b" not in out
    assert out.endswith("2 errors\n")


def test_json_says_the_same(rules: Path) -> None:
    code, out, _ = run("--json", str(rules))
    report = json.loads(out)
    assert code == 2
    assert (report["ok"], report["fragment"]) == (False, None)
    first = report["diagnostics"][0]
    assert first["location"] == {"file": str(rules), "line": 1, "column": 12}
    assert first.keys() == {"kind", "severity", "location", "cause", "remedy"}


def test_standard_input_and_the_fragment() -> None:
    code, out, _ = run("--json", "-", stdin=b"p(1). q(X) :- p(X), not r(X). r(2).")
    assert (code, json.loads(out)) == (0, {"diagnostics": [], "fragment": "stratified", "ok": True})


def test_warnings_count_only_when_strict() -> None:
    text = b"goal(p, 1). p(1). q(1)."
    assert run("-", stdin=text)[0] == 0
    code, out, _ = run("--strict", "-", stdin=text)
    assert (code, "warning[never-used]" in out) == (2, True)


def test_files_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "latin.lp").write_bytes(b"p(\xe9).")
    code, out, err = run(str(tmp_path), str(tmp_path / "none.lp"), str(tmp_path / "latin.lp"))
    assert (code, err) == (2, "")
    assert out.count("cannot be read") == 2
    assert "latin.lp:1:3: error[character]: byte 0xe9 is not UTF-8" in out


def test_a_long_line_is_shown_around_the_place() -> None:
    code, out, _ = run("-", stdin=b"p(1). " * 50_000 + b"q(X).")
    assert code == 2
    assert max(map(len, out.splitlines())) < 140

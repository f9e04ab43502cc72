"""`suffice convert` and `suffice transform`: what is printed, exit codes, and input that is not right."""

import json
from pathlib import Path

import pytest

from tests.cli.running import run_command

PROGRAM = """goal(wet, 1). rain(1..2). cloud(2). cold(a).
wet(X) :- rain(X), cloud(X+1).
wet(X) :- cloud(X), cold(a).
"""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "p.lp"
    path.write_text(PROGRAM)
    return path


def test_convert_says_on_stderr_what_is_lost(
    rules: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, err = run_command(capsys, monkeypatch, "convert", rules, "--to", "souffle")
    assert code == 0
    assert "wet(X) :- rain(X), cloud((X + 1)).\n" in out
    assert err == (
        f"{rules}:1:1: warning[lost]: `goal(wet,1).`: left out: Souffle has no such declaration\n"
        f"{rules}:1:37: warning[lost]: the constant `a`: Souffle has no constants; written as strings\n"
    )


def test_convert_strict_writes_nothing_that_is_less(
    rules: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out_file = rules.parent / "p.dl"
    code, out, err = run_command(
        capsys, monkeypatch, "convert", rules, "--to", "souffle", "--strict", "--out", out_file
    )
    assert (code, out, out_file.exists()) == (2, "", False)
    assert ": error[lost]: " in err
    code, _, err = run_command(
        capsys, monkeypatch, "convert", rules, "--to", "clingo", "--strict", "--out", out_file
    )
    assert (code, err, out_file.read_text().startswith("goal(wet,1).\n")) == (0, "", True)


def test_convert_json(
    rules: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, _ = run_command(capsys, monkeypatch, "convert", rules, "--to", "prolog", "--json")
    report = json.loads(out)
    assert code == 0
    assert report["text"].startswith(":- table wet/1.\n")
    assert report["lost"] == [
        {
            "location": {"file": str(rules), "line": 2, "column": 1},
            "what": "`wet(X) :- rain(X), cloud(X+1).`",
            "why": "numbers of Prolog have no bound, ours wrap at 32 bits",
        }
    ]


@pytest.mark.parametrize("name", ["souffle", "prolog", "pydatalog"])
def test_there_and_back_again(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    suffix = {"souffle": "dl", "prolog": "pl", "pydatalog": "py"}[name]
    (tmp_path / "a.lp").write_text(
        'edge(1,2). edge(2,"x").\n' if name == "prolog" else "edge(1,2). edge(2,3).\n"
    )
    (tmp_path / "b.lp").write_text(
        "path(X,Y) :- edge(X,Y). path(X,Z) :- path(X,Y), edge(Y,Z). out(X) :- none(X).\n#defined none/1.\n"
    )
    there = tmp_path / f"there.{suffix}"
    run_command(
        capsys, monkeypatch, "convert", tmp_path / "a.lp", tmp_path / "b.lp", "--to", name, "--out", there
    )
    back = tmp_path / "back.lp"
    code, _, err = run_command(capsys, monkeypatch, "convert", there, "--to", "clingo", "--out", back)
    assert (code, err) == (0, "")
    found = []
    for files in ([tmp_path / "a.lp", tmp_path / "b.lp"], [back]):
        code, out, err = run_command(capsys, monkeypatch, "closure", *files, "--json")
        assert (code, err) == (0, "")
        found.append(json.loads(out))
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["bad.dl", "--to", "clingo"], "bad.dl:2:3: error[outside]: a record has no counterpart"),
        (
            ["p.lp", "--to", "latin"],
            "there is no dialect `latin`; choose clingo, souffle, prolog or pydatalog",
        ),
        (["p.lp", "--to", "souffle", "--from", "latin"], "there is no dialect `latin`"),
        (["p.txt", "--to", "souffle"], "p.txt: `.txt` is the suffix of no dialect; say which with --from"),
        (["none.lp", "--to", "souffle"], "none.lp:1:1: error[file]: cannot be read"),
        (["none.dl", "--to", "clingo"], "none.dl:1:1: error[file]: cannot be read"),
        (["unsafe.lp", "--to", "prolog"], "unsafe.lp:1:3: error[unsafe]: `X` is unsafe"),
        (["mixed.lp", "--to", "souffle"], "mixed.lp:1:1: column 1 of `p/1` holds numbers and strings"),
        (["p.lp", "--to", "clingo", "--out", "p.lp/q/r"], "cannot be written"),
    ],
)
def test_convert_bad_input(
    arguments: list[str],
    said: str,
    rules: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(rules.parent)
    Path("bad.dl").write_text(".decl p(x:number)\np([1]).\n")
    Path("p.txt").write_text("p.")
    Path("unsafe.lp").write_text("p(X) :- q. q.")
    Path("mixed.lp").write_text('p(1). p("a"). q(X) :- p(X), X < 3.')
    code, out, err = run_command(capsys, monkeypatch, "convert", *arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (
            ["tail-shuffle"],
            "wet(1) :- rain(1).\nwet(1) :- cloud(2).\nwet(2) :- cloud(2).\nwet(2) :- cold(a).\n",
        ),
        (["committed-plan"], "wet(1) :- rain(1), cloud(2).\n"),
        (
            ["committed-plan", "--seed", "4"],
            "wet(1) :- rain(1), cloud(2).\nwet(2) :- cloud(2), cold(a).\n",
        ),
        (
            ["pairwise-projection"],
            "pair(cloud(2),wet(1)).\npair(cloud(2),wet(2)).\npair(cold(a),wet(2)).\npair(rain(1),wet(1)).\n",
        ),
        (["two-section"], ""),
        (
            ["two-section", "--of-rules"],
            (
                "together(cloud(2),cold(a)).\ntogether(cloud(2),rain(1)).\ntogether(cloud(2),wet(1)).\n"
                "together(cloud(2),wet(2)).\ntogether(cold(a),wet(2)).\ntogether(rain(1),wet(1)).\n"
            ),
        ),
    ],
)
def test_transform(
    arguments: list[str],
    expected: str,
    rules: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    code, out, err = run_command(capsys, monkeypatch, "transform", *arguments, rules)
    assert (code, err) == (0, "")
    assert out.removeprefix("goal(wet,1).\nrain(1).\nrain(2).\ncloud(2).\ncold(a).\n") == expected
    made = rules.parent / "made.lp"
    made.write_text(out)
    assert run_command(capsys, monkeypatch, "check", made)[0] == 0


def test_transform_json(
    rules: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, out, _ = run_command(capsys, monkeypatch, "transform", "tail-shuffle", rules, "--json")
    assert json.loads(out)["rules"][-1] == {"head": "wet(2)", "body": ["cold(a)"]}
    _, out, _ = run_command(capsys, monkeypatch, "transform", "pairwise-projection", rules, "--json")
    assert json.loads(out)["relations"]["pair/2"][0] == [{"symbol": "cloud(2)"}, {"symbol": "wet(1)"}]


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("p :- q, not r. q. r.", 2, "a.lp:1:1: `not r`: the transformation is one of monotone programs"),
        ("p(X) :- q.", 2, "a.lp:1:3: error[unsafe]"),
        ("p(0). p(X+1) :- p(X).", 3, "grounding passed 50 rule instances"),
    ],
)
def test_transform_bad_input(
    text: str,
    code: int,
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "a.lp"
    path.write_text(text)
    found = run_command(capsys, monkeypatch, "transform", "tail-shuffle", path, "--max-instances", "50")
    assert found[:2] == (code, "")
    assert said in found[2]

"""`suffice supports` and `suffice why-not`: case files, exit codes, JSON, and input that is not right."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from suffice.engine import classify_units, slice_goal
from suffice.rules import parse_atom, parse_program
from tests.cli.running import run_command

CASES = sorted((Path(__file__).parents[1] / "cases" / "supports").glob("*.lp"))
LAYERS = "".join(f"l{n}(1..10). m{n} :- l{n}(X). " for n in range(5)) + "goal :- m0, m1, m2, m3, m4."


def lines(report: dict[str, Any]) -> list[str]:
    absent = report.get("absent") or [[] for _ in report["supports"]]
    return [
        " ".join([*present, *(["without", *missing] if missing else [])])
        for present, missing in zip(report["supports"], absent, strict=True)
    ]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """See tests/cases/supports/README.md."""
    text = path.read_text("utf-8")
    goal, _, expectation = text.partition("%%% goal ")[2].partition("\n%%% expect\n")
    expected: dict[str, list[str]] = {"support": []}
    for line in expectation.splitlines():
        what, _, value = line.removeprefix("% ").partition(" ")
        expected.setdefault(what, []).append(value)
    common = ["supports", str(path), "--goal", goal, "--json"]

    code, out, _ = run_command(capsys, monkeypatch, *common, "--all")
    everything = json.loads(out)
    assert sorted(lines(everything)) == sorted(expected["support"])
    assert [len(line.split()) for line in lines(everything)] == [
        len(line.split()) for line in expected["support"]
    ]
    assert json.dumps(everything["unique"]) == expected["unique"][0]
    assert (everything["complete"], everything["count"]) == (True, len(expected["support"]))
    assert code == (0 if expected["support"] else 1)

    code_of_one, out, _ = run_command(capsys, monkeypatch, *common)
    one = json.loads(out)
    assert code_of_one == code
    assert set(lines(one)) <= set(lines(everything))
    assert len(lines(one)) == min(1, len(expected["support"]))
    if "absent" not in one:
        assert one["unique"] == everything["unique"]
    if "smallest" in expected:
        _, out, _ = run_command(capsys, monkeypatch, *common, "--smallest")
        assert lines(json.loads(out)) == expected["smallest"]
    if "every" in expected:
        roles = classify_units(slice_goal(parse_program(text), parse_atom(goal)))
        for what in ("every", "some", "none"):
            assert [" ".join(map(str, getattr(roles, what)))] == expected[what]
    code_for_people, out, _ = run_command(capsys, monkeypatch, *common[:-1], "--all")
    assert code_for_people == code
    assert out


def test_a_list_that_is_cut_exits_with_3(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.lp"
    file.write_text(LAYERS, encoding="utf-8")
    options = ["supports", str(file), "--goal", "goal", "--all", "--max", "100"]
    code, out, _ = run_command(capsys, monkeypatch, *options, "--json")
    report = json.loads(out)
    assert code == 3
    assert len(report["supports"]) == 100
    assert (report["complete"], report["unique"], report["count"]) == (False, False, 100_000)
    code, out, _ = run_command(capsys, monkeypatch, *options)
    assert code == 3
    assert out.splitlines()[-1] == "incomplete: the list ends after 100 supports, of 100000"


def test_an_order_is_read_from_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file, order = tmp_path / "a.lp", tmp_path / "order"
    file.write_text("p(1..3). goal :- p(X).", encoding="utf-8")
    common = ["supports", str(file), "--goal", "goal", "--json", "--order", str(order)]
    for text, kept in [("% the second last\np(1)\n\np(3)\n", "p(2)"), ("p(2)\np(1)\n", "p(3)"), ("", "p(1)")]:
        order.write_text(text, encoding="utf-8")
        code, out, _ = run_command(capsys, monkeypatch, *common)
        assert (code, json.loads(out)["supports"]) == (0, [[kept]])
    for text, said in [("p(1)\nq(", ":2"), ("p(9)", "no unit"), ("p(1)\np(1)", "twice")]:
        order.write_text(text, encoding="utf-8")
        code, out, err = run_command(capsys, monkeypatch, *common)
        assert (code, out) == (2, "")
        assert said in err
    order.unlink()
    assert run_command(capsys, monkeypatch, *common)[0] == 2


@pytest.mark.parametrize(
    ("text", "arguments", "code", "said"),
    [
        ("p(", [], 2, "a.lp:1:"),
        ("p. goal :- p.", ["--all", "--smallest"], 2, "exclude each other"),
        ("p. q. goal :- p, not q.", ["--smallest"], 2, "`not`"),
        ("p. goal :- p.", ["--all", "--max", "0"], 2, "--max"),
        ("p. goal :- p. cost(p, -1).", ["--smallest"], 2, "cost"),
        ("p. goal :- p.", ["--seconds", "0"], 3, "0 s"),
        ("p(0). p(X+1) :- p(X). goal :- p(9).", ["--max-instances", "50"], 3, "50 rule instances"),
    ],
)
def test_bad_input_and_limits_are_one_message(
    text: str,
    arguments: list[str],
    code: int,
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = tmp_path / "a.lp"
    file.write_text(text, encoding="utf-8")
    found, out, err = run_command(capsys, monkeypatch, "supports", str(file), "--goal", "goal", *arguments)
    assert (found, out) == (code, "")
    assert said in err
    assert "Traceback" not in err


def test_why_not(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.lp"
    file.write_text(
        'abducible(born, 2). lookup(born, 2, "When was {0} born?"). director(f, ann).\n'
        "answer(Y) :- director(f, P), born(P, Y).",
        encoding="utf-8",
    )
    common = ["why-not", str(file), "--goal", "answer(1950)"]
    code, out, _ = run_command(capsys, monkeypatch, *common, "--json")
    report = json.loads(out)
    assert code == 1
    assert [need["wording"] for need in report["open"]] == ["When was ann born?"]
    assert report["missing"] == [["born(ann,1950)"]]
    assert (report["status"], report["complete"], report["limit"]) == ("open", True, None)
    assert [(one["failed"], one["bindings"]) for one in report["rules"]] == [
        ("born(P,Y)", [{"Y": "1950", "P": "ann"}])
    ]
    code, out, _ = run_command(capsys, monkeypatch, *common)
    assert code == 1
    assert "missing  born(ann,1950)" in out
    code, out, _ = run_command(capsys, monkeypatch, *common[:2], "--goal", "answer(X)", "--max", "1")
    assert code == 3
    assert "incomplete" in out
    assert run_command(capsys, monkeypatch, *common[:2], "--goal", "director(f, ann)")[0] == 0


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("method", ["diagram", "solver"])
def test_an_interrupted_list_leaves_nothing_behind(tmp_path: Path, method: str) -> None:
    file = tmp_path / "a.lp"
    text = "".join(f"l{n}(1..400). m{n} :- l{n}(X). " for n in range(5)) + "goal :- m0, m1, m2, m3, m4."
    if method == "solver":  # a large circle through every layer
        text += " ".join(f"m{n} :- k(X), m{m}, l{m}(X)." for n in range(5) for m in range(5) if n != m)
        text += " k(1..400)."
    file.write_text(text, encoding="utf-8")
    # Whoever starts the tests may have told their children to ignore the signal.
    start = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    start += "from suffice.cli import main; main()"
    command = [sys.executable, "-c", start, "supports", str(file), "--goal", "goal", "--all", "--max"]
    with subprocess.Popen(
        [*command, "100000000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        time.sleep(2.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (130, "")
    assert "Traceback" not in err


def test_roles_and_two_supports_that_differ(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "rules.lp"
    file.write_text("p. q. r. s. goal :- p, q. goal :- p, r. other :- s.")
    common = ("supports", str(file), "--goal", "goal", "--roles")
    report = json.loads(run_command(capsys, monkeypatch, *common, "--json")[1])
    assert report["contrast"] == [["p", "q"], ["p", "r"]]
    assert report["roles"] == {"every": ["p"], "some": ["q", "r"], "none": ["s"], "undecided": []}
    told = run_command(capsys, monkeypatch, *common)[1]
    assert "another has r instead of q" in told
    assert "in every: p" in told

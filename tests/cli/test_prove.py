"""`suffice prove`: exit codes, JSON, trees, and input that is not right."""

import json
from pathlib import Path

import pytest

from suffice.engine.certificate import Abstention, Certificate, read_decision
from tests.cli.running import run_command

CASES = Path(__file__).parents[1] / "cases" / "prove"
PROGRAM = """
evidence(director, 2). lookup(director, 2, "Who directed {0}?"). goal(answer, 1).
director("A", ann). states(u1, director("A", ann)).
answer(P) :- director("A", P).
"""


def run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: object
) -> tuple[int, str, str]:
    return run_command(capsys, monkeypatch, "prove", *arguments)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a.lp"
    path.write_text(PROGRAM, encoding="utf-8")
    return path


def test_a_derivation_is_a_tree_with_units_at_its_leaves(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, _ = run(capsys, monkeypatch, str(file))
    assert code == 0
    assert out.splitlines() == [
        'answer(ann)  by answer(P) :- director("A",P).',
        '└── director("A",ann)  [u1]',
        "support: u1",
    ]


def test_why_not_names_the_open_lookup(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text(PROGRAM.replace('director("A", ann)', 'director("B", ann)'), encoding="utf-8")
    code, out, _ = run(capsys, monkeypatch, str(file))
    assert code == 1
    assert "Who directed A?" in out


@pytest.mark.parametrize("path", sorted(CASES.glob("*.lp")), ids=lambda path: path.stem)
def test_every_case_has_its_exit_code_and_its_decision_written(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    goal = path.read_text("utf-8").partition("%%% goal ")[2].partition("\n")[0]
    written = tmp_path / "decision.json"
    options = ["--goal", goal, "--json", "--max-instances", "5000", "--certificate", str(written)]
    code, out, _ = run(capsys, monkeypatch, str(path), *options)
    answer = json.loads(out)
    assert code == {"derived": 0, "limit": 3}.get(answer["status"], 1)
    assert (answer["derivation"] is not None) == (code == 0)
    assert all(need["status"] == "open" for need in answer["open"])
    assert bool(answer["open"]) == (answer["status"] == "open")
    decision = read_decision(written)
    assert isinstance(decision, Certificate if code == 0 else Abstention)
    code_again, out, _ = run(capsys, monkeypatch, str(path), *options[:2], "--max-instances", "5000")
    assert code_again == code
    assert out


@pytest.mark.parametrize(
    ("text", "arguments", "said"),
    [
        ("p(", [], "a.lp:1:"),
        ("p(X) :- not q(X). q(1).", ["--goal", "p(X)"], "unsafe"),
        ("a :- not b. b :- not a.", ["--goal", "a"], "unstratified"),
        ("a.", [], "goal"),
        ("a.", ["--goal", "a, b"], "atom"),
        ("a.", ["--goal", "p(1..2)"], "2 atoms"),
        ("a.", ["--goal", "a", "--certificate", "/dev/null/all.json"], "written"),
        ('#include "/etc/passwd".', ["--goal", "a"], "include"),
    ],
)
def test_bad_input_is_one_message_and_exit_2(
    text: str,
    arguments: list[str],
    said: str,
    file: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file.write_text(text, encoding="utf-8")
    code, out, err = run(capsys, monkeypatch, str(file), *arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert "Traceback" not in err


def test_over_tables_a_slice_is_proved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, table, certificate = tmp_path / "a.lp", tmp_path / "edge.csv", tmp_path / "c.json"
    rules.write_text(
        'path(X,Y) :- edge(X,Y). path(X,Z) :- path(X,Y), edge(Y,Z). lookup(edge, 2, "From {0}?").'
    )
    table.write_text("".join(f"n{number},n{number + 1}\n" for number in range(30)))
    given = (str(rules), "--facts", str(table), "--goal")
    code, out, _ = run(
        capsys, monkeypatch, *given, 'path("n5","n8")', "--json", "--certificate", str(certificate)
    )
    assert code == 0
    assert json.loads(out)["support"] == ['edge("n5","n6")', 'edge("n6","n7")', 'edge("n7","n8")']
    assert isinstance(read_decision(certificate), Certificate)
    code, out, _ = run(capsys, monkeypatch, *given, 'path("n8","n5")', "--json")
    assert (code, json.loads(out)["status"]) == (1, "open")


def test_over_tables_a_dispute_is_seen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, table = tmp_path / "a.lp", tmp_path / "born.csv"
    rules.write_text(
        'functional(born,2). answer(Y) :- born("ann",Y). seen(X) :- born(X,_), not gone(X). gone(cy).'
    )
    table.write_text("ann,1950\nann,1951\nbob,1960\n")
    given = (str(rules), "--facts", str(table), "--json", "--goal")
    code, out, _ = run(capsys, monkeypatch, *given, "answer(1950)")
    assert (code, json.loads(out)["status"]) == (1, "conflict")
    code, out, _ = run(capsys, monkeypatch, *given, "seen(X)")
    assert (code, json.loads(out)["goal"]) == (0, 'seen("bob")')


def test_a_certificate_is_verified_against_its_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, other, out = tmp_path / "a.lp", tmp_path / "b.lp", tmp_path / "c.json"
    rules.write_text("p(1). p(2). goal :- #count { X : p(X) } >= 2.")
    other.write_text("p(1). p(2). goal :- p(1).")
    steps: list[tuple[list[object], int]] = [
        (["prove", rules, "--goal", "goal", "--certificate", out], 0),
        (["verify", out, "--rules", rules], 0),
        (["verify", out], 0),
        (["verify", out, "--rules", other], 1),
    ]
    for arguments, expected in steps:
        code, *said = run_command(capsys, monkeypatch, *arguments)
        assert code == expected, said

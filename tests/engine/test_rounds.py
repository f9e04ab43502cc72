"""Rounds of closure: by definition, and against the engines."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings

from suffice.engine import ENGINES, find_rounds, find_shortest
from suffice.engine.limits import Limits
from suffice.errors import LimitReached, ProgramError
from suffice.rules import Program, parse_program
from tests.cli.running import run_command
from tests.strategies import safe_programs


@settings(max_examples=150)
@given(safe_programs())
def test_rounds_are_the_closure_in_parts(program: Program) -> None:
    rounds = find_rounds(program)
    atoms = [atom for one in rounds for atom in one.atoms]
    assert len(atoms) == len(set(atoms))
    assert {atom for atom in atoms} == set(ENGINES["clingo"].derive(program)) | set(program.facts)
    assert [one.number for one in rounds] == list(range(len(rounds)))
    assert [one.stratum for one in rounds] == sorted(one.stratum for one in rounds)
    assert all(one.added for one in rounds[1:])


@settings(max_examples=60)
@given(safe_programs(negation=False))
def test_the_round_is_the_height_of_the_lowest_derivation(program: Program) -> None:
    for one in find_rounds(program):
        for atom, rule in one.added[:3]:
            assert (rule is None) == (one.number == 0)
            lowest = find_shortest(program, atom, by="height")
            assert lowest is not None
            assert lowest.height == one.number


def test_strata_come_one_after_the_other() -> None:
    program = parse_program(
        "p(1..3). q(X) :- p(X), X > 1. r(X) :- p(X), not q(X). n(N) :- N = #count { X : r(X) }."
    )
    assert [(one.stratum, [*map(str, one.atoms)]) for one in find_rounds(program)] == [
        (0, ["p(1)", "p(2)", "p(3)"]),
        (0, ["q(2)", "q(3)"]),
        (1, ["r(1)"]),
        (2, ["n(1)"]),
    ]


def test_what_cannot_be_closed_ends_by_name() -> None:
    with pytest.raises(LimitReached, match="more than 1 s"):
        find_rounds(parse_program("n(0). n(X+1) :- n(X)."), limits=Limits(seconds=1))
    with pytest.raises(ProgramError, match="its own negation"):
        find_rounds(parse_program("a :- not b. b :- not a."))


def test_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "p.lp"
    file.write_text("#show q/1. p(1). q(X) :- p(X). q(X+1) :- q(X), X < 3.")
    code, out, _ = run_command(capsys, monkeypatch, "closure", file, "--rounds", "--json")
    told = json.loads(out)["rounds"]
    assert code == 0
    assert [[added["atom"] for added in one["added"]] for one in told] == [[], ["q(1)"], ["q(2)"], ["q(3)"]]
    assert told[2]["added"][0]["rule"] == "q(X+1) :- q(X), X < 3."
    for wrong in (["--engine", "duckdb"], ["--out", str(tmp_path / "t")]):
        code, _, err = run_command(capsys, monkeypatch, "closure", file, "--rounds", *wrong)
        assert code == 2
        assert "--rounds" in err

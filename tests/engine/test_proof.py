"""`prove`: case files in tests/cases/prove, and the laws of proofs."""

import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from suffice.engine.certificate import Abstention, Certificate
from suffice.engine.checker import check_derivation
from suffice.engine.limits import Limits
from suffice.engine.proof import Proof, abstain, certify, prove
from suffice.errors import ProgramError, UsageError
from suffice.rules import Atom, Program, Variable, parse_atom, parse_program
from tests.strategies import atoms, programs, sloppy_texts

CASES = sorted((Path(__file__).parents[1] / "cases" / "prove").glob("*.lp"))
LIMITS = Limits(instances=5_000)


def told(proof: Proof) -> dict[str, list[str]]:
    """What a proof says, in the words of the case files."""
    needs = proof.requirements
    lines: dict[str, list[str]] = {
        "status": [proof.status],
        "goal": [str(proof.goal)],
        "answers": [" ".join(map(str, proof.answers))],
        "support": [" ".join(map(str, proof.support))],
        "absent": [str(literal) for step in proof.steps for literal in step.absent],
        "wording": [need.wording for need in needs if need.wording],
        "detail": [need.detail for need in needs if need.detail],
    }
    for status in ("open", "blocked", "conflict", "failed"):
        lines[status] = [
            " <- ".join([str(need.atom), *map(str, need.waits_for)])
            for need in needs
            if need.status == status
        ]
    return lines


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    """A case is a program, a line `%%% goal ATOM`, a line `%%% expect`, and a line `% what value` for each thing
    that must be so; of `open`, `blocked`, `conflict` and `failed` all are named, `status` always."""
    text = path.read_text(encoding="utf-8")
    program_text, _, rest = text.partition("%%% goal ")
    goal, _, expectation = rest.partition("\n%%% expect\n")
    expected: dict[str, list[str]] = {}
    for line in expectation.splitlines():
        what, _, value = line.removeprefix("% ").partition(" ")
        expected.setdefault(what, []).append(value)
    program = parse_program(text)  # goal and expectation are comments: clingo reads the whole file
    assert program == parse_program(program_text)

    proof = prove(program, parse_atom(goal), limits=LIMITS)
    found = told(proof)
    assert {what: found[what] for what in expected} == expected
    named = {"open", "blocked", "conflict", "failed"} - expected.keys()
    assert [found[what] for what in named if found[what]] == []
    assert expected["status"]

    if proof.status == "derived":
        certificate = certify(proof)
        assert check_derivation(certificate, program) == []
        assert Certificate.model_validate_json(certificate.model_dump_json()) == certificate
        with pytest.raises(UsageError):
            abstain(proof)
    else:
        abstention = abstain(proof)
        assert Abstention.model_validate_json(abstention.model_dump_json()) == abstention
        with pytest.raises(UsageError):
            certify(proof)


@given(programs(), atoms())
@settings(deadline=None, suppress_health_check=list(HealthCheck))
def test_any_program_ends_in_a_decision_or_a_named_error(program: Program, other: Atom) -> None:
    goal = program.rules[0].head if program.rules else other
    try:
        proof = prove(program, goal, limits=Limits(instances=2_000, seconds=2))
    except ProgramError:
        return
    if proof.status == "derived":
        assert check_derivation(certify(proof), program) == []
    else:
        assert abstain(proof).requirements


@given(sloppy_texts())
@settings(deadline=None, max_examples=50)
def test_every_rule_can_be_proved_or_says_why_not(text: str) -> None:
    program = parse_program(text)
    for name, arity, positive in {rule.head.signature for rule in program.proper_rules}:
        goal = Atom(name, tuple(Variable(f"X{place}") for place in range(arity)), positive)
        try:
            proof = prove(program, goal)
        except ProgramError:  # unsafe
            return
        if proof.status == "derived":
            assert check_derivation(certify(proof), program) == []
        else:
            assert abstain(proof).requirements


@pytest.mark.parametrize(
    "text",
    [
        "p(0). p(X+1) :- p(X).",
        "p(0). p(f(X)) :- p(X).",
        "p(0). p(f(X,X)) :- p(X).",
        "n(1..3000). p(X,Y,Z) :- n(X), n(Y), n(Z), X+Y+Z > 8999.",
        "n(1..300). p :- n(X), n(Y), n(Z), n(U), X+Y+Z+U > 1200.",
        "p(1..1000000000).",
        "q(1000000000). p(1..X) :- q(X).",
    ],
)
def test_what_explodes_ends_with_a_limit(text: str) -> None:
    started = time.monotonic()
    proof = prove(parse_program(text), parse_atom("goal"), limits=Limits(instances=20_000, seconds=0.5))
    assert proof.status == "limit"
    assert proof.requirements
    assert time.monotonic() - started < 5


def test_a_support_of_very_many_units_ends_with_a_limit() -> None:
    chain = "".join(f"e({number},{number + 1}). " for number in range(3_000))
    program = parse_program(chain + "r(0). r(Y) :- r(X), e(X,Y).")
    started = time.monotonic()
    proof = prove(program, parse_atom("r(3000)"), limits=Limits(seconds=1.5))
    assert proof.status == "limit"
    assert time.monotonic() - started < 6

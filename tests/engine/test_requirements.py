"""Requirements: what is named is really missing, and supplying it leads on."""

from hypothesis import given, settings
from hypothesis import strategies as st

from suffice.engine.backends import ENGINES
from suffice.engine.naive import match_atom
from suffice.engine.proof import Proof, prove
from suffice.engine.requirements import find_requirements
from suffice.rules import Atom, Number, Program, Rule, Term, Variable, parse_atom, parse_program
from tests.strategies import safe_programs

GOALS = [Atom(name, (Variable("X"), Variable("Y"))) for name in ("p", "q", "r")]


@given(safe_programs(negation=False), st.sampled_from(GOALS), st.integers(0, 3))
def test_what_is_open_or_blocked_has_no_fact(program: Program, goal: Atom, dropped: int) -> None:
    facts = [rule for rule in program.rules if rule.is_fact][: -dropped or None]
    program = Program((*facts, *(rule for rule in program.rules if not rule.is_fact)))
    holding = ENGINES["closure"].derive(program)
    for need in find_requirements(program, holding, goal):
        if need.status == "open":
            assert all(match_atom(need.atom, fact, {}) is None for fact in holding)
            assert not need.waits_for
        if need.status == "blocked":
            assert need.waits_for


@given(safe_programs(negation=False), st.sampled_from(GOALS))
@settings(max_examples=50, deadline=None)
def test_supplying_what_is_open_ends_without_anything_open(program: Program, goal: Atom) -> None:
    """Facts and their values are chosen at will: whatever they are, the search for evidence comes to an end."""

    def supplied(need: Atom) -> Atom:
        args: list[Term] = [Number(1) if isinstance(arg, Variable) else arg for arg in need.args]
        return Atom(need.name, tuple(args), need.positive)

    proof = prove(program, goal)
    for _ in range(50):
        wanted = [need.atom for need in proof.requirements if need.status == "open"]
        if not wanted:
            break
        program = program.extended(Rule(supplied(atom)) for atom in wanted)
        proof = prove(program, goal)
    assert proof.status in ("derived", "blocked")


def opened(proof: Proof) -> list[str]:
    return [str(need.atom) for need in proof.requirements if need.status == "open"]


def test_a_question_is_answered_requirement_by_requirement() -> None:
    """The loop of a search: what is open now is what is looked up next."""
    program = parse_program(
        """evidence(director, 2). evidence(born, 2).
        lookup(director, 2, "Who directed {0}?"). lookup(born, 2, "When was {0} born?").
        answer("A") :- director("A", P), director("B", Q), born(P, X), born(Q, Y), X < Y.
        answer("B") :- director("A", P), director("B", Q), born(P, X), born(Q, Y), X > Y."""
    )
    goal = parse_atom("answer(X)")
    assert opened(prove(program, goal)) == ['director("A",P)', 'director("B",Q)']
    program = program.extended(parse_program('director("A", ann). director("B", bob).').rules)
    assert opened(prove(program, goal)) == ["born(ann,X)", "born(bob,Y)"]
    program = program.extended(parse_program("born(bob, 1960).").rules)
    assert opened(prove(program, goal)) == ["born(ann,X)"]
    program = program.extended(parse_program("born(ann, 1970).").rules)
    assert str(prove(program, goal).goal) == 'answer("B")'


def test_a_wide_lookup_is_followed_for_a_few_values_only() -> None:
    facts = "".join(f"member(band, {number}). " for number in range(50))
    program = parse_program(facts + "answer(Y) :- member(band, P), born(P, Y).")
    assert len(opened(prove(program, parse_atom("answer(X)")))) == 4

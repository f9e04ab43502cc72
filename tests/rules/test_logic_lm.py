"""Programs in Logic-LM's notation: what is read, and what is left out by name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suffice.rules import parse_program
from suffice.rules.dialects.logic_lm_reader import read_logic_lm

GOOD = "Predicates:\nCold($x, bool) ::: Is x cold?\nSees($x, $y)\nFacts:\nCold(Bob, True)\nSees(Bob, bald eagle)\nRules:\n"


def read(rules: str, query: str = "Query:\nCold(Bob, False)") -> tuple[list[str], str, list[str]]:
    found = read_logic_lm(f"{GOOD}{rules}\n{query}", "p")
    return (
        [str(rule) for _, rule in found.statements[2:]],
        str(found.goal),
        [f"{one.severity} {one.kind} {one.location.line}" for one in found.diagnostics],
    )


def test_what_is_well_formed() -> None:
    rules, goal, found = read("Cold($x, True) && !Sees($x, $y) >>> not Cold($y, True) ::: words")
    assert rules == ["-cold(Y) :- cold(X), -sees(X,Y)."]
    assert (goal, found) == ("-cold(bob)", [])
    first = read_logic_lm(GOOD, "p").statements[:2]
    assert [(unit, str(rule)) for unit, rule in first] == [
        ("l5", "cold(bob)."),
        ("l6", "sees(bob,bald_eagle)."),
    ]


@pytest.mark.parametrize(
    ("rule", "finding"),
    [
        ("Cold($x, True) >>> Sees($x, $y)", "error unbound 8"),
        ("Cold($x, True) >>> Cold($x, $x, True)", "error arity 8"),
        ("Cold(x, True) >>> Cold(Bob, True)", "error bare-variable 8"),
        ("Cold($x, True) ^ Sees($x, $x)", "error syntax 8"),
        ("Bob is cold", "error syntax 8"),
        ("Cold($x, True)", "error open-fact 8"),
        ("Cold(Bob, bool)", "error truth 8"),
        ("Cold($x, True) && Cold(Bob, True)", "error syntax 8"),
    ],
)
def test_what_is_malformed_is_left_out_by_name(rule: str, finding: str) -> None:
    rules, goal, found = read(f"{rule}\nCold($x, True) >>> Sees($x, $x)")
    assert rules == ["sees(X,X) :- cold(X)."]
    assert finding in found
    assert goal == "-cold(bob)"
    assert not read_logic_lm(f"{GOOD}{rule}\nQuery:\nCold(Bob, False)", "p").complete


@pytest.mark.parametrize(
    ("query", "finding"),
    [
        ("", "error query-missing 8"),
        ("Query:", "error query-missing 9"),
        ("Query:\nCold($x, True)", "error query-open 10"),
        ("Query:\nCold(Bob, True)\nCold(Bob, False)", "error query-repeated 11"),
        ("Query:\nIs Bob cold?", "error syntax 10"),
    ],
)
def test_without_one_query_there_is_no_goal(query: str, finding: str) -> None:
    _, goal, found = read("", query)
    assert goal == "None"
    assert finding in found


def test_what_is_read_all_the_same_is_a_warning() -> None:
    rules, goal, found = read("Warm(Bob, True)", "Query:\nCold(Bob, True)\nAnswer is yes.")
    assert (rules, goal) == (["warm(bob)."], "cold(bob)")
    assert found == ["warning misplaced 8", "warning undeclared 8", "warning remark 11"]


def test_a_program_that_breaks_off_says_so() -> None:
    found = read_logic_lm("Facts:\nCold(Bob, True)\nRules:\nCold($x, Tr", "p")
    kinds = [one.kind for one in found.diagnostics if one.severity == "error"]
    assert kinds == ["truncated", "query-missing"]


@given(st.text(alphabet="Facts:\nRules:Query(,)$xyTrue&>!~ B", max_size=120))
def test_whatever_was_recorded_gives_a_program_that_parses(text: str) -> None:
    program = read_logic_lm(f"Facts:\n{text}", "p").program
    assert parse_program(str(program)) == program

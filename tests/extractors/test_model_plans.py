"""Plans of questions as a model writes them: what is a fault, and what rules they become."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suffice.engine import prove
from suffice.errors import PlanError, UsageError
from suffice.extractors import read_lexicon
from suffice.extractors.models import Model, Server
from suffice.extractors.models.decompose import ModelReader
from suffice.extractors.models.examples import EXAMPLES, read_examples
from suffice.extractors.models.plan import Plan, compile_plan, find_fault
from suffice.rules import parse_atom, parse_program
from suffice.search import make_plan, read_library
from tests.serving import complete, said, serving

LEXICON = read_lexicon()


def lookup(id: str, ask: str, subject: str, value: str = "person") -> dict[str, str]:
    return {"id": id, "ask": ask, "subject": subject, "value": value}


def plan(*lookups: dict[str, str], target: str, **reasoning: object) -> Plan:
    steps = [{"id": target, "options": [], "constant": None, **reasoning}] if reasoning else []
    return Plan.model_validate({"lookups": lookups, "reasoning": steps, "target": target})


CAPTAIN = lookup("captain", "Who is the captain of {0}?", "Borealis")
BORN = lookup("born", "When was {0} born?", "#captain", "date")


def answers(found: Plan, question: str, facts: str) -> list[str]:
    """What follows from a plan and some facts."""
    reading = compile_plan(found, question, LEXICON)
    program = make_plan(question, reading, LEXICON, read_library()).program
    proof = prove(program + parse_program(facts), parse_atom("answer(X)"))
    return [str(atom.args[0]) for atom in proof.answers]


def test_a_chain_becomes_a_rule_and_a_known_lookup_a_relation_of_the_lexicon() -> None:
    found = plan(CAPTAIN, BORN, target="born")
    question = "When was the captain of Borealis born?"
    assert find_fault(found, question) is None
    reading = compile_plan(found, question, LEXICON)
    assert [str(rule) for rule in reading.rules] == [
        'answer(V2) :- asked_who_is_the_captain_of("Borealis",V1), date_of_birth(V1,V2).'
    ]
    assert [one.wording for one in reading.described] == ["Who is the captain of {0}?"]
    assert reading.names == ("Borealis",)
    facts = 'asked_who_is_the_captain_of("Borealis","Ann"). date_of_birth("Ann",date(1870,5,3)).'
    assert answers(found, question, facts) == ["date(1870,5,3)"]


@pytest.mark.parametrize(
    ("function", "values", "expected"),
    [
        ("earlier", ("date(1900,0,0)", "date(1901,5,3)"), ['"A One"']),
        ("later", ("date(1900,0,0)", "date(1901,5,3)"), ['"B Two"']),
        ("earlier", ("date(1900,0,0)", "date(1900,5,3)"), []),
        ("more", ("7", "12"), ['"B Two"']),
        ("less", ("7", "12"), ['"A One"']),
        ("more", ("7", "7"), []),
    ],
)
def test_comparisons(function: str, values: tuple[str, str], expected: list[str]) -> None:
    kind = "date" if "date" in values[0] else "number"
    found = plan(
        lookup("a", "What is the mark of {0}?", "A One", kind),
        lookup("b", "What is the mark of {0}?", "B Two", kind),
        target="first",
        function=function,
        inputs=["a", "b"],
        options=["A One", "B Two"],
    )
    facts = "".join(
        f'asked_what_is_the_mark_of("{name}",{value}).'
        for name, value in zip(("A One", "B Two"), values, strict=True)
    )
    assert answers(found, "Which, A One or B Two?", facts) == expected


@pytest.mark.parametrize(
    ("kind", "left", "right", "expected"),
    [
        ("country", '"Norway"', '"Norway"', ["yes"]),
        ("country", '"Norway"', '"Sweden"', ["no"]),
        ("person", '"Ann Ek"', '"A. Ek"', []),  # two names may be one person
        ("number", "3", "4", ["no"]),
        ("date", "date(1900,0,0)", "date(1901,0,0)", ["no"]),
        ("date", "date(1900,0,0)", "date(1900,1,1)", []),
    ],
)
def test_same_is_no_only_where_two_values_cannot_be_one(
    kind: str, left: str, right: str, expected: list[str]
) -> None:
    found = plan(
        lookup("a", "What is the mark of {0}?", "A One", kind),
        lookup("b", "What is the mark of {0}?", "B Two", kind),
        target="same",
        function="same",
        inputs=["a", "b"],
    )
    facts = f'asked_what_is_the_mark_of("A One",{left}). asked_what_is_the_mark_of("B Two",{right}).'
    assert answers(found, "Are A One and B Two alike?", facts) == expected


def test_is_compares_with_what_the_question_says() -> None:
    pilot = lookup("land", "What is the land of {0}?", "Borealis", "country")
    found = plan(pilot, target="is", function="is", inputs=["land"], constant="Norwegian")
    for land, expected in (("Norway", ["yes"]), ("Sweden", ["no"])):
        assert (
            answers(found, "Is Borealis Norwegian?", f'asked_what_is_the_land_of("Borealis","{land}").')
            == expected
        )


FAULTS = {
    "is given twice": plan(CAPTAIN, CAPTAIN, target="captain"),
    "no step has the id `x`": plan(CAPTAIN, target="x"),
    "the question does not name `Aurora`": plan(lookup("a", "Who built {0}?", "Aurora"), target="a"),
    "no lookup has the id `crew`": plan(lookup("a", "Who built {0}?", "#crew"), target="a"),
    "waits for itself": plan(
        lookup("a", "Who built {0}?", "#b"), lookup("b", "Who is {0}?", "#a"), target="a"
    ),
    "has no {0}": plan(lookup("a", "Who built it?", "Borealis"), target="a"),
    "`same` takes two inputs": plan(CAPTAIN, target="s", function="same", inputs=["captain"]),
    "`is` needs a constant": plan(CAPTAIN, target="s", function="is", inputs=["captain"]),
    "`more` needs two options": plan(CAPTAIN, BORN, target="s", function="more", inputs=["captain", "born"]),
    "no lookup has the id `s`": plan(CAPTAIN, target="s", function="same", inputs=["captain", "s"]),
}


@pytest.mark.parametrize("cause", FAULTS)
def test_a_plan_with_a_fault_is_no_plan(cause: str) -> None:
    found = FAULTS[cause]
    assert cause in (find_fault(found, "Who is the captain of Borealis?") or "")
    with serving(complete(found.model_dump())) as server:
        reader = ModelReader(Model(Server(server.url, "small")), LEXICON, read_examples("first"))
        with pytest.raises(PlanError, match="cannot be used"):
            reader.read("Who is the captain of Borealis?")
    assert len(server.asked) == 2  # asked once more, and told
    assert cause in server.asked[1][2]["messages"][-1]["content"]


names = st.sampled_from(["Borealis", "Ann Ek", "The Salt Ladder", "#a", "#b", "#c", "Nobody"])
steps = st.fixed_dictionaries(
    {
        "id": st.sampled_from(["a", "b", "c"]),
        "ask": st.sampled_from(
            ["Who built {0}?", "When was {0} born?", "Is {0} {0}?", "Who built Borealis?"]
        ),
        "subject": names,
        "value": st.sampled_from(["person", "date", "number", "country", "text"]),
    }
)
reasons = st.fixed_dictionaries(
    {
        "id": st.sampled_from(["r", "a"]),
        "function": st.sampled_from(["same", "is", "earlier", "later", "more", "less"]),
        "inputs": st.lists(st.sampled_from(["a", "b", "c"]), min_size=1, max_size=2),
        "options": st.lists(names, max_size=2),
        "constant": st.none() | st.sampled_from(["Norwegian", "1901"]),
    }
)
plans = st.fixed_dictionaries(
    {
        "lookups": st.lists(steps, min_size=1, max_size=4),
        "reasoning": st.lists(reasons, max_size=1),
        "target": st.sampled_from(["a", "b", "r"]),
    }
).map(Plan.model_validate)


@given(plans)
def test_a_plan_without_fault_compiles_to_a_program_that_runs(found: Plan) -> None:
    question = "Who, Ann Ek or The Salt Ladder or Borealis?"
    if find_fault(found, question) is None:
        reading = compile_plan(found, question, LEXICON)
        program = make_plan(question, reading, LEXICON, read_library()).program
        assert parse_program(str(program)) == program
        assert prove(program, parse_atom("answer(X)")).status != "derived"  # nothing was looked up yet


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_are_plans_of_their_questions(name: str) -> None:
    examples = read_examples(name)
    assert len(examples) == 4
    for example in examples:
        assert find_fault(example.plan, example.question) is None
        compile_plan(example.plan, example.question, LEXICON)


def test_examples_can_be_replaced(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        '[[example]]\nquestion = "Who built Borealis?"\ntarget = "a"\n'
        '[[example.lookups]]\nid = "a"\nask = "Who built {0}?"\nsubject = "Borealis"\nvalue = "person"\n'
    )
    with serving(complete(plan(CAPTAIN, target="captain").model_dump())) as server:
        ModelReader(Model(Server(server.url, "small")), LEXICON, read_examples(file)).read(
            "Who is the captain of Borealis?"
        )
        system = server.asked[0][2]["messages"][0]["content"]
    assert system.count("Example:") == 1
    assert "Who built Borealis?" in system
    assert said(server.asked[0][2]) == {"question": "Who is the captain of Borealis?"}


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("", "`example`: Field required"),
        ("[[example", "not TOML"),
        ('[[example]]\nquestion = "Q"\ntarget = "a"\nlookups = []\n', "at least 1 item"),
        (
            '[[example]]\nquestion = "Who?"\ntarget = "a"\nlookups = [{id = "a", ask = "{0}?", subject = "B", value = "text"}]',
            "does not name `B`",
        ),
    ],
)
def test_examples_that_are_none(text: str, cause: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(UsageError) as caught:
        read_examples(file)
    assert cause in str(caught.value)
    assert "mine.toml" in str(caught.value)

"""`diagnose`: case files in tests/cases/check, laws, and programs that Souffle refuses."""

import gzip
import json
import os
import re
from itertools import pairwise
from pathlib import Path

import clingo
import pytest
from hypothesis import given
from hypothesis import strategies as st

from suffice.rules.check import diagnose, fragment
from suffice.rules.diagnostic import Diagnostic
from suffice.rules.graph import closure, components, shortest_path
from suffice.rules.parse import parse_program, parse_sources
from suffice.rules.program import Program
from tests.strategies import programs, safe_programs, sloppy_texts

SHARED = Path(os.environ.get("SUFFICE_SHARED", Path(__file__).parents[3] / "shared"))
CASES = sorted((Path(__file__).parents[1] / "cases" / "check").glob("*.lp"))
KINDS = {
    "arity_mismatch": "arity",
    "undefined_relation": "undefined",
    "ungrounded_variable": "unsafe",
    "unstratified": "unstratified",
}


def checked(*texts: str) -> tuple[Diagnostic, ...]:
    return diagnose(parse_sources([(f"{index}.lp", text) for index, text in enumerate(texts)]))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    """A case is a program, a line `%%% expect`, and a line `% line:column kind` for each finding."""
    program, _, expected = path.read_text(encoding="utf-8").partition("%%% expect\n")
    found = [f"% {one.location.line}:{one.location.column} {one.kind}" for one in checked(program)]
    assert found == expected.splitlines()


def test_every_kind_has_a_case() -> None:
    sources = (Path(__file__).parents[2] / "suffice" / "rules").glob("*.py")
    text = "".join(source.read_text(encoding="utf-8") for source in sources)
    kinds = set(re.findall(r'(?:Diagnostic|report|_report|_refuse)\(\s*"([a-z-]+)"', text))
    shown = {
        line.split()[2]
        for path in CASES
        for line in re.findall(r"% \d+:\d+ [a-z-]+", path.read_text("utf-8"))
    }
    # `file` needs a file, `pool` and `depth` a long text, `clingo` a surprise: test_lexer.py, test_parse.py.
    assert kinds - shown <= {"file", "pool", "depth", "comment", "clingo"}


def test_files_are_checked_together_and_reported_in_their_order() -> None:
    found = checked("answer(X) :- born(X).\np(", "born(a).\nborn(a, b).", "{ x }.")
    assert [(str(one.location), one.kind) for one in found] == [
        ("0.lp:2:3", "syntax"),
        ("1.lp:2:1", "arity"),
        ("2.lp:1:1", "choice"),
    ]


def test_nothing_is_said_about_what_could_not_be_read() -> None:
    assert [one.kind for one in checked("goal(answer, 1). answer(X) :- p(X). p(1 2). { q }.")] == [
        "syntax",
        "choice",
    ]


@given(safe_programs())
def test_a_safe_stratified_program_has_no_errors_of_that_kind(program: Program) -> None:
    kinds = {one.kind for one in checked(str(program))}
    assert not kinds & {"unsafe", "unstratified", "syntax", "clingo"}
    assert fragment(program) == ("stratified" if "not " in str(program) else "monotone")


@given(programs())
def test_what_passes_is_safe_for_clingo(program: Program) -> None:
    found = checked(str(program))
    assert all(one.cause and one.remedy and one.location.file == "0.lp" for one in found)
    assert list(found) == sorted(found, key=lambda one: one.location)
    control = clingo.Control(logger=lambda code, message: None)
    control.add("base", [], str(program))
    if {"unsafe", "clingo"} & {one.kind for one in found}:
        with pytest.raises(RuntimeError):
            control.ground([])
    else:
        control.ground([])


@given(sloppy_texts(), st.integers(0, 200), st.sampled_from('".%*#()é\0{'))
def test_a_damaged_text_is_diagnosed_not_a_crash(text: str, at: int, damage: str) -> None:
    at %= len(text)
    assert isinstance(checked(text[:at] + damage + text[at + 1 :]), tuple)


graphs = st.dictionaries(st.integers(0, 6), st.sets(st.integers(0, 6)), max_size=7).map(
    lambda graph: {node: graph.get(node, set()) for node in range(7)}
)


@given(graphs)
def test_components_are_what_reaches_each_other(graph: dict[int, set[int]]) -> None:
    found = components(graph)
    assert sorted(node for members in found for node in members) == sorted(graph)
    place = {node: index for index, members in enumerate(found) for node in members}
    for one in graph:
        for two in graph:
            there, back = shortest_path(graph, one, two), shortest_path(graph, two, one)
            assert (place[one] == place[two]) == bool(there and back)
            assert not there or place[two] <= place[one]
            assert all(b in graph[a] for a, b in pairwise(there))


@given(
    st.lists(st.tuples(st.integers(0, 6), st.sets(st.integers(0, 6), max_size=3))), st.sets(st.integers(0, 6))
)
def test_closure_is_the_least_fixpoint(rules: list[tuple[int, set[int]]], start: set[int]) -> None:
    naive = set(start)
    while new := {head for head, body in rules if body <= naive} - naive:
        naive |= new
    assert closure(rules, start) == naive


def test_a_long_chain_is_no_problem() -> None:
    rules = [f"p{n}(X) :- p{n + 1}(X)." for n in range(3_000)]
    found = checked("\n".join([*rules, "p3000(X) :- p0(X), not p0(X).", "goal(p0, 1)."]))
    assert {one.kind for one in found} == {"unstratified", "unreachable"}


def souffle_as_clingo(text: str) -> str:
    """Souffle's rules as clingo text: predicates get a small letter, variables a capital one, `!` is `not`."""
    text = re.sub(r"//[^\n]*|^\.[^\n]*", "", text, flags=re.MULTILINE)
    words = re.compile(r'("[^"\n]*")|(\w+)(?=\s*\()|\b([A-Za-z]\w*)')

    def renamed(match: re.Match[str]) -> str:
        string, predicate, variable = match.groups()
        return string or (f"p_{predicate}" if predicate else f"V_{variable}")

    return re.sub(r"!(?!=)", "not ", words.sub(renamed, text))


def test_what_souffle_refuses_is_refused() -> None:
    path = SHARED / "data" / "datalog" / "souffle_rejections.jsonl.gz"
    if not path.exists():
        pytest.skip(f"{path} is absent; set SUFFICE_SHARED to the folder that holds data/")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    for record in records:
        if record["name"].endswith("type_system7"):
            continue  # there the relation lacks its declaration only; rules need none here
        kinds = {
            one.kind
            for one in checked(souffle_as_clingo(record["program_souffle"]))
            if one.severity == "error"
        }
        assert {KINDS[kind] for kind in record["kinds"]} <= kinds, record["name"]


def test_the_fragment_of_a_program_is_about_default_negation_only() -> None:
    assert fragment(parse_program("-p(X) :- q(X), X != 2, X + 1 < 3.")) == "monotone"

"""Exact settings: theories decided by closure, with depths, plans and twins, against data and against clingo."""

import gzip
import json
import os
from pathlib import Path
from typing import Any

import clingo
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from suffice.engine import close, find_shortest, ground_program
from suffice.engine.transform import commit_plan, derive_by_plans
from suffice.errors import QuestionFileError
from suffice.extractors.english import read_theory
from suffice.rules import Program, parse_atom, parse_program
from suffice.worlds.exact import llm_programs, nl_to_logic, pararule, prontoqa, proofwriter
from suffice.worlds.exact.cases import Case, decide_case, remove_unit
from suffice.worlds.exact.kinds import ExactOptions, evaluate_exact
from suffice.worlds.exact.report import write_schemas
from suffice.worlds.questions import read_records
from tests.strategies import safe_programs

ROOT = Path(__file__).parents[2]
SHARED = Path(os.environ.get("SUFFICE_SHARED", ROOT.parent / "shared"))
PROOF = SHARED / "data" / "proof"
needs_data = pytest.mark.skipif(
    not PROOF.exists(), reason=f"{PROOF} is absent; set SUFFICE_SHARED to the folder that holds data/"
)
FEW = ExactOptions(limit=40, plans=5)


def first_lines(name: str, number: int, step: int = 1) -> list[dict[str, Any]]:
    with gzip.open(PROOF / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for place, line in enumerate(lines) if place % step == 0][:number]


def write(folder: Path, records: list[dict[str, Any]]) -> Path:
    file = folder / "records.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    return file


@needs_data
def test_proofwriter_is_decided_proved_and_as_deep_as_known(tmp_path: Path) -> None:
    records = first_lines("proofwriter_owa_d5_dev", 60, 10)
    report = proofwriter.evaluate(write(tmp_path, records), ExactOptions(plans=10))
    provable = sum(record["answer"] != "C" for record in records)
    assert (report.n, report.correct, report.with_proof) == (60, 60, provable)
    assert report.twins == report.twins_correct > 0
    assert report.disagreements == ()
    with gzip.open(PROOF / "proofwriter_derived_depth.json.gz", "rt", encoding="utf-8") as file:
        depths = json.load(file)
    known = [depths[f"dev|{record['id']}"] for record in records]
    expected = {str(depth) for depth in known if depth is not None} | {"unknown"}
    assert report.by_depth.keys() == expected
    for name, counts in report.by_depth.items():
        assert counts.n == sum((str(depth) if depth is not None else "unknown") == name for depth in known)
    assert report.committed_plan is not None
    assert report.committed_plan.missed_provable > 0
    assert report.committed_plan.correct + report.committed_plan.missed_provable == pytest.approx(60)


@needs_data
def test_prontoqa_in_both_shapes_is_proved_no_longer_than_gold(tmp_path: Path) -> None:
    for name, step in (("prontoqa_5hop", 20), ("prontoqa_generated", 20)):
        report = prontoqa.evaluate(write(tmp_path, first_lines(name, 60, step)), FEW)
        assert report.correct == report.with_proof == report.n > 0
        assert report.twins == report.twins_correct == report.n
        lengths = report.details["proof_length"]
        assert isinstance(lengths, dict)
        assert "longer" not in lengths
    apart = report.details["not_horn"]
    assert isinstance(apart, dict)
    assert apart["contradiction"] + report.n == 40


@needs_data
def test_pararule_answers_are_those_of_the_unique_stable_model(tmp_path: Path) -> None:
    records = first_lines("pararule_plus_test", 12, 50)
    report = pararule.evaluate(write(tmp_path, records), ExactOptions(plans=0))
    wrong = {one.id: one.answer for one in report.disagreements}
    asked = 0
    for record in records:
        program = read_theory(record["context"], "closed").program()
        control = clingo.Control(["0", "--warn=none"])
        control.add("base", [], str(program))
        control.ground([("base", [])])
        models: list[frozenset[str]] = []
        with control.solve(yield_=True) as found:
            models += [frozenset(map(str, model.symbols(atoms=True))) for model in found]
        [model] = models
        for question in record["questions"]:
            [[literal]] = read_theory(record["context"], "closed").read_statement(question["text"])
            holds = str(literal).removeprefix("-") in model
            answer = "true" if holds == literal.positive else "false"
            assert wrong.get(question["id"], question["label"]) == answer
            asked += 1
    assert asked == report.n
    assert report.twins == report.twins_correct


@needs_data
def test_recorded_programs_are_read_and_what_is_malformed_is_counted(tmp_path: Path) -> None:
    records = first_lines("llm_programs_proofwriter", 90, 20)
    report = llm_programs.evaluate(write(tmp_path, records), ExactOptions(plans=0))
    best = report.details["model gpt-4"]
    assert isinstance(best, dict)
    assert best["right"] == best["n"] == 30
    findings = report.details["findings gpt-3.5-turbo"]
    assert isinstance(findings, dict)
    assert any(name.startswith("error: ") for name in findings)
    assert report.n == len(records)


@needs_data
def test_sentences_are_compared_triple_by_triple(tmp_path: Path) -> None:
    records = first_lines("pararules_nl_to_logic_dev", 20, 50)
    report = nl_to_logic.evaluate(write(tmp_path, records), ExactOptions())
    parts = [report.details[name] for name in ("development", "held-out")]
    assert sum(part["n"] for part in parts if isinstance(part, dict)) == report.n == 20
    assert all("exact" in part for part in parts if isinstance(part, dict))
    assert report.correct > 10


@given(safe_programs(negation=False), st.integers(0, 3))
@settings(max_examples=60)
def test_many_plans_at_once_derive_what_each_committed_plan_derives(program: Program, first: int) -> None:
    seeds = range(first, first + 6)
    ground = ground_program(program)
    found = derive_by_plans(ground, seeds)
    for place, seed in enumerate(seeds):
        alone = close(ground_program(commit_plan(program, seed))).atoms
        assert {ground.atoms[atom] for atom, plans in found.items() if plans >> place & 1} == alone


@needs_data
def test_plans_over_witnessed_rules_are_those_of_the_theory() -> None:
    for record in first_lines("proofwriter_owa_d5_dev", 15, 40):
        theory = read_theory(record["context"])
        ground = ground_program(theory.program())
        found = derive_by_plans(ground, range(4))
        for seed in range(4):
            alone = close(ground_program(commit_plan(theory.program(witnessed=False), seed))).atoms
            mine = {ground.atoms[atom] for atom, plans in found.items() if plans >> seed & 1}
            assert {atom for atom in mine if atom.name != "witnessed"} == alone


@given(safe_programs(negation=False))
@settings(max_examples=20)
def test_the_depth_is_the_height_of_the_shallowest_derivation(program: Program) -> None:
    for atom in sorted(close(ground_program(program)).atoms, key=str)[:4]:
        decision = decide_case(Case("q", "yes", program, {"yes": atom}, "no"), seed=0, seeds=())
        shortest = find_shortest(program, atom)
        assert shortest is not None
        assert (decision.answer, decision.depth, decision.checked) == ("yes", shortest.height, True)
        if decision.twin:
            assert atom not in close(ground_program(remove_unit(program, decision.twin.unit))).atoms


def test_without_a_unit_in_all_supports_there_is_no_twin() -> None:
    program = parse_program("evidence(a, 0). states(u1, a). states(u2, a). a. goal :- a.")
    decision = decide_case(Case("q", "yes", program, {"yes": parse_atom("goal")}, "no"), seed=0, seeds=())
    assert (decision.answer, decision.twin) == ("yes", None)


def test_a_theory_that_contradicts_itself_on_the_question_gives_no_answer() -> None:
    theory = read_theory("Bob is red. Bob is not red. Bob is big. Big things are kind.")
    goals = {"true": parse_atom("red(bob)"), "false": parse_atom("-red(bob)")}
    decision = decide_case(Case("q", "true", theory.program(), goals, "unknown"), seed=0, seeds=range(3))
    assert (decision.answer, decision.goal) == ("conflict", None)
    goals = {"true": parse_atom("kind(bob)"), "false": parse_atom("-kind(bob)")}
    assert decide_case(Case("q", "true", theory.program(), goals, "unknown"), seed=0, seeds=()).checked


def test_what_cannot_be_read_is_counted_as_such_and_never_guessed(tmp_path: Path) -> None:
    record = {
        "id": "q1",
        "context": "Bob is red. Bob is red or big.",
        "question": "Is it true? Bob is red.",
        "options": ["A) True", "B) False", "C) Unknown"],
        "answer": "A",
    }
    asked = record | {"id": "q2", "context": "Bob is red.", "question": "Is it true? Red things are big."}
    report = proofwriter.evaluate(write(tmp_path, [record, asked]), FEW)
    assert (report.n, report.correct, report.by_depth["unread"].n) == (2, 0, 2)
    assert [one.answer for one in report.disagreements] == [None, None]
    assert [one.why.split(":")[0] for one in report.disagreements] == ["disjunctive-conclusion", "rule-asked"]


@pytest.mark.parametrize("kind", ["proofwriter", "prontoqa", "pararule", "llm-programs", "nl-to-logic"])
@pytest.mark.parametrize("line", ["[1", "{}", '{"id": "q", "surplus": 1}', "7", "[]", ""])
def test_a_line_of_another_shape_is_named(kind: str, line: str, tmp_path: Path) -> None:
    file = tmp_path / "f.jsonl"
    file.write_text(f"{line}\n", "utf-8")
    with pytest.raises(QuestionFileError) as caught:
        evaluate_exact(kind, file)
    assert caught.value.file == str(file)


@needs_data
def test_the_same_seed_gives_the_same_report(tmp_path: Path) -> None:
    file = write(tmp_path, first_lines("proofwriter_owa_d5_dev", 10, 7))
    first, second = (proofwriter.evaluate(file, ExactOptions(seed=3, plans=5)) for _ in range(2))
    assert first == second
    assert json.dumps(first.model_dump()) == json.dumps(second.model_dump())


def test_published_schema_is_in_step(tmp_path: Path) -> None:
    write_schemas(tmp_path)
    name = Path("exact") / "report.json"
    published = (ROOT / "docs" / "schema" / name).read_text("utf-8")
    assert published == (tmp_path / name).read_text("utf-8"), "run write_schemas: report.json is old"


def test_records_are_read_as_lines_or_as_a_list(tmp_path: Path) -> None:
    record = {"id": "q", "model": "m", "answer": "A", "raw_logic_programs": ["Query:\nA(b)"]}
    file = tmp_path / "f.json"
    file.write_text(json.dumps([record]), "utf-8")
    assert [one.id for one in read_records(file, llm_programs.ProgramRecord)] == ["q"]

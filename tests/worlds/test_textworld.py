"""Game logs: which turns enable an action, from the record and from the text alone."""

import gzip
import json
import os
import random
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from suffice.cli import app
from suffice.engine import abstain, prove
from suffice.errors import QuestionFileError
from suffice.extractors.logs.program import LogProgram, enabled, performed
from suffice.extractors.logs.reading import Turn, read_events
from suffice.rules import Number
from suffice.worlds.exact.game_logs import parse_log, read_logs
from suffice.worlds.exact.games import find_sources
from suffice.worlds.exact.kinds import ExactOptions, evaluate_exact
from tests.worlds.houses import play_house

SHARED = Path(os.environ.get("SUFFICE_SHARED", Path(__file__).parents[3] / "shared"))
LOGS = SHARED / "data/textworld/tw_logs.jsonl.gz"
needs_logs = pytest.mark.skipif(
    not LOGS.exists(), reason=f"{LOGS} is absent; set SUFFICE_SHARED to the folder that holds data/"
)


def with_queries(record: dict[str, Any]) -> dict[str, Any]:
    """Gold answers, by a walk back from each turn."""
    queries = []
    for step in record["steps"]:
        if step["added"] or step["removed"]:
            edges = find_sources(record["steps"], step["t"])
            queries.append({"t": step["t"], "enabling": sorted({edge[2] for edge in edges}), "edges": edges})
    return record | {"queries": queries}


def random_record(seed: int) -> dict[str, Any]:
    """A log of random actions over facts without meaning: each needs, uses up and makes some."""
    chance = random.Random(seed)
    facts = [["f", str(number)] for number in range(7)]
    holding = [fact for fact in facts if chance.random() < 0.6] or facts[:1]
    record: dict[str, Any] = {"id": f"r{seed}", "init": list(holding), "steps": []}
    for turn in range(chance.randint(1, 9)):
        needs = chance.sample(holding, min(len(holding), chance.randint(0, 3)))
        gone = [fact for fact in needs if chance.random() < 0.4]
        new = [fact for fact in facts if fact not in holding and chance.random() < 0.3]
        holding = [fact for fact in holding if fact not in gone] + new
        step = {"t": turn, "command": "do", "feedback": "Done.", "action": "do", "pre": needs}
        record["steps"].append(step | {"added": new, "removed": gone})
    return record


def behind(program: LogProgram, turn: int) -> list[int]:
    """All turns from which edges lead to a turn."""
    found: set[int] = set()
    waiting = [turn]
    while waiting:
        sources = {edge.source for edge in program.edges(waiting.pop())} - found
        found |= sources
        waiting += sources
    return sorted(found)


@given(st.integers(0, 10**6))
@settings(max_examples=25)
def test_the_support_is_the_enabling_set_and_every_twin_names_what_it_lacks(seed: int) -> None:
    log = parse_log(with_queries(random_record(seed)), "here")
    program = LogProgram(log.start, log.events)
    for query in log.queries:
        proof = prove(program.program(query.turn), enabled(query.turn))
        assert proof.status == "derived"
        assert {unit.value for unit in proof.support if isinstance(unit, Number)} == set(query.enabling)
        edges = {edge for turn in (*query.enabling, query.turn) for edge in program.edges(turn)}
        assert edges == query.edges
        for deleted in query.enabling:
            twin = prove(program.program(query.turn, without=(deleted,)), enabled(query.turn))
            assert twin.status == "open"
            opened = [need.atom for need in abstain(twin).requirements if need.status == "open"]
            assert opened == [str(performed(deleted))]


@given(st.integers(0, 10**6))
@settings(max_examples=60)
def test_a_fact_holds_from_the_turn_that_makes_it_true_to_the_one_that_makes_it_false(seed: int) -> None:
    record = random_record(seed)
    log = parse_log(with_queries(record), "here")
    intervals = LogProgram(log.start, log.events).intervals
    holding = {tuple(fact) for fact in record["init"]}
    for step in record["steps"]:
        turn = step["t"]
        valid = {
            (one.fact.name, *(arg.value for arg in one.fact.args if hasattr(arg, "value")))
            for one in intervals
            if (one.since is None or one.since < turn) and (one.until is None or turn <= one.until)
        }
        assert valid == holding
        holding = (holding - {tuple(fact) for fact in step["removed"]}) | {
            tuple(fact) for fact in step["added"]
        }


@given(st.integers(0, 10**6), st.integers(1, 25))
@settings(max_examples=60)
def test_text_alone_gives_the_turns_that_the_state_gives(seed: int, turns: int) -> None:
    log = parse_log(with_queries(play_house(seed, turns)), "here")
    events = read_events(log.turns)
    assert [event.turn for event in events] == [query.turn for query in log.queries]
    program = LogProgram((), events, assume=True)
    for query in log.queries:
        assert behind(program, query.turn) == list(query.enabling)


@pytest.mark.parametrize(
    ("command", "feedback"),
    [
        ("take key", "Which do you mean, the brass key or the oak key?"),
        ("go north", "You can't go that way."),
        ("go north", "You have to open the gate first."),
        ("look", "-= Hall =-\nYou are in a hall. There is a closed gate leading north."),
        ("examine note", 'It says: "You open the gate."'),
        ("inventory", "You are carrying: a brass key."),
        ("dance", ""),
    ],
)
def test_what_changes_nothing_is_no_action(command: str, feedback: str) -> None:
    assert read_events([Turn(0, command, feedback)]) == []


def test_names_are_read_in_full() -> None:
    turns = [
        Turn(0, "take key", "You pick up the Dr. Brown's style key from the ground."),
        Turn(
            1,
            "unlock chest with key",
            "(the old chest with the Dr. Brown's style key)\nYou unlock the old chest.",
        ),
        Turn(
            2,
            "open chest",
            "(the old chest)\nYou open the old chest, revealing a pie and a hat.\n\nYour score has gone up.",
        ),
        Turn(
            3,
            "take pie from chest",
            "(the old chest)\nYou take the pie from the old chest.\n\n*** The End ***",
        ),
    ]
    program = LogProgram((), read_events(turns), assume=True)
    assert [(edge.source, str(edge.fact)) for turn in range(4) for edge in program.edges(turn)] == [
        (0, 'in("dr. brown\'s style key","I")'),
        (1, 'closed("old chest")'),
        (2, 'open("old chest")'),
    ]


@pytest.mark.parametrize(
    "text",
    [
        " " * 100_000,
        "\n" * 100_000,
        "You open " + " " * 100_000 + "x",
        "You take the a" + " from the b" * 20_000,
        "-=" + " -=" * 50_000,
        "-= Hall =-\n" + "a closed " * 20_000,
        "(" + " with the" * 20_000,
    ],
    ids=["blanks", "lines", "gap", "from", "headers", "doors", "keys"],
)
def test_long_answers_are_read_in_one_go(text: str) -> None:
    assert len(read_events([Turn(0, "unlock a" + " with b" * 10_000, text)])) <= 1


def test_a_step_without_a_change_leaves_no_event() -> None:
    record = with_queries(random_record(3))
    idle = {"t": 99, "command": "take", "feedback": "Which?", "action": "do", "pre": [["f", "0"]]}
    record["steps"].append(idle | {"added": [], "removed": []})
    assert 99 not in {event.turn for event in parse_log(record, "here").events}


GOOD = with_queries(random_record(7))
BAD: list[tuple[str, dict[str, Any], str]] = [
    ("no steps", {"steps": None}, "`steps`"),
    ("reserved", {"init": [["goal", "a", "b"]]}, "`goal` is no name for a fact"),
    ("no predicate", {"init": [["P(x) :- y", "a"]]}, "a fact is a predicate's name"),
    ("empty fact", {"init": [[]]}, "a fact is a predicate's name"),
    ("order", {"steps": [GOOD["steps"][0], GOOD["steps"][0]], "queries": []}, "not in ascending order"),
    ("no such turn", {"queries": [{"t": 77, "enabling": [], "edges": []}]}, "asks about turn 77"),
    ("big", {"queries": [{"t": 2**40, "enabling": [], "edges": []}]}, "queries.0.t"),
]


@pytest.mark.parametrize(("changes", "message"), [bad[1:] for bad in BAD], ids=[bad[0] for bad in BAD])
def test_bad_logs_are_refused_with_file_and_line(
    tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    path = tmp_path / "logs.jsonl"
    path.write_text(json.dumps(GOOD) + "\n\n" + json.dumps(GOOD | {"id": "other"} | changes))
    with pytest.raises(QuestionFileError, match=re.escape(message)) as caught:
        read_logs(path)
    assert (caught.value.file, caught.value.line) == (str(path), 3)


def test_a_record_that_contradicts_itself_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "logs.jsonl"
    path.write_text(json.dumps(GOOD | {"init": []}))
    with pytest.raises(QuestionFileError, match="does not hold then") as caught:
        evaluate_exact("textworld", path)
    assert caught.value.line == 1


@pytest.mark.parametrize("text", ["", "{", "[]", "[" * 100_000, '{"id": "a"}', "3"])
def test_what_is_no_log_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "logs.jsonl"
    path.write_text(text)
    with pytest.raises(QuestionFileError):
        read_logs(path)


def test_a_wrong_gold_set_is_a_disagreement(tmp_path: Path) -> None:
    record = with_queries(play_house(5, 8))
    query = next(query for query in record["queries"] if query["enabling"])
    query["enabling"] = query["enabling"][1:]
    path = tmp_path / "logs.jsonl"
    path.write_text(json.dumps(record))
    report = evaluate_exact("textworld", path, ExactOptions(plans=0))
    assert report.correct == report.n - 1
    assert f"house-5:{query['t']}" in {one.id for one in report.disagreements}
    assert report.committed_plan is None


@needs_logs
def test_real_logs_are_exact_and_blind_decisions_are_not() -> None:
    report = evaluate_exact("textworld", LOGS, ExactOptions(limit=12, seed=3))
    assert report.n == report.correct == report.with_proof == 12
    assert report.twins == report.twins_correct > 0
    assert report.disagreements == ()
    blind = report.details["blind"]
    assert isinstance(blind, dict)
    names = ("pairs", "projection_errors", "projections_equal", "section_answered", "shuffle_answered")
    assert {blind[name] for name in names} == {report.twins}
    assert sum(count.n for count in report.by_depth.values()) == 12


@needs_logs
def test_text_alone_is_read_without_any_field_of_the_record() -> None:
    told = {"t", "command", "feedback"}
    exact = queries = 0
    for line in gzip.decompress(LOGS.read_bytes()).decode().splitlines():
        record = json.loads(line)
        steps = [{name: value for name, value in step.items() if name in told} for step in record["steps"]]
        program = LogProgram((), read_events([Turn(*step.values()) for step in steps]), assume=True)
        for query in record["queries"]:
            exact += behind(program, query["t"]) == query["enabling"]
            queries += 1
    assert (exact, queries) == (750, 750)


@pytest.mark.skipif(find_spec("textworld") is not None, reason="textworld is installed")
def test_games_need_textworld(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["worlds", "games", "--games", "1", "--out", str(tmp_path / "g.jsonl")])
    assert result.exit_code != 0
    assert "textworld is not installed" in str(result.exception or result.output)

"""Further runs over the same questions: ablations, baselines and sweeps, compared pair by pair."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from suffice.cli import build_app
from suffice.errors import UsageError
from suffice.extractors import Reader, Unit, read_lexicon
from suffice.rules import parse_program
from suffice.search import read_library
from suffice.search.index import build_index
from suffice.worlds.ablations import ABLATIONS, commit_rules
from suffice.worlds.baselines import BASELINES, Judge, Scores, report_baselines
from suffice.worlds.comparison import compare
from suffice.worlds.evaluate import Evaluation, Options, run_evaluation
from suffice.worlds.records import Evidence, OriginalRecord, TwinRecord
from suffice.worlds.run_folder import RunFolder
from suffice.worlds.scoring import Pair, discordant, measure
from suffice.worlds.study import draw_sweep, run_ablations, run_sweep

DATA = Path(__file__).parents[1] / "data"
QUESTIONS = DATA / "questions.json"
pairs = st.builds(Pair, st.booleans(), st.booleans(), st.booleans(), st.booleans())


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    return Reader(tmp_path_factory.mktemp("cache") / "parses.sqlite")


def run(reader: Reader, options: Options, out: Path | None, judges: Sequence[Judge] = ()) -> Evaluation:
    return run_evaluation(
        QUESTIONS,
        rules=read_library(),
        lexicon=read_lexicon(),
        reader=reader,
        options=options,
        out=out,
        judges=judges,
    )


@given(st.lists(st.tuples(pairs, pairs), min_size=1, max_size=30))
@settings(max_examples=30)
def test_a_comparison_is_antisymmetric_and_says_what_the_metrics_say(both: list[tuple[Pair, Pair]]) -> None:
    one, other = [a for a, _ in both], [b for _, b in both]
    there, back = compare(one, other, resamples=50), compare(other, one, resamples=50)
    assert (there.better, there.worse, there.p) == (back.worse, back.better, back.p)
    before, after = measure(one), measure(other)
    for name, difference in there.differences.items():
        first, second = before[name], after[name]
        if first is None or second is None:
            assert difference is None
        else:
            assert difference == pytest.approx(second - first)
            assert back.differences[name] == pytest.approx(first - second)
    same = compare(one, one, resamples=50)
    assert set(same.differences.values()) <= {0.0, None}
    assert set(same.intervals.values()) <= {(0.0, 0.0), None}


def test_where_pairs_are_right_or_wrong_as_a_whole_the_sign_test_is_that_of_discordant_pairs() -> None:
    right, wrong = Pair(True, True, True, False), Pair(True, False, False, True)
    one, other = [right, right, wrong, right], [wrong, right, right, wrong]
    found = compare(one, other)
    assert (found.worse, found.better) == discordant([p is right for p in one], [p is right for p in other])


UNITS = [
    Unit(f"u{n}", title, text)
    for n, (title, text) in enumerate(
        [
            ("Free Guy", "Free Guy is a film by Shawn Levy."),
            ("Shawn Levy", "Shawn Levy is a film director, born in Montreal."),
            ("Montreal", "A city."),
            ("Guy", "A name, a name."),
        ]
    )
]


@given(
    st.lists(
        st.sampled_from(["free", "guy", "film", "levy", "city", "name", "director", "montreal", "unknown"]),
        min_size=1,
    )
)
def test_scores_rank_as_the_index_does(words: list[str]) -> None:
    query = " ".join(words)
    scores = Scores(UNITS)
    found = build_index(UNITS, "bm25").search(query, 10)
    values = [scores.score(query, unit) for unit in found]
    assert values == sorted(values, reverse=True)
    assert all(value > 0 for value in values)
    assert all(scores.score(query, unit.id) == 0 for unit in UNITS if unit.id not in found)


def test_a_plan_keeps_one_way_to_each_fact_and_all_of_a_calculation() -> None:
    rules = read_library()
    seen = {str(commit_rules(rules, seed)) for seed in range(6)}
    assert len(seen) > 1
    heads = [rule.head.signature.name for rule in commit_rules(rules, 0).proper_rules]
    assert heads.count("home_country") == heads.count("grandfather") == 1
    assert heads.count("earlier") == 2
    plain = parse_program("a(X) :- b(X). c(X) :- a(X).")
    assert commit_rules(plain, 0) == plain


def test_ablations_are_runs_of_their_own_and_compared_by_pair(reader: Reader, tmp_path: Path) -> None:
    options = Options()
    whole = run(reader, options, tmp_path)
    results = run_ablations(ABLATIONS, whole, lambda chosen, out: run(reader, chosen, out), options, tmp_path)
    found = {one.name: one for one in results}
    assert list(found) == list(ABLATIONS)
    assert found["examples"].comparison is None
    assert "without a model" in (found["examples"].skipped or "")
    check = found["check"].comparison
    assert check is not None
    assert (check.differences["twin_answered"] or 0) > 0
    assert check.worse > check.better
    one_round = RunFolder(tmp_path / "ablate-rounds")
    assert one_round.read_manifest().ablation == "rounds"
    assert json.loads((tmp_path / "ablations.json").read_text())[0]["name"] == "check"
    for name in ("check", "rounds", "links", "plan"):
        assert len(RunFolder(tmp_path / f"ablate-{name}").read(OriginalRecord)) == 4
    # Links without a statement are unchecked, so that no certificate over them is valid.
    linked = RunFolder(tmp_path / "ablate-links").read(OriginalRecord)
    assert {link.status for record in linked for link in record.links} <= {"unchecked"}


def test_an_unknown_ablation_is_refused(reader: Reader) -> None:
    whole = run(reader, Options(limit=1), None)
    with pytest.raises(UsageError, match="no ablation `entity`"):
        run_ablations(["entity"], whole, lambda chosen, out: whole, Options(), None)


class Optimist:
    """Is always sure."""

    name = "optimist"

    def judge(self, question: str, passages: Sequence[Unit], candidate: str | None) -> float:
        """One."""
        return 1.0


def test_baselines_follow_from_what_the_run_stored(reader: Reader, tmp_path: Path) -> None:
    found = run(reader, Options(baselines=True), tmp_path, judges=[Optimist()])
    folder = RunFolder(tmp_path)
    evidence = folder.read(Evidence)
    assert [(one.question, one.world) for one in evidence[:2]] == [("q1", "original"), ("q1", "twin")]
    again = report_baselines(folder.read(OriginalRecord), folder.read(TwinRecord), evidence)
    assert again == found.baselines
    assert list(again.baselines) == [*BASELINES, "optimist"]
    assert (again.part, again.n, again.left_out) == ("held-out", 1, {})
    assert again.closure["decision_accuracy"] == 100
    assert all(
        (one.difference.differences["decision_accuracy"] or 0) <= 0 for one in again.baselines.values()
    )
    before = (tmp_path / "evidence.jsonl").read_bytes()
    (tmp_path / "originals.jsonl").write_bytes(
        b"".join((tmp_path / "originals.jsonl").read_bytes().splitlines(keepends=True)[:2])
    )
    resumed = run(reader, Options(baselines=True), tmp_path, judges=[Optimist()])
    assert (tmp_path / "evidence.jsonl").read_bytes() == before
    assert resumed.baselines == found.baselines


def test_without_both_parts_a_threshold_is_not_reported(reader: Reader) -> None:
    found = run(reader, Options(part="dev", baselines=True), None).baselines
    assert found is not None
    assert list(found.left_out) == ["score"]
    assert (found.part, found.n) == ("development", 3)


def test_a_sweep_asks_the_same_twins_over_growing_corpora(reader: Reader, tmp_path: Path) -> None:
    lines = [{"_id": f"x{i}", "title": f"Thing {i}", "text": f"A thing, number {i}."} for i in range(40)]
    (tmp_path / "more.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))

    def asking(options: Options, out: Path | None) -> Evaluation:
        return run_evaluation(
            QUESTIONS,
            rules=read_library(),
            lexicon=read_lexicon(),
            reader=reader,
            corpora=[tmp_path / "more.jsonl"],
            options=options,
            out=out,
        )

    points = run_sweep([20, 40], asking, replace(Options(), limit=2), tmp_path / "run")
    assert [point.passages for point in points] == [20, 40]
    small, large = (
        {
            json.loads(line)["title"]
            for line in (tmp_path / f"run/pool-{size}/corpus.jsonl").read_text().splitlines()
        }
        for size in (20, 40)
    )
    assert small < large
    deleted = [
        [twin.deleted for twin in RunFolder(tmp_path / f"run/pool-{size}").read(TwinRecord)]
        for size in (20, 40)
    ]
    assert deleted[0] == deleted[1]
    picture = ElementTree.fromstring((tmp_path / "run/sweep.svg").read_text())
    assert len(picture.findall(".//{*}polyline")) == 4
    assert draw_sweep(points) == (tmp_path / "run/sweep.svg").read_text()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["--ablate", "check,entity"], "no ablation `entity`"),
        (["--sweep", "10,many"], "`many` is no number of passages"),
        (["--sweep", "0"], "`0` is no number of passages"),
        (["--sweep", "10,,20"], "`` is no number of passages"),
    ],
)
def test_bad_options_are_refused_before_anything_is_asked(given: list[str], message: str) -> None:
    result = CliRunner().invoke(build_app(["evaluate", "ask"]), ["evaluate", str(QUESTIONS), *given])
    assert message in str(result.exception)


def test_the_command_prints_what_was_asked_for() -> None:
    given = ["evaluate", str(QUESTIONS), "--ablate", "rounds,examples", "--baselines", "--sweep", "15"]
    result = CliRunner().invoke(build_app(["evaluate", "ask"]), [*given, "--json"])
    record = json.loads(result.stdout)
    assert [one["name"] for one in record["ablations"]] == ["rounds", "examples"]
    assert set(record["baselines"]["baselines"]) == set(BASELINES)
    assert [one["size"] for one in record["sweep"]] == [15]
    assert record["decision_accuracy"] == 100
    text = CliRunner().invoke(build_app(["evaluate", "ask"]), given).stdout
    assert "examples: other sets of examples change nothing without a model" in text

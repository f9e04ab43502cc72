"""The run: what it stores, that it can be resumed, and that its report follows from what it stored."""

import json
import os
import shutil
from pathlib import Path

import pytest

from suffice.errors import CorpusError, EngineError, QuestionFileError, UsageError
from suffice.extractors import Reader, read_lexicon
from suffice.search import read_library
from suffice.worlds.evaluate import Evaluation, Options, run_evaluation
from suffice.worlds.records import OriginalRecord, TwinRecord
from suffice.worlds.report import recompute
from suffice.worlds.run_folder import RunFolder

DATA = Path(__file__).parents[1] / "data"
QUESTIONS = DATA / "questions.json"
SHARED = Path(os.environ.get("SUFFICE_SHARED", Path(__file__).parents[3] / "shared"))
WIKI = SHARED / "data" / "multihop" / "2wiki.jsonl.gz"
RECORDS = ("run.json", "corpus.jsonl", "originals.jsonl", "twins.jsonl", "report.json")


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    return Reader(tmp_path_factory.mktemp("cache") / "parses.sqlite")


def run(
    reader: Reader, out: Path | None = None, file: Path = QUESTIONS, options: Options | None = None
) -> Evaluation:
    return run_evaluation(
        file, rules=read_library(), lexicon=read_lexicon(), reader=reader, options=options, out=out
    )


@pytest.fixture(scope="module")
def finished(reader: Reader, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("runs") / "run"
    run(reader, out)
    return out


def test_figures_of_the_made_up_questions(reader: Reader) -> None:
    report = run(reader).report
    assert (report.n, report.acc, report.sacc, report.coverage) == (4, 100, 100, 100)
    assert (report.twin_answered, report.abstention_precision, report.decision_accuracy) == (0, 100, 100)
    assert report.open_names_deleted == 100
    assert report.exact_match == 75  # a date in another order
    assert report.link_precision["anchored"].precision == 100
    assert report.link_precision["rejected"].precision is None
    assert (report.survivors, report.audit.audited, report.model_calls_per_question) == (0, 4, 0)
    assert set(report.failures.values()) == {0}
    assert list(report.by_type) == ["bridge_comparison", "comparison", "compositional", "inference"]
    assert (report.parts["development"].n, report.parts["held-out"].n) == (3, 1)
    assert (report.yes_no["yes/no"].n, report.yes_no["other"].n) == (1, 3)


def test_parts_and_limit(reader: Reader) -> None:
    held_out = run(reader, options=Options(part="held-out")).report
    both = run(reader).report
    assert (held_out.n, held_out.parts, held_out.passages) == (1, {}, both.passages)
    first = run(reader, options=Options(limit=1)).report
    assert first.n == 1
    assert first.passages < both.passages


def test_every_number_can_be_recomputed_from_the_records(finished: Path, tmp_path: Path) -> None:
    for name in ("run.json", "originals.jsonl", "twins.jsonl"):
        shutil.copy(finished / name, tmp_path)
    assert recompute(tmp_path).model_dump_json(indent=2) + "\n" == (finished / "report.json").read_text(
        "utf-8"
    )


def test_same_seed_same_bytes(finished: Path, reader: Reader, tmp_path: Path) -> None:
    run(reader, tmp_path)
    for name in RECORDS:
        assert (tmp_path / name).read_bytes() == (finished / name).read_bytes(), name


def test_nothing_of_the_labels_is_in_a_decision(finished: Path) -> None:
    for record in RunFolder(finished).read(OriginalRecord):
        asked = record.decision.model_dump()
        assert asked["question"] == record.text
        assert not {"gold", "type", "part", "supporting"} & asked.keys()


@pytest.mark.parametrize("cut", [1, 40, 400, 4_000, 9_000])
@pytest.mark.parametrize("name", ["originals.jsonl", "twins.jsonl"])
def test_a_killed_run_is_resumed_to_the_same_bytes(
    finished: Path, reader: Reader, tmp_path: Path, name: str, cut: int
) -> None:
    out = tmp_path / "run"
    shutil.copytree(finished, out)
    (out / "report.json").unlink()
    size = (out / name).stat().st_size
    os.truncate(out / name, max(0, size - cut))
    found = run(reader, out)
    for file in RECORDS:
        assert (out / file).read_bytes() == (finished / file).read_bytes(), file
    assert len(found.times) == 2 * found.report.n


def test_a_run_that_is_done_asks_nothing_again(finished: Path, reader: Reader) -> None:
    before = (finished / "times.jsonl").read_bytes()
    run(reader, finished)
    assert (finished / "times.jsonl").read_bytes() == before


def test_a_folder_holds_one_run(finished: Path, reader: Reader) -> None:
    with pytest.raises(UsageError, match="another `seed`"):
        run(reader, finished, options=Options(seed=1))
    with pytest.raises(UsageError, match="`questions_sha256`, `check`"):
        run(reader, finished, file=DATA / "questions_musique.jsonl", options=Options(check="anchor"))


def test_damaged_folders(finished: Path, reader: Reader, tmp_path: Path) -> None:
    out = tmp_path / "run"
    shutil.copytree(finished, out)
    lines = (out / "twins.jsonl").read_bytes().split(b"\n")
    (out / "twins.jsonl").write_bytes(b"\n".join([lines[1], lines[0], *lines[2:]]))
    with pytest.raises(UsageError, match="other questions"):
        run(reader, out)
    (out / "twins.jsonl").write_bytes(b"\n".join([lines[0], b"{}", *lines[2:]]))
    with pytest.raises(UsageError, match=r"twins\.jsonl:2: the record is damaged"):
        run(reader, out)
    (out / "run.json").unlink()
    with pytest.raises(UsageError, match=r"records without `run\.json`"):
        run(reader, out)
    with pytest.raises(UsageError, match="cannot be read"):
        recompute(out)


def test_folders_that_cannot_be_written(reader: Reader, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for out in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(UsageError, match="cannot be written"):
            run(reader, out)


@pytest.mark.parametrize("limit", [0, -3])
def test_a_limit_asks_at_least_one(limit: int) -> None:
    with pytest.raises(UsageError, match="asks no question"):
        Options(limit=limit)


def test_bad_inputs(reader: Reader, tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="no index"):
        run(reader, options=Options(index="none"))
    with pytest.raises(QuestionFileError, match="no question is in the part `held-out`"):
        run(reader, file=DATA / "questions_musique.jsonl", options=Options(part="held-out"))
    (tmp_path / "c.jsonl").write_text("{")
    with pytest.raises(CorpusError, match="not JSON"):
        run_evaluation(
            QUESTIONS,
            rules=read_library(),
            lexicon=read_lexicon(),
            reader=reader,
            corpora=[tmp_path / "c.jsonl"],
        )


def test_distractors_join_the_corpus(reader: Reader, tmp_path: Path) -> None:
    lines = [{"_id": f"x{i}", "title": f"Thing {i}", "text": f"Thing {i} is a thing."} for i in range(20)]
    (tmp_path / "c.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    found = run_evaluation(
        QUESTIONS,
        rules=read_library(),
        lexicon=read_lexicon(),
        reader=reader,
        corpora=[tmp_path / "c.jsonl"],
    )
    assert found.report.passages == run(reader).report.passages + 20
    assert found.report.decision_accuracy == 100


def test_the_musique_shape(reader: Reader) -> None:
    report = run(reader, file=DATA / "questions_musique.jsonl").report
    assert (report.n, report.acc, report.twin_answered) == (1, 100, 0)
    assert report.open_names_deleted is None  # without gold facts nobody knows what was deleted
    assert (report.audit.audited, report.survivors, report.by_type["2hop"].n) == (1, 0, 1)


def test_survivors_are_counted_apart(reader: Reader, tmp_path: Path) -> None:
    """Sentences that name subject and value but that no pattern reads: only the audit sees them."""
    lines = [
        {"_id": f"x{i}", "title": f"Column {i}", "text": f"{subject} and {value}, again and again ({i})."}
        for i in range(8)
        for subject, value in (
            ("The Glass Harbour", "Ada Lindqvist"),
            ("Ada Lindqvist", "4 May 1931"),
            ("Ada Lindqvist", "Swedish"),
        )
    ]
    for number, line in enumerate(lines):
        line["_id"] = str(number)
    (tmp_path / "c.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    found = run_evaluation(
        QUESTIONS,
        rules=read_library(),
        lexicon=read_lexicon(),
        reader=reader,
        corpora=[tmp_path / "c.jsonl"],
        out=tmp_path / "run",
    )
    report = found.report
    twins = RunFolder(tmp_path / "run").read(TwinRecord)
    assert report.survivors == sum(bool(twin.survivors) for twin in twins) >= 1
    assert report.audit.only.n == report.survivors
    assert report.audit.without.n == 4 - report.survivors
    assert all(one.title.startswith("Column") for twin in twins for one in twin.survivors)


@pytest.mark.skipif(not WIKI.exists(), reason=f"{WIKI} is not there")
def test_real_questions(reader: Reader, tmp_path: Path) -> None:
    report = run(reader, tmp_path, file=WIKI, options=Options(part="dev", limit=12)).report
    assert report.n == 12
    assert report.decision_accuracy is not None
    assert report.decision_accuracy >= 60
    assert sum(report.failures.values()) == round(12 - 12 * (report.acc or 0) / 100)
    assert recompute(tmp_path) == report

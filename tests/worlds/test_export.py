"""Exports: what is written is read back, whole or not at all, in memory that does not grow."""

import hashlib
import json
import tracemalloc
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suffice.errors import BenchmarkError, CorpusError, UsageError
from suffice.extractors import Unit
from suffice.extractors.blocks import read_block
from suffice.search import read_corpus
from suffice.search.inquiry import Inquiry, Play, Round
from suffice.worlds.fiction.export import FORMATS, export_benchmark, split_sentences, titles_of
from suffice.worlds.fiction.folder import Benchmark, StoredWorld
from suffice.worlds.fiction.trec import export_runs, score_run
from suffice.worlds.poison import inject, read_attacks
from suffice.worlds.questions import read_questions
from tests.worlds.made import make_benchmark


@pytest.fixture(scope="module")
def benchmark_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_benchmark(tmp_path_factory.mktemp("made") / "worlds", 6, shards=2)


@pytest.fixture(scope="module")
def worlds(benchmark_folder: Path) -> list[StoredWorld]:
    return list(Benchmark(benchmark_folder).worlds())


def test_beir_reads_back(worlds: list[StoredWorld], benchmark_folder: Path, tmp_path: Path) -> None:
    counts = export_benchmark(benchmark_folder, "beir", tmp_path / "out")
    units = read_corpus(tmp_path / "out" / "corpus.jsonl")
    pages = [page for world in worlds for page in world.pages]
    assert [(unit.id, unit.title, unit.text) for unit in units] == [(p.id, p.title, p.text) for p in pages]
    queries = [json.loads(line) for line in (tmp_path / "out" / "queries.jsonl").read_text().splitlines()]
    assert queries == [{"_id": world.public.world, "text": world.public.question} for world in worlds]
    heading, *rows = (tmp_path / "out" / "qrels" / "test.tsv").read_text().splitlines()
    assert heading == "query-id\tcorpus-id\tscore"
    assert rows == [f"{world.public.world}\t{page}\t1" for world in worlds for page in world.labels.decisive]
    twins = {world.public.world for world in worlds if world.labels.twin_of}
    assert not twins & {row.split("\t")[0] for row in rows}
    assert counts == {"pages": len(units), "queries": len(queries), "judgements": len(rows)}


def test_hotpotqa_reads_back(worlds: list[StoredWorld], benchmark_folder: Path, tmp_path: Path) -> None:
    export_benchmark(benchmark_folder, "hotpotqa", tmp_path / "out")
    originals = [world for world in worlds if world.labels.twin_of is None]
    questions = read_questions(tmp_path / "out" / "questions.json")
    records = json.loads((tmp_path / "out" / "questions.json").read_text())
    for world, question, record in zip(originals, questions, records, strict=True):
        assert (question.id, question.text, question.answer) == (
            world.public.world,
            world.public.question,
            world.labels.answer,
        )
        assert [paragraph.text for paragraph in question.paragraphs] == [page.text for page in world.pages]
        supporting = {
            page.id
            for page, paragraph in zip(world.pages, question.paragraphs, strict=True)
            if paragraph.supporting
        }
        assert supporting == set(world.labels.decisive)
        titles = [title for title, _ in record["context"]]
        assert len(set(titles)) == len(titles)
        sentences = dict(record["context"])
        for title, place in record["supporting_facts"]:
            assert read_block(sentences[title][place]) is not None
    twins = json.loads((tmp_path / "out" / "twins.json").read_text())
    assert [(twin["_id"], twin["twin_of"], twin["answer"], twin["supporting_facts"]) for twin in twins] == [
        (world.public.world, world.labels.twin_of, "", []) for world in worlds if world.labels.twin_of
    ]


def test_poisonedrag_reads_back(worlds: list[StoredWorld], benchmark_folder: Path, tmp_path: Path) -> None:
    export_benchmark(benchmark_folder, "poisonedrag", tmp_path / "out")
    attacks = read_attacks(tmp_path / "out" / "attacks.json")
    attacked = [world for world in worlds if world.labels.twin_of is None and world.labels.poison]
    for world, attack in zip(attacked, attacks, strict=True):
        texts = tuple(page.text for page in world.pages if page.id in world.labels.poison)
        found = (attack.id, attack.question, attack.correct, attack.incorrect, attack.texts)
        assert found == (
            world.public.world,
            world.public.question,
            world.labels.answer,
            world.labels.false_answer,
            texts,
        )
    units = read_corpus(tmp_path / "out" / "corpus.jsonl")
    poison = {page for world in worlds for page in world.labels.poison}
    assert not poison & {unit.id for unit in units}
    # Injected plainly, every original has the texts that it had.
    injected = Counter(unit.text for unit in inject(units, attacks, form="plain"))
    assert injected == Counter(page.text for world in worlds if world.labels.answer for page in world.pages)


@pytest.mark.parametrize("form", FORMATS)
def test_the_card_has_the_hash_of_every_other_file_and_bytes_are_the_same_again(
    form: str, benchmark_folder: Path, tmp_path: Path
) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    other.mkdir()
    for out in (one, other):
        export_benchmark(benchmark_folder, form, out)
    names = sorted(str(path.relative_to(one)) for path in one.rglob("*") if path.is_file())
    card = (one / "README.md").read_text()
    for name in names:
        assert (one / name).read_bytes() == (other / name).read_bytes()
        if name != "README.md":
            assert f"| `{name}` | `{hashlib.sha256((one / name).read_bytes()).hexdigest()}` |" in card
    head = card.split("---\n")[1]
    assert card.startswith("---\nlicense: ")
    for path in (line.split(": ")[1] for line in head.splitlines() if line.strip().startswith("path")):
        assert path in names
    assert "- seed: `0`" in card


def test_nothing_is_left_of_an_export_that_fails(benchmark_folder: Path, tmp_path: Path) -> None:
    spoilt = make_benchmark(tmp_path / "worlds", 4)
    lines = (spoilt / "labels.jsonl").read_text().splitlines(keepends=True)
    (spoilt / "labels.jsonl").write_text("".join([*lines[:5], '{"world": 3}\n', *lines[6:]]))
    with pytest.raises(BenchmarkError) as caught:
        export_benchmark(spoilt, "beir", tmp_path / "out")
    assert (caught.value.file, caught.value.line) == (str(spoilt / "labels.jsonl"), 6)
    full = tmp_path / "full"
    full.mkdir()
    (full / "mine").write_text("x")
    for out, form in (
        (full, "beir"),
        (full / "mine", "beir"),
        (full / "mine" / "x", "beir"),
        (tmp_path / "o", "csv"),
    ):
        with pytest.raises(UsageError):
            export_benchmark(benchmark_folder, form, out)
    clean = make_benchmark(tmp_path / "clean", 1)
    with pytest.raises(UsageError, match="no world is attacked"):
        export_benchmark(clean, "poisonedrag", tmp_path / "out")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["clean", "full", "worlds"]
    assert (full / "mine").read_text() == "x"


def test_memory_does_not_grow_with_the_worlds(tmp_path: Path) -> None:
    peaks = []
    for pairs in (20, 200):
        folder = make_benchmark(tmp_path / f"worlds{pairs}", pairs)
        tracemalloc.start()
        export_benchmark(folder, "hotpotqa", tmp_path / f"out{pairs}")
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < peaks[0] + 500_000  # the larger benchmark has 2 MB of text


@given(st.text(st.sampled_from("ab .!?[]:|"), max_size=40))
def test_sentences_joined_are_the_text(text: str) -> None:
    assert " ".join(split_sentences(text)) == text


@given(st.lists(st.sampled_from(["a", "b", "a (p1)", "a (p0)", "b (p2)", "a (p1) (p1)"]), max_size=6))
def test_no_two_titles_of_a_world_are_the_same(titles: list[str]) -> None:
    pages = [Unit(f"p{number}", title, "t") for number, title in enumerate(titles)]
    found = titles_of(pages)
    assert list(found) == [page.id for page in pages]
    assert len(set(found.values())) == len(titles)
    often = Counter(titles)
    assert all(found[page.id] == page.title for page in pages if often[page.title] == 1)


def play(world: str, *lists: tuple[str, ...], policy: str = "topical") -> Play:
    asked = Inquiry(premise="", decisiveness="", query="q", expected_discriminator="")
    rounds = tuple(Round(inquiry=asked, found=found) for found in lists)
    return Play(world=world, policy=policy, outcome="cannot_determine", rounds=rounds)


def test_a_run_scored_by_ir_measures_is_what_counting_gives(tmp_path: Path) -> None:
    plays = [
        play("w1", ("p9", "p1", "p8"), ("p8", "p2", "p7")),  # both of two, at ranks 2 and 4
        play("w2", ("p5",)),  # one of two, at rank 1
        play("w3"),  # nothing found
        play("w4", ("p3",)),  # a twin: not judged
        play("w1", ("p2",), policy="oracle"),
    ]
    (tmp_path / "plays.jsonl").write_text("".join(one.model_dump_json() + "\n" for one in plays))
    assert export_runs(tmp_path, tmp_path / "runs") == {"oracle": 1, "topical": 4}
    run = tmp_path / "runs" / "topical.trec"
    assert run.read_text().splitlines()[:2] == ["w1 Q0 p9 1 1.0 topical", "w1 Q0 p1 2 0.5 topical"]
    qrels = tmp_path / "test.tsv"
    judged = ["w1\tp1\t1", "w1\tp2\t1", "w2\tp5\t1", "w2\tp6\t1", "w3\tp3\t1"]
    qrels.write_text("\n".join(["query-id\tcorpus-id\tscore", *judged]) + "\n")
    pytest.importorskip("ir_measures")
    scores = score_run(run, qrels, ["R@6", "RR", "Success@1", "P@2"])
    assert scores == pytest.approx(
        {"R@6": (1 + 0.5 + 0) / 3, "RR": 1.5 / 3, "Success@1": 1 / 3, "P@2": 1 / 3}
    )
    with pytest.raises(UsageError, match="measure"):
        score_run(run, qrels, ["nonsense"])
    qrels.write_text("w1 p1\n")
    with pytest.raises(CorpusError, match="columns"):
        score_run(run, qrels)


@pytest.mark.parametrize("policy", ["../up", "", "a b", ".hidden"])
def test_a_policy_whose_name_is_no_file(policy: str, tmp_path: Path) -> None:
    (tmp_path / "plays.jsonl").write_text(play("w1", policy=policy).model_dump_json() + "\n")
    with pytest.raises(CorpusError, match="can't be named"):
        export_runs(tmp_path, tmp_path / "runs")
    assert not (tmp_path / "runs").exists()
    with pytest.raises(CorpusError, match=r"no `plays.jsonl`"):
        export_runs(tmp_path / "none", tmp_path / "runs")

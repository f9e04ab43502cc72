"""The validity report: what is spoilt on purpose is found, each by its own check; areas and bands are right."""

import math
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suffice.errors import BenchmarkError, UsageError
from suffice.worlds.fiction.folder import Benchmark
from suffice.worlds.fiction.guessing import see
from suffice.worlds.fiction.options import Options
from suffice.worlds.fiction.validity import Check, ValidityReport, examine
from suffice.worlds.fiction.validity_page import word_page, word_report, write_report
from suffice.worlds.fiction.writing import generate
from suffice.worlds.scoring import auroc
from suffice.worlds.simultaneous import band, placements
from tests.worlds.made import make_benchmark

pytest.importorskip("sklearn")
numpy = pytest.importorskip("numpy")
PAIRS = 40
LABEL = "guessing: answerable or not"


@pytest.fixture(scope="module")
def report_on(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str | None], ValidityReport]:
    @cache
    def examined(spoilt: str | None) -> ValidityReport:
        folder = make_benchmark(tmp_path_factory.mktemp("made") / "worlds", PAIRS, seed=1, spoilt=spoilt)
        counted = spoilt in CHECKS and spoilt != "gold"
        return examine(folder, most=0 if counted else PAIRS)

    return examined


def check_of(report: ValidityReport, name: str) -> Check:
    [found] = [check for check in report.checks if check.name == name]
    return found


CHECKS = {
    "gold": "gold answers named at the start",
    "identifier": "identifiers of hidden records shown at the start",
    "hops": "worlds with a record that can be spared",
    "idle": "worlds with a record that can be spared",
    "names": "names in two pairs",
    "unpaired": "worlds without their twin",
}
COUNTED = {
    *CHECKS.values(),
    "decisive records that don't give the answer",
    "texts of pages in two pairs",
}


def test_a_sound_benchmark_passes_all_that_is_counted(
    report_on: Callable[[str | None], ValidityReport],
) -> None:
    report = report_on(None)
    assert [name for name in sorted(COUNTED) if not check_of(report, name).passed] == []
    assert (report.worlds, report.pairs, report.guessed, report.groups) == (2 * PAIRS, PAIRS, PAIRS, PAIRS)
    assert report.alike == PAIRS
    # A world and its twin show the same: all that reads words alone is exactly at chance, and does not move.
    words = [a for a in report.areas if a.target == "answerable or not" and "numbers" not in a.classifier]
    assert {(area.area, area.low, area.high) for area in words} == {(0.5, 0.5, 0.5)}
    assert len(words) == 4
    # Nobody can do better than a band around one half allows.
    assert all(area.low <= 0.5 <= area.high for area in report.areas if area.target == "answerable or not")
    assert not check_of(report, LABEL).passed  # but so few pairs can't show it
    assert "too few pairs to tell" in check_of(report, LABEL).found
    assert "fewer than 2000" in check_of(report, "worlds without their twin").found


@pytest.mark.parametrize(("spoilt", "name"), CHECKS.items())
def test_what_is_counted(spoilt: str, name: str, report_on: Callable[[str | None], ValidityReport]) -> None:
    found = check_of(report_on(spoilt), name)
    assert not found.passed
    assert found.examples or spoilt == "names"
    assert not report_on(spoilt).passed


@pytest.mark.parametrize(
    ("spoilt", "classifier"),
    [
        ("question", "naive Bayes on the question's words"),
        ("question", "logistic regression on all visible words"),
        ("size", "boosted trees on numbers"),
        ("letter", "logistic regression on numbers"),
        ("order", "boosted trees on numbers"),
        ("gold", "naive Bayes on all visible words"),
    ],
)
def test_what_is_guessed(
    spoilt: str, classifier: str, report_on: Callable[[str | None], ValidityReport]
) -> None:
    report = report_on(spoilt)
    [area] = [a for a in report.areas if a.target == "answerable or not" and a.classifier == classifier]
    assert area.low > 0.55
    assert classifier in check_of(report, LABEL).examples
    assert "too few" not in check_of(report, LABEL).found


def test_gold_values_that_are_told_from_false_ones(
    report_on: Callable[[str | None], ValidityReport],
) -> None:
    areas = [a for a in report_on("value").areas if a.target.startswith("gold") and "letters" in a.classifier]
    assert len(areas) == 2
    assert min(area.low for area in areas) > 0.55


def test_a_label_that_does_not_follow_is_named(tmp_path: Path) -> None:
    folder = make_benchmark(tmp_path / "worlds", 3)
    labels = folder / "labels.jsonl"
    lines = labels.read_text().splitlines(keepends=True)
    [original, *_] = [line for line in lines if '"answer":null' not in line]
    answer = original.split('"answer":"')[1].split('"')[0]
    labels.write_text("".join(lines).replace(f'"answer":"{answer}"', '"answer":"Elsewhere"'))
    found = check_of(examine(folder), "decisive records that don't give the answer")
    assert (found.passed, found.found) == (False, "1 of 3")
    assert found.examples[0] in original


def test_same_seed_same_report(tmp_path: Path, report_on: Callable[[str | None], ValidityReport]) -> None:
    again = make_benchmark(tmp_path / "worlds", PAIRS, seed=1, shards=4)  # however it is sharded
    assert examine(again) == report_on(None)
    assert examine(again, most=20).guessed == 20


def test_the_report_as_a_file(tmp_path: Path, report_on: Callable[[str | None], ValidityReport]) -> None:
    report = report_on(None)
    for suffix, words in ((".md", word_report), (".html", word_page)):
        file = tmp_path / f"report{suffix}"
        write_report(report, file, "a <b>")
        assert file.read_text() == words(report, "a <b>")
        for check in report.checks:
            assert check.found in file.read_text()
    assert "a &lt;b&gt;" in word_page(report, "a <b>")
    assert "http" not in word_page(report, "x")
    with pytest.raises(UsageError, match=r"neither .md nor .html"):
        write_report(report, tmp_path / "report.pdf", "x")


def test_no_benchmark(tmp_path: Path) -> None:
    with pytest.raises(BenchmarkError):
        examine(tmp_path)


cases = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 1), st.integers(0, 5)), min_size=2, max_size=40)


@given(cases)
def test_an_area_in_one_fold_is_the_area(cases: list[tuple[int, int, int]]) -> None:
    scores, labels, owners = ([case[place] for case in cases] for place in range(3))
    area, moves = placements(scores, labels, owners, [0] * len(cases), groups=6)
    negatives = [score for score, label, _ in cases if not label]
    positives = [score for score, label, _ in cases if label]
    assert area == (
        None if auroc(negatives, positives) is None else pytest.approx(auroc(negatives, positives))
    )
    assert math.isclose(moves.sum(), 0, abs_tol=1e-9)
    if area is not None:
        [(low, high)] = band([area], [moves], seed=0, resamples=50)
        assert 0 <= low <= area <= high <= 1


def test_the_band_covers_where_nothing_can_be_learnt() -> None:
    """Scores at random, from no model: with 95 % both intervals cover one half at once."""
    generator, covered = numpy.random.default_rng(0), 0
    for _ in range(200):
        labels, owners = numpy.tile([0, 1], 50), numpy.repeat(numpy.arange(50), 2)
        folds = owners % 5
        found = [placements(generator.random(100), labels, owners, folds, groups=50) for _ in range(2)]
        bounds = band(
            [area for area, _ in found if area], [moves for _, moves in found], seed=0, resamples=500
        )
        covered += all(low <= 0.5 <= high for low, high in bounds)
    assert 180 <= covered <= 199


def test_cases_of_one_group_do_not_count_as_many() -> None:
    generator = numpy.random.default_rng(0)
    scores, labels = generator.random(100), numpy.arange(100) % 2
    once = placements(scores, labels, numpy.arange(100), numpy.zeros(100), groups=100)
    often = placements(
        numpy.repeat(scores, 9),
        numpy.repeat(labels, 9),
        numpy.repeat(numpy.arange(100), 9),
        numpy.zeros(900),
        groups=100,
    )
    assert once[0] == pytest.approx(often[0])
    assert once[1] == pytest.approx(often[1])


def test_worlds_as_generated_tell_neither_label_nor_hops(tmp_path: Path) -> None:
    generate(Options(worlds=28, seed=3), [], tmp_path / "worlds")
    worlds = list(Benchmark(tmp_path / "worlds").worlds())
    assert len({len(world.pages) for world in worlds}) == 1
    seen = [see(world, corpus=False) for world in worlds]
    for start in range(0, len(seen), 4):  # a world and its twin, with one hop and with two
        assert len({(one.words, one.question) for one in seen[start : start + 4]}) == 1
    sides = [world.public.world[-1] for world in worlds if world.labels.twin_of]
    assert len({tuple(sides[start : start + 14]) for start in (0, 14)}) == 2  # no replicate tells another
    report = examine(tmp_path / "worlds", most=0)
    assert report.passed
    assert (report.worlds, report.guessed) == (56, 0)


def test_what_no_policy_is_shown_is_left_out_where_asked(tmp_path: Path) -> None:
    [world, *_] = Benchmark(make_benchmark(tmp_path / "worlds", 1)).worlds()
    more = see(world).numbers.keys() - see(world, corpus=False).numbers.keys()
    assert more
    assert all(name.startswith("corpus") for name in more)

"""Scores of a gate: replays against the loop, the arithmetic against plain counting, and what calibration promises."""

from pathlib import Path

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from suffice.errors import QuestionFileError
from suffice.extractors import Reader, read_lexicon
from suffice.search import read_library
from suffice.search.gate.claims import LookupDrafter
from suffice.search.gate.encoders import make_encoder
from suffice.search.gate.evidence import Tools
from suffice.search.gate.gate import Gate
from suffice.search.gate.host import Host
from suffice.search.gate.verifiers import ClosureVerifier
from suffice.search.readers import WITHOUT_MODEL, make_readers
from suffice.worlds.gate.calibration import calibrate, choose_threshold
from suffice.worlds.gate.evaluation import Setting, evaluate_gate, open_recorder
from suffice.worlds.gate.gold import make_cases
from suffice.worlds.gate.outcomes import AGREEMENT, Recorded, find_frontier, gate_with, stop_by
from suffice.worlds.gate.recording import Recorder
from suffice.worlds.gate.signals import Bm25, gap_signal, logistic_signal, random_skip, stop_rule
from suffice.worlds.questions import read_questions

DATA = Path(__file__).parents[1] / "data"
ROUNDS = 6


@st.composite
def recordings(draw: st.DrawFn) -> tuple[Recorded, numpy.ndarray]:
    """Questions as recorded, with a verifier that may flicker, and a signal that never grows, as gaps do not."""
    n = draw(st.integers(1, 8))
    rows = st.lists(st.booleans(), min_size=ROUNDS, max_size=ROUNDS)
    approved, complete, exact = (numpy.array(draw(st.lists(rows, min_size=n, max_size=n))) for _ in range(3))
    gaps = st.lists(st.sampled_from([0.0, 0.2, 0.5, 0.8, 1.0]), min_size=ROUNDS, max_size=ROUNDS)
    signal = [sorted(draw(gaps), reverse=True) for _ in range(n)]
    return Recorded(approved, complete, exact), numpy.array(signal)


@given(recordings(), st.sampled_from([-1.0, 0.0, 0.2, 0.5, 1.0]))
def test_replays_are_plain_counting(given_: tuple[Recorded, numpy.ndarray], threshold: float) -> None:
    recorded, signal = given_
    found, always = gate_with(recorded, signal <= threshold), recorded.always()
    for row in range(len(signal)):
        calls, stop = 0, ROUNDS + 1
        for column in range(ROUNDS):
            if signal[row, column] > threshold:
                continue
            calls += 1
            if recorded.approved[row, column]:
                stop = column + 1
                break
        assert (found.calls[row], found.stop[row]) == (calls, stop)
        last = min(stop, ROUNDS) - 1
        assert found.safe[row] == (stop <= ROUNDS and recorded.complete[row, last])
        assert found.exact[row] == recorded.exact[row, last]
    assert (found.stop >= always.stop).all()
    assert found.agreement(always) == pytest.approx(numpy.mean(found.stop == always.stop))


@given(recordings(), st.booleans())
def test_a_frontier_keeps_to_its_constraints(given_: tuple[Recorded, numpy.ndarray], by_count: bool) -> None:
    recorded, signal = given_
    always = recorded.always()
    best = find_frontier(recorded, signal, by_count=by_count)
    assert best.stop_agreement >= AGREEMENT
    if by_count:
        assert best.unsafe_stops <= always.unsafe_stops
    elif best.coverage_safety is not None and always.coverage_safety is not None:
        assert best.coverage_safety >= always.coverage_safety
    if best.threshold is not None:
        assert gate_with(recorded, signal <= best.threshold).reduction(always) == best.call_reduction
    assert stop_rule(recorded, signal).is_safe(always)


@given(st.lists(recordings(), min_size=1, max_size=3))
@settings(max_examples=40)
def test_a_chosen_threshold_keeps_to_the_constraints_on_each_set(
    sets: list[tuple[Recorded, numpy.ndarray]],
) -> None:
    threshold, found = choose_threshold(sets)
    for (recorded, signal), one in zip(sets, found, strict=True):
        always = recorded.always()
        assert one.agreement(always) >= AGREEMENT
        assert one.is_safe(always)
        assert (gate_with(recorded, signal <= threshold).stop == one.stop).all()


@given(recordings(), st.integers(0, 3))
def test_random_skips_are_repeatable_and_match_the_calls(
    given_: tuple[Recorded, numpy.ndarray], seed: int
) -> None:
    recorded, _ = given_
    wanted = int(recorded.always().calls.sum())
    one, other = (random_skip(recorded, wanted, seed) for _ in range(2))
    assert (one.calls == other.calls).all()
    assert int(one.calls.sum()) == wanted


def test_declaring_sufficiency_is_what_a_gate_never_does() -> None:
    recorded = Recorded(*(numpy.array([[said] * ROUNDS]) for said in (False, False, False)))
    everywhere = numpy.ones((1, ROUNDS), dtype=bool)
    assert not gate_with(recorded, everywhere).stopped.any()
    assert stop_by(recorded, everywhere).stopped.all()
    assert stop_by(recorded, everywhere).coverage_safety == 0.0


def test_a_logistic_mix_learns_from_other_questions() -> None:
    generator = numpy.random.default_rng(0)
    signal = generator.random((60, ROUNDS))
    recorded = Recorded(signal < 0.3, signal < 0.3, signal < 0.3)
    noise = generator.random((60, ROUNDS))
    mixed = logistic_signal(recorded, {"gap": signal, "noise": noise}, [f"q{n}" for n in range(60)])
    assert numpy.corrcoef(mixed.ravel(), signal.ravel())[0, 1] > 0.9


def test_bm25_as_nearness() -> None:
    pool = ["ann wrote blue", "oslo is a city", "ann lives in oslo"]
    [[own, other, third]] = Bm25().fit(pool).compare(["ann wrote blue"], pool).tolist()
    assert own == 1.0
    assert other == 0.0
    assert 0 < third < own


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    return Reader(tmp_path_factory.mktemp("cache") / "parses.sqlite")


def make_tools() -> Tools:
    lexicon = read_lexicon()
    readers, linkers = make_readers(WITHOUT_MODEL, lexicon)
    return Tools(lexicon, read_library(), readers, linkers)


@pytest.mark.parametrize("name", ["questions.json", "questions_musique.jsonl"])
@pytest.mark.parametrize("fixed", [True, False])
def test_the_loop_itself_does_what_the_replay_says(
    name: str, fixed: bool, reader: Reader, tmp_path: Path
) -> None:
    drafter, verifier = LookupDrafter(read_lexicon(), fixed), ClosureVerifier()
    recorder = open_recorder(DATA / name, make_tools(), reader, cache=tmp_path)
    recorded = Recorded.of(recorder.trajectories(), recorder.verdicts(verifier, drafter))
    for encoder in (make_encoder("overlap"), make_encoder("tfidf")):
        signal = gap_signal(recorder.distances(encoder, drafter))
        for threshold in (-1.0, 0.3, 0.5, 0.8, 1.0):
            replayed = gate_with(recorded, signal <= threshold)
            host = Host(drafter, verifier, Gate(encoder.name, threshold), encoder)
            for row, one in enumerate(recorder.cases):
                run = host.run(one.case)
                assert (run.calls, run.stop or ROUNDS + 1) == (replayed.calls[row], replayed.stop[row])
                if run.stop is not None:
                    assert one.is_complete(s.id for s in run.evidence) == replayed.safe[row]
    assert recorded.always().stopped.any()


def test_records_are_kept_and_a_damaged_one_is_made_anew(reader: Reader, tmp_path: Path) -> None:
    def record() -> tuple[Recorder, list[object]]:
        recorder = open_recorder(DATA / "questions.json", make_tools(), reader, cache=tmp_path)
        return recorder, [recorder.trajectories(), recorder.claims(LookupDrafter(read_lexicon()))]

    _, first = record()
    files = sorted(tmp_path.iterdir())
    assert len(files) == 2
    kept = {file: file.read_bytes() for file in files}
    assert record()[1] == first
    for damage in (b"", b"[]", b"{"):
        files[0].write_bytes(damage)
        assert len(record()[1]) == len(first)
        assert files[1].read_bytes() == kept[files[1]]


def test_gold_evidence_of_both_shapes(reader: Reader) -> None:
    tools = make_tools()
    for question in read_questions(DATA / "questions.json"):
        [one] = make_cases([question], reader, tools)
        assert one.gold
        assert all(len(group) == 1 for group in one.gold)
        assert one.is_complete(s.id for s in one.case.pool)
        assert not one.is_complete(())
        for sentence in one.case.pool:
            [text] = [
                p.text for p in question.paragraphs if sentence.text in p.text and p.title == sentence.title
            ]
            assert text[sentence.start : sentence.end].strip() == sentence.text
    for question in read_questions(DATA / "questions_musique.jsonl"):
        [one] = make_cases([question], reader, tools)
        assert one.gold
        assert one.is_complete(s.id for s in one.case.pool)


def test_a_report_is_the_same_for_the_same_seed(reader: Reader) -> None:
    drafter, encoder, verifier = LookupDrafter(read_lexicon()), make_encoder("overlap"), ClosureVerifier()
    recorder = open_recorder(DATA / "questions.json", make_tools(), reader)
    setting = Setting(Gate("overlap", 0.5), encoder, drafter, verifier)
    one, other = (
        evaluate_gate(recorder, setting).model_dump(exclude={"seconds_gated", "seconds_always"})
        for _ in range(2)
    )
    assert one == other
    assert one["controls"].keys() == {"overlap", "bm25", "sentences", "logistic", "random", "stop_rule"}
    sets = {"a": recorder, "b": open_recorder(DATA / "questions_musique.jsonl", make_tools(), reader)}
    chosen = calibrate(sets, encoder, drafter, verifier)
    assert [fold.left_out for fold in chosen.folds] == ["a", "b"]
    assert chosen.chosen.sets == ("a", "b")
    assert chosen.chosen.stop_agreement >= AGREEMENT


def test_a_part_without_questions_is_named(reader: Reader, tmp_path: Path) -> None:
    file = tmp_path / "empty.jsonl"
    file.write_text("")
    with pytest.raises(QuestionFileError, match="no question"):
        open_recorder(file, make_tools(), reader)

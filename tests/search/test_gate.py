"""The parts of the gate: encoders, claims, thresholds, the trained head, verifiers, and the gate inside the loop."""

import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from suffice.engine.certificate import Certificate
from suffice.errors import EngineError, UsageError
from suffice.extractors import Unit, read_lexicon
from suffice.extractors.models.opening import open_model
from suffice.search import Asker, Decision, build_index, read_library
from suffice.search.gate.claims import Claim, LookupDrafter, ModelDrafter, make_drafter
from suffice.search.gate.encoders import ENCODERS, Encoder, VectorEncoder, make_encoder
from suffice.search.gate.evidence import Case, EvidenceSentence, Follower, Tools, sentences_of
from suffice.search.gate.gap import AGGREGATES, combine
from suffice.search.gate.gate import PAPER_THRESHOLD, Calibrated, Thresholds, choose_gate, read_thresholds
from suffice.search.gate.head import SLOTS, Head, HeadDrafter, read_head, train_head, write_head
from suffice.search.gate.host import Host
from suffice.search.gate.screen import Screen
from suffice.search.gate.verifiers import VERIFIERS, ClosureVerifier, make_verifier
from suffice.search.readers import WITHOUT_MODEL, make_readers
from tests.search.asking import READER
from tests.serving import complete, said, serving

QUESTION = "When was the director of film Free Guy born?"
UNITS = [
    Unit("u1", "Free Guy", "Free Guy is a 2020 film directed by Shawn Levy. It is fun."),
    Unit("u2", "Shawn Levy", "Shawn Adam Levy (born July 23, 1968) is a Canadian director."),
    Unit("u3", "Oslo", "Oslo is the capital of Norway. It is a city."),
]


def tools() -> Tools:
    lexicon = read_lexicon()
    readers, linkers = make_readers(WITHOUT_MODEL, lexicon)
    return Tools(lexicon, read_library(), readers, linkers)


def case_of(question: str = QUESTION) -> Case:
    passages = READER.read(UNITS)
    pool = tuple(sentence for passage in passages for sentence in sentences_of(passage))
    return Case(question, pool, Follower(question, {one.unit.id: one for one in passages}, tools()))


def installed(name: str) -> Encoder:
    try:
        return make_encoder(name)
    except EngineError as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("name", ENCODERS)
def test_an_encoder_finds_the_sentence_and_compares_each_by_itself(name: str) -> None:
    sentences = ["Free Guy is a film directed by Shawn Levy.", "Oslo is a city.", "..."]
    claims = ["Free Guy was directed by someone.", "Oslo is a place."]
    encoder = installed(name).fit(sentences)
    found = encoder.compare(claims, sentences)
    assert found.shape == (2, 3)
    assert found[0, 0] > found[0, 1]
    assert found[1, 1] > found[1, 0]
    assert (numpy.abs(found) <= 1).all()
    again = numpy.hstack([encoder.compare(claims, [one]) for one in sentences])
    assert (found == again).all()
    assert encoder.compare([], sentences).shape[0] == 0
    assert encoder.compare(claims, []).shape == (2, 0)


def test_names_that_there_are_not() -> None:
    for make in (make_encoder, make_verifier, lambda name: make_drafter(name, read_lexicon())):
        with pytest.raises(UsageError, match="choose from"):
            make("nobody")
    for name in ("verifier", "drafter"):
        with pytest.raises(UsageError, match="needs a model"):
            make_verifier("model") if name == "verifier" else make_drafter("model", read_lexicon())


@given(st.lists(st.floats(0, 2), min_size=1, max_size=5))
def test_aggregates_lie_between_mean_and_worst(gaps: list[float]) -> None:
    mean, soft, worst = (combine(gaps, one) for one in ("mean", "softmax", "max"))
    assert mean - 1e-9 <= soft <= worst + 1e-9
    assert set(AGGREGATES) == {"max", "mean", "softmax"}
    with pytest.raises(UsageError):
        combine(gaps, "least")  # type: ignore[arg-type]


def test_claims_follow_what_is_found() -> None:
    case, lexicon = case_of(), read_lexicon()
    fixed, open_ = LookupDrafter(lexicon), LookupDrafter(lexicon, fixed=False)
    before = fixed.draft(QUESTION, case.follower, None)
    assert [one.text for one in before] == [
        "Free Guy was directed by someone.",
        "The director of Free Guy was born on some date.",
    ]
    assert [one.known for one in open_.draft(QUESTION, case.follower, None)] == [True, False]
    state = case.follow(case.pool[:1])
    assert fixed.draft(QUESTION, case.follower, state) == before
    after = open_.draft(QUESTION, case.follower, state)
    assert [one.text for one in after][1] == "Shawn Levy was born on some date."
    assert after[0].stated == "Free Guy was directed by Shawn Levy."
    every = case.follow(case.pool)
    assert open_.draft(QUESTION, case.follower, every)[1].stated == "Shawn Levy was born on July 23, 1968."


def test_a_question_that_nobody_reads() -> None:
    case, lexicon = case_of("Colourless green ideas?"), read_lexicon()
    assert case.follow(case.pool) is None
    assert LookupDrafter(lexicon).draft(case.question, case.follower, None) == (
        Claim("Colourless green ideas?"),
    )
    assert LookupDrafter(lexicon, fixed=False).draft(case.question, case.follower, None) == ()


def test_a_link_counts_once_its_sentence_is_there() -> None:
    case = case_of()
    closure = ClosureVerifier()
    by_text = {one.text: one for one in case.pool}
    film = by_text["Free Guy is a 2020 film directed by Shawn Levy."]
    person = next(one for one in case.pool if one.passage == "u2")
    for evidence in ((), (film,), (person,), (by_text["It is fun."], person)):
        assert not closure.approve(case, (), evidence)
    assert closure.approve(case, (), (person, film))
    state = case.follow((film, person))
    assert state is not None
    assert state.answer is not None
    found = Host(LookupDrafter(read_lexicon()), closure, top=1).run(case)
    assert found.stop == 2
    assert {film, person} <= set(found.evidence)


def test_thresholds_belong_to_what_they_were_chosen_for(tmp_path: Path) -> None:
    one = Calibrated(
        encoder="overlap",
        drafter="lookups",
        aggregate="max",
        verifier="closure",
        threshold=0.3,
        sets=("a",),
        questions=3,
        call_reduction=0.5,
        stop_agreement=1.0,
    )
    table = Thresholds(calibrated=(one,))
    assert choose_gate("overlap", "lookups", "closure", thresholds=table).threshold == 0.3
    assert choose_gate("overlap", "lookups", "closure", threshold=0.3, thresholds=table).threshold == 0.3
    for change in ({"encoder": "use"}, {"drafter": "gold"}, {"aggregate": "mean"}):
        told = {"encoder": "overlap", "drafter": "lookups", "verifier": "closure", **change}
        with pytest.raises(UsageError, match="never calibrated"):
            choose_gate(**told, thresholds=table)  # type: ignore[arg-type]
        forced = choose_gate(**told, thresholds=table, force=True)  # type: ignore[arg-type]
        assert forced.threshold == PAPER_THRESHOLD
    assert choose_gate("overlap", "lookups", "model", thresholds=table).threshold == 0.3
    with pytest.raises(UsageError, match=r"the threshold 0\.4"):
        choose_gate("overlap", "lookups", "closure", threshold=0.4, thresholds=table)
    assert (
        choose_gate("overlap", "lookups", "closure", threshold=0.4, force=True, thresholds=table).threshold
        == 0.4
    )
    for text in ("", "[]", '{"calibrated": [{}]}', "nonsense"):
        (tmp_path / "bad.json").write_text(text)
        with pytest.raises(UsageError, match="thresholds"):
            read_thresholds(tmp_path / "bad.json")
    assert read_thresholds().calibrated


def test_a_head_is_the_same_for_the_same_seed_and_is_read_back(tmp_path: Path) -> None:
    generator = numpy.random.default_rng(3)
    questions = generator.normal(size=(12, 6))
    questions /= numpy.sqrt((questions**2).sum(axis=1, keepdims=True))
    claims = [questions[: 1 + n % 3] for n in range(12)]
    one, other = (train_head("own", questions, claims, hidden=8, epochs=20, seed=5) for _ in range(2))
    write_head(one, tmp_path / "one.npz")
    write_head(other, tmp_path / "other.npz")
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "other.npz").read_bytes()
    read = read_head(tmp_path / "one.npz")
    assert read.parameters == one.parameters
    for slots, again in zip(one.predict(questions), read.predict(questions), strict=True):
        assert (slots == again).all()
        assert 1 <= len(slots) <= SLOTS
        assert numpy.allclose((slots**2).sum(axis=1), 1)
    longer = train_head("own", questions, claims, hidden=8, epochs=400, seed=5)

    def cosine(head: Head) -> float:
        found = head.predict(questions)
        return float(numpy.mean([(a[:1] * b[:1]).sum() for a, b in zip(found, claims, strict=True)]))

    assert cosine(longer) > cosine(one)


def test_a_head_drafts_vectors_for_its_own_encoder_only() -> None:
    def embed(texts: Sequence[str]) -> list[list[float]]:
        return [[float(len(text)), 1.0, float(text.count("a"))] for text in texts]

    encoder = VectorEncoder("own", embed)
    vectors = encoder.encode(["aaa", "bbbb"])
    head = train_head("own", vectors, [vectors[[1]], vectors[[0]]], hidden=8, epochs=300)
    drafted = HeadDrafter(head, encoder).draft("aaa", None, None)
    assert encoder.compare([drafted[0].text], ["bbbb"])[0, 0] > 0.9
    for wrong in (VectorEncoder("another", embed), make_encoder("overlap")):
        with pytest.raises(UsageError, match="--encoder own"):
            HeadDrafter(head, wrong)


def test_a_damaged_head_is_named(tmp_path: Path) -> None:
    path = tmp_path / "head.npz"
    vectors = numpy.eye(3)
    write_head(train_head("own", vectors, [vectors[:1]] * 3, hidden=4, epochs=1), path)
    whole = path.read_bytes()
    with numpy.load(path) as file:
        arrays = dict(file)

    def written(**change: object) -> bytes:
        buffer = io.BytesIO()
        numpy.savez(buffer, **{**arrays, **change})
        return buffer.getvalue()

    damaged = [
        b"",
        b"no archive",
        whole[: len(whole) // 2],
        written(slots=numpy.zeros((2, 2))),
        written(hidden=numpy.full((3, 4), numpy.nan)),
        written(hidden=numpy.array([{"code": print}], dtype=object)),
        written(hidden=numpy.array(["a"])),
    ]
    for data in damaged:
        path.write_bytes(data)
        with pytest.raises(UsageError, match="no claim-slot head"):
            read_head(path)
    with pytest.raises(UsageError, match="no claim-slot head"):
        read_head(tmp_path / "absent.npz")


def test_a_model_drafts_and_verifies_claim_by_claim() -> None:
    case = case_of()
    drafted = {"statements": ["Someone directed Free Guy.", " ", "Someone directed Free Guy."]}

    def reply(body: dict[str, Any]) -> str:
        if "statements" in body["response_format"]["json_schema"]["schema"]["properties"]:
            return complete(drafted)
        told = said(body)
        known = any("Oslo" in one for one in told["evidence"]) or "Free Guy" in told["claim"]
        return complete({"verdict": "match" if known else "null"})

    with serving(reply) as server:
        model = open_model("some", base_url=server.url, cache=None)
        drafter = ModelDrafter(model)
        claims = drafter.draft(QUESTION, None, None)
        assert claims == drafter.draft(QUESTION, None, None) == (Claim("Someone directed Free Guy."),)
        verifier = make_verifier("model", model)
        verifier.begin(case)
        two = (*claims, Claim("Somebody is somewhere."))
        assert not verifier.approve(case, two, case.pool[:2])
        assert verifier.approve(case, two, case.pool)
    assert len(server.asked) == 4  # what matched is not asked again
    with serving(complete("no JSON")) as server:
        model = open_model("some", base_url=server.url, cache=None)
        assert ModelDrafter(model).draft(QUESTION, None, None) == ()
        assert not make_verifier("model", model).approve(case, claims, case.pool)
    assert set(VERIFIERS) == {"closure", "natlog", "model"}


def test_a_proof_of_every_claim_is_a_verifier_too() -> None:
    pool = (EvidenceSentence("s1", "u", "Rex", "Rex is a small dog.", 0, 1),)
    case, verifier = Case("Is Rex an animal?", pool), make_verifier("natlog")
    verifier.begin(case)
    assert verifier.approve(case, (Claim("Rex is a dog."),), pool)
    assert not verifier.approve(case, (Claim("Rex is a dog."), Claim("Ann wrote Emma.")), pool)


@pytest.mark.parametrize("threshold", [-1.0, 0.2, 0.5, 1.0])
def test_in_the_loop_a_gate_only_puts_off(threshold: float) -> None:
    lexicon = read_lexicon()

    def decide(question: str, gate: Screen | None) -> Decision:
        readers, linkers = make_readers(WITHOUT_MODEL, lexicon)
        asker = Asker(
            {unit.id: unit for unit in UNITS},
            build_index(UNITS),
            lexicon,
            read_library(),
            READER,
            readers=readers,
            linkers=linkers,
            gate=gate,
        )
        return asker.ask(question)

    screen = Screen(make_encoder("overlap"), threshold)
    for question in (QUESTION, "Where was Shawn Levy born?", "Who directed Free Guy?"):
        plain, gated = decide(question, None), decide(question, screen)
        assert plain.answer == gated.answer
        assert isinstance(gated.outcome, Certificate) == isinstance(plain.outcome, Certificate)
        if isinstance(plain.outcome, Certificate):
            assert gated.outcome == plain.outcome
        assert plain.trace.deferred == 0
        assert (gated.trace.deferred > 0) == (threshold < 0) or 0 <= threshold < 1
        for line in gated.trace.to_json_lines().splitlines():
            assert "deferred" in json.loads(line)

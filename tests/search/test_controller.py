"""Plays: every edge case that the specification names, by hand; and what is proved of policies, on drawn worlds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from suffice.errors import ModelError
from suffice.extractors import Unit
from suffice.extractors.blocks import hmac_seals, seal_text, textual_seals, write_block
from suffice.search.controller import Setting, play
from suffice.search.frozen import FrozenIndex
from suffice.search.inquiry import Answer, Budget, Inquiry, Play, Policy, View
from suffice.search.policies import FIXED
from suffice.search.policies.premise import Premise
from suffice.worlds.fiction.family import FAMILIES, read_family
from suffice.worlds.fiction.folder import StoredWorld
from suffice.worlds.fiction.generator import Instance
from suffice.worlds.fiction.lines import draw_proved, write_lines
from suffice.worlds.fiction.models import CorpusLine, LabelLine, ProofLine, PublicWorld
from suffice.worlds.fiction.options import SOUND, Options
from suffice.worlds.fiction.playing import Players
from suffice.worlds.fiction.tally import judge

RULES = read_family("archives").rules
QUESTION = "Where is the sealed ledger of Velkor kept?"
OFFICE = "Office of Deposits"


def page(
    name: str, kind: str, *, words: str = "", sealed: bool = True, key: bytes | None = None, **fields: str
) -> Unit:
    """A record as a page: signed and controlling unless told otherwise."""
    whole = {"record": kind, "status": "controlling"}
    if sealed:
        whole |= {"signed": OFFICE, "docket": f"D{name}"}
    whole |= fields
    return Unit(name, "", f"{words or kind} {write_block(whole, seal_text(whole, key) if sealed else None)}")


NOTICE = Unit(
    "p0",
    "",
    "Who asks for the ledger of Velkor must wait. [Record: notice | Status: provisional | Holder: Velkor]",
)
FALSE = [
    page(f"f{n}", "bulletin", sealed=False, status="provisional", holder="Velkor", place="Tarn House")
    for n in range(3)
]
FINAL = page("r1", "final", holder="Velkor", place="Kolm House")
BRIDGE = page("r1", "bridge", holder="Velkor", archive="Vesk Archive", rule="Nim")
STORAGE = page("r2", "storage", archive="Vesk Archive", rule="Nim", place="Kolm House")
#: Others' records, which share the words of record types.
OTHERS = [
    page(f"o{n}", kind, holder=f"Other{n}", place="Loft", archive="Quay Archive", rule=f"Rain{n}")
    for n in range(4)
    for kind in [("final", "bridge", "storage", "bulletin")[n]]
]


@dataclass
class Script:
    """Asks what it is told to, then leaves the answer to the controller."""

    queries: Sequence[str] = ()
    seen: list[View] = field(default_factory=list)

    def inquire(self, view: View) -> Inquiry:
        self.seen.append(view)
        step = len(view.rounds)
        return ask(self.queries[step]) if step < len(self.queries) else ask("", stop=True)


class Concluding(Script):
    """The same, with an answer of its own."""

    answer: Answer = Answer(short_answer=None)

    def conclude(self, view: View) -> Answer:
        self.seen.append(view)
        return self.answer


def ask(query: str, *, stop: bool = False) -> Inquiry:
    return Inquiry(premise="", decisiveness="", query=query, expected_discriminator="", stop=stop)


def concluding(answer: Answer, *queries: str) -> Concluding:
    policy = Concluding(queries)
    policy.answer = answer
    return policy


def run(
    pages: Sequence[Unit],
    policy: Policy | None = None,
    *,
    initial: Sequence[str] = ("p0", "f0"),
    queries: int = 2,
    limit: int = 3,
) -> Play:
    """A play of the premise policy, or another, on pages beside the notice, false pages and others' records."""
    corpus = (NOTICE, *FALSE, *pages, *OTHERS)
    setting = Setting(
        "w", QUESTION, RULES, textual_seals, corpus, tuple(initial), Budget(queries=queries, pages=limit)
    )
    return play(setting, "some", policy or Premise(), FrozenIndex(corpus))


def outcome(found: Play) -> tuple[str, str | None]:
    assert (found.answer is not None) == (found.outcome == "answer")
    assert (found.error is not None) == (found.outcome == "error")
    return found.outcome, found.answer


RIGHT = ("answer", "Kolm House")
ABSTAINS = ("cannot_determine", None)


def unsigned(unit: Unit, name: str) -> Unit:
    """The same page without the signature block's seal."""
    return Unit(name, unit.title, unit.text.partition(" | Seal:")[0] + "]")


@pytest.mark.parametrize(
    ("pages", "initial", "queries", "expected", "cited"),
    [
        pytest.param([FINAL], ("p0", "f0"), 2, RIGHT, ("r1",), id="one hop"),
        pytest.param([BRIDGE, STORAGE], ("p0", "f0"), 2, RIGHT, ("r1", "r2"), id="two hops"),
        pytest.param([unsigned(FINAL, "u1"), FINAL], ("p0", "u1"), 2, RIGHT, ("r1",), id="replica identical but unsigned"),
        pytest.param([unsigned(FINAL, "u1")], ("p0", "u1"), 2, ABSTAINS, (), id="only the unsigned replica"),
        pytest.param([page("r1", "final", status="provisional", holder="Velkor", place="Kolm House")], ("p0",), 2, ABSTAINS, (), id="signed but provisional"),
        pytest.param([page("r1", "final", signed="Office of Nothing", holder="Velkor", place="Kolm House")], ("p0",), 2, ABSTAINS, (), id="signed by nobody"),
        pytest.param([FINAL, page("r2", "final", holder="Velkor", place="Tarn House")], ("p0", "f0"), 2, ABSTAINS, (), id="two controlling records disagree"),
        pytest.param([FINAL, page("r2", "final", holder="Velkor", place="Kolm House")], ("p0", "f0"), 2, RIGHT, None, id="two controlling records agree"),
        pytest.param([replace(BRIDGE, text=BRIDGE.text.replace("controlling", "superseded")), STORAGE], ("p0",), 2, ABSTAINS, (), id="superseded bridge by its own word"),
        pytest.param([BRIDGE, STORAGE, page("r3", "register", supersedes="Dr1")], ("p0", "r3"), 2, ABSTAINS, (), id="superseded bridge by a register"),
        pytest.param([BRIDGE, STORAGE, page("r3", "register", sealed=False, supersedes="Dr1")], ("p0", "r3"), 2, RIGHT, ("r1", "r2"), id="an unsigned register supersedes nothing"),
        pytest.param([BRIDGE, STORAGE], ("p0", "r1"), 1, RIGHT, ("r1", "r2"), id="bridge in the initial context"),
        pytest.param([BRIDGE, STORAGE], ("p0", "r1", "r2"), 0, RIGHT, ("r1", "r2"), id="everything in the initial context"),
        pytest.param([BRIDGE, STORAGE], ("p0", "f0"), 1, ABSTAINS, (), id="budget 1 on two hops"),
        pytest.param([FINAL], ("p0", "f0"), 1, RIGHT, ("r1",), id="budget 1 on one hop"),
        pytest.param([FINAL], ("p0", "f0"), 0, ABSTAINS, (), id="budget 0"),
        pytest.param([BRIDGE, page("r2", "storage", archive="Vesk Archive", rule="Other", place="Kolm House")], ("p0",), 2, ABSTAINS, (), id="the bridge names another rule"),
        pytest.param([BRIDGE, page("r2", "storage", archive="Vesk Archive", rule="Nim", place="Kolm House", status="provisional")], ("p0",), 2, ABSTAINS, (), id="terminal is provisional"),
        pytest.param([FINAL, replace(FINAL, id="r9")], ("p0", "f0"), 2, RIGHT, None, id="duplicate page under two ids"),
        pytest.param([], ("p0", "f0"), 2, ABSTAINS, (), id="no record at all"),
        pytest.param([FINAL], (), 2, RIGHT, ("r1",), id="no initial page"),
        pytest.param([Unit("n1", "", FINAL.text.replace("Kolm", "Ko\0lm")), FINAL], ("n1",), 2, RIGHT, ("r1",), id="a page that no program can hold"),
        pytest.param([replace(FINAL, text=FINAL.text + FINAL.text)], ("p0",), 2, ABSTAINS, (), id="two blocks on a page"),
    ],
)  # fmt: skip
def test_edge_cases(
    pages: list[Unit],
    initial: tuple[str, ...],
    queries: int,
    expected: tuple[str, str | None],
    cited: tuple[str, ...] | None,
) -> None:
    found = run(pages, initial=initial, queries=queries)
    assert outcome(found) == expected
    assert len(found.rounds) <= queries
    assert found.proposed is not None
    if cited is not None:
        assert set(found.proposed.cited_ids) == set(cited)
    assert set(found.proposed.cited_ids) <= set(found.seen)


def test_a_forged_seal_counts_only_where_seals_are_textual() -> None:
    key = b"of the office"
    sound, forged = (
        page("r1", "final", key=key, holder="Velkor", place="Kolm House"),
        page("r2", "final", holder="Velkor", place="Tarn House"),
    )
    corpus = (NOTICE, sound, forged)
    setting = Setting("w", QUESTION, RULES, textual_seals, corpus, ("p0",), Budget(queries=2, pages=3))
    index = FrozenIndex(corpus)
    assert outcome(play(setting, "some", Premise(), index)) == ABSTAINS
    real = replace(setting, seals=hmac_seals({OFFICE: key}))
    assert outcome(play(real, "some", Premise(), index)) == RIGHT


@pytest.mark.parametrize(
    ("answer", "queries", "withheld"),
    [
        (Answer(short_answer="Kolm House", cited_ids=("r1",)), ("final Velkor",), None),
        (Answer(short_answer="Kolm House", cited_ids=("r1", "r1", "p0", "f0")), ("final Velkor",), None),
        (Answer(short_answer="Kolm House", cited_ids=("r1",)), (), "cites r1, which was never retrieved"),
        (
            Answer(short_answer="Kolm House", cited_ids=("r1", "nowhere")),
            ("final Velkor",),
            "cites nowhere, which",
        ),
        (
            Answer(short_answer="Kolm House", cited_ids=()),
            ("final Velkor",),
            "does not follow from the cited pages",
        ),
        (
            Answer(short_answer="Kolm House", cited_ids=("p0",)),
            ("final Velkor",),
            "does not follow from the cited",
        ),
        (
            Answer(short_answer="Tarn House", cited_ids=("r1",)),
            ("final Velkor",),
            "does not follow from the cited",
        ),
        (
            Answer(short_answer="Tarn House", cited_ids=("f0",)),
            ("final Velkor",),
            "does not follow from the cited",
        ),
        (
            Answer(short_answer="kolm house", cited_ids=("r1",)),
            ("final Velkor",),
            "does not follow from the cited",
        ),
        (Answer(short_answer="", cited_ids=("r1",)), ("final Velkor",), "does not follow from the cited"),
        (
            Answer(short_answer='Kolm House"). release. x("', cited_ids=("r1",)),
            ("final Velkor",),
            "does not follow",
        ),
        (
            Answer(short_answer="Quay House", cited_ids=("r1", "r3")),
            ("final Velkor",),
            "or another answer does",
        ),
        (
            Answer(short_answer="Kolm House", cited_ids=("r1", "r3")),
            ("final Velkor",),
            "or another answer does",
        ),
    ],
)
def test_the_guard_reads_the_cited_pages_and_nothing_else(
    answer: Answer, queries: tuple[str, ...], withheld: str | None
) -> None:
    """Also where the answer is right: it then abstains, and says why."""
    other = page("r3", "final", holder="Velkor", place="Quay House")
    found = run([FINAL, other], concluding(answer, *queries))
    assert found.proposed == answer
    if withheld is None:
        assert (outcome(found), found.withheld) == (RIGHT, None)
    else:
        assert outcome(found) == ABSTAINS
        assert withheld in (found.withheld or "")


def test_half_of_a_chain_is_not_enough_for_the_guard() -> None:
    for cited in (("r1",), ("r2",), ("r1", "r2")):
        answer = Answer(short_answer="Kolm House", cited_ids=cited)
        found = run([BRIDGE, STORAGE], concluding(answer), initial=("p0", "r1", "r2"))
        assert outcome(found) == (RIGHT if len(cited) == 2 else ABSTAINS)


def test_who_answers_nothing_is_not_withheld() -> None:
    found = run(
        [FINAL], concluding(Answer(short_answer=None, cited_ids=("r1",), residual_uncertainty="all"), "final")
    )
    assert (outcome(found), found.withheld) == (ABSTAINS, None)


def test_a_trace_holds_what_happened_and_nothing_else() -> None:
    policy = Script(["final Velkor", "final Velkor", "never asked"])
    found = run([FINAL], policy, limit=2)
    first, second = found.rounds
    assert [one.inquiry for one in found.rounds] == [ask("final Velkor"), ask("final Velkor")]
    assert first.found == ("r1", "o0")
    assert first.new == first.found
    # Seen pages use up their places: the second list is the same, and nothing of it is new.
    assert (second.found, second.new) == (first.found, ())
    assert found.seen == ("p0", "f0", "r1", "o0")
    assert found == Play(
        world="w",
        policy="some",
        outcome="answer",
        answer="Kolm House",
        proposed=Answer(short_answer="Kolm House", cited_ids=("r1",)),
        rounds=found.rounds,
        seen=found.seen,
    )
    # What the policy was shown at each step.
    assert [(view.left, len(view.rounds), [page.id for page in view.pages]) for view in policy.seen] == [
        (2, 0, ["p0", "f0"]),
        (1, 1, ["p0", "f0", "r1", "o0"]),
    ]
    assert all((view.initial, view.question) == (2, QUESTION) for view in policy.seen)
    assert Play.model_validate_json(found.model_dump_json()) == found


@pytest.mark.parametrize(
    ("query", "found"),
    [("", ()), ("   ", ()), ("zzz", ()), ("the of", ()), ("Velkor^0", ()), ("Kolm", ("r1",))],
)
def test_queries_that_find_less_than_a_list(query: str, found: tuple[str, ...]) -> None:
    done = run([FINAL], Script([query]))
    assert [one.found for one in done.rounds] == [found]
    assert outcome(done) == (RIGHT if found else ABSTAINS)


def test_a_policy_that_never_stops_is_stopped() -> None:
    done = run([FINAL], Script([f"loft{n}" for n in range(1000)]), queries=100)
    assert len(done.rounds) == 100
    assert outcome(done) == ABSTAINS


def test_to_stop_is_no_round() -> None:
    done = run([FINAL], Script([]))
    assert done.rounds == ()
    assert done.seen == ("p0", "f0")
    assert outcome(done) == ABSTAINS


class Broken(Script):
    """Fails at its second inquiry, or when it concludes."""

    fault: Exception | dict[str, object] = ModelError("the reply lacks `query`\n  at all", remedy="ask again")

    def inquire(self, view: View) -> Inquiry:
        if view.rounds:
            if isinstance(self.fault, Exception):
                raise self.fault
            return Inquiry.model_validate(self.fault)
        return ask("final Velkor")


def test_a_known_error_ends_the_play_and_keeps_what_was_there() -> None:
    done = run([FINAL], Broken())
    assert (done.outcome, done.error) == ("error", "the reply lacks `query` at all; ask again")
    assert (done.answer, done.proposed, done.withheld) == (None, None, None)
    assert len(done.rounds) == 1
    assert "r1" in done.seen


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"premise": "", "decisiveness": "", "query": "final", "expected_discriminator": None},
        {
            "premise": "",
            "decisiveness": "",
            "query": "final",
            "expected_discriminator": "",
            "stop": "perhaps",
        },
        {
            "premise": "",
            "decisiveness": "",
            "query": "final",
            "expected_discriminator": "",
            "gold": "Kolm House",
        },
        {"premise": "", "decisiveness": "", "query": ["final"], "expected_discriminator": ""},
    ],
)
def test_a_malformed_inquiry_is_a_terminal_error(fields: dict[str, object]) -> None:
    policy = Broken()
    policy.fault = fields
    done = run([FINAL], policy)
    assert done.outcome == "error"
    assert len(done.rounds) == 1
    assert "Inquiry" in (done.error or "")
    assert "\n" not in (done.error or "")


class Giving(Script):
    """Fails when it concludes."""

    def conclude(self, view: View) -> Answer:
        return Answer.model_validate({"cited_ids": ["r1"]})


class Fixed:
    """Answers at once, what nothing supports."""

    def conclude(self, view: View) -> Answer:
        return Answer(short_answer=f"{len(view.pages)} pages, {view.left} left")


def test_a_malformed_answer_is_a_terminal_error_after_the_search() -> None:
    done = run([FINAL], Giving(["final Velkor"]))
    assert (done.outcome, len(done.rounds)) == ("error", 1)
    assert "short_answer" in (done.error or "")


def test_a_fixed_policy_sees_the_initial_pages_and_has_no_guard() -> None:
    done = run([FINAL], Fixed())
    assert outcome(done) == ("answer", "2 pages, 2 left")
    assert (done.rounds, done.seen) == ((), ("p0", "f0"))


def test_an_error_that_is_no_observation_is_not_swallowed() -> None:
    policy = Broken()
    policy.fault = ZeroDivisionError("a bug")
    with pytest.raises(ZeroDivisionError):
        run([FINAL], policy)


def test_names_with_the_mark_of_a_joined_premise_are_asked_for_once() -> None:
    """A third query would ask again what the second asked, if ` & ` in a name took the premise apart."""
    bridge = page("r1", "bridge", holder="Velkor", archive="Vesk & Nim Archive", rule="A & B")
    done = run([bridge], queries=5)
    premises = [one.inquiry.premise for one in done.rounds]
    assert any('"A & B"' in premise for premise in premises)
    assert len(set(premises)) == len(premises)
    together = [premise for premise in premises if premise.count('"A & B"') > 1]
    assert len(together) == 1


def test_with_a_query_left_the_policy_asks_for_what_would_defeat_its_answer() -> None:
    register = page("r3", "register", supersedes="Dr1")
    found = run([FINAL, register], queries=2)
    assert [one.inquiry.premise for one in found.rounds][1] == 'supersedes(S,"Dr1")'
    assert "Kolm House follows unless" in found.rounds[1].inquiry.decisiveness
    assert "r3" in found.rounds[1].new
    assert outcome(found) == ABSTAINS
    # With one query there is none left for it; and where nothing defeats the answer, it stands.
    assert outcome(run([FINAL, register], queries=1)) == RIGHT
    assert outcome(run([FINAL], queries=2)) == RIGHT


# Worlds that are drawn


def stored(instance: Instance, lines: dict[str, str]) -> StoredWorld:
    """A drawn world or twin as it would be read from its files."""

    def one(name: str, model: type[PublicWorld | LabelLine | ProofLine]) -> object:
        read = [model.model_validate_json(line) for line in lines[name].splitlines()]
        return next(line for line in read if line.world == instance.world)

    public, label, proof = one("public", PublicWorld), one("labels", LabelLine), one("proofs", ProofLine)
    assert isinstance(public, PublicWorld)
    assert isinstance(label, LabelLine)
    assert isinstance(proof, ProofLine)
    pages = [CorpusLine.model_validate_json(line) for line in lines["corpus"].splitlines()]
    units = tuple(Unit(page.id, page.title, page.text) for page in pages if page.world == instance.world)
    return StoredWorld(public, units, label, proof)


def draw(options: Options, number: int) -> tuple[StoredWorld, StoredWorld]:
    """A world and its twin."""
    options.check()
    drawn = draw_proved(read_family(options.family(number)), options, number)
    lines = write_lines(drawn, options)
    return stored(drawn.pair.original, lines), stored(drawn.pair.twin, lines)


def play_all(world: StoredWorld, policies: Sequence[str], seed: int = 0) -> list[Play]:
    rules = {name: read_family(name).rules for name in FAMILIES}
    return [one for one, _ in Players(rules, {}, tuple(policies), seed).play(world)]


GRIDS = st.builds(
    Options,
    worlds=st.just(1),
    hops=st.sampled_from([(1,), (2,), (3,)]),
    attacks=st.sampled_from([*SOUND, "stale+keyword-stuffed", "forged-unsigned+prompt-injection"]).map(
        lambda kind: (kind,)
    ),
    families=st.sampled_from(FAMILIES).map(lambda name: (name,)),
    seed=st.integers(0, 10_000),
    replicas=st.integers(4, 9),
    distractors=st.integers(6, 14),
)


@settings(max_examples=25, deadline=None)
@given(GRIDS, st.integers(0, 99))
def test_on_separable_worlds_premise_is_safe_and_topical_policies_are_not(
    options: Options, seed: int
) -> None:
    """S1, S2, and S3 with a finisher that is always right: safe is who acquired the decisive records, and nobody else."""
    world, twin = draw(options, 0)
    assert world.labels.separable
    policies = ["premise", "oracle", "repeat", "topical", "random", "expansion"]
    for one in play_all(world, policies, seed):
        verdict = judge(one, world.labels)
        assert (verdict.outcome == "safe") == verdict.acquired, one.policy
        assert verdict.outcome in ("safe", "abstained"), one.policy
        if one.policy in ("premise", "oracle"):
            assert verdict.outcome == "safe", one.policy
        if one.policy in ("repeat", "topical"):
            assert verdict.outcome == "abstained", one.policy
        if one.policy == "random" and one.rounds:
            # Its first query is of the topical class: it finds no record that is dominated.
            assert not {claim.page for claim in world.proof.dominated} & set(one.rounds[0].found)
    for one in play_all(twin, policies, seed):
        assert one.outcome == "cannot_determine", one.policy


@settings(max_examples=6, deadline=None)
@given(st.sampled_from(FAMILIES), st.sampled_from([1, 2]), st.integers(0, 1000))
def test_a_stale_record_in_a_register_is_found_out_with_queries_left(
    family: str, hops: int, seed: int
) -> None:
    options = Options(
        worlds=1, hops=(hops,), attacks=("stale-register",), families=(family,), seed=seed,
        replicas=6, distractors=8, strength=1, queries=hops + 2,
    )  # fmt: skip
    world, twin = draw(options, 0)
    (one,) = play_all(world, ["premise"])
    premises = [done.inquiry.premise for done in one.rounds]
    stale = [page for page, kind in world.labels.poison.items() if kind == "stale-register"]
    if set(stale) & set(one.seen):
        assert any(premise.startswith("supersedes(") for premise in premises)
    assert judge(one, world.labels).outcome != "unsafe"
    (other,) = play_all(twin, ["premise"])
    assert judge(other, twin.labels).outcome == "abstained"


def test_more_hops_than_pages_that_can_be_found_are_never_answered() -> None:
    options = Options(
        worlds=3, hops=(3,), attacks=("replica",), queries=2, pages=1, keep_inseparable=True, distractors=8
    )
    for number in range(3):
        world, _ = draw(options, number)
        for one in play_all(world, ["premise", "oracle", "expansion"]):
            assert judge(one, world.labels).outcome == "abstained", one.policy


def test_playing_twice_is_the_same() -> None:
    world, twin = draw(Options(worlds=1, hops=(2,), attacks=("paraphrase",), distractors=8, replicas=5), 0)
    policies = [
        "premise",
        "expansion",
        "repeat",
        "topical",
        "random",
        "oracle",
        *sorted(FIXED - {"trustrag"}),
    ]
    for one in (world, twin):
        assert play_all(one, policies) == play_all(one, policies)

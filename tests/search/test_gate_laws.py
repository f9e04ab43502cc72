"""What must hold of a gate (V1 to V8): on the loop itself, whatever question, claims, verifier and threshold."""

from collections.abc import Sequence
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from suffice.search.gate.claims import Claim
from suffice.search.gate.encoders import make_encoder
from suffice.search.gate.evidence import Case, EvidenceSentence
from suffice.search.gate.gap import Gap
from suffice.search.gate.gate import Gate, Outcome, claim_gaps
from suffice.search.gate.host import Host, Run
from suffice.search.gate.verifiers import ClaimVerifier
from tests.search.gates import (
    Given,
    Scripted,
    by_round,
    cases,
    claim,
    claims,
    flickering,
    monotone,
    run,
    sentences,
    skipped,
    texts,
    thresholds,
)

BUDGET = 7


def stop_of(found: Run) -> int:
    return found.stop or BUDGET


@given(cases(), claims, flickering, thresholds)
@settings(max_examples=60)
def test_v1_a_stop_was_approved_at_that_very_state(
    case: Case, drafted: tuple[Claim, ...], pattern: tuple[bool, ...], threshold: float
) -> None:
    verifier = by_round(case, pattern)
    found = run(case, drafted, verifier, threshold)
    assert (found.stop is not None) == (found.rounds[-1].outcome is Outcome.STOP)
    if found.stop is not None:
        assert verifier.asked[-1] == (tuple(one.id for one in found.evidence), True)
    assert found.calls == len(verifier.asked) == skipped(found).count(False)


@given(cases(), claims, thresholds, st.sampled_from(["overlap", "tfidf"]))
@settings(max_examples=60)
def test_v2_gaps_never_grow_and_an_open_gate_stays_open(
    case: Case, drafted: tuple[Claim, ...], threshold: float, encoder: str
) -> None:
    found = run(case, drafted, Scripted(lambda evidence: False), threshold, encoder)
    gaps = [round_.gap for round_ in found.rounds]
    assert all(a is not None and b is not None and a >= b for a, b in pairwise(gaps))
    assert skipped(found) == sorted(skipped(found), reverse=True)


@given(cases(), claims, flickering, thresholds)
@settings(max_examples=60)
def test_v3_a_gate_never_stops_earlier(
    case: Case, drafted: tuple[Claim, ...], pattern: tuple[bool, ...], threshold: float
) -> None:
    verifier = by_round(case, pattern)
    assert stop_of(run(case, drafted, verifier, threshold)) >= stop_of(run(case, drafted, verifier, None))


@given(cases(), claims, monotone, thresholds)
@settings(max_examples=60)
def test_v4_v5_with_a_monotone_verifier(
    case: Case, drafted: tuple[Claim, ...], pattern: tuple[bool, ...], threshold: float
) -> None:
    verifier = by_round(case, pattern)
    always, gated = run(case, drafted, verifier, None), run(case, drafted, verifier, threshold)
    never = run(case, drafted, Scripted(lambda evidence: False), threshold)
    opened = next((n for n, closed in enumerate(skipped(never), start=1) if not closed), BUDGET)
    assert stop_of(gated) == max(opened, stop_of(always))
    assert gated.calls <= always.calls


def test_v5_needs_a_monotone_verifier() -> None:
    """A verifier that flickers approves once, while the gate is closed: then the gate costs calls."""
    lines = ["ann ann", "ann film", "film north", "blue blue"] + ["oslo city"] * 14
    pool = tuple(EvidenceSentence(f"s{n}", "u", "", line, n, n + 1) for n, line in enumerate(lines))
    case = Case("ann film blue oslo", pool)
    drafted = (Claim("oslo city"), Claim("blue"))
    closed = skipped(run(case, drafted, Scripted(lambda evidence: False), 0.0))
    assert closed[0]
    assert not closed[-1]
    once = by_round(case, [True, False, False, False, False, False])
    always, gated = run(case, drafted, once, None), run(case, drafted, once, 0.0)
    assert (always.stop, always.calls) == (1, 1)
    assert gated.stop is None
    assert gated.calls > always.calls


@given(cases(), claims, flickering)
@settings(max_examples=40)
def test_v6_below_zero_nothing_is_asked_and_from_one_on_everything(
    case: Case, drafted: tuple[Claim, ...], pattern: tuple[bool, ...]
) -> None:
    verifier = by_round(case, pattern)
    assert run(case, drafted, verifier, -0.01).calls == 0
    always = run(case, drafted, verifier, None)
    for threshold in (1.0, 2.0):
        gated = run(case, drafted, verifier, threshold)
        assert (gated.stop, gated.calls, gated.evidence) == (always.stop, always.calls, always.evidence)


@given(st.lists(texts, max_size=6), claims, claim, st.sampled_from(["overlap", "tfidf"]))
def test_v7_one_more_claim_can_only_raise_the_gap(
    lines: list[str], drafted: tuple[Claim, ...], another: Claim, name: str
) -> None:
    evidence = sentences(lines)
    gap = Gap(make_encoder(name).fit([one.in_context for one in evidence]))
    gap.add(evidence)
    gate = Gate(name, 0.5)
    fewer, more = gate.measure(drafted, gap), gate.measure((*drafted, another), gap)
    assert fewer is not None
    assert more is not None
    assert more >= fewer


@given(cases(), claims, thresholds)
@settings(max_examples=60)
def test_v8_where_the_verifier_says_no_a_gate_changes_nothing(
    case: Case, drafted: tuple[Claim, ...], threshold: float
) -> None:
    verifier = Scripted(lambda evidence: False)
    always, gated = run(case, drafted, verifier, None), run(case, drafted, verifier, threshold)
    assert always.evidence == gated.evidence
    assert [(one.query, one.new) for one in always.rounds] == [(one.query, one.new) for one in gated.rounds]


@given(st.lists(st.lists(texts, max_size=3), max_size=4), claims, st.sampled_from(["overlap", "tfidf"]))
@settings(max_examples=50)
def test_round_by_round_is_all_at_once(
    rounds: list[list[str]], drafted: tuple[Claim, ...], name: str
) -> None:
    every = sentences([line for part in rounds for line in part])
    encoder = make_encoder(name).fit([one.in_context for one in every])
    slow, fast = Gap(encoder, drafted), Gap(encoder)
    start = 0
    for part in rounds:
        slow.add(every[start : start + len(part)])
        start += len(part)
    fast.add(every)
    assert claim_gaps(drafted, slow) == claim_gaps(drafted, fast)


def test_without_claims_the_gate_is_off_and_says_so() -> None:
    pool = (EvidenceSentence("s", "u", "Ann", "Ann wrote Blue.", 0, 1),)
    found = run(Case("Who?", pool), (), Scripted(lambda evidence: False), -1.0)
    assert (found.gated, found.calls) == (False, 6)
    assert all(round_.gap is None for round_ in found.rounds)


def test_the_worst_covered_claim_is_asked_first_and_what_matched_is_not_asked_again() -> None:
    asked: list[str] = []

    def judge(claim: Claim, evidence: Sequence[EvidenceSentence]) -> bool:
        asked.append(claim.text)
        return claim.text in " ".join(one.text for one in evidence)

    lines = ["ann born", "ann oslo", "ann city", "ann is far from here: film north"]
    pool = tuple(EvidenceSentence(f"s{n}", "u", "", line, n, n + 1) for n, line in enumerate(lines))
    near, far = Claim("ann born"), Claim("film north")
    verifier = ClaimVerifier("own", judge)
    host = Host(Given((near, far)), verifier, Gate("overlap", 1.0), make_encoder("overlap"))
    found = host.run(Case("ann", pool))
    assert found.stop == 2
    assert asked == ["film north", "film north", "ann born"]
    asked.clear()
    verifier.begin(Case("ann", pool))
    assert not verifier.approve(Case("ann", pool), (near, far), pool[:3])
    assert verifier.approve(Case("ann", pool), (near, far), pool)
    assert asked == ["ann born", "film north", "film north"]
    assert not verifier.approve(Case("ann", pool), (), pool)

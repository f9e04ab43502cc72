"""How well verdicts with proofs agree with labels; a verdict without a proof that checks counts as NOT ENOUGH INFO."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict

from suffice.extractors import Unit
from suffice.extractors.natlog import Proof, Prover, Verdict, check_proof
from suffice.extractors.natlog.words import read_sentence
from suffice.worlds.natlog.pairs import Kind, Pair
from suffice.worlds.scoring import wilson
from suffice.worlds.watch import Watch, no_watch

__all__ = ["GroupReport", "Judged", "PairReport", "answer_of", "evaluate_pairs", "judge_pairs"]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class GroupReport(_Record):
    """Of the pairs of one group.

    Args:
        n: how many are in scope.
        correct: how many verdicts are as labelled.
        majority: how many the group's most frequent label is right for.
        refused: how many are refused.
    """

    n: int
    correct: int
    majority: int
    refused: int


class PairReport(_Record):
    """What came of a file of pairs; shares are in percent.

    Args:
        kind: of the file.
        n: pairs in the file.
        in_scope: pairs that the figures are about.
        decided: pairs with a verdict and a proof of it that checks.
        accuracy: verdicts as labelled; MED knows only whether the claim follows, so that REFUTES is no entailment.
        balanced_accuracy: the mean over labels of the share of each label's pairs that are right; None where one label
            is all there is.
        precision: decided pairs that are right; None if none is decided.
        precision_interval: its 95 % Wilson interval.
        coverage: decided pairs among those in scope.
        refused: pairs with no verdict because a step has no witness: a word or a construction that nothing is known of.
        refused_share: the same in percent.
        majority: the accuracy of the most frequent label, by group.
        recall: by label, how many of its pairs are right.
        decided_by_label: how many pairs of each label are decided.
        unchecked: verdicts whose proof did not check: counted as NOT ENOUGH INFO.
        groups: by group.
        knowledge: the lexical knowledge, in words.
        mode: how relations were read.
    """

    kind: Kind
    n: int
    in_scope: int
    decided: int
    accuracy: float
    balanced_accuracy: float | None
    precision: float | None
    precision_interval: tuple[float, float] | None
    coverage: float
    refused: int
    refused_share: float
    majority: float
    recall: dict[str, float]
    decided_by_label: dict[str, int]
    unchecked: int
    groups: dict[str, GroupReport]
    knowledge: str
    mode: str


@dataclass(frozen=True, slots=True)
class Judged:
    """A pair with its proof and what counts as its verdict."""

    pair: Pair
    proof: Proof
    verdict: Verdict
    checked: bool

    @property
    def refused(self) -> bool:
        """Whether nothing could be said for lack of knowledge."""
        return self.verdict == "NOT ENOUGH INFO" and not (self.proof.decided and self.checked)


def judge_pairs(
    pairs: Sequence[Pair],
    prover: Prover,
    kind: Kind,
    watch: Watch = no_watch,
    *,
    done: Mapping[str, Proof] | None = None,
    keep: Callable[[Judged], None] | None = None,
) -> list[Judged]:
    """Prove each pair's claim, and check the proof.

    Args:
        pairs: what to judge.
        prover: proves, and its knowledge checks.
        kind: of FEVER-Symmetric's sentences the title is not told: a pronoun is taken for the claim's subject, and what
            usually has one value for having one; a proof says what it assumes.
        watch: is told how far it is.
        done: proofs by pair's id that need not be sought again; they are checked like all others.
        keep: is given each pair's result as soon as it is there.
    """
    found = []
    if kind == "fever-symmetric":
        prover = Prover(prover.knowledge, prover.mode, assume_single=True)
    with watch("proving", len(pairs)) as advance:
        for pair in pairs:
            unit = Unit(pair.id, "", pair.evidence)
            earlier = done.get(pair.id) if done else None
            proof = earlier if earlier is not None else _prove(pair, unit, prover, kind)
            about = proof.claim == pair.claim  # an earlier proof may be of another file's pair
            checked = about and not check_proof(proof, prover.knowledge, {unit.id: unit})
            verdict: Verdict = proof.verdict if checked else "NOT ENOUGH INFO"
            found.append(Judged(pair, proof, verdict, checked))
            if keep is not None:
                keep(found[-1])
            advance(1)
    return found


def _prove(pair: Pair, unit: Unit, prover: Prover, kind: Kind) -> Proof:
    topic = subject_of(pair.claim) if kind == "fever-symmetric" else None
    return prover.prove(pair.claim, [unit], topic=topic)


def subject_of(claim: str) -> str | None:
    """What a claim is about: the words before its first verb.

    >>> subject_of("Free Guy was released in 2021.")
    'Free Guy'
    """
    sentence = read_sentence(claim)
    verb = next((place for place, tag in enumerate(sentence.tags) if tag in ("V", "AUX")), 0)
    return claim[sentence.words[0].start : sentence.words[verb - 1].end] if verb else None


def evaluate_pairs(judged: Sequence[Judged], kind: Kind, n: int, knowledge: str, mode: str) -> PairReport:
    """Count.

    Args:
        judged: the pairs in scope.
        kind: of the file.
        n: pairs in the file.
        knowledge: the lexical knowledge, in words.
        mode: how relations were read.
    """
    told = [answer_of(one, kind) for one in judged]
    labels = sorted({one.pair.label for one in judged if one.pair.label})
    right = [verdict == one.pair.label for one, verdict in zip(judged, told, strict=True)]
    per_label = Counter(one.pair.label for one in judged)
    right_of = Counter(one.pair.label for one, fits in zip(judged, right, strict=True) if fits)
    recall = {str(label): 100 * right_of[label] / per_label[label] for label in labels}
    decided = [place for place, one in enumerate(judged) if one.verdict != "NOT ENOUGH INFO"]
    if kind == "med":  # where REFUTES is no label, what is decided is what follows
        decided = [place for place in decided if told[place] == "SUPPORTS"]
    groups = _groups(judged, right)
    good = sum(right[place] for place in decided)
    total = max(1, len(judged))
    return PairReport(
        kind=kind,
        n=n,
        in_scope=len(judged),
        decided=len(decided),
        accuracy=round(100 * sum(right) / total, 2),
        balanced_accuracy=round(sum(recall.values()) / len(recall), 2) if len(recall) > 1 else None,
        precision=round(100 * good / len(decided), 2) if decided else None,
        precision_interval=wilson(good, len(decided)),
        coverage=round(100 * len(decided) / total, 2),
        refused=sum(one.refused for one in judged),
        refused_share=round(100 * sum(one.refused for one in judged) / total, 2),
        majority=round(100 * sum(one.majority for one in groups.values()) / total, 2),
        recall={label: round(share, 2) for label, share in recall.items()},
        decided_by_label=dict(sorted(Counter(str(judged[place].pair.label) for place in decided).items())),
        unchecked=sum(not one.checked for one in judged),
        groups=groups,
        knowledge=knowledge,
        mode=mode,
    )


def answer_of(one: Judged, kind: str) -> Verdict:
    """The verdict in the labels of the data."""
    return "NOT ENOUGH INFO" if kind == "med" and one.verdict == "REFUTES" else one.verdict


def _groups(judged: Sequence[Judged], right: Sequence[bool]) -> dict[str, GroupReport]:
    found = {}
    for name in sorted({one.pair.group for one in judged}):
        places = [place for place, one in enumerate(judged) if one.pair.group == name]
        labels = Counter(judged[place].pair.label for place in places)
        found[name] = GroupReport(
            n=len(places),
            correct=sum(right[place] for place in places),
            majority=max(labels.values()),
            refused=sum(judged[place].refused for place in places),
        )
    return found

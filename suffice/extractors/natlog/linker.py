"""A proof as a link: a passage is linked to a lookup if it proves the lookup filled with a value that stands in it.

Symbolic candidates first, then a claim filled with each, then a proof; no statistics decide anything. The entity check is
the same as for any other link, and the proof stands inside the certificate.

>>> from suffice.extractors.lexicon import read_lexicon
>>> from suffice.extractors.lookups import Described, Lookup, Mention
>>> from suffice.extractors.passages import Reader, Unit
>>> unit = Unit("u1", "Orrin Tramway", "Orrin Tramway is a line in Ek that was opened by Ann Ek on 3 May 1901.")
>>> [passage] = Reader(cache=None).read([unit])
>>> lookup = Lookup.of(Described("opened", "Who opened {0}?", "person"), Mention("Orrin Tramway"))
>>> [link] = ProofLinker(read_lexicon()).link(lookup, [passage]).accepted
>>> str(link.fact), link.proof.claim
('opened("Orrin Tramway","Ann Ek")', 'Orrin Tramway was opened by Ann Ek.')
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from suffice.extractors.candidates import Candidate, find_candidates
from suffice.extractors.entity import EntityCheck
from suffice.extractors.lexicon import Lexicon
from suffice.extractors.linker import MAX_VALUES, MAX_VERIFIED, Link, Links, LinkStatus, Rejection
from suffice.extractors.lookups import Lookup
from suffice.extractors.natlog.automaton import Mode
from suffice.extractors.natlog.checker import check_proof
from suffice.extractors.natlog.knowledge import Knowledge, read_knowledge
from suffice.extractors.natlog.proof import Proof
from suffice.extractors.natlog.prover import Prover
from suffice.extractors.passages import Passage
from suffice.extractors.statements import Found
from suffice.extractors.wording import say
from suffice.rules import Atom, String

__all__ = ["NAME", "ProofLinker", "check_link", "fill"]

#: What its links name as their pattern.
NAME = "natlog"


def fill(lookup: Lookup, surface: str) -> str | None:
    """A lookup with a value, as a statement; None where its wording makes none."""
    name = lookup.subject.name
    said = say(lookup.wording.replace(name, "{0}", 1), name, surface)
    return None if ": " in said and ": " not in name + surface else said


class ProofLinker:
    """Links passages by proofs in natural logic.

    Args:
        lexicon: for the entity check.
        check: the entity check, as `Linker` has it.
        knowledge: lexical relations; by default the lexicon that ships, so that a proof checks on any machine.
        mode: in which relations are read.
    """

    name = NAME

    def __init__(
        self,
        lexicon: Lexicon,
        check: Literal["anchor-or-verify", "anchor", "none"] = "anchor-or-verify",
        knowledge: Knowledge | None = None,
        mode: Mode = "automaton",
    ) -> None:
        self.check = check
        self.entity = EntityCheck(lexicon, verify=check != "anchor")
        self.prover = Prover(knowledge or read_knowledge(), mode)

    def begin(self) -> None:
        """Nothing is bounded by question."""

    def link(self, lookup: Lookup, passages: Sequence[Passage]) -> Links:
        """Links of passages that prove the lookup with a value.

        Args:
            lookup: what is asked, of what.
            passages: candidates, in the order retrieved.
        """
        links = Links()
        verified = 0
        for passage in passages:
            verdict = self.entity.judge(lookup.subject, passage)
            if self.check != "none" and not verdict.accepted:
                continue
            status: LinkStatus = "unchecked"
            if verdict.status == "verified":
                status = "verified"
                verified += 1
                if verified > MAX_VERIFIED:
                    continue
            elif verdict.status == "anchored":
                status = "anchored"
            found = list(self._prove(lookup, passage))
            for candidate, proof in found[:MAX_VALUES]:
                fact = Atom(lookup.relation, (String(lookup.subject.name), candidate.value))
                links.accepted.append(Link(fact, passage, found_of(lookup, candidate, proof), status, proof))
            if not found:
                links.rejected.append(Rejection(passage, None, "nothing in it proves a value"))
        return links

    def _prove(self, lookup: Lookup, passage: Passage) -> Iterator[tuple[Candidate, Proof]]:
        for candidate in find_candidates(passage, lookup):
            claim = fill(lookup, candidate.surface)
            if claim is None:
                return
            proof = self.prover.prove(claim, [passage.unit], around=(candidate.start, candidate.end))
            unchanged = keeps_value(proof, candidate)
            if proof.verdict == "SUPPORTS" and unchanged and not proof.assumptions:
                yield candidate, proof


def keeps_value(proof: Proof, value: Candidate) -> bool:
    """Whether the claim's value is the very words of the evidence that it was taken from, unchanged."""
    at = proof.claim.rfind(value.surface)
    end = at + len(value.surface)
    steps = [step for step in proof.steps if step.claim_span[0] < end and at < step.claim_span[1]]
    same = all(step.witness is not None and step.witness.kind == "same" for step in steps)
    return (
        bool(steps)
        and same
        and (steps[0].evidence_span[0], steps[-1].evidence_span[1]) == (value.start, value.end)
    )


def found_of(lookup: Lookup, candidate: Candidate, proof: Proof) -> Found:
    """What is found, with the sentence that the proof rewrites for its quote."""
    place = proof.evidence
    assert place is not None
    return Found(
        lookup.relation,
        candidate.value,
        candidate.surface,
        NAME,
        place.sentence,
        place.start,
        place.end,
        candidate.start,
        candidate.end,
        place.start == 0,
    )


def check_link(
    proof: Proof, lookup: Lookup, value: Candidate, passage: Passage, knowledge: Knowledge
) -> str | None:
    """What is wrong with a link that rests on a proof; None if nothing is.

    Args:
        proof: that the certificate embeds.
        lookup: what was looked up.
        value: the value, and where it stands.
        passage: the one linked.
        knowledge: verifies lexical witnesses.
    """
    faults = check_proof(proof, knowledge, {passage.unit.id: passage.unit})
    if faults:
        return f"does not check: {faults[0]}"
    if proof.claim != fill(lookup, value.surface):
        return f"is of another claim: {proof.claim}"
    if proof.verdict != "SUPPORTS" or proof.evidence is None or proof.evidence.unit != passage.unit.id:
        return "does not show that the passage states it"
    if not keeps_value(proof, value):
        return "is of other words than the value's"
    return "rests on an assumption" if proof.assumptions else None

"""Recorded runs: each question's six rounds once, whatever a gate would make of them, so that sweeps cost nothing.

The host's queries depend on the evidence alone, so one trajectory a question serves every gate: what a verifier says in each
state, what is complete, and how far the evidence is from the claims. What was recorded is kept in the user's cache, by a hash of
questions, code and names; `suffice.search.gate.host.Host` runs the same loop for real, and tests hold the two together.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from suffice.errors import SufficeError
from suffice.files import write_text
from suffice.search.gate.claims import Claim, Drafter
from suffice.search.gate.encoders import Encoder
from suffice.search.gate.evidence import EvidenceSentence
from suffice.search.gate.gap import Gap
from suffice.search.gate.gate import claim_gaps
from suffice.search.gate.host import steps
from suffice.search.gate.verifiers import Verifier
from suffice.worlds.answers import is_exact
from suffice.worlds.gate.extractor import extract
from suffice.worlds.gate.gold import GoldDrafter, Labelled
from suffice.worlds.watch import Watch, no_watch

__all__ = ["Distances", "Recorder", "Trajectory", "Verdicts"]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Trajectory(_Record):
    """One question's rounds, verifiers and gates apart.

    Args:
        question: its id.
        new: for each round the ids of the sentences that came.
        complete: whether all gold evidence is there after it.
        exact: whether the fixed extractor would then read off the gold answer.
        seconds: that retrieval and reading took.
    """

    question: str
    new: tuple[tuple[str, ...], ...]
    complete: tuple[bool, ...]
    exact: tuple[bool, ...]
    seconds: tuple[float, ...]


class Drafted(_Record):
    """A question's claims in each state."""

    states: tuple[tuple[Claim, ...], ...]


class Verdicts(_Record):
    """What a verifier says of a question in each state, and the seconds it took."""

    approved: tuple[bool, ...]
    seconds: tuple[float, ...]


class Distances(_Record):
    """For each state of a question the gap of each claim; no claims, no gate. And the seconds of encoding and comparing."""

    gaps: tuple[tuple[float, ...], ...]
    seconds: tuple[float, ...]


_Kept = TypeVar("_Kept", bound=BaseModel)


class Recorder:
    """Records what is asked for, or reads it from the cache.

    Args:
        cases: questions.
        key: a hash of questions, code, lexicon and rules.
        cache: a folder; None keeps nothing. One that cannot be written to is done without.
        watch: is told how far it is.
    """

    def __init__(
        self, cases: Sequence[Labelled], key: str, cache: Path | None = None, watch: Watch = no_watch
    ) -> None:
        self.cases = tuple(cases)
        self.key = key
        self.cache = cache
        self.watch = watch
        self._trajectories: list[Trajectory] | None = None

    @property
    def gold(self) -> GoldDrafter:
        """The drafter of gold sentences, for diagnosis."""
        return GoldDrafter.of(self.cases)

    def trajectories(self) -> list[Trajectory]:
        """One for each question."""
        if self._trajectories is None:
            self._trajectories = self._keep("trajectories", Trajectory, lambda at: _follow(self.cases[at]))
        return self._trajectories

    def claims(self, drafter: Drafter) -> list[Drafted]:
        """A drafter's, in each state."""

        def record(at: int) -> Drafted:
            case, states = self.cases[at].case, []
            claims = drafter.draft(case.question, case.follower, None)
            for evidence in self._evidence(at):
                if not drafter.fixed:
                    claims = drafter.draft(case.question, case.follower, case.follow(evidence))
                states.append(claims)
            return Drafted(states=tuple(states))

        if drafter.name == "head":  # its claims are vectors, which its drafting makes known
            return [record(at) for at in range(len(self.cases))]
        return self._keep(f"claims {drafter.name}", Drafted, record)

    def verdicts(self, verifier: Verifier, drafter: Drafter) -> list[Verdicts]:
        """A verifier's, over the claims of a drafter."""
        drafted = self.claims(drafter)
        name = f"verdicts {verifier.name}"
        if verifier.name != "closure":
            name = f"{name} {drafter.name}"

        def record(at: int) -> Verdicts:
            case, approved, seconds = self.cases[at].case, [], []
            verifier.begin(case)
            for claims, evidence in zip(drafted[at].states, self._evidence(at), strict=True):
                since = time.perf_counter()
                approved.append(verifier.approve(case, claims, evidence))
                seconds.append(time.perf_counter() - since)
            return Verdicts(approved=tuple(approved), seconds=tuple(seconds))

        return self._keep(name, Verdicts, record)

    def distances(self, encoder: Encoder, drafter: Drafter) -> list[Distances]:
        """Of the evidence from the claims, by a frozen encoder."""
        drafted = self.claims(drafter)

        def record(at: int) -> Distances:
            gap = Gap(encoder.fit([sentence.in_context for sentence in self.cases[at].case.pool]))
            seen, gaps, seconds = 0, [], []
            for claims, evidence in zip(drafted[at].states, self._evidence(at), strict=True):
                since = time.perf_counter()
                gap.add(evidence[seen:])
                seen = len(evidence)
                gaps.append(tuple(claim_gaps(claims, gap)))
                seconds.append(time.perf_counter() - since)
            return Distances(gaps=tuple(gaps), seconds=tuple(seconds))

        if drafter.name == "head":  # two heads have one name
            return [record(at) for at in range(len(self.cases))]
        return self._keep(f"distances {encoder.name} {drafter.name}", Distances, record)

    def _evidence(self, at: int) -> Iterator[tuple[EvidenceSentence, ...]]:
        """What is there after each round."""
        by_id = {sentence.id: sentence for sentence in self.cases[at].case.pool}
        evidence: tuple[EvidenceSentence, ...] = ()
        for new in self.trajectories()[at].new:
            evidence += tuple(by_id[name] for name in new)
            yield evidence

    def _keep(self, name: str, shape: type[_Kept], record: Callable[[int], _Kept]) -> list[_Kept]:
        """What is in the cache under a name, else what is recorded now."""
        digest = hashlib.sha256(f"{self.key} {name}".encode()).hexdigest()[:32]
        path = self.cache / f"{digest}.json" if self.cache is not None else None
        known = TypeAdapter(list[shape])  # type: ignore[valid-type]
        if path is not None and path.exists():
            # A file that is damaged, or of another version, is recorded anew.
            with suppress(ValidationError, OSError):
                found: list[_Kept] = known.validate_json(path.read_bytes())
                if len(found) == len(self.cases):
                    return found
        recorded = []
        with self.watch(name, len(self.cases)) as advance:
            for at in range(len(self.cases)):
                recorded.append(record(at))
                advance(1)
        if path is not None:
            with suppress(OSError, SufficeError):
                path.parent.mkdir(parents=True, exist_ok=True)
                write_text(path, known.dump_json(recorded).decode())
        return recorded


def _follow(one: Labelled) -> Trajectory:
    new, complete, exact, seconds = [], [], [], []
    gold = one.question.answer, *one.question.aliases
    since = time.perf_counter()
    for step in steps(one.case):
        seconds.append(time.perf_counter() - since)
        new.append(tuple(sentence.id for sentence in step.new))
        complete.append(one.is_complete(sentence.id for sentence in step.evidence))
        exact.append(is_exact(extract(one.case, step.evidence), *gold))
        since = time.perf_counter()
    return Trajectory(
        question=one.question.id,
        new=tuple(new),
        complete=tuple(complete),
        exact=tuple(exact),
        seconds=tuple(seconds),
    )

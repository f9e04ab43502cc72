"""Small questions, drafters and verifiers for the tests of the gate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from hypothesis import strategies as st

from suffice.search.gate.claims import Claim
from suffice.search.gate.encoders import make_encoder
from suffice.search.gate.evidence import Case, EvidenceSentence, Follower, State
from suffice.search.gate.gate import Gate, Outcome
from suffice.search.gate.host import Host, Run

WORDS = ("ann", "blue", "film", "oslo", "wrote", "city", "born", "north", "1901", "Eve")
texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(" ".join)
#: Plain ones, and ones that tell subject and type; one and the other of each.
claim = st.builds(
    Claim,
    texts,
    subject=st.sampled_from([None, "Ann", "Blue", "Oslo"]),
    value=st.sampled_from([None, "date", "person", "text"]),
)
claims = st.lists(claim, min_size=1, max_size=3, unique=True).map(tuple)
thresholds = st.sampled_from([0.0, 0.2, 0.25, 0.4, 0.5, 0.7, 0.9])
#: What a verifier says in each round: any pattern, or one that never goes back to no.
flickering = st.lists(st.booleans(), min_size=6, max_size=6).map(tuple)
monotone = st.integers(1, 7).map(lambda first: tuple(number >= first for number in range(1, 7)))


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """A question over up to 20 sentences of two passages."""
    lines = draw(st.lists(texts, min_size=1, max_size=20))
    return Case(draw(texts), tuple(sentences(lines)))


def sentences(lines: Sequence[str]) -> list[EvidenceSentence]:
    """Lines as evidence, of two passages in turn."""
    return [
        EvidenceSentence(f"s{n}", f"u{n % 2}", ("Ann", "Blue")[n % 2], line, n, n + 1)
        for n, line in enumerate(lines)
    ]


@dataclass(frozen=True)
class Given:
    """Drafts the claims that it was given."""

    claims: tuple[Claim, ...]
    name: str = "given"
    fixed: bool = True

    def draft(self, question: str, follower: Follower | None, state: State | None) -> tuple[Claim, ...]:
        return self.claims


@dataclass
class Scripted:
    """Says in the n-th state of a question what its script has there: a function of the evidence, since evidence grows by three.

    It keeps what it was asked.
    """

    script: Callable[[Sequence[EvidenceSentence]], bool]
    name: str = "scripted"
    asked: list[tuple[tuple[str, ...], bool]] = field(default_factory=list)

    def begin(self, case: Case) -> None:
        self.asked.clear()

    def approve(self, case: Case, claims: Sequence[Claim], evidence: Sequence[EvidenceSentence]) -> bool:
        said = self.script(evidence)
        self.asked.append((tuple(one.id for one in evidence), said))
        return said


def by_round(case: Case, pattern: Sequence[bool]) -> Scripted:
    """Approves by the round: of states with the same evidence all get the first one's verdict."""
    states: dict[tuple[str, ...], bool] = {}
    host = Host(Given(()), Scripted(lambda evidence: False))
    seen: tuple[str, ...] = ()
    for round_, said in zip(host.run(case).rounds, pattern, strict=False):
        seen += round_.new
        states.setdefault(seen, said)
    return Scripted(lambda evidence: states[tuple(one.id for one in evidence)])


def run(
    case: Case,
    drafted: tuple[Claim, ...],
    verifier: Scripted,
    threshold: float | None,
    encoder: str = "overlap",
) -> Run:
    """A run of the host, gated unless the threshold is None."""
    gate = Gate(encoder, threshold) if threshold is not None else None
    return Host(Given(drafted), verifier, gate, make_encoder(encoder) if gate else None).run(case)


def skipped(found: Run) -> list[bool]:
    """Of each round, whether the gate skipped it."""
    return [round_.outcome is Outcome.SKIP for round_ in found.rounds]

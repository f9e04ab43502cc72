"""Proofs in natural logic: a sentence of the evidence rewritten, span by span, into the claim.

Each step replaces a span of the evidence by a span of the claim (either may be empty) and says in what relation they
stand, by what witness, under which operators, and what the relation comes to under them. Carried out in their
order the steps turn one sentence into the other; the automaton reads their relations into a verdict.
(Natural logic: MacCartney and Manning 2009; proofs of this form: ProoFVer, Krishna et al. 2022; AdMIRaL section 3.3.)
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from suffice.errors import CertificateError, word_fault
from suffice.extractors.natlog.automaton import Mode, Verdict
from suffice.extractors.natlog.relations import Relation
from suffice.files import write_text

__all__ = [
    "MAX_CLAIM",
    "MAX_EVIDENCE",
    "Evidence",
    "Gap",
    "GapReason",
    "Proof",
    "Step",
    "WitnessRecord",
    "read_proof",
    "score_steps",
    "write_schemas",
]

#: A proof is about a claim and a sentence of at most so many words.
MAX_CLAIM, MAX_EVIDENCE = 80, 120
#: How sure a step is, by the kind of its witness; of others `_LEXICAL`, and of a gap `_GAP`.
_CONFIDENCE = {
    "same": 1.0, "punctuation": 1.0, "auxiliary": 1.0, "article": 1.0, "quantifier": 0.95, "negator": 0.95, "equal": 0.95,
    "left_out": 0.9, "added": 0.9, "topic": 0.8,
}  # fmt: skip
_LEXICAL, _GAP = 0.85, 0.5

#: Why a span is a gap.
GapReason: TypeAlias = Literal[
    "unknown word", "unrelated", "missing", "left over", "stronger", "scope", "limit"
]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class WitnessRecord(_Record):
    """Why two spans stand in a relation: the rule, and what it needs to be verified.

    Args:
        kind: `same`, `punctuation`, `auxiliary`, `article`, `quantifier`, `negator`, `left_out`, `added`, `topic`, or a
            kind of the lexical knowledge (`equal`, `synset_path`, `antonym`, ...).
        detail: in one canonical spelling.
    """

    kind: str
    detail: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.kind}({', '.join(self.detail)})" if self.detail else self.kind


class Evidence(_Record):
    """A unit, and the sentence of it that the proof rewrites.

    Args:
        unit: id of the unit.
        title: its title; what a pronoun at the beginning of the sentence may stand for.
        sha256: hash of title and text.
        text: the text as it came.
        start: first character of the sentence.
        end: behind its last.
    """

    unit: str
    title: str
    sha256: str
    text: str
    start: int = Field(ge=0)
    end: int = Field(ge=0)

    @property
    def sentence(self) -> str:
        """The sentence as it stands."""
        return self.text[self.start : self.end]


class Step(_Record):
    """One rewriting.

    Args:
        claim_span: characters of the claim, empty where something was left out.
        evidence_span: characters of the unit's text, empty where something was added.
        lexical: the relation of the evidence's span to the claim's; `#` where none is known.
        operators: the slots that the spans stand in, the outermost first.
        relation: what `lexical` comes to under them.
        witness: why; None for `#`.
    """

    claim_span: tuple[int, int]
    evidence_span: tuple[int, int]
    lexical: Relation
    operators: tuple[str, ...] = ()
    relation: Relation
    witness: WitnessRecord | None = None


def score_steps(steps: Sequence[Step]) -> float:
    """The mean confidence of some steps; a gap counts one half (QA-NatVer)."""
    each = [_CONFIDENCE.get(step.witness.kind, _LEXICAL) if step.witness else _GAP for step in steps]
    return round(sum(each) / len(each), 6) if each else 0.0


class Gap(_Record):
    """What keeps a proof from going through, and what would close it.

    Args:
        text: words of the claim, or of the evidence where something is left over.
        reason: why nothing is known of them.
        needed: what would have to be stated or known, in words.
        claim_span: characters of the claim.
    """

    text: str
    reason: GapReason
    needed: str
    claim_span: tuple[int, int]


class Proof(_Record):
    """A verdict on a claim, the steps to it, and every gap.

    Args:
        claim: the claim as it came.
        evidence: what is rewritten; None where there is no sentence to rewrite.
        topic: what a pronoun was taken for, None if no step takes one for anything.
        functional: whether a step rests on it that what the claim says has one value only.
        mode: how relations are read into a verdict.
        steps: in the order of the claim.
        order: places of the steps in the order in which they are carried out: what is rewritten first decides which
            operators the rest stands under, and relations are read in this order.
        verdict: what the evidence says of the claim.
        gaps: empty unless the verdict is NOT ENOUGH INFO.
        score: mean confidence of the steps, in [0, 1]; `#` counts 0.5.
        sha256: hash of all the rest.
    """

    schema_version: Literal["suffice.natlog/1"] = "suffice.natlog/1"
    claim: str
    evidence: Evidence | None
    topic: str | None = None
    functional: bool = False
    mode: Mode = "automaton"
    steps: tuple[Step, ...] = ()
    order: tuple[int, ...] = ()
    verdict: Verdict
    gaps: tuple[Gap, ...] = ()
    score: float = Field(default=0.0, ge=0.0, le=1.0)
    sha256: str = ""

    def sealed(self) -> Proof:
        """The proof with its hash."""
        return self.model_copy(update={"sha256": self.digest()})

    def digest(self) -> str:
        """SHA-256 of everything but the hash."""
        plain = self.model_dump(mode="json", exclude={"sha256"})
        return hashlib.sha256(json.dumps(plain, ensure_ascii=False, sort_keys=True).encode()).hexdigest()

    def spans(self) -> Iterator[tuple[str, str, Step]]:
        """Claim's words, evidence's words and the step, in the order of the claim."""
        text = self.evidence.text if self.evidence else ""
        for step in self.steps:
            yield self.claim[slice(*step.claim_span)], text[slice(*step.evidence_span)], step

    def relations(self) -> list[Relation]:
        """The steps' relations in the order in which they are carried out."""
        return [self.steps[place].relation for place in self.order]

    @property
    def decided(self) -> bool:
        """Whether every step has a witness: then the verdict rests on nothing that is unknown."""
        return bool(self.steps) and all(step.witness is not None for step in self.steps)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What the proof takes for granted beside the texts and the lexical knowledge."""
        told = []
        if self.functional:
            told.append("what the claim says of its subject has one value")
        if any(step.witness and step.witness.detail[1:] == ("declared",) for step in self.steps):
            told.append(f"the evidence is about {self.topic}")
        return tuple(told)

    def __str__(self) -> str:
        return " ".join(f"{{{claim}}} [{evidence}] {step.relation}" for claim, evidence, step in self.spans())

    def to_json(self) -> str:
        """JSON text, the same for the same proof."""
        return json.dumps(self.model_dump(mode="json"), ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def read_proof(text: str, path: str | Path = "proof") -> Proof:
    """A proof from JSON text.

    Args:
        text: what `Proof.to_json` wrote.
        path: named in the error.

    Raises:
        CertificateError: it is no proof; says which field.
    """
    try:
        return Proof.model_validate_json(text)
    except ValidationError as error:
        raise CertificateError(f"{path}: no natural-logic proof: {word_fault(error.errors())}") from error


def write_schemas(folder: str | Path) -> None:
    """Write the JSON Schema of a proof to `<folder>/natlog/proof.json`.

    Args:
        folder: `docs/schema` in this project.
    """
    text = json.dumps(Proof.model_json_schema(), indent=2) + "\n"
    write_text(Path(folder) / "natlog" / "proof.json", text)

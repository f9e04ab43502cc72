"""Certificates and abstentions: what a decision leaves behind, as JSON with a published schema.

A certificate holds what a re-check needs and nothing else: the program without its evidence, the units, which unit
states which fact, and the derivation. Times and traces live outside.

>>> record = RequirementRecord(atom='director("Free Guy",X)', status="open", wording="Who directed Free Guy?")
>>> Abstention(goal="answer(X)", program="", reason="open", requirements=(record,)).requirements[0].status
'open'
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from suffice.errors import CertificateError
from suffice.rules import RESERVED, Atom, Program, Signature, parse_atom, word_term

__all__ = [
    "Abstention",
    "Certificate",
    "LinkRecord",
    "RejectedLink",
    "RequirementRecord",
    "StepRecord",
    "UnitRecord",
    "digest",
    "read_decision",
    "without_evidence",
    "word_answer",
    "write_schemas",
]

_TEXT_FIELDS = (
    "start",
    "end",
    "quote",
    "relation",
    "pattern",
    "subject",
    "value",
    "value_start",
    "value_end",
)


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=False)


class UnitRecord(_Record):
    """A unit of the support; title and hash of its text where it has a text."""

    id: str
    title: str | None = None
    sha256: str | None = None


class LinkRecord(_Record):
    """That a unit states a fact: `stated` where the program says so, `anchored` or `verified` where a text does.

    `unchecked` is a text's link that went through no entity check: an ablation's, never valid.

    A link to a text has every text field: the quote with its character span in the unit's text, the relation and the
    lexicon pattern that matched, subject and value as they stand there, and the span of the value. Where a natural-logic
    proof shows that the text states the fact, the proof is embedded (`suffice.natlog/1`). A link with a likelihood is a guess:
    nothing was read that states the fact.
    """

    fact: str
    unit: str
    status: Literal["stated", "anchored", "verified", "unchecked"]
    start: int | None = Field(default=None, ge=0)
    end: int | None = Field(default=None, ge=0)
    quote: str | None = None
    relation: str | None = None
    pattern: str | None = None
    subject: str | None = None
    value: str | None = None
    value_start: int | None = Field(default=None, ge=0)
    value_end: int | None = Field(default=None, ge=0)
    proof: dict[str, Any] | None = None
    likelihood: float | None = Field(default=None, ge=0, le=1)

    @model_validator(mode="after")
    def _all_or_none(self) -> Self:
        has_text = [getattr(self, field) is not None for field in _TEXT_FIELDS]
        if self.status == "stated" and any(has_text):
            raise ValueError("a link with status `stated` has no text fields")
        if self.status == "stated" and self.proof is not None:
            raise ValueError("a link with status `stated` has no proof")
        if self.status == "stated" and self.likelihood is not None:
            raise ValueError("a link with status `stated` has no likelihood")
        if self.status != "stated" and not all(has_text):
            missing = [field for field, there in zip(_TEXT_FIELDS, has_text, strict=True) if not there]
            raise ValueError(f"a link with status `{self.status}` needs {', '.join(missing)}")
        return self


class StepRecord(_Record):
    """One node of the derivation: a fact (no rule), or the instance of a rule under its bindings.

    Args:
        id: first 16 hexadecimal digits of the SHA-256 of atom, rule text and the ids of the premises.
        atom: what holds.
        rule: text of the rule, None for a fact.
        bindings: the rule's variables and their values.
        premises: ids of earlier steps, in the order of the rule's positive literals; then those that its aggregates count.
        absent: negative literals that held, with values put in; then those in conditions of what its aggregates count.
        comparisons: comparisons that held, both sides evaluated.
        aggregates: the rule's aggregates, with values put in for the variables that they share with the rule.
        units: units of the support that state the fact; empty for a given fact and for a rule.
    """

    id: str
    atom: str
    rule: str | None = None
    bindings: dict[str, str] = Field(default_factory=dict)
    premises: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    comparisons: tuple[str, ...] = ()
    aggregates: tuple[str, ...] = ()
    units: tuple[str, ...] = ()


class Certificate(_Record):
    """An answer with the units that suffice for it and the derivation from them.

    Args:
        question: the question as asked, None for a bare goal.
        answer: the answer as text, `word_answer(goal, links)`.
        goal: the ground atom derived.
        program: text of the rules, declarations and given facts; the evidence is in `links`.
        program_sha256: SHA-256 of `program`.
        lexicon_sha256: hash of the lexicon that read the texts, None where no text was read.
        units: the units of the support, in the order of `support`.
        links: which unit states which fact, in the order of the derivation's facts.
        support: the units as terms, in the order in which the derivation first uses them.
        derivation: premises before conclusions, the goal last.
    """

    schema_version: Literal["suffice.certificate/1"] = "suffice.certificate/1"
    question: str | None = None
    answer: str
    goal: str
    program: str
    program_sha256: str
    lexicon_sha256: str | None = None
    units: tuple[UnitRecord, ...] = ()
    links: tuple[LinkRecord, ...] = ()
    support: tuple[str, ...] = ()
    derivation: tuple[StepRecord, ...] = Field(min_length=1)


class RejectedLink(_Record):
    """A unit that looked as if it stated what was required, and why it was not accepted."""

    unit: str
    title: str | None = None
    reason: str
    quote: str | None = None
    value: str | None = None


class RequirementRecord(_Record):
    """What stands between the evidence and the goal.

    Args:
        atom: what is required, with variables where a value is unknown.
        status: `open` could be looked up now; `blocked` waits for others; `conflict` has rival values;
            `failed` cannot be looked up: no rule, a comparison that does not hold, an atom that must be absent.
        wording: the lookup's wording filled in.
        detail: rival values, the comparison that failed, and the like.
        rule: text of the rule that requires it.
        waits_for: atoms of the requirements that should bind its variables.
        rejected: links that were not accepted.
        queries: what was searched for.
    """

    atom: str
    status: Literal["open", "blocked", "conflict", "failed"]
    wording: str | None = None
    detail: str | None = None
    rule: str | None = None
    waits_for: tuple[str, ...] = ()
    rejected: tuple[RejectedLink, ...] = ()
    queries: tuple[str, ...] = ()


class Abstention(_Record):
    """No answer, and what is missing for one; never without at least one requirement.

    Args:
        question: the question as asked, None for a bare goal.
        goal: the goal atom, with variables.
        program: text of the rules, declarations and given facts.
        reason: why there is no certificate.
        requirements: what is missing; at least one.
        partial: derivations of what could be derived on the way.
    """

    schema_version: Literal["suffice.abstention/1"] = "suffice.abstention/1"
    question: str | None = None
    goal: str
    program: str
    reason: Literal["open", "blocked", "conflict", "limit", "not_understood", "malformed_plan"]
    requirements: tuple[RequirementRecord, ...] = Field(min_length=1)
    partial: tuple[StepRecord, ...] = ()


def digest(text: str) -> str:
    """SHA-256 of a text in UTF-8, as 64 hexadecimal digits; what no UTF-8 can hold is escaped.

    >>> digest("")[:8]
    'e3b0c442'
    """
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def word_answer(goal: Atom, links: Sequence[LinkRecord] = ()) -> str:
    """The arguments of a goal in words, `yes` where there is no argument.

    A value that a text states is given in the text's words: those of the first link whose fact ends in it.

    >>> from suffice.rules import String
    >>> word_answer(Atom("answer", (String("Shawn Levy"),))), word_answer(Atom("granted"))
    ('Shawn Levy', 'yes')
    """
    stated: dict[str, str] = {}
    for link in links:
        if link.value is not None:
            stated.setdefault(str(parse_atom(link.fact).args[-1]), " ".join(link.value.split()))
    return ", ".join(stated.get(str(arg), word_term(arg)) for arg in goal.args) or "yes"


def without_evidence(program: Program) -> Program:
    """The program that a certificate embeds: rules, declarations and given facts, but no evidence.

    `states/2` goes too, unless a rule mentions it: `links` says the same.

    Args:
        program: with or without evidence.

    Returns:
        The same rules in the same order, `#const` put in, without facts that come from evidence.

    >>> from suffice.rules import Rule
    >>> str(without_evidence(Program((Rule(Atom("rains")),))))
    ''
    """
    mentioned = {
        atom.signature for rule in program.proper_rules for atom in (*rule.positive, *rule.suspended)
    }
    declared = set(program.declarations)

    def stays(head: Atom) -> bool:
        if head.name == "states" and len(head.args) == RESERVED["states"]:
            return Signature("states", 2) in mentioned
        return not program.is_evidence(head)

    kept = tuple(
        rule
        for rule in program.resolved
        if not rule.is_fact or (rule in declared and rule.head.name != "states") or stays(rule.head)
    )
    return Program(kept, program.shows)


def read_decision(path: str | Path) -> Certificate | Abstention:
    """Read a certificate or an abstention from a JSON file.

    Args:
        path: the file.

    Returns:
        Whichever its `schema_version` says it is.

    Raises:
        CertificateError: the file is neither; the cause names the first field at fault.
    """
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise CertificateError(f"cannot be read ({error.strerror})", file=str(path)) from None
    except (ValueError, RecursionError):
        raise CertificateError(
            "not JSON", file=str(path), remedy="give a file that `--certificate` wrote"
        ) from None
    version = data.get("schema_version") if isinstance(data, dict) else None
    model = Abstention if version == "suffice.abstention/1" else Certificate
    try:
        return model.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the whole"
        raise CertificateError(f"not a certificate: {place}: {first['msg']}", file=str(path)) from None


def write_schemas(folder: str | Path) -> None:
    """Write the JSON Schema of certificates and abstentions to `<folder>/<name>.json`.

    Args:
        folder: an existing folder, `docs/schema` in this project.
    """
    for model in (Certificate, Abstention):
        text = json.dumps(model.model_json_schema(), indent=2) + "\n"
        (Path(folder) / f"{model.__name__.lower()}.json").write_text(text, encoding="utf-8")

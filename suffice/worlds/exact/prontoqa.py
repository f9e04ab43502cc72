"""PrOntoQA ontologies: chains of kinds and properties, with gold proofs.

Both shapes that are about are read: the 5-hop questions with lettered options, and what the generator writes (`query`,
`chain_of_thought`), which has conjunctions too. A gold proof by contradiction is beyond Horn rules: such questions are
counted apart, never guessed.

Source: A. Saparov and H. He, Language models are greedy reasoners (2023), and Saparov et al., Testing the general deductive
reasoning capacity of large language models using OOD examples (2023), for conjunction and the composed proofs.

>>> record = GeneratedRecord(id="1", hops=1, rule="ModusPonens", question="Cats are tame. Max is a cat.",
...     query="Prove: Max is tame.", chain_of_thought=["Max is a cat.", "Cats are tame.", "Max is tame."])
>>> record.statement, record.label, len(record.chain)
('Max is tame.', 'true', 3)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, RootModel, Tag

from suffice.errors import SentenceError
from suffice.extractors.english import read_theory
from suffice.worlds.exact.cases import Case, Tally, Unread, decide_case
from suffice.worlds.exact.kinds import ExactOptions
from suffice.worlds.exact.proofwriter import ChoiceRecord, statement_of
from suffice.worlds.exact.report import ExactReport
from suffice.worlds.exact.statements import ask
from suffice.worlds.questions import read_records

__all__ = ["GeneratedRecord", "evaluate"]

#: Kinds of findings that say that a text is not Horn, not that it is not understood.
_NOT_HORN = frozenset({"disjunctive-conclusion"})


class _ChainedRecord(ChoiceRecord):
    """The 5-hop shape."""

    @property
    def statement(self) -> str:
        """What is asked."""
        return statement_of(self.question)

    @property
    def chain(self) -> list[str]:
        """The gold proof, a sentence a step."""
        return self.explanation

    @property
    def theory(self) -> str:
        """The text."""
        return self.context

    @property
    def family(self) -> str:
        """Its kind."""
        return "5hop"


class GeneratedRecord(BaseModel):
    """A record as the generator writes it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(min_length=1)
    hops: int
    rule: str
    question: str = Field(min_length=1)
    query: str = Field(min_length=1)
    chain_of_thought: list[str]
    answer: Literal["True", "False"] = "True"

    @property
    def statement(self) -> str:
        """What is asked."""
        return statement_of(self.query)

    @property
    def label(self) -> str:
        """The answer; what is to be proved is true."""
        return self.answer.lower()

    @property
    def chain(self) -> list[str]:
        """The gold proof, a sentence a step."""
        return self.chain_of_thought

    @property
    def theory(self) -> str:
        """The text."""
        return self.question

    @property
    def family(self) -> str:
        """Its kind: the rule and how many hops."""
        return f"{self.rule} {self.hops}"


def _shape(value: Any) -> str:  # noqa: ANN401
    keys = value if isinstance(value, Mapping) else ()
    return "generated" if "query" in keys else "chained"


class _Record(
    RootModel[
        Annotated[
            Annotated[_ChainedRecord, Tag("chained")] | Annotated[GeneratedRecord, Tag("generated")],
            Discriminator(_shape),
        ]
    ]
):
    pass


def evaluate(file: Path | str, options: ExactOptions) -> ExactReport:
    """Decide the questions of a file.

    Returns:
        The report; its details have, by kind, questions and right answers, how our proofs compare in length with the gold
        ones, and what is not Horn and so not among `n`: of the gold proofs by `contradiction` some statements are `derived
        directly`, and of some the text states or entails the opposite, being `inconsistent`.

    Raises:
        QuestionFileError: it cannot be read.
    """
    records = [record.root for record in read_records(file, _Record)][: options.limit]
    tally = Tally("prontoqa", options)
    lengths: Counter[str] = Counter()
    families: dict[str, Counter[str]] = {}
    apart: Counter[str] = Counter()
    with options.watch("ontologies", len(records)) as advance:
        for record in records:
            case = _case(record)
            why = _why_apart(record, case)
            if why:
                apart[why] += 1
                if isinstance(case, Case):
                    direct = decide_case(case, seed=options.seed, seeds=())
                    if direct.goal is not None:
                        apart["derived directly" if direct.answer == case.label else "inconsistent"] += 1
            else:
                decision = tally.decide(case)
                counts = families.setdefault(record.family, Counter())
                counts["n"] += 1
                counts["correct"] += decision is not None and decision.answer == case.label
                if decision is not None and decision.certificate is not None and record.chain:
                    _compare(len(decision.certificate.derivation), len(record.chain), lengths)
            advance(1)
    return tally.report(
        **{f"kind {name}": dict(counts) for name, counts in sorted(families.items())},
        proof_length=dict(sorted(lengths.items())),
        not_horn=dict(sorted(apart.items())),
    )


def _case(record: _ChainedRecord | GeneratedRecord) -> Case | Unread:
    theory = read_theory(record.theory)
    if theory.diagnostics:
        first = theory.diagnostics[0]
        return Unread(record.id, record.label, first.kind, str(first))
    try:
        asked = ask(theory, record.statement)
    except SentenceError as error:
        return Unread(record.id, record.label, error.kind, str(error))
    program = theory.whole + asked.program
    return Case(record.id, record.label, program, {"true": asked.true, "false": asked.false}, "unknown")


def _why_apart(record: _ChainedRecord | GeneratedRecord, case: Case | Unread) -> str | None:
    """What is not Horn in a question, for scoring: the decision never sees the gold proof."""
    if isinstance(case, Unread) and case.kind in _NOT_HORN:
        return case.kind
    return "contradiction" if any(step.startswith("Assume ") for step in record.chain) else None


def _compare(ours: int, gold: int, counts: Counter[str]) -> None:
    """Steps of a derivation: facts, witnessed rules and conclusions, as a gold proof counts its sentences."""
    counts["ours"] += ours
    counts["gold"] += gold
    counts["shorter" if ours < gold else "longer" if ours > gold else "equal"] += 1

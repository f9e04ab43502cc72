"""Sentences that people wrote, to facts and rules: how far a reader without a model gets.

A reader sees the sentence alone. The same wordings come with several names; so that no wording stands on both sides, sentences are
split into development and held-out by their text with the name masked.

Source: S. Saha, S. Ghosh, S. Srivastava and M. Bansal, PRover: proof generation for interpretable reasoning over rules (2020), whose
auxiliary data maps the crowd-written sentences of P. Clark, O. Tafjord and K. Richardson (2020) to triples.

>>> sorted(read_logic('((("someone" "is" "red" "+")) -> ("someone" "is" "big" "-"))'))
[('+', 'condition', 'someone', 'is', 'red'), ('-', 'conclusion', 'someone', 'is', 'big')]
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import TypeAlias

from pydantic import BaseModel, ConfigDict, Field, field_validator

from suffice.extractors.models.sentences import ModelSentences
from suffice.extractors.sentences import Stated, read_sentence
from suffice.rules import Atom, Symbol, Variable
from suffice.worlds.exact.kinds import ExactOptions
from suffice.worlds.exact.report import Disagreement, ExactReport
from suffice.worlds.questions import part_of, read_records

__all__ = ["SentenceRecord", "evaluate", "read_logic"]

#: Sign, role (fact, condition or conclusion), subject, verb, object.
Triple: TypeAlias = tuple[str, str, str, str, str]
_TRIPLE = re.compile(r'\(\s*"([^"]*)"\s+"([^"]*)"\s+"([^"]*)"\s+"([+~-])"\s*\)')


class SentenceRecord(BaseModel):
    """A crowd-written sentence with what it was written for."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    theory: str = Field(alias="Theory")
    sentence_id: str = Field(alias="SID")
    template: str = Field(alias="TID")
    binding: str = Field(alias="Binding")
    text: str = Field(alias="NLSentence", min_length=1)
    original: str = Field(alias="OrigSentences")
    logic_ids: str = Field(alias="Triple/RuleIDs")
    logic: str = Field(alias="Triples/Rule", min_length=1)

    @field_validator("logic")
    @classmethod
    def _has_triples(cls, value: str) -> str:
        if not _TRIPLE.search(value):
            raise ValueError("no triple in it")
        return value

    @property
    def id(self) -> str:
        """Its name in reports."""
        return f"{self.theory}/{self.sentence_id}/{self.template}"

    @property
    def wording(self) -> str:
        """The text with the name masked: the same for all names."""
        name = self.binding.strip()
        return re.sub(rf"\b{re.escape(name)}\b", "*", self.text) if name else self.text


def read_logic(text: str) -> frozenset[Triple]:
    """Triples in the data's notation."""
    body, arrow, head = text.partition("->")
    parts = [(body, "condition"), (head, "conclusion")] if arrow else [(body, "fact")]
    return frozenset(
        ("+" if sign == "+" else "-", role, subject.lower(), verb.lower(), value.lower())
        for part, role in parts
        for subject, verb, value, sign in _TRIPLE.findall(part)
    )


def evaluate(file: Path | str, options: ExactOptions) -> ExactReport:
    """Read the sentences of a file and compare.

    Returns:
        The report: a sentence is correct if exactly the triples of its label were read. Its details have, for each part and
        in all, exact matches, precision, recall and F1 of triples (in percent), and the same for a reader that is told which
        words are properties at all: those that occur in the file's labels. Disagreements list development sentences only, so
        that nobody tunes to the others. With a model its figures stand beside them.

    Raises:
        QuestionFileError: it cannot be read.
    """
    records = read_records(file, SentenceRecord)
    vocabulary = {value for record in records for *_, value in read_logic(record.logic)}
    records = records[: options.limit]
    totals: dict[str, Counter[str]] = {}
    disagreements = []
    reader = ModelSentences(options.model) if options.model else None
    with options.watch("sentences", len(records)) as advance:
        for record in records:
            gold = read_logic(record.logic)
            part = part_of(record.wording)
            kind = "facts" if "->" not in record.logic else "rules"
            for told, properties in (("", None), ("told the properties, ", vocabulary)):
                found = _read(record.text, properties)
                for name in (part, "all", kind):
                    _compare(totals.setdefault(f"{told}{name}", Counter()), found, gold)
                if not told and found != gold and part == "development":
                    disagreements.append(
                        Disagreement(id=record.id, label=_word(gold), answer=_word(found), why=record.text)
                    )
            if reader is not None:
                by_model = _triples(reader.read(record.text))
                for name in (part, "all", kind):
                    _compare(
                        totals.setdefault(f"model {reader.model.name}, {name}", Counter()), by_model, gold
                    )
            advance(1)
    whole = totals["all"]
    return ExactReport(
        kind="nl-to-logic",
        n=whole["n"],
        correct=whole["exact"],
        with_proof=0,
        by_depth={},
        disagreements=tuple(disagreements),
        details={name: _figures(counts) for name, counts in sorted(totals.items())},
    )


def _read(text: str, properties: Collection[str] | None) -> frozenset[Triple]:
    return _triples(read_sentence(text, properties=properties))


def _triples(said: Iterable[Stated]) -> frozenset[Triple]:
    found = set()
    for stated in said:
        rule = stated.rule
        found.add(_triple(rule.head, "fact" if rule.is_fact else "conclusion"))
        found |= {_triple(atom, "condition") for atom in rule.positive}
    return frozenset(found)


def _triple(atom: Atom, role: str) -> Triple:
    subject = atom.args[0]
    name = "someone" if isinstance(subject, Variable) else str(subject)
    if isinstance(subject, Symbol):
        name = subject.name
    if len(atom.args) == 2:
        return ("+" if atom.positive else "-", role, name, atom.name, str(atom.args[1]))
    return ("+" if atom.positive else "-", role, name, "is", atom.name)


def _compare(counts: Counter[str], found: frozenset[Triple], gold: frozenset[Triple]) -> None:
    counts.update(n=1, exact=int(found == gold), found=len(found), gold=len(gold), right=len(found & gold))


def _figures(counts: Counter[str]) -> dict[str, int | float]:
    precision = 100 * counts["right"] / counts["found"] if counts["found"] else 0.0
    recall = 100 * counts["right"] / counts["gold"] if counts["gold"] else 0.0
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return {
        "n": counts["n"],
        "exact": counts["exact"],
        "exact_percent": round(100 * counts["exact"] / counts["n"], 1),
        "precision": round(precision, 1),
        "recall": round(recall, 1),
        "f1": round(f1, 1),
    }


def _word(triples: Iterable[Triple]) -> str:
    """Triples on one line: conditions, then conclusions."""
    parts = [
        f"{'' if sign == '+' else 'not '}{value}({subject}) [{role}]"
        for sign, role, subject, _, value in sorted(triples, key=lambda one: (one[1] == "conclusion", one))
    ]
    return ", ".join(parts)

"""Passages to facts and rules, sentence by sentence: controlled English first, then free sentences, or a model.

>>> from suffice.extractors.passages import Unit
>>> reader = RuleReader()
>>> reader.read(Unit("n1", "", "Bob is kind. Kind people are usually round."))
>>> print(reader.program(), end="")
evidence(kind,1).
evidence(round,1).
kind(bob).
states(n1,kind(bob)).
witnessed(n1).
states(n1,witnessed(n1)).
round(X) :- kind(X), witnessed(n1).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from suffice.extractors.english import Theory, read_theory, split_sentences
from suffice.extractors.passages import Unit
from suffice.extractors.sentences import Stated, read_sentence
from suffice.rules import Program, Rule, join_units

if TYPE_CHECKING:
    from suffice.extractors.models import Model

__all__ = ["ReadRule", "RuleReader"]

#: What holds one of these is no plain statement: quantified, possible, past, reported, one of several, asked.
_UNSTATED = re.compile(
    r"\?|\b(?:most|some|few|many|several|only|unless|because|although|might|may|could|would|should|must|were|was|used to|perhaps|"
    r"maybe|probably|almost|whether|or|nobody|no one|false|never|(?:say|said|claim|believe|think|thought|know|hope|deny|denie|doubt|"
    r"pretend)s?|according|ignore|imagine|suppose)\b",
    re.IGNORECASE,
)
#: A longer sentence is not parsed.
_LONGEST = 1_000
#: A fact under a condition is none.
_CONDITIONAL = re.compile(r"\b(?:if|when|whenever|once|until|provided)\b", re.IGNORECASE)
_CONSTANT = re.compile(r"[a-z][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class ReadRule:
    """A fact or rule, the unit that states it, and how it was read: `controlled`, `free` or the model."""

    unit: str
    stated: Stated
    how: str


class RuleReader:
    """Reads passages; keeps what they say and counts the sentences that say nothing it can read.

    Args:
        model: reads every sentence in place of grammar and parser, if given.
    """

    def __init__(self, model: Model | None = None) -> None:
        self.found: list[ReadRule] = []
        self.dropped: Counter[str] = Counter()
        self._model = None
        if model is not None:
            from suffice.extractors.models.sentences import ModelSentences

            self._model = ModelSentences(model)
            self.dropped = self._model.dropped

    def read(self, unit: Unit) -> None:
        """Read one passage.

        Raises:
            LimitReached: if the model's budget is used up.
        """
        theory = read_theory(unit.text) if self._model is None else None
        for start, text in split_sentences(unit.text):
            said = list(self._read(text, start, theory))
            if not said:
                self.dropped["sentences that say nothing that could be read"] += 1
            self.found += [ReadRule(unit.id, stated, how) for stated, how in said]

    def _read(self, text: str, start: int, theory: Theory | None) -> Iterator[tuple[Stated, str]]:
        if self._model is not None:
            for stated in self._model.read(text):
                yield _moved(stated, start), f"model {self._model.model.name}"
            return
        own = [one for one in theory.sentences if one.start == start] if theory else []
        for sentence in own:
            for rule in sentence.rules:
                plain = replace(rule, location=None)
                yield Stated(plain, text, start, start + len(text), ()), "controlled"
        if own or len(text) > _LONGEST or _UNSTATED.search(text):
            return
        for stated in read_sentence(text):
            if not (stated.rule.is_fact and _CONDITIONAL.search(text)):
                yield _moved(stated, start), "free"

    def program(self) -> Program:
        """All that was read: each passage states its facts and witnesses its rules."""
        by_unit: dict[str, list[Rule]] = {}
        for one in self.found:
            by_unit.setdefault(one.unit, []).append(one.stated.rule)
        names = {unit: _name(unit, number) for number, unit in enumerate(by_unit, start=1)}
        return join_units([(names[unit], rules) for unit, rules in by_unit.items()])


def _moved(stated: Stated, by: int) -> Stated:
    """With places in the whole text instead of the sentence."""
    spans = tuple((start + by, end + by) for start, end in stated.spans)
    return replace(stated, start=stated.start + by, end=stated.end + by, spans=spans)


def _name(unit: str, number: int) -> str:
    """A constant for a unit: its id where that is one."""
    return unit if _CONSTANT.fullmatch(unit) and unit != "not" else f"unit_{number}"

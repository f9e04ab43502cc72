"""One question and its twin, asked and scored: the decisions first, then a look at the labels."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Literal

from suffice.engine.certificate import Certificate
from suffice.errors import ReplyError
from suffice.extractors.models.answer import Answerer
from suffice.extractors.models.link import ModelLinker
from suffice.rules import parse_term
from suffice.search import Asker, Decision
from suffice.search.index import Index
from suffice.search.loop import unit_id
from suffice.worlds.answers import is_exact, is_right
from suffice.worlds.baselines import Judge, Scores, gather
from suffice.worlds.diagnosis import Diagnosis
from suffice.worlds.pool import Pool
from suffice.worlds.questions import Question, Triple
from suffice.worlds.records import (
    Evidence,
    FactRecord,
    OriginalRecord,
    PassageRef,
    Timing,
    TwinRecord,
    WordedAnswer,
)
from suffice.worlds.twins import Twin, make_twin

__all__ = ["MOST_POOLED", "SAMPLES", "Scorer"]

#: Samples of a model's memory, as the paper draws them.
SAMPLES = 5
#: Of what was retrieved, so many passages are shown to a model that answers from the pool.
MOST_POOLED = 20


class Scorer:
    """Asks a question and its twin, then looks at the labels.

    Args:
        pool: the corpora.
        index: over the pool's units.
        asker: decides; its model, if it has one, words answers.
        seed: chooses deciding facts and replacements.
        memory: whether the model is asked each question without context.
        answers: whether the model words answers.
        judges: further baselines; None where no evidence for baselines is kept.
    """

    def __init__(
        self,
        pool: Pool,
        index: Index,
        asker: Asker,
        *,
        seed: int = 0,
        memory: bool = False,
        answers: bool = False,
        judges: Sequence[Judge] | None = None,
    ) -> None:
        self.pool = pool
        self.index = index
        self.asker = asker
        self.seed = seed
        self.answerer = Answerer(asker.model) if asker.model else None
        self.memory = memory
        self.answers = answers
        self.judges = judges
        self.scores = Scores(pool.units.values()) if judges is not None else None

    def score(self, question: Question) -> tuple[OriginalRecord, TwinRecord, list[Timing], list[Evidence]]:
        """Decide a question and its twin: both records, the times, and what other decisions go by, if that is kept."""
        reserve = frozenset(self.pool.reserve)
        twin = make_twin(question, self.pool, self.index, seed=self.seed)
        decision, cost, timed = self._ask(question, reserve, "original")
        twin_decision, twin_cost, twin_timed = self._ask(question, twin.absent, "twin")
        return (
            self._original(question, decision, cost),
            self._twin(question, twin, twin_decision, twin_cost),
            [timed, twin_timed],
            [*self._see(question, decision, "original"), *self._see(question, twin_decision, "twin")],
        )

    def _see(
        self, question: Question, decision: Decision, world: Literal["original", "twin"]
    ) -> Iterator[Evidence]:
        """What other decisions go by, where it is to be kept."""
        if self.scores is None:
            return
        seen = gather(
            decision,
            self.pool.units,
            self.pool.surfaces,
            self.scores,
            self.judges or (),
            question=question.text,
        )
        gold = question.answer, *question.aliases
        said = seen.candidate if world == "original" else None
        yield seen.model_copy(
            update={
                "question": question.id,
                "world": world,
                "correct": said is not None and self._is_right(said, question),
                "exact": said is not None and is_exact(said, *gold),
            }
        )

    def _ask(
        self, question: Question, absent: frozenset[str], world: Literal["original", "twin"]
    ) -> tuple[Decision, dict[str, Any], Timing]:
        """The decision, what of a model it cost, and how long it took."""
        before = self._dropped()
        since = time.perf_counter()
        decision = self.asker.ask(question.text, exclude=absent)
        seconds = time.perf_counter() - since
        timed = Timing(question=question.id, world=world, seconds=seconds, stages=decision.trace.seconds)
        usage = decision.trace.usage
        cost = {
            "model_calls": usage.calls,
            "input_tokens": usage.input_tokens,
            "output_tokens": usage.output_tokens,
            "model_repairs": usage.repairs,
            "model_errors": usage.errors,
            "dropped": dict(sorted((self._dropped() - before).items())),
        }
        return decision, cost, timed

    def _is_right(self, answer: str, question: Question) -> bool:
        return is_right(answer, question, self.asker.lexicon)

    def _dropped(self) -> Counter[str]:
        """What models said so far and was dropped."""
        linkers = [one for one in self.asker.linkers if isinstance(one, ModelLinker)]
        return sum((one.dropped for one in linkers), Counter())

    def _original(self, question: Question, decision: Decision, cost: dict[str, Any]) -> OriginalRecord:
        gold = question.answer, *question.aliases
        answer = decision.answer
        correct = answer is not None and self._is_right(answer, question)
        diagnosis = Diagnosis(question, decision, self.pool, self.asker)
        return OriginalRecord(
            question=question.id,
            text=question.text,
            type=question.type,
            part=question.part,
            yes_no=question.is_yes_no,
            gold=gold,
            answer=answer,
            correct=correct,
            exact=answer is not None and is_exact(answer, *gold),
            stage=None if correct else diagnosis.find_stage(),
            links=tuple(diagnosis.judge_links()),
            **cost,
            answers=self._word(question, decision) if self.answers else {},
            decision=decision.outcome,
        )

    def _word(
        self, question: Question, decision: Decision
    ) -> dict[Literal["certificate", "pool"], WordedAnswer]:
        """What the model answers from the certificate's passages, and from all that were retrieved."""
        if not isinstance(decision.outcome, Certificate) or self.answerer is None:
            return {}
        certified = [unit_id(parse_term(one.id)) for one in decision.outcome.units]
        retrieved = list(dict.fromkeys(unit for event in decision.trace.events for unit in event.units))
        found: dict[Literal["certificate", "pool"], WordedAnswer] = {}
        for source, ids in (("certificate", certified), ("pool", retrieved[:MOST_POOLED])):
            try:
                said = self.answerer.answer(question.text, [self.pool.units[one] for one in ids])
            except ReplyError:
                said = None
            correct = said is not None and self._is_right(said, question)
            found[source] = WordedAnswer(answer=said, correct=correct)  # type: ignore[index]
        return found

    def _recalls(self, question: Question) -> bool:
        """Whether the model answers without context in any of its samples (Certify section 7)."""
        for sample in range(SAMPLES):
            try:
                said = self.answerer.recall(question.text, sample) if self.answerer else None
            except ReplyError:
                continue
            if said is not None and self._is_right(said, question):
                return True
        return False

    def _twin(self, question: Question, twin: Twin, decision: Decision, cost: dict[str, Any]) -> TwinRecord:
        names = None
        if twin.fact is not None and decision.answer is None:
            names = Diagnosis(question, decision, self.pool, self.asker).names_fact(twin.fact)
        return TwinRecord(
            question=question.id,
            fact=_record(twin.fact) if twin.fact else None,
            deleted=self._refer(twin.deleted),
            replacements=self._refer(twin.replacements),
            survivors=self._refer(twin.survivors),
            audited=twin.audited,
            characters=self._count_characters(question, twin),
            answer=decision.answer,
            names_deleted=names,
            **cost,
            recalled=self._recalls(question) if self.memory else None,
            decision=decision.outcome,
        )

    def _refer(self, units: Sequence[str]) -> tuple[PassageRef, ...]:
        return tuple(PassageRef(id=unit, title=self.pool.units[unit].title) for unit in units)

    def _count_characters(self, question: Question, twin: Twin) -> tuple[int, int]:
        """Length of the question's own passages and of all that was deleted, before and after."""
        own = set(self.pool.contexts[question.id]) - set(self.pool.reserve)
        before = own | set(twin.deleted)
        after = (before - set(twin.deleted)) | set(twin.replacements)
        first, second = (sum(len(self.pool.units[unit].text) for unit in units) for units in (before, after))
        return first, second


def _record(fact: Triple) -> FactRecord:
    return FactRecord(subject=fact.subject, relation=fact.relation, value=fact.value)

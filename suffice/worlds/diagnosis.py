"""Why an answer is wrong or missing, whether links are right, and whether an abstention names what was deleted.

Gold facts and supporting passages are used here, after the decision; nothing of them reaches what decides.
"""

from __future__ import annotations

from collections.abc import Iterator

from suffice.engine.certificate import Abstention
from suffice.extractors import Lexicon
from suffice.rules import Program, String, parse_atom
from suffice.search import Asker, Decision, Trace, slice_program
from suffice.search.plan import GOAL
from suffice.worlds.answers import is_same
from suffice.worlds.gold import GoldFacts, Names
from suffice.worlds.pool import Pool
from suffice.worlds.questions import Question, Triple
from suffice.worlds.records import JudgedLink, LinkStatus, Stage

__all__ = ["Diagnosis"]


class Diagnosis:
    """Looks into one decision on a question, with the gold facts at hand.

    Args:
        question: with its gold facts.
        decision: on the question.
        pool: for the passages that state its gold facts.
        asker: that decided, for its lexicon, rules and statements.
    """

    def __init__(self, question: Question, decision: Decision, pool: Pool, asker: Asker) -> None:
        self.question = question
        self.trace: Trace = decision.trace
        self.outcome = decision.outcome
        self.asker = asker
        self.gold = GoldFacts.of(question.triples, asker.lexicon)
        self._supporting = pool.supporting[question.id]
        self._own = [pool.units[unit] for unit in pool.contexts[question.id] if unit in pool.units]
        self._stating = {fact: frozenset(pool.stating(question, fact)) for fact in self.gold.facts}
        self.names = Names.of(self.gold, self.trace, lambda fact, unit: unit in self._stating[fact])

    def find_stage(self) -> Stage:
        """The first stage at which a wrong or missing answer went wrong."""
        if self.trace.reading is None:
            return "not_decomposed"
        if self.trace.reading.described:
            # Lookups in words of their own have no relation that a gold fact could have.
            return "conflict" if self._is_conflict else self._stage_of_passages()
        read = Program(self.trace.reading.rules) + self.asker.rules
        relations = _leaves(slice_program(read, [GOAL]), self.asker.lexicon)
        if self.names.unnamed or any(fact.relation not in relations for fact in self.gold.facts):
            return "not_decomposed"
        if self._is_conflict:
            return "conflict"
        if not self.gold.facts:
            return self._stage_of_passages()
        return next((stage for fact in self.gold.facts if (stage := self._stage_of(fact))), "other")

    @property
    def _is_conflict(self) -> bool:
        return isinstance(self.outcome, Abstention) and self.outcome.reason == "conflict"

    def _stage_of_passages(self) -> Stage:
        """Without gold facts: supporting passages, and the answers of the hops where the data has them."""
        came = {unit for event in self.trace.events for unit in event.units}
        for unit, answer in self._support():
            if unit not in came:
                return "not_retrieved"
            values = [link.found.surface for link in self.trace.links if link.passage.unit.id == unit]
            if values:
                if answer is not None and not any(is_same(value, answer) for value in values):
                    return "wrong_value"
            elif any(one.unit == unit and one.value for event in self.trace.events for one in event.rejected):
                return "link_rejected"
            else:
                return "not_extracted"
        return "other" if isinstance(self.outcome, Abstention) else "wrong_value"

    def _support(self) -> Iterator[tuple[str, str | None]]:
        """Supporting passages with what they say, in the order of the hops; without hops in the order of the corpus."""
        place = {(unit.title, unit.text): unit.id for unit in self._own}
        hops = [(hop.paragraph, hop.answer) for hop in self.question.hops if hop.paragraph is not None]
        found: dict[str, str | None] = {}
        for number, answer in hops:
            paragraph = self.question.paragraphs[number]
            unit = place.get((paragraph.title, paragraph.text))
            if unit is not None and unit not in found:
                found[unit] = answer or None
        yield from found.items()
        yield from ((unit, None) for unit in self._supporting if unit not in found)

    def _stage_of(self, fact: Triple) -> Stage | None:
        """What went wrong with one gold fact; None if nothing did, or it was never looked up."""
        values = [
            link.found.surface
            for link in self.trace.links
            if link.fact.name == fact.relation and self._is_about(link.fact.args[0], fact)
        ]
        if values:
            right = all(self.gold.agrees(fact.relation, fact.subject, value) for value in values)
            return None if right else "wrong_value"
        came = set(self._units_for(fact))
        if not came:
            return None
        there = came & self._stating[fact]
        if not there:
            return "not_retrieved"
        passages = self.asker.read(sorted(there))
        stated = any(self.asker.linker.statements(passage, fact.relation) for passage in passages)
        return "link_rejected" if stated else "not_extracted"

    def _units_for(self, fact: Triple) -> Iterator[str]:
        """The passages that came when the fact was looked up."""
        for event in self.trace.events:
            need = parse_atom(event.requirement)
            if need.name == fact.relation and self._is_about(need.args[0], fact):
                yield from event.units

    def _is_about(self, term: object, fact: Triple) -> bool:
        return isinstance(term, String) and self.names.mean(term.value, fact.subject)

    def judge_links(self) -> Iterator[JudgedLink]:
        """Every link that was made, each once, with whether a gold fact says the same."""
        seen = set()
        for link in self._links():
            if link not in seen:
                seen.add(link)
                yield link

    def _links(self) -> Iterator[JudgedLink]:
        for link in self.trace.links:
            yield self._judged(str(link.fact), link.found.surface, link.passage.unit.id, link.status)
        for event in self.trace.events:
            for rejected in event.rejected:
                if rejected.value is not None:
                    yield self._judged(event.requirement, rejected.value, rejected.unit, "rejected")

    def _judged(self, atom: str, value: str, unit: str, status: LinkStatus) -> JudgedLink:
        need = parse_atom(atom)
        term = need.args[0]
        subject = term.value if isinstance(term, String) else str(term)
        right = self.gold.agrees(need.name, subject, value)
        return JudgedLink(
            relation=need.name, subject=subject, value=value, unit=unit, status=status, right=right
        )

    def names_fact(self, fact: Triple) -> bool:
        """Whether a requirement of the abstention names a fact: its relation, or one derived by it, and its subject."""
        if not isinstance(self.outcome, Abstention):
            return False
        for requirement in self.outcome.requirements:
            need = parse_atom(requirement.atom)
            if need.args and self._is_about(need.args[0], fact):
                if need.name == fact.relation:
                    return True
                reached = slice_program(self.asker.rules, [need.signature])
                if fact.relation in _leaves(reached, self.asker.lexicon):
                    return True
        return False


def _leaves(program: Program, lexicon: Lexicon) -> set[str]:
    """Relations of the lexicon that the rules of a program rest on."""
    return {
        literal.name
        for rule in program.proper_rules
        for literal in (*rule.positive, *rule.negative)
        if literal.name in lexicon.relation
    }

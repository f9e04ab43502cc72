"""Lookups whose answers are known: the steps of MuSiQue's gold decompositions, with the passages retrieved for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.steps import find_steps
from suffice.extractors import Lexicon, Lookup, Mention, Passage, QuestionReader, Reader, lookup_of
from suffice.extractors.likely import MOST_LOOKED_AT, asks_for_value
from suffice.rules import Literal, String, Variable
from suffice.search.index import build_index
from suffice.search.readers import WITHOUT_MODEL, make_readers
from suffice.worlds.pool import pool_questions
from suffice.worlds.questions import Question

__all__ = ["KnownLookup", "find_lookups", "group_questions"]


@dataclass(frozen=True, slots=True)
class KnownLookup:
    """A lookup, its answer, and where it is looked for.

    Args:
        lookup: with the right subject.
        answers: what is right, the gold answer first.
        passages: retrieved from the passages of all questions given.
        group: lookups that share a gold passage are of one group.
    """

    lookup: Lookup
    answers: tuple[str, ...]
    passages: tuple[Passage, ...]
    group: str


def find_lookups(questions: Sequence[Question], lexicon: Lexicon, reader: Reader) -> list[KnownLookup]:
    """Every step that asks for a value of one thing, once.

    Args:
        questions: with hops.
        lexicon: whose relations are used where a step names one of them.
        reader: reads the passages.
    """
    pool = pool_questions(questions)
    units = {name: unit for name, unit in pool.units.items() if name not in pool.reserve}
    index = build_index(list(units.values()))
    groups = group_questions(questions)
    found: dict[tuple[str, str, str], tuple[Lookup, tuple[str, ...], list[str], str]] = {}
    readers, _ = make_readers(WITHOUT_MODEL, lexicon)
    for question in questions:
        for step in find_steps(question):
            lookup = _read(step.text, readers, lexicon)
            if lookup is None or not asks_for_value(lookup):
                continue
            ids = index.search(lookup.wording, MOST_LOOKED_AT)
            found.setdefault(
                (lookup.wording, lookup.subject.name, step.answer),
                (lookup, (step.answer, *step.aliases), ids, groups[question.id]),
            )
    wanted = {name for _, _, ids, _ in found.values() for name in ids}
    passages = {one.unit.id: one for one in reader.read([units[name] for name in sorted(wanted)])}
    return [
        KnownLookup(lookup, answers, tuple(passages[name] for name in ids), group)
        for lookup, answers, ids, group in found.values()
    ]


def group_questions(questions: Sequence[Question]) -> dict[str, str]:
    """For each question its group: the questions that share a supporting passage, directly or through others."""
    parent = {question.id: question.id for question in questions}

    def root(one: str) -> str:
        while parent[one] != one:
            one = parent[one]
        return one

    first: dict[str, str] = {}
    for question in questions:
        for paragraph in question.paragraphs:
            if paragraph.supporting:
                other = first.setdefault(paragraph.text, question.id)
                parent[root(question.id)] = root(other)
    return {one: root(one) for one in parent}


def _read(text: str, readers: Sequence[QuestionReader], lexicon: Lexicon) -> Lookup | None:
    """The lookup that a step is read into; None where it is none, or several."""
    readings = next((found for one in readers if (found := one.read(text))), ())
    for reading in readings:
        bodies = [rule.body for rule in reading.rules]
        if len(bodies) == 1 and len(bodies[0]) == 1 and isinstance(bodies[0][0], Literal):
            atom = bodies[0][0].atom
            subject = atom.args[0]
            if len(atom.args) == 2 and isinstance(subject, String) and isinstance(atom.args[1], Variable):
                described = {one.name: one for one in reading.described}.get(atom.name)
                mention = Mention(subject.value, dict(reading.kinds).get(subject.value))
                if described is not None:
                    return Lookup.of(described, mention)
                return lookup_of(atom.name, mention, lexicon) if atom.name in lexicon.relation else None
    return None

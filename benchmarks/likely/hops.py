"""Lookups whose answers are known: the steps of MuSiQue's gold decompositions, with the passages retrieved for each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from suffice.extractors import Lexicon, Lookup, Mention, Passage, Reader, lookup_of
from suffice.extractors.likely import MOST_LOOKED_AT, asks_for_value
from suffice.extractors.lookups import Described
from suffice.extractors.open.asked import names_in, read_asked
from suffice.extractors.text import clean, split_title
from suffice.search.index import build_index
from suffice.worlds.pool import pool_questions
from suffice.worlds.questions import Hop, Question

__all__ = ["KnownLookup", "find_lookups", "group_questions"]

#: Relations of Wikidata that MuSiQue names without wording them.
_WORDED = {
    "located in the administrative territorial entity": "In which administrative territorial entity is {0}?",
    "country": "In which country is {0}?",
    "country of citizenship": "Of which country is {0} a citizen?",
    "shares border with": "What shares a border with {0}?",
    "owned by": "Who owns {0}?",
    "cast member": "Who starred in {0}?",
    "producer": "Who is the producer of {0}?",
    "licensed to broadcast to": "Which city is {0} licensed to?",
    "part of": "What is {0} part of?",
    "member of": "What is {0} a member of?",
    "member of sports team": "What team did {0} play for?",
    "named after": "What is {0} named after?",
    "followed by": "What followed {0}?",
}


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
    for question in questions:
        for number, hop in enumerate(question.hops):
            lookup = _lookup(question, hop, lexicon)
            if lookup is None or not asks_for_value(lookup):
                continue
            last = number == len(question.hops) - 1
            answers = (hop.answer, *question.aliases) if last else (hop.answer,)
            ids = index.search(lookup.wording, MOST_LOOKED_AT)
            found.setdefault(
                (lookup.wording, lookup.subject.name, hop.answer),
                (lookup, answers, ids, groups[question.id]),
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


def _lookup(question: Question, hop: Hop, lexicon: Lexicon) -> Lookup | None:
    """A step as a lookup: `#1` is the answer of the first step; None where it asks of several, or names nothing."""
    earlier = sorted(set(re.findall(r"#(\d)", hop.text)))
    text = clean(hop.text).text.strip().rstrip("?").strip()
    if len(earlier) > 1:
        return None
    if ">>" in text:
        name, _, relation = (part.strip() for part in text.partition(">>"))
        subject = question.hops[int(earlier[0]) - 1].answer if earlier else name
        known = relation.replace(" ", "_")
        if relation not in _WORDED and known in lexicon.relation:
            return lookup_of(known, Mention(subject), lexicon)
        return _described(_WORDED.get(relation, f"What is the {relation} of {{0}}?"), subject)
    if earlier:
        template = text.replace(f"#{earlier[0]}", "{0}") + "?"
        return _described(template, question.hops[int(earlier[0]) - 1].answer)
    name = max(names_in(text), key=len, default="")
    return _described(f"{text.replace(name, '{0}', 1)}?", name.strip('"')) if name else None


def _described(template: str, subject: str) -> Lookup | None:
    if template.count("{0}") != 1 or not split_title(subject)[0]:
        return None
    template = template[:1].upper() + template[1:]
    value = read_asked(template.replace("{0}", subject), subject).value
    return Lookup.of(Described("asked", template, value), Mention(subject))

"""The pooled corpus of a set of questions, and for each question its unanswerable twin.

Certify section 7: the deciding fact is chosen by seed, the passages that state it are deleted, restatements are searched
for and deleted too, and as many passages of like length are put in their place. The audit for survivors looks at
surface forms alone and shares no code with the linker.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from suffice.extractors import Unit
from suffice.search import Index
from suffice.worlds.questions import Question, Triple

__all__ = ["MOST_DELETED", "Pool", "Twin", "audit_survivors", "make_twin", "pool_questions"]

#: Passages deleted for one twin at most; a restatement beyond them is a survivor.
MOST_DELETED = 4
#: Every so many-th passage that supports nothing is set aside to replace deleted ones.
_RESERVE = 10
_SEARCHED = 20


@dataclass(frozen=True, slots=True)
class Pool:
    """One corpus for all questions.

    Args:
        units: every passage once, by id; those set aside among them.
        reserve: ids of passages set aside: they are in no corpus but as replacements in a twin's.
        supporting: for each question id the ids of its supporting passages.
    """

    units: Mapping[str, Unit]
    reserve: tuple[str, ...]
    supporting: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Twin:
    """A question's unanswerable twin.

    Args:
        question: the question's id.
        fact: the deciding fact, None where the data has no triples (then a supporting passage was deleted).
        deleted: ids of the passages deleted.
        replacements: ids of the passages put in their place.
        survivors: ids of passages left that hold subject and value of the fact.
    """

    question: str
    fact: Triple | None
    deleted: tuple[str, ...]
    replacements: tuple[str, ...]
    survivors: tuple[str, ...]


def pool_questions(questions: Sequence[Question], distractors: Iterable[Unit] = (), *, seed: int = 0) -> Pool:
    """Pool the paragraphs of all questions into one corpus.

    Args:
        questions: each with its paragraphs.
        distractors: more passages; one with the same title and text as a paragraph is left out.
        seed: chooses which passages are set aside.
    """
    ids: dict[tuple[str, str], str] = {}
    supporting: dict[str, tuple[str, ...]] = {}
    for question in questions:
        own = []
        for paragraph in question.paragraphs:
            key = paragraph.title, paragraph.text
            unit_id = ids.setdefault(key, f"p{len(ids)}")
            if paragraph.supporting:
                own.append(unit_id)
        supporting[question.id] = tuple(dict.fromkeys(own))
    for unit in distractors:
        ids.setdefault((unit.title, unit.text), f"d{len(ids)}")
    units = {unit_id: Unit(unit_id, title, text) for (title, text), unit_id in ids.items()}
    needed = {unit_id for own in supporting.values() for unit_id in own}
    free = [unit_id for unit_id in units if unit_id not in needed]
    random.Random(seed).shuffle(free)
    return Pool(units, tuple(sorted(free[:: max(1, _RESERVE)], key=_number)), supporting)


def _number(unit_id: str) -> int:
    return int(unit_id[1:])


def make_twin(question: Question, pool: Pool, index: Index, *, seed: int = 0) -> Twin:
    """Make the twin of a question.

    Args:
        question: with triples, or else with supporting paragraphs.
        pool: the corpus.
        index: over the pool's units, for the search for restatements.
        seed: chooses the deciding fact.
    """
    chance = random.Random(f"{seed}:{question.id}")
    reserve = frozenset(pool.reserve)
    if question.triples:
        fact = chance.choice(question.triples)
        stating = _stating(question, fact, pool)
        found = index.search(
            f"{fact.subject} {fact.relation.replace('_', ' ')} {fact.value}", _SEARCHED, reserve
        )
        found += index.search(f"{fact.subject} {fact.value}", _SEARCHED, reserve)
        restating = [one for one in found if _holds_both(pool.units[one], fact)]
        deleted = tuple(dict.fromkeys([*stating, *restating]))[:MOST_DELETED]
    else:
        fact = None
        own = pool.supporting[question.id]
        deleted = (chance.choice(own),) if own else ()
    replacements = _replace(deleted, pool, chance)
    gone = frozenset(deleted) | (reserve - frozenset(replacements))
    survivors = audit_survivors(fact, pool, gone) if fact else ()
    return Twin(question.id, fact, deleted, replacements, survivors)


def _stating(question: Question, fact: Triple, pool: Pool) -> list[str]:
    """The question's supporting passages about the subject, else those that hold subject and value."""
    own = pool.supporting[question.id]
    subject = _plain(_without_bracket(fact.subject))
    about = [one for one in own if _plain(_without_bracket(pool.units[one].title)) == subject]
    both = [one for one in own if _holds_both(pool.units[one], fact)]
    return list(dict.fromkeys(about + both)) or list(own)


def _replace(deleted: Sequence[str], pool: Pool, chance: random.Random) -> tuple[str, ...]:
    """For each deleted passage one of the reserve, of nearest length; of two as near, by chance."""
    left = list(pool.reserve)
    chance.shuffle(left)
    chosen: list[str] = []
    for one in deleted:
        length = len(pool.units[one].text)
        best = min(left, key=lambda other: abs(len(pool.units[other].text) - length), default=None)
        if best is not None:
            left.remove(best)
            chosen.append(best)
    return tuple(chosen)


def audit_survivors(fact: Triple, pool: Pool, gone: AbstractSet[str]) -> tuple[str, ...]:
    """Passages left in the corpus that hold surface forms of subject and value of a fact.

    Args:
        fact: the deleted fact.
        pool: the corpus.
        gone: ids that are not in the twin's corpus.
    """
    return tuple(one for one, unit in pool.units.items() if one not in gone and _holds_both(unit, fact))


# Surface forms, by nothing but strings: shared with no extractor.


def _holds_both(unit: Unit, fact: Triple) -> bool:
    text = _text(unit)
    subject = _plain(_without_bracket(fact.subject))
    return f" {subject} " in text and any(f" {form} " in text for form in _forms(fact.value))


def _text(unit: Unit) -> str:
    key = unit.title, unit.text
    if key not in _TEXTS:
        _TEXTS[key] = f" {_plain(unit.title)} | {_plain(unit.text)} "
    return _TEXTS[key]


_TEXTS: dict[tuple[str, str], str] = {}
_MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]


def _plain(text: str) -> str:
    bare = unicodedata.normalize("NFKD", text.casefold().replace("'", "").replace("’", ""))
    bare = "".join(character for character in bare if not unicodedata.combining(character))
    return " ".join(re.findall(r"\w+", bare))


def _without_bracket(title: str) -> str:
    return re.sub(r"\s*\([^()]*\)\s*$", "", title)


def _forms(value: str) -> list[str]:
    """Ways to write a value: as it is, and a date with day and month in either order."""
    plain = _plain(value)
    forms = [plain]
    words = plain.split()
    month = next((word for word in words if word in _MONTHS), None)
    numbers = [word for word in words if word.isdigit()]
    if month and len(numbers) == 2:
        day, year = sorted(numbers, key=len)
        forms += [f"{day} {month} {year}", f"{month} {day} {year}"]
    return forms

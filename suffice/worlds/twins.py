"""A question's unanswerable twin: the same question over a corpus that does not state a fact that decides it.

Certify section 7: the deciding fact is chosen by seed, the passages that state it are deleted, restatements are searched
for and deleted too, and as many passages of like length are put in their place. The audit for survivors looks at
surface forms alone and shares no code with the linker.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from suffice.search import Index
from suffice.worlds.pool import MOST_DELETED, Pool
from suffice.worlds.questions import Question, Triple
from suffice.worlds.surfaces import plain, without_bracket

__all__ = ["Twin", "make_twin"]

#: Passages looked at in each search for restatements.
_SEARCHED = 20


@dataclass(frozen=True, slots=True)
class Twin:
    """What the corpus of a twin differs in.

    Args:
        question: the question's id.
        fact: the deciding fact, None where the data has no triples (then a supporting passage was deleted).
        deleted: ids of the passages deleted.
        replacements: ids of the passages put in their place.
        survivors: ids of passages left that hold subject and value of the fact; where there is no fact, the title of what
            was deleted and the answer.
        audited: whether survivors were looked for: not where there is no fact and the answer is yes, no or that title.
        absent: every id of the pool that is not in the twin's corpus.
    """

    question: str
    fact: Triple | None
    deleted: tuple[str, ...]
    replacements: tuple[str, ...]
    survivors: tuple[str, ...]
    audited: bool
    absent: frozenset[str]


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
    fact = chance.choice(question.triples) if question.triples else None
    audited = fact is not None
    if fact is None:
        chosen = chance.choice(pool.supporting[question.id])
        deleted = _same_title(chosen, question, pool)
        title = pool.units[chosen].title
        audited = not question.is_yes_no and plain(without_bracket(title)) != plain(
            without_bracket(question.answer)
        )
        holding = frozenset(pool.surfaces.holding(title, question.answer) if audited else ())
    else:
        stating = pool.stating(question, fact)
        holding = frozenset(pool.surfaces.holding(fact.subject, fact.value))
        restating = [unit for unit in _search(fact, index, reserve) if unit in holding]
        deleted = tuple(dict.fromkeys((*stating, *restating)))[:MOST_DELETED]
    replacements = _replace(deleted, [unit for unit in pool.reserve if unit not in holding], pool, chance)
    absent = frozenset(deleted) | (reserve - frozenset(replacements))
    survivors = tuple(unit for unit in pool.units if unit in holding - absent)
    return Twin(question.id, fact, deleted, replacements, survivors, audited, absent)


def _same_title(chosen: str, question: Question, pool: Pool) -> tuple[str, ...]:
    """A supporting passage, and the others of the question with its title: data that name support by title mean all of them."""
    title = pool.units[chosen].title
    others = [unit for unit in pool.supporting[question.id] if pool.units[unit].title == title]
    return tuple(dict.fromkeys((chosen, *others)))[:MOST_DELETED]


def _search(fact: Triple, index: Index, reserve: frozenset[str]) -> list[str]:
    """Candidates for restatements, as the system itself would find them."""
    queries = f"{fact.subject} {fact.relation.replace('_', ' ')} {fact.value}", f"{fact.subject} {fact.value}"
    return [unit for query in queries for unit in index.search(query, _SEARCHED, reserve)]


def _replace(
    deleted: Sequence[str], candidates: Sequence[str], pool: Pool, chance: random.Random
) -> tuple[str, ...]:
    """For each deleted passage a candidate of nearest length; of two as near, by chance."""
    left = list(candidates)
    chance.shuffle(left)
    chosen: list[str] = []
    for unit in deleted:
        length = len(pool.units[unit].text)
        best = min(left, key=lambda other: abs(len(pool.units[other].text) - length), default=None)
        if best is not None:
            left.remove(best)
            chosen.append(best)
    return tuple(chosen)

"""The pooled corpus of a set of questions.

>>> from suffice.worlds.questions import Paragraph, Question
>>> paragraphs = (Paragraph("Free Guy", "A film by Shawn Levy.", True), Paragraph("Paris", "A city.", False))
>>> pool = pool_questions([Question("q1", "Who directed Free Guy?", "Shawn Levy", (), "simple", paragraphs, ())])
>>> pool.supporting["q1"], pool.reserve
(('p0',), ('p1',))
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from suffice.extractors import Unit
from suffice.worlds.questions import Question, Triple
from suffice.worlds.surfaces import Surfaces, plain, without_bracket

__all__ = ["MOST_DELETED", "Pool", "limit_pool", "pool_questions"]

#: Passages deleted for one twin at most; a restatement beyond them is a survivor.
MOST_DELETED = 4
#: One in so many passages that support nothing is set aside to replace deleted ones; at least `MOST_DELETED`.
_RESERVE = 10


@dataclass(frozen=True, slots=True)
class Pool:
    """One corpus for all questions.

    Args:
        units: every passage once, by id; those set aside among them.
        reserve: ids of passages set aside: they are in no corpus but as replacements in a twin's.
        contexts: for each question id the ids of its own passages.
        supporting: for each question id the ids of its supporting passages.
    """

    units: Mapping[str, Unit]
    reserve: tuple[str, ...]
    contexts: Mapping[str, tuple[str, ...]]
    supporting: Mapping[str, tuple[str, ...]]
    surfaces: Surfaces = field(repr=False)

    def stating(self, question: Question, fact: Triple) -> tuple[str, ...]:
        """The question's supporting passages that state a gold fact of it.

        Those titled with the fact's subject, and those that hold subject and value; else those that hold the value;
        else all.
        """
        own = self.supporting[question.id]
        subject = plain(without_bracket(fact.subject))
        titled = [unit for unit in own if plain(without_bracket(self.units[unit].title)) == subject]
        both = [unit for unit in own if self.surfaces.holds_both(unit, fact.subject, fact.value)]
        valued = [unit for unit in own if self.surfaces.holds(unit, fact.value)]
        return tuple(dict.fromkeys(titled + both)) or tuple(valued) or own


def limit_pool(pool: Pool, asked: Sequence[str], size: int, *, seed: int = 0) -> Pool:
    """A smaller corpus for some of the questions: their own passages, and others drawn by seed until it has a size.

    A larger one holds all that a smaller one holds. What is set aside stays, so that twins differ in nothing else.

    Args:
        pool: of all questions and distractors.
        asked: ids of the questions that are asked.
        size: passages in the originals' corpus; where the questions have more of their own, these.
        seed: draws the others.

    >>> from suffice.worlds.questions import Paragraph, Question
    >>> told = [Paragraph("A", "It is.", True), *(Paragraph(f"T{n}", "Text.", False) for n in range(50))]
    >>> whole = pool_questions([Question(f"q{n}", "?", "A", (), "t", tuple(told[n:n+20] + told[:1]), ()) for n in range(30)])
    >>> sizes = [limit_pool(whole, ["q1"], size) for size in (5, 30, 999)]
    >>> [len(one.units) - len(one.reserve) for one in sizes], sizes[0].units.keys() < sizes[1].units.keys()
    ([19, 30, 45], True)
    """
    reserve = frozenset(pool.reserve)
    own = {unit for question in asked for unit in pool.contexts[question]} - reserve
    others = [unit for unit in pool.units if unit not in own and unit not in reserve]
    random.Random(f"pool:{seed}").shuffle(others)
    kept = own | reserve | set(others[: max(0, size - len(own))])
    units = {name: unit for name, unit in pool.units.items() if name in kept}
    return replace(pool, units=units, surfaces=Surfaces(units.values()))


def pool_questions(questions: Sequence[Question], distractors: Iterable[Unit] = (), *, seed: int = 0) -> Pool:
    """Pool the paragraphs of all questions into one corpus.

    Args:
        questions: each with its paragraphs.
        distractors: more passages; one with the same title and text as a paragraph is left out.
        seed: chooses which passages are set aside.
    """
    ids: dict[tuple[str, str], str] = {}
    contexts: dict[str, tuple[str, ...]] = {}
    supporting: dict[str, tuple[str, ...]] = {}
    for question in questions:
        own: dict[str, bool] = {}
        for paragraph in question.paragraphs:
            unit_id = ids.setdefault((paragraph.title, paragraph.text), f"p{len(ids)}")
            own[unit_id] = own.get(unit_id, False) or paragraph.supporting
        contexts[question.id] = tuple(own)
        supporting[question.id] = tuple(unit_id for unit_id, supports in own.items() if supports)
    for unit in distractors:
        ids.setdefault((unit.title, unit.text), f"d{len(ids)}")
    units = {unit_id: Unit(unit_id, title, text) for (title, text), unit_id in ids.items()}
    needed = {unit_id for own in supporting.values() for unit_id in own}
    free = [unit_id for unit_id in units if unit_id not in needed]
    wanted = max(MOST_DELETED, len(free) // _RESERVE)
    reserve = set(random.Random(seed).sample(free, min(wanted, len(free))))
    return Pool(
        units,
        tuple(unit_id for unit_id in units if unit_id in reserve),
        contexts,
        supporting,
        Surfaces(units.values()),
    )

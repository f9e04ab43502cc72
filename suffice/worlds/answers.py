"""When an answer counts as the gold answer.

Strictly: exact match, equal after normalisation (Rajpurkar et al. 2016: case, punctuation, articles; marks too).
Leniently: equal as a value of the gold answer's type, or for a place one is the other refined. Names must be equal.

>>> is_exact("The Seventh Seal", "seventh seal"), is_same("2 November 1932", "November 2, 1932")
(True, True)
>>> is_same("Montreal", "Montreal, Quebec", kind="place"), is_same("Henry", "Henry, Duke of York", kind="person")
(True, False)
"""

from __future__ import annotations

from suffice.extractors import Lexicon, same_value
from suffice.worlds.questions import Question
from suffice.worlds.surfaces import plain

__all__ = ["is_exact", "is_same", "is_same_value", "kind_of_answer", "normalise"]

_ARTICLES = frozenset({"a", "an", "the"})


def normalise(text: str) -> str:
    """An answer without case, marks, punctuation and articles; articles stay where there is nothing else.

    >>> normalise("The Who"), normalise("Éric  Rohmer."), normalise("A")
    ('who', 'eric rohmer', 'a')
    """
    words = plain(text).split()
    return " ".join([word for word in words if word not in _ARTICLES] or words)


def is_exact(answer: str, *gold: str) -> bool:
    """Whether an answer is exactly one of the gold answers, after normalisation."""
    return normalise(answer) in {normalise(one) for one in gold} - {""}


def is_same(answer: str, *gold: str, kind: str | None = None) -> bool:
    """Whether an answer is one of the gold answers.

    Args:
        answer: what was answered, in words.
        gold: the gold answer and its aliases.
        kind: the value type of the gold answer, as a lexicon names it; where it is unknown, only dates are compared
            as values, since nothing else looks like one.
    """
    return is_exact(answer, *gold) or any(is_same_value(kind or "date", answer, one) for one in gold)


def is_same_value(kind: str, one: str, other: str) -> bool:
    """Whether two texts are the same value of a type; of two places one may say more about where it is."""
    if kind == "place":
        parts, others = ([normalise(part) for part in text.split(",")] for text in (one, other))
        shared = min(len(parts), len(others))
        return parts[:shared] == others[:shared] and parts[0] != ""
    return same_value(kind, one, other)


def kind_of_answer(question: Question, lexicon: Lexicon) -> str | None:
    """The value type of the gold triple whose value is the gold answer; None where there is no such triple."""
    for triple in question.triples:
        relation = lexicon.relation.get(triple.relation)
        if relation is not None and is_exact(triple.value, question.answer):
            return relation.value
    return None

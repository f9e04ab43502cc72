"""When an answer counts as the gold answer.

Strictly: exact match, equal after normalisation (Rajpurkar et al. 2016: case, punctuation, articles; marks too).
Leniently: equal as a value of the gold answer's type, or for a place one is the other refined. Names must be equal, or be title
and first words of one of the question's supporting passages.

>>> is_exact("The Seventh Seal", "seventh seal"), is_same("2 November 1932", "November 2, 1932")
(True, True)
>>> is_same("Montreal", "Montreal, Quebec", kind="place"), is_same("Henry", "Henry, Duke of York", kind="person")
(True, False)
"""

from __future__ import annotations

import re

from suffice.extractors import Lexicon, same_value
from suffice.worlds.questions import Question
from suffice.worlds.surfaces import plain, without_bracket

__all__ = ["is_exact", "is_right", "is_same", "is_same_value", "kind_of_answer", "normalise"]

#: Where the name ends that a passage opens with.
_NAMED = re.compile(r"\s*[(,]|\s(?:is|was|are|were)\s")
#: What a question's first wh-word asks for, where that is a place or a country.
_ASKS = re.compile(
    r"where\b|(?:(?!\b(?:who|whom|whose|what|which|when|where|why|how)\b).)*?\b(?:what|which)(?: (?:is|was) the)?(?: \w+)? "
    r"(?:(?P<country>country|nation)|city|town|village|place|birthplace|location|county|district|province|state|region|municipality)\b",
    re.IGNORECASE,
)
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


def is_right(answer: str, question: Question, lexicon: Lexicon) -> bool:
    """Whether an answer is right: one of the gold answers, or another name of the thing that one of them names.

    Two names are of one thing where a supporting passage of the question has one as its title and opens with the other.

    Args:
        answer: what was answered, in words.
        question: with its gold answers and its passages.
        lexicon: tells the type of a gold triple's value.

    >>> from suffice.extractors import read_lexicon
    >>> from suffice.worlds.questions import Paragraph
    >>> told = Paragraph("Ann Ek (singer)", "Ann Margit Ek (born 1950) is a singer.", True)
    >>> question = Question("q", "Who sang it?", "Ann Margit Ek", (), "simple", (told,), ())
    >>> is_right("Ann Ek", question, read_lexicon()), is_right("Ann", question, read_lexicon())
    (True, False)
    """
    gold = (question.answer, *question.aliases)
    if is_same(answer, *gold, kind=kind_of_answer(question, lexicon)):
        return True
    said, wanted = normalise(answer), {normalise(one) for one in gold} - {""}
    for paragraph in question.paragraphs:
        if paragraph.supporting:
            title = normalise(without_bracket(paragraph.title))
            opening = normalise(_NAMED.split(paragraph.text, maxsplit=1)[0])
            if (said == title and opening in wanted) or (said == opening and title in wanted):
                return said != ""
    return False


def is_same_value(kind: str, one: str, other: str) -> bool:
    """Whether two texts are the same value of a type; of two places one may say more about where it is."""
    if kind == "place":
        parts, others = ([normalise(part) for part in text.split(",")] for text in (one, other))
        shared = min(len(parts), len(others))
        return parts[:shared] == others[:shared] and parts[0] != ""
    return same_value(kind, one, other)


def kind_of_answer(question: Question, lexicon: Lexicon) -> str | None:
    """The value type of the gold triple whose value is the gold answer; None where there is no such triple.

    Where the data has no triples, a question that begins with `where`, `in which city` or `what country` says so itself.
    """
    if not question.triples and (asked := _ASKS.match(question.text)):
        return "country" if asked["country"] else "place"
    for triple in question.triples:
        relation = lexicon.relation.get(triple.relation)
        if relation is not None and is_exact(triple.value, question.answer):
            return relation.value
    return None

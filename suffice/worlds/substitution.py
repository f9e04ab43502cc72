"""Attacks made of questions with gold evidence: the supporting passages again, with another answer in them.

For questions that our loop can read there are no attack files. So the passage that holds the answer is copied, title and
all, with the answer of another question of the same kind in its place (corpus substitution of entity-based knowledge
conflicts; Longpre et al. 2021). It is the strongest attack of this module: nothing in such a page tells it from the true one.

>>> from suffice.extractors import read_lexicon
>>> from suffice.worlds.questions import Paragraph, Triple
>>> def ask(film: str, person: str) -> Question:
...     page = Paragraph(film, f"{film} was directed by {person}.", True)
...     return Question(film, f"Who directed {film}?", person, (), "t", (page,), (Triple(film, "director", person),))
>>> attacks = substitute([ask("Free Guy", "Shawn Levy"), ask("Thirst", "Ann Hui")], read_lexicon())
>>> attacks[0].texts, attacks[0].titles, attacks[0].incorrect
(('Free Guy was directed by Ann Hui.',), ('Free Guy',), 'Ann Hui')
"""

from __future__ import annotations

from collections.abc import Sequence

import regex

from suffice.extractors import Lexicon
from suffice.worlds.answers import is_same, kind_of_answer
from suffice.worlds.poison import Attack
from suffice.worlds.questions import Question

__all__ = ["substitute"]


def substitute(questions: Sequence[Question], lexicon: Lexicon) -> list[Attack]:
    """One attack for each question whose answer stands, word by word, in a supporting passage.

    Args:
        questions: with gold facts; one whose answer is no fact's value is left out.
        lexicon: for the kinds of values.

    Returns:
        Attacks in the order of the questions; the incorrect answer is that of the next question with an answer of the
        same kind, the first following the last.
    """
    kinds = [kind_of_answer(question, lexicon) for question in questions]
    attacks = []
    for place, (question, kind) in enumerate(zip(questions, kinds, strict=True)):
        following = [*range(place + 1, len(questions)), *range(place)]
        others = (
            questions[other].answer
            for other in following
            if kind is not None
            and kinds[other] == kind
            and not is_same(questions[other].answer, question.answer, *question.aliases, kind=kind)
        )
        incorrect = next(others, None)
        if incorrect is None:
            continue
        literal = regex.compile(rf"(?<![\p{{L}}\p{{N}}]){regex.escape(question.answer)}(?![\p{{L}}\p{{N}}])")
        copies = {
            (page.title, literal.sub(incorrect.replace("\\", r"\\"), page.text)): page.text
            for page in question.paragraphs
            if page.supporting and literal.search(page.text)
        }
        if copies:
            attacks.append(
                Attack(
                    question.id,
                    question.text,
                    question.answer,
                    incorrect,
                    tuple(text for _, text in copies),
                    tuple(copies.values()),
                    tuple(title for title, _ in copies),
                )
            )
    return attacks

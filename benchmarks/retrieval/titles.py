"""Titles made up by seed, and claims and sentences that name some of them, whatever the size of the collection."""

from __future__ import annotations

import random
from collections.abc import Sequence

from suffice.search.prefix.scorers import Cited, Context

__all__ = ["make_contexts", "make_titles"]

_SYLLABLES = [
    first + vowel for first in "bcdfghklmnprstvwz" for vowel in ("a", "e", "i", "o", "u", "an", "er")
]
_BRACKETS = ("", "", "", "", "", "", "", " (film)", " (album)", " (footballer)", " (novel)", " (2013 film)")


def make_titles(count: int, seed: int) -> list[str]:
    """Distinct titles of one to five words; words come as often as in language (Zipf), new ones as the collection grows.

    A larger collection begins with a smaller one's titles.
    """
    draw = random.Random(seed)
    words: list[str] = []
    titles: dict[str, None] = {}
    while len(titles) < count:
        told = []
        for _ in range(draw.choice((1, 2, 2, 2, 3, 3, 4, 5))):
            # Simon (1955): a new word now and then, else one as often as it was used before.
            if not words or draw.random() < 0.15:
                words.append("".join(draw.choice(_SYLLABLES) for _ in range(draw.randint(2, 4))).capitalize())
                told.append(words[-1])
            else:
                told.append(words[draw.randrange(len(words))])
                words.append(told[-1])
        titles[" ".join(told) + draw.choice(_BRACKETS)] = None
    return list(titles)


def make_contexts(titles: Sequence[str], count: int, seed: int) -> list[Context]:
    """Claims with five sentences each, about titles of the first ones."""
    draw = random.Random(seed)
    contexts = []
    for _ in range(count):
        named = [draw.choice(titles) for _ in range(15)]
        sentences = [
            Cited(
                named[3 * number],
                f"{named[3 * number]} is a film of 1999 that was directed by {named[3 * number + 1]} and written by"
                f" {named[3 * number + 2]} after a novel.",
            )
            for number in range(5)
        ]
        contexts.append(Context(f"Where was the director of the film {named[0]} born?", tuple(sentences)))
    return contexts

"""Sentences by rule, so that a checker finds what a prover found."""

from __future__ import annotations

import regex

__all__ = ["split_sentences"]

_SENTENCE = regex.compile(
    r"\S(?:[^.!?]|[.!?](?!\s|$)|(?<=\b\p{Lu}|\bMr|\bMrs|\bDr|\bSt|\bMt|\bJr|\bvs|\bNo)\.)*[.!?]*"
)


def split_sentences(text: str) -> list[tuple[int, int]]:
    """Spans of the sentences of a text.

    >>> text = "He left. Dr. Who came, at 3.5 miles an hour!"
    >>> [text[start:end] for start, end in split_sentences(text)]
    ['He left.', 'Dr. Who came, at 3.5 miles an hour!']
    """
    return [match.span() for match in _SENTENCE.finditer(text) if any(map(str.isalnum, match.group()))]

"""Sentences that deny, doubt or plan what they say."""

from __future__ import annotations

import regex

__all__ = ["is_doubtful"]

#: As written: `May` is a month, `IF` may be a club.
_DOUBTFUL = regex.compile(
    r"\b(?:[Nn]ot|[Nn]ever|[Nn]either|nor|hardly|[Aa]llegedly|supposedly|reportedly|rumou?red|falsely|might|may|would|could|"
    r"[Nn]obody|[Nn]o one|denied|denies|refused|declined|if|whether|planned to|was to have|considered for|auditioned|offered|"
    r"turned down|nearly|almost|replaced by|instead of|except|without|unlike)\b(?! only\b|-)|n't\b"
)


def is_doubtful(text: str) -> bool:
    """Whether a sentence denies, doubts or plans something, whatever it is.

    >>> is_doubtful("It may have been built by Ann Ek."), is_doubtful("Ann Ek built it in May.")
    (True, False)
    """
    return _DOUBTFUL.search(text) is not None

"""ROUGE-L: how long a sequence of words two texts have in common (Lin 2004).

>>> rouge_l("the ledger is in Kolm", "a ledger lies in Kolm House")
0.5454545454545454
"""

from __future__ import annotations

from collections.abc import Sequence

from suffice.extractors.text import tokens_of

__all__ = ["common_subsequence", "rouge_l"]


def common_subsequence(a: Sequence[str], b: Sequence[str]) -> int:
    """Length of the longest common subsequence, in time |a| |b| and space |b|.

    >>> common_subsequence("abcbdab", "bdcaba")
    4
    """
    lengths = [0] * (len(b) + 1)
    for x in a:
        before = 0
        for place, y in enumerate(b, start=1):
            above = lengths[place]
            lengths[place] = before + 1 if x == y else max(above, lengths[place - 1])
            before = above
    return lengths[-1]


def rouge_l(a: str, b: str) -> float:
    """ROUGE-L's F1 of two texts' tokens, between 0 and 1; 0 where one has none.

    Args:
        a: a text.
        b: another; the measure is symmetric.
    """
    left, right = tokens_of(a), tokens_of(b)
    return 2 * common_subsequence(left, right) / (len(left) + len(right)) if left and right else 0.0

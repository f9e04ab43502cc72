"""How one quantifier relates to another over the same restrictor and scope.

Cardinal quantifiers are sets of counts, compared exactly; `all` and `not-all` are compared with them for a restrictor that
is not empty. Vague ones (`few`, `many`, `most`) relate to what holds of every reading of them.

>>> relate_quantifiers("all", ["every"], "some", ["a"])
'<'
>>> relate_quantifiers("at-least", ["three"], "at-most", ["fewer", "than", "three"])
'!'
>>> relate_quantifiers("no", ["no"], "some", ["some"])
'!'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from suffice.extractors.natlog.knowledge.numbers import read_number
from suffice.extractors.natlog.relations import Relation, converse

__all__ = ["count_of", "relate_quantifiers"]

#: Counts from the first to the second, None for no bound.
_Counts: TypeAlias = tuple[int, int | None]


def count_of(words: Sequence[str]) -> int | None:
    """The number that words name: `three`, `twenty five`, `1,000`; None if they name none.

    >>> count_of("one thousand one hundred".split())
    1100
    >>> count_of(["two", "hundred"]), count_of(["1,000"]), count_of(["some"])
    (200, 1000, None)
    """
    number = read_number(" ".join(words))
    return int(number) if number is not None and number.denominator == 1 else None


def relate_quantifiers(
    kind: str, words: Sequence[str], other: str, other_words: Sequence[str]
) -> Relation | None:
    """The relation of one quantifier to another; None if they tell nothing of each other.

    Args:
        kind: of `projectivity`, of the evidence's quantifier.
        words: its words, lower-case; none for a bare noun phrase.
        other: of the claim's.
        other_words: likewise.
    """
    if (kind, tuple(words)) == (other, tuple(other_words)):
        return "="
    one, two = _counts(kind, words), _counts(other, other_words)
    if one is not None and two is not None:
        return _compare(one, two)
    named = _name(kind, words), _name(other, other_words)
    if named in _RELATED:
        return _RELATED[named]
    if (named[1], named[0]) in _RELATED:
        return converse(_RELATED[named[1], named[0]])
    return None


#: What the names of quantifiers come to; the restrictor is not empty, and has more than one member for `several`.
_RELATED: dict[tuple[str, str], Relation] = {
    ("all", "all"): "=",
    ("all", "some"): "<",
    ("all", "most"): "<",
    ("all", "almost all"): "#",
    ("all", "not-all"): "!",
    ("all", "no"): "|",
    ("no", "not-all"): "<",
    ("some", "no"): "!",
    ("some", "not-all"): "v",
    ("most", "some"): "<",
    ("most", "no"): "|",
    ("almost all", "most"): "<",
    ("almost all", "some"): "<",
    ("almost all", "no"): "|",
    ("almost all", "almost all"): "=",
    ("many", "some"): "<",
    ("many", "no"): "|",
    ("both", "some"): "<",
    ("both", "no"): "|",
    ("several", "some"): "<",
    ("several", "no"): "|",
    ("several", "several"): "=",
    ("some", "some"): "=",
    ("no", "no"): "=",
    ("most", "most"): "=",
    ("many", "many"): "=",
    ("no", "few"): "<",
    ("few", "few"): "=",
    ("not-all", "not-all"): "=",
    ("almost no", "few"): "<",
    ("few", "all"): "|",
    ("few", "most"): "|",
    ("few", "almost all"): "|",
    ("few", "many"): "|",
    ("the", "some"): "<",
    ("the", "the"): "=",
}
_NAMES = {
    "most": "most", "a majority of": "most", "the majority of": "most",
    "almost all": "almost all", "almost every": "almost all", "almost each": "almost all",
    "nearly all": "almost all", "nearly every": "almost all",
    "almost everyone": "almost all", "almost everybody": "almost all", "almost everything": "almost all",
    "many": "many", "a lot of": "many", "lots of": "many", "plenty of": "many", "a great many": "many",
    "a good many": "many", "much": "many", "a number of": "several", "both": "both",
    "few": "few", "very few": "few", "too few": "few", "little": "few", "very little": "few",
    "several": "several", "a few": "several", 
    "almost no": "almost no", "hardly any": "almost no", "scarcely any": "almost no", "barely any": "almost no",
    "almost nobody": "almost no", "almost no one": "almost no", "almost nothing": "almost no",
}  # fmt: skip
_DEFINITES = frozenset(["the"])


def _name(kind: str, words: Sequence[str]) -> str:
    text = " ".join(words)
    if kind == "the" and text not in _DEFINITES:
        return text  # a possessive or demonstrative: of its own owner or place
    return _NAMES.get(text, kind)


def _counts(kind: str, words: Sequence[str]) -> _Counts | None:
    """The counts of which a quantifier is true; None if it is no cardinal one."""
    name = _name(kind, words)
    if name == "some":
        return (1, None)
    if name == "no":
        return (0, 0)
    number = count_of([word for word in words if count_of([word]) is not None])
    if number is None:
        return None
    if kind == "at-least":
        more = {"more", "over"} & set(words) and "no" not in words and "not" not in words
        return (number + bool(more), None)
    if kind == "at-most":
        fewer = {"fewer", "less", "under"} & set(words) and "no" not in words and "not" not in words
        return (0, number - bool(fewer)) if number - bool(fewer) >= 0 else None
    if kind == "exactly" and words[0] in {"exactly", "precisely", "just", "only"}:
        return (number, number)
    return None


def _compare(one: _Counts, two: _Counts) -> Relation:
    """The relation of two sets of counts within all counts."""
    (low, high), (other_low, other_high) = one, two
    top, other_top = _top(high), _top(other_high)
    if (low, top) == (other_low, other_top):
        return "="
    disjoint = top < other_low or other_top < low
    first, second = (
        ((low, top), (other_low, other_top)) if low <= other_low else ((other_low, other_top), (low, top))
    )
    exhaustive = first[0] == 0 and max(first[1], second[1]) == float("inf") and second[0] <= first[1] + 1
    if disjoint:
        return "!" if exhaustive else "|"
    if exhaustive:
        # One of them may be everything there is: then it says nothing, and the other is stronger.
        return "v"
    if other_low <= low and top <= other_top:
        return "<"
    return ">" if low <= other_low and other_top <= top else "#"


def _top(high: int | None) -> float:
    return float("inf") if high is None else high

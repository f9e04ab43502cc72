"""The names that a word of a sentence heads, or stands for: others joined to it, those it calls by name, a title in quotes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import regex

from suffice.extractors.lexicon import ValueType
from suffice.extractors.open.conditions.wordings import is_adjective
from suffice.extractors.values import value_of

if TYPE_CHECKING:
    from spacy.tokens import Token

__all__ = ["names_under"]

_CLAUSES = frozenset(["relcl", "acl", "advcl", "ccomp", "parataxis"])
_JOINED = frozenset(["conj", "appos"])
_UNDER = frozenset(["conj", "appos", "prep", "pobj", "compound", "nmod", "dep", "npadvmod", "poss"])
_ITEM = regex.compile(
    r"(?:, and |, | and )(?P<v>(?:[\p{Lu}][\p{L}\p{M}.'’$\-]*)(?: [\p{Lu}\p{N}][\p{L}\p{M}\p{N}.'’$\-]*){0,3})(?=,| and |\.$|[;)])"
)


def names_under(token: Token, text: str, firm: bool, value: ValueType) -> Iterator[tuple[int, int]]:
    """Spans of the names that a word heads or stands for: itself, others joined to it, what it calls by name.

    Args:
        token: the word.
        text: of its sentence.
        firm: whether only names in the very same place count.
        value: type of what is asked for; a person's name is not gone on with by `of`.
    """
    seen = {token.i}
    waiting = [token]
    heads: list[Token] = []
    while waiting:
        one = waiting.pop(0)
        if (
            one.pos_ in ("PROPN", "X", "INTJ")
            or (one.text[:1].isupper() and one.pos_ in ("NOUN", "ADJ", "VERB"))
            or one.text[:1] == '"'
        ):
            heads.append(one)
        for kid in one.children:
            if kid.i in seen or kid.dep_ in _CLAUSES:
                continue
            allowed = _JOINED if firm and one.text[:1].isupper() else _UNDER
            if firm and kid.dep_ in ("prep", "poss"):
                continue
            if kid.dep_ in allowed or (kid.dep_ == "punct" and kid.text == '"'):
                seen.add(kid.i)
                if kid.dep_ in ("compound", "nmod") and one.text[:1].isupper():
                    continue
                waiting.append(kid)
    for one in heads:
        if one.is_punct:
            continue
        first = one
        while first.i > 0 and _joins(first, one):
            first = first.nbor(-1)
        start, end = first.idx, one.idx + len(one)
        quoted = _quoted(text, start, end)
        if quoted is not None:
            yield quoted
            continue
        if value_of("country", text[start:end]) is not None and one.dep_ in ("amod", "compound", "nmod"):
            continue
        # `Japanese Imperial Japanese Army`: the name may begin behind the adjective.
        if first.i < one.i - 1 and first.dep_ in ("amod", "compound", "nmod") and is_adjective(first.text):
            yield first.nbor(1).idx, end
        if value != "person":
            rest = regex.compile(
                r"(?: (?:of|for|and|the|de)(?: the)? [\p{Lu}][\p{L}\-]*(?: [\p{Lu}][\p{L}\-]*)*)+"
            ).match(text, end)
            if rest is not None:
                yield start, rest.end()
        yield start, end
        if not firm:
            yield from _listed(text, end)


def _listed(text: str, end: int) -> Iterator[tuple[int, int]]:
    """Names that a list goes on with, however it was parsed."""
    while match := _ITEM.match(text, end):
        yield match.span("v")
        end = match.end()


def _joins(first: Token, head: Token) -> bool:
    """Whether the word before belongs to the name."""
    before = first.nbor(-1)
    if before.text == "&":
        return True
    capital = before.text[:1].isupper() or before.text[:1].isdigit()
    return (
        capital
        and before.dep_ in ("compound", "flat", "nmod", "amod", "nummod")
        and before.head.i <= head.i + 2
        and before.i < head.i
    )


def _quoted(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The title in quotes that a place is in."""
    if text.count('"', 0, start) % 2 == 0:
        return None
    left, right = text.rfind('"', 0, start), text.find('"', end)
    return (left + 1, right) if right > left else None

"""Queries made of words: what the policies that know no premise share.

>>> weigh({"vel": 0.5, "ledger": 1 / 3})
'vel^0.5 ledger^0.333333'
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping

from suffice.extractors import Unit
from suffice.rules import Program, String
from suffice.search.index import query_words
from suffice.search.inquiry import Inquiry, View

__all__ = ["ask", "closed_vocabulary", "draws_of", "text_of", "weigh"]


def ask(query: str) -> Inquiry:
    """An ordinary query, with no premise behind it.

    >>> ask("ledger").stop
    False
    """
    return Inquiry(premise="", decisiveness="", query=query, expected_discriminator="")


def text_of(page: Unit) -> str:
    """Title and text of a page."""
    return f"{page.title}\n{page.text}"


def closed_vocabulary(rules: Program) -> tuple[str, ...]:
    """The fixed words of all lookups' wordings, slots left out; in the order written, each as often as it stands there.

    Args:
        rules: with `lookup/3` declarations.

    >>> from suffice.rules import parse_program
    >>> closed_vocabulary(parse_program('lookup(final, 2, "signed final record {0}"). lookup(bridge, 2, "bridge record {1}").'))
    ('signed', 'final', 'record', 'bridge', 'record')
    """
    blank = String("")
    wordings = (lookup.word((blank,) * lookup.signature.arity) for lookup in rules.lookups.values())
    return tuple(word for wording in wordings for word in query_words(wording))


def draws_of(seed: int, view: View, round_: int) -> random.Random:
    """A source of chance that depends on the seed, the question and the round, and on nothing else."""
    return random.Random(f"{seed}\n{round_}\n{view.question}")


def weigh(weights: Mapping[str, float]) -> str:
    """A query of weighted words in Lucene's notation, heaviest first, ties by word; a weight below 10^-6 is dropped.

    Args:
        weights: by word, not negative.
    """
    heaviest: Iterable[tuple[str, float]] = sorted(weights.items(), key=lambda pair: (-pair[1], pair[0]))
    written = ((word, f"{weight:.6f}".rstrip("0").rstrip(".")) for word, weight in heaviest)
    return " ".join(f"{word}^{weight}" for word, weight in written if weight != "0")

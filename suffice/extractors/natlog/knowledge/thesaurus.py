"""What the prover asks of a thesaurus, be it WordNet or our own lexicon: senses of a lemma, what is broader, what is opposite.

A *node* is a set of words with one meaning (WordNet calls it a synset).
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

__all__ = ["POS", "Sense", "Thesaurus", "ancestors", "pos_of"]

#: Parts of speech, by the letters that WordNet uses for them.
POS = ("n", "v", "a", "r")
_POS_NAMES = {"noun": "n", "verb": "v", "adj": "a", "adjective": "a", "s": "a", "adv": "r", "adverb": "r"}


class Sense(NamedTuple):
    """One sense of a lemma.

    Args:
        rank: 1 for the most frequent sense.
        node: the node it belongs to.
    """

    rank: int
    node: str


class Thesaurus(Protocol):
    """Nodes under a relation of generality."""

    def senses(self, lemma: str, pos: str) -> tuple[Sense, ...]:
        """The senses of a lemma (as written: a capital may tell a name), the most frequent first."""

    def broader(self, node: str) -> tuple[str, ...]:
        """The nodes that are directly more general."""

    def opposites(self, node: str) -> tuple[tuple[str, str, str, bool], ...]:
        """Antonyms of a node's words: the word, the other word, its node, whether one of the two must hold."""


def pos_of(name: str | None) -> str | None:
    """The letter of a part of speech.

    >>> pos_of("noun"), pos_of("v"), pos_of(None)
    ('n', 'v', None)
    """
    return None if name is None else _POS_NAMES.get(name.lower(), name.lower())


def ancestors(thesaurus: Thesaurus, node: str) -> dict[str, tuple[str, ...]]:
    """Every node that is at least as general, each with a shortest path to it from the node, both ends included."""
    found: dict[str, tuple[str, ...]] = {node: (node,)}
    level = [node]
    while level:
        level_above = []
        for one in level:
            for above in thesaurus.broader(one):
                if above not in found:
                    found[above] = (*found[one], above)
                    level_above.append(above)
        level = level_above
    return found

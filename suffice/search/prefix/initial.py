"""What is retrieved first: by words, by generating titles from the claim, by both, or by the titles that it names.

>>> from suffice.extractors import Unit
>>> collection = Collection([Unit("u1", "Free Guy", "A film."), Unit("u2", "Paris", "A city.")])
>>> named_titles(collection.trie, "Who directed Free Guy?")
(0,)
"""

from __future__ import annotations

from math import log

from suffice.errors import UsageError
from suffice.search.prefix.beam import WIDTH, search_beam
from suffice.search.prefix.collection import Collection
from suffice.search.prefix.decoder import Decoder
from suffice.search.prefix.scorers.protocol import Context, Scorer
from suffice.search.prefix.trie import Node, Trie

__all__ = ["INITIAL", "LEAST", "named_titles", "retrieve_first"]

#: `both` is the generator's documents, then those of BM25 that are new.
INITIAL = ("both", "bm25", "generator", "titles")
#: Titles that the generator gives at most.
GENERATED = 5
#: What is less likely than one in a thousand is no title that was meant, but what the trie left to choose from.
LEAST = log(1e-3)


def retrieve_first(
    collection: Collection,
    scorer: Scorer,
    claim: str,
    *,
    by: str = "both",
    hits: int = 100,
    width: int = WIDTH,
) -> list[str]:
    """Documents for a claim, best first.

    Args:
        collection: where to look.
        scorer: of titles.
        claim: what for.
        by: one of `INITIAL`.
        hits: of BM25.
        width: beams of the generator.

    Raises:
        UsageError: there is no such way.
    """
    if by not in INITIAL:
        raise UsageError(f"no initial retrieval `{by}`", remedy=f"choose from {', '.join(INITIAL)}")
    found: list[str] = []
    if by in ("both", "generator"):
        outputs = search_beam(Decoder(collection.trie), scorer, Context(claim), width=width)
        meant = [output for output in outputs if output.score > LEAST]
        titles = list(dict.fromkeys(title for output in meant for title in output.titles))
        found += [one for title in titles[:GENERATED] for one in collection.titled(title)]
    if by == "titles":
        found += [one for title in named_titles(collection.trie, claim) for one in collection.titled(title)]
    if by in ("both", "bm25"):
        found += collection.index.search(claim, hits)
    return list(dict.fromkeys(found))


def named_titles(trie: Trie, text: str) -> tuple[int, ...]:
    """Titles whose words stand in a text one after the other; of those that overlap the longest.

    Args:
        trie: of titles, by words.
        text: any text.
    """
    words = [trie.tokenizer.encode(word) for word in text.split()]
    tokens = [word[0] if len(word) == 1 else -1 for word in words]
    found: list[int] = []
    place = 0
    while place < len(tokens):
        node: Node | None = trie.root
        best: tuple[int, tuple[int, ...]] = (0, ())
        for length, token in enumerate(tokens[place:], start=1):
            node = trie.child(node, token) if node is not None and token >= 0 else None
            if node is None:
                break
            if titles := trie.ends(node):
                best = length, titles
        found += best[1]
        place += max(1, best[0])
    return tuple(dict.fromkeys(found))

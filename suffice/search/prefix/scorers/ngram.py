"""A scorer that is a language model of words: trained on the collection's text on the fly, and on what is in the context.

Pairs of words, smoothed as Witten and Bell (1991) do, with a cache of the context (Kuhn and De Mori 1990). A word that follows
neither in the collection nor in the context gets a uniform floor, so that the beam may leave it for later.

>>> from suffice.search.prefix.trie import build_trie
>>> trie = build_trie(["Free Guy", "Free Solo"])
>>> scorer = NgramScorer(trie, ["Free Solo is a film.", "Free Solo won."])
>>> free, guy, solo = (trie.tokenizer.encode(word)[0] for word in ("free", "guy", "solo"))
>>> likely = scorer.logp([scorer.symbols.open, free], [guy, solo], Context("A film."))
>>> likely[0] < likely[1]
True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from math import log

from suffice.search.prefix.decoder import Symbols
from suffice.search.prefix.scorers.protocol import Context
from suffice.search.prefix.trie import Trie

__all__ = ["NgramScorer"]

#: The share of the context, beside that of the collection.
_CACHE = 0.5
#: How likely a title ends behind any word, and a set of sentences behind any sentence.
_CLOSE = 0.5


class NgramScorer:
    """Scores by which word follows which.

    Args:
        trie: of titles, by words.
        texts: to learn from; the titles are learnt in any case.
    """

    def __init__(self, trie: Trie, texts: Iterable[str] = ()) -> None:
        self.trie = trie
        self.symbols = Symbols(trie.tokenizer.size)
        self._size = max(1, trie.tokenizer.size)
        self._pairs: dict[int, Counter[int]] = {}
        for text in (source for part in (trie.titles, texts) for source in part):
            _count(trie.tokenizer.encode(text), self._pairs)
        self._totals = {word: after.total() for word, after in self._pairs.items()}
        self._cache: tuple[Context, tuple[int, ...], Counter[int], dict[int, Counter[int]]] | None = None

    def logp(self, prefix: Sequence[int], next_tokens: Sequence[int], context: Context) -> Sequence[float]:
        """See `Scorer`."""
        symbols = self.symbols
        if symbols.open not in prefix:
            # Every sentence and the bracket are alike: a model of words knows nothing of numbers.
            return [-log(len(context.sentences) + 1.0)] * len(next_tokens)
        if symbols.close in prefix:
            return [0.0] * len(next_tokens)
        last = prefix[-1] if prefix[-1] < symbols.size else None
        close = _CLOSE if last is not None else 0.0
        return [
            log(close) if token == symbols.close else log(self._next(token, prefix, context)) + log(1 - close)
            for token in next_tokens
        ]

    def gaining(self, prefix: Sequence[int], context: Context) -> AbstractSet[int] | None:
        """See `Scorer`: words of the context, and those that follow the last word somewhere."""
        words, pairs = self._read(prefix, context)
        last = prefix[-1]
        return words.keys() | self._pairs.get(last, {}).keys() | pairs.get(last, {}).keys()

    def _next(self, token: int, prefix: Sequence[int], context: Context) -> float:
        words, pairs = self._read(prefix, context)
        last = prefix[-1]
        uniform = 1 / self._size
        # Witten and Bell: what is new after a history is as likely as there were different words after it.
        once = _follow(words, words.total(), token, uniform)
        after = pairs.get(last, Counter())
        cached = _follow(after, after.total(), token, once)
        learnt = _follow(self._pairs.get(last, Counter()), self._totals.get(last, 0), token, uniform)
        return _CACHE * cached + (1 - _CACHE) * learnt

    def _read(self, prefix: Sequence[int], context: Context) -> tuple[Counter[int], dict[int, Counter[int]]]:
        """Words and pairs of the claim and the chosen sentences; with none chosen, of all."""
        numbers = tuple(number for token in prefix if (number := self.symbols.number(token)) is not None)
        if self._cache is None or self._cache[0] != context or self._cache[1] != numbers:
            words: Counter[int] = Counter()
            pairs: dict[int, Counter[int]] = {}
            chosen = [context.sentences[number] for number in numbers] or list(context.sentences)
            for text in (context.claim, *(one.text for one in chosen)):
                tokens = self.trie.tokenizer.encode(text)
                words.update(tokens)
                _count(tokens, pairs)
            self._cache = context, numbers, words, pairs
        return self._cache[2], self._cache[3]


def _count(tokens: Sequence[int], pairs: dict[int, Counter[int]]) -> None:
    for one, other in pairwise(tokens):
        pairs.setdefault(one, Counter())[other] += 1


def _follow(after: Counter[int], total: int, token: int, otherwise: float) -> float:
    return (after[token] + len(after) * otherwise) / (total + len(after)) if total else otherwise

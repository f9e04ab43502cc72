"""Scorers by name.

>>> from suffice.search.prefix.trie import build_trie
>>> type(make_scorer("lexical", build_trie(["Free Guy"]))).__name__
'LexicalScorer'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from suffice.errors import UsageError
from suffice.search.prefix.scorers.lexical import LexicalScorer
from suffice.search.prefix.scorers.ngram import NgramScorer
from suffice.search.prefix.scorers.protocol import Cited, Context, Scorer
from suffice.search.prefix.trie import Trie
from suffice.search.prefix.weights import Weights

__all__ = ["SCORERS", "Cited", "Context", "Scorer", "make_scorer", "score_output"]


def _lexical(trie: Trie, weights: Weights | None, texts: Iterable[str], model: str | None) -> Scorer:
    return LexicalScorer(trie, weights)


def _ngram(trie: Trie, weights: Weights | None, texts: Iterable[str], model: str | None) -> Scorer:
    return NgramScorer(trie, texts)


def _seq2seq(trie: Trie, weights: Weights | None, texts: Iterable[str], model: str | None) -> Scorer:
    from suffice.search.prefix.scorers.seq2seq import Seq2SeqScorer

    if model is None:
        raise UsageError("the scorer `seq2seq` needs a model", remedy="give the folder of one")
    return Seq2SeqScorer(model, trie)


#: Scorers by name.
SCORERS: dict[str, Callable[[Trie, Weights | None, Iterable[str], str | None], Scorer]] = {
    "lexical": _lexical,
    "ngram": _ngram,
    "seq2seq": _seq2seq,
}


def make_scorer(
    name: str,
    trie: Trie,
    weights: Weights | None = None,
    *,
    texts: Iterable[str] = (),
    model: str | None = None,
) -> Scorer:
    """A scorer.

    Args:
        name: of `SCORERS`.
        trie: of titles, by words.
        weights: how much words are worth, for `lexical`.
        texts: what `ngram` learns from, beside the titles.
        model: the folder of a sequence-to-sequence model, for `seq2seq`.

    Raises:
        UsageError: there is no such scorer, or it lacks something.
    """
    if name not in SCORERS:
        raise UsageError(f"no scorer `{name}`", remedy=f"choose from {', '.join(SCORERS)}")
    return SCORERS[name](trie, weights, texts, model)


def score_output(scorer: Scorer, tokens: Iterable[int], context: Context) -> float:
    """How likely a whole output is: P(sentence set, document | claim, sentences), its logarithm.

    Args:
        scorer: of its tokens.
        tokens: ids of sentences, the bracket, the title, the bracket.
        context: claim and sentences.
    """
    spelt = tuple(tokens)
    return sum(
        scorer.logp(spelt[:place], spelt[place : place + 1], context)[0] for place in range(len(spelt))
    )

"""Beam search over what the state machine allows: deterministic, bounded, and exact where the beam is wide enough.

The search goes token by token and keeps the `width` best prefixes, ties by their tokens, so by title in alphabetical order.
At the root of the trie there are as many edges as there are first words of titles. A scorer that can name the tokens that
get more than its floor makes that cheap: only those are looked up, and of the others, which all get the floor, the first
`width` are taken in their order. What is kept is the same as if all had been scored.

>>> from suffice.search.prefix.decoder import Decoder
>>> from suffice.search.prefix.scorers import Context, make_scorer
>>> from suffice.search.prefix.trie import build_trie
>>> trie = build_trie(["Free Guy", "Free Solo", "Paris"])
>>> found = search_beam(Decoder(trie), make_scorer("lexical", trie), Context("Who directed Free Guy?"), width=2)
>>> [trie.titles[one] for one in found[0].titles]
['Free Guy']
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import nsmallest

from suffice.errors import UsageError
from suffice.search.prefix.decoder import Decoder, State
from suffice.search.prefix.scorers.protocol import Context, Scorer
from suffice.search.prefix.trie import Node

__all__ = ["WIDTH", "Hypothesis", "search_beam"]

#: Beams, as the paper has them.
WIDTH = 25


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One output.

    Args:
        score: log probability of all its tokens.
        tokens: what was generated.
        sentences: numbers of the sentences that it names.
        titles: the titles that it names; several where they have the same words.
    """

    score: float
    tokens: tuple[int, ...]
    sentences: tuple[int, ...]
    titles: tuple[int, ...]

    @property
    def order(self) -> tuple[float, tuple[int, ...]]:
        """The best first, ties by tokens."""
        return -self.score, self.tokens


@dataclass(frozen=True, slots=True)
class _Prefix:
    score: float
    tokens: tuple[int, ...]
    state: State


@dataclass(frozen=True, slots=True)
class _Step:
    """A prefix and one more token; the state behind it is made only if it is kept."""

    score: float
    tokens: tuple[int, ...]
    before: State
    node: Node | None

    @property
    def order(self) -> tuple[float, tuple[int, ...]]:
        return -self.score, self.tokens


def search_beam(
    decoder: Decoder, scorer: Scorer, context: Context, *, width: int = WIDTH, exhaustive: bool = False
) -> list[Hypothesis]:
    """The best outputs.

    Args:
        decoder: says what may come.
        scorer: says how likely it is.
        context: the claim and its sentences.
        width: prefixes kept at each step, and outputs at most; with as many as there are outputs, all are found.
        exhaustive: score every edge of every node, whatever the scorer can say of its floor: for tests.

    Returns:
        Outputs, the best first, ties by tokens.

    Raises:
        UsageError: the width is less than 1.
    """
    if width < 1:
        raise UsageError(f"a beam of {width} keeps nothing", remedy="give a width of 1 or more")
    live = [_Prefix(0.0, (), State())]
    done: list[Hypothesis] = []
    while live:
        steps = (
            step for prefix in live for step in _expand(prefix, decoder, scorer, context, width, exhaustive)
        )
        kept = nsmallest(width, steps, key=lambda step: step.order)
        live = []
        for step in kept:
            state = decoder.step(step.before, step.tokens[-1], step.node)
            if state is None:
                continue
            if state.ended:
                done.append(Hypothesis(step.score, step.tokens, state.chosen, state.titles))
            else:
                live.append(_Prefix(step.score, step.tokens, state))
        done = nsmallest(width, done, key=lambda found: found.order)
        # A longer prefix is never likelier: what is behind all that is done cannot come before it.
        if len(done) == width:
            live = [prefix for prefix in live if prefix.score >= done[-1].score]
    return done


def _expand(
    prefix: _Prefix, decoder: Decoder, scorer: Scorer, context: Context, width: int, exhaustive: bool
) -> Iterator[_Step]:
    options = decoder.options(prefix.state)
    nodes: dict[int, Node | None] = dict.fromkeys(options.symbols)
    at_floor: dict[int, Node] = {}
    if options.node is not None:
        gaining = None if exhaustive else scorer.gaining(prefix.tokens, context)
        below = options.node.high - options.node.low
        if gaining is None or below <= width + len(gaining):
            nodes |= {child.token: child.node for child in decoder.trie.children(options.node)}
        else:
            for token in gaining:
                if (node := decoder.trie.child(options.node, token)) is not None:
                    nodes[token] = node
            for child in decoder.trie.children(options.node):
                if len(at_floor) == width:
                    break
                if child.token not in nodes:
                    at_floor[child.token] = child.node
    nodes |= at_floor
    tokens = list(nodes)
    gains = scorer.logp(prefix.tokens, tokens, context) if tokens else ()
    for token, gain in zip(tokens, gains, strict=True):
        yield _Step(prefix.score + gain, (*prefix.tokens, token), prefix.state, nodes[token])

"""The state machine of what is generated: `E0 E2 [ Free Guy ]`, sentence ids and then a title in brackets.

Outside brackets only ids of sentences, each once and ascending, so that a set has one spelling; behind `[` only what goes on
in the trie of titles; behind `]` only the end. A dead end ends.

>>> from suffice.search.prefix.trie import build_trie
>>> trie = build_trie(["Free Guy"])
>>> decoder = Decoder(trie, sentences=2, most=1)
>>> symbols = decoder.symbols
>>> decoder.allowed([]) == [symbols.open, symbols.sentence(0), symbols.sentence(1)]
True
>>> free, guy = trie.tokenizer.encode("Free Guy")
>>> decoder.allowed([symbols.sentence(1), symbols.open, free]) == [guy]
True
>>> decoder.allowed([symbols.open, guy]) == [symbols.end]
True
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from suffice.errors import UsageError
from suffice.search.prefix.trie import Node, Trie

__all__ = ["Decoder", "Options", "State", "Symbols"]


@dataclass(frozen=True, slots=True)
class Symbols:
    """Tokens that are in no title, numbered behind those of titles.

    Args:
        size: how many tokens titles are made of.
    """

    size: int

    @property
    def open(self) -> int:
        """`[`."""
        return self.size

    @property
    def close(self) -> int:
        """`]`."""
        return self.size + 1

    @property
    def end(self) -> int:
        """The end."""
        return self.size + 2

    def sentence(self, number: int) -> int:
        """`E<number>`."""
        return self.size + 3 + number

    def number(self, token: int) -> int | None:
        """The number of a sentence id; None for another token."""
        return token - self.size - 3 if token >= self.size + 3 else None


@dataclass(frozen=True, slots=True)
class State:
    """What a prefix has led to.

    Args:
        chosen: numbers of the sentences named.
        node: where in the trie, between the brackets; None outside.
        titles: the titles that the closed bracket names.
        ended: whether nothing more comes.
    """

    chosen: tuple[int, ...] = ()
    node: Node | None = None
    titles: tuple[int, ...] = ()
    ended: bool = False


@dataclass(frozen=True, slots=True)
class Options:
    """What may come next.

    Args:
        symbols: tokens that are in no title.
        node: whose edges may come too; None for none. They are not listed: at the root there are as many as titles.
    """

    symbols: tuple[int, ...]
    node: Node | None = None


class Decoder:
    """The state machine for one claim.

    Args:
        trie: of the titles.
        sentences: how many sentences there are to choose from.
        most: sentences that one output may name.
        least: sentences that it has to name, if there are so many.
        exclude: titles that may not be named: those that are there already.

    Raises:
        UsageError: a count is negative.
    """

    def __init__(
        self,
        trie: Trie,
        *,
        sentences: int = 0,
        most: int = 2,
        least: int = 0,
        exclude: frozenset[int] = frozenset(),
    ) -> None:
        if min(sentences, most, least) < 0:
            raise UsageError("sentences cannot be fewer than none", remedy="give counts of 0 or more")
        self.trie = trie
        self.symbols = Symbols(trie.tokenizer.size)
        self.sentences = sentences
        self.most = most
        self.least = min(least, most, sentences)
        self.exclude = exclude

    def options(self, state: State) -> Options:
        """What may come next; nothing at the end."""
        symbols = self.symbols
        if state.ended:
            return Options(())
        if state.titles:
            return Options((symbols.end,))
        if state.node is not None:
            return Options((symbols.close,) if self._named(state.node) else (), state.node)
        first = state.chosen[-1] + 1 if state.chosen else 0
        more = range(first, self.sentences) if len(state.chosen) < self.most else range(0)
        opening = (symbols.open,) if len(state.chosen) >= self.least else ()
        # With too few sentences behind it, an id could not be followed by enough others.
        wanted = self.least - len(state.chosen)
        return Options((*opening, *(symbols.sentence(one) for one in more if self.sentences - one >= wanted)))

    def step(self, state: State, token: int, node: Node | None = None) -> State | None:
        """The state behind one more token; None if that token may not come.

        Args:
            state: before it.
            token: what comes.
            node: where it leads in the trie, for whoever knows already.
        """
        if token >= self.symbols.size:
            if token not in self.options(state).symbols:
                return None
            if token == self.symbols.open:
                return replace(state, node=self.trie.root)
            if token == self.symbols.close and state.node is not None:
                return replace(state, node=None, titles=self._named(state.node))
            if token == self.symbols.end:
                return replace(state, ended=True)
            return replace(state, chosen=(*state.chosen, token - self.symbols.sentence(0)))
        if state.node is None or state.titles or state.ended:
            return None
        node = node or self.trie.child(state.node, token)
        return replace(state, node=node) if node is not None else None

    def follow(self, tokens: Sequence[int]) -> State | None:
        """The state behind a prefix; None for a dead end."""
        state: State | None = State()
        for token in tokens:
            state = self.step(state, token) if state is not None else None
        return state

    def allowed(self, tokens: Sequence[int]) -> list[int]:
        """Every token that may come behind a prefix, ascending; behind a dead end only the end."""
        state = self.follow(tokens)
        if state is None:
            return [self.symbols.end]
        options = self.options(state)
        inside = (child.token for child in self.trie.children(options.node)) if options.node else ()
        return sorted({*inside, *options.symbols}) or [self.symbols.end]

    def _named(self, node: Node) -> tuple[int, ...]:
        return tuple(title for title in self.trie.ends(node) if title not in self.exclude)

"""A deterministic scorer without a model: titles are copied from what the claim and the chosen sentences name.

It is a probability over the whole vocabulary, a mixture as in Jelinek and Mercer (1980), with a copying part as in See and
others (2017). A sentence is chosen by how much of the claim it covers that the others leave open. A title begins where a
name begins in a chosen sentence, the likelier the nearer to what the claim asks about; it goes on as the name does, and ends
where the name ends. What nothing in the context gives, gets a uniform floor.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import accumulate
from math import exp, log

import regex

from suffice.extractors.text import tokens_of
from suffice.search.prefix.decoder import Symbols
from suffice.search.prefix.scorers.protocol import Context
from suffice.search.prefix.trie import Trie, WordTokenizer
from suffice.search.prefix.weights import Weights, stem, stems_of

__all__ = ["LexicalScorer"]

_WORD = regex.compile(r"\S+")
#: A sentence that covers the whole claim is chosen e^SHARP times as readily as one that covers nothing of it.
_SHARP = 6.0
#: Shares of a title's next word: as the name goes on, any word of the context, any word at all.
_COPY, _ANY, _FLOOR = 0.7, 0.2, 0.1
#: How likely a title ends where the name ends, where it goes on, and where no name is followed.
_ENDS, _GOES_ON, _ELSEWHERE = 0.8, 0.1, 0.5
#: What a start is worth that begins no name, beside one that does.
_NO_NAME = 0.05
#: Nearness to a word of the claim halves in so many words; to stand at one that is the whole claim counts so much.
_HALF, _NEAR = 4.0, 10.0


@dataclass(frozen=True, slots=True)
class _Text:
    """A text as a sequence of tokens.

    Args:
        tokens: of titles; -1 for words in no title.
        stems: of the words.
        named: whether the word may be part of a name: begins with a capital or a digit.
        breaks: whether a sentence, a clause or a bracket ends behind the word.
    """

    tokens: tuple[int, ...]
    stems: tuple[str, ...]
    named: tuple[bool, ...]
    breaks: tuple[bool, ...]

    def goes_on(self, place: int) -> bool:
        """Whether the name at a place goes on behind it."""
        return place + 1 < len(self.tokens) and not self.breaks[place] and self.named[place + 1]


@dataclass(slots=True)
class _Known:
    """A context, read once.

    Args:
        context: what was read.
        need: what the claim asks for.
        stems: of each sentence with its title.
        claim: the claim as tokens.
        sentences: the sentences as tokens.
        starts: for a set of sentences where titles may begin: (text, place, weight).
        nexts: for a set and the words so far what comes next, and how likely the title ends.
    """

    context: Context
    need: dict[str, float]
    stems: tuple[frozenset[str], ...]
    claim: _Text
    sentences: tuple[_Text, ...]
    starts: dict[tuple[int, ...], list[tuple[int, int, float]]]
    nexts: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[dict[int, float], float]]


class LexicalScorer:
    """Scores by words alone.

    Args:
        trie: of titles, by words.
        weights: how much words are worth; by default all alike.
    """

    def __init__(self, trie: Trie, weights: Weights | None = None) -> None:
        self.trie = trie
        self._words = trie.tokenizer.words if isinstance(trie.tokenizer, WordTokenizer) else None
        self.symbols = Symbols(trie.tokenizer.size)
        self.weights = weights or Weights({}, len(trie))
        self._floor = _FLOOR / max(1, trie.tokenizer.size)
        self._known: _Known | None = None

    def logp(self, prefix: Sequence[int], next_tokens: Sequence[int], context: Context) -> Sequence[float]:
        """See `Scorer`."""
        known = self._read(context)
        chosen, inside = self._split(prefix)
        symbols = self.symbols
        if inside is None:
            return self._choose(known, chosen, prefix, next_tokens)
        gains, close = self._next(known, chosen, inside)
        return [
            log(close)
            if token == symbols.close
            else log(gains.get(token, 0.0) + self._floor) + (log(1 - close) if inside else 0.0)
            for token in next_tokens
        ]

    def gaining(self, prefix: Sequence[int], context: Context) -> AbstractSet[int] | None:
        """See `Scorer`: the words of the context."""
        chosen, inside = self._split(prefix)
        return self._next(self._read(context), chosen, inside)[0].keys() if inside is not None else set()

    def _split(self, prefix: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...] | None]:
        """The sentences chosen, and what there is of a title; None outside its brackets."""
        symbols = self.symbols
        if symbols.open not in prefix:
            return tuple(token - symbols.sentence(0) for token in prefix), None
        at = list(prefix).index(symbols.open)
        inside = tuple(prefix[at + 1 :])
        chosen = tuple(token - symbols.sentence(0) for token in prefix[:at])
        return chosen, None if symbols.close in inside else inside

    def _choose(
        self, known: _Known, chosen: tuple[int, ...], prefix: Sequence[int], next_tokens: Sequence[int]
    ) -> list[float]:
        """Another sentence, or the bracket; behind the bracket the end is certain."""
        symbols = self.symbols
        if symbols.close in prefix:
            return [0.0] * len(next_tokens)
        covered = frozenset[str]().union(*(known.stems[one] for one in chosen))
        gains = {
            number: exp(_SHARP * sum(known.need.get(one, 0.0) for one in sorted(stems - covered)))
            for number, stems in enumerate(known.stems)
            if number not in chosen
        }
        # To choose no further one stands beside a sentence that adds nothing.
        whole = sum(gains.values()) + 1.0
        return [log(gains.get(token - symbols.sentence(0), 1.0) / whole) for token in next_tokens]

    def _next(
        self, known: _Known, chosen: tuple[int, ...], inside: tuple[int, ...]
    ) -> tuple[dict[int, float], float]:
        """How likely words come next beyond the floor, and how likely the title ends."""
        key = (chosen, inside)
        if key not in known.nexts:
            known.nexts[key] = self._compute(known, chosen, inside)
        return known.nexts[key]

    def _compute(
        self, known: _Known, chosen: tuple[int, ...], inside: tuple[int, ...]
    ) -> tuple[dict[int, float], float]:
        # With no sentence chosen all of them count; with none there, the claim.
        texts = [known.sentences[one] for one in chosen] or list(known.sentences) or [known.claim]
        if chosen not in known.starts:
            known.starts[chosen] = list(self._weigh_starts(known, texts))
        starts = known.starts[chosen]
        gains: dict[int, float] = {}
        copies: dict[int, float] = {}
        ending = going = 0.0
        length = len(inside)
        for text_number, place, weight in starts:
            text = texts[text_number]
            if text.tokens[place : place + length] != inside:
                continue
            behind = place + length
            if length and text.goes_on(behind - 1):
                going += weight
            elif length:
                ending += weight
            if behind < len(text.tokens) and text.tokens[behind] >= 0:
                copies[text.tokens[behind]] = copies.get(text.tokens[behind], 0.0) + weight
        matched = ending + going
        close = (ending * _ENDS + going * _GOES_ON) / matched if matched else _ELSEWHERE
        whole = sum(copies.values())
        for token, weight in copies.items():
            gains[token] = _COPY * weight / whole
        words: dict[int, float] = {}
        for text in dict.fromkeys([known.claim, *texts]):
            for token, one in zip(text.tokens, text.stems, strict=True):
                if token >= 0:
                    words[token] = self.weights.weigh(one)
        whole = sum(words.values())
        for token, weight in words.items():
            gains[token] = gains.get(token, 0.0) + _ANY * weight / whole
        return gains, close

    def _weigh_starts(self, known: _Known, texts: Sequence[_Text]) -> list[tuple[int, int, float]]:
        """Where titles may begin: (text, place, weight)."""
        found = []
        for number, text in enumerate(texts):
            near = self._nearness(text, known.need) if text is not known.claim else [0.0] * len(text.tokens)
            for place, token in enumerate(text.tokens):
                if token < 0:
                    continue
                begins = text.named[place] and not (
                    place and text.goes_on(place - 1) and text.named[place - 1]
                )
                asked = text is not known.claim and text.stems[place] in known.need
                weight = (1.0 if begins else _NO_NAME) * (1.0 + near[place]) * (_NO_NAME if asked else 1.0)
                found.append((number, place, weight))
        return found

    @staticmethod
    def _nearness(text: _Text, need: dict[str, float]) -> list[float]:
        """For each word how near it stands to what the claim asks for, summed over its words."""
        step = 0.5 ** (1 / _HALF)
        ahead = list(
            accumulate((need.get(one, 0.0) for one in text.stems), lambda far, here: far * step + here)
        )
        back = list(
            accumulate(
                (need.get(one, 0.0) for one in reversed(text.stems)), lambda far, here: far * step + here
            )
        )[::-1]
        return [_NEAR * (one + other) for one, other in zip(ahead, back, strict=True)]

    def _read(self, context: Context) -> _Known:
        if self._known is None or self._known.context != context:
            need = self.weights.need(context.claim)
            self._known = _Known(
                context,
                need,
                tuple(stems_of(one.worded) for one in context.sentences),
                self._read_text(context.claim),
                tuple(self._read_text(one.text) for one in context.sentences),
                {},
                {},
            )
        return self._known

    def _read_text(self, text: str) -> _Text:
        tokens: list[int] = []
        stems: list[str] = []
        named: list[bool] = []
        breaks: list[bool] = []
        for match in _WORD.finditer(text):
            raw = match[0]
            words = tokens_of(raw)
            core = raw.strip("\"'([{.,;:!?)]}“”‘’«»")
            for word in words:
                found = self._words.find(word) if self._words else None
                tokens.append(-1 if found is None else found)
                stems.append(stem(word))
                named.append(core[:1].isupper() or core[:1].isdigit())
                breaks.append(False)
            if words and raw[-1] in ',;:.!?)]"”»':
                breaks[-1] = len(core) > 2 or raw[-1] != "."
        return _Text(tuple(tokens), tuple(stems), tuple(named), tuple(breaks))

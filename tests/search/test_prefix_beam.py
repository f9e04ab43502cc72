"""The beam against all outputs, scored one by one; what is scored lazily against what is scored in full."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from suffice.errors import SentenceError, UsageError
from suffice.search.prefix.beam import Hypothesis, search_beam
from suffice.search.prefix.decoder import Decoder, State
from suffice.search.prefix.scorers import Cited, Context, Scorer, make_scorer, score_output
from suffice.search.prefix.serialise import (
    escape,
    read_context,
    read_output,
    unescape,
    write_context,
    write_output,
)
from suffice.search.prefix.trie import build_trie

WORDS = ["Free", "Guy", "Solo", "Levy", "Shawn", "the", "Paris", "film", "Ann", "Bob"]
NAMES = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)
TEXTS = st.lists(st.sampled_from([*WORDS, "directed", "by", "is", "a", "of."]), max_size=8).map(" ".join)
CONTEXTS = st.builds(Context, TEXTS, st.lists(st.builds(Cited, NAMES, TEXTS), max_size=3).map(tuple))
SCORERS = st.sampled_from(["lexical", "ngram"])


def all_outputs(decoder: Decoder, tokens: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    state = decoder.follow(tokens)
    assert state is not None
    if state.ended:
        yield tokens
        return
    for token in decoder.allowed(tokens):
        if decoder.follow((*tokens, token)) is not None:
            yield from all_outputs(decoder, (*tokens, token))


def make(name: str, titles: list[str], context: Context) -> tuple[Decoder, Scorer]:
    trie = build_trie(titles)
    scorer = make_scorer(name, trie, texts=[one.text for one in context.sentences])
    return Decoder(trie, sentences=len(context.sentences)), scorer


@settings(max_examples=60)
@given(SCORERS, st.lists(NAMES, min_size=1, max_size=8), CONTEXTS)
def test_a_wide_beam_finds_all_outputs_in_their_order(name: str, titles: list[str], context: Context) -> None:
    decoder, scorer = make(name, titles, context)
    expected = {tokens: score_output(scorer, tokens, context) for tokens in all_outputs(decoder)}
    found = search_beam(decoder, scorer, context, width=len(expected) + 1)
    assert {one.tokens for one in found} == expected.keys()
    assert found == sorted(found, key=lambda one: one.order)
    for one in found:
        assert one.score == pytest.approx(expected[one.tokens])
        assert one.score <= 1e-9
        # A1: every title that comes out is a title of the collection, the one that was spelt.
        title = [token for token in one.tokens if token < decoder.symbols.size]
        assert [decoder.trie.tokenizer.encode(decoder.trie.titles[end]) for end in one.titles] == [title]


@settings(max_examples=60)
@given(SCORERS, st.lists(NAMES, min_size=1, max_size=30), CONTEXTS, st.integers(1, 6))
def test_lazy_and_exhaustive_beams_agree(name: str, titles: list[str], context: Context, width: int) -> None:
    # A8: and they are the same in every run, also by a new scorer.
    outputs: list[list[Hypothesis]] = []
    for exhaustive in (False, True, False):
        decoder, scorer = make(name, titles, context)
        outputs.append(search_beam(decoder, scorer, context, width=width, exhaustive=exhaustive))
    assert outputs[0] == outputs[1] == outputs[2]
    assert len(outputs[0]) <= width


@pytest.mark.parametrize("name", ["lexical", "ngram"])
def test_at_a_large_root_only_some_edges_are_scored(name: str) -> None:
    # A7: what is scored does not grow with the collection.
    counts = []
    for size in (200, 2_000):
        trie = build_trie([*(f"w{number} x{number}" for number in range(size)), "Shawn Levy"])
        scorer = make_scorer(name, trie)
        asked = 0

        class Counting:
            def __init__(self, inner: Scorer) -> None:
                self.inner = inner
                self.gaining = inner.gaining

            def logp(self, prefix: list[int], next_tokens: list[int], context: Context) -> list[float]:
                nonlocal asked
                asked += len(next_tokens)
                return list(self.inner.logp(prefix, next_tokens, context))

        context = Context("Who?", (Cited("Free Guy", "A film by Shawn Levy."),))
        found = search_beam(Decoder(trie, sentences=1), Counting(scorer), context, width=5)  # type: ignore[arg-type]
        assert trie.titles[found[0].titles[0]] == "Shawn Levy"
        counts.append(asked)
    assert counts[0] == counts[1]


@given(st.lists(NAMES, min_size=1, max_size=6), st.integers(0, 4), st.integers(0, 3), st.integers(0, 3))
def test_the_machine_never_leads_astray(titles: list[str], sentences: int, most: int, least: int) -> None:
    decoder = Decoder(build_trie(titles), sentences=sentences, most=most, least=least)
    outputs = list(all_outputs(decoder))
    assert len(outputs) == len(set(outputs))
    for tokens in outputs:
        state = decoder.follow(tokens)
        assert state is not None
        assert state.titles
        assert list(state.chosen) == sorted(set(state.chosen))
        assert min(least, most, sentences) <= len(state.chosen) <= most
    symbols = decoder.symbols
    for astray in (
        (symbols.end,),
        (symbols.close,),
        (0,),
        (symbols.open, symbols.open),
        (symbols.sentence(9),),
    ):
        assert decoder.follow(astray) is None
        assert decoder.allowed(astray) == [symbols.end]
    assert decoder.options(State(ended=True)).symbols == ()


def test_titles_that_are_there_are_not_named_again() -> None:
    trie = build_trie(["Free", "Free Guy"])
    scorer = make_scorer("lexical", trie)
    found = search_beam(Decoder(trie, exclude=frozenset({0})), scorer, Context("Free Guy or Free?"), width=9)
    assert [one.titles for one in found] == [(1,)]


@pytest.mark.parametrize("width", [0, -3])
def test_a_beam_of_nothing_is_refused(width: int) -> None:
    trie = build_trie(["A"])
    with pytest.raises(UsageError, match="keeps nothing"):
        search_beam(Decoder(trie), make_scorer("lexical", trie), Context("A"), width=width)
    with pytest.raises(UsageError, match="fewer than none"):
        Decoder(trie, sentences=-1)
    with pytest.raises(UsageError, match="no scorer `dense`; choose from lexical"):
        make_scorer("dense", trie)
    with pytest.raises(UsageError, match="needs a model"):
        make_scorer("seq2seq", trie)


@given(st.builds(Context, st.text(), st.lists(st.builds(Cited, st.text(), st.text()), max_size=3).map(tuple)))
def test_what_is_written_for_a_model_is_read_back(context: Context) -> None:
    assert read_context(write_context(context)) == context


@given(st.lists(st.integers(0, 99), max_size=4).map(tuple), st.text(), st.text())
def test_outputs_are_read_back(sentences: tuple[int, ...], title: str, other: str) -> None:
    assert read_output(write_output(sentences, title)) == (sentences, title)
    assert unescape(escape(other)) == other


@pytest.mark.parametrize("text", ["", "E0", "E0 [ Paris", "E0 Paris ]", "Ex [ Paris ]"])
def test_what_is_no_output_is_refused(text: str) -> None:
    with pytest.raises(SentenceError, match="is no output"):
        read_output(text)


@pytest.mark.parametrize("text", ["A claim", "A </s> rest", "A </s> < E1 > [ T ] s"])
def test_what_is_no_input_is_refused(text: str) -> None:
    with pytest.raises(SentenceError):
        read_context(text)

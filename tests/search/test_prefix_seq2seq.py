"""A sequence-to-sequence model held to the trie: a tiny BART with random weights, so that what it writes is the trie's doing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from suffice.errors import EngineError
from suffice.extractors import Unit
from suffice.search.prefix.beam import search_beam
from suffice.search.prefix.collection import Collection
from suffice.search.prefix.decoder import Decoder
from suffice.search.prefix.hops import Retriever, Settings
from suffice.search.prefix.scorers import Cited, Context, make_scorer, score_output
from suffice.search.prefix.trie import build_trie

torch = pytest.importorskip("torch", reason="torch is not installed")
transformers = pytest.importorskip("transformers", reason="transformers is not installed")

from suffice.search.prefix.scorers.seq2seq import Seq2SeqScorer

TITLES = ["Free Guy", "Free Solo", "Pi [film]", "東京", "Free Guy (film)"]
CONTEXT = Context("Who directed Free Guy?", (Cited("Free Guy", "A film."), Cited("Pi [film]", "It is.")))


@pytest.fixture(scope="module")
def tiny() -> tuple[Any, Any]:
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers

    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {one: place for place, one in enumerate(["<s>", "<pad>", "</s>", "<unk>", *letters])}
    inner = Tokenizer(models.BPE(vocabulary, [], unk_token="<unk>"))
    inner.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    inner.decoder = decoders.ByteLevel()
    tokenizer = transformers.PreTrainedTokenizerFast(
        tokenizer_object=inner, bos_token="<s>", eos_token="</s>", pad_token="<pad>", unk_token="<unk>"
    )
    torch.manual_seed(0)
    config = transformers.BartConfig(
        vocab_size=len(vocabulary),
        d_model=16,
        encoder_layers=1,
        decoder_layers=1,
        encoder_attention_heads=2,
        decoder_attention_heads=2,
        encoder_ffn_dim=16,
        decoder_ffn_dim=16,
        max_position_embeddings=256,
        bos_token_id=0,
        pad_token_id=1,
        eos_token_id=2,
        decoder_start_token_id=2,
        forced_bos_token_id=None,
        forced_eos_token_id=None,
    )
    return transformers.BartForConditionalGeneration(config).eval(), tokenizer


def test_its_own_beam_names_only_titles_that_exist(tiny: tuple[Any, Any]) -> None:
    model, tokenizer = tiny
    trie = build_trie(TITLES)
    scorer = Seq2SeqScorer(model, trie, tokenizer)
    found = scorer.generate(CONTEXT, width=4)
    assert found
    for _, sentences, title in found:
        assert 0 <= title < len(trie)
        assert list(sentences) == sorted(set(sentences))
        assert set(sentences) <= {0, 1}
    assert [score for score, _, _ in found] == sorted((score for score, _, _ in found), reverse=True)
    assert scorer.generate(CONTEXT, width=4) == found
    # Wide enough, it names everything that there is: each title with each set of at most one sentence.
    wide = scorer.generate(CONTEXT, width=15, most=1)
    assert {(sentences, title) for _, sentences, title in wide} == {
        (chosen, title) for chosen in ((), (0,), (1,)) for title in range(len(trie))
    }
    kept = scorer.generate(CONTEXT, width=12, most=1, exclude=frozenset({0, 1}))
    assert kept
    assert {title for _, _, title in kept} <= {2, 3, 4}


def test_as_a_scorer_of_words_it_is_a_scorer_like_others(tiny: tuple[Any, Any]) -> None:
    model, tokenizer = tiny
    trie = build_trie(["Free Guy", "Free Solo", "Paris"])
    scorer = Seq2SeqScorer(model, trie, tokenizer)
    decoder = Decoder(trie, sentences=2, most=1)
    found = search_beam(decoder, scorer, CONTEXT, width=20)
    assert {(one.sentences, one.titles) for one in found} == {
        (chosen, (title,)) for chosen in ((), (0,), (1,)) for title in range(3)
    }
    for one in found:
        assert one.score == pytest.approx(score_output(scorer, one.tokens, CONTEXT), abs=1e-3)
        assert one.score < 0


def test_the_loop_runs_on_it(tiny: tuple[Any, Any]) -> None:
    model, tokenizer = tiny
    units = [Unit(f"u{number}", title, f"{title} is known.") for number, title in enumerate(TITLES)]
    collection = Collection(units)
    found = Retriever(
        collection, Seq2SeqScorer(model, collection.trie, tokenizer), Settings(width=2)
    ).retrieve("Who directed Free Guy?")
    assert set(found.documents) <= {unit.id for unit in units}


def test_a_folder_without_a_model_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="no sequence-to-sequence model"):
        make_scorer("seq2seq", build_trie(["A"]), model=str(tmp_path))

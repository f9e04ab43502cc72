"""The open reader: questions that no frame of the lexicon fits, read by their syntax.

>>> from suffice.extractors.lexicon import read_lexicon
>>> OpenReader(read_lexicon()).read("Are Senet and Go both board games?")[0].described[0].wording
'Is {0} board games?'
"""

from __future__ import annotations

from dataclasses import dataclass

from suffice.extractors.lexicon import Lexicon
from suffice.extractors.open.comparisons import read_comparison
from suffice.extractors.open.descriptions import read_description
from suffice.extractors.questions import Reading
from suffice.extractors.text import clean

__all__ = ["OpenReader"]

_LONGEST_QUESTION = 500


@dataclass(frozen=True, slots=True)
class OpenReader:
    """Reads questions by their syntax, into relations that the questions themselves word.

    Args:
        lexicon: whose relations and comparisons are used where it has them.
    """

    lexicon: Lexicon
    name: str = "open"

    def read(self, question: str) -> list[Reading]:
        """Readings, the best first; empty where it cannot read the question."""
        text = clean(question[:_LONGEST_QUESTION]).text
        if len(question) > _LONGEST_QUESTION or not text:
            return []
        return read_comparison(text, self.lexicon) or read_description(text, self.lexicon)

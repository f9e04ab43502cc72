"""Which readers and linkers a question goes through, by name.

>>> from suffice.extractors import read_lexicon
>>> readers, linkers = make_readers(["lexicon", "open"], read_lexicon())
>>> [one.name for one in readers], [one.name for one in linkers]
(['lexicon', 'open'], ['lexicon', 'open'])
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from suffice.errors import UsageError
from suffice.extractors import Lexicon, Linker, PassageLinker, QuestionReader
from suffice.extractors.open import OpenLinker, OpenReader
from suffice.extractors.questions import LexiconReader

__all__ = ["READERS", "make_readers"]

#: What there is without a model; all of it by default, in this order.
READERS = ("lexicon", "open")


def make_readers(
    names: Sequence[str],
    lexicon: Lexicon,
    check: Literal["anchor-or-verify", "anchor", "none"] = "anchor-or-verify",
) -> tuple[list[QuestionReader], list[PassageLinker]]:
    """Readers of questions and linkers of passages, in the order in which they are tried.

    Args:
        names: of `READERS`.
        lexicon: relations, frames and words.
        check: the entity check.

    Raises:
        UsageError: there is no such reader.
    """
    readers: list[QuestionReader] = []
    linkers: list[PassageLinker] = []
    for name in names:
        if name == "lexicon":
            # What a frame takes for a name may be a description that the next reader takes apart.
            readers.append(LexiconReader(lexicon, names_only="open" in names))
            linkers.append(Linker(lexicon, check))
        elif name == "open":
            readers.append(OpenReader(lexicon))
            linkers.append(OpenLinker(lexicon, check))
        else:
            raise UsageError(f"no reader `{name}`", remedy=f"choose from {', '.join(READERS)}")
    return readers, linkers

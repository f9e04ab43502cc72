"""Which readers and linkers a question goes through, by name.

>>> from suffice.extractors import read_lexicon
>>> readers, linkers = make_readers(["lexicon", "open"], read_lexicon())
>>> [one.name for one in readers], [one.name for one in linkers]
(['lexicon', 'open'], ['lexicon', 'open'])
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from suffice.errors import UsageError
from suffice.extractors import Lexicon, Linker, PassageLinker, QuestionReader
from suffice.extractors.likely import LEAST, LikelyLinker, open_forest
from suffice.extractors.models import Model
from suffice.extractors.natlog.linker import ProofLinker
from suffice.extractors.open import OpenLinker, OpenReader
from suffice.extractors.questions import LexiconReader

__all__ = ["LINK_ONLY", "READERS", "WITHOUT_MODEL", "default_readers", "make_readers"]

#: All that there are. By default `lexicon` and `open` are tried, in this order, and `model` where one is configured.
READERS = ("lexicon", "open", "natlog", "likely", "model")
WITHOUT_MODEL = ("lexicon", "open")
#: Those that link passages to what others read, and read no question.
LINK_ONLY = frozenset(["natlog", "likely"])


def default_readers(model: Model | None) -> tuple[str, ...]:
    """The names of all that can read: `model` only where there is one.

    >>> default_readers(None)
    ('lexicon', 'open')
    """
    return (*WITHOUT_MODEL, "model") if model else WITHOUT_MODEL


def make_readers(
    names: Sequence[str],
    lexicon: Lexicon,
    check: Literal["anchor-or-verify", "anchor", "none"] = "anchor-or-verify",
    *,
    model: Model | None = None,
    examples: str | Path = "first",
    most: int | None = None,
    least: float | None = None,
    forest: str | Path | None = None,
) -> tuple[list[QuestionReader], list[PassageLinker]]:
    """Readers of questions and linkers of passages, in the order in which they are tried.

    Args:
        names: of `READERS`.
        lexicon: relations, frames and words.
        check: the entity check.
        model: what `model` asks.
        examples: the set of examples, or a file of them, that `model` shows.
        most: passages that `model` reads for one lookup; None for as many as it has by default.
        least: how likely a link of `likely` must be; None for its default.
        forest: the file of the forest that rates them; None for the one that ships.

    Raises:
        UsageError: there is no such reader, or `model` is named and none is configured.
        ForestError: the file is no forest over the features that there are.
    """
    readers: list[QuestionReader] = []
    linkers: list[PassageLinker] = []
    for name in names:
        if name == "lexicon":
            # What a frame takes for a name may be a description that the next reader takes apart.
            readers.append(LexiconReader(lexicon, names_only=len(names) > 1))
            linkers.append(Linker(lexicon, check))
        elif name == "open":
            readers.append(OpenReader(lexicon))
            linkers.append(OpenLinker(lexicon, check))
        elif name == "natlog":
            linkers.append(ProofLinker(lexicon, check))
        elif name == "likely":
            least = LEAST if least is None else least
            linkers.append(LikelyLinker(lexicon, check, least=least, forest=open_forest(forest)))
        elif name == "model":
            if model is None:
                raise UsageError("the reader `model` needs a model", remedy="give --model")
            from suffice.extractors.models.decompose import ModelReader
            from suffice.extractors.models.examples import read_examples
            from suffice.extractors.models.link import MOST_READ, ModelLinker

            readers.append(ModelReader(model, lexicon, read_examples(examples)))
            linkers.append(ModelLinker(model, lexicon, check, most=most or MOST_READ))
        else:
            raise UsageError(f"no reader `{name}`", remedy=f"choose from {', '.join(READERS)}")
    return readers, linkers

"""Questions and passages beyond the lexicon, by syntax and general English: no model, no list of relations."""

from suffice.extractors.open.linker import OpenLinker
from suffice.extractors.open.reader import OpenReader

__all__ = ["OpenLinker", "OpenReader"]

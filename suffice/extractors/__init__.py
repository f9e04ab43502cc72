"""What a text says: questions to programs, passages to facts with spans."""

from suffice.extractors.entity import EntityCheck, Mention, Verdict
from suffice.extractors.lexicon import Lexicon, read_lexicon
from suffice.extractors.linker import Link, Linker, Links, Rejection
from suffice.extractors.lookups import Described, Lookup, PassageLinker, QuestionReader, lookup_of
from suffice.extractors.passages import Passage, Reader, Unit, default_cache
from suffice.extractors.questions import Reading, read_question
from suffice.extractors.statements import Found, find_statements
from suffice.extractors.values import same_value, value_of

__all__ = [
    "Described",
    "EntityCheck",
    "Found",
    "Lexicon",
    "Link",
    "Linker",
    "Links",
    "Lookup",
    "Mention",
    "Passage",
    "PassageLinker",
    "QuestionReader",
    "Reader",
    "Reading",
    "Rejection",
    "Unit",
    "Verdict",
    "default_cache",
    "find_statements",
    "lookup_of",
    "read_lexicon",
    "read_question",
    "same_value",
    "value_of",
]

"""What to ask next: corpora, indexes, the search loop and its trace."""

from suffice.search.corpus import read_corpus, write_corpus
from suffice.search.index import INDEXES, Index, build_index
from suffice.search.loop import Asker, Decision, Trace
from suffice.search.plan import Plan, make_plan, read_library, slice_program

__all__ = [
    "INDEXES",
    "Asker",
    "Decision",
    "Index",
    "Plan",
    "Trace",
    "build_index",
    "make_plan",
    "read_corpus",
    "read_library",
    "slice_program",
    "write_corpus",
]

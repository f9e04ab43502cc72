"""Lexical knowledge of the natural-logic prover: how two short phrases relate, each answer with a witness.

>>> knowledge = read_knowledge()
>>> found = knowledge.relate("kissed", "touched")
>>> found.relation, knowledge.verify("kissed", "touched", found)
('<', True)
"""

from suffice.extractors.natlog.knowledge.knowledge import Knowledge, read_knowledge
from suffice.extractors.natlog.knowledge.lexicon import WordLexicon, read_lexicon
from suffice.extractors.natlog.knowledge.witnesses import Kind, Lexical, Witness
from suffice.extractors.natlog.knowledge.wordnet import WordNet, find_wordnet

__all__ = [
    "Kind",
    "Knowledge",
    "Lexical",
    "Witness",
    "WordLexicon",
    "WordNet",
    "find_wordnet",
    "read_knowledge",
    "read_lexicon",
]

"""Controlled English: theories of facts and rules, sentence by sentence, as programs (docs/exact.md).

>>> [str(rule) for rule in read_theory("Each red cat is tame.").sentences[0].rules]
['tame(X) :- red(X), cat(X).']
"""

from suffice.extractors.english.closed import GENERIC
from suffice.extractors.english.theory import Sentence, Theory, World, read_theory, split_sentences
from suffice.extractors.english.writing import write_sentence

__all__ = ["GENERIC", "Sentence", "Theory", "World", "read_theory", "split_sentences", "write_sentence"]

"""The one extractor that reads an answer off the evidence at a stop, the same for every system that is compared.

Where the question's goal follows from the evidence, the answer is the engine's. Else it is the value of the type asked for, not
named in the question, in the sentence that shares most words with the question: a floor, not a reader.
"""

from __future__ import annotations

from collections.abc import Sequence

import regex

from suffice.extractors.text import fold, tokens_of
from suffice.extractors.values import shape_of
from suffice.search.gate.evidence import Case, EvidenceSentence
from suffice.search.index import query_words

__all__ = ["extract"]

#: What a question begins with, and the type of value that it asks for.
_KINDS = (
    (r"when|(?:in |on )?(?:what|which) (?:year|date|month)", "date"),
    (r"where|(?:in |from )?(?:what|which) (?:country|city|state|place|town|county)", "place"),
    (r"how (?:many|much|old|long|far|tall)", "number"),
    (r"who|whom|whose", "person"),
)
_YES_NO = regex.compile(r"(?:is|are|was|were|do|does|did|has|have|had|can|could)\b", regex.I)


def extract(case: Case, evidence: Sequence[EvidenceSentence]) -> str:
    """An answer, or an empty text where the evidence has no value of the type.

    Args:
        case: the question.
        evidence: every sentence at the stop.
    """
    state = case.follow(tuple(evidence))
    if state is not None and state.answer is not None:
        return state.answer
    question = case.question.strip()
    if _YES_NO.match(question):
        return "yes"
    kind = next((k for pattern, k in _KINDS if regex.match(rf"(?:{pattern})\b", question, regex.I)), "work")
    asked, named = set(query_words(question)), fold(question)
    shape = regex.compile(shape_of(kind))
    # The first of the best sentences, as they were retrieved.
    for sentence in sorted(evidence, key=lambda one: -len(asked & set(tokens_of(one.in_context)))):
        for found in shape.finditer(sentence.text):
            value = found[0].strip(' ",')
            if value and fold(value) not in named:
                return value
    return ""

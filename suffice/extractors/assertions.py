"""Whether what a passage says is said as a fact: not asked, denied, doubted, planned, ordered, quoted or code."""

from __future__ import annotations

import regex

from suffice.extractors.passages import Passage, Sentence
from suffice.extractors.text import clean, split_title

__all__ = ["is_asserted"]

#: Before a statement, within its clause: what makes it no statement of a fact.
_NO_FACT = regex.compile(
    r"(?:\b(?:not|never|neither|nor|hardly|without|allegedly|supposedly|reportedly|purportedly|ostensibly|presumably|"
    r"possibly|probably|perhaps|maybe|rumou?red|erroneously|falsely|mistakenly|incorrectly|wrongly|might|could|may|would|almost|nearly|"
    r"originally|[Nn]obody|[Nn]o one|[Nn]othing|den(?:y|ies|ied|ying)|doubts?|doubted|refused|declined|"
    r"(?:is|are|was|were|planned|set|slated|due|meant|supposed|scheduled|going|said|believed|thought|claimed|alleged|reputed|rumou?red|intended) "
    r"to (?:be|have)|(?:wish|hop|want|ask|tri|try|plan|expect|intend|dream)\p{Ll}* to|"
    r"if|whether)|n't)\b(?! only\b)[^,;()–.]*$"
)
#: What an order to the reader begins with; what it says is no statement.
_ORDER = regex.compile(
    r"\W*(?:(?:please|now|you (?:must|should|have to|are to)|do not|don't|never|always|from now on)\W+)*"
    r"(?:ignore|disregard|forget|remember|pretend|assume|suppose|imagine|treat|say|answer|reply|respond|tell|claim|repeat|"
    r"conclude|believe)\b",
    regex.I,
)
#: What is only said, or told to be said, by somebody: `reply that the film was ...`.
_REPORTED = regex.compile(
    r"\b(?:(?:pretend|assume|suppose|imagine)\b|(?:sa(?:y|id)|answer|reply|respond|claim(?:ed)?|believed?|thought|alleged|rumou?red|tell|told|repeat|conclude|insist)\b"
    r"(?: \p{L}+){0,3} that\b|\b(?:sources?|passports?|newspapers?|papers?|press|reports?|biographers?) "
    r"(?:claim(?:s|ed)?|says?|said|states?|stated|suggests?|suggested|wrote|writes?)\b|\b(?:rumou?r|legend) (?:has|had) it\b)[^;]*$",
    regex.I,
)
#: A tag or a brace of code: not prose.
_MARKUP = regex.compile(r"</?\p{L}[^<>]*>|[{}]")
_ASKS = regex.compile(
    r"\W*(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|do|does|did|has|have|had|can|could|will|would|"
    r"should|may|might)\b",
    regex.I,
)
_DENIED = regex.compile(r"\b(?:not|never)\b(?! only\b)")
_FEW_WORDS = 5


def is_asserted(passage: Passage, index: int, start: int, end: int) -> bool:
    """Whether it is said as a fact: not asked, denied, doubted, only planned, ordered, quoted or part of some code."""
    sentence, text = passage.sentences[index], passage.view.text
    # What a title says (`It Ain't Hay`) is said of nothing.
    name = r"\s*".join(map(regex.escape, "".join(clean(split_title(passage.unit.title)[0]).text.split())))
    whole = regex.sub(name, "", text[sentence.start : sentence.end], flags=regex.I).rstrip() if name else ""
    if whole.endswith("?") and _ASKS.match(whole):
        return False
    if _MARKUP.search(text, sentence.start, sentence.end) or _is_quoted(text, sentence, start, end):
        return False
    before = regex.sub(name, "", text[sentence.start : start], flags=regex.I)
    if _ORDER.match(before) or _REPORTED.search(before):
        return False
    before = " ".join(before.split()[-_FEW_WORDS:])
    return not _NO_FACT.search(before) and not _DENIED.search(text[start:end])


def _is_quoted(text: str, sentence: Sentence, start: int, end: int) -> bool:
    """Whether it stands between quotation marks that open and close in its sentence."""
    return text.count('"', sentence.start, start) % 2 == 1 and '"' in text[end : sentence.end]

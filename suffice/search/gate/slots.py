"""What a sentence needs beside near words to state a claim: to be about the claim's subject, and to have a value of the type left open.

`Shawn Levy was born on some date.` is near every sentence of a film by Shawn Levy; none of them can state it. Both parts are told by
looks alone, nothing is linked here.

>>> claim = Claim("Shawn Levy was born on some date.", subject="Shawn Levy", value="date")
>>> is_about(claim, "Free Guy", "Free Guy is a 2021 film by Shawn Levy."), is_about(claim, "Shawn Levy", "He acts.")
(False, True)
>>> has_value(claim, "Shawn Levy", "He acts."), has_value(claim, "Shawn Levy", "Levy (born July 23, 1968) acts.")
(False, True)
"""

from __future__ import annotations

from functools import lru_cache

import regex

from suffice.extractors.lexicon import ValueType
from suffice.extractors.open.words import stem, words_for
from suffice.extractors.patterns import SECONDS
from suffice.extractors.text import fold, split_title, tokens_of
from suffice.extractors.values import shape_of, value_of
from suffice.search.gate.claims import Claim
from suffice.search.gate.encoders import claim_words

__all__ = ["has_value", "is_about", "typed_parts"]

#: Types whose values are told from the claim's own words as values; the others are names.
_PLAIN: frozenset[ValueType] = frozenset(["date", "number", "country"])


def typed_parts(claim: Claim, title: str, text: str) -> tuple[bool, ...]:
    """Of the parts of a claim that have a type, which a sentence has: its subject, where it is known, and its value.

    Args:
        claim: a claim; one without types has no such parts.
        title: of the sentence's passage.
        text: the sentence.
    """
    subject = () if claim.subject is None else (is_about(claim, title, text),)
    value = () if claim.value in (None, "text") else (has_value(claim, title, text),)
    return subject + value


def is_about(claim: Claim, title: str, text: str) -> bool:
    """Whether a sentence's title is the claim's subject, or the sentence names it whole and has one more of the claim's words."""
    name, extra = split_title(claim.subject or "")
    topic, title_extra = split_title(title)
    wanted, there = _words(name), _words(topic)
    namesake = extra and title_extra and fold(extra) != fold(title_extra)
    if wanted and there and not namesake and (wanted <= there or there <= wanted):
        return True
    if f" {' '.join(tokens_of(name))} " not in f" {' '.join(tokens_of(text))} ":
        return False
    rest = {stem(word) for word in claim_words(claim.text) - wanted}
    return not rest or bool(rest & {stem(word) for word in _words(text)})


def has_value(claim: Claim, title: str, text: str) -> bool:
    """Whether a sentence has a value of the type that the claim leaves open, beside what the claim and the title name."""
    if claim.value is None or claim.value == "text":
        return True
    values = _values(claim.value, text)
    if claim.value in _PLAIN:
        own = fold(claim.subject or claim.text)
        return any(fold(value) not in own for value in values)
    named = _words(claim.subject or claim.text) | _words(title)
    owns = [_words(split_title(one)[0]) for one in (claim.subject or "", title)]
    found = (_words(value) for value in values)
    # `Vernon Campbell Sewell` is no other name on the page of Vernon Sewell.
    return any(not (words <= named or any(own and own <= words for own in owns)) for words in found)


@lru_cache(maxsize=65536)
def _words(text: str) -> frozenset[str]:
    return frozenset(tokens_of(text))


@lru_cache(maxsize=8192)
def _values(kind: ValueType, text: str) -> frozenset[str]:
    """Spans that look like a value of a type; a word that begins sentences is none."""
    found = set()
    try:
        for match in regex.finditer(shape_of(kind), text, timeout=SECONDS):
            surface = match[0].strip('" ,')
            if fold(surface) not in words_for("starters") and value_of(kind, surface) is not None:
                found.add(surface)
    except TimeoutError:
        return frozenset()
    return frozenset(found)

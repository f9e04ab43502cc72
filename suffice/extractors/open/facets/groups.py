"""Which family of living things a passage's topic is in, and which label released it."""

from __future__ import annotations

from collections.abc import Iterator

import regex

from suffice.extractors.open.facets.facet import Facet, facet_at
from suffice.extractors.passages import Passage
from suffice.extractors.patterns import SECONDS
from suffice.rules import String

__all__ = ["read_family", "read_label"]

#: The scientific name alone: `the pea family` is the Fabaceae in other words.
_FAMILY = regex.compile(
    r"\b(?:family|subfamily) (?P<value>\p{Lu}\p{Ll}+(?:aceae|idae))|\b(?P<value>\p{Lu}\p{Ll}+(?:aceae|idae)) family"
)


def read_family(passage: Passage) -> Iterator[Facet]:
    """The family that its first two sentences name."""
    text = passage.view.text
    for sentence in passage.sentences[:2]:
        for match in _FAMILY.finditer(text[sentence.start : sentence.end]):
            value = match.captures("value")[0]
            first, last = match.spans("value")[0]
            yield facet_at(
                String(value),
                passage,
                sentence.start,
                sentence.end,
                sentence.start + first,
                sentence.start + last,
                "in the family",
            )
            return


def read_label(passage: Passage) -> Iterator[Facet]:
    """A name that ends as labels' names do, behind `released` or `signed`."""
    text = passage.view.text
    form = regex.compile(
        r"\b(?:released|issued|signed|recorded|published)\b[^.;]{0,60}?\b(?:by|on|through|via|under|to|with) (?:the )?(?:\p{Ll}+ ){0,3}"
        r"(?P<value>(?:[\p{Lu}\p{N}][\p{L}\p{N}.&'\-]* ){1,4}(?:Records|Recordings|Music|Entertainment|Label))\b"
    )
    for sentence in passage.sentences:
        match = form.search(text[sentence.start : sentence.end], timeout=SECONDS)
        if match is not None:
            place = sentence.start + match.start("value"), sentence.start + match.end("value")
            value = String(match["value"])
            yield facet_at(value, passage, sentence.start, sentence.end, *place, "released by that label")
            return

"""Whether a reading makes sense: each lookup a question or statement with a verb, each subject a name."""

from __future__ import annotations

from collections.abc import Sequence

import regex

from suffice.extractors.open.conditions.wordings import read_class_asked, read_frame
from suffice.extractors.open.syntax import parse
from suffice.extractors.open.words import content_of, same_stem, stems_of
from suffice.extractors.questions import Reading

__all__ = ["is_sound", "is_whole"]

_RELATIVE = regex.compile(r"\b(?:who|whom|whom's|which|that|whose|where|when)\b")
_WH = regex.compile(r"\b(?:what|who|whom|how many)\b", regex.I)
_BROKEN = regex.compile(
    # A preposition that has lost its noun, a description taken out of an apposition, a stub.
    r"\b(?:for|at|of|in|by|with|on) (?:is|was) it\b|^(?:Who|What|When|Where) (?:is|was|are|were) \{0\}[\",?]|\{0\}[;:]|^\W*\{0\}\W*$|\bit (?:which|that|where) \p{Ll}+ (?:to|of) the\b|\bthat \p{Ll}+ by\?$|^Who (?:is|was) \{0\} (?:during|in|at|on|before|after)\b|\bis it where .+(?<!\b(?:is|was|are|were)) (?:located|situated)(?: \p{Ll}+)?\?$"
)

#: `the Electoral district of Bass` is a name, and not the district of something.
_BROKEN_NAME = regex.compile(
    r"(?:Who|What) (?:is|was|are|were) (?:the )?\p{Lu}\p{Ll}+ [^{]*\b(?:of|from|in) \{0\}"
)


def is_sound(reading: Reading) -> bool:
    """Whether every lookup of a reading is well formed.

    A wording has balanced quotes, a verb, one wh-phrase; a name has no relative pronoun, and does not end in a common word.
    """
    return all(map(_is_name, reading.names)) and all(_is_wording(one.wording) for one in reading.described)


def is_whole(reading: Reading, others: Sequence[Reading]) -> bool:
    """Whether a reading leaves out no class that others have: `which Danish club` is not `what team`."""
    there = stems_of(" ".join([*(one.wording for one in reading.described), *reading.names]))
    for other in others:
        for described in other.described:
            noun = read_class_asked(described.wording)
            if noun is not None and not all(
                any(same_stem(word, one) for one in there) for word in content_of(noun)
            ):
                return False
    return True


def _is_name(name: str) -> bool:
    if name.count('"') % 2 or _RELATIVE.search(name):
        return False
    # `United States oversee`: a name that begins with a capital ends in no verb or preposition.
    last = name.split()[-1] if name.split() else ""
    if len(name.split()) < 2 or not regex.fullmatch(r"\p{Ll}+", last):
        return True
    return parse(f"It is about {name}.")[-2].pos_ not in ("VERB", "ADP", "AUX", "ADV")


def _is_wording(wording: str) -> bool:
    # A description may have taken one of two quotation marks along: those alone are no fault.
    if wording.count('"') % 2:
        wording = wording.replace('"', "")
    if _BROKEN.search(wording) or _BROKEN_NAME.match(wording):
        return False
    # `Which landlocked country is {0}?` looks nothing up: it is a condition.
    same = regex.fullmatch(r"(?:Which|What) (?P<noun>.+) (?:is|was) \{0\}\?", wording)
    if same is not None and len(content_of(same["noun"])) > 1:
        return False
    if read_frame(wording) is not None or read_class_asked(wording) is not None:
        return True
    if wording.startswith("{0} ") and regex.search(r" (?:which|where|when)\b", wording):
        return False
    if len(_WH.findall(wording)) > 1 or (
        _WH.search(wording)
        and not regex.match(
            r"(?:\p{L}+ |(?:In|On|At|During|From|For|By) [^,]+, )?(?:what|who|whom|how many)\b",
            wording,
            regex.I,
        )
    ):
        return False
    filled = wording.replace("{0}", "Xavia")
    return any(token.pos_ in ("VERB", "AUX") for token in parse(filled))

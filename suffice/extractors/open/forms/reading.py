"""What is read where no other reader of the open ones reads anything: in this order, other words, descriptions, plain questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import regex

from suffice.extractors.lexicon import Lexicon
from suffice.extractors.open.conditions.wordings import is_adjective
from suffice.extractors.open.descriptions.steps import is_well_formed, steps_of_lexicon
from suffice.extractors.open.forms.chains import read_chain, tell_time
from suffice.extractors.open.forms.direct import read_direct
from suffice.extractors.open.forms.phrases import read_phrases
from suffice.extractors.open.forms.rewording import Reworded, reworded
from suffice.extractors.open.forms.sides import read_sides
from suffice.extractors.questions import LexiconReader, Reading

__all__ = ["read_forms"]

_CLAUSE = regex.compile(r", (?:who|whom|whose|which|where)\b")
#: What a lookup cannot be: one of two things that stand side by side, a question without its verb, one that has lost its end.
_LOST = regex.compile(
    r"\band (?:the )?\{0\}|\{0\},? and (?:the )?[\p{Lu}\"]|\b(?:did|does|do) (?:the )?\{0\}\?|^(?:Which|What) \p{L}.* (?<!\{0\} )(?:known|called) as\?$"
)


def read_forms(question: str, lexicon: Lexicon, read: Callable[[str], Sequence[Reading]]) -> list[Reading]:
    """Readings of a question that is read in no other way.

    Args:
        question: clean, as asked.
        lexicon: whose own questions are left to it.
        read: the other ways, tried on the question in other words.
    """
    # A name with a clause in it is none, whatever frame takes it for one.
    own = LexiconReader(lexicon, names_only=True).read(question)
    if any(not any(map(_CLAUSE.search, one.names)) for one in own):
        return []
    others = list(reworded(question))
    for other in others:
        readings = list(read(other.text)) or _of_lexicon(other.text, lexicon)
        if told := _told(readings, other):
            return told
    for other in (Reworded(question), *others):
        for form in (lambda text: read_sides(text, lexicon), lambda text: read_phrases(text, lexicon)):
            if (reading := form(other.text)) and (told := _told([reading], other)):
                return told
    for other in (Reworded(question), *others):
        if (reading := read_direct(other.text, bare=question.startswith("If "))) and (told := _told([reading], other)):
            return told
    return []


def _of_lexicon(question: str, lexicon: Lexicon) -> list[Reading]:
    steps = steps_of_lexicon(question, lexicon)
    if not steps or not all(map(is_well_formed, steps)):
        return []
    return [read_chain([(step, "") for step in steps], "open form")]


def _told(readings: Sequence[Reading], other: Reworded) -> list[Reading]:
    """The readings that name a thing, with what stood before the question put before the last lookup."""
    readings = [
        one
        for one in readings
        if not any(is_adjective(name) or regex.search(r"'s$|^(?:The|This|It)$", name) for name in one.names)
        and not any(_LOST.search(described.wording) for described in one.described)
    ]
    if not other.lead:
        return list(readings)
    told = [tell_time(reading, other.lead) for reading in readings]
    return [reading for reading in told if reading is not None]

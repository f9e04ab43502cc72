"""Who plays a role in a work: asked of the role where it has a name, else of the work.

>>> reading = read_cast("Who played the sister of Mona in The Tin Harbour?")
>>> reading.names, [one.wording for one in reading.described]
(('The Tin Harbour',), ['Who played the sister of Mona in {0}?'])
"""

from __future__ import annotations

import regex

from suffice.extractors.open.descriptions.steps import Step
from suffice.extractors.open.families.form import is_thing
from suffice.extractors.open.forms.chains import read_chain
from suffice.extractors.questions import Reading

__all__ = ["read_cast"]

_LEAD = regex.compile(r"Who (?:plays|played|voices|voiced|portrays|portrayed) ")
_IN = regex.compile(
    r" (?:in|on) (?:(?:the )?(?:\d{4} )?(?:[\p{Ll}\-]+ ){0,2}?(?:film|movie|series|show|sitcom|play|musical|game|cartoon) )?"
)
#: What makes a role more than one: a clause, a choice, a list.
_MORE = regex.compile(r"\b(?:who|whom|whose|which|that|what|where|when|or|not|and)\b|,")
_LONGEST = 7


def read_cast(question: str) -> Reading | None:
    """The reading of a question for who plays a role; None where it is none, or where the work is described.

    Args:
        question: with its question mark.
    """
    lead = _LEAD.match(question)
    if lead is None or not question.endswith("?"):
        return None
    for found in _IN.finditer(question, lead.end()):
        role, work = question[lead.end() : found.start()], question[found.end() : -1]
        if not is_thing(work):
            continue
        named = is_thing(role)
        small = regex.sub(r"[\p{Lu}\"].*?(?= \p{Ll}|$)", "", role)
        if len(role.split()) > _LONGEST or (not named and _MORE.search(small)):
            return None
        name = role if named else work
        bare = regex.sub(r"^[Tt]he (?=\p{Lu}\p{Ll}+$)", "", name) if named else name
        wording = question.replace(bare, "{0}", 1) if named else f"{question[: found.end()]}{{0}}?"
        return read_chain([(Step(wording, bare.strip('"'), "person"), "")], "open direct")
    return None

"""Who plays a role in a work: asked of the role where it has a name, else of the work.

>>> reading = read_cast("Who played the sister of Mona in The Tin Harbour?")
>>> reading.names, [one.wording for one in reading.described]
(('The Tin Harbour',), ['Who played the sister of Mona in {0}?'])
"""

from __future__ import annotations

import regex

from suffice.extractors.open.descriptions.steps import NAME, ROLE, Step
from suffice.extractors.open.families.form import is_thing
from suffice.extractors.open.forms.chains import read_chain
from suffice.extractors.questions import Reading

__all__ = ["asks_for_cast", "read_cast"]

_LEAD = regex.compile(r"Who (?:plays|played|voices|voiced|portrays|portrayed) ")
_IN = regex.compile(
    r" (?:in|on) (?:(?:the )?(?:\d{4} )?(?:[\p{Ll}\-]+ ){0,2}?(?:film|movie|series|show|sitcom|play|musical|game|cartoon) )?"
)
#: What makes a role more than one: a clause, a choice, a list.
_MORE = regex.compile(
    r"\b(?:who|whom|whose|which|that|what|where|when|or|not|and)\b|,|^(?:for|with|against|at|as|by|to)\b"
)
#: `Mona's sister`: what else is told by a name may be somebody whom another plays.
_OWNED = regex.compile(
    rf"(?:the )?(?:\p{{Ll}}+ )?{ROLE}|(?:the |a |an )?(?:(?!(?:of|by|from|for|in|with)\b)\p{{Ll}}+ )*{NAME}"
)
_LONGEST = 7


def asks_for_cast(question: str) -> bool:
    """Whether a question asks who plays a role in a work that it names."""
    return _parts(question) is not None


def _parts(question: str) -> tuple[int, int, int] | None:
    """Where the role begins and ends, and where the work begins."""
    lead = _LEAD.match(question)
    if lead is None or not question.endswith("?"):
        return None
    for found in _IN.finditer(question, lead.end()):
        if is_thing(question[found.end() : -1]):
            return lead.end(), found.start(), found.end()
    return None


def read_cast(question: str) -> Reading | None:
    """The reading of a question for who plays a role; None where it is none, or where the work is described.

    Args:
        question: with its question mark.
    """
    found = _parts(question)
    if found is not None:
        role, work = question[found[0] : found[1]], question[found[2] : -1]
        named = is_thing(role)
        of_a_name = not named and regex.search(r"[\p{Lu}\"]", role)
        if len(role.split()) > _LONGEST or _MORE.search(role) or (of_a_name and not _OWNED.fullmatch(role)):
            return None
        name = role if named else work
        bare = regex.sub(r"^[Tt]he (?=\p{Lu}\p{Ll}+$)", "", name) if named else name
        wording = question.replace(bare, "{0}", 1) if named else f"{question[: found[2]]}{{0}}?"
        return read_chain([(Step(wording, bare.strip('"'), "person"), "")], "open direct")
    return None

"""Questions in the forms that the rest reads: `What is the name of the river that crosses Orrin?` asks which river crosses it.

>>> plain_form("What's the name of the Danish painter who taught Keld Marsh")
'Which Danish painter taught Keld Marsh'
>>> plain_form("Who is the actor starring in The Tin Harbour")
'Which actor is starring in The Tin Harbour'
"""

from __future__ import annotations

from functools import lru_cache

import regex

from suffice.extractors.open.syntax import parse

__all__ = ["plain_form"]

_SHORT = regex.compile(r"^(What|Who)'s\b")
_IS_THE = regex.compile(
    r"(?:What|Who|Which) (?:is|was)(?P<name> the name of)? (?:the|an?|that|this) (?P<rest>.+)"
)
_WHO = regex.compile(r"Who (?P<rest>(?!(?:is|was|are|were|did|does|do|has|had) (?:the|an?|\p{Lu})|else\b).+)")


@lru_cache(maxsize=1024)
def plain_form(question: str) -> str:
    """The same question with its class behind `which`, if it gives one behind `is the` and tells what is one; else as it was.

    Args:
        question: without a question mark.
    """
    text = _SHORT.sub(r"\1 is", question)
    found = _IS_THE.fullmatch(text)
    if found is None:
        who = _WHO.fullmatch(text)
        return f"Which person {who['rest']}" if who else text
    lead = "It is the "
    document = parse(f"{lead}{found['rest']}.")
    root = next((one for one in document if one.dep_ == "ROOT"), None)
    noun = next((one for one in root.children if one.dep_ == "attr"), None) if root is not None else None
    if noun is None or noun.pos_ != "NOUN":
        return text
    # What is behind `of` may be what the clause describes.
    if any(kid.dep_ == "prep" and kid.lower_ == "of" for kid in noun.children):
        return text
    for kid in noun.children:
        if kid.dep_ not in ("relcl", "acl") or kid.i < noun.i:
            continue
        first = document[min(one.i for one in kid.subtree)]
        before = f"Which {document.text[len(lead) : first.idx]}".rstrip(" ,")
        if first.lower_ in ("who", "that", "which") and first.dep_ in ("nsubj", "nsubjpass"):
            return f"{before} {document.text[first.idx + len(first) : -1].strip()}"
        if kid.dep_ == "acl" and first.i == kid.i and kid.tag_ in ("VBG", "VBN", "VBD"):
            return f"{before} {'is' if kid.tag_ == 'VBG' else 'was'} {document.text[kid.idx : -1]}"
        return text
    return text

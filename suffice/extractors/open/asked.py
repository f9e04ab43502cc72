"""What a worded lookup asks for: the type of its answer, the gap that the answer fills, names and content words.

>>> asked = read_asked("Which actor is it that voices Batman in The Lego Batman Movie?", "Batman")
>>> asked.value, asked.noun, asked.gap, sorted(asked.content)
('person', 'actor', 'subject', ['batman', 'lego', 'movi', 'voic'])
>>> read_asked("When was Ann Ek elected?", "Ann Ek").value
'date'
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

import regex

from suffice.extractors.lexicon import ValueType
from suffice.extractors.open.syntax import parse
from suffice.extractors.open.words import content_of, nouns_for, stem
from suffice.extractors.text import tokens_of

__all__ = ["Asked", "Gap", "names_in", "read_asked", "type_of_noun"]

Gap: TypeAlias = Literal["subject", "object", "adjunct", "any"]

_NAME = regex.compile(
    r"\"[^\"]+\"|(?:[\p{Lu}\p{N}][\p{L}\p{M}\p{N}.&'/\-]*)(?:(?: (?:of|the|and|de|la|von|van|for|in|to|on|a|at|de la|der))*[ :,]{1,2}(?:[\p{Lu}\p{N}][\p{L}\p{M}\p{N}.&'/\-]*))*"
)
_PREPOSITIONS = frozenset(["in", "on", "at", "of", "for", "from", "to", "by", "with", "during"])
_WH = frozenset(["who", "whom", "whose", "what", "which", "when", "where", "why", "how"])


@dataclass(frozen=True, slots=True)
class Asked:
    """What a lookup asks for.

    Args:
        value: type of the answer; `text` where anything named will do.
        noun: the word for what the answer is (`actor`), empty where the question gives none.
        gap: what the answer is to the question's verb.
        content: stems of words that carry content, the answer's noun not among them.
        named: those of them that belong to names or numbers.
        words: the wording without its wh-phrase.
    """

    value: ValueType
    noun: str
    gap: Gap
    content: frozenset[str]
    named: frozenset[str]
    words: str


def names_in(text: str) -> list[str]:
    """Names, titles in quotes and numbers in a text, in order; what only begins a sentence is none.

    >>> names_in('Who sang "Hello Love" in the Lego Movie of 1974?')
    ['"Hello Love"', 'Lego Movie of 1974']
    """
    found = []
    for match in _NAME.finditer(text):
        name = match[0].strip(" .,'")
        if (
            match.start() == 0
            and tokens_of(name)[:1]
            and tokens_of(name)[0]
            in _WH | {"in", "on", "the", "at", "for", "is", "are", "was", "did", "does", "of", "during"}
        ):
            name = name.partition(" ")[2]
            if not regex.match(r"[\p{Lu}\p{N}\"]", name):
                continue
        if name:
            found.append(name)
    return found


def type_of_noun(noun: str) -> ValueType:
    """The type of what a noun stands for.

    >>> type_of_noun("professional football club"), type_of_noun("actress"), type_of_noun("thing")
    ('organisation', 'person', 'text')
    """
    words = [stem(word) for word in tokens_of(noun)]
    last = words[-1] if words else ""
    if last in ("year", "date", "day", "month", "century", "decad"):
        return "date"
    if last in ("number", "population"):
        return "number"
    if last in ("country", "nation"):
        return "country"
    kinds: tuple[ValueType, ...] = ("person", "place", "organisation", "work")
    for kind in kinds:
        if last in nouns_for(kind):
            return kind
    return "text"


@lru_cache(maxsize=4096)
def read_asked(wording: str, subject: str) -> Asked:
    """Read a wording with its subject filled in.

    Args:
        wording: a question for one value.
        subject: the name filled in.
    """
    text = wording.strip().rstrip("?").strip()
    value: ValueType
    noun, gap, rest = "", "any", text
    if found := regex.match(
        r"(?:in |on |at |of |for |from |to |by |with |during )?(?:which|what) (?P<noun>[^,]+?) is it (?P<rel>that|who|which|where|in which|on which|when|whose) (?P<rest>.+)$",
        text,
        regex.I,
    ):
        noun, rest = found["noun"], found["rest"]
        gap = (
            "adjunct"
            if found["rel"].endswith(("where", "in which", "on which", "when"))
            else "subject"
            if _begins_with_verb(rest)
            else "object"
        )
        value = type_of_noun(noun)
    elif found := regex.match(r"(?:what|who) (?:is|was|are|were) (?:the )?(?P<rest>.+)$", text, regex.I):
        rest, gap = found["rest"], "any"
        head = regex.split(r"\b(?:of|in|for|at|on|that|who|which|to|by)\b", rest)[0]
        value = "person" if text.lower().startswith("who") else type_of_noun(head)
    elif found := regex.match(
        r"(?:when|(?:in |on |during )?(?:what|which) (?:year|date|day)) (?P<rest>.+)$", text, regex.I
    ):
        rest, gap, value = found["rest"], "adjunct", "date"
    elif found := regex.match(r"where (?P<rest>.+)$", text, regex.I):
        rest, gap, value = found["rest"], "adjunct", "place"
    elif found := regex.match(r"how (?:many|much) (?P<rest>.+)$", text, regex.I):
        rest, gap, value = found["rest"], "object", "number"
    elif found := regex.match(r"who(?:m)? (?P<rest>.+)$", text, regex.I):
        rest, value = found["rest"], "person"
        gap = (
            "object"
            if regex.match(r"(?:did|does|do|has|had|is|was) ", rest)
            and not regex.match(r"(?:is|was|has|had) \p{Ll}+(?:ed|n|t)\b", rest)
            else "subject"
        )
    elif phrase := _asked_noun(text):
        noun, gap, rest = phrase
        value = type_of_noun(noun)
    elif found := regex.match(r"what (?P<rest>.+)$", text, regex.I):
        rest, value = found["rest"], "text"
        gap = "object" if regex.match(r"(?:did|does|do) ", rest) else "subject"
    else:
        value = "text"
    named: set[str] = set(content_of(subject))
    for name in names_in(rest):
        named |= content_of(name)
    content = content_of(rest) | named
    return Asked(value, noun, gap, content, frozenset(named), rest)  # type: ignore[arg-type]


def _asked_noun(text: str) -> tuple[str, Gap, str] | None:
    """The noun behind `which` or `what`, wherever it stands, what it is to the verb, and the question without both."""
    document = parse(f"{text}?")
    asked = next((one for one in document if one.lower_ in ("which", "what") and one.dep_ == "det"), None)
    if asked is None or asked.head.i < asked.i:
        return None
    head = asked.head
    start = asked.idx
    before = document[asked.i - 1] if asked.i else None
    behind = document[head.i + 1].lower_ if head.i + 1 < len(document) else ""
    gap: Gap = "any"
    if before is not None and before.lower_ in _PREPOSITIONS:
        start = before.idx
        gap = "adjunct" if before.lower_ in ("in", "on", "at") else "any"
    elif behind in ("did", "does", "do") or head.dep_ in ("dobj", "nsubjpass"):
        gap = "object"
    elif head.dep_ == "nsubj" and head.head.pos_ == "VERB" and head.head.i > head.i:
        gap = "subject"
    rest = f"{text[:start]}{text[head.idx + len(head.text) :]}".strip(" ,")
    return document[asked.i + 1 : head.i + 1].text, gap, rest


def _begins_with_verb(rest: str) -> bool:
    return bool(regex.match(r"(?:is|was|are|were|has|have|had|\p{Ll}+)\b", rest)) and not regex.match(
        r"(?:the|a|an|his|her|its|their|he|she|it|they)\b", rest
    )

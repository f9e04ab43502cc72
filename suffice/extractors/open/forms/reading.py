"""What is read where no other of the open readers reads anything: in this order, other words, descriptions, plain questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import regex

from suffice.extractors.lexicon import Lexicon, ValueType
from suffice.extractors.open.conditions.wordings import is_adjective
from suffice.extractors.open.descriptions.steps import Step, is_well_formed, steps_of_lexicon
from suffice.extractors.open.facets.areas import AREAS
from suffice.extractors.open.families.form import is_thing
from suffice.extractors.open.forms.casts import asks_for_cast, read_cast
from suffice.extractors.open.forms.chains import put_before, read_chain
from suffice.extractors.open.forms.direct import read_direct
from suffice.extractors.open.forms.phrases import read_phrases
from suffice.extractors.open.forms.rewording import reworded
from suffice.extractors.open.forms.sides import read_sides
from suffice.extractors.questions import LexiconReader, Reading

__all__ = ["is_cut_wrongly", "read_forms", "read_plain"]

_PLACED = regex.compile(
    rf"In which (?P<kind>{'|'.join(AREAS)}) (?:is|was|are|were) (?P<name>[^?]+) located\?"
)
#: A name with a clause in it is none, whatever frame takes it for one.
_CLAUSE = regex.compile(r", (?:who|whom|whose|which|where)\b")
#: What a wording cannot be: without its subject, without its verb, one of two things that stand side by side, without its end.
_CUT = regex.compile(
    r"^This \p{Ll}+ |\b(?:did|does|do) (?:the )?\{0\}\?$|\band (?:the )?\{0\}|\p{L}, \{0\}|\{0\},? and (?:(?:the|an?) |[\p{Lu}\"])"
    r"|^(?:Which|What) \p{L}.* (?<!\{0\} )(?:known|called) as\?$"
)
#: More than one question; `Prof. Ek` is none.
_SENTENCES = regex.compile(r"[?!].|\p{Ll}{4,}\. \S|;")
#: What a name cannot be: an owner, words without a capital, an article, a choice.
_NO_NAME = regex.compile(r".*'s|[^\p{Lu}]*|The|This|It|.*\p{L} or \p{Lu}.*")


def read_forms(question: str, lexicon: Lexicon, read: Callable[[str], Sequence[Reading]]) -> list[Reading]:
    """Readings of a question that is read in no other way.

    Args:
        question: clean, as asked.
        lexicon: whose own questions are left to it.
        read: the other ways, tried on the question in other words.
    """
    own = LexiconReader(lexicon, names_only=True).read(question)
    if any(not any(map(_CLAUSE.search, one.names)) for one in own):
        return []
    others = [
        one for one in reworded(question) if not _SENTENCES.search(regex.sub(r'"[^"]*"', "X", one.text))
    ]
    # What `Velmo` is may be asked where it is told what another thing is.
    bare = question.startswith("If ")
    ways: tuple[Callable[[str], Sequence[Reading | None]], ...] = (
        lambda text: list(read(text)) or [_of_lexicon(text, lexicon)],
        lambda text: [read_sides(text, lexicon) or read_phrases(text, lexicon)],
        lambda text: [read_direct(text, bare=bare)],
    )
    for way in ways:
        # The plainest words are asked directly.
        for other in others if way is not ways[-1] else reversed(others):
            readings = [put_before(one, other.lead) for one in way(other.text) if one is not None]
            if found := [one for one in readings if one is not None and _is_sound(one)]:
                return found
    return []


def read_plain(question: str, lexicon: Lexicon, *, rewritten: bool = False) -> Reading | None:
    """The reading of a question that is as plain as can be: one lookup of one named thing, of no class but the lookup's own.

    Args:
        question: with its question mark.
        lexicon: whose relations are used where the question words one of them.
        rewritten: whether it was asked in other words; else what the lexicon itself reads is left to it.
    """
    if _SENTENCES.search(regex.sub(r'"[^"]*"', "X", question)):
        return None
    own = _of_lexicon(question, lexicon)
    if own is not None and all(map(is_thing, own.names)):
        left = {entry.word_lookup(name) for name, entry in lexicon.relation.items() if entry.open}
        own_words = [one.wording for one in own.described]
        return own if len(own_words) == 1 and (rewritten or own_words[0] in left) else None
    if (placed := _PLACED.fullmatch(question)) and is_thing(placed["name"]):
        kind, name = placed["kind"], placed["name"].removeprefix("the ").strip('"')
        value: ValueType = "country" if kind in ("country", "nation") else "place"
        return read_chain([(Step(f"In which {kind} is {{0}}?", name, value), "")], "open direct")
    reading = read_cast(question) if asks_for_cast(question) else read_direct(question)
    return reading if reading is not None and len(reading.rules[0].body) == 1 else None


def is_cut_wrongly(reading: Reading) -> bool:
    """Whether a lookup lacks its verb (`When did {0}?`) or subject (`This author of {0} ...`), or a name is a choice of two."""
    return any(map(_NO_NAME.fullmatch, reading.names)) or any(
        _CUT.search(one.wording) for one in reading.described
    )


def _is_sound(reading: Reading) -> bool:
    return not is_cut_wrongly(reading) and not any(map(is_adjective, reading.names))


def _of_lexicon(question: str, lexicon: Lexicon) -> Reading | None:
    steps = steps_of_lexicon(question, lexicon)
    if not steps or not all(map(is_well_formed, steps)):
        return None
    return read_chain([(step, "") for step in steps], "open form")

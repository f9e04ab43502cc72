"""The open reader: questions that no frame of the lexicon fits, read by their syntax.

>>> from suffice.extractors.lexicon import read_lexicon
>>> OpenReader(read_lexicon()).read("Are Senet and Go both board games?")[0].described[0].wording
'Is {0} board games?'
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import regex

from suffice.extractors.lexicon import Lexicon
from suffice.extractors.open.asked import type_of_noun
from suffice.extractors.open.comparisons import read_comparison
from suffice.extractors.open.conditions import is_sound, is_whole, read_class_asked, read_conditions
from suffice.extractors.open.descriptions import read_description
from suffice.extractors.open.descriptions.orders import straighten
from suffice.extractors.open.descriptions.steps import STAND_IN
from suffice.extractors.open.families import put_plainly
from suffice.extractors.open.forms import is_cut_wrongly, read_forms, read_plain
from suffice.extractors.questions import Reading
from suffice.extractors.text import clean

__all__ = ["OpenReader"]

_LONGEST_QUESTION = 500
#: What a question denies is not looked up: pages say what is, not what is not.
_NEGATED = regex.compile(
    r"\b(?:not|never|neither|nor|without|except|besides)\b(?!-)|\b\p{Ll}+n't\b|^\p{Lu}\p{Ll}+n't\b"
)

_SHORT = {"US": "United States", "USA": "United States", "UK": "United Kingdom"}
#: Alone: `the US Open` is a name.
_COUNTRIES = regex.compile(r"\b(?<=the )(U\.?S\.?A|U\.S|USA?|UK|U\.K)\b\.?(?=[ ,;]*[?\p{Ll}]|[ ,;]*$)")


@dataclass(frozen=True, slots=True)
class OpenReader:
    """Reads questions by their syntax, into relations that the questions themselves word.

    Args:
        lexicon: whose relations and comparisons are used where it has them.
    """

    lexicon: Lexicon
    name: str = "open"

    def read(self, question: str) -> list[Reading]:
        """Readings, the best first; empty where it cannot read the question."""
        text = _COUNTRIES.sub(
            lambda match: _SHORT[match[1].replace(".", "")], clean(question[:_LONGEST_QUESTION]).text
        )
        if len(question) > _LONGEST_QUESTION or not text or _NEGATED.search(text):
            return []
        text = text[:1].upper() + text[1:]
        asked = text if text.endswith("?") else regex.sub(r"[\s.]*$", "?", text)
        readings: list[Reading] = []
        for plain in dict.fromkeys((put_plainly(asked), text)):
            readings = [*readings, *self._read(plain, rewritten=plain != text)]
            # A question may have the very word that stands for what is known.
            if all(map(is_cut_wrongly, readings)) and STAND_IN not in text:
                readings = [*readings, *read_forms(plain, self.lexicon, self._read)]
            if not all(map(is_cut_wrongly, readings)):
                break
        return [_with_kinds(reading, text) for reading in readings]

    def _read(self, text: str, *, rewritten: bool = False) -> list[Reading]:
        readings = read_comparison(text, self.lexicon)
        if readings or STAND_IN in text:
            return readings
        straight = straighten(text)
        plain = read_plain(straight, self.lexicon, rewritten=rewritten or straight != text)
        if plain is not None and (
            plain.frame == "open direct" or is_whole(plain, read_conditions(text, self.lexicon))
        ):
            return [plain]
        described = [one for one in read_description(text, self.lexicon) if is_sound(one)]
        conditional = read_conditions(text, self.lexicon)
        return [
            one for one in described if self._is_asked(one, conditional) or is_whole(one, conditional)
        ] or conditional

    def _is_asked(self, reading: Reading, others: list[Reading]) -> bool:
        """Whether a reading is one question that the lexicon itself has, and the class asked for a common noun (no `Danish club`)."""
        if len(reading.described) != 1:
            return False
        nouns = [read_class_asked(one.wording) or "" for other in others for one in other.described]
        plain = all(noun.islower() or not noun for noun in nouns)
        return plain and any(
            entry.word_lookup(name) == reading.described[0].wording
            for name, entry in self.lexicon.relation.items()
        )


def _with_kinds(reading: Reading, question: str) -> Reading:
    """With the kinds of named things that the question tells: a noun right before a name, `the newspaper The North Star`."""
    kinds = dict(reading.kinds)
    for name in reading.names:
        before = regex.search(
            rf"(?<![\p{{L}}\-])(\p{{Ll}}+)(?:(?<=\b(?:city|town|village|state|country|county|province|island|river|lake)) of|,? (?:that is |which is )?(?:known as|called|named|titled|entitled))? \"?{regex.escape(name)}(?!\p{{L}})",
            question,
        )
        if before and type_of_noun(before[1]) != "text":
            kinds.setdefault(name, before[1])
    return replace(reading, kinds=tuple(kinds.items()))

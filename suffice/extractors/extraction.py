"""What a text says, whatever is asked: facts of a closed set of relations, each with its place in the text.

>>> from suffice.extractors.lexicon import read_lexicon
>>> from suffice.extractors.passages import Reader, Unit
>>> [passage] = Reader(cache=None).read([Unit("u1", "Free Guy", "Free Guy is a 2020 American film directed by Shawn Levy.")])
>>> for fact in LexiconExtractor(read_lexicon()).extract(passage).facts:
...     print(fact.atom, fact.surface)
country("Free Guy","United States") American
country_of_origin("Free Guy","United States") American
director("Free Guy","Shawn Levy") Shawn Levy
publication_date("Free Guy",date(2020,0,0)) 2020
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Protocol

import regex

from suffice.extractors.lexicon import Lexicon
from suffice.extractors.passages import Passage
from suffice.extractors.statements import find_statements
from suffice.extractors.text import split_title, tokens_of
from suffice.rules import Atom, String

__all__ = ["Extracted", "Extraction", "FactExtractor", "LexiconExtractor"]


#: The kind of a topic stands within so many words of its verb.
_OPENING = 8


@dataclass(frozen=True, slots=True)
class Extracted:
    """A fact and where a unit states it.

    Args:
        atom: the fact.
        unit: id of the unit.
        quote: the sentence that states it, as it stands in the unit's text.
        start: the quote's first character.
        end: behind its last character.
        surface: the words of the value.
        value_start: the value's first character in the unit's text.
        value_end: behind the value's last character.
        how: the pattern or the model that found it.
    """

    atom: Atom
    unit: str
    quote: str
    start: int
    end: int
    surface: str
    value_start: int
    value_end: int
    how: str


@dataclass(slots=True)
class Extraction:
    """The facts of some passages, and how many were dropped, by reason."""

    facts: list[Extracted] = field(default_factory=list)
    dropped: Counter[str] = field(default_factory=Counter)

    def add(self, other: Extraction) -> None:
        """Add another passage's."""
        self.facts.extend(other.facts)
        self.dropped.update(other.dropped)


class FactExtractor(Protocol):
    """Finds the facts that a passage states."""

    def extract(self, passage: Passage) -> Extraction:
        """The facts, in order of relation and place."""
        ...


class LexiconExtractor:
    """Finds what a passage states of its own topic, by the patterns of a lexicon.

    Args:
        lexicon: its relations that passages state.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.relations = sorted(name for name, one in lexicon.relation.items() if one.states)

    def extract(self, passage: Passage) -> Extraction:
        """The facts, in order of relation and place; none of a passage without a title, whose topic nobody tells.

        Relations of another type of thing than the first sentence says the topic is are left out.
        """
        found = Extraction()
        subject = split_title(passage.unit.title)[0]
        if not tokens_of(subject):
            return found
        topic = self._type_of_topic(passage)
        for relation in self.relations:
            if topic and self.lexicon.relation[relation].subject not in ("any", topic):
                continue
            for one in find_statements(passage, relation, self.lexicon):
                found.facts.append(
                    Extracted(
                        Atom(relation, (String(passage.unit.title), one.value)),
                        passage.unit.id,
                        one.quote,
                        one.start,
                        one.end,
                        one.surface,
                        one.value_start,
                        one.value_end,
                        one.pattern,
                    )
                )
        return found

    def _type_of_topic(self, passage: Passage) -> str | None:
        """What the first sentence says that the topic is, by the lexicon's first word for a kind behind `is` or `was`."""
        if not passage.sentences:
            return None
        opening = passage.view.text[: passage.sentences[0].end]
        verb = regex.search(r"\b(?:is|was|are|were) ", opening)
        words = tokens_of(opening[verb.end() :])[:_OPENING] if verb else []
        for word in words:
            for kind in self.lexicon.kind.values():
                if word in kind.words and kind.type != "any":
                    return kind.type
        return None

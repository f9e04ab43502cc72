"""What a passage says of its own topic where a lookup asks for one facet: its class, height, number of parts, family.

Each facet is told by the lookup's wording (`comparisons` writes them). A passage *introduces* its topic in its first
sentence. Of a class it says `stated` if the introduction has every word of it, and `otherwise` if the passage has a word of it
nowhere: a film introduced as a comedy, on a page that never says drama, is no drama. That reads the page as complete
about what its topic is, as encyclopedias are; in between nothing is said.

>>> from suffice.extractors.passages import Reader, Unit
>>> unit = Unit("u1", "Senet", "Senet is a board game from ancient Egypt.")
>>> [passage] = Reader(cache=None).read([unit])
>>> [(str(one.value), one.surface) for one in read_facet("Is {0} a board game?", passage)]
[('stated', 'board game')]
>>> [str(one.value) for one in read_facet("Is {0} a card game?", passage)]
['otherwise']
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import regex

from suffice.extractors.open.facets.areas import KINDS, read_area
from suffice.extractors.open.facets.classes import read_class, read_deed, read_kind, read_occupation
from suffice.extractors.open.facets.facet import Facet
from suffice.extractors.open.facets.groups import read_family, read_label
from suffice.extractors.open.facets.measures import read_count, read_height, read_population
from suffice.extractors.passages import Passage

__all__ = ["facet_of", "is_introduced", "read_facet", "read_first"]


def facet_of(wording: str) -> Callable[[Passage], Iterator[Facet]] | None:
    """What reads the facet that a wording asks for; None if it asks for something else.

    Args:
        wording: of a lookup, with `{0}` for the subject.
    """
    if wording == "How high is {0}?":
        return read_height
    if wording == "In which family is {0}?":
        return read_family
    if wording == "What is the population of {0}?":
        return read_population
    if wording == "What is the record label of {0}?":
        return read_label
    for form, read in _FORMS:
        found = form.fullmatch(wording)
        if found is not None:
            return partial(read, found[1])
    return None


def is_introduced(wording: str) -> bool:
    """Whether only a passage's own topic can have the facet that a wording asks for: all but places and labels."""
    elsewhere = wording == "What is the record label of {0}?" or any(
        form.fullmatch(wording) for form in _PLACES
    )
    return facet_of(wording) is not None and not elsewhere


def read_first(wording: str, passage: Passage) -> Iterator[Facet]:
    """What an introduction tells of a facet that a lexicon's patterns go before: the occupation.

    Args:
        wording: of a lookup, with `{0}` for the subject.
        passage: whose topic is meant.
    """
    if regex.fullmatch(r"What is the (?:occupation|profession) of \{0\}\?", wording):
        yield from read_occupation("occupation", passage)


def read_facet(wording: str, passage: Passage) -> list[Facet]:
    """Values of the facet that a wording asks for, surest first.

    Args:
        wording: of a lookup, with `{0}` for the subject.
        passage: whose topic is meant.
    """
    read = facet_of(wording)
    return list(read(passage)) if read is not None and passage.sentences else []


_AREA = rf"(?:(?:[Uu]\.?[Ss]\.?|\p{{Lu}}\p{{Ll}}+n|federal|current|modern) )?({'|'.join(KINDS)})"
#: Wordings that ask for a place of a kind.
_PLACES = (
    regex.compile(
        rf"(?:[Ii]n|[Oo]n) (?:which|what) {_AREA} (?:is|are|was|does) \{{0\}}(?: located| situated| lie| found)?\?"
    ),
    regex.compile(
        rf"(?:[Ww]hich|[Ww]hat) {_AREA} (?:is|are|was|does) \{{0\}} (?:(?:located|situated|lie|found|based) )?(?:in|located)\?"
    ),
    regex.compile(rf"(?:in )?what is \{{0\}} (?:located |situated )?\({_AREA}\)\?"),
    regex.compile(rf"\{{0\}} (?:is|was|lies) (?:located |situated |found |based )?in what \({_AREA}\)\?"),
)
#: Wordings, and what reads the facet that they ask for.
_FORMS: tuple[tuple[regex.Pattern[str], Callable[[str, Passage], Iterator[Facet]]], ...] = (
    (regex.compile(r"Is \{0\} (.+)\?"), read_class),
    (regex.compile(r"Is it \{0\} that (.+)\?"), read_deed),
    (regex.compile(r"How many (.+) does \{0\} have\?"), read_count),
    *((form, read_area) for form in _PLACES),
    (regex.compile(r"Which (.+) is \{0\}\?"), read_kind),
)

"""The open linker: which passages state the value of a relation that a reading brought along.

>>> from suffice.extractors.entity import Mention
>>> from suffice.extractors.lexicon import read_lexicon
>>> from suffice.extractors.lookups import Described, Lookup
>>> from suffice.extractors.passages import Reader, Unit
>>> unit = Unit("u1", "Senet", "Senet is a board game from ancient Egypt.")
>>> [passage] = Reader(cache=None).read([unit])
>>> lookup = Lookup.of(Described("is_a_board_game", "Is {0} a board game?"), Mention("Senet"))
>>> [str(link.fact) for link in OpenLinker(read_lexicon()).link(lookup, [passage]).accepted]
['is_a_board_game("Senet",stated)']
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from html import unescape
from typing import Literal, cast

import regex

from suffice.extractors.entity import EntityCheck, Mention, Verdict, is_called
from suffice.extractors.lexicon import Lexicon, ValueType
from suffice.extractors.linker import MAX_VALUES, MAX_VERIFIED, Link, Links, LinkStatus, Rejection
from suffice.extractors.lookups import Described, Lookup
from suffice.extractors.open.asked import names_in, read_asked
from suffice.extractors.open.conditions import (
    MAX_CANDIDATES,
    frame_of_question,
    read_called,
    read_candidates,
    read_class_asked,
    read_frame,
    read_introduced,
)
from suffice.extractors.open.conditions.topics import read_topic
from suffice.extractors.open.conditions.wordings import is_adjective
from suffice.extractors.open.facets import Facet, facet_of, is_introduced, read_first
from suffice.extractors.open.mentions import read_actor, read_mentions
from suffice.extractors.open.mentions.names import is_named
from suffice.extractors.open.mentions.roles import STAGED, work_of
from suffice.extractors.open.plainly import is_plain
from suffice.extractors.open.words import is_content, narrows, same_stem, stem, stems_of
from suffice.extractors.passages import Passage
from suffice.extractors.statements import Found, find_statements
from suffice.extractors.text import fold, split_title, tokens_of
from suffice.extractors.values import value_of
from suffice.rules import Atom, String

__all__ = ["OPEN_PATTERN", "OpenLinker"]

#: How the pattern of an open link begins; what follows tells in words how it was matched.
OPEN_PATTERN = "open: "
#: Relations of the lexicon that are stated on pages of other people too.
_RELATIVES = frozenset(["father", "mother", "spouse", "child", "sibling"])
#: So many values of one lookup may be stated in passing; of more, it is not known which is meant.
MAX_SEVERAL = 2


class OpenLinker:
    """Links passages to lookups that a reading worded itself; others are left to other linkers.

    Args:
        lexicon: for the entity check, and for lookups that it words itself.
        check: the entity check, as for `Linker`.
    """

    name = "open"

    def __init__(
        self, lexicon: Lexicon, check: Literal["anchor-or-verify", "anchor", "none"] = "anchor-or-verify"
    ) -> None:
        self.lexicon = lexicon
        self.check = check
        self.entity = EntityCheck(lexicon, verify=check != "anchor")
        self._worded = {
            entry.word_lookup(name): name for name, entry in lexicon.relation.items() if not entry.derived
        }

    def begin(self) -> None:
        """Nothing is bounded by question."""

    def link(self, lookup: Lookup, passages: Sequence[Passage]) -> Links:
        """Link passages to a lookup.

        Args:
            lookup: what is asked, of what; without a described relation only relatives are linked, in passing.
            passages: candidates, in the order retrieved.
        """
        if lookup.described is None:
            own = self._in_own_words(lookup)
            return self._in_passing(own, passages) if own is not None else Links()
        read = self._reads(lookup.described)
        if read is not None:
            links = self._of_topics(lookup, passages, lambda one: _plain(read(one), lookup, one))
        else:
            links = Links()
        if links.accepted or is_introduced(lookup.described.wording):
            return links
        found = self._in_passing(lookup, passages)
        return Links(found.accepted, links.rejected + found.rejected)

    def _in_own_words(self, lookup: Lookup) -> Lookup | None:
        """A lookup of the lexicon's as one that a reading words: what pages of other things state too."""
        if lookup.relation not in _RELATIVES or lookup.relation not in self.lexicon.relation:
            return None
        wording = self.lexicon.relation[lookup.relation].word_lookup(lookup.relation)
        described = Described(lookup.relation, wording, lookup.value)
        return Lookup(lookup.relation, lookup.subject, lookup.wording, lookup.value, described)

    def _in_passing(self, lookup: Lookup, passages: Sequence[Passage]) -> Links:
        """Facts that a passage states of the subject, whatever its topic is."""
        assert lookup.described is not None
        links = Links()
        requirement = frozenset(tokens_of(lookup.wording))
        verified = 0
        wording, subject = lookup.described.wording, lookup.subject
        read = [
            (passage, _plain(_read_passing(wording, subject.name, lookup.value, passage), lookup, passage))
            for passage in passages
        ]
        conditional = read_frame(wording) is not None
        most = MAX_CANDIDATES if conditional else MAX_VALUES
        speaking = [(passage, facets) for passage, facets in read if facets]
        namesakes = {passage.unit.title for passage, _ in speaking if _is_namesake(lookup, passage)}
        for passage, facets in speaking:
            title = passage.unit.title
            if title in namesakes and not (len(namesakes) == 1 and _tells_kind(lookup, title)):
                verdict = Verdict("rejected", f"a namesake: {title}")
            else:
                verdict = _is_named(lookup, passage, requirement)
            if verdict.status == "verified":
                verified += 1
                if verified > MAX_VERIFIED or self.check == "anchor":
                    verdict = Verdict("rejected", "would have to be verified")
            if verdict.accepted or self.check == "none":
                links.accepted.extend(_link(lookup, passage, facet, verdict) for facet in facets[:most])
            else:
                links.rejected.append(Rejection(passage, _found(lookup, passage, facets[0]), verdict.reason))
        anchored = [link for link in links.accepted if link.status == "anchored"]
        links = Links(anchored or links.accepted, links.rejected)
        values = {fold(link.found.surface) for link in links.accepted}
        # Which of several candidates is meant, other conditions tell.
        if not conditional and len(values) > (
            1 if lookup.value in ("date", "number", "place", "country") else MAX_SEVERAL
        ):
            doubtful = [
                Rejection(link.passage, link.found, "several passages say several things")
                for link in links.accepted
            ]
            return Links([], links.rejected + doubtful)
        return links

    def _reads(self, described: Described) -> Callable[[Passage], list[Facet]] | None:
        """What reads values of a passage's own topic: a facet, or a relation that the lexicon words so."""
        read = facet_of(described.wording)
        if read is not None:
            return lambda passage: list(read(passage))
        if read_class_asked(described.wording) is not None:
            return lambda passage: read_introduced(described.wording, passage)
        relation = self._worded.get(described.wording)
        if relation is None:
            return None

        def read_stated(passage: Passage) -> list[Facet]:
            stated = [_facet(found, passage) for found in find_statements(passage, relation, self.lexicon)]
            return stated or list(read_first(described.wording, passage))

        return read_stated

    def _of_topics(
        self, lookup: Lookup, passages: Sequence[Passage], read: Callable[[Passage], list[Facet]]
    ) -> Links:
        links = Links()
        judged = [
            (passage, self.entity.judge(lookup.subject, passage)) for passage in passages if passage.sentences
        ]
        facets = {
            passage.unit.id: read(passage)[: 2 * MAX_VALUES]
            for passage, verdict in judged
            if verdict.status != "other" or self.check == "none"
        }
        judged = [(passage, self._refine(lookup.subject, passage, verdict)) for passage, verdict in judged]
        for passage, verdict in judged:
            if verdict.accepted and passage.unit.id not in facets:
                facets[passage.unit.id] = read(passage)[: 2 * MAX_VALUES]
        lone = self._lone_namesake(lookup, judged, facets)
        for passage, verdict in judged:
            if passage.unit.id not in facets:
                continue
            found = facets[passage.unit.id]
            if passage is lone:
                verdict = Verdict("verified")
            if not verdict.accepted and self.check != "none":
                first = _found(lookup, passage, found[0]) if found else None
                links.rejected.append(Rejection(passage, first, verdict.reason))
            elif not found:
                links.rejected.append(Rejection(passage, None, "says nothing of it that is understood"))
            else:
                links.accepted.extend(_link(lookup, passage, facet, verdict) for facet in found)
        return _without_doubles(links)

    def _refine(self, subject: Mention, passage: Passage, verdict: Verdict) -> Verdict:
        """`Notus, Idaho` for `Notus, Idaho, United States`: of two parts or more that agree the third may be left out."""
        if verdict.status != "other" or self.check == "anchor":
            return verdict
        parts, others = (
            [fold(part) for part in text.split(",")] for text in (subject.name, passage.unit.title)
        )
        shared = min(len(parts), len(others))
        return Verdict("verified") if shared > 1 and parts[:shared] == others[:shared] else verdict

    def _lone_namesake(
        self,
        lookup: Lookup,
        judged: Sequence[tuple[Passage, Verdict]],
        facets: Mapping[str, list[Facet]],
    ) -> Passage | None:
        """`Dracula (plant)` for `Dracula`, if the question says that it is a plant and no other page of that name speaks.

        A name alone is answered from no namesake, even the last one left: the thing meant may have no page at all.
        """
        subject = lookup.subject
        if self.check == "anchor" or split_title(subject.name)[1]:
            return None
        alike = [passage for passage, _ in judged if is_called(subject.name, passage.unit.title)]
        speaking = [passage for passage in alike if facets.get(passage.unit.id)]
        if len({passage.unit.title for passage in speaking}) != 1:
            return None
        chosen = speaking[0]
        asked = self._worded.get(lookup.template)
        told = self.lexicon.tells_kind(asked, split_title(chosen.unit.title)[1])
        return chosen if told or _tells_kind(lookup, chosen.unit.title) else None


def _read_passing(wording: str, subject: str, value: ValueType, passage: Passage) -> list[Facet]:
    """What a passage states of a subject, by the kind of lookup: candidates, a class, a fact."""
    if read_frame(wording) is not None:
        return read_candidates(wording, subject, value, passage)
    if read_class_asked(wording) is not None:
        return read_called(wording, subject, passage)
    found = (
        read_mentions(wording, subject, value, passage)
        or read_topic(wording, subject, value, passage)
        or read_actor(wording, subject, value, passage)
    )
    frame = frame_of_question(wording) if not found else None
    return read_candidates(frame, subject, value, passage) if frame is not None else found


def _plain(facets: Sequence[Facet], lookup: Lookup, passage: Passage) -> list[Facet]:
    """The facets whose sentences say them plainly."""
    assert lookup.described is not None
    wording, text = lookup.described.wording, passage.view.text
    return [
        facet
        for facet in facets
        if not _is_cut(facet, lookup, text)
        and is_plain(
            text[facet.start : facet.end],
            (facet.value_start - facet.start, facet.value_end - facet.start),
            wording,
            lookup.subject.name,
            passage.unit.title,
        )
    ]


def _is_cut(facet: Facet, lookup: Lookup, text: str) -> bool:
    """Whether a value is only the adjective of a longer name: `the Greek royal family` is no Greek."""
    named = isinstance(facet.value, String) and facet.value.value == facet.surface
    if lookup.value == "country" or not named or not is_adjective(facet.surface):
        return False
    asked = regex.search(r"\b(?:language|nationality|ethnic|people|citizen)", lookup.wording)
    return asked is None and regex.match(r" \p{L}", text[facet.value_end :]) is not None


def _is_namesake(lookup: Lookup, passage: Passage) -> bool:
    """Whether a lookup has a title's name without its disambiguator, for its subject or for another thing."""
    name, disambiguator = split_title(passage.unit.title)
    named = bool(name) and is_named(name, lookup.wording)
    return bool(disambiguator) and named and fold(passage.unit.title) not in fold(lookup.wording)


def _tells_kind(lookup: Lookup, title: str) -> bool:
    """Whether the kind in a title is told with the name or asked for: `Is Dorval a plant?` of `Dorval (plant)`.

    The kind is a disambiguator's last word (`film` of `2013 film`), a synonym (what is performed is a song or an album), or a
    narrower word (a documentary is a film). What somebody plays in is staged; with a year (`1995 film`)
    there are several, and which is meant is not told.
    """
    disambiguator = split_title(title)[1]
    kind = stems_of(disambiguator)[-1:]
    if is_called(title, work_of(lookup.wording)) and not regex.search(r"\d", disambiguator):
        return any(stem(one) in kind for one in STAGED)
    # The noun behind `which` is what the answer is, not the thing asked about.
    wording = read_asked(lookup.described.wording, "").words.replace("{0}", " ") if lookup.described else ""
    told = stems_of(f"{wording} {lookup.subject.kind or ''}")
    return any(same_stem(word, other) or narrows(other, word) for word in kind for other in told)


def _is_named(lookup: Lookup, passage: Passage, requirement: frozenset[str]) -> Verdict:
    """The paper's check: anchored if the title's informative words are the requirement's; else the sentence names it.

    A single word names too much, if it is no country: only a title can tell which Jason is meant.
    """
    title = [word for word in tokens_of(unescape(split_title(passage.unit.title)[0])) if is_content(word)]
    if title and requirement.issuperset(title):
        return Verdict("anchored")
    named = {word for name in names_in(lookup.wording) for word in tokens_of(name) if is_content(word)}
    known = value_of("country", lookup.subject.name) is not None
    if known or len(named | set(tokens_of(lookup.subject.name))) > 1:
        return Verdict("verified")
    return Verdict("rejected", f"which {lookup.subject.name} is meant is not said")


def _without_doubles(links: Links) -> Links:
    """Two passages that say different things are about two things, or in dispute: neither is linked."""
    values: dict[str, set[str]] = {}
    for link in links.accepted:
        values.setdefault(link.passage.unit.id, set()).add(str(link.fact))
    if len(values) < 2 or set.intersection(*values.values()):
        return links
    doubtful = [
        Rejection(link.passage, link.found, "another passage says otherwise") for link in links.accepted
    ]
    return Links([], links.rejected + doubtful)


def _link(lookup: Lookup, passage: Passage, facet: Facet, verdict: Verdict) -> Link:
    status = verdict.status if verdict.accepted else "unchecked"
    found = _found(lookup, passage, facet)
    fact = Atom(lookup.relation, (String(lookup.subject.name), facet.value))
    return Link(fact, passage, found, cast(LinkStatus, status))


def _facet(found: Found, passage: Passage) -> Facet:
    """A statement of the lexicon's, with clean spans."""
    places = passage.view.places
    start, end, first, last = (
        bisect_left(places, place) for place in (found.start, found.end, found.value_start, found.value_end)
    )
    return Facet(found.value, found.surface, start, end, first, last, found.pattern)


def _found(lookup: Lookup, passage: Passage, facet: Facet) -> Found:
    return Found.at(
        passage,
        lookup.relation,
        facet.value,
        facet.surface,
        f"{OPEN_PATTERN}{facet.how}",
        (facet.start, facet.end),
        (facet.value_start, facet.value_end),
    )

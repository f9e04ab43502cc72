"""The open linker: which passages state the value of a relation that a reading brought along.

>>> from suffice.extractors.entity import Mention
>>> from suffice.extractors.lexicon import read_lexicon
>>> from suffice.extractors.lookups import Described, Lookup
>>> from suffice.extractors.passages import Reader, Unit
>>> unit = Unit("u1", "Senet", "Senet is a board game from ancient Egypt.")
>>> [passage] = Reader(cache=None).read([unit])
>>> lookup = Lookup.of(Described("is_a_board_game", "Is {0} a board game?"), Mention("Senet"))
>>> [str(link.fact) for link in OpenLinker(read_lexicon()).link(lookup, [passage]).accepted]
['is_a_board_game("Senet",yes)']
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, cast

from suffice.extractors.entity import EntityCheck, Verdict
from suffice.extractors.lexicon import Lexicon
from suffice.extractors.linker import MAX_VALUES, Link, Links, LinkStatus, Rejection
from suffice.extractors.lookups import Lookup
from suffice.extractors.open.facets import Facet, facet_of
from suffice.extractors.passages import Passage
from suffice.extractors.statements import Found
from suffice.rules import Atom, String

__all__ = ["OpenLinker"]


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

    def link(self, lookup: Lookup, passages: Sequence[Passage]) -> Links:
        """Link passages to a lookup.

        Args:
            lookup: what is asked, of what; without a described relation there is no link.
            passages: candidates, in the order retrieved.
        """
        if lookup.described is None:
            return Links()
        read = facet_of(lookup.described.wording)
        if read is not None:
            return self._link_facet(lookup, passages)
        return Links()

    def _link_facet(self, lookup: Lookup, passages: Sequence[Passage]) -> Links:
        links = Links()
        assert lookup.described is not None
        read = facet_of(lookup.described.wording)
        assert read is not None
        for passage in passages:
            verdict = self.entity.judge(lookup.subject, passage)
            if (verdict.status == "other" and self.check != "none") or not passage.sentences:
                continue
            facets = list(read(passage))[: MAX_VALUES * 2]
            if not verdict.accepted and self.check != "none":
                found = _found(lookup, passage, facets[0]) if facets else None
                links.rejected.append(Rejection(passage, found, verdict.reason))
            elif not facets:
                links.rejected.append(Rejection(passage, None, "says nothing of it that is understood"))
            else:
                links.accepted.extend(_link(lookup, passage, facet, verdict) for facet in facets)
        return _without_doubles(links)


def _without_doubles(links: Links) -> Links:
    """Two passages that say different things are about two things, or in dispute: neither is linked."""
    values: dict[str, set[str]] = {}
    for link in links.accepted:
        values.setdefault(link.passage.unit.id, set()).add(str(link.fact))
    if len(values) < 2 or set.intersection(*values.values()):
        return links
    doubtful = [Rejection(link.passage, link.found, "another passage says otherwise") for link in links.accepted]
    return Links([], links.rejected + doubtful)


def _link(lookup: Lookup, passage: Passage, facet: Facet, verdict: Verdict) -> Link:
    status = verdict.status if verdict.accepted else "unchecked"
    found = _found(lookup, passage, facet)
    fact = Atom(lookup.relation, (String(lookup.subject.name), facet.value))
    return Link(fact, passage, found, cast(LinkStatus, status))


def _found(lookup: Lookup, passage: Passage, facet: Facet) -> Found:
    start, end = passage.view.span(facet.start, facet.end)
    value_start, value_end = passage.view.span(facet.value_start, facet.value_end)
    return Found(
        lookup.relation,
        facet.value,
        facet.surface,
        f"open: {facet.how}",
        passage.view.source[start:end],
        start,
        end,
        value_start,
        value_end,
        facet.start == passage.sentences[0].start,
    )

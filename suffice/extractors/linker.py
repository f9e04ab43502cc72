"""The linker: which passages state what a requirement asks for, of exactly the thing that it names.

>>> from suffice.extractors.lexicon import read_lexicon
>>> from suffice.extractors.entity import Mention
>>> from suffice.extractors.lookups import lookup_of
>>> from suffice.extractors.passages import Reader, Unit
>>> [passage] = Reader(cache=None).read([Unit("u1", "Free Guy", "Free Guy is a 2020 film directed by Shawn Levy.")])
>>> linker = Linker(read_lexicon())
>>> links = linker.link(lookup_of("director", Mention("Free Guy", kind="film"), read_lexicon()), [passage])
>>> [(str(link.fact), link.status) for link in links.accepted]
[('director("Free Guy","Shawn Levy")', 'anchored')]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

from suffice.extractors.entity import EntityCheck, is_called
from suffice.extractors.lexicon import Lexicon
from suffice.extractors.lookups import Lookup
from suffice.extractors.passages import Passage
from suffice.extractors.statements import Found, find_statements
from suffice.rules import Atom, String, Term

if TYPE_CHECKING:
    from suffice.extractors.natlog.proof import Proof

__all__ = ["MAX_VALUES", "MAX_VERIFIED", "Link", "Linker", "Links", "Rejection"]

#: Entity checks: anchoring or verification, anchoring alone, or none at all.
CHECKS = ("anchor-or-verify", "anchor", "none")
#: Only so many passages that are not anchored are verified for one requirement, in the order retrieved.
MAX_VERIFIED = 2
#: Values that are followed for one requirement.
MAX_VALUES = 4


LinkStatus: TypeAlias = Literal["anchored", "verified", "unchecked"]


@dataclass(frozen=True, slots=True)
class Link:
    """An accepted link: the unit states the fact, and where; with a proof if one shows it, with a likelihood if it is a guess."""

    fact: Atom
    passage: Passage
    found: Found
    status: LinkStatus
    proof: Proof | None = None
    likelihood: float | None = None


@dataclass(frozen=True, slots=True)
class Rejection:
    """A link that was not accepted: the unit states the relation, but the entity check failed."""

    passage: Passage
    found: Found | None
    reason: str


@dataclass(frozen=True, slots=True)
class Links:
    """What came of linking some passages to one requirement."""

    accepted: list[Link] = field(default_factory=list)
    rejected: list[Rejection] = field(default_factory=list)


class Linker:
    """Links passages to requirements by the patterns of a lexicon.

    Args:
        lexicon: the relations.
        check: `anchor-or-verify` (default), `anchor`, or `none` (whatever a passage states is taken to be of the thing
            asked about: an ablation).
    """

    def __init__(
        self, lexicon: Lexicon, check: Literal["anchor-or-verify", "anchor", "none"] = "anchor-or-verify"
    ) -> None:
        self.lexicon = lexicon
        self.check = check
        self.entity = EntityCheck(lexicon, verify=check != "anchor")
        self._statements: dict[tuple[str, str], list[Found]] = {}

    def statements(self, passage: Passage, relation: str) -> list[Found]:
        """What a passage states of its topic, remembered."""
        key = passage.unit.id, relation
        if key not in self._statements:
            self._statements[key] = find_statements(passage, relation, self.lexicon)
        return self._statements[key]

    name = "lexicon"

    def begin(self) -> None:
        """Nothing is bounded by question."""

    def link(self, lookup: Lookup, passages: Sequence[Passage]) -> Links:
        """Link passages to a lookup; a relation that the lexicon does not declare gets no link.

        Args:
            lookup: what is asked, of what.
            passages: candidates, in the order retrieved.
        """
        links = Links()
        relation, subject = lookup.relation, lookup.subject
        if relation not in self.lexicon.relation:
            return links
        if (
            len({passage.unit.title for passage in passages if is_called(subject.name, passage.unit.title)})
            > 1
        ):
            # What is asked tells the kind of a thing, but not which of several.
            subject = replace(subject, asked=None)
        verified = 0
        for passage in passages:
            verdict = self.entity.judge(subject, passage)
            if verdict.status == "other" and self.check != "none":
                continue
            found = self.statements(passage, relation)
            accepted = verdict.accepted
            if verdict.status == "verified":
                accepted = verified < MAX_VERIFIED
                verified += bool(found)
            if accepted or self.check == "none":
                status = verdict.status if accepted else "unchecked"
                links.accepted.extend(
                    Link(
                        Atom(relation, (String(subject.name), one.value)),
                        passage,
                        one,
                        cast(LinkStatus, status),
                    )
                    for one in found[:MAX_VALUES]
                )
                if not found:
                    links.rejected.append(Rejection(passage, None, "states no value that the lexicon knows"))
            else:
                reason = verdict.reason or "more than two passages would have to be verified"
                links.rejected.extend(Rejection(passage, one, reason) for one in found[:1])
                if not found:
                    links.rejected.append(Rejection(passage, None, reason))
        return links if self.check == "none" else self._without_doubles(links, relation)

    def _without_doubles(self, links: Links, relation: str) -> Links:
        """Two passages of one title that agree in no value are about two things: neither is linked.

        A functional relation is left to the engine, which names the conflict.
        """
        values: dict[str, set[Term]] = {}
        for link in links.accepted:
            if link.status == "anchored":
                values.setdefault(link.passage.unit.id, set()).add(link.found.value)
        apart = any(one.isdisjoint(other) for one, other in combinations(values.values(), 2))
        if not apart or self.lexicon.relation[relation].functional:
            return links
        reason = "another passage of the same title says otherwise"
        doubtful = [Rejection(link.passage, link.found, reason) for link in links.accepted]
        return Links([], links.rejected + doubtful)

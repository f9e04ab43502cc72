"""The likely linker: where no pattern states a value, the candidate that looks most like it, with how likely it is.

A guess that says that it is one. It reads nothing; a forest fitted on other questions (`forest`) rates how a candidate's
sentence looks (`looks`). Its links carry their likelihood, certificates show it, and it is used only where it is asked for.

>>> from suffice.extractors.entity import Mention
>>> from suffice.extractors.lexicon import read_lexicon
>>> from suffice.extractors.lookups import Described, Lookup
>>> from suffice.extractors.passages import Reader, Unit
>>> unit = Unit("u1", "Orrin Tramway", "Orrin Tramway is a line in Norway, first opened by engineer Ann Ek.")
>>> [passage] = Reader(cache=None).read([unit])
>>> lookup = Lookup.of(Described("opened", "Who opened {0}?", "person"), Mention("Orrin Tramway"))
>>> [link] = LikelyLinker(read_lexicon()).link(lookup, [passage]).accepted
>>> str(link.fact), 0.2 <= link.likelihood < 1
('opened("Orrin Tramway","Ann Ek")', True)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

import regex

from suffice.errors import ForestError, UsageError
from suffice.extractors.entity import EntityCheck, Verdict
from suffice.extractors.lexicon import Lexicon
from suffice.extractors.likely.forest import Forest, open_forest
from suffice.extractors.likely.looks import FEATURES, Look, find_looks
from suffice.extractors.linker import Link, Links, LinkStatus, Rejection
from suffice.extractors.lookups import Lookup
from suffice.extractors.open.conditions import read_class_asked
from suffice.extractors.passages import Passage
from suffice.extractors.statements import Found
from suffice.rules import Atom, String

__all__ = ["LEAST", "LIKELY_PATTERN", "MOST_LOOKED_AT", "LikelyLinker", "asks_for_value", "find_rank"]

#: How the pattern of a likely link begins; the passage's place among those retrieved follows.
LIKELY_PATTERN = "likely: passage "
#: Passages looked at for one lookup, in the order retrieved; the forest was fitted on so many.
MOST_LOOKED_AT = 5
#: A link's likelihood by default.
LEAST = 0.6
#: A likelihood is written with so many digits behind the point.
_DIGITS = 4

#: A question for yes or no; one with a clause, or a comparison, inside.
_NO_VALUE = regex.compile(
    r"^(?:is|are|was|were|does|do|did|has|have|had|can|could) |(?<!^)(?<!^\p{Ll}+ )(?<!is it )\b(?:where|who|whose|whom|which)\b|\bsame\b",
    regex.I,
)


class LikelyLinker:
    """Links the likeliest candidate of a lookup, if it is likely enough.

    Args:
        lexicon: for the entity check.
        check: the entity check, as for `Linker`.
        least: how likely a link must be, 0 to 1.
        forest: that rates; by default the one that ships.

    Raises:
        ForestError: the forest is over other features.
        UsageError: `least` is no likelihood.
    """

    name = "likely"

    def __init__(
        self,
        lexicon: Lexicon,
        check: Literal["anchor-or-verify", "anchor", "none"] = "anchor-or-verify",
        *,
        least: float = LEAST,
        forest: Forest | None = None,
    ) -> None:
        if not 0 <= least <= 1:
            raise UsageError(f"no likelihood: {least}", remedy="choose from 0 to 1")
        self.check = check
        self.least = least
        self.entity = EntityCheck(lexicon, verify=check != "anchor")
        self.forest = forest or open_forest()
        if self.forest.features != FEATURES:
            raise ForestError(
                "the forest rates other features than there are",
                file=self.forest.file,
                remedy="fit it anew: python -m benchmarks.likely fit",
            )
        self._seen: Counter[Lookup] = Counter()

    def begin(self) -> None:
        """Begin a question: what was looked at for the last one counts no more."""
        self._seen.clear()

    def link(self, lookup: Lookup, passages: Sequence[Passage]) -> Links:
        """The likeliest candidate of the first passages.

        Args:
            lookup: what is asked, of what; whether something holds is not guessed.
            passages: candidates, in the order retrieved.
        """
        if not asks_for_value(lookup):
            return Links()
        first = self._seen[lookup]
        chosen = passages[: max(0, MOST_LOOKED_AT - first)]
        self._seen[lookup] += len(chosen)
        return self.link_at(lookup, [(first + place, passage) for place, passage in enumerate(chosen)])

    def link_at(self, lookup: Lookup, passages: Sequence[tuple[int, Passage]]) -> Links:
        """The same of passages whose places among those retrieved are given, from 0."""
        links = Links()
        best: tuple[float, int, Passage, Verdict, Look] | None = None
        for rank, passage in passages:
            verdict = self.entity.judge(lookup.subject, passage)
            if self.check != "none" and (
                verdict.status == "rejected" or (self.check == "anchor" and verdict.status != "anchored")
            ):
                links.rejected.append(Rejection(passage, None, verdict.reason or "not anchored by its title"))
                continue
            for look in find_looks(lookup, passage, verdict, rank):
                likelihood = round(self.forest.rate(look.features), _DIGITS)
                if best is None or likelihood > best[0]:
                    best = likelihood, rank, passage, verdict, look
        if best is None:
            return links
        likelihood, rank, passage, verdict, look = best
        found = _found(lookup, passage, look, rank)
        if likelihood < self.least:
            links.rejected.append(Rejection(passage, found, f"not likely enough: {likelihood:.2f}"))
            return links
        status: LinkStatus = "anchored" if verdict.status == "anchored" else "verified"
        fact = Atom(lookup.relation, (String(lookup.subject.name), look.value))
        links.accepted.append(
            Link(fact, passage, found, "unchecked" if self.check == "none" else status, likelihood=likelihood)
        )
        return links


def find_rank(pattern: str) -> int | None:
    """The place, from 0, that a likely link's pattern says its passage has among those retrieved.

    >>> find_rank("likely: passage 2"), find_rank("open: in that place")
    (1, None)
    """
    found = regex.fullmatch(rf"{LIKELY_PATTERN}([1-{MOST_LOOKED_AT}])", pattern)
    return int(found[1]) - 1 if found else None


def asks_for_value(lookup: Lookup) -> bool:
    """Whether a lookup asks for one value of one thing: not whether something holds, nor by way of another thing.

    >>> from suffice.extractors.lookups import Described, Lookup, Mention
    >>> asks_for_value(Lookup.of(Described("is", "Is {0} a game?"), Mention("Senet")))
    False
    """
    return read_class_asked(lookup.template) is None and not _NO_VALUE.search(lookup.template)


def _found(lookup: Lookup, passage: Passage, look: Look, rank: int) -> Found:
    sentence = passage.sentences[look.sentence]
    return Found.at(
        passage,
        lookup.relation,
        look.value,
        look.surface,
        f"{LIKELY_PATTERN}{rank + 1}",
        (sentence.start, sentence.end),
        (look.start, look.end),
    )

"""Constructions of English that say in one form what a claim says in another.

`a spirit which derives` says that it derives; `(born May 1, 1950)` says that somebody was born then; `, a city in Spain,`
says that it is one. Each replaces words of the sentence by fixed words, and what is left behind stays to be left out.

>>> from suffice.extractors.natlog.scan import read_sentence, scan_operators
>>> scan = scan_operators(read_sentence("Gin is a spirit which derives its flavour from juniper."))
>>> [(one.name, one.end, one.new) for one in constructions_at(scan, 1)]
[('relative', 5, ())]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from suffice.extractors.natlog.grammar import read_grammar
from suffice.extractors.natlog.relations import Relation
from suffice.extractors.natlog.scan import Scan
from suffice.extractors.natlog.words import Tag

__all__ = ["CLOSING", "OPENING", "Construction", "constructions_at"]

OPENING, CLOSING = frozenset(["(", "-lrb-"]), frozenset([")", "-rrb-"])
_DASHES = frozenset(["--", "–", "-", "—"])
_BE = frozenset(["is", "was", "are", "were"])
_MONTHS = frozenset(
    [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ]
)
_NOMINAL: frozenset[Tag] = frozenset(["DET", "W", "NUM", "POS", "ADV", "PREP", "CONJ"])
#: Words between a name and `known as`.
_KNOWN = frozenset(
    ["better", "best", "professionally", "commonly", "also", "known", "more", "simply", "mononymously"]
)
MAX_LENGTH = 40


@dataclass(frozen=True, slots=True)
class Construction:
    """Words that may be replaced by others.

    Args:
        name: which construction.
        end: behind the last word that is replaced.
        new: canonical words that replace them.
        relation: of the sentence with the old words to that with the new.
    """

    name: str
    end: int
    new: tuple[str, ...]
    relation: Relation


@lru_cache(maxsize=16384)
def constructions_at(scan: Scan, start: int) -> tuple[Construction, ...]:
    """The constructions that begin at a word.

    Args:
        scan: the sentence.
        start: the word.
    """
    return tuple(_Finder(scan, start).run())


class _Finder:
    def __init__(self, scan: Scan, start: int) -> None:
        self.scan = scan
        self.start = start
        self.words = scan.sentence.words
        self.norms = [word.norm for word in self.words]
        self.tags = scan.sentence.tags
        self.count = len(self.words)
        self.unveridical = read_grammar().words.unveridical

    def run(self) -> Iterator[Construction]:
        norm = self.norms[self.start]
        if norm in OPENING:
            yield from self._born()
        if norm in _BE and self.start:
            yield from self._predicates(norm)
        if norm in {"has", "have", "had"}:
            yield from self._perfect()
        if norm == "," and self.start:
            yield from self._apposition()
        if self.start == 0:
            yield from self._known_as()
        if norm in {"the", "a", "an", "his", "her", "its", "their"}:
            yield from self._titled()

    def _close(self) -> int | None:
        """The bracket that closes the one here."""
        depth = 0
        for at in range(self.start, min(self.count, self.start + MAX_LENGTH)):
            depth += (self.norms[at] in OPENING) - (self.norms[at] in CLOSING)
            if depth == 0:
                return at
        return None

    def _is_date(self, at: int) -> bool:
        norm = self.norms[at] if at < self.count else ""
        return norm in _MONTHS or norm.isdigit()

    def _born(self) -> Iterator[Construction]:
        """`( born May 1, 1950 )`; `( May 1, 1950 -- June 2, 2000 )`."""
        close = self._close()
        if close is None:
            return
        born = next((at for at in range(self.start, close) if self.norms[at] == "born"), None)
        dash = next(
            (at for at in range(self.start, close) if self.norms[at] in _DASHES and self._is_date(at + 1)),
            None,
        )
        if born is not None and self._is_date(born + 1):
            for preposition in ("in", "on"):
                yield Construction("born", born + 1, ("was", "born", preposition), "<")
        first = self.start + 1
        semicolon = next((at for at in range(close, self.start, -1) if self.norms[at] == ";"), None)
        if semicolon is not None and (born is None or not self._is_date(born + 1)):
            first = semicolon + 1
        if dash is not None and self._is_date(first):
            for preposition in ("in", "on"):
                yield Construction("lifespan", first, ("was", "born", preposition), "<")
                yield Construction("lifespan", dash + 1, ("died", preposition), "<")

    def _predicates(self, be: str) -> Iterator[Construction]:
        """`is a spirit which derives`; `is a film, directed by`."""
        at = self.start + 1
        if at >= self.count or self.tags[at] not in ("DET", "W", "NUM", "ADV"):
            return
        while at < min(self.count, self.start + MAX_LENGTH):
            tag, norm = self.tags[at], self.norms[at]
            if norm in self.unveridical:
                return  # `is allegedly a film directed by`
            if norm == ",":
                if self._participle(at + 1):
                    yield from self._passives(at + 1, be)
                return
            if self.scan.is_operator(at) and not self._harmless(at):
                return
            if (
                tag == "REL"
                and norm in {"who", "which", "that"}
                and at + 1 < self.count
                and at > self.start + 1
            ):
                if self.tags[at + 1] in ("V", "AUX"):
                    yield Construction("relative", at + 1, (), "<")
                return
            if at > self.start + 1 and self._participle(at):
                yield from self._passives(at, be)
                return
            if tag not in _NOMINAL:
                return
            at += 1

    def _passives(self, at: int, be: str) -> Iterator[Construction]:
        for form in dict.fromkeys((be, "was" if be in {"is", "was"} else "were")):
            yield Construction("participle", at, (form,), "<")

    def _harmless(self, at: int) -> bool:
        return self.norms[at] in {
            "a",
            "an",
            "the",
            "some",
            "its",
            "his",
            "her",
            "their",
            "one",
            "several",
        } or (self.tags[at] == "NUM")

    def _participle(self, at: int) -> bool:
        """Whether a past participle with a complement begins here."""
        while at < self.count and self.tags[at] == "ADV":
            if self.norms[at] in self.unveridical:
                return False
            at += 1
        if at + 1 >= self.count or self.tags[at] not in ("V", "W"):
            return False
        norm = self.norms[at]
        lemmas = read_grammar().verb_lemmas(norm)
        past = read_grammar().is_past(norm)
        return bool(lemmas) and past and self.tags[at + 1] in ("PREP", "CONJ", "ADV") and not self._name(at)

    def _name(self, at: int) -> bool:
        return self.words[at].text[:1].isupper()

    def _perfect(self) -> Iterator[Construction]:
        """`has directed` says that somebody directed."""
        following = self.start + 1
        while following < self.count and self.tags[following] == "ADV":
            following += 1
        if following < self.count and self.tags[following] == "V" and self.norms[following] != "been":
            yield Construction("perfect", self.start + 1, (), "=")

    def _apposition(self) -> Iterator[Construction]:
        """`Ann Lee, an American actor,` says that she is one."""
        following = self.start + 1
        named = self.words[self.start - 1].text[:1].isupper() or self.norms[self.start - 1] in CLOSING
        verbs = any(tag in ("V", "AUX") for tag in self.tags[: self.start])
        if named and not verbs and following < self.count and self.norms[following] in {"a", "an"}:
            for be in ("is", "was"):
                yield Construction("apposition", self.start + 1, (be,), "<")

    def _titled(self) -> Iterator[Construction]:
        """`the 2013 film The Canyons` is The Canyons; `his brother John Lee` is John Lee."""
        at = self.start + 1
        while at < self.count and self.tags[at] in ("W", "NUM", "ADV") and not self._name(at):
            at += 1
        common = at > self.start + 1 and self.tags[at - 1] == "W"
        if common and at < self.count and self._name(at) and self.tags[at] in ("W", "DET", "NUM"):
            yield Construction("titled", at, (), "=")

    def _known_as(self) -> Iterator[Construction]:
        """`Robert Zimmerman ( born 1941 ) , better known as Bob Dylan ,` names Bob Dylan."""
        at = 0
        while at < self.count and self.norms[at] != ",":
            if self.norms[at] in OPENING:
                depth = 0
                while at < self.count:
                    depth += (self.norms[at] in OPENING) - (self.norms[at] in CLOSING)
                    at += 1
                    if depth == 0:
                        break
                continue
            if not (self.words[at].text[:1].isupper() or self.norms[at] in {"of", "de", "von", "van", "the"}):
                return
            at += 1
        known = at + 1
        while known < self.count and self.norms[known] in _KNOWN:
            known += 1
        if (
            at == 0
            or known >= self.count
            or self.norms[known] != "as"
            or "known" not in self.norms[at + 1 : known]
        ):
            return
        end = known + 1
        while end < self.count and self.words[end].text[:1].isupper():
            end += 1
        if end < self.count and self.norms[end] == "," and end > known + 1:
            new = tuple(word.norm for word in self.words[known + 1 : end])
            yield Construction("known as", end + 1, new, "=")

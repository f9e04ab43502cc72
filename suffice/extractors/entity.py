"""The entity check: is a passage about exactly the thing that a requirement names?

Certify section 4. A title that is the name, disambiguator included, is *anchored*. Otherwise a rule verifies: the
passage must introduce its topic by that very name, and no typed attribute may conflict. Namesakes are rejected.

>>> from suffice.extractors.lexicon import read_lexicon
>>> from suffice.extractors.passages import Reader, Unit
>>> unit = Unit("u1", "Forbidden Ground (2013 film)", "Forbidden Ground is a 2013 Australian film.")
>>> [passage] = Reader(cache=None).read([unit])
>>> check = EntityCheck(read_lexicon())
>>> check.judge(Mention("Forbidden Ground (2013 film)"), passage).status
'anchored'
>>> check.judge(Mention("Forbidden Ground"), passage)
Verdict(status='rejected', reason='a namesake: Forbidden Ground (2013 film)')
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import regex

from suffice.extractors.lexicon import Lexicon
from suffice.extractors.passages import Passage
from suffice.extractors.text import STYLES, fold, split_title, tokens_of

__all__ = ["EntityCheck", "Mention", "Verdict", "is_called"]

_KNOWN_AS = (
    r"(?:known(?: professionally| simply| popularly)? as|credited as|born|née|nicknamed|called|stage name|or)"
)


@dataclass(frozen=True, slots=True)
class Mention:
    """A thing as a requirement names it.

    Args:
        name: as written, with its disambiguator if it has one.
        kind: the word for its kind in the question, if any: a lexicon kind, or as the question has it.
        via: the relation whose value it is, when it came out of a passage instead of the question.
        asked: the relation of the lexicon that is asked of it.
    """

    name: str
    kind: str | None = None
    via: str | None = None
    asked: str | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the check says: `anchored`, `verified` or `rejected`, and why. `other` is not even a namesake."""

    status: Literal["anchored", "verified", "rejected", "other"]
    reason: str = ""

    @property
    def accepted(self) -> bool:
        """Whether the passage is about the thing."""
        return self.status in ("anchored", "verified")


class EntityCheck:
    """Judges passages for mentions.

    Args:
        lexicon: words for kinds, and for each relation the words for what its values are.
        verify: whether to verify what is not anchored (off: anchoring only).
    """

    def __init__(self, lexicon: Lexicon, *, verify: bool = True) -> None:
        self.lexicon = lexicon
        self.verify = verify

    def judge(self, mention: Mention, passage: Passage) -> Verdict:
        """Whether a passage's topic is the thing mentioned."""
        title = passage.unit.title
        name, extra = split_title(mention.name)
        topic, title_extra = split_title(title)
        if fold(mention.name) == fold(title) or (
            fold(name) == fold(topic) and fold(extra) == fold(title_extra)
        ):
            conflict = self._conflict(mention, passage)
            return Verdict("rejected", conflict) if conflict else Verdict("anchored")
        if fold(name) != fold(topic) or not fold(name):
            return self._alias(mention, name, passage)
        verdict = self._namesake(mention, extra, title_extra, passage)
        return (
            verdict
            if self.verify or not verdict.accepted
            else Verdict("rejected", "not anchored by its title")
        )

    def _namesake(self, mention: Mention, extra: str, title_extra: str, passage: Passage) -> Verdict:
        """Same name, other disambiguator: only what one side leaves unsaid may be made up for by the text."""
        rejected = Verdict("rejected", f"a namesake: {passage.unit.title}")
        if extra and title_extra:
            return rejected
        if extra:
            told = set(tokens_of(_opening(passage)))
            return Verdict("verified") if set(tokens_of(extra)) <= told else rejected
        words = set(tokens_of(title_extra))
        if mention.via:
            fits = words & self._role_words(mention.via)
            return Verdict("verified") if fits and not self._conflict(mention, passage) else rejected
        if mention.kind:
            return Verdict("verified") if words <= self._kind_words(mention.kind) else rejected
        return Verdict("verified") if self.lexicon.tells_kind(mention.asked, title_extra) else rejected

    def _alias(self, mention: Mention, name: str, passage: Passage) -> Verdict:
        """Another title: the passage must introduce its topic by the required name, or the names differ in a style."""
        wanted, topic = tokens_of(name), tokens_of(split_title(passage.unit.title)[0])
        if len(wanted) < 2 or not topic:
            return Verdict("other")
        if not self.verify:
            return Verdict("other")
        core, plain = _core(wanted), _core(topic)
        # `Sultan Mahmud II of the Ottoman Empire` is `Mahmud II`.
        longer = (
            bool(plain)
            and core[: len(plain)] == plain
            and wanted[wanted.index(plain[-1]) + 1 :][:1] == ["of"]
        )
        same = (core == plain and len(core) > 1) or (
            core == plain != [] and topic != wanted and len(topic) == 1
        )
        introduced = same or longer or self._introduces(passage, name)
        if not introduced:
            return Verdict("other")
        conflict = self._conflict(mention, passage)
        return Verdict("rejected", conflict) if conflict else Verdict("verified")

    @staticmethod
    def _introduces(passage: Passage, name: str) -> bool:
        """Whether the first sentence opens with the name, or says that the topic is known by it."""
        opening = _opening(passage)
        wanted = " ".join(tokens_of(name))
        # What is introduced ends where the verb, a bracket or a comma begins: `Silas Hardy Strawn` is not `Silas Hardy`.
        for end in regex.finditer(r"\s(?:is|was|are|were|served|became)\b|[(,]|$", opening[:300]):
            if " ".join(tokens_of(opening[: end.start()])) == wanted:
                return True
        for match in regex.finditer(rf"{_KNOWN_AS} ([^,;()]+)", opening):
            if " ".join(tokens_of(regex.split(r"\s(?:is|was|are|were)\b", match[1])[0])) == wanted:
                return True
        return False

    def _conflict(self, mention: Mention, passage: Passage) -> str:
        """A typed attribute that speaks against it; empty when none does."""
        if mention.via:
            roles = self._role_words(mention.via)
            if roles and not roles & set(tokens_of(passage.view.text)):
                return f"nothing says that {passage.unit.title} is a {mention.via.replace('_', ' ')}"
        return ""

    def _role_words(self, relation: str) -> set[str]:
        # A relation that a reading brought along says nothing of what its values are.
        known = self.lexicon.relation.get(relation)
        return {token for word in known.role for token in _forms(word)} if known else set()

    def _kind_words(self, kind: str) -> set[str]:
        # A reading that the lexicon did not make may bring a word of its own.
        known = self.lexicon.kind.get(kind)
        return {token for word in (known.words if known else (kind,)) for token in tokens_of(word)}


def is_called(name: str, title: str) -> bool:
    """Whether a page has a name, whatever stands in brackets behind it.

    >>> is_called("Free Guy", "Free Guy (2021 film)")
    True
    """
    return fold(split_title(name)[0]) == fold(split_title(title)[0])


def _core(tokens: list[str]) -> list[str]:
    """The tokens of a name without styles, particles and initials (`i`, `v` and `x` are numerals)."""
    return [
        token
        for token in tokens
        if token not in STYLES and (len(token) > 1 or token in "ivx" or token.isdigit())
    ]


def _forms(word: str) -> list[str]:
    tokens = tokens_of(word)
    return [*tokens, *(f"{token}s" for token in tokens)]


def _opening(passage: Passage) -> str:
    """The first sentence."""
    if not passage.sentences:
        return ""
    first = passage.sentences[0]
    return passage.view.text[first.start : first.end]

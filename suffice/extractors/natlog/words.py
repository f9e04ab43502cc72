"""A sentence as words with their places, and coarse tags by rule.

No statistics: the same words always get the same tags, so that a checker finds what a prover found.

>>> sentence = read_sentence("No delegate finished the report on time.")
>>> " ".join(f"{word.text}/{tag}" for word, tag in zip(sentence.words, sentence.tags))
'No/DET delegate/W finished/V the/DET report/W on/PREP time/W ./P'
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

import regex

from suffice.extractors.natlog.grammar import Grammar, is_number, read_grammar

__all__ = [
    "BE",
    "BRACKETS",
    "MAX_WORDS",
    "Sentence",
    "Tag",
    "Word",
    "read_sentence",
    "sentence_of",
    "split_words",
]

#: Longer sentences are cut: no proof is sought beyond.
MAX_WORDS = 400

Tag: TypeAlias = Literal[
    "DET", "NUM", "PREP", "CONJ", "AUX", "NEG", "PRON", "REL", "SUB", "ADV", "V", "W", "P", "TO", "POS"
]
_WORD = regex.compile(
    r"(?V1)"
    r"\p{N}+(?:,\p{N}{3})*(?:\.\p{N}+)?(?:\p{L}+|%)?"  # a number
    r"|(?:\p{Lu}\.){2,}|\b[\p{Lu}--I]\.(?=\s\p{Lu})"  # initials
    r"|(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|Mt)\.(?=\s)"
    r"|[\p{L}\p{M}\p{N}]+(?:[-'’.&][\p{L}\p{M}\p{N}]+)*"
    r"|-[LR][RSC]B-|--+|[^\s\p{L}\p{M}\p{N}]"
)
_CLITIC = regex.compile(r"(?i)^(.+)(n['’]t|['’](?:s|m|re|ve|ll|d))$")
BE = frozenset(["am", "is", "are", "was", "were", "be", "been", "being", "'m", "'re", "'s"])
_MAIN = frozenset(["have", "has", "had", "having", "do", "does", "did"])
_SUBJECTS = frozenset(["i", "you", "he", "she", "it", "we", "they", "there", "who", "that", "which"])
BRACKETS = frozenset(["-lrb-", "-rrb-", "-lsb-", "-rsb-", "-lcb-", "-rcb-"])


@dataclass(frozen=True, slots=True)
class Word:
    """A word and its place in the text.

    Args:
        text: as it stands.
        norm: lower-case, with a plain apostrophe.
        start: first character.
        end: behind the last character.
    """

    text: str
    norm: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, eq=False)
class Sentence:
    """Words and their tags; the same only as itself, so that it can be looked up quickly."""

    words: tuple[Word, ...]
    tags: tuple[Tag, ...]

    def __len__(self) -> int:
        return len(self.words)

    def norms(self, start: int, end: int) -> tuple[str, ...]:
        """Normal forms of some words."""
        return tuple(word.norm for word in self.words[start:end])


def split_words(text: str, limit: int = MAX_WORDS) -> tuple[Word, ...]:
    """The words of a text, clitics apart (`don't` is `do`, `n't`; `cannot` is `can`, `not`).

    Args:
        text: any text.
        limit: so many words at most.
    """
    words: list[Word] = []
    for match in _WORD.finditer(text):
        if len(words) >= limit:
            break
        words += _split_clitic(match.group(), match.start())
    return tuple(words[:limit])


def _split_clitic(text: str, start: int) -> list[Word]:
    folded = text.replace("’", "'").lower()
    if folded == "cannot":
        return [Word(text[:3], "can", start, start + 3), Word(text[3:], "not", start + 3, start + 6)]
    clitic = _CLITIC.match(text)
    if clitic:
        cut = clitic.end(1)
        return [
            Word(text[:cut], folded[:cut], start, start + cut),
            Word(text[cut:], folded[cut:], start + cut, start + len(text)),
        ]
    return [Word(text, folded, start, start + len(text))]


@lru_cache(maxsize=4096)
def read_sentence(text: str) -> Sentence:
    """Words and tags of a text that is one sentence."""
    return sentence_of(split_words(text))


def sentence_of(words: tuple[Word, ...]) -> Sentence:
    """Words with their tags."""
    return Sentence(words, _Tagger(words, read_grammar()).tag())


class _Tagger:
    def __init__(self, words: Sequence[Word], grammar: Grammar) -> None:
        self.words = words
        self.norms = [word.norm for word in words]
        self.grammar = grammar
        self.tags: list[Tag] = []
        self.has_verb = False  # in the clause so far
        self.waiting = False  # for the main verb, behind a relative clause of the subject

    def tag(self) -> tuple[Tag, ...]:
        for place in range(len(self.words)):
            tag = self._tag(place)
            if tag == "REL" and not self.has_verb:
                self.waiting = True
            if tag in ("AUX", "V"):
                grouped = place > 0 and self.tags[place - 1] in ("AUX", "NEG", "ADV")
                self.waiting = self.waiting and (not self.has_verb or grouped)
                self.has_verb = True
            elif tag in ("SUB", "REL") or (tag == "P" and self.norms[place] in {".", ";", ":", "?", "!"}):
                self.has_verb = False
            self.tags.append(tag)
        return tuple(self.tags)

    def _tag(self, at: int) -> Tag:
        word, classes = self.norms[at], self.grammar.words
        following = self.norms[at + 1] if at + 1 < len(self.norms) else ""
        before = self._before(at)
        if not any(map(str.isalnum, word)) or word in BRACKETS:
            return "P"
        if word in {"not", "n't", "never"}:
            return "NEG"
        if word == "'s":
            names = before == "PRON" or (
                at > 0 and self.norms[at - 1] in {"that", "there", "here", "what", "who"}
            )
            return "AUX" if names else "POS"
        if word == "to":
            verbal = bool(self.grammar.verb_lemmas(following)) or following in {"not", "never"}
            return "TO" if verbal and before != "DET" else "PREP"
        if word in classes.conjunctions:
            return "CONJ"
        if word == "that":
            return self._tag_that(at, before, following)
        if word in classes.relatives:
            return "REL" if before in ("W", "PRON", "NUM", "P", "PREP") and at > 0 else "SUB"
        month = word == "may" and at > 0 and self.words[at].text[:1].isupper()
        if word in classes.auxiliaries and before not in ("DET", "POS") and not month:
            return "V" if self._is_main_auxiliary(at, word) else "AUX"
        if word == "like" and before in ("AUX", "PRON", "NEG", "TO", "ADV") and not self._after_be(at):
            return "V"
        if word == "like" and before == "W" and not self.has_verb:
            return "V"
        if word in classes.subordinators and self._opens_clause(at):
            return "SUB"
        if word in classes.prepositions:
            return "PREP"
        if word in classes.determiners:
            return "PRON" if word == "her" and not self._noun_follows(at) else "DET"
        if is_number(word, self.grammar):
            return "NUM"
        if word in classes.pronouns:
            return "PRON"
        if word in classes.adverbs or (word.endswith("ly") and len(word) > 4 and before != "DET"):
            return "ADV" if before != "DET" else "W"
        return "V" if self._is_verb(at, word, before) else "W"

    def _is_main_auxiliary(self, at: int, word: str) -> bool:
        """Whether a form of `have` or `do` is the main verb: no other verb follows it."""
        if word not in _MAIN:
            return False
        for place in range(at + 1, min(at + 5, len(self.norms))):
            norm = self.norms[place]
            if norm in {"not", "n't", "never", "to", "been"} or norm in _MAIN:
                return False
            if (
                norm in self.grammar.words.adverbs
                or norm.endswith("ly")
                or norm in self.grammar.words.pronouns
            ):
                continue
            return not self.grammar.verb_lemmas(norm) and not norm.endswith("ed")
        return True

    def _before(self, at: int) -> Tag | None:
        """The last tag that is no adverb's."""
        for place in range(at - 1, -1, -1):
            if self.tags[place] != "ADV":
                return self.tags[place]
        return None

    def _after_be(self, at: int) -> bool:
        return any(self.norms[place] in BE for place in range(max(0, at - 2), at))

    def _tag_that(self, at: int, before: Tag | None, following: str) -> Tag:
        if before == "W" and at > 0:
            return "REL"
        return "SUB" if before == "V" and self._opens_clause(at) else "DET" if following else "PRON"

    def _opens_clause(self, at: int) -> bool:
        """Whether a verb follows before the next comma or the end."""
        for norm in self.norms[at + 1 : at + 12]:
            if norm in {",", ".", ";"}:
                return False
            if norm in self.grammar.words.auxiliaries or self.grammar.is_mainly_verb(norm):
                return True
        return False

    def _noun_follows(self, at: int) -> bool:
        if at + 1 >= len(self.norms):
            return False
        following = self.norms[at + 1]
        classes = self.grammar.words
        closed = classes.prepositions | classes.conjunctions | classes.adverbs | classes.determiners
        return following[0].isalnum() and following not in closed and following != "to"

    def _is_verb(self, at: int, word: str, before: Tag | None) -> bool:
        lemmas = self.grammar.verb_lemmas(word)
        past = word.endswith(("ed", "en")) or bool(lemmas and word not in lemmas and not word.endswith("s"))
        if not lemmas and not (word.endswith("ed") and len(word) > 4):
            return False
        if self.words[at].text[:1].isupper() and at > 0:
            return False  # a name
        if before in ("AUX", "NEG", "TO"):
            return not self._is_nominal(at, word)
        if before in ("DET", "PREP", "NUM", "POS"):
            return False
        if self.waiting and self.has_verb and before in ("V", "W", "PRON"):
            main = (past or self.grammar.is_mainly_verb(word)) and not word.endswith("ing")
            return main and (before != "V" or not self._noun_follows(at))
        if before == "PRON":
            return at > 0
        if before == "REL" or before == "SUB":
            return self.norms[at - 1] in _SUBJECTS
        if before == "W":
            if word.endswith("ing"):
                return False
            if self.has_verb:
                return self._in_new_clause(at) and (past or self.grammar.is_mainly_verb(word))
            if past:
                return True
            return not self._verb_follows(at) and (
                self.grammar.is_mainly_verb(word) or self._plural_before(at)
            )
        if before == "CONJ":
            return self.has_verb and (past or self.grammar.is_mainly_verb(word)) and not word.endswith("ing")
        if before is None:
            return at == 0 and word in lemmas and self._object_follows(at)
        return False

    def _in_new_clause(self, at: int) -> bool:
        """Whether a conjunction or comma, and then a subject, stand between the last verb and here."""
        start = at - 1
        while start >= 0 and self.tags[start] in ("W", "DET", "PRON", "NUM", "POS"):
            start -= 1
        if start < 0 or not (self.tags[start] == "CONJ" or self.norms[start] == ",") or start == at - 1:
            return False
        last = self.words[at - 1]
        return (
            last.text[:1].isupper()
            or last.norm.endswith("s")
            or self.tags[start + 1] in ("DET", "PRON", "NUM")
        )

    def _verb_follows(self, at: int) -> bool:
        """Whether the next word is an auxiliary or a past form: then this one is their subject's."""
        following = next(
            (norm for norm in self.norms[at + 1 :] if norm not in self.grammar.words.adverbs), ""
        )
        if following in self.grammar.words.auxiliaries:
            return True
        return self.grammar.is_own_past(following)

    def _is_nominal(self, at: int, word: str) -> bool:
        """After an auxiliary: an adjective or noun, not a participle or base form."""
        return (
            not self.grammar.is_mainly_verb(word)
            and self._after_be(at)
            and not word.endswith(("ed", "ing", "en"))
        )

    def _plural_before(self, at: int) -> bool:
        before = self.norms[at - 1]
        return before.endswith("s") and not before.endswith("ss") and self._object_follows(at)

    def _object_follows(self, at: int) -> bool:
        if at + 1 >= len(self.norms):
            return False
        following = self.norms[at + 1]
        classes = self.grammar.words
        return following in classes.determiners | classes.pronouns | classes.prepositions | classes.adverbs

"""What may be left out of a sentence so that the rest still holds, and what leaving it out comes to.

Leaving out a modifier or a conjunct generalises (`<`); leaving out an alternative makes it stronger (`>`). Some words
change whether the sentence holds at all: those are never mere additions. (The arcs follow CoreNLP's natural-logic
annotations; natural-logic textbooks call these restrictive modifiers subsective.)

>>> from suffice.extractors.natlog.scan import read_sentence, scan_operators
>>> scan = scan_operators(read_sentence("He bought a large and white house in May."))
>>> [(one.arc, one.end, one.relation) for one in modifiers_at(scan, 3)]
[('conjunct', 5, '<'), ('adjective', 6, '<')]
>>> [(one.arc, one.end, one.relation) for one in modifiers_at(scan, 7)]
[('phrase', 9, '<')]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from suffice.extractors.natlog.constructions import CLOSING, OPENING
from suffice.extractors.natlog.grammar import read_grammar
from suffice.extractors.natlog.relations import Relation
from suffice.extractors.natlog.scan import Scan
from suffice.extractors.natlog.words import Tag

__all__ = ["Arc", "Modifier", "modifiers_at"]

Arc: TypeAlias = Literal[
    "adjective",
    "adverb",
    "phrase",
    "relative",
    "clause",
    "conjunct",
    "coordinate",
    "apposition",
    "time",
    "parenthesis",
    "participle",
    "rest",
]
#: No modifier is longer, in words.
MAX_LENGTH = 30
_SENTENCE_ENDS = frozenset([".", ";", "?", "!"])
_VERIDICAL = frozenset(
    ["because", "when", "while", "after", "although", "though", "as", "since", "where", "whereas", "once"]
)
_PARTICIPLES = frozenset(
    ["known", "born", "set", "written", "made", "built", "held", "led", "won", "given", "begun", "seen"]
)
_LIST_RELATIONS: dict[str, Relation] = {"and": "<", "but": "<", "or": ">"}


@dataclass(frozen=True, slots=True)
class Modifier:
    """A span that may be left out.

    Args:
        arc: what it is to the rest.
        start: first word.
        end: behind the last word.
        relation: of the sentence with it to the sentence without it.
    """

    arc: Arc
    start: int
    end: int
    relation: Relation


@lru_cache(maxsize=16384)
def modifiers_at(scan: Scan, start: int) -> tuple[Modifier, ...]:
    """The modifiers that begin at a word, each once, by length.

    Args:
        scan: the sentence.
        start: the word.
    """
    found: dict[int, Modifier] = {}
    for one in _Finder(scan, start).run():
        if one.arc == "coordinate" and _is_collective(scan):
            continue
        unsure = one.arc not in ("relative", "parenthesis", "rest") and _has_unveridical(scan, one)
        if not unsure and not _reaches_out(scan, one):
            found.setdefault(one.end, one)
    return tuple(sorted(found.values(), key=lambda one: one.end))


def _is_collective(scan: Scan) -> bool:
    """Whether something is said of several things together: `Ann and Bob met`."""
    collective = read_grammar().words.collective
    return any(word.norm in collective for word in scan.sentence.words)


def _has_unveridical(scan: Scan, one: Modifier) -> bool:
    """Whether a word in a span changes whether the sentence holds."""
    words = scan.sentence.words[one.start : one.end]
    unsure = read_grammar().words.unveridical | read_grammar().words.frequencies
    return any(word.norm in unsure for word in words)


def _reaches_out(scan: Scan, one: Modifier) -> bool:
    """Whether an operator in a span does more to the rest of the sentence than say that something is so."""
    for operator in scan.operators:
        if not one.start <= operator.start < one.end or operator.end == operator.start:
            continue
        if operator.start == one.start and one.arc == "phrase" and operator.end > operator.start:
            if operator.kind in ("down", "non", "embedded"):
                continue  # `without a coat`: the preposition is the phrase
            return True  # `at least three dogs`: no phrase but a subject
        for slot, start, end in operator.zones:
            outside = [at for at in range(start, end) if not one.start <= at < one.end]
            if any(scan.sentence.tags[at] != "P" for at in outside) and slot not in _HARMLESS:
                return True
    return False


#: What follows from a sentence with these, follows from the rest of it.
_HARMLESS = frozenset(
    f"{kind}.{place}" for kind in ("some", "the", "all", "at-least", "most") for place in ("scope", "either")
)


class _Finder:
    def __init__(self, scan: Scan, start: int) -> None:
        self.scan = scan
        self.start = start
        self.words = scan.sentence.words
        self.norms = [word.norm for word in self.words]
        self.tags = scan.sentence.tags
        self.count = len(self.words)
        self.classes = read_grammar().words

    def run(self) -> Iterator[Modifier]:
        tag, norm = self.tags[self.start], self.norms[self.start]
        if norm in self.classes.unveridical:
            return
        if tag in ("W", "ADV", "NUM"):
            yield from self._adjectives()
        if tag == "ADV" and not self.scan.is_operator(self.start):
            yield self._modifier("adverb", self.start + 1, "<")
        if tag in ("PREP", "TO") and norm not in {"as"}:
            yield from self._phrases(self.start)
        if tag == "REL":
            yield from self._relative(self.start)
        if tag in ("V", "W", "ADV") and self._before() in ("W", "NUM"):
            yield from self._participles()
        if tag == "SUB" and norm in _VERIDICAL:
            yield self._modifier("clause", self._until({",", *_SENTENCE_ENDS}, self.start), "<")
        if tag == "CONJ" and norm in _LIST_RELATIONS:
            yield from self._conjuncts()
        if tag in ("W", "DET", "V", "NUM"):
            yield from self._first_conjuncts()
        if norm == ",":
            yield from self._behind_comma()
        if norm in OPENING:
            yield from self._parenthesis()
        if norm in CLOSING or norm in {"--", "–"}:
            yield from self._rest()
        yield from self._times()

    def _modifier(self, arc: Arc, end: int, relation: Relation) -> Modifier:
        return Modifier(arc, self.start, end, relation)

    def _until(self, ends: set[str], start: int, most: int = MAX_LENGTH) -> int:
        at = start
        while at < min(self.count, start + most) and self.norms[at] not in ends:
            at += 1
        return at

    def _is_name(self, at: int) -> bool:
        """Whether a word is written as a name; the first word is if another follows it."""
        if not self.words[at].text[:1].isupper():
            return False
        return at > 0 or (self.count > 1 and self.words[1].text[:1].isupper())

    def _adjectives(self) -> Iterator[Modifier]:
        """Words before a noun: `large and white | house`."""
        at = self.start
        if self._before() == "PRON" or (
            self._is_name(self.start) and self.start and self._is_name(self.start - 1)
        ):
            return  # within a name
        while at < min(self.count - 1, self.start + 8):
            norm, tag = self.norms[at], self.tags[at]
            year = tag == "NUM" and len(norm) == 4 and norm.isdigit()
            inside = tag in ("W", "ADV", "CONJ") or norm == "," or year or (tag == "NUM" and at > self.start)
            if (
                not inside
                or norm in self.classes.units
                or self.scan.is_operator(at)
                or norm in self.classes.excluding | self.classes.unveridical
            ):
                return
            if norm.startswith(("non-", "ex-")):
                return
            following = at + 1
            name = self._is_name(at) and self._is_name(following)
            if (tag == "W" or year) and self.tags[following] == "W" and not name:
                yield self._modifier("adjective", following, "<")
            if tag == "CONJ" and self.tags[following] == "W" and not self._opens_clause(at):
                yield self._modifier("conjunct", following, _LIST_RELATIONS.get(norm, "#"))
            at = following

    def _before(self) -> Tag | None:
        return self.tags[self.start - 1] if self.start else None

    def _phrases(self, at: int) -> Iterator[Modifier]:
        """A preposition with its noun phrase; several in a row."""
        start = at
        while at < self.count and at - start < MAX_LENGTH and self.tags[at] in ("PREP", "TO"):
            end = self._noun_phrase(at + 1) if self.tags[at] == "PREP" else self._verb_phrase(at + 1)
            if end <= at + 1 or self._is_unreal(at, end):
                return
            yield self._modifier("phrase", end, "<")
            if self.start == 0 and end < self.count and self.norms[end] == ",":
                yield self._modifier("phrase", end + 1, "<")
            at = end

    def _is_unreal(self, start: int, end: int) -> bool:
        return any(norm in self.classes.unreal | {"according"} for norm in self.norms[start:end])

    def _noun_phrase(self, at: int) -> int:
        """Behind a noun phrase; lists of nouns and their relative clauses are part of it."""
        start = at
        while at < min(self.count, start + MAX_LENGTH):
            tag = self.tags[at]
            if (
                tag in ("W", "NUM", "ADV", "POS")
                or (tag in ("DET", "PRON") and at == start)
                or (tag == "V" and at == start and self.norms[at].endswith("ing"))
            ):
                at += 1
            elif tag == "PREP" and self.norms[at] == "of" and at > start:
                inner = self._noun_phrase(at + 1)
                return inner if inner > at + 1 else at
            elif tag == "DET" and self.tags[at - 1] in ("PREP", "DET"):
                at += 1
            else:
                break
        return at

    def _verb_phrase(self, at: int) -> int:
        if at < self.count and self.tags[at] == "V":
            return self._noun_phrase(at + 1)
        return at

    def _relative(self, at: int) -> Iterator[Modifier]:
        verbs = [
            place for place in range(at, min(self.count, at + MAX_LENGTH)) if self.tags[place] in ("V", "AUX")
        ]
        if not verbs:
            return
        group = verbs[0]
        while group < self.count and self.tags[group] in ("AUX", "NEG", "ADV"):
            group += 1
        following = [place for place in verbs if place > group]
        end = (
            following[0] if following and not self._object_of(at) else self._until({",", *_SENTENCE_ENDS}, at)
        )
        if end > group or following:
            yield self._modifier("relative", end, "<")

    def _participles(self) -> Iterator[Modifier]:
        """`film | directed by Ann Lee in 1999`: a participle behind a noun that it tells more of."""
        at = self.start
        while at + 1 < self.count and self.tags[at] == "ADV":
            at += 1
        norm = self.norms[at]
        lemmas = read_grammar().verb_lemmas(norm)
        past = read_grammar().is_past(norm)
        has_verb = any(tag in ("V", "AUX") for tag in self.tags[: self.start])
        if (
            not (lemmas or norm.endswith("ed"))
            or not (past or norm.endswith("ing"))
            or not has_verb
            or self._is_name(at)
        ):
            return
        if at + 1 >= self.count or self.tags[at + 1] not in ("PREP", "TO", "ADV", "CONJ"):
            return
        place = at + 1
        if self.tags[place] == "CONJ" and place + 1 < self.count:  # `written and directed by`
            place += 2
        while place < self.count and self.tags[place] == "ADV":
            place += 1
        while place < self.count and self.tags[place] == "PREP":
            end = self._noun_phrase(place + 1)
            if end <= place + 1 or self._is_unreal(self.start, end):
                return
            yield self._modifier("participle", end, "<")
            place = end

    def _object_of(self, at: int) -> bool:
        """Whether the noun before a relative clause is an object: then the clause reaches on."""
        return any(self.tags[place] in ("V", "AUX") for place in range(at))

    def _conjuncts(self) -> Iterator[Modifier]:
        """`and cats` behind `dogs`: a conjunct of the same sort as what stands before."""
        relation = _LIST_RELATIONS[self.norms[self.start]]
        first = self.start + 1
        end = self._adjectives_end(first)
        if end > first and self._before() == "W" and not self._opens_clause(self.start):
            yield self._modifier("conjunct", end, relation)
        for end in self._conjunct_ends(first):
            if self._same_sort(first, end):
                yield self._modifier(self._conjunct_arc(first, relation), end, relation)

    def _conjunct_arc(self, first: int, relation: Relation) -> Arc:
        """`coordinate` for one of several noun phrases that all the sentence is said of."""
        return "coordinate" if relation == "<" and self.tags[first] in ("W", "DET", "NUM") else "conjunct"

    def _adjectives_end(self, first: int) -> int:
        """Behind adjectives that a noun follows."""
        at = first
        while at + 1 < self.count and self.tags[at] in ("W", "ADV") and self.tags[at + 1] == "W":
            at += 1
        return at

    def _conjunct_ends(self, first: int) -> list[int]:
        if first >= self.count:
            return []
        tag = self.tags[first]
        if tag in ("V", "AUX", "NEG"):
            end = self._whole_verb_phrase(first)
            ended = end >= self.count or self.tags[end] in ("P", "CONJ", "SUB")
            return [end] if ended else []  # with all that belongs to it, or not at all
        if tag in ("PREP", "TO"):
            return [self._noun_phrase(first + 1)] if tag == "PREP" else [self._verb_phrase(first + 1)]
        if tag in ("DET", "W", "NUM", "PRON", "ADV"):
            end = self._noun_phrase(first)
            clause_end = self._until(set(_SENTENCE_ENDS), first)
            verb = end < self.count and self.tags[end] in ("V", "AUX")
            # With a verb before it, a clause of its own; without, a part of the subject.
            behind = any(tag in ("V", "AUX") for tag in self.tags[: self.start])
            return [clause_end] if verb and behind else [end]
        return []

    def _whole_verb_phrase(self, first: int) -> int:
        """Behind a verb with its auxiliaries, objects and phrases."""
        at = first
        while at < self.count and self.tags[at] in ("AUX", "NEG", "ADV"):
            at += 1
        at = self._noun_phrase(at + 1)
        while at < self.count and self.tags[at] in (
            "PREP",
            "TO",
            "ADV",
            "V",
            "AUX",
            "NEG",
            "REL",
            "DET",
            "PRON",
        ):
            at = max(at + 1, self._noun_phrase(at + 1))
        return at

    def _opens_clause(self, joint: int) -> bool:
        """Whether a clause of its own, with subject and verb, follows a conjunction or comma."""
        if not any(tag in ("V", "AUX") for tag in self.tags[:joint]):
            return False
        for at in range(joint + 1, self.count):
            if self.tags[at] in ("V", "AUX"):
                return at > joint + 1
            if self.tags[at] not in ("W", "DET", "NUM", "PRON", "POS", "ADV", "PREP"):
                return False
        return False

    def _same_sort(self, first: int, end: int) -> bool:
        if end <= first or self.start == 0:
            return False
        before = self.tags[self.start - 1]
        head = self.tags[first]
        if head in ("V", "AUX", "NEG"):
            return any(tag in ("V", "AUX") for tag in self.tags[: self.start])
        if head in ("PREP", "TO"):
            return any(tag == head for tag in self.tags[: self.start])
        return before in ("W", "NUM", "PRON", "ADV", "V", "P")

    def _first_conjuncts(self) -> Iterator[Modifier]:
        """`dogs and` before `cats`; `sang and` before `danced`."""
        if self.tags[self.start] == "V":
            end = self._noun_phrase(self.start + 1)
            while end < self.count and self.tags[end] == "PREP":
                end = self._noun_phrase(end + 1)
        else:
            end = self._noun_phrase(self.start)
        if end >= self.count or end <= self.start:
            return
        for place in {end, self.start + 1} if self.tags[self.start] == "V" else {end}:
            joint = (
                place < self.count - 1 and self.tags[place] == "CONJ" and self.norms[place] in _LIST_RELATIONS
            )
            if joint and not self._opens_clause(place):
                following = self.tags[place + 1]
                same = following == self.tags[self.start] or {following, self.tags[self.start]} <= {
                    "W",
                    "DET",
                    "NUM",
                }
                if same and not any(
                    self.scan.is_operator(at) for at in range(self.start, place) if self.tags[at] != "DET"
                ):
                    relation = _LIST_RELATIONS[self.norms[place]]
                    yield self._modifier(self._conjunct_arc(self.start, relation), place + 1, relation)

    def _behind_comma(self) -> Iterator[Modifier]:
        """`, an actor ,` behind a name; a member of a list; a phrase or clause set off by commas."""
        first = self.start + 1
        if first >= self.count or self.start == 0:
            return
        tag = self.tags[first]
        end = self._until({",", *_SENTENCE_ENDS}, first)
        closed = end < self.count and self.norms[end] == ","
        has_verb = any(self.tags[at] in ("V", "AUX") for at in range(first, end))
        joined = next((at for at in range(first, self.count) if self.tags[at] == "CONJ"), None)
        listed = joined is not None and not any(
            self.tags[at] in ("V", "AUX", "REL", "SUB") for at in range(first, joined)
        )
        if (
            listed
            and joined is not None
            and tag in ("W", "DET", "NUM")
            and self.norms[joined] in _LIST_RELATIONS
        ):
            relation = _LIST_RELATIONS[self.norms[joined]]
            yield self._modifier(self._conjunct_arc(first, relation), self._noun_phrase(first), relation)
            return
        if tag == "CONJ" and self.norms[first] in _LIST_RELATIONS:
            relation = _LIST_RELATIONS[self.norms[first]]
            for stop in self._conjunct_ends(first + 1):
                if stop > first + 1:
                    yield self._modifier("conjunct", stop, relation)
            return
        if tag in ("W", "DET", "NUM") and not has_verb and end > first:
            yield self._modifier("apposition", end + closed, "<")
        if tag == "REL" and end > first:
            yield self._modifier("relative", end + closed, "<")
            yield self._modifier("relative", self._until(set(_SENTENCE_ENDS), first, self.count), "<")
        whole = self._until(set(_SENTENCE_ENDS), first, self.count)
        if self._opens_phrase(first) and not self._is_unreal(first, end):
            yield self._modifier("phrase", end + closed, "<")
            yield self._modifier("phrase", whole, "<")
        if tag == "SUB" and self.norms[first] in _VERIDICAL:
            yield self._modifier("clause", end, "<")
            yield self._modifier("clause", whole, "<")

    def _opens_phrase(self, first: int) -> bool:
        """A preposition or a participle, with adverbs before it: `, best known for`."""
        at = first
        while at + 1 < self.count and (
            self.tags[at] == "ADV" or self.norms[at] in {"best", "better", "most", "well"}
        ):
            at += 1
        return (
            self.tags[at] == "PREP"
            or self.norms[at].endswith(("ing", "ed"))
            or self.norms[at] in _PARTICIPLES
        )

    def _parenthesis(self) -> Iterator[Modifier]:
        depth = 0
        for at in range(self.start, self.count):
            depth += (self.norms[at] in OPENING) - (self.norms[at] in CLOSING)
            if depth == 0:
                yield self._modifier("parenthesis", at + 1, "<")
                return

    def _rest(self) -> Iterator[Modifier]:
        """What stands behind a parenthesis that became the sentence's own words: its opening bracket is gone."""
        depth = 0
        for norm in self.norms[: self.start]:
            depth += (norm in OPENING) - (norm in CLOSING)
        closed = any(norm in CLOSING for norm in self.norms[self.start :])
        if depth == 0 and closed and any(tag in ("V", "AUX") for tag in self.tags[: self.start]):
            end = self.count - (self.norms[-1] in _SENTENCE_ENDS)
            yield self._modifier("rest", end, "<")

    def _times(self) -> Iterator[Modifier]:
        """`every morning`, `last night`: nouns of time that stand as adverbs, behind a verb."""
        starters = {
            "every",
            "last",
            "next",
            "this",
            "that",
            "each",
            "all",
            "one",
            "some",
            "tomorrow",
            "yesterday",
        }
        if self.norms[self.start] not in starters or self.start + 1 >= self.count:
            return
        if self.norms[self.start + 1] in self.classes.times and self._before() not in (
            "V",
            "PREP",
            "DET",
            None,
        ):
            following = self.tags[self.start + 2] if self.start + 2 < self.count else "P"
            if following in ("P", "PREP", "CONJ", "SUB"):
                yield self._modifier("time", self.start + 2, "<")

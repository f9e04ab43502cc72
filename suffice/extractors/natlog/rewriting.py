"""Rewriting a sentence of the evidence into the claim: what stands at a place on the way, and what one step may do there.

Prover and checker share this and nothing above it: `explain` says, for a given rewriting, by which structural rule it may be
made; the sentence on the way is made of the claim's words where it was rewritten, of the evidence's where it was not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Literal

from suffice.extractors.natlog.constructions import constructions_at
from suffice.extractors.natlog.grammar import read_grammar
from suffice.extractors.natlog.modifiers import Modifier, modifiers_at
from suffice.extractors.natlog.proof import WitnessRecord
from suffice.extractors.natlog.quantifiers import relate_quantifiers
from suffice.extractors.natlog.relations import Relation, converse
from suffice.extractors.natlog.scan import Operator, Scan, scan_operators
from suffice.extractors.natlog.words import BRACKETS, Sentence, Word, sentence_of, split_words
from suffice.extractors.text import split_title

__all__ = ["STRUCTURAL", "Rewriting", "Topic", "canonical", "topic_of", "word_phrase"]

#: Witnesses that need no lexical knowledge.
STRUCTURAL = (
    "same",
    "punctuation",
    "auxiliary",
    "article",
    "quantifier",
    "negator",
    "left_out",
    "added",
    "construction",
    "topic",
)
_CANONICAL = {
    "n't": "not", "ca": "can", "wo": "will", "sha": "shall", "'re": "is", "'m": "is", "are": "is", "am": "is", "were": "was",
    "'ve": "has", "have": "has", "does": "do", "'ll": "will", "an": "a", "cannot": "not", "-lrb-": "(", "-rrb-": ")",
    "``": '"', "''": '"', "“": '"', "”": '"', "‘": "'", "’": "'", "`": "'",
}  # fmt: skip
#: Words that say nothing of their own: negative polarity items.
_EMPTY = frozenset([("ever",), ("at", "all"), ("yet",)])
_LIGHT = frozenset(["ever", "at", "all", "yet", "a", "an", "the"])
_SUPPORT = frozenset(["do", "does", "did"])
_NEGATORS = frozenset(["not", "n't", "never"])
_COUNTED = frozenset(["at-most.restrictor", "at-least.restrictor", "exactly.restrictor"])
_DISTRIBUTED = frozenset(["all.restrictor", "most.restrictor", "the.restrictor"])
_COPULAS = frozenset(["is", "was", "are", "were", "be", "'s"])
_PRONOUNS = frozenset(["he", "she", "it", "they"])
_POSSESSIVES = frozenset(["his", "her", "its", "their"])


def canonical(word: Word) -> str:
    """A word as far as it matters: one form for forms that agreement or spelling alone tells apart."""
    return _CANONICAL.get(word.norm, word.norm)


def word_phrase(words: Sequence[Word]) -> str:
    """Words as a phrase that lexical knowledge reads: blanks between, none before a comma."""
    return " ".join(word.text for word in words).replace(" ,", ",")


def _canonical(norms: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(_CANONICAL.get(norm, norm) for norm in norms)


@dataclass(frozen=True, slots=True)
class Topic:
    """What a text is about, and how that is known.

    Args:
        name: as the text's title has it, or as it was declared.
        source: `title` or `declared`.
    """

    name: str
    source: Literal["title", "declared"]


def topic_of(title: str, declared: str | None) -> Topic | None:
    """What a pronoun stands for: what was declared, else what the title names.

    >>> topic_of("Free Guy (film)", None)
    Topic(name='Free Guy', source='title')
    """
    if declared:
        return Topic(declared, "declared")
    name = split_title(title)[0]
    return Topic(name, "title") if name else None


@dataclass(frozen=True, slots=True)
class Rewriting:
    """One step's place: the sentence before and after it.

    Args:
        before: the sentence as it stands before the step.
        after: as it stands behind it.
        start: the first word of both spans.
        old: words that are replaced.
        new: words that replace them.
    """

    before: Scan
    after: Scan
    start: int
    old: int
    new: int

    @classmethod
    def of(
        cls,
        evidence: Sentence,
        claim: Sentence,
        spans: Sequence[tuple[tuple[int, int], tuple[int, int]]],
        done: AbstractSet[int],
        place: int,
    ) -> Rewriting:
        """One of several rewritings that cover both sentences.

        Args:
            evidence: the evidence's sentence.
            claim: the claim.
            spans: words of the evidence and words of the claim, for each rewriting, in order.
            done: places of those that were carried out before.
            place: of the one that is carried out now.
        """
        head: list[Word] = []
        tail: list[Word] = []
        for other, (span, into) in enumerate(spans):
            words = claim.words[slice(*into)] if other in done else evidence.words[slice(*span)]
            if other != place:
                (head if other < place else tail).extend(words)
        span, into = spans[place]
        old, new = evidence.words[slice(*span)], claim.words[slice(*into)]
        return cls(
            scan_operators(sentence_of((*head, *old, *tail))),
            scan_operators(sentence_of((*head, *new, *tail))),
            len(head),
            len(old),
            len(new),
        )

    def operators(self, witness: WitnessRecord | None = None) -> tuple[str, ...]:
        """Slots that the spans stand in; where they differ before and after, nothing but equivalence passes.

        Args:
            witness: why the step is made. One of several coordinated noun phrases is outside of their determiner: `all
                dogs and cats` are all dogs, and all cats.
        """
        slots = self._slots(witness)
        return (*slots, "non") if self._cuts_operator() else slots

    def _slots(self, witness: WitnessRecord | None) -> tuple[str, ...]:
        if witness is not None and witness.kind == "construction" and self.old:
            return _context(self.before, self.start, 1, of=self.old)
        if not self.old or not self.new:
            slots = _context(self.before if self.old else self.after, self.start, 1, of=self.old or self.new)
            arc = witness.detail[:1] if witness is not None else ()
            if arc in (("coordinate",), ("conjunct",)) and slots[-1:] and slots[-1] in _COUNTED:
                return (*slots, "non")  # `two dogs and cats` are two of both together
            return (
                slots[:-1] if arc == ("coordinate",) and slots[-1:] and slots[-1] in _DISTRIBUTED else slots
            )
        before = _context(self.before, self.start, self.old, replaced=True)
        after = _context(self.after, self.start, self.new, replaced=True)
        return before if before == after else (*before, "non")

    def may_name(self) -> bool:
        """Whether the words may be a name: a sentence's first word has a capital whatever it is."""
        grammar = read_grammar()
        for scan, count in ((self.before, self.old), (self.after, self.new)):
            if self.start == 0 and count > 1:
                first = scan.sentence.words[0].norm
                words = grammar.words
                common = (
                    words.adverbs
                    | words.unveridical
                    | words.subordinators
                    | words.prepositions
                    | words.conjunctions
                )
                if first in common or grammar.verb_lemmas(first) or first.endswith("ly"):
                    return False
            if any(word.norm == "," for word in scan.sentence.words[self.start : self.start + count]):
                return False
        return True

    def may_exclude(self, kind: str, detail: Sequence[str]) -> bool:
        """Whether opposites exclude one another, if they are verbs: who won may have lost too, another time; who hated did not love.

        Args:
            kind: of a lexical witness; all but opposite verbs may.
            detail: of it.
        """
        if kind != "antonym" or detail[:1] != ("v",):
            return True
        grammar = read_grammar()
        places = ((self.before, self.old), (self.after, self.new))
        verbs = [scan.sentence.words[self.start].norm for scan, count in places if count]
        return not any(map(grammar.is_past, verbs)) or all(
            grammar.verb_lemmas(verb) & grammar.words.lasting for verb in verbs
        )

    def has_operator(self) -> bool:
        """Whether an operator is among the words: no lexical relation is known of such a phrase."""
        return any(
            self.start <= one.start < self.start + count and one.end > one.start and one.kind != "excluding"
            for scan, count in ((self.before, self.old), (self.after, self.new))
            for one in scan.operators
        )

    def _cuts_operator(self) -> bool:
        """Whether the words are a part of an operator, and not all of it: `declined | to model`."""
        for scan, count in ((self.before, self.old), (self.after, self.new)):
            end = self.start + count
            for one in scan.operators:
                touched = one.start < end and self.start < one.end
                if touched and not (self.start <= one.start and one.end <= end):
                    return True
        return False

    def explanations(self, topic: Topic | None = None) -> Iterator[tuple[Relation, WitnessRecord]]:
        """Structural rules by which the step may be made, with the relation of the old words to the new.

        Args:
            topic: what a pronoun may stand for.
        """
        old = self.before.sentence.words[self.start : self.start + self.old]
        new = self.after.sentence.words[self.start : self.start + self.new]
        if [canonical(word) for word in old] == [canonical(word) for word in new]:
            yield "=", WitnessRecord(kind="same")
            return
        norms = tuple(word.norm for word in (*old, *new))
        if set(norms) <= _LIGHT | _SUPPORT or (_is_punctuation(old) and _is_punctuation(new)):
            yield from self._light(old, new, norms)
        if norms in {("the", "a"), ("the", "an")} and old and new and self._is_predicate():
            yield "<", WitnessRecord(kind="article", detail=("predicate",))  # who is the author is an author
        yield from self._quantifiers(old, new)
        yield from self._negators(old, new)
        if not new:
            yield from self._left_out()
        if not old:
            yield from self._added()
        else:
            yield from self._constructed(new)
        yield from self._topic(old, new, topic)
        if not old:
            yield from self._existential(new)

    def _existential(self, new: tuple[Word, ...]) -> Iterator[tuple[Relation, WitnessRecord]]:
        """`There are tenors who sing` says that tenors sing."""
        norms = tuple(map(canonical, new))
        after = self.after.sentence
        told_apart = len(norms) > 2 and norms[0] == "(" and norms[-1] == ")" and ")" not in norms[:-1]
        if told_apart and self.start > 0 and {"V", "AUX"}.isdisjoint(after.tags[: self.start]):
            yield "=", WitnessRecord(kind="construction", detail=("disambiguator",))
        if self.start == 0 and norms in {("there", "is"), ("there", "was")}:
            yield "=", WitnessRecord(kind="construction", detail=("there",))
        first = canonical(after.words[0]) == "there" and len(after) > self.start + 1
        if (
            first
            and norms in {("who",), ("that",), ("which",)}
            and after.tags[self.start + 1] in ("V", "AUX")
        ):
            between = after.tags[2 : self.start]
            if self.start > 2 and not {"V", "AUX", "REL"} & set(between):
                yield "=", WitnessRecord(kind="construction", detail=("there who",))

    def _constructed(self, new: tuple[Word, ...]) -> Iterator[tuple[Relation, WitnessRecord]]:
        target = tuple(map(canonical, new))
        for one in constructions_at(self.before, self.start):
            if one.end == self.start + self.old and _canonical(one.new) == target:
                yield one.relation, WitnessRecord(kind="construction", detail=(one.name,))

    def _light(
        self, old: tuple[Word, ...], new: tuple[Word, ...], norms: tuple[str, ...]
    ) -> Iterator[tuple[Relation, WitnessRecord]]:
        """Words that say nothing of their own, where all others go on standing in what they stood in."""
        if self._keeps_the_rest():
            asked = ["?" in {word.norm for word in words} for words in (old, new)]
            if _is_punctuation(old) and _is_punctuation(new) and asked[0] == asked[1]:
                yield "=", WitnessRecord(kind="punctuation")
            if not (old and new) and (norms in _EMPTY or set(norms) <= _SUPPORT):
                yield "=", WitnessRecord(kind="auxiliary", detail=(" ".join(norms),))
            yield from self._articles(old, new)

    def _is_predicate(self) -> bool:
        words = self.before.sentence.words
        return self.start > 0 and words[self.start - 1].norm in _COPULAS

    def _keeps_the_rest(self) -> bool:
        """Whether all other words stand in what they stood in: punctuation must not end a clause that goes on."""
        rest = len(self.before.sentence) - self.start - self.old
        places = [(place, place) for place in range(self.start)]
        places += [(self.start + self.old + place, self.start + self.new + place) for place in range(rest)]
        return all(self.before.context(one) == self.after.context(other) for one, other in places)

    def _articles(
        self, old: tuple[Word, ...], new: tuple[Word, ...]
    ) -> Iterator[tuple[Relation, WitnessRecord]]:
        """An article that no operator is: before a name, or of a predicate."""
        spans = ((self.before, old, self.old), (self.after, new, self.new))
        free = all(
            not words
            or (words[0].norm in {"a", "an", "the"} and len(words) == 1 and not scan.is_operator(self.start))
            or (len(words) == 1 and words[0].norm == "the" and _name_follows(scan, self.start + 1))
            for scan, words, _ in spans
        )
        if not free or not (old or new):
            return
        articles = {words[0].norm for _, words, _ in spans if words}
        named = all(_name_follows(scan, self.start + count) for scan, _, count in spans)
        if (articles <= {"a", "an"} and bool(old) == bool(new)) or (named and articles == {"the"}):
            yield "=", WitnessRecord(kind="article")

    def _quantifiers(
        self, old: tuple[Word, ...], new: tuple[Word, ...]
    ) -> Iterator[tuple[Relation, WitnessRecord]]:
        one = _quantifier(self.before, self.start, self.old)
        two = _quantifier(self.after, self.start, self.new)
        if one is None or two is None:
            return
        words, other_words = [word.norm for word in old], [word.norm for word in new]
        relation = relate_quantifiers(one.kind, words, two.kind, other_words)
        if relation is not None:
            yield (
                relation,
                WitnessRecord(
                    kind="quantifier", detail=(" ".join(words) or one.kind, " ".join(other_words) or two.kind)
                ),
            )

    def _negators(
        self, old: tuple[Word, ...], new: tuple[Word, ...]
    ) -> Iterator[tuple[Relation, WitnessRecord]]:
        if bool(old) == bool(new):
            return
        norms = [word.norm for word in old or new]
        negators = [norm for norm in norms if norm in _NEGATORS]
        scan = self.before if old else self.after
        span = range(self.start, self.start + len(norms))
        if not any(one.kind == "not" and one.start in span for one in scan.operators):
            return  # a name: `Not Fade Away`
        if len(negators) == 1 and set(norms) <= _NEGATORS | _SUPPORT and norms[-1] in _NEGATORS:
            yield "!", WitnessRecord(kind="negator", detail=(_CANONICAL.get(negators[0], negators[0]),))

    def _left_out(self) -> Iterator[tuple[Relation, WitnessRecord]]:
        for one in self._modifiers(self.before, self.old):
            yield one.relation, WitnessRecord(kind="left_out", detail=(one.arc,))

    def _added(self) -> Iterator[tuple[Relation, WitnessRecord]]:
        for one in self._modifiers(self.after, self.new):
            yield converse(one.relation), WitnessRecord(kind="added", detail=(one.arc,))

    def _modifiers(self, scan: Scan, count: int) -> Iterator[Modifier]:
        for one in modifiers_at(scan, self.start):
            if one.end == self.start + count:
                yield one

    def _topic(
        self, old: tuple[Word, ...], new: tuple[Word, ...], topic: Topic | None
    ) -> Iterator[tuple[Relation, WitnessRecord]]:
        """A pronoun for the topic: where a sentence begins, and nobody else was named before it."""
        if topic is None or not 1 <= len(old) <= 2 or not new:
            return
        norms = [word.norm for word in new]
        named = [word.norm for word in split_words(topic.name)]
        detail = (topic.name, topic.source)
        pronoun = len(old) == 1 and old[0].norm in _PRONOUNS
        definite = len(old) == 2 and old[0].norm == "the" and self.before.sentence.tags[1] == "W"
        if (pronoun or (definite and old[1].text.islower())) and self.start == 0 and norms == named:
            yield "=", WitnessRecord(kind="topic", detail=detail)
        if len(old) == 1 and old[0].norm in _POSSESSIVES and norms in ([*named, "'s"], [*named, "'"]):
            yield "=", WitnessRecord(kind="topic", detail=detail)


def _context(scan: Scan, start: int, count: int, *, replaced: bool = False, of: int = 0) -> tuple[str, ...]:
    """Slots that some words, of a span of so many, stand in; what covers a part is a doubt.

    What begins within them has no say, unless the words are replaced and no word stands for it: `in May` says of some May.
    """
    inside = range(start, start + count)
    within = range(start, start + max(of, count))
    found: list[str] = []
    for one in scan.operators:
        if one.start in within and (one.start > start or one.end > one.start):
            if replaced and one.start == one.end:
                found.append(one.zones[0][0])
            continue
        slots = {one.slot_at(place) for place in inside}
        if slots == {None}:
            continue
        found.append(slots.pop() or "non" if len(slots) == 1 else "non")
    return tuple(found)


def _quantifier(scan: Scan, start: int, count: int) -> Operator | None:
    """The operator that some words are; of none, the one of a bare noun phrase."""
    found = scan.operator_at(start, start + count)
    return found if found is not None and found.kind not in {"not", "down", "non"} else None


def _is_punctuation(words: tuple[Word, ...]) -> bool:
    return all(not any(map(str.isalnum, word.text)) or word.norm in BRACKETS for word in words)


def _name_follows(scan: Scan, at: int) -> bool:
    words = scan.sentence.words
    return at < len(words) and words[at].text[:1].isupper() and scan.sentence.tags[at] == "W"

"""The scanner: which operators a sentence has, and what each scopes over.

By rule and surface order: an operator that stands before another is outside of it. Where rules cannot tell a restrictor
from a scope the place is `either`, through which only what holds in both is projected; where they cannot tell whether a
phrase is in scope at all it is `non`, through which nothing but equivalence passes. So a doubt costs a proof, never its
soundness.

>>> scan = scan_operators(read_sentence("Every student whom Mary touched did not smile."))
>>> scan.context(1), scan.context(7)
(('all.restrictor',), ('all.scope', 'not'))
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from suffice.extractors.natlog.grammar import OperatorWords, read_grammar
from suffice.extractors.natlog.words import BE, Sentence, Tag, read_sentence

__all__ = ["Operator", "Scan", "read_sentence", "scan_operators"]

_END = frozenset([".", ";", ":", "?", "!"])
_DOWNWARD = frozenset(["not", "no", "at-most", "down", "not-all"])
_VERBAL: frozenset[Tag] = frozenset(["V", "AUX"])


@dataclass(frozen=True, slots=True)
class Operator:
    """An operator in a sentence.

    Args:
        kind: a kind of `projectivity`, or `excluding` for an adjective such as `former`.
        start: its first word; `end` is behind its last. Both are the same for one that no word stands for.
        end: behind its last word.
        zones: (slot, first word, behind the last word) of what it scopes over.
    """

    kind: str
    start: int
    end: int
    zones: tuple[tuple[str, int, int], ...]

    def slot_at(self, place: int) -> str | None:
        """The slot that a word is in; None if it is not in scope."""
        return next((slot for slot, start, end in self.zones if start <= place < end), None)


@dataclass(frozen=True, slots=True, eq=False)
class Scan:
    """A sentence's operators, in order, and for each word the slots that it is in."""

    sentence: Sentence
    operators: tuple[Operator, ...]

    contexts: tuple[tuple[str, ...], ...]

    def context(self, place: int) -> tuple[str, ...]:
        """Slots that a word is in, the outermost first; an operator's own words are in what is outside of it."""
        return self.contexts[place]

    def operator_at(self, start: int, end: int) -> Operator | None:
        """The operator that some words are."""
        return next((one for one in self.operators if (one.start, one.end) == (start, end)), None)

    def is_operator(self, place: int) -> bool:
        """Whether a word is part of an operator."""
        return any(one.start <= place < one.end for one in self.operators)


@lru_cache(maxsize=4096)
def scan_operators(sentence: Sentence) -> Scan:
    """Find the operators of a sentence and what they scope over."""
    operators = tuple(_Scanner(sentence).run())
    return Scan(sentence, operators, tuple(_context(operators, place) for place in range(len(sentence))))


def _context(operators: Sequence[Operator], place: int) -> tuple[str, ...]:
    found = []
    for one in operators:
        slot = one.slot_at(place)
        if slot is not None and not one.start <= place < one.end:
            found.append(slot)
    return tuple(found)


class _Scanner:
    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        self.norms = [word.norm for word in sentence.words]
        self.tags = sentence.tags
        self.count = len(sentence)
        self.grammar = read_grammar()
        self.clauses = self._clauses()

    def run(self) -> list[Operator]:
        found: list[Operator] = []
        place = 0
        while place < self.count:
            operator, width = self._operator_at(place)
            if operator is not None:
                found.append(operator)
            place += width
        found += [one for one in map(self._bare, range(self.count)) if one is not None]
        found += [one for one in map(self._embedding, range(self.count)) if one is not None]
        found.sort(key=lambda one: (one.start, one.end))
        return [self._settled(one, found) for one in found]

    # clauses

    def _clauses(self) -> list[tuple[int, int]]:
        """Spans of clauses: at sentence ends, at subordinators, and at a conjunction or comma that a new subject follows."""
        cuts = [0]
        for place in range(1, self.count):
            ended = self.norms[place - 1] in _END or self.tags[place] == "SUB"
            condition = self.norms[place - 1] == "," and self.tags[cuts[-1]] == "SUB"
            if ended or condition or self._begins_clause(place):
                cuts.append(place)
        return list(zip(cuts, [*cuts[1:], self.count], strict=True))

    def _begins_clause(self, place: int) -> bool:
        before = self.tags[place - 1]
        if before != "CONJ" and self.norms[place - 1] != ",":
            return False
        opened = max(
            (at for at in range(place) if self.tags[at] == "SUB" or self.norms[at] in _END), default=-1
        )
        has_verb = any(self.tags[at] in _VERBAL for at in range(opened + 1, place))
        return has_verb and self._subject_and_verb(place)

    def _subject_and_verb(self, place: int) -> bool:
        """Whether a noun phrase and then a verb stand from here on."""
        if self.tags[place] not in ("DET", "PRON", "W", "NUM"):
            return False
        for at in range(place + 1, self.count):
            if self.tags[at] in _VERBAL:
                return True
            if self.tags[at] in ("P", "CONJ", "REL", "SUB", "TO"):
                return False
        return False

    def _clause(self, place: int) -> tuple[int, int]:
        return next(span for span in self.clauses if span[0] <= place < span[1])

    # operators

    def _operator_at(self, place: int) -> tuple[Operator | None, int]:
        norms = self.norms
        for words in self.grammar.idioms_at(norms[place]):
            if norms[place : place + len(words)] == words:
                return None, len(words)
        for one in self.grammar.operators_at(norms, place):
            end = place + len(one.words)
            if self._may_be_name(place, end):
                if place:
                    return None, 1
                # `No Country for Old Men`, or `No American Pope`: nothing is compared within.
                return Operator("non", place, end, (("non", end, self.count),)), len(one.words)
            zones = self._zones(one, place, end)
            if zones is not None:
                return Operator(one.kind, place, end, tuple(zones)), len(one.words)
        if self.norms[place] in self.grammar.words.excluding and self._modifies(place):
            # A former singer was one: nothing follows of what the noun alone names.
            zone = ("non", place + 1, self._phrase_end(place + 1))
            return Operator("excluding", place, place + 1, (zone,)), 1
        if self._is_superlative(place):
            return Operator("non", place, place + 1, (("non", place, self._clause(place)[1]),)), 1
        return None, 1

    def _modifies(self, place: int) -> bool:
        return self.tags[place] == "W" and place + 1 < self.count and self.tags[place + 1] == "W"

    def _may_be_name(self, start: int, end: int) -> bool:
        """Whether an operator with a capital may begin a name: capitals follow, two where the sentence begins."""
        words = self.sentence.words
        if not words[start].text[:1].isupper() or end >= self.count or not words[end].text[:1].isupper():
            return False
        capitals = sum(word.text[:1].isupper() for word in words[end : end + 4])
        return start > 0 or capitals > 1

    def _zones(self, one: OperatorWords, start: int, end: int) -> list[tuple[str, int, int]] | None:
        """What an operator scopes over; None if the words are no operator here."""
        limit = self._limit(start)
        if one.form == "adverb":
            if one.kind == "non" and one.words == ("than",):
                return [("non", end, limit)]
            return [(one.kind, end, limit)]
        if one.form == "verb":
            verbal = self.tags[start] in ("V", "W") and self.tags[start - 1 if start else start] != "DET"
            return [(one.kind, end, limit)] if verbal else None
        if one.form == "superlative":
            definite = start > 0 and self.tags[start - 1] in ("DET", "POS")
            return [("non", start, limit)] if definite else None
        if one.form == "preposition":
            # `without using any coins`: the verb takes its object along.
            inner = end + 1 if end < self.count and self.norms[end].endswith("ing") else end
            core = max(self._phrase_end(inner), inner)
            return [(one.kind, end, core), ("non", core, limit)]
        if one.form == "conjunction":
            return self._condition(one.kind, start, end, limit)
        if one.form == "determiner" and not self._determines(one, start, end):
            return None
        return self._quantified(one, start, end, limit)

    def _limit(self, start: int) -> int:
        """The end of the clause that a word is in: within a relative clause of the subject, the main verb."""
        opened, limit = self._clause(start)
        relative = self._relative_before(start, opened)
        if relative is None:
            return limit
        main = self._main_verb(relative, limit)
        return main if main is not None and start < main else limit

    def _determines(self, one: OperatorWords, start: int, end: int) -> bool:
        """Whether a noun phrase follows that the words are the determiner of."""
        partitive = end < self.count and self.norms[end] == "of" and one.kind != "the"
        if end >= self.count or not (partitive or self.tags[end] in ("W", "NUM", "DET", "ADV", "V")):
            return False
        if one.words[0] == "that" and self.tags[start] != "DET":
            return False
        if one.words in {("a",), ("an",), ("not", "a"), ("not", "an")} and self._after_copula(start):
            return False  # a predicate: nothing is said to exist
        if "N" in one.words and self._after_copula(start) and self.norms[self._clause(start)[0]] != "there":
            return False  # a measure: `is 300 metres long` counts nothing
        return len(one.words) > 1 or self.tags[start] != "NUM" or self._counts(start, end)

    def _counts(self, start: int, end: int) -> bool:
        """Whether a number counts what follows: it is no year, no date, and no part of a name."""
        word, following = self.sentence.words[start], self.sentence.words[end]
        if following.norm in self.grammar.words.units or self._is_label(start):
            return False
        year = self.norms[start].isdigit() and len(self.norms[start]) == 4
        named = following.text[:1].isupper() or (word.text[:1].isupper() and start > 0)
        return (self.tags[end] == "W" or self.norms[end] == "of") and not year and not named

    def _after_copula(self, start: int) -> bool:
        at = start - 1
        while at >= 0 and self.tags[at] in ("ADV", "NEG"):
            at -= 1
        return at >= 0 and self.norms[at] in BE | {"became", "become", "becomes", "remains", "as"}

    def _quantified(self, one: OperatorWords, start: int, end: int, limit: int) -> list[tuple[str, int, int]]:
        kind = one.kind
        opened = self._clause(start)[0]
        verb = self._verb_before(start, opened)
        after = self._main_verb(end, limit) if one.form == "determiner" else self._first_verb(end, limit)
        zones: list[tuple[str, int, int]] = []
        subject_of_relative = self._relative_before(start, opened)
        if verb is None or (subject_of_relative is not None and after is not None):
            # A subject: its restrictor goes up to the verb.
            middle = after if after is not None else limit
            zones.append((f"{kind}.restrictor", end, middle))
            zones.append((f"{kind}.scope", middle, limit))
        else:
            core = self._phrase_end(end) if one.form == "determiner" else end
            zones.append((f"{kind}.scope", verb, start))
            zones.append((f"{kind}.restrictor", end, core))
            zones.append((f"{kind}.either", core, limit))
        return [zone for zone in zones if zone[1] < zone[2]]

    def _verb_before(self, start: int, opened: int) -> int | None:
        """The verb that the words at a place are an object of, behind any negation."""
        verbs = [at for at in range(opened, start) if self.tags[at] in _VERBAL]
        negated = [at for at in range(opened, start) if self.tags[at] == "NEG"]
        behind = [at for at in verbs if not negated or at > negated[-1]]
        return behind[0] if behind else verbs[-1] + 1 if verbs else None

    def _relative_before(self, start: int, opened: int) -> int | None:
        return next((at for at in range(start - 1, opened - 1, -1) if self.tags[at] == "REL"), None)

    def _first_verb(self, start: int, limit: int) -> int | None:
        return next((at for at in range(start, limit) if self.tags[at] in _VERBAL), None)

    def _main_verb(self, start: int, limit: int) -> int | None:
        """The verb of the clause whose subject begins here: not one in a relative clause."""
        at = start
        while at < limit:
            if self.tags[at] == "REL":
                inner = self._first_verb(at, limit)
                if inner is None:
                    return None
                at = self._group_end(inner, limit)
                continue
            if self.tags[at] in _VERBAL:
                return at
            at += 1
        return None

    def _group_end(self, at: int, limit: int) -> int:
        """Behind a verb with its auxiliaries."""
        while at < limit and self.tags[at] in ("AUX", "NEG", "ADV"):
            at += 1
        return at + 1 if at < limit and self.tags[at] == "V" else at

    def _phrase_end(self, start: int) -> int:
        """Behind a noun phrase with its `of` phrases and relative clause."""
        at = start
        while at < self.count:
            tag = self.tags[at]
            if tag == "REL" and at > start:
                inner = self._first_verb(at, self._clause(at)[1])
                return self._clause(at)[1] if inner is not None else at
            adverb = tag == "ADV" and at + 1 < self.count and self.tags[at + 1] in ("W", "ADV")
            if (
                adverb
                or tag in ("W", "NUM", "POS")
                or (tag == "PREP" and self.norms[at] == "of")
                or (
                    tag == "DET"
                    and (at == start or self.norms[at - 1] == "of" or self.tags[at - 1] == "PREP")
                )
            ):
                at += 1
            elif (
                tag == "CONJ"
                and at + 1 < self.count
                and self.tags[at + 1] in ("W", "DET", "NUM")
                and at + 1 not in {span[0] for span in self.clauses}
            ):
                at += 1
                if self.tags[at] == "DET":
                    at += 1
            else:
                break
        return at

    def _condition(self, kind: str, start: int, end: int, limit: int) -> list[tuple[str, int, int]]:
        comma = next((at for at in range(end, limit) if self.norms[at] == ","), None)
        if comma is not None:
            return [(kind, end, comma)]
        if start > 0:
            return [(kind, end, limit)]
        following = next((span for span in self.clauses if span[0] >= limit), None)
        if following is not None:
            return [(kind, end, limit)]
        return [("non", end, limit)]  # nothing shows where the condition ends

    def _is_superlative(self, place: int) -> bool:
        norm = self.norms[place]
        return (
            place > 0
            and self.tags[place - 1] in ("DET", "POS")
            and norm.endswith("est")
            and len(norm) > 4
            and norm not in self.grammar.words.positive
        )

    def _embedding(self, place: int) -> Operator | None:
        """What puts a clause below another, or says that something may be so: within, nothing is excluded."""
        tag, norm, words = self.tags[place], self.norms[place], self.grammar.words
        if norm in {"more", "less", "fewer"} and "than" in self.norms[place + 1 : place + 8]:
            behind = self.norms.index("than", place + 1)
            if self.tags[behind - 1] != "NUM" and behind > place + 1:  # `more meat than`: a comparison
                return Operator("non", place, place, (("non", place + 1, behind),))
        limit = self._limit(place)
        start = place + 1
        if tag == "AUX" and norm in words.outer:
            while start < limit and self.tags[start] == "NEG":
                start += 1
        elif not (
            tag in ("SUB", "REL")
            or (tag == "TO" and place and self.tags[place - 1] in ("V", "W", "NEG"))
            or (tag == "AUX" and norm in words.modals)
            or norm in words.frequencies
        ):
            return None
        if tag == "TO" and self.tags[place - 1] == "NEG":
            place, start = place - 1, place - 1  # `tried not to win`: what is denied is below as well
        if tag == "REL":
            main = self._main_verb(place, limit)
            limit = limit if main is None else main
        return Operator("embedded", place, place, (("embedded", start, limit),)) if start < limit else None

    def _bare(self, place: int) -> Operator | None:
        """An operator that no word stands for: of a bare noun phrase.

        As an object it says that some are; as a subject in the plural it says so of most, as far as one can tell.
        """
        dated = self._dated(place)
        if dated is not None:
            return dated
        if (
            place == 2
            and self.norms[0] == "there"
            and self.tags[1] == "AUX"
            and self.tags[place] in ("W", "ADV")
        ):
            return Operator("some", place, place, (("some.restrictor", place, self._phrase_end(place)),))
        if self.tags[place] != "W" or (self.sentence.words[place].text[:1].isupper() and place > 0):
            return None
        before: Tag | None = self.tags[place - 1] if place else None
        opened, limit = self._clause(place)
        participle = (
            before == "W" and place > 1 and self.tags[place - 2] == "PREP" and self._is_gerund(place - 1)
        )
        if (
            before == "V"
            or participle
            or (before == "PREP" and self.norms[place - 1] not in {"like", "as", "of"})
        ):
            end = self._phrase_end(place)
            return Operator("some", place, place, (("some.restrictor", place, end),))
        if place == opened:
            verb = self._main_verb(place, limit)
            head = verb - 1 if verb is not None else None
            if head is not None and verb is not None and self._is_plural(place, verb):
                return Operator(
                    "most", place, place, (("most.restrictor", place, verb), ("most.scope", verb, limit))
                )
        return None

    def _is_gerund(self, place: int) -> bool:
        """`without using coins`: a verb behind a preposition, with an object."""
        norm = self.norms[place]
        return norm.endswith("ing") and bool(self.grammar.verb_lemmas(norm))

    def _dated(self, place: int) -> Operator | None:
        """A date behind a preposition says when something was so at least once, unless it can happen only once."""
        norms = self.norms
        if place == 0 or not self._is_date(place):
            return None
        if self.tags[place] == "NUM" and self._is_label(place):
            return Operator("non", place, place, (("non", place, place + 1),))  # `Apollo 13`
        if self.tags[place - 1] not in ("PREP", "SUB") and norms[place - 1] not in {
            "after",
            "before",
            "since",
            "until",
        }:
            return None
        if norms[place - 1] not in {"in", "on", "at"}:
            return Operator(
                "non", place, place, (("non", place, min(place + 4, self.count)),)
            )  # `after 1990`
        end = place
        while end < self.count and (self._is_date(end) or norms[end] in {",", "of"}) and end < place + 5:
            end += 1
        opened, _ = self._clause(place)
        verbs = [at for at in range(opened, place) if self.tags[at] == "V"]
        lemmas = self.grammar.verb_lemmas(norms[verbs[-1]]) if verbs else frozenset()
        if lemmas & self.grammar.words.once:
            return None
        return Operator("some", place, place, (("some.restrictor", place, end),))

    def _is_label(self, place: int) -> bool:
        """Whether a number behind a name tells it from others: it counts nothing."""
        before = self.sentence.words[place - 1]
        month = before.norm in self.grammar.words.months
        return place > 0 and self.tags[place - 1] == "W" and before.text[:1].isupper() and not month

    def _is_date(self, place: int) -> bool:
        norm = self.norms[place]
        words = self.grammar.words
        return norm in words.months | words.weekdays or (norm[0].isdigit() and self.tags[place] == "NUM")

    def _is_plural(self, start: int, end: int) -> bool:
        head = next((at for at in range(start, end) if at + 1 == end or self.tags[at + 1] != "W"), start)
        norm = self.norms[head]
        name = head > 0 and self.sentence.words[head].text[:1].isupper()
        return (norm.endswith("s") and not norm.endswith("ss") and not name) or norm in _IRREGULAR_PLURALS

    def _settled(self, one: Operator, found: list[Operator]) -> Operator:
        """`any` is `some` where something above it reverses, else `all`."""
        if one.kind != "any":
            return one
        above = [other.slot_at(one.start) for other in found if other.start < one.start]
        reversed_ = any(slot is not None and _reverses(slot) for slot in above)
        kind = "some" if reversed_ else "all"
        return Operator(
            kind,
            one.start,
            one.end,
            tuple((slot.replace("any.", f"{kind}."), start, end) for slot, start, end in one.zones),
        )


_IRREGULAR_PLURALS = frozenset(
    ["people", "men", "women", "children", "mice", "geese", "teeth", "feet", "sheep", "cattle", "police"]
)


def _reverses(slot: str) -> bool:
    kind, _, place = slot.partition(".")
    return kind in _DOWNWARD or slot == "all.restrictor" or (kind == "non" and not place)

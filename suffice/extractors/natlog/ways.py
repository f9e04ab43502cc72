"""Ways from a sentence of the evidence to the claim: a shortest-path search, and what can be done at each place.

A place is (words of the evidence consumed, words of the claim produced), from the left or from the right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Literal, TypeAlias

from suffice.extractors.natlog.automaton import Mode
from suffice.extractors.natlog.compounds import find_cut
from suffice.extractors.natlog.constructions import constructions_at
from suffice.extractors.natlog.grammar import read_grammar
from suffice.extractors.natlog.knowledge import Lexical
from suffice.extractors.natlog.modifiers import MAX_LENGTH, modifiers_at
from suffice.extractors.natlog.projectivity import project
from suffice.extractors.natlog.proof import WitnessRecord
from suffice.extractors.natlog.relations import Relation
from suffice.extractors.natlog.rewriting import Rewriting, Topic, canonical, word_phrase
from suffice.extractors.natlog.scan import Scan, scan_operators
from suffice.extractors.natlog.words import BE, Sentence, Tag, sentence_of

if TYPE_CHECKING:
    from suffice.extractors.natlog.prover import Prover

__all__ = ["LOST", "Direction", "Move", "Search", "content_of"]

#: Words on either side of a lexical step.
_LONGEST = 4
#: Words scanned on the way: beyond, no more ways are looked at. Bounds the time.
_MAX_SCANNED = 60_000
#: Places looked at in one search with witnesses.
_MAX_LOOKED_AT = 6_000
_COSTS = {
    "same": 0.0, "punctuation": 0.05, "auxiliary": 0.1, "article": 0.2, "topic": 0.3, "quantifier": 0.4, "equal": 0.3,
    "negator": 0.6, "left_out": 0.6, "added": 0.6,
}  # fmt: skip
_LEXICAL_COST = 0.6
#: Of a step after which no verdict is possible.
LOST = 8.0
_GAP_COST = {"both": 1.0, "added": 1.2, "left": 1.0}
Direction: TypeAlias = Literal["left", "right"]
_CONTENT: frozenset[Tag] = frozenset(["W", "V", "NUM", "ADV", "PRON"])
_CLOSED: frozenset[Tag] = frozenset(["DET", "NUM", "PREP", "ADV", "NEG", "AUX", "P", "PRON", "TO"])
_IDIOMATIC = frozenset(
    ["less", "more", "fewer", "no", "any", "some", "a", "all", "most", "many", "few", "the", "each", "every"]
)
_INSIDE: frozenset[Tag] = frozenset(["W", "V", "NUM", "ADV", "PRON", "PREP", "POS", "TO", "DET", "P", "CONJ"])


def _hope(state: str, relation: Relation, mode: Mode) -> str:
    """What some relations may come to if they are carried out in the best order.

    Generalising first, then excluding, then specialising refutes; `G` is where something was specialised and nothing
    excluded yet.
    """
    if state == "N" or (mode == "strict" and relation in "<>v"):
        return "N"
    if relation == "=":
        return state
    if relation == "<":
        return state
    if relation == ">":
        return "G" if state == "S" else state
    if relation in "!|" and state in ("S", "G"):
        return "R"
    return "S" if state == "R" and relation in "!v" else "N"


@dataclass(frozen=True, slots=True)
class Move:
    """One rewriting and why: numbers of words consumed and produced."""

    old: int
    new: int
    lexical: Relation
    relation: Relation
    witness: WitnessRecord | None
    cost: float
    needs_one_value: bool = False


class Search:
    """The search for one sentence, one claim and one direction."""

    def __init__(
        self,
        prover: Prover,
        evidence: Sentence,
        claim: Sentence,
        direction: Direction,
        topic: Topic | None,
        functional: bool,
    ) -> None:
        self.prover = prover
        self.evidence = evidence
        self.claim = claim
        self.direction = direction
        self.topic = topic
        self.functional = functional
        self.old_forms = [canonical(word) for word in evidence.words]
        self.new_forms = [canonical(word) for word in claim.words]
        self._moves: dict[tuple[int, int], list[Move]] = {}
        self._scans: dict[tuple[int, int], Scan] = {}
        self.scanned = 0  # words of sentences on the way
        self._added = {
            (one.start, one.end)
            for start in range(len(claim))
            for one in modifiers_at(scan_operators(claim), start)
        }

    # places: words of the evidence and of the claim that are behind, whichever way the search goes

    def _spans(self, at: tuple[int, int], old: int, new: int) -> tuple[tuple[int, int], tuple[int, int]]:
        i, j = at
        if self.direction == "left":
            return (i, i + old), (j, j + new)
        n, m = len(self.evidence), len(self.claim)
        return (n - i - old, n - i), (m - j - new, m - j)

    def _scan(self, at: tuple[int, int]) -> Scan:
        """The sentence on the way, with all before a place rewritten."""
        if at not in self._scans:
            i, j = at if self.direction == "left" else (len(self.evidence) - at[0], len(self.claim) - at[1])
            words, target = self.evidence.words, self.claim.words
            mixed = target[:j] + words[i:] if self.direction == "left" else words[:i] + target[j:]
            self._scans[at] = scan_operators(sentence_of(mixed))
            self.scanned += len(mixed)
        return self._scans[at]

    def _rewriting(self, at: tuple[int, int], old: int, new: int) -> Rewriting:
        span, into = self._spans(at, old, new)
        start = into[0] if self.direction == "left" else span[0]
        return Rewriting(self._scan(at), self._scan((at[0] + old, at[1] + new)), start, old, new)

    def witnessed(self) -> tuple[float, list[Move]] | None:
        """The cheapest way with a witness for each step; None if none was found in time."""

        def moves(at: tuple[int, int], state: str) -> Iterator[tuple[Move, str, float]]:
            for move in self.moves(at):
                following = _hope(state, move.relation, self.prover.mode)
                lost = LOST if following == "N" and state != "N" else 0.0
                yield move, following, move.cost + lost

        return self._run("S", moves, _MAX_LOOKED_AT)

    def with_gaps(self, *, cheaply: bool) -> list[Move]:
        """A way that covers everything, with gaps where nothing is known.

        Args:
            cheaply: whether only what is the same is to be seen to be.
        """

        def moves(at: tuple[int, int], state: str) -> Iterator[tuple[Move, str, float]]:
            # Once the words are spent, only what is the same is still seen to be.
            known = self._same(at) if cheaply or self.scanned > _MAX_SCANNED else self.moves(at)
            for move in [*known, *self._gaps(at)]:
                yield move, "N", move.cost

        found = self._run("N", moves, None)
        return found[1] if found else []

    def _run(
        self,
        start: str,
        moves: Callable[[tuple[int, int], str], Iterator[tuple[Move, str, float]]],
        most: int | None,
    ) -> tuple[float, list[Move]] | None:
        goal = (len(self.evidence), len(self.claim))
        first = (0, 0, start)
        best: dict[tuple[int, int, str], float] = {first: 0.0}
        came: dict[tuple[int, int, str], tuple[tuple[int, int, str], Move]] = {}
        queue: list[tuple[float, int, int, str]] = [(0.0, 0, 0, start)]
        done: set[tuple[int, int, str]] = set()
        while queue:
            cost, i, j, state = heappop(queue)
            here = (-i, -j, state)
            if here in done:
                continue
            done.add(here)
            at = (-i, -j)
            if at == goal:
                path = []
                node = here
                while node in came:
                    node, move = came[node]
                    path.append(move)
                return cost, path[::-1]
            if most is not None and (len(done) > most or self.scanned > _MAX_SCANNED):
                return None
            for move, following, price in moves(at, state):
                node = (at[0] + move.old, at[1] + move.new, following)
                if node == (*goal, "G"):  # specialised, and nothing excluded: no verdict
                    price += LOST
                if node not in done and cost + price < best.get(node, float("inf")):
                    best[node] = cost + price
                    came[node] = here, move
                    heappush(queue, (cost + price, -node[0], -node[1], following))
        return None

    def moves(self, at: tuple[int, int]) -> list[Move]:
        """What can be done at a place, with a witness; each with what it comes to under the operators there."""
        if at not in self._moves:
            self._moves[at] = list(self._find_moves(at))
        return self._moves[at]

    def _find_moves(self, at: tuple[int, int]) -> Iterator[Move]:
        left, more = len(self.evidence) - at[0], len(self.claim) - at[1]
        yield from self._same(at)
        for old, new in self._structural(at, left, more):
            rewriting = self._rewriting(at, old, new)
            for relation, witness in rewriting.explanations(self.topic):
                if witness.kind != "same" and not self._cuts(rewriting, witness.kind):
                    yield self._projected(rewriting, old, new, relation, witness)
        yield from self._lexical(at, left, more)

    def _same(self, at: tuple[int, int]) -> Iterator[Move]:
        left, more = len(self.evidence) - at[0], len(self.claim) - at[1]
        span, into = self._spans(at, min(1, left), min(1, more))
        if left and more and self.old_forms[span[0]] == self.new_forms[into[0]]:
            yield Move(1, 1, "=", "=", WitnessRecord(kind="same"), 0.0)

    def _structural(self, at: tuple[int, int], left: int, more: int) -> Iterator[tuple[int, int]]:
        """Sizes of rewritings that some structural rule may explain."""
        for old in range(min(_LONGEST, left) + 1):
            for new in range(min(_LONGEST, more) + 1):
                if (old or new) and self._closed(at, old, new):
                    yield old, new
        if (
            more
            and self.claim.words[0].norm == "there"
            and self.claim.tags[self._spans(at, 0, 1)[1][0]] in ("REL", "SUB")
        ):
            yield 0, 1
        yield from self._constructions(at, left)
        for length in self._left_out(at, left):
            if length > _LONGEST or not self._closed(at, length, 0):
                yield length, 0
        for start, end in self._added:
            at_place = start == at[1] if self.direction == "left" else end == len(self.claim) - at[1]
            if (
                at_place
                and end - start <= more
                and (end - start > _LONGEST or not self._closed(at, 0, end - start))
            ):
                yield 0, end - start

    def _constructions(self, at: tuple[int, int], left: int) -> Iterator[tuple[int, int]]:
        if self.direction == "right" or not left:
            return
        for one in constructions_at(self._scan(at), at[1]):
            sizes = one.end - at[1], len(one.new)
            if sizes[0] <= left and (max(sizes) > _LONGEST or not self._closed(at, *sizes)):
                yield sizes

    def _left_out(self, at: tuple[int, int], left: int) -> set[int]:
        """Lengths of modifiers of the sentence on the way that could be left out next."""
        scan = self._scan(at)
        if self.direction == "left":
            return (
                {one.end - at[1] for one in modifiers_at(scan, at[1]) if one.end - at[1] <= left}
                if left
                else set()
            )
        end = left
        return {
            end - start
            for start in range(max(0, end - MAX_LENGTH - 2), end)
            if any(one.end == end for one in modifiers_at(scan, start))
        }

    def _closed(self, at: tuple[int, int], old: int, new: int) -> bool:
        """Whether all words are of closed classes, which quantifiers, negators and punctuation are made of."""
        span, into = self._spans(at, old, new)
        tags = self.evidence.tags[slice(*span)] + self.claim.tags[slice(*into)]
        if self.topic is not None and old in (1, 2) and new and tags[0] in ("PRON", "DET"):
            return True
        return all(tag in _CLOSED for tag in tags) or self._idiom(span, into)

    def _idiom(self, span: tuple[int, int], into: tuple[int, int]) -> bool:
        """Whether words of no closed class may begin an operator: `a lot of`, `plenty of`."""
        words = [self.evidence.words[slice(*span)], self.claim.words[slice(*into)]]
        return all(not part or part[0].norm in _IDIOMATIC or part[-1].norm == "of" for part in words)

    def _projected(
        self,
        rewriting: Rewriting,
        old: int,
        new: int,
        relation: Relation,
        witness: WitnessRecord,
        needs_one_value: bool = False,
    ) -> Move:
        projected = relation if relation == "=" else project(relation, rewriting.operators(witness))
        length = 0.02 * (old + new)
        cost = _COSTS.get(witness.kind, _LEXICAL_COST) + length
        return Move(old, new, relation, projected, witness, cost, needs_one_value)

    def _lexical(self, at: tuple[int, int], left: int, more: int) -> Iterator[Move]:
        for old in range(1, min(_LONGEST, left) + 1):
            for new in range(1, min(_LONGEST, more) + 1):
                span, into = self._spans(at, old, new)
                if old + new > _LONGEST + 1 and not (
                    self._has_number(span, self.evidence) or self._has_number(into, self.claim)
                ):
                    continue
                if not (_is_phrase(self.evidence, span) and _is_phrase(self.claim, into)):
                    continue
                forms, others = self.old_forms[slice(*span)], self.new_forms[slice(*into)]
                if forms == others:
                    continue
                if not self._same_sort(span, into):
                    continue
                phrases = (
                    word_phrase(self.evidence.words[slice(*span)]),
                    word_phrase(self.claim.words[slice(*into)]),
                )
                single = self.functional or self._is_single(into[0])
                found = self.prover.relate(*phrases, _pos(self.evidence, span), single)
                if found is not None and not self._may_exclude(found, at, old, new):
                    before = self.claim.words[into[0] - 1].norm if into[0] else ""
                    # `is open`, `is closed`
                    found = self.prover.relate(*phrases, "a", single) if before in BE else None
                if found is not None and found.relation != "#":
                    rewriting = self._rewriting(at, old, new)
                    if rewriting.has_operator() or self._cuts(rewriting, found.witness.kind):
                        continue
                    if found.witness.kind == "name" and not rewriting.may_name():
                        continue
                    witness = WitnessRecord(kind=found.witness.kind, detail=found.witness.detail)
                    yield self._projected(
                        rewriting, old, new, found.relation, witness, found.witness.needs_one_value
                    )

    def _cuts(self, rewriting: Rewriting, kind: str) -> bool:
        return find_cut(rewriting, kind, self.prover.knowledge) is not None

    def _may_exclude(self, found: Lexical, at: tuple[int, int], old: int, new: int) -> bool:
        # Only an opposite is worth a scan of the sentences before and behind the step.
        kind, detail = found.witness.kind, found.witness.detail
        return kind != "antonym" or self._rewriting(at, old, new).may_exclude(kind, detail)

    def _is_single(self, place: int) -> bool:
        """Whether what stands at a place of the claim is usually the only one, and is taken to be."""
        if not self.prover.assume_single or place == 0:
            return False
        words, tags = self.claim.words, self.claim.tags
        classes = read_grammar().words
        before = words[place - 1].norm
        if before == "by" and place > 1:
            return bool(read_grammar().verb_lemmas(words[place - 2].norm) & classes.single)
        if before == "in" and place > 1:
            return words[place - 2].norm in classes.located
        # A nationality in `is an American film`.
        start = place - 1
        while start > 0 and tags[start] in ("W", "NUM", "ADV"):
            start -= 1
        return (
            start > 0
            and words[start].norm in {"a", "an"}
            and words[start - 1].norm in {"is", "was", "are", "were"}
        )

    def _same_sort(self, span: tuple[int, int], into: tuple[int, int]) -> bool:
        """Whether both phrases may be verbs, or neither must be."""
        tags, others = self.evidence.tags[slice(*span)], self.claim.tags[slice(*into)]
        verbal, other = (bool({"V", "AUX"} & set(one)) for one in (tags, others))
        if verbal == other:
            return True
        words = self.claim.words[slice(*into)] if verbal else self.evidence.words[slice(*span)]
        return len(words) == 1 and bool(read_grammar().verb_lemmas(words[0].norm))

    def _has_number(self, span: tuple[int, int], sentence: Sentence) -> bool:
        return "NUM" in sentence.tags[slice(*span)]

    def _gaps(self, at: tuple[int, int]) -> Iterator[Move]:
        left, more = len(self.evidence) - at[0], len(self.claim) - at[1]
        if left and more:
            span, into = self._spans(at, 1, 1)
            differ = self.evidence.tags[span[0]] != self.claim.tags[into[0]]
            yield Move(1, 1, "#", "#", None, _GAP_COST["both"] + 0.5 * differ)
        if left:
            yield Move(1, 0, "#", "#", None, _GAP_COST["left"])
        if more:
            yield Move(0, 1, "#", "#", None, _GAP_COST["added"])


def content_of(sentence: Sentence) -> frozenset[str]:
    """Words of a sentence that are more than its frame."""
    pairs = zip(sentence.words, sentence.tags, strict=True)
    return frozenset(canonical(word) for word, tag in pairs if tag in ("W", "V", "NUM", "ADV"))


def _is_phrase(sentence: Sentence, span: tuple[int, int]) -> bool:
    """Whether words may be one side of a lexical step: they begin and end with content."""
    tags = sentence.tags[slice(*span)]
    if "V" in tags[1:] and tags[0] not in ("V", "AUX", "ADV"):
        return False  # a noun and its verb are no phrase
    if len(tags) == 1:
        return tags[0] in _CONTENT or tags[0] in ("PREP", "AUX")
    return (
        set(tags) <= _INSIDE
        and (tags[0] in _CONTENT or tags[0] in ("PREP", "DET"))
        and tags[-1] in _CONTENT | {"PREP"}
    )


def _pos(sentence: Sentence, span: tuple[int, int]) -> str | None:
    tags = set(sentence.tags[slice(*span)])
    return "v" if "V" in tags else "r" if tags == {"ADV"} else None

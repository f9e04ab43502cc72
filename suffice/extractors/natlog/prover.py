"""The prover: finds how a sentence of the evidence can be rewritten into the claim, every step with a witness.

A shortest-path search over (words of the evidence consumed, words of the claim produced, state of the automaton). Ways that
end in a verdict are preferred to ways that do not; where none has a witness for every step, a second search covers the claim
with as few gaps as it can, and these are named.

>>> from suffice.extractors.natlog.knowledge import read_knowledge
>>> prover = Prover(read_knowledge())
>>> proof = prover.prove("No dog barked loudly.", [Unit("u", "", "No animal barked.")])
>>> proof.verdict, str(proof)
('SUPPORTS', '{No} [No] = {dog} [animal] < {barked} [barked] = {loudly} [] < {.} [.] =')
>>> prover.prove("A dog barked loudly.", [Unit("u", "", "A dog barked.")]).gaps[0].reason
'stronger'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from suffice.extractors.natlog.assembly import assemble, refuse
from suffice.extractors.natlog.automaton import Mode
from suffice.extractors.natlog.knowledge import Knowledge, Lexical
from suffice.extractors.natlog.proof import MAX_CLAIM, MAX_EVIDENCE, Evidence, Proof
from suffice.extractors.natlog.rewriting import Topic, topic_of
from suffice.extractors.natlog.scan import scan_operators
from suffice.extractors.natlog.sentences import split_sentences
from suffice.extractors.natlog.ways import LOST, Direction, Move, Search, content_of
from suffice.extractors.natlog.words import Sentence, read_sentence
from suffice.extractors.passages import Unit

__all__ = ["Prover"]

#: Sentences of the evidence that are tried, those with most words of the claim first.
MAX_SENTENCES = 40
#: Sentences with more operators are not proved from: what they scope over takes too long.
MAX_OPERATORS = 40
#: Words scanned on the way, for all sentences of one claim.
MAX_SCANNED_IN_ALL = 150_000


class Prover:
    """Proves claims from evidence, or says what is missing.

    Args:
        knowledge: lexical relations.
        mode: `automaton` or `strict`.
        assume_single: whether what usually has one value is taken to have one: the maker of a work, the country of a place,
            the nationality of what is called a thing of some country. Then another value refutes, and the proof says so.
    """

    def __init__(
        self, knowledge: Knowledge, mode: Mode = "automaton", *, assume_single: bool = False
    ) -> None:
        self.knowledge = knowledge
        self.mode = mode
        self.assume_single = assume_single
        self._related: dict[tuple[str, str, str | None, bool], Lexical | None] = {}

    def prove(
        self,
        claim: str,
        evidence: Sequence[Unit],
        *,
        topic: str | None = None,
        functional: bool = False,
        around: tuple[int, int] | None = None,
    ) -> Proof:
        """The best proof from any one sentence of the evidence.

        Args:
            claim: a statement.
            evidence: units; a pronoun at the beginning of a sentence may stand for its unit's title.
            topic: what such a pronoun stands for instead.
            functional: whether what the claim says of its subject has one value only, so that another value refutes it.
            around: characters of a unit's text that the sentence must hold; None for any sentence.

        Returns:
            Of the sentences, those with most words of the claim first, the first proof that supports or refutes it; if there
            is none, the one with the fewest gaps.
        """
        if not read_sentence(claim).words:
            return refuse(claim, self.mode, "an empty claim says nothing", "missing")
        if len(read_sentence(claim)) > MAX_CLAIM:
            needed = f"a claim of at most {MAX_CLAIM} words"
            return refuse(claim, self.mode, needed, "limit")
        places = sorted(self._places(claim, evidence, around), key=lambda one: -one[0])[:MAX_SENTENCES]
        if not places:
            return refuse(claim, self.mode, f"a passage that says: {claim.strip()}", "missing")
        best: Proof | None = None
        scanned = 0
        for common, place in places:
            if best is not None and (not common or scanned > MAX_SCANNED_IN_ALL):
                break
            proof, spent = self._prove_from(claim, place, topic_of(place.title, topic), functional)
            scanned += spent
            if best is None or proof.verdict != "NOT ENOUGH INFO" or proof.score > best.score:
                best = proof
            if proof.verdict != "NOT ENOUGH INFO":
                break
        assert best is not None
        return best

    def _places(
        self, claim: str, evidence: Iterable[Unit], around: tuple[int, int] | None
    ) -> Iterator[tuple[int, Evidence]]:
        """Sentences, with the number of the claim's words in each."""
        wanted = content_of(read_sentence(claim))
        for unit in evidence:
            for start, end in split_sentences(unit.text):
                if around is not None and not (start <= around[0] and around[1] <= end):
                    continue
                words = content_of(read_sentence(unit.text[start:end]))
                place = Evidence(
                    unit=unit.id, title=unit.title, sha256=unit.sha256, text=unit.text, start=start, end=end
                )
                yield len(wanted & words), place

    def _prove_from(
        self, claim: str, place: Evidence, topic: Topic | None, functional: bool
    ) -> tuple[Proof, int]:
        sentence = read_sentence(place.sentence)
        if len(scan_operators(sentence).operators) > MAX_OPERATORS:
            needed = f"a sentence with at most {MAX_OPERATORS} operators"
            return refuse(claim, self.mode, needed, "limit", evidence=place), 0
        if len(sentence) > MAX_EVIDENCE:
            needed = f"a sentence of at most {MAX_EVIDENCE} words"
            return refuse(claim, self.mode, needed, "limit", evidence=place), 0
        target = read_sentence(claim)
        found: list[tuple[float, Direction, list[Move]]] = []
        scanned = 0
        hopeless = self._is_hopeless(target, sentence)
        directions: tuple[Direction, ...] = () if hopeless else ("left", "right")
        for direction in directions:
            search = Search(self, sentence, target, direction, topic, functional)
            way = search.witnessed()
            scanned += search.scanned
            if way is not None:
                found.append((way[0], direction, way[1]))
                if way[0] < LOST:
                    break
        if not found:
            search = Search(self, sentence, target, "left", topic, functional)
            found.append((0.0, "left", search.with_gaps(cheaply=hopeless)))
            scanned += search.scanned
        _, direction, moves = min(found, key=lambda one: one[0])
        return assemble(self, claim, place, topic, direction, moves, sentence, target), scanned

    def _is_hopeless(self, claim: Sentence, sentence: Sentence) -> bool:
        """Whether a sentence has so few of a longer claim's words that no way through is looked for."""
        wanted = content_of(claim)
        return len(wanted) > 3 and 3 * len(wanted & content_of(sentence)) < len(wanted)

    def relate(self, old: str, new: str, pos: str | None, functional: bool) -> Lexical | None:
        """The lexical relation of two phrases, remembered."""
        key = (old, new, pos, functional)
        if key not in self._related:
            self._related[key] = self.knowledge.relate(old, new, pos=pos, functional=functional)
        return self._related[key]

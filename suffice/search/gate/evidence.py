"""Evidence sentences, and a question's plan followed over those that were retrieved so far.

>>> from suffice.extractors import Reader, Unit
>>> [passage] = Reader(cache=None).read([Unit("u1", "Free Guy", "Free Guy is a film. Shawn Levy directed it.")])
>>> [(one.id, one.text) for one in sentences_of(passage)]
[('u1#0', 'Free Guy is a film.'), ('u1#1', 'Shawn Levy directed it.')]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from suffice.engine.proof import Proof, prove
from suffice.engine.requirements import Requirement
from suffice.errors import PlanError
from suffice.extractors import (
    Lexicon,
    Link,
    Lookup,
    Mention,
    Passage,
    PassageLinker,
    QuestionReader,
    lookup_of,
)
from suffice.extractors.text import encodable, fold
from suffice.rules import Atom, Program, Rule, String, Variable
from suffice.search.plan import Plan, make_plan

__all__ = ["Case", "EvidenceSentence", "Follower", "Passages", "State", "Tools", "sentences_of"]

_GOAL = Atom("answer", (Variable("X"),))
#: Passes over what is open in one state: each needs a new link, so that this is never reached but in a loop of links.
_PASSES = 32


@dataclass(frozen=True, slots=True)
class EvidenceSentence:
    """A sentence of a passage: what is retrieved, and what the gate and a verifier see.

    Args:
        id: of its own.
        passage: the id of its passage.
        title: of its passage.
        text: as the passage has it.
        start: its first character in the passage's text.
        end: behind its last.
    """

    id: str
    passage: str
    title: str
    text: str
    start: int
    end: int

    @property
    def in_context(self) -> str:
        """With the title before it, since most sentences name their topic by a pronoun or not at all."""
        return f"{self.title}: {self.text}"


#: Passages by their units' ids.
Passages = Mapping[str, Passage]


def sentences_of(passage: Passage) -> tuple[EvidenceSentence, ...]:
    """A passage's sentences as the parser found them."""
    found = []
    for number, sentence in enumerate(passage.sentences):
        start, end = passage.view.span(sentence.start, sentence.end)
        text = passage.view.text[sentence.start : sentence.end]
        unit = passage.unit
        found.append(EvidenceSentence(f"{unit.id}#{number}", unit.id, unit.title, text, start, end))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Tools:
    """What reads questions and links passages.

    Args:
        lexicon: relations.
        rules: the library and the user's own.
        readers: of questions; the first that can read one is taken.
        linkers: of passages; for each passage the first that links it.
    """

    lexicon: Lexicon
    rules: Program
    readers: Sequence[QuestionReader]
    linkers: Sequence[PassageLinker]


@dataclass(frozen=True, slots=True)
class State:
    """What follows from some evidence.

    Args:
        proof: of the question's goal.
        values: for each relation and subject the values that were linked, each with how its sentence has it.
    """

    proof: Proof
    values: Mapping[tuple[str, str], tuple[tuple[str, str], ...]] = field(default_factory=dict)

    @property
    def answer(self) -> str | None:
        """The answer, where one follows."""
        if self.proof.status != "derived":
            return None
        value = self.proof.goal.args[0]
        return value.value if isinstance(value, String) else str(value)


class Follower:
    """Follows the plan of one question over sentences.

    A link counts once the sentence that states it is there. Whose a sentence is, is judged by its passage's title and
    introduction, which every sentence carries with it; so more evidence only adds links.

    Args:
        question: as asked.
        passages: of the pool.
        tools: what reads and links.
    """

    def __init__(self, question: str, passages: Passages, tools: Tools) -> None:
        self.tools = tools
        self.passages = passages
        self.plan = _make_plan(encodable(question), passages, tools)
        self._links: dict[Lookup, tuple[Link, ...]] = {}
        self._states: dict[frozenset[str], State] = {}

    def follow(self, evidence: Iterable[EvidenceSentence]) -> State | None:
        """What follows from some sentences; None where nothing could read the question."""
        if self.plan is None:
            return None
        spans: dict[str, list[tuple[int, int]]] = {}
        there = list(evidence)
        key = frozenset(one.id for one in there)
        if key not in self._states:
            for one in there:
                spans.setdefault(one.passage, []).append((one.start, one.end))
            self._states[key] = self._follow(self.plan, spans)
        return self._states[key]

    def _follow(self, plan: Plan, spans: Mapping[str, Sequence[tuple[int, int]]]) -> State:
        links: dict[tuple[Atom, str], Link] = {}
        via: dict[str, str] = {}
        tried: set[Lookup] = set()
        proof = _prove(plan, links)
        for _ in range(_PASSES):
            if proof.status == "derived":
                break
            fresh = [
                lookup
                for need in proof.requirements
                if need.status == "open" and (lookup := self._lookup(plan, need, via)) and lookup not in tried
            ]
            found = [link for lookup in fresh for link in self._link(lookup) if _is_there(link, spans)]
            tried.update(fresh)
            if not found:
                break
            for link in found:
                links.setdefault((link.fact, link.passage.unit.id), link)
                value = link.fact.args[1]
                if isinstance(value, String):
                    via.setdefault(value.value, link.found.relation)
            proof = _prove(plan, links)
        values: dict[tuple[str, str], dict[str, str]] = {}
        for (atom, _), link in links.items():
            subject, linked = (one.value if isinstance(one, String) else str(one) for one in atom.args)
            values.setdefault((atom.name, subject), {}).setdefault(linked, link.found.surface)
        return State(proof, {key: tuple(found.items()) for key, found in values.items()})

    def _lookup(self, plan: Plan, need: Requirement, via: Mapping[str, str]) -> Lookup | None:
        if not need.atom.args or not isinstance(subject := need.atom.args[0], String):
            return None
        kinds = dict(plan.reading.kinds)
        mention = Mention(subject.value, kinds.get(subject.value), via.get(subject.value))
        for described in plan.reading.described:
            if described.name == need.atom.name:
                return Lookup.of(described, mention)
        lexicon = self.tools.lexicon
        return lookup_of(need.atom.name, mention, lexicon) if need.atom.name in lexicon.relation else None

    def _link(self, lookup: Lookup) -> tuple[Link, ...]:
        """Links of all passages of the pool: of each what the first linker says that links it."""
        if lookup not in self._links:
            found: list[Link] = []
            for passage in self.passages.values():
                accepted = (linker.link(lookup, [passage]).accepted for linker in self.tools.linkers)
                found.extend(next(filter(None, accepted), ()))
            self._links[lookup] = tuple(found)
        return self._links[lookup]


@dataclass(frozen=True, slots=True)
class Case:
    """A question and its pool.

    Args:
        question: as asked.
        pool: the sentences that can be retrieved.
        follower: follows the question's plan; None where nothing reads questions.
    """

    question: str
    pool: tuple[EvidenceSentence, ...]
    follower: Follower | None = field(default=None, compare=False)

    def follow(self, evidence: tuple[EvidenceSentence, ...]) -> State | None:
        """What follows from some evidence, if somebody reads the question."""
        return self.follower.follow(evidence) if self.follower else None


def _make_plan(question: str, passages: Passages, tools: Tools) -> Plan | None:
    try:
        readings = next(filter(None, (reader.read(question) for reader in tools.readers)), [])
    except PlanError:
        return None
    titles = {fold(passage.unit.title) for passage in passages.values()}
    # Of several readings the one that names most things by a title of the pool, as in the loop.
    reading = max(
        readings,
        key=lambda one: sum(fold(name) in titles for name in one.names) / max(1, len(one.names)),
        default=None,
    )
    return make_plan(question, reading, tools.lexicon, tools.rules) if reading else None


def _prove(plan: Plan, links: Mapping[tuple[Atom, str], Link]) -> Proof:
    return prove(plan.program.extended([Rule(atom) for atom in dict.fromkeys(a for a, _ in links)]), _GOAL)


def _is_there(link: Link, spans: Mapping[str, Sequence[tuple[int, int]]]) -> bool:
    """Whether the sentence that states a link is among the evidence: the one that its value stands in."""
    place = link.found.value_start
    return any(start <= place < end for start, end in spans.get(link.passage.unit.id, ()))

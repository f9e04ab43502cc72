"""Certify's loop: requirements, a search for each open one, links, closure; a certificate or an abstention.

The engine's open requirements are the next queries; each is searched in rounds of 5, 5 and 10 passages up to the first
round that links one. (Certify section 3.)
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import asdict, dataclass, field
from typing import Literal, Protocol

from suffice.engine.certificate import (
    Abstention,
    Certificate,
    LinkRecord,
    RejectedLink,
    RequirementRecord,
    UnitRecord,
)
from suffice.engine.proof import Proof, abstain, certify, prove
from suffice.engine.requirements import Requirement
from suffice.errors import PlanError
from suffice.extractors import (
    Lexicon,
    Link,
    Linker,
    Links,
    Lookup,
    Mention,
    Passage,
    PassageLinker,
    QuestionReader,
    Reader,
    Reading,
    Unit,
    lookup_of,
)
from suffice.extractors.likely import MOST_LOOKED_AT, LikelyLinker
from suffice.extractors.models import Model, Usage
from suffice.extractors.questions import LexiconReader
from suffice.extractors.text import encodable, fold
from suffice.rules import Atom, Number, Program, Rule, String, Symbol, Term, Variable
from suffice.search.casing import Casing
from suffice.search.index import Index
from suffice.search.plan import Plan, make_plan

__all__ = ["ROUNDS", "Asker", "Decision", "Event", "PassageGate", "Trace", "name_unit", "unit_id"]

#: Passages looked at in each round of a search.
ROUNDS = (5, 5, 10)
#: Requirements searched for one question.
MAX_SEARCHES = 32


@dataclass(frozen=True, slots=True)
class Event:
    """One round of a search: what was asked, which units came, what was linked, what was not, and what a gate put off."""

    requirement: str
    relation: str
    subject: str
    query: str
    round: int
    units: tuple[str, ...]
    accepted: tuple[str, ...]
    rejected: tuple[RejectedLink, ...]
    deferred: tuple[str, ...] = ()


@dataclass(slots=True)
class Trace:
    """What happened on the way to a decision; no part of the decision."""

    events: list[Event] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    reading: Reading | None = None
    usage: Usage = field(default_factory=Usage)

    @property
    def deferred(self) -> int:
        """Passages that a gate put off, each as often as it did."""
        return sum(len(event.deferred) for event in self.events)

    @property
    def model_calls(self) -> int:
        """Calls to a model."""
        return self.usage.calls

    def to_json_lines(self) -> str:
        """What was searched and found, one JSON object a round."""
        lines = []
        for event in self.events:
            record = {**asdict(event), "rejected": [one.model_dump() for one in event.rejected]}
            lines.append(json.dumps(record, ensure_ascii=False, sort_keys=True) + "\n")
        return "".join(lines)

    def add_time(self, stage: str, since: float) -> None:
        """Add the time since a moment to a stage."""
        self.seconds[stage] = self.seconds.get(stage, 0.0) + time.perf_counter() - since


@dataclass(frozen=True, slots=True)
class Decision:
    """A certificate or an abstention, and the trace."""

    outcome: Certificate | Abstention
    trace: Trace

    @property
    def answer(self) -> str | None:
        """The answer in words; None for an abstention."""
        return self.outcome.answer if isinstance(self.outcome, Certificate) else None


class PassageGate(Protocol):
    """Divides the passages of a round (`suffice.search.gate.screen`)."""

    def divide(
        self, question: str, subject: str, passages: Sequence[Passage]
    ) -> tuple[list[Passage], list[Passage]]:
        """Those to be read now, and those to be put off, each in the order given.

        Args:
            question: the lookup's wording.
            subject: what it is about.
            passages: as they were retrieved.
        """
        ...


class Asker:
    """Answers questions over one corpus.

    Args:
        units: the corpus by id.
        index: over the same units.
        lexicon: relations and frames.
        rules: the library and the user's own rules.
        reader: reads units into passages, when they are first retrieved.
        check: the entity check: `anchor-or-verify`, `anchor` or `none`.
        rounds: passages per round.
        readers: what reads questions; the first that can read one is taken. By default the lexicon alone.
        linkers: what links passages, for each lookup the first that links one in a round. By default likewise. What links by
            likelihood is asked only where nothing else is left to be read, whatever its place.
        model: the model that is behind some of them, whose calls the trace counts.
        gate: puts off passages that are far from what a lookup asks for, until nothing else is left to be read.
    """

    def __init__(
        self,
        units: Mapping[str, Unit],
        index: Index,
        lexicon: Lexicon,
        rules: Program,
        reader: Reader,
        *,
        check: Literal["anchor-or-verify", "anchor", "none"] = "anchor-or-verify",
        rounds: Sequence[int] = ROUNDS,
        readers: Sequence[QuestionReader] | None = None,
        linkers: Sequence[PassageLinker] | None = None,
        model: Model | None = None,
        gate: PassageGate | None = None,
    ) -> None:
        self.units = units
        self.index = index
        self.lexicon = lexicon
        self.rules = rules
        self.reader = reader
        self.linker = Linker(lexicon, check)
        self.readers = tuple(readers) if readers is not None else (LexiconReader(lexicon),)
        every = tuple(linkers) if linkers is not None else (self.linker,)
        self.guessers = tuple(one for one in every if isinstance(one, LikelyLinker))
        self.linkers = tuple(one for one in every if one not in self.guessers)
        self.model = model
        self.gate = gate
        self.casing = Casing(units, index)
        self.rounds = tuple(rounds)
        self._passages: dict[str, Passage] = {}
        self._titles: dict[str, set[str]] = {}
        for unit in units.values():
            self._titles.setdefault(fold(unit.title), set()).add(unit.id)

    def read(self, ids: Iterable[str]) -> list[Passage]:
        """Passages of some units, each read once."""
        wanted = list(ids)
        missing = [self.units[one] for one in wanted if one not in self._passages]
        if missing:
            self._passages |= {passage.unit.id: passage for passage in self.reader.read(missing)}
        return [self._passages[one] for one in wanted]

    def ask(self, question: str, *, exclude: AbstractSet[str] = frozenset()) -> Decision:
        """Decide one question.

        Args:
            question: in the lexicon's language.
            exclude: ids of units to do as if they were not there.
        """
        question = encodable(question)
        trace = Trace()
        before = self.model.usage.copy() if self.model else Usage()
        outcome = self._decide(question, exclude, trace)
        if self.model:
            trace.usage = self.model.usage.since(before)
        return Decision(outcome, trace)

    def _decide(self, question: str, exclude: AbstractSet[str], trace: Trace) -> Certificate | Abstention:
        since = time.perf_counter()
        read_as = self.casing.restore(question, exclude)
        try:
            # What only looks like a name may spoil the reading: then it is read as it was asked.
            for text in dict.fromkeys((read_as, question)):
                readings: list[Reading] = next(filter(None, (one.read(text) for one in self.readers)), [])
                if readings:
                    read_as = text
                    break
        except PlanError as error:
            return _undecided(question, "malformed_plan", str(error))
        reading = self._choose(readings, exclude)
        trace.add_time("decompose", since)
        if reading is None:
            return _undecided(question, "not_understood", _NO_FRAME)
        trace.reading = reading
        for linker in (*self.linkers, *self.guessers):
            linker.begin()
        plan = make_plan(question, reading, self.lexicon, self.rules, read_as=read_as)
        return _Run(self, question, plan, exclude, trace).decide()

    def _choose(self, readings: list[Reading], exclude: AbstractSet[str]) -> Reading | None:
        """The first reading of those that name most things by a title of the corpus."""

        def known(reading: Reading) -> float:
            there = [bool(self._titles.get(fold(name), set()) - exclude) for name in reading.names]
            return sum(there) / max(1, len(there))

        return max(readings, key=known, default=None)


class _Run:
    """The loop for one question."""

    def __init__(
        self, asker: Asker, question: str, plan: Plan, exclude: AbstractSet[str], trace: Trace
    ) -> None:
        self.asker = asker
        self.question = question
        self.plan = plan
        self.exclude = exclude
        self.trace = trace
        self.links: dict[tuple[Atom, str], Link] = {}
        self.searched: dict[str, list[str]] = {}
        self.rejected: dict[str, list[RejectedLink]] = {}
        self.via: dict[str, str] = {}
        self.kinds = dict(plan.reading.kinds)
        self.deferred: list[_Deferred] = []
        self.looked_up: dict[str, _Deferred] = {}

    def decide(self) -> Certificate | Abstention:
        while True:
            since = time.perf_counter()
            proof = self._prove(_GOAL)
            self.trace.add_time("close", since)
            if proof.status == "derived":
                return self._certify(proof)
            fresh = [
                need
                for need in proof.requirements
                if need.status == "open" and _key(need) not in self.searched
            ]
            if not fresh or len(self.searched) >= MAX_SEARCHES:
                if self.deferred:
                    self._read_deferred()
                    continue
                if self._guess(proof):
                    continue
                return self._abstain(proof)
            for need in fresh:
                self._search(need)

    def _prove(self, goal: Atom) -> Proof:
        facts = [Rule(atom) for atom in dict.fromkeys(atom for atom, _ in self.links)]
        states = [Rule(Atom("states", (name_unit(unit), _term(atom)))) for atom, unit in self.links]
        return prove(self.plan.program.extended([*facts, *states]), goal)

    def _search(self, need: Requirement) -> None:
        key = _key(need)
        self.searched[key] = []
        subject, relation = need.atom.args[0], need.atom.name
        if not isinstance(subject, String):
            return
        mention = Mention(subject.value, self.kinds.get(subject.value), self.via.get(subject.value))
        lookup = self._lookup(relation, mention)
        if lookup is None:
            return
        query = need.wording or f"{relation.replace('_', ' ')} {subject.value}"
        self.searched[key].append(query)
        since = time.perf_counter()
        found = self.asker.index.search(query, sum(self.asker.rounds), self.exclude)
        self.trace.add_time("search", since)
        if self.asker.guessers:
            first = self.asker.read(found[:MOST_LOOKED_AT])
            self.looked_up[key] = _Deferred(key, lookup, query, len(self.asker.rounds) + 1, first)
        start = 0
        for number, size in enumerate(self.asker.rounds, start=1):
            ids = found[start : start + size]
            start += size
            if not ids:
                break
            since = time.perf_counter()
            passages = self.asker.read(ids)
            self.trace.add_time("read", since)
            far: Sequence[Passage] = ()
            if self.asker.gate is not None:
                since = time.perf_counter()
                passages, far = self.asker.gate.divide(query, subject.value, passages)
                self.trace.add_time("gate", since)
            round_ = _Deferred(key, lookup, query, number, far)
            if far:
                self.deferred.append(round_)
            if self._link_round(round_, passages, tuple(ids)):
                break

    def _link_round(
        self,
        of: _Deferred,
        passages: Sequence[Passage],
        ids: tuple[str, ...],
        linkers: Sequence[PassageLinker] | None = None,
    ) -> bool:
        """Link some passages of a round, and tell whether one was linked."""
        since = time.perf_counter()
        links = self._link(of.lookup, passages, self.asker.linkers if linkers is None else linkers)
        self.trace.add_time("link", since)
        rejected = [
            RejectedLink(
                unit=one.passage.unit.id,
                title=one.passage.unit.title,
                reason=one.reason,
                quote=one.found.quote if one.found else None,
                value=one.found.surface if one.found else None,
            )
            for one in links.rejected
        ]
        self.rejected.setdefault(of.key, []).extend(rejected)
        accepted = tuple(str(link.fact) for link in links.accepted)
        there = {passage.unit.id for passage in passages}
        far = tuple(one for one in ids if one not in there)
        lookup = of.lookup
        self.trace.events.append(
            Event(
                of.key,
                lookup.relation,
                lookup.subject.name,
                of.query,
                of.number,
                ids,
                accepted,
                tuple(rejected),
                far,
            )
        )
        self._accept(links.accepted)
        return bool(links.accepted)

    def _read_deferred(self) -> None:
        """Read what the gate put off, round by round up to the first that links one: a gate may defer, no more."""
        deferred, self.deferred = self.deferred, []
        done: set[str] = set()
        for one in deferred:
            if one.key not in done and self._link_round(
                one, one.passages, tuple(passage.unit.id for passage in one.passages)
            ):
                done.add(one.key)

    def _guess(self, proof: Proof) -> bool:
        """Link by likelihood what nothing states, each lookup once; whether one was linked."""
        linked = {f"{fact.name}({fact.args[0]})" for fact, _ in self.links}
        keys = dict.fromkeys(_key(need) for need in proof.requirements if need.status == "open")
        left = [self.looked_up.pop(key) for key in keys if key in self.looked_up and key not in linked]
        done = [
            self._link_round(one, one.passages, tuple(p.unit.id for p in one.passages), self.asker.guessers)
            for one in left
        ]
        return any(done)

    def _lookup(self, relation: str, mention: Mention) -> Lookup | None:
        """What is looked up, if the reading or the lexicon knows the relation."""
        for described in self.plan.reading.described:
            if described.name == relation:
                return Lookup.of(described, mention)
        lexicon = self.asker.lexicon
        return lookup_of(relation, mention, lexicon) if relation in lexicon.relation else None

    def _link(self, lookup: Lookup, passages: Sequence[Passage], linkers: Sequence[PassageLinker]) -> Links:
        """What the first linker that links one says; rejections of all that were tried."""
        found = Links()
        for linker in linkers:
            links = linker.link(lookup, passages)
            found.rejected.extend(links.rejected)
            if links.accepted:
                found.accepted.extend(links.accepted)
                break
        return found

    def _accept(self, links: Sequence[Link]) -> None:
        for link in links:
            self.links.setdefault((link.fact, link.passage.unit.id), link)
            self.trace.links.append(link)
            value = link.fact.args[1]
            if isinstance(value, String):
                self.via.setdefault(value.value, link.found.relation)

    def _certify(self, proof: Proof) -> Certificate:
        best = proof
        if len(proof.answers) > 1:
            # Several answers: the one whose evidence was found first.
            order = {atom: place for place, (atom, _) in enumerate(self.links)}
            proofs = [self._prove(answer) for answer in proof.answers]
            best = min(proofs, key=lambda one: sorted(order.get(step.atom, -1) for step in one.steps))

        def describe(unit: Term) -> UnitRecord:
            found = self.asker.units[unit_id(unit)]
            return UnitRecord(id=str(unit), title=found.title, sha256=found.sha256)

        def record(fact: Atom, unit: Term) -> LinkRecord:
            link = self.links[fact, unit_id(unit)]
            return LinkRecord(
                fact=str(fact),
                unit=str(unit),
                status=link.status,
                start=link.found.start,
                end=link.found.end,
                quote=link.found.quote,
                relation=link.found.relation,
                pattern=link.found.pattern,
                subject=_subject(fact),
                value=link.passage.view.source[link.found.value_start : link.found.value_end],
                value_start=link.found.value_start,
                value_end=link.found.value_end,
                proof=link.proof.model_dump(mode="json") if link.proof else None,
                likelihood=link.likelihood,
            )

        return certify(
            best,
            question=self.question,
            lexicon_sha256=self.asker.lexicon.sha256,
            describe=describe,
            link=record,
        )

    def _abstain(self, proof: Proof) -> Abstention:
        plain = abstain(proof, question=self.question)
        told: dict[tuple[str, str], RequirementRecord] = {}
        for record, need in zip(plain.requirements, proof.requirements, strict=True):
            # The same lookup for any value and for one value is one requirement; a failed step in a rule is news only
            # where nothing could be looked up.
            if need.status != "failed" or plain.reason == "blocked":
                told.setdefault(
                    (need.status, _key(need) if need.status == "open" else record.atom),
                    self._told(record, need),
                )
        return plain.model_copy(update={"requirements": tuple(told.values())})

    def _told(self, record: RequirementRecord, need: Requirement) -> RequirementRecord:
        """A requirement with what was tried for it."""
        key = _key(need)
        found = [
            f"found {fact.args[1]} ({name_unit(unit)}), which does not decide it"
            for fact, unit in self.links
            if need.status == "open" and key == f"{fact.name}({fact.args[0]})"
        ]
        return record.model_copy(
            update={
                "detail": record.detail or "; ".join(found) or None,
                "rejected": tuple(self.rejected.get(key, ())),
                "queries": tuple(self.searched.get(key, ())),
            }
        )


@dataclass(frozen=True, slots=True)
class _Deferred:
    """A round of a lookup, and its passages that are left for later: put off by a gate, or for a guess."""

    key: str
    lookup: Lookup
    query: str
    number: int
    passages: Sequence[Passage]


_CONSTANT = re.compile(r"_*[a-z][A-Za-z0-9_]*")
_GOAL = Atom("answer", (Variable("X"),))
_NO_FRAME = (
    "neither a frame of the lexicon nor an open pattern fits the question; add a frame (docs/lexicon.md), ask it in another "
    "form (docs/open.md), or give a model (--model)"
)


def _key(need: Requirement) -> str:
    """A requirement by what is known of it: predicate and inputs."""
    return f"{need.atom.name}({need.atom.args[0] if need.atom.args else ''})"


def name_unit(unit: str) -> Term:
    """The term that stands for a unit: its id as a constant or number where that is what it looks like, else a string.

    >>> str(name_unit("p12")), str(name_unit("12")), str(name_unit("Free Guy"))
    ('p12', '12', '"Free Guy"')
    """
    if _CONSTANT.fullmatch(unit) and unit != "not":
        return Symbol(unit)
    if unit.isascii() and unit.isdigit() and str(int(unit[:10])) == unit and len(unit) < 10:
        return Number(int(unit))
    return String(unit)


def unit_id(term: Term) -> str:
    """The id of the unit that a term stands for: the inverse of `name_unit`.

    >>> unit_id(name_unit("Free Guy"))
    'Free Guy'
    """
    return term.value if isinstance(term, String) else str(term)


def _term(atom: Atom) -> Symbol:
    return Symbol(atom.name, atom.args, atom.positive)


def _subject(fact: Atom) -> str:
    subject = fact.args[0]
    return subject.value if isinstance(subject, String) else str(subject)


def _undecided(question: str, reason: Literal["not_understood", "malformed_plan"], detail: str) -> Abstention:
    return Abstention(
        question=question,
        goal=str(_GOAL),
        program="",
        reason=reason,
        requirements=(RequirementRecord(atom=str(_GOAL), status="failed", detail=detail),),
    )

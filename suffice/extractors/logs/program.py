"""The program of a log: which turns enable the action at turn t?

A fact `in(key,chest)` that turn 3 made true is `in(key,chest,3)`; if it held from the start it is `in(key,chest,start)`, and is
given with the question.
Each fact that an action makes true is a hyperedge of its own: its tail are all preconditions, those that persist and those
that are consumed, and `performed(3)`, which the unit `3` states. What an action consumes closes an interval and makes no
hyperedge. So each atom has one rule, and the support of a goal is the set of its enabling turns.

Source: Certify, section 6; STRIPS actions (Fikes and Nilsson 1971).

>>> from suffice.extractors.logs.events import Event
>>> from suffice.rules import parse_term
>>> unlock = Event(0, "unlock", (parse_term("locked(gate)"),), (parse_term("closed(gate)"),), (parse_term("locked(gate)"),))
>>> open_it = Event(1, "open", (parse_term("closed(gate)"),), (parse_term("open(gate)"),), (parse_term("closed(gate)"),))
>>> log = LogProgram([parse_term("locked(gate)")], [unlock, open_it])
>>> print(log.program(1), end="")
evidence(performed,1).
lookup(performed,1,"What was done at turn {0}?").
goal(enabled,1).
locked(gate,start).
performed(0).
states(0,performed(0)).
closed(gate,0) :- locked(gate,start), performed(0).
enabled(1) :- closed(gate,0).
>>> log.edges(1)
(Edge(turn=1, fact=Symbol(name='closed', args=(Symbol(name='gate', args=(), positive=True),), positive=True), source=0),)
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from suffice.extractors.logs.events import Event, Interval, Timeline
from suffice.rules import RESERVED, Atom, Literal, Number, Program, Rule, String, Symbol, Term

__all__ = ["OWN", "Edge", "LogProgram", "enabled", "fact_of", "performed"]


#: Predicates that no fact of a log may have.
OWN = frozenset((*RESERVED, "performed", "enabled"))


@dataclass(frozen=True, slots=True)
class Edge:
    """That the action at a turn needs a fact that an earlier turn made true."""

    turn: int
    fact: Symbol
    source: int


def performed(turn: int) -> Atom:
    """The atom that something was done at a turn: what the log's unit states."""
    return Atom("performed", (Number(turn),))


def enabled(turn: int) -> Atom:
    """The goal: what the action at a turn needs holds."""
    return Atom("enabled", (Number(turn),))


def fact_of(atom: Atom) -> Symbol | None:
    """The fact of an atom of the program; None for those of its own, such as `performed(3)`."""
    if not atom.args or atom.name in OWN:
        return None
    return Symbol(atom.name, atom.args[:-1])


class LogProgram:
    """The hyperedges of a log.

    Args:
        start: facts that hold at the start.
        events: in the order of their turns.
        assume: whether a precondition that nothing says is taken to have held from the start: so for a log of which only
            the text is known.

    Raises:
        UsageError: a precondition does not hold, and is not to be assumed.
    """

    def __init__(self, start: Iterable[Symbol], events: Sequence[Event], *, assume: bool = False) -> None:
        timeline = Timeline(start, assume=assume)
        self._needs: dict[int, tuple[Interval, ...]] = {}
        self._added: dict[int, tuple[Symbol, ...]] = {}
        for event in events:
            self._needs[event.turn] = timeline.require(event)
            self._added[event.turn] = tuple(fact for fact in event.added if not timeline.find(fact))
            timeline.apply(event)
        self.intervals = timeline.intervals
        self._length: dict[int, int] = {}
        for turn in self._needs:
            behind = (self._length[edge.source] + 1 for edge in self.edges(turn))
            self._length[turn] = max(behind, default=0)

    @property
    def turns(self) -> tuple[int, ...]:
        """The turns at which something was done."""
        return tuple(self._needs)

    def program(self, turn: int, without: Collection[int] = ()) -> Program:
        """The program of the log before a turn, with the goal that its action is enabled.

        Args:
            turn: one of `turns`.
            without: turns that are deleted from the log; the hyperedges stay, nothing states that they were fired.
        """
        before = [other for other in self._needs if other < turn]
        needed = (interval for other in (*before, turn) for interval in self._needs[other])
        given = dict.fromkeys(_holds(interval) for interval in needed if interval.since is None)
        rules = [*_DECLARATIONS, *map(Rule, given)]
        for other in before:
            if other not in without:
                done = performed(other)
                rules += [Rule(done), Rule(Atom("states", (Number(other), Symbol(done.name, done.args))))]
        for other in before:
            tail = (*self._tail(other), Literal(performed(other)))
            rules += [Rule(_holds(Interval(fact, other)), tail) for fact in self._added[other]]
        return Program((*rules, Rule(enabled(turn), self._tail(turn))))

    def edges(self, turn: int) -> tuple[Edge, ...]:
        """What the action at a turn needs of earlier turns, directly."""
        return tuple(
            Edge(turn, interval.fact, interval.since)
            for interval in self._needs[turn]
            if interval.since is not None
        )

    def chain(self, turn: int) -> int:
        """The length of the longest chain of enabling turns behind a turn."""
        return self._length[turn]

    def _tail(self, turn: int) -> tuple[Literal, ...]:
        return tuple(Literal(_holds(interval)) for interval in self._needs[turn])


def _holds(interval: Interval) -> Atom:
    since: Term = Symbol("start") if interval.since is None else Number(interval.since)
    return Atom(interval.fact.name, (*interval.fact.args, since))


_DECLARATIONS = (
    Rule(Atom("evidence", (Symbol("performed"), Number(1)))),
    Rule(Atom("lookup", (Symbol("performed"), Number(1), String("What was done at turn {0}?")))),
    Rule(Atom("goal", (Symbol("enabled"), Number(1)))),
)

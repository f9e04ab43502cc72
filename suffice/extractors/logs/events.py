"""Events: what happened at a turn, as facts that it needed, made true and made false.

>>> from suffice.rules import parse_term
>>> door = Event(0, "open/d", (parse_term("closed(gate)"),), (parse_term("open(gate)"),), (parse_term("closed(gate)"),))
>>> timeline = Timeline(door.preconditions)
>>> timeline.apply(door)
>>> for interval in timeline.intervals:
...     print(interval)
closed(gate)@[start, 0)
open(gate)@[0, end)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from suffice.errors import UsageError
from suffice.rules import Symbol

__all__ = ["Event", "Interval", "Timeline"]


@dataclass(frozen=True, slots=True)
class Event:
    """An action that changed the state.

    Args:
        turn: its number in the log.
        action: what kind it is, such as `open/d`.
        preconditions: facts that it needed, those that persist and those that it consumed.
        added: facts that it made true.
        removed: facts that it made false.
    """

    turn: int
    action: str
    preconditions: tuple[Symbol, ...]
    added: tuple[Symbol, ...]
    removed: tuple[Symbol, ...]


@dataclass(frozen=True, slots=True)
class Interval:
    """The turns at which a fact holds: from behind `since` up to and with `until`.

    Args:
        fact: what holds.
        since: the turn that made it true; None if it held at the start.
        until: the turn that made it false; None if it holds at the end.
    """

    fact: Symbol
    since: int | None
    until: int | None = None

    def __str__(self) -> str:
        since = "start" if self.since is None else self.since
        return f"{self.fact}@[{since}, {'end' if self.until is None else self.until})"


class Timeline:
    """What holds while a log goes by.

    Args:
        start: facts that hold at the start.
        assume: whether a precondition that nothing says is taken to have held from the start.
    """

    def __init__(self, start: Iterable[Symbol], *, assume: bool = False) -> None:
        self._assume = assume
        self._open = {fact: Interval(fact, None) for fact in start}
        self._gone: set[Symbol] = set()
        self.closed: list[Interval] = []

    @property
    def intervals(self) -> tuple[Interval, ...]:
        """Those that are closed, then those that are open, each in their order."""
        return (*self.closed, *self._open.values())

    def find(self, fact: Symbol) -> Interval | None:
        """The interval of a fact that holds now, if it does."""
        return self._open.get(fact)

    def require(self, event: Event) -> tuple[Interval, ...]:
        """The intervals of an event's preconditions.

        Raises:
            UsageError: a precondition does not hold, and is not to be assumed.
        """
        found = []
        for fact in dict.fromkeys(event.preconditions):
            interval = self._open.get(fact)
            if interval is None:
                if not self._assume:
                    raise UsageError(
                        f"`{event.action}` at turn {event.turn} needs {fact}, which does not hold then",
                        remedy="give the log from its start, with all that changed",
                    )
                interval = self._open[fact] = Interval(fact, None)
            found.append(interval)
        return tuple(found)

    def apply(self, event: Event) -> None:
        """Close the intervals of what an event makes false, and open those of what it makes true."""
        for fact in event.removed:
            interval = self._open.pop(fact, None)
            if interval is not None:
                self.closed.append(Interval(fact, interval.since, event.turn))
        for fact in event.added:
            self._open.setdefault(fact, Interval(fact, event.turn))

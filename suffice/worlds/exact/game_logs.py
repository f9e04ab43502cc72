"""Files of game logs: what was typed and printed at each turn, with the record of what changed and the gold answers.

>>> log = parse_log({"id": "g", "init": [["locked", "d"]], "steps": [{"t": 0, "command": "unlock d", "feedback": "You unlock d.",
...     "action": "unlock", "pre": [["locked", "d"]], "added": [["closed", "d"]], "removed": [["locked", "d"]]}],
...     "queries": [{"t": 0, "enabling": [], "edges": []}]}, "here")
>>> [str(fact) for fact in log.start], [str(fact) for fact in log.events[0].added]
(['locked("d")'], ['closed("d")'])
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from suffice.errors import QuestionFileError, word_fault
from suffice.extractors.logs.events import Event
from suffice.extractors.logs.program import OWN, Edge
from suffice.extractors.logs.reading import Turn
from suffice.files import read_text
from suffice.rules import String, Symbol
from suffice.worlds.questions import Part, part_of

__all__ = ["Log", "Query", "parse_log", "read_logs"]


@dataclass(frozen=True, slots=True)
class Query:
    """Which turns enable the action at a turn?

    Args:
        turn: asked about.
        enabling: the turns, ascending.
        edges: which fact of which turn each of these actions needed, the whole way back.
    """

    turn: int
    enabling: tuple[int, ...]
    edges: frozenset[Edge]


@dataclass(frozen=True, slots=True)
class Log:
    """A game as it was played.

    Args:
        id: its name.
        line: in the file.
        start: facts that held at the start, over ids of things.
        events: the record of what changed.
        turns: what was typed and printed.
        names: ids of things to their names in lower case; a thing without a name keeps its id.
        queries: with gold answers.
    """

    id: str
    line: int | None
    start: tuple[Symbol, ...]
    events: tuple[Event, ...]
    turns: tuple[Turn, ...]
    names: dict[str, str]
    queries: tuple[Query, ...]

    @property
    def part(self) -> Part:
        """Whether it may be looked at while patterns are written."""
        return part_of(self.id)


class _Record(BaseModel):
    model_config = ConfigDict(extra="ignore")


_PREDICATE = re.compile(r"(?!not\Z)[a-z][A-Za-z0-9_]*")
_Number = Annotated[int, Field(ge=0, lt=2**31)]


def _fact(parts: list[str]) -> Symbol:
    """`["at", "P", "r_0"]` as a term; the names are data, whatever they look like."""
    if not parts or not _PREDICATE.fullmatch(parts[0]):
        raise ValueError("a fact is a predicate's name, then the names of things")
    if parts[0] in OWN:
        raise ValueError(f"`{parts[0]}` is no name for a fact")
    return Symbol(parts[0], tuple(map(String, parts[1:])))


if TYPE_CHECKING:
    _Fact = Symbol
else:
    _Fact = Annotated[list[str], AfterValidator(_fact)]


class _Entity(_Record):
    name: str | None = None


class _Step(_Record):
    t: _Number
    command: str
    feedback: str
    action: str
    pre: tuple[_Fact, ...]
    added: tuple[_Fact, ...]
    removed: tuple[_Fact, ...]


class _Query(_Record):
    t: _Number
    enabling: list[_Number]
    edges: list[tuple[_Number, _Fact, _Number]]


class _Log(_Record):
    id: str = Field(min_length=1)
    entities: dict[str, _Entity] = {}
    init: tuple[_Fact, ...]
    steps: list[_Step]
    queries: list[_Query]


def read_logs(path: Path | str) -> list[Log]:
    """Read a file of logs.

    Args:
        path: JSON Lines, plain or gzipped.

    Returns:
        At least one log, in the order of the file.

    Raises:
        QuestionFileError: it cannot be read, a line is no log, or an id comes twice.
    """
    file = str(path)
    logs: dict[str, Log] = {}
    for number, line in enumerate(read_text(file, QuestionFileError).split("\n"), start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (json.JSONDecodeError, RecursionError) as error:
            cause = error.msg if isinstance(error, json.JSONDecodeError) else "nested too deeply"
            raise QuestionFileError(
                f"not JSON ({cause})", file=file, line=number, remedy="write one JSON object a line"
            ) from None
        log = parse_log(record, file, number)
        if log.id in logs:
            raise QuestionFileError(
                f"id `{log.id}` was given to line {logs[log.id].line} already",
                file=file,
                line=number,
                remedy="give each log an id of its own",
            )
        logs[log.id] = log
    if not logs:
        raise QuestionFileError("no log in it", file=file, remedy="give at least one line")
    return list(logs.values())


def parse_log(record: object, file: str, line: int | None = None) -> Log:
    """One log.

    Args:
        record: a JSON value.
        file: for messages.
        line: its number in the file, for messages.

    Raises:
        QuestionFileError: a field is missing or has another shape, turns are out of order, or a query has no turn.
    """
    try:
        log = _Log.model_validate(record)
        start = log.init
        events = tuple(
            Event(
                step.t,
                step.action,
                step.pre,
                step.added,
                step.removed,
            )
            for step in log.steps
            if step.added or step.removed  # where nothing changed, `action` is that of an earlier turn
        )
        queries = tuple(_query(query) for query in log.queries)
    except ValidationError as error:
        raise QuestionFileError(
            f"not a game log: {word_fault(error.errors())}",
            file=file,
            line=line,
            remedy="see docs/textworld.md",
        ) from None
    numbers = [step.t for step in log.steps]
    cause = None
    if numbers != sorted(set(numbers)):
        cause = "its turns are not in ascending order"
    elif unknown := {query.turn for query in queries} - {event.turn for event in events}:
        cause = f"it asks about turn {min(unknown)}, at which nothing was done"
    if cause:
        raise QuestionFileError(
            f"log `{log.id}`: {cause}", file=file, line=line, remedy="see docs/textworld.md"
        )
    turns = tuple(Turn(step.t, step.command, step.feedback) for step in log.steps)
    names = {
        one: (entity.name or one).casefold() if entity.name else one for one, entity in log.entities.items()
    }
    return Log(log.id, line, start, events, turns, names, queries)


def _query(query: _Query) -> Query:
    edges = frozenset(Edge(turn, fact, source) for turn, fact, source in query.edges)
    return Query(query.t, tuple(sorted(query.enabling)), edges)

"""The map of a text game, drawn from where the player went and what the rooms' descriptions say of their doors.

A room is known by its name, which stands above its description, or by the way back; the room where the log begins has no
name until it is entered again. That another way leads there is seen on a grid: every step goes one field north, south, east
or west, as the layouts of TextWorld do.

>>> way = trace_rooms([("go east", "-= Attic =-\\nThere is a closed hatch leading north."), ("go west", "-= Hall =-")])
>>> [way.name(room) for room in way.rooms], way.doors
(['hall', 'attic', 'hall'], {('hatch', 1): 'north'})
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

__all__ = ["Way", "direction_of", "tidy", "trace_rooms"]

_STEPS = {"north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0)}
_BACK = {"north": "south", "south": "north", "east": "west", "west": "east"}
_MOVE = re.compile(
    r"\s*(?:(?:go|walk|move|head|run)\s+(?:to\s+the\s+)?)?(north|south|east|west|n|s|e|w)\s*", re.IGNORECASE
)
_HEADER = re.compile(r"^ ?-= ?(.+?) ?=- ?$", re.MULTILINE)
_DOOR = re.compile(
    r"\b(?:open|closed|locked)\s+((?:(?!\b(?:open|closed|locked)\b)[^.?!\n])+?)\s+leading\s+(north|south|east|west)\b",
    re.IGNORECASE,
)


@dataclass(slots=True)
class Way:
    """Where the player was, and what is known of the rooms.

    Args:
        rooms: the room before each turn, and the one after the last; rooms are numbers, the first is 0.
        exits: where an exit leads, by room and direction.
        doors: in which direction a door is, by its name and the room.
        names: of rooms, in lower case.
    """

    rooms: list[int] = field(default_factory=lambda: [0])
    exits: dict[tuple[int, str], int] = field(default_factory=dict)
    doors: dict[tuple[str, int], str] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)

    def name(self, room: int) -> str:
        """The name of a room; one that nobody has read is named by its number."""
        return self.names.get(room, f"room {room}")

    def is_door(self, name: str) -> bool:
        """Whether some description says that there is such a door."""
        return any(door == name for door, _ in self.doors)

    def beyond(self, door: str, room: int) -> int | None:
        """The room behind a door, if it is known."""
        for (other, seen_from), direction in self.doors.items():
            if other == door:
                behind = self.exits.get((seen_from, direction))
                if seen_from == room:
                    return behind
                if behind == room:
                    return seen_from
        return None


def direction_of(command: str) -> str | None:
    """The direction of a command to go somewhere.

    >>> direction_of("go North"), direction_of("e"), direction_of("take north star")
    ('north', 'east', None)
    """
    found = _MOVE.fullmatch(command)
    if found is None:
        return None
    return next(name for name in _STEPS if name.startswith(found[1].lower()))


def tidy(text: str) -> str:
    """A text with one blank for each run of blanks and tabs, so that no pattern goes over a run again and again.

    >>> tidy("  -=   Attic =-\\t\\n")
    ' -= Attic =- \\n'
    """
    return re.sub(r"[^\S\n]+", " ", text)


def trace_rooms(turns: Iterable[tuple[str, str]]) -> Way:
    """Follow the player.

    Args:
        turns: command and feedback of each turn, in order.
    """
    way = Way()
    places = {0: (0, 0)}
    here = 0
    for command, printed in turns:
        feedback = tidy(printed)
        header = _HEADER.search(feedback)
        if header is not None:
            name = header[1].casefold()
            direction = direction_of(command)
            if direction is not None:
                here = _enter(way, places, here, direction, name)
            elif way.names.setdefault(here, name) != name:  # moved by something that is no step
                here = _named(way, name)
            for door, towards in _DOOR.findall(feedback):
                way.doors[door.casefold(), here] = towards.lower()
        way.rooms.append(here)
    return way


def _enter(way: Way, places: dict[int, tuple[int, int]], here: int, direction: str, name: str) -> int:
    known = way.exits.get((here, direction))
    if known is None:
        x, y = places.get(here, (0, 0))
        place = x + _STEPS[direction][0], y + _STEPS[direction][1]
        back_at_start = 0 not in way.names and here in places and place == places[0]
        known = 0 if back_at_start and name not in way.names.values() else _named(way, name)
        if here in places:
            places.setdefault(known, place)
    way.names.setdefault(known, name)
    way.exits[here, direction] = known
    way.exits[known, _BACK[direction]] = here
    return known


def _named(way: Way, name: str) -> int:
    """The room of this name, a new one if there is none."""
    for room, other in way.names.items():
        if other == name:
            return room
    new = 1 + max((0, *way.names, *way.rooms))
    way.names[new] = name
    return new

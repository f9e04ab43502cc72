"""A small text game for tests: rooms on a grid, doors, boxes, shelves and things, played at random and told as TextWorld tells it."""

from __future__ import annotations

import random
from typing import Any, TypeAlias

_STEPS = {"north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0)}
_BACK = {"north": "south", "south": "north", "east": "west", "west": "east"}
Fact: TypeAlias = tuple[str, ...]


class House:
    """The state, and the log as it grows."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.rooms = {
            place: f"room {number}" for number, place in enumerate(((0, 0), (1, 0), (0, 1), (1, 1)))
        }
        self.doors = {((0, 0), "east"): "oak door", ((0, 1), "south"): "gate"}
        self.doors |= {(self._beyond(*key), _BACK[key[1]]): name for key, name in [*self.doors.items()]}
        self.state = {
            "oak door": "closed",
            "gate": "open",
            "chest": "closed",
            "old chest": "open",
            "shelf": "",
        }
        self.keys = {"chest": "brass key", "oak door": "oak key"}
        self.places = {name: chance.choice([*self.rooms]) for name in ("chest", "old chest", "shelf")}
        self.things: dict[str, Any] = {name: "I" for name in self.keys.values()} | {
            "pie": (0, 0),
            "lamp": "shelf",
        }
        self.here = (0, 0)
        self.start = self.facts()
        self.steps: list[dict[str, Any]] = []

    def _beyond(self, place: tuple[int, int], direction: str) -> tuple[int, int]:
        x, y = _STEPS[direction]
        return place[0] + x, place[1] + y

    def facts(self) -> set[Fact]:
        """All that holds."""
        found: set[Fact] = {("at", "P", self.rooms[self.here])}
        for name, state in self.state.items():
            found |= {(state, name)} if state else set()
        for name, place in self.places.items():
            found.add(("at", name, self.rooms[place]))
        for name, where in self.things.items():
            if where == "eaten":
                found.add(("eaten", name))
            elif isinstance(where, tuple):
                found.add(("at", name, self.rooms[where]))
            else:
                found.add(("on" if where == "shelf" else "in", name, where))
        for place, name in self.rooms.items():
            for direction in _STEPS:
                other = self.rooms.get(self._beyond(place, direction))
                if other:
                    door = self.doors.get((place, direction))
                    found |= {("link", name, door, other)} if door else set()
                    found |= {("free", name, other)} if not door or self.state[door] == "open" else set()
        return found | {("match", key, name) for name, key in self.keys.items()}

    def describe(self) -> str:
        """The room, as the game prints it."""
        doors = [
            f"There is {'an' if self.state[name] == 'open' else 'a'} {self.state[name]} {name} leading {direction}."
            for (place, direction), name in self.doors.items()
            if place == self.here
        ]
        return f"-= {self.rooms[self.here].title()} =-\nYou are in a room.\n\n{' '.join(doors)}"

    def choices(self) -> list[tuple[str, str, list[Fact]]]:
        """Commands that are possible: command, answer, preconditions; a room's description is made after the step."""
        room = self.rooms[self.here]
        at: Fact = ("at", "P", room)
        found: list[tuple[str, str, list[Fact]]] = []
        for direction in _STEPS:
            other = self.rooms.get(self._beyond(self.here, direction))
            door = self.doors.get((self.here, direction))
            if other and (not door or self.state[door] == "open"):
                found.append((f"go {direction}", "", [at, ("free", room, other), ("free", other, room)]))
            if other and door:
                links: list[Fact] = [
                    at,
                    ("link", room, door, other),
                    ("link", other, door, room),
                    (self.state[door], door),
                ]
                ways: list[Fact] = [("free", room, other), ("free", other, room)]
                found += self._openings(door, "", links, links + ways)
        for name in ("chest", "old chest"):
            if self.places[name] == self.here:
                needs: list[Fact] = [at, ("at", name, room), (self.state[name], name)]
                found += self._openings(name, "the ", needs, needs)
        for name, where in self.things.items():
            if where == "I":
                held = ("in", name, "I")
                found.append((f"drop {name}", f"You drop the {name} on the ground.", [at, held]))
                if name == "pie":
                    found.append((f"eat {name}", f"You eat the {name}. Not bad.", [held]))
                for box in self.places:
                    if (
                        self.places[box] != self.here
                        or self.state[box] == "closed"
                        or self.state[box] == "locked"
                    ):
                        continue
                    needs = [at, ("at", box, room), held]
                    if box == "shelf":
                        found.append((f"put {name} on {box}", f"You put the {name} on the {box}.", needs))
                    else:
                        text = f"You put the {name} into the {box}."
                        found.append((f"insert {name} into {box}", text, [*needs, ("open", box)]))
            elif where == self.here:
                text = f"You pick up the {name} from the ground."
                found.append((f"take {name}", text, [at, ("at", name, room)]))
            elif (
                where in self.places and self.places[where] == self.here and self.state[where] in ("", "open")
            ):
                needs = [at, ("at", where, room), ("on" if where == "shelf" else "in", name, where)]
                needs += [] if where == "shelf" else [("open", where)]
                found.append((f"take {name} from {where}", f"You take the {name} from the {where}.", needs))
        return found

    def _openings(
        self, name: str, article: str, needs: list[Fact], closing: list[Fact]
    ) -> list[tuple[str, str, list[Fact]]]:
        key = self.keys.get(name)
        held: list[Fact] = [("in", key, "I"), ("match", key, name)] if key and self.things[key] == "I" else []
        match self.state[name]:
            case "closed":
                found = [(f"open {name}", f"You open {article}{name}.", needs)]
                if held:
                    found.append((f"lock {name} with {key}", f"You lock {article}{name}.", needs + held))
            case "locked":
                found = (
                    [(f"unlock {name} with {key}", f"You unlock {article}{name}.", needs + held)]
                    if held
                    else []
                )
            case _:
                found = [(f"close {name}", f"You close {article}{name}.", closing)]
        return found

    def play(self) -> None:
        """Do something, or fail to."""
        if self.chance.random() < 0.15:
            self._record("take lantern", "You can't see any such thing.", [], self.facts())
            return
        before = self.facts()
        command, text, needs = self.chance.choice(self.choices())
        words = command.split(" ", 1)
        target = words[1].split(" with ")[0].split(" from ")[0].split(" into ")[0].split(" on ")[0]
        match words[0]:
            case "go":
                self.here = self._beyond(self.here, words[1])
                text = self.describe()
            case "take":
                self.things[target] = "I"
            case "drop":
                self.things[target] = self.here
            case "eat":
                self.things[target] = "eaten"
            case "insert" | "put":
                self.things[target] = command.split(" into " if words[0] == "insert" else " on ")[1]
            case "open":
                self.state[target] = "open"
            case "lock":
                self.state[target] = "locked"
            case _:
                self.state[target] = "closed"
        self._record(command, text, needs, before)

    def _record(self, command: str, text: str, needs: list[Fact], before: set[Fact]) -> None:
        now = self.facts()
        self.steps.append(
            {
                "t": len(self.steps),
                "command": command,
                "feedback": text,
                "action": command.split()[0],
                "pre": [list(fact) for fact in needs],
                "added": [list(fact) for fact in sorted(now - before)],
                "removed": [list(fact) for fact in sorted(before - now)],
            }
        )


def play_house(seed: int, turns: int) -> dict[str, Any]:
    """The log of a house, without queries."""
    house = House(random.Random(seed))
    for _ in range(turns):
        house.play()
    return {"id": f"house-{seed}", "init": [list(fact) for fact in sorted(house.start)], "steps": house.steps}

"""Events from nothing but commands and the game's answers.

An answer says what happened (`You unlock the chest.`), which names things in full where the command is short; only the key
stands in the command alone. The patterns are those of TextWorld's house: taking, dropping, putting, opening, closing, locking,
unlocking, eating and going. What matches none, such as `You can't see any such thing.`, is no action. What an action needs
and nothing said before is taken to have held from the start.

>>> turns = [Turn(0, "take key", "You pick up the key from the ground."),
...          Turn(1, "unlock chest with key", "You unlock the chest."), Turn(2, "open it", "You can't.")]
>>> [(event.turn, event.action) for event in read_events(turns)]
[(0, 'take'), (1, 'unlock/c')]
>>> [str(fact) for fact in read_events(turns)[1].preconditions][2:4]
['in("key","I")', 'match("key","chest")']
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from suffice.extractors.logs.actions import instantiate
from suffice.extractors.logs.events import Event
from suffice.extractors.logs.rooms import Way, direction_of, tidy, trace_rooms
from suffice.rules import String

__all__ = ["Turn", "read_events"]


@dataclass(frozen=True, slots=True)
class Turn:
    """A command and what the game answered.

    Args:
        number: of the turn.
        command: as typed.
        feedback: as printed.
    """

    number: int
    command: str
    feedback: str


@dataclass(frozen=True, slots=True)
class _Deed:
    """What an answer says: a verb, what it was done to, where."""

    verb: str
    thing: str
    place: str = ""
    article: bool = True


_END = r"(?=[.!,]? ?$|[.!]\s|, revealing\b)"
_PATTERNS = tuple(
    (verb, re.compile(pattern + _END, re.IGNORECASE | re.MULTILINE))
    for verb, pattern in (
        ("take", r"^You (?:pick up|take) the (?P<thing>.+?) from the (?:ground|floor)"),
        ("take from", r"^You take the (?P<thing>.+?) from the (?P<place>.+?)"),
        ("insert", r"^You (?:put|insert) the (?P<thing>.+?) into the (?P<place>.+?)"),
        ("put", r"^You put the (?P<thing>.+?) on the (?P<place>.+?)"),
        ("drop", r"^You drop the (?P<thing>.+?)(?: on the (?:ground|floor))?"),
        ("eat", r"^You eat the (?P<thing>.+?)"),
        ("open", r"^You open (?P<article>the )?(?P<thing>.+?)"),
        ("close", r"^You close (?P<article>the )?(?P<thing>.+?)"),
        ("unlock", r"^You unlock (?P<article>the )?(?P<thing>.+?)"),
        ("lock", r"^You lock (?P<article>the )?(?P<thing>.+?)"),
    )
)
#: A first line such as `(the chest with the key)` says what the game took a short command for.
_MEANT = re.compile(r"\A\s*\(.*\bwith the (.+?)\) ?$", re.MULTILINE)
_WITH = re.compile(r"\bwith (?:the )?(.+?) ?$", re.IGNORECASE)


def read_events(turns: Sequence[Turn]) -> list[Event]:
    """Read a log.

    Args:
        turns: in order, from the log's start.

    Returns:
        The turns at which something was done, with facts over names in lower case, the player `"P"` and the inventory `"I"`.
    """
    way = trace_rooms((turn.command, turn.feedback) for turn in turns)
    deeds = [_deed(turn) for turn in turns]
    boxes = {deed.place for deed in deeds if deed and deed.verb == "insert"}
    boxes |= {deed.thing for deed in deeds if deed and _is_box(deed, way)}
    events = []
    for number, (turn, deed) in enumerate(zip(turns, deeds, strict=True)):
        here, after = way.rooms[number], way.rooms[number + 1]
        if deed is not None:
            events.append(_event(turn, deed, way, here, boxes, _names(deeds[:number])))
        elif here != after and direction_of(turn.command) is not None:
            names = {"R": String(way.name(here)), "S": String(way.name(after))}
            events.append(instantiate("go", turn.number, names))
    return events


def _deed(turn: Turn) -> _Deed | None:
    feedback = tidy(turn.feedback)
    for verb, pattern in _PATTERNS:
        found = pattern.search(feedback)
        if found is not None:
            parts = {"place": None, "article": None, **found.groupdict()}
            place = (parts["place"] or "").casefold()
            return _Deed(
                verb,
                found["thing"].casefold(),
                place,
                "article" not in found.groupdict() or bool(parts["article"]),
            )
    return None


def _is_box(deed: _Deed, way: Way) -> bool:
    """Whether something that can be opened is a container; of doors the game speaks without an article."""
    return deed.verb in ("open", "close", "lock", "unlock") and deed.article and not way.is_door(deed.thing)


def _event(turn: Turn, deed: _Deed, way: Way, here: int, boxes: set[str], known: set[str]) -> Event:
    names = {"R": way.name(here), "X": deed.thing, "Y": deed.place}
    match deed.verb:
        case "take from":
            action = "take/c" if deed.place in boxes else "take/s"
        case "open" | "close" | "lock" | "unlock" if deed.thing in boxes:
            action = f"{deed.verb}/c"
            names |= {"Y": deed.thing, "K": _key(turn, known)}
        case "open" | "close" | "lock" | "unlock":
            behind = way.beyond(deed.thing, here)
            action = f"{deed.verb}/d"
            beyond = f"behind {deed.thing}" if behind is None else way.name(behind)
            names |= {"D": deed.thing, "S": beyond, "K": _key(turn, known)}
        case verb:
            action = verb
    return instantiate(action, turn.number, {variable: String(name) for variable, name in names.items()})


def _key(turn: Turn, known: set[str]) -> str:
    """The key that was used; a short name stands for the one known thing that has all its words."""
    found = _MEANT.search(tidy(turn.feedback)) or _WITH.search(tidy(turn.command))
    if found is None:
        return ""
    name = found[1].casefold()
    fitting = [other for other in known if set(name.split()) <= set(other.split())]
    return fitting[0] if name not in known and len(fitting) == 1 else name


def _names(deeds: Iterable[_Deed | None]) -> set[str]:
    """Names of what was handled."""

    def of(deeds: Iterable[_Deed | None]) -> Iterator[str]:
        for deed in deeds:
            if deed is not None:
                yield deed.thing

    return set(of(deeds))

"""What the actions of a TextWorld house need and do, in TextWorld's own notation for rules.

`$f` is a precondition that persists, `f` on the left one that is consumed; on the right stands what becomes true. `P` is the
player, `I` the inventory, `R` the room where the player is, `S` the other room, `X` what is handled, `Y` where it is put, `D`
the door and `K` the key.

>>> from suffice.rules import String
>>> names = {"X": String("key"), "R": String("attic")}
>>> event = instantiate("drop", 4, names)
>>> [str(fact) for fact in event.preconditions], [str(fact) for fact in event.added], [str(fact) for fact in event.removed]
(['at("P","attic")', 'in("key","I")'], ['at("key","attic")'], ['in("key","I")'])
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from suffice.extractors.logs.events import Event
from suffice.rules import String, Symbol, Term

__all__ = ["ACTIONS", "INVENTORY", "PLAYER", "instantiate"]

PLAYER = String("P")
INVENTORY = String("I")

#: Action to rule.
ACTIONS = {
    "go": "at(P,R) & $free(R,S) & $free(S,R) -> at(P,S)",
    "take": "$at(P,R) & at(X,R) -> in(X,I)",
    "take/c": "$at(P,R) & $at(Y,R) & $open(Y) & in(X,Y) -> in(X,I)",
    "take/s": "$at(P,R) & $at(Y,R) & on(X,Y) -> in(X,I)",
    "drop": "$at(P,R) & in(X,I) -> at(X,R)",
    "insert": "$at(P,R) & $at(Y,R) & $open(Y) & in(X,I) -> in(X,Y)",
    "put": "$at(P,R) & $at(Y,R) & in(X,I) -> on(X,Y)",
    "open/c": "$at(P,R) & $at(Y,R) & closed(Y) -> open(Y)",
    "close/c": "$at(P,R) & $at(Y,R) & open(Y) -> closed(Y)",
    "unlock/c": "$at(P,R) & $at(Y,R) & $in(K,I) & $match(K,Y) & locked(Y) -> closed(Y)",
    "lock/c": "$at(P,R) & $at(Y,R) & $in(K,I) & $match(K,Y) & closed(Y) -> locked(Y)",
    "open/d": "$at(P,R) & $link(R,D,S) & $link(S,D,R) & closed(D) -> open(D) & free(R,S) & free(S,R)",
    "close/d": "$at(P,R) & $link(R,D,S) & $link(S,D,R) & open(D) & free(R,S) & free(S,R) -> closed(D)",
    "unlock/d": "$at(P,R) & $link(R,D,S) & $link(S,D,R) & $in(K,I) & $match(K,D) & locked(D) -> closed(D)",
    "lock/d": "$at(P,R) & $link(R,D,S) & $link(S,D,R) & $in(K,I) & $match(K,D) & closed(D) -> locked(D)",
    "eat": "in(X,I) -> eaten(X)",
}

_FACT = re.compile(r"(\$?)(\w+)\(([\w,]+)\)")


class _Part(NamedTuple):
    persists: bool
    name: str
    args: tuple[str, ...]


@cache
def _rule(action: str) -> tuple[tuple[_Part, ...], tuple[_Part, ...]]:
    """The parts of a rule's left and right side."""

    def parts(side: str) -> Iterator[_Part]:
        for sign, name, args in _FACT.findall(side):
            yield _Part(bool(sign), name, tuple(args.split(",")))

    left, right = ACTIONS[action].split("->")
    return tuple(parts(left)), tuple(parts(right))


def instantiate(action: str, turn: int, names: Mapping[str, Term]) -> Event:
    """The event of an action.

    Args:
        action: a key of `ACTIONS`.
        turn: its number.
        names: what the rule's variables stand for, `P` and `I` excepted.
    """
    bound = {"P": PLAYER, "I": INVENTORY, **names}
    left, right = _rule(action)

    def fact(part: _Part) -> Symbol:
        return Symbol(part.name, tuple(bound[arg] for arg in part.args))

    return Event(
        turn,
        action,
        tuple(map(fact, left)),
        tuple(map(fact, right)),
        tuple(fact(part) for part in left if not part.persists),
    )

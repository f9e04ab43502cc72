"""Dialects: notations for the same programs, each read and written with what was lost named.

>>> print(Loss(Location("a.lp", 3, 1), "the constant `a`", "there are strings only; it is written as one"))
a.lp:3:1: the constant `a`: there are strings only; it is written as one
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from suffice.rules.parse import Parsed
from suffice.rules.program import Program
from suffice.rules.rule import Location

__all__ = ["Dialect", "Loss", "Read", "Written", "joined"]


class Loss(NamedTuple):
    """Something that a translation leaves out or changes.

    Args:
        location: where it stands, if known.
        what: the construct, as written.
        why: why it can't be carried over, and what was done instead.
    """

    location: Location | None
    what: str
    why: str

    def __str__(self) -> str:
        place = f"{self.location}: " if self.location else ""
        return f"{place}{self.what}: {self.why}"


@dataclass(frozen=True, slots=True)
class Written:
    """A program's text in a dialect, and what that text does not say."""

    text: str
    lost: tuple[Loss, ...] = ()


@dataclass(frozen=True, slots=True)
class Read:
    """What a text of a dialect says, what of it has no place in a program, and (in `parsed`) what is wrong with it."""

    parsed: Parsed
    lost: tuple[Loss, ...] = ()

    def require(self) -> Program:
        """The program, if nothing is wrong with it.

        Raises:
            RuleSyntaxError: the text does not follow the dialect's grammar.
            ProgramError: it does, but says something that has no counterpart here.
        """
        return self.parsed.require()


@dataclass(frozen=True, slots=True)
class Dialect:
    """A notation: how it is read and written.

    Args:
        name: what the command line calls it.
        suffix: of its files.
        read: from a text and the name of its file.
        write: from a program.
    """

    name: str
    suffix: str
    read: Callable[[str, str], Read]
    write: Callable[[Program], Written]


def joined(parts: Iterable[Parsed]) -> Parsed:
    """Several texts as one program."""
    parts = list(parts)
    return Parsed(
        sum((part.program for part in parts), Program()),
        tuple(rule for part in parts for rule in part.rules),
        frozenset(one for part in parts for one in part.defined),
        tuple(found for part in parts for found in part.diagnostics),
        tuple(file for part in parts for file in part.files),
        frozenset(name for part in parts for name in part.unread),
    )

"""gringo on a meter: grounding that ends when it has made too many instances or taken too long.

gringo can't be interrupted. But it evaluates external terms (`@count`) while it joins, and an exception raised in one
of them stops it: rules that carry such terms are metered.

>>> meter = Meter(Limits(instances=100))
>>> run_gringo("p(0). p(X+1) :- p(X), 1 = @count(X).", meter)
Traceback (most recent call last):
suffice.errors.LimitReached: grounding passed 100 rule instances; bound the rules, or raise --max-instances
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence

import clingo

from suffice.engine.limits import Limits, out_of_time
from suffice.errors import LimitReached, ProgramError
from suffice.rules import Rule

__all__ = ["DIVISIONS", "Meter", "run_gringo"]

#: Operators that the meter computes, with its function: gringo dies of -2147483648/-1 and takes the process with it.
DIVISIONS = {"/": "divide", "\\": "modulo"}
_ONE = clingo.Number(1)


class Meter:
    """Bounds on instances and time, and the functions that gringo calls while it joins.

    clingo raises a copy of its own making of what is raised in them; the exception to raise is kept in `reached`.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._deadline = time.monotonic() + limits.seconds if limits.deadline is None else limits.deadline
        self._instances = 0
        self.reached: LimitReached | None = None

    def check(self, instances: int = 0) -> None:
        """Raise `LimitReached` if that many more instances, or the time by now, are too much."""
        self._instances += instances
        if self._instances > self._limits.instances:
            self.reached = LimitReached(
                f"grounding passed {self._limits.instances} rule instances",
                remedy="bound the rules, or raise --max-instances",
            )
        elif time.monotonic() > self._deadline:
            self.reached = out_of_time(self._limits.seconds)
        if self.reached:
            raise self.reached

    def count(self, *_: clingo.Symbol) -> clingo.Symbol:
        """One more instance."""
        self.check(1)
        return _ONE

    def clock(self, *_: clingo.Symbol) -> clingo.Symbol:
        """One more step of a join."""
        self.check()
        return _ONE

    def divide(self, left: clingo.Symbol, right: clingo.Symbol) -> list[clingo.Symbol]:
        """Quotient, rounded towards zero, or nothing where there is none."""
        return [clingo.Number(quotient) for quotient, _ in _division(left, right)]

    def modulo(self, left: clingo.Symbol, right: clingo.Symbol) -> list[clingo.Symbol]:
        """Remainder, or nothing where there is none."""
        return [clingo.Number(remainder) for _, remainder in _division(left, right)]


def _division(left: clingo.Symbol, right: clingo.Symbol) -> Iterator[tuple[int, int]]:
    if left.type == right.type == clingo.SymbolType.Number and right.number != 0:
        quotient = abs(left.number) // abs(right.number)
        if (left.number < 0) != (right.number < 0):
            quotient = -quotient
        if quotient < 2**31:
            yield quotient, left.number - quotient * right.number


def run_gringo(
    text: str, meter: Meter, lines: Sequence[Rule] = (), *, parts: Sequence[str] = ("base",)
) -> clingo.Control:
    """Ground a text.

    Args:
        text: a clingo program; its rules may call the meter's functions.
        meter: what it may take.
        lines: the rule that each line stands for, for messages.
        parts: what to ground; with none the rules are checked only.

    Returns:
        The control object, grounded.

    Raises:
        LimitReached: the meter stopped it.
        ProgramError: clingo refuses the text.
    """
    messages: list[str] = []
    try:
        control = clingo.Control(["--warn=none"], logger=lambda _, message: messages.append(message))
        control.add("base", [], text)
        control.ground([(part, []) for part in parts], context=meter)
    except (RuntimeError, TypeError) as error:
        if meter.reached:
            raise meter.reached from None
        raise _refusal(messages[0] if messages else str(error), lines) from None
    return control


def _refusal(message: str, lines: Sequence[Rule]) -> ProgramError:
    """What clingo says of its text, said of the rule behind it."""
    found = re.match(r"<block>:(\d+)", message)
    number = int(found[1]) if found else len(lines) + 1
    if number > len(lines):
        return ProgramError(f"clingo cannot ground the program: {message}")
    rule = lines[number - 1]
    file, line, column = rule.location or (None, None, None)
    said = re.search(r"error: (.*?)(?: in)?:?$", message, re.MULTILINE)
    return ProgramError(
        f"clingo cannot ground `{rule}`: {said[1] if said else 'an error'}",
        file=file,
        line=line,
        column=column,
        remedy="`suffice check` says more",
    )

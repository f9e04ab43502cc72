"""Intervals on a line, and how two of them stand to each other as sets.

>>> at_least_3, below_3 = Interval(Fraction(3), None), Interval(None, Fraction(3), open_high=True)
>>> relate_intervals(at_least_3, below_3), str(at_least_3), str(below_3)
('!', '[3, inf)', '(-inf, 3)')
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from suffice.extractors.natlog.relations import Relation

__all__ = ["Interval", "relate_intervals", "whole"]


@dataclass(frozen=True, slots=True)
class Interval:
    """A set of points without gaps.

    Args:
        low: its lower end, None where there is none.
        high: its upper end, likewise.
        open_low: whether the lower end is no part of it.
        open_high: whether the upper end is no part of it.
    """

    low: Fraction | None
    high: Fraction | None
    open_low: bool = False
    open_high: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether it has no point."""
        if self.low is None or self.high is None:
            return False
        return self.low > self.high or (self.low == self.high and (self.open_low or self.open_high))

    def includes(self, other: Interval) -> bool:
        """Whether every point of another one, which is not empty, is in it."""
        return _before_or_at(self, other) and _before_or_at(_mirror(self), _mirror(other))

    def meets(self, other: Interval) -> bool:
        """Whether some point is in both."""
        return not _ends_before(self, other) and not _ends_before(other, self)

    def joins(self, other: Interval) -> bool:
        """Whether the two together leave no point of the whole line out, self being the lower one."""
        if self.low is not None or other.high is not None:
            return False
        if self.high is None or other.low is None:
            return True
        return other.low < self.high or (other.low == self.high and not (self.open_high and other.open_low))

    def __str__(self) -> str:
        low = f"{'(' if self.open_low else '['}{self.low}" if self.low is not None else "(-inf"
        high = f"{self.high}{')' if self.open_high else ']'}" if self.high is not None else "inf)"
        return f"{low}, {high}"


def whole(interval: Interval, lowest: int | None = None) -> Interval:
    """The same set of whole numbers with closed ends; an end at or below the lowest of all numbers is no end.

    Args:
        interval: any.
        lowest: the lowest number that there is.
    """
    low, high = interval.low, interval.high
    if low is not None:
        least = -(-low // 1)
        low = Fraction(least + 1 if interval.open_low and least == low else least)
        if lowest is not None and low <= lowest:
            low = None
    if high is not None:
        most = high // 1
        high = Fraction(most - 1 if interval.open_high and most == high else most)
        if lowest is not None and high < lowest:
            low = Fraction(lowest)  # No number is left.
    return Interval(low, high)


def relate_intervals(x: Interval, y: Interval, *, discrete: bool = False) -> Relation | None:
    """The relation of two sets; None if one is empty or has all points.

    Args:
        x: a set; of whole numbers, if discrete, in the form that `whole` gives.
        y: another one.
        discrete: whether there is no point between two whole numbers.
    """
    if x.is_empty or y.is_empty or any(one.low is None and one.high is None for one in (x, y)):
        return None
    if x == y:
        return "="
    if y.includes(x):
        return "<"
    if x.includes(y):
        return ">"
    both = x.joins(y) or y.joins(x) or (discrete and (_next_to(x, y) or _next_to(y, x)))
    if x.meets(y):
        return "v" if both else "#"
    return "!" if both else "|"


def _next_to(low: Interval, high: Interval) -> bool:
    return low.low is None and high.high is None and high.low is not None and low.high == high.low - 1


def _mirror(one: Interval) -> Interval:
    return Interval(
        -one.high if one.high is not None else None,
        -one.low if one.low is not None else None,
        one.open_high,
        one.open_low,
    )


def _before_or_at(one: Interval, other: Interval) -> bool:
    """Whether the lower end of one is not above that of the other."""
    if one.low is None:
        return True
    if other.low is None:
        return False
    return one.low < other.low or (one.low == other.low and (not one.open_low or other.open_low))


def _ends_before(one: Interval, other: Interval) -> bool:
    """Whether all points of one are below all of the other."""
    if one.high is None or other.low is None:
        return False
    return one.high < other.low or (one.high == other.low and (one.open_high or other.open_low))

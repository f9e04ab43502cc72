"""The loops of the kernel in Python: for small programs and where numba is missing; `compiled` gives the same results.

>>> rules = HornRules.from_pairs(3, [(1, (0,)), (2, (0, 1))])
>>> count(rules, [0])
([0, 1, 2], [-1, 0, 1])
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from suffice.engine.kernel.rules import HornRules, Pair

__all__ = ["count", "grow", "heights", "prune", "restore", "saturate", "shrink", "sweep", "useful"]

_UNIT = -1
_ABSENT = -2


def count(rules: HornRules, units: Iterable[int], until: int = -1) -> tuple[list[int], list[int]]:
    """Close a set of atoms, first in, first out: atoms and the rule of each, -1 for what was put in."""
    pairs, uses = rules.pairs, rules.uses
    reasons = dict.fromkeys(units, _UNIT)
    queue = list(reasons)
    missing = []
    for number, (head, body) in enumerate(pairs):
        missing.append(len(body))
        if not body and head not in reasons:
            reasons[head] = number
            queue.append(head)
    for atom in queue:  # grows while it is walked
        if until in reasons:
            break
        for number in uses[atom]:
            missing[number] -= 1
            if not missing[number]:
                head = pairs[number][0]
                if head not in reasons:
                    reasons[head] = number
                    queue.append(head)
    return queue, list(reasons.values())


def sweep(rules: HornRules, units: Iterable[int]) -> tuple[list[int], list[int]]:
    """The same in one pass over the rules, without an index; a rule waits at the first atom that it misses."""
    pairs = rules.pairs
    reasons = dict.fromkeys(units, _UNIT)
    waiting: dict[int, list[tuple[int, Iterator[int]]]] = {}
    for number, (head, body) in enumerate(pairs):
        if head in reasons:
            continue
        woken = [(number, iter(body))]
        stack: list[int] = []
        while True:
            for waking, rest in reversed(woken):
                head = pairs[waking][0]
                if head in reasons:
                    continue
                for atom in rest:  # goes on where it stopped
                    if atom not in reasons:
                        waiting.setdefault(atom, []).append((waking, rest))
                        break
                else:
                    reasons[head] = waking
                    if head in waiting:
                        stack.append(head)
            if not stack:
                break
            woken = waiting.pop(stack.pop())
    return list(reasons), list(reasons.values())


def heights(order: Sequence[int], reasons: Sequence[int], pairs: Sequence[Pair]) -> list[int]:
    """For each derived atom, in their order, the height of its derivation."""
    height: dict[int, int] = {}
    for atom, number in zip(order, reasons, strict=True):
        body = () if number < 0 else pairs[number][1]
        height[atom] = 0 if number < 0 else 1 + max((height[other] for other in body), default=0)
    return list(height.values())


def grow(rules: HornRules, missing: list[int], reasons: list[int], queue: list[int]) -> None:
    """Derive what follows from the atoms in the queue, and put it there."""
    pairs, uses = rules.pairs, rules.uses
    for atom in queue:  # grows while it is walked
        for number in uses[atom]:
            missing[number] -= 1
            if not missing[number]:
                head = pairs[number][0]
                if reasons[head] == _ABSENT:
                    reasons[head] = number
                    queue.append(head)


def shrink(rules: HornRules, missing: list[int], reasons: list[int], queue: list[int]) -> None:
    """Take away what was derived through the atoms in the queue, and put it there."""
    pairs, uses = rules.pairs, rules.uses
    for atom in queue:  # grows while it is walked
        for number in uses[atom]:
            missing[number] += 1
            head = pairs[number][0]
            if reasons[head] == number:
                reasons[head] = _ABSENT
                queue.append(head)


def restore(rules: HornRules, missing: list[int], reasons: list[int], lost: Iterable[int]) -> list[int]:
    """Put back each lost atom that a rule still derives."""
    back = []
    for atom in lost:
        for number in rules.by_head[atom]:
            if not missing[number]:
                reasons[atom] = number
                back.append(atom)
                break
    return back


def useful(rules: HornRules, holding: Iterable[int], goal: int) -> list[int]:
    """The rules, ascending, that fire in a closure and lead to the goal."""
    pairs, by_head = rules.pairs, rules.by_head
    there = frozenset(holding)
    found: list[int] = []
    seen = {goal}
    stack = [goal]
    while stack:
        for number in by_head[stack.pop()]:
            body = pairs[number][1]
            if there.issuperset(body):
                found.append(number)
                fresh = set(body) - seen
                seen |= fresh
                stack += fresh
    return sorted(found)


def prune(rules: HornRules, given: Sequence[int], units: Sequence[int], goal: int) -> list[int]:
    """Drop units, in their order, wherever the rest suffices; 1 for each that stays. All together must suffice."""
    pairs = rules.pairs
    stays = [1] * len(units)
    needed: set[int] = set()
    for turn in range(-1, len(units)):
        if turn >= 0:
            stays[turn] = 0
            if units[turn] not in needed:  # the last derivation does without
                continue
        left = [unit for unit, stay in zip(units, stays, strict=True) if stay]
        reasons = dict(zip(*count(rules, [*given, *left], goal), strict=True))
        if goal not in reasons:
            if turn >= 0:
                stays[turn] = 1
            continue
        needed = {goal}
        stack = [goal]
        while stack:
            number = reasons[stack.pop()]
            fresh = set() if number < 0 else set(pairs[number][1]) - needed
            needed |= fresh
            stack += fresh
    return stays


def saturate(state: int, rules: Sequence[tuple[int, int]], goal: int = 0) -> int:
    """Close a set of atoms, as bits, under rules as pairs of the head's bit and the body's bits; stop at the goal's."""
    before = -1
    while state != before and not state & goal:
        before = state
        for head, body in rules:
            if state & body == body:
                state |= head
    return state

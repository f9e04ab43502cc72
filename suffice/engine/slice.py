"""Slices: the part of a ground program that a goal depends on, as small numbers.

What holds without any unit, and what no set of units can make hold, is computed away; so is everything that can't take
part in a derivation of the goal. What is left speaks of units, rules over atoms, and one atom for the goal: the common
ground of all questions about supports. A goal with variables holds as soon as one of its instances does.

As in `prove`, disputed atoms are set aside.

>>> from suffice.rules import parse_atom, parse_program
>>> program = parse_program("states(u1, p). states(u2, q). p. q. r. goal :- p. goal :- q. s :- r.")
>>> part = slice_goal(program, parse_atom("goal"))
>>> [str(unit) for unit in part.units], part.rules
(['u1', 'u2'], ((2, (3,), ()), (2, (4,), ()), (3, (0,), ()), (4, (1,), ()), (5, (2,), ())))
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from suffice.engine.closure import Closure, close, follow, reduct
from suffice.engine.conflicts import find_conflicts
from suffice.engine.evaluation import match
from suffice.engine.ground import GroundProgram, ground_program
from suffice.engine.kernel import HornRules, minimal_support
from suffice.engine.limits import Limits, unbounded
from suffice.engine.normal_form import normalise_atom
from suffice.engine.support import is_heavy, leaves_of
from suffice.engine.symbols import order_of
from suffice.rules import Atom, Program, Term

__all__ = ["Slice", "SliceRule", "is_instance", "prune", "slice_goal", "slice_ground"]

_DEFAULT = Limits()
#: Head, atoms that must hold, atoms that must not.
SliceRule: TypeAlias = tuple[int, tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True, eq=False)
class Slice:
    """Units, and the rules by which they lead to a goal. Atoms below `len(units)` are the units themselves.

    Args:
        units: units that may matter, in the order in which the program first names them.
        rules: rules over atoms, each once.
        goal: the goal's atom.
        size: how many atoms there are.
        first: positions of the units at the leaves of the first derivation; None if the goal doesn't follow from
            everything.
        others: units of the program that can't matter.
        costs: what each unit weighs, 1 where the program says nothing.
    """

    units: tuple[Term, ...]
    rules: tuple[SliceRule, ...]
    goal: int
    size: int
    first: tuple[int, ...] | None
    others: tuple[Term, ...] = ()
    costs: tuple[int, ...] = ()

    @property
    def is_monotone(self) -> bool:
        """Whether more units never take the goal away."""
        return not any(negative for _, _, negative in self.rules)

    def suffices(self, units: Iterable[int]) -> bool:
        """Whether the goal follows from some units, negative literals left aside."""
        rules, uses = self.rules, self._uses
        missing = list(self._lengths)
        holds = bytearray(self.size)
        queue = list(units)
        queue += self._unconditional
        goal = self.goal
        for atom in queue:  # grows while it is walked
            if holds[atom]:
                continue
            if atom == goal:
                return True
            holds[atom] = 1
            for number in uses[atom]:
                missing[number] -= 1
                if not missing[number]:
                    queue.append(rules[number][0])
        return False

    def named(self, units: Iterable[int]) -> tuple[Term, ...]:
        """The units at some positions, in the order of the program."""
        return tuple(self.units[unit] for unit in sorted(units))

    @cached_property
    def _uses(self) -> list[list[int]]:
        found: list[list[int]] = [[] for _ in range(self.size)]
        for number, (_, body, _) in enumerate(self.rules):
            for atom in body:
                found[atom].append(number)
        return found

    @cached_property
    def _lengths(self) -> list[int]:
        return [len(body) for _, body, _ in self.rules]

    @cached_property
    def _unconditional(self) -> list[int]:
        return [head for head, body, _ in self.rules if not body]


def slice_goal(program: Program, goal: Atom, *, limits: Limits = _DEFAULT) -> Slice:
    """Ground a program and cut out what a goal depends on.

    Args:
        program: rules, declarations and facts.
        goal: an atom; a variable stands for anything.
        limits: bounds on grounding.

    Returns:
        The slice; without rules for its goal if nothing could ever derive it.

    Raises:
        LimitReached: grounding reached a bound.
        ProgramError: clingo refuses a rule, or negation is not stratified.
    """
    goal = normalise_atom(goal, program)
    return slice_ground(ground_program(program, limits=limits), goal)


def slice_ground(
    ground: GroundProgram,
    goal: Atom,
    *,
    units: Mapping[int, tuple[Term, ...]] | None = None,
    disputed: Iterable[Atom] | None = None,
) -> Slice:
    """As `slice_goal`, of a program that is ground already.

    Args:
        ground: the ground program.
        goal: in normal form.
        units: what states each input atom, those left out being given; the program's units if None.
        disputed: atoms to set aside; those in conflict when everything is there if None.
    """
    closure = close(ground)
    stated = ground.units if units is None else units
    if disputed is None:
        conflicts = find_conflicts(ground.program, (ground.atoms[atom] for atom in closure.reasons))
        disputed = (atom for conflict in conflicts for atom in conflict.rivals)
    barred = frozenset(ground.index[atom] for atom in disputed)
    possible, certain, live = _bounds(ground, stated, barred)
    order = tuple(dict.fromkeys(unit for names in stated.values() for unit in names))
    targets = sorted(
        (number for number in possible if is_instance(ground.atoms[number], goal)),
        key=lambda number: order_of(ground.atoms[number]),
    )
    if any(atom in certain for atom in targets):
        return Slice((), ((0, (), ()),), 0, 1, (), order)

    atoms = _reach(ground, targets, live, frozenset(possible) - frozenset(certain))
    stating = {atom: stated[atom] for atom in atoms if atom in stated and atom not in barred}
    useful = {unit for names in stating.values() for unit in names}
    kept = tuple(unit for unit in order if unit in useful)
    position = {unit: number for number, unit in enumerate(kept)}
    name = {atom: number for number, atom in enumerate(atoms, len(kept))}
    goal_atom = len(kept) + len(atoms)
    rules: dict[SliceRule, None] = {}
    for atom in atoms:
        rules |= {(name[atom], (position[unit],), ()): None for unit in stating.get(atom, ())}
        for number in live.get(atom, ()):
            rule = ground.rules[number]
            positive = dict.fromkeys(name[other] for other in rule.positive if other not in certain)
            negative = dict.fromkeys(name[other] for other in rule.negative if other in possible)
            if name[atom] not in positive:
                rules[name[atom], tuple(positive), tuple(negative)] = None
    rules |= {(goal_atom, (name[atom],), ()): None for atom in targets}
    costs = tuple(ground.program.costs.get(unit, 1) for unit in kept)
    first = _first(closure, stated, barred, targets)
    leading = None if first is None else tuple(position[unit] for unit in kept if unit in first)
    rest = tuple(unit for unit in order if unit not in useful)
    return Slice(kept, tuple(rules), goal_atom, goal_atom + 1, leading, rest, costs)


def prune(part: Slice, units: Sequence[int], *, check: Callable[[], None] = unbounded) -> tuple[int, ...]:
    """Drop units, in exactly the order given, each if the rest still suffices.

    Runs of units that can go together are found by doubling and halving, so that it takes some `k log n` closures for a
    support of `k` among `n` units instead of `n`; what is left is the same.

    Args:
        part: a monotone slice.
        units: positions of units that suffice.
        check: called for each closure; raises when it has taken too long.

    Returns:
        The positions of an inclusion-minimal support, in the order given.
    """
    if is_heavy(len(units), len(part.rules)):
        check()
        rules = HornRules.from_pairs(part.size, [(head, body) for head, body, _ in part.rules])
        found = minimal_support(rules, units, part.goal, order=list(units), kernel="numba")
        return tuple(found or ())
    kept: list[int] = []
    rest = list(units)

    def can_drop(count: int) -> bool:
        check()
        return part.suffices([*kept, *rest[count:]])

    while rest:
        good, bad, step = 0, len(rest) + 1, 1
        while good < len(rest) and bad > len(rest):
            trial = min(good + step, len(rest))
            good, bad = (trial, bad) if can_drop(trial) else (good, trial)
            step *= 2
        while good < len(rest) and bad - good > 1:
            middle = (good + bad) // 2
            good, bad = (middle, bad) if can_drop(middle) else (good, middle)
        kept += rest[good : good + 1]
        rest = rest[good + 1 :]
    return tuple(kept)


def is_instance(atom: Atom, pattern: Atom) -> bool:
    """Whether a ground atom matches a pattern."""
    if atom.signature != pattern.signature:
        return False
    bound: dict[str, Term] | None = {}
    for part, value in zip(pattern.args, atom.args, strict=True):
        bound = match(part, value, bound) if bound is not None else None
    return bound is not None


def _bounds(
    ground: GroundProgram, stated: Mapping[int, tuple[Term, ...]], barred: Collection[int]
) -> tuple[Collection[int], Collection[int], dict[int, list[int]]]:
    """Atoms that some set of units derives, atoms that every set derives, and the rules that can fire, by head.

    Both are bounds only where rules negate: from either the other is improved until nothing changes.
    """
    usable = [
        number
        for number, rule in enumerate(ground.rules)
        if rule.head not in barred and not any(atom in barred for atom in rule.positive)
    ]
    inputs = [atom for atom in ground.inputs if atom not in barred]
    given = [atom for atom in inputs if not stated.get(atom)]
    certain: Collection[int] = ()
    while True:
        firing = [
            number for number in usable if not any(atom in certain for atom in ground.rules[number].negative)
        ]
        possible = follow(ground, inputs, firing)
        safe = [
            number for number in firing if not any(atom in possible for atom in ground.rules[number].negative)
        ]
        surely = follow(ground, given, safe)
        if len(surely) == len(certain):
            break
        certain = surely
    live: dict[int, list[int]] = {}
    for number in firing:
        rule = ground.rules[number]
        if all(atom in possible for atom in rule.positive):
            live.setdefault(rule.head, []).append(number)
    return possible, certain, live


def _reach(
    ground: GroundProgram, targets: Sequence[int], live: dict[int, list[int]], within: Collection[int]
) -> list[int]:
    """Atoms that derivations of the targets can go through, and those that can stop one."""
    found = dict.fromkeys(targets)
    stack = list(reversed(targets))
    while stack:
        for number in live.get(stack.pop(), ()):
            rule = ground.rules[number]
            fresh = [a for a in (*rule.positive, *rule.negative) if a not in found and a in within]
            found |= dict.fromkeys(fresh)
            stack += reversed(fresh)
    return list(found)


def _first(
    closure: Closure,
    stated: Mapping[int, tuple[Term, ...]],
    barred: Collection[int],
    targets: Sequence[int],
) -> set[Term] | None:
    """Units at the leaves of the first derivation of the first target that follows."""
    ground = closure.ground
    start = [atom for atom in ground.inputs if atom not in barred]
    reasons = follow(ground, start, reduct(closure, barred))
    for target in targets:
        if target in reasons:
            leaves = leaves_of(ground, target, reasons)
            return {unit for leaf in leaves for unit in stated.get(leaf, ())}
    return None

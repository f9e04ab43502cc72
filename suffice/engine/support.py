"""Supports: an inclusion-minimal set of units that suffices for a goal.

The leaves of the first derivation are a small sufficient set to begin with; then each unit is dropped in turn, the last
first, if the rest still suffices. What is left is minimal by monotonicity; it need not be the smallest, nor the only one.

Under negation the atoms that don't hold in the closure of all evidence are taken to be absent (the reduct), and the
support is minimal given that. Together with the absent atoms that the derivation names it is an explanation (P, N): the
goal holds in every set of units that contains P and in which N stays underivable.

>>> from suffice.engine.ground import ground_program
>>> from suffice.rules import Atom, Literal, Program, Rule
>>> a, b, c = Atom("a"), Atom("b"), Atom("c")
>>> ground = ground_program(Program((Rule(a), Rule(b), Rule(c, (Literal(b),)))))
>>> find_support(ground, c)
(Symbol(name='b', args=(), positive=True),)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from suffice.engine.closure import close, follow, reduct
from suffice.engine.ground import GroundProgram
from suffice.engine.kernel import HornRules, minimal_support
from suffice.engine.kernel.choice import is_compiled
from suffice.engine.limits import unbounded
from suffice.rules import Atom, Term

__all__ = ["find_support", "is_heavy", "leaves_of", "minimise", "stated_by", "useful_rules"]

#: Units times rules from which on the kernel is loaded for dropping units, and up to which it does not take minutes.
_HEAVY, _ENDLESS = 10_000_000, 5_000_000_000


def find_support(ground: GroundProgram, goal: Atom) -> tuple[Term, ...] | None:
    """One inclusion-minimal set of units whose facts, with the given ones, derive the goal.

    Args:
        ground: the ground program.
        goal: a ground atom.

    Returns:
        Units in the order in which the program first names them; None if the goal does not hold. The same program
        always gives the same support.
    """
    target = ground.index.get(goal)
    closure = close(ground)
    if target is None or target not in closure:
        return None
    return minimise(ground, target, reduct(closure), closure.reasons)


def minimise(
    ground: GroundProgram,
    target: int,
    rules: Sequence[int],
    reasons: Mapping[int, int | None],
    barred: Collection[int] = (),
    *,
    check: Callable[[], None] = unbounded,
) -> tuple[Term, ...]:
    """Drop units until none can go.

    Args:
        ground: the ground program.
        target: an atom in `reasons`.
        rules: the monotone program to derive it by.
        reasons: a closure of it, as `closure.follow` gives it.
        barred: input atoms that must not be used.
        check: called for each unit; raises when it has taken too long.

    Returns:
        Units in the order in which the program first names them.
    """
    wanted = {unit for leaf in leaves_of(ground, target, reasons) for unit in ground.units.get(leaf, ())}
    order = dict.fromkeys(unit for units in ground.units.values() for unit in units)
    kept = [unit for unit in order if unit in wanted]
    start = stated_by(ground, kept, barred)
    useful = useful_rules(ground, target, rules, start)
    if is_heavy(len(kept), len(useful)):
        return _minimise_compiled(ground, target, kept, start, useful)
    stating = [(atom, frozenset(ground.units.get(atom, ()))) for atom in start]
    for unit in reversed(kept.copy()):
        check()
        rest = [other for other in kept if other != unit]
        there = frozenset(rest)
        left = [atom for atom, units in stating if not units or not there.isdisjoint(units)]
        if target in follow(ground, left, useful, until=target):
            kept = rest
    return tuple(kept)


def is_heavy(units: int, rules: int) -> bool:
    """Whether dropping so many units one by one is worth compiling for, and can be compiled."""
    return _HEAVY < units * rules < _ENDLESS and is_compiled(rules * units)


def _minimise_compiled(
    ground: GroundProgram, target: int, units: Sequence[Term], start: Sequence[int], useful: Sequence[int]
) -> tuple[Term, ...]:
    """The same on the kernel: units become atoms behind those of the program."""
    place = {unit: len(ground.atoms) + number for number, unit in enumerate(units)}
    pairs = [(ground.rules[number].head, ground.rules[number].positive) for number in useful]
    given = []
    for atom in start:
        stating = ground.units.get(atom, ())
        if not stating:
            given.append(atom)
        pairs += [(atom, (place[unit],)) for unit in stating if unit in place]
    rules = HornRules.from_pairs(len(ground.atoms) + len(units), pairs)
    order = list(place.values())
    found = minimal_support(rules, order, target, given=given, order=order[::-1], kernel="numba")
    names = dict(zip(order, units, strict=True))
    return tuple(names[unit] for unit in found or ())


def useful_rules(ground: GroundProgram, target: int, rules: Sequence[int], start: Iterable[int]) -> list[int]:
    """The rules that can take part in deriving an atom from some input: they fire, and lead to it."""
    reached = follow(ground, start, rules)
    by_head: dict[int, list[int]] = {}
    for number in rules:
        if all(atom in reached for atom in ground.rules[number].positive):
            by_head.setdefault(ground.rules[number].head, []).append(number)
    useful: list[int] = []
    seen = {target}
    stack = [target]
    while stack:
        for number in by_head.get(stack.pop(), ()):
            useful.append(number)
            fresh = dict.fromkeys(atom for atom in ground.rules[number].positive if atom not in seen)
            seen.update(fresh)
            stack += fresh
    return useful


def leaves_of(ground: GroundProgram, target: int, reasons: Mapping[int, int | None]) -> list[int]:
    """Input atoms at the leaves of the derivation by first rules, each once."""
    found: dict[int, None] = {}
    seen = {target}
    stack = [target]
    while stack:
        atom = stack.pop()
        number = reasons[atom]
        if number is None:
            found[atom] = None
            continue
        fresh = [other for other in ground.rules[number].positive if other not in seen]
        seen.update(fresh)
        stack += reversed(fresh)
    return list(found)


def stated_by(ground: GroundProgram, units: Iterable[Term], barred: Collection[int] = ()) -> list[int]:
    """Input atoms that hold when only these units are there: what they state, and what is given.

    Args:
        ground: the ground program.
        units: the units that are there.
        barred: input atoms to leave out.
    """
    there = frozenset(units)

    def holds(atom: int) -> bool:
        units = ground.units.get(atom)
        return not units or not there.isdisjoint(units)

    return [atom for atom in ground.inputs if atom not in barred and holds(atom)]

"""All supports: every inclusion-minimal set of units that suffices for a goal, and what can be said without listing them.

Two methods, the first that gets by: a decision diagram (`family`), which counts and lists smallest first, and clasp
(`minimal_models`), which finds one after the other in no order of size. Whether a support is the only one, and which units
are in all of them, needs neither: a unit is in every support iff the others together don't suffice, and a support is
unique iff that is so of each of its units.

All this holds in the monotone fragment only. Where a rule that matters negates what units can change, `explanations`
answers instead; what is here refuses.

>>> from suffice.engine.slice import slice_goal
>>> from suffice.rules import parse_atom, parse_program
>>> program = parse_program("p. q. r. states(u1, p). states(u2, q). states(u3, r). goal :- p, q. goal :- p, r. s :- r.")
>>> part = slice_goal(program, parse_atom("goal"))
>>> found = find_supports(part)
>>> [[str(unit) for unit in support] for support in found.supports], found.complete, found.unique
([['u1', 'u2'], ['u1', 'u3']], True, False)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal as OneOf
from typing import TypeAlias

from suffice.engine.family import Family, compile_family
from suffice.engine.limits import unbounded
from suffice.engine.minimal_models import enumerate_minimal, find_lightest
from suffice.engine.slice import Slice, prune
from suffice.errors import EngineError, LimitReached, UsageError
from suffice.rules import Term

__all__ = [
    "Relevance",
    "Support",
    "Supports",
    "classify_units",
    "contrast",
    "find_smallest",
    "find_supports",
    "iterate_supports",
    "prune_support",
]

#: Units, in the order in which the program first names them.
Support: TypeAlias = tuple[Term, ...]
#: Sets that are listed between two looks at the clock.
_STRIDE = 512
#: The largest weight that clasp takes.
_MAX_WEIGHT = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Supports:
    """Supports of a goal.

    Args:
        supports: each once; one empty support if the goal needs nothing, none at all if it doesn't follow. A complete
            list is sorted by size, then by the program's order of units; so is an incomplete one, which holds the
            smallest supports if the method is `diagram`.
        complete: whether the list holds all there are.
        count: how many there are, if that is known.
        unique: whether there is exactly one; None if there is none.
        method: how they were found.
        limit: the bound that ended the list, if one did.
    """

    supports: tuple[Support, ...]
    complete: bool
    count: int | None
    unique: bool | None
    method: OneOf["diagram", "solver"]
    limit: str | None = None


@dataclass(frozen=True, slots=True)
class Relevance:
    """Every unit of a program, by the supports that hold it.

    Args:
        every: in every support (necessary).
        some: in some, not in all (relevant).
        none: in none (irrelevant); all units if the goal doesn't follow.
        undecided: in some or in none: a bound was reached first.
    """

    every: Support
    some: Support
    none: Support
    undecided: Support = ()


def find_supports(
    part: Slice, *, maximum: int | None = None, check: Callable[[], None] = unbounded
) -> Supports:
    """List supports.

    Args:
        part: a monotone slice.
        maximum: list no more than these.
        check: called now and then; a `LimitReached` that it raises ends the list.

    Returns:
        The supports found, and whether they are all.

    Raises:
        EngineError: the slice is not monotone.
        UsageError: a maximum below 1.

    >>> from suffice.engine.slice import slice_goal
    >>> from suffice.rules import parse_atom, parse_program
    >>> program = parse_program("a(1..300). b(1..300). a :- a(X). b :- b(X). g :- a, b.")
    >>> found = find_supports(slice_goal(program, parse_atom("g")), maximum=2)
    >>> len(found.supports), found.complete, found.count, found.limit
    (2, False, 90000, 'the list ends after 2 supports')
    """
    if maximum is not None and maximum < 1:
        raise UsageError("the list must have room for 1 support")
    family = _compile(part)
    sets: list[tuple[int, ...]] = []
    limit, more = None, False
    try:
        for found in _sets(part, family, check):
            if len(sets) == maximum:
                more = True
                limit = f"the list ends after {maximum} support{'s' * (maximum > 1)}"
                break
            sets.append(tuple(sorted(found)))
    except LimitReached as error:
        limit = error.cause
    sets.sort(key=lambda found: (len(found), found))
    units = part.units
    return Supports(
        tuple(tuple(units[unit] for unit in found) for found in sets),
        limit is None,
        len(sets) if limit is None else None if family is None else family.count,
        len(sets) == 1 if limit is None and sets else False if len(sets) > 1 or more else None,
        "solver" if family is None else "diagram",
        limit,
    )


def iterate_supports(part: Slice, *, check: Callable[[], None] = unbounded) -> Iterator[Support]:
    """Every support, lazily, each once; smallest first if the diagram gets by (see `compile_family`).

    Args:
        part: a monotone slice.
        check: called now and then; what it raises comes through.

    Raises:
        EngineError: the slice is not monotone.

    >>> from suffice.engine.slice import slice_goal
    >>> from suffice.rules import parse_atom, parse_program
    >>> program = parse_program("p(1..3). g :- p(X). h :- p(1), p(X), X > 1.")
    >>> [len(support) for support in iterate_supports(slice_goal(program, parse_atom("h")))]
    [2, 2]
    """
    return (part.named(found) for found in _sets(part, _compile(part), check))


def prune_support(
    part: Slice, order: Sequence[Term] | None = None, *, check: Callable[[], None] = unbounded
) -> Support | None:
    """One support.

    Args:
        part: a monotone slice.
        order: drop the units of the slice in exactly this order, each if the rest still suffices; those that it doesn't
            name come behind, the last in the program first. None: keep to the leaves of the first derivation, and drop
            the last first.
        check: called for each closure.

    Returns:
        The support, None if the goal doesn't follow.

    Raises:
        EngineError: the slice is not monotone.
        UsageError: the order names what is no unit, or a unit twice.

    >>> from suffice.engine.slice import slice_goal
    >>> from suffice.rules import parse_atom, parse_program, parse_term
    >>> part = slice_goal(parse_program("p(1..3). goal :- p(X)."), parse_atom("goal"))
    >>> [str(unit) for unit in prune_support(part, [parse_term("p(3)"), parse_term("p(1)")])]
    ['p(2)']
    """
    _demand_monotone(part)
    if order is None:
        return None if part.first is None else part.named(prune(part, part.first[::-1], check=check))
    known = frozenset((*part.units, *part.others))
    seen: set[Term] = set()
    for unit in order:
        if unit not in known:
            raise UsageError(f"`{unit}` is no unit of the program", remedy="take it out of the order")
        if unit in seen:
            raise UsageError(f"`{unit}` stands twice in the order", remedy="leave one of the two")
        seen.add(unit)
    if part.first is None:
        return None
    position = {unit: number for number, unit in enumerate(part.units)}
    named = [position[unit] for unit in order if unit in position]
    there = frozenset(named)
    behind = [unit for unit in reversed(range(len(part.units))) if unit not in there]
    return part.named(prune(part, [*named, *behind], check=check))


def find_smallest(
    part: Slice, weights: Mapping[Term, int] | None = None, *, check: Callable[[], None] = unbounded
) -> Support | None:
    """A support of least weight, and of these one with the fewest units.

    Args:
        part: a monotone slice.
        weights: of units, 1 for those that it leaves out; None: what the program declares by `cost`.
        check: called while it searches; what it raises comes through.

    Returns:
        The support, None if the goal doesn't follow.

    Raises:
        EngineError: the slice is not monotone.
        UsageError: a weight is no integer from 0 to 2**31-1.

    >>> from suffice.engine.slice import slice_goal
    >>> from suffice.rules import parse_atom, parse_program
    >>> part = slice_goal(parse_program("p. q. r. cost(p, 9). g :- p. g :- q, r."), parse_atom("g"))
    >>> [str(unit) for unit in find_smallest(part)], [str(unit) for unit in find_smallest(part, {})]
    (['q', 'r'], ['p'])
    """
    family = _compile(part)
    given = part.costs if weights is None else [weights.get(unit, 1) for unit in part.units]
    for unit, weight in zip(part.units, given, strict=True):
        if not isinstance(weight, int) or not 0 <= weight <= _MAX_WEIGHT:
            raise UsageError(
                f"the weight of `{unit}` is {weight}", remedy=f"weights are integers from 0 to {_MAX_WEIGHT}"
            )
    if part.first is None:
        return None
    found = find_lightest(part, given, check=check) if family is None else family.find_lightest(given)
    return None if found is None else part.named(found)


def contrast(part: Slice, *, check: Callable[[], None] = unbounded) -> tuple[Support, Support] | None:
    """Two different supports: the one that `prune_support` gives, and one that does without a unit of it.

    Args:
        part: a monotone slice.
        check: called for each closure.

    Returns:
        The two, None if there are no two: the support is unique, or there is none.

    Raises:
        EngineError: the slice is not monotone.

    >>> from suffice.engine.slice import slice_goal
    >>> from suffice.rules import parse_atom, parse_program
    >>> part = slice_goal(parse_program("p. q. r. goal :- p, q. goal :- p, r."), parse_atom("goal"))
    >>> [[str(unit) for unit in support] for support in contrast(part)]
    [['p', 'q'], ['p', 'r']]
    """
    _demand_monotone(part)
    if part.first is None:
        return None
    one = prune(part, part.first[::-1], check=check)
    # Drop what can go of the one first: if nothing can, although all others are there, each is in every support.
    there = frozenset(one)
    others = [unit for unit in reversed(range(len(part.units))) if unit not in there]
    two = prune(part, [*sorted(one), *others], check=check)
    return None if there.issubset(two) else (part.named(one), part.named(two))


def classify_units(part: Slice, *, check: Callable[[], None] = unbounded) -> Relevance:
    """Which units are in every support, in some, in none.

    Args:
        part: a monotone slice.
        check: called now and then; a `LimitReached` that it raises leaves units undecided.

    Raises:
        EngineError: the slice is not monotone.

    >>> from suffice.engine.slice import slice_goal
    >>> from suffice.rules import parse_atom, parse_program
    >>> part = slice_goal(parse_program("p. q. r. goal :- p, q. goal :- p. s :- r."), parse_atom("goal"))
    >>> classify_units(part)
    Relevance(every=(Symbol(name='p', args=(), positive=True),), some=(), none=(Symbol(name='q', args=(), \
positive=True), Symbol(name='r', args=(), positive=True)), undecided=())
    """
    family = _compile(part)
    every = _necessary(part, check)
    if family is not None:
        seen: frozenset[int] | set[int] = family.units
        complete = True
    else:
        seen, complete = set(), True
        try:
            for found in _sets(part, None, check):
                seen |= set(found)
                if len(seen) == len(part.units):
                    break
        except LimitReached:
            complete = False
    unseen = part.named(unit for unit in range(len(part.units)) if unit not in seen)
    return Relevance(
        part.named(every),
        part.named(unit for unit in seen if unit not in every),
        (*unseen, *part.others) if complete else part.others,
        () if complete else unseen,
    )


def _demand_monotone(part: Slice) -> None:
    if not part.is_monotone:
        raise EngineError(
            "the goal depends on what units leave out (`not`): its supports are no sets of units",
            remedy="ask for explanations, pairs of units that must and must not be there",
        )


def _compile(part: Slice) -> Family | None:
    _demand_monotone(part)
    return compile_family(part)


def _sets(part: Slice, family: Family | None, check: Callable[[], None]) -> Iterator[tuple[int, ...]]:
    if family is None:
        yield from enumerate_minimal(part, check=check)
        return
    for number, found in enumerate(family):
        if number % _STRIDE == 0:
            check()
        yield found


def _without(part: Slice, unit: int) -> list[int]:
    return list(chain(range(unit), range(unit + 1, len(part.units))))


def _necessary(part: Slice, check: Callable[[], None]) -> frozenset[int]:
    """Units that are in every support: each is at the leaves of any derivation."""
    found = set()
    for unit in part.first or ():
        check()
        if not part.suffices(_without(part, unit)):
            found.add(unit)
    return frozenset(found)

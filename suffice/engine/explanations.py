"""Explanations under negation: which units must be there, and which must not.

Where a rule negates what units can change, more evidence can take a goal away, and a set of units explains nothing: the
next unit may undo it. An explanation is a pair (P, N): the goal holds in every set of units that contains P and misses N,
and neither can lose a unit. These pairs are the prime implicants of the goal as a function of the units. Without negation
they are the supports, N empty.

One solver proposes pairs, another looks for a set of units between P and the rest without N in which the goal fails. If
there is one, every pair yet to come must exclude it; if not, the pair is shrunk to an explanation, and none above it comes
again. So each is found once, and the search ends.

Source: M. Liffiton et al., Fast, flexible MUS enumeration, Constraints 21 (2016), for the scheme; A. Previti et al., Prime
compilation of non-clausal formulae, IJCAI 2015, for its use on prime implicants.

>>> from suffice.engine.slice import slice_goal
>>> from suffice.rules import parse_atom, parse_program
>>> program = parse_program("bird. penguin. magic. flies :- bird, not bound. bound :- penguin, not magic.")
>>> for one in find_explanations(slice_goal(program, parse_atom("flies"))).explanations:
...     print(*one.present, "without", *one.absent)
bird without penguin
bird magic without
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import clingo

from suffice.engine.limits import unbounded
from suffice.engine.slice import Slice
from suffice.errors import LimitReached, UsageError
from suffice.rules import Term

__all__ = ["Explanation", "Explanations", "find_explanations", "iterate_explanations"]

#: Seconds between two looks at the clock while a solver searches.
_PATIENCE = 0.05


@dataclass(frozen=True, slots=True)
class Explanation:
    """Units that must be there, and units that must not, each in the order in which the program first names them."""

    present: tuple[Term, ...]
    absent: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanations:
    """Explanations of a goal.

    Args:
        explanations: each once, smallest first, of equal ones in the program's order of units.
        complete: whether the list holds all there are.
        limit: the bound that ended the list, if one did.
    """

    explanations: tuple[Explanation, ...]
    complete: bool
    limit: str | None = None


def find_explanations(
    part: Slice, *, maximum: int | None = None, check: Callable[[], None] = unbounded
) -> Explanations:
    """List explanations.

    Args:
        part: a slice, monotone or not.
        maximum: list no more than these.
        check: called now and then; a `LimitReached` that it raises ends the list.

    Returns:
        The explanations found, and whether they are all. None and complete: no set of units gives the goal.

    Raises:
        UsageError: a maximum below 1.
    """
    if maximum is not None and maximum < 1:
        raise UsageError("the list must have room for 1 explanation")
    pairs: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    limit = None
    try:
        for pair in _enumerate(part, check):
            if len(pairs) == maximum:
                limit = f"the list ends after {maximum} explanation{'s' * (maximum > 1)}"
                break
            pairs.append(pair)
    except LimitReached as error:
        limit = error.cause
    pairs.sort(key=lambda pair: (len(pair[0]) + len(pair[1]), *pair))
    return Explanations(tuple(_named(part, pair) for pair in pairs), limit is None, limit)


def iterate_explanations(part: Slice, *, check: Callable[[], None] = unbounded) -> Iterator[Explanation]:
    """Every explanation, lazily, each once, in no order of size but the same in every run.

    Args:
        part: a slice, monotone or not.
        check: called now and then; what it raises comes through.
    """
    return (_named(part, pair) for pair in _enumerate(part, check))


def _named(part: Slice, pair: tuple[tuple[int, ...], tuple[int, ...]]) -> Explanation:
    return Explanation(part.named(pair[0]), part.named(pair[1]))


def _enumerate(part: Slice, check: Callable[[], None]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    helps, hurts = _polarities(part)
    proposer = _Proposer(helps, hurts, check)
    doubter = _Doubter(part, helps - hurts, check)
    while (proposed := proposer.propose()) is not None:
        pair = proposed
        fails = doubter.find(pair)
        if fails is not None:
            proposer.exclude(fails)
            continue
        for literal in sorted(pair, reverse=True):
            check()
            if doubter.find(pair - {literal}) is None:
                pair -= {literal}
        proposer.block(pair)
        present = tuple(sorted(unit for unit, wanted in pair if wanted))
        yield present, tuple(sorted(unit for unit, wanted in pair if not wanted))


#: A unit that must be there (True) or must not (False), each with its position.
_Pair = frozenset[tuple[int, bool]]


class _Proposer:
    """Pairs that exclude every failure so far and hold no explanation so far."""

    def __init__(self, helps: Iterable[int], hurts: Iterable[int], check: Callable[[], None]) -> None:
        self._control = clingo.Control(["--warn=none"])
        self._check = check
        self._atoms: dict[tuple[int, bool], int] = {}
        with self._control.backend() as backend:
            for units, wanted in ((helps, True), (hurts, False)):
                for unit in sorted(units):
                    self._atoms[unit, wanted] = backend.add_atom()
            if self._atoms:
                backend.add_rule(list(self._atoms.values()), choice=True)
            for (unit, wanted), atom in self._atoms.items():
                other = self._atoms.get((unit, not wanted))
                if wanted and other is not None:
                    backend.add_rule([], [atom, other])

    def propose(self) -> _Pair | None:
        """A pair, None if there are no more."""
        model = _solve(self._control, [], self._check, self._atoms)
        return None if model is None else frozenset(model)

    def exclude(self, units: frozenset[int]) -> None:
        """Every pair to come says something that isn't so of a set of units."""
        breaking = [-atom for (unit, wanted), atom in self._atoms.items() if (unit in units) != wanted]
        with self._control.backend() as backend:
            backend.add_rule([], breaking)

    def block(self, pair: _Pair) -> None:
        """No pair to come holds this one."""
        with self._control.backend() as backend:
            backend.add_rule([], [self._atoms[literal] for literal in sorted(pair)])


class _Doubter:
    """Sets of units in which the goal fails."""

    def __init__(self, part: Slice, favours: frozenset[int], check: Callable[[], None]) -> None:
        self._control = clingo.Control(["--warn=none", "--heuristic=Domain"])
        self._check = check
        with self._control.backend() as backend:
            atoms = [backend.add_atom() for _ in range(part.size)]
            count = len(part.units)
            if count:
                backend.add_rule(atoms[:count], choice=True)
            for head, positive, negative in part.rules:
                body = [*(atoms[atom] for atom in positive), *(-atoms[atom] for atom in negative)]
                backend.add_rule([atoms[head]], body)
            backend.add_rule([], [atoms[part.goal]])
            for unit in range(count):
                # The more of what helps is there when the goal fails, the more that failure excludes.
                sign = (
                    clingo.backend.HeuristicType.True_
                    if unit in favours
                    else (clingo.backend.HeuristicType.False_)
                )
                backend.add_heuristic(atoms[unit], sign, 1, 1, [])
        self._units = {(unit, True): atoms[unit] for unit in range(count)}

    def find(self, pair: _Pair) -> frozenset[int] | None:
        """A set with what must be there, without what must not, in which the goal fails."""
        literals = [self._units[unit, True] * (1 if wanted else -1) for unit, wanted in pair]
        model = _solve(self._control, literals, self._check, self._units)
        return None if model is None else frozenset(unit for unit, _ in model)


def _solve(
    control: clingo.Control,
    assumptions: list[int],
    check: Callable[[], None],
    atoms: dict[tuple[int, bool], int],
) -> list[tuple[int, bool]] | None:
    """The keys of the atoms that are true in a model."""
    with control.solve(assumptions=assumptions, yield_=True, async_=True) as handle:
        handle.resume()
        while not handle.wait(_PATIENCE):
            check()
        model = handle.model()
        return None if model is None else [key for key, atom in atoms.items() if model.is_true(atom)]


def _polarities(part: Slice) -> tuple[frozenset[int], frozenset[int]]:
    """Units that can help the goal, and units that can hurt it, by the signs on the way to it."""
    rules: list[list[tuple[tuple[int, ...], tuple[int, ...]]]] = [[] for _ in range(part.size)]
    for head, positive, negative in part.rules:
        rules[head].append((positive, negative))
    seen = {(part.goal, True)}
    stack = [(part.goal, True)]
    while stack:
        atom, sign = stack.pop()
        for positive, negative in rules[atom]:
            below = [(other, sign) for other in positive] + [(other, not sign) for other in negative]
            fresh = [one for one in below if one not in seen]
            seen.update(fresh)
            stack += fresh
    units = range(len(part.units))
    return (
        frozenset(unit for unit in units if (unit, True) in seen),
        frozenset(unit for unit in units if (unit, False) in seen),
    )

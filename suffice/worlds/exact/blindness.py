"""Decisions on less than the rules: what sees only a projection can't tell some pairs of worlds apart (G7, G8).

A pair is two worlds, one sufficient for the goal and one not, that look the same to whoever sees only

- the facts and the *pairwise projection* of the rules: a theory without one of its facts, and the same with its tail shuffle,
  in which every condition of a rule is enough;
- the *2-section* of the units, which things occur together: a theory, and the same without a fact that leaves no pair apart.

Whatever such a rule says, it says it of both, and errs on exactly one. The rules here are examples; the argument is about any.

>>> from suffice.engine import ground_program
>>> from suffice.rules import parse_program
>>> ground = ground_program(parse_program("a. b. c. goal :- a, b."))
>>> [pair] = find_projection_pairs(ground)
>>> pair.left == pair.right, pair.labels, {name: count_errors(rule, pair) for name, rule in PROJECTION_RULES.items()}
(True, (False, True), {'some': 1, 'every': 1, 'most': 1})
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from suffice.engine.closure import close, follow
from suffice.engine.ground import GroundProgram, ground_program
from suffice.engine.transform import group_entities, section
from suffice.extractors.english import Theory
from suffice.rules import Atom, Program, Term

__all__ = [
    "PROJECTION_RULES",
    "SECTION_RULES",
    "Pair",
    "Projection",
    "Section",
    "count_blind",
    "count_errors",
    "find_projection_pairs",
    "find_section_pairs",
]


@dataclass(frozen=True, slots=True)
class Projection:
    """All that a rule on the projection sees.

    Args:
        goal: what is asked.
        facts: what is stated.
        pairs: (condition, conclusion) of some rule instance, whatever else it needs.
    """

    goal: Atom
    facts: frozenset[Atom]
    pairs: frozenset[tuple[Atom, Atom]]


@dataclass(frozen=True, slots=True)
class Section:
    """All that a rule on the 2-section sees: the goal, and which things some unit names together."""

    goal: Atom
    together: frozenset[frozenset[Term]]


_Seen = TypeVar("_Seen", Projection, Section)


@dataclass(frozen=True, slots=True)
class Pair(Generic[_Seen]):
    """Two worlds, as they are seen, and whether each suffices for the goal."""

    left: _Seen
    right: _Seen
    labels: tuple[bool, bool]


def _spread(seen: Projection, enough: Callable[[int, int], bool]) -> bool:
    """Whether the goal is reached if a conclusion holds as soon as enough of its conditions do."""
    before: dict[Atom, set[Atom]] = {}
    for condition, conclusion in seen.pairs:
        before.setdefault(conclusion, set()).add(condition)
    holding = set(seen.facts)
    while fresh := {
        head
        for head, tail in before.items()
        if head not in holding and enough(len(tail & holding), len(tail))
    }:
        holding |= fresh
    return seen.goal in holding


def _connected(seen: Section) -> bool:
    reached = set(seen.goal.args[:1])
    while fresh := {
        one for pair in seen.together if not reached.isdisjoint(pair) for one in pair if one not in reached
    }:
        reached |= fresh
    return reached.issuperset(seen.goal.args)


#: Decision rules that see the projection: whether the goal is sufficiently supported.
PROJECTION_RULES: Mapping[str, Callable[[Projection], bool]] = {
    "some": lambda seen: _spread(seen, lambda there, needed: there > 0),
    "every": lambda seen: _spread(seen, lambda there, needed: there == needed),
    "most": lambda seen: _spread(seen, lambda there, needed: 2 * there > needed),
}
#: Decision rules that see the 2-section: graph retrieval's view.
SECTION_RULES: Mapping[str, Callable[[Section], bool]] = {
    "connected": _connected,
    "adjacent": lambda seen: len(set(seen.goal.args)) < 2 or frozenset(seen.goal.args) in seen.together,
    "named": lambda seen: all(any(arg in pair for pair in seen.together) for arg in seen.goal.args),
}


def count_errors(rule: Callable[[_Seen], bool], pair: Pair[_Seen]) -> int:
    """On how many worlds of a pair a rule is wrong."""
    return sum(rule(seen) != label for seen, label in zip((pair.left, pair.right), pair.labels, strict=True))


def find_projection_pairs(ground: GroundProgram) -> Iterator[Pair[Projection]]:
    """Pairs of a theory without a fact and the same after the tail shuffle, where one suffices and one does not.

    Args:
        ground: a ground program without negation, with all its facts.

    Yields:
        For each atom that only rules derive at most one pair: the first fact will do whose absence makes the difference.
    """
    edges = [(rule.positive, rule.head) for rule in ground.rules]
    shuffled: list[tuple[tuple[int, ...], int]] = [
        ((atom,), head) for tail, head in edges for atom in (tail or ())
    ]
    shuffled += [(tail, head) for tail, head in edges if not tail]
    for goal, contexts in _contexts(ground):
        for context in contexts:
            if goal in _closed(shuffled, context):  # and not in the closure of the rules themselves
                left, right = (
                    Projection(
                        ground.atoms[goal],
                        frozenset(ground.atoms[atom] for atom in context),
                        frozenset(
                            (ground.atoms[atom], ground.atoms[head]) for tail, head in own for atom in tail
                        ),
                    )
                    for own in (edges, shuffled)
                )
                yield Pair(left, right, (False, True))
                break


def find_section_pairs(program: Program, ground: GroundProgram) -> Iterator[Pair[Section]]:
    """Pairs of a theory and the same without a fact, with one 2-section, where one suffices and one does not.

    Args:
        program: whose facts are units.
        ground: the same, ground; without negation.

    Yields:
        For each atom that only rules derive at most one pair.
    """
    units = group_entities(program)
    whole = section(units.values())
    for goal, contexts in _contexts(ground):
        for context in contexts:
            there = {unit for atom in context for unit in ground.units.get(atom, ())}
            left = section(entities for unit, entities in units.items() if unit in there)
            if left == whole:
                atom = ground.atoms[goal]
                yield Pair(Section(atom, left), Section(atom, whole), (False, True))
                break


def count_blind(theories: Iterable[Theory], advance: Callable[[int], object]) -> dict[str, int]:
    """Pairs found in theories, and how often each rule errs on them: once on each.

    Args:
        theories: those that could not be read in whole are left out.
        advance: is told when a theory is done.
    """
    counts: Counter[str] = Counter()
    for theory in theories:
        if not theory.diagnostics:
            program = theory.program(witnessed=False)
            ground = ground_program(program)
            for projected in find_projection_pairs(ground):
                counts["projection: pairs"] += 1
                counts["projection: seen alike"] += projected.left == projected.right
                for name, rule in PROJECTION_RULES.items():
                    counts[f"projection: errors of `{name}`"] += count_errors(rule, projected)
            for joined in find_section_pairs(program, ground):
                counts["section: pairs"] += 1
                counts["section: seen alike"] += joined.left == joined.right
                for name, check in SECTION_RULES.items():
                    counts[f"section: errors of `{name}`"] += count_errors(check, joined)
        advance(1)
    return dict(sorted(counts.items()))


def _contexts(ground: GroundProgram) -> Iterator[tuple[int, Iterator[frozenset[int]]]]:
    """Each atom that only rules derive, with the facts less one without which it does not follow."""
    rules = range(len(ground.rules))
    inputs = ground.inputs
    without = [
        (frozenset(inputs) - {fact}, follow(ground, [one for one in inputs if one != fact], rules))
        for fact in inputs
    ]
    for goal, reason in close(ground).reasons.items():
        if reason is not None:
            yield goal, (context for context, reached in without if goal not in reached)


def _closed(edges: Sequence[tuple[tuple[int, ...], int]], context: Iterable[int]) -> set[int]:
    holding = set(context)
    while fresh := {head for tail, head in edges if head not in holding and holding.issuperset(tail)}:
        holding |= fresh
    return holding

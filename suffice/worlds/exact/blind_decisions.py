"""Decisions that see less than the hyperedges, on a context that lacks something that every derivation needs.

The pairwise projection of a program and of its tail shuffle are the same, though only the shuffle derives the goal there: a
rule on the projection decides both alike, and errs on exactly one of each pair (G7). The 2-section keeps which atoms stand
together in a hyperedge; as it stays connected, it says "enough" as well.

>>> from suffice.rules import parse_atom, parse_program
>>> program = parse_program("evidence(done,1). start. done(0). done(1). key :- start, done(0). in :- start, key, done(1).")
>>> support = prove(program, parse_atom("in")).support
>>> for name, count in sorted(compare_blind(program, parse_atom("in"), [parse_atom("done(0)")], support).items()):
...     print(name, count)
pairs 1
projection_errors 1
projections_equal 1
section_answered 1
shuffle_answered 1
shuffle_support_wrong 1
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from suffice.engine.closure import close
from suffice.engine.ground import ground_program
from suffice.engine.proof import prove
from suffice.engine.transform import group_hyperedges, project_pairs, section, shuffle_tails
from suffice.rules import Atom, Program, Symbol, Term

__all__ = ["compare_blind", "without_facts"]


def compare_blind(
    program: Program, goal: Atom, missing: Collection[Atom], support: Collection[Term]
) -> Counter[str]:
    """How blind decisions do on one pair of a program and its tail shuffle, in a context without some facts.

    Args:
        program: monotone; derives the goal.
        goal: ground.
        missing: facts that are deleted, so that the program no longer derives the goal.
        support: of the goal in the program.

    Returns:
        1 for each of these that holds: `pairs` (the program does not derive the goal in the context, its shuffle does);
        `projections_equal`, the two have the same pairwise projection; `projection_errors`, a decision that reads the
        projection alone is wrong on exactly one of the pair; `shuffle_answered`; `section_answered`, the goal is connected
        with something given in the 2-section; `shuffle_support_wrong`, the shuffle's support is not that of the program.
    """
    shuffled = shuffle_tails(program)
    pairs, other_pairs = project_pairs(program), project_pairs(shuffled)
    context, other = without_facts(program, missing), without_facts(shuffled, missing)
    labels = _derives(context, goal), _derives(other, goal)
    said = [_reaches(context.facts, found, goal) for found in (pairs, other_pairs)]
    edges = section(group_hyperedges(program))
    linked = [
        (a, b) for edge in edges for a, b in (sorted(edge, key=str), sorted(edge, key=str, reverse=True))
    ]
    holds = {
        "pairs": labels == (False, True),
        "projections_equal": pairs == other_pairs,
        "projection_errors": sum(one != label for one, label in zip(said, labels, strict=True)) == 1,
        "shuffle_answered": labels[1],
        "section_answered": _reaches(context.facts, linked, goal),
        "shuffle_support_wrong": set(prove(shuffled, goal).support) != set(support),
    }
    return Counter({name: int(value) for name, value in holds.items()})


def without_facts(program: Program, missing: Collection[Atom]) -> Program:
    """A program without some facts, and without what says which unit states them."""
    gone = {Symbol(atom.name, atom.args, atom.positive) for atom in missing}

    def stays(head: Atom) -> bool:
        return head not in missing and not (head.name == "states" and head.args[1] in gone)

    return Program(
        tuple(rule for rule in program.rules if not rule.is_fact or stays(rule.head)),
        program.shows,
        constants=program.constants,
    )


def _derives(program: Program, goal: Atom) -> bool:
    return goal in close(ground_program(program)).sequence


def _reaches(start: Iterable[Atom], pairs: Iterable[tuple[Atom, Atom]], goal: Atom) -> bool:
    """Whether a path of pairs leads from a fact to the goal: all that pairs can tell."""
    following: dict[Atom, list[Atom]] = {}
    for one, other in pairs:
        following.setdefault(one, []).append(other)
    seen = set(start)
    waiting = list(seen)
    while waiting:
        for atom in following.get(waiting.pop(), ()):
            if atom not in seen:
                seen.add(atom)
                waiting.append(atom)
    return goal in seen

"""Conflicts: facts that can't both be right.

Two values of a functional predicate for one subject are a conflict, and so are `p(a)` and `-p(a)`.

>>> from suffice.rules import parse_program
>>> program = parse_program('functional(born,2). born(ann,1950). born(ann,1951). born(bob,1950).')
>>> [str(conflict.atom) for conflict in find_conflicts(program, program.facts)]
['born(ann,Value)']
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from suffice.rules import Atom, Program, Variable

__all__ = ["Conflict", "find_conflicts"]


@dataclass(frozen=True, slots=True)
class Conflict:
    """Atoms that hold but can't all be right.

    Args:
        atom: what is in dispute: a functional atom with a variable for its value, or the atom without its sign.
        rivals: the atoms that hold, in the order given.
    """

    atom: Atom
    rivals: tuple[Atom, ...]


def find_conflicts(program: Program, facts: Iterable[Atom]) -> tuple[Conflict, ...]:
    """All conflicts among facts.

    Args:
        program: says which predicates are functional.
        facts: ground atoms that hold.

    Returns:
        Conflicts in the order of their first atom.
    """
    groups: dict[Atom, list[Atom]] = {}
    for fact in dict.fromkeys(facts):
        if fact.args and fact.signature in program.functional:
            subject = Atom(fact.name, (*fact.args[:-1], Variable("Value")), fact.positive)
            groups.setdefault(subject, []).append(fact)
        groups.setdefault(Atom(fact.name, fact.args), []).append(fact)
    return tuple(Conflict(atom, tuple(rivals)) for atom, rivals in groups.items() if len(rivals) > 1)

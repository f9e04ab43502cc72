"""Normal form: a program with every value put in, so that a rule without a body is a ground fact.

>>> from suffice.rules import parse_program
>>> print(normalise_program(parse_program("#const n = 2. p(1..n).")), end="")
p(1).
p(2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from suffice.engine.evaluation import evaluate
from suffice.errors import ProgramError
from suffice.rules import RESERVED, Atom, Program, Rule, Signature

__all__ = ["is_ordinary", "normalise_atom", "normalise_program", "ordinary_atoms"]


def normalise_program(program: Program) -> Program:
    """The program with every `#const` put in, and facts with intervals or arithmetic written out.

    Args:
        program: any program.

    Returns:
        The same rules, at the same places; the program itself if there is nothing to do.

    Raises:
        LimitReached: an interval stands for too many facts.
    """
    if not program.constants and all(rule.body or rule.is_fact for rule in program.rules):
        return program
    return Program(tuple(fact for rule in program.resolved for fact in _write_out(rule)), program.shows)


def normalise_atom(atom: Atom, program: Program) -> Atom:
    """The atom with the program's `#const` put in, as far as it is ground its value.

    Args:
        atom: a goal.
        program: defines the constants.

    Raises:
        ProgramError: the atom has no value, or more than one.
    """
    resolved = Program((Rule(atom),), constants=program.constants).resolved[0]
    facts = list(_write_out(resolved))
    if len(facts) != 1:
        raise ProgramError(f"`{atom}` stands for {len(facts)} atoms", remedy="name one, or use a variable")
    return facts[0].head


def ordinary_atoms(atoms: Iterable[Atom]) -> frozenset[Atom]:
    """Atoms without the declarations, which some engines derive and others never see."""
    return frozenset(atom for atom in atoms if is_ordinary(atom.signature))


def is_ordinary(signature: Signature) -> bool:
    """Whether a predicate is none that declares (`witnessed/1` is an ordinary one) and none of ours, with a space in it."""
    name, arity, positive = signature
    if " " in name:
        return False
    return name == "witnessed" or not positive or RESERVED.get(name) != arity


def _write_out(rule: Rule) -> Iterator[Rule]:
    if rule.body or rule.head.variables:
        yield rule
        return
    for args in product(*(evaluate(arg, {}) for arg in rule.head.args)):
        yield Rule(Atom(rule.head.name, args, rule.head.positive), (), rule.location)

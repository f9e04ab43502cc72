"""Missing facts: the minimal sets of facts that, added, would make a goal follow.

Only atoms of predicates declared `abducible` are assumed, over the terms that stand in the program and the goal; and only
those that some rule below the goal could use. They become the units, all that is there is given, and their supports are
the answer. Where a rule negates what can be assumed, a set counts if the goal follows with exactly it added.

A set that would put a second value beside a functional fact, or `-p` beside `p`, is none.

>>> from suffice.rules import parse_atom, parse_program
>>> program = parse_program('''
... abducible(director, 2). abducible(born, 2). director(f, ann). born(bob, 1950). born(cy, 1950).
... answer(F, Y) :- director(F, P), born(P, Y).''')
>>> for atoms in find_missing(program, parse_atom("answer(f, 1950)")).sets[:4]:
...     print(*atoms)
born(ann,1950)
director(f,bob)
director(f,cy)
director(f,1950) born(1950,1950)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product

from suffice.engine.closure import close
from suffice.engine.conflicts import find_conflicts
from suffice.engine.evaluation import order_key, substitute_atom
from suffice.engine.family import compile_family
from suffice.engine.ground import ground_program
from suffice.engine.limits import Limits, unbounded
from suffice.engine.minimal_models import enumerate_minimal
from suffice.engine.normal_form import normalise_atom, normalise_program
from suffice.engine.slice import slice_ground
from suffice.errors import LimitReached
from suffice.rules import Atom, Program, Rule, Signature, Symbol, Term
from suffice.rules.terms import is_ground

__all__ = ["MAX_ASSUMPTIONS", "Missing", "find_missing"]

#: Facts that may be assumed at once.
MAX_ASSUMPTIONS = 20_000
_DEFAULT = Limits()


@dataclass(frozen=True, slots=True)
class Missing:
    """What would have to be added.

    Args:
        sets: inclusion-minimal sets of facts, smallest first; one empty set if the goal follows as it is.
        complete: whether these are all, over the terms of the program.
        limit: the bound that ended the list, if one did.
    """

    sets: tuple[tuple[Atom, ...], ...]
    complete: bool
    limit: str | None = None


def find_missing(
    program: Program,
    goal: Atom,
    *,
    maximum: int | None = None,
    limits: Limits = _DEFAULT,
    check: Callable[[], None] = unbounded,
) -> Missing:
    """The inclusion-minimal sets of missing facts.

    Args:
        program: declares by `abducible` what may be assumed.
        goal: an atom; a variable stands for anything.
        maximum: list no more than these.
        limits: bounds on grounding, with everything assumed that may be.
        check: called now and then; a `LimitReached` that it raises ends the list.

    Raises:
        ProgramError: clingo refuses a rule, or negation is not stratified.
    """
    sets: list[tuple[Atom, ...]] = []
    limit = None
    try:
        for found in _enumerate(normalise_program(program), normalise_atom(goal, program), limits, check):
            if len(sets) == maximum:
                limit = f"the list ends after {maximum} set{'s' * (maximum > 1)} of missing facts"
                break
            sets.append(found)
    except LimitReached as error:
        limit = error.cause
    sets.sort(key=lambda found: (len(found), [str(atom) for atom in found]))
    return Missing(tuple(sets), limit is None, limit)


def _enumerate(
    program: Program, goal: Atom, limits: Limits, check: Callable[[], None]
) -> Iterator[tuple[Atom, ...]]:
    closure = close(ground_program(program, limits=limits))
    holding = closure.sequence
    disputed = frozenset(atom for one in find_conflicts(program, holding) for atom in one.rivals)
    there = frozenset(program.facts)
    assumed: dict[Atom, None] = {}
    for atom in _candidates(program, goal, check):
        if atom not in there and not _clashes(program, holding, (atom,)):
            assumed[atom] = None
            if len(assumed) > MAX_ASSUMPTIONS:
                raise LimitReached(f"more than {MAX_ASSUMPTIONS} facts could be assumed")
    extended = ground_program(program.extended(map(Rule, assumed)), limits=limits)
    names = {atom: Symbol(atom.name, atom.args, atom.positive) for atom in assumed}
    units: dict[int, tuple[Term, ...]] = {extended.index[atom]: (name,) for atom, name in names.items()}
    part = slice_ground(extended, goal, units=units, disputed=disputed)
    meaning = {name: atom for atom, name in names.items()}
    for found in compile_family(part) or enumerate_minimal(part, check=check):
        check()
        atoms = tuple(meaning[unit] for unit in part.named(found) if isinstance(unit, Symbol))
        if len(atoms) < 2 or not _clashes(program, (), atoms):
            yield atoms


def _clashes(program: Program, holding: tuple[Atom, ...], atoms: tuple[Atom, ...]) -> bool:
    """Whether facts can't be right together with what holds; what clashes without them doesn't count."""
    names = {(atom.name, len(atom.args)) for atom in atoms}
    near = [atom for atom in holding if (atom.name, len(atom.args)) in names]
    return any(
        not set(atoms).isdisjoint(conflict.rivals) for conflict in find_conflicts(program, [*near, *atoms])
    )


def _candidates(program: Program, goal: Atom, check: Callable[[], None]) -> Iterator[Atom]:
    """Atoms that may be assumed and that the goal, or a rule below it, could use."""
    terms = _terms(program, goal)
    for pattern in _patterns(program, goal):
        names = tuple(dict.fromkeys(name for name in pattern.variables if name != "_"))
        # An operation has a value of its own for each value of its variables; `_` stands for anything, each time.
        free = [place for place, arg in enumerate(pattern.args) if not is_ground(arg)]
        plain = all(len(Atom("", (pattern.args[place],)).variables) == 1 for place in free)
        if "_" in pattern.variables or not plain:
            values: Iterator[tuple[Term, ...]] = product(terms, repeat=len(free))
            for number, chosen in enumerate(values):
                if number % 1024 == 0:
                    check()
                args = list(pattern.args)
                for place, value in zip(free, chosen, strict=True):
                    args[place] = value
                yield Atom(pattern.name, tuple(args), pattern.positive)
            continue
        for number, chosen in enumerate(product(terms, repeat=len(names))):
            if number % 1024 == 0:
                check()
            atom = substitute_atom(pattern, dict(zip(names, chosen, strict=True)))
            if atom.is_ground:
                yield atom


def _patterns(program: Program, goal: Atom) -> list[Atom]:
    """The goal and the body atoms below it, as far as they may be assumed."""
    rules: dict[Signature, list[Rule]] = {}
    for rule in program.proper_rules:
        rules.setdefault(rule.head.signature, []).append(rule)
    found = {goal: None}
    seen = {goal.signature}
    stack = [goal.signature]
    while stack:
        for rule in rules.get(stack.pop(), ()):
            atoms = [*rule.positive, *rule.suspended]
            found |= dict.fromkeys(atoms)
            fresh = {atom.signature: None for atom in atoms if atom.signature not in seen}
            seen |= fresh.keys()
            stack += fresh
    return [atom for atom in found if atom.signature in program.abducible]


def _terms(program: Program, goal: Atom) -> tuple[Term, ...]:
    """Every value that stands in the goal, a fact or a rule, and its parts, in clingo's order."""
    atoms = [goal, *program.facts]
    for rule in program.proper_rules:
        atoms += [rule.head, *rule.positive, *rule.suspended]
        for comparison in rule.comparisons:
            atoms.append(Atom("", (comparison.left, *(term for _, term in comparison.guards))))
    found: set[Term] = set()
    stack = [arg for atom in atoms for arg in atom.args]
    while stack:
        term = stack.pop()
        if is_ground(term):
            found.add(term)
        stack += getattr(term, "args", ())
    return tuple(sorted(found, key=order_key))

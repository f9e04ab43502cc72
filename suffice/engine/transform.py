"""Programs from programs, to show what a decision on less than the rules can't see.

The rules of a ground program are hyperedges: a tail of atoms, required together, and a head. The *tail shuffle* makes a rule
of its own of every tail atom; the *pairwise projection* keeps the pairs of tail atom and head, and is the same for both. The
*2-section* keeps which things occur together. The *committed plan* fixes one rule for each atom in advance.

All of them ground the program first: split before, `p(X,Y) :- q(X), r(Y)` would be unsafe, and its instances others.

Source: the properties G7 and G8 of requirement hypergraphs; C. Berge, Hypergraphs (1989), chapter 1, for the 2-section.

>>> from suffice.rules import parse_program
>>> program = parse_program("a(1). b(1). c(X) :- a(X), b(X).")
>>> print(shuffle_tails(program), end="")
a(1).
b(1).
c(1) :- a(1).
c(1) :- b(1).
>>> [(str(atom), str(head)) for atom, head in project_pairs(program)]
[('a(1)', 'c(1)'), ('b(1)', 'c(1)')]
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations
from typing import TypeVar

from suffice.engine.ground import GroundProgram, ground_program
from suffice.engine.limits import Limits
from suffice.engine.symbols import order_of
from suffice.engine.unification import unify_head
from suffice.errors import ProgramError
from suffice.rules import Atom, Literal, Number, Program, Rule, Signature, Symbol, Term
from suffice.rules.rule import Location

__all__ = [
    "commit_plan",
    "derive_by_plans",
    "group_entities",
    "group_hyperedges",
    "project_pairs",
    "section",
    "shuffle_tails",
]

_Vertex = TypeVar("_Vertex")
_DEFAULT = Limits()


def shuffle_tails(program: Program, *, limits: Limits = _DEFAULT) -> Program:
    """The tail shuffle: each rule instance with more than one body atom becomes one rule for each of them.

    Conjunction turns into disjunction while the pairwise projection stays: a decision on the projection alone takes the two
    programs for the same, and so errs on one of them wherever only one derives the goal.

    Args:
        program: without negation, and with no rule that a unit witnesses.
        limits: on grounding.

    Returns:
        A ground program: the facts, the declarations that still say something, and the split rules in the order of the
        original ones, each once. It derives all that the original derives.

    Raises:
        ProgramError: the program is not monotone, or a rule is witnessed.
        LimitReached: grounding reached a limit.
    """
    ground = _ground(program, limits)
    rules = []
    for tail, head, place in _hyperedges(ground):
        rules += [Rule(head, (Literal(atom),), place) for atom in tail] or [Rule(head, (), place)]
    return _with_rules(ground.program, rules)


def project_pairs(program: Program, *, limits: Limits = _DEFAULT) -> tuple[tuple[Atom, Atom], ...]:
    """The pairwise projection: which atom stands in the body of a rule instance for which head.

    Args:
        program: as for `shuffle_tails`.
        limits: on grounding.

    Returns:
        Pairs (body atom, head), sorted, each once.
    """
    edges = _hyperedges(_ground(program, limits))
    pairs = {(atom, head) for tail, head, _ in edges for atom in tail}
    return tuple(sorted(pairs, key=lambda pair: tuple(map(_order, pair))))


def section(hyperedges: Iterable[Collection[_Vertex]]) -> frozenset[frozenset[_Vertex]]:
    """The 2-section of a hypergraph: the pairs of vertices that some hyperedge holds together.

    >>> sorted(sorted(pair) for pair in section([{1, 2, 3}, {3, 4}]))
    [[1, 2], [1, 3], [2, 3], [3, 4]]
    """
    return frozenset(frozenset(pair) for edge in hyperedges for pair in combinations(set(edge), 2))


def group_entities(program: Program) -> dict[Term, frozenset[Term]]:
    """The entities that each unit speaks of: the arguments of the facts that it states.

    Args:
        program: any program; a fact from evidence that no unit states is its own unit.

    Returns:
        Entities by unit, in the order of the facts.

    >>> from suffice.rules import parse_program
    >>> units = group_entities(parse_program("states(u1, directed(x, p)). directed(x, p). born(p, 3)."))
    >>> {str(unit): sorted(map(str, entities)) for unit, entities in units.items()}
    {'u1': ['p', 'x'], 'born(p,3)': ['3', 'p']}
    """
    found: dict[Term, set[Term]] = {}
    for fact in program.facts:
        if program.is_evidence(fact):
            for unit in program.units_of(fact):
                found.setdefault(unit, set()).update(fact.args)
    return {unit: frozenset(entities) for unit, entities in found.items()}


def group_hyperedges(program: Program, *, limits: Limits = _DEFAULT) -> tuple[frozenset[Atom], ...]:
    """The vertices of each hyperedge: body and head of each rule instance.

    Args:
        program: as for `shuffle_tails`.
        limits: on grounding.
    """
    return tuple(frozenset((*tail, head)) for tail, head, _ in _hyperedges(_ground(program, limits)))


def commit_plan(program: Program, seed: int | None = None, *, limits: Limits = _DEFAULT) -> Program:
    """A committed plan: one rule for each atom that rules derive, chosen in advance among all whose head matches it.

    The choice is made before it is known which rule will do: a chosen rule may have no instance, or wait for itself.

    Args:
        program: as for `shuffle_tails`.
        seed: chooses by chance, each rule alike; None takes the first in the order of the program.
        limits: on grounding.

    Returns:
        A ground program with the instances of the chosen rules. It derives nothing that the original does not, and the same
        where no atom has a choice.

    Raises:
        ProgramError: the program is not monotone, or a rule is witnessed.
        LimitReached: grounding reached a limit.
    """
    ground = _ground(program, limits)
    chance = None if seed is None else random.Random(seed)
    chosen = {
        head: chance.choice(fitting) if chance else fitting[0] for head, fitting in _fitting(ground).items()
    }
    rules = []
    for instance in ground.rules:
        if chosen[instance.head] is instance.rule:
            body = tuple(Literal(ground.atoms[atom]) for atom in dict.fromkeys(instance.positive))
            rules.append(Rule(ground.atoms[instance.head], body, instance.rule.location))
    return _with_rules(ground.program, rules)


def derive_by_plans(
    ground: GroundProgram, seeds: Sequence[int], *, rules: Iterable[int] | None = None
) -> dict[int, int]:
    """What each of many committed plans derives, all at once: a bit for each plan.

    Args:
        ground: a ground program. Rules that a unit witnesses may be in it, with their witnesses.
        seeds: one for each plan, as `commit_plan` takes them.
        rules: indices of the rule instances to use, where negation has been settled already (`closure.reduct`); all
            of them if None.

    Returns:
        For each atom that some plan derives, a number whose bit `n` says whether the plan of `seeds[n]` does.

    >>> from suffice.rules import parse_program
    >>> ground = ground_program(parse_program("a. c :- a. c :- b. b :- d. d :- b."))
    >>> derived = derive_by_plans(ground, range(8))
    >>> f"{derived[ground.index[parse_program('c.').rules[0].head]]:08b}"
    '01011110'
    """
    everyone = (1 << len(seeds)) - 1
    fitting = _fitting(ground)
    masks: dict[tuple[int, int], int] = {}  # plans that choose a rule for an atom
    for number, seed in enumerate(seeds):
        chance = random.Random(seed)
        for head, choices in fitting.items():
            key = (head, id(chance.choice(choices)))
            masks[key] = masks.get(key, 0) | 1 << number
    used = range(len(ground.rules)) if rules is None else sorted(rules)
    found = dict.fromkeys(ground.inputs, everyone)
    changed = True
    while changed:
        changed = False
        for index in used:
            instance = ground.rules[index]
            plans = masks.get((instance.head, id(instance.rule)), 0)
            for atom in instance.positive:
                plans &= found.get(atom, 0)
            known = found.get(instance.head, 0)
            if plans & ~known:
                found[instance.head] = known | plans
                changed = True
    return found


def _fitting(ground: GroundProgram) -> dict[int, list[Rule]]:
    """For each atom with an instance all rules whose head matches it, in the order of program and instances."""
    by_head: dict[Signature, list[Rule]] = {}
    for rule in ground.program.proper_rules:
        by_head.setdefault(rule.head.signature, []).append(rule)
    found: dict[int, list[Rule]] = {}
    for instance in ground.rules:
        if instance.head not in found:
            head = ground.atoms[instance.head]
            found[instance.head] = [
                rule for rule in by_head[head.signature] if unify_head(rule, head) is not None
            ]
    return found


def _ground(program: Program, limits: Limits) -> GroundProgram:
    """The ground program, if the theorems hold for it."""
    for rule in program.proper_rules:
        why = None
        if rule.negative:
            why = f"`not {rule.negative[0]}`: the transformation is one of monotone programs"
        elif rule.aggregates:
            why = f"`{rule.aggregates[0]}`: an aggregate is no plain hyperedge"
        elif any(atom.name == "witnessed" and len(atom.args) == 1 for atom in rule.positive):
            why = "a rule that a unit witnesses is no plain hyperedge"
        if why:
            file, line, column = rule.location or (None, None, None)
            remedy = "leave the rule out, or replace it by one without"
            raise ProgramError(why, file=file, line=line, column=column, remedy=remedy)
    return ground_program(program, limits=limits)


def _hyperedges(ground: GroundProgram) -> Iterator[tuple[tuple[Atom, ...], Atom, Location | None]]:
    """Tail, head and place of each rule instance."""
    for instance in ground.rules:
        tail = tuple(ground.atoms[atom] for atom in dict.fromkeys(instance.positive))
        yield tail, ground.atoms[instance.head], instance.rule.location


def _with_rules(program: Program, rules: Iterable[Rule]) -> Program:
    """The facts of a program in normal form and these rules, each once; goals that no rule concludes go."""
    kept = tuple(dict.fromkeys(rules))
    heads = {rule.head.signature for rule in kept} | {fact.signature for fact in program.facts}
    facts = (rule for rule in program.resolved if rule.is_fact and _still_says(rule.head, heads))
    return Program((*facts, *kept), program.shows)


def _still_says(fact: Atom, heads: Collection[Signature]) -> bool:
    match fact:
        case Atom(
            name="goal", args=(Symbol(name=name, positive=positive), Number(value=arity)), positive=True
        ):
            return Signature(name, arity, positive) in heads
        case _:
            return True


def _order(atom: Atom) -> tuple[object, ...]:
    return (atom.signature, order_of(atom))

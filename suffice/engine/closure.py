"""Closure: the least model of a ground program, in time linear in its size.

Each rule counts the body atoms that are still missing; an atom that comes to hold lowers the counters of the rules that
use it, and a rule at zero fires. Atoms are taken first in, first out, so that an atom's first rule gives a derivation of
least height. Negation is stratified: a rule whose negative literals speak of lower strata waits until these are closed.
A large program goes to the compiled kernel (`kernel.model`), with the same result.

Source: W. F. Dowling and J. H. Gallier, Linear-time algorithms for testing the satisfiability of propositional Horn
formulae, J. Logic Programming 1 (1984), algorithm 2; K. R. Apt, H. A. Blair and A. Walker, Towards a theory of
declarative knowledge (1988), for strata.

>>> from suffice.engine.ground import ground_program
>>> from suffice.rules import Atom, Literal, Program, Rule
>>> a, b, c = Atom("a"), Atom("b"), Atom("c")
>>> ground = ground_program(Program((Rule(a), Rule(b, (Literal(a),)), Rule(c, (Literal(c),)))))
>>> sorted(map(str, close(ground).atoms))
['a', 'b']
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from suffice.engine.ground import GroundProgram, GroundRule
from suffice.engine.kernel.choice import is_compiled
from suffice.engine.kernel.model import count_compiled
from suffice.engine.kernel.rules import HornRules, int_array
from suffice.errors import ProgramError
from suffice.rules import Atom, Program, Signature

__all__ = ["Closure", "close", "follow", "reduct", "stratify"]


@dataclass(frozen=True)
class Closure:
    """What holds, and why.

    Args:
        ground: the program that was closed.
        reasons: for each atom that holds its first rule (an index into `ground.rules`), None for an atom that was
            put in; in the order in which they came to hold.
        ranks: for each atom that holds the height of the derivation by first rules; 0 for what was put in.
    """

    ground: GroundProgram
    reasons: Mapping[int, int | None]
    ranks: Mapping[int, int]

    def __contains__(self, atom: int) -> bool:
        return atom in self.reasons

    @cached_property
    def sequence(self) -> tuple[Atom, ...]:
        """Everything that holds, in the order in which it came to hold."""
        ground = self.ground
        return tuple(ground.atoms[atom] for atom in self.reasons if not ground.is_hidden(atom))

    @cached_property
    def atoms(self) -> frozenset[Atom]:
        """Everything that holds."""
        return frozenset(self.sequence)


def close(ground: GroundProgram, atoms: Iterable[int] | None = None) -> Closure:
    """Close a set of atoms under the rules.

    Args:
        ground: the ground program.
        atoms: what is put in; all input facts if None.

    Returns:
        The closure. Without negation it is monotone, extensive and idempotent in `atoms`.

    Raises:
        ProgramError: negation is not stratified.
    """
    start = ground.inputs if atoms is None else tuple(dict.fromkeys(atoms))
    if not any(rule.negative for rule in ground.rules):
        reasons = follow(ground, start, range(len(ground.rules)))
        return Closure(ground, reasons, _ranks(ground, reasons))
    strata = stratify(ground.unfolded.program)
    layers: dict[int, list[int]] = {}
    for number, rule in enumerate(ground.rules):
        layers.setdefault(strata.get(rule.rule.head.signature, 0), []).append(number)
    reasons = dict.fromkeys(start)
    for level in sorted(layers):
        firing = [
            number
            for number in layers[level]
            if not any(atom in reasons for atom in ground.rules[number].negative)
        ]
        reasons = reasons | follow(ground, reasons, firing)
    return Closure(ground, reasons, _ranks(ground, reasons))


def reduct(closure: Closure, without: Iterable[int] = ()) -> list[int]:
    """Rules whose negative literals hold in a closure: with these literals struck out, a monotone program.

    Source: M. Gelfond and V. Lifschitz, The stable model semantics for logic programming (1988), section 2.

    Args:
        closure: of the whole program.
        without: atoms that no rule may derive or use.

    Returns:
        Indices of the rules, ascending; `follow` over them from the same atoms gives the same closure.
    """
    barred = frozenset(without)

    def stays(rule: GroundRule) -> bool:
        return (
            rule.head not in barred
            and barred.isdisjoint(rule.positive)
            and not any(atom in closure for atom in rule.negative)
        )

    return [number for number, rule in enumerate(closure.ground.rules) if stays(rule)]


def follow(
    ground: GroundProgram, start: Iterable[int], rules: Sequence[int], *, until: int | None = None
) -> dict[int, int | None]:
    """The least set that holds `start` and is closed under some of the rules, negative literals left aside.

    Args:
        ground: the ground program.
        start: atoms put in.
        rules: indices of the rules to use.
        until: stop as soon as this atom holds.

    Returns:
        For each atom that holds its first rule, None for an atom of `start`, in the order in which they came to hold.
    """
    reasons: dict[int, int | None] = dict.fromkeys(start)
    if is_compiled(len(rules)):
        return _follow_compiled(ground.horn, reasons, rules, until)
    instances, uses = ground.rules, ground.uses
    missing = [0] * len(instances)
    queue = list(reasons)
    for number in rules:
        rule = instances[number]
        missing[number] = len(rule.positive)
        if not rule.positive and rule.head not in reasons:
            reasons[rule.head] = number
            queue.append(rule.head)
    for atom in queue:  # grows while it is walked
        if until is not None and until in reasons:
            break
        for number in uses[atom]:
            missing[number] -= 1
            if missing[number] == 0:
                head = instances[number].head
                if head not in reasons:
                    reasons[head] = number
                    queue.append(head)
    return reasons


def _follow_compiled(
    horn: HornRules, start: Iterable[int], rules: Sequence[int], until: int | None
) -> dict[int, int | None]:
    """The same, in the same order, by the compiled kernel."""
    units = int_array(list(start), "start")
    order, reasons = count_compiled(horn, units, -1 if until is None else until, rules)
    found: dict[int, int | None] = dict.fromkeys(units.tolist())
    found.update(zip(order[len(units) :].tolist(), reasons[len(units) :].tolist(), strict=True))
    return found


def stratify(program: Program) -> dict[Signature, int]:
    """The stratum of each predicate that a rule derives: at least that of what it uses, above what it negates or
    aggregates.

    Args:
        program: rules and facts.

    Returns:
        Strata from 0; predicates without rules are left out.

    Raises:
        ProgramError: a predicate depends on its own negation.
    """
    strata = {rule.head.signature: 0 for rule in program.proper_rules}
    changed = True
    while changed:
        changed = False
        for rule in program.proper_rules:
            own = rule.head.signature
            below = max(
                [strata.get(atom.signature, 0) for atom in rule.positive]
                + [strata[atom.signature] + 1 for atom in rule.suspended if atom.signature in strata],
                default=0,
            )
            if below > strata[own]:
                if below >= len(strata):
                    file, line, column = rule.location or (None, None, None)
                    raise ProgramError(
                        f"`{own}` depends on its own negation",
                        file=file,
                        line=line,
                        column=column,
                        remedy="break the cycle through `not`",
                    )
                strata[own] = below
                changed = True
    return strata


def _ranks(ground: GroundProgram, reasons: Mapping[int, int | None]) -> dict[int, int]:
    ranks: dict[int, int] = {}
    for atom, number in reasons.items():
        body = () if number is None else ground.rules[number].positive
        ranks[atom] = 0 if number is None else 1 + max((ranks[other] for other in body), default=0)
    return ranks

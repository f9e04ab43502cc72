"""Closure round by round: what the rules add at once to what is known, until they add nothing more.

One round is one application of the immediate-consequence operator T_P (M. H. van Emden and R. A. Kowalski, The semantics
of predicate logic as a programming language, J. ACM 23, 1976). With negation the strata are closed one after the other;
an atom of an earlier stratum is known from the beginning.

>>> from suffice.rules import parse_program
>>> program = parse_program("parent(a,b). parent(b,c). anc(X,Y) :- parent(X,Y). anc(X,Z) :- parent(X,Y), anc(Y,Z).")
>>> for one in find_rounds(program):
...     print(one.number, *map(str, one.atoms))
0 parent(a,b) parent(b,c)
1 anc(a,b) anc(b,c)
2 anc(a,c)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from suffice.engine.closure import stratify
from suffice.engine.gringo import Meter
from suffice.engine.limits import Limits
from suffice.engine.naive import MAX_ATOMS, apply_once, is_absent_from
from suffice.engine.normal_form import normalise_program
from suffice.engine.symbols import order_of
from suffice.errors import LimitReached
from suffice.rules import Atom, Program, Rule

__all__ = ["Round", "find_rounds"]

_DEFAULT = Limits()


@dataclass(frozen=True, slots=True)
class Round:
    """What one round adds.

    Args:
        number: of the round; 0 is what the program says.
        stratum: that is closed in it, from 0; rounds of a later one come later.
        added: each new atom with a rule that gives it, None for what was put in; in the order of atoms.
    """

    number: int
    stratum: int
    added: tuple[tuple[Atom, Rule | None], ...]

    @property
    def atoms(self) -> tuple[Atom, ...]:
        """The new atoms."""
        return tuple(atom for atom, _ in self.added)


def find_rounds(program: Program, *, limits: Limits = _DEFAULT) -> tuple[Round, ...]:
    """The rounds of a program's closure, in order; together they hold each atom once.

    Args:
        program: small enough to be evaluated naively.
        limits: of time.

    Raises:
        ProgramError: negation is not stratified.
        LimitReached: there are too many atoms, or the time is over.
    """
    check = Meter(limits).check
    program = normalise_program(program)
    strata = stratify(program)
    known = dict.fromkeys((*program.facts, *(rule.head for rule in program.declarations)))
    rounds = [_round(0, 0, dict.fromkeys(program.facts))]
    for stratum in sorted(set(strata.values())):
        own = [rule for rule in program.proper_rules if strata[rule.head.signature] == stratum]
        absent = is_absent_from(tuple(known))
        while True:
            found = apply_once(own, known, absent=absent, check=check)
            new = {atom: rule for atom, rule in found.items() if atom not in known}
            if not new:
                break
            if len(known) + len(new) > MAX_ATOMS:
                raise LimitReached(f"more than {MAX_ATOMS} atoms follow", remedy="bound the rules")
            known |= dict.fromkeys(new)
            rounds.append(_round(len(rounds), stratum, new))
    return tuple(rounds)


def _round(number: int, stratum: int, added: Mapping[Atom, Rule | None]) -> Round:
    ordered = sorted(added.items(), key=lambda one: (one[0].signature, order_of(one[0])))
    return Round(number, stratum, tuple(ordered))

"""Records that can't count, whatever else is found: set aside before it is said what is open.

A page that was read has said all that it says. An unsigned record stays unsigned: what would have to be known if it did
count need not be asked for, and what it seems to say is still open. Without this, one forged record among the first pages
would lead every query after it. What can be looked up may still be found; nothing else may.

>>> from suffice.rules import parse_atom, parse_program
>>> program = parse_program('''answer(P) :- bridge(R,A), valid(R), held(A,P). valid(R) :- signed(R).
... lookup(bridge,2,"bridge"). lookup(held,2,"held by {0}"). evidence(bridge,2). evidence(held,2). evidence(signed,1).
... bridge(r1,a). bridge(r2,b). signed(r2).''')
>>> [str(fact) for fact in set_aside(program, parse_atom("answer(X)")).facts]
['bridge(r2,b)', 'signed(r2)']
"""

from __future__ import annotations

from collections.abc import Iterator

from suffice.engine.backends import ENGINES
from suffice.engine.evaluation import Bindings, match, substitute_atom
from suffice.engine.requirements import find_requirements
from suffice.rules import Atom, Literal, Program, Rule, Signature, Term
from suffice.rules.terms import is_ground

__all__ = ["set_aside"]


def set_aside(program: Program, goal: Atom) -> Program:
    """The program without those facts that were looked up and can be in no derivation of a goal.

    Args:
        program: rules, declarations and facts.
        goal: what is asked.
    """
    rules = list(_relevant(program, goal.signature))
    looked_up = program.lookups.keys()
    records = [fact for fact in program.facts if fact.signature in looked_up]
    if not records:
        return program
    known = tuple(sorted(ENGINES["ground"].derive(program), key=str))
    derived = {rule.head.signature for rule in program.proper_rules}
    closed = {one for one in program.evidence or () if one.arity} - looked_up - derived
    possible: dict[Atom, bool] = {}

    def may_hold(atom: Atom) -> bool:
        """Whether an atom holds for some values, or could if what is open were found."""
        if atom not in possible:
            needs = find_requirements(program, known, atom)
            possible[atom] = all(need.status == "conflict" for need in needs) or any(
                need.status == "open" and need.wording is not None for need in needs
            )
        return possible[atom]

    def allows(rule: Rule, part: Atom, found: Bindings) -> bool:
        """Whether the rest of a body may hold, as far as its literals can be judged one by one."""
        for atom in rule.positive:
            others = {name for other in rule.positive if other is not atom for name in other.variables}
            filled = substitute_atom(atom, found)
            # What another literal has still to supply is not judged, except on a page that was read.
            alone = others.isdisjoint(filled.variables) or (
                filled.signature in closed and is_ground(filled.args[0])
            )
            if atom is not part and alone and not may_hold(filled):
                return False
        return True

    def counts(record: Atom) -> bool:
        uses = [(rule, part, found) for rule in rules for part, found in _uses(rule, record)]
        return not uses or any(allows(*use) for use in uses)

    hopeless = {record for record in records if not counts(record)}
    return Program(
        tuple(rule for rule in program.rules if not (rule.is_fact and rule.head in hopeless)),
        program.shows,
        program.constants,
    )


def _relevant(program: Program, goal: Signature) -> Iterator[Rule]:
    """The rules that a goal depends on."""
    waiting, seen = [goal], {goal}
    while waiting:
        wanted = waiting.pop()
        for rule in program.proper_rules:
            if rule.head.signature == wanted:
                yield rule
                new = {atom.signature for atom in rule.positive} - seen
                seen |= new
                waiting += sorted(new)


def _uses(rule: Rule, record: Atom) -> Iterator[tuple[Atom, dict[str, Term]]]:
    """The literals of a body that a record matches, with what it makes of the variables."""
    for part in rule.body:
        if isinstance(part, Literal) and not part.negated and part.atom.signature == record.signature:
            found: dict[str, Term] | None = {}
            for pattern, value in zip(part.atom.args, record.args, strict=True):
                found = None if found is None else match(pattern, value, found)
            if found is not None:
                yield part.atom, found

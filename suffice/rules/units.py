"""Programs from statements with a unit each: facts are stated by their unit, rules are witnessed by it.

>>> from suffice.rules import Atom, Literal, Rule, Symbol, Variable
>>> X = Variable("X")
>>> fact, rule = Rule(Atom("a", (Symbol("f"),))), Rule(Atom("b", (X,)), (Literal(Atom("a", (X,))),))
>>> print(join_units([("u1", [fact]), ("u2", [rule])]), end="")
evidence(a,1).
evidence(b,1).
a(f).
states(u1,a(f)).
witnessed(u2).
states(u2,witnessed(u2)).
b(X) :- a(X), witnessed(u2).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from suffice.rules.atoms import Atom, Literal, Signature
from suffice.rules.program import Program
from suffice.rules.rule import Rule
from suffice.rules.terms import Number, Symbol, Term

__all__ = ["join_units"]


def join_units(
    statements: Iterable[tuple[str, Iterable[Rule]]],
    *,
    given: Iterable[Rule] = (),
    witnessed: bool = True,
    without: Collection[str] = (),
) -> Program:
    """One program from statements.

    Args:
        statements: name of the unit, and the facts and rules that it states. Names are constants.
        given: facts that come with the question, from no unit.
        witnessed: whether each rule needs its unit as a witness; else rules are given.
        without: units that are not there; their rules stay, but nothing witnesses them.

    Returns:
        Declarations that all predicates are evidence, the facts, the rules, each in the order of the statements.
    """
    facts: list[Rule] = []
    witnesses: list[Rule] = []
    rules: list[Rule] = []
    signatures: set[Signature] = set()
    for name, stated in statements:
        unit = Symbol(name)
        witness = Atom("witnessed", (unit,))
        own = list(stated)
        proper = [rule for rule in own if not rule.is_fact]
        for rule in own:
            atoms = (rule.head, *rule.positive, *rule.negative)
            signatures.update(atom.signature for atom in atoms)
            if rule.is_fact and name not in without:
                facts += _stated(unit, rule)
        if proper and witnessed and name not in without:
            witnesses += _stated(unit, Rule(witness))
        for rule in proper:
            rules.append(replace(rule, body=(*rule.body, Literal(witness))) if witnessed else rule)
    given = tuple(given)
    signatures -= {rule.head.signature for rule in given}
    evidence = [
        Rule(Atom("evidence", (Symbol(one.name, positive=one.positive), Number(one.arity))))
        for one in sorted(signatures)
    ]
    return Program((*evidence, *given, *facts, *witnesses, *rules))


def _stated(unit: Term, fact: Rule) -> Iterator[Rule]:
    head = fact.head
    yield fact
    yield Rule(Atom("states", (unit, Symbol(head.name, head.args, head.positive))), location=fact.location)

"""Unification of a rule's head with a goal.

>>> from suffice.rules import parse_atom, parse_program
>>> rule = parse_program("p(X, 1) :- q(X).").rules[0]
>>> unify_head(rule, parse_atom("p(a, Y)")), unify_head(rule, parse_atom("p(a, 2)"))
({'X': Symbol(name='a', args=(), positive=True)}, None)
"""

from __future__ import annotations

from suffice.engine.evaluation import match
from suffice.rules import Atom, Interval, Operation, Rule, Symbol, Term, Variable
from suffice.rules.terms import variables_of

__all__ = ["unify_head"]


def unify_head(rule: Rule, goal: Atom) -> dict[str, Term] | None:
    """Values for the rule's variables under which its head can be an instance of the goal; None if there are none.

    Values that more facts must settle are left open: what comes out may still miss the goal.
    """
    values: dict[str, Term] | None = {}
    for own, asked in zip(rule.head.args, goal.args, strict=True):
        values = _meet(own, asked, values) if values is not None else None
    return values


def _meet(own: Term, asked: Term, values: dict[str, Term]) -> dict[str, Term] | None:
    """Unify a term of a head with one of a goal; what is unknown in the goal binds nothing."""
    if isinstance(asked, Variable):
        return values
    if isinstance(own, Symbol) and isinstance(asked, Symbol) and own.args and variables_of(asked):
        same = own.name == asked.name and own.positive == asked.positive
        if not same or len(own.args) != len(asked.args):
            return None
        found: dict[str, Term] | None = values
        for part, inner in zip(own.args, asked.args, strict=True):
            found = _meet(part, inner, found) if found is not None else None
        return found
    if variables_of(asked):
        return values  # a half-known term against a variable or a sum: leave it to the facts
    if isinstance(own, (Operation, Interval)) and variables_of(own):
        return match(own, asked, values) or values  # may still come out right once more is known
    return match(own, asked, values)

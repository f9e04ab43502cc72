"""Evaluation: what a term is worth, which comparisons hold, what a pattern matches; clingo's meaning, without clingo.

Numbers are 32-bit and wrap. Terms are ordered as clingo orders them: `#inf`, numbers, names, strings, functions, `#sup`.

>>> from suffice.rules import parse_term
>>> [str(value) for value in evaluate(parse_term("(X+1)..4"), {"X": Number(2)})]
['3', '4']
>>> match(parse_term("f(X,_)"), parse_term("f(1,2)"), {})
{'X': Number(value=1)}
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import TypeAlias

from suffice.errors import LimitReached
from suffice.rules import (
    Atom,
    Comparison,
    Interval,
    Number,
    Operation,
    Symbol,
    Term,
    Variable,
)
from suffice.rules.arithmetic import apply_operator, compare, order_key
from suffice.rules.terms import is_ground, variables_of

__all__ = ["Bindings", "compare", "evaluate", "holds", "match", "order_key", "substitute", "substitute_atom"]

#: Values of variables, by name.
Bindings: TypeAlias = Mapping[str, Term]

#: Values that one interval may stand for.
MAX_INTERVAL = 100_000


def substitute(term: Term, bindings: Bindings) -> Term:
    """The term with values put in for variables; nothing is computed.

    >>> str(substitute(Operation("+", (Variable("X"), Number(1))), {"X": Number(2)}))
    '2+1'
    """
    match term:
        case Variable(name=name):
            return bindings.get(name, term)
        case Symbol(name=name, args=args, positive=positive) if args:
            return Symbol(name, tuple(substitute(arg, bindings) for arg in args), positive)
        case Operation(operator=operator, args=args):
            return Operation(operator, tuple(substitute(arg, bindings) for arg in args))
        case Interval(lower=lower, upper=upper):
            return Interval(substitute(lower, bindings), substitute(upper, bindings))
        case _:
            return term


def substitute_atom(atom: Atom, bindings: Bindings) -> Atom:
    """The atom with values put in for variables, and computed where nothing is left unknown."""

    def fill(arg: Term) -> Term:
        term = substitute(arg, bindings)
        if is_ground(term) or variables_of(term):
            return term
        values = evaluate(term, {})
        return values[0] if len(values) == 1 else term

    return Atom(atom.name, tuple(map(fill, atom.args)), atom.positive)


def evaluate(term: Term, bindings: Bindings) -> tuple[Term, ...]:
    """The values of a term: one, several where it holds an interval, none where it is undefined or a variable is unknown.

    Args:
        term: any term.
        bindings: values of its variables.

    Returns:
        Values, ascending within an interval.

    Raises:
        LimitReached: an interval stands for more than `MAX_INTERVAL` values.
    """
    match term:
        case Variable(name=name):
            return (bindings[name],) if name in bindings else ()
        case Symbol(name=name, args=args, positive=positive) if args:
            choices = product(*(evaluate(arg, bindings) for arg in args))
            return tuple(Symbol(name, choice, positive) for choice in choices)
        case Operation(operator=operator, args=args):
            results = (
                apply_operator(operator, choice) for choice in product(*(evaluate(a, bindings) for a in args))
            )
            return tuple(result for result in results if result is not None)
        case Interval(lower=lower, upper=upper):
            return tuple(
                Number(value)
                for low, high in product(evaluate(lower, bindings), evaluate(upper, bindings))
                if isinstance(low, Number) and isinstance(high, Number)
                for value in _numbers(low.value, high.value)
            )
        case _:
            return (term,)


def holds(comparison: Comparison, bindings: Bindings) -> bool:
    """Whether a chain of comparisons holds for some choice of values of its terms."""
    terms = (comparison.left, *(term for _, term in comparison.guards))
    operators = [operator for operator, _ in comparison.guards]
    return any(
        all(
            compare(left, operator, right)
            for left, operator, right in zip(choice, operators, choice[1:], strict=False)
        )
        for choice in product(*(evaluate(term, bindings) for term in terms))
    )


def match(pattern: Term, value: Term, bindings: Bindings) -> dict[str, Term] | None:
    """Bind the variables of a pattern so that it becomes a value.

    Args:
        pattern: a term; `_` matches anything; linear arithmetic such as `2*X+1` is solved for X.
        value: a ground term.
        bindings: what is known already.

    Returns:
        The bindings extended, or None if it can't be done.
    """
    match pattern:
        case Variable(name="_"):
            return dict(bindings)
        case Variable(name=name):
            known = bindings.get(name)
            return {**bindings, name: value} if known is None else dict(bindings) if known == value else None
        case Symbol(name=name, args=args, positive=positive) if args:
            if not isinstance(value, Symbol):
                return None
            if (value.name, value.positive, len(value.args)) != (name, positive, len(args)):
                return None
            found: dict[str, Term] | None = dict(bindings)
            for part, inner in zip(args, value.args, strict=True):
                found = match(part, inner, found) if found is not None else None
            return found
        case Operation() if isinstance(value, Number):
            unknown = {name for name in variables_of(pattern) if name not in bindings}
            if len(unknown) == 1:
                return _solve(pattern, value.value, unknown.pop(), bindings)
    return dict(bindings) if value in evaluate(pattern, bindings) else None


def _solve(pattern: Operation, wanted: int, name: str, bindings: Bindings) -> dict[str, Term] | None:
    """Solve `a*X+b = wanted` for X, a and b being what the pattern is worth at X = 0 and X = 1."""
    at = [evaluate(pattern, {**bindings, name: Number(number)}) for number in (0, 1)]
    match at:
        case [(Number(value=offset),), (Number(value=next_value),)] if next_value != offset:
            found = {**bindings, name: Number((wanted - offset) // (next_value - offset))}
            return found if evaluate(pattern, found) == (Number(wanted),) else None
    return None


def _numbers(low: int, high: int) -> range:
    if high - low >= MAX_INTERVAL:
        raise LimitReached(
            f"the interval {low}..{high} holds more than {MAX_INTERVAL} numbers", remedy="narrow it"
        )
    return range(low, high + 1)

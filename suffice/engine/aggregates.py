"""What an aggregate is worth, given the tuples that hold; clingo's meaning.

>>> from suffice.rules import Symbol
>>> fold("sum", [(Number(2), Symbol("a")), (Number(2), Symbol("b")), (Number(2), Symbol("a"))])
Number(value=4)
>>> str(fold("min", []))
'#sup'
"""

from __future__ import annotations

from collections.abc import Iterable

from suffice.engine.evaluation import Bindings, compare, evaluate, match, order_key, substitute
from suffice.errors import ProgramError
from suffice.rules import Aggregate, Extremum, Number, Term
from suffice.rules.aggregates import Function
from suffice.rules.terms import variables_of

__all__ = ["NEUTRAL", "bind_guards", "fold", "is_monotone", "substitute_aggregate", "weight_of"]

#: Guards that hold of a larger value if they hold of a smaller one, and the other way round.
_UPWARD = frozenset({">=", ">"})
_DOWNWARD = frozenset({"<=", "<"})

#: What an aggregate of nothing is worth.
NEUTRAL: dict[Function, Term] = {
    "count": Number(0),
    "sum": Number(0),
    "min": Extremum("sup"),
    "max": Extremum("inf"),
}


def fold(function: Function, tuples: Iterable[tuple[Term, ...]]) -> Term:
    """The value of an aggregate.

    Args:
        function: what to compute.
        tuples: those that hold; equal ones count once.

    Raises:
        ProgramError: a sum beyond 32 bits.
    """
    distinct = dict.fromkeys(tuples)
    match function:
        case "count":
            return Number(len(distinct))
        case "sum":
            total = sum(weight.value for row in distinct if isinstance(weight := weight_of(row), Number))
            if not -(2**31) <= total < 2**31:
                raise ProgramError("a `#sum` beyond 32 bits", remedy="scale what it adds")
            return Number(total)
        case "min":
            return min((row[0] for row in distinct if row), key=order_key, default=NEUTRAL["min"])
        case _:
            return max((row[0] for row in distinct if row), key=order_key, default=NEUTRAL["max"])


def weight_of(row: tuple[Term, ...]) -> Term | None:
    """The term of a tuple that `sum`, `min` and `max` look at: the first."""
    return row[0] if row else None


def is_monotone(aggregate: Aggregate, rows: Iterable[tuple[Term, ...]]) -> bool:
    """Whether more tuples never make the guards fail.

    Args:
        aggregate: its function and guards count.
        rows: the tuples that can hold: a sum may not have negative weights.
    """
    operators = {operator for operator, _ in aggregate.guards}
    if aggregate.function == "min":
        return operators <= _DOWNWARD
    weights = map(weight_of, rows) if aggregate.function == "sum" else ()
    return operators <= _UPWARD and not any(isinstance(w, Number) and w.value < 0 for w in weights)


def substitute_aggregate(aggregate: Aggregate, bindings: Bindings) -> Aggregate:
    """The aggregate with values put in for variables; nothing is computed.

    >>> from suffice.rules import Symbol, parse_program
    >>> (rule,) = parse_program("p(E) :- q(E), #count { P : saw(P,E) } >= 2.").rules
    >>> str(substitute_aggregate(rule.aggregates[0], {"E": Symbol("fire")}))
    '#count { P : saw(P,fire) } >= 2'
    """
    return aggregate.mapped(lambda term: substitute(term, bindings))


def bind_guards(aggregate: Aggregate, value: Term, bindings: Bindings) -> list[dict[str, Term]]:
    """The bindings under which an aggregate's guards hold of its value: none, or those given with what `=` binds."""
    found = [dict(bindings)]
    for operator, term in aggregate.guards:
        following: list[dict[str, Term]] = []
        for known in found:
            if operator == "=" and any(name not in known for name in variables_of(term)):
                bound = match(term, value, known)
                following += [bound] if bound is not None else []
            elif any(compare(value, operator, other) for other in evaluate(term, known)):
                following.append(known)
        found = following
    return found

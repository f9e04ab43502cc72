"""Arithmetic and order of values, as clingo has them: numbers are 32-bit and wrap, some operations have no value.

Terms are ordered `#inf`, numbers, names, strings, functions, `#sup`.

>>> from suffice.rules.terms import Variable
>>> str(apply_operator("/", (Number(-7), Number(2)))), apply_operator("/", (Number(1), Number(0)))
('-3', None)
>>> str(fold(Symbol("f", (Operation("+", (Number(2), Number(3))), Variable("X")))))
'f(5,X)'
"""

from __future__ import annotations

from suffice.rules.terms import (
    Extremum,
    Interval,
    Number,
    Operation,
    String,
    Symbol,
    Term,
    is_ground,
)

__all__ = ["apply_operator", "compare", "fold", "order_key"]

_BITS = 2**32
_LOWEST = -(2**31)


def apply_operator(operator: str, args: tuple[Term, ...]) -> Term | None:
    """What an operator makes of values; None where it has no value (division by zero, arithmetic on names)."""
    match args:
        case (Number(value=left), Number(value=right)):
            result = _apply_to_two(operator, left, right)
        case (Number(value=number),):
            result = {"-": -number, "~": ~number, "|": abs(number)}[operator]
        case (Symbol(name=name, args=inner, positive=positive),) if operator == "-" and name:
            return Symbol(name, inner, not positive)
        case _:
            return None
    return None if result is None else Number((result - _LOWEST) % _BITS + _LOWEST)


def _apply_to_two(operator: str, left: int, right: int) -> int | None:
    match operator:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "&":
            return left & right
        case "?":
            return left | right
        case "^":
            return left ^ right
        case "**":
            return pow(left, right, _BITS) if right >= 0 else 0
    if right == 0 or (left == _LOWEST and right == -1):
        return None
    quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
    return quotient if operator == "/" else left - quotient * right


def fold(term: Term) -> Term | None:
    """The term with arithmetic on values computed; None if some of it has no value.

    Variables and intervals stay: what stands over them is left as it is.
    """
    match term:
        case Symbol(name=name, args=args, positive=positive) if args:
            parts = _folded(args)
            return None if parts is None else Symbol(name, parts, positive)
        case Operation(operator=operator, args=args):
            parts = _folded(args)
            if parts is None or not all(map(is_ground, parts)):
                return None if parts is None else Operation(operator, parts)
            return apply_operator(operator, parts)
        case Interval(lower=lower, upper=upper):
            parts = _folded((lower, upper))
            return None if parts is None else Interval(*parts)
        case _:
            return term


def _folded(terms: tuple[Term, ...]) -> tuple[Term, ...] | None:
    parts = tuple(part for part in map(fold, terms) if part is not None)
    return parts if len(parts) == len(terms) else None


def compare(left: Term, operator: str, right: Term) -> bool:
    """Whether a comparison of two values holds.

    >>> compare(Number(9), "<", Symbol("a"))
    True
    """
    if operator == "=":
        return left == right
    if operator == "!=":
        return left != right
    own, other = order_key(left), order_key(right)
    if operator in ("<", "<="):
        return own < other or (operator == "<=" and own == other)
    return own > other or (operator == ">=" and own == other)


def order_key(term: Term) -> tuple[object, ...]:
    """A key that sorts values in clingo's order.

    >>> sorted([String("b"), Symbol("a"), Number(3)], key=order_key)[0]
    Number(value=3)
    """
    match term:
        case Number(value=value):
            return (1, value)
        case Symbol(name=name, args=(), positive=positive):
            return (2, not positive, name.encode())
        case String(value=text):
            return (3, text.encode("utf-8", "surrogatepass"))
        case Symbol(name=name, args=args, positive=positive):
            return (4, not positive, len(args), name.encode(), tuple(map(order_key, args)))
        case Extremum(name="inf"):
            return (0,)
        case Extremum():
            return (5,)
        case _:
            raise ValueError(f"not a value: {term}")

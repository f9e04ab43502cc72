"""Arithmetic and order of values, as clingo has them: numbers are 32-bit and wrap, some operations have no value.

Terms are ordered `#inf`, numbers, names, strings, functions, `#sup`.

>>> from suffice.rules.terms import Variable
>>> str(apply_operator("/", (Number(-7), Number(2)))), apply_operator("/", (Number(1), Number(0)))
('-3', None)
>>> str(fold(Symbol("f", (Operation("+", (Number(2), Number(3))), Variable("X")))))
'f(5,X)'
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from suffice.rules.rule import Rule
from suffice.rules.terms import (
    Extremum,
    Interval,
    Number,
    Operation,
    String,
    Symbol,
    Term,
    is_ground,
    variables_of,
)

__all__ = [
    "apply_operator",
    "compare",
    "fold",
    "order_key",
    "undefined_divisions",
    "with_values",
    "without_overflow",
]

_BITS = 2**32
_LOWEST = -(2**31)
_NO_VALUE = Operation("/", (Number(0), Number(0)))


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


def undefined_divisions(term: Term) -> Iterator[Operation]:
    """The divisions in a term that never have a value: by a constant zero, or -2147483648 by -1.

    >>> from suffice.rules.terms import Variable
    >>> by_zero = Operation("/", (Number(1), Operation("-", (Number(2), Number(2)))))
    >>> print(*undefined_divisions(Operation("+", (Variable("X"), by_zero))))
    1/(2-2)
    """
    match term:
        case Operation(operator=operator, args=args):
            inner = [found for arg in args for found in undefined_divisions(arg)]
            yield from inner
            if operator in ("/", "\\") and not inner:
                left, right = map(fold, args)
                if right == Number(0) or (left == Number(_LOWEST) and right == Number(-1)):
                    yield term
        case Symbol(args=args):
            for arg in args:
                yield from undefined_divisions(arg)
        case Interval(lower=lower, upper=upper):
            yield from undefined_divisions(lower)
            yield from undefined_divisions(upper)
        case _:
            pass


def without_overflow(rule: Rule) -> Rule:
    """The rule with 0/0, which has no value either, for each division of constants that overflows: gringo dies of these."""
    wrong = {found for found in _undefined_in(rule) if not variables_of(found)}
    return rule.mapped(lambda term: _replaced(term, wrong, _NO_VALUE)) if wrong else rule


def with_values(rule: Rule) -> tuple[Rule, bool]:
    """The rule with its arithmetic on values computed, and whether all of it has a value.

    A division that never has one is 0 in what is returned; such a rule has no instance.

    >>> from suffice.rules.atoms import Atom
    >>> by_zero = Operation("/", (Number(1), Number(0)))
    >>> changed, whole = with_values(Rule(Atom("p", (Operation("+", (Number(2), by_zero)),))))
    >>> str(changed), whole
    ('p(2).', False)
    """
    wrong = set(_undefined_in(rule))

    def computed(term: Term) -> Term:
        mended = _replaced(term, wrong, Number(0)) if wrong else term
        folded = fold(mended)
        return mended if folded is None else folded

    return rule.mapped(computed), not wrong


def _undefined_in(rule: Rule) -> Iterator[Operation]:
    terms = (*rule.head.args, *(term for part in rule.body for term in part.terms))
    return (found for term in terms for found in undefined_divisions(term))


def _replaced(term: Term, wrong: AbstractSet[Term], new: Term) -> Term:
    """The term with some of its operations replaced."""
    match term:
        case Operation() if term in wrong:
            return new
        case Operation(operator=operator, args=args):
            return Operation(operator, tuple(_replaced(arg, wrong, new) for arg in args))
        case Symbol(name=name, args=args, positive=positive) if args:
            return Symbol(name, tuple(_replaced(arg, wrong, new) for arg in args), positive)
        case Interval(lower=lower, upper=upper):
            return Interval(_replaced(lower, wrong, new), _replaced(upper, wrong, new))
        case _:
            return term


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

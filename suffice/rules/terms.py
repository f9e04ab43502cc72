"""Terms: what stands inside an atom. `str(term)` is clingo's concrete syntax and parses back.

>>> str(Symbol("date", (Number(1968), Number(7), Number(23))))
'date(1968,7,23)'
>>> str(String('say "hi"'))
'"say \\\\"hi\\\\""'
>>> str(Operation("+", (Variable("X"), Number(1))))
'X+1'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

__all__ = [
    "Extremum",
    "Interval",
    "Number",
    "Operation",
    "String",
    "Symbol",
    "Term",
    "Variable",
    "is_ground",
    "negative",
    "substituted",
    "symbols_of",
    "variables_of",
]


@dataclass(frozen=True, slots=True, order=False)
class Number:
    """A 32-bit integer, as clingo has it."""

    value: int

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True, slots=True)
class String:
    """A quoted string."""

    value: str

    def __str__(self) -> str:
        escaped = self.value.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"')
        return f'"{escaped}"'


@dataclass(frozen=True, slots=True)
class Symbol:
    """A constant `a`, a function term `f(a,1)`, its strong negation `-f(a)`, or a tuple (empty name)."""

    name: str
    args: tuple[Term, ...] = ()
    positive: bool = True

    def __str__(self) -> str:
        inside = ",".join(map(str, self.args))
        sign = "" if self.positive else "-"
        if not self.name:
            return f"({inside},)" if len(self.args) == 1 else f"({inside})"
        return f"{sign}{self.name}({inside})" if self.args else f"{sign}{self.name}"


@dataclass(frozen=True, slots=True)
class Extremum:
    """`#inf`, below every term, or `#sup`, above every term."""

    name: str

    def __str__(self) -> str:
        return f"#{self.name}"


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable; `_` is anonymous, each occurrence its own."""

    name: str

    def __str__(self) -> str:
        return self.name


#: Binding strength of clingo's operators, weakest first; `**` alone associates to the right.
_STRENGTH = {"..": 0, "^": 1, "?": 2, "&": 3, "+": 4, "-": 4, "*": 5, "/": 5, "\\": 5, "**": 6}
_UNARY = 7


@dataclass(frozen=True, slots=True)
class Operation:
    """Arithmetic: `+ - * / \\ ** & ? ^` on two terms, `-`, `~` and `|` (absolute value) on one."""

    operator: str
    args: tuple[Term, ...]

    def __str__(self) -> str:
        if len(self.args) == 1:
            if self.operator == "|":
                return f"|{self.args[0]}|"
            return f"{self.operator}{_wrapped(self.args[0], _UNARY)}"
        left, right = self.args
        own = _STRENGTH[self.operator]
        to_right = self.operator == "**"
        return f"{_wrapped(left, own + to_right)}{self.operator}{_wrapped(right, own + (not to_right))}"


@dataclass(frozen=True, slots=True)
class Interval:
    """`lower..upper`: every integer between them, both included."""

    lower: Term
    upper: Term

    def __str__(self) -> str:
        return f"{_wrapped(self.lower, 1)}..{_wrapped(self.upper, 1)}"


Term: TypeAlias = Number | String | Symbol | Extremum | Variable | Operation | Interval


def _wrapped(term: Term, needed: int) -> str:
    """Parenthesise a term that binds less tightly than `needed`."""
    text = str(term)
    match term:
        case Operation(args=args) if len(args) == 2:
            strength = _STRENGTH[term.operator]
        case Interval():
            strength = 0
        case Operation(operator=operator) if operator != "|":
            strength = _UNARY
        case Number(value=value) if value < 0:
            strength = _UNARY
        case Symbol(positive=False):
            strength = _UNARY
        case _:
            return text
    # A sign directly behind an operator reads badly and `-` before `**` binds otherwise: always wrap those.
    return f"({text})" if strength < needed or (strength == _UNARY and needed > 0) else text


def variables_of(term: Term) -> tuple[str, ...]:
    """Names of the variables in a term, in order of occurrence, with repetitions.

    >>> variables_of(Symbol("f", (Variable("X"), Operation("+", (Variable("Y"), Variable("X"))))))
    ('X', 'Y', 'X')
    """
    match term:
        case Variable(name=name):
            return (name,)
        case Symbol(args=args) | Operation(args=args):
            return tuple(name for arg in args for name in variables_of(arg))
        case Interval(lower=lower, upper=upper):
            return variables_of(lower) + variables_of(upper)
        case _:
            return ()


def symbols_of(term: Term) -> tuple[str, ...]:
    """Names of the constants in a term, in order of occurrence, with repetitions.

    >>> symbols_of(Symbol("f", (Symbol("a"), Operation("-", (Symbol("b"), Symbol("a"))))))
    ('a', 'b', 'a')
    """
    match term:
        case Symbol(name=name, args=()):
            return (name,)
        case Symbol(args=args) | Operation(args=args):
            return tuple(name for arg in args for name in symbols_of(arg))
        case Interval(lower=lower, upper=upper):
            return symbols_of(lower) + symbols_of(upper)
        case _:
            return ()


def is_ground(term: Term) -> bool:
    """Whether a term is a value: no variable, no arithmetic, no interval left in it.

    >>> is_ground(Symbol("f", (Number(1),))), is_ground(Operation("+", (Number(1), Number(2))))
    (True, False)
    """
    match term:
        case Variable() | Operation() | Interval():
            return False
        case Symbol(args=args):
            return all(map(is_ground, args))
        case _:
            return True


def negative(term: Term) -> Term:
    """Minus a term. The sign of a number or of a named term is part of the value, as in clingo.

    >>> str(negative(Number(1))), str(negative(Symbol("f", (), positive=False))), str(negative(Variable("X")))
    ('-1', 'f', '-X')
    """
    match term:
        case Number(value=value):
            return Number(value if value == -(2**31) else -value)
        case Symbol(name=name, args=args, positive=positive) if name:
            return Symbol(name, args, not positive)
        case _:
            return Operation("-", (term,))


def substituted(term: Term, constants: Mapping[str, Term]) -> Term:
    """The term with the constants of `#const` replaced by their values.

    >>> str(substituted(Symbol("f", (Symbol("n"), Symbol("n", (), positive=False))), {"n": Number(3)}))
    'f(3,-3)'
    """
    match term:
        case Symbol(name=name, args=(), positive=positive) if name in constants:
            return constants[name] if positive else negative(constants[name])
        case Symbol(name=name, args=args, positive=positive):
            return Symbol(name, tuple(substituted(arg, constants) for arg in args), positive)
        case Operation(operator=operator, args=args):
            parts = tuple(substituted(arg, constants) for arg in args)
            return negative(*parts) if operator == "-" and len(parts) == 1 else Operation(operator, parts)
        case Interval(lower=lower, upper=upper):
            return Interval(substituted(lower, constants), substituted(upper, constants))
        case _:
            return term

"""Terms as clingo's symbols and back, and programs with their values put in.

>>> from suffice.rules import Number, Symbol
>>> str(to_symbol(Symbol("date", (Number(1968), Number(7)))))
'date(1968,7)'
>>> to_term(clingo.Function("f", [clingo.Number(1)]))
Symbol(name='f', args=(Number(value=1),), positive=True)
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import clingo

from suffice.engine.evaluation import evaluate
from suffice.errors import LimitReached, ProgramError
from suffice.rules import (
    Atom,
    Comparison,
    Extremum,
    Interval,
    Literal,
    Number,
    Operation,
    Program,
    Rule,
    String,
    Symbol,
    Term,
)

__all__ = ["SymbolReader", "order_of", "resolve_atom", "resolve_program", "to_symbol", "to_term"]


def to_symbol(term: Term) -> clingo.Symbol:
    """A ground term as a symbol.

    Args:
        term: a value; arithmetic, intervals and variables are none.

    Returns:
        clingo's symbol of the same text.

    Raises:
        ValueError: the term is not ground.
    """
    match term:
        case Number(value=value):
            return clingo.Number(value)
        case String(value=text):
            return clingo.String(text)
        case Extremum(name="inf"):
            return clingo.Infimum
        case Extremum():
            return clingo.Supremum
        case Symbol(name=name, args=args, positive=positive):
            return clingo.Function(name, [to_symbol(arg) for arg in args], positive)
        case _:
            raise ValueError(f"not a value: {term}")


class SymbolReader:
    """Turns symbols into terms, each distinct symbol once; a term beyond `term_size` raises `LimitReached`."""

    def __init__(self, term_size: int = 10_000) -> None:
        self._limit = term_size
        self._known: dict[clingo.Symbol, tuple[Term, int]] = {}

    def read(self, symbol: clingo.Symbol) -> Term:
        """The term of a symbol."""
        return self._sized(symbol)[0]

    def _sized(self, symbol: clingo.Symbol) -> tuple[Term, int]:
        known = self._known.get(symbol)
        if known is None:
            known = self._known[symbol] = self._convert(symbol)
        return known

    def _convert(self, symbol: clingo.Symbol) -> tuple[Term, int]:
        kind = symbol.type
        if kind == clingo.SymbolType.Number:
            return Number(symbol.number), 1
        if kind == clingo.SymbolType.String:
            return String(symbol.string), 1
        if kind == clingo.SymbolType.Function:
            parts = [self._sized(argument) for argument in symbol.arguments]
            size = 1 + sum(size for _, size in parts)
            if size > self._limit:
                raise LimitReached(
                    f"a term holds more than {self._limit} symbols", remedy="bound the rule that builds it"
                )
            # A tuple has no sign: clingo says `positive` for it too.
            return Symbol(symbol.name, tuple(term for term, _ in parts), symbol.positive), size
        return Extremum("inf" if kind == clingo.SymbolType.Infimum else "sup"), 1


def to_term(symbol: clingo.Symbol) -> Term:
    """A symbol as a term."""
    return SymbolReader().read(symbol)


def order_of(atom: Atom) -> tuple[clingo.Symbol, ...]:
    """A sort key that puts ground atoms of one predicate into clingo's order of terms.

    >>> sorted([Atom("p", (Symbol("a"),)), Atom("p", (Number(7),))], key=order_of)[0].args
    (Number(value=7),)
    """
    return tuple(map(to_symbol, atom.args))


def resolve_program(program: Program) -> Program:
    """The program with every `#const` put in, and facts with intervals or arithmetic written out.

    Args:
        program: any program.

    Returns:
        The same rules, at the same places; without constants, and a rule without a body is a ground fact. The program
        itself if there is nothing to do.

    Raises:
        ProgramError: a constant without a value.
        LimitReached: an interval stands for too many facts.

    >>> from suffice.rules import parse_program
    >>> print(resolve_program(parse_program("#const n = 2. p(1..n).")), end="")
    p(1).
    p(2).
    """
    values = _values(program)
    if not values and all(rule.body or rule.is_fact for rule in program.rules):
        return program

    def resolve(rule: Rule) -> Iterator[Rule]:
        head = _replace_in_atom(rule.head, values)
        if rule.body or head.variables:
            yield Rule(head, tuple(_replace_in_element(part, values) for part in rule.body), rule.location)
            return
        for args in product(*(evaluate(arg, {}) for arg in head.args)):
            yield Rule(Atom(head.name, args, head.positive), (), rule.location)

    return Program(tuple(fact for rule in program.rules for fact in resolve(rule)), program.shows)


def resolve_atom(atom: Atom, program: Program) -> Atom:
    """The atom with the program's `#const` put in."""
    return _replace_in_atom(atom, _values(program))


def _values(program: Program) -> dict[str, Term]:
    values: dict[str, Term] = dict(program.constants)
    for _ in values:  # a chain of definitions is at most this long
        values = {name: _replace(term, values) for name, term in values.items()}
    found = {name: evaluate(term, {}) for name, term in values.items()}
    for name, results in found.items():
        if len(results) != 1:
            raise ProgramError(f"`#const {name}` has no value", remedy="give it a number, a string or a name")
    return {name: result for name, (result,) in found.items()}


def _replace(term: Term, values: dict[str, Term]) -> Term:
    match term:
        case Symbol(name=name, args=(), positive=positive) if name in values:
            return values[name] if positive else _negate(values[name])
        case Symbol(name=name, args=args, positive=positive) if args:
            return Symbol(name, tuple(_replace(arg, values) for arg in args), positive)
        case Operation(operator=operator, args=args):
            return Operation(operator, tuple(_replace(arg, values) for arg in args))
        case Interval(lower=lower, upper=upper):
            return Interval(_replace(lower, values), _replace(upper, values))
        case _:
            return term


def _negate(term: Term) -> Term:
    match term:
        case Number(value=value):
            return Number(-value)
        case Symbol(name=name, args=args, positive=positive):
            return Symbol(name, args, not positive)
        case _:
            return Operation("-", (term,))


def _replace_in_atom(atom: Atom, values: dict[str, Term]) -> Atom:
    return Atom(atom.name, tuple(_replace(arg, values) for arg in atom.args), atom.positive)


def _replace_in_element(part: Literal | Comparison, values: dict[str, Term]) -> Literal | Comparison:
    if isinstance(part, Literal):
        return Literal(_replace_in_atom(part.atom, values), part.negated)
    guards = tuple((operator, _replace(term, values)) for operator, term in part.guards)
    return Comparison(_replace(part.left, values), guards)

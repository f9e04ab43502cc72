"""Terms as clingo's symbols and back.

>>> from suffice.rules import Number, Symbol
>>> str(to_symbol(Symbol("date", (Number(1968), Number(7)))))
'date(1968,7)'
>>> to_term(clingo.Function("f", [clingo.Number(1)]))
Symbol(name='f', args=(Number(value=1),), positive=True)
"""

from __future__ import annotations

import clingo

from suffice.errors import LimitReached
from suffice.rules import Atom, Extremum, Number, String, Symbol, Term
from suffice.rules.convert import MAX_TERM_DEPTH

__all__ = ["SymbolReader", "order_of", "to_symbol", "to_term"]


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
    """Turns symbols into terms, each distinct symbol once.

    A term with more than `term_size` symbols, or nested more deeply than the parser would read back, raises
    `LimitReached`: shared inside clingo, it may be far too large to write down.
    """

    def __init__(self, term_size: int = 10_000) -> None:
        self._limit = term_size
        self._known: dict[clingo.Symbol, tuple[Term, int, int]] = {}

    def read(self, symbol: clingo.Symbol) -> Term:
        """The term of a symbol."""
        return self._measured(symbol)[0]

    def _measured(self, symbol: clingo.Symbol) -> tuple[Term, int, int]:
        """The term, its size and its depth."""
        known = self._known.get(symbol)
        if known is None:
            known = self._known[symbol] = self._convert(symbol)
        return known

    def _convert(self, symbol: clingo.Symbol) -> tuple[Term, int, int]:
        kind = symbol.type
        if kind == clingo.SymbolType.Number:
            return Number(symbol.number), 1, 1
        if kind == clingo.SymbolType.String:
            return String(symbol.string), 1, 1
        if kind == clingo.SymbolType.Function:
            parts = [self._measured(argument) for argument in symbol.arguments]
            size = 1 + sum(size for _, size, _ in parts)
            depth = 1 + max((depth for _, _, depth in parts), default=0)
            if size > self._limit or depth > MAX_TERM_DEPTH:
                raise LimitReached(
                    f"a term holds more than {self._limit} symbols or is more than {MAX_TERM_DEPTH} deep",
                    remedy="bound the rule that builds it",
                )
            # A tuple has no sign: clingo says `positive` for it too.
            return Symbol(symbol.name, tuple(term for term, _, _ in parts), symbol.positive), size, depth
        return Extremum("inf" if kind == clingo.SymbolType.Infimum else "sup"), 1, 1


def to_term(symbol: clingo.Symbol) -> Term:
    """A symbol as a term."""
    return SymbolReader().read(symbol)


def order_of(atom: Atom) -> tuple[clingo.Symbol, ...]:
    """A sort key that puts ground atoms of one predicate into clingo's order of terms.

    >>> sorted([Atom("p", (Symbol("a"),)), Atom("p", (Number(7),))], key=order_of)[0].args
    (Number(value=7),)
    """
    return tuple(map(to_symbol, atom.args))

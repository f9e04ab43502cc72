"""Minimal models: supports of a slice from clingo, for slices whose diagram is too large.

Each unit is a free choice and the goal must hold. clasp decides units first and as absent; with record mode every model
that it finds then is minimal in the units, and none comes twice. With negation it enumerates the minimal sets of units
that give the goal just by themselves.

Source: Potassco User Guide, "domain heuristics" and "domRec"; M. Gebser et al., Domain-specific heuristics in answer set
programming, AAAI 2013.

>>> from suffice.engine.slice import slice_goal
>>> from suffice.rules import parse_atom, parse_program
>>> program = parse_program("p(1..3). q. goal :- p(X), q. goal :- p(1).")
>>> sorted(enumerate_minimal(slice_goal(program, parse_atom("goal"))))
[(0,), (1, 3), (2, 3)]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import clingo

from suffice.engine.limits import unbounded
from suffice.engine.slice import Slice

__all__ = ["enumerate_minimal", "find_lightest"]

#: Seconds between two looks at the clock while clasp searches.
_PATIENCE = 0.05


def enumerate_minimal(part: Slice, *, check: Callable[[], None] = unbounded) -> Iterator[tuple[int, ...]]:
    """Every inclusion-minimal set of units with which the goal holds, lazily, each once.

    Args:
        part: a slice.
        check: called between models and while clasp searches; what it raises ends the search.

    Yields:
        Positions of units, ascending; in clasp's order, which is the same in every run.
    """
    control = _control(part, ["0", "--heuristic=Domain", "--dom-mod=5,16", "--enum-mode=domRec"])
    yield from _solve(control, check)


def find_lightest(
    part: Slice, weights: Sequence[int], *, check: Callable[[], None] = unbounded
) -> tuple[int, ...] | None:
    """A set of units of least weight with which the goal holds, of several a smallest one.

    Args:
        part: a slice.
        weights: of each unit, 0 or more.
        check: as in `enumerate_minimal`.

    Returns:
        Positions of units, ascending; None if there is no such set.
    """
    control = _control(part, ["0", "--opt-mode=opt", "--opt-strategy=usc"], weights)
    best = None
    for found in _solve(control, check):
        best = found
    return best


def _control(part: Slice, options: list[str], weights: Sequence[int] | None = None) -> clingo.Control:
    control = clingo.Control(["--warn=none", *options])
    with control.backend() as backend:
        units = [
            backend.add_atom(clingo.Function("u", [clingo.Number(unit)])) for unit in range(len(part.units))
        ]
        atoms = units + [backend.add_atom() for _ in range(len(units), part.size)]
        if units:
            backend.add_rule(units, choice=True)
        for head, positive, negative in part.rules:
            body = [*(atoms[atom] for atom in positive), *(-atoms[atom] for atom in negative)]
            backend.add_rule([atoms[head]], body)
        backend.add_rule([], [-atoms[part.goal]])
        if weights is not None:
            backend.add_minimize(2, list(zip(units, weights, strict=True)))
            backend.add_minimize(1, [(unit, 1) for unit in units])
    return control


def _solve(control: clingo.Control, check: Callable[[], None]) -> Iterator[tuple[int, ...]]:
    # In its own thread, so that the clock is looked at and Ctrl-C is heard while clasp searches.
    with control.solve(yield_=True, async_=True) as handle:
        while True:
            handle.resume()
            while not handle.wait(_PATIENCE):
                check()
            model = handle.model()
            if model is None:
                return
            yield tuple(sorted(symbol.arguments[0].number for symbol in model.symbols(shown=True)))
            check()

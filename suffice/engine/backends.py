"""Engines: several ways to derive what follows, behind one small protocol; they must agree on every program.

The table is what a caller chooses from, and the oracle of the tests.

>>> from suffice.rules import parse_program
>>> program = parse_program("a. b :- a, not c.")
>>> sorted(name for name, engine in ENGINES.items() if len(engine.derive(program)) == 2)
['clingo', 'closure', 'naive']
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

import clingo

from suffice.engine.closure import close, stratify
from suffice.engine.ground import ground_program
from suffice.engine.limits import Limits
from suffice.engine.naive import apply_rules, is_absent_from
from suffice.engine.normal_form import normalise_program
from suffice.engine.symbols import SymbolReader
from suffice.errors import EngineError
from suffice.rules import RESERVED, Atom, Program

__all__ = ["ENGINES", "Clingo", "Engine", "GroundClosure", "Naive"]


class Engine(Protocol):
    """Derives all that follows from a program."""

    def derive(self, program: Program) -> frozenset[Atom]:
        """All atoms of ordinary predicates that hold.

        Raises:
            ProgramError: the program is not safe or not stratified.
            LimitReached: it grew beyond the engine's bounds.
            EngineError: the engine can't do what the program asks.
        """
        ...


class GroundClosure:
    """The engine of certificates: `ground.ground_program`, then `closure.close`."""

    def __init__(self, limits: Limits | None = None) -> None:
        self._limits = limits or Limits()

    def derive(self, program: Program) -> frozenset[Atom]:
        """See `Engine.derive`."""
        return _ordinary(close(ground_program(program, limits=self._limits)).atoms)


class Clingo:
    """clingo itself: the answer set of the program's text. It has no bounds."""

    def derive(self, program: Program) -> frozenset[Atom]:
        """See `Engine.derive`; an atom that holds with and without `-` has no answer set and is an `EngineError`."""
        stratify(program)
        messages: list[str] = []
        control = clingo.Control(["--warn=none"], logger=lambda _, message: messages.append(message))
        models: list[list[clingo.Symbol]] = []
        try:
            control.add("base", [], str(program))
            control.ground([("base", [])])
            control.solve(on_model=lambda model: models.append(list(model.symbols(atoms=True))))
        except RuntimeError as error:
            raise EngineError(f"clingo: {messages[0] if messages else error}") from None
        if not models:
            raise EngineError(
                "clingo finds no answer set: an atom holds with `-` and without",
                remedy="use the engine `closure`, which reports the conflict",
            )
        reader = SymbolReader()
        return _ordinary(
            Atom(symbol.name, tuple(map(reader.read, symbol.arguments)), symbol.positive)
            for symbol in models[0]
        )


class Naive:
    """Rules applied as written, stratum by stratum: `naive.apply_rules`."""

    def derive(self, program: Program) -> frozenset[Atom]:
        """See `Engine.derive`."""
        program = normalise_program(program)
        strata = stratify(program)
        known = frozenset((*program.facts, *(rule.head for rule in program.declarations)))
        for level in sorted(set(strata.values())):
            rules = [rule for rule in program.proper_rules if strata[rule.head.signature] == level]
            known = apply_rules(rules, known, absent=is_absent_from(known))
        return _ordinary(known)


#: Engines by name.
ENGINES: Mapping[str, Engine] = {"closure": GroundClosure(), "clingo": Clingo(), "naive": Naive()}


def _ordinary(atoms: Iterable[Atom]) -> frozenset[Atom]:
    """Without the declarations, which some engines derive and others never see."""
    return frozenset(
        atom
        for atom in atoms
        if atom.name == "witnessed" or not atom.positive or RESERVED.get(atom.name) != len(atom.args)
    )

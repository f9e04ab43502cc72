"""Engines: several ways to derive what follows, behind one small protocol; they must agree on every program.

The table is what a caller chooses from, and the oracle of the tests. An engine says what it can't do before it starts.

>>> from suffice.rules import parse_program
>>> program = parse_program("a. b(1+1) :- a, not c.")
>>> for name in ("clingo", "ground", "pydatalog"):
...     print(name, ENGINES[name].refuses(program) or sorted(map(str, ENGINES[name].derive(program))))
clingo ['a', 'b(2)']
ground ['a', 'b(2)']
pydatalog ['a', 'b(2)']
>>> ENGINES["pydatalog"].refuses(parse_program("p(f(X)) :- q(X). q(1)."))
'`p(f(X)) :- q(X).` builds or takes apart the term `f(X)`'
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from typing import Protocol

import clingo

from suffice.engine.apart import run_apart
from suffice.engine.closure import close, stratify
from suffice.engine.duck import DuckDB
from suffice.engine.gringo import Meter
from suffice.engine.ground import ground_program
from suffice.engine.limits import Limits
from suffice.engine.naive import apply_in_order
from suffice.engine.normal_form import normalise_program, ordinary_atoms
from suffice.engine.places import find_places
from suffice.engine.pydatalog import PyDatalog
from suffice.engine.relational import check_program
from suffice.engine.spark import Spark
from suffice.engine.symbols import SymbolReader
from suffice.engine.unfold import unfold_aggregates
from suffice.errors import EngineError, ProgramError, UsageError
from suffice.rules import Atom, Program
from suffice.rules.arithmetic import without_overflow

__all__ = ["ENGINES", "Clingo", "Engine", "GroundClosure", "Naive", "choose_engine"]


class Engine(Protocol):
    """Derives all that follows from a program."""

    def refuses(self, program: Program) -> str | None:
        """What the engine can't do of what a safe program asks, said before it starts; None if it can do all."""
        ...

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

    def refuses(self, program: Program) -> str | None:
        """See `Engine.refuses`: an aggregate that depends on the value of another in its rule."""
        normal = normalise_program(program)
        if any(rule.aggregates for rule in normal.rules):
            try:
                find_places(normal)
            except ProgramError as error:
                return str(error)
        return None

    def derive(self, program: Program) -> frozenset[Atom]:
        """See `Engine.derive`; an atom may hold with `-` and without."""
        unfolded = unfold_aggregates(program, limits=self._limits, actual=True)
        atoms = close(ground_program(unfolded.program, limits=self._limits)).atoms
        return ordinary_atoms(atom for atom in atoms if atom.signature not in unfolded.hidden)


class Clingo:
    """clingo itself: the answer set of the program's text.

    Args:
        limits: with them clingo runs in a process of its own, which ends after `seconds`; without, in this one: gringo
            can't be interrupted.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        self._limits = limits

    def refuses(self, program: Program) -> str | None:
        """See `Engine.refuses`: nothing."""
        return None

    def derive(self, program: Program) -> frozenset[Atom]:
        """See `Engine.derive`; an atom that holds with and without `-` has no answer set and is an `EngineError`."""
        check_program(program)
        text = str(Program(tuple(map(without_overflow, program.resolved))))
        model = _solve(text) if self._limits is None else _solve_apart(text, self._limits)
        if model is None:
            raise EngineError(
                "clingo finds no answer set: an atom holds with `-` and without",
                remedy="use the engine `ground`, which derives both",
            )
        reader = SymbolReader()
        return ordinary_atoms(
            Atom(symbol.name, tuple(map(reader.read, symbol.arguments)), symbol.positive) for symbol in model
        )


class Naive:
    """Rules applied as written, stratum by stratum: `naive.apply_rules`. Slow: an oracle for small programs."""

    def __init__(self, limits: Limits | None = None) -> None:
        self._limits = limits or Limits()

    def refuses(self, program: Program) -> str | None:
        """See `Engine.refuses`: nothing."""
        return None

    def derive(self, program: Program) -> frozenset[Atom]:
        """See `Engine.derive`."""
        check = Meter(self._limits).check
        program = normalise_program(program)
        stratify(program)
        known = (*program.facts, *(rule.head for rule in program.declarations))
        return ordinary_atoms(apply_in_order(program.proper_rules, known, check=check))


#: Engines by name, each made with limits.
_MAKERS: Mapping[str, Callable[[Limits], Engine]] = {
    "clingo": Clingo,
    "ground": GroundClosure,
    "pydatalog": PyDatalog,
    "duckdb": DuckDB,
    "spark": Spark,
    "naive": Naive,
}
#: How engines are bounded that take no limit of memory.
_NO_MEMORY = {
    "ground": "bound it with --max-instances",
    "naive": "bound it with --seconds",
    "spark": "set spark.driver.memory where Spark is configured",
}

#: Engines by name, with default limits (clingo without any); `closure` is an older name of `ground`.
ENGINES: Mapping[str, Engine] = {
    **{name: make(Limits()) for name, make in _MAKERS.items()},
    "clingo": Clingo(),
    "closure": GroundClosure(),
}


def choose_engine(name: str, limits: Limits) -> Engine:
    """An engine by name, with limits.

    Args:
        name: one of the table.
        limits: what it may take; which of them count, each engine says.

    Raises:
        EngineError: there is no engine of that name.
        UsageError: it can't keep to a limit of memory.

    >>> choose_engine("prolog", Limits())
    Traceback (most recent call last):
    suffice.errors.EngineError: there is no engine `prolog`; choose clingo, ground, pydatalog, duckdb, spark or naive
    """
    if name not in _MAKERS:
        *others, last = _MAKERS
        raise EngineError(f"there is no engine `{name}`", remedy=f"choose {', '.join(others)} or {last}")
    if limits.memory is not None and name in _NO_MEMORY:
        raise UsageError(f"`{name}` takes no limit of memory", remedy=_NO_MEMORY[name])
    return _MAKERS[name](limits)


def _solve(text: str) -> list[clingo.Symbol] | None:
    """The answer set of a stratified program."""
    messages: list[str] = []
    control = clingo.Control(["--warn=none"], logger=lambda _, message: messages.append(message))
    models: list[list[clingo.Symbol]] = []
    try:
        control.add("base", [], text)
        control.ground([("base", [])])
        control.solve(on_model=lambda model: models.append(list(model.symbols(atoms=True))))
    except RuntimeError as error:
        raise EngineError(f"clingo: {messages[0] if messages else error}") from None
    return models[0] if models else None


def _solve_apart(text: str, limits: Limits) -> list[clingo.Symbol] | None:
    """The same from another process."""
    command = [sys.executable, "-m", "clingo", "--outf=2", "--warn=none", "-"]
    done = run_apart("clingo", command, text, limits)
    if done.returncode < 0:  # gringo dies of -2147483648/-1
        raise EngineError(f"clingo ended on signal {-done.returncode}", remedy="use the engine `ground`")
    try:
        result = json.loads(done.stdout)
    except ValueError:
        said = done.stderr.strip().partition("\n")[0]
        raise EngineError(f"clingo: {said or 'no answer'}", remedy="use the engine `ground`") from None
    if result["Result"] == "UNSATISFIABLE":
        return None
    if result["Result"] == "UNKNOWN":
        said = done.stderr.strip().rpartition("\n")[2]
        raise EngineError(f"clingo: {said or 'no answer'}", remedy="use the engine `ground`")
    return [clingo.parse_term(atom) for atom in result["Call"][-1]["Witnesses"][-1]["Value"]]

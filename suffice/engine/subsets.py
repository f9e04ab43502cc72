"""What follows from each of many sets of units, in one grounding.

Every atom gets one more argument, the set under which it holds, so sets can't mix; a fact is written once, however many sets
its unit is in. This is for many small questions over shared evidence: is every unit needed, what does the rest yield?

>>> from suffice.rules import parse_atom, parse_program
>>> program = parse_program("goal(answer, 1). answer(X) :- saw(_, X), not liar(X).")
>>> stated = {"u1": [parse_atom("saw(ann, fire)")], "u2": [parse_atom("liar(fire)")]}
>>> closure = SubsetClosure(program, Signature("answer", 1))
>>> found = closure.derive(stated, {"both": ["u1", "u2"], "one": ["u1"]})
>>> [sorted(map(str, found[name])) for name in ("both", "one")]
[[], ['answer(fire)']]
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

import clingo

from suffice.engine.relational import check_program
from suffice.engine.symbols import SymbolReader
from suffice.errors import EngineError
from suffice.rules import (
    Aggregate,
    Atom,
    BodyElement,
    Comparison,
    Element,
    Literal,
    Program,
    Rule,
    Signature,
    Variable,
)
from suffice.rules.arithmetic import without_overflow

__all__ = ["SubsetClosure"]

_Unit = TypeVar("_Unit", bound=Hashable)
_Name = TypeVar("_Name", bound=Hashable)
_SET, _STATED, _HAS, _IS = Variable("Set__"), "stated__", "has__", "set__"


class SubsetClosure:
    """Derives the instances of one predicate from many sets of units at once.

    Args:
        program: rules and the facts that hold in every set; safe and stratified.
        goal: the predicate that is asked for.

    Raises:
        ProgramError: the program is not safe or not stratified.
    """

    def __init__(self, program: Program, goal: Signature) -> None:
        check_program(program)
        self.goal = goal
        declared = frozenset(program.declarations)
        self._rules = "\n".join(
            str(_under_set(without_overflow(rule))) for rule in program.resolved if rule not in declared
        )
        self._inputs: dict[Signature, str] = {}

    def derive(
        self,
        stated: Mapping[_Unit, Sequence[Atom]],
        subsets: Mapping[_Name, Iterable[_Unit]],
        given: Mapping[_Name, Sequence[Atom]] | None = None,
    ) -> dict[_Name, frozenset[Atom]]:
        """What follows from each set.

        Args:
            stated: the facts of each unit.
            subsets: named sets of units.
            given: more facts of a set.

        Returns:
            For each name the atoms of the goal's predicate that follow.

        Raises:
            EngineError: clingo can't ground it.
        """
        numbers = {unit: number for number, unit in enumerate(stated)}
        lines = [self._rules]
        signatures = {fact.signature for facts in stated.values() for fact in facts}
        lines += [self._input(signature) for signature in sorted(signatures)]
        for unit, number in numbers.items():
            lines += [f"{_STATED}{_text(fact, str(number))}." for fact in stated[unit]]
        names = list(subsets)
        for place, name in enumerate(names):
            lines.append(f"{_IS}({place}).")
            lines += [f"{_HAS}({place},{numbers[unit]})." for unit in subsets[name]]
            lines += [f"{_written(fact, str(place))}." for fact in (given or {}).get(name, ())]
        messages: list[str] = []
        control = clingo.Control(["--warn=none"], logger=lambda _, message: messages.append(message))
        try:
            control.add("base", [], "\n".join(lines))
            control.ground([("base", [])])
        except RuntimeError:
            raise EngineError(f"clingo cannot ground the program ({'; '.join(messages)})") from None
        reader, goal = SymbolReader(), self.goal
        found: dict[_Name, set[Atom]] = {name: set() for name in names}
        for atom in control.symbolic_atoms.by_signature(goal.name, goal.arity + 1, goal.positive):
            under, *arguments = atom.symbol.arguments
            derived = Atom(goal.name, tuple(map(reader.read, arguments)), goal.positive)
            found[names[under.number]].add(derived)
        return {name: frozenset(atoms) for name, atoms in found.items()}

    def _input(self, signature: Signature) -> str:
        """The rule that puts stated facts into the sets that have their unit."""
        if signature not in self._inputs:
            atom = Atom(
                signature.name,
                tuple(Variable(f"X{place}") for place in range(signature.arity)),
                signature.positive,
            )
            self._inputs[signature] = (
                f"{_set(atom)} :- {_STATED}{_text(atom, 'Unit__')}, {_HAS}({_SET},Unit__)."
            )
        return self._inputs[signature]


def _text(atom: Atom, first: str) -> str:
    """An atom's text with one more argument; its sign goes into the name, since it is only passed on."""
    sign = "" if atom.positive else "not__"
    return f"{sign}{atom.name}({','.join((first, *map(str, atom.args)))})"


def _written(atom: Atom, first: str) -> str:
    return f"{'' if atom.positive else '-'}{atom.name}({','.join((first, *map(str, atom.args)))})"


def _set(atom: Atom) -> Atom:
    return Atom(atom.name, (_SET, *atom.args), atom.positive)


def _under_set(rule: Rule) -> Rule:
    guard = Literal(Atom(_IS, (_SET,)))
    return Rule(_set(rule.head), (guard, *(_body(part, _set) for part in rule.body)))


def _body(part: BodyElement, change: Callable[[Atom], Atom]) -> BodyElement:
    match part:
        case Literal(atom=atom, negated=negated):
            return Literal(change(atom), negated)
        case Comparison():
            return part
        case Aggregate(function=function, elements=elements, guards=guards):
            changed = tuple(
                Element(element.terms, tuple(_plain(inner, change) for inner in element.condition))
                for element in elements
            )
            return Aggregate(function, changed, guards)


def _plain(part: Literal | Comparison, change: Callable[[Atom], Atom]) -> Literal | Comparison:
    return Literal(change(part.atom), part.negated) if isinstance(part, Literal) else part

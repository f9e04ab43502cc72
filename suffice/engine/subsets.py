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

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from suffice.engine.gringo import Meter, run_gringo
from suffice.engine.limits import Limits
from suffice.engine.relational import check_program
from suffice.engine.symbols import SymbolReader
from suffice.errors import UsageError
from suffice.rules import (
    Aggregate,
    Atom,
    BodyElement,
    Comparison,
    Element,
    Interval,
    Literal,
    Number,
    Operation,
    Program,
    Rule,
    Signature,
    Symbol,
    Term,
    Variable,
)
from suffice.rules.arithmetic import without_overflow
from suffice.rules.terms import substituted, variables_of

__all__ = ["SubsetClosure"]

_Unit = TypeVar("_Unit", bound=Hashable)
_Name = TypeVar("_Name", bound=Hashable)
#: `is_set(S)`, `has_unit(S,U)`. The program's own predicates get a prefix, so that none can be taken for these; the sign of
#: a strongly negated one goes into it, since an atom may hold with `-` and without.
_IS, _HAS = "is_set", "has_unit"
_PREFIX = {True: "holds_", False: "denied_"}


class SubsetClosure:
    """Derives the instances of one predicate from many sets of units at once.

    Args:
        program: rules and the facts that hold in every set; safe and stratified.
        goal: the predicate that is asked for.
        limits: bounds on a grounding, over all sets.

    Raises:
        ProgramError: the program is not safe or not stratified.
    """

    def __init__(self, program: Program, goal: Signature, *, limits: Limits | None = None) -> None:
        check_program(program)
        self.goal = goal
        self._limits = limits or Limits()
        self._constants = program.values
        declared = frozenset(program.declarations)
        self._rules = "\n".join(
            _under_set(without_overflow(rule)) for rule in program.resolved if rule not in declared
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
            UsageError: a set has a unit that states nothing.
            LimitReached: the sets together are too much to ground.
            ProgramError: clingo can't ground it.
        """
        numbers = {unit: number for number, unit in enumerate(stated)}
        lines = [self._rules]
        signatures = {fact.signature for facts in stated.values() for fact in facts}
        lines += [self._input(signature) for signature in sorted(signatures)]
        for unit, number in numbers.items():
            lines += [f"stated_{self._fact(fact, number)}." for fact in stated[unit]]
        names = list(subsets)
        for place, name in enumerate(names):
            lines.append(f"{_IS}({place}).")
            for unit in subsets[name]:
                if unit not in numbers:
                    raise UsageError(
                        f"set {name}: no unit `{unit}`", remedy="give each unit's facts, even if it has none"
                    )
                lines.append(f"{_HAS}({place},{numbers[unit]}).")
            lines += [f"{self._fact(fact, place)}." for fact in (given or {}).get(name, ())]
        control = run_gringo("\n".join(lines), Meter(self._limits))
        reader, goal = SymbolReader(self._limits.term_size), self.goal
        found: dict[_Name, set[Atom]] = {name: set() for name in names}
        for atom in control.symbolic_atoms.by_signature(_PREFIX[goal.positive] + goal.name, goal.arity + 1):
            under, *arguments = atom.symbol.arguments
            derived = Atom(goal.name, tuple(map(reader.read, arguments)), goal.positive)
            found[names[under.number]].add(derived)
        return {name: frozenset(atoms) for name, atoms in found.items()}

    def _fact(self, fact: Atom, first: int) -> str:
        """A fact's text with one more argument, its constants resolved, as they are in a fact of the program."""
        if self._constants:
            fact = fact.mapped(lambda term: substituted(term, self._constants))
        return str(_under(fact, Number(first)))

    def _input(self, signature: Signature) -> str:
        """The rule that puts stated facts into the sets that have their unit."""
        if signature not in self._inputs:
            places = tuple(Variable(f"X{place}") for place in range(signature.arity))
            atom = Atom(signature.name, places, signature.positive)
            stated, held = _under(atom, Variable("Unit")), _under(atom, Variable("Set"))
            self._inputs[signature] = f"{held} :- stated_{stated}, {_HAS}(Set,Unit)."
        return self._inputs[signature]


def _under(atom: Atom, first: Term) -> Atom:
    """An atom with one more argument, in front."""
    return Atom(_PREFIX[atom.positive] + atom.name, (first, *atom.args))


def _under_set(rule: Rule) -> str:
    """A rule's text under a set; metered if it makes new terms, of which there might be no end."""
    name, written = "Set", str(rule)
    while name in written:
        name += "_"
    under = Variable(name)
    body = (
        Literal(Atom(_IS, (under,))),
        *(_body(part, lambda atom: _under(atom, under)) for part in rule.body),
    )
    text = str(Rule(_under(rule.head, under), body))
    if rule.body and any(_makes_terms(term) for term in _terms(rule)):
        return f"{text.removesuffix('.')}, 1 = @count({','.join((name, *rule.variables))})."
    return text


def _terms(rule: Rule) -> Iterator[Term]:
    """The outermost terms of a rule; of an aggregate those that it is compared with."""
    yield from rule.head.args
    for part in rule.body:
        yield from (term for _, term in part.guards) if isinstance(part, Aggregate) else part.terms


def _makes_terms(term: Term) -> bool:
    return isinstance(term, Operation | Interval | Symbol) and bool(variables_of(term))


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

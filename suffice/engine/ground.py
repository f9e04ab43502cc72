"""Grounding: every instance of every rule, with its bindings, from clingo's grounder.

clingo simplifies while it grounds: a fact vanishes from bodies, and with it the trace of what was used. So each input
fact is declared `#external`, and each rule is *reified*: its instance is an atom that holds the evaluated head, body
and variables, and the head follows from that atom (`reify`). gringo does all evaluation; nothing is solved. A rule can
explode (`p(X+1) :- p(X).`), so each carries a meter (`gringo`).

>>> from suffice.rules import Atom, Literal, Number, Operation, Program, Rule, Variable
>>> X = Variable("X")
>>> step = Rule(Atom("p", (Operation("+", (X, Number(1))),)), (Literal(Atom("q", (X,))),))
>>> ground = ground_program(Program((Rule(Atom("q", (Number(1),))), step)))
>>> [str(atom) for atom in ground.atoms], ground.rules[0].bindings
(['q(1)', 'p(2)'], (('X', Number(value=1)),))
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from suffice.engine.gringo import Meter, run_gringo
from suffice.engine.kernel.rules import HornRules
from suffice.engine.limits import Limits
from suffice.engine.normal_form import normalise_program
from suffice.engine.reify import ARITY, AtomTable, Instance, Reifier
from suffice.engine.symbols import SymbolReader
from suffice.rules import Atom, Comparison, Literal, Program, Rule, Signature, Symbol, Term, Variable

__all__ = ["GroundProgram", "GroundRule", "Unfolded", "ground_program"]

_DEFAULT = Limits()


@dataclass(frozen=True, slots=True)
class GroundRule:
    """One instance of a rule; atoms are indices into `GroundProgram.atoms`.

    Args:
        head: the atom that follows.
        positive: atoms that must hold, in the order of the rule's body.
        negative: atoms that must not hold; one pattern with `_` stands for all that match it.
        rule: the rule it is an instance of.
        bindings: the rule's variables and their values.
        absent: the negative literals with values put in, `_` left as it is.
        comparisons: the comparisons that held, both sides evaluated.
    """

    head: int
    positive: tuple[int, ...]
    negative: tuple[int, ...]
    rule: Rule
    bindings: tuple[tuple[str, Term], ...]
    absent: tuple[Literal, ...] = ()
    comparisons: tuple[Comparison, ...] = ()


@dataclass(frozen=True, slots=True)
class Unfolded:
    """A program without aggregates (`unfold`).

    Args:
        program: in normal form; the program itself if it has no aggregate.
        hidden: predicates that it has beyond the original's.
        origins: for each rule that took the place of one with aggregates, that one.
    """

    program: Program
    hidden: frozenset[Signature] = frozenset()
    origins: Mapping[Rule, Rule] = field(default_factory=dict)


@dataclass(frozen=True)
class GroundProgram:
    """A ground program: interned atoms, rule instances, and which atoms are input.

    Args:
        program: the source, in normal form.
        atoms: every atom that occurs, input first.
        rules: instances in the order of their rules.
        inputs: indices of the facts.
        unfolded: what was grounded: the source without its aggregates.
    """

    program: Program
    atoms: tuple[Atom, ...]
    rules: tuple[GroundRule, ...]
    inputs: tuple[int, ...]
    unfolded: Unfolded

    def is_hidden(self, atom: int) -> bool:
        """Whether an atom only stands for a part of an aggregate."""
        return self.atoms[atom].signature in self.unfolded.hidden

    @cached_property
    def index(self) -> dict[Atom, int]:
        """The index of each atom."""
        return {atom: number for number, atom in enumerate(self.atoms)}

    @cached_property
    def uses(self) -> tuple[tuple[int, ...], ...]:
        """For each atom, the rules in whose positive body it stands, once for each occurrence."""
        found: list[list[int]] = [[] for _ in self.atoms]
        for number, rule in enumerate(self.rules):
            for atom in rule.positive:
                found[atom].append(number)
        return tuple(map(tuple, found))

    @cached_property
    def horn(self) -> HornRules:
        """The rules for the kernel, negative literals left aside, under the same numbers."""
        return HornRules.from_ground(self)

    @cached_property
    def units(self) -> dict[int, tuple[Term, ...]]:
        """For each input atom from evidence the units that state it, in the order written."""
        declared = frozenset(rule.head for rule in self.program.declarations)
        facts = ((atom, self.atoms[atom]) for atom in self.inputs if not self.is_hidden(atom))
        return {
            atom: self.program.units_of(fact)
            for atom, fact in facts
            if fact not in declared and self.program.is_evidence(fact)
        }


def ground_program(program: Program, *, limits: Limits = _DEFAULT) -> GroundProgram:
    """Ground a program and keep every rule instance.

    Args:
        program: rules and facts; `#const` applies; aggregates are unfolded (`unfold`).
        limits: bounds on instances, time and the size of terms.

    Returns:
        The ground program. An instance is in it when its positive body can be derived at all and its comparisons hold.

    Raises:
        LimitReached: a bound was reached.
        ProgramError: clingo refuses a rule (an unsafe variable, for instance).
    """
    source = normalise_program(program)
    unfolded = Unfolded(source)
    if any(rule.aggregates for rule in source.rules):
        from suffice.engine.unfold import unfold_aggregates  # which grounds what is below an aggregate

        unfolded = unfold_aggregates(source, limits=limits)
    program = unfolded.program
    rules = program.proper_rules
    text = str(program)
    prefix = "__s"
    while prefix in text:  # no name of ours may be one of the user's
        prefix += "_"
    inputs = _inputs(program)
    reifiers = [Reifier(rule, number, prefix) for number, rule in enumerate(rules)]
    lines = [line for reifier in reifiers for line in reifier.lines]
    # Nothing is shown: clingo would write out every atom, however large its terms.
    lines += [f"#external {prefix}on.", "#show."]
    lines += [f"#external {atom}." for atom in inputs]

    meter = Meter(limits)
    control = run_gringo("\n".join(lines), meter, [rule for rule in rules for _ in range(2)])
    found = []
    for atom in control.symbolic_atoms.by_signature(f"{prefix}r", ARITY):
        meter.check()
        arguments = atom.symbol.arguments
        found.append((arguments[0].number, arguments))
    found.sort(key=lambda pair: pair[0])
    table = AtomTable(inputs, SymbolReader(limits.term_size))
    read: list[tuple[Rule, Instance]] = []
    for number, arguments in found:
        meter.check()
        read.append((rules[number], reifiers[number].read(arguments, table)))
    absences = _Absences(table.numbers)
    instances = tuple(
        GroundRule(
            instance.head,
            instance.positive,
            tuple(index for pattern in instance.negative for index in absences.matching(pattern)),
            rule,
            instance.bindings,
            tuple(Literal(pattern, negated=True) for pattern in instance.negative),
            instance.comparisons,
        )
        for rule, instance in read
    )
    return GroundProgram(source, tuple(table.numbers), instances, tuple(range(len(inputs))), unfolded)


def _inputs(program: Program) -> tuple[Atom, ...]:
    """Facts, and those declarations that some rule mentions."""
    mentioned = {
        part.atom.signature
        for rule in program.proper_rules
        for part in rule.body
        if isinstance(part, Literal)
    }
    declared = (rule.head for rule in program.declarations if rule.head.signature in mentioned)
    return tuple(dict.fromkeys((*program.facts, *declared)))


class _Absences:
    """Finds the atoms that a negative literal speaks of; with `_` these can be many, so they are indexed."""

    def __init__(self, atoms: dict[Atom, int]) -> None:
        self._atoms = atoms
        self._buckets: dict[tuple[Signature, tuple[int, ...]], dict[tuple[Term, ...], list[int]]] = {}
        self._names = tuple(atoms)

    def matching(self, pattern: Atom) -> tuple[int, ...]:
        if not pattern.variables:
            index = self._atoms.get(pattern)  # an atom that nothing can derive needs no index
            return () if index is None else (index,)
        fixed = tuple(place for place, arg in enumerate(pattern.args) if not Atom("", (arg,)).variables)
        key = tuple(pattern.args[place] for place in fixed)
        found = self._bucket(pattern.signature, fixed).get(key, [])
        return tuple(index for index in found if _covers(pattern.args, self._names[index].args))

    def _bucket(self, signature: Signature, fixed: tuple[int, ...]) -> dict[tuple[Term, ...], list[int]]:
        bucket = self._buckets.get((signature, fixed))
        if bucket is None:
            bucket = self._buckets[signature, fixed] = {}
            for index, atom in enumerate(self._names):
                if atom.signature == signature:
                    bucket.setdefault(tuple(atom.args[place] for place in fixed), []).append(index)
        return bucket


def _covers(pattern: tuple[Term, ...], args: tuple[Term, ...]) -> bool:
    """Whether the arguments match a pattern whose only variable is `_`."""

    def covers(own: Term, other: Term) -> bool:
        if own == Variable("_"):
            return True
        if isinstance(own, Symbol) and isinstance(other, Symbol) and own.args:
            same = own.name == other.name and own.positive == other.positive
            return same and _covers(own.args, other.args)
        return own == other

    return len(pattern) == len(args) and all(map(covers, pattern, args))

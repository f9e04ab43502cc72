"""Grounding: every instance of every rule, with its bindings, from clingo's grounder.

clingo simplifies while it grounds: a fact vanishes from bodies, and with it the trace of what was used. So each input
fact is declared `#external`, and each rule is *reified*: its instance is an atom that holds the evaluated head, body
and variables, and the head follows from that atom. gringo does all evaluation; nothing is solved.

A rule can explode (`p(X+1) :- p(X).`), and gringo can't be interrupted. But it evaluates external terms (`@count`)
while it joins, and an exception raised there stops it: every rule carries such a meter of instances and time.

>>> from suffice.rules import Atom, Literal, Number, Operation, Program, Rule, Variable
>>> X = Variable("X")
>>> step = Rule(Atom("p", (Operation("+", (X, Number(1))),)), (Literal(Atom("q", (X,))),))
>>> ground = ground_program(Program((Rule(Atom("q", (Number(1),))), step)))
>>> [str(atom) for atom in ground.atoms], ground.rules[0].bindings
(['q(1)', 'p(2)'], (('X', Number(value=1)),))
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import clingo

from suffice.engine.limits import Limits
from suffice.engine.normal_form import normalise_program
from suffice.engine.symbols import SymbolReader
from suffice.errors import LimitReached, ProgramError
from suffice.rules import (
    Atom,
    Comparison,
    Interval,
    Literal,
    Operation,
    Program,
    Rule,
    Signature,
    Symbol,
    Term,
    Variable,
)

__all__ = ["GroundProgram", "GroundRule", "ground_program"]

_DEFAULT = Limits()
_ONE = clingo.Number(1)
_OURS = {"/": "divide", "\\": "modulo"}


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


@dataclass(frozen=True)
class GroundProgram:
    """A ground program: interned atoms, rule instances, and which atoms are input.

    Args:
        program: the source, in normal form.
        atoms: every atom that occurs, input first.
        rules: instances in the order of their rules.
        inputs: indices of the facts.
    """

    program: Program
    atoms: tuple[Atom, ...]
    rules: tuple[GroundRule, ...]
    inputs: tuple[int, ...]

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

    def units_of(self, atom: int) -> tuple[Term, ...]:
        """Units that state an input atom, in the order written; none for a given fact."""
        fact = self.atoms[atom]
        if fact in self._declared or not self.program.is_evidence(fact):
            return ()
        return self.program.units_of(fact)

    @cached_property
    def _declared(self) -> frozenset[Atom]:
        return frozenset(rule.head for rule in self.program.declarations)


def ground_program(program: Program, *, limits: Limits = _DEFAULT) -> GroundProgram:
    """Ground a program and keep every rule instance.

    Args:
        program: rules and facts; `#const` applies.
        limits: bounds on instances, time and the size of terms.

    Returns:
        The ground program. An instance is in it when its positive body can be derived at all and its comparisons hold.

    Raises:
        LimitReached: a bound was reached.
        ProgramError: clingo refuses a rule (an unsafe variable, for instance).
    """
    program = normalise_program(program)
    rules = program.proper_rules
    text = str(program)
    prefix = "__s"
    while prefix in text:  # no name of ours may be one of the user's
        prefix += "_"
    inputs = _inputs(program)
    writers = [_Reifier(rule, number, prefix) for number, rule in enumerate(rules)]
    lines = [line for writer in writers for line in writer.lines]
    # Nothing is shown: clingo would write out every atom, however large its terms.
    lines += [f"#external {prefix}on.", "#show."]
    lines += [f"#external {atom}." for atom in inputs]

    meter = _Meter(limits)
    control = _ground_text("\n".join(lines), meter, rules)
    atoms: dict[Atom, int] = {atom: number for number, atom in enumerate(inputs)}
    reader = SymbolReader(limits.term_size)
    try:
        raw = []
        for atom in control.symbolic_atoms.by_signature(f"{prefix}r", 5):
            meter.check()
            raw.append(writers[atom.symbol.arguments[0].number].read(atom.symbol, reader))
    except RecursionError:
        raise LimitReached("a term is nested too deeply", remedy="bound the rule that builds it") from None
    raw.sort(key=lambda instance: instance.number)
    heads = [atoms.setdefault(instance.head, len(atoms)) for instance in raw]
    bodies = [tuple(atoms.setdefault(atom, len(atoms)) for atom in instance.positive) for instance in raw]
    absences = _Absences(atoms)
    instances = [
        GroundRule(
            head,
            body,
            tuple(index for pattern in instance.negative for index in absences.matching(pattern)),
            rules[instance.number],
            instance.bindings,
            tuple(Literal(pattern, negated=True) for pattern in instance.negative),
            instance.comparisons,
        )
        for head, body, instance in zip(heads, bodies, raw, strict=True)
    ]
    return GroundProgram(program, tuple(atoms), tuple(dict.fromkeys(instances)), tuple(range(len(inputs))))


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


class _Meter:
    """Bounds on instances and time, and the functions that gringo calls while it joins.

    clingo raises a copy of its own making of what is raised in them; the exception to raise is kept in `reached`.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._deadline = time.monotonic() + limits.seconds
        self._instances = 0
        self.reached: LimitReached | None = None

    def check(self, instances: int = 0) -> None:
        """Raise `LimitReached` if that many more instances, or the time by now, are too much."""
        self._instances += instances
        if self._instances > self._limits.instances:
            self.reached = LimitReached(
                f"grounding passed {self._limits.instances} rule instances",
                remedy="bound the rules, or raise --max-instances",
            )
        elif time.monotonic() > self._deadline:
            self.reached = LimitReached(
                f"grounding took more than {self._limits.seconds:g} s",
                remedy="bound the rules, or raise --seconds",
            )
        if self.reached:
            raise self.reached

    def count(self, *_: clingo.Symbol) -> clingo.Symbol:
        """One more instance."""
        self.check(1)
        return _ONE

    def clock(self, *_: clingo.Symbol) -> clingo.Symbol:
        """One more step of a join."""
        self.check()
        return _ONE

    def divide(self, left: clingo.Symbol, right: clingo.Symbol) -> list[clingo.Symbol]:
        """Quotient, rounded towards zero, or nothing where there is none."""
        return [clingo.Number(quotient) for quotient, _ in _division(left, right)]

    def modulo(self, left: clingo.Symbol, right: clingo.Symbol) -> list[clingo.Symbol]:
        """Remainder, or nothing where there is none."""
        return [clingo.Number(remainder) for _, remainder in _division(left, right)]


def _division(left: clingo.Symbol, right: clingo.Symbol) -> Iterator[tuple[int, int]]:
    if left.type == right.type == clingo.SymbolType.Number and right.number != 0:
        quotient = abs(left.number) // abs(right.number)
        if (left.number < 0) != (right.number < 0):
            quotient = -quotient
        if quotient < 2**31:
            yield quotient, left.number - quotient * right.number


def _ground_text(text: str, meter: _Meter, rules: tuple[Rule, ...]) -> clingo.Control:
    messages: list[str] = []
    try:
        # clingo's own signal handling and warnings are not for a library.
        control = clingo.Control(["--warn=none"], logger=lambda _, message: messages.append(message))
        control.add("base", [], text)
        control.ground([("base", [])], context=meter)
    except (RuntimeError, TypeError) as error:
        if meter.reached:
            raise meter.reached from None
        found = re.match(r"<block>:(\d+)", messages[0]) if messages else None
        number = (int(found[1]) - 1) // 2 if found else len(rules)
        if number < len(rules):
            rule = rules[number]
            cause = f"clingo cannot ground `{rule}`: {_first_cause(messages[0])}"
            place = rule.location
            raise ProgramError(
                cause,
                file=place.file if place else None,
                line=place.line if place else None,
                column=place.column if place else None,
                remedy="`suffice check` says more",
            ) from None
        raise ProgramError(f"clingo cannot ground the program: {error}") from None
    return control


def _first_cause(message: str) -> str:
    found = re.search(r"error: (.*?)(?: in)?:?$", message, re.MULTILINE)
    return found[1] if found else "an error"


@dataclass(frozen=True, slots=True)
class _Instance:
    number: int
    head: Atom
    positive: tuple[Atom, ...]
    negative: tuple[Atom, ...]
    bindings: tuple[tuple[str, Term], ...]
    comparisons: tuple[Comparison, ...]


class _Reifier:
    """One rule as text for gringo, and its instances read back.

    Variables become V0, V1, ... so that fresh ones can't clash. An interval becomes a fresh variable that the body
    binds, so that head, body and reified copy speak of the same value. `_` is a fresh variable where it must match;
    under `not` gringo projects it, and the reified copy has a mark in its place.
    """

    def __init__(self, rule: Rule, number: int, prefix: str) -> None:
        self._rule = rule
        self._number = number
        self._names = rule.variables
        self._known = {name: Variable(f"V{index}") for index, name in enumerate(self._names)}
        self._fresh = len(self._names)
        self._mark = Symbol(f"{prefix}any")
        self._extra: list[str] = []
        self._literals = [part for part in rule.body if isinstance(part, Literal)]
        self.lines = self._write(f"{prefix}r", f"{prefix}on")

    def _write(self, name: str, on: str) -> tuple[str, str]:
        head = self._rewrite_all(self._rule.head.args)
        body: list[str] = []
        copies: list[str] = []
        sides: list[str] = []
        joins: list[str] = []
        for part in self._rule.body:
            if isinstance(part, Comparison):
                left = self._rewrite(part.left)
                guards = tuple((operator, self._rewrite(term)) for operator, term in part.guards)
                body.append(str(Comparison(left, guards)))
                sides.append(_tuple((left, *(term for _, term in guards))))
                continue
            atom = part.atom
            args = self._rewrite_all(atom.args, negated=part.negated)
            body.append(str(Literal(Atom(atom.name, args, atom.positive), part.negated)))
            copies.append(_tuple(self._marked(args) if part.negated else args))
            if not part.negated:
                joins.append(_call("clock", _variables(args)))
        everything = [f"V{index}" for index in range(self._fresh)]
        body += self._extra
        if everything:
            body.append(_call("count", everything))
        if len(joins) > 1:
            body += dict.fromkeys(joins)
        body.append(on)
        variables = _tuple(tuple(self._known.values()))
        parts = (str(self._number), _tuple(head), _join(copies), _join(sides), variables)
        reified = f"{name}({','.join(parts)})"
        columns = tuple(Variable(f"H{index}") for index in range(len(head)))
        conclusion = Atom(self._rule.head.name, columns, self._rule.head.positive)
        return (
            f"{reified} :- {', '.join(body)}.",
            f"{conclusion} :- {name}({self._number},{_tuple(columns)},_,_,_).",
        )

    def read(self, symbol: clingo.Symbol, reader: SymbolReader) -> _Instance:
        """The instance that a reified atom stands for."""
        _, head, body, sides, values = symbol.arguments
        positive: list[Atom] = []
        negative: list[Atom] = []
        for literal, copy in zip(self._literals, body.arguments, strict=True):
            args = tuple(map(reader.read, copy.arguments))
            if literal.negated:
                args = tuple(_unmark(arg, self._mark) for arg in args)
            atom = Atom(literal.atom.name, args, literal.atom.positive)
            (negative if literal.negated else positive).append(atom)
        return _Instance(
            self._number,
            Atom(self._rule.head.name, tuple(map(reader.read, head.arguments)), self._rule.head.positive),
            tuple(positive),
            tuple(negative),
            tuple(zip(self._names, map(reader.read, values.arguments), strict=True)),
            tuple(
                _evaluated(comparison, tuple(map(reader.read, side.arguments)))
                for comparison, side in zip(self._rule.comparisons, sides.arguments, strict=True)
            ),
        )

    def _rewrite_all(self, args: tuple[Term, ...], *, negated: bool = False) -> tuple[Term, ...]:
        return tuple(self._rewrite(arg, negated=negated) for arg in args)

    def _rewrite(self, term: Term, *, negated: bool = False) -> Term:
        match term:
            case Variable(name="_"):
                return term if negated else self._new()
            case Variable(name=name):
                return self._known[name]
            case Symbol(name=name, args=args, positive=positive) if args:
                return Symbol(name, self._rewrite_all(args, negated=negated), positive)
            case Operation(operator=operator, args=args) if operator in _OURS:
                # gringo dies of -2147483648/-1 and takes the process with it: divide ourselves.
                operands = ",".join(map(str, self._rewrite_all(args)))
                fresh = self._new()
                self._extra.append(f"{fresh} = @{_OURS[operator]}({operands})")
                return fresh
            case Operation(operator=operator, args=args):
                return Operation(operator, self._rewrite_all(args, negated=negated))
            case Interval(lower=lower, upper=upper):
                bounds = Interval(self._rewrite(lower), self._rewrite(upper))
                fresh = self._new()
                self._extra.append(f"{fresh} = {bounds}")
                return fresh
            case _:
                return term

    def _new(self) -> Variable:
        self._fresh += 1
        return Variable(f"V{self._fresh - 1}")

    def _marked(self, args: tuple[Term, ...]) -> tuple[Term, ...]:
        def mark(term: Term) -> Term:
            match term:
                case Variable(name="_"):
                    return self._mark
                case Symbol(name=name, args=inner, positive=positive) if inner:
                    return Symbol(name, tuple(map(mark, inner)), positive)
                case _:
                    return term

        return tuple(map(mark, args))


def _unmark(term: Term, mark: Symbol) -> Term:
    if term == mark:
        return Variable("_")
    if isinstance(term, Symbol) and term.args:
        return Symbol(term.name, tuple(_unmark(arg, mark) for arg in term.args), term.positive)
    return term


def _tuple(args: Iterable[Term]) -> str:
    return str(Symbol("", tuple(args)))


def _join(tuples: list[str]) -> str:
    return f"({','.join(tuples)}{',' * (len(tuples) == 1)})"


def _evaluated(comparison: Comparison, sides: tuple[Term, ...]) -> Comparison:
    operators = (operator for operator, _ in comparison.guards)
    return Comparison(sides[0], tuple(zip(operators, sides[1:], strict=True)))


def _call(function: str, arguments: Iterable[str]) -> str:
    return f"1 = @{function}({','.join(arguments)})"


def _variables(args: tuple[Term, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(Atom("", args).variables))


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

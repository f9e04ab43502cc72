"""Requirements: what stands between the facts and a goal.

From the goal down, over the rules as written: each body is walked in order with the facts that hold. A literal that no
fact matches is a requirement. It is *open* if all that its lookup needs is known, so that it could be looked up now;
else it is *blocked* by the requirements that should supply what it needs. The walk goes on behind such a literal, so
that both sides of a comparison are named. This is the why-not of logic programs: for each rule the literal at which the
join dies, except that we don't stop at the first.

>>> from suffice.rules import parse_atom, parse_program
>>> program = parse_program('''
... lookup(director, 2, "Who directed {0}?"). lookup(born, 2, "When was {0} born?").
... answer(Y) :- director("Free Guy", P), born(P, Y).''')
>>> for need in find_requirements(program, (), parse_atom("answer(X)")):
...     print(need.status, need.wording, *map(str, need.waits_for))
open Who directed Free Guy?
blocked When was P born? director("Free Guy",P)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice, product
from typing import Literal as OneOf
from typing import TypeAlias

from suffice.engine.aggregates import is_monotone, substitute_aggregate
from suffice.engine.conflicts import Conflict, find_conflicts
from suffice.engine.evaluation import compare, evaluate, holds, match, substitute, substitute_atom
from suffice.engine.naive import satisfy_aggregate, value_of
from suffice.engine.unification import unify_head
from suffice.rules import (
    Aggregate,
    Atom,
    BodyElement,
    Comparison,
    Literal,
    Operation,
    Program,
    Rule,
    Signature,
    Symbol,
    Term,
    Variable,
)
from suffice.rules.terms import variables_of

__all__ = ["MAX_VALUES", "Gap", "Requirement", "find_gap", "find_requirements", "require_conflict"]

#: Values of one lookup that are followed.
MAX_VALUES = 4
#: Partial substitutions of one body that are followed.
MAX_BRANCHES = 64
#: Distinct sub-goals that are looked at, and how deep they may lie under each other.
MAX_GOALS = 1_000
MAX_DEPTH = 50


#: Variables that a failed literal should have bound, with the requirements behind it.
_Owing: TypeAlias = dict[str, tuple[Atom, ...]]


@dataclass(frozen=True, slots=True)
class Requirement:
    """One thing that is missing; the fields are those of `certificate.RequirementRecord`."""

    status: OneOf["open", "blocked", "conflict", "failed"]
    atom: Atom
    wording: str | None = None
    rule: Rule | None = None
    waits_for: tuple[Atom, ...] = ()
    detail: str | None = None


@dataclass(frozen=True, slots=True)
class Gap:
    """What is missing for a goal, and the facts that were found on the way to it."""

    requirements: tuple[Requirement, ...]
    found: tuple[Atom, ...]


def find_requirements(program: Program, facts: Iterable[Atom], goal: Atom) -> tuple[Requirement, ...]:
    """What is open, blocked, failed or in conflict for a goal.

    Args:
        program: rules and declarations.
        facts: everything that holds, closed under the rules; a set is sorted, any other order is kept.
        goal: what is asked, variables standing for anything.

    Returns:
        Requirements, each once: the open ones first, then blocked, conflict and failed, each in the order of the
        rules. Never empty if nothing matches the goal; conflicts alone if something does.
    """
    return find_gap(program, facts, goal).requirements


def find_gap(program: Program, facts: Iterable[Atom], goal: Atom) -> Gap:
    """As `find_requirements`, with the facts that were found on the way."""
    ordered = sorted(facts, key=str) if isinstance(facts, (set, frozenset)) else tuple(facts)
    walk = _Walk(program, ordered)
    walk.start(goal)
    found = tuple(walk.found)
    conflicts = [
        require_conflict(program, conflict)
        for conflict in find_conflicts(program, ordered)
        if not walk.found.keys().isdisjoint(conflict.rivals)
    ]
    needs = [*walk.requirements.values(), *conflicts]
    ranks = {"open": 0, "blocked": 1, "conflict": 2, "failed": 3}
    return Gap(tuple(sorted(needs, key=lambda need: ranks[need.status])), found)


def require_conflict(program: Program, conflict: Conflict) -> Requirement:
    """A conflict as a requirement; the detail names each rival with the units that state it."""
    inputs = frozenset(program.facts)

    def word(atom: Atom) -> str:
        if atom not in inputs:
            return f"{atom} (derived)"
        units = program.units_of(atom) if program.is_evidence(atom) else ()
        return f"{atom} ({', '.join(map(str, units)) or 'given'})"

    detail = " against ".join(map(word, conflict.rivals))
    return Requirement("conflict", conflict.atom, _word(program, conflict.atom), detail=detail)


@dataclass(frozen=True, slots=True)
class _Branch:
    """A partial substitution of a body.

    Args:
        values: variables that are bound.
        owing: variables that a failed literal should have bound, with the requirements behind it.
        rest: body elements still to come.
    """

    values: dict[str, Term]
    owing: _Owing
    rest: tuple[BodyElement, ...]


@dataclass(slots=True)
class _Walk:
    program: Program
    facts: tuple[Atom, ...] | list[Atom]
    requirements: dict[object, Requirement] = field(default_factory=dict)
    found: dict[Atom, None] = field(default_factory=dict)
    _facts_of: dict[object, list[Atom]] = field(default_factory=dict)
    _rules_of: dict[Signature, list[Rule]] = field(default_factory=dict)
    _roots: dict[object, tuple[Atom, ...]] = field(default_factory=dict)

    def start(self, goal: Atom) -> None:
        """Walk from the goal."""
        for fact in self.facts:
            self._facts_of.setdefault(fact.signature, []).append(fact)
            if fact.args:
                self._facts_of.setdefault((fact.signature, fact.args[0]), []).append(fact)
        for rule in self.program.proper_rules:
            self._rules_of.setdefault(rule.head.signature, []).append(rule)
        matches = [fact for fact, _ in self._match(goal, {})]
        if goal.signature in self._rules_of:
            self._visit(goal, {}, 0)
        if self._is_looked_up(goal.signature) or goal.signature not in self._rules_of:
            self._require(goal, None, {}, known=goal.signature in self._facts_of)
        if matches:
            self.found.update(dict.fromkeys(matches))
            self.requirements.clear()
        elif not self.requirements:
            self._fail(goal, None, "every way to derive it goes through itself")

    def _visit(self, goal: Atom, owing: _Owing, depth: int) -> tuple[Atom, ...]:
        """Walk the rules for a sub-goal; return the requirements that it waits for."""
        key = (_canonical(goal), tuple(owing.get(name) for name in goal.variables))
        if key in self._roots:
            return self._roots[key]
        self._roots[key] = ()  # a sub-goal that comes back to itself adds nothing
        if depth > MAX_DEPTH or len(self._roots) > MAX_GOALS:
            self._fail(goal, None, "the search for what is missing was cut off here")
            return ()
        unified = False
        roots: dict[Atom, None] = {}
        for rule in self._rules_of[goal.signature]:
            values = unify_head(rule, goal)
            if values is not None:
                unified = True
                branch = _Branch(values, _inherit(rule.head, goal, owing), rule.body)
                roots.update(dict.fromkeys(self._walk_body(rule, branch, depth)))
        if not unified:
            self._fail(goal, None, "no rule derives this")
        self._roots[key] = tuple(roots)
        return self._roots[key]

    def _walk_body(self, rule: Rule, start: _Branch, depth: int) -> Iterator[Atom]:
        branches = [start]
        while branches:
            following: list[_Branch] = []
            for branch in branches:
                settled = self._settle(rule, branch)
                if settled is None:
                    continue
                literal = self._choose(settled)
                if literal is None:
                    if not settled.rest and not settled.owing:
                        self._name_valueless(rule.head, rule, settled.values)
                    continue
                self._name_valueless(literal.atom, rule, settled.values)
                rest = list(settled.rest)
                rest.remove(literal)
                for pattern in _patterns(literal.atom, settled.values):
                    matches = []
                    # A value that is still to come must not be guessed from facts about something else.
                    if not any(name in settled.owing for name in self._needed(pattern)):
                        matches = list(islice(self._match(pattern, settled.values), MAX_VALUES))
                    self.found.update((fact, None) for fact, _ in matches)
                    following += [_Branch(bound, settled.owing, tuple(rest)) for _, bound in matches]
                    if not matches:
                        roots = self._miss(pattern, rule, settled, depth)
                        yield from roots
                        missing = (name for name in pattern.variables if name != "_")
                        fresh = dict.fromkeys(missing, roots or (pattern,))
                        following.append(_Branch(settled.values, {**fresh, **settled.owing}, tuple(rest)))
            branches = following[:MAX_BRANCHES]

    def _settle(self, rule: Rule, branch: _Branch) -> _Branch | None:
        """Check the comparisons and negative literals that can be checked; None if one doesn't hold."""
        values, rest = dict(branch.values), list(branch.rest)
        changed = True
        while changed:
            changed = False
            for part in rest:
                unknown = [name for name in part.variables if name != "_" and name not in values]
                if isinstance(part, Comparison) and unknown:
                    bound = _solve(part, values)
                    if bound is None:
                        if (term := _without_value(part.terms, values)) is not None:
                            self._fail(substitute_atom(rule.head, values), rule, f"`{term}` has no value")
                            return None
                        continue
                    values = bound
                elif isinstance(part, Aggregate):
                    shared = part.inner.intersection(rule.variables)
                    if any(name not in values for name in shared):
                        continue
                    bindings = satisfy_aggregate(part, values, lambda one: self._facts_of.get(one, ()))
                    if not bindings:
                        self._fall_short(part, rule, values)
                        return None
                    values = bindings[0]
                elif unknown or (isinstance(part, Literal) and not part.negated):
                    continue
                elif isinstance(part, Comparison):
                    if not holds(part, values):
                        self._fail(
                            substitute_atom(rule.head, values), rule, f"{_fill(part, values)} does not hold"
                        )
                        return None
                else:
                    rivals = [
                        fact
                        for pattern in _patterns(part.atom, values)
                        for fact, _ in self._match(pattern, values)
                    ]
                    if rivals:
                        self.found[rivals[0]] = None
                        detail = f"{rivals[0]} holds, but must be absent"
                        self._fail(substitute_atom(rule.head, values), rule, detail)
                        return None
                rest.remove(part)
                changed = True
                break
        return _Branch(values, branch.owing, tuple(rest))

    def _fall_short(self, aggregate: Aggregate, rule: Rule, values: dict[str, Term]) -> None:
        """An aggregate that doesn't hold: if that can help, more of what it counts may be looked up."""
        value = value_of(aggregate, values, lambda one: self._facts_of.get(one, ()))
        wanted = [
            other
            for operator, term in aggregate.guards
            for other in evaluate(term, values)
            if operator == "="
        ]
        short = aggregate.function != "min" and any(compare(value, "<", other) for other in wanted)
        conditions = [part for element in aggregate.elements for part in element.condition]
        for part in conditions if short or is_monotone(aggregate, ()) else ():
            if isinstance(part, Literal) and not part.negated and self._is_looked_up(part.atom.signature):
                self._require(substitute_atom(part.atom, values), rule, {})
        filled = substitute_aggregate(aggregate, values)
        head = substitute_atom(rule.head, values)
        self._fail(head, rule, f"{filled} does not hold: it comes to {value}")

    def _choose(self, branch: _Branch) -> Literal | None:
        """The next positive literal: the first of which enough is known, else simply the first."""
        literals = [part for part in branch.rest if isinstance(part, Literal) and not part.negated]
        for literal in literals:
            unknown = [name for name in self._needed(literal.atom) if name not in branch.values]
            # Without a lookup any known argument will do; with none its facts would be about anything.
            told = any(set(variables_of(arg)) <= branch.values.keys() for arg in literal.atom.args)
            enough = not unknown or (literal.atom.signature not in self.program.lookups and told)
            if enough:
                return literal
        return literals[0] if literals else None

    def _needed(self, atom: Atom) -> list[str]:
        """Variables that must be known before an atom can be asked for: the inputs of its lookup, or else any."""
        return self._inputs(atom) if atom.signature in self.program.lookups else list(atom.variables)

    def _inputs(self, atom: Atom) -> list[str]:
        """Variables at the inputs of an atom's lookup."""
        lookup = self.program.lookups.get(atom.signature)
        if lookup is None:
            return []
        places = (place for place in lookup.inputs if place < len(atom.args))
        return [name for place in places for name in variables_of(atom.args[place])]

    def _miss(self, pattern: Atom, rule: Rule, branch: _Branch, depth: int) -> tuple[Atom, ...]:
        """No fact matches: go down where rules derive it, and require it where it can be looked up."""
        roots: tuple[Atom, ...] = ()
        if pattern.signature in self._rules_of:
            roots = self._visit(pattern, branch.owing, depth + 1)
            if not self._is_looked_up(pattern.signature):
                return roots
        return (*roots, *self._require(pattern, rule, branch.owing))

    def _require(
        self, atom: Atom, rule: Rule | None, owing: _Owing, *, known: bool = True
    ) -> tuple[Atom, ...]:
        if not self._is_looked_up(atom.signature) and not (known and self.program.evidence is None):
            self._fail(atom, rule, "no rule derives this and no fact gives it")
            return ()
        lookup = self.program.lookups.get(atom.signature)
        needed = [name for name in self._needed(atom) if lookup or name in owing]
        waits_for = tuple(dict.fromkeys(other for name in needed for other in owing.get(name, ())))
        unbound = needed and not waits_for
        self._add(
            Requirement(
                "blocked" if needed else "open",
                atom,
                _word(self.program, atom),
                rule,
                waits_for,
                f"nothing says what {', '.join(dict.fromkeys(needed))} is" if unbound else None,
            )
        )
        return waits_for or (atom,)

    def _name_valueless(self, atom: Atom, rule: Rule, values: dict[str, Term]) -> None:
        """An atom of a rule that stands for nothing, because a term in it has no value."""
        if (term := _without_value(atom.args, values)) is not None:
            self._fail(substitute_atom(rule.head, values), rule, f"`{term}` has no value")

    def _is_looked_up(self, signature: Signature) -> bool:
        """Whether it is declared that facts of this predicate come from evidence."""
        declared = signature in self.program.lookups or signature in (self.program.evidence or ())
        return declared or signature == Signature("witnessed", 1)

    def _fail(self, atom: Atom, rule: Rule | None, detail: str) -> None:
        self._add(Requirement("failed", atom, rule=rule, detail=detail))

    def _add(self, need: Requirement) -> None:
        waits_for = tuple(map(_canonical, need.waits_for))
        key = (need.status, _canonical(need.atom), waits_for, need.detail)
        self.requirements.setdefault(key, need)

    def _match(self, pattern: Atom, values: dict[str, Term]) -> Iterator[tuple[Atom, dict[str, Term]]]:
        """Facts that match, with the bindings extended."""
        facts = self._facts_of.get(pattern.signature, [])
        if pattern.args and not variables_of(pattern.args[0]):
            facts = self._facts_of.get((pattern.signature, pattern.args[0]), [])
        for fact in facts:
            bound: dict[str, Term] | None = values
            for part, value in zip(pattern.args, fact.args, strict=True):
                bound = match(part, value, bound) if bound is not None else None
            if bound is not None:
                yield fact, bound


def _word(program: Program, atom: Atom) -> str | None:
    lookup = program.lookups.get(atom.signature)
    return lookup.word(atom.args) if lookup else None


def _canonical(atom: Atom) -> Atom:
    """The atom with its variables numbered, `_` each its own: equal for atoms that differ in names only."""
    names: dict[str, Term] = {}

    def rename(term: Term) -> Term:
        match term:
            case Variable(name="_"):
                return names.setdefault(f"_{len(names)}", Variable(f"V{len(names)}"))
            case Variable(name=name):
                return names.setdefault(name, Variable(f"V{len(names)}"))
            case Symbol(name=name, args=args, positive=positive) if args:
                return Symbol(name, tuple(map(rename, args)), positive)
            case Operation(operator=operator, args=args):
                return Operation(operator, tuple(map(rename, args)))
            case _:
                return term

    return Atom(atom.name, tuple(map(rename, atom.args)), atom.positive)


def _patterns(atom: Atom, values: dict[str, Term]) -> Iterator[Atom]:
    """The atom with what is known put in; several where it holds an interval."""
    choices = []
    for arg in atom.args:
        term = substitute(arg, values)
        choices.append((term,) if variables_of(term) else evaluate(term, {}))
    return (Atom(atom.name, args, atom.positive) for args in product(*choices))


def _solve(comparison: Comparison, values: dict[str, Term]) -> dict[str, Term] | None:
    """`X = term` with one value binds X."""
    if len(comparison.guards) != 1 or comparison.guards[0][0] != "=":
        return None
    right = comparison.guards[0][1]
    for unknown, known in ((comparison.left, right), (right, comparison.left)):
        results = evaluate(known, values)
        if len(results) == 1 and variables_of(unknown):
            bound = match(unknown, results[0], values)
            if bound is not None:
                return bound
    return None


def _without_value(terms: Iterable[Term], values: dict[str, Term]) -> Term | None:
    """A term whose variables are all known and that has no value all the same, such as `1/0`."""
    for term in terms:
        names = set(variables_of(term))
        if names <= values.keys() and not evaluate(term, values):
            return substitute(term, values)
    return None


def _fill(comparison: Comparison, values: dict[str, Term]) -> Comparison:
    guards = tuple((operator, substitute(term, values)) for operator, term in comparison.guards)
    return Comparison(substitute(comparison.left, values), guards)


def _inherit(head: Atom, goal: Atom, owing: _Owing) -> _Owing:
    """What the goal waits for, under the names of the rule."""
    return {
        name: tuple(other for asked in variables_of(term) for other in owing.get(asked, ()))
        for own, term in zip(head.args, goal.args, strict=True)
        if any(asked in owing for asked in variables_of(term))
        for name in variables_of(own)
    }

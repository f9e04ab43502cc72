"""Unfolding: a program without aggregates that says the same, whatever the facts of evidence are.

Each element of an aggregate becomes a rule for the tuples that it gives. The tuples that can be had at all, in an order, are
walked by a chain of ground rules: `at(i, s)` says that the first `i` of them come to `s`. Where all guards only ask for
enough (`>=` of a count, of a sum without negative weights or of a maximum; `<=` of a minimum) the chain needs no
negation, so that more evidence never takes the conclusion away.

Source: the chain is the usual translation of sums to a decision diagram (N. Een and N. Sorensson, Translating
pseudo-Boolean constraints into SAT, 2006, section 5.3); that aggregates over settled predicates are stratified follows
A. Van Gelder, The well-founded semantics of aggregation (1992).

>>> from suffice.rules import parse_program
>>> program = parse_program("saw(ann, fire). saw(bob, fire). true(E) :- saw(_, E), #count { P : saw(P, E) } >= 2.")
>>> unfolded = unfold_aggregates(program)
>>> print(unfolded.program.rules[2])
true(E) :- saw(_,E), __a1is(E,V1), V1 >= 2.
>>> any(rule.negative for rule in unfolded.program.rules)
False
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from suffice.engine.aggregates import NEUTRAL, fold, is_monotone, weight_of
from suffice.engine.closure import close, stratify
from suffice.engine.evaluation import compare, order_key
from suffice.engine.ground import Unfolded, ground_program
from suffice.engine.limits import Limits
from suffice.engine.normal_form import normalise_program
from suffice.errors import LimitReached, ProgramError
from suffice.rules import (
    Aggregate,
    Atom,
    BodyElement,
    Comparison,
    Literal,
    Number,
    Program,
    Rule,
    Signature,
    Symbol,
    Term,
    Variable,
)
from suffice.rules.terms import is_ground, variables_of

__all__ = ["unfold_aggregates"]

_DEFAULT = Limits()


def unfold_aggregates(program: Program, *, limits: Limits = _DEFAULT, actual: bool = False) -> Unfolded:
    """Replace every aggregate.

    Args:
        program: rules, declarations and facts; safe and stratified, aggregates counting as negation.
        limits: bounds on grounding what is below an aggregate, and on the rules that take its place.
        actual: put in the values that the aggregates have with exactly these facts, and nothing about any others;
            smaller, but of no use for explanations.

    Returns:
        The program, which derives the same atoms; unless `actual`, from every part of the facts.

    Raises:
        LimitReached: a bound was reached.
        ProgramError: it is not safe or not stratified, or a sum goes beyond 32 bits.
    """
    program = normalise_program(program)
    if not any(rule.aggregates for rule in program.rules):
        return Unfolded(program)
    strata = stratify(program)
    text = str(program)
    prefix = "__a"
    while prefix in text:  # no name of ours may be one of the user's
        prefix += "_"
    plain: dict[Rule, tuple[Rule, ...]] = {rule: (rule,) for rule in program.rules if not rule.aggregates}
    extra: list[Rule] = []
    hidden: set[Signature] = set()
    count = 0
    levels = sorted({strata[rule.head.signature] for rule in program.proper_rules if rule.aggregates})
    for level in levels:
        places: list[tuple[Rule, tuple[_Place, ...]]] = []
        for rule in program.proper_rules:
            if rule.aggregates and strata[rule.head.signature] == level:
                own = tuple(
                    _Place(rule, aggregate, f"{prefix}{count + number}", strata, level)
                    for number, aggregate in enumerate(rule.aggregates, start=1)
                )
                count += len(own)
                places.append((rule, own))
        below = [
            new for rule, made in plain.items() if strata.get(rule.head.signature, -1) < level for new in made
        ]
        collectors = [found for _, own in places for place in own for found in place.collectors]
        ground = ground_program(Program((*below, *extra, *collectors)), limits=limits)
        found: dict[Signature, list[Atom]] = {}
        for atom in close(ground).sequence if actual else ground.atoms:
            found.setdefault(atom.signature, []).append(atom)
        budget = _Budget(limits.instances)
        for rule, own in places:
            plain[rule] = tuple(_rewrite(rule, own, actual=actual))
            for place in own:
                hidden |= place.signatures
                for new in place.settle(found) if actual else place.chain(found):
                    budget.spend()
                    extra.append(new)
        if not actual:
            extra += collectors
    rules = tuple(new for rule in program.rules for new in plain[rule])
    origins = {new: rule for rule, made in plain.items() if rule.aggregates for new in made}
    return Unfolded(Program((*rules, *extra), program.shows), frozenset(hidden), origins)


class _Budget:
    def __init__(self, rules: int) -> None:
        self._rules = rules
        self._left = rules

    def spend(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise LimitReached(
                f"the values that aggregates could take need more than {self._rules} rules",
                remedy="count fewer tuples, smaller weights, or compare with `>=` and a number",
            )


class _Place:
    """One aggregate in one rule."""

    def __init__(
        self, rule: Rule, aggregate: Aggregate, name: str, strata: Mapping[Signature, int], level: int
    ) -> None:
        self.aggregate = aggregate
        self._name = name
        outer = frozenset(rule.variables)
        self._shared = tuple(Variable(name) for name in sorted(aggregate.inner & outer))
        self.value = Variable(_fresh(rule, name))
        self.collectors = [
            self._collect(rule, number, strata, level) for number in range(len(aggregate.elements))
        ]

    @property
    def signatures(self) -> frozenset[Signature]:
        """The predicates that it adds."""
        width = len(self._shared)
        return frozenset(
            {
                Signature(f"{self._name}in", width + 1),
                Signature(f"{self._name}has", width),
                Signature(f"{self._name}at", width + 2),
                Signature(f"{self._name}low", width + 1),
                Signature(f"{self._name}is", width + 1),
            }
        )

    @property
    def literal(self) -> Literal:
        """That the aggregate has a value, at least one of its tuples being possible."""
        return Literal(self._atom("is", self._shared, self.value))

    @property
    def empty(self) -> Literal:
        """That no tuple which matters can be had."""
        return Literal(self._atom("has", self._shared), negated=True)

    def settle(self, found: Mapping[Signature, Sequence[Atom]]) -> Iterator[Rule]:
        """Facts: the values with exactly the tuples that hold."""
        for shared, rows in self._groups(found).items():
            yield Rule(self._atom("has", shared))
            yield Rule(self._atom("is", shared, fold(self.aggregate.function, (row.args for row in rows))))

    def chain(self, found: Mapping[Signature, Sequence[Atom]]) -> Iterator[Rule]:
        """Rules that give the value, whichever of the possible tuples hold."""
        groups = self._groups(found)
        monotone = is_monotone(self.aggregate, (row.args for rows in groups.values() for row in rows))
        for shared, rows in groups.items():
            if not monotone:
                yield Rule(self._atom("has", shared))
            if self.aggregate.function in ("count", "sum"):
                yield from self._add_up(shared, rows, monotone=monotone)
            else:
                yield from self._compare(shared, rows, monotone=monotone)

    def _groups(self, found: Mapping[Signature, Sequence[Atom]]) -> dict[tuple[Term, ...], list[Symbol]]:
        """The tuples that can hold for each value of the shared variables, in clingo's order."""
        groups: dict[tuple[Term, ...], list[Symbol]] = {}
        for atom in found.get(Signature(f"{self._name}in", len(self._shared) + 1), ()):
            row = atom.args[-1]
            if isinstance(row, Symbol) and self._matters(row.args):
                groups.setdefault(atom.args[:-1], []).append(row)
        return {shared: sorted(groups[shared], key=order_key) for shared in sorted(groups, key=str)}

    def _matters(self, row: tuple[Term, ...]) -> bool:
        """Whether a tuple can change the value."""
        match self.aggregate.function:
            case "count":
                return True
            case "sum":
                return isinstance(weight := weight_of(row), Number) and weight.value != 0
            case _:
                return bool(row)

    def _add_up(self, shared: tuple[Term, ...], rows: Sequence[Symbol], *, monotone: bool) -> Iterator[Rule]:
        counting = self.aggregate.function == "count"
        cap = self._enough() if monotone else None
        states: dict[int, None] = {} if monotone else {0: None}
        for step, row in enumerate(rows, start=1):
            weight = Number(1) if counting else weight_of(row.args)
            assert isinstance(weight, Number)  # others don't matter
            there = Literal(self._atom("in", shared, row))
            following: dict[int, None] = {}

            def reach(
                total: int, *body: Literal, step: int = step, following: dict[int, None] = following
            ) -> Rule:
                if cap is not None and total > cap:
                    total = cap
                if not -(2**31) <= total < 2**31:
                    raise ProgramError("a `#sum` could go beyond 32 bits", remedy="scale what it adds")
                following[total] = None
                return Rule(self._atom("at", shared, Number(step), Number(total)), body)

            if monotone:
                yield reach(weight.value, there)
            for total in states:
                # Before the first tuple nothing has to hold.
                before = (
                    () if step == 1 else (Literal(self._atom("at", shared, Number(step - 1), Number(total))),)
                )
                yield reach(total + weight.value, *before, there)
                yield reach(total, *before, *(() if monotone else (Literal(there.atom, negated=True),)))
            states = following
        for total in states:
            last = Literal(self._atom("at", shared, Number(len(rows)), Number(total)))
            yield Rule(self._atom("is", shared, Number(total)), (last,))

    def _enough(self) -> int | None:
        """The least value that makes all guards hold, where these are numbers."""
        bounds = [
            term.value + (operator == ">")
            for operator, term in self.aggregate.guards
            if isinstance(term, Number)
        ]
        return max(bounds) if len(bounds) == len(self.aggregate.guards) else None

    def _compare(self, shared: tuple[Term, ...], rows: Sequence[Symbol], *, monotone: bool) -> Iterator[Rule]:
        upward = self.aggregate.function == "min"
        values: dict[Term, list[Literal]] = {}
        for row in sorted(rows, key=lambda row: order_key(row.args[0])):
            values.setdefault(row.args[0], []).append(Literal(self._atom("in", shared, row)))
        better: tuple[Literal, ...] = ()
        for value, ways in values.items() if upward else reversed(values.items()):
            for there in ways:
                yield Rule(self._atom("is", shared, value), (*better, there))
            if not monotone:
                none = self._atom("low", shared, value)
                yield Rule(none, (*better, *(Literal(there.atom, negated=True) for there in ways)))
                better = (Literal(none),)
        if not monotone:
            yield Rule(self._atom("is", shared, NEUTRAL[self.aggregate.function]), better)

    def _collect(self, rule: Rule, number: int, strata: Mapping[Signature, int], level: int) -> Rule:
        """A rule for the tuples of one element."""
        element = self.aggregate.elements[number]
        body: list[BodyElement] = list(element.condition)
        bound = _bound(element.condition)
        for variable in self._shared:
            if variable.name in bound:
                continue
            binder = next((p for p in rule.body if variable.name in _bound((p,)) and p not in body), None)
            if not isinstance(binder, Literal) or strata.get(binder.atom.signature, -1) >= level:
                place = rule.location
                raise ProgramError(
                    f"`{self.aggregate}` depends on `{variable}`, which nothing settled before it binds",
                    file=place.file if place else None,
                    line=place.line if place else None,
                    column=place.column if place else None,
                    remedy=f"bind `{variable}` by a literal inside the aggregate",
                )
            body.append(binder)
            bound |= _bound((binder,))
        return Rule(self._atom("in", self._shared, Symbol("", element.terms)), tuple(body), rule.location)

    def _atom(self, kind: str, shared: Sequence[Term], *rest: Term) -> Atom:
        return Atom(f"{self._name}{kind}", (*shared, *rest))


def _rewrite(rule: Rule, places: Sequence[_Place], *, actual: bool) -> Iterator[Rule]:
    """The rule for each way in which its aggregates have tuples or not."""
    for choice in product((True, False), repeat=len(places)):
        rest = iter(zip(places, choice, strict=True))
        body: list[BodyElement] = []
        for part in rule.body:
            if not isinstance(part, Aggregate):
                body.append(part)
                continue
            place, inhabited = next(rest)
            value: Term = place.value
            if inhabited:
                body.append(place.literal)
            else:
                value = NEUTRAL[part.function]
                if actual or not is_monotone(part, [(Number(-1),)]):
                    body.append(place.empty)
            body += [Comparison(value, (guard,)) for guard in part.guards]
        if not any(isinstance(part, Comparison) and _never_holds(part) for part in body):
            yield Rule(rule.head, tuple(body), rule.location)


def _never_holds(comparison: Comparison) -> bool:
    sides = (comparison.left, *(term for _, term in comparison.guards))
    if not all(map(is_ground, sides)) or len(comparison.guards) != 1:
        return False
    ((operator, right),) = comparison.guards
    return not compare(comparison.left, operator, right)


def _bound(body: Iterable[BodyElement]) -> set[str]:
    """Variables that a positive literal binds."""
    found: set[str] = set()
    for part in body:
        if isinstance(part, Literal) and not part.negated:
            stack = list(part.atom.args)
            while stack:
                term = stack.pop()
                if isinstance(term, Variable):
                    found.add(term.name)
                elif isinstance(term, Symbol):
                    stack += term.args
    return found


def _fresh(rule: Rule, name: str) -> str:
    """A variable that the rule doesn't have."""
    taken = {*rule.variables, *(name for part in rule.aggregates for name in part.inner)}
    taken |= {name for atom in rule.positive for arg in atom.args for name in variables_of(arg)}
    fresh = f"V{name.lstrip('_a')}"
    while fresh in taken:
        fresh += "_"
    return fresh

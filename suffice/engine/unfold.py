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

from collections.abc import Iterator, Mapping, Sequence

from suffice.engine.aggregates import NEUTRAL, fold, is_monotone, weight_of
from suffice.engine.closure import close, stratify
from suffice.engine.evaluation import order_key
from suffice.engine.ground import Unfolded, ground_program
from suffice.engine.limits import Limits
from suffice.engine.normal_form import normalise_program
from suffice.engine.places import Place, find_places, rewrite
from suffice.errors import LimitReached, ProgramError
from suffice.rules import Atom, Literal, Number, Program, Rule, Signature, Symbol, Term

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
    places = find_places(program)
    strata = stratify(program)
    plain: dict[Rule, tuple[Rule, ...]] = {rule: (rule,) for rule in program.rules if not rule.aggregates}
    extra: list[Rule] = []
    hidden: set[Signature] = set()
    for level in sorted({strata[rule.head.signature] for rule in places}):
        own = {
            rule: list(map(_Unfolding, found)) for rule, found in places.items() if found[0].level == level
        }
        below = [
            new for rule, made in plain.items() if strata.get(rule.head.signature, -1) < level for new in made
        ]
        collectors = [rule for parts in own.values() for part in parts for rule in part.collectors]
        ground = ground_program(Program((*below, *extra, *collectors)), limits=limits)
        found: dict[Signature, list[Atom]] = {}
        for atom in close(ground).sequence if actual else ground.atoms:
            found.setdefault(atom.signature, []).append(atom)
        budget = _Budget(limits.instances)
        for rule, parts in own.items():
            plain[rule] = tuple(rewrite(rule, places[rule], _always_empty if actual else _empty))
            for part in parts:
                hidden |= part.signatures
                for new in part.settle(found) if actual else part.chain(found):
                    budget.spend()
                    extra.append(new)
        if not actual:
            extra += collectors
    rules = tuple(new for rule in program.rules for new in plain[rule])
    origins = {new: rule for rule, made in plain.items() if rule.aggregates for new in made}
    return Unfolded(Program((*rules, *extra), program.shows), frozenset(hidden), origins)


def _always_empty(place: Place) -> Literal:
    return place.negated("has")


def _empty(place: Place) -> Literal | None:
    """That no tuple which matters can be had; nothing where more tuples never make the guards fail."""
    return None if is_monotone(place.aggregate, [(Number(-1),)]) else place.negated("has")


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


class _Unfolding:
    """How one aggregate has its value."""

    def __init__(self, place: Place) -> None:
        self.aggregate = place.aggregate
        self._place = place
        #: Rules for the tuples of the elements.
        self.collectors = [
            Rule(place.atom("in", Symbol("", element.terms)), body)
            for element, body in zip(place.aggregate.elements, place.bodies, strict=True)
        ]

    @property
    def signatures(self) -> frozenset[Signature]:
        """The predicates that it adds."""
        kinds = {"in": 1, "has": 0, "at": 2, "low": 1, "is": 1}
        return frozenset(self._place.signature(kind, more) for kind, more in kinds.items())

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
        for atom in found.get(self._place.signature("in", 1), ()):
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

    def _atom(self, kind: str, shared: Sequence[Term], *rest: Term) -> Atom:
        return self._place.atom(kind, *rest, shared=shared)

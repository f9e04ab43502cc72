"""Places: where aggregates stand in a program, and the rules in which predicates of our own take their place.

Each element of an aggregate becomes the body of a rule for the tuples that it gives; in the rule itself stand a literal for
the value and a comparison for each guard. How the value comes from the tuples is for others to say (`unfold`, `grouping`).

>>> from suffice.rules import parse_program
>>> program = parse_program("true(E) :- event(E), #count { P : saw(P, E) } >= 2.")
>>> (place,) = find_places(program)[program.rules[0]]
>>> print(*rewrite(program.rules[0], [place], lambda place: place.negated("is", Variable("_"))))
true(E) :- event(E), __a1is(E,V1), V1 >= 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product

from suffice.engine.aggregates import NEUTRAL
from suffice.engine.closure import stratify
from suffice.engine.evaluation import compare
from suffice.errors import ProgramError
from suffice.rules import (
    Aggregate,
    Atom,
    BodyElement,
    Comparison,
    Literal,
    Program,
    Rule,
    Signature,
    Symbol,
    Term,
    Variable,
)
from suffice.rules.terms import is_ground, variables_of

__all__ = ["Place", "find_places", "rewrite"]


class Place:
    """One aggregate in one rule.

    Args:
        rule: the rule.
        aggregate: one of its aggregates.
        name: what the predicates that take its place begin with.
        strata: of the program's predicates.
    """

    def __init__(self, rule: Rule, aggregate: Aggregate, name: str, strata: Mapping[Signature, int]) -> None:
        self.aggregate = aggregate
        self.level = strata[rule.head.signature]
        self._name = name
        outer = frozenset(rule.variables)
        #: Variables that it shares with its rule.
        self.shared = tuple(Variable(name) for name in sorted(aggregate.inner & outer))
        #: The variable for its value.
        self.value = Variable(_fresh(rule, name))
        #: For each element, the body of a rule that binds the shared variables and the tuple.
        self.bodies = [self._body(rule, element.condition, strata) for element in aggregate.elements]

    def signature(self, kind: str, more: int = 0) -> Signature:
        """A predicate that takes its place: the shared variables, and so many more arguments."""
        return Signature(f"{self._name}{kind}", len(self.shared) + more)

    def atom(self, kind: str, *rest: Term, shared: Sequence[Term] | None = None) -> Atom:
        """An atom of one of these."""
        return Atom(f"{self._name}{kind}", (*(self.shared if shared is None else shared), *rest))

    def negated(self, kind: str, *rest: Term) -> Literal:
        """That there is no such atom."""
        return Literal(self.atom(kind, *rest), negated=True)

    def _body(
        self, rule: Rule, condition: tuple[Literal | Comparison, ...], strata: Mapping[Signature, int]
    ) -> tuple[BodyElement, ...]:
        body: list[BodyElement] = list(condition)
        bound = _bound(condition)
        for variable in self.shared:
            if variable.name in bound:
                continue
            binder = next((p for p in rule.body if variable.name in _bound((p,)) and p not in body), None)
            if not isinstance(binder, Literal) or strata.get(binder.atom.signature, -1) >= self.level:
                file, line, column = rule.location or (None, None, None)
                raise ProgramError(
                    f"`{self.aggregate}` depends on `{variable}`, which nothing settled before it binds",
                    file=file,
                    line=line,
                    column=column,
                    remedy=f"derive `{variable}` by a rule of its own, or use the engine `clingo`",
                )
            body.append(binder)
            bound |= _bound((binder,))
        return tuple(body)


def find_places(program: Program) -> dict[Rule, tuple[Place, ...]]:
    """The places of the aggregates of each rule that has some, by strata from below.

    Args:
        program: in normal form, safe and stratified.

    Raises:
        ProgramError: it is not stratified, or an aggregate speaks of what is not settled.
    """
    strata = stratify(program)
    text = str(program)
    prefix = "__a"
    while prefix in text:  # no name of ours may be one of the user's
        prefix += "_"
    rules = [rule for rule in dict.fromkeys(program.proper_rules) if rule.aggregates]
    found: dict[Rule, tuple[Place, ...]] = {}
    count = 0
    for rule in sorted(rules, key=lambda rule: strata[rule.head.signature]):
        names = [f"{prefix}{count + number}" for number in range(1, len(rule.aggregates) + 1)]
        count += len(names)
        pairs = zip(rule.aggregates, names, strict=True)
        found[rule] = tuple(Place(rule, aggregate, name, strata) for aggregate, name in pairs)
    return found


def rewrite(rule: Rule, places: Sequence[Place], empty: Callable[[Place], Literal | None]) -> Iterator[Rule]:
    """The rule for each way in which its aggregates have tuples or not.

    Args:
        rule: with aggregates.
        places: theirs, in order.
        empty: what says that an aggregate has no tuples; None where its value then does no harm beside another.
    """
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
                body.append(Literal(place.atom("is", place.value)))
            else:
                value = NEUTRAL[part.function]
                if (nothing := empty(place)) is not None:
                    body.append(nothing)
            body += [Comparison(value, (guard,)) for guard in part.guards]
        if not any(isinstance(part, Comparison) and _never_holds(part) for part in body):
            yield Rule(rule.head, tuple(body), rule.location)


def _never_holds(comparison: Comparison) -> bool:
    if not all(map(is_ground, comparison.terms)) or len(comparison.guards) != 1:
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
    taken |= {name for part in rule.body for term in part.terms for name in variables_of(term)}
    fresh = f"V{name.lstrip('_a')}"
    while fresh in taken:
        fresh += "_"
    return fresh

"""Naive evaluation: rules as written, applied to facts until nothing new comes; slow, short, and without clingo.

The checker re-derives with it, and the tests hold it against the other engines.

Source: S. Abiteboul, R. Hull and V. Vianu, Foundations of Databases (1995), section 13.1.

>>> from suffice.rules import parse_program
>>> program = parse_program("e(1,2). e(2,3). t(X,Y) :- e(X,Y). t(X,Z) :- e(X,Y), t(Y,Z).")
>>> sorted(map(str, apply_rules(program.proper_rules, program.facts)))
['e(1,2)', 'e(2,3)', 't(1,2)', 't(1,3)', 't(2,3)']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from suffice.engine.aggregates import bind_guards, fold
from suffice.engine.evaluation import Bindings, evaluate, holds, match, substitute
from suffice.engine.limits import unbounded
from suffice.errors import LimitReached
from suffice.rules import (
    Aggregate,
    Atom,
    BodyElement,
    Comparison,
    Interval,
    Operation,
    Rule,
    Signature,
    Symbol,
    Term,
)
from suffice.rules.graph import settling_order
from suffice.rules.terms import variables_of

__all__ = [
    "Count",
    "Rows",
    "apply_in_order",
    "apply_once",
    "apply_rules",
    "count_rows",
    "is_absent_from",
    "match_atom",
    "satisfy_aggregate",
    "value_of",
    "values_of",
]

#: The tuples that an aggregate's elements give, with repetitions.
Rows: TypeAlias = list[tuple[Term, ...]]
#: Under which bindings an aggregate with these tuples holds.
Count: TypeAlias = Callable[[Aggregate, Bindings, Rows], list[dict[str, Term]]]
#: Atoms that may be derived.
MAX_ATOMS = 200_000


@dataclass(frozen=True, slots=True)
class _World:
    """What a body is true of: the facts of each predicate, what is absent, what an aggregate's tuples make true; a clock."""

    facts: Callable[[Signature], Sequence[Atom]]
    absent: Callable[[Atom], bool]
    count: Count
    check: Callable[[], None] = unbounded


def count_rows(aggregate: Aggregate, bindings: Bindings, rows: Rows) -> list[dict[str, Term]]:
    """The bindings under which an aggregate of these tuples holds."""
    return bind_guards(aggregate, fold(aggregate.function, rows), bindings)


def apply_rules(
    rules: Iterable[Rule],
    facts: Iterable[Atom],
    *,
    absent: Callable[[Atom], bool] = lambda atom: False,
    count: Count = count_rows,
    check: Callable[[], None] = unbounded,
) -> frozenset[Atom]:
    """Everything that follows from facts.

    Args:
        rules: Horn rules; a rule that could never be safe derives nothing.
        facts: ground atoms.
        absent: whether a negative literal may be taken to hold; its atom has values put in and may have `_`.
        count: under which bindings an aggregate holds, given the tuples known so far; that these are all is for the
            caller to see to.
        check: called for each step of a join; what it raises comes through.

    Returns:
        The facts and what follows.

    Raises:
        LimitReached: more than `MAX_ATOMS` atoms.
    """
    rules = tuple(rules)
    known = set(facts)
    by_predicate = _by_predicate(known)
    world = _World(lambda signature: tuple(by_predicate.get(signature, ())), absent, count, check)
    changed = True
    while changed:
        changed = False
        for rule in rules:
            fresh = {
                head
                for bindings in _satisfy(rule.body, {}, world, frozenset(rule.variables))
                for head in values_of(rule.head, bindings)
            }
            for head in sorted(fresh - known, key=str):
                known.add(head)
                by_predicate.setdefault(head.signature, []).append(head)
                changed = True
            if len(known) > MAX_ATOMS:
                raise LimitReached(f"more than {MAX_ATOMS} atoms follow", remedy="bound the rules")
    return frozenset(known)


def _by_predicate(facts: Iterable[Atom]) -> dict[Signature, list[Atom]]:
    found: dict[Signature, list[Atom]] = {}
    for fact in sorted(facts, key=str):
        found.setdefault(fact.signature, []).append(fact)
    return found


def apply_once(
    rules: Iterable[Rule],
    facts: Iterable[Atom],
    *,
    absent: Callable[[Atom], bool] = lambda atom: False,
    check: Callable[[], None] = unbounded,
) -> dict[Atom, Rule]:
    """The immediate consequences of facts: each head that some rule gives at once, with the first such rule.

    Args:
        rules: as for `apply_rules`.
        facts: ground atoms.
        absent: as for `apply_rules`.
        check: as for `apply_rules`.

    >>> from suffice.rules import parse_program
    >>> program = parse_program("p. q :- p. r :- q.")
    >>> {str(head): str(rule) for head, rule in apply_once(program.proper_rules, program.facts).items()}
    {'q': 'q :- p.'}
    """
    by_predicate = _by_predicate(set(facts))
    world = _World(lambda signature: tuple(by_predicate.get(signature, ())), absent, count_rows, check)
    found: dict[Atom, Rule] = {}
    for rule in rules:
        for bindings in _satisfy(rule.body, {}, world, frozenset(rule.variables)):
            for head in values_of(rule.head, bindings):
                found.setdefault(head, rule)
    return found


def apply_in_order(
    rules: Iterable[Rule],
    facts: Iterable[Atom],
    *,
    absent: Callable[[Atom], bool] | None = None,
    count: Count = count_rows,
    check: Callable[[], None] = unbounded,
) -> frozenset[Atom]:
    """Everything that follows from facts by rules with negation and aggregates, one component after the other.

    Args:
        rules: stratified.
        facts: ground atoms.
        absent: as for `apply_rules`; what doesn't follow if None.
        count: as for `apply_rules`.
        check: as for `apply_rules`.

    >>> from suffice.rules import parse_program
    >>> program = parse_program("p(1..3). n(N) :- #count { X : p(X), not q(X) } = N. q(2) :- p(2).")
    >>> sorted(map(str, apply_in_order(program.proper_rules, [])))
    ['n(2)', 'p(1)', 'p(2)', 'p(3)', 'q(2)']
    """
    rules = tuple(rules)
    known = frozenset(facts)
    for members in settling_order(rules):
        own = [rule for rule in rules if rule.head.signature in members]
        if own:
            known = apply_rules(own, known, absent=absent or is_absent_from(known), count=count, check=check)
    return known


def satisfy_aggregate(
    aggregate: Aggregate,
    bindings: Bindings,
    facts: Callable[[Signature], Sequence[Atom]],
    absent: Callable[[Atom], bool] | None = None,
) -> list[dict[str, Term]]:
    """The bindings under which an aggregate holds; those of the variables that it shares are given.

    Args:
        aggregate: from a rule.
        bindings: of the rule's variables.
        facts: everything that holds, by predicate.
        absent: as for `apply_rules`; what no fact matches if None.
    """

    world = _settled(facts, absent)
    return count_rows(aggregate, bindings, _rows(aggregate, bindings, world))


def value_of(aggregate: Aggregate, bindings: Bindings, facts: Callable[[Signature], Sequence[Atom]]) -> Term:
    """What an aggregate comes to, given the variables that it shares.

    Args:
        aggregate: from a rule.
        bindings: of the rule's variables.
        facts: everything that holds, by predicate.
    """
    return fold(aggregate.function, _rows(aggregate, bindings, _settled(facts)))


def _settled(
    facts: Callable[[Signature], Sequence[Atom]], absent: Callable[[Atom], bool] | None = None
) -> _World:
    """A world in which all is known: what no fact matches is absent, unless that is said otherwise."""

    def missing(atom: Atom) -> bool:
        return all(match_atom(atom, other, {}) is None for other in facts(atom.signature))

    return _World(facts, absent or missing, count_rows)


def _rows(aggregate: Aggregate, bindings: Bindings, world: _World) -> Rows:
    return [
        row
        for element in aggregate.elements
        for found in _satisfy(element.condition, dict(bindings), world, frozenset())
        for row in product(*(evaluate(term, found) for term in element.terms))
    ]


def values_of(atom: Atom, bindings: Bindings) -> tuple[Atom, ...]:
    """The ground atoms that an atom stands for; `_` stays as it is."""
    choices = [
        evaluate(substitute(arg, bindings), {})
        if "_" not in variables_of(arg)
        else (substitute(arg, bindings),)
        for arg in atom.args
    ]
    return tuple(Atom(atom.name, args, atom.positive) for args in product(*choices))


def match_atom(pattern: Atom, fact: Atom, bindings: Bindings) -> dict[str, Term] | None:
    """Bind the variables of a pattern so that it becomes a fact; None if it can't be done."""
    if pattern.signature != fact.signature:
        return None
    found: dict[str, Term] | None = dict(bindings)
    for part, value in zip(pattern.args, fact.args, strict=True):
        found = match(part, value, found) if found is not None else None
    return found


def is_absent_from(known: Iterable[Atom]) -> Callable[[Atom], bool]:
    """A test for `apply_rules`: a negative literal holds if nothing known matches it."""
    atoms = tuple(known)
    return lambda atom: all(match_atom(atom, other, {}) is None for other in atoms)


def _satisfy(
    body: tuple[BodyElement, ...], bindings: dict[str, Term], world: _World, outer: frozenset[str]
) -> Iterator[dict[str, Term]]:
    """All bindings that make a body true: the first element that can be decided or extended, then the rest.

    `outer` are the rule's global variables: an aggregate waits for those that it shares.
    """
    agenda = [(body, bindings)]  # no recursion: a body may be longer than Python's stack is deep
    while agenda:
        world.check()
        body, bindings = agenda.pop()
        if not body:
            yield bindings
            continue
        place, extended = _first_step(body, bindings, world, outer)
        rest = body[:place] + body[place + 1 :]
        agenda += [(rest, further) for further in reversed(extended)]


def _first_step(
    body: tuple[BodyElement, ...], bindings: dict[str, Term], world: _World, outer: frozenset[str]
) -> tuple[int, list[dict[str, Term]]]:
    """The first element that can be decided or extended, with what comes of it; nothing if there is none."""
    for solving in (False, True):  # solve `p(X+1)` for X only where no other element binds X
        for place, part in enumerate(body):
            extended = _extend(part, bindings, world, outer, solving=solving)
            if extended is not None:
                return place, extended
    return 0, []


def _extend(
    part: BodyElement, bindings: dict[str, Term], world: _World, outer: frozenset[str], *, solving: bool
) -> list[dict[str, Term]] | None:
    """Bindings under which one element is true; None if it must wait for a variable."""
    if isinstance(part, Aggregate):
        if any(name not in bindings for name in part.inner & outer):
            return None
        return world.count(part, bindings, _rows(part, bindings, world))
    unknown = {name for name in part.variables if name != "_" and name not in bindings}
    if isinstance(part, Comparison):
        return _assign(part, bindings) if unknown else [bindings] if holds(part, bindings) else []
    if part.negated:
        if unknown:
            return None
        return [bindings] if any(map(world.absent, values_of(part.atom, bindings))) else []
    if not solving and any(_computes(arg, unknown) for arg in part.atom.args):
        return None
    found = (match_atom(part.atom, fact, bindings) for fact in world.facts(part.atom.signature))
    return [extended for extended in found if extended is not None]


def _computes(term: Term, unknown: set[str]) -> bool:
    """Whether arithmetic over unknown variables stands in a term."""
    match term:
        case Operation() | Interval():
            return not unknown.isdisjoint(variables_of(term))
        case Symbol(args=args):
            return any(_computes(arg, unknown) for arg in args)
        case _:
            return False


def _assign(comparison: Comparison, bindings: dict[str, Term]) -> list[dict[str, Term]] | None:
    """`X = term` binds X to each value of the term."""
    if len(comparison.guards) != 1 or comparison.guards[0][0] != "=":
        return None
    right = comparison.guards[0][1]
    for pattern, term in ((comparison.left, right), (right, comparison.left)):
        if all(name in bindings for name in variables_of(term)):
            found = (match(pattern, value, bindings) for value in evaluate(term, bindings))
            return [extended for extended in found if extended is not None]
    return None

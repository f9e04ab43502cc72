"""Naive evaluation: rules as written, applied to facts until nothing new comes; slow, short, and without clingo.

The checker re-derives with it, and the tests hold it against the other engines.

Source: S. Abiteboul, R. Hull and V. Vianu, Foundations of Databases (1995), section 13.1.

>>> from suffice.rules import parse_program
>>> program = parse_program("e(1,2). e(2,3). t(X,Y) :- e(X,Y). t(X,Z) :- e(X,Y), t(Y,Z).")
>>> sorted(map(str, apply_rules(program.proper_rules, program.facts)))
['e(1,2)', 'e(2,3)', 't(1,2)', 't(1,3)', 't(2,3)']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product

from suffice.engine.evaluation import Bindings, evaluate, holds, match, substitute
from suffice.errors import LimitReached
from suffice.rules import Atom, BodyElement, Comparison, Interval, Operation, Rule, Signature, Symbol, Term
from suffice.rules.terms import variables_of

__all__ = ["apply_rules", "is_absent_from", "match_atom", "values_of"]

#: Atoms that may be derived.
MAX_ATOMS = 200_000


def apply_rules(
    rules: Iterable[Rule],
    facts: Iterable[Atom],
    *,
    absent: Callable[[Atom], bool] = lambda atom: False,
) -> frozenset[Atom]:
    """Everything that follows from facts.

    Args:
        rules: Horn rules; a rule that could never be safe derives nothing.
        facts: ground atoms.
        absent: whether a negative literal may be taken to hold; its atom has values put in and may have `_`.

    Returns:
        The facts and what follows.

    Raises:
        LimitReached: more than `MAX_ATOMS` atoms.
    """
    rules = tuple(rules)
    known = set(facts)
    by_predicate: dict[Signature, list[Atom]] = {}
    for fact in sorted(known, key=str):
        by_predicate.setdefault(fact.signature, []).append(fact)
    changed = True
    while changed:
        changed = False
        for rule in rules:
            fresh = {
                head
                for bindings in _satisfy(rule.body, {}, by_predicate, absent)
                for head in values_of(rule.head, bindings)
            }
            for head in sorted(fresh - known, key=str):
                known.add(head)
                by_predicate.setdefault(head.signature, []).append(head)
                changed = True
            if len(known) > MAX_ATOMS:
                raise LimitReached(f"more than {MAX_ATOMS} atoms follow", remedy="bound the rules")
    return frozenset(known)


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
    body: tuple[BodyElement, ...],
    bindings: dict[str, Term],
    facts: Mapping[Signature, list[Atom]],
    absent: Callable[[Atom], bool],
) -> Iterator[dict[str, Term]]:
    """All bindings that make a body true: the first element that can be decided or extended, then the rest."""
    if not body:
        yield bindings
        return
    for solving in (False, True):  # solve `p(X+1)` for X only where no other element binds X
        for place, part in enumerate(body):
            extended = _extend(part, bindings, facts, absent, solving=solving)
            if extended is not None:
                rest = body[:place] + body[place + 1 :]
                for further in extended:
                    yield from _satisfy(rest, further, facts, absent)
                return


def _extend(
    part: BodyElement,
    bindings: dict[str, Term],
    facts: Mapping[Signature, list[Atom]],
    absent: Callable[[Atom], bool],
    *,
    solving: bool,
) -> list[dict[str, Term]] | None:
    """Bindings under which one element is true; None if it must wait for a variable."""
    unknown = {name for name in part.variables if name != "_" and name not in bindings}
    if isinstance(part, Comparison):
        return _assign(part, bindings) if unknown else [bindings] if holds(part, bindings) else []
    if part.negated:
        if unknown:
            return None
        return [bindings] if any(map(absent, values_of(part.atom, bindings))) else []
    if not solving and any(_computes(arg, unknown) for arg in part.atom.args):
        return None
    found = (match_atom(part.atom, fact, bindings) for fact in tuple(facts.get(part.atom.signature, ())))
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

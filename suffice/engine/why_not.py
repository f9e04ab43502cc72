"""Why not: for a goal that doesn't follow, at which literal each of its rules fails, what is open, and what is missing.

>>> from suffice.rules import parse_atom, parse_program
>>> program = parse_program('''
... abducible(born, 2). director(f, ann). answer(Y) :- director(f, P), born(P, Y), Y < 1970.''')
>>> absence = explain_absence(program, parse_atom("answer(1950)"))
>>> for failure in absence.failures:
...     print(failure.failed, *(f"{name}={value}" for one in failure.bindings for name, value in one))
born(P,Y) Y=1950 P=ann
>>> [[str(atom) for atom in atoms] for atoms in absence.missing.sets]
[['born(ann,1950)']]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from suffice.engine.closure import close
from suffice.engine.evaluation import evaluate, holds, match
from suffice.engine.gringo import Meter
from suffice.engine.ground import ground_program
from suffice.engine.limits import Limits, unbounded
from suffice.engine.missing import Missing, find_missing
from suffice.engine.naive import satisfy_aggregate
from suffice.engine.normal_form import normalise_atom, normalise_program
from suffice.engine.proof import Proof, prove
from suffice.engine.unification import unify_head
from suffice.errors import LimitReached
from suffice.rules import Aggregate, Atom, BodyElement, Comparison, Literal, Program, Rule, Signature, Term

__all__ = ["Absence", "RuleFailure", "explain_absence", "find_failures"]

_DEFAULT = Limits()
#: Bindings that are named for one rule, and that are followed through its body.
MAX_NAMED = 5
MAX_BINDINGS = 100_000


@dataclass(frozen=True, slots=True)
class RuleFailure:
    """Where a rule that could derive the goal fails.

    Args:
        rule: the rule.
        failed: the first body element, in the order of evaluation, at which no binding is left; None if the body holds but
            the head that comes out is another atom.
        bindings: what was bound when it failed, at most `MAX_NAMED` of these.
    """

    rule: Rule
    failed: BodyElement | None
    bindings: tuple[tuple[tuple[str, Term], ...], ...]


@dataclass(frozen=True, slots=True)
class Absence:
    """Why a goal doesn't follow.

    Args:
        proof: the decision, with what is open and blocked; its status is `derived` if the goal does follow.
        failures: for each rule that could have derived the goal where it fails.
        missing: the minimal sets of facts that would make it follow.
        limit: the bound that ended the search, if one did.
    """

    proof: Proof
    failures: tuple[RuleFailure, ...]
    missing: Missing
    limit: str | None = None


def explain_absence(
    program: Program, goal: Atom, *, maximum: int | None = 100, limits: Limits = _DEFAULT
) -> Absence:
    """Say why a goal doesn't follow.

    Args:
        program: rules, declarations and facts.
        goal: an atom; a variable stands for anything.
        maximum: list no more sets of missing facts than these.
        limits: bounds on grounding, and the time in all.

    Returns:
        The decision with its reasons; no failures and nothing missing if the goal follows.

    Raises:
        ProgramError: clingo refuses a rule, or negation is not stratified.
    """
    limits = limits.begun()
    check = Meter(limits).check
    proof = prove(program, goal, limits=limits)
    if proof.status == "derived":
        return Absence(proof, (), Missing(((),), True))
    if proof.status == "limit":
        detail = proof.requirements[0].detail
        return Absence(proof, (), Missing((), False, detail), detail)
    normal = normalise_program(program)
    asked = normalise_atom(goal, program)
    failures: tuple[RuleFailure, ...] = ()
    limit = None
    try:
        closure = close(ground_program(normal, limits=limits))
        holding = closure.sequence
        failures = find_failures(normal, holding, asked, check=check)
    except LimitReached as error:
        limit = error.cause
    missing = find_missing(program, goal, maximum=maximum, limits=limits, check=check)
    return Absence(proof, failures, missing, limit or missing.limit)


def find_failures(
    program: Program, facts: Sequence[Atom], goal: Atom, *, check: Callable[[], None] = unbounded
) -> tuple[RuleFailure, ...]:
    """For each rule whose head can be the goal, the first body element at which its join dies.

    Comparisons, aggregates and negative literals are looked at as soon as their variables are bound, positive literals in the order
    written.

    Args:
        program: in normal form.
        facts: everything that holds.
        goal: in normal form.
        check: called for each step; raises when it has taken too long.

    Returns:
        Failures in the order of the rules; a rule that derives an instance of the goal has none.

    Raises:
        LimitReached: a body has more than `MAX_BINDINGS` bindings.
    """
    by_signature: dict[Signature, list[Atom]] = {}
    for fact in facts:
        by_signature.setdefault(fact.signature, []).append(fact)
    found = []
    for rule in program.proper_rules:
        if rule.head.signature == goal.signature:
            start = unify_head(rule, goal)
            failure = None if start is None else _follow(rule, goal, start, by_signature, check)
            if failure is not None:
                found.append(failure)
    return tuple(found)


def _follow(
    rule: Rule,
    goal: Atom,
    start: dict[str, Term],
    facts: dict[Signature, list[Atom]],
    check: Callable[[], None],
) -> RuleFailure | None:
    bindings = [start]
    rest = list(rule.body)
    while rest:
        part = next((one for one in rest if _is_ready(one, bindings[0], rule)), rest[0])
        rest.remove(part)
        following: list[dict[str, Term]] = []
        for bound in bindings:
            check()
            following += _extend(part, bound, facts)
            if len(following) > MAX_BINDINGS:
                raise LimitReached(f"a rule's body has more than {MAX_BINDINGS} bindings")
        if not following:
            return _failure(rule, part, bindings)
        bindings = following
    for bound in bindings:
        heads = (evaluate(arg, bound) for arg in rule.head.args)
        values: dict[str, Term] | None = {}
        for asked, choices in zip(goal.args, heads, strict=True):
            matches = (match(asked, value, values) for value in choices if values is not None)
            values = next((one for one in matches if one is not None), None)
        if values is not None:
            return None
    return _failure(rule, None, bindings)


def _failure(rule: Rule, part: BodyElement | None, bindings: list[dict[str, Term]]) -> RuleFailure:
    named = dict.fromkeys(
        tuple((name, bound[name]) for name in rule.variables if name in bound) for bound in bindings
    )
    return RuleFailure(rule, part, tuple(named)[:MAX_NAMED])


def _is_ready(part: BodyElement, bound: dict[str, Term], rule: Rule) -> bool:
    """Whether a body element can be looked at: an assignment, or all that it needs is bound."""
    if isinstance(part, Aggregate):
        return all(name in bound for name in part.inner.intersection(rule.variables))
    unknown = [name for name in part.variables if name != "_" and name not in bound]
    if isinstance(part, Literal):
        return not part.negated or not unknown
    return not unknown or _assigned(part, bound) is not None


def _assigned(comparison: Comparison, bound: dict[str, Term]) -> tuple[Term, tuple[Term, ...]] | None:
    """`pattern = value` where only the pattern has unknown variables."""
    if len(comparison.guards) == 1 and comparison.guards[0][0] == "=":
        sides = (comparison.left, comparison.guards[0][1])
        for pattern, term in (sides, sides[::-1]):
            if all(name in bound for name in Atom("", (term,)).variables):
                return pattern, evaluate(term, bound)
    return None


def _extend(
    part: BodyElement, bound: dict[str, Term], facts: dict[Signature, list[Atom]]
) -> list[dict[str, Term]]:
    """The bindings under which a body element holds."""
    if isinstance(part, Aggregate):
        return satisfy_aggregate(part, bound, lambda signature: facts.get(signature, ()))
    if isinstance(part, Comparison):
        if all(name in bound for name in part.variables):
            return [bound] if holds(part, bound) else []
        assigned = _assigned(part, bound)
        if assigned is None:
            return []
        matches = (match(assigned[0], value, bound) for value in assigned[1])
        return [one for one in matches if one is not None]
    found = []
    for fact in facts.get(part.atom.signature, ()):
        values: dict[str, Term] | None = bound
        for pattern, value in zip(part.atom.args, fact.args, strict=True):
            values = match(pattern, value, values) if values is not None else None
        if values is not None:
            found.append(dict(values))
    if part.negated:
        return [] if found else [bound]
    return found

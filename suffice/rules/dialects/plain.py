"""Rules in their plainest form, which all notations share: no `#const`, no intervals, no chains, no constant arithmetic.

>>> from suffice.rules.parse import parse_program
>>> rules, _ = plain_rules(parse_program("#const n = 2. p(1..n). q(X) :- p(X), 0 < X < n+1, 1 < 2. r(1/0)."))
>>> [str(rule) for rule in rules]
['p(1).', 'p(2).', 'q(X) :- p(X), 0 < X, X < 3.']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise, product
from math import prod

from suffice.rules.arithmetic import compare, fold
from suffice.rules.atoms import Atom, Comparison, Literal, PlainElement, Signature
from suffice.rules.dialects.dialect import Loss
from suffice.rules.program import RESERVED, Program
from suffice.rules.rule import Location, Rule
from suffice.rules.terms import Interval, Number, Operation, Symbol, Term, Variable, is_ground, variables_of

__all__ = [
    "arranged",
    "computations",
    "first_places",
    "is_declaration",
    "left_out",
    "plain_rules",
    "renamings",
    "terms_in",
    "unbounded",
]

#: Rules that one rule with intervals may be written out to.
MAX_RULES = 10_000
_WRAPPING = frozenset({"+", "-", "*", "**", "|"})


def plain_rules(program: Program) -> tuple[list[Rule], list[Loss]]:
    """The rules of a program, written out; a rule whose comparisons or arithmetic can't hold has no counterpart.

    Args:
        program: any program.

    Returns:
        Rules that derive the same, and the rules that could not be written out.
    """
    rules: list[Rule] = []
    lost: list[Loss] = []
    for rule in program.resolved:
        if rule.aggregates:
            lost.append(left_out(rule, "it has an aggregate"))
            continue
        bounds = [bound for term in terms_in(rule) for bound in _intervals(term)]
        known = [bound for bound in bounds if bound is not None]
        if len(known) < len(bounds):
            lost.append(left_out(rule, "an interval has bounds that only its instances know"))
        elif prod(len(bound) for bound in known) > MAX_RULES:
            lost.append(left_out(rule, f"its intervals stand for more than {MAX_RULES} rules"))
        else:
            rules += (plain for choice in product(*known) if (plain := _plain(rule, iter(choice))))
    return rules, lost


def first_places(rules: Iterable[Rule]) -> dict[Signature, Location | None]:
    """The predicates of plain rules, each with the place of the first rule that has it."""
    first: dict[Signature, Location | None] = {}
    for rule in rules:
        for atom in (rule.head, *(part.atom for part in rule.plain if isinstance(part, Literal))):
            first.setdefault(atom.signature, rule.location)
    return first


def renamings(
    first: Mapping[Signature, Location | None], names: Mapping[Signature, str], why: str = ""
) -> Iterator[Loss]:
    """What is lost where a predicate is written under another name, or strong negation becomes a name.

    Args:
        first: predicates and their places.
        names: how they are written.
        why: what to say before of one that could not keep its name.
    """
    for signature, place in first.items():
        new = names[signature]
        if not signature.positive:
            said = f"written as `{new}`: that it contradicts `{signature.name}` is not said"
            yield Loss(place, f"`{signature}`", said)
        elif new != signature.name:
            yield Loss(place, f"the name of `{signature}`", f"{why}written as `{new}`")


def left_out(rule: Rule, why: str) -> Loss:
    """The loss of a whole rule."""
    return Loss(rule.location, f"`{rule}`", f"left out: {why}")


def unbounded(rules: Iterable[Rule], language: str) -> Iterator[Loss]:
    """That arithmetic does not wrap at 32 bits in a language; said once, of the first rule that computes."""
    for rule in rules:
        inner = (operation.operator for term in terms_in(rule) for operation in computations(term))
        if any(operator in _WRAPPING for operator in inner):
            yield Loss(
                rule.location, f"`{rule}`", f"numbers of {language} have no bound, ours wrap at 32 bits"
            )
            return


def is_declaration(rule: Rule) -> bool:
    """Whether it is a fact of a reserved predicate, `witnessed/1` excepted."""
    head = rule.head
    return (
        rule.is_fact
        and RESERVED.get(head.name) == len(head.args)
        and head.name != "witnessed"
        and head.positive
    )


def terms_in(rule: Rule) -> Iterator[Term]:
    """The outermost terms of a rule, in order."""
    yield from rule.head.args
    for part in rule.plain:
        yield from part.terms


def _intervals(term: Term) -> Iterator[range | None]:
    """The intervals in a term, in order; None for one whose bounds are no numbers yet."""
    match term:
        case Interval():
            match fold(term):
                case None:
                    yield range(0)
                case Interval(lower=Number(value=low), upper=Number(value=high)):
                    yield range(low, high + 1)
                case Interval(lower=lower, upper=upper) if is_ground(lower) and is_ground(upper):
                    yield range(0)
                case _:
                    yield None
        case Symbol(args=args) | Operation(args=args):
            for arg in args:
                yield from _intervals(arg)
        case _:
            pass


def _chosen(term: Term, choice: Iterator[int]) -> Term:
    match term:
        case Interval():
            return Number(next(choice))
        case Symbol(name=name, args=args, positive=positive) if args:
            return Symbol(name, tuple(_chosen(arg, choice) for arg in args), positive)
        case Operation(operator=operator, args=args):
            return Operation(operator, tuple(_chosen(arg, choice) for arg in args))
        case _:
            return term


def _plain(rule: Rule, choice: Iterator[int]) -> Rule | None:
    """The rule with numbers for its intervals; None if it can have no instance."""

    def value(term: Term) -> Term | None:
        return fold(_chosen(term, choice))

    head = _atom(rule.head, value)
    if head is None:
        return None
    body: list[PlainElement] = []
    for part in rule.plain:
        if isinstance(part, Literal):
            atom = _atom(part.atom, value)
            if atom is None:
                return None
            body.append(Literal(atom, part.negated))
            continue
        sides = [value(term) for term in part.terms]
        operators = [operator for operator, _ in part.guards]
        for (left, right), operator in zip(pairwise(sides), operators, strict=True):
            if left is None or right is None:
                return None
            if not (is_ground(left) and is_ground(right)):
                body.append(Comparison(left, ((operator, right),)))
            elif not compare(left, operator, right):
                return None
    return Rule(head, tuple(body), rule.location)


def _atom(atom: Atom, value: Callable[[Term], Term | None]) -> Atom | None:
    args = tuple(arg for arg in map(value, atom.args) if arg is not None)
    return Atom(atom.name, args, atom.positive) if len(args) == len(atom.args) else None


def arranged(rule: Rule) -> tuple[PlainElement, ...] | None:
    """The body in an order in which it can be evaluated from left to right; tests stand as early as they can.

    Args:
        rule: a plain rule.

    Returns:
        The body; None if some of it would have to be solved, as `p(X+1)` is by clingo.

    >>> from suffice.rules.parse import parse_program
    >>> print(*map(str, arranged(parse_program("p(Y) :- Y = X+1, not r(X), q(X).").rules[0])), sep=", ")
    q(X), Y = X+1, not r(X)
    """
    left = list(rule.plain)
    bound: set[str] = set()
    found: list[PlainElement] = []
    while left:
        ready = [part for part in left if _is_ready(part, bound)]
        if not ready:
            return None
        tests = [part for part in ready if isinstance(part, Comparison) or part.negated]
        part = (tests or ready)[0]
        found.append(part)
        del left[next(place for place, other in enumerate(left) if other is part)]
        if not (isinstance(part, Literal) and part.negated):
            bound.update(name for name in part.variables if name != "_")
    needed = {name for arg in rule.head.args for name in variables_of(arg)}
    return tuple(found) if needed <= bound else None


def _is_ready(part: PlainElement, bound: set[str]) -> bool:
    if isinstance(part, Literal):
        names = part.variables if part.negated else _computed(part.atom.args)
        return bound.issuperset(name for name in names if name != "_")
    ((operator, right),) = part.guards
    free = [term for term in (part.left, right) if not bound.issuperset(variables_of(term))]
    if operator == "=" and len(free) == 1:
        return isinstance(free[0], Variable) and free[0].name != "_"
    return not free


def computations(term: Term) -> Iterator[Operation]:
    """The operations in a term, the innermost first."""
    match term:
        case Operation(args=args):
            for arg in args:
                yield from computations(arg)
            yield term
        case Symbol(args=args):
            for arg in args:
                yield from computations(arg)
        case _:
            pass


def _computed(terms: Iterable[Term]) -> Iterator[str]:
    """Variables inside arithmetic."""
    for term in terms:
        match term:
            case Operation():
                yield from variables_of(term)
            case Symbol(args=args):
                yield from _computed(args)
            case _:
                pass

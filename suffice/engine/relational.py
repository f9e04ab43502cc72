"""Relational form: rules as joins over columns of plain values, and what has no such form.

Chains of comparisons are split, terms without variables evaluated, and a variable that a body computes (`Y = X+1`) is
replaced by its term, so that every variable left stands by itself in some positive literal.

>>> from suffice.rules import parse_program
>>> program = parse_program("q(1). p(Y) :- q(X), Y = X+1, 1 <= Y < 2+3.")
>>> [str(rule) for rule in relational_rules(program)]
['p(X+1) :- q(X), X+1 = X+1, 1 <= X+1, X+1 < 5.']
>>> obstacle(parse_program("p(f(X)) :- q(X)."))
'`p(f(X)) :- q(X).` builds or takes apart the term `f(X)`'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from suffice.engine.closure import stratify
from suffice.engine.evaluation import Bindings, compare, evaluate, substitute
from suffice.engine.gringo import Meter, run_gringo
from suffice.engine.limits import Limits
from suffice.engine.normal_form import normalise_program
from suffice.rules import (
    Atom,
    BodyElement,
    Comparison,
    Interval,
    Literal,
    Operation,
    Program,
    Rule,
    Symbol,
    Term,
    Variable,
)
from suffice.rules.arithmetic import without_overflow
from suffice.rules.atoms import PlainElement
from suffice.rules.terms import is_ground, variables_of

__all__ = ["LONGEST", "check_program", "obstacle", "relational_rules", "split_bodies"]

#: Bodies with more elements are split: databases plan a join in more than quadratic time, and nest what they parse.
LONGEST = 64
#: How many elements each part then gets: few, since only between parts are repeated rows dropped.
_PART = 8


def check_program(program: Program) -> None:
    """Make sure that a program means something: safe and stratified.

    Raises:
        ProgramError: it does not.
    """
    rules = program.proper_rules
    run_gringo("\n".join(str(without_overflow(rule)) for rule in rules), Meter(Limits()), rules, parts=())
    stratify(program)


def relational_rules(program: Program) -> tuple[Rule, ...]:
    """The rules with a body in relational form; those whose body can't hold are left out.

    Args:
        program: in normal form or not.

    Returns:
        Rules in the order of the program, at their places.
    """
    formed = (_form(rule) for rule in normalise_program(program).proper_rules)
    return tuple(rule for rule in formed if rule is not None)


def split_bodies(rules: Iterable[Rule], longest: int = LONGEST) -> tuple[Rule, ...]:
    """Rules whose long bodies are made of parts, each of which joins a few elements to what the part before it found.

    Args:
        rules: in relational form.
        longest: the most elements that a body keeps.

    Returns:
        Rules in the same order; the parts are predicates that are not ordinary ones (`normal_form.is_ordinary`).

    >>> from suffice.rules import parse_program
    >>> text = "p(A,I) :- e(A,B), e(B,C), e(C,D), e(D,E), e(E,F), e(F,G), e(G,H), e(H,I), A < I."
    >>> for rule in split_bodies(parse_program(text).rules, 4):
    ...     print(*rule.head.args, "from", len(rule.body))
    A I from 8
    A I from 2
    """
    found: list[Rule] = []
    for number, rule in enumerate(rules):
        found += [rule] if len(rule.body) <= longest else _parts(rule, number)
    return tuple(found)


def _parts(rule: Rule, number: int) -> Iterator[Rule]:
    """The rules for the parts of a body, then the rule itself."""
    elements = _in_order(rule)
    pieces = [elements[start : start + _PART] for start in range(0, len(elements), _PART)]
    last: dict[str, int] = {}
    for place, piece in enumerate(pieces):
        last.update((name, place) for part in piece for name in part.variables if name != "_")
    last.update((name, len(pieces)) for name in rule.head.variables)
    before: tuple[Literal, ...] = ()
    live: dict[str, None] = {}
    for place, piece in enumerate(pieces[:-1]):
        live.update((name, None) for part in piece for name in part.variables if name != "_")
        live = {name: None for name in live if last[name] > place}
        head = Atom(f"{number} {place}", tuple(map(Variable, live)))  # no text has a name with a space
        yield Rule(head, (*before, *piece), rule.location)
        before = (Literal(head),)
    yield Rule(rule.head, (*before, *pieces[-1]), rule.location)


def _in_order(rule: Rule) -> list[PlainElement]:
    """The elements of a body, each condition behind the literals that bind its variables."""
    literals: list[Literal] = []
    conditions: list[PlainElement] = []
    for part in rule.plain:
        if not isinstance(part, Literal) or part.negated:
            conditions.append(part)
            continue
        args: list[Term] = []
        for arg in part.atom.args:
            if isinstance(arg, Operation):  # what it computes from may come later
                fresh = Variable(f"V {len(conditions)}")
                conditions.append(Comparison(fresh, (("=", arg),)))
                arg = fresh
            args.append(arg)
        literals.append(Literal(Atom(part.atom.name, tuple(args), part.atom.positive)))
    bound: dict[str, int] = {}
    for place, literal in enumerate(literals):
        for name in literal.variables:
            bound.setdefault(name, place)
    due: dict[int, list[PlainElement]] = {}
    for part in conditions:
        due.setdefault(max((bound[name] for name in part.variables if name != "_"), default=0), []).append(
            part
        )
    if not literals:
        return conditions
    return [part for place, literal in enumerate(literals) for part in (literal, *due.get(place, ()))]


def obstacle(
    program: Program, *, arithmetic: bool = True, origins: Mapping[Rule, Rule] | None = None
) -> str | None:
    """What keeps a safe program from being said with columns of plain values.

    Args:
        program: any safe program.
        arithmetic: whether the engine computes.
        origins: for rules that have been made, those to name instead.

    Returns:
        The first rule that it can't say and why; None if it can say all.
    """
    program = normalise_program(program)
    for source in program.proper_rules:
        if source.aggregates:
            return f"`{source}` has an aggregate"
    named = any(_has_name(arg) for atom in program.facts for arg in atom.args) or any(
        _has_name(term) for rule in program.proper_rules for term in _terms(rule)
    )
    for source in program.proper_rules:
        rule = _form(source)
        if rule is None:
            continue
        source = (origins or {}).get(source, source)
        for term in _terms(rule):
            if found := _obstacle(term, arithmetic=arithmetic, named=named):
                return f"`{source}` {found}"
        loose = set(rule.variables) - _bound(rule.body)
        if loose:
            return f"`{source}` has to be solved for `{min(loose)}`"
    return None


def _obstacle(term: Term, *, arithmetic: bool, named: bool) -> str | None:
    match term:
        case Interval():
            return f"has an interval, `{term}`"
        case Symbol() if not is_ground(term):
            return f"builds or takes apart the term `{term}`"
        case Operation() if not arithmetic:
            return f"computes `{term}`"
        case Operation(operator="**"):
            return f"has a power, `{term}`"
        case Operation(operator="-", args=(_,)) if named:
            return f"has `{term}`, which may be the negation of a name"
        case Operation(args=args):
            found = (_obstacle(arg, arithmetic=arithmetic, named=named) for arg in args)
            return next(filter(None, found), None)
    return None


def _terms(rule: Rule) -> Iterator[Term]:
    yield from rule.head.args
    for part in rule.plain:
        if isinstance(part, Literal):
            yield from part.atom.args
        else:
            yield part.left
            yield from (term for _, term in part.guards)


def _has_name(term: Term) -> bool:
    match term:
        case Symbol(name=name):
            return bool(name)
        case Operation(args=args):
            return any(map(_has_name, args))
    return False


def _form(rule: Rule) -> Rule | None:
    """The rule in relational form; None if a comparison in it never holds."""
    body = list(_split(rule.plain))
    head = rule.head
    while (found := _definition(body)) is not None:
        body = [_put(part, found) for part in body]
        head = _put_atom(head, found)
    head = _put_atom(head, {})
    kept: list[PlainElement] = []
    for part in (_put(part, {}) for part in body):
        if isinstance(part, Comparison) and is_ground(part.left) and is_ground(part.guards[0][1]):
            if not compare(part.left, *part.guards[0]):
                return None
        else:
            kept.append(part)
    return Rule(head, tuple(kept), rule.location)


def _split(body: Iterable[PlainElement]) -> Iterator[PlainElement]:
    for part in body:
        if isinstance(part, Literal):
            yield part
        else:
            sides = [("", part.left), *part.guards]
            for (_, left), guard in pairwise(sides):
                yield Comparison(left, (guard,))


def _bound(body: Iterable[BodyElement]) -> set[str]:
    """Variables that stand by themselves in a positive literal."""
    return {
        arg.name
        for part in body
        if isinstance(part, Literal) and not part.negated
        for arg in part.atom.args
        if isinstance(arg, Variable) and arg.name != "_"
    }


def _definition(body: list[PlainElement]) -> Bindings | None:
    """A variable that an equation computes from what positive literals bind, with its term."""
    bound = _bound(body)
    for part in body:
        if isinstance(part, Comparison) and part.guards[0][0] == "=":
            right = part.guards[0][1]
            for own, other in ((part.left, right), (right, part.left)):
                if (
                    isinstance(own, Variable)
                    and own.name not in bound
                    and bound.issuperset(variables_of(other))
                ):
                    return {own.name: other}
    return None


def _put(part: PlainElement, bindings: Bindings) -> PlainElement:
    if isinstance(part, Literal):
        return Literal(_put_atom(part.atom, bindings), part.negated)
    guards = tuple((operator, _put_term(term, bindings)) for operator, term in part.guards)
    return Comparison(_put_term(part.left, bindings), guards)


def _put_atom(atom: Atom, bindings: Bindings) -> Atom:
    return Atom(atom.name, tuple(_put_term(arg, bindings) for arg in atom.args), atom.positive)


def _put_term(term: Term, bindings: Bindings) -> Term:
    """The term with values put in; evaluated where it has one value."""
    term = substitute(term, bindings)
    if is_ground(term) or variables_of(term):
        return term
    values = evaluate(term, {})
    return values[0] if len(values) == 1 else term

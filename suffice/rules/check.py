"""What is wrong with a program, all of it in one run.

>>> from suffice.rules.parse import parse_sources
>>> text = "answer(X) :- born(X, Y), not answer(Y). born(a, b). old(X) :- born(Y, _)."
>>> for found in diagnose(parse_sources([("a.lp", text)])):
...     print(found)
a.lp:1:26: error[unstratified]: `answer/1` depends on its own negation: answer/1 -> not answer/1; \
break the circle: derive what is negated, or aggregated, without what it decides
a.lp:1:57: error[unsafe]: `X` is unsafe in this rule; let it stand by itself in a positive body literal
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import pairwise

import clingo

from suffice.rules.aggregates import Aggregate
from suffice.rules.arithmetic import undefined_divisions, without_overflow
from suffice.rules.atoms import Literal, Signature
from suffice.rules.convert import PlacedRule
from suffice.rules.declarations import check_declarations, nearest
from suffice.rules.diagnostic import Diagnostic
from suffice.rules.graph import closure, components, shortest_path
from suffice.rules.occurrences import Occurrences
from suffice.rules.parse import Parsed
from suffice.rules.plan import check_plan
from suffice.rules.program import RESERVED, Program
from suffice.rules.rule import Location

__all__ = ["diagnose", "fragment"]

_UNSAFE = re.compile(r"^<block>:(\d+):\d+[-:\d]*: note: '(.*)' is unsafe$", re.MULTILINE)
_PLACE = re.compile(r"<block>:(\d+):\d+[-:\d]*: error: (.*)")


def diagnose(parsed: Parsed) -> tuple[Diagnostic, ...]:
    """Everything that is wrong with a program, or probably so, sorted by place.

    Args:
        parsed: what `parse_sources` made of one or more texts.

    Returns:
        Errors and warnings; none of them hides another. Nothing is said about the absence of a predicate whose name
        occurs in a statement that could not be read.
    """
    where = Occurrences(parsed)
    found = {
        *parsed.diagnostics,
        *_unsafe(parsed.rules),
        *_undefined_divisions(parsed),
        *_unstratified(where),
        *_arity_clashes(where),
        *_undefined(where),
        *_unreachable_goals(where),
        *_never_used(where),
        *check_declarations(where),
        *check_plan(where),
    }
    order = {file: index for index, file in reversed([*enumerate(parsed.files)])}
    return tuple(sorted(found, key=lambda d: (order[d.location.file], d.location, d.kind, d.cause)))


def fragment(program: Program) -> str:
    """The fragment a program lives in.

    Returns:
        "monotone" for Horn rules with comparisons and arithmetic: more evidence never takes an answer away; a support
        is a set of units. "stratified" where a rule has default negation or an aggregate: a support then also says what
        must be absent.

    >>> from suffice.rules.parse import parse_program
    >>> fragment(parse_program("p(X) :- q(X), X < 3.")), fragment(parse_program("p(X) :- q(X), not r(X)."))
    ('monotone', 'stratified')
    """
    return "stratified" if any(rule.suspended for rule in program.rules) else "monotone"


def _unsafe(rules: Iterable[PlacedRule]) -> Iterator[Diagnostic]:
    """Variables that no positive literal binds. clingo says which: it checks all rules without grounding any."""
    checked = [placed for placed in rules if placed.variables]
    messages: list[str] = []
    control = clingo.Control(logger=lambda _, message: messages.append(message), message_limit=2**31 - 1)
    control.add("base", [], "\n".join(str(without_overflow(placed.rule)) for placed in checked))
    with suppress(RuntimeError):
        control.ground([])
    for message in messages:
        unsafe = _UNSAFE.findall(message)
        for line, name in unsafe:
            name = "_" if name.startswith("#Anon") else name
            place = checked[int(line) - 1].variables.get(name)
            if place is not None:
                cause = f"`{name}` is unsafe in this rule"
                yield Diagnostic("unsafe", place, cause, "let it stand by itself in a positive body literal")
        if not unsafe and (match := _PLACE.match(message)):
            place = checked[int(match[1]) - 1].rule.location
            if place is not None:
                yield Diagnostic("clingo", place, match[2], "clingo refuses this rule; rewrite it")


def _undefined_divisions(parsed: Parsed) -> Iterator[Diagnostic]:
    """Divisions that never have a value, so that their rule never holds; `#const` is put in."""
    for placed, rule in zip(parsed.rules, parsed.program.resolved, strict=True):
        parts = [(rule.head.args, rule.location)]
        parts += [(part.terms, place) for part, place in zip(rule.body, placed.body, strict=True)]
        for terms, place in parts:
            for term in terms:
                for division in undefined_divisions(term):
                    if place is not None:
                        cause = f"`{division}` has no value, so that this rule never holds"
                        remedy = "divide by something else than 0, and not -2147483648 by -1"
                        yield Diagnostic("division", place, cause, remedy)


def _unstratified(where: Occurrences) -> Iterator[Diagnostic]:
    graph: dict[Signature, dict[Signature, bool]] = {}
    negations: list[tuple[Signature, Signature, Location]] = []
    for placed in where.rules:
        head = placed.rule.head.signature
        for part, place in zip(placed.rule.body, placed.body, strict=True):
            match part:
                case Literal(atom=atom, negated=suspended):
                    atoms = (atom,)
                case Aggregate(atoms=atoms):
                    suspended = True
                case _:
                    continue
            for atom in atoms:
                edges = graph.setdefault(head, {})
                edges[atom.signature] = edges.get(atom.signature, False) or suspended
                graph.setdefault(atom.signature, {})
                if suspended:
                    negations.append((head, atom.signature, place))
    part_of = {member: index for index, members in enumerate(components(graph)) for member in members}
    reported: set[int] = set()
    for head, negated, place in negations:
        if part_of[head] == part_of[negated] not in reported:
            reported.add(part_of[head])
            cycle = [head, *shortest_path(graph, negated, head)]
            steps = [str(head)]
            for one, two in pairwise(cycle):
                steps.append(f"not {two}" if graph[one][two] else str(two))
            cause = f"`{head}` depends on its own negation: {' -> '.join(steps)}"
            remedy = "break the circle: derive what is negated, or aggregated, without what it decides"
            yield Diagnostic("unstratified", place, cause, remedy)


def _arity_clashes(where: Occurrences) -> Iterator[Diagnostic]:
    first: dict[str, tuple[Signature, Location]] = {}
    for signature, place in where.first.items():
        if signature.name in RESERVED and signature.name not in first:
            continue
        known, there = first.setdefault(signature.name, (signature, place))
        if known.arity != signature.arity:
            cause = f"`{signature}` here, but `{known}` at {there}"
            yield Diagnostic("arity", place, cause, "give all of them the same arguments, or two names")


def _undefined(where: Occurrences) -> Iterator[Diagnostic]:
    for signature, place in where.bodies.items():
        if where.is_given(signature) or signature in where.program.lookups:
            continue
        declared = signature in where.declared
        if declared and where.program.lookups:
            cause = f"`{signature}` is neither derived nor given, and there is no lookup for it"
            yield Diagnostic("missing-lookup", place, cause, _lookup_remedy(signature))
        elif not declared and not any(other.name == signature.name for other in where.heads):
            cause = f"`{signature}` is not defined: no rule, fact or declaration has it"
            hint = nearest(signature, [*where.heads, *where.program.lookups, *where.declared])
            remedy = f"did you mean `{hint}`? Otherwise " if hint else ""
            remedy += _lookup_remedy(signature) if where.program.lookups else _evidence_remedy(signature)
            yield Diagnostic("undefined", place, cause, remedy)


def _lookup_remedy(signature: Signature) -> str:
    return f'add `lookup({_declared(signature)}, "...")`, a rule or facts'


def _evidence_remedy(signature: Signature) -> str:
    return f"add a rule, facts, or `evidence({_declared(signature)})`"


def _declared(signature: Signature) -> str:
    return f"{'' if signature.positive else '-'}{signature.name}, {signature.arity}"


def _unreachable_goals(where: Occurrences) -> Iterator[Diagnostic]:
    goals = where.declarations("goal")
    if not goals:
        return
    # What is undefined is reported as such and counts as possible here.
    start = {s for s in where.first if s not in where.heads or where.is_given(s, by_rule=False)}
    start |= where.program.lookups.keys() | where.declared | where.defined
    rules = [placed.rule for placed in where.rules]
    possible = closure(((rule.head.signature, {a.signature for a in rule.positive}) for rule in rules), start)
    for signature, place in goals:
        if signature in possible or signature.name in where.unread:
            continue
        if signature in where.heads:
            blocked = next(
                atom.signature
                for rule in rules
                if rule.head.signature == signature
                for atom in rule.positive
                if atom.signature not in possible
            )
            cause = f"no rule can ever reach the goal `{signature}`: it needs `{blocked}`, which needs itself"
            yield Diagnostic(
                "unreachable", place, cause, f"add a rule or facts for `{blocked}` to begin with"
            )
        else:
            hint = nearest(signature, where.heads)
            remedy = f"did you mean `{hint}`?" if hint else f"write a rule with `{signature}` as its head"
            yield Diagnostic("unreachable", place, f"no rule concludes the goal `{signature}`", remedy)


def _never_used(where: Occurrences) -> Iterator[Diagnostic]:
    goals = {signature for signature, _ in where.declarations("goal")}
    if not goals and where.program.shows is None:
        return  # everything may be asked for
    used = {*where.bodies, *goals, *(where.program.shows or ())}
    names = {(signature.name, signature.arity) for signature in used}
    for signature, place in where.heads.items():
        if (signature.name, signature.arity) not in names and signature.name not in where.unread:
            cause = f"`{signature}` is never used: in no body, not shown, no goal"
            hint = nearest(signature, where.bodies)
            remedy = f"did you mean `{hint}`?" if hint else "use it, show it, or delete it"
            yield Diagnostic("never-used", place, cause, remedy, "warning")

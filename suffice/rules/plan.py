"""Whether the lookups of a program can be asked in some order.

A lookup can be asked once its inputs are known (`Lookup.inputs`); its answer makes its other arguments known. Lookups
that wait for each other in a circle can never be asked.

>>> from suffice.rules.parse import parse_sources
>>> text = '''lookup(mother, 2, "Mother of {0}?"). lookup(child, 2, "Child of {0}?").
... answer :- mother(X, Y), child(Y, X).'''
>>> for found in check_plan(Occurrences(parse_sources([("a.lp", text)]))):
...     print(found.cause)
these lookups wait for each other and can never be asked: mother/2 (for X) -> child/2 (for Y) -> mother/2
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from suffice.rules.atoms import Atom, Comparison, Literal, Signature
from suffice.rules.diagnostic import Diagnostic
from suffice.rules.graph import components, shortest_path
from suffice.rules.occurrences import Occurrences
from suffice.rules.rule import Location, Rule
from suffice.rules.terms import Variable, variables_of

__all__ = ["check_plan"]


def check_plan(where: Occurrences) -> Iterator[Diagnostic]:
    """Lookups that can never be asked, whatever the passages say."""
    lookups = where.program.lookups
    if not lookups:
        return
    rules = [placed for placed in where.rules if placed.rule.positive]
    known = _knowable(where, [placed.rule for placed in rules])
    places: dict[Signature, Location] = {}
    waits: dict[Signature, dict[Signature, str]] = {}
    unbound: list[tuple[Signature, str, Location]] = []
    for placed in rules:
        bound, taken = _run(placed.rule, known, where)
        stuck = [atom for atom in placed.rule.positive if atom not in taken]
        for atom in stuck:
            waits.setdefault(placed.rule.head.signature, {}).setdefault(atom.signature, "")
            if atom.signature not in lookups:
                continue
            place = next(
                at
                for part, at in zip(placed.rule.body, placed.body, strict=True)
                if isinstance(part, Literal) and part.atom == atom
            )
            places.setdefault(atom.signature, place)
            for variable in sorted(_inputs(atom, where) - bound):
                sources = [other for other in stuck if other is not atom and variable in other.variables]
                for other in sources:
                    waits.setdefault(atom.signature, {}).setdefault(other.signature, variable)
                if not sources:
                    unbound.append((atom.signature, variable, place))
    graph: dict[Signature, dict[Signature, str]] = {
        node: {other: why for other, why in waits.get(node, {}).items() if other not in known}
        for node in {*waits, *(other for others in waits.values() for other in others)}
        if node not in known
    }
    for members in components(graph):
        asked = [member for member in places if member in members]
        if not asked or (len(members) == 1 and members[0] not in graph[members[0]]):
            continue
        start = asked[0]
        after = min(
            (o for o in graph[start] if o in members), key=lambda o: len(shortest_path(graph, o, start))
        )
        cycle = [start, *shortest_path(graph, after, start)]
        steps = [_step(graph, one, two) for one, two in pairwise(cycle)]
        cause = "these lookups wait for each other and can never be asked: " + " -> ".join(
            [*steps, str(start)]
        )
        remedy = "word one of them without the slot that closes the circle, or give a fact to begin with"
        yield Diagnostic("plan", places[start], cause, remedy)
    for signature, variable, place in unbound:
        cause = f"the lookup of `{signature}` can never be asked: nothing makes its input `{variable}` known"
        remedy = f"add a literal that gives `{variable}`, or word the lookup without that slot"
        yield Diagnostic("plan", place, cause, remedy)


def _step(graph: dict[Signature, dict[Signature, str]], one: Signature, two: Signature) -> str:
    variable = graph[one][two]
    return f"{one} (for {variable})" if variable else str(one)


def _knowable(where: Occurrences, rules: list[Rule]) -> set[Signature]:
    """Predicates of which some atom may come to be known: given, or reached by asking in some order."""
    known = {
        signature
        for signature in where.first
        if where.is_given(signature, by_rule=False)
        or (signature not in where.heads and signature not in where.program.lookups)
    }
    grown = True
    while grown:
        before = len(known)
        for rule in rules:
            _, taken = _run(rule, known, where)
            known.update(atom.signature for atom in taken)
            if len(taken) == len(rule.positive):
                known.add(rule.head.signature)
        grown = len(known) > before
    return known


def _run(rule: Rule, known: set[Signature], where: Occurrences) -> tuple[set[str], list[Atom]]:
    """Go through a body in any order that works: the variables that become known, and the atoms reached."""
    bound = _from_goal(rule, where)
    taken: list[Atom] = []
    grown = True
    while grown:
        grown = False
        for atom in rule.positive:
            askable = atom.signature in where.program.lookups and _inputs(atom, where) <= bound
            if atom not in taken and (askable or atom.signature in known):
                taken.append(atom)
                bound.update(atom.variables)
                grown = True
        for comparison in rule.comparisons:
            for variable in _assigned(comparison, bound):
                bound.add(variable)
                grown = True
    return bound, taken


def _inputs(atom: Atom, where: Occurrences) -> set[str]:
    positions = where.program.lookups[atom.signature].inputs
    return {
        name for at in positions if at < len(atom.args) for name in variables_of(atom.args[at]) if name != "_"
    }


def _from_goal(rule: Rule, where: Occurrences) -> set[str]:
    """Variables of the head that only one lookup mentions: a goal such as `answer("Free Guy", P)` may give them."""
    others = [part.variables for part in rule.body if not (isinstance(part, Literal) and part.negated)]
    return {name for name in rule.head.variables if sum(name in variables for variables in others) == 1}


def _assigned(comparison: Comparison, bound: set[str]) -> Iterator[str]:
    """Variables that an equation makes known."""
    terms = [comparison.left, *(term for _, term in comparison.guards)]
    if all(operator == "=" for operator, _ in comparison.guards):
        for term in terms:
            known = any(other is not term and set(variables_of(other)) <= bound for other in terms)
            if known and isinstance(term, Variable) and term.name not in bound:
                yield term.name

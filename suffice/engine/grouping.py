"""Grouping: aggregates as databases compute them, from one table of tuples a group.

>>> from suffice.rules import parse_program
>>> grouped = group_aggregates(parse_program("n(E,N) :- event(E), N = #count { P : saw(P,E) }."))
>>> print(grouped.program, end="")
n(E,N) :- event(E), __a1is(E,V1), V1 = N.
n(E,N) :- event(E), not __a1is(E,_), 0 = N.
__a1in(E,1,P) :- saw(P,E).
>>> [(group.function, str(group.source), str(group.target)) for group in grouped.groups]
[('count', '__a1in/3', '__a1is/2')]
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from suffice.engine.normal_form import normalise_program
from suffice.engine.places import find_places, rewrite
from suffice.engine.relational import obstacle
from suffice.errors import ProgramError
from suffice.rules import Number, Program, Rule, Signature, Variable
from suffice.rules.aggregates import Function

__all__ = ["Group", "Grouped", "group_aggregates", "refusal"]


@dataclass(frozen=True, slots=True)
class Group:
    """One aggregate: for each value of what it shares with its rule, the value of a function.

    Args:
        function: what it computes.
        source: the tuples; its arguments are what is shared, the length of the tuple, and the tuple, filled up by zeros.
        target: the values; its arguments are what is shared, and the value.
    """

    function: Function
    source: Signature
    target: Signature


@dataclass(frozen=True, slots=True)
class Grouped:
    """A program without aggregates, and the groups to be computed once their tuples are complete.

    Args:
        program: in normal form; the program itself if it has no aggregate.
        groups: in an order in which they can be computed.
        origins: for each rule that has been made, the rule that it comes from.
    """

    program: Program
    groups: tuple[Group, ...] = ()
    origins: Mapping[Rule, Rule] = field(default_factory=dict)

    @property
    def edges(self) -> tuple[tuple[Signature, Signature], ...]:
        """What depends on what beside the rules: values on their tuples."""
        return tuple((group.target, group.source) for group in self.groups)

    @property
    def hidden(self) -> frozenset[Signature]:
        """The predicates that the original doesn't have."""
        return frozenset(one for group in self.groups for one in (group.source, group.target))


def group_aggregates(program: Program) -> Grouped:
    """Replace every aggregate by a literal for its value.

    Args:
        program: safe and stratified.

    Raises:
        ProgramError: it is not stratified, or an aggregate speaks of what is not settled.
    """
    program = normalise_program(program)
    if not any(rule.aggregates for rule in program.rules):
        return Grouped(program)
    places = find_places(program)
    groups: list[Group] = []
    origins: dict[Rule, Rule] = {}
    for rule, own in places.items():
        for place in own:
            function = place.aggregate.function
            elements = [
                (element.terms, body)
                for element, body in zip(place.aggregate.elements, place.bodies, strict=True)
                if element.terms or function == "count"  # others look at the first term
            ]
            width = max((len(terms) for terms, _ in elements), default=1)
            for terms, body in elements:
                rest = (Number(0),) * (width - len(terms))
                origins[Rule(place.atom("in", Number(len(terms)), *terms, *rest), body)] = rule
            groups.append(Group(function, place.signature("in", width + 1), place.signature("is", 1)))
    collectors = tuple(origins)
    rules: list[Rule] = []
    for rule in program.rules:
        made = (
            rewrite(rule, places[rule], lambda place: place.negated("is", Variable("_")))
            if rule in places
            else (rule,)
        )
        for new in made:
            rules.append(new)
            if new is not rule:
                origins[new] = rule
    whole = normalise_program(Program((*rules, *collectors), program.shows))
    return Grouped(whole, tuple(groups), origins)


def refusal(program: Program) -> str | None:
    """What keeps a safe program, aggregates and all, from being said in SQL; None if nothing does."""
    try:
        grouped = group_aggregates(program)
    except ProgramError as error:
        return str(error)
    return obstacle(grouped.program, origins=grouped.origins)

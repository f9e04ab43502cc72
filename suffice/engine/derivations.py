"""Derivations of one atom: the lowest, the smallest, or all of them under a bound.

Within one derivation every atom is derived in one way, and none by way of itself; so a derivation is a choice of rules, and
equal parts are one node (`derivation.Step`). Negation is settled first, as in `prove`.

Sources: D. E. Knuth, A generalization of Dijkstra's algorithm, Information Processing Letters 6 (1977), for the smallest; the
enumeration asks before each choice whether it can still be completed, so that it never runs into a dead end (flashlight
search: R. C. Read and R. E. Tarjan, Bounds on backtrack algorithms, Networks 5 (1975)).

>>> from suffice.rules import parse_atom, parse_program
>>> program = parse_program("a. b. c :- a. c :- b. goal :- c. goal :- a, b.")
>>> found = find_derivations(program, parse_atom("goal"))
>>> [[str(step.atom) for step in one.steps] for one in found.derivations]
[['a', 'b', 'goal'], ['a', 'c', 'goal'], ['b', 'c', 'goal']]
>>> found.complete, [one.height for one in found.derivations]
(True, [1, 2, 2])
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal as OneOf

from suffice.engine.closure import close, follow, reduct
from suffice.engine.conflicts import find_conflicts
from suffice.engine.derivation import Step, derive_steps
from suffice.engine.gringo import Meter
from suffice.engine.ground import GroundProgram, ground_program
from suffice.engine.limits import Limits, unbounded
from suffice.engine.normal_form import normalise_atom
from suffice.engine.slice import is_instance
from suffice.engine.support import useful_rules
from suffice.engine.symbols import order_of
from suffice.errors import LimitReached, UsageError
from suffice.rules import Atom, Number, Program, Rule, String, Symbol, Term

__all__ = [
    "Derivation",
    "Derivations",
    "derivation_facts",
    "find_derivations",
    "find_shortest",
    "iterate_derivations",
]

_DEFAULT = Limits()


@dataclass(frozen=True, slots=True)
class Derivation:
    """One derivation.

    Args:
        steps: premises before conclusions, the goal last; ids are hashes of content.
        height: the longest way from a fact to the goal, in rules.
        size: how many rules it applies as a tree, equal parts counted each time.
    """

    steps: tuple[Step, ...]
    height: int
    size: int


@dataclass(frozen=True, slots=True)
class Derivations:
    """Derivations of a goal.

    Args:
        derivations: each once, lowest first, then smallest; the same program gives the same bytes.
        complete: whether these are all under the bound on height.
        limit: the bound that ended the list, or that left it empty although the goal follows, if one did.
    """

    derivations: tuple[Derivation, ...]
    complete: bool
    limit: str | None = None


def find_derivations(
    program: Program,
    goal: Atom,
    *,
    height: int | None = None,
    maximum: int | None = None,
    limits: Limits = _DEFAULT,
    check: Callable[[], None] = unbounded,
) -> Derivations:
    """List derivations.

    Args:
        program: rules, declarations and facts.
        goal: an atom; a variable stands for anything, and derivations of every instance are listed.
        height: none that is higher.
        maximum: no more than these.
        limits: bounds on grounding.
        check: called now and then; a `LimitReached` that it raises ends the list.

    Raises:
        LimitReached: grounding reached a bound.
        ProgramError: the program is not safe or not stratified.
        UsageError: a bound below what a list can have.
    """
    if maximum is not None and maximum < 1:
        raise UsageError("the list must have room for 1 derivation")
    found: list[Derivation] = []
    limit = None
    try:
        for one in iterate_derivations(program, goal, height=height, limits=limits, check=check):
            if len(found) == maximum:
                limit = f"the list ends after {maximum} derivation{'s' * (maximum > 1)}"
                break
            found.append(one)
    except LimitReached as error:
        limit = error.cause
    if height is not None and not found and limit is None:
        lowest = find_shortest(program, goal, limits=limits)
        if lowest is not None:
            return Derivations((), False, f"the lowest derivation has height {lowest.height}")
    found.sort(
        key=lambda one: (one.height, one.size, [str(step.atom) for step in one.steps], one.steps[-1].id)
    )
    return Derivations(tuple(found), limit is None, limit)


def iterate_derivations(
    program: Program,
    goal: Atom,
    *,
    height: int | None = None,
    limits: Limits = _DEFAULT,
    check: Callable[[], None] = unbounded,
) -> Iterator[Derivation]:
    """Every derivation, lazily, each once; between two of them passes a time polynomial in the ground program.

    Args:
        program: rules, declarations and facts.
        goal: an atom; a variable stands for anything.
        height: none that is higher.
        limits: bounds on grounding.
        check: called for each choice; what it raises comes through.

    >>> from suffice.rules import parse_atom, parse_program
    >>> program = parse_program("e(1,2). e(2,1). t(X,Y) :- e(X,Y). t(X,Z) :- t(X,Y), t(Y,Z).")
    >>> [one.height for one in iterate_derivations(program, parse_atom("t(1,1)"))]
    [2]
    """
    if height is not None and height < 0:
        raise UsageError("a height is not negative")
    instance = _Instance(program, goal, limits, check)
    for target in instance.targets:
        seen: set[tuple[str, ...]] = set()
        for reasons in instance.choices(target, height, check):
            steps = derive_steps(instance.ground, target, reasons)
            ids = tuple(step.id for step in steps)
            if ids not in seen:  # two ways through the hidden part of an aggregate look the same
                if instance.ground.unfolded.hidden:
                    seen.add(ids)
                yield _measured(steps)


def find_shortest(
    program: Program, goal: Atom, *, by: OneOf["height", "size"] = "height", limits: Limits = _DEFAULT
) -> Derivation | None:
    """The shortest derivation.

    Args:
        program: rules, declarations and facts.
        goal: an atom; of several instances the one with the shortest derivation counts.
        by: `height`: the longest way from a fact to the goal is as short as it can be; `size`: as a tree, it
            applies as few rules as it can.
        limits: bounds on grounding, and the time in all.

    Returns:
        The derivation; None if the goal doesn't follow. The same program always gives the same one.

    >>> from suffice.rules import parse_atom, parse_program
    >>> program = parse_program("a. b :- a. c :- b. goal :- c. goal :- a1, a2, a3. a1 :- a. a2 :- a. a3 :- a.")
    >>> [find_shortest(program, parse_atom("goal"), by=way).size for way in ("height", "size")]
    [4, 3]
    """
    limits = limits.begun()
    instance = _Instance(program, goal, limits, Meter(limits).check)
    reasons, _ = instance.cheapest(instance.rules, instance.start, _highest if by == "height" else sum)
    found = [_measured(derive_steps(instance.ground, target, reasons)) for target in instance.targets]
    return min(found, key=lambda one: getattr(one, by), default=None)


def derivation_facts(derivations: Iterable[Derivation]) -> Program:
    """Derivations as facts, which rules can speak of.

    | fact | meaning |
    |---|---|
    | `derives(Id, Atom)` | the node `Id` derives this |
    | `by_rule(Id, Text)` | by this rule; a node without one is a fact |
    | `binding(Id, Name, Value)` | a variable of the rule |
    | `premise(Id, Place, Other)` | what it needs, by position |
    | `absence(Id, Text)` | what must not hold |
    | `condition(Id, Text)` | a comparison, or an aggregate, that held |
    | `stated_by(Id, Unit)` | a unit that states the fact |
    | `concludes(Number, Id)` | the last node of each derivation |

    Args:
        derivations: any; equal nodes of different ones are one node.

    Returns:
        A program of facts, in the order of the derivations; `str` of it is a file that clingo reads.

    >>> from suffice.rules import parse_atom, parse_program
    >>> found = find_derivations(parse_program("rains. wet :- rains."), parse_atom("wet"))
    >>> [str(rule) for rule in derivation_facts(found.derivations).rules][1:3]
    ['stated_by("f92ed0795cf90a0c",rains).', 'derives("aa0ad9b8eaa801a6",wet).']
    """
    facts: dict[Atom, None] = {}

    def add(name: str, *args: Term) -> None:
        facts[Atom(name, args)] = None

    for number, derivation in enumerate(derivations, start=1):
        for step in derivation.steps:
            node = String(step.id)
            add("derives", node, Symbol(step.atom.name, step.atom.args, step.atom.positive))
            if step.rule is not None:
                add("by_rule", node, String(str(step.rule)))
            for name, value in step.bindings:
                add("binding", node, String(name), value)
            for place, premise in enumerate(step.premises, start=1):
                add("premise", node, Number(place), String(premise))
            for literal in step.absent:
                add("absence", node, String(str(literal)))
            for condition in (*step.comparisons, *step.aggregates):
                add("condition", node, String(str(condition)))
            for unit in step.units:
                add("stated_by", node, unit)
        add("concludes", Number(number), String(derivation.steps[-1].id))
    return Program(tuple(map(Rule, facts)))


def _measured(steps: tuple[Step, ...]) -> Derivation:
    heights: dict[str, int] = {}
    sizes: dict[str, int] = {}
    for step in steps:
        below = [heights[premise] for premise in step.premises]
        heights[step.id] = 0 if step.rule is None else 1 + max(below, default=0)
        sizes[step.id] = (step.rule is not None) + sum(sizes[premise] for premise in step.premises)
    last = steps[-1].id
    return Derivation(steps, heights[last], sizes[last])


def _highest(costs: Iterable[int]) -> int:
    return max(costs, default=0)


class _Instance:
    """A ground program with its negation settled, and the instances of a goal that follow."""

    def __init__(
        self, program: Program, goal: Atom, limits: Limits, check: Callable[[], None] = unbounded
    ) -> None:
        self.check = check
        goal = normalise_atom(goal, program)
        closure = close(ground_program(program, limits=limits))
        self.ground: GroundProgram = closure.ground
        conflicts = find_conflicts(self.ground.program, closure.sequence)
        barred = {self.ground.index[atom] for conflict in conflicts for atom in conflict.rivals}
        self.rules = reduct(closure, barred)
        self.start = [atom for atom in self.ground.inputs if atom not in barred]
        holding = follow(self.ground, self.start, self.rules)
        atoms = self.ground.atoms
        self.targets = sorted(
            (atom for atom in holding if is_instance(atoms[atom], goal)),
            key=lambda atom: order_of(atoms[atom]),
        )

    def cheapest(
        self, rules: Iterable[int], start: Iterable[int], total: Callable[[Iterable[int]], int]
    ) -> tuple[dict[int, int | None], dict[int, int]]:
        """For each atom the last rule of its cheapest derivation, None for an input; and what that costs.

        A rule costs 1 and the total of what its body costs; a hidden part of an aggregate costs nothing of its own.
        """
        instances = self.ground.rules
        found: dict[int, int | None] = {}
        costs: dict[int, int] = {}
        missing = {number: len(set(instances[number].positive)) for number in rules}

        def cost(number: int) -> int:
            own = 0 if self.ground.is_hidden(instances[number].head) else 1
            return own + total([costs[atom] for atom in instances[number].positive])

        # An input comes before a rule that costs the same, an earlier rule before a later one.
        heap: list[tuple[int, int, int]] = [(0, -1, atom) for atom in start]
        heap += [(cost(number), number, instances[number].head) for number in missing if not missing[number]]
        heapq.heapify(heap)
        while heap:
            self.check()
            price, number, atom = heapq.heappop(heap)
            if atom in found:
                continue
            found[atom], costs[atom] = None if number < 0 else number, price
            for use in dict.fromkeys(self.ground.uses[atom]):
                if use in missing:
                    missing[use] -= 1
                    if not missing[use]:
                        heapq.heappush(heap, (cost(use), use, instances[use].head))
        return found, costs

    def choices(
        self, target: int, height: int | None, check: Callable[[], None]
    ) -> Iterator[dict[int, int | None]]:
        """Every acyclic choice of reasons for what the target needs."""
        useful = useful_rules(self.ground, target, self.rules, self.start)
        by_head: dict[int, list[int | None]] = {}
        known: set[tuple[int, Rule, tuple[int, ...]]] = set()
        for number in sorted(useful):
            rule = self.ground.rules[number]
            if (rule.head, rule.rule, rule.positive) not in known:  # or it would be the same node
                known.add((rule.head, rule.rule, rule.positive))
                by_head.setdefault(rule.head, []).append(number)
        for atom in self.start:
            by_head.setdefault(atom, []).insert(0, None)
        chosen: dict[int, int | None] = {}
        stack: list[tuple[int, Iterator[int | None]]] = []

        def possible() -> bool:
            check()
            allowed = [
                number for number in useful if chosen.get(self.ground.rules[number].head, number) == number
            ]
            start = [atom for atom in self.start if chosen.get(atom) is None]
            if height is None:
                return target in follow(self.ground, start, allowed, until=target)
            return self.cheapest(allowed, start, _highest)[1].get(target, height + 1) <= height

        if not possible():
            return
        while True:
            undecided = self._undecided(target, chosen)
            if undecided is None:
                yield dict(chosen)
            else:
                stack.append((undecided, iter(by_head[undecided])))
            while stack:
                atom, rest = stack[-1]
                chosen.pop(atom, None)
                for reason in rest:
                    chosen[atom] = reason
                    if possible():
                        break
                    del chosen[atom]
                else:
                    stack.pop()
                    continue
                break
            else:
                return

    def _undecided(self, target: int, chosen: Mapping[int, int | None]) -> int | None:
        """The first atom that the target needs and nothing was chosen for, depth first."""
        seen = {target}
        stack = [target]
        while stack:
            atom = stack.pop()
            if atom not in chosen:
                return atom
            number = chosen[atom]
            body: Sequence[int] = () if number is None else self.ground.rules[number].positive
            fresh = [other for other in dict.fromkeys(body) if other not in seen]
            seen.update(fresh)
            stack += reversed(fresh)
        return None

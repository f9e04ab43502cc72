"""Families: all supports of a slice at once, as a decision diagram that is counted and listed without being written out.

A zero-suppressed decision diagram is a DAG: each node asks for one unit and leads on to the sets without it and to those
with it; equal parts are one node. Families of minimal sets are built bottom up, atom by atom: the union over the rules
for an atom of the joins over a body, non-minimal sets struck out on the way; around a cycle until nothing changes. Such
diagrams are small for layers of alternatives and can explode for large cycles: so there is a bound on steps.

Source: S. Minato, Zero-suppressed BDDs for set manipulation in combinatorial problems, DAC 1993; D. E. Knuth, The Art of
Computer Programming 4A (2011), section 7.1.4, "ZDDs" and exercises on families of sets.

>>> from suffice.engine.slice import slice_goal
>>> from suffice.rules import parse_atom, parse_program
>>> program = parse_program("p(1..10). q(1..10). goal :- p(X), q(Y).")
>>> family = compile_family(slice_goal(program, parse_atom("goal")))
>>> family.count, (0, 10) in set(family)
(100, True)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from suffice.engine.slice import Slice
from suffice.errors import UsageError

__all__ = ["MAX_STEPS", "Family", "compile_family"]

#: Operations on nodes that building a diagram may take, some 2 microseconds each.
MAX_STEPS = 15_000
_STEPS_PER_RULE = 10
#: How many sets a node may have to be written out once, and how many such lists are kept.
_MAX_TAIL = 128
_MAX_TAILS = 1_000
#: Terminals: no set at all, and the empty set alone.
_NONE, _EMPTY = 0, 1


@dataclass(frozen=True)
class Family:
    """A family of sets of units, none inside another. Iterating gives each once, smallest first.

    Args:
        nodes: for each node its variable, the node without it and the node with it; both lie before it.
        root: the node of the family.
        variables: the unit that each variable stands for.
    """

    nodes: Sequence[tuple[int, int, int]]
    root: int
    variables: Sequence[int]

    @cached_property
    def count(self) -> int:
        """How many sets there are."""
        return self._counts[self.root]

    @cached_property
    def units(self) -> frozenset[int]:
        """Units that some set holds."""
        return frozenset(self.variables[self.nodes[node][0]] for node in self._reachable)

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        sizes = self._sizes
        tails: dict[tuple[int, int], list[tuple[int, ...]]] = {}
        for size in range(sizes[self.root].bit_length()):
            if not sizes[self.root] >> size & 1:
                continue
            for node, left, chosen in self._walk(self.root, size, _MAX_TAIL):
                # Few sets are left below: they are the same behind every choice above.
                tail = tails.get((node, left))
                if tail is None:
                    if len(tails) > _MAX_TAILS:
                        tails.clear()
                    tail = tails[node, left] = [rest for _, _, rest in self._walk(node, left, 0)]
                for rest in tail:
                    yield chosen + rest

    def _walk(self, node: int, left: int, most: int) -> Iterator[tuple[int, int, tuple[int, ...]]]:
        """Down from a node to nodes with at most so many sets, by all ways to sets of `left` units.

        Yields:
            The node reached, how many units are left to choose there, and those chosen on the way.
        """
        nodes, variables, sizes, counts = self.nodes, self.variables, self._sizes, self._counts
        stack: list[tuple[int, int, tuple[int, ...]]] = [(node, left, ())]
        while stack:
            node, left, chosen = stack.pop()
            while node > _EMPTY and counts[node] > most:
                variable, low, high = nodes[node]
                without = sizes[low] >> left & 1
                if left and sizes[high] >> (left - 1) & 1:
                    if without:
                        stack.append((low, left, chosen))
                    chosen = (*chosen, variables[variable])
                    node, left = high, left - 1
                else:
                    node = low
            yield node, left, chosen

    def find_lightest(self, weights: Sequence[int]) -> tuple[int, ...] | None:
        """A set of least weight; of several a smallest one, and of these the first in the order of the diagram.

        Args:
            weights: of each unit, 0 or more.

        Returns:
            The set, None if there is none at all.
        """
        if self.root == _NONE:
            return None
        best: dict[int, tuple[int, int]] = {_EMPTY: (0, 0)}
        takes: dict[int, bool] = {}
        for node in self._reachable:
            variable, low, high = self.nodes[node]
            weight, size = best[high]
            taken = (weight + weights[self.variables[variable]], size + 1)
            other = best.get(low)
            takes[node] = other is None or taken <= other
            best[node] = taken if other is None else min(taken, other)
        chosen = []
        node = self.root
        while node > _EMPTY:
            variable, low, high = self.nodes[node]
            if takes[node]:
                chosen.append(self.variables[variable])
            node = high if takes[node] else low
        return tuple(chosen)

    def sample(self, seed: int) -> tuple[int, ...]:
        """One set, each with the same probability; the same seed gives the same set.

        Raises:
            UsageError: the family is empty.
        """
        if not self.count:
            raise UsageError("there is no support to sample")
        random = Random(seed)
        chosen = []
        node = self.root
        while node > _EMPTY:
            variable, low, high = self.nodes[node]
            taken = random.randrange(self._counts[node]) < self._counts[high]
            if taken:
                chosen.append(self.variables[variable])
            node = high if taken else low
        return tuple(chosen)

    @cached_property
    def _reachable(self) -> list[int]:
        """Inner nodes below the root, children first."""
        found = {self.root}
        stack = [self.root]
        while stack:
            node = stack.pop()
            if node > _EMPTY:
                fresh = [child for child in self.nodes[node][1:] if child not in found]
                found.update(fresh)
                stack += fresh
        return sorted(node for node in found if node > _EMPTY)

    @cached_property
    def _counts(self) -> dict[int, int]:
        counts = {_NONE: 0, _EMPTY: 1}
        for node in self._reachable:
            _, low, high = self.nodes[node]
            counts[node] = counts[low] + counts[high]
        return counts

    @cached_property
    def _sizes(self) -> dict[int, int]:
        """For each node the sizes of its sets, as the bits of a number."""
        sizes = {_NONE: 0, _EMPTY: 1}
        for node in self._reachable:
            _, low, high = self.nodes[node]
            sizes[node] = sizes[low] | sizes[high] << 1
        return sizes


def compile_family(part: Slice, *, max_steps: int = MAX_STEPS) -> Family | None:
    """All supports of a slice as a diagram.

    Args:
        part: a slice.
        max_steps: operations that it may take, beyond a few for each rule.

    Returns:
        The family, or None if it takes more steps, is too deep, or the slice is not monotone.
    """
    if not part.is_monotone:
        return None
    bodies: list[list[tuple[int, ...]]] = [[] for _ in range(part.size)]
    for head, body, _ in part.rules:
        bodies[head].append(body)
    groups = _components(part.goal, bodies)
    count = len(part.units)
    # Units that lie near each other below the goal are near each other in the diagram: that keeps it small.
    variables = [atom for group in groups for atom in group if atom < count]
    diagram = _Diagram(max_steps + _STEPS_PER_RULE * len(part.rules))
    families = [_NONE] * part.size
    for variable, unit in reversed(list(enumerate(variables))):
        families[unit] = diagram.node(variable, _NONE, _EMPTY)
    try:
        for group in groups:
            inner = [atom for atom in group if atom >= count]
            changed = bool(inner)
            while changed:
                changed = False
                for atom in inner:
                    found = diagram.unite_all(
                        [diagram.join_all([families[other] for other in body]) for body in bodies[atom]]
                    )
                    changed |= found != families[atom]
                    families[atom] = found
                changed &= len(group) > 1
    except (_TooManySteps, RecursionError):
        return None
    return Family(diagram.nodes, families[part.goal], variables)


class _TooManySteps(Exception):
    """The diagram grows beyond its bound."""


class _Diagram:
    """Nodes, each once, and operations on families of minimal sets."""

    def __init__(self, max_steps: int) -> None:
        self.nodes: list[tuple[int, int, int]] = [(0, 0, 0), (0, 0, 0)]
        self._known: dict[tuple[int, int, int], int] = {}
        self._united: dict[tuple[int, int], int] = {}
        self._joined: dict[tuple[int, int], int] = {}
        self._thinned: dict[tuple[int, int], int] = {}
        self._left = max_steps

    def node(self, variable: int, low: int, high: int) -> int:
        """The node for sets without and with a variable."""
        if high == _NONE:
            return low
        key = (variable, low, high)
        number = self._known.get(key)
        if number is None:
            number = self._known[key] = len(self.nodes)
            self.nodes.append(key)
        return number

    def unite(self, left: int, right: int) -> int:
        """The minimal sets of either."""
        if left in (right, _EMPTY) or right == _NONE:
            return left
        if left == _NONE or right == _EMPTY:
            return right
        if left > right:
            left, right = right, left
        found = self._united.get((left, right))
        if found is None:
            self._step()
            own, low, high = self.nodes[left]
            other, low_other, high_other = self.nodes[right]
            if own == other:
                low, high = self.unite(low, low_other), self.unite(high, high_other)
            elif own < other:
                low = self.unite(low, right)
            else:
                own, low, high = other, self.unite(left, low_other), high_other
            found = self._united[left, right] = self.node(own, low, self._thin(high, low))
        return found

    def unite_all(self, families: list[int]) -> int:
        """The minimal sets of any, neighbours first: the larger families become, the fewer there are."""
        while len(families) > 1:
            families = [
                self.unite(*families[place : place + 2], *[_NONE] * (place + 1 == len(families)))
                for place in range(0, len(families), 2)
            ]
        return families[0] if families else _NONE

    def join_all(self, families: list[int]) -> int:
        """The minimal unions of one set of each."""
        found = _EMPTY
        for family in sorted(families, reverse=True):
            found = self._join(found, family)
        return found

    def _join(self, left: int, right: int) -> int:
        if left == _NONE or right == _NONE:
            return _NONE
        if left == right or right == _EMPTY:
            return left
        if left == _EMPTY:
            return right
        if left > right:
            left, right = right, left
        found = self._joined.get((left, right))
        if found is None:
            self._step()
            own, low, high = self.nodes[left]
            other, low_other, high_other = self.nodes[right]
            if own == other:
                with_both = self._join(high, self.unite(low_other, high_other))
                high = self.unite(with_both, self._join(low, high_other))
                low = self._join(low, low_other)
            elif own < other:
                low, high = self._join(low, right), self._join(high, right)
            else:
                own, low, high = other, self._join(left, low_other), self._join(left, high_other)
            found = self._joined[left, right] = self.node(own, low, self._thin(high, low))
        return found

    def _thin(self, family: int, others: int) -> int:
        """The sets of a family that hold no set of another."""
        if family in (_NONE, others) or others == _EMPTY:
            return _NONE
        if family == _EMPTY or others == _NONE:
            return family
        found = self._thinned.get((family, others))
        if found is None:
            self._step()
            own, low, high = self.nodes[family]
            other, low_other, high_other = self.nodes[others]
            if own < other:
                found = self.node(own, self._thin(low, others), self._thin(high, others))
            elif own > other:
                found = self._thin(family, low_other)
            else:
                high = self._thin(self._thin(high, high_other), low_other)
                found = self.node(own, self._thin(low, low_other), high)
            self._thinned[family, others] = found
        return found

    def _step(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise _TooManySteps


def _components(goal: int, bodies: Sequence[Sequence[tuple[int, ...]]]) -> list[list[int]]:
    """Strongly connected components of what a goal depends on, dependencies first.

    Source: R. Tarjan, Depth-first search and linear graph algorithms, SIAM J. Computing 1 (1972).
    """
    index = {goal: 0}
    lowest = {goal: 0}
    open_atoms = [goal]
    is_open = {goal}
    groups: list[list[int]] = []

    def below(atom: int) -> Iterator[int]:
        return (other for body in bodies[atom] for other in body)

    stack = [(goal, below(goal))]
    while stack:
        atom, children = stack[-1]
        for child in children:
            if child not in index:
                index[child] = lowest[child] = len(index)
                open_atoms.append(child)
                is_open.add(child)
                stack.append((child, below(child)))
                break
            if child in is_open:
                lowest[atom] = min(lowest[atom], index[child])
        else:
            stack.pop()
            if stack:
                parent = stack[-1][0]
                lowest[parent] = min(lowest[parent], lowest[atom])
            if lowest[atom] == index[atom]:
                group: list[int] = []
                while not group or group[-1] != atom:
                    group.append(open_atoms.pop())
                is_open.difference_update(group)
                groups.append(group[::-1])
    return groups

"""Which predicate depends on which: the parts of a program that depend on each other, and what can be reached.

>>> components({"a": ["b"], "b": ["a", "c"], "c": []})
[('c',), ('b', 'a')]
>>> sorted(closure([("b", {"a"}), ("c", {"b", "x"}), ("d", {"b"})], {"a"}))
['a', 'b', 'd']
>>> shortest_path({"a": ["b"], "b": ["c"], "c": []}, "a", "c")
['a', 'b', 'c']
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from typing import TypeVar

from suffice.rules.atoms import Signature
from suffice.rules.rule import Rule

__all__ = ["closure", "components", "settling_order", "shortest_path"]

_Node = TypeVar("_Node", bound=Hashable)


def components(graph: Mapping[_Node, Collection[_Node]]) -> list[tuple[_Node, ...]]:
    """Strongly connected components, each after all that it depends on (Tarjan 1972, without recursion).

    Args:
        graph: the nodes that each node depends on; every node is a key.

    Returns:
        The components in dependency order; a node without a cycle is a component of its own.
    """
    found: list[tuple[_Node, ...]] = []
    number: dict[_Node, int] = {}
    low: dict[_Node, int] = {}
    stack: list[_Node] = []
    open_nodes: set[_Node] = set()
    for root in graph:
        path: list[tuple[_Node, Iterator[_Node]]] = []
        entering: _Node | None = None if root in number else root
        while entering is not None or path:
            if entering is not None:
                number[entering] = low[entering] = len(number)
                stack.append(entering)
                open_nodes.add(entering)
                path.append((entering, iter(graph[entering])))
                entering = None
            node, following = path[-1]
            for other in following:
                if other not in number:
                    entering = other
                    break
                if other in open_nodes:
                    low[node] = min(low[node], number[other])
            else:
                path.pop()
                if path:
                    parent = path[-1][0]
                    low[parent] = min(low[parent], low[node])
                if low[node] == number[node]:
                    members = [stack.pop()]
                    while members[-1] != node:
                        members.append(stack.pop())
                    open_nodes.difference_update(members)
                    found.append(tuple(members))
    return found


def settling_order(
    rules: Iterable[Rule],
    signatures: Iterable[Signature] = (),
    edges: Iterable[tuple[Signature, Signature]] = (),
) -> list[tuple[Signature, ...]]:
    """The components of predicates that depend on each other, each after all that it depends on.

    Args:
        rules: what a head depends on is its body, negated and aggregated atoms included.
        signatures: predicates that may stand in no rule.
        edges: further pairs of a predicate and one that it depends on.

    >>> from suffice.rules.parse import parse_program
    >>> order = settling_order(parse_program("p(X) :- q(X), not r(X). q(X) :- p(X). r(1).").rules)
    >>> [sorted(map(str, members)) for members in order]
    [['r/1'], ['p/1', 'q/1']]
    """
    graph: dict[Signature, set[Signature]] = {signature: set() for signature in signatures}
    # The head stands with its body: so a fact's predicate is there too.
    needed = (
        (rule.head.signature, atom.signature)
        for rule in rules
        for atom in (rule.head, *rule.positive, *rule.suspended)
    )
    for head, other in (*needed, *edges):
        graph.setdefault(head, set()).add(other)
        graph.setdefault(other, set())
    return components(graph)


def closure(rules: Iterable[tuple[_Node, Collection[_Node]]], start: Iterable[_Node]) -> set[_Node]:
    """What follows from `start` by rules (head, body), in linear time: each rule counts what it still waits for."""
    heads: list[_Node] = []
    missing: list[int] = []
    waiting: dict[_Node, list[int]] = {}
    reached = set(start)
    for index, (head, body) in enumerate(rules):
        heads.append(head)
        missing.append(len(set(body)))
        for node in set(body):
            waiting.setdefault(node, []).append(index)
        if not body:
            reached.add(head)
    agenda = list(reached)
    while agenda:
        for index in waiting.get(agenda.pop(), ()):
            missing[index] -= 1
            if missing[index] == 0 and heads[index] not in reached:
                reached.add(heads[index])
                agenda.append(heads[index])
    return reached


def shortest_path(graph: Mapping[_Node, Collection[_Node]], start: _Node, goal: _Node) -> list[_Node]:
    """The nodes of a shortest path from start to goal; `[start]` if they are the same, empty if there is none."""
    origin: dict[_Node, _Node] = {start: start}
    agenda = [start]
    for node in agenda:
        if node == goal:
            path = [node]
            while path[-1] != start:
                path.append(origin[path[-1]])
            return path[::-1]
        for other in graph.get(node, ()):
            if other not in origin:
                origin[other] = node
                agenda.append(other)
    return []

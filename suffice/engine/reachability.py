"""Reachability: the transitive closures among recursive rules, by sets of bits instead of joins.

The rules `t(X,Z) :- t(X,Y), e(Y,Z).` and `t(X,Z) :- e(X,Y), t(Y,Z).` add to what is in `t` already all that paths of `e`
lead to, `t(X,Z) :- t(X,Y), t(Y,Z).` all that its own paths lead to. A strongly connected component reaches what its
members and the components after it reach, so that one pass in dependency order is enough.

Source: E. Nuutila, Efficient Transitive Closure Computation in Large Digraphs (1995), chapter 3.

>>> from suffice.rules import parse_program
>>> rule = parse_program("t(X,Z) :- e(Y,Z), t(X,Y).").rules[0]
>>> path_rule(rule)
('right', Signature(name='e', arity=2, positive=True))
>>> heads, ends = np.array([1, 2, 3, 5]), np.array([2, 3, 1, 1])
>>> [(starts.tolist(), ends.tolist()) for starts, ends in Paths((heads[3:], ends[3:]), (heads, ends)).pairs()]
[([5, 5, 5], [1, 2, 3])]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, cached_property
from itertools import pairwise
from typing import Literal as OneOf
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from suffice.rules import Rule, Signature, Variable
from suffice.rules.graph import components

__all__ = ["Pairs", "Paths", "path_rule"]

#: Two columns of one length.
Pairs: TypeAlias = tuple[NDArray[np.int64], NDArray[np.int64]]
_BLOCK = 2**25


def path_rule(rule: Rule) -> tuple[OneOf["left", "right", "both"], Signature] | None:
    """How a recursive rule follows paths, and through which predicate; None if it does something else.

    Args:
        rule: one in relational form, with its own head in its body.
    """
    own, body = rule.head.signature, rule.positive
    if len(rule.body) != 2 or len(body) != 2:
        return None
    pairs = [atom.args for atom in (rule.head, *body)]
    if not all(
        len(pair) == 2 and all(isinstance(arg, Variable) and arg.name != "_" for arg in pair)
        for pair in pairs
    ):
        return None
    (start, end), first, second = pairs
    one, two = body
    if first[0] != start:
        first, second, one, two = second, first, two, one
    if first != (start, first[1]) or second != (first[1], end) or len({start, first[1], end}) != 3:
        return None
    if one.signature == two.signature == own:
        return "both", own
    if one.signature == own:
        return "right", two.signature
    return "left", one.signature


class Paths:
    """All (x, z) with (x, y) in the base and a path of any length, even none, from y to z.

    Args:
        base: pairs of any integers.
        edges: likewise.
    """

    def __init__(self, base: Pairs, edges: Pairs) -> None:
        self._nodes = nodes = np.unique(np.concatenate((base[1], *edges)))
        self._starts = starts = np.unique(base[0])
        self._edges = _Rows(np.searchsorted(nodes, edges[0]), np.searchsorted(nodes, edges[1]), len(nodes))
        self._base = _Rows(np.searchsorted(starts, base[0]), np.searchsorted(nodes, base[1]), len(starts))

    def are_dense(self, most: int = 2**27) -> bool:
        """Whether sets of bits cost less than joins would, by a sample, and fit into `most` bytes.

        A node costs some 10 us and 1 ns for each word of its set, a join some 0.5 us for each pair.
        """
        size = len(self._nodes)
        if not size or (size + len(self._starts)) * size // 8 > most:
            return False
        after = self._edges.lists
        sample = range(0, size, max(1, size // 16))
        wanted = len(sample) * (100 + size // 100)
        for start in sample:
            seen = {start}
            queue = [start]
            for node in queue:
                fresh = [other for other in after[node] if other not in seen]
                seen.update(fresh)
                queue += dict.fromkeys(fresh)
                if len(seen) > wanted:
                    break
            wanted -= len(seen)
            if wanted <= 0:
                return True
        return False

    def pairs(self) -> Iterator[Pairs]:
        """Each pair once, in blocks, ascending."""
        graph, base, nodes = self._edges.lists, self._base.lists, self._nodes
        reached: list[int] = [0] * len(nodes)
        for members in components(dict(enumerate(graph))):
            bits = 0
            for node in members:
                bits |= 1 << node
                for other in graph[node]:
                    bits |= reached[other]
            for node in members:
                reached[node] = bits
        width = (len(nodes) + 63) // 64
        rows = max(1, _BLOCK // (8 * max(width, 1)))
        for first in range(0, len(self._starts), rows):
            sets: list[int] = []
            for ends in base[first : first + rows]:
                bits = 0
                for node in ends:
                    bits |= reached[node]
                sets.append(bits)
            sizes = [bits.bit_count() for bits in sets]
            columns = _positions([bits.to_bytes(8 * width, "little") for bits in sets], sizes, width)
            yield np.repeat(self._starts[first : first + rows], sizes), nodes[columns]

    def ranked_pairs(self) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]]:
        """Each pair that is not in the base once, with the fewest edges that lead to it, by breadth-first search.

        It needs numba.
        """
        walk = _compiled_walk()
        size = len(self._nodes)
        room = max(4 * size, 2**20)
        starts, ends, steps = (np.empty(room, np.int64) for _ in range(3))
        distances, queue = np.full(size, -1, np.int64), np.empty(size, np.int64)
        rows = (self._base.bounds, self._base.values, self._edges.bounds, self._edges.values)
        start = 0
        while start < len(self._starts):
            start, used = walk(start, *rows, distances, queue, starts, ends, steps)
            yield self._starts[starts[:used]], self._nodes[ends[:used]], steps[:used].copy()


class _Rows:
    """Numbers in rows, of which the ends are kept: row r is `values[bounds[r] : bounds[r + 1]]`."""

    def __init__(self, rows: NDArray[np.int64], values: NDArray[np.int64], size: int) -> None:
        order = np.argsort(rows, kind="stable")
        self.bounds = np.searchsorted(rows[order], np.arange(size + 1))
        self.values = values[order]

    @cached_property
    def lists(self) -> list[list[int]]:
        """All rows."""
        bounds, values = self.bounds.tolist(), self.values.tolist()
        return [values[first:last] for first, last in pairwise(bounds)]


def _positions(sets: list[bytes], sizes: list[int], width: int) -> NDArray[np.int64]:
    """The bits that are set, set after set."""
    words = np.frombuffer(b"".join(sets), dtype="<u8")
    used = np.flatnonzero(words)
    if 4 * len(used) > len(words):
        place = np.flatnonzero(np.unpackbits(words.view(np.uint8), bitorder="little").view(np.bool_))
    else:
        place = np.flatnonzero(np.unpackbits(words[used].view(np.uint8), bitorder="little").view(np.bool_))
        place = (used[place >> 6] << 6) + (place & 63)
    return place - np.repeat(np.arange(len(sets)) * (64 * width), sizes)


@cache
def _compiled_walk() -> Callable[..., tuple[int, int]]:
    import numba

    compiled: Callable[..., tuple[int, int]] = numba.njit(cache=True)(_walk)
    return compiled


def _walk(
    start: int,
    base_bounds: NDArray[np.int64],
    base: NDArray[np.int64],
    edge_bounds: NDArray[np.int64],
    edges: NDArray[np.int64],
    distances: NDArray[np.int64],
    queue: NDArray[np.int64],
    starts: NDArray[np.int64],
    ends: NDArray[np.int64],
    steps: NDArray[np.int64],
) -> tuple[int, int]:
    """Search from one start after another while there is room; the next start, and how many pairs were found."""
    used = 0
    while start < len(base_bounds) - 1 and used + len(queue) <= len(starts):
        last = 0
        for place in range(base_bounds[start], base_bounds[start + 1]):
            node = base[place]
            if distances[node] < 0:
                distances[node] = 0
                queue[last] = node
                last += 1
        first = 0
        while first < last:
            node = queue[first]
            first += 1
            for place in range(edge_bounds[node], edge_bounds[node + 1]):
                other = edges[place]
                if distances[other] < 0:
                    distances[other] = distances[node] + 1
                    queue[last] = other
                    last += 1
                    starts[used] = start
                    ends[used] = other
                    steps[used] = distances[other]
                    used += 1
        for place in range(last):
            distances[queue[place]] = -1
        start += 1
    return start, used

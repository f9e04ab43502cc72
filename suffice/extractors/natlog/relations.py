"""The seven basic relations between two denotations, and how they compose.

MacCartney and Manning 2009. A relation reads *from evidence to claim*: `<` says that what the evidence names is a part
of what the claim names. A composition that leaves more than one relation possible is a set; taken as one relation it is
independence, which loses information and is never unsound.

>>> join("<", "|")
'|'
>>> sorted(join_all("<", ">"))
['#', '<', '=', '>', '|']
>>> converse("<")
'>'
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Literal, TypeAlias, get_args

__all__ = ["RELATIONS", "Relation", "converse", "join", "join_all", "name_relation", "relate_sets"]

Relation: TypeAlias = Literal["=", "<", ">", "!", "|", "v", "#"]
#: Equivalence, forward and reverse entailment, negation, alternation, cover, independence.
RELATIONS: tuple[Relation, ...] = get_args(Relation)

_NAMES: dict[Relation, str] = {
    "=": "equivalence",
    "<": "forward entailment",
    ">": "reverse entailment",
    "!": "negation",
    "|": "alternation",
    "v": "cover",
    "#": "independence",
}
_CONVERSES: dict[Relation, Relation] = {"<": ">", ">": "<"}


def name_relation(relation: Relation) -> str:
    """The relation's name in words."""
    return _NAMES[relation]


def converse(relation: Relation) -> Relation:
    """The relation of y to x, given that of x to y."""
    return _CONVERSES.get(relation, relation)


def relate_sets(x: int, y: int, universe: int) -> Relation:
    """The relation of two sets, given as bit masks, within a universe; neither is empty or all of it.

    >>> relate_sets(0b001, 0b011, 0b111)
    '<'
    """
    if x == y:
        return "="
    disjoint, exhaustive = not x & y, (x | y) == universe
    if disjoint:
        return "!" if exhaustive else "|"
    if exhaustive:
        return "v"
    if x & y == x:
        return "<"
    return ">" if x & y == y else "#"


def _enumerate_joins(size: int = 5) -> dict[tuple[Relation, Relation], frozenset[Relation]]:
    """Which relations of x to z are possible, over all proper non-empty subsets of a small universe.

    Five elements tell all cases apart: eight regions of three sets, of which no composition needs more than five.
    """
    universe = (1 << size) - 1
    sets = range(1, universe)
    table = {(x, y): relate_sets(x, y, universe) for x, y in product(sets, sets)}
    found: dict[tuple[Relation, Relation], set[Relation]] = {}
    for x, y in product(sets, sets):
        first = table[x, y]
        for z in sets:
            found.setdefault((first, table[y, z]), set()).add(table[x, z])
    return {pair: frozenset(relations) for pair, relations in found.items()}


#: The compositions as `_enumerate_joins` gives them, rows by the first relation; held equal by a test.
_TABLE = """
   =  <       >       !  |       v       #
=  =  <       >       !  |       v       #
<  <  <       =<>|#   |  |       <!|v#   <|#
>  >  =<>v#   >       v  >!|v#   v       >v#
!  !  v       |       =  >       <       #
|  |  <!|v#   |       <  =<>|#   <       <|#
v  v  v       >!|v#   >  >       =<>v#   >v#
#  #  <v#     >|#     #  >|#     <v#     =<>!|v#
"""


def _read_table() -> dict[tuple[Relation, Relation], frozenset[Relation]]:
    head, *rows = (line.split() for line in _TABLE.strip().splitlines())
    by_symbol = {str(one): one for one in RELATIONS}
    return {
        (by_symbol[row[0]], by_symbol[column]): frozenset(by_symbol[one] for one in cell)
        for row in rows
        for column, cell in zip(head, row[1:], strict=True)
    }


_JOINS = _read_table()


def join_all(first: Relation, second: Relation) -> frozenset[Relation]:
    """All relations that x can have to z, given that of x to y and that of y to z."""
    return _JOINS[first, second]


def join(first: Relation, second: Relation) -> Relation:
    """Their composition as one relation: independence where more than one is possible.

    Args:
        first: the relation of x to y.
        second: the relation of y to z.
    """
    possible = _JOINS[first, second]
    return next(iter(possible)) if len(possible) == 1 else "#"


def join_sets(first: Iterable[Relation], second: Relation) -> frozenset[Relation]:
    """The exact composition of a set of possible relations with one more."""
    return frozenset().union(*(_JOINS[one, second] for one in first))

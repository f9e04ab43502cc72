"""Projectivity: what a relation between two phrases becomes under the operators that they stand in.

MacCartney and Manning 2009; each row is what an operator does to the seven relations, found by enumerating sets
(`enumerate_row`; a test compares). Rows assume that no argument of an operator is empty or everything, as speakers do.

>>> project("<", ["no.scope"])
'>'
>>> project("<", ["no.scope", "not"])
'<'
>>> project("|", ["some.scope"])
'#'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product

from suffice.extractors.natlog.relations import RELATIONS, Relation, relate_sets

__all__ = ["SLOTS", "enumerate_row", "project", "project_one"]

#: Columns: = < > ! | v #. `down` and `non` are what holds of any downward and of any non-monotone operator.
_ROWS = """
up                    = < > ! | v #
not                   = > < ! v | #
some.restrictor       = < > v # v #
some.scope            = < > v # v #
all.restrictor        = > < | # | #
all.scope             = < > | | # #
no.restrictor         = > < | # | #
no.scope              = > < | # | #
not-all.restrictor    = < > v # v #
not-all.scope         = > < v v # #
at-least.restrictor   = < > # # # #
at-least.scope        = < > # # # #
at-most.restrictor    = > < # # # #
at-most.scope         = > < # # # #
exactly.restrictor    = # # # # # #
exactly.scope         = # # # # # #
the.restrictor        = < > # # # #
the.scope             = < > ! | v #
most.restrictor       = # # # # # #
most.scope            = < > | | # #
embedded              = < > # # # #
down                  = > < # # # #
non                   = # # # # # #
"""


def _read_rows() -> dict[str, dict[Relation, Relation]]:
    by_symbol = {str(one): one for one in RELATIONS}
    rows = {}
    for line in _ROWS.strip().splitlines():
        slot, *cells = line.split()
        rows[slot] = dict(zip(RELATIONS, (by_symbol[cell] for cell in cells), strict=True))
    return rows


_PROJECTED = _read_rows()
#: Places that an operator gives to a phrase.
SLOTS: tuple[str, ...] = tuple(_PROJECTED)


def project_one(relation: Relation, slot: str) -> Relation:
    """What a relation becomes under one operator.

    Args:
        relation: between two phrases.
        slot: of `SLOTS`; `KIND.either` where the phrase may be in the operator's restrictor or in its scope: then
            only what both places agree on is kept.

    Raises:
        KeyError: there is no such slot.
    """
    if slot.endswith(".either"):
        kind = slot.removesuffix(".either")
        one, other = (_PROJECTED[f"{kind}.{place}"][relation] for place in ("restrictor", "scope"))
        return one if one == other else "#"
    return _PROJECTED[slot][relation]


def project(relation: Relation, slots: Sequence[str]) -> Relation:
    """What a relation becomes under operators.

    Args:
        relation: between two phrases.
        slots: places in the operators, the outermost first, as they stand in the sentence.
    """
    for slot in reversed(slots):
        relation = project_one(relation, slot)
    return relation


def _relate_truths(pairs: Iterable[tuple[bool, bool]]) -> Relation:
    """The relation of two sentences, from the pairs of truth values that they can have together."""
    seen = set(pairs)
    both, one, other, neither = (
        (a, b) in seen for a, b in ((True, True), (True, False), (False, True), (False, False))
    )
    if not one and not other:
        return "="
    if not both:
        return "|" if neither else "!"
    if not neither:
        return "v"
    return "<" if not one else ">" if not other else "#"


def enumerate_row(
    holds: Callable[[int, int], bool], *, vacuous: bool = False, size: int = 6
) -> dict[Relation, Relation]:
    """A row of the table: what each relation of x and y becomes between `holds(x, z)` and `holds(y, z)`.

    Args:
        holds: a sentence's truth from the phrase's set and that of the operator's other argument, as bit masks.
        vacuous: whether the other argument may be empty or everything.
        size: elements of the universe.
    """
    universe = (1 << size) - 1
    others = range(universe + 1) if vacuous else range(1, universe)
    truths: dict[Relation, set[tuple[bool, bool]]] = {relation: set() for relation in RELATIONS}
    table = [[holds(x, z) for z in others] for x in range(universe)]
    for x, y in product(range(1, universe), repeat=2):
        truths[relate_sets(x, y, universe)].update(zip(table[x], table[y], strict=True))
    return {relation: _relate_truths(pairs) for relation, pairs in truths.items()}

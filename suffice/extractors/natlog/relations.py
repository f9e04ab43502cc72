"""The seven relations of natural logic (MacCartney and Manning, 2009), between two sets or two propositions.

>>> Relation("<"), Relation.FORWARD.converse
(<Relation.FORWARD: '<'>, <Relation.REVERSE: '>'>)
"""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Relation"]


class Relation(StrEnum):
    """How x stands to y; x is of the evidence and y of the claim."""

    EQUIVALENCE = "="
    FORWARD = "<"
    REVERSE = ">"
    NEGATION = "!"
    ALTERNATION = "|"
    COVER = "v"
    INDEPENDENCE = "#"

    @property
    def converse(self) -> Relation:
        """The relation of y to x."""
        return {Relation.FORWARD: Relation.REVERSE, Relation.REVERSE: Relation.FORWARD}.get(self, self)

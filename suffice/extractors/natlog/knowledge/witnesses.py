"""Witnesses: why two phrases stand in a relation, in a form that can be verified again without search.

>>> witness = Witness("family", ("weekday", "any", "Monday", "Friday"))
>>> Witness.read(witness.write()) == witness, witness.needs_one_value
(True, False)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

from suffice.errors import SufficeError
from suffice.extractors.natlog.relations import Relation

__all__ = ["Kind", "Lexical", "Witness"]

Kind = Literal[
    "equal", "synset_path", "listed", "antonym", "family", "numeric", "date", "name", "modifier", "part"
]


@dataclass(frozen=True, slots=True)
class Witness:
    """Why a relation holds.

    Args:
        kind: by which rule.
        detail: what the rule needs to verify it, in one canonical spelling:

            - `equal`: `form`, and the normal form of both; or `lemma`, and a noun or verb of which both are forms.
            - `synset_path`, `listed`: part of speech, the narrower lemma, its rank (`1` is the most frequent sense), the
              nodes from the narrower to the broader, the broader lemma's rank, the broader lemma.
            - `part`: as `synset_path`, from a place to one that it is in.
            - `antonym`: part of speech, x's lemma, x's nodes upwards, `|` or `!`, y's nodes downwards, y's lemma.
            - `family`: its name, its slot, the two members.
            - `numeric`: domain (`N` counts, `R` measures), x's set, y's set, what is counted.
            - `date`: x's set of days, y's set of days.
            - `name`: the rule, the two names in normal form.
            - `modifier`: the modifier, what it does, the rest of the phrase.
    """

    kind: Kind
    detail: tuple[str, ...]

    @property
    def needs_one_value(self) -> bool:
        """Whether it holds only in a slot that has one value."""
        return (self.kind == "family" and self.detail[1:2] == ("functional",)) or (
            self.kind == "name" and self.detail[:1] == ("other",)
        )

    def write(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {"kind": self.kind, "detail": list(self.detail)}

    @staticmethod
    def read(data: Mapping[str, Any]) -> Witness:
        """A witness from plain data.

        Raises:
            SufficeError: if the data are none.
        """
        kind, detail = data.get("kind"), data.get("detail")
        if (
            set(data) != {"kind", "detail"}
            or kind not in get_args(Kind)
            or not isinstance(detail, list | tuple)
            or not all(isinstance(part, str) for part in detail)
        ):
            raise SufficeError(
                f"no witness: {dict(data)!r:.200}", remedy="a witness has a kind and a list of strings"
            )
        return Witness(cast(Kind, kind), tuple(detail))

    def __str__(self) -> str:
        return f"{self.kind}({', '.join(self.detail)})"


@dataclass(frozen=True, slots=True)
class Lexical:
    """A relation between two phrases, with its witness.

    Args:
        relation: of x (evidence) to y (claim).
        witness: why.
    """

    relation: Relation
    witness: Witness

"""A forest of decision trees, as data: how likely it is that a candidate is what a lookup asks for.

Random forests (Breiman 2001), fitted by `python -m benchmarks.likely fit`. What a forest says is a share of votes; how often
the best candidate with such a share is right is told by a logistic curve, fitted on candidates that the trees had not seen
(Platt 1999).

>>> stump = Tree((0,), (0.5,), (1,), (2,), (0.1, 0.9))
>>> round(Forest(("named",), (stump,), (-2.0, 5.0)).rate([1.0]), 2)
0.92
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from suffice.errors import ForestError, word_fault
from suffice.files import read_text

__all__ = ["Forest", "Tree", "open_forest", "parse_forest"]


@dataclass(frozen=True, slots=True)
class Tree:
    """A binary decision tree. Nodes 0 to n - 1 divide, the others are leaves.

    Args:
        feature: of each dividing node, which feature it looks at.
        most: of each dividing node, what a feature may be at most to go left.
        left: of each dividing node, the node then.
        right: of each dividing node, the node otherwise.
        share: of each leaf, the share of right candidates in it.
    """

    feature: tuple[int, ...]
    most: tuple[float, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]
    share: tuple[float, ...]

    def vote(self, features: Sequence[float]) -> float:
        """The share of right ones in the leaf that a candidate comes to."""
        node = 0
        while node < len(self.feature):
            low = features[self.feature[node]] <= self.most[node]
            node = self.left[node] if low else self.right[node]
        return self.share[node - len(self.feature)]


@dataclass(frozen=True, slots=True)
class Forest:
    """Trees over named features, and the curve from votes to likelihoods.

    Args:
        features: their names, in order.
        trees: that vote.
        curve: a and b of the likelihood 1 / (1 + exp(-(a + b v))) of a mean vote v.
        file: where it was read from, for messages.
    """

    features: tuple[str, ...]
    trees: tuple[Tree, ...]
    curve: tuple[float, float]
    file: str | None = field(default=None, compare=False)

    def vote(self, features: Sequence[float]) -> float:
        """The mean vote for a candidate, 0 to 1."""
        return math.fsum(tree.vote(features) for tree in self.trees) / len(self.trees)

    def rate(self, features: Sequence[float]) -> float:
        """How likely a candidate is right, if it is the best of its lookup; 0 to 1."""
        intercept, slope = self.curve
        # Beyond some 700 there is no float that an exponential comes to.
        return 1 / (1 + math.exp(min(700.0, -(intercept + slope * self.vote(features)))))


class _Tree(BaseModel):
    """A tree as its file has it."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)

    feature: list[Annotated[int, Field(ge=0)]]
    most: list[float]
    left: list[int]
    right: list[int]
    share: Annotated[list[Annotated[float, Field(ge=0, le=1)]], Field(min_length=1)]

    @model_validator(mode="after")
    def _is_tree(self) -> Self:
        nodes = range(len(self.feature))
        if not len(self.most) == len(self.left) == len(self.right) == len(nodes) == len(self.share) - 1:
            raise ValueError(
                "a tree has as many `most`, `left` and `right` as `feature`, and one `share` more"
            )
        # Every node but the first is some node's child, once, and behind its parent: so there is no way back.
        children = sorted([*self.left, *self.right])
        ordered = all(
            one > node or one >= len(nodes) for node in nodes for one in (self.left[node], self.right[node])
        )
        if children != list(range(1, 2 * len(nodes) + 1)) or not ordered:
            raise ValueError("each node but the first is the child of one before it")
        return self


class _Forest(BaseModel):
    """The file of a forest."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)

    features: list[str]
    trees: Annotated[list[_Tree], Field(min_length=1)]
    curve: Annotated[list[float], Field(min_length=2, max_length=2)]

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if any(one >= len(self.features) for tree in self.trees for one in tree.feature):
            raise ValueError("a tree asks for a feature that there is not")
        return self


def open_forest(path: str | Path | None = None) -> Forest:
    """The forest that ships, or one of one's own.

    Args:
        path: a file as `python -m benchmarks.likely fit` writes it.

    Raises:
        ForestError: it cannot be read, or is no forest.
    """
    if path is None:
        return _shipped()
    return parse_forest(read_text(str(path), ForestError), str(path))


def parse_forest(text: str, file: str | None = None) -> Forest:
    """A forest from its JSON.

    Args:
        text: names of features, trees, the curve.
        file: for messages.

    Raises:
        ForestError: it is none.
    """
    try:
        data = _Forest.model_validate_json(text)
    except ValidationError as error:
        raise ForestError(
            word_fault(error.errors()), file=file, remedy="write one with `python -m benchmarks.likely fit`"
        ) from None
    trees = tuple(
        Tree(tuple(one.feature), tuple(one.most), tuple(one.left), tuple(one.right), tuple(one.share))
        for one in data.trees
    )
    return Forest(tuple(data.features), trees, (data.curve[0], data.curve[1]), file)


@cache
def _shipped() -> Forest:
    return parse_forest(files("suffice.extractors.likely").joinpath("forest.json").read_text("utf-8"))

"""A forest of decision trees, as data: how likely it is that a candidate is what a lookup asks for.

Random forests (Breiman 2001), fitted by `python -m benchmarks.likely fit`. What a forest says is a share of votes; how often
the best candidate with such a share is right is told by a logistic curve, fitted on candidates that the trees had not seen
(Platt 1999).

>>> stump = Tree((0,), (0.5,), (1,), (2,), (0.1, 0.9))
>>> round(Forest(("named",), (stump,), (-2.0, 5.0)).rate([1.0]), 2)
0.92
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

__all__ = ["Forest", "Tree", "parse_forest", "read_forest"]


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
    """

    features: tuple[str, ...]
    trees: tuple[Tree, ...]
    curve: tuple[float, float]

    def vote(self, features: Sequence[float]) -> float:
        """The mean vote for a candidate, 0 to 1."""
        return math.fsum(tree.vote(features) for tree in self.trees) / len(self.trees)

    def rate(self, features: Sequence[float]) -> float:
        """How likely a candidate is right, if it is the best of its lookup; 0 to 1."""
        intercept, slope = self.curve
        return 1 / (1 + math.exp(-(intercept + slope * self.vote(features))))


@cache
def read_forest() -> Forest:
    """The forest that ships."""
    return parse_forest(
        json.loads(files("suffice.extractors.likely").joinpath("forest.json").read_text("utf-8"))
    )


def parse_forest(data: Mapping[str, Any]) -> Forest:
    """A forest from what its file says: names of features, trees as lists, the curve."""
    trees = tuple(
        Tree(*(tuple(tree[name]) for name in ("feature", "most", "left", "right", "share")))
        for tree in data["trees"]
    )
    intercept, slope = data["curve"]
    return Forest(tuple(data["features"]), trees, (intercept, slope))

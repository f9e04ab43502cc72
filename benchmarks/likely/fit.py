"""Fitting a forest, and what it is worth on lookups that it has not seen."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.likely.hops import KnownLookup
from suffice.extractors import Lexicon
from suffice.extractors.entity import EntityCheck
from suffice.extractors.likely import FEATURES, Forest, Look, find_looks, parse_forest
from suffice.files import write_text
from suffice.worlds.answers import is_same

__all__ = ["FOLDS", "Judged", "as_forest", "choose_fold", "cross_fit", "fit", "judge", "write_forest"]

FOLDS = 5
TREES, LEAF = 100, 6
#: A number of a tree is written with so many digits behind the point.
_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Judged:
    """The candidates of a lookup, and which of them are right."""

    known: KnownLookup
    looks: tuple[Look, ...]
    right: tuple[bool, ...]


def judge(lookups: Sequence[KnownLookup], lexicon: Lexicon) -> list[Judged]:
    """Candidates of every lookup; right is what is one of its answers, of places also what says more about where they are."""
    entity = EntityCheck(lexicon)
    judged = []
    for known in lookups:
        looks = [
            look
            for rank, passage in enumerate(known.passages)
            if (verdict := entity.judge(known.lookup.subject, passage)).status != "rejected"
            for look in find_looks(known.lookup, passage, verdict, rank)
        ]
        right = tuple(is_same(look.surface, *known.answers, kind=_kind(known)) for look in looks)
        judged.append(Judged(known, tuple(looks), right))
    return judged


def _kind(known: KnownLookup) -> str | None:
    return "place" if known.lookup.value in ("place", "text") else None


def choose_fold(group: str) -> int:
    """The fold of a group, by a hash of its name."""
    return int(hashlib.sha256(f"fold:{group}".encode()).hexdigest(), 16) % FOLDS


def fit(judged: Sequence[Judged], seed: int = 0) -> dict[str, Any]:
    """A forest as data: trees fitted on all, the curve on the best candidates of lookups that the trees had not seen."""
    from sklearn.linear_model import LogisticRegression

    votes, right = [], []
    for fold in range(FOLDS):
        others = [one for one in judged if choose_fold(one.known.group) != fold]
        forest = as_forest(_grow(others, seed) | {"curve": (0.0, 1.0)})
        for one in judged:
            if choose_fold(one.known.group) == fold and one.looks:
                best = max(range(len(one.looks)), key=lambda place: forest.vote(one.looks[place].features))
                votes.append([forest.vote(one.looks[best].features)])
                right.append(one.right[best])
    curve = LogisticRegression(C=1e6).fit(votes, right)
    pair = (round(float(curve.intercept_[0]), _DIGITS), round(float(curve.coef_[0][0]), _DIGITS))
    return _grow(judged, seed) | {"curve": pair}


def cross_fit(judged: Sequence[Judged], seed: int = 0) -> list[tuple[float, bool]]:
    """For each lookup that has a candidate, the likelihood of the best one and whether it is right, by forests of other folds."""
    found = []
    for fold in range(FOLDS):
        forest = as_forest(fit([one for one in judged if choose_fold(one.known.group) != fold], seed))
        for one in judged:
            if choose_fold(one.known.group) == fold and one.looks:
                rated = [
                    (forest.rate(look.features), right)
                    for look, right in zip(one.looks, one.right, strict=True)
                ]
                found.append(max(rated, key=lambda pair: pair[0]))
    return found


def write_forest(data: dict[str, Any], path: Path) -> None:
    """Write a forest as JSON."""
    write_text(path, _dump(data))


def as_forest(data: dict[str, Any]) -> Forest:
    """A forest as its file would be read."""
    return parse_forest(_dump(data))


def _dump(data: dict[str, Any]) -> str:
    return json.dumps(data, separators=(",", ":"), sort_keys=True) + "\n"


def _grow(judged: Sequence[Judged], seed: int) -> dict[str, Any]:
    """Trees of a random forest, each as lists: dividing nodes first, leaves behind them."""
    from sklearn.ensemble import RandomForestClassifier

    rows = [look.features for one in judged for look in one.looks]
    right = [right for one in judged for right in one.right]
    grown = RandomForestClassifier(TREES, min_samples_leaf=LEAF, random_state=seed).fit(rows, right)
    trees = []
    for one in grown.estimators_:
        tree = one.tree_
        inner = [node for node in range(tree.node_count) if tree.children_left[node] >= 0]
        leaves = [node for node in range(tree.node_count) if tree.children_left[node] < 0]
        place = {node: number for number, node in enumerate([*inner, *leaves])}
        trees.append(
            {
                "feature": [int(tree.feature[node]) for node in inner],
                "most": [round(float(tree.threshold[node]), _DIGITS) for node in inner],
                "left": [place[int(tree.children_left[node])] for node in inner],
                "right": [place[int(tree.children_right[node])] for node in inner],
                "share": [
                    round(float(tree.value[node][0][1] / tree.value[node][0].sum()), _DIGITS)
                    for node in leaves
                ],
            }
        )
    return {"features": list(FEATURES), "trees": trees}

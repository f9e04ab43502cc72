"""Fitting a forest, and what it is worth on lookups that it has not seen."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import Any

from benchmarks.likely.hops import KnownLookup
from suffice.extractors import Lexicon
from suffice.extractors.entity import EntityCheck
from suffice.extractors.likely import FEATURES, Forest, Look, find_looks, parse_forest
from suffice.files import write_text
from suffice.worlds.answers import is_same

__all__ = ["FOLDS", "Judged", "choose_fold", "cross_fit", "fit", "judge", "leave_out", "write_forest"]

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


def leave_out(judged: Sequence[Judged], fold: int) -> list[Judged]:
    """The lookups of all other folds."""
    return [one for one in judged if choose_fold(one.known.group) != fold]


def fit(judged: Sequence[Judged], seed: int = 0) -> dict[str, Any]:
    """A forest as data: trees fitted on all, the curve on the best candidates of lookups that the trees had not seen."""
    from sklearn.linear_model import LogisticRegression

    best: list[tuple[float, bool]] = []
    for fold in range(FOLDS):
        forest = _as_forest(_grow(leave_out(judged, fold), seed) | {"curve": (0.0, 1.0)})
        best.extend(_rate_best(judged, fold, forest.vote))
    curve = LogisticRegression(C=1e6).fit([[vote] for vote, _ in best], [right for _, right in best])
    pair = (round(float(curve.intercept_[0]), _DIGITS), round(float(curve.coef_[0][0]), _DIGITS))
    return _grow(judged, seed) | {"curve": pair}


def cross_fit(judged: Sequence[Judged], seed: int = 0) -> list[tuple[float, bool]]:
    """For each lookup that has a candidate, the likelihood of the best one and whether it is right, by forests of other folds."""
    found: list[tuple[float, bool]] = []
    for fold in range(FOLDS):
        forest = _as_forest(fit(leave_out(judged, fold), seed))
        found.extend(_rate_best(judged, fold, forest.rate))
    return found


def _rate_best(
    judged: Sequence[Judged], fold: int, rate: Callable[[Sequence[float]], float]
) -> Iterator[tuple[float, bool]]:
    """Of each lookup of a fold that has a candidate, how the best is rated and whether it is right."""
    for one in judged:
        if choose_fold(one.known.group) == fold and one.looks:
            rated = [(rate(look.features), right) for look, right in zip(one.looks, one.right, strict=True)]
            yield max(rated, key=itemgetter(0))


def write_forest(data: dict[str, Any], path: Path) -> None:
    """Write a forest as JSON."""
    write_text(path, _dump(data))


def _as_forest(data: dict[str, Any]) -> Forest:
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

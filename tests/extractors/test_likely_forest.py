"""Forests: what they say of a candidate, and files that are none."""

from __future__ import annotations

import json
import math
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suffice.errors import ForestError
from suffice.extractors import read_lexicon
from suffice.extractors.likely import FEATURES, Forest, LikelyLinker, Tree, open_forest, parse_forest
from suffice.search.readers import make_readers

numbers = st.floats(allow_nan=False, allow_infinity=False)
shares = st.floats(0, 1)


def stump(**changes: object) -> dict[str, Any]:
    """A forest of one tree that divides once, with one thing changed in the forest or the tree."""
    tree = {"feature": [0], "most": [0.5], "left": [1], "right": [2], "share": [0.1, 0.9]}
    forest = {"features": list(FEATURES), "trees": [tree], "curve": [-2.0, 5.0]}
    for name, value in changes.items():
        (tree if name in tree else forest)[name] = value
    return forest


@st.composite
def trees(draw: st.DrawFn, features: int) -> dict[str, Any]:
    """A tree as its file has it: dividing nodes first, each the child of one before it."""
    inner = draw(st.integers(0, 6))
    children: list[list[int]] = [[] for _ in range(inner)]
    for node in range(1, inner):
        free = [one for one in range(node) if len(children[one]) < 2]
        children[draw(st.sampled_from(free))].append(node)
    leaf = inner
    for pair in children:
        while len(pair) < 2:
            pair.insert(draw(st.integers(0, len(pair))), leaf)
            leaf += 1
    return {
        "feature": [draw(st.integers(0, features - 1)) for _ in range(inner)],
        "most": [draw(numbers) for _ in range(inner)],
        "left": [pair[0] for pair in children],
        "right": [pair[1] for pair in children],
        "share": [draw(shares) for _ in range(inner + 1)],
    }


@st.composite
def forests(draw: st.DrawFn) -> dict[str, Any]:
    names = draw(st.lists(st.text(max_size=5), min_size=1, max_size=4, unique=True))
    return {
        "features": names,
        "trees": draw(st.lists(trees(len(names)), min_size=1, max_size=3)),
        "curve": draw(st.tuples(numbers, numbers)),
    }


@given(forests(), st.data())
def test_a_file_gives_back_the_forest(data: dict[str, Any], draw: st.DataObject) -> None:
    forest = parse_forest(json.dumps(data), "f.json")
    assert forest.features == tuple(data["features"])
    assert [list(tree.share) for tree in forest.trees] == [tree["share"] for tree in data["trees"]]
    again = {
        "features": forest.features,
        "trees": [
            {name: getattr(tree, name) for name in ("feature", "most", "left", "right", "share")}
            for tree in forest.trees
        ],
        "curve": forest.curve,
    }
    assert parse_forest(json.dumps(again)) == forest
    features = draw.draw(st.lists(numbers, min_size=len(forest.features), max_size=len(forest.features)))
    assert min(one for tree in forest.trees for one in tree.share) - 1e-9 <= forest.vote(features)
    assert forest.vote(features) <= max(one for tree in forest.trees for one in tree.share) + 1e-9
    assert 0 <= forest.rate(features) <= 1


@given(
    st.floats(-15, 15),
    st.floats(0.01, 15),
    st.lists(shares, min_size=2, max_size=2),
    st.lists(shares, min_size=2, max_size=2),
)
def test_a_rate_grows_with_the_vote(
    intercept: float, slope: float, first: list[float], second: list[float]
) -> None:
    one, other = (Tree((0,), (0.5,), (1,), (2,), (pair[0], pair[1])) for pair in (first, second))
    forest = Forest(("a",), (one, other), (intercept, slope))
    (low, low_rate), (high, high_rate) = sorted((forest.vote([x]), forest.rate([x])) for x in (0.0, 1.0))
    assert 0 < low_rate <= high_rate < 1
    assert low_rate < high_rate or high - low < 1e-6


@given(st.sampled_from([-1e300, -1e4, 1e4, 1e300]), st.sampled_from([-1e300, -1e4, 0.0, 1e4, 1e300]))
def test_no_curve_is_too_steep(intercept: float, slope: float) -> None:
    assert 0 <= parse_forest(json.dumps(stump(curve=[intercept, slope]))).rate([0.0] * len(FEATURES)) <= 1


def test_the_shipped_forest() -> None:
    forest = open_forest()
    assert forest.features == FEATURES
    assert forest.curve[1] > 0
    assert forest is open_forest()
    assert 0 < forest.rate([0.0] * len(FEATURES)) < 1


MALFORMED: dict[str, object] = {
    "short most": stump(most=[]),
    "long left": stump(left=[1, 2]),
    "no right": stump(right=[]),
    "short share": stump(share=[0.1]),
    "long share": stump(share=[0.1, 0.5, 0.9]),
    "no leaf": stump(feature=[], most=[], left=[], right=[], share=[]),
    "a node its own child": stump(left=[0]),
    "one child twice": stump(left=[2]),
    "a child before the first": stump(left=[-1]),
    "a child that is not there": stump(right=[3]),
    "a cycle": stump(feature=[0] * 3, most=[0.5] * 3, left=[3, 2, 1], right=[4, 5, 6], share=[0.1] * 4),
    "a way back": stump(feature=[0] * 3, most=[0.5] * 3, left=[1, 2, 0], right=[3, 4, 5], share=[0.1] * 4),
    "a feature too many": stump(feature=[len(FEATURES)]),
    "a feature below": stump(feature=[-1]),
    "a huge feature": stump(feature=[10**30]),
    "half a feature": stump(feature=[0.5]),
    "a share above one": stump(share=[0.1, 1.5]),
    "a share of nan": stump(share=[math.nan, 0.5]),
    "a bound of nan": stump(most=[math.nan]),
    "a bound of infinity": stump(most=[math.inf]),
    "a curve of nan": stump(curve=[math.nan, 1.0]),
    "a curve of infinity": stump(curve=[0.0, -math.inf]),
    "a short curve": stump(curve=[1.0]),
    "a long curve": stump(curve=[1.0, 2.0, 3.0]),
    "no curve": {name: value for name, value in stump().items() if name != "curve"},
    "no tree": stump(trees=[]),
    "one thing more": stump(depth=3),
    "words for numbers": stump(most=["0.5"]),
    "a list": [],
    "null": None,
}


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_forest_is_named(tmp_path: Path, name: str) -> None:
    path = tmp_path / "f.json"
    path.write_text(json.dumps(MALFORMED[name]), "utf-8")
    with pytest.raises(ForestError) as caught:
        open_forest(path)
    assert caught.value.file == str(path)
    assert "benchmarks.likely fit" in (caught.value.remedy or "")
    assert open_forest(_well_formed(tmp_path)).features == FEATURES


def _well_formed(folder: Path) -> Path:
    path = folder / "good.json"
    path.write_text(json.dumps(stump()), "utf-8")
    return path


@pytest.mark.parametrize(
    "content", [b"", b"{", b"nonsense", b"[" * 100_000, b"\xff\xfe", b'{"curve": 1e999}']
)
def test_what_is_no_json_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "f.json"
    path.write_bytes(content)
    with pytest.raises(ForestError) as caught:
        open_forest(path)
    assert caught.value.file == str(path)


@given(
    st.recursive(
        st.none() | st.integers() | st.text(max_size=3), lambda one: st.lists(one, max_size=3), max_leaves=6
    )
)
def test_any_tree_of_json_is_a_forest_or_a_named_fault(value: object) -> None:
    for field in ("features", "trees", "curve", "feature", "most", "left", "right", "share"):
        # Whatever else is raised is a bug.
        with suppress(ForestError):
            assert isinstance(parse_forest(json.dumps(stump(**{field: value})), "f.json"), Forest)


@pytest.mark.parametrize("features", [FEATURES[:-1], (*FEATURES, "more"), FEATURES[::-1]])
def test_a_forest_over_other_features_is_named(tmp_path: Path, features: tuple[str, ...]) -> None:
    path = tmp_path / "f.json"
    path.write_text(json.dumps(stump(features=list(features))), "utf-8")
    with pytest.raises(ForestError, match="other features") as caught:
        LikelyLinker(read_lexicon(), forest=open_forest(path))
    assert caught.value.file == str(path)
    with pytest.raises(ForestError, match="other features"):
        make_readers(["lexicon", "likely"], read_lexicon(), forest=path)


@pytest.mark.parametrize("place", ["missing.json", "."])
def test_what_is_no_file_is_named(tmp_path: Path, place: str) -> None:
    with pytest.raises(ForestError, match="cannot be read") as caught:
        open_forest(tmp_path / place)
    assert caught.value.file == str(tmp_path / place)

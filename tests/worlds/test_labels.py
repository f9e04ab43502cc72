"""S5: no label can reach a policy. The types that it is given have no place for one, and what it does depends on none."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import shutil
import typing
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel

import suffice.search
from suffice.search.controller import Setting
from suffice.search.inquiry import Answer, Budget, Inquiry, Play, Round, View
from suffice.search.policies import POLICIES, make_policy
from suffice.worlds.fiction.family import FAMILIES, read_family
from suffice.worlds.fiction.folder import Benchmark, StoredWorld
from suffice.worlds.fiction.generator import Instance, Pair
from suffice.worlds.fiction.models import (
    Determination,
    Dominated,
    LabelLine,
    PlanStep,
    ProofLine,
    PublicWorld,
)
from suffice.worlds.fiction.options import Options
from suffice.worlds.fiction.playing import Players
from suffice.worlds.fiction.writing import generate

#: What holds a label, a plan, or what a world was drawn from.
LABELS = {LabelLine, ProofLine, Determination, Dominated, PlanStep, Pair, Instance, StoredWorld}
TELLING = {
    "answer",
    "answers",
    "decisive",
    "poison",
    "gold",
    "false_answer",
    "twin_of",
    "hops",
    "attack",
    "label",
    "labels",
    "plan",
}
ACTIVE = ("premise", "expansion", "repeat", "topical", "random")
FIXED = ("robustrag", "reliabilityrag")


def parts(hint: object) -> Iterator[type]:
    """The classes that a type is made of."""
    if isinstance(hint, type) and not typing.get_args(hint):
        yield hint
    for inner in [typing.get_origin(hint), *typing.get_args(hint)]:
        for one in inner if isinstance(inner, list) else [inner]:
            if one is not None:
                yield from parts(one)
    value = getattr(hint, "__value__", None)
    if value is not None:
        yield from parts(value)


def hints_of(kind: type) -> dict[str, object]:
    """The types of a class's fields and attributes, and of what its properties and methods give."""
    found: dict[str, object] = dict(typing.get_type_hints(kind))
    for name, member in inspect.getmembers(kind):
        if isinstance(member, property) and member.fget is not None:
            member = member.fget
        if hasattr(member, "func"):  # a cached property
            member = member.func
        if inspect.isfunction(member) and member.__module__.startswith("suffice"):
            told = typing.get_type_hints(member)
            # What it was made of it may keep; else only what it returns can be reached.
            found |= {
                f"{name}.{part}": one for part, one in told.items() if part == "return" or name == "__init__"
            }
    return found


def reachable(start: type) -> dict[type, str]:
    """Every class of suffice that can be reached from one through types, and by which way."""
    ways, waiting = {start: start.__name__}, [start]
    while waiting:
        kind = waiting.pop()
        for name, hint in hints_of(kind).items():
            for inner in parts(hint):
                if inner not in ways and inner.__module__.startswith("suffice"):
                    ways[inner] = f"{ways[kind]}.{name}"
                    waiting.append(inner)
    return ways


@pytest.mark.parametrize("start", [View, Setting, Play, Inquiry, Answer, Round, Budget, PublicWorld])
def test_no_label_type_can_be_reached(start: type) -> None:
    ways = reachable(start)
    assert not {kind: way for kind, way in ways.items() if kind in LABELS}
    assert len(ways) == 1 or start not in (Budget, Inquiry, Answer)
    if start in (View, Setting):  # the walk is not empty
        assert {"Program", "Unit", "Rule", "Atom"} <= {kind.__name__ for kind in ways}
    assert not {kind for kind in ways if kind.__module__.startswith("suffice.worlds")} - {PublicWorld}


def test_the_walk_finds_what_is_there() -> None:
    assert {LabelLine, ProofLine, PlanStep} <= reachable(StoredWorld).keys()
    assert Instance in reachable(Pair)

    @dataclasses.dataclass
    class Leaky:
        cases: tuple[dict[str, list[LabelLine] | None], ...]

    assert LabelLine in set(parts(typing.get_type_hints(Leaky, globals(), locals())["cases"]))


def fields_of(kind: type) -> set[str]:
    if issubclass(kind, BaseModel):
        return set(kind.model_fields)
    return {one.name for one in dataclasses.fields(kind)} if dataclasses.is_dataclass(kind) else set()


@pytest.mark.parametrize("start", [View, Setting, PublicWorld])
def test_nothing_that_a_policy_is_given_has_a_field_for_a_label(start: type) -> None:
    for kind, way in reachable(start).items():
        assert not fields_of(kind) & TELLING, way


def test_a_line_that_a_policy_starts_from_takes_no_label() -> None:
    line = {
        "world": "w",
        "family": "archives",
        "question": "?",
        "initial": [],
        "budget": {"queries": 2, "pages": 3},
    }
    assert PublicWorld.model_validate(line).world == "w"
    for name in TELLING:
        with pytest.raises(ValueError, match=name):
            PublicWorld.model_validate({**line, name: "Kolm House"})


def test_nothing_under_search_knows_worlds_or_opens_files() -> None:
    folder = Path(inspect.getfile(suffice.search)).parent
    files = sorted(folder.rglob("*.py"))
    assert len(files) > 15
    for file in files:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert not (node.module or "").startswith("suffice.worlds"), file
                assert node.level == 0, file
            if isinstance(node, ast.Import):
                assert not any(one.name.startswith("suffice.worlds") for one in node.names), file
            if file.parent.name == "policies" and isinstance(node, ast.Call):
                called = (
                    node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                )
                packaged = "files(" in ast.unparse(node)  # a program that stands beside the policy
                assert packaged or called not in (
                    "open",
                    "read_text",
                    "read_bytes",
                    "glob",
                    "rglob",
                    "iterdir",
                ), file


def test_only_the_oracle_takes_a_plan() -> None:
    assert make_policy("oracle", plan=("a",)) is not None
    for name in (*ACTIVE, *FIXED, "trustrag"):
        with pytest.raises(TypeError, match="argument"):
            make_policy(name, plan=("a",))
    assert set(POLICIES) >= {*ACTIVE, *FIXED, "oracle"}


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> list[StoredWorld]:
    """Read, and then its folder is deleted: whoever looked for a file there would find none."""
    folder = tmp_path_factory.mktemp("labels") / "worlds"
    options = Options(
        worlds=6, hops=(1, 2), attacks=("replica", "stale", "clean"), seed=3, replicas=5, distractors=8
    )
    generate(options, [], folder)
    found = list(Benchmark(folder).worlds())
    shutil.rmtree(folder)
    return found


def plays_of(worlds: list[StoredWorld], *policies: str) -> list[list[Play]]:
    players = Players({name: read_family(name).rules for name in FAMILIES}, {}, policies, 0)
    return [[one for one, _ in players.play(world)] for world in worlds]


def test_labels_move_no_play(worlds: list[StoredWorld]) -> None:
    """Neither without the folder, nor with the labels of another world, or with ones that are the opposite of true."""
    policies = (*ACTIVE, *FIXED, "oracle")
    played = plays_of(worlds, *policies)
    assert any(one.outcome == "answer" for found in played for one in found)
    moved = [
        dataclasses.replace(world, labels=other.labels)
        for world, other in zip(worlds, worlds[1:] + worlds[:1], strict=True)
    ]
    assert plays_of(moved, *policies) == played
    false = [
        dataclasses.replace(
            world,
            labels=world.labels.model_copy(
                update={
                    "answer": world.labels.false_answer,
                    "false_answer": world.labels.answer,
                    "decisive": tuple(world.labels.poison),
                    "poison": dict.fromkeys(world.labels.decisive, "replica"),
                }
            ),
        )
        for world in worlds
    ]
    assert plays_of(false, *policies) == played


def test_proofs_move_the_oracle_alone(worlds: list[StoredWorld]) -> None:
    moved = [
        dataclasses.replace(world, proof=other.proof)
        for world, other in zip(worlds, worlds[1:] + worlds[:1], strict=True)
    ]
    assert plays_of(moved, *ACTIVE, *FIXED) == plays_of(worlds, *ACTIVE, *FIXED)
    assert plays_of(moved, "oracle") != plays_of(worlds, "oracle")


def test_what_is_beside_moves_no_play(worlds: list[StoredWorld]) -> None:
    """A policy is made anew for each world, and what other policies did before it does not matter."""
    alone = {name: plays_of(worlds, name) for name in (*ACTIVE, *FIXED)}
    backwards = plays_of(worlds[::-1], *FIXED, *ACTIVE[::-1])[::-1]
    for number, found in enumerate(backwards):
        for one in found:
            assert [one] == alone[one.policy][number]

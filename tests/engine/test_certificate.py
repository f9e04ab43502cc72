"""Certificates: minimal supports, canonical bytes, and no field that can be changed unseen."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from hypothesis import assume, given, settings
from pydantic import ValidationError

from suffice.engine.certificate import (
    Abstention,
    Certificate,
    LinkRecord,
    UnitRecord,
    read_decision,
    write_schemas,
)
from suffice.engine.checker import check_derivation
from suffice.engine.closure import close
from suffice.engine.ground import ground_program
from suffice.engine.proof import certify, prove
from suffice.engine.support import find_support, stated_by
from suffice.errors import CertificateError
from suffice.rules import Atom, Program, Term, Variable, parse_atom, parse_program
from tests.strategies import safe_programs

#: What `json` gives.
Json: TypeAlias = Any

ROOT = Path(__file__).parents[2]

PROGRAMS = {
    "comparison": (
        """evidence(director, 2). evidence(born, 2). functional(born, 2).
        director("A", ann). director("B", bob). born(ann, 1950). born(bob, 1960).
        states(u1, director("A", ann)). states(u2, director("B", bob)).
        states(u3, born(ann, 1950)). states(u4, born(bob, 1960)). states(u4, born(eve, 1970)). born(eve, 1970).
        answer("A") :- director("A", P), director("B", Q), born(P, X), born(Q, Y), X < Y.""",
        "answer(X)",
    ),
    "recursion": (
        """edge(1,2). edge(2,3). edge(3,1). edge(3,4).
        path(X,Y) :- edge(X,Y). path(X,Z) :- path(X,Y), path(Y,Z).""",
        "path(1,4)",
    ),
    "negation": (
        """bird(tweety). bird(sam). states(u1, bird(tweety)). states(u2, bird(sam)).
        flies(X) :- bird(X), not penguin(X), not owner(X, _). both(X,Y) :- flies(X), flies(Y), X != Y.""",
        "both(X,Y)",
    ),
    "two units for one fact, both needed": (
        """a. b. c. states(u1, a). states(u1, b). states(u2, a). states(u2, c). goal :- a, b, c.""",
        "goal",
    ),
    "intervals, arithmetic, given facts": (
        """evidence(seen, 1). seen(3). seen(4). size(1..2). double(X, 2*X) :- seen(X).
        goal(X-Y, f(Z)) :- double(X,Z), size(Y), seen(X+1), W = 1..2, W+X = 4.""",
        "goal(X,Y)",
    ),
    "aggregates": (
        """evidence(saw, 1). states(u1, saw(ann)). states(u2, saw(bob)). saw(ann). saw(bob). liar(cy).
        enough :- #count { P : saw(P), not liar(P) } >= 2.
        goal(N) :- enough, N = #count { P : saw(P) }.""",
        "goal(X)",
    ),
    "a given goal": ("evidence(p, 1). answer(yes).", "answer(X)"),
}


def certificate_of(name: str) -> tuple[Certificate, Program]:
    text, goal = PROGRAMS[name]
    program = parse_program(text)
    return certify(prove(program, parse_atom(goal))), program


def leaves(value: Json, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Paths of all values that are no list and no object."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from leaves(inner, (*path, place))
    else:
        yield path


def lists(value: Json, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Paths of all lists."""
    if isinstance(value, list):
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from lists(inner, (*path, key))


def at(value: Json, path: tuple[str | int, ...]) -> Json:
    for key in path:
        value = value[key]
    return value


def others(value: Json) -> list[Json]:
    """What could stand in place of a value."""
    if isinstance(value, str):
        changed = [value + "x", value + " ", value.swapcase(), "", "a", "u9", value[1:], value[::-1], "p(1)"]
        changed += [value.replace(old, new) for old, new in ("12", "21", "34", "<>", ("a", "b"), ("X", "Y"))]
        return [other for other in dict.fromkeys(changed) if other != value]
    if value is None:
        return ["x", 1]
    return [value + 1, None, "x"]


def mutants(data: dict[str, Json]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The certificate with one field changed, under the name of that field."""
    for path in leaves(data):
        if path[0] in ("question", "lexicon_sha256") or path[-1] in ("title", "sha256"):
            continue  # left to the check against texts
        for other in others(at(data, path)):
            copy = json.loads(json.dumps(data))
            at(copy, path[:-1])[path[-1]] = other
            yield str(path[0]), copy
    for path in lists(data):
        entries = at(data, path)
        for place in range(len(entries)):
            for change in ("delete", "duplicate", "swap"):
                copy = json.loads(json.dumps(data))
                changed = at(copy, path)
                if change == "delete":
                    del changed[place]
                elif change == "duplicate":
                    changed.insert(place, changed[place])
                elif place + 1 < len(changed):
                    changed[place : place + 2] = changed[place : place + 2][::-1]
                if changed != entries:
                    yield str(path[0]), copy
    for place, step in enumerate(data["derivation"]):
        for name in step["bindings"]:
            copy = json.loads(json.dumps(data))
            del copy["derivation"][place]["bindings"][name]
            yield "derivation", copy


def rehash(data: dict[str, Json]) -> dict[str, Any]:
    """Compute every hash anew, as one would who wants the change to pass unseen."""
    data = json.loads(json.dumps(data))
    if isinstance(data.get("program"), str):
        data["program_sha256"] = hashlib.sha256(data["program"].encode()).hexdigest()
    new: dict[str, str] = {}
    for step in data["derivation"]:
        try:
            step["premises"] = [new.get(premise, premise) for premise in step["premises"]]
            text = "\n".join((step["atom"], step["rule"] or "", *step["premises"]))
        except TypeError:
            continue
        old, step["id"] = step["id"], hashlib.sha256(text.encode()).hexdigest()[:16]
        if isinstance(old, str):
            new[old] = step["id"]
    return data


def complaints(data: dict[str, Json], program: Program) -> list[str]:
    try:
        certificate = Certificate.model_validate(data)
    except ValidationError as error:
        return [".".join(map(str, one["loc"])) for one in error.errors()]
    return [failure.field for failure in check_derivation(certificate, program)]


@pytest.mark.parametrize("name", PROGRAMS)
def test_no_field_can_be_changed_unseen_even_with_new_hashes(name: str) -> None:
    certificate, program = certificate_of(name)
    assert check_derivation(certificate, program) == []
    assert check_derivation(certificate) == []
    data = json.loads(certificate.model_dump_json())
    near = {
        "links": {"links", "derivation"},
        "units": {"units"},
        "support": {"support"},
        "answer": {"answer"},
        "goal": {"goal", "answer"},
        "program": {"program", "program_sha256"},
        "program_sha256": {"program_sha256"},
        "derivation": {"derivation", "goal", "links", "support"},
        "schema_version": {"schema_version"},
    }
    unseen, far = [], []
    for field, mutant in mutants(data):
        for changed in (mutant, rehash(mutant)):
            if changed == data:
                continue  # new hashes undid the change
            found = complaints(changed, program)
            if not found:
                unseen.append((field, changed))
            elif not any(complaint.split("[")[0].split(".")[0] in near[field] for complaint in found):
                far.append((field, found))
    assert unseen == []
    assert far == []


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_same_program_gives_the_same_bytes(name: str) -> None:
    assert certificate_of(name)[0].model_dump_json() == certificate_of(name)[0].model_dump_json()


def test_a_unit_that_is_not_needed_is_named() -> None:
    certificate, program = certificate_of("recursion")
    larger = certify(prove(parse_program("a. b. goal :- a, b. goal :- b."), parse_atom("goal")))
    assert check_derivation(larger) == []
    forced = parse_program("a. b. goal :- a, b.")
    text = certify(prove(forced, parse_atom("goal")))
    program_text = "goal :- a, b.\ngoal :- b.\n"
    padded = text.model_copy(
        update={"program": program_text, "program_sha256": hashlib.sha256(program_text.encode()).hexdigest()}
    )
    assert [failure.field for failure in check_derivation(padded)] == ["support[0]"]
    assert check_derivation(certificate, program) == []


def test_a_link_that_the_evidence_does_not_bear_out_is_named() -> None:
    certificate, program = certificate_of("comparison")
    other = parse_program(str(program).replace("states(u3,born(ann,1950))", "states(u7,born(ann,1950))"))
    assert [failure.field for failure in check_derivation(certificate, other)] == ["links[2].unit"]


@given(safe_programs(negation=False))
def test_g4_support_is_inclusion_minimal_without_negation(program: Program) -> None:
    ground = ground_program(program)
    for goal in close(ground).atoms:
        support = find_support(ground, goal)
        assert support is not None
        target = ground.index[goal]
        assert target in close(ground, stated_by(ground, support))
        for unit in support:
            rest = [other for other in support if other != unit]
            assert target not in close(ground, stated_by(ground, rest))


@given(safe_programs(negation=False))
def test_g5_support_does_not_depend_on_the_order_if_every_fact_is_needed(program: Program) -> None:
    """The hypothesis, a single derivation from units that state one fact each, is met by the support's own facts."""
    ground = ground_program(program)
    for goal in close(ground).atoms:
        support = find_support(ground, goal)
        assert support is not None
        kept = {ground.atoms[atom] for atom in stated_by(ground, support)}
        facts = [rule for rule in program.rules if rule.is_fact and rule.head in kept]
        rules = [rule for rule in program.rules if not rule.is_fact]
        turned = ground_program(Program((*rules[::-1], *facts[::-1])))
        assert set(find_support(turned, goal) or ()) == set(support)


@given(safe_programs())
@settings(max_examples=50, deadline=None)
def test_every_answer_has_a_certificate_that_passes_its_check(program: Program) -> None:
    for name in ("p", "q", "r"):
        goal = Atom(name, (Variable("X"), Variable("Y")))
        proof = prove(program, goal)
        if proof.status != "derived":
            assert proof.requirements
            continue
        assert proof.answers[0] == proof.goal
        certificate = certify(prove(program, proof.answers[-1]))
        assert check_derivation(certificate, program) == []
        assert check_derivation(certificate) == []


@given(safe_programs())
@settings(max_examples=50)
def test_without_facts_nothing_that_needs_one_is_certified(program: Program) -> None:
    rules = tuple(rule for rule in program.rules if not rule.is_fact)
    assume(rules)
    proof = prove(Program(rules), rules[0].head)
    assert proof.status != "derived"
    assert proof.requirements


def test_published_schemas_are_in_step(tmp_path: Path) -> None:
    write_schemas(tmp_path)
    for model in (Certificate, Abstention):
        name = f"{model.__name__.lower()}.json"
        published = (ROOT / "docs" / "schema" / name).read_text(encoding="utf-8")
        assert published == (tmp_path / name).read_text(encoding="utf-8"), f"run write_schemas: {name} is old"


def test_an_abstention_names_something() -> None:
    with pytest.raises(ValidationError):
        Abstention(goal="a", program="", reason="open", requirements=())


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"schema_version": "suffice.certificate/2"}', "\0", "[" * 9999]
)
def test_what_is_no_certificate_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "c.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(CertificateError):
        read_decision(path)


def test_certificates_are_read_back(tmp_path: Path) -> None:
    certificate, _ = certificate_of("negation")
    path = tmp_path / "c.json"
    path.write_text(certificate.model_dump_json(), encoding="utf-8")
    assert read_decision(path) == certificate


def test_links_to_texts_are_checked_as_far_as_they_need_no_text() -> None:
    text, goal = PROGRAMS["comparison"]
    program = parse_program(text)

    def link(fact: Atom, unit: Term) -> LinkRecord:
        return LinkRecord(
            fact=str(fact), unit=str(unit), status="anchored", start=0, end=9, quote="She was b", relation="born",
            pattern="born in", subject="Ann", value="1950", value_start=4, value_end=8,
        )  # fmt: skip

    certificate = certify(
        prove(program, parse_atom(goal)),
        question="Whose director was born first?",
        lexicon_sha256="0" * 64,
        describe=lambda unit: UnitRecord(id=str(unit), title="Ann", sha256="0" * 64),
        link=link,
    )
    bare = Program(
        tuple(
            rule
            for rule in program.rules
            if rule.body or "evidence" in str(rule) or "functional" in str(rule)
        )
    )
    assert check_derivation(certificate) == []
    assert check_derivation(certificate, bare) == []
    with pytest.raises(ValidationError, match="needs quote"):
        LinkRecord.model_validate(certificate.links[0].model_dump() | {"quote": None})
    with pytest.raises(ValidationError, match="no text fields"):
        LinkRecord.model_validate(certificate.links[0].model_dump() | {"status": "stated"})

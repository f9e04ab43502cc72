"""The tables of natural logic, each by enumeration of sets; the automaton against the exact composition."""

from collections.abc import Callable
from functools import reduce
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suffice.extractors.natlog.automaton import MODES, fold, verdict_of
from suffice.extractors.natlog.projectivity import SLOTS, enumerate_row, project, project_one
from suffice.extractors.natlog.relations import (
    RELATIONS,
    Relation,
    converse,
    join,
    join_all,
    join_sets,
    name_relation,
    relate_sets,
)

_SIZE = 5
_UNIVERSE = (1 << _SIZE) - 1
_SETS = range(1, _UNIVERSE)

relations = st.sampled_from(RELATIONS)
slots = st.sampled_from([*SLOTS, "some.either", "all.either", "no.either", "most.either"])


def test_joins_are_those_of_sets_in_a_universe_of_five() -> None:
    between = {(x, y): relate_sets(x, y, _UNIVERSE) for x, y in product(_SETS, _SETS)}
    found: dict[tuple[Relation, Relation], set[Relation]] = {}
    for x, y, z in product(_SETS, _SETS, _SETS):
        found.setdefault((between[x, y], between[y, z]), set()).add(between[x, z])
    assert {pair: join_all(*pair) for pair in product(RELATIONS, RELATIONS)} == found


def test_a_join_that_is_undetermined_is_independence() -> None:
    for pair in product(RELATIONS, RELATIONS):
        possible = join_all(*pair)
        assert {join(*pair)} == (possible if len(possible) == 1 else {"#"})


@given(relations, relations)
def test_joins_read_backwards_are_joins_of_converses(one: Relation, other: Relation) -> None:
    backwards = {converse(relation) for relation in join_all(one, other)}
    assert join_all(converse(other), converse(one)) == backwards


def _count(kind: str) -> Callable[[int, int], bool]:
    return {
        "some": lambda x, z: bool(x & z),
        "all": lambda x, z: not x & ~z,
        "no": lambda x, z: not x & z,
        "not-all": lambda x, z: bool(x & ~z),
        "at-least": lambda x, z: (x & z).bit_count() >= 2,
        "at-most": lambda x, z: (x & z).bit_count() <= 1,
        "exactly": lambda x, z: (x & z).bit_count() == 2,
        "most": lambda x, z: 2 * (x & z).bit_count() > x.bit_count(),
    }[kind]


_QUANTIFIED = [
    (kind, place)
    for kind in ("some", "all", "no", "not-all", "at-least", "at-most", "exactly", "most")
    for place in ("restrictor", "scope")
]


@pytest.mark.parametrize(("kind", "place"), _QUANTIFIED)
def test_projectivity_of_quantifiers_is_that_of_sets(kind: str, place: str) -> None:
    """Without vacuity the table is exact, but where it says less than it might: sets of 6 elements are few for counts."""
    holds = _count(kind)
    row = enumerate_row(holds if place == "restrictor" else lambda x, z: holds(z, x))
    told = {relation: project_one(relation, f"{kind}.{place}") for relation in RELATIONS}
    for relation in RELATIONS:
        assert told[relation] in (row[relation], "#")
    if kind in ("some", "all", "no", "not-all"):
        assert told == row


@pytest.mark.parametrize("kind", ["some", "all", "no", "not-all"])
@pytest.mark.parametrize("place", ["restrictor", "scope"])
def test_where_an_argument_may_be_empty_exclusion_says_nothing(kind: str, place: str) -> None:
    holds = _count(kind)
    row = enumerate_row(holds if place == "restrictor" else lambda x, z: holds(z, x), vacuous=True, size=4)
    told = {relation: project_one(relation, f"{kind}.{place}") for relation in RELATIONS}
    for relation in RELATIONS:
        assert row[relation] == (told[relation] if relation in ("=", "<", ">") else "#")


def test_negation_and_no_operator_project_as_sets_do() -> None:
    for x, y in product(_SETS, _SETS):
        relation = relate_sets(x, y, _UNIVERSE)
        negated = relate_sets(_UNIVERSE ^ x, _UNIVERSE ^ y, _UNIVERSE)
        assert project_one(relation, "not") == negated
        assert project_one(relation, "up") == relation


@given(st.lists(slots, max_size=4))
def test_equivalence_and_independence_pass_unchanged(some: list[str]) -> None:
    assert project("=", some) == "="
    assert project("#", some) == "#"


@given(relations, st.lists(slots, max_size=3), st.lists(slots, max_size=3))
def test_projections_compose(relation: Relation, outer: list[str], inner: list[str]) -> None:
    assert project(relation, outer + inner) == project(project(relation, inner), outer)


@given(relations, st.lists(slots, max_size=3))
def test_negating_twice_changes_nothing(relation: Relation, some: list[str]) -> None:
    assert project(relation, [*some, "not", "not"]) == project(relation, some)
    assert project(relation, ["not", "not", *some]) == project(relation, some)


@pytest.mark.parametrize("slot", SLOTS)
def test_a_projection_reads_backwards_alike(slot: str) -> None:
    for relation in RELATIONS:
        assert project_one(converse(relation), slot) == converse(project_one(relation, slot))


def test_the_automaton_is_the_exact_composition_on_all_sequences() -> None:
    """19,607 sequences: what a set of relations leaves certain, and what the single relation does."""
    count = 0
    for length in range(1, 6):
        for sequence in product(RELATIONS, repeat=length):
            possible = reduce(join_sets, sequence[1:], frozenset(sequence[:1]))
            verdicts = {verdict_of(relation) for relation in possible}
            exact = verdicts.pop() if len(verdicts) == 1 else "NOT ENOUGH INFO"
            assert fold(sequence) == exact == verdict_of(reduce(join, sequence))
            count += 1
    assert count == 19_607


def test_strict_mode_takes_what_does_not_show_sufficiency_for_independence() -> None:
    for sequence in product(RELATIONS, repeat=4):
        taken = ["#" if relation in "<>v" else relation for relation in sequence]
        assert fold(sequence, "strict") == fold(taken, "strict") == fold(taken)


@given(st.lists(relations, max_size=8), st.integers(0, 8), st.sampled_from(MODES))
def test_equivalent_steps_change_nothing(sequence: list[Relation], place: int, mode: str) -> None:
    chosen = next(one for one in MODES if one == mode)
    longer = [*sequence[:place], "=", *sequence[place:]]
    assert fold(longer, chosen) == fold(sequence, chosen)


@given(st.lists(relations, max_size=6), st.lists(relations, max_size=6), st.sampled_from(MODES))
def test_independence_leaves_nothing_certain(
    before: list[Relation], behind: list[Relation], mode: str
) -> None:
    chosen = next(one for one in MODES if one == mode)
    assert fold([*before, "#", *behind], chosen) == "NOT ENOUGH INFO"


def test_names_are_told_apart() -> None:
    assert len({name_relation(relation) for relation in RELATIONS}) == 7

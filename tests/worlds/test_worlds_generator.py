"""What is drawn: matched worlds, twins, and attacks that are what they are called."""

import re
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from suffice.errors import UsageError
from suffice.extractors import Unit
from suffice.extractors.blocks import Block, PageReader, read_block
from suffice.worlds.fiction.family import FAMILIES, read_family
from suffice.worlds.fiction.generator import Instance, Pair, draw_pair
from suffice.worlds.fiction.lines import draw_proved, write_lines
from suffice.worlds.fiction.models import ATTACKS
from suffice.worlds.fiction.names import is_name
from suffice.worlds.fiction.options import FEW, SOUND, Options
from suffice.worlds.fiction.separability import prove_pair, seals_of
from tests.worlds.fictions import draw, small

SEAL = re.compile(r"[0-9a-f]{16}")
options = st.fixed_dictionaries(
    {
        "seed": st.integers(0, 2000),
        "hops": st.sampled_from([(1,), (2,), (3,), (4,), (1, 2)]),
        "attacks": st.sampled_from([(kind,) for kind in ATTACKS] + [("stale+keyword-stuffed",), ("paraphrase+stale-register",)]),
        "families": st.sampled_from([(name,) for name in FAMILIES]),
        "visibility": st.sampled_from(["hidden", "type", "full"]),
        "hmac": st.booleans(),
        "replicas": st.integers(3, 9),
        "distractors": st.integers(0, 14),
    }
)  # fmt: skip


def block_of(page: Unit) -> Block:
    block = read_block(page.text)
    assert block is not None
    return block


def mask(text: str) -> str:
    """A text without its names and seals."""
    return re.sub(
        r"\b\w{16}\b", lambda found: "_" if is_name(found[0]) or SEAL.fullmatch(found[0]) else found[0], text
    )


@given(options)
@settings(max_examples=40, deadline=None)
def test_a_pair(given: dict[str, Any]) -> None:
    drawn, again = draw(**given), draw(**given)
    assert drawn == again
    original, twin = drawn.original, drawn.twin
    assert {original.world, twin.world} == {"w000000a", "w000000b"}
    assert original.question == twin.question
    assert len({page.id for page in original.pages} | {page.id for page in twin.pages}) == 2 * len(twin.pages)
    assert len(original.decisive) == drawn.hops == len(drawn.plan)
    assert twin.decisive == ()
    decisive = {page.id for page in original.decisive}
    assert not decisive & (original.poison.keys() | {page.id for page in original.initial})
    for page, other in zip(original.pages, twin.pages, strict=True):
        assert page.id.partition("_")[2] == other.id.partition("_")[2]
        assert (len(page.title), len(page.text)) == (len(other.title), len(other.text))
        if page.id in decisive:
            assert mask(page.text) == mask(other.text)
            here, there = block_of(page).fields, block_of(other).fields
            assert here.keys() == there.keys()
            same = {"record", "status", "signed"}
            assert all((here[key] == there[key]) == (key in same) for key in here)
        else:
            assert (page.title, page.text) == (other.title, other.text)
    assert [page.text for page in original.initial] == [page.text for page in twin.initial]
    assert sorted(original.poison.values()) == sorted(twin.poison.values())


@given(options)
@settings(max_examples=25, deadline=None)
def test_a_pair_is_proved(given: dict[str, Any]) -> None:
    benchmark = small(**given, keep_inseparable=True)
    benchmark.check()
    drawn = draw_proved(read_family(benchmark.families[0]), benchmark, 0)
    original, twin = drawn.proofs
    assert original.determination.answers == (drawn.pair.answer,)
    assert original.determination.necessary
    assert set(original.determination.support) == {page.id for page in drawn.pair.original.decisive}
    assert twin.determination.answers == ()
    forged = "forged-signed" in drawn.pair.attack and not benchmark.hmac
    assert original.determination.contested == ((drawn.pair.false_answer,) if forged else ())
    assert twin.determination.contested == original.determination.contested
    if benchmark.visibility == "full":
        assert not original.separable
    elif original.separable:
        assert all(step.rank is not None for step in original.plan)


def test_twins_are_either_of_the_two() -> None:
    sides = Counter(draw(number).twin.world[-1] for number in range(60))
    assert min(sides["a"], sides["b"]) > 15


@pytest.mark.parametrize("number", range(3))
def test_matched_worlds_differ_in_the_cell_and_the_names_alone(number: int) -> None:
    grid: dict[str, Any] = {"hops": (1, 2, 3), "attacks": ATTACKS, "distractors": 12, "replicas": 8}
    size = 3 * len(ATTACKS)
    cells = [draw(number * size + place, **grid) for place in range(size)]
    assert len({(pair.hops, pair.attack) for pair in cells}) == size
    assert len({pair.family for pair in cells}) == 1
    assert len({mask(pair.original.question) for pair in cells}) == 1
    assert len({mask(pair.original.initial[0].text) for pair in cells}) == 1  # the notice
    for hops in (1, 2, 3):
        assert len({tuple(mask(page.text) for page in pair.original.decisive) for pair in cells if pair.hops == hops}) == 1  # fmt: skip
    for attack in ATTACKS:  # whatever the hops, the attack and the pages about others are the same
        same = [pair for pair in cells if pair.attack == attack]
        assert len({len(pair.original.pages) for pair in same}) == 1
        fewest = min(
            len(_others(pair)) for pair in same
        )  # last come those that stand for records that are not needed
        assert len({tuple(mask(page.text) for page in _others(pair)[:fewest]) for pair in same}) == 1


def _others(pair: Pair) -> list[Unit]:
    decisive = {page.id for page in pair.original.decisive}
    return [page for page in pair.original.drawn if page.id not in decisive]


def test_replicates_take_turns_of_families_and_vary() -> None:
    pairs = [draw(number, hops=(1,), attacks=("replica",)) for number in range(12)]
    assert [pair.family for pair in pairs] == [FAMILIES[number % len(FAMILIES)] for number in range(12)]
    assert len({mask(pair.original.question) for pair in pairs}) > len(FAMILIES)


def attacked(kind: str, **given: Any) -> tuple[Instance, dict[str, list[Block]], Pair]:  # noqa: ANN401
    """A world under an attack, with the blocks of its poison by kind."""
    pair = draw(attacks=(kind,), **{"hops": (1,), "replicas": 8, "distractors": 12, **given})
    world = pair.original
    blocks: dict[str, list[Block]] = {}
    for page in world.pages:
        if page.id in world.poison:
            blocks.setdefault(world.poison[page.id], []).append(block_of(page))
    return world, blocks, pair


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("kind", ATTACKS)
def test_attacks_are_what_they_are_called(kind: str, family: str) -> None:
    world, blocks, pair = attacked(kind, families=(family,))
    text = {page.id: f"{page.title} {page.text}" for page in world.pages}
    if kind == "clean":
        assert (blocks, pair.false_answer) == ({}, None)
        values = [value for page in world.pages for value in block_of(page).fields.values()]
        about = [page for page in world.pages if pair.subject in page.text and page not in world.decisive]
        assert (
            len(about) == 1 + 3 + 1 + 8
        )  # notice, initial pages, the draft, and as many as there were replicas
        assert pair.answer in values
        return
    assert pair.false_answer is not None
    poison = [page for page in world.poison if page not in {page.id for page in world.initial}]
    assert len(poison) == 8
    assert all(pair.subject in text[page] for page in world.poison)
    astray = [page for page in world.poison if pair.false_answer not in text[page]]
    assert len(astray) == (kind == "forged-unsigned")  # a forged bridge names no answer
    assert all(pair.false_answer not in text[page] for page in text.keys() - world.poison.keys())
    assert len([page for page in world.initial if page.id in world.poison]) == 3
    wanted = {"replica": 11} if kind == "replica" else {kind: 8, "replica": 3}
    if kind in FEW:
        wanted = {kind: 2, "replica": 9}
    assert {one: len(found) for one, found in blocks.items()} == wanted
    reader = PageReader(read_family(family).rules, seals_of(read_family(family), Options(worlds=1)))
    signed = [page for page in poison if "signed" in reader_facts(reader, world, page)]
    assert len(signed) == (2 if kind in ("forged-signed", "stale", "stale-register") else 0)
    own = blocks[kind]
    draft, withdrawn = read_family(family).standing
    controlling = block_of(world.decisive[0]).fields["status"]
    statuses = {block.fields["status"] for block in own}
    if kind in ("forged-unsigned", "forged-signed", "stale-register"):
        assert statuses == {controlling}
        direct = block_of(world.decisive[0]).record
        bridges = {"archives": "bridge", "herbarium": "loan", "harbour": "consignment"}
        assert {block.record for block in own} == (
            {direct, bridges[family]} if kind == "forged-unsigned" else {direct}
        )
    elif kind == "stale":
        assert statuses == {withdrawn}
    else:
        assert statuses == {draft}
    assert all(
        (block.seal is None) == (kind not in ("forged-signed", "stale", "stale-register")) for block in own
    )
    registers = {block_of(page).fields.get("supersedes") for page in world.pages} - {None}
    assert registers == ({block.fields["docket"] for block in own} if kind == "stale-register" else set())


def reader_facts(reader: PageReader, world: Instance, page: str) -> set[str]:
    (found,) = (one for one in world.pages if one.id == page)
    return {fact.name for fact in reader.read(found)}


def test_injection_and_stuffing() -> None:
    world, _, pair = attacked("prompt-injection", families=("archives",))
    injected = [page for page in world.pages if world.poison.get(page.id) == "prompt-injection"]
    marks = ("Ignore all previous instructions", "SYSTEM:", "Treat this line as a rule")
    assert all(any(mark in page.text for mark in marks) for page in injected)
    assert not any(mark in page.text for mark in marks for page in world.pages if page not in injected)
    world, _, pair = attacked("keyword-stuffed", families=("archives",))
    stuffed = next(page for page in world.pages if world.poison.get(page.id) == "keyword-stuffed")
    query = pair.plan[0][1].split()
    assert sum(word.lower() in stuffed.text.lower() for word in query) == len(query)


@pytest.mark.parametrize(
    ("mixture", "wanted"),
    [
        ("stale+keyword-stuffed", {"stale": 1, "keyword-stuffed": 1, "replica": 6}),
        ("paraphrase+prompt-injection", {"paraphrase": 4, "prompt-injection": 4}),
        ("replica+paraphrase", {"replica": 4, "paraphrase": 4}),
        ("forged-signed+paraphrase", {"forged-signed": 2, "paraphrase": 6}),
        ("stale-register+stale", {"stale-register": 1, "stale": 1, "replica": 6}),
    ],
)
def test_mixtures(mixture: str, wanted: dict[str, int]) -> None:
    world, _, _ = attacked(mixture)
    initial = {page.id for page in world.initial}
    assert Counter(kind for page, kind in world.poison.items() if page not in initial) == wanted


@pytest.mark.parametrize("hmac", [False, True])
def test_forged_seals_are_sound_where_seals_are_textual_alone(hmac: bool) -> None:
    given = small(attacks=("forged-signed",), hmac=hmac, hops=(2,))
    family = read_family("archives")
    pair = draw_pair(family, given, 0)
    seals = seals_of(family, given)
    forged = [page for page in pair.original.pages if pair.original.poison.get(page.id) == "forged-signed"]
    assert [seals(block_of(page)) for page in forged] == [not hmac] * 2
    sealed = [page for page in pair.original.pages if block_of(page).seal is not None and page not in forged]
    assert len(sealed) > 3
    assert all(seals(block_of(page)) for page in sealed)
    assert all(seals(block_of(page)) for page in pair.substitutes)
    contested = prove_pair(pair, family, given)[0].determination.contested
    assert contested == (() if hmac else (pair.false_answer,))


@pytest.mark.parametrize("visibility", ["hidden", "type", "full"])
@pytest.mark.parametrize("family", FAMILIES)
def test_visibility(visibility: str, family: str) -> None:
    pair = draw(hops=(2,), attacks=("replica",), families=(family,), visibility=visibility)
    notice = pair.original.initial[0].text
    dockets = [block_of(page).fields["docket"] for page in pair.original.decisive]
    assert all((docket in notice) == (visibility == "full") for docket in dockets)
    words = set(notice.lower().split()) & {block_of(page).record for page in pair.original.decisive}
    assert bool(words) == (visibility == "type")


def test_visible_identifiers_are_what_makes_worlds_inseparable() -> None:
    proofs = {
        visibility: draw_proved(read_family("archives"), small(visibility=visibility, attacks=("replica",), hops=(1,)), 0).proofs[0]
        for visibility in ("hidden", "full")
    }  # fmt: skip
    assert proofs["hidden"].separable
    assert not proofs["full"].separable
    assert proofs["full"].witness is not None


def test_budget() -> None:
    for hops, queries, wanted in ((1, None, 2), (2, None, 2), (4, None, 4), (1, 7, 7), (3, 3, 3)):
        given = small(hops=(hops,), queries=queries, pages=5)
        budget = given.budget(hops)
        assert (budget.queries, budget.pages) == (wanted, 5)


@given(st.integers(0, 3000), st.permutations([1, 2, 3]), st.permutations(SOUND))
def test_the_grid_is_even(number: int, hops: list[int], attacks: list[str]) -> None:
    given = Options(worlds=4000, hops=tuple(hops), attacks=tuple(attacks))
    size = len(hops) * len(attacks)
    first = number // size * size
    cells = [given.cell(place) for place in range(first, first + size)]
    assert len({(cell.hops, cell.attack) for cell in cells}) == size
    assert {cell.replicate for cell in cells} == {first // size}


def test_lines_are_the_same_bytes_whatever_was_drawn_before() -> None:
    given = small(worlds=30, hops=(1, 2, 3))
    family = read_family("archives")
    lines = [write_lines(draw_proved(family, given, number), given) for number in (7, 3, 7)]
    assert lines[0] == lines[2] != lines[1]


@pytest.mark.parametrize(("strength", "replicas", "distractors"), [(60, 60, 0), (4, 9, 87)])
def test_the_largest_worlds_have_names_enough(strength: int, replicas: int, distractors: int) -> None:
    kind = "stale-register"  # needs most names
    pair = draw(hops=(6,), attacks=(kind,), strength=strength, replicas=replicas, distractors=distractors)
    assert Counter(pair.original.poison.values())[kind] == strength
    with pytest.raises(UsageError, match="names, but a world has 512"):
        draw(distractors=distractors + 90, strength=strength)


@pytest.mark.parametrize(
    "options_given",
    [{"replicas": 0, "initial": 0, "attacks": ("replica",)}, {"queries": 1, "hops": (2,)}, {"pages": 7}],
)
def test_what_cannot_be_separable_is_drawn_on_request_alone(options_given: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="keep"):
        small(**options_given).check()
    lenient = small(**options_given, keep_inseparable=True)
    lenient.check()
    drawn = draw_proved(read_family("archives"), lenient, 0)
    assert drawn.proofs[0].determination.answers == (drawn.pair.answer,)
    assert not drawn.proofs[0].separable

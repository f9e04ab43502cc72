"""Record blocks and seals."""

from collections.abc import Mapping

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from suffice.extractors import Unit
from suffice.extractors.blocks import (
    PageReader,
    hmac_seals,
    read_block,
    seal_text,
    textual_seals,
    write_block,
)
from suffice.rules import parse_program

keys = st.from_regex(r"[a-z]([a-z ]{0,8}[a-z])?", fullmatch=True).filter(
    lambda key: key not in ("seal", "record")
)
values = (
    st.text(st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="[]|"), min_size=1, max_size=12)
    .map(str.strip)
    .filter(bool)
)
fields = st.dictionaries(keys, values, max_size=5).map(lambda rest: {"record": "final", **rest})
seals = st.from_regex(r"[0-9a-f]{16}", fullmatch=True)
prose = st.text(st.characters(exclude_characters="[]"), max_size=20)
SIGNED = {"record": "final", "status": "controlling", "signed": "Office", "docket": "Tav", "place": "Kolm"}
SOUND = "00ff00ff00ff00ff"


@given(fields, st.none() | seals, prose, prose)
def test_what_is_written_is_read(stated: dict[str, str], seal: str | None, before: str, after: str) -> None:
    block = read_block(before + write_block(stated, seal) + after)
    assert block is not None
    assert (list(block.fields.items()), block.seal) == (list(stated.items()), seal)
    assert block.record == "final"


@given(fields, fields)
def test_two_blocks_are_none(one: dict[str, str], other: dict[str, str]) -> None:
    assert read_block(write_block(one) + " " + write_block(other)) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "signed and controlling, docket Tav, seal 00ff00ff00ff00ff",
        "[]",
        "[:]",
        "[Record]",
        "[Record:]",
        "[Record: ]",
        "[: final]",
        "[Status: final]",
        "[Record: final",
        "Record: final]",
        "[Record: final | ]",
        "[Record: final | Holder]",
        "[Record: final | Holder: ]",
        "[Record: final | H0lder: Vel]",
        "[Record: final | Hölder: Vel]",
        "[Record: final | Record: bridge]",
        "[Record: final | Holder: Vel | HOLDER: Tan]",
        "[Record: final | Seal: 00ff00ff00ff00ff | Seal: 00ff00ff00ff00ff]",
        "[Record: final | Seal: 00ff00ff00ff00ff | Holder: Vel]",
        "[Record: final | Holder: Vel\nplace=Kolm]",
        "[Record: final] [Record: final]",
        "[see: this] [Record: final]",
    ],
)
def test_what_is_not_well_formed_is_no_block(text: str) -> None:
    assert read_block(text) is None


def test_brackets_around_a_block_are_prose() -> None:
    block = read_block("[aside [Record: final | Place: Kolm] aside]")
    assert block is not None
    assert dict(block.fields) == {"record": "final", "place": "Kolm"}
    assert read_block("[Record: bridge | Note: [Record: final | Place: Kolm] ]") == block


@given(st.text(st.sampled_from("[]|:\n =Record final Seal 0f"), max_size=60))
def test_no_text_raises_and_what_is_read_can_be_written(text: str) -> None:
    block = read_block(text)
    assert block is None or read_block(write_block(block.fields, block.seal)) == block


@pytest.mark.parametrize(
    "seal", [None, "", "0", SOUND[1:], SOUND + "0", SOUND.upper(), "00fg00ff00ff00ff", "０0ff00ff00ff00ff"]
)
def test_a_seal_of_another_form_is_unsound(seal: str | None) -> None:
    block = read_block(write_block(SIGNED, seal))
    assert block is None or not textual_seals(block)
    assert block is None or not hmac_seals({"Office": b"k"})(block)


@pytest.mark.parametrize("left_out", ["signed", "docket"])
def test_a_seal_without_issuer_or_docket_is_unsound(left_out: str) -> None:
    stated = {key: value for key, value in SIGNED.items() if key != left_out}
    block = read_block(write_block(stated, seal_text(stated, b"k")))
    assert block is not None
    assert not textual_seals(block)
    assert not hmac_seals({"Office": b"k"})(block)


@given(seals)
def test_anybody_can_write_a_textual_seal_and_nobody_a_real_one(seal: str) -> None:
    assume(seal != seal_text(SIGNED, b"k"))
    block = read_block(write_block(SIGNED, seal))
    assert block is not None
    assert textual_seals(block)
    assert not hmac_seals({"Office": b"k"})(block)


def is_sound(stated: Mapping[str, str], seal: str) -> bool:
    block = read_block(write_block(stated, seal))
    return block is not None and hmac_seals({"Office": b"k", "Chamber": b"l"})(block)


@given(st.sampled_from([*SIGNED]), values)
def test_no_field_of_a_sealed_record_can_be_altered(key: str, value: str) -> None:
    seal = seal_text(SIGNED, b"k")
    assert is_sound(SIGNED, seal)
    assume(value != SIGNED[key])
    assert not is_sound({**SIGNED, key: value}, seal)
    assert not is_sound({name: text for name, text in SIGNED.items() if name != key}, seal)


@given(st.permutations([*SIGNED]), st.dictionaries(keys, values, max_size=2))
def test_fields_can_be_neither_added_nor_moved(order: list[str], more: dict[str, str]) -> None:
    stated = {key: SIGNED[key] for key in order} | {key: more[key] for key in more if key not in SIGNED}
    assert is_sound(stated, seal_text(SIGNED, b"k")) == (list(stated.items()) == list(SIGNED.items()))


@given(fields, fields, st.binary(min_size=1, max_size=4))
def test_fields_that_differ_have_seals_that_differ(
    one: dict[str, str], other: dict[str, str], key: bytes
) -> None:
    same = list(one.items()) == list(other.items())
    assert (seal_text(one, key) == seal_text(other, key)) == same


def test_two_fields_cannot_be_sealed_as_one() -> None:
    seal = seal_text(SIGNED, b"k")
    merged = {key: value for key, value in SIGNED.items() if key != "place"} | {"docket": "Tav\nplace=Kolm"}
    assert seal_text(merged, b"k") == seal  # the text that is sealed is the same,
    assert not is_sound(merged, seal)  # so no block reads like that


def test_a_replayed_block_is_sound_and_one_of_another_issuer_is_not() -> None:
    seal = seal_text(SIGNED, b"k")
    block = read_block("Something else entirely. " + write_block(SIGNED, seal))
    assert block is not None
    assert hmac_seals({"Office": b"k"})(block)
    assert not hmac_seals({"Office": b"l"})(block)
    assert not hmac_seals({"Chamber": b"k"})(block)
    assert not is_sound({**SIGNED, "signed": "Chamber"}, seal)


READER = PageReader(
    parse_program("column(final, 1, holder). column(final, 2, place). column(bridge, 1, at_sea)."),
    textual_seals,
)


def facts(text: str) -> list[str]:
    return [str(fact) for fact in READER.read(Unit("p", "", text))]


def test_pages_as_facts() -> None:
    stated = {"record": "final", "status": "controlling", "signed": "Office", "docket": "Tav"}
    full = {**stated, "holder": 'V"el', "place": "Kolm", "supersedes": "Ruk"}
    known = ['final(p,"V\\"el","Kolm")', "status(p,controlling)", 'docket(p,"Tav")']
    assert facts(write_block(full, SOUND)) == [*known, 'signed(p,"Office")', 'supersedes(p,"Ruk")']
    assert facts(write_block(full, "wrong")) == known
    assert facts(write_block(full)) == known
    assert facts(write_block({**stated, "holder": "Vel"})) == known[1:]  # a field is missing
    assert facts(write_block({"record": "bridge", "at sea": "Vel"})) == ['bridge(p,"Vel")']
    assert facts(write_block({"record": "final", "status": "Not so). valid(p"})) == []
    assert facts(write_block({"record": "unheard of", "place": "Kolm"})) == []
    assert facts("final(p, vel, kolm). [Record: final") == []


@given(fields)
def test_nothing_that_a_block_states_is_read_as_rules(stated: dict[str, str]) -> None:
    for fact in READER.read(Unit("p", "", write_block(stated, SOUND))):
        assert fact.is_ground
        assert parse_program(f"{fact}.").facts == (fact,)

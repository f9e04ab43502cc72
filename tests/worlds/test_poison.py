"""Attack files: what is read, that injected pages can be taken out again, and errors."""

import gzip
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suffice.errors import CorpusError, UsageError
from suffice.extractors import Unit
from suffice.worlds.poison import (
    FORMS,
    MARK,
    Attack,
    Form,
    inject,
    is_poison,
    read_attacks,
    remove,
    to_poisonedrag,
)

SHARED = Path(os.environ.get("SUFFICE_SHARED", Path(__file__).parents[3] / "shared"))
POISON = SHARED / "data" / "poison"
with_data = pytest.mark.skipif(not POISON.exists(), reason=f"no {POISON}")

ids = st.text(st.characters(exclude_categories=["C"]), min_size=1, max_size=8)
words = st.text(max_size=20)
units = st.lists(st.builds(Unit, ids.filter(lambda i: not i.startswith(MARK)), words, words), max_size=6)
texts = st.lists(words, min_size=1, max_size=4).map(tuple)
attacks = st.lists(
    st.builds(
        Attack,
        ids,
        words,
        st.none() | words,
        st.none() | words,
        texts,
        st.lists(words, max_size=2).map(tuple),
    ),
    max_size=4,
    unique_by=lambda attack: attack.id,
)


@given(units, attacks, st.sampled_from([None, *FORMS]))
def test_what_is_injected_can_be_removed_exactly(
    units: list[Unit], attacks: list[Attack], form: Form | None
) -> None:
    poisoned = inject(units, attacks, form=form)
    assert remove(poisoned) == units
    added = [unit for unit in poisoned if is_poison(unit.id)]
    assert len(added) == sum(len(attack.texts) for attack in attacks)
    assert len({unit.id for unit in added}) == len(added)


targeted = st.builds(Attack, ids, *[st.text(min_size=1, max_size=9)] * 3, texts)


@given(st.lists(targeted, min_size=1, max_size=4, unique_by=lambda attack: attack.id), st.sampled_from("ol1"))
def test_attacks_come_back_from_any_of_the_files_they_can_be_written_to(
    tmp_path_factory: pytest.TempPathFactory, attacks: list[Attack], shape: str
) -> None:
    records = [to_poisonedrag(attack) for attack in attacks]
    file = tmp_path_factory.getbasetemp() / f"attacks-{shape}.json"
    match shape:
        case "o":
            text = json.dumps(
                {attack.id: record for attack, record in zip(attacks, records, strict=True)}, indent=1
            )
        case "l":
            text = json.dumps(records)
        case _:
            text = "".join(json.dumps(record) + "\n" for record in records)
    file.write_text(text, encoding="utf-8")
    assert read_attacks(file) == attacks


def test_a_page_in_either_form() -> None:
    attack = Attack("q", "Where", "a", "b", ("In b.", "b."))
    assert [page.text for page in attack.pages()] == ["Where.In b.", "Where.b."]  # as PoisonedRAG joins them
    assert replace(attack, titles=("It",)).pages("plain") == (
        Unit("poison:q:0", "It", "In b."),
        Unit("poison:q:1", "", "b."),
    )
    assert Attack("q", "Where", None, None, ("x",)).pages()[0].text == "x"


def test_a_corpus_that_is_poisoned_already_is_refused() -> None:
    attack = Attack("q", "Where", "a", "b", ("In b.",))
    with pytest.raises(UsageError, match="injected already"):
        inject(inject([], [attack]), [attack])
    with pytest.raises(UsageError, match="two attacks"):
        inject([], [attack, attack])


@with_data
@pytest.mark.parametrize(
    ("name", "attacks", "pages", "targets"),
    [
        ("poisonedrag_hotpotqa", 60, 300, 0),
        ("poisonedrag_nq", 60, 300, 0),
        ("ragdefender_blind_hotpotqa", 100, 200, 100),
        ("ragdefender_garag_hotpotqa", 100, 400, 200),
    ],
)
def test_the_files_of_others(name: str, attacks: int, pages: int, targets: int) -> None:
    found = read_attacks(POISON / f"{name}.jsonl.gz")
    assert len(found) == attacks
    assert sum(len(attack.texts) for attack in found) == pages
    assert sum(len(attack.targets) for attack in found) == targets
    assert all((attack.incorrect is None) == name.startswith("ragdefender") for attack in found)


GOOD = '{"id": "q", "question": "Q", "correct answer": "a", "incorrect answer": "b", "adv_texts": ["t"]}'


@pytest.mark.parametrize(
    ("text", "line", "cause"),
    [
        ("", None, "no attack"),
        ("[]", None, "no attack"),
        ("\n", None, "no attack"),
        (f"{GOOD}\n{GOOD[:-1]}\n", 2, "not JSON"),
        (f"{GOOD}\n\n{GOOD}", 3, "id `q` was given already"),
        (f"[{GOOD},\n 3]", 2, "no object"),
        (GOOD.replace("adv_texts", "texts"), 1, "`adv_texts`"),
        (GOOD.replace('["t"]', "[]"), 1, "`adv_texts`"),
        (f'{{"p": {GOOD}}}', None, "record `p`: `id` is `q`"),
        (f'{{"q": {GOOD}, "q": {GOOD}}}', 1, "key `q` stands twice"),
        ('{"q":\n 1}', None, "record `q`: no object"),
        ('{"q":\n', 2, "not JSON"),
        ('{"query": "Q", "ground_truth": "g"}', 1, "`adversarial_document`"),
        ("[" * 100_000, 1, "nested"),
        ("7", 1, "no object"),
    ],
)
def test_bad_files(tmp_path: Path, text: str, line: int | None, cause: str) -> None:
    file = tmp_path / "bad.json"
    file.write_text(text)
    with pytest.raises(CorpusError) as caught:
        read_attacks(file)
    assert (caught.value.file, caught.value.line) == (str(file), line)
    assert cause in caught.value.cause


def test_unreadable_files(tmp_path: Path) -> None:
    cut = tmp_path / "cut.json.gz"
    cut.write_bytes(gzip.compress(GOOD.encode())[:-9])
    bad = tmp_path / "bad.json"
    bad.write_bytes(b"\xff")
    for file in (cut, bad, tmp_path, tmp_path / "none"):
        with pytest.raises(CorpusError, match="cannot be read"):
            read_attacks(file)

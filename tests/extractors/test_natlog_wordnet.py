"""WordNet's files: a small folder written here, damaged ones, and an installed WordNet where SUFFICE_WORDNET names one."""

import contextlib
import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from suffice.errors import LexiconError
from suffice.extractors.natlog.knowledge import Knowledge, WordNet, find_wordnet, read_knowledge
from suffice.extractors.natlog.knowledge.thesaurus import ancestors
from suffice.extractors.natlog.relations import converse

#: Synsets of nouns: their words, with the numbers of the synsets above them; `entity` is the first.
NOUNS: tuple[tuple[Sequence[str], Sequence[int], int], ...] = (
    (["entity"], [], 3),
    (["creature", "beast"], [0], 5),
    (["dog", "hound"], [1], 5),
    (["andiron", "dog"], [0], 6),
    (["turkey"], [1], 5),
    (["Turkey"], [0], 15),
    (["scholar"], [1], 18),
    (["Smith", "Adam_Smith"], [6], 18),
    (["ice_cream"], [0], 13),
)
COUNTS = {"dog%1:05:00:: 1": 40, "dog%1:06:00:: 2": 3}


def write_folder(
    folder: Path,
    nouns: Sequence[tuple[Sequence[str], Sequence[int], int]] = NOUNS,
    counts: Mapping[str, int] = COUNTS,
) -> Path:
    """A folder in WordNet's format; offsets are reckoned first with all pointers at 0, since their width is fixed."""
    folder.mkdir(exist_ok=True)
    licence = "  1 A licence of many words.  \n"
    offsets = [0] * len(nouns)
    for _ in range(2):
        text = licence
        for number, (some, above, lexname) in enumerate(nouns):
            offsets[number] = len(text)
            links = "".join(
                f"{'@i' if lexname in (15, 18) and some[0][0].isupper() else '@'} {offsets[up]:08d} n 0000 "
                for up in above
            )
            spelled = " ".join(f"{word} 0" for word in some)
            text += f"{offsets[number]:08d} {lexname:02d} n {len(some):02x} {spelled} {len(above):03d} {links}| a gloss  \n"
    (folder / "data.noun").write_text(text)
    index: dict[str, list[int]] = {}
    for number, (some, _, _) in enumerate(nouns):
        for word in some:
            index.setdefault(word.lower(), []).append(offsets[number])
    lines = [
        f"{word} n {len(found)} 1 @ {len(found)} 0 {' '.join(f'{offset:08d}' for offset in found)}  \n"
        for word, found in sorted(index.items())
    ]
    (folder / "index.noun").write_text(licence + "".join(lines))
    for name in ("verb", "adj", "adv"):
        (folder / f"index.{name}").write_text(licence)
        (folder / f"data.{name}").write_text(licence)
    (folder / "cntlist.rev").write_text(
        "".join(f"{sense} {count}\n" for sense, count in sorted(counts.items()))
    )
    (folder / "noun.exc").write_text("hounden hound\n")
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_folder(tmp_path / "dict")


def test_a_small_folder(folder: Path) -> None:
    knowledge = read_knowledge(wordnet=folder)
    wordnet = knowledge.wordnet
    assert wordnet is not None
    # The andiron is too rare to be meant by `dog`.
    assert [sense.rank for sense in wordnet.senses("dog", "n")] == [1]
    assert wordnet.count("dog", "n") == 43
    found = knowledge.relate("hounden", "beasts")
    assert found is not None
    assert (found.relation, found.witness.kind) == ("<", "synset_path")
    assert knowledge.verify("hounden", "beasts", found)
    assert not knowledge.verify("andiron", "beasts", found)
    assert knowledge.relate("ice creams", "entity") is not None


def test_names_and_words_are_told_apart_by_case(folder: Path) -> None:
    wordnet = WordNet(folder)
    assert [wordnet.synset(s.node).words for s in wordnet.senses("turkey", "n")] == [("turkey",)]
    assert [wordnet.synset(s.node).words for s in wordnet.senses("Turkey", "n")] == [("Turkey",)]
    assert wordnet.senses("Smith", "n") == ()
    assert len(wordnet.senses("Adam Smith", "n")) == 1


@pytest.mark.parametrize(
    ("policy", "ranks"), [("likely", [1]), ("tagged", [1, 2]), ("first", [1]), ("all", [1, 2])]
)
def test_policies(folder: Path, policy: str, ranks: list[int]) -> None:
    assert [sense.rank for sense in WordNet(folder, policy).senses("dog", "n")] == ranks  # type: ignore[arg-type]


@settings(max_examples=60, deadline=None)
@given(
    st.sets(st.from_regex(r"[a-z0-9'.][a-z0-9_'./-]{0,12}", fullmatch=True), min_size=1, max_size=40),
    st.text(max_size=5),
)
def test_every_lemma_is_found_and_no_other(
    tmp_path_factory: pytest.TempPathFactory, lemmas: set[str], other: str
) -> None:
    some = sorted(lemmas - {"entity"})
    folder = write_folder(
        tmp_path_factory.mktemp("wn") / "d", [(["entity"], [], 3), *(([lemma], [0], 5) for lemma in some)]
    )
    wordnet = WordNet(folder)
    for lemma in some:
        assert wordnet.has(lemma, "n")
        (node,), _ = wordnet.offsets(lemma, "n")
        assert wordnet.synset(node).words == (lemma,)
    assert wordnet.has(other, "n") == (other.casefold().replace(" ", "_") in {*lemmas, "entity"})


def test_a_folder_that_is_none(tmp_path: Path, folder: Path) -> None:
    for place in (tmp_path / "nowhere", tmp_path):
        with pytest.raises(LexiconError, match="no WordNet file"):
            WordNet(place)
    for name in ("data.noun", "index.verb", "data.adv"):
        copy = Path(shutil.copytree(folder, tmp_path / name))
        (copy / name).unlink()
        with pytest.raises(LexiconError, match="no WordNet file"):
            WordNet(copy)
        (copy / name).write_bytes(b"")
        with pytest.raises(LexiconError, match=name.replace(".", r"\.")):
            WordNet(copy)


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"not of WordNet\n" * 50,
        lambda data: data[40:],  # all offsets are off
        lambda data: data[: len(data) // 2],
        lambda data: data.replace(b" n ", b" x "),
        lambda data: data.replace(b"0", b"z"),
        lambda data: bytes(range(256)) * 20,
    ],
    ids=["text", "shifted", "cut", "types", "digits", "bytes"],
)
@pytest.mark.parametrize("name", ["data.noun", "index.noun"])
def test_damaged_files_give_an_error_or_nothing(folder: Path, name: str, damage: object) -> None:
    path = folder / name
    assert callable(damage)
    path.write_bytes(damage(path.read_bytes()))
    # What a damaged file gives is not said, but it is no other error.
    with contextlib.suppress(LexiconError):
        knowledge = read_knowledge(wordnet=folder)
        for word in ("dog", "hound", "beast", "creature", "ice cream"):
            knowledge.relate(word, "entity", pos="n")


def test_found_by_the_environment(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SUFFICE_WORDNET", str(folder))
    assert find_wordnet() == folder
    assert read_knowledge(wordnet="find").wordnet is not None
    monkeypatch.setenv("SUFFICE_WORDNET", str(folder / "nowhere"))
    with pytest.raises(LexiconError, match="no WordNet file"):
        read_knowledge(wordnet="find")


@pytest.fixture(scope="module")
def real() -> Knowledge:
    place = os.environ.get("SUFFICE_WORDNET") or find_wordnet()
    if not place or not (Path(place) / "index.noun").is_file():
        pytest.skip("no WordNet is installed; name a folder of its files in SUFFICE_WORDNET")
    return read_knowledge(wordnet=place)


@pytest.mark.parametrize(
    ("x", "y", "relation"),
    [
        ("sculptors", "an artist", "<"),
        ("vehicle", "lorries", ">"),
        ("attorney", "lawyer", "="),
        ("in Tokyo", "in Japan", "<"),
        ("London", "city", "<"),
        ("Turkey", "country", "<"),
        ("turkey", "country", None),
        ("Smith", "economist", None),
        ("minimum", "maximum", "|"),
        ("cathedral", "bishop", None),
        ("violinist", "cellist", None),
        ("sauntered", "walked", "<"),
    ],
)
def test_what_an_installed_wordnet_knows(real: Knowledge, x: str, y: str, relation: str | None) -> None:
    found = real.relate(x, y)
    assert (found.relation if found else None) == relation
    if found:
        assert real.verify(x, y, found)


def test_laws_on_an_installed_wordnet(real: Knowledge) -> None:
    words = "dog animal bird crow vehicle car walk move run hot cold large tiny good excellent man woman king person city London Paris France table furniture idea plan eat food drink water river big huge".split()  # noqa: SIM905
    for x in words:
        for y in words:
            there, back = real.relate(x, y), real.relate(y, x)
            assert (there is None) == (back is None)
            if there and back:
                assert back.relation == converse(there.relation)
                assert real.verify(x, y, there)
                assert real.verify(y, x, back)
                if there.witness.kind == "synset_path":
                    detail = there.witness.detail
                    for place in range(len(detail)):
                        changed = (*detail[:place], "n00001740", *detail[place + 1 :])
                        assert not real.verify(
                            x, y, type(there)(there.relation, type(there.witness)("synset_path", changed))
                        )


def test_no_node_of_an_installed_wordnet_is_above_itself(real: Knowledge) -> None:
    assert real.wordnet is not None
    for word in ("dog", "run", "restrain", "inhibit", "good", "London", "entity", "be"):
        for pos in "nvar":
            for sense in real.wordnet.senses(word, pos):
                for above, path in ancestors(real.wordnet, sense.node).items():
                    assert len(set(path)) == len(path)
                    assert above == sense.node or sense.node not in real.wordnet.broader(above)

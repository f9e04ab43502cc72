"""A small benchmark made by hand, for tests of what reads benchmarks; it may be spoilt in known ways."""

from pathlib import Path
from random import Random

from suffice.extractors.blocks import seal_text, write_block
from suffice.search.inquiry import Budget
from suffice.worlds.fiction.family import read_family
from suffice.worlds.fiction.manifest import Manifest
from suffice.worlds.fiction.models import CorpusLine, Determination, LabelLine, ProofLine, PublicWorld
from suffice.worlds.fiction.names import name_slots
from suffice.worlds.fiction.options import Options

#: Ways to spoil it.
SPOILT = (
    "question",
    "size",
    "letter",
    "order",
    "gold",
    "identifier",
    "value",
    "hops",
    "idle",
    "names",
    "unpaired",
)


def make_benchmark(
    folder: Path, pairs: int, *, seed: int = 0, spoilt: str | None = None, shards: int = 1
) -> Path:
    """Write a benchmark of some pairs of a world and its twin, one and two hops by turns, every third clean."""
    (folder / "families").mkdir(parents=True)
    options = Options(worlds=pairs, hops=(1,), attacks=("clean",), families=("archives",), seed=seed)
    family = read_family("archives")
    manifest = Manifest(
        version="made",
        options=options,
        families={"archives": family.sha256},
        files={},
        instances=2 * pairs,
        drawn=pairs,
        rejected={},
    )
    (folder / "manifest.json").write_text(manifest.model_dump_json())
    (folder / "families" / "archives.toml").write_text(family.source, encoding="utf-8")
    lines: dict[str, list[str]] = {"public": [], "corpus": [], "labels": [], "proofs": []}
    shard = 0
    for number in range(pairs):
        _make_pair(lines, number, seed, spoilt)
        if (number + 1) * shards // pairs > shard:
            for name, found in lines.items():
                file = f"{name}.jsonl" if shards == 1 else f"{name}-{shard:05}.jsonl"
                (folder / file).write_text("".join(found))
                found.clear()
            shard += 1
    return folder


def _make_pair(lines: dict[str, list[str]], number: int, seed: int, spoilt: str | None) -> None:
    random = Random(seed * 1_000_003 + number)
    order = random.random()
    names = name_slots(seed, 0 if spoilt == "names" else number, 24)
    hops, clean, twin_letter = 1 + number % 2, number % 3 == 0, random.choice("ab")
    for letter in "ab":
        twin = letter == (twin_letter if spoilt != "letter" else "b")
        _make_world(lines, f"w{number:06}{letter}", names, hops, clean, twin, Random(order), spoilt)


def _make_world(
    lines: dict[str, list[str]],
    world: str,
    names: list[str],
    hops: int,
    clean: bool,
    twin: bool,
    random: Random,
    spoilt: str | None,
) -> None:
    subject, value, false, archive, code = names[:5]
    if spoilt == "value":
        false = false[:-1] + "x"
    question = (
        f"Where is the {'closed' if spoilt == 'question' and twin else 'sealed'} ledger of {subject} kept?"
    )

    def bulletin(place: str) -> str:
        block = {"record": "bulletin", "status": "provisional", "holder": subject, "place": f"{place} House"}
        return f"{question} It is kept in {place} House. {write_block(block)}"

    def record(kind: str, **fields: str) -> str:
        block = {
            "record": kind,
            "status": "controlling",
            "signed": "Office of Deposits",
            "docket": names[5],
            **fields,
        }
        return f"The office assigned it. It stays there. {write_block(block, seal_text(block))}"

    said = value if spoilt == "gold" and not twin else ""
    hint = archive if spoilt == "identifier" else ""
    initial = [("Notice", f"Questions about {subject} have come in. {said} {hint}".rstrip() + ".")]
    if not clean:
        initial += [(f"The ledger of {subject}", bulletin(false))] * 2
    others = [
        ("Distractor", record("final", holder=names[6 + i], place=f"{names[12 + i]} House")) for i in range(3)
    ]
    decisive = [("Entry", record("final", holder=subject, place=f"{value} House"))]
    if hops == 2:
        decisive = [
            ("Entry", record("bridge", holder=subject, archive=f"{archive} Archive", rule=code)),
            ("Sheet", record("storage", archive=f"{archive} Archive", rule=code, place=f"{value} House")),
        ]
        if spoilt == "hops":
            decisive = [("Entry", record("final", holder=subject, place=f"{value} House")), *decisive[:1]]
    if twin:  # the same records, about others
        new = dict(zip([subject, value, archive, code], names[18:22], strict=True))
        decisive = [(title, _renamed(text, new)) for title, text in decisive]
        if spoilt == "size":
            decisive = []
    pages = [*initial, *others, *([] if clean else [(f"Of {subject}", bulletin(false))]), *decisive]
    order = list(range(len(pages)))
    random.shuffle(order)
    if spoilt == "order":
        order = list(range(len(pages)))[:: -1 if twin else 1]
    ids = {place: f"{world}_{rank:02}" for rank, place in enumerate(order)}
    place_of = {page: place for place, page in ids.items()}
    last = len(pages)
    needed = () if twin else tuple(ids[place] for place in range(last - len(decisive), last))
    poison = {ids[place]: "replica" for place, (_, text) in enumerate(pages) if "bulletin" in text}
    answer = None if twin else f"{value} House"
    attack = "clean" if clean else "replica"
    twin_of = (world[:-1] + ("b" if world[-1] == "a" else "a")) if twin and spoilt != "unpaired" else None
    public = PublicWorld(
        world=world,
        family="archives",
        question=question,
        initial=tuple(ids[place] for place in range(len(initial))),
        budget=Budget(queries=2, pages=3),
    )
    label = LabelLine(
        world=world,
        answer=answer,
        decisive=needed,
        poison=poison,
        false_answer=None if clean else f"{false} House",
        hops=hops,
        attack=attack,
        visibility="hidden",
        separable=True,
        twin_of=twin_of,
    )
    determination = Determination(
        answers=(answer,) if answer else (), support=needed, necessary=spoilt != "idle", contested=()
    )
    lines["public"].append(public.model_dump_json() + "\n")
    lines["labels"].append(label.model_dump_json() + "\n")
    lines["proofs"].append(
        ProofLine(world=world, determination=determination, separable=True).model_dump_json() + "\n"
    )
    for page in sorted(place_of):
        title, text = pages[place_of[page]]
        line = CorpusLine(world=world, _id=page, title=title, text=text)
        lines["corpus"].append(line.model_dump_json(by_alias=True) + "\n")


def _renamed(text: str, new: dict[str, str]) -> str:
    for old, name in new.items():
        text = text.replace(old, name)
    return text

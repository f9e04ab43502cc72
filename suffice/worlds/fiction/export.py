"""A benchmark in the formats of others: BEIR, HotpotQA, PoisonedRAG.

Each export is a folder with a data card; it is written beside its place and renamed, so it is there whole or not at all.
Worlds are written as they are read: memory does not grow with them.

Sources: Thakur et al. 2021 (BEIR), Yang et al. 2018 (HotpotQA), Zou, Geng, Wang and Jia 2024 (PoisonedRAG).

>>> split_sentences("Kept there. Since when? [Record: final | Place: St. Kolm. West]")
['Kept there.', 'Since when?', '[Record: final | Place: St. Kolm. West]']
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import IO

from suffice.errors import UsageError
from suffice.extractors import Unit
from suffice.worlds.fiction.card import Card, word_card
from suffice.worlds.fiction.folder import Benchmark, StoredWorld
from suffice.worlds.poison import Attack, to_poisonedrag

__all__ = ["FORMATS", "Sinks", "export_benchmark", "new_folder", "split_sentences", "titles_of"]

_BLOCK = re.compile(r"\[[^\[\]]*:[^\[\]]*\]")
_SENTENCE_END = re.compile(r"(?<=[.!?]) (?=\S)")


@dataclass(slots=True)
class Sinks:
    """Text files of one folder, with the SHA-256 of what was written to each."""

    folder: Path
    _files: dict[str, IO[bytes]] = field(default_factory=dict)
    _hashes: dict[str, hashlib._Hash] = field(default_factory=dict)

    def write(self, name: str, text: str) -> None:
        """Append to a file; the first time makes it."""
        if name not in self._files:
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            self._files[name] = path.open("wb")
            self._hashes[name] = hashlib.sha256()
        data = text.encode()
        self._files[name].write(data)
        self._hashes[name].update(data)

    def close(self) -> dict[str, str]:
        """Close the files; their hashes by name."""
        for file in self._files.values():
            file.close()
        return {name: found.hexdigest() for name, found in sorted(self._hashes.items())}


@contextmanager
def new_folder(out: Path) -> Iterator[Sinks]:
    """Files of a folder that appears when all is written, and not if anything goes wrong.

    Args:
        out: the folder; it may exist if it is empty.

    Raises:
        UsageError: it holds something already, or it can't be written.
    """
    out = Path(os.path.abspath(out))
    beside = out.with_name(f".{out.name}.{os.getpid()}")
    try:
        if out.exists() and (not out.is_dir() or any(out.iterdir())):
            raise UsageError(
                "there is something already", file=str(out), remedy="give a new folder or an empty one"
            )
        beside.mkdir(parents=True)
        sinks = Sinks(beside)
        try:
            yield sinks
        finally:
            sinks.close()
        if out.exists():
            out.rmdir()
        beside.rename(out)
    except OSError as error:
        raise UsageError(
            f"cannot be written ({error.strerror or error})", file=str(out), remedy="choose another place"
        ) from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def export_benchmark(
    folder: Path, form: str, out: Path, *, advance: Callable[[int], object] = lambda done: None
) -> dict[str, int]:
    """Write a benchmark in another format.

    Args:
        folder: that `suffice worlds generate` wrote.
        form: one of `FORMATS`.
        out: a new folder, or an empty one.
        advance: is told of every world, for a progress bar.

    Returns:
        How many of what were written.

    Raises:
        UsageError: there is no such format, or the folder can't be written.
        BenchmarkError: the benchmark can't be read.
    """
    if form not in FORMATS:
        raise UsageError(f"no format `{form}`", remedy=f"choose from {', '.join(FORMATS)}")
    counts: Counter[str] = Counter()
    write, finish = FORMATS[form]
    benchmark = Benchmark(folder)
    with new_folder(out) as sinks:
        for world in benchmark.worlds():
            write(world, sinks, counts)
            advance(1)
        if not counts:
            raise UsageError(f"no world has what `{form}` holds", file=str(folder))
        finish(sinks, counts)
        hashes = sinks.close()
        sinks.write("README.md", word_card(Card(form, dict(counts), hashes, benchmark.manifest)))
    return dict(counts)


_Write = Callable[[StoredWorld, Sinks, Counter[str]], None]
_Finish = Callable[[Sinks, Counter[str]], None]


def _line(record: Mapping[str, object]) -> str:
    return json.dumps(record, ensure_ascii=False) + "\n"


def _write_beir(world: StoredWorld, sinks: Sinks, counts: Counter[str]) -> None:
    _write_pages(world, sinks, counts, leave_out=frozenset())


def _write_pages(world: StoredWorld, sinks: Sinks, counts: Counter[str], leave_out: frozenset[str]) -> None:
    for page in world.pages:
        if page.id not in leave_out:
            sinks.write("corpus.jsonl", _line({"_id": page.id, "title": page.title, "text": page.text}))
            counts["pages"] += 1
    sinks.write("queries.jsonl", _line({"_id": world.public.world, "text": world.public.question}))
    counts["queries"] += 1
    if counts["queries"] == 1:
        sinks.write("qrels/test.tsv", "query-id\tcorpus-id\tscore\n")
    for page_id in world.labels.decisive:
        sinks.write("qrels/test.tsv", f"{world.public.world}\t{page_id}\t1\n")
        counts["judgements"] += 1


def split_sentences(text: str) -> list[str]:
    """A page's sentences, its block one of them; joined by a blank they are the page again.

    Args:
        text: of the page.
    """
    cuts = [match.start() for match in _SENTENCE_END.finditer(text)]
    block = _BLOCK.search(text)
    if block is not None:
        start, end = block.span()
        cuts = [cut for cut in cuts if not start <= cut < end]
        # A blank before and behind it, where there is one, also where no sentence ends.
        cuts += [
            cut for cut in (start - 1, end) if 0 <= cut < len(text) and text[cut] == " " and cut not in cuts
        ]
    places = [-1, *sorted(cuts), len(text)]
    return [text[start + 1 : end] for start, end in pairwise(places)]


def titles_of(pages: Sequence[Unit]) -> dict[str, str]:
    """A title for each page id, no two the same: one that several pages have is followed by the id.

    HotpotQA refers to paragraphs by title.
    """
    often = Counter(page.title for page in pages)
    used, titles = {title for title, count in often.items() if count == 1}, {}
    for page in pages:
        title = page.title
        if often[title] > 1:
            title = f"{title} ({page.id})"
            while title in used:
                title = f"{title} ({page.id})"
        used.add(title)
        titles[page.id] = title
    return titles


def _write_hotpotqa(world: StoredWorld, sinks: Sinks, counts: Counter[str]) -> None:
    titles = titles_of(world.pages)
    sentences = {page.id: split_sentences(page.text) for page in world.pages}
    label = world.labels
    record: dict[str, object] = {
        "_id": world.public.world,
        "question": world.public.question,
        "answer": label.answer or "",
        "supporting_facts": [[titles[page], _place_of_block(sentences[page])] for page in label.decisive],
        "context": [[titles[page.id], sentences[page.id]] for page in world.pages],
        "type": label.attack,
        "level": f"{label.hops}-hop",
    }
    if label.twin_of is not None:
        record["twin_of"] = label.twin_of
    name = "questions" if label.answer is not None else "twins"
    sinks.write(f"{name}.json", "[\n" if counts[name] == 0 else ",\n")
    sinks.write(f"{name}.json", json.dumps(record, ensure_ascii=False))
    counts[name] += 1


def _place_of_block(sentences: list[str]) -> int:
    return next((place for place, one in enumerate(sentences) if _BLOCK.search(one)), 0)


def _finish_hotpotqa(sinks: Sinks, counts: Counter[str]) -> None:
    for name in counts:
        sinks.write(f"{name}.json", "\n]\n")


def _write_poisonedrag(world: StoredWorld, sinks: Sinks, counts: Counter[str]) -> None:
    label = world.labels
    if label.answer is None:
        return
    _write_pages(world, sinks, counts, leave_out=frozenset(label.poison))
    texts = tuple(page.text for page in world.pages if page.id in label.poison)
    if label.false_answer is None or not texts:
        return
    attack = Attack(world.public.world, world.public.question, label.answer, label.false_answer, texts)
    sinks.write("attacks.json", "{\n" if counts["attacks"] == 0 else ",\n")
    record = json.dumps(to_poisonedrag(attack), ensure_ascii=False)
    sinks.write("attacks.json", f"{json.dumps(world.public.world)}: {record}")
    counts["attacks"] += 1


def _finish_poisonedrag(sinks: Sinks, counts: Counter[str]) -> None:
    if not counts["attacks"]:
        raise UsageError("no world is attacked", remedy="generate some with `--attacks`")
    sinks.write("attacks.json", "\n}\n")


#: What is done with each world and at the end, by the format's name.
FORMATS: Mapping[str, tuple[_Write, _Finish]] = {
    "beir": (_write_beir, lambda sinks, counts: None),
    "hotpotqa": (_write_hotpotqa, _finish_hotpotqa),
    "poisonedrag": (_write_poisonedrag, _finish_poisonedrag),
}

"""Memory of the trie, titles included, against dense vectors of one a title; and what building it takes."""

from __future__ import annotations

import tempfile
import time
from importlib import import_module
from pathlib import Path

from benchmarks.measure import Report, Target, has
from benchmarks.retrieval.titles import make_titles
from suffice.search.prefix.collection import aliases_of
from suffice.search.prefix.trie import build_trie, load_trie

_DIMENSIONS = (384, 768)
_MANY = 5_000_000


def measure_topic(quick: bool, seed: int) -> list[Report]:
    sizes = (1_000, 10_000) if quick else (10_000, 100_000, 1_000_000)
    titles = make_titles(sizes[-1], seed)
    rows: list[tuple[str | int | float | None, ...]] = []
    a_title = 0.0
    for size in sizes:
        since = time.process_time()
        trie = build_trie(titles[:size], aliases=aliases_of(titles[:size]))
        built = time.process_time() - since
        with tempfile.TemporaryDirectory() as folder:
            trie.save(Path(folder) / "trie.npz")
            since = time.process_time()
            assert load_trie(Path(folder) / "trie.npz").nbytes == trie.nbytes
            loaded = time.process_time() - since
        text = sum(len(one.encode()) for one in titles[:size])
        a_title = trie.nbytes / size
        rows.append(
            (f"{size:,}", a_title, trie.nbytes / 1e6, text / size, *_peers(titles[:size]), built, loaded)
        )
    rows.append((f"{_MANY:,} (extrapolated)", a_title, a_title * _MANY / 1e6, None, None, None, None))
    ratio = 4 * _DIMENSIONS[0] / a_title
    dense = [
        (f"{dimensions} float32", float(4 * dimensions), 4.0 * dimensions, 4 * dimensions / a_title)
        for dimensions in _DIMENSIONS
    ]
    return [
        Report(
            "The trie of titles, with the titles and their aliases",
            (
                "titles",
                "bytes a title",
                "MB",
                "of these text",
                "marisa-trie bytes a title",
                "build CPU s",
                "load CPU s",
            ),
            tuple(rows),
            notes=(
                "marisa-trie holds the same titles as strings, without tokens; - where it is not installed",
            ),
        ),
        Report(
            "Against dense vectors, one a title",
            ("vectors", "bytes a title", "MB a million titles", "times the trie"),
            (("trie", a_title, a_title, 1.0), *dense),
            (Target("384 float32 / trie", ">= 10", f"{ratio:.1f}", ratio >= 10),),
            (
                "one vector a title is the least that dense retrieval takes: passages and sentences have several",
            ),
        ),
    ]


def _peers(titles: list[str]) -> tuple[float | None]:
    if not has("marisa_trie"):
        return (None,)
    marisa_trie = import_module("marisa_trie")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "titles.marisa"
        marisa_trie.Trie(titles).save(str(file))
        return (file.stat().st_size / len(titles),)

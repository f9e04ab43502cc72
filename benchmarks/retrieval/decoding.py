"""Seconds a claim of decoding, first retrieval excluded, from ten thousand titles to a million: lazily, and with every edge scored."""

from __future__ import annotations

from statistics import median

from benchmarks.measure import Report, Target, cpu_seconds
from benchmarks.retrieval.titles import make_contexts, make_titles
from suffice.search.prefix.beam import Hypothesis, search_beam
from suffice.search.prefix.collection import aliases_of
from suffice.search.prefix.decoder import Decoder
from suffice.search.prefix.scorers import Context, Scorer, make_scorer
from suffice.search.prefix.trie import Trie, build_trie

_FLAT = 2.0
#: Titles up to which everything is measured.
_MOST = 100_000


def measure_topic(quick: bool, seed: int) -> list[Report]:
    sizes = (1_000, 10_000) if quick else (10_000, 100_000, 1_000_000)
    claims = 10 if quick else 40
    titles = make_titles(sizes[-1], seed)
    # The same claims over each collection: what they name is in all of them.
    contexts = make_contexts(titles[: sizes[0]], claims, seed)
    rows: list[tuple[str | int | float | None, ...]] = []
    lazily: list[float] = []
    for size in sizes:
        trie = build_trie(titles[:size], aliases=aliases_of(titles[:size]))
        for name in ("lexical", "ngram"):
            # What follows a common word grows with the collection, so that the n-gram model has ever more to score.
            asked = contexts if name == "lexical" else contexts[:3] if size <= _MOST else []
            if not asked:
                rows.append((f"{size:,}", name, None, None, None))
                continue
            scorer = make_scorer(name, trie)
            seconds, found = _decode(trie, scorer, asked, exhaustive=False)
            few = asked[: 3 if size <= _MOST else 1]
            whole, same = _decode(trie, scorer, few, exhaustive=True)
            rows.append(
                (f"{size:,}", name, 1e3 * seconds, 1e3 * whole, "yes" if same == found[: len(few)] else "NO")
            )
            if name == "lexical":
                lazily.append(seconds)
    growth = max(lazily) / min(lazily)
    return [
        Report(
            f"Decoding {claims} claims, five sentences each, 25 beams",
            ("titles", "scorer", "CPU ms a claim", "every edge scored, ms", "same outputs"),
            tuple(rows),
            (Target("lexical: slowest / fastest size", f"<= {_FLAT:g}", f"{growth:.2f}", growth <= _FLAT),),
            (
                "every edge scored: on the first three claims, beyond 100,000 titles on the first one",
                "ngram: three claims, up to 100,000 titles; it is not flat, since what follows a word grows with the collection",
            ),
        )
    ]


def _decode(
    trie: Trie, scorer: Scorer, contexts: list[Context], *, exhaustive: bool
) -> tuple[float, list[list[Hypothesis]]]:
    times, found = [], []
    for context in contexts:
        decoder = Decoder(trie, sentences=len(context.sentences), least=1)
        since = cpu_seconds()
        found.append(search_beam(decoder, scorer, context, exhaustive=exhaustive))
        times.append(cpu_seconds() - since)
    return median(times), found

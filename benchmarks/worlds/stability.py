"""The replica theorem: with frozen statistics added copies never push a page out of the list; with live ones they do.

For each query the page at the last place of the list is watched, and the decisive record that the query is for. Copies are made
of a page that scores lower: of the one behind the list, or of the last one that the query finds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from benchmarks.measure import Report, Target
from suffice.extractors import Unit
from suffice.search.frozen import FrozenIndex
from suffice.worlds.fiction.family import FAMILIES, read_family
from suffice.worlds.fiction.lines import Drawn, draw_proved
from suffice.worlds.fiction.options import Options

_COPIES = (5, 20, 80)


def measure_topic(quick: bool, seed: int) -> list[Report]:
    worlds = 60 if quick else 600
    families = {name: read_family(name) for name in FAMILIES}
    options = Options(worlds=worlds, seed=seed)
    lost: Counter[tuple[str, str, int, bool]] = Counter()
    cases: Counter[tuple[str, str]] = Counter()
    for number in range(worlds):
        drawn = draw_proved(families[options.family(number)], options, number)
        index = FrozenIndex(drawn.pair.original.pages)
        pages = {page.id: page for page in index.pages}
        for query, record in _queries(drawn):
            ranked = index.search(query, len(pages))
            if len(ranked) <= options.pages:
                continue
            watched = {"page at the last place": ranked[options.pages - 1]}
            if record in ranked[: options.pages]:
                watched["decisive record"] = record
            for copied, page in (("next page", ranked[options.pages]), ("last page", ranked[-1])):
                cases.update((what, copied) for what in watched)
                for copies in _COPIES:
                    text = pages[page]
                    added = [Unit(f"added_{place}", text.title, text.text) for place in range(copies)]
                    for live in (False, True):
                        found = index.extended(added, live=live).search(query, options.pages)
                        lost.update(
                            (what, copied, copies, live)
                            for what, kept in watched.items()
                            if kept not in found
                        )
    frozen = sum(count for (*_, live), count in lost.items() if not live)
    rows: list[tuple[str | int | float | None, ...]] = [
        (
            f"{what}; copies of the {copied}",
            cases[what, copied],
            *(
                f"{lost[what, copied, copies, False]} / {lost[what, copied, copies, True]}"
                for copies in _COPIES
            ),
        )
        for what, copied in sorted(cases)
    ]
    return [
        Report(
            f"Lost from the top three when copies are added, {worlds} worlds: frozen / live statistics",
            ("what is lost", "cases", *(f"{copies} copies" for copies in _COPIES)),
            tuple(rows),
            (Target("lost with frozen statistics", "0", str(frozen), frozen == 0),),
        )
    ]


def _queries(drawn: Drawn) -> Iterator[tuple[str, str]]:
    """The plan's queries with their records, and the question itself."""
    for step in drawn.proofs[0].plan:
        yield step.query, step.page
    yield drawn.pair.original.question, ""

"""Plays as TREC runs, and their scores: what a policy's queries found, in the order in which it was found.

A run's line is `query Q0 page rank score tag`. A list found later stands behind an earlier one, and a page stands where it
was found first; the score is 1 / rank, since trec_eval orders by score alone.

>>> play = Play(world="w0a", policy="topical", outcome="cannot_determine", rounds=(
...     Round(inquiry=Inquiry(premise="", decisiveness="", query="q", expected_discriminator=""), found=("p2", "p1")),
...     Round(inquiry=Inquiry(premise="", decisiveness="", query="r", expected_discriminator=""), found=("p1", "p3"))))
>>> ranking_of(play)
['p2', 'p1', 'p3']
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from suffice.errors import CorpusError, EngineError, UsageError
from suffice.search.inquiry import Inquiry, Play, Round
from suffice.worlds.fiction.export import new_folder
from suffice.worlds.fiction.folder import read_lines

__all__ = ["MEASURES", "Inquiry", "Round", "export_runs", "ranking_of", "score_run"]

#: Measures that `score_run` gives unless told otherwise: two queries with three pages each find six at most.
MEASURES = ("R@6", "Success@6", "nDCG@6", "RR")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


def ranking_of(play: Play) -> list[str]:
    """Ids of the pages that a play's queries found, each once, in the order found."""
    return list(dict.fromkeys(page for one in play.rounds for page in one.found))


def export_runs(folder: Path, out: Path) -> dict[str, int]:
    """Write the plays of a run folder as TREC runs, `<policy>.trec` for each policy.

    Args:
        folder: with `plays.jsonl`.
        out: a new folder, or an empty one.

    Returns:
        How many worlds each policy played.

    Raises:
        UsageError: the folder can't be written, or a policy's name is no file's name.
        CorpusError: the plays can't be read.
    """
    plays = folder / "plays.jsonl"
    if not plays.exists():
        raise CorpusError(
            "no `plays.jsonl` in it",
            file=str(folder),
            remedy="give a folder that `suffice worlds play` wrote",
        )
    counts: Counter[str] = Counter()
    with new_folder(out) as sinks:
        for line, play in enumerate(read_lines(plays, Play), start=1):
            if not _NAME.fullmatch(play.policy) or any(c.isspace() for c in play.world):
                raise CorpusError(
                    f"`{play.policy}` on `{play.world}` can't be named in a run", file=str(plays), line=line
                )
            counts[play.policy] += 1
            for rank, page in enumerate(ranking_of(play), start=1):
                sinks.write(
                    f"{play.policy}.trec", f"{play.world} Q0 {page} {rank} {1 / rank!r} {play.policy}\n"
                )
            sinks.write(f"{play.policy}.trec", "")
    return dict(sorted(counts.items()))


def score_run(run: Path, qrels: Path, measures: Sequence[str] = MEASURES) -> dict[str, float]:
    """Score a run, on the mean over all judged queries; one for which nothing was found counts 0.

    Args:
        run: a TREC run.
        qrels: of a BEIR export: query, page and score between tabs, below a heading.
        measures: as ir-measures names them.

    Raises:
        EngineError: ir-measures is not installed.
        CorpusError: a file can't be read.
        UsageError: there is no such measure.
    """
    try:
        import ir_measures
    except ImportError:
        raise EngineError("ir-measures is not installed", remedy="pip install 'suffice[worlds]'") from None
    try:
        wanted = [ir_measures.parse_measure(name) for name in measures]
    except (ValueError, NameError) as error:
        raise UsageError(f"no such measure ({error})", remedy="see ir-measur.es") from None
    judged = [ir_measures.Qrel(query, page, int(score)) for query, page, score in _rows(qrels, "\t", 3)]
    found = [
        ir_measures.ScoredDoc(query, page, float(score)) for query, _, page, _, score, _ in _rows(run, " ", 6)
    ]
    scores = ir_measures.calc_aggregate(wanted, judged, found)
    return {str(measure): float(scores[measure]) for measure in wanted}


def _rows(path: Path, between: str, columns: int) -> Iterator[list[str]]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CorpusError(f"cannot be read ({error})", file=str(path)) from None
    for number, line in enumerate(lines, start=1):
        row = line.split(between)
        if len(row) != columns:
            raise CorpusError(f"{len(row)} columns instead of {columns}", file=str(path), line=number)
        if not (number == 1 and row[0] == "query-id"):
            yield row

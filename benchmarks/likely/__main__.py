"""Likely links: fit the forest, and measure what it is worth on questions that it has not seen.

    python -m benchmarks.likely fit --musique FILE --out forest.json
    python -m benchmarks.likely lookups --musique FILE [--json OUT]
    python -m benchmarks.likely evaluate FILE [--cross] [--least 0.5 0.6 0.7] [--json OUT]

`fit` takes MuSiQue's steps, development part: of these subject and answer are known. `lookups` tells how often the likeliest
candidate of such a step is right, by forests fitted on other groups of questions. `evaluate` is `suffice evaluate` with
`--readers lexicon,open,likely`, at several thresholds; with `--cross` each question of the development part is decided by a forest
that was fitted without the questions that share a passage with it, as MuSiQue's must be.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console

from benchmarks.likely.fit import FOLDS, Judged, choose_fold, cross_fit, fit, judge, leave_out, write_forest
from benchmarks.likely.hops import find_lookups, group_questions
from benchmarks.measure import Report, show
from suffice.extractors import Reader, default_cache, read_lexicon
from suffice.extractors.likely import LEAST
from suffice.files import write_text
from suffice.search import read_library
from suffice.worlds.evaluate import Options, run_evaluation
from suffice.worlds.questions import read_questions
from suffice.worlds.records import OriginalRecord, TwinRecord
from suffice.worlds.report import figures
from suffice.worlds.run_folder import RunFolder

READERS = ("lexicon", "open", "likely")
METRICS = ("acc", "sacc", "coverage", "twin_answered", "decision_accuracy")
#: Shares of the lookups, the likeliest first.
SHARES = (0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    fits = commands.add_parser("fit")
    lookups = commands.add_parser("lookups")
    for one in (fits, lookups):
        one.add_argument("--musique", type=Path, required=True)
        one.add_argument("--seed", type=int, default=0)
    fits.add_argument("--out", type=Path, required=True)
    lookups.add_argument("--json", type=Path, dest="out")
    evaluate = commands.add_parser("evaluate")
    evaluate.add_argument("questions", type=Path)
    evaluate.add_argument("--cross", action="store_true", help="the questions are those that `fit` takes")
    evaluate.add_argument("--least", type=float, nargs="+", default=[LEAST])
    evaluate.add_argument("--seed", type=int, default=0)
    evaluate.add_argument("--json", type=Path, dest="out")
    given = parser.parse_args()
    if given.command == "evaluate":
        _evaluate(given)
        return
    judged = _judge(given.musique)
    if given.command == "fit":
        write_forest(fit(judged, given.seed), given.out)
        return
    rated = sorted(cross_fit(judged, given.seed), reverse=True)
    rows = []
    for share in SHARES:
        best = rated[: int(share * len(judged))]
        rows.append((share, best[-1][0], 100 * sum(right for _, right in best) / len(best)))
    found = sum(any(one.right) for one in judged)
    title = f"{len(judged)} lookups, {found} with the right value among their candidates"
    _tell(given, Report(title, ("share linked", "least likelihood", "right, percent"), tuple(rows)))


def _judge(path: Path) -> list[Judged]:
    lexicon = read_lexicon()
    questions = [one for one in read_questions(path) if one.part == "development"]
    return judge(find_lookups(questions, lexicon, Reader(default_cache())), lexicon)


def _evaluate(given: argparse.Namespace) -> None:
    questions = read_questions(given.questions)
    groups = group_questions(questions) if given.cross else {}
    rows: list[tuple[str | int | float | None, ...]] = []
    with TemporaryDirectory() as place:
        forests: list[Path | None] = [None]
        if given.cross:
            judged = _judge(given.questions)
            for fold in range(FOLDS):
                path = Path(place) / f"{fold}.json"
                write_forest(fit(leave_out(judged, fold), given.seed), path)
                forests.append(path)
        for least in given.least:
            runs = [
                _run(given.questions, least, forest, f"{place}/{least}-{number}")
                for number, forest in enumerate(forests)
            ]
            # A question of the development part is decided by the forest of its fold, where there is one.
            seen = [given.cross and one.part == "development" for one in questions]
            chosen = [
                runs[1 + choose_fold(groups[one.id]) if known else 0]
                for one, known in zip(questions, seen, strict=True)
            ]
            pairs = [(run[0][number], run[1][number]) for number, run in enumerate(chosen)]
            rows.extend(_figures(pairs, least, given.seed))
    columns = ("part", "least likely", "n", *METRICS, "low", "high")
    _tell(given, Report(f"{given.questions.name}, {', '.join(READERS)}", columns, tuple(rows)))


def _figures(
    pairs: Sequence[tuple[OriginalRecord, TwinRecord]], least: float, seed: int
) -> Iterator[tuple[str | int | float | None, ...]]:
    for part in ("all", "development", "held-out"):
        chosen = [pair for pair in pairs if part in ("all", pair[0].part)]
        if chosen:
            scored = figures(chosen, seed=seed)
            interval = scored.intervals["decision_accuracy"] or (None, None)
            yield part, least, scored.n, *(getattr(scored, one) for one in METRICS), *interval


def _run(
    questions: Path, least: float, forest: Path | None, out: str
) -> tuple[list[OriginalRecord], list[TwinRecord]]:
    options = Options(readers=READERS, least_likely=least, forest=forest)
    run_evaluation(
        questions,
        rules=read_library(),
        lexicon=read_lexicon(),
        reader=Reader(default_cache()),
        options=options,
        out=out,
    )
    folder = RunFolder(out)
    return folder.read(OriginalRecord), folder.read(TwinRecord)


def _tell(given: argparse.Namespace, report: Report) -> None:
    if given.out:
        write_text(given.out, json.dumps(report.as_json(), indent=2) + "\n")
    show(Console(width=None if sys.stdout.isatty() else 180), [report])


if __name__ == "__main__":
    main()

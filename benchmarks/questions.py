"""How many questions are decided in a second, and where the time goes.

    python -m benchmarks.questions QUESTIONS [--corpus FILE]... [--limit N] [--json OUT]

One core; the index is built and every passage is parsed before the clock starts. Each index is a row.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import time
from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.table import Table

from suffice.extractors import Reader, default_cache, read_lexicon
from suffice.search import INDEXES, Asker, build_index, read_corpus, read_library
from suffice.worlds.pool import pool_questions
from suffice.worlds.questions import read_questions

STAGES = ("decompose", "search", "read", "link", "close")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("questions", type=Path)
    parser.add_argument("--corpus", type=Path, action="append", default=[])
    parser.add_argument("--limit", type=int)
    parser.add_argument("--rounds", type=int, default=3, help="runs of each index; the fastest counts")
    parser.add_argument("--json", type=Path, dest="out")
    given = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

    questions = read_questions(given.questions)
    pool = pool_questions(questions, read_corpus(*given.corpus) if given.corpus else [])
    units = list(pool.units.values())
    asked = questions[: given.limit]
    reader, lexicon, rules = Reader(default_cache()), read_lexicon(), read_library()
    rows = []
    for name in INDEXES:
        since = time.process_time()
        index = build_index(units, name)
        built = time.process_time() - since
        runs = []
        for _ in range(given.rounds):
            # A fresh asker each time: nothing that an earlier run linked is remembered.
            asker = Asker(pool.units, index, lexicon, rules, reader)
            asker.read(pool.units)
            stages: Counter[str] = Counter()
            since = time.process_time()
            for question in asked:
                stages.update(asker.ask(question.text).trace.seconds)
            runs.append((time.process_time() - since, dict(stages)))
        seconds, stages_of = min(runs, key=lambda run: run[0])
        total = sum(stages_of.values())
        shares = {stage: 100 * stages_of.get(stage, 0.0) / total for stage in STAGES}
        rows.append(
            {
                "index": name,
                "passages": len(units),
                "questions": len(asked),
                "index_cpu_seconds": round(built, 2),
                "cpu_seconds": round(seconds, 2),
                "questions_per_second": round(len(asked) / seconds, 1),
                "share_percent": {stage: round(share, 1) for stage, share in shares.items()},
            }
        )
    table = Table(title=f"decisions on one core, {len(units)} passages, {len(asked)} questions")
    for column in ("index", "index built, CPU s", "questions / CPU s", *(f"{stage} %" for stage in STAGES)):
        table.add_column(column, justify="right")
    for row in rows:
        shown = row["share_percent"]
        assert isinstance(shown, dict)
        table.add_row(
            str(row["index"]),
            str(row["index_cpu_seconds"]),
            str(row["questions_per_second"]),
            *(str(shown[stage]) for stage in STAGES),
        )
    Console().print(table)
    if given.out:
        machine = {"python": platform.python_version(), "machine": platform.machine()}
        given.out.write_text(json.dumps({"machine": machine, "rows": rows}, indent=2) + "\n")


if __name__ == "__main__":
    main()

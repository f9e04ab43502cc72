"""Questions decided without a model, with one where the lexicon fails, and with one alone: figures, calls and costs.

    python -m benchmarks.models --gguf FILE [--questions FILE] [--limit 20] [--most-read 3] [--threads 1] [--minutes M]

A real server (llama.cpp's, PyPI `xllamacpp`) runs in a child process for as long as the benchmark does. Only questions of the
development part are asked, over their own passages. Replies are kept in `--cache` (beside the parses), so a run that was
stopped, or that its `--minutes` ended, goes on where it was. Each row is scored on the pairs it finished, and beside it stands no model on the same.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console

from benchmarks.measure import Report, describe_machine, show
from benchmarks.models.server import LocalServer, serve
from suffice.engine.certificate import Abstention, Certificate
from suffice.errors import LimitReached
from suffice.extractors import Reader, default_cache, read_lexicon
from suffice.extractors.models import CallCache, Model, Reply, Request, Usage
from suffice.extractors.models.judges import ConfidenceJudge, SufficiencyJudge
from suffice.extractors.models.server import Server
from suffice.rules import parse_term
from suffice.search import read_corpus, read_library
from suffice.search.loop import unit_id
from suffice.search.readers import READERS, WITHOUT_MODEL
from suffice.worlds.baselines import Judge
from suffice.worlds.evaluate import Options, run_evaluation
from suffice.worlds.records import STAGES, OriginalRecord, Timing, TwinRecord
from suffice.worlds.report import Figures, figures, make_report
from suffice.worlds.report import Report as Scored
from suffice.worlds.run_folder import RunFolder

#: Rows: a name, and what reads.
SETTINGS = (("no model", WITHOUT_MODEL), ("model where the rest fails", READERS), ("model alone", ("model",)))
METRICS = (
    "acc",
    "exact_match",
    "coverage",
    "sacc",
    "twin_answered",
    "abstention_precision",
    "decision_accuracy",
)


@dataclass(slots=True)
class _Bounded:
    """A server's model, called by its file's hash, that is asked nothing more once its time is over."""

    server: Server
    origin: str
    until: float | None = None

    @property
    def name(self) -> str:
        return self.server.name

    def complete(self, request: Request) -> Reply:
        if self.until is not None and time.monotonic() > self.until:
            raise LimitReached("the time is over", remedy="give more --minutes")
        return self.server.complete(request)


@dataclass(frozen=True, slots=True)
class _Row:
    """What one setting came to, on the pairs that it finished."""

    name: str
    scored: Scored
    originals: Sequence[OriginalRecord]
    twins: Sequence[TwinRecord]
    seconds: float | None
    usage: Usage
    by_task: dict[str, Usage]
    server_cpu_seconds: float | None
    quotes: tuple[int, int]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--gguf", type=Path, required=True)
    parser.add_argument(
        "--questions", type=Path, default=None, help="2Wiki by default: the sample that ships"
    )
    parser.add_argument("--limit", type=int, default=20)
    parser.add_argument(
        "--most-read", type=int, default=3, help="passages that the model reads for one lookup"
    )
    parser.add_argument("--threads", type=int, default=1, help="of the server")
    parser.add_argument("--minutes", type=float, help="for each setting; the pairs done by then count")
    parser.add_argument("--judges", action="store_true", help="the model's judgements as baselines too: slow")
    parser.add_argument("--no-answers", action="store_true", help="have it word no answers: they cost most")
    parser.add_argument("--cache", type=Path, default=default_cache().with_name("benchmark_replies.sqlite"))
    parser.add_argument("--json", type=Path, dest="out")
    given = parser.parse_args()
    if given.questions is None:
        given.questions = Path(str(files("suffice.data") / "2wiki_sample.jsonl.gz"))

    if not given.gguf.is_file():
        parser.error(f"no file {given.gguf}")
    with given.gguf.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    # A table that is written to a file is not to be squeezed.
    console = Console(width=None if sys.stdout.isatty() else 180)
    rows: list[_Row] = []
    with serve(given.gguf, given.threads) as server:
        for name, readers in SETTINGS:
            rows.append(_run(given, name, readers, server, digest))
            reports = _tables(given, rows)
            if given.out:  # after each setting: an interrupted run keeps what it has
                _write(given, digest, reports, rows)
    show(console, reports)


def _run(
    given: argparse.Namespace, name: str, readers: Sequence[str], server: LocalServer, digest: str
) -> _Row:
    """Ask the questions with some readers, as far as the time goes."""
    model: Model | None = None
    judges: list[Judge] = []
    if "model" in readers:
        until = time.monotonic() + 60 * given.minutes if given.minutes else None
        chat = _Bounded(Server(server.url, given.gguf.stem, timeout=1800), f"sha256:{digest}", until)
        model = Model(chat, cache=CallCache(given.cache))
        if given.judges:
            judges = [ConfidenceJudge(model), SufficiencyJudge(model)]
    options = Options(
        part="dev",
        limit=given.limit,
        readers=tuple(readers),
        most_read=given.most_read,
        answers=model is not None and not given.no_answers,
        baselines=given.judges,
    )
    before = server.cpu_seconds()
    with TemporaryDirectory() as place:
        folder = RunFolder(place)
        with suppress(LimitReached):
            run_evaluation(
                given.questions,
                rules=read_library(),
                lexicon=read_lexicon(),
                reader=Reader(default_cache()),
                options=options,
                out=place,
                judges=judges,
                model=model,
            )
        originals, twins = folder.read(OriginalRecord), folder.read(TwinRecord)
        times = folder.read(Timing)
        scored = make_report(folder.read_manifest(), originals, twins)
        quotes = _count_quotes([*originals, *twins], folder.path / "corpus.jsonl")
    after = server.cpu_seconds()
    return _Row(
        name,
        scored,
        originals,
        twins,
        sum(one.seconds for one in times) / len(times) if times else None,
        model.usage if model else Usage(),
        dict(sorted(model.by_task.items())) if model else {},
        after - before if model and before is not None and after is not None else None,
        quotes,
    )


def _count_quotes(records: Sequence[OriginalRecord | TwinRecord], corpus: Path) -> tuple[int, int]:
    """How many quotes of certificates stand at their places, and how many there are."""
    texts = {unit.id: unit.text for unit in read_corpus(corpus)}
    links = [
        link
        for record in records
        if isinstance(record.decision, Certificate)
        for link in record.decision.links
    ]
    stand = [texts[unit_id(parse_term(one.unit))][one.start : one.end] == one.quote for one in links]
    return sum(stand), len(stand)


def _tables(given: argparse.Namespace, rows: Sequence[_Row]) -> list[Report]:
    plain = rows[0]
    scores = []
    for row in rows:
        scores.append((row.name, *_metrics(row.scored)))
        if row.scored.n < plain.scored.n:
            pairs = list(zip(plain.originals, plain.twins, strict=True))[: row.scored.n]
            scores.append(("  no model, the same pairs", *_metrics(figures(pairs, seed=0))))
    with_model = rows[1:]
    costs = []
    for row in with_model:
        used = row.usage
        answers = [
            f"{found.right}/{found.n}" if (found := row.scored.answers.get(source)) else None
            for source in ("certificate", "pool")
        ]
        costs.append(
            (
                row.name,
                used.calls,
                used.cached,
                used.repairs,
                used.errors,
                used.input_tokens,
                used.output_tokens,
                row.scored.model_calls_per_question,
                row.seconds,
                row.server_cpu_seconds,
                *answers,
                f"{row.quotes[0]}/{row.quotes[1]}",
            )
        )
    why: list[tuple[str, str, int]] = []
    for row in with_model:
        refused = Counter(
            f"rejected: {one.reason}"
            for decision in [one.decision for one in row.originals] + [one.decision for one in row.twins]
            if isinstance(decision, Abstention)
            for need in decision.requirements
            for one in need.rejected
            if one.reason.startswith("the model")
        )
        told = (
            Counter({f"dropped: {reason}": count for reason, count in row.scored.dropped.items()}) + refused
        )
        why.extend((row.name, reason, count) for reason, count in sorted(told.items()))
    settled = f"{given.gguf.stem}, {given.questions.name}: {plain.scored.n} questions, {plain.scored.passages} passages"
    return [
        Report(f"decisions, {settled}", ("readers", "pairs", *METRICS), tuple(scores)),
        Report(
            "failures on originals, by stage",
            ("readers", *STAGES),
            tuple((row.name, *(row.scored.failures[stage] for stage in STAGES)) for row in rows),
        ),
        Report(
            "the model",
            (
                "readers",
                "calls",
                "from cache",
                "repairs",
                "errors",
                "tokens in",
                "tokens out",
                "calls / decision",
                "s / decision",
                "server CPU s",
                "right from certificate",
                "right from pool",
                "quotes that stand",
            ),
            tuple(costs),
            notes=("s / decision is wall-clock, with replies from the cache at no time",),
        ),
        Report(
            "calls by task",
            ("readers", "task", "calls", "tokens in", "tokens out", "s / call", "repairs", "errors"),
            tuple(
                (
                    row.name,
                    task,
                    used.calls,
                    used.input_tokens,
                    used.output_tokens,
                    used.seconds / (used.calls - used.cached) if used.calls > used.cached else None,
                    used.repairs,
                    used.errors,
                )
                for row in with_model
                for task, used in row.by_task.items()
            ),
        ),
        Report("what did not become a link", ("readers", "why", "count"), tuple(why)),
    ]


def _metrics(found: Figures) -> tuple[int | float | None, ...]:
    return (found.n, *(getattr(found, name) for name in METRICS))


def _write(given: argparse.Namespace, digest: str, reports: Sequence[Report], rows: Sequence[_Row]) -> None:
    told = {
        "machine": describe_machine(),
        "model": {"file": given.gguf.name, "sha256": digest},
        "threads": given.threads,
        "most_read": given.most_read,
        "minutes": given.minutes,
        "tables": [report.as_json() for report in reports],
        "settings": {row.name: row.scored.model_dump(mode="json") for row in rows},
    }
    given.out.write_text(json.dumps(told, indent=2) + "\n")


if __name__ == "__main__":
    main()

"""A real model as the verifier, with and without a gate: calls, stops, coverage safety and seconds.

    python -m benchmarks.gate model --gguf FILE [--encoders overlap,minilm] [--questions FILE] [--limit 50] [--minutes M] [--json OUT]

A server (llama.cpp's, PyPI `xllamacpp`) runs in a child process. Each question of the development part is run by the host itself, once
without a gate and once with each. Replies are kept in `--cache`, so that a run that was stopped, or that its `--minutes` ended,
goes on where it was; a reply from the cache counts the seconds that it took when it was made. `--thresholds` runs others than the calibrated ones too.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path

from rich.console import Console

from benchmarks.measure import Report, describe_machine, show
from benchmarks.models.server import serve
from suffice.errors import EngineError
from suffice.extractors import Reader, default_cache, read_lexicon
from suffice.extractors.models import CallCache, Model, Reply, Request
from suffice.extractors.models.server import Server
from suffice.search import read_library
from suffice.search.gate.claims import make_drafter
from suffice.search.gate.encoders import Encoder, make_encoder
from suffice.search.gate.evidence import Tools
from suffice.search.gate.gate import Gate, choose_gate
from suffice.search.gate.host import ROUNDS, Host
from suffice.search.gate.verifiers import ClaimVerifier, make_verifier
from suffice.search.readers import WITHOUT_MODEL, make_readers
from suffice.worlds.answers import is_exact
from suffice.worlds.evaluate import PARTS
from suffice.worlds.gate.extractor import extract
from suffice.worlds.gate.gold import make_cases
from suffice.worlds.questions import Question, read_questions

#: What is run without a gate.
ALWAYS = "always"


@dataclass(frozen=True, slots=True)
class _Named:
    """A server's model, called by its file's hash: the port is another each time."""

    server: Server
    origin: str

    @property
    def name(self) -> str:
        return self.server.name

    def complete(self, request: Request) -> Reply:
        return self.server.complete(request)


class Clock(CallCache):
    """Replies, and the seconds that those found in it once took."""

    saved = 0.0

    def get(self, key: str) -> Reply | None:
        found = super().get(key)
        self.saved += found.seconds if found else 0.0
        return found


@dataclass(frozen=True, slots=True)
class Ran:
    """One question under one setting: states that the verifier was asked about, and what it asked its model."""

    stop: int
    calls: int
    model_calls: int
    complete: bool
    exact: bool
    seconds: float


class Runner:
    """Runs questions under settings.

    Args:
        model: of the verifier.
        clock: its cache.
        reader: of passages.
    """

    def __init__(self, model: Model, clock: Clock, reader: Reader) -> None:
        self.clock = clock
        self.lexicon = read_lexicon()
        self.reader = reader
        self.tools = Tools(self.lexicon, read_library(), *make_readers(WITHOUT_MODEL, self.lexicon))
        verifier = make_verifier("model", model)
        assert isinstance(verifier, ClaimVerifier)
        self.verifier = verifier

    def run(self, question: Question, gate: Gate | None, encoder: Encoder | None) -> Ran:
        [one] = make_cases([question], self.reader, self.tools)  # anew: a case keeps what it has linked
        host = Host(make_drafter("requirements", self.lexicon), self.verifier, gate, encoder)
        asked, saved, since = self.verifier.asked, self.clock.saved, time.perf_counter()
        run = host.run(one.case)
        seconds = time.perf_counter() - since + self.clock.saved - saved
        return Ran(
            run.stop or ROUNDS + 1,
            run.calls,
            self.verifier.asked - asked,
            one.is_complete(sentence.id for sentence in run.evidence),
            is_exact(extract(one.case, run.evidence), question.answer, *question.aliases),
            seconds,
        )


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        "python -m benchmarks.gate model",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--gguf", type=Path, required=True)
    parser.add_argument("--encoders", default="overlap,minilm", help="by commas")
    parser.add_argument("--thresholds", default="", help="others, each tried with each encoder; by commas")
    parser.add_argument(
        "--questions", type=Path, default=None, help="2Wiki by default: the sample that ships"
    )
    parser.add_argument("--limit", type=int, default=50)
    parser.add_argument("--threads", type=int, default=1, help="of the server")
    parser.add_argument("--minutes", type=float, help="no question is begun after them")
    parser.add_argument("--cache", type=Path, default=default_cache().with_name("benchmark_replies.sqlite"))
    parser.add_argument("--json", type=Path, dest="out")
    given = parser.parse_args(arguments)
    if not given.gguf.is_file():
        parser.error(f"no file {given.gguf}")
    file = given.questions or Path(str(files("suffice.data") / "2wiki_sample.jsonl.gz"))
    asked = [one for one in read_questions(file) if one.part in PARTS["dev"]][: given.limit]
    settings = make_settings(
        given.encoders.split(","), [float(one) for one in given.thresholds.split(",") if one]
    )
    with given.gguf.open("rb") as opened:
        digest = hashlib.file_digest(opened, "sha256").hexdigest()
    until = time.monotonic() + 60 * given.minutes if given.minutes else None
    done: dict[str, dict[str, Ran]] = {}
    report = make_table(given.gguf.stem, done)
    with serve(given.gguf, given.threads) as server:
        clock = Clock(given.cache)
        model = Model(
            _Named(Server(server.url, given.gguf.stem, timeout=1800), f"sha256:{digest}"), cache=clock
        )
        runner = Runner(model, clock, Reader(default_cache()))
        for question in asked:
            if until is not None and time.monotonic() > until:
                break
            done[question.id] = {name: runner.run(question, *gated) for name, gated in settings.items()}
            report = make_table(given.gguf.stem, done)
            if given.out:  # after each question: a run that is stopped keeps what it has
                told = {
                    "machine": describe_machine(),
                    "model": {"file": given.gguf.name, "sha256": digest},
                    "threads": given.threads,
                    "table": report.as_json(),
                    "questions": {
                        name: {setting: asdict(ran) for setting, ran in found.items()}
                        for name, found in done.items()
                    },
                }
                given.out.write_text(json.dumps(told, indent=2) + "\n")
    show(Console(), [report])


def make_settings(
    encoders: Sequence[str], others: Sequence[float]
) -> dict[str, tuple[Gate | None, Encoder | None]]:
    """No gate first, then the gates: what they ask has mostly been asked by then."""
    found: dict[str, tuple[Gate | None, Encoder | None]] = {ALWAYS: (None, None)}
    for name in encoders:
        with suppress(EngineError):  # one that is not installed is left out
            encoder = make_encoder(name)
            calibrated = choose_gate(name, "requirements", "model")
            for threshold in dict.fromkeys((calibrated.threshold, *others)):
                found[f"{name} {threshold:.2f}"] = (Gate(name, threshold), encoder)
    return found


def make_table(model: str, done: Mapping[str, Mapping[str, Ran]]) -> Report:
    rows: list[tuple[str | int | float | None, ...]] = []
    names = list(next(iter(done.values()), {}))
    for name in names:
        found = [one[name] for one in done.values()]
        always = [one[ALWAYS] for one in done.values()]
        stopped = [one for one in found if one.stop <= ROUNDS]
        there = [pair for pair in zip(found, always, strict=True) if pair[1].stop <= ROUNDS]
        rows.append(
            (
                name,
                len(stopped),
                sum(one.calls for one in found),
                1 - sum(one.calls for one in found) / max(1, sum(one.calls for one in always)),
                sum(one.model_calls for one in found),
                sum(a.stop == b.stop for a, b in zip(found, always, strict=True)) / len(found),
                sum(a.stop == b.stop for a, b in there) / len(there) if there else None,
                sum(one.complete for one in stopped) / len(stopped) if stopped else None,
                sum(not one.complete for one in stopped),
                sum(one.exact for one in found) / len(found),
                sum(one.seconds for one in found) / len(found),
            )
        )
    columns = (
        *("gate", "stops", "calls", "calls saved", "asked of the model", "agreement", "stops kept", "safe"),
        *("unsafe stops", "exact match", "s / question"),
    )
    return Report(
        f"{model} as verifier, {len(done)} questions of the development part",
        columns,
        tuple(rows),
        notes=("seconds are wall-clock; a reply counts what it took when it was first made",),
    )


if __name__ == "__main__":
    main()

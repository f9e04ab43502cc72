"""What a gate costs: encoding, and keeping the gap up to date, on the sentences of the 2Wiki sample that ships."""

from __future__ import annotations

from importlib.resources import as_file, files

from benchmarks.measure import Report, measure, measure_in_turns
from suffice.errors import EngineError
from suffice.search.gate.claims import Claim
from suffice.search.gate.encoders import ENCODERS, Encoder, VectorEncoder, make_encoder
from suffice.search.gate.evidence import EvidenceSentence
from suffice.search.gate.gap import Gap
from suffice.worlds.questions import read_questions

_CLAIMS = [
    Claim("Free Guy was directed by someone.", subject="Free Guy", value="person"),
    Claim("The director of Free Guy was born on some date.", value="date"),
]
_TEXTS = [claim.text for claim in _CLAIMS]
#: Rounds and sentences a round: the paper's, and a long search.
_SHAPES = ((6, 3), (60, 3), (60, 30))


def measure_topic(quick: bool, seed: int) -> list[Report]:
    sentences = _sentences()
    return [_encoding(sentences[: 100 if quick else 500]), *_rescoring(sentences, quick)]


def _sentences() -> list[EvidenceSentence]:
    with as_file(files("suffice.data").joinpath("2wiki_sample.jsonl.gz")) as path:
        questions = read_questions(path)
    found = [
        EvidenceSentence("", "", p.title, text.strip(), 0, len(text))
        for one in questions
        for p in one.paragraphs
        for text in p.sentences
    ]
    return list(dict.fromkeys(found))


def _encoding(sentences: list[EvidenceSentence]) -> Report:
    texts = [one.in_context for one in sentences]
    rows: list[tuple[str | int | float | None, ...]] = []
    for name in ENCODERS:
        try:
            make_encoder(name).compare(_TEXTS, ["Warm up."])
        except EngineError:
            rows.append((name, None, None))
            continue

        def work(name: str = name) -> object:
            encoder = _fresh(make_encoder(name))
            return encoder.fit(texts).compare(_TEXTS, texts)

        seconds, _ = measure(work, repeats=3)
        rows.append((name, 1e3 * seconds / len(sentences), len(sentences) / seconds))
    return Report(
        f"{len(sentences)} sentences against 2 claims, one thread",
        ("encoder", "CPU ms a sentence", "sentences a CPU s"),
        tuple(rows),
    )


def _fresh(encoder: Encoder) -> Encoder:
    """One that has encoded nothing yet."""
    return VectorEncoder(encoder.name, encoder.embed) if isinstance(encoder, VectorEncoder) else encoder


def _rescoring(sentences: list[EvidenceSentence], quick: bool) -> list[Report]:
    reports = []
    for rounds, top in _SHAPES[: 2 if quick else 3]:
        parts = [sentences[n * top : (n + 1) * top] for n in range(rounds)]
        rows: list[tuple[str | int | float | None, ...]] = []
        for name in ("overlap", "tfidf"):
            encoder = make_encoder(name).fit([one.in_context for one in sentences])

            def incremental(
                encoder: Encoder = encoder, parts: list[list[EvidenceSentence]] = parts
            ) -> float | None:
                gap = Gap(encoder, _CLAIMS)
                return [gap.add(part) for part in parts][-1]

            def again(
                encoder: Encoder = encoder, parts: list[list[EvidenceSentence]] = parts
            ) -> float | None:
                value: float | None = None
                seen: list[EvidenceSentence] = []
                for part in parts:
                    seen += part
                    value = Gap(encoder, _CLAIMS).add(seen)
                return value

            (fast, slow), (one, other) = measure_in_turns([incremental, again])
            assert one == other
            rows.append((name, 1e3 * fast, 1e3 * slow, slow / fast))
        reports.append(
            Report(
                f"{rounds} rounds of {top} sentences",
                ("encoder", "incremental, CPU ms", "all again, CPU ms", "times"),
                tuple(rows),
            )
        )
    return reports

"""The run: every question over the pooled corpus and over its twin's; records, and what they come to.

What decides is given a question's text and the ids that are not there, nothing else: gold answers, facts and
supporting passages are looked at only after the decision.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from contextlib import nullcontext
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Literal, TypeAlias

import suffice
from suffice.errors import ForestError, QuestionFileError, UsageError
from suffice.extractors import Lexicon, Reader
from suffice.extractors.likely import LEAST
from suffice.extractors.models import Model
from suffice.extractors.models.examples import EXAMPLES
from suffice.extractors.passages import MODELS
from suffice.files import hold, read_text
from suffice.rules import Program
from suffice.search import Asker, build_index, read_corpus
from suffice.search.gate.screen import make_screen
from suffice.search.loop import ROUNDS
from suffice.search.readers import default_readers, make_readers
from suffice.worlds.ablations import ONE_ROUND, Ablation, commit_rules, linkers_of
from suffice.worlds.baselines import BaselineReport, Judge, report_baselines
from suffice.worlds.pool import Pool, limit_pool, pool_questions
from suffice.worlds.questions import read_questions
from suffice.worlds.records import (
    Evidence,
    Manifest,
    OriginalRecord,
    Timing,
    TwinRecord,
)
from suffice.worlds.report import Report, make_report
from suffice.worlds.run_folder import RunFolder
from suffice.worlds.scorer import Scorer
from suffice.worlds.watch import Watch, no_watch

__all__ = ["PARTS", "Check", "Evaluation", "Options", "PartName", "hash_code", "run_evaluation"]

Check: TypeAlias = Literal["anchor-or-verify", "anchor", "none"]
PartName: TypeAlias = Literal["dev", "held-out", "all"]
PARTS: dict[PartName, AbstractSet[str]] = {
    "dev": {"development"},
    "held-out": {"held-out"},
    "all": {"development", "held-out"},
}
_READ_AT_ONCE = 256


@dataclass(frozen=True, slots=True)
class Options:
    """What may be chosen for a run.

    Args:
        check: the entity check.
        index: its name, None for the default.
        part: which part of the questions is asked; the corpus is pooled from all of them.
        limit: ask only so many questions, and pool the corpus from these alone: for a quick look.
        seed: chooses reserve, deciding facts and replacements.
        ablation: what is left out (`ablations`).
        pool: ask over a corpus of so many passages: those of the asked, and others drawn by seed.
        baselines: keep what other decisions go by (`baselines`).
        readers: what reads questions and passages, in the order tried; None for all that can.
        examples: set of examples, or a file of them, that a model decomposes by.
        most_read: passages that a model reads for one lookup.
        least_likely: how likely a link of the reader `likely` must be; None for its default.
        forest: the file of the forest that rates such links; None for the one that ships.
        memory: ask the model each question without context, and report apart the pairs that it does not know.
        answers: let the model word answers from certificates, and from all that was retrieved.
        gate: the encoder by which passages are put off that are far from what is looked up; None for no gate.
    """

    check: Check = "anchor-or-verify"
    index: str | None = None
    part: PartName = "all"
    limit: int | None = None
    seed: int = 0
    ablation: Ablation | None = None
    pool: int | None = None
    baselines: bool = False
    readers: tuple[str, ...] | None = None
    examples: str = "first"
    most_read: int = 3
    least_likely: float | None = None
    forest: Path | None = None
    memory: bool = False
    answers: bool = False
    gate: str | None = None

    def __post_init__(self) -> None:
        if self.pool is not None and self.pool < 1:
            raise UsageError(f"a corpus of {self.pool} passages", remedy="give 1 or more")
        if self.limit is not None and self.limit < 1:
            raise UsageError(f"`--limit {self.limit}` asks no question", remedy="give 1 or more")


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A finished run: the report, its records, and how long each decision took."""

    report: Report
    originals: tuple[OriginalRecord, ...]
    twins: tuple[TwinRecord, ...]
    times: tuple[Timing, ...]
    baselines: BaselineReport | None = None

    @property
    def seconds_per_question(self) -> float | None:
        """Seconds for one decision, on the mean over originals and twins."""
        return sum(one.seconds for one in self.times) / len(self.times) if self.times else None

    @property
    def seconds_by_stage(self) -> dict[str, float]:
        """The same by stage."""
        stages = dict.fromkeys(stage for one in self.times for stage in one.stages)
        return {s: sum(one.stages.get(s, 0.0) for one in self.times) / len(self.times) for s in stages}


def run_evaluation(
    file: Path | str,
    *,
    rules: Program,
    lexicon: Lexicon,
    reader: Reader,
    corpora: Sequence[Path | str] = (),
    options: Options | None = None,
    out: Path | str | None = None,
    watch: Watch | None = None,
    judges: Sequence[Judge] = (),
    model: Model | None = None,
) -> Evaluation:
    """Ask every question of a file, and its twin, and score the decisions.

    Args:
        file: questions with gold answers (`questions.read_questions`).
        rules: the library and the user's own.
        lexicon: relations and frames.
        reader: reads passages.
        corpora: files of passages to add as distractors.
        options: what may be chosen.
        out: a folder for records and report; a run that stopped there half-way is resumed.
        watch: is told how far it is.
        judges: further baselines, such as a model; asked only where `options.baselines` is set.
        model: reads what the lexicon cannot.

    Returns:
        The report and what it was made of.

    Raises:
        QuestionFileError: the file is in none of the known shapes, or no question is in the part asked for.
        CorpusError: a file of distractors cannot be read.
        UsageError: the folder cannot be written to, or holds another run.
        EngineError: there is no such index.
        LimitReached: the model's budget is used up; with a folder the run can be resumed.
    """
    chosen, told = options or Options(), watch or no_watch
    # Two processes in one folder would mix their records.
    with hold(Path(os.path.realpath(out))) if out is not None else nullcontext():
        return _run(file, rules, lexicon, reader, corpora, chosen, out, told, judges, model)


def _run(
    file: Path | str,
    rules: Program,
    lexicon: Lexicon,
    reader: Reader,
    corpora: Sequence[Path | str],
    options: Options,
    out: Path | str | None,
    watch: Watch,
    judges: Sequence[Judge],
    model: Model | None,
) -> Evaluation:
    folder = RunFolder(out) if out is not None else None
    every = read_questions(file)
    asked = [question for question in every if question.part in PARTS[options.part]][: options.limit]
    if not asked:
        raise QuestionFileError(
            f"no question is in the part `{options.part}`", file=str(file), remedy="give `--part all`"
        )
    names = options.readers or default_readers(model)
    for wanted, name in ((options.memory, "memory filter"), (options.answers, "wording of answers")):
        if wanted and model is None:
            raise UsageError(f"the {name} needs a model", remedy="give --model")
    distractors = read_corpus(*corpora) if corpora else []
    own = asked if options.limit and options.pool is None else every
    pool = pool_questions(own, distractors, seed=options.seed)
    if options.pool is not None:
        pool = limit_pool(pool, [question.id for question in asked], options.pool, seed=options.seed)
    manifest = Manifest(
        versions=_versions(),
        code_sha256=hash_code(),
        questions_sha256=_hash(Path(file).read_bytes()),
        corpora_sha256=tuple(_hash(Path(path).read_bytes()) for path in corpora),
        rules_sha256=_hash(str(rules).encode()),
        lexicon_sha256=lexicon.sha256,
        check=options.check,
        index=options.index,
        part=options.part,
        limit=options.limit,
        seed=options.seed,
        questions=len(asked),
        passages=len(pool.units) - len(pool.reserve),
        reserve=len(pool.reserve),
        ablation=options.ablation,
        pool=options.pool,
        baselines=options.baselines,
        readers=names,
        model=model.name if model else None,
        examples=options.examples if model else None,
        examples_sha256=_hash_examples(options.examples) if model else None,
        most_read=options.most_read if model else None,
        memory=options.memory,
        answers=options.answers,
        gate=options.gate,
        least_likely=_least(options, names),
        forest_sha256=_hash_forest(options.forest),
    )
    originals: list[OriginalRecord] = []
    twins: list[TwinRecord] = []
    times: list[Timing] = []
    evidence: list[Evidence] = []
    if folder is not None:
        folder.begin(manifest)
        folder.write("corpus.jsonl", _corpus_of(pool))
        originals, twins = folder.resume([question.id for question in asked])
        times, evidence = folder.read(Timing), folder.read(Evidence)
    left = asked[len(originals) :]
    if left:
        index = build_index(list(pool.units.values()), options.index)
        check: Check = "none" if options.ablation == "check" else options.check
        readers, linkers = make_readers(
            names,
            lexicon,
            check,
            model=model,
            examples=options.examples,
            most=options.most_read,
            least=options.least_likely,
            forest=options.forest,
        )
        asker = Asker(
            pool.units,
            index,
            lexicon,
            commit_rules(rules, options.seed) if options.ablation == "plan" else rules,
            reader,
            check=check,
            rounds=ONE_ROUND if options.ablation == "rounds" else ROUNDS,
            readers=readers,
            linkers=linkers_of(options.ablation, lexicon) or linkers,
            model=model,
            gate=make_screen(options.gate) if options.gate is not None else None,
        )
        scorer = Scorer(
            pool,
            index,
            asker,
            seed=options.seed,
            memory=options.memory,
            answers=options.answers,
            judges=judges if options.baselines else None,
        )
        units = list(pool.units)
        with watch("reading passages", len(units)) as advance:
            for start in range(0, len(units), _READ_AT_ONCE):
                advance(len(asker.read(units[start : start + _READ_AT_ONCE])))
        with watch("asking", len(left)) as advance:
            for question in left:
                original, twin, timed, seen = scorer.score(question)
                if folder is not None:
                    folder.append([*seen, original, twin, *timed])
                evidence.extend(seen)
                originals.append(original)
                twins.append(twin)
                times.extend(timed)
                advance(1)
    report = make_report(manifest, originals, twins)
    if folder is not None:
        folder.write("report.json", report.model_dump_json(indent=2) + "\n")
    others = report_baselines(originals, twins, evidence, seed=options.seed) if options.baselines else None
    if folder is not None and others is not None:
        folder.write("baselines.json", others.model_dump_json(indent=2) + "\n")
    return Evaluation(report, tuple(originals), tuple(twins), tuple(times), others)


def _corpus_of(pool: Pool) -> str:
    """The pool as JSON Lines; passages that are in no original's corpus say so."""
    reserve = frozenset(pool.reserve)
    lines = []
    for unit in pool.units.values():
        line: dict[str, object] = {"_id": unit.id, "title": unit.title, "text": unit.text}
        if unit.id in reserve:
            line["reserve"] = True
        lines.append(json.dumps(line, ensure_ascii=False) + "\n")
    return "".join(lines)


def _versions() -> dict[str, str]:
    found = {"suffice": suffice.__version__, "python": platform.python_version()}
    for name in ("clingo", "spacy", *(model.replace("_", "-") for model in MODELS), "rank-bm25", "tantivy"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def hash_code(*rooms: str) -> str:
    """Of the package's own files: the same version may be under work.

    Args:
        rooms: only those of some of its folders; by default all.
    """
    root = Path(suffice.__file__).parent
    files = sorted(
        path
        for room in rooms or ("",)
        for path in (root / room).rglob("*")
        if path.suffix in (".py", ".toml", ".lp")
    )
    return _hash(
        b"\0".join(
            b"\0".join((path.relative_to(root).as_posix().encode(), path.read_bytes())) for path in files
        )
    )


def _least(options: Options, names: Sequence[str]) -> float | None:
    """How likely likely links are to be, if there are any."""
    if "likely" not in names:
        return None
    return LEAST if options.least_likely is None else options.least_likely


def _hash_examples(name: str) -> str | None:
    """Of a file of examples; those that ship are in the code's hash."""
    if name in EXAMPLES:
        return None
    return _hash(read_text(name, UsageError).encode())


def _hash_forest(path: Path | None) -> str | None:
    """Of a forest of one's own; the one that ships is in the code's hash."""
    return None if path is None else _hash(read_text(str(path), ForestError).encode())


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()

"""The run: every question over the pooled corpus and over its twin's; records, and what they come to.

What decides is given a question's text and the ids that are not there, nothing else: gold answers, facts and
supporting passages are looked at only after the decision.
"""

from __future__ import annotations

import hashlib
import json
import platform
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Literal, Protocol, TypeAlias

import suffice
from suffice.engine.certificate import Certificate
from suffice.errors import ModelError, QuestionFileError, UsageError
from suffice.extractors import Lexicon, Reader
from suffice.extractors.models import Model
from suffice.extractors.models.answer import Answerer
from suffice.extractors.models.examples import EXAMPLES
from suffice.extractors.models.link import ModelLinker
from suffice.extractors.passages import MODELS
from suffice.files import read_text
from suffice.rules import Program, parse_term
from suffice.search import Asker, Decision, build_index, read_corpus
from suffice.search.index import Index
from suffice.search.loop import ROUNDS, unit_id
from suffice.search.readers import READERS, WITHOUT_MODEL, make_readers
from suffice.worlds.ablations import ONE_ROUND, Ablation, commit_rules, linkers_of
from suffice.worlds.answers import is_exact, is_same, kind_of_answer
from suffice.worlds.baselines import BaselineReport, Judge, Scores, gather, report_baselines
from suffice.worlds.diagnosis import Diagnosis
from suffice.worlds.pool import Pool, limit_pool, pool_questions
from suffice.worlds.questions import Question, Triple, read_questions
from suffice.worlds.records import (
    Evidence,
    FactRecord,
    Manifest,
    OriginalRecord,
    PassageRef,
    Timing,
    TwinRecord,
    WordedAnswer,
)
from suffice.worlds.report import Report, make_report
from suffice.worlds.run_folder import RunFolder
from suffice.worlds.twins import Twin, make_twin

__all__ = ["PARTS", "Check", "Evaluation", "Options", "PartName", "Watch", "run_evaluation"]

Check: TypeAlias = Literal["anchor-or-verify", "anchor", "none"]
PartName: TypeAlias = Literal["dev", "held-out", "all"]
PARTS: dict[PartName, AbstractSet[str]] = {
    "dev": {"development"},
    "held-out": {"held-out"},
    "all": {"development", "held-out"},
}
_READ_AT_ONCE = 256
#: Samples of a model's memory, as the paper draws them.
SAMPLES = 5
#: Of what was retrieved, so many passages are shown to a model that answers from the pool.
MOST_POOLED = 20


class Watch(Protocol):
    """Is told of a stage and its length, and gives what is told how many more are done."""

    def __call__(self, label: str, total: int) -> AbstractContextManager[Callable[[int], object]]:
        """Begin a stage."""
        ...


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
        memory: ask the model each question without context, and report apart the pairs that it does not know.
        answers: let the model word answers from certificates, and from all that was retrieved.
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
    memory: bool = False
    answers: bool = False

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
    options, watch = options or Options(), watch or (lambda label, total: nullcontext(lambda done: None))
    folder = RunFolder(out) if out is not None else None
    every = read_questions(file)
    asked = [question for question in every if question.part in PARTS[options.part]][: options.limit]
    if not asked:
        raise QuestionFileError(
            f"no question is in the part `{options.part}`", file=str(file), remedy="give `--part all`"
        )
    names = options.readers or (READERS if model else WITHOUT_MODEL)
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
        code_sha256=_hash_code(),
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
            names, lexicon, check, model=model, examples=options.examples, most=options.most_read
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
        )
        scorer = _Scorer(pool, index, asker, options, judges if options.baselines else None)
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


class _Scorer:
    """Asks a question and its twin, then looks at the labels."""

    def __init__(
        self,
        pool: Pool,
        index: Index,
        asker: Asker,
        options: Options,
        judges: Sequence[Judge] | None = None,
    ) -> None:
        self.pool = pool
        self.index = index
        self.asker = asker
        self.seed = options.seed
        self.answerer = Answerer(asker.model) if asker.model else None
        self.memory = options.memory
        self.answers = options.answers
        self.judges = judges
        self.scores = Scores(pool.units.values()) if judges is not None else None

    def score(self, question: Question) -> tuple[OriginalRecord, TwinRecord, list[Timing], list[Evidence]]:
        reserve = frozenset(self.pool.reserve)
        twin = make_twin(question, self.pool, self.index, seed=self.seed)
        decision, cost, timed = self._ask(question, reserve, "original")
        twin_decision, twin_cost, twin_timed = self._ask(question, twin.absent, "twin")
        return (
            self._original(question, decision, cost),
            self._twin(question, twin, twin_decision, twin_cost),
            [timed, twin_timed],
            [*self._see(question, decision, "original"), *self._see(question, twin_decision, "twin")],
        )

    def _see(
        self, question: Question, decision: Decision, world: Literal["original", "twin"]
    ) -> Iterator[Evidence]:
        """What other decisions go by, where it is to be kept."""
        if self.scores is None:
            return
        seen = gather(
            decision,
            self.pool.units,
            self.pool.surfaces,
            self.scores,
            self.judges or (),
            question=question.text,
        )
        gold = question.answer, *question.aliases
        kind = kind_of_answer(question, self.asker.lexicon)
        said = seen.candidate if world == "original" else None
        yield seen.model_copy(
            update={
                "question": question.id,
                "world": world,
                "correct": said is not None and is_same(said, *gold, kind=kind),
                "exact": said is not None and is_exact(said, *gold),
            }
        )

    def _ask(
        self, question: Question, absent: frozenset[str], world: Literal["original", "twin"]
    ) -> tuple[Decision, dict[str, Any], Timing]:
        """The decision, what of a model it cost, and how long it took."""
        before = self._dropped()
        since = time.perf_counter()
        decision = self.asker.ask(question.text, exclude=absent)
        seconds = time.perf_counter() - since
        timed = Timing(question=question.id, world=world, seconds=seconds, stages=decision.trace.seconds)
        usage = decision.trace.usage
        cost = {
            "model_calls": usage.calls,
            "input_tokens": usage.input_tokens,
            "output_tokens": usage.output_tokens,
            "model_repairs": usage.repairs,
            "model_errors": usage.errors,
            "dropped": dict(sorted((self._dropped() - before).items())),
        }
        return decision, cost, timed

    def _dropped(self) -> Counter[str]:
        """What models said so far and was dropped."""
        linkers = [one for one in self.asker.linkers if isinstance(one, ModelLinker)]
        return sum((one.dropped for one in linkers), Counter())

    def _original(self, question: Question, decision: Decision, cost: dict[str, Any]) -> OriginalRecord:
        gold = question.answer, *question.aliases
        answer = decision.answer
        kind = kind_of_answer(question, self.asker.lexicon)
        correct = answer is not None and is_same(answer, *gold, kind=kind)
        diagnosis = Diagnosis(question, decision, self.pool, self.asker)
        return OriginalRecord(
            question=question.id,
            text=question.text,
            type=question.type,
            part=question.part,
            yes_no=question.is_yes_no,
            gold=gold,
            answer=answer,
            correct=correct,
            exact=answer is not None and is_exact(answer, *gold),
            stage=None if correct else diagnosis.find_stage(),
            links=tuple(diagnosis.judge_links()),
            **cost,
            answers=self._word(question, decision) if self.answers else {},
            decision=decision.outcome,
        )

    def _word(
        self, question: Question, decision: Decision
    ) -> dict[Literal["certificate", "pool"], WordedAnswer]:
        """What the model answers from the certificate's passages, and from all that were retrieved."""
        if not isinstance(decision.outcome, Certificate) or self.answerer is None:
            return {}
        certified = [unit_id(parse_term(one.id)) for one in decision.outcome.units]
        retrieved = list(dict.fromkeys(unit for event in decision.trace.events for unit in event.units))
        gold, kind = (question.answer, *question.aliases), kind_of_answer(question, self.asker.lexicon)
        found: dict[Literal["certificate", "pool"], WordedAnswer] = {}
        for source, ids in (("certificate", certified), ("pool", retrieved[:MOST_POOLED])):
            try:
                said = self.answerer.answer(question.text, [self.pool.units[one] for one in ids])
            except ModelError:
                said = None
            correct = said is not None and is_same(said, *gold, kind=kind)
            found[source] = WordedAnswer(answer=said, correct=correct)  # type: ignore[index]
        return found

    def _recalls(self, question: Question) -> bool:
        """Whether the model answers without context in any of its samples (Certify section 7)."""
        gold, kind = (question.answer, *question.aliases), kind_of_answer(question, self.asker.lexicon)
        for sample in range(SAMPLES):
            try:
                said = self.answerer.recall(question.text, sample) if self.answerer else None
            except ModelError:
                continue
            if said is not None and is_same(said, *gold, kind=kind):
                return True
        return False

    def _twin(self, question: Question, twin: Twin, decision: Decision, cost: dict[str, Any]) -> TwinRecord:
        names = None
        if twin.fact is not None and decision.answer is None:
            names = Diagnosis(question, decision, self.pool, self.asker).names_fact(twin.fact)
        return TwinRecord(
            question=question.id,
            fact=_record(twin.fact) if twin.fact else None,
            deleted=self._refer(twin.deleted),
            replacements=self._refer(twin.replacements),
            survivors=self._refer(twin.survivors),
            audited=twin.audited,
            characters=self._count_characters(question, twin),
            answer=decision.answer,
            names_deleted=names,
            **cost,
            recalled=self._recalls(question) if self.memory else None,
            decision=decision.outcome,
        )

    def _refer(self, units: Sequence[str]) -> tuple[PassageRef, ...]:
        return tuple(PassageRef(id=unit, title=self.pool.units[unit].title) for unit in units)

    def _count_characters(self, question: Question, twin: Twin) -> tuple[int, int]:
        """Length of the question's own passages and of all that was deleted, before and after."""
        own = set(self.pool.contexts[question.id]) - set(self.pool.reserve)
        before = own | set(twin.deleted)
        after = (before - set(twin.deleted)) | set(twin.replacements)
        first, second = (sum(len(self.pool.units[unit].text) for unit in units) for units in (before, after))
        return first, second


def _record(fact: Triple) -> FactRecord:
    return FactRecord(subject=fact.subject, relation=fact.relation, value=fact.value)


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


def _hash_code() -> str:
    """Of the package's own files: the same version may be under work."""
    root = Path(suffice.__file__).parent
    files = sorted(path for path in root.rglob("*") if path.suffix in (".py", ".toml", ".lp"))
    return _hash(
        b"\0".join(
            b"\0".join((path.relative_to(root).as_posix().encode(), path.read_bytes())) for path in files
        )
    )


def _hash_examples(name: str) -> str | None:
    """Of a file of examples; those that ship are in the code's hash."""
    if name in EXAMPLES:
        return None
    return _hash(read_text(name, UsageError).encode())


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()

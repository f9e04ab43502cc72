"""Is a benchmark valid: can its labels be guessed without the evidence, and does the evidence do what is said of it?

Every check is computed from the benchmark's files alone and ends in a verdict. The folder is read once, world by world;
only what the classifiers look at is kept, of so many pairs at most.

>>> check = Check(name="leaks", passed=True, wanted="none", found="0 of 10 worlds")
>>> str(check)
'ok    leaks: 0 of 10 worlds (wanted: none)'
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

from suffice.errors import BenchmarkError
from suffice.extractors import Unit
from suffice.extractors.blocks import PageReader, read_block
from suffice.extractors.text import fold, tokens_of
from suffice.search.reading import Judge, judge_of, names_in
from suffice.worlds.fiction.folder import Benchmark, StoredWorld
from suffice.worlds.fiction.guessing import Area, Case, guess, initial_of, see, skeleton
from suffice.worlds.fiction.names import is_name
from suffice.worlds.fiction.separability import seals_of

__all__ = ["BOUNDS", "MOST", "WANTED", "AreaRecord", "Check", "ValidityReport", "examine"]

#: Where every simultaneous interval must lie.
BOUNDS = (0.45, 0.55)
#: Pairs that a report should rest on.
WANTED = 2_000
#: Pairs that the classifiers look at.
MOST = 10_000
_EXAMPLES = 5
#: Fields of a block that name no record: what it supersedes is another's, and may be known.
_OPEN_FIELDS = frozenset({"record", "status", "signed", "supersedes"})


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Check(_Part):
    """A check and its verdict.

    Args:
        name: what is checked.
        passed: the verdict.
        wanted: what it takes.
        found: what was found.
        examples: the first worlds, pages or classifiers at fault.
    """

    name: str
    passed: bool
    wanted: str
    found: str
    examples: tuple[str, ...] = ()

    def __str__(self) -> str:
        text = f"{'ok   ' if self.passed else 'FAILS'} {self.name}: {self.found} (wanted: {self.wanted})"
        return f"{text}: {', '.join(self.examples)}" if self.examples else text


class AreaRecord(_Part):
    """How well a classifier guesses; see `guessing.Area`."""

    target: str
    classifier: str
    cases: int
    area: float
    low: float
    high: float


class ValidityReport(_Part):
    """What was found.

    Args:
        worlds: how many there are, twins included.
        pairs: how many of a world and its twin.
        guessed: pairs that the classifiers looked at.
        groups: how many these are if worlds that differ in their hops alone count once.
        alike: of these pairs, how many show the same at the start, but for the letter of the id.
        skeletons: distinct worlds that are left when names are replaced by numbers, one a pair.
        areas: of every classifier.
        checks: with their verdicts.
    """

    schema_version: Literal["suffice.validity/1"] = "suffice.validity/1"
    worlds: int
    pairs: int
    guessed: int
    groups: int
    alike: int
    skeletons: int
    areas: tuple[AreaRecord, ...]
    checks: tuple[Check, ...]

    @property
    def passed(self) -> bool:
        """Whether every check passed."""
        return all(check.passed for check in self.checks)


def examine(
    folder: Path, *, seed: int = 0, most: int = MOST, advance: Callable[[int], object] = lambda done: None
) -> ValidityReport:
    """Examine a benchmark.

    Args:
        folder: that `suffice worlds generate` wrote.
        seed: of folds and intervals.
        most: pairs that the classifiers look at; the first ones.
        advance: is told of every world, for a progress bar.

    Raises:
        BenchmarkError: it can't be read.
        FamilyError: a family of it can't.
        EngineError: scikit-learn is not installed.
    """
    found = _Examination(folder, most)
    for pair in _grouped(found.benchmark.worlds()):
        found.look(pair)
        advance(len(pair))
    return found.report(seed)


def _grouped(worlds: Iterable[StoredWorld]) -> Iterator[list[StoredWorld]]:
    """Worlds that stand next to each other and are a pair; a single one where its partner is missing."""
    last: StoredWorld | None = None
    for world in worlds:
        if last is not None and (
            world.labels.twin_of == last.public.world or last.labels.twin_of == world.public.world
        ):
            yield [last, world]
            last = None
            continue
        if last is not None:
            yield [last]
        last = world
    if last is not None:
        yield [last]


class _Faults:
    """How many, and the first ones."""

    def __init__(self) -> None:
        self.count = 0
        self.examples: list[str] = []

    def add(self, *names: str) -> None:
        self.count += len(names)
        self.examples += names[: _EXAMPLES - len(self.examples)]


class _Examination:
    """All that is gathered in one pass."""

    def __init__(self, folder: Path, most: int) -> None:
        self.most = most
        self.benchmark = Benchmark(folder)
        self.families = self.benchmark.families()
        self.readers: dict[str, PageReader] = {}
        self.worlds = self.pairs = self.originals = self.attacked = self.concealed = self.alike = (
            self.beyond
        ) = 0
        self.guessed = 0
        self.groups: dict[str, int] = {}
        self.label: list[Case] = []
        self.hops: dict[int, list[Case]] = {}
        self.values: list[Case] = []
        self.single, self.needless, self.disproved = _Faults(), _Faults(), _Faults()
        self.leaks, self.identifiers = _Faults(), _Faults()
        self.names, self.texts, self.skeletons = array("Q"), array("Q"), set[int]()

    def look(self, pair: list[StoredWorld]) -> None:
        """Take in one pair, or a world without a partner."""
        self.worlds += len(pair)
        names: set[str] = set()
        texts: set[str] = set()
        for world in pair:
            names.update(word for text in _texts(world) for word in tokens_of(text) if is_name(word))
            texts.update(page.text for page in world.pages)
            if world.labels.answer is not None:
                self._look_at_records(world)
        self.names.extend(map(_digest, sorted(names)))
        self.texts.extend(map(_digest, sorted(texts)))
        gold = {answer for world in pair if (answer := world.labels.answer) is not None}
        for world in pair:
            self._look_for_leaks(world, gold)
        if len(pair) == 1:
            self.single.add(pair[0].public.world)
            return
        self.pairs += 1
        original, twin = sorted(pair, key=lambda world: world.labels.twin_of is not None)
        known: dict[str, int] = {}
        bare = sorted(" ".join(skeleton(text, known)) for text in _texts(original))
        self.skeletons.add(_digest("\n".join(bare)))
        if self.guessed < self.most:
            self._keep(original, twin)

    def _keep(self, original: StoredWorld, twin: StoredWorld) -> None:
        self.guessed += 1
        group = self.groups.setdefault(self._group(original), len(self.groups))
        one, other = see(original), see(twin)
        self.label += [Case(group, 1, one), Case(group, 0, other)]
        hidden = {"letter": 0.0}
        self.alike += ({**one.numbers, **hidden}, one.words, one.names) == (
            {**other.numbers, **hidden},
            other.words,
            other.names,
        )
        self.hops.setdefault(original.labels.hops, []).append(Case(group, 0, see(original, corpus=False)))
        answer, false = original.labels.answer, original.labels.false_answer
        if answer is not None and false is not None:
            self.attacked += 1
            self.values += [Case(group, 1, answer), Case(group, 0, false)]

    def _group(self, world: StoredWorld) -> str:
        """What must not be parted: a world, its twin, and the worlds that differ from it in their hops alone.

        Worlds of one replicate under other attacks share texts too; but these stand with both labels in every group, so that
        nothing can be learnt from one for another, in either direction.
        """
        digits = world.public.world[1:-1]
        if digits.isdecimal():
            cell = self.benchmark.options.cell(int(digits))
            return f"{cell.replicate} {cell.attack}"
        return world.public.world[:-1]

    def _look_at_records(self, world: StoredWorld) -> None:
        """Whether the decisive records give the answer, and none of them can be spared."""
        self.originals += 1
        label, determination = world.labels, world.proof.determination
        judge, reader = self._judge(world.public.family)
        asked = names_in(world.public.question)
        by_id = {page.id: page for page in world.pages}
        missing = [page for page in label.decisive if page not in by_id]
        if missing:
            self.disproved.add(f"{world.public.world} ({missing[0]} is no page of it)")
            return
        facts = reader.read_all(by_id[page] for page in label.decisive)
        answers = judge.decide(asked, facts).answers
        if answers != (label.answer,) or answers != determination.answers or len(facts) != label.hops:
            self.disproved.add(world.public.world)
        idle = [
            page
            for page in label.decisive
            if judge.decide(asked, {other: read for other, read in facts.items() if other != page}).answers
        ]
        if idle or not determination.necessary:
            self.needless.add(f"{world.public.world} ({idle[0] if idle else 'not proved'})")

    def _judge(self, name: str) -> tuple[Judge, PageReader]:
        family = self.families.get(name)
        if family is None:
            raise BenchmarkError(f"no family `{name}` in it", file=str(self.benchmark.path))
        if name not in self.readers:
            self.readers[name] = PageReader(family.rules, seals_of(family, self.benchmark.options))
        return judge_of(family.rules), self.readers[name]

    def _look_for_leaks(self, world: StoredWorld, gold: set[str]) -> None:
        start = " ".join(
            [world.public.question, *(f"{page.title} {page.text}" for page in initial_of(world))]
        )
        visible = set(tokens_of(start))
        for answer in sorted(gold):
            marks = {word for word in tokens_of(answer) if is_name(word)}
            if marks & visible or (not marks and f" {fold(answer)} " in f" {fold(start)} "):
                self.leaks.add(world.public.world)
        decisive = [page for page in world.pages if page.id in world.labels.decisive]
        marks = {word for answer in gold for word in tokens_of(answer) if is_name(word)}
        self.beyond += any(
            marks & set(tokens_of(page.text)) for page in world.pages if page.id not in world.labels.decisive
        )
        if world.labels.visibility != "full" and decisive:
            self.concealed += 1
            known = set(tokens_of(world.public.question))
            shown = sorted(word for page in decisive for word in _identifiers(page) & visible - known)
            if shown:
                self.identifiers.add(f"{world.public.world} ({shown[0]})")

    def report(self, seed: int) -> ValidityReport:
        """What it comes to."""
        targets = {"answerable or not": self.label}
        kinds = sorted(self.hops)
        for hops in kinds[1:]:
            every = [
                Case(case.group, int(kind == hops), case.seen) for kind in kinds for case in self.hops[kind]
            ]
            targets[f"{hops} hops or not"] = every
        targets["gold or false answer, from its letters"] = self.values
        areas = guess(targets, len(self.groups), seed=seed)
        return ValidityReport(
            worlds=self.worlds,
            pairs=self.pairs,
            guessed=self.guessed,
            groups=len(self.groups),
            alike=self.alike,
            skeletons=len(self.skeletons),
            areas=tuple(AreaRecord(**{name: getattr(area, name) for name in _AREA}) for area in areas),
            checks=tuple(self._checks(targets, areas)),
        )

    def _checks(self, targets: dict[str, list[Case]], areas: list[Area]) -> Iterator[Check]:
        few = "" if self.pairs >= WANTED else f"; fewer than {WANTED}, so that the intervals are wide"
        yield _none("worlds without their twin", self.single, self.worlds, note=f"; {self.pairs} pairs{few}")
        for target in targets:
            yield _inside(target, [area for area in areas if area.target == target])
        yield _none("decisive records that don't give the answer", self.disproved, self.originals)
        yield _none("worlds with a record that can be spared", self.needless, self.originals)
        yield _none(
            "gold answers named at the start",
            self.leaks,
            self.worlds,
            note=f"; on a page that is found by search and not decisive: in {self.beyond}",
        )
        yield _none("identifiers of hidden records shown at the start", self.identifiers, self.concealed)
        for name, digests in (("names", self.names), ("texts of pages", self.texts)):
            twice = _count_twice(digests)
            yield Check(
                name=f"{name} in two pairs",
                passed=twice == 0,
                wanted="0",
                found=f"{twice} of {len(digests)}",
            )


_AREA = tuple(AreaRecord.model_fields)


def _none(name: str, faults: _Faults, whole: int, note: str = "") -> Check:
    return Check(
        name=name,
        passed=faults.count == 0,
        wanted="0",
        found=f"{faults.count} of {whole}{note}",
        examples=tuple(faults.examples),
    )


def _inside(target: str, areas: list[Area]) -> Check:
    low, high = BOUNDS
    outside = [area for area in areas if not low <= area.low <= area.high <= high]
    found = "nothing to tell apart"
    if areas:
        found = f"from {min(area.low for area in areas):.3f} to {max(area.high for area in areas):.3f}"
    if outside and all(area.low <= 0.5 <= area.high for area in outside):
        found += "; none of them leaves 0.5 out: too few pairs to tell"
    return Check(
        name=f"guessing: {target}",
        passed=not outside,
        wanted=f"every interval inside {low} to {high}",
        found=found,
        examples=tuple(area.classifier for area in outside[:_EXAMPLES]),
    )


def _count_twice(digests: array[int]) -> int:
    """How many digests come more than once."""
    import numpy

    _, counts = numpy.unique(numpy.frombuffer(digests, dtype=numpy.uint64), return_counts=True)
    return int((counts > 1).sum())


def _identifiers(page: Unit) -> set[str]:
    """Names in the fields of a record that tell it or the next one apart."""
    block = read_block(page.text)
    fields = {} if block is None else block.fields
    values = (value for key, value in fields.items() if key not in _OPEN_FIELDS)
    return {word for value in values for word in tokens_of(value) if is_name(word)}


def _texts(world: StoredWorld) -> list[str]:
    return [world.public.question, *(f"{page.title}\n{page.text}" for page in world.pages)]


def _digest(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")

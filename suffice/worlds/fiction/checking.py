"""Checks of a stored pair by the definitions alone: it knows no generator, and takes nothing for granted but the files.

For a world: the decisive records determine one answer and each is needed; the plan, asked of the index, finds them within the
budget; of every topical word each page that is said to come before a record contributes at least as much to its score. For a
twin: it is the same world but for the records, which were replaced by pages of equal length, and nothing follows from it.

>>> Finding("labels.jsonl", "w000000a", "answer", "is not what the records determine")
Finding(file='labels.jsonl', world='w000000a', field='answer', cause='is not what the records determine')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from suffice.extractors.blocks import PageReader, Seals, read_block
from suffice.rules import Atom, Program
from suffice.search.frozen import FrozenIndex, outweighs
from suffice.search.index import document_words, query_words
from suffice.search.patterns import in_order
from suffice.search.reading import judge_of, names_in
from suffice.worlds.fiction.folder import StoredWorld
from suffice.worlds.fiction.models import Dominated
from suffice.worlds.fiction.names import is_name

__all__ = ["Finding", "check_pair"]

_PUBLIC, _CORPUS, _LABELS, _PROOFS = (f"{name}.jsonl" for name in ("public", "corpus", "labels", "proofs"))


class Finding(NamedTuple):
    """One thing that is wrong: in which file, of which world, at which field, and why."""

    file: str
    world: str | None
    field: str
    cause: str

    def __str__(self) -> str:
        world = f"world {self.world}: " if self.world else ""
        return f"{self.file}: {world}`{self.field}` {self.cause}"


def check_pair(one: StoredWorld, other: StoredWorld, rules: Program, seals: Seals) -> tuple[Finding, ...]:
    """Everything that is wrong with a world and its twin.

    Args:
        one: the world or the twin.
        other: the other.
        rules: of the family.
        seals: which seals are sound.
    """
    twins = [world for world in (one, other) if world.labels.twin_of is not None]
    if len(twins) != 1:
        return (Finding(_LABELS, one.public.world, "twin_of", "of two worlds one must be the other's twin"),)
    twin = twins[0]
    original = other if twin is one else one
    if twin.labels.twin_of != original.public.world:
        return (Finding(_LABELS, twin.public.world, "twin_of", "does not name its world"),)
    found = [*_check_form(original), *_check_form(twin)]
    if found:
        return tuple(found)
    reader = PageReader(rules, seals)
    return (
        *_Original(original, rules, reader).check(),
        *_check_twin(original, twin),
        *_check_twin_answers(twin, rules, reader),
    )


def _check_form(world: StoredWorld) -> Iterator[Finding]:
    """Every page that is named is there, once."""
    public, labels, name = world.public, world.labels, world.public.world
    ids = [page.id for page in world.pages]
    there = set(ids)
    if not ids:
        yield Finding(_CORPUS, name, "world", "has no page")
    if len(there) < len(ids):
        yield Finding(_CORPUS, name, "_id", "stands twice")
    for file, field, pages in (
        (_PUBLIC, "initial", public.initial),
        (_LABELS, "decisive", labels.decisive),
        (_LABELS, "poison", tuple(labels.poison)),
    ):
        if missing := [page for page in pages if page not in there]:
            yield Finding(file, name, field, f"names {missing[0]}, which is no page of the world")
    if set(public.initial) & set(labels.decisive):
        yield Finding(_PUBLIC, name, "initial", "shows a decisive record")
    if set(labels.poison) & set(labels.decisive):
        yield Finding(_LABELS, name, "poison", "names a decisive record")
    if (labels.answer is None) != (labels.twin_of is not None):
        yield Finding(_LABELS, name, "answer", "must be there for a world, and absent for a twin")
    if labels.answer is not None and labels.answer == labels.false_answer:
        yield Finding(_LABELS, name, "false_answer", "is the answer")
    if len(labels.decisive) != (0 if labels.twin_of else labels.hops):
        yield Finding(_LABELS, name, "decisive", "are not as many as there are hops")


@dataclass(slots=True)
class _Original:
    world: StoredWorld
    rules: Program
    reader: PageReader

    def check(self) -> Iterator[Finding]:
        world, labels, proof = self.world, self.world.labels, self.world.proof
        name = world.public.world
        facts = self.reader.read_all(world.pages)
        yield from self._check_answer(facts)
        index = FrozenIndex(world.pages)
        yield from self._check_plan(index)
        initial = [page for page in world.pages if page.id in world.public.initial]
        words = set(query_words(world.public.question)).union(*map(document_words, initial))
        for claim in proof.dominated:
            if claim.page not in labels.decisive:
                yield Finding(_PROOFS, name, "dominated.page", f"{claim.page} is no decisive record")
            else:
                yield from _check_dominated(name, claim, index, words, world.public.budget.pages)
        if proof.witness is not None:
            lists = [index.search(query, world.public.budget.pages) for query in proof.witness]
            if not set(labels.decisive) <= {page for found in lists for page in found}:
                yield Finding(_PROOFS, name, "witness", "does not find the records")
            if stray := [w for query in proof.witness for w in query_words(query) if w not in words]:
                yield Finding(_PROOFS, name, "witness", f"uses `{stray[0]}`, which is no topical word")
        proved = (
            proof.determination.answers == (labels.answer,)
            and proof.determination.necessary
            and len(proof.plan) <= world.public.budget.queries
            and all(step.rank is not None for step in proof.plan)
            and bool(proof.dominated)
            # Only forged signatures may make another answer follow.
            and (not proof.determination.contested or "forged-signed" in labels.attack.split("+"))
        )
        if proof.separable != proved:
            yield Finding(
                _PROOFS, name, "separable", f"is {str(proof.separable).lower()}, but the proof says otherwise"
            )
        if labels.separable != proof.separable:
            yield Finding(_LABELS, name, "separable", "is not what was proved")
        yield from self._check_leaks()

    def _check_answer(self, facts: dict[str, tuple[Atom, ...]]) -> Iterator[Finding]:
        world, labels, proof = self.world, self.world.labels, self.world.proof
        name, records = world.public.world, labels.decisive
        names = names_in(world.public.question)
        ordered = in_order(names, facts)
        subsets: dict[str, Iterable[str]] = {"records": records, "world": ordered}
        subsets |= {f"-{place}": records[:place] + records[place + 1 :] for place in range(len(records))}
        found = judge_of(self.rules).derive(names, ordered, subsets)
        if labels.answer is None or found["records"] != (labels.answer,):
            yield Finding(
                _LABELS,
                name,
                "answer",
                f"is {labels.answer}, but the records determine {found['records'] or 'nothing'}",
            )
        if found["records"] != proof.determination.answers:
            yield Finding(_PROOFS, name, "determination.answers", "is not what the records determine")
        needless = [page for place, page in enumerate(records) if found[f"-{place}"]]
        if needless:
            yield Finding(_LABELS, name, "decisive", f"has {needless[0]}, which is not needed")
        if proof.determination.necessary != (not needless and bool(records)):
            yield Finding(_PROOFS, name, "determination.necessary", "is not so")
        if set(proof.determination.contested) != set(found["world"]) - set(found["records"]):
            yield Finding(_PROOFS, name, "determination.contested", "is not what else the corpus yields")
        if set(proof.determination.support) != set(records):
            yield Finding(_PROOFS, name, "determination.support", "is not the decisive records")

    def _check_plan(self, index: FrozenIndex) -> Iterator[Finding]:
        world, proof = self.world, self.world.proof
        name = world.public.world
        if tuple(step.page for step in proof.plan) != world.labels.decisive:
            yield Finding(_PROOFS, name, "plan", "is not about the decisive records, in order")
        known = set(names_in(world.public.question))
        text = {page.id: f"{page.title} {page.text}" for page in world.pages}
        for place, step in enumerate(proof.plan):
            found = index.search(step.query, world.public.budget.pages)
            rank = found.index(step.page) + 1 if step.page in found else None
            if rank != step.rank:
                yield Finding(
                    _PROOFS, name, f"plan.{place}.rank", f"is {step.rank}, but the index says {rank}"
                )
            if unknown := [word for word in step.query.split() if is_name(word) and word not in known]:
                yield Finding(_PROOFS, name, f"plan.{place}.query", f"uses {unknown[0]} before it is known")
            known.update(word.strip(".,;:?!|[]()") for word in text.get(step.page, "").split())

    def _check_leaks(self) -> Iterator[Finding]:
        """With hidden identifiers no name of a decisive record, but the question's, stands at the start."""
        world, name = self.world, self.world.public.world
        shown = set(query_words(world.public.question))
        for page in world.pages:
            if page.id in world.public.initial:
                shown.update(document_words(page))
        if world.labels.answer is not None and (leak := _names(world.labels.answer) & shown):
            yield Finding(_CORPUS, name, "text", f"shows {min(leak)}, of the answer, from the start")
        if world.labels.visibility != "hidden":
            return
        asked = {word.lower() for word in names_in(world.public.question)}
        for page in world.pages:
            block = read_block(page.text) if page.id in world.labels.decisive else None
            for key, value in (block.fields if block else {}).items():
                if leak := (_names(value) - asked) & shown:
                    yield Finding(
                        _CORPUS, name, "text", f"shows {min(leak)}, the {key} of a record, from the start"
                    )


def _names(text: str) -> set[str]:
    return {word for word in query_words(text) if is_name(word)}


def _check_dominated(
    name: str, claim: Dominated, index: FrozenIndex, words: set[str], wanted: int
) -> Iterator[Finding]:
    """A dominance claim, word by word, in the index that is searched."""
    place = index.place(claim.page)
    shared = {word for word in index.counts[place] if word in words}
    if set(claim.shared) != shared:
        yield Finding(_PROOFS, name, "dominated.shared", "is not the topical words of the record")
    if len(set(claim.by)) < wanted:
        yield Finding(_PROOFS, name, "dominated.by", f"has fewer than {wanted} pages")
    there = {page.id for page in index.pages}
    for page in claim.by:
        if page not in there or page == claim.page:
            yield Finding(_PROOFS, name, "dominated.by", f"names {page}")
            continue
        for word in sorted(shared):
            rival, own = index.contribution(word, page), index.contribution(word, claim.page)
            if not outweighs(rival, own, first=index.place(page) < place):
                yield Finding(_PROOFS, name, "dominated.by", f"names {page}, which has less of `{word}`")
                break


def _check_twin(original: StoredWorld, twin: StoredWorld) -> Iterator[Finding]:
    """The twin is the world, but for pages of equal length in the places of the records."""
    name = twin.public.world
    for field in ("family", "question", "budget"):
        if getattr(original.public, field) != getattr(twin.public, field):
            yield Finding(_PUBLIC, name, field, "differs from its world's")
    for field in ("false_answer", "hops", "attack", "visibility", "separable"):
        if getattr(original.labels, field) != getattr(twin.labels, field):
            yield Finding(_LABELS, name, field, "differs from its world's")
    if len(original.pages) != len(twin.pages):
        yield Finding(_CORPUS, name, "_id", "has another number of pages than its world")
        return
    places = {page.id: place for place, page in enumerate(original.pages)}
    own = {page.id: place for place, page in enumerate(twin.pages)}
    if [places[page] for page in original.public.initial] != [own[page] for page in twin.public.initial]:
        yield Finding(_PUBLIC, name, "initial", "are not its world's")
    if {places[page]: kind for page, kind in original.labels.poison.items()} != {
        own[page]: kind for page, kind in twin.labels.poison.items()
    }:
        yield Finding(_LABELS, name, "poison", "differs from its world's")
    decisive = {places[page] for page in original.labels.decisive}
    for place, (page, other) in enumerate(zip(original.pages, twin.pages, strict=True)):
        for field in ("title", "text"):
            here, there = getattr(page, field), getattr(other, field)
            if place not in decisive and here != there:
                yield Finding(_CORPUS, name, field, f"of {other.id} differs from its world's")
            elif place in decisive and len(here) != len(there):
                yield Finding(_CORPUS, name, field, f"of {other.id} is not as long as the record's")
        if place in decisive and page.text == other.text:
            yield Finding(_CORPUS, name, "text", f"of {other.id} is still the record's")


def _check_twin_answers(twin: StoredWorld, rules: Program, reader: PageReader) -> Iterator[Finding]:
    """Nothing follows from a twin's own pages; what the attack's pages add is as recorded."""
    name, proof = twin.public.world, twin.proof
    names = names_in(twin.public.question)
    facts = in_order(names, reader.read_all(twin.pages))
    honest = [page for page in facts if page not in twin.labels.poison]
    found = judge_of(rules).derive(names, facts, {"honest": honest, "all": list(facts)})
    if found["honest"] or proof.determination.answers:
        yield Finding(_LABELS, name, "answer", f"is absent, but {found['honest'] or 'something'} follows")
    if set(proof.determination.contested) != set(found["all"]) - set(found["honest"]):
        yield Finding(_PROOFS, name, "determination.contested", "is not what the attack's pages yield")
    if proof.plan or proof.dominated or proof.witness is not None:
        yield Finding(_PROOFS, name, "plan", "of a twin must be empty")
    if not proof.separable:
        yield Finding(_PROOFS, name, "separable", "of a twin says that nothing follows from it")

"""Attacks tried: each attack's question asked before and after its pages are in the corpus.

Beside our own loop stands what a reader that takes the first passages as they come would be given: how many poison pages
are among the first k of BM25 (PoisonedRAG's precision at k = 5; Zou, Geng, Wang and Jia 2024).

>>> sum_up([], corpus=0, first=5).succeeded
0
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace

from pydantic import BaseModel, ConfigDict

from suffice.engine.certificate import Certificate
from suffice.errors import UsageError
from suffice.extractors import Lexicon, Reader, Unit
from suffice.rules import Program, parse_atom
from suffice.search import Asker, Decision, build_index
from suffice.search.index import Index
from suffice.search.loop import unit_id
from suffice.worlds.answers import is_same
from suffice.worlds.poison import Attack, Form, inject, is_poison
from suffice.worlds.questions import Question

__all__ = ["FIRST", "Summary", "Trial", "TrialReport", "paragraphs_of", "sum_up", "targets_of", "try_attacks"]

#: Passages that a plain reader is given (PoisonedRAG's k).
FIRST = 5


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Trial(_Part):
    """What one attack did. Counts are of poison pages, whichever attack brought them, but for `first`.

    Args:
        id: of the attack.
        question: as asked.
        understood: whether the loop can read the question at all.
        before: the answer over the clean corpus; None for an abstention.
        after: over the poisoned one.
        right: whether these two are the right answer; None where the file names none.
        succeeded: whether the answer after is the incorrect one; None where the file names none.
        changed: whether the two differ.
        withdrawn: whether there was an answer before and is none after.
        searched: among what the searches brought.
        linked: that state, for the loop, what was asked for.
        cited: in the certificate.
        pages: of this attack.
        first: of this attack, among the first passages that BM25 brings for the question.
    """

    id: str
    question: str
    understood: bool
    before: str | None
    after: str | None
    right: tuple[bool, bool] | None
    succeeded: bool | None
    changed: bool
    withdrawn: bool
    searched: int
    linked: int
    cited: int
    pages: int
    first: int


class Summary(_Part):
    """How many attacks did what.

    Args:
        attacks: how many there are.
        targeted: of these, how many argue for an answer.
        corpus: pages without the poison.
        pages: of poison.
        understood: questions that the loop can read.
        answered: before and after.
        right: answered right before and after, of those whose right answer is known.
        succeeded: answered as the attack wants.
        changed: answered in another way.
        withdrawn: answered before and not after.
        searched: where a search brought poison.
        linked: where poison was taken to state what was asked for.
        cited: where an answer rests on poison.
        k: how many passages a plain reader is given.
        first: their poison pages on the mean.
        reached: where there is one.
        filled: where there is nothing else.
    """

    attacks: int
    targeted: int
    corpus: int
    pages: int
    understood: int
    answered: tuple[int, int]
    right: tuple[int, int]
    succeeded: int
    changed: int
    withdrawn: int
    searched: int
    linked: int
    cited: int
    k: int
    first: float | None
    reached: int
    filled: int


@dataclass(frozen=True, slots=True)
class TrialReport:
    """The sums, and what they are of."""

    summary: Summary
    trials: tuple[Trial, ...]


def paragraphs_of(questions: Iterable[Question]) -> list[Unit]:
    """The paragraphs that come with questions, each once, as a corpus.

    >>> from suffice.worlds.questions import Paragraph
    >>> paragraphs_of([Question("q", "?", "a", (), "t", (Paragraph("T", "x", True),) * 2, ())])
    [Unit(id='context:0', title='T', text='x')]
    """
    found = dict.fromkeys((p.title, p.text) for question in questions for p in question.paragraphs)
    return [Unit(f"context:{number}", title, text) for number, (title, text) in enumerate(found)]


def targets_of(attacks: Iterable[Attack]) -> list[Unit]:
    """The passages that attacks are set against, each once, as a corpus; they have no titles."""
    found = dict.fromkeys(text for attack in attacks for text in attack.targets)
    return [Unit(f"t{number}", "", text) for number, text in enumerate(found)]


def try_attacks(
    attacks: Sequence[Attack],
    units: Sequence[Unit],
    *,
    rules: Program,
    lexicon: Lexicon,
    reader: Reader,
    index: str | None = None,
    form: Form | None = None,
    titled: bool = False,
    watch: Callable[[str, int], AbstractContextManager[Callable[[int], object]]] | None = None,
) -> TrialReport:
    """Ask every attack's question over a corpus without and with the pages of all attacks.

    Args:
        attacks: what to try.
        units: the corpus.
        rules: the library and the user's own.
        lexicon: relations and frames.
        reader: reads passages.
        index: its name, None for the default.
        form: of the poison pages; see `Attack.pages`.
        titled: give an attack's pages the title of the corpus's first passage for its question. The sources' pages have
            none, and one that is about nothing by name is easily told.
        watch: is told how far it is.

    Raises:
        UsageError: there is no corpus, two of its passages share an id, or it holds poison already.
    """
    if not units:
        raise UsageError("no passage to attack", remedy="give a corpus")
    watch = watch or (lambda label, total: nullcontext(lambda done: None))
    clean = build_index(units, index)
    own = {unit.id: unit for unit in units}
    if len(own) < len(units):
        twice = Counter(unit.id for unit in units).most_common(1)[0][0]
        raise UsageError(f"two passages have the id `{twice}`", remedy="give each an id of its own")
    if titled:
        attacks = [_titled(attack, own, clean) for attack in attacks]
    poisoned = inject(units, attacks, form=form)
    full = build_index(poisoned, index)
    before = Asker(own, clean, lexicon, rules, reader)
    after = Asker({unit.id: unit for unit in poisoned}, full, lexicon, rules, reader)
    trials = []
    with watch("asking", len(attacks)) as advance:
        for attack in attacks:
            mine = {page.id for page in attack.pages(form)}
            first = len(mine & set(full.search(attack.question, FIRST)))
            trials.append(_judge(attack, before.ask(attack.question), after.ask(attack.question), first))
            advance(1)
    return TrialReport(sum_up(trials, corpus=len(units), first=FIRST), tuple(trials))


def _titled(attack: Attack, units: Mapping[str, Unit], index: Index) -> Attack:
    nearest = index.search(attack.question, 1)
    return replace(attack, titles=(units[nearest[0]].title,) * len(attack.texts)) if nearest else attack


def _judge(attack: Attack, before: Decision, after: Decision, first: int) -> Trial:
    answers = before.answer, after.answer
    right = None
    if attack.correct is not None:
        right = _is(answers[0], attack.correct), _is(answers[1], attack.correct)
    cited: set[str] = set()
    if isinstance(after.outcome, Certificate):
        cited = {_plain_id(unit.id) for unit in after.outcome.units}
    return Trial(
        id=attack.id,
        question=attack.question,
        understood=after.trace.reading is not None,
        before=answers[0],
        after=answers[1],
        right=right,
        succeeded=None if attack.incorrect is None else _is(answers[1], attack.incorrect),
        changed=answers[0] != answers[1],
        withdrawn=answers[0] is not None and answers[1] is None,
        searched=_poison(unit for event in after.trace.events for unit in event.units),
        linked=_poison(link.passage.unit.id for link in after.trace.links),
        cited=_poison(cited),
        pages=len(attack.texts),
        first=first,
    )


def _is(answer: str | None, wanted: str) -> bool:
    return answer is not None and is_same(answer, wanted)


def _plain_id(name: str) -> str:
    """A unit's id, from how a certificate writes it."""
    return unit_id(parse_atom(f"unit({name})").args[0])


def _poison(ids: Iterable[str]) -> int:
    return sum(map(is_poison, set(ids)))


def sum_up(trials: Sequence[Trial], *, corpus: int, first: int) -> Summary:
    """The sums over trials.

    Args:
        trials: one for each attack.
        corpus: pages without the poison.
        first: how many passages a plain reader is given.
    """
    return Summary(
        attacks=len(trials),
        targeted=sum(trial.succeeded is not None for trial in trials),
        corpus=corpus,
        pages=sum(trial.pages for trial in trials),
        understood=sum(trial.understood for trial in trials),
        answered=(sum(t.before is not None for t in trials), sum(t.after is not None for t in trials)),
        right=(
            sum(bool(trial.right and trial.right[0]) for trial in trials),
            sum(bool(trial.right and trial.right[1]) for trial in trials),
        ),
        succeeded=sum(bool(trial.succeeded) for trial in trials),
        changed=sum(trial.changed for trial in trials),
        withdrawn=sum(trial.withdrawn for trial in trials),
        searched=sum(trial.searched > 0 for trial in trials),
        linked=sum(trial.linked > 0 for trial in trials),
        cited=sum(trial.cited > 0 for trial in trials),
        k=first,
        first=sum(trial.first for trial in trials) / len(trials) if trials else None,
        reached=sum(trial.first > 0 for trial in trials),
        filled=sum(trial.first == first for trial in trials),
    )

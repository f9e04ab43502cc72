"""What pages come to under a family's rules: the answer that follows, or what is open.

Fact sets that differ in nothing but names have the same decision up to these names (`patterns`): each pattern is decided
once, by `engine.prove`.

>>> from suffice.rules import parse_program
>>> rules = parse_program('''goal(answer, 1). #defined asked/1. lookup(kept, 3, "record of {1}"). evidence(kept, 3).
... answer(P) :- asked(X), kept(R, X, P).''')
>>> judge = Judge(rules)
>>> judge.decide(["Vel"], {}).open[0].wording
'record of Vel'
>>> from suffice.rules import parse_atom
>>> verdict = judge.decide(["Vel"], {"p1": (parse_atom('kept(p1,"Vel","Kolm")'),)})
>>> verdict.status, verdict.answers, verdict.support
('derived', ('Kolm',), ('p1',))
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import TypeVar

from suffice.engine import Proof, prove
from suffice.engine.backends import ENGINES
from suffice.engine.subsets import SubsetClosure
from suffice.errors import ProgramError
from suffice.rules import (
    Atom,
    Program,
    Rule,
    Signature,
    String,
    Term,
    Variable,
    parse_program,
)
from suffice.search.inquiry import Answer, View
from suffice.search.patterns import Abstraction, Pattern
from suffice.search.prospects import set_aside

__all__ = [
    "Judge",
    "Open",
    "Verdict",
    "check_guarded",
    "conclude",
    "isolated_answers",
    "judge_of",
    "names_in",
    "release",
]

_Value = TypeVar("_Value")
_GOAL = Atom("answer", (Variable("X"),))
_RELEASE, _CLAIMED = Atom("release"), Signature("claimed", 2)
_NAME = re.compile(r"(?<![.?!:] )(?<!^)\b[A-Z][a-z]+\b")
#: Patterns that are remembered.
_REMEMBERED = 20_000
#: The same, of patterns of whole worlds.
_LARGE = 500


@dataclass(frozen=True, slots=True)
class Open:
    """A requirement that could be looked up now.

    Args:
        atom: as the rules have it, with what is known put in.
        wording: the words of its lookup.
    """

    atom: Atom
    wording: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What some pages come to.

    Args:
        status: `derived`, `conflict`, or another reason why nothing follows.
        answers: every answer that follows.
        support: a minimal set of pages for the first of them.
        open: what could be looked up for an answer, records that can't count set aside.
        defeaters: what could be looked up against the answers there are: it would make a `not` in their derivations fail.
    """

    status: str
    answers: tuple[str, ...]
    support: tuple[str, ...]
    open: tuple[Open, ...]
    defeaters: tuple[Open, ...] = ()


def names_in(question: str) -> tuple[str, ...]:
    """The names in a question: capitalised words that do not begin a sentence.

    >>> names_in("Where is the sealed ledger of Vel kept?")
    ('Vel',)
    """
    return tuple(dict.fromkeys(_NAME.findall(question)))


@dataclass(frozen=True, slots=True)
class _Finding:
    """What a pattern comes to, in the terms of the pattern; the fields are those of a verdict."""

    status: str
    answers: tuple[Term, ...]
    support: tuple[Term, ...]
    open: tuple[Atom, ...]
    defeaters: tuple[Atom, ...]


class Judge:
    """Decides by one family's rules; remembers patterns.

    Args:
        rules: of a family, with `goal(answer, 1)`.

    Raises:
        ProgramError: they speak of a predicate that is the guard's own.
    """

    def __init__(self, rules: Program) -> None:
        check_guarded(rules)
        self.rules = rules
        self._abstraction = Abstraction(rules)
        self._guarded = rules + _read_guard()
        self._findings: dict[object, _Finding] = {}
        self._releases: dict[object, bool] = {}
        self._claims: dict[object, tuple[Term, ...]] = {}
        self._derived: dict[object, dict[str, tuple[Term, ...]]] = {}
        self._subsets = SubsetClosure(rules, _GOAL.signature)

    def decide(self, names: Sequence[str], facts: Mapping[str, Sequence[Atom]]) -> Verdict:
        """What follows for a question, or what is open.

        Args:
            names: that the question asks about.
            facts: of each page, by its id.
        """
        pattern = Pattern(self._abstraction, names, facts)
        found = self._findings.get(pattern.key)
        if found is None:
            found = self._prove(pattern)
            _remember(self._findings, pattern.key, found)
        return self._restore(found, pattern)

    def derive(
        self, names: Sequence[str], facts: Mapping[str, Sequence[Atom]], subsets: Mapping[str, Iterable[str]]
    ) -> dict[str, tuple[str, ...]]:
        """Every answer that follows from each of several sets of pages, also where several do; sorted.

        Args:
            names: that the question asks about.
            facts: of each page, by its id.
            subsets: named sets of pages.
        """
        pattern = Pattern(self._abstraction, names, facts)
        key = (pattern.key, tuple((name, tuple(map(pattern.unit, pages))) for name, pages in subsets.items()))
        found = self._derived.get(key)
        if found is None:
            asked = [Atom("asked", (String(name),)) for name in pattern.names]
            derived = self._subsets.derive(pattern.facts, dict(key[1]), dict.fromkeys(subsets, asked))
            found = {name: tuple(atom.args[0] for atom in atoms) for name, atoms in derived.items()}
            _remember(self._derived, key, found, _LARGE)
        return {
            name: tuple(sorted(_text(pattern.restore(answer)) for answer in answers))
            for name, answers in found.items()
        }

    def claims(self, names: Sequence[str], page: str, facts: Sequence[Atom]) -> tuple[str, ...]:
        """What one page answers if it is taken at its word: the values of `claimed/2`, sorted."""
        pattern = Pattern(self._abstraction, names, {page: facts})
        found = self._claims.get(pattern.key)
        if found is None:
            derived = ENGINES["naive"].derive(pattern.program(self.rules))
            found = tuple(atom.args[1] for atom in derived if atom.signature == _CLAIMED)
            _remember(self._claims, pattern.key, found)
        return tuple(sorted({_text(pattern.restore(value)) for value in found}))

    def releases(self, names: Sequence[str], answer: str, facts: Mapping[str, Sequence[Atom]]) -> bool:
        """Whether the release guard lets an answer pass (guard.lp).

        Args:
            names: that the question asks about.
            answer: what was proposed.
            facts: of the cited pages, by id.
        """
        pattern = Pattern(self._abstraction, (*names, answer), facts)
        found = self._releases.get(pattern.key)
        if found is None:
            proposed = Rule(Atom("proposed", (String(pattern.names[-1]),)))
            program = pattern.program(self._guarded, names=len(names)).extended([proposed])
            found = prove(program, _RELEASE).status == "derived"
            _remember(self._releases, pattern.key, found)
        return found

    def _prove(self, pattern: Pattern) -> _Finding:
        program = pattern.program(self.rules)
        proof = prove(program, _GOAL)
        answered = proof.status in ("derived", "conflict")
        return _Finding(
            proof.status,
            tuple(atom.args[0] for atom in proof.answers),
            proof.support,
            _openings(proof if answered else prove(set_aside(program, _GOAL), _GOAL)),
            tuple(self._defeat(program)) if answered else (),
        )

    def _restore(self, found: _Finding, pattern: Pattern) -> Verdict:
        """What was found of a pattern as a verdict on the facts."""

        def reopen(atom: Atom) -> Open:
            restored = atom.mapped(pattern.restore)
            return Open(restored, self.rules.lookups[atom.signature].word(restored.args))

        pages = (pattern.page(unit) for unit in found.support)
        return Verdict(
            found.status,
            tuple(_text(pattern.restore(answer)) for answer in found.answers),
            tuple(page for page in pages if page is not None),
            tuple(map(reopen, found.open)),
            tuple(map(reopen, found.defeaters)),
        )

    def _defeat(self, program: Program) -> Iterator[Atom]:
        """What is open for each atom whose absence a derivation of some answer rests on."""
        undisputed = Program(
            tuple(rule for rule in program.rules if rule.head.name != "functional"),
            constants=program.constants,
        )
        seen: dict[Atom, None] = {}
        for answer in prove(undisputed, _GOAL).answers:
            for step in prove(undisputed, answer).steps:
                seen.update(dict.fromkeys(literal.atom for literal in step.absent))
        found = (one for atom in seen if atom.is_ground for one in _openings(prove(undisputed, atom)))
        yield from dict.fromkeys(found)


def _openings(proof: Proof) -> tuple[Atom, ...]:
    needs = (need.atom for need in proof.requirements if need.status == "open" and need.wording)
    return tuple(dict.fromkeys(needs))


_JUDGES: dict[int, Judge] = {}


def judge_of(rules: Program) -> Judge:
    """The judge of some rules: one for all that ask by them in this process."""
    found = _JUDGES.get(id(rules))
    if found is None or found.rules is not rules:
        found = _JUDGES[id(rules)] = Judge(rules)
    return found


def conclude(view: View) -> Answer:
    """The answer call without a model: the one answer that follows from all pages seen, with a minimal set of them cited."""
    judge, names = judge_of(view.rules), names_in(view.question)
    verdict = judge.decide(names, view.reader.read_all(view.pages))
    if verdict.status == "derived" and len(verdict.answers) == 1:
        return Answer(short_answer=verdict.answers[0], cited_ids=verdict.support)
    left = "; ".join(str(one.atom) for one in verdict.open)
    return Answer(
        short_answer=None, residual_uncertainty=f"{verdict.status}: {left}" if left else verdict.status
    )


def release(view: View, answer: Answer) -> str | None:
    """Why the guard withholds an answer; None if it releases it.

    The guard reads nothing but the cited pages' text, by the family's rules and guard.lp.
    """
    if answer.short_answer is None:
        return "nothing was answered"
    seen = {page.id: page for page in view.pages}
    unseen = [page for page in answer.cited_ids if page not in seen]
    if unseen:
        return f"cites {unseen[0]}, which was never retrieved"
    facts = view.reader.read_all(seen[page] for page in dict.fromkeys(answer.cited_ids))
    if judge_of(view.rules).releases(names_in(view.question), answer.short_answer, facts):
        return None
    return "does not follow from the cited pages alone, or another answer does"


def isolated_answers(view: View) -> tuple[tuple[str, str | None], ...]:
    """For each page what it answers by itself, taken at its word; None where it answers nothing, or several things."""
    judge, names = judge_of(view.rules), names_in(view.question)
    claims = ((page.id, judge.claims(names, page.id, view.reader.read(page))) for page in view.pages)
    return tuple((page, found[0] if len(found) == 1 else None) for page, found in claims)


@lru_cache(maxsize=1)
def _read_guard() -> Program:
    return parse_program(files("suffice.search").joinpath("guard.lp").read_text("utf-8"), "guard.lp")


def check_guarded(rules: Program) -> None:
    """Refuse rules that could release by themselves what the guard is to judge.

    Raises:
        ProgramError: a rule derives a predicate that is the guard's own.
    """
    own = {rule.head.signature for rule in _read_guard().proper_rules} | {Signature("proposed", 1)}
    for rule in rules.rules:
        if rule.head.signature in own:
            place = rule.location
            raise ProgramError(
                f"`{rule.head.signature}` is the release guard's own predicate",
                file=place.file if place else None,
                line=place.line if place else None,
                column=place.column if place else None,
                remedy="rename it",
            )


def _remember(memory: dict[object, _Value], key: object, value: _Value, most: int = _REMEMBERED) -> None:
    if len(memory) >= most:
        memory.clear()
    memory[key] = value


def _text(term: Term) -> str:
    return term.value if isinstance(term, String) else str(term)

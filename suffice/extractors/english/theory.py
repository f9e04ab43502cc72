"""Theories: texts in controlled English as programs in which each sentence is a unit.

A fact is stated by its sentence, a rule is witnessed by it, so that supports and certificates name sentences.

>>> theory = read_theory("Bob is kind. Kind people are not rough. The cat sees Bob.")
>>> print(theory.program(), end="")
evidence(kind,1).
evidence(-rough,1).
evidence(sees,2).
kind(bob).
states(s1,kind(bob)).
sees(cat,bob).
states(s3,sees(cat,bob)).
witnessed(s2).
states(s2,witnessed(s2)).
-rough(X) :- kind(X), witnessed(s2).
>>> theory.text_of("s2")
'Kind people are not rough.'
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal as OneOf
from typing import TypeAlias

from suffice.errors import SentenceError
from suffice.extractors.english.closed import GENERIC
from suffice.extractors.english.grammar import find_nouns, read_statement, read_words
from suffice.extractors.english.words import split_words
from suffice.rules import Atom, Diagnostic, Literal, Program, Rule, Term, Variable, join_units
from suffice.rules.rule import Location

__all__ = ["DOMAIN", "Sentence", "Theory", "World", "read_theory", "split_sentences"]

#: Open: `not` is strong negation. Closed: it is negation as failure.
World: TypeAlias = OneOf["open", "closed"]
#: Holds of everything that a theory names; guards rules that bind nothing. No word is called so.
DOMAIN = "individual_"
_SENTENCE = re.compile(r"\S[^.!?]*[.!?]?")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence and what it says.

    Args:
        id: `s` and its number in the theory, from 1; the name of its unit.
        text: as written.
        start: its first character's place in the text.
        end: the place behind its last character.
        rules: facts or rules, in the order of the words.
    """

    id: str
    text: str
    start: int
    end: int
    rules: tuple[Rule, ...]

    @property
    def facts(self) -> tuple[Atom, ...]:
        """Facts that it states."""
        return tuple(rule.head for rule in self.rules if rule.is_fact)

    @property
    def is_rule(self) -> bool:
        """Whether it states a rule."""
        return any(not rule.is_fact for rule in self.rules)


@dataclass(frozen=True)
class Theory:
    """A text that was read.

    Args:
        sentences: those that could be read, in order.
        diagnostics: what could not, one finding a sentence.
        world: what `not` means.
        nouns: singular nouns of the text.
        classes: nouns of `GENERIC` that restrict in it.
    """

    sentences: tuple[Sentence, ...]
    diagnostics: tuple[Diagnostic, ...]
    world: World
    nouns: frozenset[str]
    classes: frozenset[str]

    @cached_property
    def things(self) -> tuple[Term, ...]:
        """Everything that is named, in order."""
        atoms = [atom for sentence in self.sentences for rule in sentence.rules for atom in _atoms(rule)]
        found = dict.fromkeys(arg for atom in atoms for arg in atom.args if not isinstance(arg, Variable))
        return tuple(found)

    @cached_property
    def whole(self) -> Program:
        """The program with everything there: `program()`, made once."""
        return self.program()

    def read_statement(self, statement: str) -> list[list[Atom]]:
        """A statement about what the theory names, with the theory's words, as alternatives (`grammar.read_statement`).

        Negation is strong in it, whatever the world.

        Raises:
            SentenceError: it can't be read.
        """
        words = split_words(statement)
        return read_statement(words, self.nouns | find_nouns(words), self.classes)

    def text_of(self, unit: str) -> str:
        """The sentence of a unit.

        Raises:
            KeyError: there is none of this name.
        """
        return self._texts[unit]

    def program(self, *, witnessed: bool = True, without: Collection[str] = ()) -> Program:
        """The program.

        Args:
            witnessed: whether each rule needs a unit that witnesses it; else rules are given.
            without: units that are not there; their rules stay, but nothing witnesses them.

        Returns:
            Declarations, facts with the sentences that state them, rules.

        Raises:
            ProgramError: some sentence could not be read.
        """
        for found in self.diagnostics:
            raise found.error
        guarded = [(one.id, list(map(self._guarded, one.rules))) for one in self.sentences]
        needed = any(not rule.is_fact and not _binds(rule) for one in self.sentences for rule in one.rules)
        domain = [Rule(Atom(DOMAIN, (thing,))) for thing in self.things] if needed else []
        return join_units(guarded, given=domain, witnessed=witnessed, without=without)

    @cached_property
    def _texts(self) -> dict[str, str]:
        return {sentence.id: sentence.text for sentence in self.sentences}

    def _guarded(self, rule: Rule) -> Rule:
        """The rule, with the domain in front of what binds nothing."""
        if rule.is_fact or _binds(rule):
            return rule
        return replace(rule, body=(Literal(Atom(DOMAIN, (Variable("X"),))), *rule.body))


def split_sentences(text: str) -> Iterator[tuple[int, str]]:
    """Place and text of each sentence; one ends in `.`, `!` or `?`.

    >>> list(split_sentences("Bob is kind.  Kind people are red."))
    [(0, 'Bob is kind.'), (14, 'Kind people are red.')]
    """
    for match in _SENTENCE.finditer(text):
        yield match.start(), match[0].rstrip()


def read_theory(text: str, world: World = "open", *, file: str = "text") -> Theory:
    """Read a text in controlled English (`grammar`).

    Args:
        text: sentences.
        world: what `not` means.
        file: for the places of diagnostics.

    Returns:
        The theory; what could not be read is in its diagnostics, with line and column.

    >>> [str(found) for found in read_theory("Bob is kind. Bob or so.").diagnostics]
    ['text:1:14: error[unreadable]: no verb; write it as in docs/exact.md']
    """
    words = split_words(text)
    nouns = frozenset(find_nouns(words))
    classes = frozenset(_ascribed(text))
    sentences = []
    diagnostics = []
    for number, (start, own) in enumerate(split_sentences(text), start=1):
        place = _locate(text, start, file)
        try:
            rules = read_words(split_words(own, start), nouns, classes)
            if world == "closed":
                rules = tuple(map(_closed, rules))
        except SentenceError as error:
            column = (error.column or start + 1) - 1
            diagnostics.append(
                Diagnostic(error.kind, _locate(text, column, file), error.cause, error.remedy or "")
            )
            continue
        located = tuple(replace(rule, location=place) for rule in rules)
        sentences.append(Sentence(f"s{number}", own, start, start + len(own), located))
    return Theory(tuple(sentences), tuple(diagnostics), world, nouns, classes)


def _closed(rule: Rule) -> Rule:
    """The rule under the closed world: negation in the body is by failure, and nothing concludes what is not."""
    if not rule.head.positive:
        raise SentenceError(
            f"`{rule.head.name}` is denied, which says nothing where all that does not follow is false",
            kind="negative-conclusion",
            remedy="leave the sentence out, or read the text with the open world",
        )
    needed = [Literal(atom) for atom in rule.positive if atom.positive]
    absent = [
        Literal(Atom(atom.name, atom.args), negated=True) for atom in rule.positive if not atom.positive
    ]
    return replace(rule, body=(*needed, *absent))


def _ascribed(text: str) -> Iterator[str]:
    """Nouns of `GENERIC` of which the text says that something is one: `Fae is a person`."""
    words = [word.low for word in split_words(text)]
    for before, article, noun in zip(words, words[1:], words[2:], strict=False):
        if article in ("a", "an") and before in ("is", "not", "and", "or", ",") and noun in GENERIC:
            yield noun


def _locate(text: str, place: int, file: str) -> Location:
    line = text.count("\n", 0, place)
    return Location(file, line + 1, place - (text.rfind("\n", 0, place) + 1) + 1)


def _atoms(rule: Rule) -> Iterator[Atom]:
    yield rule.head
    yield from rule.positive
    yield from rule.negative


def _binds(rule: Rule) -> bool:
    bound = {name for atom in rule.positive for name in atom.variables}
    return bound.issuperset(rule.variables)

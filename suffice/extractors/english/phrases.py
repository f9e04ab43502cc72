"""Phrases of controlled English: subjects, noun phrases, complements, and what is joined.

>>> from suffice.extractors.english.words import split_words
>>> words = split_words("the bald eagle")
>>> phrases = Phrases(frozenset(), frozenset(), words)
>>> str(phrases.subject(words)[0])
'bald_eagle'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NoReturn, TypeAlias

from suffice.errors import SentenceError
from suffice.extractors.english.closed import (
    AND,
    ARTICLES,
    CLOSED,
    GENERIC,
    INDEFINITE,
    OR,
    PLURAL_PRONOUNS,
    PREPOSITIONS,
    PRONOUNS,
)
from suffice.extractors.english.words import Word, is_plural, name_predicate, name_thing, singular
from suffice.rules import Atom, Term, Variable

__all__ = ["Choice", "Phrases", "Words", "X"]

X = Variable("X")
Words: TypeAlias = Sequence[Word]
#: Alternatives, each a conjunction.
Choice: TypeAlias = list[list[Atom]]


@dataclass(slots=True)
class Phrases:
    """Reads phrases of one sentence.

    Args:
        nouns: singular nouns of the whole text.
        classes: generic nouns that restrict in it.
        all: the sentence.
        bound: whether something was introduced that a pronoun may stand for: the variable `X`.
        names: what was named so far.
        introduced: nouns under which the variable was introduced.
    """

    nouns: frozenset[str]
    classes: frozenset[str]
    all: Words
    bound: bool = False
    names: dict[Term, None] = field(default_factory=dict)
    introduced: set[str] = field(default_factory=set)

    def parts(self, words: Words) -> tuple[list[list[Word]], str]:
        """What commas, `and` and `or` join, and which of the two words joins it."""
        parts: list[list[Word]] = [[]]
        joints = set()
        for word in words:
            if word.low in AND | OR:
                joints.add("and" if word.low in AND else "or")
            if word.low in AND | OR or word.text == ",":
                if parts[-1]:
                    parts.append([])
            else:
                parts[-1].append(word)
        if not parts[-1]:
            self.refuse("unreadable", "nothing stands where a condition or conclusion should", words)
        if len(joints) > 1:
            self.refuse("ambiguous", "`and` together with `or`", words)
        return parts, next(iter(joints), "and")

    def subject(self, words: Words) -> tuple[Term, bool, list[Atom]]:
        """The term, whether it takes a plural verb, and what the phrase itself says of it."""
        first = words[0].low
        if len(words) == 1 and first in INDEFINITE:
            if self.bound:
                self.refuse("ambiguous", f"a second `{words[0].text}`", words)
            self.bound = True
            return X, False, []
        if len(words) == 1 and first in PRONOUNS:
            if self.bound:
                return X, first in PLURAL_PRONOUNS, []
            if len(self.names) != 1:
                self.refuse("pronoun", f"it is not clear what `{words[0].text}` stands for", words)
            return next(iter(self.names)), first in PLURAL_PRONOUNS, []
        if first in ARTICLES and len(words) > 1:
            if self.bound:
                self.refuse("existential", f"`{words[0].text}` where a variable is bound already", words)
            self.bound = True
            self.introduced.add(words[-1].low)
            return X, False, self.described(words[1:], False, words)[0]
        if first == "the" and len(words) == 2 and words[1].low in self.introduced:
            return X, False, []
        return self.name(words), False, []

    def is_name(self, words: Words) -> bool:
        """Whether it is a proper name, or `the` with any words that are no closed class."""
        body = words[1:] if words and words[0].low == "the" else words
        proper = body is words
        return bool(body) and all(
            word.is_word and word.low not in CLOSED and (word.is_capital or not proper) for word in body
        )

    def name(self, words: Words) -> Term:
        """The constant of a name, which a pronoun may stand for from now on."""
        if not self.is_name(words):
            self.refuse("unreadable", f"`{' '.join(word.text for word in words)}` is no name", words)
        body = words[1:] if words[0].low == "the" else words
        term = name_thing(*(word.text for word in body))
        self.names[term] = None
        return term

    def described(self, words: Words, plural: bool, whole: Words) -> Choice:
        """Adjectives and a noun, of the variable."""
        if not words:
            self.refuse("unreadable", "no noun", whole)
        parts, joint = self.parts(words)
        noun = self.noun(parts[-1][-1], plural)
        adjectives = [*parts[:-1], parts[-1][:-1]]
        for part in parts[:-1]:
            if len(part) > 1 or (plural and is_plural(part[-1].low)):
                self.refuse("ambiguous", "several nouns joined", part)
        own = [] if noun is None else [Atom(noun, (X,))]
        if joint == "or":
            return [[self.adjective(word, X), *own] for part in adjectives for word in part]
        return [[*(self.adjective(word, X) for part in adjectives for word in part), *own]]

    def noun(self, word: Word, plural: bool) -> str | None:
        """The predicate of a noun, None for one that restricts nothing."""
        low = word.low
        if plural and not is_plural(low):
            self.refuse("unreadable", f"`{word.text}` is not the plural of a noun", [word])
        one = singular(low, self.nouns) if plural else low
        if one in GENERIC and one not in self.classes:
            return None
        return self.predicate([word], one)

    def complement(self, words: Words, subject: Term) -> list[Atom]:
        """What stands behind a copula: adjectives, a noun with its article, or a plural."""
        positive = not (words and words[0].low == "not")
        phrase = list(words if positive else words[1:])
        if not phrase:
            self.refuse("unreadable", "nothing behind the verb", words or self.all)
        article = phrase[0].low in ARTICLES
        if article:
            phrase = phrase[1:]
        if not phrase:
            self.refuse("unreadable", "an article without a noun", words)
        last = phrase[-1]
        if last.low in CLOSED or not last.is_word:
            self.refuse("unreadable", f"`{last.text}` where a property should stand", words)
        atoms = [self.adjective(word, subject) for word in phrase[:-1]]
        if article or is_plural(last.low):
            one = last.low if article else singular(last.low, self.nouns)
            if not (one in GENERIC and atoms and one not in self.classes):
                atoms.append(Atom(self.predicate([last], one), (subject,)))
        elif atoms:
            self.refuse("unreadable", "two properties in a row", phrase)
        else:
            atoms.append(self.adjective(last, subject))
        if not positive:
            if len(atoms) > 1:
                self.refuse("negated-conjunction", "`not` before several properties", words)
            atoms = [Atom(atom.name, atom.args, positive=False) for atom in atoms]
        return atoms

    def adjective(self, word: Word, subject: Term) -> Atom:
        """A property that one word ascribes."""
        if word.low in CLOSED or word.low in PREPOSITIONS or not word.is_word:
            self.refuse("unreadable", f"`{word.text}` where a property should stand", [word])
        return Atom(self.predicate([word], word.low), (subject,))

    def predicate(self, place: Words, *words: str) -> str:
        """The predicate's name; `place` is what to point at if there can be none."""
        name = name_predicate(*words)
        if name is None:
            self.refuse("name", f"`{' '.join(words)}` can't name a predicate", place)
        return name

    def refuse(self, kind: str, cause: str, words: Iterable[Word]) -> NoReturn:
        """Raise what names the kind, the cause and the first of some words as the place."""
        first = next(iter(words), None) or next(iter(self.all), None)
        raise SentenceError(
            cause,
            kind=kind,
            column=1 + (first.start if first else 0),
            remedy="write it as in docs/exact.md",
        )

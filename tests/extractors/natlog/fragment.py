"""A fragment of English with its meaning in small models: quantified subjects and objects, adjectives, verbs, negation.

What stands first is outside: `every dog did not kiss some cat` is of every dog that there is no cat which it kissed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, TypeAlias

import numpy

__all__ = ["Models", "Phrase", "Sentence", "draw", "vary"]

_Bools: TypeAlias = Any
#: Nouns with all that they are kinds of.
NOUNS = {
    "animal": ("animal",),
    "dog": ("dog", "animal"),
    "poodle": ("poodle", "dog", "animal"),
    "cat": ("cat", "animal"),
}
#: Verbs: base form, and what follows from them.
VERBS = {
    "moved": ("move", ("moved",)), "ran": ("run", ("ran", "moved")), "sprinted": ("sprint", ("sprinted", "ran", "moved")),
    "sang": ("sing", ("sang",)),
}  # fmt: skip
TRANSITIVE = {"kissed": "kiss", "touched": "touch"}
#: Whether in the plural, and when true of how many of how many.
DETERMINERS: dict[str, tuple[bool, Callable[[_Bools, _Bools], _Bools]]] = {
    "every": (False, lambda both, all_: both == all_),
    "all": (True, lambda both, all_: both == all_),
    "some": (True, lambda both, all_: both > 0),
    "no": (True, lambda both, all_: both == 0),
    "not every": (False, lambda both, all_: both < all_),
    "not all": (True, lambda both, all_: both < all_),
    "a": (False, lambda both, all_: both > 0),
    "two": (True, lambda both, all_: both >= 2),
    "three": (True, lambda both, all_: both >= 3),
    "at least two": (True, lambda both, all_: both >= 2),
    "at most one": (False, lambda both, all_: both <= 1),
    "at most two": (True, lambda both, all_: both <= 2),
    "most": (True, lambda both, all_: 2 * both > all_),
}
CORE = ("every", "all", "some", "no", "not every", "not all")


@dataclass(frozen=True)
class Phrase:
    """A noun phrase."""

    determiner: str
    small: bool
    noun: str

    def __str__(self) -> str:
        plural = "s" * DETERMINERS[self.determiner][0]
        return f"{self.determiner}{' small' * self.small} {self.noun}{plural}"


@dataclass(frozen=True)
class Sentence:
    """A subject, and one or two verbs, joined by `and` or `or`, or a verb with an object."""

    subject: Phrase
    negated: bool
    verbs: tuple[str, ...]
    joined: str = "and"
    object: Phrase | None = None

    def __str__(self) -> str:
        base = {**TRANSITIVE, **{verb: form for verb, (form, _) in VERBS.items()}}
        verbs = [base[verb] if self.negated else verb for verb in self.verbs]
        rest = f"{'did not ' * self.negated}{f' {self.joined} '.join(verbs)}"
        whole = f"{self.subject} {rest}{f' {self.object}' if self.object else ''}."
        return whole[0].upper() + whole[1:]


def draw(source: random.Random, transitive: bool) -> Sentence:
    """A sentence with core determiners."""

    def phrase() -> Phrase:
        return Phrase(source.choice(CORE), source.random() < 0.3, source.choice(sorted(NOUNS)))

    if transitive:
        return Sentence(
            phrase(), source.random() < 0.3, (source.choice(sorted(TRANSITIVE)),), "and", phrase()
        )
    verbs = tuple(source.sample(sorted(VERBS), source.choice([1, 1, 1, 2])))
    return Sentence(phrase(), source.random() < 0.3, verbs, source.choice(["and", "or"]))


def vary(source: random.Random, sentence: Sentence) -> Sentence:
    """A sentence that differs in one to three places."""
    for _ in range(source.choice([1, 1, 2, 3])):
        other = draw(source, sentence.object is not None)
        match source.randrange(6):
            case 0:
                sentence = replace(sentence, negated=not sentence.negated)
            case 1:
                sentence = replace(sentence, verbs=other.verbs, joined=other.joined)
            case 2 if sentence.object is not None and other.object is not None:
                sentence = replace(sentence, object=_vary_phrase(source, sentence.object, other.object))
            case _:
                sentence = replace(sentence, subject=_vary_phrase(source, sentence.subject, other.subject))
    return sentence


def _vary_phrase(source: random.Random, phrase: Phrase, other: Phrase) -> Phrase:
    name = source.choice(["determiner", "small", "noun"])
    return replace(phrase, **{name: getattr(other, name)})


class Models:
    """Many models at once: of each entity its kind, whether it is small, what it does, and whom it touches and kisses.

    Args:
        count: how many.
        seed: draws them.
        size: entities of each.
    """

    def __init__(self, count: int, seed: int = 0, size: int = 5) -> None:
        draws = numpy.random.default_rng(seed)
        shape, square = (count, size), (count, size, size)
        kind = draws.integers(0, len(NOUNS) + 1, shape)  # the last is no animal
        self.nouns = {
            noun: numpy.isin(kind, [at for at, kinds in enumerate(NOUNS.values()) if noun in kinds])
            for noun in NOUNS
        }
        self.small = draws.random(shape) < draws.random((count, 1))
        does = draws.integers(0, 4, shape)  # moves, runs, sprints, or none
        self.does = {
            verb: numpy.isin(
                does, [at for at, (_, kinds) in enumerate(list(VERBS.values())[:3]) if verb in kinds]
            )
            for verb in list(VERBS)[:3]
        }
        self.does["sang"] = draws.random(shape) < draws.random((count, 1))
        touched = draws.random(square) < draws.random((count, 1, 1))
        self.to = {
            "touched": touched,
            "kissed": touched & (draws.random(square) < draws.random((count, 1, 1))),
        }

    def holds(self, sentence: Sentence) -> _Bools:
        """In which models a sentence is true."""
        return self._quantify(sentence.subject, self._predicate(sentence))

    def are_told_apart(self, one: Sentence, other: Sentence) -> _Bools:
        """In which models nothing that the sentences, or those on the way between them, speak of is empty or everything."""
        pairs = [(one.subject, other.subject)]
        if one.object is not None and other.object is not None:
            pairs.append((one.object, other.object))
        found = numpy.ones(len(self.small), bool)
        for pair in pairs:
            for phrase in _between(*pair):
                found &= self._set(phrase).any(1)
        for predicate in self._predicates(one, other):
            found &= predicate.any(1) & ~predicate.all(1)
        return found

    def _predicates(self, one: Sentence, other: Sentence) -> Iterator[_Bools]:
        objects = list(_between(one.object, other.object)) if one.object and other.object else [None]
        plain = [replace(sentence, negated=False) for sentence in (one, other)]
        for sentence, thing in product(plain, objects):
            yield self._predicate(replace(sentence, object=thing))
            for verb in sentence.verbs:
                yield self._predicate(replace(sentence, object=thing, verbs=(verb,)))

    def _set(self, phrase: Phrase) -> _Bools:
        things = self.nouns[phrase.noun]
        return things & self.small if phrase.small else things

    def _predicate(self, sentence: Sentence) -> _Bools:
        """Of which entities it is said."""
        if sentence.object is not None:
            things = self._set(sentence.object)
            to = self.to[sentence.verbs[0]]
            count = DETERMINERS[sentence.object.determiner][1]
            found = count((to & things[:, None, :]).sum(2), things.sum(1)[:, None])
        else:
            each = [self.does[verb] for verb in sentence.verbs]
            found = (
                numpy.logical_and.reduce(each) if sentence.joined == "and" else numpy.logical_or.reduce(each)
            )
        return ~found if sentence.negated else found

    def _quantify(self, phrase: Phrase, predicate: _Bools) -> _Bools:
        things = self._set(phrase)
        return DETERMINERS[phrase.determiner][1]((things & predicate).sum(1), things.sum(1))


def _between(one: Phrase, other: Phrase) -> Iterator[Phrase]:
    for determiner, small, noun in product(
        (one.determiner, other.determiner), (one.small, other.small), (one.noun, other.noun)
    ):
        yield Phrase(determiner, small, noun)

"""Closed-class words, verb forms and operators of English: what tagging and the scanner of operators rest on.

>>> grammar = read_grammar()
>>> [one.kind for one in grammar.operators_at(["at", "most", "five", "dogs"], 0)]
['at-most']
>>> sorted(grammar.verb_lemmas("finished"))
['finish']
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias

import regex
from pydantic import BaseModel, ConfigDict

__all__ = ["Form", "Grammar", "OperatorWords", "is_number", "read_grammar"]

Form: TypeAlias = Literal[
    "determiner", "pronoun", "adverb", "verb", "preposition", "superlative", "conjunction"
]
_NUMBER = regex.compile(r"\d[\d,]*(\.\d+)?(st|nd|rd|th|s|%)?")
_DOUBLED = regex.compile(r"[^aeiou][aeiou][bdgklmnprtvz]")


class _Operator(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    kind: str
    form: Form
    words: tuple[str, ...]


class _Words(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    unveridical: frozenset[str]
    unreal: frozenset[str]
    idioms: frozenset[str]
    auxiliaries: frozenset[str]
    prepositions: frozenset[str]
    pronouns: frozenset[str]
    determiners: frozenset[str]
    relatives: frozenset[str]
    subordinators: frozenset[str]
    conjunctions: frozenset[str]
    adverbs: frozenset[str]
    times: frozenset[str]
    numbers: frozenset[str]
    frequencies: frozenset[str]
    modals: frozenset[str]
    outer: frozenset[str]
    weekdays: frozenset[str]
    collective: frozenset[str]
    once: frozenset[str]
    excluding: frozenset[str]
    positive: frozenset[str]
    units: frozenset[str]
    located: frozenset[str]
    single: frozenset[str]
    lasting: frozenset[str]
    authoring: frozenset[str]
    months: frozenset[str]


@dataclass(frozen=True, slots=True)
class OperatorWords:
    """Words that make an operator.

    Args:
        kind: how relations project through it; a row's name in `projectivity`.
        form: what it scopes over.
        words: lower-case; `N` stands for a number.
    """

    kind: str
    form: Form
    words: tuple[str, ...]


class Grammar:
    """The tables, and look-ups in them.

    Args:
        words: closed classes.
        operators: all operators.
        verbs: base form to irregular forms; `minor` those that are more often something else.
    """

    def __init__(
        self,
        words: _Words,
        operators: Sequence[OperatorWords],
        verbs: dict[str, tuple[str, ...]],
        minor: frozenset[str],
    ) -> None:
        self.words = words
        self.verbs = verbs
        self.minor = minor
        self._lemmas: dict[str, set[str]] = {}
        for base, irregular in verbs.items():
            for form in {base, *irregular, *_regular_forms(base)}:
                self._lemmas.setdefault(form, set()).add(base)
        self._idioms: dict[str, list[list[str]]] = {}
        for idiom in sorted(words.idioms):
            self._idioms.setdefault(idiom.split()[0], []).append(idiom.split())
        self._operators: dict[str, list[OperatorWords]] = {}
        for one in operators:
            for first in self._first_words(one):
                variant = OperatorWords(one.kind, one.form, (first, *one.words[1:]))
                self._operators.setdefault(first, []).append(variant)
        for variants in self._operators.values():
            variants.sort(key=lambda one: -len(one.words))

    def _first_words(self, operator: OperatorWords) -> list[str]:
        first = operator.words[0]
        if operator.form == "verb" and first in self.verbs:
            return sorted({first, *self.verbs[first], *_regular_forms(first)})
        return [first]

    def idioms_at(self, word: str) -> list[list[str]]:
        """Idioms that begin with a word: their words are no operators."""
        return self._idioms.get(word, [])

    def operators_at(self, words: Sequence[str], start: int) -> list[OperatorWords]:
        """Operators that begin at a place, the longest first.

        Args:
            words: lower-case words of a sentence.
            start: the place.
        """
        found = list(self._operators.get(words[start], ()))
        if is_number(words[start], self):
            found += self._operators.get("N", ())
        return [one for one in found if self._match(one.words, words, start)]

    def _match(self, pattern: tuple[str, ...], words: Sequence[str], start: int) -> bool:
        if start + len(pattern) > len(words):
            return False
        pairs = zip(pattern, words[start : start + len(pattern)], strict=True)
        return all(is_number(word, self) if wanted == "N" else wanted == word for wanted, word in pairs)

    def verb_lemmas(self, word: str) -> frozenset[str]:
        """Base forms of which a lower-case word is a form; empty if it is no known verb."""
        return frozenset(self._lemmas.get(word, ()))

    def is_own_past(self, word: str) -> bool:
        """Whether a word is a past form or participle of a known verb, with a form of its own."""
        lemmas = self._lemmas.get(word)
        return lemmas is not None and word not in lemmas and not word.endswith(("s", "ing"))

    def is_past(self, word: str) -> bool:
        """Whether a word looks like a past form or participle, of a known verb or not."""
        return word.endswith(("ed", "en")) or self.is_own_past(word)

    def is_mainly_verb(self, word: str) -> bool:
        """Whether some verb that the word is a form of is not more often another part of speech."""
        return any(lemma not in self.minor for lemma in self._lemmas.get(word, ()))


def is_number(word: str, grammar: Grammar) -> bool:
    """Whether a lower-case word is a number, in digits or letters."""
    return word in grammar.words.numbers or bool(_NUMBER.fullmatch(word))


def _regular_forms(base: str) -> list[str]:
    """The -s, -ed and -ing forms by the rules of spelling."""
    if base.endswith("e"):
        stem = base[:-1]
        return [f"{base}s", f"{base}d", f"{stem}ing" if not base.endswith("ee") else f"{base}ing"]
    if base.endswith("y") and base[-2:-1] not in set("aeiou"):
        return [f"{base[:-1]}ies", f"{base[:-1]}ied", f"{base}ing"]
    third = f"{base}es" if base.endswith(("s", "x", "z", "ch", "sh", "o")) else f"{base}s"
    forms = [third, f"{base}ed", f"{base}ing"]
    if _DOUBLED.search(base[-3:]):
        forms += [f"{base}{base[-1]}ed", f"{base}{base[-1]}ing"]
    return forms


@cache
def read_grammar() -> Grammar:
    """The tables that come with the package."""
    folder = files("suffice.extractors.natlog")
    raw = tomllib.loads((folder / "grammar.toml").read_text("utf-8"))
    operators = [
        OperatorWords(one.kind, one.form, tuple(words.split()))
        for one in map(_Operator.model_validate, raw["operator"])
        for words in one.words
    ]
    words = _Words.model_validate(raw["words"])
    verbs: dict[str, tuple[str, ...]] = {}
    minor = set()
    for line in (folder / "verbs.txt").read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        base, *irregular = line.removeprefix("~").split()
        verbs[base] = tuple(irregular)
        if line.startswith("~"):
            minor.add(base)
    return Grammar(words, operators, verbs, frozenset(minor))

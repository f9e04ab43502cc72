"""The grammar of controlled English: one sentence to Horn rules over one variable.

| sentence | rules |
|---|---|
| `Bob is big and not kind.` | `big(bob).` `-kind(bob).` |
| `The bald eagle does not chase the cat.` | `-chases(bald_eagle,cat).` |
| `Sally is a happy gorpus.` | `happy(sally).` `gorpus(sally).` |
| `If someone is red and they see the dog then they are kind.` | `kind(X) :- red(X), sees(X,dog).` |
| `All red, cold things are round.` | `round(X) :- red(X), cold(X).` |
| `Each zumpus is not happy.` | `-happy(X) :- zumpus(X).` |
| `Everything that is a cat or a dog is tame.` | `tame(X) :- cat(X).` `tame(X) :- dog(X).` |

No word but those of the closed classes is known in advance: what stands before a copula or an object is a subject or a verb,
what has an article is a noun, what ends in a plural's way is a plural. What can be read in two ways is refused by name.

>>> from suffice.extractors.english.words import split_words
>>> print(*map(str, read_words(split_words("All red, cold things are round."))))
round(X) :- red(X), cold(X).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NoReturn, TypeAlias

from suffice.errors import SentenceError
from suffice.extractors.english.words import (
    Word,
    is_plural,
    is_third_person,
    name_predicate,
    name_thing,
    singular,
    third_person,
)
from suffice.rules import Atom, Literal, Rule, Term, Variable

__all__ = ["GENERIC", "find_nouns", "read_statement", "read_words"]

#: Nouns that restrict nothing, unless the text says of something that it is one.
GENERIC = frozenset({"thing", "person", "object", "animal", "one", "individual", "being", "creature"})
_INDEFINITE = frozenset({"someone", "something", "somebody", "anyone", "anything", "anybody"})
_UNIVERSAL = frozenset({"everyone", "everything", "everybody", "anyone", "anything", "anybody"})
_NOBODY = frozenset({"nobody", "nothing", "none"})
_DETERMINERS = frozenset({"all", "every", "each", "any", "no", "a", "an"})
_PRONOUNS = frozenset({"it", "they", "he", "she", "them", "him", "her"})
_PLURAL_PRONOUNS = frozenset({"they"})
_COPULAS = frozenset({"is", "are"})
_AUXILIARIES = frozenset({"does", "do"})
_RELATIVES = frozenset({"that", "who", "which"})
_ARTICLES = frozenset({"a", "an"})
_AND, _OR = frozenset({"and", "but"}), frozenset({"or"})
_PREPOSITIONS = frozenset(
    [
        "about",
        "after",
        "against",
        "at",
        "before",
        "behind",
        "below",
        "by",
        "for",
        "from",
        "in",
        "into",
        "like",
        "near",
        "of",
        "on",
        "over",
        "to",
        "under",
        "with",
    ]
)
_CLOSED = (
    _INDEFINITE
    | _UNIVERSAL
    | _NOBODY
    | _DETERMINERS
    | _PRONOUNS
    | _COPULAS
    | _AUXILIARIES
    | _RELATIVES
    | _AND
    | _OR
    | {"if", "then", "not", "the", "both", "either", "neither", "nor"}
)
_X = Variable("X")
_Words: TypeAlias = Sequence[Word]
#: Alternatives, each a conjunction.
_Choice: TypeAlias = list[list[Atom]]


def find_nouns(words: _Words) -> set[str]:
    """Singular nouns that a text shows to be such: the last word of what begins with an article or a quantifier.

    >>> from suffice.extractors.english.words import split_words
    >>> sorted(find_nouns(split_words("Each happy wumpus is a zumpus. The bald eagle is kind.")))
    ['wumpus', 'zumpus']
    """
    found = set()
    for place, word in enumerate(words):
        if word.low in ("a", "an", "every", "each"):
            phrase = []
            for other in words[place + 1 :]:
                if not other.is_word or other.low in _CLOSED:
                    break
                phrase.append(other.low)
            if phrase:
                found.add(phrase[-1])
    return found


def read_words(words: _Words, nouns: Collection[str] = (), classes: Collection[str] = ()) -> tuple[Rule, ...]:
    """One sentence.

    Args:
        words: of the sentence, with or without its full stop.
        nouns: singular nouns of the whole text (`find_nouns`).
        classes: those of `GENERIC` that restrict after all, since the text says of something that it is one.

    Returns:
        Facts, or rules with the variable `X`: one for each atom that is concluded and each alternative that it needs. A rule
        whose body binds nothing has none or only negative literals. Negation is strong (`-p`).

    Raises:
        SentenceError: with the word at fault as its place.
    """
    return _Parser(frozenset(nouns), frozenset(classes), words).read(_bare(words))


def read_statement(
    words: _Words, nouns: Collection[str] = (), classes: Collection[str] = ()
) -> list[list[Atom]]:
    """What is said of things that are named, as alternatives of ground atoms: a question may say `or`.

    Args:
        words, nouns, classes: as for `read_words`.

    Raises:
        SentenceError: it can't be read, or speaks of no thing that is named.

    >>> from suffice.extractors.english.words import split_words
    >>> [[str(atom) for atom in one] for one in read_statement(split_words("Max is a cat or a dog."))]
    [['cat(max)'], ['dog(max)']]
    """
    parser = _Parser(frozenset(nouns), frozenset(classes), words)
    return parser.statement(_bare(words))


def _bare(words: _Words) -> list[Word]:
    body = [word for word in words if word.low not in ("both", "either")]
    while body and body[-1].text in ".!":
        body.pop()
    return body


@dataclass(slots=True)
class _Clause:
    """What the next part of a coordination may leave out."""

    subject: Term
    plural: bool
    copula: bool = True
    relation: Atom | None = None


@dataclass(slots=True)
class _Parser:
    nouns: frozenset[str]
    classes: frozenset[str]
    all: _Words
    bound: bool = False
    names: dict[Term, None] = field(default_factory=dict)
    introduced: set[str] = field(default_factory=set)

    def read(self, words: _Words) -> tuple[Rule, ...]:
        if not words:
            self._refuse("empty", "a sentence without words", words)
        if words[0].low == "if":
            return self._conditional(words[1:])
        if self._is_general(words):
            return self._general(words)
        return self._rules([[]], self._conclude(words))

    def _is_general(self, words: _Words) -> bool:
        first = words[0].low
        whoever = first in _INDEFINITE and len(words) > 1 and words[1].low in _RELATIVES
        return whoever or first in _DETERMINERS | _UNIVERSAL | _NOBODY or self._is_bare_plural(words)

    def statement(self, words: _Words) -> _Choice:
        if not words:
            self._refuse("empty", "a sentence without words", words)
        general = words[0].low == "if" or self._is_general(words)
        found = [] if general else self._conditions(words, None)
        if general or self.bound:
            self._refuse("rule-asked", "it states a rule, or of nobody in particular", words)
        return found

    # -- sentences ---------------------------------------------------------------------------------

    def _conditional(self, words: _Words) -> tuple[Rule, ...]:
        place = next((i for i, word in enumerate(words) if word.low == "then"), None)
        if place is None:
            place = max((i for i, word in enumerate(words) if word.text == ","), default=None)
            if place is None:
                self._refuse("unreadable", "`if` without `then`", words)
        conditions = list(words[:place])
        while conditions and conditions[-1].text == ",":
            conditions.pop()
        return self._rules(self._conditions(conditions, None), self._conclude(words[place + 1 :]))

    def _general(self, words: _Words) -> tuple[Rule, ...]:
        """`All red things are ...`, `Everything that is ... is ...`, `Rompuses are ...`."""
        first = words[0].low
        negated = first == "no" or first in _NOBODY
        self.bound = True
        relative = next((i for i, word in enumerate(words) if word.low in _RELATIVES), None)
        if relative is None:
            verb = self._verb(words)
            if verb is None:
                self._refuse("unreadable", "no verb", words)
            main, named = verb[0], words[: verb[0]]
            condition: _Choice = [[]]
        else:
            copulas = [i for i, word in enumerate(words) if word.low in _COPULAS | _AUXILIARIES]
            main = copulas[-1] if copulas else 0
            if main == relative + 1:  # `Everyone who is kind likes the dog`
                verb = self._verb(words[main + 1 :], True)
                main += 1 + verb[0] if verb and verb[0] else 0
            if main <= relative + 1:
                self._refuse("unreadable", "it is not clear where the main clause begins", words[relative:])
            named = words[:relative]
            condition = self._conditions(
                words[relative + 1 : main], _Clause(_X, words[relative + 1].low == "are")
            )
        plural = first not in ("every", "each", "a", "an")
        if first in ("no", "any"):
            plural = is_plural(named[-1].low)
        if first in _UNIVERSAL | _NOBODY | _INDEFINITE:
            if len(named) > 1:
                self._refuse("unreadable", f"`{words[1].text}` behind `{words[0].text}`", words[1:])
            noun: _Choice = [[]]
            plural = words[main].low in ("are", "do")
        else:
            noun = self._described(named[1:] if first in _DETERMINERS else named, plural, words)
        body = [[*left, *right] for left in noun for right in condition]
        clause = _Clause(_X, plural)
        heads = self._one_of(self._conditions(words[main:], clause), words[main:])
        if negated:
            if len(heads) > 1:
                self._refuse("negated-conjunction", "`no` before several conclusions", words)
            heads = [Atom(atom.name, atom.args, not atom.positive) for atom in heads]
        return self._rules(body, heads)

    def _conclude(self, words: _Words) -> list[Atom]:
        names = self._several(words)
        if names:
            verb = next(i for i, word in enumerate(words) if word.low in ("are", "do"))
            return [
                atom
                for name in names
                for atom in self._one_of(self._conditions(words[verb:], _Clause(name, True)), words)
            ]
        known = self.bound
        atoms = self._one_of(self._conditions(words, None), words)
        if self.bound and not known:
            self._refuse("unbound", "of whom this is said nothing says before", words)
        return atoms

    def _several(self, words: _Words) -> list[Term]:
        """`Bob and Anne` before a plural verb."""
        verb = next((i for i, word in enumerate(words) if word.low in ("are", "do")), 0)
        parts, joint = self._split(words[:verb]) if verb else ([], "")
        if len(parts) < 2 or joint != "and" or not all(self._is_name(part) for part in parts):
            return []
        return [self._name(part) for part in parts]

    def _rules(self, choices: _Choice, heads: Sequence[Atom]) -> tuple[Rule, ...]:
        rules = []
        for body in choices:
            for head in heads:
                rules.append(Rule(head, tuple(map(Literal, dict.fromkeys(body)))))
        return tuple(dict.fromkeys(rules))

    def _one_of(self, choices: _Choice, words: _Words) -> list[Atom]:
        if len(choices) != 1:
            self._refuse("disjunctive-conclusion", "`or` in what is concluded is not Horn", words)
        return choices[0]

    # -- clauses -----------------------------------------------------------------------------------

    def _conditions(self, words: _Words, clause: _Clause | None) -> _Choice:
        parts, joint = self._split(words)
        found: _Choice = []
        for part in parts:
            atoms, clause = self._clause(part, clause)
            found.append(atoms)
        if joint == "or":
            for own, following in zip(found, parts[1:], strict=False):
                if not all(atom.positive for atom in own) and self._verb(following, True) is None:
                    self._refuse("ambiguous", "it is not clear how far `not` reaches", following)
            return found
        return [[atom for atoms in found for atom in atoms]]

    def _split(self, words: _Words) -> tuple[list[list[Word]], str]:
        parts: list[list[Word]] = [[]]
        joints = set()
        for word in words:
            if word.low in _AND | _OR:
                joints.add("and" if word.low in _AND else "or")
            if word.low in _AND | _OR or word.text == ",":
                if parts[-1]:
                    parts.append([])
            else:
                parts[-1].append(word)
        if not parts[-1]:
            self._refuse("unreadable", "nothing stands where a condition or conclusion should", words)
        if len(joints) > 1:
            self._refuse("ambiguous", "`and` together with `or`", words)
        return parts, next(iter(joints), "and")

    def _clause(self, words: _Words, before: _Clause | None) -> tuple[list[Atom], _Clause]:
        verb = (
            None if words[0].low in (*_ARTICLES, "not") and before else self._verb(words, before is not None)
        )
        if verb is None:
            if before is not None and before.relation is not None and self._is_name(words):
                last = before.relation  # `Bob likes the cat and the dog`
                if not last.positive:
                    self._refuse("ambiguous", "it is not clear how far `not` reaches", words)
                return [Atom(last.name, (last.args[0], self._name(words)))], before
            if before is None or not before.copula:
                self._refuse("unreadable", "no verb", words)
            return self._complement(words, before.subject), before
        place, target = verb
        if place:
            subject, plural, extra = self._subject(words[:place])
        elif before is None:
            self._refuse("unreadable", "no subject", words)
        else:
            subject, plural, extra = before.subject, before.plural, []
        first = words[place].low
        if first in _COPULAS:
            return extra + self._complement(words[place + 1 :], subject), _Clause(subject, first == "are")
        auxiliary = first in _AUXILIARIES
        negated = auxiliary and len(words) > place + 1 and words[place + 1].low == "not"
        start = place + auxiliary + negated
        atom = self._related(
            words[start:target], words[target:], subject, base=auxiliary or plural, positive=not negated
        )
        again = atom if len(atom.args) == 2 else None
        return [*extra, atom], _Clause(subject, plural, copula=False, relation=again)

    def _verb(self, words: _Words, elliptic: bool = False) -> tuple[int, int] | None:
        """Where the verb begins and where its object does (the end, if there is none); None without a verb."""
        end = len(words)
        for place, word in enumerate(words):
            if word.low in _COPULAS:
                return place, end
            if word.low in _AUXILIARIES:
                return place, self._object(words, place + 2)
        target = self._object(words, 1)
        if target == end:  # no object: the last word is the verb if it looks like one
            last = words[-1].low
            return (end - 1, end) if end > 1 and is_plural(last) and self._is_name(words[:-1]) else None
        place = target - 1
        behind = place > (0 if elliptic else 1) and words[place - 1].low not in _CLOSED
        if words[place].low in _PREPOSITIONS and behind:  # `it looks like the dog`, not `they like the dog`
            place -= 1
        if words[place].low in _CLOSED or (place == 0 and not elliptic):
            return None
        return place, target

    def _object(self, words: _Words, start: int) -> int:
        """Where a noun phrase begins that ends the clause."""
        for place in range(len(words) - 1, start - 1, -1):
            if words[place].low in {"the", *_ARTICLES}:
                return place
        last = len(words)
        if last > start and words[-1].low in _PRONOUNS | _INDEFINITE | _UNIVERSAL:
            return last - 1
        while last > start and words[last - 1].is_capital:
            last -= 1
        return last

    def _related(
        self, verb: _Words, target: _Words, subject: Term, *, base: bool, positive: bool = True
    ) -> Atom:
        if not verb or any(word.low in _CLOSED or not word.is_word for word in verb):
            self._refuse("unreadable", "no verb where one should stand", verb or target or self.all)
        first = third_person(verb[0].low) if base else verb[0].low
        if not base and not is_third_person(first):
            self._refuse("unreadable", f"`{verb[0].text}` has not the form of a verb here", verb)
        name = self._predicate(verb, first, *(word.low for word in verb[1:]))
        args = (subject, self._subject(target)[0]) if target else (subject,)
        if target and target[0].low in _INDEFINITE | _UNIVERSAL | _ARTICLES:
            self._refuse("existential", f"`{target[0].text}` as an object is no rule over one thing", target)
        return Atom(name, args, positive)

    # -- phrases -----------------------------------------------------------------------------------

    def _subject(self, words: _Words) -> tuple[Term, bool, list[Atom]]:
        """The term, whether it takes a plural verb, and what the phrase itself says of it."""
        first = words[0].low
        if len(words) == 1 and first in _INDEFINITE:
            if self.bound:
                self._refuse("ambiguous", f"a second `{words[0].text}`", words)
            self.bound = True
            return _X, False, []
        if len(words) == 1 and first in _PRONOUNS:
            if self.bound:
                return _X, first in _PLURAL_PRONOUNS, []
            if len(self.names) != 1:
                self._refuse("pronoun", f"it is not clear what `{words[0].text}` stands for", words)
            return next(iter(self.names)), first in _PLURAL_PRONOUNS, []
        if first in _ARTICLES and len(words) > 1:
            if self.bound:
                self._refuse("existential", f"`{words[0].text}` where a variable is bound already", words)
            self.bound = True
            self.introduced.add(words[-1].low)
            return _X, False, self._described(words[1:], False, words)[0]
        if first == "the" and len(words) == 2 and words[1].low in self.introduced:
            return _X, False, []
        return self._name(words), False, []

    def _is_name(self, words: _Words) -> bool:
        body = words[1:] if words and words[0].low == "the" else words
        proper = body is words
        return bool(body) and all(
            word.is_word and word.low not in _CLOSED and (word.is_capital or not proper) for word in body
        )

    def _name(self, words: _Words) -> Term:
        if not self._is_name(words):
            self._refuse("unreadable", f"`{' '.join(word.text for word in words)}` is no name", words)
        body = words[1:] if words[0].low == "the" else words
        term = name_thing(*(word.text for word in body))
        self.names[term] = None
        return term

    def _is_bare_plural(self, words: _Words) -> bool:
        """Whether a sentence speaks of all things of a kind: a plural before a verb that goes with one."""
        verb = self._verb(words)
        if verb is None or verb[0] == 0:
            return False
        subject = words[: verb[0]]
        if subject[0].low == "the" or subject[-1].low in _CLOSED or not is_plural(subject[-1].low):
            return any(word.low in _RELATIVES for word in subject)
        form = words[verb[0]].low
        return form in ("are", "do") or (form not in ("is", "does") and not is_third_person(form))

    def _described(self, words: _Words, plural: bool, whole: _Words) -> _Choice:
        """Adjectives and a noun, of the variable."""
        if not words:
            self._refuse("unreadable", "no noun", whole)
        parts, joint = self._split(words)
        noun = self._noun(parts[-1][-1], plural)
        adjectives = [*parts[:-1], parts[-1][:-1]]
        for part in parts[:-1]:
            if len(part) > 1 or (plural and is_plural(part[-1].low)):
                self._refuse("ambiguous", "several nouns joined", part)
        own = [] if noun is None else [Atom(noun, (_X,))]
        if joint == "or":
            return [[self._adjective(word, _X), *own] for part in adjectives for word in part]
        return [[*(self._adjective(word, _X) for part in adjectives for word in part), *own]]

    def _noun(self, word: Word, plural: bool) -> str | None:
        """The predicate of a noun, None for one that restricts nothing."""
        low = word.low
        if plural and not is_plural(low):
            self._refuse("unreadable", f"`{word.text}` is not the plural of a noun", [word])
        one = singular(low, self.nouns) if plural else low
        if one in GENERIC and one not in self.classes:
            return None
        return self._predicate([word], one)

    def _complement(self, words: _Words, subject: Term) -> list[Atom]:
        """What stands behind a copula: adjectives, a noun with its article, or a plural."""
        positive = not (words and words[0].low == "not")
        phrase = list(words if positive else words[1:])
        if not phrase:
            self._refuse("unreadable", "nothing behind the verb", words or self.all)
        article = phrase[0].low in _ARTICLES
        if article:
            phrase = phrase[1:]
        if not phrase:
            self._refuse("unreadable", "an article without a noun", words)
        last = phrase[-1]
        if last.low in _CLOSED or not last.is_word:
            self._refuse("unreadable", f"`{last.text}` where a property should stand", words)
        atoms = [self._adjective(word, subject) for word in phrase[:-1]]
        if article or is_plural(last.low):
            one = last.low if article else singular(last.low, self.nouns)
            if not (one in GENERIC and atoms and one not in self.classes):
                atoms.append(Atom(self._predicate([last], one), (subject,)))
        elif atoms:
            self._refuse("unreadable", "two properties in a row", phrase)
        else:
            atoms.append(self._adjective(last, subject))
        if not positive:
            if len(atoms) > 1:
                self._refuse("negated-conjunction", "`not` before several properties", words)
            atoms = [Atom(atom.name, atom.args, positive=False) for atom in atoms]
        return atoms

    def _adjective(self, word: Word, subject: Term) -> Atom:
        if word.low in _CLOSED or not word.is_word:
            self._refuse("unreadable", f"`{word.text}` where a property should stand", [word])
        return Atom(self._predicate([word], word.low), (subject,))

    def _predicate(self, place: _Words, *words: str) -> str:
        name = name_predicate(*words)
        if name is None:
            self._refuse("name", f"`{' '.join(words)}` can't name a predicate", place)
        return name

    def _refuse(self, kind: str, cause: str, words: Iterable[Word]) -> NoReturn:
        first = next(iter(words), None) or next(iter(self.all), None)
        raise SentenceError(
            cause,
            kind=kind,
            column=1 + (first.start if first else 0),
            remedy="write it as in docs/exact.md",
        )

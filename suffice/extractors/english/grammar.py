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

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from suffice.extractors.english.closed import (
    ARTICLES,
    AUXILIARIES,
    BEYOND,
    CLOSED,
    COPULAS,
    DETERMINERS,
    INDEFINITE,
    NOBODY,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVES,
    REPORTING,
    UNIVERSAL,
)
from suffice.extractors.english.phrases import Choice, Phrases, Words, X
from suffice.extractors.english.words import Word, is_plural, is_third_person, third_person
from suffice.rules import Atom, Literal, Rule, Term

__all__ = ["find_nouns", "read_statement", "read_words"]


def find_nouns(words: Words) -> set[str]:
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
                if not other.is_word or other.low in CLOSED:
                    break
                phrase.append(other.low)
            if phrase:
                found.add(phrase[-1])
    return found


def read_words(words: Words, nouns: Collection[str] = (), classes: Collection[str] = ()) -> tuple[Rule, ...]:
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
    words: Words, nouns: Collection[str] = (), classes: Collection[str] = ()
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


def _bare(words: Words) -> list[Word]:
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
class _Parser(Phrases):
    """Reads one sentence."""

    def read(self, words: Words) -> tuple[Rule, ...]:
        if not words:
            self.refuse("empty", "a sentence without words", words)
        self._screen(words)
        if words[0].low == "if":
            return self._conditional(words[1:])
        if self._is_general(words):
            return self._general(words)
        return self._rules([[]], self._conclude(words))

    def _screen(self, words: Words) -> None:
        """Refuse what says more or less than a Horn rule: quantifiers, moods, reports."""
        for word, behind in zip(words, [*words[1:], None], strict=True):
            reports = word.low in REPORTING and behind is not None and behind.low == "that"
            if word.low in BEYOND or reports:
                self.refuse("beyond-horn", f"`{word.text}` says more or less than a rule can", [word])

    def _is_general(self, words: Words) -> bool:
        first = words[0].low
        whoever = first in INDEFINITE and len(words) > 1 and words[1].low in RELATIVES
        return whoever or first in DETERMINERS | UNIVERSAL | NOBODY or self._is_bare_plural(words)

    def statement(self, words: Words) -> Choice:
        if not words:
            self.refuse("empty", "a sentence without words", words)
        self._screen(words)
        general = words[0].low == "if" or self._is_general(words)
        found = [] if general else self._conditions(words, None)
        if general or self.bound:
            self.refuse("rule-asked", "it states a rule, or of nobody in particular", words)
        return found

    def _conditional(self, words: Words) -> tuple[Rule, ...]:
        place = next((i for i, word in enumerate(words) if word.low == "then"), None)
        if place is None:
            place = max((i for i, word in enumerate(words) if word.text == ","), default=None)
            if place is None:
                self.refuse("unreadable", "`if` without `then`", words)
        conditions = list(words[:place])
        while conditions and conditions[-1].text == ",":
            conditions.pop()
        return self._rules(self._conditions(conditions, None), self._conclude(words[place + 1 :]))

    def _general(self, words: Words) -> tuple[Rule, ...]:
        """`All red things are ...`, `Everything that is ... is ...`, `Rompuses are ...`."""
        first = words[0].low
        negated = first == "no" or first in NOBODY
        self.bound = True
        relative = next((i for i, word in enumerate(words) if word.low in RELATIVES), None)
        if relative is None:
            verb = self._verb(words)
            if verb is None:
                self.refuse("unreadable", "no verb", words)
            main, named = verb[0], words[: verb[0]]
            condition: Choice = [[]]
        else:
            copulas = [i for i, word in enumerate(words) if word.low in COPULAS | AUXILIARIES]
            main = copulas[-1] if copulas else 0
            if main == relative + 1:  # `Everyone who is kind likes the dog`
                verb = self._verb(words[main + 1 :], True)
                main += 1 + verb[0] if verb and verb[0] else 0
            if main <= relative + 1:
                self.refuse("unreadable", "it is not clear where the main clause begins", words[relative:])
            named = words[:relative]
            condition = self._conditions(
                words[relative + 1 : main], _Clause(X, words[relative + 1].low == "are")
            )
        plural = first not in ("every", "each", "a", "an")
        if first in ("no", "any"):
            plural = is_plural(named[-1].low)
        if first in UNIVERSAL | NOBODY | INDEFINITE:
            if len(named) > 1:
                self.refuse("unreadable", f"`{words[1].text}` behind `{words[0].text}`", words[1:])
            noun: Choice = [[]]
            plural = words[main].low in ("are", "do")
        else:
            noun = self.described(named[1:] if first in DETERMINERS else named, plural, words)
        body = [[*left, *right] for left in noun for right in condition]
        clause = _Clause(X, plural)
        heads = self._one_of(self._conditions(words[main:], clause), words[main:])
        if negated:
            if len(heads) > 1:
                self.refuse("negated-conjunction", "`no` before several conclusions", words)
            heads = [Atom(atom.name, atom.args, not atom.positive) for atom in heads]
        return self._rules(body, heads)

    def _conclude(self, words: Words) -> list[Atom]:
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
            self.refuse("unbound", "of whom this is said nothing says before", words)
        return atoms

    def _several(self, words: Words) -> list[Term]:
        """`Bob and Anne` before a plural verb."""
        verb = next((i for i, word in enumerate(words) if word.low in ("are", "do")), 0)
        parts, joint = self.parts(words[:verb]) if verb else ([], "")
        if len(parts) < 2 or joint != "and" or not all(self.is_name(part) for part in parts):
            return []
        return [self.name(part) for part in parts]

    def _rules(self, choices: Choice, heads: Sequence[Atom]) -> tuple[Rule, ...]:
        rules = []
        for body in choices:
            for head in heads:
                rules.append(Rule(head, tuple(map(Literal, dict.fromkeys(body)))))
        return tuple(dict.fromkeys(rules))

    def _one_of(self, choices: Choice, words: Words) -> list[Atom]:
        if len(choices) != 1:
            self.refuse("disjunctive-conclusion", "`or` in what is concluded is not Horn", words)
        return choices[0]

    def _conditions(self, words: Words, clause: _Clause | None) -> Choice:
        parts, joint = self.parts(words)
        found: Choice = []
        for part in parts:
            atoms, clause = self._clause(part, clause)
            found.append(atoms)
        if joint == "or":
            for own, following in zip(found, parts[1:], strict=False):
                if not all(atom.positive for atom in own) and self._verb(following, True) is None:
                    self.refuse("ambiguous", "it is not clear how far `not` reaches", following)
            return found
        return [[atom for atoms in found for atom in atoms]]

    def _clause(self, words: Words, before: _Clause | None) -> tuple[list[Atom], _Clause]:
        verb = (
            None if words[0].low in (*ARTICLES, "not") and before else self._verb(words, before is not None)
        )
        if verb is None:
            if before is not None and before.relation is not None and self.is_name(words):
                last = before.relation  # `Bob likes the cat and the dog`
                if not last.positive:
                    self.refuse("ambiguous", "it is not clear how far `not` reaches", words)
                return [Atom(last.name, (last.args[0], self.name(words)))], before
            if before is None or not before.copula:
                self.refuse("unreadable", "no verb", words)
            return self.complement(words, before.subject), before
        place, target = verb
        if place:
            subject, plural, extra = self.subject(words[:place])
        elif before is None:
            self.refuse("unreadable", "no subject", words)
        else:
            subject, plural, extra = before.subject, before.plural, []
        first = words[place].low
        if first in COPULAS:
            return extra + self.complement(words[place + 1 :], subject), _Clause(subject, first == "are")
        auxiliary = first in AUXILIARIES
        negated = auxiliary and len(words) > place + 1 and words[place + 1].low == "not"
        start = place + auxiliary + negated
        atom = self._related(
            words[start:target], words[target:], subject, base=auxiliary or plural, positive=not negated
        )
        again = atom if len(atom.args) == 2 else None
        return [*extra, atom], _Clause(subject, plural, copula=False, relation=again)

    def _verb(self, words: Words, elliptic: bool = False) -> tuple[int, int] | None:
        """Where the verb begins and where its object does (the end, if there is none); None without a verb."""
        end = len(words)
        for place, word in enumerate(words):
            if word.low in COPULAS:
                return place, end
            if word.low in AUXILIARIES:
                return place, self._object(words, place + 2)
        target = self._object(words, 1)
        if target == end:  # no object: the last word is the verb if it looks like one
            last = words[-1].low
            return (end - 1, end) if end > 1 and is_plural(last) and self.is_name(words[:-1]) else None
        place = target - 1
        behind = place > (0 if elliptic else 1) and words[place - 1].low not in CLOSED
        if words[place].low in PREPOSITIONS and behind:  # `it looks like the dog`, not `they like the dog`
            place -= 1
        if words[place].low in CLOSED or (place == 0 and not elliptic):
            return None
        return place, target

    def _object(self, words: Words, start: int) -> int:
        """Where a noun phrase begins that ends the clause."""
        for place in range(len(words) - 1, start - 1, -1):
            if words[place].low in {"the", *ARTICLES}:
                return place
        last = len(words)
        if last > start and words[-1].low in PRONOUNS | INDEFINITE | UNIVERSAL:
            return last - 1
        while last > start and words[last - 1].is_capital:
            last -= 1
        return last

    def _related(
        self, verb: Words, target: Words, subject: Term, *, base: bool, positive: bool = True
    ) -> Atom:
        if not verb or any(word.low in CLOSED or not word.is_word for word in verb):
            self.refuse("unreadable", "no verb where one should stand", verb or target or self.all)
        first = third_person(verb[0].low) if base else verb[0].low
        if not base and not is_third_person(first):
            self.refuse("unreadable", f"`{verb[0].text}` has not the form of a verb here", verb)
        name = self.predicate(verb, first, *(word.low for word in verb[1:]))
        args = (subject, self.subject(target)[0]) if target else (subject,)
        if target and target[0].low in INDEFINITE | UNIVERSAL | ARTICLES:
            self.refuse("existential", f"`{target[0].text}` as an object is no rule over one thing", target)
        return Atom(name, args, positive)

    def _is_bare_plural(self, words: Words) -> bool:
        """Whether a sentence speaks of all things of a kind: a plural before a verb that goes with one."""
        verb = self._verb(words)
        if verb is None or verb[0] == 0:
            return False
        subject = words[: verb[0]]
        if subject[0].low == "the" or subject[-1].low in CLOSED or not is_plural(subject[-1].low):
            return any(word.low in RELATIVES for word in subject)
        form = words[verb[0]].low
        return form in ("are", "do") or (form not in ("is", "does") and not is_third_person(form))

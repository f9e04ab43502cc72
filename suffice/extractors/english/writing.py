"""Rules in controlled English, such as `grammar` reads back.

>>> from suffice.rules import parse_program
>>> for rule in parse_program("-chases(bald_eagle,cat). kind(X) :- red(X), sees(X,dog), big(dog).").rules:
...     print(write_sentence(rule))
The bald eagle does not chase the cat.
If something is red and it sees the dog and the dog is big then it is kind.
"""

from __future__ import annotations

from suffice.errors import SentenceError
from suffice.extractors.english.closed import BEYOND, CLOSED, PREPOSITIONS
from suffice.extractors.english.words import third_person
from suffice.rules import Atom, Literal, Rule, String, Symbol, Term, Variable

__all__ = ["write_sentence"]

_SIBILANT = ("oes", "sses", "shes", "ches", "xes", "zzes")


def write_sentence(rule: Rule) -> str:
    """A fact or a rule over one variable as a sentence.

    Args:
        rule: of predicates with one argument, written as adjectives, or two, written as verbs; `not` and `-` are both
            written as `not`.

    Raises:
        SentenceError: it is no such rule, its first condition does not say of the variable what holds of it, or a predicate is
            called as a word that the grammar knows.
    """
    if rule.is_fact:
        text = _clause(rule.head, positive=rule.head.positive, subject=None)
        return f"{text[0].upper()}{text[1:]}."
    parts = []
    subject = "something"
    for part in rule.body:
        if not isinstance(part, Literal):
            raise _unwritable(f"`{part}`: only literals can be written")
        parts.append(_clause(part.atom, positive=part.atom.positive and not part.negated, subject=subject))
        if part.variables:
            subject = "it"
    conclusion = _clause(rule.head, positive=rule.head.positive, subject=subject)
    return f"If {' and '.join(parts)} then {conclusion}."


def _clause(atom: Atom, *, positive: bool, subject: str | None) -> str:
    if len(atom.args) not in (1, 2):
        raise _unwritable(f"`{atom}` has {len(atom.args)} arguments, not one or two")
    if subject == "something" and isinstance(atom.args[-1], Variable) and len(set(atom.args)) > 1:
        raise _unwritable(f"`{atom}` has its variable as an object before it is introduced")
    who = _phrase(atom.args[0], subject)
    words = atom.name.rstrip("_").replace("__", "-").split("_")
    own = [words[0], _base(words[0]) if len(atom.args) == 2 else words[-1]]
    for word in own:
        if word in CLOSED | BEYOND or (len(atom.args) == 1 and word in PREPOSITIONS):
            raise _unwritable(f"`{word}` of `{atom.name}` means something else in a sentence")
    if len(atom.args) == 1:
        return f"{who} is {'' if positive else 'not '}{'-'.join(words)}"
    what = _phrase(atom.args[1], "it")
    verb = words if positive else ["does", "not", _base(words[0]), *words[1:]]
    return f"{who} {' '.join(verb)} {what}"


def _phrase(term: Term, pronoun: str | None) -> str:
    match term:
        case Variable() if pronoun:
            return pronoun
        case Symbol(name=name, args=()):
            return f"the {name.rstrip('_').replace('__', '-').replace('_', ' ')}"
        case String(value=value):
            return f"the {value}"
        case _:
            raise _unwritable(f"`{term}` is no name")


def _base(verb: str) -> str:
    """The form of a verb that goes with `does not`."""
    if verb == "has":
        return "have"
    if verb.endswith("ies") and len(verb) > 4:
        return f"{verb[:-3]}y"
    base = verb[:-2] if verb.endswith(_SIBILANT) else verb[:-1]
    return base if third_person(base) == verb else verb[:-1]


def _unwritable(cause: str) -> SentenceError:
    return SentenceError(cause, kind="unwritable", remedy="write it by hand")

"""Statements about a theory as goals: true if it follows, false if its denial does.

>>> from suffice.extractors.english import read_theory
>>> theory = read_theory("Fae is fruity. Fae is a shumpus.")
>>> asked = ask(theory, "Fae is a fruity shumpus.")
>>> print(asked.program, end="")
asked_ :- fruity(fae), shumpus(fae).
-asked_ :- -fruity(fae).
-asked_ :- -shumpus(fae).
>>> str(asked.true), str(asked.false)
('asked_', '-asked_')
"""

from __future__ import annotations

from dataclasses import dataclass

from suffice.errors import SentenceError
from suffice.extractors.english import Theory
from suffice.rules import Atom, Literal, Program, Rule

__all__ = ["Asked", "ask"]

#: What a statement with several parts comes to. No word is called so.
_ASKED = "asked_"


@dataclass(frozen=True, slots=True)
class Asked:
    """A statement as goals.

    Args:
        true: follows if the statement does.
        false: follows if its denial does.
        program: rules that these goals need; empty for a statement of one part.
    """

    true: Atom
    false: Atom
    program: Program


def ask(theory: Theory, statement: str) -> Asked:
    """Read a statement.

    Args:
        theory: what it is about.
        statement: a sentence in controlled English about something that is named.

    Raises:
        SentenceError: it can't be read, or states a rule.
    """
    sentence = theory.read(statement)
    if sentence.is_rule:
        raise SentenceError(
            "it states a rule, not a fact", kind="rule-asked", remedy="ask about something that is named"
        )
    match sentence.facts:
        case [single]:
            return Asked(single, _denied(single), Program())
        case several:
            true, false = Atom(_ASKED), Atom(_ASKED, positive=False)
            rules = [Rule(true, tuple(map(Literal, several)))]
            rules += [Rule(false, (Literal(_denied(atom)),)) for atom in several]
            return Asked(true, false, Program(tuple(rules)))


def _denied(atom: Atom) -> Atom:
    return Atom(atom.name, atom.args, not atom.positive)

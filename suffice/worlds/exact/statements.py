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
from itertools import product

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
    choices = theory.read_statement(statement)
    if len(choices) == 1 and len(choices[0]) == 1:
        return Asked(choices[0][0], _denied(choices[0][0]), Program())
    true, false = Atom(_ASKED), Atom(_ASKED, positive=False)
    rules = [Rule(true, tuple(map(Literal, atoms))) for atoms in choices]
    rules += [Rule(false, tuple(Literal(_denied(atom)) for atom in atoms)) for atoms in product(*choices)]
    return Asked(true, false, Program(tuple(rules)))


def _denied(atom: Atom) -> Atom:
    return Atom(atom.name, atom.args, not atom.positive)

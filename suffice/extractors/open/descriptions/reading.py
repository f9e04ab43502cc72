"""Questions about a thing that is described and not named, taken apart from the inside by their syntax.

`Who is the spouse of the actor who voices Batman in the Lego Batman Movie?` is read as two lookups, each worded with `{0}` for
what is known: `Who voices {0} in the Lego Batman Movie?` of Batman, then `Who is the spouse of {0}?` of whoever that is.
A description is a common noun with `the`, or with an owner, and what relates it to a name: a relative clause, a
participle, a preposition. Of a question with descriptions side by side, or of more than four, nothing is read.

>>> from suffice.extractors.lexicon import read_lexicon
>>> asked = "Who is the spouse of the actor who voices Batman in the Lego Batman Movie?"
>>> for described in read_description(asked, read_lexicon())[0].described:
...     print(described.wording)
Who voices {0} in the Lego Batman Movie?
Who is the spouse of {0}?
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count

import regex

from suffice.extractors.lexicon import Lexicon
from suffice.extractors.lookups import Described
from suffice.extractors.open.comparisons import identifier
from suffice.extractors.open.descriptions.orders import straighten
from suffice.extractors.open.descriptions.spans import descriptions_in
from suffice.extractors.open.descriptions.steps import (
    STAND_IN,
    Step,
    is_well_formed,
    last_steps,
    steps_of,
    steps_of_lexicon,
)
from suffice.extractors.questions import Reading
from suffice.rules import Atom, Literal, Rule, String, Term, Variable

__all__ = ["follow_steps", "read_description", "take_apart"]

_MOST = 4


def read_description(question: str, lexicon: Lexicon) -> list[Reading]:
    """Readings of a question with a description in it; empty where there is none that can be taken apart.

    Args:
        question: clean, as asked.
        lexicon: whose relations are used where a description words one of them.
    """
    text = question.strip()
    if not text.endswith("?"):
        text = regex.sub(r"[.\s]*$", "", text) + "?"
    text = straighten(text[:1].upper() + text[1:])
    # Whole questions of the lexicon's come first: `Who wrote the lyrics of A?` describes nothing.
    # Those without an open relation are the lexicon's own.
    left = {entry.word_lookup(name) for name, entry in lexicon.relation.items() if entry.open}
    if (whole := steps_of_lexicon(text, lexicon)) and any(step.wording in left for step in whole):
        return [_reading(whole)]
    steps = _taken_apart(text, lexicon, _MOST)
    return [_reading(steps)] if steps else []


def take_apart(text: str, lexicon: Lexicon, left: int) -> list[Step] | None:
    """The lookups of what is left of a question of which one description was taken out; None where they cannot be told.

    Args:
        text: with `STAND_IN` for what was taken out.
        lexicon: as for `read_description`.
        left: how many descriptions more may be taken out.
    """
    return _taken_apart(text, lexicon, left, begun=True)


def _taken_apart(text: str, lexicon: Lexicon, left: int, begun: bool = False) -> list[Step] | None:
    """The lookups of a question, from the inside; the smallest description of which the rest can be read comes first.

    Args:
        text: the question; of what was taken out of it a name stands there.
        lexicon: as for `read_description`.
        left: how many descriptions more may be taken out.
        begun: whether one was.
    """
    spans = descriptions_in(text) if left else []
    for start, end in spans:
        if begun and STAND_IN not in text[start:end]:
            continue
        taken = steps_of(text[start:end], lexicon)
        if taken is None or not all(map(is_well_formed, taken)):
            continue
        rest = _taken_apart(f"{text[:start]}{STAND_IN}{text[end:]}", lexicon, left - 1, begun=True)
        if rest is not None:
            return [*taken, *rest]
    if spans or not begun or text.count(STAND_IN) != 1:
        return None
    last = last_steps(text, lexicon)
    return last if last is not None and all(map(is_well_formed, last)) else None


def follow_steps(
    steps: Sequence[Step], variables: Iterable[Variable]
) -> tuple[list[Literal], list[Described]]:
    """Lookups one after another, as literals, each with the relation that it brings along.

    Args:
        steps: the first has a name; one without is asked of what the one before found.
        variables: for what each finds.
    """
    body: list[Literal] = []
    relations: list[Described] = []
    subject: Term | None = None
    for step, value in zip(steps, variables, strict=False):
        subject = String(step.name) if step.name is not None else subject
        assert subject is not None
        name = identifier(step.wording)
        relations.append(Described(name, step.wording, step.value))
        body.append(Literal(Atom(name, (subject, value))))
        subject = value
    return body, relations


def _reading(steps: list[Step]) -> Reading:
    body, relations = follow_steps(steps, (Variable(f"V{number}") for number in count(1)))
    rule = Rule(Atom("answer", body[-1].atom.args[1:]), tuple(body))
    names = tuple(step.name for step in steps if step.name is not None)
    described = {one.name: one for one in relations}
    return Reading((rule,), names, (), steps[-1].value, "open chain", tuple(described.values()))

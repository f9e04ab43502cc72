"""Readings of lookups one after another: each asked of a name, or of what the one before found."""

from __future__ import annotations

from collections.abc import Sequence

import regex

from suffice.extractors.lookups import Described
from suffice.extractors.open.comparisons import STATED, identifier
from suffice.extractors.open.conditions.reading import is_place
from suffice.extractors.open.conditions.wordings import informative, word_class
from suffice.extractors.open.descriptions.steps import Step
from suffice.extractors.questions import Reading
from suffice.rules import Atom, Literal, Rule, String, Symbol, Term, Variable

__all__ = ["class_of", "put_before", "read_chain"]


def read_chain(steps: Sequence[tuple[Step, str]], frame: str, *, year: bool = False) -> Reading:
    """The reading of lookups one after another.

    Args:
        steps: the lookups, each with the class that its value must be stated to be of; empty where it need not.
        frame: what the form is called in a trace.
        year: whether the year of the last one's date is asked for.

    >>> steps = [(Step("Who led {0}?", "Orrin", "person"), ""), (Step("When was {0} born?", None, "date"), "")]
    >>> print(read_chain(steps, "open form").rules[0])
    answer(V2) :- who_led("Orrin",V1), when_was_born(V1,V2).
    """
    body: list[Literal] = []
    described: dict[str, Described] = {}
    names: list[str] = []
    subject: Term = Variable("V0")

    def add(step: Step, value: Term | None = None) -> Term:
        name = identifier(step.wording)
        # Long wordings may have one beginning.
        if described.get(name, Described(name, step.wording)).wording != step.wording:
            name = f"{name[:70]}_{len(described)}"
        described[name] = Described(name, step.wording, step.value)
        term = value if value is not None else Variable(f"V{len(body) + 1}")
        body.append(Literal(Atom(name, (subject, term))))
        return term

    for step, noun in steps:
        if step.name is not None:
            names.append(step.name)
            subject = String(step.name)
        subject = add(step)
        if noun:
            add(Step(word_class(noun), None, "text"), STATED)
    if year:
        parts = (Variable("Year"), Variable("Month"), Variable("Day"))
        last = body[-1].atom
        body[-1] = Literal(Atom(last.name, (last.args[0], Symbol("date", parts))))
        subject = parts[0]
    rule = Rule(Atom("answer", (subject,)), tuple(body))
    value = steps[-1][0].value
    return Reading((rule,), tuple(names), (), value, frame, tuple(described.values()), single=True)


def put_before(reading: Reading, lead: str) -> Reading | None:
    """The same with words put before the last lookup, `According to the 2001 census, ...`; None where it may be said of another."""
    if not lead:
        return reading
    # `In 1995, who was the wife of the president of A?`: of two lookups it may be said of the first.
    if len(reading.described) > 1 and not lead.startswith("According to"):
        return None
    if len(reading.rules) != 1 or reading.frame not in ("open chain", "open direct", "open form"):
        return None
    [rule] = reading.rules
    last = rule.body[-1]
    if not isinstance(last, Literal):
        return None
    known = next(one for one in reading.described if one.name == last.atom.name)
    if not regex.match(r"(?:Who|What|Which|How|Where)\b", known.wording):
        return None
    wording = f"{lead}{known.wording[:1].lower()}{known.wording[1:]}"
    told = Described(identifier(wording), wording, known.value)
    body = (*rule.body[:-1], Literal(Atom(told.name, last.atom.args)))
    described = tuple(told if one is known else one for one in reading.described)
    return Reading(
        (Rule(rule.head, body),), reading.names, reading.kinds, reading.value, reading.frame, described, True
    )


def class_of(noun: str, value: str) -> str:
    """What a page must say of an answer that a question calls so: a Danish prize is one, a `team` or `position` is what the lookup asks for."""
    if value in ("date", "number") or is_place(noun) or not informative(noun):
        return ""
    return "" if regex.fullmatch(r"[\p{Ll}\-]+", noun) else noun

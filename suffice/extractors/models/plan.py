"""A question's plan as a model writes it: lookups, what is computed of them, and what is asked for.

>>> from suffice.extractors.lexicon import read_lexicon
>>> plan = Plan.model_validate({
...     "lookups": [{"id": "a", "ask": "Who directed {0}?", "subject": "Free Guy", "value": "person"}],
...     "reasoning": [], "target": "a"})
>>> print(compile_plan(plan, "Who directed Free Guy?", read_lexicon()).rules[0])
answer(V1) :- director("Free Guy",V1).
>>> find_fault(plan, "Who directed it?")
'the question does not name `Free Guy`'
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

import regex
from pydantic import BaseModel, ConfigDict, Field

from suffice.extractors.lexicon import Lexicon, ValueType
from suffice.extractors.lookups import Described
from suffice.extractors.questions import Reading, read_question
from suffice.extractors.text import tokens_of
from suffice.extractors.values import value_of
from suffice.rules import Atom, Comparison, Rule, String, Symbol, Term, Variable
from suffice.rules import Literal as BodyLiteral

__all__ = ["LookupStep", "Plan", "ReasoningStep", "compile_plan", "find_fault"]

_Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,23}$")]
_Text = Annotated[str, Field(min_length=1, max_length=200)]
#: A name that no lexicon knows, to see how a lookup is read whatever it is asked of.
_SOMETHING = "Quux Zed"
_LONGEST_NAME = 6


class _Strict(BaseModel):
    # No defaults: what a reply leaves out is missing.
    model_config = ConfigDict(extra="forbid", frozen=True)


class _Step(_Strict):
    id: _Id


class LookupStep(_Step):
    """One single fact to be found."""

    ask: _Text = Field(description="a question for one fact, with {0} in place of the subject")
    subject: _Text = Field(description="a name as the question writes it, or # and the id of another lookup")
    value: ValueType = Field(description="type of the answer")


class ReasoningStep(_Step):
    """What is computed of values that were found."""

    function: Literal["same", "is", "earlier", "later", "more", "less"]
    inputs: list[_Id] = Field(min_length=1, max_length=2, description="ids of the lookups compared")
    options: list[_Text] = Field(
        max_length=2,
        description="of earlier, later, more, less: what is answered if the first input wins, and if the second does; "
        "a name as the question writes it, or # and an id",
    )
    constant: _Text | None = Field(description="of `is`: what the input is compared with, else null")


class Plan(_Strict):
    """What must be found and computed to answer a question."""

    lookups: list[LookupStep] = Field(min_length=1, max_length=8)
    reasoning: list[ReasoningStep] = Field(max_length=2)
    target: _Id = Field(description="id of the step whose value answers the question")


def find_fault(plan: Plan, question: str) -> str | None:
    """What is wrong with a plan: circular, dangling, about what the question does not name; None if nothing is.

    Args:
        plan: of the question.
        question: as asked.
    """
    return next(_faults(plan, question), None)


def _faults(plan: Plan, question: str) -> Iterator[str]:
    lookups = {step.id: step for step in plan.lookups}
    ids = [step.id for step in (*plan.lookups, *plan.reasoning)]
    yield from (f"the id `{one}` is given twice" for one in sorted(set(ids)) if ids.count(one) > 1)
    if plan.target not in ids:
        yield f"no step has the id `{plan.target}`, which is the target"
    asked = tokens_of(question)
    options = [option for step in plan.reasoning for option in step.options]
    for name in [*(step.subject for step in plan.lookups), *options]:
        if name.startswith("#"):
            if name[1:] not in lookups:
                yield f"no lookup has the id `{name[1:]}`"
        elif not _names(asked, name):
            yield f"the question does not name `{name}`"
    for step in plan.lookups:
        if "{0}" not in step.ask and step.subject not in step.ask:
            yield f"`{step.ask}` has no {{0}} for its subject"
        seen: list[str] = []
        at: LookupStep | None = step
        while at is not None and at.id not in seen:
            seen.append(at.id)
            at = lookups.get(at.subject[1:]) if at.subject.startswith("#") else None
        if at is not None:
            yield f"the lookup `{at.id}` waits for itself"
    for reason in plan.reasoning:
        yield from (f"no lookup has the id `{one}`" for one in reason.inputs if one not in lookups)
        pair = reason.function != "is"
        if len(reason.inputs) != 1 + pair:
            yield f"`{reason.function}` takes {'two inputs' if pair else 'one input'}"
        if reason.function == "is" and reason.constant is None:
            yield "`is` needs a constant"
        if reason.function not in ("is", "same") and len(reason.options) != 2:
            yield f"`{reason.function}` needs two options"


def _names(asked: Sequence[str], name: str) -> bool:
    """Whether a question's tokens hold a name's, in a row."""
    wanted = tokens_of(name)
    return bool(wanted) and any(
        list(asked[at : at + len(wanted)]) == wanted for at in range(len(asked) - len(wanted) + 1)
    )


def compile_plan(plan: Plan, question: str, lexicon: Lexicon) -> Reading:
    """The rules of a plan without fault. A lookup that the lexicon can read becomes the lexicon's relation.

    Args:
        plan: without fault.
        question: as asked.
        lexicon: its relations.
    """
    return _Compiler(plan, lexicon).reading()


class _Compiler:
    def __init__(self, plan: Plan, lexicon: Lexicon) -> None:
        self.plan = plan
        self.lexicon = lexicon
        self.lookups = {step.id: step for step in plan.lookups}
        self.relations: dict[str, str] = {}
        self.described: dict[str, Described] = {}
        for step in plan.lookups:
            self.relations[step.id] = self._relation(step)

    def reading(self) -> Reading:
        target = self.plan.target
        reason = next((step for step in self.plan.reasoning if step.id == target), None)
        if reason is None:
            needed = self._needed([target])
            rules = [Rule(Atom("answer", (self._value(target),)), self._body(needed))]
            value: str = self._type(target)
        else:
            needed = self._needed([*reason.inputs, *(one[1:] for one in reason.options if one[:1] == "#")])
            rules = list(self._reason(reason, self._body(needed)))
            value = "yes/no" if reason.function in ("same", "is") else "name"
        names = dict.fromkeys(
            self.lookups[one].subject for one in needed if not self.lookups[one].subject.startswith("#")
        )
        used = {self.relations[one] for one in needed}
        described = tuple(one for name, one in self.described.items() if name in used)
        return Reading(tuple(rules), tuple(names), (), value, "model", described)

    def _relation(self, step: LookupStep) -> str:
        """The lexicon's relation that a lookup asks for, else a described one."""
        wording = step.ask if "{0}" in step.ask else step.ask.replace(step.subject, "{0}")
        for reading in read_question(wording.replace("{0}", _SOMETHING), self.lexicon):
            match reading.rules:
                case (Rule(body=(BodyLiteral(atom=Atom(name=name, args=(String(value=subject), _))),)),):
                    if subject == _SOMETHING:
                        return name
        described = Described(_name(wording), wording, step.value)
        while self.described.setdefault(described.name, described) != described:
            described = Described(f"{described.name}_", wording, step.value)
        return described.name

    def _type(self, lookup: str) -> ValueType:
        name = self.relations[lookup]
        return self.described[name].value if name in self.described else self.lexicon.relation[name].value

    def _needed(self, wanted: Sequence[str]) -> list[str]:
        """Lookups that some rest on, themselves included, in an order in which each has its subject before it."""
        found: dict[str, None] = {}

        def visit(one: str) -> None:
            subject = self.lookups[one].subject
            if subject.startswith("#"):
                visit(subject[1:])
            found.setdefault(one)

        for one in wanted:
            visit(one)
        return list(found)

    def _value(self, lookup: str) -> Term:
        return Variable(f"V{list(self.lookups).index(lookup) + 1}")

    def _term(self, name: str) -> Term:
        return self._value(name[1:]) if name.startswith("#") else String(name)

    def _body(self, needed: Sequence[str]) -> tuple[BodyLiteral, ...]:
        return tuple(
            BodyLiteral(Atom(self.relations[one], (self._term(self.lookups[one].subject), self._value(one))))
            for one in needed
        )

    def _reason(self, step: ReasoningStep, body: tuple[BodyLiteral, ...]) -> Iterator[Rule]:
        yes, no = (Atom("answer", (Symbol(word),)) for word in ("yes", "no"))
        left = self._value(step.inputs[0])
        kind = self._type(step.inputs[0])
        if step.function == "is":
            right = value_of(kind, step.constant or "") or String(step.constant or "")
        else:
            right = self._value(step.inputs[1])
        if step.function in ("same", "is"):
            yield Rule(yes, (*body, Comparison(left, (("=", right),))))
            # Two names or places may be one thing in other words.
            if kind in ("country", "number"):
                yield Rule(no, (*body, Comparison(left, (("!=", right),))))
            elif kind == "date":
                yield from (Rule(no, (*body, _literal(order, left, right))) for order in ("earlier", "later"))
                yield Rule(Atom("comparable", (left, right)), body)
            return
        for option, first, second in zip(step.options, (left, right), (right, left), strict=False):
            head = Atom("answer", (self._term(option),))
            if step.function in ("earlier", "later"):
                yield Rule(head, (*body, _literal(step.function, first, second)))
            else:
                sign = ">" if step.function == "more" else "<"
                yield Rule(head, (*body, Comparison(first, ((sign, second),))))
        if step.function in ("earlier", "later"):
            yield Rule(Atom("comparable", (left, right)), body)


def _literal(name: str, *args: Term) -> BodyLiteral:
    return BodyLiteral(Atom(name, args))


def _name(wording: str) -> str:
    """A predicate for a wording.

    >>> _name("Who voices {0} in the film Cars?")
    'asked_who_voices_in_the_film_cars'
    """
    plain = regex.sub(r"[^a-z0-9 ]", "", " ".join(tokens_of(wording.replace("{0}", " "))))
    return "_".join(["asked", *plain.split()[:_LONGEST_NAME]])

"""Certificates whose question or links a model read: asked, verified, and tampered with."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from suffice.engine.certificate import Certificate
from suffice.extractors import Reader, Unit, read_lexicon
from suffice.extractors.models import Model, Reply, Request
from suffice.search import Asker, Decision, build_index, read_library
from suffice.search.readers import READERS, make_readers
from suffice.search.verification import verify_certificate

LEXICON = read_lexicon()
UNITS = [
    Unit(
        "a",
        "Orrin Tramway",
        "The Orrin Tramway is a tramway. Painters gave it the look of a green caterpillar.",
    ),
    Unit("b", "Lunden", "Lunden is a town. The harbour of Lunden has the look of a red crab."),
]
QUESTION = "The Orrin Tramway, they say, resembles which animal?"
PLAN = {
    "lookups": [
        {"id": "a", "ask": "Which animal does {0} resemble?", "subject": "Orrin Tramway", "value": "text"}
    ],
    "reasoning": [],
    "target": "a",
}


class Scripted:
    """Plans, picks what is told for each title, and says that everything is stated."""

    name, origin = "scripted", "here"

    def __init__(self, picks: dict[str, tuple[str, str]], plan: object = PLAN) -> None:
        self.picks = picks
        self.plan = plan

    def complete(self, request: Request) -> Reply:
        data: dict[str, Any] = json.loads(request.messages[1].content)
        said: object = self.plan
        if request.name == "pick":
            value, quote = self.picks.get(data["title"], (None, ""))
            said = {"value": value, "quote": quote}
        elif request.name == "verify":
            said = {"verdict": "stated"}
        return Reply(json.dumps(said), 5, 5)


PICKS = {"Orrin Tramway": ("green caterpillar", "Painters gave it the look of a green caterpillar.")}


def ask(chat: Scripted, names: tuple[str, ...] = READERS) -> Decision:
    model = Model(chat)
    readers, linkers = make_readers(names, LEXICON, model=model)
    units = {unit.id: unit for unit in UNITS}
    reader = Reader(cache=None)
    asker = Asker(
        units,
        build_index(UNITS),
        LEXICON,
        read_library(),
        reader,
        readers=readers,
        linkers=linkers,
        model=model,
    )
    return asker.ask(QUESTION)


def check(certificate: Certificate, chat: Scripted | None) -> list[str]:
    model = Model(chat) if chat else None
    readers, linkers = make_readers(["model"] if model else [], LEXICON, model=model)
    units = {unit.id: unit for unit in UNITS}
    found = verify_certificate(certificate, units, LEXICON, read_library(), readers=readers, linkers=linkers)
    return [str(one) for one in found]


def test_a_certificate_names_the_model_and_is_verified_by_it() -> None:
    decision = ask(Scripted(PICKS))
    assert isinstance(decision.outcome, Certificate)
    assert decision.answer == "green caterpillar"
    [link] = decision.outcome.links
    assert (link.pattern, link.status, link.unit) == ("model scripted", "anchored", "a")
    assert decision.trace.usage.calls == decision.trace.model_calls == 3
    assert check(decision.outcome, Scripted(PICKS)) == []


def test_without_the_model_it_is_not_valid_and_says_why() -> None:
    outcome = ask(Scripted(PICKS)).outcome
    assert isinstance(outcome, Certificate)
    told = "\n".join(check(outcome, None))
    assert "if a model read it, give that model" in told


def test_another_reading_by_the_model_is_not_valid() -> None:
    outcome = ask(Scripted(PICKS)).outcome
    assert isinstance(outcome, Certificate)
    assert any("is not what the passage is found to state" in one for one in check(outcome, Scripted({})))
    other = {**PLAN, "lookups": [{**PLAN["lookups"][0], "ask": "Which beast is {0} like?"}]}  # type: ignore[dict-item]
    assert any("is not read into the program" in one for one in check(outcome, Scripted(PICKS, other)))


TAMPERED: dict[str, Callable[[dict[str, Any]], None]] = {
    "value": lambda link: link.update(value="red crab"),
    "quote": lambda link: link.update(quote="Painters gave it the look of a red crab."),
    "value_start": lambda link: link.update(value_start=link["value_start"] + 1),
    "subject": lambda link: link.update(subject="Lunden"),
    "status": lambda link: link.update(status="verified"),
    "pattern": lambda link: link.update(pattern="model other"),
    "unit": lambda link: link.update(unit="b"),
}


@pytest.mark.parametrize("field", TAMPERED)
def test_what_is_changed_in_a_model_s_link_does_not_pass(field: str) -> None:
    outcome = ask(Scripted(PICKS)).outcome
    assert isinstance(outcome, Certificate)
    data = json.loads(outcome.model_dump_json())
    TAMPERED[field](data["links"][0])
    assert check(Certificate.model_validate(data), Scripted(PICKS)) != []


def test_a_value_that_is_nowhere_is_no_link() -> None:
    decision = ask(Scripted({"Orrin Tramway": ("blue whale", "Painters gave it the look of a blue whale.")}))
    assert decision.answer is None


def test_a_malformed_plan_is_an_abstention_that_says_what_is_wrong() -> None:
    plan = {**PLAN, "target": "nowhere"}
    decision = ask(Scripted(PICKS, plan))
    assert decision.outcome.__class__.__name__ == "Abstention"
    assert getattr(decision.outcome, "reason", None) == "malformed_plan"
    assert "no step has the id `nowhere`" in decision.outcome.model_dump_json()
    assert decision.trace.usage.errors == 1

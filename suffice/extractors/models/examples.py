"""In-context examples of plans: three sets of four ship with suffice, and a file of one's own may take their place.

>>> len(read_examples("first")), read_examples("first")[3].plan.target
(4, 'seats')
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from suffice.errors import UsageError, word_fault
from suffice.extractors.models.plan import Plan, find_fault
from suffice.files import read_text

__all__ = ["EXAMPLES", "Example", "read_examples"]

#: The sets that ship with suffice.
EXAMPLES = ("first", "second", "third")


@dataclass(frozen=True, slots=True)
class Example:
    """A question and its plan."""

    question: str
    plan: Plan


class _Example(BaseModel):
    model_config = ConfigDict(extra="forbid")

    question: str = Field(min_length=1)
    lookups: list[dict[str, Any]]
    reasoning: list[dict[str, Any]] = []
    target: str

    @model_validator(mode="after")
    def _is_plan(self) -> _Example:
        fault = find_fault(self.plan, self.question)
        if fault:
            raise ValueError(f"{fault} (in `{self.question}`)")
        return self

    @property
    def plan(self) -> Plan:
        # A file may leave out what says nothing.
        reasoning = [{"options": [], "constant": None, **step} for step in self.reasoning]
        return Plan.model_validate({"lookups": self.lookups, "reasoning": reasoning, "target": self.target})


class _Examples(BaseModel):
    model_config = ConfigDict(extra="forbid")

    example: list[_Example] = Field(min_length=1)


def read_examples(name: str | Path) -> list[Example]:
    """Read a set of examples.

    Args:
        name: `first`, `second` or `third`, or a TOML file.

    Raises:
        UsageError: if there is no such file, or it holds no examples, with the place.
    """
    if name in EXAMPLES:
        text = files("suffice.extractors.models").joinpath(f"examples/{name}.toml").read_text("utf-8")
    else:
        text = read_text(str(name), UsageError)
    try:
        found = _Examples.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"not TOML ({error})", file=str(name), remedy="see docs/models.md") from None
    except ValidationError as error:
        fault = word_fault(error.errors(include_url=False, include_input=False))
        raise UsageError(f"no examples ({fault})", file=str(name), remedy="see docs/models.md") from None
    return [Example(one.question, one.plan) for one in found.example]

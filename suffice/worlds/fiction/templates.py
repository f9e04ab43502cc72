"""What a family file holds, and pages of which only the names are missing.

>>> percent("In {value}, 100 %."), SLOT.findall("{subject} in {value}")
('In %(value)s, 100 %%.', ['subject', 'value'])
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from suffice.extractors.blocks import seal_text
from suffice.worlds.fiction.models import Visibility

__all__ = ["ROLES", "SLOT", "FamilyFile", "Page", "Role", "Sheet", "Text", "percent"]

Role: TypeAlias = Literal[
    "notice",
    "enquiry",
    "bulletin",
    "paraphrase",
    "stuffed",
    "register",
    "direct",
    "bridge",
    "relay",
    "terminal",
]
ROLES: tuple[Role, ...] = get_args(Role)
SLOT = re.compile(r"\{(\w*)\}")
_Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,40}$")]
_Key = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z ]{0,40}$")]
_Sentences = Annotated[
    tuple[Annotated[str, StringConstraints(min_length=1, max_length=2_000)], ...],
    Field(min_length=1, max_length=50),
]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Page(_Part):
    """How pages of one role are written: the block's kind, status and fields; titles, and parts each with its variants."""

    record: _Name
    status: _Name
    signed: bool = False
    fields: dict[_Key, str]
    titles: _Sentences
    parts: Annotated[tuple[_Sentences, ...], Field(min_length=1, max_length=20)]
    reveals: dict[Visibility, _Sentences] | None = None


class _Names(_Part):
    subject: str
    value: str
    key: str
    code: str
    docket: str


class _Standing(_Part):
    draft: _Name
    withdrawn: _Name


class _Variants(_Part):
    variants: _Sentences


class FamilyFile(_Part):
    """A family file."""

    name: _Name
    title: str
    rules: str
    issuers: Annotated[tuple[str, ...], Field(min_length=1)]
    names: _Names
    standing: _Standing
    question: _Variants
    pages: dict[Role, Page]
    injection: _Variants


def percent(text: str) -> str:
    """A text with `{slot}` as a template for `%`, which can't do more than put texts in."""
    return SLOT.sub(r"%(\1)s", text.replace("%", "%%"))


@dataclass(frozen=True, slots=True)
class Text:
    """A page's title and text."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page of which only the names are missing.

    Args:
        title: with `%(slot)s` for each name.
        text: the same, with the block; a signed one has `%(seal)s`.
        fields: what is sealed, by key; empty where the page is not signed.
    """

    title: str
    text: str
    fields: Mapping[str, str]

    def write(self, slots: Mapping[str, str], key: bytes | None = None) -> Text:
        """The page.

        Args:
            slots: names as worded.
            key: the issuer's, for a real seal.
        """
        if not self.fields:
            return Text(self.title % slots, self.text % slots)
        seal = seal_text({name: value % slots for name, value in self.fields.items()}, key)
        return Text(self.title % slots, self.text % {**slots, "seal": seal})

"""World families: what records mean (rules) and how pages say it (sentences), in one TOML file each.

A policy is given a family's rules and never its sentences. docs/worlds.md says how to write a family.

>>> family = read_family("archives")
>>> family.name, str(family.rules.proper_rules[0]), len(family.issuers)
('archives', 'answer(Place) :- asked(Person), kept(Person,Place).', 3)
>>> sheet = family.sheet("direct", lambda bound: 0)
>>> sheet.write({"docket": "D", "issuer": "Keeper of Ledgers", "subject": "Vel", "value": "Kolm House"}).title
'Entry D'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from suffice.errors import FamilyError
from suffice.extractors.blocks import PageReader, textual_seals, write_block
from suffice.rules import Program, Signature
from suffice.worlds.fiction.family_file import read_file
from suffice.worlds.fiction.models import Visibility
from suffice.worlds.fiction.templates import FamilyFile, Page, Role, Sheet, percent

__all__ = ["FAMILIES", "Family", "parse_family", "read_family"]

#: The families that ship with suffice.
FAMILIES = ("archives", "herbarium", "harbour")


@dataclass(frozen=True)
class Family:
    """A world family.

    Args:
        name: also its file's.
        source: the file's text.
        rules: what its records mean; all that a policy is shown.
        issuers: who may sign.
        questions: variants.
        standing: the status words of a draft and of a withdrawn record.
    """

    name: str
    source: str
    rules: Program
    issuers: tuple[str, ...]
    questions: tuple[str, ...]
    standing: tuple[str, str]
    _file: FamilyFile
    _sheets: dict[object, Sheet] = field(default_factory=dict)

    @property
    def sha256(self) -> str:
        """Hash of the file."""
        return sha256(self.source.encode()).hexdigest()

    @cached_property
    def columns(self) -> Mapping[str, tuple[str, ...]]:
        """The fields that a reader makes arguments of, by kind of record."""
        return PageReader(self.rules, textual_seals).columns

    def word(self, kind: str, name: str) -> str:
        """A name as it is worded: `Kolm House`."""
        worded: str = getattr(self._file.names, kind)
        return worded.replace("{}", name)

    def premise(self, role: Role, slots: Mapping[str, str]) -> tuple[str, str]:
        """What a record of a role settles, as an atom, and the query that its lookup makes of what is known before it.

        Args:
            role: of a record that is looked up.
            slots: names as worded.
        """
        page = self._file.pages[role]
        keys = self.columns[page.record]
        lookup = self.rules.lookups[Signature(page.record, len(keys) + 1)]
        values = {place: percent(page.fields[key]) % slots for place, key in enumerate(keys, start=1)}
        known = [f'"{values[place]}"' if place in lookup.inputs else "_" for place in values]
        query = re.sub(r"\{(\d+)\}", lambda found: values.get(int(found[1]), ""), lookup.wording)
        return f"{page.record}(_,{','.join(known)})", query

    def sheet(
        self,
        role: Role,
        choose: Callable[[int], int],
        *,
        status: str | None = None,
        signed: bool | None = None,
        reveals: Visibility | None = None,
        injected: bool = False,
        supersedes: bool = False,
    ) -> Sheet:
        """A page of a role, its variants chosen.

        Args:
            role: of the page.
            choose: gives a number below a bound, for each choice between variants.
            status: another than the role's own.
            signed: whether it is signed; None for as the role is.
            reveals: what a notice says of the record's identifier.
            injected: whether it has a sentence of the injection attack.
            supersedes: whether its block withdraws the docket `{withdrawn}`.
        """
        page = self._file.pages[role]
        chosen = (choose(len(page.titles)), *(choose(len(part)) for part in page.parts))
        extra = [choose(len(self._revealed(reveals)))] if reveals else []
        extra += [choose(len(self._file.injection.variants))] if injected else []
        key = (role, status, signed, reveals, injected, supersedes, chosen, *extra)
        found = self._sheets.get(key)
        if found is None:
            sentences = [part[number] for part, number in zip(page.parts, chosen[1:], strict=True)]
            if reveals:
                sentences.append(self._revealed(reveals)[extra[0]])
            if injected:
                sentences.append(self._file.injection.variants[extra[-1]])
            found = self._compile(page, page.titles[chosen[0]], sentences, status, signed, supersedes)
            self._sheets[key] = found
        return found

    def _revealed(self, reveals: Visibility) -> tuple[str, ...]:
        return (self._file.pages["notice"].reveals or {})[reveals]

    def _compile(
        self,
        page: Page,
        title: str,
        sentences: list[str],
        status: str | None,
        signed: bool | None,
        supersedes: bool,
    ) -> Sheet:
        fields = {"record": page.record, "status": status or page.status}
        sealed = page.signed if signed is None else signed
        if sealed:
            fields |= {"signed": "{issuer}", "docket": "{docket}"}
        fields |= page.fields
        if supersedes:
            fields["supersedes"] = "{withdrawn}"
        block = write_block(fields, "{seal}" if sealed else None)
        text = " ".join([*sentences, block])
        kept = {key: percent(value) for key, value in fields.items()} if sealed else {}
        return Sheet(percent(title), percent(text), kept)


def read_family(source: Path | str) -> Family:
    """Read a family that ships with suffice, or a file.

    Args:
        source: one of `FAMILIES`, or a path.

    Raises:
        FamilyError: it can't be read, has an unknown or missing key, an unsafe rule, a sentence with an unknown slot, or
            rules that don't derive the answer from its records; with the line where that is known.
    """
    if source in FAMILIES:
        return _shipped(str(source))
    try:
        text = Path(source).read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise FamilyError(
            f"cannot be read ({error})",
            file=str(source),
            remedy=f"give a TOML file, or one of {', '.join(FAMILIES)}",
        ) from None
    return parse_family(text, str(source))


def parse_family(text: str, file: str) -> Family:
    """Read a family from its text; see `read_family`."""
    parsed, rules = read_file(text, file)
    return Family(
        parsed.name,
        text,
        rules,
        parsed.issuers,
        parsed.question.variants,
        (parsed.standing.draft, parsed.standing.withdrawn),
        parsed,
    )


_SHIPPED: dict[str, Family] = {}


def _shipped(name: str) -> Family:
    if name not in _SHIPPED:
        source = files("suffice.worlds.fiction").joinpath("families", f"{name}.toml").read_text("utf-8")
        _SHIPPED[name] = parse_family(source, f"{name}.toml")
    return _SHIPPED[name]

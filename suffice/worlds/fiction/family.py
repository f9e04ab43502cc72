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
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from suffice.errors import FamilyError
from suffice.extractors.blocks import PageReader, seal_text, textual_seals, write_block
from suffice.rules import Program, Signature, diagnose, parse_sources
from suffice.worlds.fiction.models import Visibility
from suffice.worlds.fiction.names import is_name

__all__ = ["FAMILIES", "ROLES", "Family", "Role", "Sheet", "Text", "read_family"]

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
#: The families that ship with suffice.
FAMILIES = ("archives", "herbarium", "harbour")

#: What a page of each role must state in its fields, and what its sentences may mention besides.
_STATES: Mapping[Role, frozenset[str]] = {
    "notice": frozenset({"subject"}),
    "enquiry": frozenset({"subject"}),
    "bulletin": frozenset({"subject", "value"}),
    "paraphrase": frozenset({"subject", "value"}),
    "stuffed": frozenset({"subject", "value"}),
    "register": frozenset(),
    "direct": frozenset({"subject", "value"}),
    "bridge": frozenset({"subject", "key", "code"}),
    "relay": frozenset({"key", "code", "key2", "code2"}),
    "terminal": frozenset({"key", "code", "value"}),
}
_SIGNED: tuple[Role, ...] = ("register", "direct", "bridge", "relay", "terminal")
_MAY: Mapping[Role, frozenset[str]] = {
    "notice": frozenset({"dockets"}),
    "enquiry": frozenset({"question"}),
    "bulletin": frozenset({"question"}),
    "paraphrase": frozenset(),
    "stuffed": frozenset({"question"}),
    "register": frozenset({"withdrawn"}),
    "direct": frozenset(),
    "bridge": frozenset(),
    "relay": frozenset(),
    "terminal": frozenset(),
}
#: Keys of a block that a page's own fields can't have.
_RESERVED = frozenset({"record", "status", "signed", "docket", "supersedes", "seal"})
_SLOT = re.compile(r"\{(\w*)\}")
_WORD = re.compile(r"[A-Za-z]+")
_Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,40}$")]
_Key = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z ]{0,40}$")]
_Sentences = Annotated[
    tuple[Annotated[str, StringConstraints(min_length=1, max_length=2_000)], ...],
    Field(min_length=1, max_length=50),
]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Page(_Part):
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


class _File(_Part):
    """A family file."""

    name: _Name
    title: str
    rules: str
    issuers: Annotated[tuple[str, ...], Field(min_length=1)]
    names: _Names
    standing: _Standing
    question: _Variants
    pages: dict[Role, _Page]
    injection: _Variants


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
    _file: _File
    _sheets: dict[object, Sheet] = field(default_factory=dict)

    @property
    def sha256(self) -> str:
        """Hash of the file."""
        return sha256(self.source.encode()).hexdigest()

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
        keys = PageReader(self.rules, textual_seals).columns[page.record]
        lookup = self.rules.lookups[Signature(page.record, len(keys) + 1)]
        values = {place: _percent(page.fields[key]) % slots for place, key in enumerate(keys, start=1)}
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
        page: _Page,
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
        kept = {key: _percent(value) for key, value in fields.items()} if sealed else {}
        return Sheet(_percent(title), _percent(text), kept)


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
        text = Path(source).read_text("utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise FamilyError(
            f"cannot be read ({error})",
            file=str(source),
            remedy=f"give a TOML file, or one of {', '.join(FAMILIES)}",
        ) from None
    return parse_family(text, str(source))


def parse_family(text: str, file: str) -> Family:
    """Read a family from its text; see `read_family`."""
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        place = re.search(r"line (\d+), column (\d+)", str(error))
        line, column = (int(place[1]), int(place[2])) if place else (None, None)
        raise FamilyError(f"not TOML ({error})", file=file, line=line, column=column) from None
    try:
        parsed = _File.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        keys = [str(key) for key in first["loc"] if key != "[key]"]
        raise FamilyError(
            f"`{'.'.join(keys)}`: {first['msg']}", file=file, line=_line_of(text, keys), remedy=_SEE
        ) from None
    rules = _read_rules(parsed, text, file)
    family = Family(
        parsed.name,
        text,
        rules,
        parsed.issuers,
        parsed.question.variants,
        (parsed.standing.draft, parsed.standing.withdrawn),
        parsed,
    )
    _check_pages(parsed, text, file)
    _check_columns(family, parsed, text, file)
    return family


_SHIPPED: dict[str, Family] = {}
_SEE = "see docs/worlds.md"


def _shipped(name: str) -> Family:
    if name not in _SHIPPED:
        source = files("suffice.worlds.fiction").joinpath("families", f"{name}.toml").read_text("utf-8")
        _SHIPPED[name] = parse_family(source, f"{name}.toml")
    return _SHIPPED[name]


def _percent(text: str) -> str:
    """A text with `{slot}` as a template for `%`, which can't do more than put texts in."""
    return _SLOT.sub(r"%(\1)s", text.replace("%", "%%"))


def _read_rules(parsed: _File, text: str, file: str) -> Program:
    first = _line_of(text, ["rules"]) or 1
    # The text begins on the line of the key, or on the next one where it opens with a line feed.
    begins = first - (0 if text.splitlines()[first - 1].rstrip().endswith(("'''", '"""')) else 1)
    read = parse_sources([(file, "\n" * begins + parsed.rules)])
    # What a page states beside its record, such as its status, comes with the page: it is not looked up.
    errors = [
        found for found in diagnose(read) if found.severity == "error" and found.kind != "missing-lookup"
    ]
    if errors:
        worst = errors[0]
        raise FamilyError(
            worst.cause,
            file=file,
            line=worst.location.line,
            column=worst.location.column,
            remedy=worst.remedy,
        )
    program = read.program
    heads = {rule.head.signature for rule in program.proper_rules}
    for wanted, why in (
        (Signature("answer", 1), "what is asked"),
        (Signature("claimed", 2), "what a page claims"),
    ):
        if wanted not in heads:
            raise FamilyError(f"no rule derives `{wanted}`, {why}", file=file, line=first, remedy=_SEE)
    if not program.lookups:
        raise FamilyError("no `lookup/3` says how a record is asked for", file=file, line=first, remedy=_SEE)
    return program


def _check_pages(parsed: _File, text: str, file: str) -> None:
    """Every role is there and every slot is known; nothing could be taken for a block or a name."""
    for role in ROLES:
        if role not in parsed.pages:
            raise FamilyError(f"no page `{role}`", file=file, remedy=f"write `[pages.{role}]`; {_SEE}")
        page, where = parsed.pages[role], ["pages", role]
        known = _STATES[role] | _MAY[role]
        if page.signed != (role in _SIGNED):
            raise FamilyError(
                f"`pages.{role}` is {'' if page.signed else 'not '}signed",
                file=file,
                line=_line_of(text, where),
                remedy=f"let it be {'unsigned' if page.signed else 'signed'}",
            )
        if page.signed:
            known |= {"issuer", "docket"}
        stated = {slot for value in page.fields.values() for slot in _SLOT.findall(value)}
        if missing := _STATES[role] - stated:
            raise FamilyError(
                f"`pages.{role}.fields` does not state {{{min(missing)}}}",
                file=file,
                line=_line_of(text, where),
                remedy="give it a field",
            )
        if taken := _RESERVED & page.fields.keys():
            raise FamilyError(
                f"`pages.{role}.fields` has the key `{min(taken)}`, which every block has for itself",
                file=file,
                line=_line_of(text, where),
                remedy="rename it",
            )
        sentences = [*page.titles, *(one for part in page.parts for one in part), *page.fields.values()]
        if role == "notice":
            for kind in get_args(Visibility):
                if not (page.reveals or {}).get(kind):
                    raise FamilyError(
                        f"no sentence for `pages.notice.reveals.{kind}`",
                        file=file,
                        line=_line_of(text, where),
                        remedy="write at least one",
                    )
            sentences += [one for kind in (page.reveals or {}).values() for one in kind]
        elif page.reveals:
            raise FamilyError(f"`pages.{role}` reveals nothing", file=file, remedy="only a notice does")
        _check_sentences(sentences, known, f"pages.{role}", text, file)
    _check_sentences(parsed.question.variants, frozenset({"subject"}), "question", text, file)
    _check_sentences(parsed.injection.variants, frozenset({"value", "subject"}), "injection", text, file)
    _check_sentences(parsed.issuers, frozenset(), "issuers", text, file)
    for sentence in parsed.question.variants:
        if _SLOT.findall(sentence) != ["subject"] or sentence.startswith("{"):
            raise FamilyError(
                f"a question must name {{subject}} once, and not begin with it: `{sentence}`",
                file=file,
                line=_find(text, sentence),
            )
    for kind in _Names.model_fields:
        worded: str = getattr(parsed.names, kind)
        _check_sentences([worded.replace("{}", "")], frozenset(), "names", text, file)
        if worded.count("{}") != 1:
            raise FamilyError(
                f"`names.{kind}` must have one `{{}}`", file=file, line=_line_of(text, ["names", kind])
            )


def _check_sentences(
    sentences: list[str] | tuple[str, ...], known: frozenset[str] | set[str], where: str, text: str, file: str
) -> None:
    for sentence in sentences:
        line = _find(text, sentence)
        unknown = [slot for slot in _SLOT.findall(sentence) if slot not in known]
        if unknown:
            raise FamilyError(
                f"`{where}`: no slot {{{unknown[0]}}} here: {sentence!r}",
                file=file,
                line=line,
                remedy=f"choose from {', '.join(sorted(known)) or 'none'}",
            )
        bare = _SLOT.sub("", sentence)
        if bad := re.search(r"[\[\]|{}\x00-\x1f\x7f]", bare):
            raise FamilyError(
                f"`{where}`: {bad[0]!r} would break the page's block: {sentence!r}", file=file, line=line
            )
        if names := [word for word in _WORD.findall(bare) if is_name(word)]:
            raise FamilyError(
                f"`{where}`: `{names[0]}` has the form of a name of some world", file=file, line=line
            )


def _check_columns(family: Family, parsed: _File, text: str, file: str) -> None:
    """What a reader makes of each record is a predicate of the rules, and issuers are authorities there."""
    columns = PageReader(family.rules, textual_seals).columns
    roles: tuple[Role, ...] = ("bulletin", "paraphrase", "stuffed", "direct", "bridge", "relay", "terminal")
    for role in roles:
        page = parsed.pages[role]
        keys = columns.get(page.record)
        if keys is None or not set(keys) <= set(page.fields):
            raise FamilyError(
                f"`pages.{role}`: no `column({page.record}, ...)` of the rules reads its fields",
                file=file,
                line=_line_of(text, ["pages", role]),
                remedy=f"declare `column({page.record}, 1, {next(iter(page.fields), 'holder')}).` and so on",
            )
        signature = Signature(page.record, len(keys) + 1)
        if page.signed and signature not in family.rules.lookups:
            raise FamilyError(
                f"no `lookup` says how to ask for `{signature}`, the record of `pages.{role}`",
                file=file,
                line=_line_of(text, ["rules"]),
                remedy=f'declare `lookup({page.record}, {len(keys) + 1}, "... {{1}}").`',
            )
    authorities = {str(fact.args[0]) for fact in family.rules.facts if fact.name == "authority"}
    for issuer in family.issuers:
        if authorities and f'"{issuer}"' not in authorities:
            raise FamilyError(
                f"`{issuer}` is no authority of the rules", file=file, line=_line_of(text, ["issuers"])
            )


def _find(text: str, sentence: str) -> int | None:
    place = text.find(sentence)
    return text.count("\n", 0, place) + 1 if place >= 0 else None


def _line_of(text: str, keys: list[str]) -> int | None:
    """The line of the innermost key that can be found: a table's head or an assignment in it."""
    lines = text.splitlines()
    start, found = 0, None
    for depth in range(len(keys), 0, -1):
        head = f"[{'.'.join(keys[:depth])}]"
        if head in lines:
            start = found = lines.index(head) + 1
            keys = keys[depth:]
            break
    for number, line in enumerate(lines[start:], start=start + 1):
        if keys and re.match(rf"{re.escape(keys[0])}\s*=", line):
            return number
        if line.startswith("[") and start:
            break
    return found

"""Family files: read, and refused where something is missing, unsafe or could be mistaken.

>>> read_file("name = 1", "mine.toml")
Traceback (most recent call last):
suffice.errors.FamilyError: mine.toml:1: `name`: Input should be a valid string; see docs/worlds.md
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import get_args

from pydantic import ValidationError

from suffice.errors import FamilyError, ProgramError
from suffice.extractors.blocks import PageReader, textual_seals
from suffice.rules import Interval, Operation, Program, Signature, Symbol, Term, diagnose, parse_sources
from suffice.search.reading import check_guarded
from suffice.worlds.fiction.models import Visibility
from suffice.worlds.fiction.names import is_name
from suffice.worlds.fiction.templates import ROLES, SLOT, FamilyFile, Role

__all__ = ["read_file"]

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
#: What is known of a record before it is found.
_KNOWN: Mapping[Role, frozenset[str]] = {
    "direct": frozenset({"subject"}),
    "bridge": frozenset({"subject"}),
    "relay": frozenset({"key", "code"}),
    "terminal": frozenset({"key", "code"}),
}
#: Keys of a block that a page's own fields can't have.
_RESERVED = frozenset({"record", "status", "signed", "docket", "supersedes", "seal"})
_WORD = re.compile(r"[A-Za-z]+")
_SEE = "see docs/worlds.md"


def read_file(text: str, file: str) -> tuple[FamilyFile, Program]:
    """A family's file and its rules.

    Args:
        text: of the file.
        file: its name.

    Raises:
        FamilyError: see `family.read_family`.
    """
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        place = re.search(r"line (\d+), column (\d+)", str(error))
        line, column = (int(place[1]), int(place[2])) if place else (None, None)
        raise FamilyError(f"not TOML ({error})", file=file, line=line, column=column) from None
    try:
        parsed = FamilyFile.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        keys = [str(key) for key in first["loc"] if key != "[key]"]
        raise FamilyError(
            f"`{'.'.join(keys)}`: {first['msg']}", file=file, line=_line_of(text, keys), remedy=_SEE
        ) from None
    rules = _read_rules(parsed, text, file)
    _check_pages(parsed, text, file)
    _check_columns(rules, parsed, text, file)
    _check_bounds(rules, file)
    return parsed, rules


def _check_bounds(rules: Program, file: str) -> None:
    """Refuse what could be large without being long, and what the guard has for itself."""
    for rule in rules.rules:
        parts = (rule.head.args, *(part.terms for part in rule.body))
        if any(_has_interval(term) for terms in parts for term in terms):
            line = rule.location.line if rule.location else None
            raise FamilyError(f"`{rule}` holds an interval", file=file, line=line, remedy="write its values")
    try:
        check_guarded(rules)
    except ProgramError as error:
        raise FamilyError(
            error.cause, file=file, line=error.line, column=error.column, remedy=error.remedy
        ) from None


def _has_interval(term: Term) -> bool:
    inner = term.args if isinstance(term, (Symbol, Operation)) else ()
    return isinstance(term, Interval) or any(map(_has_interval, inner))


def _read_rules(parsed: FamilyFile, text: str, file: str) -> Program:
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


def _check_pages(parsed: FamilyFile, text: str, file: str) -> None:
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
        stated = {slot for value in page.fields.values() for slot in SLOT.findall(value)}
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
        if SLOT.findall(sentence) != ["subject"] or sentence.startswith("{"):
            raise FamilyError(
                f"a question must name {{subject}} once, and not begin with it: `{sentence}`",
                file=file,
                line=_find(text, sentence),
            )
    for kind in type(parsed.names).model_fields:
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
        unknown = [slot for slot in SLOT.findall(sentence) if slot not in known]
        if unknown:
            raise FamilyError(
                f"`{where}`: no slot {{{unknown[0]}}} here: {sentence!r}",
                file=file,
                line=line,
                remedy=f"choose from {', '.join(sorted(known)) or 'none'}",
            )
        bare = SLOT.sub("", sentence)
        if bad := re.search(r"[\[\]|{}\x00-\x1f\x7f]", bare):
            raise FamilyError(
                f"`{where}`: {bad[0]!r} would break the page's block: {sentence!r}", file=file, line=line
            )
        if names := [word for word in _WORD.findall(bare) if is_name(word)]:
            raise FamilyError(
                f"`{where}`: `{names[0]}` has the form of a name of some world", file=file, line=line
            )


def _check_columns(rules: Program, parsed: FamilyFile, text: str, file: str) -> None:
    """What a reader makes of each record is a predicate of the rules, and issuers are authorities there."""
    columns = PageReader(rules, textual_seals).columns
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
        if page.signed and signature not in rules.lookups:
            raise FamilyError(
                f"no `lookup` says how to ask for `{signature}`, the record of `pages.{role}`",
                file=file,
                line=_line_of(text, ["rules"]),
                remedy=f'declare `lookup({page.record}, {len(keys) + 1}, "... {{1}}").`',
            )
        known = _KNOWN.get(role, frozenset())
        lookup = rules.lookups.get(signature)
        for place in lookup.inputs if lookup and page.signed else ():
            told = set(SLOT.findall(page.fields[keys[place - 1]])) if place else {"the page"}
            if told - known:
                raise FamilyError(
                    f"the lookup of `{signature}` asks for {{{min(told - known)}}}, which only the record tells",
                    file=file,
                    line=_line_of(text, ["rules"]),
                    remedy=f"let it ask by {', '.join(f'{{{slot}}}' for slot in sorted(known))}",
                )
    authorities = {str(fact.args[0]) for fact in rules.facts if fact.name == "authority"}
    for issuer in parsed.issuers:
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

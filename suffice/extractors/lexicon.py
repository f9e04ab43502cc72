"""A lexicon: how questions ask for a relation, how passages state it, its types, whether it is functional.

A lexicon is a TOML file (docs/lexicon.md). Several are merged: a later file adds relations, and adds to the lists of
those that are there.

>>> lexicon = read_lexicon()
>>> lexicon.relation["date_of_birth"].functional, lexicon.relation["director"].value
(True, 'person')
"""

from __future__ import annotations

import tomllib
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal

import regex
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, field_validator

from suffice.errors import LexiconError
from suffice.extractors.patterns import PatternError, compile_pattern
from suffice.extractors.tables import hash_tables
from suffice.extractors.text import hash_text
from suffice.extractors.values import demonyms, shape_of
from suffice.rules import RESERVED

__all__ = ["BUILT_IN", "Class", "Frame", "Lexicon", "Order", "Relation", "Same", "Statement", "read_lexicon"]

#: The lexicon that ships with suffice, in English: the relations of 2WikiMultiHopQA come first, then all others.
BUILT_IN = ("relations.toml", "english.toml")

_IDENTIFIER = r"^_*[a-z][A-Za-z0-9_]*$"
#: Names that mean something in every program.
_TAKEN = frozenset(RESERVED) | {"answer", "comparable", "question", "lexicon", "not"}
#: What a form of each kind cannot do without.
_NEEDED = {"ask": ("x",), "order": ("a", "b", "order"), "same": ("a", "b", "same")}
ValueType = Literal["person", "work", "organisation", "place", "country", "date", "number", "text"]
SubjectType = Literal["person", "work", "organisation", "place", "any"]


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


Phrase = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


class Statement(_Entry):
    """How a passage states a relation.

    Args:
        pattern: in the pattern language, with `{value}` or `{values}`.
        first: whether only a passage's first sentence may state it so.
        subject: whose statement it is: the sentence's subject (default), or the passage's topic whatever the
            sentence's subject is (`topic`), for patterns that name the topic themselves (`his father was {value}`).
        unless: patterns that must not stand right before it: `married {name}, the` before `daughter of {value}`.
        holding: words of which a value must have one; of a place, only the part that has it is the value.
        part: whether only the first part of a place is the value: `Ketta` of `Ketta, Ohio`.
    """

    pattern: str
    first: bool = False
    subject: Literal["sentence", "topic"] = "sentence"
    unless: tuple[str, ...] = ()
    holding: tuple[Phrase, ...] = ()
    part: bool = False


class Relation(_Entry):
    """One relation between a subject and a value.

    Args:
        ask: whole questions for the value, with `{x}` for the subject.
        name: nouns for the value: `director` stands for `the director of {x}` and `{x}'s director`.
        lookup: the wording of the lookup, with `{0}` for the subject.
        subject: type of the subject.
        value: type of the value.
        functional: whether a subject has at most one value.
        single: whether a passage states only one value: that of the first pattern that matches.
        derived: whether rules derive it (then it needs no `states` and is never looked up).
        open: whether the open reader and linker take it, where they are at hand: they find it on pages of other things too.
        states: how passages state it.
        without: patterns that must not stand in a statement or up to two words before it: `reigned 1801 – 1850` is no
            life.
        lacking: words that no value has: a record company is no singer.
        role: words for what the value is as a subject of its own, told apart from namesakes by them.
        kinds: words for what a subject is if this is asked of it, as titles have them in brackets: what is sung is a `song`.
    """

    ask: tuple[Phrase, ...] = ()
    name: tuple[Phrase, ...] = ()
    lookup: str | None = None
    subject: SubjectType = "any"
    value: ValueType = "text"
    functional: bool = False
    single: bool = False
    derived: bool = False
    open: bool = False
    states: tuple[Statement, ...] = ()
    without: tuple[str, ...] = ()
    lacking: tuple[Phrase, ...] = ()
    role: tuple[Phrase, ...] = ()
    kinds: tuple[Phrase, ...] = ()

    def word_lookup(self, name: str) -> str:
        """The wording of the lookup, made from the first noun or the relation's name if the lexicon gives none."""
        return self.lookup or f"What is the {self.name[0] if self.name else name.replace('_', ' ')} of {{0}}?"

    @field_validator("states", mode="before")
    @classmethod
    def _plain_statements(cls, given: object) -> object:
        if not isinstance(given, list | tuple):
            return given
        return [{"pattern": one} if isinstance(one, str) else one for one in given]

    @cached_property
    def slots(self) -> dict[str, str]:
        """The slots that a statement may use."""
        slots = {
            "value": _value_slot(self.value),
            "date": shape_of("date"),
            "name": shape_of("person"),
            "nation": shape_of("country"),
        }
        if self.value == "person":
            slots |= {"more": shape_of("person"), "after": _NO_OWNER}
        elif self.value == "place":
            slots["after"] = _NO_OWNER
        elif self.value == "organisation":
            slots["after"] = _NO_NOMINATION
        return slots


class Class(_Entry):
    """Words for a kind of thing: `film`, `films`, `movie`."""

    words: tuple[Phrase, ...]
    type: SubjectType = "any"


class Order(_Entry):
    """A comparison of two values: `born first` picks the `earlier` date of birth.

    Args:
        phrase: how questions say it.
        relation: whose values are compared.
        pick: a predicate of two values that the rules define; the picked side stands first in it.
    """

    phrase: tuple[Phrase, ...]
    relation: str
    pick: str


class Same(_Entry):
    """A yes/no question whether two subjects share a value of a relation.

    Args:
        phrase: how questions say it.
        relation: whose values are compared.
        of: the relation to compare instead where the type of the subjects is known.
    """

    phrase: tuple[Phrase, ...]
    relation: str
    of: dict[SubjectType, str] = Field(default_factory=dict)


class Frame(_Entry):
    """The shape of a question.

    Args:
        kind: `ask` for a value (`{x}` must be a noun phrase such as `the director of ...`), `order` or `same` for two
            sides `{a}` and `{b}`.
        form: patterns with the slots `{x}`, `{a}`, `{b}`, `{class}`, `{role}`, `{order}`, `{same}`.
    """

    kind: Literal["ask", "order", "same"]
    form: tuple[str, ...]


class Lexicon(_Entry):
    """Relations, words for kinds, comparisons, and frames of questions."""

    relation: dict[str, Relation] = Field(default_factory=dict)
    kind: dict[str, Class] = Field(default_factory=dict)
    order: dict[str, Order] = Field(default_factory=dict)
    same: dict[str, Same] = Field(default_factory=dict)
    frame: tuple[Frame, ...] = ()

    @cached_property
    def sha256(self) -> str:
        """Hash of the merged lexicon's canonical JSON, and of the tables that are read with every lexicon."""
        return hash_text(f"{self.model_dump_json()}\n{hash_tables()}")

    @cached_property
    def class_words(self) -> tuple[str, ...]:
        """All words for kinds."""
        return tuple(dict.fromkeys(word for kind in self.kind.values() for word in kind.words))

    def tells_kind(self, relation: str | None, disambiguator: str) -> bool:
        """Whether what a title has in brackets is what the relation's subjects are: `film` of what is directed.

        With a year (`1995 film`) there are several of them, and which is meant is not told.
        """
        kinds = self.relation[relation].kinds if relation in self.relation else ()
        return disambiguator.lower() in map(str.lower, kinds)


#: Lower-case words that may introduce a name (`the Swedish recording artist Tove Lo`) are any but these.
_NEVER_INTRODUCES = (
    "starring|featuring|from|in|on|at|with|for|based|of|to|who|which|that|as|when|while|after|before|during|by|was|is|"
    "are|were|or|not|then|also|but|he|she|it|they|his|her|their|its|de|da|das|del|della|den|der|di|do|dos|du|la|le|van|von|zu|af|av|bin|bint|ibn|al|el|y|e"
)
_NATIONAL = "(?:" + "|".join(sorted(map(regex.escape, demonyms()), key=len, reverse=True)) + ")"
#: A name is not a part of a word, nor the owner of something else (`Muhammad's daughter`).
_NO_OWNER = r"(?![\p{L}\p{N}]|'s\b|(?: \p{Lu}[\p{L}.\-]*)+'s\b)"
#: An award that somebody was only nominated for.
_NO_NOMINATION = r"(?! nominat| nominee)"
_LOWER = rf"(?!(?:{_NEVER_INTRODUCES})\b)\p{{Ll}}[\p{{L}}/\-]*"
# It ends in a lower-case word: in `American Tom Cole` nothing introduces, `Israel Horovitz` is a name.
_INTRODUCTION = rf"(?:(?:the |an? |his |her )?(?:(?:{_NATIONAL}|\p{{Lu}}\p{{L}}*-(?:born|based|American)|{_LOWER}),?[ /\-])*{_LOWER},? )?"


def _value_slot(kind: str) -> str:
    """What a value slot matches; a person may be introduced by lower-case words, which are not captured."""
    return f"{_INTRODUCTION}(?P<value>{shape_of(kind)})" if kind == "person" else shape_of(kind)


@lru_cache(maxsize=16)
def read_lexicon(*paths: Path | str, built_in: bool = True) -> Lexicon:
    """Read and merge lexicon files.

    Args:
        paths: TOML files, merged in this order.
        built_in: whether to start from the lexicon that ships with suffice.

    Raises:
        LexiconError: if a file is no TOML, has an unknown key or a pattern that is not well formed, with the line.
    """
    sources = [(str(path), _read_text(path)) for path in paths]
    if built_in:
        folder = files("suffice.extractors").joinpath("lexicons")
        sources = [(name, folder.joinpath(name).read_text("utf-8")) for name in BUILT_IN] + sources
    merged: dict[str, Any] = {}
    for file, text in sources:
        # The shipped lexicon's patterns are compiled by a test, not at every start.
        merged = _merge(merged, _parse(file, text, compiled=file not in BUILT_IN))
    lexicon = Lexicon.model_validate(merged)
    _check_references(lexicon, sources)
    return lexicon


def _read_text(path: Path | str) -> str:
    try:
        return Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise LexiconError(
            f"cannot be read ({error})", file=str(path), remedy="give a TOML file in UTF-8"
        ) from None


def _parse(file: str, text: str, *, compiled: bool = True) -> dict[str, Any]:
    """One file's data, each entry checked by itself so that an error has a line."""
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        place = regex.search(r"line (\d+), column (\d+)", str(error))
        last = max(1, len(text.splitlines())) if "end of document" in str(error) else None
        line, column = (int(place[1]), int(place[2])) if place else (last, None)
        raise LexiconError(f"not TOML ({error})", file=file, line=line, column=column) from None
    try:
        lexicon = Lexicon.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        keys = [str(key) for key in first["loc"]]
        raise LexiconError(
            f"`{'.'.join(keys)}`: {first['msg']}",
            file=file,
            line=_line_of(text, keys),
            remedy="see docs/lexicon.md",
        ) from None
    if not compiled:
        return data
    for name, relation in lexicon.relation.items():
        if name in _TAKEN:
            raise LexiconError(
                f"`{name}` has a meaning of its own in programs",
                file=file,
                line=_line_of(text, ["relation", name]),
                remedy="choose another name",
            )
        if not regex.fullmatch(_IDENTIFIER, name):
            raise LexiconError(
                f"`{name}` is no predicate name",
                file=file,
                line=_line_of(text, ["relation", name]),
                remedy="use lower-case letters, digits and `_`, starting with a letter",
            )
        keys = ["relation", name]
        for statement in relation.states:
            _check_pattern(file, text, keys, statement.pattern, relation.slots, ("value", "values"))
            for pattern in statement.unless:
                _check_pattern(file, text, keys, pattern, relation.slots)
        for pattern in relation.without:
            _check_pattern(file, text, keys, pattern, relation.slots)
        for form in relation.ask:
            _check_pattern(file, text, keys, form, {"x": ".+?"}, ("x",))
        if relation.lookup is not None and set(regex.findall(r"\{\d+\}", relation.lookup)) != {"{0}"}:
            raise LexiconError(
                f"the lookup `{relation.lookup}` must have `{{0}}` for the subject, and no other slot",
                file=file,
                line=_line_of(text, [*keys, "lookup"]),
                remedy="write {0} where the subject stands",
            )
    for frame in lexicon.frame:
        for form in frame.form:
            slots = dict.fromkeys(("x", "a", "b", "class", "role", "order", "same"), ".+?")
            for needed in _NEEDED[frame.kind]:
                _check_pattern(file, text, ["frame"], form, slots, (needed,))
    for order, entry in lexicon.order.items():
        if not regex.fullmatch(_IDENTIFIER, entry.pick):
            raise LexiconError(
                f"`order.{order}` picks by `{entry.pick}`, which is no predicate name",
                file=file,
                line=_line_of(text, ["order", order, "pick"]),
                remedy="name a predicate of two values that the rules define",
            )
    return data


def _check_pattern(
    file: str, text: str, keys: list[str], pattern: str, slots: dict[str, str], needed: tuple[str, ...] = ()
) -> None:
    """A pattern must be well formed, and have one of some slots where it needs one."""
    try:
        if needed and not any(f"{{{slot}}}" in pattern for slot in needed):
            raise PatternError(f"`{pattern}` has no `{{{needed[0]}}}`")
        compile_pattern(pattern, slots)
        return
    except (PatternError, regex.error) as error:
        cause = str(error)
    except RecursionError:
        cause = f"`{pattern[:40]}...` is nested too deeply"
    # As TOML writes it, a pattern is on one line; its quotes may be escaped.
    lines = text.splitlines()
    above = _line_of(text, keys) or 1
    written = (pattern, pattern.replace("\\", "\\\\"))
    found = (n for n in range(above, len(lines) + 1) if any(one in lines[n - 1] for one in written))
    raise LexiconError(
        f"{' '.join([keys[0], *(f'`{key}`' for key in keys[1:])])}: {cause}",
        file=file,
        line=next(found, above),
        remedy="see docs/lexicon.md",
    )


def _check_references(lexicon: Lexicon, sources: list[tuple[str, str]]) -> None:
    for table in ("order", "same"):
        entries: dict[str, Order | Same] = getattr(lexicon, table)
        for name, entry in entries.items():
            named = [entry.relation, *(entry.of.values() if isinstance(entry, Same) else ())]
            for relation in named:
                if relation not in lexicon.relation:
                    file, text = next(((f, t) for f, t in reversed(sources) if name in t), sources[-1])
                    raise LexiconError(
                        f"`{table}.{name}` compares `{relation}`, which is no relation",
                        file=file,
                        line=_line_of(text, [table, name]),
                        remedy=f"add `[relation.{relation}]`",
                    )


def _line_of(text: str, keys: list[str]) -> int | None:
    """The line of the most specific of some nested keys that can be found."""
    found = None
    lines = text.splitlines()
    start = 0
    header = ".".join(keys[:2])
    for number, line in enumerate(lines):
        if line.strip().strip("[]").replace('"', "").strip() == header:
            found, start = number + 1, number
            break
    for key in keys[2:] if found else keys:
        for number in range(start, len(lines)):
            if (
                regex.match(rf"\s*\"?{regex.escape(key)}\"?\s*=", lines[number])
                or f".{key}" in lines[number].split("#")[0]
            ):
                found, start = number + 1, number
                break
    return found


def _merge(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Tables are merged, lists appended, anything else replaced; what is new stands first, so that it is tried first."""
    merged = {key: value for key, value in other.items() if key not in one} | one
    for key, value in other.items():
        match one.get(key), value:
            case dict() as old, dict():
                merged[key] = _merge(old, value)
            case list() as old, list():
                merged[key] = [*old, *(item for item in value if item not in old)]
            case _:
                merged[key] = value
    return merged

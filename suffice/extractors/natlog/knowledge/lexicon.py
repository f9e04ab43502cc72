"""Our own small lexicon of everyday English: a TOML file, strictly checked, as a thesaurus.

>>> lexicon = read_lexicon()
>>> [lexicon.broader(sense.node) for sense in lexicon.senses("poodle", "n")], lexicon.modifiers["fake"]
([('n:dog',)], 'excluding')
"""

from __future__ import annotations

import tomllib
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Literal

import regex
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from suffice.errors import LexiconError
from suffice.extractors.natlog.knowledge.thesaurus import Sense
from suffice.extractors.text import hash_text

__all__ = ["Family", "Names", "WordLexicon", "read_lexicon"]

_BUILT_IN = "lexicon.toml"
_POS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
_REMEDY = "see docs/natlog.md"

Word = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=80)]
Pos = Literal["noun", "verb", "adj", "adv"]
Pair = tuple[Word, Word]
Sign = Literal["+", "-", "?"]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Family(_Table):
    """Things that exclude one another.

    Args:
        slot: whether they do so in any slot or only where one value can hold.
        members: each with all its names; a name with a capital is never written without.
    """

    slot: Literal["any", "functional"]
    members: tuple[Annotated[tuple[Word, ...], Field(min_length=1)], ...]


class Opposites(_Table):
    """Pairs of words that exclude one another: with no third way, or with one."""

    complementary: dict[Pos, tuple[Pair, ...]] = Field(default_factory=dict)
    gradable: dict[Pos, tuple[Pair, ...]] = Field(default_factory=dict)


class Modifiers(_Table):
    """Modifiers that are no mere restriction."""

    excluding: tuple[Word, ...] = ()
    open: tuple[Word, ...] = ()


class Compounds(_Table):
    """Words of several parts.

    Args:
        opaque: nouns that are no kind of what their last part names.
        phrasal: verbs that do not say what their first part says, in the infinitive.
    """

    opaque: tuple[Word, ...] = ()
    phrasal: tuple[Word, ...] = ()


class Names(_Table):
    """What is known of names.

    Args:
        titles: words that are no part of a name.
        other: words that no person's name has.
        aliases: names of one thing.
    """

    titles: tuple[Word, ...] = ()
    other: tuple[Word, ...] = ()
    aliases: tuple[tuple[Word, ...], ...] = ()


class WordLexicon(_Table):
    """The file; as a thesaurus it has one node per list of synonyms and per word outside of them."""

    narrower: dict[Pos, dict[Word, tuple[Word, ...]]] = Field(default_factory=dict)
    same: dict[Pos, tuple[tuple[Word, ...], ...]] = Field(default_factory=dict)
    opposite: Opposites = Opposites()
    family: dict[Word, Family] = Field(default_factory=dict)
    modifier: Modifiers = Modifiers()
    compound: Compounds = Compounds()
    implicative: dict[Word, tuple[Sign, Sign]] = Field(default_factory=dict)
    name: Names = Names()
    irregular: dict[Pos, dict[Word, tuple[Word, ...]]] = Field(default_factory=dict)

    @cached_property
    def sha256(self) -> str:
        """Hash of its canonical JSON."""
        return hash_text(self.model_dump_json())

    @cached_property
    def modifiers(self) -> dict[str, str]:
        """What each modifier that is no mere restriction does: `excluding` or `open`."""
        return dict.fromkeys(self.modifier.open, "open") | dict.fromkeys(self.modifier.excluding, "excluding")

    @cached_property
    def opaque(self) -> frozenset[str]:
        """Words of several parts that are no kind of what their last part names."""
        return frozenset(word.lower() for word in self.compound.opaque)

    @cached_property
    def phrasal(self) -> frozenset[str]:
        """Verbs of several parts that do not say what their first part says."""
        return frozenset(word.lower() for word in self.compound.phrasal)

    @cached_property
    def words_of(self) -> dict[str, tuple[str, ...]]:
        """The words of each node, in lower case."""
        words: dict[str, tuple[str, ...]] = {}
        for pos, lists in self.same.items():
            for one in lists:
                words[f"{_POS[pos]}:{one[0].lower()}"] = tuple(word.lower() for word in one)
        inside = {(node[0], word) for node, some in words.items() for word in some}
        listed = [
            (pos, word)
            for pos, table in self.narrower.items()
            for one, some in table.items()
            for word in (one, *some)
        ]
        for opposites in (self.opposite.complementary, self.opposite.gradable):
            listed += [(pos, word) for pos, pairs in opposites.items() for pair in pairs for word in pair]
        for pos, word in listed:
            if (_POS[pos], word.lower()) not in inside:
                words.setdefault(f"{_POS[pos]}:{word.lower()}", (word.lower(),))
        return words

    @cached_property
    def _node_of(self) -> dict[tuple[str, str], str]:
        return {(node[0], word): node for node, words in self.words_of.items() for word in words}

    @cached_property
    def _broader(self) -> dict[str, tuple[str, ...]]:
        above: dict[str, dict[str, None]] = {}
        for pos, table in self.narrower.items():
            for word, some in table.items():
                for one in some:
                    node = self._node_of[_POS[pos], one.lower()]
                    above.setdefault(node, {})[self._node_of[_POS[pos], word.lower()]] = None
        return {node: tuple(nodes) for node, nodes in above.items()}

    @cached_property
    def _opposites(self) -> dict[str, tuple[tuple[str, str, str, bool], ...]]:
        found: dict[str, dict[tuple[str, str, str, bool], None]] = {}
        for table, complementary in ((self.opposite.complementary, True), (self.opposite.gradable, False)):
            for pos, pairs in table.items():
                for pair in pairs:
                    one, other = pair[0].lower(), pair[1].lower()
                    for x, y in ((one, other), (other, one)):
                        entry = (x, y, self._node_of[_POS[pos], y], complementary)
                        found.setdefault(self._node_of[_POS[pos], x], {})[entry] = None
        return {node: tuple(entries) for node, entries in found.items()}

    def senses(self, lemma: str, pos: str) -> tuple[Sense, ...]:
        """The one node of a word, if it has one."""
        node = self._node_of.get((pos, lemma.lower()))
        return (Sense(1, node),) if node else ()

    def broader(self, node: str) -> tuple[str, ...]:
        """The nodes that are directly more general."""
        return self._broader.get(node, ())

    def opposites(self, node: str) -> tuple[tuple[str, str, str, bool], ...]:
        """Opposites of a node's words: the word, the other word, its node, whether there is no third way."""
        return self._opposites.get(node, ())

    @cached_property
    def forms(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """By part of speech, each irregular form with its lemmas."""
        found: dict[str, dict[str, tuple[str, ...]]] = {letter: {} for letter in _POS.values()}
        for pos, table in self.irregular.items():
            for lemma, forms in table.items():
                for form in forms:
                    known = found[_POS[pos]].get(form, ())
                    found[_POS[pos]][form] = (*known, lemma)
        return found

    @cached_property
    def members(self) -> dict[str, tuple[tuple[str, str], ...]]:
        """Each name in a family, with the family and the member's first name; lower-case names stand for any case."""
        found: dict[str, tuple[tuple[str, str], ...]] = {}
        for name, family in sorted(self.family.items()):
            for member in family.members:
                for word in member:
                    found[word] = (*found.get(word, ()), (name, member[0]))
        return found


@lru_cache(maxsize=16)
def read_lexicon(path: Path | str | None = None) -> WordLexicon:
    """Read a lexicon of words.

    Args:
        path: a TOML file laid out like the one that ships with suffice, which is read if none is given.

    Raises:
        LexiconError: if it can't be read, is no TOML, has an unknown key, a word in two lists of synonyms, or a word
            that is narrower than itself; with file, line and column.
    """
    if path is None:
        file, text = (
            _BUILT_IN,
            files("suffice.extractors.natlog.knowledge").joinpath(_BUILT_IN).read_text("utf-8"),
        )
    else:
        file = str(path)
        try:
            text = Path(path).read_text("utf-8-sig")
        except (OSError, ValueError) as error:
            raise LexiconError(
                f"cannot be read ({error})", file=file, remedy="give a TOML file in UTF-8"
            ) from None
    try:
        lexicon = WordLexicon.model_validate(tomllib.loads(text))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        place = regex.search(r"line (\d+), column (\d+)", str(error))
        line, column = (int(place[1]), int(place[2])) if place else (max(1, len(text.splitlines())), 1)
        raise LexiconError(f"not TOML ({error})", file=file, line=line, column=column) from None
    except ValidationError as error:
        first = error.errors()[0]
        keys = [str(key) for key in first["loc"]]
        raise _fault(
            f"`{'.'.join(keys)}`: {first['msg']}", file, text, [k for k in keys if k != "[key]"]
        ) from None
    _check(lexicon, file, text)
    return lexicon


def _check(lexicon: WordLexicon, file: str, text: str) -> None:
    """One node per word, and no way from a node back to itself."""
    for pos, lists in lexicon.same.items():
        seen: set[str] = set()
        for one in lists:
            for word in dict.fromkeys(map(str.lower, one)):
                if word in seen:
                    raise _fault(f"`{word}` is in two lists of synonyms", file, text, ["same", pos, word])
                seen.add(word)
    for family, entry in lexicon.family.items():
        names = [word for member in entry.members for word in member]
        for word in names:
            if names.count(word) > 1:
                raise _fault(f"`{word}` is two members of a family", file, text, [f"family.{family}", word])
    done: set[str] = set()
    for start in lexicon.words_of:
        path: list[str] = []
        stack = [(start, iter(lexicon.broader(start)))] if start not in done else []
        path.append(start)
        while stack:
            node, above = stack[-1]
            following = next(above, None)
            if following is None:
                done.add(node)
                stack.pop()
                path.pop()
            elif following in path:
                circle = " < ".join(one[2:] for one in (*path[path.index(following) :], following))
                raise _fault(
                    f"`{following[2:]}` is narrower than itself ({circle})",
                    file,
                    text,
                    ["narrower", following[2:]],
                )
            elif following not in done:
                stack.append((following, iter(lexicon.broader(following))))
                path.append(following)


def _fault(cause: str, file: str, text: str, keys: list[str]) -> LexiconError:
    """The error, with the place of the innermost key that can be found, each sought behind the one before."""
    at = -1
    for key in keys:
        start = max(at, 0)
        found = regex.search(rf"(?<![\w-]){regex.escape(key)}(?![\w-])", text[start:], regex.IGNORECASE)
        if found and not key.isdigit():
            at = start + found.start()
    line = text.count("\n", 0, max(at, 0)) + 1
    column = max(at, 0) - (text.rfind("\n", 0, max(at, 0)) + 1) + 1
    return LexiconError(cause, file=file, line=line, column=column, remedy=_REMEDY)

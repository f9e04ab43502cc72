"""The pattern language of a lexicon: plain words with slots, compiled to the `regex` package.

| written | matches |
|---|---|
| `{value}` | a value of the relation's type, captured; other slots likewise |
| `{values}` | one or more values: `A`, `A and B`, `A, B and C` |
| `[also]` | the words, or nothing |
| `<is\\|was>` | one of the alternatives |
| `..` | up to three words, no preposition or relative pronoun among them |
| `...` | anything up to 160 characters within the clause: no `;`, no bracket |

Everything else stands for itself, case ignored; one blank stands for any blanks. `\\` takes the next character as it is.

>>> found = compile_pattern("directed by {values}", {"value": "[A-Z][a-z]+"}).search("It was directed by Ann and Bob.")
>>> found.captures("value")
['Ann', 'Bob']
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import regex

__all__ = ["SECONDS", "PatternError", "compile_pattern", "may_match", "words_of"]

#: Bound on one search, so that no text can make a pattern run away.
SECONDS = 1.0

_FUNCTION_WORDS = (
    "in|of|from|who|whose|whom|that|which|by|for|with|at|to|on|as|and|or|but|where|when|about|after|against|among|before|"
    "between|during|into|like|near|over|since|than|through|under|until|within|without|while|not|never"
)
_SHORT_GAP = rf"(?:(?!(?:{_FUNCTION_WORDS})\b)[^\s;()]+ ){{0,3}}?"
_BLANK = r"\s+"
_LONG_GAP = r"[^;()]{0,160}?"
_TOKEN = regex.compile(r"\\.|\{[^{}]*\}|\.\.\.|\.\.|\s+|[\[\]<>|]|.", regex.DOTALL)


class PatternError(ValueError):
    """A pattern that is not well formed: an unclosed bracket, an unknown slot."""


def compile_pattern(
    pattern: str, slots: Mapping[str, str], *, whole: bool = False, end: bool = False
) -> regex.Pattern[str]:
    """Compile a pattern.

    Args:
        pattern: in the language above.
        slots: for each slot the regular expression of what it matches; `more` is what further `{values}` match, if
            that is not the same as for the first; `after` is what must follow a value, unless `'` is written there.
        whole: whether the pattern must match the whole text.
        end: whether it must match up to the end of the text.

    Raises:
        PatternError: if it is not well formed.
    """
    return _compiled(pattern, tuple(sorted(slots.items())), whole, end)


@lru_cache(maxsize=4096)
def _compiled(pattern: str, slots: tuple[tuple[str, str], ...], whole: bool, end: bool) -> regex.Pattern[str]:
    expression = _Writer(pattern, dict(slots)).write() + (r"\s*$" if end else "")
    if whole:
        return regex.compile(rf"^\s*{expression}\s*$")
    boundary = r"(?<![\p{L}\p{N}])"
    return regex.compile(
        boundary + expression if pattern[:1].isalnum() or pattern[:1] in "<[{" else expression
    )


def may_match(pattern: str, lowered: str) -> bool:
    """Whether a text has the words that a pattern cannot do without; a quick test before a search.

    Args:
        pattern: in the language above.
        lowered: the text in lower case.

    >>> may_match("[was] <directed|shot> by {value}", "it was made by ann"), may_match("shot by {value}", "shot by ann")
    (False, True)
    """
    return all(any(word in lowered for word in words) for words in _needed(pattern))


@lru_cache(maxsize=4096)
def _needed(pattern: str) -> tuple[tuple[str, ...], ...]:
    """For each word or choice outside of brackets, how its alternatives begin; one of them must be there."""
    found: list[tuple[str, ...]] = []
    depth, written = 0, ""
    for token in [*_TOKEN.findall(pattern), " "]:
        if token in "[<":
            depth += 1
        if depth == 0 and len(token) == 1 and token.isalpha():
            written += token
            continue
        if depth == 0 and written:
            # A word that a bracket touches may go on.
            found.append((written.lower(),))
            written = ""
        if depth:
            written += token
            if token in "]>":
                depth -= 1
            if depth == 0:
                words = [regex.match(r"\p{L}+", one) for one in written[1:-1].split("|")]
                if written.startswith("<") and "[" not in written and all(words):
                    found.append(tuple(word[0].lower() for word in words if word))
                written = ""
    return tuple(found)


class _Writer:
    """One pass over the tokens of a pattern."""

    def __init__(self, pattern: str, slots: Mapping[str, str]) -> None:
        self.pattern = pattern
        self.tokens = _TOKEN.findall(pattern.strip())
        self.slots = slots
        self.place = 0

    def write(self) -> str:
        text = self._sequence(())
        if self.place < len(self.tokens):
            raise PatternError(f"`{self.tokens[self.place]}` closes nothing in `{self.pattern}`")
        return text

    def _sequence(self, closers: tuple[str, ...]) -> str:
        parts: list[str] = []
        while self.place < len(self.tokens) and self.tokens[self.place] not in closers:
            token = self.tokens[self.place]
            if token in ("]", ">", "|"):
                break
            self.place += 1
            parts.append(self._part(token, parts))
        return "".join(parts)

    def _part(self, token: str, before: list[str]) -> str:
        # Behind a blank (or where a part has just taken its blank along) a part that may be empty takes the next one.
        after_blank = not before or before[-1].endswith(
            (_BLANK, _BLANK + ")?", _BLANK + ")??", _SHORT_GAP, _SHORT_GAP + ")?")
        )
        if token == "[":
            inside = self._alternatives("]")
            if after_blank and self._takes_blank():
                return f"(?:{inside})?" if inside.endswith((_BLANK, _SHORT_GAP)) else f"(?:{inside}{_BLANK})?"
            if before and before[-1] == _BLANK and not self._goes_on():
                before.pop()
                return f"(?:{_BLANK}{inside})?"
            return f"(?:{inside})?"
        if token == "<":
            return f"(?:{self._alternatives('>')})"
        if token == "..":
            self._takes_blank()
            return _SHORT_GAP
        if token == "...":
            if not self._takes_blank():
                return _LONG_GAP
            # What is nearest is tried first: nothing in between.
            return f"(?:{_LONG_GAP}{_BLANK})??" if after_blank else _LONG_GAP + _BLANK
        if token.startswith("{"):
            return self._slot(token[1:-1])
        if token.isspace():
            return _BLANK
        literal = token[1] if token.startswith("\\") else token
        return f"(?i:{regex.escape(literal)})" if literal.isalpha() else regex.escape(literal)

    def _goes_on(self) -> bool:
        """Whether a word, a slot or a choice is written right behind."""
        coming = self.tokens[self.place] if self.place < len(self.tokens) else ""
        return coming[:1].isalnum() or coming[:1] in ("<", "{", "(")

    def _takes_blank(self) -> bool:
        """Whether a blank comes next; it is passed over."""
        blank = self.place < len(self.tokens) and self.tokens[self.place].isspace()
        self.place += blank
        return blank

    def _alternatives(self, closer: str) -> str:
        parts = [self._sequence(("|", closer))]
        while self.place < len(self.tokens) and self.tokens[self.place] == "|":
            self.place += 1
            parts.append(self._sequence(("|", closer)))
        if self.place >= len(self.tokens) or self.tokens[self.place] != closer:
            raise PatternError(f"a `{closer}` is missing in `{self.pattern}`")
        self.place += 1
        return "|".join(parts) if len(parts) == 1 else "(?:" + "|".join(parts) + ")"

    def _slot(self, name: str) -> str:
        if name == "values":
            one = _captured("value", self._shape("value"))
            more = _captured("value", self._shape("more" if "more" in self.slots else "value"))
            one, more = one + self.slots.get("after", ""), more + self.slots.get("after", "")
            return rf"{one}(?:, {more})*(?:,? (?:and|&) {more})?"
        owner = self.place < len(self.tokens) and self.tokens[self.place] == "'"
        return _captured(name, self._shape(name)) + (
            "" if owner or name != "value" else self.slots.get("after", "")
        )

    def _shape(self, name: str) -> str:
        if name not in self.slots:
            known = ", ".join(f"{{{slot}}}" for slot in sorted(self.slots) if slot not in ("more", "after"))
            raise PatternError(f"no slot `{{{name}}}` here in `{self.pattern}`; slots are {known}")
        return self.slots[name]


def _captured(name: str, shape: str) -> str:
    """A slot's expression; one that says itself what it captures is left alone."""
    return shape if f"(?P<{name}>" in shape else f"(?P<{name}>{shape})"


def words_of(phrases: tuple[str, ...]) -> str:
    """One expression for any of some phrases, longest first, case ignored.

    >>> words_of(("film", "film score"))
    '(?i:film\\\\ score|film)'
    """
    longest_first = sorted(set(phrases), key=lambda phrase: (-len(phrase), phrase))
    return f"(?i:{'|'.join(map(regex.escape, longest_first))})" if longest_first else r"(?!)"

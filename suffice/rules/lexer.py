"""A first look at a rule text, before clingo sees it.

clingo reads a file the moment its parser meets `#include`, ends the process on a character outside ASCII, overflows its
stack on very long arithmetic, and lets a large number wrap. So the text is cut into tokens by clingo's own lexical
rules first; comments and refused statements are blanked, character for character, and only the rest is parsed.

>>> kept, statements, diagnostics, _ = screen('a. %* #include "x". *% #include "y". b.', "a.lp")
>>> kept == "a.".ljust(37) + "b."
True
>>> [kept[start:end] for start, end in statements], [str(found.location) for found in diagnostics]
(['a.', 'b.'], ['a.lp:1:24'])
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from typing import NamedTuple

from suffice.rules.diagnostic import Diagnostic
from suffice.rules.rule import Location

__all__ = ["MAX_DEPTH", "MAX_OPERATORS", "Screened", "names_in", "screen"]

#: Brackets inside brackets; deeper terms are refused.
MAX_DEPTH = 100
#: Arithmetic operators in one statement; clingo crashes on some tens of thousands.
MAX_OPERATORS = 2_000

_TOKEN = re.compile(
    r"""(?P<space>[\t\r\n\ ]+)
      | (?P<name>[_']*[A-Za-z]['A-Za-z0-9_]*|_)
      | (?P<string>"(?:[^\\"\n]|\\["\\n])*")
      | (?P<open>[(\[{])
      | (?P<close>[)\]}])
      | (?P<number>0x[0-9A-Fa-f]+|0o[1-7]+|0b[01]+|0|[1-9][0-9]*)
      | (?P<dots>\.\.)
      | (?P<end>\.)
      | (?P<neutral>:-|!=|[:;,=<>@$])
      | (?P<operator>\*\*|[-+*/\\&?^~|])
      | (?P<block>%\*)
      | (?P<comment>(?:%|\#!)[^\n]*)
      | (?P<keyword>\#[A-Za-z0-9_]*)
      | (?P<quote>"[^\n]*)
      | (?P<stray>[^\W\x00-\x7f]\w*|.)""",
    re.VERBOSE | re.DOTALL,
)
_IN_BLOCK = re.compile(r"(?P<down>\*%)|(?P<up>%\*)|%[^\n]*|[^%*]+|\*")
_CODE = {
    "#include": ("include", "a rule file cannot read other files", "name all files on the command line"),
    "#script": ("script", "a rule file cannot run code", "compute outside and add the results as facts"),
}
_KEYWORDS = re.compile(
    "#(inf(imum)?|sup(remum)?|true|false|show|const|program|defined|external|edge|heuristic|project"
    "|minimi[sz]e|maximi[sz]e|sum|count|min|max|theory)"
)
_QUOTES = "“”„‟«»‘’"
_NAME = re.compile(r"(?<![\w'])[_']*[a-z]['A-Za-z0-9_]*")
_BLANK = re.compile(r"[^\n]")


class Screened(NamedTuple):
    """What clingo may see, and what was refused.

    Args:
        text: the remaining text; every token stands where it stood.
        statements: where each remaining statement begins and ends.
        diagnostics: what was refused.
        refused: the text of refused statements.
    """

    text: str
    statements: tuple[tuple[int, int], ...]
    diagnostics: tuple[Diagnostic, ...]
    refused: tuple[str, ...]


def screen(text: str, file: str) -> Screened:
    """Blank comments and every statement that clingo must not see, and say why.

    Args:
        text: a rule text.
        file: its name, for the diagnostics.

    Returns:
        The remaining text, its statements, and the diagnostics.
    """
    found: list[Diagnostic] = []
    comments: list[tuple[int, int]] = []
    blanks: list[tuple[int, int]] = []
    statements: list[tuple[int, int]] = []
    line_starts = [0, *(match.end() for match in re.finditer("\n", text))]
    position = statement = depth = operators = 0
    refused = begun = after_minus = False

    def report(kind: str, offset: int, cause: str, remedy: str) -> None:
        nonlocal refused
        refused = True
        line = bisect_right(line_starts, offset)
        found.append(
            Diagnostic(kind, Location(file, line, offset - line_starts[line - 1] + 1), cause, remedy)
        )

    while position < len(text):
        match = _TOKEN.match(text, position)
        assert match is not None  # the last alternative takes anything
        kind, token, start, position = match.lastgroup, match[0], position, match.end()
        if kind == "space":
            continue
        if kind == "comment" or kind == "block":
            if kind == "block":
                end = _block_end(text, start)
                position = len(text) if end is None else end
                if end is None:
                    report("comment", start, "this comment is never closed", "close it with `*%`")
            comments.append((start, position))
            continue
        if not begun:
            statement, begun = start, True
            if token == "[" and statements:  # `:~ a. [1]`: the bracket belongs to the statement before
                statement, _ = statements.pop()
        match kind:
            case "end":
                (blanks if refused else statements).append((statement, position))
                refused = begun = False
                depth = operators = 0
            case "string":
                if "\0" in token or _has_surrogate(token):
                    report("string", start, "this string holds a NUL or a broken character", "remove it")
            case "number":
                limit = 2**31 if after_minus else 2**31 - 1
                if int(token, 0) > limit:
                    cause = f"{token} does not fit into clingo's 32-bit integers"
                    report("number", start, cause, "use a smaller number, or a string")
            case "open":
                depth += 1
                if depth == MAX_DEPTH + 1:
                    report("depth", start, f"more than {MAX_DEPTH} brackets are nested", "flatten the term")
            case "close":
                depth -= 1
            case "operator":
                operators += 1
                if operators == MAX_OPERATORS + 1:
                    cause = f"more than {MAX_OPERATORS} operators in one statement"
                    report("depth", start, cause, "split it")
            case "keyword" if token in _CODE:
                name, cause, remedy = _CODE[token]
                report(name, start, f"`{token}`: {cause}", remedy)
                if name == "script":
                    end_of_code = text.find("#end", position)
                    position = len(text) if end_of_code < 0 else end_of_code + len("#end")
            case "keyword" if not _KEYWORDS.fullmatch(token):
                report("syntax", start, f"unknown directive `{token}`", "check its spelling")
            case "quote":
                cause = 'this string is not closed on its line, or escapes something else than `\\n`, `\\\\`, `\\"`'
                report("string", start, cause, 'close it with `"` and write `\\\\` for a backslash')
                blanks.append((statement, position))
                refused = begun = False  # where the statement was meant to end, nobody knows
            case "stray":
                remedy = "put it in quotes" if token.isprintable() else "remove it"
                remedy = 'write a straight quote, `"`' if token in _QUOTES else remedy
                # clingo's lexer takes `!` into the name behind it and goes on.
                remedy = "write `not`" if token == "!" else remedy
                report("character", start, f"{_named(token)} cannot stand outside a string", remedy)
        after_minus = token == "-"
    if begun:
        (blanks if refused else statements).append((statement, len(text)))
    unread = tuple(text[start:end] for start, end in blanks)
    return Screened(_blanked(text, comments + blanks), tuple(statements), tuple(found), unread)


def names_in(text: str) -> set[str]:
    """Names of predicates and constants that a piece of text may mention.

    >>> sorted(names_in("p(X, a) q"))
    ['a', 'p', 'q']
    """
    return set(_NAME.findall(text))


def _block_end(text: str, start: int) -> int | None:
    """Where the block comment that starts here ends; they nest, and `%` in them hides the rest of its line."""
    level = 0
    for match in _IN_BLOCK.finditer(text, start):
        level += (match.lastgroup == "up") - (match.lastgroup == "down")
        if level == 0:
            return match.end()
    return None


def _has_surrogate(text: str) -> bool:
    return not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text)


def _named(token: str) -> str:
    character = token[0]
    if character.isprintable() and not character.isspace():
        return f"`{token}`"
    return f"U+{ord(character):04X} ({unicodedata.name(character, 'control character').lower()})"


def _blanked(text: str, spans: list[tuple[int, int]]) -> str:
    """The text with these spans (which may overlap) replaced by spaces, line ends kept."""
    kept: list[str] = []
    position = 0
    for start, end in sorted(spans):
        if end > position:
            kept += [text[position:start], _BLANK.sub(" ", text[max(start, position) : end])]
            position = end
    return "".join((*kept, text[position:]))

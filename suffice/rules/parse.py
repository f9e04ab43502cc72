"""Text to programs, through clingo's own parser. Nothing in a text can run code or read files.

>>> program = parse_program('answer(P) :- director("Free Guy", P). % who made it')
>>> print(program, end="")
answer(P) :- director("Free Guy",P).
>>> parse_program(str(program)) == program
True
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from os import PathLike, fspath

from clingo.ast import AST, parse_string

from suffice.errors import RuleSyntaxError
from suffice.rules.atoms import Atom, Signature
from suffice.rules.convert import MAX_TERM_DEPTH, Converter, PlacedRule
from suffice.rules.diagnostic import Diagnostic
from suffice.rules.lexer import names_in, screen
from suffice.rules.program import Program
from suffice.rules.rule import Location
from suffice.rules.terms import Operation, Symbol, Term

__all__ = [
    "Parsed",
    "parse_atom",
    "parse_program",
    "parse_sources",
    "parse_term",
    "read_program",
    "read_source",
]

_MESSAGE = re.compile(r"<string>:(\d+):(\d+)[-:\d]*: (?:error|warning|info): (.*)", re.DOTALL)
_NEXT_TOKEN = re.compile(r"""\s*("(?:[^\\"\n]|\\.)*"|[#'\w]+|:-|\.\.|[<>=!]=|\S)""")
_EVERY_MESSAGE = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Parsed:
    """All that is known of some rule texts after reading them: a program, its places, and what is wrong.

    Args:
        program: what could be read.
        rules: the same rules with the places of their parts.
        defined: predicates named by `#defined`.
        diagnostics: what could not be read, sorted by place.
        files: the names of the texts, in order.
        unread: names that occur in statements that could not be read; about them nothing is known.
    """

    program: Program
    rules: tuple[PlacedRule, ...]
    defined: frozenset[Signature]
    diagnostics: tuple[Diagnostic, ...]
    files: tuple[str, ...]
    unread: frozenset[str]

    def require(self) -> Program:
        """The program, if nothing is wrong with it.

        Raises:
            RuleSyntaxError: the text is not a clingo program.
            ProgramError: it is, but outside the language.
        """
        if self.diagnostics:
            error = self.diagnostics[0].error
            for other in self.diagnostics[1:]:
                error.add_note(str(other))
            raise error
        return self.program


def parse_program(text: str, file: str = "<string>") -> Program:
    """Read a program from text.

    Args:
        text: facts and rules in clingo's syntax.
        file: the name to use in error messages and locations.

    Returns:
        The program, each rule with its place.

    Raises:
        RuleSyntaxError: the text is not a clingo program; further errors are in the notes of the exception.
        ProgramError: it uses a construct outside the language.

    >>> parse_program("{ a }.", "choice.lp")
    Traceback (most recent call last):
    suffice.errors.ProgramError: choice.lp:1:1: a choice is outside the rule language; \
give what may be assumed as `abducible(name, arity).`
    """
    return parse_sources([(file, text)]).require()


def read_program(*paths: str | PathLike[str]) -> Program:
    """Read one program from files, in this order; `-` is standard input.

    Raises:
        RuleSyntaxError: a file is not a clingo program, or not text.
        ProgramError: a file cannot be read, or uses a construct outside the language.
    """
    return parse_sources([(name, read_source(path)) for path in paths for name in [fspath(path)]]).require()


def read_source(path: str | PathLike[str]) -> str | Diagnostic:
    """The text of a file (`-` is standard input), or why it cannot be read."""
    name = fspath(path)
    try:
        if name == "-":
            data = sys.stdin.buffer.read()
        else:
            with open(name, "rb") as stream:
                data = stream.read()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return Diagnostic(
            "file", Location(name, 1, 1), f"cannot be read: {reason}", "name a rule file, or `-` for stdin"
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode()) + 1
        cause = f"byte 0x{data[error.start]:02x} is not UTF-8"
        return Diagnostic("character", Location(name, line, column), cause, "save the file as UTF-8")


def parse_sources(sources: Iterable[tuple[str, str | Diagnostic]]) -> Parsed:
    """Read one program from several texts and keep everything that is wrong with any of them.

    Args:
        sources: pairs of a file name and its text, or what `read_source` says of it.
    """
    rules: list[PlacedRule] = []
    shows: list[Signature] | None = None
    constants: list[tuple[str, Term, Location]] = []
    defined: set[Signature] = set()
    diagnostics: list[Diagnostic] = []
    files: list[str] = []
    unread: set[str] = set()
    for file, text in sources:
        if file == "-" and file in files:
            text = Diagnostic("file", Location(file, 1, 1), "standard input can be read once", "name it once")
        files.append(file)
        if isinstance(text, Diagnostic):
            diagnostics.append(text)
            continue
        converters, found = _parse(file, text, unread)
        diagnostics += sorted(found, key=lambda diagnostic: diagnostic.location)
        for part in converters:
            rules += part.rules
            constants += part.constants
            defined.update(part.defined)
            unread |= part.unread
            if part.shows is not None:
                shows = (shows or []) + part.shows
    if wrong := _constant_errors(constants):
        diagnostics += wrong
        constants = []
    program = Program(
        tuple(placed.rule for placed in rules),
        None if shows is None else tuple(shows),
        tuple((name, value) for name, value, _ in constants),
    )
    return Parsed(
        program, tuple(rules), frozenset(defined), tuple(diagnostics), tuple(files), frozenset(unread)
    )


def parse_atom(text: str) -> Atom:
    """Read one atom, ground or not, such as a goal.

    Raises:
        RuleSyntaxError: the text is not exactly one atom.

    >>> str(parse_atom('director("Free Guy", P)'))
    'director("Free Guy",P)'
    """
    match _parse_part(f"{text}\n.", 0, "an atom"):
        case [PlacedRule(rule=rule)] if not rule.body:
            return rule.head
    raise RuleSyntaxError(f"`{text}` is not one atom", remedy='write it as `name(argument, "argument")`')


def parse_term(text: str) -> Term:
    """Read one term.

    Raises:
        RuleSyntaxError: the text is not exactly one term.

    >>> parse_term("X+1")
    Operation(operator='+', args=(Variable(name='X'), Number(value=1)))
    """
    match _parse_part(f"t(\n{text}\n).", 1, "a term"):
        case [PlacedRule(rule=rule)] if not rule.body and rule.head.name == "t" and len(rule.head.args) == 1:
            return rule.head.args[0]
    raise RuleSyntaxError(
        f"`{text}` is not one term", remedy='write a number, a "string", a name or `f(term)`'
    )


def _parse_part(text: str, lines_before: int, what: str) -> list[PlacedRule]:
    converters, found = _parse(f"<{what}>", text, set())
    if found:
        error = found[0]
        line = error.location.line - lines_before
        if line > text.count("\n") - lines_before:
            raise RuleSyntaxError(f"not {what}: the text ends too early", remedy="close its brackets")
        raise RuleSyntaxError(
            f"not {what}: {error.cause}", line=line, column=error.location.column, remedy=error.remedy
        )
    return [placed for converter in converters for placed in converter.rules]


def _parse(file: str, text: str, unread: set[str]) -> tuple[list[Converter], list[Diagnostic]]:
    """Read one text: as a whole if clingo can, else statement by statement.

    After a syntax error clingo's parser keeps silent about others until it has understood three tokens.
    """
    kept, statements, found, refused = screen(text, file)
    unread.update(*map(names_in, refused))
    whole = Converter(file, kept)
    if not (errors := _feed(whole, kept)):
        converters = [whole]
    else:
        converters, errors = [], []
        line = column = 1
        position = 0
        for start, end in statements:
            before = kept[position:start]
            line += before.count("\n")
            column = start - kept.rfind("\n", 0, start)
            position = start
            converters.append(Converter(file, kept[start:end], line, column))
            if wrong := _feed(converters[-1], kept[start:end]):
                errors += wrong
                unread |= names_in(kept[start:end])
    return converters, [*found, *errors, *(d for converter in converters for d in converter.diagnostics)]


def _feed(converter: Converter, text: str) -> list[Diagnostic]:
    """Parse a text into a converter, and return what clingo says against it."""
    nodes: list[AST] = []
    messages: list[str] = []
    try:
        parse_string(
            text,
            nodes.append,
            logger=lambda _, message: messages.append(message),
            message_limit=_EVERY_MESSAGE,
        )
    except RuntimeError as error:
        messages = messages or [f"<string>:1:1: error: {error}"]
    for node in nodes:
        converter.take(node)
    return [_syntax_error(converter, text, message) for message in messages]


def _syntax_error(converter: Converter, text: str, message: str) -> Diagnostic:
    """Say in the words of the text what clingo says in the words of its grammar."""
    match = _MESSAGE.match(message)
    line, column, said = (int(match[1]), int(match[2]), match[3]) if match else (1, 1, message)
    lines = text.rstrip().split("\n")
    said = said.strip().removeprefix("syntax error, ").partition(", expecting ")[0]
    if said == "unexpected EOF":
        end = converter.place(len(lines), len(lines[-1].encode()) + 1)
        return Diagnostic("syntax", end, "the text ends inside a statement", "end the statement with `.`")
    rest = lines[line - 1].encode()[column - 1 :].decode(errors="replace") if line <= len(lines) else ""
    found = _NEXT_TOKEN.match(rest)
    cause = f"unexpected `{found[1]}`" if found and said.startswith("unexpected") else said
    remedy = "look for a missing `,`, `.` or bracket before it"
    return Diagnostic("syntax", converter.place(line, column), cause, remedy)


def _constant_errors(constants: list[tuple[str, Term, Location]]) -> list[Diagnostic]:
    """Constants that are defined twice, or in terms of themselves; clingo refuses both."""
    found: list[Diagnostic] = []
    first: dict[str, tuple[Term, Location]] = {}
    for name, value, place in constants:
        if name in first:
            cause = f"the constant `{name}` is already defined at {first[name][1]}"
            found.append(Diagnostic("constant", place, cause, "leave one of the two"))
        else:
            first[name] = (value, place)
    for name, (_, place) in first.items():
        reached: set[str] = set()
        agenda = [name]
        while agenda:
            for inner in {*_names(first[agenda.pop()][0])} & first.keys() - reached:
                reached.add(inner)
                agenda.append(inner)
        if name in reached:
            cause = f"the constant `{name}` is defined in terms of itself"
            found.append(Diagnostic("constant", place, cause, "give it a value"))
    sizes = dict.fromkeys(first, 1)
    for _ in () if found else first:
        sizes = {
            name: sum(sizes.get(part, 1) for part in _names(value)) for name, (value, _) in first.items()
        }
    for name, size in sizes.items():
        if size > MAX_TERM_DEPTH:
            cause = f"the constant `{name}` stands for a term of more than {MAX_TERM_DEPTH} parts"
            found.append(Diagnostic("depth", first[name][1], cause, "use a fact"))
    return sorted(found, key=lambda diagnostic: diagnostic.location)


def _names(term: Term) -> list[str]:
    """Constants in a term, and an empty name for every other part."""
    match term:
        case Symbol(name=name, args=()):
            return [name]
        case Symbol(args=args) | Operation(args=args):
            return ["", *(name for arg in args for name in _names(arg))]
        case _:
            return [""]

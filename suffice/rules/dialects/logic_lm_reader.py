"""Logic-LM's notation, in which language models were asked to write programs: sections, a truth value last, `>>>`.

```
Predicates:
Cold($x, bool) ::: Is x cold?
Facts:
Cold(Bob, True) ::: Bob is cold.
Rules:
Cold($x, True) && Big($x, False) >>> Rough($x, True) ::: Cold things that are not big are rough.
Query:
Rough(Bob, False) ::: Bob is not rough.
```

`False` is strong negation; so is `!`, `~`, `¬`, `not` or `Not(...)` before an atom. A literal without truth value is true.
Names are the same if they differ in case only. A statement that is malformed is left out by name (a diagnostic with its kind);
without exactly one readable query there is no goal. What follows from the rest follows from the whole, since the programs are
monotone; that something does not follow means nothing where a statement was left out (`Recorded.complete`).

Source: L. Pan, A. Albalak, X. Wang and W. Y. Wang, Logic-LM: empowering large language models with symbolic solvers for faithful
logical reasoning (2023).

>>> found = read_logic_lm("Facts:\\nCold(Bob, True)\\nRules:\\nCold($x, True) >>> Big($x, False)\\nQuery:\\nBig(Bob, True)", "a")
>>> [(unit, str(rule)) for unit, rule in found.statements], str(found.goal), found.complete
([('l2', 'cold(bob).'), ('l4', '-big(X) :- cold(X).')], 'big(bob)', True)
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from suffice.rules.atoms import Atom, Literal
from suffice.rules.diagnostic import Diagnostic
from suffice.rules.program import RESERVED, Program
from suffice.rules.rule import Location, Rule
from suffice.rules.terms import String, Symbol, Term, Variable
from suffice.rules.units import join_units

__all__ = ["Recorded", "read_logic_lm"]

_SECTIONS = ("predicates", "facts", "rules", "query")
_HEADING = re.compile(r"\s*([A-Za-z ]+?)\s*:\s*$")
_NEGATION = re.compile(r"\s*(?:[!~¬]|not\s+)\s*", re.IGNORECASE)
_NOT_AROUND = re.compile(r"\s*not\s*\((.*)\)\s*\Z", re.IGNORECASE)
_ATOM = re.compile(r"\s*([A-Za-z][\w -]*?)\s*\(([^()]*)\)\s*\Z")
_VARIABLE = re.compile(r"\$([A-Za-z]\w*)\Z")
_NAME = re.compile(r"[^\W\d_][\w .'-]*\Z")
_IDENTIFIER = re.compile(r"[a-z]\w*\Z", re.ASCII)
_TRUTH = {"true": True, "false": False}


class _Malformed(Exception):
    def __init__(self, kind: str, cause: str) -> None:
        self.kind = kind
        self.cause = cause
        super().__init__(cause)


@dataclass(frozen=True, slots=True)
class Recorded:
    """A program that was read.

    Args:
        statements: facts and rules, each with its unit: `l` and its line.
        goal: what is asked; None if there is not exactly one readable query.
        diagnostics: what was left out (errors), and what was read though it is not as it should be (warnings).
    """

    statements: tuple[tuple[str, Rule], ...]
    goal: Atom | None
    diagnostics: tuple[Diagnostic, ...]

    @property
    def complete(self) -> bool:
        """Whether no statement was left out."""
        return not any(found.severity == "error" for found in self.diagnostics)

    @property
    def program(self) -> Program:
        """The program, its lines as units."""
        return join_units((unit, [rule]) for unit, rule in self.statements)


def read_logic_lm(text: str, file: str) -> Recorded:
    """Read a program.

    Args:
        text: as a model wrote it.
        file: for the places of diagnostics.

    Returns:
        What could be read. Kinds of errors: `syntax`, `truth` (neither True nor False), `bare-variable` (a variable without
        `$`), `open-fact`, `unbound` (a variable of the conclusion that no condition has), `arity`, `query-missing`,
        `query-open`, `query-repeated`, `truncated` (the last line breaks off). Warnings: `undeclared`, `misplaced` (a rule among
        facts), `remark` (text behind the query).
    """
    return _Reader(file).read(text)


class _Reader:
    def __init__(self, file: str) -> None:
        self._file = file
        self._diagnostics: list[Diagnostic] = []
        self._declared: dict[str, int] = {}
        self._variables: set[str] = set()
        self._used: dict[str, int] = {}
        self._undeclared: set[str] = set()
        self._statements: list[tuple[str, Rule]] = []
        self._queries: dict[Atom, int] = {}

    def read(self, text: str) -> Recorded:
        section = None
        lines = text.splitlines()
        asked = False
        for number, line in enumerate(lines, start=1):
            source, behind, _ = line.partition(":::")
            heading = _HEADING.match(source)
            if heading and not behind and heading[1].lower() in _SECTIONS:
                section = heading[1].lower()
                continue
            source = source.strip()
            if not source or source.lower() in ("none", "n/a"):
                continue
            try:
                if section == "predicates":
                    self._declare(source)
                elif section == "query":
                    self._ask(source, number)
                elif section:
                    self._state(source, number, section)
                else:
                    raise _Malformed("syntax", "text before the first section")
            except _Malformed as error:
                last = number == len(lines)
                kind = "truncated" if last and section != "query" and not behind else error.kind
                if section == "query" and self._queries and error.kind == "syntax":
                    self._note("remark", number, f"text behind the query: `{source[:40]}`", "warning")
                else:
                    asked = asked or section == "query"
                    self._note(kind, number, error.cause)
        return Recorded(tuple(self._statements), self._goal(asked, len(lines)), tuple(self._diagnostics))

    def _goal(self, asked: bool, lines: int) -> Atom | None:
        if len(self._queries) == 1:
            return next(iter(self._queries))
        if self._queries:
            self._note(
                "query-repeated", list(self._queries.values())[1], "a second query asks something else"
            )
        elif not asked:
            self._note("query-missing", max(lines, 1), "nothing is asked")
        return None

    def _declare(self, source: str) -> None:
        match = _ATOM.match(source)
        if not match:
            raise _Malformed("syntax", f"`{source[:60]}` declares no predicate")
        args = [part.strip() for part in match[2].split(",")]
        if args and args[-1].lower() in ("bool", "boolean", *_TRUTH):
            args.pop()
        self._declared[_fold(match[1])] = len(args)
        self._variables |= {arg[1:] for arg in args if _VARIABLE.match(arg)}

    def _ask(self, source: str, number: int) -> None:
        atom = self._literal(source, number)
        if not atom.is_ground:
            raise _Malformed("query-open", f"`{source}` asks about nothing in particular")
        self._queries.setdefault(atom, number)

    def _state(self, source: str, number: int, section: str) -> None:
        condition, arrow, conclusion = source.partition(">>>")
        place = Location(self._file, number, 1)
        if not arrow:
            if section == "rules":
                if "&&" in source:
                    raise _Malformed("syntax", "a rule without `>>>`")
                self._note("misplaced", number, "a fact among the rules", "warning")
            head = self._literal(source, number)
            if not head.is_ground:
                raise _Malformed("open-fact", f"`{source[:60]}` is a fact about nothing in particular")
            self._statements.append((f"l{number}", Rule(head, (), place)))
            return
        if section == "facts":
            self._note("misplaced", number, "a rule among the facts", "warning")
        body = [self._literal(part, number) for part in condition.split("&&")]
        heads = [self._literal(part, number) for part in conclusion.split("&&")]
        bound = {name for atom in body for name in atom.variables}
        for head in heads:
            free = [name for name in head.variables if name not in bound]
            if free:
                raise _Malformed("unbound", f"no condition says what `${free[0].lower()}` is")
        self._statements += [
            (f"l{number}", Rule(head, tuple(map(Literal, dict.fromkeys(body))), place)) for head in heads
        ]

    def _literal(self, source: str, number: int) -> Atom:
        positive = True
        while True:
            around = _NOT_AROUND.match(source)
            negation = None if around else _NEGATION.match(source)
            if around:
                source = around[1]
            elif negation:
                source = source[negation.end() :]
            else:
                break
            positive = not positive
        match = _ATOM.match(source)
        if not match:
            raise _Malformed("syntax", f"`{source.strip()[:60]}` is no atom")
        args = [part.strip() for part in match[2].split(",")]
        if args[-1].lower() in _TRUTH:
            positive = positive == _TRUTH[args.pop().lower()]
        name = _fold(match[1])
        if not args or any(arg.lower() in ("bool", "?") for arg in args):
            raise _Malformed("truth", f"`{source.strip()[:60]}` is neither true nor false of anything")
        terms = tuple(map(self._term, args))
        self._check_arity(name, len(terms), number)
        return Atom(_predicate(name, len(terms)), terms, positive)

    def _term(self, text: str) -> Term:
        variable = _VARIABLE.match(text)
        if variable:
            return Variable(variable[1][0].upper() + variable[1][1:])
        text = text.strip("'\"")
        if text in self._variables:
            raise _Malformed("bare-variable", f"`{text}` without `$` is no variable")
        if not _NAME.match(text):
            raise _Malformed("syntax", f"`{text}` is no name")
        name = _fold(text)
        return Symbol(name) if _IDENTIFIER.match(name) else String(text)

    def _check_arity(self, name: str, arity: int, number: int) -> None:
        if not _IDENTIFIER.match(name):
            raise _Malformed("syntax", f"`{name}` can't name a predicate")
        known = self._declared.get(name)
        if known is None:
            known = self._used.setdefault(name, arity)
            if name not in self._undeclared:
                self._undeclared.add(name)
                self._note("undeclared", number, f"`{name}` is not among the predicates", "warning")
        if known != arity:
            raise _Malformed("arity", f"`{name}` has {arity} arguments here, {known} elsewhere")

    def _note(self, kind: str, line: int, cause: str, severity: str = "error") -> None:
        remedy = "read all the same" if severity == "warning" else "left out"
        place = Location(self._file, line, 1)
        self._diagnostics.append(
            Diagnostic(kind, place, cause, remedy, "warning" if severity == "warning" else "error")
        )


def _fold(name: str) -> str:
    """A name in lower case, its parts joined."""
    return "_".join(re.split(r"[\s.'-]+", name.strip().lower())).strip("_")


def _predicate(name: str, arity: int) -> str:
    """A predicate's name; one that is reserved gets an underscore, `not` too."""
    reserved = name == "not" or RESERVED.get(name) == arity
    return f"{name}_" if reserved else name

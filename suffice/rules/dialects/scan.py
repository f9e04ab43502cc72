"""What the readers share: tokens with their places, errors that name them, and the collected rules of one text.

>>> import re
>>> tokens = scan("p :-\\n  ?", "a.pl", re.compile(r"(?P<skip>\\s+)|(?P<name>\\w+)|(?P<mark>:-)|(?P<bad>.)", re.DOTALL))
>>> [(token.kind, token.text, str(token.location)) for token in tokens]
[('name', 'p', 'a.pl:1:1'), ('mark', ':-', 'a.pl:1:3'), ('bad', '?', 'a.pl:2:3'), ('end of text', '', 'a.pl:2:4')]
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from suffice.rules.atoms import Atom, Comparison, Literal, PlainElement, Signature
from suffice.rules.convert import MAX_POOL, MAX_TERM_DEPTH, PlacedRule
from suffice.rules.diagnostic import Diagnostic
from suffice.rules.dialects.dialect import Loss, Read
from suffice.rules.dialects.names import SYMBOL, rename, rename_variables
from suffice.rules.parse import Parsed
from suffice.rules.program import RESERVED, Program
from suffice.rules.rule import Location, Rule
from suffice.rules.terms import Interval, Number, Operation, Symbol, Term, Variable

__all__ = [
    "FLIPPED",
    "Alternatives",
    "Clause",
    "Collector",
    "Cursor",
    "Refusal",
    "Token",
    "conjoin",
    "refusal",
    "scan",
]

#: What `not` makes of a comparison.
FLIPPED = {"=": "!=", "!=": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}

#: A body in disjunctive normal form: conjunctions of elements with their places.
Alternatives: TypeAlias = list[list[tuple[PlainElement, Location]]]


class Token(NamedTuple):
    """A piece of text; `kind` is the name of the group that matched."""

    kind: str
    text: str
    location: Location


class Refusal(Exception):
    """Ends the reading of a statement; the reader goes on behind it."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(str(diagnostic))
        self.diagnostic = diagnostic


def scan(text: str, file: str, pattern: re.Pattern[str]) -> list[Token]:
    """Cut a text into tokens.

    Args:
        text: the text.
        file: its name.
        pattern: named groups that together match at every position; what `skip` matches is dropped.

    Returns:
        Tokens, the last one empty and of kind `end of text`.
    """
    tokens: list[Token] = []
    line, start = 1, 0
    for match in pattern.finditer(text):
        kind, found = match.lastgroup or "", match[0]
        if kind != "skip":
            tokens.append(Token(kind, found, Location(file, line, match.start() - start + 1)))
        if "\n" in found:
            line += found.count("\n")
            start = match.start() + found.rindex("\n") + 1
    return [*tokens, Token("end of text", "", Location(file, line, len(text) - start + 1))]


class Cursor:
    """Goes through tokens.

    Args:
        tokens: from `scan`.
    """

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._place = 0
        self._depth = 0

    @property
    def token(self) -> Token:
        """The next token."""
        return self._tokens[self._place]

    @property
    def after(self) -> Token:
        """The one behind it."""
        return self._tokens[min(self._place + 1, len(self._tokens) - 1)]

    def take(self) -> Token:
        """The next token, and go on."""
        token = self.token
        self._place = min(self._place + 1, len(self._tokens) - 1)
        return token

    def back(self) -> None:
        """One token back."""
        self._place -= 1

    def closed(self) -> None:
        """No bracket is open here."""
        self._depth = 0

    def mark(self) -> tuple[int, int]:
        """Where we are, for `reset`."""
        return self._place, self._depth

    def reset(self, mark: tuple[int, int]) -> None:
        """Go back to a mark."""
        self._place, self._depth = mark

    def accept(self, *texts: str) -> Token | None:
        """The next token if it is one of these and not quoted."""
        if self.token.text in texts and self.token.kind not in ("string", "quoted"):
            return self.take()
        return None

    def expect(self, *texts: str) -> Token:
        """The next token, which must be one of these."""
        token = self.accept(*texts)
        if token is None:
            raise self.unexpected()
        return token

    def unexpected(self) -> Refusal:
        """That the next token does not belong here."""
        token = self.token
        if token.kind == "end of text":
            return refusal("syntax", token, "the text ends inside a statement", "end the statement with `.`")
        remedy = "look for a missing `,`, `.` or bracket before it"
        return refusal("syntax", token, f"unexpected `{token.text.partition(chr(10))[0][:40]}`", remedy)

    def outside(self, token: Token, what: str, remedy: str) -> Refusal:
        """That the language has something that rules here do not have."""
        return refusal("outside", token, f"{what} has no counterpart in the rule language", remedy)

    def number(self, token: Token, value: int) -> Number:
        """A number, if it is one of ours."""
        if not -(2**31) <= value < 2**31:
            cause = f"{token.text} does not fit into clingo's 32-bit integers"
            raise refusal("number", token, cause, "use a smaller number, or a string")
        return Number(value)

    def deeper(self, step: int) -> None:
        """One more bracket is open, or one less."""
        self._depth += step
        if self._depth > MAX_TERM_DEPTH:
            cause = f"more than {MAX_TERM_DEPTH} brackets are nested"
            raise refusal("depth", self.token, cause, "flatten the term")


def refusal(kind: str, token: Token, cause: str, remedy: str) -> Refusal:
    """What ends the reading of a statement, at a token."""
    return Refusal(Diagnostic(kind, token.location, cause, remedy))


def conjoin(one: Alternatives, two: Alternatives, token: Token) -> Alternatives:
    """Both bodies at once."""
    if len(one) * len(two) > MAX_POOL:
        cause = f"alternatives stand for more than {MAX_POOL} rules"
        raise refusal("pool", token, cause, "define a predicate of its own for each alternative")
    return [left + right for left in one for right in two]


class Clause(NamedTuple):
    """A rule whose names are still those of its dialect."""

    head: Atom
    body: list[tuple[PlainElement, Location]]
    location: Location


@dataclass
class Collector:
    """What one text says, its own names kept until all of it is known.

    Args:
        file: the name of the text.
        keep_reserved: whether facts of reserved predicates are declarations, as in our own files.
    """

    file: str
    keep_reserved: bool = False
    clauses: list[Clause] = field(default_factory=list)
    shows: list[Signature] | None = None
    defined: dict[Signature, Location] = field(default_factory=dict)
    evidence: dict[Signature, Location] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    lost: list[Loss] = field(default_factory=list)
    variables: dict[Location, dict[str, Location]] = field(default_factory=dict)
    unread: set[str] = field(default_factory=set)

    def fail(self, kind: str, place: Location, cause: str, remedy: str) -> None:
        """Something is wrong, but reading can go on."""
        self.diagnostics.append(Diagnostic(kind, place, cause, remedy))

    def lose(self, place: Location, what: str, why: str) -> None:
        """Something has no counterpart."""
        self.lost.append(Loss(place, what, why))

    def leave_out(self, predicates: Collection[Signature]) -> None:
        """Leave out the clauses that speak of these predicates, of which enough has been said."""
        kept = []
        for clause in self.clauses:
            inner = [part.atom.signature for part, _ in clause.body if isinstance(part, Literal)]
            if any(signature in predicates for signature in (clause.head.signature, *inner)):
                self.unread |= {clause.head.name, *(signature.name for signature in inner)}
            else:
                kept.append(clause)
        self.clauses = kept

    def result(self) -> Read:
        """The program, with names that clingo allows."""
        names = self._predicates()
        rules: list[PlacedRule] = []
        for clause in self.clauses:
            inner = [*clause.head.variables, *(name for part, _ in clause.body for name in part.variables)]
            own = {"_": "_", **rename_variables(inner)}
            body = tuple(_renamed(part, names, own) for part, _ in clause.body)
            rule = Rule(_atom(clause.head, names, own), body, clause.location)
            places = dict.fromkeys(own.values(), clause.location)
            places |= {
                own[name]: at for name, at in self.variables.get(clause.location, {}).items() if name in own
            }
            if "_" not in inner:
                del places["_"]
            rules.append(PlacedRule(rule, tuple(at for _, at in clause.body), places))
        for signature, place in self.evidence.items():
            args = (Symbol(names[signature].name), Number(signature.arity))
            rules.append(PlacedRule(Rule(Atom("evidence", args), (), place)))
        shows = None if self.shows is None else tuple(names[signature] for signature in self.shows)
        defined = frozenset(names[signature] for signature in self.defined)
        program = Program(tuple(placed.rule for placed in rules), shows)
        found = tuple(sorted(self.diagnostics, key=lambda one: one.location))
        unread = self.unread | {new.name for old, new in names.items() if old.name in self.unread}
        parsed = Parsed(program, tuple(rules), defined, found, (self.file,), frozenset(unread))
        return Read(parsed, tuple(sorted(self.lost, key=lambda one: one.location or Location("", 0, 0))))

    def _predicates(self) -> dict[Signature, Signature]:
        """A name for each predicate; what had to be renamed is lost."""
        first: dict[Signature, Location] = dict(self.defined)
        for clause in self.clauses:
            first.setdefault(clause.head.signature, clause.location)
            for part, place in clause.body:
                if isinstance(part, Literal):
                    first.setdefault(part.atom.signature, place)
        for signature in (*self.evidence, *(self.shows or ())):
            first.setdefault(signature, self.evidence.get(signature, Location(self.file, 1, 1)))
        taken = {"not"}
        if not self.keep_reserved:
            taken |= {s.name for s in first if RESERVED.get(s.name) == s.arity and s.name != "witnessed"}
        names = rename((signature.name for signature in first), SYMBOL, fit=_tame_predicate, taken=taken)
        told: set[str] = set()
        for signature, place in first.items():
            new = names[signature.name]
            if new != signature.name and new not in told:
                told.add(new)
                why = "is reserved" if signature.name in taken else "is no name of a predicate"
                self.lose(place, f"the name `{signature.name}`", f"it {why}; read as `{new}`")
        return {signature: Signature(names[signature.name], signature.arity) for signature in first}


def _tame_predicate(name: str) -> str:
    plain = re.sub(r"[^A-Za-z0-9_]", "_", name)
    plain = plain[:1].lower() + plain[1:]
    return plain if SYMBOL.fullmatch(plain) and plain not in RESERVED else f"p_{plain}"


def _renamed(part: PlainElement, names: dict[Signature, Signature], own: dict[str, str]) -> PlainElement:
    if isinstance(part, Literal):
        return Literal(_atom(part.atom, names, own), part.negated)
    return Comparison(_term(part.left, own), tuple((op, _term(term, own)) for op, term in part.guards))


def _atom(atom: Atom, names: dict[Signature, Signature], own: dict[str, str]) -> Atom:
    return Atom(names[atom.signature].name, _terms(atom.args, own))


def _terms(terms: Iterable[Term], own: dict[str, str]) -> tuple[Term, ...]:
    return tuple(_term(term, own) for term in terms)


def _term(term: Term, own: dict[str, str]) -> Term:
    match term:
        case Variable(name=name):
            return Variable(own[name])
        case Symbol(name=name, args=args, positive=positive):
            return Symbol(name, _terms(args, own), positive)
        case Operation(operator=operator, args=args):
            return Operation(operator, _terms(args, own))
        case Interval(lower=lower, upper=upper):
            return Interval(_term(lower, own), _term(upper, own))
        case _:
            return term

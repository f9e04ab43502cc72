"""Souffle's text as a program: relations, facts and rules; what else Souffle has is refused by name.

Every identifier in an argument is a variable. A body with `;` becomes several rules.

>>> read = read_souffle('.decl e(x:number, y:number)\\ne(1,2).\\np(x) :- e(x,y), (x < y ; !e(y,x)).\\n.decl p(x:number)', "a.dl")
>>> print(read.require(), end="")
e(1,2).
p(X) :- e(X,Y), X < Y.
p(X) :- e(X,Y), not e(Y,X).
"""

from __future__ import annotations

import re

from suffice.rules.atoms import Atom, Comparison, Literal, Signature
from suffice.rules.dialects.dialect import Read
from suffice.rules.dialects.scan import (
    FLIPPED,
    Alternatives,
    Clause,
    Collector,
    Cursor,
    Refusal,
    Token,
    conjoin,
    scan,
)
from suffice.rules.dialects.souffle_writer import ESCAPES
from suffice.rules.rule import Location
from suffice.rules.terms import Operation, String, Term, Variable, negative

__all__ = ["read_souffle"]

_TOKEN = re.compile(
    r"""(?P<skip>[ \t\r\n\f]+|//[^\n]*|/\*.*?\*/)
      | (?P<preprocessor>\#[^\n]*)
      | (?P<directive>\.(?:decl|type|input|output|printsize|limitsize|comp|init|functor|pragma|plan|include|once
          |number_type|symbol_type|override|lattice|iteration)\b)
      | (?P<string>"(?:[^"\\\n]|\\.)*")
      | (?P<float>[0-9]+\.[0-9]+)
      | (?P<number>(?:0x[0-9A-Fa-f]+|0b[01]+|[0-9]+)u?)(?![A-Za-z0-9_?])
      | (?P<name>[A-Za-z_?][A-Za-z0-9_?]*)
      | (?P<mark>:-|<:|<=|>=|!=|&&|\|\||[-.,;:()\[\]{}|=<>!+*/%^$@])
      | (?P<bad>.)""",
    re.VERBOSE | re.DOTALL,
)
_UNESCAPED = {written[1]: plain for plain, written in ESCAPES.items()}
_COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
#: Operators by binding strength, weakest first.
_BINARY = {"bor": 1, "bxor": 2, "band": 3, "+": 5, "-": 5, "*": 6, "/": 6, "%": 6, "^": 8}
_OURS = {"bor": "?", "bxor": "^", "band": "&", "%": "\\", "^": "**"}
_NEGATION = 7
_NO_OPERATORS = ("lor", "lxor", "land", "bshl", "bshr", "bshru")
_AGGREGATES = ("count", "sum", "min", "max", "mean")
_FUNCTORS = (
    *_AGGREGATES,
    "cat",
    "ord",
    "strlen",
    "substr",
    "strsub",
    "range",
    "as",
    "autoinc",
    "lnot",
    "bnot",
)
#: Qualifiers that say how a relation is stored or evaluated, and not what it holds.
_HINTS = ("brie", "btree", "btree_delete", "inline", "no_inline", "magic", "no_magic")
_REFUSED = {
    ".comp": ("a component", "write out its relations and rules"),
    ".init": ("a component's instance", "write out its relations and rules"),
    ".functor": ("a functor", "compute outside and give the results as facts"),
    ".include": ("`.include`", "name all files on the command line"),
    ".once": ("`.once`", "delete it"),
    ".limitsize": ("`.limitsize`", "delete it: rules derive all that follows"),
    ".override": ("`.override`", "write out the component"),
    ".lattice": ("a lattice", "write plain rules"),
    ".iteration": ("`.iteration`", "write plain rules"),
}


def read_souffle(text: str, file: str) -> Read:
    """Read a program from Souffle's text.

    Args:
        text: the text.
        file: its name.

    Returns:
        The program, with `.input` as `evidence(name, arity)` and `.output` as `#show` (none if everything is output). What is
        lost: names that clingo does not allow, types, and hints for the evaluation. What is wrong: components, records and
        other values beyond numbers and strings, functors, aggregates, subsumption, `choice-domain`, the preprocessor;
        a relation without a declaration or with another arity; and what breaks the grammar. Comments and the names of
        columns are not kept, and not listed.
    """
    return _Reader(Cursor(scan(text, file, _TOKEN)), Collector(file)).read()


class _Reader:
    def __init__(self, cursor: Cursor, into: Collector) -> None:
        self._at = cursor
        self._into = into
        self._declared: dict[str, tuple[int, Location]] = {}
        self._types: dict[str, str] = {}
        self._uses: list[tuple[str, int | None, Location]] = []
        self._inputs: list[tuple[str, Location]] = []
        self._outputs: list[tuple[str, Location]] = []
        self._variables: dict[str, Location] = {}

    def read(self) -> Read:
        while self._at.token.kind != "end of text":
            token = self._at.token
            try:
                if token.kind == "directive":
                    self._directive(self._at.take())
                else:
                    self._clause()
            except Refusal as refusal:
                self._into.diagnostics.append(refusal.diagnostic)
                if self._at.token is token:
                    self._at.take()
                self._at.closed()
                self._recover(token)
        self._check_uses()
        arities = {name: arity for name, (arity, _) in self._declared.items()}
        for name, place in self._inputs:
            if name in arities:
                self._into.evidence.setdefault(Signature(name, arities[name]), place)
        shown = list(dict.fromkeys(name for name, _ in self._outputs if name in arities))
        if shown and set(shown) != arities.keys():
            self._into.shows = [Signature(name, arities[name]) for name in shown]
        for name, (arity, place) in self._declared.items():
            self._into.defined[Signature(name, arity)] = place
        return self._into.result()

    def _recover(self, begun: Token) -> None:
        """Go behind the end of a statement: a directive has none but the next directive or line's first name."""
        depth = 0
        while (token := self._at.token).kind != "end of text":
            if depth <= 0 and token.kind == "directive":
                return
            if begun.kind == "preprocessor" or (
                begun.kind == "directive" and depth <= 0 and begun.text != ".comp"
            ):
                if token.location.line > begun.location.line:
                    return
            elif token.text == "." and token.kind == "mark" and depth <= 0:
                self._at.take()
                return
            depth += (token.text in ("{", "(", "[")) - (token.text in ("}", ")", "]"))
            self._at.take()
            if begun.text == ".comp" and token.text == "}" and depth == 0:
                return

    def _check_uses(self) -> None:
        """Every relation must be declared, with the arity it is used with; clauses in which it is not are left out."""
        wrong: set[Signature] = set()
        for name, arity, place in self._uses:
            known = self._declared.get(name)
            if known is None:
                cause = f"the relation `{name}` is not declared"
                self._into.fail("undefined", place, cause, f"add `.decl {name}(...)`")
                wrong.add(Signature(name, arity or 0))
            elif arity is not None and known[0] != arity:
                cause = f"`{name}` has {arity} arguments here, but {known[0]} at {known[1]}"
                self._into.fail("arity", place, cause, "give all of them the same arguments")
                wrong.add(Signature(name, arity))
        self._into.leave_out(wrong)

    # Directives.

    def _directive(self, token: Token) -> None:
        at = self._at
        if token.text in _REFUSED:
            raise at.outside(token, *_REFUSED[token.text])
        match token.text:
            case ".decl":
                self._declaration(token)
            case ".input" | ".output" | ".printsize":
                self._file(token)
            case ".pragma" | ".plan":
                self._into.lose(token.location, f"`{token.text}`", "a hint for the evaluation; left out")
                while at.token.location.line == token.location.line and at.token.kind != "end of text":
                    at.take()
            case _:
                self._type(token)

    def _declaration(self, token: Token) -> None:
        at = self._at
        names = [self._name()]
        while at.accept(","):
            names.append(self._name())
        at.expect("(")
        arity = 0
        while not at.accept(")"):
            if arity:
                at.expect(",")
            self._name()
            at.expect(":")
            self._take_type()
            arity += 1
        symmetric = False
        while at.token.kind == "name" and at.token.location.line == token.location.line:
            qualifier = at.token
            if qualifier.text in _HINTS:
                why = "says how it is evaluated, not what follows; left out"
                self._into.lose(qualifier.location, f"`{qualifier.text}`", why)
            elif qualifier.text in ("input", "output", "printsize"):
                self._add_file(qualifier.text, names)
            elif qualifier.text == "eqrel":
                symmetric = True
            elif qualifier.text == "choice":
                raise at.outside(qualifier, "`choice-domain`", "derive all values; rules choose none")
            elif qualifier.text == "overridable":
                raise at.outside(qualifier, "`overridable`", "write out the component")
            else:
                break
            at.take()
        for name in names:
            if name.text in self._declared:
                cause = f"`{name.text}` is already declared at {self._declared[name.text][1]}"
                self._into.fail("twice", name.location, cause, "leave one of the two")
                continue
            self._declared[name.text] = (arity, name.location)
            if symmetric:
                self._equivalence(name)

    def _equivalence(self, name: Token) -> None:
        """The two rules that `eqrel` stands for; reflexivity follows from them."""
        x, y, z = map(Variable, "XYZ")
        for args, pairs in (((y, x), [(x, y)]), ((x, z), [(x, y), (y, z)])):
            body = [(Literal(Atom(name.text, pair)), name.location) for pair in pairs]
            self._into.clauses.append(Clause(Atom(name.text, args), [*body], name.location))

    def _file(self, token: Token) -> None:
        at = self._at
        names = [self._name()]
        while at.accept(","):
            names.append(self._name())
        if (opened := at.accept("(")) and not at.accept(")"):
            while not at.accept(")"):
                if at.take().kind == "end of text":
                    raise at.unexpected()
            why = "where a table lies is said with --facts; left out"
            self._into.lose(opened.location, f"the options of `{token.text}`", why)
        self._add_file(token.text[1:], names)

    def _add_file(self, kind: str, names: list[Token]) -> None:
        for name in names:
            self._uses.append((name.text, None, name.location))
            if kind == "input":
                self._inputs.append((name.text, name.location))
            elif kind == "output":
                self._outputs.append((name.text, name.location))
            else:
                self._into.lose(name.location, f"`.printsize {name.text}`", "counts; left out")

    def _type(self, token: Token) -> None:
        at = self._at
        name = self._name()
        base = "symbol" if token.text == ".symbol_type" else "number"
        if mark := at.accept("<:", "="):
            if at.token.text == "[":
                raise at.outside(at.token, "a record", "use several arguments")
            bases = [self._take_type()]
            while at.accept("|"):
                bases.append(self._take_type())
            if at.token.text == "{":
                raise at.outside(mark, "an algebraic data type", "use several predicates")
            base = bases[0]
        self._types[name.text] = base
        self._into.lose(token.location, f"the type `{name.text}`", "there are no types; left out")

    def _take_type(self) -> str:
        name = self._name()
        if name.text == "float":
            raise self._at.outside(name, "a floating-point number", "scale it to an integer")
        if name.text == "unsigned":
            self._into.lose(name.location, "`unsigned`", "numbers are signed; read as a number")
        return self._types.get(name.text, name.text)

    def _name(self) -> Token:
        if self._at.token.kind != "name":
            raise self._at.unexpected()
        name = self._at.take()
        if self._at.token.text == "." and self._at.after.kind == "name" and self._touches(name):
            raise self._at.outside(name, "a component's relation", "write out the component")
        return name

    def _touches(self, name: Token) -> bool:
        (_, line, column), (_, other, at) = name.location, self._at.after.location
        return line == other and at == column + len(name.text) + 1

    # Clauses.

    def _clause(self) -> None:
        at = self._at
        if at.token.kind == "preprocessor":
            raise at.outside(at.token, "a line for the preprocessor", "run it before, and read what it makes")
        self._variables = {}
        heads = [self._atom()]
        while at.accept(","):
            heads.append(self._atom())
        if token := at.accept("<="):
            raise at.outside(token, "subsumption", "rules take nothing back")
        bodies: Alternatives = [[]]
        if at.accept(":-"):
            bodies = self._disjunction()
        at.expect(".")
        for head, place in heads:
            self._into.variables[place] = self._variables
            self._into.clauses += [Clause(head, body, place) for body in bodies]

    def _disjunction(self) -> Alternatives:
        found = self._conjunction()
        while self._at.accept(";"):
            found = found + self._conjunction()
        return found

    def _conjunction(self) -> Alternatives:
        found = self._element()
        while token := self._at.accept(","):
            found = conjoin(found, self._element(), token)
        return found

    def _element(self) -> Alternatives:
        at = self._at
        token = at.token
        if at.accept("!"):
            if at.token.text == "(":
                raise at.outside(token, "`!` before a group", "negate the single literals")
            inner = self._element()
            match inner:
                case [[(Literal(atom=atom, negated=False), place)]]:
                    return [[(Literal(atom, negated=True), token.location)]]
                case [[(Comparison(left=left, guards=((operator, right),)), place)]]:
                    return [[(Comparison(left, ((FLIPPED[operator], right),)), place)]]
                case [] | [[]]:
                    return [] if inner else [[]]
            raise at.outside(token, "double negation", "leave out both")
        if at.token.text == "(" and (group := self._group()) is not None:
            return group
        if token.kind == "name" and token.text in ("true", "false") and at.after.text != "(":
            at.take()
            return [[]] if token.text == "true" else []
        if token.kind == "name" and token.text in ("match", "contains") and at.after.text == "(":
            raise at.outside(token, f"`{token.text}`", "compare outside and give the results as facts")
        if (
            token.kind == "name"
            and at.after.text == "("
            and token.text not in _FUNCTORS
            and token.text not in _OURS
        ):
            atom, place = self._atom()
            return [[(Literal(atom), place)]]
        left = self._term()
        sign = at.accept(*_COMPARISONS)
        if sign is None:
            raise at.unexpected()
        return [[(Comparison(left, ((sign.text, self._term()),)), token.location)]]

    def _group(self) -> Alternatives | None:
        """A bracketed part of a body; None if the bracket belongs to a term."""
        at = self._at
        mark = at.mark()
        at.take()
        at.deeper(1)
        try:
            found = self._disjunction()
            at.expect(")")
        except Refusal as refusal:
            if refusal.diagnostic.kind != "syntax":
                raise
            at.reset(mark)
            return None
        if at.token.text in (*_COMPARISONS, *_BINARY):
            at.reset(mark)
            return None
        at.deeper(-1)
        return found

    def _atom(self) -> tuple[Atom, Location]:
        at = self._at
        name = self._name()
        if name.text in ("bnot", "band", "bor", "bxor"):
            raise at.unexpected()
        at.expect("(")
        args: list[Term] = []
        while not at.accept(")"):
            if args:
                at.expect(",")
            args.append(self._term())
        self._uses.append((name.text, len(args), name.location))
        return Atom(name.text, tuple(args)), name.location

    # Terms.

    def _term(self, strength: int = 0) -> Term:
        at = self._at
        at.deeper(1)
        left = self._operand()
        while at.token.kind in ("mark", "name"):
            token = at.token
            if token.text in (*_NO_OPERATORS, "&&", "||"):
                raise at.outside(token, f"the operator `{token.text}`", "compute outside")
            own = _BINARY.get(token.text)
            if own is None or own < strength:
                break
            at.take()
            right = self._term(own if token.text == "^" else own + 1)
            left = Operation(_OURS.get(token.text, token.text), (left, right))
        at.deeper(-1)
        return left

    def _operand(self) -> Term:
        at = self._at
        token = at.take()
        after = at.token.text
        match token.kind:
            case "number":
                return self._number(token, 1)
            case "string":
                text = re.sub(r"\\(.)", lambda found: _UNESCAPED.get(found[1], found[0]), token.text[1:-1])
                return String(text)
            case "float":
                raise at.outside(token, "a floating-point number", "scale it to an integer")
            case "name" if token.text == "bnot":
                return Operation("~", (self._term(_NEGATION),))
            case "name" if token.text == "nil":
                raise at.outside(token, "a record", "use several arguments")
            case "name" if token.text == "max" and after == "(":
                return self._absolute(token)
            case "name" if token.text in _AGGREGATES and (
                after in (":", "{", "(") or at.token.kind == "name"
            ):
                if after == "(":
                    raise at.outside(token, f"the functor `{token.text}`", "compute outside")
                raise at.outside(token, f"the aggregate `{token.text}`", "give its value as a fact")
            case "name" if after == "(":
                raise at.outside(
                    token, f"the functor `{token.text}`", "compute outside and give the results as facts"
                )
            case "name":
                self._variables.setdefault(token.text, token.location)
                return Variable(token.text)
            case "mark" if token.text == "-":
                if at.token.kind == "number" and at.after.text != "^":
                    return self._number(at.take(), -1)
                return negative(self._term(_NEGATION))
            case "mark" if token.text == "(":
                inner = self._term()
                at.expect(")")
                return inner
            case "mark" if token.text == "[":
                raise at.outside(token, "a record", "use several arguments")
            case "mark" if token.text == "$":
                what = "an algebraic data type" if at.token.kind == "name" else "a counter"
                raise at.outside(token, what, "use several predicates")
            case "mark" if token.text == "@":
                raise at.outside(
                    token, "a user-defined functor", "compute outside and give the results as facts"
                )
        at.back()
        raise at.unexpected()

    def _number(self, token: Token, sign: int) -> Term:
        text = token.text.removesuffix("u")
        if text != token.text:
            self._into.lose(token.location, f"`{token.text}`", "numbers are signed; read as a number")
        return self._at.number(token, sign * int(text, {"0x": 16, "0b": 2}.get(text[:2], 10)))

    def _absolute(self, token: Token) -> Term:
        """`max(X, -X)` is the absolute value; any other maximum is refused."""
        self._at.expect("(")
        one = self._term()
        self._at.expect(",")
        two = self._term()
        if self._at.accept(")") and two == Operation("-", (one,)):
            return Operation("|", (one,))
        raise self._at.outside(token, "the functor `max`", "compute outside")

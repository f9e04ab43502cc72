"""Prolog's text as a program: facts, clauses over predicates, comparisons and arithmetic; what else there is is refused by name.

A clause is read as what it says, not as what it does: the order of goals and clauses has no meaning.

>>> read = read_prolog("e(1, 2). p(X, N) :- e(X, Y), (N is X mod 3 ; \\\\+ e(Y, X), N = 'Hi').", "a.pl")
>>> print(read.require(), end="")
e(1,2).
p(X,N) :- e(X,Y), N = (X\\3+3)\\3.
p(X,N) :- e(X,Y), not e(Y,X), N = "Hi".
>>> print(*read.lost)
a.pl:1:62: `'Hi'`: is no name of a constant; read as a string
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from suffice.rules.atoms import Atom, Comparison, Literal, Signature
from suffice.rules.dialects.dialect import Read
from suffice.rules.dialects.names import SYMBOL
from suffice.rules.dialects.plain import computations
from suffice.rules.dialects.prolog_writer import BUILT_IN
from suffice.rules.dialects.scan import (
    FLIPPED,
    Alternatives,
    Clause,
    Collector,
    Cursor,
    Refusal,
    Token,
    conjoin,
    refusal,
    scan,
)
from suffice.rules.rule import Location
from suffice.rules.terms import Number, Operation, String, Symbol, Term, Variable, negative, variables_of

__all__ = ["read_prolog"]

_TOKEN = re.compile(
    r"""(?P<skip>\s+|%[^\n]*|/\*.*?\*/)
      | (?P<end>\.(?=\s|%|\Z))
      | (?P<string>"(?:[^"\\]|\\.|"")*")
      | (?P<quoted>'(?:[^'\\]|\\.|'')*')
      | (?P<back>`(?:[^`\\]|\\.)*`)
      | (?P<character>0'(?:\\.|''|[^\\]))
      | (?P<float>[0-9]+\.[0-9]+(?:[eE][-+]?[0-9]+)?)
      | (?P<number>0x[0-9A-Fa-f]+|0o[0-7]+|0b[01]+|[0-9]+(?:_[0-9]+)*)
      | (?P<variable>[A-Z_][A-Za-z0-9_]*)
      | (?P<name>[a-z][A-Za-z0-9_]*|[-+*/\\^<>=~:.?@\#&$]+|!|;|\[\]|\{\})
      | (?P<mark>[()\[\]{},|])
      | (?P<bad>.)""",
    re.VERBOSE | re.DOTALL,
)
_COMPARING = "= \\= == \\== is =:= =\\= < > =< >= @< @> @=< @>= =.. =@= #= #\\= #< #> #=< #>="
#: Infix operators: priority, and the most that may stand to the left and to the right.
_INFIX = {
    **dict.fromkeys((":-", "-->"), (1200, 1199, 1199)),
    ";": (1100, 1099, 1100),
    "|": (1100, 1099, 1100),
    **dict.fromkeys(("->", "*->"), (1050, 1049, 1050)),
    ",": (1000, 999, 1000),
    **dict.fromkeys(_COMPARING.split(), (700, 699, 699)),
    ":": (200, 199, 200),
    **dict.fromkeys(("+", "-", "/\\", "\\/", "xor"), (500, 500, 499)),
    **dict.fromkeys(["*", "/", "//", "mod", "rem", "div", "<<", ">>", "divmod", "rdiv"], (400, 400, 399)),
    "**": (200, 199, 199),
    "^": (200, 199, 200),
}
_PREFIX = {
    **dict.fromkeys((":-", "?-"), (1200, 1199)),
    **dict.fromkeys(
        ("table", "dynamic", "discontiguous", "initialization", "multifile", "module_transparent"),
        (1150, 1150),
    ),
    "\\+": (900, 900),
    **dict.fromkeys(("-", "+", "\\"), (200, 200)),
}
_COMPARISONS = {
    "=": "=",
    "==": "=",
    "is": "=",
    "=:=": "=",
    "\\=": "!=",
    "\\==": "!=",
    "=\\=": "!=",
    "<": "<",
    ">": ">",
    "=<": "<=",
    ">=": ">=",
    "@<": "<",
    "@>": ">",
    "@=<": "<=",
    "@>=": ">=",
}
_ARITHMETIC = {
    "+": "+",
    "-": "-",
    "*": "*",
    "//": "/",
    "rem": "\\",
    "**": "**",
    "^": "**",
    "/\\": "&",
    "\\/": "?",
    "xor": "^",
}
_NOT_OURS = {
    "!": ("a cut", "make the clauses exclude each other"),
    "->": ("if-then-else", "write one clause for each case, with its own condition"),
    "*->": ("a soft cut", "write one clause for each case, with its own condition"),
    "-->": ("a grammar rule", "write plain clauses"),
    ":": ("a module", "write the predicate without it"),
    "/": ("`/`, which may give a fraction", "write `//`"),
}
_REMEDY = "compute outside and give the results as facts"
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}


@dataclass(frozen=True, slots=True)
class _Node:
    """A term of Prolog: `kind` is variable, number, string, atom or compound."""

    kind: str
    name: str
    token: Token
    args: tuple[_Node, ...] = ()


def read_prolog(text: str, file: str) -> Read:
    """Read a program from Prolog's text.

    Args:
        text: the text.
        file: its name.

    Returns:
        The program. What is lost: a quoted atom that is no name of a constant (read as a string). What is wrong: lists, cuts,
        if-then-else, `assert` and all other predicates that Prolog defines, fractions, modules, grammar rules, queries,
        and what breaks the grammar. `table`, `dynamic` and `discontiguous` say nothing that is not so here anyway.
    """
    return _Reader(Cursor(scan(text, file, _TOKEN)), Collector(file, keep_reserved=True)).read()


class _Reader:
    def __init__(self, cursor: Cursor, into: Collector) -> None:
        self._at = cursor
        self._into = into
        self._variables: dict[str, Location] = {}
        self._called: dict[Signature, Token] = {}

    def read(self) -> Read:
        at = self._at
        while at.token.kind != "end of text":
            start = at.mark()
            self._variables = {}
            try:
                term = self._term(1200)
                if at.token.kind != "end":
                    raise at.unexpected()
                at.take()
                self._statement(term)
            except Refusal as found:
                self._into.diagnostics.append(found.diagnostic)
                at.reset(start)
                while at.take().kind not in ("end", "end of text"):
                    pass
                at.closed()
        heads = {clause.head.signature for clause in self._into.clauses}
        foreign = set()
        for signature, token in self._called.items():
            if signature.name in BUILT_IN and signature not in heads and signature not in self._into.defined:
                what = f"the predicate `{signature}`, which Prolog defines,"
                self._into.diagnostics.append(at.outside(token, what, _REMEDY).diagnostic)
                foreign.add(signature)
        self._into.leave_out(foreign)
        return self._into.result()

    # Terms.

    def _term(self, most: int) -> _Node:
        at = self._at
        at.deeper(1)
        left, strength = self._primary(most)
        while True:
            token = at.token
            found = _INFIX.get(token.text) if token.kind in ("name", "mark") else None
            if found is None or found[0] > most or strength > found[1]:
                break
            at.take()
            right = self._term(found[2])
            left, strength = _Node("compound", token.text, token, (left, right)), found[0]
        at.deeper(-1)
        return left

    def _primary(self, most: int) -> tuple[_Node, int]:
        at = self._at
        token = at.take()
        match token.kind:
            case "variable":
                self._variables.setdefault(token.text, token.location)
                return _Node("variable", token.text, token), 0
            case "number":
                return _Node("number", token.text.replace("_", ""), token), 0
            case "string":
                return _Node("string", _unquoted(token.text), token), 0
            case "quoted":
                return self._named(_Node("atom", _unquoted(token.text), token)), 0
            case "float":
                raise at.outside(token, "a floating-point number", "scale it to an integer")
            case "character" | "back":
                raise at.outside(token, "a character code", "write the number")
            case "mark" if token.text == "(":
                inner = self._term(1200)
                at.expect(")")
                return inner, 0
            case "mark" if token.text == "[":
                raise at.outside(token, "a list", "use one fact for each member")
            case "mark" if token.text == "{":
                raise at.outside(token, "a term in braces", "use `f(term)`")
            case "name" if token.text in ("[]", "{}"):
                raise at.outside(token, "a list" if token.text == "[]" else "a term in braces", "use an atom")
            case "name":
                return self._operator(token, most)
        at.back()
        raise at.unexpected()

    def _operator(self, token: Token, most: int) -> tuple[_Node, int]:
        """A name: a number's sign, a prefix operator, or an atom."""
        at = self._at
        touches = at.token.location == (
            token.location.file,
            token.location.line,
            token.location.column + len(token.text),
        )
        if touches and at.token.text == "(" and at.token.kind == "mark":
            return self._named(_Node("atom", token.text, token)), 0
        if token.text == "-" and touches and at.token.kind == "number":
            return _Node("number", f"-{at.take().text.replace('_', '')}", token), 0
        prefix = _PREFIX.get(token.text)
        follows = at.token.kind not in ("end", "end of text") and at.token.text not in (
            ")",
            ",",
            "|",
            "]",
            "}",
        )
        if (
            prefix is not None
            and follows
            and (at.token.kind != "name" or at.token.text not in _INFIX or at.token.text in _PREFIX)
        ):
            strength = min(prefix[0], most)
            return _Node("compound", token.text, token, (self._term(min(prefix[1], most)),)), strength
        if not (token.text[0].isalpha() or token.text in ("!", ";")):
            at.back()
            raise at.unexpected()
        return _Node("atom", token.text, token), 0

    def _named(self, atom: _Node) -> _Node:
        """An atom, or a compound if a bracket follows at once."""
        at = self._at
        (_, line, column), width = atom.token.location, len(atom.token.text)
        if at.token.text != "(" or at.token.location[1:] != (line, column + width) or at.token.kind != "mark":
            return atom
        at.take()
        args = [self._term(999)]
        while at.accept(","):
            args.append(self._term(999))
        at.expect(")")
        return _Node("compound", atom.name, atom.token, tuple(args))

    # Statements.

    def _statement(self, term: _Node) -> None:
        at = self._at
        match term:
            case _Node(kind="compound", name=":-", args=(directive,)):
                self._directive(directive)
            case _Node(kind="compound", name="?-"):
                raise at.outside(term.token, "a query", "ask with --goal")
            case _Node(kind="compound", name="-->"):
                raise at.outside(term.token, *_NOT_OURS["-->"])
            case _Node(kind="compound", name=":-", args=(head, body)):
                self._clause(head, self._body(body))
            case _:
                self._clause(term, [[]])

    def _clause(self, node: _Node, bodies: Alternatives) -> None:
        head = self._atom(node)
        place = node.token.location
        self._into.variables[place] = self._variables
        for body in bodies:
            kept = []
            numbers = {
                name
                for part, _ in body
                if isinstance(part, Comparison)
                for term in part.terms
                for inner in computations(term)
                for name in variables_of(inner)
            }
            for part, at in body:
                match part:
                    case Literal(atom=Atom(name="integer", args=(Variable(name=name) as tested,))):
                        if name in numbers:
                            continue  # arithmetic over it says the same
                        part = Comparison(Operation("-", (tested, tested)), (("=", Number(0)),))
                kept.append((part, at))
            self._into.clauses.append(Clause(head, kept, place))

    def _directive(self, node: _Node) -> None:
        if node.name not in ("table", "dynamic", "discontiguous") or node.kind != "compound":
            what = f"the directive `{node.name}`"
            raise self._at.outside(node.token, what, "delete it")
        agenda = list(node.args)
        while agenda:
            part = agenda.pop()
            match part:
                case _Node(kind="compound", name=",", args=args):
                    agenda += args
                case _Node(
                    kind="compound",
                    name="/",
                    args=(_Node(kind="atom", name=name), _Node(kind="number", name=number)),
                ):
                    if node.name == "dynamic":
                        self._into.defined[Signature(name, int(number))] = part.args[0].token.location
                case _:
                    raise self._at.outside(part.token, f"`{node.name}` with modes", "write name/arity")

    def _body(self, node: _Node) -> Alternatives:
        at, token = self._at, node.token
        if node.kind == "variable":
            raise at.outside(token, "a variable as a goal", "name the predicate")
        match node.name, node.args:
            case ",", (left, right):
                return conjoin(self._body(left), self._body(right), token)
            case ((";" | "|"), (left, right)):
                if left.name in ("->", "*->") and left.kind == "compound":
                    raise at.outside(left.token, *_NOT_OURS[left.name])
                return self._body(left) + self._body(right)
            case (("->" | "*->" | ":"), (_, _)):
                raise at.outside(token, *_NOT_OURS[node.name])
            case "!", ():
                raise at.outside(token, *_NOT_OURS["!"])
            case "true", ():
                return [[]]
            case (("fail" | "false"), ()):
                return []
            case (("\\+" | "not"), (inner,)):
                return self._negated(inner, token)
            case (("integer"), (_Node(kind="variable", name=name),)):
                return [[(Literal(Atom("integer", (Variable(name),))), token.location)]]
            case "dif", (left, right):
                return self._comparison("\\=", left, right, token)
            case operator, (left, right) if operator in _COMPARISONS and token.text == operator:
                return self._comparison(operator, left, right, token)
        atom = self._atom(node)
        self._called.setdefault(atom.signature, token)
        return [[(Literal(atom), token.location)]]

    def _negated(self, node: _Node, token: Token) -> Alternatives:
        match self._body(node):
            case [[(Literal(atom=Atom(name="integer"), negated=False), _)]]:
                raise self._at.outside(token, "`\\+` before `integer`", "leave it out")
            case [[(Literal(atom=atom, negated=False), place)]]:
                return [[(Literal(atom, negated=True), place)]]
            case [[(Comparison(left=left, guards=((operator, right),)), place)]]:
                return [[(Comparison(left, ((FLIPPED[operator], right),)), place)]]
            case []:
                return [[]]
            case [[]]:
                return []
        raise self._at.outside(token, "`\\+` before more than one goal", "negate a predicate of its own")

    def _comparison(self, operator: str, left: _Node, right: _Node, token: Token) -> Alternatives:
        computes = operator in ("is", "=:=", "=\\=", "<", ">", "=<", ">=")
        sides = [self._value(left, computes and operator != "is"), self._value(right, computes)]
        return [[(Comparison(sides[0], ((_COMPARISONS[operator], sides[1]),)), left.token.location)]]

    def _atom(self, node: _Node) -> Atom:
        if node.kind not in ("atom", "compound") or (
            node.kind == "compound" and node.token.text in (*_INFIX, *_PREFIX)
        ):
            what = f"`{node.token.text}` as a predicate"
            raise refusal("syntax", node.token, what, "write `name(argument, ...)`")
        if node.name == "!":
            raise self._at.outside(node.token, *_NOT_OURS["!"])
        return Atom(node.name, tuple(self._value(arg, False) for arg in node.args))

    def _value(self, node: _Node, computes: bool) -> Term:
        """A term; with arithmetic where Prolog computes."""
        at, token = self._at, node.token
        match node.kind, node.name, node.args:
            case "variable", name, _:
                return Variable(name)
            case "number", text, _:
                digits = text.removeprefix("-")
                base = {"0x": 16, "0o": 8, "0b": 2}.get(digits[:2], 10)
                return at.number(token, int(digits, base) * (-1 if digits != text else 1))
            case "string", text, _:
                return String(text)
            case "atom", name, _:
                return self._constant(name, token)
            case _, ("-" | "\\" | "+"), (inner,) if computes:
                value = self._value(inner, True)
                if node.name == "+":
                    return value
                return negative(value) if node.name == "-" else Operation("~", (value,))
            case _, "-", (inner,):
                value = self._value(inner, False)
                if isinstance(value, Symbol) and value.name and value.positive:
                    return negative(value)
                raise at.outside(token, "arithmetic outside of `is` and comparisons", "compute it with `is`")
            case _, "abs", (inner,) if computes:
                return Operation("|", (self._value(inner, True),))
            case _, "mod", (left, right) if computes:
                one, two = self._value(left, True), self._value(right, True)
                rest = Operation("+", (Operation("\\", (one, two)), two))
                return Operation("\\", (rest, two))  # Prolog's `mod` has the sign of the divisor
            case _, operator, (left, right) if computes and operator in _ARITHMETIC:
                return Operation(_ARITHMETIC[operator], (self._value(left, True), self._value(right, True)))
            case _, "/", (_, _) if computes:
                raise at.outside(token, *_NOT_OURS["/"])
            case _ if computes:
                raise at.outside(token, f"the function `{node.name}`", _REMEDY)
        if token.text in _INFIX or token.text in _PREFIX:
            raise at.outside(token, f"the term `... {node.name} ...`", "use `f(term, term)`")
        if not SYMBOL.fullmatch(node.name):
            raise at.outside(token, f"the functor `{node.name}`", "begin it with a small letter")
        return Symbol(node.name, tuple(self._value(arg, False) for arg in node.args))

    def _constant(self, name: str, token: Token) -> Term:
        if SYMBOL.fullmatch(name):
            return Symbol(name)
        self._into.lose(token.location, f"`{token.text}`", "is no name of a constant; read as a string")
        return String(name)


def _unquoted(text: str) -> str:
    quote, inner = text[0], text[1:-1]
    inner = inner.replace(quote * 2, quote)
    return re.sub(
        r"\\(\n|.)", lambda found: "" if found[1] == "\n" else _ESCAPES.get(found[1], found[1]), inner
    )

"""pyDatalog's text as a program. It is parsed as Python is, and never executed.

>>> read = read_pydatalog("+ e('a', 2)\\np(X) <= e(X, Y) & (Y > 1) & ~e(Y, X)", "a.py")
>>> print(read.require(), end="")
e("a",2).
p(X) :- e(X,Y), Y > 1, not e(Y,X).
>>> read_pydatalog("p(X) <= open('f')[X]", "a.py").require()
Traceback (most recent call last):
suffice.errors.ProgramError: a.py:1:9: a function, `p[X]`, has no counterpart in the rule language; use a predicate
"""

from __future__ import annotations

import ast
import re

from suffice.rules.atoms import Atom, Comparison, Literal
from suffice.rules.convert import MAX_TERM_DEPTH
from suffice.rules.diagnostic import Diagnostic
from suffice.rules.dialects.dialect import Read
from suffice.rules.dialects.scan import FLIPPED, Alternatives, Clause, Collector, Refusal
from suffice.rules.rule import Location
from suffice.rules.terms import Number, Operation, String, Term, Variable, negative

__all__ = ["read_pydatalog"]

_COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "=",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
_OPERATORS: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}
_AGGREGATES = re.compile(r"(len|sum|min|max|mean|count|concat|rank|running_sum|tuple)_")


def read_pydatalog(text: str, file: str) -> Read:
    """Read a program from pyDatalog's text; an import of pyDatalog and `create_terms` are passed over.

    Args:
        text: the text.
        file: its name.

    Returns:
        The program; names with a small letter are strings, as they are in pyDatalog. What is wrong: retractions, queries,
        functions and aggregates, other Python, division (Python rounds another way), values beyond integers and strings, and
        what breaks Python's grammar.
    """
    reader = _Reader(text, Collector(file))
    return reader.read()


class _Reader:
    def __init__(self, text: str, into: Collector) -> None:
        self._text = text
        self._lines = text.split("\n")
        self._into = into
        self._variables: dict[str, Location] = {}
        self._anonymous = 0

    def read(self) -> Read:
        try:
            statements = ast.parse(self._text, self._into.file).body
        except SyntaxError as error:
            place = Location(self._into.file, error.lineno or 1, max(error.offset or 1, 1))
            self._into.fail("syntax", place, f"Python can't read this: {error.msg}", "mend the line")
            statements = []
        except (ValueError, RecursionError, MemoryError):
            place = Location(self._into.file, 1, 1)
            cause = "a NUL character, or brackets nested too deeply"
            self._into.fail("syntax", place, cause, "remove it, or flatten the terms")
            statements = []
        for statement in statements:
            self._variables = {}
            try:
                self._statement(statement)
            except Refusal as refusal:
                self._into.diagnostics.append(refusal.diagnostic)
        return self._into.result()

    def _place(self, node: ast.stmt | ast.expr) -> Location:
        """Where a node begins; Python counts columns in bytes."""
        before = self._lines[node.lineno - 1].encode()[: node.col_offset]
        return Location(self._into.file, node.lineno, len(before.decode(errors="replace")) + 1)

    def _outside(self, node: ast.stmt | ast.expr, what: str, remedy: str) -> Refusal:
        cause = f"{what} has no counterpart in the rule language"
        return Refusal(Diagnostic("outside", self._place(node), cause, remedy))

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.ImportFrom(module="pyDatalog") | ast.Pass():
                return
            case ast.Import(names=[ast.alias(name="pyDatalog")]):
                return
            case ast.Expr(value=ast.Call(func=ast.Attribute(attr="create_terms"))):
                return
            case ast.Expr(value=ast.Constant(value=str())):
                return  # a comment of Python's kind
            case ast.Expr(value=ast.UnaryOp(op=ast.UAdd(), operand=ast.Call() as call)):
                self._clause(call, [[]])
            case ast.Expr(value=ast.UnaryOp(op=ast.USub())):
                raise self._outside(node, "a retraction", "leave the fact out")
            case ast.Expr(value=ast.Compare(left=ast.Call() as head, ops=[ast.LtE()], comparators=[body])):
                self._clause(head, self._body(body))
            case ast.Expr(value=ast.Compare(ops=[_, _, *_])):
                raise self._outside(node, "a chain of comparisons", "put each comparison in brackets")
            case ast.Expr(value=ast.Compare(left=left)):
                raise self._outside(left, "a function as a head", "use a predicate")
            case ast.Expr(value=ast.Call()):
                raise self._outside(node, "a query", "ask with --goal")
            case _:
                raise self._outside(
                    node, f"Python's {type(node).__name__.lower()}", "write facts and rules only"
                )

    def _clause(self, node: ast.Call, bodies: Alternatives) -> None:
        head = self._atom(node)
        place = self._place(node)
        self._into.variables[place] = self._variables
        self._into.clauses += [Clause(head, body, place) for body in bodies]

    def _body(self, node: ast.expr, depth: int = 0) -> Alternatives:
        """The body; `&` nests to the left, so it is walked without recursion."""
        parts = []
        while isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd):
            parts.append(node.right)
            node = node.left
        parts.append(node)
        if len(parts) > 1:
            if depth > MAX_TERM_DEPTH:
                raise self._outside(node, "a body nested so deeply", "flatten it")
            return [[element for part in reversed(parts) for element in self._body(part, depth + 1)[0]]]
        match node:
            case ast.UnaryOp(op=ast.Invert(), operand=inner):
                match self._body(inner, depth + 1):
                    case [[(Literal(atom=atom, negated=False), _)]]:
                        return [[(Literal(atom, negated=True), self._place(node))]]
                    case [[(Comparison(left=left, guards=((operator, right),)), place)]]:
                        return [[(Comparison(left, ((FLIPPED[operator], right),)), place)]]
                raise self._outside(node, "`~` before more than one literal", "negate a predicate of its own")
            case ast.Call():
                return [[(Literal(self._atom(node)), self._place(node))]]
            case ast.Compare(left=left, ops=[sign], comparators=[right]) if type(sign) in _COMPARISONS:
                for side in (left, right):
                    if isinstance(side, ast.Subscript):
                        raise self._function(side)
                guard = (_COMPARISONS[type(sign)], self._term(right))
                return [[(Comparison(self._term(left), (guard,)), self._place(left))]]
            case ast.Subscript():
                raise self._function(node)
        raise self._outside(node, "this kind of expression in a body", "write predicates and comparisons")

    def _function(self, node: ast.expr) -> Refusal:
        return self._outside(node, "a function, `p[X]`,", "use a predicate")

    def _atom(self, node: ast.Call) -> Atom:
        if not isinstance(node.func, ast.Name):
            raise self._outside(node.func, "a method or a prefixed predicate", "use a plain name")
        if node.keywords:
            raise self._outside(node, "an argument by keyword", "give it by its place")
        return Atom(node.func.id, tuple(map(self._term, node.args)))

    def _term(self, node: ast.expr, depth: int = 0) -> Term:
        if depth > MAX_TERM_DEPTH:
            raise self._outside(node, "a term nested so deeply", "flatten it")
        match node:
            case ast.Constant(value=bool()) | ast.Constant(value=None):
                raise self._outside(node, "a truth value", "write it as a string")
            case ast.Constant(value=int(value)):
                return self._number(node, value)
            case ast.Constant(value=str(value)):
                if "\0" in value or any("\ud800" <= character <= "\udfff" for character in value):
                    cause = "this string holds a NUL or a broken character"
                    raise Refusal(Diagnostic("string", self._place(node), cause, "remove it"))
                return String(value)
            case ast.Name(id="_"):
                return Variable("_")
            case ast.Name(id=name) if name[0].isupper():
                self._variables.setdefault(name, self._place(node))
                return Variable(name)
            case ast.Name(id=name):
                return String(name)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))) if not isinstance(
                value, bool
            ):
                return self._number(node, -value)
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return negative(self._term(inner, depth + 1))
            case ast.BinOp(left=ast.Constant(value=0), op=ast.Sub(), right=inner):
                return negative(self._term(inner, depth + 1))
            case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _OPERATORS:
                pair = self._term(left, depth + 1), self._term(right, depth + 1)
                return Operation(_OPERATORS[type(operator)], pair)
            case ast.BinOp(op=ast.FloorDiv() | ast.Mod() | ast.Div()):
                raise self._outside(node, "Python's division, which rounds down,", "compute outside")
            case ast.BinOp():
                raise self._outside(node, "this operator", "compute outside")
            case ast.Subscript():
                raise self._function(node)
            case ast.Call(func=ast.Name(id=name)) if _AGGREGATES.fullmatch(name):
                raise self._outside(node, f"the aggregate `{name}`", "give its value as a fact")
            case ast.Constant():
                raise self._outside(
                    node, f"a value of type {type(node.value).__name__}", "write an integer or a string"
                )
        raise self._outside(
            node, f"a {type(node).__name__.lower()} as a term", "write an integer, a string or a variable"
        )

    def _number(self, node: ast.expr, value: int) -> Number:
        if not -(2**31) <= value < 2**31:
            cause = f"{value} does not fit into clingo's 32-bit integers"
            raise Refusal(Diagnostic("number", self._place(node), cause, "use a smaller number, or a string"))
        return Number(value)

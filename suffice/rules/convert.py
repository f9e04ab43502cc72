"""From clingo's syntax tree to our values; what lies outside the language is refused by name.

>>> from clingo import ast
>>> nodes = []
>>> ast.parse_string("p(X;1) :- q(X), not r(-a).", nodes.append)
>>> converter = Converter("a.lp", "p(X;1) :- q(X), not r(-a).")
>>> for node in nodes:
...     converter.take(node)
>>> [str(placed.rule) for placed in converter.rules]
['p(X) :- q(X), not r(-a).', 'p(1) :- q(X), not r(-a).']
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, product
from math import prod
from typing import TypeVar

from clingo import Symbol as ClingoSymbol
from clingo import SymbolType
from clingo.ast import AST, AggregateFunction, ASTType

from suffice.rules.aggregates import Aggregate, BodyElement, Element, Function
from suffice.rules.atoms import Atom, Comparison, Literal, PlainElement, Signature
from suffice.rules.diagnostic import Diagnostic
from suffice.rules.lexer import names_in
from suffice.rules.rule import Location, Rule
from suffice.rules.terms import (
    Extremum,
    Interval,
    Number,
    Operation,
    String,
    Symbol,
    Term,
    Variable,
    negative,
)

__all__ = ["MAX_POOL", "MAX_TERM_DEPTH", "Converter", "PlacedRule"]

#: Rules that one rule with pools may stand for.
MAX_POOL = 10_000
#: Operators and functions inside each other.
MAX_TERM_DEPTH = 100

_Part = TypeVar("_Part")

_BINARY = ("^", "?", "&", "+", "-", "*", "/", "\\", "**")
_UNARY = ("-", "~", "|")
_COMPARISONS = (">", "<", "<=", ">=", "!=", "=")
_FUNCTIONS: dict[int, Function] = {
    AggregateFunction.Count: "count",
    AggregateFunction.Sum: "sum",
    AggregateFunction.Min: "min",
    AggregateFunction.Max: "max",
}
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}
_FLIPPED = {">": "<=", "<": ">=", "<=": ">", ">=": "<", "!=": "=", "=": "!="}

#: What clingo has and we do not: cause and remedy by kind.
_OUTSIDE = {
    "aggregate": (
        "this form of aggregate",
        "use `#count`, `#sum`, `#min` or `#max` with elements `terms : condition` and a comparison",
    ),
    "boolean": ("`#true` or `#false`", "leave out `#true`; delete a rule with `#false`"),
    "choice": ("a choice", "give what may be assumed as `abducible(name, arity).`"),
    "comparison-head": ("a comparison as a head", "move it into the body"),
    "conditional": ("a conditional literal", "define a predicate of its own for the condition"),
    "constraint": ("a rule without a head", "derive an atom, such as `conflict`, and ask for it"),
    "disjunction": ("a disjunctive head", "write one rule for each case, each with its own body"),
    "double-negation": ("double negation", "leave out both `not`"),
    "edge": ("`#edge`", "delete it"),
    "external": ("`#external`", "declare the predicate with `evidence(name, arity).`"),
    "function-call": ("a call of a function, `@name(...)`,", "compute outside and add the results as facts"),
    "heuristic": ("`#heuristic`", "delete it"),
    "negated-chain": ("`not` before two comparisons in a row", "write the single comparisons"),
    "negated-head": ("a negated head", "use strong negation, `-p(X)`, or turn the rule around"),
    "optimisation": ("optimisation", "weigh units with `cost(unit, number).`"),
    "override": ("`[override]`", "leave one `#const` with this name"),
    "program": ("a program part other than `base`", "delete the `#program` line"),
    "project": ("`#project`", "use `#show name/arity.`"),
    "show-term": ("`#show` of a term", "derive a predicate and write `#show name/arity.`"),
    "theory": ("a theory", "use comparisons and arithmetic"),
}
_DIRECTIVES = {
    ASTType.Edge: "edge",
    ASTType.External: "external",
    ASTType.Heuristic: "heuristic",
    ASTType.Minimize: "optimisation",
    ASTType.ProjectAtom: "project",
    ASTType.ProjectSignature: "project",
    ASTType.ShowTerm: "show-term",
    ASTType.TheoryDefinition: "theory",
}
_HEADS = {
    ASTType.Aggregate: "choice",
    ASTType.HeadAggregate: "aggregate",
    ASTType.TheoryAtom: "theory",
}
_BODIES = {
    ASTType.Aggregate: "aggregate",
    ASTType.TheoryAtom: "theory",
    ASTType.BooleanConstant: "boolean",
}


@dataclass(frozen=True, slots=True)
class PlacedRule:
    """A rule and the places of its parts.

    Args:
        rule: the rule.
        body: where each body element begins.
        variables: where each variable occurs first.
    """

    rule: Rule
    body: tuple[Location, ...] = ()
    variables: dict[str, Location] = field(default_factory=dict)


class Converter:
    """Takes statements of one file, one after the other, and collects what they say.

    Args:
        file: the name of the file.
        text: the text, or the part of it, that clingo parsed; clingo counts columns in bytes, we count characters.
        line: where in the file that text begins.
        column: where in the file that text begins.
    """

    def __init__(self, file: str, text: str, line: int = 1, column: int = 1) -> None:
        self.rules: list[PlacedRule] = []
        self.shows: list[Signature] | None = None
        self.constants: list[tuple[str, Term, Location]] = []
        self.defined: list[Signature] = []
        self.diagnostics: list[Diagnostic] = []
        self.unread: set[str] = set()
        self._file = file
        self._lines = text.split("\n")
        self._line = line
        self._column = column
        self._bytes: dict[int, list[int]] = {}
        self._variables: dict[str, Location] = {}
        self._refused = False

    def place(self, line: int, byte_column: int) -> Location:
        """A place in the file from a place in the parsed text, where columns are bytes."""
        column = byte_column
        if line <= len(self._lines) and not self._lines[line - 1].isascii():
            column = bisect_left(self._byte_columns(line), byte_column) + 1
        return Location(self._file, self._line + line - 1, column + (self._column - 1 if line == 1 else 0))

    def _byte_columns(self, line: int) -> list[int]:
        """In which byte column each character of a line begins."""
        if line not in self._bytes:
            widths = (len(character.encode()) for character in self._lines[line - 1])
            self._bytes[line] = list(accumulate(widths, initial=1))
        return self._bytes[line]

    def take(self, node: AST) -> None:
        """Take one statement."""
        self._refused = False
        self._variables = {}
        match node.ast_type:
            case ASTType.Rule:
                self._take_rule(node)
            case ASTType.ShowSignature:
                self.shows = self.shows or []
                if node.name:
                    self.shows.append(Signature(node.name, node.arity, bool(node.positive)))
            case ASTType.Defined:
                self.defined.append(Signature(node.name, node.arity, bool(node.positive)))
            case ASTType.Definition:
                if not node.is_default:
                    self._refuse("override", node)
                values = self._term(node.value)
                if not self._refused:
                    self.constants.append((node.name, values[0], self._begin(node)))
            case ASTType.Program:
                if node.name != "base" or node.parameters:
                    self._refuse("program", node)
            case ASTType.Comment:
                pass
            case other:
                self._refuse(_DIRECTIVES.get(other, "theory"), node)
        if self._refused:
            self.unread |= names_in(str(node))

    def _take_rule(self, node: AST) -> None:
        heads = self._head(node.head)
        bodies = [self._body_element(element) for element in node.body]
        places = tuple(self._begin(element) for element in node.body)
        where = self._begin(node)
        for head, *body in self._choices(node, (heads, *bodies)):
            if not self._refused:
                # `product` mixes heads and body elements; the first is the head by construction.
                assert isinstance(head, Atom)
                rule = Rule(head, tuple(part for part in body if not isinstance(part, Atom)), where)
                self.rules.append(PlacedRule(rule, places, self._variables))

    def _head(self, node: AST) -> Sequence[Atom]:
        match node.ast_type:
            case ASTType.Literal if node.atom.ast_type == ASTType.SymbolicAtom:
                if node.sign:
                    self._refuse("negated-head", node)
                return self._atom(node.atom.symbol)
            case ASTType.Literal if node.atom.ast_type == ASTType.BooleanConstant:
                self._refuse("boolean" if node.atom.value else "constraint", node)
            case ASTType.Literal:
                self._refuse("comparison-head", node)
            case ASTType.Disjunction if len(node.elements) == 1:
                self._refuse("conditional", node)
            case ASTType.Disjunction:
                self._refuse("disjunction", node)
            case other:
                self._refuse(_HEADS.get(other, "theory"), node)
        return ()

    def _body_element(self, node: AST) -> Sequence[BodyElement]:
        if node.ast_type == ASTType.ConditionalLiteral:
            self._refuse("conditional", node)
            return ()
        if node.atom.ast_type in _BODIES:
            self._refuse(_BODIES[node.atom.ast_type], node)
            return ()
        if node.sign == 2:
            self._refuse("double-negation", node)
        if node.atom.ast_type == ASTType.BodyAggregate:
            return self._aggregate(node)
        if node.atom.ast_type == ASTType.Comparison:
            return self._comparison(node)
        return [Literal(atom, bool(node.sign)) for atom in self._atom(node.atom.symbol)]

    def _comparison(self, node: AST) -> Sequence[Comparison]:
        operators = [_COMPARISONS[guard.comparison] for guard in node.atom.guards]
        if node.sign:
            # clingo reads `not X < Y` as `X >= Y`; a chain would become a disjunction.
            if len(operators) > 1:
                self._refuse("negated-chain", node)
            operators = [_FLIPPED[operator] for operator in operators]
        terms = [self._term(node.atom.term), *(self._term(guard.term) for guard in node.atom.guards)]
        return [
            Comparison(left, tuple(zip(operators, rest, strict=True)))
            for left, *rest in self._choices(node, terms)
        ]

    def _aggregate(self, node: AST) -> Sequence[Aggregate]:
        atom = node.atom
        # clingo puts a single guard on the left, as `term operator aggregate`.
        guards = [
            (_MIRRORED[_COMPARISONS[atom.left_guard.comparison]], atom.left_guard)
            if atom.left_guard
            else None,
            (_COMPARISONS[atom.right_guard.comparison], atom.right_guard) if atom.right_guard else None,
        ]
        there = [guard for guard in guards if guard is not None]
        function = _FUNCTIONS.get(atom.function)
        if function is None or not there:
            self._refuse("aggregate", node)
            return ()
        if node.sign and len(there) > 1:
            self._refuse("negated-chain", node)
        elements = tuple(element for part in atom.elements for element in self._elements(part))
        operators = [_FLIPPED[operator] if node.sign else operator for operator, _ in there]
        terms = [self._term(guard.term) for _, guard in there]
        return [
            Aggregate(function, elements, tuple(zip(operators, choice, strict=True)))
            for choice in self._choices(node, terms)
        ]

    def _elements(self, node: AST) -> Sequence[Element]:
        """One element, or several where there is a pool."""
        parts: list[Sequence[PlainElement]] = []
        for literal in node.condition:
            if literal.sign == 2:
                self._refuse("double-negation", literal)
            if literal.atom.ast_type in _BODIES:
                self._refuse(_BODIES[literal.atom.ast_type], literal)
                return ()
            parts.append(
                self._comparison(literal)
                if literal.atom.ast_type == ASTType.Comparison
                else [Literal(found, bool(literal.sign)) for found in self._atom(literal.atom.symbol)]
            )
        tuples = self._choices(node, [self._term(term) for term in node.terms])
        conditions = self._choices(node, parts)
        return [Element(terms, condition) for terms in tuples for condition in conditions]

    def _atom(self, node: AST) -> Sequence[Atom]:
        match node.ast_type:
            case ASTType.Pool:
                return [atom for argument in node.arguments for atom in self._atom(argument)]
            case ASTType.UnaryOperation:
                return [Atom(a.name, a.args, not a.positive) for a in self._atom(node.argument)]
            case ASTType.SymbolicTerm:
                return [Atom(node.symbol.name)]
            case _:
                return [Atom(node.name, args) for args in self._arguments(node)]

    def _arguments(self, node: AST, depth: int = 0) -> Sequence[tuple[Term, ...]]:
        return self._choices(node, [self._term(argument, depth) for argument in node.arguments])

    def _term(self, node: AST, depth: int = 0) -> Sequence[Term]:
        """The terms that this one stands for: one, or several where there is a pool."""
        if depth > MAX_TERM_DEPTH:
            if not self._refused:
                self._report(
                    "depth", node, f"more than {MAX_TERM_DEPTH} terms are nested", "flatten the term"
                )
            return [Symbol("refused")]
        depth += 1
        match node.ast_type:
            case ASTType.SymbolicTerm:
                return [_value(node.symbol)]
            case ASTType.Variable:
                self._variables.setdefault(node.name, self._begin(node))
                return [Variable(node.name)]
            case ASTType.Pool:
                return [term for argument in node.arguments for term in self._term(argument, depth)]
            case ASTType.Interval:
                bounds = self._choices(node, [self._term(node.left, depth), self._term(node.right, depth)])
                return [Interval(lower, upper) for lower, upper in bounds]
            case ASTType.UnaryOperation:
                operator = _UNARY[node.operator_type]
                terms = self._term(node.argument, depth)
                return [negative(t) if operator == "-" else Operation(operator, (t,)) for t in terms]
            case ASTType.BinaryOperation:
                pairs = self._choices(node, [self._term(node.left, depth), self._term(node.right, depth)])
                return [Operation(_BINARY[node.operator_type], pair) for pair in pairs]
            case _:
                if node.external:
                    self._refuse("function-call", node)
                return [Symbol(node.name, args) for args in self._arguments(node, depth)]

    def _choices(self, node: AST, parts: Sequence[Sequence[_Part]]) -> Sequence[tuple[_Part, ...]]:
        """All ways to take one of each, if they are not too many."""
        if prod(map(len, parts)) > MAX_POOL:
            cause = f"pools stand for more than {MAX_POOL} combinations"
            self._report("pool", node, cause, "write facts and a rule over them")
            return [tuple(part[0] for part in parts)]
        return list(product(*parts))

    def _begin(self, node: AST) -> Location:
        begin = node.location.begin
        return self.place(begin.line, begin.column)

    def _refuse(self, kind: str, node: AST) -> None:
        name, remedy = _OUTSIDE[kind]
        self._report(kind, node, f"{name} is outside the rule language", remedy)

    def _report(self, kind: str, node: AST, cause: str, remedy: str) -> None:
        self._refused = True
        self.diagnostics.append(Diagnostic(kind, self._begin(node), cause, remedy))


def _value(symbol: ClingoSymbol) -> Term:
    match symbol.type:
        case SymbolType.Number:
            return Number(symbol.number)
        case SymbolType.String:
            return String(symbol.string)
        case SymbolType.Infimum:
            return Extremum("inf")
        case SymbolType.Supremum:
            return Extremum("sup")
        case _:
            args: Iterable[Term] = map(_value, symbol.arguments)
            return Symbol(symbol.name, tuple(args), symbol.positive)

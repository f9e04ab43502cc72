"""Programs as pyDatalog's text, for `pyDatalog.load(text)`.

>>> from suffice.rules.parse import parse_program
>>> text = 'e(1,2). p(X,Z) :- e(X,Y), p(Y,Z), X != 3. p(X,Y+1) :- e(X,Y). q(X) :- e(X,_), not p(X,_).'
>>> written = write_pydatalog(parse_program(text))
>>> print(written.text, end="")
+ e(1, 2)
p(X, Z) <= p(Y, Z) & e(X, Y) & (X != 3)
p(X, N1) <= e(X, Y) & (N1 == Y + 1)
has_p(X1) <= p(X1, X2)
q(X) <= e(X, X_2) & ~has_p(X)
>>> for loss in written.lost:
...     print(loss)
<string>:1:43: `p(X,Y+1) :- e(X,Y).`: numbers of Python have no bound, ours wrap at 32 bits
<string>:1:63: `not p(X,_)`: pyDatalog negates bound atoms only; written over a helper `has_p`
"""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Iterable, Iterator, Mapping

from suffice.rules.atoms import Atom, Literal, PlainElement, Signature
from suffice.rules.dialects.dialect import Loss, Written
from suffice.rules.dialects.flat import Flat
from suffice.rules.dialects.kinds import Kinds
from suffice.rules.dialects.names import rename, rename_variables
from suffice.rules.dialects.plain import (
    arranged,
    computations,
    first_places,
    left_out,
    plain_rules,
    renamings,
    terms_in,
    unbounded,
)
from suffice.rules.dialects.souffle_writer import merged, undeclared
from suffice.rules.graph import settling_order
from suffice.rules.program import Program
from suffice.rules.rule import Location, Rule
from suffice.rules.terms import Number, Operation, String, Symbol, Term, Variable, variables_of

__all__ = ["FORBIDDEN", "write_pydatalog"]

#: Names that mean something else in pyDatalog's text.
_TAKEN = (
    "ask concat_ concat count_ format_ len_ max_ mean_ min_ pyDatalog rank_ rank running_sum_ running_sum "
    "sum_ tuple_"
)
FORBIDDEN = frozenset({*keyword.kwlist, *keyword.softkwlist, *dir(builtins), *_TAKEN.split()})
_NAME = re.compile(r"[a-z][A-Za-z0-9_]*")
_OPERATORS = {"+": "+", "-": "-", "*": "*"}
_TRUTHS = ("True", "False")


def write_pydatalog(program: Program) -> Written:
    """Write a program for pyDatalog.

    Args:
        program: any program.

    Returns:
        Its text; the recursive atom of a body stands first, else pyDatalog does not end. What is lost: strong negation (a
        predicate of its own), constants (strings), `#show`, declarations, the bound on numbers, and rules with other terms or
        other arithmetic than `+`, `-` and `*`, and with an order over columns that hold more than numbers.
    """
    rules, lost = plain_rules(program)
    rules, _, more = undeclared(rules, "pyDatalog")
    lost += more
    if program.shows is not None:
        shown = ", ".join(map(str, program.shows)) or "nothing"
        lost.append(Loss(None, f"`#show` of {shown}", "left out: pyDatalog shows what is asked for"))
    kinds = Kinds(rules)
    kept: list[Rule] = []
    said: list[Rule] = []
    for number, rule in enumerate(rules):
        flat = Flat(rule, kinds, number).rule
        if why := _obstacle(rule, flat, kinds, number):
            lost.append(left_out(rule, why))
        else:
            kept.append(flat)
            said.append(rule)
    writer = _Writer(kept)
    lines = [line for rule in kept for line in writer.lines(rule)]
    lost += [*merged(kept, "pyDatalog"), *unbounded(said, "Python"), *writer.lost]
    return Written("".join(f"{line}\n" for line in [*writer.empty(), *lines]), tuple(lost))


def _obstacle(rule: Rule, flat: Rule, kinds: Kinds, number: int) -> str | None:
    for term in terms_in(rule):
        if why := _unsaid(term):
            return why

    def is_number(term: Term) -> bool:
        if isinstance(term, Variable):
            return kinds.of_variable(number, term.name) <= {"number"}  # nothing is known: nothing is there
        return kinds.is_number(number, term)

    for part in rule.comparisons:
        ordered = part.guards[0][0] not in ("=", "!=")
        computed = any(isinstance(term, Operation) for term in part.terms)
        if ordered and not computed and not all(map(is_number, part.terms)):
            return "pyDatalog orders numbers only"
    inner = (op for term in terms_in(rule) for op in computations(term))
    if not all(is_number(Variable(name)) for op in inner for name in variables_of(op)):
        return "pyDatalog computes with numbers only"
    return (
        None
        if arranged(flat) is not None
        else "pyDatalog solves no equations, and every variable must be bound"
    )


def _unsaid(term: Term) -> str | None:
    match term:
        case String(value=value) if value in _TRUTHS:
            return f"pyDatalog takes the string `{term}` for a truth value"
        case Number() | String() | Variable():
            return None
        case Symbol(args=(), positive=True, name=name) if name:
            return None
        case Operation(operator="-", args=(inner,)):
            return _unsaid(inner)
        case Operation(operator=operator, args=(left, right)) if operator in _OPERATORS:
            return _unsaid(left) or _unsaid(right)
        case Operation(operator=operator):
            return f"`{operator}` is another operation in Python"
        case _:
            return f"pyDatalog has no value like `{term}`"


class _Writer:
    def __init__(self, rules: Iterable[Rule]) -> None:
        self.lost: list[Loss] = []
        order = settling_order(rules)
        self._component = {member: place for place, part in enumerate(order) for member in part}
        self._heads = {rule.head.signature for rule in rules}
        self._names = self._named(first_places(rules))
        self._helpers: dict[tuple[Signature, tuple[int, ...]], str] = {}

    def empty(self) -> Iterator[str]:
        """Clauses that never hold, for predicates that nothing derives: pyDatalog must know them."""
        for signature, name in self._names.items():
            if signature not in self._heads:
                args = [f"X{place}" for place in range(1, max(signature.arity, 1) + 1)]
                everywhere = "".join(f" & ({arg} == 0)" for arg in args[1:])
                head = ", ".join(args) if signature.arity else ""
                yield f"{name}({head}) <= (X1 == 0) & (X1 == 1){everywhere}"

    def lines(self, rule: Rule) -> Iterator[str]:
        """The clause of a rule, after those of the helpers that it needs."""
        own = self._component[rule.head.signature]

        def is_other(part: PlainElement) -> bool:
            return (
                not isinstance(part, Literal) or part.negated or self._component[part.atom.signature] != own
            )

        recursive_first: list[PlainElement] = sorted(rule.plain, key=is_other)
        body = arranged(Rule(rule.head, tuple(recursive_first)))
        assert body is not None  # `_obstacle` has left it out
        variables = rename_variables(rule.variables)
        goals = []
        for part in body:
            if isinstance(part, Literal) and part.negated and Variable("_") in part.atom.args:
                name, definition = self._helper(part.atom)
                if definition:
                    yield definition
                    why = f"pyDatalog negates bound atoms only; written over a helper `{name}`"
                    self.lost.append(Loss(rule.location, f"`{part}`", why))
                shown = (_term(arg, variables) for arg in part.atom.args if arg != Variable("_"))
                goals.append(f"~{name}({', '.join(shown)})")
            else:
                goals.append(self._part(part, variables))
        head = self._atom(rule.head, variables)
        yield f"{head} <= {' & '.join(goals)}" if goals else f"+ {head}"

    def _helper(self, atom: Atom) -> tuple[str, str | None]:
        """The projection of a predicate to the arguments that are named, and its clause the first time."""
        places = tuple(place for place, arg in enumerate(atom.args) if arg != Variable("_"))
        key = atom.signature, places
        if key in self._helpers:
            return self._helpers[key], None
        base = name = f"has_{self._names[atom.signature]}"
        number = 1
        while name in (*self._names.values(), *self._helpers.values()):
            number += 1
            name = f"{base}_{number}"
        self._helpers[key] = name
        everything = [f"X{place + 1}" for place in range(len(atom.args))]
        kept = ", ".join(everything[place] for place in places)
        return name, f"{name}({kept}) <= {self._names[atom.signature]}({', '.join(everything)})"

    def _part(self, part: PlainElement, variables: dict[str, str]) -> str:
        if isinstance(part, Literal):
            return f"{'~' if part.negated else ''}{self._atom(part.atom, variables)}"
        ((operator, right),) = part.guards
        sign = "==" if operator == "=" else operator
        left = part.left
        if isinstance(right, Variable) and not isinstance(left, Variable) and operator in ("=", "!="):
            left, right = right, left
        return f"({_term(left, variables)} {sign} {_term(right, variables)})"

    def _atom(self, atom: Atom, variables: dict[str, str]) -> str:
        args = []
        for arg in atom.args:
            if arg == Variable("_"):
                number = len(variables) + 1
                while f"X_{number}" in variables.values():
                    number += 1
                variables[f"_ {number}"] = f"X_{number}"
                args.append(f"X_{number}")
            else:
                args.append(_term(arg, variables))
        return f"{self._names[atom.signature]}({', '.join(args)})"

    def _named(self, first: Mapping[Signature, Location | None]) -> dict[Signature, str]:
        keys = {signature: f"{'' if signature.positive else '-'}{signature.name}" for signature in first}
        names = rename(keys.values(), _NAME, fit=_fit, taken=FORBIDDEN)
        named = {signature: names[key] for signature, key in keys.items()}
        self.lost += renamings(first, named)
        return named


def _fit(name: str) -> str:
    plain = re.sub(r"[^A-Za-z0-9_]", "_", name.replace("-", "neg_"))
    plain = plain if plain[0].isalpha() else f"p{plain}"
    return f"{plain}_" if plain in FORBIDDEN else plain


def _term(term: Term, variables: Mapping[str, str]) -> str:
    match term:
        case Variable(name=name):
            return variables[name]
        case Number(value=value):
            return str(value)
        case String(value=value):
            return repr(value)
        case Operation(operator="-", args=(inner,)):
            return f"0 - {_wrapped(inner, variables)}"
        case Operation(operator=operator, args=(left, right)):
            return f"{_wrapped(left, variables)} {_OPERATORS[operator]} {_wrapped(right, variables)}"
        case _:
            return repr(str(term))


def _wrapped(term: Term, variables: Mapping[str, str]) -> str:
    text = _term(term, variables)
    return f"({text})" if isinstance(term, Operation) or text.startswith("-") else text

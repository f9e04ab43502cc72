"""Programs as Souffle's text.

Souffle is typed and knows numbers and strings. Types are inferred from what stands in a column; a constant becomes a string.

>>> from suffice.rules.parse import parse_program
>>> written = write_souffle(parse_program('edge(1,2). path(X,Y) :- edge(X,Y), not edge(Y,_), X != 3.'))
>>> print(written.text, end="")
.decl edge(x1:number, x2:number)
.decl path(x1:number, x2:number)
edge(1, 2).
path(X, Y) :- edge(X, Y), !edge(Y, _), X != 3.
.output edge
.output path
>>> written.lost
()
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from suffice.errors import ProgramError
from suffice.rules.atoms import Atom, Literal, PlainElement, Signature
from suffice.rules.dialects.dialect import Loss, Written
from suffice.rules.dialects.kinds import Kinds
from suffice.rules.dialects.names import rename, rename_variables
from suffice.rules.dialects.plain import (
    arranged,
    first_places,
    is_declaration,
    left_out,
    plain_rules,
    renamings,
    terms_in,
)
from suffice.rules.program import Program
from suffice.rules.rule import Location, Rule
from suffice.rules.terms import Number, Operation, String, Symbol, Term, Variable

__all__ = ["ESCAPES", "WORDS", "merged", "undeclared", "write_souffle"]

#: Words of the language that no relation and no variable can have.
_WORDS = (
    "as autoinc band bnot bor brie btree bshl bshr bshru btree_delete bxor cat choice contains count "
    "eqrel false inline input itof itou land lnot lor lxor magic match max mean min nil no_inline "
    "no_magic ord output overridable override printsize range recursive stateful strlen strsub substr sum "
    "to_float to_number to_string to_unsigned true utof utoi"
)
WORDS = frozenset(_WORDS.split())
ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_OPERATORS = {
    "+": "+",
    "-": "-",
    "*": "*",
    "/": "/",
    "\\": "%",
    "**": "^",
    "&": "band",
    "?": "bor",
    "^": "bxor",
    "~": "bnot",
}
_MIXED = {"string", "symbol"}


def write_souffle(program: Program) -> Written:
    """Write a program for Souffle.

    Args:
        program: any program.

    Returns:
        Its text. What is lost: strong negation (a relation of its own), constants (strings), columns of numbers and strings
        (strings), declarations, and rules that Souffle can't say.

    Raises:
        ProgramError: a column of numbers and strings is computed with, or ordered.
    """
    rules, lost = plain_rules(program)
    rules, inputs, more = undeclared(rules, "Souffle", keep_evidence=True)
    lost += more
    kept = []
    for rule in rules:
        why = _obstacle(rule)
        if why:
            lost.append(left_out(rule, why))
        else:
            kept.append(rule)
    writer = _Writer(kept, program, inputs)
    lines = [*writer.declarations(), *map(writer.rule, kept), *writer.outputs()]
    lost += [*writer.lost, *merged(kept, "Souffle", Kinds(kept)), *_divisions(kept)]
    return Written("".join(f"{line}\n" for line in lines), tuple(lost))


def undeclared(
    rules: Iterable[Rule], language: str, *, keep_evidence: bool = False
) -> tuple[list[Rule], list[Signature], list[Loss]]:
    """Rules without declarations, predicates whose facts all come from outside, and the declarations that are lost."""
    kept: list[Rule] = []
    found: dict[str, list[Rule]] = {}
    for rule in rules:
        if is_declaration(rule):
            found.setdefault(rule.head.name, []).append(rule)
        else:
            kept.append(rule)
    heads = {rule.head.signature for rule in kept}
    inputs: list[Signature] = []
    lost: list[Loss] = []
    for name, declared in found.items():
        left = []
        for rule in declared:
            match rule.head.args:
                case (Symbol(name=predicate, args=(), positive=positive), Number(value=arity)) if (
                    name == "evidence"
                ):
                    signature = Signature(predicate, arity, positive)
                    if keep_evidence and signature not in heads:
                        inputs.append(signature)
                        continue
            left.append(rule)
        if left:
            what = f"`{left[0]}`" + (f" and {len(left) - 1} more" if len(left) > 1 else "")
            lost.append(Loss(left[0].location, what, f"left out: {language} has no such declaration"))
    return kept, list(dict.fromkeys(inputs)), lost


def merged(rules: Iterable[Rule], language: str, kinds: Kinds | None = None) -> list[Loss]:
    """That constants become strings, for a language that has no other."""
    symbols: dict[str, Location | None] = {}
    strings: set[str] = set()
    for rule in rules:
        for term in terms_in(rule):
            if isinstance(term, Symbol):
                symbols.setdefault(term.name, rule.location)
            elif isinstance(term, String):
                strings.add(term.value)
    if not symbols:
        return []
    first, place = next(iter(symbols.items()))
    what = f"the constant `{first}`" + (f" and {len(symbols) - 1} more" if len(symbols) > 1 else "")
    lost = [Loss(place, what, f"{language} has no constants; written as strings")]
    for both in [name for name in symbols if name in strings]:
        lost.append(Loss(symbols[both], f'`{both}` and `"{both}"`', "they are one and the same in the text"))
    if strings and kinds is not None and kinds.orders({"symbol", "string"}):
        lost.append(Loss(place, "the order of constants and strings", "constants no longer come first"))
    return lost


def _obstacle(rule: Rule) -> str | None:
    """Why Souffle can't say a rule."""
    for term in terms_in(rule):
        if why := _unsaid(term):
            return why
    return (
        None
        if arranged(rule) is not None
        else "Souffle solves no equations, and every variable must be bound"
    )


def _unsaid(term: Term) -> str | None:
    match term:
        case Number() | String() | Variable():
            return None
        case Symbol(args=(), positive=True, name=name) if name:
            return None
        case Operation(operator="**", args=(_, power)) if not (
            isinstance(power, Number) and power.value >= 0
        ):
            return "a power whose exponent is no constant"
        case Operation(args=args):
            return next((why for why in map(_unsaid, args) if why), None)
        case _:
            return f"Souffle has no value like `{term}`"


def _divisions(rules: Iterable[Rule]) -> Iterable[Loss]:
    for rule in rules:
        if any(map(_may_divide_by_zero, terms_in(rule))):
            why = "a division by zero has no value here, and stops Souffle"
            yield Loss(rule.location, f"`{rule}`", why)


def _may_divide_by_zero(term: Term) -> bool:
    if not isinstance(term, Operation):
        return False
    divides = term.operator in ("/", "\\") and not (
        isinstance(term.args[1], Number) and term.args[1].value not in (0, -1)
    )
    return divides or any(map(_may_divide_by_zero, term.args))


class _Writer:
    def __init__(self, rules: list[Rule], program: Program, inputs: list[Signature]) -> None:
        self._kinds = Kinds(rules)
        self._numbers = {id(rule): number for number, rule in enumerate(rules)}
        self._inputs = inputs
        self.lost: list[Loss] = []
        first = first_places(rules)
        for signature in inputs:
            first.setdefault(signature, None)
        wanted = tuple(first if program.shows is None else dict.fromkeys(program.shows))
        known = [signature for signature in wanted if signature in first]
        self._shows = known or list(first)
        if len(known) < len(wanted) or program.shows == ():
            unknown = ", ".join(str(signature) for signature in wanted if signature not in first) or "nothing"
            why = f"`.output` names relations that are there; {'left out' if known else 'all are output'}"
            self.lost.append(Loss(None, f"`#show` of {unknown}", why))
        self._signatures = list(first)
        self._names = self._named(first)
        self._mixed = {
            (signature, place)
            for signature in first
            for place in range(signature.arity)
            if self._is_mixed(signature, place)
        }
        for signature, place in sorted(self._mixed):
            where, what = first[signature], f"numbers in column {place + 1} of `{signature}`"
            if self._kinds.is_computed(signature, place):
                file, line, column = where or (None, None, None)
                raise ProgramError(
                    f"column {place + 1} of `{signature}` holds numbers and strings and is ordered or computed with",
                    file=file,
                    line=line,
                    column=column,
                    remedy="Souffle's columns have one type: use two predicates",
                )
            self.lost.append(Loss(where, what, "the column also holds strings; written as strings"))

    def declarations(self) -> Iterable[str]:
        for signature in self._signatures:
            columns = (f"x{place + 1}:{self._type(signature, place)}" for place in range(signature.arity))
            yield f".decl {self._names[signature]}({', '.join(columns)})"
        for signature in self._inputs:
            yield f".input {self._names[signature]}"

    def outputs(self) -> Iterable[str]:
        for signature in self._shows:
            yield f".output {self._names[signature]}"

    def rule(self, rule: Rule) -> str:
        number = self._numbers[id(rule)]
        variables = {"_": "_", **rename_variables(rule.variables)}
        head = self._atom(rule.head, variables)
        body = ", ".join(self._part(part, variables, number) for part in rule.plain)
        return f"{head} :- {body}." if body else f"{head}."

    def _part(self, part: PlainElement, variables: Mapping[str, str], number: int) -> str:
        if isinstance(part, Literal):
            return f"{'!' if part.negated else ''}{self._atom(part.atom, variables)}"
        ((operator, _),) = part.guards
        kinds = {
            kind
            for term in part.terms
            if isinstance(term, Variable)
            for kind in self._kinds.of_variable(number, term.name)
        }
        as_strings = "number" in kinds and bool(kinds & _MIXED)
        left, right = (_term(term, variables, as_strings) for term in part.terms)
        return f"{left} {operator} {right}"

    def _atom(self, atom: Atom, variables: Mapping[str, str]) -> str:
        args = (
            _term(arg, variables, (atom.signature, place) in self._mixed)
            for place, arg in enumerate(atom.args)
        )
        return f"{self._names[atom.signature]}({', '.join(args)})"

    def _is_mixed(self, signature: Signature, place: int) -> bool:
        kinds = self._kinds.of_column(signature, place)
        return "number" in kinds and bool(kinds & _MIXED)

    def _type(self, signature: Signature, place: int) -> str:
        return "number" if self._kinds.of_column(signature, place) == {"number"} else "symbol"

    def _named(self, first: Mapping[Signature, Location | None]) -> dict[Signature, str]:
        """A relation for each predicate: another one for another arity, and for strong negation."""
        keys: dict[Signature, str] = {}
        owner: dict[str, Signature] = {}
        for signature in first:
            plain = signature.name if signature.positive else f"-{signature.name}"
            keys[signature] = (
                plain if owner.setdefault(plain, signature) == signature else f"{plain}/{signature.arity}"
            )
        names = rename(keys.values(), _NAME, fit=fit_relation, taken=WORDS)
        named = {signature: names[key] for signature, key in keys.items()}
        self.lost += renamings(first, named)
        return named


def fit_relation(key: str) -> str:
    """A relation's name for a predicate that can't keep its own.

    >>> fit_relation("-p'/2"), fit_relation("count")
    ('neg_p__2', 'count_')
    """
    plain = re.sub(r"[^A-Za-z0-9_]", "_", key.replace("-", "neg_"))
    return f"{plain}_" if plain in WORDS else plain


def _term(term: Term, variables: Mapping[str, str], as_string: bool) -> str:
    match term:
        case Variable(name=name):
            return variables[name]
        case Number(value=value):
            return f'"{value}"' if as_string else str(value)
        case String(value=value):
            return f'"{"".join(ESCAPES.get(character, character) for character in value)}"'
        case Operation(operator="|", args=(inner,)):
            text = _term(inner, variables, False)
            return f"max({text}, -({text}))"
        case Operation(operator=operator, args=(inner,)):
            return f"{_OPERATORS[operator]}({_term(inner, variables, False)})"
        case Operation(operator=operator, args=(left, right)):
            sides = [_term(side, variables, False) for side in (left, right)]
            return f"({sides[0]} {_OPERATORS[operator]} {sides[1]})"
        case _:
            return f'"{term}"'

"""Programs as Prolog's text, for SWI-Prolog: tabled, so that recursion ends, and in an order that Prolog can follow.

>>> from suffice.rules.parse import parse_program
>>> text = 'e(1,"a b"). p(X,Y) :- e(X,Y). p(X,Z) :- not q(Z), p(X,Y), Z = X+1, Z > 2, e(Y,Z).'
>>> written = write_prolog(parse_program(text))
>>> print(written.text, end="")
:- table p/2.
:- dynamic q/1.
e(1, "a b").
p(X, Y) :- e(X, Y).
p(X, Z) :- p(X, Y), integer(X), Z is X + 1, \\+ q(Z), Z @> 2, e(Y, Z).
>>> [loss.why for loss in written.lost]
['numbers of Prolog have no bound, ours wrap at 32 bits']
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from suffice.rules.atoms import Atom, Comparison, Literal, PlainElement, Signature
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
from suffice.rules.program import Program
from suffice.rules.rule import Rule
from suffice.rules.terms import Number, Operation, String, Symbol, Term, Variable, variables_of

__all__ = ["BUILT_IN", "write_prolog"]

#: Predicates that a program may not define.
_BUILT_IN = (
    "abolish arg assert asserta assertz atom atom_chars atom_codes atom_concat atom_length atom_number "
    "atomic bagof between call callable catch clause compare compound consult copy_term current_op dif "
    "fail false findall float forall format functor ground halt integer is is_list length listing maplist "
    "member msort nb_getval nb_setval nl nonvar not number number_codes once op print read repeat retract "
    "retractall setof sort string sub_atom succ term_to_atom throw tnot true unify_with_occurs_check var "
    "write writeln"
)
BUILT_IN = frozenset(_BUILT_IN.split())
#: Atoms that are operators.
_OPERATOR_NAMES = "as discontiguous div divmod dynamic initialization is mod multifile rdiv rem table xor"
_WORDS = frozenset(_OPERATOR_NAMES.split())
_ATOM = re.compile(r"[a-z][A-Za-z0-9_]*")
_OPERATORS = {
    "+": "+",
    "-": "-",
    "*": "*",
    "/": "//",
    "\\": "rem",
    "**": "^",
    "&": "/\\",
    "?": "\\/",
    "^": "xor",
    "~": "\\",
}
_OF_NUMBERS = {"=": "=:=", "!=": "=\\=", "<": "<", "<=": "=<", ">": ">", ">=": ">="}
_OF_TERMS = {"=": "=", "!=": "\\==", "<": "@<", "<=": "@=<", ">": "@>", ">=": "@>="}


def write_prolog(program: Program) -> Written:
    """Write a program for SWI-Prolog.

    Args:
        program: any program; declarations stay facts.

    Returns:
        Its text. What is lost: strong negation of predicates (a name of its own), `#show`, the bound on numbers, tuples, `#inf`
        and `#sup`, and rules whose arithmetic would have to be solved.
    """
    rules, lost = plain_rules(program)
    kinds = Kinds(rules)
    kept: list[tuple[Rule, tuple[PlainElement, ...]]] = []
    said: list[Rule] = []
    for number, rule in enumerate(rules):
        flat = Flat(rule, kinds, number).rule
        body = arranged(flat)
        why = next((why for why in map(_unsaid, terms_in(rule)) if why), None)
        if why is None and body is None:
            why = "Prolog solves no equations, and every variable must be bound"
        if why or body is None:
            lost.append(left_out(rule, why or ""))
        else:
            kept.append((flat, body))
            said.append(rule)
    if program.shows is not None:
        shown = ", ".join(map(str, program.shows)) or "nothing"
        lost.append(Loss(None, f"`#show` of {shown}", "left out: Prolog shows what is asked for"))
    names, renamed = _named(rule for rule, _ in kept)
    lost += renamed
    kinds = Kinds(
        [rule for rule, _ in kept]
    )  # of what is written, so that reading and writing again changes nothing
    clauses = [_Clause(rule, body, names, kinds, number).text() for number, (rule, body) in enumerate(kept)]
    lost += unbounded(said, "Prolog")
    lines = [*_directives([rule for rule, _ in kept], names), *clauses]
    return Written("".join(f"{line}\n" for line in lines), tuple(lost))


def _unsaid(term: Term) -> str | None:
    """Why Prolog has no such term."""
    match term:
        case Number() | String() | Variable():
            return None
        case Symbol(name=name, args=args) if name:
            return next((why for why in map(_unsaid, args) if why), None)
        case Operation(operator="**", args=(_, power)) if not (
            isinstance(power, Number) and power.value >= 0
        ):
            return "a power whose exponent is no constant"
        case Operation(args=args):
            return next((why for why in map(_unsaid, args) if why), None)
        case _:
            return f"Prolog has no value like `{term}`"


def _named(rules: Iterable[Rule]) -> tuple[dict[Signature, str], list[Loss]]:
    """Names of predicates: their own, except for strong negation and what Prolog keeps for itself."""
    first = first_places(rules)
    keys = {signature: f"{'' if signature.positive else '-'}{signature.name}" for signature in first}
    legal = re.compile(r"[^-].*", re.DOTALL)
    names = rename(
        keys.values(),
        legal,
        fit=lambda name: name.replace("-", "neg_") if name[0] == "-" else f"{name}_",
        taken=BUILT_IN,
    )
    named = {signature: names[key] for signature, key in keys.items()}
    return named, list(renamings(first, named, "Prolog has it already; "))


def _directives(rules: list[Rule], names: Mapping[Signature, str]) -> Iterator[str]:
    heads = [rule.head.signature for rule in rules]
    proper = dict.fromkeys(rule.head.signature for rule in rules if rule.plain)
    for signature in proper:
        yield f":- table {_quoted(names[signature])}/{signature.arity}."
    for signature in names:
        if signature not in heads:
            yield f":- dynamic {_quoted(names[signature])}/{signature.arity}."
    runs = [head for place, head in enumerate(heads) if place == 0 or heads[place - 1] != head]
    for signature in dict.fromkeys(head for head in runs if runs.count(head) > 1):
        yield f":- discontiguous {_quoted(names[signature])}/{signature.arity}."


class _Clause:
    """The text of a flat rule whose body is arranged."""

    def __init__(
        self,
        rule: Rule,
        body: tuple[PlainElement, ...],
        names: Mapping[Signature, str],
        kinds: Kinds,
        number: int,
    ) -> None:
        self._rule, self._body, self._names = rule, body, names
        self._kinds, self._number = kinds, number
        self._variables = {"_": "_", **rename_variables(rule.variables)}
        self._bound: set[str] = set()
        self._guarded: set[str] = set()

    def text(self) -> str:
        """The clause."""
        goals = [goal for part in self._body for goal in self._goals(part)]
        head = self._atom(self._rule.head)
        return f"{head} :- {', '.join(goals)}." if goals else f"{head}."

    def _goals(self, part: PlainElement) -> Iterator[str]:
        if isinstance(part, Literal):
            yield f"\\+ {self._atom(part.atom)}" if part.negated else self._atom(part.atom)
        else:
            yield from self._guards(part)
            yield self._comparison(part)
        if not (isinstance(part, Literal) and part.negated):
            self._bound.update(part.variables)

    def _guards(self, part: Comparison) -> Iterator[str]:
        """Arithmetic is over integers: on anything else Prolog stops."""
        for operation in (inner for term in part.terms for inner in computations(term)):
            for name in dict.fromkeys(variables_of(operation)):
                if name not in self._guarded and not self._kinds.is_number(self._number, Variable(name)):
                    self._guarded.add(name)
                    yield f"integer({self._variables[name]})"

    def _comparison(self, part: Comparison) -> str:
        ((operator, right),) = part.guards
        left = part.left
        if operator == "=" and isinstance(right, Variable) and right.name not in self._bound:
            left, right = right, left
        if operator == "=" and isinstance(left, Variable) and left.name not in self._bound:
            sign = "is" if isinstance(right, Operation) else "="
        elif all(self._kinds.is_number(self._number, term) for term in (left, right)):
            sign = _OF_NUMBERS[operator]
        elif operator == "=" and isinstance(right, Operation):
            sign = "is"  # compares too, with anything
        elif operator == "=" and isinstance(left, Operation):
            left, right, sign = right, left, "is"
        else:
            sign = _OF_TERMS[operator]
        return f"{self._term(left)} {sign} {self._term(right)}"

    def _atom(self, atom: Atom) -> str:
        name = _quoted(self._names[atom.signature])
        return f"{name}({', '.join(map(self._term, atom.args))})" if atom.args else name

    def _term(self, term: Term) -> str:
        match term:
            case Variable(name=name):
                return self._variables[name]
            case Number(value=value):
                return str(value)
            case String(value=value):
                return _string(value, '"')
            case Symbol(name=name, args=args, positive=positive):
                text = _quoted(name) + (f"({', '.join(map(self._term, args))})" if args else "")
                return text if positive else f"- {text}"
            case Operation(operator="|", args=(inner,)):
                return f"abs({self._term(inner)})"
            case Operation(operator=operator, args=(inner,)):
                return f"{_OPERATORS[operator]} {self._wrapped(inner)}"
            case Operation(operator=operator, args=(left, right)):
                return f"{self._wrapped(left)} {_OPERATORS[operator]} {self._wrapped(right)}"
            case _:
                raise AssertionError(term)  # `_unsaid` has left it out

    def _wrapped(self, term: Term) -> str:
        text = self._term(term)
        bare = not isinstance(term, Operation) or term.operator == "|"
        return text if bare and not text.startswith("-") else f"({text})"


def _quoted(name: str) -> str:
    return name if _ATOM.fullmatch(name) and name not in _WORDS else _string(name, "'")


def _string(text: str, quote: str) -> str:
    inside = (
        text.replace("\\", "\\\\")
        .replace(quote, "\\" + quote)
        .replace("\n", "\\n")
        .replace("\t", "\\t")
        .replace("\r", "\\r")
    )
    return f"{quote}{inside}{quote}"

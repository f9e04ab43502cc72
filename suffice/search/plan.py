"""From a reading of a question to its requirement program: rules, lookups and declarations.

>>> from suffice.extractors import read_lexicon, read_question
>>> lexicon = read_lexicon()
>>> asked = "Who is the maternal grandfather of Ann?"
>>> plan = make_plan(asked, read_question(asked, lexicon)[0], lexicon, read_library())
>>> print(plan.program, end="")  # doctest: +NORMALIZE_WHITESPACE, +ELLIPSIS
answer(V1) :- maternal_grandfather("Ann",V1).
maternal_grandfather(X,Z) :- mother(X,Y), father(Y,Z).
question("Who is the maternal grandfather of Ann?").
lexicon("...").
evidence(father,2).
lookup(father,2,"Who is the father of {0}?").
evidence(mother,2).
lookup(mother,2,"Who is the mother of {0}?").
goal(answer,1).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from suffice.extractors import Lexicon, Reading
from suffice.rules import Atom, Number, Program, Rule, Signature, String, Symbol, parse_program

__all__ = ["GOAL", "Plan", "make_plan", "read_library", "slice_program", "write_question"]

GOAL = Signature("answer", 1)


@dataclass(frozen=True, slots=True)
class Plan:
    """A reading and the program that it needs."""

    reading: Reading
    program: Program


@lru_cache(maxsize=1)
def read_library() -> Program:
    """The rules that ship with suffice: calendar, kinship, origin."""
    program = Program()
    folder = files("suffice.rules").joinpath("library")
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if Path(file.name).suffix == ".lp":
            program += parse_program(file.read_text("utf-8"), file.name)
    return program


def make_plan(
    question: str, reading: Reading, lexicon: Lexicon, rules: Program, *, read_as: str | None = None
) -> Plan:
    """The requirement program of a reading.

    Args:
        question: the question as asked; the program says what it answers, `question("...")`,
            and with which lexicon it was read, `lexicon("...")`.
        reading: of the question.
        lexicon: where its relations are declared.
        rules: the library and the user's own; only what the reading can reach is taken.
        read_as: the question with the capitals of names, where it was asked without and read so: `read_as("...")`.
    """
    wanted = [atom.signature for rule in reading.rules for atom in (*rule.positive, *rule.negative)]
    reached = slice_program(rules, wanted)
    declared = set(reached.lookups) | {GOAL}
    facts = [Rule(write_question(question)), Rule(Atom("lexicon", (String(lexicon.sha256),)))]
    if read_as is not None and read_as != question:
        facts.append(Rule(Atom("read_as", write_question(read_as).args)))
    for signature in sorted(_leaves((*reading.rules, *reached.rules), lexicon)):
        if signature not in declared:
            facts.extend(
                Rule(atom) for atom in _declare(signature.name, lexicon) if Rule(atom) not in reached.rules
            )
    for described in reading.described:
        predicate = Symbol(described.name), Number(2)
        facts.append(Rule(Atom("evidence", predicate)))
        facts.append(Rule(Atom("lookup", (*predicate, String(described.wording)))))
        if described.functional:
            facts.append(Rule(Atom("functional", predicate)))
    facts.append(Rule(Atom("goal", (Symbol("answer"), Number(1)))))
    if reading.single or reading.value in ("name", "yes/no"):
        facts.append(Rule(Atom("functional", (Symbol("answer"), Number(1)))))
    return Plan(reading, Program((*reading.rules, *reached.rules, *facts)))


def write_question(question: str) -> Atom:
    """The fact by which a program says what it answers; text cannot hold NUL and lone surrogates.

    >>> str(write_question("Why?"))
    'question("Why?")'
    """
    text = "".join(
        "\N{REPLACEMENT CHARACTER}" if c == "\0" or "\ud800" <= c <= "\udfff" else c for c in question
    )
    return Atom("question", (String(text),))


def slice_program(program: Program, wanted: Sequence[Signature]) -> Program:
    """The rules, facts and declarations that bear on some predicates, in the order written.

    >>> print(slice_program(parse_program("a :- b. b. c :- d."), [Signature("a", 0)]), end="")
    a :- b.
    b.
    """
    heads: dict[Signature, list[Rule]] = {}
    for rule in program.rules:
        heads.setdefault(rule.head.signature, []).append(rule)
    reached: set[Signature] = set()
    pending = list(wanted)
    while pending:
        signature = pending.pop()
        if signature not in reached:
            reached.add(signature)
            rules = heads.get(signature, ())
            pending.extend(atom.signature for rule in rules for atom in (*rule.positive, *rule.negative))
    declarations = set(program.declarations)
    kept = tuple(
        rule
        for rule in program.rules
        if (_declares(rule) in reached if rule in declarations else rule.head.signature in reached)
    )
    return Program(kept, constants=program.constants)


def _declares(rule: Rule) -> Signature | None:
    """The predicate that a declaration is about."""
    match rule.head:
        case Atom(name="states", args=(_, Symbol(name=name, args=args, positive=positive))):
            return Signature(name, len(args), positive)
        case Atom(args=(Symbol(name=name, positive=positive), Number(value=arity), *_)):
            return Signature(name, arity, positive)
    return None


def _leaves(rules: Sequence[Rule], lexicon: Lexicon) -> Iterator[Signature]:
    """Predicates of the lexicon that passages state."""
    seen = {atom.signature for rule in rules for atom in (*rule.positive, *rule.negative)}
    return (
        signature
        for signature in seen
        if signature.arity == 2
        and signature.name in lexicon.relation
        and not lexicon.relation[signature.name].derived
    )


def _declare(name: str, lexicon: Lexicon) -> Iterator[Atom]:
    relation = lexicon.relation[name]
    predicate = Symbol(name), Number(2)
    yield Atom("evidence", predicate)
    yield Atom("lookup", (*predicate, String(relation.word_lookup(name))))
    if relation.functional:
        yield Atom("functional", predicate)

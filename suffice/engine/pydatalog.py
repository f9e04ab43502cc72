"""pyDatalog as an engine: an independent second opinion on Datalog with comparisons and stratified negation.

pyDatalog answers queries top down. It does not end on cycles unless the recursive literal stands first in its body, so
bodies are reordered; it keeps global state and can't be interrupted, so it runs in a process of its own, for a limited time.

>>> from suffice.rules import parse_program
>>> program = parse_program("e(1,2). e(2,1). t(X,Y) :- e(X,Y). t(X,Z) :- e(X,Y), t(Y,Z).")
>>> sorted(map(str, PyDatalog().derive(program) - set(program.facts)))
['t(1,1)', 't(1,2)', 't(2,1)', 't(2,2)']
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from itertools import groupby

from suffice.engine import pydatalog_child
from suffice.engine.apart import run_apart
from suffice.engine.codes import Codes, values_in
from suffice.engine.limits import Limits
from suffice.engine.normal_form import normalise_program, ordinary_atoms
from suffice.engine.relational import check_program, obstacle, relational_rules, split_bodies
from suffice.errors import EngineError
from suffice.rules import Atom, Literal, Program, Rule, Signature, Term, Variable
from suffice.rules.graph import closure, settling_order

__all__ = ["PyDatalog"]

_COMPARISONS = {"=": "=="}
#: A fact that always holds: pyDatalog has no rule without a literal.
_TRUE = "true(0)"


class PyDatalog:
    """Rules as pyDatalog clauses over integers.

    Args:
        limits: `seconds` and `memory` count.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        self._limits = limits or Limits()

    def refuses(self, program: Program) -> str | None:
        """See `Engine.refuses`: terms that are built or taken apart, intervals, all arithmetic."""
        if find_spec("pyDatalog") is None:
            return "the library is not installed: pip install 'suffice[datalog]'"
        return obstacle(program, arithmetic=False)

    def derive(self, program: Program) -> frozenset[Atom]:
        """See `Engine.derive`; an atom may hold with `-` and without."""
        check_program(program)
        if reason := self.refuses(program):
            raise EngineError(f"pydatalog: {reason}", remedy="use the engine `clingo` or `ground`")
        normal = normalise_program(program)
        facts = [*normal.facts, *(rule.head for rule in normal.declarations)]
        rules = _live(split_bodies(relational_rules(normal)), facts)
        writer = _Writer(facts, rules)
        # pyDatalog may negate a recursive predicate before all of it is derived: so one component after the other, and what
        # is negated is a copy of what was derived below.
        layers = [list(layer) for _, layer in groupby(sorted(rules, key=writer.place), writer.place)]
        heads = tuple(dict.fromkeys(rule.head.signature for layer in layers for rule in layer))
        negated = {atom.signature for rule in rules for atom in rule.negative}
        job = {
            "facts": [("true", [0]), *map(writer.fact, facts)],
            "layers": [
                {
                    "rules": list(writer.clauses(layer)),
                    "asked": [
                        (
                            writer.names[head],
                            max(head.arity, 1),
                            writer.settled(head) if head in negated else None,
                        )
                        for head in dict.fromkeys(rule.head.signature for rule in layer)
                    ],
                }
                for layer in layers
            ],
        }
        derived = {
            Atom(head.name, tuple(map(writer.codes.decode, row)) if head.arity else (), head.positive)
            for head, rows in zip(heads, _ask(job, self._limits) if heads else (), strict=True)
            for row in rows
        }
        return ordinary_atoms((*facts, *derived))


def _ask(job: object, limits: Limits) -> list[list[list[int]]]:
    """Let another process answer."""
    command = [sys.executable, pydatalog_child.__file__]
    done = run_apart("pydatalog", command, json.dumps(job), limits)
    if done.returncode:
        said = done.stderr.strip().rpartition("\n")[2] or f"it ended with code {done.returncode}"
        raise EngineError(f"pydatalog: {said}", remedy="use another engine")
    found: list[list[list[int]]] = json.loads(done.stdout)
    return found


def _live(rules: Sequence[Rule], facts: Iterable[Atom]) -> tuple[Rule, ...]:
    """The rules without what mentions a predicate that can have no atom: pyDatalog knows only what is defined."""
    bodies = ((rule.head.signature, {atom.signature for atom in rule.positive}) for rule in rules)
    possible = closure(bodies, {atom.signature for atom in facts})
    return tuple(
        Rule(
            rule.head,
            tuple(
                part for part in rule.body if not isinstance(part, Literal) or part.atom.signature in possible
            ),
        )
        for rule in rules
        if all(atom.signature in possible for atom in rule.positive)
    )


class _Writer:
    """Atoms and rules as text for pyDatalog: predicates p0, p1, ..., variables V0, V1, ..., values as their codes."""

    def __init__(self, facts: Sequence[Atom], rules: Sequence[Rule]) -> None:
        self.codes = Codes(values_in((*map(Rule, facts), *rules)))
        atoms = (*facts, *(atom for rule in rules for atom in (rule.head, *rule.positive, *rule.negative)))
        self.names = {
            signature: f"p{number}"
            for number, signature in enumerate(dict.fromkeys(atom.signature for atom in atoms))
        }
        order = settling_order(rules, self.names)
        self._component = {member: place for place, part in enumerate(order) for member in part}
        self._heads = frozenset(rule.head.signature for rule in rules)
        self._projections = 0

    def fact(self, atom: Atom) -> tuple[str, list[int]]:
        """Name and row of a ground atom."""
        return self.names[atom.signature], list(map(self.codes.encode, atom.args)) or [0]

    def place(self, rule: Rule) -> int:
        """The place of what a rule derives among the components of predicates, each after all that it depends on."""
        return self._component[rule.head.signature]

    def settled(self, signature: Signature) -> str:
        """The predicate that holds what was derived of a predicate, once that is complete; for facts it is the same."""
        name = self.names[signature]
        return f"z{name}" if signature in self._heads else name

    def clauses(self, rules: Iterable[Rule]) -> Iterator[str]:
        """Clauses for rules, and for the projections that their negative literals need."""
        for rule in rules:
            variables = {name: f"V{number}" for number, name in enumerate(rule.variables)}
            own = self._component[rule.head.signature]
            # Recursive literals first: else pyDatalog does not end on cycles.
            joined = sorted(rule.positive, key=lambda atom: self._component[atom.signature] != own)
            body = [self._atom(atom, variables) for atom in joined] or [_TRUE]
            for comparison in rule.comparisons:
                ((operator, right),) = comparison.guards
                sides = [self._term(term, variables) for term in (comparison.left, right)]
                body.append(f"({sides[0]} {_COMPARISONS.get(operator, operator)} {sides[1]})")
            for atom in rule.negative:
                kept = tuple(arg for arg in atom.args if arg != Variable("_"))
                name = self.settled(atom.signature)
                text = self._atom(atom, variables, name)
                if len(kept) < len(atom.args):
                    # Under `~` every variable must be bound.
                    self._projections += 1
                    projection = f"n{self._projections}"
                    places = [f"V{place}" for place, arg in enumerate(atom.args) if arg != Variable("_")]
                    everything = ", ".join(f"V{place}" for place in range(len(atom.args)))
                    rows = f"{name}({everything})"
                    if name != self.names[atom.signature]:
                        rows += f" & (V0 != {pydatalog_child.NOTHING})"
                    yield f"{projection}({', '.join(places) or '0'}) <= {rows}"
                    text = f"{projection}({', '.join(self._term(arg, variables) for arg in kept) or '0'})"
                body.append(f"~{text}")
            yield f"{self._atom(rule.head, variables)} <= {' & '.join(body)}"

    def _atom(self, atom: Atom, variables: dict[str, str], name: str | None = None) -> str:
        args = [self._term(arg, variables) for arg in atom.args] or ["0"]
        return f"{name or self.names[atom.signature]}({', '.join(args)})"

    def _term(self, term: Term, variables: dict[str, str]) -> str:
        if isinstance(term, Variable):
            if term.name == "_":
                return variables.setdefault(f"_{len(variables)}", f"V{len(variables)}")
            return variables[term.name]
        return str(self.codes.encode(term))

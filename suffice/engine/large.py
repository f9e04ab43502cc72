"""Explanations over large databases: the small program that concerns one goal.

What follows from 10^6 facts and more is derived once, with the round in which each atom came. From there a derivation is
found backwards by point queries: a rule instance whose atoms came in earlier rounds. Its facts with the rules are an
ordinary small program, for `prove`, `certify` and `find_supports`. With all instances instead of one, the slice is whole:
every derivation is in it, and so is every support.

>>> from suffice.engine.duck import DuckDB
>>> from suffice.engine.loading import Columns
>>> from suffice.rules import parse_atom, parse_program
>>> program = parse_program("t(X,Y) :- e(X,Y). t(X,Z) :- t(X,Y), e(Y,Z).")
>>> with DuckDB().evaluate(program, [Columns("e", [range(1000), range(1, 1001)])], ranks=True) as database:
...     print(explain_slice(database, parse_atom("t(7,9)")), end="")
e(7,8).
e(8,9).
t(X,Y) :- e(X,Y).
t(X,Z) :- t(X,Y), e(Y,Z).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count, islice

from suffice.engine.database import Database
from suffice.engine.evaluation import substitute_atom
from suffice.engine.limits import Limits
from suffice.engine.normal_form import normalise_atom
from suffice.engine.symbols import order_of
from suffice.errors import EngineError, LimitReached, UsageError
from suffice.rules import Atom, BodyElement, Literal, Program, Rule, Signature, Term, Variable
from suffice.rules.graph import settling_order
from suffice.rules.terms import is_ground

__all__ = ["explain_slice"]

_DEFAULT = Limits()


def explain_slice(
    database: Database, goal: Atom, *, whole: bool = False, limits: Limits = _DEFAULT
) -> Program | None:
    """The facts and rules that concern a goal.

    Atoms that are in dispute with one of the slice (another value of a functional predicate, the same atom with `-`) are in
    it as well, so that `prove` judges as it would over everything.

    Args:
        database: evaluated with ranks.
        goal: an atom; a variable stands for anything. One derivation is of its first instance, in clingo's order.
        whole: all derivations of all instances, not one.
        limits: how many rule instances the slice may hold.

    Returns:
        A program: declarations, facts, and the rules; with negation in them, the instances of the rules instead, so
        that what is absent from the database stays absent. None if the goal does not follow.

    Raises:
        LimitReached: the slice is larger than the limits.
        EngineError: a rule of the program has an aggregate.
        UsageError: the database has no ranks, or the goal takes a term apart.
    """
    if missing := {rule.head.signature for rule in database.rules} - set(database.ranked):
        raise UsageError(f"`{min(missing)}` has no ranks", remedy="evaluate with `ranks=True`")
    program = database.program
    for rule in program.proper_rules:
        if rule.aggregates:
            raise EngineError(
                f"no slice is cut out where a rule counts: `{rule}`", remedy="use `prove` without a database"
            )
    goal = normalise_atom(goal, program)
    if any(not isinstance(arg, Variable) and not is_ground(arg) for arg in goal.args):
        raise UsageError(f"`{goal}` takes a term apart", remedy="use a variable")
    walk = _Walk(database, whole, limits)
    walk.follow(database.instances(goal, None if whole else 1))
    if not walk.seen:
        return None
    rules: Iterable[Rule] = program.proper_rules
    if any(rule.negative for rule in rules):
        rules = walk.instances
    facts = sorted(walk.facts, key=order_of)
    return Program((*program.declarations, *map(Rule, facts), *rules), program.shows)


class _Walk:
    """Backwards through rule instances, each atom once."""

    def __init__(self, database: Database, whole: bool, limits: Limits) -> None:
        self.seen: dict[Atom, None] = {}
        self.facts: list[Atom] = []
        self.instances: list[Rule] = []
        self._database = database
        self._whole = whole
        self._limits = limits
        self._rules: dict[Signature, list[Rule]] = {}
        for rule in database.rules:
            self._rules.setdefault(rule.head.signature, []).append(_named(rule))
        order = settling_order(database.rules, database.tables.names)
        self._component = {s: number for number, part in enumerate(order) for s in part}

    def follow(self, atoms: Iterable[Atom]) -> None:
        """Add atoms and all that they are derived from."""
        queue: list[Atom] = []

        def add(more: Iterable[Atom]) -> None:
            for atom in more:
                if atom not in self.seen:
                    self.seen[atom] = None
                    queue.append(atom)

        add(atoms)
        for atom in queue:  # grows while it is walked
            rank = self._database.rank(atom)
            if rank is None:
                continue
            if not rank:
                self.facts.append(atom)
            if rank or self._whole:
                for rule in self._instances_of(atom, rank):
                    self.instances.append(rule)
                    if len(self.instances) > self._limits.instances:
                        raise LimitReached(
                            f"the slice holds more than {self._limits.instances} rule instances",
                            remedy="raise --max-instances, or ask for one derivation",
                        )
                    add(rule.positive)
            add(self._rivals(atom))

    def _instances_of(self, atom: Atom, rank: int) -> Iterator[Rule]:
        found = (
            instance
            for rule in self._rules.get(atom.signature, ())
            for instance in self._instances(rule, atom, rank)
        )
        return found if self._whole else islice(found, 1)

    def _instances(self, rule: Rule, atom: Atom, rank: int) -> Iterator[Rule]:
        tables = self._database.tables
        own = self._component[atom.signature]
        early = [place for place, part in enumerate(rule.positive) if self._component[part.signature] == own]
        query = tables.instances(rule, tables.row(atom), {} if self._whole else dict.fromkeys(early, rank))
        for row in self._database.session.run(
            query + (" ORDER BY ALL" if self._whole else " ORDER BY ALL LIMIT 1")
        ):
            values = dict(zip(rule.variables, map(tables.codes.decode, row), strict=False))
            body: list[BodyElement] = [
                Literal(substitute_atom(part.atom, values), part.negated)
                for part in rule.body
                if isinstance(part, Literal)
            ]
            yield Rule(atom, tuple(body), rule.location)

    def _rivals(self, atom: Atom) -> Iterator[Atom]:
        database = self._database
        if database.program.functional and atom.args and atom.signature in database.program.functional:
            yield from database.instances(Atom(atom.name, (*atom.args[:-1], Variable("V")), atom.positive))
        opposite = Atom(atom.name, atom.args, not atom.positive)
        if opposite.signature in database.tables.names and database.rank(opposite) is not None:
            yield opposite


def _named(rule: Rule) -> Rule:
    """The rule with a name for every `_` of its positive literals, so that these can be read off an instance."""
    numbers = count()

    def name(arg: Term) -> Term:
        return Variable(f"_A{next(numbers)}") if arg == Variable("_") else arg

    body: list[BodyElement] = []
    for part in rule.body:
        if isinstance(part, Literal) and not part.negated:
            atom = part.atom
            part = Literal(Atom(atom.name, tuple(map(name, atom.args)), atom.positive))
        body.append(part)
    return Rule(rule.head, tuple(body), rule.location)

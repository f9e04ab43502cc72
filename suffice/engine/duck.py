"""DuckDB as an engine: rules compiled to SQL, evaluated in memory or in a file; facts from tables never become objects.

>>> from suffice.rules import parse_program
>>> program = parse_program("e(1,2). e(2,3). t(X,Y) :- e(X,Y). t(X,Z) :- t(X,Y), e(Y,Z).")
>>> sorted(map(str, DuckDB().derive(program)))
['e(1,2)', 'e(2,3)', 't(1,2)', 't(1,3)', 't(2,3)']
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from os import PathLike, fspath
from typing import TYPE_CHECKING

from suffice.engine.codes import Codes, values_in
from suffice.engine.grouping import Group, group_aggregates, refusal
from suffice.engine.limits import Limits
from suffice.engine.normal_form import normalise_program
from suffice.engine.relational import LONGEST, check_program, relational_rules, split_bodies
from suffice.engine.session import Session, open_session
from suffice.engine.sql import RANK, Tables
from suffice.errors import EngineError, ProgramError
from suffice.rules import Atom, Program, Rule, Signature, String
from suffice.rules.graph import settling_order

if TYPE_CHECKING:
    from suffice.engine.database import Database
    from suffice.engine.loading import Source

__all__ = ["DuckDB"]


class DuckDB:
    """Rules with variables as SQL.

    Args:
        limits: `seconds` counts; rule instances are not counted, they are never made.
        memory: what DuckDB may use, such as "2GB", in place of the limits' memory or, without one, of `MEMORY`; beyond it
            writes to disk where it can, else the limit is reached.
        database: a file for the tables; they are kept in its schema `suffice_scratch`, dropped in the end.
        threads: as many as there are cores, if None.
    """

    MEMORY = "2GB"

    def __init__(
        self,
        limits: Limits | None = None,
        *,
        memory: str | None = None,
        database: str | PathLike[str] = ":memory:",
        threads: int | None = None,
    ) -> None:
        self._limits = limits or Limits()
        own = self._limits.memory
        self._memory = memory or (self.MEMORY if own is None else f"{own}B")
        self._database = fspath(database)
        self._threads = threads

    def refuses(self, program: Program) -> str | None:
        """See `Engine.refuses`: terms that are built or taken apart, intervals, powers, equations to be solved."""
        if find_spec("duckdb") is None:
            return "the library is not installed: pip install 'suffice[duckdb]'"
        return refusal(program)

    def derive(self, program: Program) -> frozenset[Atom]:
        """See `Engine.derive`; an atom may hold with `-` and without."""
        with self.evaluate(program) as database:
            return frozenset(atom for signature in database.signatures for atom in database.atoms(signature))

    @contextmanager
    def evaluate(
        self, program: Program, sources: Iterable[Source] = (), *, ranks: bool = False
    ) -> Iterator[Database]:
        """Derive all that follows, and keep it in the database for the while.

        Args:
            program: rules and facts.
            sources: more facts, from files or columns in memory.
            ranks: whether to keep for each derived atom the round in which it came.

        Raises:
            ProgramError: the program is not safe or not stratified.
            UsageError: a source can't be read.
            LimitReached: time or memory is used up.
            EngineError: the engine can't do what the program asks.
        """
        from suffice.engine.database import Database  # these need NumPy
        from suffice.engine.fixpoint import saturate
        from suffice.engine.loading import load, number_strings, stage

        check_program(program)
        if reason := self.refuses(program):
            raise EngineError(f"duckdb: {reason}", remedy="use the engine `clingo` or `ground`")
        grouped = group_aggregates(program)
        program = normalise_program(program)
        facts = [*map(Rule, grouped.program.facts), *program.declarations]
        rules = relational_rules(grouped.program)
        if not ranks:
            rules = split_bodies(rules)
        elif any(len(rule.body) > LONGEST for rule in rules):
            raise EngineError(
                f"duckdb: ranks are kept for rules of at most {LONGEST} conditions",
                remedy="break the rule up",
            )
        groups = {group.target: group for group in grouped.groups}
        sources = list(sources)
        with open_session(
            self._limits, memory=self._memory, database=self._database, threads=self._threads
        ) as session:
            staged = stage(session, sources)
            values = list(values_in((*facts, *rules)))
            codes = Codes(values)
            if staged:
                own = (value.value for value in values if isinstance(value, String))
                codes = Codes(values, number_strings(session, staged, own), _reader(session))
            others = [one.signature for one in staged]
            tables = Tables((*facts, *rules), [*others, *grouped.hidden], codes)
            heads = {rule.head.signature for rule in rules}
            ranked = heads if ranks else set()
            _create(session, tables, ranked)
            load(session, staged, tables.names, tables.names.keys() - ranked)
            _add_facts(session, tables, facts)
            repeated = {one.signature for one in staged} - heads
            for head in heads.intersection(one.signature for one in staged):
                _make_distinct(session, tables, head)
            for members in settling_order(rules, tables.names, grouped.edges):
                own_rules = [rule for rule in rules if rule.head.signature in members]
                saturate(session, tables, own_rules, ranks=ranks)
                for target in groups.keys() & set(members):
                    _group(session, tables, groups[target])
            yield Database(session, tables, program, rules, repeated, ranked, bool(staged), grouped.hidden)


def _create(session: Session, tables: Tables, ranked: Collection[Signature]) -> None:
    for signature, name in tables.names.items():
        columns = [f"c{column} BIGINT" for column in range(max(signature.arity, 1))]
        if signature in ranked:
            columns.append(f"{RANK} INTEGER DEFAULT 0")
        session.run(f"CREATE TABLE {name} ({', '.join(columns)})")


def _add_facts(session: Session, tables: Tables, facts: Sequence[Rule]) -> None:
    rows: dict[str, dict[tuple[int, ...], None]] = {}
    for fact in facts:
        rows.setdefault(tables.names[fact.head.signature], {})[tables.row(fact.head)] = None
    for name, found in rows.items():
        columns = [list(column) for column in zip(*found, strict=True)]
        named = ", ".join(f"c{place}" for place in range(len(columns)))
        holes = ", ".join(["unnest(?::BIGINT[])"] * len(columns))
        session.run(f"INSERT INTO {name} ({named}) SELECT {holes}", columns)


def _make_distinct(session: Session, tables: Tables, signature: Signature) -> None:
    name = tables.names[signature]
    session.run(f"CREATE TABLE distinct_rows AS SELECT DISTINCT * FROM {name}")
    session.run(f"DELETE FROM {name}")
    session.run(f"INSERT INTO {name} SELECT * FROM distinct_rows")
    session.run("DROP TABLE distinct_rows")


def _reader(session: Session) -> Callable[[int], str]:
    return lambda code: str(session.run(f"SELECT text FROM words WHERE code = {code}")[0][0])


def _group(session: Session, tables: Tables, group: Group) -> None:
    """Compute an aggregate for each group of its tuples."""
    target = tables.names[group.target]
    session.run(f"INSERT INTO {target} {tables.group(group)}")
    if group.function == "sum" and session.run(
        f"SELECT 1 FROM {target} WHERE {tables.overflow(group)} LIMIT 1"
    ):
        raise ProgramError("a `#sum` beyond 32 bits", remedy="scale what it adds")

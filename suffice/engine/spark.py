"""Spark as an engine: the queries of `sql` over temporary views, the rounds driven from here (Spark has no recursive UNION).

A round costs a good part of a second even on a few rows: Spark is for what fits on no single machine.

Source: S. Abiteboul, R. Hull and V. Vianu, Foundations of Databases (1995), section 13.1 (semi-naive evaluation).
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from threading import Timer
from typing import TYPE_CHECKING, Any

from suffice.engine.grouping import Group, Grouped, group_aggregates, refusal
from suffice.engine.limits import Limits, out_of_time
from suffice.engine.normal_form import ordinary_atoms
from suffice.engine.relational import check_program, relational_rules, split_bodies
from suffice.engine.sql import SPARK, Tables, columns_of, union_of_new
from suffice.errors import EngineError, ProgramError
from suffice.rules import Atom, Program, Rule, Signature
from suffice.rules.graph import settling_order

if TYPE_CHECKING:  # imported where it is used: `import suffice.engine` does without
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["Spark"]

#: With more rows than this, facts are sent as data and not within a query.
_INLINE = 500
#: Programs with no more facts than this are run without what pays on many.
_SMALL = 20_000
#: After so many rounds what was found is gathered, so that no plan grows without end.
_GATHERED = 8


class Spark:
    """Rules with variables as SQL on Spark.

    Args:
        limits: `seconds` counts, for each program.
        master: a master URL; the environment's `SPARK_MASTER` or `local[2]` if None.
    """

    def __init__(self, limits: Limits | None = None, *, master: str | None = None) -> None:
        self._limits = limits or Limits()
        self._master = master or os.environ.get("SPARK_MASTER") or "local[2]"

    def refuses(self, program: Program) -> str | None:
        """See `Engine.refuses`: what DuckDB refuses, and everything where the library or Java is missing."""
        if find_spec("pyspark") is None:
            return "the library is not installed: pip install 'suffice[spark]'"
        home = os.environ.get("JAVA_HOME")
        if shutil.which("java", path=os.path.join(home, "bin") if home else None) is None:
            return "there is no Java: install Java 17 or later, or set JAVA_HOME"
        return refusal(program)

    def derive(self, program: Program) -> frozenset[Atom]:
        """See `Engine.derive`; an atom may hold with `-` and without."""
        (found,) = self.derive_all([program])
        return found

    def derive_all(self, programs: Iterable[Program]) -> Iterator[frozenset[Atom]]:
        """What follows from each of some programs, in one session, which is closed in the end.

        Raises:
            See `Engine.derive`.
        """
        jobs = [self._prepare(program) for program in programs]
        with _open_session(self._master) as session:
            for job in jobs:
                yield self._run(session, *job)

    def _prepare(self, program: Program) -> tuple[list[Rule], Sequence[Rule], Grouped]:
        check_program(program)
        if reason := self.refuses(program):
            raise EngineError(f"spark: {reason}", remedy="use the engine `clingo` or `ground`")
        grouped = group_aggregates(program)
        program = grouped.program
        rules = split_bodies(relational_rules(program))
        return [*map(Rule, program.facts), *program.declarations], rules, grouped

    def _run(
        self, session: SparkSession, facts: list[Rule], rules: Sequence[Rule], grouped: Grouped
    ) -> frozenset[Atom]:
        from py4j.protocol import Py4JError
        from pyspark.errors import PySparkException

        deadline = time.monotonic() + self._limits.seconds

        def cancel() -> None:
            with suppress(PySparkException, Py4JError):  # it may be over just now
                session.sparkContext.cancelAllJobs()

        timer = Timer(self._limits.seconds, cancel)
        timer.daemon = True
        timer.start()
        try:
            own = session.newSession()
            # Spark 4.3 loses the constraints of a checkpoint under a union: "key not found: c0".
            own.conf.set("spark.sql.constraintPropagation.enabled", "false")
            if len(facts) <= _SMALL:
                for name in ("spark.sql.adaptive.enabled", "spark.sql.codegen.wholeStage"):
                    own.conf.set(name, "false")  # planning and compiling would take most of the time
                own.conf.set("spark.sql.codegen.factoryMode", "NO_CODEGEN")
                own.conf.set("spark.sql.shuffle.partitions", "1")
                own.conf.set("spark.sql.defaultSizeInBytes", str(2**20))  # so that joins are broadcast
            tables = Tables((*facts, *rules), grouped.hidden, dialect=SPARK)
            evaluation = _Evaluation(own, tables, deadline)
            evaluation.load(facts)
            for members in settling_order(rules, tables.names, grouped.edges):
                evaluation.saturate([rule for rule in rules if rule.head.signature in members])
                for group in grouped.groups:
                    if group.target in members:
                        evaluation.group(group)
            found = evaluation.atoms()
            return ordinary_atoms(atom for atom in found if atom.signature not in grouped.hidden)
        except (PySparkException, Py4JError) as error:
            if time.monotonic() > deadline:
                raise out_of_time(self._limits.seconds) from None
            raise EngineError(f"spark: {_said(error)}", remedy="use the engine `duckdb`") from None
        except TimeoutError:
            raise out_of_time(self._limits.seconds) from None
        finally:
            timer.cancel()
            timer.join()


class _Evaluation:
    """One program in a session of its own, whose views bear the names of its tables."""

    def __init__(self, session: SparkSession, tables: Tables, deadline: float) -> None:
        self.tables = tables
        self._session = session
        self._deadline = deadline
        self._parts: dict[str, list[DataFrame]] = {}

    def load(self, facts: Iterable[Rule]) -> None:
        """A view for each predicate, with its facts."""
        rows: dict[Signature, dict[tuple[int, ...], None]] = {s: {} for s in self.tables.names}
        for fact in facts:
            rows[fact.head.signature][self.tables.row(fact.head)] = None
        for signature, name in self.tables.names.items():
            self._parts[name] = [self._frame(signature, list(rows[signature]))]
            self._show(name)

    def saturate(self, rules: Sequence[Rule]) -> None:
        """As `fixpoint.saturate`, by rounds."""
        heads = dict.fromkeys(rule.head.signature for rule in rules)
        first: dict[Signature, list[str]] = {head: [] for head in heads}
        later: dict[Signature, list[str]] = {head: [] for head in heads}
        for rule in rules:
            own = [place for place, atom in enumerate(rule.positive) if atom.signature in heads]
            later[rule.head.signature] += [self.tables.select(rule, place) for place in own]
            if not own:
                first[rule.head.signature].append(self.tables.select(rule))
        for head, selects in first.items():
            if selects:
                name = self.tables.names[head]
                self._parts[name].append(
                    self._session.sql(union_of_new([name], head, selects)).localCheckpoint(eager=False)
                )
                self._show(name)
        if not any(later.values()):
            return
        for name in map(self.tables.names.__getitem__, heads):
            self._gather(name).createOrReplaceTempView(f"d{name}")
        while self._advance(later):
            pass

    def group(self, group: Group) -> None:
        """Compute an aggregate for each group of its tuples."""
        values = self._cut(self.tables.group(group))
        if group.function == "sum" and values.where(self.tables.overflow(group)).take(1):
            raise ProgramError("a `#sum` beyond 32 bits", remedy="scale what it adds")
        name = self.tables.names[group.target]
        self._parts[name].append(values)
        self._show(name)

    def atoms(self) -> Iterator[Atom]:
        """Every atom, by one query."""
        names = list(self.tables.names.items())
        width = max((signature.arity for signature, _ in names), default=0)
        selects = []
        for number, (signature, name) in enumerate(names):
            values = [f"c{p}" if p < signature.arity else "CAST(NULL AS BIGINT)" for p in range(width)]
            selects.append(f"SELECT {', '.join([str(number), *values])} FROM {name}")
        for number, *row in self._session.sql(" UNION ALL ".join(selects)).collect() if selects else ():
            signature = names[number][0]
            yield self.tables.atom(signature, row[: signature.arity])

    def _advance(self, queries: Mapping[Signature, Sequence[str]]) -> bool:
        """Add what is new by some queries; whether there is anything."""
        if time.monotonic() > self._deadline:
            raise TimeoutError
        found = {
            self.tables.names[head]: self._cut(
                union_of_new([self.tables.names[head]], head, selects)
                if selects
                else f"SELECT * FROM {self.tables.names[head]} WHERE false"
            )
            for head, selects in queries.items()
        }
        fresh = {name: bool(frame.take(1)) for name, frame in found.items()}
        for name, frame in found.items():
            frame.createOrReplaceTempView(f"d{name}")
            if fresh[name]:
                self._parts[name].append(frame)
                if len(self._parts[name]) > _GATHERED:
                    self._gather(name)
                self._show(name)
        return any(fresh.values())

    def _gather(self, name: str) -> DataFrame:
        """The table as one piece, without the plan that made it."""
        self._show(name)
        whole = self._cut(
            f"SELECT /*+ COALESCE({self._session.sparkContext.defaultParallelism}) */ * FROM {name}"
        )
        self._parts[name] = [whole]
        self._show(name)
        return whole

    def _cut(self, query: str) -> DataFrame:
        """What a query gives, without the plan that gave it.

        A checkpoint alone keeps the plan's estimate of its size, a product of the sizes joined: with each round it would
        have twice as many digits, until they fill the memory.
        """
        from pyspark.sql import DataFrame

        kept = self._session.sql(query).localCheckpoint()
        rows, schema = kept._jdf.queryExecution().toRdd(), kept._jdf.schema()
        return DataFrame(
            self._session._jsparkSession.internalCreateDataFrame(rows, schema, False), self._session
        )

    def _union(self, name: str) -> DataFrame:
        first, *others = self._parts[name]
        for other in others:
            first = first.unionAll(other)
        return first

    def _show(self, name: str) -> None:
        self._union(name).createOrReplaceTempView(name)

    def _frame(self, signature: Signature, rows: list[tuple[int, ...]]) -> DataFrame:
        width = max(signature.arity, 1)
        if len(rows) > _INLINE:
            schema = ", ".join(f"c{place} BIGINT" for place in range(width))
            return self._session.createDataFrame(rows, schema).localCheckpoint()
        values = ", ".join(f"({', '.join(map(str, row))})" for row in rows or [(0,) * width])
        casts = ", ".join(f"CAST(c{place} AS BIGINT) AS c{place}" for place in range(width))
        empty = "" if rows else " WHERE false"
        return self._session.sql(f"SELECT {casts} FROM VALUES {values} AS v({columns_of(signature)}){empty}")


def _said(error: Exception) -> str:
    """The first line of what went wrong in Java, or here."""
    cause = getattr(error, "java_exception", None)
    return str(error if cause is None else cause.toString()).strip().partition("\n")[0]


@contextmanager
def _open_session(master: str) -> Iterator[SparkSession]:
    """The session that is there, or a quiet one that is closed in the end."""
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession

    active = SparkSession.getActiveSession()
    if active is not None:
        yield active
        return
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    settings: dict[str, Any] = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.shuffle.partitions": "2" if master.startswith("local") else "200",
        "spark.sql.ansi.enabled": "false",
        "spark.sql.catalogImplementation": "in-memory",
    }
    builder = SparkSession.builder.master(master).appName("suffice")
    for name, value in settings.items():
        builder = builder.config(name, value)
    with tempfile.TemporaryFile() as noise:
        try:
            with _stderr_to(noise.fileno()):  # what Java says on its way
                session = builder.getOrCreate()
                session.sparkContext.setLogLevel("OFF")
        except (PySparkException, Py4JError, RuntimeError, OSError) as error:
            noise.seek(0)
            lines = noise.read().decode(errors="replace").split("\n")
            said = next((line for line in lines if "Exception" in line or "Error" in line), str(error))
            raise EngineError(
                f"spark does not start: {said.strip()}", remedy="see that Java 17 or later is there"
            ) from None
        try:
            yield session
        finally:
            session.stop()


@contextmanager
def _stderr_to(target: int) -> Iterator[None]:
    sys.stderr.flush()
    saved = os.dup(2)
    os.dup2(target, 2)
    try:
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)

"""Databases: what follows from a program, kept in tables of codes where it was derived.

>>> from suffice.engine.duck import DuckDB
>>> from suffice.engine.loading import Columns
>>> from suffice.rules import parse_program
>>> program = parse_program('t(X,Y) :- e(X,Y). t(X,Z) :- t(X,Y), e(Y,Z).')
>>> with DuckDB().evaluate(program, [Columns("e", [[1, 2], [2, "x"]])]) as database:
...     print({str(signature): database.count(signature) for signature in database.signatures})
...     print(*database.atoms(Signature("t", 2)))
{'t/2': 3, 'e/2': 2}
t(1,2) t(1,"x") t(2,"x")
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from os import PathLike

import numpy as np
from numpy.typing import NDArray

from suffice.engine.codes import HIGHEST, LOWEST
from suffice.engine.normal_form import is_ordinary
from suffice.engine.session import Session, quoted
from suffice.engine.sql import RANK, Tables, columns_of
from suffice.rules import Atom, Program, Rule, Signature, String, Term, Variable
from suffice.rules.tables import refuse_text, replacing, said_number, said_term

__all__ = ["Database"]


class Database:
    """All that follows from a program, until its session ends; made by `DuckDB.evaluate`.

    Args:
        session: where the tables are.
        tables: their names, and the codes of values.
        program: in normal form.
        rules: its rules in relational form.
        repeated: predicates whose tables may hold a row twice.
        ranked: predicates whose tables have ranks.
        words: whether the strings are in a table of that name.
        hidden: predicates that the program does not have.
    """

    def __init__(
        self,
        session: Session,
        tables: Tables,
        program: Program,
        rules: Sequence[Rule],
        repeated: Collection[Signature] = (),
        ranked: Collection[Signature] = (),
        words: bool = False,
        hidden: Collection[Signature] = (),
    ) -> None:
        self.session = session
        self.tables = tables
        self.program = program
        self.rules = rules
        self.ranked = ranked
        self._repeated = repeated
        self._words = words
        self._is_learnt = not words
        self._hidden = hidden

    @property
    def signatures(self) -> tuple[Signature, ...]:
        """The ordinary predicates that the program or its tables mention."""
        return tuple(s for s in self.tables.names if is_ordinary(s) and s not in self._hidden)

    def count(self, signature: Signature) -> int:
        """How many atoms of a predicate hold."""
        return self.session.count(f"SELECT count(*) FROM ({self._rows(signature)})")

    def codes(self, signature: Signature) -> list[NDArray[np.int64]]:
        """The columns of a predicate as codes: a number is its own code, others are beyond 32 bits."""
        return self.session.columns(self._rows(signature)) if signature.arity else []

    def atoms(self, signature: Signature) -> Iterator[Atom]:
        """The atoms of a predicate that hold, in clingo's order; not to be mixed with other questions."""
        if not self._is_learnt:
            self.tables.codes.learn(dict(self.session.run("SELECT code, text FROM words")))
            self._is_learnt = True
        for row in self.session.rows(f"{self._rows(signature)} ORDER BY ALL"):
            yield self.tables.atom(signature, row)

    def rank(self, atom: Atom) -> int | None:
        """The round in which an atom came, 0 for a fact; None if it does not hold."""
        signature = atom.signature
        if signature not in self.tables.names:
            return None
        try:
            row = tuple(map(self.code, atom.args)) or (0,)
        except KeyError:
            return None
        rank = RANK if signature in self.ranked else "0"
        where = " AND ".join(f"c{place} = {code}" for place, code in enumerate(row))
        found = self.session.run(f"SELECT {rank} FROM {self.tables.names[signature]} WHERE {where} LIMIT 1")
        return int(found[0][0]) if found else None

    def instances(self, pattern: Atom, most: int | None = None) -> list[Atom]:
        """The atoms that hold and are instances of one, in clingo's order.

        Args:
            pattern: its arguments are values and variables.
            most: how many at most.
        """
        signature = pattern.signature
        if signature not in self.tables.names:
            return []
        tests, places = [], dict[str, int]()
        for place, arg in enumerate(pattern.args):
            if not isinstance(arg, Variable):
                try:
                    tests.append(f"c{place} = {self.code(arg)}")
                except KeyError:
                    return []
            elif arg.name != "_" and places.setdefault(arg.name, place) != place:
                tests.append(f"c{place} = c{places[arg.name]}")
        where = f" WHERE {' AND '.join(tests)}" if tests else ""
        limit = "" if most is None else f" LIMIT {most}"
        query = f"SELECT DISTINCT {columns_of(signature)} FROM {self.tables.names[signature]}{where} ORDER BY ALL{limit}"
        return [self.tables.atom(signature, row) for row in self.session.run(query)]

    def code(self, value: Term) -> int:
        """The code of a value.

        Raises:
            KeyError: nothing holds of that value.
        """
        try:
            return self.tables.codes.encode(value)
        except KeyError:
            if not self._words or not isinstance(value, String):
                raise
        found = self.session.run("SELECT code FROM words WHERE text = ?", [value.value])
        if not found:
            raise KeyError(value)
        self.tables.codes.learn({found[0][0]: value.value})
        return int(found[0][0])

    def write(
        self, folder: str | PathLike[str], kind: str = "csv", signatures: Collection[Signature] | None = None
    ) -> tuple[str, ...]:
        """As `write_facts`, row by row in clingo's order, without an object for each; relations without rows are left out.

        Args:
            folder: see `write_facts`.
            kind: likewise.
            signatures: what to write; all predicates if None.
        """
        wanted = [
            signature
            for signature in self.signatures
            if (signatures is None or signature in signatures)
            and self.session.run(f"SELECT 1 FROM {self.tables.names[signature]} LIMIT 1")
        ]
        losses: list[str] = []
        with replacing(folder, wanted, kind) as files:
            self._gather_texts()
            for signature, file in files.items():
                textual = self._check(signature, kind, losses)
                columns = [
                    f"CASE WHEN c{place} BETWEEN {LOWEST} AND {HIGHEST} THEN CAST(c{place} AS VARCHAR)"
                    f" ELSE w{place}.text END AS c{place}"
                    if place in textual
                    else f"CAST(c{place} AS INTEGER) AS c{place}"
                    for place in range(signature.arity)
                ] or ["'()'"]
                joins = "".join(f" LEFT JOIN texts w{place} ON w{place}.code = c{place}" for place in textual)
                order = ", ".join(f"t.c{place}" for place in range(max(signature.arity, 1)))
                self.session.run(
                    f"COPY (SELECT {', '.join(columns)} FROM ({self._rows(signature)}) t{joins} ORDER BY {order})"
                    f" TO {quoted(file)} ({_form(kind, textual)})"
                )
        self.session.run("DROP TABLE texts")
        return tuple(losses)

    def _rows(self, signature: Signature) -> str:
        distinct = "DISTINCT " if signature in self._repeated else ""
        return f"SELECT {distinct}{columns_of(signature)} FROM {self.tables.names[signature]}"

    def _gather_texts(self) -> None:
        """The table `texts`: every value that is no number as text, and whether that is a string."""
        others = self.tables.codes.others()
        values = [[code for code, _ in others], [_said(term) for _, term in others]]
        strings = [isinstance(term, String) for _, term in others]
        self.session.run(
            "CREATE TABLE texts AS SELECT unnest(?::BIGINT[]) AS code, unnest(?::VARCHAR[]) AS text,"
            " unnest(?::BOOLEAN[]) AS plain",
            [*values, strings],
        )
        if self._words:
            self.session.run(
                "INSERT INTO texts SELECT code, text, true FROM words ANTI JOIN texts USING (code)"
            )

    def _check(self, signature: Signature, kind: str, losses: list[str]) -> tuple[int, ...]:
        """The columns that hold more than numbers; an error for a value that the format can't say."""
        name = self.tables.names[signature]
        textual = tuple(
            place
            for place in range(signature.arity)
            if self.session.run(
                f"SELECT 1 FROM {name} WHERE c{place} NOT BETWEEN {LOWEST} AND {HIGHEST} LIMIT 1"
            )
        )
        if not textual:
            return ()
        used = " UNION ".join(f"SELECT c{place} AS code FROM {name}" for place in textual)
        texts = f"SELECT text FROM texts SEMI JOIN ({used}) USING (code) WHERE"
        number = "(regexp_full_match(text, '-?(0|[1-9][0-9]*)') AND text <> '-0')"
        large = f"coalesce(TRY_CAST(text AS BIGINT) NOT BETWEEN {LOWEST} AND {HIGHEST}, true)"
        unsaid = "regexp_matches(text, '[\\t\\n\\r]') OR text = '()'" if kind == "facts" else "false"
        for (text,) in self.session.run(
            f"{texts} text = 'NaN' OR ({number} AND {large}) OR {unsaid} ORDER BY code"
        ):
            refuse_text(text, signature, kind)
        for (text,) in self.session.run(f"{texts} NOT plain ORDER BY code LIMIT 1"):
            losses.append(said_term(signature, text))
        if self.session.run(f"{texts} plain AND {number} LIMIT 1"):
            losses.append(said_number(signature))
        return textual


def _said(term: Term) -> str:
    return term.value if isinstance(term, String) else str(term)


def _form(kind: str, textual: tuple[int, ...]) -> str:
    if kind == "parquet":
        return "FORMAT parquet"
    if kind == "facts":
        return "FORMAT csv, HEADER false, DELIMITER '\t', QUOTE '', ESCAPE ''"
    force = f", FORCE_QUOTE ({', '.join(f'c{place}' for place in textual)})" if textual else ""
    return f"FORMAT csv, HEADER false{force}"

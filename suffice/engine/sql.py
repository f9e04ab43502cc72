"""SQL: rules in relational form as plain `SELECT`s over tables of codes.

A relation is a table with one column of integers for each argument (one column of zeros if it has none), so that no text
of a program ever stands in a statement. A computed term is NULL where clingo has no value for it.

>>> from suffice.rules import parse_program
>>> program = parse_program("p(X) :- q(X,Y), X < Y, not r(Y,_).")
>>> print(Tables(program.rules).select(program.rules[0]))
SELECT t0.c0 AS c0 FROM r1 t0 WHERE t0.c0 < t0.c1 AND NOT EXISTS (SELECT 1 FROM r2 n WHERE n.c0 = t0.c1)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from suffice.engine.codes import HIGHEST, LOWEST, Codes, values_in
from suffice.engine.grouping import Group
from suffice.rules import Atom, Literal, Operation, Rule, Signature, Term, Variable

__all__ = ["DUCKDB", "RANK", "SPARK", "Dialect", "Tables", "columns_of", "union_of_new"]


@dataclass(frozen=True, slots=True)
class Dialect:
    """What databases spell differently.

    Args:
        quotient: integer division rounding towards zero, of `{0}` by `{1}`.
        xor: bitwise exclusive or.
    """

    quotient: str
    xor: str


DUCKDB = Dialect("({0} // {1})", "xor({0}, {1})")
SPARK = Dialect("({0} DIV {1})", "({0} ^ {1})")
#: The column of the round in which a row came: 0 for a fact, 1 for what rules without recursion give.
RANK = "rank"
_COMPARISONS = {"!=": "<>"}
_PLAIN = {"+": "+", "-": "-", "*": "*", "&": "&", "?": "|"}


class Tables:
    """Names of tables for the predicates of a program, and its rules as queries.

    Args:
        rules: facts and rules in relational form.
        others: predicates that may stand in none of them.
        codes: the codes of all values that can occur; by default of those in the rules.
        dialect: how the database spells it.
    """

    def __init__(
        self,
        rules: Iterable[Rule],
        others: Iterable[Signature] = (),
        codes: Codes | None = None,
        dialect: Dialect = DUCKDB,
    ) -> None:
        rules = tuple(rules)
        self.codes = Codes(values_in(rules)) if codes is None else codes
        self._dialect = dialect
        atoms = (
            atom
            for rule in rules
            for atom in (rule.head, *(part.atom for part in rule.body if isinstance(part, Literal)))
        )
        signatures = dict.fromkeys((*(atom.signature for atom in atoms), *others))
        #: The table of each predicate.
        self.names: Mapping[Signature, str] = {
            signature: f"r{number}" for number, signature in enumerate(signatures)
        }

    def row(self, atom: Atom) -> tuple[int, ...]:
        """A ground atom as a row."""
        return tuple(map(self.codes.encode, atom.args)) or (0,)

    def atom(self, signature: Signature, row: Iterable[int]) -> Atom:
        """A row as an atom."""
        args = tuple(map(self.codes.decode, row)) if signature.arity else ()
        return Atom(signature.name, args, signature.positive)

    def select(self, rule: Rule, fresh: int | None = None) -> str:
        """The query for what a rule derives.

        Args:
            rule: one in relational form.
            fresh: the positive literal that is to be taken from the rows of the last round, its table's name with `d`.
        """
        sources, tests, places = self._join(rule, fresh)
        values = [self._value(arg, places) for arg in rule.head.args] or ["0"]
        columns = ", ".join(f"{value} AS c{column}" for column, value in enumerate(values))
        return f"SELECT {columns}{_where(sources, tests)}"

    def group(self, group: Group) -> str:
        """The query for the values of an aggregate, one for each group of its tuples."""
        shared = group.target.arity - 1
        first = f"c{shared + 1}"
        number = f"CASE WHEN {first} BETWEEN {LOWEST} AND {HIGHEST} THEN {first} ELSE 0 END"
        values = {
            "count": "count(*)",
            "sum": f"sum({number})",
            "min": f"min({first})",
            "max": f"max({first})",
        }
        keys = [f"c{column}" for column in range(shared)]
        columns = ", ".join([*keys, f"CAST({values[group.function]} AS BIGINT) AS c{shared}"])
        ending = f"GROUP BY {', '.join(keys)}" if keys else "HAVING count(*) > 0"
        rows = f"SELECT DISTINCT {columns_of(group.source)} FROM {self.names[group.source]}"
        return f"SELECT {columns} FROM ({rows}) {ending}"

    def overflow(self, group: Group) -> str:
        """The test for a value beyond 32 bits."""
        return f"c{group.target.arity - 1} NOT BETWEEN {LOWEST} AND {HIGHEST}"

    def instances(self, rule: Rule, row: Sequence[int], before: Mapping[int, int]) -> str:
        """The query for the values of a rule's variables with which it derives a row.

        Args:
            rule: one in relational form.
            row: what it derives.
            before: positive literals that must have come before a round, with that round.
        """
        sources, tests, places = self._join(rule, None)
        for arg, code in zip(rule.head.args, row, strict=False):
            tests.append(f"{self._value(arg, places)} = {code}")
        tests += [f"t{number}.{RANK} < {rank}" for number, rank in before.items()]
        columns = ", ".join(f"{places[name]} AS c{column}" for column, name in enumerate(rule.variables))
        return f"SELECT {columns or '0'}{_where(sources, tests)}"

    def _join(self, rule: Rule, fresh: int | None) -> tuple[list[str], list[str], dict[str, str]]:
        """Sources, tests, and the column of each variable."""
        sources: list[str] = []
        places: dict[str, str] = {}
        tests: list[str] = []
        waiting: list[tuple[str, Term]] = []
        for number, atom in enumerate(rule.positive):
            table = self.names[atom.signature]
            sources.append(f"{'d' if number == fresh else ''}{table} t{number}")
            for column, arg in enumerate(atom.args):
                place = f"t{number}.c{column}"
                if not isinstance(arg, Variable):
                    waiting.append((place, arg))
                elif arg.name in places:
                    tests.append(f"{place} = {places[arg.name]}")
                elif arg.name != "_":
                    places[arg.name] = place
        tests += [f"{place} = {self._value(arg, places)}" for place, arg in waiting]
        for comparison in rule.comparisons:
            ((operator, right),) = comparison.guards
            left = self._value(comparison.left, places)
            tests.append(f"{left} {_COMPARISONS.get(operator, operator)} {self._value(right, places)}")
        computed: list[Term] = [arg for arg in rule.head.args if isinstance(arg, Operation)]
        for atom in rule.negative:
            tests.append(self._absence(atom, places))
            computed += [arg for arg in atom.args if isinstance(arg, Operation)]
        tests += [f"{self._value(term, places)} IS NOT NULL" for term in computed]
        return sources, tests, places

    def _absence(self, atom: Atom, places: Mapping[str, str]) -> str:
        matches = [
            f"n.c{column} = {self._value(arg, places)}"
            for column, arg in enumerate(atom.args)
            if arg != Variable("_")
        ]
        where = f" WHERE {' AND '.join(matches)}" if matches else ""
        return f"NOT EXISTS (SELECT 1 FROM {self.names[atom.signature]} n{where})"

    def _value(self, term: Term, places: Mapping[str, str]) -> str:
        match term:
            case Variable(name=name):
                return places[name]
            case Operation(operator=operator, args=args):
                return self._computed(operator, [self._number(arg, places) for arg in args])
            case _:
                return str(self.codes.encode(term))

    def _number(self, term: Term, places: Mapping[str, str]) -> str:
        """A value if it is a number, else NULL."""
        value = self._value(term, places)
        if isinstance(term, Variable):
            return f"CASE WHEN {value} BETWEEN {LOWEST} AND {HIGHEST} THEN {value} END"
        if isinstance(term, Operation) or LOWEST <= int(value) <= HIGHEST:
            return value
        return "CAST(NULL AS BIGINT)"

    def _computed(self, operator: str, parts: list[str]) -> str:
        """An operation on 64 bits, wrapped to 32 as clingo does."""
        match operator, parts:
            case "-", [number]:
                result = f"(- {number})"
            case "~", [number]:
                return f"(-1 - {number})"
            case "|", [number]:
                result = f"abs({number})"
            case "^", [left, right]:
                return self._dialect.xor.format(_wide(left), _wide(right))
            case (("/" | "\\"), [left, right]):
                # -2147483648 / -1 has no value, nor a remainder
                whole = f"NOT ({left} = {LOWEST} AND {right} = -1)"
                form = self._dialect.quotient if operator == "/" else "({0} % {1})"
                return f"CASE WHEN {whole} THEN {form.format(_wide(left), f'NULLIF({right}, 0)')} END"
            case _, [left, right]:
                result = f"({_wide(left)} {_PLAIN[operator]} {right})"
            case _:
                raise ValueError(operator)
        return f"((({result} + 2147483648) & 4294967295) - 2147483648)"


def _where(sources: Sequence[str], tests: Sequence[str]) -> str:
    return (f" FROM {', '.join(sources)}" if sources else "") + (
        f" WHERE {' AND '.join(tests)}" if tests else ""
    )


def _wide(number: str) -> str:
    """64 bits, so that nothing overflows before it is wrapped."""
    return f"CAST({number} AS BIGINT)"


def columns_of(signature: Signature) -> str:
    """The columns of a predicate's table."""
    return ", ".join(f"c{place}" for place in range(max(signature.arity, 1)))


def union_of_new(tables: Iterable[str], signature: Signature, selects: Sequence[str]) -> str:
    """The query for the rows that some queries give and no table of the predicate has, each once."""
    same = " AND ".join(f"o.c{place} = f.c{place}" for place in range(max(signature.arity, 1)))
    tests = " AND ".join(f"NOT EXISTS (SELECT 1 FROM {table} o WHERE {same})" for table in tables)
    return f"SELECT DISTINCT {columns_of(signature)} FROM ({' UNION ALL '.join(selects)}) f WHERE {tests}"

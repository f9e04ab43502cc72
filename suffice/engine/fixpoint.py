"""Fixpoints in DuckDB: all that follows by the rules of one component, in the way that costs least.

Without recursion that is one query. A predicate that each of its rules uses once is a recursive query, which DuckDB runs
in semi-naive rounds of its own; where it only follows paths and those are dense, sets of bits do (`reachability`).
Everything else, and what must remember its round, goes through rounds of ours.

A recursive query of DuckDB must not use its own relation twice in one rule: it would lose rows silently.

Source: S. Abiteboul, R. Hull and V. Vianu, Foundations of Databases (1995), section 13.1 (semi-naive evaluation).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.util import find_spec

import numpy as np

from suffice.engine.reachability import Pairs, Paths, path_rule
from suffice.engine.session import Session
from suffice.engine.sql import Tables, columns_of, union_of_new
from suffice.errors import LimitReached
from suffice.rules import Rule, Signature

__all__ = ["saturate"]

#: As many queries are put together in one: DuckDB nests them, and its stack has an end.
_TOGETHER = 100
#: With fewer or more rows of edges than this, sets of bits are not tried.
_FEWEST_EDGES, _MOST_EDGES = 100, 20_000_000


def saturate(session: Session, tables: Tables, rules: Sequence[Rule], *, ranks: bool = False) -> None:
    """Derive all that follows by the rules of one component, which may depend on each other.

    Args:
        session: where the tables are.
        tables: their names.
        rules: all with these heads, in relational form.
        ranks: whether the tables of the heads have the column `RANK`, to be filled.
    """
    heads = dict.fromkeys(rule.head.signature for rule in rules)
    own = [[place for place, atom in enumerate(rule.positive) if atom.signature in heads] for rule in rules]
    recursive = [rule for rule, places in zip(rules, own, strict=True) if places]
    for head in heads:
        plain = [r for r, places in zip(rules, own, strict=True) if not places and r.head.signature == head]
        if plain:
            _insert(session, tables, head, [tables.select(rule) for rule in plain], 1 if ranks else None)
    if not recursive:
        return
    if len(heads) == 1:
        (head,) = heads
        if _follow_paths(session, tables, head, recursive, ranks):
            return
        single = all(len(places) < 2 for places in own) and len(recursive) <= _TOGETHER
        if single and not ranks and _run_recursive_query(session, tables, head, recursive):
            return
    _run_rounds(session, tables, list(heads), recursive, ranks)


def _insert(
    session: Session, tables: Tables, head: Signature, selects: Sequence[str], rank: int | None
) -> None:
    name, columns = tables.names[head], columns_of(head)
    for some in _batches(selects):
        if session.run(f"SELECT 1 FROM {name} LIMIT 1"):
            found = union_of_new([name], head, some)
        else:
            found = f"SELECT DISTINCT {columns} FROM ({' UNION ALL '.join(some)})"
        if rank is not None:
            found = f"SELECT {columns}, {rank} FROM ({found})"
        session.run(f"INSERT INTO {name} {found}")


def _follow_paths(
    session: Session, tables: Tables, head: Signature, rules: Sequence[Rule], ranks: bool
) -> bool:
    """By sets of bits, or breadth first for ranks; False if that can't be, or would cost more."""
    forms = [path_rule(rule) for rule in rules]
    kinds = {form[0] for form in forms if form is not None}
    if None in forms or len(kinds) != 1:
        return False
    name = tables.names[head]
    steps = dict.fromkeys(tables.names[form[1]] for form in forms if form is not None)
    many = [session.count(f"SELECT count(*) FROM {table}") for table in (name, *steps)]
    if not _FEWEST_EDGES <= max(many) <= _MOST_EDGES or (ranks and not find_spec("numba")):
        return False
    base = _pairs(session, f"SELECT c0, c1 FROM {name}")
    edges = base
    if kinds != {"both"}:
        edges = _pairs(session, " UNION ALL ".join(f"SELECT c0, c1 FROM {step}" for step in steps))
    turned = kinds == {"left"}  # the same paths, backwards
    paths = Paths(base[::-1], edges[::-1]) if turned else Paths(base, edges)
    if ranks:
        for starts, ends, lengths in paths.ranked_pairs():
            found = (ends, starts) if turned else (starts, ends)
            # Paths put together of two reach twice as far in each round.
            rounds = np.ceil(np.log2(lengths + 1)).astype(np.int64) if kinds == {"both"} else lengths
            session.append(name, (*found, rounds + 1))
        return True
    if not paths.are_dense():
        return False
    session.run(f"DELETE FROM {name}")
    for block in paths.pairs():
        session.append(name, block[::-1] if turned else block)
    return True


def _pairs(session: Session, query: str) -> Pairs:
    first, second = session.columns(query)
    return first, second


def _run_recursive_query(session: Session, tables: Tables, head: Signature, rules: Sequence[Rule]) -> bool:
    """By `WITH RECURSIVE`; False if its rows do not fit into memory, where it must keep them."""
    name, columns = tables.names[head], columns_of(head)
    steps = " UNION ALL ".join(tables.select(rule) for rule in rules)
    session.run(f"ALTER TABLE {name} RENAME TO b{name}")
    try:
        session.run(
            f"CREATE TABLE {name} AS WITH RECURSIVE {name}({columns}) AS"
            f" (SELECT {columns} FROM b{name} UNION ({steps})) SELECT {columns} FROM {name}"
        )
    except LimitReached:
        if session.is_over:
            raise
        session.run(f"ALTER TABLE b{name} RENAME TO {name}")
        return False
    session.run(f"DROP TABLE b{name}")
    return True


def _run_rounds(
    session: Session, tables: Tables, heads: Sequence[Signature], rules: Sequence[Rule], ranks: bool
) -> None:
    """By rounds: in each, one literal of a rule is taken from what the round before brought."""
    queries: dict[Signature, list[str]] = {head: [] for head in heads}
    for rule in rules:
        own = [place for place, atom in enumerate(rule.positive) if atom.signature in queries]
        queries[rule.head.signature] += [tables.select(rule, place) for place in own]
    named = {head: tables.names[head] for head in heads}
    for head, name in named.items():
        session.run(f"CREATE TABLE d{name} AS SELECT {columns_of(head)} FROM {name}")
    rank, fresh = 1, True
    while fresh:
        rank += 1
        for head, name in named.items():
            selects = queries[head] or [f"SELECT {columns_of(head)} FROM {name} WHERE false"]
            first, *others = _batches(selects)
            session.run(f"CREATE TABLE n{name} AS {union_of_new([name], head, first)}")
            for some in others:
                session.run(f"INSERT INTO n{name} {union_of_new([name, f'n{name}'], head, some)}")
        fresh = False
        for head, name in named.items():
            columns = columns_of(head)
            session.run(f"INSERT INTO {name} SELECT {columns}{f', {rank}' if ranks else ''} FROM n{name}")
            session.run(f"DROP TABLE d{name}")
            session.run(f"ALTER TABLE n{name} RENAME TO d{name}")
            fresh = fresh or bool(session.run(f"SELECT 1 FROM d{name} LIMIT 1"))
    for name in named.values():
        session.run(f"DROP TABLE d{name}")


def _batches(selects: Sequence[str]) -> Iterator[Sequence[str]]:
    return (selects[start : start + _TOGETHER] for start in range(0, len(selects), _TOGETHER))

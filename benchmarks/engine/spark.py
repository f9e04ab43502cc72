"""Spark against DuckDB and clingo: the same relations, and what a session costs."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from benchmarks.engine.rules import build_workloads
from benchmarks.measure import Report, Target
from suffice.engine import ENGINES, Limits
from suffice.engine.spark import Spark
from suffice.rules import Atom, Number, Program, Rule, parse_program

__all__ = ["measure_topic"]


def measure_topic(quick: bool, seed: int) -> list[Report]:
    spark = Spark(Limits(seconds=900))
    if reason := spark.refuses(parse_program("p(1).")):
        return [Report("Spark", ("workload",), (), notes=(reason,))]
    chosen = [
        work for work in build_workloads(True, seed) if work.name.startswith(("paths, random", "same gen"))
    ]
    programs = {work.name: _written_out(work.program, work.facts) for work in chosen[: 1 if quick else None]}
    rows: list[tuple[str | int | float | None, ...]] = []
    agree = True
    since = time.monotonic()
    answers = spark.derive_all(programs.values())
    for name, program in programs.items():
        found = next(answers)
        seconds = time.monotonic() - since
        expected, by_duckdb = _timed("duckdb", program)
        by_clingo, clingo = _timed("clingo", program)
        agree = agree and found == expected == by_clingo
        rows.append((name, len(found), seconds, by_duckdb, clingo))
        since = time.monotonic()
    return [
        Report(
            "Spark, local[2]: wall seconds (the first with the start of its session)",
            ("workload", "atoms", "spark", "duckdb", "clingo"),
            tuple(rows),
            (Target("Spark gives the same relations", "equal", "equal" if agree else "NOT equal", agree),),
            ("its work is in a process of Java: CPU time of this one would say nothing",),
        )
    ]


def _written_out(text: str, facts: dict[str, list[np.ndarray[Any, Any]]]) -> Program:
    rules = [
        Rule(Atom(name, tuple(Number(int(value)) for value in row)))
        for name, columns in facts.items()
        for row in zip(*columns, strict=True)
    ]
    return parse_program(text).extended(rules)


def _timed(engine: str, program: Program) -> tuple[frozenset[Atom], float]:
    since = time.monotonic()
    found = ENGINES[engine].derive(program)
    return found, time.monotonic() - since

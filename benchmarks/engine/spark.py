"""Spark against DuckDB and clingo: the same relations, and what a session costs."""

from __future__ import annotations

import os
import time
from typing import Any

import numpy as np

from benchmarks.engine.rules import build_workloads
from benchmarks.measure import Report, Target
from suffice.engine import ENGINES, Limits
from suffice.engine.spark import Spark
from suffice.rules import Atom, Number, Program, Rule, parse_program

__all__ = ["measure_topic"]

_AIM = "Spark gives the same relations"


def measure_topic(quick: bool, seed: int) -> list[Report]:
    spark = Spark(Limits(seconds=900))
    if reason := spark.refuses(parse_program("p(1).")):
        return [
            Report(
                "Spark",
                ("workload", "spark"),
                (("all", f"not run: {reason}"),),
                (Target(_AIM, "equal", "not run", None),),
            )
        ]
    if hasattr(os, "sched_setaffinity"):  # its two threads need not share the one core of the other topics
        os.sched_setaffinity(0, range(os.cpu_count() or 1))
    chosen = [
        work for work in build_workloads(True, seed) if work.name.startswith(("paths, random", "same gen"))
    ]
    programs = {work.name: _written_out(work.program, work.facts) for work in chosen[: 1 if quick else None]}
    rows: list[tuple[str | int | float | None, ...]] = []
    engines = [name for name in ("duckdb", "clingo") if not ENGINES[name].refuses(parse_program("p(1)."))]
    agree = True
    since = time.monotonic()
    answers = spark.derive_all(programs.values())
    for name, program in programs.items():
        found = next(answers)
        seconds = time.monotonic() - since
        others = [_timed(engine, program) for engine in engines]
        agree = agree and all(found == expected for expected, _ in others)
        rows.append((name, len(found), seconds, *(taken for _, taken in others)))
        since = time.monotonic()
    return [
        Report(
            "Spark, local[2]: wall seconds (the first with the start of its session)",
            ("workload", "atoms", "spark", *engines),
            tuple(rows),
            (Target(_AIM, "equal", "equal" if agree else "NOT equal", agree),),
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

"""Differential fuzzing at length: see `tests.fuzz`.

    python -m benchmarks.fuzz [--programs N] [--rules N] [--seed S] [--engines NAME,...]

Prints, for each engine, how many programs it answered and how many of these otherwise than the first; exits with 1 if any.
Seeds of programs on which engines disagree belong into tests/data/fuzz_seeds.txt.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

from rich.console import Console

from benchmarks.measure import Report, Target, cpu_seconds, has, show
from tests.fuzz import GROUND, RULES, Outcome, fuzz_ground, fuzz_rules

#: How many programs stand side by side: what an engine starts for, against what it can hold.
_GROUND, _RULES = 2_000, 50
_NEEDS = {
    "numba": "numba",
    "maintained": "numba",
    "batch": "numba",
    "duckdb": "duckdb",
    "pydatalog": "pyDatalog",
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--programs", type=int, default=100_000, help="ground programs (100000)")
    parser.add_argument("--rules", type=int, default=5_000, help="programs with variables (5000)")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--engines", help=", ".join(dict.fromkeys((*GROUND, *RULES))))
    given = parser.parse_args()
    wanted = given.engines.split(",") if given.engines else [*GROUND, *RULES]
    unknown = [name for name in wanted if name not in (*GROUND, *RULES)]
    if unknown:
        parser.error(f"there is no engine {', '.join(unknown)}")
    there = [name for name in wanted if name not in _NEEDS or has(_NEEDS[name])]
    kinds = (
        ("ground programs", given.programs, _GROUND, GROUND, fuzz_ground),
        ("programs with variables", given.rules, _RULES, RULES, fuzz_rules),
    )
    reports = [
        run(title, count, given.seed, chunk, names, fuzz)
        for title, count, chunk, engines, fuzz in kinds
        if count and (names := [name for name in engines if name in there])
    ]
    show(Console(), reports)
    sys.exit(any(target.met is False for report in reports for target in report.targets))


def run(
    title: str,
    count: int,
    seed: int,
    chunk: int,
    names: Sequence[str],
    fuzz: Callable[[Sequence[int], Sequence[str]], dict[str, Outcome]],
) -> Report:
    """Fuzz in chunks; Ctrl-C ends it with what was done so far."""
    since = cpu_seconds(children=True)
    totals = {name: Outcome(0, [], 0, []) for name in names}
    done = 0
    try:
        while done < count:
            seeds = range(seed + done, seed + min(done + chunk, count))
            for name, outcome in fuzz(seeds, names).items():
                totals[name].programs += outcome.programs
                totals[name].refused += outcome.refused
                totals[name].failed += outcome.failed
                totals[name].unended += outcome.unended
                for failed in outcome.failed:
                    print(f"disagreement: {title}, {name}, seed {failed}", file=sys.stderr, flush=True)
            done += len(seeds)
    except KeyboardInterrupt:
        print(f"interrupted after {done} of {count} {title}", file=sys.stderr)
    disagreements = sum(len(outcome.failed) for outcome in totals.values())
    return Report(
        f"Fuzzing: {done} {title} from seed {seed}, {cpu_seconds(children=True) - since:.0f} CPU s",
        ("engine", "answered", "refused by name", "not ended", "disagreements"),
        tuple(
            (name, outcome.programs, outcome.refused, len(outcome.unended), len(outcome.failed))
            for name, outcome in totals.items()
        ),
        (Target("disagreements", "0", str(disagreements), disagreements == 0),),
    )


if __name__ == "__main__":
    main()

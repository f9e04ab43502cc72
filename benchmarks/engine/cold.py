"""Cold starts: what a process costs that imports suffice, or runs one command, against one that only imports libraries.

Each figure is the CPU time of a whole process, the interpreter's start included, as the median of interleaved runs; one
round before them writes the bytecode.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median

from benchmarks.measure import Report, Target

__all__ = ["measure_topic"]

_TEN_RULES = """\
goal(answer, 1).
states(u1, director(film, ann)). states(u2, born(ann, 1968)). states(u3, country(film, france)).
states(u4, capital(france, paris)). states(u5, mayor(paris, eve)). states(u6, born(eve, 1971)).
director(film, ann). born(ann, 1968). country(film, france). capital(france, paris). mayor(paris, eve). born(eve, 1971).
person(X) :- director(_, X).
person(X) :- mayor(_, X).
adult(X) :- person(X), born(X, Y), Y < 2000.
place(C) :- country(_, C).
place(C) :- capital(_, C).
within(C, L) :- capital(L, C), place(C), place(L).
seat(F, C) :- country(F, L), within(C, L).
leader(F, P) :- seat(F, C), mayor(C, P).
linked(A, B) :- director(F, A), leader(F, B).
answer(P) :- linked(A, P), adult(A), adult(P).
"""
_PYDANTIC, _LIBRARIES = "import pydantic", "import typer, pydantic, clingo"
#: `import pydantic` alone loads hardly anything of it; and typer itself needs type adapters to run a command.
_MODELS = "import typer, clingo; from pydantic import BaseModel"
_EMPTY_COMMAND = """\
import clingo, typer
app = typer.Typer()
@app.callback()
def root(version: bool = False) -> None: ...
@app.command()
def prove(files: list[str], goal: str | None = None, seconds: float = 20.0, most: int = 5) -> None: ...
app(["prove", "FILE"])
"""
_IMPORTS = (
    "pass",
    _PYDANTIC,
    "from pydantic import BaseModel",
    "import suffice",
    "from suffice.rules import parse_program",
    "from suffice.engine import prove",
    "from suffice.engine import *",
)


def measure_topic(quick: bool, seed: int) -> list[Report]:
    del seed  # nothing is drawn
    rounds = 7 if quick else 21
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "ten.lp"
        file.write_text(_TEN_RULES)
        commands = {
            "prove FILE": ["prove", str(file)],
            "prove FILE --json": ["prove", str(file), "--json"],
            "check FILE": ["check", str(file)],
            "closure FILE": ["closure", str(file)],
            "--help": ["--help"],
        }
        imports = _run({name: ["-c", name] for name in _IMPORTS}, rounds)
        runs = _run(
            {
                **{code: ["-c", code] for code in (_LIBRARIES, _MODELS)},
                "typer runs an empty command, clingo imported": ["-c", _EMPTY_COMMAND],
                **{f"suffice {name}": ["-m", "suffice", *args] for name, args in commands.items()},
            },
            rounds,
        )
    note = f"whole processes, medians of {rounds} interleaved runs"
    return [
        _report("cold: imports", imports, _PYDANTIC, "import suffice", 1.3, note),
        _report("cold: commands on ten rules", runs, _LIBRARIES, "suffice prove FILE", 1.5, note),
    ]


def _run(commands: Mapping[str, Sequence[str]], rounds: int) -> dict[str, float]:
    """Median CPU milliseconds of each; all take turns."""
    times: dict[str, list[float]] = {name: [] for name in commands}
    for turn in range(rounds + 1):
        for name, arguments in commands.items():
            process = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL)
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode:
                raise RuntimeError(f"{name} ended with {process.returncode}")
            if turn:
                times[name].append(1000 * (used.ru_utime + used.ru_stime))
    return {name: median(found) for name, found in times.items()}


def _report(title: str, times: dict[str, float], peer: str, ours: str, bound: float, note: str) -> Report:
    ratio = times[ours] / times[peer]
    return Report(
        title,
        ("process", "CPU ms", f"/ {peer}"),
        tuple((name, found, found / times[peer]) for name, found in times.items()),
        (Target(f"{ours} / {peer}", f"<= {bound}", f"{ratio:.2f}", ratio <= bound),),
        (note,),
    )

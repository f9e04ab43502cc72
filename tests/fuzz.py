"""Differential fuzzing: random programs through several engines, which must all derive the same.

Ground programs go through both kernels, every way there is to ask them, and clingo; programs with variables through clingo,
`ground`, DuckDB and pyDatalog. Many programs are put side by side, with names of their own, so that an engine starts once for
all of them; if they disagree, each is asked alone. A seed stands for one program. `tests/data/fuzz_seeds.txt` holds the seeds
that CI runs, and every seed that ever failed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random

import clingo

from suffice.engine import Limits, choose_engine
from suffice.engine.kernel import HornRules, MaintainedModel, ProgramBatch, close_tiny, least_model
from suffice.errors import EngineError, LimitReached
from suffice.rules import parse_program
from tests.engine.horn import Pairs, random_program

__all__ = ["GROUND", "RULES", "Outcome", "fuzz_ground", "fuzz_rules", "random_text", "read_seeds"]

SEEDS = Path(__file__).parent / "data" / "fuzz_seeds.txt"

Ground = tuple[int, Pairs, list[int]]


@dataclass(slots=True)
class Outcome:
    """What an engine did.

    Args:
        programs: how many it answered.
        failed: seeds for which it said something else than the first engine.
        refused: how many it refused by name.
        unended: seeds for which it did not end in time.
    """

    programs: int
    failed: list[int]
    refused: int
    unended: list[int]


def read_seeds(kind: str, path: Path = SEEDS) -> list[int]:
    """The stored seeds of a kind (`ground` or `rules`): lines of a kind and a seed, or a first and last seed."""
    found: list[int] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        name, _, seeds = line.partition("#")[0].strip().partition(" ")
        if name == kind:
            first, _, last = seeds.partition("-")
            found += range(int(first), int(last or first) + 1)
    return found


# Ground programs.


def ground_program_of(seed: int) -> Ground:
    """The ground program of a seed."""
    return random_program(Random(seed), 25)


def _model(kernel: str) -> Callable[[Sequence[Ground]], list[object]]:
    def derive(programs: Sequence[Ground]) -> list[object]:
        found: list[object] = []
        for size, pairs, units in programs:
            rules = HornRules.from_pairs(size, pairs)
            model = least_model(rules, units, kernel=kernel)
            other = least_model(rules, units, kernel=kernel, shortest=False)
            told = tuple(map(tuple, ([*model], map(int, model.reasons), [*other], map(int, other.reasons))))
            found.append((frozenset(model) if set(model) == set(other) else None, told))
        return found

    return derive


def _maintained(programs: Sequence[Ground]) -> list[object]:
    """Half of the units at first, too many next, the right ones in the end."""
    found: list[object] = []
    for number, (size, pairs, units) in enumerate(programs):
        wanted = set(units)
        spare = {(7 * unit + 1) % size for unit in units} - wanted
        kernel = ("python", "numba")[number % 2]
        model = MaintainedModel(HornRules.from_pairs(size, pairs), units[::2], kernel=kernel)
        model.add(spare)
        model.add(wanted)
        model.remove(spare)
        found.append(frozenset(model))
    return found


def _batch(programs: Sequence[Ground]) -> list[object]:
    batch = ProgramBatch([(size, pairs) for size, pairs, _ in programs], kernel="numba")
    return list(map(frozenset, batch.unpack(batch.close(batch.pack([units for _, _, units in programs])))))


def _tiny(programs: Sequence[Ground]) -> list[object]:
    return [frozenset(close_tiny(pairs, units)) for _, pairs, units in programs]


def _clingo(programs: Sequence[Ground]) -> list[object]:
    """All programs in one control, over atoms of their own."""
    control = clingo.Control(["--warn=none"])
    offsets = [0]
    with control.backend() as backend:
        for size, pairs, units in programs:
            names = [backend.add_atom() for _ in range(size)]
            for unit in units:
                backend.add_rule([names[unit]])
            for head, body in pairs:
                backend.add_rule([names[head]], [names[atom] for atom in body])
            offsets.append(names[-1] + 1)
    offsets[0] = offsets[1] - programs[0][0]
    with control.solve(yield_=True) as handle:
        model = handle.model()
        assert model is not None
        return [
            frozenset(atom - first for atom in range(first, last) if model.is_true(atom))
            for first, last in pairwise(offsets)
        ]


#: What derives from ground programs, by name.
GROUND: Mapping[str, Callable[[Sequence[Ground]], list[object]]] = {
    "python": _model("python"),
    "numba": _model("numba"),
    "clingo": _clingo,
    "maintained": _maintained,
    "batch": _batch,
    "tiny": _tiny,
}


def fuzz_ground(seeds: Sequence[int], names: Iterable[str] = tuple(GROUND)) -> dict[str, Outcome]:
    """Random ground programs through several kernels; the two kernels must agree in order and reasons as well."""
    programs = [ground_program_of(seed) for seed in seeds]
    answers = {name: GROUND[name](programs) for name in names}
    first = next(iter(answers))
    outcomes = {}
    for name, found in answers.items():
        failed = [
            seed
            for seed, expected, answer in zip(seeds, answers[first], found, strict=True)
            if not _same(expected, answer)
        ]
        outcomes[name] = Outcome(len(programs), failed, 0, [])
    return outcomes


def _same(expected: object, answer: object) -> bool:
    if isinstance(expected, tuple) and not isinstance(answer, tuple):
        return bool(expected[0] == answer)
    return expected == answer


# Programs with variables.

#: Engines for programs with variables; the first is the oracle.
RULES = ("clingo", "ground", "duckdb", "pydatalog")
#: How many programs an engine takes at once, and for how many seconds: pyDatalog need not end on two rules that call each other.
_TOGETHER = {"clingo": (50, 60.0), "ground": (50, 60.0), "duckdb": (50, 60.0), "pydatalog": (10, 3.0)}
_COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
_VALUES = ("0", "1", "2", "3", "-1", "a", "b", '"a"', "f")


def random_text(seed: int, prefix: str = "") -> str:
    """The program of a seed: facts, and rules in three layers with linear recursion, comparisons, both negations.

    Args:
        seed: which program.
        prefix: what every predicate's name begins with.
    """
    random = Random(seed)
    arithmetic = random.random() < 0.3
    arities = {f"{prefix}e": 2, f"{prefix}g": 2, f"{prefix}m": 1}
    values = random.sample(_VALUES, random.randint(2, 6))
    lines = [
        f"{name}({','.join(random.choices(values, k=arity))})."
        for name, arity in arities.items()
        for _ in range(random.randint(1, 6))
    ]
    below = list(arities)
    for layer in range(random.randint(1, 3)):
        heads = [f"{prefix}p{layer}{place}" for place in range(random.randint(1, 2))]
        arities |= {head: random.randint(1, 2) for head in heads}
        for head in heads:
            lines += [
                _random_rule(random, head, heads if turn else [], below, arities, values, arithmetic)
                for turn in range(random.randint(1, 3))
            ]
        denied = random.choice(heads)
        below += heads
        if random.random() < 0.3:
            lines.append(
                f"-{denied}({'X' if arities[denied] == 1 else 'X,Y'}) :- "
                f"{prefix}{'m(X)' if arities[denied] == 1 else 'e(X,Y)'}, not {denied}"
                f"({'X' if arities[denied] == 1 else 'X,Y'})."
            )
            below.append(f"-{denied}")
            arities[f"-{denied}"] = arities[denied]
    return "\n".join(lines)


def _random_rule(
    random: Random,
    head: str,
    same: Sequence[str],
    below: Sequence[str],
    arities: Mapping[str, int],
    values: Sequence[str],
    arithmetic: bool,
) -> str:
    def term(bound: Sequence[str]) -> str:
        return random.choice(bound) if bound and random.random() < 0.85 else random.choice(values)

    names = "XYZW"
    used = random.choices(below, k=random.randint(1, 2))
    recursive = bool(same) and random.random() < 0.6
    if recursive:
        used.insert(random.randint(0, len(used)), random.choice(same))
    body = []
    for name in used:
        args = [
            random.choice(names) if random.random() < 0.85 else random.choice([*values, "_"])
            for _ in range(arities[name])
        ]
        body.append(f"{name}({','.join(args)})")
    bound = [name for name in names if any(name in atom.partition("(")[2] for atom in body)]
    if bound and random.random() < 0.4:
        body.append(f"{term(bound)} {random.choice(_COMPARISONS)} {term(bound)}")
    if random.random() < 0.3:
        name = random.choice(below)
        open_place = "_" if not name.startswith("-") else values[0]  # `not -p(_)` is unsafe in clingo
        args = [term(bound) if random.random() < 0.8 else open_place for _ in range(arities[name])]
        body.append(f"not {name}({','.join(args)})")
    extra = []
    if arithmetic and bound and not recursive and not same:
        sides = f"{term(bound)} {random.choice('+-*/')} {term(bound)}"
        if random.random() < 0.5:
            body.append(f"V = {sides}")
            extra = ["V"]
        else:
            body.append(f"{sides} {random.choice(_COMPARISONS[1:])} {term(bound)}")
    random.shuffle(body)
    args = [term([*bound, *extra]) for _ in range(arities[head])]
    return f"{head}({','.join(args)}) :- {', '.join(body)}."


def fuzz_rules(seeds: Sequence[int], names: Sequence[str] = RULES) -> dict[str, Outcome]:
    """Random programs with variables through several engines, each against the first."""
    programs = {seed: parse_program(random_text(seed)) for seed in seeds}
    outcomes = {name: Outcome(0, [], 0, []) for name in names}
    for name, outcome in outcomes.items():
        engine = choose_engine(name, Limits())
        accepted = [seed for seed, program in programs.items() if not engine.refuses(program)]
        outcome.refused = len(programs) - len(accepted)
        if name == names[0]:
            outcome.programs = len(accepted)
            continue
        together, seconds = _TOGETHER[name]
        for place in range(0, len(accepted), together):
            _compare(accepted[place : place + together], names[0], name, seconds, outcome)
    return outcomes


def _compare(seeds: Sequence[int], oracle: str, name: str, seconds: float, outcome: Outcome) -> None:
    """Programs side by side in one; each alone if that one fails."""
    program = parse_program("\n".join(random_text(seed, f"s{seed}_") for seed in seeds))
    expected = choose_engine(oracle, Limits(seconds=60)).derive(program)
    ended = True
    try:
        agrees = choose_engine(name, Limits(seconds=seconds)).derive(program) == expected
    except LimitReached:
        agrees = ended = False
    except EngineError:
        agrees = False
    if agrees:
        outcome.programs += len(seeds)
    elif len(seeds) > 1:
        for seed in seeds:
            _compare([seed], oracle, name, seconds, outcome)
    elif ended:
        outcome.programs += 1
        outcome.failed += seeds
    else:
        outcome.unended += seeds

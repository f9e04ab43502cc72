"""Spark derives the same; for the benchmark lane, since a session takes seconds to start: SUFFICE_SPARK=1."""

import os
from random import Random

import pytest

from suffice.engine.backends import ENGINES
from suffice.engine.limits import Limits
from suffice.engine.spark import Spark
from suffice.errors import EngineError, LimitReached
from suffice.rules import Atom, Program, parse_program
from tests.engine.test_backends import PROGRAMS
from tests.rules.test_parse import souffle_records, souffle_text, value

pytestmark = [
    pytest.mark.spark,
    pytest.mark.skipif(os.environ.get("SUFFICE_SPARK") != "1", reason="Spark is slow; set SUFFICE_SPARK=1"),
]
#: Deep recursion: dozens of rounds, at a good part of a second each.
LONG = {"souffle/example/po2", "souffle/example/po4", "souffle/example/po5", "souffle/example/trains"}


def random_program(seed: int) -> Program:
    """A stratified program with recursion, comparisons, arithmetic and negation."""
    random = Random(seed)
    parts = [f"edge({random.randrange(5)},{random.randrange(5)})." for _ in range(random.randrange(1, 9))]
    parts += [f"mark({random.randrange(5)})." for _ in range(random.randrange(3))]
    parts += ['name("b"). name(a). name("a"). name(f(1)).']
    for _ in range(random.randrange(1, 5)):
        head = random.choice("pqr")
        body = [f"{random.choice(['p', 'q', 'r', 'edge'])}({random.choice('XY')},{random.choice('YZ')})"]
        body.append(f"edge({random.choice('XY')},{random.choice('XYZ')})")
        bound = sorted({letter for part in body for letter in part if letter in "XYZ"})
        for _ in range(random.randrange(2)):
            body.append(
                random.choice(
                    ["{0} < {1}", "{0} != {1}", "not mark({0})", "{0}*2-{1} > 0", "{0}/2 <= {1}\\3"]
                ).format(random.choice(bound), random.choice(bound))
            )
        parts.append(f"{head}({random.choice(bound)},{random.choice(bound)}) :- {', '.join(body)}.")
    parts.append("alone(X) :- mark(X), not p(X,_), not q(_,X). order(X,Y) :- name(X), name(Y), X < Y.")
    return parse_program(" ".join(parts))


def test_fifty_random_programs_in_one_session() -> None:
    programs = [random_program(seed) for seed in range(50)]
    for program, found in zip(programs, Spark(Limits(seconds=120)).derive_all(programs), strict=True):
        assert found == ENGINES["clingo"].derive(program), str(program)


def test_many_rounds() -> None:
    """More than are gathered at once."""
    text = "".join(f"e({number},{number + 1})." for number in range(20))
    program = parse_program(text + "t(X,Y) :- e(X,Y). t(X,Z) :- t(X,Y), e(Y,Z).")
    assert Spark(Limits(seconds=300)).derive(program) == ENGINES["clingo"].derive(program)


def test_the_programs_of_the_other_engines() -> None:
    spark = Spark(Limits(seconds=120))
    programs = [program for program in map(parse_program, PROGRAMS) if spark.refuses(program) is None]
    assert len(programs) > 3
    for program, found in zip(programs, spark.derive_all(programs), strict=True):
        assert found == ENGINES["clingo"].derive(program), str(program)


def test_souffle_programs() -> None:
    records = [record for record in souffle_records() if record["name"] not in LONG]
    programs = [parse_program(souffle_text(**record["program"])) for record in records]
    for record, found in zip(records, Spark(Limits(seconds=600)).derive_all(programs), strict=True):
        for relation, rows in record["expect"].items():
            lowered = "p_" + relation if relation[0].isupper() else relation
            atoms = {Atom(lowered, tuple(map(value, row))) for row in rows}
            assert {atom for atom in found if atom.name == lowered} == atoms, record["name"]


def test_it_ends_at_its_limit() -> None:
    with pytest.raises(LimitReached, match="more than 3 s"):
        Spark(Limits(seconds=3)).derive(parse_program("p(0). p(X+1) :- p(X)."))


def test_a_master_that_is_none() -> None:
    with pytest.raises(EngineError, match="spark"):
        Spark(master="nowhere").derive(parse_program("p(0)."))

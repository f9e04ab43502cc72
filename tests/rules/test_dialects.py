"""Dialects: laws of reading and writing, what is lost and refused, and programs of other projects."""

import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from suffice.engine import ENGINES
from suffice.errors import ProgramError
from suffice.rules import Atom, Number, Program, Rule, Signature, parse_program
from suffice.rules.check import diagnose
from suffice.rules.dialects import DIALECTS, Dialect
from tests.engine.test_shared_programs import records
from tests.rules.test_check import KINDS
from tests.rules.test_parse import souffle_records, souffle_text, value
from tests.strategies import programs, safe_programs

FOREIGN = ("souffle", "prolog", "pydatalog")
few = settings(max_examples=30, deadline=None)  # a dialect
ALL = pytest.mark.parametrize("dialect", DIALECTS.values(), ids=DIALECTS)


def derived(program: Program) -> frozenset[Atom]:
    return ENGINES["clingo"].derive(Program(program.rules, None, program.constants))


def again(dialect: Dialect, program: Program) -> Program:
    return dialect.read(dialect.write(program).text, "again").require()


# Strings, arithmetic, `_` and relations without arguments, over what `safe_programs` gives.
EXTRAS = [
    'name(0,"ann"). name(1,"b\\"\\\\\\n c"). name(3,"it\'s").',
    "named(N) :- name(X,N), p(X,_).",
    "sum(X+Y,X-1,X*Y) :- edge(X,Y).",
    "quotient(X/Y,X\\Y) :- edge(X,Y), Y > 0.",
    "quotient(Z,X) :- edge(X,Y), Z = X/(Y-2), Z != -1.",
    "bits(X&Y,X?Y,X^Y,~X,|X-Y|,X**2) :- edge(X,Y).",
    "any :- edge(_,X), not mark(X), 1 < X <= 3.",
    'other("yes") :- not any.',
    "other(N) :- any, name(_,N), not named(N).",
    'pair(N,M) :- name(_,N), name(_,M), N < M, N != "ann".',
    "loop(X) :- edge(X,Y), not edge(Y,_).",
    "within(1..3). within(X) :- edge(X,_), X = (0..1).",
]


def mixed_programs() -> st.SearchStrategy[Program]:
    extras = st.lists(st.sampled_from(EXTRAS), unique=True).map("\n".join)
    return st.builds(lambda program, text: program + parse_program(text), safe_programs(), extras)


@ALL
@few
@given(program=safe_programs())
def test_reading_what_was_written_derives_the_same_and_nothing_is_lost(
    dialect: Dialect, program: Program
) -> None:
    written = dialect.write(program)
    read = dialect.read(written.text, "again")
    assert (written.lost, read.lost) == ((), ())
    assert derived(read.require()) == derived(program)


@ALL
@few
@given(program=mixed_programs())
def test_rules_derive_the_same_where_no_rule_is_left_out(dialect: Dialect, program: Program) -> None:
    lost = [loss.why for loss in dialect.write(program).lost]
    harmless = re.compile(
        r"numbers of \w+ have no bound.*|a division by zero has no value.*|pyDatalog negates bound atoms.*"
        r"|left out: .*|written as `any_`|written as `sum_.*`"
    )
    assert all(map(harmless.fullmatch, lost))
    names = {"any": "any_", "sum": "sum_" if dialect.name == "souffle" else "sum__2"}
    back = {f"{new}": old for old, new in names.items() if new in "".join(lost)}
    found = {
        Atom(back.get(atom.name, atom.name), atom.args)
        for atom in derived(again(dialect, program))
        if not atom.name.startswith("has_")
    }
    if any(why.startswith("left out") for why in lost):
        assert dialect.name == "pydatalog"
    else:
        assert found == derived(program)


@ALL
@few
@given(program=programs())
def test_writing_what_was_read_from_what_was_written_changes_nothing(
    dialect: Dialect, program: Program
) -> None:
    if dialect.name == "souffle":
        try:
            dialect.write(program)
        except ProgramError:  # a column of numbers and strings with an order
            return
    written = dialect.write(program)
    second = dialect.write(again(dialect, program))
    assert second.text == written.text
    third = dialect.write(again(dialect, again(dialect, program)))
    assert [loss.what for loss in third.lost] == [loss.what for loss in second.lost]


@ALL
@few
@given(program=mixed_programs(), seed=st.integers(0, 2**32), stray=st.text(max_size=3))
def test_a_spoilt_text_gives_a_program_or_located_errors(
    dialect: Dialect, program: Program, seed: int, stray: str
) -> None:
    text = dialect.write(program).text
    pick = random.Random(seed)
    at, length = pick.randrange(len(text)), pick.choice([0, 1, 1, 2, 40])
    spoilt = (
        text[:at] + pick.choice([stray, "", "(", ")", ".", '"', "'", ":-", "!", "/*"]) + text[at + length :]
    )
    read = dialect.read(spoilt, "spoilt")
    lines = spoilt.split("\n")
    for found in diagnose(read.parsed):
        assert found.location.line <= len(lines)
        assert found.location.column <= len(lines[found.location.line - 1]) + 1


@ALL
@few
@given(text=st.text())
def test_no_text_ends_a_reader(dialect: Dialect, text: str) -> None:
    assert dialect.read(text, "any").parsed.files == ("any",)


@pytest.mark.parametrize("name", FOREIGN)
def test_souffle_programs_of_the_shared_data(name: str) -> None:
    equal = 0
    for record in souffle_records():
        if sum(map(len, record["program"]["facts"].values())) > 200:
            continue  # rows alike
        program = parse_program(souffle_text(**record["program"]))
        dialect = DIALECTS[name]
        written, read = dialect.write(program), again(dialect, program)
        assert dialect.write(read).text == written.text, record["name"]
        equal += read == program
        if not written.lost:
            expected = {Atom(atom.name, atom.args) for atom in derived(program)}
            assert derived(read) == expected, record["name"]
    assert equal > (20 if name == "pydatalog" else 40)  # it wants recursive atoms first


def test_souffle_refuses_with_us_what_it_refuses() -> None:
    seen = set()
    for record in records("souffle_rejections"):
        read = DIALECTS["souffle"].read(record["program_souffle"], record["name"])
        found = diagnose(read.parsed)
        assert {KINDS[kind] for kind in record["kinds"]} <= {one.kind for one in found}, record["name"]
        # Souffle says the line of each; so do we.
        told = {int(line) for line in re.findall(r"at line (\d+)\n", record["stderr"])}
        assert {one.location.line for one in found} & told, record["name"]
        seen |= {one.kind for one in found}
    assert seen == {"arity", "undefined", "unsafe", "unstratified"}


def test_racket_scripts_in_every_dialect() -> None:
    for record in records("racket_scripts"):
        clauses = [step["clause"] for step in record["script"] if step["op"] == "assert"]
        program = parse_program("\n".join(clauses))
        for name in FOREIGN:
            if not DIALECTS[name].write(program).lost:
                assert derived(again(DIALECTS[name], program)) == derived(program), (name, record["name"])


def test_conformance_programs_in_souffle_whose_words_are_variables_too() -> None:
    count = 0
    for record in records("datalog_conformance"):
        program = record.get("program")
        if not program or "expect" not in record or "nemo_negation" in record["name"]:
            continue
        rules = [rule.strip().removesuffix(".") for rule in program["rules"]]
        if any(re.search(r"\d\.\d|<= \w+\)|\+|\*| - ", rule) for rule in rules):
            continue
        lines = []
        for name, rows in program["facts"].items():
            columns = zip(*rows, strict=True)
            types = ["number" if all(isinstance(x, int) for x in column) else "symbol" for column in columns]
            lines.append(f".decl {name}({', '.join(f'c{at}:{kind}' for at, kind in enumerate(types))})")
            lines += [f"{name}({','.join(str(value(item)) for item in row)})." for row in rows]
        heads = {rule.partition("(")[0].strip(): rule.partition(":-")[0].count(",") + 1 for rule in rules}
        for name, arity in heads.items():
            if name not in program["facts"] and re.fullmatch(r"\w+", name):
                arity = 0 if re.match(rf"{name}\s*\(\s*\)", rules[[*heads].index(name)]) else arity
                lines.append(f".decl {name}({', '.join(f'c{at}:symbol' for at in range(arity))})")
        text = "\n".join([*lines, *(re.sub(r"\bnot\b", "!", rule) + "." for rule in rules)])
        read = DIALECTS["souffle"].read(text, record["name"])
        if diagnose(read.parsed) and any(one.severity == "error" for one in diagnose(read.parsed)):
            continue
        names = {loss.what.split("`")[1]: loss.why.split("`")[1] for loss in read.lost if "name" in loss.what}
        found = derived(read.require())
        for relation, rows in record["expect"].items():
            own = names.get(relation, relation)
            assert {atom.args for atom in found if atom.name == own} == {
                tuple(map(value, row)) for row in rows
            }
            count += 1
    assert count > 40


RUNNER = """
import json, os, signal, sys
from pyDatalog import pyDatalog

def answer(text, asked):
    pyDatalog.load(text)
    rows = {}
    for name, arity in asked:
        result = pyDatalog.ask(f"{name}({','.join(f'V{n}' for n in range(arity))})")
        rows[name] = sorted(map(list, result.answers)) if result else []
    return rows

for text, asked in json.load(sys.stdin):
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        signal.alarm(2)  # where pyDatalog finds no end
        sys.stdout.write(json.dumps(answer(text, asked)) + chr(10))
        sys.stdout.flush()
        os._exit(0)
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGALRM:
        print("null")
"""


@pytest.mark.skipif(
    find_spec("pyDatalog") is None, reason="pyDatalog is not installed: pip install 'suffice[datalog]'"
)
@settings(max_examples=6, deadline=None)
@given(batch=st.lists(mixed_programs(), min_size=8, max_size=8))
def test_pydatalog_runs_what_is_written_for_it(batch: list[Program]) -> None:
    jobs, expected = [], []
    for program in batch:
        written = DIALECTS["pydatalog"].write(program)
        read = DIALECTS["pydatalog"].read(written.text, "again").require()
        signatures = sorted({rule.head.signature for rule in read.rules})
        jobs.append((written.text, [(signature.name, signature.arity) for signature in signatures]))
        atoms = derived(read)
        expected.append({s: sorted(rows_of(atoms, s)) for s in signatures})
    command = [sys.executable, "-c", RUNNER]
    done = subprocess.run(
        command, input=json.dumps(jobs), capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    for found, wanted in zip(map(json.loads, done.stdout.splitlines()), expected, strict=True):
        if found is not None:  # two recursive literals in one body: pyDatalog may not end
            assert found == {signature.name: rows for signature, rows in wanted.items()}


def rows_of(atoms: frozenset[Atom], signature: Signature) -> list[list[object]]:
    return [[arg.value for arg in atom.args] for atom in atoms if atom.signature == signature]  # type: ignore[union-attr]


@pytest.mark.skipif(
    shutil.which("swipl") is None, reason="SWI-Prolog is not installed: swipl is not on the PATH"
)
@settings(max_examples=40, deadline=None)
@given(program=mixed_programs())
def test_swi_prolog_runs_what_is_written_for_it(program: Program) -> None:
    written = DIALECTS["prolog"].write(program)
    read = DIALECTS["prolog"].read(written.text, "again").require()
    atoms = derived(read)
    goals: list[str] = []
    for signature in sorted({rule.head.signature for rule in read.rules}):
        args = [f"V{place}" for place in range(signature.arity)]
        call = f"{signature.name}({','.join(args)})" if args else signature.name
        own = len(goals)
        row = f"[{','.join(args)}]"
        goals.append(
            f"findall({row},{call},L{own}),sort(L{own},S{own}),length(S{own},N{own}),print(N{own}),nl"
        )
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "program.pl"
        file.write_text(written.text, encoding="utf-8")
        command = ["swipl", "-q", "-g", ",".join(goals), "-t", "halt", str(file)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    counts = [sum(a.signature == s for a in atoms) for s in sorted({r.head.signature for r in read.rules})]
    assert list(map(int, done.stdout.split())) == counts


# What is lost, by name.

LOSSES = {
    "souffle": [
        ("p(a).", "the constant `a`", "no constants"),
        ('p(a). p("a").', '`a` and `"a"`', "one and the same"),
        ('p(1). p("x").', "numbers in column 1 of `p/1`", "written as strings"),
        ("-p(1).", "`-p/1`", "written as `neg_p`"),
        ("p(f(1)).", "`p(f(1)).`", "left out: Souffle has no value like `f(1)`"),
        ("p(#inf).", "`p(#inf).`", "left out"),
        (
            "p(1). n(N) :- N = #count { X : p(X) }.",
            "`n(N) :- #count { X : p(X) } = N.`",
            "left out: it has an aggregate",
        ),
        ("q(2). p(X) :- q(X+1).", "`p(X) :- q(X+1).`", "solves no equations"),
        ("q(2). p(X..3) :- q(X).", "`p(X..3) :- q(X).`", "an interval"),
        ("p(1..20000).", "`p(1..20000).`", "more than 10000"),
        ("q(2). p(4/X) :- q(X).", "`p(4/X) :- q(X).`", "stops Souffle"),
        ("q(2). p(2**X) :- q(X).", "`p(2**X) :- q(X).`", "left out: a power"),
        ("p(1). goal(p,1). goal(q,1).", "`goal(p,1).` and 1 more", "left out"),
        ("count(1).", "the name of `count/1`", "written as `count_`"),
        ("p(1). p(1,2).", "the name of `p/2`", "written as `p_2`"),
        ("p(1). #show.", "`#show` of nothing", "all are output"),
        ("p(1). #show p/1. #show q/1.", "`#show` of q/1", "left out"),
    ],
    "prolog": [
        ("-p(1).", "`-p/1`", "written as `neg_p`"),
        ("p((1,2)).", "`p((1,2)).`", "left out: Prolog has no value like `(1,2)`"),
        ("p(#sup).", "`p(#sup).`", "left out"),
        ("q(1). p(X+1) :- q(X).", "`p(X+1) :- q(X).`", "wrap at 32 bits"),
        ("q(2). p(X) :- q(2*X).", "`p(X) :- q(2*X).`", "solves no equations"),
        ("write(1).", "the name of `write/1`", "written as `write_`"),
        ("p(1). #show p/1.", "`#show` of p/1", "left out"),
    ],
    "pydatalog": [
        ("p(a).", "the constant `a`", "no constants"),
        ('p("True").', '`p("True").`', "a truth value"),
        ('p("x"). q(X) :- p(X), X < "y".', '`q(X) :- p(X), X < "y".`', "orders numbers only"),
        ("q(1). p(X/2) :- q(X).", "`p(X/2) :- q(X).`", "another operation"),
        ("q(1). p(X) :- q(X), not r(_,X).", "`not r(_,X)`", "over a helper `has_r`"),
        ("print(1).", "the name of `print/1`", "written as `print_`"),
        ("p(1). goal(p,1).", "`goal(p,1).`", "left out"),
        ("p(1). #show p/1.", "`#show` of p/1", "left out"),
    ],
}


@pytest.mark.parametrize(("name", "case"), [(name, case) for name, cases in LOSSES.items() for case in cases])
def test_what_writing_loses_is_named(name: str, case: tuple[str, str, str]) -> None:
    text, what, why = case
    lost = DIALECTS[name].write(parse_program(text)).lost
    assert [(loss.what, why in loss.why) for loss in lost if loss.what == what] == [(what, True)]
    assert all(loss.location is not None or "show" in loss.what for loss in lost)


REFUSED = {
    "souffle": [
        (".comp C { .decl p(x:number) p(1). }\n.decl q(x:number)\nq(1).", "1:1 outside: a component"),
        (".decl p(x:number)\np(x) :- q([x, 1]).", "2:11 outside: a record"),
        (".decl p(x:number)\np(x) :- x = sum y : { p(y) }.", "2:13 outside: the aggregate `sum`"),
        (".decl p(x:number)\np(count : { p(_) }).", "2:3 outside: the aggregate `count`"),
        ('.decl p(x:number)\np(x) :- x = ord("a").', "2:13 outside: the functor `ord`"),
        (".decl p(x:number)\np(@f(1)).", "2:3 outside: a user-defined functor"),
        (".decl p(x:number)\np(x) <= p(y) :- x < y.", "2:6 outside: subsumption"),
        (".decl p(x:number, y:number) choice-domain x", "1:29 outside: `choice-domain`"),
        (".decl p(x:float)", "1:11 outside: a floating-point number"),
        (".decl p(x:number)\np(1.5).", "2:3 outside: a floating-point number"),
        (".type T = A {} | B {x:number}", "1:9 outside: an algebraic data type"),
        (".type L = [x:number]", "1:11 outside: a record"),
        (".decl p(x:number)\np($A(1)).", "2:3 outside: an algebraic data type"),
        (".decl p(x:number)\np($).", "2:3 outside: a counter"),
        ("#define N 3\n.decl p(x:number)", "1:1 outside: a line for the preprocessor"),
        (".functor f(x:number):number", "1:1 outside: a functor"),
        ('.decl p(x:symbol)\np(x) :- match("a.*", x).', "2:9 outside: `match`"),
        (".decl p(x:number)\np(x) :- p(x), !(p(x), p(x)).", "2:15 outside: `!` before a group"),
        (".decl p(x:number)\np(3000000000).", "2:3 number: 3000000000"),
        (".decl p(x:number)\np(1", "2:4 syntax: the text ends"),
        (".decl p(x:number)\np(1)) .", "2:5 syntax: unexpected `)`"),
        (".decl p(x:number)\n.decl p(x:number)", "2:7 twice: `p` is already declared"),
        (".decl p(x:number)\np(1 bshl 2).", "2:5 outside: the operator `bshl`"),
    ],
    "prolog": [
        ("p([a]).", "1:3 outside: a list"),
        ("p(X) :- q(X), !.", "1:15 outside: a cut"),
        ("p(X) :- ( q(X) -> r(X) ; s(X) ).", "1:16 outside: if-then-else"),
        ("p(X) :- q(X), assert(r(X)).", "1:15 outside: the predicate `assert/1`"),
        ("p(X) :- findall(Y, q(Y), X).", "1:9 outside: the predicate `findall/3`"),
        ("p(1.5).", "1:3 outside: a floating-point number"),
        ("p(X) :- q(Y), X is Y / 2.", "1:22 outside: `/`"),
        ("p(X) :- q(Y), X is max(Y, 2).", "1:20 outside: the function `max`"),
        ("p --> q.", "1:3 outside: a grammar rule"),
        ("?- p(X).", "1:1 outside: a query"),
        (":- use_module(library(lists)).", "1:4 outside: the directive `use_module`"),
        ("p(X) :- \\+ (q(X), r(X)).", "1:9 outside: `\\+` before more than one goal"),
        ("p(X+1) :- q(X).", "1:4 outside: the term"),
        ("p(X) :- m:q(X).", "1:10 outside: a module"),
        ("p(X) :- X.", "1:9 outside: a variable as a goal"),
        ("p(0'a).", "1:3 outside: a character code"),
        ("p(a b).", "1:5 syntax: unexpected `b`"),
        ("p(a)", "1:5 syntax: the text ends"),
    ],
    "pydatalog": [
        ("- p(1)", "1:1 outside: a retraction"),
        ("p(X) <= q(X) & X < 3", "1:1 outside: a chain of comparisons"),
        ("p[X] == 1", "1:1 outside: a function as a head"),
        ("(p[X] == len_(Y)) <= q(X, Y)", "1:2 outside: "),
        ("p(X) <= q(X) & (Y == X // 2)", "1:22 outside: Python's division"),
        ("print(p(X))\nimport os", "1:1 outside: a query"),
        ("import os", "1:1 outside: Python's import"),
        ("p(X) <= X.name[1]", "1:9 outside: a function"),
        ("+ p(1.5)", "1:5 outside: a value of type float"),
        ("+ p(True)", "1:5 outside: a truth value"),
        ("+ p((1, 2))", "1:5 outside: a tuple"),
        ("+ p(3000000000)", "1:5 number: 3000000000"),
        ("+ p(1", "1:4 syntax: Python can't read this"),
        ("p(X) <= (lambda: 1)()", "1:10 outside: a method"),
    ],
}


@pytest.mark.parametrize(
    ("name", "case"), [(name, case) for name, cases in REFUSED.items() for case in cases]
)
def test_what_reading_refuses_is_named_with_its_place(name: str, case: tuple[str, str]) -> None:
    text, expected = case
    found = DIALECTS[name].read(text, "a").parsed.diagnostics
    shown = [f"{one.location.line}:{one.location.column} {one.kind}: {one.cause}" for one in found]
    assert [line.startswith(expected) for line in shown[:1]] == [True], shown


def test_reading_goes_on_behind_an_error() -> None:
    text = ".decl p(x:number)\np(1.5).\np(2).\n.comp C { .decl q(x:number) q(1). }\np(3)"
    read = DIALECTS["souffle"].read(text, "a")
    assert [(one.location.line, one.kind) for one in read.parsed.diagnostics] == [
        (2, "outside"),
        (4, "outside"),
        (5, "syntax"),
    ]
    assert read.parsed.program.rules == (Rule(Atom("p", (Number(2),))),)


def test_souffle_knows_precedence_hexadecimal_and_equivalence() -> None:
    text = """
    .decl e(x:number, y:number) eqrel
    .decl p(x:number) // a comment
    .input p(filename="p.csv")
    .output e
    e(1,0x10). /* another
    comment */
    p(-x + 2 * 3 ^ 2 ^ 1 - max(x, -x) % 4 band 7) :- e(x, _), !e(x, x) ; e(_, x), x != 2, true.
    """
    read = DIALECTS["souffle"].read(text, "a")
    assert str(read.require()) == (
        "e(Y,X) :- e(X,Y).\n"
        "e(X,Z) :- e(X,Y), e(Y,Z).\n"
        "e(1,16).\n"
        "p((-X)+2*3**2**1-|X|\\4&7) :- e(X,_), not e(X,X).\n"
        "p((-X)+2*3**2**1-|X|\\4&7) :- e(_,X), X != 2.\n"
        "evidence(p,1).\n"
        "#show e/2.\n"
    )
    assert [loss.what for loss in read.lost] == ["the options of `.input`"]


def test_prolog_knows_operators_quotes_and_directives() -> None:
    text = """
    :- table path/2, reach/1.
    :- dynamic(gone/1).
    path(X, Y) :- edge(X, Y). % a comment
    size('it''s', "a \\"b\\"", -3, 0x1F, f(- g)).
    reach(N) :- ( path(N, _), \\+ gone(N) ; N == a ), size(_, _, M, _, _), 2 * M - 1 >= M * (3 + -2).
    late(X) :- size(_, _, X, _, _), integer(X), X =\\= 4, X @< b.
    """
    read = DIALECTS["prolog"].read(text, "a")
    assert str(read.parsed.program) == (
        "path(X,Y) :- edge(X,Y).\n"
        'size(it\'s,"a \\"b\\"",-3,31,f(-g)).\n'
        "reach(N) :- path(N,_), not gone(N), size(_,_,M,_,_), 2*M-1 >= M*(3+(-2)).\n"
        "reach(N) :- N = a, size(_,_,M,_,_), 2*M-1 >= M*(3+(-2)).\n"
        "late(X) :- size(_,_,X,_,_), X-X = 0, X != 4, X < b.\n"
    )
    assert Signature("gone", 1) in read.parsed.defined


@given(left=st.integers(-20, 20), right=st.integers(-20, 20).filter(bool))
def test_prolog_mod_has_the_sign_of_the_divisor_and_rem_that_of_the_dividend(left: int, right: int) -> None:
    text = f"n({left}, {right}). m(X) :- n(Y, Z), X is Y mod Z. r(X) :- n(Y, Z), X is Y rem Z."
    atoms = derived(DIALECTS["prolog"].read(text, "a").require())
    remainder = abs(left) % abs(right) * (-1 if left < 0 else 1)
    assert {Atom("m", (Number(left % right),)), Atom("r", (Number(remainder),))} <= atoms


def test_pydatalog_text_is_never_executed(tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    text = f"open({str(trap)!r}, 'w')\n+ p(open({str(trap)!r}, 'w'))\np(X) <= __import__('os').system('touch {trap}')"
    assert len(DIALECTS["pydatalog"].read(text, "a").parsed.diagnostics) == 3
    assert not trap.exists()

"""Hypothesis strategies for the rule language, for the tests of every room.

`terms()`, `atoms()`, `rules()` and `programs()` give any value that text can express; `safe_programs()` gives small
stratified programs that clingo grounds; `sloppy_texts()` gives the same kind of program as a careless hand writes it.
"""

from hypothesis import strategies as st

from suffice.rules.aggregates import BodyElement
from suffice.rules.atoms import Atom, Comparison, Literal, Signature
from suffice.rules.program import Program
from suffice.rules.rule import Rule
from suffice.rules.terms import (
    Extremum,
    Interval,
    Number,
    Operation,
    String,
    Symbol,
    Term,
    Variable,
    negative,
)

BINARY = ("^", "?", "&", "+", "-", "*", "/", "\\", "**")
COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")

names = st.from_regex(r"[_']{0,2}[a-z]['A-Za-z0-9_]{0,4}", fullmatch=True).filter(lambda name: name != "not")
variables = st.one_of(
    st.sampled_from(["X", "Y", "_"]), st.from_regex(r"[_']{0,2}[A-Z]['A-Za-z0-9_]{0,4}", fullmatch=True)
).map(Variable)
numbers = st.integers(-(2**31), 2**31 - 1).map(Number)
strings = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8).map(String)
constants = st.builds(Symbol, names, st.just(()), st.booleans())
extrema = st.sampled_from(["inf", "sup"]).map(Extremum)


def _compound(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    args = st.lists(inner, max_size=3).map(tuple)
    return st.one_of(
        st.builds(Symbol, names, args, st.booleans()),
        args.map(lambda parts: Symbol("", parts)),
        st.builds(lambda operator, *pair: Operation(operator, pair), st.sampled_from(BINARY), inner, inner),
        st.builds(lambda operator, term: Operation(operator, (term,)), st.sampled_from("~|"), inner),
        inner.map(negative),
        st.builds(Interval, inner, inner),
    )


def terms() -> st.SearchStrategy[Term]:
    """Any term that text can express."""
    return st.recursive(st.one_of(variables, numbers, strings, constants, extrema), _compound, max_leaves=8)


def ground_terms() -> st.SearchStrategy[Term]:
    """Values: no variable, arithmetic or interval inside."""
    return st.recursive(
        st.one_of(numbers, strings, constants, extrema),
        lambda inner: st.one_of(
            st.builds(Symbol, names, st.lists(inner, max_size=3).map(tuple), st.booleans()),
            st.lists(inner, max_size=3).map(lambda parts: Symbol("", tuple(parts))),
        ),
        max_leaves=6,
    )


def atoms(arguments: st.SearchStrategy[Term] | None = None) -> st.SearchStrategy[Atom]:
    """Any atom, over these arguments."""
    args = st.lists(terms() if arguments is None else arguments, max_size=3).map(tuple)
    return st.builds(Atom, names, args, st.booleans())


def bodies() -> st.SearchStrategy[BodyElement]:
    """Any body element."""
    guards = st.lists(st.tuples(st.sampled_from(COMPARISONS), terms()), min_size=1, max_size=3).map(tuple)
    return st.one_of(st.builds(Literal, atoms(), st.booleans()), st.builds(Comparison, terms(), guards))


def rules() -> st.SearchStrategy[Rule]:
    """Any rule, safe or not."""
    return st.builds(Rule, atoms(), st.lists(bodies(), max_size=3).map(tuple))


def programs() -> st.SearchStrategy[Program]:
    """Any program that text can express, safe and stratified or not."""
    signatures = st.builds(Signature, names, st.integers(0, 3), st.booleans())
    definitions = st.lists(st.tuples(names, ground_terms()), max_size=2, unique_by=lambda pair: pair[0])
    # A constant may not be defined by constants in a circle: keep the values free of names.
    closed = definitions.map(
        lambda pairs: tuple(pair for pair in pairs if isinstance(pair[1], Number | String | Extremum))
    )
    return st.builds(
        Program,
        st.lists(rules(), max_size=4).map(tuple),
        st.none() | st.lists(signatures, max_size=3).map(tuple),
        closed,
    )


_PAIRS = st.tuples(st.integers(0, 3), st.integers(0, 3))
_XY = st.sampled_from([Variable("X"), Variable("Y"), Variable("Z")])


def safe_programs(*, negation: bool = True) -> st.SearchStrategy[Program]:
    """Small programs that clingo grounds: `edge/2` and `mark/1` are facts; `p q r` of arity 2 are derived.

    Args:
        negation: whether `not` may stand before facts' predicates (it is stratified then).
    """
    facts = st.lists(
        _PAIRS.map(lambda pair: Rule(Atom("edge", (Number(pair[0]), Number(pair[1]))))),
        min_size=1,
        max_size=8,
    )
    marks = st.lists(st.integers(0, 3).map(lambda n: Rule(Atom("mark", (Number(n),)))), max_size=3)
    derived = st.sampled_from(["p", "q", "r"])
    positive = st.builds(
        lambda name, left, right: Literal(Atom(name, (left, right))), derived | st.just("edge"), _XY, _XY
    )
    tests: list[st.SearchStrategy[BodyElement]] = [
        st.builds(
            lambda op, left, right: Comparison(left, ((op, right),)),
            st.sampled_from(COMPARISONS[1:]),
            _XY,
            _XY,
        )
    ]
    if negation:
        tests.append(_XY.map(lambda term: Literal(Atom("mark", (term,)), negated=True)))

    def closed(name: str, body: list[BodyElement], extra: list[BodyElement], pick: tuple[int, int]) -> Rule:
        bound = [Variable(variable) for part in body for variable in part.variables]
        kept = [part for part in extra if set(part.variables) <= {variable.name for variable in bound}]
        head = Atom(name, (bound[pick[0] % len(bound)], bound[pick[1] % len(bound)]))
        return Rule(head, (*body, *kept))

    proper = st.builds(
        closed,
        derived,
        st.lists(positive, min_size=1, max_size=3),
        st.lists(st.one_of(tests), max_size=2),
        _PAIRS,
    )
    return st.builds(
        lambda *parts: Program(tuple(rule for part in parts for rule in part)),
        facts,
        marks,
        st.lists(proper, min_size=1, max_size=5),
    )


def sloppy_texts() -> st.SearchStrategy[str]:
    """Programs with pools, comments, odd spacing and every way to write an operator."""
    gap = st.sampled_from(["", " ", "\t", "\n", " %* a %* b *% c. *% ", " % p(9).\n", "\r\n"])
    term = st.sampled_from(
        [
            "X",
            "Y",
            "((X))",
            "X+1",
            "-X",
            "|X-Y|",
            "X**2",
            "2**X",
            "(X;Y)",
            "0x2",
            "n",
            "-n",
            "1..X",
            "f(X;Y)",
            "(X,)",
            "X/2-1",
            "X-(Y-1)",
            "X\\2",
            "~X",
            "X&Y?1^2",
            '"a\\n\\"%"',
            "#sup",
            "(X,Y)",
            "f((1;2),X)",
            "-f(X)",
            "a",
        ]
    )
    operator = st.sampled_from(["=", "==", "!=", "<>", "<", "<=", ">", ">="])
    head = st.one_of(
        st.builds("p({},{})".format, term, term),
        st.builds("-q({})".format, term),
        st.builds("r({};{},{})".format, term, term, term),
    )
    test = st.one_of(
        st.builds("{} {} {}".format, term, operator, term),
        st.builds("not {} {} {}".format, term, operator, term),
        st.builds("{} {} {} {} {}".format, term, operator, term, operator, term),
        st.builds("not d({})".format, term),
        st.builds("not e({};{})".format, st.sampled_from("XY"), st.sampled_from(["_,X", "X,Y"])),
        st.builds("d({})".format, st.sampled_from(["X;Y", "X", "(1;X)", "_", "1..2"])),
        st.just("not -d(X)"),
    )
    comma = st.sampled_from([",", ";"])
    body = st.lists(st.tuples(comma, gap, test, gap).map("".join), max_size=3).map("".join)
    rule = st.builds(
        lambda head, a, b, body, c: f"{head}{a}:-{b}d(X),d(Y){body}{c}.", head, gap, gap, body, gap
    )
    return st.builds(
        lambda rules, a: f"#const n = 2.{a}d(0..2). e(1). e(1,2). -d(3).\n{a.join(rules)}",
        st.lists(rule, min_size=1, max_size=3),
        gap.filter(lambda text: "." not in text or "%" in text),
    )

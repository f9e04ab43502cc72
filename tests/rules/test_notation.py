"""The Python notation builds the same values as text."""

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suffice.errors import UsageError
from suffice.rules import Program, aggregate, interval, parse_program, predicates, rules, symbol, variables
from suffice.rules.notation import Predicate, TermExpression

X, Y, _ = variables("X Y _")
p, q, r = predicates("p/1 q/2 r/0")


@pytest.mark.parametrize(
    ("program", "text"),
    [
        (rules(p(1), p("a"), p(symbol("a")), r()), 'p(1). p("a"). p(a). r.'),
        (rules(p(X) <= q(X, Y)), "p(X) :- q(X,Y)."),
        (rules(p(X) <= q(X, _) & ~p(X) & -r()), "p(X) :- q(X,_), not p(X), -r."),
        (rules(-p(X) <= p(X) & ~-p(X)), "-p(X) :- p(X), not -p(X)."),
        (rules(p(X) <= q(X, Y) & (X != Y) & (Y == 3) & (X < 3)), "p(X) :- q(X,Y), X != Y, Y = 3, X < 3."),
        (rules(p(X) <= p(Y) & (X == Y - 1 - 1)), "p(X) :- p(Y), X = Y-1-1."),
        (rules(p(X) <= p(Y) & (X == 2 - (Y - 1))), "p(X) :- p(Y), X = 2-(Y-1)."),
        (rules(p(X) <= p(Y) & (X == 2**Y**2 * 3 // 4 % 5)), "p(X) :- p(Y), X = 2**Y**2*3/4\\5."),
        (rules(p(X) <= p(Y) & (abs(-Y) == X)), "p(X) :- p(Y), |-Y| = X."),
        (rules(p(X) <= (interval(1, 3) == X)), "p(X) :- 1..3 = X."),
        (rules(p(-symbol("f", -3, symbol("", 1)))), "p(-f(-3,(1,)))."),
        (rules(p(X) <= q(X, Y) & (Y < 3) & (X >= 3)), "p(X) :- q(X,Y), Y < 3, X >= 3."),
        (rules(p(X) <= ~r() & p(X)), "p(X) :- not r, p(X)."),
    ],
)
def test_notation_is_text(program: Program, text: str) -> None:
    assert program == parse_program(text)
    assert parse_program(str(program)) == program


@given(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")),
    st.integers(-(2**31), 2**31 - 1),
)
def test_python_values_come_through(text: str, number: int) -> None:
    program = rules(q(text, number))
    assert parse_program(str(program)) == program


def test_arguments_can_be_named() -> None:
    director = Predicate("director", ("film", "person"))
    assert director("F", person="P") == director("F", "P") == director(person="P", film="F")


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: p(),
        lambda: p(1, 2),
        lambda: Predicate("p", ("x",))(1, x=2),
        lambda: p(1.5),  # type: ignore[arg-type]
        lambda: p(True),
        lambda: p(2**31),
        lambda: p("\0"),
        lambda: p(p(1)),  # type: ignore[arg-type]
        lambda: p(X) <= (1 < X < 3),
        lambda: p(X) <= (q(X, Y) and p(Y)),
        lambda: p(X) <= X,  # type: ignore[operator]
        lambda: variables("x"),
        lambda: predicates("Director/2"),
        lambda: predicates("director"),
        lambda: symbol("X"),
        lambda: symbol("not"),
        lambda: bool(X),
    ],
    ids=itertools.count(),
)
def test_mistakes_are_named(wrong: Callable[[], Any]) -> None:
    with pytest.raises(UsageError) as caught:
        wrong()
    assert caught.value.remedy


def test_expressions_are_not_values() -> None:
    assert isinstance(X, TermExpression)
    with pytest.raises(TypeError):
        hash(X)


def test_aggregates() -> None:
    P, Q, E, N = variables("P Q E N")
    saw, liar, head, event = predicates("saw/2 liar/1 head/2 event/1")
    counted = aggregate("count", P, where=saw(P, E) & ~liar(P)) | aggregate("count", Q, 1, where=liar(Q))
    program = rules(head(E, N) <= event(E) & (counted == N) & (counted <= 3))
    text = "#count { P : saw(P,E), not liar(P); Q,1 : liar(Q) }"
    assert str(program) == f"head(E,N) :- event(E), {text} = N, {text} <= 3.\n"
    assert parse_program(str(program)) == program
    with pytest.raises(UsageError, match="compare it"):
        bool(counted)
    with pytest.raises(UsageError, match="no one aggregate"):
        counted | aggregate("sum", 1, where=liar(P))
    with pytest.raises(UsageError, match="there is no aggregate"):
        aggregate("mean", 1, where=liar(P))  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="inside another"):
        aggregate("count", E, where=event(E) & (counted > 1))

"""Every `.lp` that ships with suffice gives in plain clingo what it gives here."""

from __future__ import annotations

from pathlib import Path

import clingo
import pytest

from suffice.engine import close, ground_program
from suffice.rules import diagnose, fragment, parse_program, parse_sources

ROOT = Path(__file__).parents[2]
#: Optimises, which our rules do not: clingo alone solves it.
OF_CLINGO = "independent_set.lp"
SHIPPED = sorted(
    path for path in (*ROOT.glob("suffice/**/*.lp"), *ROOT.glob("examples/**/*.lp")) if path.name != OF_CLINGO
)
FACTS = """
father(a, b). father(b, c). mother(a, d). mother(d, e). father(d, f). mother(b, g). spouse(a, h). father(h, i).
mother(h, j). child(a, k). spouse(k, l). sibling(h, m). sibling(a, n). spouse(n, o). sibling(b, p). spouse(b, q).
date_of_birth(a, date(1900, 1, 1)). date_of_death(a, date(1980, 0, 0)). date_of_birth(b, date(1901, 2, 28)).
date_of_death(b, date(1950, 12, 0)). date_of_birth(c, date(1912, 0, 0)). date_of_birth(d, date(1912, 5, 5)).
date_of_birth(e, date(-44, 3, 15)).
comparable(date(1900, 1, 1), date(1901, 2, 28)). comparable(date(1912, 0, 0), date(1912, 5, 5)).
comparable(date(2000, 2, 29), date(2000, 3, 1)). comparable(date(-44, 3, 15), date(1, 1, 1)).
comparable(life(date(1900, 1, 1), date(1980, 0, 0)), life(date(1901, 2, 28), date(1950, 12, 0))).
country_of_citizenship(a, "United Kingdom"). country_of_origin(film, "India").
designer(bridge, a). trained_under(a, b). trained_under(b, c).
"""


def clingo_atoms(text: str) -> set[str]:
    control = clingo.Control(["--warn=none"])
    control.add("base", [], text)
    control.ground([("base", [])])
    found: set[str] = set()
    with control.solve(yield_=True) as models:
        for model in models:
            found |= {str(symbol) for symbol in model.symbols(atoms=True)}
    return found


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_a_shipped_file_gives_the_same_closure_in_plain_clingo(path: Path) -> None:
    text = path.read_text("utf-8") + FACTS
    ground = ground_program(parse_program(text, path.name))
    ours = set(map(str, close(ground).atoms))
    declared = {"evidence", "lookup", "goal", "states", "functional"}
    theirs = {atom for atom in clingo_atoms(text) if atom.split("(")[0] not in declared}
    assert {atom for atom in ours if atom.split("(")[0] not in declared} == theirs
    assert len(theirs) > text.count("comparable(date")


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_a_shipped_file_has_nothing_wrong_and_is_monotone_unless_it_counts_or_negates(path: Path) -> None:
    parsed = parse_sources([(path.name, path.read_text("utf-8") + FACTS)])
    assert [one for one in diagnose(parsed) if one.severity == "error"] == []
    assert fragment(parsed.program) == (
        "stratified" if path.name in ("reports.lp", "guard.lp") else "monotone"
    )


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("date(1912,0,0)", "date(1912,5,5)", set()),
        ("date(1912,0,0)", "date(1913,5,5)", {"earlier"}),
        ("date(2000,3,1)", "date(2000,2,29)", {"later"}),
        ("date(2000,3,0)", "date(2000,3,31)", set()),
        ("date(-44,3,15)", "date(1,1,1)", {"earlier"}),
        ("date(1900,1,1)", "date(1900,1,1)", set()),
    ],
)
def test_dates_are_compared_as_ranges_of_days(one: str, other: str, expected: set[str]) -> None:
    calendar = (ROOT / "suffice/rules/library/calendar.lp").read_text("utf-8")
    atoms = clingo_atoms(f"{calendar} comparable({one}, {other}).")
    assert {name for name in ("earlier", "later") if f"{name}({one},{other})" in atoms} == expected

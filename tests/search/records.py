"""Pages of a family's records at random, as facts, for tests of what follows from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hypothesis import strategies as st

from suffice.rules import Atom, Program, Rule, String, Symbol, Variable

Facts = Mapping[str, Sequence[Atom]]

#: Names as they come, and such as stand for names inside.
NAMES = [
    "Vel",
    "Kolm House",
    "Tarn",
    "~0~",
    "~1~",
    "~~",
    "unit_0_",
    " ",
    "",
    "ΩЖ",
    'a"b\\\n',
    "answer(X)",
    "p1",
]
PAGES = ["p1", "p2", "p3", "p4", "unit_0_", "unit_1_", "controlling", "draft"]
GOAL = Atom("answer", (Variable("X"),))


def text(term: object) -> str:
    return term.value if isinstance(term, String) else str(term)


def program_of(rules: Program, names: Sequence[str], facts: Facts) -> Program:
    """The rules with the facts as they are."""
    lines = [Rule(Atom("asked", (String(name),))) for name in names]
    for page, atoms in facts.items():
        for atom in atoms:
            said = Symbol(atom.name, atom.args, atom.positive)
            lines += [Rule(atom), Rule(Atom("states", (Symbol(page), said)))]
    return rules.extended(lines)


@st.composite
def pages(
    draw: st.DrawFn, rules: Program, names: Sequence[str], limit: int = 4
) -> dict[str, tuple[Atom, ...]]:
    """Pages of records about a few names that meet, signed or not, in force or not, some superseded by others."""
    kinds = {fact.args[0]: 0 for fact in rules.facts if fact.name == "column"}
    for fact in rules.facts:
        if fact.name == "column":
            kinds[fact.args[0]] += 1
    issuers = [text(fact.args[0]) for fact in rules.facts if fact.name == "authority"]
    stands = sorted(
        {
            part.args[1].name
            for rule in rules.proper_rules
            for part in rule.positive
            if part.name == "status" and isinstance(part.args[1], Symbol)
        }
    )
    name = st.sampled_from([*names, *issuers[:1]]).map(String)
    found: dict[str, tuple[Atom, ...]] = {}
    for page in draw(st.lists(st.sampled_from(PAGES), unique=True, max_size=limit)):
        unit = Symbol(page)
        kind = draw(st.sampled_from(sorted(kinds, key=str)))
        atoms = [Atom(str(kind), (unit, *(draw(name) for _ in range(kinds[kind]))))]
        status = draw(st.sampled_from([*stands * 3, "draft", "unit_0_", "p1"]))
        atoms.append(Atom("status", (unit, Symbol(status))))
        if draw(st.integers(0, 3)):
            atoms.append(Atom("signed", (unit, String(draw(st.sampled_from([*issuers * 2, *names]))))))
            atoms.append(Atom("docket", (unit, String(draw(st.sampled_from(["D1", "D2", "~0~"]))))))
            if not draw(st.integers(0, 3)):
                atoms.append(Atom("supersedes", (unit, String(draw(st.sampled_from(["D1", "~0~"]))))))
        found[page] = tuple(atoms)
    return found

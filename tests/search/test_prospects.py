"""Records that can't count are set aside, and no others: what is found later finds all that it needs."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from suffice.engine.backends import ENGINES
from suffice.extractors import Unit
from suffice.extractors.blocks import PageReader, seal_text, textual_seals, write_block
from suffice.rules import Program, Rule, Signature, parse_program
from suffice.search.controller import Setting, play
from suffice.search.frozen import FrozenIndex
from suffice.search.inquiry import Budget
from suffice.search.policies.premise import Premise
from suffice.search.prospects import set_aside
from suffice.search.reading import Judge
from suffice.worlds.fiction.family import FAMILIES, read_family
from tests.search.records import GOAL, pages, program_of


def answers(program: Program) -> set[str]:
    derived = ENGINES["naive"].derive(program)
    return {str(atom) for atom in derived if atom.signature == Signature("answer", 1)}


@settings(max_examples=60, deadline=None)
@given(st.data(), st.sampled_from(FAMILIES))
def test_nothing_that_could_count_is_set_aside(data: st.DataObject, family: str) -> None:
    """Whatever other pages come to light: with them the same follows as if nothing had been set aside."""
    rules, names = read_family(family).rules, ["Vel", "Kolm House"]
    drawn = data.draw(pages(rules, names, 5))
    read = dict(list(drawn.items())[: data.draw(st.integers(0, len(drawn)))])
    later = [Rule(atom) for page, atoms in drawn.items() if page not in read for atom in atoms]
    program = program_of(rules, names[:1], read)
    left = set_aside(program, GOAL)
    assert set(left.rules) <= set(program.rules)
    assert answers(left.extended(later)) == answers(program.extended(later))


RULES = """
answer(P) :- asked(N), final(R,N,P), valid(R).
answer(P) :- asked(N), bridge(R,N,A), valid(R), storage(S,A,P), valid(S).
valid(R) :- signed(R,I), not gone(R). gone(R) :- docket(R,D), supersedes(S,D), signed(S,_).
claimed(R,P) :- final(R,_,P).
lookup(final,3,"final of {1}"). lookup(bridge,3,"bridge of {1}"). lookup(storage,3,"storage of {1}").
lookup(supersedes,2,"register of {1}").
evidence(final,3). evidence(bridge,3). evidence(storage,3). evidence(signed,2). evidence(docket,2). evidence(supersedes,2).
goal(answer,1). #defined asked/1.
"""


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ("", ["final of Vel", "bridge of Vel"]),
        ('bridge(p,"Vel","A"). signed(p,"I").', ["final of Vel", "storage of A"]),
        ('bridge(p,"Vel","A").', ["final of Vel", "bridge of Vel"]),
        ('bridge(p,"Vel","A"). bridge(q,"Vel","B"). signed(q,"I").', ["final of Vel", "storage of B"]),
        ('bridge(p,"Vel","A"). signed(p,"I"). storage(s,"A","X").', ["final of Vel", "storage of A"]),
        ('final(p,"Vel","X").', ["final of Vel", "bridge of Vel"]),
        ('bridge(p,"Vel","A"). signed(p,"I"). docket(p,"D"). supersedes(s,"D"). signed(s,"I").', ["final of Vel", "bridge of Vel"]),
        ('bridge(p,"Vel","A"). signed(p,"I"). docket(p,"D"). supersedes(s,"D").', ["final of Vel", "storage of A"]),
        ('bridge(p,"Tarn","A").', ["final of Vel", "bridge of Vel"]),
    ],
)  # fmt: skip
def test_what_is_open(facts: str, expected: list[str]) -> None:
    read: dict[str, list[object]] = {}
    for fact in parse_program(facts).facts:
        read.setdefault(str(fact.args[0]), []).append(fact)
    verdict = Judge(parse_program(RULES)).decide(["Vel"], read)  # type: ignore[arg-type]
    assert sorted(one.wording for one in verdict.open) == sorted(expected)


def test_what_a_signature_could_be_looked_up_for_stays() -> None:
    """Where the rules say how a signature is asked for, an unsigned record may still come to count."""
    rules = parse_program(RULES + 'lookup(signed,2,"who signed {0}").')
    facts = {"p": parse_program('bridge(p,"Vel","A").').facts}
    open_ones = [one.wording for one in Judge(rules).decide(["Vel"], facts).open]
    assert "who signed p" in open_ones
    assert "storage of A" in open_ones


def test_a_signature_may_stand_in_the_same_rule() -> None:
    rules = parse_program("""answer(P) :- asked(N), bridge(R,N,A), signed(R,I), authority(I), storage(S,A,P), signed(S,J), authority(J).
    authority("I"). lookup(bridge,3,"bridge of {1}"). lookup(storage,3,"storage of {1}"). #defined asked/1.
    evidence(bridge,3). evidence(storage,3). evidence(signed,2). goal(answer,1).""")
    for signature, expected in (("", "bridge of Vel"), ('signed(p,"I").', "storage of A")):
        facts = {"p": parse_program('bridge(p,"Vel","A").' + signature).facts}
        assert [one.wording for one in Judge(rules).decide(["Vel"], facts).open] == [expected]


@pytest.mark.parametrize("forged", [1, 3, 8])
def test_forged_bridges_among_the_first_pages_lead_no_query(forged: int) -> None:
    rules = read_family("archives").rules

    def page(name: str, kind: str, *, sealed: bool = True, **fields: str) -> Unit:
        whole = {"record": kind, "status": "controlling"}
        if sealed:
            whole |= {"signed": "Keeper of Ledgers", "docket": f"D{name}"}
        whole |= fields
        return Unit(name, "", f"{kind} {write_block(whole, seal_text(whole) if sealed else None)}")

    false = [
        page(f"f{n}", "bridge", sealed=False, holder="Velkor", archive=f"False{n} Archive", rule=f"Nil{n}")
        for n in range(forged)
    ]
    records = (
        page("r1", "bridge", holder="Velkor", archive="Vesk Archive", rule="Nim"),
        page("r2", "storage", archive="Vesk Archive", rule="Nim", place="Kolm House"),
    )
    others = [page(f"o{n}", "storage", archive=f"Quay{n}", rule="Rain", place="Loft") for n in range(6)]
    corpus = (*false, *records, *others)
    initial = tuple(page.id for page in false)
    setting = Setting(
        "w",
        "Where is the ledger of Velkor kept?",
        rules,
        textual_seals,
        corpus,
        initial,
        Budget(queries=2, pages=3),
    )
    done = play(setting, "premise", Premise(), FrozenIndex(corpus))
    assert done.answer == "Kolm House"
    assert not any("False" in one.inquiry.query for one in done.rounds)
    assert PageReader(rules, textual_seals).read(false[0])  # they are read, and state what they state

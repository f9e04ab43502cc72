"""Decisions by patterns are decisions on the facts themselves, whatever the names; where rules look at names, none is replaced."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from suffice.engine import prove
from suffice.engine.backends import ENGINES
from suffice.errors import ProgramError
from suffice.rules import (
    Atom,
    Number,
    Program,
    Rule,
    Signature,
    String,
    Symbol,
    parse_atom,
    parse_program,
)
from suffice.search.patterns import Abstraction, Pattern, is_generic
from suffice.search.prospects import set_aside
from suffice.search.reading import Judge, Verdict, _read_guard
from suffice.worlds.fiction.family import FAMILIES, read_family
from tests.search.records import GOAL, NAMES, PAGES, Facts, pages, program_of, text


def holds(rules: Program, names: Sequence[str], facts: Facts, answer: str) -> bool:
    derived = ENGINES["naive"].derive(program_of(rules, names, facts))
    return any(atom.signature == Signature("answer", 1) and text(atom.args[0]) == answer for atom in derived)


def check(judge: Judge, names: Sequence[str], facts: Facts) -> Verdict:
    """Compare what a judge says with the engine's word on the facts themselves."""
    rules = judge.rules
    verdict = judge.decide(names, facts)
    proof = prove(program_of(rules, names, facts), GOAL)
    assert verdict.status == proof.status
    assert sorted(verdict.answers) == sorted(text(atom.args[0]) for atom in proof.answers)
    if proof.status not in ("derived", "conflict"):
        proof = prove(set_aside(program_of(rules, names, facts), GOAL), GOAL)
    needs = {
        (need.atom, need.wording) for need in proof.requirements if need.status == "open" and need.wording
    }
    assert {(one.atom, one.wording) for one in verdict.open} == needs
    # Several supports may be minimal: it is one of them.
    assert set(verdict.support) <= facts.keys()
    if verdict.status == "derived":
        cited = {page: facts[page] for page in verdict.support}
        assert holds(rules, names, cited, verdict.answers[0])
        for page in cited:
            rest = {other: atoms for other, atoms in cited.items() if other != page}
            assert not holds(rules, names, rest, verdict.answers[0])
    return verdict


def check_all(judge: Judge, names: Sequence[str], facts: Facts) -> None:
    """Compare claims and releases, too."""
    rules, verdict = judge.rules, check(judge, names, facts)
    for page, atoms in facts.items():
        derived = ENGINES["naive"].derive(program_of(rules, names, {page: atoms}))
        claims = {text(atom.args[1]) for atom in derived if atom.signature == Signature("claimed", 2)}
        assert judge.claims(names, page, atoms) == tuple(sorted(claims))
    for answer in {*verdict.answers, *names, "~0~", "Kolm House"}:
        proposed = Rule(Atom("proposed", (String(answer),)))
        guarded = program_of(rules + _read_guard(), names, facts).extended([proposed])
        released = prove(guarded, Atom("release")).status == "derived"
        assert judge.releases(names, answer, facts) == released, answer


JUDGES = {name: Judge(read_family(name).rules) for name in FAMILIES}


@settings(max_examples=30, deadline=None)
@given(
    st.data(),
    st.sampled_from(FAMILIES),
    st.lists(st.sampled_from(NAMES), unique=True, min_size=2, max_size=3),
)
def test_the_shipped_rules_decide_patterns_as_they_decide_facts(
    data: st.DataObject, family: str, names: list[str]
) -> None:
    judge = JUDGES[family]
    check_all(judge, names[:1], data.draw(pages(judge.rules, names)))


@settings(max_examples=20, deadline=None)
@given(st.data(), st.sampled_from(FAMILIES))
def test_several_sets_at_once_as_each_alone(data: st.DataObject, family: str) -> None:
    judge, names = JUDGES[family], ["Vel", "Kolm House"]
    facts = data.draw(pages(judge.rules, names))
    subsets = {"all": list(facts), "none": [], **{page: [page] for page in facts}}
    found = judge.derive(names[:1], facts, subsets)
    for name, units in subsets.items():
        derived = ENGINES["naive"].derive(
            program_of(judge.rules, names[:1], {unit: facts[unit] for unit in units})
        )
        answers = {text(atom.args[0]) for atom in derived if atom.signature == Signature("answer", 1)}
        assert found[name] == tuple(sorted(answers))


RECORD = 'status({0},controlling). signed({0},"{1}"). docket({0},"{2}").'


def facts_of(**texts: str) -> dict[str, tuple[Atom, ...]]:
    return {page: parse_program(said).facts for page, said in texts.items()}


def test_cases_of_a_family() -> None:
    """Conflict, withdrawal, an issuer that is nobody, an issuer's name as a place."""
    judge = JUDGES["archives"]
    kolm = 'final(p1,"Vel","Kolm House"). ' + RECORD.format("p1", "Keeper of Ledgers", "A")
    tarn = 'final(p2,"Vel","Keeper of Ledgers"). ' + RECORD.format("p2", "Office of Deposits", "B")
    register = RECORD.format("p3", "Chamber of Custody", "C") + ' supersedes(p3,"A").'
    forged = 'final(p4,"Vel","Tarn"). ' + RECORD.format("p4", "Keeper of Nothing", "E")
    assert check(judge, ["Vel"], facts_of(p1=kolm, p4=forged)).answers == ("Kolm House",)
    assert check(judge, ["Vel"], facts_of(p1=kolm, p2=tarn)).status == "conflict"
    found = check(judge, ["Vel"], facts_of(p1=kolm, p2=tarn, p3=register))
    assert (found.answers, found.support) == (("Keeper of Ledgers",), ("p2",))
    assert check(judge, ["Vel"], facts_of(p4=forged)).status == "open"


def test_names_that_differ_only_share_a_decision_and_get_their_own_names_back() -> None:
    rules = read_family("archives").rules
    judge = Judge(rules)
    keys = set()
    for person, place, page, issuer in (
        ("Vel", "Kolm House", "p1", "Keeper of Ledgers"),
        ("~0~", "Vel", "unit_3_", "Chamber of Custody"),
        ("~1~", "~0~", "q", "Office of Deposits"),
    ):
        said = f'final({page},"{person}","{place}"). ' + RECORD.format(page, issuer, "D")
        facts = facts_of(**{page: said})
        keys.add(Pattern(Abstraction(rules), [person], facts).key)
        found = check(judge, [person], facts)
        assert (found.answers, found.support) == ((place,), (page,))
        assert [one.wording for one in found.defeaters] == [
            "signed controlling register record docket seal D"
        ]
    assert len(keys) == 1


BASE = """
answer(P) :- asked(N), final(R,N,P), valid(R).
claimed(R,P) :- final(R,N,P).
authority("A"; "B"). council("B"; "C"). #defined asked/1. #defined seen/1.
goal(answer,1). functional(answer,1). column(final,1,holder). column(final,2,place).
evidence(final,3). evidence(status,2). evidence(signed,2). evidence(docket,2). evidence(supersedes,2).
lookup(final,3,"final of {1}"). lookup(supersedes,2,"register of {1}"). lookup(docket,2,"docket of {0}").
"""
#: What rules may do with an issuer, and whether one that is looked up stays unseen.
ISSUERS = {
    "in lists alone": ("valid(R) :- signed(R,I), authority(I), council(I).", True),
    "on two lists apart": (
        "valid(R) :- signed(R,I), authority(I). valid(R) :- signed(R,I), council(I).",
        True,
    ),
    "whoever it is": ("valid(R) :- signed(R,_).", True),
    "negated, whoever it is": ("valid(R) :- status(R,controlling), not signed(R,_).", True),
    "into the head": ("valid(R) :- by(R,I), authority(I). by(R,I) :- signed(R,I).", False),
    "into the answer": (
        "valid(R) :- signed(R,I), authority(I). answer(I) :- asked(N), final(R,N,_), signed(R,I).",
        False,
    ),
    "into a compound answer": (
        "answer(f(I,R)) :- asked(N), final(R,N,_), signed(R,I). valid(x) :- council(x).",
        False,
    ),
    "into a claim": (
        "valid(R) :- signed(R,I), authority(I). claimed(R,I) :- signed(R,I), council(I).",
        False,
    ),
    "compared with a name": ('valid(R) :- signed(R,I), authority(I), I != "A".', False),
    "equal to a name": ('valid(R) :- signed(R,I), I = "Kolm House".', False),
    "compared with another": ("valid(R) :- signed(R,I), signed(S,J), I != J.", False),
    "one of two records": ("valid(R) :- signed(R,I), signed(S,I), R != S.", False),
    "a place too": ("valid(R) :- signed(R,I), final(S,_,I).", False),
    "asked for": ("valid(R) :- signed(R,I), asked(I).", False),
    "in a negated list": ("valid(R) :- signed(R,I), not authority(I).", False),
    "in a negated record": ("valid(R) :- status(R,controlling), authority(I), not signed(R,I).", False),
    "a constant": ('valid(R) :- signed(R,"A").', False),
    "a negated constant": ('valid(R) :- status(R,controlling), not signed(R,"Kolm House").', False),
    "twice in a literal": (
        "valid(R) :- signed(R,I), pair(I,I), authority(I). pair(X,X) :- signed(_,X).",
        False,
    ),
    "a list that is derived": (
        'valid(R) :- signed(R,I), good(I). good("A"). good(I) :- final(_,I,_).',
        False,
    ),
    "a list that can be looked up": (
        'lookup(council,1,"is {0} of the council"). valid(R) :- signed(R,I), council(I).',
        False,
    ),
    "functional": ("functional(signed,2). valid(R) :- signed(R,I), authority(I).", False),
    "functional list": ("functional(authority,1). valid(R) :- signed(R,I), council(I).", True),
    "derived as well": ('valid(R) :- signed(R,I), authority(I). signed(R,"A") :- final(R,_,"Tarn").', False),
    "defined constant": (
        '#const a = "Kolm House". valid(R) :- signed(R,I), authority(I), final(R,_,P), P != a.',
        True,
    ),
    "a list with `~~`": ('authority("~~"). valid(R) :- signed(R,I), authority(I).', False),
    "a page the rules name": (
        "valid(R) :- signed(R,I), authority(I), R != p1. valid(p1) :- status(p1,unit_0_).",
        False,
    ),
    "a page that is the answer": (
        "answer(R) :- asked(N), final(R,N,_), valid(R). valid(R) :- signed(R,I), council(I).",
        True,
    ),
    "a status that is the answer": (
        "answer(S) :- asked(N), final(R,N,_), status(R,S). valid(S) :- status(S,_).",
        True,
    ),
    "a status that is a page": ("valid(R) :- status(R,S), status(S,_).", True),
    "a withdrawn one": (
        "valid(R) :- signed(R,I), authority(I), not gone(R). gone(R) :- docket(R,D), supersedes(_,D).",
        True,
    ),
    "no evidence": ("valid(R) :- signed(R,I), authority(I).", True),
}


#: Who signs a record of each of two pages, what it says, and of whom.
PAIRS = [
    facts_of(
        p1=f'final(p1,"Vel","{place}"). ' + RECORD.format("p1", one, "D1"),
        p2=f'final(p2,"{who}","Tarn"). ' + RECORD.format("p2", other, "D2").replace("controlling", status),
    )
    for one, place, other, who, status in (
        ("A", "Kolm House", "A", "Tarn", "controlling"),
        ("B", "A", "C", "Kolm House", "p1"),
        ("C", "Tarn", "C", "Vel", "controlling"),
        ("Kolm House", "Kolm House", "Vel", "Kolm House", "unit_0_"),
        ("Vel", "~~", "A", "A", "controlling"),
        ("~~", "~0~", "Kolm House", "Vel", "draft"),
        ("Tarn", "Tarn", "B", "Tarn", "p2"),
    )
] + [
    facts_of(p1='final(p1,"Vel","Kolm House"). status(p1,unit_0_).', p2='signed(p2,"A"). docket(p2,"D").'),
    facts_of(
        p1='final(p1,"Vel","Tarn"). signed(p1,"A"). signed(p1,"B"). signed(p1,"Kolm"). signed(p1,"Vel").'
    ),
]


@pytest.mark.parametrize("case", ISSUERS)
def test_what_rules_do_with_an_issuer_decides_whether_it_is_replaced(case: str) -> None:
    rules, unseen = ISSUERS[case]
    base = "\n".join(line for line in BASE.splitlines() if case != "no evidence" or "evidence" not in line)
    judge = Judge(parse_program(base + rules))
    abstraction = Abstraction(judge.rules)
    assert ((Signature("signed", 2), 1) in abstraction.looked_up) == (unseen and case != "no evidence")

    for facts in PAIRS:
        check(judge, ["Vel"], facts)

    @settings(max_examples=3, deadline=None)
    @given(
        st.data(),
        st.lists(st.sampled_from(["Vel", "Kolm House", "A", "C", "~0~", "~~"]), unique=True, min_size=2),
    )
    def law(data: st.DataObject, names: list[str]) -> None:
        check_all(judge, names[:1], data.draw(pages(judge.rules, names, 3)))

    law()


def test_a_page_that_adds_to_a_list_is_seen() -> None:
    judge = Judge(parse_program(BASE + "valid(R) :- signed(R,I), authority(I)."))
    facts = facts_of(p1='final(p1,"Vel","Kolm"). signed(p1,"Tarn").', p2='authority("Tarn").')
    assert check(judge, ["Vel"], facts).answers == ("Kolm",)


def test_names_inside_terms_meet_those_outside() -> None:
    judge = Judge(
        parse_program(
            "goal(answer,1). answer(P) :- asked(N), kept(R,at(N,P)). evidence(kept,2). #defined asked/1."
        )
    )
    facts = facts_of(p1='kept(p1,at("Vel",in("Kolm",p1))). -kept(p1,at("Vel","Tarn")).')
    assert check(judge, ["Vel"], facts).answers == ('in("Kolm",p1)',)


#: Rules that look at names by more than equality, over the records of `BASE`.
LOOKING = [
    'valid(R) :- signed(R,I), I < "B".',
    "valid(R) :- signed(R,I), final(R,N,P), N <= P.",
    "valid(R) :- status(R,_), final(R,_,P), P > p1.",
    "valid(R) :- signed(R,_), signed(S,_), R < S.",
    "valid(R) :- status(R,_), 2 <= #count { I : signed(S,I) }.",
    "valid(R) :- status(R,_), final(R,_,P), P = #max { I : signed(_,I) }.",
    "valid(R) :- status(R,_), final(R,_,P), P != #inf, signed(R,P).",
    'valid(R) :- signed(R,I), level(I,L), L+1 > 2. level("A",1). level("B",2).',
    'valid(R) :- signed(R,I), level(I,L), L = 1..2. level("A",1). level("B",3).',
    "valid(R) :- signed(R,I), authority(I), R != unit_0_.",
    'valid(R) :- signed(R,I), authority(I), not final(R,_,"~0~").',
]


@pytest.mark.parametrize("rules", LOOKING)
def test_rules_that_look_at_names_get_them(rules: str) -> None:
    judge = Judge(parse_program(BASE + rules))
    assert not is_generic(judge.rules)
    assert not Abstraction(judge.rules).looked_up

    for facts in PAIRS:
        check(judge, ["Vel"], facts)

    @settings(max_examples=3, deadline=None)
    @given(st.data(), st.lists(st.sampled_from(NAMES), unique=True, min_size=2, max_size=3))
    def law(data: st.DataObject, names: list[str]) -> None:
        facts = data.draw(pages(judge.rules, names, 3))
        pattern = Pattern(Abstraction(judge.rules), names, facts)
        assert pattern.program(judge.rules) == program_of(judge.rules, names, facts)
        check_all(judge, names[:1], facts)

    law()


@given(
    st.dictionaries(
        st.sampled_from(PAGES),
        st.lists(
            st.builds(
                lambda *args: Atom("r", args),
                st.sampled_from([String("~0~"), String("Vel"), Symbol("p1"), Symbol("unit_0_"), Number(1)]),
                st.sampled_from(
                    [Symbol("f", (String("~1~"), Symbol("unit_1_"))), Symbol("unit_7_", (), False)]
                ),
            ),
            max_size=3,
        ),
        max_size=4,
    ),
    st.lists(st.sampled_from(NAMES), max_size=3),
)
@example({"unit_1_": [], "unit_0_": [parse_atom("r(unit_1_,unit_5_)")]}, ["~1~", "~0~"])
def test_what_is_replaced_comes_back(facts: Facts, names: list[str]) -> None:
    rules = parse_program("answer(X) :- r(X,_).")
    pattern = Pattern(Abstraction(rules), names, facts)
    replaced = pattern.program(rules).rules[len(rules.rules) :]
    restored = [Rule(rule.head.mapped(pattern.restore)) for rule in replaced]
    assert restored == list(program_of(rules, names, facts).rules[len(rules.rules) :])


@pytest.mark.parametrize(
    "rules", ["release :- asked(N).", "contested.", 'proposed("Kolm").', "proposed(X) :- kept(_,X)."]
)
def test_rules_cannot_speak_for_the_guard(rules: str) -> None:
    with pytest.raises(ProgramError, match="release guard's own predicate"):
        Judge(parse_program(BASE + rules))

"""Controlled English: what is read, what is refused by name, and that it says what clingo derives."""

import clingo
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from suffice.engine import close, ground_program
from suffice.errors import ProgramError, SentenceError
from suffice.extractors.english import GENERIC, read_theory, write_sentence
from suffice.extractors.english.closed import BEYOND, CLOSED, PREPOSITIONS, REPORTING
from suffice.extractors.english.words import is_plural, third_person
from suffice.rules import Atom, Literal, Rule, Symbol, Variable, parse_program

X = Variable("X")


def words() -> st.SearchStrategy[str]:
    taken = CLOSED | PREPOSITIONS | GENERIC | BEYOND | REPORTING
    return st.from_regex(r"[b-z][aeiou][a-z]{1,5}", fullmatch=True).filter(
        lambda word: not {word, third_person(word)} & taken and not is_plural(word)
    )


def names() -> st.SearchStrategy[Symbol]:
    return st.lists(words(), min_size=1, max_size=2).map(lambda parts: Symbol("_".join(parts)))


@st.composite
def theories(draw: st.DrawFn, signed: bool = True) -> list[Rule]:
    """Facts and rules over few names, so that something follows."""
    things = draw(st.lists(names(), min_size=1, max_size=3, unique=True))
    kinds = draw(st.lists(words(), min_size=2, max_size=4, unique=True))
    verbs = [third_person(verb) for verb in draw(st.lists(words(), min_size=1, max_size=2, unique=True))]
    assume(not {*kinds} & {*verbs})
    sign = st.booleans() if signed else st.just(True)

    def atoms(subject: st.SearchStrategy[Symbol | Variable]) -> st.SearchStrategy[Atom]:
        unary = st.builds(
            lambda name, one, sign: Atom(name, (one,), sign), st.sampled_from(kinds), subject, sign
        )
        binary = st.builds(
            lambda name, one, other, sign: Atom(name, (one, other), sign),
            st.sampled_from(verbs),
            subject,
            st.sampled_from(things),
            sign,
        )
        return st.one_of(unary, binary)

    ground = atoms(st.sampled_from(things))
    open_ = atoms(st.just(X))
    facts = draw(st.lists(st.builds(Rule, ground), min_size=1, max_size=5))
    rules = draw(
        st.lists(
            st.builds(
                lambda head, first, others: Rule(head, tuple(map(Literal, dict.fromkeys([first, *others])))),
                st.one_of(ground, open_),
                open_,
                st.lists(st.one_of(ground, open_), max_size=2),
            ),
            max_size=4,
        )
    )
    return facts + rules


@settings(max_examples=30)
@given(theories())
def test_a_theory_that_was_written_is_read_back(theory: list[Rule]) -> None:
    found = read_theory(" ".join(map(write_sentence, theory)))
    assert found.diagnostics == ()
    assert [sentence.rules for sentence in found.sentences] == [(rule,) for rule in theory]


@settings(max_examples=30)
@given(theories())
def test_the_logical_form_parses_back_and_each_sentence_is_a_unit(theory: list[Rule]) -> None:
    text = " ".join(map(write_sentence, theory))
    found = read_theory(text)
    program = found.program()
    assert parse_program(str(program)) == program
    units = {str(unit) for units in program.states.values() for unit in units}
    assert units == {sentence.id for sentence in found.sentences}
    for sentence in found.sentences:
        assert text[sentence.start : sentence.end] == sentence.text


@settings(max_examples=30)
@given(theories(signed=False))
def test_what_follows_is_what_clingo_derives(theory: list[Rule]) -> None:
    program = read_theory(" ".join(map(write_sentence, theory))).program()
    control = clingo.Control(["--warn=none"])
    control.add("base", [], str(program))
    control.ground([("base", [])])
    models: list[set[str]] = []
    control.solve(on_model=lambda model: models.append({str(one) for one in model.symbols(atoms=True)}))
    reserved = ("evidence(", "states(")
    [model] = models
    assert {one for one in model if not one.startswith(reserved)} == {
        str(atom) for atom in close(ground_program(program)).atoms
    }


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("Charlie is not kind.", "-kind(charlie)."),
        ("The bald eagle does not chase the cat.", "-chases(bald_eagle,cat)."),
        ("The dog sees Anne.", "sees(dog,anne)."),
        ("Bob and the cat are kind and quiet.", "kind(bob). quiet(bob). kind(cat). quiet(cat)."),
        ("Rex is a blicket and Rex is not a dax.", "blicket(rex). -dax(rex)."),
        ("Rex is a blicket, Rex is not a dax, and Rex is a wug.", "blicket(rex). -dax(rex). wug(rex)."),
        ("All quiet things are rough.", "rough(X) :- quiet(X)."),
        ("Red, cold people are round.", "round(X) :- red(X), cold(X)."),
        ("Each zumpus is not happy.", "-happy(X) :- zumpus(X)."),
        ("Blickets are shy daxes.", "shy(X) :- blicket(X). dax(X) :- blicket(X)."),
        ("Every cold blicket is a wug and a dax.", "wug(X) :- cold(X), blicket(X). dax(X) :- cold(X), blicket(X)."),
        ("No wug is kind.", "-kind(X) :- wug(X)."),
        ("A wug is an animal.", "animal(X) :- wug(X)."),
        ("Everyone who is red and kind is tame.", "tame(X) :- red(X), kind(X)."),
        ("Everything that is a wug or a dax is big.", "big(X) :- wug(X). big(X) :- dax(X)."),
        ("If someone is red and not big then they see the cat.", "sees(X,cat) :- red(X), -big(X)."),
        ("If something frobs the cow and it is big then the cow frobs it.", "frobs(cow,X) :- frobs(X,cow), big(X)."),
        ("If someone likes the cow then they do not like Bob.", "-likes(X,bob) :- likes(X,cow)."),
        ("If Bob is kind, he is big.", "big(bob) :- kind(bob)."),
        ("If a person is kind then the person is big.", "big(X) :- kind(X)."),
        ("The cat looks at the dog.", "looks_at(cat,dog)."),
        ("Bob likes the cat and Anne.", "likes(bob,cat). likes(bob,anne)."),
        ("Everyone who is kind likes the dog.", "likes(X,dog) :- kind(X)."),
        ("Someone who is kind is nice.", "nice(X) :- kind(X)."),
        ("Cats chase the dog.", "chases(X,dog) :- cat(X)."),
        ("The cat states the dog.", "states_(cat,dog)."),
    ],
)  # fmt: skip
def test_what_sentences_say(text: str, rules: str) -> None:
    theory = read_theory(text)
    assert theory.diagnostics == ()
    assert " ".join(str(rule) for one in theory.sentences for rule in one.rules) == rules


def test_plurals_of_nouns_that_nobody_has_seen_agree_with_their_singulars() -> None:
    theory = read_theory("Houses are big. Max is a house. Every fox is red. Foxes are foxy. Wolves are grey.")
    assert [str(one.rules[0]) for one in theory.sentences] == [
        "big(X) :- house(X).",
        "house(max).",
        "red(X) :- fox(X).",
        "foxy(X) :- fox(X).",
        "grey(X) :- wolve(X).",
    ]
    assert "wolf(X)" in str(read_theory("Wolves are grey. Max is a wolf.").program())


def test_a_sortal_restricts_only_where_something_is_said_to_be_one() -> None:
    assert str(read_theory("All red animals are big.").sentences[0].rules[0]) == "big(X) :- red(X)."
    text = "All red animals are big. Every cat is an animal."
    assert str(read_theory(text).sentences[0].rules[0]) == "big(X) :- red(X), animal(X)."


@pytest.mark.parametrize(
    ("sentence", "kind", "at"),
    [
        ("Bob is kind or red.", "disjunctive-conclusion", "Bob"),
        ("If someone is red and kind or big then they are tame.", "ambiguous", "someone"),
        ("If someone is not red or big then they are tame.", "ambiguous", "big"),
        ("Bob does not like the cat and the dog.", "ambiguous", "the dog"),
        ("Bob is not a happy cat.", "negated-conjunction", "not"),
        ("If Bob is kind then they see something.", "existential", "something"),
        ("If Bob sees Anne then he is kind.", "pronoun", "he"),
        ("If Bob is kind then someone is kind.", "unbound", "someone"),
        ("Someone is kind.", "unbound", "Someone"),
        ("Bob very much.", "unreadable", "Bob"),
        ("Cats and dogs are kind.", "ambiguous", "Cats"),
        ("Colourless green ideas sleep furiously.", "unreadable", "Colourless"),
        ("If Bob is kind.", "unreadable", "Bob"),
        ("Bob is the best.", "unreadable", "the"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(sentence: str, kind: str, at: str) -> None:
    text = f"Anne is red.\n{sentence} Anne is big."
    [found] = read_theory(text, file="t.txt").diagnostics
    assert found.kind == kind or (kind == "existential" and found.kind == "ambiguous")
    line = text.splitlines()[1]
    assert (found.location.file, found.location.line) == ("t.txt", 2)
    assert line[found.location.column - 1 :].startswith(at)
    with pytest.raises((ProgramError, SentenceError)):
        read_theory(text).program()


def test_a_closed_world_negates_by_failure_over_what_is_named() -> None:
    theory = read_theory("Bob is red. The cat sees Anne. If someone is not red then they are big.", "closed")
    atoms = {str(atom) for atom in close(ground_program(theory.program())).atoms}
    assert {"big(cat)", "big(anne)"} <= atoms
    assert "big(bob)" not in atoms
    [found] = read_theory("Bob is red. Red things are not big.", "closed").diagnostics
    assert found.kind == "negative-conclusion"


def test_without_a_sentence_its_rule_has_no_witness() -> None:
    theory = read_theory("Bob is red. Red things are big. Bob is big.")
    program = theory.program(without=["s2", "s3"])
    assert [str(atom) for atom in program.facts] == ["red(bob)"]
    assert str(program.proper_rules[0]) == "big(X) :- red(X), witnessed(s2)."
    assert theory.text_of("s2") == "Red things are big."


@given(st.text(max_size=80))
def test_no_text_breaks_the_reader(text: str) -> None:
    theory = read_theory(text)
    if not theory.diagnostics:
        program = theory.program()
        assert parse_program(str(program)) == program


@pytest.mark.parametrize(
    "text", ["-does(bob,ann).", "does(bob,ann).", "most(bob).", "by(bob).", "might(bob)."]
)
def test_a_predicate_called_as_a_word_of_the_grammar_is_not_written(text: str) -> None:
    with pytest.raises(SentenceError, match="means something else in a sentence"):
        write_sentence(parse_program(text).rules[0])

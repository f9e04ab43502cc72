"""What proofs claim against what sentences mean: every entailment and contradiction, over many small models."""

import random
from itertools import product

import pytest

from suffice.extractors.natlog import Proof, Prover, check_proof, read_knowledge
from suffice.extractors.natlog.automaton import MODES
from suffice.extractors.passages import Unit
from tests.extractors.natlog.fragment import CORE, Models, Phrase, Sentence, draw, vary

KNOWLEDGE = read_knowledge()
MODELS = Models(8_000)


def prove(evidence: Sentence | str, claim: Sentence | str, mode: str = "automaton") -> Proof:
    chosen = next(one for one in MODES if one == mode)
    return Prover(KNOWLEDGE, chosen).prove(str(claim), [Unit("u", "", str(evidence))])


def counterexamples(evidence: Sentence, claim: Sentence, proof: Proof) -> int:
    """Models in which the verdict is wrong, of those in which nothing that is spoken of is empty or everything."""
    if proof.verdict == "NOT ENOUGH INFO":
        return 0
    given, told = MODELS.holds(evidence), MODELS.holds(claim)
    wrong = given & (~told if proof.verdict == "SUPPORTS" else told)
    return int((wrong & MODELS.are_told_apart(evidence, claim)).sum())


@pytest.mark.parametrize("transitive", [False, True])
@pytest.mark.parametrize("mode", MODES)
def test_proofs_claim_nothing_that_a_model_denies(transitive: bool, mode: str) -> None:
    source = random.Random(f"{transitive}")
    decided = 0
    for _ in range(50):
        evidence = draw(source, transitive)
        claim = vary(source, evidence)
        proof = prove(evidence, claim, mode)
        assert check_proof(proof, KNOWLEDGE) == []
        assert counterexamples(evidence, claim, proof) == 0, (
            f"{evidence} | {claim} | {proof.verdict} | {proof}"
        )
        decided += proof.verdict != "NOT ENOUGH INFO"
    assert decided >= (20 if mode == "automaton" else 5)


@pytest.mark.parametrize(("one", "other"), list(product(CORE, CORE)))
def test_what_follows_between_core_quantifiers_is_found(one: str, other: str) -> None:
    """Not only sound: over one noun and one verb, the verdict on each two quantifiers is the exact one."""
    evidence, claim = (Sentence(Phrase(name, False, "dog"), False, ("ran",)) for name in (one, other))
    given, told = MODELS.holds(evidence), MODELS.holds(claim)
    apart = MODELS.are_told_apart(evidence, claim)
    follows, excluded = not (given & ~told & apart).any(), not (given & told & apart).any()
    exact = "SUPPORTS" if follows else "REFUTES" if excluded else "NOT ENOUGH INFO"
    assert prove(evidence, claim).verdict == exact


def test_the_models_tell_what_does_not_follow() -> None:
    """The test can fail: a verdict that is wrong has a counterexample."""
    evidence = Sentence(Phrase("some", False, "dog"), False, ("ran",))
    claim = Sentence(Phrase("every", False, "dog"), False, ("ran",))
    assert counterexamples(claim, evidence, prove(claim, evidence)) == 0
    for verdict in ("SUPPORTS", "REFUTES"):
        wrong = prove(evidence, claim).model_copy(update={"verdict": verdict})
        assert counterexamples(evidence, claim, wrong) > 0


#: Evidence, claim, and a verdict that would be wrong; each was given once.
WRONG = [
    ("At most one dog ran.", "At least three dogs ran.", "SUPPORTS"),
    ("At most one dog ran.", "At most one cat ran.", "SUPPORTS"),
    ("A dog ran.", "A cat and dog ran.", "REFUTES"),
    ("A small dog ran.", "Most small dogs ran.", "SUPPORTS"),
    ("Some cats or dogs ran.", "All cats or dogs ran.", "SUPPORTS"),
    # A number at the beginning of a sentence is no operator; and is taken for exactly so many.
    ("Two dogs ran.", "Two dogs did not run.", "REFUTES"),
    ("Three poodles ran.", "Two poodles ran.", "REFUTES"),
    ("Two dogs ran.", "At most two dogs ran.", "SUPPORTS"),
    ("Two poodles ran.", "Two cats ran.", "REFUTES"),
    # `at least two dogs` is left out, and added again, like `at home`.
    ("At least two dogs ran.", "At least two dogs did not run.", "REFUTES"),
    # A lexical step across an article.
    ("A dog ran.", "A cat ran.", "REFUTES"),
    # The main verb behind a relative clause is taken for a noun, and is in the restrictor.
    ("Every dog that ran moved.", "Every dog that ran sprinted.", "SUPPORTS"),
    ("All dogs that sang ran.", "All dogs did not run quickly.", "REFUTES"),
    # A negation in a relative clause reaches out of it.
    ("Some dogs that did not sing ran.", "Some dogs that did not sing sprinted.", "SUPPORTS"),
    ("No dogs that did not sing ran quickly.", "No dogs that did not sing ran.", "SUPPORTS"),
    # An adverb behind an object is in the object's restrictor.
    ("Every cat touched all dogs.", "Every cat touched all dogs quickly.", "SUPPORTS"),
    ("Every cat touched not every dog quickly.", "Every cat touched not every dog.", "SUPPORTS"),
    # `at most two dogs and cats`: of both together.
    ("At most two dogs sprinted.", "At most two dogs and cats sprinted.", "SUPPORTS"),
    ("Fewer than two dogs ran.", "Fewer than two cats and poodles ran.", "SUPPORTS"),
]


@pytest.mark.parametrize(("evidence", "claim", "wrong"), WRONG)
def test_these_do_not_follow(evidence: str, claim: str, wrong: str) -> None:
    assert prove(evidence, claim).verdict != wrong


#: Evidence, claim, and a verdict that would be wrong, beyond the fragment.
WRONG_TOO = [
    ("The bridge is 300 metres long.", "The bridge is 200 metres long.", "SUPPORTS"),
    ("The bridge is 3 km long.", "The bridge is 3000 m long.", "REFUTES"),
    ("It cost 30 dollars.", "It cost 20 dollars.", "SUPPORTS"),
    ("Ann is a former singer.", "Ann is a former person.", "SUPPORTS"),
    ("Not Fade Away is a film.", "Fade Away is a film.", "REFUTES"),
    ("She visited Paris in June 1990.", "She visited Paris in 1991.", "REFUTES"),
    ("Ann won.", "Ann lost.", "REFUTES"),
    ("The door was opened by Tom.", "The door was closed by Tom.", "REFUTES"),
    ("She modelled for Mango, but declined to model for Rex.", "She modelled for Rex.", "SUPPORTS"),
    ("No dog died without eating meat.", "No dog died without eating pork.", "SUPPORTS"),
    ("Dogs hardly ever listen to Bach.", "Dogs hardly ever listen to music.", "SUPPORTS"),
]


@pytest.mark.parametrize(("evidence", "claim", "wrong"), WRONG_TOO)
def test_these_do_not_follow_either(evidence: str, claim: str, wrong: str) -> None:
    assert prove(evidence, claim).verdict != wrong


#: What must stay whole: the evidence, and a claim that cuts it, and one that leaves it whole.
WHOLE = [
    ("A sea lion slept.", "A lion slept.", "An animal slept."),
    ("Tom ate some hot dogs.", "Tom ate some dogs.", "Tom ate hot dogs."),
    ("Tom ate a hot spicy dog.", "Tom ate a hot dog.", "Tom ate a spicy dog."),
    ("Tom looked after Ann in May.", "Tom looked.", "Tom looked after Ann."),
    ("She gave up smoking in May.", "She gave.", "She gave up smoking."),
    ("He directed The Big Lebowski.", "He directed The Lebowski.", "He directed a film."),
    ('He read "War and Peace".', 'He read "War".', "He read War and Peace."),
    ("He wrote War and Peace.", "He wrote War.", "He loved War and Peace."),
    ("She starred in Beauty and the Beast.", "She starred in Beauty.", "She starred."),
    ("He read The Old Man and the Sea twice.", "He read The Old Man.", "He read The Old Man and the Sea."),
    ('She sang "Gone in the Wind" softly.', 'She sang "Gone".', 'She sang "Gone in the Wind".'),
    ('Ann said "I saw a dog".', 'Ann said "I saw an animal".', "Ann spoke."),
]


@pytest.mark.parametrize(("evidence", "cutting", "whole"), WHOLE)
def test_what_must_stay_whole(evidence: str, cutting: str, whole: str) -> None:
    assert prove(evidence, cutting).verdict == "NOT ENOUGH INFO"
    assert prove(evidence, whole).verdict != "REFUTES"


def test_what_is_whole_may_lose_what_is_told_of_it() -> None:
    assert prove("The plane took off in May.", "The plane took off.").verdict == "SUPPORTS"
    assert prove("The door is open.", "The door is closed.").verdict == "REFUTES"


def test_the_checker_knows_what_must_stay_whole() -> None:
    lexicon = KNOWLEDGE.lexicon
    bare = type(lexicon).model_validate(lexicon.model_dump() | {"compound": {}})
    proof = Prover(type(KNOWLEDGE)(bare)).prove("A lion slept.", [Unit("u", "", "A sea lion slept.")])
    assert proof.verdict == "SUPPORTS"
    [fault] = check_proof(proof, KNOWLEDGE)
    assert str(fault) == "`steps.1.witness` cuts the word `sea lion`"


#: Sentences of everyday English, and a verdict on them that does not follow.
EVERYDAY = [
    ("Ann was born in Rome and died in Paris.", "Ann was born in Paris.", "SUPPORTS"),
    (
        "Free Guy was directed by Shawn Levy and written by Bo Ek.",
        "Free Guy was directed by Bo Ek.",
        "SUPPORTS",
    ),
    ("Bob directed Up and Carl wrote Down.", "Bob wrote Down.", "SUPPORTS"),
    ("Bob came and Ann left.", "Bob left.", "SUPPORTS"),
    ("Google bought YouTube and Apple bought Beats.", "Google bought Beats.", "SUPPORTS"),
    ("Low Tide was allegedly directed by Bob Gale.", "Low Tide was directed by Bob Gale.", "SUPPORTS"),
    ("Perhaps Ann won.", "Ann won.", "SUPPORTS"),
    ("Imagine Ann won.", "Ann won.", "SUPPORTS"),
    ("Bob won, Ann said.", "Bob won.", "SUPPORTS"),
    ("Ann won, according to fans.", "Ann won.", "SUPPORTS"),
    ("Ann did not believe that Bob won.", "Ann believed that Bob did not win.", "SUPPORTS"),
    ("Ann did not want to win.", "Ann wanted to not win.", "SUPPORTS"),
    ("Ann did not leave because Bob won.", "Ann left because Bob did not win.", "SUPPORTS"),
    ("Ann does not like dogs that bark.", "Ann likes dogs that do not bark.", "SUPPORTS"),
    ("Ann may eat.", "Ann may not eat.", "REFUTES"),
    ("Ann can win.", "Ann can lose.", "REFUTES"),
    ("Ann sometimes sings.", "Ann sometimes does not sing.", "REFUTES"),
    ("Ann wants to live.", "Ann wants to die.", "REFUTES"),
    ("Ann said that Bob won.", "Ann said that Bob did not win.", "REFUTES"),
    ("Ann died after 1950.", "Ann died after 1990.", "REFUTES"),
    ("Apollo 13 flew.", "Apollo 11 flew.", "SUPPORTS"),
    ("Ann sang on Monday.", "Ann sang on Friday.", "REFUTES"),
    ("Ann is a doctor?", "Ann is a doctor.", "SUPPORTS"),
    ("All but one student failed.", "One student failed.", "SUPPORTS"),
    ("Ann eats more meat than Bob.", "Ann eats more food than Bob.", "SUPPORTS"),
    ("Ann prefers dogs to cats.", "Ann prefers animals to cats.", "SUPPORTS"),
    ("Ann did not try to win.", "Ann tried not to win.", "SUPPORTS"),
    ("Hopefully Ann won.", "Ann won.", "SUPPORTS"),
    ("Ann is an accused thief.", "Ann is a thief.", "SUPPORTS"),
    ("Ann and Bob met.", "Ann met.", "SUPPORTS"),
    ("Ann and Bob are a couple.", "Ann is a couple.", "SUPPORTS"),
    ("Ann won in her dreams.", "Ann won.", "SUPPORTS"),
]


@pytest.mark.parametrize(("evidence", "claim", "wrong"), EVERYDAY)
def test_everyday_sentences(evidence: str, claim: str, wrong: str) -> None:
    assert prove(evidence, claim).verdict != wrong

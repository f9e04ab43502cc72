"""Sentences as people write them, to facts and rules about properties, with quotes and spans. On top of a spaCy pipeline.

`Big Dave is a young, round man` states three facts; `Big round people are usually blue` states a rule with one conclusion.

A sentence with a proper name states facts of it; without one it is read as a rule about anyone. Of a rule's properties those under `if`,
`when` and the like are conditions; the conclusion is the last of the others. Hedges (`usually`, `tends to`) are read as if
they were not there, as crowd-written rules mean them.

Without a given vocabulary a property is what an adjective ascribes, or a basic colour term; with one it is any of its words.

>>> for found in read_sentence("Big Dave is a young, round man."):
...     print(found.rule, [found.text(span) for span in found.spans])
big(dave). ['Big']
young(dave). ['young']
round(dave). ['round']
>>> [str(found.rule) for found in read_sentence("Big round people are usually blue.")]
['blue(X) :- big(X), round(X).']
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from suffice.extractors.english.words import name_predicate, name_thing
from suffice.extractors.passages import load_pipeline
from suffice.rules import Atom, Literal, Rule, Term, Variable

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

__all__ = ["COLOURS", "Stated", "read_sentence"]

#: The basic colour terms of English, which are nouns as well (B. Berlin and P. Kay, Basic color terms, 1969).
COLOURS = frozenset(
    ["black", "white", "red", "green", "yellow", "blue", "brown", "purple", "pink", "orange", "grey", "gray"]
)
#: Adjectives that say how sure, how many, which or how often: nothing of the thing itself.
_NO_PROPERTY = frozenset(
    [
        "able",
        "accurate",
        "actual",
        "amazing",
        "apt",
        "bound",
        "certain",
        "clear",
        "common",
        "current",
        "different",
        "due",
        "easy",
        "entire",
        "evident",
        "few",
        "first",
        "following",
        "general",
        "hard",
        "inclined",
        "last",
        "least",
        "less",
        "likely",
        "little",
        "main",
        "many",
        "more",
        "most",
        "much",
        "mutual",
        "next",
        "normal",
        "obvious",
        "odd",
        "only",
        "other",
        "own",
        "particular",
        "past",
        "possible",
        "present",
        "previous",
        "prone",
        "quite",
        "ready",
        "right",
        "same",
        "second",
        "several",
        "similar",
        "single",
        "sure",
        "such",
        "supposed",
        "surprising",
        "true",
        "typical",
        "unlikely",
        "unusual",
        "usual",
        "various",
        "very",
        "way",
        "whole",
        "willing",
        "wont",
        "wrong",
    ]
)
_CONDITIONAL = frozenset(["if", "when", "whenever", "once", "assuming", "provided"])
_NEGATIONS = frozenset({"not", "n't", "never", "no", "nor"})
_ADJECTIVES = frozenset({"JJ", "JJR", "JJS"})
_NOMINAL = frozenset({"NN", "NNP", "RB"})
_DEGREES = frozenset(["very", "so", "too", "quite", "rather", "fairly", "really", "pretty", "extremely"])
_X = Variable("X")


@dataclass(frozen=True, slots=True)
class Stated:
    """A fact or rule that a text states.

    Args:
        rule: over properties; a fact has no body.
        quote: the text that states it.
        start: the quote's first character in the text.
        end: behind its last.
        spans: of the words that name its properties, the conclusion's last; each start and end in the text.
    """

    rule: Rule
    quote: str
    start: int
    end: int
    spans: tuple[tuple[int, int], ...]

    def text(self, span: tuple[int, int]) -> str:
        """The words at a span of the text."""
        return self.quote[span[0] - self.start : span[1] - self.start]


def read_sentence(text: str, *, properties: Collection[str] | None = None) -> tuple[Stated, ...]:
    """What a sentence, or a few about one thing, state.

    Args:
        text: as written.
        properties: words that are properties, in lower case, such as a program's predicates; None if that is not known.

    Returns:
        Facts in the order of the words, or at most one rule; nothing where no property is found, or one alone with no name.
    """
    doc, plain = _parse(text)
    adjectives = {token.idx for one in (doc, plain) for token in one if token.tag_ in _ADJECTIVES}
    named = [token for token in doc if _is_name(token, adjectives, properties)]
    said = [token for token in doc if token not in named and _is_property(token, adjectives, properties)]
    said = _each_once(said)
    if named:
        return tuple(_fact(token, _holder(token, named), text) for token in said)
    return tuple(_rule(said, text)) if len(said) > 1 else ()


@lru_cache(maxsize=64)
def _parse(text: str) -> tuple[Doc, Doc]:
    """The text, and the same with no capital at the beginning of a sentence, which makes a name of many an adjective."""
    pipeline = load_pipeline()
    doc = pipeline(text)
    begun = {sentence.start_char for sentence in doc.sents}
    return doc, pipeline("".join(one.lower() if place in begun else one for place, one in enumerate(text)))


def _fact(token: Token, holder: Term, text: str) -> Stated:
    atom = Atom(_predicate(token), (holder,), not _is_denied(token))
    return _stated(Rule(atom), [token], text)


def _rule(said: Sequence[Token], text: str) -> Iterator[Stated]:
    conditional = [token for token in said if _is_conditional(token)]
    concluded = [token for token in said if token not in conditional] or [said[-1]]
    head = concluded[-1]
    body = [token for token in said if token is not head]
    atoms = {token.i: Atom(_predicate(token), (_X,), not _is_denied(token)) for token in said}
    literals = tuple(Literal(atoms[token.i]) for token in body)
    yield _stated(Rule(atoms[head.i], literals), [*body, head], text)


def _stated(rule: Rule, words: Sequence[Token], text: str) -> Stated:
    sentences = [word.sent for word in words]
    start = min(sentence.start_char for sentence in sentences)
    end = max(sentence.end_char for sentence in sentences)
    spans = tuple((word.idx, word.idx + len(word.text)) for word in words)
    return Stated(rule, text[start:end], start, end, spans)


def _predicate(token: Token) -> str:
    return name_predicate(token.lower_) or "property_"


def _each_once(said: Sequence[Token]) -> list[Token]:
    found: dict[str, Token] = {}
    for token in said:
        found.setdefault(token.lower_, token)
    return list(found.values())


def _is_name(token: Token, adjectives: Collection[int], properties: Collection[str] | None) -> bool:
    """A proper name: what the tagger takes for one, with a capital, and is no property."""
    if token.tag_ not in ("NNP", "NNPS") or not token.text[0].isupper() or token.idx in adjectives:
        return False
    return token.lower_ not in COLOURS and (properties is None or token.lower_ not in properties)


def _holder(token: Token, named: Sequence[Token]) -> Term:
    """The name that a property is said of: the last one before it, else the first."""
    before = [name for name in named if name.i < token.i]
    return name_thing((before or named)[-1 if before else 0].text)


def _is_property(token: Token, adjectives: Collection[int], properties: Collection[str] | None) -> bool:
    if properties is not None:
        return token.lower_ in properties
    if token.lower_ in COLOURS:
        return True
    if token.lower_ in _NO_PROPERTY or not token.is_alpha or name_predicate(token.lower_) is None:
        return False
    before = token.nbor(-1) if token.i else None
    if before is not None and before.idx in adjectives and token.lower_.endswith("ed"):
        return False  # `kind natured`, `green faced`: the first word is the property
    # Tagged otherwise, but graded, or standing where adjectives do: `very kind`, `a kind person`, `round and rough`.
    graded = before is not None and before.lower_ in _DEGREES and token.tag_ in _NOMINAL
    bare = token.tag_ in _NOMINAL and not any(child.dep_ in ("det", "amod") for child in token.children)
    joined = bare and any(one.idx in adjectives for one in token.conjuncts)
    placed = token.dep_ in ("amod", "acomp") and token.tag_ in _NOMINAL
    return token.idx in adjectives or graded or joined or placed


def _is_denied(token: Token) -> bool:
    """Whether a negation stands at the property or at the verb that ascribes it, in the same clause."""
    return any(
        child.lower_ in _NEGATIONS
        for one in (token, _verb_of(token))
        for child in one.children
        if child.dep_ in ("neg", "preconj", "det") and not _only(child)
    )


def _only(negation: Token) -> bool:
    """`not only`."""
    return negation.i + 1 < len(negation.doc) and negation.nbor().lower_ in ("only", "just")


def _verb_of(token: Token) -> Token:
    while token.dep_ in ("conj", "acomp", "attr", "oprd", "amod") and token.head is not token:
        token = token.head
    return token


def _is_conditional(token: Token) -> bool:
    """Whether a property stands in a clause that begins with `if` and the like."""
    for ancestor in (token, *token.ancestors):
        marks = {child.lower_ for child in ancestor.children if child.dep_ in ("mark", "advmod")}
        if ancestor.dep_ in ("advcl", "prep", "pcomp") and marks & _CONDITIONAL:
            return True
    return False

"""What fills the one gap of a question, in a sentence that states all the rest of it.

The sentence names the subject, has every other content word of the question, and has one candidate of the type asked for,
in the clause of the question's predicate. Of several the one counts that has the part in the sentence that the gap has
in the question. No pattern of a relation is needed: the question itself says what must stand there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import regex

from suffice.extractors.lexicon import ValueType
from suffice.extractors.open.asked import Asked, read_asked
from suffice.extractors.open.mentions.names import (
    PRONOUN,
    Answers,
    Sentence,
    is_named,
    is_topical,
    loosen,
    term_of,
    trim,
)
from suffice.extractors.open.syntax import parse
from suffice.extractors.open.words import is_content, nouns_for, same_stem, stem, stems_of, words_for
from suffice.extractors.patterns import SECONDS
from suffice.extractors.text import STYLES, tokens_of
from suffice.extractors.values import shape_of, value_of

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

__all__ = ["read_gap"]

#: A name: words with capitals, particles between them.
_WORD = r"(?:(?:(?:\p{Lu}\.-?)+|(?:St|Mt|Ft|Dr|Jr|Sr)\.|\p{Lu}[\p{L}\p{M}\p{N}\-]*)(?:'(?!s\b)\p{L}+)?)"
_NAME = regex.compile(
    rf"{_WORD}(?: (?:(?:of|on|for|de|del|la|le|von|van|der|da|di|bin|al|the|upon)(?: the)? )?{_WORD})*"
)
_QUOTED = regex.compile(r'"(?P<v>[^"]{2,80})"')
_PERCENTAGE = regex.compile(r"(?P<v>\d+(?:\.\d+)?) ?(?:%|percent\b|per cent\b)")
_COUNT = regex.compile(
    r"(?<![\d,.\p{L}])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?: (?:million|billion))?(?![\d\p{L}%])"
    r"|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b"
)
#: Named entities that are no person, and so on: what a name of a type is not.
_NOT = {
    "person": frozenset(["GPE", "LOC", "NORP", "FAC", "EVENT", "WORK_OF_ART", "LAW", "LANGUAGE", "PRODUCT"]),
    "place": frozenset(["PERSON", "NORP", "EVENT", "WORK_OF_ART", "LAW", "LANGUAGE", "PRODUCT"]),
    "organisation": frozenset(["PERSON", "GPE", "NORP", "EVENT", "WORK_OF_ART", "LAW", "LANGUAGE"]),
    "work": frozenset(["PERSON", "GPE", "NORP", "FAC"]),
}
_CLAUSES = frozenset(["ROOT", "relcl", "acl", "advcl", "ccomp", "parataxis", "csubj", "pcomp"])
_WHOLE = frozenset(["compound", "flat", "nmod", "amod", "poss", "nummod", "det"])


@dataclass(frozen=True, slots=True)
class _Gap:
    """What a question asks: its predicate's words, and whether a noun is the predicate (`the mayor of A`)."""

    asked: Asked
    relation: frozenset[str]
    noun: str


def read_gap(wording: str, subject: str, kind: ValueType, title: str, one: Sentence) -> Answers:
    """The one value that fills a question's gap in a sentence.

    Args:
        wording: of the lookup, with `{0}` for the subject.
        subject: what is asked about.
        kind: type of the value.
        title: of the passage, without a disambiguator.
        one: the sentence.
    """
    asked = read_asked(wording.replace("{0}", subject), subject)
    name = frozenset(stems_of(subject)) - {"the", "of", "and"}
    relation = asked.content - name
    if not _speaks_of(subject, name, title, one) or not _says(relation, asked.named, title, one):
        return
    kind = asked.value if kind == "text" else kind
    document = parse(one.text)
    found = list(_candidates(asked, kind, relation, wording, document))
    found = [span for span in found if not _is_known(document.text[slice(*span)], wording, subject, title)]
    if not found:
        return
    chosen = _fitting(found, asked, kind, relation, wording, subject, title, document)
    if len(chosen) == 1:
        start, end = chosen[0]
        yield term_of(kind, one.text[start:end]), start, end, "says so"


def _speaks_of(subject: str, name: frozenset[str], title: str, one: Sentence) -> bool:
    """Whether a sentence speaks of the subject: it names it in full, or the passage is about it."""
    if is_named(subject, one.text) or is_topical(subject, title):
        return True
    # Of a title with more words than the name: `Forest won` on the page of Nottingham Forest F.C.
    there = frozenset(stems_of(one.text))
    return is_named(subject, title) and bool(one.first or PRONOUN.match(one.text) or name & there)


def _says(relation: frozenset[str], named: frozenset[str], title: str, one: Sentence) -> bool:
    """Whether a sentence has every word of a relation, names as names; what the title has it need not repeat."""
    there, topic = frozenset(stems_of(one.text)), frozenset(stems_of(title))

    def has(word: str) -> bool:
        return word in there or (word not in named and any(same_stem(word, other) for other in there))

    return all(has(word) for word in relation - topic) and any(has(word) for word in relation)


def _candidates(
    asked: Asked, kind: ValueType, relation: frozenset[str], wording: str, document: Doc
) -> Iterator[tuple[int, int]]:
    """Spans of what looks like the type asked for."""
    text = document.text
    if kind == "date":
        yield from (match.span() for match in regex.finditer(shape_of("date"), text, timeout=SECONDS))
    elif "percentage" in wording:
        yield from (match.span("v") for match in _PERCENTAGE.finditer(text))
    elif kind == "number":
        yield from _counts(wording, text)
    elif kind == "country":
        for match in regex.finditer(shape_of("country"), text, timeout=SECONDS):
            if match[0] in _country_names():
                yield match.span()
    else:
        yield from _names(asked, kind, document)


def _country_names() -> frozenset[str]:
    from suffice.extractors.tables import read_table

    return frozenset(read_table("countries"))


def _counts(wording: str, text: str) -> Iterator[tuple[int, int]]:
    found = regex.match(
        r"(?:.*? )?[Hh]ow many (?P<noun>[\p{L} \-]+?) (?:did|does|do|is|are|were|was|has|have|can|there|in|at|\{0\})\b",
        wording,
    )
    if found is None:
        return
    words = stems_of(found["noun"])
    for match in _COUNT.finditer(text):
        behind = stems_of(regex.split(r"[;:,]| and |\((?!\p{Lu}+s?\))", text[match.end() :])[0])[: 4 + len(words)]
        if any(same_stem(words[-1], word) for word in behind):
            yield match.span()


def _names(asked: Asked, kind: ValueType, document: Doc) -> Iterator[tuple[int, int]]:
    text = document.text
    last = stem(tokens_of(asked.noun)[-1]) if tokens_of(asked.noun) else ""
    spans: list[tuple[int, int]] = []
    if kind in ("work", "text"):
        spans += [match.span("v") for match in _QUOTED.finditer(text)]
    for match in _NAME.finditer(text):
        start, end = _bare(text, *match.span(), keep=last if kind != "person" else "")
        if kind == "person":
            start = _without_rank(text, start, end)
        if start < end and not any(a <= start < b for a, b in spans):
            spans.append((start, end))
    classed = [span for span in spans if last and _is_of_class(text[slice(*span)], last)]
    if classed:
        yield from classed
        return
    for start, end in spans:
        span = document.char_span(start, end, alignment_mode="expand")
        if span is None or kind == "text":
            if span is not None and not asked.noun:
                yield start, end
            continue
        labels = {token.ent_type_ for token in span if token.ent_type_}
        surface = text[start:end]
        if labels & _NOT.get(kind, frozenset()) or value_of("place", surface) is None:
            continue
        if kind == "person" and (len(surface.split()) < 2 and "PERSON" not in labels):
            continue
        if kind != "place" and value_of("country", surface) is not None:
            continue
        if any(
            stem(word) in nouns_for(other)
            for other in ("person", "place", "organisation", "work")
            if other != kind
            for word in tokens_of(surface)[-1:]
        ):
            continue
        yield start, end


def _bare(text: str, start: int, end: int, keep: str) -> tuple[int, int]:
    """A name without a word that only begins the sentence, and cut at a particle that joins two names."""
    while (first := regex.compile(r"[\p{L}']+ ").match(text, start, end)) and first[0].strip().lower() in words_for(
        "starters"
    ):
        start = first.end()
    if text[start:end].lower() in words_for("starters"):
        return end, end
    joined = regex.compile(r" (?:on|for|upon)(?: the)? (?=\p{Lu})").search(text, start, end)
    if joined and not (keep and stem(tokens_of(text[start:end])[0]) == keep):
        end = joined.start()
    return trim(text, start, end)


def _without_rank(text: str, start: int, end: int) -> int:
    """`Senator Ann Ek`: the rank is no part of a person's name."""
    while match := regex.compile(r"\p{L}+\.? (?=\p{Lu})").match(text, start, end):
        word = match[0].strip(" .").lower()
        if word not in STYLES and stem(word) not in nouns_for("person"):
            break
        if word in ("pope", "king", "queen", "saint", "st", "sultan", "emperor"):
            break
        start = match.end()
    return start


def _is_of_class(name: str, noun: str) -> bool:
    """Whether a name says its class: `Orange River`, `Treaty of Rome`, `University of Vienna`."""
    words = [stem(word) for word in tokens_of(regex.split(r" (?:of|on|for)\b", name)[0])]
    whole = [stem(word) for word in tokens_of(name)]
    return len(whole) > 1 and (words[-1:] == [noun] or whole[-1:] == [noun] or whole[:1] == [noun])


def _is_known(surface: str, wording: str, subject: str, title: str) -> bool:
    """Whether the question itself has the words: what is known is no answer."""
    words = {word for word in tokens_of(surface) if is_content(word)}
    told = set(tokens_of(wording.replace("{0}", subject)))
    return not words or words <= told


def _fitting(
    found: list[tuple[int, int]],
    asked: Asked,
    kind: ValueType,
    relation: frozenset[str],
    wording: str,
    subject: str,
    title: str,
    document: Doc,
) -> list[tuple[int, int]]:
    """Those candidates that stand in the clause of the question's predicate, in the gap's part if there are several."""
    places = [
        root
        for match in regex.finditer(loosen(subject), document.text, flags=regex.I)
        if (root := _root(document, match.span())) is not None
    ]
    said = {word: _tokens(word, document) for word in relation}
    said = {word: tokens for word, tokens in said.items() if tokens}
    roots = [(span, root) for span in found if (root := _root(document, span)) is not None]
    if noun := _nominal(wording):
        heads = [
            head
            for head in _tokens(stem(noun), document)
            if head.pos_ in ("NOUN", "PROPN") and _is_whole(_clause(head), said.values(), places)
        ]
        return [span for span, root in roots if any(_is_equated(root, head) for head in heads)]
    verbs = [token for tokens in said.values() for token in tokens if token.pos_ == "VERB"]
    clauses = {_clause(token) for token in verbs or [token for tokens in said.values() for token in tokens]}
    clauses = {clause for clause in clauses if _is_whole(clause, said.values(), places)}
    here: list[tuple[tuple[int, int], str]] = []
    for span, root in roots:
        if kind == "date" and _is_part_of_name(document, root):
            continue
        for clause in sorted(clauses, key=lambda token: token.i):
            part = _part(root, clause)
            if part and not _is_turned(part, asked.gap, kind):
                here.append((span, part))
                break
    if len(here) > 1 and kind not in ("date", "number"):
        wanted = {"subject": ("subject",), "object": ("object", "with"), "adjunct": ("with",)}.get(asked.gap, ())
        here = [(span, part) for span, part in here if part in wanted]
    return [span for span, _ in here]


def _tokens(word: str, document: Doc) -> list[Token]:
    return [
        token
        for token in document
        if same_stem(word, stem(token.text)) or same_stem(word, stem(token.lemma_)) or word in stems_of(token.text)
    ]


def _is_whole(clause: Token, said: Iterable[list[Token]], places: Sequence[Token]) -> bool:
    """Whether one clause has every word that is said, and the subject if the sentence names it."""
    return all(any(_part(token, clause) for token in tokens) for tokens in said) and (
        not places or any(_part(token, clause) for token in places)
    )


def _is_part_of_name(document: Doc, date: Token) -> bool:
    """`the 1973 crisis` is no date of anything."""
    head = date.head
    return date.dep_ in ("compound", "nummod", "nmod", "amod") and head.i > date.i and head.pos_ in ("NOUN", "PROPN") and not value_of("date", f"{head.text} 1900")


def _nominal(wording: str) -> str:
    """The noun that is the predicate: `mayor` of `Who is the mayor of {0}?`."""
    found = regex.match(
        r"(?:Who|What|Which [\p{Ll} ]+?) (?:is|was|are|were|has been) (?:the |a |an )?(?P<noun>(?:[\p{L}\-]+ )*?[\p{L}\-]+) (?:of|in|for|at|on|to|during) ",
        wording,
    )
    return found["noun"].split()[-1] if found and not found["noun"].endswith("ed") else ""


def _root(document: Doc, span: tuple[int, int]) -> Token | None:
    chosen = document.char_span(*span, alignment_mode="expand")
    return chosen.root if chosen is not None else None


def _clause(token: Token) -> Token:
    """The head of the clause that a word stands in."""
    for _ in range(20):
        if token.dep_ in _CLAUSES or (token.dep_ == "conj" and token.head.pos_ in ("VERB", "AUX")) or token.head.i == token.i:
            return token
        token = token.head
    return token


def _part(token: Token, clause: Token) -> str:
    """The part that a word has in a clause: subject, object, with (behind a preposition); empty if it stands in another.

    Of a relative clause or a participle the noun that it belongs to is a part as well.
    """
    if clause.dep_ in ("relcl", "acl"):
        if _top(token).i == clause.head.i or token.i == clause.head.i:
            passive = clause.tag_ == "VBN" and not any(kid.dep_ == "nsubj" for kid in clause.children)
            own = [kid for kid in clause.children if kid.dep_ == "nsubj" and kid.tag_ not in ("WP", "WDT")]
            return "object" if own or passive else "subject"
    node, part = token, ""
    for _ in range(20):
        if node.i == clause.i:
            return part or "self"
        if node.dep_ in ("nsubj", "nsubjpass", "dobj", "obj", "attr", "dative", "oprd"):
            part = "subject" if node.dep_ in ("nsubj",) else "object"
        elif node.dep_ == "agent":
            part = "subject"
        elif node.dep_ in ("prep", "npadvmod") and not part:
            part = "with"
        elif node.dep_ in ("relcl", "advcl", "ccomp", "parataxis", "csubj") or (
            node.dep_ == "acl" and clause.dep_ != "acl"
        ):
            return ""
        if node.dep_ == "conj" and node.head.pos_ in ("VERB", "AUX"):
            return ""
        if node.head.i == node.i:
            break
        node = node.head
    # Verbs that are joined share their subject.
    if clause.dep_ == "conj" and clause.head.pos_ in ("VERB", "AUX") and not any(
        kid.dep_ in ("nsubj", "nsubjpass") for kid in clause.children
    ):
        shared = _part(token, clause.head)
        return shared if shared == "subject" else ""
    return ""


def _top(token: Token) -> Token:
    """The noun that a name in apposition stands for."""
    while token.dep_ in ("appos", "compound", "flat") and token.head.i != token.i:
        token = token.head
    return token


def _is_turned(part: str, gap: str, kind: ValueType) -> bool:
    """Whether a word has the very part that the gap has not."""
    if kind in ("date", "number"):
        return False
    return (gap == "subject" and part == "object") or (gap == "object" and part == "subject")


def _is_equated(name: Token, noun: Token) -> bool:
    """Whether a noun is said of a name: `the mayor, Ann Ek`, `Ann Ek is the mayor`, `mayor Ann Ek`, `chosen as mayor`."""
    top = _top(name)
    if top.i == noun.i or name.head.i == noun.i and name.dep_ in ("appos",):
        return True
    if noun.head.i == top.i and noun.dep_ in ("appos", "compound", "nmod"):
        return True
    if noun.dep_ in ("attr", "oprd") or (noun.dep_ == "appos" and noun.head.dep_ in ("attr", "oprd")):
        verb = noun.head if noun.dep_ != "appos" else noun.head.head
        return any(kid.i == top.i for kid in verb.children if kid.dep_ in ("nsubj", "nsubjpass", "dobj"))
    if top.dep_ == "attr" and noun.dep_ in ("nsubj",) and noun.head.i == top.head.i:
        return True
    if noun.dep_ == "pobj" and noun.head.lower_ == "as":
        verb = noun.head.head
        parts = ("dobj", "nsubjpass") if any(kid.dep_ in ("dobj", "nsubjpass") for kid in verb.children) else ("nsubj",)
        return any(kid.i == top.i for kid in verb.children if kid.dep_ in parts)
    return False

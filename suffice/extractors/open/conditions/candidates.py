"""Names that may be what a clause asks for: those in its place of a sentence that has every word of it.

Of `{0} was taught by what (Danish painter)?` a sentence must name the subject or be about it, must have every content word, and
the candidate must stand to one of them (`taught`, or a synonym) as the gap does: here as who does it. What else must hold of it,
`Danish painter`, is looked up for each candidate; so several may come of one sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import regex

from suffice.extractors.assertions import is_asserted
from suffice.extractors.lexicon import ValueType
from suffice.extractors.open.asked import type_of_noun
from suffice.extractors.open.conditions.doubts import is_doubtful
from suffice.extractors.open.conditions.reading import informative, is_adjective
from suffice.extractors.open.conditions.wordings import read_frame
from suffice.extractors.open.descriptions.steps import STAND_IN
from suffice.extractors.open.facets import Facet
from suffice.extractors.open.mentions.names import NAME, is_named, is_topical, loosen, term_of, trim
from suffice.extractors.open.mentions.phrases import subject_of
from suffice.extractors.open.syntax import parse
from suffice.extractors.open.words import content_of, same_stem, stem, stems_of
from suffice.extractors.passages import Passage
from suffice.extractors.patterns import SECONDS
from suffice.extractors.text import fold, split_title, tokens_of
from suffice.extractors.values import value_of

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

__all__ = ["MAX_CANDIDATES", "read_candidates"]

#: So many names of one lookup may be looked at.
MAX_CANDIDATES = 24
_LONGEST_SENTENCE = 700
#: Stands for the gap while a clause is parsed.
_GAP = "Corvia"
#: Prepositions that say the same: `plays for`, `plays at`.
_ALIKE = (frozenset(["for", "at", "in", "with", "on"]), frozenset(["of", "from", "by"]), frozenset(["to", "of"]))
#: How far something is so, which a sentence need not say.
_DEGREES = frozenset(map(stem, ["partially", "partly", "mainly", "mostly", "primarily", "famously", "notably", "addition", "formerly"]))
_ITEM = regex.compile(r"(?:, and |, | and )(?P<v>(?:[\p{Lu}][\p{L}\p{M}.'’$\-]*)(?: [\p{Lu}\p{N}][\p{L}\p{M}\p{N}.'’$\-]*){0,3})(?=,| and |\.$|[;)])")
_NAMING = frozenset(["known", "called", "named"])
_DATES = r"(?:January|February|March|April|May|June|July|August|September|October|November|December)(?: \d+)?|\d[\d,. ]*"
#: What is done to a work that is by somebody.
_MAKING = frozenset(map(stem, ["written", "wrote", "write", "composed", "compose", "created", "create", "painted", "paint", "authored"]))
_CLAUSES = frozenset(["relcl", "acl", "advcl", "ccomp", "parataxis"])
_UNDER = frozenset(["conj", "appos", "prep", "pobj", "compound", "nmod", "dep", "npadvmod", "poss"])
_HAVES = frozenset(["have", "feature", "make", "give", "get", "take", "receive", "include", "contain"])


@dataclass(frozen=True, slots=True)
class _Frame:
    """What a clause says of its gap.

    Args:
        governor: the stem of the word that the gap depends on.
        role: how: `agent`, `patient`, or a preposition.
        content: stems that a sentence must have besides.
        firm: whether nothing but the place tells a candidate from other names.
    """

    governor: str
    role: str
    content: frozenset[str]
    firm: bool


def read_candidates(wording: str, subject: str, value: ValueType, passage: Passage) -> list[Facet]:
    """Candidates in a passage; none for a lookup that is worded otherwise.

    Args:
        wording: of the lookup (`wordings.word_frame`).
        subject: what it is asked of.
        value: type of the candidate.
        passage: where to look.
    """
    asked = read_frame(wording)
    frame = _frame_of(*asked) if asked else None
    if asked is None or frame is None:
        return []
    title = split_title(passage.unit.title)[0]
    topical = _is_topic(subject, title, passage)
    found: dict[str, Facet] = {}
    for index, sentence in enumerate(passage.sentences):
        end = min(sentence.end, sentence.start + _LONGEST_SENTENCE)
        text = passage.view.text[sentence.start : end]
        named = _mention(subject, text) is not None
        if not (named or topical) or text.endswith("?") or is_doubtful(text) or not _says(frame, text, title):
            continue
        if frame.role == "place":
            spans = list(_placed(text)) if topical or named else []
            _keep(found, spans, "placed there", passage, index, end, value, subject, asked[0])
            continue
        here: list[tuple[int, int]] = []
        for word, token in _places(frame, parse(text)):
            if not _is_about(subject, word, text, named, title) and not (topical and index == 0):
                continue
            here += _names(token, text, frame.firm, value)
            if named and not topical and _stands_for_topic(token, title, index == 0):
                topic = _topic(passage, title)
                said = sentence.start + word.idx
                if topic is not None and is_asserted(passage, index, said, said + len(word)):
                    first = min(sentence.start, topic[0])
                    surface = passage.view.text[slice(*topic)]
                    term = term_of("text" if value in ("place", "country") else value, surface)
                    if term is not None:
                        found.setdefault(fold(surface), Facet(term, surface, first, end, *topic, "the passage is about it"))
        # Where nothing tells one name from another, a sentence with several tells nothing.
        if frame.firm:
            here = [one for one in here if not any(a <= one[0] and one[1] <= b and (a, b) != one for a, b in here)]
        if not frame.firm or len({fold(text[slice(*span)]) for span in here}) == 1:
            here = [span for span in here if not frame.firm or _is_near(frame, text, span)]
            _keep(found, here, "in that place", passage, index, end, value, subject, asked[0])
    return list(found.values())[:MAX_CANDIDATES]


def _keep(
    found: dict[str, Facet],
    spans: Iterable[tuple[int, int]],
    how: str,
    passage: Passage,
    index: int,
    end: int,
    value: ValueType,
    subject: str,
    clause: str,
) -> None:
    """Keep the names at some places of a sentence, each once."""
    first = passage.sentences[index].start
    text = passage.view.text[first:end]
    for start, stop in spans:
        start, stop = trim(text, start, stop)
        surface = text[start:stop]
        if start >= stop or len(surface) < 2 or _is_told(surface, subject, clause):
            continue
        if regex.fullmatch(_DATES, surface) is not None:
            continue
        term = term_of("text" if value in ("place", "country") else value, surface)
        # A title in quotes is named, not quoted.
        marks = int(text[:start].endswith('"') and text[stop:].startswith('"'))
        if term is None or not is_asserted(passage, index, first + start - marks, first + stop + marks):
            continue
        found.setdefault(fold(surface), Facet(term, surface, first, end, first + start, first + stop, how))


def _is_near(frame: _Frame, text: str, span: tuple[int, int]) -> bool:
    """Whether no other name stands between a name and what is said behind it: `by A to the east, B to the west`."""
    behind = text[span[1] :]
    stop = regex.search(r",? (?:and )?[\p{Lu}]\p{L}+", behind)
    if stop is None:
        return True
    there = stems_of(f"{text[: span[1]]}{behind[: stop.start()]}")
    return all(any(same_stem(word, other) for other in there) for word in frame.content & frozenset(stems_of(text)))


def _placed(text: str) -> Iterator[tuple[int, int]]:
    """Names of places that something is said to be in or on."""
    for match in regex.finditer(rf"\b(?:in|on|at|within|of) (?:the )?(?P<v>{NAME})", text, timeout=SECONDS):
        yield match.span("v")


def _is_topic(subject: str, title: str, passage: Passage) -> bool:
    """Whether a passage is about the subject, by its title or by how its first sentence begins."""
    if is_topical(subject, title) or not passage.sentences:
        return is_topical(subject, title)
    first = passage.sentences[0]
    opening = passage.view.text[first.start : first.end]
    words = set(tokens_of(subject)) & set(tokens_of(title))
    begins = regex.match(rf"\W*(?:The )?{loosen(subject)}(?= [\p{{Ll}}(]|,)", opening, flags=regex.I)
    return bool(words) and begins is not None


@lru_cache(maxsize=1024)
def _frame_of(clause: str, noun: str) -> _Frame | None:
    filled = regex.sub(r"\bwhat\b", _GAP, clause.replace("{0}", STAND_IN), count=1, flags=regex.I)
    document = parse(f"{filled}.")
    gap = next((one for one in document if one.text == _GAP), None)
    if gap is None:
        return None
    while gap.dep_ == "conj" and gap.head.pos_ in ("NOUN", "PROPN"):
        gap = gap.head
    role, head = _role(gap)
    if head is None:
        return None
    if regex.fullmatch(r"\{0\} (?:is|was|lies) (?:(?:located|situated|based|found) )?(?:in|on|at) what", clause):
        return _Frame("", "place", frozenset(), True)
    words = content_of(regex.sub(r"\bwhat\b", " ", clause, flags=regex.I)) - _DEGREES - _kinds_of(document, head)
    governor = stem(head.lower_)
    firm = len(content_of(informative(noun))) < 2
    return _Frame(governor, role, words - {governor}, firm) if content_of(head.text) or head.lower_ in _NAMING else None


def _kinds_of(document: Doc, governor: Token) -> frozenset[str]:
    """Words for the kind of the subject next to its name, which a sentence need not say: `the Orrin corporation`."""
    name = next((one for one in document if one.text == STAND_IN), None)
    if name is None:
        return frozenset()
    noun = name.head if name.dep_ in ("compound", "appos", "nmod") and name.head.pos_ in ("NOUN", "PROPN") else name
    near = [noun, *noun.lefts, *name.lefts]
    kinds = {stem(one.lower_) for one in near if one.dep_ not in ("prep", "acl", "relcl") and one.text != STAND_IN}
    return frozenset(kinds - {stem(governor.lower_)})


def _role(token: Token) -> tuple[str, Token | None]:
    """How a name stands to the word that it depends on, and that word."""
    head = token.head
    match token.dep_:
        case "pobj":
            prep, over = head, head.head
            if prep.dep_ == "agent" or (prep.lower_ == "by" and over.pos_ in ("VERB", "NOUN")):
                return "agent", over
            return (_noun_role(prep.lower_) if over.pos_ == "NOUN" else prep.lower_), over
        case "nsubjpass":
            return "patient", head
        case "nsubj" if head.lemma_ == "be":
            what = next((kid for kid in head.children if kid.dep_ in ("attr", "acomp")), None)
            return "agent", what
        case "nsubj":
            return "agent", head
        case "dobj" | "attr" | "oprd" | "dative" if head.lemma_ != "be":
            return "patient", head
        case "attr":
            what = next((kid for kid in head.children if kid.dep_ == "nsubj"), None)
            return "agent", what
        case "poss" | "compound" | "nmod":
            return "patient", head
    return "", None


def _noun_role(prep: str) -> str:
    """`the founder of A` as `founded A`, `an appearance by A` as `A appeared`."""
    return {"of": "patient", "to": "patient", "by": "agent", "from": "agent"}.get(prep, prep)


def _says(frame: _Frame, text: str, title: str) -> bool:
    there = [*stems_of(text), *stems_of(title)]
    return all(any(same_stem(word, other) for other in there) for word in frame.content)


def _places(frame: _Frame, document: Doc) -> Iterator[tuple[Token, Token]]:
    """Words that may be the governor, and for each what stands to it as the gap does."""
    for word in document:
        if _made(frame, word):
            # A novel by A is one that A wrote.
            makers = [under for kid in word.children if kid.lower_ == "by" for under in kid.children if under.dep_ == "pobj"]
            works = [token for token, _ in _arguments(word) if token not in makers]
            yield from ((word, token) for token in (makers if frame.role == "agent" else works))
            continue
        if word.pos_ not in ("VERB", "NOUN", "ADJ", "PROPN") or not (
            same_stem(stem(word.lower_), frame.governor) or same_stem(stem(word.lemma_.lower()), frame.governor)
        ):
            continue
        if any(kid.dep_ == "neg" for kid in word.children):
            continue
        for token, role in _arguments(word):
            # Films star actors, who star in films.
            if frame.governor == "star" and {role, frame.role} <= {"agent", "patient", "in"}:
                yield word, token
            elif role == frame.role or (not frame.firm and role == "any") or (not frame.firm and any({role, frame.role} <= alike for alike in _ALIKE)):
                yield word, token


def _made(frame: _Frame, word: Token) -> bool:
    """Whether a word is a noun for a work with who made it: `is a novel by A` where it is asked who wrote it."""
    if word.pos_ != "NOUN" or frame.governor not in _MAKING or frame.role not in ("agent", "patient"):
        return False
    return type_of_noun(word.lower_) == "work" and any(kid.dep_ == "prep" and kid.lower_ == "by" for kid in word.children)


def _arguments(word: Token) -> Iterator[tuple[Token, str]]:
    """What depends on a word, and how; of a noun also what it is said of."""
    if word.pos_ == "VERB":
        passive = any(kid.dep_ in ("auxpass", "nsubjpass") for kid in word.children) or (
            word.tag_ == "VBN" and word.dep_ in ("acl", "amod") and not any(kid.dep_ == "nsubj" for kid in word.children)
        )
        # `and starred A` is sometimes parsed as if it were `the starred A`.
        if word.dep_ == "amod" and word.head.pos_ == "PROPN" and word.i and word.nbor(-1).lower_ in ("and", ","):
            yield word.head, "patient"
        subject = subject_of(word)
        if subject is not None:
            yield subject, "patient" if passive else "agent"
        for kid in word.children:
            if kid.dep_ in ("dobj", "attr", "oprd", "dative"):
                yield kid, "patient"
            elif kid.dep_ in ("agent", "prep"):
                role = "agent" if kid.dep_ == "agent" or (passive and kid.lower_ == "by") else kid.lower_
                for under in kid.children:
                    if under.dep_ == "pobj":
                        yield under, role
        return
    for kid in word.children:
        if kid.dep_ == "prep":
            for under in kid.children:
                if under.dep_ == "pobj":
                    yield under, _noun_role(kid.lower_)
        elif kid.dep_ == "poss":
            yield kid, "patient"
        elif kid.dep_ == "appos":
            yield kid, "agent"
    if word.dep_ in ("attr", "appos") or (word.dep_ == "dobj" and word.head.lemma_ in _HAVES):
        said_of = word.head if word.dep_ == "appos" else subject_of(word.head)
        said_of = said_of or next((kid for kid in word.head.children if kid.dep_ == "nsubj"), None)
        if said_of is not None:
            yield said_of, "agent"
    if word.dep_ == "compound":
        yield word.head, "agent"
    top = word.head.head if word.dep_ == "pobj" and word.head.lower_ == "of" else word
    if top.dep_ == "nsubj" and top.head.lemma_ == "include":
        # `Her roles include A and B`, `many of her roles`, whatever they are roles in.
        yield from ((kid, "any") for kid in top.head.children if kid.dep_ == "dobj")


def _mention(subject: str, text: str) -> regex.Match[str] | None:
    """Where a text names the subject, not as part of a longer name: `Channel 8` is not in `Mediacorp Channel 8`."""
    few = r"(?<!\p{Ll} [\p{Lu}][\p{L}\p{N}]* )" if len(subject.split()) < 3 else ""
    form = rf"(?<![\p{{L}}\p{{N}}]){few}(?i:{loosen(subject)})(?![\p{{L}}\p{{N}}])(?! [\p{{Lu}}][\p{{L}}]+)"
    return regex.search(form, text)


def _is_about(subject: str, word: Token, text: str, named: bool, title: str) -> bool:
    """Whether what a word says is said of the subject: it is named in the same clause, or the sentence goes on about it."""
    if named:
        span = _mention(subject, text)
        top = word
        while top.dep_ in ("acl", "relcl", "attr", "appos", "compound", "pobj", "prep", "conj", "dobj", "advcl") and top.head.i != top.i:
            top = top.head
        inside = {one.i for one in top.subtree}
        return span is not None and any(span.start() <= one.idx < span.end() and one.i in inside for one in word.doc)
    verb = word
    while verb.pos_ not in ("VERB", "AUX") and verb.head.i != verb.i:
        verb = verb.head
    own = subject_of(verb) or next((kid for kid in verb.children if kid.dep_ in ("nsubj", "nsubjpass")), None)
    if own is None or own.pos_ == "PRON":
        return True
    if any(kid.dep_ == "poss" for kid in own.children):
        # `His brother` is somebody else; `its cover` is its own.
        return own.pos_ == "NOUN" and not _is_person(own.lower_)
    if own.pos_ == "PROPN":
        return bool(set(tokens_of(own.text)) & set(tokens_of(title))) or verb.i != word.i or own.dep_ == "nsubj"
    return True


def _is_person(noun: str) -> bool:
    return type_of_noun(noun) == "person"


def _names(token: Token, text: str, firm: bool, value: ValueType) -> Iterator[tuple[int, int]]:
    """Spans of the names that a word heads or stands for: itself, others joined to it, what it calls by name."""
    seen = {token.i}
    waiting = [token]
    heads: list[Token] = []
    while waiting:
        one = waiting.pop(0)
        if one.pos_ in ("PROPN", "X", "INTJ") or (one.text[:1].isupper() and one.pos_ in ("NOUN", "ADJ", "VERB")) or one.text[:1] == '"':
            heads.append(one)
        for kid in one.children:
            if kid.i in seen or kid.dep_ in _CLAUSES:
                continue
            allowed = ("conj", "appos") if firm and one.text[:1].isupper() else _UNDER
            if firm and kid.dep_ in ("prep", "poss"):
                allowed = ()
            if kid.dep_ in allowed or (kid.dep_ == "punct" and kid.text == '"'):
                seen.add(kid.i)
                if kid.dep_ in ("compound", "nmod") and one.text[:1].isupper():
                    continue
                waiting.append(kid)
    for one in heads:
        if one.is_punct:
            continue
        first = one
        while first.i > 0 and _joins(first, one):
            first = first.nbor(-1)
        start, end = first.idx, one.idx + len(one)
        quoted = _quoted(text, start, end)
        if quoted is not None:
            yield quoted
            continue
        if value_of("country", text[start:end]) is not None and one.dep_ in ("amod", "compound", "nmod"):
            continue
        # `Japanese Imperial Japanese Army`: the name may begin behind the adjective.
        if first.i < one.i - 1 and first.dep_ in ("amod", "compound", "nmod") and is_adjective(first.text):
            yield first.nbor(1).idx, end
        if value != "person":
            rest = regex.compile(r"(?: (?:of|for|and|the|de)(?: the)? [\p{Lu}][\p{L}\-]*(?: [\p{Lu}][\p{L}\-]*)*)+").match(text, end)
            if rest is not None:
                yield start, rest.end()
        yield start, end
        if not firm:
            yield from _listed(text, end)


def _listed(text: str, end: int) -> Iterator[tuple[int, int]]:
    """Names that a list goes on with, however it was parsed."""
    while match := _ITEM.match(text, end):
        yield match.span("v")
        end = match.end()


def _joins(first: Token, head: Token) -> bool:
    """Whether the word before belongs to the name."""
    before = first.nbor(-1)
    if before.text == "&":
        return True
    capital = before.text[:1].isupper() or before.text[:1].isdigit()
    return capital and before.dep_ in ("compound", "flat", "nmod", "amod", "nummod") and before.head.i <= head.i + 2 and before.i < head.i


def _quoted(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The title in quotes that a place is in."""
    if text.count('"', 0, start) % 2 == 0:
        return None
    left, right = text.rfind('"', 0, start), text.find('"', end)
    return (left + 1, right) if right > left else None


def _is_told(surface: str, subject: str, clause: str) -> bool:
    """Whether a name is the subject's, or another that the clause has."""
    words, own = set(tokens_of(surface)), set(tokens_of(subject))
    return not words or words <= own or is_named(subject, surface) or words <= set(tokens_of(clause.replace("{0}", subject)))


def _stands_for_topic(token: Token, title: str, first: bool) -> bool:
    """Whether a word stands for what the passage is about: a pronoun, `the film`, or its name where it is introduced."""
    if token.pos_ == "PRON":
        return token.lower_ in ("he", "she", "it", "they", "who", "which")
    if token.pos_ == "NOUN" and any(kid.lower_ in ("the", "this") for kid in token.children):
        return not first and not any(kid.dep_ in ("prep", "relcl", "acl") for kid in token.children)
    return first and token.i < 12 and bool(set(tokens_of(token.text)) & set(tokens_of(title)))


def _topic(passage: Passage, title: str) -> tuple[int, int] | None:
    """Where the passage introduces its topic by name."""
    if not passage.sentences:
        return None
    first = passage.sentences[0]
    text = passage.view.text[first.start : first.end]
    found = regex.search(loosen(title), text, flags=regex.I) or regex.match(rf"\W*(?P<v>{NAME})", text)
    if found is None:
        return None
    span = found.span("v") if "v" in found.groupdict() else found.span()
    return first.start + span[0], first.start + span[1]

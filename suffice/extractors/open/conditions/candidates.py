"""Names that may be what a clause asks for: those in its place of a sentence that has every word of it.

Of `{0} was taught by what (Danish painter)?` a sentence must name the subject or be about it, must have every content word, and
the candidate must stand to one of them (`taught`, or a synonym) as the gap does: here as who does it. What else must hold of it,
`Danish painter`, is looked up for each candidate; so several may come of one sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import regex

from suffice.extractors.assertions import is_asserted
from suffice.extractors.lexicon import ValueType
from suffice.extractors.open.asked import type_of_noun
from suffice.extractors.open.conditions.doubts import is_doubtful
from suffice.extractors.open.conditions.frames import Frame, frame_of, places_of
from suffice.extractors.open.conditions.spans import names_under
from suffice.extractors.open.conditions.wordings import MONTHS, read_frame
from suffice.extractors.open.facets import Facet
from suffice.extractors.open.mentions.names import NAME, PRONOUN, is_named, is_topical, loosen, term_of, trim
from suffice.extractors.open.mentions.phrases import subject_of
from suffice.extractors.open.syntax import LONGEST_SENTENCE, parse
from suffice.extractors.open.words import same_stem, stems_of
from suffice.extractors.passages import Passage
from suffice.extractors.patterns import SECONDS
from suffice.extractors.text import fold, split_title, tokens_of

if TYPE_CHECKING:
    from spacy.tokens import Token

__all__ = ["MAX_CANDIDATES", "read_candidates"]

#: So many names of one lookup may be looked at.
MAX_CANDIDATES = 24
_LOCATED = regex.compile(r"(?:It|The \p{Ll}+) (?:is|was|lies) (?:\p{Ll}+ )?(?:located|situated|in|on)\b")
#: Ways in which a word belongs to the clause of the word over it.
_WITHIN = frozenset(["acl", "relcl", "attr", "appos", "compound", "pobj", "prep", "conj", "dobj", "advcl"])
_DATES = rf"(?:\d+ )?(?:{MONTHS})(?: \d[\d, ]*)?|\d[\d,. ]*"


def read_candidates(wording: str, subject: str, value: ValueType, passage: Passage) -> list[Facet]:
    """Candidates in a passage; none for a lookup that is worded otherwise.

    Args:
        wording: of the lookup (`wordings.word_frame`).
        subject: what it is asked of.
        value: type of the candidate.
        passage: where to look.
    """
    asked = read_frame(wording)
    frame = frame_of(*asked) if asked else None
    if asked is None or frame is None:
        return []
    title = split_title(passage.unit.title)[0]
    topical = _is_topic(subject, title, passage)
    known = f"{title} {_opening(passage)}" if topical else title
    found: dict[str, Facet] = {}
    for index, sentence in enumerate(passage.sentences):
        end = min(sentence.end, sentence.start + LONGEST_SENTENCE)
        text = passage.view.text[sentence.start : end]
        named = _mention(subject, text) is not None
        if not (named or topical) or text.endswith("?") or is_doubtful(text) or not _says(frame, text, known):
            continue
        if frame.role in ("place", "channel"):
            goes_on = PRONOUN.match(text) if frame.role == "channel" else _LOCATED.match(text)
            spans = list(_placed(text, frame.role)) if topical and (index == 0 or goes_on) else []
            _keep(found, spans, "placed there", passage, index, end, value, subject, asked[0])
            continue
        here: list[tuple[int, int]] = []
        for word, token in places_of(frame, parse(text)):
            if not (named and _names_in_clause(subject, word, text)) and not (
                topical and (index == 0 or _goes_on(word, token, title))
            ):
                continue
            here += names_under(token, text, frame.firm, value)
            if named and not topical and _stands_for_topic(token, title, index == 0):
                topic = _topic(passage, title)
                said = sentence.start + word.idx
                if topic is not None and is_asserted(passage, index, said, said + len(word)):
                    first = min(sentence.start, topic[0])
                    surface = passage.view.text[slice(*topic)]
                    term = term_of("text" if value in ("place", "country") else value, surface)
                    if term is not None:
                        found.setdefault(
                            fold(surface), Facet(term, surface, first, end, *topic, "the passage is about it")
                        )
        if frame.firm:
            # Where nothing tells one name from another, a sentence with several tells nothing.
            other = [one for one in here if not _is_told(text[slice(*one)], subject, asked[0])]
            whole = [one for one in other if not any(_holds(larger, one) for larger in other)]
            here = [span for span in whole if _is_near(frame, text, span)]
            here = here if len({fold(text[slice(*span)]) for span in here}) == 1 else []
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
        term = term_of("text" if value in ("place", "country") else value, surface)
        # A title in quotes is named, not quoted.
        marks = int(text[:start].endswith('"') and text[stop:].startswith('"'))
        if term is None or not is_asserted(passage, index, first + start - marks, first + stop + marks):
            continue
        found.setdefault(fold(surface), Facet(term, surface, first, end, first + start, first + stop, how))


def _holds(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether a span has another in it."""
    return one != other and one[0] <= other[0] and other[1] <= one[1]


def _is_near(frame: Frame, text: str, span: tuple[int, int]) -> bool:
    """Whether no other name stands between a name and what is said behind it: `by A to the east, B to the west`."""
    behind = text[span[1] :]
    stop = regex.search(r",? (?:and )?[\p{Lu}]\p{L}+", behind)
    if stop is None:
        return True
    there = stems_of(f"{text[: span[1]]}{behind[: stop.start()]}")
    return all(
        any(same_stem(word, other) for other in there) for word in frame.content & frozenset(stems_of(text))
    )


def _placed(text: str, role: str) -> Iterator[tuple[int, int]]:
    """Names of places that something is said to be in, or of channels that it is said to be on."""
    words = "in|on|at|within|of" if role == "place" else "on"
    for match in regex.finditer(rf"\b(?:{words}) (?:the )?(?P<v>{NAME})", text, timeout=SECONDS):
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


def _opening(passage: Passage) -> str:
    """The sentence that introduces a passage's topic."""
    return (
        passage.view.text[passage.sentences[0].start : passage.sentences[0].end] if passage.sentences else ""
    )


def _says(frame: Frame, text: str, title: str) -> bool:
    there = [*stems_of(text), *stems_of(title)]
    return all(any(same_stem(word, other) for other in there) for word in frame.content)


def _mention(subject: str, text: str) -> regex.Match[str] | None:
    """Where a text names the subject, not as part of a longer name: `Channel 8` is not in `Mediacorp Channel 8`."""
    few = r"(?<!\p{Ll} [\p{Lu}][\p{L}\p{N}]* )" if len(subject.split()) < 3 else ""
    form = rf"(?<![\p{{L}}\p{{N}}]){few}(?i:{loosen(subject)})(?![\p{{L}}\p{{N}}])(?! [\p{{Lu}}][\p{{L}}]+)"
    return regex.search(form, text)


def _names_in_clause(subject: str, word: Token, text: str) -> bool:
    """Whether the subject is named in the clause that a word is in."""
    span = _mention(subject, text)
    top = word
    while top.dep_ in _WITHIN and top.head.i != top.i:
        top = top.head
    inside = {one.i for one in top.subtree}
    return span is not None and any(
        span.start() <= one.idx < span.end() and one.i in inside for one in word.doc
    )


def _goes_on(word: Token, candidate: Token, title: str) -> bool:
    """Whether a sentence on the subject's page goes on about it: by a pronoun, its name or `the film`, not by another's name."""
    verb = word
    while verb.pos_ not in ("VERB", "AUX") and verb.head.i != verb.i:
        verb = verb.head
    own = subject_of(verb) or next((kid for kid in verb.children if kid.dep_ in ("nsubj", "nsubjpass")), None)
    if own is None:
        return True
    if own.i == candidate.i:
        # The candidate does something: to the subject?
        others = [one for one in verb.subtree if one.dep_ in ("dobj", "pobj", "dative") and one.i != own.i]
        return any(_stands(one, title) for one in others)
    return _stands(own, title)


def _stands(noun: Token, title: str) -> bool:
    """Whether a noun phrase may stand for a page's topic, or for a part of it: `it`, `the film`, `its cover`."""
    if noun.pos_ == "PRON":
        return True
    if set(tokens_of(noun.text)) & set(tokens_of(title)):
        return True
    if noun.pos_ == "PROPN":
        return False
    if any(kid.dep_ == "poss" for kid in noun.children):
        # `His brother` is somebody else.
        return type_of_noun(noun.lower_) != "person"
    if noun.tag_ == "NNS":
        return any(kid.lower_ in ("the", "these") for kid in noun.children)
    return not any(kid.dep_ == "det" and kid.lower_ not in ("the", "this") for kid in noun.children)


def _is_told(surface: str, subject: str, clause: str) -> bool:
    """Whether a name is the subject's, or another that the clause has; or a date."""
    words, own = set(tokens_of(surface)), set(tokens_of(subject))
    return (
        not words
        or regex.fullmatch(_DATES, surface) is not None
        or words <= own
        or is_named(subject, surface)
        or words <= set(tokens_of(clause.replace("{0}", subject)))
    )


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

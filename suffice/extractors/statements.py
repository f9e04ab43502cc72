"""What a passage states of its own topic: values of a relation, with spans and the pattern that matched.

>>> from suffice.extractors.lexicon import read_lexicon
>>> from suffice.extractors.passages import Reader, Unit
>>> unit = Unit("u1", "Free Guy", "Free Guy is a 2020 film directed by Shawn Levy. It is a remake of a film directed by Bo Ek.")
>>> [passage] = Reader(cache=None).read([unit])
>>> [(str(found.value), found.quote) for found in find_statements(passage, "director", read_lexicon())]
[('"Shawn Levy"', 'Free Guy is a 2020 film directed by Shawn Levy.')]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import regex

from suffice.extractors.lexicon import Lexicon, Relation, Statement
from suffice.extractors.passages import Passage
from suffice.extractors.patterns import SECONDS, compile_pattern
from suffice.extractors.text import fold, tokens_of
from suffice.extractors.values import demonyms, value_of
from suffice.rules import Term

__all__ = ["Found", "find_statements", "match_statement", "split_title"]

#: Of a longer sentence only so many characters are matched.
_LONGEST_SENTENCE = 2_000
_HE = frozenset({"he", "him", "his"})
_SHE = frozenset({"she", "her", "hers"})
_THING = frozenset({"it", "its", "this"})
_ANY = frozenset({"they", "their", "who", "which", "that", "whose"})
_THINGS = frozenset(
    [
        "film",
        "movie",
        "picture",
        "feature",
        "documentary",
        "short",
        "project",
        "production",
        "remake",
        "sequel",
        "cartoon",
        "comedy",
        "drama",
        "thriller",
        "western",
        "musical",
        "serial",
        "episode",
        "biopic",
        "adaptation",
        "piece",
        "work",
        "play",
        "opera",
        "story",
        "song",
        "single",
        "track",
        "ballad",
        "album",
        "record",
        "recording",
        "ep",
        "band",
        "group",
        "music",
        "score",
        "soundtrack",
        "lyrics",
        "magazine",
        "journal",
        "newspaper",
        "series",
        "book",
        "novel",
        "company",
        "village",
        "town",
        "city",
        "river",
        "lake",
        "island",
        "school",
        "university",
        "college",
        "institute",
        "airport",
        "club",
        "building",
        "organization",
        "organisation",
    ]
)
_FRONTED_WORDS = 2
_KIN = frozenset(
    [
        "father",
        "mother",
        "parents",
        "parent",
        "brother",
        "brothers",
        "sister",
        "sisters",
        "son",
        "sons",
        "daughter",
        "daughters",
        "child",
        "children",
        "wife",
        "husband",
        "widow",
        "uncle",
        "aunt",
        "cousin",
        "nephew",
        "niece",
        "grandfather",
        "grandmother",
        "grandson",
        "granddaughter",
        "stepfather",
        "stepmother",
        "friend",
    ]
)
_OTHER_WORK = regex.compile(
    r"\b(?:sequel|prequel|remake|remade|adaptation|adapted|version|based|spin-?off|follow-?up|inspired|parody|cover)\b",
    regex.I,
)


@dataclass(frozen=True, slots=True)
class Found:
    """One statement of a relation in a passage.

    Args:
        relation: its name.
        value: the value as a term.
        surface: the value's words.
        pattern: the lexicon's pattern that matched.
        quote: the sentence, as in the source.
        start: its first character in the unit's text.
        end: behind its last character.
        value_start: the value's first character in the unit's text.
        value_end: behind the value's last character.
        first: whether it is the passage's first sentence.
    """

    relation: str
    value: Term
    surface: str
    pattern: str
    quote: str
    start: int
    end: int
    value_start: int
    value_end: int
    first: bool


def find_statements(passage: Passage, name: str, lexicon: Lexicon) -> list[Found]:
    """What a passage states of its topic for one relation, in order of place, each value once.

    Args:
        passage: what to read.
        name: the relation.
        lexicon: where its patterns are.
    """
    relation = lexicon.relation[name]
    found: dict[tuple[int, int], Found] = {}
    values: set[Term] = set()
    for index, statement in _candidates(passage, relation):
        if relation.single and any(one.pattern != statement.pattern for one in found.values()):
            break
        sentence = passage.sentences[index]
        text = passage.view.text[sentence.start : min(sentence.end, sentence.start + _LONGEST_SENTENCE)]
        for match, start, end in match_statement(text, statement, relation):
            place = sentence.start + match[0]
            if not _is_of_topic(passage, index, statement, place, sentence.start + match[1], relation):
                continue
            if relation.value == "place":
                end = _without_topic(text, start, end, passage)
            term = value_of(relation.value, text[start:end])
            if term is None or _names_topic(text[start:end], passage, relation):
                continue
            if (
                any(a < sentence.start + end and sentence.start + start < b for a, b in found)
                or term in values
            ):
                continue
            surface = text[start:end].strip('" ,')
            offset = text.index(surface, start)
            quote_start, quote_end = passage.view.span(sentence.start, sentence.start + len(text))
            value_start, value_end = passage.view.span(
                sentence.start + offset, sentence.start + offset + len(surface)
            )
            values.add(term)
            found[sentence.start + start, sentence.start + end] = Found(
                name,
                term,
                surface,
                statement.pattern,
                passage.view.source[quote_start:quote_end],
                quote_start,
                quote_end,
                value_start,
                value_end,
                index == 0,
            )
    return sorted(found.values(), key=lambda one: one.value_start)


def _candidates(passage: Passage, relation: Relation) -> Iterator[tuple[int, Statement]]:
    """Patterns in the lexicon's order: an earlier pattern is the surer one and takes its span first."""
    for statement in relation.states:
        for index in range(len(passage.sentences)):
            if index == 0 or not statement.first:
                yield index, statement


def match_statement(
    text: str, statement: Statement, relation: Relation
) -> Iterator[tuple[tuple[int, int], int, int]]:
    """Places where a clean sentence matches a pattern: the match's span, and the value's start and end."""
    pattern = compile_pattern(statement.pattern, relation.slots)
    unless = [compile_pattern(one, relation.slots, end=True) for one in statement.unless]
    try:
        for match in pattern.finditer(text, timeout=SECONDS):
            if any(one.search(text, endpos=match.start(), timeout=SECONDS) for one in unless):
                continue
            for start, end in match.spans("value"):
                yield match.span(), start, end
    except TimeoutError:
        return


def split_title(title: str) -> tuple[str, str]:
    """A title's name and its disambiguator, which may be empty.

    >>> split_title("Forbidden Ground (2013 film)"), split_title("(I Can't Get No) Satisfaction")
    (('Forbidden Ground', '2013 film'), ("(I Can't Get No) Satisfaction", ''))
    """
    found = regex.fullmatch(r"(.+?)\s*\(([^()]*)\)\s*", title)
    return (found[1].strip(), found[2].strip()) if found else (title.strip(), "")


def _without_topic(text: str, start: int, end: int, passage: Passage) -> int:
    """Where a place ends: `Born in Baltimore, Waters rose to fame` names no place in Waters."""
    title = set(tokens_of(split_title(passage.unit.title)[0]))
    parts = text[start:end].split(", ")
    while len(parts) > 1 and set(tokens_of(parts[-1])) & title and not title & set(tokens_of(parts[0])):
        parts.pop()
    return start + len(", ".join(parts))


def _names_topic(surface: str, passage: Passage, relation: Relation) -> bool:
    """A thing is not its own value: `Selberg's father was Selberg`."""
    return relation.value in ("person", "work", "organisation") and fold(surface) == fold(
        split_title(passage.unit.title)[0]
    )


def _is_of_topic(
    passage: Passage, index: int, statement: Statement, start: int, end: int, relation: Relation
) -> bool:
    """Whether the sentence's subject at a match resolves to the passage's topic."""
    if statement.subject == "topic":
        return index == 0 or _possessor_agrees(passage.view.text[start:end], passage)
    subject = passage.subject_at(start, end)
    if _resolves(subject, passage, index, relation) or _opens_for_topic(passage, index, start, end, relation):
        return True
    if relation.subject == "person" and subject and subject.islower() and tokens_of(subject)[-1] not in _KIN:
        # `an author of fiction, born in Toronto`: fiction is not born; whoever was named last is.
        return _last_named_is_topic(passage, index, start, relation)
    if relation.subject != "work":
        return False
    # A person or a road is not directed: the parser lost the thread, unless another work stands between.
    sentence = passage.sentences[index]
    first = sentence.subjects[0] if sentence.subjects else None
    opening = passage.view.text[first[1] : first[2]] if first else None
    before = passage.view.text[sentence.start : start]
    return _resolves(opening, passage, index, relation) and not _OTHER_WORK.search(before)


def _last_named_is_topic(passage: Passage, index: int, start: int, relation: Relation) -> bool:
    """Whether the last name or pronoun before a place in its sentence is the topic's."""
    title = set(tokens_of(split_title(passage.unit.title)[0]))
    before = passage.view.text[passage.sentences[index].start : start]
    for match in reversed(list(regex.finditer(r"\p{L}[\p{L}\p{M}'\-]*", before))):
        words = tokens_of(match[0])
        if not words:
            continue
        if words[-1] in _HE | _SHE and words[-1] not in ("his", "her", "him"):
            return _pronoun_agrees(words[-1], passage, relation)
        if words[-1] in title:
            return True
        if words[-1] in _KIN or (match[0][0].isupper() and match.start() > 0 and match[0] not in demonyms()):
            return False
    return index == 0


def _opens_for_topic(passage: Passage, index: int, start: int, end: int, relation: Relation) -> bool:
    """`Born in Padua, in 1966 Oldoini started`, `Directed by Ek, the film`: a phrase in front, its subject behind a comma."""
    sentence = passage.sentences[index]
    if len(passage.view.text[sentence.start : start].split()) > _FRONTED_WORDS:
        return False
    title = set(tokens_of(split_title(passage.unit.title)[0]))
    for part in passage.view.text[end : sentence.end].split(",")[1:4]:
        words = tokens_of(part)[:5]
        for place, word in enumerate(words):
            if word in _HE | _SHE | _THING:
                if word not in ("his", "her", "its"):
                    return _pronoun_agrees(word, passage, relation)
                break
            named = word in title and words[place + 1 : place + 2] != ["s"]
            thing = (
                relation.subject != "person"
                and word in _THINGS
                and words[max(0, place - 1)] in ("the", "this")
            )
            if named or thing:
                return True
    return False


def _resolves(subject: str | None, passage: Passage, index: int, relation: Relation) -> bool:
    """Whether a sentence's subject phrase stands for the passage's topic."""
    words = tokens_of(subject or "")
    if subject is None or not words:
        return index == 0
    head = words[-1]
    if head in _HE | _SHE | _THING | _ANY:
        return _pronoun_agrees(head, passage, relation)
    if head in tokens_of(split_title(passage.unit.title)[0]):
        return True
    if (
        head in _THINGS
        and relation.subject != "person"
        and (words[0] in ("the", "this", "its") or len(words) == 1)
    ):
        return not (index == 0 and _OTHER_WORK.search(passage.view.text[: passage.sentences[0].end]))
    return index == 0 and _is_first_subject(passage, subject)


def _is_first_subject(passage: Passage, subject: str) -> bool:
    """In the first sentence the main subject is the topic, under whatever name it goes there."""
    first = passage.sentences[0]
    if not first.subjects:
        return True
    _, start, end = first.subjects[0]
    return passage.view.text[start:end] == subject and tokens_of(subject)[0] not in _HE | _SHE | _THING


def _gender(passage: Passage) -> frozenset[str] | None:
    """Which of he and she the passage uses first."""
    for token in tokens_of(passage.view.text):
        if token in _HE:
            return _HE
        if token in _SHE:
            return _SHE
    return None


def _pronoun_agrees(pronoun: str, passage: Passage, relation: Relation) -> bool:
    if pronoun in _ANY:
        return True
    if pronoun in _THING:
        return relation.subject != "person"
    return relation.subject in ("person", "any") and pronoun in (_gender(passage) or ())


def _possessor_agrees(match: str, passage: Passage) -> bool:
    """`his father` is the topic's only when the passage calls its topic `he`."""
    words = tokens_of(match)
    owners = [word for word in words[:1] if word in _HE | _SHE]
    return all(owner in (_gender(passage) or ()) for owner in owners)

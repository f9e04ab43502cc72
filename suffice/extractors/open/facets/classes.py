"""What a passage's topic is and does: of a class or another, done or not, the kinds it is introduced as."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import regex

from suffice.extractors.open.comparisons import OTHERWISE, STATED, UNSAID
from suffice.extractors.open.facets.areas import is_placed, read_elsewhere
from suffice.extractors.open.facets.facet import Facet, facet_at, introduction
from suffice.extractors.open.syntax import parse
from suffice.extractors.open.words import (
    content_of,
    same_stem,
    stem,
    stems_at,
    stems_of,
    told_kinds,
    words_for,
)
from suffice.extractors.passages import Passage
from suffice.extractors.patterns import SECONDS
from suffice.extractors.text import split_title, tokens_of
from suffice.extractors.values import shape_of, value_of
from suffice.rules import String, Term

if TYPE_CHECKING:
    from spacy.tokens import Token

__all__ = ["read_class", "read_deed", "read_kind", "read_occupation"]

_NOT = regex.compile(r"\b(?:not|never|no|no longer|neither|nor|hardly|scarcely)\b|n't\b")
#: Where what an introduction calls its topic ends, and what is told of it begins.
_TOLD = regex.compile(
    r"[,;:]|\b(?:in|for|by|with|from|that|who|which|whose|where|at|on|to|as|during|near|under|between|about)\b|(?<!\b(?:genus|species|kind|type|form|breed|variety|class|group|series)s? )\bof\b|\b\p{L}+(?:'s|’s)(?=\W)"
    r"|\b\p{Ll}+(?:ed|wn|ught|ound|born|set|led|held) (?:by|in|at|on|from|for|with|to|as|near)\b|\b\p{Lu}\p{Ll}+-\p{Ll}+ed\b"
)
_PREPOSITION = regex.compile(r" (?:in|of|from|at|on|for|by|near|with|to) ")
_PLACED = regex.compile(r"(?:It|The \p{Ll}+) (?:is|was|lies) (?:\p{Ll}+ )?(?:located|situated|based|in)\b")
#: The country of a topic stands within so many words of its verb.
_NEAR = 6
#: Whose profession is said behind `of` is another's: `wife of a painter`.
_RELATIVES = frozenset(
    map(
        stem,
        [
            "wife",
            "husband",
            "widow",
            "son",
            "daughter",
            "father",
            "mother",
            "brother",
            "sister",
            "friend",
            "pupil",
            "student",
            "partner",
            "cousin",
            "uncle",
            "aunt",
            "nephew",
            "niece",
            "grandson",
            "rival",
            "lover",
            "teacher",
            "assistant",
        ],
    )
)
_OCCUPATION = frozenset(["profession", "occupation", "job", "career", "role", "position"])


def read_class(what: str, passage: Passage) -> Iterator[Facet]:
    """`stated`, `otherwise` or `unsaid`: whether the topic is introduced as something."""
    wanted = content_of(what)
    opening = introduction(passage)
    if opening is None or not wanted:
        return
    start, end, behind = opening
    text = passage.view.text
    if _NOT.search(text[start:end]):
        return
    span = _span(wanted, text, behind, end)
    if span is not None:
        called = _is_called(what, text[behind:end], passage)
        if (
            called
            and _is_of_topic(what, text[start:end], behind - start)
            and _has_gender(what, text[start:end])
        ):
            yield facet_at(STATED, passage, start, end, *span, "introduced as that")
        return
    missing = _unsaid(wanted, passage)
    if missing:
        stop = regex.search(r"[;.]|, (?:who|which|and)|$", text[behind:end])
        last = behind + (stop.start() if stop and stop.start() > 2 else end - behind)
        last = min(last, end)
        if last > behind:
            excluded = _excludes(what, missing, text[start:end], behind - start)
            value, how = (
                (OTHERWISE, "introduced otherwise") if excluded else (UNSAID, "introduced without it")
            )
            yield facet_at(value, passage, start, end, behind, last, how)


def read_deed(what: str, passage: Passage) -> Iterator[Facet]:
    """The same of what the topic did, which any sentence may say."""
    wanted = content_of(what) - told_kinds(what)
    text = passage.view.text
    for index, sentence in enumerate(passage.sentences):
        # What a later sentence names a state for is not where the topic is.
        if index and is_placed(what) and not _PLACED.match(text[sentence.start : sentence.end]):
            continue
        span = _span(wanted, text, sentence.start, sentence.end)
        if span is not None:
            said = text[sentence.start : sentence.end]
            if not _NOT.search(said) and _does(wanted, said, passage, first=not index):
                yield facet_at(STATED, passage, sentence.start, sentence.end, *span, "says so")
            return
    opening = introduction(passage)
    if (other := read_elsewhere(what, passage)) is not None:
        yield replace(other, value=OTHERWISE)
    elif opening is not None and _unsaid(wanted, passage):
        start, end, behind = opening
        yield facet_at(UNSAID, passage, start, end, behind, end, "says nothing of the kind")


def read_kind(kind: str, passage: Passage) -> Iterator[Facet]:
    """Nouns that the topic is introduced as, longest first: `film director`, then `director`."""
    opening = introduction(passage)
    if opening is None:
        return
    start, end, behind = opening
    document = parse(passage.view.text[start:end])
    offset = behind - start
    found: dict[str, tuple[int, int]] = {}
    words = [stem(word) for word in tokens_of(kind)]
    for token in document:
        if token.idx < offset or token.pos_ != "NOUN" or token.dep_ in ("compound", "nmod"):
            continue
        if _is_aside(token, offset):
            continue
        first = token
        parts = [token]
        while first.i > 0 and first.nbor(-1).pos_ in ("NOUN", "ADJ") and first.nbor(-1).idx >= offset:
            first = first.nbor(-1)
            parts.insert(0, first)
        for cut in range(len(parts)):
            chosen = parts[cut:]
            if value_of("country", chosen[0].text) is not None:
                continue
            name = " ".join([*(part.lower_ for part in chosen[:-1]), chosen[-1].lemma_.lower()])
            found.setdefault(name, (chosen[0].idx, chosen[-1].idx + len(chosen[-1])))
    named = [name for name in found if _fits(name, words)]
    for name in sorted(named, key=lambda one: (-len(one.split()), found[one])):
        a, b = found[name]
        yield facet_at(String(name), passage, start, end, start + a, start + b, f"introduced as a {kind}")


def read_occupation(kind: str, passage: Passage) -> Iterator[Facet]:
    """The first noun for what people do that the topic is introduced as, with what is before it: `film director`."""
    found = list(read_kind(kind, passage))
    if found:
        yield min(found, key=lambda one: (one.value_end, one.value_start))


def _unsaid(wanted: frozenset[str], passage: Passage) -> frozenset[str]:
    """Those of some words that a passage has nowhere; what is general or in its title it need not say."""
    name = frozenset(stems_of(split_title(passage.unit.title)[0]))
    there = frozenset(stems_of(passage.view.text))
    asked = wanted - _general() - name
    return frozenset(word for word in asked if not any(same_stem(word, other) for other in there))


def _excludes(what: str, missing: frozenset[str], text: str, behind: int) -> bool:
    """Whether an introduction excludes a class: by another noun than the class's last, or by another country than its."""
    words = tokens_of(what)
    last = stem(words[-1]) if words else ""
    country = next(_countries(what), None)
    if country is not None:
        there = list(_countries(text[behind:]))
        near = " ".join(text[behind:].split()[:_NEAR])
        if country not in there:
            return any(True for _ in _countries(near))
    head = next((one for one in parse(text) if one.idx >= behind and one.dep_ in ("attr", "ROOT")), None)
    if head is None or head.pos_ != "NOUN" or stem(head.lower_) in _general():
        return False
    # A board game is no card game; a game need not be said to be famous.
    other = [one for one in head.lefts if one.dep_ in ("compound", "nmod") and one.pos_ == "NOUN"]
    return last in missing or (stem(head.lower_) == last and bool(other))


def _countries(text: str) -> Iterator[Term]:
    """The countries that a text names, by name or adjective."""
    for match in regex.finditer(shape_of("country"), text, timeout=SECONDS):
        country = value_of("country", match[0])
        if country is not None:
            yield country


def _is_called(what: str, said: str, passage: Passage) -> bool:
    """Whether an introduction itself calls its topic so, before it tells more: `a Swedish club founded by a Danish club` is none."""
    own, *more = _PREPOSITION.split(what, maxsplit=1)
    stop = _TOLD.search(said)
    # Of `a city in the state of A` what comes first is what it is; joined nouns are too.
    ends = [stop.start() if stop else len(said)]
    for joined in regex.finditer(r"(?:,|\band\b|, and) ", said[: ends[0] + 120]):
        further = _TOLD.search(said, joined.end())
        if joined.start() <= ends[-1] + 1:
            ends.append(further.start() if further else len(said))
    there = frozenset(stems_of(said[: ends[-1]])) | frozenset(stems_of(split_title(passage.unit.title)[0]))
    if more:
        there |= frozenset(stems_of(said))
    if stop and stop[0] in ("from", "in") and not any(True for _ in _countries(said[: stop.start()])):
        # `a board game from the United States` is an American one.
        placed = regex.match(r"(?:the )?(?:\p{Lu}[\p{L}.]*(?: (?:of (?:the )?)?)?)+", said[stop.end() + 1 :])
        there |= frozenset(stems_of(placed[0])) if placed else frozenset()
    return all(any(same_stem(word, other) for other in there) for word in content_of(own))


def _does(wanted: frozenset[str], said: str, passage: Passage, *, first: bool) -> bool:
    """Whether a sentence says a deed of the passage's topic: by its name, a pronoun, or a noun with `the`."""
    title = frozenset(stems_of(split_title(passage.unit.title)[0]))
    document = parse(said)
    verbs = [
        one
        for one in document
        if one.pos_ in ("VERB", "AUX") and any(same_stem(stem(one.text), word) for word in wanted)
    ]
    if not verbs:
        return True
    for verb in verbs:
        node = verb
        while (
            node.dep_ in ("conj", "xcomp", "acomp", "oprd", "aux", "auxpass", "relcl", "acl")
            and node.head.i != node.i
        ):
            own = next((kid for kid in node.children if kid.dep_ in ("nsubj", "nsubjpass")), None)
            if own is not None and own.lower_ not in ("who", "that", "which"):
                break
            node = node.head
        own = next((kid for kid in node.children if kid.dep_ in ("nsubj", "nsubjpass")), None)
        if node.pos_ in ("NOUN", "PROPN"):  # `A is a club that won`, `A, a club founded in`
            own = (
                node
                if node.dep_ != "attr"
                else next((kid for kid in node.head.children if kid.dep_ == "nsubj"), None)
            )
        if (
            own is None
            or any(kid.dep_ == "poss" for kid in own.children)
            or any(kid.dep_ == "neg" for kid in verb.children)
        ):
            continue
        names = frozenset(
            stems_of(" ".join(one.text for one in own.subtree if one.pos_ == "PROPN" and one.i <= own.i))
        )
        named = bool(names) and names <= title
        definite = any(kid.lower_ in ("the", "this") for kid in own.children) and own.pos_ == "NOUN"
        of_it = any(kid.dep_ == "prep" for kid in own.children)
        if own.lower_ in ("it", "he", "she", "they") or named or (definite and not of_it and not first):
            return True
    return False


def _is_of_topic(what: str, text: str, behind: int) -> bool:
    """Whether a class's nouns are said of what a sentence introduces: each somewhere not in an aside, not of a relative."""
    there = [one for one in parse(text) if one.idx >= behind and one.pos_ == "NOUN"]
    for word in content_of(what):
        said = [one for one in there if same_stem(stem(one.text), word)]
        if said and all(_is_aside(one, behind) for one in said):
            return False
    return True


def _has_gender(what: str, text: str) -> bool:
    """`Actress` and the like are said as such: an actor need not be one."""
    said = set(tokens_of(text))
    female = [word for word in tokens_of(what) if regex.search(r"ess(?:es)?$", word) and len(word) > 6]
    return all({word, word.removesuffix("es")} & said for word in female)


@cache
def _general() -> frozenset[str]:
    """Stems of words so general that a page need not say them of what they hold of."""
    return frozenset(map(stem, words_for("general")))


def _span(wanted: frozenset[str], text: str, start: int, end: int) -> tuple[int, int] | None:
    """From the first to the last of some words in a stretch; None unless all are there."""
    left = set(wanted)
    first = last = None
    for token, begin, stop in stems_at(text[start:end]):
        hit = next((word for word in wanted if same_stem(word, token)), None)
        if hit is not None and left:
            left.discard(hit)
            first = start + begin if first is None else first
            last = start + stop
    return (first, last) if not left and first is not None and last is not None else None


def _fits(name: str, kind: list[str]) -> bool:
    """Whether a noun may be of a kind: professions and animals as they come, `documentary film` a film."""
    last = stem(name.split()[-1])
    if kind[-1] in map(stem, _OCCUPATION):
        return bool(
            regex.search(
                r"(?:er|or|ist|ian|ress|ant|ent|player|man|woman|host|poet|actor|critic|chef|pilot|judge|nurse|athlete|model|star)$",
                name.split()[-1],
            )
        )
    if kind[-1] == last:
        return len(name.split()) > 1
    return last not in ("breed", "genu", "specy", "type", "member", "kind", "group", "family")


def _is_aside(token: Token, offset: int) -> bool:
    """Whether a noun stands in a relative clause or behind a preposition other than `of` of the introduction."""
    node = token
    for _ in range(12):
        if node.dep_ in ("relcl", "acl", "advcl") or (node.dep_ == "prep" and node.lower_ != "of"):
            return True
        if node.dep_ == "prep" and node.i and stem(node.nbor(-1).lower_) in _RELATIVES:
            return True
        if node.head.i == node.i or node.head.idx < offset:
            return False
        node = node.head
    return False

"""Facts stated in passing: of a thing that a sentence names, in a passage about something else.

`FleetBoston, which was acquired by Bank of America` on a page about Boston; `Lana Wood, the sister of Natalie Wood` on
one about a film. The sentence must name the thing in full, or be about the passage's topic, and say so as a fact.

| lookup | stated as |
|---|---|
| Who played {0} in W? | `N as {0}`, `{0} (N)`, `{0}, played by N`, `N plays {0}` |
| Who did {0} play in W? | `{0} as N` |
| Who is the wife of {0}? What is the capital of {0}? | `N, the wife of {0}`, `{0}'s wife N`, `N is the wife of {0}` |
| Who bought {0}? Which party did {0} join? | the verb, or another word for it, with {0} and N in their places |
| When did {0} open? | every word of the lookup, and one date |
| How many shops does {0} have? | every word of the lookup, and the number before the noun |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

import regex

from suffice.extractors.lexicon import ValueType
from suffice.extractors.open.asked import read_asked, type_of_noun
from suffice.extractors.open.facets import Facet
from suffice.extractors.open.syntax import parse
from suffice.extractors.open.words import content_of, same_stem, stem, stems_of, words_for
from suffice.extractors.passages import Passage
from suffice.extractors.patterns import SECONDS
from suffice.extractors.text import fold, split_title, tokens_of
from suffice.extractors.values import shape_of, value_of
from suffice.rules import String, Term

if TYPE_CHECKING:
    from spacy.tokens import Token

__all__ = ["read_mentions"]

_LONGEST_SENTENCE = 700
_DENIED = regex.compile(
    r"\b(?:not|never|neither|nor|hardly|allegedly|supposedly|reportedly|rumou?red|falsely|might|(?-i:may)|would|could|"
    r"nobody|no one|denied|denies|refused|declined|if|whether|planned to|was to have|considered for|auditioned|offered)\b(?! only\b)|n't\b",
    regex.I,
)
_PRONOUN = regex.compile(
    r"(?:In \d{4}, |In \w+ \d{4}, |Later,? |Then,? )?(?:He|She|It|They|His|Her|Its|Their|he|she|it|they|The \p{Ll}+)\b"
)
_NAME = r"(?:[\p{Lu}][\p{L}\p{M}.'’\-]*(?: (?:(?:de|la|von|van|der|da|di|bin|al|the|of|and) )?(?:\"[^\"]+\" )?[\p{Lu}][\p{L}\p{M}.'’\-]*){0,4})"
_PLAY = r"(?:plays?|played|portrays?|portrayed|voices?|voiced|playing|portraying|voicing|stars? as|starred as|acts? as)"
_CAST = regex.compile(
    rf"(?:Who|Which \p{{L}}+)(?: is it that| is)? {_PLAY} (?:(?:the )?(?:role|part|voice|character) of )?(?P<role>.+?)(?: (?:in|on|from) (?:the )?(?:(?:film|movie|series|show|television series|tv series|sitcom|game) )?(?P<work>.+?)(?: (?:movie|film))?)?\?"
)
_CAST_AS = regex.compile(
    r"(?:Who (?:did|does|is it that)|What (?:character|role|part) (?:did|does)) (?P<who>.+?) plays? (?:in|on) (?:the )?(?:(?:film|movie|series|show) )?(?P<work>.+?)\?"
)
_NOUN_OF = regex.compile(
    r"(?:Who|What) (?:is|was|are|were) (?:the |a )?(?P<noun>(?:[\p{L}\-]+ ){0,3}[\p{L}\-]+) of \{0\}\?"
)
_KIN = {
    "spouse": ("wife", "husband", "spouse", "widow"),
    "sibling": ("sister", "brother", "sibling"),
    "father": ("father",),
    "mother": ("mother",),
    "child": ("son", "daughter", "child"),
    "ceo": ("ceo", "CEO", "chief executive officer", "chief executive"),
    "chairman": ("chairman", "chairwoman", "chairperson", "chair"),
}
_CHILD_OF = {"father": "son|daughter|child", "mother": "son|daughter|child"}
_AGENT = regex.compile(
    r"(?:Who|Which (?P<noun>[\p{L} \-]+?)|What (?P<noun>[\p{L} \-]+?)) (?:has |had )?(?P<verb>\p{Ll}+) (?:the )?\{0\}(?P<more>.*)\?"
)
_PATIENT = regex.compile(
    r"(?:Who|What|(?:Which|What) (?P<noun>[\p{L} \-]+?)) (?:(?:is|was) it (?:that|who|which)|did|does|do) \{0\} (?:has |had |have )?(?P<verb>\p{Ll}+)(?: (?P<prep>for|to|in|with|from|on|at|of|by))?(?P<more> .*)?\?"
)
#: `plays for a club` and `competes in a league`: where somebody plays.
_FOR = frozenset(["for", "at", "in", "with"])
_AMOUNT = regex.compile(r"What (?:is|was) the (?P<noun>[\p{L} \-]+?) (?:of|in|at|for) \{0\}(?: .+)?\?")
_QUANTITY = regex.compile(
    r"(?:\$ ?)?\d[\d,.]*\d?(?: ?(?:million|billion|trillion))?(?: ?(?:%|percent|per cent|inches|inch|in|feet|ft|metres|meters|m|km|"
    r"kilometres|kilometers|miles|mi|acres|hectares|km2|°[CF]|mm|cm|tonnes|tons|kg|pounds|people|dollars)\b|%)?"
)
_AUXILIARIES = frozenset(["is", "was", "are", "were", "has", "did", "does"])
_FORMED = regex.compile(
    r"(?:Which city is it where|Where (?:was|were|did)|What city (?:was|were)) \{0\} (?:was |were |did )?(?P<verb>\p{Ll}+)(?: in)?\?"
)


@dataclass(frozen=True, slots=True)
class _Sentence:
    """One sentence of a passage: its clean text, its place, whether it is the first."""

    text: str
    start: int
    first: bool


def read_mentions(wording: str, subject: str, value: ValueType, passage: Passage) -> list[Facet]:
    """Values that a passage states for a lookup, wherever it names the subject; each once.

    Args:
        wording: of the lookup, with `{0}` for the subject.
        subject: what is asked about.
        value: type of the value.
        passage: where to look.
    """
    read = _reader_of(wording, subject, value, passage)
    if read is None:
        return []
    found: dict[str, Facet] = {}
    for sentence in passage.sentences:
        end = min(sentence.end, sentence.start + _LONGEST_SENTENCE)
        text = passage.view.text[sentence.start : end]
        if text.endswith("?") or _DENIED.search(text):
            continue
        one = _Sentence(text, sentence.start, sentence.start == passage.sentences[0].start)
        try:
            for term, start, stop, how in read(one):
                start, stop = _trim(text, start, stop)
                if term is None or start >= stop:
                    continue
                facet = Facet(
                    term,
                    text[start:stop],
                    sentence.start,
                    sentence.start + len(text),
                    sentence.start + start,
                    sentence.start + stop,
                    how,
                )
                found.setdefault(fold(facet.surface), facet)
        except TimeoutError:
            continue
    return list(found.values())


_Reads = Callable[[_Sentence], Iterator[tuple[Term | None, int, int, str]]]


def _reader_of(wording: str, subject: str, value: ValueType, passage: Passage) -> _Reads | None:
    """What reads a sentence for a lookup, by the shape of its wording."""
    subject = subject.split(", ")[0]
    filled = wording.replace("{0}", subject)
    title = split_title(passage.unit.title)[0]
    if cast_as := _CAST_AS.fullmatch(filled):
        return partial(_cast_as, cast_as["who"], cast_as["work"], title)
    if cast := _CAST.fullmatch(filled):
        return partial(_cast, cast["role"], cast["work"] or "", title)
    if (amount := _AMOUNT.fullmatch(wording)) and amount["noun"].split()[-1].lower() in words_for("measures"):
        return partial(_quantity, wording, subject, title)
    if noun_of := _NOUN_OF.fullmatch(regex.sub(r"^Who is a ", "Who is the ", wording)):
        noun = noun_of["noun"].lower()
        return _first_of(
            partial(_holder, noun, subject, value, title),
            partial(_agent, noun.split()[-1], "", subject, value, title),
        )
    if formed := _FORMED.fullmatch(wording):
        return partial(_where, formed["verb"], subject, title)
    if value in ("date", "number"):
        return partial(_measured, wording, subject, value, title)
    topic = partial(_topic, wording, subject)
    if (agent := _AGENT.fullmatch(wording)) and agent["verb"] not in _AUXILIARIES:
        kind = type_of_noun(agent.captures("noun")[0]) if agent.captures("noun") else value
        return _first_of(
            partial(_agent, agent["verb"], agent["more"] or "", subject, kind, title),
            partial(_made_by, agent["verb"], subject, title),
            partial(topic, kind, passage),
        )
    if patient := _PATIENT.fullmatch(wording):
        return partial(
            _patient, patient["verb"], patient["prep"] or "", patient["more"] or "", subject, value, title
        )
    return partial(topic, value, passage) if value not in ("place", "country") else None


_Answers = Iterator[tuple[Term | None, int, int, str]]


def _first_of(*ways: _Reads) -> _Reads:
    """What the first way finds that finds anything."""

    def read(one: _Sentence) -> _Answers:
        for way in ways:
            found = list(way(one))
            if found:
                yield from found
                return

    return read


def _topic(wording: str, subject: str, kind: ValueType, passage: Passage, one: _Sentence) -> _Answers:
    """The passage's topic itself, if its introduction has every word of the lookup."""
    title = split_title(passage.unit.title)[0]
    if not one.first or not regex.match(r"(?:Which|What|Who) ", wording) or _named(subject, title):
        return
    plain = regex.sub(
        r"^(?:Which|What|Who)(?: is it that| is the name of)? ", "", wording.replace("{0}", subject)
    )
    wanted = content_of(plain)
    there = frozenset(stems_of(one.text))
    if len(wanted) < 2 or not all(any(same_stem(word, other) for other in there) for word in wanted):
        return
    if not all(_named(name, one.text) for name in [subject]):
        return
    opening = regex.match(rf"\W*(?P<v>{_loose(title)})", one.text, flags=regex.I)
    if opening is None:
        return
    yield _term(kind if kind != "text" else "work", opening["v"]), *opening.span("v"), "introduced so"


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while end > start and text[end - 1] in " ,.;:'\"":
        end -= 1
    if text[:end].endswith("'s"):
        end -= 2
    while start < end and text[start] in ' ,.;:"':
        start += 1
    return start, end


def _named(name: str, text: str) -> bool:
    """Whether a text has a name in full."""
    return (
        regex.search(rf"(?<![\p{{L}}\p{{N}}]){_loose(name)}(?![\p{{L}}\p{{N}}])", text, flags=regex.I)
        is not None
    )


def _loose(name: str) -> str:
    """A name with any blanks and punctuation between its words."""
    return r"[\s.,:;'\"\-–]*".join(map(regex.escape, regex.findall(r"[\p{L}\p{M}\p{N}&]+", name)))


def _of_topic(subject: str, title: str) -> bool:
    return fold(subject) == fold(title)


def _term(value: ValueType, surface: str) -> Term | None:
    surface = surface.strip(" ,.;:\"'")
    if value == "person":
        return _person(surface)
    if value in ("person", "place", "country", "date"):
        return value_of(value, surface)
    return String(surface) if surface and surface.lower() not in words_for("starters") else None


def _person(surface: str) -> Term | None:
    surface = surface.removesuffix("'s").strip(" ,.;")
    if " and " in surface:
        return None
    return (
        value_of("person", surface)
        if len(surface) > 2 and surface.split()[0].lower() not in words_for("starters")
        else None
    )


def _cast(role: str, work: str, title: str, one: _Sentence) -> Iterator[tuple[Term | None, int, int, str]]:
    """Who plays a role."""
    text = one.text
    wanted = set(tokens_of(role)) - {"the", "a", "character"}
    there = set(tokens_of(text)) | set(tokens_of(title))
    works = {token for token in tokens_of(work) if token not in words_for("starters")}
    if not works <= there or not wanted or not wanted <= set(tokens_of(text)) | {"s"}:
        return
    parts = [part for part in regex.findall(r"[\p{L}\p{N}'.\-]+", role)]
    named = (
        r"(?:[\p{Lu}\"][\p{L}\p{M}.\"'\-]* ){0,2}" + r"[ \-]".join(map(regex.escape, parts)) + r"(?![\p{L}])"
    )
    for form in (
        rf"(?P<v>{_NAME}) (?:\([^()]*\) )?(?:plays |played |voices |reprising (?:his|her) role )?as (?:the )?(?:[\p{{Ll}}\-]+ ){{0,3}}{named}",
        rf"{named}(?: [\p{{Lu}}][\p{{L}}.]+)? \((?P<v>{_NAME})\)",
        rf"{named}[^.;()]{{0,30}}?,? (?:is |was |who is |as )?(?:played|portrayed|voiced|performed) (?:[\p{{Ll}}]+ )?by (?:\p{{Ll}}+ ){{0,3}}(?P<v>{_NAME})",
        rf"(?P<v>{_NAME}) {_PLAY} (?:the )?(?:(?:role|part|voice) of )?(?:[\p{{Ll}}\-]+ ){{0,3}}{named}",
    ):
        for match in regex.finditer(form, text, timeout=SECONDS):
            start, end = match.span("v")
            if text.count(" as ") > 2 and not regex.search(r"[,;]", text[max(0, start - 3) : end]):
                # A cast list without commas: what stands before the last two words is the role before.
                start = end - len(" ".join(text[start:end].split()[-2:]))
            yield _person(text[start:end]), start, end, "plays the role"


def _cast_as(who: str, work: str, title: str, one: _Sentence) -> Iterator[tuple[Term | None, int, int, str]]:
    """Which role somebody plays."""
    text = one.text
    works = {token for token in tokens_of(work) if token not in words_for("starters")}
    if not works <= set(tokens_of(text)) | set(tokens_of(title)) or not _named(who, text):
        return
    role = r"(?P<v>(?:the )?[\p{Lu}][\p{L}\p{M}.'\-]*(?:(?: (?:the|of|al|de|[\p{Lu}][\p{L}\p{M}.'\-]*)| / [\p{Lu}][\p{L}'\-]*))*)"
    for form in (
        rf"{_loose(who)} (?:\([^()]*\) )?as {role}",
        rf"{_loose(who)} {_PLAY} {role}",
        rf"{role} \({_loose(who)}\)",
        rf"{role},? (?:is |was )?(?:played|portrayed|voiced) by {_loose(who)}",
    ):
        for match in regex.finditer(form, text, timeout=SECONDS):
            start, end = match.span("v")
            yield String(text[start:end].strip(" ,.")), start, end, "plays the role"
            return


def _holder(
    noun: str, subject: str, value: ValueType, title: str, one: _Sentence
) -> Iterator[tuple[Term | None, int, int, str]]:
    """Who or what is the `noun` of the subject."""
    text = one.text
    words = noun.split()
    nouns = _KIN.get(words[-1], (words[-1],))
    before = "".join(rf"{regex.escape(word)} " for word in words[:-1])
    some = rf"{before}(?:{'|'.join(map(regex.escape, nouns))})"
    kin = r"(?:first|second|third|former|late|then|younger|older|elder|only|current|eldest|own|real-life|fellow|ex-|future|famed|\p{Ll}+ and)[ \-]?"
    also = r"(?:(?:[\p{Ll}\p{Lu}]+,? )?(?:and|&) (?:[\p{L}]+ ){1,3})?"
    is_topic = _of_topic(subject, title)
    if not is_topic and not _named(subject, text):
        return
    name = rf"(?:{_loose(subject)})"
    kind = _NAME
    forms = [
        rf"(?P<v>{kind}),? (?:\([^()]*\),? )?(?:who (?:is|was) )?(?:the |a |an )?(?:{kin} ?){{0,2}}(?:[\p{{Ll}}\-]+ and )?{some} {also}of (?:the )?{name}",
        rf"(?P<v>{kind}) (?:\([^()]*\) )?(?:is|was|became|has been) (?:an? [^,.;]{{0,60}}?(?:and |, known for being ))?(?:the )?(?:{kin} ?){{0,2}}(?:[\p{{Ll}}\-]+ and )?{some} {also}of (?:the )?{name}",
        rf"{name}'s? (?:{kin} ?){{0,2}}{some},? (?:is |was |were )?(?P<v>{kind})",
        rf"(?:{kin} ?){{0,2}}{some} {also}of (?:the )?{name},? (?:is |was )?(?P<v>{kind})",
    ]
    if words[-1] in _CHILD_OF:
        child = _CHILD_OF[words[-1]]
        second = rf"(?:{_NAME}(?:, [^,;.]{{0,40}},)? and (?:his |her )?(?:\p{{Ll}}+ ){{0,2}})"
        if words[-1] == "father":
            forms.append(
                rf"{name},? (?:\([^()]*\),? )?(?:is |was )?(?:the |a )?(?:{kin} ?){{0,2}}(?:{child}) of (?:[\p{{Ll}}]+ ){{0,3}}(?P<v>{_NAME})"
            )
        else:
            forms.append(
                rf"{name},? (?:\([^()]*\),? )?(?:is |was )?(?:the |a )?(?:{kin} ?){{0,2}}(?:{child}) of (?:[\p{{Ll}}]+ ){{0,3}}{second}(?P<v>{_NAME})"
            )
    if is_topic or _named(subject, text):
        # `her father, the naturalist Ann Ek`: whose it is must be the one person named before.
        forms.append(
            rf"\b(?:his|her|their|its|His|Her|Their|Its) (?:{kin} ?){{0,2}}{some},? (?:[\p{{Ll}}\-]+ ){{0,5}}(?P<v>{kind})"
        )
    for number, form in enumerate(forms):
        for match in regex.finditer(form, text, timeout=SECONDS):
            start, end = match.span("v")
            if number == len(forms) - 1 and not is_topic and not _only_name(text[: match.start()], subject):
                continue
            surface = text[start:end]
            if fold(surface) == fold(subject) or _named(subject, surface):
                continue
            term = _person(surface) if value == "person" else _term(value, surface)
            yield term, start, end, f"the {noun} of it"
    # `Ann Ek ended up as Acme's first chairman`: by the parse.
    place = regex.search(
        rf"(?:{name}'s? (?:{kin} ?){{0,2}}(?P<n>{some})\b|\b(?P<n>{some}) {also}of (?:the )?{name})",
        text,
        timeout=SECONDS,
    )
    if place:
        holder = _holder_of(text, *place.spans("n")[0])
        if holder is not None:
            yield from _phrase(holder, value, one, f"the {noun} of it")
    # `He is the chairman of Acme`, said of the topic: the topic is named where the sentence begins.
    if one.first or _PRONOUN.match(text):
        form = rf"(?:is|was|became|serves as|served as|being) (?:[^.;]{{0,80}}?\b)?(?:the |a |an )(?:{kin} ?){{0,2}}(?:[\p{{Lu}}\p{{Ll}}\-]+(?:,| and) )?{some} {also}of (?:the )?{name}"
        said = regex.search(form, text, timeout=SECONDS)
        if said and one.first and not is_topic:
            opening = regex.match(rf"(?P<v>{_NAME})", text)
            if opening and set(tokens_of(title)) & set(tokens_of(opening["v"])):
                yield _term(value, opening["v"]), *opening.span("v"), f"the {noun} of it"


def _holder_of(text: str, start: int, end: int) -> Token | None:
    """Who a noun is said of: the subject of `is` or `as`."""
    span = parse(text).char_span(start, end, alignment_mode="expand")
    if span is None:
        return None
    noun = span.root
    if noun.dep_ in ("attr", "oprd"):
        return _subject(noun.head)
    if noun.dep_ == "pobj" and noun.head.lower_ == "as":
        verb = noun.head.head
        for _ in range(3):
            found = _subject(verb) if verb.pos_ in ("VERB", "AUX") else None
            if found is not None:
                return found
            verb = verb.head
    return None


def _only_name(before: str, subject: str) -> bool:
    """Whether the subject is the last person named before a pronoun."""
    names = [match[0] for match in regex.finditer(_NAME, before) if len(match[0].split()) > 1]
    return bool(names) and fold(names[-1]) == fold(subject)


def _says_all(
    wording: str, subject: str, title: str, one: _Sentence, *, topical: bool = False
) -> frozenset[str]:
    """The lookup's content words besides the name, if a sentence has them all, and it or the title has the name.

    Args:
        wording: of the lookup.
        subject: its name.
        title: of the passage.
        one: the sentence.
        topical: whether any sentence of the passage may be taken to be about the title.
    """
    asked = read_asked(wording.replace("{0}", subject), subject)
    there = frozenset(stems_of(one.text))
    topic = frozenset(stems_of(title))
    name = frozenset(stems_of(subject)) - {"the", "of", "and"}
    if not name <= there | topic:
        return frozenset()
    if name <= topic and not (topical or name & there or _PRONOUN.match(one.text) or one.first):
        return frozenset()
    relation = asked.content - name
    # What is said must be said here: the title alone names, it does not state.
    if not all(any(same_stem(word, other) for other in there) for word in relation - topic):
        return frozenset()
    return (
        relation if any(any(same_stem(word, other) for other in there) for word in relation) else frozenset()
    )


def _measured(
    wording: str, subject: str, value: ValueType, title: str, one: _Sentence
) -> Iterator[tuple[Term | None, int, int, str]]:
    """A date or a number in a sentence that has every word of the lookup."""
    text = one.text
    relation = _says_all(wording, subject, title, one)
    if not relation:
        return
    if value == "number":
        yield from _number(wording, text)
        return
    dates = [match.span() for match in regex.finditer(shape_of("date"), text, timeout=SECONDS)]
    if len(dates) == 1:
        start, end = dates[0]
        yield value_of("date", text[start:end]), start, end, "says so, with one date"
        return
    joined = all(regex.fullmatch(r",? and |, ", text[one[1] : other[0]]) for one, other in pairwise(dates))
    if len(dates) > 1 and joined and regex.search(r"\b(?:in|on) $", text[: dates[0][0]]):
        # `in 1898 and 1959` is one answer to when.
        start, end = dates[0][0], dates[-1][1]
        yield String(text[start:end]), start, end, "says so, with these dates"
    elif dates:
        nearest = _nearest(text, dates, relation)
        if nearest is not None:
            start, end = nearest
            yield value_of("date", text[start:end]), start, end, "says so, with the date next to it"


def _nearest(text: str, dates: Sequence[tuple[int, int]], relation: frozenset[str]) -> tuple[int, int] | None:
    """The one date that depends on a word of the lookup: `opened in 1990 and moved in 1994`."""
    document = parse(text)
    found = []
    for start, end in dates:
        span = document.char_span(start, end, alignment_mode="expand")
        if span is None:
            continue
        head = span.root.head
        if head.pos_ == "ADP":
            head = head.head
        if any(same_stem(word, stem(head.text)) or same_stem(word, stem(head.lemma_)) for word in relation):
            found.append((start, end))
    return found[0] if len(found) == 1 else None


def _quantity(wording: str, subject: str, title: str, one: _Sentence) -> _Answers:
    """The one amount in a sentence that has every word of the lookup; what stands in brackets is the same in other units."""
    if not _says_all(wording, subject, title, one, topical=_of_topic(subject, title)):
        return
    text = regex.sub(r"\([^()]*\)", lambda match: " " * len(match[0]), one.text)
    spans = [
        match.span()
        for match in _QUANTITY.finditer(text)
        if not regex.fullmatch(r"(?:1[5-9]|20)\d\d|\d", match[0])
        and not regex.match(r"[\p{L}\d]", text[match.end() :])
    ]
    if len(spans) == 1:
        start, end = spans[0]
        yield String(text[start:end].strip(" .,")), start, end, "says so, with one amount"


def _number(wording: str, text: str) -> Iterator[tuple[Term | None, int, int, str]]:
    found = regex.match(
        r"How many (?P<noun>[\p{L} \-]+?) (?:did|does|do|is|are|were|was|has|have|in|at|work|\{0\})\b",
        wording,
    )
    if found is None:
        return
    words = [stem(word) for word in tokens_of(found["noun"])]
    spans = []
    for match in regex.finditer(
        r"(?<![\d,.\p{L}])(?:\d{1,3}(?:,\d{3})+|\d+)(?![\d\p{L}])|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b",
        text,
    ):
        after = stems_of(text[match.end() : match.end() + 60])[: 4 + len(words)]
        if words[-1] in after:
            spans.append(match.span())
    if len(spans) == 1:
        start, end = spans[0]
        yield String(text[start:end]), start, end, "says so, with the number"


def _where(
    verb: str, subject: str, title: str, one: _Sentence
) -> Iterator[tuple[Term | None, int, int, str]]:
    """Where the topic or a thing named did or suffered something: `formed in 1990 in Seattle`."""
    text = one.text
    if not (_named(subject, text) or (_of_topic(subject, title) and (one.first or _PRONOUN.match(text)))):
        return
    root = stem(verb)
    for token in regex.finditer(r"\p{Ll}+", text):
        if not same_stem(stem(token[0]), root):
            continue
        match = regex.compile(
            rf"(?: (?:in|on) (?:early |late |the )?{shape_of('date')}| (?:together|there|again))?,? (?:in|at) (?:the )?(?P<v>{shape_of('place')})"
        ).match(text, token.end(), timeout=SECONDS)
        if match:
            start, end = match.span("v")
            yield value_of("place", text[start:end]), start, end, f"{token[0]} there"
            return


def _agent(
    verb: str, more: str, subject: str, kind: ValueType, title: str, one: _Sentence
) -> Iterator[tuple[Term | None, int, int, str]]:
    """Who or what did something to the subject: an active verb's subject, or `by` behind a passive."""
    for token in _verbs(verb, more, subject, title, one):
        by = next((kid for kid in token.children if kid.dep_ == "agent"), None)
        if by is not None:
            patient = _subject(token)
            if _is(patient, subject, title, one):
                for kid in by.children:
                    if kid.dep_ == "pobj":
                        yield from _phrase(kid, kind, one, "does it")
            continue
        objects = [kid for kid in token.children if kid.dep_ in ("dobj", "obj")]
        doer = _subject(token)
        if doer is not None and doer.i < token.i and any(_is(kid, subject, "", one) for kid in objects):
            yield from _phrase(doer, kind, one, "does it")


def _made_by(verb: str, subject: str, title: str, one: _Sentence) -> _Answers:
    """`is a painting by Ann Ek`, of the topic; `is home to Acme`, of what is used."""
    if not one.first or not _of_topic(subject, title):
        return
    if same_stem(stem(verb), "us"):
        form = rf"\bhome (?:\p{{Ll}}+ )?(?:to|of|for) (?:the )?(?P<v>{_NAME})"
    elif any(
        same_stem(stem(verb), stem(made))
        for made in ("create", "write", "compose", "perform", "make", "record")
    ):
        form = rf"\b(?:is|was) (?:{_NAME}(?:'s|') (?:[\p{{Ll}}\-]+ ){{0,4}}(?:album|single|song|film|novel|book|EP)\b|(?:a|an|the) [^;.]{{0,100}}?\bby (?:the )?(?:\p{{Lu}}\p{{Ll}}+(?:ish|an|ese|ch) )?(?:[\p{{Ll}}\-]+ ){{0,4}}(?P<v>{_NAME}))"
        form = form.replace(f"(?:{_NAME}(?:'s|')", f"(?:(?P<v>{_NAME})(?:'s|')", 1)
    else:
        return
    # What stands in brackets is about the name.
    plain = regex.sub(r"\([^()]*\)", lambda match: " " * len(match[0]), one.text)
    match = regex.search(form, plain, timeout=SECONDS)
    if match:
        start, end = _trim(plain, *match.spans("v")[0])
        yield _term("text", plain[start:end]), start, end, "made by"


def _patient(
    verb: str, prep: str, more: str, subject: str, kind: ValueType, title: str, one: _Sentence
) -> Iterator[tuple[Term | None, int, int, str]]:
    """What the subject did something to, or with the preposition asked for."""
    for token in _verbs(verb, more, subject, title, one):
        if not _is(_subject(token), subject, title, one):
            continue
        if prep:
            for kid in token.children:
                if kid.dep_ == "prep" and (kid.lower_ == prep or {kid.lower_, prep} <= _FOR):
                    for under in kid.children:
                        if under.dep_ == "pobj":
                            yield from _phrase(under, kind, one, "does it")
        else:
            for kid in token.children:
                if kid.dep_ in ("dobj", "obj", "attr"):
                    yield from _phrase(kid, kind, one, "does it")


def _verbs(verb: str, more: str, subject: str, title: str, one: _Sentence) -> Iterator[Token]:
    text = one.text
    topical = one.first or _PRONOUN.match(text) or tokens_of(title)[-1:] == tokens_of(text)[1:2]
    if not (_named(subject, text) or (_of_topic(subject, title) and topical)):
        return
    root = stem(verb)
    there = stems_of(text)
    if not any(same_stem(root, other) for other in there):
        return
    wanted = content_of(more)
    if not all(any(same_stem(word, other) for other in [*there, *stems_of(title)]) for word in wanted):
        return
    for token in parse(text):
        said = same_stem(stem(token.text), root) or same_stem(stem(token.lemma_), root)
        if token.pos_ == "VERB" and said and not any(kid.dep_ == "neg" for kid in token.children):
            yield token


def _subject(token: Token) -> Token | None:
    """The noun that a verb is said of; of a participle or relative clause, the noun that it belongs to."""
    own = next((kid for kid in token.children if kid.dep_ in ("nsubj", "nsubjpass")), None)
    if own is not None and own.tag_ not in ("WP", "WDT"):
        return own
    if token.dep_ in ("acl", "relcl"):
        return _said_of(token.head)
    if token.dep_ == "conj" and token.head.pos_ == "VERB" and own is None:
        return _subject(token.head)
    return None


def _said_of(noun: Token) -> Token:
    """A noun in a predicate or an apposition stands for what it is said of."""
    for _ in range(6):
        if noun.dep_ == "appos" or (noun.dep_ == "conj" and noun.head.pos_ in ("NOUN", "PROPN")):
            noun = noun.head
        elif noun.dep_ in ("attr", "oprd"):
            return next((kid for kid in noun.head.children if kid.dep_ in ("nsubj", "nsubjpass")), noun)
        else:
            break
    return noun


def _is(token: Token | None, subject: str, title: str, one: _Sentence) -> bool:
    """Whether a word of a sentence stands for the subject."""
    if token is None:
        return False
    if token.pos_ == "PRON" or (token.pos_ == "NOUN" and any(kid.lower_ == "the" for kid in token.children)):
        return _of_topic(subject, title) and token.lower_ in ("he", "she", "it", "they")
    phrase = " ".join(
        kid.text for kid in token.subtree if kid.i <= token.i + 1 or kid.dep_ in ("compound", "flat")
    )
    near = [kid.text for kid in token.lefts if kid.dep_ in ("compound", "flat", "amod", "nmod", "poss")] + [
        token.text
    ]
    own = fold(" ".join(near))
    if own == fold(subject) or (
        fold(subject) in fold(phrase) and tokens_of(token.text)[-1:] == tokens_of(subject)[-1:]
    ):
        return True
    # `The Rapids` for the page's Colorado Rapids.
    return (
        _of_topic(subject, title)
        and bool(tokens_of(token.text))
        and tokens_of(token.text)[-1] == tokens_of(title)[-1]
    )


def _phrase(
    token: Token, kind: ValueType, one: _Sentence, how: str
) -> Iterator[tuple[Term | None, int, int, str]]:
    """The name that a word heads, if it looks like the type asked for."""
    if token.pos_ not in ("PROPN", "NOUN"):
        return
    first = token
    while (
        first.i > 0
        and first.nbor(-1).dep_ in ("compound", "flat", "nmod", "amod")
        and first.nbor(-1).text[:1].isupper()
    ):
        first = first.nbor(-1)
    start, end = first.idx, token.idx + len(token)
    rest = (
        regex.compile(r"(?: (?:of|for|and|the|de)(?: the)? [\p{Lu}][\p{L}\-]*)+").match(one.text, end)
        if kind != "person"
        else None
    )
    if rest and token.text[:1].isupper():
        end = rest.end()
    if not one.text[start:end][:1].isupper():
        return
    shape = "organisation" if kind == "text" else kind
    if shape in ("date", "number"):
        return
    if regex.fullmatch(shape_of(shape), one.text[start:end], timeout=SECONDS) is None and shape != "work":
        return
    yield _term(kind, one.text[start:end]), start, end, how

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

from functools import partial

import regex

from suffice.extractors.assertions import is_asserted
from suffice.extractors.lexicon import ValueType
from suffice.extractors.open.asked import type_of_noun
from suffice.extractors.open.facets import Facet
from suffice.extractors.open.mentions.amounts import read_date, read_quantity
from suffice.extractors.open.mentions.deeds import read_agent, read_maker, read_patient, read_site, read_where
from suffice.extractors.open.mentions.gaps import read_gap
from suffice.extractors.open.mentions.holders import is_relative, read_holder
from suffice.extractors.open.mentions.names import (
    Answers,
    Reads,
    Sentence,
    is_named,
    is_topical,
    loosen,
    term_of,
    trim,
)
from suffice.extractors.open.mentions.roles import CAST, CAST_AS, read_cast, read_role
from suffice.extractors.open.mentions.transitions import (
    ADMITTED,
    SUCCEEDED,
    read_admission,
    read_successor,
)
from suffice.extractors.open.syntax import LONGEST_SENTENCE
from suffice.extractors.open.words import content_of, nouns_for, same_stem, stem, stems_of, words_for
from suffice.extractors.passages import Passage
from suffice.extractors.text import fold, split_title

__all__ = ["read_mentions"]

_DENIED = regex.compile(
    r"\b(?:not|never|neither|nor|hardly|allegedly|supposedly|reportedly|rumou?red|falsely|might|(?-i:may)|would|could|"
    r"nobody|no one|denied|denies|refused|declined|if|whether|planned to|was to have|"
    r"nearly|almost)\b(?! only\b)|n't\b",
    regex.I,
)
#: Who was to play a role did not.
_RECAST = regex.compile(
    r"\b(?:considered for|auditioned|audition|offered|replaced by|originally|initially|first choice|stunt|body double|understudy|"
    r"approached|screen test\w*|in talks|dropped out|declined|unaired|(?:stage|radio|musical|school) (?:version|production|adaptation)|impersonat\w+|parod\w+|spoof\w*)\b",
    regex.I,
)
#: Of which thing something is said is not clear beside these, unless the page is about it.
_OTHER = regex.compile(r"\b(?:fictional|fictitious|sequel|prequel|remake)\b", regex.I)
_NOUN_OF = regex.compile(
    r"(?:Who|What) (?:is|was|are|were) (?:the |a )?(?P<noun>(?:[\p{L}\-]+ ){0,3}[\p{L}\-]+) of (?:the )?\{0\}\?"
)
_AGENT = regex.compile(
    r"(?:Who|Which (?P<noun>[\p{L} \-]+?)|What (?P<noun>[\p{L} \-]+?)) (?:has |had )?(?P<verb>\p{Ll}+) (?:the )?\{0\}(?P<more>.*)\?"
)
_PATIENT = regex.compile(
    r"(?:Who|What|(?:Which|What) (?P<noun>[\p{L} \-]+?)) (?:(?:is|was) it (?:that|who|which)|did|does|do) \{0\} (?:has |had |have )?(?P<verb>\p{Ll}+)(?: (?P<prep>for|to|in|with|from|on|at|of|by))?(?P<more> .*)?\?"
)
_AMOUNT = regex.compile(r"What (?:is|was) the (?P<noun>[\p{L} \-]+?) (?:of|in|at|for) \{0\}(?: .+)?\?")
_SITE = regex.compile(
    r"(?:Where|In what place) (?:is|are|was|were) (?:the )?\{0\}(?: (?:located|situated))?\?"
)
_AUXILIARIES = frozenset(["is", "was", "are", "were", "has", "did", "does"])
_FORMED = regex.compile(
    r"(?:Which city is it where|Where (?:was|were|did)|What city (?:was|were)) \{0\} (?:was |were |did )?(?P<verb>\p{Ll}+)(?: in)?\?"
)


def read_mentions(wording: str, subject: str, value: ValueType, passage: Passage) -> list[Facet]:
    """Values that a passage states for a lookup, wherever it names the subject; each once.

    Args:
        wording: of the lookup, with `{0}` for the subject.
        subject: what is asked about.
        value: type of the value.
        passage: where to look.
    """
    title = split_title(passage.unit.title)[0]
    general = partial(read_gap, wording, subject.split(", ")[0], value, passage.unit.title)
    special = _reader_of(wording, subject, value, passage)
    noun_of = _NOUN_OF.fullmatch(_as_the(wording))
    filled = wording.replace("{0}", subject)
    # Of relatives a noun tells too little: `his wife Ann, daughter of Bo` is not Bo's wife.
    # `A plays B, sister of C` says nothing of who plays B's sister.
    kin = CAST.fullmatch(filled) is not None and any(map(is_relative, regex.findall(r"\p{Ll}+", wording)))
    only = (noun_of is not None and is_relative(noun_of["noun"])) or CAST_AS.fullmatch(filled) or kin
    ways = [special] if only and special is not None else [*filter(None, [special]), general]
    read = _first_of(*ways)
    other = not is_topical(subject, title)
    cast = CAST.fullmatch(filled) or CAST_AS.fullmatch(filled)
    found: dict[str, Facet] = {}
    for sentence in passage.sentences:
        end = min(sentence.end, sentence.start + LONGEST_SENTENCE)
        text = passage.view.text[sentence.start : end]
        if text.endswith("?") or _is_denied(text, wording):
            continue
        if (other and _OTHER.search(text)) or (
            cast and (_is_recast(text, wording) or _is_seen(text, wording))
        ):
            continue
        one = Sentence(text, sentence.start, sentence.start == passage.sentences[0].start)
        try:
            for term, start, stop, how in read(one):
                start, stop = trim(text, start, stop)
                if term is None or start >= stop:
                    continue
                place = sentence.start + start, sentence.start + stop
                if value not in ("date", "number") and not is_asserted(
                    passage, passage.sentence_at(sentence.start), *place
                ):
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


def _is_seen(text: str, wording: str) -> bool:
    """Whether a sentence tells who played a role, where it is asked who gave the voice."""
    asked = regex.search(r"\bvoic", wording) is not None
    return (
        asked
        and regex.search(r"\bvoic", text) is None
        and regex.search(r"\b(?:play|portray)", text) is not None
    )


def _is_recast(text: str, wording: str) -> bool:
    """Whether somebody else was to play a role, unless that is asked for."""
    return any(found[0][:6].lower() not in wording for found in _RECAST.finditer(text))


def _is_denied(text: str, wording: str) -> bool:
    """Whether a sentence denies or doubts something; what the lookup itself asks for (`When did A refuse ...?`) denies nothing."""
    asked = stems_of(wording)
    return any(not set(stems_of(match[0])) <= set(asked) for match in _DENIED.finditer(text))


def _reader_of(wording: str, subject: str, value: ValueType, passage: Passage) -> Reads | None:
    """What reads a sentence for a lookup, by the shape of its wording."""
    subject = subject.split(", ")[0]
    filled = wording.replace("{0}", subject)
    title = split_title(passage.unit.title)[0]
    if cast_as := CAST_AS.fullmatch(filled):
        return partial(read_role, cast_as["who"], cast_as["work"] or "", title)
    if cast := CAST.fullmatch(filled):
        which = "".join(cast.captures("which"))
        return partial(read_cast, cast["role"], cast["work"] or "", which, title)
    if (amount := _AMOUNT.fullmatch(wording)) and amount["noun"].split()[-1].lower() in words_for("measures"):
        return partial(read_quantity, wording, subject, title)
    if noun_of := _NOUN_OF.fullmatch(_as_the(wording)):
        noun = noun_of["noun"].lower()
        return _first_of(
            partial(read_holder, noun, subject, value, title),
            partial(read_agent, noun.split()[-1], "", subject, value, title),
        )
    if formed := _FORMED.fullmatch(wording):
        return partial(read_where, formed["verb"], subject, title)
    if _SITE.fullmatch(wording):
        opening = passage.view.text[: passage.sentences[0].end] if passage.sentences else ""
        return partial(read_site, subject, title, opening)
    if ADMITTED.fullmatch(wording):
        return _first_of(partial(read_admission, subject, title), partial(read_date, wording, subject, title))
    if value == "date":
        return partial(read_date, wording, subject, title)
    if SUCCEEDED.fullmatch(wording):
        return partial(read_successor, subject, value, title)
    if value == "number":
        return None
    topic = partial(_topic, wording, subject)
    if (agent := _AGENT.fullmatch(wording)) and agent["verb"] not in _AUXILIARIES:
        kind = type_of_noun(agent.captures("noun")[0]) if agent.captures("noun") else value
        return _first_of(
            partial(read_agent, agent["verb"], agent["more"] or "", subject, kind, title),
            partial(read_maker, agent["verb"], subject, title),
            partial(topic, kind, passage, agent["verb"]),
        )
    if patient := _PATIENT.fullmatch(wording):
        return partial(
            read_patient, patient["verb"], patient["prep"] or "", patient["more"] or "", subject, value, title
        )
    return partial(topic, value, passage, "") if value not in ("place", "country") else None


def _as_the(wording: str) -> str:
    return regex.sub(r"^Who is a ", "Who is the ", wording)


def _first_of(*ways: Reads) -> Reads:
    """What the first way finds that finds anything."""

    def read(one: Sentence) -> Answers:
        for way in ways:
            found = list(way(one))
            if found:
                yield from found
                return

    return read


def _topic(
    wording: str, subject: str, kind: ValueType, passage: Passage, verb: str, one: Sentence
) -> Answers:
    """The passage's topic itself, if its introduction has every word of the lookup."""
    title = split_title(passage.unit.title)[0]
    if not one.first or not regex.match(r"(?:Which|What|Who) ", wording) or is_named(subject, title):
        return
    plain = regex.sub(
        r"^(?:Which|What|Who)(?: is it that| is the name of)? ", "", wording.replace("{0}", subject)
    )
    wanted = content_of(plain)
    there = frozenset(stems_of(one.text))
    if len(wanted) < 2 or not all(any(same_stem(word, other) for other in there) for word in wanted):
        return
    # `Orrin Halt is a stop of the tramway, opened in 1901` does not tell who opened it.
    if wording.startswith("Who ") and not there & nouns_for("person"):
        return
    named = regex.search(loosen(subject), one.text, flags=regex.I)
    if named is None:
        return
    # `Ann Ek is a writer, known for her part in A` does not tell that she wrote it.
    near = stems_of(one.text[: named.start()])[-6:]
    if verb and wording.startswith("Who ") and not any(same_stem(stem(verb), word) for word in near):
        return
    opening = regex.match(rf"\W*(?P<v>{loosen(title)})", one.text, flags=regex.I)
    if opening is None:
        return
    yield term_of(kind if kind != "text" else "work", opening["v"]), *opening.span("v"), "introduced so"

"""Whether what a sentence states is said of its passage's topic, and said as a fact at all.

A passage states much of other things: of a sequel, a wife, a teacher's father. What the sentence's subject does not
resolve to is no statement of the topic; nor is what is denied, doubted or asked.
"""

from __future__ import annotations

from functools import cache

import regex

from suffice.extractors.assertions import is_asserted
from suffice.extractors.lexicon import Relation, Statement
from suffice.extractors.passages import Passage
from suffice.extractors.tables import read_table
from suffice.extractors.text import STYLES, split_title, tokens_of
from suffice.extractors.values import demonyms

__all__ = ["is_of_topic"]

_HE = frozenset({"he", "him", "his"})
_SHE = frozenset({"she", "her", "hers"})
_THING = frozenset({"it", "its", "this"})
_ANY = frozenset({"they", "their", "who", "which", "that", "whose"})
#: What else `the ...` may be, where the first sentence calls the topic so, or by another word for it.
_KINDS = tuple(
    frozenset(words.split())
    for words in (
        "team club side franchise",
        "bridge viaduct",
        "stadium arena venue ground",
        "station",
        "label",
        "network channel",
        "party",
        "league",
        "county",
        "district",
        "province",
        "region",
        "municipality",
        "community",
        "museum gallery",
        "church cathedral",
        "theatre theater",
        "hotel",
        "castle",
        "ship vessel",
        "airline",
        "agency",
        "firm manufacturer",
        "mountain peak",
        "show program programme sitcom",
        "painting sculpture",
        "battle",
        "tournament competition race event",
        "prize award",
    )
)
_FRONTED_WORDS = 2
_OTHER_WORK = regex.compile(
    r"\b(?:sequel|prequel|remake|remade|adaptation|adapted|version|based|spin-?off|follow-?up|inspired|parody|cover)\b",
    regex.I,
)
_ADJECTIVE = regex.compile(r"\p{L}+ing (?:\p{Ll}+ )?")  # `the only surviving child of`
_CAPITAL = regex.compile(r"(?:,? )?\p{Lu}\p{L}")
_OWNER = regex.compile(
    r"(?P<owner>[\p{L}\p{M}\-]+)(?:'s|(?<=s)') $|\b(?P<pronoun>whose|his|her|their|its) $", regex.I
)
#: Before `his`: whose relative the sentence speaks of, or with whom `and his` joins it.
_KIN_OF = regex.compile(
    r"\b(?:sons?|daughters?|child|children|brothers?|sisters?|siblings?|nephew|niece|cousin|grand\p{L}+|heir|descendants?|born|parents) "
    r"(?:\p{Ll}+ )?(?:of|to)\b(?=[^;]*(?:\band|\bby|\bwith|\bor|,)(?: of| to| by)? $)",
    regex.I,
)
_JOINED_NAME = regex.compile(
    r"(?P<name>\p{Lu}[\p{L}\p{M}.'\-]*(?: \p{Lu}[\p{L}\p{M}.'\-]*)*),? (?:and|by|or) $"
)
_NAME_BEFORE = regex.compile(
    r"(?:\p{Lu}[\p{L}\p{M}.'\-]*\s+(?:(?:of|de|van|von|the) )*)*\p{Lu}[\p{L}\p{M}.'\-]*\s*$"
)


def is_of_topic(
    passage: Passage, index: int, statement: Statement, start: int, end: int, relation: Relation
) -> bool:
    """Whether a match states a fact of the passage's topic.

    Args:
        passage: what is read.
        index: of the sentence with the match.
        statement: the pattern that matched.
        start: the match's first character in the clean text.
        end: behind its last character.
        relation: whose pattern it is.
    """
    if not (is_asserted(passage, index, start, end) and _is_own_bracket(passage, index, start)):
        return False
    if statement.subject == "topic":
        return _belongs(passage, index, start) and (
            index == 0 or _possessor_agrees(passage.view.text[start:end], passage)
        )
    if relation.subject == "person" and not _is_predicate(passage, index, start, end):
        return False
    text, sentence = passage.view.text, passage.sentences[index]
    found = passage.subject_span(start, end)
    subject = text[found[0] : found[1]] if found else None
    if found and _is_governed(text[sentence.start : found[0]]) and _is_thing(subject or ""):
        return False
    if subject and tokens_of(subject)[:1] in (["its"], ["their"]) and not _is_thing(subject):
        return False  # `its trailer was directed by`
    if found and _is_who_of_another(text[sentence.start : found[0]], subject or "", passage):
        return False
    if _resolves(subject, passage, index, relation) or _opens_for_topic(passage, index, start, end, relation):
        return True
    if (
        relation.subject == "person"
        and subject
        and subject.islower()
        and tokens_of(subject)[-1] not in _words("kin")
    ):
        # `an author of fiction, born in Toronto`: fiction is not born; whoever was named last is.
        return _last_named_is_topic(passage, index, start, relation)
    if relation.subject != "work":
        return False
    # A person or a road is not directed: the parser lost the thread, unless another work stands between.
    first = sentence.subjects[0] if sentence.subjects else None
    opening = text[first[1] : first[2]] if first else None
    return _resolves(opening, passage, index, relation) and not _OTHER_WORK.search(
        text[sentence.start : start]
    )


def _is_who_of_another(before: str, subject: str, passage: Passage) -> bool:
    """Whether `who` stands right behind another's name: `the mother of Ann Ek, who married Bo Orr`."""
    if subject.casefold() not in ("who", "whom"):
        return False
    named = _NAME_BEFORE.search(before.rstrip(" ,"))
    if named is None or named.start() == 0:
        return False
    words = tokens_of(named[0])
    title = tokens_of(split_title(passage.unit.title)[0])
    return (
        bool(words)
        and words[0] not in title
        and words[0] not in STYLES
        and named[0].strip() not in demonyms()
    )


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
        if words[-1] in _words("kin") or (
            match[0][0].isupper() and match.start() > 0 and match[0] not in demonyms()
        ):
            return False
    return index == 0


def _belongs(passage: Passage, index: int, start: int) -> bool:
    """Whether words that need no subject (`father was`, a bracket with dates) stand by the topic and nobody else."""
    sentence, text = passage.sentences[index], passage.view.text
    before = text[sentence.start : start]
    title = set(tokens_of(split_title(passage.unit.title)[0]))
    owner = _OWNER.search(before)
    if owner and owner["owner"]:
        owners = tokens_of(owner["owner"])
        return bool(owners) and (owners[0] in title or owners[0] in _words("things"))
    if owner and owner["pronoun"]:
        pronoun = owner["pronoun"].casefold()
        return pronoun == "its" or pronoun in (_gender(passage) or ())
    if tokens_of(text[start:])[:1] in (["his"], ["her"], ["their"]):
        return not _is_owned_by_another(passage, index, start)
    return True


def _is_owned_by_another(passage: Passage, index: int, start: int) -> bool:
    """Whether `his wife` is the wife of who was named last: `the son of Bo Ek and his wife`, `to Bo Ek and his wife`."""
    sentence, text = passage.sentences[index], passage.view.text
    before = text[sentence.start : start]
    kin = _KIN_OF.search(before)
    if kin:
        after = sentence.start + kin.end()
        return not any(after <= at < start for at, _, _ in sentence.subjects)
    named = _JOINED_NAME.search(before)
    if not named:
        return False
    title = set(tokens_of(split_title(passage.unit.title)[0]))
    return title.isdisjoint(tokens_of(named["name"])) and named["name"] not in ("He", "She", "They")


def _is_own_bracket(passage: Passage, index: int, start: int) -> bool:
    """Whether a match that stands in a bracket stands in one behind the topic, not behind another name."""
    sentence, text = passage.sentences[index], passage.view.text
    before = text[sentence.start : start]
    title = set(tokens_of(split_title(passage.unit.title)[0]))
    bracket = (before + text[start : start + 1]).rfind("(")
    if bracket < 0 or ")" in before[bracket:]:
        return True
    named = _NAME_BEFORE.search(before[:bracket])
    if named is None:
        return True
    place = sentence.start + named.start()
    verbs = [text[at:].split(None, 1)[0] for at, _, _ in sentence.subjects if at < place]
    if all(verb in _words("named") for verb in verbs):
        return True
    return set(tokens_of(named[0])) <= title


def _is_predicate(passage: Passage, index: int, start: int, end: int) -> bool:
    """Whether `son of ...` is what somebody is, and not whom somebody taught: a linking verb, or a pause before it."""
    sentence, text = passage.sentences[index], passage.view.text
    owner = _OWNER.search(text[sentence.start : start])
    if owner and owner["pronoun"]:
        return owner["pronoun"].casefold() in (_gender(passage) or ())
    verbs = [
        at
        for at, _, _ in sentence.subjects
        if at < end and text[at - 1 : at] != "-" and not (at < start and _ADJECTIVE.fullmatch(text[at:start]))
    ]
    if not verbs or verbs[-1] >= start:
        return True
    verb = text[verbs[-1] :].split(None, 1)[0].casefold()
    between = text[verbs[-1] : start]
    return verb in _words("linking") or bool(regex.search(r"[,(–:.\-]|\bas\b", between))


def _is_thing(phrase: str) -> bool:
    words = tokens_of(phrase)
    return bool(words) and words[-1] in _words("things")


def _is_governed(before: str) -> bool:
    """Whether a phrase behind this is a preposition's: `a remake of` the film."""
    words = before.split()
    return len(words) > 1 and words[-1].casefold() in (
        "of",
        "to",
        "in",
        "for",
        "from",
        "with",
        "on",
        "by",
    )


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
                and word in _words("things")
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
        return _pronoun_agrees(head, passage, relation) and not (
            head in _HE | _SHE and _is_of_another(passage, index - 1)
        )
    title = tokens_of(split_title(passage.unit.title)[0])
    if head in title:
        return index == 0 or not _is_other_name(subject, title)
    if index and _is_other_kind(head, passage):
        return False
    if (
        head in _words("things")
        and relation.subject != "person"
        and (words[0] in ("the", "this", "its") or len(words) == 1)
    ):
        opening = passage.view.text[: passage.sentences[0].end]
        if index == 0:
            return not _OTHER_WORK.search(opening)
        return not _OTHER_WORK.fullmatch(head) or (words[0] != "its" and head in tokens_of(opening))
    if index and relation.subject != "person" and words[0] in ("the", "this"):
        told = set(tokens_of(passage.view.text[: passage.sentences[0].end]))
        return any(head in kind and kind & told for kind in _KINDS)
    return index == 0 and _is_first_subject(passage, subject)


def _is_other_kind(head: str, passage: Passage) -> bool:
    """`The novel`, where the first sentence introduces a film: what it was made from, not the film."""
    group = _WORK_GROUPS.get(head)
    if group is None:
        return False
    first = passage.sentences[0]
    opening = passage.view.text[first.start : first.end]
    told = next(iter(opening.split(part, 1)[1] for part in _COPULAS if part in opening), None)
    if told is None:
        return False
    # The first noun before any `by`, `from` or `based on` says what it is; a book series is both.
    nouns = tokens_of(
        regex.split(r"\b(?:by|from|based|about|that|which|who|in|on|for|directed|written|of)\b", told)[0]
    )
    groups = {_WORK_GROUPS[word] for word in nouns if word in _WORK_GROUPS}
    return bool(groups) and group not in groups


_COPULAS = (" is ", " was ", " are ", " were ")
_WORK_GROUPS = {
    word: words
    for words in (
        "film movie picture documentary biopic",
        "song single track ballad",
        "album ep lp",
        "novel book novella",
        "play opera musical",
        "magazine journal newspaper",
        "game",
    )
    for word in words.split()
}


def _is_of_another(passage: Passage, index: int) -> bool:
    """Whether a sentence is about another person: `His son Bob was a poet.`; `he` behind it may be either."""
    if index < 1:
        return False
    sentence, text = passage.sentences[index], passage.view.text
    if not sentence.subjects:
        return False
    _, start, end = sentence.subjects[0]
    words = tokens_of(text[start:end])
    if not words or words[0] not in ("his", "her") or words[-1] in _words("things"):
        return False
    return bool(_CAPITAL.search(text[start:end].split()[-1]) or _CAPITAL.match(text, end))


def _is_other_name(subject: str, title: list[str]) -> bool:
    """`Ann Ek` is not `Carl Ek`: a name with a word in front that the title has not."""
    words = [word for word in subject.split() if word[:1].isupper()]
    tokens = [token for word in words for token in tokens_of(word)]
    other = [token for token in tokens[:-1] if token not in title and len(token) > 1 and token not in STYLES]
    return len(title) > 1 and bool(other)


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


@cache
def _words(what: str) -> frozenset[str]:
    """A list of the table: `things`, `kin`, `named`, `linking`."""
    return frozenset(read_table("topics")[what])

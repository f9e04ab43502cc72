"""A question turned into a statement with a gap: word order and wh-phrase put as a parser reads them best.

`Which Danish club did A play for?` becomes `A did play for a Danish club`, `A was influenced by which painter?` becomes
`A was influenced by a painter`: parsers are trained on statements, and lose the thread where a wh-phrase stands in place.

>>> straighten("Which Danish football club did Oda Marsh play for?")
Statement(text='Oda Marsh did play for a Danish football club', gap=23, asked='noun', fronted=True)
>>> straighten("The Tin Harbour was directed by a man born in what year?").text
'The Tin Harbour was directed by a man born in a year'
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import regex

from suffice.extractors.open.conditions.plain import plain_form
from suffice.extractors.open.syntax import parse

__all__ = ["Asked", "Statement", "straighten"]

#: What a wh-phrase asks for: something that a noun tells, a person, a thing, a place, a time, a number.
Asked: TypeAlias = Literal["noun", "who", "what", "where", "when", "many"]

_WH = regex.compile(r"\b(?:how many|which|what|whom|who|where|when)\b", regex.I)
_FRONTED = regex.compile(
    r"(?:(?P<prep>for|in|on|at|by|with|from|to|under|of|during|against) )?(?:which|what) (?P<rest>.+)",
    regex.I,
)
_OTHER = regex.compile(
    r"[?.]\"? (?:What|Which|Who|In|How|When|Where)\b|\? |[\p{L}.\"] or (?:the )?[\p{Lu}\"]"
)
_DID = regex.compile(r"(?P<noun>.+?) (?P<aux>did|does|do) (?P<clause>.+)")
#: `was A known for`: the verb before its subject, if a preposition is left over at the end.
_WAS = regex.compile(
    r"(?P<noun>.+?) (?P<aux>is|was|are|were|has|had) (?P<clause>.+ (?:for|in|on|at|by|with|from|to|under|of))"
)
_IN_WAS = regex.compile(r"(?P<noun>.+?) (?P<aux>is|was|are|were) (?P<clause>.+)")
#: What may be a participle that describes the noun before it.
_REDUCED = regex.compile(
    r"(?<!\b(?:is|was|are|were|been|be|has|had|have|and)) (?:\p{Ll}+ed|born|made|written|held|set|built|known|won|drawn|sung|led)(?= (?:by|in|on|from|for|at|as|to)\b| \d)"
)
_ASKS = regex.compile(
    r"(?:^|, )(?:what|when|where|how many|how|why) (?:is|was|are|were|did|does|do|has|had)\b", regex.I
)
_STRANDED = regex.compile(
    r"\b(?:for|in|on|at|by|with|from|to|under|of|against|into)(?=$| (?:in|on|during|after|before|when|while)\b)"
)
#: What a wh-word that stands alone is put by in the statement.
_STAND_INS: dict[str, tuple[str, Asked]] = {
    "who": ("someone", "who"),
    "whom": ("someone", "who"),
    "what": ("something", "what"),
    "where": ("there", "where"),
    "when": ("then", "when"),
}


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement with a gap.

    Args:
        text: without a full stop.
        gap: where what stands for the wh-phrase begins.
        asked: what the wh-phrase asks for.
        fronted: whether the question begins with it.
    """

    text: str
    gap: int
    asked: Asked
    fronted: bool = False


def straighten(question: str) -> Statement | None:
    """The statement that a question asks to complete; None where it is none of these shapes.

    Args:
        question: clean, as asked.
    """
    text = regex.sub(r"\s*[?.]*\s*$", "", " ".join(question.split()))
    text = text[:1].upper() + text[1:]
    # Two questions, and a choice of two named things, are other shapes.
    if text.count('"') % 2 or _OTHER.search(text):
        return None
    text = plain_form(text)
    fronted = _FRONTED.fullmatch(text)
    if fronted is not None:
        return _put_back(fronted["prep"], fronted["rest"])
    if _WH.match(text):
        return None
    return _in_place(text)


def _in_place(text: str) -> Statement | None:
    """With the last wh-phrase that is no relative pronoun put as a noun phrase."""
    if _ASKS.search(text):
        return None
    for match in reversed(list(_WH.finditer(text))):
        word, behind = match[0].lower(), text[match.end() :]
        if match.start() == 0:
            return None
        if text.count('"', 0, match.start()) % 2:
            continue
        before = text[: match.start()]
        if word == "how many":
            return Statement(f"{before}some{behind}", match.start(), "many") if behind.strip() else None
        if word in ("what", "which") and (
            _begins_with_noun(behind) or (word == "what" and not _is_end(behind))
        ):
            # `the town in which Orrin lived`: a name alone is no class.
            relative = word == "which" and regex.search(r"\b(?:in|on|at|for|from|to|by|with|of) $", before)
            if not _begins_with_noun(behind, common=bool(relative)) or _is_subject(
                f"{before}a{behind}", match.start()
            ):
                continue
            return Statement(f"{before}a{behind}", match.start(), "noun")
        if word in _STAND_INS and _is_end(behind):
            stand_in, asked = _STAND_INS[word]
            return Statement(f"{before}{stand_in}{behind}", match.start(), asked)
    # `A was founded by a Dane who became a monk?` asks who that is.
    for match in reversed(list(regex.finditer(r"\ban? (?=[^,]+ (?:who|that|which) )", text))):
        if (
            text.count('"', 0, match.start()) % 2 == 0
            and match.start()
            and not _is_subject(text, match.start())
        ):
            return Statement(text, match.start(), "noun", True)
    return None


def _put_back(prep: str | None, rest: str) -> Statement | None:
    """With a wh-phrase that stands first put where it belongs: behind its preposition or verb, or before its own verb."""
    did = _DID.fullmatch(rest) or (_WAS.fullmatch(rest) if prep is None else _IN_WAS.fullmatch(rest))
    if did is not None and did["aux"][:1] != "d" and _subject_end(did["clause"], did["aux"]) is None:
        did = None
    if did is None:
        if prep is not None or not _begins_with_noun(f" {rest}"):
            return None
        article = "An" if regex.match(r"(?!uni|eu|one\b|use)[aeiou]", rest, regex.I) else "A"
        return Statement(_unfold(f"{article} {rest}"), 0, "noun", True)
    noun, clause = f"a {did['noun']}", f"{did['clause']}"
    if prep is not None:
        place = len(clause)
        inserted = f" {prep.lower()} {noun}"
    elif stranded := _STRANDED.search(clause):
        place, inserted = stranded.end(), f" {noun}"
    else:
        place, inserted = _behind_verb(clause, did["aux"]), f" {noun}"
    subject = _subject_end(clause, did["aux"])
    if subject is None or subject >= place:
        return None
    # `A win` is put as `A did win`, which has the verb's tense without its forms.
    aux = f" {did['aux']}"
    text = f"{clause[:subject]}{aux}{clause[subject:place]}{inserted}{clause[place:]}"
    text = text[:1].upper() + text[1:]
    gap = place + len(aux) + inserted.index(noun)
    return Statement(text, gap, "noun", True)


def _unfold(text: str) -> str:
    """`A film that was directed by Ann Ek stars Bo` for `A film directed by Ann Ek stars Bo`, where a parser takes `directed` for the verb."""
    for match in (None, *_REDUCED.finditer(text)):
        tried = text if match is None else f"{text[: match.start()]} that was{text[match.start() :]}"
        document = parse(f"{tried}.")
        article, root = document[0], next((one for one in document if one.dep_ == "ROOT"), None)
        if root is None or root.pos_ not in ("VERB", "AUX") or article.head.head.i != root.i:
            continue
        # The verb must come behind every participle that may belong to the noun.
        if match is not None or not any(
            one.start() == document[root.i].idx - 1 for one in _REDUCED.finditer(text)
        ):
            return tried
    return text


def _subject_end(clause: str, aux: str) -> int | None:
    """Behind the subject of a clause without its auxiliary, `Oda Marsh play for`."""
    # With the auxiliary in its place the parse is right; it is tried behind each word that a common word follows.
    for match in regex.finditer(r"[\p{L}\p{N}.'\")]+(?= \p{Ll})", clause):
        trial = parse(f"{clause[: match.end()]} {aux}{clause[match.end() :]} it.")
        put = next((one for one in trial if one.idx == match.end() + 1), None)
        if put is None or put.text != aux:
            continue
        verb = put.head if put.dep_ in ("aux", "auxpass") else put
        if verb.dep_ != "ROOT" or (aux[:1] == "d" and (verb.i == put.i or verb.tag_ not in ("VB", "VBP"))):
            continue
        own = next((kid for kid in verb.children if kid.dep_ in ("nsubj", "nsubjpass")), None)
        if own is not None and max(one.i for one in own.subtree) == put.i - 1:
            return match.end()
    return None


def _behind_verb(clause: str, aux: str) -> int:
    """Behind the bare verb of a clause whose object is asked for."""
    end = _subject_end(clause, aux)
    if end is None:
        return len(clause)
    verb = regex.compile(r" \p{Ll}+").match(clause, end)
    return verb.end() if verb else len(clause)


def _begins_with_noun(behind: str, *, common: bool = False) -> bool:
    """Whether a noun phrase without an article follows: a wh-word before it is a determiner.

    Args:
        behind: the text from there.
        common: whether a common noun must head it.
    """
    if not regex.match(r" [\p{L}\p{N}\"]", behind):
        return False
    document = parse(f"It is a{behind}.")
    first, article = document[3], document[2]
    if (
        first.pos_ not in ("NOUN", "ADJ", "PROPN", "NUM", "VERB", "PART", "ADV")
        or article.head.i <= article.i
    ):
        return False
    named = article.head.pos_ == "PROPN" and not (common and article.head.text[:1].isupper())
    return article.dep_ == "det" and (named or article.head.pos_ == "NOUN")


def _is_subject(text: str, place: int) -> bool:
    """Whether a noun phrase has a verb of its own: `the town in which Oda Marsh lived` asks nothing."""
    article = next((token for token in parse(f"{text}.") if token.idx == place), None)
    return article is None or article.head.dep_ in ("nsubj", "nsubjpass")


def _is_end(behind: str) -> bool:
    """Whether nothing follows but adjuncts: `founded by who in 1990`."""
    return not behind.strip() or bool(
        regex.fullmatch(
            r" (?:in|on|for|at|from|during|as|to) (?:(?!\b(?:is|was|are|were|did|does|has|had|who|that|which)\b).)+",
            behind,
        )
    )

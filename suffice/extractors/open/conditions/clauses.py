"""The clauses of a statement with a gap: what is described on the way to the gap becomes a variable.

`The Tin Harbour was directed by a man born in a year` has two clauses: `The Tin Harbour was directed by a man`, and of that
man, `{0} was born in a year`. What describes is a relative clause, a participle, or `with` and `from` behind a noun for a person,
a place, an organisation or a work.

>>> from suffice.extractors.open.conditions.statements import straighten
>>> for clause in split_clauses(straighten("The Tin Harbour was directed by a Danish man born in what year?")):
...     print(clause.text, "|", clause.gap_text)
The Tin Harbour was directed by a Danish man | a Danish man
Xavia was born in a year | a year
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import regex

from suffice.extractors.open.asked import type_of_noun
from suffice.extractors.open.conditions.statements import Asked, Statement
from suffice.extractors.open.descriptions.steps import STAND_IN
from suffice.extractors.open.syntax import parse

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

__all__ = ["Clause", "end_of_class", "split_clauses", "token_at"]

_MOST = 4
_RELATIVE = frozenset(["relcl", "acl"])
_INDEFINITE = frozenset(["a", "an", "another", "this", "some"])


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause, with a gap.

    Args:
        text: with `STAND_IN` for what the clause before has in its gap, if it is about that.
        gap: where the gap's noun phrase begins.
        end: behind it, as far as it is a class.
        asked: what the gap is.
        named: whether the gap is a thing that the question names.
        equals: whether the gap is the subject itself (`A is a school in what city`).
    """

    text: str
    gap: int
    end: int
    asked: Asked
    named: bool = False
    equals: bool = False

    @property
    def gap_text(self) -> str:
        """The words of the gap's noun phrase."""
        return self.text[self.gap : self.end]

    @property
    def single(self) -> bool:
        """Whether it is said of one thing: `which actresses` asks for several."""
        document = parse(f"{self.text}.")
        article = token_at(document, self.gap)
        return article is not None and article.head.tag_ not in ("NNS", "NNPS")

    @property
    def noun(self) -> str:
        """The same without an article."""
        return regex.sub(r"^(?:an?|another|this|some|the) ", "", self.gap_text, flags=regex.I)


def split_clauses(statement: Statement | None) -> list[Clause]:
    """The clauses of a statement, the last with the gap that is asked for; empty where it cannot be split."""
    clauses: list[Clause] = []
    text, gap = (statement.text, statement.gap) if statement else ("", 0)
    while statement is not None and len(clauses) < _MOST:
        # What was put back behind other words is described by none of them.
        found = None if statement.fronted else _next(text, gap)
        if found is None:
            end = end_of_class(text, gap) if statement.asked == "noun" else len(text)
            return [*clauses, Clause(text, gap, end, statement.asked)] if end is not None else []
        clause, rest, place = found
        clauses.append(clause)
        text, gap = rest, place
    return []


def _next(text: str, gap: int) -> tuple[Clause, str, int] | None:
    """The first clause, the text of the rest, and where the gap is in it."""
    document = parse(f"{text}.")
    asked = token_at(document, gap)
    if asked is None:
        return None
    for token in document:
        if token.idx >= gap or token.pos_ not in ("NOUN", "PROPN") or token.dep_ in ("compound", "nmod"):
            continue
        found = _modifier(token, asked, gap, text)
        if found is None:
            continue
        begin, rest, offset = found
        start = min(kid.idx for kid in [token, *token.lefts])
        head = document[token.i]
        first = document.char_span(start, start + 1, alignment_mode="expand")
        word = first[0].lower_ if first is not None else ""
        named = head.pos_ == "PROPN" and word not in _INDEFINITE
        if not named and (word not in _INDEFINITE and word != "the"):
            continue
        own = text[:begin].rstrip(" ,")
        equals = token.dep_ == "attr" and start > 0 and token.head.lemma_ == "be"
        end = len(own) if named else end_of_class(own, start) or len(own)
        clause = Clause(own, start, end, "noun", named, equals and not named)
        return clause, rest, offset
    return None


def _modifier(token: Token, asked: Token, gap: int, text: str) -> tuple[int, str, int] | None:
    """Where what describes a noun begins, if the gap is in it; the clause that it makes, and the gap's place in that."""
    for kid in token.children:
        if kid.i < token.i or kid.dep_ not in _RELATIVE or asked.i not in [one.i for one in kid.subtree]:
            continue
        first = min(one.i for one in kid.subtree)
        begin = token.doc[first]
        if kid.dep_ == "relcl" or begin.lower_ in ("who", "that", "which"):
            if begin.lower_ not in ("who", "that", "which") or begin.dep_ not in ("nsubj", "nsubjpass"):
                continue
            behind = begin.idx + len(begin)
            return _made(begin.idx, STAND_IN, behind, gap, text)
        if kid.tag_ in ("VBN", "VBD") and first == kid.i:
            return _made(kid.idx, f"{STAND_IN} was ", kid.idx, gap, text)
        if kid.tag_ == "VBG" and first == kid.i:
            return _made(kid.idx, f"{STAND_IN} is ", kid.idx, gap, text)
    # `a singer from what state`: a parser cannot know, but what stands behind the noun is mostly said of it.
    behind = token.idx + len(token)
    prep = regex.compile(r" (?P<prep>from|with|in|on|at) ").match(text, behind)
    if prep is None or not _is_thing(token.lower_) or token.pos_ != "NOUN":
        return None
    if not any(kid.dep_ == "det" and kid.lower_ in _INDEFINITE for kid in token.children):
        return None
    at_once = prep.end() == gap
    quantity = regex.compile(r"an? (?:\p{L}+ )?(?P<noun>\p{Ll}+) of ").match(text, prep.end())
    if at_once and prep["prep"] != "with":
        return _made(behind, f"{STAND_IN} is", behind, gap, text)
    if at_once and text[gap:].startswith("some "):
        return _made(behind, f"{STAND_IN} has ", prep.end(), gap, text)
    if prep["prep"] == "with" and quantity and quantity.end() == gap:
        return _made(behind, f"{STAND_IN} has ", prep.end(), gap, text)
    return None


def _is_thing(noun: str) -> bool:
    """Whether a noun is one for a person, a place, an organisation or a work: `a role in what film` says nothing of the role."""
    return type_of_noun(noun) != "text" or bool(regex.search(r"(?:er|or|ist|ian|ess)$", noun))


def _made(begin: int, lead: str, rest: int, gap: int, text: str) -> tuple[int, str, int]:
    return begin, lead + text[rest:], gap - rest + len(lead)


def token_at(document: Doc, place: int) -> Token | None:
    """The token that begins at a place."""
    return next((token for token in document if token.idx == place), None)


def end_of_class(text: str, gap: int) -> int | None:
    """Behind the class of a gap's noun phrase: its noun, others joined to it, what they are of; None if it heads nothing."""
    document = parse(f"{text}.")
    article = token_at(document, gap)
    if article is None or article.head.i <= article.i or article.head.pos_ not in ("NOUN", "PROPN"):
        return None
    last = article.head.i
    open_ = [article.head]
    while open_:
        noun = open_.pop()
        last = max(last, noun.i)
        for kid in noun.children:
            if kid.i < noun.i:
                continue
            if kid.dep_ == "conj" and kid.pos_ in ("NOUN", "PROPN"):
                open_.append(kid)
            elif kid.dep_ == "prep" and kid.lower_ in ("of", "to") and kid.i == noun.i + 1:
                inside = list(kid.subtree)
                clause = next((one.i for one in inside if one.dep_ in _RELATIVE), None)
                last = max(last, max(one.i for one in inside if clause is None or one.i < clause))
    end = document[last]
    return end.idx + len(end)

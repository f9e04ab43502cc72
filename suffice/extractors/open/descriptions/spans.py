"""Where the descriptions of a question stand, by its parse."""

from __future__ import annotations

from typing import TYPE_CHECKING

import regex

from suffice.extractors.open.asked import names_in
from suffice.extractors.open.descriptions.orders import BODIES, DONE
from suffice.extractors.open.descriptions.steps import NAME, PLACES, ROLE
from suffice.extractors.open.syntax import parse
from suffice.extractors.open.words import words_for

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

__all__ = ["descriptions_in"]

_RELATIVE = frozenset(["relcl", "acl"])
_PLACED = regex.compile(
    rf"\bthe (?:{PLACES}) (?:(?:where|in which|that) )?(?:the )?[\p{{Lu}}\"][\p{{L}}\p{{M}}.'\-]*(?:,? (?:(?:of|the|de|del|la) )?[\p{{Lu}}\p{{N}}][\p{{L}}\p{{M}}.'\-]*)*"
    r" (?:is|was|can be|lies)(?: (?:located|found|situated|based|headquartered|from)(?: in)?\b|(?: in)?\b(?! (?:a|the|part|born|citizen|located|found|situated|based|headquartered|from|\p{Ll}+ed|held|built|made|sung|spoken)\b))"
)

_BODY = regex.compile(
    rf"\bthe (?:[\p{{Ll}}\-]+ )?(?:{BODIES}) that [\p{{Lu}}][\p{{L}}\p{{M}}.'\-]*(?: [\p{{Lu}}][\p{{L}}\p{{M}}.'\-]*)* (?:{DONE})\b"
)
#: Who plays a role that is told by whose it is: the role is no person to be looked up.
_CAST = regex.compile(
    rf"\b[Tt]he (?:actor|actress|person|man|woman|star|performer) (?:(?:who|that) (?:plays|played|voices|voiced|portrays|portrayed)|playing|voicing|portraying) "
    rf"{ROLE} (?:in|on) (?:the )?(?:\p{{Ll}}+ )?{NAME}"
)
#: `the father of A` or `the river that crosses A`, and words behind it that are the question's own: `fight`, `flow into`.
_WHOLE_BEFORE_TAIL = regex.compile(
    r"(?P<own>(?:the )?[\p{Ll}\- ]+? (?:(?:of|by|behind|for)|(?:who|that|which) \p{Ll}[\p{Ll} ]*?) (?:the )?"
    r"[\p{Lu}\p{N}][\p{L}\p{M}\p{N}.'\-]*(?:,? (?:(?:of|the|and|in|de|la|von|van) )*[\p{Lu}\p{N}][\p{L}\p{M}\p{N}.'\-]*)*)"
    r"(?P<tail>(?: \p{Ll}+){1,4})",
)
#: `the publisher of A unveil`, which the parse may have cut.
_OWNED = regex.compile(
    r"\bthe (?:[\p{Ll}\-]+ )?[\p{Ll}\-]+ of (?:the )?[\p{Lu}\p{N}][\p{L}\p{M}\p{N}.'\-]*(?:,? (?:(?:of|the|and|in|de|la|von|van) )*[\p{Lu}\p{N}][\p{L}\p{M}\p{N}.'\-]*)*"
)
_STRANDED = regex.compile(r" (?:to|of|from|in|on|by|for|with|at|into|through|after)$")


def descriptions_in(text: str) -> list[tuple[int, int]]:
    """Spans of the descriptions in a question, the smallest first."""
    if placed := _PLACED.search(text) or _BODY.search(text) or _CAST.search(text):
        return [placed.span()]
    document = parse(text)
    found: set[tuple[int, int, int]] = set()
    for token in document:
        if token.pos_ not in ("NOUN", "PROPN") or token.dep_ == "compound":
            continue
        span = _described(token, document[:])
        if span is None:
            continue
        start, end = span[0], _before_main_verb(document, *span)
        # `In which island is the province of A located?`: the participle is the question's own.
        own = regex.search(
            r" (?:located|situated|found|based|headquartered|held|born|buried)$", text[start:end]
        )
        if own and regex.search(r"\b(?:is|was|are|were) $", text[:start]) and not text[end:].strip(" ?"):
            end = start + own.start()
        words = text[start:end]
        if start == 0 and regex.match(r"(?:What|Which|Who|How)\b", words):
            continue
        # The names of an answer's own noun stay: `What is the capital of Peru?` describes nothing inside.
        if _is_whole(text, start, end):
            continue
        # A name that the parse broke off is taken to its end: `It'll Be Me`.
        if regex.search(r"(?:^|[ \"])[\p{Lu}][\p{L}'.]*$", words):
            rest = regex.match(
                r"(?:'\p{L}+)?(?:(?: (?:of|the|and|to|a)){0,2} [\p{Lu}][\p{L}'.\-]*)*", text[end:]
            )
            end += rest.end() if rest else 0
        if text[start:end].count('"') % 2 and '"' in text[end:]:
            end = text.index('"', end) + 1
        found.add((end - start, start, end))
    if not found and (owned := _OWNED.search(text)) and not _is_whole(text, *owned.span()):
        return [owned.span()]
    return [(start, end) for _, start, end in sorted(found)]


def _before_main_verb(document: Doc, start: int, end: int) -> int:
    """Where a description ends that runs up to the question's end and so has its main verb in it.

    `What did the man who built it use?`: behind `did`, the bare verb is the question's own.
    """
    if document.text[end:].strip(" ?"):
        return end
    before = document.text[:start]
    if (own := _WHOLE_BEFORE_TAIL.fullmatch(document.text[start:end])) and regex.search(
        rf"\b(?:did|does|do{'|is|was|are|were' if _STRANDED.search(own['tail']) else ''}) (?:the [\p{{Ll}} ]+ (?:of|by|for) )*$",
        before,
        regex.I,
    ):
        return start + len(own["own"])
    inside = [token for token in document if start <= token.idx < end]
    if regex.search(r"\b(?:did|does|do)\b", before, regex.I):
        for token in inside[1:]:
            last = document[token.i - 1]
            bare = token.tag_ in ("VB", "VBP") or (token.tag_ == "NN" and token.lemma_ in words_for("bare"))
            if not bare or last.lower_ in words_for("bare") or last.pos_ == "ADJ":
                continue
            if any(one.i < token.i and one.pos_ in ("VERB", "AUX") for one in inside):
                return token.idx - 1
    elif regex.match(
        r"(?:When|Where|Why|(?:In )?(?:what|which) (?:year|city|place|town|country)) (?:is|was|are|were) $",
        before,
        regex.I,
    ):
        token = inside[-1]
        verbs = [one for one in inside if one.i < token.i and one.pos_ in ("VERB", "AUX")]
        last = document[token.i - 1]
        done = token.tag_ in ("VBN", "VBD") or (token.pos_ == "ADJ" and token.text.endswith("ed"))
        if (
            verbs
            and done
            and (
                last.lower_ in ("for", "in", "at", "to", "with", "of")
                or last.pos_ not in ("AUX", "ADP", "PART", "PRON")
            )
        ):
            return last.idx + len(last)
    return end


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether the question is nothing but `who is` and this description."""
    before, after = text[:start].strip(), text[end:].strip(" ?")
    return not after and bool(
        regex.fullmatch(
            r"(?:Who|What|Which|Where|When|How)(?:'s| is| was| are| were| did| does| do)(?: the name of)?",
            before,
        )
    )


def _described(token: Token, text: Span) -> tuple[int, int] | None:
    """The span of a noun with what describes it, if that names something."""
    kids = list(token.children)
    owner = next((kid for kid in kids if kid.dep_ == "poss" and kid.pos_ == "PROPN"), None)
    definite = any(kid.dep_ == "det" and kid.lower_ == "the" for kid in kids)
    describing = [
        kid
        for kid in kids
        if kid.i > token.i
        and (
            kid.dep_ in _RELATIVE
            or (kid.dep_ == "prep" and kid.lower_ in ("of", "behind", "for", "in", "on", "from", "by"))
        )
    ]
    if not describing and (clause := _clause_behind(token)) is not None:
        describing = [clause]
    if token.text[:1].isupper() and not any(kid.dep_ in _RELATIVE for kid in describing):
        return None
    if definite and not describing and _is_maker(token):
        compounds = [
            kid.i for kid in kids if kid.dep_ == "compound" and kid.pos_ == "PROPN" and kid.i < token.i
        ]
        if compounds:
            return _span(token, min(kid.i for kid in kids), token.i)
    if owner is not None:
        first = min(kid.i for kid in owner.subtree)
        behind = [
            kid for kid in kids if kid.i > token.i and kid.dep_ == "prep" and kid.lower_ in ("in", "on")
        ]
        last = max((one.i for kid in behind for one in kid.subtree), default=token.i)
        return _span(token, first, last)
    if not definite or not describing:
        return None
    if (
        token.pos_ == "NOUN"
        and describing[0].dep_ == "prep"
        and not any(kid.dep_ in _RELATIVE for kid in describing)
    ):
        inside = [one for one in describing[0].subtree if one.i > describing[0].i]
        if not any(one.pos_ == "PROPN" or one.text[:1].isupper() or one.is_quote for one in inside):
            return None
    elif not names_in(" " + " ".join(one.text for kid in describing for one in kid.subtree)):
        return None
    own = [
        kid.i
        for kid in kids
        if kid.i < token.i and kid.dep_ in ("det", "amod", "compound", "nummod", "nmod", "advmod")
    ]
    first = min([token.i, *own])
    last = max(one.i for kid in describing for one in kid.subtree)
    return _span(token, first, last)


def _clause_behind(noun: Token) -> Token | None:
    """The verb of a relative clause right behind a noun that the parse took for another kind of clause."""
    if noun.i + 1 >= len(noun.doc) or noun.nbor(1).lower_ not in ("that", "which", "who", "where"):
        return None
    verb = noun.nbor(1)
    while verb.pos_ not in ("VERB", "AUX") and verb.head.i != verb.i:
        verb = verb.head
    return verb if verb.i > noun.i and verb.dep_ in ("ccomp", "advcl") else None


def _is_maker(token: Token) -> bool:
    """Whether a noun says who made or does something: `the Hello Love singer`."""
    return token.lower_ in words_for("makers")


def _span(token: Token, first: int, last: int) -> tuple[int, int]:
    document = token.doc
    while last > token.i and document[last].is_punct and document[last].text not in ('"', ")"):
        last -= 1
    return document[first].idx, document[last].idx + len(document[last])

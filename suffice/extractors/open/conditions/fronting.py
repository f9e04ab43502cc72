"""A clause about something known, asked as a question: `Xavia was founded by someone`, `Who founded Xavia?`"""

from __future__ import annotations

from typing import TYPE_CHECKING

import regex

from suffice.extractors.open.conditions.clauses import Clause, token_at
from suffice.extractors.open.descriptions.steps import PLACES, STAND_IN
from suffice.extractors.open.syntax import parse

if TYPE_CHECKING:
    from spacy.tokens import Token

__all__ = ["ask_plainly"]

_TIMES = frozenset(["year", "date", "day", "month"])


def ask_plainly(clause: Clause) -> str | None:
    """The question for what is in the gap of a clause; None where it is better left a statement.

    Args:
        clause: about `STAND_IN`.
    """
    text, noun = clause.text, clause.noun.lower()
    document = parse(f"{text}.")
    gap = token_at(document, clause.gap)
    verb = next((one for one in document if one.dep_ == "ROOT"), None)
    if gap is None or verb is None or not text.startswith(STAND_IN):
        return None
    head = gap.head if clause.asked in ("noun", "many") and gap.dep_ == "det" else gap
    if found := regex.fullmatch(
        rf"{STAND_IN} (?:has|have|had) a population of (?:something|some (?:inhabitants|people))", text
    ):
        return f"What is the population of {STAND_IN}?"
    if clause.asked == "what" and (
        found := regex.fullmatch(
            rf"{STAND_IN} (?:has|have|had) an? (?P<noun>[\p{{Ll}} ]+) of something", text
        )
    ):
        return f"What is the {found['noun']} of {STAND_IN}?"
    if clause.asked == "noun" and (
        found := regex.fullmatch(rf"{STAND_IN} (?:has|have|had) a (?P<noun>(?!nickname)\p{{Ll}}+)", text)
    ):
        return f"What is the {found['noun']} of {STAND_IN}?"
    if (
        clause.asked == "noun"
        and noun in PLACES.split("|")
        and regex.fullmatch(
            rf"{STAND_IN} (?:is|was|comes|came|hails|lies)(?: (?:located|situated|based|found))? (?:from|in) an? \p{{Ll}}+",
            text,
        )
    ):
        return f"In which {noun} is {STAND_IN}?"
    before, behind = text[len(STAND_IN) : clause.gap].strip(), text[clause.end :].strip()
    if clause.asked in ("who", "what", "where"):
        words = "someone" if clause.asked == "who" else "something" if clause.asked == "what" else "there"
        behind = text[clause.gap + len(words) :].strip()
    elif clause.asked == "many":
        behind = text[clause.gap :].removeprefix("some").strip()
        own = document[head.i].idx + len(head) if head.i > gap.i else clause.gap
        counted, behind = text[clause.gap + 5 : own], text[own:].strip()
        return _with_aux(f"How many {counted}", before, behind, verb) if counted else None
    when = clause.asked == "noun" and noun in _TIMES
    if when or clause.asked == "when":
        return _with_aux("When", regex.sub(r" (?:in|on|at|during)$", "", before), behind, verb)
    if clause.asked == "where" or (
        clause.asked == "noun" and noun in PLACES.split("|") and regex.search(r" (?:in|at|on)$", before)
    ):
        return _with_aux("Where", regex.sub(r" (?:in|at|on)$", "", before), behind, verb)
    if clause.asked == "who" and before.endswith(" by"):
        done = regex.fullmatch(r"(?:was|is|were|are) (?P<verb>(?:\p{Ll}+ly )?\p{Ll}+) by", before)
        return f"Who {done['verb']} {STAND_IN}{f' {behind}' if behind else ''}?" if done else None
    if clause.asked == "who":
        return _with_aux("Who", before, behind, verb)
    return None


def _with_aux(wh: str, before: str, behind: str, verb: Token) -> str | None:
    """`was born` behind a wh-phrase: the auxiliary before the subject, which a plain verb gets from `do`."""
    rest = f" {behind}" if behind else ""
    if found := regex.fullmatch(r"(?P<aux>is|was|are|were|can|could|will|would)(?: (?P<more>.+))?", before):
        more = f" {found['more']}" if found["more"] else ""
        return f"{wh} {found['aux']} {STAND_IN}{more}{rest}?"
    if (
        verb.tag_ not in ("VBD", "VBZ", "VBP")
        or verb.lemma_ == "be"
        or " " in before.replace(verb.text, "").strip()
    ):
        return None
    auxiliary = "did" if verb.tag_ == "VBD" else "does"
    if not before.startswith(verb.text):
        return None
    return f"{wh} {auxiliary} {STAND_IN} {verb.lemma_}{before[len(verb.text) :]}{rest}?"

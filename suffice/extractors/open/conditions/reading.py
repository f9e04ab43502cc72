"""Questions whose answer, or whose bridge, is given by a class and by a relation, read as lookups that share a variable.

`Keld was taught by which Danish painter?` asks for what meets two conditions; closure joins them:

>>> from suffice.extractors.lexicon import read_lexicon
>>> reading = read_conditions("Keld Marsh was taught by which Danish painter?", read_lexicon())[0]
>>> print(reading.rules[0])
answer(V1) :- was_taught_by_what_danish_painter("Keld Marsh",V1), is_a_danish_painter_is_it_not(V1,stated).
>>> [described.wording for described in reading.described]
['{0} was taught by what (Danish painter)?', '{0} is a Danish painter, is it not?']

This is the requirement hypergraph of Certify (section 3) with more than one edge at a node.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING

import regex

from suffice.extractors.lexicon import Lexicon, ValueType
from suffice.extractors.lookups import Described
from suffice.extractors.open.asked import read_asked, type_of_noun
from suffice.extractors.open.comparisons import STATED, identifier
from suffice.extractors.open.conditions.clauses import Clause, end_of_class, split_clauses, token_at
from suffice.extractors.open.conditions.fronting import ask_plainly
from suffice.extractors.open.conditions.soundness import is_sound
from suffice.extractors.open.conditions.statements import Statement, straighten
from suffice.extractors.open.conditions.subjects import plain_name, subjects_of
from suffice.extractors.open.conditions.wordings import informative, word_class, word_frame
from suffice.extractors.open.descriptions.spans import descriptions_in
from suffice.extractors.open.descriptions.steps import PLACES, STAND_IN, last_steps, steps_of
from suffice.extractors.open.syntax import parse
from suffice.extractors.questions import Reading
from suffice.rules import Atom, Literal, Rule, String, Symbol, Term, Variable

if TYPE_CHECKING:
    from spacy.tokens import Token

__all__ = ["frame_of_question", "read_conditions"]

_MOST = 8
_BEHIND = regex.compile(rf"{STAND_IN} .+ (?:as|for|with|against|under|from|to) ")
_MOST_DESCRIBED = 3


def read_conditions(question: str, lexicon: Lexicon) -> list[Reading]:
    """Readings of a question with conditions; empty where it has none that can be told apart.

    Args:
        question: clean, as asked.
        lexicon: whose relations are used where a clause words one of them.
    """
    statement = straighten(question)
    if statement is None:
        return []
    described = _described(statement, lexicon)
    found: dict[tuple[Rule, ...], Reading] = {}
    clauses = split_clauses(statement)
    for name, first in subjects_of(clauses[0]) if clauses else ():
        plain = _sound(
            _read(_Draft(), String(name), name, [first, *clauses[1:]], lexicon, apart)
            for apart in (False, True)
        )
        if plain is not None:
            reading = _either([plain, described]) or plain
            found.setdefault(reading.rules, reading)
    if described is not None and not found:
        return [described]
    return list(found.values())[:_MOST]


@lru_cache(maxsize=1024)
def frame_of_question(wording: str) -> str | None:
    """A lookup that asks for what a bare noun tells, as one for candidates; None where it has another shape.

    >>> frame_of_question("Which magazine does {0} write for?")
    '{0} does write for what (magazine)?'
    """
    # What is said of a year must be said of the very deed, which candidates need not.
    if not regex.match(r"(?:Which|What) [\p{Ll} \-]+ (?:did|does|do) \{0\} ", wording) or regex.search(
        r"\b\d{4}\b", wording
    ):
        return None
    statement = straighten(wording.replace("{0}", STAND_IN))
    end = end_of_class(statement.text, statement.gap) if statement is not None else None
    if statement is None or end is None or not statement.text.startswith(STAND_IN):
        return None
    noun = regex.sub(r"^an? ", "", statement.text[statement.gap : end])
    clause = f"{{0}}{statement.text[len(STAND_IN) : statement.gap]}what{statement.text[end:]}"
    return word_frame(clause, noun)


def _described(statement: Statement, lexicon: Lexicon) -> Reading | None:
    """The reading where something that the statement describes by a name is looked up first: `The director of A was born where`."""
    text, gap = statement.text, statement.gap
    draft = _Draft()
    subject: Term | None = None
    name = ""
    for _ in range(_MOST_DESCRIBED):
        span = next(iter(descriptions_in(f"{text}?")), None)
        if span is None or span[0] <= gap < span[1] or (gap == 0 and span[0] < _end_of_gap(text)):
            break
        steps = steps_of(regex.sub(r"^(?:The|An?) ", "the ", text[slice(*span)]), lexicon)
        if not steps or (subject is not None and STAND_IN not in text[slice(*span)]):
            break
        for step in steps:
            if step.name is not None:
                name = plain_name(step.name)
                subject = String(name)
            if subject is None:
                return None
            subject = draft.add(subject, step.wording, step.value)
        text = f"{text[: span[0]]}{STAND_IN}{text[span[1] :]}"
        gap += len(STAND_IN) - (span[1] - span[0]) if span[0] < gap else 0
    if subject is None or text.count(STAND_IN) != 1:
        return None
    clauses = split_clauses(replace(statement, text=text, gap=gap))
    if not clauses or STAND_IN not in clauses[0].text:
        return None
    return _sound(_read(draft.copy(), subject, name, clauses, lexicon, apart) for apart in (False, True))


def _end_of_gap(text: str) -> int:
    return end_of_class(text, 0) or 0


def _sound(readings: Iterable[Reading | None]) -> Reading | None:
    made = _either(readings)
    return made if made is not None and is_sound(made) else None


@dataclass(slots=True)
class _Draft:
    """What is being read: the atoms so far, and the relations they bring along."""

    body: list[Literal] = field(default_factory=list)
    described: dict[str, Described] = field(default_factory=dict)
    value: ValueType = "text"

    def add(self, subject: Term, wording: str, value: ValueType, object_: Term | None = None) -> Term:
        """Add a lookup; its value is a new variable if none is given."""
        name = identifier(wording)
        known = self.described.get(name)
        if known is not None and known.wording != wording:
            name = f"{name[:70]}_{len(self.described)}"
        self.described[name] = Described(name, wording, value)
        term = object_ if object_ is not None else Variable(f"V{len(self.body) + 1}")
        self.body.append(Literal(Atom(name, (subject, term))))
        self.value = value
        return term

    def copy(self) -> _Draft:
        """Another with the same atoms so far."""
        return _Draft(list(self.body), dict(self.described), self.value)

    def take_year(self) -> Term:
        """The year of the date that the last lookup gives."""
        year, month, day = (Variable(name) for name in ("Year", "Month", "Day"))
        atom = self.body[-1].atom
        self.body[-1] = Literal(Atom(atom.name, (atom.args[0], Symbol("date", (year, month, day)))))
        return year


def _either(readings: Iterable[Reading | None]) -> Reading | None:
    """One reading of several that differ in what some adjunct is said of: any of them gives the answer."""
    made: Reading | None = None
    for reading in readings:
        if reading is None or made is None:
            made = made or reading
        elif set(reading.rules) - set(made.rules):
            known = {one.name: one.wording for one in made.described}
            if all(known.get(one.name, one.wording) == one.wording for one in reading.described):
                described = {one.name: one for one in (*made.described, *reading.described)}
                rules = tuple(dict.fromkeys(made.rules + reading.rules))
                made = replace(made, rules=rules, described=tuple(described.values()))
    return made


def _read(
    draft: _Draft, subject: Term, name: str, clauses: list[Clause], lexicon: Lexicon, apart: bool
) -> Reading | None:
    for clause in clauses:
        last = clause is clauses[-1]
        if clause.equals:
            _hold(draft, subject, clause.noun)
            continue
        if last and (plain := _ask(clause, lexicon)):
            for wording, value in plain:
                subject = draft.add(subject, wording, value)
            if clause.asked == "noun" and clause.noun == "year" and draft.value == "date":
                subject = draft.take_year()
            break
        if clause.asked == "what" and regex.search(
            r" (?:known|called|named)(?: as)? $", clause.text[: clause.gap]
        ):
            behind = clause.text[clause.gap :].removeprefix("something")
            wording = f"{clause.text[: clause.gap]}what{behind}".replace(STAND_IN, "{0}", 1)
            subject = draft.add(subject, word_frame(wording, "name"), "text")
            break
        if last and regex.fullmatch(rf"{STAND_IN} (?:has|had|has had) a nickname", clause.text):
            subject = draft.add(subject, word_frame("{0} was nicknamed what", "name"), "text")
            break
        if (
            last
            and (told := _BEHIND.fullmatch(clause.text[: clause.gap]))
            and clause.asked in ("who", "what")
        ):
            # `had a role as whom`: what stands there is no more told than by its preposition.
            behind = clause.text[clause.gap :].removeprefix("someone").removeprefix("something")
            wording = f"{told[0]}what{behind}".replace(STAND_IN, "{0}", 1)
            subject = draft.add(subject, word_frame(wording, "name"), "text")
            break
        if clause.asked != "noun":
            return None
        statement, asides = _turned(*_part(clause, apart))
        if STAND_IN not in statement or any(STAND_IN in aside.text for aside in asides):
            return None
        if (
            last
            and draft.body
            and regex.fullmatch(rf"what (?:is|was|are|were) {STAND_IN}|{STAND_IN} (?:is|was) what", statement)
        ):
            # `Which Danish town is the birthplace of A?`: what was looked up must be that.
            _hold(draft, subject, clause.noun)
            _hold_asides(draft, subject, asides)
            break
        wording = regex.sub(r"^[\s,]+|[\s,]+$", "", statement.replace(STAND_IN, "{0}", 1))
        if clause.named:
            subject = draft.add(
                subject, word_frame(wording, clause.noun), "text", String(plain_name(clause.noun))
            )
            continue
        value = type_of_noun(clause.noun.split(" of ")[0])
        if value in ("date", "number") or not clause.single:
            return None
        if last and not informative(clause.noun) and not asides:
            return None
        subject = draft.add(subject, word_frame(wording, clause.noun), _type_of(clause.noun, value))
        if not (last and is_place(clause.noun)):
            _hold(draft, subject, clause.noun)
        _hold_asides(draft, subject, asides)
    return _finish(draft, subject, name)


def is_place(noun: str) -> bool:
    """Whether a class is a bare word for a kind of place, which names of places are taken to be of."""
    return noun.lower() in PLACES.split("|")


def _type_of(noun: str, value: ValueType) -> ValueType:
    """A Danish country is no value type; a bare country is."""
    return value if value != "country" or is_place(noun) else "text"


def _finish(draft: _Draft, subject: Term, name: str) -> Reading | None:
    if not draft.body:
        return None
    value = draft.value
    rule = Rule(Atom("answer", (subject,)), tuple(draft.body))
    return Reading(
        (rule,), (name,), (), value, "open conditions", tuple(draft.described.values()), single=True
    )


def _hold(draft: _Draft, subject: Term, noun: str) -> None:
    """Add that something is of a class, if the class tells anything."""
    if informative(noun):
        draft.add(subject, word_class(noun), "text", STATED)


def _hold_asides(draft: _Draft, subject: Term, asides: list[_Aside]) -> None:
    for aside in asides:
        draft.add(subject, f"Is it {{0}} that {aside.text}?", "text", STATED)


def _ask(clause: Clause, lexicon: Lexicon) -> list[tuple[str, ValueType]] | None:
    """The lookups of the last clause, where it can be asked plainly."""
    question = ask_plainly(clause)
    steps = last_steps(question, lexicon) if question else None
    if not question or not steps:
        return None
    if any(step.name not in (None, STAND_IN) for step in steps) or "{0}" not in steps[0].wording:
        return [(question.replace(STAND_IN, "{0}", 1), read_asked(question, STAND_IN).value)]
    return [(step.wording, step.value) for step in steps]


@dataclass(frozen=True, slots=True)
class _Aside:
    """What is said of the gap in a clause of its own: the words behind `that`, and the same with `what` in the gap."""

    text: str
    clause: str


def _turned(statement: str, asides: list[_Aside]) -> tuple[str, list[_Aside]]:
    """With the clause that names what is known first: `which film starring A won a prize` asks what is starring A."""
    if STAND_IN in statement or not statement.startswith("what "):
        return statement, asides
    for place, aside in enumerate(asides):
        if STAND_IN in aside.text:
            main = _Aside(statement.removeprefix("what ").strip(" ,"), statement)
            return aside.clause, [*asides[:place], main, *asides[place + 1 :]]
    return statement, asides


def _part(clause: Clause, apart: bool) -> tuple[str, list[_Aside]]:
    """A clause with `what` in its gap, and what is said of the gap in clauses of their own.

    Args:
        clause: with what follows the class still in it.
        apart: whether a prepositional phrase right behind the class is taken to be said of the gap, too.
    """
    asides: list[_Aside] = []
    while found := _next_aside(clause, apart):
        clause, aside = found
        asides.append(aside)
    behind = (
        regex.sub(r"^ ?,*(?: and)?(?= )", "", clause.text[clause.end :])
        if asides
        else clause.text[clause.end :]
    )
    return f"{clause.text[: clause.gap]}what{behind}", asides


def _next_aside(clause: Clause, apart: bool) -> tuple[Clause, _Aside] | None:
    text, behind = clause.text, clause.text[clause.end :]
    document = parse(f"{text}.")
    article = token_at(document, clause.gap)
    if article is None or not behind.strip() or clause.named:
        return None
    nouns = [article.head, *article.head.conjuncts]
    described = [
        kid
        for noun in nouns
        for kid in noun.children
        if kid.i > noun.i and kid.dep_ in ("relcl", "acl") and article.head.dep_ != "ROOT"
    ]
    if clause.gap == 0:
        # `Which road crosses A and is also called B?`, `Which road crosses A, leading to B?`
        described += [
            one
            for one in document
            if one.head.dep_ == "ROOT"
            and one.i > one.head.i
            and (
                (one.dep_ == "conj" and one.pos_ in ("VERB", "AUX") and _own_subject(one) is None)
                or (
                    one.dep_ == "advcl"
                    and one.tag_ == "VBG"
                    and one.left_edge.i == one.i
                    and one.nbor(-1).text == ","
                )
            )
        ]
    if apart:
        described += [one for one in document if one.idx == clause.end + 1 and one.dep_ == "prep"]
    for kid in described:
        inside = list(kid.subtree)
        start, stop = inside[0].idx, min(inside[-1].idx + len(inside[-1]), len(text))
        if start < clause.end:
            continue
        if regex.match(r"[\-\p{L}]", text[stop:]):
            continue
        said = regex.sub(r"^(?:who|that|which) ", "", text[start:stop])
        said = f"is {said}" if kid.dep_ == "prep" else said
        before = regex.sub(r",? and$", "", text[clause.end : start].rstrip())
        rest = f"{text[: clause.end]}{before}{text[stop:]}"
        return replace(clause, text=rest), _Aside(said, _with_gap(said, kid, inside[0]))
    return None


def _own_subject(verb: Token) -> Token | None:
    """The subject that a verb has for itself."""
    return next((kid for kid in verb.children if kid.dep_ in ("nsubj", "nsubjpass")), None)


def _with_gap(said: str, verb: Token, first: Token) -> str:
    """What is said of the gap with `what` in it: `what is starring A`, `A directed what`."""
    # `which actress starred in A and was born` is no starred actress.
    joined = (
        first.doc[verb.right_edge.i + 1].lower_ == "and" if verb.right_edge.i + 1 < len(first.doc) else False
    )
    if verb.dep_ in ("acl", "advcl") and first.i == verb.i and not joined:
        return f"what {'is' if verb.tag_ == 'VBG' else 'was'} {said}"
    own = _own_subject(verb)
    if said.startswith(f"{STAND_IN} ") or (own is not None and own.i > first.i):
        return f"{said} what"
    return f"what {said}"

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

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

import regex

from suffice.extractors.lexicon import Lexicon, ValueType
from suffice.extractors.lookups import Described
from suffice.extractors.open.asked import names_in, read_asked, type_of_noun
from suffice.extractors.open.comparisons import STATED, identifier
from suffice.extractors.open.conditions.clauses import Clause, end_of_class, split_clauses, token_at
from suffice.extractors.open.conditions.fronting import ask_plainly
from suffice.extractors.open.conditions.soundness import is_sound
from suffice.extractors.open.conditions.statements import Statement, straighten
from suffice.extractors.open.conditions.wordings import word_class, word_frame
from suffice.extractors.open.descriptions.spans import innermost
from suffice.extractors.open.descriptions.steps import PLACES, STAND_IN, last_steps, steps_of
from suffice.extractors.open.syntax import parse
from suffice.extractors.open.words import content_of, stem, words_for
from suffice.extractors.questions import Reading
from suffice.extractors.text import tokens_of
from suffice.extractors.values import demonyms, value_of
from suffice.rules import Atom, Literal, Rule, String, Symbol, Term, Variable

__all__ = ["frame_of_question", "informative", "is_adjective", "read_conditions"]

_MOST = 8
_MOST_DESCRIBED = 3
_MONTHS = frozenset(
    ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]
)
#: Names of countries that end as their adjectives do.
_COUNTRIES = frozenset(
    ["Iran", "Sudan", "Japan", "Pakistan", "Oman", "Taiwan", "Bhutan", "Jordan", "Kazakhstan", "Uzbekistan", "Tajikistan", "Turkmenistan",
     "Kyrgyzstan", "Afghanistan", "Azerbaijan", "South Sudan", "Haiti", "Fiji", "Burundi", "Malawi", "Mali", "Djibouti", "Brunei", "Kiribati", "Isle of Man"]
)
_ARTICLES = frozenset(["the", "a", "an", "this", "in", "on", "at"])
#: Words for the kind of a thing that a clause begins with, before its name.
_KIND = regex.compile(r"(?:The|A|An|This) |(?:(?:The|A|An|This) )?(?:\p{Lu}[\p{L}.]* )*(?:(?!of\b|from\b|in\b|by\b|to\b|for\b)[\p{Ll}\-]+ )+")
_REST_OF_NAME = regex.compile(
    r"(?: (?:of|and|&|in|for) (?:the )?[\p{Lu}\p{N}][\p{L}\p{N}.'\-]*(?: [\p{Lu}\p{N}][\p{L}\p{N}.'\-]*)*)+"
)


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
    for name, first in _subjects(clauses[0]) if clauses else ():
        plain = _sound(_read(_Draft(), String(name), name, [first, *clauses[1:]], lexicon, apart) for apart in (False, True))
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
    if not regex.match(r"(?:Which|What) [\p{Ll} \-]+ (?:did|does|do) \{0\} ", wording):
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
        span = innermost(f"{text}?")
        if span is None or span[0] <= gap < span[1] or (gap == 0 and span[0] < _end_of_gap(text)):
            break
        steps = steps_of(regex.sub(r"^(?:The|An?) ", "the ", text[slice(*span)]), lexicon)
        if not steps or (subject is not None and STAND_IN not in text[slice(*span)]):
            break
        for step in steps:
            if step.name is not None:
                name = _plain_name(step.name)
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
        if clause.asked == "what" and regex.search(r" (?:known|called|named)(?: as)? $", clause.text[: clause.gap]):
            behind = clause.text[clause.gap :].removeprefix("something")
            wording = f"{clause.text[: clause.gap]}what{behind}".replace(STAND_IN, "{0}", 1)
            subject = draft.add(subject, word_frame(wording, "name"), "text")
            break
        if clause.asked != "noun":
            return None
        statement, aside = _part(clause, apart)
        if STAND_IN not in statement or STAND_IN in aside:
            return None
        if last and draft.body and regex.fullmatch(rf"what (?:is|was|are|were) {STAND_IN}", statement):
            # `Which Danish town is the birthplace of A?`: what was looked up must be that.
            _hold(draft, subject, clause.noun)
            if aside:
                draft.add(subject, f"Is it {{0}} that {aside}?", "text", STATED)
            break
        wording = regex.sub(r"^[\s,]+|[\s,]+$", "", statement.replace(STAND_IN, "{0}", 1))
        if clause.named:
            subject = draft.add(subject, word_frame(wording, clause.noun), "text", String(_plain_name(clause.noun)))
            continue
        value = type_of_noun(clause.noun.split(" of ")[0])
        if value in ("date", "number") or not clause.single or (last and not informative(clause.noun)):
            return None
        subject = draft.add(subject, word_frame(wording, clause.noun), _type_of(clause.noun, value))
        if not (last and is_place(clause.noun)):
            _hold(draft, subject, clause.noun)
        if aside:
            draft.add(subject, f"Is it {{0}} that {aside}?", "text", STATED)
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
    return Reading((rule,), (name,), (), value, "open conditions", tuple(draft.described.values()), single=True)


def _hold(draft: _Draft, subject: Term, noun: str) -> None:
    """Add that something is of a class, if the class tells anything."""
    if informative(noun):
        draft.add(subject, word_class(noun), "text", STATED)


def informative(noun: str) -> str:
    """The words of a class that a page must say; empty if it need say none.

    >>> informative("Danish company"), informative("man")
    ('Danish', '')
    """
    general = frozenset(map(stem, words_for("general")))
    kept = [word for word in noun.split() if not {stem(one) for one in tokens_of(word)} & general]
    return " ".join(kept) if content_of(" ".join(kept)) else ""


def _ask(clause: Clause, lexicon: Lexicon) -> list[tuple[str, ValueType]] | None:
    """The lookups of the last clause, where it can be asked plainly."""
    question = ask_plainly(clause)
    steps = last_steps(question, lexicon) if question else None
    if not question or not steps:
        return None
    if any(step.name not in (None, STAND_IN) for step in steps) or "{0}" not in steps[0].wording:
        return [(question.replace(STAND_IN, "{0}", 1), read_asked(question, STAND_IN).value)]
    return [(step.wording, step.value) for step in steps]


def _part(clause: Clause, apart: bool) -> tuple[str, str]:
    """A clause with `what` in its gap, and what is said of the gap in a clause of its own.

    Args:
        clause: with what follows the class still in it.
        apart: whether a prepositional phrase right behind the class is taken to be said of the gap, too.
    """
    text, behind = clause.text, clause.text[clause.end :]
    document = parse(f"{text}.")
    article = token_at(document, clause.gap)
    if article is None or not behind.strip() or clause.named:
        return f"{text[: clause.gap]}what{behind}", ""
    nouns = [article.head, *article.head.conjuncts]
    described = [
        kid
        for noun in nouns
        for kid in noun.children
        if kid.i > noun.i and kid.dep_ in ("relcl", "acl") and article.head.dep_ != "ROOT"
    ]
    if clause.gap == 0:
        # `Which road crosses A and is also called B?`
        described += [
            one
            for one in document
            if one.dep_ == "conj" and one.head.dep_ == "ROOT" and one.pos_ in ("VERB", "AUX") and one.i > one.head.i
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
        return f"{text[: clause.gap]}what{before}{text[stop:]}", said
    return f"{text[: clause.gap]}what{behind}", ""


def _plain_name(text: str) -> str:
    """A name without the words for its kind before it."""
    return regex.sub(r"^(?:\p{Lu}\p{Ll}+ )?(?:[\p{Ll}\-]+ )+(?=[\p{Lu}\p{N}\"])(?<!\b(?:of|the|and|in|for|de|von|van) )", "", text.strip(' ,')).strip(' ",')


def _subjects(clause: Clause) -> Iterator[tuple[str, Clause]]:
    """Names that a clause may be asked of, the likeliest first, each with the clause that has `STAND_IN` for it.

    The grammatical subject comes before other names; with an article and without, since a title may have it.
    """
    seen: set[str] = set()
    spans = [span for span in _name_spans(clause) if not regex.match(r"\d{3,4}, ", clause.text[slice(*span)])]
    whole = [span for span in spans if _is_whole(clause.text[slice(*span)])]
    # Whole names first: `Tusker` before `Tusker beer brand`.
    for first, last in sorted(spans, key=lambda span: span not in whole):
        # `Fame` of `Hall of Fame` is no name.
        if any(a <= first and last <= b and (a, b) != (first, last) for a, b in whole):
            continue
        words = clause.text[first:last]
        lead = regex.match(
            r"(?:(?:The|A|An|This|In) (?=[\p{Lu}\p{N}\"])|(?:[\p{L}\-]+ )*?[\p{Ll}\-]+ (?=[\p{Lu}\p{N}\"][\p{L}\p{N}.]))", words
        )
        for cut in (len(lead[0]), 0) if lead else (0,):
            name = words[cut:]
            if not regex.match(r"[\p{Lu}\p{N}\"](?!\d*, )", name) or name in seen or regex.fullmatch(r"[\p{N}\p{P}]+|\p{L}", name):
                continue
            if value_of("date", name) is not None or name in _MONTHS or is_adjective(name):
                continue
            seen.add(name)
            if clause.text[:first] == "The " and not cut:
                seen.add(f"The {name}")
                yield f"The {name}", _asked_of(clause, 0, last)
            yield name, _asked_of(clause, first + cut, last)


def _asked_of(clause: Clause, first: int, last: int) -> Clause:
    """A clause with `STAND_IN` for a name; quotes around it, and a word for its kind before it, are no part of the clause."""
    left = clause.text[:first].rstrip('"')
    left = "" if first < clause.gap and _KIND.fullmatch(left) else left
    right = clause.text[last:].lstrip('"')
    text = f"{left}{STAND_IN}{right}"
    if first > clause.gap:
        return replace(clause, text=text)
    shorter = _without_asides(text)
    shift = len(shorter) - len(clause.text)
    return replace(clause, text=shorter, gap=clause.gap + shift, end=clause.end + shift)


def _name_spans(clause: Clause) -> Iterator[tuple[int, int]]:
    text = clause.text
    spans: list[tuple[int, int]] = []
    for token in parse(f"{text}."):
        if token.dep_ not in ("nsubj", "nsubjpass", "dobj", "pobj", "attr", "appos") or token.pos_ not in ("PROPN", "NOUN"):
            continue
        near = [one for left in token.lefts for one in left.subtree] + [token]
        first = next(
            (one.idx for one in near if regex.match(r"[\p{Lu}\p{N}\"]", one.text) and one.lower_ not in _ARTICLES), None
        )
        if first is None:
            continue
        last = token.idx + len(token)
        of = _REST_OF_NAME.match(text, last)
        spans += [(first, of.end())] if of else []
        spans.append((first, last))
    for offset, part in ((0, text[: clause.gap]), (clause.end, text[clause.end :])):
        place = 0
        for name in names_in(part):
            found = part.find(name, place)
            if found >= 0:
                spans.append((offset + found, offset + found + len(name)))
                place = found + len(name)
    for first, last in spans:
        if last > clause.gap and first < clause.end:
            continue
        while first < last and text[first] in '" ':
            first += 1
        while first < last and text[last - 1] in '" ,':
            last -= 1
        yield first, last


def _is_whole(name: str) -> bool:
    """Whether every word of a name has a capital, but for `of` and the like."""
    return all(regex.match(r"[\p{Lu}\p{N}\"&(]|(?:of|the|and|for|in|de|la|von|van)$", word) for word in name.split()) and not name.startswith(
        ("The ", "In ", "On ", "At ")
    )


def is_adjective(word: str) -> bool:
    """Whether a word is a demonym and no name of a country.

    >>> is_adjective("Danish"), is_adjective("Denmark")
    (True, False)
    """
    return word in demonyms() and bool(regex.search(r"(?:ish|an|ese|ch|i|ic|ss)$", word)) and word not in _COUNTRIES


def _without_asides(text: str) -> str:
    """Without what is said in passing of the subject: `A, a painter from Oslo, was taught by ...`."""
    form = rf"^{STAND_IN}, [^\"]+?, (?=(?:is|was|are|were|has|had|did|does|\p{{Ll}}+(?:ed|s))\b)"
    return regex.sub(form, f"{STAND_IN} ", text)

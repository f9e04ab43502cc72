"""Questions to requirement programs, by the frames of a lexicon: no passage is seen.

>>> from suffice.extractors.lexicon import read_lexicon
>>> reading = read_question("When was the director of film Free Guy born?", read_lexicon())[0]
>>> print(reading.rules[0])
answer(V2) :- director("Free Guy",V1), date_of_birth(V1,V2).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, product
from typing import TypeAlias

import regex

from suffice.extractors.lexicon import Frame, Lexicon
from suffice.extractors.patterns import SECONDS, compile_pattern, words_of
from suffice.extractors.text import clean
from suffice.rules import Atom, Comparison, Literal, Rule, String, Symbol, Term, Variable

__all__ = ["MAX_READINGS", "Chain", "Named", "Phrase", "Reading", "read_question"]

#: A question may be read in several ways (`A and B and C`); so many are kept, best first.
MAX_READINGS = 8
_LONGEST_QUESTION = 500


@dataclass(frozen=True, slots=True)
class Named:
    """A thing named in the question, and the word for its kind if there was one (`film Free Guy`)."""

    name: str
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class Chain:
    """A thing described by its relation to another: `the director of ...`."""

    relation: str
    of: Phrase


Phrase: TypeAlias = Named | Chain


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a question.

    Args:
        rules: what derives `answer/1`; requirements are the body atoms.
        names: the things that the question names, as written.
        kinds: the word for the kind of a named thing, where the question gives one.
        value: type of the answer: a value type, `name` (one of the named sides) or `yes/no`.
        frame: which frame it is, for the trace.
    """

    rules: tuple[Rule, ...]
    names: tuple[str, ...]
    kinds: tuple[tuple[str, str], ...]
    value: str
    frame: str


def read_question(question: str, lexicon: Lexicon) -> list[Reading]:
    """Read a question; an empty list means that no frame fits.

    Args:
        question: one question, in the lexicon's language.
        lexicon: its frames, relations and words.

    Returns:
        Readings, those first that leave least to the names.
    """
    text = clean(question[:_LONGEST_QUESTION]).text
    if len(question) > _LONGEST_QUESTION or not text:
        return []
    readings: dict[tuple[Rule, ...], Reading] = {}
    for reading in islice(_readings(text, lexicon), MAX_READINGS * 8):
        readings.setdefault(reading.rules, reading)
    return sorted(readings.values(), key=_strangeness)[:MAX_READINGS]


def _strangeness(reading: Reading) -> tuple[int, int]:
    """Fewer words left inside names is better: what a frame can explain should not be part of a name."""
    return sum(len(name.split()) for name in reading.names), -len(reading.rules[0].body)


def _readings(text: str, lexicon: Lexicon) -> Iterator[Reading]:
    for frame in lexicon.frame:
        for form in frame.form:
            for slots in _matches(form, text, lexicon):
                yield from _of_frame(frame, slots, lexicon)
    for name, relation in lexicon.relation.items():
        for form in relation.ask:
            for slots in _matches(form, text, lexicon):
                for phrase in _phrases(slots["x"], lexicon):
                    yield _ask(Chain(name, phrase), lexicon)


def _of_frame(frame: Frame, slots: dict[str, str], lexicon: Lexicon) -> Iterator[Reading]:
    if frame.kind == "ask":
        for phrase in _phrases(slots["x"], lexicon):
            if isinstance(phrase, Chain):
                yield _ask(phrase, lexicon)
        return
    kind = _kind_of(slots.get("class"), lexicon)
    roles = _relations_named(slots["role"], lexicon) if "role" in slots else [None]
    sides = product(roles, _phrases(slots["a"], lexicon), _phrases(slots["b"], lexicon))
    for role, a, b in sides:
        pair = _with_kind(a, kind), _with_kind(b, kind)
        a, b = pair if role is None else (Chain(role, pair[0]), Chain(role, pair[1]))
        if frame.kind == "order":
            for order in lexicon.order.values():
                if _says(slots["order"], order.phrase) and _fits(order.relation, a, b, lexicon):
                    yield _order(a, b, pair, order.relation, order.pick)
        else:
            for same in lexicon.same.values():
                if _says(slots["same"], same.phrase):
                    yield _same(a, b, same.relation)


def _fits(relation: str, a: Phrase, b: Phrase, lexicon: Lexicon) -> bool:
    """Whether both sides may be subjects of the relation, as far as their types are known."""
    wanted = lexicon.relation[relation].subject
    for side in (a, b):
        match side:
            case Chain(relation=name):
                have = lexicon.relation[name].value
            case Named(kind=str(kind)):
                have = lexicon.kind[kind].type
            case _:
                # `Who is older, A or B?` asks for persons; only a word such as `film` asks for anything else.
                have = "person" if wanted == "person" else wanted if relation == "inception" else "unknown"
        if "any" not in (wanted, have) and wanted != have:
            return False
    return True


def _ask(chain: Chain, lexicon: Lexicon) -> Reading:
    body: list[Literal] = []
    value = _expand(chain, body)
    rule = Rule(Atom("answer", (value,)), tuple(body))
    return Reading((rule,), _names(chain), _kinds(chain), lexicon.relation[chain.relation].value, "ask")


def _order(a: Phrase, b: Phrase, pair: tuple[Phrase, Phrase], relation: str, pick: str) -> Reading:
    """`answer(a)` if a's value comes first in the order, `answer(b)` if b's does."""
    body: list[Literal] = []
    left = _expand(Chain(relation, a), body)
    right = _expand(Chain(relation, b), body)
    # The values must be given to the order as something to compare; which of them comes first is its business.
    comparable = Rule(Atom("comparable", (left, right)), tuple(body))
    rules = [comparable]
    for winner, first, second in ((pair[0], left, right), (pair[1], right, left)):
        rules.append(
            Rule(Atom("answer", (String(_names(winner)[0]),)), (*body, Literal(Atom(pick, (first, second)))))
        )
    return Reading(
        tuple(rules[1:] + rules[:1]),
        _names(a) + _names(b),
        _kinds(a) + _kinds(b),
        "name",
        f"order:{relation}",
    )


def _same(a: Phrase, b: Phrase, relation: str) -> Reading:
    """`yes` on a common value, `no` on two different ones."""
    body: list[Literal] = []
    left = _expand(Chain(relation, a), body)
    right = _expand(Chain(relation, b), body)
    alike = tuple(_replaced(literal, right, left) for literal in body)
    yes = Rule(Atom("answer", (Symbol("yes"),)), alike)
    no = Rule(Atom("answer", (Symbol("no"),)), (*body, Comparison(left, (("!=", right),))))
    return Reading((yes, no), _names(a) + _names(b), _kinds(a) + _kinds(b), "yes/no", f"same:{relation}")


def _expand(phrase: Phrase, body: list[Literal]) -> Term:
    """The term that a phrase stands for; what must hold of it is added to the body."""
    if isinstance(phrase, Named):
        return String(phrase.name)
    subject = _expand(phrase.of, body)
    value = Variable(f"V{len(body) + 1}")
    body.append(Literal(Atom(phrase.relation, (subject, value))))
    return value


def _replaced(literal: Literal, old: Term, new: Term) -> Literal:
    return Literal(Atom(literal.atom.name, tuple(new if arg == old else arg for arg in literal.atom.args)))


def _names(phrase: Phrase) -> tuple[str, ...]:
    return (phrase.name,) if isinstance(phrase, Named) else _names(phrase.of)


def _kinds(phrase: Phrase) -> tuple[tuple[str, str], ...]:
    match phrase:
        case Named(name=name, kind=str(kind)):
            return ((name, kind),)
        case Chain(of=inner):
            return _kinds(inner)
    return ()


def _with_kind(phrase: Phrase, kind: str | None) -> Phrase:
    return Named(phrase.name, kind) if isinstance(phrase, Named) and phrase.kind is None else phrase


# Matching


def _matches(form: str, text: str, lexicon: Lexicon) -> Iterator[dict[str, str]]:
    """Every way in which a form fits a text: a slot may end at each of several places."""
    pattern = compile_pattern(form, _slots(lexicon), whole=True)
    lazy = pattern.match(text, timeout=SECONDS)
    if lazy is None:
        return
    yield _stripped(lazy)
    # `A and B and C`: try each other `and`/`or` as the border between the sides.
    for place in regex.finditer(r",? (?:and|or) ", text, flags=regex.IGNORECASE):
        if "a" in lazy.groupdict() and place.start() != lazy.end("a"):
            held = compile_pattern(
                form,
                {**_slots(lexicon), "a": rf"(?P<a>.{{{max(0, place.start() - lazy.start('a'))}}})"},
                whole=True,
            )
            other = held.match(text, timeout=SECONDS)
            if other is not None:
                yield _stripped(other)


def _stripped(match: regex.Match[str]) -> dict[str, str]:
    return {name: text.strip(" ,:") for name, text in match.groupdict().items() if text is not None}


@lru_cache(maxsize=32)
def _slot_table(lexicon_hash: str, classes: str, roles: str, orders: str, sames: str) -> dict[str, str]:
    return {
        "x": ".+?",
        "a": ".+?",
        "b": ".+?",
        "class": classes,
        "role": roles,
        "order": orders,
        "same": sames,
    }


def _slots(lexicon: Lexicon) -> dict[str, str]:
    roles = tuple(
        form
        for relation in lexicon.relation.values()
        for name in relation.name
        for form in (name, f"{name}s")
    )
    return _slot_table(
        lexicon.sha256,
        words_of(lexicon.class_words),
        words_of(roles),
        words_of(tuple(phrase for order in lexicon.order.values() for phrase in order.phrase)),
        words_of(tuple(phrase for same in lexicon.same.values() for phrase in same.phrase)),
    )


def _says(text: str, phrases: tuple[str, ...]) -> bool:
    return text.casefold() in {phrase.casefold() for phrase in phrases}


def _kind_of(word: str | None, lexicon: Lexicon) -> str | None:
    if word is None:
        return None
    return next((name for name, kind in lexicon.kind.items() if _says(word, kind.words)), None)


def _relations_named(word: str, lexicon: Lexicon) -> list[str]:
    """Relations that go by a noun, singular or plural."""
    return [
        name
        for name, relation in lexicon.relation.items()
        if any(_says(word, (noun, f"{noun}s")) for noun in relation.name)
    ]


def _phrases(text: str, lexicon: Lexicon) -> Iterator[Phrase]:
    """Ways to read a noun phrase: a relation to another phrase, a kind and a name, or just a name."""
    text = text.strip(" ,:")
    if not text:
        return
    for name, relation in lexicon.relation.items():
        for noun in relation.name:
            escaped = regex.escape(noun)
            for form in (
                rf"(?:the )?{escaped}s? (?:of|for|to|by|in) (?:the )?(.+)",
                rf"(.+?) ?'s? {escaped}",
                rf"(?:the )?{escaped} (.+)",
            ):
                found = regex.fullmatch(form, text, flags=regex.IGNORECASE)
                if found and not (
                    form.endswith(" (.+)") and not noun.endswith((" that published", " that publishes"))
                ):
                    for inner in _phrases(found[1], lexicon):
                        yield Chain(name, inner)
    classes = words_of(lexicon.class_words)
    found = regex.fullmatch(rf"(?:the )?({classes})[:,]? (.+)|(.+) ({classes})", text)
    if found:
        kind = _kind_of(found[1] or found[4], lexicon)
        yield Named(found[2] or found[3], kind)
    if not regex.match(r"(?i)(?:the )?(?:film|song|album|movie)s? \S", text):
        yield Named(text)
